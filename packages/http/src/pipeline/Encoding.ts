/**
 * Content codings: brotli and gzip where the client accepts them and they save enough. Synchronous on purpose: bodies
 * are small, and with a thread pool the order of events would depend on the machine.
 */
import { brotliCompressSync, constants, gzipSync } from "node:zlib"

export const codings = ["identity", "br", "gzip"] as const

export type Coding = typeof codings[number]

/** Smaller bodies are sent unencoded, in bytes. */
export const worthwhile = 1024

/** The best coding that an Accept-Encoding accepts (RFC 9110 §12.5.3). */
const decide = (accept: string): Coding => {
  const taken = (coding: string) =>
    accept.split(",").some((one) => {
      const [name, ...parameters] = one.trim().toLowerCase().split(";")
      return name!.trim() === coding && !parameters.some((parameter) => /^ *q=0(\.0*)?$/.test(parameter))
    })
  return taken("br") ? "br" : taken("gzip") ? "gzip" : "identity"
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
