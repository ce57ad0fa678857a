/**
 * The load of `bench:reads`: readers, each on a connection that is kept, in a process of their own.
 * `node readers.mjs '<Reading as JSON>'` prints what happened as JSON.
 */
import { randomUUID } from "node:crypto"
import { atStore, type Call, Connection } from "./buying.ts"

export interface Reading {
  readonly port: number
  readonly readers: number
  readonly seconds: number
  /** They are read in turn. */
  readonly requests: ReadonlyArray<{ readonly path: string; readonly headers: string }>
  /** After so many reads each reader buys once; 0: never. */
  readonly readsToPurchase: number
  readonly products: ReadonlyArray<string>
}

export interface Read {
  readonly reads: number
  readonly purchases: number
  /** How much of one core the readers themselves took. */
  readonly busy: number
}

const run = async ({ port, products, readers, readsToPurchase, requests, seconds }: Reading): Promise<Read> => {
  let [reads, purchases] = [0, 0]
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  const cpuBefore = process.cpuUsage()

  const reader = async (n: number): Promise<void> => {
    const connection = new Connection(port)
    const call: Call = async (_, method, path, token, json) => {
      const key = method === "POST" ? `idempotency-key: ${randomUUID()}\r\n` : ""
      const bearer = token === "" ? "" : `authorization: Bearer ${token}\r\n`
      const answer = await connection.request(method, path, key + bearer, json)
      if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.toString()}`)
      return answer
    }
    const buy = async (next: number): Promise<void> => {
      await atStore(call, [products[next % products.length]!, products[(next + 1) % products.length]!])
      purchases++
    }
    let next = n * 7
    while (performance.now() < until) {
      const { headers, path } = requests[next++ % requests.length]!
      const { status } = await connection.request("GET", path, headers, undefined)
      if (status !== 200) throw new Error(`GET ${path}: ${status}`)
      reads++
      if (readsToPurchase > 0 && next % readsToPurchase === 0) await buy(next)
    }
    connection.close()
  }

  await Promise.all(Array.from({ length: readers }, (_, n) => reader(n)))
  const { system, user } = process.cpuUsage(cpuBefore)
  return { reads, purchases, busy: (user + system) / 1000 / (performance.now() - startedAt) }
}

process.stdout.write(JSON.stringify(await run(JSON.parse(process.argv[2]!) as Reading)))
