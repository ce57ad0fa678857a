/**
 * Rules of delegated payment: a delegation has its given limits, and stays revoked; no rolling day or month of an
 * instrument ever exceeded the shop's limits, nor of a delegation its own, by the provider's off-session charges and
 * the moments at which the orders were placed; and the remaining amounts are the unspent ones.
 */
import * as DelegationSchemas from "@beauty-store/http/contract/DelegationSchemas"
import type * as OrderSchemas from "@beauty-store/http/contract/OrderSchemas"
import { ownedBy, shownTo } from "./Access.ts"
import { agents } from "./Agents.ts"
import { type Audit, type Exchange, onExchange, onResponse, type Rules } from "./Audit.ts"
import { type Delegation, type NewDelegation, type Order } from "./Bodies.ts"
import * as Idempotency from "./Idempotency.ts"
import type { Limits, NamedReset, SentRequest, Spend } from "./Observations.ts"
import type { ApiOperation } from "./Operations.ts"
import * as Words from "./Words.ts"

/** The shop's limits on an instrument. */
export const limitsOfShop: Limits = { perTransaction: 200_00, perDay: 500_00, perMonth: 2000_00 }
/** How long a spend counts, in milliseconds: it no longer does at the end of that. */
export const windows = { perDay: 24 * 3_600_000, perMonth: 30 * 24 * 3_600_000 } as const
const windowNames = ["perDay", "perMonth"] as const

/** A spend so near to a window's beginning may be in it or not, in milliseconds. */
const slack = 120_000

type DelegationRequest = typeof DelegationSchemas.DelegationRequest.Encoded

const created = (audit: Audit, { body, request, sent }: Exchange<DelegationRequest, NewDelegation>): void => {
  const { seen } = audit
  if (seen.delegations.has(body.delegationId)) return
  const { perDay, perMonth, perTransaction } = body.limits
  const asked = request.expiresAt
  audit.expect("delegation.end", `${body.delegationId} ends at ${asked ?? "no time"}, as it was asked for`)
    .that(
      asked === undefined ? body.expiresAt === null : Date.parse(String(body.expiresAt)) === Date.parse(asked),
      () => String(body.expiresAt)
    )
  seen.delegations.set(body.delegationId, {
    owner: sent.principal,
    limits: {
      perTransaction: audit.minor(perTransaction),
      perDay: audit.minor(perDay),
      perMonth: audit.minor(perMonth)
    },
    expiresAt: body.expiresAt === null ? Infinity : Date.parse(body.expiresAt),
    revokedAt: undefined
  })
}

const limitNames = ["perTransaction", ...windowNames] as const

/** A response to a request that was first sent at `from` and answered at `to` says when room comes back. */
export const resetNamed = (
  { seen }: Audit,
  resetsAt: string | null,
  named: Omit<NamedReset, "resetsAt">
): void => void seen.resetsNamed.push({ ...named, resetsAt: resetsAt === null ? null : Date.parse(resetsAt) })

const shown = (audit: Audit, { at, body, firstSentAt, isFirst, sent }: Exchange<unknown, Delegation>): void => {
  const known = audit.seen.delegations.get(body.delegationId)
  if (known === undefined) return
  if (sent.principal !== agents[body.agentId]) shownTo(audit, sent, known.owner, `delegation ${body.delegationId}`)
  audit.expect("delegation.revoked", `${body.delegationId} stays revoked`)
    .that(known.revokedAt === undefined || sent.n < known.revokedAt || body.status !== "active", () => body.status)
  audit.expect("delegation.end", `${body.delegationId} is over since ${Words.moment(known.expiresAt)}`)
    .that(sent.at < known.expiresAt + audit.skew.behind || body.status !== "active", () => body.status)
  for (const limit of limitNames) {
    audit.expect("delegation.limits", `${known.limits[limit]} cents ${limit}, and at most that left`)
      .that(
        audit.minor(body.limits[limit]) === known.limits[limit] && body.remaining[limit] <= body.limits[limit],
        () => JSON.stringify([body.limits, body.remaining])
      )
  }
  if (!isFirst || body.status !== "active") return
  const { delegationId: delegation, resetsAt } = body
  for (const limit of limitNames) {
    resetNamed(audit, resetsAt[limit], { delegation, of: undefined, limit, from: firstSentAt, to: at })
  }
}

const revoked = (audit: Audit, exchange: Exchange<unknown, Delegation>): void => {
  const known = audit.seen.delegations.get(exchange.body.delegationId)
  if (known !== undefined) known.revokedAt ??= exchange.n
  shown(audit, exchange)
}

/** A person's page of permissions was shown: it has theirs, and nobody else's. */
export const permissionsShown = (audit: Audit, principal: string, delegationId: string, page: string): void => {
  const own = ofOwner(audit, principal)
  const others = (page.match(/\/(del_\w+)\/revoke/g) ?? []).map((path) => path.split("/")[1]!)
    .filter((id) => !own.includes(id))
  const known = audit.seen.delegations.get(delegationId)
  audit.expect("delegation.page", `the permissions of ${principal} and nobody else's, with that of ${delegationId}`)
    .that(
      others.length === 0 &&
        (known === undefined || page.includes(`up to ${audit.inWords(known.limits.perTransaction, true)}`)),
      () => others.join(" ") || page.slice(-1500)
    )
}

/** A delegation was seen or used after its owner was told that it is taken back. */
export const takenBack = (audit: Audit, delegationId: string, status: string): void =>
  audit.expect("delegation.takenBack", `${delegationId} ends when its owner takes it back on the page`)
    .that(status !== "active" && status !== "spent from", () => status)

export const rules: Rules = {
  "delegations.create": onExchange(
    DelegationSchemas.DelegationRequest,
    DelegationSchemas.NewDelegation,
    (audit, exchange) => {
      ownedBy(audit, exchange.sent, exchange.body.delegationId)
      created(audit, exchange)
    }
  ),
  "delegations.delegation": onResponse(DelegationSchemas.Delegation, shown),
  "delegations.revoke": onResponse(DelegationSchemas.Delegation, revoked)
}

/** Delegations of an owner, by id. */
export const ofOwner = ({ seen }: Audit, principal: string): ReadonlyArray<string> =>
  [...seen.delegations].filter(([, { owner }]) => owner === principal).map(([id]) => id)

/** At rest: the off-session charges for an order that the provider took. */
export const orderAtRest = (audit: Audit, { createdAt, id, timeline }: Order): void => {
  const { delegations, paymentTokens, spends } = audit.seen
  const [charge] = audit.payments.query<{ instrument: string; amountMinor: number; source: string; at: number }>(
    `SELECT p.instrument, s.amount_minor AS "amountMinor", c.source, c.at
     FROM payment p JOIN session s ON s.id = p.session_id JOIN charge c ON c.key = p.charge_key
     WHERE s.order_id = ? AND p.status = 'succeeded' LIMIT 1`,
    id
  )
  if (charge === undefined) return
  audit.expect("charge.source", `${id} is charged to what somebody was given`)
    .that(delegations.has(charge.source) || paymentTokens.has(charge.source), () => charge.source)
  const { at, ...charged } = charge
  const end = delegations.get(charge.source)?.expiresAt ?? Infinity
  audit.expect("delegation.end", `nothing bought with ${charge.source} from ${Words.moment(end)} on`)
    .that(Date.parse(createdAt) < end, () => `${id} at ${createdAt}`)
  const cancelled = timeline.find((entry) => entry.status === "cancelled")
  const from = Date.parse(createdAt)
  // A store that has just started counts a purchase by delegation a moment after its order, as it does with a token;
  // and one store may place the order, and another count what it costs.
  const isCountedAtOnce = delegations.has(charge.source) && audit.stores === 1
  spends.push({
    ...charged,
    orderId: id,
    from: isCountedAtOnce ? from : from - audit.apart,
    to: isCountedAtOnce ? from : at + audit.skew.ahead,
    until: cancelled === undefined ? Infinity : Date.parse(cancelled.at) - audit.apart
  })
}

interface Account {
  readonly limits: Limits
  readonly spends: Array<Spend>
}

/** Instruments by the shop's limits, and delegations by their own. */
const accountsOf = ({ seen }: Audit): ReadonlyMap<string, Account> => {
  const accounts = new Map<string, Account>()
  const count = (account: string, limits: Limits, spend: Spend) => {
    const known = accounts.get(account)
    if (known === undefined) accounts.set(account, { limits, spends: [spend] })
    else known.spends.push(spend)
  }
  for (const spend of seen.spends) {
    count(`instrument ${spend.instrument}`, limitsOfShop, spend)
    const delegation = seen.delegations.get(spend.source)
    if (delegation !== undefined) count(`delegation ${spend.source}`, delegation.limits, spend)
  }
  return accounts
}

const sumOf = (spends: ReadonlyArray<Spend>): number => spends.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

/** When the first of the spends that surely counted leaves a window, in milliseconds; infinite where none counted. */
const firstLeaves = (
  spends: ReadonlyArray<Spend>,
  window: keyof typeof windows,
  { from, to }: NamedReset,
  { apart }: Audit
): number =>
  Math.min(
    ...spends.filter((spend) =>
      spend.to + slack + apart < from && spend.from + windows[window] > to + apart && spend.until > to
    ).map((spend) => spend.to + windows[window])
  )

/**
 * At rest: every time that a response named was when the first spend that counted leaves the window. Others may have
 * counted for a while, which were never charged: a time is not over, and no later than that of the known spends.
 */
const resetsAtRest = (audit: Audit): void => {
  const { resetsNamed, spends } = audit.seen
  for (const named of resetsNamed) {
    const { delegation, from, limit, of, resetsAt, to } = named
    if (limit === "perTransaction") {
      audit.expect("allowance.resets", `no time for a limit of ${delegation} on what is spent at once`)
        .that(resetsAt === null, () => Words.moment(resetsAt ?? NaN))
      continue
    }
    const own = spends.filter(({ source }) => source === delegation)
    const instrument = own[0]?.instrument
    const ofInstrument = firstLeaves(spends.filter((spend) => spend.instrument === instrument), limit, named, audit)
    const ofDelegation = firstLeaves(own, limit, named, audit)
    const latest = of === "store"
      ? ofInstrument
      : of === "delegation"
      ? ofDelegation
      : Math.max(ofInstrument, ofDelegation)
    const isAhead = resetsAt === null ||
      (resetsAt > from - audit.apart && resetsAt <= to + windows[limit] + audit.apart)
    audit.expect(
      "allowance.resets",
      `what is spent by ${delegation} ${limit} comes back with the first spend, by ${
        Words.moment(latest)
      }; asked between ${Words.moment(from)} and ${Words.moment(to)}`
    )
      .that(
        isAhead && (resetsAt ?? Infinity) <= latest + audit.apart,
        () => resetsAt === null ? "at no time" : Words.moment(resetsAt)
      )
  }
}

/**
 * At rest: no window of any account ever exceeded its limit. It is enough to look at windows that end with a spend, and
 * to count the spends that are surely inside; cancelled ones no longer count.
 */
export const allowancesAtRest = (audit: Audit): void => {
  resetsAtRest(audit)
  for (const [account, { limits, spends }] of accountsOf(audit)) {
    for (const last of spends) {
      audit.expect("allowance.perTransaction", `at most ${limits.perTransaction} cents at once from ${account}`)
        .that(
          last.amountMinor <= limits.perTransaction,
          () => `${Words.amount(last.amountMinor)} for ${last.orderId} at ${Words.moment(last.to)}`
        )
      for (const window of windowNames) {
        const counted = spends.filter(({ from, to, until }) =>
          to <= last.to && from > last.to - windows[window] && until > last.to
        )
        const sum = sumOf(counted)
        audit.expect(`allowance.${window}`, `at most ${limits[window]} cents ${window} from ${account}`)
          .that(
            sum <= limits[window],
            () =>
              `${Words.amount(sum)} by ${Words.moment(last.to)}: ${
                counted.map(({ amountMinor, orderId, from }) =>
                  `${Words.amount(amountMinor)} for ${orderId} at ${Words.moment(from)}`
                ).join(", ")
              }`
          )
      }
    }
  }
}

/** Something was spent from an instrument, whose clock is for all stores and never goes back, whatever theirs show. */
export const instrumentUsed = (audit: Audit, instrument: string, before: number, after: number): void =>
  audit.expect(
    "allowance.clock",
    `the clock of ${instrument} not before ${Words.moment(before)}, which it showed already`
  )
    .that(after >= before, () => Words.moment(after))

/** At rest: the remaining amount is the limit less the spends that count. `now`: in milliseconds. */
export const delegationAtRest = (audit: Audit, { delegationId, remaining, status }: Delegation, now: number): void => {
  const { delegations, spends } = audit.seen
  const known = delegations.get(delegationId)
  const near = slack + audit.apart
  const instrument = spends.find(({ source }) => source === delegationId)?.instrument
  if (known === undefined || instrument === undefined || status !== "active") return
  for (const window of windowNames) {
    const since = now - windows[window]
    const standing = spends.filter((spend) => spend.instrument === instrument && spend.until === Infinity)
    if (standing.some(({ from, to }) => from <= since + near && to > since - near)) continue
    const counted = standing.filter(({ from }) => from > since)
    const left = Math.max(
      0,
      Math.min(
        limitsOfShop[window] - sumOf(counted),
        known.limits[window] - sumOf(counted.filter(({ source }) => source === delegationId))
      )
    )
    audit.expect(
      "allowance.remaining",
      `${left} cents ${window} left to ${delegationId}: what was cancelled counts no more`
    )
      .that(
        audit.minor(remaining[window]) === left,
        () =>
          `${Words.amount(audit.minor(remaining[window]))}, after ${
            counted.map((one) => `${Words.amount(one.amountMinor)} for ${one.orderId} at ${Words.moment(one.from)}`)
              .join(
                ", "
              )
          }`
      )
  }
}

const place = "orders.place" satisfies ApiOperation

type PlaceRequest = typeof OrderSchemas.OrderRequest.Encoded

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
    attempt.spend = { at: countedAt, amountMinor: audit.minor(total) }
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
    .that(requested > remaining && (limits === undefined || audit.minor(allowed) === limits[limit]), words)
  if (of === "store" || limits === undefined || limit === "perTransaction") return
  const attempts = [...audit.seen.attempts.values()].filter((one) => one.delegation === delegation)
  if (attempts.some((one) => !one.isOver)) return
  const since = firstSentAt - audit.skew.behind - windows[limit]
  const counted = attempts.flatMap(({ spend }) => spend !== undefined && spend.at > since ? [spend] : [])
  const spent = counted.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  audit.expect(
    "allowance.refused",
    `${audit.minor(requested)} cents more with ${delegation}, which spent ${spent} of ${limits[limit]} ${limit} since `
      + new Date(since).toISOString()
  )
    .that(spent + audit.minor(requested) > limits[limit], words)
}
