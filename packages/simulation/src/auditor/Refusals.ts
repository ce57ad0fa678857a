/**
 * Rules of refusals: each is as justified as an acceptance has to be. A purchase by delegation is refused for its
 * allowance only if the spends that count in the window leave too little for it.
 *
 * The window is that of the earliest moment at which the refusal can have been decided. Where the outcome of another
 * purchase with the same delegation is not known, nothing is judged.
 */
import type * as ApiSchemas from "@beauty-store/http/contract/ApiSchemas"
import type { Audit, Exchange } from "./Audit.ts"
import { cents, type Order } from "./Bodies.ts"
import { limitsOfShop, resetNamed, windows } from "./Delegations.ts"
import * as Idempotency from "./Idempotency.ts"
import type { Limits, SentRequest } from "./Observations.ts"
import type { ApiOperation } from "./Operations.ts"

const place = "orders.place" satisfies ApiOperation

type PlaceRequest = typeof ApiSchemas.OrderRequest.Encoded

/** The refusal of a purchase by delegation, as far as it is judged. */
interface Exceeded {
  readonly code?: string
  readonly limit: keyof Limits
  readonly of: "store" | "delegation"
  readonly requested: number
  readonly allowed: number
  readonly remaining: number
  readonly resetsAt: string | null
}

export const sent = ({ seen }: Audit, request: SentRequest): void => {
  if (request.operation !== place) return
  const purchase = Idempotency.changeOfClient(request)
  if (seen.attempts.has(purchase)) return
  seen.attempts.set(purchase, {
    delegation: (request.json as PlaceRequest).delegation,
    spend: undefined,
    isOver: false
  })
}

/** A request got a response, with any status. */
export const answered = (audit: Audit, exchange: Exchange): void => {
  const { at, body, firstSentAt, response, sent } = exchange
  if (sent.operation !== place) return
  const attempt = audit.seen.attempts.get(Idempotency.changeOfClient(sent))
  if (attempt === undefined) return
  if (response.status === 200) {
    const { createdAt, total } = body as Order
    // Of several stores, one that has just started counts it a moment after the order.
    const countedAt = audit.stores === 1 ? Date.parse(createdAt) : at + audit.skew.ahead
    attempt.spend = { at: countedAt, amountMinor: cents(total) }
    attempt.isOver = true
  } else if (response.status === 403 || response.status === 409 || response.status === 422) {
    // Nothing was spent. A request under way has an outcome yet.
    if ((body as { readonly code?: string }).code !== "idempotency_in_flight") attempt.isOver = true
    allowanceRefused(audit, sent, body as Exceeded, firstSentAt)
    namesReset(audit, exchange)
  }
}

const namesReset = (audit: Audit, { at, body, firstSentAt, isFirst, sent }: Exchange): void => {
  const { code, limit, of, resetsAt } = body as Exceeded
  if (!isFirst || code !== "allowance_exceeded") return
  const { delegation } = sent.json as PlaceRequest
  resetNamed(audit, resetsAt, { delegation, of, limit, from: firstSentAt, to: at })
}

const allowanceRefused = (audit: Audit, sent: SentRequest, refusal: Exceeded, firstSentAt: number): void => {
  if (refusal.code !== "allowance_exceeded") return
  const { allowed, limit, of, remaining, requested } = refusal
  const { delegation } = sent.json as PlaceRequest
  const limits = of === "store" ? limitsOfShop : audit.seen.delegations.get(delegation)?.limits
  const words = () => JSON.stringify(refusal)
  audit.expect("allowance.refusal", `a purchase is refused for more than remains of ${limits?.[limit]} cents ${limit}`)
    .that(requested > remaining && (limits === undefined || cents(allowed) === limits[limit]), words)
  if (of === "store" || limits === undefined || limit === "perTransaction") return
  const attempts = [...audit.seen.attempts.values()].filter((one) => one.delegation === delegation)
  if (attempts.some((one) => !one.isOver)) return
  const since = firstSentAt - audit.skew.behind - windows[limit]
  const counted = attempts.flatMap(({ spend }) => spend !== undefined && spend.at > since ? [spend] : [])
  const spent = counted.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  audit.expect(
    "allowance.refused",
    `${cents(requested)} cents more with ${delegation}, which spent ${spent} of ${limits[limit]} ${limit} since `
      + new Date(since).toISOString()
  )
    .that(spent + cents(requested) > limits[limit], words)
}
