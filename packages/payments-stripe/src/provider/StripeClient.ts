/** The SDK's client of an account, which is loaded with the first of them. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { timeoutMillis } from "./StripeCall.ts"

export interface Account {
  /** The account's secret key: `sk_test_…`, `sk_live_…`, or one with restricted rights. */
  readonly secretKey: Redacted.Redacted<string>
  /** Where Stripe is, if not at its own address: `http://127.0.0.1:8420`. */
  readonly address?: URL | undefined
}

export const clientOf = Effect.fnUntraced(function*({ address, secretKey }: Account) {
  const { default: Stripe } = yield* Effect.promise(() => import("stripe"))
  return new Stripe(Redacted.value(secretKey), {
    maxNetworkRetries: 0,
    timeout: timeoutMillis,
    telemetry: false,
    ...(address === undefined ? {} : {
      host: address.hostname,
      port: address.port,
      protocol: address.protocol === "http:" ? "http" as const : "https" as const
    })
  })
})
