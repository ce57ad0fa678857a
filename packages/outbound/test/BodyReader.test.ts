/** What becomes of readers whose sender has gone. */
import { BodyIncomplete, readBody } from "@beauty-store/outbound/BodyReader"
import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { once } from "node:events"
import { PassThrough } from "node:stream"
import { expect } from "vitest"

it.live("a body whose sender has gone before it is asked for is incomplete, also where nothing can interrupt the reader", () =>
  Effect.gen(function*() {
    const source = new PassThrough()
    source.write("{\"pro")
    const closed = once(source, "close")
    source.destroy()
    yield* Effect.promise(() => closed)
    // A reader that waits for ever could not be interrupted, so this looks at it from outside.
    const reader = Effect.runFork(Effect.uninterruptible(Effect.flip(readBody(source, 100))))
    yield* Effect.promise(() => new Promise(setImmediate))
    expect(reader.unsafePoll()).toStrictEqual(Exit.succeed(new BodyIncomplete()))
  }))
