/**
 * Suites of tests with a real browser.
 *
 * Nothing is downloaded. Without a Chromium the suites are skipped and counted as skipped, so that `npm test` works
 * on any machine; where `CI=true` somebody promised one, and its absence is a failure.
 */
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, it } from "vitest"
import { type Environment, findChromium, launchChromium, usual } from "./chromium.ts"

/** What a suite does without a browser. */
export const withoutChromium = (environment: Environment = process.env): "fail" | "skip" =>
  environment["CI"] === "true" ? "fail" : "skip"

/** A suite with one browser, started before its tests and closed after them; each test opens pages of its own. */
export const describeWithBrowser = (name: string, suite: (browser: () => Browser) => void): void => {
  const executable = findChromium()
  let browser: Browser | undefined
  const running = (): Browser => {
    if (browser === undefined) throw new Error("the browser runs inside tests and hooks only")
    return browser
  }
  if (executable === undefined && withoutChromium() === "fail") {
    describe(name, () =>
      it("has a browser", () => {
        throw new Error(`no Chromium in ${usual.join(", ")}: install one or set CHROMIUM_PATH`)
      }))
    return
  }
  describe.skipIf(executable === undefined)(name, () => {
    beforeAll(async () => {
      browser = await launchChromium(executable!)
    })
    afterAll(() => browser?.close())
    suite(running)
  })
}
