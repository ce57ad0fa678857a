/**
 * A payment provider in memory, for tests: faithful to the port's contract (`PaymentProvider`), and at the test's
 * command. A test pays in it, settles what is undecided, approves mandates, issues tokens, and sets how the next calls
 * of a method go (`next`) or all of them (`always`). Every call is recorded. `layer` is the port with its controls
 * beside it.
 *
 * @since 1.0.0
 */
import { PaymentProvider } from "@beauty-store/commerce/payment/PaymentProvider"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Calls from "./in-memory/Calls.ts"
import * as Charges from "./in-memory/Charges.ts"
import * as Ledger from "./in-memory/Ledger.ts"
import * as Listing from "./in-memory/Listing.ts"
import * as Mandates from "./in-memory/Mandates.ts"
import * as Messages from "./in-memory/Messages.ts"
import * as Payments from "./in-memory/Payments.ts"
import * as Refunds from "./in-memory/Refunds.ts"
import * as Sessions from "./in-memory/Sessions.ts"
import * as Tokens from "./in-memory/Tokens.ts"

export type { Behaviour, Gate, Method } from "./in-memory/Calls.ts"
export type { Mandate, Refund, Session, Verdict } from "./in-memory/Ledger.ts"

export const make = () => {
  const ledger = Ledger.make()
  const calls = Calls.make(ledger)
  const service: typeof PaymentProvider.Service = {
    name: "in-memory",
    ...Sessions.methodsOf(ledger, calls),
    ...Charges.methodsOf(ledger, calls),
    ...Tokens.methodsOf(ledger, calls),
    ...Mandates.methodsOf(ledger, calls),
    ...Refunds.methodsOf(ledger, calls),
    ...Listing.methodsOf(ledger, calls),
    ...Messages.methods
  }
  return {
    service,
    ...calls.controls,
    ...Sessions.controlsOf(ledger),
    ...Payments.controlsOf(ledger),
    ...Charges.controlsOf(ledger),
    ...Tokens.controlsOf(ledger),
    ...Mandates.controlsOf(ledger),
    ...Refunds.controlsOf(ledger),
    ...Messages.controlsOf(ledger)
  }
}

export type Controls = ReturnType<typeof make>

/** What a test does at the provider, and sees there. */
export class InMemoryPaymentProvider
  extends Context.Tag("@beauty-store/testing/InMemoryPaymentProvider")<InMemoryPaymentProvider, Controls>()
{}

/** The port, and its controls beside it. */
export const layer: Layer.Layer<PaymentProvider | InMemoryPaymentProvider> = Layer.effectContext(Effect.sync(() => {
  const controls = make()
  return Context.make(InMemoryPaymentProvider, controls).pipe(Context.add(PaymentProvider, controls.service))
}))
