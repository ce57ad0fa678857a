import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { fold, foldWords, spell } from "../src/Letters.ts"

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

  it.each([
    ["Mary O´Brien", "mary o brien"],
    ["Anna－Maria Zürcher", "anna maria zurcher zuercher"],
    ["Jo‑Ann Krueger 2b", "jo ann krueger 2b kruger"],
    ["\u0301", ""]
  ])("of %s are found as %s", (text, spelled) => {
    expect(spell(text)).toBe(spelled)
  })

  it("are words between single spaces, whatever marks a text has", () => {
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(foldWords(text)).toMatch(/^([\p{L}\p{N}]+( [\p{L}\p{N}]+)*)?$/u)
      expect(` ${spell(text)} `).toContain(` ${foldWords(text)} `.replace(/^ +$/, " "))
    }))
  })
})
