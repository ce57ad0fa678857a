/**
 * Returns: requested, sent, received, refunded or rejected. The domain decides whether units can be returned
 * (`Return`); conditional counts guarantee that none comes back twice (`ReturnRecords`); accepting goods creates the
 * refund (`ReturnReceiving`). Follows docs/specification.md#returns, docs/specification.md#return-window,
 * docs/specification.md#return-label.
 *
 * @since 1.0.0
 */
import * as Days from "@beauty-store/domain/Days"
import { type Claimed, type OrderId, type ProductId, type RefundId, ReturnId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import type { Language } from "@beauty-store/domain/Language"
import type { OrderNotFound } from "@beauty-store/domain/Order"
import { mayAccess, type Principal } from "@beauty-store/domain/Principal"
import type { ReferenceNumber } from "@beauty-store/domain/ReferenceNumber"
import * as Refund from "@beauty-store/domain/Refund"
import * as Domain from "@beauty-store/domain/Return"
import { Entropy, nextId } from "@beauty-store/sql/Entropy"
import { mark, StoreSecret, unsign } from "@beauty-store/sql/Secrets"
import { type StoreUnavailable, type Transaction, Transactions } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { ShopAttributes } from "../Attributes.ts"
import type { Source } from "../events/DomainEvents.ts"
import { Events } from "../events/Events.ts"
import { reactNow } from "../events/ReactionRuns.ts"
import type { RefusedByShop } from "../events/Reactions.ts"
import { checking, optionalText, Units } from "../InputChecks.ts"
import { Policy } from "../Policy.ts"
import * as OrderRecords from "../records/OrderRecords.ts"
import * as SessionRecords from "../records/SessionRecords.ts"
import * as StaffTrail from "../staff/StaffTrail.ts"
import * as Strategies from "../Strategies.ts"
import * as UseCase from "../UseCase.ts"
import { Refunds } from "./Refunds.ts"
import * as ReturnLists from "./ReturnLists.ts"
import * as ReturnReceiving from "./ReturnReceiving.ts"
import * as ReturnRecords from "./ReturnRecords.ts"

export type { OrderRow } from "../records/OrderRecords.ts"
export type { ReceiveRefusal } from "./ReturnReceiving.ts"

export type { ReturnFilter, ReturnSummary, Search } from "./ReturnLists.ts"

export interface ReturnView {
  readonly returnId: ReturnId
  /** By which people name it. */
  readonly returnNumber: ReferenceNumber
  readonly orderId: OrderId
  readonly orderNumber: ReferenceNumber
  readonly status: Domain.ReturnStatus
  readonly items: ReadonlyArray<{
    readonly productId: ProductId
    readonly name: string
    readonly quantity: number
    readonly condition: Domain.Condition
    readonly reason: string | undefined
    /**
     * What they would give now if all of them were accepted, without shipping, and of what is left of the payment;
     * after the parcel was opened, the actual refund.
     */
    readonly refundMinor: number
    /** Units that were accepted; null before the parcel was opened. */
    readonly accepted: number | null
  }>
  /**
   * What its items would give now, together, and no other return before it; after the parcel was opened, the actual
   * refund, with shipping.
   */
  readonly refundMinor: number
  readonly refundId: RefundId | null
  /** A capability: the address alone gives access to the label. */
  readonly labelUrl: string
  readonly expectedRefund: { readonly from: Days.Day; readonly to: Days.Day }
  readonly timeline: ReadonlyArray<
    { readonly status: Domain.ReturnStatus; readonly at: number; readonly source: Source }
  >
  readonly createdAt: number
}

/** The label of a return's parcel. */
export interface ReturnLabel {
  readonly returnId: ReturnId
  readonly returnNumber: ReferenceNumber
  readonly orderId: OrderId
  readonly orderNumber: ReferenceNumber
  readonly issuedAt: number
  /** The order's. */
  readonly language: Language
  readonly from: OrderRecords.OrderRow["address"]
  readonly items: ReadonlyArray<{ readonly name: string; readonly quantity: number }>
}

export class Returns extends Context.Tag("@beauty-store/commerce/Returns")<Returns, {
  /** Registers a return of units of the principal's order. `source`: who reports it, if not the principal. */
  readonly request: (
    principal: Principal,
    orderId: Claimed<OrderId>,
    items: ReadonlyArray<Domain.RequestItem>,
    source?: Source
  ) => Effect.Effect<
    ReturnView,
    InvalidInput | OrderNotFound | Domain.RequestRefusal | RefusedByShop | StoreUnavailable
  >
  readonly view: (
    principal: Principal,
    returnId: Claimed<ReturnId>
  ) => Effect.Effect<ReturnView, Domain.ReturnNotFound | StoreUnavailable>
  /** The units of an order that can be returned now. None gives back more than is left of the payment. */
  readonly returnable: (
    principal: Principal,
    orderId: Claimed<OrderId>
  ) => Effect.Effect<ReadonlyArray<Domain.Returnable>, OrderNotFound | StoreUnavailable>
  /**
   * The last day on which the units of a return could be returned another time, if it were called off; undefined where
   * the time of some is over.
   */
  readonly returnableAgain: (
    principal: Principal,
    returnId: Claimed<ReturnId>
  ) => Effect.Effect<Days.Day | undefined, Domain.ReturnNotFound | StoreUnavailable>
  /** The returns that fit a filter: of the reader's own orders, or of all for staff that may read them. */
  readonly search: ReturnLists.Search
  /** Cancels a return before its goods arrive: its units can be returned another time. */
  readonly cancel: (
    principal: Principal,
    returnId: Claimed<ReturnId>
  ) => Effect.Effect<
    ReturnView,
    Domain.ReturnNotFound | Domain.ReturnNotCancellable | RefusedByShop | StoreUnavailable
  >
  /**
   * Records that a carrier has the parcel (of this order, where it says so). A scan that comes late or twice changes
   * nothing. Returns the return's status after that.
   */
  readonly recordScan: (
    returnId: Claimed<ReturnId>,
    orderId?: Claimed<OrderId>
  ) => Effect.Effect<Domain.ReturnStatus, Domain.ReturnNotFound | StoreUnavailable>
  /** Staff open the parcel: accepted units are refunded, and put back into stock where staff say so. */
  readonly receive: (
    returnId: Claimed<ReturnId>,
    items: ReadonlyArray<Domain.ReceivedItem>
  ) => Effect.Effect<ReturnView, InvalidInput | ReturnReceiving.ReceiveRefusal | StoreUnavailable>
  /** The label of a capability, as long as the parcel can be sent. */
  readonly label: (capability: string) => Effect.Effect<ReturnLabel, Domain.ReturnNotFound | StoreUnavailable>
}>() {}

const dependencies = Effect.gen(function*() {
  const transactions = yield* Transactions
  const context = Context.make(Events, yield* Events).pipe(Context.add(Entropy, yield* Entropy))
  const { baseUrl, timeZone } = yield* Policy
  const strategy = yield* Strategies.Returns
  // No store opens with a promise that its pages cannot say.
  Domain.demandWindowDays(strategy)
  return {
    transactions,
    write: <A, E>(body: Effect.Effect<A, E, Transaction | Events | Entropy>) =>
      transactions.write(Effect.provide(body, context)),
    refunds: yield* Refunds,
    secret: yield* StoreSecret,
    strategy,
    shop: yield* ShopAttributes,
    timeZone,
    lists: yield* ReturnLists.dependencies,
    baseUrl
  }
})
type Dependencies = Effect.Effect.Success<typeof dependencies>

const labelPurpose = "return label"

const labelUrl = ({ baseUrl, secret }: Dependencies, returnId: ReturnId): string =>
  `${baseUrl}/api/returns/${returnId}/label?key=${mark(secret, labelPurpose, returnId)}`

/** What each line of a return gives, or would give now. */
const refundsOf = (
  row: ReturnRecords.ReturnRow,
  lines: ReadonlyArray<ReturnRecords.LineRow>
): ReadonlyArray<number> => {
  const worthsMinor = lines.map((line) => line.refund_minor)
  return Domain.isOpened(row.status) ? worthsMinor : Domain.sharesOf(worthsMinor, row.left_minor)
}

const viewOf = Effect.fnUntraced(
  function*(deps: Dependencies, row: ReturnRecords.ReturnRow): Effect.fn.Return<ReturnView, never, Transaction> {
    const lines = yield* ReturnRecords.linesOf(row.id)
    const refundsMinor = refundsOf(row, lines)
    return {
      returnId: row.id,
      returnNumber: row.number,
      orderId: row.order_id,
      orderNumber: row.order_number,
      status: row.status,
      items: lines.map((line, i) => ({
        productId: line.product_id,
        name: line.name,
        quantity: line.quantity,
        condition: line.condition,
        reason: line.reason === "" ? undefined : line.reason,
        refundMinor: refundsMinor[i]!,
        accepted: line.accepted
      })),
      refundMinor: Domain.givenMinor(row.status, row.refund_minor, row.left_minor),
      refundId: row.refund_id,
      labelUrl: labelUrl(deps, row.id),
      expectedRefund: Refund.expectedBy(
        Days.dayOf(row.timeline.find(({ status }) => status === "received")?.at ?? row.created_at, deps.timeZone)
      ),
      timeline: row.timeline,
      createdAt: row.created_at
    }
  }
)

/** The principal's return, or any return for staff with the scope. To anybody else it does not exist. */
const owned = (principal: Principal, staffScope: string, returnId: Claimed<ReturnId>) =>
  Effect.flatMap(
    ReturnRecords.byId(returnId),
    (row) =>
      Option.isSome(row) && mayAccess(principal, row.value.principal, staffScope)
        ? Effect.succeed(row.value)
        : new Domain.ReturnNotFound({ returnId })
  )

/** Writes a return and its lines, and counts their units as on their way back. */
const insert = Effect.fnUntraced(function*(orderId: OrderId, requested: Domain.Requested, at: number, source: Source) {
  const id = yield* nextId(ReturnId)
  yield* ReturnRecords.insert({
    id,
    order_id: orderId,
    status: "requested",
    refund_minor: requested.refundMinor,
    timeline: ReturnRecords.encodeTimeline([{ status: "requested", at, source }]),
    created_at: at
  })
  for (const [i, line] of requested.lines.entries()) {
    yield* ReturnRecords.insertLine({
      return_id: id,
      i,
      shipment_id: line.shipmentId,
      n: line.n,
      product_id: line.productId,
      quantity: line.quantity,
      condition: line.condition,
      reason: line.reason ?? "",
      refund_minor: line.refundMinor
    })
    yield* ReturnRecords.addSentBack(orderId, line)
  }
  return id
})

const checkingRequests = (reason: Schema.Schema<string>) =>
  checking(Schema.Struct({
    items: Schema.NonEmptyArray(Schema.Struct({
      productId: Schema.String,
      quantity: Schema.optional(Units),
      condition: Domain.Condition,
      reason: Schema.optional(reason)
    }))
  }))
const checkRequested = checkingRequests(optionalText(1000))
/** A carrier's message counts for what it says of the parcel, however odd its words are. */
const checkReported = checkingRequests(Schema.String)

const request = (deps: Dependencies) =>
  Effect.fnUntraced(function*(
    principal: Principal,
    claimed: Claimed<OrderId>,
    items: ReadonlyArray<Domain.RequestItem>,
    source: Source = principal.kind === "staff" ? "staff" : "shopper"
  ) {
    yield* (source === "carrier" ? checkReported : checkRequested)({ items })
    const order = yield* OrderRecords.ownedBy(principal, "orders:write")(OrderRecords.lock(claimed))
    const orderId = order.id
    const lines = yield* OrderRecords.linesOf(orderId)
    const now = yield* Clock.currentTimeMillis
    const requested = yield* Domain.request(
      {
        orderId,
        status: order.status,
        productIds: lines.map((line) => line.productId),
        units: yield* ReturnRecords.shippedUnitsOf(deps, orderId)
      },
      items,
      Days.dayOf(now, deps.timeZone),
      deps.strategy
    )
    const id = yield* insert(orderId, requested, now, source)
    yield* OrderRecords.append(orderId, {
      type: "return.initiated",
      source,
      data: {
        returnId: id,
        items: requested.lines.map(({ productId, quantity, reason }) => ({
          productId,
          quantity,
          ...(reason === undefined ? {} : { reason })
        }))
      }
    })
    yield* StaffTrail.record({
      action: "return.request",
      subject: id,
      before: {},
      after: { status: "requested", orderId, units: requested.lines.reduce((sum, { quantity }) => sum + quantity, 0) }
    })
    yield* reactNow
    return yield* viewOf(deps, Option.getOrThrow(yield* ReturnRecords.byId(id)))
  }, deps.write)

const view = (deps: Dependencies) => (principal: Principal, returnId: Claimed<ReturnId>) =>
  deps.transactions.read(Effect.flatMap(owned(principal, "orders:read", returnId), (row) => viewOf(deps, row)))

const today = ({ timeZone }: Dependencies) => Effect.map(Clock.currentTimeMillis, (now) => Days.dayOf(now, timeZone))

const returnable = (deps: Dependencies) =>
  Effect.fnUntraced(function*(principal: Principal, orderId: Claimed<OrderId>) {
    const { id } = yield* OrderRecords.ownedBy(principal, "orders:read")(OrderRecords.find(orderId))
    const lines = yield* OrderRecords.linesOf(id)
    const productIds = lines.map((line) => line.productId)
    const units = yield* ReturnRecords.shippedUnitsOf(deps, id)
    const leftMinor = yield* SessionRecords.leftMinorOf(id)
    const found = Domain.returnable({ productIds, units }, yield* today(deps), deps.strategy)
    return found.map((one) => ({
      ...one,
      refundsMinor: one.refundsMinor.map((minor) => Math.min(minor, leftMinor))
    }))
  }, deps.transactions.read)

const returnableAgain = (deps: Dependencies) =>
  Effect.fnUntraced(function*(principal: Principal, claimed: Claimed<ReturnId>) {
    const { id, order_id } = yield* owned(principal, "orders:read", claimed)
    const lines = yield* ReturnRecords.linesOf(id)
    const units = yield* ReturnRecords.shippedUnitsOf(deps, order_id)
    return Domain.returnableAgain(
      lines.flatMap(({ n, shipment_id }) => units.filter((row) => row.n === n && row.shipmentId === shipment_id)),
      yield* today(deps),
      deps.strategy
    )
  }, deps.transactions.read)

const cancel = (deps: Dependencies) =>
  Effect.fnUntraced(function*(principal: Principal, claimed: Claimed<ReturnId>) {
    const { id: returnId } = yield* owned(principal, "orders:write", claimed)
    const { row } = yield* ReturnRecords.lock(returnId)
    if ((yield* Domain.cancel({ returnId, status: row.status })) === "already") return yield* viewOf(deps, row)
    const lines = yield* ReturnRecords.linesOf(returnId)
    yield* ReturnRecords.releaseUnits(
      row.order_id,
      lines.map(({ n, quantity, shipment_id }) => ({ n, quantity, shipmentId: shipment_id }))
    )
    yield* StaffTrail.record({
      action: "return.cancel",
      subject: returnId,
      before: { status: row.status },
      after: { status: "cancelled" }
    })
    const source = principal.kind === "staff" ? "staff" : "shopper"
    const cancelled = yield* ReturnRecords.cancel(row, source)
    yield* reactNow
    return yield* viewOf(deps, cancelled)
  }, deps.write)

const recordScan = ({ write }: Dependencies) =>
  Effect.fnUntraced(function*(returnId: Claimed<ReturnId>, orderId?: Claimed<OrderId>) {
    const { row } = yield* ReturnRecords.lock(returnId)
    if (orderId !== undefined && row.order_id !== orderId) return yield* new Domain.ReturnNotFound({ returnId })
    return Domain.takesScan(row.status)
      ? (yield* ReturnRecords.changeStatus(row, "in_transit", "carrier")).status
      : row.status
  }, write)

const checkReceived = checking(Schema.Struct({
  items: Schema.Array(Schema.Struct({
    productId: Schema.String,
    quantity: Units,
    accepted: Schema.optional(Schema.Boolean),
    restock: Schema.Boolean
  }))
}))

const receive = (deps: Dependencies) =>
  Effect.fnUntraced(function*(returnId: Claimed<ReturnId>, items: ReadonlyArray<Domain.ReceivedItem>) {
    yield* checkReceived({ items })
    const opened = yield* ReturnReceiving.receive(deps.refunds, returnId, items)
    yield* reactNow
    return yield* viewOf(deps, opened)
  }, deps.write)

const label = ({ secret, transactions }: Dependencies) =>
  Effect.fnUntraced(function*(capability: string) {
    const returnId = ReturnId.claimed.make(unsign(secret, labelPurpose, capability) ?? "")
    const row = Option.getOrUndefined(yield* ReturnRecords.byId(returnId))
    if (row === undefined || !Domain.isExpected(row.status)) {
      return yield* new Domain.ReturnNotFound({ returnId })
    }
    const order = yield* Effect.orDie(OrderRecords.find(row.order_id))
    const lines = yield* ReturnRecords.linesOf(row.id)
    return {
      returnId: row.id,
      returnNumber: row.number,
      orderId: row.order_id,
      orderNumber: row.order_number,
      issuedAt: row.created_at,
      language: order.language,
      from: order.address,
      items: Domain.byProduct(
        lines.map(({ name, product_id, quantity }) => ({ productId: product_id, name, quantity }))
      )
    }
  }, transactions.read)

export const layer: Layer.Layer<
  Returns,
  never,
  Transactions | Events | Refunds | Entropy | StoreSecret | Policy
> = Layer.effect(
  Returns,
  Effect.map(dependencies, (deps) => ({
    request: UseCase.named("Returns.request", request(deps), {
      given: (caller, orderId) => ({ caller, orderId }),
      found: (view) => view
    }),
    view: UseCase.named("Returns.view", view(deps), {
      given: (caller, returnId) => ({ caller, returnId }),
      found: (view) => view
    }),
    returnable: UseCase.named("Returns.returnable", returnable(deps), {
      given: (caller, orderId) => ({ caller, orderId })
    }),
    returnableAgain: UseCase.named("Returns.returnableAgain", returnableAgain(deps), {
      given: (_principal, returnId) => ({ returnId })
    }),
    search: UseCase.named("Returns.search", ReturnLists.search(deps.lists), {
      given: ({ principal }) => ({ caller: principal })
    }),
    cancel: UseCase.named("Returns.cancel", cancel(deps), {
      given: (caller, returnId) => ({ caller, returnId }),
      found: (view) => view
    }),
    recordScan: UseCase.named("Returns.recordScan", recordScan(deps), {
      given: (returnId, orderId) => ({ returnId, orderId }),
      found: (status) => ({ status })
    }),
    receive: UseCase.named("Returns.receive", receive(deps), {
      given: (returnId) => ({ returnId }),
      found: (view) => view
    }),
    label: UseCase.named("Returns.label", label(deps))
  }))
)
