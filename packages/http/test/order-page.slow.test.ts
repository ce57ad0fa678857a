/**
 * A person follows an order on its page in a real browser without script: pays, cancels, waits for the parcel, and
 * sends something back. Follows docs/specification.md#order-page.
 */
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { describeWithBrowser } from "../../../test/browser-suite.ts"
import { file } from "../../../test/shop/places.ts"
import { product } from "../../../test/shop/products.ts"
import { describeShop } from "../../../test/shop/server.ts"
import { placed, staffOf } from "./orders.ts"

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 }).waitFor()

describeWithBrowser("a person on the order page", (browser) =>
  describeShop(
    "in a browser",
    (shop) => {
      const open = async (address: string, width = 1280) => {
        const context = await browser().newContext({ javaScriptEnabled: false, viewport: { width, height: 900 } })
        const page = await context.newPage()
        const complaints: Array<string> = []
        page.on("console", (message) => void complaints.push(message.text()))
        await page.goto(address)
        return { page, complaints }
      }

      it("buys, looks, and cancels", async () => {
        const { order, session } = await placed(shop())
        const { complaints, page } = await open(session.redirectUrl)
        await page.getByLabel("Card number").fill("4242 4242 4242 4242")
        await page.getByLabel("Expiry date").fill("12 / 40")
        await page.getByLabel("Security code").fill("123")
        await page.getByRole("button", { name: /pay €/i }).click()
        await heading(page, "Thank you for your order")
        const address = page.url()
        expect((await page.request.get(`${address}/receipt.pdf`)).headers()["content-type"]).toBe("application/pdf")
        await page.getByRole("link", { name: "Cancel this order" }).click()
        await heading(page, "Cancel this order?")
        await page.getByRole("link", { name: "Keep it" }).click()
        await heading(page, "Thank you for your order")
        expect((await order()).status).toBe("confirmed")
        await page.getByRole("link", { name: "Cancel this order" }).click()
        await page.getByRole("button", { name: "Cancel the order" }).dblclick()
        await heading(page, "Your order was cancelled")
        expect(page.url()).toBe(address)
        expect((await order()).refunds).toHaveLength(1)
        await page.goto(`${address}/cancel`)
        await heading(page, "That is done already")
        expect(complaints.filter((text) => !text.includes("409"))).toEqual([])
      })

      it.each([390, 1280])("waits for the parcel, returns one, prints its label, at %i px", async (width) => {
        const staff = await staffOf(shop())
        const { order, paid, path, session } = await placed(shop())
        const { complaints, page } = await open(shop().url + path, width)
        const fits = async () =>
          expect(await page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))
            .toBe(true)
        await heading(page, "Your order is not paid yet")
        await fits()
        await paid()
        await staff(`/api/orders/${session.orderId}/ship`, { carrier: "DHL", trackingNumber: "00340434161094042557" })
        await page.reload()
        await heading(page, "Your order is on its way")
        await page.getByText("00340434161094042557").waitFor()
        await fits()
        await staff(`/api/orders/${session.orderId}/deliver`, {})
        await page.reload()
        await heading(page, "Your order has arrived")
        await page.getByRole("link", { name: "Return something" }).click()
        await page.getByRole("button", { name: "Continue" }).click()
        await page.getByRole("alert").getByText("Choose how many").waitFor()
        await page.getByLabel("How many").selectOption("1")
        await page.getByLabel("Why are you sending it back?").fill("<b>It's \"not\" mine</b>")
        await page.getByRole("button", { name: "Continue" }).click()
        await heading(page, "Is this right?")
        await page.getByText("<b>It's \"not\" mine</b>").waitFor()
        await fits()
        expect((await order()).returns).toEqual([])
        await page.getByRole("button", { name: "Return this" }).dblclick()
        await page.getByRole("status").getByText("Your return is registered").waitFor()
        await fits()
        const label = await page.getByRole("link", { name: "Print the return label" }).getAttribute("href")
        const pdf = await page.request.get(shop().url + label!)
        expect(pdf.headers()["content-type"]).toBe("application/pdf")
        expect((await pdf.body()).subarray(0, 5).toString()).toBe("%PDF-")
        const { returns } = await order()
        expect(returns).toHaveLength(1)
        await staff(`/api/returns/${returns[0].returnId}/receive`, {
          items: [{ productId: product(0), quantity: 1, restock: true }]
        })
        await page.reload()
        await page.getByText("Accepted").waitFor()
        await page.getByRole("heading", { name: "Money back" }).waitFor()
        expect(complaints.filter((text) => !text.includes("400"))).toEqual([])
      })
    },
    {},
    { SQLite: file }
  ))
