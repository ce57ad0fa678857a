/**
 * How much a buyer reserves unpaid, decided inside the transaction of a checkout. `authorise` refuses before anything
 * is written; on PostgreSQL `confirm` then locks buyer and network, and reads again in a second statement. The lock
 * comes late, after instrument and delegation, before stock. Follows docs/specification.md#unpaid-checkouts.
 */
import * as Session from "@beauty-store/domain/CheckoutSession"
import { ProductId, SessionId } from "@beauty-store/domain/Ids"
import { kindOf, type Owner } from "@beauty-store/domain/Principal"
import * as Reservation from "@beauty-store/domain/Reservation"
import type { HolderName } from "@beauty-store/domain/ReservationLimit"
import * as Query from "@beauty-store/sql/Query"
import { mark, type StoreSecret } from "@beauty-store/sql/Secrets"
import { ConcurrentUpdate, Transaction } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** The refusals of a checkout that would reserve too much. */
export type ReservationRefusal = Reservation.UnpaidOrderTooLarge | Reservation.UnpaidLimitReached

/** The holder of a session's units, as its row keeps them. */
export interface Holder {
  readonly principal: string
  /** The hash of the network that a guest calls from; none where it is not known or does not count. */
  readonly network: string | null
}

/** The holder of a checkout's units. `network`: the name of the network that the request came from, if it counts. */
export const holderOf = (
  secret: Context.Tag.Service<typeof StoreSecret>,
  { principal }: Owner,
  network: string | undefined
): Holder => ({
  principal,
  network: network === undefined || kindOf(principal) !== "shopper" ? null : mark(secret, "network address", network)
})

const lockAccount = Query.lock<[account: string]>("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))")

const Row = Schema.Struct({
  id: SessionId,
  holder: Schema.NullOr(Schema.String),
  phase: Session.Phase,
  created_at: Query.Int,
  expires_at: Query.Int,
  processing_until: Schema.NullOr(Query.Int),
  held_until: Schema.NullOr(Query.Int),
  product_id: ProductId,
  quantity: Query.Int
})
/** A row for each line of each session that counts for a holder or a network. */
const selectRows = Query.all(Row)<[holder: string, network: string | null, since: number]>(
  `SELECT s.id, s.holder, s.phase, o.created_at, s.expires_at, s.processing_until, s.held_until, l.product_id, l.quantity
   FROM checkout_session s
   JOIN orders o ON o.id = s.order_id
   JOIN order_line l ON l.order_id = s.order_id
   WHERE (s.holder = ? OR s.network = ?) AND s.phase <> 'complete' AND (s.held_until IS NULL OR s.held_until > ?)`
)

const Found = Schema.Struct({ id: Schema.String })
/** An order that is only confirmed can still be cancelled, and would then have cost nothing. */
const boughtBefore = Query.first(Found)<[principal: string]>(
  `SELECT id FROM orders WHERE principal = ? AND status IN ('shipped', 'delivered') LIMIT 1`
)

interface Reserved extends Reservation.Reservation {
  readonly holder: string | null
  readonly units: Array<Reservation.Units>
}

/** One reservation a session. `replaced`: the session that ends now. */
const groupBySession = (
  rows: ReadonlyArray<typeof Row.Type>,
  replaced: SessionId | undefined,
  now: number
): ReadonlyArray<Reserved> => {
  const reservations = new Map<SessionId, Reserved>()
  for (const row of rows) {
    const units = { productId: row.product_id, quantity: row.quantity }
    const known = reservations.get(row.id)
    if (known !== undefined) known.units.push(units)
    else {
      const { created_at, expires_at, held_until, holder, id, phase, processing_until } = row
      const live = Session.isLive(phase) && id !== replaced
      const end = held_until ?? processing_until ?? expires_at
      const until = id === replaced ? Math.min(end, now) : end
      // The bank's time counts only if nothing comes of it.
      const countsUntil = live && processing_until !== null ? expires_at : until
      reservations.set(id, { holder, units: [units], from: created_at, until, countsUntil, live })
    }
  }
  return [...reservations.values()]
}

/** A checkout that wants to reserve something. */
export interface Claim {
  readonly holder: Holder
  readonly wanted: Reservation.WantedReservation
}

/** The rows that count for a holder, as they are being read. */
export type Held = Effect.Effect<ReadonlyArray<typeof Row.Type>>

const isLimited = ({ principal }: Holder): boolean => kindOf(principal) !== "staff"

/** Reads what counts for a holder: what is live, and where few units are left also what was reserved in the last day. */
export const start = Effect.fnUntraced(
  function*(holder: Holder, fewAreLeft: boolean): Effect.fn.Return<Held, never, Transaction> {
    if (!isLimited(holder)) return Effect.succeed([])
    const now = yield* Clock.currentTimeMillis
    return yield* selectRows.sent(holder.principal, holder.network, fewAreLeft ? now - Reservation.dayMillis : now)
  }
)

const nameHolder = ({ network, principal }: Holder): HolderName =>
  network !== null ? "network" : kindOf(principal) === "agent" ? "agent" : "shopper"

/** Decides by what counts. `replaced`: the session that ends now. `own`: the claim's own session, not to be counted. */
const decide = Effect.fnUntraced(function*(
  { holder, wanted }: Claim,
  held: Held,
  limits: Reservation.Limits,
  { own, replaced }: { readonly own?: SessionId | undefined; readonly replaced?: SessionId | undefined }
) {
  const now = yield* Clock.currentTimeMillis
  const reservations = groupBySession((yield* held).filter(({ id }) => id !== own), replaced, now)
  const decision = Reservation.authorise(wanted, { of: nameHolder(holder), reservations }, limits, now)
  const { network, principal } = holder
  // Read only where it makes a difference.
  if (Either.isRight(decision) || network === null || Option.isNone(yield* boughtBefore(principal))) return decision
  const theirs = reservations.filter((one) => one.holder === principal)
  return Reservation.authorise(wanted, { of: "shopper", reservations: theirs }, limits, now)
})

/** Whether a claim keeps the limits. `held`: of `start`. `replaced`: the session whose place it takes. */
export const authorise = (
  claim: Claim,
  held: Held,
  limits: Reservation.Limits,
  replaced: SessionId | undefined
): Effect.Effect<void, ReservationRefusal, Transaction> =>
  isLimited(claim.holder) ? Effect.flatten(decide(claim, held, limits, { replaced })) : Effect.void

/**
 * Makes sure that an authorised claim still keeps the limits, now that its session is written, until the transaction
 * ends. It reads after the statement that locks, which on PostgreSQL reads all other rows as they were before it waited.
 * On SQLite nothing runs in between, and there is nothing to do.
 */
export const confirm = Effect.fnUntraced(
  function*(claim: Claim, limits: Reservation.Limits, own: SessionId): Effect.fn.Return<void, never, Transaction> {
    const { kind } = yield* Transaction
    if (kind !== "pg" || !isLimited(claim.holder)) return
    const { network, principal } = claim.holder
    yield* lockAccount.sent(`holder ${principal}`)
    if (network !== null) yield* lockAccount.sent(`network ${network}`)
    const held = yield* start(claim.holder, claim.wanted.nearlyGone.size > 0)
    if (Either.isLeft(yield* decide(claim, held, limits, { own }))) return yield* Effect.die(new ConcurrentUpdate())
  }
)
