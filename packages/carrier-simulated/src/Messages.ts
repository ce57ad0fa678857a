/**
 * The carrier's messages to the shop: signed, by HTTP, from a durable outbox. `enqueue` runs in the transaction that
 * changes what the message reports. A message is sent until the shop returns 2xx, less and less often, under one
 * `webhook-id`. Each carries everything that is known by then, so their order does not matter. Follows
 * docs/specification.md#webhooks-in.
 */
import { HttpPost } from "@beauty-store/outbound/HttpPost"
import * as Signature from "@beauty-store/outbound/Signature"
import type { ConcludingJobHandler } from "@beauty-store/sql/JobHandler"
import { Jobs } from "@beauty-store/sql/Jobs"
import { type Transaction, Transactions } from "@beauty-store/sql/Transactions"
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

export interface OutgoingMessage {
  /** The `webhook-id`, the same for every copy and attempt. */
  readonly id: string
  readonly event: "order.shipped" | "order.delivered" | "return.initiated"
  readonly data: { readonly orderId: string } & Readonly<Record<string, unknown>>
}

/** Plans a message to the shop, one copy for each delay after the commit of the transaction around it. */
export const enqueue = Effect.fnUntraced(
  function*(
    { data, event, id }: OutgoingMessage,
    delaysMillis: ReadonlyArray<number>
  ): Effect.fn.Return<void, never, Jobs | Transaction> {
    const jobs = yield* Jobs
    const at = yield* Clock.currentTimeMillis
    yield* Ledger.insertMessage({ id, order_id: data.orderId, event, body: JSON.stringify({ event, data }), at })
    for (const [copy, delay] of delaysMillis.entries()) yield* jobs.schedule(jobKind, `${id}:${copy}`, at + delay)
  }
)

/** The time within which the shop has to respond. */
const timeoutMillis = 5_000

/** As long as it has been tried already, within bounds, so that each wait about doubles the age. */
const backOff = (ageMillis: number): number => Math.min(Math.max(ageMillis, 250), ageMillis < 600_000 ? 5_000 : 300_000)

const Reply = Schema.parseJson(Schema.Struct({ result: Schema.String }))
const decodeReply = Schema.decodeUnknownEither(Reply)

/**
 * The handler of the outbox's jobs. `onResult` runs in the transaction that records the shop's result for a message.
 */
export const sender = Effect.fnUntraced(
  function*<R>(onResult: (message: Ledger.Message, result: string) => Effect.Effect<void, never, R>): Effect.fn.Return<
    ConcludingJobHandler,
    never,
    Transactions | CarrierSettings | FaultPlan | HttpPost | Exclude<R, Transaction>
  > {
    const { read, write } = yield* Transactions
    const { messageSecret, messageUrl } = yield* CarrierSettings
    const plan = yield* FaultPlan
    const { send } = yield* HttpPost
    const context = yield* Effect.context<Exclude<R, Transaction>>()

    /** Sends a message and returns the shop's result, or undefined where the shop did not accept it. */
    const post = (message: Ledger.Message) =>
      Effect.gen(function*() {
        const body = new TextEncoder().encode(message.body)
        const atMillis = yield* Clock.currentTimeMillis
        const headers = {
          ...Signature.sign({ id: message.id, atMillis, body, secret: messageSecret }),
          "content-type": "application/json"
        }
        const response = yield* send({ url: messageUrl, headers, body, millis: timeoutMillis })
        if (response.status < 200 || response.status >= 300) return undefined
        const reply = decodeReply(response.body)
        return Either.isRight(reply) ? reply.right.result : "taken"
      }).pipe(Effect.catchAll(() => Effect.succeed(undefined)))

    return Effect.fnUntraced(function*(subject, conclude) {
      const message = Option.getOrUndefined(yield* read(Ledger.message(subject.slice(0, subject.lastIndexOf(":")))))
      if (message === undefined) return undefined
      const fate = yield* plan.attempt({ event: message.event, orderId: message.orderId })
      const said = fate === "lost_before" ? undefined : yield* post(message)
      const result = fate === "answered" ? said : undefined
      if (result === undefined) {
        const now = yield* Clock.currentTimeMillis
        return now + backOff(now - message.at)
      }
      yield* write(Effect.gen(function*() {
        const first = yield* Ledger.setMessageResult(result, message.id)
        if (first > 0) yield* onResult(message, result)
        yield* conclude(undefined)
      })).pipe(Effect.provide(context))
      return undefined
    })
  }
)
