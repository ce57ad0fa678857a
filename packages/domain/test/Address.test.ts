import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Address from "../src/Address.ts"

const berlin = { name: "Ada Byron", address: "Unter den Linden 1", city: "Berlin", postcode: "10117", country: "DE" }
const decodes = Schema.is(Schema.encodedBoundSchema(Address.ShippingAddress))
const accepts = (input: unknown) => Schema.decodeUnknownOption(Address.ShippingAddress)(input)._tag === "Some"

describe("a shipping address", () => {
  it("loses the space around its lines when it is decoded", () => {
    const decoded = Schema.decodeUnknownSync(Address.ShippingAddress)({ ...berlin, city: "  Berlin\n" })
    expect(decoded).toEqual(berlin)
  })

  it.each(["name", "address", "city"] as const)("needs a %s of 1 to 200 characters", (field) => {
    expect(accepts({ ...berlin, [field]: "" })).toBe(false)
    expect(accepts({ ...berlin, [field]: " \t " })).toBe(false)
    expect(accepts({ ...berlin, [field]: "x" })).toBe(true)
    expect(accepts({ ...berlin, [field]: ` ${"x".repeat(200)} ` })).toBe(true)
    expect(accepts({ ...berlin, [field]: "x".repeat(201) })).toBe(false)
    expect(accepts({ ...berlin, [field]: undefined })).toBe(false)
  })

  it("has no postcode where its country has none", () => {
    expect(accepts({ ...berlin, postcode: "" })).toBe(true)
    expect(accepts({ ...berlin, postcode: "x".repeat(201) })).toBe(false)
    expect(accepts({ ...berlin, postcode: undefined })).toBe(false)
  })

  it.each(["de", "DEU", "D", "Germany", "D1", " DE"])("has no country %j", (country) => {
    expect(accepts({ ...berlin, country })).toBe(false)
  })

  it("survives encoding and decoding", () => {
    fc.assert(fc.property(Arbitrary.make(Address.ShippingAddress), (address) => {
      const wire = Schema.encodeSync(Address.ShippingAddress)(address)
      expect(decodes(wire)).toBe(true)
      expect(Schema.decodeSync(Address.ShippingAddress)(wire)).toEqual(address)
    }))
  })
})

describe("an email address", () => {
  const is = Schema.is(Address.Email)

  it.each(["ada@example.com", "a.b+c@sub.example.co.uk", "jürgen@müller.de", "o'brien@example.ie"])(
    "may be %s",
    (text) => {
      expect(is(text)).toBe(true)
    }
  )

  it.each([
    "",
    "ada",
    "ada@",
    "@example.com",
    "ada@example",
    "ada@@example.com",
    "ada@example..com",
    "ada@.com",
    "ada b@example.com",
    "ada@example.com\nBcc: eve@example.com",
    "ada@example.com,eve@example.com",
    "Ada <ada@example.com>",
    "ada\u0000@example.com",
    `${"a".repeat(65)}@example.com`,
    `ada@${"a.".repeat(126)}com`,
    "a@b.de\u200b",
    "a\u200b@b.de",
    "a\u202e@b.de",
    "a@b\u00ad.de",
    "ada@-example.com",
    "ada@example-.com",
    "ada@example.com-",
    "ada@exa_mple.com",
    "ada@127.0.0.1",
    "ada@example.123",
    `ada@${"a".repeat(64)}.com`,
    " ada@example.com",
    "ada@\u2800.com"
  ])("may not be %j", (text) => {
    expect(is(text)).toBe(false)
  })

  it("is whatever RFC 5322 generators come up with", () => {
    fc.assert(fc.property(fc.emailAddress(), (text) => {
      expect(is(text)).toBe(text.length <= 254)
    }))
  })

  it("is judged in linear time", () => {
    expect(is(`${"a".repeat(60)}@${"a.".repeat(90)}@`)).toBe(false)
  })
})

describe("people are the same", () => {
  it.each([
    ["ADA@Example.COM", "ada@example.com"],
    ["ADA.MÜLLER@example.com", "ada.müller@example.com"],
    ["zoe\u0308@example.com", "zo\u00eb@example.com"],
    ["ZOE\u0308@EXAMPLE.com", "zoë@example.com"],
    ["ada@müller.de", "ada@xn--mller-kva.de"],
    ["ada@MÜLLER.de", "ADA@XN--MLLER-KVA.DE"],
    ["ada@mu\u0308ller.de", "ada@müller.de"],
    ["  ada@example.com\n", "ada@example.com"],
    ["νικος.παππας@example.gr", "ΝΙΚΟΣ.ΠΑΠΠΑΣ@example.gr"],
    ["ΜΑΡΙΟΣ.Κ@x.gr", "μαριος.κ@x.gr"],
    ["οδυσσευσ@x.gr", "ΟΔΥΣΣΕΥΣ@x.gr"],
    ["ada@ΟΔΟΣ-1.gr", "ada@οδοσ-1.gr"],
    ["ada@STRAẞE.de", "ada@straße.de"]
  ])("with %j and %j", (one, other) => {
    expect(Address.foldEmail(one)).toBe(Address.foldEmail(other))
  })

  it.each([
    ["ada@example.com", "ada@example.org"],
    ["ada@example.com", "eda@example.com"],
    ["ada@example.com/x", "ada@example.com"],
    ["ada@example.com#", "ada@example.com"],
    ["ﬁona@example.com", "fiona@example.com"],
    ["muller@example.com", "müller@example.com"],
    ["ada@οδος.gr", "ada@οδοσ.gr"]
  ])("not with %j and %j", (one, other) => {
    expect(Address.foldEmail(one)).not.toBe(Address.foldEmail(other))
  })

  it("with any letter and its capital", () => {
    const letters = fc.string({ unit: "grapheme" }).map((text) => text.replace(/[^\p{L}]/gu, ""))
    fc.assert(fc.property(letters, (word) => {
      const inCapitals = word.replace(/./gu, (letter) => {
        const capital = letter.toUpperCase()
        return [...capital].length === 1 ? capital : letter
      })
      expect(Address.foldEmail(`${inCapitals}@example.com`)).toBe(Address.foldEmail(`${word}@example.com`))
    }))
  })

  it("when they are folded again", () => {
    fc.assert(fc.property(fc.oneof(fc.emailAddress(), fc.string({ unit: "grapheme" })), (email) => {
      expect(Address.foldEmail(Address.foldEmail(email))).toBe(Address.foldEmail(email))
    }))
  })
})
