/** The pages of receipts: what is text stays text, and in a browser they fit telephones and paper. */
import type { CountryCode } from "@beauty-store/domain/Address"
import { createHash } from "node:crypto"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { describeWithBrowser } from "../../../test/browser-suite.ts"
import { creditNoteHtml, policy, receiptHtml } from "../src/ReceiptHtml.ts"
import { buyer, discounted, entriesOf, longReceipt, orderId, receiptOf, seller, swiss } from "./documents.ts"
import { pagesOf } from "./reading.ts"

const receipt = receiptOf()
const entries = entriesOf(receipt)
const evil = "<script>alert(1)</script>\"'&"

describe("a receipt as page", () => {
  it("shows what the receipt says", () => {
    const page = receiptHtml(receipt, entries)
    for (
      const expected of [
        "<title>Receipt R-2026-000042</title>",
        orderId,
        "1 October 2026",
        "Zofia Żółć-Ştefan",
        "90-926 Łódź",
        "Ελλάδα Olive Soap · мило «Київ»",
        "<dd class=\"number\">€185.55</dd>",
        "<td>23%</td><td class=\"number\">150.85</td><td class=\"number\">34.70</td>",
        "C-2026-000011",
        "Cancels C-2026-000007: the bank sent the refund back",
        "<dd class=\"number\">€150.65</dd>"
      ]
    ) expect(page).toContain(expected)
  })
  it("says the discount of a line beneath it, where it has one", () => {
    const number = "<td class=\"number\">"
    expect(receiptHtml(discounted, [])).toContain(
      `${number}59.90</td></tr><tr><td>Discount</td>${number}</td>${number}</td>${number}−9.00</td></tr>`
    )
    expect(receiptHtml(discounted, [])).toContain("<dt>Discount</dt><dd>Winter (WINTER9): −€9.00</dd>")
    expect(receiptHtml(discounted, [])).toContain("<dt>Discount</dt><dd>Free shipping</dd>")
    expect(receiptHtml(receipt, [])).not.toContain("Discount")
  })
  it("shows credit notes and cancellations", () => {
    expect(creditNoteHtml(entries[0]!, receipt)).toContain("<dd class=\"number\">€34.90</dd>")
    expect(creditNoteHtml(entries[1]!, receipt)).toContain("<dd class=\"number\">−€34.90</dd>")
  })
  it("has names as they were written, in any script", () => {
    const names = ["王小明", "Zoë 🌸", "👩‍🔬 김민준", "𠮷野 สวัสดี"]
    const page = receiptHtml(receiptOf(names.map((name) => ({ name, quantity: 1, unitPriceMinor: 100 }))), [])
    for (const name of names) expect(page).toContain(`<td>${name}</td>`)
  })
  it("takes names for text", () => {
    const page = receiptHtml(
      receiptOf([{ name: evil, quantity: 1, unitPriceMinor: 100 }], {
        buyer: { ...buyer, address: { ...buyer.address, name: evil } },
        seller: { ...seller, name: evil }
      }),
      []
    )
    expect(page).not.toContain("<script")
    expect(page.split("&lt;script>alert(1)&lt;/script>&quot;'&amp;").length).toBeGreaterThan(4)
  })
  it("promises VAT in its amounts only where it contains some, and so do its credit notes, in both languages", () => {
    const abroad = receiptOf(undefined, {
      buyer: { ...buyer, address: { ...buyer.address, country: "CH" as CountryCode } }
    })
    const pages = (of: typeof receipt) => [receiptHtml(of, []), ...entriesOf(of).map((one) => creditNoteHtml(one, of))]
    for (const page of pages(receipt)) expect(page).toContain("in EUR and include VAT unless headed net.")
    for (const page of pages(abroad)) expect(page).toContain("All amounts are in EUR.")
    for (const page of pages({ ...receipt, language: "de" })) {
      expect(page).toContain("in EUR und enthalten die Umsatzsteuer, wenn nicht „Netto“ darüber steht.")
    }
    for (const page of pages({ ...abroad, language: "de" })) expect(page).toContain("Alle Beträge sind in EUR.")
  })
  it("has a caption and heads for every table", () => {
    const page = receiptHtml(receipt, entries)
    expect(page.match(/<table/g)).toHaveLength(3)
    expect(page.match(/<caption>[^<]+<\/caption>/g)).toHaveLength(3)
    expect(page.match(/<th scope="(col|row)"/g)).toHaveLength(page.match(/<th[ >]/g)!.length)
  })
  it("has a style that its policy lets in, and nothing else to let in", () => {
    const page = receiptHtml(receipt, entries)
    const style = /<style>([^]*)<\/style>/.exec(page)![1]!
    expect(policy).toContain(`'sha256-${createHash("sha256").update(style).digest("base64")}'`)
    expect(page).not.toMatch(/ style="| src=| href="(?!data:,")|<script/)
  })
})

describeWithBrowser("a receipt in a browser", (browser) => {
  const long = "Extraordinarily".repeat(13)
  const pages: Readonly<Record<string, string>> = {
    "/receipt": receiptHtml(receipt, entries),
    "/long": receiptHtml(longReceipt, []),
    "/swiss": receiptHtml(swiss, []),
    "/wide": receiptHtml(
      receiptOf([{ name: long, quantity: 99, unitPriceMinor: 9_999_999 }], {
        buyer: { ...buyer, address: { ...buyer.address, name: long, city: long } },
        seller: { ...seller, name: long }
      }),
      []
    )
  }
  let server: Server
  let origin = ""
  beforeAll(async () => {
    server = createServer((request, response) => {
      response.setHeader("content-type", "text/html; charset=utf-8")
      response.setHeader("content-security-policy", policy)
      response.end(pages[request.url ?? ""] ?? "")
    })
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close())

  it.each([[1280, "/receipt"], [390, "/receipt"], [390, "/long"], [390, "/wide"], [320, "/receipt"]])(
    "fits %i pixels: %s",
    async (width, path) => {
      const page = await browser().newPage({ viewport: { width, height: 800 } })
      const complaints: Array<string> = []
      page.on("console", (message) => message.location().url.includes("favicon") || complaints.push(message.text()))
      await page.goto(origin + path)
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width)
      expect(await page.evaluate("getComputedStyle(document.querySelector('table')).borderCollapse")).toBe("collapse")
      expect(complaints).toEqual([])
      await page.close()
    }
  )

  it.each([1280, 390])("breaks no word beside two rates and a large total at %i pixels", async (width) => {
    const page = await browser().newPage({ viewport: { width, height: 800 } })
    await page.goto(`${origin}/swiss`)
    const { narrow, right } = await page.evaluate<{ narrow: ReadonlyArray<string>; right: number }>(`({
      right: document.querySelector(".goods").getBoundingClientRect().right
        - document.querySelector(".parties").getBoundingClientRect().right,
      // Each word of a name or of a sum is on one line.
      narrow: [...document.querySelectorAll(".goods td:first-child, .sums dt")].flatMap((element) => {
        const text = element.firstChild
        return [...text.data.matchAll(/[^ -]+/g)].filter(({ 0: word, index }) => {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          return range.getClientRects().length > 1
        }).map(([word]) => word)
      })
    })`)
    expect([narrow, Math.round(right)]).toEqual([[], 0])
    await page.close()
  })

  it("prints on A4, the head of the table on every page", async () => {
    const page = await browser().newPage()
    await page.goto(`${origin}/long`)
    const printed = await pagesOf(await page.pdf({ preferCSSPageSize: true }))
    expect(printed.length).toBeGreaterThan(2)
    for (const { height, text, width } of printed) {
      expect([width, height].map(Math.round)).toEqual([595, 842])
      if (text.includes("Lipstick")) expect(text).toMatch(/Item\s*Quantity\s*Unit price\s*Total/)
    }
    await page.goto(`${origin}/receipt`)
    expect(await pagesOf(await page.pdf({ preferCSSPageSize: true }))).toHaveLength(1)
    await page.close()
  })
})
