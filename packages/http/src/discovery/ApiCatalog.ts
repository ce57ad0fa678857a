/**
 * `/.well-known/api-catalog`: the store's APIs with their descriptions, for programs that know nothing of the store but
 * its name (RFC 9727). It is a linkset (RFC 9264): for each API, links to what describes it.
 *
 * Every address is of a document that this program serves. Follows docs/specification.md#descriptors.
 */
import type { DescribedProtocol } from "../pipeline/FurtherContracts.ts"

export const path = "/.well-known/api-catalog"

/** RFC 9727 §4: the media type of linksets, with the profile that says what this one is for. */
export const mediaType = "application/linkset+json; profile=\"https://www.rfc-editor.org/info/rfc9727\""

/** The document of a store at an address that speaks protocols. */
export const document = (baseUrl: string, protocols: ReadonlyArray<DescribedProtocol>) => {
  const json = (at: string, title: string) => ({ href: `${baseUrl}${at}`, type: "application/json", title })
  return {
    linkset: [
      {
        anchor: `${baseUrl}/api`,
        "service-desc": [json("/openapi.json", "OpenAPI document")],
        "service-doc": [
          { href: `${baseUrl}/docs`, type: "text/html", title: "Interactive documentation" },
          { href: `${baseUrl}/llms.txt`, type: "text/plain", title: "Guide for agents" }
        ],
        "service-meta": [json("/.well-known/commerce.json", "Index of descriptors")],
        status: [json("/health/ready", "Whether the store accepts requests")]
      },
      ...protocols.map(({ discovery, feed, root, title }) => ({
        anchor: `${baseUrl}${root}`,
        "service-desc": [json("/openapi.json", "OpenAPI document")],
        "service-doc": [{ href: `${baseUrl}/llms.txt`, type: "text/plain", title: "Guide for agents" }],
        "service-meta": [json(discovery, title)],
        ...(feed === undefined
          ? {}
          : { item: [{ href: `${baseUrl}${feed.path}`, type: feed.type, title: "Product feed" }] })
      }))
    ]
  }
}

/** RFC 9727 §3: the header by which a response says where the catalogue is. */
export const linkHeader = (baseUrl: string): string => `<${baseUrl}${path}>; rel="api-catalog"`
