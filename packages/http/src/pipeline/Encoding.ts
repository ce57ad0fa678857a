/**
 * Content codings: which of brotli and gzip a client prefers, and how a body is encoded. Synchronous on purpose: bodies
 * are small, and with a thread pool the order of events would depend on the machine.
 *
 * Left out on purpose: which responses are encoded (`RequestPipeline`, `Representation`). Follows
 * docs/specification.md#responses.
 */
import { brotliCompressSync, constants, gzipSync } from "node:zlib"

export const codings = ["identity", "br", "gzip"] as const

export type Coding = typeof codings[number]

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
const decide = (accept: string): Coding => {
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

/** Programs send few different headers. Others must not fill the memory. */
const maxDecided = 100
const maxDecidedLength = 100
const decided = new Map<string, Coding>()

/** The same, remembered for headers that are sent again and again. */
export const preferred = (accept: string): Coding => {
  const known = decided.get(accept)
  if (known !== undefined) return known
  const coding = decide(accept)
  if (accept.length > maxDecidedLength) return coding
  if (decided.size === maxDecided) decided.clear()
  decided.set(accept, coding)
  return coding
}

/** How much work a coding is worth: `fast` for most responses, `best` for large ones that are sent many times. */
export type Level = "fast" | "best"

/** A body in a coding. */
export const encode = (body: Uint8Array, coding: Coding, level: Level): Uint8Array => {
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
