/**
 * Receipts and credit notes as PDF: A4, as many pages as the goods need. Nothing is cut off: names wrap, tables
 * continue under a repeated head, sums stay together, and every page names its document and the number of pages. The
 * content is in `DocumentContent`. Follows docs/specification.md#receipts.
 *
 * @since 1.0.0
 */
import type { CreditEntry, Receipt } from "@beauty-store/domain/Receipt"
import * as Effect from "effect/Effect"
import {
  type Column,
  creditContent,
  type DocumentContent,
  orderOf,
  receiptContent,
  type Table
} from "./DocumentContent.ts"
import { receipts as words } from "./Messages.ts"
import { colours, pdfResources, PdfWriter, type StructureElement, type Style, textsOf } from "./PdfWriter.ts"

const style = (face: Style["face"], size: number, leading: number, colour: string = colours.ink): Style => ({
  face,
  size,
  leading,
  colour
})

const styles = {
  store: style("serif", 19, 25, colours.accent),
  title: style("serif", 26, 34),
  label: style("bold", 8, 12, colours.soft),
  small: style("sans", 8.5, 12.5, colours.soft),
  text: style("sans", 9.5, 14),
  strong: style("bold", 9.5, 14),
  total: style("bold", 12, 18)
}

const a4 = { size: [595.28, 841.89], margin: 54, foot: 30 } as const

/** Between the columns of a table. */
const gap = 16
/** Above and below the text of a row. */
const pad = 4.5
/** Above the caption of a table. */
const above = 28
/** Where the second column of the page begins, which also holds the sums. */
const middleOf = (pdf: PdfWriter): number => pdf.left + pdf.width * 0.58

/** The receipt of an order with what was credited of it since, in the order in which the entries were issued. */
export const receiptPdf = (receipt: Receipt, entries: ReadonlyArray<CreditEntry>): Effect.Effect<Uint8Array> =>
  set(receiptContent(receipt, entries), orderOf(receipt))

/** A credit note, or the cancellation of one, for the receipt that it refers to. */
export const creditNotePdf = (note: CreditEntry, receipt: Receipt): Effect.Effect<Uint8Array> =>
  set(creditContent(note, receipt), orderOf(receipt))

const set = (content: DocumentContent, order: string): Effect.Effect<Uint8Array> =>
  Effect.flatMap(pdfResources(textsOf(content)), (pdfResources) => {
    const pdf = new PdfWriter(pdfResources, a4, {
      title: `${content.title} ${content.number}`,
      author: content.seller.name,
      subject: words.orderOf(content.language, { order }),
      language: content.language,
      createdAt: content.issuedAt
    })
    head(pdf, content)
    table(pdf, content.goods, { from: pdf.left, lead: true })
    if (content.vat !== undefined) vat(pdf, content.vat, content.remarks)
    else pdf.y = remarks(pdf, content.remarks, pdf.y + above, pdf.width)
    if (content.credits !== undefined) table(pdf, content.credits, { from: pdf.left })
    return pdf.finish((page, pages) => foot(pdf, content, page, pages))
  })

/** The seller, what this is, the buyer and the facts, in two columns. */
const head = (pdf: PdfWriter, content: DocumentContent): void => {
  const half = middleOf(pdf)
  const first = { x: pdf.left, width: half - pdf.left - 24 }
  const second = { x: half, width: pdf.right - half }
  const paragraph = (look: Style, lines: ReadonlyArray<string>, place: { x: number; width: number }, y: number) => {
    const wrapped = lines.flatMap((line) => pdf.wrap(look, line, place.width))
    return y + pdf.tagged("P", () => pdf.write(look, wrapped, { ...place, y }))
  }

  const top = pdf.y - 6
  const storeEnd = paragraph(styles.store, [content.seller.name], first, top)
  const sellerEnd = paragraph(styles.small, content.sellerLines, second, top + 6)
  pdf.y = Math.max(storeEnd, sellerEnd) + 30

  const titleTop = pdf.y
  const titleLines = pdf.wrap(styles.title, content.title, first.width)
  const titleEnd = titleTop
    + pdf.tagged("H1", () => pdf.write(styles.title, titleLines, { ...first, y: titleTop - 8 }))
  const buyerTop = paragraph(styles.label, [content.buyerTitle], first, titleEnd + 4)
  const buyerEnd = paragraph(styles.text, content.buyerLines, first, buyerTop)

  let factsEnd = titleTop
  for (const { label, value } of content.facts) {
    factsEnd = paragraph(styles.label, [label], second, factsEnd)
    factsEnd = paragraph(styles.text, [value], second, factsEnd) + 4
  }
  pdf.y = Math.max(buyerEnd, factsEnd) + 26
}

interface Cell {
  readonly column: Column
  readonly x: number
  readonly width: number
}

const naturalWidths = (pdf: PdfWriter, { columns, rows }: Table): ReadonlyArray<number> =>
  columns.map(({ kind, title }, index) =>
    Math.max(
      kind === "number" ? 42 : 0,
      pdf.widthOf(styles.label, title),
      ...rows.map((row) => pdf.widthOf(styles.text, row[index] ?? ""))
    )
  )

/** Columns of numbers are as wide as they need to be, the others share what they leave. */
const columnsOf = (pdf: PdfWriter, table: Table, from: number): ReadonlyArray<Cell> => {
  const { columns } = table
  const natural = naturalWidths(pdf, table)
  const between = gap * (columns.length - 1)
  const isText = (index: number): boolean => columns[index]?.kind === "text"
  const spare = pdf.right - from - between
    - natural.reduce((sum, width, index) => sum + (isText(index) ? 0 : width), 0)
  const widths = shares(natural.map((width, index) => isText(index) ? width : 0), spare)
  let x = from
  return columns.map((column, index) => {
    const width = isText(index) ? widths[index]! : natural[index]!
    const cell = { column, x, width }
    x += width + gap
    return cell
  })
}

/** The widths of columns of text: what they want, if the last of them can take the rest; else equal parts. */
const shares = (wanted: ReadonlyArray<number>, spare: number): ReadonlyArray<number> => {
  const count = wanted.filter((width) => width > 0).length
  const last = wanted.findLastIndex((width) => width > 0)
  const others = wanted.reduce((sum, width, index) => index === last ? sum : sum + width, 0)
  if (others > spare * (count - 1) / count) return wanted.map((width) => width > 0 ? spare / count : 0)
  return wanted.map((width, index) => index === last ? spare - others : width)
}

const alignOf = ({ kind }: Column) => kind === "number" ? "right" : "left"

const tableHead = (pdf: PdfWriter, cells: ReadonlyArray<Cell>, within: StructureElement | undefined): void => {
  const draw = ({ column, width, x }: Cell) =>
    pdf.write(styles.label, [column.title], { x, y: pdf.y, width, align: alignOf(column) })
  const row = within === undefined ? undefined : pdf.element("TR", within)
  for (const cell of cells) {
    if (row === undefined) pdf.artifact(() => draw(cell))
    else pdf.tagged("TH", () => draw(cell), row, { scope: "Column" })
  }
  pdf.y += styles.label.leading + 3
  pdf.rule(pdf.y, { from: cells[0]!.x, colour: colours.ink, weight: 0.75 })
}

/** A table from `from` to the right margin. Returns the position of its caption, which `lead` leaves out. */
const table = (pdf: PdfWriter, content: Table, { from, lead = false }: { from: number; lead?: boolean }): number => {
  const cells = columnsOf(pdf, content, from)
  const rows = content.rows.map((row) =>
    cells.map(({ column, width }, index) =>
      column.kind === "number" ? [row[index] ?? ""] : pdf.wrap(styles.text, row[index] ?? "", width)
    )
  )
  const heightOf = (row: ReadonlyArray<ReadonlyArray<string>>): number =>
    Math.max(...row.map((lines) => lines.length)) * styles.text.leading + 2 * pad
  const headHeight = styles.label.leading + 3
  const captionHeight = lead ? 0 : above + styles.strong.leading + 4
  const sumsHeight = content.sums.reduce((sum, { main = false }) => sum + sumHeight(main), 0)
  // A short table stays whole; the caption, the head and the first row of a long one stay together.
  const whole = captionHeight + headHeight + rows.reduce((sum, row) => sum + heightOf(row), 0) + sumsHeight
  const start = captionHeight + headHeight + (rows[0] === undefined ? 0 : Math.min(heightOf(rows[0]), 100))
  pdf.ensureRoom(!lead && whole < 200 ? whole : start)

  const part = pdf.element("Table")
  const top = pdf.y + above
  if (!lead) {
    const place = { x: from, y: top, width: pdf.right - from }
    pdf.tagged("Caption", () => pdf.write(styles.strong, [content.caption], place), part)
    pdf.y += captionHeight
  }
  tableHead(pdf, cells, part)

  rows.forEach((row, index) => {
    const isLast = index === rows.length - 1
    const wanted = heightOf(row) + (isLast ? sumsHeight : 0)
    // A row that no page could hold is broken where the page ends, any other is moved.
    if (wanted <= pdf.bottom - a4.margin - headHeight && pdf.ensureRoom(wanted)) tableHead(pdf, cells, undefined)
    const tr = pdf.element("TR", part)
    let left = row
    while (left.some((lines) => lines.length > 0)) {
      const room = Math.max(1, Math.floor((pdf.bottom - pdf.y - 2 * pad) / styles.text.leading))
      const here = left.map((lines) => lines.slice(0, room))
      left = left.map((lines) => lines.slice(room))
      here.forEach((lines, column) => {
        const { column: { kind }, width, x } = cells[column]!
        const place = { x, y: pdf.y + pad, width, align: kind === "number" ? "right" : "left" } as const
        pdf.tagged("TD", () => pdf.write(styles.text, lines, place), tr)
      })
      pdf.y += heightOf(here)
      if (left.some((lines) => lines.length > 0)) {
        pdf.addPage()
        tableHead(pdf, cells, undefined)
      }
    }
    pdf.rule(pdf.y, { from, ...(isLast ? { colour: colours.ink, weight: 0.75 } : {}) })
  })

  if (content.sums.length > 0 && pdf.ensureRoom(sumsHeight)) pdf.y += pad
  const mid = middleOf(pdf)
  for (const { amount, label, main = false } of content.sums) {
    const look = main ? styles.total : styles.text
    const y = pdf.y + sumPad(main)
    const tr = pdf.element("TR", part)
    const width = pdf.widthOf(look, amount)
    const labelWidth = pdf.right - mid - width - gap
    pdf.tagged("TH", () => pdf.write(look, [label], { x: mid, y, width: labelWidth }), tr, { scope: "Row" })
    pdf.tagged("TD", () => pdf.write(look, [amount], { x: pdf.right - width, y, width }), tr)
    pdf.y += sumHeight(main)
  }
  return top
}

const sumPad = (main: boolean): number => main ? 6 : 3
const sumHeight = (main: boolean): number => (main ? styles.total.leading : styles.text.leading) + 2 * sumPad(main) - 2

/** The VAT table on the right side of the page, if its numbers fit there, with the remarks beside it. */
const vat = (pdf: PdfWriter, content: Table, texts: ReadonlyArray<string>): void => {
  const wanted = naturalWidths(pdf, content).reduce((sum, width) => sum + width + gap, 0 - gap)
  const middle = middleOf(pdf)
  const fits = wanted <= pdf.right - middle
  const top = table(pdf, content, { from: fits ? middle : pdf.left })
  const end = pdf.y
  pdf.y = fits
    ? Math.max(end, remarks(pdf, texts, top, middle - pdf.left - 24))
    : remarks(pdf, texts, end + above, pdf.width)
}

/** Writes remarks and returns where they end. */
const remarks = (pdf: PdfWriter, texts: ReadonlyArray<string>, top: number, width: number): number => {
  pdf.y = top
  const lines = texts.map((text) => pdf.wrap(styles.small, text, width))
  pdf.ensureRoom(lines.flat().length * styles.small.leading)
  for (const paragraph of lines) {
    const place = { x: pdf.left, y: pdf.y, width }
    pdf.y += pdf.tagged("P", () => pdf.write(styles.small, paragraph, place))
  }
  return pdf.y
}

const foot = (
  pdf: PdfWriter,
  { language, number, seller, title }: DocumentContent,
  page: number,
  pages: number
): void => {
  const y = a4.size[1] - a4.margin - styles.small.leading + 6
  pdf.rule(y - 8)
  const right = `${title} ${number} · ${words.page(language, { page, pages })}`
  const rightWidth = pdf.widthOf(styles.small, right)
  const left = pdf.wrap(
    styles.small,
    `${seller.name} · ${words.vatId(language, { vatId: seller.vatId })}`,
    pdf.width - rightWidth - gap
  )
  pdf.write(styles.small, left.slice(0, 1), { x: pdf.left, y, width: pdf.width })
  pdf.write(styles.small, [right], { x: pdf.left, y, width: pdf.width, align: "right" })
}
