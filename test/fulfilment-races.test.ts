/**
 * What happens after payment, all at once: one side wins, the other is told so, and stock, money and numbers stay exact.
 * Follows docs/specification.md#order-lifecycle, docs/specification.md#stock, docs/specification.md#refunds,
 * docs/specification.md#receipts.
 */
import { randomUUID } from "node:crypto"
import { expect, it } from "vitest"
import { product } from "./products.ts"
import { describeShop, onSqlite } from "./shop.ts"
import { type Answer, atOnce, checkedOut, eventually, newShopper, pay, send, type Shopper, tally } from "./shopper.ts"

describeShop("after payment", (shop) => {
  const staffToken = async (): Promise<string> => {
    const client = { grant_type: "client_credentials", client_id: "demo-staff", client_secret: "demo-staff-secret" }
    return (await send("POST", `${shop().url}/api/auth/token`, client)).body.access_token
  }
  let token: string | undefined
  const staff = async (path: string, body: unknown): Promise<Answer> => {
    token ??= await staffToken()
    return send("POST", `${shop().url}${path}`, body, { authorization: `Bearer ${token}` })
  }
  const confirmed = async (shopper: Shopper): Promise<string> => {
    const session = await checkedOut(shopper)
    expect((await pay(session.redirectUrl)).body.status).toBe("succeeded")
    await eventually(() => shopper.order(session.orderId), ({ status }) => expect(status).toBe("confirmed"), 15_000)
    return session.orderId
  }
  const bought = async (n: number, quantity = 1) => {
    const shopper = await newShopper(shop().url, product(n), quantity)
    return { shopper, orderId: await confirmed(shopper) }
  }
  const shipped = (orderId: string) => staff(`/api/orders/${orderId}/ship`, { carrier: "DHL", trackingNumber: orderId })

  it("either cancels or ships an order, two hundred times over", async () => {
    const rounds = 200
    const before = await shop().stock(product(0))
    await shop().setStock(product(0), before.onHand + rounds)
    let ships = 0
    // Ten rounds beside each other, so that requests of one order meet those of others as well.
    await atOnce(10, async (lane) => {
      for (let n = 0; n < rounds / 10; n++) {
        const { orderId, shopper } = await bought(0)
        const cancel = () => shopper.post(`/api/orders/${orderId}/cancel`, {})
        const ship = () => shipped(orderId)
        // Who is sent off first changes from round to round.
        const both = (lane + n) % 2 === 0 ? [cancel(), ship()] : [ship(), cancel()]
        const answers = await Promise.all(both)
        const [cancelled, sent] = (lane + n) % 2 === 0 ? answers : answers.reverse()
        expect([cancelled!.status, sent!.status].sort()).toEqual([200, 409])
        const order = await shopper.order(orderId)
        if (sent!.status === 200) {
          ships++
          expect(cancelled!.body).toMatchObject({ code: "order_not_cancellable", currentStatus: "shipped" })
          expect(order).toMatchObject({ status: "shipped", refunds: [], items: [{ shipped: 1 }] })
        } else {
          expect(sent!.body).toMatchObject({ code: "order_not_shippable", currentStatus: "cancelled" })
          expect(order).toMatchObject({ status: "cancelled", refunds: [{ amount: order.total }], shipments: [] })
        }
      }
    })
    expect(await shop().stock(product(0))).toEqual({
      onHand: before.onHand + rounds - ships,
      reserved: before.reserved
    })
  }, 120_000)

  it("cancels an order while it is being paid: it ends cancelled with its money back, or was never paid", async () => {
    const before = await shop().stock(product(1))
    await atOnce(20, async (n) => {
      const shopper = await newShopper(shop().url, product(1))
      const { orderId, redirectUrl } = await checkedOut(shopper)
      const cancel = () => shopper.post(`/api/orders/${orderId}/cancel`, {})
      const [first, second] = n % 2 === 0 ? [() => pay(redirectUrl), cancel] : [cancel, () => pay(redirectUrl)]
      const answers = await Promise.all([first(), second()])
      const [paid, cancelled] = n % 2 === 0 ? answers : [...answers].reverse()
      expect(cancelled!.status, JSON.stringify(cancelled!.body)).toBe(200)
      const taken = paid!.body.status === "succeeded"
      await eventually(() => shopper.order(orderId), (order) => {
        expect(order.status).toBe("cancelled")
        expect(order.refunds.map(({ amount, status }: any) => [amount, status]))
          .toEqual(taken ? [[order.total, "succeeded"]] : [])
      }, 15_000)
    })
    expect(await shop().stock(product(1))).toEqual(before)
  }, 60_000)

  it("takes the last unit back once, of twenty requests at once", async () => {
    const { orderId, shopper } = await bought(2)
    await shipped(orderId)
    await staff(`/api/orders/${orderId}/deliver`, {})
    const body = { orderId, items: [{ productId: product(2), reason: "no" }] }
    const answers = await atOnce(20, () => shopper.post("/api/returns", body, randomUUID()))
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 })
    expect((await shopper.order(orderId)).returns).toHaveLength(1)
    const { returnId } = answers.find(({ status }) => status === 200)!.body
    const items = [{ productId: product(2), quantity: 1, restock: true }]
    const before = await shop().stock(product(2))
    const received = await atOnce(10, () => staff(`/api/returns/${returnId}/receive`, { items }))
    expect(tally(received)).toEqual({ 200: 1, 409: 9 })
    expect(await shop().stock(product(2))).toEqual({ ...before, onHand: before.onHand + 1 })
    await eventually(() => shopper.order(orderId), (order) => {
      expect(order).toMatchObject({ payment: { status: "refunded" }, refunds: [{ amount: order.total }] })
    })
  })

  it("gives half of the money back twice at most, of twenty requests at once", async () => {
    const { orderId, shopper } = await bought(3, 2)
    const { total } = await shopper.order(orderId)
    const amount = Math.floor(total * 50) / 100
    const answers = await atOnce(20, () => staff("/api/refunds", { orderId, amount, reason: "sorry" }))
    expect(tally(answers)).toEqual({ 200: 2, 409: 18 })
    await eventually(() => shopper.order(orderId), ({ refunds }) => {
      expect(refunds.map((refund: any) => [refund.amount, refund.status]))
        .toEqual([[amount, "succeeded"], [amount, "succeeded"]])
    })
  })
})

describeShop(
  "a hundred orders that are paid at once",
  (shop) => {
    it("have receipts numbered without a gap", async () => {
      await shop().setStock(product(0), 1_000)
      const shoppers = await atOnce(100, () => newShopper(shop().url, product(0)))
      const sessions = await Promise.all(shoppers.map(checkedOut))
      const paid = await Promise.all(sessions.map(({ redirectUrl }) => pay(redirectUrl)))
      expect(tally(paid)).toEqual({ 200: 100 })
      const receipts = await Promise.all(shoppers.map((shopper, n) =>
        eventually(
          () => shopper.get(`/api/orders/${sessions[n].orderId}/receipt`),
          ({ status }) => expect(status).toBe(200),
          30_000
        )
      ))
      const numbers = receipts.map(({ body }) => Number(/(\d+)$/.exec(body.number)![1])).sort((a, b) => a - b)
      expect(numbers).toEqual(Array.from({ length: 100 }, (_, n) => n + 1))
      expect(new Set(receipts.map(({ body }) => body.number.replace(/\d+$/, ""))).size).toBe(1)
    }, 60_000)
  },
  {},
  { SQLite: onSqlite }
)
