/**
 * The routes of the cart and its forms.
 *
 * The response to a form is a redirect to the cart, so that a reload does nothing. A form with a key takes effect once.
 * A page that is the same for everybody has no key in its form: who sends that had no cart when the page was made, so it
 * sets the least number of units instead of adding some, and a second click adds nothing either.
 */
import { Carts } from "@beauty-store/commerce/cart/Carts"
import { Catalog } from "@beauty-store/commerce/catalog/Catalog"
import { ProductId } from "@beauty-store/domain/Ids"
import type { Language } from "@beauty-store/domain/Language"
import { units } from "@beauty-store/http/contract/Cost"
import * as FormChange from "@beauty-store/http/internal/pages/FormChange"
import { formOf } from "@beauty-store/http/internal/pages/SameOriginForm"
import * as Admission from "@beauty-store/http/internal/pipeline/Admission"
import type { TaggedError } from "@beauty-store/http/internal/pipeline/ErrorDescription"
import * as Responses from "@beauty-store/http/internal/pipeline/Responses"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Effect from "effect/Effect"
import { cartPage, type Done } from "./CartPage.tsx"
import * as Messages from "./Messages.ts"
import { personalHeaders, type Scene } from "./ShopFrame.tsx"
import { cartIn, listedIn } from "./ShownProduct.ts"
import { callerOf, cartOf, newKey, ownerFor, unitsIn } from "./Visitor.ts"

/** A redirect to a page after a form. */
export const seeOther = (
  location: string,
  headers: Readonly<Record<string, string>> = {}
): Responses.EncodedResponse => ({
  status: 303,
  headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store", ...headers, location },
  body: ""
})

/** A page with one person's data. */
export const personalPage = (body: string, status = 200): Responses.EncodedResponse => ({
  status,
  headers: personalHeaders,
  body
})

/** What the cart's page says about the form before it, from the query of its address. */
const doneOf = Effect.fnUntraced(function*(query: URLSearchParams, language: Language) {
  const words = Messages.cart
  const [code = "", about = ""] = (query.get("done") ?? "").split(":", 2)
  const count = Number(about)
  const done = (tone: Done["tone"], text: string): Done => ({ tone, words: text })
  switch (code) {
    case "added": {
      const product = yield* Effect.option((yield* Catalog).product(ProductId.claimed.make(about)))
      if (product._tag === "None") return done("right", words.changed(language))
      const [shown] = yield* listedIn(language, [product.value])
      return done("right", words.added(language, { name: shown!.name }))
    }
    case "set":
      return done("right", words.changed(language))
    case "removed":
      return done("right", words.removed(language))
    case "stock":
      return Number.isInteger(count) ? done("wrong", words.notSoMany(language, { count })) : undefined
    case "limit":
      return Number.isInteger(count) ? done("wrong", words.tooMany(language, { count })) : undefined
    default:
      return undefined
  }
})

/** The query of a request. */
export const queryOf = ({ url }: HttpServerRequest.HttpServerRequest): URLSearchParams => {
  const at = url.indexOf("?")
  return new URLSearchParams(at < 0 ? "" : url.slice(at + 1))
}

export const show = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest, scene: Scene) {
  const caller = yield* callerOf(request)
  const cart = yield* cartIn(scene.language, yield* cartOf(caller))
  const done = yield* doneOf(queryOf(request), scene.language)
  const key = caller === undefined ? undefined : yield* newKey
  return Responses.send(personalPage(cartPage({ ...scene, units: unitsIn(cart), key }, cart, done)))
})

/** A quantity that a form names; none for anything else. */
const quantityOf = (form: URLSearchParams): number | undefined => {
  const text = form.get("quantity") ?? "1"
  return /^\d{1,4}$/.test(text) ? Number(text) : undefined
}

/** Where the page says what was refused; undefined for what is no refusal of the cart. */
const refusalOf = (error: TaggedError): string | undefined => {
  switch (error._tag) {
    case "InsufficientStock":
      return `stock:${String(Reflect.get(error, "available"))}`
    case "QuantityLimitExceeded":
      return `limit:${String(Reflect.get(error, "limit"))}`
    default:
      return undefined
  }
}

export const change = Effect.fnUntraced(
  function*(request: HttpServerRequest.HttpServerRequest, cartAddress: string) {
    const form = yield* formOf(request)
    const caller = yield* callerOf(request)
    const carts = yield* Carts
    const productId = ProductId.claimed.make(form.get("product") ?? "")
    const quantity = quantityOf(form)
    const action = form.get("action")
    const to = (done: string) => `${cartAddress}?done=${encodeURIComponent(done)}`
    if (quantity === undefined) return Responses.send(seeOther(cartAddress))
    if (caller === undefined) {
      if (action !== "add") return Responses.send(seeOther(cartAddress))
      yield* Admission.charge(request, units.newGuest - units.change)
    }
    const isKeyed = (form.get("key") ?? "") !== ""
    const run = Effect.gen(function*() {
      const { headers, owner } = yield* ownerFor(caller)
      if (action === "remove" || (action === "set" && quantity === 0)) {
        yield* carts.remove(owner, productId)
        return seeOther(to("removed"))
      }
      if (action === "set") yield* carts.set(owner, productId, quantity)
      else if (isKeyed) yield* carts.add(owner, productId, Math.max(1, quantity))
      else {
        const held = (yield* carts.view(owner)).items.find((item) => item.productId === productId)?.quantity ?? 0
        yield* carts.set(owner, productId, Math.max(1, quantity, held))
      }
      return seeOther(to(action === "set" ? "set" : `added:${productId}`), yield* headers)
    })
    return yield* FormChange.change({ request, form, caller }, run, (error) => {
      if (error._tag === "ProductNotFound") return seeOther(cartAddress)
      const refusal = refusalOf(error)
      return refusal === undefined ? undefined : seeOther(to(refusal))
    })
  }
)
