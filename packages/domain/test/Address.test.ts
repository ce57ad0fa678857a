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

  it.each(["name", "address", "city", "postcode"] as const)("needs a %s of 1 to 200 characters", (field) => {
    expect(accepts({ ...berlin, [field]: "" })).toBe(false)
    expect(accepts({ ...berlin, [field]: " \t " })).toBe(false)
    expect(accepts({ ...berlin, [field]: "x" })).toBe(true)
    expect(accepts({ ...berlin, [field]: ` ${"x".repeat(200)} ` })).toBe(true)
    expect(accepts({ ...berlin, [field]: "x".repeat(201) })).toBe(false)
    expect(accepts({ ...berlin, [field]: undefined })).toBe(false)
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
    `ada@${"a.".repeat(126)}com`
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
