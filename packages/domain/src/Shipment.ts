/**
 * Shipments: units that leave the warehouse, and that arrive. No unit ships twice. A shipment takes the units left of
 * the order's lines, all or those named; the order is `shipped` once nothing is left, and `delivered` once every
 * shipment has arrived. The same shipment reported twice is one. Follows docs/specification.md#fulfilment,
 * docs/specification.md#order-lifecycle.
 *
 * @since 1.0.0
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { type Claimed, ProductId } from "./Ids.ts"
import * as Order from "./Order.ts"
import { saidLine } from "./PlainText.ts"

/**
 * `shipped`: handed to the carrier. `in_transit`: scanned on its way. `out_for_delivery`: on the last leg. `delivered`:
 * arrived; the return window begins.
 */
export const ShipmentStatus = Schema.Literal("shipped", "in_transit", "out_for_delivery", "delivered")
export type ShipmentStatus = typeof ShipmentStatus.Type

/** All transitions. A parcel that could not be handed over goes back to the depot. */
export const transitions: Readonly<Record<ShipmentStatus, ReadonlyArray<ShipmentStatus>>> = {
  shipped: ["in_transit", "out_for_delivery", "delivered"],
  in_transit: ["out_for_delivery", "delivered"],
  out_for_delivery: ["in_transit", "delivered"],
  delivered: []
}

/**
 * The status after a carrier's scan. Scans come late and twice: one without a transition in the table changes nothing.
 */
export const afterScan = (status: ShipmentStatus, scan: ShipmentStatus): ShipmentStatus =>
  transitions[status].includes(scan) ? scan : status

const isShipmentStatus = Schema.is(ShipmentStatus)

/**
 * The status after all scans, in the carrier's own words, oldest first. A scan alone does not make a shipment arrive:
 * only a report of its arrival does, with which the return window begins.
 */
export const afterScans = (status: ShipmentStatus, scans: ReadonlyArray<string>): ShipmentStatus =>
  scans.filter(isShipmentStatus).filter((scan) => scan !== "delivered").reduce(afterScan, status)

/** Every unit of the order has shipped already, or the request names none. */
export class NothingLeftToShip extends Schema.TaggedError<NothingLeftToShip>()("NothingLeftToShip", {}) {
  override get message(): string {
    return "There is nothing to ship."
  }
}

/** More units of a product are to ship than are left of it in the order, which may not contain it at all. */
export class OverShipment extends Schema.TaggedError<OverShipment>()("OverShipment", {
  productId: ProductId.claimed,
  requested: Schema.Int,
  left: Schema.Int
}) {
  override get message(): string {
    return `${this.requested} of ${this.productId} are to ship, ${this.left} are left to ship.`
  }
}

/** The part of an order's line that matters for shipping. */
export interface Line {
  readonly productId: ProductId
  readonly quantity: number
  readonly shipped: number
}

/** Units of a product that are to ship. */
export interface Item {
  readonly productId: Claimed<ProductId>
  readonly quantity: number
}

export interface ShippedLine<L extends Line> {
  readonly line: L
  /** Units of it in this shipment. */
  readonly quantity: number
}

export interface Shipping<L extends Line> {
  /** In the order of the order's lines; each has at least one unit. */
  readonly lines: ReadonlyArray<ShippedLine<L>>
  /** Whether all of the order has shipped with this shipment. */
  readonly complete: boolean
}

/**
 * Decides what a shipment holds: the items, or without any all that is left. Items of one product add up; a product in
 * several lines ships from the first line first.
 */
export const ship = <L extends Line>(
  lines: ReadonlyArray<L>,
  items: ReadonlyArray<Item> | undefined
): Either.Either<Shipping<L>, NothingLeftToShip | OverShipment> => {
  const shipped: Array<ShippedLine<L>> = []
  const requested = new Map<Claimed<ProductId>, number>()
  for (const { productId, quantity } of items ?? []) {
    requested.set(productId, (requested.get(productId) ?? 0) + quantity)
  }
  for (const [productId, quantity] of requested) {
    const left = leftOf(lines.filter((line) => line.productId === productId))
    if (quantity > left) return Either.left(new OverShipment({ productId, requested: quantity, left }))
  }
  for (const line of lines) {
    const left = line.quantity - line.shipped
    const wanted = items === undefined ? left : requested.get(line.productId) ?? 0
    const quantity = Math.min(left, wanted)
    if (quantity <= 0) continue
    requested.set(line.productId, wanted - quantity)
    shipped.push({ line, quantity })
  }
  if (shipped.length === 0) return Either.left(new NothingLeftToShip())
  const units = shipped.reduce((sum, { quantity }) => sum + quantity, 0)
  return Either.right({ lines: shipped, complete: units === leftOf(lines) })
}

const leftOf = (lines: ReadonlyArray<Line>): number =>
  lines.reduce((sum, line) => sum + line.quantity - line.shipped, 0)

/** Whether anything of an order in this status may ship. */
export const mayShip = (status: Order.OrderStatus): boolean => Order.transitions[status].includes("shipped")

/** The order's status after a shipment. */
export const statusAfterShipping = (
  status: Order.OrderStatus,
  { complete }: { readonly complete: boolean }
): Order.OrderStatus => complete ? "shipped" : status

/** How a shipment is told from others, whoever reports it. */
export interface Label {
  readonly carrier: string
  readonly trackingNumber: string
}

/** Whether two names of a carrier, or two tracking numbers, look the same on a label: then they are. */
export const isSameName = (one: string, other: string): boolean => saidLine(one) === saidLine(other)

/** Whether a shipment is one that the order has already: the same, reported again, changes nothing. */
export const isKnown = ({ carrier, trackingNumber }: Label, known: ReadonlyArray<Label>): boolean =>
  known.some((one) => isSameName(one.carrier, carrier) && isSameName(one.trackingNumber, trackingNumber))

/** When a shipment arrived. A report of a future moment counts from now, and so does one without a time. */
export const arrivedAt = (reported: number | undefined, now: number): number => Math.min(reported ?? now, now)

/**
 * The order's status, given the statuses of all its shipments, including those that just arrived. An order that is
 * delivered stays so.
 */
export const statusAfterArrival = (
  status: Order.OrderStatus,
  shipments: ReadonlyArray<ShipmentStatus>
): Order.OrderStatus =>
  status === "shipped" && shipments.length > 0 && shipments.every((shipment) => shipment === "delivered")
    ? "delivered"
    : status
