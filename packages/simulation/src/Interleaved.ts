/**
 * Transactions whose loads and writes lie apart: what a statement read may be out of date by the time another writes.
 *
 * The store on SQLite runs each transaction in one turn, which hides every decision that rests on a stale read; on
 * PostgreSQL such a decision is a race. Here each statement before the first change is a step of its own, between which
 * others load and commit; from the first change on, the transaction has the database to itself until its end.
 *
 * What READ COMMITTED promises is kept. A statement sees what is committed. Where one locks (`FOR UPDATE`, an advisory
 * lock), nobody locks or changes the same before the transaction ends: should somebody have, and saved something, the
 * body is run again from its beginning, as if it had waited. A row goes by the names in it and in what asked for it (ids,
 * hashes), which is coarser than a row and allows no more than PostgreSQL does. A condition that was lost (`ConcurrentUpdate`)
 * runs the body again too.
 */
import * as Query from "@beauty-store/kernel/Query"
import {
  ConcurrentUpdate,
  type OpenTransaction,
  type Parameter,
  StoreUnavailable,
  Transaction,
  Transactions
} from "@beauty-store/kernel/Transactions"
import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { identity } from "effect/Function"
import * as Layer from "effect/Layer"

/** Far more than as many as can be at it at once. */
const mostAttempts = 500

/** A statement of PostgreSQL's as SQLite runs it, and what it locks or changes. */
interface Reading {
  readonly text: string
  /** An advisory lock: nothing is read. */
  readonly advisory: boolean
  /** The tables whose rows it locks. */
  readonly locks: ReadonlyArray<string>
  /** The tables whose rows it changes, if it changes any. */
  readonly tables: ReadonlyArray<string>
}

const readings = new Map<string, Reading>()

const readingOf = (text: string): Reading => {
  const known = readings.get(text)
  if (known !== undefined) return known
  const plain = Query.unlocked(text)
  const named = [...text.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE)\s+([a-z_]+)(?:\s+([a-z]\w*))?/g)]
  const tables = named.map((match) => match[1]!)
  const of = /FOR UPDATE OF ([\w, ]+)/.exec(text)?.[1]?.split(", ")
  const fresh: Reading = {
    text: Query.plannedOnce(plain.replace(/\$\d+/g, "?")),
    advisory: text.includes("pg_advisory"),
    locks: plain === text ? [] : of?.map((alias) => named.find((match) => match[2] === alias)![1]!) ?? tables,
    tables
  }
  readings.set(text, fresh)
  return fresh
}

/** Names among values: what tells rows apart. States and amounts hold no digit beside letters, and no underscore. */
const namesAmong = (values: ReadonlyArray<unknown>): ReadonlyArray<string> =>
  values.filter((value): value is string => typeof value === "string" && /[A-Za-z]/.test(value) && /[\d_]/.test(value))

/** One at a time, in the order of coming. */
class Door {
  private taken = false
  private readonly waiting: Array<() => void> = []

  readonly enter: Effect.Effect<void> = Effect.async((resume) => {
    const go = () => resume(Effect.void)
    if (this.taken) this.waiting.push(go)
    else {
      this.taken = true
      go()
    }
  })

  leave(): void {
    const next = this.waiting.shift()
    if (next === undefined) this.taken = false
    else next()
  }
}

const unavailable = (error: SqlError): boolean =>
  /^SQLITE_(?:BUSY|FULL|IOERR)/.test(String((error.cause as { readonly code?: unknown }).code))

/** `trip`: how long the next statement takes to get there, in milliseconds. */
export const layer = (trip: () => number): Layer.Layer<Transactions, StoreUnavailable, SqlClient.SqlClient> =>
  Layer.scoped(
    Transactions,
    Effect.gen(function*() {
      /** Others get their turn meanwhile, and those who come within that time. */
      const travel = Effect.suspend(() => {
        const millis = trip()
        return millis === 0 ? Effect.yieldNow() : Effect.sleep(millis)
      })
      const { reserve } = yield* SqlClient.SqlClient
      const connection = yield* Effect.mapError(reserve, (cause) => new StoreUnavailable({ cause }))
      const door = new Door()
      /** How often a row by one of its names was changed, any row of a table, or an advisory lock let go. */
      const versions = new Map<string, number>()
      const versionOf = (place: string) => versions.get(place) ?? 0
      const execute = (text: string, parameters: ReadonlyArray<Parameter>) =>
        connection.execute(text, parameters, undefined)

      const attempt = <A, E, R>(
        body: Effect.Effect<A, E, R>
      ): Effect.Effect<Exit.Exit<A, E | StoreUnavailable>, never, R> =>
        Effect.gen(function*() {
          const locked = new Map<string, number>()
          const changed = new Set<string>()
          const hooks: Array<() => void> = []
          let writing = false
          let changes = 0
          let failure: SqlError | undefined

          const failed = (error: SqlError) => {
            failure = error
            return Effect.die(error)
          }
          const watch = (place: string) => {
            if (!locked.has(place)) locked.set(place, versionOf(place))
          }
          const lock = (place: string) => {
            watch(place)
            changed.add(place)
          }
          const lockRows = ({ locks }: Reading, parameters: ReadonlyArray<Parameter>, rows: ReadonlyArray<object>) => {
            const names = locks.length === 0 ? [] : namesAmong([...parameters, ...rows.flatMap(Object.values)])
            for (const table of locks) {
              watch(table)
              for (const name of names) lock(`${table} ${name}`)
            }
          }
          /** Who changes rows that it does not name may have changed any. */
          const change = ({ tables }: Reading, parameters: ReadonlyArray<Parameter>) => {
            changes++
            const names = namesAmong(parameters)
            for (const table of tables) {
              if (names.length === 0) changed.add(table)
              for (const name of names) changed.add(`${table} ${name}`)
            }
          }
          /** From here on there is nobody else; what was locked is as it was. */
          const beginWriting = Effect.gen(function*() {
            yield* travel
            yield* door.enter
            writing = true
            for (const [place, version] of locked) {
              if (versionOf(place) !== version) return yield* Effect.die(new ConcurrentUpdate())
            }
            yield* Effect.catchAll(execute("BEGIN IMMEDIATE", []), failed)
          })
          const select = (changing: boolean): OpenTransaction["rows"] =>
            ((text: string, parameters: ReadonlyArray<Parameter>, read = identity as never) =>
              Effect.gen(function*() {
                if (failure !== undefined) return yield* Effect.die(failure)
                const reading = readingOf(text)
                if (reading.advisory) {
                  lock(`advisory ${parameters.join(" ")}`)
                  return read([{}])
                }
                if (changing) {
                  change(reading, parameters)
                  if (!writing) yield* beginWriting
                }
                const alone = writing
                if (!alone) {
                  yield* travel
                  yield* door.enter
                }
                const rows = yield* Effect.exit(execute(reading.text, parameters))
                if (Exit.isSuccess(rows)) lockRows(reading, parameters, rows.value)
                if (!alone) door.leave()
                if (Exit.isFailure(rows)) return yield* failed(Cause.squash(rows.cause) as SqlError)
                return read(rows.value)
              })) as OpenTransaction["rows"]
          const handle: OpenTransaction = {
            kind: "pg",
            writable: true,
            rows: select(false),
            returning: select(true),
            change: (text, parameters) =>
              Effect.gen(function*() {
                if (failure !== undefined) return yield* Effect.die(failure)
                const reading = readingOf(text)
                change(reading, parameters)
                if (!writing) yield* beginWriting
                const raw = yield* Effect.catchAll(connection.executeRaw(reading.text, parameters), failed)
                return (raw as { readonly changes: number }).changes
              }),
            afterCommit: (hook) => void hooks.push(hook),
            changes: () => changes
          }

          const exit = yield* Effect.exit(Effect.provideService(body, Transaction, handle))
          if (!writing) {
            if (failure === undefined) { for (const hook of Exit.isSuccess(exit) ? hooks : []) hook() }
            else return unavailable(failure) ? Exit.fail(new StoreUnavailable({ cause: failure })) : exit
            return exit
          }
          if (failure !== undefined || Exit.isFailure(exit)) {
            yield* Effect.ignore(execute("ROLLBACK", []))
            door.leave()
            return failure !== undefined && unavailable(failure)
              ? Exit.fail(new StoreUnavailable({ cause: failure }))
              : exit
          }
          const committed = yield* Effect.either(execute("COMMIT", []))
          if (committed._tag === "Left") yield* Effect.ignore(execute("ROLLBACK", []))
          else for (const hook of hooks) hook()
          // Of a commit whose outcome nobody knows, everybody has to assume that it happened.
          for (const place of changed) versions.set(place, versionOf(place) + 1)
          door.leave()
          return committed._tag === "Left" ? Exit.fail(new StoreUnavailable({ cause: committed.left })) : exit
        })

      const write = <A, E, R>(body: Effect.Effect<A, E, R>): Effect.Effect<A, E | StoreUnavailable, R> =>
        Effect.gen(function*() {
          for (let attempts = 0; attempts < mostAttempts; attempts++) {
            const exit = yield* attempt(body)
            if (Exit.isFailure(exit) && Cause.squash(exit.cause) instanceof ConcurrentUpdate) continue
            return yield* exit
          }
          return yield* new StoreUnavailable({ cause: new ConcurrentUpdate() })
        })

      /** A snapshot: nobody writes while it is read. */
      const read = <A, E, R>(body: Effect.Effect<A, E, R>): Effect.Effect<A, E | StoreUnavailable, R> =>
        Effect.gen(function*() {
          yield* door.enter
          let failure: SqlError | undefined
          const rows: OpenTransaction["rows"] =
            ((text: string, parameters: ReadonlyArray<Parameter>, read = identity as never) =>
              Effect.map(
                Effect.catchAll(execute(text, parameters), (error) => {
                  failure = error
                  return Effect.die(error)
                }),
                read
              )) as OpenTransaction["rows"]
          const snapshot: OpenTransaction = {
            kind: "sqlite",
            writable: false,
            rows,
            returning: () => Effect.dieMessage("a change inside a snapshot"),
            change: () => Effect.dieMessage("a change inside a snapshot"),
            afterCommit: () => {},
            changes: () => 0
          }
          const exit = yield* Effect.exit(Effect.provideService(body, Transaction, snapshot))
          door.leave()
          return failure !== undefined && unavailable(failure)
            ? yield* new StoreUnavailable({ cause: failure })
            : yield* exit
        })

      const join =
        (open: <A, E, R>(body: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StoreUnavailable, R>) =>
        <A, E, R>(body: Effect.Effect<A, E, R>): Effect.Effect<A, E | StoreUnavailable, Exclude<R, Transaction>> =>
          Effect.contextWithEffect((context: Context.Context<R>) =>
            Context.getOption(context as Context.Context<Transaction>, Transaction)._tag === "Some"
              ? body
              : Effect.uninterruptible(open(body))
          ) as Effect.Effect<A, E | StoreUnavailable, Exclude<R, Transaction>>

      // Not `Effect.never`, which keeps a real timer going.
      const halted = Effect.async<never>(() => {})
      return Transactions.of({ dialect: "sqlite", write: join(write), read: join(read), halted })
    })
  )
