/**
 * From the core's terms to the protocol's shapes: sessions, carts, messages, totals. Pure, and strictly within the
 * published schemas. Prices include VAT, so no total has the type `tax`. `items_base_amount − items_discount =
 * subtotal`, and `subtotal + fulfillment = total`, to the cent. Follows docs/specification.md#acp.
 */
import type { DraftView } from "@beauty-store/commerce/drafts/DraftView"
import { maxQuantity } from "@beauty-store/domain/Cart"
import * as Country from "@beauty-store/domain/Country"
import { formatMoment } from "@beauty-store/domain/Days"
import { answerIn, type Languages, textIn } from "@beauty-store/domain/Language"
import { format } from "@beauty-store/domain/Money"
import type { VatPerRate } from "@beauty-store/domain/Pricing"
import type { Reason } from "@beauty-store/domain/Promotion"
import type * as Draft from "@beauty-store/domain/PurchaseDraft"
import { availability } from "@beauty-store/domain/Stock"
import * as Acp from "./Acp.ts"
import type * as Responses from "./ResponseSchemas.ts"

/** The facts of the shop that sessions show. */
export interface Shop {
  readonly baseUrl: string
  readonly languages: Languages
  readonly handler: typeof Responses.PaymentHandler.Type
  /** For agents that let the payer's bank authenticate them. */
  readonly authentication: typeof Responses.AuthenticationMetadata.Type
}

/** The fields without those that are undefined. */
type Said<Fields> =
  & { readonly [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name] }
  & {
    readonly [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined>
  }

/**
 * Leaves out undefined fields. The cast is needed because the library that lists an object's fields forgets which they
 * are.
 */
const said = <Fields extends object>(fields: Fields): Said<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Said<Fields>

/** The core's statuses; docs/agents.md has their meaning for an agent. */
export const statuses: Readonly<Record<Draft.Status, Responses.CheckoutSession["status"]>> = {
  incomplete: "incomplete",
  notReady: "not_ready_for_payment",
  needsBuyer: "requires_escalation",
  needsAuthentication: "authentication_required",
  ready: "ready_for_payment",
  completing: "complete_in_progress",
  completed: "completed",
  cancelled: "canceled",
  expired: "expired"
}

const codes: Readonly<Record<Draft.Code, string>> = {
  nothing_to_buy: "missing",
  email_missing: "missing",
  destination_missing: "missing",
  destination_incomplete: "missing",
  destination_invalid: "invalid",
  destination_not_served: "region_restricted",
  out_of_stock: "out_of_stock",
  insufficient_stock: "low_stock",
  no_longer_sold: "out_of_stock",
  quantity_limit: "quantity_exceeded",
  price_changed: "price_change",
  low_stock: "low_stock",
  discount_unknown: "discount_code_invalid",
  discount_refused: "discount_code_invalid",
  person_must_pay: "intervention_required",
  payment_declined: "payment_declined",
  authentication_required: "requires_3ds",
  authentication_failed: "payment_declined",
  token_refused: "invalid",
  token_expired: "expired",
  limit_exceeded: "maximum_exceeded"
}

const rejections: Readonly<Record<Reason, typeof Responses.DiscountErrorCode.Type>> = {
  unknown: "discount_code_invalid",
  not_begun: "discount_code_invalid",
  ended: "discount_code_expired",
  used_up: "discount_code_usage_limit_reached",
  used_by_customer: "discount_code_usage_limit_reached",
  not_first_order: "discount_code_user_ineligible",
  not_for_this_country: "discount_code_invalid",
  not_for_these_goods: "discount_code_invalid",
  below_least: "discount_code_minimum_not_met",
  better_offer: "discount_code_combination_disallowed"
}

const resolutions = {
  agent: "recoverable",
  buyerInput: "requires_buyer_input",
  buyerReview: "requires_buyer_review"
} as const

const severities = { info: "info", warning: "medium", error: "high" } as const

/** What the protocol calls the parts of an address; it has a phone number beside it. */
export const addressFields = {
  name: "name",
  line1: "line_one",
  city: "city",
  postcode: "postal_code",
  country: "country",
  company: "company",
  line2: "line_two",
  region: "state",
  phone: "phone_number"
} as const

const pathOf = (subject: Draft.Subject): string => {
  switch (subject._tag) {
    case "Line":
      return `$.line_items[${subject.index}]`
    case "Lines":
      return "$.line_items"
    case "Email":
      return "$.buyer.email"
    case "Destination":
      if (subject.field === "phone") return "$.fulfillment_details.phone_number"
      return subject.field === undefined
        ? "$.fulfillment_details.address"
        : `$.fulfillment_details.address.${addressFields[subject.field]}`
    case "Discount":
      return `$.discounts.codes[${subject.index}]`
    case "Payment":
      return "$.payment_data"
    case "Session":
      return "$"
  }
}

export const message = (
  { code, reason, resolution, severity, subject, text }: Draft.Message
): typeof Responses.Message.Type => ({
  type: severity,
  ...(severity === "info" ? {} : { code: reason === undefined ? codes[code] : rejections[reason] }),
  severity: severities[severity],
  resolution: resolutions[resolution],
  param: pathOf(subject),
  content_type: "plain",
  content: text
})

/** Remarks on an amount. */
type Remarks = Pick<Responses.Total, "description" | "breakdown">

export const total = (
  type: Responses.Total["type"],
  display_text: string,
  amount: number,
  more: Remarks = {}
): Responses.Total => ({
  type,
  display_text,
  amount,
  ...more
})

const percent = (rateBp: number): string => `${rateBp / 100} %`

/** The part of a total that is VAT. */
const vatOf = (vat: ReadonlyArray<VatPerRate>, currency: string, country: string): Remarks => {
  const rates = vat.filter(({ vatMinor }) => vatMinor > 0)
  if (rates.length === 0) return {}
  return {
    description: rates.map(({ rateBp, vatMinor }) =>
      `Includes ${format(vatMinor)} ${currency} of VAT at ${percent(rateBp)}.`
    )
      .join(" "),
    breakdown: rates.map(({ rateBp, vatMinor }) => ({
      jurisdiction: Country.nameOf(country),
      rate: rateBp / 10_000,
      amount: vatMinor
    }))
  }
}

/** Goods at their list prices, the discount on them, if there is any, and what is left to pay for them. */
const goods = (listMinor: number, discountMinor: number, subtotalMinor: number): ReadonlyArray<Responses.Total> => [
  total("items_base_amount", "Items", listMinor),
  ...(discountMinor === 0 ? [] : [total("items_discount", "Discount", discountMinor)]),
  total("subtotal", "Subtotal", subtotalMinor)
]

const sumOf = (amounts: ReadonlyArray<number>): number => amounts.reduce((sum, amount) => sum + amount, 0)

/** The money of a line. */
type LineMoney = Pick<DraftView["lines"][number], "listMinor" | "discountMinor">

/** Everything that a purchase adds up to. */
export const sums = (
  lines: ReadonlyArray<LineMoney>,
  { currency, shippingMinor, subtotalMinor, totalMinor, vat }: DraftView["sums"],
  country: string,
  shippingWords: Remarks = {}
): ReadonlyArray<Responses.Total> => [
  ...goods(
    sumOf(lines.map(({ listMinor }) => listMinor)),
    sumOf(lines.map(({ discountMinor }) => discountMinor)),
    subtotalMinor
  ),
  total("fulfillment", "Shipping", shippingMinor, shippingWords),
  total("total", "Total", totalMinor, vatOf(vat, currency, country))
]

/** A line's id is its product: a session and a cart have one line for each. */
const lineItem = ({ baseUrl }: Shop) => (line: DraftView["lines"][number]): typeof Responses.LineItem.Type =>
  said({
    id: line.productId,
    item: { id: line.productId, name: line.name, unit_amount: line.unitPriceMinor },
    quantity: line.quantity,
    name: line.name,
    images: [`${baseUrl}/images/${line.productId}.svg`],
    unit_amount: line.unitPriceMinor,
    product_id: line.productId,
    availability_status: line.available === undefined ? undefined : availability(line.available),
    available_quantity: line.available,
    max_quantity_per_order: maxQuantity,
    totals: [
      ...goods(line.listMinor, line.discountMinor, line.lineTotalMinor),
      total("total", "Total", line.lineTotalMinor)
    ]
  })

/** The protocol has no buyer without an email address. */
const buyer = (
  { email, familyName, fullName, givenName, phone }: Draft.Buyer
): typeof Responses.Buyer.Type | undefined =>
  email === undefined
    ? undefined
    : said({ email, first_name: givenName, last_name: familyName, full_name: fullName, phone_number: phone })

export const address = (destination: Draft.Destination): typeof Responses.Address.Type =>
  said({
    name: destination.name,
    line_one: destination.line1,
    line_two: destination.line2,
    city: destination.city,
    state: destination.region ?? "",
    country: destination.country ?? destination.countrySaid,
    postal_code: destination.postcode,
    company: destination.company
  })

const fulfilmentDetails = ({ destination, email, name, phone }: Draft.Recipient) =>
  said({
    name,
    phone_number: phone,
    email,
    address: destination === undefined ? undefined : address(destination)
  })

const policyPages = [
  ["terms_of_use", "Terms of use", "/policies/terms"],
  ["privacy_policy", "Privacy policy", "/policies/privacy"],
  ["return_policy", "Returns", "/policies/returns"],
  ["shipping_policy", "Shipping", "/policies/shipping"],
  ["support", "Support", "/policies/contact"]
] as const

/** The pages with the shop's rules. */
export const links = (baseUrl: string): ReadonlyArray<typeof Responses.Link.Type> =>
  policyPages.map(([type, title, path]) => ({ type, title, url: `${baseUrl}${path}` }))

const countryOf = (view: DraftView): string => view.draft.recipient?.destination?.country ?? ""

/** The codes that were given and the promotions that count, where there are any. */
const discounts = ({ draft, messages, promotions }: DraftView): Responses.CheckoutSession["discounts"] =>
  draft.discountCodes.length === 0 && promotions.length === 0 ? undefined : {
    codes: draft.discountCodes,
    applied: promotions.map(({ amountMinor, code, promotionId, title }) =>
      said({
        id: promotionId,
        code,
        coupon: { id: promotionId, name: title },
        amount: amountMinor,
        automatic: code === undefined
      })
    ),
    rejected: messages.flatMap(({ reason, subject, text }) =>
      reason === undefined || subject._tag !== "Discount"
        ? []
        : [{ code: draft.discountCodes[subject.index]!, reason: rejections[reason], message: text }]
    )
  }

/** The abilities that the agent and the shop share. */
const capabilities = ({ draft }: DraftView, { handler }: Shop): Responses.CheckoutSession["capabilities"] => ({
  payment: { handlers: draft.paysByToken ? [handler] : [] },
  interventions: { supported: draft.authenticates ? ["3ds"] : [], enforcement: "conditional" },
  extensions: [{ name: "discount" }]
})

/** Where a person takes over and pays. */
export const continueUrl = (baseUrl: string, handover: string): string => `${baseUrl}/checkout/continue/${handover}`

/** A checkout session, in full. */
export const session = (
  view: DraftView,
  shop: Shop,
  order: Responses.Order | undefined
): Responses.CheckoutSession => {
  const { draft } = view
  const chosen = {
    type: "shipping" as const,
    option_id: view.method,
    item_ids: view.lines.map(({ productId }) => productId)
  }
  const language = answerIn(shop.languages, draft.language)
  const estimated = view.options.length > 0
    ? {}
    : { description: "An estimate, until it is known where to." }
  return said({
    id: view.id,
    protocol: { version: Acp.version },
    capabilities: capabilities(view, shop),
    buyer: draft.buyer === undefined ? undefined : buyer(draft.buyer),
    status: statuses[view.status],
    currency: Acp.currencyOf(view.sums.currency),
    locale: language,
    line_items: view.lines.map(lineItem(shop)),
    fulfillment_details: draft.recipient === undefined ? undefined : fulfilmentDetails(draft.recipient),
    fulfillment_options: view.options.map(({ chargeMinor, description, method, title }) => ({
      type: "shipping" as const,
      id: method,
      title: textIn(title, language),
      description: textIn(description, language),
      totals: [total("total", "Shipping", chargeMinor)]
    })),
    selected_fulfillment_options: view.options.length > 0 ? [chosen] : undefined,
    discounts: discounts(view),
    totals: sums(view.lines, view.sums, countryOf(view), estimated),
    messages: view.messages.map(message),
    links: links(shop.baseUrl),
    authentication_metadata: view.status === "needsAuthentication" ? shop.authentication : undefined,
    created_at: formatMoment(view.createdAt),
    updated_at: formatMoment(view.updatedAt),
    expires_at: formatMoment(view.expiresAt),
    continue_url: view.handover === undefined ? undefined : continueUrl(shop.baseUrl, view.handover),
    order
  })
}

/** A cart with its price, as far as that is known without an address. */
export const cart = (view: DraftView, shop: Shop): Responses.Cart =>
  said({
    id: view.id,
    line_items: view.lines.map(lineItem(shop)),
    buyer: view.draft.buyer === undefined ? undefined : buyer(view.draft.buyer),
    currency: Acp.currencyOf(view.sums.currency),
    totals: sums(view.lines, view.sums, countryOf(view), { description: "An estimate, until it is known where to." }),
    // Messages about facts that only a checkout needs are left out.
    messages: view.messages.filter(({ subject }) => subject._tag === "Line").map(message),
    expires_at: formatMoment(view.expiresAt)
  })
