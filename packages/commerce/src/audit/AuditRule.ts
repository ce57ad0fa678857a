/**
 * A rule of the audit as one statement, which selects the rows that break it.
 *
 * Rules are data, in one module for each topic (`OrderRules`, `PaymentRules`, …). A rule compares stored values with
 * first facts and not with other derived values, so that one fault is reported once.
 */
import * as Charge from "@beauty-store/domain/Charge"
import * as Session from "@beauty-store/domain/CheckoutSession"
import * as Money from "@beauty-store/domain/Money"
import * as Query from "@beauty-store/sql/Query"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { AuditFindings } from "./AuditFindings.ts"
import { mostListed } from "./AuditReport.ts"

export interface AuditRule {
  /** The name of a difference by this rule: `stock.reserved`. Stable. */
  readonly kind: string
  /** SELECT … AS subject, … AS expected, … AS found, without an order. */
  readonly text: Query.Text
  /** `expected` and `found` are amounts in minor units. */
  readonly money?: boolean
  /** The difference as a sentence. */
  readonly words: (row: { readonly subject: string; readonly expected: string; readonly found: string }) => string
}

/** A list of SQL texts, for IN. */
export const quoted = (texts: Iterable<string>): string => `(${[...texts].map((text) => `'${text}'`).join(", ")})`

/** The phases of a checkout session that is not over. */
export const livePhases = quoted(Session.Phase.literals.filter(Session.isLive))

/** The states of a charge whose outcome is not known. */
export const undecidedCharges = quoted(Charge.State.literals.filter(Charge.isUndecided))

/** The total that each order has to have, from its lines and its charge for shipping. */
export const orderTotals =
  `(SELECT o.id, o.shipping_minor + sum(l.quantity * l.unit_price_minor - l.discount_minor) AS total_minor
  FROM orders o JOIN order_line l ON l.order_id = o.id GROUP BY o.id, o.shipping_minor)`

const RuleRow = Schema.Struct({
  subject: Schema.String,
  expected: Schema.NullOr(Schema.String),
  found: Schema.NullOr(Schema.String),
  total: Query.Int
})

/** A rule that is ready to run: it adds its differences to the findings. */
export const compile = ({ kind, money, text, words }: AuditRule) => {
  const listing = (text: string) =>
    `SELECT subject, CAST(expected AS TEXT) AS expected, CAST(found AS TEXT) AS found, count(*) OVER () AS total
     FROM (${text}) broken ORDER BY 1, 2, 3 LIMIT ${mostListed}`
  const rows = Query.all(RuleRow)(
    typeof text === "string" ? listing(text) : { sqlite: listing(text.sqlite), pg: listing(text.pg) }
  )
  return (findings: AuditFindings, currency: Money.Currency) =>
    Effect.map(rows(), (broken) => {
      const shown = (value: string | null) =>
        value === null ? "none" : money === true ? Money.format(Number(value), currency) : value
      for (const row of broken) {
        const said = { subject: row.subject, expected: shown(row.expected), found: shown(row.found) }
        findings.listed.push({ kind, ...said, words: words(said) })
      }
      findings.total += broken[0]?.total ?? 0
    })
}
