/** The handlers of the group `orders` (docs/specification.md#orders, docs/specification.md#charges). */
import { Receipts } from "@beauty-store/commerce/after-sales/Receipts"
import { Checkout } from "@beauty-store/commerce/checkout/Checkout"
import { PaymentDeclined } from "@beauty-store/commerce/internal/checkout/ChargedCheckout"
import { Fulfilment } from "@beauty-store/commerce/orders/Fulfilment"
import { OrderPages } from "@beauty-store/commerce/orders/OrderPages"
import { Orders, type OrderView } from "@beauty-store/commerce/orders/Orders"
import { Policy } from "@beauty-store/commerce/Policy"
import * as Strategies from "@beauty-store/commerce/Strategies"
import { backToOrder, policy as receiptPolicy, receiptHtml } from "@beauty-store/documents/ReceiptHtml"
import * as AddressForm from "@beauty-store/domain/AddressForm"
import { OrderId } from "@beauty-store/domain/Ids"
import type { Principal } from "@beauty-store/domain/Principal"
import { methodIdsOf } from "@beauty-store/domain/Shipping"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import { flow } from "effect/Function"
import { receiptTypes } from "../contract/Api.ts"
import { units } from "../contract/Cost.ts"
import * as ReceiptSchemas from "../contract/ReceiptSchemas.ts"
import type { Caller } from "../contract/Security.ts"
import * as ShippingSchemas from "../contract/ShippingSchemas.ts"
import { preferredType } from "../pipeline/Accept.ts"
import { holder, orderChanger, orderReader } from "../pipeline/Authentication.ts"
import { basePathOf } from "../pipeline/BasePath.ts"
import * as Operations from "../pipeline/Operations.ts"
import { PdfDrawing } from "../pipeline/PdfDrawing.ts"
import * as RateLimiter from "../pipeline/RateLimiter.ts"
import { languageFor } from "../pipeline/RequestLanguage.ts"
import * as Responses from "../pipeline/Responses.ts"
import { type HandlersOf, operation } from "./StoreOperations.ts"
import * as Views from "./Views.ts"

const services = Effect.all({
  basePath: Effect.map(Policy, ({ baseUrl }) => basePathOf(baseUrl)),
  checkout: Checkout,
  currency: Effect.map(Policy, ({ currency }) => currency),
  fulfilment: Fulfilment,
  methods: Effect.map(Strategies.Shipping, methodIdsOf),
  orders: Orders,
  pages: OrderPages,
  pdfs: PdfDrawing,
  receipts: Receipts
})
type Services = Effect.Effect.Success<typeof services>

const staff = holder("orders:write")
const delegate = holder("orders:delegate")

const list = ({ orders }: Services) =>
  Operations.view(operation("orders", "list"), orderReader, ({ caller, urlParams }) => {
    const { cursor, limit = 20, ...filters } = urlParams
    // Most ask for their own, all of them: by statements that are prepared for that.
    const isPlain = caller.principal.kind !== "staff" && Object.keys(filters).length === 0
    return Effect.map(
      isPlain ? orders.list(caller.owner, { limit, cursor }) : orders.search(caller, { ...filters, cursor, limit }),
      (page) => Views.page(page, Views.orderSummary)
    )
  })

/** An order as a caller sees it: staff do not get what lets its owner act, and nobody gets what leads nowhere any more. */
const shownTo = ({ pages }: Services, { kind }: Principal) => (view: OrderView) =>
  Views.order(view, kind === "staff" || view.isPageClosed ? undefined : pages.linkOf(view.id))

const isOwner = ({ principal: { kind } }: Caller) => kind !== "staff"

const place = (services: Services) => {
  const { checkout, currency, methods, orders } = services
  const placing = Operations.saga(operation("orders", "place"), delegate, {
    begin: ({ caller, payload, request }) =>
      checkout.charged.begin({
        owner: caller.owner,
        email: payload.email,
        address: Views.addressOf(payload.shipping),
        billing: payload.billing && Views.addressOf(payload.billing),
        method: payload.shippingMethod,
        language: languageFor(payload, request),
        expectedTotalMinor: Views.minorOf(payload.expectedTotal, currency),
        delegationId: payload.delegation
      }),
    finish: (chargeId, { caller }) =>
      checkout.charged.finish(chargeId).pipe(
        // There is no person who could authenticate to their bank.
        Effect.catchTag(
          "PaymentNotAuthenticated",
          () => new PaymentDeclined({ declineCode: "authentication_required" })
        ),
        // It was placed in this principal's name a moment ago.
        Effect.flatMap(({ orderId }) =>
          Effect.catchTag(orders.view(caller.principal, orderId), "OrderNotFound", Effect.die)
        ),
        Effect.map(shownTo(services, caller.principal))
      )
  }, { sealed: () => true })
  return {
    ...placing,
    handle: flow(
      placing.handle,
      Effect.provideService(ShippingSchemas.AddressReader, AddressForm),
      Effect.provideService(ShippingSchemas.ShippingMethods, methods)
    )
  }
}

const order = (services: Services) =>
  Operations.view(
    operation("orders", "order"),
    orderReader,
    ({ caller, path }) =>
      Effect.map(services.orders.view(caller.principal, path.orderId), shownTo(services, caller.principal))
  )

/** Whether an order has no payment that counts: the provider may still have a page for it. */
const isUnpaid = ({ payment }: OrderView) => payment.status === "unpaid" || payment.status === "processing"

/** Cancels first; then the payment page of an unpaid order is closed, if the provider responds in time. */
const cancel = (services: Services) => {
  const { checkout, orders } = services
  return Operations.saga(operation("orders", "cancel"), orderChanger, {
    begin: ({ caller, path, payload }) =>
      Effect.map(
        orders.cancel(caller.principal, path.orderId, payload.reason),
        (view) => isUnpaid(view) ? view.id : new Operations.AlreadyDone(shownTo(services, caller.principal)(view))
      ),
    finish: (orderId, { caller, path }) =>
      Effect.map(
        Effect.zipRight(checkout.closePage(OrderId.claimed.make(orderId)), orders.changed(path.orderId)),
        shownTo(services, caller.principal)
      )
  }, { sealed: isOwner })
}

const ship = ({ fulfilment, orders }: Services) =>
  Operations.change(operation("orders", "ship"), staff, ({ path, payload }) =>
    Effect.zipRight(
      fulfilment.ship(path.orderId, {
        carrier: payload.carrier,
        trackingNumber: payload.trackingNumber,
        estimatedDelivery: payload.estimatedDelivery,
        items: payload.items
      }, "staff"),
      Effect.map(orders.changed(path.orderId), (view) => Views.order(view))
    ))

const deliver = ({ fulfilment, orders }: Services) =>
  Operations.change(operation("orders", "deliver"), staff, ({ path, payload }) =>
    Effect.zipRight(
      fulfilment.deliver(path.orderId, {
        trackingNumber: payload.trackingNumber,
        deliveredAt: Views.millisOf(payload.deliveredAt)
      }, "staff"),
      Effect.map(orders.changed(path.orderId), (view) => Views.order(view))
    ))

const printReceipt = Responses.printSuccess(ReceiptSchemas.Receipt)
const receiptHeaders = { "cache-control": "no-store", vary: "accept" }

/** JSON, a page or a PDF, whichever the client prefers. */
const receipt = ({ basePath, pdfs, receipts }: Services) =>
  Operations.raw(
    operation("orders", "receipt"),
    Effect.fnUntraced(function*({ path }, { caller, request }) {
      const { principal } = yield* orderReader(yield* caller)
      const view = yield* receipts.view(principal, path.orderId)
      switch (preferredType(request.headers["accept"], receiptTypes)) {
        case "text/html": {
          const words = backToOrder(view.receipt.language)
          const links = [{ href: `${basePath}/orders/find/${path.orderId}`, words }]
          return HttpServerResponse.text(receiptHtml(view.receipt, view.entries, links), {
            contentType: "text/html; charset=utf-8",
            headers: { ...receiptHeaders, "content-security-policy": receiptPolicy }
          })
        }
        case "application/pdf": {
          yield* RateLimiter.charge(request, units.pdf)
          const { entries, receipt } = view
          return HttpServerResponse.uint8Array(yield* pdfs.draw({ kind: "receipt", receipt, entries }), {
            contentType: "application/pdf",
            headers: { ...receiptHeaders, "content-disposition": `inline; filename="${receipt.number}.pdf"` }
          })
        }
        default:
          return Responses.send(printReceipt(Views.receipt(view), { vary: "accept" }))
      }
    })
  )

const tracking = ({ orders }: Services) =>
  Operations.view(
    operation("orders", "tracking"),
    orderReader,
    ({ caller, path }) => Effect.map(orders.view(caller.principal, path.orderId), Views.tracking)
  )

export const handlers = Effect.map(services, (services) => ({
  list: list(services),
  place: place(services),
  order: order(services),
  cancel: cancel(services),
  ship: ship(services),
  deliver: deliver(services),
  receipt: receipt(services),
  tracking: tracking(services)
} satisfies HandlersOf<"orders">))
