/**
 * Which programs work on tables that a newer one has changed: those side by side with it that know what they need, and
 * no others.
 */
import * as Migrations from "@beauty-store/sql/Migrations"
import * as SqlTransactions from "@beauty-store/sql/SqlTransactions"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import { describe, expect, it } from "vitest"
import { createDatabase, dropDatabase } from "../../../test/postgres.ts"

const first: Migrations.Migration = { name: "001_first", statements: () => ["CREATE TABLE one (a TEXT, b TEXT)"] }
/** Adds a column, which the program before it does not know and does not miss. */
const expands: Migrations.Migration = {
  name: "002_expands",
  compatibleFrom: "001_first",
  statements: () => ["ALTER TABLE one ADD COLUMN c TEXT"]
}
/** Takes a column away which the program with 002 does not use any more, and the one before it does. */
const contracts: Migrations.Migration = {
  name: "003_contracts",
  compatibleFrom: "002_expands",
  statements: () => ["ALTER TABLE one DROP COLUMN b"]
}
/** Says nothing of older programs. */
const breaks: Migrations.Migration = { name: "004_breaks", statements: () => ["DROP TABLE one"] }

const programs = {
  one: [first],
  two: [first, expands],
  three: [first, expands, contracts],
  four: [first, expands, contracts, breaks]
}

const run = (migrations: ReadonlyArray<Migrations.Migration>) =>
  Effect.either(Effect.provide(Migrations.run(migrations, "the tables of the test"), SqlTransactions.layer))

const refused = (result: Either.Either<unknown, unknown>): string =>
  Either.isLeft(result) && result.left instanceof Migrations.TablesTooNew ? result.left.message : "not refused"

const window = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  expect(yield* run(programs.one)).toEqual(Either.right(["001_first"]))
  expect(yield* run(programs.two)).toEqual(Either.right(["002_expands"]))
  // Both work on it, in any order, and neither changes anything more.
  expect(yield* run(programs.one)).toEqual(Either.right([]))
  expect(yield* run(programs.two)).toEqual(Either.right([]))
  expect(yield* run(programs.three)).toEqual(Either.right(["003_contracts"]))
  expect(yield* run(programs.two)).toEqual(Either.right([]))
  expect(refused(yield* run(programs.one))).toBe(
    "A newer program has brought the tables of the test to 003_contracts. They need a program that knows 002_expands, "
      + "and this one ends with 001_first: start a newer release."
  )
  expect(yield* run(programs.four)).toEqual(Either.right(["004_breaks"]))
  // What an older program needs is not asked again when it is refused, nor when another one was.
  for (const older of [programs.three, programs.two, programs.one]) {
    expect(refused(yield* run(older))).toContain("need a program that knows 004_breaks")
  }
  expect(yield* run(programs.four)).toEqual(Either.right([]))
  expect(yield* sql.unsafe("SELECT name FROM migration ORDER BY name")).toHaveLength(4)
})

describe("a newer program's tables", () => {
  it("are for the programs that know what they need (SQLite)", () =>
    window.pipe(Effect.provide(SqliteClient.layer({ filename: ":memory:" })), Effect.scoped, Effect.runPromise))

  it("are for the programs that know what they need (PostgreSQL)", async () => {
    const url = await createDatabase()
    const client = PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })
    await window.pipe(Effect.provide(client), Effect.scoped, Effect.runPromise)
    await dropDatabase(url)
  })
})
