/**
 * Changes by staff, as the trail names them: what was done, and the facts before and after it. Facts are ids, statuses,
 * counts and amounts: no text that a person wrote, no personal data, no secret and no address that opens something. The
 * trail is kept by `StaffTrail`. Follows docs/specification.md#trail.
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"

export const StaffAction = Schema.Literal(
  "order.ship",
  "order.deliver",
  "order.cancel",
  "return.request",
  "return.cancel",
  "return.receive",
  "refund.give",
  "stock.count",
  "stock.deliver",
  "stock.lose",
  "price.set",
  "price.plan",
  "price.cancel",
  "product.create",
  "product.change",
  "product.archive",
  "product.restore",
  "product.remove",
  "product.import",
  "brand.create",
  "brand.change",
  "brand.remove",
  "pictures.set",
  "promotion.create",
  "promotion.limit",
  "ticket.answer",
  "ticket.assign",
  "ticket.move",
  "ticket.close",
  "flag.close",
  "subscription.create",
  "subscription.move",
  "subscription.remove",
  "subscription.enable",
  "subscription.renew",
  "subscription.replay",
  "delivery.send",
  "client.create",
  "client.renew",
  "client.remove"
)
export type StaffAction = typeof StaffAction.Type

/** What was true before a change, or after it. */
export const Facts = Schema.Record({
  key: Schema.String,
  value: Schema.Union(Schema.String, Schema.Number, Schema.Boolean, Schema.Null)
})
export type Facts = typeof Facts.Type
