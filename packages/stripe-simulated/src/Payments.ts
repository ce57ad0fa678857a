/**
 * How a payment goes, from the moment that somebody confirms its intent: authentication, the bank's verdict, delayed
 * methods that settle by the clock, and what each leaves on intent, charge and events.
 */
import type Stripe from "stripe"
import { type Account, emit, type Instrument, newId, schedule, seconds } from "./Account.ts"
import { authenticationRequired, type Verdict } from "./Cards.ts"
import { openDispute } from "./Disputes.ts"
import { chargeDetails } from "./MethodObjects.ts"
import { addTransaction, makeCharge } from "./PaymentObjects.ts"

/** How an attempt to pay ended for now. */
export type AttemptResult =
  | { readonly _tag: "Succeeded" | "Processing" | "RequiresAction" }
  | { readonly _tag: "Declined"; readonly verdict: Verdict; readonly charge: string | undefined }

export interface Confirmation {
  readonly intent: Stripe.PaymentIntent
  readonly method: Stripe.PaymentMethod
  readonly offSession: boolean
  readonly authenticated: boolean
  readonly returnUrl: string | null
  /** Told when a delayed payment is decided. */
  readonly onSettled: (status: "succeeded" | "failed") => void
}

export const instrumentOf = (account: Account, method: Stripe.PaymentMethod): Instrument =>
  account.instruments.get(method.id) ?? { behaviour: {}, isSetUp: false, isSpent: false, fails: false }

const wantsAuthentication = ({ behaviour, isSetUp }: Instrument, offSession: boolean): boolean => {
  switch (behaviour.authenticates) {
    case "always":
      return true
    case "unless_set_up":
      return !(offSession && isSetUp)
    case "on_session":
      return !offSession
    default:
      return false
  }
}

/** Puts an error on the intent, which takes another attempt from now on. */
const setError = (
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  charge: Stripe.Charge | undefined,
  verdict: Verdict
): void => {
  intent.status = "requires_payment_method"
  intent.next_action = null
  intent.payment_method = null
  intent.last_payment_error = {
    ...(charge === undefined ? {} : { charge: charge.id }),
    code: verdict.code,
    decline_code: verdict.decline_code,
    doc_url: `https://docs.stripe.com/error-codes/${verdict.code.replaceAll("_", "-")}`,
    message: verdict.message,
    payment_method: structuredClone(method),
    type: "card_error"
  }
}

const fail = (
  account: Account,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  charge: Stripe.Charge,
  verdict: Verdict
): AttemptResult => {
  charge.status = "failed"
  charge.failure_code = verdict.code
  charge.failure_message = verdict.message
  charge.outcome = {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: "declined_by_network",
    reason: verdict.decline_code,
    seller_message: verdict.message,
    type: "issuer_declined"
  }
  intent.latest_charge = charge.id
  setError(intent, method, charge, verdict)
  emit(account, "charge.failed", charge)
  emit(account, "payment_intent.payment_failed", intent)
  return { _tag: "Declined", verdict, charge: charge.id }
}

const succeed = (account: Account, intent: Stripe.PaymentIntent, charge: Stripe.Charge): AttemptResult => {
  charge.status = "succeeded"
  charge.paid = true
  charge.captured = true
  charge.amount_captured = charge.amount
  charge.balance_transaction = addTransaction(account, "charge", charge.id, charge.amount, charge.currency).id
  charge.receipt_url = `https://pay.stripe.com/receipts/payment/${charge.id}`
  charge.outcome = {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: "approved_by_network",
    reason: null,
    risk_level: "normal",
    seller_message: "Payment complete.",
    type: "authorized"
  }
  intent.status = "succeeded"
  intent.amount_received = charge.amount
  intent.latest_charge = charge.id
  intent.next_action = null
  emit(account, "charge.succeeded", charge)
  emit(account, "payment_intent.succeeded", intent)
  return { _tag: "Succeeded" }
}

/** Saves a method for later payments, if its intent says so. */
const saveMethod = (account: Account, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod): void => {
  const instrument = account.instruments.get(method.id)
  if (intent.setup_future_usage !== "off_session" || instrument === undefined) return
  instrument.isSetUp = true
  if (typeof intent.customer === "string") method.customer = intent.customer
}

const attemptFailed: Verdict = {
  code: "payment_intent_payment_attempt_failed",
  decline_code: "generic_decline",
  message: "The payment failed."
}

/** A payment that is decided later. */
const process = (account: Account, confirmation: Confirmation, charge: Stripe.Charge): AttemptResult => {
  const { intent, method, onSettled } = confirmation
  const course = account.plan.settlement({ type: method.type, intent: structuredClone(intent) })
  const status = instrumentOf(account, method).fails ? "failed" : course.status
  const settle = (): AttemptResult =>
    status === "succeeded"
      ? succeed(account, intent, charge)
      : fail(account, intent, method, charge, attemptFailed)
  if (course.afterMillis === 0) return settle()
  intent.status = "processing"
  intent.latest_charge = charge.id
  emit(account, "charge.pending", charge)
  emit(account, "payment_intent.processing", intent)
  schedule(account, account.now + course.afterMillis, () => {
    settle()
    onSettled(status)
  })
  return { _tag: "Processing" }
}

/** The mandate under which a bank is debited. */
const mandateFor = (account: Account, method: Stripe.PaymentMethod): string | null => {
  if (method.type !== "sepa_debit") return null
  const known = [...account.mandates.values()].find((mandate) => mandate.payment_method === method.id)
  return (known ?? addMandate(account, method)).id
}

/** Records a person's consent to be debited by a method. */
export const addMandate = (account: Account, method: Stripe.PaymentMethod): Stripe.Mandate => {
  const id = newId(account, "mandate")
  const reference = id.slice(-16).toUpperCase()
  const mandate: Stripe.Mandate = {
    id,
    object: "mandate",
    customer_acceptance: {
      accepted_at: seconds(account),
      online: { ip_address: "127.0.0.1", user_agent: "browser" },
      type: "online"
    },
    livemode: account.livemode,
    multi_use: {},
    payment_method: method.id,
    payment_method_details: method.type === "sepa_debit"
      ? { sepa_debit: { reference, url: `https://hooks.stripe.com/mandates/${id}` }, type: "sepa_debit" }
      : { card: {}, type: "card" },
    status: "active",
    type: "multi_use"
  }
  account.mandates.set(id, mandate)
  return mandate
}

/** Confirms an intent with a method. The intent takes an attempt: it has no payment under way and is not over. */
export const confirm = (account: Account, confirmation: Confirmation): AttemptResult => {
  const { authenticated, intent, method, offSession, returnUrl } = confirmation
  const instrument = instrumentOf(account, method)
  intent.payment_method = method.id
  intent.last_payment_error = null
  const isChallenged = !authenticated && wantsAuthentication(instrument, offSession)
  if (isChallenged && !offSession) {
    intent.status = "requires_action"
    intent.next_action = returnUrl === null
      ? { type: "use_stripe_sdk", use_stripe_sdk: { type: "three_d_secure_redirect" } }
      : {
        type: "redirect_to_url",
        redirect_to_url: { return_url: returnUrl, url: `${account.pages}/3d_secure_2/${intent.id}` }
      }
    emit(account, "payment_intent.requires_action", intent)
    return { _tag: "RequiresAction" }
  }
  const details = chargeDetails(method, intent.amount, authenticated, mandateFor(account, method))
  const charge = makeCharge(account, intent, method, details)
  account.charges.set(charge.id, charge)
  if (isChallenged) return fail(account, intent, method, charge, authenticationRequired)
  const { declines, disputes } = instrument.behaviour
  if (declines !== undefined) return fail(account, intent, method, charge, declines)
  saveMethod(account, intent, method)
  if (method.type !== "card") return process(account, confirmation, charge)
  const result = succeed(account, intent, charge)
  if (disputes !== undefined) schedule(account, account.now, () => openDispute(account, charge, disputes))
  return result
}

const authenticationFailed: Verdict = {
  code: "payment_intent_authentication_failure",
  decline_code: "authentication_failed",
  message: "We are unable to authenticate your payment method. Please choose a different payment method and try again."
}

/** The cardholder did not prove who they are: nothing was charged. */
export const failAuthentication = (
  account: Account,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod
): AttemptResult => {
  setError(intent, method, undefined, authenticationFailed)
  emit(account, "payment_intent.payment_failed", intent)
  return { _tag: "Declined", verdict: authenticationFailed, charge: undefined }
}

/** Ends an intent that was not paid. */
export const cancelIntent = (
  account: Account,
  intent: Stripe.PaymentIntent,
  reason: Stripe.PaymentIntent.CancellationReason | null
): void => {
  intent.status = "canceled"
  intent.canceled_at = seconds(account)
  intent.cancellation_reason = reason
  intent.next_action = null
  emit(account, "payment_intent.canceled", intent)
}
