/**
 * An agent's program that uses its access token until the very end, and sends a request once more at the very end of the
 * time for which the store keeps responses: a millisecond before, exactly then, and a millisecond after (`Boundaries`).
 *
 * Its requests take no time, so that the moments are exact. What it asks for changes nothing that others see.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Boundaries from "../auditor/Boundaries.ts"
import type { Prng } from "../engine/Prng.ts"
import { minute, second } from "../engine/Time.ts"
import { Client } from "./Client.ts"
import { complaint } from "./Probes.ts"
import { untilExactly, type Workload } from "./Workload.ts"

/** Signs in, and asks for the same with that token at its end. */
const useToTheEnd = Effect.fnUntraced(function*(client: Client, step: number) {
  client.signedInAt = -Infinity
  client.isPunctual = true
  const asked = yield* Clock.currentTimeMillis
  yield* client.send("GET", "/api/orders?limit=1")
  // It does not sign in again before that.
  client.signedInAt = Infinity
  yield* untilExactly(client, asked + Boundaries.spans.token + step)
  yield* client.send("GET", "/api/orders?limit=1")
})

/** An agent's program that comes at the last moment, and one that comes after it. */
export const latecomer = Effect.fnUntraced(function*(workload: Workload, name: string, prng: Prng) {
  const client = new Client(
    workload.clientContext,
    { name, principal: "agent", isStaff: false, shopper: name, oauth: "demo-agent" },
    prng
  )
  const key = client.key(false)
  const ask = client.send("POST", "/api/support", complaint, key)
  yield* client.send("GET", "/api/orders?limit=1")
  client.isPunctual = true
  const first = yield* Clock.currentTimeMillis
  const asked = yield* ask
  for (const step of Boundaries.steps) {
    yield* Effect.sleep(prng.int(second, minute))
    yield* useToTheEnd(client, step)
  }
  const edge = first + Boundaries.spans.response
  const now = yield* Clock.currentTimeMillis
  if (asked?.status !== 200 || edge > workload.endsAt || edge < now + minute) return client
  yield* Effect.sleep(edge - now - minute)
  client.signedInAt = -Infinity
  yield* client.send("GET", "/api/orders?limit=1")
  yield* untilExactly(client, edge + prng.pick(Boundaries.steps))
  yield* ask
  return client
})
