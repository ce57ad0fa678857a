/**
 * The consistency audit: recomputes everything that follows from first facts (lines, payments, refunds, shipments,
 * returns, events) in one snapshot, and lists the differences, of which a healthy store has none. Most rules are one
 * statement (`AuditRule`); `OrderAudit` asks the domain, `ProviderComparison` the ledger. Follows
 * docs/specification.md#consistency-audit.
 *
 * @since 1.0.0
 */
import * as Query from "@beauty-store/sql/Query"
import { TimeLimit } from "@beauty-store/sql/TimeLimit"
import { type StoreUnavailable, type Transaction, Transactions } from "@beauty-store/sql/Transactions"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { storedCurrency } from "../StoreSettings.ts"
import { AuditFindings } from "./AuditFindings.ts"
import { type AuditReport, type CountedKind, countedKinds } from "./AuditReport.ts"
import { type AuditRule, compile } from "./AuditRule.ts"
import { auditOrders } from "./OrderAudit.ts"
import { orderRules } from "./OrderRules.ts"
import { paymentRules } from "./PaymentRules.ts"
import { receiptRules } from "./ReceiptRules.ts"
import { reconciliationRules } from "./ReconciliationRules.ts"
import { returnRules } from "./ReturnRules.ts"
import { spendingRules } from "./SpendingRules.ts"
import { stockRules } from "./StockRules.ts"
import { workRules } from "./WorkRules.ts"

export class ConsistencyAudit extends Context.Tag("@beauty-store/commerce/ConsistencyAudit")<ConsistencyAudit, {
  /** Audits the current state of the store. Two audits at once run one after the other. */
  readonly audit: Effect.Effect<AuditReport, StoreUnavailable>
}>() {}

const rules: ReadonlyArray<AuditRule> = [
  ...orderRules,
  ...paymentRules,
  ...spendingRules,
  ...stockRules,
  ...returnRules,
  ...receiptRules,
  ...reconciliationRules,
  ...workRules
]
const compiled = rules.map(compile)

/** The kinds of difference that the rules find. */
export const kindsOfRules: ReadonlyArray<string> = rules.map((rule) => rule.kind)

const tables: { readonly [kind in CountedKind]: string } = {
  products: "product",
  orders: "orders",
  payments: "payment",
  refunds: "refund",
  shipments: "shipment",
  returns: "return_request",
  papers: "receipt",
  charges: "charge",
  events: "event",
  deliveries: "delivery"
}
const counts = Query.first(Schema.Record({ key: Schema.Literal(...countedKinds), value: Query.Int }))(
  `SELECT ${countedKinds.map((kind) => `(SELECT count(*) FROM ${tables[kind]}) AS "${kind}"`).join(", ")}`
)

/** Audits inside the current transaction, which should be a snapshot. */
export const audit: Effect.Effect<AuditReport, never, Transaction> = Effect.gen(function*() {
  const findings = new AuditFindings()
  const currency = yield* storedCurrency
  for (const rule of compiled) yield* rule(findings, currency)
  yield* auditOrders(findings, currency)
  return {
    total: findings.total,
    differences: findings.listed,
    counts: Option.getOrThrow(yield* counts())
  }
})

/**
 * The service over any way to run an audit: one at a time. If one fails, those that wait for their turn fail with it:
 * each of them would wait for the same database.
 */
export const make = (
  audit: Effect.Effect<AuditReport, StoreUnavailable>
): Effect.Effect<typeof ConsistencyAudit.Service> =>
  Effect.map(Effect.makeSemaphore(1), (one) => {
    let failures = 0
    let last: StoreUnavailable | undefined
    const noted = Effect.tapError(audit, (failure) =>
      Effect.sync(() => {
        failures++
        last = failure
      }))
    return {
      audit: Effect.suspend(() => {
        const before = failures
        return one.withPermits(1)(Effect.suspend(() => failures > before ? last! : noted))
      })
    }
  })

/**
 * Audits on the store's own connections: on PostgreSQL in a snapshot. On SQLite nothing else happens meanwhile, so a
 * busy server audits on a connection of its own instead. Each of two stores in one build has its own.
 */
export const layer: Layer.Layer<ConsistencyAudit, never, Transactions> = Layer.fresh(Layer.effect(
  ConsistencyAudit,
  Effect.flatMap(
    Transactions,
    // It reads everything, which takes as long as there is much.
    (transactions) => make(Effect.provideService(transactions.read(audit), TimeLimit, "watched"))
  )
))
