/**
 * People and programs who look at the shop and are nobody: they send no token, so the store answers most of them from what
 * it keeps of its public pages. What they are shown is judged like any other response.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Prng } from "../engine/Prng.ts"
import { day, minute, second } from "../engine/Time.ts"
import { Client, type ClientContext } from "./Client.ts"
import { pause, type Workload } from "./Workload.ts"

/** Somebody without a token. */
export const reader = (context: ClientContext, name: string, prng: Prng): Client =>
  new Client(context, { name, principal: "nobody", isStaff: false }, prng)

/** Where a product is shown. */
const placesOf = (productId: string): ReadonlyArray<string> => [
  `/api/products/${productId}`,
  `/api/products/${productId}`,
  "/api/",
  "/api/products?limit=100",
  "/api/products?limit=100&inStock=true"
]

/** Looks where a product is shown, once. */
export const look = (client: Client, productId: string): Effect.Effect<unknown> =>
  client.send("GET", client.prng.pick(placesOf(productId)))

/** Looks now and then, some times in a row, until the days are over. */
export const passerBy = Effect.fnUntraced(
  function*(workload: Workload, name: string, prng: Prng): Effect.fn.Return<undefined> {
    const { clientContext, endsAt, products, swarm } = workload
    const client = reader(clientContext, name, prng)
    const favourite = prng.pick(products)
    while ((yield* Clock.currentTimeMillis) < endsAt) {
      yield* pause(prng, minute, day)
      if (!prng.happens(swarm.probability("act.look"))) continue
      for (let looks = prng.int(1, 4); looks > 0; looks--) {
        yield* look(client, prng.happens(0.5) ? favourite : prng.pick(products))
        yield* pause(prng, 10, second)
      }
    }
    return undefined
  }
)
