/**
 * Payment methods: those that a hosted payment page may offer, and those that a checkout may preselect. This is their
 * only list, with their names for people, their other names for programs, and the countries in which they are offered;
 * everything else that depends on a method is a `Record` of `PaymentMethod`, so that the compiler requires an entry.
 *
 * Left out on purpose: how the provider carries them out. Follows docs/specification.md#payment-provider.
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"
import type { CountryCode } from "./Address.ts"
import { type InEach, languageIn, type Locale } from "./Language.ts"

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

const cardNames: InEach<string> = { en: methodNames.card, de: "Karte" }

/** The name of a method in a language of the shop. All but the card have one name everywhere. */
export const methodName = (locale: Locale, method: PaymentMethod): string =>
  method === "card" ? cardNames[languageIn(locale)] : methodNames[method]

/** In place of a method, for an order that costs nothing. */
export const nothingPaid = "none"

/** Other names of a method for programs on the payment page. */
export const methodAliases: Readonly<{ readonly [Method in PaymentMethod]?: ReadonlyArray<string> }> = {
  google_pay: ["gpay"]
}

/** The method of a name, if there is one. */
export const methodOf = (word: unknown): PaymentMethod | undefined =>
  paymentMethods.find((method) => method === word || methodAliases[method]?.some((alias) => alias === word))

/** The countries in which a method is offered, by where an order is sent; `everywhere`: in all of them. */
export const methodCountries: Readonly<Record<PaymentMethod, "everywhere" | ReadonlyArray<string>>> = {
  card: "everywhere",
  apple_pay: "everywhere",
  google_pay: "everywhere",
  klarna: "AT AU BE CA CH CZ DE DK ES FI FR GB GR IE IT NL NO NZ PL PT RO SE US".split(" "),
  // One company: its name in Britain is Clearpay. It has left the rest of Europe.
  afterpay: ["AU", "CA", "NZ", "US"],
  clearpay: ["GB"]
}

/** Whether a method is offered to people in a country. */
export const isOfferedIn = (country: CountryCode, method: PaymentMethod): boolean => {
  const countries = methodCountries[method]
  return countries === "everywhere" || countries.includes(country)
}

/** The methods that are offered in a country, in the order in which pages offer them. */
export const methodsOfferedIn = (country: CountryCode): ReadonlyArray<PaymentMethod> =>
  paymentMethods.filter((method) => isOfferedIn(country, method))
