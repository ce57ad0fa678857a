/** The PDFs of receipts and credit notes, read back: nothing is missing, nothing is cut off, equal is equal. */
import type { CountryCode } from "@beauty-store/domain/Address"
import type { CreditEntry } from "@beauty-store/domain/Receipt"
import { formatIn } from "@beauty-store/ui/Format"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { creditContent, type DocumentContent, receiptContent } from "../src/DocumentContent.ts"
import { creditNotePdf, receiptPdf } from "../src/ReceiptPdf.ts"
import { buyer, discounted, entriesOf, issuedAt, longReceipt, orderId, receiptOf, seller } from "./documents.ts"
import { inkOn, lackingOn, letters, pagesOf, propertiesOf, textOf } from "./reading.ts"

const receipt = receiptOf()
const entries = entriesOf(receipt)
const print = Effect.runPromise<Uint8Array, never>
const named = (...names: ReadonlyArray<string>) =>
  receiptOf(names.map((name) => ({ name, quantity: 1, unitPriceMinor: 100 })))

/** Every text that a paper holds, but captions that the page does not need. */
const saidBy = (content: DocumentContent): ReadonlyArray<string> => [
  content.title,
  content.number,
  ...content.sellerLines,
  content.buyerTitle,
  ...content.buyerLines,
  ...content.facts.flatMap(({ label, value }) => [label, value]),
  ...[content.goods, content.vat, content.credits].flatMap((table) =>
    table === undefined ? [] : [
      ...table.columns.map((column) => column.title),
      ...table.rows.flat(),
      ...table.sums.flatMap(({ amount, label }) => [label, amount])
    ]
  ),
  ...content.remarks
]

describe("a receipt as PDF", () => {
  it("shows numbers, parties, lines, sums and VAT, in any of Europe's scripts", async () => {
    const text = await textOf(await print(receiptPdf(receipt, [])))
    for (
      const expected of [
        "R-2026-000042",
        "1 October 2026",
        orderId,
        "Apple Pay",
        "Beauty Store GmbH",
        "VAT ID DE123456789",
        "Zofia Żółć-Ştefan",
        "90-926 Łódź",
        "Poland",
        "Velvet Rosehip Face Oil, 30 ml 2 29.95 59.90",
        "Żubrówka Hand Cream",
        "Ελλάδα Olive Soap · мило «Київ» 3 6.40 19.20",
        "Subtotal 180.60 Shipping 4.95 Total paid €185.55",
        "Rate Net VAT Gross 23% 150.85 34.70 185.55",
        "Page 1 of 1"
      ]
    ) expect(text).toContain(expected)
    expect(text).not.toContain("Credited since")
  })
  it("lists what was credited since, cancellations included, and what that leaves", async () => {
    const text = await textOf(await print(receiptPdf(receipt, entries)))
    expect(text).toContain("C-2026-000007 10 October 2026 Return −34.90")
    expect(text).toContain("Cancels C-2026-000007: the bank sent the refund back 34.90")
    expect(text).toContain("C-2026-000011 14 October 2026 Return −34.90")
    expect(text).toContain("Credited in all −34.90 Total after credits €150.65")
  })
  it("leaves nothing out that the paper says", async () => {
    const documents: ReadonlyArray<readonly [Uint8Array, DocumentContent]> = [
      [await print(receiptPdf(receipt, entries)), receiptContent(receipt, entries)],
      ...await Promise.all(
        entries.map(async (entry) =>
          [await print(creditNotePdf(entry, receipt)), creditContent(entry, receipt)] as const
        )
      )
    ]
    for (const [bytes, content] of documents) {
      const text = letters(await textOf(bytes))
      for (const said of saidBy(content)) expect(text).toContain(letters(said))
    }
  })
  it("says the discount of a line beneath it, where it has one", async () => {
    const text = await textOf(await print(receiptPdf(discounted, [])))
    expect(text).toContain("Velvet Rosehip Face Oil, 30 ml 2 29.95 59.90 Discount −9.00 Żubrówka Hand Cream")
    expect(text).toContain("Subtotal 171.60 Shipping 4.95 Total paid €176.55")
    expect(await textOf(await print(receiptPdf(receipt, [])))).not.toContain("Discount")
  })
  it("says the rate of each line where there are several", async () => {
    const [first, ...others] = discounted.lines
    const [rate] = discounted.vat
    const reduced = { rateBp: 500, netMinor: 0, vatMinor: 0, grossMinor: 0 }
    const lines = [{ ...first!, rateBp: 500 }, ...others.map((line) => ({ ...line, rateBp: 2300 }))]
    const text = await textOf(await print(receiptPdf({ ...discounted, lines, vat: [rate!, reduced] }, [])))
    expect(text).toContain("Item Quantity Unit price VAT Total")
    expect(text).toContain("2 29.95 5% 59.90 Discount −9.00 Żubrówka Hand Cream 1 12.50 23% 12.50")
    expect(text).toContain("All rates")
  })
  it("has no VAT table where nothing was taxed, and a rate of 0 outside the EU", async () => {
    const gift = receiptOf([{ name: "Sample", quantity: 1, unitPriceMinor: 0 }], { shippingMinor: 0 })
    expect(await textOf(await print(receiptPdf({ ...gift, vat: [] }, [])))).not.toContain("VAT contained")
    const abroad = receiptOf(undefined, {
      buyer: { ...buyer, address: { ...buyer.address, country: "CH" as CountryCode } }
    })
    const text = await textOf(await print(receiptPdf(abroad, [])))
    expect(text).toContain("0% 185.55 0.00 185.55")
    expect(text).toContain("All amounts are in EUR. Thank you")
  })

  it("sets every script it has a font for, alone and mixed, and does not fail on others", async () => {
    const names = ["Հայաստան", "თბილისი", "שלום", "Ṩạtî ﬁ ẞ ☂", "Łódź and ქართული at once", "東京 😀", ""]
    const text = await textOf(await print(receiptPdf(named(...names), [])))
    for (const name of names.slice(0, 2)) expect(text).toContain(name)
    for (const name of names.slice(3, 5)) expect(letters(text)).toContain(letters(name.replace("ﬁ", "fi")))
    // Written leftwards, read back in either order.
    expect(text).toMatch(/שלום|םולש/)
  })
  it("prints Chinese, Japanese and Korean names and emoji by glyphs of their own", async () => {
    const names = ["王小明", "歐陽靜", "山田太郎", "ラーメンさくら", "김민준", "Zoë 🌸", "😀👩‍🔬🇩🇪❤️ 🌸"]
    const address = { ...buyer.address, name: "王小明" }
    const bytes = await print(receiptPdf({ ...named(...names), buyer: { ...buyer, address } }, []))
    const text = letters(await textOf(bytes))
    for (const name of names) expect(text).toContain(`${letters(name.replace("\ufe0f", ""))}11.001.00`)
    expect(await lackingOn(bytes)).toEqual([])
    const ink = [...await inkOn(bytes, 1)].filter(([text]) => /[^\0-\u20ff]/.test(text))
    expect(ink.length).toBeGreaterThan(names.length)
    for (const [text, dark] of ink) expect([text, dark > 12 * Array.from(text).length]).toEqual([text, true])
  })
  it("prints emoji of several as one, and as the several where no font has them as one", async () => {
    const text = await textOf(await print(receiptPdf(named("👩‍🔬", "👩🏽‍🔬", "👍🏿", "👩‍🦼‍🌸", "1️⃣", "©️", "a 🏽"), [])))
    for (const name of ["👩‍🔬", "👍", "👩 🦼 🌸", "1⃣", "©", "a 🏽"]) expect(text).toContain(`${name} 1 1.00 1.00`)
    expect(text).not.toContain("\ufffd")
  })
  it("prints a replacement for what no font has, and nothing for what is invisible", async () => {
    const bytes = await print(
      receiptPdf(named("สวัสดี", "a\u{e000}b", "𠮷野", "\u{1faff}", "\ud800", "Z\u200b\u{e0041}oë"), [])
    )
    const text = await textOf(bytes)
    for (const name of ["\ufffd".repeat(4), "a\ufffdb", "\ufffd野", "\ufffd", "Zoë"]) {
      expect(letters(text)).toContain(`${name}11.001.00`)
    }
    expect(text.match(/\ufffd/g)).toHaveLength(8)
    expect(await lackingOn(bytes)).toEqual([])
  })
  it("breaks ideographs where a line ends, keeps commas at their words and amounts in their columns", async () => {
    const name = "限定版セット、美容液とクリームの詰め合わせ。".repeat(6)
    const [page] = await pagesOf(await print(receiptPdf(named(`Set ${name}`, "王", "Soap"), [])))
    const text = page!.text
    expect(letters(text)).toContain(`Set${name}`)
    const bottoms = [...new Set(page!.pieces.map(({ bottom }) => bottom))]
    const goods = bottoms.map((bottom) => page!.pieces.filter((piece) => piece.bottom === bottom))
      .filter((pieces) => pieces.some(({ text }) => /[限セ]/.test(text)))
    expect(goods.length).toBeGreaterThan(2)
    for (const pieces of goods) {
      expect(pieces[0]!.text).not.toMatch(/^[、。ッ]/)
      expect(Math.max(...pieces.filter(({ text }) => !/^\d/.test(text)).map(({ right }) => right))).toBeLessThan(400)
    }
    // The first line is filled, not left to the Latin word alone.
    expect(goods[0]!.map(({ text }) => text).join("")).toMatch(/^Set ?限定版/)
    const amounts = page!.pieces.filter(({ text }) => text === "1.00")
    expect(amounts).toHaveLength(6)
    for (const at of [0, 1]) {
      const rights = amounts.filter((_, index) => index % 2 === at).map(({ right }) => right.toFixed(2))
      expect(new Set(rights).size).toBe(1)
    }
  })
  it("prints decomposed letters as composed ones, and no control characters", async () => {
    const printed = (name: string) => print(receiptPdf(named(name), []))
    expect(await printed("Łódź\u0000\u202e\ncream".normalize("NFD"))).toEqual(await printed("Łódź cream"))
  })

  it("goes on for 99 lines: each once, heads repeated, pages numbered, sums together", async () => {
    const pages = await pagesOf(await print(receiptPdf(longReceipt, [])))
    const all = pages.map((page) => page.text).join(" ")
    expect(pages.length).toBeGreaterThan(3)
    pages.forEach((page, index) => {
      expect(page.text).toContain(`Receipt R-2026-000042 · Page ${index + 1} of ${pages.length}`)
      expect(page.text).toContain("Item Quantity Unit price Total")
    })
    for (const { lineTotalMinor, name, quantity, unitPriceMinor } of longReceipt.lines) {
      const [unit, total] = [unitPriceMinor, lineTotalMinor].map((minor) => formatIn("en").amount(minor, "EUR"))
      const line = [name, quantity, unit, total].join(" ")
      expect(all.split(line)).toHaveLength(2)
    }
    expect(pages.at(-1)!.text).toMatch(/Lipstick Shade 99 .*Subtotal 2,067\.78 Shipping 4\.95 Total paid €2,072\.73/)
  })
  it("breaks at every length without losing a line", async () => {
    for (let length = 8; length <= 24; length++) {
      const lines = longReceipt.lines.slice(0, length)
      const pages = await pagesOf(await print(receiptPdf(receiptOf(lines), [])))
      const text = pages.map((page) => page.text).join(" ")
      for (const { name } of lines) expect(text).toContain(name)
      const [sums] = pages.filter((page) => page.text.includes("Subtotal"))
      expect(sums!.text).toContain(lines.at(-1)!.name)
      expect(sums!.text).toContain("Total paid")
      for (const { pieces } of pages) {
        const foot = pieces.find((piece) => piece.text.includes("Page"))!
        const lowest = Math.min(
          ...pieces.filter((piece) => piece.bottom > foot.bottom + 1).map((piece) => piece.bottom)
        )
        expect(lowest).toBeGreaterThan(foot.bottom + 12)
      }
    }
  })
  it("keeps the longest of everything on the paper", async () => {
    const long = "Extraordinarily".repeat(13)
    const address = { name: long, address: long, city: long, postcode: long, country: "FI" as CountryCode }
    const name = "x".repeat(12_000)
    const giant = receiptOf(
      [{ name, quantity: 1, unitPriceMinor: 12 }, { name: "Gold", quantity: 1, unitPriceMinor: 7_036_874_417_766_388 }],
      { buyer: { ...buyer, address }, seller: { ...seller, ...address, name: `${long} GmbH` } }
    )
    const pages = await pagesOf(await print(receiptPdf(giant, entriesOf(giant))))
    expect(pages.map((page) => page.text).join("").match(/x/g)!.length).toBeGreaterThanOrEqual(name.length)
    expect(pages.map((page) => page.text).join(" ")).toContain("Total paid €70,368,744,177,668.95")
    for (const { height, pieces, width } of pages) {
      for (const { bottom, left, right } of pieces) {
        expect(left).toBeGreaterThan(50)
        expect(right).toBeLessThan(width - 50)
        expect(bottom).toBeGreaterThan(50)
        expect(bottom).toBeLessThan(height - 50)
      }
    }
  })

  it("is the same for the same receipt, to the byte", async () => {
    expect(await print(receiptPdf(receipt, entries))).toEqual(await print(receiptPdf(receiptOf(), entriesOf(receipt))))
    const later = { ...receipt, issuedAt: issuedAt + 1000 }
    expect(await print(receiptPdf(later, entries))).not.toEqual(await print(receiptPdf(receipt, entries)))
  })
  it("says what it is, in which language, and how it is built", async () => {
    const { info, roles } = await propertiesOf(await print(receiptPdf(receipt, entries)))
    expect(info).toMatchObject({
      Title: "Receipt R-2026-000042",
      Author: "Beauty Store GmbH",
      Subject: `Order ${orderId}`,
      CreationDate: "D:20261001143000Z",
      Language: "en"
    })
    expect(roles.filter((role) => role === "Table")).toHaveLength(3)
    expect(roles).toEqual(expect.arrayContaining(["Document", "H1", "P", "TR", "TH", "TD", "Caption"]))
  })
})

describe("a credit note as PDF", () => {
  const [note, cancellation] = entries as [CreditEntry, CreditEntry]

  it("names its receipt, what it takes back and why", async () => {
    const text = await textOf(await print(creditNotePdf(note, receipt)))
    expect(text).toContain("Credit note number C-2026-000007 Date 10 October 2026")
    expect(text).toContain("For receipt R-2026-000042, 1 October 2026")
    expect(text).toContain("Reason Return Paid back by Apple Pay")
    expect(text).toContain("Velvet Rosehip Face Oil, 30 ml 1 29.95 Shipping and other 4.95 Total credited €34.90")
    expect(text).toContain("23% 28.37 6.53 34.90")
  })
  it("is explained by its cause where it has no lines, and says what was deducted", async () => {
    if (note.kind !== "credit_note") throw new Error("the first entry is a credit note")
    expect(await textOf(await print(creditNotePdf({ ...note, cause: "goodwill", lines: [] }, receipt))))
      .toContain("Goodwill 34.90 Total credited €34.90")
    const lines = note.lines.map((line) => ({ ...line, amountMinor: 4000 }))
    expect(await textOf(await print(creditNotePdf({ ...note, lines }, receipt)))).toContain("Deduction −5.10")
  })
  it("is cancelled with negative amounts", async () => {
    const text = await textOf(await print(creditNotePdf(cancellation, receipt)))
    expect(text).toContain("Cancels credit note C-2026-000007")
    expect(text).toContain("Total credited −€34.90")
    expect(text).toContain("23% −28.37 −6.53 −34.90")
  })
})
