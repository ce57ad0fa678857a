import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { CountryCode } from "../src/Address.ts"
import { methodAliases, methodOf, methodsOfferedIn, paymentMethods, PaymentPolicy } from "../src/Payment.ts"

describe("a payment method", () => {
  it("is known by its own word and by each other that programs use for it", () => {
    for (const method of paymentMethods) expect(methodOf(method)).toBe(method)
    expect(methodOf("gpay")).toBe("google_pay")
  })

  it("has no word that means another, and unknown words mean none", () => {
    const words = paymentMethods.flatMap((method) => [method, ...(methodAliases[method] ?? [])])
    expect(new Set(words).size).toBe(words.length)
    for (const word of ["", "GPAY", "paypal", "constructor", 7, undefined, null]) {
      expect(methodOf(word)).toBeUndefined()
    }
  })

  it("is offered only where its company is: none of a company that is elsewhere, cards and wallets in every country", () => {
    const offered = (country: string) => methodsOfferedIn(CountryCode.make(country))
    expect(offered("DE")).toEqual(["card", "apple_pay", "google_pay", "klarna"])
    expect(offered("GB")).toEqual(["card", "apple_pay", "google_pay", "klarna", "clearpay"])
    expect(offered("US")).toEqual(["card", "apple_pay", "google_pay", "klarna", "afterpay"])
    expect(offered("JP")).toEqual(["card", "apple_pay", "google_pay"])
    for (const method of paymentMethods) {
      expect(["DE", "GB", "US"].some((country) => offered(country).includes(method))).toBe(true)
    }
  })

  it("is offered where the shop and its company offer it, and one of the shop's is offered everywhere", () => {
    const policy = Schema.decodeUnknownSync(PaymentPolicy)({
      card: "everywhere",
      klarna: ["CH", "JP"],
      clearpay: "everywhere"
    })
    const offered = (country: string) => methodsOfferedIn(CountryCode.make(country), policy)
    expect(offered("CH")).toEqual(["card", "klarna"])
    expect(offered("GB")).toEqual(["card", "clearpay"])
    for (const country of ["DE", "JP"]) expect(offered(country)).toEqual(["card"])
    for (const wrong of [{}, { card: ["CH"] }, { klarna: "everywhere" }, { card: [] }, { card: ["Schweiz"] }]) {
      expect(Schema.decodeUnknownEither(PaymentPolicy)(wrong)._tag).toBe("Left")
    }
  })
})
