/**
 * `SiteFetch` for sites that nobody vouches for. Each request, redirects included, waits for its host's turn
 * (`HostPace`), goes to a checked public address (`GuardedHttp`), and is bounded; so is the number of a scan's
 * requests. A name that leads nowhere and one that leads to a private address fail alike. Follows
 * docs/readiness.md#politeness.
 *
 * @since 1.0.0
 */
import {
  type AddressForbidden,
  GuardedHttp,
  isRedirect,
  type Limits,
  redirected,
  type RequestFailed
} from "@beauty-store/outbound/GuardedHttp"
import { canParse } from "@beauty-store/outbound/UrlText"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { FetchFailure, type FetchRequest, mostRedirects, SiteFetch, userAgent } from "../SiteFetch.ts"
import { decode } from "./BodyDecoding.ts"
import { HostPace, turn } from "./HostPace.ts"

export interface Options {
  /** The most requests of one scan, redirects included. Default: 150. */
  readonly maxRequests?: number | undefined
  /** The longest that one request may take, from the look-up of its name on, in milliseconds. Default: 10 s. */
  readonly millis?: number | undefined
  /** Headers for requests to some addresses, such as to the own store, which counts them for whoever asked for the scan. */
  readonly headersFor?: ((url: URL) => Readonly<Record<string, string>>) | undefined
}

/** Bounds of one request. A body is read up to what its request takes, and no further. */
const bounds: Omit<Limits, "bodyBytes" | "millis"> = { headerBytes: 32_768, redirects: 0, excess: "cut" }
const longestMillis = 10_000
const mostRequests = 150
/** More than any document that a check reads. */
const mostBytes = 6 * 1024 * 1024

const reasons: { readonly [reason in RequestFailed["reason"]]: FetchFailure["reason"] } = {
  // Like a private address: whether an internal name exists is nobody's business.
  "name not found": "address refused",
  "connection refused": "unreachable",
  unreachable: "unreachable",
  "connection lost": "unreachable",
  "no trusted TLS": "no trusted TLS",
  timeout: "timeout",
  "headers too large": "too large",
  "body too large": "too large",
  // What the request says comes from the site's documents.
  "malformed request": "malformed response",
  "malformed answer": "malformed response",
  "too many redirects": "too many redirects"
}

const failed = (error: AddressForbidden | RequestFailed): FetchFailure =>
  new FetchFailure({ reason: error._tag === "RequestFailed" ? reasons[error.reason] : "address refused" })

/** The requests of one scan. */
export const make = Effect.fnUntraced(
  function*({ headersFor = () => ({}), maxRequests = mostRequests, millis = longestMillis }: Options) {
    const http = yield* GuardedHttp
    const pace = yield* HostPace
    let sent = 0

    /** One request to one address. */
    const hop = Effect.fnUntraced(function*(request: FetchRequest, bodyBytes: number) {
      if (!canParse(request.url)) return yield* new FetchFailure({ reason: "address refused" })
      const url = new URL(request.url)
      // Refused by its form alone, it waits for nobody's turn.
      yield* Effect.mapError(http.judge(request.url), failed)
      if (++sent > maxRequests) return yield* new FetchFailure({ reason: "page limit reached" })
      yield* turn(pace, url.hostname)
      return yield* Effect.mapError(
        http.request({
          method: request.method,
          url: request.url,
          headers: { ...request.headers, "user-agent": userAgent, "accept-encoding": "gzip, br", ...headersFor(url) },
          body: request.body === undefined ? undefined : new TextEncoder().encode(request.body),
          limits: { ...bounds, millis, bodyBytes }
        }),
        failed
      )
    })

    const follow = Effect.fnUntraced(function*(first: FetchRequest) {
      const bodyBytes = Math.min(first.maxBytes, mostBytes)
      const follows = first.followRedirects && (first.method === "GET" || first.method === "HEAD")
      let request = first
      for (let redirects = 0; redirects <= mostRedirects; redirects++) {
        const response = yield* hop(request, bodyBytes)
        if (!follows || !isRedirect(response)) {
          const { headers, status, url, waitedMillis } = response
          const decoded = yield* Effect.mapError(
            decode(headers["content-encoding"], response, bodyBytes),
            () => new FetchFailure({ reason: "malformed response" })
          )
          return { url, status, headers, ...decoded, millis: waitedMillis }
        }
        request = redirected(request, response)
      }
      return yield* new FetchFailure({ reason: "too many redirects" })
    })

    return SiteFetch.of({ fetch: follow })
  }
)

/** The requests of a program that makes one scan. */
export const layer = (options: Options = {}): Layer.Layer<SiteFetch, never, GuardedHttp | HostPace> =>
  Layer.effect(SiteFetch, make(options))
