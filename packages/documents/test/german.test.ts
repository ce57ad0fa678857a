/** Receipts, credit notes and labels of a German order: every word of the shop's own is German, and what each is called. */
import type { CountryCode } from "@beauty-store/domain/Address"
import type { Receipt } from "@beauty-store/domain/Receipt"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { labelPdf } from "../src/LabelPdf.ts"
import { creditNoteHtml, receiptHtml } from "../src/ReceiptHtml.ts"
import { creditNotePdf, receiptPdf } from "../src/ReceiptPdf.ts"
import { discounted, entriesOf, label, orderId, receiptOf, returnId, seller } from "./documents.ts"
import { pagesOf, propertiesOf, textOf } from "./reading.ts"

const print = Effect.runPromise<Uint8Array, never>
const german = (receipt: Receipt): Receipt => ({ ...receipt, language: "de" })
const receipt = german(receiptOf())
const entries = entriesOf(receipt)

/** Words of the English documents. */
const english =
  /\b(Receipt|Order|Sold|Paid|Item|Quantity|Total|Subtotal|Shipping|Credited|Cancels?|Page|Date|amounts)\b/

describe("a receipt of a German order", () => {
  it("is a Rechnung, with German amounts, days and countries", async () => {
    const text = await textOf(await print(receiptPdf(receipt, entries)))
    for (
      const expected of [
        "Rechnung an Zofia Żółć-Ştefan ulica Piotrkowska 104 90-926 Łódź Polen",
        "Rechnungsnummer R-2026-000042 Datum 1. Oktober 2026",
        "USt-IdNr. DE123456789",
        "Artikel Menge Einzelpreis Gesamt",
        "Versand 4,95",
        "Gesamtbetrag 185,55 €",
        "Enthaltene Umsatzsteuer Satz Netto USt. Brutto 23 % 150,85 34,70 185,55",
        "Seither erstattet",
        "Rücksendung −34,90",
        "Rechnung R-2026-000042 · Seite 1 von"
      ]
    ) expect(text).toContain(expected)
    expect(text).not.toMatch(english)
  })
  it("says the same as a page, in German for screen readers too", async () => {
    const page = receiptHtml(receipt, entries, [{ href: "/", words: "Zurück" }])
    expect(page).toContain("<html lang=\"de\">")
    expect(page).toContain("<title>Rechnung R-2026-000042</title>")
    expect(page).toContain("<dd class=\"number\">185,55\u00a0€</dd>")
    expect(page.replace(/<style>.*<\/style>/s, "")).not.toMatch(english)
    expect((await propertiesOf(await print(receiptPdf(receipt, entries)))).info).toMatchObject({ Language: "de" })
  })
  it("has the words and amounts of Switzerland where the seller is there", async () => {
    const swiss = german(receiptOf(undefined, { seller: { ...seller, country: "CH" as CountryCode } }))
    const text = await textOf(await print(receiptPdf({ ...swiss, currency: "CHF" }, entries)))
    for (
      const expected of ["MWST-Nr. DE123456789", "Gesamtbetrag CHF 185.55", "Netto MWST Brutto 23% 150.85", "Schweiz"]
    ) {
      expect(text).toContain(expected)
    }
    expect(text.replace(seller.address, "")).not.toMatch(/ß|USt|MwSt/)
    const page = receiptHtml(swiss, entries)
    expect(page).toContain("<html lang=\"de-CH\">")
    expect(page).toContain("<dd class=\"number\">EUR\u00a0185.55</dd>")
  })
  it("has its discounts in German", () => {
    expect(receiptHtml(german(discounted), [])).toContain("<td>Rabatt</td>")
  })
  it("is taken back by a Rechnungskorrektur, and that by a Storno", async () => {
    const [note, cancellation] = [entries[0]!, entries[1]!]
    expect(await textOf(await print(creditNotePdf(note, receipt)))).toContain(
      "Zur Rechnung R-2026-000042 vom 1. Oktober"
    )
    expect(creditNoteHtml(note, receipt)).toContain("<h1>Rechnungskorrektur</h1>")
    expect(creditNoteHtml(cancellation, receipt)).toContain("<h1>Storno einer Rechnungskorrektur</h1>")
    for (const entry of entries) expect(await textOf(await print(creditNotePdf(entry, receipt)))).not.toMatch(english)
  })
})

describe("a return label of a German order", () => {
  it("is German outside and on the slip", async () => {
    const [outside, slip] = await pagesOf(await print(labelPdf({ ...label, language: "de" })))
    expect(outside!.text).toContain("Rücksendeetikett")
    expect(outside!.text).toContain("Von Zofia Żółć-Ştefan ulica Piotrkowska 104 90-926 Łódź POLEN")
    expect(outside!.text).toContain("An Beauty Store GmbH Torstraße 12 10119 Berlin DEUTSCHLAND")
    expect(outside!.text).toContain(`Rücksendung ${returnId} Bestellung ${orderId}`)
    expect(slip!.text).toContain("Inhalt des Pakets")
    expect(slip!.text).toContain("Geben Sie das Paket bis zum 31. Oktober 2026 ab.")
    expect(`${outside!.text} ${slip!.text}`).not.toMatch(/\b(From|To|Return|Order|parcel|label)\b/)
  })
})
