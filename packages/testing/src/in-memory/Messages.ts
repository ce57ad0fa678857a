/**
 * The messages of the provider in memory to the shop: signed, with their time, and kept until a test takes them.
 *
 * Nobody delivers them.
 */
import {
  type Notification,
  type NotificationMessage,
  NotificationRejected,
  type PaymentProvider
} from "@beauty-store/commerce/payment/PaymentProvider"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { createHmac } from "node:crypto"
import type { Ledger } from "./Ledger.ts"

/** How old a notification may be, and how far its time may lie ahead, in milliseconds. */
const toleranceMillis = 300_000

const signatureOf = (timestamp: string, body: Uint8Array): string =>
  createHmac("sha256", "the in-memory provider").update(`${timestamp}.`).update(body).digest("base64")

const messageAt = (at: number, about: Notification): NotificationMessage => {
  const body = new TextEncoder().encode(JSON.stringify(about))
  return { headers: { timestamp: String(at), signature: signatureOf(String(at), body) }, body }
}

/** Tells the shop. */
export const notify = (ledger: Ledger, about: Notification): void =>
  void ledger.sent.push(messageAt(ledger.latest, about))

export const methods: Pick<typeof PaymentProvider.Service, "verifyNotification"> = {
  verifyNotification: ({ body, headers: { signature, timestamp = "" } }) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (signature !== signatureOf(timestamp, body)) return new NotificationRejected({ reason: "unsigned" })
      if (Math.abs(now - Number(timestamp)) > toleranceMillis) return new NotificationRejected({ reason: "too old" })
      return Effect.succeed<Notification>(JSON.parse(new TextDecoder().decode(body)))
    })
}

export const controlsOf = ({ sent }: Ledger) => ({
  /** A signed message, as the provider would send it now. */
  notification: (about: Notification): Effect.Effect<NotificationMessage> =>
    Effect.map(Clock.currentTimeMillis, (now) => messageAt(now, about)),
  /** The messages that the provider has sent of its own accord, oldest first. Nobody delivers them. */
  sent
})
