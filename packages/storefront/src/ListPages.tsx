/**
 * Pages that list products: the whole range, a category, a brand, and what a search finds; and the list of all brands.
 *
 * All of them are one search of the catalogue with other words and filters, sorted and paged by links, so that a list
 * can be sent to somebody. Only the first page of a list without filters is for search engines.
 */
import type { SearchFacets } from "@beauty-store/commerce/catalog/ProductSearch"
import type { SearchSort } from "@beauty-store/domain/Catalog"
import { listChildren } from "@beauty-store/domain/CategoryTree"
import { Button, ButtonLink } from "@beauty-store/ui/Controls"
import { SelectField } from "@beauty-store/ui/Form"
import type { VNode } from "preact"
import { Facets } from "./Facets.tsx"
import { BrandTiles, Categories, type ShownBrand } from "./HomePage.tsx"
import { type ByPath, formatListQuery, formatPriceRange, isNarrowed, type ListQuery, widenQuery } from "./ListQuery.ts"
import * as Messages from "./Messages.ts"
import type { PageContext } from "./PageContext.ts"
import { ProductGrid } from "./ProductCards.tsx"
import { Breadcrumbs, categoryName, categoryPath, categorySteps, link, page } from "./ShopFrame.tsx"
import type { ShownEntry } from "./ShownProduct.ts"
import { breadcrumbs } from "./StructuredData.ts"

/** What the catalogue found. */
export interface Found {
  readonly data: ReadonlyArray<ShownEntry>
  readonly nextCursor: string | null
  /** What was searched for in place of the words that were typed. */
  readonly correctedQuery?: string | undefined
  /** Of a search with words. */
  readonly facets?: SearchFacets | undefined
  /** Where nothing was found. */
  readonly help?: Help | undefined
}

/** What helps where nothing was found. */
export interface Help {
  /** Those of the words that find something, each on its own. */
  readonly words: ReadonlyArray<string>
  /** Products to look at instead. */
  readonly products: ReadonlyArray<ShownEntry>
}

/** A list with what it asks for and what was found. */
export interface ListData {
  readonly subject: Subject
  readonly query: ListQuery
  readonly found: Found
}

/** Which list it is. */
export type Subject =
  | { readonly _tag: "All" }
  | { readonly _tag: "Search" }
  | { readonly _tag: "Category"; readonly category: string }
  | { readonly _tag: "Brand"; readonly name: string; readonly category: string }

const sorts: ReadonlyArray<{ readonly value: SearchSort; readonly words: (typeof Messages.list)["sortName"] }> = [
  { value: "relevance", words: Messages.list.sortRelevance },
  { value: "popularity", words: Messages.list.sortPopular },
  { value: "price", words: Messages.list.sortCheapest },
  { value: "-price", words: Messages.list.sortDearest },
  { value: "newest", words: Messages.list.sortNewest },
  { value: "name", words: Messages.list.sortName }
]

/** What the path of a list says already. */
export const byPathOf = ({ _tag }: Subject): ByPath =>
  _tag === "Category" ? "category" : _tag === "Brand" ? "brand" : undefined

/** Links to the categories below one, if there are any. */
const Below = ({ category, context }: { readonly context: PageContext; readonly category: string }): VNode | null => {
  const { categories, parents } = context.shop.policy
  const below = listChildren(parents, categories, category)
  return below.length === 0 ? null : (
    <nav aria-label={Messages.frame.categories(context.language)}>
      <ul class="chips">
        {below.map((one) => (
          <li>
            <a href={link(context, `/categories/${one}`)}>{categoryName(context, one)}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Sorts and filters a list. Where facets stand beside it, they are the filters, and the form keeps what they say. */
const Refine = (
  { query, hasFacets, context, subject }: {
    readonly context: PageContext
    readonly query: ListQuery
    readonly subject: Subject
    readonly hasFacets: boolean
  }
): VNode => {
  const { language, path, shop: { policy } } = context
  const { list } = Messages
  const byPath = byPathOf(subject)
  const hidden: ReadonlyArray<readonly [name: string, value: string | undefined]> = [
    ["q", query.q === "" ? undefined : query.q],
    ["brand", byPath === "brand" ? undefined : query.brand],
    ["price", query.price === undefined ? undefined : formatPriceRange(query.price)],
    ["option", query.option],
    ["exact", query.exact ? "1" : undefined],
    ...(hasFacets
      ? [
        ["category", byPath === "category" ? undefined : query.category] as const,
        ["in-stock", query.inStock ? "1" : undefined] as const,
        ["reduced", query.reduced ? "1" : undefined] as const
      ]
      : [])
  ]
  return (
    <div class={hasFacets ? "sorting" : "refine"}>
      <form action={link(context, path)} aria-label={list.filters(language)}>
        {hidden.map(([name, value]) => value !== undefined && <input type="hidden" name={name} value={value} />)}
        {!hasFacets && byPath === undefined && (
          <SelectField
            id="category"
            label={list.category_(language)}
            selected={query.category ?? ""}
            options={[
              { value: "", words: list.anyCategory(language) },
              ...policy.categories.map((value) => ({ value, words: categoryPath(context, value) }))
            ]}
          />
        )}
        <SelectField
          id="sort"
          label={list.sort(language)}
          selected={query.sort}
          options={sorts.map(({ value, words }) => ({ value, words: words(language) }))}
        />
        {!hasFacets && (
          <label class="check">
            <input type="checkbox" name="in-stock" value="1" checked={query.inStock} />
            {list.inStockOnly(language)}
          </label>
        )}
        <Button rank="plain">{list.apply(language)}</Button>
      </form>
    </div>
  )
}

/** That other words were searched for than those that were typed, or that there are others. */
const Corrected = (
  { query, corrected, context }: {
    readonly context: PageContext
    readonly query: ListQuery
    readonly corrected: string
  }
): VNode => {
  const { language } = context
  const { list } = Messages
  const to = (change: Partial<ListQuery>) =>
    link(context, "/search") + formatListQuery({ ...query, cursor: undefined, exact: false, ...change }, undefined)
  return query.exact
    ? (
      <p>
        {list.didYouMean(language)} <a href={to({ q: corrected })}>{corrected}</a>
      </p>
    )
    : (
      <p>
        {list.showing(language)} <b>{corrected}</b>; {list.insteadFor(language)}{" "}
        <a href={to({ exact: true })} rel="nofollow">{query.q}</a>
      </p>
    )
}

const Nothing = (
  { query, byPath, help, context }: {
    readonly context: PageContext
    readonly query: ListQuery
    readonly byPath: ByPath
    readonly help: Help
  }
): VNode => {
  const { language } = context
  const { list } = Messages
  const { q } = query
  return (
    <>
      <p>{q === "" ? list.nothingHere(language) : list.nothingHelp(language)}</p>
      {isNarrowed(query, byPath) && (
        <p>
          <ButtonLink href={link(context, context.path) + formatListQuery(widenQuery(query), byPath)} rank="plain">
            {list.widen(language)}
          </ButtonLink>
        </p>
      )}
      {help.words.length > 0 && (
        <section aria-labelledby="fewer">
          <div class="head">
            <h2 id="fewer">{list.fewerWords(language)}</h2>
          </div>
          <ul class="chips">
            {help.words.map((word) => (
              <li>
                <a href={`${link(context, "/search")}?${new URLSearchParams({ q: word })}`}>{word}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Categories context={context} />
      {help.products.length > 0 && (
        <section aria-labelledby="new">
          <div class="head">
            <h2 id="new">{Messages.home.newest(language)}</h2>
          </div>
          <ProductGrid context={context} entries={help.products} eager={0} />
        </section>
      )}
    </>
  )
}

/** What nothing to help with is. */
const noHelp: Help = { words: [], products: [] }

const titleOf = (context: PageContext, subject: Subject, query: ListQuery, found: Found): string => {
  const { list } = Messages
  const { language } = context
  const q = query.exact ? query.q : found.correctedQuery ?? query.q
  switch (subject._tag) {
    case "All":
      return query.reduced ? list.offers(language) : list.all(language)
    case "Search":
      if (q === "") return list.searchWhat(language)
      return found.data.length === 0 ? list.nothing(language, { q }) : list.results(language, { q })
    case "Category":
      return categoryName(context, subject.category)
    case "Brand":
      return subject.name
  }
}

const descriptionOf = (context: PageContext, subject: Subject): string => {
  const { list } = Messages
  const { language, shop: { policy } } = context
  const store = policy.storeName
  switch (subject._tag) {
    case "All":
    case "Search":
      return list.allDescription(language)
    case "Category":
      return list.category(language, { category: categoryName(context, subject.category), store })
    case "Brand":
      return list.brand(language, { brand: subject.name, store })
  }
}

export const listPage = (visited: PageContext, { found, query, subject }: ListData): string => {
  const { list } = Messages
  const { correctedQuery, data, facets, help = noHelp, nextCursor } = found
  const byPath = byPathOf(subject)
  const context: PageContext = { ...visited, query: formatListQuery(query, byPath) }
  const { language } = context
  const title = titleOf(context, subject, query, found)
  const isFirst = query.cursor === undefined
  const isPlain = isFirst && query.sort === "relevance" && !isNarrowed(query, byPath)
  const here = { href: link(context, context.path), words: subject._tag === "Search" ? list.search(language) : title }
  const steps = subject._tag === "Brand"
    ? [{ href: link(context, "/brands"), words: Messages.frame.brands(language) }, here]
    : subject._tag === "Category"
    ? categorySteps(context, subject.category)
    : [here]
  const to = (cursor: string | undefined) => link(context, context.path) + formatListQuery({ ...query, cursor }, byPath)
  const isEmpty = data.length === 0
  const refine = <Refine context={context} query={query} subject={subject} hasFacets={facets !== undefined} />
  const results = isEmpty
    ? <Nothing context={context} query={query} byPath={byPath} help={help} />
    : (
      <>
        {facets !== undefined && (
          <div class="bar">
            <p class="quiet">{list.count(language, { count: facets.total })}</p>
            {refine}
          </div>
        )}
        <ProductGrid context={context} entries={data} heading="h2" />
        {(nextCursor !== null || !isFirst) && (
          <p class="pages">
            {!isFirst && <ButtonLink href={to(undefined)} rank="plain">{list.first(language)}</ButtonLink>}
            {nextCursor !== null && <ButtonLink href={to(nextCursor)} rank="plain">{list.next(language)}</ButtonLink>}
          </p>
        )}
      </>
    )
  return page({
    context,
    title,
    description: descriptionOf(context, subject),
    personal: subject._tag === "Search" || !isPlain,
    q: query.q,
    data: [breadcrumbs(context, steps)],
    children: (
      <>
        <Breadcrumbs context={context} steps={steps} />
        <h1>{title}</h1>
        {subject._tag === "Category" && <Below context={context} category={subject.category} />}
        {correctedQuery !== undefined && <Corrected context={context} query={query} corrected={correctedQuery} />}
        {!isEmpty && facets === undefined && refine}
        {facets === undefined || isEmpty ? results : (
          <div class="found">
            <Facets context={context} query={query} byPath={byPath} facets={facets} />
            <div class="stack">{results}</div>
          </div>
        )}
      </>
    )
  })
}

export const brandsPage = (context: PageContext, brands: ReadonlyArray<ShownBrand>): string => {
  const { language } = context
  const steps = [{ href: link(context, "/brands"), words: Messages.frame.brands(language) }]
  return page({
    context,
    title: Messages.frame.brands(language),
    description: Messages.list.brandsDescription(language),
    data: [breadcrumbs(context, steps)],
    children: (
      <>
        <Breadcrumbs context={context} steps={steps} />
        <h1>{Messages.home.byBrand(language)}</h1>
        <BrandTiles context={context} brands={brands} />
      </>
    )
  })
}
