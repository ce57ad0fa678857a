/**
 * Settlement: saves what the provider reports of a session, with its consequences for order, charges, cart, reservation
 * and receipt: the decision of `CheckoutSession.settle`, in one transaction and by compare-and-set, so that facts may
 * come in any order and number. Locks: cart, session and order, charges, stock, receipt number. Follows
 * docs/specification.md#settlement.
 */
import * as Charge from "@beauty-store/domain/Charge"
import * as Session from "@beauty-store/domain/CheckoutSession"
import { type Claimed, PaymentId, type SessionId } from "@beauty-store/domain/Ids"
import { nothingPaid } from "@beauty-store/domain/Payment"
import { nextId } from "@beauty-store/sql/Entropy"
import * as Metrics from "@beauty-store/sql/Metrics"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Carts from "../cart/Carts.ts"
import * as Inventory from "../catalog/Inventory.ts"
import type { ProviderPayment, ProviderSession } from "../payment/PaymentProvider.ts"
import { firstLookUpMillis } from "../payment/ProviderSaga.ts"
import * as ChargeRecords from "../records/ChargeRecords.ts"
import * as OrderRecords from "../records/OrderRecords.ts"
import * as SessionRecords from "../records/SessionRecords.ts"
import * as SpendingLedger from "../spending/SpendingLedger.ts"
import * as Flags from "../staff/Flags.ts"
import type { Dependencies } from "./CheckoutDependencies.ts"
import { returnAddressOf } from "./SessionView.ts"

const purchases = Metrics.counter("store_purchases_total", "Orders that were paid, by way of checkout", "checkout")
const revenue = Metrics.counter("store_purchases_minor_total", "What they were paid, in minor units", "currency")

type SessionRow = SessionRecords.SessionRow
type ChargeRow = ChargeRecords.ChargeRow

/** What stands in the place of a payment for an order that costs nothing. */
interface FreePayment extends Omit<ProviderPayment, "status" | "method"> {
  readonly method: typeof nothingPaid
}

/** A charge that took money although the store remembers no count of it: it is counted now, by the provider's time. */
const counted = Effect.fnUntraced(function*(charge: ChargeRow, { at, instrument }: ProviderPayment) {
  if (charge.state !== "begun") return charge
  const payer = { instrument, delegation: charge.delegation_id }
  yield* SpendingLedger.registerInstrument(instrument)
  yield* SpendingLedger.lockInstrument(instrument)
  yield* ChargeRecords.setAuthorised(instrument, charge.id)
  yield* SpendingLedger.recordLate(payer, charge.id, charge.amount_minor, at)
  return { ...charge, state: "authorised" as const }
})

/** Ends a charge according to the provider's facts: it took its money, or it can no longer take any. */
const settleCharge = Effect.fnUntraced(
  function*(charge: ChargeRow, open: boolean, payments: ReadonlyArray<ProviderPayment>) {
    const taken = payments.find(({ chargeKey, status }) => chargeKey === charge.id && status === "succeeded")
    if (taken !== undefined) yield* ChargeRecords.end(yield* counted(charge, taken), "succeeded")
    else if (!open && (yield* ChargeRecords.end(charge, "voided"))) yield* SpendingLedger.releaseOf(charge.id)
  }
)

/** Writes a payment, once. Returns an effect that waits for its id, which it has where it was new. */
const startPayment = Effect.fnUntraced(
  function*(row: SessionRow, payment: ProviderPayment | FreePayment, role: "primary" | "surplus", flag: string | null) {
    const id = yield* nextId(PaymentId)
    const added = yield* SessionRecords.insertPayment.sent({
      id,
      session_id: row.id,
      order_id: row.order_id,
      role,
      provider_id: payment.paymentId,
      method: payment.method,
      instrument: payment.instrument,
      currency: payment.currency,
      captured_minor: payment.amountMinor,
      flag,
      charge_id: payment.chargeKey ?? null,
      at: payment.at
    })
    return Effect.map(added, (added) => added === 0 ? undefined : id)
  }
)

/** The order is paid: it is confirmed, and the goods are removed from the cart. */
const confirm = Effect.fnUntraced(
  function*(
    { jobs, policy, secret, shop }: Dependencies,
    row: SessionRow,
    payment: ProviderPayment | FreePayment,
    lines: ReadonlyArray<OrderRecords.Line>
  ) {
    const url = payment.method === nothingPaid ? returnAddressOf({ policy, secret }, row.id) : null
    yield* SessionRecords.setComplete(payment.paymentId, url, row.id, row.phase)
    const consume = row.cart_id === null
      ? Effect.void
      : yield* Carts.consume(row.cart_id, row.order_id, OrderRecords.unitsIn(lines))
    const { amountMinor, currency, method } = payment
    const payments = method === nothingPaid
      ? []
      : [{ type: "payment.succeeded", source: "provider", data: { amountMinor, currency, method } } as const]
    const order = yield* OrderRecords.changeAndRead(row.order_id, "pending", "confirmed", {
      type: "order.created",
      source: method === nothingPaid ? "system" : "provider"
    }, ...payments)
    yield* startPayment(row, payment, "primary", null)
    yield* jobs.cancel("checkout", row.id)
    yield* consume
    if (row.cart_id !== null) {
      if (order.promotions !== null) yield* Carts.consumeCodes(row.cart_id, order.promotions)
      yield* Carts.consumeAttributes(shop, row.cart_id, row.order_id)
    }
    return order
  }
)

/**
 * Confirms an order that costs nothing, without the provider: its payment is one of nothing, by the store itself. Last
 * in the transaction that places the order.
 */
const confirmFree = (deps: Dependencies) =>
  Effect.fnUntraced(function*(sessionId: SessionId) {
    const row = Option.getOrThrow(yield* SessionRecords.byId(sessionId))
    const lines = yield* OrderRecords.linesOf(row.order_id)
    const order = yield* confirm(
      deps,
      row,
      {
        paymentId: `free_${sessionId}`,
        amountMinor: 0,
        currency: row.currency,
        method: nothingPaid,
        instrument: nothingPaid,
        chargeKey: undefined,
        at: yield* Clock.currentTimeMillis
      },
      lines
    )
    yield* deps.receipts.issue(order, lines, nothingPaid)
  })

/** The session continues in another phase. */
const changePhase = Effect.fnUntraced(
  function*({ jobs, policy }: Dependencies, row: SessionRow, phase: Session.Phase, now: number) {
    const processingUntil = phase === "processing" ? now + policy.session.processingMillis : null
    yield* SessionRecords.setPhase(phase, processingUntil, row.id, row.phase)
    yield* jobs.schedule("checkout", row.id, Math.min(processingUntil ?? row.expires_at, now + firstLookUpMillis))
  }
)

/** A payment that does not count is flagged and refunded. A repeat does nothing. */
const refundSurplus = Effect.fnUntraced(
  function*({ refunds }: Dependencies, row: SessionRow, payment: ProviderPayment, reason: Session.SurplusReason) {
    const paymentId = yield* yield* startPayment(row, payment, "surplus", reason)
    if (paymentId === undefined) return
    yield* Flags.raise("surplus_payment", row.order_id, reason)
    yield* refunds.record({
      paymentId,
      orderId: row.order_id,
      cause: "surplus",
      subject: payment.paymentId,
      amountMinor: payment.amountMinor,
      currency: payment.currency
    })
  }
)

/** A session that a settlement confirmed, and the charge whose payment did it, if it was one. */
export interface Confirmed {
  readonly session: SessionRow
  readonly by: string | undefined
}

/**
 * Saves what the provider reports of a session. May run any number of times, in any order. Returns what it confirmed,
 * if it did.
 */
const settle = (deps: Dependencies) =>
  Effect.fnUntraced(
    function*(
      sessionId: Claimed<SessionId>,
      status: ProviderSession["status"],
      payments: ReadonlyArray<ProviderPayment>
    ) {
      yield* SessionRecords.lockCartOf.sent(sessionId)
      const row = Option.getOrUndefined(yield* SessionRecords.byId(sessionId))
      if (row === undefined) return
      // A session that is complete there takes no other payment, even if its payment does not count here.
      const open = status === "open" || status === "processing"
      const charges = row.charged ? yield* ChargeRecords.ofSession(row.id) : []
      const facts = payments.map((payment) => ({ ...payment, givenUp: Charge.isGivenUp(payment.chargeKey, charges) }))
      const charging = open && charges.some((charge) => Charge.isUndecided(charge.state))
      const { confirmedBy, phase, surplus } = Session.settle(SessionRecords.sessionOf(row), open, facts, charging)
      for (const charge of charges) yield* settleCharge(charge, open, payments)
      // A charge for a cancelled order is refunded, and no longer counts against the limits.
      if (charges.length > 0 && phase !== "complete" && !Session.isLive(phase)) {
        yield* SpendingLedger.releaseOfOrder(row.order_id)
      }
      const now = yield* Clock.currentTimeMillis
      const lines = confirmedBy === undefined ? [] : yield* OrderRecords.linesOf(row.order_id)
      const isOver = phase === "expired" && Session.isLive(row.phase)
      const issueReceipt = confirmedBy === undefined
        ? undefined
        : deps.receipts.issue(yield* confirm(deps, row, confirmedBy, lines), lines, confirmedBy.method)
      if (isOver) yield* SessionRecords.end(row, "expired", "system")
      else if (confirmedBy === undefined && phase !== row.phase) yield* changePhase(deps, row, phase, now)
      for (const { payment, reason } of surplus) yield* refundSurplus(deps, row, payment, reason)
      if (isOver) yield* Inventory.release(yield* OrderRecords.unitsOf(row.order_id))
      // The number's row is the store's hottest row: it is locked last.
      if (issueReceipt !== undefined) yield* issueReceipt
      if (confirmedBy === undefined) return undefined
      const session: SessionRow = { ...row, phase: "complete", paid_by: confirmedBy.paymentId }
      return { session, by: confirmedBy.chargeKey } satisfies Confirmed
    },
    deps.write,
    Effect.tap((confirmed) => {
      if (confirmed === undefined) return Effect.void
      const { charged, currency, total_minor } = confirmed.session
      return Effect.zipRight(
        purchases.record(1, charged ? "charged" : "hosted"),
        revenue.record(total_minor, currency)
      )
    })
  )

/**
 * Ends a session without payment; its units can be sold again. A session whose phase no longer allows that stays as it
 * is.
 */
const endAndRelease = ({ write }: Dependencies) =>
  Effect.fnUntraced(function*(sessionId: SessionId, phase: "expired" | "failed") {
    const row = Option.getOrUndefined(yield* SessionRecords.byId(sessionId))
    if (row === undefined || !Session.transitions[row.phase].includes(phase)) return
    yield* SessionRecords.end(row, phase, "system")
    yield* Inventory.release(yield* OrderRecords.unitsOf(row.order_id))
  }, write)

export const make = (deps: Dependencies) => ({
  settle: settle(deps),
  confirmFree: confirmFree(deps),
  endAndRelease: endAndRelease(deps)
})
export type Settlement = ReturnType<typeof make>
