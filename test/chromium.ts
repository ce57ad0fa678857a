/**
 * A real browser for tests of pages: the Chromium that the machine has, driven by playwright-core.
 *
 * Nothing is downloaded. Without a Chromium the suites are skipped and counted as skipped, so that `npm test` works
 * on any machine; where `CI=true` somebody promised one, and its absence is a failure.
 */
import { accessSync, constants } from "node:fs"
import { type Browser, chromium } from "playwright-core"
import { afterAll, beforeAll, describe, it } from "vitest"

const usual = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

type Environment = Readonly<Record<string, string | undefined>>

/** The browser to use, if there is one. A `CHROMIUM_PATH` that leads nowhere is a mistake, not an absence. */
export const findChromium = (
  environment: Environment = process.env,
  candidates: ReadonlyArray<string> = usual
): string | undefined => {
  const chosen = environment["CHROMIUM_PATH"]
  if (chosen === undefined || chosen === "") return candidates.find(isExecutable)
  if (!isExecutable(chosen)) throw new Error(`CHROMIUM_PATH is ${chosen}, which is not an executable file`)
  return chosen
}

/** What a suite does without a browser. */
export const withoutChromium = (environment: Environment = process.env): "fail" | "skip" =>
  environment["CI"] === "true" ? "fail" : "skip"

/** Starts a browser that runs in a container (no sandbox, no GPU) and asks the network for nothing of its own. */
export const launchChromium = (executablePath: string): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync"
    ]
  })

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
