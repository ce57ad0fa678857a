/**
 * Searching products: pages of what a phrase and filters find, their facets, and suggestions while a phrase is typed.
 *
 * A word that finds none of the catalogue's (`WordForms`) is replaced by the nearest, if one is near (`Spelling`); a
 * category that neither the shop nor a product has is refused. The statements are in `SearchStatements`. Follows
 * docs/specification.md#search and docs/specification.md#entries.
 *
 * @since 1.0.0
 */
import * as Domain from "@beauty-store/domain/Catalog"
import { listWithin, pathTo } from "@beauty-store/domain/CategoryTree"
import * as Facet from "@beauty-store/domain/Facet"
import { InvalidInput } from "@beauty-store/domain/InvalidInput"
import type { Language, Languages } from "@beauty-store/domain/Language"
import { AmountMinor } from "@beauty-store/domain/Money"
import { OptionFilter, wantedOf } from "@beauty-store/domain/ProductOption"
import { inLanguage } from "@beauty-store/domain/ProductText"
import { corrected, distance, farthest } from "@beauty-store/domain/Spelling"
import { phrases } from "@beauty-store/domain/Suggestion"
import * as Cursor from "@beauty-store/sql/Cursor"
import { StoreSecret } from "@beauty-store/sql/Secrets"
import { type StoreUnavailable, Transactions } from "@beauty-store/sql/Transactions"
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { ShopAttributes } from "../Attributes.ts"
import { checking, Paging } from "../InputChecks.ts"
import { Policy } from "../Policy.ts"
import * as UseCase from "../UseCase.ts"
import { boughtAt } from "./Bestsellers.ts"
import { Catalog } from "./Catalog.ts"
import type { CatalogChanges } from "./CatalogChanges.ts"
import * as CatalogWords from "./CatalogWords.ts"
import * as IndexedProducts from "./IndexedProducts.ts"
import * as ProductNames from "./ProductNames.ts"
import {
  allBrands,
  type CatalogEntry,
  type CatalogProduct,
  makeToProduct,
  type ProductRow,
  type RowsOfEntry,
  toEntry
} from "./ProductRecords.ts"
import type { FoundEntry, SearchIndex } from "./SearchIndex.ts"
import * as SearchStatements from "./SearchStatements.ts"
import type { ListedRow, Place, Search } from "./SearchStatements.ts"
import { fold, wordsOf } from "./SearchWords.ts"
import type { CatalogueWords, WordForms } from "./WordForms.ts"

export type { Search }

/** What was searched for in place of the words that were typed, where the catalogue lacks some of them. */
export interface Correction {
  readonly correctedQuery?: string | undefined
}

/** A page of a search. */
export interface FoundProducts extends Cursor.Page<CatalogProduct>, Correction {}

/** A page of a list for people. */
export interface FoundEntries extends Cursor.Page<CatalogEntry>, Correction {}

/** The facets of a search, with the names of the brands. */
export interface SearchFacets extends Omit<Facet.Facets, "brands">, Correction {
  readonly brands: ReadonlyArray<{ readonly id: string; readonly name: string; readonly products: number }>
  readonly options: ReadonlyArray<Facet.OptionCounts>
}

/** What is offered for a phrase that is being typed. */
export interface Suggestions extends Correction {
  /** Ways to finish the phrase. */
  readonly phrases: ReadonlyArray<string>
  /** What the phrase finds, with the products of a group as one entry. */
  readonly entries: ReadonlyArray<CatalogEntry>
}

export class ProductSearch extends Context.Tag("@beauty-store/commerce/ProductSearch")<ProductSearch, {
  readonly search: (
    search: Search
  ) => Effect.Effect<FoundProducts, InvalidInput | Cursor.InvalidCursor | StoreUnavailable>
  /** The same search, with the products of a group as one entry. */
  readonly entries: (
    search: Search
  ) => Effect.Effect<FoundEntries, InvalidInput | Cursor.InvalidCursor | StoreUnavailable>
  /** What a search would find by each of its filters. Sort, limit and cursor make no difference. */
  readonly facets: (search: Search) => Effect.Effect<SearchFacets, InvalidInput | StoreUnavailable>
  /**
   * Suggestions for a phrase that is being typed; none for less than two characters. At most 8 of each. Phrases are
   * finished and corrected in a language, or else in the catalogue's and in any.
   */
  readonly suggestions: (typed: string, language?: Language) => Effect.Effect<Suggestions, StoreUnavailable>
}>() {}

const dependencies = Effect.all({
  policy: Policy,
  transactions: Transactions,
  attributes: ShopAttributes,
  toProduct: makeToProduct,
  places: Effect.map(StoreSecret, (secret) => Cursor.cursors(secret, "products", SearchStatements.Place))
})
interface Dependencies extends Effect.Effect.Success<typeof dependencies> {
  readonly words: Effect.Effect<CatalogueWords, StoreUnavailable>
  readonly index: Effect.Effect<SearchIndex, StoreUnavailable>
  readonly changes: CatalogChanges
}

const Bound = Schema.optional(AmountMinor)
const checkSearch = checking(Schema.Struct({
  q: Schema.optional(Schema.String),
  brand: Schema.optional(Schema.String),
  category: Schema.optional(Schema.String),
  minPriceMinor: Bound,
  maxPriceMinor: Bound,
  inStock: Schema.optional(Schema.Boolean),
  reduced: Schema.optional(Schema.Boolean),
  option: Schema.optional(OptionFilter),
  sort: Domain.SearchSort,
  ...Paging.fields
}))

/** The category that is nearest to a word, if one is near enough. */
const nearestOf = (asked: string, categories: ReadonlyArray<string>): string | undefined => {
  let most = farthest(asked)
  let nearest: string | undefined
  for (const category of categories) {
    if (Math.abs(category.length - asked.length) > most) continue
    const steps = distance(asked, category.toLowerCase())
    if (steps > most || steps === most && nearest !== undefined) continue
    most = steps
    nearest = category
  }
  return nearest
}

/** How many categories a refusal lists. */
const mostListed = 20

/** Refuses options that no product has; a value that none has finds nothing. */
const checkOptions = Effect.fnUntraced(function*({ index }: Dependencies, { option }: Search) {
  if (option === undefined) return
  const { optionNames } = yield* index
  if (wantedOf(option).every(({ name }) => optionNames.includes(name))) return
  return yield* new InvalidInput({
    faults: [{
      path: "option",
      words: `Expected options of ${optionNames.slice(0, mostListed).join(", ")}, each with a value`
    }]
  })
})

/** A search whose category is written as the shop writes it: one of the shop's, or that products of before have. */
const checked = (dependencies: Dependencies) => {
  const { policy: { categories, parents }, transactions } = dependencies
  return Effect.fnUntraced(function*(search: Search) {
    yield* checkSearch(search)
    yield* checkOptions(dependencies, search)
    if (search.category === undefined) return search
    const asked = search.category.toLowerCase()
    const written = (among: ReadonlyArray<string>) => among.find((one) => one.toLowerCase() === asked)
    const own = written(categories)
    if (own !== undefined) {
      const within = listWithin(parents, categories, own)
      return within.length === 1 ? { ...search, category: own } : { ...search, category: own, within }
    }
    const stocked = (yield* transactions.read(SearchStatements.categoriesOfProducts())).map(({ category }) => category)
    const known = [...new Set([...categories, ...stocked])]
    const category = written(known)
    if (category !== undefined) return { ...search, category }
    const meant = nearestOf(asked, known)
    return yield* new InvalidInput({
      faults: [{
        path: "category",
        words: `Expected one of ${known.slice(0, mostListed).join(", ")}${
          meant === undefined ? "" : `; is ${meant} meant?`
        }`
      }]
    })
  })
}

/** A phrase that has a text but no word finds nothing, and that is not an error. */
const isWordless = (q: string, words: ReadonlyArray<string>): boolean => words.length === 0 && q.trim() !== ""

/** How many of the nearest words are asked for their language. */
const mostNear = 8

/** Of so many products that have a word, in the order of their ids, it is asked in which language they have it. */
const mostAsked = 20

/** Whether a word is a product's in a language: it is in a text that is not of another one. */
const isSaid = ({ attributes: { product: definition }, index, policy, toProduct, transactions }: Dependencies) =>
  Effect.fnUntraced(function*(word: string, language: Language) {
    const ids = (yield* index).having(word).slice(0, mostAsked)
    const rows = yield* transactions.read(SearchStatements.rowsByIds(transactions.dialect, ids))
    const isOfCatalogue = language === policy.languages[0]
    const texts = isOfCatalogue
      ? undefined
      : yield* transactions.read(ProductNames.texts(rows.map(({ id }) => id)))
    return rows.some((row) => {
      const { attributes, brandName, category, ...product } = toProduct(row)
      const { description, group, name } = inLanguage(product, texts?.get(row.id), language)
      const searched = attributes === undefined ? "" : definition!.searchedIn(attributes.value)
      const said = [name, description, group?.name, group?.value, brandName, category, searched].join(" ")
      return fold(said).split(" ").includes(word)
    })
  })

/** What each word is replaced by that finds nothing, if anything is near enough in the language. */
const nearestIn = (dependencies: Dependencies) => {
  const isSaidIn = isSaid(dependencies)
  return Effect.fnUntraced(function*(
    words: CatalogueWords,
    typed: ReadonlyArray<string>,
    language: Language | undefined
  ) {
    const nearest = new Map<string, string>()
    for (const word of typed.filter((word) => !words.finds(word))) {
      for (const near of words.vocabulary.near(word).slice(0, mostNear)) {
        if (language !== undefined && !(yield* words.isSaid(near, language, isSaidIn(near, language)))) continue
        nearest.set(word, near)
        break
      }
    }
    return nearest
  })
}

/**
 * Rows that the words find, or those of the corrected words, if they find none because the catalogue lacks some.
 * Where those find none either, nothing is corrected.
 */
const correcting = (dependencies: Dependencies) => {
  const nearestOf = nearestIn(dependencies)
  return Effect.fnUntraced(function*<Row>(
    typed: ReadonlyArray<string>,
    language: Language | undefined,
    find: (forms: ReadonlyArray<WordForms>) => Effect.Effect<ReadonlyArray<Row>, StoreUnavailable>
  ) {
    if (typed.length === 0) return { rows: yield* find([]), words: typed }
    const words = yield* dependencies.words
    const findBy = (typed: ReadonlyArray<string>) => find(typed.map((word) => words.forms(word)))
    const rows = yield* findBy(typed)
    if (rows.length > 0) return { rows, words: typed }
    const nearest = yield* nearestOf(words, typed, language)
    const meant = corrected(typed, {
      hasBeginning: (word) => words.finds(word),
      nearest: (word) => nearest.get(word)
    })
    const others = meant === undefined ? [] : yield* findBy(meant)
    return others.length === 0
      ? { rows, words: typed }
      : { rows: others, words: meant!, correctedQuery: meant!.join(" ") }
  })
}

/** The correction, where there is one: elsewhere there is no such field. */
const correction = ({ correctedQuery }: Correction): Correction =>
  correctedQuery === undefined ? {} : { correctedQuery }

/** The rows of an entry. */
type ListedEntry = readonly [ListedRow, ...ReadonlyArray<ListedRow>]

/** How often the index and the rows are read anew where something changed between both. */
const mostReadings = 3

/** The rows of entries that the index has found, as far as there are such products still, each with its relevance. */
const rowsOfFound = Effect.fnUntraced(
  function*(
    { changes, index, transactions }: Dependencies,
    find: (index: SearchIndex, gone: number) => ReadonlyArray<FoundEntry>
  ) {
    // Entries that another process has deleted, of which the index does not know yet: others take their places.
    let gone = 0
    for (let readings = 1;; readings++) {
      const read = yield* index
      const since = changes.count
      const found = find(read, gone)
      const rows = yield* transactions.read(
        SearchStatements.rowsByIds(transactions.dialect, found.flat().map(({ id }) => id))
      )
      if (changes.count !== since && readings < mostReadings) continue
      const byId = new Map(rows.map((row) => [row.id, row]))
      const entries = found.flatMap((entry): ReadonlyArray<ListedEntry> => {
        const [first, ...more] = entry.flatMap(({ id, relevance, units }) => {
          const row = byId.get(id)
          return row === undefined ? [] : [{ ...row, relevance, units }]
        })
        return first === undefined ? [] : [[first, ...more]]
      })
      if (found.length - entries.length <= gone) return entries
      gone = found.length - entries.length
    }
  }
)

/** The rows of the entries that stand on a page of a list without words. */
const rowsOfList = Effect.fnUntraced(
  function*({ transactions: { dialect } }: Dependencies, search: Search, after: Place | undefined) {
    const rows = yield* SearchStatements.rowsOf(dialect, search, after)
    const groupIds = rows.flatMap(({ group_id }) => group_id === null ? [] : [group_id])
    if (search.groupsAsOne !== true || groupIds.length === 0) return rows.map((row): RowsOfEntry => [row])
    const byGroup = Arr.groupBy(yield* SearchStatements.rowsInGroups(dialect, search, groupIds), (row) => row.group_id!)
    return rows.map((row): RowsOfEntry => (row.group_id === null ? undefined : byGroup[row.group_id]) ?? [row])
  }
)

/** Whether a list without words is read along an index of the database: only the memory has all else in order. */
const isOfColumns = ({ option, reduced, sort }: Search): boolean =>
  option === undefined && reduced === undefined && sort !== "popularity"

/** A page of a search: the rows of each entry, and the words by which a product is named. */
const paged = (dependencies: Dependencies) => {
  const { places, transactions } = dependencies
  const check = checked(dependencies)
  const correct = correcting(dependencies)
  return Effect.fnUntraced(function*(asked: Search) {
    const search: Search = yield* check(asked)
    const { cursor, language, limit, sort: _, ...filter } = search
    const after = cursor === undefined ? undefined : yield* places.decode(cursor, filter)
    if (after !== undefined && after.sort !== search.sort) return yield* new Cursor.InvalidCursor()
    const { q = "" } = search
    const words = wordsOf(q)
    if (isWordless(q, words)) return { data: [], nextCursor: null, words }
    const bought = search.sort === "popularity"
      ? yield* transactions.read(boughtAt(yield* Clock.currentTimeMillis))
      : []
    const found = yield* correct(
      words,
      language,
      (forms): Effect.Effect<ReadonlyArray<ListedEntry>, StoreUnavailable> =>
        forms.length === 0 && isOfColumns(search)
          ? transactions.read(rowsOfList(dependencies, search, after))
          : rowsOfFound(
            dependencies,
            (index, gone) => index.page(index.match(forms), { ...search, limit: search.limit + gone }, after, bought)
          )
    )
    const page = Cursor.page(
      found.rows,
      limit,
      ([first]) => places.encode(SearchStatements.placeOf(search.sort, first), filter)
    )
    return { ...page, words: found.words, ...correction(found) }
  })
}

const search = (dependencies: Dependencies) => {
  const page = paged(dependencies)
  return (search: Search) =>
    Effect.map(page(search), ({ data, ...found }): FoundProducts => ({
      nextCursor: found.nextCursor,
      data: data.map(([row]) => dependencies.toProduct(row)),
      ...correction(found)
    }))
}

const entries = (dependencies: Dependencies) => {
  const page = paged(dependencies)
  return (search: Search) =>
    Effect.map(page({ ...search, groupsAsOne: true }), ({ words, ...found }): FoundEntries => ({
      ...found,
      data: found.data.map((rows) => toEntry(dependencies.toProduct, rows, words))
    }))
}

const facets = (dependencies: Dependencies) => {
  const { index, policy: { parents }, transactions, words: catalogueWords } = dependencies
  const check = checked(dependencies)
  const correct = correcting(dependencies)
  const countOptions = Effect.fnUntraced(function*(search: Search, words: ReadonlyArray<string>) {
    const known = words.length === 0 ? undefined : yield* catalogueWords
    const forms = known === undefined ? [] : words.map((word) => known.forms(word))
    const read = yield* index
    return read.countOptions(read.match(forms), search)
  })
  return Effect.fnUntraced(function*(asked: Search) {
    const search: Search = yield* check(asked)
    const { q = "" } = search
    const words = wordsOf(q)
    const { rows, ...found } = isWordless(q, words) ?
      { rows: Arr.empty<Facet.Group>(), words: undefined, correctedQuery: undefined } :
      yield* correct(
        words,
        search.language,
        (forms) => Effect.map(index, (index) => index.count(index.match(forms), search))
      )
    const counted = Facet.facets(rows, search, (category) => pathTo(parents, category))
    const names = new Map<string, string>((yield* transactions.read(allBrands())).map(({ id, name }) => [id, name]))
    const options = found.words === undefined ? [] : yield* countOptions(search, found.words)
    return {
      ...counted,
      options: Facet.optionCounts(options, search.option),
      // A filter may name a brand that does not exist.
      brands: counted.brands.map(({ id, products }) => ({ id, name: names.get(id) ?? id, products })),
      // The words are counted as corrected, too, where only the filters leave nothing of what they find.
      ...(counted.total > 0 && correction(found))
    }
  })
}

/** Phrases and entries that are suggested, and how many of the products that are found are looked at for the phrases. */
const mostSuggestions = 8
const mostLookedAt = 50

/** Rows with those of their group, in the order of the first of each. */
const grouped = (rows: ReadonlyArray<ProductRow>): ReadonlyArray<RowsOfEntry> => {
  const groups = new Map<string, Arr.NonEmptyArray<ProductRow>>()
  const all: Array<Arr.NonEmptyArray<ProductRow>> = []
  for (const row of rows) {
    const known = row.group_id === null ? undefined : groups.get(row.group_id)
    if (known !== undefined) known.push(row)
    else {
      const fresh: Arr.NonEmptyArray<ProductRow> = [row]
      all.push(fresh)
      if (row.group_id !== null) groups.set(row.group_id, fresh)
    }
  }
  return all
}

/** A phrase whose last word is spelled as products have it, in lower case: "dünenrauh" for "dunenrauh". */
const spellLast = (phrase: string, texts: ReadonlyArray<string>): string => {
  const start = phrase.lastIndexOf(" ") + 1
  const last = phrase.slice(start)
  for (const text of texts) {
    const written = text.match(/[\p{L}\p{M}\p{N}]+/gu)?.find((word) => fold(word) === last)
    if (written !== undefined) return phrase.slice(0, start) + written.toLowerCase().normalize("NFC")
  }
  return phrase
}

/** The names and brands of products, in a language of the shop. */
const namesOf = Effect.fnUntraced(function*(languages: Languages, rows: ReadonlyArray<ProductRow>, language: Language) {
  const names = yield* ProductNames.inLanguage(languages, language, rows, ({ id }) => id)
  return names.map(({ brand_name, name }) => `${name} ${brand_name}`)
})

const suggestions = (dependencies: Dependencies) => {
  const { policy: { languages }, transactions } = dependencies
  const correct = correcting(dependencies)
  return Effect.fnUntraced(function*(typed: string, language?: Language) {
    const words = wordsOf(typed)
    if (fold(typed).length < 2) return { phrases: [], entries: [] }
    const found = yield* correct(
      words,
      language,
      (forms) =>
        rowsOfFound(
          dependencies,
          (index) => index.page(index.match(forms), { sort: "relevance", limit: mostLookedAt }, undefined)
        )
    )
    const rows = found.rows.map(([row]) => row)
    const texts = yield* transactions.read(namesOf(languages, rows, language ?? languages[0]))
    return {
      phrases: phrases(found.words, texts.map(wordsOf), mostSuggestions).map((phrase) => spellLast(phrase, texts)),
      entries: grouped(rows).slice(0, mostSuggestions).map((rows) =>
        toEntry(dependencies.toProduct, rows, found.words)
      ),
      ...correction(found)
    }
  })
}

export const layer: Layer.Layer<ProductSearch, never, Catalog | Policy | Transactions | StoreSecret> = Layer.effect(
  ProductSearch,
  Effect.map(Effect.zip(dependencies, Catalog), ([deps, { changes }]) => {
    const searching = {
      ...deps,
      changes,
      index: IndexedProducts.make(deps.transactions, changes),
      words: CatalogWords.make(deps.transactions, changes, deps.policy.synonyms.map((list) => list.map(fold)))
    }
    return {
      search: UseCase.named("ProductSearch.search", search(searching)),
      entries: UseCase.named("ProductSearch.entries", entries(searching)),
      facets: UseCase.named("ProductSearch.facets", facets(searching)),
      suggestions: UseCase.named("ProductSearch.suggestions", suggestions(searching))
    }
  })
)
