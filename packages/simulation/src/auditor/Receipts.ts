/**
 * Rules of receipts and credit notes: numbers without gaps in the year's series, one order each; the VAT of the
 * destination; credit notes that sum to the refunds. A paid order has a receipt, and no other.
 */
import * as ReceiptSchemas from "@beauty-store/http/contract/ReceiptSchemas"
import { orderShownTo } from "./Access.ts"
import { type Audit, onResponse, type Rules } from "./Audit.ts"
import { cents, type Order, type Receipt, type Return } from "./Bodies.ts"
import { berlinDay } from "./Calendar.ts"
import { keptOf } from "./Money.ts"
import { vatIn, vatRate } from "./Tariff.ts"
import * as Words from "./Words.ts"

const seen = (audit: Audit, orderId: string, receipt: Receipt): void => {
  const { documents, orders } = audit.seen
  const order = orders.get(orderId)
  audit.expect("receipt.total", `${Words.amount(order?.totalMinor)} for ${orderId}`)
    .that(order === undefined || cents(receipt.total) === order.totalMinor, () => Words.amount(cents(receipt.total)))
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

/** VAT is that of the destination, each line has its share, and credit notes have the VAT of their amounts. */
const taxed = (audit: Audit, { buyer, creditNotes, lines, number, shipping, total, vat, vatTotal }: Receipt): void => {
  const rate = vatRate(buyer.country)
  if (rate === undefined) return
  const vatOf = (grossEuros: number) => vatIn(cents(grossEuros), rate)
  const ofLines = lines.reduce((sum, line) => sum + cents(line.vat), 0)
  const isTaxed = cents(vatTotal) === vatOf(total)
    && lines.every((line) => Math.abs(cents(line.vat) - vatOf(line.total)) <= 1)
    && Math.abs(cents(vatTotal) - ofLines - vatOf(shipping)) <= lines.length
    && [vat, ...creditNotes.map((note) => note.vat)].every((table) => table.every((row) => row.rate === rate))
  audit.expect("receipt.vat", `${rate} % of VAT in ${number} for ${buyer.country}, ${vatOf(total)} cents in all`)
    .that(isTaxed, () =>
      Words.unequal([
        ["all VAT", vatOf(total), cents(vatTotal)],
        ...lines.map((line) =>
          [`the VAT of the line of ${line.total} euros`, vatOf(line.total), cents(line.vat)] as const
        ),
        ["the VAT of lines and shipping", cents(vatTotal), ofLines + vatOf(shipping)]
      ]) || JSON.stringify([vat, ...creditNotes.map((note) => note.vat)]))
  // A note that is cancelled may leave the next ones a cent too many or too few, but never for the whole.
  const credited = creditNotes.reduce((sum, note) => sum + cents(note.total), 0)
  const back = creditNotes.reduce((sum, note) => sum + cents(note.vatTotal), 0)
  const wasCancelled = creditNotes.some((note) => note.kind === "cancellation")
  audit.expect("receipt.creditedVat", `the VAT of ${credited} cents of ${number}, at ${rate} %`)
    .that(
      credited === cents(total) ? back === cents(vatTotal) : wasCancelled || back === vatOf(credited / 100),
      () => `${Words.amount(back)} of ${Words.amount(cents(vatTotal))}`
    )
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
  const billed = (email: string, { address, city, country, name, postcode }: Order["shippingAddress"]) =>
    [email, name, address, city, postcode, country].join(", ")
  const line = (productId: string, name: string, quantity: number, price: number, total: number) =>
    `${quantity} of ${productId}, ${name}, at ${price}, ${total} in all`
  const due = [
    order.id,
    billed(order.email, order.shippingAddress),
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
    cents(net) + cents(vatTotal) === cents(total)
    && vat.reduce((sum, row) => sum + cents(row.net), 0) === cents(net)
    && vat.reduce((sum, row) => sum + cents(row.vat), 0) === cents(vatTotal)
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
  const credited = receipt.creditNotes.reduce(
    (sum, note) => sum + (note.kind === "credit_note" ? 1 : -1) * Math.abs(cents(note.total)),
    0
  )
  const due = cents(total) - keptOf(audit, order, returns)
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
