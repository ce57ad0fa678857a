/**
 * `TxtRecords` by the resolvers of this machine. A look-up takes at most five seconds.
 *
 * @since 1.0.0
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Resolver } from "node:dns/promises"
import { TxtRecords } from "./TxtRecords.ts"

const longestMillis = 5_000

/** Longer answers are no proof of anything. */
const mostRecords = 100

const find = (name: string): Effect.Effect<ReadonlyArray<string>> =>
  Effect.acquireUseRelease(
    Effect.sync(() => new Resolver()),
    (resolver) => Effect.tryPromise(() => resolver.resolveTxt(name)),
    (resolver) => Effect.sync(() => resolver.cancel())
  ).pipe(
    Effect.map((records) => records.slice(0, mostRecords).map((parts) => parts.join(""))),
    Effect.timeout(longestMillis),
    Effect.orElseSucceed(() => [])
  )

export const layer: Layer.Layer<never> = Layer.succeed(TxtRecords, { find })
