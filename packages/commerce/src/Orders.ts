/**
 * Orders: what was bought, how it stands, and everything that happened to it.
 *
 * `status` follows the domain's one table and changes only here, each time as a compare-and-set with an event beside it:
 * of several that would change an order at once, one wins. Events are numbered by the order's own counter, so that the
 * timeline has no gaps. Follows contract §6, rows 7 and 17, and §7, order lifecycle.
 */
import { ShippingAddress } from "@beauty-store/domain/Address"
import * as Domain from "@beauty-store/domain/Order"
import * as Pricing from "@beauty-store/domain/Pricing"
import { ShippingMethod } from "@beauty-store/domain/Shipping"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Cursor from "./Cursor.ts"
import { Entropy, nextId } from "./Entropy.ts"
import type { Owner, Principal } from "./Identity.ts"
import * as Query from "./Query.ts"
import { StoreSecret } from "./Secrets.ts"
import { LostRace, type StoreUnavailable, type Transaction, Transactions } from "./Transactions.ts"

/** Who or what made something happen. */
export const Source = Schema.Literal("shopper", "provider", "staff", "carrier", "system")
export type Source = typeof Source.Type

export interface TimelineEntry {
  readonly status: Domain.OrderStatus
  readonly at: number
  readonly source: Source
}

export interface OrderView {
  readonly id: string
  readonly status: Domain.OrderStatus
  readonly items: ReadonlyArray<{
    readonly productId: string
    readonly name: string
    readonly quantity: number
    readonly unitPriceMinor: number
    readonly lineTotalMinor: number
    readonly shipped: number
    readonly returned: number
  }>
  readonly subtotalMinor: number
  readonly shippingMinor: number
  readonly totalMinor: number
  readonly currency: "EUR"
  readonly vat: ReadonlyArray<Pricing.VatPerRate>
  readonly email: string
  readonly shippingAddress: ShippingAddress
  readonly shippingMethod: ShippingMethod
  readonly payment: { readonly method: string | null; readonly status: Domain.PaymentStatus }
  readonly refunds: ReadonlyArray<{
    readonly refundId: string
    readonly amountMinor: number
    readonly status: "pending" | "succeeded" | "failed"
    readonly createdAt: number
  }>
  readonly timeline: ReadonlyArray<TimelineEntry>
  readonly createdAt: number
}

export interface OrderSummary {
  readonly id: string
  readonly status: Domain.OrderStatus
  readonly totalMinor: number
  readonly currency: "EUR"
  readonly createdAt: number
}

export class Orders extends Context.Tag("@beauty-store/commerce/Orders")<Orders, {
  /** The principal's own order, or any order to staff that may read them. */
  readonly view: (
    principal: Principal,
    orderId: string
  ) => Effect.Effect<OrderView, Domain.OrderNotFound | StoreUnavailable>
  /** The owner's orders, newest first. Without a shopper reference: all of the principal's. */
  readonly list: (
    owner: Owner,
    page: { readonly limit: number; readonly cursor?: string | undefined }
  ) => Effect.Effect<Cursor.Page<OrderSummary>, Cursor.InvalidCursor | StoreUnavailable>
}>() {}

const Vat = Query.Json(Schema.Array(Pricing.VatPerRate))
const encodeVat = Schema.encodeSync(Vat)
const AddressText = Query.Json(ShippingAddress)
const encodeAddress = Schema.encodeSync(AddressText)

const OrderRow = Schema.Struct({
  id: Schema.String,
  principal: Schema.String,
  status: Domain.OrderStatus,
  email: Schema.String,
  address: AddressText,
  shipping_method: ShippingMethod,
  currency: Schema.Literal("EUR"),
  subtotal_minor: Query.Int,
  shipping_minor: Query.Int,
  total_minor: Query.Int,
  vat: Vat,
  created_at: Query.Int,
  /** The session's phase, the confirming payment's method and what has come back of it. */
  phase: Schema.String,
  method: Schema.NullOr(Schema.String),
  refunded_minor: Query.Int
})
const orderById = Query.first(OrderRow)<[id: string]>(
  `SELECT o.id, o.principal, o.status, o.email, o.address, o.shipping_method, o.currency, o.subtotal_minor,
     o.shipping_minor, o.total_minor, o.vat, o.created_at, s.phase, p.method,
     (SELECT coalesce(sum(r.amount_minor), 0) FROM refund r
       WHERE r.payment_id = p.id AND r.state = 'succeeded') AS refunded_minor
   FROM orders o
   JOIN checkout_session s ON s.order_id = o.id
   LEFT JOIN payment p ON p.session_id = s.id AND p.role = 'primary'
   WHERE o.id = ?`
)
const LineRow = Schema.Struct({
  product_id: Schema.String,
  name: Schema.String,
  quantity: Query.Int,
  unit_price_minor: Query.Int,
  line_total_minor: Query.Int,
  shipped: Query.Int,
  sent_back: Query.Int
})
const linesOf = Query.all(LineRow)<[orderId: string]>(
  `SELECT product_id, name, quantity, unit_price_minor, line_total_minor, shipped, sent_back
   FROM order_line WHERE order_id = ? ORDER BY n`
)
const EventRow = Schema.Struct({ type: Schema.String, source: Source, at: Query.Int })
const eventsOf = Query.all(EventRow)<[orderId: string]>(
  "SELECT type, source, at FROM event WHERE order_id = ? ORDER BY seq"
)
const RefundRow = Schema.Struct({
  id: Schema.String,
  amount_minor: Query.Int,
  state: Schema.Literal("pending", "succeeded", "failed"),
  created_at: Query.Int
})
const refundsOf = Query.all(RefundRow)<[orderId: string]>(
  "SELECT id, amount_minor, state, created_at FROM refund WHERE order_id = ? ORDER BY id"
)
const SummaryRow = Schema.Struct({
  id: Schema.String,
  status: Domain.OrderStatus,
  total_minor: Query.Int,
  currency: Schema.Literal("EUR"),
  created_at: Query.Int
})
const before = (filter: string) =>
  `SELECT id, status, total_minor, currency, created_at FROM orders
   WHERE principal = ? ${filter} AND id < ? ORDER BY id DESC LIMIT ?`
const ordersOfPrincipal = Query.all(SummaryRow)<[principal: string, before: string, limit: number]>(before(""))
const ordersOfShopper = Query.all(SummaryRow)<[principal: string, shopper: string, before: string, limit: number]>(
  before("AND shopper = ?")
)

const insertOrder = Query.insert("orders", [
  "id",
  "principal",
  "shopper",
  "status",
  "email",
  "address",
  "shipping_method",
  "currency",
  "subtotal_minor",
  "shipping_minor",
  "shipping_vat_minor",
  "total_minor",
  "vat",
  "events",
  "created_at"
])
const insertLine = Query.insert("order_line", [
  "order_id",
  "n",
  "product_id",
  "name",
  "quantity",
  "unit_price_minor",
  "line_total_minor",
  "vat_minor"
])
const insertEvent = Query.insert("event", ["id", "order_id", "seq", "type", "source", "data", "at"])
const Seq = Schema.Struct({ events: Query.Int })
const compareAndSet = Query.returning(Seq)<[to: string, orderId: string, from: string]>(
  "UPDATE orders SET status = ?, events = events + 1 WHERE id = ? AND status = ? RETURNING events"
)

export interface Placement {
  readonly owner: Owner
  readonly email: string
  readonly address: ShippingAddress
  readonly method: ShippingMethod
  readonly priced: Pricing.Priced
  /** Names of the products, line by line. */
  readonly names: ReadonlyArray<string>
}

/** Writes a pending order and its first event. */
export const place = (id: string, placement: Placement): Effect.Effect<void, never, Transaction | Entropy> =>
  Effect.gen(function*() {
    const { address, email, method, names, owner, priced } = placement
    const now = yield* Clock.currentTimeMillis
    yield* insertOrder({
      id,
      principal: owner.principal,
      shopper: owner.shopper,
      status: "pending",
      email,
      address: encodeAddress(address),
      shipping_method: method,
      currency: priced.currency,
      subtotal_minor: priced.subtotalMinor,
      shipping_minor: priced.shippingMinor,
      shipping_vat_minor: priced.shippingVatMinor,
      total_minor: priced.totalMinor,
      vat: encodeVat(priced.vat),
      events: 1,
      created_at: now
    })
    for (const [n, line] of priced.lines.entries()) {
      yield* insertLine({
        order_id: id,
        n,
        product_id: line.productId,
        name: names[n]!,
        quantity: line.quantity,
        unit_price_minor: line.unitPriceMinor,
        line_total_minor: line.lineTotalMinor,
        vat_minor: line.vatMinor
      })
    }
    yield* event(id, 1, "order.pending", "shopper")
  })

/** Takes an order one step along the table. The caller has read where it stands; where that has changed, it reads again. */
export const advance = (
  orderId: string,
  from: Domain.OrderStatus,
  to: Domain.OrderStatus,
  source: Source
): Effect.Effect<void, never, Transaction | Entropy> =>
  Effect.gen(function*() {
    const step = Domain.transition(from, to)
    if (Either.isLeft(step)) return yield* Effect.die(step.left)
    const [row] = yield* compareAndSet(to, orderId, from)
    if (row === undefined) return yield* Effect.die(new LostRace())
    yield* event(orderId, row.events, `order.${to}`, source)
  })

const event = (orderId: string, seq: number, type: string, source: Source) =>
  Effect.gen(function*() {
    const id = yield* nextId("evt")
    const at = yield* Clock.currentTimeMillis
    yield* insertEvent({ id, order_id: orderId, seq, type, source, data: "{}", at })
  })

/** The units of each product in an order: what it reserves until it ships. */
export const unitsOf = (orderId: string) =>
  Effect.map(
    linesOf(orderId),
    (lines) =>
      lines.map((line) => ({ productId: line.product_id, quantity: line.quantity - line.shipped, name: line.name }))
  )

const isStatus = Schema.is(Domain.OrderStatus)

const timeline = (events: ReadonlyArray<typeof EventRow.Type>): ReadonlyArray<TimelineEntry> =>
  events.flatMap(({ at, source, type }) => {
    const status = type.slice("order.".length)
    return type.startsWith("order.") && isStatus(status) ? [{ status, at, source }] : []
  })

const paymentStatus = ({ method, phase, refunded_minor, total_minor }: typeof OrderRow.Type): Domain.PaymentStatus =>
  method === null
    ? phase === "processing" ? "processing" : "unpaid"
    : refunded_minor === 0
    ? "paid"
    : refunded_minor === total_minor
    ? "refunded"
    : "partially_refunded"

/** After every id: ids are ASCII. */
const latest = "~"

export const layer: Layer.Layer<Orders, never, Transactions | StoreSecret> = Layer.effect(
  Orders,
  Effect.gen(function*() {
    const transactions = yield* Transactions
    const places = Cursor.cursors(yield* StoreSecret, "orders", Schema.String)

    const view = (principal: Principal, orderId: string) =>
      transactions.read(Effect.gen(function*() {
        const found = Option.getOrUndefined(yield* orderById(orderId))
        const mayRead = principal.kind === "staff"
          ? principal.scopes.includes("orders:read")
          : found?.principal === principal.id
        if (found === undefined || !mayRead) return yield* new Domain.OrderNotFound({ orderId })
        const items = yield* linesOf(orderId)
        const events = yield* eventsOf(orderId)
        const refunds = yield* refundsOf(orderId)
        return {
          id: found.id,
          status: found.status,
          items: items.map((line) => ({
            productId: line.product_id,
            name: line.name,
            quantity: line.quantity,
            unitPriceMinor: line.unit_price_minor,
            lineTotalMinor: line.line_total_minor,
            shipped: line.shipped,
            returned: line.sent_back
          })),
          subtotalMinor: found.subtotal_minor,
          shippingMinor: found.shipping_minor,
          totalMinor: found.total_minor,
          currency: found.currency,
          vat: found.vat,
          email: found.email,
          shippingAddress: found.address,
          shippingMethod: found.shipping_method,
          payment: { method: found.method, status: paymentStatus(found) },
          refunds: refunds.map((refund) => ({
            refundId: refund.id,
            amountMinor: refund.amount_minor,
            status: refund.state,
            createdAt: refund.created_at
          })),
          timeline: timeline(events),
          createdAt: found.created_at
        }
      }))

    const list = (owner: Owner, { cursor, limit }: { readonly limit: number; readonly cursor?: string | undefined }) =>
      Effect.gen(function*() {
        const after = cursor === undefined ? latest : yield* places.decode(cursor)
        const rows = yield* transactions.read(
          owner.shopper === ""
            ? ordersOfPrincipal(owner.principal, after, limit + 1)
            : ordersOfShopper(owner.principal, owner.shopper, after, limit + 1)
        )
        const { data, nextCursor } = Cursor.page(rows, limit, (last) => places.encode(last.id))
        return {
          data: data.map((row) => ({
            id: row.id,
            status: row.status,
            totalMinor: row.total_minor,
            currency: row.currency,
            createdAt: row.created_at
          })),
          nextCursor
        }
      })

    return { view, list }
  })
)
