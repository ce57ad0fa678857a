/**
 * What a page of the shop front is made from besides data: its shop, its address, its language, and for whom it is.
 *
 * The rule: the address alone decides language and path; a key and the units of a cart are only for somebody whom the
 * store knows. Follows docs/storefront.md#languages.
 */
import type { Carts } from "@beauty-store/commerce/cart/Carts"
import type { Bestsellers } from "@beauty-store/commerce/catalog/Bestsellers"
import type { Catalog } from "@beauty-store/commerce/catalog/Catalog"
import type { Inventory } from "@beauty-store/commerce/catalog/Inventory"
import type { ProductSearch } from "@beauty-store/commerce/catalog/ProductSearch"
import type { Checkout } from "@beauty-store/commerce/checkout/Checkout"
import type { Identity } from "@beauty-store/commerce/identity/Identity"
import type { OrderPages } from "@beauty-store/commerce/orders/OrderPages"
import type { Policy, StorePolicy } from "@beauty-store/commerce/Policy"
import type { Promotions } from "@beauty-store/commerce/promotions/Promotions"
import type { Support } from "@beauty-store/commerce/support/Support"
import { type Language, type Locale, localeIn } from "@beauty-store/domain/Language"
import type { PricingStrategies } from "@beauty-store/domain/Pricing"
import type { ReturnStrategy } from "@beauty-store/domain/Return"
import type { RasterPictures } from "@beauty-store/http/pipeline/RasterPictures"
import { pathOf } from "@beauty-store/http/pipeline/RequestContext"
import type { Entropy } from "@beauty-store/sql/Entropy"
import type { Transactions } from "@beauty-store/sql/Transactions"
import type { Look } from "@beauty-store/ui/Look"
import type { Stylesheet } from "@beauty-store/ui/Stylesheet"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { pathWithin, type Place } from "./Language.ts"

/** What all pages know of their shop. */
export interface Shop extends Place, PricingStrategies {
  readonly policy: StorePolicy
  readonly demo: boolean
  readonly pictures: typeof RasterPictures.Service
  readonly returns: ReturnStrategy
  readonly look: Look
  /** The stylesheet of its pages, in that look. */
  readonly stylesheet: Stylesheet
}

/** A page that is being made: where it is, in which language, and for whom. */
export interface PageContext {
  readonly shop: Shop
  /** As the country of the shop's seller writes it. */
  readonly language: Locale
  /** Its path below the shop front, without its language. */
  readonly path: string
  readonly now: number
  /** The answer to a form: its address in the other language opens another page, without what was typed. */
  readonly isAnswer: boolean
  /** The query of its address, with the question mark; default: none. */
  readonly query?: string
  /** The units in the cart of somebody whom the store knows. */
  readonly units?: number | undefined
  /** A key for a form of the page; only somebody whom the store knows gets one. */
  readonly key?: string | undefined
}

/** The use cases that the pages call. */
export type Services =
  | Bestsellers
  | Carts
  | Catalog
  | Checkout
  | Entropy
  | Identity
  | Inventory
  | OrderPages
  | Policy
  | ProductSearch
  | Promotions
  | Support
  | Transactions

/** A shop front that is mounted: what its pages know, and the use cases that they call. */
export interface MountedShop {
  readonly shop: Shop
  readonly services: Context.Context<Services>
}

/** The context of a requested page, as everybody gets it. */
export const readContext = (
  shop: Shop,
  language: Language,
  request: HttpServerRequest.HttpServerRequest
): Effect.Effect<PageContext> =>
  Effect.map(
    Clock.currentTimeMillis,
    (now) => ({
      shop,
      language: localeIn(language, shop.policy.seller.country),
      path: pathWithin(shop, pathOf(request)),
      now,
      isAnswer: request.method === "POST"
    })
  )

/** The query of a request. */
export const readQuery = ({ url }: HttpServerRequest.HttpServerRequest): URLSearchParams => {
  const at = url.indexOf("?")
  return new URLSearchParams(at < 0 ? "" : url.slice(at + 1))
}
