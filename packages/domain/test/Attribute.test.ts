/** Attributes: what is accepted, how it is stored, what of it is shown and searched. */
import * as Attribute from "@beauty-store/domain/Attribute"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"

const wine = Attribute.define(Schema.Struct({
  vintage: Attribute.visible(Schema.Int, { feed: "Vintage" }),
  bottledOn: Schema.optional(Attribute.visible(Schema.Date)),
  grapes: Schema.optionalWith(Attribute.visible(Attribute.searched(Schema.String)), { default: () => "" }),
  costMinor: Schema.Int
}))
const value = { vintage: 2019, grapes: "Riesling", costMinor: 500, bottledOn: new Date("2020-03-01T00:00:00Z") }

describe("attributes", () => {
  it("give the documented example", () => {
    const held = Attribute.define(Schema.Struct({ vintage: Attribute.visible(Schema.Int) })).held({ vintage: 2019 })
    expect(held.text).toBe(`{"vintage":2019}`)
  })

  it("come back from their text as they were", () => {
    const stored = wine.stored(wine.held(value).text, "a bottle")
    expect(wine.of({ attributes: stored })).toEqual(value)
    expect(wine.of({})).toBeUndefined()
  })

  it("show their visible fields alone, in the schema's order and as JSON, and find their searched ones", () => {
    expect(JSON.stringify(wine.held(value).shown)).toBe(
      `{"vintage":2019,"bottledOn":"2020-03-01T00:00:00.000Z","grapes":"Riesling"}`
    )
    expect(wine.visible).toEqual([{ name: "vintage", feed: "Vintage" }, { name: "bottledOn" }, { name: "grapes" }])
    expect(wine.searchedIn(value)).toBe("Riesling")
  })

  it("are refused with all faults at once, unknown fields among them", () => {
    const faults = wine.faultsIn({ vintage: 2019.5, grapes: 1, costMinor: 5, colour: "red" })
    expect(faults.map(({ path }) => path).sort()).toEqual(["colour", "grapes", "vintage"])
    expect(wine.faultsIn(value)).toEqual([])
    expect(wine.faultsIn("a wine").length).toBe(1)
  })

  it("are refused where their text would not be read again, or is too long", () => {
    const loose = Attribute.define(Schema.Struct({ price: Schema.Number, note: Schema.optional(Schema.String) }))
    expect(loose.faultsIn({ price: Number.NaN })).toMatchObject([{ path: "price" }])
    expect(loose.faultsIn({ price: 1, note: "x".repeat(Attribute.maxLength) }).length).toBe(1)
    expect(loose.faultsIn({ price: 1, note: "x" })).toEqual([])
  })

  it("of a text that does not fit are a defect that says whose they are and what is wrong", () => {
    const read = (text: string) => () => wine.of({ attributes: wine.stored(text, "product riesling") })
    expect(read(`{"vintage":"old","costMinor":1}`)).toThrow(Attribute.AttributesUnreadable)
    expect(read(`{"vintage":"old","costMinor":1}`)).toThrow(/attributes of product riesling .*vintage: /)
    expect(read("{")).toThrow(Attribute.AttributesUnreadable)
  })

  it("of no text are what the schema makes of no field, or none", () => {
    expect(wine.stored(null, "a bottle")).toBeUndefined()
    const easy = Attribute.define(Schema.Struct({ note: Schema.optionalWith(Schema.String, { default: () => "-" }) }))
    expect(easy.of({ attributes: easy.stored(null, "a bottle") })).toEqual({ note: "-" })
  })

  it("of another definition are not taken for one's own", () => {
    const other = Attribute.define(Schema.Struct({ vintage: Schema.Int }))
    expect(() => wine.of({ attributes: other.held({ vintage: 2019 }) })).toThrow(TypeError)
  })
})
