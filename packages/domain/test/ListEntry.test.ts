import { describe, expect, it } from "vitest"
import { entryOf } from "../src/ListEntry.ts"

const shade = (id: string, priceMinor: number, inStock = true) => ({ id, priceMinor, inStock })
const [red, rose, plum] = [shade("red", 2100), shade("rose", 1900, false), shade("plum", 2100)]

describe("an entry of a list", () => {
  it("is a product that is alone", () => {
    expect(entryOf([red])).toEqual({
      product: red,
      found: [red],
      products: 1,
      cheapest: red,
      hasDearer: false,
      inStock: true
    })
    expect(entryOf([rose])).toMatchObject({ product: rose, inStock: false })
  })

  it("leads to the first that can be bought, and says the lowest price and whether others cost more", () => {
    const entry = {
      product: red,
      found: [rose, red, plum],
      products: 3,
      cheapest: rose,
      hasDearer: true,
      inStock: true
    }
    expect(entryOf([rose, red, plum])).toEqual(entry)
    expect(entryOf([red, plum])).toEqual({
      product: red,
      found: [red, plum],
      products: 2,
      cheapest: red,
      hasDearer: false,
      inStock: true
    })
    expect(entryOf([{ ...red, inStock: false }, plum])).toMatchObject({ product: plum, cheapest: plum })
    expect(entryOf([rose, { ...red, inStock: false }])).toMatchObject({ product: rose, inStock: false })
  })

  it("is of those alone that are named, if any are", () => {
    const named = (...ids: ReadonlyArray<string>) => entryOf([rose, red, plum], ({ id }) => ids.includes(id))
    expect(named("plum")).toEqual({
      product: plum,
      found: [rose, red, plum],
      products: 1,
      cheapest: plum,
      hasDearer: false,
      inStock: true
    })
    expect(named("rose")).toMatchObject({ product: rose, products: 1, inStock: false })
    expect(named("rose", "plum")).toMatchObject({ product: plum, products: 2, cheapest: rose, hasDearer: true })
    expect(named("blue")).toEqual(entryOf([rose, red, plum]))
  })
})
