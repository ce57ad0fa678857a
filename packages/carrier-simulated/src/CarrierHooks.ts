/**
 * The route on which the carrier receives the shop's webhooks: `POST /carrier/hooks`.
 *
 * The response is only a status, because senders of webhooks read no more: 204 accepted, 401 not signed by the shop,
 * 400 signed but not understood, 413 longer than any hook, 503 try again. Follows
 * docs/specification.md#simulated-carrier.
 *
 * @since 1.0.0
 */
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type HookResult, SimulatedCarrier } from "./SimulatedCarrier.ts"

export const path = "/carrier/hooks"

/** More than any hook needs. */
const maxBodyBytes = 256 * 1024

const statuses: Readonly<Record<HookResult, number>> = { taken: 204, refused: 401, malformed: 400, unanswered: 503 }

const empty = (status: number) => HttpServerResponse.empty({ status, headers: { "cache-control": "no-store" } })

/** The endpoint, for any router. */
export const layer: Layer.Layer<never, never, HttpLayerRouter.HttpRouter | SimulatedCarrier> = Layer.scopedDiscard(
  Effect.gen(function*() {
    const router = yield* HttpLayerRouter.HttpRouter
    const carrier = yield* SimulatedCarrier
    yield* router.add("POST", path, (request) => {
      if (Number(request.headers["content-length"] ?? 0) > maxBodyBytes) return Effect.succeed(empty(413))
      return request.arrayBuffer.pipe(
        HttpServerRequest.withMaxBodySize(Option.some(maxBodyBytes)),
        Effect.flatMap((bytes) => carrier.receive({ headers: request.headers, body: new Uint8Array(bytes) })),
        Effect.map((result) => empty(statuses[result])),
        Effect.catchTags({
          RequestError: () => Effect.succeed(empty(413)),
          StoreUnavailable: () => Effect.succeed(empty(503))
        })
      )
    })
  })
)
