/**
 * Carts on the wire, and what changes them (docs/specification.md#cart).
 *
 * @since 1.0.0
 */
import { CartMessageCode, maxQuantity, Quantity } from "@beauty-store/domain/Cart"
import { ProductId } from "@beauty-store/domain/Ids"
import * as Schema from "effect/Schema"
import { AccessToken } from "./AuthSchemas.ts"
import { leaf, ProductIdInput, whole } from "./InputSchemas.ts"
import { attributes, Currency, Euros, UnknownField } from "./ValueSchemas.ts"

export const CartMessage = Schema.Struct({
  code: CartMessageCode,
  productId: ProductId.claimed,
  message: Schema.String
}).annotations({ identifier: "CartMessage" })

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
