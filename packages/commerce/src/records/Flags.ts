/**
 * Flags for staff: payments that did not fit their order, refunds that failed, messages that the order's state forbids,
 * endpoints that are disabled. A flag is written in the transaction that found its cause and changes nothing else.
 * Follows docs/specification.md#flags.
 *
 * @since 1.0.0
 */
import { FlagKind } from "@beauty-store/domain/Flag"
import { FlagId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import * as Cursor from "@beauty-store/kernel/Cursor"
import { Entropy, nextId } from "@beauty-store/kernel/Entropy"
import * as Query from "@beauty-store/kernel/Query"
import { StoreSecret } from "@beauty-store/kernel/Secrets"
import { type StoreUnavailable, type Transaction, Transactions } from "@beauty-store/kernel/Transactions"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { checkPage } from "../InputChecks.ts"

export interface Flag {
  readonly flagId: FlagId
  readonly kind: FlagKind
  /** The id of the order, refund, message or subscription that it is about. */
  readonly subject: string
  readonly detail: string
  readonly at: number
}

export class Flags extends Context.Tag("@beauty-store/commerce/Flags")<Flags, {
  /** Newest first. */
  readonly list: (
    page: { readonly limit: number; readonly cursor?: string | undefined }
  ) => Effect.Effect<Cursor.Page<Flag>, InvalidInput | Cursor.InvalidCursor | StoreUnavailable>
}>() {}

const insert = Query.insert("flag", ["id", "kind", "subject", "detail", "at"])

/** Raises a flag about a subject (the id of an order, refund, message or subscription). */
export const raise = Effect.fnUntraced(
  function*(kind: FlagKind, subject: string, detail: string): Effect.fn.Return<void, never, Transaction | Entropy> {
    yield* insert({ id: yield* nextId(FlagId), kind, subject, detail, at: yield* Clock.currentTimeMillis })
  }
)

const Row = Schema.Struct({
  id: FlagId,
  kind: FlagKind,
  subject: Schema.String,
  detail: Schema.String,
  at: Query.Int
})
const pageBefore = Query.all(Row)<[before: string, limit: number]>(
  "SELECT id, kind, subject, detail, at FROM flag WHERE id < ? ORDER BY id DESC LIMIT ?"
)

/** After every id: ids are ASCII. */
const latest = "~"

const dependencies = Effect.all({
  transactions: Transactions,
  places: Effect.map(StoreSecret, (secret) => Cursor.cursors(secret, "flags", Schema.String))
})
type Dependencies = Effect.Effect.Success<typeof dependencies>

const list = ({ places, transactions }: Dependencies) =>
  Effect.fnUntraced(
    function*(page: { readonly limit: number; readonly cursor?: string | undefined }) {
      yield* checkPage(page)
      const { cursor, limit } = page
      const before = cursor === undefined ? latest : yield* places.decode(cursor)
      const rows = yield* transactions.read(pageBefore(before, limit + 1))
      const { data, nextCursor } = Cursor.page(rows, limit, (last) => places.encode(last.id))
      return { data: data.map(({ id, ...flag }) => ({ flagId: id, ...flag })), nextCursor }
    }
  )

export const layer: Layer.Layer<Flags, never, Transactions | StoreSecret> = Layer.effect(
  Flags,
  Effect.map(dependencies, (deps) => ({ list: list(deps) }))
)
