/**
 * Plants a bug into the bundle that the simulation's workers run, and looks for the first seed that sees it. Sources on the
 * disk stay as they are: the bug's is changed as the bundle reads it.
 */
import { readFileSync } from "node:fs"
import { rm } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { buildWorker, runAll, type RunRequest } from "../simulationPool.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** A changed source: its path from the root, and what it is instead. */
interface Plant {
  readonly file: string
  readonly change: (source: string) => string
}

/** The first seed that violates a rule, and the rule. */
export interface Seen {
  readonly seed: number
  readonly rule: string
}

let built = 0

/** Builds a worker with a plant, and gives its path away for as long as `use` takes. */
const withWorker = async <A>({ change, file }: Plant, use: (path: string) => Promise<A>): Promise<A> => {
  const path = await buildWorker(`mutant-${process.pid}-${++built}`, [{
    name: "plant",
    setup: (build) => {
      build.onLoad({ filter: /\.tsx?$/ }, ({ path }) =>
        path === join(root, file)
          ? { contents: change(readFileSync(path, "utf8")), loader: path.endsWith("x") ? "tsx" : "ts" }
          : undefined)
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
  plant: Plant,
  requests: Iterable<RunRequest>,
  jobs: number,
  onRun: (seed: number) => void = () => {}
): Promise<Seen | undefined> => {
  const rest = requests[Symbol.iterator]()
  let seen: Seen | undefined
  let last = 0
  const next = (): RunRequest | undefined => {
    if (seen !== undefined) return undefined
    const { done, value } = rest.next()
    if (done === true) return undefined
    last = value.seed
    return value
  }
  await withWorker(plant, (path) =>
    runAll(path, jobs, next, ({ seed, violations }) => {
      onRun(seed)
      const [first] = violations
      if (first !== undefined && (seen === undefined || seed < seen.seed)) seen = { seed, rule: first.rule }
    })).catch((error: unknown) => {
      if (!(error instanceof Error) || !/ended its process/.test(error.message)) throw error
      seen ??= { seed: Number(/seed (\d+)/.exec(error.message)?.[1] ?? last), rule: "process.ended" }
    })
  return seen
}
