/**
 * Prices that staff set, and plan: a price counts from its moment on, carts report the change, and placed orders keep
 * theirs. A job begins and ends what is planned, never early. Every change is in the staff's trail and raises the
 * catalogue's version. Follows docs/specification.md#price-history.
 *
 * @since 1.0.0
 */
import * as Domain from "@beauty-store/domain/Catalog"
import { formatMoment, Millis } from "@beauty-store/domain/Days"
import { type Claimed, ProductId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import * as Money from "@beauty-store/domain/Money"
import * as PriceHistory from "@beauty-store/domain/PriceHistory"
import { Entropy, idsFrom } from "@beauty-store/sql/Entropy"
import type { JobHandler } from "@beauty-store/sql/JobHandler"
import { Jobs } from "@beauty-store/sql/Jobs"
import { type StoreUnavailable, type Transaction, Transactions } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { checking, refuse } from "../InputChecks.ts"
import { Policy } from "../Policy.ts"
import * as StaffTrail from "../staff/StaffTrail.ts"
import * as UseCase from "../UseCase.ts"
import * as CatalogChanges from "./CatalogChanges.ts"
import * as PriceRecords from "./PriceRecords.ts"
import { type CatalogProduct, makeToProduct, productById } from "./ProductRecords.ts"

/** A price that is to count. Moments are in milliseconds. */
export interface WantedPrice {
  readonly priceMinor: number
  /** Whether it is announced as a reduction. Default: no. */
  readonly isSale?: boolean | undefined
  /** Default: now; of a sale that has begun, its begin. */
  readonly from?: number | undefined
  /** The end of a sale. Default: none. */
  readonly until?: number | undefined
}

/** The prices of a product. Moments are in milliseconds. */
export interface ProductPrices {
  readonly productId: ProductId
  readonly priceMinor: number
  /** The sale that the price is of. */
  readonly sale?: (PriceHistory.Sale & { readonly reduction?: PriceHistory.Reduction | undefined }) | undefined
  /** The soonest first. */
  readonly plans: ReadonlyArray<PriceHistory.PricePlan>
  /** What it has cost since when, the newest 100 first. */
  readonly history: ReadonlyArray<PriceHistory.PricePoint>
}

type Planned<E = never> = Effect.Effect<ProductPrices, Domain.ProductNotFound | E | StoreUnavailable>

export class Prices extends Context.Tag("@beauty-store/commerce/Prices")<Prices, {
  /** Sets the price that counts from now on, and ends a sale. */
  readonly setPrice: (
    productId: Claimed<ProductId>,
    priceMinor: number
  ) => Effect.Effect<CatalogProduct, InvalidInput | Domain.ProductNotFound | StoreUnavailable>
  readonly list: (productId: Claimed<ProductId>) => Planned
  readonly plan: (
    productId: Claimed<ProductId>,
    wanted: WantedPrice
  ) => Planned<InvalidInput | PriceHistory.PricePlansOverlap | PriceHistory.TooManyPricePlans>
  /** Changes what has not begun, and a sale that has: its price and its end. */
  readonly changePlan: (
    productId: Claimed<ProductId>,
    planId: Claimed<PriceHistory.PricePlanId>,
    wanted: WantedPrice
  ) => Planned<InvalidInput | PriceHistory.PricePlanNotFound | PriceHistory.PricePlansOverlap>
  /** Cancels what has not begun, and ends a sale that has. */
  readonly cancelPlan: (
    productId: Claimed<ProductId>,
    planId: Claimed<PriceHistory.PricePlanId>
  ) => Planned<PriceHistory.PricePlanNotFound>
  /** Begins and ends what is due of a product. */
  readonly runJob: JobHandler
}>() {}

const dependencies = Effect.all({
  currency: Effect.map(Policy, ({ currency }) => currency),
  transactions: Transactions,
  toProduct: makeToProduct,
  jobs: Jobs,
  nextId: Effect.map(Entropy, (entropy) => () => idsFrom(entropy)(PriceHistory.PricePlanId))
})
type Dependencies = Effect.Effect.Success<typeof dependencies>

/** The kind of the jobs that begin and end planned prices; their subjects are products. */
export const jobKind = "price"

const checkPrice = checking(Schema.Struct({ priceMinor: Domain.PriceMinor }))

const findLocked = Effect.fnUntraced(function*(claimed: Claimed<ProductId>) {
  const row = yield* PriceRecords.findLocked(claimed)
  return row ?? (yield* new Domain.ProductNotFound({ productId: claimed }))
})

const setPrice = ({ toProduct, transactions }: Dependencies) =>
  Effect.fnUntraced(function*(claimed: Claimed<ProductId>, priceMinor: number) {
    yield* checkPrice({ priceMinor })
    // The trail says what the price was: of two changes at once, the second finds the first one's.
    const before = yield* findLocked(claimed)
    const productId = before.id
    yield* PriceRecords.set(before, priceMinor, yield* Clock.currentTimeMillis)
    yield* CatalogChanges.record([productId])
    yield* StaffTrail.record({
      action: "price.set",
      subject: productId,
      before: { priceMinor: before.price_minor },
      after: { priceMinor }
    })
    // Read last, because others may change its stock meanwhile.
    return toProduct(Option.getOrThrow(yield* productById(productId)))
  }, transactions.write)

const viewOf = Effect.fnUntraced(
  function*(row: PriceRecords.PricedRow): Effect.fn.Return<ProductPrices, never, Transaction> {
    const current = PriceRecords.currentOf(row)
    const reduction = PriceRecords.announcedOf(row)
    return {
      productId: row.id,
      ...current,
      sale: current.sale && { ...current.sale, reduction },
      plans: yield* PriceRecords.plansOf(row.id),
      history: yield* PriceRecords.latestPoints(row.id, 100)
    }
  }
)

const list = ({ transactions }: Dependencies) =>
  Effect.fnUntraced(function*(claimed: Claimed<ProductId>) {
    const row = yield* PriceRecords.find(claimed)
    return row === undefined ? yield* new Domain.ProductNotFound({ productId: claimed }) : yield* viewOf(row)
  }, transactions.read)

const checkWanted = checking(Schema.Struct({
  priceMinor: Domain.PriceMinor,
  isSale: Schema.optional(Schema.Boolean),
  from: Schema.optional(Millis),
  until: Schema.optional(Millis)
}))

/** The faults of a price's moments; `began`: it is that of a sale which has begun then. */
const checkMoments = ({ from, isSale = false, until }: WantedPrice, now: number, began?: number) =>
  refuse([
    ...(began === undefined
      ? from !== undefined && from < now ? [{ path: "from", words: "Expected a moment that is not past" }] : []
      : from !== undefined && from !== began
      ? [{ path: "from", words: "Expected nothing, or the moment at which the sale has begun" }]
      : []),
    ...(began !== undefined && !isSale ? [{ path: "isSale", words: "Expected true, because the sale has begun" }] : []),
    ...(until === undefined
      ? []
      : !isSale
      ? [{ path: "until", words: "Expected nothing, because only a sale ends" }]
      : until <= Math.max(now, from ?? now)
      ? [{ path: "until", words: "Expected a later moment" }]
      : [])
  ])

/** A product that is to be changed, with what counts now, and what is planned. */
interface Pending {
  readonly row: PriceRecords.PricedRow
  readonly now: number
  readonly current: PriceHistory.CurrentPrice
  readonly plans: ReadonlyArray<PriceHistory.PricePlan>
}

/** Refuses a price that contradicts another one of its product. */
const checkOverlap = ({ current: { sale }, plans, row }: Pending, plan: PriceHistory.PricePlan) => {
  const others = [...(sale === undefined ? [] : [sale]), ...plans].filter(({ id }) => id !== plan.id)
  const other = PriceHistory.findOverlap(plan, others)
  return other === undefined
    ? Effect.void
    : new PriceHistory.PricePlansOverlap({ productId: row.id, planId: other.id })
}

/** Refuses a sale at what the product costs without it, or more. */
const checkSale = (
  currency: Money.Currency,
  { current, plans }: Pending,
  { from, id, isSale, priceMinor }: PriceHistory.PricePlan
) => {
  const others = plans.filter((other) => other.id !== id && other.from < from)
  const { priceMinor: asked, sale } = PriceHistory.advance(current, others, from)
  const regularMinor = sale?.regularMinor ?? asked
  return refuse(
    isSale && priceMinor >= regularMinor
      ? [{
        path: "priceMinor",
        words: `Expected less than ${Money.format(regularMinor, currency)}, the price without the sale`
      }]
      : []
  )
}

const factsOf = ({ from, id, isSale, priceMinor, until }: PriceHistory.PricePlan) => ({
  planId: id,
  priceMinor,
  isSale,
  from: formatMoment(from),
  until: until === undefined ? null : formatMoment(until)
})

/** A product, locked. What is due counts as if it had begun, and is not written before all refusals. */
const findPending = Effect.fnUntraced(
  function*(claimed: Claimed<ProductId>): Effect.fn.Return<Pending, Domain.ProductNotFound, Transaction> {
    const row = yield* findLocked(claimed)
    const now = yield* Clock.currentTimeMillis
    const all = yield* PriceRecords.plansOf(row.id)
    const current = PriceHistory.advance(PriceRecords.currentOf(row), all, now)
    return { row, now, current, plans: all.filter(({ from }) => from > now) }
  }
)

/** Plans the job anew, tells of another price, and shows what the product costs. */
const conclude = Effect.fnUntraced(function*(
  { jobs }: Dependencies,
  { row: before }: Pending,
  row: PriceRecords.PricedRow,
  change: Pick<StaffTrail.Change, "action" | "before" | "after">
) {
  const view = yield* viewOf(row)
  const nextAt = PriceHistory.nextChange(PriceRecords.currentOf(row), view.plans)
  yield* nextAt === undefined ? jobs.cancel(jobKind, row.id) : jobs.schedule(jobKind, row.id, nextAt)
  if (row !== before) yield* CatalogChanges.record([row.id])
  yield* StaffTrail.record({ subject: row.id, ...change })
  return view
})

/** Gives a product what is planned: from now on, or later. */
const put = (row: PriceRecords.PricedRow, plan: PriceHistory.PricePlan, now: number) =>
  plan.from > now
    ? Effect.as(PriceRecords.insertPlan(row.id, plan), row)
    : PriceRecords.write(row, PriceHistory.advance(PriceRecords.currentOf(row), [plan], now), now)

const plan = (deps: Dependencies) =>
  Effect.fnUntraced(function*(claimed: Claimed<ProductId>, wanted: WantedPrice) {
    yield* checkWanted(wanted)
    const pending = yield* findPending(claimed)
    const { now, plans, row } = pending
    yield* checkMoments(wanted, now)
    const { from = now, isSale = false, priceMinor, until } = wanted
    const { mostPlans } = PriceHistory
    if (plans.length >= mostPlans) {
      return yield* new PriceHistory.TooManyPricePlans({ productId: row.id, most: mostPlans })
    }
    const planned = { id: yield* deps.nextId(), priceMinor, isSale, from, until }
    yield* checkOverlap(pending, planned)
    yield* checkSale(deps.currency, pending, planned)
    const after = yield* put(yield* PriceRecords.catchUp(row, now), planned, now)
    return yield* conclude(deps, pending, after, { action: "price.plan", before: {}, after: factsOf(planned) })
  }, deps.transactions.write)

/** What a product has planned, or begun, under an id. */
const findPlan = (
  { current: { priceMinor, sale }, plans, row }: Pending,
  planId: Claimed<PriceHistory.PricePlanId>
) => {
  const planned = plans.find(({ id }) => id === planId)
  if (planned !== undefined) return Effect.succeed({ before: planned, sale: undefined })
  return sale?.id === planId
    ? Effect.succeed({ before: { ...sale, priceMinor, isSale: true }, sale })
    : new PriceHistory.PricePlanNotFound({ productId: row.id, planId })
}

const changePlan = (deps: Dependencies) =>
  Effect.fnUntraced(
    function*(claimed: Claimed<ProductId>, planId: Claimed<PriceHistory.PricePlanId>, wanted: WantedPrice) {
      yield* checkWanted(wanted)
      const pending = yield* findPending(claimed)
      const { now } = pending
      const { before, sale } = yield* findPlan(pending, planId)
      yield* checkMoments(wanted, now, sale?.from)
      const { from = sale?.from ?? now, isSale = false, priceMinor, until } = wanted
      const changed = { id: before.id, priceMinor, isSale, from, until }
      yield* checkOverlap(pending, changed)
      yield* checkSale(deps.currency, pending, changed)
      const row = yield* PriceRecords.catchUp(pending.row, now)
      if (sale === undefined) yield* PriceRecords.removePlan(before.id)
      const after = sale === undefined
        ? yield* put(row, changed, now)
        : yield* PriceRecords.write(row, { priceMinor, sale: { ...sale, until } }, now)
      return yield* conclude(deps, pending, after, {
        action: "price.plan",
        before: factsOf(before),
        after: factsOf(changed)
      })
    },
    deps.transactions.write
  )

const cancelPlan = (deps: Dependencies) =>
  Effect.fnUntraced(function*(claimed: Claimed<ProductId>, planId: Claimed<PriceHistory.PricePlanId>) {
    const pending = yield* findPending(claimed)
    const { now } = pending
    const { before, sale } = yield* findPlan(pending, planId)
    const row = yield* PriceRecords.catchUp(pending.row, now)
    if (sale === undefined) yield* PriceRecords.removePlan(before.id)
    const after = sale === undefined
      ? row
      : yield* PriceRecords.write(row, { priceMinor: sale.regularMinor }, now)
    return yield* conclude(deps, pending, after, { action: "price.cancel", before: factsOf(before), after: {} })
  }, deps.transactions.write)

const runJob = ({ transactions }: Dependencies): JobHandler =>
  Effect.fnUntraced(function*(subject: string) {
    const found = yield* PriceRecords.findLocked(ProductId.claimed.make(subject))
    // It was deleted.
    if (found === undefined) return undefined
    const row = yield* PriceRecords.catchUp(found, yield* Clock.currentTimeMillis)
    if (row !== found) yield* CatalogChanges.record([row.id])
    return PriceHistory.nextChange(PriceRecords.currentOf(row), yield* PriceRecords.plansOf(row.id))
  }, transactions.write)

export const layer: Layer.Layer<Prices, never, Transactions | Jobs | Entropy | Policy> = Layer.effect(
  Prices,
  Effect.map(dependencies, (deps) => ({
    setPrice: UseCase.named("Prices.setPrice", setPrice(deps), {
      given: (productId, priceMinor) => ({ productId, priceMinor }),
      found: ({ currency, id, priceMinor }) => ({ productId: id, priceMinor, currency })
    }),
    list: UseCase.named("Prices.list", list(deps)),
    plan: UseCase.named("Prices.plan", plan(deps)),
    changePlan: UseCase.named("Prices.changePlan", changePlan(deps)),
    cancelPlan: UseCase.named("Prices.cancelPlan", cancelPlan(deps)),
    runJob: UseCase.named("Prices.runJob", runJob(deps))
  }))
)
