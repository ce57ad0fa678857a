/**
 * Webhooks on the wire: partners' messages to the shop, subscriptions to its own, and their deliveries.
 *
 * Follows docs/specification.md#webhooks-in, docs/specification.md#webhooks-out.
 *
 * @since 1.0.0
 */
import { EventId, OrderId, SubscriptionId } from "@beauty-store/domain/Ids"
import { MessageResult } from "@beauty-store/domain/InboundMessage"
import { State as DeliveryState } from "@beauty-store/domain/WebhookDelivery"
import { State as EndpointState } from "@beauty-store/domain/WebhookEndpoint"
import * as Schema from "effect/Schema"
import { besideFaults, choice, leaf, Line, MomentInput, whole } from "./InputSchemas.ts"
import { byTime, listOf, paging } from "./ListSchemas.ts"
import { Moment, Uri } from "./ValueSchemas.ts"

export const DeliveryParameters = Schema.Struct({
  state: Schema.optional(choice(DeliveryState)),
  orderId: Schema.optional(leaf("an order's id", OrderId)),
  sort: byTime.sort,
  ...paging
}).annotations(whole)

/** A partner's message; the signature is over the bytes. The OpenAPI document has its forms (`PartnerMessages`). */
export const PartnerMessage = Schema.Unknown.annotations({
  identifier: "PartnerMessage",
  jsonSchema: { type: "object" }
})

export const WebhookAnswer = Schema.Struct({
  received: Schema.Literal(true),
  result: MessageResult,
  reason: Schema.optional(Schema.String)
}).annotations({ identifier: "WebhookAnswer" })

/** What the address of a subscription has to be. */
export const urlWords = "an http or https address, at most 2000 characters"

export const SubscriptionRequest = Schema.Struct({
  url: leaf(urlWords, Schema.String.pipe(Schema.minLength(1), Schema.maxLength(2000))),
  dialect: Schema.optional(leaf("`acp`", Schema.Literal("acp"))),
  agentId: Schema.optional(Line(200, "an agent's OAuth client id, 1 to 200 characters"))
}).pipe(
  Schema.filter(
    ({ agentId, dialect }) =>
      dialect === undefined || agentId !== undefined
      || { path: ["agentId"], message: "must be the agent whose orders are sent" },
    besideFaults
  )
).annotations({ identifier: "SubscriptionRequest", ...whole })

const subscriptionFields = {
  subscriptionId: SubscriptionId.claimed,
  url: Uri,
  createdAt: Moment,
  dialect: Schema.optional(Schema.String),
  agentId: Schema.optional(Schema.String),
  state: EndpointState,
  failingSince: Schema.optional(Moment),
  failure: Schema.optional(Schema.String),
  disabledAt: Schema.optional(Moment)
}
export const Subscription = Schema.Struct(subscriptionFields).annotations({ identifier: "Subscription" })
export const NewSubscription = Schema.Struct({
  ...subscriptionFields,
  secret: Schema.String
}).annotations({ identifier: "NewSubscription" })
export const SubscriptionList = listOf("SubscriptionPage", Subscription)

export const Delivery = Schema.Struct({
  eventId: EventId.claimed,
  event: Schema.String,
  orderId: OrderId.claimed,
  state: DeliveryState,
  attempts: Schema.Int,
  at: Moment,
  failure: Schema.optional(Schema.Struct({ reason: Schema.String, at: Moment })),
  nextAttemptAt: Schema.optional(Moment)
}).annotations({ identifier: "Delivery" })
export const DeliveryList = listOf("DeliveryPage", Delivery)

export const ReplayRequest = Schema.Struct({ from: MomentInput, to: MomentInput })
  .pipe(
    Schema.filter(
      // Of what is no moment, both comparisons are false.
      ({ from, to }) =>
        !(Date.parse(from) > Date.parse(to)) || { path: ["to"], message: "must be a moment that is not before `from`" },
      besideFaults
    )
  )
  .annotations({ identifier: "ReplayRequest", ...whole })
export const Replayed = Schema.Struct({ messages: Schema.Int }).annotations({ identifier: "Replayed" })
