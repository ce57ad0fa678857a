/** The Chromium that the machine has, driven by playwright-core: where it is, and how it is started. */
import { accessSync, constants } from "node:fs"
import { type Browser, chromium } from "playwright-core"

/** Where it usually is. */
export const usual = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export type Environment = Readonly<Record<string, string | undefined>>

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

/** A browser that runs in a container (no sandbox, no GPU) and asks the network for nothing of its own. */
export const chromiumArguments: ReadonlyArray<string> = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync"
]

export const launchChromium = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: [...chromiumArguments] })
