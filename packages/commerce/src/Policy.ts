/**
 * The settings that a shop decides for itself; a forgotten policy does not compile. This module gathers: the domain's
 * module of a noun has its rule and its default (`Shipping.defaultPolicy`), and docs/specification.md marks each with
 * "(policy)". One with faults is refused before the database is touched. Follows
 * docs/specification.md#input-of-use-cases.
 *
 * @since 1.0.0
 */
import { CountryCode, ShippingAddress } from "@beauty-store/domain/Address"
import * as Allowance from "@beauty-store/domain/Allowance"
import { Category, defaultCategories } from "@beauty-store/domain/Catalog"
import * as CategoryTree from "@beauty-store/domain/CategoryTree"
import * as Session from "@beauty-store/domain/CheckoutSession"
import { defaultTimeZone, TimeZone } from "@beauty-store/domain/Days"
import { ResponsiblePerson } from "@beauty-store/domain/Declaration"
import { type Fault, pathText } from "@beauty-store/domain/InvalidInput"
import { Language, type Languages } from "@beauty-store/domain/Language"
import { defaultLook, Look } from "@beauty-store/domain/Look"
import { Currency, defaultCurrency } from "@beauty-store/domain/Money"
import * as Overdue from "@beauty-store/domain/Overdue"
import * as Payment from "@beauty-store/domain/Payment"
import { isLine } from "@beauty-store/domain/PlainText"
import { printValue } from "@beauty-store/domain/PrintedValue"
import * as Draft from "@beauty-store/domain/PurchaseDraft"
import { Imprint, Seller } from "@beauty-store/domain/Receipt"
import * as Reservation from "@beauty-store/domain/Reservation"
import * as Shipping from "@beauty-store/domain/Shipping"
import { defaultText, ShopPage, ShopText } from "@beauty-store/domain/ShopText"
import * as Stock from "@beauty-store/domain/Stock"
import { findRepeated, Synonyms } from "@beauty-store/domain/Synonyms"
import * as WebAddress from "@beauty-store/domain/WebAddress"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { faultsBy } from "./InputChecks.ts"

export interface StorePolicy {
  readonly storeName: string
  /**
   * Public address of the store, without a trailing slash: `https://shop.example`, or `https://mine.example/shop` where
   * it is mounted beside other routes.
   */
  readonly baseUrl: string
  /** The seller, as receipts show it. */
  readonly seller: Seller
  /** What stands beside the seller in the imprint. */
  readonly imprint: Imprint
  /** Where returned parcels go. Default: to the seller. */
  readonly returnAddress?: ShippingAddress | undefined
  /** Who answers for goods that name nobody, nor do their brands. */
  readonly responsiblePerson?: ResponsiblePerson | undefined
  /**
   * The currency of everything: prices, charges, limits. A database keeps the one that it was first opened with, and
   * opens with no other.
   */
  readonly currency: Currency
  /** Where its days begin and end, for receipts, deadlines and reports, and whose times its pages show. */
  readonly timeZone: TimeZone
  /** The languages in which it speaks to people, each once; the first is that of its catalogue. */
  readonly languages: Languages
  /** The kinds of goods that the shop sells; at least one. What was stocked before keeps its category. */
  readonly categories: ReadonlyArray<Category>
  /** Which of them are below others. */
  readonly parents: CategoryTree.Parents
  /** Lists of words that mean the same in a search. */
  readonly synonyms: Synonyms
  /** What it says of itself, and what its categories are called. */
  readonly texts: ShopText
  /** Pages that it wrote itself, in the order in which it names them. */
  readonly pages: ReadonlyArray<ShopPage>
  readonly look: Look
  readonly shipping: Shipping.ShippingPolicy
  /** The methods of payment, and the countries in which each is offered. */
  readonly payments: Payment.PaymentPolicy
  readonly session: Session.SessionPolicy
  /** How much a holder may keep from other shoppers without paying. */
  readonly reservations: Reservation.Limits
  /** How long a purchase draft of each kind waits for its next change. It reserves nothing. */
  readonly drafts: Draft.DraftPolicy
  /** The limits of spending from one instrument without the person who pays. */
  readonly allowance: Allowance.Limits
  /** The shop's name at payment providers and vaults, for which tokens are issued. */
  readonly merchantId: string
  /** How long a call to the payment provider may take before its outcome counts as unknown, in milliseconds. */
  readonly providerTimeoutMillis: number
  /** How long after staff were told a payment of which the store knows nothing is refunded, in milliseconds. */
  readonly unknownPaymentMillis: number
  /** How long an order, a returned parcel and a question may wait for staff before they are overdue. */
  readonly overdue: Overdue.OverduePolicy
  /** When units of a product are few. */
  readonly stock: Stock.StockPolicy
  /** How long the trail of what staff changed is kept, in milliseconds. */
  readonly trailMillis: number
}

/** All settings but the address, which no shop shares with another. */
export const defaultPolicy: Omit<StorePolicy, "baseUrl"> = {
  storeName: "Beauty Store",
  seller: {
    name: "Beauty Store GmbH (demo)",
    address: "Musterstrasse 1",
    city: "Berlin",
    postcode: "10115",
    country: CountryCode.make("DE"),
    vatId: "DE000000000",
    email: "hello@beauty-store.example"
  },
  imprint: {},
  currency: defaultCurrency,
  timeZone: defaultTimeZone,
  languages: ["en", "de"],
  categories: defaultCategories,
  parents: {},
  synonyms: [],
  texts: defaultText,
  pages: [],
  look: defaultLook,
  shipping: Shipping.defaultPolicy,
  payments: Payment.defaultPolicy,
  session: Session.defaultPolicy,
  reservations: Reservation.defaultLimits,
  drafts: Draft.defaultPolicy,
  allowance: Allowance.defaultLimits,
  merchantId: "beauty-store",
  providerTimeoutMillis: 10_000,
  unknownPaymentMillis: 3_600_000,
  overdue: Overdue.defaultPolicy,
  stock: Stock.defaultPolicy,
  trailMillis: 365 * 86_400_000
}

export class Policy extends Context.Tag("@beauty-store/commerce/Policy")<Policy, StorePolicy>() {}

/** The policy of a shop at an address, and what differs from the default. */
export const layer = (
  settings: Pick<StorePolicy, "baseUrl"> & Partial<StorePolicy>
): Layer.Layer<Policy> => Layer.succeed(Policy, { ...defaultPolicy, ...settings })

/** Of durations in milliseconds 31 years, of amounts ten billion euros: a sum of some is a number still. */
const most = 1_000_000_000_000

const Millis = Schema.Int.pipe(Schema.between(1, most))

/** Addresses of the store begin with it, so nothing stands in it that stands behind a path, and nobody's password. */
const isBaseUrl = (text: string): boolean =>
  WebAddress.pattern.test(text) && !/[?#]|\/$/.test(text) && WebAddress.parse(text) !== undefined

const longestName = 100

const faultsOfSettings = faultsBy(Schema.Struct({
  storeName: Schema.String.pipe(
    Schema.filter((text) => isLine(text, longestName), { description: "a name in one line, of 1 to 100 characters" })
  ),
  baseUrl: Schema.String.pipe(
    Schema.filter(isBaseUrl, { description: "an http(s) address without user, password, query and trailing slash" })
  ),
  seller: Seller,
  imprint: Imprint,
  returnAddress: Schema.UndefinedOr(ShippingAddress),
  responsiblePerson: Schema.UndefinedOr(ResponsiblePerson),
  currency: Currency,
  timeZone: TimeZone,
  languages: Schema.NonEmptyArray(Language),
  categories: Schema.NonEmptyArray(Category),
  parents: CategoryTree.Parents,
  synonyms: Synonyms,
  texts: ShopText,
  pages: Schema.Array(ShopPage),
  look: Look,
  shipping: Shipping.ShippingPolicy,
  payments: Payment.PaymentPolicy,
  merchantId: Schema.NonEmptyString,
  providerTimeoutMillis: Millis,
  unknownPaymentMillis: Schema.Int.pipe(Schema.between(0, most)),
  overdue: Overdue.OverduePolicy,
  stock: Stock.StockPolicy,
  trailMillis: Millis
}))

/** Limits with which nobody could buy if they were 0. */
const positive: ReadonlySet<string> = new Set(["reservations.sessions", "reservations.unitsPerProduct"])

/** The numbers inside limits and durations that are missing, not whole, or too low. `whole`: all that there are. */
const faultsOfNumbers = (value: unknown, whole: unknown, path: ReadonlyArray<string>): ReadonlyArray<Fault> => {
  const fault = (words: string): ReadonlyArray<Fault> => [{ path: pathText(path), words }]
  if (value === undefined) return fault("is missing")
  if (typeof whole === "object" && whole !== null) {
    return typeof value === "object" && value !== null
      ? Object.keys({ ...whole, ...value }).flatMap((key) =>
        faultsOfNumbers(Reflect.get(value, key), Reflect.get(whole, key), [...path, key])
      )
      : fault(`Expected limits, actual ${printValue(value)}`)
  }
  const least = positive.has(pathText(path)) ? 1 : 0
  return Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most
    ? []
    : fault(`Expected a whole number from ${least} to ${most}, actual ${printValue(value)}`)
}

/** The limits of delegated payment that contradict each other. */
const faultsOfAllowance = (allowance: Allowance.Limits): ReadonlyArray<Fault> =>
  Allowance.findContradictions(allowance).map(({ limit, shorter }) => ({
    path: `allowance.${limit}`,
    words: `Expected at least ${shorter}, which is ${allowance[shorter]}, actual ${allowance[limit]}`
  }))

/** All faults of a policy. */
export const faultsOfPolicy = (policy: StorePolicy): ReadonlyArray<Fault> => {
  const { allowance, categories, drafts, languages, parents, reservations, session, synonyms } = policy
  const settings = faultsOfSettings({ returnAddress: undefined, responsiblePerson: undefined, ...policy })
  const numbers = Object.entries({ session, reservations, drafts, allowance }).flatMap(([key, value]) =>
    faultsOfNumbers(value, Reflect.get(defaultPolicy, key), [key])
  )
  return [
    ...settings,
    ...(settings.length === 0
      ? Object.entries({ categories, languages }).filter(([, list]) => new Set<string>(list).size < list.length)
        .map(([path, list]) => ({ path, words: `Expected each once, actual ${list.join(", ")}` }))
      : []),
    ...(settings.length === 0
      ? CategoryTree.findMisplaced(parents, categories).map((category) => (
        { path: `parents.${category}`, words: `Expected a place among ${categories.join(", ")} in three levels` }
      ))
      : []),
    ...(settings.length === 0
      ? findRepeated(synonyms).map(({ path, words }) => ({ path: `synonyms${path}`, words }))
      : []),
    ...numbers,
    ...(numbers.length === 0 ? faultsOfAllowance(allowance) : [])
  ].map(({ path, words }) => ({ path: `policy.${path}`, words }))
}
