/**
 * Prices that staff set. A price counts from then on: carts report the change, placed orders keep theirs. The change is
 * in the staff's trail and raises the catalogue's version. Follows docs/specification.md#catalogue.
 *
 * @since 1.0.0
 */
import * as Domain from "@beauty-store/domain/Catalog"
import { type Claimed, ProductId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import * as Query from "@beauty-store/sql/Query"
import { type StoreUnavailable, Transactions } from "@beauty-store/sql/Transactions"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { checking } from "../InputChecks.ts"
import * as StaffTrail from "../staff/StaffTrail.ts"
import * as UseCase from "../UseCase.ts"
import * as CatalogChanges from "./CatalogChanges.ts"
import { type CatalogProduct, makeToProduct, productById } from "./ProductRecords.ts"

export class Prices extends Context.Tag("@beauty-store/commerce/Prices")<Prices, {
  readonly setPrice: (
    productId: Claimed<ProductId>,
    priceMinor: number
  ) => Effect.Effect<CatalogProduct, InvalidInput | Domain.ProductNotFound | StoreUnavailable>
}>() {}

const setProductPrice = Query.change<[priceMinor: number, productId: ProductId]>(
  "UPDATE product SET price_minor = ? WHERE id = ?"
)

/** The price of a product, which no other transaction changes until this one is over. */
const priceLocked = Query.first(Schema.Struct({ id: ProductId, price_minor: Query.Int }))<
  [productId: Claimed<ProductId>]
>(
  "SELECT id, price_minor FROM product WHERE id = ? FOR NO KEY UPDATE"
)

const dependencies = Effect.all({ transactions: Transactions, toProduct: makeToProduct })

const checkPrice = checking(Schema.Struct({ priceMinor: Domain.PriceMinor }))

const setPrice = ({ toProduct, transactions }: Effect.Effect.Success<typeof dependencies>) =>
  Effect.fnUntraced(function*(claimed: Claimed<ProductId>, priceMinor: number) {
    yield* checkPrice({ priceMinor })
    // The trail says what the price was: of two changes at once, the second finds the first one's.
    const before = Option.getOrUndefined(yield* priceLocked(claimed))
    if (before === undefined) return yield* new Domain.ProductNotFound({ productId: claimed })
    const productId = before.id
    yield* setProductPrice(priceMinor, productId)
    yield* CatalogChanges.record([productId])
    yield* StaffTrail.record({
      action: "price.set",
      subject: productId,
      before: { priceMinor: before.price_minor },
      after: { priceMinor }
    })
    // Read last, because others may change its stock meanwhile.
    return toProduct(Option.getOrThrow(yield* productById(productId)))
  }, transactions.write)

export const layer: Layer.Layer<Prices, never, Transactions> = Layer.effect(
  Prices,
  Effect.map(dependencies, (deps) => ({
    setPrice: UseCase.named("Prices.setPrice", setPrice(deps), {
      given: (productId, priceMinor) => ({ productId, priceMinor }),
      found: ({ currency, id, priceMinor }) => ({ productId: id, priceMinor, currency })
    })
  }))
)
