/**
 * An assortment, to stock a shop with: brands in their order, with their products and how many of each there are. It
 * may be anything, so all its faults are found at once: those of single values (`Brand`, `Product`), and those between
 * them, such as an id twice or a group whose products disagree (`ProductGroups`). Follows
 * docs/specification.md#input-of-use-cases.
 */
import type { Definition } from "@beauty-store/domain/Attribute"
import * as Domain from "@beauty-store/domain/Catalog"
import * as Country from "@beauty-store/domain/Country"
import type { ResponsiblePerson } from "@beauty-store/domain/Declaration"
import { BrandId } from "@beauty-store/domain/Ids"
import type { Fault } from "@beauty-store/domain/InvalidInput"
import * as Schema from "effect/Schema"
import { faultsOf, placed } from "../Attributes.ts"
import { faultsBy, faultsOfTexts } from "../InputChecks.ts"
import { keysOf, wordsOfTaken } from "./ArticleNumbers.ts"
import type * as IndexedWords from "./IndexedWords.ts"
import { OnHand } from "./Inventory.ts"
import * as ProductFacts from "./ProductFacts.ts"
import { faultsOfValues, ProductGroups } from "./ProductGroups.ts"

/** Brands in their order, with their products in theirs. */
export interface Assortment {
  readonly brands: ReadonlyArray<{
    readonly id: string
    readonly name: string
    readonly category: string
    readonly responsiblePerson?: ResponsiblePerson | undefined
    readonly products: ReadonlyArray<
      typeof Domain.Product.Encoded & {
        readonly onHand: number
        /** As the program has them, not as they are stored; for a shop whose products have attributes. */
        readonly attributes?: object | undefined
      }
    >
  }>
}

/** The shop's own words (`Policy`). */
export interface ShopWords {
  readonly categories: ReadonlyArray<Domain.Category>
  readonly currency: string
}

const Brands = Schema.Struct({
  brands: Schema.Array(Schema.Struct({ products: Schema.Array(Schema.Unknown) }))
})
const faultsOfLists = faultsBy(Brands)
const faultsOfBrand = faultsBy(Schema.Struct({ ...Domain.Brand.fields, id: BrandId }))
const faultsOfProduct = faultsBy(
  Schema.Struct({ ...Domain.Product.fields, onHand: OnHand, attributes: Schema.optional(Schema.Object) })
)

const fieldOf = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined

/** A list that may be none, because nothing is known of it yet. */
const listIn = (value: unknown, key: string): ReadonlyArray<unknown> => {
  const list = fieldOf(value, key)
  return Array.isArray(list) ? list : []
}

/** A product of an assortment that was checked, ready to be written. */
export interface StagedProduct {
  readonly entry: ProductFacts.Entry
  readonly onHand: number
  readonly words: IndexedWords.ProductWords
}

/** Where products wait until they are applied. */
export interface Storage {
  /** Keeps a product, and returns the number by which it is read. */
  readonly keep: (product: StagedProduct) => number
  readonly read: (number: number) => StagedProduct
}

const inMemory = (): Storage => {
  const kept: Array<StagedProduct> = []
  return { keep: (product) => kept.push(product) - 1, read: (number) => kept[number]! }
}

/** `isFirst`: the category is that of its first product, and counts where the brand is new. */
type StagedBrand = Omit<Assortment["brands"][number], "products"> & { readonly isFirst?: boolean | undefined }

/**
 * Checks an assortment as it comes, a brand and a product at a time, and stages it. `path` is where each stands. Of a
 * product only little is kept in memory, unless that is its storage: there may be very many.
 */
export class Staging {
  readonly brands: Array<StagedBrand> = []
  readonly groups = new ProductGroups()
  readonly #shop: ShopWords
  readonly #definition: Definition | undefined
  readonly #storage: Storage
  readonly #brands = new Map<unknown, string>()
  /** The places of products by their ids, and in the same order the numbers by which they are read. */
  readonly #products = new Map<unknown, string>()
  readonly #numbers: Array<number> = []
  /** Which product had an article number first. A GTIN is kept as its value, because a hundred thousand texts are large. */
  readonly #articles = new Map<string | number, string>()
  readonly #counts = new Map<string, number>()
  #isFaulty = false

  constructor(shop: ShopWords, definition: Definition | undefined, storage: Storage = inMemory()) {
    this.#shop = shop
    this.#definition = definition
    this.#storage = storage
  }

  /** No more products come: what only their checks need is forgotten. */
  end(): void {
    this.#articles.clear()
  }

  /** Whether all of it may be applied. */
  get isSound(): boolean {
    return !this.#isFaulty
  }

  /** Whether the assortment has a product. */
  hasProduct(id: string): boolean {
    return this.#products.has(id)
  }

  /** Where a product of the assortment stands. */
  placeOf(id: string): string | undefined {
    return this.#products.get(id)
  }

  /** How many products it has. */
  get size(): number {
    return this.#numbers.length
  }

  /** The ids of the products, as they came. */
  get ids(): ReadonlyArray<string> {
    return [...this.#products.keys()] as ReadonlyArray<string>
  }

  /** The product with the n-th of the ids. */
  read(n: number): StagedProduct {
    return this.#storage.read(this.#numbers[n]!)
  }

  /** All of it, to be staged elsewhere. */
  get assortment(): Assortment {
    const all = this.#numbers.map((number) => this.#storage.read(number))
    return {
      brands: this.brands.map(({ isFirst: _isFirst, ...brand }) => ({
        ...brand,
        products: all.filter(({ entry }) => entry.stored.brand_id === brand.id).map(({ entry, onHand }) => ({
          ...ProductFacts.givenOf(this.#definition, entry),
          onHand
        }))
      }))
    }
  }

  /** Adds a brand; its faults, one for each place. */
  addBrand(brand: unknown, path: string): ReadonlyArray<Fault> {
    const faults = this.#found(path, faultsOfBrand(brand), [
      ...this.#claim("brand", this.#brands, fieldOf(brand, "id"), path),
      ...this.#place(fieldOf(brand, "category")),
      ...faultsOfTexts(fieldOf(brand, "name"), ["name"])
    ])
    if (faults.length === 0) {
      const { category, id, isFirst, name, responsiblePerson } = brand as StagedBrand
      this.brands.push({ id, name, category, responsiblePerson, isFirst })
    }
    return faults
  }

  /** Adds a product of a brand; its faults, one for each place. */
  addProduct(brandId: unknown, product: unknown, path: string): ReadonlyArray<Fault> {
    const [id, named, priced] = ["id", "brandId", "currency"].map((key) => fieldOf(product, key))
    const { currency } = this.#shop
    const faults = this.#found(path, faultsOfProduct(product), [
      ...this.#claim("product", this.#products, id, path),
      ...this.#place(fieldOf(product, "category")),
      ...faultsOfOrigin(fieldOf(product, "countryOfOrigin")),
      ...this.#number(product),
      ...this.groups.join(fieldOf(product, "group"), path),
      ...faultsOfValues(product),
      ...["name", "description", "group", "texts", "sku"].flatMap((text) =>
        faultsOfTexts(fieldOf(product, text), [text])
      ),
      ...(typeof priced === "string" && priced !== currency
        ? [{ path: "currency", words: `Expected ${currency}, actual ${JSON.stringify(priced)}` }]
        : []),
      ...faultsOfAttributes(product, "attributes", this.#definition),
      ...(typeof named === "string" && typeof brandId === "string" && named !== brandId
        ? [{ path: "brandId", words: "Expected the id of the brand under which the product is listed" }]
        : [])
    ])
    if (faults.length === 0 && typeof id === "string" && typeof brandId === "string") {
      const position = this.#counts.get(brandId) ?? 0
      this.#counts.set(brandId, position + 1)
      const given = product as Assortment["brands"][number]["products"][number]
      const entry = ProductFacts.entryOf(this.#definition, brandId, given, position)
      const words = ProductFacts.wordsOf(this.#definition, entry)
      this.#numbers.push(this.#storage.keep({ entry, onHand: given.onHand, words }))
    }
    return faults
  }

  #found(path: string, ofValues: ReadonlyArray<Fault>, between: ReadonlyArray<Fault>): ReadonlyArray<Fault> {
    if (ofValues.length + between.length === 0) return between
    this.#isFaulty = true
    const places = new Set(ofValues.map((fault) => fault.path))
    return placed(path, [...ofValues, ...between.filter((fault) => !places.has(fault.path))])
  }

  #claim(kind: string, places: Map<unknown, string>, id: unknown, path: string): ReadonlyArray<Fault> {
    if (typeof id !== "string") return []
    const first = places.get(id)
    if (first === undefined) places.set(id, path)
    return first === undefined
      ? []
      : [{ path: "id", words: `Expected an id that no other ${kind} has, but ${first} has the same` }]
  }

  #number(product: unknown): ReadonlyArray<Fault> {
    const [id, gtin, sku] = ["id", "gtin", "sku"].map((key) => fieldOf(product, key))
    return keysOf(id, gtin, sku).flatMap(([kind, key]) => {
      const number = kind === "gtin" ? Number(key) : key
      const first = this.#articles.get(number)
      if (first === undefined && typeof id === "string") this.#articles.set(number, id)
      return first === undefined ? [] : [{ path: kind, words: wordsOfTaken(first) }]
    })
  }

  #place(category: unknown): ReadonlyArray<Fault> {
    const { categories } = this.#shop
    if (typeof category !== "string" || categories.includes(category)) return []
    return [
      { path: "category", words: `Expected one of ${categories.join(", ")}, actual ${JSON.stringify(category)}` }
    ]
  }
}

const faultsOfOrigin = (code: unknown): ReadonlyArray<Fault> =>
  typeof code !== "string" || Country.find(code) === code
    ? []
    : [{
      path: "countryOfOrigin",
      words: `Expected a country, by its name or its code of two letters, actual ${JSON.stringify(code)}`
    }]

/** The faults of a product's attributes. A schema that accepts no field at all accepts that there are none. */
const faultsOfAttributes = (
  product: unknown,
  at: string,
  definition: Definition | undefined
): ReadonlyArray<Fault> => {
  const attributes = fieldOf(product, "attributes")
  if (attributes !== undefined) return placed(at, faultsOf(definition, attributes))
  return definition === undefined || definition.stored(null, "") !== undefined
    ? []
    : [{ path: at, words: "Expected the attributes of the product: the shop's schema has fields that are required" }]
}

/** Stages an assortment; all of its faults, one for each place. */
export const stage = (staging: Staging, assortment: unknown): ReadonlyArray<Fault> => {
  const faults = [...faultsOfLists(assortment)]
  const places = new Set(faults.map(({ path }) => path))
  for (const [b, brand] of listIn(assortment, "brands").entries()) {
    if (!places.has(`brands[${b}]`)) faults.push(...staging.addBrand(brand, `brands[${b}]`))
    for (const [p, product] of listIn(brand, "products").entries()) {
      faults.push(...staging.addProduct(fieldOf(brand, "id"), product, `brands[${b}].products[${p}]`))
    }
  }
  return faults
}

/** All faults of an assortment, one for each place; none if a shop of these words and attributes takes it. */
export const faultsOfAssortment = (
  assortment: unknown,
  shop: ShopWords,
  definition?: Definition | undefined
): ReadonlyArray<Fault> => stage(new Staging(shop, definition), assortment)
