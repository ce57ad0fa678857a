/**
 * The command line of `npm run simulate`: which seeds, and what their runs are like. Everything that is given is
 * checked before the first world is built; what is wrong ends the program in words.
 */
import { faults, traits } from "@beauty-store/simulation/world/SwarmConfiguration"
import { randomInt } from "node:crypto"
import { availableParallelism } from "node:os"
import { positive, readOptions, refuse } from "./commandLine.ts"
import type { RunRequest } from "./simulationPool.ts"
import { expanded } from "./simulationShrink.ts"

const usage = `npm run simulate -- [options]

which seeds (one fresh seed, unless they are given):
  --seed 7              one
  --seeds 1..1000       many
  --minutes 2           fresh seeds for so long
  --days 5              how long each run lasts, in simulated days
  --jobs 2              how many at a time
what the runs are like (the seed draws what is not given):
  --calm                no faults
  --interleaved         loads and writes of a transaction lie apart
  --stores 3            so many stores share the database, with interleaved transactions
  --no-preemption       fibers yield only where they wait: a refactoring leaves such a run's digest as it is
  --reactions           the shop reacts to its orders by code of its own, which fails now and then
  --shoppers 3          on a day
  --only, --without act.cancel,disk.full
                        keeps, or leaves out, actions and faults
  --without-people shopper-3,staff
                        leaves out people
  --without-requests shopper-1:2-4,staff:9
                        leaves out requests, by their client and their number among that client's
  --fault disk.full:12  one fault, once
  --every-fault         one fault at a time, at every place where it can be injected
what is printed (a verdict, unless more is asked for):
  --verbose             tables of the faults, responses, states and rules that occurred
  --trace               writes each history to simulation-<seed>.log
  --shrink              looks for the actions, faults, people, days and requests that the first failure needs
  --bisect              looks for the transaction with which the first failure began, after --shrink in what is left
  --coverage            names the operations that each fault hit, and what was never seen of the contracts;
                        3000 seeds or more fail where that is not listed (scripts/unseenPairs.ts)
  --digests             prints the digest of each history`

/** What is to be done, read from a command line. */
export interface SimulationOptions {
  /** The first seed and the last. */
  readonly seeds: { readonly from: number; readonly to: number }
  /** The one seed, where there is one. */
  readonly onlySeed: number | undefined
  /** Whether nobody said which seed. */
  readonly isFresh: boolean
  readonly minutes: number | undefined
  readonly days: number
  readonly jobs: number
  readonly shrink: boolean
  readonly bisect: boolean
  readonly coverage: boolean
  readonly verbose: boolean
  readonly digests: boolean
  readonly everyFault: boolean
  /** What a run of a seed is asked to do, without some traits: by default those that the command line leaves out. */
  readonly requestOf: (seed: number, without?: ReadonlyArray<string>) => RunRequest
}

/** The options of a command line, or the end of the program. */
export const readSimulationOptions = (): SimulationOptions => {
  const values = readOptions(usage, {
    seed: { type: "string" },
    seeds: { type: "string" },
    days: { type: "string", default: "5" },
    minutes: { type: "string" },
    jobs: { type: "string", default: String(Math.min(2, availableParallelism())) },
    trace: { type: "boolean", default: false },
    shrink: { type: "boolean", default: false },
    bisect: { type: "boolean", default: false },
    calm: { type: "boolean" },
    interleaved: { type: "boolean" },
    "no-preemption": { type: "boolean", default: false },
    reactions: { type: "boolean", default: false },
    digests: { type: "boolean", default: false },
    "without-people": { type: "string" },
    "without-requests": { type: "string" },
    "every-fault": { type: "boolean", default: false },
    fault: { type: "string" },
    shoppers: { type: "string" },
    stores: { type: "string" },
    coverage: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
    without: { type: "string", default: "" },
    only: { type: "string" }
  })
  const optional = (name: "seed" | "minutes" | "shoppers" | "stores", isWhole = true): number | undefined =>
    values[name] === undefined ? undefined : positive(name, values[name], isWhole)
  const days = positive("days", values.days, false)
  const jobs = positive("jobs", values.jobs)
  if ([values.seed, values.seeds, values.minutes].filter((given) => given !== undefined).length > 1) {
    refuse("--seed, --seeds and --minutes say which seeds to run: give one of them")
  }
  const minutes = optional("minutes", false)
  const everyFault = values["every-fault"]
  const isFresh = !everyFault && values.seed === undefined && values.seeds === undefined && minutes === undefined
  const onlySeed = isFresh ? randomInt(1, 2 ** 40) : optional("seed")
  const leftOut = traitsLeftOut(values)
  if (values.fault !== undefined) checkFault(values.fault)
  const shoppersPerDay = optional("shoppers")
  const stores = optional("stores")
  return {
    seeds: onlySeed === undefined ? range(values.seeds) : { from: onlySeed, to: onlySeed },
    onlySeed,
    isFresh,
    minutes,
    days,
    jobs,
    shrink: values.shrink,
    bisect: values.bisect,
    coverage: values.coverage,
    verbose: values.verbose,
    digests: values.digests,
    everyFault,
    requestOf: (seed, without = leftOut) => ({
      seed,
      days,
      calm: values.calm,
      interleaved: values.interleaved,
      stores,
      preemption: !values["no-preemption"],
      reactions: values.reactions,
      without,
      coverage: values.coverage,
      fault: values.fault,
      shoppersPerDay,
      withoutPeople: (values["without-people"] ?? "").split(",").filter(Boolean),
      withoutRequests: expanded(values["without-requests"] ?? ""),
      trace: values.trace
    })
  }
}

/** The traits that are disabled in every run, whatever its seed draws. */
const traitsLeftOut = (values: { readonly only?: string | undefined; readonly without: string }) => {
  const traitsOf = (name: "only" | "without"): ReadonlyArray<string> => {
    const names = (values[name] ?? "").split(",").filter(Boolean)
    const unknown = names.find((one) => !traits.some((trait) => trait === one))
    return unknown === undefined ? names : refuse(`--${name} ${unknown}: there is ${traits.join(", ")}`)
  }
  return traits.filter((trait) =>
    traitsOf("without").includes(trait) || (values.only !== undefined && !traitsOf("only").includes(trait))
  )
}

const checkFault = (fault: string): void => {
  const [, trait = "", nth = "0"] = /^([^:]*):(\d+)$/.exec(fault) ?? []
  if (!(trait in faults) || Number(nth) === 0) {
    refuse(`--fault ${fault}: should be like disk.full:12; there is ${Object.keys(faults).join(", ")}`)
  }
}

/** From the first seed to the last; many from a random one where none is given. */
const range = (seeds: string | undefined): { readonly from: number; readonly to: number } => {
  if (seeds === undefined) {
    const from = randomInt(1, 2 ** 40)
    return { from, to: from + 1_000_000 }
  }
  const [, first = "", last = ""] = /^(\d+)\.\.(\d+)$/.exec(seeds) ?? []
  const [from, to] = [Number(first), Number(last)]
  return from > 0 && to >= from ? { from, to } : refuse(`--seeds ${seeds}: should be like 1..100`)
}
