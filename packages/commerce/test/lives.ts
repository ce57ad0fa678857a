/**
 * Random lives of orders on SQLite: things happen to them in any order, the books are audited after each, and in the
 * end all that is due has happened. `Life.test.ts` lives a few of them, `Life.slow.test.ts` many.
 */
import * as Refunds from "@beauty-store/commerce/after-sales/Refunds"
import * as Returns from "@beauty-store/commerce/after-sales/Returns"
import * as Checkout from "@beauty-store/commerce/checkout/Checkout"
import * as Subscriptions from "@beauty-store/commerce/partners/Subscriptions"
import { type OrderId, ReturnId, type SessionId } from "@beauty-store/domain/Ids"
import { StoreUnavailable } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { expect } from "vitest"
import {
  ada,
  countOf,
  days,
  dueNext,
  hours,
  inFreshWorld,
  minutes,
  pass,
  type Services,
  World
} from "../../../test/shop/use-cases.ts"
import { findings } from "./audit.ts"
import {
  arrived,
  begun,
  cancel,
  deliver,
  givenBack,
  notify,
  notifyRefund,
  orderOf,
  receive,
  say,
  sendBack,
  ship,
  shopper
} from "./life.ts"

/** What can happen. Numbers choose among what there is: orders, products, units. */
interface Step {
  readonly what: keyof typeof acts
  readonly which: number
  readonly some: number
  readonly how: boolean
}

interface Life {
  readonly orders: Array<{ readonly orderId: OrderId; readonly sessionId: SessionId }>
  readonly returns: Array<{ readonly returnId: ReturnId; readonly orderId: OrderId }>
  messages: number
}

/** Of a list, the so-many-th, round and round. */
const pick = <A>(list: ReadonlyArray<A>, n: number): A | undefined => list[n % Math.max(1, list.length)]

const products = ["serum", "cream", "noir"] as const

/** What is refused changes nothing; the audit sees to that. A refusal that is no refusal is a mistake. */
const perhaps = <R>(effect: Effect.Effect<unknown, { readonly _tag: string } | StoreUnavailable, R>) =>
  Effect.catchAll(effect, (error) => error instanceof StoreUnavailable ? Effect.die(error) : Effect.void)

const onOrder = (life: Life, { which }: Step, act: (orderId: OrderId) => Effect.Effect<unknown, never, Services>) => {
  const order = pick(life.orders, which)
  return order === undefined ? Effect.void : act(order.orderId)
}

type Act = (life: Life, step: Step) => Effect.Effect<unknown, never, Services>

const acts = {
  order: (life, { how, some }) =>
    perhaps(Effect.map(
      begun(ada, how ? { serum: 1 + some % 3, cream: 1 } : { [products[some % 3]!]: 1 + some % 2 }),
      (order) => life.orders.push(order)
    )),
  /** All that goes well at once: most lives would not come far otherwise. */
  arrive: (life, { how, some }) =>
    perhaps(Effect.gen(function*() {
      const order = yield* arrived(
        ada,
        how ? { serum: 1 + some % 3, cream: 1 } : { [products[some % 3]!]: 1 + some % 2 }
      )
      life.orders.push(order)
    })),
  pay: (life, { how, which }) =>
    Effect.gen(function*() {
      const { provider } = yield* World
      const order = pick(life.orders, which)
      if (order === undefined) return
      provider.pay(order.sessionId, how ? {} : { status: "processing", method: "klarna" })
      yield* perhaps(notify(order.sessionId))
    }),
  settle: (_, { how, which }) =>
    Effect.gen(function*() {
      const { provider } = yield* World
      const processing = [...provider.sessions.values()].flatMap(({ payments, request }) =>
        payments.filter(({ status }) => status === "processing").map(({ paymentId }) => ({ paymentId, ...request }))
      )
      const one = pick(processing, which)
      if (one === undefined) return
      provider.settlePayment(one.paymentId, how ? "succeeded" : "failed")
      yield* perhaps(notify(one.sessionId))
    }),
  cancel: (life, step) => onOrder(life, step, (orderId) => perhaps(cancel(ada, orderId))),
  ship: (life, step) =>
    onOrder(life, step, (orderId) =>
      perhaps(ship(
        orderId,
        `T${step.some % 4}`,
        step.how ? undefined : { [products[step.some % 3]!]: 1 + step.some % 2 }
      ))),
  deliver: (life, step) =>
    onOrder(life, step, (orderId) => perhaps(deliver(orderId, step.how ? undefined : `T${step.some % 4}`))),
  message: (life, step) =>
    onOrder(life, step, (orderId) =>
      perhaps(say(
        `m${step.how ? life.messages++ : step.some % 5}`,
        step.some % 2 === 0
          ? { event: "order.delivered", data: { orderId } }
          : { event: "order.shipped", data: { orderId, carrier: "DHL", trackingNumber: `T${step.some % 4}` } }
      ))),
  request: (life, step) =>
    onOrder(life, step, (orderId) =>
      perhaps(Effect.map(
        sendBack(
          ada,
          orderId,
          { productId: products[step.some % 3]!, ...(step.how ? {} : { quantity: 1, condition: "opened" as const }) },
          ...(step.some % 4 === 0 ? [{ productId: products[step.some % 3]!, quantity: 1 }] : [])
        ),
        ({ returnId }) => life.returns.push({ returnId, orderId })
      ))),
  callOff: (life, { which }) =>
    Effect.gen(function*() {
      const returns = yield* Returns.Returns
      const one = pick(life.returns, which)
      if (one !== undefined) yield* perhaps(returns.cancel(shopper(ada), ReturnId.claimed.make(one.returnId)))
    }),
  receive: (life, { how, some, which }) =>
    Effect.gen(function*() {
      const returns = yield* Returns.Returns
      const one = pick(life.returns, which)
      if (one === undefined) return
      const { items } = yield* Effect.orDie(returns.view(shopper(ada), ReturnId.claimed.make(one.returnId)))
      const parcels = items.flatMap(({ productId, quantity }, i) => {
        const taken = Math.min(quantity, 1 + (some + i) % 3)
        return [
          { productId, quantity: taken, accepted: how || (some + i) % 2 === 0, restock: some % 3 > 0 },
          ...(taken < quantity && some % 2 === 0 ? [{ productId, quantity: 1, accepted: !how, restock: true }] : [])
        ]
      })
      yield* perhaps(receive(one.returnId, ...parcels))
    }),
  refund: (life, step) =>
    onOrder(life, step, (orderId) =>
      Effect.flatMap(
        Refunds.Refunds,
        (refunds) => perhaps(refunds.give(orderId, step.how ? undefined : 1 + step.some * 37, ""))
      )),
  failRefund: (_, { how, which }) =>
    Effect.gen(function*() {
      const { provider } = yield* World
      const one = pick([...provider.refunds.values()].filter(({ status }) => status !== "failed"), which)
      if (one === undefined) return
      provider.settleRefund(one.key, how ? "failed" : "succeeded")
      yield* perhaps(notifyRefund(one.key))
    }),
  refundsTo: (_, { how, some }) =>
    Effect.map(
      World,
      ({ provider }) => provider.nextRefunds(how ? "pending" : some % 2 === 0 ? "failed" : "succeeded")
    ),
  unsure: (_, { how }) => Effect.map(World, ({ provider }) => provider.next("refund", how ? "lost" : "vanished")),
  look: (life, { which }) =>
    Effect.gen(function*() {
      const checkout = yield* Checkout.Checkout
      const order = pick(life.orders, which)
      if (order !== undefined) yield* Effect.ignore(checkout.runJob(order.sessionId))
    }),
  wait: (_, { how, some }) => Effect.orDie(pass(how ? (1 + some % 10) * minutes : (1 + some % 40) * days / 4))
} satisfies Record<string, Act>

const weights: Record<keyof typeof acts, number> = {
  order: 3,
  arrive: 5,
  pay: 6,
  settle: 2,
  cancel: 3,
  ship: 8,
  deliver: 8,
  message: 4,
  request: 8,
  callOff: 3,
  receive: 8,
  refund: 3,
  failRefund: 4,
  refundsTo: 3,
  unsure: 2,
  look: 2,
  wait: 5
}

const step: fc.Arbitrary<Step> = fc.record({
  what: fc.oneof(
    ...(Object.keys(acts) as ReadonlyArray<keyof typeof acts>).map((what) => ({
      weight: weights[what],
      arbitrary: fc.constant(what)
    }))
  ),
  which: fc.nat(3),
  some: fc.nat(60),
  how: fc.boolean()
})

/** What the provider's ledger has to say: no payment gave back more than it brought. */
const ledger = (life: Life) =>
  Effect.gen(function*() {
    const { provider } = yield* World
    for (const { payments } of provider.sessions.values()) {
      for (const { amountMinor, paymentId, status } of payments) {
        expect(yield* givenBack(paymentId)).toBeLessThanOrEqual(status === "succeeded" ? amountMinor : 0)
      }
    }
    expect(life.orders.length).toBe(yield* countOf("orders"))
  })

/** Lives one life, and says which statuses orders came by, and which payments and returns came to. */
const live = (steps: ReadonlyArray<Step>, seen: Set<string>) =>
  Effect.gen(function*() {
    const { provider, shelf, sql } = yield* World
    yield* (yield* Subscriptions.Subscriptions).create("https://partner.example/hooks")
    const life: Life = { orders: [], returns: [], messages: 100 }
    for (const one of steps) {
      yield* acts[one.what](life, one)
      expect(yield* findings(sql, shelf), JSON.stringify(one)).toEqual([])
      yield* ledger(life)
      for (const { status } of yield* sql<{ status: string }>("SELECT DISTINCT status FROM orders")) {
        seen.add(`order ${status}`)
      }
    }
    // In the end all that is due happens, and all money that is to go back has gone.
    provider.always("ok", "refund")
    for (const { key, status } of provider.refunds.values()) {
      if (status !== "pending") continue
      provider.settleRefund(key, "succeeded")
      yield* Effect.orDie(notifyRefund(key))
    }
    for (let n = 0; n < 60 && (yield* countOf("refund", "state <> 'succeeded'")) > 0; n++) {
      yield* pass(12 * hours)
      for (const { key, status } of provider.refunds.values()) {
        if (status === "pending") provider.settleRefund(key, "succeeded")
      }
    }
    expect(yield* findings(sql, shelf)).toEqual([])
    expect(yield* countOf("refund", "state <> 'succeeded'")).toBe(0)
    for (const { orderId } of life.orders) {
      const order = yield* orderOf(orderId)
      seen.add(`order ${order.status}`)
      seen.add(`payment ${order.payment.status}`)
      for (const { status } of order.returns) seen.add(`return ${status}`)
      const [row] = yield* sql<{ provider_id: string }>(
        `SELECT provider_id FROM payment WHERE order_id = '${orderId}' AND role = 'primary'`
      )
      if (row === undefined) continue
      const back = order.refunds.reduce((sum, refund) => sum + refund.amountMinor, 0)
      const surplus = yield* sql<{ amount: unknown }>(
        `SELECT coalesce(sum(amount_minor), 0) AS amount FROM refund WHERE order_id = '${orderId}' AND cause = 'surplus'`
      )
      expect(yield* givenBack(row.provider_id)).toBe(back - Number(surplus[0]!.amount))
    }
    // What was told was told in order and is done.
    const waiting = yield* dueNext
    const { clock } = yield* World
    if (waiting !== undefined && waiting <= clock.now) yield* pass(1 * hours)
    expect(yield* countOf("delivery", "state <> 'delivered'")).toBe(0)
  })

/** Random lives; what they came by is added to `seen`. */
export const lives = (seen = new Set<string>()) =>
  fc.asyncProperty(
    fc.array(step, { minLength: 15, maxLength: 60 }),
    (steps) => inFreshWorld(live(steps, seen))
  )
