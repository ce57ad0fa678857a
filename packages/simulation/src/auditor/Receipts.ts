/**
 * Rules of receipts and credit notes: numbers without gaps in the year's series, one order each; the VAT of the
 * destination; credit notes that sum to the refunds. A paid order has a receipt, and no other.
 */
import * as ReceiptSchemas from "@beauty-store/http/contract/ReceiptSchemas"
import { orderShownTo } from "./Access.ts"
import { type Audit, onResponse, type Rules } from "./Audit.ts"
import { type Order, type Receipt, type Return } from "./Bodies.ts"
import { berlinDay } from "./Calendar.ts"
import { keptOf } from "./Money.ts"
import { partsOf } from "./Orders.ts"
import { placeOf, ratesFor, tableOf, tableSaid, taxOf, vatIn } from "./Tariff.ts"
import * as Words from "./Words.ts"

const seen = (audit: Audit, orderId: string, receipt: Receipt): void => {
  const { documents, orders } = audit.seen
  const order = orders.get(orderId)
  audit.expect("receipt.total", `${Words.amount(order?.totalMinor)} for ${orderId}`)
    .that(
      order === undefined || audit.minor(receipt.total) === order.totalMinor,
      () => Words.amount(audit.minor(receipt.total))
    )
  taxed(audit, receipt)
  for (const { issuedAt, number } of [receipt, ...receipt.creditNotes]) {
    const known = documents.get(number)
    audit.expect("receipt.unique", `${number} belongs to ${known}`)
      .that(known === undefined || known === orderId, () => orderId)
    documents.set(number, orderId)
    audit.expect("receipt.year", `the series of the year in which it was issued, ${issuedAt}`)
      .that(number.slice(2, 6) === berlinDay(Date.parse(issuedAt)).slice(0, 4), () => number)
  }
}

/** What notes have taken back at a rate, in cents: gross and VAT. */
const creditedAt = (audit: Audit, { creditNotes }: Receipt, rate: number) => {
  const rows = creditNotes.flatMap((note) => note.vat).filter((row) => row.rate === rate)
  const sumOf = (of: "gross" | "vat") => rows.reduce((sum, row) => sum + audit.minor(row[of]), 0)
  return { grossMinor: sumOf("gross"), vatMinor: sumOf("vat") }
}

/** The VAT that a receipt has to have, and the rates of its goods; undefined where they are not known. */
const dueOf = (audit: Audit, { buyer, lines, orderId, shipping, vat }: Receipt) => {
  const orderedAt = audit.seen.orderedAt.get(orderId)
  if (orderedAt === undefined) return undefined
  const found = ratesFor(audit, placeOf(buyer), orderedAt).flatMap((rateOf) => {
    const goods = lines.map(({ productId, total }) => ({ rate: rateOf(productId), totalMinor: audit.minor(total) }))
    const table = taxOf(goods, audit.minor(shipping))
    return table === undefined ? [] : [{ rateOf: (productId: string) => rateOf(productId)!, table }]
  })
  return found.find(({ table }) => tableOf(table) === tableSaid(audit, vat)) ?? found[0]
}

/** VAT is that of the destination by goods, each line has its share, and credit notes have the VAT of their amounts. */
const taxed = (audit: Audit, receipt: Receipt): void => {
  const { buyer, creditNotes, lines, number, vat, vatTotal } = receipt
  const found = dueOf(audit, receipt)
  if (found === undefined) return
  const { rateOf, table: due } = found
  const rates = lines.map(({ productId }) => rateOf(productId))
  const all = due.reduce((sum, { vatMinor }) => sum + vatMinor, 0)
  const ofShipping = due.reduce((sum, { rate, shippingMinor }) => sum + vatIn(shippingMinor, rate), 0)
  const ofLines = lines.reduce((sum, line) => sum + audit.minor(line.vat), 0)
  const isTaxed = tableSaid(audit, vat) === tableOf(due) && audit.minor(vatTotal) === all
    && lines.every((line, n) =>
      line.vatRate === rates[n] && Math.abs(audit.minor(line.vat) - vatIn(audit.minor(line.total), rates[n]!)) <= 1
    )
    && Math.abs(all - ofLines - ofShipping) <= lines.length + due.length
  audit.expect("receipt.vat", `the VAT in ${number} for ${buyer.country}: ${tableOf(due)}`)
    .that(isTaxed, () =>
      `${tableSaid(audit, vat)}; ${
        Words.unequal([
          ["all VAT", all, audit.minor(vatTotal)],
          ...lines.flatMap((line, n) => [
            [
              `the VAT of the line of ${line.total} ${receipt.currency}`,
              vatIn(audit.minor(line.total), rates[n]!),
              audit.minor(line.vat)
            ] as const,
            [`the rate of the line of ${line.total} ${receipt.currency}`, rates[n]!, line.vatRate] as const
          ]),
          ["the VAT of lines and shipping", all, ofLines + ofShipping]
        ])
      }`)
  // A note that is cancelled may leave the next ones a cent too many or too few, but never for the whole.
  const wasCancelled = creditNotes.some((note) => note.kind === "cancellation")
  for (const { grossMinor, rate, vatMinor } of due) {
    const credited = creditedAt(audit, receipt, rate)
    audit.expect(
      "receipt.creditedVat",
      `the VAT of ${credited.grossMinor} of ${grossMinor} cents of ${number}, at ${rate} %`
    )
      .that(
        credited.grossMinor === grossMinor
          ? credited.vatMinor === vatMinor
          : credited.grossMinor < grossMinor &&
            (wasCancelled || credited.vatMinor === vatIn(credited.grossMinor, rate)),
        () => `${Words.amount(credited.vatMinor)} of ${Words.amount(vatMinor)}`
      )
  }
}

/** At rest: what was given back for goods alone, with their shipping, was credited at the rates of these goods. */
const creditedRates = (audit: Audit, receipt: Receipt, returns: ReadonlyArray<Return>): void => {
  const due = dueOf(audit, receipt)
  const given = returns.filter(({ status }) => status === "refunded")
  const items = given.flatMap((one) => one.items)
  const all = given.reduce((sum, { refundAmount }) => sum + audit.minor(refundAmount), 0)
  const credited = receipt.creditNotes.reduce((sum, note) => sum + audit.minor(note.total), 0)
  const shipping = items.reduce((rest, { refund }) => rest - audit.minor(refund), all)
  if (due === undefined || credited !== all || (shipping !== 0 && shipping !== audit.minor(receipt.shipping))) return
  for (const { rate, shippingMinor } of due.table) {
    const ofGoods = items.filter(({ productId }) => due.rateOf(productId) === rate)
      .reduce((sum, { refund }) => sum + audit.minor(refund), 0)
    const expected = ofGoods + (shipping === 0 ? 0 : shippingMinor)
    const { grossMinor } = creditedAt(audit, receipt, rate)
    audit.expect("receipt.creditedRates", `${expected} cents of ${receipt.number} credited at ${rate} %`)
      .that(grossMinor === expected, () => Words.amount(grossMinor))
  }
}

export const rules: Rules = {
  "orders.receipt": onResponse(ReceiptSchemas.Receipt, (audit, { body, sent }) => {
    orderShownTo(audit, sent, sent.subject, `the receipt of ${sent.subject}`)
    seen(audit, sent.subject, body)
  })
}

/** A receipt says what was bought, by whom, and for how much. */
const saysTheOrder = (audit: Audit, order: Order, receipt: Receipt): void => {
  const { buyer, creditNotes, lines, number } = receipt
  const billed = (email: string, address: Order["shippingAddress"]) => [email, ...partsOf(address)].join(", ")
  const line = (productId: string, name: string, quantity: number, price: number, total: number) =>
    `${quantity} of ${productId}, ${name}, at ${price}, ${total} in all`
  const due = [
    order.id,
    billed(order.email, order.billingAddress ?? order.shippingAddress),
    ...order.items.map((one) => line(one.productId, one.name, one.quantity, one.price, one.lineTotal)),
    `${order.subtotal} and ${order.shipping} are ${order.total} ${order.currency}`
  ]
  const said = [
    receipt.orderId,
    billed(buyer.email, buyer),
    ...lines.map((one) => line(one.productId, one.name, one.quantity, one.price, one.total)),
    `${receipt.subtotal} and ${receipt.shipping} are ${receipt.total} ${receipt.currency}`
  ]
  audit.expect("receipt.order", `${number}: ${due.join("; ")}`)
    .that(said.join("; ") === due.join("; "), () => said.join("; "))
  const isNet = [receipt, ...creditNotes].every(({ net, total, vat, vatTotal }) =>
    audit.minor(net) + audit.minor(vatTotal) === audit.minor(total)
    && vat.reduce((sum, row) => sum + audit.minor(row.net), 0) === audit.minor(net)
    && vat.reduce((sum, row) => sum + audit.minor(row.vat), 0) === audit.minor(vatTotal)
  )
  audit.expect("receipt.net", `${number} with what its total is without VAT`)
    .that(isNet, () => JSON.stringify(receipt))
}

/** At rest: a paid order has a receipt, and credit notes for its refunds. */
export const orderAtRest = (
  audit: Audit,
  order: Order,
  receipt: Receipt | undefined,
  returns: ReadonlyArray<Return>
): void => {
  const { id, timeline, total } = order
  const wasPaid = timeline.some((entry) => entry.status === "confirmed")
  audit.expect("receipt.paid", `a receipt: ${wasPaid}`)
    .that((receipt !== undefined) === wasPaid, () => String(!wasPaid))
  if (receipt === undefined) return
  seen(audit, id, receipt)
  saysTheOrder(audit, order, receipt)
  creditedRates(audit, receipt, returns)
  const credited = receipt.creditNotes.reduce(
    (sum, note) => sum + (note.kind === "credit_note" ? 1 : -1) * Math.abs(audit.minor(note.total)),
    0
  )
  const due = audit.minor(total) - keptOf(audit, order, returns)
  if (!audit.seen.orders.has(id)) return
  audit.expect("receipt.credits", `${due} cents credited for ${id}`)
    .that(credited === due, () => Words.amount(credited))
}

/** At rest: numbers have no gaps. */
export const numbersAtRest = (audit: Audit): void => {
  const series = new Map<string, Array<number>>()
  for (const number of audit.seen.documents.keys()) {
    const name = number.slice(0, 6)
    series.set(name, [...series.get(name) ?? [], Number(number.slice(7))])
  }
  for (const [name, numbers] of series) {
    numbers.sort((a, b) => a - b)
    audit.expect("receipt.gapless", `${name}: 1 to ${numbers.length}`)
      .that(numbers.every((number, i) => number === i + 1), () => numbers.join(" "))
  }
}
