/**
 * Content codings: brotli and gzip where the client accepts them and they save enough. Synchronous on purpose: bodies
 * are small, and with a thread pool the order of events would depend on the machine.
 */
import { brotliCompressSync, constants, gzipSync } from "node:zlib"

export type Coding = "br" | "gzip" | "identity"

/** Smaller bodies are sent unencoded, in bytes. */
export const worthwhile = 1024

/** The best coding that an Accept-Encoding accepts (RFC 9110 §12.5.3). */
export const preferred = (accept: string | undefined): Coding => {
  if (accept === undefined) return "identity"
  const taken = (coding: string) =>
    accept.split(",").some((one) => {
      const [name, ...parameters] = one.trim().toLowerCase().split(";")
      return name!.trim() === coding && !parameters.some((parameter) => /^ *q=0(\.0*)?$/.test(parameter))
    })
  return taken("br") ? "br" : taken("gzip") ? "gzip" : "identity"
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
