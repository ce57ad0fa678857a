/** The handlers of the group `promotions`, for staff (docs/specification.md#promotions). */
import { Policy } from "@beauty-store/commerce/Policy"
import { type KeptPromotion, type NewPromotion, Promotions } from "@beauty-store/commerce/promotions/Promotions"
import { formatMoment } from "@beauty-store/domain/Days"
import { type Currency, toNumber } from "@beauty-store/domain/Money"
import type { Benefit } from "@beauty-store/domain/Promotion"
import * as Effect from "effect/Effect"
import type * as PromotionSchemas from "../contract/PromotionSchemas.ts"
import { holder } from "../pipeline/Authentication.ts"
import * as Operations from "../pipeline/Operations.ts"
import { refusing } from "./FactFaults.ts"
import { type HandlersOf, operation } from "./StoreOperations.ts"
import * as Views from "./Views.ts"

const staff = holder("catalog:write")

/** The fields of a promotion whose names in the use case are others. */
const faults = refusing({ amountMinor: "amount", leastMinor: "minimum" })

type Payload = typeof PromotionSchemas.NewPromotion.Type

const benefitOf = (benefit: Payload["benefit"], currency: Currency): Benefit =>
  benefit.type === "amount" ? { type: "amount", amountMinor: Views.minorOf(benefit.amount, currency) } : benefit

/** What a client wrote, in the terms of the use case, which checks ids, categories and countries. */
const promotionOf = (
  { benefit, conditions, endsAt, startsAt, ...rest }: Payload,
  currency: Currency
): NewPromotion => {
  const { minimum, ...given } = conditions ?? {}
  return {
    ...rest,
    startsAt: Views.millisOf(startsAt),
    endsAt: Views.millisOf(endsAt),
    benefit: benefitOf(benefit, currency),
    conditions: { ...given, ...(minimum === undefined ? {} : { leastMinor: Views.minorOf(minimum, currency) }) }
  }
}

const viewOf = (
  currency: Currency,
  {
    benefit,
    code,
    conditions: { leastMinor, ...conditions },
    endsAt,
    id,
    startsAt,
    title,
    used,
    uses,
    usesPerCustomer
  }: KeptPromotion
): typeof PromotionSchemas.Promotion.Type => ({
  id,
  title,
  code: code ?? null,
  benefit: benefit.type === "amount" ? { type: "amount", amount: toNumber(benefit.amountMinor, currency) } : benefit,
  conditions: { ...conditions, ...(leastMinor === undefined ? {} : { minimum: toNumber(leastMinor, currency) }) },
  currency,
  startsAt: formatMoment(startsAt),
  endsAt: Views.momentOrNull(endsAt),
  uses: uses ?? null,
  usesPerCustomer: usesPerCustomer ?? null,
  used
})

export const handlers = Effect.gen(function*() {
  const promotions = yield* Promotions
  const { currency } = yield* Policy
  const view = (promotion: KeptPromotion) => viewOf(currency, promotion)
  return {
    list: Operations.read(
      operation("promotions", "list"),
      staff,
      ({ urlParams }) =>
        Effect.map(
          promotions.list({ ...urlParams, limit: urlParams.limit ?? 20 }),
          (page) => Views.page(page, view)
        )
    ),
    create: Operations.change(
      operation("promotions", "create"),
      staff,
      ({ payload }) => Effect.map(faults(promotions.create(promotionOf(payload, currency))), view)
    ),
    view: Operations.read(
      operation("promotions", "view"),
      staff,
      ({ path }) => Effect.map(promotions.find(path.promotionId), view)
    ),
    limit: Operations.change(
      operation("promotions", "limit"),
      staff,
      ({ path, payload: { endsAt, uses } }) =>
        Effect.map(
          faults(promotions.limit(path.promotionId, {
            endsAt: typeof endsAt === "string" ? Date.parse(endsAt) : endsAt,
            uses
          })),
          view
        )
    )
  } satisfies HandlersOf<"promotions">
})
