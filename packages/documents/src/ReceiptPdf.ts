/**
 * Receipts and credit notes as PDF: A4, as many pages as the goods need.
 *
 * The rule: nothing on the paper is cut off. Names wrap, tables go on under a repeated head, sums stay together, and
 * every page says which paper it belongs to and how many there are. Equal documents give equal bytes.
 *
 * Left out on purpose: what is said (Paper), and electronic invoices. Follows docs/specification.md#receipts.
 */
import type { CreditEntry, Receipt } from "@beauty-store/domain/Receipt"
import * as Effect from "effect/Effect"
import { type Column, creditPaper, type Paper, receiptPaper, type Table } from "./Paper.ts"
import { colours, type Part, press, Sheet, type Style } from "./Sheet.ts"

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
const middleOf = (sheet: Sheet): number => sheet.left + sheet.width * 0.58

/** The receipt of an order with what was credited of it since, in the order in which the entries were issued. */
export const receiptPdf = (receipt: Receipt, entries: ReadonlyArray<CreditEntry>): Effect.Effect<Uint8Array> =>
  set(receiptPaper(receipt, entries), receipt.orderId)

/** A credit note, or the cancellation of one, for the receipt that it refers to. */
export const creditNotePdf = (note: CreditEntry, receipt: Receipt): Effect.Effect<Uint8Array> =>
  set(creditPaper(note, receipt), receipt.orderId)

const set = (paper: Paper, orderId: string): Effect.Effect<Uint8Array> =>
  Effect.flatMap(press, (press) => {
    const sheet = new Sheet(press, a4, {
      title: `${paper.title} ${paper.number}`,
      author: paper.seller.name,
      subject: `Order ${orderId}`,
      createdAt: paper.issuedAt
    })
    head(sheet, paper)
    table(sheet, paper.goods, { from: sheet.left, lead: true })
    if (paper.vat !== undefined) vat(sheet, paper.vat, paper.remarks)
    else sheet.y = remarks(sheet, paper.remarks, sheet.y + above, sheet.width)
    if (paper.credits !== undefined) table(sheet, paper.credits, { from: sheet.left })
    return sheet.finish((page, pages) => foot(sheet, paper, page, pages))
  })

/** The seller, what this is, the buyer and the facts, in two columns. */
const head = (sheet: Sheet, paper: Paper): void => {
  const half = middleOf(sheet)
  const first = { x: sheet.left, width: half - sheet.left - 24 }
  const second = { x: half, width: sheet.right - half }
  const paragraph = (look: Style, lines: ReadonlyArray<string>, place: { x: number; width: number }, y: number) => {
    const wrapped = lines.flatMap((line) => sheet.wrap(look, line, place.width))
    return y + sheet.tagged("P", () => sheet.put(look, wrapped, { ...place, y }))
  }

  const top = sheet.y - 6
  const storeEnd = paragraph(styles.store, [paper.seller.name], first, top)
  const sellerEnd = paragraph(styles.small, paper.sellerLines, second, top + 6)
  sheet.y = Math.max(storeEnd, sellerEnd) + 30

  const titleTop = sheet.y
  const titleLines = sheet.wrap(styles.title, paper.title, first.width)
  const titleEnd = titleTop
    + sheet.tagged("H1", () => sheet.put(styles.title, titleLines, { ...first, y: titleTop - 8 }))
  const buyerTop = paragraph(styles.label, [paper.buyerTitle], first, titleEnd + 4)
  const buyerEnd = paragraph(styles.text, paper.buyerLines, first, buyerTop)

  let factsEnd = titleTop
  for (const { label, value } of paper.facts) {
    factsEnd = paragraph(styles.label, [label], second, factsEnd)
    factsEnd = paragraph(styles.text, [value], second, factsEnd) + 4
  }
  sheet.y = Math.max(buyerEnd, factsEnd) + 26
}

interface Cell {
  readonly column: Column
  readonly x: number
  readonly width: number
}

const naturalWidths = (sheet: Sheet, { columns, rows }: Table): ReadonlyArray<number> =>
  columns.map(({ kind, title }, index) =>
    Math.max(
      kind === "number" ? 42 : 0,
      sheet.widthOf(styles.label, title),
      ...rows.map((row) => sheet.widthOf(styles.text, row[index] ?? ""))
    )
  )

/** Columns of numbers are as wide as they need to be, the others share what they leave. */
const columnsOf = (sheet: Sheet, table: Table, from: number): ReadonlyArray<Cell> => {
  const { columns } = table
  const natural = naturalWidths(sheet, table)
  const between = gap * (columns.length - 1)
  const isText = (index: number): boolean => columns[index]?.kind === "text"
  const spare = sheet.right - from - between
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

/** What columns of text get: what they want, if the last of them can take the rest; else an even part of it. */
const shares = (wanted: ReadonlyArray<number>, spare: number): ReadonlyArray<number> => {
  const count = wanted.filter((width) => width > 0).length
  const last = wanted.findLastIndex((width) => width > 0)
  const others = wanted.reduce((sum, width, index) => index === last ? sum : sum + width, 0)
  if (others > spare * (count - 1) / count) return wanted.map((width) => width > 0 ? spare / count : 0)
  return wanted.map((width, index) => index === last ? spare - others : width)
}

const alignOf = ({ kind }: Column) => kind === "number" ? "right" : "left"

const tableHead = (sheet: Sheet, cells: ReadonlyArray<Cell>, within: Part | undefined): void => {
  const draw = ({ column, width, x }: Cell) =>
    sheet.put(styles.label, [column.title], { x, y: sheet.y, width, align: alignOf(column) })
  const row = within === undefined ? undefined : sheet.part("TR", within)
  for (const cell of cells) {
    if (row === undefined) sheet.artifact(() => draw(cell))
    else sheet.tagged("TH", () => draw(cell), row, { scope: "Column" })
  }
  sheet.y += styles.label.leading + 3
  sheet.rule(sheet.y, { from: cells[0]!.x, colour: colours.ink, weight: 0.75 })
}

/** From `from` to the right margin. The first of a page needs no caption to be seen. Answers where the caption stands. */
const table = (sheet: Sheet, content: Table, { from, lead = false }: { from: number; lead?: boolean }): number => {
  const cells = columnsOf(sheet, content, from)
  const rows = content.rows.map((row) =>
    cells.map(({ column, width }, index) =>
      column.kind === "number" ? [row[index] ?? ""] : sheet.wrap(styles.text, row[index] ?? "", width)
    )
  )
  const heightOf = (row: ReadonlyArray<ReadonlyArray<string>>): number =>
    Math.max(...row.map((lines) => lines.length)) * styles.text.leading + 2 * pad
  const headHeight = styles.label.leading + 3
  const captionHeight = lead ? 0 : above + styles.strong.leading + 4
  const sumsHeight = content.sums.reduce((sum, { main = false }) => sum + sumHeight(main), 0)
  // A short table stands as a whole; of a long one the caption, the head and the first row stay together.
  const whole = captionHeight + headHeight + rows.reduce((sum, row) => sum + heightOf(row), 0) + sumsHeight
  const start = captionHeight + headHeight + (rows[0] === undefined ? 0 : Math.min(heightOf(rows[0]), 100))
  sheet.need(!lead && whole < 200 ? whole : start)

  const part = sheet.part("Table")
  const top = sheet.y + above
  if (!lead) {
    const place = { x: from, y: top, width: sheet.right - from }
    sheet.tagged("Caption", () => sheet.put(styles.strong, [content.caption], place), part)
    sheet.y += captionHeight
  }
  tableHead(sheet, cells, part)

  rows.forEach((row, index) => {
    const isLast = index === rows.length - 1
    const wanted = heightOf(row) + (isLast ? sumsHeight : 0)
    // A row that no page could hold is broken where the page ends, any other is moved.
    if (wanted <= sheet.bottom - a4.margin - headHeight && sheet.need(wanted)) tableHead(sheet, cells, undefined)
    const tr = sheet.part("TR", part)
    let left = row
    while (left.some((lines) => lines.length > 0)) {
      const room = Math.max(1, Math.floor((sheet.bottom - sheet.y - 2 * pad) / styles.text.leading))
      const here = left.map((lines) => lines.slice(0, room))
      left = left.map((lines) => lines.slice(room))
      here.forEach((lines, column) => {
        const { column: { kind }, width, x } = cells[column]!
        const place = { x, y: sheet.y + pad, width, align: kind === "number" ? "right" : "left" } as const
        sheet.tagged("TD", () => sheet.put(styles.text, lines, place), tr)
      })
      sheet.y += heightOf(here)
      if (left.some((lines) => lines.length > 0)) {
        sheet.turn()
        tableHead(sheet, cells, undefined)
      }
    }
    sheet.rule(sheet.y, { from, ...(isLast ? { colour: colours.ink, weight: 0.75 } : {}) })
  })

  if (content.sums.length > 0 && sheet.need(sumsHeight)) sheet.y += pad
  const mid = middleOf(sheet)
  for (const { amount, label, main = false } of content.sums) {
    const look = main ? styles.total : styles.text
    const y = sheet.y + sumPad(main)
    const tr = sheet.part("TR", part)
    const width = sheet.widthOf(look, amount)
    const labelWidth = sheet.right - mid - width - gap
    sheet.tagged("TH", () => sheet.put(look, [label], { x: mid, y, width: labelWidth }), tr, { scope: "Row" })
    sheet.tagged("TD", () => sheet.put(look, [amount], { x: sheet.right - width, y, width }), tr)
    sheet.y += sumHeight(main)
  }
  return top
}

const sumPad = (main: boolean): number => main ? 6 : 3
const sumHeight = (main: boolean): number => (main ? styles.total.leading : styles.text.leading) + 2 * sumPad(main) - 2

/** On the right side of the page, if its numbers fit there, with the remarks beside it. */
const vat = (sheet: Sheet, content: Table, texts: ReadonlyArray<string>): void => {
  const wanted = naturalWidths(sheet, content).reduce((sum, width) => sum + width + gap, 0 - gap)
  const middle = middleOf(sheet)
  const fits = wanted <= sheet.right - middle
  const top = table(sheet, content, { from: fits ? middle : sheet.left })
  const end = sheet.y
  sheet.y = fits
    ? Math.max(end, remarks(sheet, texts, top, middle - sheet.left - 24))
    : remarks(sheet, texts, end + above, sheet.width)
}

/** Answers where they end. */
const remarks = (sheet: Sheet, texts: ReadonlyArray<string>, top: number, width: number): number => {
  sheet.y = top
  const lines = texts.map((text) => sheet.wrap(styles.small, text, width))
  sheet.need(lines.flat().length * styles.small.leading)
  for (const paragraph of lines) {
    const place = { x: sheet.left, y: sheet.y, width }
    sheet.y += sheet.tagged("P", () => sheet.put(styles.small, paragraph, place))
  }
  return sheet.y
}

const foot = (sheet: Sheet, { number, seller, title }: Paper, page: number, pages: number): void => {
  const y = a4.size[1] - a4.margin - styles.small.leading + 6
  sheet.rule(y - 8)
  const right = `${title} ${number} · Page ${page} of ${pages}`
  const rightWidth = sheet.widthOf(styles.small, right)
  const left = sheet.wrap(styles.small, `${seller.name} · VAT ID ${seller.vatId}`, sheet.width - rightWidth - gap)
  sheet.put(styles.small, left.slice(0, 1), { x: sheet.left, y, width: sheet.width })
  sheet.put(styles.small, [right], { x: sheet.left, y, width: sheet.width, align: "right" })
}
