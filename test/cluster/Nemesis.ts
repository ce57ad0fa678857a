/**
 * Inflicts the faults of a schedule on a cluster, each at its time, and ends them all.
 *
 * A fault has ended when its cause is gone: the network forwards, the process was started and serves, the clock is
 * right.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Server } from "../embedded-postgres.ts"
import { sleep } from "../shop/shopper.ts"
import type { History } from "./History.ts"
import type { Instance, Instances } from "./Instances.ts"
import { type Fault, type Kind, type Part, partsOf } from "./Schedule.ts"

/** When the cause of a fault was gone, for the instances that it had hit. */
export interface Ended {
  readonly fault: Fault
  readonly begun: number
  readonly ended: number
}

export interface Cluster {
  readonly server: Server
  readonly instances: Instances
  readonly history: History
}

type Rows = ReadonlyArray<Record<string, any>>

/** Runs statements on PostgreSQL itself, beside the proxies. */
export const query = (url: string, ...statements: ReadonlyArray<string>): Promise<Rows> =>
  Effect.flatMap(PgClient.PgClient, (sql) => Effect.forEach(statements, (statement) => sql.unsafe(statement))).pipe(
    Effect.map((results) => results.at(-1) as Rows),
    Effect.provide(PgClient.layer({ url: Redacted.make(url), maxConnections: 1, applicationName: "operator" })),
    Effect.runPromise
  )

const setReadOnly = (url: string, isReadOnly: boolean): Promise<Rows> =>
  query(
    url,
    "SET default_transaction_read_only = off",
    `ALTER DATABASE "${new URL(url).pathname.slice(1)}" ${
      isReadOnly ? "SET default_transaction_read_only = on" : "RESET ALL"
    }`
  )

const endSessions = (url: string, share: number): Promise<Rows> =>
  query(
    url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'beauty-store%' AND random() <= ${share}`
  )

/** How far a clock may be off: a fifth of a minute or so, in either direction. */
const mostShift = 15_000

/** What each kind does: its beginning, and its end `lasts` milliseconds later. */
const inflict = async (kind: Kind, fault: Fault, cluster: Cluster): Promise<ReadonlyArray<string>> => {
  const { instances, server: { restart, url } } = cluster
  const hit: ReadonlyArray<Instance> = fault.instances.map((n) => instances.all[n]!)
  const lasts = () => sleep(fault.lasts)
  const onNetwork = async (begin: (instance: Instance) => Promise<void>) => {
    await Promise.all(hit.map(begin))
    await lasts()
    await Promise.all(hit.map(({ network }) => network.forward()))
    return []
  }
  const restarted = async (
    signal: "SIGTERM" | "SIGKILL",
    { isReleased = false, millis = fault.lasts } = {}
  ): Promise<ReadonlyArray<string>> => {
    const wrong = await Promise.all(hit.map(async (instance) => {
      const found = await instances.stop(instance, signal)
      await sleep(millis)
      instance.isReleased = isReleased
      await instances.start(instance)
      return found
    }))
    return wrong.filter((one) => one !== undefined)
  }
  switch (kind) {
    case "silence":
      return onNetwork(({ network }) => network.silence())
    case "loss":
      return onNetwork(({ network }) => network.silence({ lost: true }))
    case "halfSilence":
      return onNetwork(({ network }) => network.silence({ direction: "toClient" }))
    case "refusal":
      return onNetwork(async ({ network }) => {
        await network.refuse()
        network.reset()
      })
    case "reset":
      for (const { network } of hit) network.reset()
      return []
    case "delay":
      return onNetwork(({ network }) => network.delay(Math.round(5 + 145 * fault.strength)))
    case "doorReset":
      for (const { door } of hit) door.reset()
      return []
    case "doorSilence":
      await Promise.all(hit.map(({ door }) => door.silence({ lost: true, direction: "toClient" })))
      await lasts()
      await Promise.all(hit.map(({ door }) => door.forward()))
      return []
    case "pause": {
      const paused = hit.map(({ running }) => running)
      for (const running of paused) running?.process.kill("SIGSTOP")
      await lasts()
      for (const running of paused) running?.process.kill("SIGCONT")
      return []
    }
    case "kill":
      return restarted("SIGKILL")
    case "stop":
      return restarted("SIGTERM")
    case "release": {
      const before = await restarted("SIGTERM", { isReleased: true, millis: 0 })
      await lasts()
      return [...before, ...await restarted("SIGTERM", { millis: 0 })]
    }
    case "clock": {
      for (const instance of hit) instances.setClock(instance, Math.round((2 * fault.strength - 1) * mostShift))
      await lasts()
      for (const instance of hit) instances.setClock(instance, 0)
      return []
    }
    case "backends":
      await endSessions(url, fault.strength)
      return []
    case "readOnly":
      await setReadOnly(url, true)
      await endSessions(url, 1)
      await lasts()
      await setReadOnly(url, false)
      return []
    case "restart":
      await restart("primary")
      return []
  }
}

/** Inflicts all faults. Returns when each of them ended, and what was wrong on the way. */
export const attack = async (
  schedule: ReadonlyArray<Fault>,
  cluster: Cluster
): Promise<{ readonly ended: ReadonlyArray<Ended>; readonly wrong: ReadonlyArray<string> }> => {
  const { history } = cluster
  const ended: Array<Ended> = []
  const wrong: Array<string> = []
  const begunAt = history.now()
  // On a slow machine a fault may end later than was planned, for a start takes longer: the next one on its parts
  // waits.
  const lastOn = new Map<Part, Promise<unknown>>()
  const inflictAfter = async (fault: Fault, earlier: ReadonlyArray<Promise<unknown> | undefined>): Promise<void> => {
    await Promise.all([sleep(Math.max(0, begunAt + fault.at - history.now())), ...earlier])
    const begun = history.now()
    history.note("fault", { ...fault })
    wrong.push(...await inflict(fault.kind, fault, cluster))
    history.note("fault ended", { ...fault, begun })
    ended.push({ fault, begun, ended: history.now() })
  }
  await Promise.all(schedule.map((fault) => {
    const parts = partsOf(fault.kind, fault.instances)
    const done = inflictAfter(fault, parts.map((part) => lastOn.get(part)))
    for (const part of parts) lastOn.set(part, done)
    return done
  }))
  return { ended, wrong }
}
