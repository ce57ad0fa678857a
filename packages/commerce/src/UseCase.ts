/**
 * Names a use case for those who look from outside: each call is a span, if somebody collects spans, and each refusal
 * is counted by its reason. A span has only facts of a short list, each by its form: no personal data gets in.
 * `Identity` has no names: its arguments are credentials. Follows docs/specification.md#observation.
 */
import * as Ids from "@beauty-store/domain/Ids"
import { Currency } from "@beauty-store/domain/Money"
import { kindOf, type Owner, type Principal } from "@beauty-store/domain/Principal"
import * as Metrics from "@beauty-store/sql/Metrics"
import * as Spans from "@beauty-store/sql/Spans"
import { Transaction } from "@beauty-store/sql/Transactions"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as FiberRef from "effect/FiberRef"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const refusals = Metrics.counter(
  "store_refusals_total",
  "Use cases that refused, by use case and reason",
  "use_case",
  "reason"
)

/** A word of a short list, whatever else a field of that name may have. */
const isWord = (value: unknown): boolean => typeof value === "string" && /^[A-Za-z][A-Za-z_-]{0,39}$/.test(value)
const isNumber = (value: unknown): boolean => typeof value === "number"

/** What may be said: the attribute of each fact, and its form. Ids that open something to whoever has them are not here. */
const attributes = {
  cartId: ["shop.cart.id", Schema.is(Ids.CartId)],
  sessionId: ["shop.session.id", Schema.is(Ids.SessionId)],
  draftId: ["shop.draft.id", Schema.is(Ids.DraftId)],
  orderId: ["shop.order.id", Schema.is(Ids.OrderId)],
  paymentId: ["shop.payment.id", Schema.is(Ids.PaymentId)],
  chargeId: ["shop.charge.id", Schema.is(Ids.ChargeId)],
  delegationId: ["shop.delegation.id", Schema.is(Ids.DelegationId)],
  refundId: ["shop.refund.id", Schema.is(Ids.RefundId)],
  shipmentId: ["shop.shipment.id", Schema.is(Ids.ShipmentId)],
  returnId: ["shop.return.id", Schema.is(Ids.ReturnId)],
  ticketId: ["shop.ticket.id", Schema.is(Ids.TicketId)],
  subscriptionId: ["shop.subscription.id", Schema.is(Ids.SubscriptionId)],
  productId: ["shop.product.id", Schema.is(Ids.ProductId)],
  quantity: ["shop.quantity", isNumber],
  totalMinor: ["shop.total_minor", isNumber],
  amountMinor: ["shop.amount_minor", isNumber],
  priceMinor: ["shop.price_minor", isNumber],
  currency: ["shop.currency", Schema.is(Currency)],
  status: ["shop.status", isWord]
} as const satisfies Readonly<Record<string, readonly [name: string, holds: (value: unknown) => boolean]>>

/** The facts that a use case gives; more of an object than is listed is not said. */
export type Facts =
  & { readonly [name in keyof typeof attributes]?: string | number | null | undefined }
  & { readonly caller?: Principal | Owner | undefined }

const attributesOf = (facts: Facts): Record<string, string | number> => {
  const said: Record<string, string | number> = {}
  for (const [fact, [name, holds]] of Object.entries(attributes)) {
    const value = facts[fact as keyof typeof attributes]
    if (value !== null && value !== undefined && holds(value)) said[name] = value
  }
  const { caller } = facts
  if (caller !== undefined) said["shop.caller.kind"] = "principal" in caller ? kindOf(caller.principal) : caller.kind
  return said
}

/** Why an effect ended: the tag of the refusal, where it was one. */
const reasonOf = (cause: Cause.Cause<unknown>): string => {
  const error = Option.getOrUndefined(Cause.failureOption(cause))
  if (typeof error === "object" && error !== null && "_tag" in error) return String(error._tag)
  return Cause.isInterruptedOnly(cause) ? "interrupted" : "defect"
}

/** Whether a use case is running already. */
class IsInside extends Context.Tag("@beauty-store/commerce/UseCase/IsInside")<IsInside, true>() {}

/** What spans say of a use case: of its arguments, and of what it returns. */
export interface Said<Args extends ReadonlyArray<unknown>, A> {
  readonly given?: (...args: Args) => Facts
  readonly found?: (result: A) => Facts
}

/** A use case is undone as a whole where it fails, also one of several transactions, in a transaction that undoes parts. */
const inOnePart = <A, E, R>(
  outside: Context.Context<never>,
  useCase: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> => {
  const transaction = Option.getOrUndefined(Context.getOption(outside, Transaction))
  return transaction?.saves === true ? transaction.join(useCase) : useCase
}

/** The same use case, under its name. */
export const named = <Args extends ReadonlyArray<unknown>, A, E, R>(
  name: string,
  run: (...args: Args) => Effect.Effect<A, E, R>,
  { found, given }: Said<Args, A> = {}
) => {
  const count = (cause: Cause.Cause<E>): Effect.Effect<never, E> => {
    const same = Effect.failCause(cause)
    return Cause.isInterruptedOnly(cause) ? same : Effect.zipRight(refusals.record(1, name, reasonOf(cause)), same)
  }
  const last = (exit: Exit.Exit<A, E>): Spans.Attributes =>
    exit._tag === "Failure"
      ? { "shop.outcome": reasonOf(exit.cause) }
      : { "shop.outcome": "done", ...(found === undefined ? {} : attributesOf(found(exit.value))) }
  return (...args: Args): Effect.Effect<A, E, R> =>
    Effect.withFiberRuntime((fiber) => {
      const outside = fiber.currentContext
      const useCase = inOnePart(outside, run(...args))
      if (Option.isSome(Context.getOption(outside, IsInside))) return useCase
      const first = () => given === undefined ? {} : attributesOf(given(...args))
      // `Effect.provideService` would cost half as much again. A fiber that is interrupted here keeps the mark, and
      // ends.
      const leave = FiberRef.set(FiberRef.currentContext, outside)
      return Effect.zipRight(
        FiberRef.set(FiberRef.currentContext, Context.add(outside, IsInside, true)),
        Effect.matchCauseEffect(Spans.around(name, useCase, { first, last }), {
          onFailure: (cause) => Effect.zipRight(leave, count(cause)),
          onSuccess: (result) => Effect.as(leave, result)
        })
      )
    })
}

/** The facts of an order as it is viewed. */
export const order = (
  { currency, id, status, totalMinor }: {
    readonly id: string
    readonly status: string
    readonly totalMinor: number
    readonly currency: string
  }
): Facts => ({ orderId: id, status, totalMinor, currency })
