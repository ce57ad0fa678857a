/**
 * The typed client, derived from the contract: every operation with its types, every error by its tag.
 *
 * @since 1.0.0
 */
import * as HttpApiClient from "@effect/platform/HttpApiClient"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Api } from "./contract/Api.ts"

export interface Options {
  /** The address of the store: `https://shop.example`. */
  readonly baseUrl: string
  readonly accessToken?: string | undefined
  /** An agent's own reference to the person it shops for. */
  readonly shopper?: string | undefined
}

class IdempotencyKey extends Context.Reference<IdempotencyKey>()("@beauty-store/http/IdempotencyKey", {
  defaultValue: (): string | undefined => undefined
}) {}

/**
 * Sends all requests of an effect with one idempotency key: after any failure, repeat the same effect with the same
 * key.
 */
export const idempotent = (key: string) => <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.provideService(effect, IdempotencyKey, key)

class SeenVersion extends Context.Reference<SeenVersion>()("@beauty-store/http/SeenVersion", {
  defaultValue: (): string | undefined => undefined
}) {}

/** Sends all requests of an effect as changes of what was seen, by its `version`: of anything else they are refused. */
export const ifMatch = (version: string) => <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.provideService(effect, SeenVersion, version)

/**
 * ```ts
 * const store = yield* Client.make({ baseUrl: "http://localhost:3000", accessToken })
 * const productId = ProductId.claimed.make("kieselhaut-niacinamide-serum-10")
 * const cart = yield* store.cart.add({ payload: { productId } }).pipe(
 *   Effect.catchTag("InsufficientStock", ({ available }) => …),
 *   Client.idempotent("a-key-of-yours")
 * )
 * ```
 */
export const make = ({ accessToken, baseUrl, shopper }: Options) =>
  HttpApiClient.make(Api, {
    baseUrl,
    transformClient: HttpClient.mapRequestEffect((request) =>
      Effect.map(Effect.all([IdempotencyKey, SeenVersion]), ([key, version]) => {
        const headers: Record<string, string> = {}
        if (accessToken !== undefined) headers["authorization"] = `Bearer ${accessToken}`
        if (shopper !== undefined) headers["x-shopper"] = shopper
        if (key !== undefined) headers["idempotency-key"] = key
        if (version !== undefined) headers["if-match"] = `"${version}"`
        return HttpClientRequest.setHeaders(request, headers)
      })
    )
  })
