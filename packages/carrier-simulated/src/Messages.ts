/**
 * What the carrier tells the shop: signed messages by HTTP, sent from a durable outbox of its own.
 *
 * `tell` runs in the transaction that changes what it tells of, so no message is forgotten and none tells of what did
 * not happen. A message is sent until the shop answers 2xx, less and less often, with the same `webhook-id` each time;
 * the signed moment is each attempt's own. Order among messages means nothing: each carries all that is known by then.
 *
 * The outbox's jobs are named after the message and the copy of it. Follows docs/specification.md#webhooks-in.
 */
import { type Handler, Jobs } from "@beauty-store/kernel/Jobs"
import { type Transaction, Transactions } from "@beauty-store/kernel/Transactions"
import { Post } from "@beauty-store/web/Post"
import * as Signature from "@beauty-store/web/Signature"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { CarrierSettings } from "./CarrierSettings.ts"
import { FaultPlan } from "./Faults.ts"
import * as Ledger from "./Ledger.ts"

/** The kind of the outbox's jobs. */
export const jobKind = "tell"

export interface Telling {
  /** The `webhook-id`, the same however often this is told. */
  readonly id: string
  readonly event: "order.shipped" | "order.delivered" | "return.initiated"
  readonly data: { readonly orderId: string } & Readonly<Record<string, unknown>>
}

/** Tells the shop, once for each delay, as soon as the transaction around it has committed. */
export const tell = Effect.fnUntraced(
  function*(
    { data, event, id }: Telling,
    delaysMillis: ReadonlyArray<number>
  ): Effect.fn.Return<void, never, Jobs | Transaction> {
    const jobs = yield* Jobs
    const at = yield* Clock.currentTimeMillis
    yield* Ledger.insertMessage({ id, order_id: data.orderId, event, body: JSON.stringify({ event, data }), at })
    for (const [copy, delay] of delaysMillis.entries()) yield* jobs.schedule(jobKind, `${id}:${copy}`, at + delay)
  }
)

/** How long the shop may take to answer. */
const timeoutMillis = 5_000

/** As long as it has been tried already, within bounds: each wait about doubles the age. */
const backOff = (ageMillis: number): number => Math.min(Math.max(ageMillis, 250), ageMillis < 600_000 ? 5_000 : 300_000)

const Answer = Schema.parseJson(Schema.Struct({ result: Schema.String }))
const decodeAnswer = Schema.decodeUnknownEither(Answer)

/** The handler of the outbox's jobs. `heard` runs with the shop's word on a message, in the transaction that keeps it. */
export const sender = Effect.fnUntraced(
  function*<R>(heard: (message: Ledger.Message, result: string) => Effect.Effect<void, never, R>): Effect.fn.Return<
    Handler,
    never,
    Transactions | CarrierSettings | FaultPlan | Post | Exclude<R, Transaction>
  > {
    const { read, write } = yield* Transactions
    const { messageSecret, messageUrl } = yield* CarrierSettings
    const plan = yield* FaultPlan
    const { send } = yield* Post
    const context = yield* Effect.context<Exclude<R, Transaction>>()

    /** What the shop made of it, or undefined where it did not take it. */
    const post = (message: Ledger.Message) =>
      Effect.gen(function*() {
        const body = new TextEncoder().encode(message.body)
        const atMillis = yield* Clock.currentTimeMillis
        const headers = {
          ...Signature.sign({ id: message.id, atMillis, body, secret: messageSecret }),
          "content-type": "application/json"
        }
        const reply = yield* send({ url: messageUrl, headers, body, millis: timeoutMillis })
        if (reply.status < 200 || reply.status >= 300) return undefined
        const answer = decodeAnswer(reply.body)
        return Either.isRight(answer) ? answer.right.result : "taken"
      }).pipe(Effect.catchAll(() => Effect.succeed(undefined)))

    return Effect.fnUntraced(function*(subject) {
      const message = Option.getOrUndefined(yield* read(Ledger.message(subject.slice(0, subject.lastIndexOf(":")))))
      if (message === undefined) return undefined
      const fate = yield* plan.attempt({ event: message.event, orderId: message.orderId })
      const answer = fate === "lost_before" ? undefined : yield* post(message)
      const result = fate === "answered" ? answer : undefined
      if (result === undefined) {
        const now = yield* Clock.currentTimeMillis
        return now + backOff(now - message.at)
      }
      yield* write(Effect.gen(function*() {
        const first = yield* Ledger.setMessageResult(result, message.id)
        if (first > 0) yield* heard(message, result)
      })).pipe(Effect.provide(context))
      return undefined
    })
  }
)
