/**
 * Requests that the store must refuse or ignore: for another's order, return or refunds, and messages with a forged
 * signature in a partner's name.
 */
import * as Signature from "@beauty-store/outbound/Signature"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Events from "../auditor/Events.ts"
import type { Request } from "../engine/Network.ts"
import { hour } from "../engine/Time.ts"
import { webhookSecret } from "../world/StoreProcess.ts"
import type { Client, ClientContext } from "./Client.ts"
import { reader } from "./Readers.ts"
import type { Workload } from "./Workload.ts"

const decoder = new TextDecoder()

export const complaint = { email: "somebody@example.com", subject: "My order", message: "Where is it?" }

/** Tries to see another's order and its parts, and to cancel it. */
export const probeForeignOrder = Effect.fnUntraced(function*({ clientContext, swarm }: Workload, client: Client) {
  const { orders, returns } = clientContext.auditor.seen
  const { identity, prng } = client
  const foreign = [...orders].filter(([, { principal }]) => principal !== identity.principal)
  const foreignReturns = [...returns].filter(([, { principal }]) => principal !== identity.principal)
  if (foreign.length === 0) return
  const [orderId] = prng.pick(foreign)
  const [returnId] = foreignReturns.length === 0 ? [undefined] : prng.pick(foreignReturns)
  const key = client.key(false)
  const ticketKey = client.key(false)
  yield* client.send("GET", `/api/orders/${orderId}`)
  yield* client.send("GET", `/api/orders/${orderId}/receipt`)
  yield* client.send("GET", `/api/tracking/${orderId}`)
  yield* client.send("POST", `/api/orders/${orderId}/cancel`, {}, key)
  if (returnId !== undefined) yield* client.send("GET", `/api/returns/${returnId}`)
  if (swarm.has("act.acp")) yield* client.send("GET", `/acp/orders/${orderId}`)
  yield* client.send("GET", "/api/refunds")
  yield* client.send("POST", "/api/support", { ...complaint, orderId }, ticketKey)
  const nobody = reader(clientContext, `${identity.name}, without a token`, prng.stream(`asks about ${orderId}`))
  yield* nobody.send("POST", "/api/support", { ...complaint, orderId }, nobody.uuid())
  yield* sendForgedMessage(clientContext, client, orderId)
})

/** Sends messages that the carrier or the provider have not sent: signed with a guess, or signed by them long ago. */
const sendForgedMessage = Effect.fnUntraced(function*(
  { auditor, history, transport }: ClientContext,
  { identity, prng }: Client,
  orderId: string
) {
  const now = yield* Clock.currentTimeMillis
  const isOld = prng.happens(0.5)
  const [path, message] = prng.pick([
    ["/api/webhooks", { event: "order.shipped", data: { orderId, carrier: "Nobody", trackingNumber: "N1" } }],
    ["/api/webhooks", { event: "order.delivered", data: { orderId } }],
    ["/api/payments/notifications", {
      type: "payment.updated",
      timestamp: new Date(now),
      data: { sessionId: orderId }
    }]
  ])
  const body = new TextEncoder().encode(JSON.stringify(message))
  const text = isOld ? webhookSecret : `whsec_${Buffer.from(prng.bytes(32)).toString("base64")}`
  const signed = Signature.sign({
    id: `forged-${prng.int(1e11, 9e11)}`,
    atMillis: isOld ? now - hour : now,
    body,
    secret: Either.getOrThrow(Signature.decodeSecret(text))
  })
  const request: Request = { method: "POST", path, headers: { ...signed, "content-type": "application/json" }, body }
  const response = yield* Effect.option(transport(request))
  if (Option.isNone(response)) return
  history.add(identity.name, `forges ${decoder.decode(body)}: ${response.value.status}`)
  Events.forgeryAnswered(auditor, request, response.value)
})
