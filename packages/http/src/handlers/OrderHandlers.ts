/** The orders' operations (contract §6, rows 7–9, 16 and 17, and the staff's). */
import { Receipts } from "@beauty-store/commerce/after-sales/Receipts"
import { Checkout, PaymentDeclined } from "@beauty-store/commerce/checkout/Checkout"
import { Fulfilment } from "@beauty-store/commerce/orders/Fulfilment"
import { Orders } from "@beauty-store/commerce/orders/Orders"
import { policy as receiptPolicy, receiptHtml } from "@beauty-store/documents/ReceiptHtml"
import { receiptPdf } from "@beauty-store/documents/ReceiptPdf"
import { CountryCode } from "@beauty-store/domain/Address"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import { endpoint } from "../contract/Api.ts"
import * as ApiSchemas from "../contract/ApiSchemas.ts"
import { preferredType } from "../pipeline/Accept.ts"
import { buyer, holder, identify, orderChanger, orderReader } from "../pipeline/Authentication.ts"
import { group } from "../pipeline/Mounting.ts"
import * as Operations from "../pipeline/Operations.ts"
import * as Responses from "../pipeline/Responses.ts"
import * as Views from "./Views.ts"

const changing = { uninterruptible: true } as const
const staff = holder("orders:write")
const delegate = holder("orders:delegate")
const printReceipt = Responses.success(ApiSchemas.Receipt)
const paper = { "cache-control": "no-store", "x-content-type-options": "nosniff", vary: "accept" }

export const layer = group(
  "orders",
  Effect.fnUntraced(function*(handlers) {
    const checkout = yield* Checkout
    const orders = yield* Orders
    const fulfilment = yield* Fulfilment
    const receipts = yield* Receipts

    return handlers
      .handle(
        "list",
        Operations.read(endpoint("orders", "list"), buyer, ({ caller, urlParams }) =>
          Effect.map(
            orders.list(caller.owner, { limit: urlParams.limit ?? 20, cursor: urlParams.cursor }),
            (page) => Views.page(page, Views.orderSummary)
          ))
      )
      .handle(
        "place",
        Operations.changeWithProvider(endpoint("orders", "place"), delegate, {
          begin: ({ caller, payload }) =>
            checkout.beginOrder({
              owner: caller.owner,
              email: payload.email,
              address: { ...payload.shipping, country: CountryCode.make(payload.shipping.country) },
              method: payload.shippingMethod ?? "standard",
              delegationId: payload.delegation
            }),
          finish: (chargeId, { principal }) =>
            checkout.charge(chargeId).pipe(
              // Nobody is at the other end who could answer their bank.
              Effect.catchTag(
                "PaymentNotAuthenticated",
                () => new PaymentDeclined({ declineCode: "authentication_required" })
              ),
              // It was placed in this principal's name a moment ago.
              Effect.flatMap(({ orderId }) =>
                Effect.catchTag(orders.view(principal, orderId), "OrderNotFound", Effect.die)
              ),
              Effect.map(Views.order)
            )
        }),
        changing
      )
      .handle(
        "order",
        Operations.read(
          endpoint("orders", "order"),
          orderReader,
          ({ caller, path }) => Effect.map(orders.view(caller.principal, path.orderId), Views.order)
        )
      )
      .handle(
        "cancel",
        Operations.change(
          endpoint("orders", "cancel"),
          orderChanger,
          ({ caller, path, payload }) =>
            Effect.map(orders.cancel(caller.principal, path.orderId, payload.reason), Views.order)
        ),
        changing
      )
      .handle(
        "ship",
        Operations.change(endpoint("orders", "ship"), staff, ({ path, payload }) =>
          Effect.zipRight(
            fulfilment.ship(path.orderId, {
              carrier: payload.carrier,
              trackingNumber: payload.trackingNumber,
              estimatedDelivery: payload.estimatedDelivery,
              items: payload.items
            }, "staff"),
            Effect.map(orders.changed(path.orderId), Views.order)
          )),
        changing
      )
      .handle(
        "deliver",
        Operations.change(endpoint("orders", "deliver"), staff, ({ path, payload }) =>
          Effect.zipRight(
            fulfilment.deliver(path.orderId, {
              trackingNumber: payload.trackingNumber,
              deliveredAt: payload.deliveredAt === undefined ? undefined : Date.parse(payload.deliveredAt)
            }, "staff"),
            Effect.map(orders.changed(path.orderId), Views.order)
          )),
        changing
      )
      .handle("receipt", ({ path, request }) =>
        Operations.answered(
          request,
          Effect.gen(function*() {
            const { principal } = yield* orderReader(yield* identify(request, false))
            const view = yield* receipts.view(principal, path.orderId)
            switch (preferredType(request.headers["accept"], ["application/json", "text/html", "application/pdf"])) {
              case "text/html": {
                const links = [{ href: `/orders/find/${path.orderId}`, words: "To this order's page" }]
                return HttpServerResponse.text(receiptHtml(view.receipt, view.entries, links), {
                  contentType: "text/html; charset=utf-8",
                  headers: { ...paper, "content-security-policy": receiptPolicy }
                })
              }
              case "application/pdf":
                return HttpServerResponse.uint8Array(yield* receiptPdf(view.receipt, view.entries), {
                  contentType: "application/pdf",
                  headers: { ...paper, "content-disposition": `inline; filename="${view.receipt.number}.pdf"` }
                })
              default:
                return Responses.send(printReceipt(Views.receipt(view), { vary: "accept" }))
            }
          })
        ))
      .handle(
        "tracking",
        Operations.read(
          endpoint("orders", "tracking"),
          orderReader,
          ({ caller, path }) => Effect.map(orders.view(caller.principal, path.orderId), Views.tracking)
        )
      )
  })
)
