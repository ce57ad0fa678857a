/**
 * The trail of what staff changed: who, when, what, and the facts before and after it. An entry is written in the
 * transaction of the change, by this module alone: a use case reports its change (`record`), and an entry results if a
 * member of staff acts (`actingAs`). What changes nothing leaves none. Follows docs/specification.md#trail.
 *
 * @since 1.0.0
 */
import { StaffChangeId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import { clientOf, type Principal } from "@beauty-store/domain/Principal"
import { Facts, StaffAction } from "@beauty-store/domain/StaffChange"
import type * as Cursor from "@beauty-store/sql/Cursor"
import { Entropy, idsFrom, idsFromMoment } from "@beauty-store/sql/Entropy"
import * as Expiry from "@beauty-store/sql/Expiry"
import * as Query from "@beauty-store/sql/Query"
import { StoreSecret } from "@beauty-store/sql/Secrets"
import { type StoreUnavailable, type Transaction, Transactions } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { checking } from "../InputChecks.ts"
import { Policy } from "../Policy.ts"
import * as UseCase from "../UseCase.ts"
import * as FilteredList from "./FilteredList.ts"

/** A change as its use case reports it. */
export interface Change {
  readonly action: StaffAction
  /** The id of what was changed. */
  readonly subject: string
  readonly before: Facts
  readonly after: Facts
}

export interface StaffChange extends Change {
  readonly changeId: StaffChangeId
  /** The OAuth client's id. */
  readonly client: string
  readonly at: number
}

export interface TrailFilter extends FilteredList.Paging, FilteredList.DayRange {
  readonly client?: string | undefined
  readonly action?: StaffAction | undefined
  readonly subject?: string | undefined
}

export class StaffTrail extends Context.Tag("@beauty-store/commerce/StaffTrail")<StaffTrail, {
  /** Newest first by default. */
  readonly list: (
    filter: TrailFilter
  ) => Effect.Effect<Cursor.Page<StaffChange>, InvalidInput | Cursor.InvalidCursor | StoreUnavailable>
}>() {}

/** Who of the staff acts, by the OAuth client's id, and how an entry of theirs is written; undefined where nobody does. */
class Recorder extends Context.Reference<Recorder>()("@beauty-store/commerce/StaffTrail/Recorder", {
  defaultValue: ():
    | { readonly client: string; readonly write: (change: Change) => Effect.Effect<void, never, Transaction> }
    | undefined => undefined
}) {}

/** Who of the staff acts, by the OAuth client's id; null where nobody does. */
export const actor: Effect.Effect<string | null> = Effect.map(Recorder, (recorder) => recorder?.client ?? null)

const insert = Query.insert("staff_change", ["id", "client", "action", "subject", "was", "became", "at"])

const encodeFacts = Schema.encodeSync(Query.Json(Facts))

/** Reports a change, inside its transaction. */
export const record = (change: Change): Effect.Effect<void, never, Transaction> =>
  Effect.flatMap(Recorder, (recorder) => recorder?.write(change) ?? Effect.void)

/** What entries need besides the change. */
export interface Trail {
  readonly entropy: typeof Entropy.Service
  /** How long an entry is kept, in milliseconds. */
  readonly keptMillis: number
}

const recorder = (client: string, { entropy, keptMillis }: Trail) =>
  Effect.fnUntraced(function*({ action, after, before, subject }: Change) {
    const at = yield* Clock.currentTimeMillis
    yield* insert({
      id: yield* idsFrom(entropy)(StaffChangeId),
      client,
      action,
      subject,
      was: encodeFacts(before),
      became: encodeFacts(after),
      at
    })
    yield* Expiry.note(at + keptMillis)
  })

/**
 * Runs use cases in the name of a principal: the changes of a member of staff are in the trail. For anybody else
 * nothing differs.
 */
export const actingAs =
  ({ id, kind }: Pick<Principal, "id" | "kind">, trail: Trail) =>
  <A, E, R>(change: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    kind === "staff"
      ? Effect.provideService(change, Recorder, { client: clientOf(id), write: recorder(clientOf(id), trail) })
      : change

const Row = Schema.Struct({
  id: StaffChangeId,
  client: Schema.String,
  action: StaffAction,
  subject: Schema.String,
  was: Query.Json(Facts),
  became: Query.Json(Facts),
  at: Query.Int
})

const viewOf = ({ became, id, was, ...change }: typeof Row.Type): StaffChange => ({
  changeId: id,
  ...change,
  before: was,
  after: became
})

const latest = Query.all(Row)<[subject: string]>(
  `SELECT id, client, action, subject, was, became, at FROM staff_change
   WHERE subject = ? AND ${Query.isKnown("action", StaffAction)} ORDER BY id DESC LIMIT 1`
)

/** What staff last did to something; undefined if nothing is kept. */
export const latestOf = (subject: string): Effect.Effect<StaffChange | undefined, never, Transaction> =>
  Effect.map(latest(subject), ([row]) => row && viewOf(row))

const removeOld = Query.change<[before: string, limit: number]>(
  "DELETE FROM staff_change WHERE id IN (SELECT id FROM staff_change WHERE id < ? ORDER BY id LIMIT ?)"
)

/** The entries that were kept for long enough. */
export const expiring = (keptMillis: number): Expiry.ExpiringRows => ({
  remove: (most) =>
    Effect.flatMap(
      Clock.currentTimeMillis,
      (now) => removeOld(idsFromMoment(StaffChangeId.prefix, now - keptMillis), most)
    ),
  nextAt: Expiry.nextBy("SELECT at FROM staff_change ORDER BY id LIMIT 1", keptMillis)
})

const dependencies = Effect.all({
  transactions: Transactions,
  policy: Policy,
  rows: Effect.map(StoreSecret, (secret) =>
    FilteredList.list(secret, "trail", {
      columns: "c.id, c.client, c.action, c.subject, c.was, c.became, c.at",
      row: Row
    }))
})
type Dependencies = Effect.Effect.Success<typeof dependencies>

const checkFilter = checking(Schema.Struct({
  ...FilteredList.pagingFields,
  ...FilteredList.dayFields,
  client: Schema.optional(Schema.String),
  action: Schema.optional(StaffAction),
  subject: Schema.optional(Schema.String)
}))

const key = { column: "c.at", key: "c.id", prefix: StaffChangeId.prefix }

const list = ({ policy: { timeZone }, rows, transactions }: Dependencies) =>
  Effect.fnUntraced(function*(filter: TrailFilter) {
    yield* checkFilter(filter)
    const conditions = [
      FilteredList.where(Query.isKnown("c.action", StaffAction)),
      ...FilteredList.equal("c.client", filter.client),
      ...FilteredList.equal("c.action", filter.action),
      ...FilteredList.equal("c.subject", filter.subject),
      ...FilteredList.within(filter, key, timeZone)
    ]
    const source = { from: "staff_change c", key: "c.id", conditions }
    const { data, nextCursor } = yield* rows.read(transactions, source, filter)
    return { data: data.map(viewOf), nextCursor }
  })

export const layer: Layer.Layer<StaffTrail, never, Transactions | StoreSecret | Policy> = Layer.effect(
  StaffTrail,
  Effect.map(dependencies, (deps) => ({ list: UseCase.named("StaffTrail.list", list(deps)) }))
)
