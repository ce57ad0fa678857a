/**
 * The promises of the port (`PaymentProvider` in commerce) as a suite of tests for any provider, in Vitest. The suite
 * runs on the real clock and waits by looking again. Its ids are new in each run, so that it can run against an account
 * that has a history.
 *
 * @since 1.0.0
 */
import type { PaymentProvider } from "@beauty-store/commerce/payment/PaymentProvider"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, beforeAll, describe, test } from "vitest"
import * as ChargePromises from "./provider-suite/ChargePromises.ts"
import * as ExpiryPromises from "./provider-suite/ExpiryPromises.ts"
import * as ListingPromises from "./provider-suite/ListingPromises.ts"
import * as MandatePromises from "./provider-suite/MandatePromises.ts"
import * as NotificationPromises from "./provider-suite/NotificationPromises.ts"
import type { Payer } from "./provider-suite/Payer.ts"
import * as PaymentPromises from "./provider-suite/PaymentPromises.ts"
import { allFeatures, type Feature } from "./provider-suite/ProviderPromise.ts"
import * as RefundPromises from "./provider-suite/RefundPromises.ts"
import * as SessionPromises from "./provider-suite/SessionPromises.ts"
import * as TokenPromises from "./provider-suite/TokenPromises.ts"

export { Payer, type Seen, type Try } from "./provider-suite/Payer.ts"
export type { Feature } from "./provider-suite/ProviderPromise.ts"
export { at, eventually } from "./provider-suite/Time.ts"

export interface SuiteOptions {
  /** Which features the provider has; all others have to be refused as the port says. Default: all. */
  readonly offers?: ReadonlyArray<Feature> | undefined
}

const promises = [
  ...SessionPromises.promises,
  ...PaymentPromises.promises,
  ...ExpiryPromises.promises,
  ...RefundPromises.promises,
  ...MandatePromises.promises,
  ...ChargePromises.promises,
  ...TokenPromises.promises,
  ...ListingPromises.promises,
  ...NotificationPromises.promises
]

/**
 * The suite, for whatever `makeWorld` makes: the provider, and a `Payer` that does what people do on its pages.
 *
 * ```ts
 * providerSuite("my provider", () => Layer.provideMerge(myPayer, MyPaymentProvider.layer), { offers: ["mandates"] })
 * ```
 */
export const providerSuite = <E>(
  name: string,
  makeWorld: () => Layer.Layer<PaymentProvider | Payer, E>,
  { offers = allFeatures }: SuiteOptions = {}
): void =>
  void describe(`${name}: the provider suite`, () => {
    const world = ManagedRuntime.make(makeWorld())
    beforeAll(() => world.runPromise(Effect.void), 60_000)
    afterAll(() => world.dispose())
    for (const { isMadeWith, kept, title } of promises) {
      test.skipIf(!isMadeWith(offers))(title, () => world.runPromise(kept))
    }
  })
