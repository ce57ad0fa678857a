/**
 * Charging without anybody at a page: a mandate that a person gave, or a token from the vault.
 *
 * The rule it keeps: what a charge came to is written in the transaction that took the money, under the shop's key, so
 * that a repeat hears the same and nothing is taken twice. A token is good for its own session, merchant, currency and
 * amount, until its time, once; a charge that was refused does not use it up. A session is paid once, at the page or
 * here. Follows docs/specification.md#charges, docs/specification.md#payment-provider.
 */
import type { ChargeRequest, ChargeSource } from "@beauty-store/commerce/payment/PaymentProvider"
import type * as Entropy from "@beauty-store/kernel/Entropy"
import type { Jobs } from "@beauty-store/kernel/Jobs"
import * as Transactions from "@beauty-store/kernel/Transactions"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Cards from "./Cards.ts"
import { FaultPlan } from "./Faults.ts"
import { cardOf, take } from "./HostedPayments.ts"
import * as Ledger from "./Ledger.ts"
import type { Courier } from "./Notifications.ts"

/** Why the provider itself does not charge, before any bank is asked. */
export type Refusal =
  | "session_closed"
  | "mandate_not_active"
  | "token_not_found"
  | "token_used"
  | "token_expired"
  | "token_session_mismatch"
  | "token_merchant_mismatch"
  | "token_currency_mismatch"
  | "token_amount_exceeded"

interface Means {
  readonly instrument: Cards.Instrument
  readonly verdict: Cards.Verdict
}

const meansOf = (kept: {
  readonly instrument: string
  readonly cardBrand: Cards.Brand | null
  readonly cardLast4: string | null
  readonly verdict: Cards.Verdict
}): Means => ({ instrument: { fingerprint: kept.instrument, card: cardOf(kept) }, verdict: kept.verdict })

const byMandate = (mandateId: string, now: number) =>
  Effect.map(Ledger.lockMandate(mandateId), (found): Means | Refusal => {
    const mandate = Option.getOrUndefined(found)
    if (mandate?.status !== "active" || (mandate.expiresAt !== null && now >= mandate.expiresAt)) {
      return "mandate_not_active"
    }
    const means = meansOf({ ...mandate, instrument: mandate.instrument!, verdict: mandate.verdict! })
    // The bank knew the person when they gave the mandate, and does not ask again.
    return means.verdict === "wants_authentication" ? { ...means, verdict: "succeeds" } : means
  })

const byToken = (token: string, { checkoutId, merchantId, session }: ChargeRequest, now: number) =>
  Effect.map(Ledger.lockToken(token), (found): Means | Refusal => {
    const kept = Option.getOrUndefined(found)
    if (kept === undefined) return "token_not_found"
    if (kept.sessionId !== (checkoutId ?? session.sessionId)) return "token_session_mismatch"
    if (kept.merchantId !== merchantId) return "token_merchant_mismatch"
    if (kept.used) return "token_used"
    if (now >= kept.expiresAt) return "token_expired"
    if (kept.currency !== session.currency) return "token_currency_mismatch"
    return session.amountMinor > kept.maxAmountMinor ? "token_amount_exceeded" : meansOf(kept)
  })

const meansFor = (source: ChargeSource, request: ChargeRequest, now: number) =>
  source._tag === "Mandate" ? byMandate(source.mandateId, now) : byToken(source.token, request, now)

/**
 * Charges, in a transaction, and answers what the charge of this key came to, now or before. The session is there.
 */
export const charge = (request: ChargeRequest, open: Effect.Effect<unknown, never, Transactions.Transaction>) =>
  Effect.gen(function*() {
    const { write } = yield* Transactions.Transactions
    const plan = yield* FaultPlan
    const { authentication, key, session: { amountMinor, sessionId }, source } = request
    const attempt = { sessionId, method: "card", amountMinor } as const
    // Drawn before the transaction, which may run more than once.
    const planned = yield* plan.decline(attempt)
    const captures = yield* plan.captures(attempt)
    const copies = yield* plan.notification({ type: "session.changed", subject: sessionId })

    return yield* write(Effect.gen(function*() {
      yield* open
      const session = Option.getOrThrow(yield* Ledger.lockSession(sessionId))
      const earlier = yield* Ledger.charge(key)
      if (Option.isSome(earlier)) return earlier.value

      const at = yield* Clock.currentTimeMillis
      const means = Ledger.statusAt(session, at) === "open" ? yield* meansFor(source, request, at) : "session_closed"
      const refused = typeof means === "string"
        ? means
        : planned ??
          (means.verdict === "succeeds" || means.verdict === "wants_authentication" ? undefined : means.verdict)
      const challenged = typeof means === "object" && means.verdict === "wants_authentication" &&
        authentication === undefined
      const outcome: Ledger.Charge = {
        key,
        sessionId,
        outcome: refused !== undefined ? "declined" : challenged ? "authentication_required" : "succeeded",
        declineCode: refused ?? null
      }
      const inserted = yield* Ledger.insertCharge({
        key,
        session_id: sessionId,
        outcome: outcome.outcome,
        decline_code: outcome.declineCode,
        at,
        source: source._tag === "Token" ? source.token : source.mandateId
      })
      // The same key, for another session, at the same moment: the other one was first.
      if (inserted === 0) return yield* Effect.die(new Transactions.ConcurrentUpdate())
      if (outcome.outcome === "succeeded" && typeof means === "object") {
        if (source._tag === "Token") yield* Ledger.useToken(source.token)
        const { instrument } = means
        yield* take(session, captures, {
          method: "card",
          instrument,
          chargeKey: key,
          settlement: undefined,
          at,
          copies
        })
      }
      return outcome
    }))
  }) satisfies Effect.Effect<
    Ledger.Charge,
    Transactions.StoreUnavailable,
    Transactions.Transactions | FaultPlan | Courier | Jobs | Entropy.Entropy
  >
