/**
 * The pages for people as a whole: all of them fit every screen, lead on, and hold their policy, in a real browser.
 * Follows docs/specification.md#pages.
 */
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { describeWithBrowser } from "../../../test/browser-suite.ts"
import { faintText } from "../../../test/contrast.ts"
import { file } from "../../../test/shop/places.ts"
import { product } from "../../../test/shop/products.ts"
import { describeShop } from "../../../test/shop/server.ts"
import { browserAccept, closed, drafted, form, getPage as get, placed, staffOf } from "./orders.ts"

/** Amounts that break, or that leave the line of their words. */
const strayAmounts = () => {
  const { document } = globalThis as unknown as { document: { querySelectorAll: (selector: string) => Iterable<any> } }
  const found: Array<string> = []
  for (const amount of document.querySelectorAll(".amount, .number")) {
    if (amount.localName !== "th" && amount.getBoundingClientRect().height > 60) found.push(amount.textContent)
  }
  for (const row of document.querySelectorAll(".prices > div, .goods li, .sums > div")) {
    const [words, amount] = [row.querySelector("dt, div"), row.querySelector(".amount, .number")]
    if (words === null || amount === null) continue
    const [one, other] = [words.getBoundingClientRect(), amount.getBoundingClientRect()]
    if (other.top >= one.bottom || other.left < one.left) found.push(row.textContent)
  }
  return found
}

/** Those of the store itself. */
const ownPages =
  /^\/(?:checkout\/(?:continue|return)|developers|orders|permissions|problems|readiness|tickets)(?:[/?]|$)/

const hrefsOf = (page: Page): Promise<ReadonlyArray<string>> =>
  page.locator("a[href]").evaluateAll((links) => links.map((link) => (link as unknown as { href: string }).href))

/** The kind of a page: of those that differ in their words alone, one is looked at. */
const kindOf = (path: string): string => path.replace(/^\/problems\/.+/, "/problems/…")

describeWithBrowser("every page", (browser) =>
  describeShop(
    "in a browser",
    (shop) => {
      /** Where people begin: the public pages, and an order in each of its states. */
      const starts = async (): Promise<ReadonlyArray<string>> => {
        const staff = await staffOf(shop())
        const [unpaid, paid, delivered] = [await placed(shop()), await placed(shop()), await placed(shop(), 3)]
        await paid.paid()
        await delivered.paid()
        await staff(`/api/orders/${delivered.session.orderId}/ship`, {
          carrier: "DHL",
          trackingNumber: "00340434161094042557"
        })
        await staff(`/api/orders/${delivered.session.orderId}/deliver`, {})
        await form(shop(), `${delivered.path}/return`, {
          step: "confirm",
          after: "",
          [`quantity:${product(0)}`]: "1",
          [`condition:${product(0)}`]: "unopened",
          [`reason:${product(0)}`]: "not mine"
        })
        return [
          "/developers",
          "/orders/find",
          unpaid.path,
          paid.path,
          delivered.path,
          `/orders/find/${paid.session.orderId}`,
          await drafted(shop()),
          await closed(shop())
        ]
      }

      it.each([390, 1280])("fits at %i px, leads on to what is there, and complains of nothing", async (width) => {
        const { url } = shop()
        const context = await browser().newContext({ javaScriptEnabled: false, viewport: { width, height: 900 } })
        const page = await context.newPage()
        const complaints: Array<string> = []
        page.on("console", (message) => void complaints.push(message.text()))
        page.on("requestfailed", (failed) => void complaints.push(`${failed.failure()?.errorText}: ${failed.url()}`))
        page.on("response", (answer) => {
          if (answer.status() >= 400) {
            complaints.push(`${answer.status()} ${answer.url()}`)
          }
        })
        const open = [...await starts()]
        const known = new Set(open)
        const looked = new Set<string>()
        for (let path = open.shift(); path !== undefined; path = open.shift()) {
          if (looked.has(kindOf(path))) continue
          looked.add(kindOf(path))
          const answer = await page.goto(url + path)
          expect(answer!.status(), path).toBe(200)
          const policy = answer!.headers()["content-security-policy"]!
          expect(policy).toMatch(
            /^default-src 'none'; style-src 'sha256-[^ ]+'; img-src 'self' data:; form-action '(?:self|none)'/
          )
          expect(await page.evaluate("document.documentElement.scrollWidth"), path).toBe(width)
          expect(await page.evaluate(strayAmounts), path).toEqual([])
          expect(await page.evaluate(faintText), path).toEqual([])
          expect(await page.locator("h1").count(), path).toBe(1)
          const links = await hrefsOf(page)
          const paths = links.filter((link) => link.startsWith(`${url}/`)).map((link) =>
            link.slice(url.length).split("#")[0]!
          )
          expect(paths, path).toEqual(
            expect.arrayContaining(
              path.endsWith("/receipt")
                ? ["/policies/contact"]
                : path.startsWith("/checkout/")
                ? ["/", "/cart", "/policies/terms"]
                : ["/", "/cart", "/orders/find?language=en", "/policies/terms"]
            )
          )
          for (const next of paths) {
            if (known.has(next)) continue
            known.add(next)
            const { status, type } = await get(shop(), next, browserAccept)
            expect(status, `${next}, from ${path}`).toBe(200)
            // Those of the shop front are looked at by its own tests.
            if (type === "text/html; charset=utf-8" && ownPages.test(next)) {
              open.push(next)
            }
          }
        }
        expect([...looked].filter((path) => path.endsWith("/receipt"))).toHaveLength(2)
        for (const below of ["cancel", "return", "close"]) {
          expect([...looked].some((path) => path.startsWith("/orders/page_") && path.endsWith(`/${below}`)), below)
            .toBe(true)
        }
        expect(looked.size).toBeGreaterThan(15)
        expect(complaints).toEqual([])
        await context.close()
      }, 60_000)

      it("shows the documentation without a complaint", async () => {
        const page = await browser().newPage()
        const complaints: Array<string> = []
        page.on("console", (message) => void complaints.push(message.text()))
        page.on("pageerror", (error) => void complaints.push(error.message))
        page.on("response", (answer) => answer.status() >= 400 && complaints.push(`${answer.status()} ${answer.url()}`))
        await page.goto(`${shop().url}/docs`)
        await page.getByText("/api/products").first().waitFor()
        expect((await get(shop(), "/favicon.ico")).type).toBe("image/svg+xml")
        expect(complaints).toEqual([])
        await page.close()
      })
    },
    {},
    { SQLite: file }
  ))
