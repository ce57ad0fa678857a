/**
 * `npm run bench:admission`: what counting a request costs. A million requests from 100,000 networks behind a trusted proxy,
 * every second of them with a principal, as the pipeline counts them: address, both budgets, header fields. Prints the
 * processor time of a request and the memory of all budgets.
 */
import { HttpPolicy } from "@beauty-store/http/HttpPolicy"
import { Admission } from "@beauty-store/http/pipeline/Admission"
import * as NetworkAddress from "@beauty-store/web/NetworkAddress"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { positive, readOptions } from "../scripts/commandLine.ts"
import { median, print } from "./measure.ts"

const usage = `npm run bench:admission -- [options]

  --requests 1000000   of each round
  --networks 100000
  --rounds 5`

const given = readOptions(usage, {
  requests: { type: "string", default: "1000000" },
  networks: { type: "string", default: "100000" },
  rounds: { type: "string", default: "5" }
})
const requests = positive("requests", given.requests)
const networks = positive("networks", given.networks)

const settings = { ...Effect.runSync(HttpPolicy), trustedProxies: [NetworkAddress.blockOf("10.0.0.0/8")!] }

/** Every fourth address is of IPv6. */
const addressOf = (n: number): string =>
  n % 4 === 3
    ? `2001:db8:${(n >> 16).toString(16)}:${(n & 0xffff).toString(16)}::1`
    : `100.${64 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}`
const headers = Array.from({ length: networks }, (_, n) => ({ "x-forwarded-for": `192.0.2.1, ${addressOf(n)}` }))
const principals = headers.map((_, n) => ({ kind: "shopper", id: `sho_${n}`, scopes: [] } as const))

const heap = (): number => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

const before = heap()
const admission = new Admission(settings, Clock.make(), () => 1)
const micros: Array<number> = []
let refused = 0
for (let round = 0; round < positive("rounds", given.rounds); round++) {
  const from = process.cpuUsage()
  for (let n = 0; n < requests; n++) {
    // Neighbours in time are not neighbours in memory.
    const who = (n * 7919) % networks
    const ticket = admission.open("10.0.0.1", headers[who]!)!
    if (ticket.charge(1) !== undefined) refused++
    if (n % 2 === 0 && ticket.identified(principals[who]!) !== undefined) refused++
    if (ticket.headers.ratelimit === "") throw new Error("no header")
  }
  const { system, user } = process.cpuUsage(from)
  micros.push((system + user) / requests)
}

const used = heap() - before
print(`a request   ${median(micros).toFixed(2)} µs`)
print(`refused     ${refused}`)
print(`remembered  ${admission.requests.size} budgets`)
print(`memory      ${(used / 2 ** 20).toFixed(1)} MiB`)
// Until here the requests themselves are in memory, as they were before.
if (headers.length !== principals.length) throw new Error("a request without a principal")
