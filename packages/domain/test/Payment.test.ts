import { describe, expect, it } from "vitest"
import { CountryCode } from "../src/Address.ts"
import { isOfferedIn, methodAliases, methodOf, methodsOfferedIn, paymentMethods } from "../src/Payment.ts"

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
      expect(["DE", "GB", "US"].some((country) => isOfferedIn(CountryCode.make(country), method))).toBe(true)
    }
  })
})
