/**
 * Payment intents that the shop creates and confirms itself, off session, by a saved method or a granted token; and the
 * reading of all intents and charges. The intents of Checkout Sessions end with their session only.
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type Stripe from "stripe"
import { type Account, emit, idOf } from "./Account.ts"
import { type ApiError, decline, notFound, refuse, rejectParameter } from "./ApiErrors.ts"
import { countUse, redeemable } from "./GrantedTokens.ts"
import type { GrantedToken } from "./GrantedTokenShape.ts"
import { list } from "./Lists.ts"
import { findCustomer, findMethod } from "./Methods.ts"
import { Amount, Anything, Currency, Flag, listFields, Metadata, Text } from "./Parameters.ts"
import { checkAmount, compatibleMethods } from "./PaymentMethodTypes.ts"
import { makeIntent } from "./PaymentObjects.ts"
import { cancelIntent, confirm } from "./Payments.ts"

type Result = Either.Either<object, ApiError>

const confirmFields = {
  allowed_payment_method_types: Schema.optional(Schema.NonEmptyArray(Text)),
  mandate: Schema.optional(Text),
  off_session: Schema.optional(Flag),
  payment_method: Schema.optional(Text),
  payment_method_data: Schema.optional(Schema.Struct({
    shared_payment_granted_token: Text
  })),
  payment_method_options: Schema.optional(Anything),
  return_url: Schema.optional(Text)
}

export const Create = Schema.Struct({
  amount: Amount,
  currency: Currency,
  ...confirmFields,
  automatic_payment_methods: Schema.optional(Schema.Struct({
    enabled: Flag,
    allow_redirects: Schema.optional(Schema.Literal("always", "never"))
  })),
  confirm: Schema.optional(Flag),
  customer: Schema.optional(Text),
  description: Schema.optional(Text),
  metadata: Schema.optional(Metadata),
  receipt_email: Schema.optional(Text),
  setup_future_usage: Schema.optional(Schema.Literal("off_session", "on_session"))
})
type Create = typeof Create.Type

export const Confirm = Schema.Struct(confirmFields)
type Confirm = typeof Confirm.Type

interface Source {
  readonly method: Stripe.PaymentMethod
  readonly token: GrantedToken | undefined
}

const checkMandate = (account: Account, id: string | undefined, method: Stripe.PaymentMethod) => {
  if (id === undefined) return Either.void
  const mandate = account.mandates.get(id)
  if (mandate === undefined) return Either.left(notFound("mandate", id, "mandate", 400))
  return mandate.status === "active" && idOf(mandate.payment_method) === method.id
    ? Either.void
    : Either.left(refuse("payment_intent_mandate_invalid", "The provided mandate is invalid.", "mandate"))
}

/** The method that a request pays with, if it names one that may pay for this customer. */
const sourceOf = (
  account: Account,
  params: Confirm,
  of: { readonly amount: number; readonly currency: string; readonly customer: string | null }
): Either.Either<Source | undefined, ApiError> =>
  Either.gen(function*() {
    const granted = params.payment_method_data?.shared_payment_granted_token
    if (granted !== undefined) return yield* redeemable(account, granted, of.amount, of.currency)
    if (params.payment_method === undefined) return undefined
    const method = yield* findMethod(account, params.payment_method, 400)
    if (account.instruments.get(method.id)?.isSpent === true) {
      const message =
        "The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, "
        + "or was detached from a Customer. It may not be used again."
      return yield* Either.left(refuse(undefined, message, "payment_method"))
    }
    if (method.customer !== null && method.customer !== of.customer) {
      const message = of.customer === null
        ? "The payment method belongs to a customer. Please include the customer when confirming the PaymentIntent."
        : `The customer does not have a payment method with the ID ${method.id}.`
      return yield* Either.left(refuse("payment_method_unexpected_state", message, "payment_method"))
    }
    yield* checkMandate(account, params.mandate, method)
    return { method, token: undefined }
  })

/** Confirms, and answers with the intent, or with the refusal and the intent in it. */
const confirmWith = (account: Account, intent: Stripe.PaymentIntent, source: Source, params: Confirm): Result => {
  const result = confirm(account, {
    intent,
    method: source.method,
    offSession: params.off_session ?? false,
    authenticated: false,
    returnUrl: params.return_url ?? null,
    onSettled: () => undefined
  })
  if (result._tag === "Declined") {
    return Either.left(decline({
      ...result.verdict,
      charge: result.charge,
      payment_intent: structuredClone(intent),
      payment_method: structuredClone(source.method)
    }))
  }
  if (source.token !== undefined && result._tag === "Succeeded") countUse(account, source.token, intent.amount)
  return Either.right(intent)
}

const checkCreation = (account: Account, params: Create, currency: string) =>
  Either.gen(function*() {
    yield* checkAmount(params.amount, currency, "amount")
    if (params.off_session === true && params.confirm !== true) {
      const message = "`off_session` may only be used when `confirm` is `true`."
      return yield* Either.left(rejectParameter("off_session", undefined, message))
    }
    if (params.customer !== undefined) yield* findCustomer(account, params.customer, 400)
    return yield* compatibleMethods(params.allowed_payment_method_types, currency)
  })

export const create = (account: Account, params: Create): Result =>
  Either.gen(function*() {
    const currency = params.currency.toLowerCase()
    const customer = params.customer ?? null
    const methods = yield* checkCreation(account, params, currency)
    const source = yield* sourceOf(account, params, { amount: params.amount, currency, customer })
    if (params.confirm === true && source === undefined) {
      const message = "You cannot confirm this PaymentIntent because it's missing a payment method."
      return yield* Either.left(rejectParameter("payment_method", "parameter_missing", message))
    }
    const intent = makeIntent(account, {
      amount: params.amount,
      currency,
      customer,
      description: params.description ?? null,
      metadata: params.metadata ?? {},
      methods,
      allowedMethods: params.allowed_payment_method_types ?? null,
      receiptEmail: params.receipt_email ?? null,
      setupFutureUsage: params.setup_future_usage ?? null
    })
    if (params.automatic_payment_methods !== undefined) {
      const { allow_redirects = "always", enabled } = params.automatic_payment_methods
      intent.automatic_payment_methods = { allow_redirects, enabled }
    }
    account.intents.set(intent.id, intent)
    emit(account, "payment_intent.created", intent)
    if (source === undefined) return intent
    if (params.confirm === true) return yield* confirmWith(account, intent, source, params)
    intent.payment_method = source.method.id
    intent.status = "requires_confirmation"
    return intent
  })

const find = (account: Account, id: string): Either.Either<Stripe.PaymentIntent, ApiError> =>
  Either.fromNullable(account.intents.get(id), () => notFound("payment_intent", id, "intent"))

/** An intent that the shop may change itself, in one of some states. */
const findChangeable = (
  account: Account,
  id: string,
  verb: "cancel" | "confirm",
  statuses: ReadonlyArray<string>
): Either.Either<Stripe.PaymentIntent, ApiError> =>
  Either.flatMap(find(account, id), (intent) => {
    if (account.sessionsOfIntents.has(id)) {
      const message = `You cannot ${verb} the PaymentIntent of a Checkout Session. Expire the Checkout Session instead.`
      return Either.left(refuse("payment_intent_unexpected_state", message))
    }
    if (statuses.includes(intent.status)) return Either.right(intent)
    const message = `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`
    return Either.left(refuse("payment_intent_unexpected_state", message))
  })

export const confirmById = (account: Account, params: Confirm, id: string): Result =>
  Either.gen(function*() {
    const intent = yield* findChangeable(account, id, "confirm", ["requires_payment_method", "requires_confirmation"])
    const { amount, currency } = intent
    const chosen = params.payment_method ?? idOf(intent.payment_method) ?? undefined
    const source = yield* sourceOf(
      account,
      chosen === undefined ? params : { ...params, payment_method: chosen },
      { amount, currency, customer: idOf(intent.customer) }
    )
    if (source === undefined) {
      const message = "You cannot confirm this PaymentIntent because it's missing a payment method."
      return yield* Either.left(refuse("payment_intent_unexpected_state", message))
    }
    return yield* confirmWith(account, intent, source, params)
  })

export const Cancel = Schema.Struct({
  cancellation_reason: Schema.optional(
    Schema.Literal("abandoned", "duplicate", "fraudulent", "requested_by_customer")
  )
})
export const cancel = (account: Account, params: typeof Cancel.Type, id: string): Result =>
  Either.map(
    findChangeable(account, id, "cancel", ["requires_payment_method", "requires_confirmation", "requires_action"]),
    (intent) => {
      cancelIntent(account, intent, params.cancellation_reason ?? null)
      return intent
    }
  )

export const retrieve = (account: Account, _: unknown, id: string): Result => find(account, id)

export const List = Schema.Struct({ ...listFields, customer: Schema.optional(Text) })
export const listAll = (account: Account, query: typeof List.Type): Result =>
  list(
    "/v1/payment_intents",
    "payment_intent",
    account.intents.values(),
    query,
    (intent) => query.customer === undefined || intent.customer === query.customer,
    ({ created }) => created
  )

export const retrieveCharge = (account: Account, _: unknown, id: string): Result =>
  Either.fromNullable(account.charges.get(id), () => notFound("charge", id, "id"))

export const ListCharges = Schema.Struct({
  ...listFields,
  customer: Schema.optional(Text),
  payment_intent: Schema.optional(Text)
})
export const listCharges = (account: Account, query: typeof ListCharges.Type): Result =>
  list(
    "/v1/charges",
    "charge",
    account.charges.values(),
    query,
    (charge) =>
      (query.customer === undefined || charge.customer === query.customer)
      && (query.payment_intent === undefined || charge.payment_intent === query.payment_intent),
    ({ created }) => created
  )
