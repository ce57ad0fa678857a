/**
 * The tables of background work: jobs, and the instances of the program that share the database (`Instances` of the
 * `sql`). Follows docs/specification.md#background-work.
 */
import * as GroupedJobs from "@beauty-store/sql/GroupedJobs"
import * as JobTable from "@beauty-store/sql/JobTable"
import type { Migration } from "@beauty-store/sql/Migrations"

export const work: Migration["statements"] = (syntax, dialect) => [
  ...JobTable.create(syntax),
  ...GroupedJobs.indexes("deliver", dialect),
  `CREATE TABLE instance (
    id ${syntax.id} PRIMARY KEY,
    seen_at BIGINT NOT NULL
  )`
]
