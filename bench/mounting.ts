/**
 * `npm run bench:mounting`: the cost of mounting the store's handlers as `@effect/platform` does it (`HttpApiBuilder`),
 * compared with the shortcut of the store's own server, in one process over one database.
 *
 * Both mountings take turns in short slices of one run, the first of them changing from round to round, and the
 * processor time within a round is compared: other load on the machine affects both. docs/decisions/mounting.md has the
 * conclusions.
 */
import * as StoreHttp from "@beauty-store/http/StoreHttp"
import * as Entropy from "@beauty-store/kernel/Entropy"
import * as Effect from "effect/Effect"
import { rmSync } from "node:fs"
import { readOptions } from "../scripts/commandLine.ts"
import { assortment } from "./assortment.ts"
import { howMuch, median, openWorkshop, print, rate, ratio, table } from "./measure.ts"
import { byHandlers, openStore, type Routes } from "./store-in-process.ts"

const much = howMuch(0.5, 20, 8)
const usage = `npm run bench:mounting -- [options]

${much.usage}`
const { rounds, seconds, shoppers } = much.read(readOptions(usage, much.options))

type Served = Effect.Effect.Success<ReturnType<typeof byHandlers>>

const workshop = openWorkshop("bench")
let current: Served | undefined
const run = await openStore(workshop, () => current!)

const open = (routes: Routes): Promise<Served> => run(byHandlers(routes))
const direct = await open(StoreHttp.layerDirect)
const byHttpApi = await open(StoreHttp.layerByHttpApi)

let next = 0
const product = (): string => assortment[next++ % assortment.length]!.id

const { access_token: token } = await run(direct.post("/api/auth/guest", ""))
for (const _ of [1, 2]) await run(direct.post("/api/cart", token, { productId: product(), quantity: 1 }))

/** One piece of measured work. */
const works: Readonly<Record<string, (served: Served) => Effect.Effect<unknown, unknown>>> = {
  "product read": ({ get }) => get(`/api/products/${product()}`),
  "cart read": ({ get }) => get("/api/cart", token),
  "purchase": ({ purchase }) => Effect.provide(purchase([product(), product()]), Entropy.layer)
}

/** Microseconds of processor time that a piece of work takes, in one slice. */
const slice = async (served: Served, work: (served: Served) => Effect.Effect<unknown, unknown>): Promise<number> => {
  current = served
  let done = 0
  const before = process.cpuUsage()
  const until = performance.now() + seconds * 1000
  const worker = async (): Promise<void> => {
    do {
      await run(work(served))
      done++
    } while (performance.now() < until)
  }
  await Promise.all(Array.from({ length: shoppers }, worker))
  const { system, user } = process.cpuUsage(before)
  return (system + user) / done
}

try {
  const rows = [["processor time, µs", "direct", "HttpApi", "HttpApi / direct"]]
  for (const [name, work] of Object.entries(works)) {
    const costs: { readonly direct: Array<number>; readonly byHttpApi: Array<number> } = { direct: [], byHttpApi: [] }
    const measureDirect = async () => costs.direct.push(await slice(direct, work))
    const measureByHttpApi = async () => costs.byHttpApi.push(await slice(byHttpApi, work))
    // The first slices warm up the compiler.
    for (const served of [direct, byHttpApi]) await slice(served, work)
    for (let round = 0; round < rounds; round++) {
      const turns = round % 2 === 0 ? [measureDirect, measureByHttpApi] : [measureByHttpApi, measureDirect]
      for (const turn of turns) await turn()
    }
    const { byHttpApi: theirs, direct: ours } = costs
    rows.push([name, rate(median(ours)), rate(median(theirs)), ratio(theirs, ours)])
  }
  print(table(rows))
} finally {
  rmSync(workshop, { recursive: true })
}
process.exit(0)
