/**
 * The processing of a charge: asks the provider for the owner of a token's instrument, then for the money, or ends it
 * without. The charge's row says what is next, and its id is the provider's key. The amount counts against the limits
 * from before the call until its outcome. Locks: session and order, then the instrument. Follows
 * docs/specification.md#charges.
 */
import type { AllowanceExceeded } from "@beauty-store/domain/Allowance"
import * as Session from "@beauty-store/domain/CheckoutSession"
import type { ChargeId, Claimed } from "@beauty-store/domain/Ids"
import type { StoreUnavailable } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Inventory from "../catalog/Inventory.ts"
import type { ChargeRequest, ProviderFault } from "../payment/PaymentProvider.ts"
import * as ChargeRecords from "../records/ChargeRecords.ts"
import * as OrderRecords from "../records/OrderRecords.ts"
import * as SessionRecords from "../records/SessionRecords.ts"
import { lockPayer } from "../spending/Delegations.ts"
import * as SpendingLedger from "../spending/SpendingLedger.ts"
import type { Dependencies } from "./CheckoutDependencies.ts"
import type { ProviderSessions } from "./ProviderSessions.ts"
import type { Settlement } from "./Settlement.ts"

type ChargeRow = ChargeRecords.ChargeRow

const byId = ({ transactions }: Dependencies) => (chargeId: Claimed<ChargeId>) =>
  Effect.map(transactions.read(ChargeRecords.byId(chargeId)), Option.getOrThrow)

/**
 * Ends a charge that took nothing: its amount no longer counts, and its session continues without it or ends with it.
 * Does nothing where the charge has ended before.
 */
const fail = ({ write }: Dependencies) =>
  Effect.fnUntraced(
    function*(
      charge: ChargeRow,
      to: "declined" | "challenged" | "refused" | "voided",
      why: { readonly reason: string; readonly refusal?: AllowanceExceeded; readonly url?: string }
    ) {
      const row = Option.getOrThrow(yield* SessionRecords.byId(charge.session_id))
      if (!(yield* ChargeRecords.end(charge, to, why))) return
      yield* SpendingLedger.releaseOf(charge.id)
      const { reason, url = null } = why
      yield* OrderRecords.append(row.order_id, { type: "payment.refused", source: "provider", data: { reason } })
      if (!Session.isLive(row.phase)) return
      if (!charge.keeps_session) {
        yield* SessionRecords.end(row, "cancelled", "system", reason)
        yield* Inventory.release(yield* OrderRecords.unitsOf(row.order_id))
      } else yield* SessionRecords.setKept(url, row.id)
    },
    write
  )
type Fail = ReturnType<typeof fail>

/** Asks the provider for the instrument of a charge's token, and counts the amount if the limits allow it. */
const authorise = ({ calling, policy, provider, write }: Dependencies, fail: Fail) =>
  Effect.fnUntraced(function*(charge: ChargeRow) {
    const token = Option.getOrUndefined(yield* calling(provider.lookUpToken(charge.token!)))
    if (token === undefined) return yield* fail(charge, "declined", { reason: "token_not_found" })
    const payer: SpendingLedger.Payer = { instrument: token.instrument, delegation: undefined }
    yield* Effect.catchTag(
      write(Effect.gen(function*() {
        yield* SessionRecords.byId(charge.session_id)
        yield* SpendingLedger.registerInstrument(payer.instrument)
        const now = yield* SpendingLedger.lockInstrument(payer.instrument)
        yield* SpendingLedger.authorise(
          payer,
          charge.amount_minor,
          policy.allowance,
          { now, currency: policy.currency },
          charge.id
        )
        if ((yield* ChargeRecords.setAuthorised(payer.instrument, charge.id)) === 0) return
        yield* SpendingLedger.record(payer, charge.id, charge.amount_minor, now)
      })),
      "AllowanceExceeded",
      (refusal) => fail(charge, "refused", { reason: "allowance_exceeded", refusal })
    )
  })

/**
 * Checks the limits of a delegated charge once more, which was counted before its process had caught up. It is refused
 * if the agent has spent what the store had forgotten.
 */
const confirmAllowance = ({ policy, write }: Dependencies, fail: Fail) => (charge: ChargeRow) =>
  Effect.catchTags(
    write(Effect.gen(function*() {
      const session = Option.getOrThrow(yield* SessionRecords.byId(charge.session_id))
      const { now, payer } = yield* lockPayer(session.principal, charge.delegation_id!)
      yield* SpendingLedger.authorise(
        payer,
        charge.amount_minor,
        policy.allowance,
        { now, currency: policy.currency },
        charge.id
      )
      yield* ChargeRecords.setFinal(charge.id)
    })),
    {
      AllowanceExceeded: (refusal) => fail(charge, "refused", { reason: "allowance_exceeded", refusal }),
      DelegationNotActive: () => fail(charge, "declined", { reason: "mandate_not_active" }),
      DelegationNotFound: () => fail(charge, "declined", { reason: "mandate_not_active" })
    }
  )

/** Asks the provider for the money of a charge that is counted. Returns the session if that confirmed it. */
const collect = (
  { calling, policy, provider, transactions }: Dependencies,
  { settle }: Settlement,
  { requestOf }: ProviderSessions,
  fail: Fail
) =>
  Effect.fnUntraced(function*(charge: ChargeRow) {
    const { row, session } = yield* transactions.read(Effect.gen(function*() {
      const row = Option.getOrThrow(yield* SessionRecords.byId(charge.session_id))
      return { row, session: yield* requestOf(row) }
    }))
    const request: ChargeRequest = {
      key: charge.id,
      session,
      source: ChargeRecords.sourceOf(charge),
      // An agent knows the purchase by its draft's id, whatever its sessions are.
      checkoutId: row.draft_id ?? undefined,
      merchantId: policy.merchantId,
      authentication: charge.proof ?? undefined
    }
    return yield* calling(provider.charge(request)).pipe(
      Effect.flatMap(({ payments, sessionId, status }) => settle(sessionId, status, payments)),
      Effect.map((confirmed) => confirmed?.by === charge.id ? confirmed.session : undefined),
      Effect.catchTags({
        ProviderDeclined: ({ code }) => Effect.as(fail(charge, "declined", { reason: code }), undefined),
        AuthenticationRequired: ({ url }) =>
          Effect.as(fail(charge, "challenged", { reason: "authentication_required", url }), undefined)
      })
    )
  })

export const make = (deps: Dependencies, settlement: Settlement, sessions: ProviderSessions) => {
  const { reconciliation } = deps
  const find = byId(deps)
  const failed = fail(deps)
  const authorised = authorise(deps, failed)
  const confirmed = confirmAllowance(deps, failed)
  const collected = collect(deps, settlement, sessions, failed)
  /**
   * Does everything that a charge still needs at the provider, and saves the outcome. Returns the session if this call
   * confirmed it by the charge.
   */
  const process = (
    charge: ChargeRow
  ): Effect.Effect<SessionRecords.SessionRow | undefined, ProviderFault | StoreUnavailable> => {
    switch (charge.state) {
      case "begun":
        return Effect.zipRight(
          reconciliation.catchUp,
          Effect.zipRight(authorised(charge), Effect.flatMap(find(charge.id), process))
        )
      case "authorised":
        return Effect.zipRight(
          reconciliation.catchUp,
          charge.provisional
            ? Effect.zipRight(confirmed(charge), Effect.flatMap(find(charge.id), process))
            : collected(charge)
        )
      default:
        return Effect.succeed(undefined)
    }
  }
  return { byId: find, fail: failed, process }
}
export type ChargeProcessing = ReturnType<typeof make>
