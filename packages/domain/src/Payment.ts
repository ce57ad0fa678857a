/**
 * Payment methods: those that a hosted payment page may offer, and those that a checkout may preselect. This is their
 * only list, with their names for people, their other names for programs, and the countries in which they are offered;
 * everything else that depends on a method is a `Record` of `PaymentMethod`, so that the compiler requires an entry.
 *
 * Left out on purpose: how the provider carries them out. Follows docs/specification.md#payment-provider.
 *
 * @since 1.0.0
 */
import * as Arr from "effect/Array"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import * as Str from "effect/String"
import { CountryCode } from "./Address.ts"
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

/** Where a method is offered, by where an order is sent; `everywhere`: in all countries. */
export const Offered = Schema.Union(Schema.Literal("everywhere"), Schema.NonEmptyArray(CountryCode))
export type Offered = typeof Offered.Type

const parseCodes = (codes: string): Offered => Arr.map(Str.split(codes, " "), (code) => CountryCode.make(code))

/** The countries in which the companies behind the methods offer them. */
export const methodCountries: Readonly<Record<PaymentMethod, Offered>> = {
  card: "everywhere",
  apple_pay: "everywhere",
  google_pay: "everywhere",
  klarna: parseCodes("AT AU BE CA CH CZ DE DK ES FI FR GB GR IE IT NL NO NZ PL PT RO SE US"),
  // One company: its name in Britain is Clearpay. It has left the rest of Europe.
  afterpay: parseCodes("AU CA NZ US"),
  clearpay: parseCodes("GB")
}

/** The methods that a shop offers, and where, as far as their companies do. One at least is offered everywhere. */
export const PaymentPolicy = Schema.partial(Schema.Record({ key: PaymentMethod, value: Offered })).pipe(
  Schema.filter(
    (methods) => paymentMethods.some((one) => methodCountries[one] === "everywhere" && methods[one] === "everywhere"),
    {
      description: "methods of payment, of which card, apple_pay or google_pay is offered everywhere",
      jsonSchema: {}
    }
  )
)
export type PaymentPolicy = typeof PaymentPolicy.Type

/** All methods, wherever their companies offer them. */
export const defaultPolicy: PaymentPolicy = Record.map(methodCountries, () => "everywhere" as const)

/** The methods that a shop offers for orders to a country, in the order in which pages offer them. */
export const methodsOfferedIn = (
  country: CountryCode,
  policy: PaymentPolicy = defaultPolicy
): ReadonlyArray<PaymentMethod> => {
  const has = (offered: Offered | undefined) => offered === "everywhere" || offered?.includes(country) === true
  return paymentMethods.filter((method) => has(methodCountries[method]) && has(policy[method]))
}
