/**
 * Rules of unpaid orders: no buyer, network or agent ever holds more than the shop allows at once, and no shopper is
 * refused a product because somebody holds more. The buyer of an order follows from its email address, which is each
 * buyer's own; the time that it was unpaid follows from its page. A hold that ended within two minutes of another's
 * beginning may have ended before it, because the moments of one transaction differ.
 */
import type { Audit, Exchange } from "./Audit.ts"
import type { Order, Refusal } from "./Bodies.ts"
import type { KnownBuyer, SentRequest, TimeSpan, UnpaidHold } from "./Observations.ts"
import type { AcpOperation, ApiOperation } from "./Operations.ts"
import * as Stock from "./Stock.ts"
import * as Words from "./Words.ts"

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour
export const slack = 120_000

/** No session lasts longer, while nothing fails. */
export const longestSession = hour / 2

/** What one holder may keep unpaid; of the last units of a product, how long in a day, in milliseconds. */
export const bounds = { sessions: 100, unitsPerProduct: 40, lastUnitsMillis: 2 * hour } as const

const checkout = "checkout.start" satisfies ApiOperation
const place = "orders.place" satisfies ApiOperation
const sessions: ReadonlySet<string> = new Set<AcpOperation>([
  "acp.createCheckoutSession",
  "acp.updateCheckoutSession",
  "acp.completeCheckoutSession"
])

export const sent = (
  { seen }: Audit,
  { hoards, json, network, operation, principal, shopper, subject }: SentRequest
): void => {
  for (const productId of Stock.shelvesIn(operation, subject, json)) seen.recounted.add(productId)
  const said = json as { readonly email?: string; readonly buyer?: { readonly email?: string } } | undefined
  const email = operation === checkout || operation === place
    ? said?.email
    : sessions.has(operation)
    ? said?.buyer?.email
    : undefined
  if (email !== undefined) seen.buyers.set(email, { principal, shopper, network, hoards })
}

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
export const orderAtRest = ({ seen }: Audit, { createdAt, email, id, items, timeline }: Order): void => {
  const end = timeline.find(({ status }) => status === "confirmed" || status === "cancelled")
  const cancelled = timeline.find(({ status }) => status === "cancelled")
  const shipped = timeline.find(({ status }) => status === "shipped")
  seen.holds.push({
    orderId: id,
    buyer: seen.buyers.get(email),
    units: new Map(items.map(({ productId, quantity }) => [productId, quantity])),
    from: Date.parse(createdAt),
    until: end === undefined ? Infinity : Date.parse(end.at),
    keptUntil: cancelled === undefined ? Infinity : Date.parse(cancelled.at),
    wasPaid: end?.status === "confirmed",
    shippedAt: shipped === undefined ? Infinity : Date.parse(shipped.at)
  })
}

/** Since when each buyer is a customer: somebody to whom an order was sent. */
export const customersSince = ({ seen }: Audit): ReadonlyMap<string, number> => {
  const since = new Map<string, number>()
  for (const { buyer, shippedAt } of seen.holds) {
    if (buyer === undefined || buyer.shopper !== undefined || shippedAt === Infinity) continue
    since.set(buyer.principal, Math.min(shippedAt, since.get(buyer.principal) ?? Infinity))
  }
  return since
}

/** Holds by whom they count for. What somebody keeps as a customer, or may keep as one, counts for no network. */
const accountsOf = (audit: Audit): ReadonlyMap<string, ReadonlyArray<UnpaidHold>> => {
  const accounts = new Map<string, Array<UnpaidHold>>()
  const customers = customersSince(audit)
  const near = slack + audit.apart
  const add = (account: string, hold: UnpaidHold) => {
    const known = accounts.get(account)
    if (known === undefined) accounts.set(account, [hold])
    else known.push(hold)
  }
  for (const hold of audit.seen.holds) {
    if (hold.buyer === undefined) continue
    const { network, principal, shopper } = hold.buyer
    add(principal, hold)
    const isGuests = shopper === undefined && hold.from < (customers.get(principal) ?? Infinity) - near
    if (isGuests && network !== undefined) add(`network ${network}`, hold)
  }
  return accounts
}

export const sum = <A>(holds: ReadonlyArray<A>, amount: (hold: A) => number): number =>
  holds.reduce((total, hold) => total + amount(hold), 0)
const unitsOf = ({ units }: UnpaidHold): number => [...units.values()].reduce((total, quantity) => total + quantity, 0)

/** At rest: nobody ever kept more than they may. It is enough to look at moments at which something more is kept. */
export const boundsAtRest = (audit: Audit): void => {
  const near = slack + audit.apart
  for (const [account, holds] of accountsOf(audit)) {
    for (const { from: now, orderId, units } of holds) {
      const standing = holds.filter(({ from, until }) => from <= now && until > now + near)
      const holdsAtMost = (what: string, most: number, kept: number) =>
        audit.expect("hold.bound", `at most ${most} ${what} unpaid for ${account}, with ${orderId}`)
          .that(
            kept <= most,
            () =>
              `${kept} ${what} at ${Words.moment(now)}: ${
                standing.map((hold) => `${unitsOf(hold)} units by ${hold.orderId}`).join(", ")
              }`
          )
      holdsAtMost("checkouts", bounds.sessions, standing.length)
      for (const product of units.keys()) {
        holdsAtMost(
          `units of ${product}`,
          bounds.unitsPerProduct,
          sum(standing, (hold) => hold.units.get(product) ?? 0)
        )
      }
    }
  }
}

/** How long the last units of a product may be paid, and all others, and how many are the last, in milliseconds and units. */
const sessionOf = { lastUnits: 10 * minute, others: longestSession, fewUnits: 5 } as const

/** The fewest and the most units of a product that an order can have left to others; undefined where staff counted. */
const leftBy = (audit: Audit, own: UnpaidHold, productId: string): TimeSpan | undefined => {
  const { cameBack, checkoutOrders, firstStocked, holds, recounted } = audit.seen
  const stocked = firstStocked.get(productId)
  if (stocked === undefined || recounted.has(productId)) return undefined
  // A store that stands still, of several, may be late with what it began.
  const near = audit.stores === 1 ? 5000 : slack + 5 * minute + audit.apart
  const { from: at, orderId } = own
  const cart = checkoutOrders.get(orderId)?.cart
  const back = cameBack.filter((one) => one.productId === productId)
  const left = { from: stocked, to: stocked }
  left.from += sum(back.filter(({ to }) => to < at - near), ({ units }) => units)
  left.to += sum(back.filter(({ from }) => from < at + near), ({ units }) => units)
  for (const { from, keptUntil, orderId: other, units } of holds) {
    const quantity = units.get(productId) ?? 0
    // It takes the place of an earlier checkout of its cart.
    const isReplaced = cart !== undefined && checkoutOrders.get(other)?.cart === cart && Math.abs(keptUntil - at) < 1000
    if (quantity === 0 || other === orderId || (isReplaced && from < at)) continue
    if (from < at + near && keptUntil > at - near) left.from -= quantity
    if (from < at - near && keptUntil > at + near) left.to -= quantity
  }
  const quantity = own.units.get(productId)!
  return { from: left.from - quantity, to: left.to - quantity }
}

/** At rest: a checkout can be paid for ten minutes where it leaves few units of a product, and for half an hour else. */
export const sessionsAtRest = (audit: Audit): void => {
  for (const hold of audit.seen.holds) {
    const session = audit.seen.checkoutOrders.get(hold.orderId)
    if (session === undefined) continue
    const left = [...hold.units.keys()].map((product) => [product, leftBy(audit, hold, product)] as const)
    const few = left.find(([, span]) => span !== undefined && span.to <= sessionOf.fewUnits)
    const areMany = left.every(([, span]) => span !== undefined && span.from > sessionOf.fewUnits)
    if (few === undefined && !areMany) continue
    const due = few === undefined ? sessionOf.others : sessionOf.lastUnits
    const seen = session.expiresAt - hold.from
    audit.expect(
      "session.time",
      `${due / minute} minutes to pay ${hold.orderId}, which leaves ${
        left.map(([product, span]) => `${span?.from} to ${span?.to} of ${product}`).join(", ")
      }`
    )
      .that(seen === due, () => `${seen / minute} minutes`)
  }
}

const isHoarder = (buyer: KnownBuyer | undefined): boolean => buyer?.hoards === true

/**
 * At rest: no hoarder had the last units of a product for longer in a day than anybody may. Only what was left to run
 * out is added up: what was called off or declined has ends that are not known as well.
 */
export const lastUnitsAtRest = (audit: Audit): void => {
  const { checkoutOrders } = audit.seen
  for (const [account, holds] of accountsOf(audit)) {
    const ranOut = holds.filter(({ buyer, orderId, until, wasPaid }) =>
      isHoarder(buyer) && !wasPaid && until >= (checkoutOrders.get(orderId)?.expiresAt ?? Infinity)
    )
    for (const { buyer, from: now, orderId, units } of holds) {
      const expiresAt = checkoutOrders.get(orderId)?.expiresAt
      const [productId, ...others] = units.keys()
      const keepsLast = isHoarder(buyer) && others.length === 0 && expiresAt === now + sessionOf.lastUnits
      if (!keepsLast) continue
      let end = now - day + slack
      let kept = sessionOf.lastUnits
      for (const { from, orderId: other, units: its } of ranOut.toSorted((a, b) => a.from - b.from)) {
        const until = Math.min(now, checkoutOrders.get(other)!.expiresAt)
        if (!its.has(productId!)) continue
        kept += Math.max(0, until - Math.max(from, end))
        end = Math.max(end, until)
      }
      audit.expect(
        "hold.lastUnits",
        `the last of ${productId} for at most ${
          bounds.lastUnitsMillis / minute
        } minutes a day for ${account}, with ${orderId}`
      )
        .that(kept <= bounds.lastUnitsMillis, () => `${Math.ceil(kept / minute)} minutes`)
    }
  }
}

/** The most of a product that all hoarders there are may keep. */
const mostHoarded = (audit: Audit): number => {
  const { seen } = audit
  const customers = customersSince(audit)
  const hoarders = [...seen.buyers.values()].filter(isHoarder)
  const networks = new Set(hoarders.flatMap(({ network, shopper }) => shopper === undefined ? [network] : []))
  const agents = new Set(hoarders.flatMap(({ principal, shopper }) => shopper === undefined ? [] : [principal]))
  const own = hoarders.filter(({ principal, shopper }) => shopper === undefined && customers.has(principal))
  return (networks.size + agents.size + own.length) * bounds.unitsPerProduct
}

/**
 * At rest: nobody was refused for want of a product of which, by what there was at first, there was enough: more than
 * others had ordered by then and not called off, or hoarders paid for, and more than these may keep besides. A product
 * that staff have counted is not judged.
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
        (!isHoarder(hold.buyer) || hold.wasPaid) && hold.from <= to + audit.skew.ahead &&
        (hold.wasPaid || hold.until > from - near)
      ),
      ({ units }) => units.get(productId) ?? 0
    )
    audit.expect(
      "hold.shortage",
      `${requested} of ${productId} for ${principal}: of ${stocked} others have ${ordered}, and hoarders keep ${hoarded} at most`
    )
      .that(
        requested > stocked - ordered - hoarded,
        () => `refused between ${Words.moment(from)} and ${Words.moment(to)}`
      )
  }
}
