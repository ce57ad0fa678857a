import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as EndpointRoundRobin from "../src/EndpointRoundRobin.ts"
import * as Endpoint from "../src/WebhookEndpoint.ts"

const now = 1_800_000_000_000
const failing = Endpoint.failed(Endpoint.healthy, "sub_1", "timeout", now - 60_000)
const paused = { ...failing, failures: 5, pausedUntil: now + 30_000 }

const idle: EndpointRoundRobin.Candidate = {
  endpointId: "",
  health: Endpoint.healthy,
  isProven: true,
  underWay: 0,
  underWayHere: 0,
  due: 1,
  laterAt: undefined,
  lastTurn: 0
}

const candidate: fc.Arbitrary<EndpointRoundRobin.Candidate> = fc.record({
  endpointId: fc.constant(""),
  health: fc.constantFrom(Endpoint.healthy, Endpoint.healthy, failing, paused, {
    ...failing,
    disabledAt: now - 1
  }),
  isProven: fc.boolean(),
  underWay: fc.nat(4),
  underWayHere: fc.constant(0),
  due: fc.nat(4),
  laterAt: fc.option(fc.integer({ min: now + 1, max: now + 3_600_000 }), { nil: undefined }),
  lastTurn: fc.nat(50)
}).chain((one) => fc.nat(one.underWay).map((underWayHere) => ({ ...one, underWayHere })))
const candidates = fc.array(candidate, { maxLength: 200 })
  .map((list) => list.map((one, i) => ({ ...one, endpointId: `sub_${String(i).padStart(4, "0")}` })))

const isFailing = ({ health }: EndpointRoundRobin.Candidate) => Endpoint.stateOf(health) !== "healthy"
const isUnproven = (one: EndpointRoundRobin.Candidate) => isFailing(one) || !one.isProven
const sum = (list: ReadonlyArray<number>) => list.reduce((total, one) => total + one, 0)

describe("turns", () => {
  it("never give more than there is: slots, what is due, what an endpoint may have, what a class may have", () => {
    fc.assert(fc.property(candidates, fc.nat(128), (list, free) => {
      const { attempts } = EndpointRoundRobin.take(list, free, now)
      const given = (one: EndpointRoundRobin.Candidate) => attempts.get(one.endpointId) ?? 0
      expect(sum([...attempts.values()])).toBeLessThanOrEqual(free)
      for (const one of list) {
        expect(given(one)).toBeLessThanOrEqual(one.due)
        if (given(one) === 0) continue
        expect(one.underWay + given(one))
          .toBeLessThanOrEqual(Endpoint.attemptsAtOnce(one.health, one.isProven, now))
      }
      for (const [belongs, most] of [[isFailing, 32], [isUnproven, 64]] as const) {
        const some = list.filter(belongs)
        const before = sum(some.map(({ underWayHere }) => underWayHere))
        expect(before + sum(some.map(given))).toBeLessThanOrEqual(Math.max(before, most))
      }
    }))
  })

  it("leave no slot free while an endpoint that is proven waits for one", () => {
    fc.assert(fc.property(candidates, fc.nat(128), (list, free) => {
      const { attempts, isCrowded } = EndpointRoundRobin.take(list, free, now)
      const waiting = list.filter((one) =>
        !isUnproven(one) && one.due > (attempts.get(one.endpointId) ?? 0)
        && one.underWay + (attempts.get(one.endpointId) ?? 0) < Endpoint.mostAttemptsAtOnce
      )
      if (waiting.length === 0) return
      expect(sum([...attempts.values()])).toBe(free)
      expect(isCrowded).toBe(true)
    }))
  })

  it("are equal: nobody gets a second while another that may have it has none", () => {
    fc.assert(fc.property(candidates, fc.nat(128), (list, free) => {
      const { attempts } = EndpointRoundRobin.take(list, free, now)
      const proven = list.filter((one) => !isUnproven(one) && one.due > 0)
      const held = (one: EndpointRoundRobin.Candidate) => one.underWay + (attempts.get(one.endpointId) ?? 0)
      const most = Math.max(0, ...proven.filter(({ endpointId }) => attempts.has(endpointId)).map(held))
      for (const one of proven) {
        if ((attempts.get(one.endpointId) ?? 0) < one.due && held(one) < 4) {
          expect(held(one)).toBeGreaterThanOrEqual(most - 1)
        }
      }
    }))
  })

  it("come to everybody in turn, however many wait and however few slots there are", () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 8 }), (endpoints, free) => {
      const lastTurn = new Map<string, number>()
      const seen = new Map<string, number>()
      const rounds = Math.ceil(endpoints / free) * 3
      for (let round = 1; round <= rounds; round++) {
        const list = Array.from({ length: endpoints }, (_, i) => {
          const endpointId = `sub_${i}`
          return { ...idle, endpointId, due: 4, lastTurn: lastTurn.get(endpointId) ?? 0 }
        })
        for (const [endpointId, n] of EndpointRoundRobin.take(list, free, now).attempts) {
          lastTurn.set(endpointId, round)
          seen.set(endpointId, (seen.get(endpointId) ?? 0) + n)
        }
      }
      expect(seen.size).toBe(endpoints)
      const counts = [...seen.values()]
      expect(Math.min(...counts)).toBeGreaterThanOrEqual(3)
    }))
  })

  it("pass by a thousand endpoints that are dead, or that nobody knows", () => {
    const good = { ...idle, endpointId: "sub_good", due: 4, lastTurn: 1_000_000 }
    for (const other of [{ ...idle, health: failing }, { ...idle, isProven: false }, { ...idle, health: paused }]) {
      const crowd = Array.from({ length: 1_000 }, (_, i) => ({ ...other, endpointId: `sub_${i}`, due: 4 }))
      const { attempts } = EndpointRoundRobin.take([...crowd, good], 128, now)
      expect(attempts.get("sub_good")).toBe(4)
      const { attempts: later } = EndpointRoundRobin.take(
        [
          ...crowd.map((one) => ({ ...one, underWay: 1, underWayHere: attempts.has(one.endpointId) ? 1 : 0 })),
          good
        ],
        128 - (sum([...attempts.values()]) - 4),
        now
      )
      expect(later.get("sub_good")).toBe(4)
    }
  })

  it("say when more may begin by the clock alone", () => {
    const at = (one: Partial<EndpointRoundRobin.Candidate>) =>
      EndpointRoundRobin.take([{ ...idle, endpointId: "sub_1", due: 0, ...one }], 128, now).nextAt
    expect(at({ laterAt: now + 5 })).toBe(now + 5)
    expect(at({ due: 1, health: paused })).toBe(now + 30_000)
    expect(at({ laterAt: now + 5, health: paused })).toBe(now + 30_000)
    expect(at({ laterAt: now + 60_000, health: paused })).toBe(now + 60_000)
    expect(at({ due: 1, health: { ...failing, disabledAt: now } })).toBeUndefined()
    expect(at({})).toBeUndefined()
  })
})
