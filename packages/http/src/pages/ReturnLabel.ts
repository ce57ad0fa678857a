/**
 * The route of a return's label: a PDF behind a capability, so that the holder of the address can print it. Follows
 * docs/specification.md#return-label.
 */
import { Returns } from "@beauty-store/commerce/after-sales/Returns"
import { Policy } from "@beauty-store/commerce/Policy"
import * as PageHeaders from "@beauty-store/ui/PageHeaders"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import { units } from "../contract/Cost.ts"
import type { PageRoute } from "../pipeline/PageRoute.ts"
import { PdfDrawing } from "../pipeline/PdfDrawing.ts"
import * as RateLimiter from "../pipeline/RateLimiter.ts"

export const routes: ReadonlyArray<PageRoute> = [{
  method: "GET",
  path: "/api/returns/:returnId/label",
  serve: Effect.fnUntraced(function*(request) {
    const { returnId = "" } = yield* HttpLayerRouter.params
    const { key = "" } = Object.fromEntries(new URLSearchParams(request.url.split("?")[1]))
    const { returnAddress, seller } = yield* Policy
    const returns = yield* Returns
    const label = yield* returns.label(`${returnId}.${key}`)
    yield* RateLimiter.charge(request, units.pdf)
    const pdf = yield* (yield* PdfDrawing).draw({ kind: "label", label: { ...label, to: returnAddress ?? seller } })
    return HttpServerResponse.uint8Array(pdf, {
      contentType: "application/pdf",
      headers: {
        ...PageHeaders.secret,
        "content-disposition": `inline; filename="${label.returnNumber.replace(" ", "-")}.pdf"`
      }
    })
  })
}]
