/**
 * A real PostgreSQL for a whole run of vitest (its `globalSetup`), started only when a test first asks for a database.
 *
 * Tests run in processes of their own, so they ask for databases over HTTP (`postgres.ts`): POST makes a fresh one and
 * answers its URL, DELETE drops it. Whatever is left at the end is dropped. The server stops with the run, whether the
 * tests pass, fail or hang.
 */
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { TestProject } from "vitest/node"
import { type Databases, openPostgres } from "./embedded-postgres.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** Where `postgres.ts` asks for databases. */
    readonly postgresBroker: string
  }
}

/** What vitest calls before the run; it answers what to do after it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let databases: Promise<Databases> | undefined
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      databases ??= openPostgres({ durable: false })
      const { create, drop } = await databases
      response.end(request.method === "POST" ? await create() : await drop(request.url!.slice(1)))
    } catch (error) {
      response.statusCode = 500
      response.end(error instanceof Error ? error.stack : String(error))
    }
  }
  const broker = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1")
  await once(broker, "listening")
  project.provide("postgresBroker", `http://127.0.0.1:${(broker.address() as AddressInfo).port}`)
  return async () => {
    broker.closeAllConnections()
    broker.close()
    // One that could not start has told the tests so, and has nothing to close.
    const opened = await databases?.catch(() => undefined)
    await opened?.close()
  }
}
