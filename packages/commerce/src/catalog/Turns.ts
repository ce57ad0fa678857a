/**
 * Long work of the processor in pieces: between two of them other requests have their turn. `Effect.yieldNow` is not
 * enough, because what comes from sockets and timers waits for all that is ready to run.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** How long a piece may take, in milliseconds. */
const pieceMillis = 10

/** An effect to be run between pieces, which lets others have their turn where the last one is a while ago. */
export const make: Effect.Effect<Effect.Effect<void>> = Effect.map(Clock.currentTimeMillis, (begun) => {
  let since = begun
  const begin = Effect.map(Clock.currentTimeMillis, (now) => void (since = now))
  return Effect.flatMap(
    Clock.currentTimeMillis,
    (now) => now - since < pieceMillis ? Effect.void : Effect.zipRight(Effect.sleep(0), begin)
  )
})
