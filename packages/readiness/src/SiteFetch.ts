/**
 * The port by which a scan reaches a site: one request, one document. An implementation checks every address before it
 * connects, bounds time, bytes, decoded bytes and redirects, and leaves at least a second between requests to one host.
 * A failure says nothing of what is at a refused address. `SiteReader` obeys robots.txt. Follows
 * docs/readiness.md#politeness.
 *
 * @since 1.0.0
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"

/** The name by which a scan introduces itself, and by which robots.txt may address it. */
export const agentName = "BeautyStoreReadiness"
export const userAgent = `${agentName}/1.0 (agent readiness scan; obeys robots.txt)`

/** How many redirects of one request are followed. RFC 9309 §2.3.1.2 has at least five followed. */
export const mostRedirects = 5

export interface FetchRequest {
  readonly method: "GET" | "HEAD" | "POST" | "OPTIONS"
  /** Absolute, `http` or `https`. */
  readonly url: string
  /** Besides the user agent and `accept-encoding`, which the implementation sets. Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** The longest decoded body, in bytes. What is longer is cut there, and `truncated` is set. */
  readonly maxBytes: number
  /** Whether redirects are followed, within the implementation's bound. Otherwise one is a document like any other. */
  readonly followRedirects: boolean
}

export interface FetchedDocument {
  /** The address of the document: other than the request's only after redirects. */
  readonly url: string
  readonly status: number
  /** Names in lower case, repeated ones joined by commas; `content-encoding` is as it was sent. */
  readonly headers: Readonly<Record<string, string>>
  /** Decoded by its `content-encoding`. */
  readonly body: Uint8Array
  readonly truncated: boolean
  /** From the request to the first byte of the response, in milliseconds, without the wait for politeness. */
  readonly millis: number
}

/** There was no document. The reason contains nothing that the other side sent. */
export class FetchFailure extends Data.TaggedError("FetchFailure")<{
  readonly reason:
    | "address refused"
    | "name not found"
    | "unreachable"
    | "no trusted TLS"
    | "timeout"
    | "too many redirects"
    | "too large"
    | "malformed response"
    | "disallowed by robots.txt"
    | "page limit reached"
    | `left unread by the scan's limit of ${string}`
}> {}

export class SiteFetch extends Context.Tag("@beauty-store/readiness/SiteFetch")<SiteFetch, {
  /** Any complete response is a success, whatever its status. */
  readonly fetch: (request: FetchRequest) => Effect.Effect<FetchedDocument, FetchFailure>
}>() {}
