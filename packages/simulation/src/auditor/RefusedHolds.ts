/**
 * Rules of refusals for want of goods and for what is unpaid already: each is justified at some moment between the
 * sending of its request and its response. They are judged at rest, by what all orders held and when; what may have
 * ended by then counts for the refusal. Nothing is judged where the cart is not known or staff have counted.
 */
import type { Audit, Exchange } from "./Audit.ts"
import type { Refusal } from "./Bodies.ts"
import { cartOf, contentsOf } from "./Carts.ts"
import * as Holds from "./Holds.ts"
import { changeOfClient } from "./Idempotency.ts"
import type { RefusedHold, UnpaidHold } from "./Observations.ts"
import type { ApiOperation } from "./Operations.ts"
import * as Words from "./Words.ts"

const { bounds, day, longestSession, minute, slack, sum } = Holds

const checkout = "checkout.start" satisfies ApiOperation
/** Requests that are refused for want of goods. */
const wanting: ReadonlySet<string> = new Set<ApiOperation>(["cart.add", "cart.set", checkout, "orders.place"])

/** A refusal for what is unpaid, as far as it is judged. */
interface OverLimit extends Refusal {
  readonly limit?: RefusedHold["limit"]
  readonly of?: RefusedHold["of"]
  readonly allowed?: number
}

export const refused = (audit: Audit, { at, body, firstSentAt, isFirst, sent }: Exchange): void => {
  const { seen } = audit
  const { allowed, code, limit, of, productId, requested } = body as OverLimit
  const bought = seen.cartsBought.get(sent.n)
  const cart = cartOf(audit, sent.cart)
  if (code === "cart_empty" && bought !== undefined && cart.changes === 0 && cart.checkouts.size === 0) {
    // What costs nothing leaves the cart with its order, which another checkout may have made meanwhile.
    const contents = [...bought, ...contentsOf(cart) ?? [new Map()]]
    audit.expect("refused.cart", `a cart with ${bought.map(Words.units).join(" or ")} is bought`)
      .that(contents.some(({ size }) => size === 0), () => code)
  }
  const isOver = sent.operation === checkout && (code === "unpaid_limit_reached" || code === "unpaid_order_too_large")
  const isShort = wanting.has(sent.operation) && code === "insufficient_stock"
  // What only waits is not kept for its key: each response is the first.
  if (!isOver && !(isShort && isFirst)) return
  const { network, principal } = sent
  seen.refusedHolds.push({
    from: (isFirst ? firstSentAt : sent.at) - audit.apart,
    to: at + audit.apart,
    line: `${sent.method} ${sent.path}`,
    checkout: sent.operation === checkout
      ? { cart: sent.cart, firstSent: seen.purchasesSent.get(changeOfClient(sent)) ?? sent.n }
      : undefined,
    principal,
    network,
    code,
    productId: productId ?? undefined,
    requested,
    allowed,
    limit,
    of,
    wanted: isOver && bought?.length === 1 ? bought[0] : undefined
  })
}

const shown = ({ code, from, principal, requested, to }: RefusedHold) => () =>
  `${code}${requested === undefined ? "" : `, ${requested} requested`}, for ${principal} between ${
    Words.moment(from)
  } and ${Words.moment(to)}`

/** The fewest units of a product that there were at a moment of a span, by the orders; undefined where staff counted. */
const fewest = ({ seen }: Audit, productId: string, { from, to }: RefusedHold): number | undefined => {
  const stocked = seen.firstStocked.get(productId)
  if (stocked === undefined || seen.recounted.has(productId)) return undefined
  const back = sum(seen.cameBack.filter((one) => one.productId === productId && one.to < from), ({ units }) => units)
  const taken = seen.holds.filter((hold) =>
    hold.units.has(productId) && hold.from <= to && hold.keptUntil > from - slack
  )
  const moments = [from, ...taken.map((hold) => hold.from).filter((at) => at > from)]
  const most = Math.max(...moments.map((at) =>
    sum(
      taken.filter((hold) => hold.from <= at && hold.keptUntil > at - slack),
      ({ units }) => units.get(productId) ?? 0
    )
  ))
  return stocked + back - most
}

/** The units that an earlier checkout of the same cart surely kept at the time: those count as available. */
const ownUnits = ({ seen }: Audit, { checkout, productId = "", to }: RefusedHold): number =>
  Math.max(
    0,
    ...seen.holds.flatMap(({ orderId, units, until }) => {
      const session = seen.checkoutOrders.get(orderId)
      const isLive = checkout !== undefined && session?.cart === checkout.cart && session.n < checkout.firstSent
        && until > to
      return isLive ? [units.get(productId) ?? 0] : []
    })
  )

const forWantOfGoods = (audit: Audit, refusal: RefusedHold): void => {
  const { line, productId, requested } = refusal
  if (productId === undefined || requested === undefined) return
  const own = ownUnits(audit, refusal)
  audit.expect(
    "refused.own",
    `${line}: ${requested} of ${productId}, of which an earlier checkout of the same cart keeps ${own}`
  )
    .that(requested > own, shown(refusal))
  const left = fewest(audit, productId, refusal)
  if (left === undefined) return
  audit.expect("refused.stock", `${line}: ${requested} of ${productId}, of which at least ${left} were there`)
    .that(requested > left, shown(refusal))
}

/** The holds that count for whom a refusal names. */
const holdsOf = ({ seen }: Audit, { network, of, principal }: RefusedHold): ReadonlyArray<UnpaidHold> =>
  seen.holds.filter(({ buyer }) =>
    // Nobody knows whose these are.
    buyer === undefined || buyer.principal === principal || (of === "network" && buyer.network === network)
  )

/** How long a hold may have counted in the day before a refusal, in milliseconds. */
const counted = ({ from, until, wasPaid }: UnpaidHold, refusal: RefusedHold): number => {
  const stands = until > refusal.from - slack
  if (from > refusal.to || (wasPaid && !stands)) return 0
  const end = stands ? Math.max(refusal.to, from + longestSession) : until
  return Math.max(0, end - Math.max(from, refusal.from - day - slack) + slack)
}

/** What a limit allows, what may be used of it, and what is wanted; undefined where that is not known. */
const measured = (
  audit: Audit,
  refusal: RefusedHold
): { readonly allowed: number; readonly used: number; readonly wanted: number } | undefined => {
  const { limit, productId = "", wanted } = refusal
  if (wanted === undefined || limit === undefined) return undefined
  const all = holdsOf(audit, refusal)
  const standing = all.filter(({ from, until }) => from <= refusal.to && until > refusal.from - slack)
  const ofProduct = ({ units }: UnpaidHold) => units.get(productId) ?? 0
  switch (limit) {
    case "sessions":
      return { allowed: bounds.sessions, used: standing.length, wanted: 1 }
    case "unitsPerProduct":
      return { allowed: bounds.unitsPerProduct, used: sum(standing, ofProduct), wanted: wanted.get(productId) ?? 0 }
    case "lastUnitsTime":
      return {
        allowed: bounds.lastUnitsMillis,
        used: sum(all.filter((hold) => ofProduct(hold) > 0), (hold) => counted(hold, refusal)),
        wanted: longestSession
      }
  }
}

const forWhatIsUnpaid = (audit: Audit, refusal: RefusedHold): void => {
  const { allowed, code, limit, line, of, requested } = refusal
  if (limit === undefined || of === undefined) return
  const one = measured(audit, refusal)
  if (code === "unpaid_order_too_large") {
    const said = one === undefined || limit !== "lastUnitsTime" ? one?.allowed : one.allowed / minute
    audit.expect("hold.tooLarge", `${line}: more than may be unpaid at once is refused, and nothing else`)
      .that(
        requested !== undefined && allowed !== undefined && requested > allowed &&
          (one === undefined || said === allowed),
        () => `${shown(refusal)()}, ${allowed} allowed of ${limit} for the ${of}`
      )
    return
  }
  audit.expect(
    "hold.refused",
    `${line}: ${limit} of the ${of}: ${
      one === undefined ? "" : `${one.wanted} more, ${one.used} of ${one.allowed} unpaid`
    }`
  )
    .that(one === undefined || one.used + one.wanted > one.allowed, shown(refusal))
}

/** At rest, when all orders are known. */
export const refusalsAtRest = (audit: Audit): void => {
  for (const refusal of audit.seen.refusedHolds) {
    if (refusal.code === "insufficient_stock") forWantOfGoods(audit, refusal)
    else forWhatIsUnpaid(audit, refusal)
  }
}
