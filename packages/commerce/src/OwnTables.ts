/**
 * Tables beside the store's own in its database: those of packages that stand above this one, and of programs that
 * embed the store. Each owner says by which migrations they are made; the store brings them up to date after its own,
 * in the same transaction, and knows nothing else of them:
 *
 *     const gifts: Migrations.Owner = {
 *       key: "mine",
 *       tables: "the gifts' tables",
 *       migrations: [{
 *         name: "001_baseline",
 *         statements: ({ id }) => [`CREATE TABLE gift (order_id ${id} REFERENCES orders(id), message TEXT NOT NULL)`]
 *       }]
 *     }
 *     const shop = Store.layer.pipe(Layer.provide(OwnTables.layer(gifts)))
 *
 * The rule: an owner's migrations are recorded in tables whose names begin with its key, and have a window of their
 * own. In a store with a name its tables are named like the store's. Follows docs/specification.md#migrations.
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

/** All owners of a store's database beside the store. */
export const layer = (...owners: ReadonlyArray<Owner>): Layer.Layer<OwnTables> => Layer.succeed(OwnTables, owners)
