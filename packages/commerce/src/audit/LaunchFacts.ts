/**
 * What a database knows of whether its shop may take real money: who may act for it, and which goods lack what the law
 * wants to see. Read in one snapshot, also while others use the database. Follows docs/operations.md#going-live.
 *
 * @since 1.0.0
 */
import * as Query from "@beauty-store/sql/Query"
import { matches } from "@beauty-store/sql/Secrets"
import { Transaction } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { hasDemoOrders, keepsSecret } from "../StoreSettings.ts"

export interface LaunchFacts {
  /** How many OAuth clients act for the shop. */
  readonly staff: number
  /** The clients whose secrets are among those that everybody knows. */
  readonly published: ReadonlyArray<string>
  /** Whether its orders are a demo's, whose payments moved no money. */
  readonly hasDemoOrders: boolean
  /** Whether the secret that the store made for itself is still in it. */
  readonly keepsSecret: boolean
  readonly products: number
  /** Those for which nobody answers in the EU: neither they nor their brands name anybody. */
  readonly withoutPerson: number
  /** What PostgreSQL says of itself, by the names of its settings; undefined on SQLite. */
  readonly postgres: ReadonlyMap<string, string> | undefined
}

const Client = Schema.Struct({
  id: Schema.String,
  kind: Schema.String,
  secret_hash: Schema.String,
  // It may still count.
  previous_hash: Schema.NullOr(Schema.String)
})
const clients = Query.all(Client)(
  "SELECT id, kind, secret_hash, previous_hash FROM oauth_client WHERE removed_at IS NULL ORDER BY id"
)

const goods = Query.first(Schema.Struct({ products: Query.Int, without_person: Query.Int }))(
  `SELECT count(*) AS products,
     coalesce(sum(CASE WHEN p.responsible_person IS NULL AND b.responsible_person IS NULL THEN 1 ELSE 0 END), 0)
       AS without_person
   FROM product p JOIN brand b ON b.id = p.brand_id WHERE p.archived_at IS NULL`
)

const Setting = Schema.Struct({ name: Schema.String, setting: Schema.String })
const settings = Query.all(Setting)(
  `SELECT name, setting FROM pg_settings
   WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit', 'max_connections', 'server_version_num')`
)

/** The facts of a database; `known` are secrets that everybody knows. */
export const read = (
  known: ReadonlyArray<string>
): Effect.Effect<LaunchFacts, never, Transaction> =>
  Effect.gen(function*() {
    const all = yield* clients()
    const { products, without_person } = Option.getOrThrow(yield* goods())
    const isPostgres = (yield* Transaction).kind !== "sqlite"
    return {
      staff: all.filter(({ kind }) => kind === "staff").length,
      published: all.filter(({ previous_hash, secret_hash }) =>
        known.some((secret) => matches(secret, secret_hash) || matches(secret, previous_hash ?? ""))
      ).map(({ id }) => id),
      hasDemoOrders: yield* hasDemoOrders,
      keepsSecret: yield* keepsSecret,
      products,
      withoutPerson: without_person,
      postgres: isPostgres ? new Map((yield* settings()).map(({ name, setting }) => [name, setting])) : undefined
    }
  })
