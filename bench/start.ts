/**
 * `npm run bench:start`: how long a start takes, from the process to its first answer with a product, of the store and
 * of the bare peer. Both find a database that is ready; they take turns. What the numbers say stands in
 * docs/performance.md.
 */
import type { ChildProcess } from "node:child_process"
import { mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { bundle } from "../scripts/bundle.mjs"
import { positive, readOptions } from "../scripts/commandLine.ts"
import { freePort } from "../test/free-port.ts"
import { assortment } from "./assortment.ts"
import { Connection } from "./buying.ts"
import { median, millis, openWorkshop, print, ratio, table } from "./measure.ts"
import { processorTime, spawnPeer, spawnStore, startPeer, startStore, stop } from "./servers.ts"

const options = readOptions(`npm run bench:start -- [options]\n\n  --rounds 9`, {
  rounds: { type: "string", default: "9" }
})
const rounds = positive("rounds", options.rounds)

const path = `/api/products/${assortment[0]!.id}`
/** How long to wait before the next attempt. */
const patienceMillis = 2

/** Returns when a program has served a product at its port. */
const served = async (child: ChildProcess, port: number): Promise<void> => {
  while (child.exitCode === null) {
    const connection = new Connection(port)
    const status = await connection.request("GET", path, "", undefined).then(({ status }) => status, () => 0)
    connection.close()
    if (status === 200) return
    await sleep(patienceMillis)
  }
  throw new Error(`a server ended with ${child.exitCode}`)
}

const workshop = openWorkshop("start")
try {
  await bundle({ store: "packages/server/src/main.ts", "bare-server": "bench/bare-server.ts" }, workshop)
  const [script, folder] = [join(workshop, "store.mjs"), join(workshop, "store")]
  // The first start makes the tables and stocks the shelves.
  await stop(await startStore(script, await freePort(), folder))
  const peer = join(workshop, "bare-server.mjs")
  const peerFolder = join(workshop, "bare")
  mkdirSync(peerFolder)
  await stop(await startPeer(peer, await freePort(), peerFolder))
  const contenders = [
    (port: number) => spawnStore(script, port, folder),
    (port: number) => spawnPeer(peer, port, peerFolder)
  ]
  const times = contenders.map(() => ({ until: new Array<number>(), processor: new Array<number>() }))
  // The first round reads the files.
  for (let round = 0; round <= rounds; round++) {
    for (const [n, begin] of contenders.entries()) {
      const port = await freePort()
      const begun = performance.now()
      const child = begin(port)
      await served(child, port)
      const until = performance.now() - begun
      const processor = processorTime(child)
      await stop(child)
      if (round === 0) continue
      times[n]!.until.push(until)
      times[n]!.processor.push(processor)
    }
  }
  const [ours, theirs] = times as [typeof times[number], typeof times[number]]
  print(`Node.js ${process.version}, ${rounds} rounds, medians\n`)
  print(table([
    ["from the start to the first answer", "ms", "processor ms"],
    ["the store", millis(median(ours.until)), millis(median(ours.processor))],
    ["bare", millis(median(theirs.until)), millis(median(theirs.processor))]
  ]))
  print(`\nthe store / bare   ${ratio(ours.until, theirs.until)}`)
} finally {
  rmSync(workshop, { recursive: true })
}
