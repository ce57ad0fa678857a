/**
 * Delegations: a shopper allows one agent to pay with one of their instruments, reads what is left, and revokes it. The
 * person decides on the provider's page, and only the provider's own facts make a delegation active (`settle`). A
 * revocation holds from its commit. `SpendingLedger` has the limits. Follows docs/specification.md#delegations.
 *
 * @since 1.0.0
 */
import { LimitName, type Limits, type Standing, type WindowName } from "@beauty-store/domain/Allowance"
import { Millis } from "@beauty-store/domain/Days"
import * as Domain from "@beauty-store/domain/Delegation"
import { type Claimed, DelegationId, type OrderId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import { answerIn, type InEach, Language, type Locale, localeIn } from "@beauty-store/domain/Language"
import * as Money from "@beauty-store/domain/Money"
import { agentPrincipal, owns, type Principal } from "@beauty-store/domain/Principal"
import { Entropy, nextId } from "@beauty-store/sql/Entropy"
import type { JobHandler } from "@beauty-store/sql/JobHandler"
import { Jobs } from "@beauty-store/sql/Jobs"
import * as Query from "@beauty-store/sql/Query"
import { sign, StoreSecret, unsign } from "@beauty-store/sql/Secrets"
import { type StoreUnavailable, Transaction, Transactions } from "@beauty-store/sql/Transactions"
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { clientOf } from "../identity/Identity.ts"
import { checking, Key } from "../InputChecks.ts"
import type { PaymentProvider, ProviderFault, ProviderMandate } from "../payment/PaymentProvider.ts"
import { PaymentProviderUnavailable, withinTime } from "../payment/ProviderCall.ts"
import * as ProviderMeasurement from "../payment/ProviderMeasurement.ts"
import {
  declinedRetrySeconds,
  firstLookUpMillis,
  laterLookUpMillis,
  outcomeUnknown,
  type ProviderSaga,
  retrySeconds,
  retrySecondsOf
} from "../payment/ProviderSaga.ts"
import { Policy } from "../Policy.ts"
import * as UseCase from "../UseCase.ts"
import * as SpendingLedger from "./SpendingLedger.ts"

export interface DelegationRequest {
  /** The shopper who will pay. */
  readonly principal: string
  /** The OAuth client that will spend. */
  readonly agentId: string
  /** A limit that is left out is the shop's. */
  readonly limits: Partial<Limits>
  readonly expiresAt: number | undefined
  /** In which its pages speak to the shopper; default: English. */
  readonly language?: Language | undefined
}

export interface DelegationView extends Standing {
  readonly delegationId: DelegationId
  readonly agentId: string
  readonly status: Domain.Status
  readonly limits: Limits
  /** In which its pages speak to the shopper. */
  readonly language: Language
  readonly expiresAt: number | undefined
  readonly createdAt: number
}

/** A permission as the person who gave it sees it. */
export interface PermissionView extends DelegationView {
  /** What was spent with it, in each window that limits it, in minor units. */
  readonly spentMinor: { readonly [window in WindowName]: number }
}

/** What a person's page shows. */
export interface PermissionsView {
  readonly language: Language
  readonly permissions: ReadonlyArray<PermissionView>
}

/** There is no page with this token. */
export class PermissionPageNotFound extends Schema.TaggedError<PermissionPageNotFound>()(
  "PermissionPageNotFound",
  {}
) {}

/** No agent that may pay has this client id. */
export class AgentNotFound extends Schema.TaggedError<AgentNotFound>()("AgentNotFound", { agentId: Schema.String }) {}

/** What is asked for is no delegation: all that is in its way. */
export class DelegationRefused extends Schema.TaggedError<DelegationRefused>()("DelegationRefused", {
  reasons: Schema.NonEmptyArray(Schema.Union(AgentNotFound, Domain.LimitsTooHigh, Domain.ExpiresInThePast))
}) {}

export type DelegationRefusal = InvalidInput | DelegationRefused

export class Delegations extends Context.Tag("@beauty-store/commerce/Delegations")<Delegations, {
  /**
   * `begin` writes an undecided delegation and returns its id. `finish` has the provider prepare the page and returns
   * its address; a repeat returns the same page.
   */
  readonly creation: ProviderSaga<
    [DelegationRequest],
    { readonly delegation: DelegationView; readonly approvalUrl: string },
    DelegationRefusal,
    PaymentProviderUnavailable,
    DelegationId
  >
  /** A shopper's own delegation, or one that was given to the agent. */
  readonly view: (
    principal: Principal,
    delegationId: Claimed<DelegationId>
  ) => Effect.Effect<DelegationView, Domain.DelegationNotFound | StoreUnavailable>
  /** The shopper revokes it. One that has ended stays as it is. */
  readonly revoke: (
    principal: Principal,
    delegationId: Claimed<DelegationId>
  ) => Effect.Effect<DelegationView, Domain.DelegationNotFound | StoreUnavailable>
  /**
   * What a person's page shows: the permissions that they gave, newest first, at most a hundred, and the one whose
   * approval showed the address, in whose language the page is. Its token is a capability; one that an order's page led
   * to shows the permission of that order alone.
   */
  readonly permissions: (token: string) => Effect.Effect<PermissionsView, PermissionPageNotFound | StoreUnavailable>
  /** The person revokes one of those on their page. One that has ended stays as it is. */
  readonly revokePermission: (
    token: string,
    delegationId: Claimed<DelegationId>
  ) => Effect.Effect<void, PermissionPageNotFound | Domain.DelegationNotFound | StoreUnavailable>
  /** The token of the page that shows the permission by which an order was paid; undefined where it was not. */
  readonly permissionOf: (orderId: OrderId) => Effect.Effect<string | undefined, StoreUnavailable>
  /** Asks the provider about a mandate, and saves the result. */
  readonly reconcile: (mandateId: Claimed<DelegationId>) => Effect.Effect<void, ProviderFault | StoreUnavailable>
  /** The background work `delegation`: learns of decisions, tells the provider of revocations. */
  readonly runJob: JobHandler
}>() {}

const Row = Schema.Struct({
  id: DelegationId,
  principal: Schema.String,
  agent: Schema.String,
  per_transaction_minor: Query.Int,
  per_day_minor: Query.Int,
  per_month_minor: Query.Int,
  state: Domain.State,
  instrument: Schema.NullOr(Schema.String),
  decide_before: Query.Int,
  expires_at: Schema.NullOr(Query.Int),
  created_at: Query.Int,
  language: Language
})
type DelegationRow = typeof Row.Type
const columns = `id, principal, agent, per_transaction_minor, per_day_minor, per_month_minor, state, instrument,
  decide_before, expires_at, created_at, language`
const selected = `SELECT ${columns} FROM delegation WHERE id = ?`
const byId = Query.first(Row)<[id: Claimed<DelegationId>]>(selected)
const byIdLocked = Query.first(Row)<[id: Claimed<DelegationId>]>(`${selected} FOR UPDATE`)
/** Those that the person approved at some time. */
const approvedOf = Query.all(Row)<[principal: string]>(
  `SELECT ${columns} FROM delegation WHERE principal = ? AND instrument IS NOT NULL ORDER BY id DESC LIMIT 100`
)
const PaidBy = Schema.Struct({ delegation_id: DelegationId })
const paidBy = Query.first(PaidBy)<[orderId: OrderId]>(
  `SELECT c.delegation_id FROM charge c JOIN checkout_session s ON s.id = c.session_id
   WHERE s.order_id = ? AND c.delegation_id IS NOT NULL ORDER BY c.id DESC LIMIT 1`
)
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
  "created_at",
  "language"
])
const setState = Query.change<[state: Domain.State, instrument: string | null, id: DelegationId, from: Domain.State]>(
  "UPDATE delegation SET state = ?, instrument = ? WHERE id = ? AND state = ?"
)
const removePending = Query.change<[id: DelegationId]>("DELETE FROM delegation WHERE id = ? AND state = 'pending'")

const dependencies = Effect.gen(function*() {
  const policy = yield* Policy
  return {
    transactions: yield* Transactions,
    jobs: yield* Jobs,
    entropy: yield* Entropy,
    provider: yield* ProviderMeasurement.provider,
    policy,
    secret: yield* StoreSecret,
    /** Calls the provider, for as long as the policy allows. */
    calling: withinTime(policy)
  }
})
type Dependencies = Effect.Effect.Success<typeof dependencies>
type Service = Context.Tag.Service<Delegations>

const limitsOf = (row: DelegationRow): Limits => ({
  perTransaction: row.per_transaction_minor,
  perDay: row.per_day_minor,
  perMonth: row.per_month_minor
})

const statusOf = (row: DelegationRow, now: number): Domain.Status =>
  Domain.status({ state: row.state, decideBefore: row.decide_before, expiresAt: row.expires_at ?? undefined }, now)

/** The payer of an active delegation. */
const payerOf = (row: DelegationRow): SpendingLedger.Payer => ({
  instrument: row.instrument!,
  delegation: { id: row.id, limits: limitsOf(row) }
})

/** An agent's delegation, if it can pay at this time. */
const usable = (
  found: Option.Option<DelegationRow>,
  principal: string,
  delegationId: Claimed<DelegationId>,
  now: number
): Effect.Effect<DelegationRow, Domain.DelegationNotFound | Domain.DelegationNotActive> => {
  const row = Option.getOrUndefined(found)
  if (row === undefined || agentPrincipal(row.agent) !== principal) {
    return new Domain.DelegationNotFound({ delegationId })
  }
  const currentStatus = statusOf(row, now)
  return currentStatus === "active"
    ? Effect.succeed(row)
    : new Domain.DelegationNotActive({ delegationId, currentStatus })
}

/**
 * Locks the payer of a delegation before an agent spends from it, and returns the time by the instrument's clock. The
 * delegation is read before its instrument is locked, and again after: it may have been revoked meanwhile.
 */
export const lockPayer = Effect.fnUntraced(
  function*(principal: string, claimed: Claimed<DelegationId>): Effect.fn.Return<
    { readonly delegationId: DelegationId; readonly payer: SpendingLedger.Payer; readonly now: number },
    Domain.DelegationNotFound | Domain.DelegationNotActive,
    Transaction
  > {
    const first = yield* usable(yield* byId(claimed), principal, claimed, yield* Clock.currentTimeMillis)
    const locking = yield* SpendingLedger.startLock(first.instrument!)
    const { kind } = yield* Transaction
    // On SQLite nobody can have revoked it meanwhile.
    const again = kind === "pg" ? yield* byIdLocked.sent(first.id) : Effect.succeed(Option.some(first))
    const now = yield* locking
    const row = yield* usable(yield* again, principal, first.id, now)
    return { delegationId: row.id, payer: payerOf(row), now }
  }
)

/** What a delegation may still spend, by the ledger where it is active. */
const standingOf = (
  row: DelegationRow,
  status: Domain.Status,
  allowance: Limits
): Effect.Effect<Standing, never, Transaction> => {
  if (status === "active") return SpendingLedger.standing(payerOf(row), allowance)
  return Effect.succeed({
    remaining: Domain.remainingUnlessActive(status, limitsOf(row)),
    resetsAt: { perTransaction: undefined, perDay: undefined, perMonth: undefined }
  })
}

const viewOf = Effect.fnUntraced(
  function*({ policy }: Dependencies, row: DelegationRow): Effect.fn.Return<DelegationView, never, Transaction> {
    const status = statusOf(row, yield* Clock.currentTimeMillis)
    return {
      delegationId: row.id,
      agentId: row.agent,
      status,
      limits: limitsOf(row),
      language: row.language,
      ...(yield* standingOf(row, status, policy.allowance)),
      expiresAt: row.expires_at ?? undefined,
      createdAt: row.created_at
    }
  }
)

const limitWords: InEach<{ readonly [limit in LimitName]: (amount: string) => string }> = {
  en: {
    perTransaction: (amount) => `Up to ${amount} for one order`,
    perDay: (amount) => `Up to ${amount} in any 24 hours`,
    perMonth: (amount) => `Up to ${amount} in any 30 days`
  },
  de: {
    perTransaction: (amount) => `Bis zu ${amount} für eine Bestellung`,
    perDay: (amount) => `Bis zu ${amount} in je 24 Stunden`,
    perMonth: (amount) => `Bis zu ${amount} in je 30 Tagen`
  }
}

/** The lines in which the page describes the permission. */
const descriptionOf = (row: DelegationRow, currency: Money.Currency, locale: Locale): ReadonlyArray<string> => {
  const limits = limitsOf(row)
  const words = limitWords[row.language]
  return LimitName.literals.map((name) => words[name](Money.display(limits[name], currency, locale)))
}

const Limit = Money.AmountMinor.pipe(Schema.positive())
const checkRequest = checking(Schema.Struct({
  principal: Key,
  agentId: Schema.String,
  limits: Schema.partial(Schema.Struct({ perTransaction: Limit, perDay: Limit, perMonth: Limit })),
  expiresAt: Schema.optional(Millis),
  language: Schema.optional(Language)
}))

const begin = ({ entropy, jobs, policy, transactions }: Dependencies): Service["creation"]["begin"] =>
  Effect.fnUntraced(function*(request: DelegationRequest) {
    yield* checkRequest(request)
    const { agentId, expiresAt, limits, principal } = request
    const client = Option.getOrUndefined(yield* clientOf(agentId))
    const now = yield* Clock.currentTimeMillis
    const isAgent = client?.kind === "agent" && client.scopes.includes("orders:delegate")
    const terms = [
      Domain.limitsOf(limits, policy.allowance, policy.currency),
      Domain.timesOf(expiresAt, now),
      isAgent ? Either.void : Either.left(new AgentNotFound({ agentId }))
    ] as const
    const [{ perDay, perMonth, perTransaction }, { decideBefore }] = yield* Either.mapLeft(
      Either.all(terms),
      (first) => new DelegationRefused({ reasons: [first, ...Arr.getLefts(terms).slice(1)] })
    )
    const id = yield* Effect.provideService(nextId(DelegationId), Entropy, entropy)
    yield* insert({
      id,
      principal,
      agent: agentId,
      per_transaction_minor: perTransaction,
      per_day_minor: perDay,
      per_month_minor: perMonth,
      state: "pending",
      decide_before: decideBefore,
      expires_at: expiresAt ?? null,
      created_at: now,
      language: answerIn(policy.languages, request.language)
    })
    yield* jobs.schedule("delegation", id, now + firstLookUpMillis)
    return id
  }, transactions.write)

const finish = (deps: Dependencies): Service["creation"]["finish"] => {
  const { calling, policy, provider, transactions } = deps
  /** The provider does not know it: the delegation never existed. */
  const undo = (delegationId: DelegationId, retryAfterSeconds: number) =>
    Effect.zipRight(
      transactions.write(removePending(delegationId)),
      new PaymentProviderUnavailable({ retryAfterSeconds, standing: false })
    )
  return Effect.fnUntraced(function*(subject: string) {
    const row = Option.getOrUndefined(yield* transactions.read(byId(DelegationId.claimed.make(subject))))
    if (row === undefined) {
      return yield* new PaymentProviderUnavailable({ retryAfterSeconds: retrySeconds, standing: false })
    }
    const locale = localeIn(row.language, policy.seller.country)
    const mandate = yield* calling(provider.createMandate({
      mandateId: row.id,
      agent: row.agent,
      locale,
      description: descriptionOf(row, policy.currency, locale),
      decideBefore: row.decide_before,
      expiresAt: row.expires_at ?? undefined,
      permissionsUrl: `${policy.baseUrl}/permissions/${sign(deps.secret, allPurpose, row.id)}`
    })).pipe(Effect.catchTags({
      ProviderDeclined: () => undo(row.id, declinedRetrySeconds),
      ProviderDidNothing: (fault) => undo(row.id, retrySecondsOf(fault)),
      ProviderOutcomeUnknown: outcomeUnknown
    }))
    return { delegation: yield* transactions.read(viewOf(deps, row)), approvalUrl: mandate.url }
  })
}

/** Saves what the provider reports of a mandate. May run any number of times, in any order. */
const settle = ({ jobs, transactions }: Dependencies) =>
  Effect.fnUntraced(function*(mandate: ProviderMandate) {
    const { instrument, mandateId, status } = mandate
    if (status === "pending" || status === "lapsed") return
    if (status === "active") yield* SpendingLedger.registerInstrument(instrument!)
    const row = Option.getOrUndefined(yield* byIdLocked(mandateId))
    if (row === undefined || !Domain.transitions[row.state].includes(status)) return
    yield* setState(status, row.instrument ?? instrument ?? null, row.id, row.state)
    yield* jobs.cancel("delegation", row.id)
  }, transactions.write)

/** Asks the provider about a mandate and settles it. Returns what the provider reported. */
const lookUp = (deps: Dependencies) => {
  const { calling, provider } = deps
  const settled = settle(deps)
  return (mandateId: Claimed<DelegationId>) =>
    Effect.tap(
      calling(provider.lookUpMandate(mandateId)),
      Option.match({ onNone: () => Effect.void, onSome: settled })
    )
}

/** A delegation that the caller gave or was given; to others it does not exist. */
const visible = (principal: Principal, delegationId: Claimed<DelegationId>, found: Option.Option<DelegationRow>) =>
  Option.isSome(found) &&
    (owns(principal, found.value.principal) || owns(principal, agentPrincipal(found.value.agent)))
    ? Effect.succeed(found.value)
    : new Domain.DelegationNotFound({ delegationId })

const view = (deps: Dependencies): Service["view"] =>
  Effect.fnUntraced(function*(principal: Principal, delegationId: Claimed<DelegationId>) {
    return yield* viewOf(deps, yield* visible(principal, delegationId, yield* byId(delegationId)))
  }, deps.transactions.read)

const revoke = (deps: Dependencies): Service["revoke"] =>
  Effect.fnUntraced(function*(principal: Principal, delegationId: Claimed<DelegationId>) {
    const found = Option.filter(yield* byIdLocked(delegationId), (row) => owns(principal, row.principal))
    const row = yield* visible(principal, delegationId, found)
    if (Domain.transitions[row.state].includes("revoked")) {
      yield* setState("revoked", row.instrument, row.id, row.state)
      yield* deps.jobs.schedule("delegation", row.id, yield* Clock.currentTimeMillis)
    }
    return yield* viewOf(deps, Option.getOrThrow(yield* byId(row.id)))
  }, deps.transactions.write)

/** The purposes of the marks in a token: all permissions of the person who gave one, or that one alone. */
const allPurpose = "permissions page"
const onePurpose = "permission page"

/** The rows of a token's page. A token names a delegation, which exists as long as the store does. */
const rowsOf = Effect.fnUntraced(function*({ secret }: Dependencies, token: string) {
  const all = unsign(secret, allPurpose, token)
  const id = all ?? unsign(secret, onePurpose, token)
  const named = id === undefined ? undefined : Option.getOrUndefined(yield* byId(DelegationId.claimed.make(id)))
  if (named === undefined) return yield* new PermissionPageNotFound()
  const approved = all === undefined ? [] : yield* approvedOf(named.principal)
  // The one whose approval led here is there before the store has learned of the decision.
  const rows = approved.some(({ id }) => id === named.id) ? approved : [named, ...approved]
  return { person: named.principal, language: named.language, rows }
})

const permissions = (deps: Dependencies): Service["permissions"] =>
  Effect.fnUntraced(function*(token: string) {
    const { language, rows } = yield* rowsOf(deps, token)
    const permissions = yield* Effect.forEach(rows, (row) =>
      Effect.zipWith(
        viewOf(deps, row),
        SpendingLedger.spentByDelegation({ id: row.id, limits: limitsOf(row) }),
        (view, spentMinor) => ({ ...view, spentMinor })
      ))
    return { language, permissions }
  }, deps.transactions.read)

const revokePermission = (deps: Dependencies): Service["revokePermission"] => {
  const revokeOwn = revoke(deps)
  return Effect.fnUntraced(function*(token: string, delegationId: Claimed<DelegationId>) {
    const { person, rows } = yield* rowsOf(deps, token)
    if (!rows.some(({ id }) => id === delegationId)) return yield* new Domain.DelegationNotFound({ delegationId })
    yield* revokeOwn({ kind: "shopper", id: person, scopes: ["shop"] }, delegationId)
  }, deps.transactions.write)
}

const permissionOf = ({ secret, transactions }: Dependencies): Service["permissionOf"] => (orderId) =>
  Effect.map(
    transactions.read(paidBy(orderId)),
    Option.match({
      onNone: () => undefined,
      onSome: ({ delegation_id }) => sign(secret, onePurpose, delegation_id)
    })
  )

/** The handler of the jobs of the kind `delegation`; the subject is the delegation. */
const runJob = (
  { calling, provider, transactions }: Dependencies,
  lookUpMandate: ReturnType<typeof lookUp>
): JobHandler =>
  Effect.fnUntraced(function*(subject) {
    const delegationId = DelegationId.claimed.make(subject)
    const row = Option.getOrUndefined(yield* transactions.read(byId(delegationId)))
    const now = yield* Clock.currentTimeMillis
    if (row?.state === "pending") {
      const seen = yield* lookUpMandate(delegationId)
      if (now < row.decide_before) return Math.min(now + laterLookUpMillis, row.decide_before)
      // Its time is over. If it was never created there, it can no longer be.
      if (Option.isNone(seen)) yield* calling(provider.revokeMandate(delegationId))
    } else if (row === undefined || row.state === "revoked") {
      yield* calling(provider.revokeMandate(delegationId))
    }
    return undefined
  })

export const layer: Layer.Layer<
  Delegations,
  never,
  Transactions | Jobs | Entropy | PaymentProvider | StoreSecret | Policy
> = Layer.effect(
  Delegations,
  Effect.map(dependencies, (deps) => {
    const lookUpMandate = lookUp(deps)
    return {
      creation: {
        begin: UseCase.named("Delegations.creation.begin", begin(deps), {
          found: (delegationId) => ({ delegationId })
        }),
        finish: UseCase.named("Delegations.creation.finish", finish(deps), {
          given: (delegationId) => ({ delegationId }),
          found: ({ delegation }) => delegation
        })
      },
      view: UseCase.named("Delegations.view", view(deps), {
        given: (caller, delegationId) => ({ caller, delegationId }),
        found: (view) => view
      }),
      revoke: UseCase.named("Delegations.revoke", revoke(deps), {
        given: (caller, delegationId) => ({ caller, delegationId }),
        found: (view) => view
      }),
      permissions: UseCase.named("Delegations.permissions", permissions(deps)),
      revokePermission: UseCase.named("Delegations.revokePermission", revokePermission(deps), {
        given: (_token, delegationId) => ({ delegationId })
      }),
      permissionOf: UseCase.named("Delegations.permissionOf", permissionOf(deps), {
        given: (orderId) => ({ orderId })
      }),
      reconcile: UseCase.named(
        "Delegations.reconcile",
        (mandateId: Claimed<DelegationId>) => Effect.asVoid(lookUpMandate(mandateId)),
        { given: (delegationId) => ({ delegationId }) }
      ),
      runJob: runJob(deps, lookUpMandate)
    }
  })
)
