/**
 * Sends messages to partners' webhooks over the guarded HTTP, signed by Standard Webhooks or as the partner's dialect
 * requires. A complete 2xx within ten seconds delivers; anything else, a redirect too, is `DeliveryFailed` in words of
 * our own. The id stays the same over all attempts, the signed time is each attempt's. Follows
 * docs/specification.md#webhooks-out.
 *
 * @since 1.0.0
 */
import { DeliveryFailed, TargetForbidden, WebhookSender } from "@beauty-store/commerce/partners/WebhookSender"
import { GuardedHttp, type Limits } from "@beauty-store/outbound/GuardedHttp"
import * as Signature from "@beauty-store/outbound/Signature"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** The limits of a request to a partner. Only the status of the response is read. */
const limits: Limits = { millis: 10_000, headerBytes: 16_384, bodyBytes: 65_536, redirects: 0 }

/** The store made it. */
const decodeSecret = (secret: string) => Effect.orDie(Signature.decodeSecret(secret))

export const layer: Layer.Layer<WebhookSender, never, GuardedHttp> = Layer.effect(
  WebhookSender,
  Effect.map(GuardedHttp, (http) => ({
    // By its form alone: where a name leads is checked each time that a message is sent.
    check: (url) =>
      Effect.catchTag(http.judge(url), "AddressForbidden", ({ reason }) => new TargetForbidden({ reason })),
    send: (message) =>
      Effect.gen(function*() {
        const body = new TextEncoder().encode(message.body)
        const { id, previousSecret, secret } = message
        const atMillis = yield* Clock.currentTimeMillis
        const { status } = yield* http.request({
          method: "POST",
          url: message.url,
          headers: {
            "content-type": "application/json",
            "user-agent": "BeautyStore/1.0 (+webhooks)",
            ...message.sign?.({ id, atMillis, body, secret })
              ?? Signature.sign({
                id,
                atMillis,
                body,
                secret: yield* decodeSecret(secret),
                previousSecret: previousSecret === undefined ? undefined : yield* decodeSecret(previousSecret)
              })
          },
          body,
          limits
        })
        if (status >= 300 && status < 400) return yield* new DeliveryFailed({ reason: "redirect" })
        if (status < 200 || status >= 300) return yield* new DeliveryFailed({ reason: `status ${status}` })
      }).pipe(
        Effect.catchTag("AddressForbidden", () => new DeliveryFailed({ reason: "forbidden address" })),
        Effect.catchTag("RequestFailed", ({ reason }) => new DeliveryFailed({ reason }))
      )
  }))
)
