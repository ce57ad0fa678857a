/**
 * The sessions of the provider in memory: opened once under the shop's id, and over when they are paid, ended or late.
 *
 * What pays them is in `Payments` and `Charges`.
 */
import type { PaymentProvider, ProviderSessionRequest } from "@beauty-store/commerce/payment/PaymentProvider"
import type { Claimed, SessionId } from "@beauty-store/domain/Ids"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Calls, declined, faultsOnly } from "./Calls.ts"
import { capability, type Ledger, nextNumber, type Session } from "./Ledger.ts"

export const statusOf = (session: Session, now: number) => {
  if (session.payments.some(({ status }) => status === "succeeded")) return "complete"
  if (session.payments.some(({ status }) => status === "processing")) return "processing"
  return session.closed || now >= session.request.expiresAt ? "expired" : "open"
}

/** A session as the shop sees it. */
export const seen = (session: Session, now: number) => ({
  providerId: session.providerId,
  sessionId: session.request.sessionId,
  url: `https://pay.example/${session.providerId}/${capability(session.request.sessionId)}`,
  status: statusOf(session, now),
  payments: [...session.payments]
} as const)

/** Opens a session, unless it is known. */
export const open = (ledger: Ledger, request: ProviderSessionRequest) =>
  Effect.suspend(() => {
    const known = ledger.sessions.get(request.sessionId)
    if (known !== undefined) return Effect.succeed(known)
    if (request.amountMinor <= 0) return Effect.fail(declined("amount_too_small"))
    const closed = ledger.neverToBe.has(request.sessionId)
    const session: Session = { request, providerId: `ses_${nextNumber(ledger)}`, payments: [], closed }
    ledger.sessions.set(request.sessionId, session)
    return Effect.succeed(session)
  })

export const methodsOf = (
  ledger: Ledger,
  { call }: Calls
): Pick<typeof PaymentProvider.Service, "createSession" | "lookUpSession" | "expireSession"> => ({
  createSession: (request) =>
    call(
      "createSession",
      request.sessionId,
      (now) => Effect.map(open(ledger, request), (session) => seen(session, now))
    ),
  lookUpSession: (sessionId) =>
    faultsOnly(call("lookUpSession", sessionId, (now) =>
      Effect.sync(() => {
        const session = ledger.sessions.get(sessionId)
        return session === undefined ? Option.none() : Option.some(seen(session, now))
      }))),
  expireSession: (sessionId) =>
    faultsOnly(call("expireSession", sessionId, (now) =>
      Effect.sync(() => {
        const session = ledger.sessions.get(sessionId)
        if (session === undefined) {
          ledger.neverToBe.add(sessionId)
          return "expired" as const
        }
        session.closed = true
        return statusOf(session, now)
      })))
})

export const controlsOf = ({ sessions }: Ledger) => ({
  sessions,
  /** Whether the payer's page would still take a payment. */
  takesPayment: (sessionId: Claimed<SessionId>, now: number) => {
    const session = sessions.get(sessionId)
    return session !== undefined && statusOf(session, now) === "open"
  }
})
