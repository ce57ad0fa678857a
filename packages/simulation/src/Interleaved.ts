/**
 * Transactions whose loads and writes lie apart: what a statement read may be out of date by the time another writes.
 *
 * The store on SQLite runs each transaction in one turn, which hides every decision that rests on a stale read; on
 * PostgreSQL such a decision is a race. Here each statement before the first change is a step of its own, between which
 * others load and commit; from the first change on, the transaction has the database to itself until its end.
 *
 * What READ COMMITTED promises is kept. A statement sees what is committed. Where one locks (`FOR UPDATE`, an advisory
 * lock), nobody changes what it locked before the transaction ends: should somebody have, the body is run again from its
 * beginning, as if it had waited. Locks are coarse, a table for a row, which allows no more than PostgreSQL does. A
 * condition that was lost (`LostRace`) runs the body again too.
 */
import * as Query from "@beauty-store/commerce/Query"
import {
  type Handle,
  LostRace,
  type Parameter,
  StoreUnavailable,
  Transaction,
  Transactions
} from "@beauty-store/commerce/Transactions"
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
  readonly locks: boolean
  /** An advisory lock: nothing is read. */
  readonly advisory: boolean
  readonly tables: ReadonlyArray<string>
}

const readings = new Map<string, Reading>()

const readingOf = (text: string): Reading => {
  const known = readings.get(text)
  if (known !== undefined) return known
  const plain = Query.unlocked(text)
  const fresh: Reading = {
    text: Query.plannedOnce(plain.replace(/\$\d+/g, "?")),
    locks: plain !== text,
    advisory: text.includes("pg_advisory"),
    tables: [...text.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE)\s+([a-z_]+)/g)].map((match) => match[1]!)
  }
  readings.set(text, fresh)
  return fresh
}

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

export const layer: Layer.Layer<Transactions, StoreUnavailable, SqlClient.SqlClient> = Layer.scoped(
  Transactions,
  Effect.gen(function*() {
    const { reserve } = yield* SqlClient.SqlClient
    const connection = yield* Effect.mapError(reserve, (cause) => new StoreUnavailable({ cause }))
    const door = new Door()
    /** How often a table was changed, or an advisory lock let go. */
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
        const lock = (reading: Reading, parameters: ReadonlyArray<Parameter>) => {
          const places = reading.advisory ? [`advisory ${parameters.join(" ")}`] : reading.tables
          for (const place of places) {
            if (!locked.has(place)) locked.set(place, versionOf(place))
            if (reading.advisory) changed.add(place)
          }
        }
        /** From here on there is nobody else; what was locked is as it was. */
        const beginWriting = Effect.gen(function*() {
          yield* Effect.yieldNow()
          yield* door.enter
          writing = true
          for (const [place, version] of locked) {
            if (versionOf(place) !== version) return yield* Effect.die(new LostRace())
          }
          yield* Effect.catchAll(execute("BEGIN IMMEDIATE", []), failed)
        })
        const select = (changing: boolean): Handle["rows"] =>
          ((text: string, parameters: ReadonlyArray<Parameter>, read = identity as never) =>
            Effect.gen(function*() {
              if (failure !== undefined) return yield* Effect.die(failure)
              const reading = readingOf(text)
              if (reading.locks || reading.advisory) lock(reading, parameters)
              if (reading.advisory) return read([{}])
              if (changing) {
                changes++
                for (const table of reading.tables) changed.add(table)
                if (!writing) yield* beginWriting
              }
              if (writing) return read(yield* Effect.catchAll(execute(reading.text, parameters), failed))
              yield* Effect.yieldNow()
              yield* door.enter
              const rows = yield* Effect.exit(execute(reading.text, parameters))
              door.leave()
              if (Exit.isFailure(rows)) return yield* failed(Cause.squash(rows.cause) as SqlError)
              return read(rows.value)
            })) as Handle["rows"]
        const handle: Handle = {
          kind: "pg",
          writable: true,
          rows: select(false),
          returning: select(true),
          change: (text, parameters) =>
            Effect.gen(function*() {
              if (failure !== undefined) return yield* Effect.die(failure)
              const reading = readingOf(text)
              changes++
              for (const table of reading.tables) changed.add(table)
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
          if (Exit.isFailure(exit) && Cause.squash(exit.cause) instanceof LostRace) continue
          return yield* exit
        }
        return yield* new StoreUnavailable({ cause: new LostRace() })
      })

    /** A snapshot: nobody writes while it is read. */
    const read = <A, E, R>(body: Effect.Effect<A, E, R>): Effect.Effect<A, E | StoreUnavailable, R> =>
      Effect.gen(function*() {
        yield* door.enter
        let failure: SqlError | undefined
        const rows: Handle["rows"] = ((text: string, parameters: ReadonlyArray<Parameter>, read = identity as never) =>
          Effect.map(
            Effect.catchAll(execute(text, parameters), (error) => {
              failure = error
              return Effect.die(error)
            }),
            read
          )) as Handle["rows"]
        const snapshot: Handle = {
          kind: "sqlite",
          writable: false,
          rows,
          returning: () =>
            Effect.dieMessage("a change inside a snapshot"),
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
