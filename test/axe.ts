/** What axe finds on a page that is open in a browser. */
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import type { Page } from "playwright-core"

const axe = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** The faults in words: the rule and the elements. `only`: of one rule. */
export const faultsOn = async (page: Page, only?: string): Promise<ReadonlyArray<string>> => {
  await page.evaluate(await axe)
  const rules = only === undefined ? {} : { runOnly: { type: "rule", values: [only] } }
  return page.evaluate(`axe.run(${JSON.stringify(rules)}).then(({ violations }) => violations.map(({ id, nodes }) =>
    id + ": " + nodes.map(({ html, target }) => target.join(" ") + " " + html.slice(0, 160)).join("; ")))`)
}

/** All faults of a page in light, and those of contrast in dark, each after the page's name. */
export const faultsInBoth = async (page: Page, name: string): Promise<ReadonlyArray<string>> => {
  const inLight = await faultsOn(page)
  await page.emulateMedia({ colorScheme: "dark" })
  const inDark = await faultsOn(page, "color-contrast")
  await page.emulateMedia({ colorScheme: "light" })
  return [...inLight.map((fault) => `${name} ${fault}`), ...inDark.map((fault) => `${name} dark ${fault}`)]
}
