/**
 * The rows of the OAuth clients of a shop, with their secrets: its own, and after a renewal for a while the one before
 * it. A removed client keeps its row, so that nobody gets its id again. Follows docs/specification.md#clients.
 */
import { scopesOf } from "@beauty-store/domain/Principal"
import * as Query from "@beauty-store/sql/Query"
import { hash, matches } from "@beauty-store/sql/Secrets"
import type { Transaction } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { checking, secretText } from "../InputChecks.ts"

/** Whom a client acts for: itself as a buyer, or the shop. */
export type ClientKind = "agent" | "staff"

/** A list of scopes in one text, as OAuth writes it. */
export const Scopes = Schema.transform(Schema.String, Schema.Array(Schema.String), {
  strict: true,
  decode: (text) => text === "" ? [] : text.split(" "),
  encode: (scopes) => scopes.join(" ")
})

export const ClientRow = Schema.Struct({
  id: Schema.String,
  secret_hash: Schema.String,
  kind: Schema.Literal("agent", "staff"),
  scopes: Scopes,
  secret_at: Schema.NullOr(Query.Int),
  previous_hash: Schema.NullOr(Schema.String),
  previous_until: Schema.NullOr(Query.Int)
})
export type ClientRow = typeof ClientRow.Type
export const columns = "id, secret_hash, kind, scopes, secret_at, previous_hash, previous_until"

/** A client that was not removed. */
export const find: (clientId: string) => Effect.Effect<Option.Option<ClientRow>, never, Transaction> = Query.first(
  ClientRow
)<[id: string]>(`SELECT ${columns} FROM oauth_client WHERE id = ? AND removed_at IS NULL`)

/** Whether a client may sign in with a secret: its own, or for a while the one before. */
export const accepts = ({ previous_hash, previous_until, secret_hash }: ClientRow, secret: string, now: number) =>
  matches(secret, secret_hash)
  || (previous_hash !== null && previous_until !== null && now < previous_until && matches(secret, previous_hash))

/** Waits for whoever changes the client, and keeps them waiting until the end of the transaction. */
export const lock = Query.lock<[id: string]>("SELECT id FROM oauth_client WHERE id = ? FOR UPDATE")

/** The fewest characters of a secret that nobody is to guess: as many as 128 random bits have in base64url. */
const leastSecret = 22

/** The form in which clients send both ends an id with the first colon (RFC 7617). */
export const ClientId = Schema.String.pipe(Schema.pattern(/^(?=.*\S)[^:\p{Cc}\p{Cs}]{1,200}$/u, {
  description: "1 to 200 characters, not only blanks, without colons and control characters"
}))

/** A client as a program registers it, with a secret of its own. */
export interface ClientRegistration {
  readonly id: string
  /** 22 characters or more, because nothing else keeps guesses off: a right one is never refused for wrong ones. */
  readonly secret: string
  /** The secret is printed for everybody, as a demo's is: it may be short. */
  readonly isPublished?: boolean
  readonly kind: ClientKind
  readonly scopes: ReadonlyArray<string>
}

const registrationOf = (kind: ClientKind, least: number) =>
  checking(Schema.Struct({
    id: ClientId,
    secret: secretText(1000, least),
    kind: Schema.Literal(kind),
    scopes: Schema.Array(Schema.Literal(...scopesOf[kind]))
  }))
const checksOf = (least: number) => ({ agent: registrationOf("agent", least), staff: registrationOf("staff", least) })
const [checkSecret, checkPublished] = [checksOf(leastSecret), checksOf(1)]

const register = Query.insert(
  "oauth_client",
  ["id", "secret_hash", "kind", "scopes"],
  `ON CONFLICT (id) DO UPDATE
   SET secret_hash = excluded.secret_hash, kind = excluded.kind, scopes = excluded.scopes, previous_hash = NULL
   WHERE oauth_client.removed_at IS NULL`
)

/**
 * Registers a client inside the caller's transaction; one that there is gets the new secret and scopes, and one that was
 * removed stays so.
 */
export const registerClient = Effect.fnUntraced(function*(client: ClientRegistration) {
  yield* (client.isPublished === true ? checkPublished : checkSecret)[client.kind === "staff" ? "staff" : "agent"](
    client
  )
  yield* register({
    id: client.id,
    secret_hash: hash(client.secret),
    kind: client.kind,
    scopes: client.scopes.join(" ")
  })
})
