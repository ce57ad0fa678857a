/**
 * Rules of planned sales: no price of one is asked for before its moment, the price before it comes back, and a
 * reduction is announced from the lowest price of the 30 days before the sale, of which whole per cents are told. A
 * product has one sale at most, and no other price is set from then on. Follows docs/specification.md#price-history.
 */
import * as PriceSchemas from "@beauty-store/http/internal/contract/PriceSchemas"
import { type Audit, type Exchange, onResponse, type Rules } from "./Audit.ts"
import { type Product } from "./Bodies.ts"
import * as Imports from "./Imports.ts"
import type { KnownPlan, SentRequest } from "./Observations.ts"
import type { ApiOperation } from "./Operations.ts"
import * as Words from "./Words.ts"

const planning = "prices.plan" satisfies ApiOperation
const referenceMillis = 30 * 86_400_000

type PlanPrice = typeof PriceSchemas.PlanPrice.Encoded
type ProductPrices = typeof PriceSchemas.ProductPrices.Encoded

/** A product had a lower price before the run, until a moment in milliseconds. */
export const hadBefore = ({ seen }: Audit, productId: string, priceMinor: number, until: number): void =>
  void seen.priorPrices.set(productId, { priceMinor, until })

/**
 * What a sale of a product would have to be cheaper than, in cents; undefined where its price may be changing, or where
 * it has a sale already.
 */
export const regularPrice = ({ seen }: Pick<Audit, "seen">, productId: string): number | undefined => {
  const current = seen.offers.get(productId)?.prices.filter(({ until }) => until === Infinity) ?? []
  const isChanging = isFixed({ seen }, productId) || [...seen.openPrices.values()].includes(productId)
  return isChanging || current.length !== 1 ? undefined : current[0]!.priceMinor
}

/** Whether nobody is to set the price of a product: it has a sale, or goods are being imported with their prices. */
export const isFixed = ({ seen }: Pick<Audit, "seen">, productId: string): boolean =>
  seen.plans.has(productId) || Imports.isUnderWay({ seen })

/** Time has gone on: planned prices whose moment has come, by any store's clock, are possible from here on. */
export const follow = ({ now, seen, skew }: Audit): void => {
  const at = now() + skew.ahead
  for (const [productId, plan] of seen.plans) {
    const possible = (phase: 1 | 2, priceMinor: number): void => {
      plan.mayBe = phase
      const range = { from: seen.events, until: Infinity, overAt: Infinity }
      seen.offers.get(productId)?.prices.push({ priceMinor, ...range, isSure: false, phase })
    }
    if (plan.mayBe === 0 && at >= plan.from) possible(1, plan.saleMinor)
    if (plan.mayBe === 1 && at >= plan.until) possible(2, plan.regularMinor)
  }
}

export const sent = (audit: Audit, { isStaff, json, operation, subject }: SentRequest): void => {
  const { seen } = audit
  if (operation === planning && isStaff && !seen.plans.has(subject)) {
    const { from, price, until } = json as PlanPrice
    const saleMinor = audit.minor(price)
    const plan = { saleMinor, regularMinor: regularPrice(audit, subject) ?? 0, from: Number(new Date(from!)) }
    seen.plans.set(subject, {
      ...plan,
      until: Number(new Date(until!)),
      isAccepted: false,
      mayBe: 0,
      is: 0,
      knownAt: 0
    })
  }
  follow(audit)
}

/** A request got a response, with any status. */
export const answered = (audit: Audit, { response: { status }, sent }: Exchange): void => {
  const plan = audit.seen.plans.get(sent.subject)
  if (sent.operation === planning && plan !== undefined) {
    if (status === 200) plan.isAccepted = true
    audit.expect("price.plan", `a sale of ${sent.subject} at less than its price, in time, is planned`)
      .that(status === 200 || status >= 429 || status === 409 || audit.now() >= plan.from, () => String(status))
  }
  follow(audit)
}

/** All that can have been the lowest price of the 30 days before a sale that had begun by a moment. */
const lowestBefore = ({ seen, skew }: Audit, productId: string, { from }: KnownPlan, at: number) => {
  const prices = seen.offers.get(productId)!.prices.filter(({ phase }) => phase === undefined)
  const prior = seen.priorPrices.get(productId)
  const sure = prices.filter(({ isSure }) => isSure).map(({ priceMinor }) => priceMinor)
  const possible = prices.map(({ priceMinor }) => priceMinor)
  if (prior !== undefined && prior.until > at + skew.ahead - referenceMillis) sure.push(prior.priceMinor)
  if (prior !== undefined && prior.until > from - referenceMillis) possible.push(prior.priceMinor)
  const most = Math.min(...sure)
  return [most, ...possible.filter((one) => one < most)]
}

const phases = ["planned", "begun", "over"] as const

/** What a price may be announced as a reduction of; undefined: it is announced as none. */
const announced = (audit: Audit, { id, price }: Pick<Product, "id" | "price">, at: number) => {
  const plan = audit.seen.plans.get(id)
  if (plan === undefined || audit.minor(price) !== plan.saleMinor) return [undefined]
  return lowestBefore(audit, id, plan, at).map((lowest) => {
    const percent = Math.floor((lowest - plan.saleMinor) * 100 / lowest)
    return percent < 1 ? undefined : { lowest, percent, until: plan.until }
  })
}

/** A line of the feed names the price that a sale's is a reduction of, or none. */
export const lineShown = (
  audit: Audit,
  { at, id, listMinor, price }: Pick<Product, "id" | "price"> & {
    readonly listMinor: number | undefined
    readonly at: number
  }
): void => {
  const due = announced(audit, { id, price }, at).map((one) => one?.lowest)
  audit.expect("price.reduction", `${id} in the feed, reduced from ${due.join(" or ")}`)
    .that(due.includes(listMinor), () => String(listMinor))
}

/** A price is announced as a sale's is, or not at all. */
export const shown = (audit: Audit, { at }: Exchange, { id, price, reduction }: Product): void => {
  const said = reduction === undefined
    ? "no reduction"
    : `${reduction.percent} % below ${audit.minor(reduction.lowestPrice30Days)} until ${
      Date.parse(reduction.until ?? "")
    }`
  const due = announced(audit, { id, price }, at).map((one) =>
    one === undefined ? "no reduction" : `${one.percent} % below ${one.lowest} until ${one.until}`
  )
  audit.expect("price.reduction", `${id} at ${Words.amount(audit.minor(price))}: ${due.join(" or ")}`)
    .that(due.includes(said), () => said)
}

/** Staff read what is planned for a product: the sale that is over does not come back, and one that lasts is the price. */
const listed = (audit: Audit, { at, body, n, sent }: Exchange<unknown, ProductPrices>): void => {
  const plan = audit.seen.plans.get(body.productId)
  if (plan?.isAccepted !== true) return
  const is = body.sale !== undefined ? 1 : body.planned.length > 0 ? 0 : 2
  const { ahead } = audit.skew
  audit.expect("price.planned", `the sale of ${body.productId} at its time, ${phases[plan.is]} or later by now`)
    .that(
      (is >= plan.is || sent.n < plan.knownAt) && (is < 1 || at + ahead >= plan.from)
        && (is < 2 || at + ahead >= plan.until)
        && audit.minor(body.price) === (is === 1 ? plan.saleMinor : plan.regularMinor),
      () => `${phases[is]}, ${body.price}`
    )
  if (is <= plan.is) return
  plan.is = is
  plan.knownAt = n
  for (const one of audit.seen.offers.get(body.productId)?.prices ?? []) {
    if ((one.phase ?? 0) >= is) continue
    one.until = Math.min(one.until, n)
    one.overAt = Math.min(one.overAt, at)
  }
}

export const rules: Rules = { "prices.list": onResponse(PriceSchemas.ProductPrices, listed) }

/** At rest: `listed` has seen the prices of each product with a sale. */
export const atRest = (audit: Audit): void => {
  for (const [productId, { is, isAccepted }] of audit.seen.plans) {
    audit.expect("price.planned", `the sale of ${productId} over at rest`).that(
      is === 2 || !isAccepted,
      () => phases[is]
    )
  }
}
