/**
 * Every statement of every important use case fails once, on both databases: nothing is ever half done, and the same
 * request works when it is sent again. On PostgreSQL every commit also gets lost after it was done.
 */
import * as Refunds from "@beauty-store/commerce/after-sales/Refunds"
import * as Returns from "@beauty-store/commerce/after-sales/Returns"
import * as Carts from "@beauty-store/commerce/cart/Carts"
import { Goods } from "@beauty-store/commerce/catalog/Goods"
import * as Checkout from "@beauty-store/commerce/checkout/Checkout"
import type { Owner } from "@beauty-store/commerce/identity/Identity"
import { BrandId, type OrderId, ProductId, SessionId } from "@beauty-store/domain/Ids"
import { StoreUnavailable } from "@beauty-store/sql/Transactions"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { expect } from "vitest"
import {
  countOf,
  minutes,
  onBoth,
  onPostgres,
  owner,
  request,
  runJobs,
  type Services,
  setStock,
  stock,
  World
} from "../../../test/shop/use-cases.ts"
import { findings } from "./audit.ts"
import { arrived, begun, bought, cancel, deliver, notifyRefund, receive, say, sendBack, ship, shopper } from "./life.ts"

interface Story<State> {
  readonly prepare: (owner: Owner) => Effect.Effect<State, unknown, Services>
  readonly act: (state: State, owner: Owner) => Effect.Effect<unknown, unknown, Services>
  /** How it stands after one more try without a fault. */
  readonly expect: (state: State, owner: Owner) => Effect.Effect<void, unknown, Services>
}

const sweep = <State>(story: Story<State>, mode: "before" | "after") =>
  Effect.gen(function*() {
    const { dialect, faults, shelf, sql } = yield* World
    const code = (text: string) => dialect === "pg" ? "08006" : text === "COMMIT" ? "SQLITE_FULL" : "SQLITE_IOERR_WRITE"
    for (let n = 1;; n++) {
      const who = owner(`sho_${mode}_${n}`)
      const state = yield* story.prepare(who)
      let seen = 0
      faults.checkpoint = (text) => {
        if (mode === "after" && text !== "COMMIT") return undefined
        if (++seen !== n) return undefined
        return mode === "before" ? code(text) : { after: code(text) }
      }
      const exit = yield* Effect.exit(story.act(state, who))
      faults.checkpoint = () => undefined
      if (Exit.isFailure(exit)) expect(Cause.squash(exit.cause)).toBeInstanceOf(StoreUnavailable)
      expect(yield* findings(sql, shelf), `after a fault at ${n}`).toEqual([])
      yield* story.act(state, who)
      yield* story.expect(state, who)
      expect(yield* findings(sql, shelf), `after a retry at ${n}`).toEqual([])
      if (seen < n) {
        expect(n).toBeGreaterThan(mode === "before" ? 5 : 1)
        return
      }
    }
  })

const sessionFor = (who: Owner) =>
  Effect.gen(function*() {
    yield* (yield* Carts.Carts).set(who, ProductId.make("serum"), 2)
    return yield* (yield* Checkout.Checkout).start(request(who))
  })

/** What happened to a paid order first. */
const paid = ["order.placed", "order.created", "payment.succeeded"]

/** What is known of an order, and what partners are told: this and nothing else. */
const expectTold = (orderId: OrderId, ...types: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const { sql } = yield* World
    const events = yield* sql<{ type: string }>(`SELECT type FROM event WHERE order_id = '${orderId}' ORDER BY seq`)
    expect(events.map(({ type }) => type)).toEqual(types)
  })

const phases = (who: Owner, phase: string) =>
  countOf(
    "checkout_session",
    `phase = '${phase}' AND order_id IN
    (SELECT id FROM orders WHERE principal = '${who.principal}')`
  )

/** Refuses the second time, as it should: it was done. */
const doneAlready = <E extends { readonly _tag: string }, R>(tag: E["_tag"], effect: Effect.Effect<unknown, E, R>) =>
  Effect.catchIf(effect, (error) => error._tag === tag, () => Effect.void)

const story = <State>(story: Story<State>) => (mode: "before" | "after") => Effect.orDie(sweep(story, mode))

const words = Effect.flatMap(World, ({ sql }) =>
  Effect.map(
    sql<{ word: string; products: unknown }>("SELECT word, products FROM catalog_word"),
    (rows) => rows.map(({ products, word }) => `${word} ${Number(products)}`).sort()
  ))

const newOil = {
  brandId: "alba",
  name: "Dusk Oil",
  description: "With marula.",
  priceMinor: 2_000,
  category: "body",
  texts: { warnings: "Mind your eyes." }
}
/** A product that nobody else has. */
const oilOf = (who: Owner): ProductId => ProductId.make(who.principal.replaceAll("_", "-"))
const createsOil = (who: Owner) =>
  Effect.flatMap(Goods, (goods) => doneAlready("ProductExists", goods.createProduct({ ...newOil, id: oilOf(who) })))

/** Something is done to a product, and undone: its words are what they were. */
const ofGoods = (
  prepare: (who: Owner) => Effect.Effect<unknown, unknown, Services>,
  act: Story<ReadonlyArray<string>>["act"],
  undo: (who: Owner) => Effect.Effect<unknown, unknown, Services>
) =>
  story<ReadonlyArray<string>>({
    prepare: (who) => Effect.zipRight(prepare(who), words),
    act,
    expect: (before, who) =>
      Effect.gen(function*() {
        expect(yield* words).not.toEqual(before)
        yield* undo(who)
        expect(yield* words).toEqual(before)
      })
  })
const goods = {
  remove: (who: Owner) =>
    Effect.flatMap(Goods, ({ removeProduct }) => doneAlready("ProductNotFound", removeProduct(oilOf(who), "any"))),
  archive: (who: Owner) => Effect.flatMap(Goods, ({ archiveProduct }) => archiveProduct(oilOf(who), "any")),
  restore: (who: Owner) => Effect.flatMap(Goods, ({ restoreProduct }) => restoreProduct(oilOf(who), "any")),
  rename: (name: string) => (who: Owner) =>
    Effect.flatMap(Goods, ({ changeProduct }) => changeProduct(oilOf(who), { name }, "any")),
  renameBrand: (name: string) => () =>
    Effect.flatMap(Goods, ({ changeBrand }) => changeBrand(BrandId.make("alba"), { name }, "any"))
}

const stories = {
  "creating a product": ofGoods(() => Effect.void, (_, who) => createsOil(who), goods.remove),
  "changing a product": ofGoods(createsOil, (_, who) => goods.rename("Dawn")(who), goods.rename(newOil.name)),
  "archiving a product": ofGoods(createsOil, (_, who) => goods.archive(who), goods.restore),
  "restoring a product": ofGoods(
    (who) => Effect.zipRight(createsOil(who), goods.archive(who)),
    (_, who) => goods.restore(who),
    goods.archive
  ),
  "deleting a product": ofGoods(createsOil, (_, who) => goods.remove(who), createsOil),
  "renaming a brand": ofGoods(() => Effect.void, goods.renameBrand("Zirbel"), goods.renameBrand("Alba")),
  "adding to a cart": story({
    prepare: (who) => Effect.flatMap(Carts.Carts, (carts) => carts.add(who, ProductId.make("serum"), 1)),
    act: (_, who) => Effect.flatMap(Carts.Carts, (carts) => carts.set(who, ProductId.make("noir"), 2)),
    expect: (_, who) =>
      Effect.gen(function*() {
        const view = yield* (yield* Carts.Carts).view(who)
        expect(view.items.map((item) => [item.productId, item.quantity])).toEqual([["serum", 1], ["noir", 2]])
      })
  }),
  "making a cart": story({
    prepare: () => Effect.void,
    act: (_, who) => Effect.flatMap(Carts.Carts, (carts) => carts.set(who, ProductId.make("noir"), 2)),
    expect: (_, who) =>
      Effect.gen(function*() {
        expect((yield* (yield* Carts.Carts).view(who)).items.map((item) => item.quantity)).toEqual([2])
      })
  }),
  "a checkout that supersedes another": story({
    prepare: (who) =>
      Effect.gen(function*() {
        yield* sessionFor(who)
        yield* (yield* Carts.Carts).add(who, ProductId.make("cream"), 1)
      }),
    act: (_, who) => Effect.flatMap(Checkout.Checkout, (checkout) => checkout.start(request(who))),
    expect: (_, who) =>
      Effect.gen(function*() {
        const { provider, sql } = yield* World
        expect(yield* phases(who, "open")).toBe(1)
        expect((yield* phases(who, "opening")) + (yield* phases(who, "processing"))).toBe(0)
        const [open] = yield* sql<{ id: string }>(
          `SELECT s.id FROM checkout_session s JOIN orders o ON o.id = s.order_id
           WHERE s.phase = 'open' AND o.principal = '${who.principal}'`
        )
        // Paid and out of the way, for the cream is scarce.
        yield* setStock("cream", (yield* stock("cream")).onHand + 1)
        provider.pay(SessionId.claimed.make(open!.id))
        yield* (yield* Checkout.Checkout).handleNotification(
          yield* provider.notification({ _tag: "SessionChanged", sessionId: SessionId.claimed.make(open!.id) })
        )
        expect((yield* (yield* Carts.Carts).view(who)).items).toEqual([])
      })
  }),
  "opening a session": story({
    prepare: (who) =>
      Effect.gen(function*() {
        yield* (yield* Carts.Carts).set(who, ProductId.make("serum"), 2)
        return yield* (yield* Checkout.Checkout).hosted.begin(request(who))
      }),
    act: (sessionId) => Effect.flatMap(Checkout.Checkout, (checkout) => checkout.hosted.finish(sessionId)),
    expect: (sessionId, who) =>
      Effect.gen(function*() {
        const { provider } = yield* World
        expect(yield* phases(who, "open")).toBe(1)
        expect([...provider.sessions.keys()].filter((id) => id === sessionId).length).toBe(1)
      })
  }),
  "taking in a payment": story({
    prepare: (who) =>
      Effect.gen(function*() {
        const { provider } = yield* World
        const session = yield* sessionFor(who)
        provider.pay(session.sessionId)
        return session
      }),
    act: ({ sessionId }) =>
      Effect.gen(function*() {
        const { provider } = yield* World
        yield* (yield* Checkout.Checkout).handleNotification(
          yield* provider.notification({ _tag: "SessionChanged", sessionId })
        )
      }),
    expect: ({ orderId }, who) =>
      Effect.gen(function*() {
        expect(yield* phases(who, "complete")).toBe(1)
        expect(yield* countOf("payment", `order_id = '${orderId}'`)).toBe(1)
        expect(yield* countOf("event", `order_id = '${orderId}'`)).toBe(3)
        expect((yield* (yield* Carts.Carts).view(who)).items).toEqual([])
      })
  }),
  "ending a session whose time is up": story({
    prepare: (who) =>
      Effect.gen(function*() {
        const { clock } = yield* World
        const session = yield* sessionFor(who)
        clock.now += 30 * minutes
        return session
      }),
    act: ({ sessionId }) => Effect.flatMap(Checkout.Checkout, (checkout) => checkout.runJob(sessionId)),
    expect: ({ orderId }, who) =>
      Effect.gen(function*() {
        expect(yield* phases(who, "expired")).toBe(1)
        expect(yield* countOf("event", `order_id = '${orderId}'`)).toBe(2)
      })
  }),
  "giving back a payment that came too late": story({
    prepare: (who) =>
      Effect.gen(function*() {
        const { clock, provider } = yield* World
        const session = yield* sessionFor(who)
        clock.now += 30 * minutes
        yield* (yield* Checkout.Checkout).runJob(session.sessionId)
        yield* runJobs
        const paymentId = provider.pay(session.sessionId)
        return { ...session, paymentId }
      }),
    act: ({ orderId, sessionId }) =>
      Effect.gen(function*() {
        const { clock, provider } = yield* World
        yield* (yield* Checkout.Checkout).handleNotification(
          yield* provider.notification({ _tag: "SessionChanged", sessionId })
        )
        for (let n = 0; n < 5; n++) {
          if ((yield* countOf("refund", `order_id = '${orderId}' AND state = 'succeeded'`)) === 1) return
          clock.now += 6_000
          yield* runJobs
        }
      }),
    expect: ({ orderId, paymentId }) =>
      Effect.gen(function*() {
        const { provider } = yield* World
        expect(yield* countOf("refund", `order_id = '${orderId}' AND state = 'succeeded'`)).toBe(1)
        expect([...provider.refunds.values()].filter((refund) => refund.paymentId === paymentId).length).toBe(1)
      })
  }),
  "calling off an order that waits for payment": story({
    prepare: (who) => begun(who, { serum: 2 }),
    act: ({ orderId }, who) => cancel(who, orderId),
    expect: ({ orderId }) => expectTold(orderId, "order.placed", "order.cancelled")
  }),
  "calling off a paid order": story({
    prepare: (who) => bought(who, { serum: 2, zeste: 1 }),
    act: ({ orderId }, who) => cancel(who, orderId),
    expect: ({ orderId, totalMinor }) =>
      Effect.gen(function*() {
        expect(yield* countOf("refund", `order_id = '${orderId}' AND amount_minor = ${totalMinor}`)).toBe(1)
        yield* expectTold(orderId, ...paid, "order.cancelled", "refund.created")
      })
  }),
  "shipping": story({
    prepare: (who) => bought(who, { serum: 2, zeste: 1 }),
    act: ({ orderId }) => ship(orderId, "T1", { serum: 2, zeste: 1 }),
    expect: ({ orderId }) =>
      Effect.gen(function*() {
        expect(yield* countOf("shipment", `order_id = '${orderId}'`)).toBe(1)
        yield* expectTold(orderId, ...paid, "order.shipped")
      })
  }),
  "arriving": story({
    prepare: (who) => Effect.tap(bought(who, { serum: 2 }), ({ orderId }) => ship(orderId)),
    act: ({ orderId }) => deliver(orderId),
    expect: ({ orderId }) => expectTold(orderId, ...paid, "order.shipped", "order.delivered")
  }),
  "asking to send goods back": story({
    prepare: (who) => arrived(who, { serum: 2, zeste: 1 }),
    act: ({ orderId }, who) =>
      doneAlready("NothingLeftToReturn", sendBack(who, orderId, { productId: "serum" }, { productId: "zeste" })),
    expect: ({ orderId }) => expectTold(orderId, ...paid, "order.shipped", "order.delivered", "return.initiated")
  }),
  "opening a parcel": story({
    prepare: (who) =>
      Effect.gen(function*() {
        const { orderId } = yield* arrived(who, { serum: 3 })
        return yield* sendBack(who, orderId, { productId: "serum" })
      }),
    act: ({ returnId }) =>
      doneAlready(
        "ReturnNotReceivable",
        receive(
          returnId,
          { productId: "serum", quantity: 1 },
          { productId: "serum", quantity: 1, accepted: false }
        )
      ),
    expect: ({ orderId, returnId }) =>
      Effect.gen(function*() {
        expect(yield* countOf("refund", `cause = 'return' AND subject = '${returnId}'`)).toBe(1)
        yield* expectTold(
          orderId,
          ...paid,
          "order.shipped",
          "order.delivered",
          "return.initiated",
          "return.received",
          "refund.created",
          "return.refunded"
        )
      })
  }),
  "calling off a return": story({
    prepare: (who) =>
      Effect.gen(function*() {
        const { orderId } = yield* arrived(who, { serum: 1 })
        return yield* sendBack(who, orderId, { productId: "serum" })
      }),
    act: ({ returnId }, who) => Effect.flatMap(Returns.Returns, (returns) => returns.cancel(shopper(who), returnId)),
    expect: ({ returnId }) =>
      Effect.gen(function*() {
        expect(yield* countOf("return_request", `id = '${returnId}' AND status = 'cancelled'`)).toBe(1)
      })
  }),
  "learning that a refund has failed after all": story({
    prepare: (who) =>
      Effect.gen(function*() {
        const { provider } = yield* World
        const { orderId } = yield* bought(who, { serum: 1 })
        const { refundId } = yield* (yield* Refunds.Refunds).give(orderId, 500, "")
        yield* runJobs
        provider.settleRefund(`${refundId}:1`, "failed")
        return { orderId, refundId }
      }),
    act: ({ refundId }) => notifyRefund(`${refundId}:1`),
    expect: ({ orderId, refundId }) =>
      Effect.gen(function*() {
        expect(yield* countOf("flag", `subject = '${refundId}'`)).toBe(1)
        expect(yield* countOf("receipt", `subject = '${refundId}:1'`)).toBe(2)
        yield* expectTold(orderId, ...paid, "refund.created", "refund.succeeded", "refund.failed")
      })
  }),
  "a partner's message": story({
    prepare: (who) =>
      Effect.gen(function*() {
        const { orderId } = yield* bought(who, { serum: 1 })
        yield* say(`later ${orderId}`, { event: "order.delivered", data: { orderId } })
        return { orderId }
      }),
    act: ({ orderId }) =>
      say(`now ${orderId}`, {
        event: "order.shipped",
        data: {
          orderId,
          carrier: "DHL",
          trackingNumber: "T1",
          events: [{ timestamp: new Date(0), location: "Leipzig", status: "in_transit" }]
        }
      }),
    expect: ({ orderId }) =>
      Effect.gen(function*() {
        expect(yield* countOf("inbound", `order_id = '${orderId}' AND result = 'applied'`)).toBe(1)
        expect(yield* countOf("scan")).toBeGreaterThan(0)
        yield* expectTold(orderId, ...paid, "order.shipped")
        // What waited was woken.
        const { clock } = yield* World
        expect(yield* countOf("job", `kind = 'inbound' AND run_at <= ${clock.now}`)).toBeGreaterThan(0)
      })
  })
}

onBoth("with every statement failing in turn", (test) => {
  for (const [name, story] of Object.entries(stories)) {
    test(`${name} is done whole or not at all, and can be tried again`, story("before"), {
      timeout: 120_000
    })
  }
})

// Not on SQLite: there the store stops, because nobody can tell what the file holds (`Transactions.test.ts`).
onPostgres("with every commit's answer lost in turn", (test) => {
  for (const [name, story] of Object.entries(stories)) {
    test(`${name} is done whole, and can be tried again`, story("after"), { timeout: 60_000 })
  }
})
