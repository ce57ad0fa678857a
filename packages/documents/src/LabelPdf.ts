/**
 * The label of a return: an A6 page to stick on the parcel, and after it a slip to put inside.
 *
 * The rule: what the shop's staff scan is the return's id and nothing else, as Code 128 and as QR code, both with their
 * quiet zones. The label is one page whatever the addresses are: their type shrinks until they fit. The slip names what
 * belongs in the parcel, on as many pages as that takes; the goods are not named on the outside.
 *
 * Left out on purpose: postage and the carrier's own codes. Follows docs/specification.md#return-label.
 */
import type { ShippingAddress } from "@beauty-store/domain/Address"
import type { Day } from "@beauty-store/domain/Days"
import * as Effect from "effect/Effect"
import * as Barcode from "./Barcode.ts"
import { colours, press, Sheet, type Style } from "./Sheet.ts"
import * as Wording from "./Wording.ts"

export interface ReturnLabel {
  readonly returnId: string
  readonly orderId: string
  /** When the return was asked for, in milliseconds since the epoch. */
  readonly issuedAt: number
  /** The last day on which the parcel should be sent, if there is one. */
  readonly sendBy?: Day | undefined
  /** The shopper. */
  readonly from: ShippingAddress
  /** Where returns go; a receipt's seller will do. */
  readonly to: ShippingAddress
  /** What is to be put into the parcel. */
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
      press,
      bars: Effect.promise(() => Barcode.code128(label.returnId)),
      modules: Effect.promise(() => Barcode.qrCode(label.returnId))
    }),
    ({ bars, modules, press }) => {
      const sheet = new Sheet(press, a6, {
        title: `Return label ${label.returnId}`,
        author: label.to.name,
        subject: `Order ${label.orderId}`,
        createdAt: label.issuedAt
      })
      outside(sheet, label, bars, modules)
      sheet.turn()
      slip(sheet, label, bars)
      return sheet.finish(() => undefined)
    }
  )

const outside = (sheet: Sheet, label: ReturnLabel, bars: Barcode.Bars, modules: Barcode.Modules): void => {
  heading(sheet, label, "Return label")

  const columnWidth = sheet.width - qrSide - 14
  const top = sheet.y + 12
  sheet.tagged("P", () => sheet.put(styles.label, ["From"], { x: sheet.left, y: top, width: columnWidth }))
  address(sheet, label.from, ["sans", 9, 4], {
    x: sheet.left,
    y: top + 11,
    width: columnWidth,
    height: qrSide - 11
  })
  qr(sheet, modules, label.returnId, sheet.right - qrSide, top)

  const middle = top + qrSide + 14
  const toHeight = 118
  sheet.rule(middle, { colour: colours.ink, weight: 1 })
  sheet.tagged("P", () => sheet.put(styles.label, ["To"], { x: sheet.left, y: middle + 8, width: sheet.width }))
  address(sheet, label.to, ["bold", 16, 4], {
    x: sheet.left,
    y: middle + 20,
    width: sheet.width,
    height: toHeight - 28
  })
  sheet.rule(middle + toHeight, { colour: colours.ink, weight: 1 })

  sheet.y = middle + toHeight + 10
  facts(sheet, [["Return", label.returnId], ["Order", label.orderId]])
  code(sheet, bars, label.returnId, sheet.y + 8, sheet.bottom - sheet.y - 8)
}

const slip = (sheet: Sheet, label: ReturnLabel, bars: Barcode.Bars): void => {
  heading(sheet, label, "Slip for the parcel")
  sheet.y += 12
  facts(sheet, [
    ["Return", label.returnId],
    ["Order", label.orderId],
    ...(label.sendBy === undefined ? [] : [["Send by", Wording.date(label.sendBy)] as const])
  ])
  sheet.y += 6
  code(sheet, bars, label.returnId, sheet.y, 36)
  sheet.y += 36 + 10

  const list = sheet.part("L")
  const numberWidth = Math.max(18, ...label.items.map((item) => sheet.widthOf(styles.strong, `${item.quantity} ×`))) + 6
  sheet.tagged("P", () => sheet.put(styles.label, ["Put in the parcel"], row(sheet)))
  sheet.y += 13
  for (const { name, quantity } of label.items) {
    const lines = sheet.wrap(styles.text, name, sheet.width - numberWidth)
    sheet.need(lines.length * styles.text.leading + 8)
    sheet.rule(sheet.y)
    const item = sheet.part("LI", list)
    const y = sheet.y + 3
    sheet.tagged(
      "Lbl",
      () => sheet.put(styles.strong, [`${quantity} ×`], { x: sheet.left, y, width: numberWidth }),
      item
    )
    const place = { x: sheet.left + numberWidth, y, width: sheet.width - numberWidth }
    sheet.y = y + 4 + sheet.tagged("LBody", () => sheet.put(styles.text, lines, place), item)
  }
  sheet.rule(sheet.y)

  const steps = [
    "Pack the goods safely, unused ones in their own packaging.",
    "Lay this slip on top of them.",
    "Stick the label on the outside, so that both codes lie flat.",
    label.sendBy === undefined ? "Hand the parcel in." : `Hand the parcel in by ${Wording.date(label.sendBy)}.`
  ]
  const wrapped = steps.map((step) => sheet.wrap(styles.text, step, sheet.width - 16))
  sheet.need(14 + wrapped.flat().length * styles.text.leading)
  sheet.y += 10
  const order = sheet.part("L")
  wrapped.forEach((lines, index) => {
    const item = sheet.part("LI", order)
    sheet.tagged("Lbl", () => sheet.put(styles.text, [`${index + 1}.`], row(sheet)), item)
    const place = { x: sheet.left + 16, y: sheet.y, width: sheet.width - 16 }
    sheet.y += sheet.tagged("LBody", () => sheet.put(styles.text, lines, place), item)
  })
}

const row = (sheet: Sheet) => ({ x: sheet.left, y: sheet.y, width: sheet.width })

const heading = (sheet: Sheet, { to }: ReturnLabel, title: string): void => {
  const titleWidth = sheet.widthOf(styles.heading, title)
  const store = sheet.wrap(styles.store, to.name, sheet.width - titleWidth - 10).slice(0, 1)
  sheet.tagged("H1", () => sheet.put(styles.heading, [title], row(sheet)))
  sheet.tagged("P", () => sheet.put(styles.store, store, { ...row(sheet), align: "right" }))
  sheet.y += styles.heading.leading + 4
  sheet.rule(sheet.y)
}

const facts = (sheet: Sheet, facts: ReadonlyArray<readonly [label: string, value: string]>): void => {
  for (const [label, value] of facts) {
    sheet.tagged("P", () => {
      sheet.put(styles.label, [label], { ...row(sheet), y: sheet.y + 1 })
      sheet.put(styles.text, [value], { ...row(sheet), x: sheet.left + 40 })
    })
    sheet.y += styles.text.leading + 1
  }
}

/** The largest type, down to the least, in which all lines fit the box. At the least, five full lines do. */
const address = (
  sheet: Sheet,
  to: ShippingAddress,
  [face, most, least]: readonly [face: Style["face"], most: number, least: number],
  { height, ...place }: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
): void => {
  const lines = Wording.addressLines(to)
  const country = lines.length - 1
  const settings = (size: number) => {
    const name = { ...style("bold", size), leading: size * 1.25 }
    const text = { ...name, face: face === "bold" ? "sans" : face } as const
    // The country in capitals, as letters across borders have it.
    const [first = "", ...others] = lines.map((line, index) => index === country ? line.toUpperCase() : line)
    return {
      name,
      text,
      first: sheet.wrap(name, first, place.width),
      others: others.flatMap((line) => sheet.wrap(text, line, place.width))
    }
  }
  let size = most
  let setting = settings(size)
  while (size > least && (setting.first.length + setting.others.length) * setting.name.leading > height) {
    size -= 0.5
    setting = settings(size)
  }
  sheet.tagged("P", () => {
    const nameHeight = sheet.put(setting.name, setting.first, place)
    sheet.put(setting.text, setting.others, { ...place, y: place.y + nameHeight })
  })
}

/** As wide as the sheet, ten modules of quiet zone on either side. */
const code = (sheet: Sheet, bars: Barcode.Bars, text: string, y: number, height: number): void => {
  const quiet = 10
  const module = sheet.width / (bars.reduce((sum, width) => sum + width, 0) + 2 * quiet)
  const boxes: Array<readonly [number, number, number, number]> = []
  let x = sheet.left + quiet * module
  bars.forEach((width, index) => {
    if (index % 2 === 0) boxes.push([x, y, width * module, height])
    x += width * module
  })
  sheet.tagged("Figure", () => sheet.boxes(boxes), undefined, {
    alt: `Barcode of ${text}`,
    bbox: [sheet.left, y, sheet.right, y + height]
  })
}

/** With its quiet zone of four modules cut into the margin's side. */
const qr = (sheet: Sheet, modules: Barcode.Modules, text: string, x: number, y: number): void => {
  const module = qrSide / modules.length
  const boxes = modules.flatMap((line, down) =>
    line.flatMap((dark, across) => dark ? [[x + across * module, y + down * module, module, module] as const] : [])
  )
  sheet.tagged("Figure", () => sheet.boxes(boxes), undefined, {
    alt: `QR code of ${text}`,
    bbox: [x, y, x + qrSide, y + qrSide]
  })
}
