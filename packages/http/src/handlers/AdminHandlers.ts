/** The handlers of the group `admin`: the audit and the flags, for staff (docs/specification.md#consistency-audit). */
import { ConsistencyAudit } from "@beauty-store/commerce/audit/ConsistencyAudit"
import { Flags } from "@beauty-store/commerce/records/Flags"
import * as Effect from "effect/Effect"
import { holder } from "../pipeline/Authentication.ts"
import * as Operations from "../pipeline/Operations.ts"
import { type HandlersOf, operation } from "./StoreOperations.ts"
import * as Views from "./Views.ts"

const staff = holder("admin:read")

export const handlers = Effect.gen(function*() {
  const { audit } = yield* ConsistencyAudit
  const flags = yield* Flags
  return {
    consistency: Operations.read(operation("admin", "consistency"), staff, () => audit),
    flags: Operations.read(operation("admin", "flags"), staff, ({ urlParams }) =>
      Effect.map(
        flags.list({ limit: urlParams.limit ?? 20, cursor: urlParams.cursor }),
        (page) => Views.page(page, Views.flag)
      ))
  } satisfies HandlersOf<"admin">
})
