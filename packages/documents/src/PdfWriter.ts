/**
 * Writes a PDF: pages of one size, on which text and rules are placed at measured positions, from the top down. Equal
 * input gives equal bytes. Every text is part of the document's structure, in reading order; decoration is marked as an
 * artifact. Callers break their lines. Lengths are points, 72 to an inch; `y` grows downwards.
 */
import type { Language } from "@beauty-store/domain/Language"
import * as Effect from "effect/Effect"
import type PDFDocument from "pdfkit"
import * as Fonts from "./Fonts.ts"

/** A style of text: a face, a size, the distance between baselines, a colour. */
export interface Style {
  readonly face: Fonts.Face
  readonly size: number
  readonly leading: number
  readonly colour: string
}

/** The colours of the shop's pages, on white. */
export const colours = { ink: "#1d1a1f", soft: "#6d6470", line: "#d8cec9", accent: "#8c2f4f" } as const

export interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly align?: "left" | "right" | "center"
}

export interface Line {
  readonly from?: number
  readonly to?: number
  readonly colour?: string
  readonly weight?: number
}

/** An element of the document's structure: `Table`, `TR`, `P`, … */
export type StructureElement = PDFKit.PDFStructureElement

export interface ElementOptions {
  /** The direction in which a header cell applies. */
  readonly scope?: "Row" | "Column"
  /** The text that stands for a picture. */
  readonly alt?: string
  readonly bbox?: readonly [left: number, top: number, right: number, bottom: number]
}

export interface Metadata {
  readonly title: string
  readonly author: string
  readonly subject: string
  readonly language: Language
  /** Milliseconds since the epoch. */
  readonly createdAt: number
}

export interface PageFormat {
  readonly size: readonly [width: number, height: number]
  readonly margin: number
  /** The height kept free for the footer, above the bottom margin of each page. */
  readonly foot: number
}

/** The fonts and the library that writes PDFs. They are loaded for the first document and shared by all. */
export interface PdfResources {
  readonly fonts: Fonts.Fonts
  readonly PDFDocument: typeof PDFDocument
}

let loading: Promise<PdfResources> | undefined

/** For a document with these texts. A missing font file or library is a broken installation: a defect. */
export const pdfResources = (texts: ReadonlyArray<string>): Effect.Effect<PdfResources> =>
  Effect.promise(async () => {
    loading ??= Promise.all([Fonts.load(), import("pdfkit")]).then(([fonts, { default: PDFDocument }]) => ({
      fonts,
      PDFDocument
    }))
    const { PDFDocument, fonts } = await loading
    return { PDFDocument, fonts: await Fonts.forTexts(fonts, texts) }
  })

/** All texts of a document's content. */
export const textsOf = (content: unknown): ReadonlyArray<string> =>
  typeof content === "string"
    ? [content]
    : typeof content === "object" && content !== null
    ? Object.values(content).flatMap(textsOf)
    : []

export class PdfWriter {
  readonly #fonts: Fonts.Fonts
  readonly #pdf: PDFKit.PDFDocument
  readonly #chunks: Array<Uint8Array> = []
  readonly #document: StructureElement
  readonly #format: PageFormat
  /** At size 1, by face and text. */
  readonly #widths = new Map<string, number>()
  /** Artifacts do not nest. */
  #inArtifact = false
  /** Where the next thing goes. Writing does not move it. */
  y: number

  constructor({ PDFDocument, fonts }: PdfResources, format: PageFormat, metadata: Metadata) {
    this.#fonts = fonts
    this.#format = format
    this.#pdf = new PDFDocument({
      size: [...format.size],
      margin: 0,
      // Without a name here pdfkit would load a typeface that no document uses.
      font: "",
      bufferPages: true,
      pdfVersion: "1.7",
      tagged: true,
      lang: metadata.language,
      displayTitle: true,
      info: {
        Title: metadata.title,
        Author: metadata.author,
        Subject: metadata.subject,
        Creator: metadata.author,
        CreationDate: new Date(metadata.createdAt)
      }
    })
    this.#pdf.on("data", (chunk: Uint8Array) => this.#chunks.push(chunk))
    for (const [name, font] of fonts.byName) {
      // pdfkit takes a font that is already parsed; its types do not know that yet.
      this.#pdf.registerFont(name, font as unknown as ArrayBuffer)
    }
    this.#document = this.#pdf.struct("Document")
    this.#pdf.addStructure(this.#document)
    this.y = format.margin
  }

  get left(): number {
    return this.#format.margin
  }
  get right(): number {
    return this.#format.size[0] - this.#format.margin
  }
  get width(): number {
    return this.right - this.left
  }
  /** The lower end of the space for content. */
  get bottom(): number {
    return this.#format.size[1] - this.#format.margin - this.#format.foot
  }

  addPage(): void {
    this.#pdf.addPage()
    this.y = this.#format.margin
  }

  /** Begins a new page if less than this height is left. Returns whether it did. */
  ensureRoom(height: number): boolean {
    if (this.y + height <= this.bottom || this.y === this.#format.margin) return false
    this.addPage()
    return true
  }

  widthOf(style: Style, text: string): number {
    return this.#width(style, Fonts.printable(text))
  }

  /** Breaks a text into lines of a width: at spaces, between ideographs, and in a word that is wider than a line. */
  wrap(style: Style, text: string, width: number): ReadonlyArray<string> {
    const space = this.#width(style, " ")
    const lines: Array<string> = []
    let line = ""
    let used = 0
    const words = Fonts.printable(text).split(" ").filter((word) => word !== "")
    for (
      const [index, part] of words.flatMap((word) => Fonts.parts(word).map((part, index) => [index, part] as const))
    ) {
      const gap = index === 0 ? " " : ""
      const before = index === 0 ? space : 0
      const needed = this.#width(style, part)
      if (line !== "" && used + before + needed <= width) {
        line += gap + part
        used += before + needed
        continue
      }
      if (line !== "") lines.push(line)
      line = part
      used = needed
      if (needed > width) {
        const pieces = this.#pieces(style, part, width)
        lines.push(...pieces.slice(0, -1))
        line = pieces.at(-1)!
        used = this.#width(style, line)
      }
    }
    return [...lines, line]
  }

  #pieces(style: Style, word: string, width: number): ReadonlyArray<string> {
    const pieces: Array<string> = []
    let piece = ""
    for (const letter of Fonts.graphemes(word)) {
      if (piece !== "" && this.#width(style, piece + letter) > width) {
        pieces.push(piece)
        piece = ""
      }
      piece += letter
    }
    return [...pieces, piece]
  }

  /** The width of text that is printable already. Widths are kept, because words recur. */
  #width({ face, size }: Style, text: string): number {
    const known = this.#widths.get(`${face} ${text}`)
    const width = known ?? Fonts.width(this.#fonts, face, 1, text)
    if (known === undefined) this.#widths.set(`${face} ${text}`, width)
    return width * size
  }

  /** Writes lines below each other and returns their height. */
  write(style: Style, lines: ReadonlyArray<string>, { align = "left", width, x, y }: Place): number {
    lines.forEach((line, index) => {
      const pieces = Fonts.runs(this.#fonts, style.face, Fonts.printable(line))
      const widths = pieces.map((piece) => Fonts.runWidth(this.#fonts, piece, style.size))
      const spare = width - widths.reduce((sum, one) => sum + one, 0)
      // Halfway between the line's edges and the letters' own, for the height that capitals have in these faces.
      const baseline = y + index * style.leading + style.leading / 2 + style.size * 0.33
      let at = x + (align === "right" ? spare : align === "center" ? spare / 2 : 0)
      pieces.forEach(({ font, text }, piece) => {
        if (text !== "") {
          this.#pdf.font(font).fontSize(style.size).fillColor(style.colour).text(text, at, baseline, {
            baseline: "alphabetic",
            lineBreak: false,
            // With `features` named, even none, pdfkit lays a run out as a whole, as scripts written leftwards need.
            ...(font === style.face ? {} : { features: [] })
          })
        }
        at += widths[piece]!
      })
    })
    return lines.length * style.leading
  }

  /** Adds an element to the document, or to another element. */
  element(tag: string, within: StructureElement = this.#document, options: ElementOptions = {}): StructureElement {
    const element = this.#pdf.struct(tag, options as PDFKit.Mixins.StructureElementOptions)
    within.add(element)
    return element
  }

  /** Makes what `draw` writes the content of a new element. No new page may begin meanwhile. */
  tagged<A>(tag: string, draw: () => A, within?: StructureElement, options?: ElementOptions): A {
    const element = this.element(tag, within, options)
    const content = this.#pdf.markStructureContent(tag)
    const result = draw()
    this.#pdf.endMarkedContent()
    element.add(content)
    return result
  }

  /** Hides what `draw` writes from screen readers. */
  artifact(draw: () => void): void {
    if (this.#inArtifact) return draw()
    this.#inArtifact = true
    this.#pdf.markContent("Artifact", { type: "Layout" })
    draw()
    this.#pdf.endMarkedContent()
    this.#inArtifact = false
  }

  rule(y: number, { colour = colours.line, from = this.left, to = this.right, weight = 0.5 }: Line = {}): void {
    this.artifact(() => {
      this.#pdf.moveTo(from, y).lineTo(to, y).lineWidth(weight).strokeColor(colour).stroke()
    })
  }

  /** Fills rectangles in black, for barcodes. */
  fillRectangles(rectangles: Iterable<readonly [x: number, y: number, width: number, height: number]>): void {
    for (const [x, y, width, height] of rectangles) this.#pdf.rect(x, y, width, height)
    this.#pdf.fill("#000000")
  }

  /** Writes the footer of every page, now that their number is known, and closes the file. */
  finish(foot: (page: number, pages: number) => void): Effect.Effect<Uint8Array> {
    return Effect.async((resume) => {
      const { count } = this.#pdf.bufferedPageRange()
      for (let page = 0; page < count; page++) {
        this.#pdf.switchToPage(page)
        this.artifact(() => foot(page + 1, count))
      }
      this.#document.end()
      this.#pdf.on("end", () => resume(Effect.succeed(joined(this.#chunks))))
      this.#pdf.end()
    })
  }
}

const joined = (chunks: ReadonlyArray<Uint8Array>): Uint8Array => {
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}
