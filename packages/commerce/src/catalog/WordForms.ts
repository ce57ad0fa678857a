/**
 * What finds a typed word, on four levels: `0` a word that begins as typed, `1` one that shares a stem with it, `2` a
 * compound that ends in it, or both parts of the compound that was typed, `3` a synonym of the shop's, in any of these
 * ways. A product's level is that of its worst word. Follows docs/specification.md#search.
 */
import type { Language } from "@beauty-store/domain/Language"
import { Vocabulary } from "@beauty-store/domain/Spelling"
import * as Effect from "effect/Effect"
import { shortened, stemsOf } from "./Stems.ts"

/** A word of the index, or the beginning of some. */
export interface Term {
  readonly word: string
  readonly isBeginning: boolean
}

/** A product has to have one term of each list. */
export type Alternative = ReadonlyArray<ReadonlyArray<Term>>

type Alternatives = ReadonlyArray<Alternative>

/** A typed word, and for each level the alternatives that it adds. */
export interface WordForms {
  readonly typed: string
  readonly levels: readonly [begins: Alternatives, stem: Alternatives, compound: Alternatives, synonym: Alternatives]
}

/** Lists of words that mean the same. */
export type Synonyms = ReadonlyArray<ReadonlyArray<string>>

/** Of so many words of a form a search goes by those that most products have. */
const mostForms = 100
/** So many typed words are remembered. */
const mostTyped = 2_000
/** The fewest letters of the first part of a compound. */
const shortestPart = 3
/** From so many letters on, a word is also found behind what is no word of the catalogue. */
const longWord = 5

const share = (some: ReadonlyArray<string>, others: ReadonlyArray<string>): boolean =>
  some.some((one) => others.includes(one))
const exactly = (word: string): Term => ({ word, isBeginning: false })
const beginning = (word: string): Term => ({ word, isBeginning: true })
/** One of the terms, if there are any. */
const anyOf = (terms: ReadonlyArray<Term>): Alternatives => terms.length === 0 ? [] : [[terms]]

/** All words of a catalogue, by their stems and their endings. */
export class CatalogueWords {
  readonly vocabulary: Vocabulary
  readonly #products: ReadonlyMap<string, number>
  readonly #stems = new Map<string, ReadonlyArray<string>>()
  readonly #byStem = new Map<string, Array<string>>()
  /** Forms of words by their last two letters. */
  readonly #byEnding = new Map<string, Array<{ readonly form: string; readonly word: string }>>()
  readonly #synonyms: Synonyms
  readonly #typed = new Map<string, WordForms>()
  readonly #said = new Map<string, boolean>()

  /** Of words, and how many products have each, whose forms are known once they are added. */
  constructor(words: ReadonlyArray<readonly [word: string, products: number]>, synonyms: Synonyms) {
    this.vocabulary = new Vocabulary(words)
    this.#products = new Map(words)
    this.#synonyms = synonyms
  }

  /** Adds the forms of a word. `before`: words that have most of the stems already. */
  add(word: string, before: CatalogueWords | undefined): void {
    this.#stems.set(word, (before === undefined ? undefined : before.#stems.get(word)) ?? stemsOf(word))
    for (const stem of this.#stemsOf(word)) put(this.#byStem, stem, word)
    for (const form of this.#formsOf(word)) put(this.#byEnding, form.slice(-2), { form, word })
  }

  /** What finds a word. */
  forms(typed: string): WordForms {
    const known = this.#typed.get(typed)
    if (known !== undefined) return known
    if (this.#typed.size >= mostTyped) this.#typed.clear()
    const found: WordForms = {
      typed,
      levels: [anyOf([beginning(typed)]), this.#sameStem(typed), this.#compounds(typed), this.#synonymsOf(typed)]
    }
    this.#typed.set(typed, found)
    return found
  }

  /** Whether a word of the catalogue is found by a typed one. */
  finds(typed: string): boolean {
    return this.vocabulary.hasBeginning(typed) || this.forms(typed).levels.slice(1).some(({ length }) => length > 0)
  }

  /** Whether a word is said in a language, which `find` finds out once. */
  isSaid<E, R>(word: string, language: Language, find: Effect.Effect<boolean, E, R>): Effect.Effect<boolean, E, R> {
    const key = `${language} ${word}`
    const known = this.#said.get(key)
    if (known !== undefined) return Effect.succeed(known)
    return Effect.tap(find, (is) => Effect.sync(() => this.#said.set(key, is)))
  }

  #stemsOf(word: string): ReadonlyArray<string> {
    return this.#stems.get(word) ?? stemsOf(word)
  }

  /** Itself, with umlauts as one letter, and its stems. */
  #formsOf(word: string): ReadonlyArray<string> {
    return [...new Set([shortened(word), ...this.#stemsOf(word)])]
  }

  /** The words that most products have, then by their letters. */
  #frequent(words: Iterable<string>): ReadonlyArray<Term> {
    const products = (word: string): number => this.#products.get(word) ?? 0
    return [...new Set(words)].sort((a, b) => products(b) - products(a) || (a < b ? -1 : 1))
      .slice(0, mostForms).map(exactly)
  }

  #withStems(stems: ReadonlyArray<string>): ReadonlyArray<string> {
    return stems.flatMap((stem) => this.#byStem.get(stem) ?? [])
  }

  #sameStem(typed: string): Alternatives {
    const words = this.#withStems(this.#stemsOf(typed))
    return anyOf(this.#frequent(words.filter((word) => !word.startsWith(typed))))
  }

  #compounds(typed: string): Alternatives {
    if (!/^\p{L}+$/u.test(typed)) return []
    return [...anyOf(this.#frequent(this.#endingIn(typed))), ...this.#splits(typed)]
  }

  *#endingIn(typed: string): Generator<string> {
    const isLong = shortened(typed).length >= longWord
    for (const end of this.#formsOf(typed)) {
      for (const { form, word } of this.#byEnding.get(end.slice(-2)) ?? []) {
        const rest = form.slice(0, -end.length)
        if (end.length < 2 || rest.length < shortestPart || !form.endsWith(end)) continue
        if (isLong && end.length >= longWord - 1 || this.#isWordBefore(rest, word)) yield word
      }
    }
  }

  /** Whether the rest of a word is one of the catalogue's, and not only the word without its ending. */
  #isWordBefore(rest: string, word: string): boolean {
    const stems = stemsOf(rest)
    return !share(stems, this.#stemsOf(word)) && stems.some((stem) => this.#byStem.has(stem))
  }

  /** The ways to cut a compound into two words of the catalogue. */
  #splits(typed: string): Alternatives {
    const whole = shortened(typed)
    const stems = stemsOf(whole)
    const found: Array<Alternative> = []
    for (let at = shortestPart; at <= whole.length - 2; at++) {
      const [first, last] = [whole.slice(0, at), whole.slice(at)]
      if (last.length === 2 && at === shortestPart) continue
      const lasts = this.#frequent(this.#withStems(stemsOf(last)))
      if (lasts.length === 0) continue
      const firstStems = stemsOf(first)
      const firsts = this.#frequent(this.#withStems(firstStems))
      // With the same stem, the rest is an ending, and no word.
      if (firsts.length > 0 && !share(firstStems, stems)) found.push([firsts, lasts])
    }
    return found
  }

  #synonymsOf(typed: string): Alternatives {
    const stems = this.#stemsOf(typed)
    const others = this.#synonyms.filter((list) => list.some((word) => share(stemsOf(word), stems)))
      .flatMap((list) => list.filter((word) => !share(stemsOf(word), stems)))
    return others.flatMap((word) => [
      ...anyOf(this.vocabulary.hasBeginning(word) ? [beginning(word)] : []),
      ...this.#sameStem(word),
      ...this.#compounds(word)
    ])
  }
}

const put = <Value>(map: Map<string, Array<Value>>, key: string, value: Value): void => {
  const values = map.get(key)
  if (values === undefined) map.set(key, [value])
  else values.push(value)
}
