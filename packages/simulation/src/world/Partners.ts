/**
 * Partners that receive the store's webhooks: their addresses, the secret that they were given when they were
 * subscribed, and the messages that they received. They accept only messages that are signed with their own secret, in
 * the shop's own form or in that of their dialect, which is written again here.
 */
import * as Signature from "@beauty-store/outbound/Signature"
import * as Either from "effect/Either"
import { createHmac } from "node:crypto"

/** A message that a partner accepted. */
export interface ReceivedMessage {
  readonly id: string
  /** In a dialect: the type that the message gives. */
  readonly event: string
  readonly data: {
    readonly orderId: string
    readonly refundId?: string
    readonly returnId?: string
    /** As on the wire. */
    readonly amount?: number
    /** When it arrived. */
    readonly deliveredAt?: string
    /** The parcel that left. */
    readonly carrier?: string
    readonly trackingNumber?: string
    /** The units that left. */
    readonly items?: ReadonlyArray<{ readonly productId: string; readonly quantity: number }>
  }
  /** The reported order, in a dialect that reports whole orders. */
  readonly order?: unknown
  readonly at: number
}

/** The orders that a partner subscribes to, and its dialect, in the terms of its subscription. */
export interface SubscriptionTerms {
  readonly agentId?: string
  readonly dialect?: "acp"
}

/** A received request: headers by lower-case name. */
interface Message {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Uint8Array
}

/** A verified message, or the reason of its rejection. */
type Verified = Either.Either<Omit<ReceivedMessage, "at">, string>

/** The longest difference of a signature's time from now, in seconds. */
const tolerance = 300

const decoder = new TextDecoder()

const own = ({ body, headers }: Message, secret: string, nowMillis: number): Verified => {
  const secrets = [Either.getOrThrow(Signature.decodeSecret(secret))]
  const verdict = Signature.verify({ headers, body, secrets, nowMillis })
  if (Either.isLeft(verdict)) return Either.left(verdict.left.reason)
  const { data, event } = JSON.parse(decoder.decode(body)) as ReceivedMessage
  return Either.right({ id: verdict.right.id, event, data })
}

/** ACP: `Merchant-Signature: t=<unix seconds>,v1=<hex>` over `<t>.<body>`, with the secret as it was shown. */
const acp = ({ body, headers }: Message, secret: string, nowMillis: number): Verified => {
  const { "merchant-signature": signature = "", "request-id": id = "", timestamp = "" } = headers
  const [, t, given] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? []
  if (t === undefined || id === "") return Either.left(`headers ${JSON.stringify(headers)}`)
  if (Math.abs(nowMillis / 1000 - Number(t)) > tolerance || Math.floor(Date.parse(timestamp) / 1000) !== Number(t)) {
    return Either.left(`signed at ${t}, sent at ${timestamp}`)
  }
  if (createHmac("sha256", secret).update(`${t}.`).update(body).digest("hex") !== given) return Either.left("no_match")
  const { data: order, type } = JSON.parse(decoder.decode(body))
  return Either.right({ id, event: type, data: { orderId: order.id }, order })
}

export class Partner {
  readonly terms: SubscriptionTerms
  /** The last is the current one. A partner that has moved still receives messages at its old addresses. */
  readonly addresses: Array<string>
  /** Its subscription, with its secret. Until it knows its secret, it accepts nothing. */
  account: { readonly subscriptionId: string; readonly secret: string } | undefined
  /** The messages that it accepted, in order, repeats included. */
  readonly received: Array<ReceivedMessage> = []

  constructor(addresses: ReadonlyArray<string>, hearing: SubscriptionTerms = {}, account?: Partner["account"]) {
    this.addresses = [...addresses]
    this.terms = hearing
    this.account = account
  }

  /** The same partner for another world. */
  copy(): Partner {
    const copy = new Partner(this.addresses, this.terms, this.account)
    copy.received.push(...this.received)
    return copy
  }

  get url(): string {
    return this.addresses.at(-1)!
  }

  /** Accepts a verified message, or returns the reason of its rejection. */
  receive(message: Message, at: number): string | undefined {
    if (this.account === undefined) return undefined
    const proof = (this.terms.dialect === "acp" ? acp : own)(message, this.account.secret, at)
    if (Either.isLeft(proof)) return proof.left
    this.received.push({ ...proof.right, at })
    return undefined
  }
}
