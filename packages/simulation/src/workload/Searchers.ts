/**
 * People and programs who look for products: by words, brand, category, price and stock, in any order, page by page
 * with cursors; and platforms that fetch the feed. They are nobody to the store.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Archives from "../auditor/Archives.ts"
import type { Product } from "../auditor/Bodies.ts"
import { optionOf } from "../auditor/Lists.ts"
import * as Search from "../auditor/Search.ts"
import * as Witnesses from "../auditor/Witnesses.ts"
import type { Prng } from "../engine/Prng.ts"
import { day, minute, second } from "../engine/Time.ts"
import type { Client } from "./Client.ts"
import { drawPhrase } from "./Lists.ts"
import { everyPage, reader } from "./Readers.ts"
import { pause, type Workload } from "./Workload.ts"

/** What a search asks for, besides the pages. `isSettled`: nothing that it goes by changes while the shop is open. */
const drawSearch = (
  prng: Prng,
  { categories, clientContext: { auditor }, products }: Workload
): { readonly query: URLSearchParams; isSettled: boolean } => {
  const query = new URLSearchParams()
  const word = prng.pick(prng.pick(products).split("-"))
  const longest = "x".repeat(100)
  if (prng.happens(0.7)) {
    const phrase = drawPhrase(prng, auditor)
    query.set(
      "q",
      prng.pick([
        phrase,
        phrase,
        phrase,
        phrase,
        phrase,
        word,
        word.slice(0, 3),
        "",
        `${word} serum`,
        "x".repeat(500),
        "É % _ \" ' \\ -"
      ])
    )
  }
  if (prng.happens(0.15)) query.set("brand", prng.pick(["kieselhaut", "tarifenna", "none", longest]))
  if (prng.happens(0.2)) query.set("category", prng.pick([...categories, longest]))
  if (prng.happens(0.2)) query.set("minPrice", String(auditor.wire(prng.pick([0, 1490, 2000]))))
  if (prng.happens(0.2)) query.set("maxPrice", String(auditor.wire(prng.pick([0, 1490, 5000]))))
  if (prng.happens(0.2)) query.set("inStock", prng.pick(["true", "false"]))
  if (prng.happens(0.1)) query.set("reduced", prng.pick(["true", "false"]))
  if (prng.happens(0.6)) query.set("sort", prng.pick(["relevance", "price", "-price", "name", "newest", "popularity"]))
  if (prng.happens(0.3)) query.set("suggestions", "true")
  const options = [...auditor.seen.goods.values()].flatMap((good) => optionOf(good) ?? [])
  if (options.length > 0 && prng.happens(0.15)) query.set("option", prng.pick(options))
  const isSettled = ["minPrice", "maxPrice", "inStock", "reduced"].every((name) => !query.has(name))
    && !/price|popularity/.test(query.get("sort") ?? "")
  return { query, isSettled }
}

/** Types something, and looks at what is found first. */
const type = Effect.fnUntraced(function*({ clientContext: { auditor } }: Workload, client: Client) {
  const { prng } = client
  const query = new URLSearchParams({ q: drawPhrase(prng, auditor) })
  if (prng.happens(0.2)) query.set("suggestions", "true")
  yield* client.send("GET", `/api/products?${query}`)
})

/** Reads a search in short pages and in a long one. */
const search = Effect.fnUntraced(function*(workload: Workload, client: Client) {
  const { prng } = client
  const { isSettled, query } = drawSearch(prng, workload)
  const path = `/api/products${query.size === 0 ? "" : `?${query}`}`
  const { auditor } = workload.clientContext
  const begunAt = yield* Clock.currentTimeMillis
  const whole = yield* everyPage<Product>(client, path, 100)
  if (whole === undefined) return
  // Of a long list some pages show as much as many.
  const fewest = Math.ceil(whole.length / 4)
  const pages = yield* everyPage<Product>(
    client,
    path,
    prng.pick([1, 2, 3, 7, undefined].map((n = 20) => Math.max(n, fewest)))
  )
  if (!isSettled || pages === undefined || Archives.mayBe(auditor, undefined, begunAt, auditor.now())) return
  const ids = (products: ReadonlyArray<Product>) => products.map(({ id }) => id)
  Witnesses.pagesAgree(auditor, path, ids(pages), ids(whole))
})

export const fetchFeed = Effect.fnUntraced(function*({ clientContext: { auditor, history, transport } }: Workload) {
  const path = "/acp/feed/products.jsonl"
  const n = ++auditor.seen.events
  const at = yield* Clock.currentTimeMillis
  const response = Option.getOrUndefined(
    yield* Effect.option(transport({ method: "GET", path, headers: {}, body: undefined }))
  )
  history.add("feed", `is ${response === undefined ? "not there" : `${response.status} ${response.body.length}`}`)
  if (response !== undefined) auditor.covered(`acp.getProductFeed ${response.status}`)
  if (response?.status !== 200) return undefined
  Search.feedShown(auditor, { at, n, path }, ++auditor.seen.events, response.body)
  return response.body
})

/** Looks for things now and then, until the days are over. */
export const searcher = Effect.fnUntraced(function*(workload: Workload, name: string, prng: Prng) {
  const { clientContext, endsAt } = workload
  const client = reader(clientContext, name, prng)
  while ((yield* Clock.currentTimeMillis) < endsAt) {
    yield* pause(prng, minute, day)
    for (let looks = prng.int(1, 2); looks > 0; looks--) {
      yield* prng.happens(0.6) ? search(workload, client) : fetchFeed(workload)
      yield* pause(prng, 10, second)
      yield* type(workload, client)
      yield* type(workload, client)
    }
    if (prng.happens(0.2)) {
      yield* client.send("GET", prng.pick(["/health/live", "/health/ready", "/.well-known/acp.json"]))
    }
  }
  return undefined
})
