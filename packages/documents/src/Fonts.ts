/**
 * The typefaces of printed documents, and which of them prints which character: Source Sans and Source Serif first,
 * then DejaVu Sans, Noto Sans SC, Noto Sans KR and Noto Emoji, of which only the slices are read that a text needs.
 * What no font has is printed as U+FFFD, never dropped. Text is composed (NFC) first. Follows
 * docs/specification.md#receipts.
 */
import type { Font } from "fontkit"
import * as FontFiles from "./FontFiles.ts"
import { open as openSlice, type OpenSlice } from "./FontSlices.ts"

export type Face = "sans" | "bold" | "serif"

/** A piece of text that one font sets. */
export interface Run {
  readonly font: string
  readonly text: string
}

export type BaseFont = Face | "otherSans" | "otherBold"

/** The fonts of a document. */
export interface Fonts {
  readonly byName: ReadonlyMap<string, Font>
  /** The slices that print characters, and emoji of several, which the first fonts do not. */
  readonly slices: ReadonlyMap<string, OpenSlice>
  /** How wide pieces of text are at size 1: with many slices they are short and recur. */
  readonly widths?: Map<string, number>
}

const files: Readonly<Record<BaseFont, FontFiles.FontFile>> = {
  sans: "sans",
  bold: "sansSemiBold",
  serif: "serif",
  otherSans: "otherSans",
  otherBold: "otherSansBold"
}

const substitutes: Readonly<Record<Face, BaseFont>> = { sans: "otherSans", bold: "otherBold", serif: "otherSans" }

/** Reads the first fonts, which takes long enough (tenths of a second) to wait for the first document. */
export const load = async (): Promise<Fonts> => {
  const { openSync } = await import("fontkit")
  const byName = new Map(
    Object.entries(files).map(([name, file]) => {
      const font = openSync(FontFiles.pathOf(file))
      if (!("layout" in font)) throw new Error(`${name} is a collection of fonts`)
      return [name, font]
    })
  )
  return { byName, slices: new Map() }
}

/** Characters that only the sliced fonts may have, or none; but for the minus sign. */
const rare = /[^\0-\u20cf\u2212]/u

/** The first fonts, with the slices that these texts need besides. */
export const forTexts = async (first: Fonts, texts: ReadonlyArray<string>): Promise<Fonts> => {
  const wanted = texts.filter((text) => rare.test(text)).flatMap((text) => graphemes(printable(text)))
  if (wanted.length === 0) return first
  const slices = new Map<string, OpenSlice>()
  for (const cluster of new Set(wanted)) {
    if (!rare.test(cluster) || (!isEmoji(cluster) && isInEach(first, cluster))) continue
    const bare = withoutLook(cluster)
    const parts = [...bare]
    const whole = parts.length > 1 && isEmoji(cluster) ? await sliceOf(bare, ["emoji"]) : undefined
    if (whole !== undefined) slices.set(bare, whole)
    else {
      for (const part of parts) {
        const slice = slices.get(part)
          ?? await sliceOf(part, isEmoji(cluster) ? ["emoji", ...FontFiles.slicedFonts] : FontFiles.slicedFonts)
        if (slice !== undefined) slices.set(part, slice)
      }
    }
  }
  const named = [...slices.values()].flatMap(({ bold, regular }) => [regular, bold])
  return {
    byName: new Map([...first.byName, ...named.map(({ font, name }) => [name, font] as const)]),
    slices,
    widths: new Map()
  }
}

/** The first slice that prints all of this by one glyph. */
const sliceOf = async (
  text: string,
  fonts: ReadonlyArray<FontFiles.SlicedFont>
): Promise<OpenSlice | undefined> => {
  const characters = Array.from(text, (character) => character.codePointAt(0)!)
  for (const font of fonts) {
    for (const slice of FontFiles.slicesOf(font)) {
      if (!characters.every((one) => slice.ranges.some(([from, to]) => from <= one && one <= to))) continue
      const opened = await openSlice(slice)
      const { glyphs } = opened.regular.font.layout(text)
      if (glyphs.length === 1 && glyphs[0]!.id !== 0) return opened
    }
  }
  return undefined
}

const clusters = new Intl.Segmenter("en", { granularity: "grapheme" })

/** The smallest pieces that a line may be broken into: letters with their accents, emoji of several. */
export const graphemes = (text: string): ReadonlyArray<string> =>
  Array.from(clusters.segment(text), ({ segment }) => segment)

/** The parts of a word between which a line may be broken: Chinese and Japanese have no spaces. */
export const parts = (word: string): ReadonlyArray<string> => rare.test(word) ? word.split(betweenIdeographs) : [word]

/** Before a character that begins a line, and after one that ends it: no line begins with a comma. */
const betweenIdeographs =
  /(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー、。，．！？：；・…）」』】》〉〕])(?=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}（「『【《〈〔])(?![ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ々])/u

/** Text as it can be printed: composed, on one line, without marks that would turn its direction around. */
export const printable = (text: string): string =>
  text.normalize("NFC").replace(/[\p{Cc}\u2028\u2029\u3000]+/gu, " ").replace(unprinted, "")

/** Marks of direction. */
const unprinted = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Without the marks that choose between a letter's plain and its coloured look. */
const withoutLook = (text: string): string => text.replace(/\ufe0e|\ufe0f/g, "")

/** Whether a letter with all that belongs to it is to be printed as a picture. */
const isEmoji = (cluster: string): boolean =>
  /\p{Emoji_Presentation}|\p{Extended_Pictographic}[\ufe0f\u200d\p{Emoji_Modifier}]|^[#*\d]\ufe0f?\u20e3/u.test(cluster)

const has = ({ byName }: Fonts, name: BaseFont, text: string): boolean => {
  const font = byName.get(name)!
  return [...text].every((character) => font.hasGlyphForCodePoint(character.codePointAt(0)!))
}

/** Whether every face can print this without a slice. */
const isInEach = (fonts: Fonts, cluster: string): boolean =>
  (["sans", "bold", "serif"] as const).every((face) =>
    has(fonts, face, cluster) || has(fonts, substitutes[face], cluster)
  )

/** How a letter with all that belongs to it is printed, most often by one font. */
const settings = (fonts: Fonts, face: Face, cluster: string): ReadonlyArray<Run> => {
  const other = substitutes[face]
  const bare = withoutLook(cluster)
  const setting = (text: string): Run | undefined => {
    const slice = fonts.slices.get(text)
    if (slice !== undefined && isEmoji(cluster)) return { font: slice.regular.name, text }
    if (has(fonts, face, text)) return { font: face, text }
    if (has(fonts, other, text)) return { font: other, text }
    return slice === undefined ? undefined : { font: slice[face === "bold" ? "bold" : "regular"].name, text }
  }
  const whole = setting(bare)
  if (whole !== undefined) return [whole]
  // What only changes or joins others is not printed by itself.
  const isChanged = /^\p{Emoji}/u.test(bare)
  return [...bare]
    .filter((part, index) =>
      !/\p{Default_Ignorable_Code_Point}/u.test(part)
      && !(isChanged && index > 0 && /\p{Emoji_Modifier}|\u20e3/u.test(part))
    )
    .map((part) => setting(part) ?? { font: other, text: replacement })
    .filter(({ text }, index, all) => text !== replacement || all[index - 1]?.text !== replacement)
}

const replacement = "\ufffd"

/** Divides text among the fonts. A space belongs to a run of another font only where the run continues after it. */
export const runs = (fonts: Fonts, face: Face, text: string): ReadonlyArray<Run> => {
  if (has(fonts, face, text)) return [{ font: face, text }]

  const found: Array<{ font: string; text: string }> = []
  const add = (font: string, text: string): void => {
    const last = found.at(-1)
    if (last?.font === font) last.text += text
    else if (text !== "") found.push({ font, text })
  }
  let space = ""
  for (const cluster of graphemes(text)) {
    if (cluster === " ") {
      space += cluster
      continue
    }
    for (const { font, text } of settings(fonts, face, cluster)) {
      // A font for ideographs or emoji has wider spaces, or none.
      const isInside = found.at(-1)?.font === font && font === substitutes[face]
      if (!isInside) add(face, space)
      add(font, isInside ? space + text : text)
      space = ""
    }
  }
  add(face, space)
  return found
}

/** How wide a text is at a size, both in points. */
export const width = (fonts: Fonts, face: Face, size: number, text: string): number =>
  runs(fonts, face, text).reduce((sum, run) => sum + runWidth(fonts, run, size), 0)

export const runWidth = ({ byName, widths }: Fonts, { font: name, text }: Run, size: number): number => {
  const key = `${name} ${text}`
  const known = widths?.get(key)
  if (known !== undefined) return known * size
  const font = byName.get(name)!
  const width = font.layout(text).advanceWidth / font.unitsPerEm
  widths?.set(key, width)
  return width * size
}
