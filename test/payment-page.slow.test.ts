/**
 * A person pays: the hosted page in a real browser, from the checkout's answer to the shop's own page that says how it
 * went, against the whole server. Follows docs/specification.md#payment-page; what the pages look like inside their
 * package is tested there.
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { BrowserContext, Page } from "playwright-core"
import { afterEach, expect, it } from "vitest"
import { describeWithBrowser } from "./browser-suite.ts"
import { file } from "./shop/places.ts"
import { product } from "./shop/products.ts"
import { describeShop } from "./shop/server.ts"
import { delivery, eventually, newShopper, pay } from "./shop/shopper.ts"

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name, level: 1 })

const thanks = "Thank you for your order"

/** What is another in an address of a country. */
const deliveryTo: Readonly<Record<string, { readonly country: string; readonly postcode: string }>> = {
  DE: { country: "DE", postcode: "10119" },
  GB: { country: "GB", postcode: "SW1A 1AA" },
  JP: { country: "JP", postcode: "100-0001" },
  US: { country: "US", postcode: "10119" }
}

/** Fills the card in and pays. */
const payByCard = async (page: Page, number: string): Promise<void> => {
  await page.getByLabel("Card number").fill(number)
  await page.getByLabel("Expiry date").fill("12 / 40")
  await page.getByLabel("Security code").fill("123")
  await page.getByRole("button", { name: /pay €/i }).click()
}

/** What a reader who cannot see the page would miss, by the plainest of checks. */
const obstacles = (): ReadonlyArray<string> => {
  const { document } = globalThis as unknown as { document: any }
  const found: Array<string> = []
  const all = (selector: string): Array<any> => [...document.querySelectorAll(selector)]
  if (document.documentElement.lang !== "en") found.push("no language")
  if (document.title.trim() === "") found.push("no title")
  if (all("h1").length !== 1) found.push(`${all("h1").length} h1`)
  if (all("main").length !== 1) found.push(`${all("main").length} main`)
  let level = 0
  for (const { localName, textContent } of all("h1, h2, h3, h4")) {
    const next = Number(localName[1])
    if (next > level + 1) found.push(`${localName} after h${level}: ${textContent}`)
    level = next
  }
  for (const input of all("input:not([type=hidden]), select, textarea")) {
    const names = [input.ariaLabel ?? "", ...[...input.labels].map((label: any) => label.textContent)]
    if (names.every((name) => name.trim() === "")) found.push(`no label: ${input.name}`)
    for (const id of (input.getAttribute("aria-describedby") ?? "").split(" ")) {
      if (id !== "" && document.getElementById(id) === null) found.push(`described by nothing: ${id}`)
    }
  }
  for (const control of all("button, a")) {
    if ((control.ariaLabel ?? control.textContent).trim() === "") found.push(`no name: ${control.outerHTML}`)
    const { height, width } = control.getBoundingClientRect()
    if (control.localName === "button" && (height < 24 || width < 24)) found.push(`too small: ${control.textContent}`)
  }
  for (const image of all("img:not([alt])")) found.push(`no text: ${image.outerHTML}`)
  for (const element of all("[tabindex]")) if (element.tabIndex > 0) found.push(`out of order: ${element.outerHTML}`)
  const ids = all("[id]").map(({ id }: any) => id)
  if (new Set(ids).size !== ids.length) found.push("an id twice")
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth) found.push("wider than the screen")
  return found
}

describeWithBrowser("a person who pays", (browser) =>
  describeShop(
    "at the payment page",
    (shop) => {
      const contexts: Array<BrowserContext> = []
      afterEach(() => Promise.all(contexts.splice(0).map((context) => context.close())))

      /** Somebody who has checked out and stands before the payment page; `complaints` are the browser's. */
      const arrive = async (
        { country = "DE", javaScript = true, width = 1280, ...request }: {
          readonly javaScript?: boolean
          readonly width?: number
          readonly returnUrl?: string
          readonly payment_method?: string
          readonly country?: string
        } = {}
      ) => {
        const shopper = await newShopper(shop(), product(0), 2)
        const { json: session, status } = await shopper.post("/api/checkout", {
          ...delivery,
          shipping: { ...delivery.shipping, ...deliveryTo[country] },
          ...request
        })
        expect(status).toBe(200)
        const context = await browser().newContext({
          javaScriptEnabled: javaScript,
          viewport: { width, height: 900 }
        })
        contexts.push(context)
        const complaints: Array<string> = []
        const open = async (): Promise<Page> => {
          const page = await context.newPage()
          page.on("console", (message) => void complaints.push(message.text()))
          page.on("pageerror", (error) => void complaints.push(error.message))
          page.on("requestfailed", (failed) => void complaints.push(`${failed.failure()?.errorText}: ${failed.url()}`))
          await page.goto(session.redirectUrl)
          return page
        }
        const becomes = (wanted: string) =>
          eventually(() => shopper.order(session.orderId), ({ status }) => expect(status).toBe(wanted))
        const payments = async () => (await shop().atProvider(session.sessionId))!.payments.length
        return { page: await open(), another: open, session, shopper, becomes, payments, complaints }
      }

      it.each([true, false])("pays by card and reads that the order is confirmed (script: %s)", async (javaScript) => {
        const { becomes, complaints, page, session } = await arrive({ javaScript })
        expect(await heading(page, /^Pay Beauty Store/).textContent()).toContain(`€${session.total.toFixed(2)}`)
        await payByCard(page, "4242 4242 4242 4242")
        await heading(page, thanks).waitFor()
        expect(await page.textContent("main")).toMatch(/\b\d{4}\s\d{4}\b/)
        await becomes("confirmed")
        expect(complaints).toEqual([])
      })

      it.each([true, false])(
        "is declined, is told why, and pays with another card (script: %s)",
        async (javaScript) => {
          const { becomes, complaints, page, payments } = await arrive({ javaScript })
          await payByCard(page, "4000 0000 0000 9995")
          await page.getByRole("alert").getByText("There is not enough money on this card.").waitFor()
          expect(await page.getByLabel("Card number").inputValue()).toBe("")
          await becomes("pending")
          await payByCard(page, "4242 4242 4242 4242")
          await heading(page, thanks).waitFor()
          expect(await payments()).toBe(1)
          expect(complaints).toEqual([])
        }
      )

      it("fails 3-D Secure, tries again, authenticates", async () => {
        const { becomes, complaints, page, payments } = await arrive()
        await payByCard(page, "4000 0025 0000 3155")
        await heading(page, "Is this payment yours?").waitFor()
        await page.getByRole("button", { name: "Fail authentication" }).click()
        await page.getByRole("alert").getByText("Your bank could not confirm").waitFor()
        await payByCard(page, "4000 0025 0000 3155")
        await page.getByRole("button", { name: "Authenticate", exact: true }).click()
        await heading(page, thanks).waitFor()
        await becomes("confirmed")
        expect(await payments()).toBe(1)
        // The bank's question is answered: going back to it leads on.
        await page.goBack()
        await heading(page, "This order is paid").waitFor()
        expect(complaints).toEqual([])
      })

      it("goes back without paying, is told how to go on, and pays after all", async () => {
        const { becomes, complaints, page } = await arrive()
        await page.getByRole("button", { name: "Cancel and return to shop" }).click()
        await heading(page, "Your order is not paid yet").waitFor()
        await becomes("pending")
        await page.getByRole("link", { name: "Back to the payment page" }).click()
        await payByCard(page, "4242 4242 4242 4242")
        await heading(page, thanks).waitFor()
        expect(complaints).toEqual([])
      })

      it("pays with Klarna, waits, and finds the order confirmed", async () => {
        const { becomes, complaints, page } = await arrive({ payment_method: "klarna" })
        expect(await page.getByRole("radio", { name: "Klarna" }).isChecked()).toBe(true)
        await page.getByRole("button", { name: /^Pay/ }).click()
        await heading(page, "Klarna is confirming your payment").waitFor()
        await page.getByRole("link", { name: "Continue to Beauty Store" }).click()
        await heading(page, "Your payment is on its way").waitFor()
        await becomes("confirmed")
        await page.reload()
        await heading(page, thanks).waitFor()
        expect(complaints).toEqual([])
      })

      it.each([
        ["Apple Pay", "DE"],
        ["Google Pay", "DE"],
        ["Afterpay", "US"],
        ["Clearpay", "GB"]
      ])("pays with %s in %s", async (method, country) => {
        const { becomes, page } = await arrive({ country })
        await page.getByRole("radio", { name: method }).check()
        await page.getByRole("button", { name: /^Pay/ }).click()
        await heading(page, thanks).waitFor()
        await becomes("confirmed")
      })

      it("is offered the methods of the order's country, and reads of VAT and of the shop's terms", async () => {
        const berlin = await arrive({ payment_method: "klarna" })
        const methods = (page: Page) =>
          page.getByRole("radio").evaluateAll((all: any) => all.map((one: any) => one.value))
        expect(await methods(berlin.page)).toEqual(["card", "apple_pay", "google_pay", "klarna"])
        expect(await berlin.page.textContent("body")).toContain("incl. 19% VAT: €")
        const terms = berlin.page.getByRole("main").getByRole("link", { name: "terms of Beauty Store" })
        expect(await terms.getAttribute("href")).toMatch(/\/policies\/terms$/)
        // A method that the country does not have is not preselected, and not taken either.
        const tokyo = await arrive({ country: "JP", payment_method: "klarna" })
        expect(await methods(tokyo.page)).toEqual(["card", "apple_pay", "google_pay"])
        expect(await tokyo.page.getByRole("radio", { name: "Card" }).isChecked()).toBe(true)
        expect(await tokyo.page.textContent("body")).not.toContain("VAT")
        const refused = await pay(shop(), tokyo.session.redirectUrl, { method: "klarna" })
        expect(refused).toMatchObject({ status: 409, json: { code: "method_not_offered" } })
        expect(await tokyo.payments()).toBe(0)
      })

      it("finds that an order's payment goes back, once the order was cancelled", async () => {
        const { becomes, page, session, shopper } = await arrive()
        await payByCard(page, "4242 4242 4242 4242")
        await heading(page, thanks).waitFor()
        await becomes("confirmed")
        const amount = `€${session.total.toFixed(2)}`
        expect((await shopper.post(`/api/orders/${session.orderId}/cancel`, {})).status).toBe(200)
        await eventually(
          async () => {
            await page.goto(session.redirectUrl)
            return page.textContent("h1")
          },
          (title) => expect(title).toBe("Your payment was sent back")
        )
        expect(await page.textContent("main")).toContain(amount)
        expect(await page.textContent("main")).not.toContain("went through")
        const seen = await fetch(session.redirectUrl, { headers: { accept: "application/json" } })
        expect(await seen.json()).toMatchObject({ status: "complete", refunded: session.total })
      })

      it.each(["by the API", "on the order's page"])(
        "finds the page closed as soon as the unpaid order was cancelled %s",
        async (where) => {
          const { page, session, shopper } = await arrive()
          if (where === "by the API") {
            const cancelled = await shopper.post(`/api/orders/${session.orderId}/cancel`, {})
            expect(cancelled).toMatchObject({ status: 200, json: { status: "cancelled" } })
          } else {
            await page.goto((await shopper.order(session.orderId)).links.page)
            await page.getByRole("link", { name: /cancel/i }).first().click()
            await page.getByRole("button", { name: /cancel/i }).click()
            await page.getByRole("heading", { level: 1 }).waitFor()
          }
          expect((await shop().atProvider(session.sessionId))!.status).toBe("expired")
          await page.goto(session.redirectUrl)
          await heading(page, "This payment page has closed").waitFor()
        }
      )

      it("pays once, from two windows at the same moment", async () => {
        const { another, page, payments } = await arrive()
        const second = await another()
        await Promise.all([payByCard(page, "4242 4242 4242 4242"), payByCard(second, "4242 4242 4242 4242")])
        const titles = await Promise.all([page, second].map(async (one) => {
          await one.getByRole("heading", { name: /Thank you for your order|This order is paid/ }).waitFor()
          return one.textContent("h1")
        }))
        expect(titles).toContain(thanks)
        expect(await payments()).toBe(1)
      })

      it("pays once, with a double click, a reload and the back button", async () => {
        const { page, payments } = await arrive()
        await page.getByLabel("Card number").fill("4242 4242 4242 4242")
        await page.getByLabel("Expiry date").fill("12/40")
        await page.getByLabel("Security code").fill("123")
        await page.getByRole("button", { name: /pay €/i }).dblclick()
        await page.getByRole("heading", { name: /Thank you for your order|This order is paid/ }).waitFor()
        await page.reload()
        await page.goBack()
        await page.reload()
        await heading(page, "This order is paid").waitFor()
        await page.getByRole("link", { name: "Continue to Beauty Store" }).click()
        await heading(page, thanks).waitFor()
        expect(await payments()).toBe(1)
      })

      it("pays by keyboard alone, in the order of the page", async () => {
        const { complaints, page } = await arrive({ javaScript: false })
        const focused = () => page.evaluate("document.activeElement.id || document.activeElement.textContent.trim()")
        const visited: Array<unknown> = []
        for (let n = 0; n < 7; n++) {
          await page.keyboard.press("Tab")
          const on = await focused()
          visited.push(on)
          if (on === "number") await page.keyboard.type("4000002500003155")
          if (on === "expiry") await page.keyboard.type("1240")
          if (on === "cvc") await page.keyboard.type("123")
          if (String(on).startsWith("Pay €")) break
        }
        expect(visited).toEqual([
          "Cancel and return to shop",
          "method-card",
          "number",
          "expiry",
          "cvc",
          expect.stringMatching(/^Pay €/)
        ])
        await page.keyboard.press("Enter")
        await heading(page, "Is this payment yours?").waitFor()
        await page.keyboard.press("Tab")
        expect(await focused()).toBe("Authenticate")
        await page.keyboard.press("Enter")
        await heading(page, thanks).waitFor()
        expect(complaints).toEqual([])
      })

      it("lands at the address that the shop front asked for", async () => {
        const front = createServer((request, response) => {
          response.setHeader("content-type", "text/html")
          response.end(
            `<link rel=icon href=data:,><title>Front</title><h1>Welcome back</h1><p>${request.url} ${
              request.headers.referer ?? "-"
            }</p>`
          )
        })
        await new Promise<void>((listening) => front.listen(0, "127.0.0.1", listening))
        try {
          const returnUrl = `http://127.0.0.1:${(front.address() as AddressInfo).port}/thanks?from=shop`
          const { complaints, page, session } = await arrive({ returnUrl })
          await payByCard(page, "4242 4242 4242 4242")
          await heading(page, "Welcome back").waitFor()
          const query = new URL(page.url()).searchParams
          expect(Object.fromEntries(query)).toEqual({
            from: "shop",
            session_id: session.sessionId,
            order_id: session.orderId,
            status: "complete"
          })
          expect(await page.textContent("p")).toMatch(/ -$/)
          expect(complaints).toEqual([])
          // The way back leads past the shop's own step in between.
          await page.goBack()
          await heading(page, "This order is paid").waitFor()
        } finally {
          front.close()
        }
      })

      it.each([320, 390, 1280])("finds nothing in the way on any page, at %i px", async (width) => {
        const { page } = await arrive({ width })
        const check = async () => expect(await page.evaluate(obstacles), await page.title()).toEqual([])
        await check()
        await payByCard(page, "4000 0000 0000 0002")
        await page.getByRole("alert").waitFor()
        await check()
        await payByCard(page, "4242 4242 4242 4241")
        await page.getByRole("alert").getByText("card number is not right").first().waitFor()
        await check()
        await payByCard(page, "4000 0025 0000 3155")
        await heading(page, "Is this payment yours?").waitFor()
        await check()
        await page.getByRole("button", { name: "Authenticate", exact: true }).click()
        await heading(page, thanks).waitFor()
        await check()
        await page.goBack()
        await heading(page, "This order is paid").waitFor()
        await check()
      })
    },
    {},
    { SQLite: file }
  ))
