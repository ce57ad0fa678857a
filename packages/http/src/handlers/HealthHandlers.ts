/** Whether the process lives and whether it can serve (docs/specification.md#health). */
import { Catalog } from "@beauty-store/commerce/catalog/Catalog"
import * as Effect from "effect/Effect"
import { endpoint } from "../contract/Api.ts"
import { anyone } from "../pipeline/Authentication.ts"
import { group } from "../pipeline/Mounting.ts"
import * as Operations from "../pipeline/Operations.ts"

const ok = { status: "ok" } as const

export const layer = group("health", (handlers) =>
  Effect.map(Catalog, (catalog) =>
    handlers
      .handle("live", Operations.read(endpoint("health", "live"), anyone, () => Effect.succeed(ok)))
      .handle("ready", Operations.read(endpoint("health", "ready"), anyone, () => Effect.as(catalog.version, ok)))))
