/**
 * What a browser gets after a form: a redirect, whatever the form asked for, and a page there that Back and Reload open
 * without sending anything again. Follows docs/specification.md#pages.
 */
import { randomUUID } from "node:crypto"
import { describe, expect, it } from "vitest"
import { product } from "../../../test/shop/products.ts"
import { answerAddress, pathOf, type Requests } from "../../../test/shop/requests.ts"
import { describeShop, type Shop } from "../../../test/shop/server.ts"
import { closedGate } from "../../../test/shop/shop.ts"
import { done, eventually } from "../../../test/shop/shopper.ts"
import { pageRoutes } from "../src/discovery/PageRoutes.ts"
import { browserAccept as accept, drafted, placed, staffOf } from "./orders.ts"

const ada = {
  email: "ada@example.com",
  name: "Ada Lovelace",
  address: "Torstrasse 1",
  postcode: "10119",
  city: "Berlin",
  country: "Germany",
  method: "standard"
}

type Fields = Readonly<Record<string, string>>

/** Sends a form without following anything. */
const send = (shop: Requests, path: string, fields: Fields, headers: Fields = {}) =>
  shop.post(path, new URLSearchParams(fields).toString(), {
    headers: {
      accept,
      "content-type": "application/x-www-form-urlencoded",
      "sec-fetch-site": "same-origin",
      ...headers
    }
  })

/** Somebody with a cart, by the headers of their browser. */
const withCart = async (shop: Shop): Promise<Fields> => {
  const token = await shop.guest()
  await done(shop.post("/api/cart", { productId: product(0) }, { token }))
  return { accept, cookie: `store_session=${token}` }
}

const hidden = (page: string, name: string): string =>
  new RegExp(`<input type="hidden" name="${name}" value="([^"]*)"`).exec(page)![1]!

/**
 * Sends a form whose answer is a page, and opens that twice, as Back does: the same page with the same status. Returns
 * it, with its address.
 */
const answered = async (shop: Requests, path: string, fields: Fields, headers: Fields = {}) => {
  const sent = await send(shop, path, fields, headers)
  expect([sent.status, sent.text, sent.headers["cache-control"]], path).toEqual([303, "", "no-store"])
  const address = answerAddress(path, sent)
  expect(address, `${path}: ${sent.headers["location"]}`).toBeDefined()
  const open = () => shop.get(address!, { headers: { accept, ...headers } })
  const page = await open()
  const again = await open()
  expect([again.status, again.text], path).toEqual([page.status, page.text])
  expect(page.headers["cache-control"]).toBe("no-store")
  return { address: address!, page }
}

describe("forms", () => {
  it("are all at the address of a page", () => {
    const pages = new Set(pageRoutes.filter(({ method }) => method === "GET").map(({ path }) => path))
    const forms = pageRoutes.filter(({ method }) => method === "POST").map(({ path }) => path)
    expect(forms.length).toBeGreaterThan(8)
    expect(forms.filter((path) => !pages.has(path))).toEqual([])
  })
})

describeShop("a form that is sent again while the provider thinks", (shop) => {
  const forms: ReadonlyArray<readonly [name: string, begin: () => Promise<readonly [string, Fields, Fields]>]> = [
    ["the order", async () => {
      const browser = await withCart(shop())
      const { page } = await answered(shop(), "/checkout", { ...ada, step: "review" }, browser)
      const fields = { ...ada, step: "order", total: hidden(page.text, "total"), key: hidden(page.text, "key") }
      return ["/checkout", fields, browser]
    }],
    ["the handover", async () => {
      const path = await drafted(shop())
      const { text } = await shop().get(path, { headers: { accept } })
      return [path, { total: hidden(text, "total") }, { accept }]
    }]
  ]
  it.each(forms)("leads to the payment, as the first one does: %s", async (_, begin) => {
    const [path, fields, headers] = await begin()
    const gate = closedGate()
    shop().misbehave(gate.plan)
    const first = send(shop(), path, fields, headers)
    await eventually(async () => gate.calls(), (calls) => calls > 0)
    const again = Array.from({ length: 3 }, () => send(shop(), path, fields, headers))
    // What was wrong answers at once; who waits does so longer than other requests take.
    const others = async () => {
      for (let times = 0; times < 10; times++) await shop().get("/orders/find")
      return undefined
    }
    const early = await Promise.race([...again, others()])
    expect(early?.status).toBeUndefined()
    gate.open()
    const addressOf = async (sent: Awaited<typeof first>) => {
      expect(sent.status).toBe(303)
      const at = answerAddress(path, sent)
      return at === undefined
        ? sent.headers["location"]
        : /https?:[^"]*\/pay\/[^"]*/.exec((await shop().get(at, { headers: { accept, ...headers } })).text)?.[0]
    }
    const addresses = await Promise.all((await Promise.all([first, ...again])).map(addressOf))
    expect(addresses[0]).toMatch(/\/pay\//)
    expect(new Set(addresses).size).toBe(1)
  })
})

describeShop("after a form", (shop) => {
  it("the checkout is at addresses of its own: what was wrong, the review, and back from paying", async () => {
    const browser = await withCart(shop())
    const wrong = await answered(shop(), "/checkout", { ...ada, email: "ada", step: "review" }, browser)
    expect([wrong.page.status, wrong.page.text.includes("value=\"Torstrasse 1\"")]).toEqual([400, true])
    const review = await answered(shop(), "/de/checkout", { ...ada, step: "review" }, browser)
    expect(review.page.status).toBe(200)
    expect(review.page.text).toContain("Torstrasse 1")
    const edit = await answered(shop(), "/checkout", { ...ada, name: "Grace", step: "edit" }, browser)
    expect(edit.page.text).toContain("value=\"Grace\"")
    const [total, key] = [hidden(review.page.text, "total"), hidden(review.page.text, "key")]
    const other = await answered(shop(), "/checkout", { ...ada, step: "order", total: "1", key: randomUUID() }, browser)
    expect([other.page.status, other.page.text.includes("Please check the new total")]).toEqual([409, true])
    const order = { ...ada, step: "order", total, key }
    const ordered = await send(shop(), review.address, order, browser)
    expect(ordered.headers["location"]).toMatch(/\/pay\//)
    // Back from the payment page, and the same button once more.
    expect((await shop().get(review.address, { headers: browser })).text).toBe(review.page.text)
    expect((await send(shop(), review.address, order, browser)).headers["location"]).toBe(ordered.headers["location"])
  })

  it("its answer does not lead to another language, where what was typed would be gone", async () => {
    const browser = await withCart(shop())
    for (const path of ["/checkout", "/de/checkout"]) {
      expect((await shop().get(path, { headers: browser })).text).toMatch(/<nav class="switch"/)
      for (
        const fields of [{ ...ada, step: "review" }, { ...ada, step: "edit" }, { ...ada, email: "", step: "review" }]
      ) {
        expect((await answered(shop(), path, fields, browser)).page.text).not.toMatch(/<nav class="switch"/)
      }
    }
    expect((await answered(shop(), "/contact", { message: "Hello" })).page.text).not.toMatch(/<nav class="switch"/)
  })

  it("its answer opens to nobody else, and to nothing but its whole address", async () => {
    const browser = await withCart(shop())
    const { address } = await answered(shop(), "/checkout", { ...ada, name: "Grace", step: "edit" }, browser)
    const other = await withCart(shop())
    const opened = async (path: string, headers: Fields) => {
      const { status, text } = await shop().get(path, { headers })
      return [status, text.includes("Grace")]
    }
    expect(await opened(address, browser)).toEqual([200, true])
    expect(await opened(address, other)).toEqual([200, false])
    expect(await opened(address, { accept })).toEqual([303, false])
    for (
      const wrong of [
        `${address}x`,
        address.slice(0, -1),
        "/checkout?answer=",
        address.replace("/checkout", "/de/checkout")
      ]
    ) {
      expect(await opened(wrong, browser), wrong).toEqual([200, false])
    }
  })

  it("a question is answered once, at an address that a reload opens", async () => {
    const fields = { email: ada.email, subject: "Hello", message: "Where is it?", order: "" }
    const wrong = await answered(shop(), "/contact", { ...fields, email: "ada" })
    expect([wrong.page.status, wrong.page.text.includes("Where is it?")]).toEqual([400, true])
    const asked = { ...fields, key: randomUUID() }
    const thanks = await answered(shop(), "/contact", asked)
    expect(thanks.page.status).toBe(200)
    const ticketIn = (page: string) => /\/support\/[^"/]+/.exec(page)![0]
    const ticket = ticketIn(thanks.page.text)
    expect(ticketIn((await answered(shop(), "/contact", asked)).page.text)).toBe(ticket)
    // Somebody who gets a cookie afterwards can still open it.
    expect((await shop().get(thanks.address, { headers: await withCart(shop()) })).text).toBe(thanks.page.text)

    const empty = await answered(shop(), ticket, { message: "", version: "0" })
    expect(empty.page.status).toBe(400)
    expect((await send(shop(), ticket, { message: "And?", version: "0" })).headers["location"]).toBe(ticket)
    expect((await send(shop(), ticket, { message: "And?", version: "0" })).headers["location"]).toBe(ticket)
    const late = await answered(shop(), ticket, { message: "Or?", version: "0" })
    expect([late.page.status, late.page.text.includes("Or?")]).toEqual([409, true])
    expect((await answered(shop(), `${ticket}/close`, {})).page.status).toBe(200)
    expect((await answered(shop(), `${ticket}/close`, {})).page.status).toBe(404)
  })

  it("one that was sent before with something else in it leads to a page that says so and goes on", async () => {
    const browser = await withCart(shop())
    const fields = { email: ada.email, subject: "Hello", message: "Where is it?", order: "", key: randomUUID() }
    await answered(shop(), "/contact", fields)
    for (const [path, words] of [["/contact", "sent before"], ["/de/contact", "schon mit anderem Inhalt"]] as const) {
      const first = { ...fields, key: randomUUID() }
      await answered(shop(), path, first)
      const { page } = await answered(shop(), path, { ...first, message: "Where is\r\nmy order?" })
      expect(page.status).toBe(409)
      expect(page.text).toContain(words)
      expect(page.text).toContain("Where is\nmy order?")
      const key = hidden(page.text, "key")
      expect(key).not.toBe(first.key)
      expect((await answered(shop(), path, { ...fields, message: "Where is my order?", key })).page.status).toBe(200)
    }

    const add = { action: "add", product: product(0), quantity: "1", key: randomUUID() }
    const unitsOf = async () =>
      (await done(shop().get("/api/cart", { headers: { cookie: browser["cookie"]! } }))).items[0].quantity
    await send(shop(), "/cart", add, browser)
    for (const [path, words] of [["/cart", "was sent before"], ["/de/cart", "schon mit anderem Inhalt"]]) {
      const key = randomUUID()
      await send(shop(), path!, { ...add, key }, browser)
      const before = await unitsOf()
      const again = await send(shop(), path!, { ...add, key, quantity: "3" }, browser)
      expect([again.status, await unitsOf()]).toEqual([303, before])
      const page = await shop().get(again.headers["location"]!, { headers: browser })
      expect([page.status, page.text.includes(words!)]).toEqual([200, true])
    }

    const review = await answered(shop(), "/checkout", { ...ada, step: "review" }, browser)
    const order = { ...ada, step: "order", total: hidden(review.page.text, "total"), key: randomUUID() }
    expect((await send(shop(), "/checkout", order, browser)).headers["location"]).toMatch(/\/pay\//)
    const other = await answered(shop(), "/checkout", { ...order, name: "Grace" }, browser)
    expect(other.page.status).toBe(422)
    expect(other.page.text).toContain("sent before")
    expect(other.page.text).toContain("value=\"Grace\"")
  })

  it("a text may be as long as its field allows, although browsers send two characters for a line break", async () => {
    const message = `${"a".repeat(4_999)}\r\n${"b".repeat(5_000)}`
    const sent = { email: ada.email, subject: "Long", message, order: "", key: randomUUID() }
    expect((await answered(shop(), "/contact", sent)).page.status).toBe(200)
    const { paid, path, session } = await placed(shop())
    await paid()
    const staff = await staffOf(shop())
    await staff(`/api/orders/${session.orderId}/ship`, { carrier: "DHL", trackingNumber: "1" })
    await staff(`/api/orders/${session.orderId}/deliver`, {})
    const one = {
      after: "",
      step: "review",
      [`quantity:${product(0)}`]: "1",
      [`condition:${product(0)}`]: "unopened",
      [`reason:${product(0)}`]: `${"a".repeat(499)}\r\n${"b".repeat(500)}`
    }
    expect((await answered(shop(), `${path}/return`, one)).page.status).toBe(200)
  })

  it("an order's page answers what is refused, what it asks, and that it is closed", async () => {
    const { order, paid, path, session } = await placed(shop())
    await paid()
    const staff = await staffOf(shop())
    await staff(`/api/orders/${session.orderId}/ship`, { carrier: "DHL", trackingNumber: "1" })
    const late = await answered(shop(), `${path}/cancel`, {})
    expect([late.page.status, late.page.text.includes("too late to cancel")]).toEqual([409, true])
    await staff(`/api/orders/${session.orderId}/deliver`, {})
    expect((await answered(shop(), `${path}/return`, {})).page.status).toBe(400)
    const one = { after: "", [`quantity:${product(0)}`]: "1", [`condition:${product(0)}`]: "unopened" }
    const review = await answered(shop(), `${path}/return`, { ...one, step: "review" })
    expect([review.page.status, (await order()).returns]).toEqual([200, []])
    const confirmed = await send(shop(), review.address, { ...one, step: "confirm" })
    const [{ returnId }] = (await order()).returns
    expect(confirmed.headers["location"]).toBe(`${path}?done=returned%3A${returnId}`)
    const said = async (): Promise<string> =>
      (await shop().get(confirmed.headers["location"]!, { headers: { accept } })).text
    expect(await said()).toContain("Your return is registered")
    await send(shop(), `${path}/returns/${returnId}/cancel`, {})
    expect(await said()).not.toContain("Your return is registered")
    expect((await answered(shop(), `${path}/close`, {})).page.status).toBe(200)
    // Nothing is kept for an address that leads nowhere: its own page says so.
    const closed = await answered(shop(), `${path}/close`, {})
    expect([closed.page.status, closed.address]).toEqual([404, `${path}/close`])
  })

  it("a look-up says at an address that it found nothing, in the language that was asked for", async () => {
    const missed = await answered(shop(), "/orders/find?language=de", { order: " ord_1 ", email: ada.email })
    expect([missed.page.status, missed.address]).toEqual([404, "/orders/find?language=de&missed=ord_1"])
    expect(missed.page.text).toContain("value=\"ord_1\"")
    const named = await answered(shop(), "/orders/find/ord_1", { email: ada.email })
    expect(named.page.status).toBe(404)
    const long = await answered(shop(), "/orders/find", { order: "<".repeat(9_000), email: ada.email })
    expect(long.address.length).toBeLessThan(400)
  })

  it("a purchase that a program drafted goes on to the payment page", async () => {
    const path = await drafted(shop())
    const { page } = await answered(shop(), path, {})
    const onward = pathOf(/url=([^"]+)"/.exec(page.text)![1]!)
    expect((await shop().get(onward, { headers: { accept } })).status).toBe(200)
    expect((await answered(shop(), path.slice(0, -1), {})).page.status).toBe(404)
  })

  it("a form of another site is refused at once", async () => {
    const { path } = await placed(shop())
    const refused = await send(shop(), `${path}/close`, {}, { "sec-fetch-site": "cross-site" })
    expect([refused.status, refused.headers["location"]]).toEqual([403, undefined])
  })
})
