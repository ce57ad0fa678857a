/**
 * Orders on the wire, with their shipments, and what places, cancels, ships and finds them
 * (docs/specification.md#orders).
 *
 * @since 1.0.0
 */
import { DelegationId, OrderId, ProductId, RefundId, ReturnId } from "@beauty-store/domain/Ids"
import { Language } from "@beauty-store/domain/Language"
import { EventSource, OrderStatus, PaymentStatus } from "@beauty-store/domain/Order"
import { ReferenceNumber } from "@beauty-store/domain/ReferenceNumber"
import { RefundStatus } from "@beauty-store/domain/Refund"
import * as Schema from "effect/Schema"
import { AppliedDiscount } from "./CartSchemas.ts"
import { choice, DayInput, Line, MomentInput, named, ProductIdInput, some, Text, Units, whole } from "./InputSchemas.ts"
import { finding, inOrder, listOf } from "./ListSchemas.ts"
import { Address, delivery, ShippingMethod } from "./ShippingSchemas.ts"
import { Amount, attributes, Currency, Day, Moment, Uri, VatTable } from "./ValueSchemas.ts"

export const OrderParameters = Schema.Struct({
  status: Schema.optional(choice(OrderStatus)),
  name: Schema.optional(Line(200)),
  postcode: Schema.optional(Line(20)),
  ...finding
})
  .pipe(inOrder).annotations(whole)

export const Tracking = Schema.Struct({
  carrier: Schema.String,
  trackingNumber: Schema.String,
  status: Schema.String,
  estimatedDelivery: Day,
  deliveredAt: Schema.optional(Moment),
  events: Schema.Array(Schema.Struct({ timestamp: Moment, location: Schema.String, status: Schema.String }))
}).annotations({ identifier: "Tracking" })

export const Order = Schema.Struct({
  id: OrderId.claimed,
  orderNumber: ReferenceNumber,
  status: OrderStatus,
  items: Schema.Array(Schema.Struct({
    productId: ProductId.claimed,
    name: Schema.String,
    quantity: Schema.Int,
    price: Amount,
    discount: Schema.optional(Amount),
    lineTotal: Amount,
    shipped: Schema.Int,
    returned: Schema.Int
  })),
  total: Amount,
  tracking: Tracking,
  currency: Currency,
  shipments: Schema.Array(Tracking),
  subtotal: Amount,
  shipping: Amount,
  vat: VatTable,
  vatTotal: Amount,
  discounts: Schema.optional(Schema.Array(AppliedDiscount)),
  shippingMethod: ShippingMethod,
  createdAt: Moment,
  email: Schema.String,
  language: Language,
  shippingAddress: Address,
  billingAddress: Schema.optional(Address),
  payment: Schema.Struct({ method: Schema.NullOr(Schema.String), status: PaymentStatus }),
  refunds: Schema.Array(Schema.Struct({
    refundId: RefundId.claimed,
    amount: Amount,
    currency: Currency,
    status: RefundStatus,
    createdAt: Moment
  })),
  returns: Schema.Array(Schema.Struct({ returnId: ReturnId.claimed, status: Schema.String })),
  timeline: Schema.Array(Schema.Struct({
    status: OrderStatus,
    at: Moment,
    source: EventSource
  })),
  links: Schema.optional(Schema.Struct({
    page: Uri
  }))
}, attributes).annotations({ identifier: "Order" })

export const OrderSummary = Schema.Struct({
  id: OrderId.claimed,
  orderNumber: ReferenceNumber,
  status: OrderStatus,
  total: Amount,
  currency: Currency,
  createdAt: Moment,
  email: Schema.optional(Schema.String),
  shippingMethod: Schema.optional(ShippingMethod),
  shippingAddress: Schema.optional(Address),
  items: Schema.optional(Schema.Array(Schema.Struct({
    productId: ProductId.claimed,
    name: Schema.String,
    quantity: Schema.Int,
    shipped: Schema.Int
  })))
}).annotations({ identifier: "OrderSummary" })

export const OrderList = listOf("OrderPage", OrderSummary)

export const OrderRequest = Schema.Struct({
  ...delivery,
  delegation: named("a delegation's id", DelegationId)
}).annotations({ identifier: "OrderRequest", ...whole })

export const CancelRequest = Schema.Struct({ reason: Schema.optional(Text(1000)) })
  .annotations({ identifier: "CancelRequest", ...whole })

export const ShipRequest = Schema.Struct({
  carrier: Line(100),
  trackingNumber: Line(100),
  estimatedDelivery: Schema.optional(DayInput),
  items: Schema.optional(
    some(Schema.Struct({ productId: ProductIdInput, quantity: Units }))
  )
}).annotations({ identifier: "ShipRequest", ...whole })

export const DeliverRequest = Schema.Struct({
  /** As long as a carrier's report may have it. */
  trackingNumber: Schema.optional(Line(200)),
  deliveredAt: Schema.optional(MomentInput)
}).annotations({ identifier: "DeliverRequest", ...whole })
