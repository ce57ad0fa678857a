/**
 * A process that simulates the seeds that it receives, one after the other, and sends each report back (see
 * `simulationPool.ts`).
 */
import { beginningOf, linesOf } from "@beauty-store/simulation/Bisection"
import { type Options, simulate } from "@beauty-store/simulation/Simulation"
import { enabledTraits, type Fault, type Trait } from "@beauty-store/simulation/world/SwarmConfiguration"
import type { RunRequest, RunResult } from "./simulationPool.ts"

/** A generated mutant counts here when it makes a difference. */
const counter = globalThis as { mutantHits?: number }

process.on("message", (request: RunRequest) => {
  const {
    bisect = false,
    calm,
    days,
    fault,
    interleaved,
    preemption,
    reactions,
    seed,
    shoppersPerDay,
    stores,
    trace = false,
    without = []
  } = request
  const [trait, nth] = fault?.split(":") ?? []
  const history: Array<string> = []
  const from = performance.now()
  counter.mutantHits = 0
  const options: Options = {
    seed,
    days,
    calm,
    interleaved,
    preemption,
    ownReactions: reactions,
    shoppersPerDay,
    stores,
    coverage: request.coverage,
    singleFault: trait === undefined ? undefined : { trait: trait as Fault, nth: Number(nth) },
    without: new Set(without as ReadonlyArray<Trait>),
    withoutPeople: new Set(request.withoutPeople),
    withoutRequests: new Set(request.withoutRequests),
    trace: trace ? (line) => void history.push(line) : undefined
  }
  const { answers, coverage, faults, faultsByOperation, states, swarm, tail, violations, ...figures } = simulate(
    options
  )
  const result: RunResult = {
    ...figures,
    beginning: bisect && violations.length > 0 ? linesOf(beginningOf(options)!) : undefined,
    violations,
    tail: violations.length === 0 ? [] : tail,
    traits: enabledTraits(swarm),
    faults: [...faults],
    faultsByOperation: [...faultsByOperation],
    answers: [...answers],
    states: [...states],
    coverage: [...coverage],
    fault,
    history: trace ? history : undefined,
    mutantHits: counter.mutantHits,
    millis: performance.now() - from
  }
  process.send!(result)
})
process.on("disconnect", () => process.exit(0))
