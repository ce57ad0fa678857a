/** `/.well-known/acp.json`: the addresses and the parts of the protocol that are served. */
import { languages } from "@beauty-store/domain/Language"
import * as Acp from "./Acp.ts"

/** The parts of the protocol that are served. */
export const services = ["checkout", "orders", "delegate_payment", "carts"] as const

/** How long the document may be cached. */
export const maxAgeSeconds = 3_600

/** The document, for a shop at an address. */
export const document = (baseUrl: string) => ({
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
    intervention_types: ["3ds"],
    supported_currencies: ["eur"],
    supported_locales: languages
  }
})
