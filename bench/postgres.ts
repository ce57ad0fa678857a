/**
 * `npm run bench:postgres`: whole purchases on PostgreSQL, by our store, by several instances of it on one database,
 * and by a bare peer over `pg` that does the same SQL work (`bare-postgres.ts`).
 *
 * Each is open while the others are bought from, in turn in every round; PostgreSQL's `fsync` is on, and it runs on the
 * same machine. Ratios compare within a round. docs/performance.md has the conclusions.
 */
import { rmSync } from "node:fs"
import { cpus } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { bundle } from "../scripts/bundle.mjs"
import { positive, readOptions } from "../scripts/commandLine.ts"
import { openPostgres } from "../test/embedded-postgres.ts"
import { freePort } from "../test/free-port.ts"
import { assortment } from "./assortment.ts"
import { type Contender, openInstances, processorTimeOfAll } from "./instances.ts"
import { howMuch, median, millis, openWorkshop, print, quantile, rate, ratio, resultOf, table } from "./measure.ts"
import { startPeer, stop } from "./servers.ts"
import type { Load, Outcome } from "./shoppers.ts"

const much = howMuch(5, 5, 32)
const usage = `npm run bench:postgres -- [options]

${much.usage}
  --warm-up 2000        purchases of each server before the first round
  --instances 2         of the store, that share a database; 1 for none beside the single one
  --beside <folder>     another checkout, whose store is measured, too
  --profile <folder>    has the store write there what its processor did`
const options = readOptions(usage, {
  ...much.options,
  "warm-up": { type: "string", default: "2000" },
  instances: { type: "string", default: "2" },
  beside: { type: "string" },
  profile: { type: "string" }
})
const { rounds, seconds, shoppers } = much.read(options)
const warmUp = positive("warm-up", options["warm-up"])
const instances = positive("instances", options.instances)
const profiling = options.profile === undefined ? [] : ["--cpu-prof", "--cpu-prof-dir", options.profile]

const workshop = openWorkshop("bench-postgres")
const postgres = await openPostgres({ durable: true })

const openStore = (script: string, count = 1, flags: ReadonlyArray<string> = []): Promise<Contender> =>
  openInstances(postgres, join(workshop, script), count, flags)

const openBare = async (): Promise<Contender> => {
  const port = await freePort()
  return {
    ports: [port],
    children: [await startPeer(join(workshop, "bare-server.mjs"), port, await postgres.create())]
  }
}

interface Bought {
  readonly rate: number
  readonly processor: number
  readonly purchases: ReadonlyArray<number>
}

const buy = async ({ children, ports }: Contender): Promise<Bought> => {
  const before = processorTimeOfAll(children)
  const outcomes = await Promise.all(ports.map((port, n) => {
    const some = Math.floor(shoppers / ports.length) + (n < shoppers % ports.length ? 1 : 0)
    const load: Load = { api: "store", port, shoppers: some, seconds, products: assortment.map(({ id }) => id) }
    return resultOf<Outcome>(join(workshop, "shoppers.mjs"), load)
  }))
  const purchases = outcomes.flatMap(({ purchases }) => purchases)
  return {
    rate: outcomes.reduce((sum, { purchases, seconds }) => sum + purchases.length / seconds, 0),
    processor: (processorTimeOfAll(children) - before) / purchases.length,
    purchases
  }
}

const single = "the store"
const several = `the store, ${instances} instances`
const other = "the other store"
const bare = "bare pg"
const contenders = new Map<string, Contender>()
try {
  const entries = Object.fromEntries(["bare-server", "shoppers"].map((name) => [name, `bench/${name}.ts`]))
  await bundle({ store: "packages/server/src/main.ts", ...entries }, workshop)
  contenders.set(single, await openStore("store.mjs", 1, profiling))
  if (instances > 1) contenders.set(several, await openStore("store.mjs", instances))
  if (options.beside !== undefined) {
    const besides = await import(pathToFileURL(join(options.beside, "scripts/bundle.mjs")).href) as {
      readonly bundle: typeof bundle
    }
    await besides.bundle({ other: "packages/server/src/main.ts" }, workshop)
    contenders.set(other, await openStore("other.mjs"))
  }
  contenders.set(bare, await openBare())

  const outcomes = new Map<string, Array<Bought>>()
  for (const contender of contenders.values()) {
    for (let made = 0; made < warmUp;) made += (await buy(contender)).purchases.length
  }
  for (let round = 0; round < rounds; round++) {
    for (const [name, contender] of contenders) {
      outcomes.set(name, [...outcomes.get(name) ?? [], await buy(contender)])
    }
  }
  const all = (name: string, of: (bought: Bought) => number): ReadonlyArray<number> => outcomes.get(name)!.map(of)
  const rates = (name: string) => all(name, ({ rate }) => rate)
  const processor = (name: string) => all(name, ({ processor }) => processor)
  print(`Node.js ${process.version}, ${cpus().length} cores; PostgreSQL on the same machine`)
  print(`\n${shoppers} shoppers, ${rounds} rounds of ${seconds} s, medians\n`)
  print(table([
    ["", "purchases/s", "p50 ms", "p99 ms", "processor ms"],
    ...[...outcomes].map(([name, boughts]) => {
      const times = boughts.flatMap(({ purchases }) => purchases)
      return [
        name,
        rate(median(rates(name))),
        millis(quantile(times, 0.5)),
        millis(quantile(times, 0.99)),
        millis(median(processor(name)))
      ]
    })
  ]))
  print(`\nthe store / bare pg, purchases/s              ${ratio(rates(single), rates(bare))}`)
  print(`bare pg / the store, processor of a purchase  ${ratio(processor(bare), processor(single))}`)
  if (instances > 1) {
    print(`${instances} instances / one, processor of a purchase   ${ratio(processor(several), processor(single))}`)
  }
  if (options.beside !== undefined) {
    print(`the store / the other store, purchases/s      ${ratio(rates(single), rates(other))}`)
  }
} finally {
  await Promise.all([...contenders.values()].flatMap(({ children }) => children.map(stop)))
  await postgres.close()
  rmSync(workshop, { recursive: true, force: true })
}
