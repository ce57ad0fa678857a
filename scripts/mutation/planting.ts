/**
 * Plants bugs into the bundle that the simulation's workers run, and looks for the first seed that sees them. Sources on
 * the disk stay as they are: each is changed as the bundle reads it.
 */
import { readFileSync } from "node:fs"
import { rm } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { buildWorker, runAll, type RunRequest } from "../simulationPool.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** A changed source: its path from the root, and what it is instead. */
export interface Plant {
  readonly file: string
  readonly change: (source: string) => string
}

/** The first seed that violates a rule, and the rule. */
export interface Seen {
  readonly seed: number
  readonly rule: string
}

export interface Verdict {
  readonly seen: Seen | undefined
  /** How many runs violated nothing. */
  readonly clean: number
  /** How often the mutant differed from the original; nothing, where it cannot count that. */
  readonly hits: number
}

let built = 0

/** Builds a worker with these plants, and gives its path away for as long as `use` takes. */
export const withWorker = async <A>(plants: ReadonlyArray<Plant>, use: (path: string) => Promise<A>): Promise<A> => {
  const places = new Map(plants.map(({ change, file }) => [join(root, file), change]))
  const path = await buildWorker(`mutant-${process.pid}-${++built}`, [{
    name: "plant",
    setup: (build) => {
      build.onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
        const change = places.get(path)
        return change === undefined
          ? undefined
          : { contents: change(readFileSync(path, "utf8")), loader: path.endsWith("x") ? "tsx" : "ts" }
      })
    }
  }])
  try {
    return await use(path)
  } finally {
    await rm(dirname(path), { recursive: true, force: true })
  }
}

/**
 * Runs requests until one sees a violation, or there are none left. Of several the one with the smallest seed counts,
 * although they run at once. A world that ends its process is a violation too.
 */
export const firstViolation = async (
  plants: ReadonlyArray<Plant>,
  requests: Iterable<RunRequest>,
  jobs: number,
  onRun: (seed: number) => void = () => {}
): Promise<Verdict> => {
  const rest = requests[Symbol.iterator]()
  let seen: Seen | undefined
  let clean = 0
  let hits = 0
  let last = 0
  const next = (): RunRequest | undefined => {
    if (seen !== undefined) return undefined
    const { done, value } = rest.next()
    if (done === true) return undefined
    last = value.seed
    return value
  }
  await withWorker(plants, (path) =>
    runAll(path, jobs, next, ({ mutantHits, seed, violations }) => {
      onRun(seed)
      hits += mutantHits
      const [first] = violations
      if (first === undefined) clean++
      else if (seen === undefined || seed < seen.seed) seen = { seed, rule: first.rule }
    })).catch((error: unknown) => {
      if (!(error instanceof Error) || !/ended its process/.test(error.message)) throw error
      seen ??= { seed: Number(/seed (\d+)/.exec(error.message)?.[1] ?? last), rule: "process.ended" }
    })
  return { seen, clean, hits }
}
