/**
 * Categories that goods have and the shop has given up: no page of a category leads to these goods any more, only a
 * search and their brand do. Follows docs/shop.md.
 */
import { ProductSearch } from "@beauty-store/commerce/catalog/ProductSearch"
import { Policy } from "@beauty-store/commerce/Policy"
import * as Effect from "effect/Effect"

/** Such categories, and how many products each has. */
export const find = Effect.gen(function*() {
  const { categories } = yield* Policy
  const facets = yield* (yield* ProductSearch).facets({ sort: "relevance", limit: 1 })
  return facets.categories.filter(({ category }) => !categories.includes(category))
})

/** Names them in the log, if there are any. Nothing depends on it. */
export const warn: Effect.Effect<void, never, Policy | ProductSearch> = Effect.ignore(Effect.flatMap(find, (lost) => {
  const named = lost.map(({ category, products }) => `${category} (${products})`).join(", ")
  return lost.length === 0
    ? Effect.void
    : Effect.logWarning(`Goods are in categories that shop.json does not name, and are on no page of one: ${named}.`)
}))
