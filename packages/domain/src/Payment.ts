/**
 * Payment methods: those that a hosted payment page may offer, and those that a checkout may preselect. This is their
 * only list, with their names for people and their other names for programs; everything else that depends on a method
 * is a `Record` of `PaymentMethod`, so that the compiler requires an entry.
 *
 * Left out on purpose: how the provider carries them out. Follows docs/specification.md#payment-provider.
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"

export const PaymentMethod = Schema.Literal("card", "apple_pay", "google_pay", "klarna", "afterpay", "clearpay")
export type PaymentMethod = typeof PaymentMethod.Type

/** All methods, in the order in which pages offer them. */
export const paymentMethods = PaymentMethod.literals

/** The methods that a checkout may preselect, so that the page opens with them. */
export const PreselectedMethod = PaymentMethod.pipe(Schema.pickLiteral("card", "apple_pay", "google_pay", "klarna"))

/** The name of a method for people: on pages, in documents, in descriptors. */
export const methodNames: Readonly<Record<PaymentMethod, string>> = {
  card: "Card",
  apple_pay: "Apple Pay",
  google_pay: "Google Pay",
  klarna: "Klarna",
  afterpay: "Afterpay",
  clearpay: "Clearpay"
}

/** Other names of a method for programs on the payment page. */
export const methodAliases: Readonly<{ readonly [Method in PaymentMethod]?: ReadonlyArray<string> }> = {
  google_pay: ["gpay"]
}

/** The method of a name, if there is one. */
export const methodOf = (word: unknown): PaymentMethod | undefined =>
  paymentMethods.find((method) => method === word || methodAliases[method]?.some((alias) => alias === word))
