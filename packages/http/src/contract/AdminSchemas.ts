/**
 * What staff alone see, on the wire: the audit, flags, and the trail of what staff changed
 * (docs/specification.md#consistency-audit, docs/specification.md#flags, docs/specification.md#trail).
 *
 * @since 1.0.0
 */
import { AuditedKind } from "@beauty-store/domain/Audit"
import { FlagKind, FlagState, longestNote } from "@beauty-store/domain/Flag"
import { FlagId, StaffChangeId } from "@beauty-store/domain/Ids"
import { Facts, StaffAction } from "@beauty-store/domain/StaffChange"
import { Quarter } from "@beauty-store/domain/VatReport"
import * as Schema from "effect/Schema"
import { choice, leaf, Name, Text, whole } from "./InputSchemas.ts"
import { byTime, inOrder, listOf, paging } from "./ListSchemas.ts"
import { Amount, Currency, Moment } from "./ValueSchemas.ts"

export const FlagParameters = Schema.Struct({ state: Schema.optional(choice(FlagState)), ...paging }).annotations(whole)

export const TrailParameters = Schema.Struct({
  client: Schema.optional(Name("the OAuth client id of a member of staff")),
  action: Schema.optional(choice(StaffAction)),
  subject: Schema.optional(Name("the id of what was changed")),
  ...byTime
}).pipe(inOrder).annotations(whole)

export const VatParameters = Schema.Struct({
  quarter: Schema.optional(leaf("a quarter, such as 2026-Q4; default: this one", Quarter))
}).annotations(whole)

/** What a one-stop-shop return asks for. */
export const VatReport = Schema.Struct({
  quarter: Quarter,
  currency: Currency,
  data: Schema.Array(
    Schema.Struct({
      country: Schema.String,
      /** In per cent. */
      rate: Schema.Number,
      net: Amount,
      vat: Amount,
      gross: Amount
    })
  )
}).annotations({ identifier: "VatReport" })

/** Contains nothing personal. */
export const Audit = Schema.Struct({
  total: Schema.Int,
  differences: Schema.Array(Schema.Struct({
    kind: Schema.String,
    subject: Schema.String,
    expected: Schema.String,
    found: Schema.String,
    words: Schema.String
  })),
  counts: Schema.Record({ key: AuditedKind, value: Schema.Int })
}).annotations({ identifier: "Audit" })

export const Flag = Schema.Struct({
  flagId: FlagId.claimed,
  kind: FlagKind,
  subject: Schema.String,
  detail: Schema.String,
  at: Moment,
  closed: Schema.optional(Schema.Struct({ by: Schema.String, at: Moment, note: Schema.String }))
}).annotations({ identifier: "Flag" })
export const FlagList = listOf("FlagPage", Flag)
export const CloseFlagRequest = Schema.Struct({ note: Text(longestNote) })
  .annotations({ identifier: "CloseFlagRequest", ...whole })

export const StaffChange = Schema.Struct({
  changeId: StaffChangeId.claimed,
  client: Schema.String,
  action: StaffAction,
  subject: Schema.String,
  before: Facts,
  after: Facts,
  at: Moment
}).annotations({ identifier: "StaffChange" })
export const Trail = listOf("Trail", StaffChange)
