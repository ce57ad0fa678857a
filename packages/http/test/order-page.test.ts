/**
 * A person follows an order on its page: the address the payment leads to, what it shows as the order goes on, and what
 * its buyer does there; in a browser: `order-page.slow.test.ts`. Follows docs/specification.md#order-page.
 */
import { defaultTimeZone } from "@beauty-store/domain/Days"
import { formatIn } from "@beauty-store/ui/Format"
import { describe, expect, it } from "vitest"
import { product } from "../../../test/shop/products.ts"
import { start } from "../../../test/shop/program.ts"
import { useServerProgram } from "../../../test/shop/programs.ts"
import { pathOf } from "../../../test/shop/requests.ts"
import { describeShop, useShop } from "../../../test/shop/server.ts"
import { done, eventually, newShopper, pay } from "../../../test/shop/shopper.ts"
import { movableClock } from "../../../test/world/clocks.ts"
import { form, placed, staffOf } from "./orders.ts"

/** Ships units of the first product of an order, in a parcel of their own. */
const shipping =
  (staff: Awaited<ReturnType<typeof staffOf>>, orderId: string) => (trackingNumber: string, quantity: number) =>
    staff(`/api/orders/${orderId}/ship`, {
      carrier: "DHL",
      trackingNumber,
      items: [{ productId: product(0), quantity }]
    })

describeShop("the order page", (shop) => {
  it("has one address, unguessable, that nobody else's order answers to", async () => {
    const { order, path, returnUrl, session } = await placed(shop())
    expect(path).toMatch(/^\/orders\/page_\w+\.[\w-]{32}$/)
    expect((await shop().get(pathOf(returnUrl))).headers["location"]).toBe(path)
    const page = await shop().get(path)
    expect(page.status).toBe(200)
    expect(page.text).toContain((await order()).orderNumber)
    expect(page.text).not.toContain(session.orderId)
    expect(page.headers["cache-control"]).toBe("no-store")
    expect(page.headers["referrer-policy"]).toBe("no-referrer")
    expect(page.headers["x-robots-tag"]).toBe("noindex")
    expect(page.headers["content-security-policy"]).not.toContain("unsafe")
    for (const wrong of [`${path}x`, path.replace("page_", "page_0"), `/orders/${session.orderId}`]) {
      expect((await shop().get(wrong)).status, wrong).toBe(404)
    }
  })

  it("is named in the order, for its owner alone, by an address that has a key", async () => {
    const { order, path, session } = await placed(shop())
    const { links: { page } } = await order()
    expect(page).toContain(`/orders/find/${session.orderId}?key=`)
    const followed = await shop().get(pathOf(page))
    expect([followed.status, followed.headers["location"]]).toEqual([303, path])
    for (const wrong of [`${pathOf(page)}x`, pathOf(page).replace(session.orderId, `${session.orderId}x`)]) {
      const asked = await shop().get(wrong)
      expect([asked.status, asked.headers["location"]], wrong).toEqual([200, undefined])
    }
    const token = (await shop().post("/api/auth/token", {
      grant_type: "client_credentials",
      client_id: "demo-staff",
      client_secret: "demo-staff-secret"
    })).json.access_token
    const seenByStaff = (await shop().get(`/api/orders/${session.orderId}`, { token })).json
    expect([seenByStaff.id, seenByStaff.links]).toEqual([session.orderId, undefined])
  })

  it("is found by the order's number, however it is written, with the address that it was placed with", async () => {
    const { order, path } = await placed(shop())
    const { email, orderNumber } = await order()
    const digits = orderNumber.replace(" ", "")
    const find = (typed: string, address: string) => form(shop(), "/orders/find", { order: typed, email: address })
    for (const typed of [orderNumber, digits, ` #${digits} `, `${digits.slice(0, 2)}-${digits.slice(2)}`]) {
      const found = await find(typed, email)
      expect([found.status, found.headers["location"]], typed).toEqual([303, path])
    }
    const named = await form(shop(), `/orders/find/${digits}`, { email })
    expect([named.status, named.headers["location"]]).toEqual([303, path])
    const last = Number(digits.at(-1))
    const mistyped = `${digits.slice(0, -1)}${(last + 1) % 10}`
    const [wrong, strange] = [await find(mistyped, email), await find(digits, `x${email}`)]
    expect([wrong.status, strange.status]).toEqual([404, 404])
    expect(wrong.text).toContain("This number has a typing error")
    expect(strange.text).toContain("There is no order of this number that was placed with that address")
  })

  it("takes forms from its own pages only, and leaves everything as it was otherwise", async () => {
    const { order, paid, path } = await placed(shop())
    await paid()
    const address = `${path}/cancel`
    for (
      const foreign of [
        { origin: "https://evil.example" },
        { origin: "null" },
        { "sec-fetch-site": "cross-site", origin: "null" },
        { "sec-fetch-site": "same-site", origin: shop().url }
      ]
    ) expect((await form(shop(), address, {}, foreign)).status).toBe(403)
    expect((await shop().get(address)).status).toBe(200)
    expect((await order()).status).toBe("confirmed")
    const answers = await Promise.all([1, 2, 3].map(() => form(shop(), address, {})))
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
    const after = await order()
    expect(after.status).toBe("cancelled")
    expect(after.refunds).toHaveLength(1)
  })

  it("returns once, however often the form is sent, and only within the order", async () => {
    const staff = await staffOf(shop())
    const { order, paid, path, session } = await placed(shop(), 3)
    const one = {
      step: "confirm",
      after: "",
      [`quantity:${product(0)}`]: "1",
      [`condition:${product(0)}`]: "unopened",
      [`reason:${product(0)}`]: "not mine"
    }
    await paid()
    expect((await form(shop(), `${path}/return`, one)).status).toBe(400)
    await staff(`/api/orders/${session.orderId}/ship`, { carrier: "DHL", trackingNumber: "1" })
    await staff(`/api/orders/${session.orderId}/deliver`, {})
    const reasoned = (reason: string, step: string) =>
      form(shop(), `${path}/return`, { ...one, step, [`reason:${product(0)}`]: reason })
    expect((await reasoned("x".repeat(1001), "confirm")).status).toBe(400)
    expect((await reasoned(" ", "review")).status).toBe(200)
    expect((await form(shop(), `${path}/return`, { ...one, step: "review" })).status).toBe(200)
    expect((await order()).returns).toHaveLength(0)
    const answers = await Promise.all([1, 2, 3, 4].map(() => form(shop(), `${path}/return`, one)))
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303])
    const { returns: [made, ...others] } = await order()
    expect(others).toEqual([])
    const other = await placed(shop())
    expect((await form(shop(), `${other.path}/returns/${made.returnId}/cancel`, {})).status).toBe(409)
    expect((await order()).returns[0].status).toBe("requested")
    for (let times = 0; times < 2; times++) {
      expect((await form(shop(), `${path}/returns/${made.returnId}/cancel`, {})).status).toBe(303)
    }
    expect((await order()).returns[0].status).toBe("cancelled")
  })

  it("says of a form that has gone stale what was returned since, registers nothing, and offers it again", async () => {
    const staff = await staffOf(shop())
    const shopper = await newShopper(shop())
    await done(shopper.add(product(1), 1))
    const { order, paid, path, session: { orderId } } = await placed(shop(), 2, shopper)
    await paid()
    await staff(`/api/orders/${orderId}/ship`, { carrier: "DHL", trackingNumber: "1" })
    await staff(`/api/orders/${orderId}/deliver`, {})
    const { items } = await order()
    const nameOf = (n: number): string => items.find((item: any) => item.productId === product(n)).name
    const returning = (n: number, fields: Readonly<Record<string, string>>) =>
      form(shop(), `${path}/return`, {
        after: "",
        [`quantity:${product(n)}`]: "1",
        [`condition:${product(n)}`]: "unopened",
        ...fields
      })
    const serum = { step: "confirm", [`reason:${product(0)}`]: " not mine " }
    expect((await returning(0, serum)).status).toBe(303)
    const [{ returnId: first }] = (await order()).returns
    for (const step of ["review", "confirm"]) {
      const stale = await returning(1, { step })
      expect([stale.status, stale.headers["location"]], step).toEqual([409, undefined])
      expect(stale.text).toContain(`In the meantime another return of this order was registered: 1 × ${nameOf(0)}.`)
      expect(stale.text).toContain(`name="after" value="${first}"`)
      expect(stale.text).toMatch(new RegExp(`name="quantity:${product(1)}".*?value="1" selected`, "s"))
    }
    // The same goods, but not the same form.
    const others = [
      { [`quantity:${product(0)}`]: "2" },
      { [`condition:${product(0)}`]: "defective" },
      {
        [`reason:${product(0)}`]: "broken"
      },
      { step: "review" },
      { after: "ret_1" }
    ]
    for (const other of others) {
      expect((await returning(0, { ...serum, ...other })).status, JSON.stringify(other)).toBe(409)
    }
    expect((await order()).returns).toHaveLength(1)
    // A true repetition.
    const again = await returning(0, serum)
    expect([again.status, again.headers["location"]]).toEqual([303, `${path}?done=returned%3A${first}`])

    // A program's return comes between the form and its confirmation.
    expect((await returning(1, { after: first, step: "review" })).status).toBe(200)
    const asked = { orderId, items: [{ productId: product(0), quantity: 1, condition: "unopened" }] }
    const { returnId: second } = await done(shopper.post("/api/returns", asked))
    const late = await returning(1, { after: first, step: "confirm" })
    expect([late.status, late.text.includes(`name="after" value="${second}"`)]).toEqual([409, true])
    expect((await returning(0, serum)).text).toContain("In the meantime other returns of this order were registered")
    // Nothing is left to offer.
    expect((await returning(1, { after: second, step: "confirm" })).status).toBe(303)
    const [, , { returnId: third }] = (await order()).returns
    const nothing = await returning(0, { after: second, step: "confirm" })
    expect([nothing.status, nothing.text.includes("<select")]).toEqual([409, false])
    expect(nothing.text).toContain(`was registered: 1 × ${nameOf(1)}. Everything that has arrived was returned already`)
    expect((await returning(0, { after: "ret_1", step: "confirm" })).status).toBe(409)

    // What was done is said as long as it is so, of that return alone.
    const saidOf = async (what: string): Promise<string> =>
      /<div class="notice right".*?<\/main>/s.exec((await shop().get(`${path}?done=${what}`)).text)?.[0] ?? ""
    for (const what of ["returned", "return-cancelled", `return-cancelled:${second}`, "returned:ret_1", "x"]) {
      expect(await saidOf(what), what).toBe("")
    }
    expect(await saidOf(`returned:${second}`)).toContain("Your return is registered.")
    const called = await form(shop(), `${path}/returns/${second}/cancel`, {})
    expect(called.headers["location"]).toBe(`${path}?done=return-cancelled%3A${second}`)
    expect(await saidOf(`returned:${second}`)).toBe("")
    const offWords = `Your return of 1 × ${nameOf(0)} is called off.`
    expect(await saidOf(`return-cancelled:${second}`)).toContain(offWords)
    expect((await returning(0, { after: third, step: "confirm" })).status).toBe(303)
    expect(await saidOf(`return-cancelled:${second}`)).toBe("")
  })

  it("says of a return sent back after nothing that the form is to be sent again", async () => {
    const staff = await staffOf(shop())
    const { order, paid, path, session: { orderId } } = await placed(shop())
    await paid()
    await staff(`/api/orders/${orderId}/ship`, { carrier: "DHL", trackingNumber: "1" })
    await staff(`/api/orders/${orderId}/deliver`, {})
    const one = { [`quantity:${product(0)}`]: "1", [`condition:${product(0)}`]: "unopened" }
    const odd = await form(shop(), `${path}/return`, { ...one, after: "ret_1", step: "confirm" })
    expect([odd.status, odd.text.includes("Please send it once more.")]).toEqual([409, true])
    expect((await order()).returns).toEqual([])
  })

  it("names a product of a return once, and says how many of it were accepted", async () => {
    const staff = await staffOf(shop())
    const { order, paid, path, session, shopper } = await placed(shop(), 3)
    await paid()
    const parcel = shipping(staff, session.orderId)
    await parcel("1", 1)
    await parcel("2", 2)
    await staff(`/api/orders/${session.orderId}/deliver`, {})
    const items = [{ productId: product(0), condition: "unopened" }]
    const { returnId } = await done(shopper.post("/api/returns", { orderId: session.orderId, items }))
    const { items: [{ name }] } = await order()
    expect((await shop().get(path)).text).toContain(`<h3>3 × ${name}</h3>`)
    expect((await shop().get(`${path}/returns/${returnId}/cancel`)).text).toContain(`3 × ${name} stay`)
    await staff(`/api/returns/${returnId}/receive`, {
      items: [
        { productId: product(0), quantity: 2, restock: false },
        { productId: product(0), quantity: 1, accepted: false, restock: false }
      ]
    })
    const page = (await shop().get(path)).text
    expect(page).toContain(`<h3>3 × ${name}</h3>`)
    expect(page).toContain(`${name}: 2 of 3 accepted`)
  })

  it("calls off no return of another order of the same buyer", async () => {
    const staff = await staffOf(shop())
    const { order, paid, path, session, shopper } = await placed(shop())
    await paid()
    await staff(`/api/orders/${session.orderId}/ship`, { carrier: "DHL", trackingNumber: "1" })
    await staff(`/api/orders/${session.orderId}/deliver`, {})
    const items = [{ productId: product(0), reason: "not mine" }]
    const { returnId } = await done(shopper.post("/api/returns", { orderId: session.orderId, items }))
    const other = await placed(shop(), 1, shopper)
    const below = `/returns/${returnId}/cancel`
    // A capability of one order gives nothing beyond it, whoever bought the other.
    expect((await shop().get(other.path + below)).status).toBe(409)
    expect((await shop().get(other.path)).text).not.toContain(returnId)
    const refused = await form(shop(), other.path + below, {})
    expect(refused.status).toBe(409)
    expect(refused.text).toContain("There is no such return.")
    expect((await order()).returns).toMatchObject([{ returnId, status: "requested" }])
    expect((await form(shop(), path + below, {})).status).toBe(303)
    expect((await order()).returns).toMatchObject([{ returnId, status: "cancelled" }])
  })

  it("says what becomes of money that is on its way when the order is cancelled, before and after it came", async () => {
    const { order, path, session, shopper } = await placed(shop())
    await pay(shop(), session.redirectUrl, { method: "klarna" })
    expect((await order()).payment.status).toBe("processing")
    const either = "Nothing was charged, or it goes back to you."
    expect((await shop().get(`${path}/cancel`)).text).toContain(either)
    await done(shopper.post(`/api/orders/${session.orderId}/cancel`, {}))
    const cancelled = (await shop().get(path)).text
    if (!cancelled.includes("Money back")) expect(cancelled).toContain(either)
    await eventually(order, ({ refunds }) => expect(refunds).toHaveLength(1))
    const page = (await shop().get(path)).text
    expect(page).toContain("Money back")
    expect(page).toContain("What you paid goes back to you.")
    expect(page).not.toContain("Nothing was charged")
  })

  it("says until when the goods of an unpaid order are kept, which is sooner for the last units", async () => {
    const pageOf = async (productId: string) => {
      const shopper = await newShopper(shop(), productId)
      const { expiresAt, orderId } = await done(shopper.checkout())
      const followed = await shop().get(pathOf((await shopper.order(orderId)).links.page))
      const { text } = await shop().get(followed.headers["location"]!)
      return {
        text,
        until: formatIn("en").time(Date.parse(expiresAt), defaultTimeZone),
        minutes: (Date.parse(expiresAt) - Date.now()) / 60_000
      }
    }
    await shop().setStock(product(7), 2)
    const [few, many] = [await pageOf(product(7)), await pageOf(product(6))]
    expect(few.minutes).toBeLessThan(11)
    expect(many.minutes).toBeGreaterThan(25)
    for (const { text, until } of [few, many]) {
      expect(text).toContain(`We keep your things aside until ${until} (Central European Time).`)
    }
  })

  it("says when a parcel arrived, also where that is reported days later", async () => {
    const staff = await staffOf(shop())
    const { order, paid, path, session } = await placed(shop(), 3)
    await paid()
    const parcel = shipping(staff, session.orderId)
    await parcel("1", 1)
    await parcel("2", 2)
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString()
    const [first, last] = [daysAgo(16), daysAgo(14)]
    await staff(`/api/orders/${session.orderId}/deliver`, { trackingNumber: "2", deliveredAt: last })
    expect((await order()).shipments.map((one: any) => one.deliveredAt)).toEqual([undefined, last])
    await staff(`/api/orders/${session.orderId}/deliver`, { trackingNumber: "1", deliveredAt: first })
    const { shipments, timeline, tracking } = await order()
    expect(shipments.map((one: any) => one.deliveredAt)).toEqual([first, last])
    expect(tracking.deliveredAt).toBe(last)
    // The event is of the moment at which it was reported.
    const reported = timeline.at(-1)
    expect([reported.status, Date.now() - Date.parse(reported.at) < 60_000]).toEqual(["delivered", true])
    const page = (await shop().get(path)).text
    for (const at of [first, last]) {
      expect(page).toContain(`arrived ${formatIn("en").moment(Date.parse(at), defaultTimeZone)}`)
    }
    const [, progress] = /<ol class="steps"[^>]*>(.*?)<\/ol>/s.exec(page)!
    expect(progress).toContain(formatIn("en").moment(Date.parse(last), defaultTimeZone))
    expect(progress).not.toContain(reported.at)
  })

  it("promises no money back that has gone back before", async () => {
    const staff = await staffOf(shop())
    const { order, paid, path, session, shopper } = await placed(shop(), 2)
    await paid()
    const { orderId } = session
    await staff(`/api/orders/${orderId}/ship`, { carrier: "DHL", trackingNumber: "1" })
    await staff(`/api/orders/${orderId}/deliver`, {})
    const { total } = await order()
    await staff("/api/refunds", { orderId, amount: Math.round(total * 100 - 475) / 100, reason: "late" })
    const review = (after = "") =>
      form(shop(), `${path}/return`, {
        step: "review",
        after,
        [`quantity:${product(0)}`]: "2",
        [`condition:${product(0)}`]: "unopened",
        [`reason:${product(0)}`]: ""
      })
    expect((await review()).text).toContain("€4.75 goes back")
    const items = [{ productId: product(0), condition: "unopened" }]
    const { items: [item], refundAmount, returnId } = await done(shopper.post("/api/returns", { orderId, items }))
    expect([item.refund, refundAmount]).toEqual([4.75, 4.75])
    expect((await shop().get(path)).text).toContain("€4.75 comes back once we have checked it")
    await staff("/api/refunds", { orderId, reason: "all of it" })
    const listed = (await done(shopper.get(`/api/returns?orderId=${orderId}`))).data
    expect([(await done(shopper.get(`/api/returns/${returnId}`))).refundAmount, listed[0].refundAmount]).toEqual([0, 0])
    const page = (await shop().get(path)).text
    expect(page).not.toContain("comes back once we have checked it")
    expect(page).toContain("what you paid was refunded before")
    await done(shopper.post(`/api/returns/${returnId}/cancel`, {}))
    expect((await review(returnId)).text).toContain("What you paid was refunded before")
  })

  it("is gone once it is closed, and the way back from the payment does not open it again", async () => {
    const { order, path, returnUrl, shopper } = await placed(shop())
    expect((await shop().get(`${path}/close`)).text).toContain("number will not find it either")
    const { links: { page: link } } = await order()
    expect((await form(shop(), `${path}/close`, {})).status).toBe(200)
    expect((await order()).links).toBeUndefined()
    expect((await shop().get(pathOf(link))).headers["location"]).toBeUndefined()
    for (const below of ["", "/cancel", "/return", "/receipt", "/close"]) {
      expect((await shop().get(path + below)).status).toBe(404)
    }
    expect((await form(shop(), `${path}/cancel`, {})).status).toBe(404)
    expect((await shop().get(pathOf(returnUrl))).status).toBe(200)
    const { id, status } = await order()
    expect(status).toBe("pending")
    expect((await done(shopper.post(`/api/orders/${id}/cancel`, {}))).links).toBeUndefined()
  })
})

const clock = movableClock(Date.UTC(2026, 9, 1, 10))
const later = useShop({}, { clock })

/** What a page says, without its markup. */
const said = async (path: string): Promise<string> =>
  (await later().get(path)).text.replace(/<(style|title)\b.*?<\/\1>/gs, " ").replace(/<[^>]+>/g, " ").replace(
    /\s+/g,
    " "
  )

describe("the page of an order", () => {
  const parcel = async (orderId: string, trackingNumber: string, quantity: number) =>
    (await staffOf(later()))(`/api/orders/${orderId}/ship`, {
      carrier: "DHL",
      trackingNumber,
      items: [{ productId: product(0), quantity }]
    })
  const arrived = async (orderId: string, trackingNumber: string, more = {}) =>
    (await staffOf(later()))(`/api/orders/${orderId}/deliver`, { trackingNumber, ...more })

  it("says what of an order in parcels has arrived, and until when that can be returned", async () => {
    const { paid, path, session: { orderId } } = await placed(later(), 3)
    await paid()
    await parcel(orderId, "p1", 1)
    expect(await said(path)).toContain("Part of your order is on its way The rest follows in a parcel of its own.")
    await arrived(orderId, "p1")
    const waiting = "The rest follows in a parcel of its own. What has arrived can be returned until 31 October 2026."
    expect(await said(path)).toContain(`Part of your order has arrived ${waiting}`)
    await parcel(orderId, "p2", 2)
    expect(await said(path)).toContain("We have handed it to the carrier. What has arrived can be returned until")
    await arrived(orderId, "p2")
    expect(await said(path)).toContain("We hope you enjoy it. You can return it until 31 October 2026.")
  })

  it("says until when some of it can be returned, and the rest, where parcels arrived on several days", async () => {
    const { paid, path, session: { orderId } } = await placed(later(), 3)
    await paid()
    await parcel(orderId, "w1", 1)
    await arrived(orderId, "w1", { deliveredAt: "2026-09-20T10:00:00Z" })
    await parcel(orderId, "w2", 1)
    await arrived(orderId, "w2")
    expect(await said(path)).toContain(
      "Some of what has arrived can be returned until 20 October 2026, the rest of it until 31 October 2026 at the latest."
    )
    await parcel(orderId, "w3", 1)
    await arrived(orderId, "w3")
    expect(await said(path)).toContain(
      "You can return some of it until 20 October 2026, the rest until 31 October 2026 at the latest."
    )
  })

  it("wishes no joy with what was or is being sent back", async () => {
    const { order, paid, path, session: { orderId } } = await placed(later(), 2)
    await paid()
    await parcel(orderId, "j1", 2)
    await arrived(orderId, "j1")
    const enjoy = "We hope you enjoy it."
    expect(await said(path)).toContain(`Your order has arrived ${enjoy}`)
    const units = { [`quantity:${product(0)}`]: "1", [`condition:${product(0)}`]: "unopened" }
    const returned = async (after = "") => {
      expect((await form(later(), `${path}/return`, { step: "confirm", after, ...units })).status).toBe(303)
      return (await order()).returns.find((one: { status: string }) => one.status === "requested").returnId
    }
    const first = await returned()
    expect(await said(path)).toContain("Your order has arrived You can return it until")
    expect((await form(later(), `${path}/returns/${first}/cancel`, {})).status).toBe(303)
    expect(await said(path)).toContain(enjoy)
    const second = await returned(first)
    const items = [{ productId: product(0), quantity: 1, restock: true }]
    await (await staffOf(later()))(`/api/returns/${second}/receive`, { items })
    expect(await said(path)).not.toContain(enjoy)
    await returned(second)
    const page = (await later().get(path)).text
    expect(page).toContain("Your order has arrived")
    expect(page).not.toMatch(/hope you enjoy|<p class="lead"><\/p>/)
  })

  it("says before a cancellation what goes back of a payment of which some was refunded", async () => {
    const { paid, path, session: { orderId } } = await placed(later(), 1)
    await paid()
    const staff = await staffOf(later())
    expect(await said(`${path}/cancel`)).toContain("What you paid goes back to your original way of paying")
    await staff("/api/refunds", { orderId, amount: 5, reason: "goodwill" })
    expect(await said(`${path}/cancel`)).toContain(
      "We refunded €5.00 of it before. The remaining €14.85 goes back to your original way of paying within 3 to 5"
    )
    await staff("/api/refunds", { orderId, reason: "goodwill" })
    const all = await said(`${path}/cancel`)
    expect(all).toContain("We refunded all that you paid before: nothing more goes back. A cancelled order")
    expect(all).not.toContain("within 3 to 5")
  })

  it("says of a step that was done before that it is done, and of one that comes too late that it does", async () => {
    const { order, paid, path, session: { orderId } } = await placed(later(), 1)
    const gone = await placed(later(), 1)
    expect((await form(later(), `${gone.path}/cancel`, {})).status).toBe(303)
    expect(await said(`${gone.path}/cancel`)).toContain("That is done already This order is cancelled.")
    expect(await said(`${gone.path}/return`)).toContain("That is not possible now This order is cancelled.")
    await paid()
    expect(await said(`${path}/return`)).toContain("What has not arrived yet cannot be returned.")
    await parcel(orderId, "q1", 1)
    expect(await said(`${path}/cancel`)).toContain("That is not possible any more It is too late to cancel")
    await arrived(orderId, "q1")
    const chosen = { step: "confirm", after: "", [`quantity:${product(0)}`]: "1" }
    const returned = { ...chosen, [`condition:${product(0)}`]: "unopened" }
    expect((await form(later(), `${path}/return`, returned)).status).toBe(303)
    expect(await said(`${path}/return`)).toContain("That is done already Everything that has arrived was returned")
    const [{ returnId }] = (await order()).returns
    const below = `${path}/returns/${returnId}/cancel`
    expect(await said(below)).toMatch(/1 × .* stays with you\. You can return it later, until 31 October 2026\./)
    expect(await said(`${path}/returns/none/cancel`)).toContain("There is no such return.")
    for (let times = 0; times < 2; times++) expect((await form(later(), below, {})).status).toBe(303)
    expect(await said(below)).toContain("That is done already This return is called off.")
    const [first] = (await order()).returns
    expect((await form(later(), `${path}/return`, { ...returned, after: first.returnId })).status).toBe(303)
    const second = (await order()).returns.find((one: { returnId: string }) => one.returnId !== first.returnId)
    expect(await said(path)).toContain("€14.90 comes back once we have checked it")
    clock.jump(31 * 86_400_000)
    const last = `${path}/returns/${second.returnId}/cancel`
    expect(await said(last)).toMatch(/1 × .* stays with you for good: the time to return it is over\./)
    await (await staffOf(later()))(`/api/returns/${second.returnId}/receive`, {
      items: [{ productId: product(0), quantity: 1, restock: false }]
    })
    expect(await said(last)).toContain("That is not possible any more It is too late to call this return off")
  })
})

const server = useServerProgram()

it("has an address that stands in no log", async () => {
  const store = await start(server(), {
    PORT: "0",
    DATABASE_URL: "sqlite::memory:",
    LOG_LEVEL: "debug"
  })
  const { path, returnUrl } = await placed(store)
  for (const below of ["", "/cancel", "/receipt", "/nowhere", "/close?done=returned"]) {
    await store.get(path + below)
  }
  await form(store, `${path}/cancel`, {})
  expect(await store.stop()).toBe(0)
  expect(store.output()).toContain(`"path":"/orders/…"`)
  for (const secret of [path.slice("/orders/".length), returnUrl.split("/").at(-1)!]) {
    expect(store.output()).not.toContain(secret)
    expect(store.output()).not.toContain(secret.split(".")[1])
  }
}, 60_000)
