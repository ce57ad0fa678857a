/**
 * The words of the catalogue, by which a search phrase is understood and corrected: those of `product_words`, each with
 * how many products have it. They are a table of their own, because those of all products would be read from end to end.
 *
 * They are read by the first search, and kept until products may have been added or altered (`KeptCopy`). Follows
 * docs/specification.md#search.
 */
import * as Query from "@beauty-store/sql/Query"
import type { StoreUnavailable, Transaction, Transactions } from "@beauty-store/sql/Transactions"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { CatalogChanges } from "./CatalogChanges.ts"
import * as KeptCopy from "./KeptCopy.ts"
import * as Turns from "./Turns.ts"
import { CatalogueWords, type Synonyms } from "./WordForms.ts"

/** A longer word is compared with none: a search uses so much of each. */
const longest = 40

/** How many words are read at a time: other requests are served between. */
const wordsAtOnce = 2_000
/** So many of them are added between two looks at the clock. */
const addedAtOnce = 20

const WordRow = Schema.Struct({ word: Schema.String, products: Query.Int })
const wordsAfter = Query.all(WordRow)<[after: string, most: number]>(
  "SELECT word, products FROM catalog_word WHERE word > ? ORDER BY word LIMIT ?"
)
/** Takes all words as one object of JSON, however many there are; in order, because others lock them too. */
const addWords = Query.change<[counts: string]>({
  sqlite: `INSERT INTO catalog_word (word, products) SELECT key, value FROM json_each(?) WHERE 1 = 1
    ON CONFLICT (word) DO UPDATE SET products = catalog_word.products + excluded.products`,
  pg: `INSERT INTO catalog_word (word, products)
    SELECT key, value::bigint FROM json_each_text(?::json) ORDER BY key COLLATE "C"
    ON CONFLICT (word) DO UPDATE SET products = catalog_word.products + excluded.products`
})

const dropWords = Query.change("DELETE FROM catalog_word WHERE products <= 0")

/** So many words are counted at once. */
const countedAtOnce = 10_000

/** How many products have each word, more or less than before. */
export class Counts {
  readonly #counts = new Map<string, number>()

  /** Counts the words of a product that comes (1) or goes (-1), as a folded text. */
  add(folded: string, by: 1 | -1): void {
    for (const word of new Set(folded.split(" "))) {
      if (word !== "" && word.length <= longest) this.#counts.set(word, (this.#counts.get(word) ?? 0) + by)
    }
  }

  /** Writes the counts, in the order of the words, because others lock them too. */
  readonly write: Effect.Effect<void, never, Transaction> = Effect.gen(this, function*() {
    const words = [...this.#counts.keys()].filter((word) => this.#counts.get(word) !== 0).sort()
    for (const some of Arr.chunksOf(words, countedAtOnce)) {
      yield* addWords(JSON.stringify(Object.fromEntries(some.map((word) => [word, this.#counts.get(word)]))))
    }
    if (words.some((word) => this.#counts.get(word)! < 0)) yield* dropWords()
  })
}

const readWords = Effect.fnUntraced(function*(transactions: typeof Transactions.Service, turn: Effect.Effect<void>) {
  const words: Array<readonly [word: string, products: number]> = []
  for (let after = "";;) {
    const rows: ReadonlyArray<typeof WordRow.Type> = yield* transactions.read(wordsAfter(after, wordsAtOnce))
    for (const { products, word } of rows) words.push([word, products])
    const last = rows.at(-1)
    if (last === undefined || rows.length < wordsAtOnce) return words
    after = last.word
    yield* turn
  }
})

/** The words with their forms; most of these are known of the words that were read before. */
const makeRead = (transactions: typeof Transactions.Service, synonyms: Synonyms) => {
  let before: CatalogueWords | undefined
  return Effect.gen(function*() {
    const turn = yield* Turns.make
    const words = yield* readWords(transactions, turn)
    const read = new CatalogueWords(words, synonyms)
    for (const [n, [word]] of words.entries()) {
      read.add(word, before)
      if ((n + 1) % addedAtOnce === 0) yield* turn
    }
    before = read
    return read
  })
}

/** The words as they are now. A price or a stock changes none. */
export const make = (
  transactions: typeof Transactions.Service,
  changes: CatalogChanges,
  synonyms: Synonyms
): Effect.Effect<CatalogueWords, StoreUnavailable> =>
  KeptCopy.make(changes, { read: makeRead(transactions, synonyms), renew: Effect.succeed })
