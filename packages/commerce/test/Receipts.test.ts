/** Receipts, on both databases: to every paid order one, numbered without gaps, adding up, seen by whom they concern. */
import * as Receipts from "@beauty-store/commerce/after-sales/Receipts"
import * as Refunds from "@beauty-store/commerce/after-sales/Refunds"
import * as Carts from "@beauty-store/commerce/cart/Carts"
import * as Checkout from "@beauty-store/commerce/checkout/Checkout"
import { CountryCode } from "@beauty-store/domain/Address"
import { TimeZone } from "@beauty-store/domain/Days"
import { type Claimed, OrderId, ProductId } from "@beauty-store/domain/Ids"
import { Quarter } from "@beauty-store/domain/VatReport"
import { StoreUnavailable } from "@beauty-store/sql/Transactions"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { expect } from "vitest"
import {
  ada,
  address,
  countOf,
  crowd,
  minutes,
  onBoth,
  owner,
  pass,
  request,
  World
} from "../../../test/shop/use-cases.ts"
import { begun, bought, cancel, notify, settle, shopper, staffWith } from "./life.ts"

const view = (orderId: Claimed<OrderId>, principal = shopper(ada)) =>
  Effect.flatMap(Receipts.Receipts, (receipts) => receipts.view(principal, orderId))

/** Carts whose payment the provider has and the store does not know of. */
const paidUnknown = (count: number) =>
  Effect.forEach(Array.from({ length: count }, (_, n) => n), (n) =>
    Effect.gen(function*() {
      const { provider } = yield* World
      const session = yield* begun(owner(`sho_${n}`), { serum: 1 })
      provider.pay(session.sessionId)
      return session
    }))

const numbers = Effect.gen(function*() {
  const { sql } = yield* World
  const rows = yield* sql<{ series: string; n: unknown }>("SELECT series, n FROM receipt ORDER BY series, n")
  return rows.map(({ n, series }) => `${series} ${Number(n)}`)
})

const upTo = (series: string, last: number) => Array.from({ length: last }, (_, n) => `${series} ${n + 1}`)

onBoth("receipts", (test) => {
  test(
    "say who sold what to whom for how much, with the VAT that is contained",
    Effect.gen(function*() {
      const { clock, sql } = yield* World
      const { orderId } = yield* bought(ada, { cream: 2 })
      const issuedAt = clock.now
      yield* sql("UPDATE product SET name = 'New', price_minor = 1 WHERE id = 'cream'")
      clock.now += 1
      const { entries, receipt } = yield* view(orderId)
      expect(entries).toEqual([])
      expect(receipt).toEqual({
        number: "R-2026-000001",
        issuedAt,
        issuedOn: "2026-03-02",
        orderId,
        orderNumber: expect.stringMatching(/^\d{4} \d{4}$/),
        seller: expect.objectContaining({ name: "Beauty Store GmbH (demo)", country: "DE" }),
        buyer: { email: "ada@example.com", address },
        paymentMethod: "card",
        language: "en",
        currency: "EUR",
        lines: [{
          productId: "cream",
          name: "Crème Riche",
          quantity: 2,
          unitPriceMinor: 1990,
          listMinor: 3980,
          discountMinor: 0,
          lineTotalMinor: 3980,
          rateBp: 1900,
          vatMinor: 635
        }],
        subtotalMinor: 3980,
        shippingMinor: 495,
        shippingVatMinor: 79,
        vat: [{ rateBp: 1900, netMinor: 3761, vatMinor: 714, grossMinor: 4475 }],
        netMinor: 3761,
        vatMinor: 714,
        totalMinor: 4475
      })
    })
  )

  test(
    "of a hundred orders confirmed at once count from 1 to 100",
    Effect.gen(function*() {
      const { deadlocks } = yield* World
      const sessions = yield* paidUnknown(100)
      yield* Effect.all(sessions.map(({ sessionId }) => notify(sessionId)), crowd)
      expect(yield* numbers).toEqual(upTo("R-2026", 100))
      expect(deadlocks()).toBe(0)
    }),
    { timeout: 120_000 }
  )

  test(
    "leave no gap where a transaction failed",
    Effect.gen(function*() {
      const { dialect, faults } = yield* World
      const sessions = yield* paidUnknown(18)
      let seen = 0
      const code = dialect === "pg" ? "53100" : "SQLITE_FULL"
      faults.checkpoint = (text) => {
        // Every third is numbered and then lost: its paper is not written, or its commit does not happen.
        if (/INSERT INTO receipt/.test(text)) return ++seen % 3 === 0 ? code : undefined
        return text === "COMMIT" && dialect === "pg" && seen % 4 === 3 && ++seen > 0 ? code : undefined
      }
      const exits = yield* Effect.all(sessions.map(({ sessionId }) => Effect.exit(notify(sessionId))), {
        concurrency: "unbounded"
      })
      faults.checkpoint = () => undefined
      const failed = exits.filter(Exit.isFailure)
      expect(failed.length).toBeGreaterThan(3)
      for (const exit of failed) expect(Cause.squash(exit.cause)).toBeInstanceOf(StoreUnavailable)
      expect(yield* numbers).toEqual(upTo("R-2026", 18 - failed.length))
      yield* Effect.all(sessions.map(({ sessionId }) => notify(sessionId)), { concurrency: "unbounded" })
      expect(yield* numbers).toEqual(upTo("R-2026", 18))
    })
  )

  test(
    "are one to an order, however often and at once its payment is heard of",
    Effect.gen(function*() {
      const [session] = yield* paidUnknown(1)
      yield* Effect.all(Array.from({ length: 20 }, () => notify(session!.sessionId)), { concurrency: "unbounded" })
      expect(yield* numbers).toEqual(["R-2026 1"])
    })
  )

  test(
    "begin a new series with Berlin's year, not with Greenwich's",
    Effect.gen(function*() {
      const { clock } = yield* World
      const newYear = Date.UTC(2026, 11, 31, 23)
      clock.now = newYear - 10 * minutes
      const sessions = yield* paidUnknown(4)
      for (const [n, at] of [newYear - 2, newYear - 1, newYear, newYear + 1].entries()) {
        clock.now = at
        yield* notify(sessions[n]!.sessionId)
      }
      expect(yield* numbers).toEqual(["R-2026 1", "R-2026 2", "R-2027 1", "R-2027 2"])
      const late = yield* view(sessions[2]!.orderId, shopper(owner("sho_2")))
      expect(late.receipt).toMatchObject({ number: "R-2027-000001", issuedOn: "2027-01-01" })
      yield* cancel(owner("sho_0"), sessions[0]!.orderId)
      yield* settle
      const { entries } = yield* view(sessions[0]!.orderId, shopper(owner("sho_0")))
      expect(entries).toMatchObject([{ number: "C-2027-000001", receiptNumber: "R-2026-000001" }])
    })
  )

  test(
    "begin a new series, and a quarter of VAT, where the shop is, and keep the day that they say",
    Effect.gen(function*() {
      const { clock } = yield* World
      // Half past midnight in Tokyo, and still the year before in Berlin.
      clock.now = Date.UTC(2026, 11, 31, 15, 30)
      const receipts = yield* Receipts.Receipts
      yield* bought(ada, { serum: 1 })
      expect(yield* numbers).toEqual(["R-2027 1"])
      const vat = (quarter: string) => Effect.map(receipts.vatOf(Quarter.make(quarter)), (rows) => rows.length)
      expect([yield* vat("2026-Q4"), yield* vat("2027-Q1")]).toEqual([0, 1])
    }),
    { policy: { timeZone: TimeZone.make("Asia/Tokyo") } }
  )

  test(
    "add up for every rate, and so do the notes that take them back piece by piece, to the cent",
    Effect.gen(function*() {
      const { provider } = yield* World
      const refunds = yield* Refunds.Refunds
      const carts = yield* Carts.Carts
      const checkout = yield* Checkout.Checkout
      for (
        const [country, rateBp, postcode] of [
          ["DE", 1900, "10119"],
          ["FI", 2550, "00100"],
          ["HU", 2700, "1011"],
          ["LU", 1700, "1234"],
          ["MC", 2000, "98000"],
          ["US", 0, "02108"]
        ] as const
      ) {
        const who = owner(`sho_${country}`)
        for (const [productId, quantity] of [["serum", 3], ["zeste", 1], ["ecume", 1]] as const) {
          yield* carts.set(who, ProductId.claimed.make(productId), quantity)
        }
        const session = yield* checkout.start({
          ...request(who),
          method: "express",
          address: { ...address, country: CountryCode.make(country), postcode }
        })
        provider.pay(session.sessionId)
        yield* notify(session.sessionId)
        let left = session.totalMinor
        for (const amount of [1, 1, 3333, 7, 2]) {
          yield* refunds.give(session.orderId, amount, "")
          yield* settle
          left -= amount
        }
        yield* refunds.give(session.orderId, undefined, "")
        yield* settle
        const { entries, receipt } = yield* view(session.orderId, shopper(who))
        expect(receipt.vat).toMatchObject([{ rateBp }])
        expect(receipt.vatMinor).toBe(
          Math.floor((session.totalMinor * rateBp * 2 + 10_000 + rateBp) / (2 * (10_000 + rateBp)))
        )
        expect(entries.at(-1)).toMatchObject({ totalMinor: left })
        expect(entries.reduce((sum, entry) => sum + entry.vatMinor, 0)).toBe(receipt.vatMinor)
        expect(entries.reduce((sum, entry) => sum + entry.netMinor, 0)).toBe(receipt.netMinor)
      }
    })
  )

  test(
    "are there once the order is paid, for its owner and staff that may read, and stay when it is called off",
    Effect.gen(function*() {
      const { provider } = yield* World
      const { orderId, sessionId } = yield* begun(ada, { serum: 1 })
      const notPaid = (paymentStatus: string) =>
        Effect.map(
          Effect.flip(view(orderId)),
          (error) => expect(error).toMatchObject({ _tag: "OrderNotPaid", orderId, paymentStatus })
        )
      yield* notPaid("unpaid")
      const paymentId = provider.pay(sessionId, { status: "processing", method: "klarna" })
      yield* notify(sessionId)
      yield* notPaid("processing")
      for (const stranger of [shopper(owner("sho_eve")), staffWith(), staffWith("orders:write")]) {
        expect(yield* Effect.flip(view(orderId, stranger))).toMatchObject({ _tag: "OrderNotFound", orderId })
      }
      provider.settlePayment(paymentId, "succeeded")
      yield* notify(sessionId)
      expect((yield* view(orderId, staffWith("orders:read"))).receipt.paymentMethod).toBe("klarna")
      expect(yield* Effect.flip(view(orderId, shopper(owner("sho_eve"))))).toMatchObject({ _tag: "OrderNotFound" })
      expect(yield* Effect.flip(view(OrderId.claimed.make("ord_none")))).toMatchObject({
        _tag: "OrderNotFound",
        orderId: "ord_none"
      })
      yield* cancel(ada, orderId)
      yield* settle
      const { entries, receipt } = yield* view(orderId)
      expect(entries).toMatchObject([{ kind: "credit_note", cause: "cancellation", totalMinor: receipt.totalMinor }])
    })
  )

  test(
    "are not written for money that does not count, nor credit notes when it goes back",
    Effect.gen(function*() {
      const { provider } = yield* World
      const late = yield* begun(ada, { serum: 1 })
      yield* pass(31 * minutes)
      provider.pay(late.sessionId)
      yield* notify(late.sessionId)
      const twice = yield* bought(ada, { serum: 1 })
      provider.pay(twice.sessionId)
      yield* notify(twice.sessionId)
      yield* pass(10 * minutes)
      expect(yield* countOf("refund", "state = 'succeeded' AND cause = 'surplus'")).toBe(2)
      expect(yield* numbers).toEqual(["R-2026 1"])
      expect((yield* view(twice.orderId)).entries).toEqual([])
    })
  )
})
