/**
 * The button of the order, pressed twice in a real browser: it cancels the first request, and the answer to the second
 * one leads on to the payment all the same. Follows docs/specification.md#pages.
 */
import type { BrowserContext, Page } from "playwright-core"
import { afterEach, expect, it } from "vitest"
import { faultsInBoth } from "../../../test/axe.ts"
import { describeWithBrowser } from "../../../test/browser-suite.ts"
import { product } from "../../../test/shop/products.ts"
import { describeShop } from "../../../test/shop/server.ts"
import { closedGate } from "../../../test/shop/shop.ts"
import { eventually } from "../../../test/shop/shopper.ts"

describeWithBrowser(
  "the button of the order, pressed twice",
  (browser) =>
    describeShop("leads to the payment page", (shop) => {
      const contexts: Array<BrowserContext> = []
      afterEach(() => Promise.all(contexts.splice(0).map((context) => context.close())))

      /** Somebody before the button, the number of their forms, and of their orders. */
      const arrive = async (javaScript: boolean) => {
        const context = await browser().newContext({ baseURL: shop().baseUrl, javaScriptEnabled: javaScript })
        contexts.push(context)
        const page = await context.newPage()
        await page.goto(`/products/${product(0)}`)
        await page.getByRole("button", { name: "Add to cart" }).click()
        await page.getByRole("heading", { name: "Your cart", level: 1 }).waitFor()
        await page.goto("/checkout")
        await page.getByRole("textbox", { name: "Email address", exact: true }).fill("ada@example.com")
        await page.getByRole("textbox", { name: "Name", exact: true }).fill("Ada Lovelace")
        await page.getByRole("textbox", { name: "Street and number", exact: true }).fill("Torstrasse 1")
        await page.getByRole("textbox", { name: "Postcode", exact: true }).fill("10119")
        await page.getByRole("textbox", { name: "City", exact: true }).fill("Berlin")
        await page.getByRole("button", { name: "Check the order" }).click()
        const button = page.getByRole("button", { name: "Order with obligation to pay" })
        await button.waitFor()
        let forms = 0
        page.on("request", (request) => {
          if (request.method() === "POST") forms++
        })
        const orders = async (): Promise<number> => {
          const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ")
          return (await shop().get("/api/orders", { headers: { cookie } })).json.data.length
        }
        const { height, width, x, y } = (await button.boundingBox())!
        const at = [x + width / 2, y + height / 2] as const
        /** Presses the button again while the provider thinks about the first time. */
        const pressTwice = async () => {
          const gate = closedGate()
          shop().misbehave(gate.plan)
          await page.mouse.click(...at)
          await eventually(async () => gate.calls(), (calls) => calls === 1)
          await page.mouse.click(...at)
          await eventually(async () => forms, (sent) => sent === 2)
          return gate
        }
        return { page, doubleClick: () => page.mouse.dblclick(...at), pressTwice, orders }
      }
      const isPaying = (page: Page) => page.getByRole("heading", { name: /^Pay Beauty Store/, level: 1 }).waitFor()

      it.each([true, false])("at once (script: %s)", async (javaScript) => {
        for (let times = 0; times < 2; times++) {
          const { doubleClick, orders, page } = await arrive(javaScript)
          await doubleClick()
          await isPaying(page)
          expect(await orders()).toBe(1)
        }
      }, 60_000)

      it("when the provider has answered", async () => {
        const { orders, page, pressTwice } = await arrive(true)
        const gate = await pressTwice()
        gate.open()
        await isPaying(page)
        expect(await orders()).toBe(1)
      })

      it("by a page that says what is going on, when the provider takes too long", async () => {
        const { orders, page, pressTwice } = await arrive(true)
        const gate = await pressTwice()
        await page.getByRole("heading", { name: "One moment, please", level: 1 }).waitFor()
        expect(page.url()).toMatch(/\/checkout\?answer=/)
        expect(await faultsInBoth(page, "one moment")).toEqual([])
        const onward = page.getByRole("button", { name: "To the payment page" })
        await page.reload()
        await onward.waitFor()
        gate.open()
        await onward.click()
        await isPaying(page)
        expect(await orders()).toBe(1)
      }, 30_000)
    })
)
