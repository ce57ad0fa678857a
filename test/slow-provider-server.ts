/**
 * The server as `npm start` runs it, but for a provider that takes its time: `PROVIDER_DELAYS={"refund":[100,200]}` is
 * how long a call is on its way there and its answer on the way back, in milliseconds. Between what the provider did and
 * what the shop saves of it there is then a moment in which a test can stop or kill the process. Klarna decides late, too.
 */
import { type Call, none } from "@beauty-store/payments-simulated/Faults"
import { run } from "@beauty-store/server/Program"
import * as Effect from "effect/Effect"

type Delays = { readonly [call in Call]?: readonly [before: number, after: number] }

const delays = JSON.parse(process.env["PROVIDER_DELAYS"] ?? "{}") as Delays

run({
  faults: {
    call: (call, subject) =>
      Effect.map(none.call(call, subject), (course) => {
        const [beforeMillis, afterMillis] = delays[call] ?? [0, 0]
        return { ...course, beforeMillis, afterMillis }
      }),
    settlement: () => Effect.succeed({ afterMillis: 2_000, status: "succeeded" })
  }
})
