/**
 * Pages that list products: the whole range, a category, a brand, and what a search finds; and the list of all brands.
 *
 * All of them are one search of the catalogue with other words and filters, sorted and paged by links, so that a list can
 * be sent to somebody. Only the first page of a list without filters is for search engines.
 */
import type { SearchFacets } from "@beauty-store/commerce/catalog/ProductSearch"
import type { SearchSort } from "@beauty-store/domain/Catalog"
import { Button, ButtonLink } from "@beauty-store/ui/Controls"
import { SelectField } from "@beauty-store/ui/Form"
import type { VNode } from "preact"
import { Facets } from "./Facets.tsx"
import { BrandTiles, Categories, type ShownBrand } from "./HomePage.tsx"
import { type Asked, type ByPath, isNarrowed, priceText, queryOf, widened } from "./ListQuery.ts"
import * as Messages from "./Messages.ts"
import { ProductGrid } from "./ProductCards.tsx"
import { Breadcrumbs, categoryName, link, page, type Scene } from "./ShopFrame.tsx"
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

/** Which list it is. */
export type Subject =
  | { readonly _tag: "All" }
  | { readonly _tag: "Search" }
  | { readonly _tag: "Category"; readonly category: string }
  | { readonly _tag: "Brand"; readonly name: string; readonly category: string }

const sorts: ReadonlyArray<{ readonly value: SearchSort; readonly words: (typeof Messages.list)["sortName"] }> = [
  { value: "relevance", words: Messages.list.sortRelevance },
  { value: "price", words: Messages.list.sortCheapest },
  { value: "-price", words: Messages.list.sortDearest },
  { value: "newest", words: Messages.list.sortNewest },
  { value: "name", words: Messages.list.sortName }
]

/** What the path of a list says already. */
export const byPathOf = ({ _tag }: Subject): ByPath =>
  _tag === "Category" ? "category" : _tag === "Brand" ? "brand" : undefined

/** Sorts and filters a list. Where facets stand beside it, they are the filters, and the form keeps what they say. */
const Refine = (
  { asked, hasFacets, scene, subject }: {
    readonly scene: Scene
    readonly asked: Asked
    readonly subject: Subject
    readonly hasFacets: boolean
  }
): VNode => {
  const { language, path, shop: { policy } } = scene
  const { list } = Messages
  const byPath = byPathOf(subject)
  const kept: ReadonlyArray<readonly [name: string, value: string | undefined]> = [
    ["q", asked.q === "" ? undefined : asked.q],
    ["brand", byPath === "brand" ? undefined : asked.brand],
    ["price", asked.price === undefined ? undefined : priceText(asked.price)],
    ["exact", asked.exact ? "1" : undefined],
    ...(hasFacets
      ? [["category", asked.category] as const, ["in-stock", asked.inStock ? "1" : undefined] as const]
      : [])
  ]
  return (
    <div class={hasFacets ? "sorting" : "refine"}>
      <form action={link(scene, path)} aria-label={list.filters(language)}>
        {kept.map(([name, value]) => value !== undefined && <input type="hidden" name={name} value={value} />)}
        {!hasFacets && byPath === undefined && (
          <SelectField
            id="category"
            label={list.category_(language)}
            selected={asked.category ?? ""}
            options={[
              { value: "", words: list.anyCategory(language) },
              ...policy.categories.map((value) => ({ value, words: categoryName(language, value) }))
            ]}
          />
        )}
        <SelectField
          id="sort"
          label={list.sort(language)}
          selected={asked.sort}
          options={sorts.map(({ value, words }) => ({ value, words: words(language) }))}
        />
        {!hasFacets && (
          <label class="check">
            <input type="checkbox" name="in-stock" value="1" checked={asked.inStock} />
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
  { asked, corrected, scene }: { readonly scene: Scene; readonly asked: Asked; readonly corrected: string }
): VNode => {
  const { language } = scene
  const { list } = Messages
  const to = (change: Partial<Asked>) =>
    link(scene, "/search") + queryOf({ ...asked, cursor: undefined, exact: false, ...change }, undefined)
  return asked.exact
    ? (
      <p>
        {list.didYouMean(language)} <a href={to({ q: corrected })}>{corrected}</a>
      </p>
    )
    : (
      <p>
        {list.showing(language)} <b>{corrected}</b>; {list.insteadFor(language)}{" "}
        <a href={to({ exact: true })} rel="nofollow">{asked.q}</a>
      </p>
    )
}

const Nothing = (
  { asked, byPath, help, scene }: {
    readonly scene: Scene
    readonly asked: Asked
    readonly byPath: ByPath
    readonly help: Help
  }
): VNode => {
  const { language } = scene
  const { list } = Messages
  const { q } = asked
  return (
    <>
      {q === "" && <p>{list.nothingHere(language)}</p>}
      {isNarrowed(asked, byPath) && (
        <p>
          <ButtonLink href={link(scene, scene.path) + queryOf(widened(asked), byPath)} rank="plain">
            {list.widen(language)}
          </ButtonLink>
        </p>
      )}
      <p>{list.nothingHelp(language)}</p>
      {help.words.length > 0 && (
        <section aria-labelledby="fewer">
          <div class="head">
            <h2 id="fewer">{list.fewerWords(language)}</h2>
          </div>
          <ul class="chips">
            {help.words.map((word) => (
              <li>
                <a href={`${link(scene, "/search")}?${new URLSearchParams({ q: word })}`}>{word}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Categories scene={scene} />
      {help.products.length > 0 && (
        <section aria-labelledby="new">
          <div class="head">
            <h2 id="new">{Messages.home.newest(language)}</h2>
          </div>
          <ProductGrid scene={scene} entries={help.products} eager={0} />
        </section>
      )}
    </>
  )
}

/** What nothing to help with is. */
const noHelp: Help = { words: [], products: [] }

const titleOf = ({ language }: Scene, subject: Subject, asked: Asked, found: Found): string => {
  const { list } = Messages
  const q = asked.exact ? asked.q : found.correctedQuery ?? asked.q
  switch (subject._tag) {
    case "All":
      return list.all(language)
    case "Search":
      if (q === "") return list.searchWhat(language)
      return found.data.length === 0 ? list.nothing(language, { q }) : list.results(language, { q })
    case "Category":
      return categoryName(language, subject.category)
    case "Brand":
      return subject.name
  }
}

const descriptionOf = ({ language, shop: { policy } }: Scene, subject: Subject): string => {
  const { list } = Messages
  const store = policy.storeName
  switch (subject._tag) {
    case "All":
    case "Search":
      return list.allDescription(language)
    case "Category":
      return list.category(language, { category: categoryName(language, subject.category), store })
    case "Brand":
      return list.brand(language, { brand: subject.name, store })
  }
}

export const listPage = (scene: Scene, subject: Subject, asked: Asked, found: Found): string => {
  const { language } = scene
  const { list } = Messages
  const { correctedQuery, data, facets, help = noHelp, nextCursor } = found
  const title = titleOf(scene, subject, asked, found)
  const byPath = byPathOf(subject)
  const isFirst = asked.cursor === undefined
  const isPlain = isFirst && asked.sort === "relevance" && !isNarrowed(asked, byPath)
  const here = { href: link(scene, scene.path), words: subject._tag === "Search" ? list.search(language) : title }
  const steps = subject._tag === "Brand"
    ? [{ href: link(scene, "/brands"), words: Messages.frame.brands(language) }, here]
    : [here]
  const to = (cursor: string | undefined) => link(scene, scene.path) + queryOf({ ...asked, cursor }, byPath)
  const isEmpty = data.length === 0
  const refine = <Refine scene={scene} asked={asked} subject={subject} hasFacets={facets !== undefined} />
  const results = isEmpty
    ? <Nothing scene={scene} asked={asked} byPath={byPath} help={help} />
    : (
      <>
        {facets !== undefined && (
          <div class="bar">
            <p class="quiet">{list.count(language, { count: facets.total })}</p>
            {refine}
          </div>
        )}
        <ProductGrid scene={scene} entries={data} heading="h2" />
        {(nextCursor !== null || !isFirst) && (
          <p class="pages">
            {!isFirst && <ButtonLink href={to(undefined)} rank="plain">{list.first(language)}</ButtonLink>}
            {nextCursor !== null && <ButtonLink href={to(nextCursor)} rank="plain">{list.next(language)}</ButtonLink>}
          </p>
        )}
      </>
    )
  return page({
    scene,
    title,
    description: descriptionOf(scene, subject),
    personal: subject._tag === "Search" || !isPlain,
    q: asked.q,
    data: [breadcrumbs(scene, steps)],
    children: (
      <>
        <Breadcrumbs scene={scene} steps={steps} />
        <h1>{title}</h1>
        {correctedQuery !== undefined && <Corrected scene={scene} asked={asked} corrected={correctedQuery} />}
        {!isEmpty && facets === undefined && refine}
        {facets === undefined || isEmpty ? results : (
          <div class="found">
            <Facets scene={scene} asked={asked} facets={facets} />
            <div class="stack">{results}</div>
          </div>
        )}
      </>
    )
  })
}

export const brandsPage = (scene: Scene, brands: ReadonlyArray<ShownBrand>): string => {
  const { language } = scene
  const steps = [{ href: link(scene, "/brands"), words: Messages.frame.brands(language) }]
  return page({
    scene,
    title: Messages.frame.brands(language),
    description: Messages.list.brandsDescription(language),
    data: [breadcrumbs(scene, steps)],
    children: (
      <>
        <Breadcrumbs scene={scene} steps={steps} />
        <h1>{Messages.home.byBrand(language)}</h1>
        <BrandTiles scene={scene} brands={brands} />
      </>
    )
  })
}
