/**
 * Webhooks: registered endpoints, and the delivery of events to them. A delivery is signed by every secret of its
 * endpoint that is valid, and repeated for three days, less and less often, until the endpoint answers 2xx.
 */
import { HttpPost } from "@beauty-store/outbound/HttpPost"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { createHmac } from "node:crypto"
import type Stripe from "stripe"
import { type Account, type Delivery, type Endpoint, newId, randomText, seconds } from "./Account.ts"
import { type ApiError, notFound, rejectParameter } from "./ApiErrors.ts"
import { list } from "./Lists.ts"
import { listFields, Metadata, Text } from "./Parameters.ts"

type Result = Either.Either<object, ApiError>

const minute = 60_000

/** The waits before the second, third … attempt; the last one repeats until three days are over. */
const waits = [minute, 5 * minute, 30 * minute, 2 * 60 * minute, 5 * 60 * minute, 10 * 60 * minute, 12 * 60 * minute]
const givenUpAfter = 3 * 24 * 60 * minute

/** How long an endpoint may take to answer. */
const patience = 10_000

export const Create = Schema.Struct({
  url: Text,
  enabled_events: Schema.NonEmptyArray(Text),
  api_version: Schema.optional(Text),
  description: Schema.optional(Text),
  metadata: Schema.optional(Metadata)
})

const newSecret = (account: Account): string => `whsec_${randomText(account, 32)}`

/** Registers an endpoint. Its secret is in this answer only. */
export const create = (account: Account, params: typeof Create.Type): Result => {
  if (!URL.canParse(params.url) || (account.livemode && !params.url.startsWith("https:"))) {
    return Either.left(rejectParameter("url", "url_invalid", "Invalid URL: An explicit scheme must be provided."))
  }
  const shown: Stripe.WebhookEndpoint = {
    id: newId(account, "we"),
    object: "webhook_endpoint",
    api_version: params.api_version ?? null,
    application: null,
    created: seconds(account),
    description: params.description ?? null,
    enabled_events: [...params.enabled_events],
    livemode: account.livemode,
    metadata: params.metadata ?? {},
    status: "enabled",
    url: params.url
  }
  const secret = newSecret(account)
  account.endpoints.set(shown.id, { shown, secrets: [{ secret, until: undefined }] })
  return Either.right({ ...shown, secret })
}

const find = (account: Account, id: string): Either.Either<Endpoint, ApiError> =>
  Either.fromNullable(account.endpoints.get(id), () => notFound("webhook endpoint", id, "webhook_endpoint"))

export const retrieve = (account: Account, _: unknown, id: string): Result =>
  Either.map(find(account, id), ({ shown }) => shown)

export const remove = (account: Account, _: unknown, id: string): Result =>
  Either.map(find(account, id), () => {
    account.endpoints.delete(id)
    return { id, object: "webhook_endpoint", deleted: true }
  })

export const List = Schema.Struct(listFields)
export const listAll = (account: Account, query: typeof List.Type): Result =>
  list(
    "/v1/webhook_endpoints",
    "webhook endpoint",
    [...account.endpoints.values()].map(({ shown }) => shown),
    query,
    () => true,
    ({ created }) => created
  )

/** Gives an endpoint a new secret. The old ones sign beside it for some time. */
export const rollSecret = (account: Account, id: string, overlapMillis: number): string => {
  const endpoint = account.endpoints.get(id)
  if (endpoint === undefined) throw new Error(`no webhook endpoint ${id}`)
  const secret = newSecret(account)
  const until = account.now + overlapMillis
  endpoint.secrets = [{ secret, until: undefined }, ...endpoint.secrets.map((old) => ({ ...old, until }))]
  return secret
}

/** `Stripe-Signature` of a body at a moment (docs.stripe.com/webhooks#verify-manually). */
export const sign = (body: string, secrets: ReadonlyArray<string>, atSeconds: number): string =>
  [
    `t=${atSeconds}`,
    ...secrets.map((secret) => `v1=${createHmac("sha256", secret).update(`${atSeconds}.${body}`).digest("hex")}`)
  ].join(",")

/** Takes the deliveries that are due from the account. */
export const takeDue = (account: Account): ReadonlyArray<Delivery> => {
  const due = account.deliveries.filter(({ at }) => at <= account.now)
  account.deliveries = account.deliveries.filter(({ at }) => at > account.now)
  return due.toSorted((one, other) => one.at - other.at)
}

const repeat = (account: Account, delivery: Delivery, now: number): void => {
  const at = now + waits[Math.min(delivery.attempt, waits.length - 1)]!
  if (at - delivery.event.created * 1000 > givenUpAfter) return
  account.deliveries = [...account.deliveries, { ...delivery, attempt: delivery.attempt + 1, at }]
}

/** Sends one copy of an event, and plans the next attempt if it was not taken. */
export const deliver = Effect.fnUntraced(function*(account: Account, delivery: Delivery) {
  const { send } = yield* HttpPost
  const endpoint = account.endpoints.get(delivery.endpoint)
  if (endpoint === undefined) return
  const now = yield* Clock.currentTimeMillis
  const body = JSON.stringify(delivery.event, undefined, 2)
  const secrets = endpoint.secrets.filter(({ until }) => until === undefined || until > now)
  const status = yield* send({
    url: endpoint.shown.url,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "stripe-signature": sign(body, secrets.map(({ secret }) => secret), Math.floor(now / 1000)),
      "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)"
    },
    body: new TextEncoder().encode(body),
    millis: patience
  }).pipe(
    Effect.map((response) => response.status),
    Effect.catchTag("NoResponse", () => Effect.succeed(0))
  )
  const event = account.events.get(delivery.event.id)
  if (status < 200 || status > 299) repeat(account, delivery, yield* Clock.currentTimeMillis)
  else if (event !== undefined) event.pending_webhooks = Math.max(0, event.pending_webhooks - 1)
})
