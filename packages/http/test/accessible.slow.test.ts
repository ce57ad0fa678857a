/** No German page of an order, its payment, a return, a permission or a question has a fault that axe finds. */
import * as StoreHttp from "@beauty-store/http/StoreHttp"
import { randomUUID } from "node:crypto"
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { faultsInBoth } from "../../../test/axe.ts"
import { describeWithBrowser } from "../../../test/browser-suite.ts"
import { openHandlers, providerPages } from "../../../test/shop/handlers.ts"
import { serum } from "../../../test/shop/products.ts"
import { pathOf } from "../../../test/shop/requests.ts"
import { useShop } from "../../../test/shop/server.ts"
import { deliver, delivery, done, eventually, newShopper, pay, ship } from "../../../test/shop/shopper.ts"
import { form } from "./orders.ts"

const shop = useShop()

describeWithBrowser("axe finds no fault on German pages", (browser) => {
  /** Looks at pages, each of which must be German, and says what axe finds. */
  const looking = async (
    look: (see: (path: string, act?: (page: Page) => Promise<void>) => Promise<void>) => Promise<void>
  ) => {
    const context = await browser().newContext({
      baseURL: shop().url,
      viewport: { width: 390, height: 844 },
      locale: "de-DE"
    })
    const page = await context.newPage()
    const faults: Array<string> = []
    await look(async (path, act) => {
      await page.goto(path)
      await act?.(page)
      expect(await page.getAttribute("html", "lang"), path).toBe("de")
      faults.push(...await faultsInBoth(page, path.replaceAll(/[\w-]{20,}/g, "…")))
    })
    await context.close()
    expect(faults).toEqual([])
  }
  const sent = (name: string) => (page: Page) => page.getByRole("button", { name }).click()

  it("of an order: payment, order, cancellation, return, receipt, and the end", () =>
    looking(async (see) => {
      const staff = await shop().clientToken("demo-staff")
      const shopper = await newShopper(shop(), serum, 2)
      const session = await done(shopper.post("/api/checkout", { ...delivery, language: "de" }, randomUUID()))
      const order = () => shopper.order(session.orderId)
      const payPath = pathOf(session.redirectUrl)
      await see(payPath)
      await see(payPath, sent("zahlen"))
      const left = (await shop().post(payPath, { action: "cancel" })).json
      const page = (await shop().get(pathOf(left.returnUrl), { headers: { accept: "text/html" } })).headers["location"]!
      await see(page)
      await pay(shop(), session.redirectUrl)
      await eventually(order, ({ status }) => status === "confirmed")
      for (const path of [payPath, page, `${page}/cancel`, `${page}/close`]) await see(path)
      await ship(shop(), staff, session.orderId)
      await see(page)
      await deliver(shop(), staff, session.orderId)
      for (const path of [page, `${page}/cancel`, `${page}/return`]) await see(path)
      await see(`${page}/return`, sent("Weiter"))
      const chosen = { after: "", [`quantity:${serum}`]: "1", [`condition:${serum}`]: "unopened" }
      expect((await form(shop(), `${page}/return`, { ...chosen, step: "confirm" })).status).toBe(303)
      const [{ returnId }] = (await order()).returns
      for (
        const path of [`${page}?done=returned:${returnId}`, `${page}/returns/${returnId}/cancel`, `${page}/receipt`]
      ) {
        await see(path)
      }
      await see("/orders/find?language=de")
      await see(`${page}/close`, async (open) => {
        await open.locator("main form button").first().click()
      })
      await see(page)
    }), 120_000)

  it("of a permission: its approval, the bank's question, the list, and taking it back", () =>
    looking(async (see) => {
      const shopper = await newShopper(shop())
      const { approvalUrl, delegationId } = await done(
        shopper.post("/api/delegations", { agentId: "demo-agent", language: "de", limits: { perDay: 120.5 } })
      )
      const approval = pathOf(approvalUrl)
      await see(approval)
      const challenged = await done(
        shop().post(approval, { decision: "approve", card: { number: "4000002500003155" } })
      )
      await see(pathOf(challenged.actionUrl))
      await done(shop().post(pathOf(challenged.actionUrl), { outcome: "authenticated" }))
      const read = async () => (await shopper.get(`/api/delegations/${delegationId}`)).json
      await eventually(read, ({ status }) => status === "active")
      await see(approval)
      const decided = (await shop().get(approval, { headers: { accept: "text/html" } })).text
      const permissions = /href="[^"]*(\/permissions\/[^"]+)"/.exec(decided)![1]!
      await see(permissions)
      await see(`${permissions}/${delegationId}/revoke`)
      await see(`${permissions}/${delegationId}/revoke`, async (open) => {
        await open.locator("main form button").first().click()
      })
    }), 60_000)

  it("of a question: the ticket, an answer without words, closing it", () =>
    looking(async (see) => {
      const { json } = await shop().post("/api/support", {
        email: "ada@example.com",
        subject: "Lieferung",
        message: "Wann kommt sie?",
        language: "de"
      })
      const page = pathOf(json.links.page)
      await see(page)
      await see(`${page}/close`)
      await see(page, async (open) => {
        await open.evaluate("for (const field of document.querySelectorAll('[required]')) field.required = false")
        await open.locator("main form button").first().click()
      })
    }), 60_000)

  it("of the shop's rules, where no shop front has them", async () => {
    const plain = await openHandlers(StoreHttp.app(providerPages))
    await looking(async (see) => {
      for (const name of ["terms", "privacy", "returns", "shipping", "contact", "imprint"]) {
        const { text } = await plain.get(`/de/policies/${name}`)
        await see("about:blank", (page) => page.setContent(text))
      }
    })
    await plain.close()
  }, 60_000)
})
