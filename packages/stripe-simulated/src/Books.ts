/**
 * What the shop's accountant reads: disputes, payouts and the transactions of the balance; and events, which stay
 * readable for 30 days.
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type Stripe from "stripe"
import { type Account, emit, newId, schedule, seconds } from "./Account.ts"
import { type ApiError, notFound } from "./ApiErrors.ts"
import { list } from "./Lists.ts"
import { listFields, Text } from "./Parameters.ts"
import { addTransaction } from "./PaymentObjects.ts"

type Result = Either.Either<object, ApiError>

/** How long events can be listed (docs.stripe.com/api/events). */
const eventDays = 30

export const retrieveDispute = (account: Account, _: unknown, id: string): Result =>
  Either.fromNullable(account.disputes.get(id), () => notFound("dispute", id, "dispute"))

export const ListDisputes = Schema.Struct({
  ...listFields,
  charge: Schema.optional(Text),
  payment_intent: Schema.optional(Text)
})
export const listDisputes = (account: Account, query: typeof ListDisputes.Type): Result =>
  list(
    "/v1/disputes",
    "dispute",
    account.disputes.values(),
    query,
    (dispute) =>
      (query.charge === undefined || dispute.charge === query.charge)
      && (query.payment_intent === undefined || dispute.payment_intent === query.payment_intent),
    ({ created }) => created
  )

export const retrievePayout = (account: Account, _: unknown, id: string): Result =>
  Either.fromNullable(account.payouts.get(id), () => notFound("payout", id, "payout"))

export const ListPayouts = Schema.Struct({ ...listFields, status: Schema.optional(Text) })
export const listPayouts = (account: Account, query: typeof ListPayouts.Type): Result =>
  list(
    "/v1/payouts",
    "payout",
    account.payouts.values(),
    query,
    ({ status }) => query.status === undefined || status === query.status,
    ({ created }) => created
  )

export const retrieveTransaction = (account: Account, _: unknown, id: string): Result =>
  Either.fromNullable(account.transactions.get(id), () => notFound("balance transaction", id, "id"))

export const ListTransactions = Schema.Struct({
  ...listFields,
  currency: Schema.optional(Text),
  source: Schema.optional(Text),
  type: Schema.optional(Text)
})
export const listTransactions = (account: Account, query: typeof ListTransactions.Type): Result =>
  list(
    "/v1/balance_transactions",
    "balance transaction",
    account.transactions.values(),
    query,
    (one) =>
      (query.currency === undefined || one.currency === query.currency)
      && (query.source === undefined || one.source === query.source)
      && (query.type === undefined || one.type === query.type),
    ({ created }) => created
  )

const isKept = (account: Account, { created }: Stripe.Event): boolean => created > seconds(account) - eventDays * 86_400

export const retrieveEvent = (account: Account, _: unknown, id: string): Result => {
  const event = account.events.get(id)
  return event !== undefined && isKept(account, event)
    ? Either.right(event)
    : Either.left(notFound("event", id, "id"))
}

export const ListEvents = Schema.Struct({
  ...listFields,
  type: Schema.optional(Text),
  types: Schema.optional(Schema.Array(Text).pipe(Schema.maxItems(20)))
})

/** A type, or all of a kind: `charge.*`. */
const isOfType = (type: string, wanted: string): boolean =>
  wanted === type || (wanted.endsWith("*") && type.startsWith(wanted.slice(0, -1)))

export const listEvents = (account: Account, query: typeof ListEvents.Type): Result => {
  const wanted = query.types ?? (query.type === undefined ? undefined : [query.type])
  return list(
    "/v1/events",
    "event",
    [...account.events.values()].filter((event) => isKept(account, event)),
    query,
    ({ type }) => wanted === undefined || wanted.some((one) => isOfType(type, one)),
    ({ created }) => created
  )
}

/** Sends money of the balance to the shop's bank, where it arrives after two days. */
export const payOut = (account: Account, amount: number, currency: string): Stripe.Payout => {
  const id = newId(account, "po")
  const payout: Stripe.Payout = {
    id,
    object: "payout",
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: seconds(account) + 2 * 86_400,
    automatic: true,
    balance_transaction: addTransaction(account, "payout", id, -amount, currency).id,
    created: seconds(account),
    currency,
    description: "STRIPE PAYOUT",
    destination: newId(account, "ba"),
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: account.livemode,
    metadata: {},
    method: "standard",
    original_payout: null,
    payout_method: null,
    reconciliation_status: "completed",
    reversed_by: null,
    source_type: "card",
    statement_descriptor: null,
    status: "in_transit",
    trace_id: null,
    type: "bank_account"
  }
  account.payouts.set(id, payout)
  emit(account, "payout.created", payout)
  schedule(account, payout.arrival_date * 1000, () => {
    payout.status = "paid"
    emit(account, "payout.paid", payout)
  })
  return payout
}
