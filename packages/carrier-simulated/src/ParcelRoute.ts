/**
 * The journey of a parcel from the warehouse to the recipient, in stages: when each step comes, and what is scanned
 * where. The shop gives the carrier only an order's id. So a route is one of a few, chosen by that id, and ends at
 * places that every destination has: a depot, a van, a door. Pure. Follows docs/specification.md#simulated-carrier.
 */
import * as DateTime from "effect/DateTime"

export const carrier = "Nordlicht Parcel"

export interface Scan {
  readonly timestamp: string
  readonly location: string
  readonly status: "shipped" | "in_transit" | "out_for_delivery" | "delivered"
}

export interface Step {
  /** The time since the step before. */
  readonly stages: number
  readonly status: Scan["status"]
}

/** The steps from the parcel's pick-up to its arrival. */
export const steps: ReadonlyArray<Step> = [
  { stages: 1, status: "shipped" },
  { stages: 0.5, status: "in_transit" },
  { stages: 0.5, status: "in_transit" },
  { stages: 0.5, status: "out_for_delivery" },
  { stages: 0.5, status: "delivered" }
]

const hubs = ["Hannover, hub North", "Kassel, hub Centre", "Leipzig, hub East", "Bremen, hub West"] as const

/** The same for every call with one order. */
const hubOf = (orderId: string): string => {
  let sum = 0
  for (const char of orderId) sum += char.codePointAt(0)!
  return hubs[sum % hubs.length]!
}

const locationAt = (orderId: string, step: number): string =>
  ["Hamburg, warehouse", hubOf(orderId), "Destination depot", "Delivery van", "At the door"][step]!

const iso = (millis: number): string => DateTime.formatIso(DateTime.unsafeMake(millis))

/** The scan of a step. */
export const scan = (orderId: string, step: number, at: number): Scan => ({
  timestamp: iso(at),
  location: locationAt(orderId, step),
  status: steps[step]!.status
})

/** The day (UTC) on which a parcel that is picked up now arrives. */
export const estimatedDelivery = (pickedUpAt: number, stageMillis: number): string => {
  const stages = steps.slice(1).reduce((sum, step) => sum + step.stages, 0)
  return DateTime.formatIsoDateUtc(DateTime.unsafeMake(pickedUpAt + stages * stageMillis))
}

/** `NP` and twelve digits. */
export const trackingNumber = (chance: Uint8Array): string =>
  `NP${Array.from(chance.subarray(0, 12), (byte) => String(byte % 10)).join("")}`
