/**
 * The TXT records of a name, by which somebody proves that a domain is theirs.
 *
 * The port only: who looks names up, and how long that may take, is the implementation's. A name without records, and
 * one that cannot be looked up now, have none.
 *
 * @since 1.0.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

export class TxtRecords extends Context.Reference<TxtRecords>()("@beauty-store/outbound/TxtRecords", {
  defaultValue: () => ({
    /** The records of a name, each with its parts joined. Default: none. */
    find: (_name: string): Effect.Effect<ReadonlyArray<string>> => Effect.succeed([])
  })
}) {}
