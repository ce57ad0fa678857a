/** Corrections, against a search through all words that a few steps reach. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { corrected, distance, farthest, Vocabulary } from "../src/Spelling.ts"

const letters = "abc"

/** All words that one step makes of a word, with letters of the alphabet. */
const oneStep = (word: string): ReadonlyArray<string> =>
  Array.from({ length: word.length + 1 }, (_, at) => {
    const [head, tail] = [word.slice(0, at), word.slice(at)]
    return [
      ...[...letters].map((letter) => head + letter + tail),
      ...(tail === "" ? [] : [head + tail.slice(1), ...[...letters].map((letter) => head + letter + tail.slice(1))]),
      ...(tail.length < 2 ? [] : [head + tail[1]! + tail[0]! + tail.slice(2)])
    ]
  }).flat()

/** How far each word is that at most so many steps reach. */
const within = (word: string, most: number): ReadonlyMap<string, number> => {
  const reached = new Map([[word, 0]])
  let edge = [word]
  for (let steps = 1; steps <= most; steps++) {
    edge = [...new Set(edge.flatMap(oneStep))].filter((one) => !reached.has(one))
    for (const one of edge) reached.set(one, steps)
  }
  return reached
}

const word = (maxLength: number) => fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength })

describe("the distance of two words", () => {
  it.each([
    ["niacinamdie", "niacinamide", 1],
    ["ca", "abc", 2],
    ["serum", "serum", 0],
    ["", "abc", 3],
    ["kitten", "sitting", 3],
    ["lipstik", "lipstick", 1]
  ])("from %s to %s is %i", (a, b, steps) => {
    expect(distance(a, b)).toBe(steps)
    expect(distance(b, a)).toBe(steps)
  })

  it("is the fewest steps that lead from one to the other", () => {
    fc.assert(fc.property(word(5), word(5), (a, b) => {
      expect(Math.min(distance(a, b), 3)).toBe(within(a, 2).get(b) ?? 3)
    }))
  })
})

const vocabularies = fc.uniqueArray(fc.tuple(word(8), fc.integer({ min: 1, max: 3 })), {
  selector: ([one]) => one,
  maxLength: 12
})

describe("the nearest word", () => {
  it("is the one that a search through all words finds", () => {
    fc.assert(fc.property(vocabularies, word(8), (words, typed) => {
      const naive = words
        .map(([one, products]) => ({ one, products, steps: within(typed, 2).get(one) ?? 3 }))
        .filter(({ steps }) => steps <= (typed.length <= 5 ? 1 : 2))
        .sort((a, b) =>
          a.steps - b.steps || Number(b.one[0] === typed[0]) - Number(a.one[0] === typed[0]) ||
          b.products - a.products || (a.one < b.one ? -1 : 1)
        )
      expect(new Vocabulary(words).nearest(typed)).toBe(naive[0]?.one)
    }))
  })

  it("does not depend on the order of the catalogue", () => {
    fc.assert(fc.property(vocabularies, word(8), (words, typed) => {
      expect(new Vocabulary(words.toReversed()).nearest(typed)).toBe(new Vocabulary(words).nearest(typed))
    }))
  })

  it("is one step away for five letters, two for six, and none for a number", () => {
    const vocabulary = new Vocabulary([["serum", 1], ["retinol", 1], ["50", 1]])
    expect([farthest("abcde"), farthest("abcdef")]).toEqual([1, 2])
    expect(vocabulary.nearest("serun")).toBe("serum")
    expect(vocabulary.nearest("sirun")).toBeUndefined()
    expect(vocabulary.nearest("ritinal")).toBe("retinol")
    expect(vocabulary.nearest("ritinall")).toBeUndefined()
    expect(vocabulary.nearest("60")).toBeUndefined()
    expect(vocabulary.nearest("")).toBeUndefined()
  })
})

describe("a phrase", () => {
  const vocabulary = new Vocabulary([["niacinamide", 2], ["serum", 5], ["cream", 3]])

  it("keeps its words that begin a word of the catalogue, and has the others corrected", () => {
    expect(corrected(["niacinamdie", "ser"], vocabulary)).toEqual(["niacinamide", "ser"])
    expect(corrected(["niacin", "ser"], vocabulary)).toBeUndefined()
    expect(corrected(["qqqqq"], vocabulary)).toBeUndefined()
    expect(corrected([], vocabulary)).toBeUndefined()
    expect(corrected(["serun", "serumm"], vocabulary)).toEqual(["serum"])
  })

  it("whose words all match, or are beyond correction, stays as it is, and a corrected one matches more", () => {
    fc.assert(fc.property(vocabularies, fc.array(word(8), { maxLength: 4 }), (words, typed) => {
      const vocabulary = new Vocabulary(words)
      const meant = corrected(typed, vocabulary)
      const matches = (one: string) => words.some(([known]) => known.startsWith(one))
      if (meant === undefined) {
        for (const one of typed) expect(matches(one) || vocabulary.nearest(one) === undefined).toBe(true)
      } else {
        expect(corrected(meant, vocabulary)).toBeUndefined()
        expect(typed.filter(matches).every((one) => meant.includes(one))).toBe(true)
      }
    }))
  })
})
