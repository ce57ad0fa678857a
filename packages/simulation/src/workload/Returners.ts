/**
 * People who send orders back in several goes. An order leaves in several parcels that arrive on different days, some
 * of them so long ago that their window is closed, or closes with this day; its buyer announces some units after the
 * others, up to the very end of a window and a millisecond beyond; staff accept what comes back, refuse it, or find
 * less. Their staff are the shop's, and act for their orders alone; the shop's own staff do as they like with those.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Order, Return } from "../auditor/Bodies.ts"
import * as Boundaries from "../auditor/Boundaries.ts"
import type { Prng } from "../engine/Prng.ts"
import { day, hour, minute } from "../engine/Time.ts"
import { Client } from "./Client.ts"
import { bought, type Buyer, finish, successful, type Unit } from "./Purchases.ts"
import { newGuest, pause, untilExactly, type Workload } from "./Workload.ts"

interface Returner extends Buyer {
  readonly staff: Client
  /** What the names of parcels begin with. */
  readonly name: string
  parcels: number
}

/** Units, each of which is in one of some parcels. */
const packed = (prng: Prng, { items }: Order): ReadonlyArray<ReadonlyArray<Unit>> => {
  const count = prng.pick([1, 2, 2, 3])
  const parcels = Array.from({ length: count }, () => new Map<string, number>())
  for (const { productId, quantity } of items) {
    for (let n = 0; n < quantity; n++) {
      const parcel = prng.pick(parcels)
      parcel.set(productId, (parcel.get(productId) ?? 0) + 1)
    }
  }
  return parcels.filter(({ size }) => size > 0)
    .map((parcel) => [...parcel].map(([productId, quantity]) => ({ productId, quantity })))
}

/** Sends an order in parcels, and reports that they have arrived: today, or up to so long ago that none comes back. */
const sendAndArrive = Effect.fnUntraced(function*(returner: Returner, order: Order) {
  const { name, prng, staff } = returner
  const shipped: Array<string> = []
  for (const items of packed(prng, order)) {
    const trackingNumber = `${name}-${++returner.parcels}`
    const parcel = { carrier: "Own Van", trackingNumber, items }
    if (successful(yield* finish(staff, "POST", `/api/orders/${order.id}/ship`, parcel)) !== undefined) {
      shipped.push(trackingNumber)
    }
  }
  for (const trackingNumber of shipped) {
    const ago = prng.pick([0, 1, 20, 29, 30, 30, 31]) * day
    const deliveredAt = new Date((yield* Clock.currentTimeMillis) - ago).toISOString()
    yield* finish(staff, "POST", `/api/orders/${order.id}/deliver`, { trackingNumber, deliveredAt })
  }
})

/** Announces some units, or all that are left. */
const announce = Effect.fnUntraced(function*({ guest, prng }: Returner, order: Order) {
  const chosen = prng.happens(0.5) ? order.items : [prng.pick(order.items)]
  const items = chosen.map(({ productId, quantity }) => ({
    productId,
    ...(prng.happens(0.3) ? {} : { quantity: prng.int(1, quantity) }),
    condition: prng.pick(["unopened", "unopened", "opened", "defective"])
  }))
  return successful(yield* finish<Return>(guest, "POST", "/api/returns", { orderId: order.id, items }))
})

/** Opens a return: all that was announced is there, or less; it is accepted, or not. */
const open = Effect.fnUntraced(function*({ prng, staff }: Returner, { items, returnId }: Return) {
  const announced = new Map<string, number>()
  for (const { productId, quantity } of items) announced.set(productId, (announced.get(productId) ?? 0) + quantity)
  const found = [...announced].map(([productId, quantity]) => ({
    productId,
    quantity: prng.happens(0.8) ? quantity : prng.int(1, quantity),
    ...(prng.happens(0.8) ? {} : { accepted: false }),
    restock: prng.happens(0.5)
  }))
  yield* finish(staff, "POST", `/api/returns/${returnId}/receive`, { items: found })
})

const returnInParts = Effect.fnUntraced(function*(returner: Returner, order: Order) {
  const { guest, prng } = returner
  for (let goes = prng.int(2, 5); goes > 0; goes--) {
    if (prng.happens(0.3)) {
      const end = Boundaries.endOfDay(yield* Clock.currentTimeMillis)
      yield* untilExactly(guest, end + prng.pick(Boundaries.steps))
    }
    const one = yield* announce(returner, order)
    yield* pause(prng, minute, hour)
    if (one === undefined) continue
    if (prng.happens(0.15)) yield* finish(guest, "POST", `/api/returns/${one.returnId}/cancel`, {})
    else if (prng.happens(0.8)) yield* open(returner, one)
  }
})

/** Buys and returns, as long as there are days. */
export const returner = Effect.fnUntraced(function*(workload: Workload, name: string, prng: Prng) {
  const { clientContext, endsAt } = workload
  const guest = yield* newGuest(workload, name, prng.stream("guest"))
  if (guest === undefined) return undefined
  const identity = { name: `${name}-staff`, principal: "staff", isStaff: true, oauth: "demo-staff" } as const
  const one: Returner = {
    workload,
    prng,
    guest,
    staff: new Client(clientContext, identity, prng.stream("staff")),
    name,
    parcels: 0
  }
  for (let orders = prng.int(1, 3); orders > 0 && (yield* Clock.currentTimeMillis) < endsAt; orders--) {
    const order = yield* bought(one, prng.int(1, 2), prng.int(1, 3))
    if (order === undefined) continue
    yield* sendAndArrive(one, order)
    yield* returnInParts(one, order)
  }
  return guest
})
