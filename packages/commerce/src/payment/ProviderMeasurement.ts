/**
 * The payment provider with its calls counted and timed, by operation and outcome, and in a span of their own if
 * somebody collects spans. `PaymentProvider.verifyNotification` calls nobody and stays as it is.
 *
 * An outcome is `done`, the tag of a refusal or of a fault, `timeout` where the store stopped waiting, or `defect`.
 * Follows docs/specification.md#observation.
 */
import * as Metrics from "@beauty-store/sql/Metrics"
import * as Spans from "@beauty-store/sql/Spans"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { PaymentProvider } from "./PaymentProvider.ts"

const calls = Metrics.counter(
  "store_provider_calls_total",
  "Calls of the payment provider, by operation and outcome",
  "operation",
  "outcome"
)
const durations = Metrics.seconds(
  "store_provider_call_seconds",
  "How long calls of the payment provider took, by operation",
  "operation"
)

const outcomeOf = (exit: Exit.Exit<unknown, { readonly _tag: string }>): string =>
  exit._tag === "Success"
    ? "done"
    : Option.match(Cause.failureOption(exit.cause), {
      onSome: ({ _tag }) => _tag,
      onNone: () => Cause.isInterruptedOnly(exit.cause) ? "timeout" : "defect"
    })

const measured = <A, E extends { readonly _tag: string }>(
  operation: string,
  call: Effect.Effect<A, E>
): Effect.Effect<A, E> =>
  Spans.around(
    `PaymentProvider.${operation}`,
    Effect.flatMap(Clock.currentTimeMillis, (begun) =>
      Effect.onExit(call, (exit) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          Effect.zipRight(
            durations.record((now - begun) / 1000, operation),
            calls.record(1, operation, outcomeOf(exit))
          )))),
    { first: () => ({}), last: (exit) => ({ "shop.outcome": outcomeOf(exit) }) }
  )

type Provider = Context.Tag.Service<PaymentProvider>

/** Each method is looked up when it is called: a provider may be an object of any kind. */
const measuredProvider = (provider: Provider): Provider => ({
  name: provider.name,
  createSession: (request) => measured("createSession", provider.createSession(request)),
  lookUpSession: (sessionId) => measured("lookUpSession", provider.lookUpSession(sessionId)),
  expireSession: (sessionId) => measured("expireSession", provider.expireSession(sessionId)),
  charge: (request) => measured("charge", provider.charge(request)),
  lookUpToken: (token) => measured("lookUpToken", provider.lookUpToken(token)),
  createMandate: (request) => measured("createMandate", provider.createMandate(request)),
  lookUpMandate: (mandateId) => measured("lookUpMandate", provider.lookUpMandate(mandateId)),
  revokeMandate: (mandateId) => measured("revokeMandate", provider.revokeMandate(mandateId)),
  refund: (request) => measured("refund", provider.refund(request)),
  lookUpRefund: (key) => measured("lookUpRefund", provider.lookUpRefund(key)),
  listPayments: (query) => measured("listPayments", provider.listPayments(query)),
  verifyNotification: (message) => provider.verifyNotification(message)
})

/** The provider of the program, measured. */
export const provider: Effect.Effect<Provider, never, PaymentProvider> = Effect.map(PaymentProvider, measuredProvider)
