/**
 * Content codings: which of brotli and gzip a client prefers, and how a body is encoded. Synchronous on purpose: bodies
 * are small, and with a thread pool the order of events would depend on the machine.
 *
 * Left out on purpose: which responses are encoded (`RequestPipeline`, `Responses`). Follows
 * docs/specification.md#responses.
 */
import { brotliCompressSync, constants, gzipSync } from "node:zlib"

export type Coding = "br" | "gzip" | "identity"

/** Smaller bodies are sent unencoded, in bytes. */
export const worthwhile = 1024

/** The weights of codings in an Accept-Encoding. One that is malformed counts as 0. */
const weightsOf = (accept: string): ReadonlyMap<string, number> =>
  new Map(
    accept.toLowerCase().split(",").map((member) => {
      const [name = "", ...parameters] = member.split(";").map((part) => part.trim())
      const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1"
      return [name, /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0]
    })
  )

/**
 * The coding that an Accept-Encoding prefers (RFC 9110 §12.5.3): that with the highest weight, and brotli before gzip
 * before none where weights are equal. `*` is every coding that is not named. A body as it is, if not mentioned, is the
 * last choice, and it is sent where nothing else is acceptable.
 */
export const preferred = (accept: string | undefined): Coding => {
  if (accept === undefined) return "identity"
  const weights = weightsOf(accept)
  let best: Coding = "identity"
  let most = 0
  for (const coding of ["br", "gzip"] as const) {
    const weight = weights.get(coding) ?? weights.get("*") ?? 0
    if (weight > most) {
      best = coding
      most = weight
    }
  }
  return most >= (weights.get("identity") ?? 0) ? best : "identity"
}

/** A body in a coding, at a level for responses that are made anew each time. */
export const encode = (body: Uint8Array, coding: Coding, level: "fast" | "best" = "fast"): Uint8Array => {
  switch (coding) {
    case "identity":
      return body
    case "gzip":
      return gzipSync(body, { level: level === "best" ? 9 : 4 })
    case "br":
      return brotliCompressSync(body, {
        params: { [constants.BROTLI_PARAM_QUALITY]: level === "best" ? 9 : 4 }
      })
  }
}

/** A body in any coding, for responses that are sent many times: each is made once, at the first request. */
export const encodings = (body: string): (coding: Coding) => Uint8Array => {
  const made: Partial<Record<Coding, Uint8Array>> = {}
  const identity = Buffer.from(body)
  return (coding) => made[coding] ??= encode(identity, coding, "best")
}
