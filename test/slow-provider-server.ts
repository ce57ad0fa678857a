/**
 * The server as `npm start` runs it, but for a provider whose answers take their time: between what it did and what the
 * shop saves of it there is a moment in which a test can kill the process.
 */
import { none } from "@beauty-store/payments-simulated/Faults"
import { run } from "@beauty-store/server/Program"
import * as Effect from "effect/Effect"

run({
  faults: {
    call: (call, subject) =>
      Effect.map(
        none.call(call, subject),
        (course) => call === "createSession" || call === "refund" ? { ...course, afterMillis: 300 } : course
      )
  }
})
