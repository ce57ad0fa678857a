/**
 * What a shopper meant who typed a word that the catalogue does not have: its nearest, at a Damerau–Levenshtein
 * distance of at most 1 up to five letters and of 2 beyond; of equals one with the same first letter, then that of most
 * products. A word of digits is not replaced. A letter is a UTF-16 code unit. Follows docs/specification.md#search.
 *
 * @since 1.0.0
 */

/** The greatest distance at which a word is still what was meant. */
export const farthest = (word: string): number => word.length <= 5 ? 1 : 2

/** Words of one length, and for each the set of its letters as 32 bits and how many products have it. */
interface Row {
  readonly words: Array<string>
  readonly letters: Array<number>
  readonly products: Array<number>
}

/** The words of a catalogue, by their lengths. */
export class Vocabulary {
  readonly #rows = new Map<number, Row>()

  /** The words, and how many products have each. A word that no product has is left out. */
  constructor(words: Iterable<readonly [word: string, products: number]>) {
    for (const [word, products] of words) {
      if (products < 1 || word === "") continue
      const row = this.#rows.get(word.length) ?? { words: [], letters: [], products: [] }
      this.#rows.set(word.length, row)
      row.words.push(word)
      row.letters.push(lettersOf(word))
      row.products.push(products)
    }
  }

  /** Whether a word of the catalogue begins so. */
  hasBeginning(beginning: string): boolean {
    for (const [length, { words }] of this.#rows) {
      if (length >= beginning.length && words.some((word) => word.startsWith(beginning))) return true
    }
    return false
  }

  /** The nearest word, if one is near enough. */
  nearest(typed: string): string | undefined {
    return this.near(typed)[0]
  }

  /** All words that are near enough, the nearest first. */
  near(typed: string): ReadonlyArray<string> {
    if (typed === "" || /^\p{N}+$/u.test(typed)) return []
    const candidates: Array<Candidate> = []
    const most = farthest(typed)
    const letters = lettersOf(typed)
    for (let length = typed.length - most; length <= typed.length + most; length++) {
      const row = this.#rows.get(length)
      if (row === undefined) continue
      for (let i = 0; i < row.words.length; i++) {
        // One step adds, removes or exchanges one letter, and so changes two members of the set at most.
        if (bitsIn(letters ^ row.letters[i]!) > 2 * most) continue
        const word = row.words[i]!
        const steps = distance(typed, word)
        if (steps > most) continue
        candidates.push({ word, steps, isSameStart: word[0] === typed[0], products: row.products[i]! })
      }
    }
    return candidates.sort((one, other) => isBetter(one, other) ? -1 : 1).map(({ word }) => word)
  }
}

interface Candidate {
  readonly word: string
  readonly steps: number
  readonly isSameStart: boolean
  readonly products: number
}

const isBetter = (one: Candidate, other: Candidate): boolean => {
  if (one.steps !== other.steps) return one.steps < other.steps
  if (one.isSameStart !== other.isSameStart) return one.isSameStart
  if (one.products !== other.products) return one.products > other.products
  return one.word < other.word
}

/** The set of a word's letters. Letters that share a bit only make the set less telling. */
const lettersOf = (word: string): number => {
  let set = 0
  for (let i = 0; i < word.length; i++) set |= 1 << (word.charCodeAt(i) & 31)
  return set
}

const bitsIn = (set: number): number => {
  let bits = 0
  for (let rest = set; rest !== 0; rest &= rest - 1) bits++
  return bits
}

/**
 * The Damerau–Levenshtein distance of two words: swapped neighbours count once, also where letters stand between them
 * afterwards (`ca` and `abc` are 2 apart).
 */
export const distance = (a: string, b: string): number => {
  const far = a.length + b.length
  const width = b.length + 2
  // Row and column 0 are beyond reach; row and column 1 are those of no letter.
  const steps = new Uint32Array((a.length + 2) * width).fill(far)
  for (let i = 0; i <= a.length; i++) steps[(i + 1) * width + 1] = i
  for (let j = 0; j <= b.length; j++) steps[width + j + 1] = j
  /** The last row in which each letter stood. */
  const lastRow = new Map<number, number>()
  for (let i = 1; i <= a.length; i++) {
    let lastColumn = 0
    for (let j = 1; j <= b.length; j++) {
      const row = lastRow.get(b.charCodeAt(j - 1)) ?? 0
      const column = lastColumn
      const isSame = a.charCodeAt(i - 1) === b.charCodeAt(j - 1)
      if (isSame) lastColumn = j
      steps[(i + 1) * width + j + 1] = Math.min(
        steps[i * width + j]! + (isSame ? 0 : 1),
        steps[(i + 1) * width + j]! + 1,
        steps[i * width + j + 1]! + 1,
        steps[row * width + column]! + (i - row - 1) + 1 + (j - column - 1)
      )
    }
    lastRow.set(a.charCodeAt(i - 1), i)
  }
  return steps[(a.length + 1) * width + b.length + 1]!
}

/**
 * The words of a phrase, each one without a match replaced by the catalogue's nearest; undefined if none was. A word
 * has a match if a word of the catalogue begins with it.
 */
export const corrected = (
  words: ReadonlyArray<string>,
  vocabulary: Pick<Vocabulary, "hasBeginning" | "nearest">
): ReadonlyArray<string> | undefined => {
  const meant = words.map((word) => vocabulary.hasBeginning(word) ? word : vocabulary.nearest(word) ?? word)
  return meant.some((word, i) => word !== words[i]) ? [...new Set(meant)] : undefined
}
