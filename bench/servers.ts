/** The servers that benches put side by side: each a process of its own, and what it takes of the processor. */
import { type ChildProcess, spawn } from "node:child_process"
import { mkdirSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { restockFile } from "./assortment.ts"

const root = fileURLToPath(new URL("..", import.meta.url))

const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: { start: string } }

/** The flags that `npm start` gives to Node. */
const startFlags: ReadonlyArray<string> = scripts.start.match(/--\S+/g) ?? []

/** The variables that it sets. */
const startVariables: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from(scripts.start.matchAll(/(?:^| )([A-Z_]+)=(\S+)/g), ([, name = "", value = ""]) => [name, value])
)

/** Milliseconds of processor time that a process has taken so far, all its threads together; only Linux knows. */
export const processorTime = ({ pid }: ChildProcess): number => {
  const tasks = `/proc/${pid}/task`
  try {
    return readdirSync(tasks).reduce(
      (sum, task) => sum + Number(readFileSync(join(tasks, task, "schedstat"), "utf8").split(" ")[0]) / 1e6,
      0
    )
  } catch {
    return Number.NaN
  }
}

/** Resident memory of a process, in MiB; only Linux knows. */
export const residentOf = ({ pid }: ChildProcess): number => {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}

/** Returns a server's process once it listens at its port. */
const listening = async (child: ChildProcess, port: number): Promise<ChildProcess> => {
  for (let patience = 200; patience > 0; patience--) {
    if (child.exitCode !== null) throw new Error(`a server ended with ${child.exitCode}`)
    const answers = await fetch(`http://127.0.0.1:${port}/health/live`).then(
      ({ status }) => status !== 503,
      () => false
    )
    if (answers) break
    await sleep(50)
  }
  return child
}

/** The process of the store, begun as `npm start` does it, from its bundle, over SQLite files in a folder. */
export const spawnStore = (
  script: string,
  port: number,
  folder: string,
  flags: ReadonlyArray<string> = [],
  settings: Readonly<Record<string, string>> = {}
): ChildProcess =>
  spawn(process.execPath, [...startFlags, ...flags, script], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...startVariables,
      HOST: "127.0.0.1",
      PORT: String(port),
      DATABASE_URL: `sqlite:${join(folder, "store.db")}`,
      // The bare shop ships nothing either.
      SIMULATED_CARRIER_SECONDS: "0",
      READINESS_SCAN_HOURS: "0",
      LOG_LEVEL: "info",
      LOG_FORMAT: "json",
      ...settings
    }
  })

/** Starts the store in a new folder, with plenty on its shelves. */
export const startStore = async (
  script: string,
  port: number,
  folder: string,
  flags: ReadonlyArray<string> = [],
  settings: Readonly<Record<string, string>> = {}
): Promise<ChildProcess> => {
  mkdirSync(folder)
  const child = spawnStore(script, port, folder, flags, settings)
  await listening(child, port)
  restockFile(join(folder, "store.db"))
  return child
}

/** Starts the store over any database, whose shelves are as the demo fills them. */
export const startStoreOn = (
  script: string,
  port: number,
  databaseUrl: string,
  flags: ReadonlyArray<string> = [],
  settings: Readonly<Record<string, string>> = {}
): Promise<ChildProcess> =>
  listening(spawnStore(script, port, "", flags, { DATABASE_URL: databaseUrl, ...settings }), port)

/** The process of a peer: a script whose first argument is its port. */
export const spawnPeer = (script: string, port: number, ...more: ReadonlyArray<string>): ChildProcess =>
  spawn(process.execPath, [script, String(port), ...more], { stdio: ["ignore", "ignore", "inherit"] })

/** Starts a peer. */
export const startPeer = (script: string, port: number, ...more: ReadonlyArray<string>): Promise<ChildProcess> =>
  listening(spawnPeer(script, port, ...more), port)

export const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once("exit", resolve))
  child.kill("SIGTERM")
  await ended
}
