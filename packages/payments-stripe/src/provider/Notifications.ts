/**
 * Stripe's webhooks as hints of the port. The signature is over the raw bytes and their time, by one of the endpoint's
 * secrets: two count while one is rolled. What is not this store's, in an account that others share, is of no use.
 */
import {
  type Notification,
  type NotificationMessage,
  NotificationRejected
} from "@beauty-store/commerce/payment/PaymentProvider"
import { DelegationId, SessionId } from "@beauty-store/domain/Ids"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type Stripe from "stripe"
import type { Client } from "./StripeCall.ts"

/** How old a message may be, in seconds. */
const toleranceSeconds = 300

const metadataOf = (subject: object): Stripe.Metadata =>
  "metadata" in subject && typeof subject.metadata === "object" && subject.metadata !== null
    ? subject.metadata as Stripe.Metadata
    : {}

/** What an event is about, by the metadata that the store gave its subject. */
const subjectOf = ({ data: { object }, type }: Stripe.Event, mark: string): Notification => {
  const { key, mandate, session, store } = metadataOf(object)
  if (store !== mark) return { _tag: "Other", type }
  if (key !== undefined) return { _tag: "RefundChanged", key }
  if (session !== undefined) return { _tag: "SessionChanged", sessionId: SessionId.claimed.make(session) }
  return mandate === undefined
    ? { _tag: "Other", type }
    : { _tag: "MandateChanged", mandateId: DelegationId.claimed.make(mandate) }
}

export const verify = (stripe: Client, secrets: ReadonlyArray<string>, mark: string) =>
  Effect.fnUntraced(function*({ body, headers }: NotificationMessage) {
    const now = yield* Clock.currentTimeMillis
    const signature = headers["stripe-signature"]
    if (signature === undefined) return yield* new NotificationRejected({ reason: "signature_missing" })
    for (const secret of secrets) {
      const subject = yield* Effect.option(Effect.try(() =>
        subjectOf(
          stripe.webhooks.constructEvent(Buffer.from(body), signature, secret, toleranceSeconds, undefined, now),
          mark
        )
      ))
      if (subject._tag === "Some") return subject.value
    }
    return yield* new NotificationRejected({ reason: "signature_invalid" })
  })
