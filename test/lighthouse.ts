/**
 * Lighthouse's verdict on pages, in the Chromium that the machine has: its mobile preset, a telephone of medium speed
 * on a slow line, both simulated. A page without a network beside its host, like ours, is judged by its own bytes and
 * work.
 */
import lighthouse from "lighthouse"
import { type Browser, chromium } from "playwright-core"
import { chromiumArguments } from "./chromium.ts"
import { freePort } from "./free-port.ts"

/** What Lighthouse rates, each from 0 to 1. */
export const categories = ["performance", "accessibility", "best-practices", "seo"] as const
export type Category = typeof categories[number]

/** The ratings of a page, and what it lost points for. */
export interface Ratings {
  readonly scores: Readonly<Record<string, number>>
  readonly faults: ReadonlyArray<string>
}

/** A browser that rates pages. */
export interface Auditor {
  readonly rate: (address: string, only?: ReadonlyArray<Category>) => Promise<Ratings>
  readonly close: () => Promise<void>
}

export const openAuditor = async (executablePath: string): Promise<Auditor> => {
  const port = await freePort()
  const browser: Browser = await chromium.launch({
    executablePath,
    args: [...chromiumArguments, `--remote-debugging-port=${port}`]
  })
  return {
    rate: async (address, only = categories) => {
      const result = await lighthouse(address, { port, output: "json", logLevel: "error", onlyCategories: [...only] })
      if (result === undefined) throw new Error(`Lighthouse says nothing of ${address}`)
      const { audits, categories: rated, runtimeError } = result.lhr
      if (runtimeError !== undefined) throw new Error(`${address}: ${runtimeError.message}`)
      return {
        scores: Object.fromEntries(Object.values(rated).map(({ id, score }) => [id, score ?? 0])),
        faults: Object.values(rated).flatMap(({ auditRefs, id }) =>
          auditRefs.filter((part) => part.weight > 0 && (audits[part.id]?.score ?? 1) < 1)
            .map((part) => `${id}: ${audits[part.id]!.title} ${audits[part.id]!.displayValue ?? ""}`.trim())
        )
      }
    },
    close: () => browser.close()
  }
}
