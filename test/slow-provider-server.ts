/**
 * The server as `npm start` runs it, but for a provider whose answers take their time: between what it did and what the
 * shop saves of it there is a moment in which a test can kill the process.
 */
import { type Call, none } from "@beauty-store/payments-simulated/Faults"
import { run } from "@beauty-store/server/Program"
import * as Effect from "effect/Effect"

/** On the way there, and on the way back, in milliseconds. */
const delays: { readonly [call in Call]?: readonly [before: number, after: number] } = {
  createSession: [0, 600],
  refund: [600, 600]
}

run({
  faults: {
    call: (call, subject) =>
      Effect.map(none.call(call, subject), (course) => {
        const [beforeMillis, afterMillis] = delays[call] ?? [0, 0]
        return { ...course, beforeMillis, afterMillis }
      })
  }
})
