/**
 * The provider's ledger: its tables, and the statements that read and change them, in a database apart from the
 * store's. A transaction locks a session before its payments, and a payment before its refunds. Later events are
 * written in advance with their payment or refund, so that a restart continues from there. Follows
 * docs/specification.md#simulated-provider.
 */
import { CountryCode } from "@beauty-store/domain/Address"
import { DelegationId, OrderId, SessionId } from "@beauty-store/domain/Ids"
import { Locale } from "@beauty-store/domain/Language"
import { Currency } from "@beauty-store/domain/Money"
import { methodsOfferedIn, PaymentMethod } from "@beauty-store/domain/Payment"
import * as JobTable from "@beauty-store/sql/JobTable"
import type { DialectSyntax, Migration } from "@beauty-store/sql/Migrations"
import * as Query from "@beauty-store/sql/Query"
import type { Transaction } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { brands, declineCodes, verdicts } from "../Cards.ts"

const sessionTables = ({ clustered, id }: DialectSyntax): ReadonlyArray<string> => [
  // A session that the shop closed before it was created has a row without `created_at`: nothing can open it later.
  `CREATE TABLE session (
      id ${id} PRIMARY KEY,
      order_id TEXT NOT NULL,
      amount_minor BIGINT NOT NULL CHECK (amount_minor >= 0),
      currency TEXT NOT NULL,
      email TEXT NOT NULL,
      description TEXT NOT NULL,
      preselect TEXT,
      country TEXT,
      language TEXT NOT NULL,
      return_url TEXT NOT NULL,
      expires_at BIGINT NOT NULL,
      created_at BIGINT,
      status TEXT NOT NULL CHECK (status IN ('open', 'processing', 'complete', 'expired')),
      closed INTEGER NOT NULL CHECK (closed IN (0, 1))
    ) ${clustered}`,
  // Each attempt to pay, refused ones included. `settles_*`: the outcome of a processing one. `changed_at`: when its
  // money last moved, or a refund of it was requested or decided.
  `CREATE TABLE payment (
      id ${id} PRIMARY KEY,
      session_id ${id} NOT NULL REFERENCES session(id),
      status TEXT NOT NULL CHECK (status IN ('challenged', 'declined', 'processing', 'succeeded', 'failed')),
      method TEXT NOT NULL,
      amount_minor BIGINT NOT NULL CHECK (amount_minor > 0),
      currency TEXT NOT NULL,
      instrument TEXT NOT NULL,
      card_brand TEXT,
      card_last4 TEXT,
      decline_code TEXT,
      settles_as TEXT CHECK (settles_as IN ('succeeded', 'failed')),
      refunded_minor BIGINT NOT NULL DEFAULT 0,
      charge_key TEXT,
      at BIGINT NOT NULL,
      changed_at BIGINT NOT NULL,
      CHECK (0 <= refunded_minor AND refunded_minor <= amount_minor)
    ) ${clustered}`,
  `CREATE INDEX payment_by_session ON payment (session_id, at, id)`,
  // As `Query.plannedOnce` writes the condition in the statement that uses it.
  `CREATE INDEX payment_that_counts ON payment (session_id, at, id)
      WHERE status = 'processing' OR status = 'succeeded' OR status = 'failed'`,
  `CREATE INDEX payment_by_change ON payment (changed_at, id)`,
  // By the shop's key. `refused`: it was refused and stays so. `course`: its next steps.
  `CREATE TABLE refund (
      key ${id} PRIMARY KEY,
      id ${id} NOT NULL,
      payment_id TEXT NOT NULL,
      amount_minor BIGINT NOT NULL,
      currency TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed', 'refused')),
      failure TEXT,
      course TEXT NOT NULL,
      at BIGINT NOT NULL
    ) ${clustered}`,
  `CREATE INDEX refund_by_payment ON refund (payment_id, at, key)`
]

/** What is paid without a page. */
const offSessionTables = ({ clustered, id }: DialectSyntax): ReadonlyArray<string> => [
  // The bank's verdict stands here, because the number, which decides it, is not stored. A mandate that the shop
  // revoked before it was created has a row without `created_at`: nothing can open it later.
  `CREATE TABLE mandate (
      id ${id} PRIMARY KEY,
      agent TEXT NOT NULL,
      language TEXT NOT NULL,
      description TEXT NOT NULL,
      decide_before BIGINT NOT NULL,
      expires_at BIGINT,
      permissions_url TEXT,
      created_at BIGINT,
      status TEXT NOT NULL CHECK (status IN ('pending', 'challenged', 'active', 'rejected', 'revoked')),
      challenge ${id},
      instrument TEXT,
      card_brand TEXT,
      card_last4 TEXT,
      verdict TEXT
    ) ${clustered}`,
  `CREATE TABLE token (
      id ${id} PRIMARY KEY,
      key TEXT NOT NULL UNIQUE,
      session_id TEXT NOT NULL,
      merchant_id TEXT NOT NULL,
      currency TEXT NOT NULL,
      max_amount_minor BIGINT NOT NULL CHECK (max_amount_minor > 0),
      expires_at BIGINT NOT NULL,
      created_at BIGINT NOT NULL,
      instrument TEXT NOT NULL,
      card_brand TEXT,
      card_last4 TEXT,
      verdict TEXT NOT NULL,
      used INTEGER NOT NULL CHECK (used IN (0, 1))
    )`,
  // By the shop's key. A charge's outcome is kept, including refusals, so that a repeat returns the same. `source`: the
  // mandate or the token that it used.
  `CREATE TABLE charge (
      key ${id} PRIMARY KEY,
      session_id ${id} NOT NULL REFERENCES session(id),
      outcome TEXT NOT NULL CHECK (outcome IN ('succeeded', 'declined', 'authentication_required')),
      decline_code TEXT,
      source TEXT NOT NULL,
      at BIGINT NOT NULL
    ) ${clustered}`
]

const baseline: Migration = {
  name: "001_baseline",
  statements: (syntax) => [
    ...sessionTables(syntax),
    ...offSessionTables(syntax),
    `CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL)`,
    ...JobTable.create(syntax)
  ]
}

/** All migrations, oldest first. */
export const migrations: ReadonlyArray<Migration> = [
  baseline,
  {
    name: "002_session_methods",
    compatibleFrom: baseline.name,
    statements: () => ["ALTER TABLE session ADD COLUMN methods TEXT"]
  }
]

/** The provider takes the shop's ids as they are. */
export const Session = Schema.Struct({
  id: SessionId.claimed,
  orderId: OrderId.claimed,
  amountMinor: Query.Int,
  currency: Currency,
  email: Schema.String,
  description: Query.Json(Schema.Array(Schema.String)),
  preselect: Schema.NullOr(PaymentMethod),
  /** Where its order is sent; null in one that was closed before it was created. */
  country: Schema.NullOr(CountryCode),
  /** Null where an earlier program opened it. */
  methods: Schema.NullOr(Query.Json(Schema.Array(PaymentMethod))),
  /** In which its page speaks; a language alone where an earlier program wrote it. */
  language: Locale,
  returnUrl: Schema.String,
  expiresAt: Query.Int,
  createdAt: Schema.NullOr(Query.Int),
  /** As last written: time alone closes an open session, so ask `statusAt`. */
  status: Schema.Literal("open", "processing", "complete", "expired"),
  /** The shop wants no further payment; one that is processing may still succeed. */
  closed: Query.Flag
})
export type Session = typeof Session.Type

export const Payment = Schema.Struct({
  id: Schema.String,
  sessionId: Schema.String,
  /** `challenged`: the bank wants to authenticate the cardholder. `declined`: no money moved, then or later. */
  status: Schema.Literal("challenged", "declined", "processing", "succeeded", "failed"),
  method: PaymentMethod,
  amountMinor: Query.Int,
  currency: Currency,
  instrument: Schema.String,
  cardBrand: Schema.NullOr(Schema.Literal(...brands)),
  cardLast4: Schema.NullOr(Schema.String),
  declineCode: Schema.NullOr(Schema.Literal(...declineCodes)),
  settlesAs: Schema.NullOr(Schema.Literal("succeeded", "failed")),
  refundedMinor: Query.Int,
  /** The shop's key of the charge that it came from; null where a person paid on the page. */
  chargeKey: Schema.NullOr(Schema.String),
  at: Query.Int
})
export type Payment = typeof Payment.Type

/** One step in the course of a refund: success, or a failure with the bank's reason. */
export const RefundStep = Schema.Struct({ at: Schema.Int, failure: Schema.NullOr(Schema.String) })
export type RefundStep = typeof RefundStep.Type

export const Refund = Schema.Struct({
  key: Schema.String,
  id: Schema.String,
  paymentId: Schema.String,
  amountMinor: Query.Int,
  currency: Currency,
  status: Schema.Literal("pending", "succeeded", "failed", "refused"),
  failure: Schema.NullOr(Schema.String),
  course: Query.Json(Schema.Array(RefundStep)),
  at: Query.Int
})
export type Refund = typeof Refund.Type

/** A session's status at a moment: after its time an open one takes no payment. */
export const statusAt = (session: Pick<Session, "status" | "expiresAt">, now: number): Session["status"] =>
  session.status === "open" && now >= session.expiresAt ? "expired" : session.status

/** The methods that a session's page offers. */
export const methodsOf = (
  { country, methods }: Pick<Session, "country" | "methods">
): ReadonlyArray<PaymentMethod> => methods ?? (country === null ? [] : methodsOfferedIn(country))

const sessionColumns = `id, order_id AS "orderId", amount_minor AS "amountMinor", currency, email, description,
  preselect, country, methods, language, return_url AS "returnUrl", expires_at AS "expiresAt", created_at AS "createdAt", status, closed`

export const session = Query.first(Session)<[id: string]>(
  `SELECT ${sessionColumns} FROM session WHERE id = ?`
)

/** Locks a session. Comes before any decision about it. */
export const lockSession = Query.first(Session)<[id: string]>(
  `SELECT ${sessionColumns} FROM session WHERE id = ? FOR UPDATE`
)

const sessionRow = [
  "id",
  "order_id",
  "amount_minor",
  "currency",
  "email",
  "description",
  "preselect",
  "country",
  "methods",
  "language",
  "return_url",
  "expires_at",
  "created_at",
  "status",
  "closed"
] as const

/** Returns 0 where a session of that id already exists. */
export const insertSession = Query.insertIfNew("session", sessionRow, "ON CONFLICT (id) DO NOTHING")

/** Fills in a session that was closed before it was created. It stays closed. */
export const describeSession = Query.changeOne<
  [
    orderId: string,
    amountMinor: number,
    currency: string,
    email: string,
    description: string,
    preselect: string | null,
    country: string | null,
    methods: string,
    language: Locale,
    returnUrl: string,
    expiresAt: number,
    createdAt: number,
    id: string
  ]
>(
  `UPDATE session SET order_id = ?, amount_minor = ?, currency = ?, email = ?, description = ?, preselect = ?,
   country = ?, methods = ?, language = ?, return_url = ?, expires_at = ?, created_at = ? WHERE id = ?`
)

export const setSessionStatus = Query.changeOne<[status: Session["status"], id: string]>(
  "UPDATE session SET status = ? WHERE id = ?"
)

export const closeSession = Query.changeOne<[status: Session["status"], id: string]>(
  "UPDATE session SET status = ?, closed = 1 WHERE id = ?"
)

const paymentColumns = `id, session_id AS "sessionId", status, method, amount_minor AS "amountMinor", currency,
  instrument, card_brand AS "cardBrand", card_last4 AS "cardLast4", decline_code AS "declineCode",
  settles_as AS "settlesAs", refunded_minor AS "refundedMinor", charge_key AS "chargeKey", at`

/** Those that took money or may still take it, oldest first. Refused attempts may be many, and never count. */
export const paymentsOf = Query.all(Payment)<[sessionId: string]>(
  `SELECT ${paymentColumns} FROM payment
   WHERE session_id = ? AND status IN ('processing', 'succeeded', 'failed') ORDER BY at, id`
)

/** What a session's payments took; what of it goes back, and of that, what is still on its way. */
export const Money = Schema.Struct({ takenMinor: Query.Int, backMinor: Query.Int, pendingMinor: Query.Int })
export type Money = typeof Money.Type

export const moneyOf = Query.first(Money)<[sessionId: string, sessionId: string]>(
  `SELECT coalesce(sum(amount_minor), 0) AS "takenMinor", coalesce(sum(refunded_minor), 0) AS "backMinor",
     (SELECT coalesce(sum(r.amount_minor), 0) FROM refund r JOIN payment p ON p.id = r.payment_id
       WHERE p.session_id = ? AND r.status = 'pending') AS "pendingMinor"
   FROM payment WHERE session_id = ? AND status = 'succeeded'`
)

/** The last attempt, whatever its outcome. */
export const lastAttemptOf = Query.first(Payment)<[sessionId: string]>(
  `SELECT ${paymentColumns} FROM payment WHERE session_id = ? ORDER BY at DESC, id DESC LIMIT 1`
)

export const payment = Query.first(Payment)<[id: string]>(
  `SELECT ${paymentColumns} FROM payment WHERE id = ?`
)

export const lockPayment = Query.first(Payment)<[id: string]>(
  `SELECT ${paymentColumns} FROM payment WHERE id = ? FOR UPDATE`
)

export const insertPayment = Query.insert("payment", [
  "id",
  "session_id",
  "status",
  "method",
  "amount_minor",
  "currency",
  "instrument",
  "card_brand",
  "card_last4",
  "decline_code",
  "settles_as",
  "charge_key",
  "at",
  "changed_at"
])

export const decidePayment = Query.changeOne<
  [
    status: Payment["status"],
    declineCode: string | null,
    amountMinor: number,
    at: number,
    changedAt: number,
    id: string
  ]
>("UPDATE payment SET status = ?, decline_code = ?, amount_minor = ?, at = ?, changed_at = ? WHERE id = ?")

/** Sets an amount aside for a refund. Returns 0 where that is more than is left. */
export const commitRefund = Query.change<[amountMinor: number, changedAt: number, id: string, amountMinor: number]>(
  `UPDATE payment SET refunded_minor = refunded_minor + ?, changed_at = ?
   WHERE id = ? AND refunded_minor + ? <= amount_minor`
)

/** A refund of a payment is decided; an amount, or 0, can be refunded again. */
export const decideRefund = Query.changeOne<[releasedMinor: number, changedAt: number, id: string]>(
  "UPDATE payment SET refunded_minor = refunded_minor - ?, changed_at = ? WHERE id = ?"
)

const ListedRow = Schema.Struct({
  ...Payment.fields,
  sessionId: SessionId.claimed,
  orderId: OrderId.claimed,
  changedAt: Query.Int,
  source: Schema.NullOr(Schema.String)
})
export type ListedRow = typeof ListedRow.Type

/** The payments that took money, by their last change, after a place. */
export const succeededAfter = Query.all(ListedRow)<
  [changedAt: number, changedAt: number, id: string, limit: number]
>(
  `SELECT p.id, p.session_id AS "sessionId", p.status, p.method, p.amount_minor AS "amountMinor", p.currency,
     p.instrument, p.card_brand AS "cardBrand", p.card_last4 AS "cardLast4", p.decline_code AS "declineCode",
     p.settles_as AS "settlesAs", p.refunded_minor AS "refundedMinor", p.charge_key AS "chargeKey", p.at,
     s.order_id AS "orderId", p.changed_at AS "changedAt", c.source
   FROM payment p JOIN session s ON s.id = p.session_id LEFT JOIN charge c ON c.key = p.charge_key
   WHERE p.status = 'succeeded' AND (p.changed_at > ? OR (p.changed_at = ? AND p.id > ?))
   ORDER BY p.changed_at, p.id LIMIT ?`
)

const refundColumns = `key, id, payment_id AS "paymentId", amount_minor AS "amountMinor", currency, status, failure,
  course, at`

export const refund = Query.first(Refund)<[key: string]>(
  `SELECT ${refundColumns} FROM refund WHERE key = ?`
)

export const lockRefund = Query.first(Refund)<[key: string]>(
  `SELECT ${refundColumns} FROM refund WHERE key = ? FOR UPDATE`
)

/** Returns 0 where a refund of that key already exists. */
export const insertRefund = Query.insertIfNew(
  "refund",
  ["key", "id", "payment_id", "amount_minor", "currency", "status", "failure", "course", "at"],
  "ON CONFLICT (key) DO NOTHING"
)

export const moveRefund = Query.changeOne<
  [status: Refund["status"], failure: string | null, course: string, key: string]
>("UPDATE refund SET status = ?, failure = ?, course = ? WHERE key = ?")

/** The refunds of a payment that were accepted, oldest first. */
export const refundsOf = Query.all(Refund)<[paymentId: string]>(
  `SELECT ${refundColumns} FROM refund WHERE payment_id = ? AND status <> 'refused' ORDER BY at, key`
)

export const encodeCourse: (course: ReadonlyArray<RefundStep>) => string = Schema.encodeSync(
  Query.Json(Schema.Array(RefundStep))
)

export const Charge = Schema.Struct({
  key: Schema.String,
  sessionId: Schema.String,
  outcome: Schema.Literal("succeeded", "declined", "authentication_required"),
  declineCode: Schema.NullOr(Schema.String)
})
export type Charge = typeof Charge.Type

export const charge = Query.first(Charge)<[key: string]>(
  `SELECT key, session_id AS "sessionId", outcome, decline_code AS "declineCode" FROM charge WHERE key = ?`
)

/** Returns 0 where a charge of that key already exists. */
export const insertCharge = Query.insertIfNew(
  "charge",
  ["key", "session_id", "outcome", "decline_code", "at", "source"],
  "ON CONFLICT (key) DO NOTHING"
)

/** The columns of a card that is kept here. */
const keptCard = {
  instrument: Schema.String,
  cardBrand: Schema.NullOr(Schema.Literal(...brands)),
  cardLast4: Schema.NullOr(Schema.String),
  verdict: Schema.Literal(...verdicts)
}
const keptCardColumns = `instrument, card_brand AS "cardBrand", card_last4 AS "cardLast4", verdict`

export const Token = Schema.Struct({
  id: Schema.String,
  sessionId: Schema.String,
  merchantId: Schema.String,
  currency: Schema.String,
  maxAmountMinor: Query.Int,
  expiresAt: Query.Int,
  createdAt: Query.Int,
  used: Query.Flag,
  ...keptCard
})
export type Token = typeof Token.Type

const tokenColumns = `id, session_id AS "sessionId", merchant_id AS "merchantId", currency,
  max_amount_minor AS "maxAmountMinor", expires_at AS "expiresAt", created_at AS "createdAt", used, ${keptCardColumns}`

export const token = Query.first(Token)<[id: string]>(`SELECT ${tokenColumns} FROM token WHERE id = ?`)

export const lockToken = Query.first(Token)<[id: string]>(`SELECT ${tokenColumns} FROM token WHERE id = ? FOR UPDATE`)

export const tokenByKey = Query.first(Token)<[key: string]>(`SELECT ${tokenColumns} FROM token WHERE key = ?`)

/** Returns 0 where a token of that key already exists. */
export const insertToken = Query.insertIfNew("token", [
  "id",
  "key",
  "session_id",
  "merchant_id",
  "currency",
  "max_amount_minor",
  "expires_at",
  "created_at",
  "instrument",
  "card_brand",
  "card_last4",
  "verdict",
  "used"
], "ON CONFLICT (key) DO NOTHING")

export const useToken = Query.changeOne<[id: string]>("UPDATE token SET used = 1 WHERE id = ? AND used = 0")

export const Mandate = Schema.Struct({
  id: DelegationId.claimed,
  agent: Schema.String,
  /** In which its page speaks; a language alone where an earlier program wrote it. */
  language: Locale,
  description: Query.Json(Schema.Array(Schema.String)),
  decideBefore: Query.Int,
  expiresAt: Schema.NullOr(Query.Int),
  /** Where the person takes it back later; a capability. */
  permissionsUrl: Schema.NullOr(Schema.String),
  createdAt: Schema.NullOr(Query.Int),
  /** As last written: time alone closes an undecided one, and ends an active one. */
  status: Schema.Literal("pending", "challenged", "active", "rejected", "revoked"),
  /** The id of the bank's question, where one is open. */
  challenge: Schema.NullOr(Schema.String),
  instrument: Schema.NullOr(keptCard.instrument),
  cardBrand: keptCard.cardBrand,
  cardLast4: keptCard.cardLast4,
  verdict: Schema.NullOr(keptCard.verdict)
})
export type Mandate = typeof Mandate.Type

const mandateColumns = `id, agent, language, description, decide_before AS "decideBefore", expires_at AS "expiresAt",
  permissions_url AS "permissionsUrl",
  created_at AS "createdAt", status, challenge, ${keptCardColumns}`

export const mandate = Query.first(Mandate)<[id: string]>(`SELECT ${mandateColumns} FROM mandate WHERE id = ?`)

export const lockMandate = Query.first(Mandate)<[id: string]>(
  `SELECT ${mandateColumns} FROM mandate WHERE id = ? FOR UPDATE`
)

/** Returns 0 where a mandate of that id already exists. */
export const insertMandate = Query.insertIfNew(
  "mandate",
  ["id", "agent", "language", "description", "decide_before", "expires_at", "permissions_url", "created_at", "status"],
  "ON CONFLICT (id) DO NOTHING"
)

export const moveMandate = Query.changeOne<[status: Mandate["status"], id: string]>(
  "UPDATE mandate SET status = ?, challenge = NULL WHERE id = ?"
)

/** The person has named a card; with a challenge its bank is still to be asked. */
export const bindMandate = Query.changeOne<
  [
    status: Mandate["status"],
    challenge: string | null,
    instrument: string,
    brand: string | null,
    last4: string | null,
    verdict: string,
    id: string
  ]
>(
  `UPDATE mandate SET status = ?, challenge = ?, instrument = ?, card_brand = ?, card_last4 = ?, verdict = ?
   WHERE id = ?`
)

const Setting = Schema.Struct({ value: Schema.String })
const settingOf = Query.first(Setting)<[name: string]>("SELECT value FROM setting WHERE name = ?")
const insertSetting = Query.insert("setting", ["name", "value"], "ON CONFLICT (name) DO NOTHING")

/** A setting that is made at its first use and never changes: `fresh` is used only where there is none. */
export const keptSetting = (name: string, fresh: string): Effect.Effect<string, never, Transaction> =>
  Effect.zipRight(
    insertSetting({ name, value: fresh }),
    Effect.map(settingOf(name), (setting) => Option.getOrThrow(setting).value)
  )
