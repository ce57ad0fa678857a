/** The server's SQLite driver: as a client of its own, and under the store's transactions. */
import * as Sqlite from "@beauty-store/sql/drivers/Sqlite"
import * as SqliteLock from "@beauty-store/sql/drivers/SqliteLock"
import { registerStatements } from "@beauty-store/sql/drivers/SynchronousDriver"
import * as Query from "@beauty-store/sql/Query"
import { layer as transactions } from "@beauty-store/sql/SqlTransactions"
import { NotATransaction, StoreUnavailable, type Transaction, Transactions } from "@beauty-store/sql/Transactions"
import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import * as Statement from "@effect/sql/Statement"
import { it } from "@effect/vitest"
import Database from "better-sqlite3"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as FiberStatus from "effect/FiberStatus"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import { execFileSync } from "node:child_process"
import { chmodSync, linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, describe, expect, vi } from "vitest"
import { nextTurn, until } from "../../../test/world/waiting.ts"

const insert = Query.change<[n: number, text: string]>("INSERT INTO note (n, text) VALUES (?, ?)")
const notes = Query.all(Schema.Struct({ n: Query.Int }))("SELECT n FROM note ORDER BY n")

const withNotes = Layer.effectDiscard(Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`CREATE TABLE note (n INTEGER PRIMARY KEY, text TEXT NOT NULL)`
)).pipe(Layer.provideMerge(Sqlite.layer({ filename: ":memory:" })))

/** Waits until somebody waits. */
const untilSuspended = (fiber: Fiber.RuntimeFiber<unknown, unknown>) =>
  until(Effect.map(fiber.status, FiberStatus.isSuspended), "it waits")

describe("the client", () => {
  it.effect("runs statements of every form", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      expect(yield* sql`INSERT INTO note ${sql.insert({ n: 1, text: "one" })}`).toEqual([])
      expect(yield* sql`INSERT INTO note ${sql.insert({ n: 2, text: "two" })} RETURNING n`).toEqual([{ n: 2 }])
      expect(yield* sql`SELECT n, text FROM note ORDER BY n`.values).toEqual([[1, "one"], [2, "two"]])
      // The same text again is rows again.
      expect(yield* sql`SELECT n, text FROM note ORDER BY n`).toEqual([{ n: 1, text: "one" }, { n: 2, text: "two" }])
      expect(yield* sql`UPDATE note SET text = 'three'`.raw).toMatchObject({ changes: 2 })
      expect(yield* sql.unsafe("SELECT count(*) AS n FROM note").unprepared).toEqual([{ n: 2 }])
    }).pipe(Effect.provide(withNotes)))

  it.effect("answers a failed statement with the engine's code", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const duplicate = yield* Effect.flip(
        sql`INSERT INTO note ${sql.insert([{ n: 1, text: "" }, { n: 1, text: "" }])}`
      )
      expect(duplicate.cause).toMatchObject({ code: "SQLITE_CONSTRAINT_PRIMARYKEY" })
      expect((yield* Effect.flip(sql`SELECT nothing`))._tag).toBe("SqlError")
    }).pipe(Effect.provide(withNotes)))

  it.effect("keeps its own transactions apart", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const failed = sql.withTransaction(Effect.zipRight(sql`INSERT INTO note VALUES (1, '')`, Effect.fail("no")))
      const done = sql.withTransaction(Effect.zipRight(Effect.yieldNow(), sql`INSERT INTO note VALUES (2, '')`))
      yield* Effect.all([Effect.either(failed), done], { concurrency: "unbounded" })
      expect(yield* sql`SELECT n FROM note`).toEqual([{ n: 2 }])
    }).pipe(Effect.provide(withNotes)))

  it.live("who leaves in the moment in which their turn comes passes it on", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const insertion = sql`INSERT INTO note VALUES (1, '')`
      const reservation = Effect.as(Effect.scoped(sql.reserve), [])
      for (const waiting of [insertion, sql.withTransaction(insertion), reservation]) {
        const turn = yield* Scope.make()
        yield* Scope.extend(sql.reserve, turn)
        const waiter = yield* Effect.fork(waiting)
        yield* untilSuspended(waiter)
        Effect.runSync(Scope.close(turn, Exit.void))
        waiter.unsafeInterruptAsFork(waiter.id())
        expect(Exit.isInterrupted(yield* Fiber.await(waiter))).toBe(true)
        expect(yield* Effect.timeout(sql`SELECT n FROM note`, 1000)).toEqual([])
      }
    }).pipe(Effect.provide(withNotes)))
})

/** Connections whose statements go the direct way, past a checkpoint that may fail one as the engine would. */
const faulty = (checkpoint: (text: string) => string | undefined) =>
  transactions.pipe(
    Layer.provide(Layer.scoped(
      SqlClient.SqlClient,
      Effect.gen(function*() {
        const db = new Database(":memory:")
        db.exec("CREATE TABLE note (n INTEGER PRIMARY KEY, text TEXT NOT NULL)")
        const pass = (text: string) => {
          const code = checkpoint(text)
          if (code !== undefined) throw Object.assign(new Error(code), { code })
          return db.prepare(text)
        }
        const never = () => Effect.dieMessage("a statement that did not go the direct way")
        const connection: Connection = {
          execute: never,
          executeRaw: never,
          executeValues: never,
          executeStream: never,
          executeUnprepared: (text) => Effect.sync(() => void db.exec(text)) as Effect.Effect<never>
        }
        registerStatements(connection, {
          rows: (text, parameters) => {
            const statement = pass(text)
            if (statement.reader) return statement.all(...parameters)
            statement.run(...parameters)
            return []
          },
          change: (text, parameters) => pass(text).run(...parameters).changes
        })
        return yield* SqlClient.make({
          acquirer: Effect.succeed(connection),
          compiler: Statement.makeCompilerSqlite(),
          spanAttributes: []
        })
      })
    )),
    Layer.provide(Reactivity.layer)
  )

const together = (...bodies: ReadonlyArray<Effect.Effect<unknown, never, Transaction>>) =>
  Effect.flatMap(
    Transactions,
    ({ write }) => Effect.forEach(bodies, (body) => Effect.exit(write(body)), { concurrency: "unbounded" })
  )
const kept = Effect.flatMap(Transactions, ({ read }) => Effect.map(read(notes()), (rows) => rows.map(({ n }) => n)))

describe("under the store's transactions", () => {
  it.effect("reads what it has written, and knows how many rows changed", () =>
    Effect.gen(function*() {
      const { write } = yield* Transactions
      expect(yield* write(insert(1, "one"))).toBe(1)
      expect(yield* kept).toEqual([1])
    }).pipe(Effect.provide(Layer.provideMerge(transactions, withNotes))))

  it.live("the reads of one turn see one state, and nothing is written on an old one", () =>
    Effect.gen(function*() {
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "sqlite-"))),
        (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
      )
      const filename = join(folder, "notes.db")
      const other = new Database(filename)
      other.exec("CREATE TABLE note (n INTEGER PRIMARY KEY, text TEXT NOT NULL)")
      const add = (n: number) => other.prepare("INSERT INTO note VALUES (?, 'of another process')").run(n)
      const seen = () => other.prepare("SELECT n FROM note ORDER BY n").pluck().all()
      yield* Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const { write } = yield* Transactions
        expect(yield* kept).toEqual([])
        add(1)
        expect(yield* kept).toEqual([])
        yield* nextTurn
        expect(yield* kept).toEqual([1])
        add(2)
        yield* write(insert(3, "ours"))
        expect(seen()).toEqual([1, 2, 3])
        expect(yield* kept).toEqual([1, 2, 3])
        yield* sql`INSERT INTO note VALUES (4, 'a statement of its own')`
        expect(seen()).toEqual([1, 2, 3, 4])
      }).pipe(Effect.provide(Layer.provideMerge(transactions, Sqlite.layer({ filename }))))
      other.close()
    }).pipe(Effect.scoped))

  it.live("reads that cannot end well are undone, and the turn goes on to the next", () =>
    Effect.gen(function*() {
      // The driver's own COMMIT is the first that anybody prepares.
      const prepare = vi.spyOn(Database.prototype, "prepare")
      const layer = Layer.provideMerge(transactions, withNotes)
      yield* Effect.gen(function*() {
        const end = prepare.mock.results[prepare.mock.calls.findIndex(([text]) => text === "COMMIT")]!
        prepare.mockRestore()
        vi.spyOn(end.value as Database.Statement, "run").mockImplementationOnce(() => {
          throw new Error("SQLITE_NOMEM")
        })
        expect(yield* kept).toEqual([])
        yield* nextTurn
        const { write } = yield* Transactions
        yield* write(insert(1, "one"))
        expect(yield* kept).toEqual([1])
      }).pipe(Effect.provide(layer))
    }))

  it.live("a write whose caller left while somebody else had the connection is not done", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { write } = yield* Transactions
      const turn = yield* Scope.make()
      yield* Scope.extend(sql.reserve, turn)
      const [leaving, patient] = [
        yield* Effect.fork(write(insert(1, "late"))),
        yield* Effect.fork(write(insert(2, "patient")))
      ]
      yield* untilSuspended(leaving)
      expect(Exit.isInterrupted(yield* Fiber.interrupt(leaving))).toBe(true)
      yield* untilSuspended(patient)
      yield* Scope.close(turn, Exit.void)
      yield* Fiber.join(patient)
      expect(yield* kept).toEqual([2])
    }).pipe(Effect.provide(Layer.provideMerge(transactions, withNotes))))

  it.live("inside of the client's own transaction nobody waits for themselves", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { write } = yield* Transactions
      for (const use of [Effect.asVoid(kept), Effect.asVoid(write(insert(1, "")))]) {
        const exit = yield* Effect.exit(Effect.timeout(sql.withTransaction(use), 1000))
        expect(Exit.causeOption(exit)).toEqual(Option.some(Cause.die(expect.any(NotATransaction))))
      }
      yield* write(insert(2, ""))
      expect(yield* kept).toEqual([2])
    }).pipe(Effect.provide(Layer.provideMerge(transactions, withNotes))))

  it.effect("who cannot begin because another process writes has waited once for all", () => {
    let busy = 0
    return Effect.gen(function*() {
      const exits = yield* together(insert(1, "a"), insert(2, "b"), insert(3, "c"))
      for (const exit of exits) expect(exit).toEqual(Exit.fail(new StoreUnavailable({ cause: expect.anything() })))
      expect(busy).toBe(1)
    }).pipe(Effect.provide(faulty((text) => {
      if (text !== "BEGIN IMMEDIATE") return undefined
      busy++
      return "SQLITE_BUSY"
    })))
  })

  it.effect("a full disk fails one caller, and the neighbours of its commit are saved", () => {
    let inserts = 0
    return Effect.gen(function*() {
      const exits = yield* together(insert(1, "a"), insert(2, "full"), insert(3, "c"))
      expect(exits.map(Exit.isSuccess)).toEqual([true, false, true])
      expect(exits[1]).toEqual(Exit.fail(new StoreUnavailable({ cause: expect.anything() })))
      expect(yield* kept).toEqual([1, 3])
    }).pipe(Effect.provide(faulty((text) => {
      if (!text.startsWith("INSERT")) return undefined
      // The second caller's statement: second in the shared commit, second when each runs alone.
      return ++inserts === 2 || inserts === 4 ? "SQLITE_FULL" : undefined
    })))
  })

  it.effect("a violated constraint is a defect of its caller alone", () =>
    Effect.gen(function*() {
      const exits = yield* together(insert(1, "a"), insert(1, "b"), insert(2, "c"))
      expect(exits.map(Exit.isSuccess)).toEqual([true, false, true])
      expect(yield* kept).toEqual([1, 2])
    }).pipe(Effect.provide(Layer.provideMerge(transactions, withNotes))))

  it.effect("a commit of unknown outcome stops everything", () => {
    let broken = false
    return Effect.gen(function*() {
      const { halted } = yield* Transactions
      broken = true
      const [exit] = yield* together(insert(1, "a"))
      expect(Exit.isFailure(exit!)).toBe(true)
      expect(yield* Effect.flip(halted)).toBeInstanceOf(StoreUnavailable)
    }).pipe(Effect.provide(faulty((text) => broken && text === "COMMIT" ? "SQLITE_IOERR" : undefined)))
  })
})

describe("the files of a database", () => {
  const folder = mkdtempSync(join(tmpdir(), "beauty-store-private-"))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
  const files = ["store.db", "store.db-wal", "store.db-shm", "store.db.lock"]
  const whileOpen = <A>(path: string, look: () => A): Promise<A> =>
    Effect.runPromise(
      Effect.provide(
        Effect.zipRight(
          Effect.flatMap(SqlClient.SqlClient, (sql) => sql`CREATE TABLE IF NOT EXISTS note (n INTEGER)`),
          Effect.sync(look)
        ),
        Layer.provide(Sqlite.layer({ filename: path }), SqliteLock.hold(path))
      )
    )

  it("are for their owner alone, and so is a folder that is made for them", async () => {
    const path = join(folder, "made", "data", "store.db")
    const modes = await whileOpen(path, () => files.map((file) => modeOf(join(dirname(path), file))))
    expect(modes).toEqual(["600", "600", "600", "600"])
    expect([modeOf(dirname(path)), modeOf(dirname(dirname(path)))]).toEqual(["700", "700"])
  })

  it("become so at the next start, and a folder that was there stays as it was", async () => {
    chmodSync(folder, 0o755)
    const path = join(folder, "store.db")
    for (const file of [path, `${path}.lock`]) writeFileSync(file, "", { mode: 0o644 })
    for (const file of [path, `${path}.lock`]) chmodSync(file, 0o664)
    expect(await whileOpen(path, () => files.map((file) => modeOf(join(folder, file))))).toEqual([
      "600",
      "600",
      "600",
      "600"
    ])
    expect(modeOf(folder)).toBe("755")
  })

  const refusal = (path: string) =>
    Effect.runPromise(Effect.flip(Effect.scoped(Layer.build(Layer.provide(
      Sqlite.open({ filename: path }),
      SqliteLock.hold(path)
    )))))

  it.each([
    ["a folder", (path: string) => mkdirSync(path), /is a folder, not a file\.$/],
    ["a file of another kind", (path: string) => writeFileSync(path, "# Read me\n"), /but not a SQLite database\.$/],
    [
      "a long file of another kind",
      (path: string) => writeFileSync(path, "no".repeat(5000)),
      /not a SQLite database\.$/
    ],
    [
      "a file with another name",
      (path: string) => {
        writeFileSync(path, "")
        linkSync(path, join(folder, "its-other-name"))
      },
      /has other names \(hard links\): remove them, or copy the file\.$/
    ],
    ["a pipe", (path: string) => execFileSync("mkfifo", [path]), /is not a regular file\.$/]
  ])("stay as they are where the start is refused: %s", async (what, make, words) => {
    const parent = join(folder, what.replaceAll(" ", "-"))
    mkdirSync(parent)
    const path = join(parent, "d")
    make(path)
    chmodSync(path, 0o755)
    expect(await refusal(path)).toMatchObject({ _tag: "SqliteUnavailable", message: expect.stringMatching(words) })
    expect([modeOf(path), readdirSync(parent)]).toEqual(["755", ["d"]])
  })

  it("stay as they are where SQLite alone finds out: beside a lock, and without one", async () => {
    const path = join(folder, "not-a-database")
    for (const file of [path, `${path}.lock`]) writeFileSync(file, "no".repeat(5000), { mode: 0o644 })
    expect((await refusal(path)).message).toMatch(/^cannot lock /)
    rmSync(`${path}.lock`)
    const alone = await Effect.runPromiseExit(Effect.scoped(Layer.build(Sqlite.layer({ filename: path }))))
    expect(Exit.isFailure(alone)).toBe(true)
    expect(modeOf(path)).toBe("644")
  })

  it("are not made of a folder by the driver alone", async () => {
    for (const path of [folder, `${join(folder, "none")}/`]) {
      const error = await Effect.runPromise(Effect.flip(Effect.scoped(Layer.build(Sqlite.open({ filename: path })))))
      expect(error.message).toContain("is a folder, not a file")
    }
    expect(modeOf(folder)).toBe("755")
  })
})
