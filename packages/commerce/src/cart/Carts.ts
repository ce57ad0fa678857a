/**
 * Carts: the goods that a shopper intends to buy, one for each owner, made with its first line; it reserves nothing.
 * The domain has the rules of a line (`Cart`); prices are always today's, totals computed (`Pricing`). What a response
 * showed is remembered, so that no checkout charges what rose unseen. Follows docs/specification.md#cart.
 *
 * @since 1.0.0
 */
import type { CountryCode } from "@beauty-store/domain/Address"
import type { Attributes } from "@beauty-store/domain/Attribute"
import type { Definitions } from "@beauty-store/domain/Attribute"
import * as Domain from "@beauty-store/domain/Cart"
import * as Catalogue from "@beauty-store/domain/Catalog"
import { dayOf } from "@beauty-store/domain/Days"
import { knowsCode } from "@beauty-store/domain/Discount"
import { BrandId, CartId, type Claimed, OrderId, ProductId } from "@beauty-store/domain/Ids"
import { InvalidInput } from "@beauty-store/domain/InvalidInput"
import type { ListedLine } from "@beauty-store/domain/ListedLine"
import type { Currency } from "@beauty-store/domain/Money"
import * as Pricing from "@beauty-store/domain/Pricing"
import * as Promotion from "@beauty-store/domain/Promotion"
import * as Shipping from "@beauty-store/domain/Shipping"
import type { InsufficientStock } from "@beauty-store/domain/Stock"
import { VatClass } from "@beauty-store/domain/Vat"
import { Entropy, idsFrom } from "@beauty-store/sql/Entropy"
import * as Query from "@beauty-store/sql/Query"
import { type StoreUnavailable, type Transaction, Transactions } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { accepted, faultsOf as faultsOfAttributes, placed, ShopAttributes } from "../Attributes.ts"
import type { Owner } from "../identity/Identity.ts"
import { checking, faultsBy, faultsOfTexts, Key, OwnerKeys, refuse, Units } from "../InputChecks.ts"
import { Policy } from "../Policy.ts"
import * as PromotionRecords from "../promotions/PromotionRecords.ts"
import * as Strategies from "../Strategies.ts"
import * as UseCase from "../UseCase.ts"

export interface CartView {
  readonly items: ReadonlyArray<{
    readonly productId: ProductId
    readonly name: string
    readonly quantity: number
    readonly priceMinor: number
    /** The discount on all units together; taken off already in `lineTotalMinor`. */
    readonly discountMinor: number
    readonly lineTotalMinor: number
    readonly available: number
    /** The product's. */
    readonly brandId: BrandId
    readonly category: Catalogue.Category
    /** What a packed unit weighs; undefined: nothing. */
    readonly weightGrams?: number | undefined
    /** Those of the product today, the hidden ones too. */
    readonly attributes?: Attributes | undefined
  }>
  readonly subtotalMinor: number
  /** By which it would go: the one that was asked for, or the first that takes it, or, where none does, any. */
  readonly method: Shipping.ShippingMethod
  readonly shippingMinor: number
  readonly totalMinor: number
  readonly currency: Currency
  readonly vat: ReadonlyArray<Pricing.VatPerRate>
  readonly messages: ReadonlyArray<Domain.CartMessage>
  /** What became of the codes that the owner gave, and the promotions that count. */
  readonly promotions: Pricing.PricedPurchase["promotions"]
  /** The promotions that it may have. */
  readonly offered: Promotion.Offered
  /** Whether the owner was shown all of these prices already. */
  readonly isSeen: boolean
  /** Those of the shop's own, if the cart has any. */
  readonly attributes?: Attributes | undefined
}

type Refusal =
  | InvalidInput
  | InsufficientStock
  | Domain.QuantityLimitExceeded
  | Catalogue.NoLongerSold
  | Catalogue.ProductNotFound
  | StoreUnavailable

export class Carts extends Context.Tag("@beauty-store/commerce/Carts")<Carts, {
  /**
   * `to`: where it would go, and how; default: by the first method that takes it within the home country. `email`: of
   * the order, where it is known; whoever has used a code up with it is shown that.
   */
  readonly view: (owner: Owner, to?: Shipping.Parcel, email?: string) => Effect.Effect<CartView, StoreUnavailable>
  /** The owner is shown a cart: its prices count as seen, as those of each response to a change do. */
  readonly markSeen: (owner: Owner, cart: CartView) => Effect.Effect<void, StoreUnavailable>
  /** Adds units to a product's line. */
  readonly add: (owner: Owner, productId: Claimed<ProductId>, quantity: number) => Effect.Effect<CartView, Refusal>
  /** Sets the units of a product's line; 0 removes it. */
  readonly set: (owner: Owner, productId: Claimed<ProductId>, quantity: number) => Effect.Effect<CartView, Refusal>
  /** Removes a product, if it is there. */
  readonly remove: (owner: Owner, productId: Claimed<ProductId>) => Effect.Effect<CartView, StoreUnavailable>
  readonly empty: (owner: Owner) => Effect.Effect<CartView, StoreUnavailable>
  /**
   * Sets the cart's own attributes, all of them; `undefined` removes them. The next order keeps them. They end with the
   * goods: when the cart is emptied, and when an order that has them is paid.
   */
  readonly setAttributes: (
    owner: Owner,
    attributes: object | undefined
  ) => Effect.Effect<CartView, InvalidInput | StoreUnavailable>
  /**
   * Sets the attributes that buyers may set (`Attribute.settable`), all of them, as in JSON. Others stay. They end as all
   * do.
   */
  readonly setOwnAttributes: (
    owner: Owner,
    given: Readonly<Record<string, unknown>>
  ) => Effect.Effect<CartView, InvalidInput | StoreUnavailable>
  /**
   * Sets the codes of promotions that the owner gave, all of them. One that takes nothing off is refused and changes
   * nothing, unless a better offer counts. They end as the attributes do.
   */
  readonly setCodes: (
    owner: Owner,
    codes: ReadonlyArray<string>
  ) => Effect.Effect<CartView, InvalidInput | Promotion.CodeRefused | StoreUnavailable>
}>() {}

/** A line of a cart beside today's offer of its product. */
export interface LoadedLine {
  readonly line: Domain.CartLine
  readonly name: string
  readonly priceMinor: number
  readonly onHand: number
  readonly reserved: number
  /** The shop sells it no more; default: no. */
  readonly isArchived?: boolean | undefined
  /** Default: standard. */
  readonly vatClass?: VatClass | undefined
  /** What a packed unit weighs; default: nothing. */
  readonly weightGrams?: number | undefined
  /** Up to how many available units are few; default: the shop's level. */
  readonly lowStock?: number | undefined
  /** Its product's. */
  readonly brandId: BrandId
  readonly category: Catalogue.Category
  /** Those of the product today. */
  readonly attributes?: Attributes | undefined
  /** The lines' order: when this one was added, in milliseconds since the epoch, and later than each line before it. */
  readonly addedAt: number
}

export interface LoadedCart {
  /** Undefined before the first line was added. */
  readonly id: CartId | undefined
  readonly lines: ReadonlyArray<LoadedLine>
  readonly attributes: Attributes | undefined
  readonly promotions: CartPromotions
}

/** What a cart keeps of promotions: the codes that were given, and whether free shipping by one was shown last. */
const CartPromotions = Schema.Struct({ codes: Schema.Array(Schema.String), freesShipping: Schema.Boolean })
type CartPromotions = typeof CartPromotions.Type
const PromotionsText = Query.Json(CartPromotions)
const encodePromotions = Schema.encodeSync(PromotionsText)
const noPromotions: CartPromotions = { codes: [], freesShipping: false }

const LineRow = Schema.Struct({
  cart_id: CartId,
  product_id: Schema.NullOr(ProductId),
  quantity: Schema.NullOr(Query.Int),
  price_seen_minor: Schema.NullOr(Query.Int),
  price_shown_minor: Schema.NullOr(Query.Int),
  discount_shown_minor: Schema.NullOr(Query.Int),
  name: Schema.NullOr(Schema.String),
  price_minor: Schema.NullOr(Query.Int),
  on_hand: Schema.NullOr(Query.Int),
  reserved: Schema.NullOr(Query.Int),
  archived_at: Schema.NullOr(Query.Int),
  vat_class: Schema.NullOr(VatClass),
  weight_grams: Schema.NullOr(Query.Int),
  low_stock: Schema.NullOr(Query.Int),
  added_at: Schema.NullOr(Query.Int),
  brand_id: Schema.NullOr(BrandId),
  category: Schema.NullOr(Catalogue.Category),
  promotions: Schema.NullOr(PromotionsText),
  cart_attributes: Schema.NullOr(Schema.String),
  attributes: Schema.NullOr(Schema.String)
})
const lock = Query.lock<[principal: string, shopper: string]>(
  "SELECT id FROM cart WHERE principal = ? AND shopper = ? FOR UPDATE"
)
const cartOf = Query.all(Schema.Struct({ id: CartId, promotions: Schema.NullOr(PromotionsText) }))<
  [principal: string, shopper: string]
>(
  "SELECT id, promotions FROM cart WHERE principal = ? AND shopper = ? FOR UPDATE"
)
const linesOf = Query.all(LineRow)<[principal: string, shopper: string]>(
  `SELECT c.id AS cart_id, l.product_id, l.quantity, l.price_seen_minor, l.price_shown_minor, l.discount_shown_minor, p.name,
     p.price_minor, p.archived_at, p.brand_id, p.category, p.vat_class, p.weight_grams, p.low_stock, s.on_hand, s.reserved,
     l.added_at, c.promotions, c.attributes AS cart_attributes, p.attributes
   FROM cart c
   LEFT JOIN cart_line l ON l.cart_id = c.id
   LEFT JOIN product p ON p.id = l.product_id
   LEFT JOIN stock s ON s.product_id = l.product_id
   WHERE c.principal = ? AND c.shopper = ?
   ORDER BY l.added_at, l.product_id`
)
const OfferRow = Schema.Struct({
  id: ProductId,
  name: Schema.String,
  price_minor: Query.Int,
  on_hand: Query.Int,
  reserved: Query.Int,
  archived_at: Schema.NullOr(Query.Int),
  vat_class: Schema.NullOr(VatClass),
  weight_grams: Schema.NullOr(Query.Int),
  low_stock: Schema.NullOr(Query.Int),
  brand_id: BrandId,
  category: Catalogue.Category,
  attributes: Schema.NullOr(Schema.String)
})
/** The shop's offer of a product today. It is not deleted before a change that names it is over. */
export const offerOf = Query.first(OfferRow)<[productId: Claimed<ProductId>]>(
  `SELECT p.id, p.name, p.price_minor, p.archived_at, p.brand_id, p.category, p.vat_class, p.weight_grams, p.low_stock,
     s.on_hand, s.reserved, p.attributes
   FROM product p JOIN stock s ON s.product_id = p.id WHERE p.id = ? FOR KEY SHARE OF p`
)
const insertCart = Query.changeOne<[id: CartId, principal: string, shopper: string]>(
  "INSERT INTO cart (id, principal, shopper) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
)
const upsertLine = Query.insert(
  "cart_line",
  ["cart_id", "product_id", "quantity", "price_seen_minor", "discount_shown_minor", "added_at"],
  `ON CONFLICT (cart_id, product_id) DO UPDATE SET quantity = excluded.quantity, price_seen_minor = excluded.price_seen_minor,
     price_shown_minor = NULL, discount_shown_minor = excluded.discount_shown_minor`
)
/** Unless there are other units by now: a discount is of all of them, and the response to that change has shown it. */
const setShown = Query.send<
  [priceMinor: number, discountMinor: number | null, cartId: CartId, productId: ProductId, quantity: number]
>(
  `UPDATE cart_line SET price_shown_minor = ?, discount_shown_minor = ?
   WHERE cart_id = ? AND product_id = ? AND quantity = ?`
)
const deleteLine = Query.send<[cartId: CartId, productId: ProductId]>(
  "DELETE FROM cart_line WHERE cart_id = ? AND product_id = ?"
)
const deleteLines = Query.send<[cartId: CartId]>("DELETE FROM cart_line WHERE cart_id = ?")

const setCartAttributes = Query.changeOne<[attributes: string | null, id: CartId]>(
  "UPDATE cart SET attributes = ? WHERE id = ?"
)
const setCartPromotions = Query.changeOne<[promotions: string | null, id: CartId]>(
  "UPDATE cart SET promotions = ? WHERE id = ?"
)
const orderUnpaid = Query.first(Schema.Struct({ order_id: OrderId }))<[cartId: CartId]>(
  "SELECT order_id FROM checkout_session WHERE cart_id = ? AND phase IN ('opening', 'open', 'processing')"
)
const promotionsById = Query.first(Schema.Struct({ promotions: Schema.NullOr(PromotionsText) }))<[id: CartId]>(
  "SELECT promotions FROM cart WHERE id = ? FOR UPDATE"
)
const setPromotions = (cartId: CartId, promotions: CartPromotions) =>
  setCartPromotions(
    promotions.codes.length === 0 && !promotions.freesShipping ? null : encodePromotions(promotions),
    cartId
  )
const removePaidAttributes = Query.send<[id: CartId, orderId: OrderId]>(
  `UPDATE cart SET attributes = NULL
   WHERE id = ? AND attributes = (SELECT o.cart_attributes FROM orders o WHERE o.id = ?)`
)

/** The attributes of a product that is offered today. */
export const attributesOfOffer = (
  { product }: Definitions,
  productId: ProductId,
  { attributes }: { readonly attributes: string | null }
): Attributes | undefined => product?.stored(attributes, `product ${productId}`)

const loadedFrom = (shop: Definitions) => (rows: ReadonlyArray<typeof LineRow.Type>): LoadedCart => ({
  id: rows[0]?.cart_id,
  attributes: shop.cart?.stored(rows[0]?.cart_attributes ?? null, `cart ${rows[0]?.cart_id}`),
  promotions: rows[0]?.promotions ?? noPromotions,
  lines: rows.flatMap((row) =>
    row.product_id === null ? [] : [{
      line: {
        productId: row.product_id,
        quantity: row.quantity!,
        priceSeenMinor: row.price_seen_minor!,
        priceShownMinor: row.price_shown_minor ?? undefined,
        discountShownMinor: row.discount_shown_minor ?? undefined
      },
      name: row.name!,
      priceMinor: row.price_minor!,
      onHand: row.on_hand!,
      reserved: row.reserved!,
      isArchived: row.archived_at !== null,
      vatClass: row.vat_class ?? undefined,
      weightGrams: row.weight_grams ?? undefined,
      lowStock: row.low_stock ?? undefined,
      brandId: row.brand_id!,
      category: row.category!,
      addedAt: row.added_at!,
      attributes: attributesOfOffer(shop, row.product_id, row)
    }]
  )
})

/** A cart's lines beside today's offers. */
const read = (shop: Definitions, owner: Owner): Effect.Effect<LoadedCart, never, Transaction> =>
  Effect.map(linesOf(owner.principal, owner.shopper), loadedFrom(shop))

const noCart = (shop: Definitions): LoadedCart => loadedFrom(shop)([])

/**
 * A cart that is going to change, locked on PostgreSQL. If a cart could not be locked, it counts as missing, even if it
 * exists by the next statement: a transaction that makes one then gets a concurrent update and runs again. Sends both
 * statements, and returns an effect that waits for the cart.
 */
const startLoad = Effect.fnUntraced(
  function*(shop: Definitions, owner: Owner): Effect.fn.Return<Effect.Effect<LoadedCart>, never, Transaction> {
    const locked = yield* lock.sent(owner.principal, owner.shopper)
    const rows = yield* linesOf.sent(owner.principal, owner.shopper)
    return Effect.flatMap(
      locked,
      (locked) => locked ? Effect.map(rows, loadedFrom(shop)) : Effect.sync(() => noCart(shop))
    )
  }
)

/** The same, and waits. */
export const load = (shop: Definitions, owner: Owner): Effect.Effect<LoadedCart, never, Transaction> =>
  Effect.flatten(startLoad(shop, owner))

/**
 * Takes the paid units out of the cart, and no more: goods that were added since stay. The statements decide that: to
 * read the lines first would be one more round trip in every settlement. Sends the first of them, and returns an effect
 * that does the rest.
 */
export const consume = Effect.fnUntraced(
  function*(
    cartId: CartId,
    orderId: OrderId,
    paid: ReadonlyArray<{ readonly productId: ProductId; readonly quantity: number }>
  ): Effect.fn.Return<Effect.Effect<void, never, Transaction>, never, Transaction> {
    const deleted = yield* deleteBought.sent(cartId, orderId)
    return Effect.flatMap(deleted, (lines) =>
      lines === paid.length ? Effect.void : Effect.forEach(
        paid,
        ({ productId, quantity }) => takeUnits(quantity, quantity, cartId, productId, quantity),
        { discard: true }
      ))
  }
)
const deleteBought = Query.change<[cartId: CartId, orderId: OrderId]>(
  `DELETE FROM cart_line WHERE cart_id = ? AND EXISTS (
     SELECT 1 FROM order_line l
     WHERE l.order_id = ? AND l.product_id = cart_line.product_id AND l.quantity - l.shipped >= cart_line.quantity
   )`
)
/**
 * Only where there are more: a line of no more units was deleted. Those that are left keep their part of what was
 * shown, rounded to the buyer's advantage. SQLite takes numbers as floating-point ones, unless they are cast.
 */
const takeUnits = Query.send<
  [quantity: number, quantity: number, cartId: CartId, productId: ProductId, quantity: number]
>(
  `UPDATE cart_line SET quantity = quantity - ?,
     discount_shown_minor = (discount_shown_minor * (quantity - CAST(? AS INTEGER)) + quantity - 1) / quantity
   WHERE cart_id = ? AND product_id = ? AND quantity > ?`
)

/** An order that is paid has used up its codes. What was given since stays, and what was shown of shipping. */
export const consumeCodes = Effect.fnUntraced(
  function*(cartId: CartId, applied: ReadonlyArray<Promotion.Applied>): Effect.fn.Return<void, never, Transaction> {
    const promotions = Option.getOrUndefined(yield* promotionsById(cartId))?.promotions ?? noPromotions
    const used = new Set(applied.map(({ code }) => code))
    const codes = promotions.codes.filter((code) => !used.has(Promotion.foldCode(code)))
    if (codes.length < promotions.codes.length) yield* setPromotions(cartId, { ...promotions, codes })
  }
)

/** An order that is paid has taken the cart's attributes with it, unless they were changed since. */
export const consumeAttributes = (
  { cart }: Definitions,
  cartId: CartId,
  orderId: OrderId
): Effect.Effect<void, never, Transaction> => cart === undefined ? Effect.void : removePaidAttributes(cartId, orderId)

/** A line at its list price. */
export const listed = (
  { attributes, brandId, category, line, priceMinor, vatClass, weightGrams }: LoadedLine
): ListedLine => ({
  productId: line.productId,
  quantity: line.quantity,
  unitPriceMinor: priceMinor,
  vatClass,
  weightGrams,
  brandId,
  category,
  attributes
})

const view = (...cart: Viewed): Effect.Effect<CartView> =>
  Effect.map(Clock.currentTimeMillis, (now) => viewAt(now, ...cart))

type Viewed = [
  deps: Pick<Dependencies, "policy" | "strategies">,
  owner: Owner,
  cart: Omit<LoadedCart, "id">,
  offered: Promotion.Offered,
  to?: Shipping.Parcel
]

const viewAt = (at: number, ...[{ policy, strategies }, owner, cart, offered, to]: Viewed): CartView => {
  const { attributes, lines, promotions: { codes, freesShipping } } = cart
  const purchase = {
    lines: lines.map(listed),
    attributes,
    country: to?.country ?? policy.shipping.homeCountry as CountryCode,
    territory: to?.territory,
    owner,
    codes,
    promotions: offered,
    currency: policy.currency,
    on: dayOf(at, policy.timeZone),
    policy: policy.shipping
  }
  const method = Pricing.methodFor({ ...purchase, method: to?.method }, strategies)
    ?? Shipping.methodChosen(strategies.shipping, to?.method)
  const priced = Pricing.price({ ...purchase, method }, strategies)
  const items = lines.map((
    { attributes, brandId, category, isArchived, line, name, onHand, priceMinor, reserved, weightGrams },
    n
  ) => ({
    productId: line.productId,
    name,
    quantity: line.quantity,
    priceMinor,
    discountMinor: priced.lines[n]!.discountMinor,
    lineTotalMinor: priced.lines[n]!.lineTotalMinor,
    available: isArchived === true ? 0 : onHand - reserved,
    brandId,
    category,
    weightGrams,
    attributes
  }))
  return {
    items,
    method,
    subtotalMinor: priced.subtotalMinor,
    shippingMinor: priced.shippingMinor,
    totalMinor: priced.totalMinor,
    currency: priced.currency,
    vat: priced.vat,
    messages: lines.flatMap(({ isArchived, line, onHand, priceMinor, reserved }) =>
      Domain.messages(line, { priceMinor, available: onHand - reserved, isArchived }, policy.currency)
    ),
    promotions: priced.promotions,
    offered,
    isSeen: unseen(lines, items).length === 0 && priced.promotions.freesShipping === freesShipping,
    attributes
  }
}

type Items = CartView["items"]

/** The items of lines whose price or discount today is another than the owner was shown last. */
const unseen = (lines: ReadonlyArray<LoadedLine>, items: Items): Items =>
  items.filter((item, n) => !Domain.isShown(lines[n]!.line, item))

const setItemsShown = (cartId: CartId, items: Items) =>
  Effect.forEach(
    items,
    ({ discountMinor, priceMinor, productId, quantity }) =>
      setShown(priceMinor, discountMinor === 0 ? null : discountMinor, cartId, productId, quantity),
    { discard: true }
  )

/** Writes what was shown of promotions, and the codes, where they are others. */
const setPromotionsShown = (cartId: CartId, before: CartPromotions, after: CartPromotions) =>
  after.codes === before.codes && after.freesShipping === before.freesShipping
    ? Effect.void
    : setPromotions(cartId, after)

/** A response is going to show a cart: what it costs counts as seen. Mostly it is, and nothing is written. */
const markShown = (
  cartId: CartId,
  { lines, promotions }: Pick<LoadedCart, "lines" | "promotions">,
  view: CartView,
  except?: ProductId
) =>
  Effect.zipRight(
    setItemsShown(cartId, unseen(lines, view.items).filter(({ productId }) => productId !== except)),
    setPromotionsShown(cartId, promotions, { ...promotions, freesShipping: view.promotions.freesShipping })
  )

const dependencies = Effect.gen(function*() {
  return {
    transactions: yield* Transactions,
    newId: idsFrom(yield* Entropy),
    policy: yield* Policy,
    shop: yield* ShopAttributes,
    strategies: yield* Strategies.pricing
  }
})
type Dependencies = Effect.Effect.Success<typeof dependencies>

/** The promotions that a cart may have now. */
const offerNow = (cart: LoadedCart, email?: string) =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    return yield* PromotionRecords.offer(cart.promotions.codes, { ...yield* customerOf(cart), email }, now)
  })

/** What a cart's own unpaid checkout uses up counts as available to it: another checkout ends that one. */
const customerOf = ({ id, promotions: { codes } }: LoadedCart): Effect.Effect<
  PromotionRecords.Customer,
  never,
  Transaction
> =>
  id === undefined || codes.length === 0
    ? Effect.succeed({})
    : Effect.map(orderUnpaid(id), (order) => ({ earlier: Option.getOrUndefined(order)?.order_id }))

const create = Effect.fnUntraced(function*({ newId }: Dependencies, owner: Owner) {
  const id = yield* newId(CartId)
  yield* insertCart(id, owner.principal, owner.shopper)
  return id
})

const checkAdded = checking(Schema.Struct({ owner: OwnerKeys, quantity: Units }))
const checkSet = checking(Schema.Struct({ owner: OwnerKeys, quantity: Schema.NonNegativeInt }))

/** Changes one product's line by a rule of the domain. */
const change = (deps: Dependencies, rule: typeof Domain.add, check: typeof checkAdded) =>
  Effect.fnUntraced(function*(owner: Owner, productId: Claimed<ProductId>, quantity: number) {
    yield* check({ owner, quantity })
    const loading = yield* startLoad(deps.shop, owner)
    const now = yield* Clock.currentTimeMillis
    const offering = yield* PromotionRecords.startOffer(now)
    const offer = yield* offerOf(productId)
    const cart = yield* loading
    if (Option.isNone(offer)) return yield* new Catalogue.ProductNotFound({ productId })
    const { archived_at, brand_id: brandId, category, id, name, on_hand, price_minor, reserved, vat_class } =
      offer.value
    const isArchived = archived_at !== null
    const after = yield* rule(
      cart.lines.map(({ line }) => line),
      { productId: id, priceMinor: price_minor, available: on_hand - reserved, isArchived },
      quantity
    )
    const line = after.find((line) => line.productId === id)
    const offered = yield* offering(cart.promotions.codes, yield* customerOf(cart))
    if (line === undefined) {
      const others = { ...cart, lines: cart.lines.filter((one) => one.line.productId !== id) }
      const changed = yield* view(deps, owner, others, offered)
      if (cart.id === undefined) return changed
      yield* markShown(cart.id, others, changed)
      yield* deleteLine(cart.id, id)
      return changed
    }
    const before = cart.lines.find((one) => one.line.productId === id)
    const addedAt = before?.addedAt ?? Math.max(now, ...cart.lines.map((one) => one.addedAt + 1))
    const attributes = attributesOfOffer(deps.shop, id, offer.value)
    const loaded: LoadedLine = {
      line,
      name,
      priceMinor: price_minor,
      onHand: on_hand,
      reserved,
      isArchived,
      vatClass: vat_class ?? undefined,
      weightGrams: offer.value.weight_grams ?? undefined,
      lowStock: offer.value.low_stock ?? undefined,
      brandId,
      category,
      addedAt,
      attributes
    }
    const lines = before === undefined
      ? [...cart.lines, loaded]
      : cart.lines.map((one) => one === before ? loaded : one)
    const changed = yield* view(deps, owner, { ...cart, lines }, offered)
    const { discountMinor } = changed.items.find(({ productId }) => productId === id)!
    const cartId = cart.id ?? (yield* create(deps, owner))
    yield* markShown(cartId, { ...cart, lines }, changed, id)
    yield* upsertLine({
      cart_id: cartId,
      product_id: id,
      quantity: line.quantity,
      price_seen_minor: line.priceSeenMinor,
      discount_shown_minor: discountMinor === 0 ? null : discountMinor,
      added_at: addedAt
    })
    return changed
  }, deps.transactions.write)

const remove = (deps: Dependencies) =>
  Effect.fnUntraced(function*(owner: Owner, productId: Claimed<ProductId>) {
    const cart = yield* load(deps.shop, owner)
    const removed = cart.lines.find(({ line }) => line.productId === productId)
    const others = { ...cart, lines: cart.lines.filter((one) => one !== removed) }
    const changed = yield* view(deps, owner, others, yield* offerNow(cart))
    if (cart.id !== undefined) {
      yield* markShown(cart.id, others, changed)
      if (removed !== undefined) yield* deleteLine(cart.id, removed.line.productId)
    }
    return changed
  }, deps.transactions.write)

const empty = (deps: Dependencies) =>
  Effect.fnUntraced(function*(owner: Owner) {
    const cart = yield* load(deps.shop, owner)
    if (cart.id !== undefined) {
      yield* deleteLines(cart.id)
      if (deps.shop.cart !== undefined) yield* setCartAttributes(null, cart.id)
      if (cart.promotions !== noPromotions) yield* setCartPromotions(null, cart.id)
    }
    return yield* view(deps, owner, noCart(deps.shop), Promotion.nothingOffered)
  }, deps.transactions.write)

const faultsOfOwner = faultsBy(Schema.Struct({ owner: OwnerKeys }))

/** Writes the attributes of a cart, and shows what it costs with them. */
const putAttributes = Effect.fnUntraced(
  function*(deps: Dependencies, owner: Owner, cart: LoadedCart, attributes: Attributes | undefined) {
    const cartId = cart.id ?? (yield* create(deps, owner))
    yield* setCartAttributes(attributes?.text ?? null, cartId)
    const after = { ...cart, attributes: attributes ?? deps.shop.cart?.stored(null, "a cart") }
    const changed = yield* view(deps, owner, after, yield* offerNow(cart))
    yield* markShown(cartId, cart, changed)
    return changed
  }
)

const setAttributes = (deps: Dependencies) =>
  Effect.fnUntraced(function*(owner: Owner, values: object | undefined) {
    const attributes = yield* accepted(deps.shop.cart, values, faultsOfOwner({ owner }))
    return yield* putAttributes(deps, owner, yield* load(deps.shop, owner), attributes)
  }, deps.transactions.write)

const setOwnAttributes = (deps: Dependencies) =>
  Effect.fnUntraced(function*(owner: Owner, given: Readonly<Record<string, unknown>>) {
    yield* refuse([...faultsOfOwner({ owner }), ...faultsOfTexts(given, ["attributes"])])
    const cart = yield* load(deps.shop, owner)
    const { cart: definition } = deps.shop
    if (definition === undefined) {
      if (Object.keys(given).length > 0) yield* refuse(placed("attributes", faultsOfAttributes(undefined, given)))
      return yield* view(deps, owner, cart, yield* offerNow(cart))
    }
    const attributes = definition.withSet(cart.attributes, given)
    if (Either.isLeft(attributes)) return yield* new InvalidInput({ faults: placed("attributes", attributes.left) })
    return yield* putAttributes(deps, owner, cart, attributes.right)
  }, deps.transactions.write)

const checkCodes = checking(Schema.Struct({
  owner: OwnerKeys,
  codes: Schema.Array(Key).pipe(Schema.maxItems(Promotion.maxCodes))
}))

/** A new code that takes nothing off, whatever the cart has and wherever it goes. */
const refusalOf = (deps: Dependencies, { items, promotions }: CartView, held: ReadonlyArray<string>) =>
  promotions.codes.find(({ code, reason }) => {
    if (reason === undefined || reason === "better_offer" || reason === "not_for_this_country") return false
    if (held.some((one) => Promotion.foldCode(one) === Promotion.foldCode(code))) return false
    if (reason === "unknown") return !knowsCode(deps.strategies.discounts, code)
    return items.length > 0 || !Promotion.isOfGoods(reason)
  })

const setCodes = (deps: Dependencies) =>
  Effect.fnUntraced(function*(owner: Owner, given: ReadonlyArray<string>) {
    yield* checkCodes({ owner, codes: given })
    const cart = yield* load(deps.shop, owner)
    const codes = [...new Map(given.map((code) => [Promotion.foldCode(code), code.trim()])).values()]
    const after = { ...cart, promotions: { ...cart.promotions, codes } }
    const changed = yield* view(deps, owner, after, yield* offerNow(after))
    const refused = refusalOf(deps, changed, cart.promotions.codes)
    if (refused?.reason !== undefined) {
      const { code, leastMinor, reason } = refused
      return yield* new Promotion.CodeRefused({
        discountCode: code,
        reason,
        minimum: leastMinor ?? null,
        currency: changed.currency
      })
    }
    if (cart.id === undefined && codes.length === 0) {
      return changed
    }
    const cartId = cart.id ?? (yield* create(deps, owner))
    yield* setItemsShown(cartId, unseen(cart.lines, changed.items))
    yield* setPromotionsShown(cartId, cart.promotions, { codes, freesShipping: changed.promotions.freesShipping })
    return changed
  }, deps.transactions.write)

const markSeen = ({ transactions }: Dependencies) =>
  Effect.fnUntraced(function*(owner: Owner, { items, promotions: { freesShipping } }: CartView) {
    const [cart] = yield* cartOf(owner.principal, owner.shopper)
    if (cart === undefined) return
    yield* setItemsShown(cart.id, items)
    const { promotions } = cart
    yield* setPromotionsShown(cart.id, promotions ?? noPromotions, { ...(promotions ?? noPromotions), freesShipping })
  }, transactions.write)

export const layer: Layer.Layer<Carts, never, Transactions | Entropy | Policy> = Layer.effect(
  Carts,
  Effect.map(dependencies, (deps) => ({
    view: UseCase.named("Carts.view", (owner: Owner, to?: Shipping.Parcel, email?: string) =>
      deps.transactions.read(
        Effect.flatMap(
          read(deps.shop, owner),
          (cart) => Effect.flatMap(offerNow(cart, email), (offered) => view(deps, owner, cart, offered, to))
        )
      ), { given: (caller) => ({ caller }) }),
    markSeen: UseCase.named("Carts.markSeen", markSeen(deps), { given: (caller) => ({ caller }) }),
    add: UseCase.named("Carts.add", change(deps, Domain.add, checkAdded), {
      given: (caller, productId, quantity) => ({ caller, productId, quantity })
    }),
    set: UseCase.named("Carts.set", change(deps, Domain.set, checkSet), {
      given: (caller, productId, quantity) => ({ caller, productId, quantity })
    }),
    remove: UseCase.named("Carts.remove", remove(deps), { given: (caller, productId) => ({ caller, productId }) }),
    empty: UseCase.named("Carts.empty", empty(deps), { given: (caller) => ({ caller }) }),
    setAttributes: UseCase.named("Carts.setAttributes", setAttributes(deps), { given: (caller) => ({ caller }) }),
    setOwnAttributes: UseCase.named("Carts.setOwnAttributes", setOwnAttributes(deps), {
      given: (caller) => ({ caller })
    }),
    setCodes: UseCase.named("Carts.setCodes", setCodes(deps), { given: (caller) => ({ caller }) })
  }))
)
