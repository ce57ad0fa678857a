/**
 * A shop as a program of its own, for tests that start, signal and kill it: the bundled server, on a database that
 * survives it. Benches and `npm run kill` start it as well, without vitest.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { type Requests, requestsTo } from "./requests.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** Bundles a program beside the real one (never over it: somebody may be running that) and answers the file. */
export const bundle = (entry: string, name: string): string => {
  const outfile = join(root, "dist/test", name)
  execFileSync(process.execPath, [join(root, "scripts/build.mjs"), entry, outfile], { stdio: "inherit" })
  return outfile
}

export interface Program extends Requests {
  readonly url: string
  readonly process: ChildProcess
  /** Everything it has said so far. */
  readonly output: () => string
  /** Ends it without a word, as a power cut does. */
  readonly kill: () => Promise<void>
  /** Sends a signal and answers the exit code. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

type Settings = Readonly<Record<string, string>>

const spawned = new Set<ChildProcess>()

const gates = new Set<string>()

/** Ends whatever a failed test has left running, and removes the gates. */
export const killAll = (): void => {
  for (const child of spawned) child.kill("SIGKILL")
  for (const folder of gates) rmSync(folder, { recursive: true, force: true })
  gates.clear()
}

const launch = (file: string, settings: Settings, given: ReadonlyArray<string>) => {
  const child = spawn(process.execPath, [file, ...given], {
    // Only what the test says, so that nobody's own settings decide.
    env: {
      PATH: process.env["PATH"],
      LOG_FORMAT: "json",
      SIMULATED_CARRIER_SECONDS: "0",
      READINESS_SCAN_HOURS: "0",
      ...settings
    },
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"]
  })
  spawned.add(child)
  const said = { out: "", err: "" }
  child.stdout.setEncoding("utf8").on("data", (text: string) => void (said.out += text))
  child.stderr.setEncoding("utf8").on("data", (text: string) => void (said.err += text))
  const closed = once(child, "close").then(([code]) => {
    spawned.delete(child)
    return code as number | null
  })
  return { child, said, closed }
}

/** Runs a program that is expected to end by itself. */
export const runToEnd = async (
  file: string,
  settings: Settings,
  given: ReadonlyArray<string> = []
): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> => {
  const { closed, said } = launch(file, settings, given)
  return { code: await closed, ...said }
}

/** Starts the server and waits until it says that it is open. */
export const start = async (
  file: string,
  settings: Settings,
  given: ReadonlyArray<string> = []
): Promise<Program> => {
  const { child, closed, said } = launch(file, settings, given)
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", () => {
      const found = /is open at (http:\/\/\S+)/.exec(said.out)?.[1]
      if (found !== undefined) resolve(found)
    })
    void closed.then((code) => reject(new Error(`the server ended with ${code}: ${said.err}`)))
  })
  const secretOf = (id: string) => new RegExp(`${id} / ([^\\s,]+)`).exec(said.out)?.[1] ?? ""
  const { close, ...requests } = requestsTo(Number(new URL(url).port), secretOf)
  void closed.then(close)
  const stop = (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal)
    return closed
  }
  return {
    ...requests,
    url,
    process: child,
    output: () => said.out + said.err,
    kill: async () => void await stop("SIGKILL"),
    stop
  }
}

/** A gate of `slow-provider-server.ts` for one kind of call, closed. */
export const closedGate = (call: string): { readonly settings: Settings; readonly open: () => void } => {
  const path = join(mkdtempSync(join(tmpdir(), "beauty-store-gate-")), "open")
  gates.add(dirname(path))
  return { settings: { PROVIDER_GATES: JSON.stringify({ [call]: path }) }, open: () => writeFileSync(path, "") }
}
