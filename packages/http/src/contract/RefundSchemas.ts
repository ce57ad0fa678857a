/**
 * Refunds on the wire, and what gives one (docs/specification.md#refunds).
 *
 * @since 1.0.0
 */
import { OrderId, RefundId, ReturnId } from "@beauty-store/domain/Ids"
import { RefundStatus } from "@beauty-store/domain/Refund"
import * as Schema from "effect/Schema"
import { AmountInput, OrderIdInput, Text, whole } from "./InputSchemas.ts"
import { listOf } from "./ListSchemas.ts"
import { Amount, Currency, DaySpan, Moment } from "./ValueSchemas.ts"

export const Refund = Schema.Struct({
  refundId: RefundId.claimed,
  orderId: OrderId.claimed,
  returnId: Schema.optional(ReturnId.claimed),
  amount: Amount,
  currency: Currency,
  status: RefundStatus,
  method: Schema.Literal("original_payment_method"),
  expectedBy: DaySpan,
  createdAt: Moment
}).annotations({ identifier: "Refund" })

export const RefundList = listOf("RefundPage", Refund)

export const RefundRequest = Schema.Struct({
  orderId: OrderIdInput,
  amount: Schema.optional(AmountInput),
  reason: Text(1000)
}).annotations({ identifier: "RefundRequest", ...whole })
