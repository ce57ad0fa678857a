/**
 * A promise of the port, as a value: what is promised, and an effect that fails where it is not kept.
 *
 * A promise names the features that it is about. A provider without one of them does not make it, and may make another
 * one instead (`promiseWithout`).
 */
import type { PaymentProvider } from "@beauty-store/commerce/payment/PaymentProvider"
import type * as Effect from "effect/Effect"
import type { Payer } from "./Payer.ts"

/** What a provider may leave out. */
export type Feature =
  /** Cards through wallets. */
  | "wallets"
  /** Cards whose bank asks. */
  | "challenges"
  /** Payments that are decided later. */
  | "delays"
  /** Messages to the shop. */
  | "notifications"
  /** Mandates, and charges of them. */
  | "mandates"
  /** Pages of mandates on which a person can say no. */
  | "rejections"
  /** Tokens of a vault, and charges of them. */
  | "tokens"

export const allFeatures: ReadonlyArray<Feature> = [
  "wallets",
  "challenges",
  "delays",
  "notifications",
  "mandates",
  "rejections",
  "tokens"
]

type Kept = Effect.Effect<void, unknown, PaymentProvider | Payer>

export interface ProviderPromise {
  readonly title: string
  readonly kept: Kept
  /** Whether a provider with these features makes it. */
  readonly isMadeWith: (offers: ReadonlyArray<Feature>) => boolean
}

/** A promise of providers that have some features. */
export const promise = (title: string, kept: Kept, ...features: ReadonlyArray<Feature>): ProviderPromise => ({
  title,
  kept,
  isMadeWith: (offers) => features.every((feature) => offers.includes(feature))
})

/** A promise of providers without a feature. */
export const promiseWithout = (feature: Feature, title: string, kept: Kept): ProviderPromise => ({
  title,
  kept,
  isMadeWith: (offers) => !offers.includes(feature)
})
