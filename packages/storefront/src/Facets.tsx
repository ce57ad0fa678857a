/**
 * The facets of a search as links: brands, categories, prices and what is in stock, each with the number of products that
 * would be found.
 *
 * The rule: each link leads to the same search with one thing changed. The one that is chosen is marked, and leads to the
 * search without it. Search engines do not follow them, because there is no end of combinations.
 */
import type { SearchFacets } from "@beauty-store/commerce/catalog/ProductSearch"
import type { VNode } from "preact"
import { type Asked, isNarrowed, priceText, queryOf, widened } from "./ListQuery.ts"
import * as Messages from "./Messages.ts"
import { categoryName, link, money, type Scene } from "./ShopFrame.tsx"

/** How many brands are listed: those with the most products, and the chosen one. */
const mostBrands = 12

interface Choice {
  readonly words: string
  readonly products: number
  readonly isChosen: boolean
  /** What the list asks for once this is chosen. */
  readonly chosen: Partial<Asked>
  readonly without: Partial<Asked>
}

const Facet = (
  { asked, choices, id, scene, title }: {
    readonly scene: Scene
    readonly asked: Asked
    readonly id: string
    readonly title: string
    readonly choices: ReadonlyArray<Choice>
  }
): VNode | null =>
  choices.length === 0 ? null : (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>
        {choices.map(({ chosen, isChosen, products, without, words }) => (
          <li>
            <a
              href={link(scene, scene.path)
                + queryOf({ ...asked, ...(isChosen ? without : chosen), cursor: undefined }, undefined)}
              rel="nofollow"
              aria-current={isChosen ? "true" : undefined}
            >
              {words} <small>{products}</small>
              {isChosen && <span class="visually-hidden">, {Messages.list.unchoose(scene.language)}</span>}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )

const rangeWords = (scene: Scene, { fromMinor, toMinor }: SearchFacets["prices"][number]): string => {
  const { list } = Messages
  const { language } = scene
  if (toMinor === undefined) return list.priceFrom(language, { from: money(scene, fromMinor) })
  if (fromMinor === 0) return list.priceBelow(language, { to: money(scene, toMinor + 1) })
  return list.priceBetween(language, { from: money(scene, fromMinor), to: money(scene, toMinor) })
}

export const Facets = (
  { asked, facets, scene }: { readonly scene: Scene; readonly asked: Asked; readonly facets: SearchFacets }
): VNode => {
  const { language } = scene
  const { list } = Messages
  const priced = asked.price === undefined ? undefined : priceText(asked.price)
  return (
    <nav class="facets" aria-label={list.narrow(language)}>
      {isNarrowed(asked, undefined) && (
        <p>
          <a href={link(scene, scene.path) + queryOf(widened(asked), undefined)} rel="nofollow">
            {list.widen(language)}
          </a>
        </p>
      )}
      <Facet
        scene={scene}
        asked={asked}
        id="facet-category"
        title={list.category_(language)}
        choices={facets.categories.map(({ category, products }) => ({
          words: categoryName(language, category),
          products,
          isChosen: asked.category === category,
          chosen: { category },
          without: { category: undefined }
        }))}
      />
      <Facet
        scene={scene}
        asked={asked}
        id="facet-brand"
        title={list.brand_(language)}
        choices={facets.brands
          .filter(({ id }, index) => index < mostBrands || id === asked.brand)
          .map(({ id, name, products }) => ({
            words: name,
            products,
            isChosen: asked.brand === id,
            chosen: { brand: id },
            without: { brand: undefined }
          }))}
      />
      <Facet
        scene={scene}
        asked={asked}
        id="facet-price"
        title={list.price(language)}
        choices={facets.prices.map((range) => ({
          words: rangeWords(scene, range),
          products: range.products,
          isChosen: priceText(range) === priced,
          chosen: { price: { fromMinor: range.fromMinor, toMinor: range.toMinor } },
          without: { price: undefined }
        }))}
      />
      <Facet
        scene={scene}
        asked={asked}
        id="facet-stock"
        title={list.availability(language)}
        choices={[{
          words: list.inStockOnly(language),
          products: facets.inStock,
          isChosen: asked.inStock,
          chosen: { inStock: true },
          without: { inStock: false }
        }]}
      />
    </nav>
  )
}
