/** The faults that the shop sees where the provider's own database failed. */
import { ProviderOutcomeUnknown, ProviderUnavailable } from "@beauty-store/commerce/payment/PaymentProvider"

/** A read that failed has changed nothing; the same may be asked again. */
export const readFault = () => new ProviderUnavailable({ retryAfterMillis: 1000 })

/** A write that failed may have been committed. */
export const writeFault = () => new ProviderOutcomeUnknown({ message: "the provider's ledger did not answer" })
