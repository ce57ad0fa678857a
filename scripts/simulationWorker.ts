/**
 * A process that simulates the seeds that it receives, one after the other, and sends each report back (see
 * `simulationPool.ts`).
 */
import { beginningOf, linesOf } from "@beauty-store/simulation/Bisection"
import { type Options, purchasesOf, simulate } from "@beauty-store/simulation/Simulation"
import type { World } from "@beauty-store/simulation/World"
import { enabledTraits, type Fault, type Trait } from "@beauty-store/simulation/world/SwarmConfiguration"
import type { Progress, RunRequest, RunResult } from "./simulationPool.ts"

const dayMillis = 86_400_000

/** Tells at each day of a run how far it has come. It only looks, so the run is the same without it. */
const tellingDays = (options: Options): Options => {
  let world: World | undefined
  let [from, day] = [0, 0]
  return {
    ...options,
    watch: (opened) => {
      world = opened
      from = opened.time.now
    },
    endsEarly: () => {
      const begun = 1 + Math.floor((world!.time.now - from) / dayMillis)
      if (begun > day) process.send!({ day: day = begun, purchases: purchasesOf(world!) } satisfies Progress)
      return false
    }
  }
}

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
  const { answers, checks, coverage, faults, faultsByOperation, states, swarm, tail, violations, ...figures } =
    simulate(
      tellingDays(options)
    )
  const result: RunResult = {
    ...figures,
    beginning: bisect && violations.length > 0 ? linesOf(beginningOf(options)!) : undefined,
    violations,
    tail: violations.length === 0 ? [] : tail,
    traits: enabledTraits(swarm),
    checks: [...checks],
    faults: [...faults],
    faultsByOperation: [...faultsByOperation],
    answers: [...answers],
    states: [...states],
    coverage: [...coverage],
    fault,
    history: trace ? history : undefined,
    millis: performance.now() - from
  }
  process.send!(result)
})
process.on("disconnect", () => process.exit(0))
