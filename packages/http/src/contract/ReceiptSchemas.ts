/**
 * Receipts with their credit notes on the wire: every total has its VAT (docs/specification.md#receipts).
 *
 * @since 1.0.0
 */
import { OrderId, ProductId } from "@beauty-store/domain/Ids"
import { EntryKind } from "@beauty-store/domain/ReceiptEntry"
import { ReferenceNumber } from "@beauty-store/domain/ReferenceNumber"
import * as Schema from "effect/Schema"
import { AppliedDiscount } from "./CartSchemas.ts"
import { Address } from "./ShippingSchemas.ts"
import { Amount, Currency, Moment, VatTable } from "./ValueSchemas.ts"

const Sums = { currency: Currency, vat: VatTable, net: Amount, vatTotal: Amount, total: Amount }

export const Receipt = Schema.Struct({
  number: Schema.String,
  orderId: OrderId.claimed,
  orderNumber: ReferenceNumber,
  issuedAt: Moment,
  seller: Schema.Struct({
    name: Schema.String,
    address: Schema.String,
    city: Schema.String,
    postcode: Schema.String,
    country: Schema.String,
    vatId: Schema.String,
    email: Schema.String
  }),
  buyer: Schema.Struct({ email: Schema.String, ...Address.fields }),
  paymentMethod: Schema.String,
  lines: Schema.Array(Schema.Struct({
    productId: ProductId.claimed,
    name: Schema.String,
    quantity: Schema.Int,
    price: Amount,
    discount: Schema.optional(Amount),
    total: Amount,
    /** In per cent. */
    vatRate: Schema.Number,
    vat: Amount
  })),
  discounts: Schema.optional(Schema.Array(AppliedDiscount)),
  subtotal: Amount,
  shipping: Amount,
  ...Sums,
  creditNotes: Schema.Array(Schema.Struct({
    number: Schema.String,
    kind: EntryKind,
    issuedAt: Moment,
    /** The credit note that a cancellation takes back. */
    cancels: Schema.optional(Schema.String),
    ...Sums
  }))
}).annotations({ identifier: "Receipt" })
