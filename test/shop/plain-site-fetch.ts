/** A scan's requests to this machine, which need no pace and no guard. */
import { FetchFailure, type SiteFetch } from "@beauty-store/readiness/SiteFetch"
import * as Effect from "effect/Effect"

export const plainSiteFetch: typeof SiteFetch.Service = {
  fetch: ({ body, followRedirects, headers, maxBytes, method, url }) =>
    Effect.tryPromise({
      try: async () => {
        const response = await fetch(url, {
          method,
          headers,
          redirect: followRedirects ? "follow" : "manual",
          ...(body === undefined ? {} : { body })
        })
        const bytes = new Uint8Array(await response.arrayBuffer())
        return {
          url: response.url,
          status: response.status,
          headers: Object.fromEntries(response.headers),
          body: bytes.slice(0, maxBytes),
          truncated: bytes.length > maxBytes,
          // How long it takes is the business of benches.
          millis: 1
        }
      },
      catch: () => new FetchFailure({ reason: "unreachable" })
    })
}
