/**
 * Where ACP is served: one list of methods and paths with what answers them.
 *
 * Checkout sessions have two addresses with one set of handlers: under `/acp` as the protocol has it, and under the
 * shop's own `/api/checkout/sessions`, which answers 200 and may be called without the protocol's headers.
 */
import { Catalog } from "@beauty-store/commerce/catalog/Catalog"
import { DraftNotFound } from "@beauty-store/commerce/checkout/DraftState"
import type { DraftView } from "@beauty-store/commerce/checkout/DraftView"
import { PurchaseDrafts } from "@beauty-store/commerce/checkout/PurchaseDrafts"
import { Orders } from "@beauty-store/commerce/orders/Orders"
import { PaymentProvider } from "@beauty-store/commerce/payment/PaymentProvider"
import { PaymentVault } from "@beauty-store/commerce/payment/PaymentVault"
import { Policy } from "@beauty-store/commerce/Policy"
import { DraftId, OrderId } from "@beauty-store/domain/Ids"
import * as Draft from "@beauty-store/domain/PurchaseDraft"
import { StoreSecret } from "@beauty-store/kernel/Secrets"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import { HttpPolicy } from "../HttpPolicy.ts"
import { buyer, type Caller, holder, orderReader } from "../pipeline/Authentication.ts"
import { answered, type RequestServices } from "../pipeline/Operations.ts"
import * as Responses from "../pipeline/Responses.ts"
import * as AcpOperations from "./AcpOperations.ts"
import * as DelegatedPayment from "./DelegatedPayment.ts"
import * as Discovery from "./Discovery.ts"
import * as Errors from "./Errors.ts"
import * as Feed from "./Feed.ts"
import { authenticationOf, handlerId, handlerOf, tokenizedCard } from "./Handlers.ts"
import { order } from "./Orders.ts"
import * as Protocol from "./Protocol.ts"
import * as Requests from "./Requests.ts"
import * as Views from "./Views.ts"

type Services = Catalog | PurchaseDrafts | Orders | PaymentProvider | PaymentVault | StoreSecret

interface Route {
  readonly method: "GET" | "POST" | "PUT"
  readonly path: `/${string}`
  /** As the protocol names it, and in a few words. */
  readonly operationId: string
  readonly summary: string
  readonly serve: AcpOperations.Served<Services | RequestServices>
}

const shop: Effect.Effect<Views.Shop, never, PaymentProvider> = Effect.gen(function*() {
  const policy = yield* Policy
  const { name } = yield* PaymentProvider
  return {
    baseUrl: policy.baseUrl,
    handler: handlerOf(policy, name, (yield* HttpPolicy).demo),
    authentication: authenticationOf(policy)
  }
})

/** An item that there is not is pointed at where it was named. */
const naming =
  (items: Requests.Items | undefined) => <A, E extends Responses.Tagged, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.mapError(effect, (error) =>
      error._tag === "ProductNotFound" && "productId" in error && items !== undefined
        ? new Errors.Refused({
          code: "invalid_item_id",
          param: Requests.itemPath(items, String(error.productId)),
          words: `The item ID ${JSON.stringify(error.productId)} does not exist.`
        })
        : error)

/** A session as it stands, with the order that it became. */
const told = Effect.fnUntraced(function*(caller: Caller, view: DraftView) {
  const { history } = yield* Orders
  const became = view.orderId === undefined
    ? undefined
    : order(
      yield* Policy,
      yield* Effect.catchTag(history(caller.principal, view.orderId), "OrderNotFound", Effect.die)
    )
  return Views.session(view, yield* shop, became)
})

const sessionId = ({ parameters }: AcpOperations.Asked<unknown>) => DraftId.claimed.make(parameters["sessionId"] ?? "")

/** The operations of checkout sessions at a place. */
const sessionsAt = (place: AcpOperations.Place, root: `/${string}`): ReadonlyArray<Route> => [
  {
    method: "POST",
    path: root,
    operationId: "createCheckoutSession",
    summary: "Create a checkout session",
    serve: AcpOperations.change(
      place,
      { access: buyer, payload: Requests.CreateSession, status: 201 },
      Effect.fnUntraced(function*({ caller, payload }) {
        const beginning = yield* Requests.beginningOf(payload, tokenizedCard)
        const drafts = yield* PurchaseDrafts
        return yield* told(
          caller,
          yield* naming(payload.line_items)(drafts.create(caller.owner, "checkout", beginning))
        )
      })
    )
  },
  {
    method: "GET",
    path: `${root}/:sessionId`,
    operationId: "getCheckoutSession",
    summary: "A checkout session as it stands",
    serve: AcpOperations.read(
      place,
      buyer,
      Effect.fnUntraced(function*(asked) {
        const drafts = yield* PurchaseDrafts
        return yield* told(asked.caller, yield* drafts.view(asked.caller.owner, "checkout", sessionId(asked)))
      })
    )
  },
  {
    method: "POST",
    path: `${root}/:sessionId`,
    operationId: "updateCheckoutSession",
    summary: "Change a checkout session",
    serve: AcpOperations.change(
      place,
      { access: buyer, payload: Requests.UpdateSession, status: 200 },
      Effect.fnUntraced(function*(asked) {
        const { caller, payload } = asked
        const changes = yield* Requests.changesOf(payload)
        const drafts = yield* PurchaseDrafts
        return yield* told(
          caller,
          yield* naming(payload.line_items)(drafts.revise(caller.owner, "checkout", sessionId(asked), changes))
        )
      })
    )
  },
  {
    method: "POST",
    path: `${root}/:sessionId/complete`,
    operationId: "completeCheckoutSession",
    summary: "Pay a checkout session by a delegated token",
    serve: AcpOperations.changeWithProvider(
      place,
      { access: holder("orders:delegate"), payload: Requests.CompleteSession, status: 200 },
      {
        begin: Effect.fnUntraced(function*(asked) {
          const completion = yield* Requests.completionOf(asked.payload, handlerId)
          const drafts = yield* PurchaseDrafts
          const begun = yield* drafts.completion.begin(asked.caller.owner, sessionId(asked), completion)
          return begun._tag === "Charging"
            ? Either.right(begun.chargeId)
            : Either.left(yield* told(asked.caller, begun.view))
        }),
        finish: Effect.fnUntraced(function*(chargeId, { caller }) {
          const drafts = yield* PurchaseDrafts
          return yield* told(caller, yield* drafts.completion.finish(chargeId))
        })
      }
    )
  },
  {
    method: "POST",
    path: `${root}/:sessionId/cancel`,
    operationId: "cancelCheckoutSession",
    summary: "Call a checkout session off",
    serve: AcpOperations.change(
      place,
      { access: buyer, payload: Requests.Cancel, status: 200 },
      Effect.fnUntraced(function*(asked) {
        const drafts = yield* PurchaseDrafts
        return yield* told(asked.caller, yield* drafts.cancel(asked.caller.owner, "checkout", sessionId(asked)))
      })
    )
  }
]

const strictly: AcpOperations.Place = { strict: true }

const cartId = ({ parameters }: AcpOperations.Asked<unknown>) => DraftId.claimed.make(parameters["cartId"] ?? "")

const toldCart = (view: DraftView) => Effect.map(shop, (shop) => Views.cart(view, shop))

/** A cart that was given up, or whose time ran out, is none. */
const orGone = <A, E extends Responses.Tagged, R>(
  asked: AcpOperations.Asked<unknown>,
  effect: Effect.Effect<A, E, R>
) =>
  Effect.mapError(
    effect,
    (error) => error._tag === "DraftClosed" ? new DraftNotFound({ draftId: cartId(asked) }) : error
  )

const carts: ReadonlyArray<Route> = [
  {
    method: "POST",
    path: "/acp/carts",
    operationId: "createCart",
    summary: "Make a cart",
    serve: AcpOperations.change(
      strictly,
      { access: buyer, payload: Requests.Cart, status: 201 },
      Effect.fnUntraced(function*({ caller, payload }) {
        const changes = yield* Requests.changesOf(payload)
        const drafts = yield* PurchaseDrafts
        const beginning = { ...changes, authenticates: false, paysByToken: false }
        return yield* toldCart(yield* naming(payload.line_items)(drafts.create(caller.owner, "cart", beginning)))
      })
    )
  },
  {
    method: "GET",
    path: "/acp/carts/:cartId",
    operationId: "getCart",
    summary: "A cart as it stands",
    serve: AcpOperations.read(
      strictly,
      buyer,
      Effect.fnUntraced(function*(asked) {
        const drafts = yield* PurchaseDrafts
        const view = yield* drafts.view(asked.caller.owner, "cart", cartId(asked))
        if (Draft.isFinal(view.status)) return yield* new DraftNotFound({ draftId: cartId(asked) })
        return yield* toldCart(view)
      })
    )
  },
  {
    method: "PUT",
    path: "/acp/carts/:cartId",
    operationId: "updateCart",
    summary: "Replace what is in a cart",
    serve: AcpOperations.change(
      strictly,
      { access: buyer, payload: Requests.Cart, status: 200 },
      Effect.fnUntraced(function*(asked) {
        const { caller, payload } = asked
        const changes = yield* Requests.changesOf(payload)
        const drafts = yield* PurchaseDrafts
        return yield* toldCart(
          yield* naming(payload.line_items)(
            orGone(asked, drafts.revise(caller.owner, "cart", cartId(asked), changes))
          )
        )
      })
    )
  },
  {
    method: "POST",
    path: "/acp/carts/:cartId/cancel",
    operationId: "cancelCart",
    summary: "Give a cart up",
    serve: AcpOperations.change(
      strictly,
      { access: buyer, payload: Requests.Cancel, status: 200 },
      Effect.fnUntraced(function*(asked) {
        const drafts = yield* PurchaseDrafts
        return yield* toldCart(yield* orGone(asked, drafts.cancel(asked.caller.owner, "cart", cartId(asked))))
      })
    )
  }
]

const orders: ReadonlyArray<Route> = [
  {
    method: "GET",
    path: "/acp/orders/:orderId",
    operationId: "getOrder",
    summary: "An order with all that happened to it",
    serve: AcpOperations.read(
      strictly,
      orderReader,
      Effect.fnUntraced(function*({ caller, parameters }) {
        const orders = yield* Orders
        const orderId = OrderId.claimed.make(parameters["orderId"] ?? "")
        return order(yield* Policy, yield* orders.history(caller.principal, orderId))
      })
    )
  }
]

/** Where there is a vault among what the store is composed of. */
const delegatedPayment: Route = {
  method: "POST",
  path: Protocol.delegatedPayment,
  operationId: "delegatePayment",
  summary: "Leave a card at the vault for one purchase",
  serve: AcpOperations.changeWithProvider(strictly, DelegatedPayment.mutation, DelegatedPayment)
}

/** What anyone may read. */
const open: ReadonlyArray<Route> = [
  {
    method: "GET",
    path: "/acp/feed/products.jsonl",
    operationId: "getProductFeed",
    summary: "All products, a line each",
    serve: (request) =>
      answered(
        request,
        Effect.map(Feed.current, (feed) => Responses.sendEncoded(feed, request.headers, Feed.mediaType)),
        Errors.print
      )
  },
  {
    method: "GET",
    path: "/.well-known/acp.json",
    operationId: "discover",
    summary: "Where the protocol is spoken, and what of it",
    serve: (request) =>
      Effect.map(Policy, ({ baseUrl }) =>
        Responses.sendPublic(
          {
            status: 200,
            headers: { "content-type": "application/json", "x-content-type-options": "nosniff" },
            body: JSON.stringify(Discovery.document(baseUrl))
          },
          request.headers["if-none-match"],
          Discovery.maxAgeSeconds
        ))
  }
]

/** All of them. */
export const routes: ReadonlyArray<Route> = [
  ...sessionsAt(strictly, `${Protocol.root}/checkout_sessions`),
  ...sessionsAt({ strict: false }, Protocol.sourceRoot),
  ...carts,
  ...orders,
  delegatedPayment,
  ...open
]

export const layer = Layer.effectDiscard(Effect.gen(function*() {
  const router = yield* HttpLayerRouter.HttpRouter
  const context = Context.pick(
    Catalog,
    PurchaseDrafts,
    HttpPolicy,
    Orders,
    PaymentProvider,
    PaymentVault,
    StoreSecret
  )(
    yield* Effect.context<Services | HttpPolicy>()
  )
  for (const { method, path, serve } of routes) {
    yield* router.add(method, path, (request) => Effect.provide(serve(request), context) as never, {
      uninterruptible: method !== "GET"
    })
  }
}))
