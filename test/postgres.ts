/**
 * Fresh databases on a real PostgreSQL, for tests: `const url = useDatabase()`, then `connect(url())` inside a test.
 * Each call gives an empty database of its own, so that test files run side by side. The first one starts the server
 * (`broker.ts`).
 */
import { Client } from "pg"
import { afterAll, beforeAll } from "vitest"
import { ask } from "./ask.ts"

/** Makes an empty database and answers its URL. It lives until it is dropped, at the latest to the end of the run. */
export const createDatabase = (): Promise<string> => ask("POST", "")

/** Drops a database of `createDatabase`, whoever is still connected. */
export const dropDatabase = async (url: string): Promise<void> => {
  await ask("DELETE", new URL(url).pathname.slice(1))
}

/** One empty database for the tests of the enclosing `describe` or file. Ask for the URL inside tests and hooks. */
export const useDatabase = (): () => string => {
  let url: string | undefined
  beforeAll(async () => {
    url = await createDatabase()
  })
  afterAll(() => (url === undefined ? undefined : dropDatabase(url)))
  return () => {
    if (url === undefined) throw new Error("the database exists inside tests and hooks only")
    return url
  }
}

/** Has what a start needs to make the tables, until it leaves: as another process that is migrating. */
export const keepTables = async (url: string): Promise<{ readonly leave: () => Promise<void> }> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query("SELECT pg_advisory_lock(7235514)")
  return { leave: () => client.end() }
}
