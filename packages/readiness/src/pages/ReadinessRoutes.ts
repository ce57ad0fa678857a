/**
 * Where pages of readiness are: the store's own at `/readiness`, for everybody, and those of other sites at addresses
 * that their owners give away and close. Follows docs/specification.md#readiness-page.
 */
import { englishFrame, type Frame, pageHeaders } from "@beauty-store/http/pages/PageFrame"
import type { PageRoute } from "@beauty-store/http/pipeline/PageRoute"
import * as PageHeaders from "@beauty-store/ui/PageHeaders"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import type { Scans } from "../scans/Scans.ts"
import type * as ReadinessPage from "./ReadinessPage.tsx"

/** A page as a response. */
const send = (
  headers: Readonly<Record<string, string>>,
  text: (texts: typeof ReadinessPage.texts, frame: Frame) => string,
  status = 200
) =>
  Effect.zipWith(
    Effect.promise(() => import("./ReadinessPage.tsx")),
    englishFrame,
    ({ texts }, frame) =>
      HttpServerResponse.text(text(texts, frame), {
        status,
        contentType: "text/html; charset=utf-8",
        headers: { ...pageHeaders(frame), ...headers }
      })
  )

export const routes = (scans: typeof Scans.Service): ReadonlyArray<PageRoute> => [
  {
    method: "GET",
    path: "/readiness",
    serve: () =>
      Effect.flatMap(
        scans.ownPage,
        (overview) =>
          send(PageHeaders.cacheable, ({ noScan, readiness }, frame) =>
            overview === undefined ? noScan(frame) : readiness({ frame, overview, personal: false }))
      )
  },
  {
    method: "GET",
    path: "/readiness/:token",
    serve: () =>
      Effect.flatMap(HttpLayerRouter.params, ({ token = "" }) =>
        Effect.matchEffect(scans.page(token), {
          onSuccess: (overview) =>
            send(PageHeaders.secret, ({ readiness }, frame) => readiness({ frame, overview, personal: true })),
          onFailure: (error) =>
            error._tag === "SitePageNotFound"
              ? send(PageHeaders.secret, ({ missing }, frame) => missing(frame), 404)
              : Effect.fail(error)
        }))
  }
]
