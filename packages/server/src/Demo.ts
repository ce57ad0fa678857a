/**
 * The contents of demo mode: the demo catalogue, and public credentials. Its goods are loaded where a shop is stocked
 * with them; their pictures are `DemoPictures`.
 *
 * @since 1.0.0
 */
import { Catalog } from "@beauty-store/commerce/catalog/Catalog"
import { type ClientRegistration, Identity } from "@beauty-store/commerce/identity/Identity"
import { scopesOf } from "@beauty-store/domain/Principal"
import * as Effect from "effect/Effect"

/** Their secrets are public: `ServerConfig` refuses live mode. */
export const clients: ReadonlyArray<ClientRegistration> = [
  { id: "demo-staff", secret: "demo-staff-secret", kind: "staff", scopes: scopesOf.staff },
  { id: "demo-agent", secret: "demo-agent-secret", kind: "agent", scopes: scopesOf.agent }
]

/** Stocks a beauty shop (`Beauty.product`) and registers the demo clients. Existing ones stay as they are. */
export const prepare = Effect.gen(function*() {
  const catalog = yield* Catalog
  const identity = yield* Identity
  if ((yield* catalog.brands).length === 0) {
    const { beautyAssortment } = yield* Effect.promise(() => import("@beauty-store/demo-catalog/Assortment"))
    yield* catalog.stock(beautyAssortment)
  }
  yield* Effect.forEach(clients, identity.registerClient, { discard: true })
})
