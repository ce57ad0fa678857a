/**
 * The rows of orders, their lines and their status, which every use case that touches an order reads and writes.
 *
 * `status` follows the domain's one table and changes only here, each time as a compare-and-set with an event beside
 * it: of several concurrent changes, one succeeds. All of it runs inside the caller's transaction.
 */
import { foldEmail, foldPostcode, ShippingAddress } from "@beauty-store/domain/Address"
import type { Attributed, Attributes, Definitions } from "@beauty-store/domain/Attribute"
import { type Claimed, OrderId, ProductId } from "@beauty-store/domain/Ids"
import { type InEach, Language, localeIn, localized } from "@beauty-store/domain/Language"
import { spell } from "@beauty-store/domain/Letters"
import * as Money from "@beauty-store/domain/Money"
import * as Domain from "@beauty-store/domain/Order"
import * as Pricing from "@beauty-store/domain/Pricing"
import { mayAccess, type Owner, type Principal } from "@beauty-store/domain/Principal"
import { Applied, appliedIn } from "@beauty-store/domain/Promotion"
import { ShippingMethod } from "@beauty-store/domain/Shipping"
import * as VatRates from "@beauty-store/domain/Vat"
import * as Codec from "@beauty-store/sql/Codec"
import type { Entropy } from "@beauty-store/sql/Entropy"
import type { Jobs } from "@beauty-store/sql/Jobs"
import * as Query from "@beauty-store/sql/Query"
import { ConcurrentUpdate, type Transaction } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { EventFacts } from "../events/DomainEvents.ts"
import { type Event, Events, type RefusalOf } from "../events/Events.ts"
import type { RefusedByShop } from "../events/Reactions.ts"
import * as DeferredMessageRetry from "./DeferredMessageRetry.ts"
import { insertNumbered, NumberColumn } from "./Numbers.ts"

const Vat = Query.Json(Schema.Array(Pricing.VatPerRate))
const encodeVat = Codec.encoder(Vat)
export const AddressText = Query.Json(ShippingAddress)
const encodeAddress = Codec.encoder(AddressText)

const PromotionsText = Query.Json(Schema.Array(Applied))
const encodePromotions = Codec.encoder(PromotionsText)

const OrderRow = Schema.Struct({
  id: OrderId,
  principal: Schema.String,
  status: Domain.OrderStatus,
  email: Schema.String,
  address: AddressText,
  billing_address: Schema.NullOr(AddressText),
  shipping_method: ShippingMethod,
  currency: Money.Currency,
  subtotal_minor: Query.Int,
  shipping_minor: Query.Int,
  shipping_vat_minor: Query.Int,
  total_minor: Query.Int,
  vat: Vat,
  created_at: Query.Int,
  attributes: Schema.NullOr(Schema.String),
  cart_attributes: Schema.NullOr(Schema.String),
  promotions: Schema.NullOr(PromotionsText),
  language: Language,
  number: NumberColumn
})
export type OrderRow = typeof OrderRow.Type

/** The sums of an order. */
export const sumsOf = (order: OrderRow): Pricing.Sums => ({
  currency: order.currency,
  subtotalMinor: order.subtotal_minor,
  shippingMinor: order.shipping_minor,
  totalMinor: order.total_minor,
  vat: order.vat
})

const columns = `id, principal, status, email, address, billing_address, shipping_method, currency, subtotal_minor,
  shipping_minor, shipping_vat_minor, total_minor, vat, created_at, attributes, cart_attributes, promotions, language, number`
const byId = Query.first(OrderRow)<[id: Claimed<OrderId>]>(`SELECT ${columns} FROM orders WHERE id = ?`)
/** The order of a number, by the digits before its check digit. */
export const byNumber = Query.first(OrderRow)<[body: number]>(`SELECT ${columns} FROM orders WHERE number = ?`)
const byIdLocked = Query.first(OrderRow)<[id: Claimed<OrderId>]>(
  `SELECT ${columns} FROM orders WHERE id = ? FOR UPDATE`
)

const LineRow = Schema.Struct({
  n: Query.Int,
  product_id: ProductId,
  name: Schema.String,
  quantity: Query.Int,
  unit_price_minor: Query.Int,
  list_minor: Query.Int,
  discount_minor: Query.Int,
  line_total_minor: Query.Int,
  rate_bp: Schema.NullOr(Query.Int),
  vat_minor: Query.Int,
  shipped: Query.Int,
  sent_back: Query.Int,
  attributes: Schema.NullOr(Schema.String)
})
const lineRows = Query.all(LineRow)<[orderId: OrderId]>(
  `SELECT n, product_id, name, quantity, unit_price_minor, list_minor, discount_minor, line_total_minor, rate_bp, vat_minor,
     shipped, sent_back, attributes
   FROM order_line WHERE order_id = ? ORDER BY n`
)

const insertOrder = insertNumbered("orders", [
  "id",
  "principal",
  "shopper",
  "status",
  "email",
  "email_folded",
  "address",
  "billing_address",
  "name_folded",
  "postcode_folded",
  "shipping_method",
  "currency",
  "subtotal_minor",
  "shipping_minor",
  "shipping_vat_minor",
  "total_minor",
  "vat",
  "events",
  "created_at",
  "cart_attributes",
  "promotions",
  "language"
])
const insertLines = Query.insertAll("order_line", [
  "order_id",
  "n",
  "product_id",
  "name",
  "quantity",
  "unit_price_minor",
  "list_minor",
  "discount_minor",
  "line_total_minor",
  "rate_bp",
  "vat_minor",
  "attributes"
])
const compareAndSetText = "UPDATE orders SET status = ?, events = events + ? WHERE id = ? AND status = ? RETURNING"
type CompareAndSet = [to: string, events: number, orderId: OrderId, from: string]
const Seq = Schema.Struct({ events: Query.Int })
const compareAndSet = Query.returning(Seq)<CompareAndSet>(`${compareAndSetText} events`)
const ChangedRow = Schema.Struct({ ...OrderRow.fields, ...Seq.fields })
const compareAndRead = Query.returning(ChangedRow)<CompareAndSet>(`${compareAndSetText} ${columns}, events`)

export interface Placement {
  readonly owner: Owner
  readonly email: string
  readonly address: ShippingAddress
  /** Where the bill goes; default: where the parcel goes. */
  readonly billing?: ShippingAddress | undefined
  readonly method: ShippingMethod
  readonly language: Language
  readonly priced: Pricing.PricedPurchase
  /** Names, in the order's language, and attributes of the products, line by line. */
  readonly products: ReadonlyArray<Attributed & { readonly name: string }>
  /** Those of the cart. */
  readonly attributes?: Attributes | undefined
  /** When it is placed. */
  readonly at: number
}

const addShippedUnits = Query.changeOne<[quantity: number, orderId: OrderId, n: number]>(
  "UPDATE order_line SET shipped = shipped + ? WHERE order_id = ? AND n = ?"
)
const addSentBackUnits = Query.changeOne<[quantity: number, orderId: OrderId, n: number]>(
  "UPDATE order_line SET sent_back = sent_back + ? WHERE order_id = ? AND n = ?"
)

/** Sets an order's own attributes, which its status does not depend on. */
export const setAttributes = Query.changeOne<[text: string | null, orderId: OrderId]>(
  "UPDATE orders SET attributes = ? WHERE id = ?"
)

/** Writes a pending order and its first event. */
export const place = Effect.fnUntraced(
  function*(id: OrderId, placement: Placement): Effect.fn.Return<void, RefusedByShop, Transaction | Events | Entropy> {
    const { address, at, attributes, billing, email, language, method, owner, priced, products } = placement
    const { counted } = priced.promotions
    yield* insertOrder({
      id,
      principal: owner.principal,
      shopper: owner.shopper,
      status: "pending",
      email,
      email_folded: foldEmail(email),
      address: encodeAddress(address),
      billing_address: billing === undefined ? null : encodeAddress(billing),
      name_folded: spell(address.name),
      postcode_folded: foldPostcode(address.postcode),
      shipping_method: method,
      currency: priced.currency,
      subtotal_minor: priced.subtotalMinor,
      shipping_minor: priced.shippingMinor,
      shipping_vat_minor: priced.shippingVatMinor,
      total_minor: priced.totalMinor,
      vat: encodeVat(priced.vat),
      events: 1,
      created_at: at,
      cart_attributes: attributes?.text ?? null,
      promotions: counted.length === 0 ? null : encodePromotions(appliedIn(counted, language)),
      language
    })
    yield* insertLines(priced.lines.map((line, n) => ({
      order_id: id,
      n,
      product_id: line.productId,
      name: products[n]!.name,
      quantity: line.quantity,
      unit_price_minor: line.unitPriceMinor,
      list_minor: line.listMinor,
      discount_minor: line.discountMinor,
      line_total_minor: line.lineTotalMinor,
      rate_bp: line.rateBp,
      vat_minor: line.vatMinor,
      attributes: products[n]!.attributes?.text ?? null
    })))
    yield* append(id, { type: "order.placed", status: "pending", source: "shopper" }, 1)
  }
)

/** Reads an order. */
export const find = (
  orderId: Claimed<OrderId>
): Effect.Effect<OrderRow, Domain.OrderNotFound, Transaction> =>
  Effect.flatMap(
    byId(orderId),
    Option.match({
      onNone: () => new Domain.OrderNotFound({ orderId }),
      onSome: Effect.succeed
    })
  )

/** Reads an order that is going to change. No other transaction changes it until this one is over. */
export const lock = (
  orderId: Claimed<OrderId>
): Effect.Effect<OrderRow, Domain.OrderNotFound, Transaction> =>
  Effect.flatMap(
    byIdLocked(orderId),
    Option.match({
      onNone: () => new Domain.OrderNotFound({ orderId }),
      onSome: Effect.succeed
    })
  )

/** Limits a read to a principal (`mayAccess`): another principal's order is not found. */
export const ownedBy = (principal: Principal, staffScope: string) =>
<E, R>(
  order: Effect.Effect<OrderRow, E | Domain.OrderNotFound, R>
): Effect.Effect<OrderRow, E | Domain.OrderNotFound, R> =>
  Effect.filterOrElse(
    order,
    (row) => mayAccess(principal, row.principal, staffScope),
    (row) => new Domain.OrderNotFound({ orderId: row.id })
  )

export interface Line {
  readonly n: number
  readonly productId: ProductId
  readonly name: string
  readonly quantity: number
  readonly unitPriceMinor: number
  /** The price of all units at the unit price, and the discount on it. */
  readonly listMinor: number
  readonly discountMinor: number
  /** The amount paid for all of them, of which refunds of the line are parts. */
  readonly lineTotalMinor: number
  /** In basis points. Lines from before they had rates have the one rate of their order (`rated`). */
  readonly rateBp: number | undefined
  readonly vatMinor: number
  readonly shipped: number
  readonly sentBack: number
  /** The product's at checkout, as they are stored. */
  readonly attributesText: string | null
}

/** The attributes of a line's product at checkout. A line of an order that was placed without them has none. */
export const lineAttributes = ({ product }: Definitions, orderId: OrderId, text: string | null): Attributed => ({
  attributes: text === null ? undefined : product?.stored(text, `a line of order ${orderId}`)
})

const linesIn = (rows: ReadonlyArray<typeof LineRow.Type>): ReadonlyArray<Line> =>
  rows.map((row) => ({
    n: row.n,
    productId: row.product_id,
    name: row.name,
    quantity: row.quantity,
    unitPriceMinor: row.unit_price_minor,
    listMinor: row.list_minor,
    discountMinor: row.discount_minor,
    lineTotalMinor: row.line_total_minor,
    rateBp: row.rate_bp ?? undefined,
    vatMinor: row.vat_minor,
    shipped: row.shipped,
    sentBack: row.sent_back,
    attributesText: row.attributes
  }))

/** An order's lines, in their order. */
export const linesOf = (orderId: OrderId): Effect.Effect<ReadonlyArray<Line>, never, Transaction> =>
  Effect.map(lineRows(orderId), linesIn)

/** The same; returns an effect that waits for them. */
export const startLines = (
  orderId: OrderId
): Effect.Effect<Effect.Effect<ReadonlyArray<Line>>, never, Transaction> =>
  Effect.map(lineRows.sent(orderId), Effect.map(linesIn))

/** Lines of an order, with the rates of those that were written before lines had rates. */
export const rated = <A extends { readonly rateBp: number | undefined }>(
  { vat }: Pick<OrderRow, "vat">,
  lines: ReadonlyArray<A>
): ReadonlyArray<A & { readonly rateBp: number }> =>
  lines.map((line) => ({ ...line, rateBp: line.rateBp ?? vat[0]?.rateBp ?? 0 }))

/** The units of each product that an order's lines still reserve. */
export const unitsIn = (lines: ReadonlyArray<Line>) =>
  lines.map((line) => ({ productId: line.productId, quantity: line.quantity - line.shipped }))

/** The same, for the whole order. */
export const unitsOf = (orderId: OrderId) => Effect.map(linesOf(orderId), unitsIn)

/** Counts units of a line as shipped. */
export const addShipped = (orderId: OrderId, n: number, quantity: number) => addShippedUnits(quantity, orderId, n)

/** Counts units of a line as sent back, or (negative) as not sent back after all. */
export const addSentBack = (orderId: OrderId, n: number, quantity: number) => addSentBackUnits(quantity, orderId, n)

/**
 * Makes a transition by a statement that returns the order's count of events, and writes its events. Messages of
 * partners that wait for the order are tried again.
 */
const changeBy = <Changed extends typeof Seq.Type>(
  statement: (...parameters: CompareAndSet) => Effect.Effect<ReadonlyArray<Changed>, never, Transaction>
) =>
  Effect.fnUntraced(
    function*<const E extends EventFacts, const Others extends ReadonlyArray<EventFacts>>(
      orderId: OrderId,
      from: Domain.OrderStatus,
      to: Domain.OrderStatus,
      event: E,
      ...others: Others
    ): Effect.fn.Return<Changed, RefusalOf<E | Others[number]>, Transaction | Events | Jobs> {
      const step = Domain.transition(from, to)
      if (Either.isLeft(step)) return yield* Effect.die(step.left)
      const [row] = yield* statement(to, 1 + others.length, orderId, from)
      if (row === undefined) return yield* Effect.die(new ConcurrentUpdate())
      const retryMessages = yield* DeferredMessageRetry.startRetry(orderId)
      const events = yield* Events
      const all: ReadonlyArray<(E & Event) | Others[number]> = [{ ...event, status: to }, ...others]
      yield* events.appendAll(orderId, all, row.events - others.length)
      yield* retryMessages
      return row
    }
  )

/**
 * Makes a transition of an order and writes its events. The caller has read the current status; where that has changed
 * since, the transaction runs again.
 */
export const changeStatus = changeBy(compareAndSet)

/** The same, and returns the order after it. */
export const changeAndRead = changeBy(compareAndRead)

/** Writes an event of an order that does not change its status. */
export const append = <const E extends Event>(
  orderId: OrderId,
  event: E,
  seq?: number
): Effect.Effect<void, RefusalOf<E>, Transaction | Events> =>
  Effect.flatMap(Events, (events) => events.append(orderId, event, seq))

const PayableRow = Schema.Struct({
  name: Schema.String,
  quantity: Query.Int,
  line_total_minor: Query.Int,
  shipping_minor: Query.Int,
  currency: Money.Currency,
  vat: Vat,
  address: AddressText,
  language: Language
})
const payableRows = Query.all(PayableRow)<[orderId: OrderId]>(
  `SELECT l.name, l.quantity, l.line_total_minor, o.shipping_minor, o.currency, o.vat, o.address, o.language
   FROM order_line l JOIN orders o ON o.id = l.order_id WHERE l.order_id = ? ORDER BY l.n`
)

/** The words around the amounts that a payer reads. */
const payableWords: InEach<
  { readonly shipping: string; readonly free: string; readonly included: (rate: string) => string }
> = {
  en: { shipping: "Shipping", free: "free", included: (rate) => `incl. ${rate} VAT` },
  de: { shipping: "Versand", free: "kostenlos", included: (rate) => `inkl. ${rate} MwSt.` }
}

/**
 * What a payer reads of an order, in its language as the seller's country writes it: the parts of its total, as lines of
 * text and as amounts; and the country that it is sent to.
 */
export const payableOf = (orderId: OrderId, sellerCountry: string) =>
  Effect.map(payableRows(orderId), (rows) => {
    const { address, currency, language, shipping_minor, vat } = rows[0]!
    const { free, included, shipping } = payableWords[language]
    const locale = localeIn(language, sellerCountry)
    const amount = (amountMinor: number) => Money.display(amountMinor, currency, locale)
    return {
      country: address.country,
      locale,
      items: [
        ...rows.map(({ line_total_minor, name, quantity }) => ({ name, quantity, totalMinor: line_total_minor })),
        ...(shipping_minor === 0 ? [] : [{ name: shipping, quantity: 1, totalMinor: shipping_minor }])
      ],
      description: [
        ...rows.map(({ line_total_minor, name, quantity }) => `${quantity} × ${name}: ${amount(line_total_minor)}`),
        `${shipping}: ${shipping_minor === 0 ? free : amount(shipping_minor)}`,
        ...vat.filter(({ vatMinor }) => vatMinor > 0)
          .map(({ rateBp, vatMinor }) =>
            localized(`${included(VatRates.display(rateBp, locale))}: ${amount(vatMinor)}`, locale)
          )
      ]
    }
  })

const languageRow = Query.first(Schema.Struct({ language: Language }))<[orderId: OrderId]>(
  "SELECT language FROM orders WHERE id = ?"
)

/** The language of an order that exists. */
export const languageOf = (orderId: OrderId): Effect.Effect<Language, never, Transaction> =>
  Effect.map(languageRow(orderId), (row) => Option.getOrThrow(row).language)
