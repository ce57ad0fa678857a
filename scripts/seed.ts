/**
 * A process that simulates the seeds it is sent, one after the other, and sends back what came of each (see `seeds.ts`).
 */
import { simulate } from "@beauty-store/simulation/Simulation"
import { type Fault, present, type Trait } from "@beauty-store/simulation/world/SwarmConfiguration"
import type { Question, Told } from "./seeds.ts"

process.on("message", (question: Question) => {
  const { calm, days, interleaved, preemption, seed, shoppersPerDay, strike, trace = false, without = [] } = question
  const [trait, nth] = strike?.split(":") ?? []
  const history: Array<string> = []
  const from = performance.now()
  const report = simulate({
    seed,
    days,
    calm,
    interleaved,
    preemption,
    shoppersPerDay,
    strike: trait === undefined ? undefined : { trait: trait as Fault, nth: Number(nth) },
    without: new Set(without as ReadonlyArray<Trait>),
    trace: trace ? (line) => void history.push(line) : undefined
  })
  const {
    boots,
    climate,
    answers,
    digest,
    faults,
    lived,
    purchases,
    requests,
    states,
    steps,
    struck,
    tail,
    violations
  } = report
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
    struck: [...struck],
    answers: [...answers],
    states: [...states],
    strike,
    history: trace ? history : undefined,
    millis: performance.now() - from
  }
  process.send!(told)
})
process.on("disconnect", () => process.exit(0))
