/**
 * No page of the shop front has a fault that axe finds, in light and in dark. axe sees what rules can see: names, roles,
 * contrast, order of headings. That a page makes sense it cannot see.
 */
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { describeWithBrowser } from "../../../test/browser-suite.ts"
import { product } from "../../../test/shop/products.ts"
import { useShop } from "../../../test/shop/server.ts"

const axe = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** What axe finds on a page that is open, in words: the rule and the elements. */
const faultsOn = async (page: Page, only?: string): Promise<ReadonlyArray<string>> => {
  await page.evaluate(await axe)
  const rules = only === undefined ? {} : { runOnly: { type: "rule", values: [only] } }
  return page.evaluate(`axe.run(${JSON.stringify(rules)}).then(({ violations }) => violations.map(({ id, nodes }) =>
    id + ": " + nodes.map(({ html, target }) => target.join(" ") + " " + html.slice(0, 160)).join("; ")))`)
}

const shop = useShop()

describeWithBrowser("axe finds no fault", (browser) => {
  it("on any page, in light and in dark", async () => {
    const context = await browser().newContext({ baseURL: shop().url, viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    const paths = [
      "/",
      "/de/search?q=niacinamdie",
      "/search?q=xyzzyxyzzy+serum",
      "/categories/hair",
      "/brands",
      "/products/ondrava-matte-lipstick-signal-red",
      "/help",
      "/contact",
      "/cart",
      "/checkout",
      "/nowhere"
    ]
    await page.goto(`/products/${product(0)}`)
    await page.getByRole("button", { name: "Add to cart" }).click()
    const faults: Array<string> = []
    for (const path of paths) {
      await page.goto(path)
      faults.push(...(await faultsOn(page)).map((fault) => `${path} ${fault}`))
      await page.emulateMedia({ colorScheme: "dark" })
      faults.push(...(await faultsOn(page, "color-contrast")).map((fault) => `${path} dark ${fault}`))
      await page.emulateMedia({ colorScheme: "light" })
    }
    await context.close()
    expect(faults).toEqual([])
  }, 60_000)
})
