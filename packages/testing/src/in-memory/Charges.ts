/**
 * Charges at the provider in memory: by a mandate or a token, with one outcome for a key, as the bank says.
 *
 * A refused charge does not use up its token.
 */
import {
  AuthenticationRequired,
  type ChargeRequest,
  type PaymentProvider
} from "@beauty-store/commerce/payment/PaymentProvider"
import * as Effect from "effect/Effect"
import { type Calls, declined } from "./Calls.ts"
import type { Ledger, Session, Verdict } from "./Ledger.ts"
import * as Payments from "./Payments.ts"
import * as Sessions from "./Sessions.ts"

/** The instrument that a charge draws on, or why there is none. */
const drawnOn = (
  { mandates, tokens }: Ledger,
  { checkoutId, merchantId, session, source }: ChargeRequest,
  now: number
) => {
  if (source._tag === "Mandate") {
    const mandate = mandates.get(source.mandateId)
    const isActive = mandate?.status === "active" && now < (mandate.request.expiresAt ?? Infinity)
    return isActive ? { instrument: mandate.instrument! } : { refused: "mandate_not_active" }
  }
  const token = tokens.get(source.token)
  if (token === undefined) return { refused: "token_not_found" }
  if (token.sessionId !== (checkoutId ?? session.sessionId)) return { refused: "token_session_mismatch" }
  if (token.merchantId !== merchantId) return { refused: "token_merchant_mismatch" }
  if (token.used) return { refused: "token_used" }
  if (now >= token.expiresAt) return { refused: "token_expired" }
  if (token.currency !== session.currency) return { refused: "token_currency_mismatch" }
  return session.amountMinor > token.maxAmountMinor
    ? { refused: "token_amount_exceeded" }
    : { instrument: token.instrument }
}

const chargeOnce = (ledger: Ledger, request: ChargeRequest, session: Session, now: number) => {
  const { mandateOf, tokens, verdicts } = ledger
  const drawn = drawnOn(ledger, request, now)
  const open = Sessions.statusOf(session, now) === "open"
  const verdict = !open ? "session_closed" : drawn.refused ?? verdicts.shift() ?? "ok"
  if (verdict === "authentication_required" && request.authentication === undefined) {
    return Effect.fail(new AuthenticationRequired({ url: Sessions.seen(session, now).url }))
  }
  if (verdict !== "ok" && verdict !== "authentication_required") return Effect.fail(declined(verdict))
  if (request.source._tag === "Token") {
    const { token } = request.source
    tokens.set(token, { ...tokens.get(token)!, used: true })
  }
  if (request.source._tag === "Mandate") mandateOf.set(request.key, request.source.mandateId)
  Payments.take(ledger, session, { instrument: drawn.instrument!, chargeKey: request.key, at: now })
  return Effect.succeed(session.request.sessionId)
}

export const methodsOf = (ledger: Ledger, { call }: Calls): Pick<typeof PaymentProvider.Service, "charge"> => ({
  charge: (request) =>
    call("charge", request.key, (now) =>
      Effect.gen(function*() {
        const session = yield* Sessions.open(ledger, request.session)
        const outcome = ledger.charges.get(request.key) ?? chargeOnce(ledger, request, session, now)
        ledger.charges.set(request.key, outcome)
        yield* outcome
        return Sessions.seen(session, now)
      }))
})

export const controlsOf = ({ verdicts }: Ledger) => ({
  /** What the bank says to the next charges, in turn. */
  nextCharges: (...answers: ReadonlyArray<Verdict>) => void verdicts.push(...answers)
})
