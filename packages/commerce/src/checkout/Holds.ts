/**
 * How much a buyer holds unpaid, read and decided inside the transaction of a checkout.
 *
 * The rule: the limits of the domain (`Hold`) apply under any concurrency. `authorise` reads and refuses before
 * anything is written. On PostgreSQL other transactions may commit after that, so `confirm` locks the accounts, the
 * buyer's before the network's, and reads again in a second statement (a statement that waits for a lock reads all
 * other rows as they were before it waited); if too much is held by then, the transaction runs again. The lock comes
 * late, so that an agent's purchases wait for each other only for the end of each. All payment flows use it, because
 * `OrderPlacement` does.
 *
 * The domain says whose limits count (`Hold.accountsOf`); of a network a keyed hash is kept. A shopper who was sent
 * something before counts for themself alone, by the limits of a customer.
 * Staff have no limits. Locks: after instrument and delegation, before stock.
 * Follows docs/specification.md#unpaid-checkouts.
 */
import * as Session from "@beauty-store/domain/CheckoutSession"
import * as Hold from "@beauty-store/domain/Hold"
import { ProductId, SessionId } from "@beauty-store/domain/Ids"
import { kindOf, type Owner } from "@beauty-store/domain/Principal"
import * as Query from "@beauty-store/kernel/Query"
import { mark, type StoreSecret } from "@beauty-store/kernel/Secrets"
import { ConcurrentUpdate, Transaction } from "@beauty-store/kernel/Transactions"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** The refusals of a checkout that would hold too much. */
export type HoldRefusal = Hold.UnpaidOrderTooLarge | Hold.UnpaidLimitReached

/** The holder of a session's units, as its row keeps them. */
export interface Holder {
  readonly owner: Owner
  /** The hash of the network that a guest calls from; none where it is not known or does not count. */
  readonly network: string | null
}

/** The holder of a checkout's units. `network`: the name of the network that the request came from, if it counts. */
export const holderOf = (
  secret: Context.Tag.Service<typeof StoreSecret>,
  owner: Owner,
  network: string | undefined
): Holder => ({
  owner,
  network: network === undefined || kindOf(owner.principal) !== "shopper"
    ? null
    : mark(secret, "network address", network)
})

const lockAccount = Query.lock<[account: string]>("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))")

const Row = Schema.Struct({
  id: SessionId,
  holder: Schema.NullOr(Schema.String),
  network: Schema.NullOr(Schema.String),
  shopper: Schema.String,
  phase: Session.Phase,
  total_minor: Query.Int,
  created_at: Query.Int,
  expires_at: Query.Int,
  processing_until: Schema.NullOr(Query.Int),
  held_until: Schema.NullOr(Query.Int),
  product_id: ProductId,
  quantity: Query.Int
})
/** A row for each line of each session that counts for a holder or a network. */
const rowsOf = Query.all(Row)<[holder: string, network: string | null, since: number]>(
  `SELECT s.id, s.holder, s.network, o.shopper, s.phase, s.total_minor, o.created_at, s.expires_at, s.processing_until,
     s.held_until, l.product_id, l.quantity
   FROM checkout_session s
   JOIN orders o ON o.id = s.order_id
   JOIN order_line l ON l.order_id = s.order_id
   WHERE (s.holder = ? OR s.network = ?) AND s.phase <> 'complete' AND (s.held_until IS NULL OR s.held_until > ?)`
)

const SumsRow = Schema.Struct({
  /** Whether it is of the person whom the agent shops for now. */
  theirs: Query.Int,
  sessions: Query.Int,
  units: Query.Int,
  valueMinor: Query.Int,
  unitMillis: Query.Int
})
/**
 * The same of an agent, added up: an agent has as many sessions as people shop by it at once. A session counts here at
 * least as much as one that is looked at by itself.
 */
const sumsOf = Query.all(SumsRow)<[shopper: string, agent: string, except: string, since: number]>(
  `SELECT CASE WHEN h.shopper = ? THEN 1 ELSE 0 END AS theirs, count(*) AS sessions,
     CAST(sum(h.units) AS BIGINT) AS units, CAST(sum(h.total_minor) AS BIGINT) AS "valueMinor",
     CAST(sum(h.units * CASE WHEN h.ends - h.created_at > ${Hold.shortestMillis} THEN h.ends - h.created_at
       ELSE ${Hold.shortestMillis} END) AS BIGINT) AS "unitMillis"
   FROM (
     SELECT o.shopper, s.total_minor, o.created_at,
       coalesce(s.held_until, CASE WHEN s.processing_until > s.expires_at THEN s.processing_until
         ELSE s.expires_at END) AS ends,
       (SELECT sum(l.quantity) FROM order_line l WHERE l.order_id = s.order_id) AS units
     FROM checkout_session s
     JOIN orders o ON o.id = s.order_id
     WHERE s.holder = ? AND s.id <> ? AND s.phase <> 'complete' AND (s.held_until IS NULL OR s.held_until > ?)
   ) h
   GROUP BY 1`
)

const Found = Schema.Struct({ id: Schema.String })
/** An order that is only confirmed can still be cancelled, and would then have cost nothing. */
const boughtBefore = Query.first(Found)<[principal: string]>(
  `SELECT id FROM orders WHERE principal = ? AND status IN ('shipped', 'delivered') LIMIT 1`
)

/** One hold a session. `replaced`: the session that ends now. */
const holdsIn = (
  rows: ReadonlyArray<typeof Row.Type>,
  replaced: SessionId | undefined,
  now: number
): ReadonlyArray<Hold.KnownHold> => {
  const holds = new Map<SessionId, Hold.KnownHold & { readonly units: Array<Hold.Units> }>()
  for (const row of rows) {
    const units = { productId: row.product_id, quantity: row.quantity }
    const known = holds.get(row.id)
    if (known !== undefined) known.units.push(units)
    else {
      const { created_at, expires_at, held_until, holder, id, network, phase, processing_until, shopper } = row
      const live = Session.isLive(phase) && id !== replaced
      const end = held_until ?? processing_until ?? expires_at
      // The bank's time: it counts only if nothing comes of it.
      const isDeciding = live && processing_until !== null
      holds.set(id, {
        holder,
        network,
        shopper,
        units: [units],
        valueMinor: row.total_minor,
        from: created_at,
        until: id === replaced ? Math.min(end, now) : end,
        timeUntil: isDeciding ? expires_at : undefined,
        live
      })
    }
  }
  return [...holds.values()]
}

/** A checkout that wants to hold something. */
export interface Claim {
  readonly holder: Holder
  readonly wanted: Hold.WantedHold
}

/** What counts for a holder, as it is being read: each hold, and for an agent their sums before. */
export interface Held {
  readonly sums: Effect.Effect<ReadonlyArray<typeof SumsRow.Type>> | undefined
  readonly rows: Effect.Effect<ReadonlyArray<typeof Row.Type>, never, Transaction>
}

const isBounded = ({ owner }: Holder): boolean => kindOf(owner.principal) !== "staff"

const nothing: Held = { sums: undefined, rows: Effect.succeed([]) }

/** Reads what counts for a holder. Returns effects that wait for it. `own`: a session that is not to be counted. */
export const start = Effect.fnUntraced(
  function*({ network, owner }: Holder, own?: SessionId): Effect.fn.Return<Held, never, Transaction> {
    const { principal, shopper } = owner
    if (kindOf(principal) === "staff") return nothing
    const since = (yield* Clock.currentTimeMillis) - Hold.dayMillis
    // Each hold is read only where the sums do not decide, which is hardly ever.
    return kindOf(principal) === "agent"
      ? { sums: yield* sumsOf.sent(shopper, principal, own ?? "", since), rows: rowsOf(principal, network, since) }
      : { sums: undefined, rows: yield* rowsOf.sent(principal, network, since) }
  }
)

/** Whether sums are enough to see that a claim keeps the limits. */
const surelyFits = (
  { holder: { network, owner }, wanted }: Claim,
  sums: ReadonlyArray<typeof SumsRow.Type>,
  policy: Hold.HoldPolicy
): boolean =>
  Hold.accountsOf({ ...owner, network }, policy, []).every((account) => {
    const counted = sums.filter(({ theirs }) => account.of === "agent" || theirs === 1)
    const total = (name: keyof Hold.Sums) => counted.reduce((all, one) => all + one[name], 0)
    return Hold.surelyFits(wanted, account, {
      sessions: total("sessions"),
      units: total("units"),
      valueMinor: total("valueMinor"),
      unitMillis: total("unitMillis")
    }, policy)
  })

/**
 * Decides by what counts. `replaced`: the session that ends now. `own`: the claim's own session, not to be counted.
 */
const decide = Effect.fnUntraced(function*(
  claim: Claim,
  held: Held,
  policy: Hold.HoldPolicy,
  { own, replaced }: { readonly own?: SessionId | undefined; readonly replaced?: SessionId | undefined }
) {
  const { holder, wanted } = claim
  if (held.sums !== undefined && surelyFits(claim, yield* held.sums, policy)) return Either.void
  const { network, owner: { principal } } = holder
  const now = yield* Clock.currentTimeMillis
  const rows = yield* held.rows
  const holds = holdsIn(rows.filter(({ id }) => id !== own), replaced, now)
  const decision = Hold.authorise(wanted, Hold.accountsOf({ ...holder.owner, network }, policy, holds), policy, now)
  if (Either.isRight(decision) || kindOf(principal) === "agent") return decision
  // Read only where it makes a difference.
  if (Option.isNone(yield* boughtBefore(principal))) return decision
  const theirs = holds.filter((hold) => hold.holder === principal)
  return Hold.authorise(wanted, [{ of: "shopper", limits: policy.limits.customer, holds: theirs }], policy, now)
})

/** Whether a claim keeps the limits. `held`: of `start`. `replaced`: the session whose place it takes. */
export const authorise = (
  claim: Claim,
  held: Held,
  policy: Hold.HoldPolicy,
  replaced: SessionId | undefined
): Effect.Effect<void, HoldRefusal, Transaction> =>
  isBounded(claim.holder) ? Effect.flatten(decide(claim, held, policy, { replaced })) : Effect.void

/**
 * Makes sure that an authorised claim still keeps the limits, now that its session is written, until the transaction
 * ends. On SQLite nothing runs in between, and there is nothing to do.
 */
export const confirm = Effect.fnUntraced(
  function*(claim: Claim, policy: Hold.HoldPolicy, own: SessionId): Effect.fn.Return<void, never, Transaction> {
    const { kind } = yield* Transaction
    if (kind !== "pg" || !isBounded(claim.holder)) return
    const { network, owner: { principal } } = claim.holder
    yield* lockAccount.sent(`holder ${principal}`)
    if (network !== null) yield* lockAccount.sent(`network ${network}`)
    const held = yield* start(claim.holder, own)
    if (Either.isLeft(yield* decide(claim, held, policy, { own }))) return yield* Effect.die(new ConcurrentUpdate())
  }
)
