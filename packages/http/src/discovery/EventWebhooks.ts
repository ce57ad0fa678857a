/**
 * The messages about events, as `webhooks` of the OpenAPI document: one for each type that partners get in the shop's
 * own form. Their shapes are the schemas of the events themselves (`DomainEvents`), so that what is documented is what
 * the store writes. Follows docs/specification.md#webhooks-out.
 */
import { type EventType, messageOf, published } from "@beauty-store/commerce/events/DomainEvents"
import type { Currency } from "@beauty-store/domain/Money"
import * as OpenApiJsonSchema from "@effect/platform/OpenApiJsonSchema"
import * as Option from "effect/Option"
import * as AST from "effect/SchemaAST"
import { examplesOf } from "../contract/Examples.ts"

const words: Readonly<Record<Exclude<EventType, "order.placed">, string>> = {
  "order.created": "An order is confirmed, because it is paid",
  "order.cancelled": "An order was cancelled",
  "order.shipped": "An order, or a part of it, has left",
  "order.delivered": "Shipments have arrived",
  "payment.succeeded": "The payment of an order has succeeded",
  "payment.refused": "A payment without a page was refused",
  "refund.created": "Money is going to be refunded",
  "refund.succeeded": "A refund has succeeded",
  "refund.failed": "A refund has failed, and is tried again",
  "return.initiated": "Units are going to be returned",
  "return.in_transit": "The parcel of a return is on its way",
  "return.received": "The parcel of a return was opened",
  "return.refunded": "The units of a return were accepted",
  "return.rejected": "The units of a return were not accepted",
  "return.cancelled": "A return was cancelled"
}

const header = (name: string, description: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" }
})

/** The headers of every signed message, in both directions. */
export const signatureHeaders = [
  header("webhook-id", "The message's id: the same in all attempts."),
  header("webhook-timestamp", "When this attempt was signed, in seconds since 1970."),
  header("webhook-signature", "By Standard Webhooks: `v1,` and the HMAC-SHA256 of `id.timestamp.body`, in base64.")
]

/** `order.created` is `onOrderCreated`. */
const handlerName = (type: EventType): string =>
  `on${type.split(/[._]/).map((word) => word[0]!.toUpperCase() + word.slice(1)).join("")}`

/** The webhooks of the document, and the schemas that they refer to, by name. */
export const eventWebhooks = (currency: Currency) => {
  const examples = examplesOf({}, currency)
  const schemas: Record<string, OpenApiJsonSchema.JsonSchema> = {}
  const webhooks = Object.fromEntries(published.map((type) => [
    type,
    {
      post: {
        operationId: handlerName(type),
        tags: ["Webhooks"],
        summary: words[type as keyof typeof words],
        // A message is proven by its signature.
        security: [{}],
        parameters: signatureHeaders,
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: OpenApiJsonSchema.makeWithDefs(messageOf(type), { defs: schemas }),
              example: examples[AST.getJSONIdentifier(messageOf(type).ast).pipe(Option.getOrThrow)]
            }
          }
        },
        responses: {
          "2XX": { description: "The message is accepted." },
          default: { description: "The message is sent again later." }
        }
      }
    }
  ]))
  return { schemas, webhooks }
}
