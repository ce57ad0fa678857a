/**
 * The bytes of a body that comes in pieces, as many as are taken.
 *
 * Whoever sends more is answered all the same: the rest passes by unread, where closing the connection would keep the
 * answer from them.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as RuntimeFlags from "effect/RuntimeFlags"

/** There are more bytes than are taken. */
export class TooLarge extends Data.TaggedError("TooLarge") {}

/** The sender left before the end. */
export class BrokenOff extends Data.TaggedError("BrokenOff") {}

export const collect = (
  source: NodeJS.ReadableStream,
  mostBytes: number
): Effect.Effect<Uint8Array, TooLarge | BrokenOff> =>
  Effect.withFiberRuntime((_, { runtimeFlags }) =>
    Effect.async((resume) => {
      const chunks: Array<Uint8Array> = []
      let size = 0
      const onData = (chunk: Uint8Array) => {
        size += chunk.length
        chunks.push(chunk)
        if (size > mostBytes) end(new TooLarge())
      }
      const onEnd = () => end(Effect.succeed(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
      const onClose = () => end(new BrokenOff())
      const end = (result: Effect.Effect<Uint8Array, TooLarge | BrokenOff>) => {
        source.off("data", onData).off("end", onEnd).off("close", onClose).resume()
        resume(result)
      }
      source.on("data", onData).on("end", onEnd).on("close", onClose).on("error", onClose)
      // Who cannot be interrupted waits for one of these.
      if (!RuntimeFlags.interruptible(runtimeFlags)) return
      return Effect.sync(() => void source.off("data", onData).off("end", onEnd).off("close", onClose))
    })
  )
