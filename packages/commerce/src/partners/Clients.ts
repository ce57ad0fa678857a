/**
 * The OAuth clients of a shop: staff and agents. A client has one secret, and after a renewal for a while the one before
 * it. A removed client keeps its id, which nobody gets again: what it bought, and what people permitted it, stays its
 * own. Follows docs/specification.md#clients.
 *
 * @since 1.0.0
 */
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import { agentPrincipal, scopesOf } from "@beauty-store/domain/Principal"
import * as Cursor from "@beauty-store/sql/Cursor"
import { Entropy, secretFrom } from "@beauty-store/sql/Entropy"
import * as Query from "@beauty-store/sql/Query"
import { hash, StoreSecret } from "@beauty-store/sql/Secrets"
import { type StoreUnavailable, Transactions } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { ClientId, type ClientKind, ClientRow, columns, find, lock } from "../identity/ClientRecords.ts"
import { checking, checkPage, Overlap } from "../InputChecks.ts"
import * as StaffTrail from "../staff/StaffTrail.ts"
import * as UseCase from "../UseCase.ts"
import * as Subscriptions from "./Subscriptions.ts"

export type { ClientKind }

export interface Client {
  readonly clientId: string
  readonly kind: ClientKind
  readonly scopes: ReadonlyArray<string>
  /** When its secret was made, in milliseconds; undefined where a program registered it (`Identity.registerClient`). */
  readonly secretAt: number | undefined
  /** Until when the secret before that one is accepted; undefined: it is not. */
  readonly previousUntil: number | undefined
}

export interface NewClient {
  readonly clientId: string
  readonly kind: ClientKind
  /** At least one of its kind's (`scopesOf`). */
  readonly scopes: ReadonlyArray<string>
}

/** There is, or was, a client of this id. */
export class ClientExists extends Schema.TaggedError<ClientExists>()("ClientExists", { clientId: Schema.String }) {
  override get message(): string {
    return `There is or was a client ${this.clientId}.`
  }
}

/** There is no client of this id. */
export class ClientNotFound extends Schema.TaggedError<ClientNotFound>()("ClientNotFound", {
  clientId: Schema.String
}) {
  override get message(): string {
    return `There is no client ${this.clientId}.`
  }
}

type WithSecret = Client & { readonly secret: string }

export class Clients extends Context.Tag("@beauty-store/commerce/Clients")<Clients, {
  /** By their ids; without those that were removed. */
  readonly list: (
    paging: Cursor.Paging
  ) => Effect.Effect<Cursor.Page<Client>, InvalidInput | Cursor.InvalidCursor | StoreUnavailable>
  /** Only this result contains the secret. */
  readonly create: (client: NewClient) => Effect.Effect<WithSecret, InvalidInput | ClientExists | StoreUnavailable>
  /**
   * Makes a new secret, which only this result contains. The one before it is accepted for `overlapMillis` more, any
   * older one no longer. Tokens that were issued stay valid.
   */
  readonly renewSecret: (
    clientId: string,
    overlapMillis: number
  ) => Effect.Effect<WithSecret, InvalidInput | ClientNotFound | StoreUnavailable>
  /** Ends a client, its tokens, and the subscriptions to its orders' events, at once and for good. */
  readonly remove: (clientId: string) => Effect.Effect<void, ClientNotFound | StoreUnavailable>
}>() {}

const pageAfter = Query.all(ClientRow)<[after: string, limit: number]>(
  `SELECT ${columns} FROM oauth_client WHERE id > ? AND removed_at IS NULL ORDER BY id LIMIT ?`
)
const insert = Query.insertIfNew(
  "oauth_client",
  ["id", "secret_hash", "kind", "scopes", "secret_at"],
  "ON CONFLICT (id) DO NOTHING"
)
const setSecret = Query.change<[previousUntil: number, hash: string, now: number, id: string]>(
  `UPDATE oauth_client SET previous_hash = secret_hash, previous_until = ?, secret_hash = ?, secret_at = ?
   WHERE id = ?`
)
/** Nothing has an empty hash. */
const markRemoved = Query.change<[now: number, id: string]>(
  "UPDATE oauth_client SET removed_at = ?, secret_hash = '', previous_hash = NULL WHERE id = ?"
)
const revokeTokens = Query.change<[now: number, principal: string]>(
  "UPDATE token SET revoked_at = ? WHERE principal = ? AND kind <> 'shopper' AND revoked_at IS NULL"
)

const newOf = (kind: ClientKind) =>
  checking(Schema.Struct({
    clientId: ClientId,
    kind: Schema.Literal(kind),
    scopes: Schema.NonEmptyArray(Schema.Literal(...scopesOf[kind]))
  }))
const checkNew = { agent: newOf("agent"), staff: newOf("staff") }

const checkOverlap = checking(Schema.Struct({ overlapMillis: Overlap }))

const dependencies = Effect.gen(function*() {
  return {
    transactions: yield* Transactions,
    entropy: yield* Entropy,
    places: Cursor.cursors(yield* StoreSecret, "clients", Schema.String)
  }
})
type Dependencies = Effect.Effect.Success<typeof dependencies>

const viewOf = (row: typeof ClientRow.Type, now: number): Client => ({
  clientId: row.id,
  kind: row.kind,
  scopes: row.scopes,
  secretAt: row.secret_at ?? undefined,
  previousUntil: row.previous_hash !== null && row.previous_until !== null && now < row.previous_until
    ? row.previous_until
    : undefined
})

const list = ({ places, transactions }: Dependencies) =>
  Effect.fnUntraced(function*(paging: Cursor.Paging) {
    yield* checkPage(paging)
    const { cursor, limit } = paging
    const after = cursor === undefined ? "" : yield* places.decode(cursor)
    const rows = yield* transactions.read(pageAfter(after, limit + 1))
    const { data, nextCursor } = Cursor.page(rows, limit, (last) => places.encode(last.id))
    const now = yield* Clock.currentTimeMillis
    return { data: data.map((row) => viewOf(row, now)), nextCursor }
  })

const create = ({ entropy, transactions }: Dependencies) =>
  Effect.fnUntraced(function*(client: NewClient) {
    yield* checkNew[client.kind === "staff" ? "staff" : "agent"](client)
    const { clientId, kind, scopes } = client
    const secret = secretFrom(entropy)
    const secretAt = yield* Clock.currentTimeMillis
    const row = { id: clientId, secret_hash: hash(secret), kind, scopes: scopes.join(" "), secret_at: secretAt }
    // Also of a removed one there is a row.
    if ((yield* insert(row)) === 0) return yield* new ClientExists({ clientId })
    yield* StaffTrail.record({
      action: "client.create",
      subject: clientId,
      before: {},
      after: { kind, scopes: row.scopes }
    })
    return { clientId, kind, scopes, secretAt, previousUntil: undefined, secret }
  }, transactions.write)

/** A client that there is, locked. */
const findLocked = Effect.fnUntraced(function*(clientId: string) {
  yield* lock(clientId)
  const row = Option.getOrUndefined(yield* find(clientId))
  return row ?? (yield* new ClientNotFound({ clientId }))
})

const renewSecret = ({ entropy, transactions }: Dependencies) =>
  Effect.fnUntraced(function*(clientId: string, overlapMillis: number) {
    yield* checkOverlap({ overlapMillis })
    const row = yield* findLocked(clientId)
    const secret = secretFrom(entropy)
    const now = yield* Clock.currentTimeMillis
    yield* setSecret(now + overlapMillis, hash(secret), now, clientId)
    yield* StaffTrail.record({
      action: "client.renew",
      subject: clientId,
      before: { secretAt: row.secret_at },
      after: { secretAt: now, previousUntil: now + overlapMillis }
    })
    const previousUntil = overlapMillis > 0 ? now + overlapMillis : undefined
    return { ...viewOf(row, now), secretAt: now, previousUntil, secret }
  }, transactions.write)

const remove = ({ transactions }: Dependencies) =>
  Effect.fnUntraced(function*(clientId: string) {
    const { kind, scopes } = yield* findLocked(clientId)
    const now = yield* Clock.currentTimeMillis
    yield* markRemoved(now, clientId)
    yield* revokeTokens(now, `${kind}:${clientId}`)
    yield* Subscriptions.removeOf(agentPrincipal(clientId))
    yield* StaffTrail.record({
      action: "client.remove",
      subject: clientId,
      before: { kind, scopes: scopes.join(" ") },
      after: {}
    })
  }, transactions.write)

export const layer: Layer.Layer<Clients, never, Transactions | Entropy | StoreSecret> = Layer.effect(
  Clients,
  Effect.map(dependencies, (deps) => ({
    list: UseCase.named("Clients.list", list(deps)),
    create: UseCase.named("Clients.create", create(deps)),
    renewSecret: UseCase.named("Clients.renewSecret", renewSecret(deps)),
    remove: UseCase.named("Clients.remove", remove(deps))
  }))
)
