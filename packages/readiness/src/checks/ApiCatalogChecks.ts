/** Checks of the API catalogue at its well-known address. Follows RFC 9727 and RFC 9264. */
import { canParse } from "@beauty-store/outbound/UrlText"
import type { Check } from "../Check.ts"
import * as Json from "../documents/Json.ts"
import * as Evidence from "../Evidence.ts"
import { catalogLinks } from "../SiteLinks.ts"
import { given, present } from "./Judging.ts"

const rfc9727 = "https://www.rfc-editor.org/rfc/rfc9727"

const patch = (origin: string): string =>
  `{"linkset": [{
  "anchor": "${origin}/api",
  "service-desc": [{"href": "${origin}/openapi.json", "type": "application/json"}],
  "service-doc": [{"href": "${origin}/docs", "type": "text/html"}]
}]}`

export const apiCatalogChecks: ReadonlyArray<Check> = [
  {
    id: "api-catalog.present",
    dimension: "discoverability",
    severity: "major",
    weight: 3,
    title: "The site lists its APIs at /.well-known/api-catalog",
    explanation: "The document is a linkset: a list of APIs (`anchor`) with links to their descriptions.",
    specification: rfc9727,
    evaluate: ({ apiCatalog }) =>
      apiCatalog._tag === "Present" &&
        !Json.listAt(apiCatalog.value, "linkset").some((one) => Json.textAt(one, "anchor") !== undefined)
        ? Evidence.fail("The document has no `linkset` with an `anchor`.")
        : present(apiCatalog, (catalog) => `It lists ${Json.listAt(catalog, "linkset").length} APIs.`),
    fix: ({ origin }) => ({
      instructions:
        "Serve this document at /.well-known/api-catalog as application/linkset+json with the profile of RFC 9727.",
      patch: patch(origin)
    })
  },
  {
    id: "api-catalog.descriptions",
    dimension: "discoverability",
    severity: "minor",
    weight: 2,
    title: "The API catalogue leads to a description that can be read",
    explanation: "The link `service-desc` has to lead to a machine-readable description on this site.",
    specification: rfc9727,
    evaluate: ({ apiCatalog, openApi, origin }) =>
      given(apiCatalog, (catalog) => {
        const links = catalogLinks(catalog, "service-desc").filter((link) => canParse(link, origin))
          .map((link) => new URL(link, origin).href)
        if (links.length === 0) return Evidence.fail("It has no link `service-desc`.")
        if (openApi._tag === "Failed") return Evidence.error(openApi.why)
        return openApi._tag === "Present" && links.includes(openApi.url)
          ? Evidence.pass(`service-desc leads to ${openApi.url}`)
          : Evidence.fail(`service-desc leads to ${links[0]!}, where no OpenAPI document is.`)
      }),
    fix: ({ origin }) => ({ instructions: "Correct the link `service-desc`.", patch: patch(origin) })
  },
  {
    id: "api-catalog.media-type",
    dimension: "discoverability",
    severity: "minor",
    weight: 1,
    title: "The API catalogue is sent as a linkset",
    explanation: "The type is application/linkset+json, with the profile of RFC 9727.",
    specification: "https://www.rfc-editor.org/rfc/rfc9727#section-4",
    evaluate: ({ apiCatalog }) =>
      given(apiCatalog, (_, { document }) => {
        const type = document.headers["content-type"] ?? ""
        return /^application\/linkset\+json\b/i.test(type)
          ? Evidence.pass(type)
          : Evidence.fail(`It is sent as ${type === "" ? "nothing" : type}.`)
      }),
    fix: () => ({
      instructions: "Send this header with the document.",
      patch: "Content-Type: application/linkset+json; profile=\"https://www.rfc-editor.org/info/rfc9727\""
    })
  }
]
