/**
 * Books that were really kept: a few orders, each with another fate, made by the use cases alone. What comes last is
 * left unfinished, so that there is also something still to be done.
 */
import { Refunds } from "@beauty-store/commerce/after-sales/Refunds"
import { Returns } from "@beauty-store/commerce/after-sales/Returns"
import * as Carts from "@beauty-store/commerce/cart/Carts"
import * as Checkout from "@beauty-store/commerce/checkout/Checkout"
import { Identity } from "@beauty-store/commerce/identity/Identity"
import { Orders } from "@beauty-store/commerce/orders/Orders"
import { InboundWebhooks } from "@beauty-store/commerce/partners/InboundWebhooks"
import { Subscriptions } from "@beauty-store/commerce/partners/Subscriptions"
import { Delegations } from "@beauty-store/commerce/spending/Delegations"
import { type DelegationId, OrderId, ProductId } from "@beauty-store/domain/Ids"
import { scopesOf } from "@beauty-store/domain/Principal"
import { Entropy } from "@beauty-store/sql/Entropy"
import * as Idempotency from "@beauty-store/sql/Idempotency"
import { Transactions } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import { days, minutes, owner, pass, request, World } from "../../../test/shop/use-cases.ts"
import { begun, bought, deliver, notify, notifyMandate, notifyRefund, ship, staff } from "./life.ts"

/** An agent buys by a delegation, or as far as the bank lets it; answers the charge's id. */
const ordered = (delegationId: DelegationId, shopper: string, answer: "ok" | "insufficient_funds" | "nothing yet") =>
  Effect.gen(function*() {
    const { provider } = yield* World
    const checkout = yield* Checkout.Checkout
    const of = owner("agent:robot", shopper)
    yield* (yield* Carts.Carts).set(of, ProductId.make("zeste"), 1)
    const { address, email, method } = request(of)
    const chargeId = yield* checkout.charged.begin({ owner: of, email, address, method, delegationId })
    if (answer !== "ok" && answer !== "nothing yet") provider.nextCharges(answer)
    if (answer !== "nothing yet") yield* Effect.either(checkout.charged.finish(chargeId))
    return chargeId
  })

/** Fills the books and names what is in them. */
export const bookkeeping = Effect.gen(function*() {
  const { provider, sql } = yield* World
  const [orders, refunds, returns] = [yield* Orders, yield* Refunds, yield* Returns]
  const { subscriptionId } = yield* (yield* Subscriptions).create("https://partner.example/hook")
  yield* pass(2 * minutes)

  // Bought, sent in two parcels, and sent back in part: one accepted, one refused, one that never came.
  const returned = yield* bought(owner("sho_rea"), { serum: 4, cream: 2 })
  yield* ship(returned.orderId, "R1", { cream: 2, serum: 1 })
  yield* pass(1 * minutes)
  yield* ship(returned.orderId, "R2")
  yield* pass(2 * days)
  yield* deliver(returned.orderId)
  const first = yield* returns.request(staff, returned.orderId, [
    { productId: ProductId.make("serum"), quantity: 1, condition: "unopened", reason: "" },
    { productId: ProductId.make("serum"), quantity: 2, condition: "defective", reason: "leaks" },
    { productId: ProductId.make("cream"), quantity: 1, condition: "unopened", reason: "" }
  ])
  yield* returns.receive(first.returnId, [
    { productId: ProductId.make("serum"), quantity: 2, restock: true },
    { productId: ProductId.make("cream"), quantity: 1, accepted: false, restock: false }
  ])
  yield* pass(5 * minutes)
  const second = yield* returns.request(staff, returned.orderId, [
    { productId: ProductId.make("cream"), quantity: 1, condition: "unopened", reason: "" }
  ])
  yield* returns.cancel(staff, second.returnId)
  const third = yield* returns.request(staff, returned.orderId, [
    { productId: ProductId.make("serum"), quantity: 1, condition: "unopened", reason: "" }
  ])
  yield* returns.recordScan(third.returnId)
  const rejected = yield* bought(owner("sho_jan"), { zeste: 1 })
  yield* ship(rejected.orderId, "J1")
  yield* deliver(rejected.orderId)
  const refused = yield* returns.request(staff, rejected.orderId, [
    { productId: ProductId.make("zeste"), quantity: 1, condition: "opened", reason: "" }
  ])
  yield* returns.receive(refused.returnId, [
    { productId: ProductId.make("zeste"), quantity: 1, accepted: false, restock: false }
  ])

  // A refund that came back after it had succeeded, and succeeded the second time.
  const goodwill = yield* bought(owner("sho_gwen"), { ecume: 1, zeste: 2 }, { country: "FI", method: "express" })
  const given = yield* refunds.give(goodwill.orderId, 1001, "late")
  yield* pass(2 * minutes)
  provider.settleRefund(`${given.refundId}:1`, "failed")
  yield* notifyRefund(`${given.refundId}:1`)
  yield* pass(1 * days)
  yield* refunds.give(goodwill.orderId, 333, "later")

  // Paid and cancelled; paid too late; paid twice; shipped in part; shipped; sent abroad.
  const cancelled = yield* bought(owner("sho_cal"), { noir: 1 })
  yield* orders.cancel(staff, cancelled.orderId, "changed my mind")
  const late = yield* begun(owner("sho_lea"), { serum: 1 })
  yield* pass(31 * minutes)
  provider.pay(late.sessionId)
  yield* notify(late.sessionId)
  const twice = yield* bought(owner("sho_two"), { serum: 2 })
  provider.pay(twice.sessionId)
  yield* notify(twice.sessionId)
  const inPart = yield* bought(owner("sho_pat"), { noir: 3 })
  yield* ship(inPart.orderId, "P1", { noir: 1 })
  yield* deliver(inPart.orderId)
  const underWay = yield* bought(owner("sho_una"), { zeste: 3 })
  yield* ship(underWay.orderId, "U1")
  const abroad = yield* bought(owner("sho_abe"), { serum: 1 }, { country: "US", method: "express" })
  yield* pass(2 * days)

  // Unfinished: payable, being decided, a refund and messages on their way, a message that came too early.
  provider.nextRefunds("pending")
  const pending = yield* refunds.give(abroad.orderId, 500, "pending")
  yield* pass(1 * minutes)
  const open = yield* begun(owner("sho_opa"), { serum: 1, ecume: 2 })
  const undecided = yield* begun(owner("sho_pia"), { noir: 1 })
  provider.pay(undecided.sessionId, { status: "processing", method: "klarna" })
  yield* notify(undecided.sessionId)
  const confirmed = yield* bought(owner("sho_con"), { serum: 2, noir: 1 })
  yield* (yield* InboundWebhooks).receive("msg_1", { event: "order.delivered", data: { orderId: confirmed.orderId } })
  // An agent pays: once for good, once for an order that is called off, once without success, once not yet.
  yield* (yield* Identity).registerClient({
    id: "robot",
    secret: "a-secret-of-22-characters",
    kind: "agent",
    scopes: scopesOf.agent
  })
  const delegations = yield* Delegations
  const delegation = yield* delegations.creation.begin({
    principal: "sho_del",
    agentId: "robot",
    limits: { perTransaction: 10_000, perDay: 15_000, perMonth: 20_000 },
    expiresAt: undefined
  })
  yield* delegations.creation.finish(delegation)
  provider.decide(delegation, "active")
  yield* notifyMandate(delegation)
  const charged = yield* ordered(delegation, "one", "ok")
  const calledOff = yield* ordered(delegation, "two", "ok")
  const [calledOffOrder] = yield* sql<{ id: string }>(
    `SELECT s.order_id AS id FROM charge c JOIN checkout_session s ON s.id = c.session_id WHERE c.id = '${calledOff}'`
  )
  yield* orders.cancel(staff, OrderId.claimed.make(calledOffOrder!.id), undefined)
  const declined = yield* ordered(delegation, "three", "insufficient_funds")
  const uncharged = yield* ordered(delegation, "four", "nothing yet")
  const keyed = (key: string) => Idempotency.keyed({ scope: "sho_con POST /api/checkout", key, fingerprint: key })
  const entropy = yield* Entropy
  yield* (yield* Transactions).write(
    Effect.gen(function*() {
      yield* Idempotency.recordRunning({ ...keyed("running"), subject: open.sessionId })
      yield* Idempotency.record(keyed("done"), { status: 200, headers: {}, body: "{}" }, false)
    }).pipe(Effect.provideService(Entropy, entropy))
  )

  return {
    subscriptionId,
    returned: returned.orderId,
    firstReturn: first.returnId,
    cancelledReturn: second.returnId,
    openReturn: third.returnId,
    rejectedReturn: refused.returnId,
    goodwill: goodwill.orderId,
    given: given.refundId,
    pending: pending.refundId,
    cancelled: cancelled.orderId,
    late: late.orderId,
    twice: twice.orderId,
    inPart: inPart.orderId,
    underWay: underWay.orderId,
    abroad: abroad.orderId,
    open: open.orderId,
    openSession: open.sessionId,
    confirmed: confirmed.orderId,
    delegation,
    charged,
    calledOff,
    declined,
    uncharged
  }
})
export type Kept = Effect.Effect.Success<typeof bookkeeping>
