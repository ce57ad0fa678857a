/**
 * What a shop decides by rules of its own: discounts, tax, shipping, returns, each a service with a default, which a
 * program replaces by a layer. A strategy is a pure function, called inside transactions that may run again. Its
 * results are checked (`StrategyBroken`), and an order keeps its own. Follows docs/specification.md#strategies.
 *
 * @since 1.0.0
 */
import * as Discount from "@beauty-store/domain/Discount"
import type { PricingStrategies } from "@beauty-store/domain/Pricing"
import * as Return from "@beauty-store/domain/Return"
import * as ShippingRules from "@beauty-store/domain/Shipping"
import * as Vat from "@beauty-store/domain/Vat"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** What is taken off the list price. Default: nothing. */
export class Discounts extends Context.Reference<Discounts>()("@beauty-store/commerce/Strategies/Discounts", {
  defaultValue: (): Discount.DiscountStrategy => Discount.defaultStrategy
}) {}

/** The rate that prices contain. Default: the standard VAT of the destination. */
export class Tax extends Context.Reference<Tax>()("@beauty-store/commerce/Strategies/Tax", {
  defaultValue: (): Vat.TaxStrategy => Vat.defaultStrategy
}) {}

/** Where parcels go, what that costs, and how long it takes. Default: the policy's tariff. */
export class Shipping extends Context.Reference<Shipping>()("@beauty-store/commerce/Strategies/Shipping", {
  defaultValue: (): ShippingRules.ShippingStrategy => ShippingRules.defaultStrategy
}) {}

/** Until when goods may come back, and which may come back opened. Default: 30 days, and what is not sealed. */
export class Returns extends Context.Reference<Returns>()("@beauty-store/commerce/Strategies/Returns", {
  defaultValue: (): Return.ReturnStrategy => Return.defaultStrategy
}) {}

/** Those that make a price. */
export const pricing: Effect.Effect<PricingStrategies> = Effect.all({
  discounts: Discounts,
  shipping: Shipping,
  tax: Tax
})
