/** Which font prints what, and which files are read for it. */
import { describe, expect, it } from "vitest"
import * as FontFiles from "../src/FontFiles.ts"
import * as Fonts from "../src/Fonts.ts"
import * as FontSlices from "../src/FontSlices.ts"

const first = await Fonts.load()
const slicesFor = async (...texts: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const { byName } = await Fonts.forTexts(first, texts)
  return [...byName.keys()].filter((name) => !first.byName.has(name)).map((name) => name.replace(/-\d+$/, ""))
}

describe("the slices that a document needs", () => {
  it("are none for texts of Europe, with the signs of receipts", async () => {
    const texts = [
      "Zofia Żółć-Ştefan",
      "Ελλάδα Olive Soap · мило «Київ»",
      "−€34.90, 30 ml – “2 × 15 ml”…",
      "שלום Հայաստան ☂"
    ]
    expect(await Fonts.forTexts(first, texts.slice(0, 3))).toBe(first)
    expect(await slicesFor(...texts)).toEqual([])
  })
  it("are those that have its characters, once each", async () => {
    const slices = await slicesFor("王小明", "小王 Zoë 🌸", "김")
    expect(new Set(slices).size).toBe(4)
    for (const character of ["王", "小", "김", "🌸"]) {
      const at = character.codePointAt(0)!
      const having = FontFiles.slicedFonts.flatMap(FontFiles.slicesOf)
        .filter(({ ranges }) => ranges.some(([from, to]) => from <= at && at <= to)).map(({ name }) => name)
      expect(having.some((name) => slices.includes(name))).toBe(true)
    }
  })
  it("stay open, those that were needed last, and no more than a bound", async () => {
    const [first, second, ...rest] = FontFiles.slicesOf("han")
    const [before, others] = [rest.slice(0, FontSlices.mostOpen - 2), rest.slice(FontSlices.mostOpen - 2)]
    expect(others.length).toBeGreaterThan(1)
    const opened = [FontSlices.open(first!), FontSlices.open(second!), ...before.map(FontSlices.open)]
    // Needed once more, so that the second is the one that was not needed for longest.
    expect(FontSlices.open(first!)).toBe(opened[0])
    opened.push(FontSlices.open(others[0]!))
    expect(FontSlices.open(first!)).toBe(opened[0])
    const again = FontSlices.open(second!)
    expect(again).not.toBe(opened[1])
    // That took the place of the next.
    const third = FontSlices.open(before[0]!)
    expect(third).not.toBe(opened[2])
    expect((await again).regular.name).toBe((await opened[1]!).regular.name)
    await Promise.all([...opened, third])
  })
  it("have the characters of everyday Chinese, kana and every Korean syllable between them", async () => {
    const had = new Set<number>()
    for (const slice of FontFiles.slicedFonts.flatMap(FontFiles.slicesOf)) {
      const { regular } = await FontSlices.open(slice)
      for (const [from, to] of slice.ranges) {
        for (let at = from; at <= to; at++) if (regular.font.hasGlyphForCodePoint(at)) had.add(at)
      }
    }
    const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)
    // The first part of GB 2312 has the characters that are used every day.
    const everyday = new TextDecoder("gb18030").decode(
      Uint8Array.from(from(0xb0, 0xd6).flatMap((row) => from(0xa1, 0xfe).flatMap((cell) => [row, cell])))
    )
    const wanted = [
      ...Array.from(everyday, (character) => character.codePointAt(0)!),
      ...from(0x3041, 0x3093),
      ...from(0x30a1, 0x30f6),
      ...from(0xac00, 0xd7a3)
    ]
    expect(wanted.filter((one) => !had.has(one)).map((one) => String.fromCodePoint(one)).join("")).toBe("")
  }, 60_000)
})

describe("a text in several scripts", () => {
  const runsOf = async (
    face: Fonts.Face,
    text: string
  ): Promise<ReadonlyArray<readonly [font: string, text: string]>> =>
    Fonts.runs(await Fonts.forTexts(first, [text]), face, text)
      .map((
        { font, text }
      ) => [font.replace(/^(noto-[a-z]+(?:-[a-z]{2})?)-.*?(-600)?$/, "$1$2").replace("-400", ""), text])

  it("has the spaces of its face beside other fonts, whose spaces are wider", async () => {
    expect(await runsOf("sans", "Zoë 🌸 🌸 王 ")).toEqual([
      ["sans", "Zoë "],
      ["noto-emoji", "🌸"],
      ["sans", " "],
      ["noto-emoji", "🌸"],
      ["sans", " "],
      ["noto-sans-sc", "王"],
      ["sans", " "]
    ])
    expect(await runsOf("sans", "שלום שלום abc")).toEqual([["otherSans", "שלום שלום"], ["sans", " abc"]])
  })
  it("is as heavy as its face, where the font is not for pictures", async () => {
    expect(await runsOf("bold", "王🌸김")).toEqual([["noto-sans-sc-600", "王"], ["noto-emoji", "🌸"], [
      "noto-sans-kr-600",
      "김"
    ]])
    expect(await runsOf("serif", "王")).toEqual([["noto-sans-sc", "王"]])
  })
  it("keeps every visible character, or a sign for it, and an emoji that no font has as one in parts", async () => {
    expect(await runsOf("sans", "❤️‍🔥")).toEqual([["noto-emoji", "❤‍🔥"]])
    expect((await runsOf("sans", "👩‍🦼‍🌸")).map(([, text]) => text).join("")).toBe("👩🦼🌸")
    expect((await runsOf("sans", "a 🏽")).map(([, text]) => text)).toEqual(["a", " ", "🏽"])
    expect(await runsOf("bold", "\u{e000} สวัสดี")).toEqual([["otherBold", "\ufffd \ufffd\ufffd\ufffd\ufffd"]])
  })
})
