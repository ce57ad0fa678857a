/**
 * What staff change, on both databases: each change is in the trail once, exactly when it is there; tickets and flags
 * are closed by one of several; and the messages to a partner, with their attempts.
 */
import * as Refunds from "@beauty-store/commerce/after-sales/Refunds"
import * as Returns from "@beauty-store/commerce/after-sales/Returns"
import * as Catalog from "@beauty-store/commerce/catalog/Catalog"
import * as Inventory from "@beauty-store/commerce/catalog/Inventory"
import { Prices } from "@beauty-store/commerce/catalog/Prices"
import * as Orders from "@beauty-store/commerce/orders/Orders"
import * as Subscriptions from "@beauty-store/commerce/partners/Subscriptions"
import * as Flags from "@beauty-store/commerce/staff/Flags"
import * as StaffTrail from "@beauty-store/commerce/staff/StaffTrail"
import * as Support from "@beauty-store/commerce/support/Support"
import { EventId, FlagId, ProductId, type SubscriptionId } from "@beauty-store/domain/Ids"
import { Entropy } from "@beauty-store/sql/Entropy"
import { Transactions } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import { expect } from "vitest"
import { ada, countOf, days, hours, onBoth, pass, World } from "../../../test/shop/use-cases.ts"
import { arrived, bought, race, refusal, sendBack, ship, shopper, staff, staffWith } from "./life.ts"

const serum = ProductId.make("serum")
const clerk = { ...staffWith("orders:read", "orders:write", "admin:write"), id: "staff:clerk" }

/** Runs use cases as a member of staff, a millisecond after whatever was before: ids of one have no order. */
const acting = <A, E, R>(change: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Effect.all([Entropy, World]), ([entropy, { clock }]) => {
    clock.now++
    return StaffTrail.actingAs(clerk, { entropy, keptMillis: 365 * days })(change)
  })

const trail = (filter: Omit<StaffTrail.TrailFilter, "limit"> = {}) =>
  Effect.map(
    Effect.flatMap(StaffTrail.StaffTrail, ({ list }) => list({ limit: 100, sort: "createdAt", ...filter })),
    ({ data }) => data
  )

const question = { email: "ada@example.com", subject: "Where?", message: "Where is it?", orderId: undefined }

onBoth("the trail of staff", (test) => {
  test(
    "has each change with its facts before and after, and nothing that changed nothing or that somebody else did",
    Effect.gen(function*() {
      const catalog = yield* Catalog.Catalog
      const inventory = yield* Inventory.Inventory
      const { clock: { now: start } } = yield* World
      const before = (yield* catalog.product(serum)).priceMinor
      yield* acting((yield* Prices).setPrice(serum, 1234))
      yield* acting((yield* Prices).setPrice(serum, 999))
      yield* (yield* Prices).setPrice(serum, 1000)
      yield* Effect.exit(acting(inventory.setOnHand(ProductId.make("none"), 3)))
      expect(yield* trail()).toEqual([
        {
          changeId: expect.stringMatching(/^chn_/),
          client: "clerk",
          action: "price.set",
          subject: serum,
          before: { priceMinor: before },
          after: { priceMinor: 1234 },
          at: start + 1
        },
        expect.objectContaining({ before: { priceMinor: 1234 }, after: { priceMinor: 999 } })
      ])
      const { orderId } = yield* bought(ada, { serum: 1 })
      yield* acting(ship(orderId))
      // The same parcel once more.
      yield* acting(ship(orderId))
      expect((yield* trail({ subject: orderId })).map(({ action, after }) => [action, after])).toEqual([
        ["order.ship", { status: "shipped", trackingNumber: "T1", units: 1 }]
      ])
      const other = yield* bought(ada, { serum: 1 })
      const orders = yield* Orders.Orders
      yield* acting(orders.cancel(clerk, other.orderId, undefined))
      yield* acting(orders.cancel(clerk, other.orderId, undefined))
      expect((yield* trail({ action: "order.cancel" })).map(({ subject }) => subject)).toEqual([other.orderId])
      expect(yield* trail({ client: "demo" })).toEqual([])
    })
  )

  test(
    "is written with the change and not without it",
    Effect.gen(function*() {
      const { write } = yield* Transactions
      const inventory = yield* Inventory.Inventory
      yield* Effect.exit(
        write(Effect.zipRight(acting(inventory.setOnHand(serum, 7)), Effect.dieMessage("it fails after all")))
      )
      expect(yield* trail()).toEqual([])
      yield* race(
        0,
        ...[3, 4, 5].map((price) => acting(Effect.flatMap(Prices, (prices) => prices.setPrice(serum, price * 100))))
      )
      const entries = yield* trail({ action: "price.set" })
      expect(entries).toHaveLength(3)
      // Each follows from the one before it, whichever order they took.
      const steps = new Map(entries.map(({ after, before }) => [before["priceMinor"], after["priceMinor"]]))
      expect(steps.size).toBe(3)
    })
  )

  test(
    "is kept for as long as the policy says",
    Effect.gen(function*() {
      const { clock, shelf } = yield* World
      const inventory = yield* Inventory.Inventory
      yield* acting(inventory.setOnHand(serum, 30))
      shelf.set(serum, 30)
      clock.now += 364 * days
      yield* acting(inventory.setOnHand(serum, 31))
      shelf.set(serum, 31)
      const { write } = yield* Transactions
      const sweep = write(StaffTrail.expiring(365 * days).remove(500))
      expect(yield* sweep).toBe(0)
      clock.now += 2 * days
      expect(yield* sweep).toBe(1)
      expect((yield* trail()).map(({ after }) => after)).toEqual([{ onHand: 31 }])
    })
  )

  test(
    "has goods that come back and money that goes back",
    Effect.gen(function*() {
      const returns = yield* Returns.Returns
      const { orderId } = yield* arrived(ada, { serum: 2 })
      const { returnId } = yield* sendBack(ada, orderId, { productId: serum, quantity: 1 })
      yield* acting(returns.receive(returnId, [{ productId: serum, quantity: 1, restock: false }]))
      const { refundId } = yield* acting(
        Effect.flatMap(Refunds.Refunds, (refunds) => refunds.give(orderId, 1, "sorry"))
      )
      const own = yield* acting(returns.request(clerk, orderId, [
        { productId: serum, condition: "unopened", reason: "they asked" }
      ]))
      yield* acting(returns.cancel(clerk, own.returnId))
      expect((yield* trail()).map(({ action, subject }) => [action, subject])).toEqual([
        ["return.receive", returnId],
        ["refund.give", orderId],
        ["return.request", own.returnId],
        ["return.cancel", own.returnId]
      ])
      const given = (yield* trail({ action: "refund.give" }))[0]!
      expect(Number(given.after["refundingMinor"]) - Number(given.before["refundingMinor"])).toBe(1)
      expect(given.after["refundId"]).toBe(refundId)
      // What a person wrote is not in it.
      expect(JSON.stringify(yield* trail())).not.toMatch(/sorry|they asked/)
    })
  )
})

onBoth("tickets", (test) => {
  test(
    "are answered, added to, assigned and closed, each by the version that was seen",
    Effect.gen(function*() {
      const support = yield* Support.Support
      const { ticketId } = yield* support.ask(shopper(ada), question)
      const answered = yield* acting(support.answer(clerk, ticketId, { message: "On its way.", version: 0 }))
      expect(answered).toMatchObject({
        status: "pending",
        version: 1,
        assignedTo: "clerk",
        messages: [{ from: "staff", text: "On its way." }]
      })
      const replied = yield* support.reply(shopper(ada), ticketId, "Thank you. And the other?")
      expect(replied).toMatchObject({ status: "open", version: 2, messages: [{}, { from: "customer" }] })
      const stale = { message: "No.", version: 1 }
      expect(yield* Effect.flip(support.answer(staff, ticketId, stale))).toMatchObject({
        _tag: "TicketChanged",
        currentStatus: "open",
        currentVersion: 2
      })
      yield* acting(support.assign(clerk, ticketId, { to: "packer", version: 2 }))
      expect(yield* acting(support.close(clerk, ticketId, 3))).toMatchObject({ status: "closed", version: 4 })
      for (
        const late of [
          support.reply(shopper(ada), ticketId, "One more"),
          support.answer(staff, ticketId, { message: "One more", version: 4 }),
          support.assign(staff, ticketId, { to: null, version: 4 }),
          support.close(staff, ticketId, 4)
        ]
      ) expect(yield* Effect.flip(late)).toMatchObject({ _tag: "TicketClosed" })
      for (const stranger of [shopper({ principal: "sho_eve", shopper: "" }), clerk]) {
        expect(yield* Effect.flip(support.reply(stranger, ticketId, "Me, too"))).toMatchObject({
          _tag: "TicketNotFound"
        })
      }
      expect(yield* Effect.flip(support.answer(staffWith("orders:read"), ticketId, stale))).toMatchObject({
        _tag: "TicketNotFound"
      })
      expect(
        (yield* trail({ subject: ticketId })).map((
          { action, after, before }
        ) => [action, before["status"], after["status"]])
      )
        .toEqual([
          ["ticket.answer", "open", "pending"],
          ["ticket.assign", "open", "open"],
          ["ticket.close", "open", "closed"]
        ])
    })
  )

  test(
    "are answered or closed by one of several at once, and the others are told",
    Effect.gen(function*() {
      const support = yield* Support.Support
      for (let round = 0; round < 6; round++) {
        const { ticketId } = yield* support.ask(undefined, question)
        const exits = yield* race(
          round,
          acting(support.answer(clerk, ticketId, { message: "Yes.", version: 0 })),
          acting(support.answer(staff, ticketId, { message: "No.", version: 0 })),
          acting(support.close(clerk, ticketId, 0))
        )
        const refusals = exits.map(refusal).filter((tag) => tag !== undefined)
        expect(refusals).toHaveLength(2)
        for (const tag of refusals) expect(["TicketChanged", "TicketClosed"]).toContain(tag)
        expect(yield* trail({ subject: ticketId })).toHaveLength(1)
      }
    })
  )

  test(
    "are followed on a page of their own until it is closed",
    Effect.gen(function*() {
      const { sql } = yield* World
      const support = yield* Support.Support
      const { pageUrl, ticketId } = yield* support.ask(undefined, question)
      const token = pageUrl.slice(pageUrl.lastIndexOf("/") + 1)
      expect(JSON.stringify(yield* sql("SELECT * FROM ticket"))).not.toContain(token.split(".")[1])
      yield* support.answer(staff, ticketId, { message: "Here.", version: 0 })
      const seen = yield* support.page(token)
      expect(seen).toMatchObject({ ticketId, status: "pending", messages: [{ text: "Here." }] })
      expect(seen).not.toHaveProperty("assignedTo")
      const reply = { message: "Thanks", version: 1 }
      expect(yield* support.replyOnPage(token, reply)).toMatchObject({ status: "open", version: 2 })
      // The same form once more adds nothing; another one of the same version has not seen it.
      expect(yield* support.replyOnPage(token, reply)).toEqual(yield* support.page(token))
      expect((yield* support.page(token)).messages.map(({ text }) => text)).toEqual(["Here.", "Thanks"])
      for (const other of [{ ...reply, message: "Thank you" }, { ...reply, version: 0 }]) {
        expect(yield* Effect.flip(support.replyOnPage(token, other))).toMatchObject({ _tag: "TicketChanged" })
      }
      const answer = { message: "Thanks", version: 2 }
      yield* support.answer(staff, ticketId, answer)
      expect(yield* Effect.flip(support.replyOnPage(token, answer))).toMatchObject({ _tag: "TicketChanged" })
      for (const wrong of ["", `${token}x`, token.split(".")[0]!, `${ticketId}.${token.split(".")[1]}`]) {
        expect(yield* Effect.flip(support.page(wrong))).toMatchObject({ _tag: "TicketPageNotFound" })
      }
      yield* support.revokePage(token)
      for (const gone of [support.page(token), support.replyOnPage(token, reply), support.revokePage(token)]) {
        expect(yield* Effect.flip(gone)).toMatchObject({ _tag: "TicketPageNotFound" })
      }
    })
  )
})

onBoth("flags", (test) => {
  test(
    "are listed without those of kinds that only a newer program knows, and so are changes",
    Effect.gen(function*() {
      const { sql } = yield* World
      const flags = yield* Flags.Flags
      const list = Effect.map(flags.list({ limit: 100 }), ({ data }) => data.length)
      const transactions = yield* Transactions
      yield* transactions.write(Flags.raise("message_ignored", "msg_1", "too late"))
      yield* acting((yield* Inventory.Inventory).setOnHand(serum, 3))
      const before = [yield* list, (yield* trail()).length]
      yield* sql(
        "INSERT INTO flag (id, kind, subject, detail, at) SELECT 'flg_new', 'new_kind', subject, detail, at FROM flag LIMIT 1"
      )
      yield* sql(
        `INSERT INTO staff_change (id, client, action, subject, was, became, at)
         SELECT 'chn_new', client, 'new.action', subject, was, became, at FROM staff_change LIMIT 1`
      )
      expect([yield* list, (yield* trail()).length]).toEqual(before)
      expect(refusal(yield* Effect.exit(flags.close(staff, FlagId.claimed.make("flg_new"), "seen")))).toBe(
        "FlagNotFound"
      )
      yield* sql("DELETE FROM flag WHERE id = 'flg_new'")
      yield* sql("DELETE FROM staff_change WHERE id = 'chn_new'")
    })
  )

  test(
    "are closed once, with a note, and listed by whether they are",
    Effect.gen(function*() {
      const flags = yield* Flags.Flags
      const { write } = yield* Transactions
      for (const subject of ["a", "b"]) yield* write(Flags.raise("message_ignored", subject, "why"))
      const list = (state?: "open" | "closed") =>
        Effect.map(flags.list({ limit: 10, state }), ({ data }) => data.map(({ subject }) => subject).sort())
      const page = yield* flags.list({ limit: 1 })
      const [first] = page.data
      expect(yield* Effect.flip(flags.list({ limit: 1, state: "open", cursor: page.nextCursor! }))).toMatchObject({
        _tag: "InvalidCursor"
      })
      const close = (note: string) => acting(flags.close(clerk, first!.flagId, note))
      const exits = yield* race(1, close("seen"), close("seen, too"))
      expect(exits.map(refusal).filter((tag) => tag !== undefined)).toEqual(["FlagClosed"])
      expect(yield* list("closed")).toEqual([first!.subject])
      expect(yield* list("open")).toEqual(["a", "b"].filter((one) => one !== first!.subject))
      expect(yield* list()).toEqual(["a", "b"])
      expect((yield* flags.list({ limit: 10, state: "closed" })).data[0]).toMatchObject({
        closed: { by: "clerk", note: expect.stringContaining("seen") }
      })
      expect(yield* Effect.flip(flags.close(clerk, FlagId.claimed.make("flg_none"), "x"))).toMatchObject({
        _tag: "FlagNotFound"
      })
      expect(yield* trail({ action: "flag.close" })).toHaveLength(1)
    })
  )
})

onBoth("messages to a partner", (test) => {
  test(
    "continue after no place of another filter, sort or partner",
    Effect.gen(function*() {
      const subscriptions = yield* Subscriptions.Subscriptions
      const [one, two] = [
        yield* acting(subscriptions.create("https://partner.example/one")),
        yield* acting(subscriptions.create("https://partner.example/two"))
      ]
      const { orderId } = yield* bought(ada, { serum: 1 })
      const page = (id: SubscriptionId, more: Partial<Subscriptions.DeliveryFilter> = {}) =>
        subscriptions.deliveries(id, { limit: 1, ...more })
      const cursor = (yield* page(one.subscriptionId)).nextCursor!
      expect((yield* page(one.subscriptionId, { cursor, limit: 9 })).data).toHaveLength(1)
      for (
        const other of [
          page(one.subscriptionId, { cursor, orderId }),
          page(one.subscriptionId, { cursor, state: "waiting" }),
          page(one.subscriptionId, { cursor, sort: "createdAt" }),
          page(two.subscriptionId, { cursor })
        ]
      ) expect(yield* Effect.flip(other)).toMatchObject({ _tag: "InvalidCursor" })
    })
  )

  test(
    "are listed with their attempts, and one is sent again",
    Effect.gen(function*() {
      const subscriptions = yield* Subscriptions.Subscriptions
      const { subscriptionId } = yield* acting(subscriptions.create("https://partner.example/hooks?key=secret-word"))
      const { orderId } = yield* bought(ada, { serum: 1 })
      yield* acting(ship(orderId))
      yield* pass(hours / 2)
      const list = Effect.map(
        subscriptions.deliveries(subscriptionId, { limit: 10, sort: "createdAt" }),
        (page) => page.data
      )
      const all = yield* list
      // Those of one millisecond have no order.
      expect(all.map(({ event }) => event).sort()).toEqual(["order.created", "order.shipped", "payment.succeeded"])
      expect(all.at(-1)).toMatchObject({ event: "order.shipped" })
      const created = all.find(({ event }) => event === "order.created")
      expect(created).toMatchObject({ orderId, state: "delivered", attempts: 1 })
      expect((yield* subscriptions.deliveries(subscriptionId, { limit: 10, state: "parked" })).data).toEqual([])
      const again = yield* acting(subscriptions.sendAgain(subscriptionId, created!.eventId))
      expect(again).toMatchObject({ state: "waiting", attempts: 0, nextAttemptAt: expect.any(Number) })
      expect((yield* subscriptions.deliveries(subscriptionId, { limit: 10, state: "waiting" })).data).toEqual([again])
      yield* pass(hours / 2)
      expect((yield* list).map(({ state }) => state)).toEqual(["delivered", "delivered", "delivered"])
      expect(yield* Effect.flip(subscriptions.sendAgain(subscriptionId, EventId.claimed.make("evt_none"))))
        .toMatchObject({
          _tag: "DeliveryNotFound"
        })
      yield* acting(subscriptions.remove(subscriptionId))
      const gone = { _tag: "SubscriptionNotFound" }
      expect(yield* Effect.flip(subscriptions.deliveries(subscriptionId, { limit: 10 }))).toMatchObject(gone)
      expect(yield* Effect.flip(subscriptions.sendAgain(subscriptionId, created!.eventId))).toMatchObject(gone)
      const entries = yield* trail({ subject: subscriptionId })
      expect(entries.map(({ action }) => action)).toEqual([
        "subscription.create",
        "delivery.send",
        "subscription.remove"
      ])
      expect(JSON.stringify(entries)).not.toMatch(/secret-word|whsec/)
      expect(yield* countOf("staff_change")).toBe(4)
    })
  )
})
