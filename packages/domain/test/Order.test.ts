import * as Either from "effect/Either"
import { expect, it } from "vitest"
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

it("an order ends delivered or cancelled, and nowhere else", () => {
  const ends = statuses.filter((from) => statuses.every((to) => Either.isLeft(Order.transition(from, to))))
  expect(ends).toEqual(["delivered", "cancelled"])
})

it("a refusal says what was tried", () => {
  expect(new Order.IllegalTransition({ from: "shipped", to: "cancelled" }).message)
    .toBe("An order that is shipped cannot become cancelled.")
})
