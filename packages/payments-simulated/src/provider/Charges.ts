/**
 * Charges without a person on a page: by a mandate, or by a token from the vault. The outcome is written in the
 * transaction that took the money, under the shop's key, so that nothing is taken twice. A token pays its own session
 * once, within its amount and time; a refused charge does not use it up. Follows docs/specification.md#charges,
 * docs/specification.md#vault.
 */
import {
  AuthenticationRequired,
  type ChargeRequest,
  type ChargeSource,
  ProviderDeclined
} from "@beauty-store/commerce/payment/PaymentProvider"
import { ConcurrentUpdate } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Cards from "../Cards.ts"
import { capture, cardOf } from "./Captures.ts"
import * as Ledger from "./Ledger.ts"
import type { Dependencies } from "./ProviderDependencies.ts"
import * as ProviderSessions from "./ProviderSessions.ts"

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

/** An instrument that a charge may use, and its bank's verdict. */
interface ResolvedSource {
  readonly instrument: Cards.Instrument
  readonly verdict: Cards.Verdict
}

const sourceOf = (kept: {
  readonly instrument: string
  readonly cardBrand: Cards.Brand | null
  readonly cardLast4: string | null
  readonly verdict: Cards.Verdict
}): ResolvedSource => ({ instrument: { fingerprint: kept.instrument, card: cardOf(kept) }, verdict: kept.verdict })

const resolveMandate = (mandateId: string, now: number) =>
  Effect.map(Ledger.lockMandate(mandateId), (found): ResolvedSource | Refusal => {
    const mandate = Option.getOrUndefined(found)
    if (mandate?.status !== "active" || (mandate.expiresAt !== null && now >= mandate.expiresAt)) {
      return "mandate_not_active"
    }
    const source = sourceOf({ ...mandate, instrument: mandate.instrument!, verdict: mandate.verdict! })
    // The bank authenticated the person when they gave the mandate, and does not do so again.
    return source.verdict === "wants_authentication" ? { ...source, verdict: "succeeds" } : source
  })

const resolveToken = (token: string, { checkoutId, merchantId, session }: ChargeRequest, now: number) =>
  Effect.map(Ledger.lockToken(token), (found): ResolvedSource | Refusal => {
    const kept = Option.getOrUndefined(found)
    if (kept === undefined) return "token_not_found"
    if (kept.sessionId !== (checkoutId ?? session.sessionId)) return "token_session_mismatch"
    if (kept.merchantId !== merchantId) return "token_merchant_mismatch"
    if (kept.used) return "token_used"
    if (now >= kept.expiresAt) return "token_expired"
    if (kept.currency !== session.currency) return "token_currency_mismatch"
    return session.amountMinor > kept.maxAmountMinor ? "token_amount_exceeded" : sourceOf(kept)
  })

const resolve = (source: ChargeSource, request: ChargeRequest, now: number) =>
  source._tag === "Mandate" ? resolveMandate(source.mandateId, now) : resolveToken(source.token, request, now)

/** The outcome of a charge, by its source and what the plan drew. */
const outcomeOf = (
  { authentication, key, session: { sessionId } }: ChargeRequest,
  source: ResolvedSource | Refusal,
  planned: Cards.DeclineCode | undefined
): Ledger.Charge => {
  const refused = typeof source === "string"
    ? source
    : planned ??
      (source.verdict === "succeeds" || source.verdict === "wants_authentication" ? undefined : source.verdict)
  const challenged = typeof source === "object" && source.verdict === "wants_authentication" &&
    authentication === undefined
  return {
    key,
    sessionId,
    outcome: refused !== undefined ? "declined" : challenged ? "authentication_required" : "succeeded",
    declineCode: refused ?? null
  }
}

/** Charges an existing session, or finds the outcome of the charge of this key; in a transaction. */
const chargeOnce = Effect.fnUntraced(
  function*(
    request: ChargeRequest,
    { captures, copies, planned }: {
      readonly planned: Cards.DeclineCode | undefined
      readonly captures: ReadonlyArray<number>
      readonly copies: ReadonlyArray<number>
    }
  ) {
    const { key, session: { sessionId }, source } = request
    const session = Option.getOrThrow(yield* Ledger.lockSession(sessionId))
    const earlier = yield* Ledger.charge(key)
    if (Option.isSome(earlier)) return earlier.value

    const at = yield* Clock.currentTimeMillis
    const resolved = Ledger.statusAt(session, at) === "open" ? yield* resolve(source, request, at) : "session_closed"
    const charge = outcomeOf(request, resolved, planned)
    const inserted = yield* Ledger.insertCharge({
      key,
      session_id: sessionId,
      outcome: charge.outcome,
      decline_code: charge.declineCode,
      at,
      source: source._tag === "Token" ? source.token : source.mandateId
    })
    // The same key, for another session, at the same moment: the other one was first.
    if (inserted === 0) return yield* Effect.die(new ConcurrentUpdate())
    if (charge.outcome === "succeeded" && typeof resolved === "object") {
      if (source._tag === "Token") yield* Ledger.useToken(source.token)
      const { instrument } = resolved
      yield* capture(session, captures, {
        method: "card",
        instrument,
        chargeKey: key,
        settlement: undefined,
        at,
        copies
      })
    }
    return charge
  }
)

/** Charges, or returns the outcome of the charge of this key. Opens the session where it is not open yet. */
export const charge = ({ plan, write }: Dependencies, sessions: ProviderSessions.ProviderSessions) =>
  Effect.fnUntraced(function*(request: ChargeRequest) {
    yield* ProviderSessions.check(request.session)
    const { amountMinor, sessionId } = request.session
    const attempt = { sessionId, method: "card", amountMinor } as const
    // Drawn before the transaction, because a transaction may run more than once.
    const planned = yield* plan.decline(attempt)
    const captures = yield* plan.captures(attempt)
    const copies = yield* plan.notification({ type: "session.changed", subject: sessionId })
    const { declineCode, outcome, sessionId: charged } = yield* write(
      Effect.zipRight(ProviderSessions.open(request.session), chargeOnce(request, { planned, captures, copies }))
    )
    switch (outcome) {
      case "succeeded":
        return Option.getOrThrow(yield* sessions.lookUp(charged))
      case "authentication_required":
        return yield* new AuthenticationRequired({ url: yield* sessions.urlOf(charged) })
      case "declined":
        return yield* declined(declineCode ?? "")
    }
  })

const refusals: Readonly<Record<Refusal, string>> = {
  session_closed: "The session takes no payment any more.",
  mandate_not_active: "There is no such mandate, or it does not stand any more.",
  token_not_found: "No vault of ours gave this token out.",
  token_used: "The token has paid once, and pays once only.",
  token_expired: "The token's time has run out.",
  token_session_mismatch: "The token is for another checkout session.",
  token_merchant_mismatch: "The token is for another merchant.",
  token_currency_mismatch: "The token is for another currency.",
  token_amount_exceeded: "That is more than the token allows."
}
const texts = new Map<string, string>(Object.entries(refusals))

const declined = (code: string) => new ProviderDeclined({ code, message: texts.get(code) ?? code })
