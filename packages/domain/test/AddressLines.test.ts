import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { ShippingAddress } from "../src/Address.ts"
import { addressLines } from "../src/AddressLines.ts"
import * as Country from "../src/Country.ts"

const to = (country: string, more: Partial<ShippingAddress> = {}) =>
  addressLines({
    name: "Ada",
    address: "Street 1",
    city: "Town",
    postcode: "1234",
    country: country as ShippingAddress["country"],
    ...more
  }, "Land")

describe("the lines of an address", () => {
  it.each<readonly [string, Partial<ShippingAddress>, ReadonlyArray<string>]>([
    ["DE", {}, ["Ada", "Street 1", "1234 Town", "Land"]],
    ["DE", { company: "Works", address2: "Door 2", region: "BE" }, [
      "Ada",
      "Works",
      "Street 1",
      "Door 2",
      "1234 Town, BE",
      "Land"
    ]],
    ["AT", { company: "Works" }, ["Works", "Ada", "Street 1", "1234 Town", "Land"]],
    ["US", { region: "MA" }, ["Ada", "Street 1", "Town, MA 1234", "Land"]],
    ["US", {}, ["Ada", "Street 1", "Town 1234", "Land"]],
    ["GB", {}, ["Ada", "Street 1", "Town", "1234", "Land"]],
    ["AU", { region: "NSW" }, ["Ada", "Street 1", "Town NSW 1234", "Land"]],
    ["HU", {}, ["Ada", "Town", "Street 1", "1234", "Land"]],
    ["BR", { region: "SP" }, ["Ada", "Street 1", "Town-SP", "1234", "Land"]],
    ["JP", { region: "Tokyo" }, ["Ada", "Street 1", "Town, Tokyo", "1234", "Land"]],
    ["QA", { postcode: "" }, ["Ada", "Street 1", "Town", "Land"]],
    ["XX", {}, ["Ada", "Street 1", "1234 Town", "Land"]]
  ])("in %s with %j stand in the order of the country", (country, more, lines) => {
    expect(to(country, more)).toEqual(lines)
  })

  it("have every part once, whichever the country, the country last", () => {
    const parts = ["name", "address", "city", "postcode", "company", "address2", "region"] as const
    const given = fc.record(Object.fromEntries(parts.map((part) => [part, fc.constant(`<${part}>`)])), {
      requiredKeys: ["name", "address", "city"]
    })
    fc.assert(fc.property(fc.constantFrom(...Country.codes), given, (country, written) => {
      const { postcode = "", ...others } = written as Partial<ShippingAddress>
      const lines = to(country, { ...others, postcode })
      for (const part of parts) {
        expect(lines.join("\n").split(`<${part}>`), `${part} in ${country}`).toHaveLength(written[part] ? 2 : 1)
      }
      expect(lines.at(-1)).toBe("Land")
      // What stands between two parts stands at neither end of a line.
      for (const line of lines.slice(0, -1)) expect(line).toMatch(/^<.*>$/)
    }))
  })
})
