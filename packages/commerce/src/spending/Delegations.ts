/**
 * Delegations: a shopper allows one agent to pay from an instrument of theirs, reads what is left of the allowance, and
 * takes it back.
 *
 * The shop asks, the provider's page lets the person decide, and nothing but the provider's own word makes a delegation
 * active (`settle`): request, notification and background job all end there, in any order and any number of times. The
 * page's address stands in the answer to its creation and nowhere else. Taking it back holds from the moment it is
 * committed, whatever is under way; the provider hears of it in the background. What may be spent is `Spending`'s.
 * Follows contract §6, row 18, and §7.
 */
import type { Limits, Standing } from "@beauty-store/domain/Allowance"
import * as Domain from "@beauty-store/domain/Delegation"
import * as Money from "@beauty-store/domain/Money"
import { Entropy, nextId } from "@beauty-store/kernel/Entropy"
import type { JobHandler } from "@beauty-store/kernel/JobHandler"
import { Jobs } from "@beauty-store/kernel/Jobs"
import * as Query from "@beauty-store/kernel/Query"
import { type StoreUnavailable, type Transaction, Transactions } from "@beauty-store/kernel/Transactions"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { clientOf, type Principal } from "../identity/Identity.ts"
import { PaymentProvider, type ProviderFault, type ProviderMandate } from "../payment/PaymentProvider.ts"
import { PaymentProviderUnavailable, withinTime } from "../payment/ProviderCall.ts"
import { Policy } from "../Policy.ts"
import * as SpendingLedger from "./SpendingLedger.ts"

export interface DelegationRequest {
  /** The shopper who will pay. */
  readonly principal: string
  /** The OAuth client that will spend. */
  readonly agentId: string
  /** What is left out is the shop's limit. */
  readonly limits: Partial<Limits>
  readonly expiresAt: number | undefined
}

export interface DelegationView extends Standing {
  readonly delegationId: string
  readonly agentId: string
  readonly status: Domain.Status
  readonly limits: Limits
  readonly expiresAt: number | undefined
  readonly createdAt: number
}

/** The end of a delegation lies in the past. */
export class ExpiresInThePast extends Schema.TaggedError<ExpiresInThePast>()("ExpiresInThePast", {
  expiresAt: Schema.Int
}) {}

/** No agent that may pay goes by this client id. */
export class AgentNotFound extends Schema.TaggedError<AgentNotFound>()("AgentNotFound", { agentId: Schema.String }) {}

export type DelegationRefusal = AgentNotFound | ExpiresInThePast | Domain.LimitsTooHigh

export class Delegations extends Context.Tag("@beauty-store/commerce/Delegations")<Delegations, {
  /** Writes a delegation down that nobody has decided on; answers its id. Joins a transaction. */
  readonly begin: (request: DelegationRequest) => Effect.Effect<string, DelegationRefusal | StoreUnavailable>
  /** Has the provider prepare the page, and answers where it is. Again: the same page. */
  readonly open: (delegationId: string) => Effect.Effect<
    { readonly delegation: DelegationView; readonly approvalUrl: string },
    PaymentProviderUnavailable | StoreUnavailable
  >
  /** A shopper's own delegation, or one that was given to the agent. */
  readonly view: (
    principal: Principal,
    delegationId: string
  ) => Effect.Effect<DelegationView, Domain.DelegationNotFound | StoreUnavailable>
  /** The shopper takes it back. One that has ended stays as it is. */
  readonly revoke: (
    principal: Principal,
    delegationId: string
  ) => Effect.Effect<DelegationView, Domain.DelegationNotFound | StoreUnavailable>
  /** The provider said something about a mandate: asks what. */
  readonly noticed: (mandateId: string) => Effect.Effect<void, ProviderFault | StoreUnavailable>
  /** The background work `delegation`: learns of decisions, tells the provider what was taken back. */
  readonly advance: JobHandler
}>() {}

const Row = Schema.Struct({
  id: Schema.String,
  principal: Schema.String,
  agent: Schema.String,
  per_transaction_minor: Query.Int,
  per_day_minor: Query.Int,
  per_month_minor: Query.Int,
  state: Domain.State,
  instrument: Schema.NullOr(Schema.String),
  decide_before: Query.Int,
  expires_at: Schema.NullOr(Query.Int),
  created_at: Query.Int
})
export type DelegationRow = typeof Row.Type
const selected = `SELECT id, principal, agent, per_transaction_minor, per_day_minor, per_month_minor, state, instrument,
  decide_before, expires_at, created_at FROM delegation WHERE id = ?`
const byId = Query.first(Row)<[id: string]>(selected)
const byIdLocked = Query.first(Row)<[id: string]>(`${selected} FOR UPDATE`)
const insert = Query.insert("delegation", [
  "id",
  "principal",
  "agent",
  "per_transaction_minor",
  "per_day_minor",
  "per_month_minor",
  "state",
  "decide_before",
  "expires_at",
  "created_at"
])
const setState = Query.change<[state: Domain.State, instrument: string | null, id: string, from: Domain.State]>(
  "UPDATE delegation SET state = ?, instrument = ? WHERE id = ? AND state = ?"
)
const removePending = Query.change<[id: string]>("DELETE FROM delegation WHERE id = ? AND state = 'pending'")

/** How long the person has to decide. */
export const decisionMillis = 30 * 60_000
/** How soon the provider is asked about a decision that nobody has told of, and how often after that. */
const firstLook = 60_000
const laterLook = 5 * 60_000

const limitsOf = (row: DelegationRow): Limits => ({
  perTransaction: row.per_transaction_minor,
  perDay: row.per_day_minor,
  perMonth: row.per_month_minor
})

const statusOf = (row: DelegationRow, now: number): Domain.Status =>
  Domain.status({ state: row.state, decideBefore: row.decide_before, expiresAt: row.expires_at ?? undefined }, now)

/** Whom an active delegation lets pay. */
export const payerOf = (row: DelegationRow): SpendingLedger.Payer => ({
  instrument: row.instrument!,
  delegation: { id: row.id, limits: limitsOf(row) }
})

/** An agent's delegation, if it can be paid with at this time. */
const usable = (
  found: Option.Option<DelegationRow>,
  principal: string,
  delegationId: string,
  now: number
): Effect.Effect<DelegationRow, Domain.DelegationNotFound | Domain.DelegationNotActive> => {
  const row = Option.getOrUndefined(found)
  if (row === undefined || `agent:${row.agent}` !== principal) return new Domain.DelegationNotFound({ delegationId })
  const currentStatus = statusOf(row, now)
  return currentStatus === "active"
    ? Effect.succeed(row)
    : new Domain.DelegationNotActive({ delegationId, currentStatus })
}

/**
 * An agent is about to pay with a delegation: its payer and the time by the instrument's clock, both locked. Looked at
 * before its instrument is locked, and again after: who takes it back meanwhile is heard.
 */
export const lockFor = Effect.fnUntraced(function*(principal: string, delegationId: string): Effect.fn.Return<
  { readonly payer: SpendingLedger.Payer; readonly now: number },
  Domain.DelegationNotFound | Domain.DelegationNotActive,
  Transaction
> {
  const first = yield* usable(yield* byId(delegationId), principal, delegationId, yield* Clock.currentTimeMillis)
  const now = yield* SpendingLedger.lock(first.instrument!)
  const row = yield* usable(yield* byIdLocked(delegationId), principal, delegationId, now)
  return { payer: payerOf(row), now }
})

/** Nothing can be spent by what is not active, and all of it by what is still to be. */
const standingOf = (
  row: DelegationRow,
  status: Domain.Status,
  allowance: Limits
): Effect.Effect<Standing, never, Transaction> => {
  if (status === "active") return SpendingLedger.standing(payerOf(row), allowance)
  const nothing = { perTransaction: 0, perDay: 0, perMonth: 0 }
  return Effect.succeed({
    remaining: status === "pending_approval" ? limitsOf(row) : nothing,
    resetsAt: { perTransaction: undefined, perDay: undefined, perMonth: undefined }
  })
}

const viewUnder = (allowance: Limits) =>
  Effect.fnUntraced(function*(row: DelegationRow): Effect.fn.Return<DelegationView, never, Transaction> {
    const status = statusOf(row, yield* Clock.currentTimeMillis)
    return {
      delegationId: row.id,
      agentId: row.agent,
      status,
      limits: limitsOf(row),
      ...(yield* standingOf(row, status, allowance)),
      expiresAt: row.expires_at ?? undefined,
      createdAt: row.created_at
    }
  })

/** What the page says is being allowed. */
const descriptionOf = (row: DelegationRow): ReadonlyArray<string> => {
  const { perDay, perMonth, perTransaction } = limitsOf(row)
  const euros = (amountMinor: number) => Money.display(amountMinor, "EUR")
  return [
    `Up to ${euros(perTransaction)} for one order`,
    `Up to ${euros(perDay)} in any 24 hours`,
    `Up to ${euros(perMonth)} in any 30 days`
  ]
}

export const layer: Layer.Layer<Delegations, never, Transactions | Jobs | Entropy | PaymentProvider> = Layer.effect(
  Delegations,
  Effect.gen(function*() {
    const transactions = yield* Transactions
    const jobs = yield* Jobs
    const entropy = yield* Entropy
    const provider = yield* PaymentProvider
    const policy = yield* Policy
    const timely = withinTime(policy)
    const viewOf = viewUnder(policy.allowance)

    const begin = Effect.fnUntraced(function*({ agentId, expiresAt, limits, principal }: DelegationRequest) {
      const client = Option.getOrUndefined(yield* clientOf(agentId))
      if (client?.kind !== "agent" || !client.scopes.includes("orders:delegate")) {
        return yield* new AgentNotFound({ agentId })
      }
      const { perDay, perMonth, perTransaction } = yield* Domain.limitsOf(limits, policy.allowance)
      const now = yield* Clock.currentTimeMillis
      if (expiresAt !== undefined && expiresAt <= now) return yield* new ExpiresInThePast({ expiresAt })
      const id = yield* Effect.provideService(nextId("del"), Entropy, entropy)
      yield* insert({
        id,
        principal,
        agent: agentId,
        per_transaction_minor: perTransaction,
        per_day_minor: perDay,
        per_month_minor: perMonth,
        state: "pending",
        decide_before: now + decisionMillis,
        expires_at: expiresAt ?? null,
        created_at: now
      })
      yield* jobs.schedule("delegation", id, now + firstLook)
      return id
    }, transactions.write)

    /** Takes in what the provider says about a mandate. Any number of times, in any order. */
    const settle = Effect.fnUntraced(function*(mandate: ProviderMandate) {
      const { instrument, mandateId, status } = mandate
      if (status === "pending" || status === "lapsed") return
      if (status === "active") yield* SpendingLedger.meet(instrument!)
      const row = Option.getOrUndefined(yield* byIdLocked(mandateId))
      if (row === undefined || !Domain.transitions[row.state].includes(status)) return
      yield* setState(status, row.instrument ?? instrument ?? null, mandateId, row.state)
      yield* jobs.cancel("delegation", mandateId)
    }, transactions.write)

    const lookUp = (mandateId: string) =>
      Effect.tap(
        timely(provider.lookUpMandate(mandateId)),
        Option.match({ onNone: () => Effect.void, onSome: settle })
      )

    const open = (delegationId: string) =>
      Effect.gen(function*() {
        const row = Option.getOrUndefined(yield* transactions.read(byId(delegationId)))
        if (row === undefined) return yield* unavailable(5, false)
        const mandate = yield* timely(provider.createMandate({
          mandateId: row.id,
          agent: row.agent,
          description: descriptionOf(row),
          decideBefore: row.decide_before,
          expiresAt: row.expires_at ?? undefined
        }))
        return { delegation: yield* transactions.read(viewOf(row)), approvalUrl: mandate.url }
      }).pipe(Effect.catchTags({
        // Nobody has heard of it: it never was.
        ProviderDeclined: () =>
          Effect.zipRight(transactions.write(removePending(delegationId)), unavailable(60, false)),
        ProviderUnavailable: ({ retryAfterMillis }) =>
          Effect.zipRight(
            transactions.write(removePending(delegationId)),
            unavailable(Math.max(1, Math.ceil(retryAfterMillis / 1000)), false)
          ),
        ProviderOutcomeUnknown: () => unavailable(5, true)
      }))
    const unavailable = (retryAfterSeconds: number, standing: boolean) =>
      new PaymentProviderUnavailable({ retryAfterSeconds, standing })

    /** Whose it is, or whom it was given to; anybody else finds nothing. */
    const visible = (principal: Principal, delegationId: string, found: Option.Option<DelegationRow>) =>
      Option.isSome(found) &&
        (found.value.principal === principal.id || `agent:${found.value.agent}` === principal.id)
        ? Effect.succeed(found.value)
        : new Domain.DelegationNotFound({ delegationId })

    const view = Effect.fnUntraced(function*(principal: Principal, delegationId: string) {
      return yield* viewOf(yield* visible(principal, delegationId, yield* byId(delegationId)))
    }, transactions.read)

    const revoke = Effect.fnUntraced(function*(principal: Principal, delegationId: string) {
      const found = Option.filter(yield* byIdLocked(delegationId), (row) => row.principal === principal.id)
      const row = yield* visible(principal, delegationId, found)
      if (Domain.transitions[row.state].includes("revoked")) {
        yield* setState("revoked", row.instrument, row.id, row.state)
        yield* jobs.schedule("delegation", row.id, yield* Clock.currentTimeMillis)
      }
      return yield* viewOf(Option.getOrThrow(yield* byId(delegationId)))
    }, transactions.write)

    const advance: JobHandler = Effect.fnUntraced(function*(delegationId) {
      const row = Option.getOrUndefined(yield* transactions.read(byId(delegationId)))
      const now = yield* Clock.currentTimeMillis
      if (row?.state === "pending") {
        const seen = yield* lookUp(delegationId)
        if (now < row.decide_before) return Math.min(now + laterLook, row.decide_before)
        // Its time is over; what was never made there cannot be made any more.
        if (Option.isNone(seen)) yield* timely(provider.revokeMandate(delegationId))
      } else if (row === undefined || row.state === "revoked") {
        yield* timely(provider.revokeMandate(delegationId))
      }
      return undefined
    })

    return {
      begin,
      open,
      view,
      revoke,
      noticed: (mandateId) => Effect.asVoid(lookUp(mandateId)),
      advance
    }
  })
)
