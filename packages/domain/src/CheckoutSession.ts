/**
 * A checkout session: one attempt to have one order paid, with its reservation. A payment confirms the order only while
 * the session is live, and only with the order's amount and currency; any other that succeeded is surplus. `settle`
 * makes the same decision for the same facts. Milliseconds. Follows docs/specification.md#checkout-sessions,
 * docs/specification.md#settlement.
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"

/**
 * `opening`: being created at the provider. `open`: the shopper can pay. `processing`: a payment is under way and
 * undecided. `complete`: paid. `expired`: its time ran out. `cancelled`: superseded, cancelled, or its charge was
 * refused. `failed`: never opened.
 */
export const Phase = Schema.Literal("opening", "open", "processing", "complete", "expired", "cancelled", "failed")
export type Phase = typeof Phase.Type

/** All transitions between phases. */
export const transitions: Readonly<Record<Phase, ReadonlyArray<Phase>>> = {
  opening: ["open", "processing", "complete", "expired", "cancelled", "failed"],
  open: ["processing", "complete", "expired", "cancelled"],
  processing: ["open", "complete", "expired", "cancelled"],
  complete: [],
  expired: [],
  cancelled: [],
  failed: []
}

/** It holds a reservation and may still be paid. */
export const isLive = (phase: Phase): boolean => transitions[phase].length > 0

/** A phase as clients that poll see it. */
export const Status = Schema.Literal("open", "processing", "complete", "expired")
export type Status = typeof Status.Type

export const status = (phase: Phase): Status => {
  switch (phase) {
    case "opening":
    case "open":
      return "open"
    case "processing":
    case "complete":
      return phase
    case "expired":
    case "cancelled":
    case "failed":
      return "expired"
  }
}

/** Durations, in milliseconds. */
export interface SessionPolicy {
  /** From checkout to expiry, reservation included. */
  readonly lifetimeMillis: number
  /** The same for a checkout that takes some of the last units of a product. */
  readonly lastUnitsMillis: number
  /** How long a payment may stay `processing` before the session ends without it. */
  readonly processingMillis: number
  /** How long after its expiry a session waits for a provider that does not respond. */
  readonly graceMillis: number
}

export const defaultPolicy: SessionPolicy = {
  lifetimeMillis: 30 * 60_000,
  lastUnitsMillis: 10 * 60_000,
  processingMillis: 24 * 3_600_000,
  graceMillis: 5 * 60_000
}

export interface Session {
  readonly phase: Phase
  readonly totalMinor: number
  readonly currency: string
  /** When the session, or the undecided payment in it, runs out. */
  readonly expiresAt: number
  /** The provider's id of the payment that confirmed it. */
  readonly paidBy: string | undefined
}

/** The call of the provider that a session needs now. `close` also serves for a session that ended here first. */
export const nextStep = (session: Session, now: number): "create" | "lookUp" | "close" | "none" => {
  if (session.phase === "complete") return "none"
  if (!isLive(session.phase) || now >= session.expiresAt) return "close"
  return session.phase === "opening" ? "create" : "lookUp"
}

/** A payment, according to the provider's ledger. */
export interface PaymentFact {
  readonly paymentId: string
  readonly status: "processing" | "succeeded" | "failed"
  readonly amountMinor: number
  readonly currency: string
  /** It comes from a charge that the shop does not know, or had given up when the money moved. */
  readonly givenUp?: boolean | undefined
}

/** Why a payment that succeeded does not count: it is refunded at once. */
export const SurplusReason = Schema.Literal("session_ended", "wrong_amount", "second_payment", "charge_given_up")
export type SurplusReason = typeof SurplusReason.Type

export interface Settlement<Fact> {
  /** The session's phase according to the facts. */
  readonly phase: Phase
  /** The payment that confirms the order now; undefined where none does, or one did before. */
  readonly confirmedBy: Fact | undefined
  readonly surplus: ReadonlyArray<{ readonly payment: Fact; readonly reason: SurplusReason }>
}

/**
 * Decides what the provider's facts mean for a session. `open`: the provider would still take a payment; a live session
 * that the provider has closed without one is over. `charging`: a charge is under way, and its outcome is not known
 * yet.
 */
export const settle = <Fact extends PaymentFact>(
  session: Session,
  open: boolean,
  payments: ReadonlyArray<Fact>,
  charging = false
): Settlement<Fact> => {
  const surplus: Array<{ payment: Fact; reason: SurplusReason }> = []
  let paidBy = session.paidBy
  let confirmedBy: Fact | undefined
  for (const payment of payments) {
    if (payment.status !== "succeeded" || payment.paymentId === paidBy) continue
    if (payment.givenUp === true) surplus.push({ payment, reason: "charge_given_up" })
    else if (paidBy !== undefined) surplus.push({ payment, reason: "second_payment" })
    else if (!isLive(session.phase)) surplus.push({ payment, reason: "session_ended" })
    else if (payment.amountMinor !== session.totalMinor || payment.currency !== session.currency) {
      surplus.push({ payment, reason: "wrong_amount" })
    } else {
      confirmedBy = payment
      paidBy = payment.paymentId
    }
  }
  const undecided = charging || payments.some((payment) => payment.status === "processing")
  return { phase: phaseAfter(session.phase, confirmedBy !== undefined, open, undecided), confirmedBy, surplus }
}

const phaseAfter = (phase: Phase, confirmed: boolean, open: boolean, undecided: boolean): Phase => {
  if (!isLive(phase)) return phase
  if (confirmed) return "complete"
  if (undecided) return "processing"
  if (!open) return "expired"
  // Only the call that created it knows its address, and so only that call may report it as open.
  return phase === "opening" ? "opening" : "open"
}
