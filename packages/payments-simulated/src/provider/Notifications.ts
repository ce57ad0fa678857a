/**
 * Notifications to the shop: signed messages from a durable outbox, which is the provider's job table. `notify` runs in
 * the transaction of the change, so that no message is lost and none reports what did not happen. Each is sent until
 * the shop returns 2xx, for a day, under one `webhook-id`. Follows docs/specification.md#notifications,
 * docs/specification.md#signatures.
 */
import {
  type Notification,
  type NotificationMessage,
  NotificationRejected
} from "@beauty-store/commerce/payment/PaymentProvider"
import { DelegationId, SessionId } from "@beauty-store/domain/Ids"
import { HttpPost } from "@beauty-store/outbound/HttpPost"
import * as Signature from "@beauty-store/outbound/Signature"
import * as Codec from "@beauty-store/sql/Codec"
import * as Entropy from "@beauty-store/sql/Entropy"
import type { NextRun } from "@beauty-store/sql/JobHandler"
import { Jobs } from "@beauty-store/sql/Jobs"
import { type StoreUnavailable, Transaction, Transactions } from "@beauty-store/sql/Transactions"
import * as WorkPermit from "@beauty-store/sql/WorkPermit"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import * as FiberMap from "effect/FiberMap"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { ProviderSettings } from "../ProviderSettings.ts"
import * as Ledger from "./Ledger.ts"

/** The types of messages, with the name under which their data holds the subject. */
const subjectNames = {
  "session.changed": "sessionId",
  "refund.changed": "key",
  "mandate.changed": "mandateId"
} as const
const FactType = Schema.Literal("session.changed", "refund.changed", "mandate.changed")

/** The content of a message. `subject`: the session's or mandate's id, or the refund's key. */
export interface Fact {
  readonly type: typeof FactType.Type
  readonly subject: string
}

/** The kind of the outbox's jobs. */
export const jobKind = "notify"

const Message = Schema.Struct({
  id: Schema.String,
  /** A fault plan may send a message twice; the copies share an id. */
  copy: Schema.Int,
  type: FactType,
  subject: Schema.String,
  at: Schema.Int
})
type Message = typeof Message.Type

const MessageText = Schema.parseJson(Message)
const encodeMessage = Codec.encoder(MessageText)
const decodeMessage = Codec.decoder(MessageText)

/** Sends messages to the shop, each once at a time, and records the outcome. */
export class NotificationSender
  extends Context.Tag("@beauty-store/payments-simulated/Notifications/NotificationSender")<NotificationSender, {
    /** Starts to send the message of a job's subject, and does not wait for it. */
    readonly dispatch: (subject: string) => void
    /**
     * Waits for the message about a subject that is being sent, if there is one: until the shop accepted it, or this
     * attempt failed.
     */
    readonly awaitDelivery: (subject: Fact["subject"]) => Effect.Effect<void>
  }>()
{}

/** When a message is tried again whose outcome was not recorded, for example after a crash. */
const forgottenMillis = 6_000

/** Sends the shop a message, once for each delay, as soon as the transaction around it has committed. */
export const notify = Effect.fnUntraced(
  function*(
    fact: Fact,
    delaysMillis: ReadonlyArray<number>
  ): Effect.fn.Return<void, never, NotificationSender | Jobs | Entropy.Entropy | Transaction> {
    if (delaysMillis.length === 0) return
    const sender = yield* NotificationSender
    const jobs = yield* Jobs
    const transaction = yield* Transaction
    const at = yield* Clock.currentTimeMillis
    const id = yield* Entropy.nextId("msg")
    for (const [copy, delay] of delaysMillis.entries()) {
      const subject = encodeMessage({ id, copy, ...fact, at })
      if (delay > 0) {
        yield* jobs.schedule(jobKind, subject, at + delay)
      } else {
        yield* jobs.schedule(jobKind, subject, at + forgottenMillis)
        transaction.afterCommit(() => sender.dispatch(subject))
      }
    }
  }
)

/** The secret that signs this database's notifications, made at its first use. */
export const signingSecret = Effect.gen(function*() {
  const { write } = yield* Transactions
  const { bytes } = yield* Entropy.Entropy
  const fresh = Signature.encodeSecret(Redacted.make(bytes(32)))
  const kept = yield* write(Ledger.keptSetting("notification_secret", fresh))
  return yield* Effect.orDie(Signature.decodeSecret(kept))
})

const bodyOf = (message: Message): Uint8Array =>
  new TextEncoder().encode(JSON.stringify({
    type: message.type,
    timestamp: DateTime.formatIso(DateTime.unsafeMake(message.at)),
    data: { [subjectNames[message.type]]: message.subject }
  }))

const Body = Schema.parseJson(Schema.Struct({
  type: Schema.String,
  data: Schema.Struct({
    sessionId: Schema.optional(SessionId.claimed),
    key: Schema.optional(Schema.String),
    mandateId: Schema.optional(DelegationId.claimed)
  })
}))
const decodeBody = Codec.eitherDecoder(Body)

/** Checks a received message and returns its content. */
export const verify = (
  message: NotificationMessage,
  secret: Signature.Secret,
  nowMillis: number
): Either.Either<Notification, NotificationRejected> => {
  const signed = Signature.verify({ ...message, secrets: [secret], nowMillis })
  if (Either.isLeft(signed)) return Either.left(new NotificationRejected({ reason: signed.left.reason }))
  const body = decodeBody(new TextDecoder().decode(message.body))
  if (Either.isLeft(body)) return Either.left(new NotificationRejected({ reason: "body_malformed" }))
  const { data, type } = body.right
  if (type === "session.changed" && data.sessionId !== undefined) {
    return Either.right({ _tag: "SessionChanged", sessionId: data.sessionId })
  }
  if (type === "refund.changed" && data.key !== undefined) return Either.right({ _tag: "RefundChanged", key: data.key })
  if (type === "mandate.changed" && data.mandateId !== undefined) {
    return Either.right({ _tag: "MandateChanged", mandateId: data.mandateId })
  }
  return Either.right({ _tag: "Other", type })
}

/** The time within which the shop has to respond. */
const timeoutMillis = 5_000

/** How long the provider goes on trying to deliver a message that the shop does not take. */
const giveUpMillis = 24 * 3_600_000

/** As long as it has been tried already, within bounds, so that each wait about doubles the age. */
const backOff = (ageMillis: number): number => Math.min(Math.max(ageMillis, 500), ageMillis < 600_000 ? 5_000 : 60_000)

export const layer: Layer.Layer<
  NotificationSender,
  StoreUnavailable,
  Jobs | Transactions | Entropy.Entropy | ProviderSettings | HttpPost
> = Layer.scoped(
  NotificationSender,
  Effect.gen(function*() {
    const jobs = yield* Jobs
    const { write } = yield* Transactions
    const { notificationUrl } = yield* ProviderSettings
    const secret = yield* signingSecret
    const { send: post } = yield* HttpPost
    const run = yield* FiberMap.makeRuntime<never, string>()
    /** The last message about each subject that is being sent. */
    const underWay = new Map<Fact["subject"], Fiber.RuntimeFiber<void>>()

    const send = (subject: string, message: Message) =>
      Effect.gen(function*() {
        const url = yield* notificationUrl
        const body = bodyOf(message)
        const headers = {
          ...Signature.sign({ id: message.id, atMillis: yield* Clock.currentTimeMillis, body, secret }),
          "content-type": "application/json"
        }
        const accepted = yield* Effect.match(post({ url, headers, body, millis: timeoutMillis }), {
          onSuccess: ({ status }) => status >= 200 && status < 300,
          onFailure: () => false
        })
        const now = yield* Clock.currentTimeMillis
        yield* write(
          accepted ? jobs.cancel(jobKind, subject) : jobs.schedule(jobKind, subject, now + backOff(now - message.at))
        )
      }).pipe(
        // The next attempt is already planned in the ledger.
        Effect.catchAllCause((cause) => Effect.logDebug("a notification's fate was not recorded", cause))
      )

    return {
      dispatch: (subject) => {
        const message = decodeMessage(subject)
        const sending = run(subject, send(subject, message), { onlyIfMissing: true, immediate: false })
        underWay.set(message.subject, sending)
        sending.addObserver(() => {
          if (underWay.get(message.subject) === sending) underWay.delete(message.subject)
        })
      },
      awaitDelivery: (subject) =>
        Effect.suspend(() => {
          const sending = underWay.get(subject)
          return sending === undefined ? Effect.void : WorkPermit.releaseDuring(Effect.asVoid(Fiber.await(sending)))
        })
    }
  })
)

/** The handler of the outbox's jobs: messages that were to leave later, or whose arrival was not recorded. */
export const resend = ({ dispatch }: Context.Tag.Service<NotificationSender>) =>
  Effect.fnUntraced(function*(subject: string): Effect.fn.Return<NextRun> {
    const now = yield* Clock.currentTimeMillis
    const message = decodeMessage(subject)
    if (now - message.at > giveUpMillis) {
      yield* Effect.logWarning("the shop took no notification for a day", { type: message.type })
      return undefined
    }
    dispatch(subject)
    return now + forgottenMillis
  })
