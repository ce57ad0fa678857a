/**
 * Partners that receive the store's webhooks: their addresses, the secret that they were given when they were
 * subscribed, and the messages that they received. They take nothing that is not signed by their own secret, in the
 * shop's own form or in their dialect's, which is written here once more.
 */
import * as Signature from "@beauty-store/web/Signature"
import * as Either from "effect/Either"
import { createHmac } from "node:crypto"

/** A message that a partner took. */
export interface ReceivedMessage {
  readonly id: string
  /** In a dialect: the type that the message gives. */
  readonly event: string
  readonly data: {
    readonly orderId: string
    readonly refundId?: string
    readonly returnId?: string
    /** In euros. */
    readonly amount?: number
    /** The goods that left. */
    readonly items?: ReadonlyArray<{ readonly productId: string; readonly quantity: number }>
  }
  /** The order as it was told, in a dialect that tells whole orders. */
  readonly order?: unknown
  readonly at: number
}

/** Whose orders a partner wants to hear of, and in which dialect, in the words of its subscription. */
export interface SubscriptionTerms {
  readonly agentId?: string
  readonly dialect?: "acp"
}

/** A request as it comes in: headers by lower-case name. */
interface Message {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Uint8Array
}

/** A message whose signature is verified; otherwise what is wrong with it. */
type Verified = Either.Either<Omit<ReceivedMessage, "at">, string>

/** A signature's time may be so far from now, in seconds. */
const tolerance = 300

const decoder = new TextDecoder()

const own = ({ body, headers }: Message, secret: string, nowMillis: number): Verified => {
  const secrets = [Either.getOrThrow(Signature.decodeSecret(secret))]
  const verdict = Signature.verify({ headers, body, secrets, nowMillis })
  if (Either.isLeft(verdict)) return Either.left(verdict.left.reason)
  const { data, event } = JSON.parse(decoder.decode(body)) as ReceivedMessage
  return Either.right({ id: verdict.right.id, event, data })
}

/** ACP: `Merchant-Signature: t=<unix seconds>,v1=<hex>` over `<t>.<body>`, by the secret as it was shown. */
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
  /** The last is the current one. A partner that has moved still receives what comes to its old addresses. */
  readonly addresses: Array<string>
  /** Its subscription, with the secret that it was given. Until it knows its secret it takes nothing. */
  account: { readonly subscriptionId: string; readonly secret: string } | undefined
  /** The messages that it took, in order, repeats included. */
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

  /** Takes a message that is verified; otherwise returns what is wrong with it. */
  receive(message: Message, at: number): string | undefined {
    if (this.account === undefined) return undefined
    const proof = (this.terms.dialect === "acp" ? acp : own)(message, this.account.secret, at)
    if (Either.isLeft(proof)) return proof.left
    this.received.push({ ...proof.right, at })
    return undefined
  }
}
