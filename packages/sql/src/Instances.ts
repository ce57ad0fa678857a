/**
 * How many instances of the program share the database, so that what is counted in the memory of each adds up. Each
 * renews its row every two seconds; the others delete one that was not renewed for six. Where the database cannot be
 * asked, the last number stands. On SQLite there is always one. Follows docs/specification.md#request-budgets.
 *
 * @since 1.0.0
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type Entropy, nextId } from "./Entropy.ts"
import type { DialectSyntax } from "./Migrations.ts"
import * as Query from "./Query.ts"
import { Transactions } from "./Transactions.ts"

export class Instances extends Context.Tag("@beauty-store/sql/Instances")<Instances, {
  /** This one included. */
  readonly count: () => number
}>() {}

/** Creates the table. Every database whose instances are counted has this in a migration of its own. */
export const create = ({ id }: DialectSyntax): ReadonlyArray<string> => [
  `CREATE TABLE instance (
    id ${id} PRIMARY KEY,
    seen_at BIGINT NOT NULL
  )`
]

const renewal = Duration.seconds(2)
const forgottenMillis = 6_000

const now = "(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint"
const renew = Query.change<[id: string]>({
  pg: `INSERT INTO instance (id, seen_at) VALUES (?, ${now}) ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`,
  sqlite: "INSERT INTO instance (id, seen_at) VALUES (?, 0) ON CONFLICT DO NOTHING"
})
const Others = Schema.Struct({ others: Query.Int })
const countOthers = Query.first(Others)<[id: string]>({
  pg: `SELECT COUNT(*) AS others FROM instance WHERE id <> ? AND seen_at > ${now} - ${forgottenMillis}`,
  sqlite: "SELECT COUNT(*) AS others FROM instance WHERE id <> ?"
})
const forget = Query.change<[id: string]>({
  pg: `DELETE FROM instance WHERE id = ? OR seen_at <= ${now} - ${forgottenMillis}`,
  sqlite: "DELETE FROM instance WHERE id = ?"
})

export const layer: Layer.Layer<Instances, never, Transactions | Entropy> = Layer.scoped(
  Instances,
  Effect.gen(function*() {
    const { dialect, write } = yield* Transactions
    if (dialect === "sqlite") return { count: () => 1 }
    const id = yield* nextId("ins")
    let count = 1
    const beat = Effect.gen(function*() {
      yield* forget(id)
      yield* renew(id)
      return Option.match(yield* countOthers(id), { onNone: () => 1, onSome: ({ others }) => others + 1 })
    })
    const learn = Effect.ignore(Effect.map(write(beat), (found) => void (count = found)))
    yield* Effect.acquireRelease(learn, () => Effect.ignore(write(forget(id))))
    yield* Effect.forkScoped(Effect.forever(Effect.zipRight(Effect.sleep(renewal), learn)))
    return { count: () => count }
  })
)
