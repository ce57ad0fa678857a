/** Questions of those who run the store (docs/specification.md#consistency-audit, docs/specification.md#flags). */
import { ConsistencyAudit } from "@beauty-store/commerce/audit/ConsistencyAudit"
import { Flags } from "@beauty-store/commerce/records/Flags"
import * as Effect from "effect/Effect"
import { endpoint } from "../contract/Api.ts"
import { holder } from "../pipeline/Authentication.ts"
import { group } from "../pipeline/Mounting.ts"
import * as Operations from "../pipeline/Operations.ts"
import * as Views from "./Views.ts"

const staff = holder("admin:read")

export const layer = group(
  "admin",
  Effect.fnUntraced(function*(handlers) {
    const { audit } = yield* ConsistencyAudit
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
