/**
 * Payment methods: those that a hosted payment page may offer, and those that a checkout may preselect.
 *
 * Left out on purpose: how the provider carries them out. Follows docs/specification.md#payment-provider.
 */
import * as Schema from "effect/Schema"

export const PaymentMethod = Schema.Literal("card", "apple_pay", "google_pay", "klarna", "afterpay", "clearpay")
export type PaymentMethod = typeof PaymentMethod.Type

/** The methods that a checkout may preselect, so that the page opens with them. */
export const PreselectedMethod = PaymentMethod.pipe(Schema.pickLiteral("card", "apple_pay", "google_pay", "klarna"))
