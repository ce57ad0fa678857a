/**
 * A PDF in the making: pages of one size, on which text and rules are put at measured places, from the top down.
 *
 * The rule: equal input gives equal bytes. The only time in the file is the paper's own, nothing in it is drawn by
 * chance. Every piece of text stands in the document's structure (headings, paragraphs, tables with their heads), in the
 * order in which it is read; what only decorates or repeats is marked as an artifact, so that no screen reader says it.
 *
 * Left out on purpose: a flow of its own (the papers measure, break and place their lines themselves) and pictures.
 * Lengths are points, 72 to an inch; `y` grows downwards.
 */
import * as Effect from "effect/Effect"
import type PDFDocument from "pdfkit"
import * as Fonts from "./Fonts.ts"

/** A look of text: a face, a size, the distance between baselines, a colour. */
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

/** A part of the document's structure: `Table`, `TR`, `P`, … */
export type Part = PDFKit.PDFStructureElement

export interface PartOptions {
  /** What a header cell heads. */
  readonly scope?: "Row" | "Column"
  /** What a picture says. */
  readonly alt?: string
  readonly bbox?: readonly [left: number, top: number, right: number, bottom: number]
}

export interface About {
  readonly title: string
  readonly author: string
  readonly subject: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
}

export interface Format {
  readonly size: readonly [width: number, height: number]
  readonly margin: number
  /** What is kept free above the margin at the foot of each page. */
  readonly foot: number
}

/** What all papers of a program share: the fonts, and the library that writes PDFs, loaded at the first paper. */
export interface Press {
  readonly fonts: Fonts.Fonts
  readonly PDFDocument: typeof PDFDocument
}

let loading: Promise<Press> | undefined

/** A missing font file or library is a broken installation: a defect. */
export const press: Effect.Effect<Press> = Effect.promise(() =>
  loading ??= Promise.all([Fonts.load(), import("pdfkit")]).then(([fonts, { default: PDFDocument }]) => ({
    fonts,
    PDFDocument
  }))
)

export class Sheet {
  readonly #fonts: Fonts.Fonts
  readonly #pdf: PDFKit.PDFDocument
  readonly #chunks: Array<Uint8Array> = []
  readonly #document: Part
  readonly #format: Format
  /** At size 1, by face and text. */
  readonly #widths = new Map<string, number>()
  /** Artifacts do not nest. */
  #inArtifact = false
  /** Where the next thing goes; what is put on the sheet does not move it by itself. */
  y: number

  constructor({ PDFDocument, fonts }: Press, format: Format, about: About) {
    this.#fonts = fonts
    this.#format = format
    this.#pdf = new PDFDocument({
      size: [...format.size],
      margin: 0,
      // Without a name here pdfkit would load a typeface that no paper uses.
      font: "",
      bufferPages: true,
      pdfVersion: "1.7",
      tagged: true,
      lang: "en",
      displayTitle: true,
      info: {
        Title: about.title,
        Author: about.author,
        Subject: about.subject,
        Creator: about.author,
        CreationDate: new Date(about.createdAt)
      }
    })
    this.#pdf.on("data", (chunk: Uint8Array) => this.#chunks.push(chunk))
    for (const [name, font] of Object.entries(fonts)) {
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
  /** Where the room for content ends. */
  get bottom(): number {
    return this.#format.size[1] - this.#format.margin - this.#format.foot
  }

  turn(): void {
    this.#pdf.addPage()
    this.y = this.#format.margin
  }

  /** Turns the page if less than this is left of it. Says whether it did. */
  need(height: number): boolean {
    if (this.y + height <= this.bottom || this.y === this.#format.margin) return false
    this.turn()
    return true
  }

  widthOf(style: Style, text: string): number {
    return this.#width(style, Fonts.printable(text))
  }

  /** The lines that a text takes in a width. Breaks at spaces; a word that is wider than a line, between letters. */
  wrap(style: Style, text: string, width: number): ReadonlyArray<string> {
    const space = this.#width(style, " ")
    const lines: Array<string> = []
    let line = ""
    let used = 0
    for (const word of Fonts.printable(text).split(" ").filter((word) => word !== "")) {
      const needed = this.#width(style, word)
      if (line !== "" && used + space + needed <= width) {
        line += ` ${word}`
        used += space + needed
        continue
      }
      if (line !== "") lines.push(line)
      line = word
      used = needed
      if (needed > width) {
        const pieces = this.#pieces(style, word, width)
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

  /** Of text that is printable already. The same words come again and again. */
  #width({ face, size }: Style, text: string): number {
    const known = this.#widths.get(`${face} ${text}`)
    const width = known ?? Fonts.width(this.#fonts, face, 1, text)
    if (known === undefined) this.#widths.set(`${face} ${text}`, width)
    return width * size
  }

  /** Puts lines below each other; answers their height. */
  put(style: Style, lines: ReadonlyArray<string>, { align = "left", width, x, y }: Place): number {
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
            ...(font === "otherSans" || font === "otherBold" ? { features: [] } : {})
          })
        }
        at += widths[piece]!
      })
    })
    return lines.length * style.leading
  }

  /** A new part of the document, or of another part. */
  part(tag: string, within: Part = this.#document, options: PartOptions = {}): Part {
    const part = this.#pdf.struct(tag, options as PDFKit.Mixins.StructureElementOptions)
    within.add(part)
    return part
  }

  /** What `draw` puts on the page is content of a new part. The page must not be turned meanwhile. */
  tagged<A>(tag: string, draw: () => A, within?: Part, options?: PartOptions): A {
    const part = this.part(tag, within, options)
    const content = this.#pdf.markStructureContent(tag)
    const result = draw()
    this.#pdf.endMarkedContent()
    part.add(content)
    return result
  }

  /** What `draw` puts on the page means nothing to who listens. */
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

  /** Black rectangles, as barcodes are made of, in one stroke of ink. */
  boxes(boxes: Iterable<readonly [x: number, y: number, width: number, height: number]>): void {
    for (const [x, y, width, height] of boxes) this.#pdf.rect(x, y, width, height)
    this.#pdf.fill("#000000")
  }

  /** Writes the foot of every page, now that their number is known, and closes the file. */
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
