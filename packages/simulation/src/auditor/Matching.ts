/**
 * A model of which products words find, in which order, and what is searched for where the catalogue lacks a word. It
 * reads what was stocked (`Goods`), and shares nothing with the store but the stemmer: each word is compared with all
 * others, and near words are found by trying the steps between them. Follows docs/specification.md#search.
 */
import { synonyms } from "@beauty-store/demo-catalog/DemoShop"
import { stemmer as english } from "@orama/stemmers/english"
import { stemmer as german } from "@orama/stemmers/german"
import type { Good } from "./Observations.ts"

type Goods = ReadonlyMap<string, Good>

/** Letters that stay as they are without their accents, and what stands for them. */
const plain = new Map(
  "ßss æae œoe øo đd ðd ħh ıi łl ŧt þth ςσ".split(" ").map((pair) => [pair[0]!, pair.slice(1)] as const)
)

const wordsOf = (text: string): ReadonlyArray<string> => {
  const letters = [...text.normalize("NFKD").toLowerCase()].flatMap((letter) =>
    /\p{Mark}|\p{Default_Ignorable_Code_Point}/u.test(letter) ? [] : [plain.get(letter) ?? letter]
  )
  return letters.join("").match(/\p{Letter}+|\p{Number}+/gu) ?? []
}

/** A word with umlauts as one letter. */
const short = (word: string): string =>
  [...word].filter((letter, n, all) => {
    const [first, before] = [all[n - 1], all[n - 2]]
    if (letter !== "e" || first === undefined) return true
    return first === "u" ? before !== undefined && "aeoq".includes(before) : !"ao".includes(first)
  }).join("")

/** The words of a text in other spellings: umlauts as two letters, or two letters as if they were an umlaut. */
const otherwise = (text: string): ReadonlyArray<string> => {
  const two = new Map([["ä", "ae"], ["ö", "oe"], ["ü", "ue"], ["ø", "oe"]])
  const long = [...text.normalize("NFC").toLowerCase()].map((letter) => two.get(letter) ?? letter).join("")
  return [...wordsOf(long), ...wordsOf(text).map(short)]
}

/** A text by whose letters it is sorted. */
export const folded = (text: string): string => wordsOf(text).join(" ")

/** The words of a phrase that count. */
export const typedIn = (phrase: string): ReadonlyArray<string> =>
  [...new Set(wordsOf(phrase))].slice(0, 12).map((word) => Array.from(word).slice(0, 40).join(""))

/** What a product's words are worth, by where they stand. */
const worths = [8, 4, 2, 1] as const

interface Known {
  /** The words of each product in every spelling: of its name, its brand, its category, and the rest. */
  readonly words: ReadonlyMap<string, ReadonlyArray<ReadonlyArray<string>>>
  /** How many products have each word. */
  readonly counts: ReadonlyMap<string, number>
  readonly corrections: Map<string, string>
  /** The words that products have in a language. */
  readonly said: Map<string, ReadonlySet<string>>
  readonly ways: Map<string, ReadonlyArray<ReadonlyArray<Way>>>
}

const known = new WeakMap<Goods, Known>()

const knownOf = (goods: Goods): Known => {
  const before = known.get(goods)
  if (before !== undefined) return before
  const words = new Map<string, ReadonlyArray<ReadonlyArray<string>>>()
  const counts = new Map<string, number>()
  for (const { brand, category, description, group, id, ingredients, name, translations } of goods.values()) {
    const rest = [
      description,
      group?.name,
      group?.value,
      ingredients,
      ...Object.values(translations).flatMap((one) => [one.name, one.groupName, one.groupValue, one.description])
    ]
    const texts = [name, brand.name, category, rest.join(" ")]
    words.set(id, texts.map((text) => [...wordsOf(text), ...otherwise(text)]))
    for (const word of new Set(texts.flatMap(wordsOf))) {
      if (word.length <= 40) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  }
  const found = { words, counts, corrections: new Map<string, string>(), said: new Map(), ways: new Map() }
  known.set(goods, found)
  return found
}

/** All words of the catalogue, with how many products have each. */
export const vocabularyOf = (goods: Goods): ReadonlyMap<string, number> => knownOf(goods).counts

/** Words, of which a product has to have one of each list. */
type Way = ReadonlyArray<ReadonlyArray<string>>

const stems = new Map<string, ReadonlyArray<string>>()

const repeated = (change: (word: string) => string, word: string): string => {
  const next = change(word)
  return next === word || next === "" ? word : repeated(change, next)
}

/** A word with no umlaut as two letters. */
const shortest = (word: string): string => repeated(short, word)

/** The stems of a word, in English and in German. */
const stemsOf = (word: string): ReadonlyArray<string> => {
  const before = stems.get(word)
  if (before !== undefined) return before
  const all = /^\p{Number}+$/u.test(word)
    ? [word]
    : [english, german].map((stem) => repeated((one) => stem(short(one)), word))
  stems.set(word, all)
  return all
}

const isForm = (one: string, other: string): boolean => stemsOf(one).some((stem) => stemsOf(other).includes(stem))

const without = (word: string, end: string): string | undefined =>
  word.endsWith(end) && word.length >= end.length + 3 ? word.slice(0, word.length - end.length) : undefined

/** Whether a word is a compound that ends in another. */
const endsIn = (word: string, end: string, vocabulary: ReadonlyArray<string>): boolean => {
  const forms = (of: string) => [shortest(of), ...stemsOf(of)]
  return forms(end).some((last) =>
    last.length > 1 && forms(word).some((whole) => {
      const rest = without(whole, last)
      if (rest === undefined) return false
      return shortest(end).length >= 5 && last.length >= 4
        || !isForm(rest, word) && vocabulary.some((one) => isForm(one, rest))
    })
  )
}

/** The ways to cut a typed compound in two. */
const cuts = (typed: string, vocabulary: ReadonlyArray<string>): ReadonlyArray<Way> =>
  Array.from(shortest(typed).split(""), (_, at): Way => {
    const [first, last] = [shortest(typed).slice(0, at), shortest(typed).slice(at)]
    if (at < 3 || last.length < 2 || at + last.length === 5 && at === 3 || isForm(first, shortest(typed))) return []
    return [vocabulary.filter((word) => isForm(word, first)), vocabulary.filter((word) => isForm(word, last))]
  }).filter((way) => way.length > 0 && way.every((words) => words.length > 0))

/** The ways in which a word finds products, by their levels. */
const waysOf = (all: Known, typed: string): ReadonlyArray<ReadonlyArray<Way>> => {
  const before = all.ways.get(typed)
  if (before !== undefined) return before
  const vocabulary = [...all.counts.keys()]
  const tokens = [...new Set([...all.words.values()].flat(2))]
  const isWord = /^\p{Letter}+$/u.test(typed)
  const some = (words: ReadonlyArray<string>): ReadonlyArray<Way> => words.length === 0 ? [] : [[words]]
  const own = (word: string): ReadonlyArray<ReadonlyArray<Way>> => [
    some(tokens.filter((token) => token.startsWith(word))),
    some(vocabulary.filter((one) => isForm(one, word))),
    isWord
      ? [...some(vocabulary.filter((one) => endsIn(one, word, vocabulary))), ...cuts(word, vocabulary)]
      : []
  ]
  const others = synonyms.map((list) => list.flatMap(wordsOf)).filter((list) => list.some((one) => isForm(one, typed)))
    .flat().filter((one) => !isForm(one, typed))
  const meant = others.flatMap((word) =>
    vocabulary.some((one) => one.startsWith(word)) ? own(word) : own(word).slice(1)
  )
  const ways = [...own(typed), meant.flat()]
  all.ways.set(typed, ways)
  return ways
}

/** The products that each of the words finds, by their ids, with how well they fit. */
export const matching = (goods: Goods, words: ReadonlyArray<string>): ReadonlyMap<string, number> => {
  const all = knownOf(goods)
  const typed = words.map((word) => waysOf(all, word))
  const forms = new Set(typed.flat(4))
  return new Map([...all.words].flatMap(([id, fields]) => {
    const own = new Set(fields.flat())
    const levels = typed.map((ways) =>
      ways.findIndex((level) => level.some((way) => way.every((list) => list.some((word) => own.has(word)))))
    )
    if (levels.includes(-1)) return []
    const fit = fields.reduce((sum, field, n) => sum + (field.some((word) => forms.has(word)) ? worths[n]! : 0), 0)
    return [[id, fit - 16 * Math.max(...levels)] as const]
  }))
}

/** Whether one letter more, less or another, or two neighbours swapped, make one word of the other. */
const isOneStep = (one: string, other: string): boolean => {
  let same = 0
  while (same < one.length && one[same] === other[same]) same++
  const [rest, rests] = [one.slice(same), other.slice(same)]
  if (rest.length === rests.length) {
    return rest.slice(1) === rests.slice(1)
      || (rest[0] === rests[1] && rest[1] === rests[0] && rest.slice(2) === rests.slice(2))
  }
  return rest.length > rests.length ? rest.slice(1) === rests : rest === rests.slice(1)
}

/** The words that are one step from a word, with the letters of another. */
const oneStepFrom = function*(word: string, letters: ReadonlySet<string>): Generator<string> {
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)]
    for (const letter of letters) {
      yield before + letter + after
      if (after !== "") yield before + letter + after.slice(1)
    }
    if (after !== "") yield before + after.slice(1)
    if (after.length > 1) yield before + after[1]! + after[0]! + after.slice(2)
  }
}

/** By how many letters two words differ, wherever these stand. One step changes two at most. */
const lettersApart = (one: string, other: string): number => {
  const counts = new Map<string, number>()
  for (const letter of one.split("")) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  for (const letter of other.split("")) counts.set(letter, (counts.get(letter) ?? 0) - 1)
  return [...counts.values()].reduce((sum, count) => sum + Math.abs(count), 0)
}

/** The steps from one word to another, as far as `most`. */
export const stepsBetween = (one: string, other: string, most: 1 | 2): number | undefined => {
  if (one === other) return 0
  if (Math.abs(one.length - other.length) > most || lettersApart(one, other) > 2 * most) return undefined
  if (isOneStep(one, other)) return 1
  if (most === 1) return undefined
  const letters = new Set(other.split(""))
  for (const between of oneStepFrom(one, letters)) if (isOneStep(between, other)) return 2
  return undefined
}

/** The words that products have in a language, which is that of the catalogue where they lack it. */
const saidIn = (goods: Goods, language: string): ReadonlySet<string> => {
  const { said } = knownOf(goods)
  const before = said.get(language)
  if (before !== undefined) return before
  const words = new Set([...goods.values()].flatMap((good) => {
    const { brand, category, description, group, ingredients, name, translations } = good
    const own = translations[language]
    return [
      own?.name ?? name,
      own?.description ?? description,
      own?.groupName ?? group?.name,
      own?.groupValue ?? group?.value,
      brand.name,
      category,
      ingredients
    ].flatMap((text) => wordsOf(text ?? ""))
  }))
  said.set(language, words)
  return words
}

/** The catalogue's nearest word that is said in a language, or the word itself, if none is near. */
const nearest = (goods: Goods, typed: string, language: string | undefined): string => {
  const { corrections, counts } = knownOf(goods)
  const key = `${typed} ${language}`
  const before = corrections.get(key)
  if (before !== undefined) return before
  const most = typed.length <= 5 ? 1 : 2
  const near = [...counts].flatMap(([word, products]) => {
    const steps = stepsBetween(typed, word, most)
    return steps === undefined ? [] : [{ word, steps, starts: word[0] === typed[0] ? 0 : 1, products }]
  }).sort((a, b) => a.steps - b.steps || a.starts - b.starts || b.products - a.products || (a.word < b.word ? -1 : 1))
  const best = near.slice(0, 8).find(({ word }) => language === undefined || saidIn(goods, language).has(word))
  const found = best?.word ?? typed
  corrections.set(key, found)
  return found
}

/** What is searched for in place of words that find nothing; undefined where no word is replaced. */
export const corrected = (
  goods: Goods,
  words: ReadonlyArray<string>,
  language?: string
): ReadonlyArray<string> | undefined => {
  const all = knownOf(goods)
  const meant = words.map((typed) =>
    /^\p{Number}+$/u.test(typed) || [...all.counts.keys()].some((word) => word.startsWith(typed))
      || waysOf(all, typed).slice(1).flat().length > 0
      ? typed
      : nearest(goods, typed, language)
  )
  return meant.every((word, n) => word === words[n]) ? undefined : [...new Set(meant)]
}

/** The words of a phrase by which a search goes, and what it says that it searched for instead. */
export interface Meant {
  readonly words: ReadonlyArray<string>
  readonly correctedQuery: string | undefined
}

/** What a phrase means. `finds`: whether words find anything that the search is for: others have to, too. */
export const meantBy = (
  goods: Goods,
  phrase: string,
  finds: (words: ReadonlyArray<string>) => boolean,
  language?: string
): Meant => {
  const words = typedIn(phrase)
  const other = words.length === 0 || finds(words) ? undefined : corrected(goods, words, language)
  return other !== undefined && finds(other)
    ? { words: other, correctedQuery: other.join(" ") }
    : { words, correctedQuery: undefined }
}

/** A phrase that has a text but no word finds nothing. */
export const isWordless = (phrase: string): boolean => phrase.trim() !== "" && typedIn(phrase).length === 0

/** The ways to finish a phrase: its last word as it stands in the name or the brand of what it finds. */
export const waysToFinish = (goods: Goods, phrase: string): ReadonlyArray<string> => {
  const isShort = folded(phrase).length < 2
  const { words } = meantBy(goods, phrase, (words) => matching(goods, words).size > 0)
  const last = words.at(-1)
  if (isShort || last === undefined) return []
  const before = words.slice(0, -1)
  const counts = new Map<string, number>()
  const spelled = new Map<string, string>()
  const found = [...matching(goods, words)].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, 50)
  for (const [id] of found) {
    const { brand, name } = goods.get(id)!
    const text = `${name} ${brand.name}`
    for (const written of text.toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u)) {
      if (!spelled.has(folded(written))) spelled.set(folded(written), written)
    }
    for (const word of typedIn(text)) {
      if (word.startsWith(last) && !before.includes(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  }
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, 8)
    .map(([word]) => [...before, spelled.get(word) ?? word].join(" "))
}
