import * as Either from "effect/Either"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { OrderId } from "../src/Ids.ts"
import * as Order from "../src/Order.ts"

const statuses = Order.OrderStatus.literals
const allowed = [
  "pending → confirmed",
  "pending → cancelled",
  "confirmed → shipped",
  "confirmed → cancelled",
  "shipped → delivered"
]

it.each(statuses.flatMap((from) => statuses.map((to) => ({ from, to, ok: allowed.includes(`${from} → ${to}`) }))))(
  "$from → $to is accepted: $ok",
  ({ from, to, ok }) => {
    expect(Order.transition(from, to))
      .toEqual(ok ? Either.right(to) : Either.left(new Order.IllegalTransition({ from, to })))
  }
)

it("every status is reached from pending, and no order comes back to where it was", () => {
  const reached = new Set<Order.OrderStatus>()
  const walk = (path: ReadonlyArray<Order.OrderStatus>): void => {
    const here = path[path.length - 1]!
    expect(path.indexOf(here)).toBe(path.length - 1)
    reached.add(here)
    for (const next of statuses) if (Either.isRight(Order.transition(here, next))) walk([...path, next])
  }
  walk(["pending"])
  expect(reached).toEqual(new Set(statuses))
})

it("an order may become what lies ahead of it, and nothing else", () => {
  const ahead = Object.fromEntries(statuses.map((from) => [from, statuses.filter((to) => Order.mayBecome(from, to))]))
  expect(ahead).toEqual({
    pending: ["confirmed", "shipped", "delivered", "cancelled"],
    confirmed: ["shipped", "delivered", "cancelled"],
    shipped: ["delivered"],
    delivered: [],
    cancelled: []
  })
})

it("an order ends delivered or cancelled, and nowhere else", () => {
  const ends = statuses.filter((from) => statuses.every((to) => Either.isLeft(Order.transition(from, to))))
  expect(ends).toEqual(["delivered", "cancelled"])
})

it("a refusal says what was tried", () => {
  expect(new Order.IllegalTransition({ from: "shipped", to: "cancelled" }).message)
    .toBe("An order that is shipped cannot become cancelled.")
})

describe("cancel", () => {
  const orderId = OrderId.make("ord_0123456789")

  it.each(
    [
      { status: "pending", shippedUnits: 0, result: "cancelled" },
      { status: "confirmed", shippedUnits: 0, result: "cancelled" },
      { status: "cancelled", shippedUnits: 0, result: "already" },
      { status: "confirmed", shippedUnits: 1, result: "refused" },
      { status: "shipped", shippedUnits: 3, result: "refused" },
      { status: "delivered", shippedUnits: 3, result: "refused" }
    ] as const
  )("of a $status order with $shippedUnits units shipped: $result", ({ result, shippedUnits, status }) => {
    expect(Order.cancel({ orderId, status, shippedUnits })).toEqual(
      result === "refused"
        ? Either.left(new Order.OrderNotCancellable({ orderId, currentStatus: status }))
        : Either.right(result)
    )
  })

  it("says `cancelled` only where the table has that step and nothing has shipped", () => {
    fc.assert(fc.property(fc.constantFrom(...statuses), fc.nat(2), (status, shippedUnits) => {
      const result = Order.cancel({ orderId, status, shippedUnits })
      const legal = Either.isRight(Order.transition(status, "cancelled")) && shippedUnits === 0
      expect(Either.isRight(result) && result.right === "cancelled").toBe(legal)
    }))
  })

  it("names the reason of a refusal", () => {
    expect(new Order.OrderNotCancellable({ orderId: OrderId.claimed.make("ord_1"), currentStatus: "shipped" }).message)
      .toBe("Order ord_1 is shipped and can no longer be cancelled.")
    expect(
      new Order.OrderNotCancellable({ orderId: OrderId.claimed.make("ord_1"), currentStatus: "confirmed" }).message
    )
      .toBe("Part of order ord_1 has shipped; it can no longer be cancelled.")
  })
})

it.each([
  { isPaid: false, isProcessing: false, refundedMinor: 0, status: "unpaid" },
  { isPaid: false, isProcessing: true, refundedMinor: 0, status: "processing" },
  { isPaid: true, isProcessing: false, refundedMinor: 0, status: "paid" },
  { isPaid: true, isProcessing: false, refundedMinor: 999, status: "partially_refunded" },
  { isPaid: true, isProcessing: false, refundedMinor: 1000, status: "refunded" }
])(
  "of 1000 (paid: $isPaid, processing: $isProcessing) with $refundedMinor refunded the payment is $status",
  (payment) => {
    expect(Order.paymentStatus({ ...payment, totalMinor: 1000 })).toBe(payment.status)
  }
)
