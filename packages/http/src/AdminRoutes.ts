/** What whoever runs the store asks it (contract §12). */
import { Books } from "@beauty-store/commerce/Books"
import * as Effect from "effect/Effect"
import { endpoint } from "./Api.ts"
import { holder } from "./Callers.ts"
import { group } from "./Mounting.ts"
import * as Operations from "./Operations.ts"

export const layer = group("admin", (handlers) =>
  Effect.map(
    Books,
    ({ audit }) =>
      handlers.handle(
        "consistency",
        Operations.read(endpoint("admin", "consistency"), holder("admin:read"), () => audit)
      )
  ))
