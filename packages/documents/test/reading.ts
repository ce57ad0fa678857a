/** Reads PDFs back as people and scanners do: the text of each page with its place, and the codes in its picture. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import * as Pdf from "pdfjs-dist/legacy/build/pdf.mjs"
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader"

const open = (bytes: Uint8Array) =>
  Pdf.getDocument({ data: new Uint8Array(bytes), verbosity: Pdf.VerbosityLevel.ERRORS, useSystemFonts: false }).promise

export interface Piece {
  readonly text: string
  readonly left: number
  readonly right: number
  /** Of the baseline, from the page's foot. */
  readonly bottom: number
}

export interface Page {
  /** All of it, in the order in which it was written, with single spaces. */
  readonly text: string
  readonly pieces: ReadonlyArray<Piece>
  readonly width: number
  readonly height: number
}

export const pagesOf = async (bytes: Uint8Array): Promise<ReadonlyArray<Page>> => {
  const document = await open(bytes)
  const pages: Array<Page> = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    const pieces = items.flatMap((item) =>
      "str" in item && item.str.trim() !== ""
        ? [{
          text: item.str,
          left: item.transform[4] as number,
          right: item.transform[4] + item.width,
          bottom: item.transform[5] as number
        }]
        : []
    )
    const text = pieces.map((piece) => piece.text).join(" ").replace(/\s+/g, " ")
    const { height, width } = page.getViewport({ scale: 1 })
    pages.push({ text, pieces, width, height })
  }
  await document.destroy()
  return pages
}

export const textOf = async (bytes: Uint8Array): Promise<string> =>
  (await pagesOf(bytes)).map((page) => page.text).join(" ")

/** Text with nothing but its letters, for what may be broken anywhere. */
export const letters = (text: string): string => text.replace(/\s+/g, "")

export interface Properties {
  readonly info: Readonly<Record<string, unknown>>
  /** The roles of the first page's structure, depth first. */
  readonly roles: ReadonlyArray<string>
}

export const propertiesOf = async (bytes: Uint8Array): Promise<Properties> => {
  const document = await open(bytes)
  const { info } = await document.getMetadata()
  const roles: Array<string> = []
  const walk = (node: { readonly role?: string; readonly children?: ReadonlyArray<object> }): void => {
    if (node.role !== undefined) roles.push(node.role)
    for (const child of node.children ?? []) walk(child)
  }
  walk(await (await document.getPage(1)).getStructTree())
  await document.destroy()
  return { info: info as Record<string, unknown>, roles }
}

/** The characters of all pages that are printed by the glyph that a font has for what it lacks, as far as they are told. */
export const lackingOn = async (bytes: Uint8Array): Promise<ReadonlyArray<string>> => {
  const document = await open(bytes)
  const lacking: Array<string> = []
  for (let number = 1; number <= document.numPages; number++) {
    const { argsArray, fnArray } = await (await document.getPage(number)).getOperatorList()
    fnArray.forEach((operator, index) => {
      if (operator !== Pdf.OPS.showText) return
      for (
        const glyph of argsArray[index][0] as ReadonlyArray<number | { originalCharCode: number; unicode: string }>
      ) {
        // It is the first of every font.
        if (typeof glyph === "object" && glyph.originalCharCode === 0) lacking.push(glyph.unicode)
      }
    })
  }
  await document.destroy()
  return lacking
}

const require = createRequire(import.meta.url)
const wasm = readFileSync(require.resolve("zxing-wasm/reader/zxing_reader.wasm"))
prepareZXingModule({ overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length) } })

/** A page as it is printed with so many dots per inch. */
const printed = async (document: Pdf.PDFDocumentProxy, number: number, dpi: number): Promise<Picture> => {
  const page = await document.getPage(number)
  const viewport = page.getViewport({ scale: dpi / 72 })
  const factory = document.canvasFactory as {
    readonly create: (width: number, height: number) => {
      readonly canvas: never
      readonly context: {
        readonly getImageData: (x: number, y: number, width: number, height: number) => Picture
      }
    }
  }
  const { canvas, context } = factory.create(Math.ceil(viewport.width), Math.ceil(viewport.height))
  await page.render({ canvas, viewport }).promise
  return context.getImageData(0, 0, Math.ceil(viewport.width), Math.ceil(viewport.height))
}

/** What a scanner reads from a page that was printed with so many dots per inch. */
export const codesOn = async (
  bytes: Uint8Array,
  number: number,
  dpi: number
): Promise<ReadonlyArray<{ readonly format: string; readonly text: string }>> => {
  const document = await open(bytes)
  const picture = await printed(document, number, dpi)
  // It has what the reader reads of a browser's image data.
  const found = await readBarcodes(picture as never, { formats: ["Code128", "QRCode"], tryHarder: true })
  await document.destroy()
  return found.map(({ format, text }) => ({ format, text })).toSorted((a, b) => (a.format < b.format ? -1 : 1))
}

/** How much of each piece of text on a page is dark, by its text, in dots of which 144 make an inch. */
export const inkOn = async (bytes: Uint8Array, number: number): Promise<ReadonlyMap<string, number>> => {
  const scale = 2
  const document = await open(bytes)
  const { data, height, width } = await printed(document, number, 72 * scale)
  await document.destroy()
  const { pieces } = (await pagesOf(bytes))[number - 1]!
  return new Map(pieces.map(({ bottom, left, right, text }) => {
    let ink = 0
    for (let row = Math.round(height - (bottom + 8) * scale); row < height - (bottom - 1) * scale; row++) {
      for (let column = Math.round(left * scale); column < right * scale; column++) {
        ink += 1 - data[(row * width + column) * 4]! / 255
      }
    }
    return [text, ink]
  }))
}

interface Picture {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
}
