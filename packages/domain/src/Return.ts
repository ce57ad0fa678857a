/**
 * Returns: which goods may be sent back, until when, and the refund for them (`ReturnStrategy`). No unit comes back
 * twice. Units get shares of their line's total by largest remainder as they are accepted, so that a line that was
 * returned completely is refunded completely. Whole units, at least 1. Follows docs/specification.md#returns,
 * docs/specification.md#return-window.
 *
 * @since 1.0.0
 */
import * as Arr from "effect/Array"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { Attributed } from "./Attribute.ts"
import * as Days from "./Days.ts"
import { frozenCopy } from "./FrozenCopy.ts"
import { type Claimed, OrderId, ProductId, ReturnId, type ShipmentId } from "./Ids.ts"
import * as Money from "./Money.ts"
import { OrderStatus } from "./Order.ts"
import { printValue } from "./PrintedValue.ts"
import { askStrategy, demandAnswer, StrategyBroken } from "./StrategyBroken.ts"

export const ReturnStatus = Schema.Literal("requested", "in_transit", "received", "refunded", "rejected", "cancelled")
export type ReturnStatus = typeof ReturnStatus.Type

/** All transitions. A carrier's scan sets `in_transit`; a parcel may arrive without a scan. */
export const transitions: Readonly<Record<ReturnStatus, ReadonlyArray<ReturnStatus>>> = {
  requested: ["in_transit", "received", "cancelled"],
  in_transit: ["received", "cancelled"],
  received: ["refunded", "rejected"],
  refunded: [],
  rejected: [],
  cancelled: []
}

/** The table has no such transition of a return. */
export class IllegalReturnTransition extends Schema.TaggedError<IllegalReturnTransition>()("IllegalReturnTransition", {
  from: ReturnStatus,
  to: ReturnStatus
}) {
  override get message(): string {
    return `A return that is ${this.from} cannot become ${this.to}.`
  }
}

/** The status after a transition, if the table has it. Staying in a status is not a transition. */
export const transition = (
  from: ReturnStatus,
  to: ReturnStatus
): Either.Either<ReturnStatus, IllegalReturnTransition> =>
  transitions[from].includes(to) ? Either.right(to) : Either.left(new IllegalReturnTransition({ from, to }))

/** Whether the parcel can still arrive: nobody has opened it and nobody has cancelled the return. */
export const isExpected = (status: ReturnStatus): boolean => transitions[status].includes("received")

/** Whether somebody has opened the parcel and said what of it is accepted: what it gives back no longer changes. */
export const isOpened = (status: ReturnStatus): boolean =>
  status === "received" || status === "refunded" || status === "rejected"

/** Whether a carrier's scan changes the status, to `in_transit`. Scans come late and twice. */
export const takesScan = (status: ReturnStatus): boolean => transitions[status].includes("in_transit")

/** The goods have arrived: nothing is left to cancel. */
export class ReturnNotCancellable extends Schema.TaggedError<ReturnNotCancellable>()("ReturnNotCancellable", {
  returnId: ReturnId.claimed,
  currentStatus: ReturnStatus
}) {
  override get message(): string {
    return `Return ${this.returnId} is ${this.currentStatus} and can no longer be cancelled.`
  }
}

/** Whether a return can be cancelled. `already`: it is cancelled, and nothing is to be done. */
export const cancel = (
  { returnId, status }: { readonly returnId: ReturnId; readonly status: ReturnStatus }
): Either.Either<"cancelled" | "already", ReturnNotCancellable> => {
  if (status === "cancelled") return Either.right("already")
  return transitions[status].includes("cancelled")
    ? Either.right("cancelled")
    : Either.left(new ReturnNotCancellable({ returnId, currentStatus: status }))
}

/** The condition of the goods, according to the shopper. */
export const Condition = Schema.Literal("unopened", "opened", "defective")
export type Condition = typeof Condition.Type

/** Goods as a strategy knows them, with the attributes of their product at checkout. */
export interface Goods extends Attributed {
  readonly productId: ProductId
  /** As the shop says of the product today. */
  readonly returnableOnceOpened: boolean
}

/** What a shop takes back. The same goods always have the same window. */
export interface ReturnStrategy {
  /** The window that the shop promises on its pages, in whole days; no goods have a shorter one. */
  readonly windowDays: number
  /** The window of goods: whole days after the day of their arrival, `windowDays` or more. */
  readonly windowDaysOf: (goods: Goods) => number
  /** Whether they may come back opened although they are not defective. */
  readonly returnsOpened: (goods: Goods) => boolean
}

export const windowDays = 30

export const defaultStrategy: ReturnStrategy = {
  windowDays,
  windowDaysOf: () => windowDays,
  returnsOpened: ({ returnableOnceOpened }) => returnableOnceOpened
}

/** Goods for a strategy. */
const seenBy = (strategy: ReturnStrategy, goods: Goods): Goods =>
  strategy === defaultStrategy ? goods : frozenCopy(goods)

const longestDays = 36_500

/** The days that a strategy promises. Throws where they are no whole number, or too many. */
export const demandWindowDays = ({ windowDays: days }: Pick<ReturnStrategy, "windowDays">): number => {
  if (Number.isInteger(days) && days >= 0 && days <= longestDays) return days
  throw new StrategyBroken(`Returns: a promise of ${printValue(days)} days.`)
}

/** The window of goods by a strategy. Throws where it is none. */
export const windowOf = (strategy: ReturnStrategy, goods: Goods): number => {
  const promised = demandWindowDays(strategy)
  const days = askStrategy(
    "Returns",
    () => strategy.windowDaysOf(seenBy(strategy, goods)),
    () => `as the window for ${goods.productId}`
  )
  if (Number.isInteger(days) && days >= promised && days <= longestDays) return days
  throw new StrategyBroken(
    `Returns: a window of ${printValue(days)} days for ${goods.productId}, where ${promised} are promised.`
  )
}

/** Whether goods may come back opened by a strategy, although they are not defective. Throws where it says neither. */
export const acceptsOpened = (strategy: ReturnStrategy, goods: Goods): boolean =>
  demandAnswer(
    () => strategy.returnsOpened(seenBy(strategy, goods)),
    "Returns",
    () => `${goods.productId} may come back opened`
  )

/** The last day, inclusive, on which goods that arrived on a day can be returned. */
export const returnUntil = (deliveredOn: Days.Day, days: number = windowDays): Days.Day =>
  Days.addDays(deliveredOn, days)

/** The caller has no return of this id, which may be any text that a client sent. */
export class ReturnNotFound extends Schema.TaggedError<ReturnNotFound>()("ReturnNotFound", {
  returnId: ReturnId.claimed
}) {
  override get message(): string {
    return `There is no return ${this.returnId}.`
  }
}

/** The goods that are to be returned have not arrived. */
export class OrderNotDelivered extends Schema.TaggedError<OrderNotDelivered>()("OrderNotDelivered", {
  orderId: OrderId.claimed,
  currentStatus: OrderStatus
}) {
  override get message(): string {
    return `Order ${this.orderId} is ${this.currentStatus}: the units have not been delivered.`
  }
}

/** The return window of the units that are left is closed. */
export class ReturnWindowClosed extends Schema.TaggedError<ReturnWindowClosed>()("ReturnWindowClosed", {
  productId: ProductId.claimed,
  deliveredOn: Days.Day,
  /** The last day of the window. */
  lastDay: Days.Day
}) {
  override get message(): string {
    return `${this.productId} was delivered on ${this.deliveredOn} and could be returned until ${this.lastDay}.`
  }
}

/** Opened goods cannot be sold again; they can be returned only if they are defective. */
export class HygieneSealBroken extends Schema.TaggedError<HygieneSealBroken>()("HygieneSealBroken", {
  productId: ProductId.claimed
}) {
  override get message(): string {
    return `${this.productId} is sealed for hygiene: once opened it can be returned only if it is defective.`
  }
}

/** More units are to be returned than are left. Another attempt with `left`, if that is not 0, succeeds. */
export class NothingLeftToReturn extends Schema.TaggedError<NothingLeftToReturn>()("NothingLeftToReturn", {
  productId: ProductId.claimed,
  /** 1 where the request named no quantity: it asks for at least that. */
  requested: Schema.Int,
  left: Schema.Int
}) {
  override get message(): string {
    return `${this.requested} of ${this.productId} are to be returned, ${this.left} are left to return.`
  }
}

export class ProductNotInOrder extends Schema.TaggedError<ProductNotInOrder>()("ProductNotInOrder", {
  productId: ProductId.claimed
}) {
  override get message(): string {
    return `${this.productId} is not in this order.`
  }
}

export type RequestRefusal =
  | HygieneSealBroken
  | NothingLeftToReturn
  | OrderNotDelivered
  | ProductNotInOrder
  | ReturnWindowClosed

/** The units of an order's line that a shipment holds. */
export interface ShippedUnits extends Goods {
  /** The number of the order's line. */
  readonly n: number
  readonly shipmentId: ShipmentId
  /** When the shipment arrived; null until then. */
  readonly deliveredOn: Days.Day | null
  readonly quantity: number
  /** Units of these that are on their way back or came back; `0 ≤ sentBack ≤ quantity`. */
  readonly sentBack: number
  /** The units of the order's line, in all shipments and not shipped. */
  readonly lineQuantity: number
  /** The amount paid for all of them. */
  readonly lineTotalMinor: number
}

export interface OrderFacts {
  readonly orderId: OrderId
  readonly status: OrderStatus
  /** All products of the order, shipped or not. */
  readonly productIds: ReadonlyArray<ProductId>
  readonly units: ReadonlyArray<ShippedUnits>
}

export interface RequestItem {
  readonly productId: Claimed<ProductId>
  /** Default: all units of the product that can still be returned. */
  readonly quantity?: number | undefined
  readonly condition: Condition
  /** Nobody has to give one: a withdrawal needs no reason. */
  readonly reason?: string | undefined
}

/** Units of one line of the order and one shipment. */
export interface ReturnLine {
  readonly n: number
  readonly shipmentId: ShipmentId
  readonly productId: ProductId
  readonly quantity: number
  readonly condition: Condition
  readonly reason: string | undefined
  /**
   * The refund for all of them once they are accepted, in minor units, if the units that were sent back before are
   * accepted before. Where the line's total does not divide by its units, another order may change it by some cents.
   */
  readonly refundMinor: number
}

export interface Requested {
  readonly lines: ReadonlyArray<ReturnLine>
  readonly refundMinor: number
}

/**
 * Decides which units a return holds, or why it is refused. Units whose window closes first are taken first, so that a
 * shopper who returns one now can return another later. Items may name a product several times (one unit opened, one
 * not): those with a quantity are served first, one without a quantity takes the rest. The first refusal in that order
 * is the result, and then nothing is returned.
 */
export const request = (
  order: OrderFacts,
  items: ReadonlyArray<RequestItem>,
  today: Days.Day,
  strategy: ReturnStrategy = defaultStrategy
): Either.Either<Requested, RequestRefusal> => {
  const lines: Array<ReturnLine> = []
  const rows = order.units
    .map((units) => ({ ...units, left: units.quantity - units.sentBack }))
    .sort(firstToClose)
  const sentBack = sentBackPerLine(order.units)
  const inTurn = [
    ...items.filter((item) => item.quantity !== undefined),
    ...items.filter((item) => item.quantity === undefined)
  ]
  for (const item of inTurn) {
    const found = choose(order, rows.filter((row) => row.productId === item.productId), item, today, strategy)
    if (Either.isLeft(found)) return Either.left(found.left)
    let wanted = item.quantity ?? sumOf(found.right)
    for (const row of found.right) {
      const quantity = Math.min(row.left, wanted)
      if (quantity <= 0) continue
      row.left -= quantity
      wanted -= quantity
      lines.push({
        n: row.n,
        shipmentId: row.shipmentId,
        productId: row.productId,
        quantity,
        condition: item.condition,
        reason: item.reason === "" ? undefined : item.reason,
        refundMinor: worth(row, sentBack, quantity)
      })
    }
  }
  return Either.right({ lines, refundMinor: lines.reduce((sum, line) => sum + line.refundMinor, 0) })
}

/** The money of a line of the order. */
interface LineMoney {
  readonly n: number
  readonly lineQuantity: number
  readonly lineTotalMinor: number
}

/** How many units of each line were sent back, which is how many of their shares are taken. */
const sentBackPerLine = (units: ReadonlyArray<ShippedUnits>): Map<number, number> => {
  const counts = new Map<number, number>()
  for (const { n, sentBack } of units) counts.set(n, (counts.get(n) ?? 0) + sentBack)
  return counts
}

/** The shares of the next units of a line, which are then taken. */
const worth = (
  { lineQuantity, lineTotalMinor, n }: LineMoney,
  taken: Map<number, number>,
  quantity: number
): number => {
  const before = taken.get(n) ?? 0
  taken.set(n, before + quantity)
  return Money.equalShares(lineTotalMinor, lineQuantity, before, quantity)
}

/** Units of a product that can be returned now. */
export interface Returnable {
  readonly productId: ProductId
  readonly left: number
  /** The last day on which all of them can be returned. */
  readonly until: Days.Day
  /** The last day on which any of them can be returned. */
  readonly lastUntil: Days.Day
  /** Whether an opened unit comes back although it is not defective. */
  readonly returnableOnceOpened: boolean
  /** The refund for each number of them: `refundsMinor[k]` for `k` units, from none to all. */
  readonly refundsMinor: ReadonlyArray<number>
}

/** The units that a request could name today, by product: `request` never grants more. */
export const returnable = (
  { productIds, units }: Pick<OrderFacts, "productIds" | "units">,
  today: Days.Day,
  strategy: ReturnStrategy = defaultStrategy
): ReadonlyArray<Returnable> =>
  [...new Set(productIds)].flatMap((productId) => {
    const open = units
      .map((row) => ({ ...row, left: row.quantity - row.sentBack }))
      .filter((row) => row.productId === productId && row.left > 0 && isOpen(row, today, strategy))
      .sort(firstToClose)
    const days = open.map((row) => lastDayOf(row, strategy)).sort()
    const [until, lastUntil] = [days[0], days.at(-1)]
    return until === undefined || lastUntil === undefined ? [] : [{
      productId,
      left: sumOf(open),
      until,
      lastUntil,
      returnableOnceOpened: open.every((row) => acceptsOpened(strategy, row)),
      refundsMinor: refundsOf(open, sentBackPerLine(units))
    }]
  })

/**
 * The last day on which units that are on their way back could be returned another time, all of them; undefined where
 * the time of some is over.
 */
export const returnableAgain = (
  units: ReadonlyArray<ShippedUnits>,
  today: Days.Day,
  strategy: ReturnStrategy = defaultStrategy
): Days.Day | undefined =>
  units.every((row) => isOpen(row, today, strategy))
    ? units.map((row) => lastDayOf(row, strategy)).sort()[0]
    : undefined

/** The last day on which units that have arrived can be returned. */
const lastDayOf = (row: ShippedUnits, strategy: ReturnStrategy): Days.Day =>
  returnUntil(row.deliveredOn!, windowOf(strategy, row))

/** Whether units have arrived and can still be returned. */
const isOpen = (row: ShippedUnits, today: Days.Day, strategy: ReturnStrategy): boolean =>
  row.deliveredOn !== null && today <= lastDayOf(row, strategy)

/** The refund for 0, 1, 2 … of the units that are left in rows, in their order. */
const refundsOf = (rows: ReadonlyArray<Row>, taken: Map<number, number>): ReadonlyArray<number> => {
  const refunds = [0]
  for (const row of rows) {
    for (let unit = 0; unit < row.left; unit++) refunds.push(refunds.at(-1)! + worth(row, taken, 1))
  }
  return refunds
}

interface Row extends ShippedUnits {
  /** Units that were not sent back yet and are not taken by this request. */
  left: number
}

/** By the day of arrival (units that have not arrived are never chosen), then by names, so that the order is unique. */
const firstToClose = (a: Row, b: Row): number => {
  if (a.deliveredOn !== b.deliveredOn) return (a.deliveredOn ?? "") < (b.deliveredOn ?? "") ? -1 : 1
  if (a.shipmentId !== b.shipmentId) return a.shipmentId < b.shipmentId ? -1 : 1
  return a.n - b.n
}

const sumOf = (rows: ReadonlyArray<Row>): number => rows.reduce((sum, row) => sum + row.left, 0)

/** The rows of its product from which an item can be served. A refusal that no retry can change comes first. */
const choose = (
  { orderId, productIds, status }: OrderFacts,
  rows: ReadonlyArray<Row>,
  { condition, productId, quantity }: RequestItem,
  today: Days.Day,
  strategy: ReturnStrategy
): Either.Either<ReadonlyArray<Row>, RequestRefusal> => {
  const requested = quantity ?? 1
  if (!productIds.some((one) => one === productId)) return Either.left(new ProductNotInOrder({ productId }))

  const delivered = rows.filter((row) => row.deliveredOn !== null)
  if (delivered.length === 0) return Either.left(new OrderNotDelivered({ orderId, currentStatus: status }))

  const unreturned = delivered.filter((row) => row.left > 0)
  const last = unreturned[unreturned.length - 1]
  const deliveredOn = last?.deliveredOn ?? null
  if (last === undefined || deliveredOn === null) {
    return Either.left(new NothingLeftToReturn({ productId, requested, left: 0 }))
  }

  const lastDay = lastDayOf(last, strategy)
  if (today > lastDay) return Either.left(new ReturnWindowClosed({ productId, deliveredOn, lastDay }))

  const open = unreturned.filter((row) => isOpen(row, today, strategy))
  if (condition === "opened" && open.some((row) => !acceptsOpened(strategy, row))) {
    return Either.left(new HygieneSealBroken({ productId }))
  }
  const left = sumOf(open)
  return requested > left
    ? Either.left(new NothingLeftToReturn({ productId, requested, left }))
    : Either.right(open)
}

/** More units of a product arrived than the return announced. */
export class ReceivedMoreThanSent extends Schema.TaggedError<ReceivedMoreThanSent>()("ReceivedMoreThanSent", {
  productId: ProductId.claimed,
  received: Schema.Int,
  sent: Schema.Int
}) {
  override get message(): string {
    return `${this.received} of ${this.productId} are to be received, the return holds ${this.sent}.`
  }
}

export class ProductNotInReturn extends Schema.TaggedError<ProductNotInReturn>()("ProductNotInReturn", {
  productId: ProductId.claimed
}) {
  override get message(): string {
    return `${this.productId} is not in this return.`
  }
}

/** Units that staff found in the parcel. */
export interface ReceivedItem {
  readonly productId: Claimed<ProductId>
  readonly quantity: number
  /** Default: yes. */
  readonly accepted?: boolean | undefined
  /** Whether these can be sold again. It matters for accepted units only: the others still belong to the shopper. */
  readonly restock: boolean
}

/** Units of one line of the order and one shipment that a return holds. */
export interface SentLine extends LineMoney {
  readonly shipmentId: ShipmentId
  readonly productId: ProductId
  readonly quantity: number
}

export interface AcceptedLine {
  readonly n: number
  readonly shipmentId: ShipmentId
  readonly productId: ProductId
  readonly quantity: number
  readonly refundMinor: number
}

/** What became of the units of a line; those that are neither accepted nor missing were refused. */
export interface Outcome {
  readonly accepted: number
  readonly missing: number
  /** For its accepted units. */
  readonly refundMinor: number
}

export interface Received {
  /** One for each line of the return, in their order. */
  readonly outcomes: ReadonlyArray<Outcome>
  readonly accepted: ReadonlyArray<AcceptedLine>
  /** The sum over what was accepted. */
  readonly refundMinor: number
  /** Units that go back into stock; one entry per product. */
  readonly restock: ReadonlyArray<{ readonly productId: ProductId; readonly quantity: number }>
  /** Units of the return that were not in the parcel: the shopper still has them and may return them again. */
  readonly missing: ReadonlyArray<Omit<AcceptedLine, "refundMinor">>
  /** Nothing was accepted. */
  readonly rejected: boolean
}

/**
 * Decides on the units of a return that arrived. Items of one product add up. A product in several lines of the return
 * is accepted from the first of them on, then refused, and the units left over at the end are missing.
 * `acceptedBefore`: units that earlier returns of the order brought, in any number of entries per line; their shares of
 * the line's total are taken.
 */
export const receive = (
  lines: ReadonlyArray<SentLine>,
  items: ReadonlyArray<ReceivedItem>,
  acceptedBefore: ReadonlyArray<LineUnits>
): Either.Either<Received, ReceivedMoreThanSent | ProductNotInReturn> => {
  const counts = new Map<Claimed<ProductId>, { accepted: number; refused: number; restock: number }>()
  for (const { accepted = true, productId, quantity, restock } of items) {
    const count = counts.get(productId) ?? { accepted: 0, refused: 0, restock: 0 }
    if (accepted) count.accepted += quantity
    else count.refused += quantity
    if (accepted && restock) count.restock += quantity
    counts.set(productId, count)
  }
  const restock: Array<{ readonly productId: ProductId; readonly quantity: number }> = []
  for (const [productId, count] of counts) {
    const ofProduct = lines.filter((line) => line.productId === productId)
    const [first] = ofProduct
    if (first === undefined) return Either.left(new ProductNotInReturn({ productId }))
    const sent = unitsOf(ofProduct)
    const received = count.accepted + count.refused
    if (received > sent) return Either.left(new ReceivedMoreThanSent({ productId, received, sent }))
    if (count.restock > 0) restock.push({ productId: first.productId, quantity: count.restock })
  }

  const outcomes: Array<Outcome> = []
  const accepted: Array<AcceptedLine> = []
  const missing: Array<Omit<AcceptedLine, "refundMinor">> = []
  const taken = new Map<number, number>()
  for (const { n, quantity } of acceptedBefore) taken.set(n, (taken.get(n) ?? 0) + quantity)
  for (const line of lines) {
    const { n, productId, quantity, shipmentId } = line
    const count = counts.get(productId) ?? { accepted: 0, refused: 0, restock: 0 }
    const here = Math.min(quantity, count.accepted)
    const refused = Math.min(quantity - here, count.refused)
    count.accepted -= here
    count.refused -= refused
    const lost = quantity - here - refused
    const refundMinor = worth(line, taken, here)
    outcomes.push({ accepted: here, missing: lost, refundMinor })
    if (here > 0) accepted.push({ n, shipmentId, productId, quantity: here, refundMinor })
    if (lost > 0) missing.push({ n, shipmentId, productId, quantity: lost })
  }
  return Either.right({
    outcomes,
    accepted,
    refundMinor: accepted.reduce((sum, line) => sum + line.refundMinor, 0),
    restock,
    missing,
    rejected: accepted.length === 0
  })
}

/** Units of a line of the order. */
export interface LineUnits {
  readonly n: number
  readonly quantity: number
}

/** A product in a return, which may hold it in several lines: one for each shipment and condition. */
export interface Named {
  readonly productId: ProductId
  readonly name: string
  readonly quantity: number
}

/** The lines of a return by product, with all units of each. */
export const byProduct = <Line extends Named>(
  lines: ReadonlyArray<Line>
): ReadonlyArray<{ readonly name: string; readonly quantity: number; readonly lines: ReadonlyArray<Line> }> =>
  Object.values(Arr.groupBy(lines, ({ productId }) => productId)).map((lines) => ({
    name: lines[0].name,
    quantity: unitsOf(lines),
    lines
  }))

const unitsOf = (lines: ReadonlyArray<{ readonly quantity: number }>): number =>
  lines.reduce((sum, line) => sum + line.quantity, 0)

/** Shipping is refunded with the unit that completes the withdrawal: once, when all of the order was accepted back. */
export const shippingRefundMinor = (
  { acceptedBefore, acceptedNow, orderLines, shippingMinor }: {
    readonly orderLines: ReadonlyArray<LineUnits>
    /** Units that earlier returns brought, in any number of entries per line. */
    readonly acceptedBefore: ReadonlyArray<LineUnits>
    readonly acceptedNow: ReadonlyArray<LineUnits>
    readonly shippingMinor: number
  }
): number => {
  const covers = (accepted: ReadonlyArray<LineUnits>): boolean =>
    orderLines.every(({ n, quantity }) => unitsOf(accepted.filter((entry) => entry.n === n)) >= quantity)
  return covers([...acceptedBefore, ...acceptedNow]) && !covers(acceptedBefore) ? shippingMinor : 0
}

/**
 * What each of several goods gets of an amount that may be less than they are worth together: the first of them first.
 */
export const sharesOf = (worthsMinor: ReadonlyArray<number>, amountMinor: number): ReadonlyArray<number> => {
  let left = amountMinor
  return worthsMinor.map((worth) => {
    const share = Math.min(worth, left)
    left -= share
    return share
  })
}

/** What a return gives of its worth: of what is left of the payment, until its parcel is opened and that is decided. */
export const givenMinor = (status: ReturnStatus, worthMinor: number, leftMinor: number): number =>
  isOpened(status) ? worthMinor : Math.min(worthMinor, leftMinor)

/**
 * The amount to refund for a received return: the value of its accepted goods and the shipping charge that goes with
 * them.
 */
export const refundableMinor = (
  amounts: { readonly goodsMinor: number; readonly shippingMinor: number; readonly remainingMinor: number }
): number => Math.min(amounts.goodsMinor + amounts.shippingMinor, amounts.remainingMinor)
