/** The card terminal keeps the promises of the port, of which it offers the least: people pay, and get money back. */
import { Payer, providerSuite } from "@beauty-store/testing/ProviderSuite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Counter from "./counter.ts"

/** Somebody who stands at the counter. */
const payer = Layer.effect(
  Payer,
  Effect.map(Counter.Terminal, ({ pay }) => ({
    pay: ({ sessionId }, how) => {
      if (how === "declined card") return Effect.succeed("declined")
      const card = how === "other card" ? "mastercard-4444" : "visa-4242"
      return Effect.map(pay(sessionId, card), (isPaid) => isPaid ? "paid" : "refused")
    },
    decide: () => Effect.dieMessage("the terminal has no mandates"),
    delegate: () => Effect.dieMessage("the terminal has no tokens"),
    notifications: Effect.succeed([])
  }))
)

providerSuite("the card terminal", () => Layer.provideMerge(payer, Counter.layer), { offers: [] })
