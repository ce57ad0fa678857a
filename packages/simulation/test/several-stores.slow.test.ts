/** Several stores on one database: how many there are, what their clocks show, and what the auditor says of their leases. */
import { Audit } from "@beauty-store/simulation/auditor/Audit"
import { LeaseRules } from "@beauty-store/simulation/auditor/Leases"
import { Disk } from "@beauty-store/simulation/engine/Disk"
import { Prng } from "@beauty-store/simulation/engine/Prng"
import { PostgresClient, SimulatedPostgres, unobserved } from "@beauty-store/simulation/engine/SimulatedPostgres"
import { day, hour, minute, Process, second, Time } from "@beauty-store/simulation/engine/Time"
import { simulate } from "@beauty-store/simulation/Simulation"
import { drawClocks, MachineClock } from "@beauty-store/simulation/world/MachineClock"
import { drawConfiguration, traits } from "@beauty-store/simulation/world/SwarmConfiguration"
import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"

describe("several stores", () => {
  test("are in a quarter of the worlds whose transactions are interleaved, and in no others", () => {
    const swarms = Array.from({ length: 1000 }, (_, seed) => drawConfiguration(new Prng(`climate ${seed}`)))
    const interleaved = swarms.filter((swarm) => swarm.interleaved)
    const several = swarms.filter(({ stores }) => stores > 1)
    expect(several.every((swarm) => swarm.interleaved)).toBe(true)
    expect(several.length / interleaved.length).toBeGreaterThan(0.18)
    expect(several.length / interleaved.length).toBeLessThan(0.32)
    expect(new Set(several.map(({ stores }) => stores))).toEqual(new Set([2, 3]))
  })

  test("make a history that is the same each time, and break no promise", () => {
    // Shoppers alone, so that it takes few steps.
    const without = new Set(
      traits.filter((trait) => /^act\.(?:search|look|compare|hoard|flood|twin|break|edge|acp)$/.test(trait))
    )
    const [one, again] = [1, 1].map((seed) => simulate({ seed, days: 0.3, shoppersPerDay: 1, stores: 2, without }))
    expect(one!.violations).toEqual([])
    expect(one!.faults.has("stores.paused") || one!.faults.has("stores.restarted")).toBe(true)
    expect(again!.digest).toBe(one!.digest)
  })
})

describe("a machine's clock", () => {
  const start = Date.parse("2026-03-27T00:00:00Z")

  test("drifts until it is corrected, and is set, as it was drawn", () => {
    const clock = new MachineClock([
      { from: start, ahead: 1000, gain: (10 * second) / day },
      { from: start + 2 * day, ahead: -5000, gain: 0 }
    ])
    expect(clock.aheadAt(start)).toBe(1000)
    expect(clock.aheadAt(start + day / 2)).toBe(6000)
    expect(clock.aheadAt(start + day - 1)).toBe(11_000)
    expect(clock.aheadAt(start + day)).toBe(1000)
    expect(clock.aheadAt(start + 3 * day)).toBe(-5000)
    expect(clock.nextJump(start + 1)).toBe(start + day)
    expect(clock.nextJump(start + day)).toBe(start + 2 * day)
    expect(clock.nextJump(start + 2 * day)).toBe(Infinity)
    expect(clock.skew).toEqual({ behind: 5000, ahead: 11_000 })
  })

  test("is never more wrong than the auditor is told", () => {
    for (let seed = 0; seed < 40; seed++) {
      const prng = new Prng(`clocks ${seed}`)
      const swarm = drawConfiguration(prng, { stores: 3 })
      for (const clock of drawClocks(swarm, prng, start, start + 5 * day)) {
        for (let at = start; at < start + 20 * day; at += 7 * hour) {
          expect(clock.aheadAt(at)).toBeLessThanOrEqual(clock.skew.ahead)
          expect(clock.aheadAt(at)).toBeGreaterThanOrEqual(-clock.skew.behind)
        }
      }
    }
  })
})

describe("a process that stands still", () => {
  test("does nothing meanwhile, and everything that came up when it goes on", () => {
    const time = new Time(0, new Prng("time"))
    const process = new Process(time, "store", new Prng("store"))
    const [done, outside]: [Array<number>, Array<number>] = [[], []]
    process.run(Effect.gen(function*() {
      for (let i = 0; i < 3; i++) {
        yield* Effect.sleep(second)
        done.push(process.now)
      }
    }))
    process.atOutside(5 * second, () => void outside.push(process.now))
    const until = (at: number) => {
      while (time.step(at));
    }
    until(second)
    process.pause()
    until(minute)
    expect(done).toEqual([second])
    expect(outside).toEqual([5 * second])
    process.resume()
    until(2 * minute)
    expect(done).toEqual([second, minute, minute + second])
  })
})

describe("a program that is gone", () => {
  test("has committed nothing of what was open, and keeps nobody waiting", () => {
    const disk = new Disk()
    disk.define("CREATE TABLE thing (id TEXT PRIMARY KEY, n INTEGER)")
    disk.define("INSERT INTO thing VALUES ('a', 0)")
    const server = new SimulatedPostgres(disk.engine(), unobserved, { statement: () => 1, response: () => 0 })
    const [dying, other] = [new PostgresClient(), new PostgresClient()]
    const time = new Time(0, new Prng("time"))
    const [first, second] = ["first", "second"].map((name) => new Process(time, name, new Prng(name)))
    const transaction = (client: PostgresClient, ends: boolean) =>
      Effect.gen(function*() {
        const connection = server.connection(client)
        yield* connection.run("BEGIN", [])
        yield* connection.run("UPDATE thing SET n = n + 1 WHERE id = ?", ["a"])
        if (!ends) yield* Effect.sleep(hour)
        yield* connection.run("COMMIT", [])
      })
    first!.run(transaction(dying, false))
    while (time.step(100));
    second!.run(transaction(other, true))
    while (time.step(200));
    expect(disk.query<{ n: number }>("SELECT n FROM thing")).toEqual([{ n: 0 }])
    first!.kill()
    dying.disconnect()
    while (time.step(300));
    expect(disk.query<{ n: number }>("SELECT n FROM thing")).toEqual([{ n: 1 }])
    disk.close()
  })
})

describe("the auditor, of leases", () => {
  const [one, other] = [{}, {}]
  const job = (fence: number, leaseUntil: number) => ({ kind: "deliver", subject: "s:o", runAt: 0, fence, leaseUntil })
  const judged = (happens: (rules: LeaseRules) => void): ReadonlyArray<string> => {
    const audit = new Audit(new Disk(), () => false)
    happens(new LeaseRules(audit))
    return audit.seen.violations.map(({ rule }) => rule)
  }

  test("lets a store have its job, renew its lease, and end it", () =>
    expect(judged((rules) => {
      rules.changed(one, job(1, 0), job(2, 5000), false, 0)
      rules.changed(one, job(2, 5000), job(2, 6500), true, 1500)
      rules.changed(one, job(2, 6500), job(2, 0), true, 2000)
    })).toEqual([]))

  test("misses the renewals of a store that lives", () => {
    const takenOver = (rules: LeaseRules) => {
      rules.changed(one, job(1, 0), job(2, 5000), false, 0)
      rules.changed(other, job(2, 5000), job(3, 10_100), false, 5100)
    }
    expect(judged(takenOver)).toEqual(["lease.renewed"])
    expect(judged((rules) => {
      rules.changed(one, job(1, 0), job(2, 5000), false, 0)
      rules.gone(one)
      rules.changed(other, job(2, 5000), job(3, 10_100), false, 5100)
    })).toEqual([])
    expect(judged((rules) => {
      rules.changed(one, job(1, 0), job(2, 5000), false, 0)
      rules.troubled(1000)
      rules.changed(other, job(2, 5000), job(3, 10_100), false, 5100)
    })).toEqual([])
  })

  test("misses the renewals of a key, unless somebody has left whose request it may be", () => {
    const takenOver = (rules: LeaseRules) => {
      rules.keyChanged(one, "key", 0, 5000, 0)
      rules.keyChanged(other, "key", 5000, 10_100, 5100)
    }
    expect(judged(takenOver)).toEqual(["lease.renewed"])
    expect(judged((rules) => {
      rules.keyChanged(one, "key", 0, 5000, 0)
      rules.keyChanged(one, "key", 5000, 6500, 1500)
      rules.keyChanged(one, "key", 6500, 0, 2000)
      rules.keyChanged(other, "key", 0, 9000, 4000)
      rules.disconnected(4500)
      rules.keyChanged(one, "key", 9000, 14_100, 9100)
    })).toEqual([])
  })

  test("sees a job that is taken before its lease is over", () =>
    expect(judged((rules) => {
      rules.changed(one, job(1, 0), job(2, 5000), false, 0)
      rules.changed(other, job(2, 5000), job(3, 8000), false, 3000)
    })).toEqual(["lease.early"]))

  test("sees a job that is ended by a store which was passed by", () => {
    const passed = (after: ReturnType<typeof job> | undefined, only: boolean) => (rules: LeaseRules) => {
      rules.changed(one, job(1, 0), job(2, 5000), false, 0)
      rules.troubled(1000)
      rules.changed(other, job(2, 5000), job(3, 10_100), false, 5100)
      rules.changed(one, job(3, 10_100), after, only, 6000)
    }
    expect(judged(passed(job(3, 0), false))).toEqual(["lease.fence"])
    expect(judged(passed(undefined, true))).toEqual(["lease.fence"])
    // A use case that cancels a job, with what it is about.
    expect(judged(passed(undefined, false))).toEqual([])
  })
})
