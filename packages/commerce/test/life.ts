/** What tests do with orders: buy, ship, deliver, send back; and who does it. */
import * as Returns from "@beauty-store/commerce/after-sales/Returns"
import * as Carts from "@beauty-store/commerce/cart/Carts"
import * as Checkout from "@beauty-store/commerce/checkout/Checkout"
import type { Owner, Principal } from "@beauty-store/commerce/identity/Identity"
import * as Fulfilment from "@beauty-store/commerce/orders/Fulfilment"
import * as Orders from "@beauty-store/commerce/orders/Orders"
import * as InboundWebhooks from "@beauty-store/commerce/partners/InboundWebhooks"
import type { Notification } from "@beauty-store/commerce/payment/PaymentProvider"
import { CountryCode } from "@beauty-store/domain/Address"
import {
  type Claimed,
  type DelegationId,
  type OrderId,
  ProductId,
  type ReturnId,
  type SessionId
} from "@beauty-store/domain/Ids"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { request, runJobs, type Services, until, untilBlocked, World } from "../../../test/shop/use-cases.ts"

export const shopper = (of: Owner): Principal => ({ kind: "shopper", id: of.principal, scopes: ["shop"] })
export const staffWith = (...scopes: ReadonlyArray<string>): Principal => ({ kind: "staff", id: "staff:demo", scopes })
export const staff = staffWith("orders:read", "orders:write")

/** A checkout that waits for its payment; it goes to Germany by standard shipping unless it is said to be otherwise. */
export const begun = (
  of: Owner,
  items: Readonly<Record<string, number>>,
  { country, email, method = "standard", name }: {
    readonly country?: string
    readonly email?: string
    readonly method?: "standard" | "express"
    readonly name?: string
  } = {}
) =>
  Effect.gen(function*() {
    const carts = yield* Carts.Carts
    yield* carts.empty(of)
    for (const [productId, quantity] of Object.entries(items)) {
      yield* carts.set(of, ProductId.claimed.make(productId), quantity)
    }
    const asked = request(of)
    const address = {
      ...asked.address,
      ...(country === undefined ? {} : { country: CountryCode.make(country) }),
      ...(name === undefined ? {} : { name })
    }
    return yield* (yield* Checkout.Checkout).start({ ...asked, email: email ?? asked.email, address, method })
  })

/** The provider has something to say. */
const told = (notification: Notification) =>
  Effect.gen(function*() {
    const { provider } = yield* World
    yield* (yield* Checkout.Checkout).handleNotification(yield* provider.notification(notification))
  })

export const notify = (sessionId: Claimed<SessionId>) => told({ _tag: "SessionChanged", sessionId })
export const notifyRefund = (key: string) => told({ _tag: "RefundChanged", key })
export const notifyMandate = (mandateId: DelegationId) => told({ _tag: "MandateChanged", mandateId })

/** An order that is paid. */
export const bought = (...of: Parameters<typeof begun>) =>
  Effect.gen(function*() {
    const { provider } = yield* World
    const session = yield* begun(...of)
    const paymentId = provider.pay(session.sessionId)
    yield* notify(session.sessionId)
    return { ...session, paymentId }
  })

export const ship = (orderId: Claimed<OrderId>, trackingNumber = "T1", items?: Readonly<Record<string, number>>) =>
  Effect.flatMap(Fulfilment.Fulfilment, (fulfilment) =>
    fulfilment.ship(orderId, {
      carrier: "DHL",
      trackingNumber,
      estimatedDelivery: undefined,
      items: items && Object.entries(items).map(([id, quantity]) => ({ productId: ProductId.make(id), quantity }))
    }, "staff"))

export const deliver = (orderId: Claimed<OrderId>, trackingNumber?: string, deliveredAt?: number) =>
  Effect.flatMap(
    Fulfilment.Fulfilment,
    (fulfilment) => fulfilment.deliver(orderId, { trackingNumber, deliveredAt }, "staff")
  )

/** An order that is paid, shipped and there. */
export const arrived = (of: Owner, items: Readonly<Record<string, number>>) =>
  Effect.gen(function*() {
    const order = yield* bought(of, items)
    yield* ship(order.orderId)
    yield* deliver(order.orderId)
    return order
  })

export interface Item {
  readonly productId: string
  readonly quantity?: number
  readonly condition?: "unopened" | "opened" | "defective"
}

export const sendBack = (of: Owner, orderId: Claimed<OrderId>, ...items: ReadonlyArray<Item>) =>
  Effect.flatMap(Returns.Returns, (returns) =>
    returns.request(
      shopper(of),
      orderId,
      items.map(({ productId, ...item }) => ({
        condition: "unopened",
        reason: "",
        productId: ProductId.make(productId),
        ...item
      }))
    ))

export interface Parcel {
  readonly productId: string
  readonly quantity: number
  readonly accepted?: boolean
  readonly restock?: boolean
}

export const receive = (returnId: Claimed<ReturnId>, ...items: ReadonlyArray<Parcel>) =>
  Effect.flatMap(
    Returns.Returns,
    (returns) =>
      returns.receive(
        returnId,
        items.map(({ productId, ...item }) => ({ restock: true, productId: ProductId.make(productId), ...item }))
      )
  )

export const cancel = (of: Owner, orderId: OrderId, reason?: string) =>
  Effect.flatMap(Orders.Orders, (orders) => orders.cancel(shopper(of), orderId, reason))

export const orderOf = (orderId: OrderId) => Effect.flatMap(Orders.Orders, (orders) => orders.view(staff, orderId))

export const say = (id: string, message: InboundWebhooks.Message) =>
  Effect.flatMap(InboundWebhooks.InboundWebhooks, (inbound) => inbound.receive(id, message))

/** Whatever is under way at the provider and due now is done. */
export const settle = Effect.zipRight(runJobs, runJobs)

/** What the provider has given back of a payment, in minor units. */
export const givenBack = (paymentId: string) =>
  Effect.map(World, ({ provider }) =>
    [...provider.refunds.values()]
      .filter((refund) => refund.paymentId === paymentId && refund.status !== "failed")
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0))

/**
 * All at once, begun in any of several orders. On PostgreSQL one of them stops before the second change, and goes on
 * when another waits for its lock, or all others have overtaken it.
 */
export const race = (
  round: number,
  ...racers: ReadonlyArray<Effect.Effect<unknown, unknown, Services>>
) =>
  Effect.gen(function*() {
    const { dialect, faults } = yield* World
    const turned = racers.map((_, i) => (i + round) % racers.length)
    const order = round % 2 === 0 ? turned : turned.toReversed()
    let ended = 0
    const running = Effect.all(
      order.map((i) => Effect.ensuring(Effect.exit(racers[i]!), Effect.sync(() => void ended++))),
      { concurrency: "unbounded" }
    )
    const inTurn = (exits: ReadonlyArray<Exit.Exit<unknown, unknown>>) => racers.map((_, i) => exits[order.indexOf(i)]!)
    if (dialect === "sqlite") return inTurn(yield* running)
    const [stopped, open] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    let changes = 0
    faults.checkpoint = (text) =>
      /^\s*(INSERT|UPDATE|DELETE)/.test(text) && ++changes === 2
        ? { wait: Effect.zipRight(Deferred.succeed(stopped, undefined), Deferred.await(open)) }
        : undefined
    const fiber = yield* Effect.fork(running)
    yield* Effect.raceFirst(
      Deferred.await(stopped),
      Effect.zipRight(Fiber.await(fiber), Effect.dieMessage("nobody has come to a second change"))
    )
    const areOvertaking = until(Effect.sync(() => ended === racers.length - 1), "all others are done")
    yield* Effect.ensuring(Effect.raceFirst(untilBlocked, areOvertaking), Deferred.succeed(open, undefined))
    faults.checkpoint = () => undefined
    return inTurn(yield* Fiber.join(fiber))
  })

/** The tag of what was refused; nothing where it was done. */
export const refusal = (exit: Exit.Exit<unknown, unknown>): string | undefined =>
  Exit.match(exit, {
    onSuccess: () => undefined,
    onFailure: (cause) =>
      cause._tag === "Fail" ? (cause.error as { readonly _tag: string })._tag : `defect: ${String(cause)}`
  })
