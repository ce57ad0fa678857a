/** Benches, run small: so that none of them rots. */
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

/** Runs a bench small, as `npm run bench` runs it. What it measures here means nothing; that it measures does. */
export const benchWithin =
  (timeout: number) => async (script: string, ...options: ReadonlyArray<string>): Promise<string> => {
    const { stderr, stdout } = await promisify(execFile)(
      process.execPath,
      ["--conditions=@beauty-store/source", "--import", "tsx", `bench/${script}.ts`, "--rounds", "1", ...options],
      { cwd: fileURLToPath(new URL("..", import.meta.url)), timeout }
    )
    if (stderr !== "") throw new Error(stderr)
    return stdout
  }

/** Ends before its test does. */
export const bench = benchWithin(110_000)

/** The first number in each contender's row. */
export const purchases = (output: string): ReadonlyArray<number> =>
  ["the store", "bare"].map((label) => Number(new RegExp(`^${label} +([0-9.]+)`, "m").exec(output)?.[1]))
