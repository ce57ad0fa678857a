/**
 * A process that simulates the seeds it is sent, one after the other, and sends back what came of each (see `seeds.ts`).
 */
import { present, type Trait } from "@beauty-store/simulation/Climate"
import { simulate } from "@beauty-store/simulation/Simulation"
import type { Question, Told } from "./seeds.ts"

process.on("message", ({ calm, days, interleaved, seed, trace = false, without = [] }: Question) => {
  const history: Array<string> = []
  const from = performance.now()
  const report = simulate({
    seed,
    days,
    calm,
    interleaved,
    without: new Set(without as ReadonlyArray<Trait>),
    trace: trace ? (line) => void history.push(line) : undefined
  })
  const { boots, climate, coverage, digest, faults, lived, purchases, requests, steps, tail, violations } = report
  const told: Told = {
    seed,
    digest,
    violations,
    tail: violations.length === 0 ? [] : tail,
    purchases,
    requests,
    boots,
    steps,
    lived,
    present: present(climate),
    faults: [...faults],
    coverage: [...coverage],
    history: trace ? history : undefined,
    millis: performance.now() - from
  }
  process.send!(told)
})
process.on("disconnect", () => process.exit(0))
