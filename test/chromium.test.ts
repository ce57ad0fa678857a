/** The browser of the tests itself: how it is found, and that it shows a page. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { describe, expect, it } from "vitest"
import { describeWithBrowser, withoutChromium } from "./browser-suite.ts"
import { findChromium } from "./chromium.ts"

describe("the search for a Chromium", () => {
  it("takes the first that can be run", () =>
    expect(findChromium({}, ["/nowhere/chromium", process.execPath, "/bin/sh"])).toBe(process.execPath))
  it("prefers CHROMIUM_PATH", () =>
    expect(findChromium({ CHROMIUM_PATH: process.execPath }, ["/bin/sh"])).toBe(process.execPath))
  it("does not fall back from a CHROMIUM_PATH that leads nowhere", () =>
    expect(() => findChromium({ CHROMIUM_PATH: "/nowhere/chromium" })).toThrow("CHROMIUM_PATH"))
  it("finds none where there is none", () => expect(findChromium({}, ["/nowhere/chromium"])).toBeUndefined())
  it("lets suites be skipped without one, but not where CI promised it", () => {
    expect(withoutChromium({})).toBe("skip")
    expect(withoutChromium({ CI: "true" })).toBe("fail")
  })
})

describeWithBrowser("the browser", (browser) => {
  it("runs the script of a page that a server sends", async () => {
    const server = createServer((_request, response) => {
      response.setHeader("content-type", "text/html")
      response.end("<h1>one</h1><script>document.querySelector('h1').textContent += ' two'</script>")
    })
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
    const page = await browser().newPage()
    try {
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
      expect(await page.textContent("h1")).toBe("one two")
    } finally {
      await page.close()
      server.close()
    }
  })
})
