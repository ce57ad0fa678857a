/**
 * The handlers of the group `admin`: the audit, the flags, the trail, and the goods
 * (docs/specification.md#consistency-audit, docs/specification.md#goods).
 */
import { ConsistencyAudit } from "@beauty-store/commerce/audit/ConsistencyAudit"
import { Flags } from "@beauty-store/commerce/staff/Flags"
import { StaffTrail } from "@beauty-store/commerce/staff/StaffTrail"
import * as Effect from "effect/Effect"
import { holder } from "../pipeline/Authentication.ts"
import * as Operations from "../pipeline/Operations.ts"
import * as GoodsHandlers from "./GoodsHandlers.ts"
import { type HandlersOf, operation } from "./StoreOperations.ts"
import * as Views from "./Views.ts"

const staff = holder("admin:read")

export const handlers = Effect.gen(function*() {
  const { audit } = yield* ConsistencyAudit
  const flags = yield* Flags
  const trail = yield* StaffTrail
  return {
    ...yield* GoodsHandlers.handlers,
    consistency: Operations.read(operation("admin", "consistency"), staff, () => audit),
    flags: Operations.read(operation("admin", "flags"), staff, ({ urlParams }) =>
      Effect.map(
        flags.list({ ...urlParams, limit: urlParams.limit ?? 20 }),
        (page) => Views.page(page, Views.flag)
      )),
    closeFlag: Operations.change(
      operation("admin", "closeFlag"),
      holder("admin:write"),
      ({ caller, path, payload }) => Effect.map(flags.close(caller.principal, path.flagId, payload.note), Views.flag)
    ),
    trail: Operations.read(operation("admin", "trail"), staff, ({ urlParams }) =>
      Effect.map(
        trail.list({ ...urlParams, limit: urlParams.limit ?? 20 }),
        (page) => Views.page(page, Views.staffChange)
      ))
  } satisfies HandlersOf<"admin">
})
