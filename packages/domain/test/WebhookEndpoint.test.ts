import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Endpoint from "../src/WebhookEndpoint.ts"

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]
const start = 1_800_000_000_000
const id = "sub_0000000001"

const fail = (health: Endpoint.Health, now: number) => Endpoint.failed(health, id, "status 500", now)

/** Failures in a row at the given distances, from a healthy endpoint. */
const failures = (...gaps: ReadonlyArray<number>) => {
  let [health, now] = [Endpoint.healthy, start]
  for (const gap of gaps) {
    now += gap
    health = fail(health, now)
  }
  return { health, now }
}

/** What befalls an endpoint: its attempts begin only when they may. */
const attempt = fc.record({ succeeds: fc.boolean(), afterMillis: fc.integer({ min: 0, max: 12 * hour }) })
const attempts = fc.array(attempt, { maxLength: 60 })

/** Every health that the attempts lead to, with the moment of each. */
const course = (list: ReadonlyArray<typeof attempt extends fc.Arbitrary<infer A> ? A : never>) => {
  let [health, now] = [Endpoint.healthy, start]
  return list.flatMap(({ afterMillis, succeeds }) => {
    now += afterMillis
    if (Endpoint.isClosed(health, now)) return []
    health = succeeds ? Endpoint.succeeded(health) : fail(health, now)
    return [{ health, now, succeeds }]
  })
}

describe("an endpoint", () => {
  it("gives the documented example: five failures close it for half a minute, then one probe at a time", () => {
    const four = failures(0, second, second, second)
    expect(Endpoint.isClosed(four.health, four.now)).toBe(false)
    const { health, now } = failures(0, second, second, second, second)
    expect(Endpoint.stateOf(health)).toBe("failing")
    expect(health.pausedUntil! - now).toBeGreaterThanOrEqual(30 * second)
    expect(health.pausedUntil! - now).toBeLessThanOrEqual(33 * second)
    expect(Endpoint.attemptsAtOnce(health, true, health.pausedUntil! - 1)).toBe(0)
    expect(Endpoint.attemptsAtOnce(health, true, health.pausedUntil!)).toBe(1)
    expect(Endpoint.succeeded(health)).toEqual(Endpoint.healthy)
  })

  it("pauses twice as long after each failure, up to a quarter of an hour and a tenth", () => {
    fc.assert(fc.property(fc.integer({ min: 5, max: 2_000 }), fc.string(), (n, name) => {
      const pause = Endpoint.pauseAfter(n, name)!
      const whole = Math.min(30 * second * 2 ** (n - 5), 15 * minute)
      expect(pause).toBeGreaterThanOrEqual(whole)
      expect(pause).toBeLessThan(whole * 1.1)
      expect(Endpoint.pauseAfter(n + 1, name)).toBeGreaterThanOrEqual(pause)
    }))
    expect(Endpoint.pauseAfter(4, id)).toBeUndefined()
    const pauses = Array.from({ length: 50 }, (_, n) => Endpoint.pauseAfter(5, `sub_${n}`))
    expect(new Set(pauses).size).toBeGreaterThan(20)
  })

  it("is healthy after any success, and while it is not disabled, it may be tried again some day", () => {
    fc.assert(fc.property(attempts, (list) => {
      for (const { health, now, succeeds } of course(list)) {
        if (succeeds) expect(health).toEqual(Endpoint.healthy)
        else expect(health.failures).toBeGreaterThan(0)
        const opens = Math.max(now, health.pausedUntil ?? now)
        expect(opens - now).toBeLessThanOrEqual(1.1 * Endpoint.longestPauseMillis)
        expect(Endpoint.isClosed(health, opens)).toBe(Endpoint.stateOf(health) === "disabled")
      }
    }))
  })

  it("allows more than one attempt at once to endpoints only that are healthy and known to be", () => {
    fc.assert(fc.property(attempts, fc.boolean(), fc.nat(day), (list, isProven, later) => {
      for (const { health, now } of course(list)) {
        const most = Endpoint.attemptsAtOnce(health, isProven, now + later)
        expect(most > 1).toBe(isProven && Endpoint.stateOf(health) === "healthy")
        expect(most === 0).toBe(Endpoint.isClosed(health, now + later))
        expect(most).toBeLessThanOrEqual(Endpoint.mostAttemptsAtOnce)
      }
    }))
  })

  it("is disabled after three days of failing and not before, and says since when and why", () => {
    fc.assert(fc.property(attempts, (list) => {
      let failingFrom: number | undefined
      for (const { health, now, succeeds } of course(list)) {
        if (succeeds) failingFrom = undefined
        else failingFrom ??= now
        const { disabledAt, failingMillis, failingSince, reason } = health
        expect(failingSince).toBe(failingFrom)
        expect(reason).toBe(succeeds ? undefined : "status 500")
        expect(failingMillis).toBeLessThanOrEqual(now - (failingFrom ?? now))
        if (disabledAt === undefined) continue
        expect(disabledAt).toBe(now)
        expect(now - failingFrom!).toBeGreaterThanOrEqual(3 * day)
        expect(health.failures).toBeGreaterThanOrEqual(Endpoint.failuresBeforePause)
      }
    }))
    const everyHour = failures(0, ...Array.from({ length: 72 }, () => hour))
    expect(Endpoint.stateOf(everyHour.health)).toBe("disabled")
    expect(Endpoint.stateOf(failures(0, ...Array.from({ length: 71 }, () => hour)).health)).toBe("failing")
  })

  it("does not fail while nothing is sent: of a month of silence no more counts than the longest gap of a schedule", () => {
    const { health, now } = failures(0, 5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour)
    const later = fail(health, now + 30 * day)
    expect(later.failingMillis).toBe(health.failingMillis + 8 * hour)
    expect(Endpoint.stateOf(later)).toBe("failing")
    // Neither does a clock that goes back.
    expect(fail(health, now - day).failingMillis).toBe(health.failingMillis)
  })

  it("stays disabled whatever is heard of attempts that were on their way", () => {
    const { health, now } = failures(0, ...Array.from({ length: 80 }, () => hour))
    expect(Endpoint.succeeded(health)).toBe(health)
    expect(fail(health, now + 1)).toBe(health)
    expect(Endpoint.attemptsAtOnce(health, true, now + 365 * day)).toBe(0)
  })
})
