/**
 * The operations of the API that the simulated Stripe has: each with the name of its method in the SDK, its path, its
 * parameters and what it does.
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { Account } from "./Account.ts"
import type { ApiError } from "./ApiErrors.ts"
import * as Books from "./Books.ts"
import * as GrantedTokens from "./GrantedTokens.ts"
import * as Intents from "./Intents.ts"
import * as Methods from "./Methods.ts"
import { decoder, type Parameters } from "./Parameters.ts"
import * as Refunds from "./Refunds.ts"
import * as Sessions from "./Sessions.ts"
import * as Webhooks from "./Webhooks.ts"

type Method = "GET" | "POST" | "DELETE"

export interface Operation {
  /** As in the SDK: `checkout.sessions.create`. */
  readonly name: string
  readonly method: Method
  readonly path: string
  /** Reads the parameters; what it returns does the work, once, at a moment. */
  readonly prepare: (
    params: Parameters
  ) => Either.Either<(account: Account, id: string) => Either.Either<object, ApiError>, ApiError>
}

const operation = <A, I>(
  name: string,
  route: `${Method} /v1/${string}`,
  schema: Schema.Schema<A, I>,
  run: (account: Account, params: A, id: string) => Either.Either<object, ApiError>
): Operation => {
  const [method, path] = route.split(" ") as [Method, string]
  const decode = decoder(schema)
  return {
    name,
    method,
    path,
    prepare: (params) => Either.map(decode(params), (decoded) => (account, id) => run(account, decoded, id))
  }
}

const none = Schema.Struct({})

export const operations: ReadonlyArray<Operation> = [
  operation("checkout.sessions.create", "POST /v1/checkout/sessions", Sessions.Create, Sessions.create),
  operation("checkout.sessions.list", "GET /v1/checkout/sessions", Sessions.List, Sessions.listAll),
  operation("checkout.sessions.retrieve", "GET /v1/checkout/sessions/:id", none, Sessions.retrieve),
  operation("checkout.sessions.expire", "POST /v1/checkout/sessions/:id/expire", none, Sessions.expireById),
  operation(
    "checkout.sessions.listLineItems",
    "GET /v1/checkout/sessions/:id/line_items",
    Sessions.LineItems,
    Sessions.listLines
  ),
  operation("paymentIntents.create", "POST /v1/payment_intents", Intents.Create, Intents.create),
  operation("paymentIntents.list", "GET /v1/payment_intents", Intents.List, Intents.listAll),
  operation("paymentIntents.retrieve", "GET /v1/payment_intents/:id", none, Intents.retrieve),
  operation("paymentIntents.confirm", "POST /v1/payment_intents/:id/confirm", Intents.Confirm, Intents.confirmById),
  operation("paymentIntents.cancel", "POST /v1/payment_intents/:id/cancel", Intents.Cancel, Intents.cancel),
  operation("charges.list", "GET /v1/charges", Intents.ListCharges, Intents.listCharges),
  operation("charges.retrieve", "GET /v1/charges/:id", none, Intents.retrieveCharge),
  operation("refunds.create", "POST /v1/refunds", Refunds.Create, Refunds.create),
  operation("refunds.list", "GET /v1/refunds", Refunds.List, Refunds.listAll),
  operation("refunds.retrieve", "GET /v1/refunds/:id", none, Refunds.retrieve),
  operation("customers.create", "POST /v1/customers", Methods.CreateCustomer, Methods.createCustomer),
  operation("customers.list", "GET /v1/customers", Methods.ListCustomers, Methods.listCustomers),
  operation("customers.retrieve", "GET /v1/customers/:id", none, Methods.retrieveCustomer),
  operation(
    "customers.listPaymentMethods",
    "GET /v1/customers/:id/payment_methods",
    Methods.ListMethods,
    Methods.listMethodsOf
  ),
  operation("paymentMethods.list", "GET /v1/payment_methods", Methods.ListMethods, Methods.listMethods),
  operation("paymentMethods.retrieve", "GET /v1/payment_methods/:id", none, Methods.retrieveMethod),
  operation("paymentMethods.attach", "POST /v1/payment_methods/:id/attach", Methods.Attach, Methods.attach),
  operation("paymentMethods.detach", "POST /v1/payment_methods/:id/detach", none, Methods.detach),
  operation("mandates.retrieve", "GET /v1/mandates/:id", none, Methods.retrieveMandate),
  operation("setupIntents.list", "GET /v1/setup_intents", Methods.ListSetups, Methods.listSetups),
  operation("setupIntents.retrieve", "GET /v1/setup_intents/:id", none, Methods.retrieveSetup),
  operation("disputes.list", "GET /v1/disputes", Books.ListDisputes, Books.listDisputes),
  operation("disputes.retrieve", "GET /v1/disputes/:id", none, Books.retrieveDispute),
  operation("payouts.list", "GET /v1/payouts", Books.ListPayouts, Books.listPayouts),
  operation("payouts.retrieve", "GET /v1/payouts/:id", none, Books.retrievePayout),
  operation(
    "balanceTransactions.list",
    "GET /v1/balance_transactions",
    Books.ListTransactions,
    Books.listTransactions
  ),
  operation("balanceTransactions.retrieve", "GET /v1/balance_transactions/:id", none, Books.retrieveTransaction),
  operation("events.list", "GET /v1/events", Books.ListEvents, Books.listEvents),
  operation("events.retrieve", "GET /v1/events/:id", none, Books.retrieveEvent),
  operation("webhookEndpoints.create", "POST /v1/webhook_endpoints", Webhooks.Create, Webhooks.create),
  operation("webhookEndpoints.list", "GET /v1/webhook_endpoints", Webhooks.List, Webhooks.listAll),
  operation("webhookEndpoints.retrieve", "GET /v1/webhook_endpoints/:id", none, Webhooks.retrieve),
  operation("webhookEndpoints.del", "DELETE /v1/webhook_endpoints/:id", none, Webhooks.remove),
  operation(
    "sharedPayment.grantedTokens.retrieve",
    "GET /v1/shared_payment/granted_tokens/:id",
    none,
    GrantedTokens.retrieve
  ),
  operation(
    "testHelpers.sharedPayment.grantedTokens.create",
    "POST /v1/test_helpers/shared_payment/granted_tokens",
    GrantedTokens.Grant,
    GrantedTokens.grant
  ),
  operation(
    "testHelpers.sharedPayment.grantedTokens.revoke",
    "POST /v1/test_helpers/shared_payment/granted_tokens/:id/revoke",
    none,
    GrantedTokens.revoke
  )
]

/** Paths that only preview versions of the API have. */
export const isPreviewOnly = ({ path }: Operation): boolean => path.includes("/shared_payment/")

const patterns = operations.map((one) => ({
  one,
  pattern: new RegExp(`^${one.path.replace(":id", "([^/]+)")}$`)
}))

/** The operation of a method and path, and the id in the path. */
export const route = (
  method: string,
  path: string
): { readonly operation: Operation; readonly id: string | undefined } | undefined => {
  for (const { one, pattern } of patterns) {
    const match = one.method === method ? pattern.exec(path) : null
    if (match !== null) return { operation: one, id: match[1] === undefined ? undefined : decodeURIComponent(match[1]) }
  }
  return undefined
}
