/**
 * Attributes of your own: what a wine shop knows of its bottles, of a cart that is a present, and of an order that is
 * packed. A discount, a method of shipping of your own and a reaction read them typed; the API and the feed show the
 * fields that are visible.
 */
import * as Attributes from "@beauty-store/commerce/Attributes"
import { Carts } from "@beauty-store/commerce/cart/Carts"
import type { Assortment } from "@beauty-store/commerce/catalog/CatalogImport"
import { ProductSearch } from "@beauty-store/commerce/catalog/ProductSearch"
import { Checkout } from "@beauty-store/commerce/checkout/Checkout"
import { OrderPlaced } from "@beauty-store/commerce/events/DomainEvents"
import * as Reactions from "@beauty-store/commerce/events/Reactions"
import * as OrderAttributes from "@beauty-store/commerce/orders/OrderAttributes"
import { Orders } from "@beauty-store/commerce/orders/Orders"
import * as Strategies from "@beauty-store/commerce/Strategies"
import * as Attribute from "@beauty-store/domain/Attribute"
import { ProductId } from "@beauty-store/domain/Ids"
import * as Shipping from "@beauty-store/domain/Shipping"
import * as StoreTest from "@beauty-store/testing/StoreTest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { ada, adasCheckout } from "./ada.ts"

/** A bottle. Everybody may see its vintage; what it cost the shop, nobody. */
const bottle = Attribute.define(Schema.Struct({
  vintage: Attribute.visible(Schema.Int, { feed: "Vintage" }),
  grapes: Schema.optionalWith(Attribute.visible(Attribute.searched(Schema.String)), { default: () => "" }),
  grams: Schema.Int,
  costMinor: Schema.Int
}))
/** A present. Buyers write its note on the cart's page, or at `PUT /api/cart/attributes`. */
const present = Attribute.define(Schema.Struct({
  note: Schema.optional(Attribute.settable(Schema.String, { title: { en: "Your note", de: "Ihr Gruß" } }))
}))
/** What the cellar has to do for an order. */
const packing = Attribute.define(Schema.Struct({ crates: Schema.Int }))
const cellar = { product: bottle, cart: present, order: packing }

const wine = (id: string, gtin: string, attributes: typeof bottle.Type) => ({
  id,
  brandId: "hof",
  name: id,
  description: "",
  priceMinor: 20_00,
  currency: "EUR",
  category: "wine",
  gtin,
  size: { value: 750, unit: "ml" } as const,
  onHand: 60,
  attributes
})
const assortment: Assortment = {
  brands: [{
    id: "hof",
    name: "Hof",
    category: "wine",
    products: [
      wine("riesling", "4006381333931", { vintage: 2009, grapes: "Riesling", grams: 1_250, costMinor: 4_00 }),
      wine("traminer", "4006381333948", { vintage: 2024, grapes: "Traminer", grams: 1_300, costMinor: 9_00 })
    ]
  }]
}

/** Old bottles cost half. */
const clearance = Layer.succeed(Strategies.Discounts, {
  isCode: () => false,
  discountsMinor: ({ lines }) =>
    lines.map((line) => (bottle.of(line)?.vintage ?? 2024) < 2015 ? line.quantity * line.unitPriceMinor / 2 : 0)
})

/** By weight, or for nothing by those who come to the cellar. */
const byWeight = Layer.succeed(Strategies.Shipping, {
  ...Shipping.defaultStrategy,
  isTariff: false,
  methods: [
    { id: "carrier", title: "Carrier", description: "Within three days, by weight." },
    { id: "pickup", title: "Pick-up", description: "At the cellar." }
  ],
  shippingMinor: (_, { lines, method }) => {
    const grams = lines.reduce((sum, line) => sum + line.quantity * (bottle.of(line)?.grams ?? 0), 0)
    return method === "pickup" ? 0 : Math.ceil(grams / 1000) * 50
  }
})

/** Six bottles to a crate, in the transaction that places the order. */
const crates = Reactions.layer(Reactions.on(
  OrderPlaced,
  Effect.fnUntraced(function*({ orderId }) {
    const { lines } = yield* Effect.orDie(OrderAttributes.of(cellar, orderId))
    const bottles = lines.reduce((sum, { quantity }) => sum + quantity, 0)
    yield* Effect.orDie(OrderAttributes.set(cellar, orderId, { crates: Math.ceil(bottles / 6) }))
  })
))

const program = Effect.gen(function*() {
  const found = yield* (yield* ProductSearch).search({ q: "riesling", sort: "relevance", limit: 10 })
  console.log(found.data.map((one) => bottle.of(one)?.vintage).join()) // 2009
  console.log(found.data.map((one) => JSON.stringify(one.attributes?.shown)).join()) // {"vintage":2009,"grapes":"Riesling"}

  const carts = yield* Carts
  yield* carts.setAttributes(ada, { note: "For Bo" })
  const faults = yield* Effect.flip(carts.setAttributes(ada, { note: 1 }))
  console.log(faults.message) // attributes.note: Expected string, actual 1
  const cart = yield* carts.add(ada, ProductId.make("riesling"), 8)
  console.log(cart.subtotalMinor, cart.shippingMinor) // 8000 500

  const { orderId } = yield* (yield* Checkout).start({ ...adasCheckout, method: "pickup" })
  const order = yield* (yield* Orders).changed(orderId)
  console.log(order.totalMinor, order.shippingMethod) // 8000 pickup
  console.log(present.of(order.cart)?.note, packing.of(order)?.crates) // For Bo 2
})

const shop = StoreTest.layer({ assortment, policy: { categories: ["wine"] } }).pipe(
  Layer.provide([Attributes.layer(cellar), clearance, byWeight, crates])
)
void Effect.runPromise(Effect.provide(program, shop))
