/**
 * The requests of the protocol as schemas, as far as the shop reads them. Responses are strict, requests are not: an
 * unknown field is ignored, an unknown value of a list and `null` count as absent. Units of an item have three
 * spellings, which add up: the item repeated, `quantity`, and `{ item: { id }, quantity }`. Follows
 * docs/specification.md#acp.
 *
 * @since 1.0.0
 */
import { Email, longestLine } from "@beauty-store/domain/Address"
import { Moment } from "@beauty-store/domain/Days"
import * as PlainText from "@beauty-store/domain/PlainText"
import * as Draft from "@beauty-store/domain/PurchaseDraft"
import * as Schema from "effect/Schema"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { nullable: true, exact: true })

/** A leaf of a request, with a description of valid values. */
const leaf = <A, I>(words: string, schema: Schema.Schema<A, I>): Schema.Schema<A, I> =>
  schema.annotations({ description: words, message: () => ({ message: `must be ${words}`, override: true }) })

const textOf = (longest: number): string => `text of at most ${longest} characters, ${PlainText.printable}`

const Text = (longest: number) => leaf(textOf(longest), PlainText.Line(longest, 0))

const Note = leaf(textOf(5000), PlainText.Text(5000, 0))

const mailWords = "an email address, at most 254 characters"
const Mail = leaf(mailWords, Schema.compose(Schema.Trim, Email)).annotations({
  jsonSchema: { type: "string", description: mailWords, maxLength: 254, format: "email" }
})

const Quantity = leaf(
  `a whole number from 1 to ${Draft.maxUnits}`,
  Schema.Int.pipe(Schema.between(1, Draft.maxUnits))
)

/** An item in one of its three spellings. */
const Item = Schema.Struct({
  id: optional(Text(200)),
  item: optional(Schema.Struct({ id: Text(200) })),
  quantity: optional(Quantity)
})

/** An item may be repeated. */
const mostItems = 10 * Draft.maxLines
const LineItems = Schema.Array(Item).pipe(
  Schema.filter((items) => (items.length > 0 && items.length <= mostItems) || `must be 1 to ${mostItems} items`)
)
export type Items = typeof LineItems.Type

export const Buyer = Schema.Struct({
  email: optional(Mail),
  first_name: optional(Text(200)),
  last_name: optional(Text(200)),
  full_name: optional(Text(200)),
  phone_number: optional(Text(50))
})

const AddressLine = Text(longestLine)

export const Destination = Schema.Struct({
  name: optional(AddressLine),
  line_one: optional(AddressLine),
  line_two: optional(AddressLine),
  city: optional(AddressLine),
  state: optional(AddressLine),
  country: optional(Text(100)),
  postal_code: optional(AddressLine),
  company: optional(AddressLine)
})

export const FulfillmentDetails = Schema.Struct({
  name: optional(Text(200)),
  phone_number: optional(Text(50)),
  email: optional(Mail),
  address: optional(Destination)
})

const Selection = Schema.Struct({ option_id: Text(200) })

const Codes = Schema.Array(Text(100)).pipe(
  Schema.maxItems(20, { description: "at most 20 codes", message: () => "must be at most 20 codes" })
)

const edits = {
  buyer: optional(Buyer),
  fulfillment_details: optional(FulfillmentDetails),
  discounts: optional(Schema.Struct({ codes: optional(Codes) })),
  coupons: optional(Codes),
  order_notes: optional(Note),
  locale: optional(Text(100))
}

const Named = Schema.Array(Schema.Unknown)

/** The abilities of an agent, by their names. A value that is not a name counts as absent. */
const Capabilities = Schema.Struct({
  payment: optional(Schema.Struct({ handlers: optional(Named) })),
  interventions: optional(Schema.Struct({ supported: optional(Named) }))
})

export const CreateSession = Schema.Struct({
  line_items: LineItems,
  currency: Text(10),
  capabilities: optional(Capabilities),
  selected_fulfillment_options: optional(Schema.Array(Selection)),
  ...edits
}).annotations({ identifier: "AcpCheckoutSessionCreateRequest" })

export const UpdateSession = Schema.Struct({
  line_items: optional(LineItems),
  selected_fulfillment_options: optional(Schema.Array(Selection)),
  ...edits
}).annotations({ identifier: "AcpCheckoutSessionUpdateRequest" })

const Token = leaf(
  "the token of a delegated payment, 1 to 500 characters",
  Schema.String.pipe(Schema.minLength(1), Schema.maxLength(500))
)

/** The outcome of 3-D Secure. Some outcomes have a proof. */
export const AuthenticationResult = Schema.Struct({
  outcome: Text(50),
  outcome_details: optional(Schema.Struct({
    three_ds_cryptogram: Text(100),
    electronic_commerce_indicator: Text(10),
    transaction_id: Text(200),
    version: Text(20)
  }))
})

export const CompleteSession = Schema.Struct({
  buyer: optional(Buyer),
  payment_data: Schema.Struct({
    handler_id: optional(Text(200)),
    instrument: optional(Schema.Struct({ credential: Schema.Struct({ token: Token }) })),
    billing_address: optional(Destination),
    purchase_order_number: optional(Schema.Unknown)
  }),
  authentication_result: optional(AuthenticationResult),
  order_notes: optional(Note)
}).annotations({ identifier: "AcpCheckoutSessionCompleteRequest" })

export const Cart = Schema.Struct({ line_items: LineItems, buyer: optional(Buyer) })
  .annotations({ identifier: "AcpCartRequest" })

/** Cancels a session or a cart. The body may be empty. */
export const Cancel = Schema.Struct({}).annotations({ identifier: "AcpCancelRequest" })

/** A text that is judged by whom it is for, the vault; the words of a fault say nothing of the value. */
const Short = (longest: number, words = `text of at most ${longest} characters`) =>
  leaf(words, Schema.String.pipe(PlainText.atMost(longest)))

const Secret = (longest: number) =>
  leaf(`text of at most ${longest} characters`, Schema.Redacted(Schema.String.pipe(PlainText.atMost(longest))))

/** One of some words, and lists them. */
const choice = <Literals extends readonly [string, ...ReadonlyArray<string>]>(...literals: Literals) =>
  leaf(literals.join(" or "), Schema.Literal(...literals))

/** A card, with its allowance. Its number and its check digit print as `<redacted>`. */
export const DelegatePayment = Schema.Struct({
  payment_method: Schema.Struct({
    type: choice("card"),
    card_number_type: choice("fpan", "network_token"),
    number: Secret(50),
    exp_month: optional(Short(2, "a month from 1 to 12, as text of one or two digits")),
    exp_year: optional(Short(4, "a year, as text of two or four digits")),
    cvc: optional(Secret(4))
  }),
  allowance: Schema.Struct({
    reason: choice("one_time"),
    max_amount: leaf(`a whole number of cents, at most ${Number.MAX_SAFE_INTEGER}`, Schema.Int),
    currency: Short(3),
    checkout_session_id: Short(200),
    merchant_id: Short(256),
    expires_at: leaf("a moment, RFC 3339", Moment)
  }),
  risk_signals: optional(Schema.Array(Schema.Struct({ action: optional(Schema.String) }))),
  metadata: optional(Schema.Record({ key: Schema.String, value: leaf("text", Schema.String) }))
}).annotations({ identifier: "AcpDelegatePaymentRequest" })
