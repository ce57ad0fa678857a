/**
 * Runs simulations, one seed each, in processes of their own: as many at once as there are jobs, the next seed to whoever
 * is free. The processes run a bundle of the program, whole or with a fault planted in it.
 */
import type { Report } from "@beauty-store/simulation/Simulation"
import type { Plugin } from "esbuild"
import { type ChildProcess, fork } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { bundle } from "./bundle.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))

/** What one process is asked: a seed, and what its world is to be like. */
export interface Question {
  readonly seed: number
  readonly days: number
  readonly calm?: boolean | undefined
  readonly interleaved?: boolean | undefined
  readonly preemption?: boolean | undefined
  readonly without?: ReadonlyArray<string> | undefined
  /** One fault, once: `disk.full:12` is the twelfth time that it could happen. */
  readonly strike?: string | undefined
  readonly shoppersPerDay?: number | undefined
  readonly trace?: boolean | undefined
}

/** A report as it travels between processes. */
export interface Told extends
  Pick<
    Report,
    "seed" | "digest" | "violations" | "tail" | "purchases" | "requests" | "boots" | "steps" | "lived"
  >
{
  /** The traits that its climate had. */
  readonly present: ReadonlyArray<string>
  readonly faults: ReadonlyArray<readonly [string, number]>
  readonly struck: ReadonlyArray<readonly [string, number]>
  readonly answers: ReadonlyArray<readonly [string, number]>
  readonly states: ReadonlyArray<readonly [string, number]>
  readonly history: ReadonlyArray<string> | undefined
  readonly strike: string | undefined
  /** Real time, in milliseconds. */
  readonly millis: number
}

/**
 * A world leaves much behind that lives for a request or two: with room for it, a fifth less of the time is tidying. And
 * who has a core to himself need not tidy with threads that want the others'.
 */
const room = ["--max-semi-space-size=64", "--single-threaded-gc"]

/** Builds the program that `ask` runs; answers where it is. */
export const program = async (name: string, plugins: ReadonlyArray<Plugin> = []): Promise<string> => {
  const folder = join(root, "dist", "simulation", name)
  await bundle({ seed: "scripts/seed.ts" }, folder, plugins)
  return join(folder, "seed.mjs")
}

/** Asks questions until there are none left (`undefined`), and hands each report on as it comes. */
export const ask = async (
  path: string,
  jobs: number,
  next: () => Question | undefined,
  heard: (report: Told) => void
): Promise<void> => {
  const children = new Set<ChildProcess>()
  // One that is in the middle of a seed hears nothing.
  const end = (signal: NodeJS.Signals): void => {
    for (const child of children) child.kill("SIGKILL")
    process.kill(process.pid, signal)
  }
  const signals = ["SIGINT", "SIGTERM"] as const
  for (const signal of signals) process.once(signal, end)
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const first = next()
      if (first === undefined) return resolve()
      const child = fork(path, { execArgv: ["--enable-source-maps", ...room] })
      children.add(child)
      let current = first
      child.on("message", (report: Told) => {
        heard(report)
        const question = next()
        if (question === undefined) {
          child.disconnect()
          return resolve()
        }
        current = question
        child.send(question)
      })
      child.on("error", reject)
      child.on("exit", (code, signal) => {
        children.delete(child)
        if (code !== 0) reject(new Error(`seed ${current.seed} ended its process: ${signal ?? code}`))
      })
      child.send(first)
    })
  try {
    await Promise.all(Array.from({ length: jobs }, one))
  } finally {
    for (const signal of signals) process.off(signal, end)
  }
}
