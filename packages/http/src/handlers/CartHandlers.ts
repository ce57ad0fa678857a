/** The cart's operations (docs/specification.md#cart). */
import { Carts, type CartView } from "@beauty-store/commerce/cart/Carts"
import { Identity, type Owner } from "@beauty-store/commerce/identity/Identity"
import { Policy } from "@beauty-store/commerce/Policy"
import * as Effect from "effect/Effect"
import { endpoint } from "../contract/Api.ts"
import { buyerOrNobody, type Caller, cookie } from "../pipeline/Authentication.ts"
import { group } from "../pipeline/Mounting.ts"
import * as Operations from "../pipeline/Operations.ts"
import * as Views from "./Views.ts"

/** The owner of nothing: an empty cart, without anything being created. */
const nobody: Owner = { principal: "", shopper: "" }

export const layer = group(
  "cart",
  Effect.fnUntraced(function*(handlers) {
    const carts = yield* Carts
    const identity = yield* Identity
    const { baseUrl } = yield* Policy

    /** Changes the caller's cart; who has no identity is given one, in this answer and as a cookie. */
    const changing = Effect.fnUntraced(
      function*<E>(caller: Caller | undefined, run: (owner: Owner) => Effect.Effect<CartView, E>) {
        if (caller !== undefined) return Views.cart(yield* run(caller.owner))
        // The cart first: a refusal must leave nothing behind, and a guest is a change.
        const shopper = yield* identity.prepareGuest
        const cart = Views.cart(yield* run({ principal: shopper.principal.id, shopper: "" }))
        const { accessToken, expiresInSeconds } = yield* shopper.create
        return new Operations.WithHeaders(
          {
            ...cart,
            session: { access_token: accessToken, token_type: "Bearer" as const, expires_in: expiresInSeconds }
          },
          { "set-cookie": cookie(accessToken, expiresInSeconds, baseUrl) }
        )
      }
    )
    const sealed = { sealed: (caller: Caller | undefined) => caller === undefined }

    return handlers
      .handle(
        "view",
        Operations.read(
          endpoint("cart", "view"),
          buyerOrNobody,
          ({ caller }) => Effect.map(carts.view(caller?.owner ?? nobody), Views.cart)
        )
      )
      .handle(
        "add",
        Operations.change(
          endpoint("cart", "add"),
          buyerOrNobody,
          ({ caller, payload }) =>
            changing(caller, (owner) => carts.add(owner, payload.productId, payload.quantity ?? 1)),
          sealed
        ),
        { uninterruptible: true }
      )
      .handle(
        "set",
        Operations.change(
          endpoint("cart", "set"),
          buyerOrNobody,
          ({ caller, path, payload }) =>
            changing(caller, (owner) => carts.set(owner, path.productId, payload.quantity)),
          sealed
        ),
        { uninterruptible: true }
      )
      .handle(
        "remove",
        Operations.change(
          endpoint("cart", "remove"),
          buyerOrNobody,
          ({ caller, path }) => changing(caller, (owner) => carts.remove(owner, path.productId)),
          sealed
        ),
        { uninterruptible: true }
      )
      .handle(
        "empty",
        Operations.change(
          endpoint("cart", "empty"),
          buyerOrNobody,
          ({ caller }) => changing(caller, (owner) => carts.empty(owner)),
          sealed
        ),
        { uninterruptible: true }
      )
  })
)
