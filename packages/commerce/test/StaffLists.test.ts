/** What staff find, on both databases: orders, returns and tickets by filters, page by page, and what is overdue. */
import * as Returns from "@beauty-store/commerce/after-sales/Returns"
import * as OrderPages from "@beauty-store/commerce/orders/OrderPages"
import * as Orders from "@beauty-store/commerce/orders/Orders"
import * as Support from "@beauty-store/commerce/support/Support"
import * as Days from "@beauty-store/domain/Days"
import { ProductId } from "@beauty-store/domain/Ids"
import { fold } from "@beauty-store/domain/Letters"
import * as Query from "@beauty-store/sql/Query"
import { Transactions } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import { expect } from "vitest"
import { ada, days, hours, onBoth, owner, request, World } from "../../../test/shop/use-cases.ts"
import { arrived, begun, bought, deliver, sendBack, ship, shopper, staff, staffWith } from "./life.ts"

const bob = owner("sho_bob")
const reader = (of = ada) => ({ principal: shopper(of), owner: of })
const clerk = { principal: staff, owner: { principal: staff.id, shopper: "" } }

const find = (filter: Omit<Orders.OrderFilter, "limit">, who = clerk) =>
  Effect.map(
    Effect.flatMap(Orders.Orders, ({ search }) => search(who, { limit: 100, ...filter })),
    ({ data }) => data.map(({ id }) => id)
  )
const wait = (millis: number) => Effect.map(World, ({ clock }) => void (clock.now += millis))
const today = Effect.map(World, ({ clock }) => Days.dayOf(clock.now, Days.defaultTimeZone))

/** Each with another spelling of the same address. */
const spellings = [
  ["ada.müller@example.com", "ADA.MÜLLER@example.com"],
  ["zoe\u0308@example.com", "zo\u00eb@EXAMPLE.com"],
  ["ada@müller.example", "Ada@XN--MLLER-KVA.example"],
  ["νικος.παππας@example.gr", "ΝΙΚΟΣ.ΠΑΠΠΑΣ@EXAMPLE.GR"],
  ["ΜΑΡΙΟΣ.Κ@x.gr", "μαριος.κ@x.gr"]
] as const

onBoth("a person", (test) => {
  for (const [written, other] of spellings) {
    test(
      `who wrote ${written} is found as ${other}`,
      Effect.gen(function*() {
        const support = yield* Support.Support
        const { orderId } = yield* bought(ada, { serum: 1 }, { email: written })
        yield* bought(bob, { cream: 1 })
        const question = { email: written, subject: "Where?", message: "Where is it?", orderId }
        const { ticketId } = yield* support.ask(shopper(ada), question)
        yield* ship(orderId)
        yield* deliver(orderId)
        const { returnId } = yield* sendBack(ada, orderId, { productId: "serum" })
        for (const email of [written, other]) {
          expect(yield* find({ email })).toEqual([orderId])
          const returns = yield* (yield* Returns.Returns).search(clerk, { email, limit: 9 })
          expect(returns.data.map((one) => one.returnId)).toEqual([returnId])
          const tickets = yield* support.search(staff, { email, limit: 9 })
          expect(tickets.data.map((one) => one.ticketId)).toEqual([ticketId])
          expect(yield* (yield* OrderPages.OrderPages).find(orderId, ` ${email} `)).toBeDefined()
        }
        expect(yield* (yield* OrderPages.OrderPages).find(orderId, `x${other}`)).toBeUndefined()
        // As it was written.
        const { email } = yield* (yield* Orders.Orders).view(shopper(ada), orderId)
        expect(email).toBe(written)
      })
    )
  }
})

onBoth("what staff pack", (test) => {
  test(
    "is in the list: to whom, how, and which goods have left; nobody else's list has it",
    Effect.gen(function*() {
      const first = yield* bought(ada, { cream: 1, serum: 2 })
      yield* wait(1 * hours)
      const second = yield* bought(bob, { cream: 3 })
      yield* ship(second.orderId)
      const { search } = yield* Orders.Orders
      const { data } = yield* search(clerk, { limit: 9 })
      const { address, email } = request(ada)
      expect(data.map(({ id, packing }) => [id, packing?.items])).toEqual([
        [second.orderId, [{ productId: "cream", name: "Crème Riche", quantity: 3, shipped: 3 }]],
        [first.orderId, [
          expect.objectContaining({ productId: "cream", quantity: 1, shipped: 0 }),
          expect.objectContaining({ productId: "serum", quantity: 2, shipped: 0 })
        ]]
      ])
      expect(data[1]?.packing).toMatchObject({ email, shippingAddress: address, shippingMethod: "standard" })
      expect((yield* search(reader(ada), { limit: 9 })).data.map(({ packing }) => packing)).toEqual([undefined])
      expect((yield* search({ ...clerk, principal: staffWith("orders:write") }, { limit: 9 })).data).toEqual([])
    })
  )

  test(
    "is found by the recipient's name and postcode in any spelling, also where an older program wrote it",
    Effect.gen(function*() {
      const { write } = yield* Transactions
      const { orderId } = yield* bought(ada, { serum: 1 })
      const { address } = request(ada)
      const spaced = address.postcode.replace(/^(..)/, "$1 -")
      const foundBy = Effect.fnUntraced(function*() {
        for (const name of [address.name, address.name.toUpperCase(), address.name.split(" ").at(-1)!.toLowerCase()]) {
          expect(yield* find({ name })).toEqual([orderId])
        }
        for (const postcode of [address.postcode, spaced]) expect(yield* find({ postcode })).toEqual([orderId])
        const [given, family] = address.name.split(" ")
        for (const name of [`${family} ${given!.slice(0, 1)}`, `${given}-${family!.slice(0, 2)}`]) {
          expect(yield* find({ name })).toEqual([orderId])
        }
        for (const name of ["%", "_", "-", "Nobody", address.name.slice(1), `${given} nobody`]) {
          expect(yield* find({ name })).toEqual([])
        }
        expect(yield* find({ postcode: address.postcode.slice(1) })).toEqual([])
        expect(yield* find({ name: address.name, postcode: address.postcode }, reader(bob))).toEqual([])
      })
      yield* foundBy()
      // As the trigger writes it.
      yield* write(Query.change("UPDATE orders SET name_folded = NULL, postcode_folded = NULL, number = NULL")())
      yield* foundBy()
    })
  )

  test(
    "is found by a name with other marks and spellings, also in an older row; by marks alone nobody is",
    Effect.gen(function*() {
      const { write } = yield* Transactions
      const orders = new Map<string, string>()
      for (const name of ["Mary O\u00b4Brien", "Anna\uff0dMaria Z\u00fcrcher", "Jo\u2011Ann Krueger", "Li D'Or 2b"]) {
        orders.set(name, (yield* bought(ada, { serum: 1 }, { name })).orderId)
      }
      const [mary, anna, jo, li] = orders.values()
      const queries: ReadonlyArray<readonly [string | undefined, ReadonlyArray<string>]> = [
        [mary, ["O\u00b4Brien", "o'brien", "O Brien", "Brien", "Brien, Mary"]],
        [anna, ["Z\u00fcrcher", "Zuercher", "Zurcher", "Zuer", "Anna\uff0dMaria", "anna-maria", "Maria"]],
        [jo, ["Jo\u2010Ann", "jo-ann", "Ann Jo", "Kr\u00fcger", "Krueger", "Kruger"]],
        [li, ["D'Or", "d or", "Or", "2b"]]
      ]
      for (const [orderId, names] of queries) {
        for (const name of names) expect([name, yield* find({ name })]).toEqual([name, [orderId]])
      }
      for (const name of ["\u0301", "\u200b", "\u00b4", "'", "", "b 2b x"]) expect(yield* find({ name })).toEqual([])
      for (const older of [(name: string) => name.toLowerCase(), fold]) {
        for (const [name, id] of orders) {
          yield* write(
            Query.change<[string, string]>("UPDATE orders SET name_folded = ? WHERE id = ?")(older(name), id)
          )
          for (const word of [name, ...name.split(" ").filter((word) => word.length > 2)]) {
            expect([word, yield* find({ name: word })]).toEqual([word, [id]])
          }
        }
      }
      const { sql } = yield* World
      const words = sql("SELECT word FROM order_name_word ORDER BY word, order_id")
      const before = yield* words
      const columns = Object.keys((yield* sql("SELECT * FROM orders LIMIT 1"))[0]!)
      const copied = columns.map((column) => column === "id" ? "'ord_copy'" : column === "number" ? "NULL" : column)
      yield* sql(
        `INSERT INTO orders (${columns.join(", ")}) SELECT ${copied.join(", ")} FROM orders WHERE id = '${mary}'`
      )
      expect(yield* words).toHaveLength(before.length + 2)
      yield* sql("DELETE FROM orders WHERE id = 'ord_copy'")
      expect(yield* words).toEqual(before)
    })
  )
})

onBoth("lists of orders", (test) => {
  test(
    "are by status, day, address, number and product, newest or oldest first; one's own for everybody but staff",
    Effect.gen(function*() {
      const first = yield* begun(ada, { serum: 1 })
      yield* wait(1 * days)
      const second = yield* bought(bob, { cream: 1, serum: 2 })
      yield* wait(1 * days)
      const third = yield* bought(ada, { cream: 1 })
      const [one, two, three] = [first.orderId, second.orderId, third.orderId]
      const day = yield* today
      expect(yield* find({})).toEqual([three, two, one])
      expect(yield* find({ sort: "createdAt" })).toEqual([one, two, three])
      expect(yield* find({ status: "confirmed" })).toEqual([three, two])
      expect(yield* find({ productId: ProductId.make("serum") })).toEqual([two, one])
      expect(yield* find({ productId: ProductId.make("serum"), sort: "createdAt" })).toEqual([one, two])
      expect(yield* find({ productId: ProductId.make("cream"), status: "confirmed", from: day })).toEqual([three])
      expect(yield* find({ from: day })).toEqual([three])
      expect(yield* find({ to: Days.addDays(day, -1) })).toEqual([two, one])
      expect(yield* find({ from: Days.addDays(day, -1), to: Days.addDays(day, -1) })).toEqual([two])
      expect(yield* find({ orderId: two })).toEqual([two])
      expect(yield* find({ orderId: two, productId: ProductId.make("serum") })).toEqual([two])
      const { email } = request(ada)
      expect(yield* find({ email: email.toUpperCase() })).toEqual([three, two, one])
      expect(yield* find({ email: "nobody@example.com" })).toEqual([])
      expect(yield* find({}, reader(ada))).toEqual([three, one])
      expect(yield* find({ orderId: two }, reader(ada))).toEqual([])
      expect(yield* find({ productId: ProductId.make("serum") }, reader(bob))).toEqual([two])
      expect(yield* find({}, { ...clerk, principal: staffWith("orders:write") })).toEqual([])
    })
  )

  test(
    "continue where they stopped, whatever has changed since; another sort's place is refused",
    Effect.gen(function*() {
      const service = yield* Orders.Orders
      const ids: Array<string> = []
      for (let n = 0; n < 5; n++) {
        ids.unshift((yield* bought(n % 2 === 0 ? ada : bob, { serum: 1 })).orderId)
        yield* wait(1 * hours)
      }
      const page = yield* service.search(clerk, { limit: 2 })
      yield* bought(ada, { serum: 1 })
      const next = yield* service.search(clerk, { limit: 2, cursor: page.nextCursor! })
      expect([...page.data, ...next.data].map(({ id }) => id)).toEqual(ids.slice(0, 4))
      // The plain list of a buyer and the filtered one have the same places.
      const own = yield* service.list(ada, { limit: 1 })
      const rest = yield* service.search(reader(ada), { limit: 5, cursor: own.nextCursor! })
      expect(rest.data).toHaveLength(3)
      const elsewhere = { limit: 2, cursor: page.nextCursor! }
      for (
        const other of [
          service.search(clerk, { ...elsewhere, sort: "createdAt" }),
          service.search(clerk, { ...elsewhere, status: "confirmed" }),
          service.search(clerk, { ...elsewhere, email: request(ada).email }),
          service.search(clerk, { ...elsewhere, productId: ProductId.make("serum") }),
          service.search(reader({ ...ada, shopper: "Cy" }), elsewhere),
          service.list({ ...ada, shopper: "Cy" }, elsewhere)
        ]
      ) expect(yield* Effect.flip(other)).toMatchObject({ _tag: "InvalidCursor" })
      expect(
        yield* Effect.flip(
          service.search(clerk, { limit: 0, status: "lost" as "pending", from: "2026-02-30" as Days.Day })
        )
      ).toMatchObject({ _tag: "InvalidInput", faults: [{ path: "limit" }, { path: "from" }, { path: "status" }] })
    })
  )

  test(
    "show as overdue what is paid and has not wholly left in time",
    Effect.gen(function*() {
      // A Monday.
      const unpaid = yield* begun(owner("sho_eve"), { serum: 1 })
      const late = yield* bought(ada, { serum: 2 })
      yield* wait(1)
      const partly = yield* bought(bob, { serum: 2 })
      const sent = yield* bought(ada, { cream: 1 })
      yield* ship(partly.orderId, "T1", { serum: 1 })
      yield* ship(sent.orderId, "T2")
      yield* wait(2 * days)
      expect(yield* find({ overdue: true })).toEqual([])
      const young = yield* bought(ada, { serum: 1 })
      // A Thursday: Tuesday and Wednesday are over.
      yield* wait(1 * days)
      expect(yield* find({ overdue: true })).toEqual([partly.orderId, late.orderId])
      expect(yield* find({ overdue: true, productId: ProductId.make("serum"), sort: "createdAt" })).toEqual([
        late.orderId,
        partly.orderId
      ])
      yield* ship(partly.orderId, "T3")
      expect(yield* find({ overdue: true })).toEqual([late.orderId])
      expect([unpaid.orderId, young.orderId]).not.toContain(late.orderId)
    })
  )
})

onBoth("lists of returns", (test) => {
  test(
    "are found as orders are, and overdue once a parcel has been on its way for too long",
    Effect.gen(function*() {
      const returns = yield* Returns.Returns
      const search = (filter: Omit<Returns.ReturnFilter, "limit">, who = clerk) =>
        Effect.map(
          returns.search(who, { limit: 100, ...filter }),
          ({ data }) => data.map(({ returnId }) => returnId)
        )
      const { orderId } = yield* arrived(ada, { serum: 2, cream: 1 })
      const other = yield* arrived(bob, { cream: 1 })
      const one = (yield* sendBack(ada, orderId, { productId: "serum" })).returnId
      yield* wait(1 * hours)
      const two = (yield* sendBack(bob, other.orderId, { productId: "cream" })).returnId
      expect(yield* search({})).toEqual([two, one])
      expect(yield* search({ productId: ProductId.make("serum") })).toEqual([one])
      expect(yield* search({ orderId: other.orderId })).toEqual([two])
      expect(yield* search({ email: request(ada).email, sort: "createdAt" })).toEqual([one, two])
      expect(yield* search({}, reader(bob))).toEqual([two])
      expect(yield* search({ orderId }, reader(bob))).toEqual([])
      yield* returns.recordScan(two)
      expect(yield* search({ status: "in_transit" })).toEqual([two])
      yield* wait(7 * days)
      expect(yield* search({ overdue: true })).toEqual([])
      yield* wait(5 * days)
      expect(yield* search({ overdue: true })).toEqual([two])
      yield* returns.receive(two, [{ productId: ProductId.make("cream"), quantity: 1, restock: false }])
      expect(yield* search({ overdue: true })).toEqual([])
    })
  )
})

onBoth("lists of tickets", (test) => {
  test(
    "are found by what they are about and who sees to them, and overdue while nobody has answered",
    Effect.gen(function*() {
      const support = yield* Support.Support
      const search = (filter: Omit<Support.TicketFilter, "limit">, who = staff) =>
        Effect.map(
          support.search(who, { limit: 100, ...filter }),
          ({ data }) => data.map(({ ticketId }) => ticketId)
        )
      const { orderId } = yield* bought(ada, { serum: 1 })
      const ask = { email: "ada@example.com", subject: "Where?", message: "Where is it?" }
      const one = yield* support.ask(shopper(ada), { ...ask, orderId })
      yield* wait(1 * hours)
      const two = yield* support.ask(undefined, { ...ask, email: "bob@example.com", orderId: undefined })
      expect(yield* search({})).toEqual([two.ticketId, one.ticketId])
      expect(yield* search({ productId: ProductId.make("serum") })).toEqual([one.ticketId])
      expect(yield* search({ orderId })).toEqual([one.ticketId])
      expect(yield* search({ email: "BOB@example.com" })).toEqual([two.ticketId])
      expect(yield* search({}, shopper(ada))).toEqual([one.ticketId])
      expect(yield* search({}, shopper(bob))).toEqual([])
      yield* wait(2 * days)
      expect(yield* search({ overdue: true })).toEqual([two.ticketId, one.ticketId])
      yield* support.answer(staff, one.ticketId, { message: "On its way.", version: 0 })
      expect(yield* search({ overdue: true })).toEqual([two.ticketId])
      expect(yield* search({ assignedTo: "demo" })).toEqual([one.ticketId])
      yield* support.reply(shopper(ada), one.ticketId, "And now?")
      expect(yield* search({ status: "open" })).toEqual([two.ticketId, one.ticketId])
      // It waits since it was opened again.
      expect(yield* search({ overdue: true })).toEqual([two.ticketId])
    })
  )
})
