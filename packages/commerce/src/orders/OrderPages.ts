/**
 * The page on which a person follows an order: its address is a capability, which lets its holder do what the buyer may
 * with this order. Its token is a keyed mark, and it can be revoked for good. A form that
 * is sent twice acts once. Follows docs/specification.md#order-page, docs/specification.md#capability-urls.
 *
 * @since 1.0.0
 */
import { foldEmail } from "@beauty-store/domain/Address"
import type { Day } from "@beauty-store/domain/Days"
import { type Claimed, OrderId, OrderPageId, type ReturnId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import { Language } from "@beauty-store/domain/Language"
import { type OrderNotCancellable, OrderNotFound } from "@beauty-store/domain/Order"
import type { OrderNotPaid } from "@beauty-store/domain/Receipt"
import { bodyOf, isReferenceNumber, type ReferenceNumber } from "@beauty-store/domain/ReferenceNumber"
import * as ReturnRules from "@beauty-store/domain/Return"
import { Entropy, idsFrom } from "@beauty-store/sql/Entropy"
import * as Query from "@beauty-store/sql/Query"
import { equal, hash, isMark, mark, sign, StoreSecret, unsign } from "@beauty-store/sql/Secrets"
import { type StoreUnavailable, Transactions } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Receipts, type ReceiptView } from "../after-sales/Receipts.ts"
import { Returns, type ReturnView } from "../after-sales/Returns.ts"
import type { RefusedByShop } from "../events/Reactions.ts"
import type { Principal } from "../identity/Identity.ts"
import { Policy } from "../Policy.ts"
import * as OrderRecords from "../records/OrderRecords.ts"
import * as SessionRecords from "../records/SessionRecords.ts"
import { Delegations } from "../spending/Delegations.ts"
import * as UseCase from "../UseCase.ts"
import { Orders, type OrderView } from "./Orders.ts"

/** There is no page with this token, or no longer. */
export class OrderPageNotFound extends Schema.TaggedError<OrderPageNotFound>()("OrderPageNotFound", {}) {}

export interface OrderPageView {
  readonly order: OrderView
  /** Oldest first. */
  readonly returns: ReadonlyArray<ReturnView>
  readonly returnable: ReadonlyArray<ReturnRules.Returnable>
  /** What is left of the payment: no return gives back more, whatever its goods are worth. */
  readonly leftMinor: number
  /** The payment page's address, where the order can still be paid. */
  readonly paymentUrl: string | undefined
  /** Until when it can be paid there, and its goods are kept; undefined without an address. */
  readonly payableUntil: number | undefined
  /** The token of the page of the permission by which an agent paid it, if one did. */
  readonly permission: string | undefined
}

type Missing = OrderPageNotFound | StoreUnavailable

export class OrderPages extends Context.Tag("@beauty-store/commerce/OrderPages")<OrderPages, {
  /** The token of an order's page, made at the first request; undefined where it was revoked. */
  readonly open: (orderId: OrderId) => Effect.Effect<string | undefined, StoreUnavailable>
  /**
   * The token of an order's page, by both its number (or its id) and the email address of the order; undefined where
   * either is wrong, and the result does not tell which.
   */
  readonly find: (
    order: Claimed<OrderId> | ReferenceNumber,
    email: string
  ) => Effect.Effect<string | undefined, StoreUnavailable>
  /**
   * An address for the order's owner, which leads to the page without the email address: a capability, like the page's
   * own. It is computed from the order's id alone.
   */
  readonly linkOf: (orderId: OrderId) => string
  /** The token of an order's page, by the key of that address; undefined where the key is wrong, or the page was revoked. */
  readonly follow: (orderId: Claimed<OrderId>, key: string) => Effect.Effect<string | undefined, StoreUnavailable>
  /** The order and the possible actions, as the page shows them. */
  readonly view: (token: string) => Effect.Effect<OrderPageView, Missing>
  /** The language of the order of a page. */
  readonly language: (token: string) => Effect.Effect<Language, Missing>
  /** Revokes a page: from now on its address leads nowhere. */
  readonly revoke: (token: string) => Effect.Effect<void, Missing>
  readonly receipt: (
    token: string
  ) => Effect.Effect<ReceiptView, Missing | OrderNotPaid>
  readonly cancel: (token: string) => Effect.Effect<void, Missing | OrderNotCancellable | RefusedByShop>
  /**
   * Registers a return of units, unless the order has a newer one than `after`. If that is the only newer one and is of
   * just these units, it was asked for twice, and it is the result; any other the person has not seen: undefined.
   */
  readonly requestReturn: (
    token: string,
    after: string | undefined,
    items: ReadonlyArray<ReturnRules.RequestItem>
  ) => Effect.Effect<ReturnView | undefined, InvalidInput | Missing | ReturnRules.RequestRefusal | RefusedByShop>
  /** Until when the units of a return could be returned another time, if it were called off; undefined: not any more. */
  readonly returnableAgain: (
    token: string,
    returnId: Claimed<ReturnId>
  ) => Effect.Effect<Day | undefined, Missing>
  readonly cancelReturn: (
    token: string,
    returnId: Claimed<ReturnId>
  ) => Effect.Effect<void, Missing | ReturnRules.ReturnNotFound | ReturnRules.ReturnNotCancellable | RefusedByShop>
}>() {}

const Row = Schema.Struct({
  id: OrderPageId,
  order_id: OrderId,
  principal: Schema.String,
  language: Language,
  revoked_at: Schema.NullOr(Query.Int)
})
const columns = "p.id, p.order_id, o.principal, o.language, p.revoked_at"
const byId = Query.first(Row)<[id: Claimed<OrderPageId>]>(
  `SELECT ${columns} FROM order_page p JOIN orders o ON o.id = p.order_id WHERE p.id = ?`
)
const byOrder = Query.first(Row)<[orderId: OrderId]>(
  `SELECT ${columns} FROM order_page p JOIN orders o ON o.id = p.order_id WHERE p.order_id = ?`
)
const insert = Query.insert(
  "order_page",
  ["id", "order_id", "token_hash", "created_at"],
  "ON CONFLICT (order_id) DO NOTHING"
)
const setRevoked = Query.change<[at: number, id: OrderPageId]>(
  "UPDATE order_page SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL"
)

const purpose = "order page"
const linkPurpose = "order page link"

const dependencies = Effect.all({
  transactions: Transactions,
  secret: StoreSecret,
  baseUrl: Effect.map(Policy, ({ baseUrl }) => baseUrl),
  entropy: Entropy,
  orders: Orders,
  returns: Returns,
  receipts: Receipts,
  delegations: Delegations
})
type Dependencies = Effect.Effect.Success<typeof dependencies>

const open = ({ entropy, secret, transactions }: Dependencies) =>
  Effect.fnUntraced(function*(orderId: OrderId) {
    let row = Option.getOrUndefined(yield* byOrder(orderId))
    if (row === undefined) {
      const id = yield* idsFrom(entropy)(OrderPageId)
      yield* insert({
        id,
        order_id: orderId,
        // For programs from before, which compare it: the mark alone is proof.
        token_hash: hash(sign(secret, purpose, id)),
        created_at: yield* Clock.currentTimeMillis
      })
      row = Option.getOrThrow(yield* byOrder(orderId))
    }
    return row.revoked_at === null ? sign(secret, purpose, row.id) : undefined
  }, transactions.write)

const find = (deps: Dependencies) => {
  const openPage = open(deps)
  return Effect.fnUntraced(function*(named: Claimed<OrderId> | ReferenceNumber, email: string) {
    const order = Option.getOrUndefined(
      yield* isReferenceNumber(named) ? OrderRecords.byNumber(bodyOf(named)) : Effect.option(OrderRecords.find(named))
    )
    const known = order === undefined ? "" : foldEmail(order.email)
    return order !== undefined && known !== "" && equal(known, foldEmail(email)) ? yield* openPage(order.id) : undefined
  }, deps.transactions.write)
}

const follow = (deps: Dependencies) => {
  const openPage = open(deps)
  return Effect.fnUntraced(function*(orderId: Claimed<OrderId>, key: string) {
    if (!isMark(deps.secret, linkPurpose, orderId, key)) return undefined
    const order = Option.getOrUndefined(yield* Effect.option(OrderRecords.find(orderId)))
    return order === undefined ? undefined : yield* openPage(order.id)
  }, deps.transactions.write)
}

/** The order of a token, and its buyer, in whose name the page acts. */
const resolve = Effect.fnUntraced(function*({ secret }: Dependencies, token: string) {
  const row = Option.getOrUndefined(yield* byId(OrderPageId.claimed.make(unsign(secret, purpose, token) ?? "")))
  if (row === undefined || row.revoked_at !== null) return yield* new OrderPageNotFound()
  const buyer: Principal = { kind: "shopper", id: row.principal, scopes: ["shop"] }
  return { pageId: row.id, orderId: row.order_id, language: row.language, buyer }
})

/** The order of a page exists: where it is not found, neither is the page. */
const existing = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, Exclude<E, OrderNotFound> | OrderPageNotFound, R> =>
  Effect.mapError(
    effect,
    (error) => error instanceof OrderNotFound ? new OrderPageNotFound() : error as Exclude<E, OrderNotFound>
  )

const view = (deps: Dependencies) =>
  Effect.fnUntraced(function*(token: string) {
    const { orders, returns } = deps
    const { buyer, orderId } = yield* resolve(deps, token)
    const order = yield* orders.view(buyer, orderId)
    const session = order.status === "pending"
      ? Option.getOrUndefined(yield* SessionRecords.liveOfOrder(orderId))
      : undefined
    // The provider closes the page at that moment, and the order ends soon after.
    const isPayable = session?.phase === "open" && session.url !== null
      && (yield* Clock.currentTimeMillis) < session.expires_at
    return {
      order,
      returns: yield* Effect.forEach(order.returns, ({ returnId }) => Effect.orDie(returns.view(buyer, returnId))),
      returnable: yield* returns.returnable(buyer, orderId),
      leftMinor: yield* SessionRecords.leftMinorOf(orderId),
      permission: yield* deps.delegations.permissionOf(orderId),
      paymentUrl: isPayable ? session.url : undefined,
      payableUntil: isPayable ? session.expires_at : undefined
    }
  }, (viewing) => deps.transactions.read(existing(viewing)))

const revoke = (deps: Dependencies) =>
  Effect.fnUntraced(function*(token: string) {
    const { pageId } = yield* resolve(deps, token)
    yield* setRevoked(yield* Clock.currentTimeMillis, pageId)
  }, deps.transactions.write)

const receipt = (deps: Dependencies) => (token: string) =>
  deps.transactions.read(
    existing(Effect.flatMap(resolve(deps, token), ({ buyer, orderId }) => deps.receipts.view(buyer, orderId)))
  )

const cancel = (deps: Dependencies) => (token: string) =>
  deps.transactions.write(existing(
    Effect.flatMap(
      resolve(deps, token),
      ({ buyer, orderId }) =>
        Effect.catchTag(deps.orders.cancel(buyer, orderId, "by the buyer, on the page"), "InvalidInput", Effect.die)
    )
  ))

/** Whether a return is of just these units, each as it was described. */
const isOf = ({ items }: ReturnView, asked: ReadonlyArray<ReturnRules.RequestItem>): boolean => {
  const products = ReturnRules.byProduct(items)
  return products.length === asked.length &&
    asked.every(({ condition, productId, quantity, reason }) =>
      products.some(({ lines, quantity: units }) =>
        units === quantity
        && lines.every((line) => line.productId === productId && line.condition === condition && line.reason === reason)
      )
    )
}

const requestReturn = (deps: Dependencies) =>
  Effect.fnUntraced(
    function*(token: string, after: string | undefined, items: ReadonlyArray<ReturnRules.RequestItem>) {
      const { buyer, orderId } = yield* resolve(deps, token)
      yield* OrderRecords.lock(orderId)
      const { returns: known } = yield* deps.orders.view(buyer, orderId)
      const newest = known.at(-1)?.returnId
      if (newest === after) return yield* deps.returns.request(buyer, orderId, items)
      if (newest === undefined || known.at(-2)?.returnId !== after) return undefined
      const made = yield* Effect.orDie(deps.returns.view(buyer, newest))
      return isOf(made, items) ? made : undefined
    },
    (requesting) => deps.transactions.write(existing(requesting))
  )

const returnableAgain = (deps: Dependencies) =>
  Effect.fnUntraced(function*(token: string, returnId: Claimed<ReturnId>) {
    const { buyer } = yield* resolve(deps, token)
    return yield* Effect.catchTag(
      deps.returns.returnableAgain(buyer, returnId),
      "ReturnNotFound",
      () => Effect.succeed(undefined)
    )
  }, deps.transactions.read)

const cancelReturn = (deps: Dependencies) =>
  Effect.fnUntraced(function*(token: string, returnId: Claimed<ReturnId>) {
    const { buyer, orderId } = yield* resolve(deps, token)
    const found = yield* deps.returns.view(buyer, returnId)
    // The buyer's return, but of another order: this page does not show it.
    if (found.orderId !== orderId) return yield* new ReturnRules.ReturnNotFound({ returnId })
    yield* deps.returns.cancel(buyer, returnId)
  }, deps.transactions.write)

export const layer: Layer.Layer<
  OrderPages,
  never,
  Transactions | StoreSecret | Entropy | Orders | Returns | Receipts | Delegations | Policy
> = Layer.effect(
  OrderPages,
  Effect.map(dependencies, (deps) => ({
    open: UseCase.named("OrderPages.open", open(deps), { given: (orderId) => ({ orderId }) }),
    find: UseCase.named("OrderPages.find", find(deps)),
    linkOf: (orderId) => `${deps.baseUrl}/orders/find/${orderId}?key=${mark(deps.secret, linkPurpose, orderId)}`,
    follow: UseCase.named("OrderPages.follow", follow(deps), { given: (orderId) => ({ orderId }) }),
    view: UseCase.named("OrderPages.view", view(deps), { found: ({ order }) => UseCase.order(order) }),
    language: UseCase.named(
      "OrderPages.language",
      (token: string) => deps.transactions.read(Effect.map(resolve(deps, token), ({ language }) => language))
    ),
    revoke: UseCase.named("OrderPages.revoke", revoke(deps)),
    receipt: UseCase.named("OrderPages.receipt", receipt(deps)),
    cancel: UseCase.named("OrderPages.cancel", cancel(deps)),
    requestReturn: UseCase.named("OrderPages.requestReturn", requestReturn(deps)),
    returnableAgain: UseCase.named("OrderPages.returnableAgain", returnableAgain(deps), {
      given: (_token, returnId) => ({ returnId })
    }),
    cancelReturn: UseCase.named("OrderPages.cancelReturn", cancelReturn(deps), {
      given: (_token, returnId) => ({ returnId })
    })
  }))
)
