/** The handlers of the group `orders` (docs/specification.md#orders, docs/specification.md#charges). */
import { Receipts } from "@beauty-store/commerce/after-sales/Receipts"
import { Checkout } from "@beauty-store/commerce/checkout/Checkout"
import { PaymentDeclined } from "@beauty-store/commerce/internal/checkout/ChargedCheckout"
import { Fulfilment } from "@beauty-store/commerce/orders/Fulfilment"
import { Orders } from "@beauty-store/commerce/orders/Orders"
import { Policy } from "@beauty-store/commerce/Policy"
import * as Strategies from "@beauty-store/commerce/Strategies"
import { policy as receiptPolicy, receiptHtml } from "@beauty-store/documents/ReceiptHtml"
import { CountryCode } from "@beauty-store/domain/Address"
import { methodIdsOf } from "@beauty-store/domain/Shipping"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import { flow } from "effect/Function"
import * as ApiSchemas from "../contract/ApiSchemas.ts"
import { units } from "../contract/Cost.ts"
import { preferredType } from "../pipeline/Accept.ts"
import * as Admission from "../pipeline/Admission.ts"
import { buyer, holder, orderChanger, orderReader } from "../pipeline/Authentication.ts"
import { basePathOf } from "../pipeline/BasePath.ts"
import * as Operations from "../pipeline/Operations.ts"
import { PdfDrawing } from "../pipeline/PdfDrawing.ts"
import * as Responses from "../pipeline/Responses.ts"
import { type HandlersOf, operation } from "./StoreOperations.ts"
import * as Views from "./Views.ts"

const services = Effect.all({
  basePath: Effect.map(Policy, ({ baseUrl }) => basePathOf(baseUrl)),
  checkout: Checkout,
  fulfilment: Fulfilment,
  methods: Effect.map(Strategies.Shipping, methodIdsOf),
  orders: Orders,
  pdfs: PdfDrawing,
  receipts: Receipts
})
type Services = Effect.Effect.Success<typeof services>

const staff = holder("orders:write")
const delegate = holder("orders:delegate")

const list = ({ orders }: Services) =>
  Operations.view(operation("orders", "list"), buyer, ({ caller, urlParams }) =>
    Effect.map(
      orders.list(caller.owner, { limit: urlParams.limit ?? 20, cursor: urlParams.cursor }),
      (page) => Views.page(page, Views.orderSummary)
    ))

const place = ({ checkout, methods, orders }: Services) => {
  const placing = Operations.saga(operation("orders", "place"), delegate, {
    begin: ({ caller, payload }) =>
      checkout.charged.begin({
        owner: caller.owner,
        email: payload.email,
        address: { ...payload.shipping, country: CountryCode.make(payload.shipping.country) },
        method: payload.shippingMethod ?? methods[0],
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
        Effect.map(Views.order)
      )
  })
  return { ...placing, handle: flow(placing.handle, Effect.provideService(ApiSchemas.ShippingMethods, methods)) }
}

const order = ({ orders }: Services) =>
  Operations.view(
    operation("orders", "order"),
    orderReader,
    ({ caller, path }) => Effect.map(orders.view(caller.principal, path.orderId), Views.order)
  )

const cancel = ({ orders }: Services) =>
  Operations.change(
    operation("orders", "cancel"),
    orderChanger,
    ({ caller, path, payload }) =>
      Effect.map(orders.cancel(caller.principal, path.orderId, payload.reason), Views.order)
  )

const ship = ({ fulfilment, orders }: Services) =>
  Operations.change(operation("orders", "ship"), staff, ({ path, payload }) =>
    Effect.zipRight(
      fulfilment.ship(path.orderId, {
        carrier: payload.carrier,
        trackingNumber: payload.trackingNumber,
        estimatedDelivery: payload.estimatedDelivery,
        items: payload.items
      }, "staff"),
      Effect.map(orders.changed(path.orderId), Views.order)
    ))

const deliver = ({ fulfilment, orders }: Services) =>
  Operations.change(operation("orders", "deliver"), staff, ({ path, payload }) =>
    Effect.zipRight(
      fulfilment.deliver(path.orderId, {
        trackingNumber: payload.trackingNumber,
        deliveredAt: payload.deliveredAt === undefined ? undefined : Date.parse(payload.deliveredAt)
      }, "staff"),
      Effect.map(orders.changed(path.orderId), Views.order)
    ))

const printReceipt = Responses.printSuccess(ApiSchemas.Receipt)
const receiptHeaders = { "cache-control": "no-store", vary: "accept" }

/** JSON, a page or a PDF, whichever the client prefers. */
const receipt = ({ basePath, pdfs, receipts }: Services) =>
  Operations.raw(
    operation("orders", "receipt"),
    Effect.fnUntraced(function*({ path }, { caller, request }) {
      const { principal } = yield* orderReader(yield* caller)
      const view = yield* receipts.view(principal, path.orderId)
      switch (preferredType(request.headers["accept"], ["application/json", "text/html", "application/pdf"])) {
        case "text/html": {
          const links = [{ href: `${basePath}/orders/find/${path.orderId}`, words: "To this order's page" }]
          return HttpServerResponse.text(receiptHtml(view.receipt, view.entries, links), {
            contentType: "text/html; charset=utf-8",
            headers: { ...receiptHeaders, "content-security-policy": receiptPolicy }
          })
        }
        case "application/pdf": {
          yield* Admission.charge(request, units.pdf)
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
