/**
 * The handlers of the group `admin`: the audit, the flags, the trail, the report of VAT, and the goods
 * (docs/specification.md#consistency-audit, docs/specification.md#goods).
 */
import { Receipts } from "@beauty-store/commerce/after-sales/Receipts"
import { ConsistencyAudit } from "@beauty-store/commerce/audit/ConsistencyAudit"
import { Policy, type StorePolicy } from "@beauty-store/commerce/Policy"
import { Flags } from "@beauty-store/commerce/staff/Flags"
import { StaffTrail } from "@beauty-store/commerce/staff/StaffTrail"
import { dayOf } from "@beauty-store/domain/Days"
import * as Money from "@beauty-store/domain/Money"
import { type CountryVat, quarterOf } from "@beauty-store/domain/VatReport"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as AdminSchemas from "../contract/AdminSchemas.ts"
import { vatReportTypes } from "../contract/Api.ts"
import { preferredType } from "../pipeline/Accept.ts"
import { holder } from "../pipeline/Authentication.ts"
import * as Operations from "../pipeline/Operations.ts"
import * as Responses from "../pipeline/Responses.ts"
import * as GoodsHandlers from "./GoodsHandlers.ts"
import { type HandlersOf, operation } from "./StoreOperations.ts"
import * as Views from "./Views.ts"

const staff = holder("admin:read")

const printVat = Responses.printSuccess(AdminSchemas.VatReport)

/** A table with a line for each country and rate. */
const csvOf = (rows: ReadonlyArray<CountryVat>, currency: Money.Currency): string =>
  [
    ["country", "rate", "net", "vat", "gross"],
    ...rows.map(({ country, grossMinor, netMinor, rateBp, vatMinor }) => [
      country,
      rateBp / 100,
      ...[netMinor, vatMinor, grossMinor].map((amountMinor) => Money.format(amountMinor, currency))
    ])
  ].map((cells) => `${cells.join(",")}\r\n`).join("")

/** JSON or CSV, whichever the client prefers. */
const vat = (receipts: typeof Receipts.Service, { currency, timeZone }: Pick<StorePolicy, "currency" | "timeZone">) =>
  Operations.raw(
    operation("admin", "vat"),
    Effect.fnUntraced(function*({ urlParams }, { caller, request }) {
      yield* staff(yield* caller)
      const { quarter = quarterOf(dayOf(yield* Clock.currentTimeMillis, timeZone)) } = urlParams
      const rows = yield* Effect.catchTag(receipts.vatOf(quarter), "InvalidInput", Effect.die)
      const headers = { "cache-control": "no-store", vary: "accept" }
      return preferredType(request.headers["accept"], vatReportTypes) === "text/csv"
        ? HttpServerResponse.text(csvOf(rows, currency), {
          contentType: "text/csv; charset=utf-8",
          headers: { ...headers, "content-disposition": `attachment; filename="vat-${quarter}.csv"` }
        })
        : Responses.send(printVat(Views.vatReport(quarter, currency, rows), headers))
    })
  )

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
      )),
    vat: vat(yield* Receipts, yield* Policy)
  } satisfies HandlersOf<"admin">
})
