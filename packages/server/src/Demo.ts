/**
 * The contents of demo mode: the demo catalogue, and credentials. Its goods are loaded where a shop is stocked
 * with them; their pictures are `DemoPictures`.
 *
 * @since 1.0.0
 */
import { Catalog } from "@beauty-store/commerce/catalog/Catalog"
import { CatalogImport } from "@beauty-store/commerce/catalog/CatalogImport"
import { type ClientRegistration, Identity } from "@beauty-store/commerce/identity/Identity"
import type { StorePolicy } from "@beauty-store/commerce/Policy"
import * as DemoShop from "@beauty-store/demo-catalog/DemoShop"
import { scopesOf } from "@beauty-store/domain/Principal"
import { defaultText } from "@beauty-store/domain/ShopText"
import { deriveKey, mark, type StoreSecret } from "@beauty-store/sql/Secrets"
import * as Effect from "effect/Effect"

const clientsWith = (secretOf: (id: string) => string): ReadonlyArray<ClientRegistration> => [
  { id: "demo-staff", secret: secretOf("demo-staff"), isPublished: true, kind: "staff", scopes: scopesOf.staff },
  { id: "demo-agent", secret: secretOf("demo-agent"), isPublished: true, kind: "agent", scopes: scopesOf.agent }
]

/** What the demo decides for itself, where it is not as in every shop. */
export const policy: Partial<StorePolicy> = {
  texts: { ...defaultText, ...DemoShop.texts },
  synonyms: DemoShop.synonyms
}

/** What opens a demo. */
export interface Credentials {
  readonly clients: ReadonlyArray<ClientRegistration>
  /** Signs the messages of partners. */
  readonly webhookSecret: string
}

/** Those that everybody knows, for a store that only its own machine reaches. `ServerConfig` refuses live mode. */
export const published: Credentials = {
  clients: clientsWith((id) => `${id}-secret`),
  webhookSecret: "whsec_ZGVtby13ZWJob29rLXNlY3JldC1mb3ItbG9jYWwtdXNl"
}

/** The clients that everybody knows. */
export const { clients } = published

/**
 * Those of one store that others reach. They are made from its secret, which is random, so that all of its processes
 * have the same, and each start.
 */
export const ownCredentials = (secret: typeof StoreSecret.Service): Credentials => ({
  clients: clientsWith((id) => mark(secret, "demo client", id)),
  webhookSecret: `whsec_${Buffer.from(deriveKey(secret.key, "", "demo webhook")).toString("base64")}`
})

/** Registers the clients of a demo. */
export const registerClients = ({ clients }: Credentials) =>
  Effect.flatMap(Identity, ({ registerClient }) => Effect.forEach(clients, registerClient, { discard: true }))

/** Stocks a beauty shop (`Beauty.product`) and registers its clients. Existing goods stay as they are. */
export const prepareWith = Effect.fnUntraced(function*(credentials: Credentials) {
  const catalog = yield* Catalog
  if ((yield* catalog.brands).length === 0) {
    yield* Effect.logInfo("Stocking the demo shop.")
    const { beautyAssortment } = yield* Effect.promise(() => import("@beauty-store/demo-catalog/Assortment"))
    yield* (yield* CatalogImport).add(beautyAssortment)
  }
  yield* registerClients(credentials)
})

/** The same with the clients that everybody knows. */
export const prepare = prepareWith(published)
