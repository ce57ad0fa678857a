/**
 * The ledger of delegated spending, which only grows: a charge has one entry when it is counted and at most one more,
 * its mirror, when its money did not move or went back. The instrument is locked first and its spends are read in a
 * second statement; its clock (`last_at`) never goes back. `Allowance` has the limits. Follows
 * docs/specification.md#allowance.
 */
import * as Allowance from "@beauty-store/domain/Allowance"
import * as Charge from "@beauty-store/domain/Charge"
import { ChargeId, type DelegationId, type OrderId } from "@beauty-store/domain/Ids"
import type { Currency } from "@beauty-store/domain/Money"
import * as Query from "@beauty-store/sql/Query"
import type { Transaction } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** A payer: an instrument, and the delegation by which it is spent, if any, with its limits. */
export interface Payer {
  /** The provider's fingerprint. */
  readonly instrument: string
  readonly delegation: { readonly id: DelegationId; readonly limits: Allowance.Limits } | undefined
}

const insertInstrument = Query.change<[fingerprint: string]>(
  "INSERT INTO instrument (fingerprint, last_at) VALUES (?, 0) ON CONFLICT (fingerprint) DO NOTHING"
)
const InstrumentRow = Schema.Struct({ last_at: Query.Int })
const lockRow = Query.first(InstrumentRow)<[fingerprint: string]>(
  "SELECT last_at FROM instrument WHERE fingerprint = ? FOR UPDATE"
)
const setLastAt = Query.changeOne<[at: number, fingerprint: string]>(
  "UPDATE instrument SET last_at = ? WHERE fingerprint = ?"
)

const SpendRow = Schema.Struct({ amountMinor: Query.Int, at: Query.Int })
/**
 * A charge that the provider has, and the store has no count of, counts too. Nothing releases one that the store has
 * lost, because whatever became of its order is lost with it.
 */
const standingWhere = (entry: "instrument" | "delegation_id", lost: "instrument" | "mandate_id") => {
  const read = Query.all(SpendRow)<
    [payer: string, after: number, except: string, payer: string, after: number, except: string]
  >(
    `SELECT s.amount_minor AS "amountMinor", s.at FROM spending s WHERE s.${entry} = ? AND s.at > ?
       AND s.charge_id <> ? AND s.entry = 'spent'
       AND NOT EXISTS (SELECT 1 FROM spending r WHERE r.charge_id = s.charge_id AND r.entry = 'released')
     UNION ALL
     SELECT u.amount_minor, u.at FROM unrecorded_payment u WHERE u.${lost} = ? AND u.at > ?
       AND u.charge_key <> ?
       AND NOT EXISTS (SELECT 1 FROM spending r WHERE r.charge_id = u.charge_key AND r.entry = 'spent')
     ORDER BY 2, 1`
  )
  return (payer: string, after: number, except: ChargeId | "" = "") =>
    read.sent(payer, after, except, payer, after, except)
}
const spentFrom = standingWhere("instrument", "instrument")
const spentBy = standingWhere("delegation_id", "mandate_id")

const insertSpending = Query.insert("spending", [
  "charge_id",
  "entry",
  "instrument",
  "delegation_id",
  "amount_minor",
  "at",
  "recorded_at"
])
const release = (condition: string) =>
  Query.change<[recordedAt: number, subject: string]>(
    `INSERT INTO spending (charge_id, entry, instrument, delegation_id, amount_minor, at, recorded_at)
     SELECT s.charge_id, 'released', s.instrument, s.delegation_id, -s.amount_minor, s.at, CAST(? AS BIGINT)
     FROM spending s JOIN charge c ON c.id = s.charge_id WHERE s.entry = 'spent' AND ${condition}
     ON CONFLICT (charge_id, entry) DO NOTHING`
  )
const releaseCharge = release("c.id = ?")
const decided = `c.state NOT IN (${
  Charge.State.literals.filter(Charge.isUndecided).map((state) => `'${state}'`).join(", ")
})`
const releaseOrder = release(
  `${decided} AND c.session_id = (SELECT o.id FROM checkout_session o WHERE o.order_id = ?)`
)

/** Makes sure that an instrument can be locked, before anybody spends from it. A repeat does nothing. */
export const registerInstrument = (instrument: string): Effect.Effect<void, never, Transaction> =>
  Effect.asVoid(insertInstrument(instrument))

/**
 * Locks a registered instrument, and does nothing else: on PostgreSQL a statement that waits for a lock reads all other
 * rows as they were before it waited. Returns an effect that waits for it, and has the time by the instrument's clock.
 */
export const startLock = (instrument: string): Effect.Effect<Effect.Effect<number>, never, Transaction> =>
  Effect.map(
    lockRow.sent(instrument),
    Effect.zipWith(Clock.currentTimeMillis, (row, now) => Math.max(Option.getOrThrow(row).last_at, now))
  )

/** The same, and waits. */
export const lockInstrument = (instrument: string): Effect.Effect<number, never, Transaction> =>
  Effect.flatten(startLock(instrument))

/** The spends that count under the shop's limits and the delegation's own. */
const accountsOf = Effect.fnUntraced(
  function*({ delegation, instrument }: Payer, allowance: Allowance.Limits, now: number, except?: ChargeId) {
    const since = now - Allowance.longestWindowMillis
    const fromInstrument = yield* spentFrom(instrument, since, except)
    const byDelegation = delegation === undefined ? undefined : yield* spentBy(delegation.id, since, except)
    const store: Allowance.Account = { of: "store", limits: allowance, spends: yield* fromInstrument }
    if (delegation === undefined || byDelegation === undefined) return [store]
    const own: Allowance.Account = { of: "delegation", limits: delegation.limits, spends: yield* byDelegation }
    return [store, own]
  }
)

/** How much a payer can still spend under the shop's allowance, to read. */
export const standing = Effect.fnUntraced(
  function*(payer: Payer, allowance: Allowance.Limits): Effect.fn.Return<Allowance.Standing, never, Transaction> {
    const now = yield* Clock.currentTimeMillis
    return Allowance.standing(yield* accountsOf(payer, allowance, now), now)
  }
)

/** What was spent by a delegation and counts in each window, to read. */
export const spentByDelegation = Effect.fnUntraced(
  function*({ id, limits }: NonNullable<Payer["delegation"]>) {
    const now = yield* Clock.currentTimeMillis
    const spends = yield* yield* spentBy(id, now - Allowance.longestWindowMillis, undefined)
    return Allowance.spent({ of: "delegation", limits, spends }, now)
  }
)

/**
 * Decides whether an amount may be spent under the shop's allowance; `now` is the locked instrument's time. Reads only;
 * `record` is to follow. `chargeId`: a charge that exists already, and that may be counted, or be made by the provider;
 * it does not stand in its own way.
 */
export const authorise = (
  payer: Payer,
  amountMinor: number,
  allowance: Allowance.Limits,
  { currency, now }: { readonly now: number; readonly currency: Currency },
  chargeId?: ChargeId
): Effect.Effect<void, Allowance.AllowanceExceeded, Transaction> =>
  Effect.flatMap(
    accountsOf(payer, allowance, now, chargeId),
    (accounts) => Allowance.authorise(amountMinor, accounts, now, currency)
  )

/** Counts the authorised amount, in the same transaction. */
export const record = Effect.fnUntraced(
  function*(
    { delegation, instrument }: Payer,
    chargeId: ChargeId,
    amountMinor: number,
    now: number
  ): Effect.fn.Return<void, never, Transaction> {
    yield* setLastAt(now, instrument)
    yield* insertSpending({
      charge_id: chargeId,
      entry: "spent",
      instrument,
      delegation_id: delegation?.id ?? null,
      amount_minor: amountMinor,
      at: now,
      recorded_at: now
    })
  }
)

/** Counts an amount that the provider took and the store had no count of, by the provider's time. */
export const recordLate = Effect.fnUntraced(
  function*(
    { delegation, instrument }: { readonly instrument: string; readonly delegation: DelegationId | null },
    chargeId: ChargeId,
    amountMinor: number,
    at: number
  ): Effect.fn.Return<void, never, Transaction> {
    yield* insertSpending({
      charge_id: chargeId,
      entry: "spent",
      instrument,
      delegation_id: delegation,
      amount_minor: amountMinor,
      at,
      recorded_at: yield* Clock.currentTimeMillis
    })
  }
)

/** Releases a charge that took nothing. May run any number of times. */
export const releaseOf = (chargeId: ChargeId): Effect.Effect<void, never, Transaction> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.asVoid(releaseCharge(now, chargeId)))

/** Releases the charges of a cancelled order, as far as their outcome is known. */
export const releaseOfOrder = (orderId: OrderId): Effect.Effect<void, never, Transaction> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.asVoid(releaseOrder(now, orderId)))
