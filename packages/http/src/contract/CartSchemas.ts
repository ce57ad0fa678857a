/**
 * Carts on the wire, and what changes them (docs/specification.md#cart).
 *
 * @since 1.0.0
 */
import { CartMessageCode, maxQuantity, Quantity } from "@beauty-store/domain/Cart"
import { ProductId } from "@beauty-store/domain/Ids"
import { maxCodes, Reason } from "@beauty-store/domain/Promotion"
import * as Schema from "effect/Schema"
import { AccessToken } from "./AuthSchemas.ts"
import { leaf, Name, ProductIdInput, whole } from "./InputSchemas.ts"
import { Amount, attributes, Currency, UnknownField } from "./ValueSchemas.ts"

export const CartMessage = Schema.Struct({
  code: CartMessageCode,
  productId: ProductId.claimed,
  message: Schema.String
}).annotations({ identifier: "CartMessage" })

/** A promotion that counts: what it takes off the goods, 0 where it frees the shipping. */
export const AppliedDiscount = Schema.Struct({
  title: Schema.String,
  code: Schema.optional(Schema.String),
  amount: Amount
}).annotations({ identifier: "AppliedDiscount" })

/** A code that was given, and why it takes nothing off. */
const DiscountCode = Schema.Struct({
  code: Schema.String,
  reason: Schema.optional(Reason),
  message: Schema.optional(Schema.String)
}).annotations({ identifier: "DiscountCode" })

export const Cart = Schema.Struct({
  items: Schema.Array(Schema.Struct({
    productId: ProductId.claimed,
    quantity: Schema.Int,
    price: Amount,
    name: Schema.String,
    discount: Schema.optional(Amount),
    lineTotal: Amount,
    available: Schema.Int
  })),
  subtotal: Amount,
  shipping: Amount,
  total: Amount,
  currency: Currency,
  discounts: Schema.optional(Schema.Array(AppliedDiscount)),
  codes: Schema.optional(Schema.Array(DiscountCode)),
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

export const SetDiscounts = Schema.Struct({
  codes: leaf(
    `a list of at most ${maxCodes} codes, each of 1 to 100 characters`,
    Schema.Array(Name("a code")).pipe(Schema.maxItems(maxCodes))
  )
}).annotations({ identifier: "SetDiscounts", ...whole })

/** The fields are the shop's own: those of its carts' attributes that buyers set. */
export const SetAttributes = Schema.Struct({ attributes }).annotations({ identifier: "SetAttributes", ...whole })

export const SetQuantity = Schema.Struct({
  quantity: leaf(`a whole number from 0 to ${maxQuantity}`, Schema.Int.pipe(Schema.between(0, maxQuantity)))
}).annotations({ identifier: "SetQuantity", ...whole })
