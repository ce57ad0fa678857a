import * as Arbitrary from "effect/Arbitrary"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { tariffWith } from "../../../test/shop/tariff.ts"
import { CountryCode } from "../src/Address.ts"
import { Quantity } from "../src/Cart.ts"
import { Day } from "../src/Days.ts"
import { OrderId, ProductId } from "../src/Ids.ts"
import * as Money from "../src/Money.ts"
import * as Pricing from "../src/Pricing.ts"
import * as Receipt from "../src/Receipt.ts"
import * as Shipping from "../src/Shipping.ts"
import * as Vat from "../src/Vat.ts"
import { price } from "./pricing.ts"

const issuedAt = Date.parse("2026-03-01T12:00:00Z")
const issuedOn = Day.make("2026-03-01")
const sum = (amounts: ReadonlyArray<number>) => amounts.reduce((a, b) => a + b, 0)
const seller: Receipt.Seller = {
  name: "Beauty Store GmbH",
  address: "Musterstraße 1",
  city: "Berlin",
  postcode: "10115",
  country: CountryCode.make("DE"),
  vatId: "DE123456789",
  email: "shop@example.com"
}
const buyer: Receipt.Buyer = {
  email: "ada@example.com",
  address: { name: "Ada", address: "Weg 2", city: "Wien", postcode: "1010", country: CountryCode.make("AT") }
}

const issue = (priced: Pick<Pricing.Priced, "lines" | "shippingMinor" | "shippingVatMinor" | "vat">) =>
  Receipt.receipt({
    number: Receipt.receiptNumber(issuedOn, 1),
    issuedAt,
    issuedOn,
    seller,
    buyer,
    paymentMethod: "card",
    purchase: {
      orderId: OrderId.make("ord_0123456789"),
      currency: "EUR",
      lines: priced.lines.map((line) => ({ ...line, name: `The ${line.productId}` })),
      shippingMinor: priced.shippingMinor,
      shippingVatMinor: priced.shippingVatMinor,
      vat: priced.vat
    }
  })

const line = fc.record({
  productId: Arbitrary.make(ProductId),
  quantity: fc.oneof(fc.constant(1), Arbitrary.make(Quantity)),
  unitPriceMinor: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 100_000_000 })),
  // A discount of everything makes receipts of nothing, which have no rate.
  discount: fc.oneof(fc.constant(0), fc.nat(100), fc.constant(100))
}).map(({ discount, ...line }) => ({
  ...line,
  discountMinor: Math.floor(line.quantity * line.unitPriceMinor * discount / 100)
}))
const ofOneRate = fc.record({
  lines: fc.uniqueArray(line, { selector: (line) => line.productId, minLength: 1, maxLength: 5 }),
  country: fc.constantFrom(...Vat.memberStates, "CH", "US").map((code) => CountryCode.make(code)),
  method: Arbitrary.make(Shipping.ShippingMethod),
  policy: fc.constantFrom(Shipping.defaultPolicy, tariffWith({ freeFromMinor: 0 }))
})
/** Receipts as they come from `Pricing.price`, some so small that a cent matters. */
const receipt: fc.Arbitrary<Receipt.Receipt> = ofOneRate.map((purchase) => issue(price(purchase)))

/** A purchase of goods of several rates, as it comes from `Pricing.price`. */
const mixed: fc.Arbitrary<Pricing.Priced> = fc.tuple(
  ofOneRate,
  fc.array(fc.constantFrom(0, 700, 2000, 2550), { minLength: 5, maxLength: 5 })
).map(([purchase, rates]) =>
  price({ ...purchase, lines: purchase.lines.map((line, n) => ({ ...line, rateBp: rates[n]! })) })
)

const ratesOf = (rates: ReadonlyArray<{ rateBp: number; grossMinor: number; vatMinor: number }>) => {
  const lines = rates.map(({ grossMinor, rateBp, vatMinor }) => ({
    productId: ProductId.make(`rate-${rateBp}`),
    quantity: 1,
    unitPriceMinor: grossMinor,
    listMinor: grossMinor,
    discountMinor: 0,
    lineTotalMinor: grossMinor,
    rateBp,
    vatMinor
  }))
  const vat = rates.map((rate) => ({ ...rate, netMinor: rate.grossMinor - rate.vatMinor }))
  return issue({ lines, shippingMinor: 0, shippingVatMinor: 0, vat })
}
const rate = fc.record({
  rateBp: fc.constantFrom(0, 700, 2000, 2550),
  grossMinor: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 500 }))
})
const rates = fc.uniqueArray(rate, { selector: (rate) => rate.rateBp, minLength: 1, maxLength: 4 })

const severalRates: fc.Arbitrary<Receipt.Receipt> = fc.oneof(
  mixed.map(issue),
  rates.map((rates) =>
    ratesOf(rates.map((rate) => ({ ...rate, vatMinor: Vat.includedVat(rate.grossMinor, rate.rateBp) })))
  )
)

/** As somebody else would make it, who rounds VAT per line, or anyhow: it adds up, and that is all. */
const otherRounding: fc.Arbitrary<Receipt.Receipt> = fc.tuple(rates, fc.integer({ min: -3, max: 3 })).map(
  ([rates, off]) =>
    ratesOf(rates.map((rate) => {
      const vatMinor = Vat.includedVat(rate.grossMinor, rate.rateBp) + off
      return { ...rate, vatMinor: Math.max(0, Math.min(rate.grossMinor, vatMinor)) }
    }))
)
const anyReceipt = fc.oneof(receipt, severalRates, otherRounding)

const credit = (
  receipt: Receipt.Receipt,
  entries: ReadonlyArray<Receipt.CreditEntry>,
  amountMinor: number,
  parts?: ReadonlyArray<Receipt.RateAmount>
) =>
  Receipt.creditNote({
    parts,
    number: Receipt.creditNumber(issuedOn, entries.length + 1),
    issuedAt,
    issuedOn,
    receipt,
    entries,
    amountMinor,
    cause: "return"
  })
const cancel = (entries: ReadonlyArray<Receipt.CreditEntry>, cancels: Receipt.CreditNumber) =>
  Receipt.cancelCreditNote({
    number: Receipt.creditNumber(issuedOn, entries.length + 1),
    issuedAt,
    issuedOn,
    entries,
    cancels,
    reason: "the refund failed"
  })

describe("numbers", () => {
  it.each([
    ["2026-12-31", 1, "R-2026-000001", "C-2026-000001"],
    ["2027-01-01", 1, "R-2027-000001", "C-2027-000001"],
    ["2026-07-01", 123_456, "R-2026-123456", "C-2026-123456"],
    ["2026-07-01", 1_234_567, "R-2026-1234567", "C-2026-1234567"]
  ])("of %s and count %i are %s and %s", (on, count, receiptNumber, creditNumber) => {
    const day = Day.make(on)
    expect(Receipt.receiptNumber(day, count)).toBe(receiptNumber)
    expect(Receipt.creditNumber(day, count)).toBe(creditNumber)
    expect(Receipt.series("R", day)).toBe(receiptNumber.slice(0, 6))
    expect(Receipt.series("C", day)).toBe(creditNumber.slice(0, 6))
  })

  it("of a receipt never pass for a credit note's", () => {
    expect(Schema.is(Receipt.ReceiptNumber)("C-2026-000001")).toBe(false)
    expect(Schema.is(Receipt.CreditNumber)("R-2026-000001")).toBe(false)
    expect(Schema.is(Receipt.ReceiptNumber)("R-2026-1")).toBe(false)
  })
})

describe("a receipt", () => {
  it("says what was bought and what it held of VAT", () => {
    const priced = price({
      lines: [{ productId: ProductId.make("serum"), quantity: 1, unitPriceMinor: 2995 }],
      country: CountryCode.make("AT"),
      method: "standard",
      policy: Shipping.defaultPolicy
    })
    expect(issue(priced)).toStrictEqual({
      number: "R-2026-000001",
      issuedAt,
      issuedOn,
      orderId: "ord_0123456789",
      seller,
      buyer,
      paymentMethod: "card",
      language: "en",
      currency: "EUR",
      lines: [{
        productId: ProductId.make("serum"),
        name: "The serum",
        quantity: 1,
        unitPriceMinor: 2995,
        listMinor: 2995,
        discountMinor: 0,
        lineTotalMinor: 2995,
        rateBp: 2000,
        vatMinor: 499
      }],
      subtotalMinor: 2995,
      shippingMinor: 495,
      shippingVatMinor: 83,
      vat: [{ rateBp: 2000, netMinor: 2908, vatMinor: 582, grossMinor: 3490 }],
      netMinor: 2908,
      vatMinor: 582,
      totalMinor: 3490
    })
  })

  it("is what its schema describes for every priced purchase, sums and all, and survives JSON", () => {
    fc.assert(fc.property(anyReceipt, (receipt) => {
      const wire = JSON.parse(JSON.stringify(Schema.encodeSync(Receipt.Receipt)(receipt)))
      expect(Schema.decodeUnknownSync(Receipt.Receipt)(wire)).toEqual(receipt)
    }))
  })

  it("that was issued before there were discounts reads as one without", () => {
    fc.assert(fc.property(receipt, (receipt) => {
      const wire = JSON.parse(JSON.stringify(Schema.encodeSync(Receipt.Receipt)(receipt)))
      const before = structuredClone(wire)
      for (const line of before.lines) {
        delete line.discountMinor
        delete line.listMinor
      }
      const lines = receipt.lines.map((line) => ({ ...line, discountMinor: 0, listMinor: line.lineTotalMinor }))
      expect(Schema.decodeUnknownSync(Receipt.Receipt)(before)).toEqual({ ...receipt, lines })
    }))
  })

  it.each(["totalMinor", "netMinor", "vatMinor", "subtotalMinor", "shippingMinor", "shippingVatMinor"] as const)(
    "with a cent too much in %s does not decode",
    (field) => {
      fc.assert(fc.property(receipt, (receipt) => {
        expect(Schema.is(Receipt.Receipt)({ ...receipt, [field]: receipt[field] + 1 })).toBe(false)
      }))
    }
  )

  it("with a cent too much in a line or a rate does not decode", () => {
    fc.assert(fc.property(receipt, (receipt) => {
      const line = receipt.lines[0]!
      for (const field of ["listMinor", "discountMinor", "lineTotalMinor", "vatMinor"] as const) {
        const lines = [{ ...line, [field]: line[field] + 1 }, ...receipt.lines.slice(1)]
        expect(Schema.is(Receipt.Receipt)({ ...receipt, lines })).toBe(false)
      }
      const none = { rateBp: 0, netMinor: 0, vatMinor: 0, grossMinor: 0 }
      const [rate = none, ...others] = receipt.vat
      for (const field of ["netMinor", "vatMinor", "grossMinor"] as const) {
        const vat = [{ ...rate, [field]: rate[field] + 1 }, ...others]
        expect(Schema.is(Receipt.Receipt)({ ...receipt, vat })).toBe(false)
      }
    }))
  })
})

/** A receipt for 0.03 to France: 0.005 of VAT, rounded up. */
const threeCents = issue(price({
  lines: [{ productId: ProductId.make("sample"), quantity: 3, unitPriceMinor: 1 }],
  country: CountryCode.make("FR"),
  method: "standard",
  policy: tariffWith({ freeFromMinor: 0 })
}))

describe("credit notes", () => {
  it("give the documented example: the cent of VAT stands in the note that completes it", () => {
    const entries: Array<Receipt.CreditEntry> = []
    for (let n = 0; n < 3; n++) entries.push(Either.getOrThrow(credit(threeCents, entries, 1)))
    expect(entries.map((entry) => [entry.vatMinor, entry.netMinor])).toEqual([[0, 1], [0, 1], [1, 0]])
    expect(credit(threeCents, entries, 1)).toEqual(
      Either.left(
        new Receipt.CreditExceedsReceipt({
          receiptNumber: "R-2026-000001",
          requested: 1,
          remaining: 0,
          currency: "EUR"
        })
      )
    )
  })

  it("name the receipt, the cause and the goods", () => {
    const lines = [{ productId: ProductId.make("sample"), name: "The sample", quantity: 1, amountMinor: 1 }]
    expect(Receipt.creditNote({
      number: Receipt.creditNumber(issuedOn, 7),
      issuedAt,
      issuedOn,
      receipt: threeCents,
      entries: [],
      amountMinor: 3,
      cause: "cancellation",
      lines
    })).toStrictEqual(Either.right({
      kind: "credit_note",
      number: "C-2026-000007",
      issuedAt,
      issuedOn,
      receiptNumber: "R-2026-000001",
      currency: "EUR",
      cause: "cancellation",
      lines,
      vat: [{ rateBp: 2000, netMinor: 2, vatMinor: 1, grossMinor: 3 }],
      netMinor: 2,
      vatMinor: 1,
      totalMinor: 3
    }))
  })

  it("of one amount for the whole receipt mirror it exactly", () => {
    fc.assert(fc.property(anyReceipt, (receipt) => {
      const note = Either.getOrThrow(credit(receipt, [], receipt.totalMinor))
      expect(note).toMatchObject({ netMinor: receipt.netMinor, vatMinor: receipt.vatMinor, vat: receipt.vat })
    }))
  })

  const amounts = fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 100_000_000 })), {
    maxLength: 12
  })

  it("hold, after each, the VAT of all that went back so far, rounded once, at one rate", () => {
    fc.assert(fc.property(receipt, amounts, (receipt, amounts) => {
      const entries: Array<Receipt.CreditEntry> = []
      for (const amount of amounts) {
        const note = credit(receipt, entries, amount)
        if (Either.isRight(note)) entries.push(note.right)
        const credited = Receipt.creditedMinor(entries)
        const rateBp = receipt.vat[0]?.rateBp ?? 0
        expect(sum(entries.map((entry) => entry.vatMinor))).toBe(Vat.includedVat(credited, rateBp))
      }
    }))
  })

  const sameRates = (receipt: Receipt.Receipt, entries: ReadonlyArray<Receipt.CreditEntry>) => {
    for (const rate of receipt.vat) {
      const ofRate = entries.flatMap((entry) => entry.vat).filter((entry) => entry.rateBp === rate.rateBp)
      for (const field of ["netMinor", "vatMinor", "grossMinor"] as const) {
        expect(sum(ofRate.map((entry) => entry[field]))).toBe(rate[field])
      }
    }
  }

  it("for goods that came back have the rates of these goods, and all of them match the receipt, rate by rate", () => {
    const returns = fc.tuple(
      mixed,
      fc.infiniteStream(fc.nat(9)),
      fc.infiniteStream(fc.oneof(fc.constant(0), fc.nat(2_000)))
    )
    fc.assert(fc.property(returns, fc.boolean(), ([purchase, turns, gifts], isGenerous) => {
      const receipt = issue(purchase)
      const entries: Array<Receipt.CreditEntry> = []
      const left = purchase.lines.map(({ quantity }) => Math.min(quantity, 3))
      const parts = purchase.lines.map(({ lineTotalMinor }, n) => Money.split(lineTotalMinor, Array(left[n]).fill(1)))
      while (left.some((units) => units > 0)) {
        const remaining = receipt.totalMinor - Receipt.creditedMinor(entries)
        const gift = isGenerous ? Math.min(gifts.next().value, remaining) : 0
        if (gift > 0) entries.push(Either.getOrThrow(credit(receipt, entries, gift)))
        const open = left.flatMap((units, n) => units > 0 ? [n] : [])
        const n = open[turns.next().value % open.length]!
        left[n]! -= 1
        const { rateBp } = purchase.lines[n]!
        const isLast = left.every((units) => units === 0)
        const worth = parts[n]![left[n]!]! + (isLast ? purchase.shippingMinor : 0)
        const amountMinor = Math.min(worth, receipt.totalMinor - Receipt.creditedMinor(entries))
        const goodsMinor = Math.min(amountMinor, parts[n]![left[n]!]!)
        const shippingMinor = amountMinor - goodsMinor
        const ofRates = Receipt.refundParts({ goods: [{ rateBp, amountMinor: goodsMinor }], shippingMinor, purchase })
        expect(sum(ofRates.map((part) => part.amountMinor))).toBe(amountMinor)
        if (amountMinor === 0) continue
        const note = Either.getOrThrow(credit(receipt, entries, amountMinor, ofRates))
        expect(note.totalMinor).toBe(amountMinor)
        if (!isGenerous && shippingMinor === 0) expect(note.vat).toMatchObject([{ rateBp, grossMinor: amountMinor }])
        entries.push(note)
      }
      sameRates(receipt, entries)
    }))
  })

  const step = fc.oneof(
    fc.record({ credit: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 2_000 })) }),
    fc.record({ cancel: fc.nat(20) })
  )

  it("and cancellations in any order never take back more than the receipt gave, and everything matches it exactly", () => {
    fc.assert(
      fc.property(anyReceipt, fc.array(step, { maxLength: 30 }), (receipt, steps) => {
        const entries: Array<Receipt.CreditEntry> = []
        const check = () => {
          for (const rate of receipt.vat) {
            const ofRate = entries.flatMap((entry) => entry.vat).filter((entry) => entry.rateBp === rate.rateBp)
            for (const field of ["netMinor", "vatMinor", "grossMinor"] as const) {
              const taken = sum(ofRate.map((entry) => entry[field]))
              expect(taken).toBeGreaterThanOrEqual(0)
              expect(taken).toBeLessThanOrEqual(rate[field])
            }
          }
        }
        for (const step of steps) {
          const remaining = receipt.totalMinor - Receipt.creditedMinor(entries)
          if ("credit" in step) {
            const note = credit(receipt, entries, step.credit)
            expect(Either.isRight(note)).toBe(step.credit <= remaining)
            if (Either.isRight(note)) {
              const { netMinor, totalMinor, vatMinor } = note.right
              expect(totalMinor).toBe(step.credit)
              expect(Math.min(netMinor, vatMinor)).toBeGreaterThanOrEqual(0)
              entries.push(note.right)
            }
          } else if (entries.length > 0) {
            const entry = entries[step.cancel % entries.length]!
            const cancelled = entries.some((other) => other.kind === "cancellation" && other.cancels === entry.number)
            const result = cancel(entries, entry.number)
            expect(Either.isRight(result)).toBe(entry.kind === "credit_note" && !cancelled)
            if (Either.isRight(result)) entries.push(result.right)
          }
          check()
        }
        const remaining = receipt.totalMinor - Receipt.creditedMinor(entries)
        if (remaining > 0) entries.push(Either.getOrThrow(credit(receipt, entries, remaining)))
        check()
        expect(sum(entries.map((entry) => entry.netMinor))).toBe(receipt.netMinor)
        expect(sum(entries.map((entry) => entry.vatMinor))).toBe(receipt.vatMinor)
        sameRates(receipt, entries)
      }),
      { numRuns: 300 }
    )
  })

  it("and cancellations are what their schema describes, and survive JSON", () => {
    fc.assert(fc.property(anyReceipt, fc.integer({ min: 1, max: 500 }), (receipt, amount) => {
      const note = Either.getOrThrow(credit(receipt, [], Math.min(amount, receipt.totalMinor)))
      for (const entry of [note, Either.getOrThrow(cancel([note], note.number))]) {
        const wire = JSON.parse(JSON.stringify(Schema.encodeSync(Receipt.CreditEntry)(entry)))
        expect(Schema.decodeUnknownSync(Receipt.CreditEntry)(wire)).toEqual(entry)
        expect(Schema.is(Receipt.CreditEntry)({ ...entry, vatMinor: entry.vatMinor + 1 })).toBe(false)
      }
    }))
  })
})

describe("a cancelled credit note", () => {
  it("is an entry of its own with the note's amounts and the opposite sign, and leaves room for the next try", () => {
    const note = Either.getOrThrow(credit(threeCents, [], 3))
    const cancellation = Either.getOrThrow(cancel([note], note.number))
    expect(cancellation).toStrictEqual({
      kind: "cancellation",
      number: "C-2026-000002",
      issuedAt,
      issuedOn,
      receiptNumber: "R-2026-000001",
      cancels: "C-2026-000001",
      reason: "the refund failed",
      currency: "EUR",
      vat: [{ rateBp: 2000, netMinor: -2, vatMinor: -1, grossMinor: -3 }],
      netMinor: -2,
      vatMinor: -1,
      totalMinor: -3
    })
    const again = Either.getOrThrow(credit(threeCents, [note, cancellation], 3))
    expect([again.netMinor, again.vatMinor]).toEqual([2, 1])
  })

  it("never makes a later note's VAT negative, nor more than the note", () => {
    const cents = (gross: number, cancelled: ReadonlyArray<number>) => {
      const receipt = ratesOf([{ rateBp: 2000, grossMinor: gross, vatMinor: Vat.includedVat(gross, 2000) }])
      const entries: Array<Receipt.CreditEntry> = []
      for (let n = 0; n < gross; n++) entries.push(Either.getOrThrow(credit(receipt, entries, 1)))
      for (const n of cancelled) entries.push(Either.getOrThrow(cancel(entries, entries[n - 1]!.number)))
      return cancelled.map(() => {
        entries.push(Either.getOrThrow(credit(receipt, entries, 1)))
        return entries[entries.length - 1]!.vatMinor
      })
    }
    // Of the cents of 0.03 the third holds the VAT: without the others too much has been credited.
    expect(cents(3, [1, 2])).toEqual([0, 0])
    // Of those of 0.15 the third, the ninth and the fifteenth do: without them two are missing at once.
    expect(cents(15, [3, 9, 15])).toEqual([1, 1, 1])
  })

  it("is cancelled once, and only if the receipt has it", () => {
    const note = Either.getOrThrow(credit(threeCents, [], 3))
    const cancellation = Either.getOrThrow(cancel([note], note.number))
    const refusal = Either.left(new Receipt.CreditNoteNotStanding({ number: note.number }))
    expect(cancel([note, cancellation], note.number)).toEqual(refusal)
    expect(cancel([], note.number)).toEqual(refusal)
    expect(cancel([note, cancellation], cancellation.number))
      .toEqual(Either.left(new Receipt.CreditNoteNotStanding({ number: cancellation.number })))
  })
})

it("refusals say the facts in a sentence", () => {
  expect(
    new Receipt.CreditExceedsReceipt({
      receiptNumber: "R-2026-000001",
      requested: 300,
      remaining: 299,
      currency: "EUR"
    }).message
  )
    .toBe("3.00 EUR of receipt R-2026-000001 are to be credited, 2.99 EUR remain.")
  expect(new Receipt.CreditNoteNotStanding({ number: "C-2026-000001" }).message)
    .toBe("There is no credit note C-2026-000001 to cancel.")
  expect(new Receipt.OrderNotPaid({ orderId: OrderId.claimed.make("ord_1"), paymentStatus: "unpaid" }).message)
    .toBe("Order ord_1 has no receipt: its payment is unpaid.")
})
