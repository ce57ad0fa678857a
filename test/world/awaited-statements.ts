/**
 * A transaction that a test holds open: its body may wait for its queries only, so the test's wait is one of them.
 *
 *     write(Effect.gen(function*() { yield* change(…); yield* awaiting(Deferred.await(gate)); yield* change(…) }))
 *
 * `withAwaited` is the client whose connections know such statements. PostgreSQL only: on SQLite nothing waits.
 */
import { registerSend, sendOf } from "@beauty-store/sql/drivers/PipelinedDriver"
import * as Query from "@beauty-store/sql/Query"
import type { Transaction } from "@beauty-store/sql/Transactions"
import type * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** What a statement waits for, and nothing else. */
const awaited = new Map<string, Effect.Effect<unknown>>()
let statements = 0

/** A statement that takes as long as an effect. */
export const awaiting = <A>(effect: Effect.Effect<A>): Effect.Effect<A, never, Transaction> =>
  Effect.suspend(() => {
    const text = `SELECT ${++statements} AS awaited`
    let result: { readonly value: A } | undefined
    awaited.set(text, Effect.tap(effect, (value) => void (result = { value })))
    return Effect.map(Query.all(Schema.Unknown)(text)(), () => {
      awaited.delete(text)
      return result!.value
    })
  })

const execute = (connection: Connection): Connection["execute"] => (text, parameters, transform) => {
  const waited = awaited.get(text)
  return waited === undefined ? connection.execute(text, parameters, transform) : Effect.as(waited, [])
}

/** A client whose transactions can wait. */
export const withAwaited = (sql: SqlClient.SqlClient): SqlClient.SqlClient => {
  const known = (connection: Connection): Connection => {
    const proxy = new Proxy(connection, {
      get: (target, key) => key === "execute" ? execute(target) : Reflect.get(target, key)
    })
    const send = sendOf(connection)
    if (send !== undefined) registerSend(proxy, send)
    return proxy
  }
  return new Proxy(sql, {
    get: (target, key) => key === "reserve" ? Effect.map(target.reserve, known) : Reflect.get(target, key)
  })
}
