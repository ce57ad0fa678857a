/**
 * The handlers of goods in the group `admin`: products and brands, as staff keep them. `ETag` is the version of what is
 * returned, `If-Match` the version that a change is made of. Follows docs/specification.md#goods.
 */
import { Goods, type KeptBrand, type KeptProduct, type Seen } from "@beauty-store/commerce/catalog/Goods"
import { Policy } from "@beauty-store/commerce/Policy"
import type { Currency } from "@beauty-store/domain/Money"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type * as GoodsSchemas from "../contract/GoodsSchemas.ts"
import { holder } from "../pipeline/Authentication.ts"
import * as Operations from "../pipeline/Operations.ts"
import { refusing } from "./FactFaults.ts"
import { operation } from "./StoreOperations.ts"
import * as Views from "./Views.ts"

const staff = holder("catalog:write")

class VersionNeeded extends Data.TaggedError("VersionNeeded") {}

/** The versions that a request names. A weak validator names none (RFC 9110, section 13.1.1). */
const seenBy = ({ headers }: HttpServerRequest.HttpServerRequest): Effect.Effect<Seen, VersionNeeded> => {
  const value = headers["if-match"]?.trim()
  if (value === undefined || value === "") return new VersionNeeded()
  const tags = value.matchAll(/(W\/)?"([^"]*)"/g)
  return Effect.succeed(
    value === "*" ? "any" : [...tags].flatMap(([, weak, tag = ""]) => weak === undefined ? [tag] : [])
  )
}

/** What the schema of the request cannot tell: the shop's categories, brands, groups and attributes. */
const asFaults = refusing({ priceMinor: "price", returnableOnceOpened: "hygieneSealed" })

const tagged = <A>(version: string, value: A) => new Operations.WithHeaders(value, { etag: `"${version}"` })
const productOf = (one: KeptProduct) => tagged(one.version, Views.keptProduct(one))
const brandOf = (one: KeptBrand) => tagged(one.version, one)

/** A product's facts as the use case takes them. */
const givenIn =
  (currency: Currency) =>
  <Facts extends Pick<typeof GoodsSchemas.ProductChanges.Type, "price" | "hygieneSealed">>(
    { hygieneSealed, price, ...facts }: Facts
  ) => ({
    ...facts,
    ...(price === undefined ? {} : { priceMinor: Views.minorOf(price, currency) }),
    ...(hygieneSealed === undefined ? {} : { returnableOnceOpened: !hygieneSealed })
  })

const products = (goods: typeof Goods.Service, currency: Currency, given = givenIn(currency)) => ({
  products: Operations.read(operation("admin", "products"), staff, ({ urlParams }) =>
    Effect.map(
      goods.products({ ...urlParams, limit: urlParams.limit ?? 20 }),
      (page) => Views.page(page, Views.keptProduct)
    )),
  product: Operations.read(
    operation("admin", "product"),
    staff,
    ({ path }) => Effect.map(goods.product(path.productId), productOf)
  ),
  createProduct: Operations.change(
    operation("admin", "createProduct"),
    staff,
    ({ payload }) =>
      Effect.map(
        asFaults(goods.createProduct({ ...given(payload), priceMinor: Views.minorOf(payload.price, currency) })),
        productOf
      )
  ),
  changeProduct: Operations.change(
    operation("admin", "changeProduct"),
    staff,
    ({ path, payload, request }) =>
      Effect.flatMap(
        seenBy(request),
        (seen) => Effect.map(asFaults(goods.changeProduct(path.productId, given(payload), seen)), productOf)
      )
  ),
  archiveProduct: Operations.change(
    operation("admin", "archiveProduct"),
    staff,
    ({ path, request }) =>
      Effect.flatMap(seenBy(request), (seen) => Effect.map(goods.archiveProduct(path.productId, seen), productOf))
  ),
  restoreProduct: Operations.change(
    operation("admin", "restoreProduct"),
    staff,
    ({ path, request }) =>
      Effect.flatMap(seenBy(request), (seen) => Effect.map(goods.restoreProduct(path.productId, seen), productOf))
  ),
  removeProduct: Operations.change(
    operation("admin", "removeProduct"),
    staff,
    ({ path, request }) =>
      Effect.flatMap(seenBy(request), (seen) => Effect.as(goods.removeProduct(path.productId, seen), {}))
  )
})

const brands = (goods: typeof Goods.Service) => ({
  brands: Operations.read(
    operation("admin", "brands"),
    staff,
    ({ urlParams }) => goods.brands({ ...urlParams, limit: urlParams.limit ?? 20 })
  ),
  brand: Operations.read(
    operation("admin", "brand"),
    staff,
    ({ path }) => Effect.map(goods.brand(path.brandId), brandOf)
  ),
  createBrand: Operations.change(
    operation("admin", "createBrand"),
    staff,
    ({ payload }) => Effect.map(asFaults(goods.createBrand(payload)), brandOf)
  ),
  changeBrand: Operations.change(
    operation("admin", "changeBrand"),
    staff,
    ({ path, payload, request }) =>
      Effect.flatMap(
        seenBy(request),
        (seen) => Effect.map(asFaults(goods.changeBrand(path.brandId, payload, seen)), brandOf)
      )
  ),
  removeBrand: Operations.change(
    operation("admin", "removeBrand"),
    staff,
    ({ path, request }) =>
      Effect.flatMap(seenBy(request), (seen) => Effect.as(goods.removeBrand(path.brandId, seen), {}))
  )
})

export const handlers = Effect.map(Effect.all([Goods, Policy]), ([goods, { currency }]) => ({
  ...products(goods, currency),
  ...brands(goods)
}))
