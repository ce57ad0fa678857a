/**
 * Reactions of a shop to events, on both databases: with the order or not at all, what they may refuse and what they
 * may not, and what becomes of a fact whose reaction fails.
 */
import * as Returns from "@beauty-store/commerce/after-sales/Returns"
import * as Carts from "@beauty-store/commerce/cart/Carts"
import * as Checkout from "@beauty-store/commerce/checkout/Checkout"
import type { DomainEvent } from "@beauty-store/commerce/events/DomainEvents"
import {
  OrderCancelled,
  OrderConfirmed,
  OrderPlaced,
  OrderShipped,
  PaymentSucceeded,
  RefundSucceeded,
  ReturnCancelled,
  ReturnInitiated
} from "@beauty-store/commerce/events/DomainEvents"
import * as Reactions from "@beauty-store/commerce/events/Reactions"
import * as Flags from "@beauty-store/commerce/staff/Flags"
import * as Store from "@beauty-store/commerce/Store"
import { type OrderId, ProductId } from "@beauty-store/domain/Ids"
import * as Query from "@beauty-store/sql/Query"
import { type Transaction, Transactions } from "@beauty-store/sql/Transactions"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { expect } from "vitest"
import {
  ada,
  countOf,
  dueNext,
  hours,
  minutes,
  onBoth,
  pass,
  runJobs,
  seconds,
  stock,
  type Test,
  World
} from "../../../test/shop/use-cases.ts"
import { arrived, begun, bought, cancel, orderOf, say, sendBack, settle, ship, shopper } from "./life.ts"

/** What the shop does beside writing a row, by the reaction's name. */
type Behaviour = (event: DomainEvent) => Effect.Effect<void, Reactions.RefusedByShop, Transaction>

const behaviours = new Map<string, Behaviour>()
const insert = Query.insert("points", ["n", "reaction", "order_id"])
const countPoints = Query.first(Schema.Struct({ n: Query.Int }))("SELECT count(*) AS n FROM points")

/** Writes a row of the shop's own, and does as the test says. */
const react = (reaction: string) => (event: DomainEvent) =>
  Effect.gen(function*() {
    const before = yield* countPoints()
    yield* insert({ n: before._tag === "Some" ? before.value.n : 0, reaction, order_id: event.orderId })
    yield* behaviours.get(reaction)?.(event) ?? Effect.void
  })

const died = () => Effect.die(new Error("the shop's own mistake"))
const inFacts = (reaction: string) => (event: DomainEvent) => Effect.orDie(react(reaction)(event))

const reactions: Layer.Layer<never> = Reactions.layer(
  Reactions.on(OrderPlaced, react("placed")),
  Reactions.on(OrderPlaced, react("placed-again"), { name: "placed-again" }),
  Reactions.on(OrderConfirmed, inFacts("confirmed")),
  Reactions.on(PaymentSucceeded, inFacts("paid")),
  Reactions.on(OrderCancelled, react("cancelled")),
  Reactions.on(OrderShipped, react("shipped")),
  Reactions.on(RefundSucceeded, inFacts("refunded")),
  Reactions.on(ReturnInitiated, react("returning")),
  Reactions.on(ReturnCancelled, react("return-cancelled"))
)

/** The shop's rows, in the order in which they were written. */
const points = (orderId?: OrderId) =>
  Effect.gen(function*() {
    const { sql } = yield* World
    const rows = yield* sql<{ reaction: string }>(
      `SELECT reaction FROM points ${orderId === undefined ? "" : `WHERE order_id = '${orderId}'`} ORDER BY n`
    )
    return rows.map(({ reaction }) => reaction)
  })

const flags = Effect.map(
  Effect.flatMap(Flags.Flags, ({ list }) => list({ limit: 100 })),
  ({ data }) =>
    data.filter(({ kind }) => kind === "reaction_failed").map(({ detail, subject }) => ({ detail, subject }))
)

onBoth("reactions to events", (onDatabase) => {
  const test: Test = (name, body, options = {}) =>
    onDatabase(
      name,
      Effect.gen(function*() {
        behaviours.clear()
        const { sql } = yield* World
        yield* sql("CREATE TABLE IF NOT EXISTS points (n INTEGER PRIMARY KEY, reaction TEXT, order_id TEXT)")
        yield* body
      }),
      { reactions, ...options }
    )

  test(
    "each runs with its event, several in their order",
    Effect.gen(function*() {
      const { orderId } = yield* bought(ada, { cream: 1 })
      expect(yield* points(orderId)).toEqual(["placed", "placed-again", "confirmed", "paid"])
      yield* ship(orderId)
      expect(yield* points(orderId)).toEqual(["placed", "placed-again", "confirmed", "paid", "shipped"])
    })
  )

  test(
    "what they write is gone with the order that could not be placed",
    Effect.gen(function*() {
      const { faults } = yield* World
      faults.checkpoint = (text) => text.includes("UPDATE stock") ? "23514" : undefined
      const exit = yield* Effect.exit(begun(ada, { cream: 1 }))
      faults.checkpoint = () => undefined
      expect(exit._tag).toBe("Failure")
      expect([yield* points(), yield* countOf("orders")]).toEqual([[], 0])
    })
  )

  test(
    "one refuses an order: nothing is placed, nothing is reserved, no row is left",
    Effect.gen(function*() {
      behaviours.set("placed-again", () => Reactions.refuse("not_today", "Today nothing is sold."))
      expect(yield* Effect.flip(begun(ada, { cream: 1 }))).toMatchObject({
        _tag: "RefusedByShop",
        reason: "not_today",
        message: "Today nothing is sold."
      })
      expect([yield* points(), yield* countOf("orders"), yield* countOf("job"), yield* stock("cream")])
        .toEqual([[], 0, 0, { onHand: 5, reserved: 0 }])
    })
  )

  test(
    "one refuses to cancel, to ship, to return, and to call a return off",
    Effect.gen(function*() {
      for (const name of ["cancelled", "shipped", "returning", "return-cancelled"]) {
        behaviours.set(name, () => Reactions.refuse("no", `Not ${name}.`))
      }
      const refused = { _tag: "RefusedByShop", reason: "no" }
      const { orderId } = yield* bought(ada, { cream: 1 })
      expect(yield* Effect.flip(cancel(ada, orderId))).toMatchObject(refused)
      expect(yield* Effect.flip(ship(orderId))).toMatchObject(refused)
      expect(yield* orderOf(orderId)).toMatchObject({ status: "confirmed", refunds: [], shipments: [] })

      behaviours.delete("shipped")
      const there = yield* arrived(ada, { serum: 2 })
      expect(yield* Effect.flip(sendBack(ada, there.orderId, { productId: "serum" }))).toMatchObject(refused)
      behaviours.delete("returning")
      const { returnId } = yield* sendBack(ada, there.orderId, { productId: "serum" })
      const returns = yield* Returns.Returns
      expect(yield* Effect.flip(returns.cancel(shopper(ada), returnId))).toMatchObject(refused)
      expect(yield* returns.view(shopper(ada), returnId)).toMatchObject({ status: "requested" })
      expect(yield* flags).toEqual([])
    })
  )

  test(
    "what one refuses inside a transaction of the shop's own is undone alone, also beside others in parallel",
    Effect.gen(function*() {
      const there = yield* arrived(ada, { serum: 2 })
      for (const name of ["cancelled", "shipped", "returning"]) {
        behaviours.set(name, () => Reactions.refuse("no", `Not ${name}.`))
      }
      const orders = [yield* bought(ada, { cream: 1 }), yield* bought(ada, { cream: 2 })] as const
      const before = yield* points()
      const jobs = yield* countOf("job")
      const carts = yield* Carts.Carts
      const refusals = yield* Store.transaction(Effect.gen(function*() {
        const one = yield* Effect.flip(cancel(ada, orders[0].orderId))
        yield* insert({ n: 100, reaction: "own", order_id: orders[0].orderId })
        const others = yield* Effect.all([
          Effect.flip(cancel(ada, orders[1].orderId)),
          Effect.flip(ship(orders[0].orderId)),
          Effect.as(carts.add(ada, ProductId.make("serum"), 1), undefined),
          Effect.flip(Store.transaction(sendBack(ada, there.orderId, { productId: "serum" }))),
          Effect.as(insert({ n: 101, reaction: "own", order_id: orders[1].orderId }), undefined)
        ], { concurrency: "unbounded" })
        return [one, ...others.filter((error) => error !== undefined)]
      }))
      expect(refusals).toEqual(Array.from({ length: 4 }, () => expect.objectContaining({ _tag: "RefusedByShop" })))
      for (const { orderId } of orders) {
        expect(yield* orderOf(orderId)).toMatchObject({ status: "confirmed", refunds: [], shipments: [] })
      }
      expect(yield* points()).toEqual([...before, "own", "own"])
      expect([yield* countOf("return_request"), yield* countOf("job")]).toEqual([0, jobs])
      expect((yield* carts.view(ada)).items).toMatchObject([{ quantity: 1 }])

      // What is not refused commits as ever.
      behaviours.clear()
      yield* Store.transaction(Effect.zipRight(Effect.flip(cancel(ada, there.orderId)), cancel(ada, orders[0].orderId)))
      expect((yield* orderOf(orders[0].orderId)).status).toBe("cancelled")
    })
  )

  test(
    "one may handle a refusal of the store's: nothing of what was refused is kept",
    Effect.gen(function*() {
      const { orderId } = yield* bought(ada, { cream: 1 })
      const carts = yield* Carts.Carts
      const { write } = yield* Transactions
      const attempt = write(Effect.zipRight(carts.add(ada, ProductId.make("serum"), 3), Effect.fail("no")))
      behaviours.set("shipped", () => Effect.orDie(Effect.ignore(attempt)))
      yield* ship(orderId)
      expect([(yield* orderOf(orderId)).status, (yield* carts.view(ada)).items]).toEqual(["shipped", []])
    })
  )

  test(
    "one that dies inside a transaction of the shop's own loses no fact",
    Effect.gen(function*() {
      const { orderId } = yield* bought(ada, { cream: 1 })
      behaviours.set("shipped", died)
      const shipped = say("m1", { event: "order.shipped", data: { orderId, carrier: "DHL", trackingNumber: "T1" } })
      yield* Store.transaction(Effect.zipRight(shipped, insert({ n: 100, reaction: "own", order_id: orderId })))
      expect([(yield* orderOf(orderId)).status, (yield* points(orderId)).includes("own")]).toEqual(["shipped", true])
      expect(yield* flags).toHaveLength(1)
    })
  )

  test(
    "one that fails loses no fact where the shop's own transaction goes on after the use case",
    Effect.gen(function*() {
      const goOn = [
        <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.asVoid(Effect.exit(effect)),
        <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.asVoid(Effect.catchAllCause(effect, () => Effect.void)),
        <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.asVoid(Effect.sandbox(effect)).pipe(Effect.ignore)
      ]
      const fail: ReadonlyArray<Behaviour> = [died, () => Reactions.refuse("on_hold", "Not before Monday.")]
      for (
        const [n, [after, behaviour]] of goOn.flatMap((after) => fail.map((one) => [after, one] as const)).entries()
      ) {
        const { orderId } = yield* bought(ada, { serum: 1 })
        behaviours.set("shipped", behaviour)
        const shipped = say(`m${n}`, {
          event: "order.shipped",
          data: { orderId, carrier: "DHL", trackingNumber: `T${n}` }
        })
        yield* Store.transaction(
          Effect.zipRight(after(shipped), insert({ n: 100 + n, reaction: "own", order_id: orderId }))
        )
        expect([(yield* orderOf(orderId)).status, yield* points(orderId)]).toEqual([
          "shipped",
          ["placed", "placed-again", "confirmed", "paid", "own"]
        ])
        expect((yield* flags).length).toBe(n + 1)
        behaviours.clear()
      }
    })
  )

  test(
    "none keeps an unpaid order: where its time is over, what refuses is told to staff",
    Effect.gen(function*() {
      behaviours.set("cancelled", () => Reactions.refuse("never", "We never let go."))
      const { orderId } = yield* begun(ada, { balm: 1 })
      yield* pass(2 * hours)
      expect((yield* orderOf(orderId)).status).toBe("cancelled")
      expect(yield* stock("balm")).toEqual({ onHand: 1, reserved: 0 })
      expect(yield* points(orderId)).toEqual(["placed", "placed-again"])
      expect(yield* flags).toEqual([{
        subject: orderId,
        detail: "order.cancelled refuses order.cancelled, which has happened: never: We never let go."
      }])
      expect(yield* dueNext).toBeUndefined()
    })
  )

  test(
    "none undoes what a carrier has taken along",
    Effect.gen(function*() {
      const { orderId } = yield* bought(ada, { cream: 1 })
      behaviours.set("shipped", () => Reactions.refuse("on_hold", "Not before Monday."))
      const { result } = yield* say("m1", {
        event: "order.shipped",
        data: { orderId, carrier: "DHL", trackingNumber: "T1" }
      })
      expect([result, (yield* orderOf(orderId)).status]).toEqual(["applied", "shipped"])
      expect(yield* flags).toMatchObject([{ subject: orderId }])
      expect(yield* points(orderId)).not.toContain("shipped")
    })
  )

  test(
    "one that dies loses no payment: it is tried again until it succeeds, and staff are told once",
    Effect.gen(function*() {
      const { clock } = yield* World
      behaviours.set("confirmed", died)
      const { orderId } = yield* bought(ada, { cream: 1 })
      expect(yield* orderOf(orderId)).toMatchObject({ status: "confirmed", payment: { status: "paid" } })
      expect(yield* points(orderId)).toEqual(["placed", "placed-again", "paid"])
      expect(yield* flags).toMatchObject([{
        subject: orderId,
        detail: expect.stringMatching(/^order\.created failed/)
      }])
      expect(yield* countOf("job", "kind = 'reaction:order.created'")).toBe(1)

      const pauses: Array<number> = []
      for (let n = 0; n < 4; n++) {
        yield* runJobs
        const next = (yield* dueNext)!
        pauses.push(next - clock.now)
        clock.now = next
      }
      expect(pauses).toEqual([1 * seconds, 2 * seconds, 4 * seconds, 8 * seconds])
      expect(yield* points(orderId)).not.toContain("confirmed")

      behaviours.delete("confirmed")
      yield* pass(1 * minutes)
      expect(yield* points(orderId)).toEqual(["placed", "placed-again", "paid", "confirmed"])
      expect([yield* countOf("job", "kind LIKE 'reaction%'"), (yield* flags).length]).toEqual([0, 1])
    })
  )

  test(
    "so does one that interrupts itself, or a part of itself: nobody else has interrupted the payment",
    Effect.gen(function*() {
      const parts = Effect.all([Effect.interrupt, died()], { concurrency: "unbounded", discard: true })
      for (const interrupted of [Effect.interrupt, parts]) {
        behaviours.set("confirmed", () => interrupted)
        const { orderId } = yield* bought(ada, { serum: 1 })
        expect(yield* orderOf(orderId)).toMatchObject({ status: "confirmed", payment: { status: "paid" } })
        expect(yield* countOf("job", "kind = 'reaction:order.created'")).toBe(1)
        behaviours.clear()
        yield* settle
        expect(yield* points(orderId)).toEqual(["placed", "placed-again", "paid", "confirmed"])
      }
    })
  )

  test(
    "so does one whose statement the database refuses, or keeps waiting",
    Effect.gen(function*() {
      const { faults } = yield* World
      for (const [n, code] of ["23505", "55P03", "SQLITE_FULL"].entries()) {
        faults.checkpoint = (text) => {
          if (!text.includes("INSERT INTO points") || !isConfirming) return undefined
          isConfirming = false
          return code
        }
        let isConfirming = false
        behaviours.set("confirmed", () =>
          Effect.suspend(() => {
            isConfirming = true
            return Effect.asVoid(insert({ n: 100 + n, reaction: "bonus", order_id: "none" }))
          }))
        const { orderId } = yield* bought(ada, { serum: 1 })
        faults.checkpoint = () => undefined
        expect((yield* orderOf(orderId)).status).toBe("confirmed")
        expect(yield* countOf("job", "kind = 'reaction:order.created'")).toBe(1)
        behaviours.clear()
        yield* settle
        expect((yield* points(orderId)).toSorted()).toEqual(["confirmed", "paid", "placed", "placed-again"])
      }
    })
  )

  test(
    "several that die are each tried alone, and the others are not repeated",
    Effect.gen(function*() {
      behaviours.set("confirmed", died)
      behaviours.set("paid", died)
      const { orderId } = yield* bought(ada, { cream: 1 })
      expect((yield* flags).length).toBe(2)
      behaviours.delete("paid")
      yield* runJobs
      expect(yield* points(orderId)).toEqual(["placed", "placed-again", "paid"])
      behaviours.clear()
      yield* pass(1 * minutes)
      expect(yield* points(orderId)).toEqual(["placed", "placed-again", "paid", "confirmed"])
    })
  )

  test(
    "one that dies of a request refuses nothing: the request fails, and so does the order",
    Effect.gen(function*() {
      for (const behaviour of [died, () => Effect.interrupt]) {
        behaviours.set("placed", behaviour)
        const exit = yield* Effect.exit(begun(ada, { cream: 1 }))
        // Not an interruption: nobody would answer the request.
        expect(exit._tag === "Failure" && Cause.isDie(exit.cause)).toBe(true)
        expect([yield* countOf("orders"), yield* points(), (yield* flags).length]).toEqual([0, [], 0])
      }
    })
  )

  test(
    "a refund that has arrived is not lost to one that dies",
    Effect.gen(function*() {
      const { orderId } = yield* bought(ada, { cream: 1 })
      behaviours.set("refunded", died)
      yield* cancel(ada, orderId)
      yield* pass(1 * minutes)
      expect(yield* orderOf(orderId)).toMatchObject({ status: "cancelled", refunds: [{ status: "succeeded" }] })
      behaviours.clear()
      yield* pass(1 * hours)
      expect((yield* points(orderId)).filter((name) => name === "refunded")).toEqual(["refunded"])
    })
  )

  onDatabase(
    "without any, nothing is asked of the database besides",
    Effect.gen(function*() {
      const { faults } = yield* World
      const texts: Array<string> = []
      faults.checkpoint = (text) => void texts.push(text)
      yield* (yield* Checkout.Checkout).view(ada, (yield* bought(ada, { cream: 1 })).sessionId)
      faults.checkpoint = () => undefined
      expect(texts.filter((text) => /points|position|reaction/.test(text))).toEqual([])
    })
  )
})
