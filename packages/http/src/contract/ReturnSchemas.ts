/**
 * Returns on the wire: what asks for one, what staff report of it, and how it stands (docs/specification.md#returns).
 *
 * @since 1.0.0
 */
import { OrderId, ProductId, RefundId, ReturnId } from "@beauty-store/domain/Ids"
import { EventSource } from "@beauty-store/domain/Order"
import { ReferenceNumber } from "@beauty-store/domain/ReferenceNumber"
import { Condition, ReturnStatus } from "@beauty-store/domain/Return"
import * as Schema from "effect/Schema"
import { choice, leaf, NumberInput, OrderIdInput, ProductIdInput, some, Text, Units, whole } from "./InputSchemas.ts"
import { finding, inOrder, listOf } from "./ListSchemas.ts"
import { Amount, Currency, DaySpan, Moment, Uri } from "./ValueSchemas.ts"

export const ReturnParameters = Schema.Struct({
  status: Schema.optional(choice(ReturnStatus)),
  returnNumber: Schema.optional(NumberInput("a return's number")),
  ...finding
})
  .pipe(inOrder).annotations(whole)

const ConditionInput = choice(Condition)

export const ReturnRequest = Schema.Struct({
  orderId: OrderIdInput,
  items: some(Schema.Struct({
    productId: ProductIdInput,
    reason: Schema.optional(Text(1000)),
    quantity: Schema.optional(
      Units
    ),
    condition: Schema.optional(ConditionInput.annotations({ default: "unopened" }))
  }))
}).annotations({ identifier: "ReturnRequest", ...whole })

export const Return = Schema.Struct({
  returnId: ReturnId.claimed,
  returnNumber: ReferenceNumber,
  returnLabel: Uri,
  orderId: OrderId.claimed,
  orderNumber: ReferenceNumber,
  status: ReturnStatus,
  items: Schema.Array(Schema.Struct({
    productId: ProductId.claimed,
    name: Schema.String,
    quantity: Schema.Int,
    condition: Condition,
    reason: Schema.optional(Schema.String),
    refund: Amount,
    accepted: Schema.NullOr(Schema.Int)
  })),
  refundAmount: Amount,
  refundId: Schema.NullOr(RefundId.claimed),
  expectedRefund: DaySpan,
  timeline: Schema.Array(Schema.Struct({ status: ReturnStatus, at: Moment, source: EventSource })),
  createdAt: Moment
}).annotations({ identifier: "Return" })

export const ReturnSummary = Schema.Struct({
  returnId: ReturnId.claimed,
  returnNumber: ReferenceNumber,
  orderId: OrderId.claimed,
  orderNumber: ReferenceNumber,
  status: ReturnStatus,
  refundAmount: Amount,
  currency: Currency,
  createdAt: Moment
}).annotations({ identifier: "ReturnSummary" })

export const ReturnList = listOf("ReturnPage", ReturnSummary)

export const ReceiveRequest = Schema.Struct({
  items: some(Schema.Struct({
    productId: ProductIdInput,
    quantity: Units,
    accepted: Schema.optional(leaf("true or false", Schema.Boolean).annotations({ default: true })),
    restock: leaf("true or false", Schema.Boolean)
  }))
}).annotations({ identifier: "ReceiveRequest", ...whole })
