/**
 * The facets of a list as links: brands, categories, prices, options in the catalogue's own words, what is reduced and
 * what is in stock, each with the number of products that would be found.
 *
 * The rule: each link leads to the same search with one thing changed. The one that is chosen is marked, and leads to
 * the search without it. Search engines do not follow them, because there is no end of combinations.
 */
import type { SearchFacets } from "@beauty-store/commerce/catalog/ProductSearch"
import { filterWith, wantedOf } from "@beauty-store/domain/ProductOption"
import type { VNode } from "preact"
import { kindTitle } from "./Choice.tsx"
import { type ByPath, formatListQuery, formatPriceRange, isNarrowed, type ListQuery, widenQuery } from "./ListQuery.ts"
import * as Messages from "./Messages.ts"
import type { PageContext } from "./PageContext.ts"
import { categoryName, link, money } from "./ShopFrame.tsx"

/** How many brands are listed: those with the most products, and the chosen one. */
const mostBrands = 12

interface Choice {
  readonly words: string
  readonly products: number
  readonly isChosen: boolean
  /** What the list asks for once this is chosen. */
  readonly chosen: Partial<ListQuery>
  readonly without: Partial<ListQuery>
}

const Facet = (
  { byPath, query, choices, id, context, title }: {
    readonly context: PageContext
    readonly query: ListQuery
    readonly byPath: ByPath
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
              href={link(context, context.path)
                + formatListQuery({ ...query, ...(isChosen ? without : chosen), cursor: undefined }, byPath)}
              rel="nofollow"
              aria-current={isChosen ? "true" : undefined}
            >
              {words} <small>{products}</small>
              {isChosen && <span class="visually-hidden">, {Messages.list.unchoose(context.language)}</span>}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )

const rangeWords = (context: PageContext, { fromMinor, toMinor }: SearchFacets["prices"][number]): string => {
  const { list } = Messages
  const { language } = context
  if (toMinor === undefined) return list.priceFrom(language, { from: money(context, fromMinor) })
  if (fromMinor === 0) return list.priceBelow(language, { to: money(context, toMinor + 1) })
  return list.priceBetween(language, { from: money(context, fromMinor), to: money(context, toMinor) })
}

export const Facets = (
  { byPath, query, facets, context }: {
    readonly context: PageContext
    readonly query: ListQuery
    /** By which no choice is offered. */
    readonly byPath: ByPath
    readonly facets: SearchFacets
  }
): VNode => {
  const { language } = context
  const { list } = Messages
  const asked = { byPath, context, query }
  const priced = query.price === undefined ? undefined : formatPriceRange(query.price)
  return (
    <details class="filters">
      <summary class="button plain">{list.filter(language)}</summary>
      <nav class="facets" aria-label={list.narrow(language)}>
        {isNarrowed(query, byPath) && (
          <p>
            <a href={link(context, context.path) + formatListQuery(widenQuery(query), byPath)} rel="nofollow">
              {list.widen(language)}
            </a>
          </p>
        )}
        <Facet
          {...asked}
          id="facet-category"
          title={list.category_(language)}
          choices={byPath === "category" ? [] : facets.categories.map(({ category, products }) => ({
            words: categoryName(context, category),
            products,
            isChosen: query.category === category,
            chosen: { category },
            without: { category: undefined }
          }))}
        />
        <Facet
          {...asked}
          id="facet-brand"
          title={list.brand_(language)}
          choices={(byPath === "brand" ? [] : facets.brands)
            .filter(({ id }, index) => index < mostBrands || id === query.brand)
            .map(({ id, name, products }) => ({
              words: name,
              products,
              isChosen: query.brand === id,
              chosen: { brand: id },
              without: { brand: undefined }
            }))}
        />
        <Facet
          {...asked}
          id="facet-price"
          title={list.price(language)}
          choices={facets.prices.map((range) => ({
            words: rangeWords(context, range),
            products: range.products,
            isChosen: formatPriceRange(range) === priced,
            chosen: { price: { fromMinor: range.fromMinor, toMinor: range.toMinor } },
            without: { price: undefined }
          }))}
        />
        {facets.options.map(({ name, values }, n) => (
          <Facet
            {...asked}
            id={`facet-option-${n + 1}`}
            title={kindTitle(name, language)}
            choices={values.map(({ products, value }) => ({
              words: value,
              products,
              isChosen: wantedOf(query.option).some((one) => one.name === name && one.value === value),
              chosen: { option: filterWith(query.option, name, value) },
              without: { option: filterWith(query.option, name, undefined) }
            }))}
          />
        ))}
        <Facet
          {...asked}
          id="facet-reduced"
          title={list.offers(language)}
          choices={facets.reduced === 0 && !query.reduced ? [] : [{
            words: list.reducedOnly(language),
            products: facets.reduced,
            isChosen: query.reduced,
            chosen: { reduced: true },
            without: { reduced: false }
          }]}
        />
        <Facet
          {...asked}
          id="facet-stock"
          title={list.availability(language)}
          choices={[{
            words: list.inStockOnly(language),
            products: facets.inStock,
            isChosen: query.inStock,
            chosen: { inStock: true },
            without: { inStock: false }
          }]}
        />
      </nav>
    </details>
  )
}
