import { currencies } from "countries-list/currencies"
import * as Arbitrary from "effect/Arbitrary"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Money from "../src/Money.ts"

const amount = Arbitrary.make(Money.AmountMinor)
const weights = fc.array(
  fc.oneof(fc.nat(3), fc.nat(100_000), fc.maxSafeNat()),
  { minLength: 1, maxLength: 12 }
)

describe("split", () => {
  it("gives the documented example", () => {
    expect(Money.split(100, [1, 1, 1])).toEqual([34, 33, 33])
  })

  it("gives shares that sum exactly to the amount, whatever its sign and the weights", () => {
    fc.assert(fc.property(amount, weights, (amountMinor, weights) => {
      const shares = Money.split(amountMinor, weights)
      expect(shares).toHaveLength(weights.length)
      expect(shares.reduce((sum, share) => sum + BigInt(share), 0n)).toBe(BigInt(amountMinor))
    }))
  })

  it("keeps every share within one unit of its ideal, and gives a weight of 0 nothing", () => {
    fc.assert(fc.property(amount, weights, (amountMinor, weights) => {
      const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
      fc.pre(total > 0n)
      Money.split(amountMinor, weights).forEach((share, index) => {
        const weight = BigInt(weights[index]!)
        // |share − amount·weight/total| < 1, multiplied out.
        const distance = BigInt(share) * total - BigInt(amountMinor) * weight
        expect(distance < total && distance > -total).toBe(true)
        if (weight === 0n) expect(share).toBe(0)
      })
    }))
  })

  it("never gives a larger weight less", () => {
    fc.assert(fc.property(fc.nat(1_000_000), weights, (amountMinor, weights) => {
      fc.pre(weights.some((weight) => weight > 0))
      const ascending = [...weights].sort((a, b) => a - b)
      const shares = Money.split(amountMinor, ascending)
      for (let i = 1; i < shares.length; i++) {
        if (ascending[i]! > ascending[i - 1]!) expect(shares[i]!).toBeGreaterThanOrEqual(shares[i - 1]!)
      }
    }))
  })

  it("mirrors a negative amount", () => {
    fc.assert(fc.property(amount, weights, (amountMinor, weights) => {
      const mirrored = Money.split(-amountMinor, weights).map((share) => 0 - share)
      expect(mirrored).toEqual(Money.split(amountMinor, weights))
    }))
  })

  it.each([
    { amountMinor: 5, weights: [], shares: [] },
    { amountMinor: 5, weights: [0, 0], shares: [3, 2] },
    { amountMinor: 0, weights: [1, 2], shares: [0, 0] },
    { amountMinor: -100, weights: [1, 1, 1], shares: [-34, -33, -33] },
    { amountMinor: -1, weights: [1, 0], shares: [-1, 0] },
    { amountMinor: 10, weights: [1, 2, 4], shares: [1, 3, 6] },
    {
      amountMinor: Money.maxAmountMinor,
      weights: [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
      shares: [Money.maxAmountMinor / 2, Money.maxAmountMinor / 2]
    }
  ])("splits $amountMinor by $weights into $shares", ({ amountMinor, weights, shares }) => {
    expect(Money.split(amountMinor, weights)).toStrictEqual(shares)
  })
})

describe("equal shares", () => {
  const cut = fc.record({
    amountMinor: fc.oneof(fc.integer({ min: -50, max: 50 }), fc.maxSafeInteger()),
    parts: fc.integer({ min: 1, max: 99 }),
    cuts: fc.array(fc.nat(99))
  })

  it("are those of a split with equal weights, one by one", () => {
    fc.assert(fc.property(cut, ({ amountMinor, parts }) => {
      const shares = Money.split(amountMinor, Array.from({ length: parts }, () => 1))
      expect(shares.map((_, n) => Money.equalShares(amountMinor, parts, n, 1))).toEqual(shares)
    }))
  })

  it("sum to the amount, however many are taken at a time", () => {
    fc.assert(fc.property(cut, ({ amountMinor, cuts, parts }) => {
      const ends = [...cuts.map((cut) => Math.min(cut, parts)), parts].sort((a, b) => a - b)
      const sum = ends.reduce(
        (sum, end, n) => sum + Money.equalShares(amountMinor, parts, ends[n - 1] ?? 0, end - (ends[n - 1] ?? 0)),
        0
      )
      expect(sum).toBe(0 + amountMinor)
    }))
  })
})

describe("fraction", () => {
  it("rounds half away from zero, and is exact beyond 2^53", () => {
    fc.assert(fc.property(amount, fc.nat(1_000_000), fc.integer({ min: 1, max: 1_000_000 }), (amountMinor, n, d) => {
      fc.pre(n <= d)
      const magnitude = BigInt(Math.abs(amountMinor))
      const twice = 2n * magnitude * BigInt(n)
      const rounded = BigInt(Math.abs(Money.fraction(amountMinor, n, d)))
      // The half belongs to the larger number: r − ½ ≤ p/d < r + ½.
      expect(2n * rounded * BigInt(d) - BigInt(d) <= twice).toBe(true)
      expect(twice < 2n * rounded * BigInt(d) + BigInt(d)).toBe(true)
      expect(Money.fraction(-amountMinor, n, d)).toBe(0 - Money.fraction(amountMinor, n, d))
    }))
  })

  it.each([
    [1, 1, 2, 1],
    [-1, 1, 2, -1],
    [1, 1, 3, 0],
    [-1, 1, 3, 0],
    [3, 1, 2, 2],
    [0, 5, 7, 0]
  ])("of %i · %i / %i is %i", (amountMinor, numerator, denominator, expected) => {
    expect(Money.fraction(amountMinor, numerator, denominator)).toBe(expected)
  })
})

/** A currency of each kind: without decimals, with two, with three. */
const currency = fc.constantFrom("JPY", "EUR", "KWD")

describe("currencies", () => {
  it("have the decimals of ISO 4217", () => {
    // Of this table, those that `Intl` knows, without units of account: it has funds and metals besides.
    const known = new Set(Intl.supportedValuesOf("currency"))
    const listed = Object.entries(currencies).filter(([code]) =>
      known.has(code) && !["XDR", "XSU", "XUA"].includes(code)
    )
    expect(listed.length).toBeGreaterThan(140)
    for (const [code, { decimals }] of listed) expect([code, Money.decimalsOf(code)]).toEqual([code, decimals])
    expect(["CLP", "HUF", "ISK", "TND"].map(Money.decimalsOf)).toEqual([0, 2, 0, 3])
  })

  it("are codes of three capitals, and no units of account with four decimals", () => {
    expect(["EUR", "JPY", "KWD", "eur", "EURO", "", "€", "CLF"].map(Schema.is(Money.Currency)))
      .toEqual([true, true, true, false, false, false, false, false])
  })
})

describe("text and numbers", () => {
  it("read back every amount that was written as text", () => {
    fc.assert(fc.property(amount, currency, (amountMinor, currency) => {
      expect(Money.parse(Money.format(amountMinor, currency), currency)).toEqual(Option.some(0 + amountMinor))
    }))
  })

  it("read back every amount from its JSON number, which has at most the decimals of its currency", () => {
    fc.assert(fc.property(amount, currency, (amountMinor, currency) => {
      const json = JSON.stringify(Money.toNumber(amountMinor, currency))
      expect((json.split(".")[1] ?? "").length).toBeLessThanOrEqual(Money.decimalsOf(currency))
      expect(Money.fromNumber(JSON.parse(json), currency)).toEqual(Option.some(0 + amountMinor))
    }))
  })

  it("add up on the wire as they do in minor units", () => {
    fc.assert(fc.property(amount, weights, currency, (amountMinor, weights, currency) => {
      const shares = Money.split(amountMinor, weights)
      const read = shares.map((share) => Option.getOrThrow(Money.fromNumber(Money.toNumber(share, currency), currency)))
      expect(read.reduce((sum, share) => sum + BigInt(share), 0n)).toBe(BigInt(amountMinor))
    }))
  })

  it("accept of all numbers those with at most the decimals of the currency and no others", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e9, max: 1e9 }),
        fc.integer({ min: 1, max: 9 }),
        currency,
        (whole, last, currency) => {
          const decimals = Money.decimalsOf(currency)
          const digits = "12".slice(0, decimals)
          expect(Option.isNone(Money.fromNumber(Number(`${whole}.${digits.padEnd(decimals, "1")}${last}`), currency)))
            .toBe(true)
          expect(Option.isSome(Money.fromNumber(Number(`${whole}.${digits}`), currency))).toBe(true)
        }
      )
    )
  })

  it.each([
    [2995, "29.95", "2995", "2.995"],
    [5, "0.05", "5", "0.005"],
    [-5, "-0.05", "-5", "-0.005"],
    [0, "0.00", "0", "0.000"],
    [100, "1.00", "100", "0.100"],
    [Money.maxAmountMinor, "70368744177664.00", "7036874417766400", "7036874417766.400"]
  ])("write %i as %s euros, %s yen, %s dinars", (amountMinor, ...texts) => {
    expect(["EUR", "JPY", "KWD"].map((currency) => Money.format(amountMinor, currency))).toEqual(texts)
  })

  it.each([
    [123_450, "JPY", "en", "¥123,450"],
    [-123_450, "JPY", "de", "−123.450\u00a0¥"],
    [123_450, "ISK", "en", "ISK\u00a0123,450"],
    [123_450, "HUF", "de", "1.234,50\u00a0HUF"],
    [123_450, "KWD", "en", "KWD\u00a0123.450"]
  ])("show people %i of %s, in %s, as %s", (amountMinor, currency, language, text) => {
    expect(Money.display(amountMinor, currency, language as "en" | "de")).toBe(text)
  })

  it.each([
    [3475, "€34.75"],
    [5, "€0.05"],
    [0, "€0.00"],
    [100_000, "€1,000.00"],
    [-2995, "−€29.95"],
    [-123_456_789, "−€1,234,567.89"],
    [Money.maxAmountMinor, "€70,368,744,177,664.00"]
  ])("show %i to people as %s", (amountMinor, text) => {
    expect(Money.display(amountMinor, "EUR")).toBe(text)
    expect(Money.display(amountMinor, "CHF")).toBe(text.replace("€", "CHF\u00a0"))
  })

  it("show people the digits that programs read, and no space that breaks", () => {
    fc.assert(
      fc.property(fc.integer({ min: -Money.maxAmountMinor, max: Money.maxAmountMinor }), (amountMinor) => {
        const shown = Money.display(amountMinor, "EUR")
        expect(shown.replace(/[€,]/g, "").replace("−", "-")).toBe(Money.format(amountMinor, "EUR"))
        expect(shown).not.toMatch(/ /)
      })
    )
  })

  it.each(["", " 1", "1.", ".5", "1.234", "1e3", "1,50", "+1", "--1", "0x10", "٣", "NaN", "70368744177664.01"])(
    "refuse %j",
    (text) => {
      expect(Money.parse(text, "EUR")).toEqual(Option.none())
    }
  )

  it.each([NaN, Infinity, -Infinity, 1e21, 1e-7, 0.001, 0.1 + 0.2, 1e15])("refuse the number %d", (n) => {
    expect(Money.fromNumber(n, "EUR")).toEqual(Option.none())
  })

  it("take the numbers that binary multiplication gets wrong, and minus zero", () => {
    expect(Money.fromNumber(1.15, "EUR")).toEqual(Option.some(115))
    expect(Money.fromNumber(1.005 * 1000, "EUR")).toEqual(Option.none())
    expect(Money.fromNumber(-0, "EUR")).toStrictEqual(Option.some(0))
    expect(Money.parse("-0.00", "EUR")).toStrictEqual(Option.some(0))
  })
})

describe("Amount", () => {
  it.each(["JPY", "EUR", "KWD"])("decodes what it encodes in %s", (currency) => {
    const schema = Money.Amount(currency)
    fc.assert(fc.property(Arbitrary.make(schema), (amountMinor) => {
      expect(Schema.decodeSync(schema)(Schema.encodeSync(schema)(amountMinor))).toBe(0 + amountMinor)
    }))
  })

  it.each([
    ["EUR", 1.005, "an amount in EUR with at most two decimals"],
    ["JPY", 10.5, "an amount in JPY with no decimals"],
    ["KWD", 1.0005, "an amount in KWD with at most three decimals"]
  ])("refuses a decimal that %s lacks, and says what it wants", (currency, n, words) => {
    const result = Schema.decodeUnknownEither(Money.Amount(currency))(n)
    expect(Either.isLeft(result) && result.left.message).toContain(words)
  })

  it("refuses text", () => {
    expect(Either.isLeft(Schema.decodeUnknownEither(Money.Amount("EUR"))("1.00"))).toBe(true)
  })
})
