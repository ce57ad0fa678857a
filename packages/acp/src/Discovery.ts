/** `/.well-known/acp.json`: the addresses and the parts of the protocol that are served. */
import type { StorePolicy } from "@beauty-store/commerce/Policy"
import * as Acp from "./Acp.ts"

/** The parts of the protocol that are served. */
export const services = ["checkout", "orders", "delegate_payment", "carts"] as const

/** How long the document may be cached. */
export const maxAgeSeconds = 3_600

/** The document of a shop. */
export const document = (
  { baseUrl, currency, languages }: Pick<StorePolicy, "baseUrl" | "currency" | "languages">
) => ({
  protocol: {
    name: Acp.name,
    version: Acp.version,
    supported_versions: Acp.supportedVersions,
    documentation_url: `${baseUrl}/llms.txt`
  },
  api_base_url: `${baseUrl}${Acp.root}`,
  transports: ["rest"],
  capabilities: {
    services: services,
    extensions: [{ name: "discount" }],
    intervention_types: ["3ds"],
    supported_currencies: [Acp.currencyOf(currency)],
    supported_locales: languages
  }
})
