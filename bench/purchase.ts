/**
 * `npm run bench`: whole purchases, by our store and by a bare peer that does the same SQL work, in one run.
 *
 * Every contender is a process of its own, bundled as `npm start` bundles the store, over SQLite files with
 * `synchronous=FULL`; the load is another process. After a warm-up contenders take turns, and the ratios within a round
 * are compared: other load on the machine affects all of them. docs/performance.md has the conclusions.
 */
import type { ChildProcess } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { cpus } from "node:os"
import { join } from "node:path"
import { bundle } from "../scripts/bundle.mjs"
import { positive, readOptions } from "../scripts/commandLine.ts"
import { freePort } from "../test/free-port.ts"
import { assortment } from "./assortment.ts"
import type { Kind } from "./buying.ts"
import {
  howMuch,
  median,
  millis,
  openWorkshop,
  print,
  quantile,
  rate,
  ratio,
  resultOf,
  syncCost,
  table
} from "./measure.ts"
import { processorTime, residentOf, startPeer, startStore, stop } from "./servers.ts"
import type { Load, Outcome } from "./shoppers.ts"

const much = howMuch(5, 9, 32)
const usage = `npm run bench -- [options]

${much.usage}
  --warm-up 2000        purchases of each server before the first round
  --data <folder>       where the databases lie, for example /dev/shm; default: on disk
  --profile <folder>    has the store write there what its processor did`
const options = readOptions(usage, {
  ...much.options,
  "warm-up": { type: "string", default: "2000" },
  data: { type: "string" },
  profile: { type: "string" }
})
const { rounds, seconds, shoppers } = much.read(options)
const warmUp = positive("warm-up", options["warm-up"])
const profiling = options.profile === undefined ? [] : ["--cpu-prof", "--cpu-prof-dir", options.profile]

const workshop = openWorkshop("bench")
/** Where the databases lie. */
const data = options.data === undefined ? workshop : mkdtempSync(join(options.data, "bench-"))

const servers = [{ name: "store", label: "the store" }, { name: "bare", label: "bare" }] as const

/** Starts a contender's server and returns its process once it listens. */
const serve = (name: "store" | "bare", port: number): Promise<ChildProcess> => {
  const folder = join(data, `http-${name}`)
  if (name === "store") return startStore(join(workshop, "store.mjs"), port, folder, profiling)
  mkdirSync(folder)
  return startPeer(join(workshop, "bare-server.mjs"), port, folder)
}

const measure = async (): Promise<void> => {
  const running = new Map<string, { readonly child: ChildProcess; readonly port: number }>()
  const outcomes = new Map<string, Array<Outcome & { readonly processor: number; readonly resident: number }>>(
    servers.map(({ name }) => [name, []])
  )
  try {
    for (const { name } of servers) {
      const port = await freePort()
      running.set(name, { child: await serve(name, port), port })
    }
    const products = assortment.map(({ id }) => id)
    const load = async (name: string) => {
      const { child, port } = running.get(name)!
      const load: Load = { api: "store", port, shoppers, seconds, products }
      const before = processorTime(child)
      const outcome = await resultOf<Outcome>(join(workshop, "shoppers.mjs"), load)
      return { ...outcome, processor: processorTime(child) - before, resident: residentOf(child) }
    }
    for (const { name } of servers) {
      for (let made = 0; made < warmUp;) made += (await load(name)).purchases.length
    }
    for (let round = 0; round < rounds; round++) {
      for (const { name } of servers) outcomes.get(name)!.push(await load(name))
    }
  } finally {
    await Promise.all([...running.values()].map(({ child }) => stop(child)))
  }

  const rates = (name: string): ReadonlyArray<number> =>
    outcomes.get(name)!.map(({ purchases, seconds }) => purchases.length / seconds)
  const costs = (name: string): ReadonlyArray<number> =>
    outcomes.get(name)!.map(({ processor, purchases }) => processor / purchases.length)
  const all = (name: string, of: (outcome: Outcome) => ReadonlyArray<number>): ReadonlyArray<number> =>
    outcomes.get(name)!.flatMap(of)
  const kinds: ReadonlyArray<Kind> = ["guest", "cart", "checkout", "pay", "order"]

  print(`\nOver HTTP: ${shoppers} shoppers, ${rounds} rounds of ${seconds} s, medians\n`)
  print(table([
    ["", "purchases/s", "requests/s", "p50 ms", "p99 ms", "processor ms", "MiB", "orders read", "shoppers' core"],
    ...servers.map(({ label, name }) => {
      const purchases = all(name, (outcome) => outcome.purchases)
      const requests = outcomes.get(name)!.map((outcome) =>
        // The provider's notification is a request, too.
        (kinds.reduce((sum, kind) => sum + outcome.requests[kind].length, 0) + outcome.purchases.length) /
        outcome.seconds
      )
      return [
        label,
        rate(median(rates(name))),
        rate(median(requests)),
        millis(quantile(purchases, 0.5)),
        millis(quantile(purchases, 0.99)),
        millis(median(costs(name))),
        Math.max(...outcomes.get(name)!.map(({ resident }) => resident)).toFixed(0),
        (all(name, (outcome) => outcome.requests.order).length / purchases.length).toFixed(2),
        `${(median(outcomes.get(name)!.map(({ busy }) => busy)) * 100).toFixed(0)} %`
      ]
    })
  ]))
  print("\np50 / p99 of each request in ms\n")
  print(table([
    ["", ...kinds],
    ...servers.map(({ label, name }) => [
      label,
      ...kinds.map((kind) => {
        const times = all(name, (outcome) => outcome.requests[kind])
        return `${millis(quantile(times, 0.5))} / ${millis(quantile(times, 0.99))}`
      })
    ])
  ]))
  print(`\nthe store / bare, purchases/s              ${ratio(rates("store"), rates("bare"))}`)
  print(`bare / the store, processor of a purchase  ${ratio(costs("bare"), costs("store"))}`)
}

try {
  await bundle({
    store: "packages/server/src/main.ts",
    ...Object.fromEntries(["bare-server", "shoppers"].map((name) => [name, `bench/${name}.ts`]))
  }, workshop)
  print(
    `Node.js ${process.version}, ${cpus().length} cores, ${syncCost(data).toFixed(2)} ms to sync a page; `
      + "SQLite with synchronous=FULL"
  )
  await measure()
} finally {
  for (const folder of [workshop, data]) rmSync(folder, { recursive: true, force: true })
}
