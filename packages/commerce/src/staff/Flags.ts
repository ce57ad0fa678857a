/**
 * Flags for staff: payments that did not fit their order, refunds that failed, messages that the order's state forbids,
 * endpoints that are disabled, products of which few are left. A flag is written in the transaction that found its cause
 * and changes nothing else. Staff close it once, with a note. Follows docs/specification.md#flags.
 *
 * @since 1.0.0
 */
import * as Domain from "@beauty-store/domain/Flag"
import { type Claimed, FlagId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import { clientOf, type Principal } from "@beauty-store/domain/Principal"
import * as Cursor from "@beauty-store/sql/Cursor"
import { Entropy, nextId } from "@beauty-store/sql/Entropy"
import * as Query from "@beauty-store/sql/Query"
import { StoreSecret } from "@beauty-store/sql/Secrets"
import { type StoreUnavailable, type Transaction, Transactions } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { checking, Paging, text } from "../InputChecks.ts"
import * as UseCase from "../UseCase.ts"
import * as StaffTrail from "./StaffTrail.ts"

export interface Flag {
  readonly flagId: FlagId
  readonly kind: Domain.FlagKind
  /** The id of the order, refund, message, subscription or product that it is about. */
  readonly subject: string
  readonly detail: string
  readonly at: number
  /** Who has dealt with it, by the OAuth client's id, when, and what they noted; undefined while nobody has. */
  readonly closed: { readonly by: string; readonly at: number; readonly note: string } | undefined
}

export interface FlagFilter {
  readonly limit: number
  readonly cursor?: string | undefined
  /** Default: both. */
  readonly state?: Domain.FlagState | undefined
}

export class Flags extends Context.Tag("@beauty-store/commerce/Flags")<Flags, {
  /** Newest first. */
  readonly list: (
    filter: FlagFilter
  ) => Effect.Effect<Cursor.Page<Flag>, InvalidInput | Cursor.InvalidCursor | StoreUnavailable>
  /** Notes that staff have dealt with it. Of several at once, one does. */
  readonly close: (
    principal: Principal,
    flagId: Claimed<FlagId>,
    note: string
  ) => Effect.Effect<Flag, InvalidInput | Domain.FlagNotFound | Domain.FlagClosed | StoreUnavailable>
}>() {}

const insert = Query.insert("flag", ["id", "kind", "subject", "detail", "at"])

/** Raises a flag about a subject (the id of an order, refund, message, subscription or product). */
export const raise = Effect.fnUntraced(
  function*(
    kind: Domain.FlagKind,
    subject: string,
    detail: string
  ): Effect.fn.Return<void, never, Transaction | Entropy> {
    yield* insert({ id: yield* nextId(FlagId), kind, subject, detail, at: yield* Clock.currentTimeMillis })
  }
)

const removeOpen = Query.send<[kind: Domain.FlagKind, subject: string]>(
  "DELETE FROM flag WHERE closed_at IS NULL AND kind = ? AND subject = ?"
)

/** Takes back what nobody has closed: its cause is gone. */
export const takeBack = (kind: Domain.FlagKind, subject: string): Effect.Effect<void, never, Transaction> =>
  removeOpen(kind, subject)

const Row = Schema.Struct({
  id: FlagId,
  kind: Domain.FlagKind,
  subject: Schema.String,
  detail: Schema.String,
  at: Query.Int,
  closed_at: Schema.NullOr(Query.Int),
  closed_by: Schema.NullOr(Schema.String),
  note: Schema.NullOr(Schema.String)
})
const columns = "id, kind, subject, detail, at, closed_at, closed_by, note"
const known = Query.isKnown("kind", Domain.FlagKind)
const before = (state: string) =>
  `SELECT ${columns} FROM flag WHERE ${known} AND ${state}id < ? ORDER BY id DESC LIMIT ?`
const pagesBefore = {
  any: Query.all(Row)<[before: string, limit: number]>(before("")),
  open: Query.all(Row)<[before: string, limit: number]>(before("closed_at IS NULL AND ")),
  closed: Query.all(Row)<[before: string, limit: number]>(before("closed_at IS NOT NULL AND "))
}
const byId = Query.first(Row)<[id: Claimed<FlagId>]>(
  `SELECT ${columns} FROM flag WHERE id = ? AND ${known} FOR UPDATE`
)
const setClosed = Query.changeOne<[at: number, by: string, note: string, id: FlagId]>(
  "UPDATE flag SET closed_at = ?, closed_by = ?, note = ? WHERE id = ? AND closed_at IS NULL"
)

const viewOf = ({ at, closed_at, closed_by, detail, id, kind, note, subject }: typeof Row.Type): Flag => ({
  flagId: id,
  kind,
  subject,
  detail,
  at,
  closed: closed_at === null ? undefined : { by: closed_by ?? "", at: closed_at, note: note ?? "" }
})

/** After every id: ids are ASCII. */
const latest = "~"

const dependencies = Effect.all({
  transactions: Transactions,
  places: Effect.map(StoreSecret, (secret) => Cursor.cursors(secret, "flags", Schema.String))
})
type Dependencies = Effect.Effect.Success<typeof dependencies>

const checkList = checking(Schema.Struct({ ...Paging.fields, state: Schema.optional(Domain.FlagState) }))

const list = ({ places, transactions }: Dependencies) =>
  Effect.fnUntraced(
    function*(filter: FlagFilter) {
      yield* checkList(filter)
      const { cursor, limit, state = "any" } = filter
      const only = state === "any" ? {} : { state }
      const before = cursor === undefined ? latest : yield* places.decode(cursor, only)
      const rows = yield* transactions.read(pagesBefore[state](before, limit + 1))
      const { data, nextCursor } = Cursor.page(rows, limit, (last) => places.encode(last.id, only))
      return { data: data.map(viewOf), nextCursor }
    }
  )

const checkClosing = checking(Schema.Struct({ note: text(Domain.longestNote) }))

const close = ({ transactions }: Dependencies) =>
  Effect.fnUntraced(function*(principal: Principal, claimed: Claimed<FlagId>, note: string) {
    yield* checkClosing({ note })
    const row = Option.getOrUndefined(yield* byId(claimed))
    if (row === undefined) return yield* new Domain.FlagNotFound({ flagId: claimed })
    const flagId = row.id
    if (row.closed_at !== null) return yield* new Domain.FlagClosed({ flagId, closedBy: row.closed_by ?? "" })
    const by = clientOf(principal.id)
    const at = yield* Clock.currentTimeMillis
    yield* setClosed(at, by, note, flagId)
    yield* StaffTrail.record({
      action: "flag.close",
      subject: flagId,
      before: { state: "open" },
      after: { state: "closed" }
    })
    return viewOf({ ...row, closed_at: at, closed_by: by, note })
  }, transactions.write)

export const layer: Layer.Layer<Flags, never, Transactions | StoreSecret> = Layer.effect(
  Flags,
  Effect.map(
    dependencies,
    (deps) => ({
      list: UseCase.named("Flags.list", list(deps)),
      close: UseCase.named("Flags.close", close(deps), { given: (caller) => ({ caller }) })
    })
  )
)
