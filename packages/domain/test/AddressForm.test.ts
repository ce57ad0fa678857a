import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import * as AddressForm from "../src/AddressForm.ts"

const ada = { name: "Ada Lovelace", address: "Torstraße 1", city: "Berlin", postcode: "10119", country: "DE" }
const faults = (written: AddressForm.Written) =>
  Either.match(AddressForm.read(written), {
    onLeft: (found) => found.map(({ fault, field }) => `${field} ${fault}`),
    onRight: () => []
  })

describe("a written address", () => {
  it("is folded, and its country found", () => {
    const written = {
      name: " Ada\u00a0 Lovelace\t",
      address: "Torstraße\n1",
      city: "Berlin ",
      postcode: "10119\u00a0",
      country: " allemagne"
    }
    expect(AddressForm.read(written)).toEqual(Either.right(ada))
  })

  it("has all of its faults at once, in the order of the form", () => {
    expect(faults({})).toEqual([
      "name missing",
      "address missing",
      "city missing",
      "postcode missing",
      "country missing"
    ])
    expect(faults({ name: "\u0007", address: "\u200b", city: "x\u202ey", postcode: "1011", country: "Germany" }))
      .toEqual([
        "name wrong",
        "address missing",
        "city wrong",
        "postcode wrong"
      ])
    expect(faults({ ...ada, name: 1, city: ["a"], country: null })).toEqual([
      "name wrong",
      "city wrong",
      "country wrong"
    ])
    expect(faults({ ...ada, country: "Atlantis" })).toEqual(["country wrong"])
    expect(faults({ ...ada, name: "\u2800", address: "a".repeat(201) })).toEqual(["name wrong", "address wrong"])
    // Characters, not the units of their encoding.
    expect(faults({ ...ada, name: "𠮷".repeat(200) })).toEqual([])
    expect(faults({ ...ada, name: "𠮷".repeat(201) })).toEqual(["name wrong"])
  })

  it.each(["Qatar", "AE", "Hong Kong", "Bahrain", "Ireland"])("to %s needs no postcode", (country) => {
    expect(faults({ ...ada, postcode: "", country })).toEqual([])
    expect(faults({ ...ada, postcode: undefined, country })).toEqual([])
    for (const postcode of [[], {}, 0, false, null]) {
      expect(faults({ ...ada, postcode, country })).toEqual(["postcode wrong"])
    }
  })

  it("has four more parts where they were written", () => {
    const more = { company: " Analytical  Works ", address2: "Door 2", region: "BE", phone: "+49 (30) 123-45/6" }
    expect(AddressForm.read({ ...ada, ...more })).toEqual(
      Either.right({ ...ada, ...more, company: "Analytical Works" })
    )
    for (const none of [undefined, "", " \u200b"]) {
      const nothing = { company: none, address2: none, region: none, phone: none }
      expect(AddressForm.read({ ...ada, ...nothing })).toEqual(Either.right(ada))
    }
    expect(faults({ ...ada, company: "\u0007", address2: 1, region: "x".repeat(201), phone: null })).toEqual([
      "company wrong",
      "address2 wrong",
      "region wrong",
      "phone wrong"
    ])
    expect(Schema.is(AddressForm.ReadAddress)({ ...ada, ...more })).toBe(false)
    expect(Schema.is(AddressForm.ReadAddress)({ ...ada, ...more, company: "Works" })).toBe(true)
    expect(Schema.is(AddressForm.ReadAddress)({ ...ada, region: "" })).toBe(false)
  })

  it.each(["0301", "+", "49+30 1234", "030 1234 ext. 5", "1".repeat(21), "+49\u00a030\u202e12345", "..........1234"])(
    "has no phone number %j",
    (phone) => {
      expect(faults({ ...ada, phone })).toEqual(["phone wrong"])
    }
  )

  it("is given by programs as it was read", () => {
    const is = Schema.is(AddressForm.ReadAddress)
    expect(is(ada)).toBe(true)
    expect(is({ ...ada, country: "QA", postcode: "" })).toBe(true)
    for (
      const wrong of [{ name: "Ada  Lovelace" }, { city: "Berlin\u0007" }, { postcode: "1011" }, { postcode: "" }, {
        country: "XX"
      }]
    ) expect(is({ ...ada, ...wrong }), JSON.stringify(wrong)).toBe(false)
  })
})
