/**
 * Anonymous readers of public pages. They send no token, so that the store may answer from memory. The auditor checks
 * these responses like all others.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Prng } from "../engine/Prng.ts"
import { day, minute, second } from "../engine/Time.ts"
import { Client, type ClientContext } from "./Client.ts"
import { drawList, openList } from "./Lists.ts"
import { pause, type Workload } from "./Workload.ts"

/** A client without a token. */
export const reader = (context: ClientContext, name: string, prng: Prng): Client =>
  new Client(context, { name, principal: "nobody", isStaff: false }, prng)

interface ListPage<Entry> {
  readonly data: ReadonlyArray<Entry>
  readonly nextCursor: string | null
}

/** All entries of a list, page by page; undefined where a page did not come. `limit`: entries a page; default: the store's. */
export const everyPage = Effect.fnUntraced(function*<Entry>(client: Client, path: string, limit: number | undefined) {
  const entries: Array<Entry> = []
  const [place, asked] = path.split("?")
  const query = new URLSearchParams(asked)
  if (limit !== undefined) query.set("limit", String(limit))
  for (let pages = 0; pages < 60; pages++) {
    const page = yield* client.send<ListPage<Entry>>("GET", query.size === 0 ? place! : `${place}?${query}`)
    if (page?.status !== 200) return undefined
    entries.push(...page.json.data)
    if (page.json.nextCursor === null) return entries
    query.set("cursor", page.json.nextCursor)
  }
  return undefined
})

/** The pages that show a product. */
const placesOf = (productId: string): ReadonlyArray<string> => [
  `/api/products/${productId}`,
  `/api/products/${productId}`,
  "/api/",
  "/api/products?limit=100",
  "/api/products?limit=100&inStock=true"
]

/** Reads one of the pages that show a product. */
export const look = (client: Client, productId: string): Effect.Effect<unknown> =>
  client.send("GET", client.prng.pick(placesOf(productId)))

/** Reads now and then, several pages in a row, until the days are over. */
export const passerBy = Effect.fnUntraced(function*(workload: Workload, name: string, prng: Prng) {
  const { clientContext, endsAt, products, swarm } = workload
  const client = reader(clientContext, name, prng)
  const favourite = prng.pick(products)
  const { auditor } = clientContext
  const lists = prng.stream("lists")
  while ((yield* Clock.currentTimeMillis) < endsAt) {
    yield* pause(prng, minute, day)
    if (!prng.happens(swarm.probability("act.look"))) continue
    for (let looks = prng.int(1, 4); looks > 0; looks--) {
      if (auditor.hasShopFront && lists.happens(0.2)) {
        yield* openList(workload, name, drawList(lists, auditor, favourite))
      }
      yield* look(client, prng.happens(0.5) ? favourite : prng.pick(products))
      yield* pause(prng, 10, second)
    }
  }
  return undefined
})
