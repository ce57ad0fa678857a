/**
 * What printed documents and the pages about an order call things in each language: methods of payment, addresses.
 *
 * The rule: each value is written here once, so that the PDF and the page of a document say the same words. Amounts and
 * days are written by `Format`. Follows docs/specification.md#languages.
 */
import type { ShippingAddress } from "@beauty-store/domain/Address"
import * as AddressLines from "@beauty-store/domain/AddressLines"
import type { Locale } from "@beauty-store/domain/Language"
import { methodName, nothingPaid, PaymentMethod } from "@beauty-store/domain/Payment"
import { formatIn } from "@beauty-store/ui/Format"
import * as Schema from "effect/Schema"
import { receipts } from "./Messages.ts"

const isPaymentMethod = Schema.is(PaymentMethod)

/** The name of a payment method. A method of an older document that is unknown today keeps its own name. */
export const paymentMethod = (language: Locale, method: string): string =>
  method === nothingPaid
    ? receipts.nothingToPay(language)
    : isPaymentMethod(method)
    ? methodName(language, method)
    : method

/** The lines of an address in the order of its country, whose name is in the language. */
export const addressLines = (
  language: Locale,
  address: ShippingAddress
): ReturnType<typeof AddressLines.addressLines> =>
  AddressLines.addressLines(address, formatIn(language).country(address.country))
