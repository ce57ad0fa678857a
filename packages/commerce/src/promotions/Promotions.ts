/**
 * Promotions as staff keep them: put up, ended, limited, and how often each was used.
 *
 * What a promotion gives never changes, so that a code is worth what its owner read; its end and its number of uses do.
 * A code belongs to one promotion forever. Follows docs/specification.md#promotions.
 *
 * @since 1.0.0
 */
import { listWithin } from "@beauty-store/domain/CategoryTree"
import * as Country from "@beauty-store/domain/Country"
import { formatMoment } from "@beauty-store/domain/Days"
import { BrandId, type Claimed, ProductId, PromotionId } from "@beauty-store/domain/Ids"
import type { Fault, InvalidInput } from "@beauty-store/domain/InvalidInput"
import type { Languages, LocalText } from "@beauty-store/domain/Language"
import * as Domain from "@beauty-store/domain/Promotion"
import type * as Cursor from "@beauty-store/sql/Cursor"
import { Entropy, idsFrom } from "@beauty-store/sql/Entropy"
import type { JobHandler } from "@beauty-store/sql/JobHandler"
import { Jobs } from "@beauty-store/sql/Jobs"
import { StoreSecret } from "@beauty-store/sql/Secrets"
import { ConcurrentUpdate, type StoreUnavailable, Transactions } from "@beauty-store/sql/Transactions"
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as BrandRecords from "../catalog/BrandRecords.ts"
import * as CatalogChanges from "../catalog/CatalogChanges.ts"
import * as PriceRecords from "../catalog/PriceRecords.ts"
import * as ProductFacts from "../catalog/ProductFacts.ts"
import type { CatalogProduct } from "../catalog/ProductRecords.ts"
import { checkPage, faultsBy, faultsOfTexts, refuse } from "../InputChecks.ts"
import { Policy, type StorePolicy } from "../Policy.ts"
import * as FilteredList from "../staff/FilteredList.ts"
import * as StaffTrail from "../staff/StaffTrail.ts"
import * as UseCase from "../UseCase.ts"
import * as PromotionRecords from "./PromotionRecords.ts"

/** No promotion has this id. */
export class PromotionNotFound extends Schema.TaggedError<PromotionNotFound>()("PromotionNotFound", {
  promotionId: PromotionId.claimed
}) {
  override get message(): string {
    return `There is no promotion ${this.promotionId}.`
  }
}

/** A promotion has this code already, and may have ended. */
export class CodeExists extends Schema.TaggedError<CodeExists>()("CodeExists", {
  discountCode: Schema.String,
  promotionId: PromotionId
}) {
  override get message(): string {
    return `The promotion ${this.promotionId} has the code ${this.discountCode} already.`
  }
}

/** A promotion as staff keep it, and how many orders that are not cancelled have its code. */
export interface KeptPromotion extends Domain.Promotion {
  readonly used: number
}

/** A promotion that is to be put up. It starts now, unless it says when; moments are in milliseconds. */
export interface NewPromotion {
  readonly title: LocalText
  readonly code?: string | undefined
  readonly benefit: Domain.Benefit
  readonly conditions?: typeof Domain.Conditions.Encoded | undefined
  readonly startsAt?: number | undefined
  readonly endsAt?: number | undefined
  readonly uses?: number | undefined
  readonly usesPerCustomer?: number | undefined
}

/** A promotion that needs no code, as the page of a product of its goods announces it. */
export interface Announced extends Pick<Domain.Promotion, "title" | "endsAt"> {
  /** The product's lowest price in the 30 days before it, in minor units, where it reduces prices and that is known. */
  readonly lowestMinor?: number | undefined
}

/** Another end, and another number of uses. What is left out stays; null: no end, any number. */
export interface Limits {
  readonly endsAt?: number | null | undefined
  readonly uses?: number | null | undefined
}

export class Promotions extends Context.Tag("@beauty-store/commerce/Promotions")<Promotions, {
  readonly find: (
    id: Claimed<PromotionId>
  ) => Effect.Effect<KeptPromotion, PromotionNotFound | StoreUnavailable>
  /** All of them, those that have ended too, newest first. */
  readonly list: (
    paging: Cursor.Paging
  ) => Effect.Effect<Cursor.Page<KeptPromotion>, InvalidInput | Cursor.InvalidCursor | StoreUnavailable>
  readonly create: (
    promotion: NewPromotion
  ) => Effect.Effect<KeptPromotion, InvalidInput | CodeExists | StoreUnavailable>
  readonly limit: (
    id: Claimed<PromotionId>,
    limits: Limits
  ) => Effect.Effect<KeptPromotion, InvalidInput | PromotionNotFound | StoreUnavailable>
  /** What counts for a product now without a code, for parcels to the home country. */
  readonly announced: (
    product: Pick<CatalogProduct, "id" | "brandId" | "category">
  ) => Effect.Effect<ReadonlyArray<Announced>, StoreUnavailable>
  /** One without a code begins or ends, and pages announce something else. */
  readonly runJob: JobHandler
}>() {}

const { benefit, conditions, endsAt, startsAt, title, uses, usesPerCustomer } = Domain.Promotion.fields
const New = Schema.Struct({
  title,
  code: Schema.optional(Domain.Code),
  benefit,
  conditions,
  startsAt,
  endsAt,
  uses,
  usesPerCustomer
})
const faultsOfNew = faultsBy(New)
const decodeNew = Schema.decodeUnknownSync(New)
const Limited = Schema.Struct({ endsAt: Schema.NullOr(Schema.Int), uses: Schema.NullOr(Domain.Uses) })
const faultsOfLimits = faultsBy(Limited)

const dependencies = Effect.gen(function*() {
  return {
    transactions: yield* Transactions,
    jobs: yield* Jobs,
    newId: idsFrom(yield* Entropy),
    policy: yield* Policy,
    rows: FilteredList.list(yield* StoreSecret, "promotions", {
      columns: PromotionRecords.columns,
      row: PromotionRecords.Row
    })
  }
})
type Dependencies = Effect.Effect.Success<typeof dependencies>

/** The kind of the jobs that run when promotions without a code begin and end, which are their subjects. */
export const jobKind = "promotion"

/** What pages announce has changed, and changes again. */
const announce = Effect.fnUntraced(function*({ jobs }: Dependencies, promotion: Domain.Promotion, now: number) {
  if (promotion.code !== undefined) return
  const nextAt = Domain.nextChange(promotion, now)
  yield* nextAt === undefined ? jobs.cancel(jobKind, promotion.id) : jobs.schedule(jobKind, promotion.id, nextAt)
  yield* CatalogChanges.recordAnnouncements
})

const kept = (promotion: Domain.Promotion) =>
  Effect.map(PromotionRecords.usesOf(promotion.id), (used): KeptPromotion => ({ ...promotion, used }))

const fault = (path: string, words: string): Fault => ({ path, words: `Expected ${words}` })

const untranslated = (title: LocalText, languages: Languages): ReadonlyArray<Fault> =>
  typeof title === "string" ? [] : languages.filter((language) => title[language] === undefined)
    .map((language) => fault("title", `a text in ${language}`))

/** What contradicts itself or the shop, although each value is right. */
const contradictions = (
  { code, conditions, endsAt, startsAt, title, uses, usesPerCustomer }: typeof New.Type,
  policy: StorePolicy
): ReadonlyArray<Fault> => [
  ...((withinCategories(conditions, policy).categories ?? []).length <= Domain.mostListed ? [] : [
    fault("conditions.categories", `at most ${Domain.mostListed} with those below them`)
  ]),
  ...untranslated(title, policy.languages),
  ...(endsAt !== undefined && endsAt <= startsAt ? [fault("endsAt", "a moment after its start")] : []),
  ...(code !== undefined ? [] : [
    ...(uses === undefined ? [] : [fault("uses", "none without a code")]),
    ...(usesPerCustomer === undefined ? [] : [fault("usesPerCustomer", "none without a code")]),
    ...(conditions.firstOrder === true ? [fault("conditions.firstOrder", "none without a code")] : [])
  ]),
  ...(conditions.categories ?? []).flatMap((category, n) =>
    policy.categories.includes(category)
      ? []
      : [fault(`conditions.categories[${n}]`, `one of ${policy.categories.join(", ")}`)]
  ),
  ...(conditions.countries ?? []).flatMap((country, n) =>
    Country.find(country) === country ? [] : [fault(`conditions.countries[${n}]`, "a country that there is")]
  )
]

/** The categories of a promotion with all below them; nothing where it names none. */
const withinCategories = ({ categories: named }: Domain.Conditions, { categories, parents }: StorePolicy) => {
  const all = [...new Set(named?.flatMap((one) => listWithin(parents, categories, one)))]
  return Arr.isNonEmptyArray(all) ? { categories: all } : {}
}

/** Goods of its conditions that the shop does not have. */
const unknownGoods = Effect.fnUntraced(function*({ brands, products }: Domain.Conditions) {
  const faults: Array<Fault> = []
  for (const [n, id] of (products ?? []).entries()) {
    if ((yield* ProductFacts.find(ProductId.claimed.make(id))) === undefined) {
      faults.push(fault(`conditions.products[${n}]`, "a product that the shop has"))
    }
  }
  for (const [n, id] of (brands ?? []).entries()) {
    if ((yield* BrandRecords.find(BrandId.claimed.make(id))) === undefined) {
      faults.push(fault(`conditions.brands[${n}]`, "a brand that the shop has"))
    }
  }
  return faults
})

/** The facts of a promotion for the trail: no text that a person wrote. */
const factsOf = ({ endsAt, uses }: Domain.Promotion) => ({
  endsAt: endsAt === undefined ? null : formatMoment(endsAt),
  uses: uses ?? null
})

const create = (deps: Dependencies) =>
  Effect.fnUntraced(function*(given: NewPromotion) {
    const { newId, policy } = deps
    const now = yield* Clock.currentTimeMillis
    const { startsAt = now } = given
    const { conditions = {} } = given
    const whole = {
      ...given,
      code: given.code === undefined ? undefined : Domain.foldCode(String(given.code)),
      conditions,
      startsAt
    }
    yield* refuse([...faultsOfNew(whole), ...faultsOfTexts(given.title, ["title"])])
    const checked = decodeNew(whole)
    yield* refuse([...contradictions(checked, policy), ...(yield* unknownGoods(checked.conditions))])
    const { code } = checked
    const existing = code === undefined ? undefined : yield* PromotionRecords.findByCode(code)
    if (existing !== undefined && code !== undefined) {
      return yield* new CodeExists({ discountCode: code, promotionId: existing.id })
    }
    const promotion: Domain.Promotion = {
      ...checked,
      conditions: { ...checked.conditions, ...withinCategories(checked.conditions, policy) },
      id: yield* newId(PromotionId)
    }
    if ((yield* PromotionRecords.create(promotion)) === 0) return yield* Effect.die(new ConcurrentUpdate())
    yield* announce(deps, promotion, now)
    yield* StaffTrail.record({
      action: "promotion.create",
      subject: promotion.id,
      before: {},
      after: { ...factsOf(promotion), ...promotion.benefit, startsAt: formatMoment(startsAt) }
    })
    return { ...promotion, used: 0 }
  }, deps.transactions.write)

const limit = (deps: Dependencies) =>
  Effect.fnUntraced(function*(id: Claimed<PromotionId>, limits: Limits) {
    const before = yield* PromotionRecords.findLocked(id)
    if (before === undefined) return yield* new PromotionNotFound({ promotionId: id })
    const { endsAt = before.endsAt ?? null, uses = before.uses ?? null } = limits
    yield* refuse(faultsOfLimits({ endsAt, uses }))
    if (uses !== null && before.code === undefined) yield* refuse([fault("uses", "none without a code")])
    const after = { ...before, endsAt: endsAt ?? undefined, uses: uses ?? undefined }
    if (after.endsAt !== before.endsAt || after.uses !== before.uses) {
      yield* PromotionRecords.setLimits(endsAt, uses, before.id)
      yield* announce(deps, after, yield* Clock.currentTimeMillis)
      yield* StaffTrail.record({
        action: "promotion.limit",
        subject: before.id,
        before: factsOf(before),
        after: factsOf(after)
      })
    }
    return yield* kept(after)
  }, deps.transactions.write)

const announced = ({ policy, transactions }: Dependencies) =>
  Effect.fnUntraced(function*({ brandId, category, id }: Pick<CatalogProduct, "id" | "brandId" | "category">) {
    const home = policy.shipping.homeCountry
    const counting = yield* PromotionRecords.findAutomatic(yield* Clock.currentTimeMillis)
    return yield* Effect.forEach(
      counting.filter(({ conditions }) =>
        Domain.isFor(conditions, { brandId, category, productId: id })
        && conditions.countries?.some((country) => country === home) !== false
      ),
      ({ benefit: { type }, endsAt, startsAt, title }) =>
        Effect.map(
          type === "percentage" || type === "amount"
            ? PriceRecords.lowestBefore(id, startsAt)
            : Effect.succeed(undefined),
          (lowestMinor): Announced => ({ title, endsAt, lowestMinor })
        )
    )
  }, transactions.read)

const runJob = ({ transactions }: Dependencies): JobHandler =>
  Effect.fnUntraced(function*(subject: string) {
    const promotion = yield* PromotionRecords.find(PromotionId.claimed.make(subject))
    if (promotion === undefined) return undefined
    yield* CatalogChanges.recordAnnouncements
    return Domain.nextChange(promotion, yield* Clock.currentTimeMillis)
  }, transactions.write)

const find = ({ transactions }: Dependencies) =>
  Effect.fnUntraced(function*(id: Claimed<PromotionId>) {
    const promotion = yield* PromotionRecords.find(id)
    return promotion === undefined ? yield* new PromotionNotFound({ promotionId: id }) : yield* kept(promotion)
  }, transactions.read)

const list = ({ rows, transactions }: Dependencies) =>
  Effect.fnUntraced(function*(paging: Cursor.Paging) {
    yield* checkPage(paging)
    const page = yield* rows.read(transactions, { from: "promotion p", key: "p.id", conditions: [] }, paging)
    const data = yield* transactions.read(Effect.forEach(page.data, (row) => kept(PromotionRecords.toPromotion(row))))
    return { ...page, data }
  })

export const layer: Layer.Layer<Promotions, never, Transactions | Jobs | Entropy | Policy | StoreSecret> = Layer.effect(
  Promotions,
  Effect.map(dependencies, (deps) => ({
    find: UseCase.named("Promotions.find", find(deps)),
    list: UseCase.named("Promotions.list", list(deps)),
    create: UseCase.named("Promotions.create", create(deps)),
    limit: UseCase.named("Promotions.limit", limit(deps)),
    announced: UseCase.named("Promotions.announced", announced(deps)),
    runJob: UseCase.named("Promotions.runJob", runJob(deps))
  }))
)
