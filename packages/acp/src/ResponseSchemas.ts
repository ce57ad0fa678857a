/**
 * The responses of the protocol as schemas, each a part of the published schemas. The order of the fields is the order
 * on the wire. Amounts are whole minor units (cents, yen). Follows docs/specification.md#acp.
 *
 * @since 1.0.0
 */
import { ShipmentStatus } from "@beauty-store/domain/Shipment"
import { Availability } from "@beauty-store/domain/Stock"
import { ShippingMethod } from "@beauty-store/http/contract/ShippingSchemas"
import * as Schema from "effect/Schema"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

const Moment = Schema.String.annotations({
  description: "RFC 3339, UTC",
  jsonSchema: { type: "string", format: "date-time" }
})
const Uri = Schema.String.annotations({ jsonSchema: { type: "string", format: "uri" } })

/** One entry of a sum. */
export const Total = Schema.Struct({
  type: Schema.Literal("items_base_amount", "items_discount", "subtotal", "fulfillment", "total", "amount_refunded"),
  display_text: Schema.String,
  amount: Schema.Int,
  description: optional(Schema.String),
  breakdown: optional(
    Schema.Array(Schema.Struct({ jurisdiction: Schema.String, rate: Schema.Number, amount: Schema.Int }))
      .annotations({ description: "the VAT contained in the amount" })
  )
}).annotations({ identifier: "AcpTotal" })
export type Total = typeof Total.Type

/** Something that blocks the purchase, or should be known. */
export const Message = Schema.Struct({
  type: Schema.Literal("info", "warning", "error"),
  code: optional(Schema.String),
  severity: Schema.Literal("info", "medium", "high"),
  resolution: Schema.Literal("recoverable", "requires_buyer_input", "requires_buyer_review"),
  param: Schema.String.annotations({ description: "a JSONPath" }),
  content_type: Schema.Literal("plain"),
  content: Schema.String
}).annotations({ identifier: "AcpMessage" })

export const LineItem = Schema.Struct({
  id: Schema.String,
  item: Schema.Struct({ id: Schema.String, name: Schema.String, unit_amount: Schema.Int }),
  quantity: Schema.Int,
  name: Schema.String,
  images: Schema.Array(Uri),
  unit_amount: Schema.Int,
  product_id: Schema.String,
  availability_status: optional(Availability),
  available_quantity: optional(Schema.Int),
  max_quantity_per_order: Schema.Int,
  totals: Schema.Array(Total)
}).annotations({ identifier: "AcpLineItem" })

export const Buyer = Schema.Struct({
  email: Schema.String,
  first_name: optional(Schema.String),
  last_name: optional(Schema.String),
  full_name: optional(Schema.String),
  phone_number: optional(Schema.String)
}).annotations({ identifier: "AcpBuyer" })

export const Address = Schema.Struct({
  name: Schema.String,
  line_one: Schema.String,
  line_two: optional(Schema.String),
  city: Schema.String,
  state: Schema.String,
  country: Schema.String,
  postal_code: Schema.String,
  company: optional(Schema.String)
}).annotations({ identifier: "AcpAddress" })

const FulfillmentDetails = Schema.Struct({
  name: optional(Schema.String),
  phone_number: optional(Schema.String),
  email: optional(Schema.String),
  address: optional(Address)
})

export const Link = Schema.Struct({
  type: Schema.Literal("terms_of_use", "privacy_policy", "return_policy", "shipping_policy", "support"),
  title: Schema.String,
  url: Uri
}).annotations({ identifier: "AcpLink" })

export const PaymentHandler = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  display_name: Schema.String,
  version: Schema.String,
  spec: Uri,
  requires_delegate_payment: Schema.Boolean,
  requires_pci_compliance: Schema.Boolean,
  psp: Schema.String,
  config_schema: Uri,
  instrument_schemas: Schema.Array(Uri),
  config: Schema.Struct({
    merchant_id: Schema.String,
    psp: Schema.String,
    accepted_brands: Schema.Array(Schema.String),
    accepted_funding_types: Schema.Array(Schema.String),
    supports_3ds: Schema.Boolean,
    "3ds_versions": Schema.Array(Schema.String),
    environment: Schema.Literal("sandbox", "production")
  }),
  display_order: Schema.Int
}).annotations({ identifier: "AcpPaymentHandler" })

/** For agents that let the payer's bank authenticate them. */
export const AuthenticationMetadata = Schema.Struct({
  acquirer_details: Schema.Struct({
    acquirer_bin: Schema.String,
    acquirer_country: Schema.String,
    acquirer_merchant_id: Schema.String,
    merchant_name: Schema.String
  }),
  directory_server: Schema.String
})

const Units = Schema.Struct({ id: Schema.String, quantity: Schema.Int })

const OrderLineItem = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  product_id: Schema.String,
  image_url: Uri,
  quantity: Schema.Struct({ ordered: Schema.Int, current: Schema.Int, fulfilled: Schema.Int }),
  unit_price: Schema.Int,
  subtotal: Schema.Int,
  status: Schema.Literal("processing", "partial", "fulfilled", "removed")
})

const Fulfillment = Schema.Struct({
  id: Schema.String,
  type: Schema.Literal("shipping"),
  status: ShipmentStatus,
  line_items: Schema.Array(Units),
  carrier: Schema.String,
  tracking_number: Schema.String,
  destination: Address,
  estimated_delivery: optional(Schema.Struct({ earliest: Moment, latest: Moment })),
  events: Schema.Array(Schema.Struct({
    id: Schema.String,
    type: Schema.String,
    occurred_at: Moment,
    location: optional(Schema.String)
  }))
})

const Adjustment = Schema.Struct({
  id: Schema.String,
  type: Schema.String,
  occurred_at: Moment,
  status: Schema.String,
  line_items: optional(Schema.Array(Units)),
  amount: optional(Schema.Int),
  currency: optional(Schema.String),
  reason: optional(Schema.String)
})

export const Order = Schema.Struct({
  type: Schema.Literal("order"),
  id: Schema.String,
  checkout_session_id: Schema.String,
  order_number: Schema.String,
  permalink_url: Uri,
  status: Schema.Literal("created", "confirmed", "shipped", "completed", "canceled"),
  confirmation: Schema.Struct({
    confirmation_number: Schema.String,
    confirmation_email_sent: Schema.Boolean,
    receipt_url: Uri
  }),
  support: Schema.Struct({ email: Schema.String, help_center_url: Uri }),
  line_items: Schema.Array(OrderLineItem),
  fulfillments: Schema.Array(Fulfillment),
  adjustments: Schema.Array(Adjustment),
  totals: Schema.Array(Total)
}).annotations({ identifier: "AcpOrder" })
export type Order = typeof Order.Type

export const SessionStatus = Schema.Literal(
  "incomplete",
  "not_ready_for_payment",
  "requires_escalation",
  "authentication_required",
  "ready_for_payment",
  "complete_in_progress",
  "completed",
  "canceled",
  "expired"
)

/** Why a code takes nothing off, in the protocol's words. */
export const DiscountErrorCode = Schema.Literal(
  "discount_code_expired",
  "discount_code_invalid",
  "discount_code_combination_disallowed",
  "discount_code_minimum_not_met",
  "discount_code_user_ineligible",
  "discount_code_usage_limit_reached"
)

const Discounts = Schema.Struct({
  codes: Schema.Array(Schema.String),
  applied: Schema.Array(Schema.Struct({
    id: Schema.String,
    code: optional(Schema.String),
    coupon: Schema.Struct({ id: Schema.String, name: Schema.String }),
    amount: Schema.Int,
    automatic: Schema.Boolean
  })),
  rejected: Schema.Array(Schema.Struct({ code: Schema.String, reason: DiscountErrorCode, message: Schema.String }))
}).annotations({ identifier: "AcpDiscounts" })

export const CheckoutSession = Schema.Struct({
  id: Schema.String,
  protocol: Schema.Struct({ version: Schema.String }),
  capabilities: Schema.Struct({
    payment: Schema.Struct({ handlers: Schema.Array(PaymentHandler) }),
    interventions: Schema.Struct({
      supported: Schema.Array(Schema.Literal("3ds")),
      enforcement: Schema.Literal("conditional")
    }),
    extensions: Schema.Array(Schema.Struct({ name: Schema.Literal("discount") }))
  }),
  buyer: optional(Buyer),
  status: SessionStatus,
  currency: Schema.String,
  locale: Schema.String,
  line_items: Schema.Array(LineItem),
  fulfillment_details: optional(FulfillmentDetails),
  fulfillment_options: Schema.Array(Schema.Struct({
    type: Schema.Literal("shipping"),
    id: ShippingMethod,
    title: Schema.String,
    description: Schema.String,
    totals: Schema.Array(Total)
  })),
  selected_fulfillment_options: optional(Schema.Array(Schema.Struct({
    type: Schema.Literal("shipping"),
    option_id: ShippingMethod,
    item_ids: Schema.Array(Schema.String)
  }))),
  discounts: optional(Discounts),
  totals: Schema.Array(Total),
  messages: Schema.Array(Message),
  links: Schema.Array(Link),
  authentication_metadata: optional(AuthenticationMetadata),
  created_at: Moment,
  updated_at: Moment,
  expires_at: Moment,
  continue_url: optional(Uri.annotations({ description: "the page on which a person takes over and pays" })),
  order: optional(Order)
}).annotations({
  identifier: "AcpCheckoutSession",
  description: "Amounts are whole minor units of the currency, `status` says what comes next."
})
export type CheckoutSession = typeof CheckoutSession.Type

export const Cart = Schema.Struct({
  id: Schema.String,
  line_items: Schema.Array(LineItem),
  buyer: optional(Buyer),
  currency: Schema.String,
  totals: Schema.Array(Total),
  messages: Schema.Array(Message),
  expires_at: Moment
}).annotations({ identifier: "AcpCart" })
export type Cart = typeof Cart.Type

export const DelegatedPayment = Schema.Struct({
  id: Schema.String,
  created: Moment,
  metadata: Schema.Record({ key: Schema.String, value: Schema.String })
}).annotations({ identifier: "AcpDelegatedPayment" })
