/**
 * The load of `bench:reads`: readers, each on a connection that is kept, in a process of their own.
 * `node readers.mjs '<Reading as JSON>'` prints what happened as JSON.
 */
import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { atStore, type Call, Connection, untilServed } from "./buying.ts"

export interface Reading {
  readonly port: number
  readonly readers: number
  readonly seconds: number
  /** They are read in turn; without any there are purchases only. `{n}` stands for a number, another for each read. */
  readonly requests: ReadonlyArray<{ readonly path: string; readonly headers: string }>
  /** After so many reads each reader buys once; 0: never. */
  readonly readsToPurchase: number
  /** How often in a second staff change a price, and the units of another product. Default: never. */
  readonly changes?: number
  readonly products: ReadonlyArray<string>
  /** The numbers for `{n}`, with seven digits or more: from the first on to the end, which is left out, and again from 1. */
  readonly numbers?: { readonly first: number; readonly end: number }
  /** How many reads all readers together begin in a second, evenly; default: each begins when it has its last response. */
  readonly rate?: number | undefined
  /** Whether readers who are asked to come again later do so. */
  readonly patient?: boolean
}

export interface Read {
  readonly reads: number
  readonly purchases: number
  /** How much of one core the readers themselves took. */
  readonly busy: number
}

const run = async (reading: Reading): Promise<Read> => {
  const { changes = 0, numbers = { first: 1, end: 1 }, patient = false, port, products, rate, readers } = reading
  const { readsToPurchase, requests, seconds } = reading
  let [reads, purchases, number] = [0, 0, numbers.first]
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  const cpuBefore = process.cpuUsage()

  const reader = async (n: number): Promise<void> => {
    const connection = new Connection(port)
    const ask: Connection["request"] = (...request) =>
      patient ? untilServed(() => connection.request(...request)) : connection.request(...request)
    const call: Call = async (_, method, path, token, json) => {
      const key = method === "POST" ? `idempotency-key: ${randomUUID()}\r\n` : ""
      const bearer = token === "" ? "" : `authorization: Bearer ${token}\r\n`
      const answer = await ask(method, path, key + bearer, json)
      if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.toString()}`)
      return answer
    }
    const buy = async (next: number): Promise<void> => {
      await atStore(call, [products[next % products.length]!, products[(next + 1) % products.length]!])
      purchases++
    }
    let next = n * 7
    let nextAt = startedAt + (rate === undefined ? 0 : n * 1000 / rate)
    while (performance.now() < until) {
      if (rate !== undefined) {
        const wait = nextAt - performance.now()
        nextAt += readers * 1000 / rate
        if (wait >= 1) await sleep(wait)
      }
      if (requests.length === 0) {
        await buy(next += 2)
        continue
      }
      const { headers, path: template } = requests[next++ % requests.length]!
      if (number >= numbers.end) number = 1
      const path = template.includes("{n}") ? template.replace("{n}", String(number++).padStart(7, "0")) : template
      const { status } = await ask("GET", path, headers, undefined)
      if (status !== 200) throw new Error(`GET ${path}: ${status}`)
      reads++
      if (readsToPurchase > 0 && next % readsToPurchase === 0) await buy(next)
    }
    connection.close()
  }

  const staff = async (): Promise<void> => {
    const connection = new Connection(port)
    const call = async (method: string, path: string, headers: string, json: unknown): Promise<Buffer> => {
      const answer = await connection.request(method, path, headers, json)
      if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.toString()}`)
      return answer.body
    }
    const credentials = {
      grant_type: "client_credentials",
      client_id: "demo-staff",
      client_secret: "demo-staff-secret"
    }
    const { access_token: token } = JSON.parse((await call("POST", "/api/auth/token", "", credentials)).toString())
    const change = (path: string, json: unknown) =>
      call("PUT", path, `authorization: Bearer ${token}\r\nidempotency-key: ${randomUUID()}\r\n`, json)
    for (let n = 0; performance.now() < until; n++) {
      await change(`/api/products/${products[n % products.length]!}/price`, { price: 10 + n % 7 })
      await change(`/api/inventory/${products[(n * 5) % products.length]!}`, { onHand: n % 3 === 0 ? 100 : 100_000 })
      await sleep(1000 / changes)
    }
    connection.close()
  }

  await Promise.all([
    ...Array.from({ length: readers }, (_, n) => reader(n)),
    ...(changes > 0 ? [staff()] : [])
  ])
  const { system, user } = process.cpuUsage(cpuBefore)
  return { reads, purchases, busy: (user + system) / 1000 / (performance.now() - startedAt) }
}

process.stdout.write(JSON.stringify(await run(JSON.parse(process.argv[2]!) as Reading)))
