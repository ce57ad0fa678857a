/**
 * The routes of the checkout. One address takes the forms of all its pages; the field `step` says what for.
 *
 * The rule: the order is placed by the use case of the API's checkout, under the key of the form, for the total that the
 * form names. If the total is another by then, nothing is placed and the shopper sees the new one first.
 */
import { Carts, type CartView } from "@beauty-store/commerce/cart/Carts"
import { Checkout } from "@beauty-store/commerce/checkout/Checkout"
import { type CountryCode, Email } from "@beauty-store/domain/Address"
import { type Method, methodsOf } from "@beauty-store/domain/Shipping"
import type { Caller } from "@beauty-store/http/contract/Security"
import { HttpPolicy } from "@beauty-store/http/HttpPolicy"
import * as FormChange from "@beauty-store/http/internal/pages/FormChange"
import { formOf } from "@beauty-store/http/internal/pages/SameOriginForm"
import { networkOfRequest } from "@beauty-store/http/internal/pipeline/ClientAddress"
import { describeError, type TaggedError } from "@beauty-store/http/internal/pipeline/ErrorDescription"
import * as Responses from "@beauty-store/http/internal/pipeline/Responses"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { personalPage, seeOther } from "./CartRoutes.ts"
import {
  addressPage,
  type Details,
  type Faults,
  type Field,
  onwardPage,
  refusedPage,
  reviewPage,
  type Typed
} from "./CheckoutPages.tsx"
import { countryOf } from "./Language.ts"
import * as Messages from "./Messages.ts"
import { formatOf, link, type Scene } from "./ShopFrame.tsx"
import { cartIn } from "./ShownProduct.ts"
import { callerOf, cartOf, newKey, unitsIn } from "./Visitor.ts"

/** The total is another than the one that the shopper saw. */
class TotalChanged extends Data.TaggedError("TotalChanged") {}

const isEmail = Schema.is(Email)

/** The fields of a form, as typed. */
const typedIn = (form: URLSearchParams): Typed => {
  const of = (field: Field): string => (form.get(field) ?? "").trim()
  return {
    email: of("email"),
    name: of("name"),
    address: of("address"),
    postcode: of("postcode"),
    city: of("city"),
    country: of("country"),
    method: of("method")
  }
}

/** The first page of somebody who has typed nothing yet. */
const untyped = (scene: Scene): Typed => {
  const { policy, shipping } = scene.shop
  return {
    email: "",
    name: "",
    address: "",
    postcode: "",
    city: "",
    country: formatOf(scene).country(policy.shipping.homeCountry),
    method: methodsOf(shipping)[0].id
  }
}

/** A line of an address that can be printed and stored. */
const isLine = (text: string): boolean => text !== "" && text.length <= 200 && !/[\p{Cc}\p{Cs}]/u.test(text)

/** The details that were typed, or what is wrong with them. */
const detailsOf = (scene: Scene, typed: Typed): Details | Faults => {
  const { language, shop: { policy, shipping } } = scene
  const words = Messages.checkout
  const country = countryOf(typed.country) as CountryCode | undefined
  const method: Method | undefined = methodsOf(shipping).find(({ id }) => id === typed.method)
  const countryFault = country === undefined
    ? words.faultCountry(language)
    : shipping.isServed(policy.shipping, country)
    ? undefined
    : words.faultUnserved(language, { country: formatOf(scene).country(country) })
  const faults: ReadonlyArray<readonly [Field, string | undefined]> = [
    ["email", isEmail(typed.email) ? undefined : words.faultEmail(language)],
    ["name", isLine(typed.name) ? undefined : words.faultName(language)],
    ["address", isLine(typed.address) ? undefined : words.faultAddress(language)],
    ["postcode", isLine(typed.postcode) ? undefined : words.faultPostcode(language)],
    ["city", isLine(typed.city) ? undefined : words.faultCity(language)],
    ["country", countryFault],
    ["method", method === undefined ? words.faultMethod(language) : undefined]
  ]
  const found = faults.flatMap(([field, words]) => words === undefined ? [] : [{ field, words }])
  return country === undefined || method === undefined || found.length > 0 ? found : { typed, country, method }
}

/** The words for an order that was refused. */
const refusalWords = ({ language }: Scene, { _tag }: TaggedError): string => {
  const words = Messages.checkout
  switch (_tag) {
    case "CartEmpty":
      return words.cartEmpty(language)
    case "InsufficientStock":
      return words.refusedStock(language)
    case "UnpaidOrderTooLarge":
    case "UnpaidLimitReached":
      return words.refusedHolds(language)
    case "PaymentProviderUnavailable":
      return words.refusedProvider(language)
    default:
      return words.refused(language)
  }
}

/** The checkout begins with a cart. */
const withCart = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest, scene: Scene) {
  const caller = yield* callerOf(request)
  const cart = yield* cartIn(scene.language, yield* cartOf(caller))
  return caller === undefined || cart.items.length === 0
    ? undefined
    : { caller, cart, scene: { ...scene, units: unitsIn(cart), key: yield* newKey } }
})

export const show = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest, scene: Scene) {
  const begun = yield* withCart(request, scene)
  return Responses.send(
    begun === undefined
      ? seeOther(link(scene, "/cart"))
      : personalPage(addressPage(begun.scene, begun.cart, untyped(scene), []))
  )
})

const review = Effect.fnUntraced(function*(scene: Scene, caller: Caller, details: Details, changed: boolean) {
  const { country, method } = details
  const held = yield* (yield* Carts).view(caller.owner, { country, method: method.id })
  const cart = yield* cartIn(scene.language, held)
  return cart.items.length === 0
    ? seeOther(link(scene, "/cart"))
    : personalPage(reviewPage(scene, cart, details, changed), changed ? 409 : 200)
})

/** The cart as it would be ordered, if that is what the shopper saw. */
const unlessChanged = (cart: CartView, total: string | null) =>
  String(cart.totalMinor) === total ? Effect.void : new TotalChanged()

/** Places the order and leads on to the provider's page. */
const order = Effect.fnUntraced(
  function*(
    request: HttpServerRequest.HttpServerRequest,
    scene: Scene,
    form: URLSearchParams,
    caller: Caller,
    { country, method, typed }: Details
  ) {
    const { hosted } = yield* Checkout
    const carts = yield* Carts
    const settings = yield* HttpPolicy
    const { email, ...address } = typed
    const begin = Effect.zipRight(
      Effect.flatMap(
        carts.view(caller.owner, { country, method: method.id }),
        (cart) => unlessChanged(cart, form.get("total"))
      ),
      hosted.begin({
        owner: caller.owner,
        email,
        address: {
          name: address.name,
          address: address.address,
          city: address.city,
          postcode: address.postcode,
          country
        },
        method: method.id,
        paymentMethod: undefined,
        returnUrl: undefined,
        language: scene.language,
        network: networkOfRequest(request, settings)
      })
    )
    return yield* FormChange.saga({ request, form, caller }, {
      begin,
      finish: (subject) =>
        Effect.map(hosted.finish(subject), ({ redirectUrl }) => {
          const { baseUrl } = scene.shop.policy
          return redirectUrl.startsWith(`${baseUrl}/`)
            ? seeOther(redirectUrl)
            : personalPage(onwardPage(scene, redirectUrl))
        }),
      refused: (error) =>
        error._tag === "TotalChanged"
          ? seeOther(link(scene, "/checkout"))
          : personalPage(
            refusedPage(scene, refusalWords(scene, error), typed),
            describeError(error, scene.shop.policy.baseUrl).status
          )
    })
  }
)

export const take = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest, asked: Scene) {
  const form = yield* formOf(request)
  const step = form.get("step")
  const typed = typedIn(form)
  const caller = yield* callerOf(request)
  if (caller === undefined) return Responses.send(seeOther(link(asked, "/cart")))
  const details = detailsOf(asked, typed)
  // A repeated order is answered from its record, although the cart may be empty by then.
  if (step === "order" && !("length" in details)) {
    const total = yield* (yield* Carts).view(caller.owner, { country: details.country, method: details.method.id })
    const isSeen = total.items.length === 0 || String(total.totalMinor) === form.get("total")
    if (isSeen) return yield* order(request, asked, form, caller, details)
  }
  const begun = yield* withCart(request, asked)
  if (begun === undefined) return Responses.send(seeOther(link(asked, "/cart")))
  const { cart, scene } = begun
  if ("length" in details || step === "edit") {
    const faults = step === "edit" || !("length" in details) ? [] : details
    return Responses.send(personalPage(addressPage(scene, cart, typed, faults), faults.length === 0 ? 200 : 400))
  }
  return Responses.send(yield* review(scene, caller, details, step === "order"))
})
