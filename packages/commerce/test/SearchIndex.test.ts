/** The index of words in memory: it finds, orders, counts and pages what its rule says, for any products and words. */
import { SearchSort } from "@beauty-store/domain/Catalog"
import * as Facet from "@beauty-store/domain/Facet"
import { BrandId, ProductId } from "@beauty-store/domain/Ids"
import { wantedOf } from "@beauty-store/domain/ProductOption"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { compareByCodePoint, type IndexedProduct, SearchIndex } from "../src/catalog/SearchIndex.ts"
import type { Place, Search } from "../src/catalog/SearchStatements.ts"
import type { Term, WordForms } from "../src/catalog/WordForms.ts"

const vocabulary = ["rose", "rosen", "oil", "serum", "sun", "sonnencreme", "creme", "10"]
const text = fc.array(fc.constantFrom(...vocabulary), { maxLength: 3 }).map((words) => words.join(" "))
const names = ["ada", "bo", "z", "\u{1d49c}", "\u{ff21}"]

const product = fc.record({
  brandId: fc.constantFrom("alba", "bora").map((id) => BrandId.make(id)),
  groupId: fc.option(fc.constantFrom("g1", "g2").map((id) => ProductId.make(id)), { freq: 2 }),
  options: fc.tuple(fc.constantFrom("Red", "Blue", "1:2"), fc.constantFrom("Fine", "Red"), fc.boolean()).map(
    ([shade, grind, both]) => [{ name: "shade", value: shade }, ...(both ? [{ name: "Grind", value: grind }] : [])]
  ),
  category: fc.constantFrom("skincare", "hair"),
  priceMinor: fc.constantFrom(500, 999, 1000, 4999, 60_000),
  nameKey: fc.constantFrom(...names),
  addedAt: fc.integer({ min: 0, max: 3 }),
  inStock: fc.boolean(),
  isReduced: fc.boolean(),
  isSold: fc.boolean(),
  texts: fc.tuple(text, text, text, text)
})
const products = fc.array(product, { maxLength: 12 }).map((list): ReadonlyArray<IndexedProduct> =>
  list.map((one, n) => ({ ...one, id: ProductId.make(`p${String(n).padStart(2, "0")}`) }))
)

const term = fc.record({ word: fc.constantFrom(...vocabulary, "ro", "so", "x"), isBeginning: fc.boolean() })
const alternatives = fc.array(
  fc.array(fc.array(term, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 }),
  {
    maxLength: 2
  }
)
const words: fc.Arbitrary<ReadonlyArray<WordForms>> = fc.array(
  fc.record({ typed: fc.constant(""), levels: fc.tuple(alternatives, alternatives, alternatives, alternatives) }),
  { minLength: 1, maxLength: 2 }
)
const search: fc.Arbitrary<Search> = fc.record({
  brand: fc.option(fc.constant("alba"), { nil: undefined }),
  category: fc.option(fc.constant("hair"), { nil: undefined }),
  within: fc.option(fc.constant(["hair", "skincare"]), { nil: undefined }),
  minPriceMinor: fc.option(fc.constant(999), { nil: undefined }),
  maxPriceMinor: fc.option(fc.constant(4999), { nil: undefined }),
  inStock: fc.option(fc.boolean(), { nil: undefined }),
  reduced: fc.option(fc.boolean(), { freq: 2, nil: undefined }),
  option: fc.constantFrom(undefined, undefined, "shade:Red", "shade:1:2|Grind:Red", "Grind:None"),
  groupsAsOne: fc.boolean(),
  sort: fc.constantFrom(...SearchSort.literals),
  limit: fc.integer({ min: 1, max: 3 })
})

const indexOf = (products: ReadonlyArray<IndexedProduct>): SearchIndex => {
  const index = new SearchIndex(products)
  for (let n = 0; n < index.size; n++) index.addWords(n)
  return index.complete()
}

const hasTerm = (text: string, { isBeginning, word }: Term): boolean =>
  text.split(" ").some((one) => one !== "" && (isBeginning ? one.startsWith(word) : one === word))

/** By the rule alone: nothing where a word is not found. */
const relevanceOf = ({ texts }: IndexedProduct, words: ReadonlyArray<WordForms>): number | undefined => {
  const has = (term: Term) => texts.some((text) => hasTerm(text, term))
  const levels = words.map((forms) =>
    forms.levels.findIndex((alternatives) => alternatives.some((lists) => lists.every((terms) => terms.some(has))))
  )
  if (levels.includes(-1)) return undefined
  const terms = words.flatMap((forms) => forms.levels.flat(3))
  const worth = [8, 4, 2, 1].filter((_, field) => terms.some((term) => hasTerm(texts[field]!, term)))
  return worth.reduce((sum, one) => sum + one, 0) - 16 * Math.max(...levels)
}

type Found = IndexedProduct & { readonly relevance: number }

const foundBy = (products: ReadonlyArray<IndexedProduct>, words: ReadonlyArray<WordForms>): ReadonlyArray<Found> =>
  products.flatMap((product) => {
    const relevance = relevanceOf(product, words)
    return relevance === undefined || !product.isSold ? [] : [{ ...product, relevance }]
  })

/** A product that is in a group is not counted alone. */
const bought = [
  { product_id: ProductId.make("p01"), group_id: null, units: 2 },
  { product_id: ProductId.make("p02"), group_id: null, units: 7 },
  { product_id: ProductId.make("p03"), group_id: ProductId.make("g1"), units: 4 },
  { product_id: ProductId.make("p99"), group_id: null, units: 9 }
]
const boughtOf = (products: ReadonlyArray<IndexedProduct>) =>
  bought.filter(({ group_id, product_id }) =>
    group_id !== null || products.every(({ groupId, id }) => id !== product_id || groupId === null)
  )
const unitsOf = ({ groupId, id }: Pick<IndexedProduct, "groupId" | "id">): number =>
  bought.find((one) => groupId === null ? one.group_id === null && one.product_id === id : one.group_id === groupId)
    ?.units ?? 0

const orders: Readonly<Record<SearchSort, (a: Found, b: Found) => number>> = {
  relevance: (a, b) => b.relevance - a.relevance,
  price: (a, b) => a.priceMinor - b.priceMinor,
  "-price": (a, b) => b.priceMinor - a.priceMinor,
  name: (a, b) => Buffer.compare(Buffer.from(a.nameKey), Buffer.from(b.nameKey)),
  newest: (a, b) => b.addedAt - a.addedAt,
  popularity: (a, b) => unitsOf(b) - unitsOf(a)
}
const keyOf = ({ addedAt, groupId, id, nameKey, priceMinor, relevance }: Found, sort: SearchSort): Place["key"] =>
  sort === "relevance"
    ? relevance
    : sort === "name"
    ? nameKey
    : sort === "newest"
    ? addedAt
    : sort === "popularity"
    ? unitsOf({ groupId, id })
    : priceMinor

const has = (filter: string | undefined, { options }: IndexedProduct, without?: string): boolean =>
  wantedOf(filter).every(({ name, value }) =>
    name === without || options.some((one) => one.name === name && one.value === value)
  )

const isWanted = (
  { option, brand, category, inStock, maxPriceMinor = Infinity, minPriceMinor = 0, reduced, within = [category!] }:
    Search
) =>
(one: Found) =>
  (brand === undefined || one.brandId === brand) && (category === undefined || within.includes(one.category))
  && (inStock === undefined || one.inStock === inStock) && has(option, one)
  && (reduced === undefined || one.isReduced === reduced)
  && one.priceMinor >= minPriceMinor && one.priceMinor <= maxPriceMinor

it("its pages are all that the rule finds, in its order, each once", () => {
  fc.assert(fc.property(products, words, search, (products, words, search) => {
    const wanted = foundBy(products, words).filter(isWanted(search))
      .toSorted((a, b) => orders[search.sort](a, b) || (a.id < b.id ? -1 : 1))
    const entries = new Map<string, Array<Found>>()
    for (const one of wanted) {
      const key = search.groupsAsOne === true ? one.groupId ?? one.id : one.id
      entries.set(key, [...entries.get(key) ?? [], one])
    }
    const index = indexOf(products)
    const pages: Array<ReadonlyArray<{ readonly id: string; readonly relevance: number }>> = []
    for (let after: Place | undefined;;) {
      const page = index.page(index.match(words), search, after, boughtOf(products))
      expect(page.length).toBeLessThanOrEqual(search.limit + 1)
      const shown = page.slice(0, search.limit)
      pages.push(...shown)
      if (page.length <= search.limit) break
      const last = wanted.find(({ id }) => id === shown.at(-1)![0]!.id)!
      after = { sort: search.sort, key: keyOf(last, search.sort), id: last.id }
    }
    expect(pages.map((entry) => entry.map(({ id, relevance }) => ({ id, relevance })))).toEqual(
      [...entries.values()].map((entry) => entry.map(({ id, relevance }) => ({ id, relevance })))
    )
  }))
})

it("its facets are those of all products that the rule finds", () => {
  fc.assert(fc.property(products, words, search, (products, words, search) => {
    const { groupsAsOne, maxPriceMinor = Infinity, minPriceMinor = 0 } = search
    const groups = foundBy(products, words).filter((one) => has(search.option, one)).map((
      { brandId, category, groupId, inStock, isReduced, priceMinor }
    ) => ({
      brandId,
      category,
      inStock,
      isReduced,
      range: Facet.rangeOf(priceMinor),
      isPriceWanted: priceMinor >= minPriceMinor && priceMinor <= maxPriceMinor,
      productGroup: groupsAsOne === true ? groupId ?? undefined : undefined,
      products: 1
    }))
    const index = indexOf(products)
    expect(Facet.facets(index.count(index.match(words), search), search)).toEqual(Facet.facets(groups, search))
  }))
})

it("a price, its reduction and a stock change without its words", () => {
  const [one, other] = [0, 1].map((n): IndexedProduct => ({
    id: ProductId.make(`p${n}`),
    brandId: BrandId.make("alba"),
    groupId: null,
    options: [],
    category: "hair",
    priceMinor: 1000,
    nameKey: "a",
    addedAt: 0,
    inStock: true,
    isReduced: false,
    isSold: true,
    texts: ["rose", "", "", ""]
  }))
  const index = indexOf([one!, other!])
  const rose: WordForms = { typed: "rose", levels: [[[[{ word: "ro", isBeginning: true }]]], [], [], []] }
  const found = (more: Partial<Search>) =>
    index.page(index.match([rose]), { sort: "price", limit: 9, ...more }, undefined).flat().map(({ id }) => id)
  expect(found({})).toEqual(["p0", "p1"])
  index.change({ id: other!.id, priceMinor: 900, inStock: false, isReduced: true })
  expect([found({}), found({ inStock: true }), found({ maxPriceMinor: 950 }), found({ reduced: true })])
    .toEqual([["p1", "p0"], ["p0"], ["p1"], ["p1"]])
})

it("names stand in the order of their code points", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (a, b) => {
    expect(Math.sign(compareByCodePoint(a, b))).toBe(Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))))
  }))
})

it("counts each value of an option without the search's own filter on it, and a group once", () => {
  fc.assert(fc.property(products, words, search, (products, words, search) => {
    const index = indexOf(products)
    const found = foundBy(products, words).filter(isWanted({ ...search, option: undefined }))
    const expected = new Map<string, Set<string>>()
    for (const one of found) {
      for (const { name, value } of one.options) {
        if (!has(search.option, one, name)) continue
        const key = `${name} ${value}`
        const counted = search.groupsAsOne === true && one.groupId !== null ? `group ${one.groupId}` : one.id
        expected.set(key, (expected.get(key) ?? new Set()).add(counted))
      }
    }
    const counts = index.countOptions(index.match(words), search)
    expect(new Map(counts.map(({ name, products, value }) => [`${name} ${value}`, products])))
      .toEqual(new Map([...expected].map(([key, { size }]) => [key, size])))
  }))
})
