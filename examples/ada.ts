/** A shopper for the examples, and how she checks out. */
import { CountryCode } from "@beauty-store/domain/Address"

export const ada = { principal: "ada", shopper: "" }

export const adasCheckout = {
  owner: ada,
  email: "ada@example.com",
  address: {
    name: "Ada Lovelace",
    address: "Torstraße 1",
    city: "Berlin",
    postcode: "10119",
    country: CountryCode.make("DE")
  },
  method: "standard",
  paymentMethod: undefined,
  returnUrl: undefined
} as const
