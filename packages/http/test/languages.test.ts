/**
 * An order, a permission and a question keep their language: what began in German stays German on every page, paper and
 * label, whatever the browser prefers later. Follows docs/specification.md#languages.
 */
import { randomUUID } from "node:crypto"
import { describe, expect, it } from "vitest"
import { pagesOf, textOf } from "../../../packages/documents/test/reading.ts"
import { serum } from "../../../test/shop/products.ts"
import { pathOf } from "../../../test/shop/requests.ts"
import { describeShop, useShop } from "../../../test/shop/server.ts"
import { deliver, delivery, done, eventually, newShopper, pay, ship } from "../../../test/shop/shopper.ts"
import { beginning, details, nextKey, version } from "../../acp/test/agent.ts"
import { form } from "./orders.ts"

/** What a browser of each language sends. */
const browser = (language: string) => ({ headers: { accept: "text/html", "accept-language": language } })
const english = browser("en-GB,en;q=0.9")
const german = browser("de-DE,de;q=0.9,en;q=0.5")

/** The text of a page, as it is read. */
const said = (page: string): string =>
  page.replace(/<(style|code|svg|title)\b.*?<\/\1>/gs, " ").replace(/<[^>]+>/g, " ").replace(/&[a-z]+;/g, " ")
    .replace(/\s+/g, " ")

/** Words that stand on nearly every English page, and on no German one. */
const englishWords =
  /\b(the|your|you|and|order|orders|return|returns|cancel|pay|paid|payment|receipt|shipping|total|back|shop's|card number|keep|not|it|is|of|this)\b/i

const expectGerman = (page: string, where: string) => {
  expect(page, where).toContain("<html lang=\"de\">")
  const text = said(page)
  expect(englishWords.exec(text.replace(/(Apple|Google) Pay/g, ""))?.[0], `${where}: ${text}`).toBeUndefined()
}

describeShop("a German order", (shop) => {
  it("is German from the payment page to the return's label", async () => {
    const staff = await shop().clientToken("demo-staff")
    const shopper = await newShopper(shop(), serum, 2)
    const session = await done(shopper.post("/api/checkout", { ...delivery, language: "de" }, randomUUID()))
    const order = () => shopper.order(session.orderId)
    expect(await order()).toMatchObject({ language: "de", items: [{ name: "Niacinamid-Serum 10 %" }] })

    const see = async (path: string, status = 200) => {
      const answer = await shop().get(path, english)
      expect(answer.status, path).toBe(status)
      expectGerman(answer.text, path)
      return said(answer.text)
    }
    const payPath = pathOf(session.redirectUrl)
    const paying = await see(payPath)
    expect(paying).toMatch(/2 × Niacinamid-Serum 10 %: [\d,]+ € Versand: 4,95 € inkl\. 19 % MwSt\.: /)
    expect(paying).toContain("€ an Beauty Store zahlen")
    const large = await newShopper(shop(), serum, 9)
    const free = await done(large.post("/api/checkout", { ...delivery, language: "de" }, randomUUID()))
    expect(await see(pathOf(free.redirectUrl))).toMatch(/ Versand: kostenlos inkl\. 19 % MwSt\.: /)
    const faulty = await form(shop(), payPath, { method: "card", number: "4242" }, english.headers)
    expect(faulty.status).toBe(422)
    expect(said(faulty.text)).toContain("Diese Kartennummer ist zu kurz oder zu lang.")
    expectGerman(faulty.text, "the form with errors")
    const declined = await form(shop(), payPath, {
      method: "card",
      number: "4000000000009995",
      expiry: "12/40",
      cvc: "123"
    })
    expect(declined.status).toBe(200)
    expect(said(declined.text)).toContain("Das Guthaben dieser Karte reicht nicht.")

    const left = (await shop().post(payPath, { action: "cancel" })).json
    const page = (await shop().get(pathOf(left.returnUrl), english)).headers["location"]!
    expect(await see(page)).toContain("Ihre Bestellung ist noch nicht bezahlt")
    await pay(shop(), session.redirectUrl)
    await eventually(order, ({ status }) => status === "confirmed")
    expect(await see(payPath)).toContain("Diese Bestellung ist bezahlt")
    expect(await see(page)).toMatch(/Vielen Dank für Ihre Bestellung .* Versand, Standard .* Bezahlt mit Karte\./)
    expect(await see(`${page}/cancel`)).toContain("Alles wird storniert: 2 Artikel")
    await see(`${page}/close`)

    await ship(shop(), staff, session.orderId)
    await deliver(shop(), staff, session.orderId)
    expect(await see(page)).toMatch(
      /Ihre Bestellung ist angekommen .* Sie können sie bis zum \d+\. \S+ \d{4} zurückgeben/
    )
    expect(await see(`${page}/cancel`, 409)).toContain("Zum Stornieren ist es zu spät")
    expect(await see(`${page}/return`)).toContain("Rückgabe von bis zu 2 möglich bis zum")
    const none = await form(shop(), `${page}/return`, { after: "", step: "review" }, english.headers)
    expect([none.status, said(none.text)]).toEqual([400, expect.stringContaining("von mindestens einem Artikel")])
    expectGerman(none.text, "the return without goods")
    const chosen = { after: "", [`quantity:${serum}`]: "1", [`condition:${serum}`]: "unopened" }
    const review = await form(shop(), `${page}/return`, { ...chosen, step: "review" }, english.headers)
    expect(said(review.text)).toMatch(/erhalten Sie [\d,]+ € binnen 3 bis 5 Bankarbeitstagen/)
    expectGerman(review.text, "the review of the return")
    expect((await form(shop(), `${page}/return`, { ...chosen, step: "confirm" })).status).toBe(303)
    const [{ returnId }] = (await order()).returns
    expect(await see(`${page}?done=returned:${returnId}`)).toMatch(/ist angemeldet.* Wir warten auf Ihr Paket/)
    const late = await form(shop(), `${page}/return`, { ...chosen, step: "review" }, english.headers)
    expect([late.status, said(late.text)]).toEqual([
      409,
      expect.stringContaining("Inzwischen wurde eine weitere Rücksendung dieser Bestellung angemeldet: 1 × Niacinamid")
    ])
    expectGerman(late.text, "the return after another one")
    expect(await see(`${page}/returns/${returnId}/cancel`)).toContain("Sie behalten 1 × Niacinamid-Serum")

    const { returnLabel } = await done(shopper.get(`/api/returns/${returnId}`))
    const [label] = await pagesOf((await shop().get(pathOf(returnLabel))).bytes)
    expect(label!.text).toMatch(/^Rücksendeetikett .* DEUTSCHLAND/)

    const receipt = await see(`${page}/receipt`)
    expect(receipt).toMatch(/Rechnung .* 1 . Niacinamid-Serum|Rechnung .* Niacinamid-Serum 10 % 2 /)
    const asPage = { token: shopper.token, headers: { accept: "text/html" } }
    expectGerman((await shop().get(`/api/orders/${session.orderId}/receipt`, asPage)).text, "the receipt of the API")
    const asPdf = { token: shopper.token, headers: { accept: "application/pdf" } }
    const pdf = await textOf((await shop().get(`/api/orders/${session.orderId}/receipt`, asPdf)).bytes)
    expect(pdf).toMatch(/Rechnung an Ada Lovelace .* Deutschland .* Bezahlt mit Karte .* Niacinamid-Serum/)

    const closed = await form(shop(), `${page}/close`, {}, english.headers)
    expectGerman(closed.text, "the page that was closed")
    // Nothing tells any more what it was about.
    expect((await shop().get(page, english)).text).toContain("<html lang=\"en\">")
    expectGerman((await shop().get(page, german)).text, "a page that is gone")
  })

  it("is German because its browser is, unless its checkout says otherwise", async () => {
    const placed = async (language: string | undefined, accept: string | undefined) => {
      const { token } = await newShopper(shop(), serum)
      const { orderId } = await done(
        shop().post("/api/checkout", { ...delivery, language }, {
          token,
          key: randomUUID(),
          ...(accept === undefined ? {} : { headers: { "accept-language": accept } })
        })
      )
      return (await done(shop().get(`/api/orders/${orderId}`, { token }))).language
    }
    expect(await placed(undefined, "de-AT, en;q=0.4")).toBe("de")
    expect(await placed("en", "de-AT, en;q=0.4")).toBe("en")
    expect(await placed("de", "en")).toBe("de")
    expect(await placed(undefined, "fr")).toBe("en")
    expect(await placed(undefined, undefined)).toBe("en")
  })

  it("is refused in any other language, and placed once whatever a repeat prefers", async () => {
    const { order, token } = await newShopper(shop(), serum)
    for (const language of ["fr", "de-DE", "", 7, null]) {
      const { json, status } = await shop().post("/api/checkout", { ...delivery, language }, { token })
      expect([status, json.errors], String(language)).toEqual([400, [{
        pointer: "/language",
        detail: "must be en or de"
      }]])
    }
    const key = randomUUID()
    const send = (accept: string) =>
      shop().post("/api/checkout", delivery, { token, key, headers: { "accept-language": accept } })
    const [first, second] = [await send("de"), await send("en")]
    expect([second.status, second.text]).toEqual([first.status, first.text])
    expect((await order(first.json.orderId)).language).toBe("de")
  })
})

describe("what else keeps its language", () => {
  const shop = useShop()

  it("a permission: on the pages that ask for it and take it back; and the order that it pays", async () => {
    const shopper = await newShopper(shop())
    const { approvalUrl, delegationId, language } = await done(
      shopper.post("/api/delegations", { agentId: "demo-agent", language: "de", limits: { perDay: 120.5 } })
    )
    expect(language).toBe("de")
    const approval = await shop().get(pathOf(approvalUrl), english)
    expectGerman(approval.text, "the approval page")
    expect(said(approval.text)).toContain("Bis zu 120,50 € in je 24 Stunden")
    const faulty = await form(shop(), pathOf(approvalUrl), { decision: "approve", number: "1" }, english.headers)
    expectGerman(faulty.text, "the approval with errors")
    const challenged = await done(
      shop().post(pathOf(approvalUrl), { decision: "approve", card: { number: "4000002500003155" } })
    )
    expectGerman((await shop().get(pathOf(challenged.actionUrl), english)).text, "the bank's question")
    await done(shop().post(pathOf(challenged.actionUrl), { outcome: "authenticated" }))
    const read = async () => (await shopper.get(`/api/delegations/${delegationId}`)).json
    await eventually(read, ({ status }) => status === "active")
    const decided = (await shop().get(pathOf(approvalUrl), english)).text
    expectGerman(decided, "the decision")
    const permissions = /href="[^"]*(\/permissions\/[^"]+)"/.exec(decided)![1]!
    const page = await shop().get(permissions, english)
    expectGerman(page.text, "the permissions")
    expect(said(page.text)).toContain("0,00 € von 120,50 € ausgegeben")
    expectGerman((await shop().get(`${permissions}/${delegationId}/revoke`, english)).text, "the question")

    const token = await shop().clientToken("demo-agent")
    const headers = { "x-shopper": "ada" }
    await done(shop().request("PUT", `/api/cart/items/${serum}`, { token, headers, body: { quantity: 1 } }))
    const order = await done(
      shop().post("/api/orders", { ...delivery, delegation: delegationId, language: "de" }, {
        token,
        headers,
        key: randomUUID()
      })
    )
    expect(order).toMatchObject({ language: "de", items: [{ name: "Niacinamid-Serum 10 %" }] })
  })

  it("a purchase that an agent drafts, by its locale or its header", async () => {
    const token = await shop().guest()
    const session = async (more: object, headers: Readonly<Record<string, string>> = {}) => {
      const { json, text } = await shop().post("/acp/checkout_sessions", {
        ...beginning(),
        ...details,
        line_items: [{ id: serum, quantity: 20 }],
        ...more
      }, { token, key: nextKey(), headers: { "api-version": version, ...headers } })
      expect(json.status, text).toBe("requires_escalation")
      return json
    }
    expect((await session({})).locale).toBe("en")
    expect((await session({ locale: "fr-FR" }, { "accept-language": "fr" })).locale).toBe("en")
    expect((await session({}, { "accept-language": "de-CH" })).locale).toBe("de")
    const drafted = await session({ locale: "de-DE" }, { "accept-language": "en" })
    expect(drafted.locale).toBe("de")
    expect(drafted.line_items[0].name).toBe("Niacinamid-Serum 10 %")
    const handover = new URL(drafted.continue_url).pathname
    const page = await shop().get(handover, english)
    expectGerman(page.text, "the handover")
    expect(said(page.text)).toContain("Gesamt inkl. MwSt.")
    const { address } = details.fulfillment_details
    const swiss = await session({
      locale: "de-CH",
      fulfillment_details: {
        ...details.fulfillment_details,
        address: { ...address, country: "CH", postal_code: "8001" }
      }
    })
    const { text: exported } = await shop().get(new URL(swiss.continue_url).pathname, english)
    expect(said(/<main.*<\/main>/s.exec(exported)![0])).not.toContain("MwSt")
    const onward = await form(shop(), handover, {}, english.headers)
    expectGerman(onward.text, "the page that goes on")
    const payPath = pathOf(/url=([^"]+)"/.exec(onward.text)![1]!)
    expectGerman((await shop().get(payPath, english)).text, "the payment page")
  })

  it("a question: on its page", async () => {
    const { json } = await shop().post("/api/support", {
      email: "ada@example.com",
      subject: "Lieferung",
      message: "Wann kommt sie?"
    }, { headers: { "accept-language": "de" } })
    expect(json.language).toBe("de")
    const page = pathOf(json.links.page)
    expectGerman((await shop().get(page, english)).text, "the ticket")
    expectGerman((await shop().get(`${page}/close`, english)).text, "closing it")
    const empty = await form(shop(), page, { message: "", version: "0" }, english.headers)
    expectGerman(empty.text, "an empty reply")
    const refused = await shop().post("/api/support", {
      email: "a@b.example",
      subject: "x",
      message: "y",
      language: "fr"
    })
    expect(refused.json.errors).toEqual([{ pointer: "/language", detail: "must be en or de" }])
  })

  it("an order and a question of the shop's German pages", async () => {
    const token = await shop().guest()
    const cookie = { cookie: `store_session=${token}`, origin: shop().baseUrl }
    await done(shop().post("/api/cart", { productId: serum }, { token }))
    const total = (await done(shop().get("/api/cart?country=DE", { token }))).total
    const placed = await form(shop(), "/de/checkout", {
      step: "order",
      key: randomUUID(),
      total: String(Math.round(total * 100)),
      email: delivery.email,
      ...delivery.shipping,
      country: "Deutschland",
      method: "standard"
    }, { ...cookie, ...english.headers })
    expect([placed.status, placed.headers["location"]]).toEqual([303, expect.stringContaining("/pay/")])
    const { data: [order] } = await done(shop().get("/api/orders", { token }))
    expect((await done(shop().get(`/api/orders/${order.id}`, { token }))).language).toBe("de")
    const asked = await form(shop(), "/de/contact", {
      email: delivery.email,
      subject: "Frage",
      message: "Wann?"
    }, { ...cookie, ...english.headers })
    const page = /href="[^"]*(\/support\/[^"/]+)"/.exec(asked.text)![1]!
    expectGerman((await shop().get(page, english)).text, "the ticket")
  })
})

describe("pages about nothing that is known", () => {
  const shop = useShop()
  const nothing = [
    "/orders/find",
    "/orders/page_0.x",
    "/permissions/0.x",
    "/support/0.x",
    "/checkout/return/0.x",
    "/checkout/continue/0.x",
    "/pay/0.x",
    "/pay/mandates/0.x"
  ]

  it.each(nothing)("are in the browser's language: %s", async (path) => {
    expectGerman((await shop().get(path, german)).text, path)
    expect((await shop().get(path, english)).text).toContain("<html lang=\"en\">")
  })

  it("ask for an order in the language of the page that led there", async () => {
    const asked = await shop().get("/orders/find?language=de", english)
    expectGerman(asked.text, "the look-up")
    expect(asked.headers["vary"]).toContain("accept-language")
    const missed = await form(
      shop(),
      "/orders/find?language=de",
      { order: "ord_1", email: "a@b.example" },
      english.headers
    )
    expect(missed.status).toBe(404)
    expectGerman(missed.text, "the look-up that found nothing")
    expect((await shop().get("/orders/find?language=en", german)).text).toContain("Find your order")
    expect((await shop().get("/de", english)).text).toContain("href=\"/orders/find?language=de\"")
  })
})
