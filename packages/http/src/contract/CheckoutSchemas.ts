/**
 * Checkouts on the wire: what begins one, and its session (docs/specification.md#checkout).
 *
 * @since 1.0.0
 */
import { Status as SessionStatus } from "@beauty-store/domain/CheckoutSession"
import { OrderId, SessionId } from "@beauty-store/domain/Ids"
import { PaymentStatus } from "@beauty-store/domain/Order"
import { PreselectedMethod } from "@beauty-store/domain/Payment"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { choice, leaf, whole } from "./InputSchemas.ts"
import { allowed } from "./ReturnUrl.ts"
import { delivery } from "./ShippingSchemas.ts"
import { Amount, Currency, Moment, Uri } from "./ValueSchemas.ts"

/** The hosts that a `returnUrl` may lead to. The server sets them; clients need not know them. */
export class ReturnHosts extends Context.Reference<ReturnHosts>()("@beauty-store/http/ReturnHosts", {
  defaultValue: (): ReadonlyArray<string> => []
}) {}

const ReturnUrl = leaf(
  "an http or https address on an allowed host, at most 2000 characters",
  Schema.transformOrFail(Schema.String.pipe(Schema.maxLength(2000)), Schema.String, {
    strict: true,
    decode: (text, _, ast) =>
      Effect.flatMap(ReturnHosts, (hosts) => {
        const url = allowed(text, hosts)
        return url === undefined ? ParseResult.fail(new ParseResult.Type(ast, text)) : ParseResult.succeed(url)
      }),
    encode: ParseResult.succeed
  })
)

export const CheckoutRequest = Schema.Struct({
  ...delivery,
  payment_method: Schema.optional(choice(PreselectedMethod)),
  returnUrl: Schema.optional(ReturnUrl)
}).annotations({ identifier: "CheckoutRequest", ...whole })

const sessionFields = {
  sessionId: SessionId.claimed,
  redirectUrl: Uri,
  orderId: OrderId.claimed,
  status: SessionStatus,
  expiresAt: Moment
}
export const CheckoutSession = Schema.Struct({
  ...sessionFields,
  total: Amount,
  currency: Currency
}).annotations({ identifier: "CheckoutSession" })

export const CheckoutSessionStatus = Schema.Struct({
  ...sessionFields,
  paymentStatus: PaymentStatus.pipe(Schema.pickLiteral("unpaid", "processing", "paid"))
}).annotations({ identifier: "CheckoutSessionStatus" })
