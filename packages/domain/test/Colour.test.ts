/** Colours: contrast as WCAG computes it, and the nearest colour that passes. */
import { contrast, findNearest, mix, standOut } from "@beauty-store/domain/Colour"
import * as fc from "fast-check"
import { expect, it } from "vitest"

const colour = fc.integer({ min: 0, max: 0xFFFFFF }).map((n) => `#${n.toString(16).padStart(6, "0")}`)

it("has the contrasts that WCAG gives as examples", () => {
  expect(contrast("#000000", "#ffffff")).toBe(21)
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2)
  expect(contrast("#767676", "#ffffff")).toBeCloseTo(4.54, 2)
  expect(contrast("#ff0000", "#FFFFFF")).toBeCloseTo(4, 1)
})

it("is the same in both orders, and 1 with itself", () => {
  fc.assert(fc.property(colour, colour, (a, b) => {
    expect(contrast(a, b)).toBe(contrast(b, a))
    expect(contrast(a, b)).toBeGreaterThanOrEqual(1)
    expect(contrast(a, a)).toBe(1)
  }))
})

it("mixes from nothing of the other colour to nothing else", () => {
  fc.assert(fc.property(colour, colour, (a, b) => {
    expect([mix(a, b, 0), mix(a, b, 1)]).toEqual([a, b])
  }))
})

it("stands out from any one ground, and is left as it is where it does", () => {
  fc.assert(fc.property(colour, colour, (text, ground) => {
    const found = standOut(text, [ground], 4.5)
    expect(contrast(found, ground)).toBeGreaterThanOrEqual(4.5)
    if (contrast(text, ground) >= 4.5) expect(found).toBe(text)
  }))
})

it("finds nothing where no colour passes", () => {
  expect(findNearest("#808080", (one) => contrast(one, "#000000") >= 7 && contrast(one, "#ffffff") >= 7))
    .toBeUndefined()
})
