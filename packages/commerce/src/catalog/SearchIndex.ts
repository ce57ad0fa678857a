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
import type { Place, Search } from "./SearchStatements.ts"
import type { Term, WordForms } from "./WordForms.ts"

/** What changes of a product without its words. */
export interface Offered {
  readonly id: ProductId
  readonly priceMinor: number
  readonly inStock: boolean
}

/** A product as the index has it. */
export interface IndexedProduct extends Offered {
  readonly brandId: BrandId
  readonly groupId: ProductId | null
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

/** Numbers for values, from 0 on, in the order of their first use. */
class Numbering<Value> {
  readonly values: Array<Value> = []
  readonly #numbers = new Map<Value, number>()

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

/** The products that words find: their relevance, or nothing. */
export interface Matches {
  readonly relevance: (n: number) => number
  readonly has: (n: number) => boolean
}

/** An entry of a page: the products that it shows, the first in front. */
export type FoundEntry = ReadonlyArray<{ readonly id: ProductId; readonly relevance: number }>

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

export class SearchIndex {
  /** In the order of their ids. */
  readonly #products: Array<IndexedProduct>
  readonly #numbers = new Map<string, number>()
  readonly #brands = new Numbering<BrandId>()
  readonly #categories = new Numbering<string>()
  readonly #groups = new Numbering<ProductId>()
  readonly #inGroup: Array<Array<number>> = []
  readonly #brandOf: Int32Array
  readonly #categoryOf: Int32Array
  readonly #groupOf: Int32Array
  /** Of each product, how many names come before its own. */
  readonly #nameRanks: Int32Array
  readonly #names: ReadonlyArray<string>
  /** Of each word, the products that have it, each with the fields that have it in its lowest bits. */
  readonly #postings = new Map<string, Array<number>>()
  #vocabulary: ReadonlyArray<string> = []

  /** Of products whose words are added one after the other. */
  constructor(products: ReadonlyArray<IndexedProduct>) {
    this.#products = products.toSorted((a, b) => a.id < b.id ? -1 : 1)
    this.#brandOf = Int32Array.from(this.#products, ({ brandId }) => this.#brands.of(brandId))
    this.#categoryOf = Int32Array.from(this.#products, ({ category }) => this.#categories.of(category))
    this.#groupOf = new Int32Array(products.length).fill(-1)
    this.#nameRanks = new Int32Array(products.length)
    this.#names = [...new Set(products.map(({ nameKey }) => nameKey))].sort(compareByCodePoint)
    const ranks = new Map(this.#names.map((name, rank) => [name, rank]))
    for (const [n, { groupId, id, nameKey }] of this.#products.entries()) {
      this.#numbers.set(id, n)
      this.#nameRanks[n] = ranks.get(nameKey)!
      if (groupId === null) continue
      const group = this.#groups.of(groupId)
      this.#groupOf[n] = group
      const members = this.#inGroup[group]
      if (members === undefined) this.#inGroup[group] = [n]
      else members.push(n)
    }
  }

  get size(): number {
    return this.#products.length
  }

  /** Adds the words of the nth product, the products in their order. */
  addWords(n: number): void {
    const fields = new Map<string, number>()
    for (const [field, text] of this.#products[n]!.texts.entries()) {
      for (const word of text.split(" ")) {
        if (word !== "") fields.set(word, (fields.get(word) ?? 0) | fieldWorth[field]!)
      }
    }
    for (const [word, bits] of fields) {
      const posting = n << bitsOfField | bits
      const postings = this.#postings.get(word)
      if (postings === undefined) this.#postings.set(word, [posting])
      else postings.push(posting)
    }
  }

  /** All words have been added. */
  complete(): this {
    this.#vocabulary = [...this.#postings.keys()].sort()
    return this
  }

  /** Another price of a product, or whether it can be bought. */
  change(offered: Offered): void {
    const n = this.#numbers.get(offered.id)
    if (n !== undefined) this.#products[n] = { ...this.#products[n]!, ...offered }
  }

  /** The products that are sold and have exactly a word, in the order of their ids. */
  having(word: string): ReadonlyArray<ProductId> {
    return (this.#postings.get(word) ?? []).map((posting) => this.#products[posting >> bitsOfField]!)
      .filter(({ isSold }) => isSold).map(({ id }) => id)
  }

  /** The products that have all words, whatever a search filters by. */
  match(words: ReadonlyArray<WordForms>): Matches {
    const fields = new Uint8Array(this.size)
    const levels = new Uint8Array(this.size)
    for (const forms of words) {
      const found = this.#levelsOf(forms, fields)
      for (let n = 0; n < found.length; n++) levels[n] = Math.max(levels[n]!, found[n]!)
    }
    return {
      has: (n) => levels[n] !== notFound && this.#products[n]!.isSold,
      relevance: (n) => fields[n]! - levelWorth * levels[n]!
    }
  }

  /** A page of what was found, and one entry more, from a position on. */
  page(matches: Matches, search: Search, after: Place | undefined): ReadonlyArray<FoundEntry> {
    const { isBehind, order } = this.#orderOf(search.sort, matches, after)
    const isWanted = this.#filterOf(search)
    const least = new Least(search.limit + 1, order)
    const firsts = new Int32Array(this.#groups.values.length).fill(-1)
    for (let n = 0; n < this.size; n++) {
      if (!matches.has(n) || !isWanted(n)) continue
      const group = search.groupsAsOne === true ? this.#groupOf[n]! : -1
      if (group < 0) {
        if (isBehind(n)) least.add(n)
      } else if (firsts[group]! < 0 || order(n, firsts[group]!) < 0) firsts[group] = n
    }
    for (const first of firsts) if (first >= 0 && isBehind(first)) least.add(first)
    const foundOf = (n: number) => ({ id: this.#products[n]!.id, relevance: matches.relevance(n) })
    return least.members.map((first) => {
      const group = search.groupsAsOne === true ? this.#groupOf[first]! : -1
      const members = group < 0
        ? [first]
        : this.#inGroup[group]!.filter((n) => matches.has(n) && isWanted(n)).sort(order)
      return members.map(foundOf)
    })
  }

  /** All that was found, counted in groups, whatever the search filters by. */
  count(
    matches: Matches,
    { groupsAsOne = false, maxPriceMinor = Infinity, minPriceMinor = 0 }: Search
  ): ReadonlyArray<Facet.Group> {
    const groups = new Map<number, { -readonly [key in keyof Facet.Group]: Facet.Group[key] }>()
    const [categories, ranges] = [this.#categories.values.length, Facet.priceBounds.length + 1]
    for (let n = 0; n < this.size; n++) {
      if (!matches.has(n)) continue
      const { brandId, category, inStock, priceMinor } = this.#products[n]!
      const isPriceWanted = priceMinor >= minPriceMinor && priceMinor <= maxPriceMinor
      const range = Facet.rangeOf(priceMinor)
      const group = groupsAsOne ? this.#groupOf[n]! : -1
      const kind = ((group + 1) * 2 + Number(isPriceWanted)) * 2 + Number(inStock)
      const key = ((kind * ranges + range) * categories + this.#categoryOf[n]!) * this.#brands.values.length
        + this.#brandOf[n]!
      const known = groups.get(key)
      if (known !== undefined) known.products++
      else {
        const productGroup = group < 0 ? undefined : this.#groups.values[group]
        groups.set(key, { brandId, category, range, isPriceWanted, inStock, productGroup, products: 1 })
      }
    }
    return [...groups.values()]
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

  /** Of each product, the fields that have one of the terms. */
  #fieldsOf(terms: ReadonlyArray<Term>): Uint8Array {
    const fields = new Uint8Array(this.size)
    const add = (postings: ReadonlyArray<number> = []) => {
      for (const posting of postings) fields[posting >> bitsOfField]! |= posting & allFields
    }
    for (const { isBeginning, word } of terms) {
      if (!isBeginning) add(this.#postings.get(word))
      else {
        const words = this.#vocabulary
        const from = lowerBound(words.length, (n) => words[n]! < word)
        for (let n = from; words[n]?.startsWith(word) === true; n++) add(this.#postings.get(words[n]!))
      }
    }
    return fields
  }

  #filterOf({ brand, category, inStock, maxPriceMinor = Infinity, minPriceMinor = 0 }: Search) {
    return (n: number): boolean => {
      const product = this.#products[n]!
      return (brand === undefined || product.brandId === brand)
        && (category === undefined || product.category === category)
        && product.priceMinor >= minPriceMinor && product.priceMinor <= maxPriceMinor
        && (inStock === undefined || product.inStock === inStock)
    }
  }

  /** The order of a list, and whether a product stands behind a position of it. */
  #orderOf(sort: SearchSort, matches: Matches, after: Place | undefined) {
    const keys: Readonly<Record<SearchSort, (n: number) => number>> = {
      relevance: (n) => -matches.relevance(n),
      price: (n) => this.#products[n]!.priceMinor,
      "-price": (n) => -this.#products[n]!.priceMinor,
      name: (n) => this.#nameRanks[n]!,
      newest: (n) => -this.#products[n]!.addedAt
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
