/**
 * The script of the shop front in a real browser: it finishes words, changes the cart in place and enlarges pictures,
 * and the browser complains of nothing. Follows docs/storefront.md#script.
 */
import { expect, it } from "vitest"
import { describeWithBrowser } from "../../../test/browser-suite.ts"
import { useShop } from "../../../test/shop/server.ts"
import { script } from "../src/Script.ts"

const serum = "/products/kieselhaut-niacinamide-serum-10"
const optionsOf = "Array.from(document.querySelectorAll('datalist option'), ({ value }) => value)"

describeWithBrowser("the script of the shop front", (browser) => {
  const shop = useShop()

  const opened = async (width: number) => {
    const context = await browser().newContext({ viewport: { width, height: 900 } })
    const page = await context.newPage()
    const complaints: Array<string> = []
    page.on("console", (message) => void complaints.push(message.text()))
    page.on("pageerror", (error) => void complaints.push(String(error)))
    const requests: Array<string> = []
    page.on("request", (request) => {
      if (request.isNavigationRequest()) requests.push(`${request.method()} ${new URL(request.url()).pathname}`)
    })
    return { context, page, complaints, navigations: requests }
  }

  it("is small, and is all that a page may run", async () => {
    expect(script.text.length).toBeLessThan(15_000)
    const { headers, text } = await shop().get("/", { headers: { accept: "text/html" } })
    expect(text).toContain(`<script>${script.text}</script>`)
    expect(headers["content-security-policy"]).toContain(`script-src ${script.source}; connect-src 'self'`)
  })

  it.each([["", "niacin", "niacinamide"], ["/de", "niacin", "Niacinamid-Serum 10 %"]])(
    "finishes words while they are typed, in the language of the page (%s)",
    async (path, typed, expected) => {
      const { complaints, context, page } = await opened(390)
      await page.goto(`${shop().baseUrl}${path}/brands`)
      await page.getByRole("combobox").or(page.getByRole("searchbox")).first().pressSequentially(typed)
      await page.locator("datalist option").first().waitFor({ state: "attached" })
      expect(await page.evaluate(optionsOf)).toContain(expected)
      expect(await context.cookies()).toEqual([])
      expect(complaints).toEqual([])
      await context.close()
    }
  )

  it("changes the cart without leaving its page, and keeps the focus", async () => {
    const { complaints, context, navigations, page } = await opened(1280)
    await page.goto(shop().baseUrl + serum)
    await page.getByRole("button", { name: "Add to cart" }).click()
    await page.getByRole("heading", { name: "Your cart", level: 1 }).waitFor()
    const before = navigations.length
    expect(await page.getByRole("button", { name: "Update" }).count()).toBe(0)
    await page.locator(".cart-lines select").selectOption("3")
    await page.locator(".cart-link b", { hasText: "3" }).waitFor()
    expect(await page.evaluate("document.activeElement.name")).toBe("quantity")
    await page.getByRole("button", { name: /^Remove/ }).click()
    await page.getByText("Your cart is empty").waitFor()
    expect(navigations.slice(before)).toEqual([])
    const { items } = await page.evaluate("fetch('/api/cart').then((cart) => cart.json())") as { items: Array<unknown> }
    expect(items).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })

  it("sends the form as without it, where the store does not answer the script", async () => {
    const { context, navigations, page } = await opened(1280)
    await page.goto(shop().baseUrl + serum)
    await page.getByRole("button", { name: "Add to cart" }).click()
    await page.getByRole("heading", { name: "Your cart", level: 1 }).waitFor()
    await page.route("**/cart", (route) => route.request().isNavigationRequest() ? route.continue() : route.abort())
    const before = navigations.length
    await page.locator(".cart-lines select").selectOption("2")
    await page.locator(".cart-link b", { hasText: "2" }).waitFor()
    expect(navigations.slice(before)).toEqual(["POST /cart", "GET /cart"])
    await context.close()
  })

  it("shows a picture larger, until it is closed", async () => {
    const { complaints, context, navigations, page } = await opened(390)
    await page.goto(shop().baseUrl + serum)
    const before = navigations.length
    await page.locator("a.enlarge").click()
    const dialog = page.getByRole("dialog")
    await dialog.getByRole("img").waitFor()
    await dialog.getByRole("button", { name: "Close picture" }).click()
    await dialog.waitFor({ state: "detached" })
    expect(navigations.slice(before)).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })
})
