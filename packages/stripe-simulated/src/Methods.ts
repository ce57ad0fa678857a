/**
 * Customers, their saved payment methods, mandates and setup intents, as the shop reads and changes them.
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type Stripe from "stripe"
import { type Account, emit, idOf, newId, randomText, seconds } from "./Account.ts"
import { type ApiError, notFound, refuse } from "./ApiErrors.ts"
import { testMethods } from "./Cards.ts"
import { list } from "./Lists.ts"
import { addMethod } from "./MethodObjects.ts"
import { listFields, Metadata, Text } from "./Parameters.ts"
import { attachMethod } from "./Setups.ts"

type Result = Either.Either<object, ApiError>

/** The method of an id. An id that every test account has makes a new one each time. */
export const findMethod = (
  account: Account,
  id: string,
  status: 400 | 404
): Either.Either<Stripe.PaymentMethod, ApiError> => {
  const number = Object.hasOwn(testMethods, id) && !account.livemode ? testMethods[id] : undefined
  if (number !== undefined) return Either.right(addMethod(account, { type: "card", number }, null))
  return Either.fromNullable(
    account.methods.get(id),
    () => notFound("PaymentMethod", id, "payment_method", status)
  )
}

export const findCustomer = (
  account: Account,
  id: string,
  status: 400 | 404
): Either.Either<Stripe.Customer, ApiError> =>
  Either.fromNullable(
    account.customers.get(id),
    () => notFound("customer", id, status === 404 ? "id" : "customer", status)
  )

export const CreateCustomer = Schema.Struct({
  description: Schema.optional(Text),
  email: Schema.optional(Text.pipe(Schema.maxLength(512))),
  metadata: Schema.optional(Metadata),
  name: Schema.optional(Text),
  phone: Schema.optional(Text),
  preferred_locales: Schema.optional(Schema.Array(Text))
})

/** Records a customer. */
export const addCustomer = (account: Account, params: typeof CreateCustomer.Type): Stripe.Customer => {
  const customer: Stripe.Customer = {
    id: newId(account, "cus"),
    object: "customer",
    address: null,
    balance: 0,
    created: seconds(account),
    currency: null,
    default_source: null,
    delinquent: false,
    description: params.description ?? null,
    discount: null,
    email: params.email ?? null,
    invoice_prefix: randomText(account, 8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null
    },
    livemode: account.livemode,
    metadata: params.metadata ?? {},
    name: params.name ?? null,
    next_invoice_sequence: 1,
    phone: params.phone ?? null,
    preferred_locales: [...params.preferred_locales ?? []],
    shipping: null,
    tax_exempt: "none",
    test_clock: null
  }
  account.customers.set(customer.id, customer)
  emit(account, "customer.created", customer)
  return customer
}

export const createCustomer = (account: Account, params: typeof CreateCustomer.Type): Result =>
  Either.right(addCustomer(account, params))

export const retrieveCustomer = (account: Account, _: unknown, id: string): Result => findCustomer(account, id, 404)

export const ListCustomers = Schema.Struct({ ...listFields, email: Schema.optional(Text) })
export const listCustomers = (account: Account, query: typeof ListCustomers.Type): Result =>
  list(
    "/v1/customers",
    "customer",
    account.customers.values(),
    query,
    ({ email }) => query.email === undefined || email === query.email,
    ({ created }) => created
  )

export const retrieveMethod = (account: Account, _: unknown, id: string): Result => findMethod(account, id, 404)

export const ListMethods = Schema.Struct({
  ...listFields,
  customer: Schema.optional(Text),
  type: Schema.optional(Text)
})
const listOf = (account: Account, query: typeof ListMethods.Type, customer: string | undefined, url: string): Result =>
  list(
    url,
    "PaymentMethod",
    account.methods.values(),
    query,
    (method) =>
      customer !== undefined && method.customer === customer &&
      (query.type === undefined || method.type === query.type),
    ({ created }) => created
  )
export const listMethods = (account: Account, query: typeof ListMethods.Type): Result =>
  listOf(account, query, query.customer, "/v1/payment_methods")
export const listMethodsOf = (account: Account, query: typeof ListMethods.Type, id: string): Result =>
  Either.flatMap(
    findCustomer(account, id, 404),
    () => listOf(account, query, id, `/v1/customers/${id}/payment_methods`)
  )

export const Attach = Schema.Struct({ customer: Text })
export const attach = (account: Account, { customer }: typeof Attach.Type, id: string): Result =>
  Either.gen(function*() {
    const method = yield* findMethod(account, id, 404)
    yield* findCustomer(account, customer, 400)
    if (account.instruments.get(method.id)?.isSpent === true) {
      const message =
        "This PaymentMethod was previously used without being attached to a Customer or was detached from "
        + "a Customer, and may not be used again."
      return yield* Either.left(refuse(undefined, message))
    }
    if (method.customer !== null && method.customer !== customer) {
      const message = "The payment method you provided has already been attached to a customer."
      return yield* Either.left(refuse("payment_method_unexpected_state", message))
    }
    attachMethod(account, method, customer)
    return method
  })

/** Takes a method from its customer. It cannot be used again, and its mandates end. */
export const detach = (account: Account, _: unknown, id: string): Result =>
  Either.gen(function*() {
    const method = yield* findMethod(account, id, 404)
    const instrument = account.instruments.get(id)
    if (method.customer === null || instrument === undefined) {
      const message = "The payment method you provided is not attached to a customer so detachment is impossible."
      return yield* Either.left(refuse("payment_method_unexpected_state", message))
    }
    const before = method.customer
    method.customer = null
    instrument.isSpent = true
    for (const mandate of account.mandates.values()) {
      if (mandate.payment_method === id && mandate.status !== "inactive") {
        mandate.status = "inactive"
        emit(account, "mandate.updated", mandate)
      }
    }
    emit(account, "payment_method.detached", { ...method, customer: before })
    return method
  })

export const retrieveMandate = (account: Account, _: unknown, id: string): Result =>
  Either.fromNullable(account.mandates.get(id), () => notFound("mandate", id, "mandate"))

export const retrieveSetup = (account: Account, _: unknown, id: string): Result =>
  Either.fromNullable(account.setupIntents.get(id), () => notFound("setupintent", id, "intent"))

export const ListSetups = Schema.Struct({
  ...listFields,
  customer: Schema.optional(Text),
  payment_method: Schema.optional(Text)
})
export const listSetups = (account: Account, query: typeof ListSetups.Type): Result =>
  list(
    "/v1/setup_intents",
    "setupintent",
    account.setupIntents.values(),
    query,
    (setup) =>
      (query.customer === undefined || setup.customer === query.customer)
      && (query.payment_method === undefined || idOf(setup.payment_method) === query.payment_method),
    ({ created }) => created
  )
