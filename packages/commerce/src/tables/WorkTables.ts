/**
 * The tables of background work: jobs, and the instances of the program that share the database (`Instances` of
 * `sql`). Follows docs/specification.md#background-work.
 */
import * as GroupedJobs from "@beauty-store/sql/GroupedJobs"
import * as Instances from "@beauty-store/sql/Instances"
import * as JobTable from "@beauty-store/sql/JobTable"
import type { Migration } from "@beauty-store/sql/Migrations"

export const work: Migration["statements"] = (syntax, dialect) => [
  ...JobTable.create(syntax),
  ...GroupedJobs.indexes("deliver", dialect),
  ...Instances.create(syntax)
]
