/**
 * No page of the shop front has a fault that axe finds, in light and in dark. axe sees what rules can see: names,
 * roles, contrast, order of headings. That a page makes sense it cannot see.
 */
import { expect, it } from "vitest"
import { faultsInBoth } from "../../../test/axe.ts"
import { describeWithBrowser } from "../../../test/browser-suite.ts"
import { product } from "../../../test/shop/products.ts"
import { useShop } from "../../../test/shop/server.ts"

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
      faults.push(...await faultsInBoth(page, path))
    }
    await context.close()
    expect(faults).toEqual([])
  }, 60_000)
})
