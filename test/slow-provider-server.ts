/**
 * The server as `npm start` runs it, but for a provider that takes its time: `PROVIDER_DELAYS={"refund":[100,200]}` is
 * how long a call is on its way there and its answer on the way back, in milliseconds. Between what the provider did
 * and what the shop saves of it there is then a moment in which a test can stop or kill the process. Klarna decides
 * late, too. `PROVIDER_GATES={"refund":"/tmp/gate"}`: such a call begins once the file is there.
 */
import { type Call, none } from "@beauty-store/payments-simulated/Faults"
import { run } from "@beauty-store/server/Program"
import * as Effect from "effect/Effect"
import { existsSync } from "node:fs"

type Delays = { readonly [call in Call]?: readonly [before: number, after: number] }

const gates = JSON.parse(process.env["PROVIDER_GATES"] ?? "{}") as { readonly [call in Call]?: string }
const delays = JSON.parse(process.env["PROVIDER_DELAYS"] ?? "{}") as Delays

run({
  faults: {
    call: Effect.fnUntraced(function*(call, subject) {
      const gate = gates[call]
      if (gate !== undefined) yield* Effect.repeat(Effect.sleep(20), { until: () => existsSync(gate) })
      const [beforeMillis, afterMillis] = delays[call] ?? [0, 0]
      return { ...(yield* none.call(call, subject)), beforeMillis, afterMillis }
    }),
    settlement: () => Effect.succeed({ afterMillis: 2_000, status: "succeeded" })
  }
})
