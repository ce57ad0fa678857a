/**
 * A purchase that a program and a person put together step by step; nothing is reserved or ordered yet. A draft accepts
 * anything that can still be corrected, and `appraise` says what blocks it, with subject and who can resolve it, beside
 * today's prices and the shipping methods. Protocols map its terms to theirs. Follows docs/specification.md#drafts.
 *
 * @since 1.0.0
 */
import * as Arr from "effect/Array"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { CountryCode, Email, longestLine, type ShippingAddress } from "./Address.ts"
import * as AddressForm from "./AddressForm.ts"
import type { Attributed } from "./Attribute.ts"
import * as Cart from "./Cart.ts"
import * as Catalog from "./Catalog.ts"
import type { Phase } from "./CheckoutSession.ts"
import type { Day } from "./Days.ts"
import { codeOf, type Destination as Place, of as destinationOf } from "./Destination.ts"
import { knowsCode } from "./Discount.ts"
import { type Claimed, ProductId } from "./Ids.ts"
import { Language } from "./Language.ts"
import type { ListedLine } from "./ListedLine.ts"
import * as Money from "./Money.ts"
import { atMost } from "./PlainText.ts"
import * as Pricing from "./Pricing.ts"
import type { Owner } from "./Principal.ts"
import * as Promotion from "./Promotion.ts"
import * as Shipping from "./Shipping.ts"
import { availability, type StockPolicy } from "./Stock.ts"
import type { VatClass } from "./Vat.ts"

/** How long a draft waits for its next change, in milliseconds: one to check out, and a cart that is kept by name. */
export interface DraftPolicy {
  readonly checkoutMillis: number
  readonly cartMillis: number
}

export const defaultPolicy: DraftPolicy = { checkoutMillis: 24 * 3_600_000, cartMillis: 30 * 24 * 3_600_000 }

/** How long a draft is kept after its time, if it never had a session, in milliseconds. */
export const retentionMillis = 30 * 24 * 3_600_000

/** The most units of a product that a draft takes; `Cart.maxQuantity` limits what is sold at once. */
export const maxUnits = 10_000

/** The most products in a draft. */
export const maxLines = 100

/**
 * Units of a product, with the unit price and the discount on all of them that the draft's editor was last shown. A
 * product has one line.
 */
export const Line = Schema.Struct({
  productId: ProductId,
  quantity: Schema.Int.pipe(Schema.between(1, maxUnits)),
  priceSeenMinor: Catalog.PriceMinor,
  /** Default: none. */
  discountShownMinor: Schema.optional(Cart.DiscountMinor)
})
export type Line = typeof Line.Type

const text = (longest: number) => Schema.String.pipe(atMost(longest))

/** The buyer. Only the email address matters; the rest is kept as given. */
export const Buyer = Schema.Struct({
  email: Schema.optional(Email),
  givenName: Schema.optional(text(200)),
  familyName: Schema.optional(text(200)),
  fullName: Schema.optional(text(200)),
  phone: Schema.optional(text(50))
})
export type Buyer = typeof Buyer.Type

const line = text(longestLine)

/** An address as given, which need not be one that parcels reach. */
export const Destination = Schema.Struct({
  name: line,
  line1: line,
  line2: Schema.optional(line),
  city: line,
  region: Schema.optional(line),
  postcode: line,
  /** The country as given. */
  countrySaid: text(100),
  /** The code of that country, if it is one. */
  country: Schema.optional(CountryCode),
  company: Schema.optional(line)
})
export type Destination = typeof Destination.Type

/** The recipient of the parcel. */
export const Recipient = Schema.Struct({
  name: Schema.optional(text(200)),
  phone: Schema.optional(text(50)),
  email: Schema.optional(Email),
  destination: Schema.optional(Destination)
})
export type Recipient = typeof Recipient.Type

export const Draft = Schema.Struct({
  lines: Schema.Array(Line).pipe(Schema.maxItems(maxLines)),
  buyer: Schema.optional(Buyer),
  recipient: Schema.optional(Recipient),
  /** Undefined: nobody has chosen, and it is the shop's first. */
  method: Schema.optional(Shipping.ShippingMethod),
  /** Where the bill goes; undefined: where the parcel goes. */
  billing: Schema.optional(AddressForm.ReadAddress),
  note: Schema.optional(text(5000)),
  /** In which the order is going to speak to the buyer; undefined: English. */
  language: Schema.optional(Language),
  /** Codes of discounts, known or not. */
  discountCodes: Schema.Array(text(100)).pipe(Schema.maxItems(20)),
  /** Whether its editor was shown last that a promotion frees the shipping; undefined: no. */
  freeShippingShown: Schema.optional(Schema.Boolean),
  /** Whether the draft's editor can take the payer through 3-D Secure; otherwise a page of the provider's has to. */
  authenticates: Schema.Boolean,
  /** Whether the draft's editor can pay with a delegated token at all. */
  paysByToken: Schema.Boolean
})
export type Draft = typeof Draft.Type

/** The email address of the order. */
export const emailOf = ({ buyer, recipient }: Draft): string | undefined => buyer?.email ?? recipient?.email

/** The fields of a destination that are judged, and the recipient's phone number. */
export type DestinationField = (typeof destinationFields)[AddressForm.Field]

/** The subject of a message. `index` counts from 0. */
export type Subject =
  | { readonly _tag: "Line"; readonly index: number }
  | { readonly _tag: "Lines" }
  | { readonly _tag: "Email" }
  | { readonly _tag: "Destination"; readonly field?: DestinationField }
  | { readonly _tag: "Discount"; readonly index: number }
  | { readonly _tag: "Payment" }
  | { readonly _tag: "Session" }

/** Why a payment by token took nothing. */
export const PaymentProblem = Schema.Literal(
  "payment_declined",
  "authentication_required",
  "authentication_failed",
  "token_refused",
  "token_expired",
  "limit_exceeded"
)
export type PaymentProblem = typeof PaymentProblem.Type

export const Code = Schema.Literal(
  "nothing_to_buy",
  "email_missing",
  "destination_missing",
  "destination_incomplete",
  "destination_invalid",
  "destination_not_served",
  "out_of_stock",
  "insufficient_stock",
  "no_longer_sold",
  "quantity_limit",
  "price_changed",
  "low_stock",
  "discount_unknown",
  "discount_refused",
  "person_must_pay",
  ...PaymentProblem.literals
)
export type Code = typeof Code.Type

/**
 * A message. An error blocks the purchase, a warning and an info do not. `agent`: the draft's editor can correct it;
 * `buyerInput`: the buyer has to supply something; `buyerReview`: the buyer has to do or allow something.
 */
export interface Message {
  readonly severity: "info" | "warning" | "error"
  readonly code: Code
  readonly subject: Subject
  readonly resolution: "agent" | "buyerInput" | "buyerReview"
  readonly text: string
  /** Why a code takes nothing off. */
  readonly reason?: Promotion.Reason | undefined
}

/**
 * The status of a draft. `incomplete`: something is missing. `notReady`: something does not work. `needsBuyer`: a
 * person has to pay on the provider's page. `needsAuthentication`: the payer's bank wants to authenticate them.
 * `ready`: it can be paid. `completing`: a payment is under way. The last three are final.
 */
export const Status = Schema.Literal(
  "incomplete",
  "notReady",
  "needsBuyer",
  "needsAuthentication",
  "ready",
  "completing",
  "completed",
  "cancelled",
  "expired"
)
export type Status = typeof Status.Type

const final: ReadonlySet<Status> = new Set(["completed", "cancelled", "expired"])

/** It never changes again. */
export const isFinal = (status: Status): boolean => final.has(status)

const payable: ReadonlySet<Status> = new Set(["ready", "needsBuyer", "needsAuthentication"])

/** A person can take it over and pay. */
export const isPayable = (status: Status): boolean => payable.has(status)

/** The status of a draft that does not depend on its contents; undefined where it can still be changed and paid. */
export const settledStatus = (
  draft: {
    readonly cancelled: boolean
    readonly expiresAt: number
    /** Of its latest session, if there ever was one. */
    readonly phase: Phase | undefined
  },
  now: number
): Status | undefined => {
  if (draft.phase === "complete") return "completed"
  if (draft.cancelled) return "cancelled"
  if (draft.phase === "opening" || draft.phase === "processing") return "completing"
  return now >= draft.expiresAt && draft.phase !== "open" ? "expired" : undefined
}

/** The shop's offer for a line: today's price, the available units, and the product's attributes. */
export interface Offer extends Attributed, Pick<ListedLine, "brandId" | "category"> {
  readonly priceMinor: number
  /** Default: standard. */
  readonly vatClass?: VatClass | undefined
  /** What a packed unit weighs; default: nothing. */
  readonly weightGrams?: number | undefined
  readonly available: number
  /** Up to how many available units are few; default: the shop's level. */
  readonly lowStock?: number | undefined
  /** Whether the shop sells it no more; default: no. Then no unit is available. */
  readonly isArchived?: boolean | undefined
}

/** A method of shipping and its charge. */
export interface ShippingOption extends Omit<Shipping.Method, "id"> {
  readonly method: Shipping.ShippingMethod
  readonly chargeMinor: number
}

export interface Appraisal {
  readonly status: "incomplete" | "notReady" | "needsBuyer" | "needsAuthentication" | "ready"
  readonly messages: ReadonlyArray<Message>
  readonly priced: Pricing.PricedPurchase
  readonly method: Shipping.ShippingMethod
  /** The shipping methods with their charges; empty before the destination is known. */
  readonly options: ReadonlyArray<ShippingOption>
  /** The address of the parcel, once it is one that parcels reach. */
  readonly address: ShippingAddress | undefined
}

/** What the shop offers to a draft: for each of its lines, and of promotions. */
export interface Offers {
  readonly offers: ReadonlyArray<Offer>
  readonly promotions: Promotion.Offered
}

export interface Terms {
  readonly currency: Money.Currency
  readonly shipping: Shipping.ShippingPolicy
  readonly stock: StockPolicy
  readonly strategies: Pricing.PricingStrategies
  /** The most that a delegated token may pay at once, in minor units. */
  readonly delegatedLimitMinor: number
  /** The day on which they count; default: whenever rates of VAT are those that were set last. */
  readonly on?: Day | undefined
}

/** The address on a parcel or a bill. */
export const writtenOn = (destination: Destination, phone?: string | undefined): AddressForm.Written => ({
  name: destination.name,
  address: destination.line1,
  city: destination.city,
  postcode: destination.postcode,
  country: destination.country ?? destination.countrySaid,
  company: destination.company,
  address2: destination.line2,
  region: destination.region,
  phone
})

/** The fields of an address, as those of a destination. */
export const destinationFields = {
  name: "name",
  address: "line1",
  city: "city",
  postcode: "postcode",
  country: "country",
  company: "company",
  address2: "line2",
  region: "region",
  phone: "phone"
} as const

const faultMessage = ({ fault, field }: AddressForm.Fault): Message => {
  const subject = { _tag: "Destination", field: destinationFields[field] } as const
  if (fault === "missing") return error("destination_incomplete", subject, "buyerInput", "The address is not complete.")
  if (field === "country") return error("destination_not_served", subject, "buyerInput", "There is no such country.")
  return error(
    "destination_invalid",
    subject,
    "buyerInput",
    `This has to be ${AddressForm.expected[field]}.`
  )
}

const error = (code: Code, subject: Subject, resolution: Message["resolution"], text: string): Message => ({
  severity: "error",
  code,
  subject,
  resolution,
  text
})

const destinationMessages = (draft: Draft, terms: Terms) => {
  const destination = draft.recipient?.destination
  if (destination === undefined) {
    const subject = { _tag: "Destination" } as const
    return {
      to: undefined,
      address: undefined,
      messages: [error("destination_missing", subject, "buyerInput", "An address to deliver to is needed.")]
    }
  }
  const { country } = destination
  const read = AddressForm.read(writtenOn(destination, draft.recipient?.phone))
  const messages = Either.match(read, { onLeft: Arr.map(faultMessage), onRight: (): ReadonlyArray<Message> => [] })
  const unserved = country === undefined
    ? undefined
    : Shipping.refusalOf(terms.strategies.shipping, terms.shipping, { country, postcode: destination.postcode })
  if (unserved === undefined) {
    const to = country && destinationOf({ country, postcode: destination.postcode })
    return { to, address: Option.getOrUndefined(Either.getRight(read)), messages }
  }
  const field = unserved.postcode === null ? "country" : "postcode"
  const refusal = error(
    "destination_not_served",
    { _tag: "Destination", field },
    "buyerInput",
    "Nothing can be delivered there."
  )
  return { to: undefined, address: undefined, messages: [...messages, refusal] }
}

const lineMessages = (
  line: Line,
  index: number,
  { available, isArchived, lowStock, priceMinor }: Offer,
  { currency, stock }: Terms,
  discountMinor: number
): ReadonlyArray<Message> => {
  const subject = { _tag: "Line", index } as const
  const messages: Array<Message> = []
  const { discountShownMinor = 0, priceSeenMinor, quantity } = line
  if (discountMinor !== discountShownMinor) {
    const before = Money.format(quantity * priceSeenMinor - discountShownMinor, currency)
    const after = Money.coded(quantity * priceMinor - discountMinor, currency)
    const text = `The price after discounts changed from ${before} to ${after}.`
    messages.push({ severity: "warning", code: "price_changed", subject, resolution: "buyerReview", text })
  }
  // A cart's messages about a line are repeated in the same words.
  for (const { code, message } of Cart.messages(line, { available, isArchived, priceMinor }, currency)) {
    messages.push(
      code === "price_changed"
        ? { severity: "warning", code, subject, resolution: "buyerReview", text: message }
        : error(code, subject, "agent", message)
    )
  }
  if (line.quantity > Cart.maxQuantity) {
    const text = `At most ${Cart.maxQuantity} of a product are sold at once.`
    messages.push(error("quantity_limit", subject, "agent", text))
  } else if (available >= line.quantity && availability(available, lowStock ?? stock.low) === "low_stock") {
    const text = `Only ${available} ${available === 1 ? "is" : "are"} left.`
    messages.push({ severity: "warning", code: "low_stock", subject, resolution: "agent", text })
  }
  return messages
}

/** Whether there is something to buy. */
const goodsMessages = ({ lines }: Draft): ReadonlyArray<Message> =>
  lines.length === 0 ? [error("nothing_to_buy", { _tag: "Lines" }, "agent", "There is nothing to buy.")] : []

const emailMessages = (draft: Draft): ReadonlyArray<Message> =>
  emailOf(draft) !== undefined
    ? []
    : [error("email_missing", { _tag: "Email" }, "buyerInput", "An email address for the order is needed.")]

/** Codes that take nothing off, and why. */
const codeMessages = (
  { promotions: { codes } }: Pricing.PricedPurchase,
  { currency, strategies }: Terms
): ReadonlyArray<Message> =>
  codes.flatMap(({ code, leastMinor, reason }, index): ReadonlyArray<Message> => {
    if (reason === undefined || (reason === "unknown" && knowsCode(strategies.discounts, code))) return []
    return [{
      severity: "warning",
      code: reason === "unknown" ? "discount_unknown" : "discount_refused",
      subject: { _tag: "Discount", index },
      resolution: "agent",
      reason,
      text: reason === "unknown"
        ? `The shop has no discount by the code ${JSON.stringify(code)}.`
        : `The code ${JSON.stringify(code)} takes nothing off. ${Promotion.describe({ reason, leastMinor }, currency)}`
    }]
  })

/** Shipping that was shown as free, and is free no longer. */
const shippingMessages = (
  { freeShippingShown = false }: Draft,
  { shippingMinor }: Pricing.PricedPurchase
): ReadonlyArray<Message> =>
  freeShippingShown && shippingMinor > 0
    ? [{
      severity: "warning",
      code: "price_changed",
      subject: { _tag: "Lines" },
      resolution: "buyerReview",
      text: "Shipping is free no longer."
    }]
    : []

/** That the method that was chosen does not take the goods to their destination, or none does. */
const methodMessages = (
  { method: chosen }: Draft,
  offered: Shipping.ShippingMethod | undefined,
  { lines, ...sent }: Omit<Pricing.Purchase, "method">,
  { strategies: { shipping } }: Terms
): ReadonlyArray<Message> => {
  const place = codeOf(sent)
  if (offered === undefined) {
    const { message } = new Shipping.ShippingNotOffered({
      shippingMethod: chosen ?? null,
      country: place,
      grams: Shipping.gramsOf(lines),
      offered: []
    })
    return [error("destination_not_served", { _tag: "Destination" }, "buyerInput", message)]
  }
  if (chosen === undefined || chosen === offered || !Shipping.methodIdsOf(shipping).includes(chosen)) return []
  const text = `${chosen} does not take these goods to ${place}. They go by ${offered}.`
  return [{ severity: "warning", code: "price_changed", subject: { _tag: "Lines" }, resolution: "buyerReview", text }]
}

/** A purchase without its destination. */
type Unsent = Omit<Pricing.Purchase, keyof Place | "method">

/** The shipping methods with their charges; none where the destination is not known. */
const optionsOf = (
  to: Place | undefined,
  purchase: Unsent,
  strategies: Pricing.PricingStrategies
): Appraisal["options"] =>
  to === undefined ? [] : Pricing.compareMethods({ ...purchase, ...to }, strategies).map(
    ({ method: { id: method, ...words }, shippingMinor }) => ({ method, ...words, chargeMinor: shippingMinor })
  )

/** A draft as it is priced, wherever it goes. */
const purchaseOf = (
  draft: Draft,
  owner: Owner,
  offers: ReadonlyArray<Offer>,
  terms: Terms
): Unsent => ({
  lines: draft.lines.map(({ productId, quantity }, n) => ({
    productId,
    quantity,
    unitPriceMinor: offers[n]!.priceMinor,
    vatClass: offers[n]!.vatClass,
    weightGrams: offers[n]!.weightGrams,
    brandId: offers[n]!.brandId,
    category: offers[n]!.category,
    attributes: offers[n]!.attributes
  })),
  owner,
  codes: draft.discountCodes,
  currency: terms.currency,
  on: terms.on,
  policy: terms.shipping
})

/** Why the last attempt to pay took nothing, in words for the buyer. */
export interface FailedPayment {
  readonly problem: PaymentProblem
  readonly text: string
}

/**
 * Says what a draft costs today, how it can be sent, and what blocks it, by today's offers of its lines. `isRevised`:
 * its editor has just changed it, so that other discounts are what they asked for, and no news.
 */
export const appraise = (
  draft: Draft,
  owner: Owner,
  { offers, promotions }: Offers,
  terms: Terms,
  failed?: FailedPayment | undefined,
  isRevised = false
): Appraisal => {
  const { address, messages: aboutDestination, to } = destinationMessages(draft, terms)
  const purchase = { ...purchaseOf(draft, owner, offers, terms), promotions }
  const sent = { ...purchase, ...(to ?? { country: terms.shipping.homeCountry }) }
  const offered = Pricing.methodFor({ ...sent, method: draft.method }, terms.strategies)
  const method = offered ?? Shipping.methodChosen(terms.strategies.shipping, draft.method)
  const priced = Pricing.price({ ...sent, method }, terms.strategies)
  const blocking = [
    ...goodsMessages(draft),
    ...draft.lines.flatMap((line, n) => {
      const discountMinor = isRevised ? line.discountShownMinor ?? 0 : priced.lines[n]!.discountMinor
      return lineMessages(line, n, offers[n]!, terms, discountMinor)
    }),
    ...(isRevised ? [] : shippingMessages(draft, priced)),
    ...(to === undefined ? [] : methodMessages(draft, offered, sent, terms)),
    ...emailMessages(draft),
    ...aboutDestination
  ]
  const messages = [...blocking, ...codeMessages(priced, terms)]
  const errors = blocking.filter(({ severity }) => severity === "error")
  const appraisal = {
    priced,
    method,
    options: optionsOf(to, purchase, terms.strategies),
    address
  }
  if (errors.length > 0) {
    const isIncomplete = errors.every(({ code }) => missingCodes.has(code))
    return { ...appraisal, messages, status: isIncomplete ? "incomplete" : "notReady" }
  }
  const person = personMustPay(draft, priced.totalMinor, terms)
  if (person !== undefined) return { ...appraisal, messages: [...messages, person], status: "needsBuyer" }
  if (failed === undefined) return { ...appraisal, messages, status: "ready" }
  const { problem, text } = failed
  const failure = error(problem, { _tag: "Payment" }, resolutions[problem], text)
  const status = problem !== "authentication_required"
    ? "ready"
    : draft.authenticates
    ? "needsAuthentication"
    : "needsBuyer"
  return { ...appraisal, messages: [...messages, failure], status }
}

/** The resolution of a payment that took nothing. */
const resolutions: Readonly<Record<PaymentProblem, Message["resolution"]>> = {
  payment_declined: "buyerInput",
  authentication_required: "buyerReview",
  authentication_failed: "buyerInput",
  token_refused: "agent",
  token_expired: "agent",
  limit_exceeded: "buyerReview"
}

const missingCodes: ReadonlySet<Code> = new Set(["nothing_to_buy", "email_missing", "destination_missing"])

/** Why a token cannot pay for a draft that is otherwise ready, while a person on the provider's page can. */
const personMustPay = (
  draft: Draft,
  totalMinor: number,
  { currency, delegatedLimitMinor }: Terms
): Message | undefined => {
  const subject = { _tag: "Payment" } as const
  if (!draft.paysByToken) {
    return error("person_must_pay", subject, "buyerReview", "The buyer has to pay on the payment page.")
  }
  if (totalMinor <= delegatedLimitMinor) return undefined
  const limit = Money.coded(delegatedLimitMinor, currency)
  const text = `Agents cannot pay more than ${limit} at once. The buyer has to pay on the payment page.`
  return error("person_must_pay", subject, "buyerReview", text)
}

/** The draft after its editor was shown today's prices of its lines. */
export const withPricesSeen = (
  draft: Draft,
  { freesShipping, lines }: {
    readonly lines: ReadonlyArray<Pick<Pricing.PricedLine, "unitPriceMinor" | "discountMinor">>
    /** Whether a promotion frees the shipping. */
    readonly freesShipping: boolean
  }
): Draft => ({
  ...draft,
  freeShippingShown: freesShipping ? true : undefined,
  lines: draft.lines.map(({ productId, quantity }, n) => {
    const { discountMinor, unitPriceMinor } = lines[n]!
    const line = { productId, quantity, priceSeenMinor: unitPriceMinor }
    return discountMinor === 0 ? line : { ...line, discountShownMinor: discountMinor }
  })
})

/** One line per product, in the order in which products first appeared; units of the same product add up. */
export const mergeLines = (
  items: ReadonlyArray<{ readonly productId: Claimed<ProductId>; readonly quantity: number }>
): ReadonlyArray<{ readonly productId: Claimed<ProductId>; readonly quantity: number }> => {
  const units = new Map<Claimed<ProductId>, number>()
  for (const { productId, quantity } of items) units.set(productId, (units.get(productId) ?? 0) + quantity)
  return [...units].map(([productId, quantity]) => ({ productId, quantity }))
}
