/**
 * `npm run bench:overload`: how long the store is deaf while very many ask at once.
 *
 * The store runs as `npm start` runs it. A crowd in a process of its own sends a thousand mixed requests at the same
 * moment, and then thirty requests for a receipt as PDF; meanwhile this process asks `/health/live` again and again,
 * and its longest wait is how long the event loop stood still. What the numbers say stands in docs/performance.md.
 */
import { spawn } from "node:child_process"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { bundle } from "../scripts/bundle.mjs"
import { positive, readOptions } from "../scripts/commandLine.ts"
import { freePort } from "../test/free-port.ts"
import { assortment } from "./assortment.ts"
import { Connection } from "./buying.ts"
import type { Crowd, Rush } from "./crowd.ts"
import { median, millis, openWorkshop, print, quantile, table } from "./measure.ts"
import { startStore, stop } from "./servers.ts"

const options = readOptions(
  `npm run bench:overload -- [options]

  --people 1000         who ask at the same moment
  --receipts 30         receipts as PDF at the same moment
  --rounds 3`,
  {
    people: { type: "string", default: "1000" },
    receipts: { type: "string", default: "30" },
    rounds: { type: "string", default: "3" }
  }
)

const workshop = openWorkshop("bench")
const products = assortment.map(({ id }) => id)

/** Runs a crowd, and returns what happened to it and how long each request for `/health/live` took meanwhile. */
const rush = async (crowd: Crowd): Promise<Rush & { readonly health: ReadonlyArray<number> }> => {
  const child = spawn(process.execPath, [join(workshop, "crowd.mjs"), JSON.stringify(crowd)], {
    stdio: ["ignore", "pipe", "pipe"]
  })
  const chunks: Array<Buffer> = []
  const crowds = { rushes: false, isOver: false }
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk))
  child.stderr.on("data", (chunk: Buffer) => {
    if (chunk.toString() === "ready\n") crowds.rushes = true
    else process.stderr.write(chunk)
  })
  const ended = new Promise((resolve) =>
    child.once("close", (code) => {
      crowds.isOver = true
      resolve(code)
    })
  )
  const health: Array<number> = []
  const connection = new Connection(crowd.port)
  while (!crowds.isOver) {
    const from = performance.now()
    await connection.request("GET", "/health/live", "", undefined)
    if (crowds.rushes) health.push(performance.now() - from)
    await sleep(2)
  }
  connection.close()
  if (await ended !== 0) throw new Error("the crowd failed")
  return { ...JSON.parse(Buffer.concat(chunks).toString()) as Rush, health }
}

const rowOf = (name: string, { health, millis: times }: Awaited<ReturnType<typeof rush>>): ReadonlyArray<string> => {
  const served = times[200] ?? []
  const refused = times[503] ?? []
  const others = Object.entries(times).flatMap(([status, list]) => /^(200|503)$/.test(status) ? [] : list)
  return [
    name,
    String(served.length),
    String(refused.length),
    String(others.length),
    millis(median(served)),
    millis(quantile(served, 1)),
    millis(quantile(health, 0.5)),
    millis(quantile(health, 1))
  ]
}

try {
  await bundle({ store: "packages/server/src/main.ts", crowd: "bench/crowd.ts" }, workshop)
  const port = await freePort()
  const store = await startStore(join(workshop, "store.mjs"), port, join(workshop, "store"))
  const rows = [["", "200", "503", "other", "200: ms", "longest", "health: ms", "longest"]]
  try {
    for (let round = 0; round < positive("rounds", options.rounds); round++) {
      const people = positive("people", options.people)
      rows.push([...rowOf(`${people} mixed requests`, await rush({ port, people, kind: "mixed", products }))])
      const receipts = positive("receipts", options.receipts)
      rows.push([
        ...rowOf(`${receipts} receipts as PDF`, await rush({ port, people: receipts, kind: "receipts", products }))
      ])
    }
  } finally {
    await stop(store)
  }
  print(table(rows))
} finally {
  rmSync(workshop, { recursive: true })
}
