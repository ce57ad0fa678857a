/**
 * Principals (guests, agents and staff) and the bearer tokens that stand for them. A token is `id.secret`, found by its
 * id and proved by its secret, of which the store keeps a hash; it carries scopes and an expiry and can be revoked. RFC
 * 6749 §4.4 and RFC 7009 name the outcomes. Follows docs/specification.md#identity, docs/specification.md#tokens.
 *
 * @since 1.0.0
 */
import { ShopperId, TokenId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import {
  clientOf as clientOfPrincipal,
  type Owner,
  type Principal,
  PrincipalKind,
  scopesOf
} from "@beauty-store/domain/Principal"
import { Entropy, idsFrom, secretFrom } from "@beauty-store/sql/Entropy"
import * as Expiry from "@beauty-store/sql/Expiry"
import * as Query from "@beauty-store/sql/Query"
import { hash, matches } from "@beauty-store/sql/Secrets"
import { type StoreUnavailable, Transaction, Transactions } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as ClientRecords from "./ClientRecords.ts"

export type { Owner, Principal }

export interface AccessToken {
  readonly accessToken: string
  readonly expiresInSeconds: number
  readonly scopes: ReadonlyArray<string>
}

/**
 * A missing secret, an unknown id, a wrong secret, an expired or a revoked token: the caller learns only that
 * authentication failed.
 */
export class InvalidToken extends Schema.TaggedError<InvalidToken>()("InvalidToken", {}) {}

/** The OAuth client does not exist or its secret is wrong. */
export class InvalidClient extends Schema.TaggedError<InvalidClient>()("InvalidClient", {}) {}

/** A requested scope that the client does not have. */
export class InvalidScope extends Schema.TaggedError<InvalidScope>()("InvalidScope", { scope: Schema.String }) {}

export interface ClientRegistration extends ClientRecords.ClientRegistration {}

const day = 86_400_000
const guestLifetime = 180 * day
const clientLifetime = 3_600_000

export class Identity extends Context.Tag("@beauty-store/commerce/Identity")<Identity, {
  /** The principal that a bearer token stands for. */
  readonly authenticate: (bearer: string) => Effect.Effect<Principal, InvalidToken | StoreUnavailable>
  /**
   * The renewal that a guest's token is due, where it was authenticated inside a snapshot, which cannot write: to be
   * run after it.
   */
  readonly renewalOf: (principal: Principal) => Effect.Effect<void> | undefined
  /**
   * A new shopper, so far only an id: `create` writes its token and returns it. The two are separate so that the
   * request that needs a shopper can be refused before anything is written.
   */
  readonly prepareGuest: Effect.Effect<{
    readonly principal: Principal
    readonly create: Effect.Effect<AccessToken, StoreUnavailable>
  }>
  /** OAuth 2.0 client credentials. */
  readonly authenticateClient: (
    clientId: string,
    secret: string
  ) => Effect.Effect<Principal, InvalidClient | StoreUnavailable>
  /** Issues a client's token. Without scopes it gets all that the client has. */
  readonly issueToken: (
    client: Principal,
    scopes: ReadonlyArray<string> | undefined
  ) => Effect.Effect<AccessToken, InvalidClient | InvalidScope | StoreUnavailable>
  /** Revokes a token at once. An unknown token is a success, too, so that the caller learns nothing about it. */
  readonly revoke: (bearer: string) => Effect.Effect<void, StoreUnavailable>
  /** Creates an OAuth client, or gives an existing one a new secret and scopes. One that was removed stays so. */
  readonly registerClient: (client: ClientRegistration) => Effect.Effect<void, InvalidInput | StoreUnavailable>
}>() {}

const TokenRow = Schema.Struct({
  secret_hash: Schema.String,
  kind: PrincipalKind,
  principal: Schema.String,
  scopes: ClientRecords.Scopes,
  expires_at: Query.Int,
  revoked_at: Schema.NullOr(Query.Int)
})

const tokenById = Query.first(TokenRow)<[id: string]>(
  "SELECT secret_hash, kind, principal, scopes, expires_at, revoked_at FROM token WHERE id = ?"
)
const insertToken = Query.insert("token", ["id", "secret_hash", "kind", "principal", "scopes", "expires_at"])
const renewToken = Query.change<[expiresAt: number, id: string]>("UPDATE token SET expires_at = ? WHERE id = ?")
const revokeToken = Query.change<[now: number, id: string]>(
  "UPDATE token SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL"
)
const deleteDeadTokens = Query.change<[now: number, most: number]>(
  `WITH dead AS MATERIALIZED (
     SELECT id FROM token WHERE expires_at < ? ORDER BY expires_at LIMIT ? FOR UPDATE SKIP LOCKED
   )
   DELETE FROM token WHERE id IN (SELECT id FROM dead)`
)

/** An OAuth client's kind and scopes, if there is one of that id. */
export const clientOf = (
  clientId: string
): Effect.Effect<
  Option.Option<{ readonly kind: "agent" | "staff"; readonly scopes: ReadonlyArray<string> }>,
  never,
  Transaction
> => ClientRecords.find(clientId)

const split = (bearer: string): readonly [id: string, secret: string] => {
  const dot = bearer.indexOf(".")
  return dot < 0 ? [bearer, ""] : [bearer.slice(0, dot), bearer.slice(dot + 1)]
}

/** The token's row if the bearer proves it. */
const proved = (bearer: string): Effect.Effect<Option.Option<typeof TokenRow.Type>, never, Transaction> => {
  const [id, secret] = split(bearer)
  return Effect.map(tokenById(id), Option.filter((row) => matches(secret, row.secret_hash)))
}

/** Tokens are deleted a month after they expired. */
const keptMillis = 30 * day

/** The tokens that expired long ago. */
export const expiring: Expiry.ExpiringRows = {
  remove: (most) => Effect.flatMap(Clock.currentTimeMillis, (now) => deleteDeadTokens(now - keptMillis, most)),
  nextAt: Expiry.nextBy("SELECT expires_at AS at FROM token ORDER BY expires_at LIMIT 1", keptMillis)
}

const dependencies = Effect.all({
  transactions: Transactions,
  entropy: Entropy,
  renewals: Effect.sync(() => new WeakMap<Principal, Effect.Effect<void>>())
})
type Dependencies = Effect.Effect.Success<typeof dependencies>

/** Writes a token of a principal inside the caller's transaction. */
const issue = Effect.fnUntraced(
  function*(
    { entropy }: Dependencies,
    principal: Principal,
    lifetime: number
  ): Effect.fn.Return<AccessToken, never, Transaction> {
    const id = yield* idsFrom(entropy)(TokenId)
    const secret = secretFrom(entropy)
    const expiresAt = (yield* Clock.currentTimeMillis) + lifetime
    yield* insertToken({
      id,
      secret_hash: hash(secret),
      kind: principal.kind,
      principal: principal.id,
      scopes: principal.scopes.join(" "),
      expires_at: expiresAt
    })
    yield* Expiry.note(expiresAt + keptMillis)
    return { accessToken: `${id}.${secret}`, expiresInSeconds: lifetime / 1000, scopes: principal.scopes }
  }
)

/** Renews a guest's token that was not renewed for a day; after the snapshot, where it was used in one. */
const renew = Effect.fnUntraced(
  function*({ renewals, transactions }: Dependencies, id: string, principal: Principal, now: number) {
    const renewal = Effect.ignore(transactions.write(renewToken(now + guestLifetime, id)))
    const joined = Option.getOrUndefined(yield* Effect.serviceOption(Transaction))
    if (joined?.writable === false) renewals.set(principal, renewal)
    else yield* renewal
  }
)

/** Almost every request authenticates a token, so this takes few steps. */
const authenticate = (deps: Dependencies) => (bearer: string) =>
  Effect.clockWith((clock) => {
    const now = clock.unsafeCurrentTimeMillis()
    const [id, secret] = split(bearer)
    return Effect.flatMap(deps.transactions.read(tokenById(id)), (row) => {
      if (Option.isNone(row) || !matches(secret, row.value.secret_hash)) return new InvalidToken()
      const { expires_at, kind, principal, revoked_at, scopes } = row.value
      if (revoked_at !== null || expires_at <= now) return new InvalidToken()
      const found: Principal = { kind, id: principal, scopes }
      return kind === "shopper" && expires_at < now + guestLifetime - day
        ? Effect.as(renew(deps, id, found, now), found)
        : Effect.succeed(found)
    })
  })

const prepareGuest = (deps: Dependencies) =>
  Effect.map(idsFrom(deps.entropy)(ShopperId), (id) => {
    const principal: Principal = { kind: "shopper", id, scopes: scopesOf.shopper }
    return { principal, create: deps.transactions.write(issue(deps, principal, guestLifetime)) }
  })

const authenticateClient = ({ transactions }: Dependencies) =>
  Effect.fnUntraced(function*(clientId: string, secret: string) {
    const client = yield* transactions.read(ClientRecords.find(clientId))
    const now = yield* Clock.currentTimeMillis
    if (Option.isNone(client) || !ClientRecords.accepts(client.value, secret, now)) return yield* new InvalidClient()
    const { kind, scopes } = client.value
    return { kind, id: `${kind}:${clientId}`, scopes }
  })

const issueToken = (deps: Dependencies) =>
  Effect.fnUntraced(function*(client: Principal, wanted: ReadonlyArray<string> | undefined) {
    const foreign = wanted?.find((scope) => !client.scopes.includes(scope))
    if (foreign !== undefined) return yield* new InvalidScope({ scope: foreign })
    return yield* deps.transactions.write(Effect.gen(function*() {
      const clientId = clientOfPrincipal(client.id)
      // Since it signed in it may have been removed.
      yield* ClientRecords.lock(clientId)
      if (Option.isNone(yield* ClientRecords.find(clientId))) return yield* new InvalidClient()
      return yield* issue(deps, { ...client, scopes: wanted ?? client.scopes }, clientLifetime)
    }))
  })

const revoke = ({ transactions }: Dependencies) =>
  Effect.fnUntraced(function*(bearer: string) {
    const row = yield* proved(bearer)
    if (Option.isSome(row)) yield* revokeToken(yield* Clock.currentTimeMillis, split(bearer)[0])
  }, transactions.write)

const registerClient = ({ transactions }: Dependencies) => (client: ClientRegistration) =>
  transactions.write(ClientRecords.registerClient(client))

export const layer: Layer.Layer<Identity, never, Transactions | Entropy> = Layer.effect(
  Identity,
  Effect.map(dependencies, (deps) => ({
    authenticate: authenticate(deps),
    renewalOf: (principal) => deps.renewals.get(principal),
    prepareGuest: prepareGuest(deps),
    authenticateClient: authenticateClient(deps),
    issueToken: issueToken(deps),
    revoke: revoke(deps),
    registerClient: registerClient(deps)
  }))
)
