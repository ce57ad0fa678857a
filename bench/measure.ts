/** How a bench runs its load and prints what came of it. */
import { spawn } from "node:child_process"
import { closeSync, fdatasyncSync, openSync, writeSync } from "node:fs"
import { join } from "node:path"

export const print = (text: string): void => void process.stdout.write(`${text}\n`)

/** A program's standard output, once it has ended well. */
export const outputOf = async (script: string, ...args: ReadonlyArray<string>): Promise<string> => {
  const child = spawn(process.execPath, [script, ...args], { stdio: ["ignore", "pipe", "inherit"] })
  const chunks: Array<Buffer> = []
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk))
  const code = await new Promise((resolve) => child.once("close", resolve))
  if (code !== 0) throw new Error(`${script} ended with ${String(code)}`)
  return Buffer.concat(chunks).toString()
}

/** What one write of a page to the disk of a folder costs, in milliseconds. */
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
