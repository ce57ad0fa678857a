/**
 * Agents that have sites scanned: the store's own and some others, by address and by id, again and anew, all checks or
 * some, more of them at once than they may. They follow a scan to its end, and read what is to be mended and how it
 * changed. They ask how to prove that a site is theirs, and open and close its page. `Scans` and `Twins` judge it.
 */
import type * as ReadinessSchemas from "@beauty-store/readiness/internal/api/ReadinessSchemas"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Scans from "../auditor/Scans.ts"
import type { Prng } from "../engine/Prng.ts"
import { hour, minute, second } from "../engine/Time.ts"
import { baseUrl } from "../world/StoreProcess.ts"
import { Client, type Identity } from "./Client.ts"
import { change, pause, type Workload } from "./Workload.ts"

type Scan = typeof ReadinessSchemas.Scan.Encoded

const sites = [
  baseUrl,
  `${baseUrl}/products?q=1`,
  "http://other.example",
  "https://third.example",
  "https://closed.example"
]
/** What no scan may reach, what is no site, and the longest address. */
const others: ReadonlyArray<{ readonly url: string } | { readonly siteId: string }> = [
  ...["http://10.0.0.1/", "http://[::ffff:127.0.0.1]/", "http://2130706433/", "ftp://other.example/", "shop"]
    .map((url) => ({ url })),
  { url: "http://other.example/".padEnd(2_048, "x") },
  { siteId: "s" },
  { siteId: "s".repeat(200) }
]

/** What an agent asks a scan to do. */
const drawOptions = (prng: Prng) => ({
  ...(prng.happens(0.3) ? { checks: prng.pick([["robots.present"], ["llms.present", "robots.present"]]) } : {}),
  ...(prng.happens(0.3) ? { maxPages: prng.pick([1, 7, 50]) } : {}),
  ...(prng.happens(0.5) ? { force: prng.happens(0.7) } : {}),
  ...(prng.happens(0.2) ? { dryRun: prng.happens(0.5) } : {})
})

/** Asks for some scans at once, and returns those that it knows of. */
const ask = Effect.fnUntraced(function*(workload: Workload, client: Client, known: ReadonlyArray<string>) {
  const { prng } = client
  const begun: Array<Scan> = []
  for (let n = prng.pick([1, 1, 2, 5]); n > 0; n--) {
    const target = known.length > 0 && prng.happens(0.3)
      ? { siteId: prng.pick(known) }
      : prng.happens(0.15)
      ? prng.pick(others)
      : { url: prng.pick(sites) }
    const answer = yield* change<Scan>(workload, client, "POST", "/api/v1/scanner/scan", {
      ...target,
      ...drawOptions(prng)
    })
    if (answer?.status === 200) begun.push(answer.json)
  }
  return begun
})

/** Reads scans until they are over, for some minutes. */
const follow = Effect.fnUntraced(function*(workload: Workload, client: Client, begun: ReadonlyArray<Scan>) {
  const { clientContext: { auditor } } = workload
  let left = [...new Set(begun.map(({ scanId }) => scanId))]
  for (let looks = 0; looks < 8 && left.length > 0; looks++) {
    const unfinished: Array<Scan> = []
    for (const scanId of left) {
      const scan = yield* client.get<Scan>(`/api/v1/scanner/scans/${scanId}`)
      if (scan?.status === 200 && (scan.json.status === "queued" || scan.json.status === "running")) {
        unfinished.push(scan.json)
      }
    }
    // Whoever was unfinished when it was read was so before the first of them was read, and this agent asks for no
    // more.
    Scans.atOnce(auditor, client.identity.principal, unfinished)
    left = unfinished.map(({ scanId }) => scanId)
    yield* pause(client.prng, second, minute)
  }
})

/** Does something with a site that it knows. */
const use = Effect.fnUntraced(function*(workload: Workload, client: Client, siteId: string) {
  const { prng } = client
  const now = new Date(yield* Clock.currentTimeMillis).toISOString().slice(0, 10)
  const query = prng.pick([
    "",
    `?from=${now}`,
    `?from=2026-01-01&to=${now}&granularity=month`,
    "?granularity=week",
    "?granularity=day"
  ])
  yield* client.get(`/api/v1/fixes/sites/${siteId}/fixes`)
  yield* client.get(`/api/v1/analytics/sites/${siteId}/trends${query}`)
  if (prng.happens(0.4)) yield* change(workload, client, "POST", `/api/v1/sites/${siteId}/verification`, undefined)
  if (!prng.happens(0.4)) return
  yield* change(workload, client, "POST", `/api/v1/sites/${siteId}/page`, undefined)
  if (prng.happens(0.5)) yield* change(workload, client, "DELETE", `/api/v1/sites/${siteId}/page`, undefined)
})

/** Has sites scanned for some days. */
export const scanner = Effect.fnUntraced(function*(workload: Workload, identity: Identity, prng: Prng) {
  const client = new Client(workload.clientContext, { ...identity, network: `192.0.2.${prng.int(1, 250)}` }, prng)
  const known = new Set<string>()
  for (let rounds = prng.int(2, 5); rounds > 0; rounds--) {
    if ((yield* Clock.currentTimeMillis) > workload.endsAt) return undefined
    if (prng.happens(0.3)) yield* client.get("/api/v1")
    const begun = yield* ask(workload, client, [...known])
    for (const { siteId } of begun) known.add(siteId)
    yield* follow(workload, client, begun)
    if (known.size > 0) yield* use(workload, client, prng.pick([...known]))
    yield* pause(prng, minute, 8 * hour)
  }
  return undefined
})
