import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as PlainText from "../src/PlainText.ts"

const line = Schema.decodeUnknownOption(PlainText.Line(20))
const text = Schema.decodeUnknownOption(PlainText.Text(20))
const read = (decoded: ReturnType<typeof line>) => decoded._tag === "Some" ? decoded.value : undefined

/** What no text may have, inside of one that would be fine. */
const refused = {
  "a control character": "a\u0007b",
  "NUL": "a\0b",
  "an escape": "a\u001b[31mb",
  "a C1 control": "a\u009bb",
  "half a character": "a\ud83d",
  "a character of private use": "a\ue000b",
  "no character": "a\uffff",
  "a stand-in for an object": "a\ufffcb",
  "an override of direction": "x\u202egnp.exe",
  "an embedding": "a\u202ab\u202c",
  "an isolate": "a\u2067b\u2069",
  "piled marks": `Zo${"\u0335".repeat(9)}e`,
  "piled marks between joiners": `Zo${"\u0335\u200D".repeat(5)}e`,
  "tags": "a\u{E0041}\u{E0042}",
  "hidden selectors": "a\u{E0100}\u{E0101}\u{E0102}",
  "only a space of no width": "\u200b",
  "only a blank of braille": "\u2800",
  "only a filler": "\u3164",
  "only a mark": "\u0301",
  "nothing": ""
}

describe("a line of text", () => {
  it.each([
    ["  Ada  Lovelace ", "Ada Lovelace"],
    ["Ada\u00a0Lovelace", "Ada Lovelace"],
    ["Ada\tLovelace\n", "Ada Lovelace"],
    ["Ada\r\nLovelace", "Ada Lovelace"],
    ["Ada\u2028Love\u3000lace", "Ada Love lace"],
    ["Love\u00adlace\ufeff", "Lovelace"],
    ["Zoe\u0308", "Zoë"]
  ])("%j is stored as %j", (written, stored) => {
    expect(read(line(written))).toBe(stored)
  })

  it.each(["نجیب‌محفوظ", "葛\u{E0100}", "🏳️‍🌈", "O'Brien", "Ω", "สมชาย", "-", "בְּרֵאשִׁ֖ית", "བསྒྲུབས", `e${"\u0335".repeat(8)}`])(
    "may be %s",
    (written) => {
      expect(read(line(written))).toBe(written)
    }
  )

  it.each(Object.entries(refused))("may not have %s", (_, written) => {
    expect(read(line(written))).toBeUndefined()
    expect(read(text(written))).toBeUndefined()
  })

  it("has a length, once it is folded", () => {
    expect(read(line(`${"a".repeat(20)}   `))).toBe("a".repeat(20))
    expect(read(line("a".repeat(21)))).toBeUndefined()
  })

  it("is the same when it is folded again, and what cleaning leaves is printable if one sees anything of it", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.string({
            unit: fc.constantFrom("a", " ", "\u00ad", "\u0308", "\ufe0f", "\u{E0100}", "\u0007", "\ud83d", "\ude00")
          })
        ),
        (written) => {
          const folded = PlainText.foldLine(written)
          expect(PlainText.foldLine(folded)).toBe(folded)
          const clean = PlainText.clean(written)
          expect(PlainText.hasUnprintable(clean)).toBe(false)
          expect(PlainText.isPrintable(`${clean}x`)).toBe(true)
          const said = PlainText.saidLine(written)
          expect(PlainText.isLine(said, said.length)).toBe(true)
          expect(PlainText.saidLine(said)).toBe(said)
        }
      )
    )
  })
})

describe("a text of several lines", () => {
  it("keeps them, and loses what is around them", () => {
    expect(read(text("\n a\r\n\tb \n"))).toBe("a\r\n\tb")
  })

  it("may be nothing where nobody has to write any", () => {
    expect(Schema.decodeUnknownSync(PlainText.Text(20, 0))("  ")).toBe("")
    expect(Schema.decodeUnknownSync(PlainText.Line(20, 0))("")).toBe("")
    expect(read(Schema.decodeUnknownOption(PlainText.Line(20, 0))("\u2800"))).toBeUndefined()
  })
})
