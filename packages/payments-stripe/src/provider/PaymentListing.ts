/**
 * The listing of payments by their last change, which Stripe does not have: a table that is filled from the account's
 * events, or from payments and refunds themselves where events are no longer kept. Events are read forwards, in parts
 * with a bounded number; each change is put behind all that were seen before it, so that a walk misses none. Follows
 * docs/specification.md#reconciliation.
 */
import type { ListedPayment, PaymentPage, ProviderFault } from "@beauty-store/commerce/payment/PaymentProvider"
import { DelegationId, OrderId, SessionId } from "@beauty-store/domain/Ids"
import { Currency } from "@beauty-store/domain/Money"
import { PaymentMethod } from "@beauty-store/domain/Payment"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type Stripe from "stripe"
import * as Payments from "./Payments.ts"
import * as Refunds from "./Refunds.ts"
import { minorOf } from "./StripeAmount.ts"
import * as StripeCall from "./StripeCall.ts"
import { type Dependencies, transactionsOf } from "./StripeDependencies.ts"
import * as Tables from "./StripeTables.ts"

/** How many payments a page has. */
const pageSize = 100

/** How many events are read for one page. */
const eventsRead = 100

/** How long Stripe keeps events, less a day, in milliseconds (https://docs.stripe.com/api/events). */
const eventsKeptMillis = 29 * 86_400_000

/** How late an event may be listed: the time before the place that is read again, in milliseconds. */
const latenessMillis = 5 * 60_000

/** How many payments are asked for at a time. */
const atOnce = 4

const types = ["payment_intent.succeeded", "refund.created", "refund.updated", "refund.failed"]

/** A payment as it is listed, but for the time of its change. */
const Facts = Schema.Struct({
  paymentId: Schema.String,
  sessionId: SessionId.claimed,
  orderId: OrderId.claimed,
  amountMinor: Schema.Number,
  currency: Currency,
  method: PaymentMethod,
  instrument: Schema.String,
  chargeKey: Schema.NullOr(Schema.String),
  mandateId: Schema.NullOr(DelegationId.claimed),
  refunds: Schema.Array(Schema.Struct({
    key: Schema.String,
    amountMinor: Schema.Number,
    status: Schema.Literal("pending", "succeeded", "failed")
  })),
  at: Schema.Number
})
type Facts = typeof Facts.Type
const encode = Schema.encodeSync(Schema.parseJson(Facts))
const decode = Schema.decodeSync(Schema.parseJson(Facts))

/** A payment that may have changed, by its id, at a time in seconds. */
interface Change {
  readonly paymentId: string
  readonly at: number
}

interface Range {
  readonly gte: number
  readonly lt: number
}

/** The changes of a time, oldest first; undefined where there are more than are read at once. */
const changesIn = ({ mark, stripe }: Dependencies, created: Range, areKept: boolean) =>
  StripeCall.reading(async (): Promise<ReadonlyArray<Change> | undefined> => {
    const changes: Array<Change> = []
    const add = (object: Stripe.PaymentIntent | Stripe.Refund, at: number) => {
      if (object.object === "refund") {
        const paymentId = Payments.idOf(object.payment_intent)
        if (paymentId !== undefined) changes.push({ paymentId, at })
      } else if (object.metadata["store"] === mark) changes.push({ paymentId: object.id, at })
    }
    const page = { created, limit: eventsRead }
    const lists = areKept
      ? [await stripe.events.list({ ...page, types })]
      : [await stripe.paymentIntents.list(page), await stripe.refunds.list(page)]
    for (const list of lists) {
      // A second cannot be divided: then all of it is read.
      const isWhole = created.lt - created.gte <= 1
      if (list.has_more && !isWhole) return undefined
      const all: ReadonlyArray<Stripe.Event | Stripe.PaymentIntent | Stripe.Refund> = list.data
      for (const one of all.toReversed()) {
        add(one.object === "event" ? one.data.object as Stripe.PaymentIntent | Stripe.Refund : one, one.created)
      }
    }
    return changes.toSorted((one, other) => one.at - other.at)
  })

/** The facts of a payment; undefined where it is not the store's, or took no money. */
const listedOf = ({ mark, stripe }: Dependencies, paymentId: string) =>
  StripeCall.reading(async (): Promise<Facts | undefined> => {
    const intent = await stripe.paymentIntents.retrieve(paymentId, { expand: Payments.expanded })
    const payment = Payments.paymentOf(intent)
    const { mandate, order, session, store } = intent.metadata
    if (payment?.status !== "succeeded" || store !== mark || session === undefined) return undefined
    const refunds: Array<Facts["refunds"][number]> = []
    for await (const refund of stripe.refunds.list({ payment_intent: paymentId, limit: 100 })) {
      refunds.unshift({
        key: Refunds.keyOf(refund),
        amountMinor: minorOf(refund.amount, refund.currency).amountMinor,
        status: Refunds.statusOf(refund)
      })
    }
    const { status: _, ...facts } = payment
    return {
      ...facts,
      sessionId: SessionId.claimed.make(session),
      orderId: OrderId.claimed.make(order ?? ""),
      chargeKey: payment.chargeKey ?? null,
      mandateId: mandate === undefined ? null : DelegationId.claimed.make(mandate),
      refunds
    }
  })

/** Notes a payment behind all that changed before it, unless it is as it was. In a transaction. */
const note = Effect.fnUntraced(function*(payment: Facts, at: number) {
  const listed = encode(payment)
  const before = Option.getOrUndefined(yield* Tables.listedOf(payment.paymentId))
  if (before?.listed === listed) return
  const last = Option.match(yield* Tables.lastChange(), { onNone: () => 0, onSome: ({ at }) => at })
  // Stripe counts in seconds: the change came before the end of its own.
  yield* Tables.setListed({ id: payment.paymentId, listed, changed_at: Math.max(last + 1, at * 1000 + 999) })
})

export const make = (deps: Dependencies) => {
  const { read, write } = transactionsOf(deps)

  /** Up to where events were read; from the beginning of the first walk where none were. */
  const placeFrom = (from: number) =>
    write(Effect.zipRight(
      Tables.beginAt({ one: 1, read_until: from }),
      Effect.map(Tables.place(), (place) => Option.getOrThrow(place).at)
    ))

  /** Reads the next part of the events, and returns whether it was the last one. */
  const readOn = Effect.fnUntraced(function*(from: number): Effect.fn.Return<boolean, ProviderFault> {
    const now = yield* Clock.currentTimeMillis
    const place = yield* placeFrom(from)
    const gte = Math.floor((place - latenessMillis) / 1000)
    const areKept = now - place < eventsKeptMillis
    let lt = Math.floor(now / 1000) + 1
    let changes = yield* changesIn(deps, { gte, lt }, areKept)
    while (changes === undefined) {
      lt = gte + Math.max(1, Math.floor((lt - gte) / 2))
      changes = yield* changesIn(deps, { gte, lt }, areKept)
    }
    const last = new Map(changes.map(({ paymentId }, n) => [paymentId, n]))
    const payments = yield* Effect.forEach(
      changes.filter(({ paymentId }, n) => last.get(paymentId) === n),
      ({ at, paymentId }) => Effect.map(listedOf(deps, paymentId), (payment) => ({ payment, at })),
      { concurrency: atOnce }
    )
    const until = Math.min(lt * 1000, now)
    yield* write(Effect.gen(function*() {
      // Another process has read the same meanwhile.
      if ((yield* Tables.moveOn(Math.max(until, place), place)) === 0) return
      for (const { at, payment } of payments) if (payment !== undefined) yield* note(payment, at)
    }))
    return until >= now
  })

  return {
    page: Effect.fnUntraced(function*({ cursor, from }: {
      readonly from: number
      readonly cursor: string | undefined
    }): Effect.fn.Return<PaymentPage, ProviderFault> {
      const isLast = yield* readOn(from)
      const begin = cursor === undefined ? from : Number(cursor)
      const rows = yield* read(Tables.listedAfter(begin, pageSize))
      const payments = rows.map(({ changedAt, listed }): ListedPayment => {
        const facts = decode(listed)
        return {
          ...facts,
          chargeKey: facts.chargeKey ?? undefined,
          mandateId: facts.mandateId ?? undefined,
          changedAt
        }
      })
      const last = rows.at(-1)
      return {
        payments,
        next: isLast && rows.length < pageSize ? undefined : String(last === undefined ? begin : last.changedAt + 1)
      }
    })
  }
}
