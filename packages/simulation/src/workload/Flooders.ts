/**
 * A flooder: sends hundreds of requests within seconds from one network address, and again some time later: reads,
 * guesses at the staff's secret and at tokens, new guests, tickets of nobody, and changes of carts. When all of them
 * are answered, it asks once more and waits for as long as it is told. Meanwhile others shop, from addresses of their
 * own. At the end it lays siege to the shop, from two addresses, for longer than a budget takes to grow back.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Prng } from "../engine/Prng.ts"
import { hour, minute, second } from "../engine/Time.ts"
import { Client } from "./Client.ts"
import { complaint } from "./Probes.ts"
import { untilExactly, type Workload } from "./Workload.ts"

/** The addresses of its requests. */
const networks = ["203.0.113.66", "203.0.113.67"] as const

type Act = (workload: Workload, client: Client) => Effect.Effect<unknown>

const somebody = (
  { clientContext }: Workload,
  name: string,
  prng: Prng,
  network: string | undefined = networks[0]
): Client => new Client(clientContext, { name, principal: name, isStaff: false, network }, prng)

/** The requests of a flood. `client` has no token; a cart makes it another guest each time. */
const acts: ReadonlyArray<Act> = [
  ({ products }, client) => client.send("GET", `/api/products/${client.prng.pick(products)}`),
  (_, client) => client.send("GET", "/api/products?limit=100"),
  (_, client) => client.send("POST", "/api/auth/guest", undefined, client.uuid()),
  (_, client) => client.send("POST", "/api/support", complaint, client.uuid()),
  (workload, client) => {
    const name = `${client.identity.name}-${client.prng.int(1, 1e9)}`
    const guest = somebody(workload, name, client.prng, client.network)
    return guest.send("PUT", `/api/cart/items/${client.prng.pick(workload.products)}`, { quantity: 1 }, client.uuid())
  },
  (_, client) =>
    client.send("POST", "/api/auth/token", {
      grant_type: "client_credentials",
      client_id: "demo-staff",
      client_secret: `guess-${client.prng.int(1, 1e9)}`
    }, client.uuid()),
  (workload, client) => {
    const guesser = somebody(workload, client.identity.name, client.prng, client.network)
    guesser.token = `guess-${client.prng.int(1, 1e9)}`
    return guesser.send("GET", client.prng.pick(["/api/cart", "/api/orders", "/api/refunds"]))
  }
]

/** Asks for something, and if it is refused, once more when the refusal says so. */
const comeBack = Effect.fnUntraced(function*({ products }: Workload, client: Client) {
  const ask = client.prng.happens(0.5)
    ? client.send("GET", `/api/products/${products[0]}`)
    : client.send("POST", "/api/support", complaint, client.uuid())
  const first = yield* ask
  if (first?.status !== 429) return
  const now = yield* Clock.currentTimeMillis
  yield* untilExactly(client, now + Number(first.headers["retry-after"]) * second)
  yield* ask
})

const flood = Effect.fnUntraced(function*(workload: Workload, name: string, prng: Prng) {
  const client = somebody(workload, name, prng)
  const chosen = [prng.pick(acts), prng.pick(acts)]
  const millis = prng.logUniform(100, minute)
  yield* Effect.forEach(
    Array.from(
      { length: prng.pick([30, 90, 200]) },
      () => [prng.int(0, Math.ceil(millis)), prng.pick(chosen)] as const
    ),
    ([delay, act]) => Effect.zipRight(Effect.sleep(delay), act(workload, client)),
    { concurrency: "unbounded", discard: true }
  )
  yield* comeBack(workload, client)
})

/** How long a siege takes, in milliseconds: more than the windows of some budgets. */
export const siegeMillis = 3 * minute

/** The requests of a siege from one address: in a window, more than twice of what its budget allows. */
const mostOfSiege = 120

/**
 * Asks from two addresses for more than their budgets allow, without a pause, for some minutes: so long that budgets
 * are used up, grow back and are used up again while the store still remembers who used them.
 */
export const siege = Effect.fnUntraced(function*(workload: Workload, name: string, prng: Prng) {
  const chosen = [acts[2]!, acts[3]!, acts[5]!, acts[6]!]
  const delays = prng.stream("delays")
  yield* Effect.forEach(
    networks.flatMap((network) => {
      const client = somebody(workload, `${name} at ${network}`, prng.stream(network), network)
      return Array.from({ length: mostOfSiege }, () => [delays.int(0, siegeMillis), client] as const)
    }),
    ([delay, client]) =>
      Effect.zipRight(Effect.sleep(delay), Effect.suspend(() => client.prng.pick(chosen)(workload, client))),
    { concurrency: "unbounded", discard: true }
  )
  return undefined
})

/** Floods the shop at a time and a few times more. */
export const flooder = Effect.fnUntraced(function*(workload: Workload, name: string, prng: Prng) {
  for (let floods = prng.int(1, 2); floods > 0; floods--) {
    yield* flood(workload, `${name}-${floods}`, prng.stream(`flood ${floods}`))
    yield* Effect.sleep(prng.logUniform(1000, 2 * hour))
  }
  const sieges = prng.stream("siege")
  return sieges.happens(0.5) ? yield* siege(workload, `${name}-siege`, sieges) : undefined
})
