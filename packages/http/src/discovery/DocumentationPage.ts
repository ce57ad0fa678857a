/**
 * The page at `/docs`: the OpenAPI document in Swagger UI.
 *
 * Swagger UI is two megabytes of script, twice the rest of a bundled server, so this module is loaded with the first
 * request for the page (`DocumentRoutes`), in a bundle from a file of its own (`scripts/bundle.mjs`). That file may
 * have another copy of Effect: only plain values cross its border. Follows docs/specification.md#descriptors.
 */
import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiSwagger from "@effect/platform/HttpApiSwagger"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Effect from "effect/Effect"

const path = "/docs"

/** The bytes of the page for an OpenAPI document, as JSON. The library takes it as that of an API without operations. */
export const documentationPage = (document: string): Promise<Uint8Array> => {
  const spec: Record<string, unknown> = JSON.parse(document)
  const api = HttpApi.make("documentation").annotateContext(OpenApi.annotations({ transform: () => spec }))
  const page = HttpLayerRouter.toHttpEffect(HttpApiSwagger.layerHttpLayerRouter({ api, path })).pipe(
    Effect.flatten,
    Effect.scoped,
    Effect.provideService(
      HttpServerRequest.HttpServerRequest,
      HttpServerRequest.fromWeb(new Request(`http://localhost${path}`))
    ),
    Effect.map(({ body }) => body._tag === "Uint8Array" ? body.body : new Uint8Array())
  )
  return Effect.runPromise(page)
}
