/**
 * The hosted pages on a router: every kind of page, each with the question of the payer's bank. `HostedPage` has what
 * they share, `PaymentRoutes` and `MandateRoutes` have the kinds. Follows docs/specification.md#payment-page,
 * docs/specification.md#capability-urls.
 *
 * @since 1.0.0
 */
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { routes } from "./pages/HostedPage.ts"
import * as MandateRoutes from "./pages/MandateRoutes.ts"
import * as PaymentRoutes from "./pages/PaymentRoutes.ts"
import { HostedPayments } from "./provider/HostedPayments.ts"
import { Mandates } from "./provider/Mandates.ts"
import { ProviderSettings } from "./ProviderSettings.ts"

/** The pages, for any router. */
export const layer: Layer.Layer<
  never,
  never,
  HttpLayerRouter.HttpRouter | HostedPayments | Mandates | ProviderSettings
> = Layer.scopedDiscard(Effect.gen(function*() {
  const router = yield* HttpLayerRouter.HttpRouter
  const settings = yield* ProviderSettings
  const all = [
    ...routes(PaymentRoutes.kind(yield* HostedPayments), settings),
    ...routes(MandateRoutes.kind(yield* Mandates), settings)
  ]
  for (const { path, respond } of all) yield* router.add("*", path, respond)
}))
