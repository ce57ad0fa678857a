import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { fold } from "../src/Letters.ts"

describe("folded letters", () => {
  it.each([
    ["GRÖẞE", "grosse"],
    ["Straße", "strasse"],
    ["Ærø", "aero"],
    ["cœur", "coeur"],
    ["Łódź", "lodz"],
    ["Đorđe", "dorde"],
    ["Þór", "thor"],
    ["İstanbul ılık", "istanbul ilik"],
    ["Sham\u00ADpoo", "shampoo"],
    ["ze\u200Bro", "zero"],
    ["ΟΔΟΣ", "οδοσ"],
    ["ﬁn", "fin"],
    ["zoe\u0308", "zoe"]
  ])("of %s are %s", (text, folded) => {
    expect(fold(text)).toBe(folded)
  })

  it("are the same when they are folded again", () => {
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(fold(fold(text))).toBe(fold(text))
    }))
  })
})
