/** The payment provider in memory keeps the port's promises, as every other one does. */
import type { ProviderSession } from "@beauty-store/commerce/payment/PaymentProvider"
import { type Controls, InMemoryPaymentProvider, layer } from "@beauty-store/testing/InMemoryPaymentProvider"
import { Payer, providerSuite, type Try } from "@beauty-store/testing/ProviderSuite"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const instrumentOf = (how: Try): string => how === "other card" ? "mastercard-4444" : "visa-4242"

let tokens = 0

/** Somebody who pays there. The provider has no pages: its controls are what they press. */
const payerOf = (controls: Controls): typeof Payer.Service => ({
  pay: ({ sessionId }: ProviderSession, how) =>
    Effect.gen(function*() {
      if (!controls.takesPayment(sessionId, yield* Clock.currentTimeMillis)) return "refused"
      if (how === "declined card" || how === "challenged card, failed") return "declined"
      const instrument = instrumentOf(how)
      if (how !== "later") {
        controls.pay(sessionId, { instrument })
        return "paid"
      }
      const paymentId = controls.pay(sessionId, { instrument, method: "klarna", status: "processing" })
      const settled = Effect.sync(() => controls.settlePayment(paymentId, "succeeded"))
      yield* Effect.forkDaemon(Effect.delay(settled, 50))
      return "processing"
    }),
  decide: ({ mandateId }, how) =>
    Effect.sync(() => {
      if (how === "no") controls.decide(mandateId, "rejected")
      else controls.decide(mandateId, "active", instrumentOf(how))
      return true
    }),
  delegate: (how, allowance) =>
    Effect.sync(() => {
      const token = `token_${++tokens}`
      controls.issueToken(token, { ...allowance, instrument: instrumentOf(how) })
      if (how === "declined card") controls.nextCharges("card_declined")
      if (how.startsWith("challenged")) controls.nextCharges("authentication_required", "authentication_required")
      return token
    }),
  notifications: Effect.sync(() => [...controls.sent])
})

providerSuite(
  "in memory",
  () => Layer.provideMerge(Layer.effect(Payer, Effect.map(InMemoryPaymentProvider, payerOf)), layer)
)
