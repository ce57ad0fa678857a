/**
 * The names of things: every kind of id is a type of its own, so that an order's id never passes for a session's.
 *
 * The rule: a catalogue id is a readable slug, every other id is opaque, a prefix that names its kind and then letters
 * and digits that say nothing. Text becomes an id by decoding only.
 *
 * Left out on purpose: making ids. That needs randomness and time, which live outside the domain. Follows
 * docs/specification.md#ids.
 */
import * as Schema from "effect/Schema"

const slug = <const Name extends string>(name: Name) =>
  Schema.String.pipe(Schema.maxLength(80), Schema.pattern(/^[a-z0-9]+(-[a-z0-9]+)*$/), Schema.brand(name))

const opaque = <const Name extends string>(name: Name, prefix: string) =>
  Schema.String.pipe(Schema.pattern(new RegExp(`^${prefix}[A-Za-z0-9]{10,60}$`)), Schema.brand(name))

export const ProductId = slug("ProductId")
export type ProductId = typeof ProductId.Type

export const BrandId = slug("BrandId")
export type BrandId = typeof BrandId.Type

export const CartId = opaque("CartId", "cart_")
export type CartId = typeof CartId.Type

/** A checkout session. */
export const SessionId = opaque("SessionId", "cs_")
export type SessionId = typeof SessionId.Type

export const OrderId = opaque("OrderId", "ord_")
export type OrderId = typeof OrderId.Type

export const PaymentId = opaque("PaymentId", "pay_")
export type PaymentId = typeof PaymentId.Type

export const RefundId = opaque("RefundId", "ref_")
export type RefundId = typeof RefundId.Type

export const ShipmentId = opaque("ShipmentId", "shp_")
export type ShipmentId = typeof ShipmentId.Type

export const ReturnId = opaque("ReturnId", "ret_")
export type ReturnId = typeof ReturnId.Type

export const EventId = opaque("EventId", "evt_")
export type EventId = typeof EventId.Type

/** An access token's public name; never the secret itself. */
export const TokenId = opaque("TokenId", "tok_")
export type TokenId = typeof TokenId.Type

/** Whoever a cart and its orders belong to, known by name or not. */
export const ShopperId = opaque("ShopperId", "sho_")
export type ShopperId = typeof ShopperId.Type
