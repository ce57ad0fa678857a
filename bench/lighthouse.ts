/**
 * `npm run bench:lighthouse`: how Lighthouse rates the pages of the shop front (mobile preset, median of several runs),
 * served as `npm start` serves them. The first run of a page draws its pictures and is not counted. What the numbers say
 * stands in docs/performance.md.
 */
import { rmSync } from "node:fs"
import { join } from "node:path"
import { bundle } from "../scripts/bundle.mjs"
import { positive, readOptions, refuse } from "../scripts/commandLine.ts"
import { findChromium } from "../test/chromium.ts"
import { categories, openAuditor, type Ratings } from "../test/lighthouse.ts"
import { freePort } from "../test/shop/program.ts"
import { assortment } from "./assortment.ts"
import { median, openWorkshop, print, table } from "./measure.ts"
import { startStore, stop } from "./servers.ts"

const options = readOptions(`npm run bench:lighthouse -- [options]\n\n  --rounds 3`, {
  rounds: { type: "string", default: "3" }
})
const rounds = positive("rounds", options.rounds)
const executable = findChromium() ?? refuse("bench:lighthouse needs Chromium: install one or set CHROMIUM_PATH")

const paths = ["/", "/categories/skincare", `/products/${assortment[0]!.id}`, "/cart"]

const workshop = openWorkshop("lighthouse")
try {
  await bundle({ store: "packages/server/src/main.ts" }, workshop)
  const port = await freePort()
  const store = await startStore(join(workshop, "store.mjs"), port, join(workshop, "store"))
  const auditor = await openAuditor(executable)
  try {
    const rows: Array<ReadonlyArray<string>> = []
    const lost = new Map<string, ReadonlyArray<string>>()
    for (const path of paths) {
      const ratings: Array<Ratings> = []
      for (let round = 0; round <= rounds; round++) {
        const one = await auditor.rate(`http://127.0.0.1:${port}${path}`)
        if (round > 0) ratings.push(one)
      }
      const scoreOf = (category: string) => median(ratings.map(({ scores }) => 100 * (scores[category] ?? 0)))
      rows.push([path, ...categories.map((category) => scoreOf(category).toFixed(0))])
      lost.set(path, ratings.at(-1)!.faults)
    }
    print(`Node.js ${process.version}, Lighthouse's mobile preset, ${rounds} rounds, medians\n`)
    print(table([["page", ...categories], ...rows]))
    for (const [path, faults] of lost) if (faults.length > 0) print(`${path}\n  ${faults.join("\n  ")}`)
  } finally {
    await auditor.close()
    await stop(store)
  }
} finally {
  rmSync(workshop, { recursive: true })
}
