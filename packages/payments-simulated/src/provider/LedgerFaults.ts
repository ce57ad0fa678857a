/** The faults that the shop sees when the provider's own database fails. */
import { ProviderDidNothing, ProviderOutcomeUnknown } from "@beauty-store/commerce/payment/PaymentProvider"

/** A failed read has changed nothing, and may be repeated. */
export const readFault = () => new ProviderDidNothing({ retryAfterMillis: 1000 })

/** A failed write may have been committed. */
export const writeFault = () => new ProviderOutcomeUnknown({ message: "the provider's ledger did not answer" })
