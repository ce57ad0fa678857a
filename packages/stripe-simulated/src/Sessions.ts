/**
 * Checkout Sessions: created, read and expired by the shop; paid, or used to save a method, by people on their page.
 * One expires by itself at `expires_at`; one that is complete or expired stays so.
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type Stripe from "stripe"
import { type Account, emit, idOf, schedule, seconds } from "./Account.ts"
import { type ApiError, notFound, refuse, rejectParameter } from "./ApiErrors.ts"
import { list } from "./Lists.ts"
import { addMethod, type Means } from "./MethodObjects.ts"
import { addCustomer } from "./Methods.ts"
import { Anything, Currency, Flag, listFields, Metadata, Text, Timestamp, Whole } from "./Parameters.ts"
import { checkAmount, compatibleMethods } from "./PaymentMethodTypes.ts"
import { makeIntent } from "./PaymentObjects.ts"
import { type AttemptResult, cancelIntent, confirm, failAuthentication } from "./Payments.ts"
import { makeLineItem, makeSession } from "./SessionObjects.ts"
import { addSetupIntent, cancelSetup, failSetup, save } from "./Setups.ts"

/** How long a session lives (docs.stripe.com/api/checkout/sessions/create, `expires_at`). */
const leastSeconds = 30 * 60
const mostSeconds = 24 * 60 * 60

/** The languages of the page. */
const locales: ReadonlySet<string> = new Set(
  ("auto bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hi-IN hr hu id it ja ko lt lv ms mt nb nl pl pt pt-BR ro ru "
    + "sk sl sv th tr vi zh zh-HK zh-TW").split(" ")
)

const Line = Schema.Struct({
  price_data: Schema.Struct({
    currency: Currency,
    unit_amount: Whole.pipe(Schema.nonNegative()),
    product_data: Schema.Struct({
      name: Text,
      description: Schema.optional(Text),
      images: Schema.optional(Schema.Array(Text)),
      metadata: Schema.optional(Metadata)
    }),
    tax_behavior: Schema.optional(Schema.Literal("exclusive", "inclusive", "unspecified"))
  }),
  quantity: Whole.pipe(Schema.positive())
})

export const Create = Schema.Struct({
  mode: Schema.Literal("payment", "setup"),
  allowed_payment_method_types: Schema.optional(Schema.NonEmptyArray(Text)),
  adaptive_pricing: Schema.optional(Schema.Struct({ enabled: Flag })),
  billing_address_collection: Schema.optional(Schema.Literal("auto", "required")),
  cancel_url: Schema.optional(Text),
  client_reference_id: Schema.optional(Text.pipe(Schema.maxLength(200))),
  currency: Schema.optional(Currency),
  customer: Schema.optional(Text),
  customer_creation: Schema.optional(Schema.Literal("always", "if_required")),
  customer_email: Schema.optional(Text),
  custom_text: Schema.optional(Anything),
  expires_at: Schema.optional(Timestamp),
  line_items: Schema.optional(Schema.Array(Line).pipe(Schema.maxItems(100))),
  locale: Schema.optional(Text),
  metadata: Schema.optional(Metadata),
  origin_context: Schema.optional(Schema.Literal("mobile_app", "web")),
  payment_intent_data: Schema.optional(Schema.Struct({
    description: Schema.optional(Text),
    metadata: Schema.optional(Metadata),
    receipt_email: Schema.optional(Text),
    setup_future_usage: Schema.optional(Schema.Literal("off_session", "on_session"))
  })),
  payment_method_options: Schema.optional(Anything),
  phone_number_collection: Schema.optional(Schema.Struct({ enabled: Flag })),
  setup_intent_data: Schema.optional(Schema.Struct({
    description: Schema.optional(Text),
    metadata: Schema.optional(Metadata)
  })),
  submit_type: Schema.optional(Schema.Literal("auto", "book", "donate", "pay")),
  success_url: Schema.optional(Text),
  ui_mode: Schema.optional(Schema.Literal("hosted_page"))
})
type Create = typeof Create.Type

const missing = (param: string): ApiError =>
  rejectParameter(param, "parameter_missing", `Missing required param: ${param}.`)

const checkUrl = (param: string, url: string | undefined): Either.Either<void, ApiError> =>
  url === undefined || URL.canParse(url.replaceAll("{CHECKOUT_SESSION_ID}", "id"))
    ? Either.void
    : Either.left(rejectParameter(param, "url_invalid", "Not a valid URL"))

const checkExpiry = (account: Account, expiresAt: number): Either.Either<void, ApiError> => {
  const ahead = expiresAt - seconds(account)
  if (ahead < leastSeconds) {
    const message = "The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation."
    return Either.left(rejectParameter("expires_at", undefined, message))
  }
  const message = "The `expires_at` timestamp must be less than 24 hours from Checkout Session creation."
  return ahead > mostSeconds ? Either.left(rejectParameter("expires_at", undefined, message)) : Either.void
}

/** The currency and the sum of the lines; nulls in setup mode, which has none. */
const sumLines = ({ currency, line_items: lines = [], mode }: Create) =>
  Either.gen(function*() {
    if (mode === "setup") {
      if (lines.length === 0) return { currency: currency?.toLowerCase() ?? null, total: null }
      return yield* Either.left(
        rejectParameter("line_items", undefined, "`line_items` is not permitted in setup mode.")
      )
    }
    const used = lines[0]?.price_data.currency.toLowerCase()
    if (used === undefined) return yield* Either.left(missing("line_items"))
    if (lines.some((line) => line.price_data.currency.toLowerCase() !== used)) {
      return yield* Either.left(rejectParameter("line_items", undefined, "All line items must have the same currency."))
    }
    const total = lines.reduce((sum, line) => sum + line.price_data.unit_amount * line.quantity, 0)
    yield* checkAmount(total, used, "line_items")
    return { currency: used, total }
  })

const checkPeople = (account: Account, { customer, customer_email: email }: Create) =>
  Either.gen(function*() {
    if (customer !== undefined && email !== undefined) {
      const message = "You may only specify one of these parameters: customer, customer_email."
      return yield* Either.left(rejectParameter("customer", "parameters_exclusive", message))
    }
    if (customer !== undefined && !account.customers.has(customer)) {
      return yield* Either.left(notFound("customer", customer, "customer", 400))
    }
    if (email !== undefined && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) {
      return yield* Either.left(rejectParameter("customer_email", "email_invalid", `Invalid email address: ${email}`))
    }
  })

/** All that has to hold before a session is made. */
const checkSession = (account: Account, params: Create) =>
  Either.gen(function*() {
    const { currency, total } = yield* sumLines(params)
    if (params.success_url === undefined) return yield* Either.left(missing("success_url"))
    yield* checkUrl("success_url", params.success_url)
    yield* checkUrl("cancel_url", params.cancel_url)
    yield* checkPeople(account, params)
    if (params.expires_at !== undefined) yield* checkExpiry(account, params.expires_at)
    if (params.mode === "setup" && currency === null && params.allowed_payment_method_types === undefined) {
      return yield* Either.left(missing("currency"))
    }
    const methods = yield* compatibleMethods(params.allowed_payment_method_types, currency)
    if (params.locale !== undefined && !locales.has(params.locale)) {
      return yield* Either.left(rejectParameter("locale", undefined, `Invalid locale: ${params.locale}`))
    }
    return { currency, methods, total }
  })

const intentIn = (account: Account, session: Stripe.Checkout.Session): Stripe.PaymentIntent | undefined =>
  account.intents.get(idOf(session.payment_intent) ?? "")

const setupIn = (account: Account, session: Stripe.Checkout.Session): Stripe.SetupIntent | undefined =>
  account.setupIntents.get(idOf(session.setup_intent) ?? "")

const expire = (account: Account, session: Stripe.Checkout.Session): void => {
  if (session.status !== "open") return
  session.status = "expired"
  session.url = null
  const intent = intentIn(account, session)
  if (intent !== undefined && intent.status !== "canceled") cancelIntent(account, intent, "automatic")
  const setup = setupIn(account, session)
  if (setup !== undefined) cancelSetup(account, setup)
  emit(account, "checkout.session.expired", session)
}

export const create = (account: Account, params: Create): Either.Either<object, ApiError> =>
  Either.gen(function*() {
    const { currency, methods, total } = yield* checkSession(account, params)
    const customer = params.customer ?? null
    const setup = params.mode === "setup" ? addSetupIntent(account, customer, methods, params.setup_intent_data) : null
    const session = makeSession(account, {
      mode: params.mode,
      currency,
      total,
      clientReferenceId: params.client_reference_id ?? null,
      customer,
      customerEmail: params.customer_email ?? null,
      customerCreation: params.customer_creation ?? "if_required",
      expiresAt: params.expires_at ?? seconds(account) + mostSeconds,
      locale: params.locale ?? null,
      metadata: params.metadata ?? {},
      methods,
      allowedMethods: params.allowed_payment_method_types ?? null,
      setupIntent: setup?.id ?? null,
      submitType: params.submit_type ?? null,
      successUrl: params.success_url ?? null,
      cancelUrl: params.cancel_url ?? null,
      billingAddress: params.billing_address_collection ?? null,
      originContext: params.origin_context ?? null,
      collectsPhone: params.phone_number_collection?.enabled ?? false
    })
    account.sessions.set(session.id, session)
    if (setup !== null) account.sessionsOfIntents.set(setup.id, session)
    account.lineItems.set(
      session.id,
      (params.line_items ?? []).map(({ price_data: { currency, product_data, tax_behavior, unit_amount }, quantity }) =>
        makeLineItem(account, {
          currency: currency.toLowerCase(),
          name: product_data.name,
          unitAmount: unit_amount,
          quantity,
          taxBehavior: tax_behavior
        })
      )
    )
    const data = params.payment_intent_data
    account.intentData.set(session.id, {
      metadata: data?.metadata ?? {},
      description: data?.description ?? null,
      receiptEmail: data?.receipt_email ?? null,
      setupFutureUsage: data?.setup_future_usage ?? null
    })
    schedule(account, session.expires_at * 1000, () => expire(account, session))
    return session
  })

const find = (account: Account, id: string): Either.Either<Stripe.Checkout.Session, ApiError> =>
  Either.fromNullable(account.sessions.get(id), () => notFound("checkout.session", id, "session"))

export const retrieve = (account: Account, _: unknown, id: string): Either.Either<object, ApiError> => find(account, id)

export const expireById = (account: Account, _: unknown, id: string): Either.Either<object, ApiError> =>
  Either.flatMap(find(account, id), (session) => {
    if (session.status !== "open") {
      const message = "Only Checkout Sessions with a status in [\"open\"] can be expired. "
        + `This Checkout Session has a status of \`${session.status}\`.`
      return Either.left(refuse(undefined, message))
    }
    expire(account, session)
    return Either.right(session)
  })

export const List = Schema.Struct({
  ...listFields,
  customer: Schema.optional(Text),
  customer_details: Schema.optional(Schema.Struct({ email: Text })),
  payment_intent: Schema.optional(Text),
  status: Schema.optional(Schema.Literal("open", "complete", "expired"))
})

export const listAll = (account: Account, query: typeof List.Type): Either.Either<object, ApiError> =>
  list(
    "/v1/checkout/sessions",
    "checkout.session",
    account.sessions.values(),
    query,
    (session) =>
      (query.customer === undefined || session.customer === query.customer)
      && (query.customer_details === undefined || session.customer_details?.email === query.customer_details.email)
      && (query.payment_intent === undefined || session.payment_intent === query.payment_intent)
      && (query.status === undefined || session.status === query.status),
    (session) => session.created
  )

export const LineItems = Schema.Struct(listFields)

/** Lines are listed in their own order, not newest first. */
export const listLines = (
  account: Account,
  query: typeof LineItems.Type,
  id: string
): Either.Either<object, ApiError> =>
  Either.flatMap(find(account, id), () => {
    const lines = account.lineItems.get(id) ?? []
    return list(`/v1/checkout/sessions/${id}/line_items`, "item", lines.toReversed(), query, () => true, () => 0)
  })

/** What somebody sees who acts on a page. */
export type Seen =
  | AttemptResult
  /** The page takes nothing: paid, expired, or a payment is under way. */
  | { readonly _tag: "Closed" }

/** Makes a customer of whoever submits a session that wants one of everybody. */
const createPayer = (account: Account, session: Stripe.Checkout.Session): void => {
  if (session.customer !== null || session.customer_creation !== "always") return
  const customer = addCustomer(account, { email: session.customer_email ?? undefined })
  session.customer = customer.id
  for (const intent of [intentIn(account, session), setupIn(account, session)]) {
    if (intent !== undefined) intent.customer = customer.id
  }
}

/** The session has what it waited for, or a decision that comes later. */
const complete = (account: Account, session: Stripe.Checkout.Session, isPaid: boolean): void => {
  session.status = "complete"
  session.url = null
  if (isPaid) session.payment_status = "paid"
  emit(account, "checkout.session.completed", session)
}

/** The intent of a session; made with the first attempt. */
const intentOf = (account: Account, session: Stripe.Checkout.Session): Stripe.PaymentIntent => {
  const known = intentIn(account, session)
  if (known !== undefined) return known
  const data = account.intentData.get(session.id)
  const intent = makeIntent(account, {
    amount: session.amount_total ?? 0,
    currency: session.currency ?? "",
    customer: idOf(session.customer),
    description: data?.description ?? null,
    metadata: { ...data?.metadata },
    methods: session.payment_method_types,
    allowedMethods: session.allowed_payment_method_types,
    receiptEmail: data?.receiptEmail ?? null,
    setupFutureUsage: data?.setupFutureUsage ?? null
  })
  account.intents.set(intent.id, intent)
  account.sessionsOfIntents.set(intent.id, session)
  session.payment_intent = intent.id
  emit(account, "payment_intent.created", intent)
  return intent
}

const payWith = (
  account: Account,
  session: Stripe.Checkout.Session,
  method: Stripe.PaymentMethod,
  authenticated: boolean
): AttemptResult => {
  createPayer(account, session)
  const result = confirm(account, {
    intent: intentOf(account, session),
    method,
    offSession: false,
    authenticated,
    returnUrl: session.success_url,
    onSettled: (status) => {
      if (status === "succeeded") session.payment_status = "paid"
      emit(
        account,
        status === "succeeded" ? "checkout.session.async_payment_succeeded" : "checkout.session.async_payment_failed",
        session
      )
    }
  })
  if (result._tag === "Succeeded" || result._tag === "Processing") {
    complete(account, session, result._tag === "Succeeded")
  }
  return result
}

const emailOf = (account: Account, session: Stripe.Checkout.Session): string | null =>
  session.customer_email ?? account.customers.get(idOf(session.customer) ?? "")?.email ?? null

/** Somebody submits the page of a session with a way to pay that it offers. */
export const submit = (account: Account, session: Stripe.Checkout.Session, means: Means): Seen => {
  if (session.status !== "open") return { _tag: "Closed" }
  if (!session.payment_method_types.includes(means.type)) {
    const verdict = { code: "payment_method_not_available", decline_code: "", message: `${means.type} is not offered.` }
    return { _tag: "Declined", verdict, charge: undefined }
  }
  const method = addMethod(account, means, emailOf(account, session))
  const setup = setupIn(account, session)
  if (setup === undefined) return payWith(account, session, method, false)
  createPayer(account, session)
  const result = save(account, setup, method, false)
  if (result._tag === "Succeeded") complete(account, session, false)
  return result
}

/** The cardholder answers the question of their bank. */
export const answerChallenge = (
  account: Account,
  session: Stripe.Checkout.Session,
  answer: "confirmed" | "failed"
): Seen => {
  const intent = intentIn(account, session) ?? setupIn(account, session)
  const method = account.methods.get(idOf(intent?.payment_method) ?? "")
  if (session.status !== "open" || intent?.status !== "requires_action" || method === undefined) {
    return { _tag: "Closed" }
  }
  if (intent.object === "payment_intent") {
    return answer === "confirmed"
      ? payWith(account, session, method, true)
      : failAuthentication(account, intent, method)
  }
  if (answer === "failed") return failSetup(account, intent, method)
  const result = save(account, intent, method, true)
  if (result._tag === "Succeeded") complete(account, session, false)
  return result
}
