/**
 * Messages from partners, and where the shop sends its own (docs/specification.md#webhooks-in,
 * docs/specification.md#webhooks-out).
 *
 * A message that comes in is checked over its raw bytes before anything of it is read; what is not signed leaves no
 * trace. The message's own id makes it count once, so there is no Idempotency-Key here.
 */
import { agentPrincipal } from "@beauty-store/commerce/identity/Identity"
import { InboundWebhooks, Message } from "@beauty-store/commerce/partners/InboundWebhooks"
import { Subscriptions } from "@beauty-store/commerce/partners/Subscriptions"
import * as Signature from "@beauty-store/web/Signature"
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { endpoint } from "../contract/Api.ts"
import * as ApiSchemas from "../contract/ApiSchemas.ts"
import { HttpPolicy } from "../HttpPolicy.ts"
import { holder, InvalidRequest } from "../pipeline/Authentication.ts"
import * as Json from "../pipeline/Json.ts"
import { group } from "../pipeline/Mounting.ts"
import * as Operations from "../pipeline/Operations.ts"
import * as Responses from "../pipeline/Responses.ts"
import * as Views from "./Views.ts"

class SignatureInvalid extends Data.TaggedError("SignatureInvalid") {}

const staff = holder("webhooks:write")
const changing = { uninterruptible: true } as const
const printAnswer = Responses.success(ApiSchemas.WebhookAnswer)
/** An id is a key of the database, and PostgreSQL takes no endless ones. */
const longestId = 255
const idFault = { pointer: "webhook-id", in: "header", detail: `must be 1 to ${longestId} characters` } as const
const decodeMessage = Schema.decodeUnknownEither(Message, { errors: "all" })

export const layer = group(
  "webhooks",
  Effect.fnUntraced(function*(handlers) {
    const inbound = yield* InboundWebhooks
    const subscriptions = yield* Subscriptions
    const secrets = (yield* HttpPolicy).webhookSecrets.map((text) => Either.getOrThrow(Signature.decodeSecret(text)))

    return handlers
      .handle("receive", ({ request }) =>
        Operations.answered(
          request,
          Effect.gen(function*() {
            const body = yield* Operations.bytesOf(request)
            const nowMillis = yield* Clock.currentTimeMillis
            const signed = Signature.verify({ headers: request.headers, body, secrets, nowMillis })
            if (Either.isLeft(signed)) return yield* new SignatureInvalid()
            if (signed.right.id.length > longestId) return yield* new InvalidRequest({ errors: [idFault] })
            if (!Operations.isJson(request)) return yield* new Operations.UnsupportedMediaType()
            const json = Json.read(body)
            if (json === Json.Malformed) return yield* new Operations.MalformedBody()
            const message = decodeMessage(json)
            if (Either.isLeft(message)) return yield* Operations.invalid(message.left)
            return Responses.send(
              printAnswer({ received: true, ...(yield* inbound.receive(signed.right.id, message.right)) })
            )
          })
        ), changing)
      .handle(
        "subscribe",
        Operations.change(endpoint("webhooks", "subscribe"), staff, ({ payload: { agentId, dialect, url } }) => {
          const principal = agentId === undefined ? {} : { principal: agentPrincipal(agentId) }
          return Effect.map(
            subscriptions.create(url, { ...principal, ...(dialect === undefined ? {} : { dialect }) }),
            (created) => ({ ...Views.subscription(created), secret: created.secret })
          )
        }, { sealed: () => true }),
        changing
      )
      .handle(
        "subscriptions",
        Operations.read(endpoint("webhooks", "subscriptions"), staff, ({ urlParams }) =>
          Effect.map(
            subscriptions.list({ limit: urlParams.limit ?? 20, cursor: urlParams.cursor }),
            (page) => Views.page(page, Views.subscription)
          ))
      )
      .handle(
        "unsubscribe",
        Operations.change(
          endpoint("webhooks", "unsubscribe"),
          staff,
          ({ path }) => Effect.as(subscriptions.remove(path.subscriptionId), {})
        ),
        changing
      )
      .handle(
        "replay",
        Operations.change(endpoint("webhooks", "replay"), staff, ({ path, payload }) =>
          Effect.map(
            subscriptions.replay(path.subscriptionId, { from: Date.parse(payload.from), to: Date.parse(payload.to) }),
            (messages) => ({ messages })
          )),
        changing
      )
  })
)
