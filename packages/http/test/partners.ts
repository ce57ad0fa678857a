/** Partners that tell the shop things, signed by the published Standard Webhooks library rather than by our own code. */
import { randomUUID } from "node:crypto"
import { Webhook } from "standardwebhooks"
import type { Answer, Requests } from "../../../test/shop/requests.ts"
import { partnersSecret } from "../../../test/shop/shop.ts"

export interface Letter {
  readonly id?: string
  readonly secret?: string
  /** Seconds from now at which it says it was signed. */
  readonly skew?: number
  /** What is sent in place of what was signed. */
  readonly sent?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The three headers of a signed message. */
export const signed = (
  text: string,
  { id = `msg_${randomUUID()}`, secret = partnersSecret, skew = 0 }: Letter = {}
) => {
  const at = new Date((Math.floor(Date.now() / 1000) + skew) * 1000)
  return {
    "webhook-id": id,
    "webhook-timestamp": String(at.getTime() / 1000),
    "webhook-signature": new Webhook(secret).sign(id, at, text)
  }
}

/** Tells the shop something. */
export const tell = (store: Requests, message: unknown, letter: Letter = {}): Promise<Answer> => {
  const text = typeof message === "string" ? message : JSON.stringify(message)
  return store.post("/api/webhooks", letter.sent ?? text, { headers: { ...signed(text, letter), ...letter.headers } })
}
