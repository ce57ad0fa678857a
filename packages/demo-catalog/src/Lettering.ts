/**
 * Print on a pack: brand, product name and size, wrapped and fitted to the label's panel.
 *
 * SVG has no wrapping and we ship no fonts, so widths are estimated per letter and then fixed with `textLength`: a line
 * takes its planned width in whatever font the viewer has, and cannot run over the edge.
 */
import { legible } from "./Colour.ts"
import type { BrandLook, DemoBrand, DemoProduct, TypeStyle } from "./DemoBrand.ts"

/** The area of the print, in the drawing's units, and the colour beneath it. */
export interface Panel {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly surface: string
}

export const escapeXml = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;" })[sign] ?? sign
  )

/** A coordinate with at most one decimal, because a second would not be visible. */
export const at = (value: number): string => String(Math.round(value * 10) / 10)

export const printedSize = ({ unit, value }: DemoProduct["size"]): string =>
  unit === "pcs" ? (value === 1 ? "1 piece" : `${value} pieces`) : `${value} ${unit}`

const lettered = (text: string, type: TypeStyle): string =>
  type.letters === "upper" ? text.toUpperCase() : type.letters === "lower" ? text.toLowerCase() : text

/** Advance widths of a grotesque, in em; other faces come close enough for `textLength` to even out. */
const advances: ReadonlyArray<readonly [letters: RegExp, em: number]> = [
  [/[ijl'’|!.,:]/, 0.24],
  [/[ftI \u00a0\-/()]/, 0.29],
  [/[r]/, 0.34],
  [/[cksvxyzJç]/, 0.5],
  [/[%W]/, 0.9],
  [/[mMQ]/, 0.82],
  [/[wCDGHNORU&]/, 0.73],
  [/[A-ZÀ-Þ]/, 0.66]
]

const emOf = (letter: string): number => advances.find(([letters]) => letters.test(letter))?.[1] ?? 0.556

/** Estimated width of a line in em of its font size. */
const widthInEm = (line: string, type: TypeStyle): number => {
  const letters = [...line]
  const mono = type.family.includes("monospace")
  const face = type.family.includes("Narrow") ? 0.84 : type.family.endsWith("sans-serif") ? 1 : 0.93
  const bold = type.weight >= 600 ? 1.05 : 1
  const natural = letters.reduce((sum, letter) => sum + (mono ? 0.6 / 0.93 : emOf(letter)), 0) * face * bold
  return natural + type.tracking * Math.max(0, letters.length - 1)
}

/** Every way to set the words in up to four lines. */
const settings = (words: ReadonlyArray<string>, most = 4): ReadonlyArray<ReadonlyArray<string>> =>
  most === 1 || words.length === 1
    ? [[words.join(" ")]]
    : [
      [words.join(" ")],
      ...words.slice(1).flatMap((_, before) =>
        settings(words.slice(before + 1), most - 1).map((rest) => [words.slice(0, before + 1).join(" "), ...rest])
      )
    ]

const lineHeight = 1.16

const leads = /^(SPF|&|Eau|de|des|di)$/i
const trails = /^(%|C)$/i

/** Words that have to stay on one line are joined by a no-break space: "10 %", "SPF 50", "& Oat", "Eau de Parfum". */
const unbroken = (text: string): ReadonlyArray<string> =>
  text.split(" ").reduce<ReadonlyArray<string>>((words, word) => {
    const last = words.at(-1)
    const joins = last !== undefined && (trails.test(word) || leads.test(last.split("\u00a0").at(-1) ?? ""))
    return joins ? [...words.slice(0, -1), `${last}\u00a0${word}`] : [...words, word]
  }, [])

/**
 * The setting that is most legible in the given area: large type, but few lines, of similar length, none of them a
 * single letter.
 */
const fitted = (text: string, type: TypeStyle, width: number, height: number, largest: number, most = 4) => {
  const words = unbroken(text)
  return settings(words, most)
    .map((lines) => {
      const widths = lines.map((line) => widthInEm(line, type))
      const widest = Math.max(...widths)
      const size = Math.min(largest, width / widest, height / (lines.length * lineHeight))
      const evenness = Math.min(...widths) / widest
      return { lines, size, merit: size * 0.94 ** (lines.length - 1) * (0.8 + 0.2 * evenness) }
    })
    .reduce((best, next) => (next.merit > best.merit ? next : best))
}

const line = (text: string, type: TypeStyle, size: number, x: number, y: number, look: BrandLook, ink: string) => {
  const style = `font-family="${type.family}" font-size="${at(size)}" fill="${ink}"` +
    (type.weight === 400 ? "" : ` font-weight="${type.weight}"`) +
    (type.style === "italic" ? " font-style=\"italic\"" : "") +
    (look.align === "middle" ? " text-anchor=\"middle\"" : "")
  // Tracked capitals are compressed between the letters, running text in the letters themselves.
  const adjust = type.tracking >= 0.1 ? "" : " lengthAdjust=\"spacingAndGlyphs\""
  const length = `textLength="${at(widthInEm(text, type) * size)}"${adjust}`
  return `<text x="${at(x)}" y="${at(y)}" ${style} ${length}>${escapeXml(text)}</text>`
}

const ornament = (look: BrandLook, x: number, y: number, accent: string): string => {
  switch (look.ornament) {
    case "rule":
    case "frame":
      return `<path d="M${at(look.align === "middle" ? x - 20 : x)} ${at(y)}h40" stroke="${accent}" stroke-width="2"/>`
    case "dot":
      return `<circle cx="${at(x)}" cy="${at(y)}" r="5" fill="${accent}"/>`
    case "block":
      return `<path d="M${at(look.align === "middle" ? x - 17 : x)} ${at(y - 4)}h34v8h-34z" fill="${accent}"/>`
    case "none":
      return ""
  }
}

export const lettering = (product: DemoProduct, brand: DemoBrand, panel: Panel): string => {
  const { look } = brand
  const ink = legible(look.ink, panel.surface)
  const margin = Math.max(look.ornament === "frame" ? 18 : 12, panel.width * 0.08)
  const width = panel.width - 2 * margin
  const x = look.align === "middle" ? panel.x + panel.width / 2 : panel.x + margin
  const brandLargest = Math.min(28, 12 + panel.height * 0.08)
  const top = panel.y + Math.max(12, panel.height * 0.07)
  const bottom = panel.y + panel.height - Math.max(14, panel.height * 0.07)
  // The brand stays on one line unless that would make it tiny.
  const setBrand = (most: number) =>
    fitted(lettered(brand.name, look.brandType), look.brandType, width, panel.height * 0.3, brandLargest, most)
  const brandPrint = [setBrand(1), setBrand(2)].find((print) => print.size >= 16) ?? setBrand(2)
  const brandHeight = brandPrint.lines.length * brandPrint.size * lineHeight
  const sizeType: TypeStyle = { ...look.nameType, style: "normal", letters: "as-written", tracking: 0.03 }
  const sizeSize = Math.min(18, Math.max(14, panel.width * 0.085))
  const ornamentY = top + brandHeight + 12
  const room = bottom - sizeSize - 12 - (ornamentY + 12)
  const name = fitted(lettered(product.name, look.nameType), look.nameType, width, room, Math.min(36, width * 0.2))
  const nameHeight = name.lines.length * name.size * lineHeight
  // A left-aligned label starts at the top; a centred one is centred in the remaining area.
  const nameTop = ornamentY + 12 + (look.align === "middle" ? (room - nameHeight) / 2 : Math.min(8, room - nameHeight))
  const frame = look.ornament === "frame"
    ? `<rect x="${at(panel.x + 6)}" y="${at(panel.y + 6)}" width="${at(panel.width - 12)}" height="${
      at(panel.height - 12)
    }" fill="none" stroke="${look.accent}" stroke-opacity=".7"/>`
    : ""
  return frame +
    brandPrint.lines.map((text, index) =>
      line(text, look.brandType, brandPrint.size, x, top + brandPrint.size * (0.86 + index * lineHeight), look, ink)
    ).join("") +
    ornament(look, x, ornamentY, look.accent) +
    name.lines.map((text, index) =>
      line(text, look.nameType, name.size, x, nameTop + name.size * (0.9 + index * lineHeight), look, ink)
    ).join("") +
    line(printedSize(product.size), sizeType, sizeSize, x, bottom, look, ink)
}
