/** The simulated Stripe on a socket: the SDK's own HTTP client, real webhooks, and a connection that breaks. */
import * as NodeHttpPost from "@beauty-store/outbound/NodeHttpPost"
import * as Entropy from "@beauty-store/sql/Entropy"
import * as Faults from "@beauty-store/stripe-simulated/Faults"
import * as Simulated from "@beauty-store/stripe-simulated/SimulatedStripe"
import { listen } from "@beauty-store/stripe-simulated/StripeListener"
import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import Stripe from "stripe"
import { describe, expect } from "vitest"
import { ask, refused, secretKey, sessionOf, visa } from "./account.ts"

/** A shop that queues what it is sent. */
const shop = Effect.gen(function*() {
  const received = yield* Queue.unbounded<{ readonly body: string; readonly signature: string }>()
  const server = createServer((incoming, outgoing) => {
    const chunks: Array<Buffer> = []
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
    incoming.on("end", () => {
      const signature = String(incoming.headers["stripe-signature"])
      Queue.unsafeOffer(received, { body: Buffer.concat(chunks).toString(), signature })
      outgoing.end()
    })
  })
  yield* Effect.acquireRelease(
    Effect.async<void>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.void))
    }),
    () =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      })
  )
  const { port } = server.address() as AddressInfo
  return { received, url: `http://127.0.0.1:${port}/hooks` }
})

const layer = (plan: Partial<Faults.FaultPlan> = {}) =>
  Simulated.layer({ secretKeys: [secretKey], plan: { ...Faults.none, ...plan } }).pipe(
    Layer.provide([NodeHttpPost.layer, Entropy.layer])
  )

const connect = Effect.map(
  listen(),
  ({ host, port }) => new Stripe(secretKey, { host, port, protocol: "http", maxNetworkRetries: 0, telemetry: false })
)

describe("the listener", () => {
  it.live("serves the SDK, and posts signed events to the shop", () =>
    Effect.gen(function*() {
      const { received, url } = yield* shop
      const sdk = yield* connect
      const stripe = yield* Simulated.SimulatedStripe
      const endpoint = yield* ask(() =>
        sdk.webhookEndpoints.create({ url, enabled_events: ["checkout.session.completed"] })
      )
      const session = yield* ask(() => sdk.checkout.sessions.create(sessionOf()))
      yield* stripe.submit(session.url!, visa)
      const { body, signature } = yield* Queue.take(received)
      const event = sdk.webhooks.constructEvent(body, signature, endpoint.secret!)
      expect(event).toMatchObject({ type: "checkout.session.completed", data: { object: { id: session.id } } })
    }).pipe(Effect.scoped, Effect.provide(layer())))

  it.live("resets the socket where the plan says so", () =>
    Effect.gen(function*() {
      const sdk = yield* connect
      const fault = yield* refused(ask(() => sdk.customers.create({})))
      expect(fault).toBeInstanceOf(Stripe.errors.StripeConnectionError)
      expect((yield* ask(() => sdk.customers.list())).data).toHaveLength(1)
    }).pipe(
      Effect.scoped,
      Effect.provide(layer({
        call: ({ operation }) => ({
          ...Faults.answered,
          fate: operation === "customers.create" ? "reset_after" : "answered"
        })
      }))
    ))
})
