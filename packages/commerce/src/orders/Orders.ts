/**
 * Orders: reading one, listing them, and cancelling one before anything of it has shipped.
 *
 * Cancelling, shipping and paying are each a compare-and-set on the order's status: of several at once, one succeeds. A
 * view is derived from the rows of lines, shipments, returns and refunds at each request; it is not stored. Follows
 * docs/specification.md#orders and docs/specification.md#cancellation.
 *
 * @since 1.0.0
 */
import type { ShippingAddress } from "@beauty-store/domain/Address"
import type { Attributed, Attributes } from "@beauty-store/domain/Attribute"
import { type Day, dayOf } from "@beauty-store/domain/Days"
import * as Destination from "@beauty-store/domain/Destination"
import { type Claimed, OrderId, type ProductId, RefundId, ReturnId, type ShipmentId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import type { Language } from "@beauty-store/domain/Language"
import * as Money from "@beauty-store/domain/Money"
import * as Domain from "@beauty-store/domain/Order"
import type * as Pricing from "@beauty-store/domain/Pricing"
import type * as Promotion from "@beauty-store/domain/Promotion"
import type { ReferenceNumber } from "@beauty-store/domain/ReferenceNumber"
import { expectedBy, remainingMinor } from "@beauty-store/domain/Refund"
import { ReturnStatus } from "@beauty-store/domain/Return"
import type { ShipmentStatus } from "@beauty-store/domain/Shipment"
import * as Shipping from "@beauty-store/domain/Shipping"
import * as Cursor from "@beauty-store/sql/Cursor"
import { Jobs } from "@beauty-store/sql/Jobs"
import * as Query from "@beauty-store/sql/Query"
import { StoreSecret } from "@beauty-store/sql/Secrets"
import { type StoreUnavailable, Transactions } from "@beauty-store/sql/Transactions"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Refunds } from "../after-sales/Refunds.ts"
import { acceptedOf } from "../after-sales/ReturnRecords.ts"
import { ShopAttributes } from "../Attributes.ts"
import * as Inventory from "../catalog/Inventory.ts"
import { Source } from "../events/DomainEvents.ts"
import { Events } from "../events/Events.ts"
import { reactNow } from "../events/ReactionRuns.ts"
import type { RefusedByShop } from "../events/Reactions.ts"
import type { Owner, Principal } from "../identity/Identity.ts"
import { checking, checkPage, text } from "../InputChecks.ts"
import { Policy, type StorePolicy } from "../Policy.ts"
import { NumberColumn } from "../records/Numbers.ts"
import * as OrderRecords from "../records/OrderRecords.ts"
import * as SessionRecords from "../records/SessionRecords.ts"
import * as SpendingLedger from "../spending/SpendingLedger.ts"
import * as FilteredList from "../staff/FilteredList.ts"
import * as StaffTrail from "../staff/StaffTrail.ts"
import * as Strategies from "../Strategies.ts"
import * as UseCase from "../UseCase.ts"
import { scansOf, type ShipmentRow, shipmentsOf } from "./Fulfilment.ts"
import * as OrderAttributes from "./OrderAttributes.ts"
import { historyOf, type OrderHistory } from "./OrderHistory.ts"
import * as OrderLists from "./OrderLists.ts"

export interface TimelineEntry {
  readonly status: Domain.OrderStatus
  readonly at: number
  readonly source: Source
}

export interface OrderView {
  readonly id: OrderId
  /** By which people name it. */
  readonly orderNumber: ReferenceNumber
  readonly status: Domain.OrderStatus
  readonly items: ReadonlyArray<{
    readonly productId: ProductId
    readonly name: string
    readonly quantity: number
    readonly unitPriceMinor: number
    /** The price of all units at the unit price, and the discount on it. */
    readonly listMinor: number
    readonly discountMinor: number
    readonly lineTotalMinor: number
    readonly shipped: number
    /** Units that were returned and accepted. */
    readonly returned: number
    /** Those that the product had at checkout. */
    readonly attributes?: Attributes | undefined
  }>
  readonly subtotalMinor: number
  readonly shippingMinor: number
  readonly totalMinor: number
  readonly currency: Money.Currency
  readonly vat: ReadonlyArray<Pricing.VatPerRate>
  /** The promotions that counted, in its language. */
  readonly promotions: ReadonlyArray<Promotion.Applied>
  readonly email: string
  /** In which everything about it is said to the buyer; its goods are named in it. */
  readonly language: Language
  readonly shippingAddress: ShippingAddress
  /** Where the bill goes; undefined where it goes with the parcel. */
  readonly billingAddress?: ShippingAddress | undefined
  readonly shippingMethod: Shipping.ShippingMethod
  /** The expected day of delivery when it was ordered. */
  readonly estimatedDelivery: Day
  readonly payment: { readonly method: string | null; readonly status: Domain.PaymentStatus }
  readonly refunds: ReadonlyArray<{
    readonly refundId: RefundId
    readonly amountMinor: number
    readonly status: "pending" | "succeeded" | "failed"
    readonly createdAt: number
    /** Of the last decision: the refund, or another attempt where one failed. */
    readonly expectedBy: { readonly from: Day; readonly to: Day }
  }>
  /** Oldest first. */
  readonly shipments: ReadonlyArray<TrackingView>
  readonly returns: ReadonlyArray<{ readonly returnId: ReturnId; readonly status: ReturnStatus }>
  readonly timeline: ReadonlyArray<TimelineEntry>
  readonly createdAt: number
  /** Those of the order itself, if the shop's orders have any. */
  readonly attributes?: Attributes | undefined
  /** The cart that it was bought from, as it was at checkout. */
  readonly cart: Attributed
  /** Whether a person made the address of its page invalid: nothing leads there any more. */
  readonly isPageClosed: boolean
}

/** A shipment on its way. */
export interface TrackingView {
  readonly carrier: string
  readonly trackingNumber: string
  readonly status: ShipmentStatus
  /** According to the carrier, or to the shop until the carrier has said something. */
  readonly estimatedDelivery: Day
  /** When it arrived, which may be long before that was reported; undefined until then. */
  readonly deliveredAt?: number | undefined
  readonly events: ReadonlyArray<{ readonly at: number; readonly location: string; readonly status: string }>
}

export type { OrderFilter, OrderSummary, Search } from "./OrderLists.ts"

export class Orders extends Context.Tag("@beauty-store/commerce/Orders")<Orders, {
  /** The principal's own order, or any order for staff that may read them. */
  readonly view: (
    principal: Principal,
    orderId: Claimed<OrderId>
  ) => Effect.Effect<OrderView, Domain.OrderNotFound | StoreUnavailable>
  /** Any order, without a check of scopes: for staff who have just changed it. */
  readonly changed: (orderId: Claimed<OrderId>) => Effect.Effect<OrderView, Domain.OrderNotFound | StoreUnavailable>
  /** The same order with everything that happened to its goods and its money since. */
  readonly history: (
    principal: Principal,
    orderId: Claimed<OrderId>
  ) => Effect.Effect<OrderHistory, Domain.OrderNotFound | StoreUnavailable>
  /**
   * Cancels an order while no unit has shipped: its stock can be sold again, its payment is refunded. A cancelled order
   * is returned as it is.
   */
  readonly cancel: (
    principal: Principal,
    orderId: Claimed<OrderId>,
    reason: string | undefined
  ) => Effect.Effect<
    OrderView,
    InvalidInput | Domain.OrderNotFound | Domain.OrderNotCancellable | RefusedByShop | StoreUnavailable
  >
  /** The owner's orders, newest first. Without a shopper reference: all of the principal's. */
  readonly list: (
    owner: Owner,
    page: { readonly limit: number; readonly cursor?: string | undefined }
  ) => Effect.Effect<Cursor.Page<OrderLists.OrderSummary>, InvalidInput | Cursor.InvalidCursor | StoreUnavailable>
  /** The orders that fit a filter: of those that the reader placed, or of all for staff that may read them. */
  readonly search: OrderLists.Search
  /**
   * Sets any order's own attributes, all of them; `undefined` removes them. Its cart's and its products' stay as they
   * were at checkout.
   */
  readonly setAttributes: (
    orderId: Claimed<OrderId>,
    attributes: object | undefined
  ) => Effect.Effect<OrderView, InvalidInput | Domain.OrderNotFound | StoreUnavailable>
}>() {}

const MoneyRow = Schema.Struct({
  /**
   * The session's phase, the confirming payment's method, the refunded amount, and, so that no other statement is
   * needed, when the order's page was closed.
   */
  phase: Schema.String,
  method: Schema.NullOr(Schema.String),
  refunded_minor: Query.Int,
  page_revoked_at: Schema.NullOr(Query.Int)
})
const moneyOf = Query.first(MoneyRow)<[orderId: OrderId]>(
  `SELECT s.phase, p.method,
     (SELECT coalesce(sum(r.amount_minor), 0) FROM refund r
       WHERE r.payment_id = p.id AND r.state = 'succeeded') AS refunded_minor,
     g.revoked_at AS page_revoked_at
   FROM checkout_session s
   LEFT JOIN payment p ON p.session_id = s.id AND p.role = 'primary'
   LEFT JOIN order_page g ON g.order_id = s.order_id
   WHERE s.order_id = ?`
)
const ReturnRow = Schema.Struct({ id: ReturnId, status: ReturnStatus })
const returnsOf = Query.all(ReturnRow)<[orderId: OrderId]>(
  "SELECT id, status FROM return_request WHERE order_id = ? ORDER BY id"
)
const TimelineRow = Schema.Struct({ status: Domain.OrderStatus, source: Source, at: Query.Int })
const timelineOf = Query.all(TimelineRow)<[orderId: OrderId]>(
  "SELECT status, source, at FROM event WHERE order_id = ? AND status IS NOT NULL ORDER BY seq"
)
const RefundRow = Schema.Struct({
  id: RefundId,
  amount_minor: Query.Int,
  state: Schema.Literal("pending", "succeeded", "failed"),
  created_at: Query.Int,
  decided_at: Query.Int
})
const refundsOf = Query.all(RefundRow)<[orderId: OrderId]>(
  `SELECT id, amount_minor, state, created_at, decided_at
   FROM refund WHERE order_id = ? ORDER BY id`
)
const SummaryRow = Schema.Struct({
  id: OrderId,
  number: NumberColumn,
  status: Domain.OrderStatus,
  total_minor: Query.Int,
  currency: Money.Currency,
  created_at: Query.Int
})
const before = (filter: string) =>
  `SELECT id, number, status, total_minor, currency, created_at FROM orders
   WHERE principal = ? ${filter} AND id < ? ORDER BY id DESC LIMIT ?`
const ordersOfPrincipal = Query.all(SummaryRow)<[principal: string, before: string, limit: number]>(before(""))
const ordersOfShopper = Query.all(SummaryRow)<[principal: string, shopper: string, before: string, limit: number]>(
  before("AND shopper = ?")
)

const paymentStatusOf = ({ method, phase, refunded_minor }: typeof MoneyRow.Type, totalMinor: number) =>
  Domain.paymentStatus({
    isPaid: method !== null,
    isProcessing: phase === "processing",
    refundedMinor: refunded_minor,
    totalMinor
  })

/** After every id: ids are ASCII. */
const latest = "~"

interface ShippingRules {
  readonly policy: StorePolicy
  readonly strategy: Shipping.ShippingStrategy
}

const expectedOf = (
  { policy, strategy }: ShippingRules,
  { address, shipping_method }: OrderRecords.OrderRow,
  leavesAt: number
): Day =>
  Shipping.expectedDayOf(
    strategy,
    policy.shipping,
    { method: shipping_method, ...Destination.of(address) },
    dayOf(leavesAt, policy.timeZone)
  )

const trackingOf = (
  rules: ShippingRules,
  order: OrderRecords.OrderRow,
  shipment: ShipmentRow,
  scans: ReadonlyArray<
    { readonly shipment_id: ShipmentId; readonly at: number; readonly location: string; readonly status: string }
  >
): TrackingView => ({
  carrier: shipment.carrier,
  trackingNumber: shipment.tracking_number,
  status: shipment.status,
  estimatedDelivery: shipment.estimated_delivery ?? expectedOf(rules, order, shipment.shipped_at),
  ...(shipment.delivered_at === null ? {} : { deliveredAt: shipment.delivered_at }),
  events: scans.filter((scan) => scan.shipment_id === shipment.id)
    .map(({ at, location, status }) => ({ at, location, status }))
})

const dependencies = Effect.gen(function*() {
  return {
    transactions: yield* Transactions,
    refunds: yield* Refunds,
    rules: { policy: yield* Policy, strategy: yield* Strategies.Shipping },
    shop: yield* ShopAttributes,
    places: Cursor.cursors(yield* StoreSecret, "orders", Schema.String),
    lists: yield* OrderLists.dependencies,
    context: Context.make(Events, yield* Events).pipe(Context.add(Jobs, yield* Jobs))
  }
})
type Dependencies = Effect.Effect.Success<typeof dependencies>

const none = Effect.succeed([])

const viewOf = Effect.fnUntraced(function*({ rules, shop }: Dependencies, found: OrderRecords.OrderRow) {
  const readingLines = yield* OrderRecords.startLines(found.id)
  const readingMoney = yield* moneyOf.sent(found.id)
  const readingRefunds = yield* refundsOf.sent(found.id)
  const readingTimeline = yield* timelineOf.sent(found.id)
  const lines = yield* readingLines
  // There are neither parcels nor returns before a unit has shipped.
  const hasShipped = lines.some(({ shipped }) => shipped > 0)
  const readingReturns = hasShipped ? yield* returnsOf.sent(found.id) : none
  const readingShipments = hasShipped ? yield* shipmentsOf.sent(found.id) : none
  const money = Option.getOrThrow(yield* readingMoney)
  const refunds = yield* readingRefunds
  const returns = yield* readingReturns
  const accepted = returns.length === 0 ? [] : yield* acceptedOf(found.id)
  const shipments = yield* readingShipments
  const scans = shipments.length === 0 ? [] : yield* scansOf(found.id)
  return {
    id: found.id,
    orderNumber: found.number,
    status: found.status,
    items: lines.map((
      {
        attributesText,
        discountMinor,
        lineTotalMinor,
        listMinor,
        n,
        name,
        productId,
        quantity,
        shipped,
        unitPriceMinor
      }
    ) => ({
      productId,
      name,
      quantity,
      unitPriceMinor,
      listMinor,
      discountMinor,
      lineTotalMinor,
      shipped,
      returned: accepted.find((line) => line.n === n)?.quantity ?? 0,
      ...OrderRecords.lineAttributes(shop, found.id, attributesText)
    })),
    ...OrderRecords.sumsOf(found),
    promotions: found.promotions ?? [],
    email: found.email,
    language: found.language,
    shippingAddress: found.address,
    billingAddress: found.billing_address ?? undefined,
    shippingMethod: found.shipping_method,
    estimatedDelivery: expectedOf(rules, found, found.created_at),
    shipments: shipments.map((shipment) => trackingOf(rules, found, shipment, scans)),
    payment: { method: money.method, status: paymentStatusOf(money, found.total_minor) },
    refunds: refunds.map((refund) => ({
      refundId: refund.id,
      amountMinor: refund.amount_minor,
      status: refund.state,
      createdAt: refund.created_at,
      expectedBy: expectedBy(dayOf(refund.decided_at, rules.policy.timeZone))
    })),
    returns: returns.map(({ id, status }) => ({ returnId: id, status })),
    timeline: yield* readingTimeline,
    createdAt: found.created_at,
    isPageClosed: money.page_revoked_at !== null,
    ...OrderAttributes.ofRow(shop, found)
  }
})

const view = (deps: Dependencies) =>
  Effect.fnUntraced(function*(principal: Principal, orderId: Claimed<OrderId>) {
    return yield* viewOf(deps, yield* OrderRecords.ownedBy(principal, "orders:read")(OrderRecords.find(orderId)))
  }, deps.transactions.read)

const changed = (deps: Dependencies) => (orderId: Claimed<OrderId>) =>
  deps.transactions.read(Effect.flatMap(OrderRecords.find(orderId), (order) => viewOf(deps, order)))

const history = ({ transactions }: Dependencies) =>
  Effect.fnUntraced(function*(principal: Principal, orderId: Claimed<OrderId>) {
    const { id } = yield* OrderRecords.ownedBy(principal, "orders:read")(OrderRecords.find(orderId))
    return yield* historyOf(id)
  }, transactions.read)

/** Cancels a paid order: the rest of its payment is refunded. */
const cancelPaid = Effect.fnUntraced(
  function*({ refunds }: Dependencies, order: OrderRecords.OrderRow, source: Source, reason: string | undefined) {
    const payment = Option.getOrThrow(yield* SessionRecords.paymentOf(order.id))
    yield* OrderRecords.changeStatus(order.id, order.status, "cancelled", {
      type: "order.cancelled",
      source,
      data: reason === undefined ? {} : { reason }
    })
    const left = remainingMinor({ capturedMinor: payment.captured_minor, refundingMinor: payment.refunding_minor })
    if (left > 0) {
      yield* refunds.record({
        paymentId: payment.id,
        orderId: order.id,
        cause: "cancellation",
        subject: order.id,
        amountMinor: left,
        currency: order.currency
      })
    }
  }
)

const checkCancelled = checking(Schema.Struct({ reason: Schema.optional(text(1000)) }))

const cancel = (deps: Dependencies) =>
  Effect.fnUntraced(function*(principal: Principal, claimed: Claimed<OrderId>, reason: string | undefined) {
    yield* checkCancelled({ reason })
    const { id: orderId } = yield* OrderRecords.ownedBy(principal, "orders:write")(OrderRecords.find(claimed))
    // Sessions are locked before orders, here as everywhere.
    const session = Option.getOrUndefined(yield* SessionRecords.liveOfOrder(orderId))
    const order = yield* OrderRecords.lock(orderId)
    const lines = yield* OrderRecords.linesOf(orderId)
    const decision = yield* Domain.cancel({
      orderId,
      status: order.status,
      shippedUnits: lines.reduce((sum, line) => sum + line.shipped, 0)
    })
    if (decision === "already") return yield* viewOf(deps, order)
    const source = principal.kind === "staff" ? "staff" : "shopper"
    yield* SpendingLedger.releaseOfOrder(orderId)
    if (session === undefined) yield* cancelPaid(deps, order, source, reason)
    else yield* SessionRecords.end(session, "cancelled", source, reason)
    yield* StaffTrail.record({
      action: "order.cancel",
      subject: orderId,
      before: { status: order.status },
      after: { status: "cancelled" }
    })
    yield* Inventory.release(OrderRecords.unitsIn(lines))
    yield* reactNow
    return yield* viewOf(deps, { ...order, status: "cancelled" })
  }, (cancelling) => deps.transactions.write(Effect.provide(cancelling, deps.context)))

const setAttributes = (deps: Dependencies) =>
  Effect.fnUntraced(function*(orderId: Claimed<OrderId>, attributes: object | undefined) {
    yield* OrderAttributes.set(deps.shop, orderId, attributes)
    return yield* viewOf(deps, yield* OrderRecords.find(orderId))
  }, deps.transactions.write)

const list = ({ places, transactions }: Dependencies) =>
  Effect.fnUntraced(
    function*(owner: Owner, page: { readonly limit: number; readonly cursor?: string | undefined }) {
      yield* checkPage(page)
      const { cursor, limit } = page
      const person = FilteredList.personOf(owner)
      const after = cursor === undefined ? latest : yield* places.decode(cursor, person)
      const rows = yield* transactions.read(
        owner.shopper === ""
          ? ordersOfPrincipal(owner.principal, after, limit + 1)
          : ordersOfShopper(owner.principal, owner.shopper, after, limit + 1)
      )
      const { data, nextCursor } = Cursor.page(rows, limit, (last) => places.encode(last.id, person))
      return {
        data: data.map((row) => ({
          id: row.id,
          orderNumber: row.number,
          status: row.status,
          totalMinor: row.total_minor,
          currency: row.currency,
          createdAt: row.created_at
        })),
        nextCursor
      }
    }
  )

export const layer: Layer.Layer<Orders, never, Transactions | StoreSecret | Refunds | Events | Jobs | Policy> = Layer
  .effect(
    Orders,
    Effect.map(dependencies, (deps) => ({
      view: UseCase.named("Orders.view", view(deps), {
        given: (caller, orderId) => ({ caller, orderId }),
        found: UseCase.order
      }),
      changed: UseCase.named("Orders.changed", changed(deps), {
        given: (orderId) => ({ orderId }),
        found: UseCase.order
      }),
      history: UseCase.named("Orders.history", history(deps), { given: (caller, orderId) => ({ caller, orderId }) }),
      list: UseCase.named("Orders.list", list(deps), { given: (caller) => ({ caller }) }),
      search: UseCase.named("Orders.search", OrderLists.search(deps.lists), {
        given: ({ principal }) => ({ caller: principal })
      }),
      cancel: UseCase.named("Orders.cancel", cancel(deps), {
        given: (caller, orderId) => ({ caller, orderId }),
        found: UseCase.order
      }),
      setAttributes: UseCase.named("Orders.setAttributes", setAttributes(deps), {
        given: (orderId) => ({ orderId }),
        found: UseCase.order
      })
    }))
  )
