/**
 * What the test processes of one run of vitest share (its `globalSetup`), asked for over HTTP: a real PostgreSQL and
 * bundled programs. For a database (`postgres.ts`) POST makes a fresh one and returns its URL, DELETE drops it; for a
 * program (`test/shop/programs.ts`) GET returns the file of its bundle. All of it ends with the run.
 */
import { once } from "node:events"
import { rmSync } from "node:fs"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import type { TestProject } from "vitest/node"
import { bundle, filesBeside } from "../scripts/bundle.mjs"
import { type Databases, openPostgres } from "./embedded-postgres.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** Where tests ask. */
    readonly broker: string
  }
}

/** Beside the bundle that `npm start` makes, never over it: somebody may be running that. */
const folder = fileURLToPath(new URL(`../dist/test-${process.pid}`, import.meta.url))

/** Bundles a program, and beside it what a server has beside its own, in case that it runs one. */
const build = async (entry: string): Promise<string> => {
  const name = basename(entry, ".ts")
  await bundle({ [name]: entry, ...filesBeside }, join(folder, name))
  return join(folder, name, `${name}.mjs`)
}

/** What vitest calls before the run; it returns what to do after it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let databases: Promise<Databases> | undefined
  const programs = new Map<string, Promise<string>>()
  const programOf = (entry: string): Promise<string> => {
    const known = programs.get(entry)
    if (known !== undefined) return known
    const built = build(entry)
    programs.set(entry, built)
    return built
  }
  const handle = async (method: string, path: string): Promise<string> => {
    if (method === "GET") return programOf(path)
    databases ??= openPostgres({ durable: false })
    const { create, drop } = await databases
    if (method === "POST") return create()
    await drop(path)
    return ""
  }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      response.end(await handle(request.method!, request.url!.slice(1)))
    } catch (error) {
      response.statusCode = 500
      response.end(error instanceof Error ? error.stack : String(error))
    }
  }
  const broker = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1")
  // A test that runs a program synchronously hears only afterwards that a connection was closed, and asks over it.
  broker.keepAliveTimeout = 0
  await once(broker, "listening")
  project.provide("broker", `http://127.0.0.1:${(broker.address() as AddressInfo).port}`)
  return async () => {
    broker.closeAllConnections()
    broker.close()
    rmSync(folder, { recursive: true, force: true })
    // One that could not start has told the tests so, and has nothing to close.
    const opened = await databases?.catch(() => undefined)
    await opened?.close()
  }
}
