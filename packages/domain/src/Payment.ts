/**
 * Payment methods: those that a hosted payment page may offer, and those that a checkout may preselect. The one list of
 * them, with their names for people and the other words by which programs name them; whatever else depends on a method
 * is a `Record` of `PaymentMethod`, so that the compiler asks for it.
 *
 * Left out on purpose: how the provider carries them out. Follows docs/specification.md#payment-provider.
 */
import * as Schema from "effect/Schema"

export const PaymentMethod = Schema.Literal("card", "apple_pay", "google_pay", "klarna", "afterpay", "clearpay")
export type PaymentMethod = typeof PaymentMethod.Type

/** All methods, in the order in which pages offer them. */
export const paymentMethods = PaymentMethod.literals

/** The methods that a checkout may preselect, so that the page opens with them. */
export const PreselectedMethod = PaymentMethod.pipe(Schema.pickLiteral("card", "apple_pay", "google_pay", "klarna"))

/** What people call a method: on pages, in documents, in descriptors. */
export const methodNames: Readonly<Record<PaymentMethod, string>> = {
  card: "Card",
  apple_pay: "Apple Pay",
  google_pay: "Google Pay",
  klarna: "Klarna",
  afterpay: "Afterpay",
  clearpay: "Clearpay"
}

/** Other words by which programs name a method on the payment page. */
export const methodAliases: Readonly<{ readonly [Method in PaymentMethod]?: ReadonlyArray<string> }> = {
  google_pay: ["gpay"]
}

/** The method that a program means by a word, if there is one. */
export const methodOf = (word: unknown): PaymentMethod | undefined =>
  paymentMethods.find((method) => method === word || methodAliases[method]?.some((alias) => alias === word))
