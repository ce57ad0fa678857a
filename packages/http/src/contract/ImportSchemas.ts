/**
 * Imports of goods on the wire, as staff send and follow them (docs/specification.md#imports).
 *
 * @since 1.0.0
 */
import { ImportStatus } from "@beauty-store/domain/GoodsImport"
import { ImportId } from "@beauty-store/domain/Ids"
import * as Schema from "effect/Schema"
import { choice, whole } from "./InputSchemas.ts"
import { listOf } from "./ListSchemas.ts"
import { Moment } from "./ValueSchemas.ts"

/** The tables that are taken and given. */
export const tableTypes = ["text/csv", "application/jsonl"] as const

const Answer = Schema.optional(choice(Schema.Literal("true", "false")))
export const ImportParameters = Schema.Struct({ dryRun: Answer, decimalComma: Answer }).annotations(whole)

export const ImportResult = Schema.Struct({
  added: Schema.Int,
  changed: Schema.Int,
  unchanged: Schema.Int,
  archived: Schema.Array(Schema.String)
}).annotations({ identifier: "ImportResult" })

const fields = {
  id: ImportId.claimed,
  status: ImportStatus,
  form: Schema.Literal("csv", "jsonl"),
  decimalComma: Schema.Boolean,
  dryRun: Schema.Boolean,
  bytes: Schema.Int,
  bytesRead: Schema.Int,
  rowsRead: Schema.Int,
  rows: Schema.NullOr(Schema.Int),
  result: Schema.NullOr(ImportResult),
  faultCount: Schema.Int,
  failure: Schema.NullOr(Schema.String),
  createdAt: Moment,
  endedAt: Schema.NullOr(Moment)
}

export const Import = Schema.Struct({
  ...fields,
  faults: Schema.Array(Schema.Struct({
    line: Schema.Int,
    column: Schema.NullOr(Schema.String),
    message: Schema.String
  }))
}).annotations({ identifier: "Import" })
export const ImportList = listOf("ImportPage", Schema.Struct(fields).annotations({ identifier: "ListedImport" }))
