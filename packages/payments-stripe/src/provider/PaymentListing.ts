/**
 * The listing of payments by their last change, which Stripe does not have: a table that is filled from the account's
 * events, or from payments and refunds themselves where events are no longer kept. A walk reads them forwards, each page
 * a bounded part; each change is put behind all that were seen before it, so that a walk misses none. Late events are
 * left to the next walk, which begins before them. Follows docs/specification.md#reconciliation.
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

/** How many events are read at a time, where a time can be divided: the most that Stripe lists at once. */
const eventsRead = 100

/** How many changes are looked at for one page, which has to be read before the store gives the call up. */
const changesRead = 25

/** How long Stripe keeps events, less a day, in milliseconds (https://docs.stripe.com/api/events). */
const eventsKeptMillis = 29 * 86_400_000

/** How late an event may be listed: the time before a walk that the next one reads again, in milliseconds. */
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

/** A time in seconds. */
interface Range {
  readonly gte: number
  readonly lt: number
}

/** Where a page of a walk begins. */
const Cursor = Schema.Struct({
  /** In the table: the first `changed_at`. */
  from: Schema.Number,
  /** In the account: the first second that is read. */
  gte: Schema.Number,
  /** Up to which second, where a page before has begun it, and how many of its changes were looked at then. */
  begun: Schema.NullOr(Schema.Struct({ lt: Schema.Number, looked: Schema.Number })),
  /** The time before which no event comes any more that this walk has not read, in milliseconds. */
  settled: Schema.Number
})
type Cursor = typeof Cursor.Type
const writeCursor = Schema.encodeSync(Schema.parseJson(Cursor))
const readCursor = Schema.decodeSync(Schema.parseJson(Cursor))

/** The changes of a time, oldest first; undefined where there are more than are read at once, and it is divisible. */
const changesIn = (
  { mark, stripe }: Dependencies,
  created: Range,
  { areKept, isDivisible }: { readonly areKept: boolean; readonly isDivisible: boolean }
) =>
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
      ? [stripe.events.list({ ...page, types })]
      : [stripe.paymentIntents.list(page), stripe.refunds.list(page)]
    for (const list of lists) {
      if (isDivisible && (await list).has_more) return undefined
      const all: Array<Stripe.Event | Stripe.PaymentIntent | Stripe.Refund> = []
      for await (const one of list) all.push(one)
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

/** A change with what the listing had of its payment, and what Stripe has of it since. */
interface Look extends Change {
  readonly before: string | undefined
  readonly payment: Facts | undefined
}

const rowOf = (paymentId: string) => Effect.map(Tables.listedOf(paymentId), (row) => Option.getOrUndefined(row)?.listed)

/** Notes a payment behind all that changed before it, unless it is as it was. In a transaction. */
const note = Effect.fnUntraced(function*(payment: Facts, before: string | undefined, at: number) {
  const listed = encode(payment)
  if (before === listed) return
  const last = Option.match(yield* Tables.lastChange(), { onNone: () => 0, onSome: ({ at }) => at })
  // Stripe counts in seconds: the change came before the end of its own.
  yield* Tables.setListed({ id: payment.paymentId, listed, changed_at: Math.max(last + 1, at * 1000 + 999) })
})

export const make = (deps: Dependencies) => {
  const { read, write } = transactionsOf(deps)

  /** Where a walk begins: up to where events have settled, or the beginning of the first walk. */
  const beginAt = Effect.fnUntraced(function*(from: number) {
    const settled = (yield* Clock.currentTimeMillis) - latenessMillis
    const place = yield* write(Effect.zipRight(Tables.beginAt({ one: 1, read_until: from }), Tables.place()))
    return { from, gte: Math.floor(Option.getOrThrow(place).at / 1000), begun: null, settled }
  })

  const lookAt = ({ at, paymentId }: Change): Effect.Effect<Look, ProviderFault> =>
    Effect.flatMap(
      read(rowOf(paymentId)),
      (before) => Effect.map(listedOf(deps, paymentId), (payment) => ({ paymentId, at, before, payment }))
    )

  /** Notes what changed, oldest first, and moves the place; another look is taken where another process noted. */
  const noteAll = Effect.fnUntraced(function*(
    changes: ReadonlyArray<Change>,
    place: number
  ): Effect.fn.Return<void, ProviderFault> {
    for (let rest = changes, first = true; first || rest.length > 0; first = false) {
      const looks: ReadonlyArray<Look> = yield* Effect.forEach(rest, lookAt, { concurrency: atOnce })
      rest = yield* write(Effect.gen(function*() {
        yield* Tables.lockPlace()
        const overtaken: Array<Look> = []
        for (const look of looks) {
          const { at, before, payment, paymentId } = look
          if ((yield* rowOf(paymentId)) !== before) overtaken.push(look)
          else if (payment !== undefined) yield* note(payment, before, at)
        }
        if (overtaken.length === 0) yield* Tables.moveOn(place, place)
        return overtaken
      }))
    }
  })

  /** Reads the next part of the account: where the one after it begins, and whether this was the last one. */
  const readOn = Effect.fnUntraced(function*({ begun, gte, settled }: Cursor) {
    const now = yield* Clock.currentTimeMillis
    const areKept = settled - gte * 1000 < eventsKeptMillis
    const changesBefore = (lt: number) =>
      changesIn(deps, { gte, lt }, { areKept, isDivisible: begun === null && lt - gte > 1 })
    let lt = begun?.lt ?? Math.max(gte, Math.floor(now / 1000)) + 1
    let all = yield* changesBefore(lt)
    while (all === undefined) {
      lt = gte + Math.max(1, Math.floor((lt - gte) / 2))
      all = yield* changesBefore(lt)
    }
    const before = begun?.looked ?? 0
    const changes = all.slice(before, before + changesRead)
    const looked = before + changes.length
    const isWhole = looked >= all.length
    const last = new Map(changes.map(({ paymentId }, n) => [paymentId, n]))
    yield* noteAll(
      changes.filter(({ paymentId }, n) => last.get(paymentId) === n),
      Math.min((isWhole ? lt : gte) * 1000, settled)
    )
    return isWhole
      ? { gte: Math.min(lt, Math.floor(now / 1000)), begun: null, isLast: lt * 1000 > now }
      : { gte, begun: { lt, looked }, isLast: false }
  })

  return {
    page: Effect.fnUntraced(function*({ cursor, from }: {
      readonly from: number
      readonly cursor: string | undefined
    }): Effect.fn.Return<PaymentPage, ProviderFault> {
      const begin = cursor === undefined ? yield* beginAt(from) : readCursor(cursor)
      const { isLast, ...reached } = yield* readOn(begin)
      const rows = yield* read(Tables.listedAfter(begin.from, pageSize))
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
      const next = { ...begin, ...reached, from: last === undefined ? begin.from : last.changedAt + 1 }
      return { payments, next: isLast && rows.length < pageSize ? undefined : writeCursor(next) }
    })
  }
}
