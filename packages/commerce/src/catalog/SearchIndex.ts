/**
 * The products of a catalogue by their words, in memory: which a search finds, in which order, and how they are counted.
 *
 * The rule: relevance depends on the form in which a word was found (`WordForms`), then on where it was found (name
 * before brand before category before the rest), never on how rare it is. No search library ranks so (they weigh rare
 * words), and a database scores every match anew for each page. Follows docs/specification.md#search.
 */
import type { SearchSort } from "@beauty-store/domain/Catalog"
import * as Facet from "@beauty-store/domain/Facet"
import type { BrandId, ProductId } from "@beauty-store/domain/Ids"
import { type ChosenOption, fromKey, keyOf, wantedOf } from "@beauty-store/domain/ProductOption"
import * as Struct from "effect/Struct"
import type { Bought } from "./Bestsellers.ts"
import type { Place, Search } from "./SearchStatements.ts"
import type { Term, WordForms } from "./WordForms.ts"

/** What changes of a product without its words. */
export interface Offered {
  readonly id: ProductId
  readonly priceMinor: number
  readonly inStock: boolean
  /** Whether the price is announced as reduced. */
  readonly isReduced: boolean
}

/** A product as the index has it. */
export interface IndexedProduct extends Offered {
  readonly brandId: BrandId
  readonly groupId: ProductId | null
  /** By which it is chosen in its group. */
  readonly options: ReadonlyArray<Pick<ChosenOption, "name" | "value">>
  readonly category: string
  /** The folded name, by which lists are sorted. */
  readonly nameKey: string
  readonly addedAt: number
  readonly isSold: boolean
  /** Folded words of the name, the brand, the category and the rest. */
  readonly texts: readonly [name: string, brand: string, category: string, other: string]
}

/** What a word is worth by where it stands, which is also the bit that says so. */
const fieldWorth = [8, 4, 2, 1] as const
const bitsOfField = 4
const allFields = 15
/** How far apart the levels of forms are: more than all fields are worth together. */
const levelWorth = 16
const notFound = 255
/** In no group. */
const none = -1

/** Numbers for values, from 0 on, in the order of their first use. */
class Numbering<Value> {
  readonly values: Array<Value> = []
  readonly #numbers = new Map<Value, number>()

  /** The number of a value; undefined if it has none. */
  find(value: Value): number | undefined {
    return this.#numbers.get(value)
  }

  of(value: Value): number {
    const known = this.#numbers.get(value)
    if (known !== undefined) return known
    this.#numbers.set(value, this.values.length)
    return this.values.push(value) - 1
  }
}

/** By code points, as databases sort; code units put what is beyond the first plane before the end of that. */
export const compareByCodePoint = (one: string, other: string): number => {
  const rank = (unit: number) => unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800
  for (let n = 0; n < one.length && n < other.length; n++) {
    const difference = rank(one.charCodeAt(n)) - rank(other.charCodeAt(n))
    if (difference !== 0) return difference
  }
  return one.length - other.length
}

/** The first of so many places whose value is not before: `isBefore` holds for a beginning of them. */
const lowerBound = (length: number, isBefore: (n: number) => boolean): number => {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}

/** The products that words find and that are sold, in the order of their ids, and how relevant each product is. */
export interface Matches {
  readonly numbers: Int32Array
  readonly relevance: Int16Array
}

/** An entry of a page: the products that it shows, the first in front. */
export type FoundEntry = ReadonlyArray<
  { readonly id: ProductId; readonly relevance: number; readonly units: number }
>

/** The least of a list by an order, at most so many. */
class Least {
  readonly members: Array<number> = []
  readonly #most: number
  readonly #compare: (one: number, other: number) => number

  constructor(most: number, compare: (one: number, other: number) => number) {
    this.#most = most
    this.#compare = compare
  }

  add(member: number): void {
    const { members } = this
    if (members.length === this.#most && this.#compare(member, members.at(-1)!) > 0) return
    members.splice(lowerBound(members.length, (n) => this.#compare(members[n]!, member) < 0), 0, member)
    if (members.length > this.#most) members.pop()
  }
}

/** An index: made of products, given the words of each, and then complete. */
export class SearchIndex {
  /** In the order of their ids; so are the columns below. */
  readonly #products: ReadonlyArray<Pick<IndexedProduct, "id" | "brandId" | "category" | "addedAt">>
  readonly #numbers: ReadonlyMap<string, number>
  readonly #prices: Float64Array
  readonly #inStock: Uint8Array
  readonly #isReduced: Uint8Array
  readonly #isSold: Uint8Array
  readonly #kinds = new Numbering<string>()
  /** Brand and category as one number. */
  readonly #kindOf: Int32Array
  readonly #groups = new Numbering<ProductId>()
  readonly #options = new Numbering<string>()
  readonly #optionsOf: ReadonlyArray<ReadonlyArray<number>>
  readonly #inGroup: Array<Array<number>> = []
  readonly #groupOf: Int32Array
  /** All names in their order, and of each product the place of its own. */
  readonly #names: ReadonlyArray<string>
  readonly #nameRanks: Int32Array
  #texts: ReadonlyArray<IndexedProduct["texts"]>
  #postingsOf = new Map<string, Array<number>>()
  /** All words in their order. */
  #vocabulary: ReadonlyArray<string> = []
  /** Word for word, the products that have it, each with the fields that have it in its lowest bits. */
  #postings = new Uint32Array(0)
  /** Where those of each word begin, and the last ones end. */
  #starts = new Uint32Array(1)

  /** Of products whose words are added one after the other. */
  constructor(products: ReadonlyArray<IndexedProduct>) {
    const sorted = products.toSorted((a, b) => a.id < b.id ? -1 : 1)
    this.#products = sorted.map(Struct.pick("id", "brandId", "category", "addedAt"))
    this.#texts = sorted.map(({ texts }) => texts)
    this.#numbers = new Map(sorted.map(({ id }, n) => [id, n]))
    this.#prices = Float64Array.from(sorted, ({ priceMinor }) => priceMinor)
    this.#inStock = Uint8Array.from(sorted, ({ inStock }) => Number(inStock))
    this.#isReduced = Uint8Array.from(sorted, ({ isReduced }) => Number(isReduced))
    this.#isSold = Uint8Array.from(sorted, ({ isSold }) => Number(isSold))
    this.#kindOf = Int32Array.from(sorted, ({ brandId, category }) => this.#kinds.of(`${brandId} ${category}`))
    this.#groupOf = Int32Array.from(sorted, ({ groupId }) => groupId === null ? none : this.#groups.of(groupId))
    this.#optionsOf = sorted.map(({ options }) => options.map((one) => this.#options.of(keyOf(one))))
    for (const [n, group] of this.#groupOf.entries()) if (group !== none) (this.#inGroup[group] ??= []).push(n)
    this.#names = [...new Set(sorted.map(({ nameKey }) => nameKey))].sort(compareByCodePoint)
    const ranks = new Map(this.#names.map((name, rank) => [name, rank]))
    this.#nameRanks = Int32Array.from(sorted, ({ nameKey }) => ranks.get(nameKey)!)
  }

  get size(): number {
    return this.#products.length
  }

  /** The names of the options by which products are chosen, in the order of their letters. */
  get optionNames(): ReadonlyArray<string> {
    return [...new Set(this.#options.values.map((key) => fromKey(key).name))].sort()
  }

  /** Adds the words of the nth product, the products in their order. */
  addWords(n: number): void {
    const fields = new Map<string, number>()
    for (const [field, text] of this.#texts[n]!.entries()) {
      for (const word of text.split(" ")) {
        if (word !== "") fields.set(word, (fields.get(word) ?? 0) | fieldWorth[field]!)
      }
    }
    for (const [word, bits] of fields) {
      const posting = n << bitsOfField | bits
      const postings = this.#postingsOf.get(word)
      if (postings === undefined) this.#postingsOf.set(word, [posting])
      else postings.push(posting)
    }
  }

  /** All words have been added. */
  complete(): this {
    const words = [...this.#postingsOf.keys()].sort()
    const lists = words.map((word) => this.#postingsOf.get(word)!)
    this.#vocabulary = words
    this.#starts = new Uint32Array(words.length + 1)
    for (const [n, { length }] of lists.entries()) this.#starts[n + 1] = this.#starts[n]! + length
    this.#postings = new Uint32Array(this.#starts[words.length]!)
    for (const [n, list] of lists.entries()) this.#postings.set(list, this.#starts[n])
    this.#postingsOf = new Map()
    this.#texts = []
    return this
  }

  /** Another price of a product, whether that is reduced, or whether the product can be bought. */
  change({ id, inStock, isReduced, priceMinor }: Offered): void {
    const n = this.#numbers.get(id)
    if (n === undefined) return
    this.#prices[n] = priceMinor
    this.#inStock[n] = Number(inStock)
    this.#isReduced[n] = Number(isReduced)
  }

  /** The products that are sold and have exactly a word, in the order of their ids. */
  having(word: string): ReadonlyArray<ProductId> {
    return [...this.#find({ word, isBeginning: false })].map((posting) => posting >> bitsOfField)
      .filter((n) => this.#isSold[n] === 1).map((n) => this.#products[n]!.id)
  }

  /** The products that have all words, whatever a search filters by. */
  match(words: ReadonlyArray<WordForms>): Matches {
    const fields = new Uint8Array(this.size)
    const levels = new Uint8Array(this.size)
    for (const forms of words) {
      const found = this.#levelsOf(forms, fields)
      for (let n = 0; n < found.length; n++) levels[n] = Math.max(levels[n]!, found[n]!)
    }
    const numbers = new Int32Array(this.size)
    const relevance = new Int16Array(this.size)
    const isSold = this.#isSold
    let count = 0
    for (let n = 0; n < levels.length; n++) {
      if (levels[n] === notFound || isSold[n] === 0) continue
      relevance[n] = fields[n]! - levelWorth * levels[n]!
      numbers[count++] = n
    }
    return { numbers: numbers.subarray(0, count), relevance }
  }

  /** A page of what was found, and one entry more, from a position on. `bought`: for lists by popularity. */
  page(
    matches: Matches,
    search: Search,
    after: Place | undefined,
    bought: ReadonlyArray<Bought> = []
  ): ReadonlyArray<FoundEntry> {
    const units = this.#unitsOf(bought)
    const { isBehind, order } = this.#orderOf(search.sort, matches, units, after)
    const groupOf = search.groupsAsOne === true ? this.#groupOf : undefined
    const wanted = this.#filter(matches, search)
    const least = new Least(search.limit + 1, order)
    const firsts = new Int32Array(this.#groups.values.length).fill(none)
    for (const n of wanted) {
      const group = groupOf?.[n] ?? none
      if (group !== none) {
        const first = firsts[group]!
        if (first === none || order(n, first) < 0) firsts[group] = n
      } else if (isBehind(n)) least.add(n)
    }
    for (const first of firsts) if (first !== none && isBehind(first)) least.add(first)
    const isWanted = new Set(least.members.some((n) => (groupOf?.[n] ?? none) !== none) ? wanted : [])
    return least.members.map((first) => {
      const group = groupOf?.[first] ?? none
      const members = group === none ? [first] : this.#inGroup[group]!.filter((n) => isWanted.has(n)).sort(order)
      return members.map((n) => ({
        id: this.#products[n]!.id,
        relevance: matches.relevance[n]!,
        units: units.get(n) ?? 0
      }))
    })
  }

  /** All that was found, counted in groups, whatever the search filters by. */
  count(
    matches: Matches,
    search: Search
  ): ReadonlyArray<Facet.Group> {
    const { groupsAsOne = false, maxPriceMinor = Infinity, minPriceMinor = 0, option } = search
    const numbers = this.#filter(matches, { option })
    const ranges = Facet.priceBounds.length + 1
    const counts = new Int32Array(this.#kinds.values.length * ranges * 8)
    // A product group counts once (`Facet`), so that it is listed again for another key only.
    const lastKeys = new Int32Array(this.#groups.values.length).fill(none)
    const groups: Array<Facet.Group> = []
    const add = (key: number, n: number, products: number, productGroup?: ProductId) => {
      const { brandId, category } = this.#products[n]!
      const [isReduced, isPriceWanted, inStock] = [(key & 4) !== 0, (key & 2) !== 0, (key & 1) !== 0]
      const range = (key >> 3) % ranges
      groups.push({ brandId, category, range, isReduced, isPriceWanted, inStock, productGroup, products })
    }
    const examples = new Int32Array(counts.length)
    for (let at = 0; at < numbers.length; at++) {
      const n = numbers[at]!
      const priceMinor = this.#prices[n]!
      const isPriceWanted = priceMinor >= minPriceMinor && priceMinor <= maxPriceMinor
      const key = (this.#kindOf[n]! * ranges + Facet.rangeOf(priceMinor)) * 8 + this.#isReduced[n]! * 4 +
        Number(isPriceWanted) * 2 + this.#inStock[n]!
      const group = groupsAsOne ? this.#groupOf[n]! : none
      if (group === none) {
        counts[key]!++
        examples[key] = n
      } else if (lastKeys[group] !== key) {
        lastKeys[group] = key
        add(key, n, 1, this.#groups.values[group])
      }
    }
    for (let key = 0; key < counts.length; key++) if (counts[key]! > 0) add(key, examples[key]!, counts[key]!)
    return groups
  }

  /**
   * How many products, or groups, the search would find by each value of an option: without its own filter on that
   * option (`Facet`).
   */
  countOptions(matches: Matches, search: Search) {
    const wanted = this.#wantedOptions(search)
    const counts = new Int32Array(this.#options.values.length)
    const counted = new Set<number>()
    for (const n of this.#filter(matches, { ...search, option: undefined })) {
      const own = this.#optionsOf[n]!
      const [first, ...more] = own.length === 0 ? [] : this.#lacks(n, wanted)
      if (more.length > 0) continue
      const group = search.groupsAsOne === true ? this.#groupOf[n]! : none
      for (const option of own) {
        if (first !== undefined && fromKey(this.#options.values[option]!).name !== first.name) continue
        const place = option * this.#groups.values.length + group
        if (group !== none && counted.has(place)) continue
        if (group !== none) counted.add(place)
        counts[option]!++
      }
    }
    return this.#options.values.flatMap((key, n) => counts[n] === 0 ? [] : [{ ...fromKey(key), products: counts[n]! }])
  }

  #wantedOptions({ option }: Pick<Search, "option">) {
    return wantedOf(option).map((one) => ({ name: one.name, number: this.#options.find(keyOf(one)) ?? none }))
  }

  /** The options that are wanted and that a product has another value of, or none. */
  #lacks<Wanted extends { readonly number: number }>(n: number, wanted: ReadonlyArray<Wanted>): ReadonlyArray<Wanted> {
    return wanted.filter(({ number }) => !this.#optionsOf[n]!.includes(number))
  }

  /** Of each product, the level at which it has a word; the fields that have any of its forms are marked. */
  #levelsOf({ levels }: WordForms, fields: Uint8Array): Uint8Array {
    const found = new Uint8Array(this.size).fill(notFound)
    for (const [level, alternatives] of levels.entries()) {
      for (const lists of alternatives) {
        const having = lists.map((terms) => this.#fieldsOf(terms))
        for (let n = 0; n < this.size; n++) {
          let all = allFields
          for (const some of having) {
            fields[n]! |= some[n]!
            if (some[n] === 0) all = 0
          }
          if (all !== 0 && found[n]! > level) found[n] = level
        }
      }
    }
    return found
  }

  /** The postings of a word, or of all that begin so: they are next to each other. */
  #find({ isBeginning, word }: Term): Uint32Array {
    const words = this.#vocabulary
    const from = lowerBound(words.length, (n) => words[n]! < word)
    const to = isBeginning
      ? lowerBound(words.length, (n) => n < from || words[n]!.startsWith(word))
      : from + Number(words[from] === word)
    return this.#postings.subarray(this.#starts[from], this.#starts[to])
  }

  /** Of each product, the fields that have one of the terms. */
  #fieldsOf(terms: ReadonlyArray<Term>): Uint8Array {
    const fields = new Uint8Array(this.size)
    for (const term of terms) {
      const postings = this.#find(term)
      for (let at = 0; at < postings.length; at++) fields[postings[at]! >> bitsOfField]! |= postings[at]! & allFields
    }
    return fields
  }

  /** Those that a search wants of what was found. */
  #filter(
    { numbers }: Matches,
    search: Omit<Search, "sort" | "limit">
  ): Int32Array {
    const { brand, category, inStock, maxPriceMinor = Infinity, minPriceMinor = 0, reduced, within } = search
    const options = this.#wantedOptions(search)
    const categories = category === undefined ? undefined : new Set(within ?? [category])
    const [prices, stock, reductions, products] = [this.#prices, this.#inStock, this.#isReduced, this.#products]
    const otherStock = inStock === undefined ? none : 1 - Number(inStock)
    const otherReduction = reduced === undefined ? none : 1 - Number(reduced)
    const wanted = new Int32Array(numbers.length)
    let count = 0
    // Typed arrays are filtered by hand, because their own `filter` takes ten times as long.
    for (let at = 0; at < numbers.length; at++) {
      const n = numbers[at]!
      if (prices[n]! < minPriceMinor || prices[n]! > maxPriceMinor || stock[n] === otherStock) continue
      if (reductions[n] === otherReduction) continue
      if (brand !== undefined && products[n]!.brandId !== brand) continue
      if (categories?.has(products[n]!.category) === false) continue
      if (options.length > 0 && this.#lacks(n, options).length > 0) continue
      wanted[count++] = n
    }
    return wanted.subarray(0, count)
  }

  /** The units that were bought of each product, with those of its group. */
  #unitsOf(bought: ReadonlyArray<Bought>): ReadonlyMap<number, number> {
    const units = new Map<number, number>()
    for (const one of bought) {
      const group = one.group_id === null ? undefined : this.#groups.find(one.group_id)
      const alone = this.#numbers.get(one.product_id)
      const members = group === undefined ? (alone === undefined ? [] : [alone]) : this.#inGroup[group]!
      for (const n of members) units.set(n, one.units)
    }
    return units
  }

  /** The order of a list, and whether a product stands behind a position of it. */
  #orderOf(sort: SearchSort, matches: Matches, units: ReadonlyMap<number, number>, after: Place | undefined) {
    const keys: Readonly<Record<SearchSort, (n: number) => number>> = {
      relevance: (n) => -matches.relevance[n]!,
      price: (n) => this.#prices[n]!,
      "-price": (n) => -this.#prices[n]!,
      name: (n) => this.#nameRanks[n]!,
      newest: (n) => -this.#products[n]!.addedAt,
      popularity: (n) => -(units.get(n) ?? 0)
    }
    const key = keys[sort]
    const order = (one: number, other: number): number => key(one) - key(other) || one - other
    if (after === undefined) return { order, isBehind: () => true }
    const reached = typeof after.key === "string"
      ? this.#rankOf(after.key)
      : sort === "price"
      ? after.key
      : -after.key
    const isBehind = (n: number): boolean => key(n) > reached || key(n) === reached && this.#products[n]!.id > after.id
    return { order, isBehind }
  }

  /** The rank of a name, or one between its neighbours where no product has it any more. */
  #rankOf(name: string): number {
    const rank = lowerBound(this.#names.length, (n) => compareByCodePoint(this.#names[n]!, name) < 0)
    return this.#names[rank] === name ? rank : rank - 0.5
  }
}
