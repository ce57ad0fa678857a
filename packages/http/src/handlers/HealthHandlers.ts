/**
 * The handlers of the group `health`: whether the process is alive, and whether it can serve
 * (docs/specification.md#health).
 */
import { Readiness } from "@beauty-store/sql/Readiness"
import * as Effect from "effect/Effect"
import { anyone } from "../pipeline/Authentication.ts"
import * as Operations from "../pipeline/Operations.ts"
import { type HandlersOf, operation } from "./StoreOperations.ts"

const ok = { status: "ok" } as const

export const handlers = Effect.map(Readiness, ({ check }) => ({
  live: Operations.read(operation("health", "live"), anyone, () => Effect.succeed(ok)),
  ready: Operations.read(operation("health", "ready"), anyone, () => Effect.as(check, ok))
} satisfies HandlersOf<"health">))
