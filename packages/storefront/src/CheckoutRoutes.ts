/**
 * The routes of the checkout. One address takes the forms of all its pages; the field `step` says what for.
 *
 * The rule: the order is placed by the use case of the API's checkout, under the key of the form, and costs at most the
 * total that the form names. If it would cost more by then, nothing is placed and the shopper sees the new total first.
 */
import { Carts, type CartView } from "@beauty-store/commerce/cart/Carts"
import { Checkout } from "@beauty-store/commerce/checkout/Checkout"
import { Email, type ShippingAddress } from "@beauty-store/domain/Address"
import * as AddressForm from "@beauty-store/domain/AddressForm"
import { goodsOf } from "@beauty-store/domain/Cart"
import * as Country from "@beauty-store/domain/Country"
import type { Language } from "@beauty-store/domain/Language"
import { AmountMinor } from "@beauty-store/domain/Money"
import { methodFor } from "@beauty-store/domain/Pricing"
import { CodeRefused, refusedToCustomer } from "@beauty-store/domain/Promotion"
import { type Method, methodsOf, refusalOf } from "@beauty-store/domain/Shipping"
import type { Caller } from "@beauty-store/http/contract/Security"
import { HttpPolicy } from "@beauty-store/http/HttpPolicy"
import { networkOfRequest } from "@beauty-store/http/internal/pipeline/ClientAddress"
import * as FormChange from "@beauty-store/http/pages/FormChange"
import { formOf } from "@beauty-store/http/pages/SameOriginForm"
import { describeError, type TaggedError } from "@beauty-store/http/pipeline/ErrorDescription"
import * as Responses from "@beauty-store/http/pipeline/Responses"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { fieldOf, hasBilling, type Kind, partsIn } from "./AddressFields.tsx"
import { personalPage, seeOther } from "./CartRoutes.ts"
import {
  addressPage,
  type Changed,
  type Details,
  type Faults,
  type Field,
  fields,
  onwardPage,
  purchaseTo,
  refusedPage,
  reviewPage,
  type Typed,
  underWayPage
} from "./CheckoutPages.tsx"
import * as Messages from "./Messages.ts"
import type { PageContext } from "./PageContext.ts"
import { formatOf, link } from "./ShopFrame.tsx"
import { readCartNames } from "./ShownProduct.ts"
import { callerOf, cartOf, newKey, unitsIn } from "./Visitor.ts"

const isEmail = Schema.is(Email)
const isAmount = Schema.is(AmountMinor)

const each = (textOf: (field: Field) => string): Typed =>
  Object.fromEntries(fields.map((field) => [field, textOf(field)])) as Typed

/** The fields of a form, as typed. */
const typedIn = (form: URLSearchParams): Typed => {
  const typed = each((field) => (form.get(field) ?? "").trim())
  // The field of a country that was chosen before, which is not to be seen any more, is sent, too.
  const regionOf = (kind: Kind): string => {
    const country = Country.find(typed[fieldOf(kind, "country")])
    return country === undefined || Country.hasRegion(country) ? typed[fieldOf(kind, "region")] : ""
  }
  return { ...typed, region: regionOf("shipping"), "billing-region": regionOf("billing") }
}

/** The first page of somebody who has typed nothing yet. */
const untyped = (context: PageContext): Typed => {
  const { policy, shipping } = context.shop
  return {
    ...each(() => ""),
    country: policy.shipping.homeCountry,
    "billing-country": policy.shipping.homeCountry,
    method: methodsOf(shipping)[0].id
  }
}

const missing: { readonly [field in AddressForm.Field]: (language: Language) => string } = {
  name: Messages.checkout.faultName,
  address: Messages.checkout.faultAddress,
  postcode: Messages.checkout.faultPostcode,
  city: Messages.checkout.faultCity,
  country: Messages.checkout.faultCountry,
  region: Messages.checkout.faultRegion,
  company: Messages.checkout.faultLine,
  address2: Messages.checkout.faultLine,
  phone: Messages.checkout.faultPhone
}

/** What is wrong with a field of an address, in words. */
const addressFault =
  (context: PageContext, typed: Typed, kind: Kind) => ({ fault, field: part }: AddressForm.Fault): Faults[number] => {
    const { language } = context
    const field = fieldOf(kind, part)
    const country = Country.find(typed[fieldOf(kind, "country")])
    if (kind === "billing" && fault === "missing" && part === "name") {
      return { field, words: Messages.checkout.faultBillingName(language) }
    }
    if (fault === "missing" || part === "country" || part === "phone") return { field, words: missing[part](language) }
    const words = part === "postcode" && country !== undefined
      ? Messages.checkout.faultPostcodeForm(language, { country: formatOf(context).country(country) })
      : Messages.checkout.faultLine(language)
    return { field, words }
  }

/** The address that was typed, or what is wrong with it. A form can ask for a region, which programs may leave out. */
const readAddress = (context: PageContext, typed: Typed, kind: Kind): Either.Either<ShippingAddress, Faults> => {
  const written = partsIn(typed, kind)
  const country = Country.find(written.country)
  const lacksRegion = written.region === "" && country !== undefined && Country.needsRegion(country)
  const region: Faults = lacksRegion
    ? [{ field: fieldOf(kind, "region"), words: Messages.checkout.faultRegion(context.language) }]
    : []
  return Either.match(AddressForm.read(written), {
    onLeft: (faults) => Either.left([...faults.map(addressFault(context, typed, kind)), ...region]),
    onRight: (address) => lacksRegion ? Either.left(region) : Either.right(address)
  })
}

/** Why nothing is sent to a country, or to a part of it; nothing where it is. */
const unservedFaults = (context: PageContext, typed: Typed): Faults => {
  const { language, shop: { policy, shipping } } = context
  const country = Country.find(typed.country)
  const refusal = country && refusalOf(shipping, policy.shipping, { country, postcode: typed.postcode })
  if (refusal === undefined) return []
  const format = formatOf(context)
  if (refusal.postcode === null) {
    return [{
      field: "country",
      words: Messages.checkout.faultUnserved(language, { country: format.country(refusal.country) })
    }]
  }
  return [{
    field: "postcode",
    words: refusal.ownCountry === null
      ? Messages.checkout.faultTerritory(language)
      : Messages.checkout.faultOwnCountry(language, { country: format.country(refusal.ownCountry) })
  }]
}

/** The details that were typed, or what is wrong with them. */
const detailsOf = (context: PageContext, typed: Typed): Details | Faults => {
  const { language, shop: { shipping } } = context
  const address = readAddress(context, typed, "shipping")
  const billing = hasBilling(typed) ? readAddress(context, typed, "billing") : Either.right(undefined)
  const method: Method | undefined = methodsOf(shipping).find(({ id }) => id === typed.method)
  const found: Faults = [
    ...(isEmail(typed.email) ? [] : [{ field: "email", words: Messages.checkout.faultEmail(language) } as const]),
    ...Arr.getLefts([address]).flat(),
    ...unservedFaults(context, typed),
    ...Arr.getLefts([billing]).flat(),
    ...(method === undefined ? [{ field: "method", words: Messages.checkout.faultMethod(language) } as const] : [])
  ]
  return Either.isLeft(address) || Either.isLeft(billing) || method === undefined || found.length > 0
    ? found
    : { typed, address: address.right, billing: billing.right, method }
}

/** Why the goods of a cart do not go there by the method; nothing where they do. */
const methodFaults = (
  context: PageContext,
  cart: CartView,
  { owner }: Caller,
  { address: { country }, method }: Details
): Faults => {
  const { language, shop } = context
  const offered = methodFor({ ...purchaseTo(context, cart, owner, country), method: method.id }, shop)
  if (offered === method.id) return []
  const there = { country: formatOf(context).country(country) }
  return [
    offered === undefined
      ? { field: "country", words: Messages.checkout.faultNoMethod(language, there) }
      : { field: "method", words: Messages.checkout.faultMethodThere(language, there) }
  ]
}

/** The words for an order that was refused. */
const refusalWords = ({ language }: PageContext, error: TaggedError): string => {
  const words = Messages.checkout
  if (error instanceof CodeRefused) {
    const { discountCode: code, reason } = error
    return words.refusedCode(language, { code, reason: Messages.codeReasons[reason](language) })
  }
  switch (error._tag) {
    case "CartEmpty":
      return words.cartEmpty(language)
    case "IdempotencyConflict":
      return words.refusedSentBefore(language)
    case "InsufficientStock":
      return words.refusedStock(language)
    case "NoLongerSold":
      return words.refusedNotSold(language)
    case "UnpaidOrderTooLarge":
    case "UnpaidLimitReached":
      return words.refusedReservation(language)
    case "ShippingNotOffered":
      return words.refusedMethod(language)
    case "PaymentProviderUnavailable":
      return words.refusedProvider(language)
    default:
      return words.refused(language)
  }
}

/** The checkout begins with a cart. */
const withCart = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest, context: PageContext) {
  const caller = yield* callerOf(request)
  const cart = yield* readCartNames(context, yield* cartOf(caller))
  return caller === undefined || cart.items.length === 0
    ? undefined
    : { caller, cart, context: { ...context, units: unitsIn(cart), key: yield* newKey } }
})

export const show = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest, context: PageContext) {
  const begun = yield* withCart(request, context)
  return Responses.send(
    begun === undefined
      ? seeOther(link(context, "/cart"))
      : personalPage(
        begun.context.shop,
        addressPage(begun.context, begun.cart, begun.caller.owner, untyped(context), [])
      )
  )
})

/** What of a cart is not as the form of an order has it. */
const changedSince = (form: URLSearchParams, cart: CartView): Changed => {
  const goods = form.get("goods")
  return goods === null || goods === goodsOf(cart.items) ? "totalChanged" : "cartChanged"
}

/** `refused`: the form of an order that was not placed because of what has changed since. */
const review = Effect.fnUntraced(
  function*(context: PageContext, caller: Caller, details: Details, refused?: URLSearchParams) {
    const { address, method, typed } = details
    const to = { country: address.country, method: method.id }
    const held = yield* (yield* Carts).view(caller.owner, to, typed.email)
    const code = refusedToCustomer(held.promotions.codes)
    if (code !== undefined) {
      return personalPage(context.shop, refusedPage(context, refusalWords(context, code), typed), 409)
    }
    const cart = yield* readCartNames(context, held)
    const changed = refused && changedSince(refused, cart)
    return cart.items.length === 0
      ? seeOther(link(context, "/cart"))
      : personalPage(
        context.shop,
        reviewPage({ ...context, units: unitsIn(cart) }, cart, details, changed),
        changed ? 409 : 200
      )
  }
)

/** The total that the form names; nothing where it names none. */
const totalIn = (form: URLSearchParams): number => {
  const total = Number(form.get("total"))
  return isAmount(total) ? total : 0
}

/** Places the order and leads on to the provider's page. */
const order = Effect.fnUntraced(
  function*(
    request: HttpServerRequest.HttpServerRequest,
    context: PageContext,
    form: URLSearchParams,
    caller: Caller,
    details: Details
  ) {
    const { address, billing, method, typed } = details
    const { hosted } = yield* Checkout
    const settings = yield* HttpPolicy
    const begin = hosted.begin({
      owner: caller.owner,
      email: typed.email,
      address,
      billing,
      method: method.id,
      paymentMethod: undefined,
      returnUrl: undefined,
      language: context.language,
      network: networkOfRequest(request, settings),
      expectedTotalMinor: totalIn(form),
      expectedGoods: form.get("goods") ?? undefined
    })
    const reviewAgain = review({ ...context, key: yield* newKey }, caller, details, form)
    const services = yield* Effect.context<Effect.Effect.Context<typeof reviewAgain>>()
    return yield* FormChange.saga({ request, form, caller }, {
      begin,
      finish: (subject) =>
        Effect.map(hosted.finish(subject), ({ redirectUrl }) => {
          const { baseUrl } = context.shop.policy
          const { origin = new URL(baseUrl).origin } = request.headers
          // Browsers follow a redirect after a form to the page's own host only: a shop may be open by another name of its.
          return redirectUrl.startsWith(`${baseUrl}/`) && origin === new URL(baseUrl).origin
            ? seeOther(redirectUrl)
            : personalPage(context.shop, onwardPage(context, redirectUrl))
        }),
      refused: (error) =>
        error._tag === "PriceChanged"
          ? reviewAgain.pipe(Effect.orElseSucceed(() => seeOther(link(context, "/checkout"))), Effect.provide(services))
          : Effect.succeed(personalPage(
            context.shop,
            refusedPage(context, refusalWords(context, error), typed),
            describeError(error, context.shop.policy.baseUrl).status
          )),
      underWay: Effect.sync(() => {
        const sent = {
          key: form.get("key") ?? "",
          total: form.get("total") ?? "",
          goods: form.get("goods") ?? "",
          typed
        }
        return personalPage(context.shop, underWayPage(context, sent), 409)
      })
    })
  }
)

export const take = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest, visited: PageContext) {
  const form = yield* formOf(request)
  const step = form.get("step")
  const typed = typedIn(form)
  const caller = yield* callerOf(request)
  if (caller === undefined) return Responses.send(seeOther(link(visited, "/cart")))
  const details = detailsOf(visited, typed)
  // A repeated order is answered from its record, although the cart may be empty by then.
  if (step === "order" && !("length" in details)) return yield* order(request, visited, form, caller, details)
  const begun = yield* withCart(request, visited)
  if (begun === undefined) return Responses.send(seeOther(link(visited, "/cart")))
  const { cart, context } = begun
  const unoffered = "length" in details ? [] : methodFaults(context, cart, caller, details)
  if ("length" in details || unoffered.length > 0 || step === "edit") {
    const faults = step === "edit" ? [] : "length" in details ? details : unoffered
    return Responses.send(
      personalPage(
        context.shop,
        addressPage(context, cart, caller.owner, typed, faults),
        faults.length === 0 ? 200 : 400
      )
    )
  }
  return Responses.send(yield* review(context, caller, details))
})
