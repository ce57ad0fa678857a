/** A person at the hosted pages, in a real browser: without script, by keyboard, on a phone. */
import type { ProviderSession, ProviderSessionRequest } from "@beauty-store/commerce/payment/PaymentProvider"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { BrowserContext, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { describeWithBrowser } from "../../../test/browser-suite.ts"
import { faintText } from "../../../test/contrast.ts"
import { usePages } from "../../../test/shop/payment-pages.ts"

const screens = [[320, "light"], [390, "light"], [390, "dark"], [1280, "light"], [1280, "dark"]] as const

describeWithBrowser("a person at the hosted pages", (browser) => {
  const { ask, lookUp, mandate, open: openSession } = usePages()
  let shop: Server
  let returnUrl: string
  const contexts: Array<BrowserContext> = []

  beforeAll(async () => {
    shop = createServer((request, response) => {
      response.setHeader("content-type", "text/html")
      response.end(`<title>Shop</title><p>Back at the shop. Referer: ${request.headers.referer ?? "none"}.</p>`)
    })
    await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve))
    returnUrl = `http://localhost:${(shop.address() as AddressInfo).port}/return`
  })
  afterEach(() => Promise.all(contexts.splice(0).map((context) => context.close())))
  afterAll(() => new Promise((resolve) => shop.close(resolve)))

  interface Visit {
    readonly javaScriptEnabled?: boolean
    readonly width?: number
    readonly colorScheme?: "light" | "dark"
  }

  /** A page of its own, and whatever the browser complained about or asked other hosts for. */
  const arrive = async (
    url: string,
    options: Visit
  ): Promise<{ readonly page: Page; readonly complaints: Array<string> }> => {
    const context = await browser().newContext({
      javaScriptEnabled: options.javaScriptEnabled ?? false,
      viewport: { width: options.width ?? 1280, height: 844 },
      colorScheme: options.colorScheme ?? "light"
    })
    contexts.push(context)
    const page = await context.newPage()
    const complaints: Array<string> = []
    page.on("console", (message) => void complaints.push(message.text()))
    page.on("requestfailed", (request) => void complaints.push(`failed: ${request.url()}`))
    page.on("request", (request) => {
      if (!["127.0.0.1", "localhost"].includes(new URL(request.url()).hostname) && !request.url().startsWith("data:")) {
        complaints.push(`elsewhere: ${request.url()}`)
      }
    })
    await page.goto(url)
    return { page, complaints }
  }

  const visit = async (
    options: Visit = {},
    change: Partial<ProviderSessionRequest> = {}
  ): Promise<{ readonly page: Page; readonly session: ProviderSession; readonly complaints: Array<string> }> => {
    const session = await openSession({ returnUrl, ...change })
    return { session, ...await arrive(session.url, options) }
  }

  it("pays by keyboard alone, without script, and lands at the shop", async () => {
    const { complaints, page, session } = await visit()
    await page.getByRole("radio", { name: "Card" }).focus()
    await page.keyboard.press("Tab")
    await page.keyboard.type("4242 4242 4242 4242")
    await page.keyboard.press("Tab")
    await page.keyboard.type("12 / 40")
    await page.keyboard.press("Tab")
    await page.keyboard.type("123")
    await page.keyboard.press("Enter")
    await page.getByText("Back at the shop. Referer: none.").waitFor()
    expect((await lookUp(session.sessionId)).status).toBe("complete")
    await page.goBack()
    await page.reload()
    await page.getByRole("heading", { name: "This order is paid" }).waitFor()
    expect(complaints).toEqual([])
  })

  it("is asked by the bank, fails, tries again and succeeds", async () => {
    const { complaints, page, session } = await visit()
    const pay = async () => {
      await page.getByLabel("Card number").fill("4000 0025 0000 3155")
      await page.getByLabel("Expiry date").fill("12/40")
      await page.getByLabel("Security code").fill("123")
      await page.getByRole("button", { name: /pay €/i }).click()
      await page.getByRole("heading", { name: "Is this payment yours?" }).waitFor()
    }
    await pay()
    await page.getByRole("button", { name: "Fail authentication" }).click()
    await page.getByRole("alert").getByText("Your bank could not confirm").waitFor()
    await pay()
    await page.getByRole("button", { name: "Authenticate", exact: true }).click()
    await page.getByText("Back at the shop.").waitFor()
    expect((await lookUp(session.sessionId)).payments).toHaveLength(1)
    expect(complaints).toEqual([])
  })

  it("is led to what is wrong", async () => {
    const { page } = await visit({ javaScriptEnabled: true })
    await page.getByLabel("Card number").fill("4242 4242 4242 4241")
    await page.getByRole("button", { name: /^Pay/ }).click()
    const summary = page.getByRole("alert")
    await summary.waitFor()
    expect(await summary.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true)
    expect(await page.title()).toMatch(/^Error: /)
    const number = page.getByLabel("Card number")
    expect(await number.inputValue()).toBe("")
    expect(await number.getAttribute("aria-invalid")).toBe("true")
    await summary.getByRole("link", { name: /card number is not right/ }).click()
    expect(await number.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true)
  })

  it("sees the card's fields with the card only, and pays later with Klarna", async () => {
    const { complaints, page } = await visit({}, { preselect: "klarna" })
    expect(await page.getByLabel("Card number").isVisible()).toBe(false)
    await page.getByRole("radio", { name: "Card" }).check()
    expect(await page.getByLabel("Card number").isVisible()).toBe(true)
    await page.getByRole("radio", { name: "Klarna" }).check()
    await page.getByRole("button", { name: /^Pay/ }).click()
    await page.getByRole("heading", { name: "Klarna is confirming your payment" }).waitFor()
    await page.getByRole("link", { name: "Continue to Beauty Store" }).click()
    await page.getByText("Back at the shop.").waitFor()
    expect(complaints).toEqual([])
  })

  it("goes back without paying", async () => {
    const { page, session } = await visit()
    await page.getByRole("button", { name: "Cancel and return to shop" }).click()
    await page.getByText("Back at the shop.").waitFor()
    expect((await lookUp(session.sessionId)).status).toBe("open")
  })

  it("allows an agent to pay by keyboard alone, is asked by the bank, and reads that it is done", async () => {
    const asked = await ask({ agent: "robot" })
    const { complaints, page } = await arrive(asked.url, {})
    await page.getByRole("heading", { name: "Let robot pay for you at Beauty Store?" }).waitFor()
    await page.getByLabel("Card number").focus()
    for (const text of ["4000 0025 0000 3155", "12 / 40", "123"]) {
      await page.keyboard.type(text)
      await page.keyboard.press("Tab")
    }
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Is this permission yours?" }).waitFor()
    await page.getByRole("button", { name: "Authenticate", exact: true }).click()
    await page.getByRole("heading", { name: "robot may pay for you" }).waitFor()
    expect((await mandate(asked.mandateId)).status).toBe("active")
    await page.reload()
    await page.getByRole("heading", { name: "robot may pay for you" }).waitFor()
    expect(complaints).toEqual([])
  })

  it("does not allow it, with no card at all", async () => {
    const asked = await ask({ agent: "robot" })
    const { complaints, page } = await arrive(asked.url, {})
    await page.getByRole("button", { name: "Do not allow" }).click()
    await page.getByRole("heading", { name: "robot may not pay for you" }).waitFor()
    expect((await mandate(asked.mandateId)).status).toBe("rejected")
    expect(complaints).toEqual([])
  })

  it.each(screens)(
    "reads what an agent asks for at %i px, %s, without scrolling sideways",
    async (width, colorScheme) => {
      const asked = await ask({ agent: `robot-${"of-a-long-name".repeat(6)}` })
      const { page } = await arrive(asked.url, { javaScriptEnabled: true, width, colorScheme })
      const overflow = () => {
        const { document } = globalThis as unknown as { document: any }
        return document.documentElement.scrollWidth - document.documentElement.clientWidth
      }
      expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0)
      expect(await page.evaluate(faintText)).toEqual([])
      await page.getByRole("button", { name: /^Allow robot/ }).click()
      await page.getByRole("alert").waitFor()
      expect(await page.title()).toMatch(/^Error: /)
      expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0)
      expect(await page.evaluate(faintText)).toEqual([])
    }
  )

  it.each(screens)("reads everything at %i px, %s, without scrolling sideways", async (width, colorScheme) => {
    const { page } = await visit({ javaScriptEnabled: true, width, colorScheme }, {
      email: `${"ada.augusta.king".repeat(4)}@example.com`,
      description: ["2 × Rose Water 100 ml", `1 × ${"Sehrlangesgesichtspflegeserum".repeat(3)}`]
    })
    const check = async () => {
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width)
      expect(await page.evaluate(faintText)).toEqual([])
    }
    await page.locator("summary").click()
    await check()
    await page.getByRole("button", { name: /^Pay/ }).click()
    await check()
    await page.getByLabel("Card number").fill("4000 0025 0000 3155")
    await page.getByLabel("Expiry date").fill("12/40")
    await page.getByLabel("Security code").fill("123")
    await page.getByRole("button", { name: /^Pay/ }).click()
    await page.getByRole("heading", { name: "Is this payment yours?" }).waitFor()
    await check()
    await page.goto(new URL("/pay/nowhere", page.url()).href)
    await check()
  })
})
