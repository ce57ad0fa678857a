import { defaultTimeZone } from "@beauty-store/domain/Days"
import { paymentMethods } from "@beauty-store/domain/Payment"
import { declineCodes, testCards } from "@beauty-store/payments-simulated/Cards"
import { pageHeaders } from "@beauty-store/payments-simulated/pages/PageHttp"
import { declineWords } from "@beauty-store/payments-simulated/provider/PaymentWords"
import { render } from "@beauty-store/ui/Document"
import * as fc from "fast-check"
import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import * as MandatePages from "../src/pages/MandatePages.tsx"
import * as Pages from "../src/pages/PaymentPages.tsx"

const merchantPages = {
  home: "https://shop.example/",
  help: "https://shop.example/help",
  terms: "https://shop.example/terms",
  privacy: "https://shop.example/privacy"
}
const merchantNamed = (name: string) => ({
  name,
  pages: merchantPages,
  language: "en" as const,
  timeZone: defaultTimeZone
})

const purchase: Pages.Purchase = {
  merchant: merchantNamed("Beauty Store"),
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

const permission = { merchant: purchase.merchant, agent: "robot" }

const approval = (change: Partial<MandatePages.ApprovalView> = {}): MandatePages.ApprovalView => ({
  ...permission,
  description: ["Up to €80.00 for one order"],
  decideBefore: Date.UTC(2026, 6, 1, 13, 5),
  expiresAt: undefined,
  declined: undefined,
  faults: {},
  expiry: "",
  ...change
})

const paid = (purchase: Pages.Purchase, change: Partial<Pages.PaidPurchase> = {}): Pages.PaidPurchase => ({
  ...purchase,
  takenMinor: purchase.amountMinor,
  backMinor: 0,
  isUnderWay: false,
  closed: false,
  ...change
})

const everyPage = (purchase: Pages.Purchase, text: string): ReadonlyArray<string> => {
  const { merchant } = purchase
  const card = { brand: "visa", last4: text } as const
  return [
    Pages.paymentPage(view({ ...purchase, description: [text], email: text, expiry: text })),
    Pages.paymentPage(view({ ...purchase, faults: { number: "check_digit" }, expiry: text })),
    Pages.challengePage({ ...purchase, card, back: "../../token" }),
    Pages.processingPage({ ...purchase, method: "klarna", closed: false }),
    Pages.processingPage({ ...purchase, method: "klarna", closed: true }),
    Pages.alreadyPaidPage(paid(purchase)),
    Pages.alreadyPaidPage(paid(purchase, { backMinor: 1, isUnderWay: true })),
    Pages.alreadyPaidPage(paid(purchase, { closed: true })),
    Pages.refundedPage(paid(purchase, { backMinor: purchase.amountMinor })),
    Pages.refundedPage(paid(purchase, { backMinor: purchase.amountMinor, isUnderWay: true })),
    Pages.closedPage(purchase),
    Pages.notFoundPage(merchant),
    Pages.unavailablePage(merchant, true),
    Pages.unavailablePage(merchant, false),
    MandatePages.approvalPage(approval({ merchant, agent: text, description: [text], expiry: text })),
    MandatePages.approvalPage(approval({ merchant, agent: text, faults: { cvc: "missing" } })),
    MandatePages.challengePage({ merchant, agent: text, card, back: "../../token" }),
    ...(["active", "rejected", "revoked", "lapsed"] as const).map((status) =>
      MandatePages.decidedPage({ merchant, agent: text, status })
    ),
    MandatePages.notFoundPage(merchant)
  ].map(render)
}

const paymentPage = (view: Pages.PaymentView): string => render(Pages.paymentPage(view))

/** The tags of a page in order, attributes included: what a text must not be able to change. */
const tags = (page: string): ReadonlyArray<string> => page.match(/<(?:"[^"]*"|[^">])*>/g) ?? []
const shape = (page: string) => tags(page).map((tag) => tag.replace(/"[^"]*"/g, "\"\"")).join("")

describe("every page", () => {
  it("keeps its shape whatever the shop or the payer wrote", () => {
    const plain = everyPage(purchase, "plain").map(shape)
    expect(plain[0]).toContain("<form")
    fc.assert(fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (text) => {
      const hostile = `${text}"><script>alert(1)</script><p '`
      expect(everyPage({ ...purchase, merchant: merchantNamed(hostile) }, hostile).map(shape)).toEqual(plain)
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
          to !== "data:," && !to?.startsWith("#") && to !== "?" && to !== "../../token" && to !== purchase.returnUrl
          && !Object.values(merchantPages).some((page) => page === to)
        )
      ).toEqual([])
    }
  })

  it("leads on: to the shop, or back to where it was asked from", () => {
    for (const page of everyPage(purchase, "x")) {
      const body = page.slice(page.indexOf("<body"))
      const onward = [merchantPages.home, "../../token"].filter((to) => body.includes(`href="${to}"`))
      expect(onward, page).not.toEqual([])
      if (!body.includes("Your bank")) expect(body).toContain(`href="${merchantPages.help}"`)
    }
    const alone = {
      ...purchase,
      merchant: { name: "Beauty Store", pages: undefined, language: "en" as const, timeZone: defaultTimeZone }
    }
    expect(render(Pages.alreadyPaidPage(paid(alone)))).toContain(`href="${purchase.returnUrl}"`)
    expect(render(Pages.notFoundPage(alone.merchant))).not.toContain("undefined")
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
    const page = paymentPage(view())
    for (const text of ["2 × Rose Water 100 ml", "€1,234.50", "ada@example.com", "15:05 (Central European Time)"]) {
      expect(page).toContain(text)
    }
    // Nobody sends any mail.
    expect(page).not.toContain("confirmation goes to")
  })

  it("offers each method once and checks the preselected one only", () => {
    for (const selected of paymentMethods) {
      const radios = tags(paymentPage(view({ selected }))).filter((tag) => tag.includes("type=\"radio\""))
      expect(radios).toHaveLength(paymentMethods.length)
      expect(radios.filter((tag) => tag.includes(" checked"))).toEqual([
        `<input type="radio" id="method-${selected}" name="method" value="${selected}" checked/>`
      ])
    }
  })

  it("tells browsers and password managers which field is which", () => {
    const page = paymentPage(view())
    for (const token of ["cc-number", "cc-exp", "cc-csc"]) expect(page).toContain(`autocomplete="${token}"`)
    expect(page.match(/inputmode="numeric"/g)).toHaveLength(3)
  })

  it("says each fault beside its field and in a summary that leads there", () => {
    const page = paymentPage(view({ faults: { number: "check_digit", cvc: "missing" }, expiry: "08/29" }))
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
    const page = paymentPage(view({ faults: { number: "check_digit" }, expiry: "08/29" }))
    expect(tags(page).filter((tag) => /id="(number|cvc)"/.test(tag) && tag.includes("value="))).toEqual([])
    expect(page).toContain(`value="08/29"`)
  })

  it("has words of its own for every decline, and another try", () => {
    const words = new Set<string>()
    for (const declined of declineCodes) {
      const page = paymentPage(view({ declined }))
      expect(page).toContain(`role="alert"`)
      expect(page).toContain("Try again: pay €")
      words.add(declineWords[declined]("en", undefined))
    }
    expect(words.size).toBe(declineCodes.length)
  })

  it("lists every test card", () => {
    for (const card of testCards) expect(paymentPage(view())).toContain(card.number)
  })
})
