/** Purchases whose discounts a test knows, priced by the default charges and rates. */
import type { CountryCode } from "../src/Address.ts"
import * as Pricing from "../src/Pricing.ts"
import * as Shipping from "../src/Shipping.ts"
import * as Vat from "../src/Vat.ts"

export interface DiscountedPurchase {
  /** Without a rate they have the standard one of the destination. */
  readonly lines: ReadonlyArray<Omit<Pricing.Line, "rateBp"> & Partial<Pick<Pricing.Line, "rateBp">>>
  readonly country: CountryCode
  readonly method: Shipping.ShippingMethod
  readonly policy: Shipping.ShippingPolicy
}

export const price = ({ country, lines, method, policy }: DiscountedPurchase): Pricing.Priced => {
  const totals = lines.map(({ discountMinor = 0, quantity, unitPriceMinor }) =>
    quantity * unitPriceMinor - discountMinor
  )
  const goodsMinor = totals.reduce((sum, amount) => sum + amount, 0)
  return Pricing.sumUp({
    lines: lines.map((line) => ({ rateBp: Vat.rateBp(country), ...line })),
    shippingMinor: Shipping.shippingMinor(policy, { method, country, goodsMinor })
  })
}
