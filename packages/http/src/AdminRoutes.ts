/** What whoever runs the store asks it (contract §12). */
import { Books } from "@beauty-store/commerce/Books"
import { Flags } from "@beauty-store/commerce/Flags"
import * as Effect from "effect/Effect"
import { endpoint } from "./Api.ts"
import { holder } from "./Callers.ts"
import { group } from "./Mounting.ts"
import * as Operations from "./Operations.ts"
import * as Views from "./Views.ts"

const staff = holder("admin:read")

export const layer = group(
  "admin",
  Effect.fnUntraced(function*(handlers) {
    const { audit } = yield* Books
    const flags = yield* Flags
    return handlers
      .handle("consistency", Operations.read(endpoint("admin", "consistency"), staff, () => audit))
      .handle(
        "flags",
        Operations.read(endpoint("admin", "flags"), staff, ({ urlParams }) =>
          Effect.map(
            flags.list({ limit: urlParams.limit ?? 20, cursor: urlParams.cursor }),
            (page) => Views.page(page, Views.flag)
          ))
      )
  })
)
