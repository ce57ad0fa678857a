/**
 * Several processes of the store on one PostgreSQL, attacked and judged: `npm run cluster`, and a short form in
 * `test/cluster.slow.test.ts`. Buyers shop at all instances while the faults of the seed are inflicted (`Schedule`,
 * `Nemesis`); then everything has to come to rest, and the judge compares. Follows docs/cluster.md.
 */
import { Prng } from "@beauty-store/simulation/engine/Prng"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startEmbedded } from "../embedded-postgres.ts"
import type { Rows } from "../records-at-rest.ts"
import { product } from "../shop/products.ts"
import { killAll } from "../shop/program.ts"
import { requestsTo } from "../shop/requests.ts"
import { sleep } from "../shop/shopper.ts"
import { type Fact, goShopping, type Send } from "./Buyers.ts"
import { bodyOf, type History, openHistory } from "./History.ts"
import { type Instances, openInstances } from "./Instances.ts"
import { judge } from "./Judge.ts"
import { attack, type Ended, query } from "./Nemesis.ts"
import { openPartner } from "./Partner.ts"
import { drawSchedule, type Fault, kinds } from "./Schedule.ts"

export interface Plan {
  readonly seed: number
  readonly instances: number
  readonly buyers: number
  /** How long faults are inflicted. */
  readonly millis: number
  /** The bundle of the present program, and of the released one where it can be built. */
  readonly program: string
  readonly released: string | undefined
  /** The file of the history. */
  readonly history: string
}

export interface Outcome {
  readonly schedule: ReadonlyArray<Fault>
  readonly requests: number
  readonly refused: number
  readonly unanswered: number
  readonly facts: ReadonlyArray<Fact>
  /** The longest time from the end of a fault until an instance that it had hit served a change again. */
  readonly longestGap: { readonly millis: number; readonly fault: Fault | undefined }
  /** From the last fault until nothing was under way any more. */
  readonly restMillis: number
  /** Everything that is not as it should be. */
  readonly wrong: ReadonlyArray<string>
}

/** After the last fault, everything has to come to rest within this time. */
const restWithin = 90_000

/** Clients give up on a response after a drawn time: the longest is more than the ten seconds of a response. */
const patience = [1_000, 12_000] as const

const openSender = (instances: Instances, history: History, prng: Prng): { send: Send; close: () => void } => {
  const doors = instances.all.map(({ door }) => requestsTo(door.port))
  const send: Send = async (sender, n, method, path, sent) => {
    const start = history.now()
    const released = instances.all[n]!.isReleased
    const record = (status: number | undefined, body: string) =>
      history.add({
        type: "request",
        sender,
        instance: n,
        released,
        method,
        path,
        key: sent.key,
        start,
        end: history.now(),
        status,
        body
      })
    try {
      const signal = AbortSignal.timeout(prng.int(...patience))
      const answer = await doors[n]!.request(method, path, { ...sent, signal })
      record(answer.status, bodyOf(answer))
      return answer
    } catch (error) {
      record(undefined, String(error))
      throw error
    }
  }
  return { send, close: () => doors.forEach(({ close }) => close()) }
}

/** Requests that change something, to each instance several times a second: they show when it serves again. */
const probe = async (send: Send, instances: Instances, isOver: () => boolean): Promise<void> => {
  const sent: Array<Promise<unknown>> = []
  while (!isOver()) {
    for (const { n } of instances.all) {
      sent.push(send(`probe ${n}`, n, "POST", "/api/auth/guest", {}).catch(() => undefined))
    }
    await sleep(250)
  }
  await Promise.all(sent)
}

/** The longest time without service at an instance after a fault that had hit it ended, until the next fault hit it. */
const longestGapOf = (history: History, ended: ReadonlyArray<Ended>): Outcome["longestGap"] => {
  let longest: Outcome["longestGap"] = { millis: 0, fault: undefined }
  for (const { ended: end, fault } of ended) {
    for (const n of fault.instances) {
      const next = Math.min(
        ...ended.filter((other) => other.fault.instances.includes(n) && other.ended > end).map(({ begun }) => begun)
      )
      const served = history.exchanges
        .filter(({ instance, sender, start, status }) =>
          sender.startsWith("probe") && instance === n && start >= end && status === 200
        )
        .reduce((least, exchange) => Math.min(least, exchange.end), Infinity)
      // Hit again before it served: the other fault is to blame.
      if (served === Infinity || next < served) continue
      if (served - end > longest.millis) longest = { millis: served - end, fault }
    }
  }
  return longest
}

/** What is still under way: each row says what. Some jobs recur for ever, and a refund that has succeeded is looked up for days. */
const unfinished = `
  SELECT 'order ' || id AS what FROM orders WHERE status = 'pending'
  UNION ALL SELECT 'refund ' || id FROM refund WHERE state <> 'succeeded'
  UNION ALL SELECT 'job ' || kind || ' ' || subject FROM job
    WHERE kind NOT IN ('reconcile', 'refund', 'scan-sweep', 'sweep')
  UNION ALL SELECT 'job of the provider ' || kind || ' ' || subject FROM payments_simulated.job`

const comeToRest = async (read: (statement: string) => Promise<Rows>, until: () => boolean): Promise<Rows> => {
  for (;;) {
    const left = await read(`${unfinished} ORDER BY 1`)
    if (left.length === 0 || until()) return left
    await sleep(250)
  }
}

/** Runs a seed. */
export const run = async (plan: Plan, say: (line: string) => void = () => {}): Promise<Outcome> => {
  const prng = new Prng(`cluster ${plan.seed}`)
  const schedule = drawSchedule(prng.stream("schedule"), plan.millis, plan.instances)
  const folder = mkdtempSync(join(tmpdir(), "beauty-store-cluster-"))
  const history = openHistory(plan.history)
  history.note("plan", { ...plan, schedule })
  const server = await startEmbedded({ durable: false, connections: 100 })
  const partner = await openPartner()
  const instances = await openInstances(plan.instances, { ...plan, databaseUrl: server.url, folder, history })
  const { close, send } = openSender(instances, history, prng.stream("patience"))
  const read = (statement: string) => query(server.url, statement)
  const provider = (statement: string) => query(server.url, "SET search_path = payments_simulated", statement)
  let isOver = false
  let giveUpAt = Infinity
  const gaveUp = () => history.now() > giveUpAt
  try {
    await Promise.all(instances.all.map(instances.start))
    const first = instances.all[0]!.direct
    const staff = await first.clientToken("demo-staff")
    for (let n = 0; n < 40; n++) {
      await first.request("PUT", `/api/inventory/${product(n)}`, { token: staff, body: { onHand: 10_000 } })
    }
    await first.post("/api/webhook-subscriptions", { url: partner.url }, { token: staff })
    const stocked = new Map(
      (await read("SELECT product_id, on_hand FROM stock")).map((row) => [row["product_id"], Number(row["on_hand"])])
    )
    const shopping = goShopping(
      { send, history, instances: plan.instances, isOver: () => isOver, gaveUp },
      plan.buyers,
      prng.stream("buyers")
    )
    const probing = probe(send, instances, () => isOver)
    const { ended, wrong: inflicted } = await attack(schedule, { server, instances, history })
    const endedAt = history.now()
    giveUpAt = endedAt + restWithin
    say(`no more faults after ${Math.round(endedAt / 1000)} s`)
    // A little more shopping without faults, in which the last gap ends.
    await sleep(2_000)
    isOver = true
    const { facts, wrong: bought } = await shopping
    await probing
    const left = await comeToRest(read, gaveUp)
    const restMillis = history.now() - endedAt
    say(`at rest after ${Math.round(restMillis / 1000)} s; judging ${facts.length} orders`)
    const stuck = left.length === 0 ? [] : [`not at rest after ${restMillis} ms: ${JSON.stringify(left.slice(0, 5))}`]
    const judged = await judge({
      exchanges: history.exchanges,
      facts,
      partner,
      stocked,
      staff,
      store: read,
      provider,
      get: (n, path, sent) => instances.all[n]!.direct.get(path, sent),
      instances: plan.instances
    })
    const wrong = [...inflicted, ...bought, ...stuck, ...judged]
    history.note("judged", { wrong })
    const { exchanges } = history
    return {
      schedule,
      requests: exchanges.length,
      refused: exchanges.filter(({ status }) => status !== undefined && status >= 500).length,
      unanswered: exchanges.filter(({ status }) => status === undefined).length,
      facts,
      longestGap: longestGapOf(history, ended),
      restMillis,
      wrong
    }
  } finally {
    isOver = true
    giveUpAt = 0
    close()
    await instances.close()
    killAll()
    partner.close()
    await server.stop()
    await history.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The report of a run, as lines. */
export const report = ({ instances, seed }: Plan, outcome: Outcome): ReadonlyArray<string> => {
  const { facts, longestGap, refused, requests, restMillis, schedule, unanswered, wrong } = outcome
  const counts = new Map<string, number>()
  for (const { kind } of schedule) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const seconds = (millis: number): string => `${(millis / 1000).toFixed(1)} s`
  const gap = longestGap.fault === undefined ? "" : ` (${kinds[longestGap.fault.kind].says})`
  return [
    `seed ${seed}, ${instances} instances: ${requests} requests, ${refused} refused with 503 or 504, ${unanswered} without a response`,
    `${facts.length} orders, ${facts.filter(({ status }) => status === "cancelled").length} of them cancelled, ${
      facts.filter(({ refundMinor }) => refundMinor !== 0).length
    } refunded in whole or in part`,
    `${schedule.length} faults: ${[...counts].sort().map(([kind, count]) => `${kind} ${count}`).join(" · ")}`,
    `longest time without service after a fault: ${seconds(longestGap.millis)}${gap}`,
    `at rest ${seconds(restMillis)} after the last fault`,
    ...wrong.map((one) => `WRONG ${one}`)
  ]
}
