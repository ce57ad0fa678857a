/**
 * Runs a use case with every fault at every place: once without a fault, while its places are noted (`SweepTrial`),
 * then for each place and each fault there (`faultsAt`), from copies of the same disks. At rest, nothing may differ
 * from the run without a fault but ids and times (`FinalState`), and no rule may be violated.
 *
 * @since 1.0.0
 */
import type * as Effect from "effect/Effect"
import { setImmediate as turn } from "node:timers/promises"
import { day, minute } from "./engine/Time.ts"
import { auditAtRest } from "./FinalAudit.ts"
import { type FinalState, finalStateOf } from "./FinalState.ts"
import { preparedStore } from "./PreparedStore.ts"
import {
  type Environment,
  type Fault,
  faultsAt,
  type Place,
  type PlannedFault,
  SweepTrial,
  type TrialStart
} from "./SweepTrial.ts"
import { productIds } from "./world/Assortment.ts"

export type { Fault, Place } from "./SweepTrial.ts"

/** A use case, as effects in simulated time: they sleep as long as they like. */
export interface UseCase<State> {
  /** Runs everything before it, once. Its result is plain data. */
  readonly prepare: (environment: Environment) => Effect.Effect<State>
  /**
   * Runs it, as a careful client does, and waits for as long as its consequences are to fail as well. Its result is
   * compared, except for ids and times.
   */
  readonly act: (environment: Environment, state: State) => Effect.Effect<unknown>
  /** Tables whose rows are not compared, because a repeat may add its own (`the store's token`); default: none. */
  readonly varying?: ReadonlyArray<string>
}

/** A difference that one fault made. */
export interface Finding {
  /** Counted from 1. */
  readonly place: number
  readonly at: Place
  readonly fault: Fault
  readonly rule: string
  readonly expected: string
  readonly seen: string
}

type Difference = Pick<Finding, "rule" | "expected" | "seen">

export interface Swept {
  readonly places: ReadonlyArray<Place>
  /** How often it was run with a fault. */
  readonly trials: number
  readonly findings: ReadonlyArray<Finding>
}

/** A finding as text, for the report of a test. */
export const formatFinding = ({ at, expected, fault, place, rule, seen }: Finding): string =>
  `place ${place}, ${at.kind} ${fault}: ${at.what.replace(/\s+/g, " ").slice(0, 200)}
    ${rule}
    expected ${expected}
    seen     ${seen}`

/** A day on which neither year, month nor clocks are about to change. */
const start = Date.parse("2026-06-01T08:00:00Z")
/** Units of every product. */
const stocked = 20

/** The differences of two states. */
const differences = (
  sound: FinalState,
  seen: FinalState,
  varying: ReadonlyArray<string> = []
): ReadonlyArray<Difference> =>
  sound.flatMap(([what, lines], i) => {
    const other = seen[i]![1]
    const missing = lines.filter((line) => !other.includes(line))
    const extra = other.filter((line) => !lines.includes(line))
    return varying.includes(what) || lines.length === other.length && lines.every((line, n) => line === other[n])
      ? []
      : [{
        rule: what,
        expected: `${lines.length} rows: ${missing.join(" | ")}`,
        seen: `${other.length} rows: ${extra.join(" | ")}`
      }]
  })

interface Trial {
  readonly places: ReadonlyArray<Place>
  readonly finalState: FinalState
  readonly violations: ReadonlyArray<Difference>
}

const runTrial = <State>(
  { act }: UseCase<State>,
  state: State,
  from: TrialStart,
  planned: PlannedFault | undefined
): Trial => {
  const trial = new SweepTrial("lived", from, planned)
  let finalState: FinalState = []
  let failure: unknown
  try {
    trial.open()
    trial.counting = true
    const result = trial.until(trial.clientProcess, act(trial.environment(), state), trial.time.now + day)
    trial.counting = false
    trial.settle()
    finalState = finalStateOf(trial.disks, trial.partners, result)
    auditAtRest(trial, trial.inspector(), [], productIds.slice(0, 2))
  } catch (error) {
    failure = error
  }
  const { auditor: { seen: { violations } }, places, rejections } = trial
  const all: ReadonlyArray<Difference> = [
    ...violations,
    ...rejections.map((seen) => ({ rule: "webhook.signature", expected: "signed", seen })),
    ...(failure === undefined || violations.length > 0
      ? []
      : [{ rule: "world", expected: "a world that goes on", seen: String(failure) }])
  ]
  trial.close()
  return { places, finalState, violations: all }
}

/** Prepares a use case, and returns the state in which its trials begin. */
const prepared = <State>({ prepare }: UseCase<State>) => {
  const world = new SweepTrial("prepared", { snapshot: preparedStore(false), start }, undefined)
  world.open()
  for (const product of productIds) world.stock(product, stocked)
  const state = world.until(world.clientProcess, prepare(world.environment()), start + 90 * day)
  for (const until = world.time.now + minute; world.advance(until););
  const from: TrialStart = {
    snapshot: world.snapshot(),
    start: world.time.now,
    auditor: world.auditor,
    clients: [...world.clientsByName.values()].map(({ identity, signedInAt, token }) => ({
      identity,
      signedInAt,
      token
    }))
  }
  return { from, state, world }
}

/**
 * Runs a use case with every fault in turn. Between trials, which compute alone, the process takes a turn of its event
 * loop.
 *
 * ```ts
 * const { findings } = await sweep({ prepare: (environment) => …, act: (environment, prepared) => … })
 * ```
 */
export const sweep = async <State>(useCase: UseCase<State>): Promise<Swept> => {
  const { from, state, world } = prepared(useCase)
  const sound = runTrial(useCase, state, from, undefined)
  world.close()
  if (sound.violations.length > 0) {
    throw new Error(`without any fault: ${sound.violations.map(({ rule, seen }) => `${rule}: ${seen}`).join("; ")}`)
  }
  const findings: Array<Finding> = []
  let trials = 0
  for (const [i, at] of sound.places.entries()) {
    for (const fault of faultsAt(at)) {
      await turn()
      trials++
      const place = i + 1
      const { finalState, places, violations } = runTrial(useCase, state, from, { place, fault })
      const reached = places[i]
      const all = reached === undefined || reached.kind !== at.kind || reached.what !== at.what
        ? [{ rule: "the way there", expected: at.what, seen: reached?.what ?? "nothing" }]
        : violations.length > 0
        ? violations
        : differences(sound.finalState, finalState, useCase.varying)
      for (const difference of all) findings.push({ place, at, fault, ...difference })
    }
  }
  return { places: sound.places, trials, findings }
}
