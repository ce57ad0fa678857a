/**
 * The page of readiness in a browser, on a phone and on a desk, with and without scripts: the store's own, and that of
 * another site, whose owner gives its address away and closes it. axe finds no fault, and nothing is asked of anybody
 * else. `SCREENSHOTS=folder` keeps what was seen.
 */
import type { ScanRunner } from "@beauty-store/readiness/scans/ScanRunner"
import { SiteFetch } from "@beauty-store/readiness/SiteFetch"
import * as Effect from "effect/Effect"
import * as path from "node:path"
import type { BrowserContext, Page } from "playwright-core"
import { afterEach, beforeAll, expect, it } from "vitest"
import { faultsOn } from "../../../test/axe.ts"
import { describeWithBrowser } from "../../../test/browser-suite.ts"
import { plainSiteFetch } from "../../../test/shop/plain-site-fetch.ts"
import { useShop } from "../../../test/shop/server.ts"
import { eventually } from "../../../test/shop/shopper.ts"
import { movableClock } from "../../../test/world/clocks.ts"
import { checks } from "../src/checks/AllChecks.ts"
import * as Scanner from "../src/Scanner.ts"
import { faults } from "./Faults.ts"
import { FixtureShop, origin } from "./FixtureShop.ts"

const day = 24 * 3_600_000

/** The faults that the next scan of the other site finds. */
let planted: ReadonlyArray<string> = []

const scanOther = () => {
  const shop = new FixtureShop()
  for (const fault of faults) if (planted.includes(fault.id)) fault.plant(shop)
  return shop.scan()
}

const clock = movableClock(Date.now())

const scanRunner: typeof ScanRunner.Service = {
  run: (target, options) =>
    target.origin === origin
      ? Effect.map(
        Effect.promise(scanOther),
        (report) => ({ ...report, startedAt: clock.now(), completedAt: clock.now() })
      )
      : Effect.provideService(Scanner.scan(target, options), SiteFetch, plainSiteFetch)
}

const shop = useShop({ READINESS_SCAN_HOURS: "24" }, { scanRunner, clock })

/** Widths of a phone and a desk; the page is the same without scripts, because it has none. */
const screens = [[390, false], [390, true], [1280, false], [1280, true]] as const

describeWithBrowser("the page of a site's readiness", (browser) => {
  const contexts: Array<BrowserContext> = []
  afterEach(() => Promise.all(contexts.splice(0).map((context) => context.close())))

  /** A page in a browser of its own, and whatever it complained about or asked of other hosts. */
  const open = async (url: string, width: number, javaScriptEnabled: boolean) => {
    const context = await browser().newContext({ javaScriptEnabled, viewport: { width, height: 844 } })
    contexts.push(context)
    const page = await context.newPage()
    const complaints: Array<string> = []
    page.on("console", (message) => void complaints.push(message.text()))
    page.on("requestfailed", (request) => void complaints.push(`failed: ${request.url()}`))
    page.on("request", (request) => {
      if (new URL(request.url()).host !== new URL(url).host) complaints.push(`elsewhere: ${request.url()}`)
    })
    const response = await page.goto(url)
    return { page, complaints, status: response!.status() }
  }

  /** What holds on each page, at each width. */
  const look = async (page: Page, name: string, width: number, javaScriptEnabled: boolean) => {
    const folder = process.env["SCREENSHOTS"]
    const file = `${name}-${width}-${javaScriptEnabled ? "scripts" : "plain"}.png`
    if (folder !== undefined) await page.screenshot({ path: path.join(folder, file), fullPage: true })
    expect(await page.locator("figure.chart svg[role=img] circle").count()).toBeGreaterThan(0)
    expect(await page.locator("figure.chart svg").getAttribute("aria-label")).toContain("The score of each day")
    // Every word of the drawing is inside it: what is outside is cut off.
    const cut = await page.locator("figure.chart text").evaluateAll((texts) =>
      texts.flatMap((text) => {
        const [inner, outer] = [text.getBoundingClientRect(), text.closest("svg")!.getBoundingClientRect()]
        return inner.top < outer.top || inner.bottom > outer.bottom || inner.left < outer.left ? [text.textContent] : []
      })
    )
    expect(cut).toEqual([])
    expect(await page.locator("figure.chart figcaption").innerText()).toMatch(/^\d+ \w+ \d{4}\s+\d+ \w+ \d{4}$/)
    for (const summary of await page.locator("summary").all()) await summary.click()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    if (!javaScriptEnabled) return
    expect(await faultsOn(page)).toEqual([])
    await page.emulateMedia({ colorScheme: "dark" })
    expect(await faultsOn(page, "color-contrast")).toEqual([])
  }

  it.each(screens)(
    "of the store itself, after it has scanned itself, at %d px, scripts: %s",
    async (width, scripts) => {
      await eventually(
        async () => {
          const { text } = await shop().get("/readiness")
          // Nobody asks for anything for long enough; once it has begun, a jump would end the scan.
          if (text.includes("has not scanned itself yet")) clock.jump(10_000)
          return text
        },
        (text) => expect(text).toContain("of 100"),
        30_000
      )
      const { complaints, page, status } = await open(`${shop().url}/readiness`, width, scripts)
      expect(status).toBe(200)
      expect(await page.locator("p.score b").innerText()).toBe("100")
      expect(await page.getByText("every check that applies passes").isVisible()).toBe(true)
      await look(page, "own", width, scripts)
      expect(complaints).toEqual([])
    },
    60_000
  )

  let address: string
  let closed: () => Promise<unknown>
  beforeAll(async () => {
    let siteId = ""
    let token = ""
    const days = [
      ["llms.present", "product.price", "http.compression"],
      ["llms.present", "product.price"],
      ["llms.present", "feed.present", "security.contact"]
    ]
    for (const found of days) {
      planted = found
      token = await shop().clientToken("demo-agent")
      const { scanId } = (await shop().post("/api/v1/scanner/scan", { url: origin, force: true }, { token })).json
      const done = await eventually(
        async () => (await shop().get(`/api/v1/scanner/scans/${scanId}`, { token })).json,
        ({ status }) => expect(status).toBe("completed"),
        20_000
      )
      siteId = done.siteId
      if (found !== days.at(-1)) clock.jump(day)
    }
    address = (await shop().post(`/api/v1/sites/${siteId}/page`, undefined, { token })).json.url
    closed = () => shop().request("DELETE", `/api/v1/sites/${siteId}/page`, { token })
  }, 60_000)

  it.each(screens)(
    "of another site, at the address that its owner gave away, at %d px, scripts: %s",
    async (width, scripts) => {
      const { complaints, page, status } = await open(address, width, scripts)
      expect(status).toBe(200)
      expect(await page.getByRole("heading", { level: 1 }).innerText()).toContain("shop.example")
      expect(await page.locator("ul.entries h3").allInnerTexts()).toContain(
        checks.find(({ id }) => id === "llms.present")!.title
      )
      expect(await page.locator("figure.chart polyline").getAttribute("points")).toMatch(/^\S+ \S+ \S+$/)
      await look(page, "other", width, scripts)
      expect(complaints).toEqual([])
    }
  )

  it("is gone once its owner has closed it", async () => {
    expect((await open(address, 390, false)).status).toBe(200)
    await closed()
    const { page, status } = await open(address, 390, false)
    expect(status).toBe(404)
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("There is no site here")
    expect(await page.content()).not.toContain("shop.example")
  })
})
