/**
 * Translates requests of agents to the core's terms: sessions, carts and completions as `PurchaseDrafts` takes them. A
 * value that is well-formed and not possible is refused here, with the part of the request that contains it. Pure.
 * Follows docs/specification.md#acp.
 */
import type { NewDraft } from "@beauty-store/commerce/drafts/PurchaseDrafts"
import type { Changes } from "@beauty-store/commerce/internal/drafts/DraftChanges"
import type { Completion } from "@beauty-store/commerce/internal/drafts/DraftPayment"
import * as AddressForm from "@beauty-store/domain/AddressForm"
import * as Country from "@beauty-store/domain/Country"
import { ProductId } from "@beauty-store/domain/Ids"
import { ofTag, preferred } from "@beauty-store/domain/Language"
import { type Currency, defaultCurrency } from "@beauty-store/domain/Money"
import * as Draft from "@beauty-store/domain/PurchaseDraft"
import type { ShippingMethod } from "@beauty-store/domain/Shipping"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { Refused } from "./Errors.ts"
import type {
  AuthenticationResult,
  Buyer,
  CompleteSession,
  CreateSession,
  Destination,
  FulfillmentDetails,
  Items,
  UpdateSession
} from "./RequestSchemas.ts"
import { addressFields } from "./SessionPrinter.ts"

/** The outcomes of 3-D Secure after which a bank pays. */
const proved: ReadonlySet<string> = new Set(["authenticated", "attempt_acknowledged", "informational"])

const proofOf = ({ outcome, outcome_details }: typeof AuthenticationResult.Type) => {
  if (!proved.has(outcome)) return Effect.succeed({ proof: undefined })
  return outcome_details === undefined
    ? new Refused({
      code: "missing",
      param: "$.authentication_result.outcome_details",
      words: "This outcome needs its details."
    })
    : Effect.succeed({
      proof: {
        cryptogram: outcome_details.three_ds_cryptogram,
        electronicCommerceIndicator: outcome_details.electronic_commerce_indicator,
        transactionId: outcome_details.transaction_id,
        version: outcome_details.version
      }
    })
}

/** The billing address in the core's terms; the first of its faults is the one that is said. */
const billingOf = (address: typeof Destination.Type) =>
  Effect.mapError(
    AddressForm.read(Draft.writtenOn(destinationOf(address, undefined))),
    ([{ fault, field }]) =>
      new Refused({
        code: fault === "missing" ? "missing" : "invalid",
        param: `$.payment_data.billing_address.${addressFields[Draft.destinationFields[field]]}`,
        words: fault === "missing" ? "The address is not complete." : `This has to be ${AddressForm.expected[field]}.`
      })
  )

/** The means of payment of a session, in the core's terms. */
export const completionOf = Effect.fnUntraced(
  function*(
    { authentication_result, buyer, order_notes, payment_data }: typeof CompleteSession.Type,
    handlerId: string
  ): Effect.fn.Return<Completion, Refused> {
    const { billing_address, handler_id, instrument } = payment_data
    if (instrument === undefined) {
      const isOrder = payment_data.purchase_order_number !== undefined
      return yield* new Refused({
        code: isOrder ? "unsupported" : "missing",
        param: isOrder ? "$.payment_data.purchase_order_number" : "$.payment_data.instrument",
        words: isOrder ? "The shop does not sell on account." : "A payment credential is needed."
      })
    }
    if (handler_id !== undefined && handler_id !== handlerId) {
      return yield* new Refused({
        code: "invalid",
        param: "$.payment_data.handler_id",
        words: "The session has no such payment handler."
      })
    }
    return {
      billing: billing_address === undefined ? undefined : yield* billingOf(billing_address),
      buyer: buyer === undefined ? undefined : buyerOf(buyer),
      note: order_notes,
      token: instrument.credential.token,
      authentication: authentication_result === undefined ? undefined : yield* proofOf(authentication_result)
    }
  }
)

type Edits = typeof UpdateSession.Type

const tooMany =
  `There are too many items: at most ${Draft.maxLines} products are taken, and ${Draft.maxUnits} units of each.`

/** The items in the core's terms, one line per product. */
export const linesOf = Effect.fnUntraced(
  function*(items: Items): Effect.fn.Return<NonNullable<Changes["lines"]>, Refused> {
    const lines = yield* Effect.forEach(items, ({ id, item, quantity }, n) => {
      const productId = id ?? item?.id
      return productId === undefined
        ? new Refused({ code: "missing", param: `$.line_items[${n}].id`, words: "Every item has an id." })
        : Effect.succeed({ productId: ProductId.claimed.make(productId), quantity: quantity ?? 1 })
    })
    const gathered = Draft.mergeLines(lines)
    const areTooMany = gathered.length > Draft.maxLines || gathered.some(({ quantity }) => quantity > Draft.maxUnits)
    if (areTooMany) {
      return yield* new Refused({ code: "invalid", param: "$.line_items", words: tooMany })
    }
    return gathered
  }
)

/** The path of the first item with an unknown product. */
export const itemPath = (items: Items, productId: string): string => {
  const n = items.findIndex(({ id, item }) => (id ?? item?.id) === productId)
  if (n < 0) return "$.line_items"
  return items[n]?.id === undefined ? `$.line_items[${n}].item.id` : `$.line_items[${n}].id`
}

const buyerOf = (buyer: typeof Buyer.Type): Draft.Buyer => ({
  ...(buyer.email === undefined ? {} : { email: buyer.email }),
  ...(buyer.first_name === undefined ? {} : { givenName: buyer.first_name }),
  ...(buyer.last_name === undefined ? {} : { familyName: buyer.last_name }),
  ...(buyer.full_name === undefined ? {} : { fullName: buyer.full_name }),
  ...(buyer.phone_number === undefined ? {} : { phone: buyer.phone_number })
})

const destinationOf = (address: typeof Destination.Type, name: string | undefined): Draft.Destination => {
  const country = Country.find(address.country ?? "")
  return {
    name: address.name ?? name ?? "",
    line1: address.line_one ?? "",
    city: address.city ?? "",
    postcode: address.postal_code ?? "",
    countrySaid: address.country ?? "",
    ...(country === undefined ? {} : { country }),
    ...(address.line_two === undefined ? {} : { line2: address.line_two }),
    ...(address.state === undefined ? {} : { region: address.state }),
    ...(address.company === undefined ? {} : { company: address.company })
  }
}

const recipientOf = (details: typeof FulfillmentDetails.Type): Draft.Recipient => ({
  ...(details.name === undefined ? {} : { name: details.name }),
  ...(details.phone_number === undefined ? {} : { phone: details.phone_number }),
  ...(details.email === undefined ? {} : { email: details.email }),
  ...(details.address === undefined ? {} : { destination: destinationOf(details.address, details.name) })
})

/** Everything goes in one parcel, so that all selections have to name the same option. */
const methodOf = (
  selections: Edits["selected_fulfillment_options"],
  methods: ReadonlyArray<ShippingMethod>
): Either.Either<ShippingMethod | undefined, Refused> => {
  let method: ShippingMethod | undefined
  for (const [n, { option_id }] of (selections ?? []).entries()) {
    const param = `$.selected_fulfillment_options[${n}].option_id`
    if (!methods.includes(option_id)) {
      return Either.left(new Refused({ code: "invalid", param, words: "There is no such fulfillment option." }))
    }
    if (method !== undefined && method !== option_id) {
      return Either.left(
        new Refused({ code: "invalid", param, words: "All items are sent together, with one option." })
      )
    }
    method = option_id
  }
  return Either.right(method)
}

/** The changes of an update, in the core's terms, by a shop that ships by some methods. */
export const changesOf = Effect.fnUntraced(function*(
  edits: Edits,
  methods: ReadonlyArray<ShippingMethod>
): Effect.fn.Return<Changes, Refused> {
  return {
    lines: edits.line_items === undefined ? undefined : yield* linesOf(edits.line_items),
    buyer: edits.buyer === undefined ? undefined : buyerOf(edits.buyer),
    recipient: edits.fulfillment_details === undefined ? undefined : recipientOf(edits.fulfillment_details),
    method: yield* methodOf(edits.selected_fulfillment_options, methods),
    note: edits.order_notes,
    discountCodes: edits.discounts?.codes ?? edits.coupons,
    language: edits.locale === undefined ? undefined : ofTag(edits.locale)
  }
})

/** A new session: in the shop's currency, in the language that its `locale` or else the request names, and the abilities that the agent and the shop share. */
export const beginningOf = Effect.fnUntraced(
  function*(
    { capabilities, currency, ...edits }: typeof CreateSession.Type,
    handlerName: string,
    shopCurrency: Currency,
    methods: ReadonlyArray<ShippingMethod>,
    acceptLanguage: string | undefined
  ): Effect.fn.Return<NewDraft, Refused> {
    if (currency.toUpperCase() !== shopCurrency) {
      return yield* new Refused({
        code: "unsupported_currency",
        param: "$.currency",
        words: shopCurrency === defaultCurrency
          ? "The shop sells in euros (eur) only."
          : `The shop sells in ${shopCurrency.toLowerCase()} only.`
      })
    }
    const handlers = capabilities?.payment?.handlers
    const changes = yield* changesOf(edits, methods)
    return {
      ...changes,
      language: changes.language ?? preferred(acceptLanguage),
      authenticates: (capabilities?.interventions?.supported ?? []).includes("3ds"),
      // An agent that names no handlers leaves the choice to the shop.
      paysByToken: handlers === undefined || handlers.length === 0
        || handlers.some((handler) => nameOf(handler) === handlerName)
    }
  }
)

const nameOf = (handler: unknown): unknown =>
  typeof handler === "object" && handler !== null && "name" in handler ? handler.name : handler
