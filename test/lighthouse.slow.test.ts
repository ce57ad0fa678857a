/**
 * What Lighthouse says of the shop front beside its speed, which depends on the machine. Follows
 * docs/storefront.md#quality.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { withoutChromium } from "./browser-suite.ts"
import { findChromium } from "./chromium.ts"
import { type Auditor, openAuditor } from "./lighthouse.ts"
import { useShop } from "./shop/server.ts"

const executable = findChromium()

describe.skipIf(executable === undefined && withoutChromium() === "skip")("Lighthouse", () => {
  const shop = useShop()
  let auditor: Auditor | undefined
  beforeAll(async () => {
    auditor = await openAuditor(executable!)
  })
  afterAll(() => auditor?.close())

  it.each(
    [
      ["/", ["accessibility", "best-practices", "seo"]],
      ["/de/categories/skincare", ["accessibility", "best-practices", "seo"]],
      ["/products/ondrava-matte-lipstick-signal-red", ["accessibility", "best-practices", "seo"]],
      // A cart is not for search engines.
      ["/de/cart", ["accessibility", "best-practices"]]
    ] as const
  )("finds nothing to mend at %s", async (path, categories) => {
    const { faults, scores } = await auditor!.rate(shop().baseUrl + path, categories)
    expect(faults).toEqual([])
    expect(scores).toEqual(Object.fromEntries(categories.map((category) => [category, 1])))
  })
})
