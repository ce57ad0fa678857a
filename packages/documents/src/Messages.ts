/**
 * Every text of the printed documents, in each language. A document is called what the law calls it: in German a
 * receipt is a "Rechnung", and what takes a part of it back a "Rechnungskorrektur", since a "Gutschrift" is an invoice
 * that the buyer writes (§ 14 UStG). Follows docs/specification.md#receipts, docs/specification.md#return-label.
 */
import type { CreditCause } from "@beauty-store/domain/Receipt"
import { type Message, pattern, plain } from "@beauty-store/ui/Wording"

type Numbered = {
  readonly number: string
}

/** Receipts, credit notes and the cancellations of those. */
export const receipts = {
  receipt: plain("Receipt", "Rechnung"),
  creditNote: plain("Credit note", "Rechnungskorrektur"),
  cancellation: plain("Cancellation", "Storno einer Rechnungskorrektur"),
  soldTo: plain("Sold to", "Rechnung an"),
  creditedTo: plain("Credited to", "Erstattung an"),
  issuedTo: plain("Issued to", "Ausgestellt für"),
  vatId: pattern<{ readonly vatId: string }>("VAT ID {vatId}", "USt-IdNr. {vatId}"),
  receiptNumber: plain("Receipt number", "Rechnungsnummer"),
  creditNoteNumber: plain("Credit note number", "Nummer der Rechnungskorrektur"),
  number: plain("Number", "Nummer"),
  date: plain("Date", "Datum"),
  order: plain("Order", "Bestellung"),
  orderOf: pattern<{ readonly order: string }>("Order {order}", "Bestellung {order}"),
  paidBy: plain("Paid by", "Bezahlt mit"),
  nothingToPay: plain("nothing to pay", "nichts zu zahlen"),
  backToOrder: plain("Back to your order", "Zurück zur Bestellung"),
  paidBackBy: plain("Paid back by", "Erstattet über"),
  forReceipt: plain("For receipt", "Zur Rechnung"),
  receiptOf: pattern<Numbered & { readonly date: string }>("{number}, {date}", "{number} vom {date}"),
  reason: plain("Reason", "Grund"),
  cancelsNote: plain("Cancels credit note", "Storniert die Rechnungskorrektur"),
  bought: plain("What was bought", "Gekaufte Artikel"),
  credited: plain("What is credited", "Was erstattet wird"),
  cancelled: plain("What is cancelled", "Was storniert wird"),
  item: plain("Item", "Artikel"),
  quantity: plain("Quantity", "Menge"),
  unitPrice: plain("Unit price", "Einzelpreis"),
  total: plain("Total", "Gesamt"),
  amount: plain("Amount", "Betrag"),
  discount: plain("Discount", "Rabatt"),
  subtotal: plain("Subtotal", "Zwischensumme"),
  shipping: plain("Shipping", "Versand"),
  totalPaid: plain("Total paid", "Gesamtbetrag"),
  totalCredited: plain("Total credited", "Erstattet gesamt"),
  vatContained: plain("VAT contained", "Enthaltene Umsatzsteuer"),
  rate: plain("Rate", "Satz"),
  net: plain("Net", "Netto"),
  vat: plain("VAT", "USt."),
  gross: plain("Gross", "Brutto"),
  allRates: plain("All rates", "Alle Sätze"),
  creditedSince: plain("Credited since", "Seither erstattet"),
  document: plain("Document", "Beleg"),
  creditedInAll: plain("Credited in all", "Erstattet insgesamt"),
  totalAfterCredits: plain("Total after credits", "Verbleibt"),
  inclusive: pattern<{ readonly currency: string; readonly vat: number }>(
    "All amounts are in {currency}{vat, plural, =0 {} other { and include VAT unless headed net}}.",
    "Alle Beträge sind in {currency}{vat, plural, =0 {} other { und enthalten die Umsatzsteuer, wenn nicht „Netto“ darüber steht}}."
  ),
  thanks: pattern<{ readonly seller: string }>(
    "Thank you for shopping with {seller}.",
    "Vielen Dank für Ihren Einkauf bei {seller}."
  ),
  cancels: pattern<Numbered>("Cancels {number}", "Storniert {number}"),
  cancelsBecause: pattern<Numbered & { readonly reason: string }>(
    "Cancels {number}: {reason}",
    "Storniert {number}: {reason}"
  ),
  doesNotStand: pattern<Numbered>(
    "Credit note {number} does not stand: its amounts are taken back by the negative ones above.",
    "Die Rechnungskorrektur {number} gilt nicht: Die negativen Beträge oben heben ihre Beträge auf."
  ),
  otherCredits: plain("Shipping and other", "Versand und Sonstiges"),
  deduction: plain("Deduction", "Abzug"),
  page: pattern<{ readonly page: number; readonly pages: number }>(
    "Page {page} of {pages}",
    "Seite {page} von {pages}"
  ),
  fromHere: plain("From here", "Von hier aus")
}

export const causes: Readonly<Record<CreditCause, Message>> = {
  cancellation: plain("Cancellation", "Stornierung"),
  return: plain("Return", "Rücksendung"),
  goodwill: plain("Goodwill", "Kulanz")
}

/** The label of a return, and the slip that goes into its parcel. */
export const labels = {
  title: plain("Return label", "Rücksendeetikett"),
  titleOf: pattern<{ readonly return: string }>("Return label {return}", "Rücksendeetikett {return}"),
  from: plain("From", "Von"),
  to: plain("To", "An"),
  return: plain("Return", "Rücksendung"),
  order: plain("Order", "Bestellung"),
  slip: plain("Slip for the parcel", "Beileger fürs Paket"),
  sendBy: plain("Send by", "Absenden bis"),
  contents: plain("Put in the parcel", "Inhalt des Pakets"),
  pack: plain(
    "Pack the goods safely, unused ones in their own packaging.",
    "Verpacken Sie die Ware sicher, Unbenutztes in der eigenen Verpackung."
  ),
  layOnTop: plain("Lay this slip on top of them.", "Legen Sie diesen Beileger obenauf."),
  stick: plain(
    "Stick the label on the outside, so that both codes lie flat.",
    "Kleben Sie das Etikett außen auf, sodass beide Codes glatt liegen."
  ),
  handIn: plain("Hand the parcel in.", "Geben Sie das Paket ab."),
  handInBy: pattern<{ readonly date: string }>(
    "Hand the parcel in by {date}.",
    "Geben Sie das Paket bis zum {date} ab."
  ),
  barcodeOf: pattern<{ readonly text: string }>("Barcode of {text}", "Strichcode von {text}"),
  qrCodeOf: pattern<{ readonly text: string }>("QR code of {text}", "QR-Code von {text}")
}
