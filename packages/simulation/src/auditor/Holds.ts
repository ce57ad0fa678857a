/**
 * Rules of unpaid orders: no buyer, network or agent ever holds more units than the shop allows at once, nor for longer
 * in a day; and no shopper is refused a product because somebody holds more.
 *
 * The buyer of an order follows from its email address, which is each buyer's own; the time that it was unpaid follows
 * from its page. A hold that ended within two minutes of another's beginning may have ended before it, because the
 * moments of one transaction differ.
 */
import type { Audit, Exchange } from "./Audit.ts"
import { cents, type Order, type Refusal } from "./Bodies.ts"
import type { KnownBuyer, SentRequest, UnpaidHold } from "./Observations.ts"
import type { AcpOperation, ApiOperation } from "./Operations.ts"
import * as Words from "./Words.ts"

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour
export const slack = 120_000

/** No session lasts longer, while nothing fails. */
export const longestSession = hour / 2

interface Bounds {
  readonly sessions: number
  readonly unitsPerProduct: number
  readonly units: number
  readonly valueMinor: number
  /** How long the last units of a product may be unpaid in a day, in milliseconds. */
  readonly lastUnitsMillis: number
}

export const boundsOf = {
  guest: { sessions: 3, unitsPerProduct: 20, units: 60, valueMinor: 3000_00, lastUnitsMillis: hour },
  customer: { sessions: 5, unitsPerProduct: 40, units: 120, valueMinor: 6000_00, lastUnitsMillis: 2 * hour },
  network: { sessions: 15, unitsPerProduct: 40, units: 120, valueMinor: 6000_00, lastUnitsMillis: 2 * hour },
  agent: { sessions: 100, unitsPerProduct: 100, units: 1000, valueMinor: 50_000_00, lastUnitsMillis: 4 * hour }
} satisfies Record<string, Bounds>

/** In a day, all units of a bound may be unpaid for so long. */
export const fullMillis = 2 * hour

const checkout = "checkout.start" satisfies ApiOperation
const place = "orders.place" satisfies ApiOperation
const count = "stock.setOnHand" satisfies ApiOperation
const sessions: ReadonlySet<string> = new Set<AcpOperation>(["acp.createCheckoutSession", "acp.updateCheckoutSession"])

/** A request leaves. */
export const sent = (
  { seen }: Audit,
  { hoards, json, network, operation, principal, shopper, subject }: SentRequest
): void => {
  if (operation === count) seen.recounted.add(subject)
  const said = json as { readonly email?: string; readonly buyer?: { readonly email?: string } } | undefined
  const email = operation === checkout || operation === place
    ? said?.email
    : sessions.has(operation)
    ? said?.buyer?.email
    : undefined
  if (email !== undefined) seen.buyers.set(email, { principal, shopper, network, hoards })
}

/** A request was refused. */
export const refused = ({ seen }: Audit, { at, body, firstSentAt, isFirst, sent }: Exchange): void => {
  const { code, productId, requested } = body as Refusal
  if (sent.operation !== checkout || code !== "insufficient_stock" || !isFirst || sent.hoards) return
  seen.shortages.push({
    from: firstSentAt,
    to: at,
    principal: sent.principal,
    productId: productId!,
    requested: requested!
  })
}

/** At rest: how long an order was unpaid. */
export const orderAtRest = ({ seen }: Audit, { createdAt, email, id, items, timeline, total }: Order): void => {
  const end = timeline.find(({ status }) => status === "confirmed" || status === "cancelled")
  const cancelled = timeline.find(({ status }) => status === "cancelled")
  seen.holds.push({
    orderId: id,
    buyer: seen.buyers.get(email),
    units: new Map(items.map(({ productId, quantity }) => [productId, quantity])),
    valueMinor: cents(total),
    from: Date.parse(createdAt),
    until: end === undefined ? Infinity : Date.parse(end.at),
    keptUntil: cancelled === undefined ? Infinity : Date.parse(cancelled.at),
    wasPaid: end?.status === "confirmed",
    wasShipped: timeline.some(({ status }) => status === "shipped")
  })
}

interface Account {
  readonly bounds: Bounds
  readonly holds: Array<UnpaidHold>
}

/** Holds by whom they count for. */
const accountsOf = ({ seen }: Audit): ReadonlyMap<string, Account> => {
  const accounts = new Map<string, Account>()
  const customers = new Set(seen.holds.flatMap(({ buyer, wasShipped }) => wasShipped ? [buyer?.principal] : []))
  const add = (account: string, bounds: Bounds, hold: UnpaidHold) => {
    const known = accounts.get(account)
    if (known === undefined) accounts.set(account, { bounds, holds: [hold] })
    else known.holds.push(hold)
  }
  for (const hold of seen.holds) {
    if (hold.buyer === undefined) continue
    const { network, principal, shopper } = hold.buyer
    if (shopper !== undefined) {
      add(`agent ${principal}`, boundsOf.agent, hold)
      add(`${shopper} of ${principal}`, boundsOf.guest, hold)
    } else if (customers.has(principal)) add(principal, boundsOf.customer, hold)
    else {
      add(principal, boundsOf.guest, hold)
      if (network !== undefined) add(`network ${network}`, boundsOf.network, hold)
    }
  }
  return accounts
}

export const sum = <A>(holds: ReadonlyArray<A>, amount: (hold: A) => number): number =>
  holds.reduce((total, hold) => total + amount(hold), 0)
export const unitsOf = ({ units }: UnpaidHold): number =>
  [...units.values()].reduce((total, quantity) => total + quantity, 0)

/**
 * At rest: nobody ever kept more than they may. It is enough to look at moments at which something more is kept. While
 * nothing fails, the same for days: what stands in the store's way may also keep it from ending a session in time.
 */
export const boundsAtRest = (audit: Audit): void => {
  const near = slack + audit.apart
  for (const [account, { bounds, holds }] of accountsOf(audit)) {
    for (const { from: now, orderId, units } of holds) {
      const standing = holds.filter(({ from, until }) => from <= now && until > now + near)
      const holdsAtMost = (what: string, most: number, kept: number) =>
        audit.expect(
          kept <= most,
          "hold.bound",
          `at most ${most} ${what} unpaid for ${account}, with ${orderId}`,
          () =>
            `${kept} ${what} at ${Words.moment(now)}: ${
              standing.map((hold) => `${unitsOf(hold)} units for ${Words.amount(hold.valueMinor)} by ${hold.orderId}`)
                .join(", ")
            }`
        )
      holdsAtMost("checkouts", bounds.sessions, standing.length)
      holdsAtMost("units", bounds.units, sum(standing, unitsOf))
      holdsAtMost("cents", bounds.valueMinor, sum(standing, ({ valueMinor }) => valueMinor))
      for (const product of units.keys()) {
        holdsAtMost(
          `units of ${product}`,
          bounds.unitsPerProduct,
          sum(standing, (hold) => hold.units.get(product) ?? 0)
        )
      }
      if (audit.mayFail()) continue
      const kept = sum(holds, (hold) =>
        hold.wasPaid
          ? 0
          : unitsOf(hold) *
            Math.max(
              0,
              Math.min(hold.until, now, hold.from + longestSession) - Math.max(hold.from, now - day) - audit.apart
            ))
      audit.expect(
        kept <= bounds.units * fullMillis,
        "hold.time",
        `at most ${bounds.units * fullMillis / hour} unit hours in the day before ${orderId} unpaid for ${account}`,
        () => `${kept / hour} unit hours`
      )
    }
  }
}

const isHoarder = (buyer: KnownBuyer | undefined): boolean => buyer?.hoards === true

/** The most of a product that all hoarders there are may keep. */
const mostHoarded = ({ seen }: Audit): number => {
  const hoarders = [...seen.buyers.values()].filter(isHoarder)
  const networks = new Set(hoarders.flatMap(({ network, shopper }) => shopper === undefined ? [network] : []))
  const agents = new Set(hoarders.flatMap(({ principal, shopper }) => shopper === undefined ? [] : [principal]))
  return networks.size * boundsOf.network.unitsPerProduct + agents.size * boundsOf.agent.unitsPerProduct
}

/**
 * At rest: nobody was refused for want of a product of which, by what there was at first, there was enough: more than
 * others had ordered by then and not called off, and more than hoarders may keep besides. A product that staff have
 * counted is not judged.
 */
export const shortagesAtRest = (audit: Audit): void => {
  const { firstStocked, holds, recounted, shortages } = audit.seen
  const near = slack + audit.apart
  const hoarded = mostHoarded(audit)
  for (const { from, principal, productId, requested, to } of shortages) {
    const stocked = firstStocked.get(productId)
    if (stocked === undefined || recounted.has(productId)) continue
    const ordered = sum(
      holds.filter((hold) =>
        !isHoarder(hold.buyer) && hold.from <= to + audit.skew.ahead && (hold.wasPaid || hold.until > from - near)
      ),
      ({ units }) => units.get(productId) ?? 0
    )
    audit.expect(
      requested > stocked - ordered - hoarded,
      "hold.shortage",
      `${requested} of ${productId} for ${principal}: of ${stocked} others have ${ordered}, and hoarders keep ${hoarded} at most`,
      () => `refused between ${Words.moment(from)} and ${Words.moment(to)}`
    )
  }
}
