/**
 * An assortment, to stock a shop with: brands in their order, with their products in theirs, and how many of each there
 * are. It comes from a file or from another system, so it may be anything.
 *
 * The rule: all its faults are found at once, those of single values (`Brand`, `Product`) and those between them: an id
 * that two brands or two products have, a category or a currency that is not the shop's, attributes that do not fit its
 * schema, a group whose products disagree, and a product that names another brand than the one it is listed under. Left
 * out on purpose: what the shop has already, which stays as it is. Follows docs/specification.md#input-of-use-cases.
 */
import type { Definition } from "@beauty-store/domain/Attribute"
import * as Domain from "@beauty-store/domain/Catalog"
import { BrandId } from "@beauty-store/domain/Ids"
import type { Fault } from "@beauty-store/domain/InvalidInput"
import { printValue } from "@beauty-store/domain/PrintedValue"
import * as Schema from "effect/Schema"
import { faultsOf, placed } from "../Attributes.ts"
import { faultsBy, faultsOfTexts } from "../InputChecks.ts"
import { OnHand } from "./Inventory.ts"

/** Brands in their order, with their products in theirs. */
export interface Assortment {
  readonly brands: ReadonlyArray<{
    readonly id: string
    readonly name: string
    readonly category: string
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
interface ShopWords {
  readonly categories: ReadonlyArray<Domain.Category>
  readonly currency: string
}

const StockedBrand = Schema.Struct({
  ...Domain.Brand.fields,
  id: BrandId,
  products: Schema.Array(
    Schema.Struct({ ...Domain.Product.fields, onHand: OnHand, attributes: Schema.optional(Schema.Object) })
  )
})
const faultsOfValues = faultsBy(Schema.Struct({ brands: Schema.Array(StockedBrand) }))

/** A list that may be none, because nothing is known of it yet. */
const listIn = (value: unknown, key: string): ReadonlyArray<unknown> => {
  const list = fieldOf(value, key)
  return Array.isArray(list) ? list : []
}

const fieldOf = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined

/** The faults between values that are well formed each. */
const faultsBetween = (
  assortment: unknown,
  { categories, currency }: ShopWords,
  definition: Definition | undefined
): ReadonlyArray<Fault> => {
  const faults: Array<Fault> = []
  const places = new Map<string, string>()
  const claim = (kind: string, id: unknown, path: string): void => {
    if (typeof id !== "string") return
    const first = places.get(`${kind} ${id}`)
    if (first === undefined) places.set(`${kind} ${id}`, path)
    else faults.push({ path, words: `Expected an id that no other ${kind} has, but ${first} is the same` })
  }
  const groups = new Map<string, unknown>()
  /** Products of one group have one name and differ by one thing, of which each has another value. */
  const assign = (group: unknown, path: string): void => {
    const id = fieldOf(group, "id")
    if (typeof id !== "string") return
    for (const key of ["name", "variesBy"]) {
      const first = groups.get(`${id} ${key}`) ?? fieldOf(group, key)
      groups.set(`${id} ${key}`, first)
      if (first !== fieldOf(group, key)) {
        faults.push({ path: `${path}.${key}`, words: `Expected ${printValue(first)}, as the group has already` })
      }
    }
    const value = fieldOf(group, "value")
    if (typeof value !== "string") return
    const first = groups.get(`${id} value ${value}`)
    if (first === undefined) groups.set(`${id} value ${value}`, path)
    else faults.push({ path: `${path}.value`, words: `Expected another value than ${first} has` })
  }
  const place = (category: unknown, path: string): void => {
    if (typeof category !== "string" || categories.includes(category)) return
    faults.push({ path, words: `Expected one of ${categories.join(", ")}, actual ${JSON.stringify(category)}` })
  }
  for (const [b, brand] of listIn(assortment, "brands").entries()) {
    const brandId = fieldOf(brand, "id")
    claim("brand", brandId, `brands[${b}].id`)
    place(fieldOf(brand, "category"), `brands[${b}].category`)
    faults.push(...faultsOfTexts(fieldOf(brand, "name"), ["brands", b, "name"]))
    for (const [p, product] of listIn(brand, "products").entries()) {
      const at = `brands[${b}].products[${p}]`
      claim("product", fieldOf(product, "id"), `${at}.id`)
      place(fieldOf(product, "category"), `${at}.category`)
      assign(fieldOf(product, "group"), `${at}.group`)
      for (const text of ["name", "description", "group", "texts"]) {
        faults.push(...faultsOfTexts(fieldOf(product, text), ["brands", b, "products", p, text]))
      }
      const priced = fieldOf(product, "currency")
      if (typeof priced === "string" && priced !== currency) {
        faults.push({ path: `${at}.currency`, words: `Expected ${currency}, actual ${JSON.stringify(priced)}` })
      }
      faults.push(...faultsOfAttributes(product, `${at}.attributes`, definition))
      const named = fieldOf(product, "brandId")
      if (typeof named === "string" && typeof brandId === "string" && named !== brandId) {
        faults.push({ path: `${at}.brandId`, words: "Expected the id of the brand under which the product is listed" })
      }
    }
  }
  return faults
}

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

/** All faults of an assortment, one for each place; none if a shop of these words and attributes takes it. */
export const faultsOfAssortment = (
  assortment: unknown,
  shop: ShopWords,
  definition?: Definition | undefined
): ReadonlyArray<Fault> => {
  const faults = faultsOfValues(assortment)
  const places = new Set(faults.map(({ path }) => path))
  return [...faults, ...faultsBetween(assortment, shop, definition).filter(({ path }) => !places.has(path))]
}
