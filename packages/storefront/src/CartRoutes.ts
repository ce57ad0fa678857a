/**
 * The routes of the cart and its forms.
 *
 * A form with a key takes effect once, and leads to the cart. A page that is the same for everybody has no key in its
 * form. Who sends that one had no cart when the page was made, so it sets the least number of units instead of adding
 * some, and a second click adds nothing.
 */
import { Carts, type CartView } from "@beauty-store/commerce/cart/Carts"
import { Catalog } from "@beauty-store/commerce/catalog/Catalog"
import { Inventory } from "@beauty-store/commerce/catalog/Inventory"
import { Checkout } from "@beauty-store/commerce/checkout/Checkout"
import type { Owner } from "@beauty-store/commerce/identity/Identity"
import { OrderPages } from "@beauty-store/commerce/orders/OrderPages"
import type { SettableField } from "@beauty-store/domain/Attribute"
import { maxQuantity } from "@beauty-store/domain/Cart"
import { ProductId } from "@beauty-store/domain/Ids"
import { InvalidInput } from "@beauty-store/domain/InvalidInput"
import { textIn } from "@beauty-store/domain/Language"
import { CodeRefused, foldCode, maxCodes, Reason } from "@beauty-store/domain/Promotion"
import { units } from "@beauty-store/http/contract/Cost"
import * as RateLimiter from "@beauty-store/http/internal/pipeline/RateLimiter"
import * as FormChange from "@beauty-store/http/pages/FormChange"
import { formOf } from "@beauty-store/http/pages/SameOriginForm"
import type { TaggedError } from "@beauty-store/http/pipeline/ErrorDescription"
import * as Responses from "@beauty-store/http/pipeline/Responses"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { cartPage, type Done, ownFieldsOf, reasonWords } from "./CartPage.tsx"
import * as Messages from "./Messages.ts"
import { type PageContext, readQuery, type Shop } from "./PageContext.ts"
import { personalHeaders } from "./ShopFrame.tsx"
import { readCartNames, readProductNames } from "./ShownProduct.ts"
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
export const personalPage = (shop: Shop, body: string, status = 200): Responses.EncodedResponse => ({
  status,
  headers: personalHeaders(shop),
  body
})

/** The name of a product that the query names; undefined for another text. */
const nameOf = Effect.fnUntraced(function*(productId: string, context: PageContext) {
  const product = yield* Effect.option((yield* Catalog).product(ProductId.claimed.make(productId)))
  if (product._tag === "None") return undefined
  const [shown] = yield* readProductNames(context, [product.value])
  return shown!.name
})

const isReason = Schema.is(Reason)

/** What the cart's page says about the form before it, from the query of its address, as long as it holds. */
const doneOf = Effect.fnUntraced(function*(
  query: URLSearchParams,
  cart: CartView,
  context: PageContext,
  isKnown: boolean
) {
  const { language } = context
  const words = Messages.cart
  const [code = "", about = "", asked = ""] = (query.get("done") ?? "").split(":", 3)
  const quantity = Number(asked)
  const item = cart.items.find(({ productId }) => productId === about)
  const done = (tone: Done["tone"], text: string): Done => ({ tone, words: text })
  switch (code) {
    case "added": {
      // Somebody whom the store has just given a cookie comes back without it.
      if (!isKnown) return done("wrong", words.notKept(language))
      return item === undefined ? undefined : done("right", words.added(language, item))
    }
    case "set":
      return item?.quantity === quantity ? done("right", words.changed(language)) : undefined
    case "removed":
      return about === "" || item !== undefined ? undefined : done("right", words.removed(language))
    case "stock": {
      const status = yield* Effect.option((yield* Inventory).status(ProductId.claimed.make(about)))
      const count = status._tag === "None" ? quantity : status.value.quantity
      return count < quantity ? done("wrong", words.notSoMany(language, { count })) : undefined
    }
    case "code-added":
      return cart.promotions.codes.some(({ code }) => code === about)
        ? done("right", words.codeAdded(language, { code: about }))
        : undefined
    case "fields":
      return done("right", words.changed(language))
    case "field": {
      const title = ownFieldsOf(cart).find(({ name }) => name === about)?.title
      return title === undefined
        ? undefined
        : done("wrong", words.fieldRefused(language, { title: textIn(title, language) }))
    }
    case "code-removed":
      return done("right", words.codeRemoved(language))
    case "code-refused": {
      const [reason = "", least = ""] = about.split(".")
      if (!isReason(reason)) return undefined
      const leastMinor = /^\d{1,15}$/.test(least) ? Number(least) : undefined
      return {
        ...done(
          "wrong",
          words.codeRefused(language, { code: asked, reason: reasonWords(context, { reason, leastMinor }) })
        ),
        code: asked
      }
    }
    case "codes":
      return done("wrong", words.tooManyCodes(language, { most: maxCodes }))
    case "limit":
      return done("wrong", words.tooMany(language, { count: maxQuantity }))
    case "quantity":
      return done("wrong", words.noQuantity(language, { most: maxQuantity }))
    case "other":
      return done("wait", words.sentBefore(language))
    case "product":
      return (yield* nameOf(about, context)) === undefined ? done("wrong", words.noProduct(language)) : undefined
    default:
      return undefined
  }
})

/** The owner's order that waits for its payment, if there is one. */
const unpaidOf = Effect.fnUntraced(function*(owner: Owner) {
  const session = Option.getOrUndefined(yield* (yield* Checkout).unpaidOf(owner))
  if (session === undefined) return undefined
  const token = yield* (yield* OrderPages).open(session.orderId)
  return { session, page: token === undefined ? undefined : `/orders/${token}` }
})

export const show = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest, context: PageContext) {
  const caller = yield* callerOf(request)
  const cart = yield* readCartNames(context, yield* cartOf(caller))
  const done = yield* doneOf(readQuery(request), cart, context, caller !== undefined)
  const key = caller === undefined ? undefined : yield* newKey
  const unpaid = caller === undefined ? undefined : yield* unpaidOf(caller.owner)
  return Responses.send(
    personalPage(context.shop, cartPage({ ...context, units: unitsIn(cart), key }, cart, done, unpaid))
  )
})

/** A number as a browser's field for numbers sends it. */
const numberForm = /^\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i

/** The whole number that a form names, 1 if it names none; undefined for anything else. */
const quantityOf = (form: URLSearchParams): number | undefined => {
  const text = form.get("quantity") ?? "1"
  const quantity = Number(text)
  return numberForm.test(text) && Number.isSafeInteger(quantity) ? quantity : undefined
}

/** The field of the cart that a form's value does not suit. */
const fieldOf = (error: TaggedError): string =>
  error instanceof InvalidInput ? /^attributes\.(\w+)/.exec(error.faults[0]?.path ?? "")?.[1] ?? "" : ""

/**
 * Where the page says what was refused, with the facts by which it looks whether that still holds; undefined for what
 * is no refusal of the cart.
 */
const refusalOf = (error: TaggedError, productId: string, isSetting: boolean): string | undefined => {
  if (error instanceof CodeRefused) return `code-refused:${error.reason}.${error.minimum ?? ""}:${error.discountCode}`
  switch (error._tag) {
    case "IdempotencyConflict":
      return "other"
    case "InvalidInput":
      return isSetting ? `field:${fieldOf(error)}` : "code-refused:unknown:"
    case "InsufficientStock":
      return `stock:${productId}:${String(Reflect.get(error, "requested"))}`
    case "NoLongerSold":
    case "ProductNotFound":
      return `product:${productId.slice(0, 100)}`
    case "QuantityLimitExceeded":
      return "limit"
    default:
      return undefined
  }
}

type CodeAction = "add-code" | "remove-code"
const isOfCode = (action: string | null): action is CodeAction => action === "add-code" || action === "remove-code"

/** Adds a code to the owner's cart, or removes it; returns what the cart's page says about it. */
const changeCode = Effect.fnUntraced(function*(owner: Owner, action: CodeAction, form: URLSearchParams) {
  const carts = yield* Carts
  const code = [...(form.get("code") ?? "").trim()].slice(0, 100).join("")
  const held = (yield* carts.view(owner)).promotions.codes.map((one) => one.code)
  const others = held.filter((one) => foldCode(one) !== foldCode(code))
  if (action === "remove-code") return yield* Effect.as(carts.setCodes(owner, others), "code-removed")
  if (others.length >= maxCodes) return "codes"
  if (code === "") return "code-refused:unknown:"
  const { promotions } = yield* carts.setCodes(owner, [...others, code])
  const reason = promotions.codes.find((one) => one.code === code)?.reason
  return reason === undefined ? `code-added:${code}` : `code-refused:${reason}:${code}`
})

/** What a form says of a field, as in JSON; undefined: nothing. */
const valueIn = (form: URLSearchParams, { input, name }: SettableField): string | number | true | undefined => {
  const text = (form.get(`own-${name}`) ?? "").trim()
  if (text === "") return undefined
  const number = Number(text.replace(",", "."))
  return input === "checkbox" ? true : input === "number" && !Number.isNaN(number) ? number : text
}

/** Sets the fields of the owner's cart that the shop lets buyers set; those that no form asks for stay. */
const setFields = Effect.fnUntraced(function*(owner: Owner, form: URLSearchParams) {
  const carts = yield* Carts
  const { attributes } = yield* carts.view(owner)
  const given = Object.fromEntries(
    (attributes?.definition.settable ?? []).flatMap((field) => {
      const value = field.input === undefined ? attributes?.shown[field.name] : valueIn(form, field)
      return value === undefined ? [] : [[field.name, value] as const]
    })
  )
  yield* carts.setOwnAttributes(owner, given)
  return "fields"
})

export const change = Effect.fnUntraced(
  function*(request: HttpServerRequest.HttpServerRequest, cartAddress: string) {
    const form = yield* formOf(request)
    const caller = yield* callerOf(request)
    const carts = yield* Carts
    const productId = ProductId.claimed.make(form.get("product") ?? "")
    const quantity = quantityOf(form)
    const action = form.get("action")
    const to = (done: string) => `${cartAddress}?done=${encodeURIComponent(done)}`
    const takesNone = action === "set" || action === "remove"
    if (quantity === undefined || (quantity === 0 && !takesNone)) return Responses.send(seeOther(to("quantity")))
    if (caller === undefined) {
      if (action !== "add") return Responses.send(seeOther(cartAddress))
      yield* RateLimiter.charge(request, units.newGuest - units.change)
    }
    const isKeyed = (form.get("key") ?? "") !== ""
    if (action === "add-code") yield* RateLimiter.charge(request, units.code - units.change)
    const run = Effect.gen(function*() {
      if (caller !== undefined && isOfCode(action)) return seeOther(to(yield* changeCode(caller.owner, action, form)))
      if (caller !== undefined && action === "set-fields") {
        return seeOther(to(yield* setFields(caller.owner, form)))
      }
      const { headers, owner } = yield* ownerFor(caller)
      if (action === "remove" || (action === "set" && quantity === 0)) {
        yield* carts.remove(owner, productId)
        return seeOther(to(`removed:${productId}`))
      }
      if (action === "set") yield* carts.set(owner, productId, quantity)
      else if (isKeyed) yield* carts.add(owner, productId, quantity)
      else {
        const held = (yield* carts.view(owner)).items.find((item) => item.productId === productId)?.quantity ?? 0
        yield* carts.set(owner, productId, Math.max(quantity, held))
      }
      return seeOther(to(action === "set" ? `set:${productId}:${quantity}` : `added:${productId}`), yield* headers)
    })
    return yield* FormChange.change({ request, form, caller }, run, (error) => {
      const refusal = refusalOf(error, productId, action === "set-fields")
      return refusal === undefined ? undefined : seeOther(to(refusal))
    }, { makesGuests: true })
  }
)
