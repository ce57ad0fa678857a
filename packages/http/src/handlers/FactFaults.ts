/**
 * What the schema of a request cannot tell of a fact: whether the shop has such goods, categories, languages. The use
 * case says it, and the request is refused as for any other fault. Follows docs/specification.md#errors.
 */
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import * as Effect from "effect/Effect"
import { InvalidRequest } from "../pipeline/Authentication.ts"

const isInvalid = (error: unknown): error is InvalidInput =>
  typeof error === "object" && error !== null && "_tag" in error && error._tag === "InvalidInput"

/** Refuses a request by the faults of a use case. `names`: of fields whose names in the request are others. */
export const refusing =
  (names: Readonly<Record<string, string>>) => <A, E, R>(change: Effect.Effect<A, E | InvalidInput, R>) =>
    Effect.mapError(change, (error) =>
      isInvalid(error)
        ? new InvalidRequest({
          errors: error.faults.map(({ path, words }) => ({
            pointer: path.split(/[.[\]]+/).filter((part) => part !== "").map((part) => `/${names[part] ?? part}`)
              .join(""),
            detail: words.replace(/^Expected /, "must be ").replace(/, actual .*$/s, "")
          }))
        })
        : error as Exclude<E, InvalidInput>)
