/**
 * The label of a return: an A6 page to stick on the parcel, followed by a packing slip. Both codes, Code 128 and QR,
 * hold the return's id and nothing else. The label is one page whatever the addresses are: their type shrinks until
 * they fit. It has no postage. Follows docs/specification.md#return-label.
 *
 * @since 1.0.0
 */
import type { ShippingAddress } from "@beauty-store/domain/Address"
import type { Day } from "@beauty-store/domain/Days"
import { defaultLanguage, type Language } from "@beauty-store/domain/Language"
import { formats } from "@beauty-store/ui/Format"
import * as Effect from "effect/Effect"
import type * as Barcode from "./Barcode.ts"
import { orderOf } from "./DocumentContent.ts"
import { labels as words, receipts } from "./Messages.ts"
import { colours, pdfResources, PdfWriter, type Style, textsOf } from "./PdfWriter.ts"
import * as Wording from "./Wording.ts"

export interface ReturnLabel {
  readonly returnId: string
  /** By which people name the return; default: its id. */
  readonly returnNumber?: string | undefined
  readonly orderId: string
  readonly orderNumber?: string | undefined
  /** When the return was asked for, in milliseconds since the epoch. */
  readonly issuedAt: number
  /** In which the label and its slip are printed; default: English. */
  readonly language?: Language
  /** The last day on which the parcel should be sent, if there is one. */
  readonly sendBy?: Day | undefined
  /** The shopper. */
  readonly from: ShippingAddress
  /** Where returns go; a receipt's seller will do. */
  readonly to: ShippingAddress
  /** The contents of the parcel. */
  readonly items: ReadonlyArray<{ readonly name: string; readonly quantity: number }>
}

const style = (face: Style["face"], size: number, colour: string = colours.ink): Style => ({
  face,
  size,
  leading: size * 1.36,
  colour
})

const styles = {
  store: style("serif", 13, colours.accent),
  label: style("bold", 7, colours.soft),
  text: style("sans", 8.5),
  strong: style("bold", 8.5),
  heading: style("bold", 13),
  code: style("sans", 8)
}

const a6 = { size: [297.64, 419.53], margin: 18, foot: 0 } as const
const qrSide = 92

/** Two pages or more: the label first, then the slip. */
export const labelPdf = (label: ReturnLabel): Effect.Effect<Uint8Array> =>
  Effect.flatMap(
    Effect.all({
      pdfResources: pdfResources(textsOf(label)),
      // What draws barcodes is large, and comes with the first label.
      barcode: Effect.promise(() => import("./Barcode.ts"))
    }),
    ({ barcode, pdfResources }) => {
      const bars = barcode.code128(label.returnId)
      const modules = barcode.qrCode(label.returnId)
      const pdf = new PdfWriter(pdfResources, a6, {
        title: words.titleOf(languageOf(label), { return: returnOf(label) }),
        author: label.to.name,
        subject: receipts.orderOf(languageOf(label), { order: orderOf(label) }),
        language: languageOf(label),
        createdAt: label.issuedAt
      })
      outside(pdf, label, bars, modules)
      pdf.addPage()
      slip(pdf, label, bars)
      return pdf.finish(() => undefined)
    }
  )

const outside = (pdf: PdfWriter, label: ReturnLabel, bars: Barcode.Bars, modules: Barcode.Modules): void => {
  const language = languageOf(label)
  heading(pdf, label, words.title(language))

  const columnWidth = pdf.width - qrSide - 14
  const top = pdf.y + 12
  pdf.tagged("P", () => pdf.write(styles.label, [words.from(language)], { x: pdf.left, y: top, width: columnWidth }))
  address(pdf, language, label.from, ["sans", 9, 3], {
    x: pdf.left,
    y: top + 11,
    width: columnWidth,
    height: qrSide - 11
  })
  const { returnId } = label
  qr(pdf, modules, words.qrCodeOf(language, { text: returnId }), pdf.right - qrSide, top)

  const middle = top + qrSide + 14
  const toHeight = 118
  pdf.rule(middle, { colour: colours.ink, weight: 1 })
  pdf.tagged("P", () => pdf.write(styles.label, [words.to(language)], { x: pdf.left, y: middle + 8, width: pdf.width }))
  address(pdf, language, label.to, ["bold", 16, 3], {
    x: pdf.left,
    y: middle + 20,
    width: pdf.width,
    height: toHeight - 28
  })
  pdf.rule(middle + toHeight, { colour: colours.ink, weight: 1 })

  pdf.y = middle + toHeight + 10
  facts(pdf, [[words.return(language), returnOf(label)], [words.order(language), orderOf(label)]])
  code(pdf, bars, words.barcodeOf(language, { text: returnId }), pdf.y + 8, pdf.bottom - pdf.y - 8)
}

const slip = (pdf: PdfWriter, label: ReturnLabel, bars: Barcode.Bars): void => {
  const language = languageOf(label)
  const { returnId, sendBy } = label
  const date = sendBy === undefined ? undefined : formats[language].date(sendBy)
  heading(pdf, label, words.slip(language))
  pdf.y += 12
  facts(pdf, [
    [words.return(language), returnOf(label)],
    [words.order(language), orderOf(label)],
    ...(date === undefined ? [] : [[words.sendBy(language), date] as const])
  ])
  pdf.y += 6
  code(pdf, bars, words.barcodeOf(language, { text: returnId }), pdf.y, 36)
  pdf.y += 36 + 10

  const list = pdf.element("L")
  const numberWidth = Math.max(18, ...label.items.map((item) => pdf.widthOf(styles.strong, `${item.quantity} ×`))) + 6
  pdf.tagged("P", () => pdf.write(styles.label, [words.contents(language)], row(pdf)))
  pdf.y += 13
  for (const { name, quantity } of label.items) {
    const lines = pdf.wrap(styles.text, name, pdf.width - numberWidth)
    pdf.ensureRoom(lines.length * styles.text.leading + 8)
    pdf.rule(pdf.y)
    const item = pdf.element("LI", list)
    const y = pdf.y + 3
    pdf.tagged(
      "Lbl",
      () => pdf.write(styles.strong, [`${quantity} ×`], { x: pdf.left, y, width: numberWidth }),
      item
    )
    const place = { x: pdf.left + numberWidth, y, width: pdf.width - numberWidth }
    pdf.y = y + 4 + pdf.tagged("LBody", () => pdf.write(styles.text, lines, place), item)
  }
  pdf.rule(pdf.y)

  const steps = [
    words.pack(language),
    words.layOnTop(language),
    words.stick(language),
    date === undefined ? words.handIn(language) : words.handInBy(language, { date })
  ]
  const wrapped = steps.map((step) => pdf.wrap(styles.text, step, pdf.width - 16))
  pdf.ensureRoom(14 + wrapped.flat().length * styles.text.leading)
  pdf.y += 10
  const order = pdf.element("L")
  wrapped.forEach((lines, index) => {
    const item = pdf.element("LI", order)
    pdf.tagged("Lbl", () => pdf.write(styles.text, [`${index + 1}.`], row(pdf)), item)
    const place = { x: pdf.left + 16, y: pdf.y, width: pdf.width - 16 }
    pdf.y += pdf.tagged("LBody", () => pdf.write(styles.text, lines, place), item)
  })
}

const returnOf = ({ returnId, returnNumber = returnId }: ReturnLabel): string => returnNumber

const languageOf = ({ language = defaultLanguage }: ReturnLabel): Language => language

const row = (pdf: PdfWriter) => ({ x: pdf.left, y: pdf.y, width: pdf.width })

/** Room for two lines of the seller's name, which shrinks until it fits; the longest has more lines, of the least type. */
const headingHeight = 26

const heading = (pdf: PdfWriter, { to }: ReturnLabel, title: string): void => {
  const width = pdf.width - pdf.widthOf(styles.heading, title) - 10
  let store = styles.store
  let name = pdf.wrap(store, to.name, width)
  while (store.size > 4 && name.length * store.leading > headingHeight) {
    store = style(store.face, store.size - 0.5, store.colour)
    name = pdf.wrap(store, to.name, width)
  }
  pdf.tagged("H1", () => pdf.write(styles.heading, [title], row(pdf)))
  pdf.tagged("P", () => pdf.write(store, name, { ...row(pdf), align: "right" }))
  pdf.y += Math.max(styles.heading.leading, name.length * store.leading) + 4
  pdf.rule(pdf.y)
}

const facts = (pdf: PdfWriter, facts: ReadonlyArray<readonly [label: string, value: string]>): void => {
  const indent = Math.max(40, ...facts.map(([label]) => pdf.widthOf(styles.label, label) + 6))
  for (const [label, value] of facts) {
    pdf.tagged("P", () => {
      pdf.write(styles.label, [label], { ...row(pdf), y: pdf.y + 1 })
      pdf.write(styles.text, [value], { ...row(pdf), x: pdf.left + indent })
    })
    pdf.y += styles.text.leading + 1
  }
}

/** Prints an address in the largest type in which all lines fit the box. In the smallest, seven full lines fit. */
const address = (
  pdf: PdfWriter,
  language: Language,
  printed: ShippingAddress,
  [face, most, least]: readonly [face: Style["face"], most: number, least: number],
  { height, ...place }: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
): void => {
  const lines = Wording.addressLines(language, printed)
  // The country in capitals, as on letters that cross borders.
  const [first = "", ...others] = [
    ...lines.slice(0, -1),
    lines.at(-1)!.toUpperCase(),
    ...(printed.phone === undefined ? [] : [printed.phone])
  ]
  const settings = (size: number) => {
    const name = { ...style("bold", size), leading: size * 1.25 }
    const text = { ...name, face: face === "bold" ? "sans" : face } as const
    return {
      name,
      text,
      first: pdf.wrap(name, first, place.width),
      others: others.flatMap((line) => pdf.wrap(text, line, place.width))
    }
  }
  let size = most
  let setting = settings(size)
  while (size > least && (setting.first.length + setting.others.length) * setting.name.leading > height) {
    size -= 0.5
    setting = settings(size)
  }
  pdf.tagged("P", () => {
    const nameHeight = pdf.write(setting.name, setting.first, place)
    pdf.write(setting.text, setting.others, { ...place, y: place.y + nameHeight })
  })
}

/** A barcode as wide as the page, with ten modules of quiet zone on either side. */
const code = (pdf: PdfWriter, bars: Barcode.Bars, alt: string, y: number, height: number): void => {
  const quiet = 10
  const module = pdf.width / (bars.reduce((sum, width) => sum + width, 0) + 2 * quiet)
  const boxes: Array<readonly [number, number, number, number]> = []
  let x = pdf.left + quiet * module
  bars.forEach((width, index) => {
    if (index % 2 === 0) boxes.push([x, y, width * module, height])
    x += width * module
  })
  pdf.tagged("Figure", () => pdf.fillRectangles(boxes), undefined, {
    alt,
    bbox: [pdf.left, y, pdf.right, y + height]
  })
}

/** A QR code whose quiet zone of four modules reaches into the margin. */
const qr = (pdf: PdfWriter, modules: Barcode.Modules, alt: string, x: number, y: number): void => {
  const module = qrSide / modules.length
  const boxes = modules.flatMap((line, down) =>
    line.flatMap((dark, across) => dark ? [[x + across * module, y + down * module, module, module] as const] : [])
  )
  pdf.tagged("Figure", () => pdf.fillRectangles(boxes), undefined, {
    alt,
    bbox: [x, y, x + qrSide, y + qrSide]
  })
}
