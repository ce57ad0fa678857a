/**
 * The headers of the contract that pages of other origins may send, and those that they may read (CORS).
 *
 * The rule: every header that the contract or a document tells a client to send or to read is here, and a test compares
 * them. Left out on purpose: what the standard lets every page send and read (`Accept`, `Content-Language`), and what
 * is for the browser itself. Follows docs/specification.md#requests.
 */

/** The request's own, and after them those that tracing adds in a page. */
export const sentByPages = [
  "API-Version",
  "Authorization",
  "Content-Type",
  "Idempotency-Key",
  "If-Match",
  "If-None-Match",
  "Prefer",
  "Request-Id",
  "Timestamp",
  "X-Request-Id",
  "X-Shopper",
  "baggage",
  "traceparent",
  "tracestate"
]

export const readByPages = [
  "API-Version",
  "Allow",
  "Content-Disposition",
  "Content-Encoding",
  "ETag",
  "Idempotency-Key",
  "Idempotent-Replayed",
  "Link",
  "Location",
  "RateLimit",
  "RateLimit-Policy",
  "Request-Id",
  "Retry-After",
  "Vary",
  "WWW-Authenticate",
  "X-Request-Id"
]
