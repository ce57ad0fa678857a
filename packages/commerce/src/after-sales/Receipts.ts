/**
 * Receipts and credit notes, numbered without gaps, never changed. A receipt is issued in the transaction that confirms
 * its order, a credit note in the one that records the success of a refund; if that fails after all, an entry cancels
 * the note. Numbers come from a counter's row, taken last. `Receipt` has the contents. Follows
 * docs/specification.md#receipts.
 *
 * @since 1.0.0
 */
import { dayOf, type TimeZone } from "@beauty-store/domain/Days"
import type { Claimed, OrderId, RefundId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import type { OrderNotFound } from "@beauty-store/domain/Order"
import { type CreditCause, CreditEntry, Receipt } from "@beauty-store/domain/Receipt"
import * as Domain from "@beauty-store/domain/Receipt"
import type { ReferenceNumber } from "@beauty-store/domain/ReferenceNumber"
import type { CountryVat, Quarter } from "@beauty-store/domain/VatReport"
import * as Codec from "@beauty-store/sql/Codec"
import * as Query from "@beauty-store/sql/Query"
import { type StoreUnavailable, type Transaction, Transactions } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Principal } from "../identity/Identity.ts"
import { Policy } from "../Policy.ts"
import * as OrderRecords from "../records/OrderRecords.ts"
import * as SessionRecords from "../records/SessionRecords.ts"
import * as UseCase from "../UseCase.ts"
import * as VatReports from "./VatReports.ts"

export type { Line, OrderRow } from "../records/OrderRecords.ts"

export interface ReceiptView {
  readonly receipt: Receipt & { readonly orderNumber: ReferenceNumber }
  /** Credit notes and their cancellations, oldest first. */
  readonly entries: ReadonlyArray<CreditEntry>
}

/** The refund that a credit note is for. */
export interface Credit {
  readonly orderId: OrderId
  readonly refundId: RefundId
  /**
   * The refund's attempt: a refund that failed and was tried again has a note for each attempt that succeeded at first.
   */
  readonly attempt: number
  readonly amountMinor: number
  /** Its parts by rates of VAT, where they are known. */
  readonly parts?: ReadonlyArray<Domain.RateAmount> | undefined
  readonly cause: CreditCause
}

export class Receipts extends Context.Tag("@beauty-store/commerce/Receipts")<Receipts, {
  /** Writes the receipt of an order that is being confirmed. Last in its transaction. */
  readonly issue: (
    order: OrderRecords.OrderRow,
    lines: ReadonlyArray<OrderRecords.Line>,
    paymentMethod: string
  ) => Effect.Effect<void, never, Transaction>
  /** Writes the credit note of a refund that succeeded. Last in its transaction. */
  readonly credit: (credit: Credit) => Effect.Effect<void, never, Transaction>
  /** Cancels the credit note of a refund that failed after all, unless it is cancelled. Last in its transaction. */
  readonly cancelCredit: (
    credit: Pick<Credit, "orderId" | "refundId" | "attempt"> & { readonly reason: string }
  ) => Effect.Effect<void, never, Transaction>
  /**
   * Leaves out the next numbers of a series, because documents that were issued with them may be lost. Last in its
   * transaction.
   */
  readonly leaveOut: (series: Domain.Series, numbers: number) => Effect.Effect<void, never, Transaction>
  readonly view: (
    principal: Principal,
    orderId: Claimed<OrderId>
  ) => Effect.Effect<ReceiptView, OrderNotFound | Domain.OrderNotPaid | StoreUnavailable>
  /** The VAT of a quarter by country of delivery and rate, for staff. */
  readonly vatOf: (
    quarter: Quarter
  ) => Effect.Effect<ReadonlyArray<CountryVat>, InvalidInput | StoreUnavailable>
}>() {}

const Counted = Schema.Struct({ n: Query.Int })
const next = Query.returning(Counted)<[series: string]>(
  "INSERT INTO counter (series, n) VALUES (?, 1) ON CONFLICT (series) DO UPDATE SET n = counter.n + 1 RETURNING n"
)
const advance = Query.returning(Counted)<[series: string, numbers: number]>(
  "INSERT INTO counter (series, n) VALUES (?, ?) ON CONFLICT (series) DO UPDATE SET n = counter.n + excluded.n RETURNING n"
)
const insertGap = Query.insert("receipt_gap", ["series", "first_n", "last_n", "at"])
const insert = Query.insert("receipt", ["series", "n", "order_id", "kind", "subject", "document", "at"])
const DocumentRow = Schema.Struct({
  kind: Schema.Literal("receipt", "credit_note", "cancellation"),
  subject: Schema.String,
  document: Schema.String
})
const documentsOf = Query.all(DocumentRow)<[orderId: OrderId]>(
  "SELECT kind, subject, document FROM receipt WHERE order_id = ? ORDER BY at, series DESC, n"
)

const ReceiptText = Schema.parseJson(Receipt)
const EntryText = Schema.parseJson(CreditEntry)
const encodeReceipt = Codec.encoder(ReceiptText)
const decodeReceipt = Codec.decoder(ReceiptText)
const encodeEntry = Codec.encoder(EntryText)
const decodeEntry = Codec.decoder(EntryText)

interface Documents extends Omit<ReceiptView, "receipt"> {
  readonly receipt: Receipt
  readonly bySubject: ReadonlyMap<string, CreditEntry>
}

const load = (orderId: OrderId): Effect.Effect<Option.Option<Documents>, never, Transaction> =>
  Effect.map(documentsOf(orderId), (rows) => {
    const receipt = rows.find((row) => row.kind === "receipt")
    if (receipt === undefined) return Option.none()
    const entries = rows.filter((row) => row.kind !== "receipt")
      .map((row) => [`${row.kind} ${row.subject}`, decodeEntry(row.document)] as const)
    return Option.some({
      receipt: decodeReceipt(receipt.document),
      entries: entries.map(([, entry]) => entry),
      bySubject: new Map(entries)
    })
  })

const subjectOf = ({ attempt, refundId }: Pick<Credit, "refundId" | "attempt">) => `${refundId}:${attempt}`

/** The next number of a series, with its name. */
const count = Effect.fnUntraced(function*(kind: "R" | "C", timeZone: TimeZone) {
  const at = yield* Clock.currentTimeMillis
  const day = dayOf(at, timeZone)
  const series = Domain.series(kind, day)
  const [row] = yield* next(series)
  return { at, day, series, n: row!.n }
})

const leaveOut = Effect.fnUntraced(function*(series: Domain.Series, numbers: number) {
  const at = yield* Clock.currentTimeMillis
  const [row] = yield* advance(series, numbers)
  yield* insertGap({ series, first_n: row!.n - numbers + 1, last_n: row!.n, at })
})

const dependencies = Effect.all({
  transactions: Transactions,
  policy: Policy
})
type Dependencies = Effect.Effect.Success<typeof dependencies>

const issue = ({ policy: { seller, timeZone } }: Dependencies) =>
  Effect.fnUntraced(
    function*(order: OrderRecords.OrderRow, lines: ReadonlyArray<OrderRecords.Line>, paymentMethod: string) {
      const { at, day, n, series } = yield* count("R", timeZone)
      const receipt = Domain.receipt({
        number: Domain.receiptNumber(day, n),
        issuedAt: at,
        issuedOn: day,
        seller,
        buyer: { email: order.email, address: order.billing_address ?? order.address },
        paymentMethod,
        language: order.language,
        purchase: {
          orderId: order.id,
          orderNumber: order.number,
          currency: order.currency,
          lines: OrderRecords.rated(order, lines),
          promotions: order.promotions ?? undefined,
          shippingMinor: order.shipping_minor,
          shippingVatMinor: order.shipping_vat_minor,
          vat: order.vat
        }
      })
      yield* insert({
        series,
        n,
        order_id: order.id,
        kind: "receipt",
        subject: order.id,
        document: encodeReceipt(receipt),
        at
      })
    }
  )

const credit = ({ policy }: Dependencies) =>
  Effect.fnUntraced(function*(credit: Credit) {
    const documents = Option.getOrUndefined(yield* load(credit.orderId))
    // A surplus payment has no receipt, and so no credit note.
    if (documents === undefined || documents.bySubject.has(`credit_note ${subjectOf(credit)}`)) return
    const { at, day, n, series } = yield* count("C", policy.timeZone)
    const note = Either.getOrThrow(Domain.creditNote({
      number: Domain.creditNumber(day, n),
      issuedAt: at,
      issuedOn: day,
      receipt: documents.receipt,
      entries: documents.entries,
      amountMinor: credit.amountMinor,
      parts: credit.parts,
      cause: credit.cause
    }))
    yield* insert({
      series,
      n,
      order_id: credit.orderId,
      kind: "credit_note",
      subject: subjectOf(credit),
      document: encodeEntry(note),
      at
    })
  })

const cancelCredit = ({ policy }: Dependencies) =>
  Effect.fnUntraced(
    function*(credit: Pick<Credit, "orderId" | "refundId" | "attempt"> & { readonly reason: string }) {
      const documents = Option.getOrUndefined(yield* load(credit.orderId))
      const note = documents?.bySubject.get(`credit_note ${subjectOf(credit)}`)
      if (
        documents === undefined || note === undefined || documents.bySubject.has(`cancellation ${subjectOf(credit)}`)
      ) return
      const { at, day, n, series } = yield* count("C", policy.timeZone)
      const entry = Either.getOrThrow(Domain.cancelCreditNote({
        number: Domain.creditNumber(day, n),
        issuedAt: at,
        issuedOn: day,
        entries: documents.entries,
        cancels: note.number,
        reason: credit.reason
      }))
      yield* insert({
        series,
        n,
        order_id: credit.orderId,
        kind: "cancellation",
        subject: subjectOf(credit),
        document: encodeEntry(entry),
        at
      })
    }
  )

const view = ({ transactions }: Dependencies) =>
  Effect.fnUntraced(function*(principal: Principal, orderId: Claimed<OrderId>) {
    const { id, number } = yield* OrderRecords.ownedBy(principal, "orders:read")(OrderRecords.find(orderId))
    const documents = Option.getOrUndefined(yield* load(id))
    if (documents === undefined) {
      return yield* new Domain.OrderNotPaid({ orderId, paymentStatus: yield* SessionRecords.unpaidStatus(id) })
    }
    return { receipt: { ...documents.receipt, orderNumber: number }, entries: documents.entries }
  }, transactions.read)

export const layer: Layer.Layer<Receipts, never, Transactions | Policy> = Layer.effect(
  Receipts,
  Effect.map(
    dependencies,
    (deps) => ({
      issue: issue(deps),
      credit: credit(deps),
      cancelCredit: cancelCredit(deps),
      leaveOut,
      view: UseCase.named("Receipts.view", view(deps), { given: (caller, orderId) => ({ caller, orderId }) }),
      vatOf: UseCase.named("Receipts.vatOf", VatReports.report(deps))
    })
  )
)
