/**
 * The simulation itself: it is the same each time, it is another with another seed, and worlds that once broke a
 * promise no longer do.
 */
import { Prng } from "@beauty-store/simulation/engine/Prng"
import { Process } from "@beauty-store/simulation/engine/Time"
import { type Options, simulate } from "@beauty-store/simulation/Simulation"
import { drawConfiguration, enabledTraits, traits } from "@beauty-store/simulation/world/SwarmConfiguration"
import type * as Fiber from "effect/Fiber"
import * as FiberRef from "effect/FiberRef"
import { globalValue } from "effect/GlobalValue"
import { describe, expect, test } from "vitest"

const small: Omit<Options, "seed"> = { days: 1, shoppersPerDay: 2 }

describe("a world from a seed", () => {
  test("is the same, byte for byte, each time, whatever ran before it, and another with another seed", () => {
    const [one, other, again] = [10, 2, 10].map((seed) => simulate({ ...small, seed }).digest)
    expect(again).toBe(one)
    expect(other).not.toBe(one)
  })

  test("has a history that its digest stands for", () => {
    const lines: Array<string> = []
    const { tail } = simulate({ ...small, seed: 3, trace: (line) => void lines.push(line) })
    expect(lines.length).toBeGreaterThan(50)
    expect(lines.filter((line) => tail.includes(line))).toEqual(tail)
    expect(tail.at(-1)).toBe(lines.at(-1))
  })

  test("ends, as it is told, with what led there and not with the auditor's questions", () => {
    const { tail } = simulate({ ...small, seed: 3 })
    expect(tail).toHaveLength(60)
    expect(tail.slice(0, -2).filter((line) => line.includes(" auditor #"))).toEqual([])
  })

  test("says when each fault struck and when the store started, outside of what the digest stands for", () => {
    const lines: Array<string> = []
    const { boots, faults } = simulate({ ...small, seed: 7, trace: (line) => void lines.push(line) })
    const said = (what: string) => lines.filter((line) => line.slice(25).startsWith(what)).length
    expect(said("fault ")).toBe([...faults.values()].reduce((sum, count) => sum + count, 0))
    expect(said("fault ")).toBeGreaterThan(0)
    expect(said("store starts")).toBe(boots)
  })

  test("ends at its bound of steps, with what was still to be done", () => {
    // In some seeds nothing waits at that step.
    const seen: Array<string> = []
    for (
      let seed = 4;
      seed < 10 && !seen.some((words) => / (?:store|provider|carrier|session|is being served)/.test(words));
      seed++
    ) {
      const { steps, violations } = simulate({ ...small, seed, maxSteps: 3000 })
      expect([steps, violations.map(({ rule }) => rule)]).toEqual([3001, ["world.unbounded"]])
      seen.push(violations[0]!.seen)
    }
    expect(seen.at(-1)).toMatch(/^not by \d{4}-.*: .*(?:store|provider|carrier|session|is being served)/)
  })

  test("leaves no fiber behind when it is over", () => {
    type Roots = { readonly roots: Set<Fiber.RuntimeFiber<unknown, unknown>> }
    const { roots } = globalValue(Symbol.for("effect/FiberScope/Global"), (): Roots => ({ roots: new Set() }))
    // Other tests share this process, and leave what they like.
    const before = new Set(roots)
    simulate({ ...small, seed: 10 })
    const left = [...roots].filter((fiber) =>
      !before.has(fiber) && fiber.getFiberRef(FiberRef.currentScheduler) instanceof Process
    )
    expect(left.length).toBe(0)
  })

  test("has agents in it who buy by ACP, where its swarm has them", () => {
    const { answers, violations } = simulate({ ...small, seed: 2, calm: true })
    expect([...answers.keys()]).toEqual(expect.arrayContaining([
      "acp.createCheckoutSession 201",
      "acp.updateCheckoutSession 200",
      "acp.delegatePayment 201",
      "acp.completeCheckoutSession 200",
      "acp.getOrder 200"
    ]))
    expect(violations).toEqual([])
  })

  test.each([["JPY", 0], ["KWD", 3]] as const)(
    "keeps all promises in %s, which has %i decimals",
    (currency, decimals) => {
      const trace: Array<string> = []
      const world = {
        ...small,
        currency,
        calm: true,
        interleaved: false,
        trace: (line: string) => void trace.push(line)
      }
      const { purchases, violations } = simulate({ ...world, seed: 2 })
      expect([violations, purchases > 0]).toEqual([[], true])
      const totals = trace.join("\n").matchAll(new RegExp(`"total":([\\d.]+),"currency":"${currency}"`, "g"))
      const most = Math.max(...[...totals].map(([, total = ""]) => total.split(".")[1]?.length ?? 0))
      expect(most).toBe(decimals)
    }
  )

  test("has other traits for other seeds, and lacks those that are left out", () => {
    const swarms = Array.from({ length: 40 }, (_, seed) => drawConfiguration(new Prng(`climate ${seed}`)))
    for (const trait of traits) {
      const having = swarms.filter(({ has }) => has(trait)).length
      expect(having, trait).toBeGreaterThan(0)
      expect(having, trait).toBeLessThan(swarms.length)
    }
    const all = enabledTraits(swarms[0]!)
    const without = new Set(all.slice(0, 3))
    expect(enabledTraits(drawConfiguration(new Prng("climate 0"), { without }))).toEqual(all.slice(3))
  })
})
