/**
 * Goods and brands that the look of a shop names and the shop does not have: shelves of them stay empty, and links lead
 * nowhere. They may come with the next import, so they are no fault of the file. Follows docs/shop.md.
 */
import { Catalog } from "@beauty-store/commerce/catalog/Catalog"
import { Policy } from "@beauty-store/commerce/Policy"
import type { ShelfGoods } from "@beauty-store/domain/Look"
import * as Effect from "effect/Effect"

/** What a shelf names in vain, each by its JSON pointer. */
const findIn = Effect.fnUntraced(function*(show: ShelfGoods, pointer: string, brands: ReadonlySet<string>) {
  if (typeof show === "string" || "category" in show) return []
  if ("brand" in show) return brands.has(show.brand) ? [] : [`${pointer}/brand is no brand: ${show.brand}`]
  const { entry } = yield* Catalog
  const found = yield* Effect.forEach(show.products, (id, n) =>
    Effect.match(entry(id), {
      onFailure: () => [`${pointer}/products/${n} is no product that is sold: ${id}`],
      onSuccess: () => []
    }))
  return found.flat()
})

/** All that the shelves of the home page, its button and the navigation name in vain. */
export const find = Effect.gen(function*() {
  const { look: { hero, navigation = [], shelves = [] } } = yield* Policy
  const brands = new Set((yield* (yield* Catalog).brandList).map(({ id }) => id as string))
  const found = yield* Effect.forEach(shelves, ({ show }, n) => findIn(show, `/look/shelves/${n}/show`, brands))
  const links = [
    ...navigation.map((link, n) => ({ link, pointer: `/look/navigation/${n}` })),
    ...(hero?.link === undefined ? [] : [{ link: hero.link, pointer: "/look/hero/link" }])
  ]
  const lost = links.flatMap(({ link: { to }, pointer }) => {
    const [, brand] = /^\/brands\/([^/?]+)/.exec(to) ?? []
    return brand === undefined || brands.has(brand) ? [] : [`${pointer} leads to no brand: ${brand}`]
  })
  return [...found.flat(), ...lost]
})

/** Names it in the log, if there is any. Nothing depends on it. */
export const warn = Effect.ignore(
  Effect.flatMap(
    find,
    (found) => Effect.forEach(found, (one) => Effect.logWarning(`shop.json: ${one}.`), { discard: true })
  )
)
