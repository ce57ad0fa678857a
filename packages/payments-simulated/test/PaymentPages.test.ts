import { paymentMethods } from "@beauty-store/commerce/payment/PaymentProvider"
import { declineCodes, testCards } from "@beauty-store/payments-simulated/Cards"
import { pageHeaders } from "@beauty-store/payments-simulated/PageStyle"
import * as Pages from "@beauty-store/payments-simulated/PaymentPages"
import * as Html from "@beauty-store/web/Html"
import * as fc from "fast-check"
import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"

const purchase: Pages.Purchase = {
  merchant: "Beauty Store",
  amountMinor: 123450,
  currency: "EUR",
  returnUrl: "https://shop.example/orders/ord_1?paid=1"
}

const view = (change: Partial<Pages.PaymentView> = {}): Pages.PaymentView => ({
  ...purchase,
  description: ["2 × Rose Water 100 ml", "Shipping"],
  email: "ada@example.com",
  expiresAt: Date.UTC(2026, 6, 1, 13, 5),
  methods: paymentMethods,
  selected: "card",
  declined: undefined,
  faults: {},
  expiry: "",
  ...change
})

const everyPage = (purchase: Pages.Purchase, text: string): ReadonlyArray<string> => [
  Pages.paymentPage(view({ ...purchase, description: [text], email: text, expiry: text })),
  Pages.paymentPage(view({ ...purchase, faults: { number: "check_digit" }, expiry: text })),
  Pages.challengePage({ ...purchase, card: { brand: "visa", last4: text } }),
  Pages.processingPage({ ...purchase, method: "klarna" }),
  Pages.alreadyPaidPage(purchase),
  Pages.closedPage(purchase),
  Pages.notFoundPage(),
  Pages.unavailablePage(true),
  Pages.unavailablePage(false)
]

/** The tags of a page in order, attributes included: what a text must not be able to change. */
const tags = (page: string): ReadonlyArray<string> => page.match(/<[^>]*>/g) ?? []
const shape = (page: string) => tags(page).map((tag) => tag.replace(/"[^"]*"/g, "\"\"")).join("")

describe("the html template", () => {
  it("escapes whatever is not markup of its own, nested and listed values included", () => {
    const hostile = `<script>"&'`
    expect(Html.html`<p title="${hostile}">${[hostile, Html.html`<b>${hostile}</b>`]}</p>`.text).toBe(
      `<p title="&lt;script&gt;&quot;&amp;&#39;">&lt;script&gt;&quot;&amp;&#39;<b>&lt;script&gt;&quot;&amp;&#39;</b></p>`
    )
  })

  it("writes nothing for what is left out, and every number", () => {
    expect(Html.html`${undefined}${false}${[]}${0}${""}`.text).toBe("0")
  })

  it("does not take an object that looks like markup for markup", () => {
    expect(Html.html`${JSON.parse(`["<i>"]`) as ReadonlyArray<string>}`.text).toBe("&lt;i&gt;")
  })
})

describe("every page", () => {
  it("keeps its shape whatever the shop or the payer wrote", () => {
    const plain = everyPage(purchase, "plain").map(shape)
    fc.assert(fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (text) => {
      const hostile = `${text}"><script>alert(1)</script><p '`
      expect(everyPage({ ...purchase, merchant: hostile }, hostile).map(shape)).toEqual(plain)
    }))
  })

  it("has a language, a title, one h1, one main, no script, no inline style and nothing from elsewhere", () => {
    for (const page of everyPage(purchase, "x")) {
      expect(page).toMatch(/^<!doctype html>\n<html lang="en">/)
      expect(page).toMatch(/<title>[^<]+<\/title>/)
      expect(page.match(/<h1/g)).toHaveLength(1)
      expect(page.match(/<main/g)).toHaveLength(1)
      expect(page).not.toMatch(/<script|\sstyle="|\son\w+="|<img|<iframe|url\(|@import/)
      expect(
        [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, to]) => to).filter((to) =>
          to !== "data:," && !to?.startsWith("#") && to !== "?" && to !== purchase.returnUrl
        )
      ).toEqual([])
    }
  })

  it("gives each id once, and refers to ids that are there", () => {
    for (const page of everyPage(purchase, "x")) {
      const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)
      expect(new Set(ids).size).toBe(ids.length)
      const references = [...page.matchAll(/\s(?:for|aria-describedby|aria-labelledby|href)="#?([^"]*)"/g)]
        .filter(([whole]) => !whole.includes("href") || whole.includes("#"))
        .flatMap(([, of]) => of!.split(" "))
      for (const id of references) expect(ids).toContain(id)
    }
  })

  it("may be styled by its own stylesheet only, and its forms may end at the shop only", () => {
    const headers = pageHeaders(purchase.returnUrl)
    const policy = headers["content-security-policy"]!
    for (const page of everyPage(purchase, "x")) {
      const style = /<style>([\s\S]*)<\/style>/.exec(page)![1]!
      expect(policy).toContain(`style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`)
    }
    expect(policy).toContain("form-action 'self' https://shop.example;")
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(pageHeaders(undefined)["content-security-policy"]).toContain("form-action 'self';")
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow"
    })
  })
})

describe("the payment page", () => {
  it("shows order, total, email and the end of its time in the shop's zone", () => {
    const page = Pages.paymentPage(view())
    for (const text of ["2 × Rose Water 100 ml", "€\u00a01,234.50", "ada@example.com", "15:05 (Berlin time)"]) {
      expect(page).toContain(text)
    }
    // Nobody sends any mail.
    expect(page).not.toContain("confirmation goes to")
  })

  it("offers each method once and checks the preselected one only", () => {
    for (const selected of paymentMethods) {
      const radios = tags(Pages.paymentPage(view({ selected }))).filter((tag) => tag.includes("type=\"radio\""))
      expect(radios).toHaveLength(paymentMethods.length)
      expect(radios.filter((tag) => tag.includes(" checked"))).toEqual([
        `<input type="radio" id="method-${selected}" name="method" value="${selected}" checked>`
      ])
    }
  })

  it("tells browsers and password managers which field is which", () => {
    const page = Pages.paymentPage(view())
    for (const token of ["cc-number", "cc-exp", "cc-csc"]) expect(page).toContain(`autocomplete="${token}"`)
    expect(page.match(/inputmode="numeric"/g)).toHaveLength(3)
  })

  it("says each fault beside its field and in a summary that leads there", () => {
    const page = Pages.paymentPage(view({ faults: { number: "check_digit", cvc: "missing" }, expiry: "08/29" }))
    expect(page).toContain("<title>Error: ")
    const input = (id: string) => tags(page).find((tag) => tag.includes(`id="${id}"`))!
    expect(input("number")).toContain(`aria-invalid="true" aria-describedby="number-fault"`)
    expect(input("cvc")).toContain(`aria-invalid="true" aria-describedby="cvc-fault cvc-hint"`)
    expect(input("expiry")).not.toContain("aria-invalid")
    expect(page).toContain(`<a href="#number">This card number is not right.`)
    expect(page).toContain(`<a href="#cvc">Enter the security code.</a>`)
    expect(page).not.toContain(`href="#expiry"`)
  })

  it("puts back the expiry date, but no number and no security code", () => {
    const page = Pages.paymentPage(view({ faults: { number: "check_digit" }, expiry: "08/29" }))
    expect(tags(page).filter((tag) => /id="(number|cvc)"/.test(tag) && tag.includes("value="))).toEqual([])
    expect(page).toContain(`value="08/29"`)
  })

  it("has words of its own for every decline, and another try", () => {
    const words = new Set<string>()
    for (const declined of declineCodes) {
      const page = Pages.paymentPage(view({ declined }))
      expect(page).toContain(`role="alert"`)
      expect(page).toContain("Try again: pay €")
      words.add(Pages.declineWords[declined])
    }
    expect(words.size).toBe(declineCodes.length)
  })

  it("lists every test card", () => {
    for (const card of testCards) expect(Pages.paymentPage(view())).toContain(card.number)
  })
})

describe("an amount", () => {
  it.each([
    [0, "€\u00a00.00"],
    [5, "€\u00a00.05"],
    [2995, "€\u00a029.95"],
    [100000, "€\u00a01,000.00"],
    [123456789, "€\u00a01,234,567.89"]
  ])("of %d cents is %s", (minor, text) => {
    expect(Pages.amount(minor, "EUR")).toBe(text)
    expect(Pages.amount(minor, "CHF")).toBe(text.replace("€", "CHF"))
  })
})
