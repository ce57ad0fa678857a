/**
 * Ids: every kind is a type of its own. A catalogue id is a readable slug; every other is opaque: a prefix of its kind,
 * then letters and digits. Text from a client becomes a claimed id (`OrderId.claimed`) unchecked, and only a look-up
 * turns it into that of the row it found: a malformed and an unknown one get the same response. Follows
 * docs/specification.md#ids.
 *
 * @since 1.0.0
 */
import type { Brand, BrandTypeId } from "effect/Brand"
import * as Schema from "effect/Schema"

/** The text of an id as a client gives it. Nobody knows whether there is such a thing: it is good for a look-up. */
export type Claimed<Id extends Brand<string>> =
  & string
  & Brand<Extract<keyof Id[typeof BrandTypeId], `claimed ${string}`>>

const slug = <const Name extends string>(name: Name) =>
  Object.assign(
    Schema.String.pipe(
      Schema.maxLength(80),
      Schema.pattern(/^[a-z0-9]+(-[a-z0-9]+)*$/),
      Schema.brand(`claimed ${name}`),
      Schema.brand(name)
    ),
    { claimed: Schema.String.pipe(Schema.brand(`claimed ${name}`)) }
  )

/** An opaque id, by the name of its type and the prefix of its texts. */
export const opaque = <const Name extends string>(name: Name, prefix: string) =>
  Object.assign(
    Schema.String.pipe(
      Schema.pattern(new RegExp(`^${prefix}_[A-Za-z0-9]{10,60}$`)),
      Schema.brand(`claimed ${name}`),
      Schema.brand(name)
    ),
    { prefix, claimed: Schema.String.pipe(Schema.brand(`claimed ${name}`)) }
  )

export const ProductId = slug("ProductId")
export type ProductId = typeof ProductId.Type

export const BrandId = slug("BrandId")
export type BrandId = typeof BrandId.Type

export const CartId = opaque("CartId", "cart")
export type CartId = typeof CartId.Type

/** A checkout session. */
export const SessionId = opaque("SessionId", "cs")
export type SessionId = typeof SessionId.Type

/** A purchase that a program puts together step by step: an ACP checkout session, or an ACP cart. */
export const DraftId = opaque("DraftId", "draft")
export type DraftId = typeof DraftId.Type

export const OrderId = opaque("OrderId", "ord")
export type OrderId = typeof OrderId.Type

export const PaymentId = opaque("PaymentId", "pay")
export type PaymentId = typeof PaymentId.Type

/** An attempt of the store to take a session's payment without a person on a payment page. */
export const ChargeId = opaque("ChargeId", "chg")
export type ChargeId = typeof ChargeId.Type

export const DelegationId = opaque("DelegationId", "del")
export type DelegationId = typeof DelegationId.Type

export const RefundId = opaque("RefundId", "ref")
export type RefundId = typeof RefundId.Type

export const ShipmentId = opaque("ShipmentId", "shp")
export type ShipmentId = typeof ShipmentId.Type

export const ReturnId = opaque("ReturnId", "ret")
export type ReturnId = typeof ReturnId.Type

export const EventId = opaque("EventId", "evt")
export type EventId = typeof EventId.Type

/** A matter that staff should look at. */
export const FlagId = opaque("FlagId", "flg")
export type FlagId = typeof FlagId.Type

/** What a shop takes off for a while. */
export const PromotionId = opaque("PromotionId", "promo")
export type PromotionId = typeof PromotionId.Type

/** A table of goods that staff sent. */
export const ImportId = opaque("ImportId", "imp")
export type ImportId = typeof ImportId.Type

/** A question to the shop. */
export const TicketId = opaque("TicketId", "tkt")
export type TicketId = typeof TicketId.Type

/** The public part of the address of a ticket's page. */
export const TicketPageId = opaque("TicketPageId", "tpg")
export type TicketPageId = typeof TicketPageId.Type

/** An entry of the trail of what staff changed. */
export const StaffChangeId = opaque("StaffChangeId", "chn")
export type StaffChangeId = typeof StaffChangeId.Type

/** A partner's subscription to events. */
export const SubscriptionId = opaque("SubscriptionId", "sub")
export type SubscriptionId = typeof SubscriptionId.Type

/** The public part of the address of an order's page. */
export const OrderPageId = opaque("OrderPageId", "page")
export type OrderPageId = typeof OrderPageId.Type

/** The public part of an access token; never the secret itself. */
export const TokenId = opaque("TokenId", "tok")
export type TokenId = typeof TokenId.Type

/** The owner of a cart and its orders, known by name or not. */
export const ShopperId = opaque("ShopperId", "sho")
export type ShopperId = typeof ShopperId.Type
