/**
 * The rows of promotions: which a purchase may have, and which orders used them.
 *
 * A use is an order with the code that is not cancelled; so nothing has to be given back. Whoever counts uses to place
 * an order has locked the promotion, and each use is counted before the next one is written. All of it runs inside the
 * caller's transaction. Follows docs/specification.md#promotions.
 */
import { foldEmail } from "@beauty-store/domain/Address"
import { type Claimed, type OrderId, PromotionId } from "@beauty-store/domain/Ids"
import { LocalText } from "@beauty-store/domain/Language"
import * as Domain from "@beauty-store/domain/Promotion"
import * as Query from "@beauty-store/sql/Query"
import type { Transaction } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

const TitleText = Query.Json(LocalText(Schema.String))
const BenefitText = Query.Json(Domain.Benefit)
const ConditionsText = Query.Json(Domain.Conditions)

export const Row = Schema.Struct({
  id: PromotionId,
  title: TitleText,
  code: Schema.NullOr(Domain.Code),
  benefit: BenefitText,
  conditions: ConditionsText,
  starts_at: Query.Int,
  ends_at: Schema.NullOr(Query.Int),
  uses: Schema.NullOr(Query.Int),
  uses_per_customer: Schema.NullOr(Query.Int)
})
const names = Struct.keys(Row.fields)
export const columns = names.map((name) => `p.${name}`).join(", ")

export const toPromotion = (row: typeof Row.Type): Domain.Promotion => ({
  id: row.id,
  title: row.title,
  code: row.code ?? undefined,
  benefit: row.benefit,
  conditions: row.conditions,
  startsAt: row.starts_at,
  endsAt: row.ends_at ?? undefined,
  uses: row.uses ?? undefined,
  usesPerCustomer: row.uses_per_customer ?? undefined
})

const forEverybody = Query.all(Row)<[from: number, until: number]>(
  `SELECT ${columns} FROM promotion p
   WHERE p.code IS NULL AND p.starts_at <= ? AND (p.ends_at IS NULL OR p.ends_at > ?) ORDER BY p.id`
)
const byCode = Query.first(Row)<[code: string]>(`SELECT ${columns} FROM promotion p WHERE p.code = ?`)
const byIdLocked = Query.first(Row)<[id: Claimed<PromotionId>]>(
  `SELECT ${columns} FROM promotion p WHERE p.id = ? FOR UPDATE`
)
const byId = Query.first(Row)<[id: Claimed<PromotionId>]>(`SELECT ${columns} FROM promotion p WHERE p.id = ?`)
const lock = Query.lock<[id: PromotionId]>("SELECT id FROM promotion WHERE id = ? FOR UPDATE")

const Count = Schema.Struct({ uses: Query.Int })
const counted = (from: string) => `SELECT count(*) AS uses FROM ${from}`
const countUses = Query.all(Count)<[id: PromotionId, earlier: string]>(
  counted(`promotion_use u JOIN orders o ON o.id = u.order_id
    WHERE u.promotion_id = ? AND o.status <> 'cancelled' AND o.id <> ?`)
)
const countUsesBy = Query.all(Count)<[id: PromotionId, emailFolded: string, earlier: string]>(
  counted(`promotion_use u JOIN orders o ON o.id = u.order_id
    WHERE u.promotion_id = ? AND o.email_folded = ? AND o.status <> 'cancelled' AND o.id <> ?`)
)
const countOrdersBy = Query.all(Count)<[emailFolded: string, earlier: string]>(
  counted(`(SELECT 1 FROM orders WHERE email_folded = ? AND status <> 'cancelled' AND id <> ? LIMIT 1) earlier`)
)

const insert = Query.insertIfNew("promotion", names, "ON CONFLICT DO NOTHING")
const insertUses = Query.insertAll("promotion_use", ["promotion_id", "order_id"])
export const setLimits = Query.changeOne<[endsAt: number | null, uses: number | null, id: PromotionId]>(
  "UPDATE promotion SET ends_at = ?, uses = ? WHERE id = ?"
)

const encodeTitle = Schema.encodeSync(TitleText)
const encodeBenefit = Schema.encodeSync(BenefitText)
const encodeConditions = Schema.encodeSync(ConditionsText)

/** Writes a promotion, unless there is one with its code; returns how many were written. */
export const create = (promotion: Domain.Promotion) =>
  insert({
    id: promotion.id,
    title: encodeTitle(promotion.title),
    code: promotion.code ?? null,
    benefit: encodeBenefit(promotion.benefit),
    conditions: encodeConditions(promotion.conditions),
    starts_at: promotion.startsAt,
    ends_at: promotion.endsAt ?? null,
    uses: promotion.uses ?? null,
    uses_per_customer: promotion.usesPerCustomer ?? null
  })

const found = (row: Effect.Effect<Option.Option<typeof Row.Type>, never, Transaction>) =>
  Effect.map(row, (row) => Option.getOrUndefined(Option.map(row, toPromotion)))

export const find = (id: Claimed<PromotionId>) => found(byId(id))
/** The same; no purchase counts its uses, and nobody changes it, until this transaction is over. */
export const findLocked = (id: Claimed<PromotionId>) => found(byIdLocked(id))
export const findByCode = (code: string) => found(byCode(code))

const usesIn = ([row]: ReadonlyArray<typeof Count.Type>): number => row?.uses ?? 0

/** How many orders that are not cancelled have a promotion's code. */
export const usesOf = (id: PromotionId): Effect.Effect<number, never, Transaction> =>
  Effect.map(countUses(id, ""), usesIn)

/** Who asks for promotions. */
export interface Customer {
  /** Of the order; where nobody knows it yet, its conditions count as fulfilled. */
  readonly email?: string | undefined
  /** An order that the purchase replaces: it is no use. */
  readonly earlier?: OrderId | undefined
}

const reasonOfUses = Effect.fnUntraced(
  function*({ conditions, id, uses, usesPerCustomer }: Domain.Promotion, { earlier = "" as OrderId, email }: Customer) {
    if (uses !== undefined && usesIn(yield* countUses(id, earlier)) >= uses) return "used_up" as const
    if (email === undefined) return undefined
    const folded = foldEmail(email)
    if (usesPerCustomer !== undefined && usesIn(yield* countUsesBy(id, folded, earlier)) >= usesPerCustomer) {
      return "used_by_customer" as const
    }
    return conditions.firstOrder === true && usesIn(yield* countOrdersBy(folded, earlier)) > 0
      ? "not_first_order" as const
      : undefined
  }
)

const judgeCode = Effect.fnUntraced(
  function*(code: string, customer: Customer, now: number): Effect.fn.Return<Domain.GivenCode, never, Transaction> {
    const promotion = yield* findByCode(Domain.foldCode(code))
    if (promotion === undefined) return { code, promotion: Either.left("unknown") }
    const reason = Domain.reasonOfTime(promotion, now) ?? (yield* reasonOfUses(promotion, customer))
    return { code, promotion: reason === undefined ? Either.right(promotion) : Either.left(reason) }
  }
)

/** The promotions that count at a moment without a code. */
export const findAutomatic = (now: number): Effect.Effect<ReadonlyArray<Domain.Promotion>, never, Transaction> =>
  Effect.map(forEverybody(now, now), (rows) => rows.map(toPromotion))

/** Sends for the promotions that a purchase may have, and returns an effect that waits for them. */
export const startOffer = Effect.fnUntraced(function*(now: number) {
  const automatic = yield* forEverybody.sent(now, now)
  return (codes: ReadonlyArray<string>, customer: Customer): Effect.Effect<Domain.Offered, never, Transaction> =>
    Effect.all({
      automatic: Effect.map(automatic, (rows) => rows.map(toPromotion)),
      given: Effect.forEach(codes, (code) => judgeCode(code, customer, now))
    })
})

/** The same, and waits. */
export const offer = (codes: ReadonlyArray<string>, customer: Customer, now: number) =>
  Effect.flatMap(startOffer(now), (wait) => wait(codes, customer))

/** Locks the promotions of codes whose uses are limited, so that they are counted one purchase after the other. */
export const lockLimited = Effect.fnUntraced(function*(codes: ReadonlyArray<string>) {
  const limited: Array<PromotionId> = []
  for (const code of codes) {
    const promotion = yield* findByCode(Domain.foldCode(code))
    const { conditions, id, uses, usesPerCustomer } = promotion ?? {}
    if (id !== undefined && (uses ?? usesPerCustomer ?? conditions?.firstOrder) !== undefined) limited.push(id)
  }
  for (const id of limited.sort()) yield* lock(id)
})

/** Writes that an order has the codes that count. */
export const recordUses = (orderId: OrderId, counted: ReadonlyArray<Domain.Counted>) => {
  const ids = counted.flatMap(({ promotion: { code, id } }) => code === undefined ? [] : [id])
  return ids.length === 0
    ? Effect.void
    : insertUses(ids.map((id) => ({ promotion_id: id, order_id: orderId })))
}
