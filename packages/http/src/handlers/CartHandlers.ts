/** The handlers of the group `cart` (docs/specification.md#cart). */
import { Carts, type CartView } from "@beauty-store/commerce/cart/Carts"
import { Identity, type Owner } from "@beauty-store/commerce/identity/Identity"
import { Policy } from "@beauty-store/commerce/Policy"
import * as Effect from "effect/Effect"
import type { Caller } from "../contract/Security.ts"
import { buyerOrNobody } from "../pipeline/Authentication.ts"
import * as Operations from "../pipeline/Operations.ts"
import { formatCookie } from "../pipeline/SessionCookie.ts"
import { refusing } from "./FactFaults.ts"
import { type HandlersOf, operation } from "./StoreOperations.ts"
import * as Views from "./Views.ts"

/** An owner without anything: an empty cart, without creating anything. */
const nobody: Owner = { principal: "", shopper: "" }

/** What the schema of the request cannot tell: the shop's attributes. */
const asFaults = refusing({})

const makesGuests = { makesGuests: true }

export const handlers = Effect.gen(function*() {
  const carts = yield* Carts
  const identity = yield* Identity
  const { baseUrl, languages: [language] } = yield* Policy
  const viewOf = (cart: CartView) => Views.cart(cart, language)

  /** Changes the caller's cart. A caller without identity gets one, in this response and as a cookie. */
  const changing = Effect.fnUntraced(
    function*<E>(caller: Caller | undefined, run: (owner: Owner) => Effect.Effect<CartView, E>) {
      if (caller !== undefined) return viewOf(yield* run(caller.owner))
      // The cart first: a refusal must leave nothing behind, and a guest is a change.
      const shopper = yield* identity.prepareGuest
      const cart = viewOf(yield* run({ principal: shopper.principal.id, shopper: "" }))
      const { accessToken, expiresInSeconds } = yield* shopper.create
      return new Operations.WithHeaders(
        {
          ...cart,
          session: { access_token: accessToken, token_type: "Bearer" as const, expires_in: expiresInSeconds }
        },
        { "set-cookie": formatCookie(accessToken, expiresInSeconds, baseUrl) }
      )
    }
  )

  return {
    view: Operations.view(
      operation("cart", "view"),
      buyerOrNobody,
      ({ caller: { owner } = { owner: nobody } }) =>
        Effect.map(carts.view(owner), (cart) => {
          const value = viewOf(cart)
          // The store that cannot write shows carts, too; the checkout then says the price once more.
          return cart.isSeen
            ? value
            : new Operations.ReadThen(value, Effect.ignore(carts.markSeen(owner, cart)))
        })
    ),
    add: Operations.change(
      operation("cart", "add"),
      buyerOrNobody,
      ({ caller, payload }) => changing(caller, (owner) => carts.add(owner, payload.productId, payload.quantity ?? 1)),
      makesGuests
    ),
    set: Operations.change(
      operation("cart", "set"),
      buyerOrNobody,
      ({ caller, path, payload }) => changing(caller, (owner) => carts.set(owner, path.productId, payload.quantity)),
      makesGuests
    ),
    remove: Operations.change(
      operation("cart", "remove"),
      buyerOrNobody,
      ({ caller, path }) => changing(caller, (owner) => carts.remove(owner, path.productId)),
      makesGuests
    ),
    empty: Operations.change(
      operation("cart", "empty"),
      buyerOrNobody,
      ({ caller }) => changing(caller, (owner) => carts.empty(owner)),
      makesGuests
    ),
    setDiscounts: Operations.change(
      operation("cart", "setDiscounts"),
      buyerOrNobody,
      ({ caller, payload }) => changing(caller, (owner) => carts.setCodes(owner, payload.codes)),
      makesGuests
    ),
    setAttributes: Operations.change(
      operation("cart", "setAttributes"),
      buyerOrNobody,
      ({ caller, payload }) => changing(caller, (owner) => asFaults(carts.setOwnAttributes(owner, payload.attributes))),
      makesGuests
    )
  } satisfies HandlersOf<"cart">
})
