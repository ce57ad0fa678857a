import * as Cards from "@beauty-store/payments-simulated/Cards"
import * as Either from "effect/Either"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

const read = (text: string): Cards.CardNumber => Either.getOrThrow(Cards.readNumber(text))
const secret = { key: new TextEncoder().encode("a secret of the shop") }

/** Digits with the check digit that makes them valid. */
const validNumber = fc.tuple(fc.constantFrom("4", "51", "34", "6011", "9"), fc.stringMatching(/^[0-9]{11,13}$/)).map(
  ([prefix, rest]) => {
    const body = prefix + rest
    return body + "0123456789".split("").find((digit) => Cards.hasValidCheckDigit(body + digit))
  }
)

describe("reading a card number", () => {
  it("accepts exactly one check digit for every body of digits", () => {
    fc.assert(fc.property(fc.stringMatching(/^[0-9]{11,18}$/), (body) => {
      const valid = "0123456789".split("").filter((digit) => Either.isRight(Cards.readNumber(body + digit)))
      expect(valid).toHaveLength(1)
    }))
  })

  it("notices every single wrong digit", () => {
    fc.assert(fc.property(validNumber, fc.nat(), fc.integer({ min: 1, max: 9 }), (number, at, shift) => {
      const index = at % number.length
      const wrong = String((Number(number[index]) + shift) % 10)
      const mistyped = number.slice(0, index) + wrong + number.slice(index + 1)
      expect(Cards.readNumber(mistyped)).toEqual(Either.left("check_digit"))
    }))
  })

  it("says what is wrong with the form", () => {
    expect(Cards.readNumber("  ")).toEqual(Either.left("missing"))
    expect(Cards.readNumber("4242 4242 4242 424x")).toEqual(Either.left("not_digits"))
    expect(Cards.readNumber("4242 4242 42")).toEqual(Either.left("wrong_length"))
    expect(Cards.readNumber("4242 4242 4242 4242 4242")).toEqual(Either.left("wrong_length"))
    expect(Cards.readNumber("4242 4242 4242 4241")).toEqual(Either.left("check_digit"))
    expect(Cards.readNumber("٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢")).toEqual(Either.left("not_digits"))
  })

  it("does not show the number to whoever prints it", () => {
    const number = read("4242 4242 4242 4242")
    expect(`${number} ${JSON.stringify({ number })}`).not.toContain("4242")
  })
})

describe("the test cards", () => {
  it("do what their names promise, however they are grouped", () => {
    const outcome = (text: string) => Cards.behaviour(read(text))
    expect(outcome("4242424242424242")).toEqual({ _tag: "Succeeds" })
    expect(outcome("4000-0025-0000-3155")).toEqual({ _tag: "WantsAuthentication" })
    expect(outcome("4000 0000 0000 9995")).toEqual({ _tag: "Declines", code: "insufficient_funds" })
    expect(outcome(" 4000 0000\u00a00000 0002 ")).toEqual({ _tag: "Declines", code: "card_declined" })
  })

  it("are the only ones that do not succeed", () => {
    const known = Cards.testCards.map((card) => card.number.replaceAll(" ", ""))
    fc.assert(fc.property(validNumber.filter((number) => !known.includes(number)), (number) => {
      expect(Cards.behaviour(read(number))).toEqual({ _tag: "Succeeds" })
    }))
  })

  it("are readable themselves", () => {
    for (const card of Cards.testCards) expect(Either.isRight(Cards.readNumber(card.number))).toBe(true)
  })
})

describe("the brand", () => {
  it.each([
    ["4242 4242 4242 4242", "visa"],
    ["5555 5555 5555 4444", "mastercard"],
    ["2223 0031 2200 3222", "mastercard"],
    ["3782 822463 10005", "amex"],
    ["6011 1111 1111 1117", "discover"],
    ["3056 9300 0902 0004", "diners"],
    ["3566 0020 2036 0505", "jcb"],
    ["6200 0000 0000 0005", "unionpay"],
    ["6759 6498 2643 8453", "maestro"],
    ["9000 0000 0000 0001", "unknown"]
  ])("of %s is %s", (number, brand) => {
    const digits = number.replaceAll(" ", "")
    const body = digits.slice(0, -1)
    const valid = body + "0123456789".split("").find((digit) => Cards.hasValidCheckDigit(body + digit))
    expect(Cards.brand(read(valid))).toBe(brand)
  })
})

describe("the fingerprint", () => {
  it("is the number's, not its spelling's", () => {
    expect(Cards.instrument(read("4242-4242 42424242"), secret)).toEqual(
      Cards.instrument(read("4242 4242 4242 4242"), secret)
    )
  })

  it("differs by number and by secret, and contains neither", () => {
    fc.assert(fc.property(validNumber, validNumber, (one, two) => {
      const first = Cards.instrument(read(one), secret)
      expect(first.fingerprint === Cards.instrument(read(two), secret).fingerprint).toBe(one === two)
      expect(Cards.instrument(read(one), { key: new TextEncoder().encode("another") }).fingerprint).not.toBe(
        first.fingerprint
      )
      expect(first.fingerprint).toMatch(/^fp_[A-Za-z0-9_-]{32}$/)
      expect(JSON.stringify(first)).not.toContain(one)
    }))
  })

  it("of a wallet is its holder's, and never a card's", () => {
    const wallet = Cards.accountInstrument("apple_pay", "Ada@example.com", secret)
    expect(wallet).toEqual(Cards.accountInstrument("apple_pay", " ada@example.com", secret))
    expect(wallet).not.toEqual(Cards.accountInstrument("google_pay", "ada@example.com", secret))
    const named = Cards.accountInstrument("klarna", "4242424242424242", secret)
    expect(named.card).toBeUndefined()
    expect(named.fingerprint).not.toBe(Cards.instrument(read("4242424242424242"), secret).fingerprint)
  })
})

describe("expiry and security code", () => {
  const endOfJune = Date.UTC(2026, 5, 30, 23, 59, 59, 999)

  it("lets a card live to the last millisecond of its month", () => {
    expect(Cards.checkExpiry("06/26", endOfJune)).toEqual(Either.void)
    expect(Cards.checkExpiry("06/26", endOfJune + 1)).toEqual(Either.left("expired"))
    expect(Cards.checkExpiry("05/26", endOfJune)).toEqual(Either.left("expired"))
  })

  it.each(["07/26", "7/26", "07 / 2026", "0726", "07-26", "01/2027", "122099"])("reads %s", (text) => {
    expect(Cards.checkExpiry(text, endOfJune)).toEqual(Either.void)
  })

  it.each(["13/26", "00/27", "7", "jul 26", "07/6", "07//26", "726"])("refuses %s", (text) => {
    expect(Cards.checkExpiry(text, endOfJune)).toEqual(Either.left("malformed"))
  })

  it("asks for four digits on American Express and three elsewhere", () => {
    expect(Cards.checkCvc("1234", "amex")).toEqual(Either.void)
    expect(Cards.checkCvc("123", "amex")).toEqual(Either.left("malformed"))
    expect(Cards.checkCvc("123", "visa")).toEqual(Either.void)
    expect(Cards.checkCvc("1234", "visa")).toEqual(Either.left("malformed"))
    expect(Cards.checkCvc("1234", undefined)).toEqual(Either.void)
    expect(Cards.checkCvc(" ", "visa")).toEqual(Either.left("missing"))
  })
})
