/**
 * A way to make statements fail or wait: a client whose connections' statements pass a checkpoint, which a test changes
 * at any moment.
 *
 *     faults.checkpoint = (text) => text.startsWith("UPDATE stock") ? "40001" : undefined
 */
import { registerSend, type Send, sendOf } from "@beauty-store/sql/drivers/PipelinedDriver"
import type * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"

/**
 * Sees every statement before it runs. An answer is the code of the error that it fails with, instead of running or
 * after it has run, its answer lost; or what it waits for (not on SQLite, where nothing waits).
 */
export type Checkpoint = (
  text: string
) => string | { readonly after: string } | { readonly wait: Effect.Effect<void> } | undefined

const codeOf = (error: SqlError): unknown => (error.cause as { readonly code?: unknown } | undefined)?.code

const errorOf = (code: string): SqlError =>
  new SqlError({ cause: Object.assign(new Error(code), { code }), message: code })

/**
 * Statements that are sent ahead, each past the checkpoint. After one that fails there, the server is as it would be
 * had the statement failed: it runs nothing more of the transaction, and its COMMIT is a rollback.
 */
const tapSend = (send: Send, faults: { readonly checkpoint: Checkpoint }) => {
  let isFailed = false
  /** What has to happen before the next statement is sent; undefined if nothing has. */
  let held: Promise<void> | undefined
  const sendNow: Send = (text, parameters, done) => {
    if (isFailed) return send("SELECT 1", [], () => done(errorOf("25P02")))
    const fault = faults.checkpoint(text)
    if (fault === undefined) return send(text, parameters, done)
    if (typeof fault === "object" && "wait" in fault) {
      const over = Effect.runPromise(fault.wait).then(() => {
        if (held === over) held = undefined
        send(text, parameters, done)
      })
      held = over
      return
    }
    isFailed = true
    const code = typeof fault === "string" ? fault : fault.after
    if (typeof fault === "string") send("SELECT 1", [], () => done(errorOf(code)))
    else send(text, parameters, () => done(errorOf(code)))
  }
  const inTurn: Send = (text, parameters, done) => {
    if (held === undefined) return sendNow(text, parameters, done)
    const before = held
    const over = before.then(() => {
      if (held === over) held = undefined
      sendNow(text, parameters, done)
    })
    held = over
  }
  /** What becomes of a statement that somebody waits for, behind those. */
  const behind = <A>(text: string, run: (text: string) => Effect.Effect<A, SqlError>): Effect.Effect<A, SqlError> =>
    Effect.suspend(() => {
      if (held !== undefined) return Effect.zipRight(Effect.promise(() => held!), behind(text, run))
      if (!isFailed) return run(text)
      if (text !== "COMMIT" && text !== "ROLLBACK") {
        return Effect.async((resume) => send("SELECT 1", [], () => resume(Effect.fail(errorOf("25P02")))))
      }
      isFailed = false
      return run("ROLLBACK")
    })
  return { send: inTurn, behind }
}

/** The client, its connections' statements passing a checkpoint. */
export const tapped = (
  sql: SqlClient.SqlClient,
  faults: { checkpoint: Checkpoint; deadlocks: number }
): SqlClient.SqlClient => {
  const tap = (connection: Connection): Connection => {
    const send = sendOf(connection)
    const pipeline = send === undefined ? undefined : tapSend(send, faults)
    const run = (method: "execute" | "executeRaw") => (text: string, parameters: ReadonlyArray<unknown>) => {
      const execute = (text: string) =>
        Effect.suspend(() => {
          const fault = faults.checkpoint(text)
          const run = Effect.tapError(
            // The two methods name the type of their parameters differently.
            Effect.suspend(() => connection[method](text, parameters as never, undefined)),
            (error) => Effect.sync(() => void (codeOf(error) === "40P01" && faults.deadlocks++))
          ) as Effect.Effect<unknown, SqlError>
          if (fault === undefined) return run
          if (typeof fault === "object" && "wait" in fault) return Effect.zipRight(fault.wait, run)
          const failure = Effect.fail(errorOf(typeof fault === "string" ? fault : fault.after))
          return typeof fault === "string" ? failure : Effect.zipRight(run, failure)
        })
      return (pipeline === undefined ? execute(text) : pipeline.behind(text, execute)) as Effect.Effect<never, SqlError>
    }
    const proxy = new Proxy(connection, {
      get: (target, key) =>
        key === "execute" || key === "executeRaw"
          ? run(key)
          : (...args: ReadonlyArray<never>) => (Reflect.get(target, key) as Function).apply(target, args)
    })
    if (pipeline !== undefined) registerSend(proxy, pipeline.send)
    return proxy
  }
  return new Proxy(sql, {
    get: (target, key) => key === "reserve" ? Effect.map(target.reserve, tap) : Reflect.get(target, key)
  })
}
