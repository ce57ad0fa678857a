/**
 * Places for one shop's data, each fresh and empty: `memory`, a SQLite `file` in a folder of its own, a database on the
 * tests' `postgres`. Whoever takes a place leaves it. A suite that runs on several names them by the database
 * (`everyDatabase`).
 */
import type { DatabaseAddress } from "@beauty-store/server/ServerConfig"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createDatabase, dropDatabase } from "../postgres.ts"

export interface Place {
  /** As `DATABASE_URL` names it. */
  readonly databaseUrl: string
  /** As the program reads that. */
  readonly address: DatabaseAddress
  readonly leave: () => Promise<void>
}

/** For as long as the shop is open. */
export const memory = async (): Promise<Place> => ({
  databaseUrl: "sqlite::memory:",
  address: { _tag: "Memory" },
  leave: async () => {}
})

export const file = async (): Promise<Place> => {
  const folder = mkdtempSync(join(tmpdir(), "beauty-store-shop-"))
  const path = join(folder, "store.db")
  return {
    databaseUrl: `sqlite:${path}`,
    address: { _tag: "File", path },
    leave: async () => rmSync(folder, { recursive: true, force: true })
  }
}

export const postgres = async (): Promise<Place> => {
  const url = await createDatabase()
  return { databaseUrl: url, address: { _tag: "Postgres", url }, leave: () => dropDatabase(url) }
}

export type Places = Readonly<Record<string, () => Promise<Place>>>

export const everyDatabase: Places = { SQLite: file, PostgreSQL: postgres }
