/**
 * Setup intents: a person saves a method on the page of a session in setup mode, so that the shop can charge it without
 * them. A card that wants 3-D Secure is authenticated once, here.
 */
import type Stripe from "stripe"
import { type Account, emit, idOf, newId, randomText, seconds } from "./Account.ts"
import type { Verdict } from "./Cards.ts"
import { addMandate, type AttemptResult, instrumentOf } from "./Payments.ts"

export const addSetupIntent = (
  account: Account,
  customer: string | null,
  methods: ReadonlyArray<string>,
  data: { readonly description?: string | undefined; readonly metadata?: Stripe.Metadata | undefined } | undefined
): Stripe.SetupIntent => {
  const id = newId(account, "seti")
  const setup: Stripe.SetupIntent = {
    id,
    object: "setup_intent",
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomText(account, 25)}`,
    created: seconds(account),
    customer,
    customer_account: null,
    description: data?.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: account.livemode,
    managed_payments: null,
    mandate: null,
    metadata: { ...data?.metadata },
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: [...methods],
    single_use_mandate: null,
    status: "requires_payment_method",
    usage: "off_session"
  }
  account.setupIntents.set(id, setup)
  emit(account, "setup_intent.created", setup)
  return setup
}

const refuseSetup = (
  account: Account,
  setup: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  verdict: Verdict
): AttemptResult => {
  setup.status = "requires_payment_method"
  setup.payment_method = null
  setup.next_action = null
  setup.last_setup_error = {
    code: verdict.code,
    decline_code: verdict.decline_code,
    message: verdict.message,
    payment_method: structuredClone(method),
    type: "card_error"
  }
  emit(account, "setup_intent.setup_failed", setup)
  return { _tag: "Declined", verdict, charge: undefined }
}

/** The cardholder did not prove who they are: nothing was saved. */
export const failSetup = (account: Account, setup: Stripe.SetupIntent, method: Stripe.PaymentMethod): AttemptResult =>
  refuseSetup(account, setup, method, {
    code: "setup_intent_authentication_failure",
    decline_code: "authentication_failed",
    message: "We are unable to authenticate your payment method."
  })

/** Attaches a method to a customer. */
export const attachMethod = (account: Account, method: Stripe.PaymentMethod, customer: string): void => {
  method.customer = customer
  emit(account, "payment_method.attached", method)
}

/** Saves a method for payments without the person, or says what is missing. */
export const save = (
  account: Account,
  setup: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  authenticated: boolean
): AttemptResult => {
  const instrument = instrumentOf(account, method)
  const { authenticates, declines, saves = false } = instrument.behaviour
  setup.payment_method = method.id
  setup.last_setup_error = null
  if (authenticates !== undefined && !authenticated) {
    setup.status = "requires_action"
    setup.next_action = { type: "use_stripe_sdk", use_stripe_sdk: { type: "three_d_secure_redirect" } }
    emit(account, "setup_intent.requires_action", setup)
    return { _tag: "RequiresAction" }
  }
  if (declines !== undefined && !saves) return refuseSetup(account, setup, method, declines)
  instrument.isSetUp = true
  const customer = idOf(setup.customer)
  if (customer !== null) attachMethod(account, method, customer)
  setup.status = "succeeded"
  setup.next_action = null
  // Cards of most countries need no mandate.
  if (method.type === "sepa_debit") setup.mandate = addMandate(account, method).id
  emit(account, "setup_intent.succeeded", setup)
  return { _tag: "Succeeded" }
}

/** Ends a setup that nobody finished. */
export const cancelSetup = (account: Account, setup: Stripe.SetupIntent): void => {
  if (setup.status === "succeeded" || setup.status === "canceled") return
  setup.status = "canceled"
  setup.cancellation_reason = "abandoned"
  setup.next_action = null
  emit(account, "setup_intent.canceled", setup)
}
