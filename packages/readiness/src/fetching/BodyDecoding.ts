/**
 * Bodies as they were before their `content-encoding`, and files of gzip, up to a bound: never more than the bound is
 * held, however much a compressed body would become. A damaged body is a failure; one that was cut is decoded as far as
 * it goes. Codings are gzip, deflate and br, at most two, one in the other. Follows docs/readiness.md#politeness.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib"

/** The coding is unknown, or the body is not of it. */
export class BodyUndecodable extends Data.TaggedError("BodyUndecodable") {}

export interface Decoded {
  readonly body: Uint8Array
  readonly truncated: boolean
}

/** Codings that are one in the other: no honest server uses more. */
const mostCodings = 2

/** RFC 9110 §8.4.1.2: some servers send deflate without the header of zlib. The first byte tells. */
const inflater = (body: Uint8Array) => ((body[0] ?? 0) & 0x0f) === 8 ? createInflate : createInflateRaw

/** Everything that has arrived is decoded, also where the end is missing. */
const lenient = { finishFlush: constants.Z_SYNC_FLUSH }

const decoders = {
  gzip: () => createGunzip(lenient),
  "x-gzip": () => createGunzip(lenient),
  deflate: (body: Uint8Array) => inflater(body)(lenient),
  br: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })
} as const

const isCoding = (name: string): name is keyof typeof decoders => Object.hasOwn(decoders, name)

/** Decodes one coding, up to a bound. */
const decodeOne = (
  coding: keyof typeof decoders,
  { body, truncated }: Decoded,
  maxBytes: number
): Effect.Effect<Decoded, BodyUndecodable> =>
  Effect.async((resume) => {
    const decoder = decoders[coding](body)
    const chunks: Array<Buffer> = []
    let size = 0
    const end = (cut: boolean) => {
      const whole = Buffer.concat(chunks)
      resume(Effect.succeed({ body: new Uint8Array(whole.subarray(0, maxBytes)), truncated: truncated || cut }))
    }
    decoder.on("data", (chunk: Buffer) => {
      size += chunk.length
      chunks.push(chunk)
      if (size <= maxBytes) return
      end(true)
      decoder.destroy()
    })
    decoder.on("end", () => end(false))
    // What was cut on its way may end anywhere.
    decoder.on("error", () => truncated && size > 0 ? end(true) : resume(new BodyUndecodable()))
    decoder.end(body)
    return Effect.sync(() => void decoder.destroy())
  })

/** Decodes a body by the value of its `content-encoding`; undefined and `identity` leave it as it is. */
export const decode = (
  contentEncoding: string | undefined,
  received: Decoded,
  maxBytes: number
): Effect.Effect<Decoded, BodyUndecodable> => {
  const codings = (contentEncoding ?? "").toLowerCase().split(",").map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity")
  const cut = (decoded: Decoded): Decoded =>
    decoded.body.length > maxBytes ? { body: decoded.body.slice(0, maxBytes), truncated: true } : decoded
  // A response to HEAD has a coding and no body.
  if (codings.length === 0 || received.body.length === 0) return Effect.succeed(cut(received))
  if (codings.length > mostCodings || !codings.every(isCoding)) return new BodyUndecodable()
  return Effect.reduce(codings.toReversed(), received, (body, coding) => decodeOne(coding, body, maxBytes))
}

/** Unpacks a body that is a file of gzip (`sitemap.xml.gz`); any other one, and a damaged one, stays as it is. */
export const unpack = <A extends Decoded>(received: A, maxBytes: number): Effect.Effect<A> => {
  const { body, truncated } = received
  return body[0] === 0x1f && body[1] === 0x8b
    ? Effect.match(decodeOne("gzip", { body, truncated }, maxBytes), {
      onSuccess: (unpacked) => ({ ...received, ...unpacked }),
      onFailure: () => received
    })
    : Effect.succeed(received)
}
