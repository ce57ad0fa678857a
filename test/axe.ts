/**
 * What axe finds on a page that is open in a browser. It sees what rules can see: names, roles, contrast, order of
 * headings. That a page makes sense it cannot see.
 */
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import type { Page } from "playwright-core"

const axe = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

const found = async (page: Page, only: string | undefined): Promise<ReadonlyArray<string>> => {
  await page.evaluate(await axe)
  const rules = only === undefined ? {} : { runOnly: { type: "rule", values: [only] } }
  return page.evaluate(`axe.run(${JSON.stringify(rules)}).then(({ violations }) => violations.map(({ id, nodes }) =>
    id + ": " + nodes.map(({ html, target }) => target.join(" ") + " " + html.slice(0, 160)).join("; ")))`)
}

/** All faults of a page in light, and those of contrast in dark, in words: the rule and the elements. */
export const faultsOn = async (page: Page, name: string): Promise<ReadonlyArray<string>> => {
  const inLight = await found(page, undefined)
  await page.emulateMedia({ colorScheme: "dark" })
  const inDark = await found(page, "color-contrast")
  await page.emulateMedia({ colorScheme: "light" })
  return [...inLight.map((fault) => `${name} ${fault}`), ...inDark.map((fault) => `${name} dark ${fault}`)]
}
