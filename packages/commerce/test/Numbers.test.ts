/** The numbers of orders, returns and tickets for people, on both databases: unique, kept, and given to every row. */
import * as Receipts from "@beauty-store/commerce/after-sales/Receipts"
import * as Returns from "@beauty-store/commerce/after-sales/Returns"
import { insertNumbered } from "@beauty-store/commerce/internal/records/Numbers"
import * as OrderPages from "@beauty-store/commerce/orders/OrderPages"
import * as Orders from "@beauty-store/commerce/orders/Orders"
import * as Support from "@beauty-store/commerce/support/Support"
import { ofBody } from "@beauty-store/domain/ReferenceNumber"
import { Entropy } from "@beauty-store/sql/Entropy"
import * as Query from "@beauty-store/sql/Query"
import { Transactions } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { expect } from "vitest"
import { ada, onBoth, owner, request } from "../../../test/shop/use-cases.ts"
import { bought, deliver, sendBack, ship, shopper, staff } from "./life.ts"

const bob = owner("sho_bob")
const reader = (of = ada) => ({ principal: shopper(of), owner: of })
const clerk = { principal: staff, owner: { principal: staff.id, shopper: "" } }

const written = [
  "principal",
  "status",
  "email",
  "email_folded",
  "language",
  "subject",
  "message",
  "created_at"
] as const
const insert = insertNumbered("ticket", ["id", ...written])
const ticket = (id: string) =>
  insert({
    id,
    principal: null,
    status: "closed",
    email: "ada@example.com",
    email_folded: "ada@example.com",
    language: "en",
    subject: "?",
    message: "?",
    created_at: 0
  })
const numbers = Query.all(Schema.Struct({ number: Query.Int }))("SELECT number FROM ticket ORDER BY number")

/** Always draws 0, 1, 2 and 3. */
const unlucky = { bytes: (n: number) => Uint8Array.from({ length: n }, (_, i) => i % 4 === 3 ? i >> 2 : 0) }

onBoth("numbers", (test) => {
  test(
    "are the same wherever an order, a return and a ticket are shown, and find them",
    Effect.gen(function*() {
      const [orders, pages] = [yield* Orders.Orders, yield* OrderPages.OrderPages]
      const [returns, support] = [yield* Returns.Returns, yield* Support.Support]
      const { orderId } = yield* bought(ada, { serum: 1 })
      const other = yield* bought(bob, { serum: 1 })
      const { orderNumber } = yield* orders.view(shopper(ada), orderId)
      const list = yield* orders.list(ada, { limit: 9 })
      const { receipt } = yield* (yield* Receipts.Receipts).view(shopper(ada), orderId)
      const history = yield* orders.history(shopper(ada), orderId)
      expect([list.data[0]?.orderNumber, receipt.orderNumber, history.orderNumber]).toEqual([
        orderNumber,
        orderNumber,
        orderNumber
      ])
      const found = yield* orders.search(clerk, { orderNumber, limit: 9 })
      expect(found.data.map(({ id }) => id)).toEqual([orderId])
      expect((yield* orders.search(reader(bob), { orderNumber, limit: 9 })).data).toEqual([])
      const { email } = request(ada)
      expect(yield* pages.find(orderNumber, email)).toBe(yield* pages.find(orderId, email))
      expect(yield* pages.find(orderNumber, `x${email}`)).toBeUndefined()

      yield* ship(orderId)
      yield* deliver(orderId)
      const { returnId, returnNumber } = yield* sendBack(ada, orderId, { productId: "serum" })
      const back = yield* returns.search(clerk, { returnNumber, orderNumber, limit: 9 })
      expect(back.data).toMatchObject([{ returnId, returnNumber, orderId, orderNumber }])

      const question = { email, subject: "Where?", message: "Where is it?", orderId: undefined, orderNumber }
      const { ticketNumber, ...asked } = yield* support.ask(shopper(ada), question)
      expect(asked).toMatchObject({ orderId, orderNumber })
      expect((yield* support.search(staff, { ticketNumber, limit: 9 })).data).toMatchObject([{
        ticketNumber,
        orderNumber
      }])
      expect((yield* support.search(staff, { orderNumber, limit: 9 })).data).toMatchObject([{ ticketNumber }])
      // Somebody else's order is not named.
      expect(yield* support.ask(shopper(bob), question)).toMatchObject({ orderId: null, orderNumber: null })
      expect((yield* orders.view(shopper(bob), other.orderId)).orderNumber).not.toBe(orderNumber)
    })
  )

  test(
    "are given once, whatever is drawn, one after the other and at once",
    Effect.gen(function*() {
      const { read, write } = yield* Transactions
      const add = (id: string) => write(Effect.provideService(ticket(id), Entropy, unlucky))
      yield* add("tkt_0000000001")
      yield* Effect.all([add("tkt_0000000002"), add("tkt_0000000003"), add("tkt_0000000004")], {
        concurrency: "unbounded"
      })
      expect((yield* read(numbers())).map(({ number }) => number)).toEqual([1_000_000, 1_000_001, 1_000_002, 1_000_003])
      // Where all that were drawn are taken, the database draws.
      yield* add("tkt_0000000005")
      expect(new Set((yield* read(numbers())).map(({ number }) => ofBody(number))).size).toBe(5)
    })
  )

  test(
    "are given to rows that an older program writes, and to those that were there",
    Effect.gen(function*() {
      const { read, write } = yield* Transactions
      const columns = written.join(", ")
      const copy = Query.change<[id: string]>(`INSERT INTO ticket (id, ${columns}) SELECT ?, ${columns} FROM ticket`)
      yield* (yield* Support.Support).ask(undefined, {
        email: "ada@example.com",
        subject: "Where?",
        message: "Where is it?",
        orderId: undefined
      })
      const [before] = yield* read(numbers())
      yield* write(copy("tkt_0000000001"))
      expect(new Set((yield* read(numbers())).map(({ number }) => ofBody(number))).size).toBe(2)
      expect(yield* read(numbers())).toContainEqual(before)
      yield* write(Query.change("UPDATE ticket SET number = NULL")())
      expect(new Set((yield* read(numbers())).map(({ number }) => ofBody(number))).size).toBe(2)
    })
  )
})
