/**
 * Reads a body that comes in pieces, up to a limit.
 *
 * A sender of too much still gets its response: the rest is read and dropped, because closing the connection would keep
 * the response from arriving.
 *
 * @since 1.0.0
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as RuntimeFlags from "effect/RuntimeFlags"

/** There are more bytes than the limit. */
export class BodyTooLarge extends Data.TaggedError("BodyTooLarge") {}

/** The sender closed the connection before the end. */
export class BodyIncomplete extends Data.TaggedError("BodyIncomplete") {}

export const readBody = (
  source: NodeJS.ReadableStream & { readonly destroyed?: boolean },
  maxBytes: number
): Effect.Effect<Uint8Array, BodyTooLarge | BodyIncomplete> =>
  Effect.withFiberRuntime((_, { runtimeFlags }) =>
    Effect.async((resume) => {
      // The sender left before anybody asked for the body, and there will be no event any more.
      if (source.destroyed === true) return resume(new BodyIncomplete())
      const chunks: Array<Uint8Array> = []
      let size = 0
      const onData = (chunk: Uint8Array) => {
        size += chunk.length
        chunks.push(chunk)
        if (size > maxBytes) end(new BodyTooLarge())
      }
      const onEnd = () => end(Effect.succeed(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
      const onClose = () => end(new BodyIncomplete())
      const end = (result: Effect.Effect<Uint8Array, BodyTooLarge | BodyIncomplete>) => {
        source.off("data", onData).off("end", onEnd).off("close", onClose).resume()
        resume(result)
      }
      source.on("data", onData).on("end", onEnd).on("close", onClose).on("error", onClose)
      // A reader that cannot be interrupted waits for one of these events.
      if (!RuntimeFlags.interruptible(runtimeFlags)) return
      return Effect.sync(() => void source.off("data", onData).off("end", onEnd).off("close", onClose))
    })
  )
