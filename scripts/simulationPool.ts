/**
 * A pool of worker processes that run simulations, one seed at a time each. The workers run a bundle of the program, as
 * it is or with a bug planted in it (`mutants.ts`).
 */
import type { Report } from "@beauty-store/simulation/Simulation"
import type { Plugin } from "esbuild"
import { type ChildProcess, fork } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { bundle } from "./bundle.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))

/** A request to a worker: a seed, and the options of its simulation. */
export interface RunRequest {
  readonly seed: number
  readonly days: number
  readonly calm?: boolean | undefined
  readonly interleaved?: boolean | undefined
  /** How many stores share the database. */
  readonly stores?: number | undefined
  readonly preemption?: boolean | undefined
  readonly reactions?: boolean | undefined
  readonly without?: ReadonlyArray<string> | undefined
  /** One fault, once: `disk.full:12` is injected the twelfth time that it could be. */
  readonly fault?: string | undefined
  readonly shoppersPerDay?: number | undefined
  readonly trace?: boolean | undefined
  readonly coverage?: boolean | undefined
  /** People who do not come, and requests that are not sent. */
  readonly withoutPeople?: ReadonlyArray<string> | undefined
  readonly withoutRequests?: ReadonlyArray<string> | undefined
  /** Looks for the transaction with which a violation began. */
  readonly bisect?: boolean | undefined
}

/** A report, with plain lists in place of maps, for sending it between processes. */
export interface RunResult extends
  Pick<
    Report,
    | "seed"
    | "digest"
    | "violations"
    | "promises"
    | "people"
    | "sent"
    | "tail"
    | "purchases"
    | "requests"
    | "boots"
    | "steps"
    | "simulatedMillis"
  >
{
  /** The traits that its swarm configuration had. */
  readonly traits: ReadonlyArray<string>
  readonly checks: ReadonlyArray<readonly [string, number]>
  readonly faults: ReadonlyArray<readonly [string, number]>
  readonly faultsByOperation: ReadonlyArray<readonly [string, number]>
  readonly answers: ReadonlyArray<readonly [string, number]>
  readonly states: ReadonlyArray<readonly [string, number]>
  readonly coverage: ReadonlyArray<readonly [string, number]>
  readonly history: ReadonlyArray<string> | undefined
  readonly fault: string | undefined
  /** Where the violation began, line by line. */
  readonly beginning: ReadonlyArray<string> | undefined
  /** Real time, in milliseconds. */
  readonly millis: number
}

/**
 * A simulation allocates much that is garbage after a request or two. A large young generation, from the start on,
 * takes a fifth off the time of collecting it, and a single collector thread leaves the other cores to the other
 * workers.
 */
const memoryOptions = ["--min-semi-space-size=64", "--max-semi-space-size=64", "--single-threaded-gc"]

/** The memory that a world may take, in megabytes: a correct one of many days takes some hundred. */
const mostMegabytes = 2048
/** How long a world may take in real time, many times as long as a correct one on a busy machine: what loops inside one
 * step of it is not counted by its own bounds. */
const mostMillisOf = ({ days }: RunRequest): number => 60_000 * (5 + days)

/** The result of a world that was ended from outside. */
export const ended = ({ fault, seed }: RunRequest, seen: string): RunResult => ({
  seed,
  fault,
  violations: [{
    rule: "world.unbounded",
    expected: "a world that ends, and takes no more memory and time than any correct one",
    seen
  }],
  digest: "",
  tail: ["(the world was ended from outside: run it with --trace for fewer --days, to see where it stops)"],
  purchases: 0,
  requests: 0,
  boots: 0,
  steps: 0,
  simulatedMillis: 0,
  traits: [],
  checks: [],
  faults: [],
  faultsByOperation: [],
  answers: [],
  states: [],
  coverage: [],
  beginning: undefined,
  promises: [],
  people: [],
  sent: [],
  history: undefined,
  millis: 0
})

/** How far a run has come. */
export interface Progress {
  /** The day that has begun; the one after the last, while everything settles. */
  readonly day: number
  readonly purchases: number
}

/** Builds the bundle that workers run, and returns its path. */
export const buildWorker = async (name: string, plugins: ReadonlyArray<Plugin> = []): Promise<string> => {
  const folder = join(root, "dist", "simulation", name)
  await bundle({ worker: "scripts/simulationWorker.ts" }, folder, plugins)
  return join(folder, "worker.mjs")
}

/** Runs requests until `next` returns none, `jobs` at a time, and passes each result, and each day, on as it comes. */
export const runAll = async (
  path: string,
  jobs: number,
  next: () => RunRequest | undefined,
  onResult: (result: RunResult) => void,
  onProgress: (progress: Progress) => void = () => {}
): Promise<void> => {
  const children = new Set<ChildProcess>()
  // A worker that is in the middle of a seed handles no signal and no message.
  const end = (signal: NodeJS.Signals): void => {
    for (const child of children) child.kill("SIGKILL")
    process.kill(process.pid, signal)
  }
  const signals = ["SIGINT", "SIGTERM"] as const
  for (const signal of signals) process.once(signal, end)
  /** A worker that starts with a request, and goes on until there is none; after one that it does not survive, another. */
  const runWorker = (first: RunRequest | undefined): Promise<void> =>
    new Promise<void>((resolve, reject) => {
      if (first === undefined) return resolve()
      const child = fork(path, {
        execArgv: ["--enable-source-maps", `--max-old-space-size=${mostMegabytes}`, ...memoryOptions],
        // What an engine without memory says before it ends is of no use to anybody.
        stdio: ["inherit", "inherit", "pipe", "ipc"]
      })
      let words = ""
      child.stderr!.on("data", (chunk: Buffer) => {
        words = (words + chunk.toString()).slice(-10_000)
      })
      children.add(child)
      let current = first
      let isTooSlow = false
      let limit: NodeJS.Timeout | undefined
      const send = (request: RunRequest): void => {
        current = request
        clearTimeout(limit)
        limit = setTimeout(() => {
          isTooSlow = true
          child.kill("SIGKILL")
        }, mostMillisOf(request))
        child.send(request)
      }
      child.on("message", (result: RunResult | Progress) => {
        if ("day" in result) return onProgress(result)
        onResult(result)
        const request = next()
        if (request !== undefined) return send(request)
        clearTimeout(limit)
        child.disconnect()
        resolve()
      })
      child.on("error", reject)
      child.on("exit", (code, signal) => {
        clearTimeout(limit)
        children.delete(child)
        if (code === 0) return
        const isTooLarge = words.includes("heap out of memory") || words.includes("Allocation failed")
        if (!isTooSlow && !isTooLarge) {
          process.stderr.write(words)
          return reject(new Error(`seed ${current.seed} ended its process: ${signal ?? code}`))
        }
        onResult(ended(
          current,
          isTooSlow
            ? `not done after ${mostMillisOf(current) / 60_000} minutes`
            : `more than ${mostMegabytes} megabytes`
        ))
        runWorker(next()).then(resolve, reject)
      })
      send(first)
    })
  try {
    await Promise.all(Array.from({ length: jobs }, () => runWorker(next())))
  } finally {
    for (const signal of signals) process.off(signal, end)
  }
}
