import { paymentMethods } from "@beauty-store/domain/Payment"
import * as PaymentRequest from "@beauty-store/payments-simulated/provider/PaymentRequest"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

const now = Date.UTC(2026, 6, 1)
const form = (fields: Record<string, string>) => PaymentRequest.fromForm(new URLSearchParams(fields), now)
const json = (body: unknown) => PaymentRequest.fromJson(body, now)
const pointers = (body: unknown) =>
  Either.match(json(body), { onLeft: (faults) => faults.map((fault) => fault.pointer), onRight: () => [] })
const numberOf = (request: Either.Either<PaymentRequest.PaymentRequest, unknown>) => {
  const pay = Either.getOrThrow(request)
  return pay._tag === "Pay" && pay.means.card !== undefined ? Redacted.value(pay.means.card) : undefined
}

const card = { method: "card", number: "4242 4242 4242 4242", expiry: "08/29", cvc: "123" }

describe("a form", () => {
  it("pays with a whole card, and with anything else without one", () => {
    expect(numberOf(form(card))).toBe("4242424242424242")
    for (const method of paymentMethods.filter((method) => method !== "card")) {
      expect(form({ ...card, method, number: "nonsense" })).toEqual(
        Either.right({ _tag: "Pay", means: { method, card: undefined } })
      )
    }
  })

  it("cancels whatever else was typed", () => {
    expect(form({ ...card, action: "cancel" })).toEqual(Either.right({ _tag: "Cancel" }))
  })

  it("is told everything that is wrong at once", () => {
    expect(form({ method: "card", number: "4242", expiry: "01/20", cvc: "" })).toEqual(Either.left({
      faults: { number: "wrong_length", expiry: "expired", cvc: "missing" },
      selected: "card",
      expiry: "01/20"
    }))
    expect(form({ number: "4242" })).toEqual(
      Either.left({ faults: { method: "missing" }, selected: undefined, expiry: "" })
    )
  })
})

describe("a JSON body", () => {
  it("pays with a number alone", () => {
    expect(numberOf(json({ method: "card", card: { number: "4242424242424242" } }))).toBe("4242424242424242")
  })

  it("pays with a wallet, with or without the card behind it", () => {
    expect(json({ method: "apple_pay" })).toEqual(
      Either.right({ _tag: "Pay", means: { method: "apple_pay", card: undefined } })
    )
    expect(numberOf(json({ method: "gpay", card: { number: "4242424242424242" } }))).toBe("4242424242424242")
  })

  it("cancels", () => {
    expect(json({ action: "cancel" })).toEqual(Either.right({ _tag: "Cancel" }))
  })

  it.each([
    [null, [""]],
    [[], [""]],
    ["card", [""]],
    [{}, ["/method"]],
    [{ method: "cash" }, ["/method"]],
    [{ method: "card" }, ["/card"]],
    [{ method: "card", card: "4242424242424242" }, ["/card"]],
    [{ method: "card", card: {} }, ["/card/number"]],
    [{ method: "card", card: { number: 4242424242424242 } }, ["/card/number"]],
    [{ method: "card", card: { number: "4242424242424241", expiry: "1/2/3", cvc: 12 } }, [
      "/card/cvc",
      "/card/expiry",
      "/card/number"
    ]],
    [{ action: "pay", method: "cash", card: { number: "x" } }, ["/action", "/card/number", "/method"]],
    [{ method: "klarna", card: { number: "1" } }, ["/card/number"]]
  ])("%j is wrong at %j", (body, at) => {
    expect([...pointers(body)].sort()).toEqual(at)
  })

  it("never hears its own number back", () => {
    fc.assert(fc.property(fc.stringMatching(/^[0-9]{9,25}$/), (number) => {
      for (const body of [{ method: "card", card: { number } }, { method: number, card: { number, cvc: number } }]) {
        expect(JSON.stringify(json(body))).not.toContain(number)
      }
      expect(JSON.stringify(form({ ...card, number }))).not.toContain(number)
    }))
  })
})

describe("the answer to the bank", () => {
  it("is one of two words, by form or by JSON", () => {
    for (const outcome of ["authenticated", "failed"]) {
      expect(PaymentRequest.authentication({ outcome })).toEqual(Either.right(outcome))
      expect(PaymentRequest.authentication(new URLSearchParams({ outcome }))).toEqual(Either.right(outcome))
    }
    for (const body of [null, {}, { outcome: "yes" }, new URLSearchParams()]) {
      expect(Either.isLeft(PaymentRequest.authentication(body))).toBe(true)
    }
  })
})
