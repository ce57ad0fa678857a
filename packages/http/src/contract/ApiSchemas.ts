/**
 * The shapes of the API on the wire: money as a JSON number, times as RFC 3339 in UTC. Values of the domain
 * (statuses, conditions, methods) are taken from it by name.
 *
 * Input leaves describe valid values in words; fault reports show these words, never the submitted value. What a field
 * means is in `FieldTexts`, for documents. Follows
 * docs/specification.md#money, docs/specification.md#time, docs/specification.md#addresses.
 *
 * @since 1.0.0
 */
import * as Address from "@beauty-store/domain/Address"
import type * as AddressForm from "@beauty-store/domain/AddressForm"
import { LimitName } from "@beauty-store/domain/Allowance"
import { AuditedKind } from "@beauty-store/domain/Audit"
import { CartMessageCode, maxQuantity, Quantity } from "@beauty-store/domain/Cart"
import { defaultCategories, PriceMinor, SearchSort, SizeUnit } from "@beauty-store/domain/Catalog"
import { Status as SessionStatus } from "@beauty-store/domain/CheckoutSession"
import * as Days from "@beauty-store/domain/Days"
import { Status as DelegationStatus } from "@beauty-store/domain/Delegation"
import { FlagKind, FlagState, longestNote } from "@beauty-store/domain/Flag"
import {
  BrandId,
  DelegationId,
  EventId,
  FlagId,
  OrderId,
  ProductId,
  RefundId,
  ReturnId,
  SessionId,
  StaffChangeId,
  SubscriptionId,
  TicketId
} from "@beauty-store/domain/Ids"
import { MessageResult } from "@beauty-store/domain/InboundMessage"
import { Language } from "@beauty-store/domain/Language"
import * as Money from "@beauty-store/domain/Money"
import { EventSource, OrderStatus, PaymentStatus } from "@beauty-store/domain/Order"
import { PreselectedMethod } from "@beauty-store/domain/Payment"
import * as PlainText from "@beauty-store/domain/PlainText"
import { EntryKind } from "@beauty-store/domain/ReceiptEntry"
import { RefundStatus } from "@beauty-store/domain/Refund"
import { Condition, ReturnStatus } from "@beauty-store/domain/Return"
import { defaultMethods } from "@beauty-store/domain/Shipping"
import { Facts, StaffAction } from "@beauty-store/domain/StaffChange"
import { Availability } from "@beauty-store/domain/Stock"
import { longestMessage, longestSubject, TicketAuthor, TicketStatus } from "@beauty-store/domain/Ticket"
import { TimeSort } from "@beauty-store/domain/TimeSort"
import { State as DeliveryState } from "@beauty-store/domain/WebhookDelivery"
import { State as EndpointState } from "@beauty-store/domain/WebhookEndpoint"
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { refusesMisspelling } from "./Annotations.ts"
import { allowed } from "./ReturnUrl.ts"

/** A leaf of the input, with a description of valid values: with their limits, because a refusal says nothing else. */
export const leaf = <A, I, R>(words: string, schema: Schema.Schema<A, I, R>) =>
  schema.annotations({ description: words, message: () => ({ message: `must be ${words}`, override: true }) })

/** Words as a list: `a, b or c`. */
export const anyOf = (words: ReadonlyArray<string>): string =>
  [words.slice(0, -1).join(", "), ...words.slice(-1)].filter((part) => part !== "").join(" or ")

/** A leaf that is one of some words, and lists them. */
export const choice = <Literals extends readonly [string, ...ReadonlyArray<string>]>(
  schema: Schema.Literal<Literals>
) => leaf(anyOf(schema.literals), schema)

/** An id that a client names: any text of its length, since it is only looked up. */
export const named = <I extends string>(words: string, kind: { readonly claimed: Schema.Schema<I, string> }) =>
  leaf(`${words}, 1 to 200 characters`, kind.claimed.pipe(Schema.minLength(1), Schema.maxLength(200)))
const ProductIdInput = named("a product's id", ProductId)

/** A list of at least one item. Faults inside an item are reported there. */
const some = <A, I, R>(item: Schema.Schema<A, I, R>) => {
  const message = () => "must be at least one item"
  return Schema.Array(item).annotations({ message })
    .pipe(Schema.minItems(1, { message, description: "at least one item" }))
}

/** One line of text, whose white space is folded. */
const Line = (most: number, words = PlainText.describe(most)) =>
  leaf(words, PlainText.Line(most)).annotations({
    jsonSchema: { type: "string", description: words, minLength: 1, maxLength: most }
  })

/** Text of several lines. */
const Text = (most: number) => leaf(PlainText.describe(most), PlainText.Text(most))

const emailWords = "an email address, at most 254 characters"
const EmailInput = leaf(emailWords, Schema.compose(Schema.Trim, Address.Email)).annotations({
  jsonSchema: { type: "string", description: emailWords, maxLength: 254, format: "email" }
})

const Euros = Schema.Number.annotations({
  description: "in the shop's currency, at most two decimals",
  examples: [29.95]
})
export const Moment = Schema.String.annotations({
  description: "RFC 3339, UTC",
  jsonSchema: { type: "string", format: "date-time" }
})
export const Uri = Schema.String.annotations({ jsonSchema: { type: "string", format: "uri" } })
/** The document of a shop with another currency, or other categories, names those (`OpenApiDocument`). */
const Currency = Schema.String.annotations({ jsonSchema: { type: "string", enum: [Money.defaultCurrency] } })
const Category = Schema.String.annotations({ jsonSchema: { type: "string", enum: defaultCategories } })

/** What a shop knows besides, and shows to everybody. Its document names the fields (`VisibleAttributes`). */
const attributes = Schema.Record({ key: Schema.String, value: Schema.Unknown })

export const Product = Schema.Struct({
  id: ProductId.claimed,
  name: Schema.String,
  description: Schema.String,
  price: Euros,
  currency: Currency,
  category: Category,
  inStock: Schema.Boolean,
  brand: Schema.Struct({ id: BrandId.claimed, name: Schema.String }),
  image: Uri,
  gtin: Schema.String,
  size: Schema.Struct({ value: Schema.Number, unit: SizeUnit }),
  unitPrice: Schema.NullOr(
    Schema.Struct({
      price: Euros,
      per: Schema.Struct({ value: Schema.Number, unit: SizeUnit.pipe(Schema.pickLiteral("ml", "g")) })
    })
  ),
  hygieneSealed: Schema.Boolean
}, attributes).annotations({ identifier: "Product" })

export const Brand = Schema.Struct({
  id: BrandId.claimed,
  name: Schema.String,
  category: Schema.String,
  products: Schema.Array(Product)
}).annotations({ identifier: "Brand" })

export const Catalog = Schema.Struct({
  store: Schema.String,
  currency: Currency,
  brands: Schema.Array(Brand)
}).annotations({ identifier: "Catalog" })

/** A page of a collection. */
const Page = <A, I>(identifier: string, item: Schema.Schema<A, I>) =>
  Schema.Struct({ data: Schema.Array(item), nextCursor: Schema.NullOr(Schema.String) }).annotations({ identifier })

const Count = Schema.Int

/** Each count ignores the search's own filter on that facet, and keeps all others. */
export const Facets = Schema.Struct({
  total: Count,
  brands: Schema.Array(Schema.Struct({ id: BrandId.claimed, name: Schema.String, count: Count })),
  categories: Schema.Array(Schema.Struct({ category: Schema.String, count: Count })),
  prices: Schema.Array(Schema.Struct({
    minPrice: Euros,
    maxPrice: Schema.NullOr(Euros),
    count: Count
  })),
  inStock: Schema.Array(Schema.Struct({ inStock: Schema.Boolean, count: Count }))
}).annotations({ identifier: "Facets" })

export const ProductPage = Schema.Struct({
  data: Schema.Array(Product),
  nextCursor: Schema.NullOr(Schema.String),
  correctedQuery: Schema.optional(Schema.String),
  facets: Schema.optional(Facets),
  suggestions: Schema.optional(Schema.Array(Schema.String))
}).annotations({ identifier: "ProductPage" })

/** A number in a query: text on the wire, a number in the OpenAPI document. */
const queryNumber = (words: string, schema: Schema.Schema<number>, jsonSchema: object) =>
  Schema.optional(
    leaf(words, Schema.compose(Decimal, schema)).annotations({ jsonSchema: { description: words, ...jsonSchema } })
  )
const Decimal = Schema.transformOrFail(Schema.String, Schema.Number, {
  strict: true,
  decode: (text, _, ast) =>
    /^-?\d{1,20}(?:\.\d{1,20})?$/.test(text)
      ? ParseResult.succeed(Number(text))
      : ParseResult.fail(new ParseResult.Type(ast, text)),
  encode: (number) => ParseResult.succeed(String(number))
})

const paging = {
  limit: queryNumber("a whole number from 1 to 100", Schema.Int.pipe(Schema.between(1, 100)), {
    type: "integer",
    minimum: 1,
    maximum: 100,
    default: 20
  }),
  cursor: Schema.optional(
    leaf("a cursor from an earlier response, at most 1000 characters", Schema.String.pipe(Schema.maxLength(1000)))
  )
}
/** Amounts in the shop's currency from the least on, as far as amounts go. */
const amountWords = (least: string): string =>
  `an amount in the shop's currency, from ${least} to ${Money.format(Money.maxAmountMinor)}, with at most two decimals`
const price = queryNumber(
  amountWords("0"),
  Schema.Number.pipe(Schema.filter((n) => n >= 0 && Money.fromNumber(n)._tag === "Some")),
  { type: "number", minimum: 0, maximum: Money.toNumber(Money.maxAmountMinor) }
)

/** All faults are reported, not only the first. */
export const whole = { parseOptions: { errors: "all" } } as const

/** Text that the database compares: there is some, and PostgreSQL has no NUL. */
const Name = (what: string) => {
  const words = `${what}, 1 to 100 characters`
  return leaf(
    words,
    Schema.String.pipe(Schema.maxLength(100), Schema.filter((text) => text.trim() !== "" && !text.includes("\0")))
  ).annotations({ jsonSchema: { type: "string", description: words, minLength: 1, maxLength: 100 } })
}

const YesOrNo = (description: string) =>
  Schema.optional(
    leaf("true or false", Schema.BooleanFromString).annotations({ jsonSchema: { type: "boolean", description } })
  )

export const SearchParameters = Schema.Struct({
  q: Schema.optional(leaf("search words, at most 500 characters", Schema.String.pipe(PlainText.atMost(500)))),
  brand: Schema.optional(Name("a brand's id")),
  category: Schema.optional(Name(`a category: ${anyOf(defaultCategories)}`)),
  minPrice: price,
  maxPrice: price,
  inStock: YesOrNo("true or false"),
  sort: Schema.optional(choice(SearchSort).annotations({ default: "relevance" })),
  facets: YesOrNo("true or false: whether products are counted by each filter"),
  suggestions: YesOrNo("true or false: whether ways to finish `q` are listed"),
  ...paging
}).annotations(whole)

export const PageParameters = Schema.Struct(paging).annotations(whole)

export const DayInput = leaf("a date, YYYY-MM-DD", Days.Day)

/** What lists that staff search by have in common: days of the shop's zone, both included, and the sort. */
const byTime = {
  from: Schema.optional(DayInput),
  to: Schema.optional(DayInput),
  sort: Schema.optional(
    choice(TimeSort).annotations({ default: "-createdAt" })
  ),
  ...paging
}
export const inOrder = Schema.filter(({ from, to }: { readonly from?: Days.Day; readonly to?: Days.Day }) =>
  from === undefined || to === undefined || from <= to
  || { path: ["to"], message: "must be a date that is not before `from`" }
)

/** What orders, returns and tickets can be found by. A filter that is given twice, or has no such value, is a fault. */
const finding = {
  email: Schema.optional(EmailInput),
  orderId: Schema.optional(leaf("an order's id", OrderId)),
  productId: Schema.optional(leaf("a product's id, at most 80 characters", ProductId)),
  overdue: Schema.optional(
    leaf(
      "true",
      Schema.transform(Schema.Literal("true"), Schema.Literal(true), {
        strict: true,
        decode: () => true as const,
        encode: () => "true" as const
      })
    ).annotations({
      jsonSchema: { type: "string", enum: ["true"], description: "only what has waited for the shop for too long" }
    })
  ),
  ...byTime
}

export const OrderParameters = Schema.Struct({ status: Schema.optional(choice(OrderStatus)), ...finding })
  .pipe(inOrder).annotations(whole)
export const ReturnParameters = Schema.Struct({ status: Schema.optional(choice(ReturnStatus)), ...finding })
  .pipe(inOrder).annotations(whole)
export const TicketParameters = Schema.Struct({
  status: Schema.optional(choice(TicketStatus)),
  assignedTo: Schema.optional(Name("the OAuth client id of a member of staff")),
  ...finding
}).pipe(inOrder).annotations(whole)
export const FlagParameters = Schema.Struct({ state: Schema.optional(choice(FlagState)), ...paging }).annotations(whole)
export const DeliveryParameters = Schema.Struct({
  state: Schema.optional(choice(DeliveryState)),
  orderId: Schema.optional(leaf("an order's id", OrderId)),
  sort: byTime.sort,
  ...paging
}).annotations(whole)
export const TrailParameters = Schema.Struct({
  client: Schema.optional(Name("the OAuth client id of a member of staff")),
  action: Schema.optional(choice(StaffAction)),
  subject: Schema.optional(Name("the id of what was changed")),
  ...byTime
}).pipe(inOrder).annotations(whole)

export const CartMessage = Schema.Struct({
  code: CartMessageCode,
  productId: ProductId.claimed,
  message: Schema.String
}).annotations({ identifier: "CartMessage" })

/** A field of the request that its operation does not know. */
export const UnknownField = Schema.Struct({
  code: Schema.Literal("unknown_field"),
  pointer: Schema.String,
  message: Schema.String
}).annotations({ identifier: "UnknownField" })

export const AccessToken = Schema.Struct({
  access_token: Schema.String,
  token_type: Schema.Literal("Bearer"),
  expires_in: Schema.Int,
  scope: Schema.String
}).annotations({ identifier: "AccessToken" })

export const TokenRequest = Schema.Struct({
  grant_type: Schema.String,
  client_id: Schema.optional(Schema.String),
  client_secret: Schema.optional(Schema.String),
  scope: Schema.optional(
    Schema.String
  )
}).annotations({ identifier: "TokenRequest" })

export const RevokeRequest = Schema.Struct({
  token: Schema.String,
  token_type_hint: Schema.optional(Schema.String)
}).annotations({ identifier: "RevokeRequest" })

export const Cart = Schema.Struct({
  items: Schema.Array(Schema.Struct({
    productId: ProductId.claimed,
    quantity: Schema.Int,
    price: Euros,
    name: Schema.String,
    discount: Schema.optional(Euros),
    lineTotal: Euros,
    available: Schema.Int
  })),
  subtotal: Euros,
  shipping: Euros,
  total: Euros,
  currency: Currency,
  messages: Schema.Array(Schema.Union(CartMessage, UnknownField)),
  session: Schema.optional(
    AccessToken.omit("scope")
  )
}, attributes).annotations({ identifier: "Cart" })

const quantityWords = `a whole number from 1 to ${maxQuantity}`

export const AddToCart = Schema.Struct({
  productId: ProductIdInput,
  quantity: Schema.optional(leaf(quantityWords, Quantity).annotations({ default: 1 }))
}).annotations({ identifier: "AddToCart", ...whole })

export const SetQuantity = Schema.Struct({
  quantity: leaf(`a whole number from 0 to ${maxQuantity}`, Schema.Int.pipe(Schema.between(0, maxQuantity)))
}).annotations({ identifier: "SetQuantity", ...whole })

/**
 * How an address is read (`AddressForm`). The server sets it: clients only write addresses, and need not load the list of
 * countries. There is none by default: a decoder may try a value without the server's first, and must not accept it then.
 */
export class AddressReader extends Context.Reference<AddressReader>()("@beauty-store/http/AddressReader", {
  defaultValue: (): Pick<typeof AddressForm, "read" | "expected"> | undefined => undefined
}) {}

/** Whatever is written, or missing, is for the reader to judge, so that all faults of an address are found at once. */
const Written = Schema.optional(Schema.Unknown) as unknown as typeof Schema.String

const lineJson = { type: "string", description: "1 to 200 characters", minLength: 1, maxLength: 200 }
const lines = (line: typeof Schema.String) =>
  Schema.Struct({ name: line, address: line, city: line, postcode: line, country: line })

const WrittenAddress = lines(Written).annotations({
  identifier: "ShippingAddress",
  [refusesMisspelling]: true,
  jsonSchema: {
    type: "object",
    required: ["name", "address", "city", "country"],
    properties: {
      name: lineJson,
      address: lineJson,
      city: lineJson,
      postcode: {
        type: "string",
        description: "a postcode of the country; empty or left out where it has none",
        maxLength: 200
      },
      country: {
        type: "string",
        description: "a country: ISO 3166-1 alpha-2 or alpha-3 code, or name",
        maxLength: 200
      }
    }
  }
})

/** As clients write it, and as it is read: the country by its code. */
export const ShippingAddress = Schema.transformOrFail(
  WrittenAddress,
  lines(Schema.String),
  {
    strict: true,
    decode: (written, _, ast) =>
      Effect.flatMap(AddressReader, (reader) => {
        if (reader === undefined) return ParseResult.fail(new ParseResult.Type(ast, written))
        const issueOf = ({ field }: AddressForm.Fault): ParseResult.ParseIssue => {
          const words = written[field] === undefined ? "is missing" : `must be ${reader.expected[field]}`
          return new ParseResult.Pointer(field, written, new ParseResult.Type(ast, written[field], words))
        }
        return Either.mapLeft(
          reader.read(written),
          (faults) => new ParseResult.Composite(ast, written, Arr.map(faults, issueOf))
        )
      }),
    encode: (address) => ParseResult.succeed(address)
  }
)

/** The hosts that a `returnUrl` may lead to. The server sets them; clients need not know them. */
export class ReturnHosts extends Context.Reference<ReturnHosts>()("@beauty-store/http/ReturnHosts", {
  defaultValue: (): ReadonlyArray<string> => []
}) {}

const ReturnUrl = leaf(
  "an http or https address on an allowed host, at most 2000 characters",
  Schema.transformOrFail(Schema.String.pipe(Schema.maxLength(2000)), Schema.String, {
    strict: true,
    decode: (text, _, ast) =>
      Effect.flatMap(ReturnHosts, (hosts) => {
        const url = allowed(text, hosts)
        return url === undefined ? ParseResult.fail(new ParseResult.Type(ast, text)) : ParseResult.succeed(url)
      }),
    encode: ParseResult.succeed
  })
)

/**
 * The methods of shipping among which buyers choose. The server sets them; clients need not know them. There are none
 * by default: a decoder may try a value without the server's first, and must not accept it then.
 */
export class ShippingMethods extends Context.Reference<ShippingMethods>()("@beauty-store/http/ShippingMethods", {
  defaultValue: (): ReadonlyArray<string> => []
}) {}

const methodWords = anyOf(defaultMethods.map(({ id }) => id))
/** The document of a shop with other methods names those (`OpenApiDocument`). */
const methodJson = { type: "string", enum: defaultMethods.map(({ id }) => id) }
/** What is no method is refused in the shop's own words, whatever it is. */
const MethodInput = Schema.transformOrFail(
  // Anything may come in, and clients send text.
  Schema.Unknown as unknown as typeof Schema.String,
  Schema.String,
  {
    strict: true,
    decode: (method, _, ast) =>
      Effect.flatMap(ShippingMethods, (methods) =>
        methods.includes(method)
          ? ParseResult.succeed(method)
          : ParseResult.fail(new ParseResult.Type(ast, method, `must be ${anyOf(methods)}`))),
    encode: ParseResult.succeed
  }
).annotations({
  jsonSchema: { ...methodJson, description: methodWords, default: defaultMethods[0].id }
})
/** A method of shipping in a response. */
export const ShippingMethod = Schema.String.annotations({ jsonSchema: methodJson })

/** In which the shop speaks to a person. */
const LanguageInput = choice(Language)

/** An amount whose cents fulfil a condition. */
const euros = (description: string, holds: (amountMinor: number) => boolean) =>
  leaf(description, Schema.Number.pipe(Schema.filter((n) => Option.exists(Money.fromNumber(n), holds))))

const EurosInput = euros(amountWords("0.01"), (amountMinor) => amountMinor > 0)

/** The destination of an order, its shipping method, and what the buyer was told that it costs. */
const delivery = {
  email: EmailInput,
  shipping: ShippingAddress,
  shippingMethod: Schema.optional(MethodInput),
  language: Schema.optional(LanguageInput),
  expectedTotal: Schema.optional(EurosInput)
}

export const CheckoutRequest = Schema.Struct({
  ...delivery,
  payment_method: Schema.optional(choice(PreselectedMethod)),
  returnUrl: Schema.optional(ReturnUrl)
}).annotations({ identifier: "CheckoutRequest", ...whole })

const sessionFields = {
  sessionId: SessionId.claimed,
  redirectUrl: Uri,
  orderId: OrderId.claimed,
  status: SessionStatus,
  expiresAt: Moment
}
export const CheckoutSession = Schema.Struct({
  ...sessionFields,
  total: Euros,
  currency: Currency
}).annotations({ identifier: "CheckoutSession" })

export const CheckoutSessionStatus = Schema.Struct({
  ...sessionFields,
  paymentStatus: PaymentStatus.pipe(Schema.pickLiteral("unpaid", "processing", "paid"))
}).annotations({ identifier: "CheckoutSessionStatus" })

const Day = Schema.String.annotations({ jsonSchema: { type: "string", format: "date" } })

export const Tracking = Schema.Struct({
  carrier: Schema.String,
  trackingNumber: Schema.String,
  status: Schema.String,
  estimatedDelivery: Day,
  deliveredAt: Schema.optional(Moment),
  events: Schema.Array(Schema.Struct({ timestamp: Moment, location: Schema.String, status: Schema.String }))
}).annotations({ identifier: "Tracking" })

/** The VAT of a total, a row for each rate in percent. */
const VatTable = Schema.Array(Schema.Struct({ rate: Schema.Number, net: Euros, vat: Euros, gross: Euros }))

export const Order = Schema.Struct({
  id: OrderId.claimed,
  status: OrderStatus,
  items: Schema.Array(Schema.Struct({
    productId: ProductId.claimed,
    name: Schema.String,
    quantity: Schema.Int,
    price: Euros,
    discount: Schema.optional(Euros),
    lineTotal: Euros,
    shipped: Schema.Int,
    returned: Schema.Int
  })),
  total: Euros,
  tracking: Tracking,
  currency: Currency,
  shipments: Schema.Array(Tracking),
  subtotal: Euros,
  shipping: Euros,
  vat: VatTable,
  vatTotal: Euros,
  shippingMethod: ShippingMethod,
  createdAt: Moment,
  email: Schema.String,
  language: Language,
  shippingAddress: Schema.Struct({
    name: Schema.String,
    address: Schema.String,
    city: Schema.String,
    postcode: Schema.String,
    country: Schema.String
  }),
  payment: Schema.Struct({ method: Schema.NullOr(Schema.String), status: PaymentStatus }),
  refunds: Schema.Array(Schema.Struct({
    refundId: RefundId.claimed,
    amount: Euros,
    currency: Currency,
    status: RefundStatus,
    createdAt: Moment
  })),
  returns: Schema.Array(Schema.Struct({ returnId: ReturnId.claimed, status: Schema.String })),
  timeline: Schema.Array(Schema.Struct({
    status: OrderStatus,
    at: Moment,
    source: EventSource
  })),
  links: Schema.optional(Schema.Struct({
    page: Uri
  }))
}, attributes).annotations({ identifier: "Order" })

export const OrderSummary = Schema.Struct({
  id: OrderId.claimed,
  status: OrderStatus,
  total: Euros,
  currency: Currency,
  createdAt: Moment
}).annotations({ identifier: "OrderSummary" })

export const OrderPage = Page("OrderPage", OrderSummary)

export const InventoryStatus = Schema.Struct({
  productId: ProductId.claimed,
  inStock: Schema.Boolean,
  quantity: Schema.Int,
  availability: Availability
}).annotations({ identifier: "InventoryStatus" })

export const Health = Schema.Struct({ status: Schema.Literal("ok") }).annotations({ identifier: "Health" })

/** A message of the payment provider's, in its own form; the signature is over the bytes. */
export const ProviderNotification = Schema.Unknown.annotations({
  identifier: "ProviderNotification",
  jsonSchema: { type: "object", description: "in the provider's own form" }
})

/** A partner's message; the signature is over the bytes. The OpenAPI document has its forms (`PartnerMessages`). */
export const PartnerMessage = Schema.Unknown.annotations({
  identifier: "PartnerMessage",
  jsonSchema: { type: "object" }
})

/** The response of an operation that returns nothing but its success. */
export const Empty = Schema.Struct({}).annotations({ identifier: "Empty" })

export const Received = Schema.Struct({ received: Schema.Literal(true) }).annotations({ identifier: "Received" })

const Units = leaf("a whole number from 1 to 9999", Schema.Int.pipe(Schema.between(1, 9999)))
const OrderIdInput = named("an order's id", OrderId)

export const OrderRequest = Schema.Struct({
  ...delivery,
  delegation: named("a delegation's id", DelegationId)
}).annotations({ identifier: "OrderRequest", ...whole })

export const CancelRequest = Schema.Struct({ reason: Schema.optional(Text(1000)) })
  .annotations({ identifier: "CancelRequest", ...whole })

export const ShipRequest = Schema.Struct({
  carrier: Line(100),
  trackingNumber: Line(100),
  estimatedDelivery: Schema.optional(DayInput),
  items: Schema.optional(
    some(Schema.Struct({ productId: ProductIdInput, quantity: Units }))
  )
}).annotations({ identifier: "ShipRequest", ...whole })

const MomentInput = leaf("a moment, RFC 3339", Days.Moment)

export const DeliverRequest = Schema.Struct({
  /** As long as a carrier's report may have it. */
  trackingNumber: Schema.optional(Line(200)),
  deliveredAt: Schema.optional(MomentInput)
}).annotations({ identifier: "DeliverRequest", ...whole })

/** One value for each limit. */
const perLimit = <A, I>(item: Schema.Schema<A, I>) =>
  Schema.Struct(
    Object.fromEntries(LimitName.literals.map((name) => [name, item])) as { readonly [name in LimitName]: typeof item }
  )

export const DelegationRequest = Schema.Struct({
  agentId: leaf(
    "the OAuth client id of an agent, 1 to 200 characters",
    Schema.String.pipe(Schema.minLength(1), Schema.maxLength(200))
  ),
  limits: Schema.optional(
    Schema.partial(perLimit(EurosInput)).annotations({
      [refusesMisspelling]: true
    })
  ),
  expiresAt: Schema.optional(MomentInput),
  language: Schema.optional(LanguageInput)
}).annotations({ identifier: "DelegationRequest", ...whole })

const delegationFields = {
  delegationId: DelegationId.claimed,
  agentId: Schema.String,
  status: DelegationStatus,
  limits: perLimit(Euros),
  remaining: perLimit(Euros),
  resetsAt: perLimit(Schema.NullOr(Moment)),
  language: Language,
  expiresAt: Schema.NullOr(Moment),
  createdAt: Moment
}
export const Delegation = Schema.Struct(delegationFields).annotations({ identifier: "Delegation" })
export const NewDelegation = Schema.Struct({
  ...delegationFields,
  approvalUrl: Uri
}).annotations({ identifier: "NewDelegation" })

const DaySpan = Schema.Struct({ from: Day, to: Day })

export const Refund = Schema.Struct({
  refundId: RefundId.claimed,
  orderId: OrderId.claimed,
  returnId: Schema.optional(ReturnId.claimed),
  amount: Euros,
  currency: Currency,
  status: RefundStatus,
  method: Schema.Literal("original_payment_method"),
  expectedBy: DaySpan,
  createdAt: Moment
}).annotations({ identifier: "Refund" })

export const RefundPage = Page("RefundPage", Refund)

export const RefundRequest = Schema.Struct({
  orderId: OrderIdInput,
  amount: Schema.optional(EurosInput),
  reason: Text(1000)
}).annotations({ identifier: "RefundRequest", ...whole })

const ConditionInput = choice(Condition)

export const ReturnRequest = Schema.Struct({
  orderId: OrderIdInput,
  items: some(Schema.Struct({
    productId: ProductIdInput,
    reason: Schema.optional(Text(1000)),
    quantity: Schema.optional(
      Units
    ),
    condition: Schema.optional(ConditionInput.annotations({ default: "unopened" }))
  }))
}).annotations({ identifier: "ReturnRequest", ...whole })

export const Return = Schema.Struct({
  returnId: ReturnId.claimed,
  returnLabel: Uri,
  orderId: OrderId.claimed,
  status: ReturnStatus,
  items: Schema.Array(Schema.Struct({
    productId: ProductId.claimed,
    name: Schema.String,
    quantity: Schema.Int,
    condition: Condition,
    reason: Schema.optional(Schema.String),
    refund: Euros,
    accepted: Schema.NullOr(Schema.Int)
  })),
  refundAmount: Euros,
  refundId: Schema.NullOr(RefundId.claimed),
  expectedRefund: DaySpan,
  timeline: Schema.Array(Schema.Struct({ status: ReturnStatus, at: Moment, source: EventSource })),
  createdAt: Moment
}).annotations({ identifier: "Return" })

export const ReturnSummary = Schema.Struct({
  returnId: ReturnId.claimed,
  orderId: OrderId.claimed,
  status: ReturnStatus,
  refundAmount: Euros,
  currency: Currency,
  createdAt: Moment
}).annotations({ identifier: "ReturnSummary" })

export const ReturnPage = Page("ReturnPage", ReturnSummary)

export const ReceiveRequest = Schema.Struct({
  items: some(Schema.Struct({
    productId: ProductIdInput,
    quantity: Units,
    accepted: Schema.optional(leaf("true or false", Schema.Boolean).annotations({ default: true })),
    restock: leaf("true or false", Schema.Boolean)
  }))
}).annotations({ identifier: "ReceiveRequest", ...whole })

export const SupportRequest = Schema.Struct({
  email: EmailInput,
  subject: Line(longestSubject),
  message: Text(longestMessage),
  orderId: Schema.optional(OrderIdInput),
  language: Schema.optional(LanguageInput)
}).annotations({ identifier: "SupportRequest", ...whole })

const Version = leaf("a whole number from 0 to 1000000", Schema.Int.pipe(Schema.between(0, 1_000_000)))
const Message = Text(longestMessage)

export const ReplyRequest = Schema.Struct({ message: Message }).annotations({ identifier: "ReplyRequest", ...whole })
export const AnswerRequest = Schema.Struct({ message: Message, version: Version })
  .annotations({ identifier: "AnswerRequest", ...whole })
export const AssignRequest = Schema.Struct({
  to: Schema.optional(
    Schema.NullOr(Line(200, "the OAuth client id of a member of staff, 1 to 200 characters, or null"))
  ),
  version: Version
}).annotations({ identifier: "AssignRequest", ...whole })
export const CloseTicketRequest = Schema.Struct({ version: Version })
  .annotations({ identifier: "CloseTicketRequest", ...whole })

const ticketFields = {
  ticketId: TicketId.claimed,
  status: TicketStatus,
  email: Schema.String,
  subject: Schema.String,
  message: Schema.String,
  orderId: Schema.NullOr(OrderId.claimed),
  createdAt: Moment,
  language: Language,
  version: Schema.Int,
  messages: Schema.Array(Schema.Struct({ from: TicketAuthor, text: Schema.String, at: Moment })),
  assignedTo: Schema.optional(Schema.NullOr(Schema.String))
}
export const Ticket = Schema.Struct(ticketFields).annotations({ identifier: "Ticket" })
export const NewTicket = Schema.Struct({
  ...ticketFields,
  links: Schema.Struct({
    page: Uri
  })
}).annotations({ identifier: "NewTicket" })

export const TicketSummary = Schema.Struct({
  ticketId: TicketId.claimed,
  status: TicketStatus,
  email: Schema.String,
  subject: Schema.String,
  orderId: Schema.NullOr(OrderId.claimed),
  createdAt: Moment,
  version: Schema.Int,
  waitingSince: Schema.NullOr(Moment),
  assignedTo: ticketFields.assignedTo
}).annotations({ identifier: "TicketSummary" })
export const TicketPage = Page("TicketPage", TicketSummary)

/** Contains nothing personal. */
export const Audit = Schema.Struct({
  total: Schema.Int,
  differences: Schema.Array(Schema.Struct({
    kind: Schema.String,
    subject: Schema.String,
    expected: Schema.String,
    found: Schema.String,
    words: Schema.String
  })),
  counts: Schema.Record({ key: AuditedKind, value: Schema.Int })
}).annotations({ identifier: "Audit" })

export const Flag = Schema.Struct({
  flagId: FlagId.claimed,
  kind: FlagKind,
  subject: Schema.String,
  detail: Schema.String,
  at: Moment,
  closed: Schema.optional(Schema.Struct({ by: Schema.String, at: Moment, note: Schema.String }))
}).annotations({ identifier: "Flag" })
export const FlagPage = Page("FlagPage", Flag)
export const CloseFlagRequest = Schema.Struct({ note: Text(longestNote) })
  .annotations({ identifier: "CloseFlagRequest", ...whole })

export const StaffChange = Schema.Struct({
  changeId: StaffChangeId.claimed,
  client: Schema.String,
  action: StaffAction,
  subject: Schema.String,
  before: Facts,
  after: Facts,
  at: Moment
}).annotations({ identifier: "StaffChange" })
export const Trail = Page("Trail", StaffChange)

export const WebhookAnswer = Schema.Struct({
  received: Schema.Literal(true),
  result: MessageResult,
  reason: Schema.optional(Schema.String)
}).annotations({ identifier: "WebhookAnswer" })

/** What the address of a subscription has to be. */
export const urlWords = "an http or https address, at most 2000 characters"

export const SubscriptionRequest = Schema.Struct({
  url: leaf(urlWords, Schema.String.pipe(Schema.minLength(1), Schema.maxLength(2000))),
  dialect: Schema.optional(leaf("`acp`", Schema.Literal("acp"))),
  agentId: Schema.optional(Line(200, "an agent's OAuth client id, 1 to 200 characters"))
}).pipe(
  Schema.filter(({ agentId, dialect }) =>
    dialect === undefined || agentId !== undefined
    || { path: ["agentId"], message: "must be the agent whose orders are sent" }
  )
).annotations({ identifier: "SubscriptionRequest", ...whole })

const subscriptionFields = {
  subscriptionId: SubscriptionId.claimed,
  url: Uri,
  createdAt: Moment,
  dialect: Schema.optional(Schema.String),
  agentId: Schema.optional(Schema.String),
  state: EndpointState,
  failingSince: Schema.optional(Moment),
  failure: Schema.optional(Schema.String),
  disabledAt: Schema.optional(Moment)
}
export const Subscription = Schema.Struct(subscriptionFields).annotations({ identifier: "Subscription" })
export const NewSubscription = Schema.Struct({
  ...subscriptionFields,
  secret: Schema.String
}).annotations({ identifier: "NewSubscription" })
export const SubscriptionPage = Page("SubscriptionPage", Subscription)

export const Delivery = Schema.Struct({
  eventId: EventId.claimed,
  event: Schema.String,
  orderId: OrderId.claimed,
  state: DeliveryState,
  attempts: Schema.Int,
  at: Moment,
  failure: Schema.optional(Schema.Struct({ reason: Schema.String, at: Moment })),
  nextAttemptAt: Schema.optional(Moment)
}).annotations({ identifier: "Delivery" })
export const DeliveryPage = Page("DeliveryPage", Delivery)

export const ReplayRequest = Schema.Struct({ from: MomentInput, to: MomentInput })
  .pipe(
    Schema.filter(({ from, to }) =>
      from <= to || { path: ["to"], message: "must be a moment that is not before `from`" }
    )
  )
  .annotations({ identifier: "ReplayRequest", ...whole })
export const Replayed = Schema.Struct({ messages: Schema.Int }).annotations({ identifier: "Replayed" })

export const SetOnHand = Schema.Struct({
  onHand: leaf("a whole number from 0 to 1000000", Schema.Int.pipe(Schema.between(0, 1_000_000)))
}).annotations({ identifier: "SetOnHand", ...whole })

const PriceInput = euros(
  "an amount from 0.01 to 1000000.00 with at most two decimals, in the shop's currency",
  Schema.is(PriceMinor)
)
export const SetPrice = Schema.Struct({ price: PriceInput }).annotations({ identifier: "SetPrice", ...whole })

const Sums = { currency: Currency, vat: VatTable, net: Euros, vatTotal: Euros, total: Euros }

export const Receipt = Schema.Struct({
  number: Schema.String,
  orderId: OrderId.claimed,
  issuedAt: Moment,
  seller: Schema.Struct({
    name: Schema.String,
    address: Schema.String,
    city: Schema.String,
    postcode: Schema.String,
    country: Schema.String,
    vatId: Schema.String,
    email: Schema.String
  }),
  buyer: Schema.Struct({
    email: Schema.String,
    name: Schema.String,
    address: Schema.String,
    city: Schema.String,
    postcode: Schema.String,
    country: Schema.String
  }),
  paymentMethod: Schema.String,
  lines: Schema.Array(Schema.Struct({
    productId: ProductId.claimed,
    name: Schema.String,
    quantity: Schema.Int,
    price: Euros,
    discount: Schema.optional(Euros),
    total: Euros,
    vat: Euros
  })),
  subtotal: Euros,
  shipping: Euros,
  ...Sums,
  creditNotes: Schema.Array(Schema.Struct({
    number: Schema.String,
    kind: EntryKind,
    issuedAt: Moment,
    /** The credit note that a cancellation takes back. */
    cancels: Schema.optional(Schema.String),
    ...Sums
  }))
}).annotations({ identifier: "Receipt" })
