/** How a bench reads its options, runs its load and prints its results. */
import { spawn } from "node:child_process"
import { closeSync, fdatasyncSync, mkdirSync, mkdtempSync, openSync, writeSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { positive } from "../scripts/commandLine.ts"

const root = fileURLToPath(new URL("..", import.meta.url))

/** A folder for one run of a bench, which it removes at its end. */
export const openWorkshop = (name: string): string => {
  mkdirSync(join(root, "dist"), { recursive: true })
  return mkdtempSync(join(root, "dist", `${name}-`))
}

/** How much is measured: the options of every bench, with their defaults. */
export const howMuch = (seconds: number, rounds: number, shoppers: number) => ({
  usage: `  --seconds ${String(seconds).padEnd(11)} of each measurement
  --rounds ${rounds}
  --shoppers ${String(shoppers).padEnd(10)} who buy at the same time`,
  options: {
    seconds: { type: "string", default: String(seconds) },
    rounds: { type: "string", default: String(rounds) },
    shoppers: { type: "string", default: String(shoppers) }
  } as const,
  read: (given: { readonly seconds: string; readonly rounds: string; readonly shoppers: string }) => ({
    seconds: positive("seconds", given.seconds, false),
    rounds: positive("rounds", given.rounds),
    shoppers: positive("shoppers", given.shoppers)
  })
})

export const print = (text: string): void => void process.stdout.write(`${text}\n`)

/** The answer of a program to a question, after it has ended successfully: both are JSON. */
export const resultOf = async <A>(script: string, question: unknown): Promise<A> => {
  const child = spawn(process.execPath, [script, JSON.stringify(question)], { stdio: ["ignore", "pipe", "inherit"] })
  const chunks: Array<Buffer> = []
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk))
  const code = await new Promise((resolve) => child.once("close", resolve))
  if (code !== 0) throw new Error(`${script} ended with ${String(code)}`)
  return JSON.parse(Buffer.concat(chunks).toString()) as A
}

/** The cost of one write of a page to the disk of a folder, in milliseconds. */
export const syncCost = (folder: string): number => {
  const file = openSync(join(folder, "sync"), "w")
  const times = Array.from({ length: 100 }, () => {
    writeSync(file, Buffer.alloc(4096))
    const from = performance.now()
    fdatasyncSync(file)
    return performance.now() - from
  })
  closeSync(file)
  return median(times)
}

export const quantile = (values: ReadonlyArray<number>, q: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN
}
export const median = (values: ReadonlyArray<number>): number => quantile(values, 0.5)

/** A table with its first column to the left and its numbers to the right. */
export const table = (rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows.map((row) =>
    row.map((cell, column) => column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)).join("  ")
  ).join("\n")
}

export const rate = (n: number): string => n.toFixed(n < 100 ? 1 : 0)
export const millis = (n: number): string => n.toFixed(n < 10 ? 2 : 1)
export const ratio = (ours: ReadonlyArray<number>, theirs: ReadonlyArray<number>): string => {
  const ratios = ours.map((one, round) => one / theirs[round]!)
  return `${median(ratios).toFixed(2)}  (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`
}
