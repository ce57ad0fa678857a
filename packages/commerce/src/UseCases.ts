/**
 * The use cases as seen from outside: each call is a span, if somebody collects spans, and each refusal is counted by its
 * reason. The services are wrapped in one place (`Store.layerOver`), so no use case has a line for it; what they call of
 * each other is part of the call.
 *
 * The rule: a span has no personal data. Its attributes are ids, amounts, numbers and statuses by a short list of names,
 * and ids by their form: no email address, name, address, token or capability gets in, because nothing gets in that is
 * not listed. Left out on purpose: `Identity`, whose arguments are credentials, and services inside transactions.
 *
 * Follows docs/specification.md#observation.
 */
import * as Ids from "@beauty-store/domain/Ids"
import { kindOf } from "@beauty-store/domain/Principal"
import * as Metrics from "@beauty-store/kernel/internal/Metrics"
import * as Spans from "@beauty-store/kernel/internal/Spans"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { Receipts } from "./after-sales/Receipts.ts"
import { Refunds } from "./after-sales/Refunds.ts"
import { Returns } from "./after-sales/Returns.ts"
import { Carts } from "./cart/Carts.ts"
import { Catalog } from "./catalog/Catalog.ts"
import { Inventory } from "./catalog/Inventory.ts"
import { Checkout } from "./checkout/Checkout.ts"
import { PurchaseDrafts } from "./checkout/PurchaseDrafts.ts"
import { Fulfilment } from "./orders/Fulfilment.ts"
import { OrderPages } from "./orders/OrderPages.ts"
import { Orders } from "./orders/Orders.ts"
import { InboundWebhooks } from "./partners/InboundWebhooks.ts"
import { Subscriptions } from "./partners/Subscriptions.ts"
import { Reconciliation } from "./reconciliation/Reconciliation.ts"
import { Flags } from "./records/Flags.ts"
import { Delegations } from "./spending/Delegations.ts"
import { StaffTrail } from "./staff/StaffTrail.ts"
import { Support } from "./support/Support.ts"

const refusals = Metrics.counter(
  "store_refusals_total",
  "Use cases that refused, by use case and reason",
  "use_case",
  "reason"
)

/** The attribute for an id, by the prefix of its form. Ids that open something to whoever has them are not listed. */
const idAttributes: Readonly<Record<string, string>> = {
  [Ids.CartId.prefix]: "shop.cart.id",
  [Ids.SessionId.prefix]: "shop.session.id",
  [Ids.DraftId.prefix]: "shop.draft.id",
  [Ids.OrderId.prefix]: "shop.order.id",
  [Ids.PaymentId.prefix]: "shop.payment.id",
  [Ids.ChargeId.prefix]: "shop.charge.id",
  [Ids.DelegationId.prefix]: "shop.delegation.id",
  [Ids.RefundId.prefix]: "shop.refund.id",
  [Ids.ShipmentId.prefix]: "shop.shipment.id",
  [Ids.ReturnId.prefix]: "shop.return.id",
  [Ids.TicketId.prefix]: "shop.ticket.id",
  [Ids.SubscriptionId.prefix]: "shop.subscription.id"
}
const idForm = /^([a-z]+)_[A-Za-z0-9]{10,60}$/

/** The attributes for numbers and words, by the names of fields. */
const fieldAttributes: Readonly<Record<string, string>> = {
  quantity: "shop.quantity",
  totalMinor: "shop.total_minor",
  amountMinor: "shop.amount_minor",
  priceMinor: "shop.price_minor",
  currency: "shop.currency",
  status: "shop.status"
}
/** A currency, or a status: a word of a short list, whatever else a field of that name may have. */
const wordForm = /^[A-Za-z][A-Za-z_-]{0,39}$/
const slugForm = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const fromText = (text: string, attributes: Record<string, string | number>): void => {
  const name = idAttributes[idForm.exec(text)?.[1] ?? ""]
  if (name !== undefined) attributes[name] = text
}

const fromField = (field: string, value: unknown, attributes: Record<string, string | number>): void => {
  if (field === "productId" && typeof value === "string" && slugForm.test(value)) attributes["shop.product.id"] = value
  const name = fieldAttributes[field]
  if (name === undefined) return typeof value === "string" ? fromText(value, attributes) : undefined
  if (typeof value === "number" || (typeof value === "string" && wordForm.test(value))) attributes[name] = value
}

/** What may be said of a value: an id, or the listed fields of an object, no deeper. */
const attributesOf = (value: unknown, attributes: Record<string, string | number>): void => {
  if (typeof value === "string") fromText(value, attributes)
  else if (isObject(value)) { for (const [field, one] of Object.entries(value)) fromField(field, one, attributes) }
}

/** A principal, or the owner that a principal is: only which kind it is. */
const callerKindOf = (value: unknown): string | undefined =>
  !isObject(value)
    ? undefined
    : Array.isArray(value["scopes"]) && typeof value["kind"] === "string"
    ? value["kind"]
    : typeof value["principal"] === "string" && typeof value["shopper"] === "string"
    ? kindOf(value["principal"])
    : undefined

const before = (values: ReadonlyArray<unknown>, names: ReadonlyArray<string>): Spans.Attributes => {
  const attributes: Record<string, string | number> = {}
  for (const [at, value] of values.entries()) {
    const kind = callerKindOf(value)
    if (kind !== undefined) attributes["shop.caller.kind"] = kind
    else if (names[at] !== undefined) fromField(names[at], value, attributes)
    else attributesOf(value, attributes)
  }
  return attributes
}

/** Why an effect ended: the tag of the refusal, where it was one. */
const reasonOf = (cause: Cause.Cause<unknown>): string => {
  const error = Option.getOrUndefined(Cause.failureOption(cause))
  if (isObject(error) && typeof error["_tag"] === "string") return error["_tag"]
  return Cause.isInterruptedOnly(cause) ? "interrupted" : "defect"
}

const after = (exit: Exit.Exit<unknown, unknown>): Spans.Attributes => {
  if (exit._tag === "Failure") return { "shop.outcome": reasonOf(exit.cause) }
  const attributes: Record<string, string | number> = { "shop.outcome": "done" }
  attributesOf(exit.value, attributes)
  return attributes
}

type UseCase = Effect.Effect<unknown, unknown>

/** A call of a use case, seen. `names`: the fields that its arguments are, where their form does not say it. */
const seen = (name: string, values: ReadonlyArray<unknown>, names: ReadonlyArray<string>, useCase: UseCase): UseCase =>
  Spans.around(
    name,
    Effect.catchAllCause(useCase, (cause) => {
      const same = Effect.failCause(cause)
      return Cause.isInterruptedOnly(cause) ? same : Effect.zipRight(refusals.record(1, name, reasonOf(cause)), same)
    }),
    { first: () => before(values, names), last: after }
  )

const isEffect = (value: unknown): value is UseCase =>
  Effect.isEffect(value) && !Option.isOption(value) && !Either.isEither(value)

/** A member of a service: a use case, or a saga's two halves. Anything else stays as it is. */
const memberSeen = (name: string, member: unknown, names: ReadonlyArray<string>): unknown => {
  if (isEffect(member)) return seen(name, [], [], member)
  if (typeof member === "function") {
    return (...values: ReadonlyArray<unknown>) => {
      const outcome: unknown = Reflect.apply(member, undefined, values)
      return isEffect(outcome) ? seen(name, values, names, outcome) : outcome
    }
  }
  return isObject(member) && "begin" in member && "finish" in member ? serviceSeen(name, member, {}) : member
}

type Names = Readonly<Record<string, ReadonlyArray<string>>>

const serviceSeen = (name: string, service: object, names: Names): object =>
  Object.fromEntries(
    Object.entries(service).map(([method, member]) => [
      method,
      memberSeen(`${name}.${method}`, member, names[method] ?? [])
    ])
  )

const line = ["", "productId", "quantity"]

/** The services whose use cases are seen, and the names of arguments that their form does not give away. */
const services = [
  [Carts, "Carts", { add: line, set: line, remove: line, setAttributes: ["", "attributes"] }],
  [Catalog, "Catalog", { product: ["productId"], setPrice: ["productId", "priceMinor"] }],
  [Checkout, "Checkout", {}],
  [Delegations, "Delegations", {}],
  [Flags, "Flags", {}],
  [Fulfilment, "Fulfilment", {}],
  [InboundWebhooks, "InboundWebhooks", {}],
  [Inventory, "Inventory", { status: ["productId"], setOnHand: ["productId", "quantity"] }],
  [OrderPages, "OrderPages", {}],
  [Orders, "Orders", { setAttributes: ["", "attributes"] }],
  [PurchaseDrafts, "PurchaseDrafts", {}],
  [Receipts, "Receipts", {}],
  [Reconciliation, "Reconciliation", {}],
  [Refunds, "Refunds", {}],
  [Returns, "Returns", {}],
  [StaffTrail, "StaffTrail", {}],
  [Subscriptions, "Subscriptions", {}],
  [Support, "Support", {}]
] as const

/**
 * The same services, seen. The types cannot follow a wrapper of every method; the wrapper keeps each method's arguments
 * and outcome, so each service is still what its tag says.
 */
export const context = <Services>(given: Context.Context<Services>): Context.Context<Services> => {
  const map = new Map(given.unsafeMap)
  for (const [tag, name, names] of services) {
    const service: unknown = map.get(tag.key)
    if (isObject(service)) map.set(tag.key, serviceSeen(name, service, names))
  }
  return Context.unsafeMake(map)
}
