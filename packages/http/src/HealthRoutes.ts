/** Whether the process lives and whether it can serve (contract §12). */
import { Catalog } from "@beauty-store/commerce/Catalog"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as Effect from "effect/Effect"
import { Api, endpoint } from "./Api.ts"
import { anyone } from "./Callers.ts"
import * as Operations from "./Operations.ts"

const ok = { status: "ok" } as const

export const layer = HttpApiBuilder.group(Api, "health", (handlers) =>
  Effect.map(Catalog, (catalog) =>
    handlers
      .handleRaw("live", Operations.read(endpoint("health", "live"), anyone, () => Effect.succeed(ok)))
      .handleRaw("ready", Operations.read(endpoint("health", "ready"), anyone, () => Effect.as(catalog.version, ok)))))
