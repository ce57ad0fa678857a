/**
 * The handlers of the group `webhooks`: messages of partners to the shop, and subscriptions to its events.
 *
 * A received message is verified over its raw bytes before anything of it is read; an unsigned one leaves no trace. The
 * message's own id makes it count once, so there is no Idempotency-Key here. Follows docs/specification.md#webhooks-in,
 * docs/specification.md#webhooks-out.
 */
import { InboundWebhooks, Message } from "@beauty-store/commerce/partners/InboundWebhooks"
import { Subscriptions } from "@beauty-store/commerce/partners/Subscriptions"
import { agentPrincipal } from "@beauty-store/domain/Principal"
import * as Signature from "@beauty-store/outbound/Signature"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { overlapOf } from "../contract/ClientSchemas.ts"
import * as WebhookSchemas from "../contract/WebhookSchemas.ts"
import { HttpPolicy } from "../HttpPolicy.ts"
import { holder, InvalidRequest } from "../pipeline/Authentication.ts"
import { invalidRequest } from "../pipeline/InputDecoding.ts"
import * as Json from "../pipeline/Json.ts"
import * as Operations from "../pipeline/Operations.ts"
import { bytesOf, isJson, MalformedBody, UnsupportedMediaType } from "../pipeline/RequestBody.ts"
import * as Responses from "../pipeline/Responses.ts"
import * as UnknownFields from "../pipeline/UnknownFields.ts"
import { type HandlersOf, operation } from "./StoreOperations.ts"
import * as Views from "./Views.ts"

class SignatureInvalid extends Data.TaggedError("SignatureInvalid") {}

type Subscribing = Context.Tag.Service<Subscriptions>

const staff = holder("webhooks:write")
const printResult = Responses.printSuccess(WebhookSchemas.WebhookAnswer)
/** An id is a key of the database, and PostgreSQL limits the length of keys. */
const longestId = 255
const idFault = { pointer: "webhook-id", in: "header", detail: `must be 1 to ${longestId} characters` } as const
const decodeMessage = Schema.decodeUnknownEither(Message, { errors: "all" })
const unknownFields = UnknownFields.finder(Option.some(Message))

const receive = (inbound: Context.Tag.Service<InboundWebhooks>, secrets: ReadonlyArray<Signature.Secret>) =>
  Operations.raw(
    operation("webhooks", "receive"),
    Effect.fnUntraced(function*(_, { request }) {
      const body = yield* bytesOf(request)
      const nowMillis = yield* Clock.currentTimeMillis
      const signed = Signature.verify({ headers: request.headers, body, secrets, nowMillis })
      if (Either.isLeft(signed)) return yield* new SignatureInvalid()
      if (signed.right.id.length > longestId) return yield* new InvalidRequest({ errors: [idFault] })
      if (!isJson(request)) return yield* new UnsupportedMediaType()
      const json = Json.read(body)
      if (json === Json.Malformed) return yield* new MalformedBody()
      const message = decodeMessage(json)
      if (Either.isLeft(message)) return yield* invalidRequest(message.left)
      return Responses.send(
        printResult(
          { received: true, ...(yield* inbound.receive(signed.right.id, message.right)) },
          {},
          unknownFields(json).ignored
        )
      )
    }),
    { uninterruptible: true }
  )

const subscribe = (subscriptions: Subscribing) =>
  Operations.change(operation("webhooks", "subscribe"), staff, ({ payload: { agentId, dialect, url } }) => {
    const principal = agentId === undefined ? {} : { principal: agentPrincipal(agentId) }
    return subscriptions.create(url, { ...principal, ...(dialect === undefined ? {} : { dialect }) }).pipe(
      // What depends on how the shop was composed, and the schema of the request cannot tell.
      Effect.catchTag("InvalidInput", ({ faults }) =>
        new InvalidRequest({
          errors: faults.map(({ path }) => ({
            pointer: `/${path}`,
            detail: path === "dialect" ? "must be one of the shop's dialects" : `must be ${WebhookSchemas.urlWords}`
          }))
        })),
      Effect.map((created) => ({ ...Views.subscription(created), secret: created.secret }))
    )
  }, { sealed: () => true })

const list = (subscriptions: Subscribing) =>
  Operations.read(operation("webhooks", "subscriptions"), staff, ({ urlParams }) =>
    Effect.map(
      subscriptions.list({ limit: urlParams.limit ?? 20, cursor: urlParams.cursor }),
      (page) => Views.page(page, Views.subscription)
    ))

const unsubscribe = (subscriptions: Subscribing) =>
  Operations.change(
    operation("webhooks", "unsubscribe"),
    staff,
    ({ path }) => Effect.as(subscriptions.remove(path.subscriptionId), {})
  )

const replay = (subscriptions: Subscribing) =>
  Operations.change(operation("webhooks", "replay"), staff, ({ path, payload }) =>
    Effect.map(
      subscriptions.replay(path.subscriptionId, { from: Date.parse(payload.from), to: Date.parse(payload.to) }),
      (messages) => ({ messages })
    ))

const enable = (subscriptions: Subscribing) =>
  Operations.change(
    operation("webhooks", "enable"),
    staff,
    ({ path }) => Effect.map(subscriptions.enable(path.subscriptionId), Views.subscription)
  )

const renewSecret = (subscriptions: Subscribing) =>
  Operations.change(operation("webhooks", "renewSecret"), staff, ({ path, payload }) =>
    Effect.map(
      Effect.catchTag(
        subscriptions.renewSecret(path.subscriptionId, overlapOf(payload)),
        "InvalidInput",
        Effect.die
      ),
      (renewed) => ({ ...Views.subscription(renewed), secret: renewed.secret })
    ), { sealed: () => true })

const deliveries = (subscriptions: Subscribing) =>
  Operations.read(operation("webhooks", "deliveries"), staff, ({ path, urlParams }) =>
    Effect.map(
      subscriptions.deliveries(path.subscriptionId, { ...urlParams, limit: urlParams.limit ?? 20 }),
      (page) => Views.page(page, Views.delivery)
    ))

const sendAgain = (subscriptions: Subscribing) =>
  Operations.change(
    operation("webhooks", "sendAgain"),
    staff,
    ({ path }) => Effect.map(subscriptions.sendAgain(path.subscriptionId, path.eventId), Views.delivery)
  )

export const handlers = Effect.gen(function*() {
  const inbound = yield* InboundWebhooks
  const subscriptions = yield* Subscriptions
  const secrets = (yield* HttpPolicy).webhookSecrets.map((text) => Either.getOrThrow(Signature.decodeSecret(text)))
  return {
    receive: receive(inbound, secrets),
    subscribe: subscribe(subscriptions),
    subscriptions: list(subscriptions),
    unsubscribe: unsubscribe(subscriptions),
    replay: replay(subscriptions),
    enable: enable(subscriptions),
    renewSecret: renewSecret(subscriptions),
    deliveries: deliveries(subscriptions),
    sendAgain: sendAgain(subscriptions)
  } satisfies HandlersOf<"webhooks">
})
