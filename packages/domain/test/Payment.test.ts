import { describe, expect, it } from "vitest"
import { methodAliases, methodOf, paymentMethods } from "../src/Payment.ts"

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
})
