/**
 * Tables beside the store's own in its database: those of packages above this one, and of programs that embed the
 * store. Each owner has a list of migrations, recorded in tables whose names begin with its key; the store runs them
 * after its own, in the same transaction. Follows docs/specification.md#migrations.
 *
 * @since 1.0.0
 */
import type { Owner } from "@beauty-store/sql/Migrations"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"

/** Who has tables in the store's database beside the store. Default: nobody. */
export class OwnTables extends Context.Reference<OwnTables>()("@beauty-store/commerce/OwnTables", {
  defaultValue: (): ReadonlyArray<Owner> => []
}) {}

/**
 * All owners of a store's database beside the store.
 *
 * ```ts
 * const statements = ({ id }) => [`CREATE TABLE gift (order_id ${id} REFERENCES orders(id), message TEXT NOT NULL)`]
 * const gifts = { key: "mine", tables: "the gifts' tables", migrations: [{ name: "001_baseline", statements }] }
 * const shop = Store.layer.pipe(Layer.provide(OwnTables.layer(gifts)))
 * ```
 */
export const layer = (...owners: ReadonlyArray<Owner>): Layer.Layer<OwnTables> => Layer.succeed(OwnTables, owners)
