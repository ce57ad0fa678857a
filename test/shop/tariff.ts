/** A tariff for tests: the default one, with another rate of standard shipping within the EU. */
import * as Shipping from "@beauty-store/domain/Shipping"

const [eu, elsewhere] = Shipping.defaultPolicy.zones

export const tariffWith = (rate: Partial<Shipping.Rate>): Shipping.ShippingPolicy => ({
  ...Shipping.defaultPolicy,
  zones: [{ ...eu, rates: { ...eu.rates, standard: { ...eu.rates["standard"]!, ...rate } } }, elsewhere!]
})
