/**
 * Instances of the store that share a PostgreSQL database, for the benches that measure several of them.
 *
 * Each is a process of its own. Their connections together keep within those that PostgreSQL has by default.
 */
import type { ChildProcess } from "node:child_process"
import { Client } from "pg"
import type { Databases } from "../test/embedded-postgres.ts"
import { freePort } from "../test/free-port.ts"
import { restock } from "./assortment.ts"
import { processorTime, startStoreOn } from "./servers.ts"

/** What is bought from: processes that listen at ports. */
export interface Contender {
  readonly ports: ReadonlyArray<number>
  readonly children: ReadonlyArray<ChildProcess>
}

/** Of each process: all of them together keep within the 100 that PostgreSQL has by default. */
const connections = "18"

/** Starts instances of a store on a new database, with plenty on its shelves. */
export const openInstances = async (
  postgres: Databases,
  script: string,
  count: number,
  flags: ReadonlyArray<string> = []
): Promise<Contender> => {
  const url = await postgres.create()
  const ports: Array<number> = []
  const children: Array<ChildProcess> = []
  for (let n = 0; n < count; n++) {
    const port = await freePort()
    ports.push(port)
    children.push(
      await startStoreOn(script, port, url, flags, { DATABASE_CONNECTIONS: connections, STOP_GRACE_SECONDS: "0" })
    )
  }
  const client = new Client(url)
  await client.connect()
  await client.query(restock)
  await client.end()
  return { ports, children }
}

/** Milliseconds of processor time that all the processes have taken so far. */
export const processorTimeOfAll = (children: ReadonlyArray<ChildProcess>): number =>
  children.reduce((sum, child) => sum + processorTime(child), 0)
