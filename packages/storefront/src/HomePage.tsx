/**
 * The home page: what the shop is, its categories, its brands, and a few of its products.
 *
 * Where a shop names no shelves (`Look`), nothing is chosen by hand: what is bought most, what is new, and for each of
 * the first brands its first product that can be bought.
 */
import type { BrandOutline, CatalogProduct } from "@beauty-store/commerce/catalog/Catalog"
import { listRoots } from "@beauty-store/domain/CategoryTree"
import { type LocalText, textIn } from "@beauty-store/domain/Language"
import { demandWindowDays } from "@beauty-store/domain/Return"
import { methodChosen, rateOf, showsTariff, zoneOf } from "@beauty-store/domain/Shipping"
import { listCategories } from "@beauty-store/domain/ShopText"
import { homePicture } from "@beauty-store/http/pipeline/RasterPictures"
import { ButtonLink } from "@beauty-store/ui/Controls"
import { Tick } from "@beauty-store/ui/Marks"
import type { VNode } from "preact"
import * as Messages from "./Messages.ts"
import type { PageContext } from "./PageContext.ts"
import { pathOfPreview, Picture, type Pictured } from "./Picture.tsx"
import { ProductGrid } from "./ProductCards.tsx"
import { categoryName, formatOf, link, linkOf, money, page } from "./ShopFrame.tsx"
import type { ShownEntry } from "./ShownProduct.ts"
import { organization, website } from "./StructuredData.ts"

const inTile = "(min-width: 40rem) 15rem, 46vw"
const inWideTile = "(min-width: 56rem) 18rem, 46vw"
const onARow = 4
const acrossPage = "(min-width: 76rem) 76rem, 100vw"
const inHero = "(min-width: 56rem) 11rem, 29vw"

const Promises = ({ context }: { readonly context: PageContext }): VNode => {
  const { language, shop: { policy, returns, shipping } } = context
  const { home } = Messages
  const country = policy.shipping.homeCountry
  const { chargeMinor, freeFromMinor } = rateOf(policy.shipping, { country, method: methodChosen(shipping) })
  const where = zoneOf(policy.shipping, country)?.countries === "eu" ? "EU" : formatOf(context).country(country)
  const promises = [
    ...(!showsTariff(shipping)
      ? []
      : chargeMinor === 0 || freeFromMinor === 0
      ? [home.freeShipping(language, { where })]
      : freeFromMinor === undefined
      ? []
      : [home.freeShippingFrom(language, { amount: money(context, freeFromMinor), where })]),
    home.returnsIn(language, { days: demandWindowDays(returns) }),
    home.noAccount(language)
  ]
  return (
    <ul class="promises">
      {promises.map((words) => (
        <li>
          <Tick />
          {words}
        </li>
      ))}
    </ul>
  )
}

/** A category with one of its products, if it has any. */
export interface ShownCategory {
  readonly category: string
  readonly products: number
  readonly one: Pictured | undefined
}

/** Links to all categories: with a picture and a count where the home page shows them, elsewhere without. */
const CategoryTiles = (
  { categories, context }: { readonly context: PageContext; readonly categories?: ReadonlyArray<ShownCategory> }
): VNode => {
  const { language, shop: { policy } } = context
  const shown: ReadonlyArray<Partial<ShownCategory> & { readonly category: string }> = categories
    ?? listRoots(policy.parents, policy.categories).map((category) => ({ category }))
  return (
    <div class="tiles">
      {shown.map(({ category, one, products }) => (
        <a class="tile" href={link(context, `/categories/${category}`)}>
          {one !== undefined && <Picture context={context} of={one} alt="" width={400} height={300} sizes={inTile} />}
          <span>
            {categoryName(context, category)}
            {products !== undefined && <small>{Messages.list.count(language, { count: products })}</small>}
          </span>
        </a>
      ))}
    </div>
  )
}

/** The categories under their heading. */
export const Categories = (
  { categories, context }: { readonly context: PageContext; readonly categories?: ReadonlyArray<ShownCategory> }
): VNode => (
  <section aria-labelledby="categories">
    <div class="head">
      <h2 id="categories">{Messages.home.byCategory(context.language)}</h2>
    </div>
    <CategoryTiles context={context} {...(categories === undefined ? {} : { categories })} />
  </section>
)

/** How many categories a heading names. */
const mostNamed = 5

/** How many brands the home page names. */
export const mostBrands = 12

const Brands = (
  { brands, context }: { readonly context: PageContext; readonly brands: ReadonlyArray<BrandOutline> }
): VNode => (
  <section aria-labelledby="brands">
    <div class="head">
      <h2 id="brands">{Messages.home.byBrand(context.language)}</h2>
      <a href={link(context, "/brands")}>{Messages.home.all(context.language)}</a>
    </div>
    <BrandTiles context={context} brands={brands.slice(0, mostBrands)} />
  </section>
)

export const brandPath = (id: string): string => `/brands/${encodeURIComponent(id)}`

/** A brand, with one of its products where its picture is shown. */
export interface ShownBrand extends BrandOutline {
  readonly one?: CatalogProduct | undefined
}

export const BrandTiles = (
  { brands, context }: { readonly context: PageContext; readonly brands: ReadonlyArray<ShownBrand> }
): VNode => (
  <div class={brands.some(({ one }) => one !== undefined) ? "tiles brands" : "tiles"}>
    {brands.map(({ category, id, name, one }, n) => (
      <a class="tile" href={link(context, brandPath(id))}>
        {one !== undefined
          && (
            <Picture context={context} of={one} alt="" width={400} height={300} sizes={inWideTile} eager={n < onARow} />
          )}
        <span>
          {name}
          <small>{categoryName(context, category)}</small>
        </span>
      </a>
    ))}
  </div>
)

/** A row of goods; without any it is not shown. */
export interface ShownShelf {
  readonly id: string
  readonly title: string
  readonly entries: ReadonlyArray<ShownEntry>
  /** A list that has more of them, by its path. */
  readonly all?: { readonly path: string; readonly words: string } | undefined
}

/** What the home page shows. */
export interface HomeData {
  readonly brands: ReadonlyArray<BrandOutline>
  /** How many products the shop has, each group as one. */
  readonly products: number
  readonly categories: ReadonlyArray<ShownCategory>
  readonly shelves: ReadonlyArray<ShownShelf>
  /** Products whose pictures stand on top where the shop has no picture for it. */
  readonly packs: ReadonlyArray<Pictured>
}

const Shelf = (
  { context, shelf: { all, entries, id, title } }: { readonly context: PageContext; readonly shelf: ShownShelf }
): VNode | null =>
  entries.length === 0 ? null : (
    <section aria-labelledby={id}>
      <div class="head">
        <h2 id={id}>{title}</h2>
        {all !== undefined && <a href={link(context, all.path)}>{all.words}</a>}
      </div>
      <ProductGrid context={context} entries={entries} eager={0} />
    </section>
  )

/** What the picture of the home page is of. */
const atHome: Pictured = { id: homePicture }

export const homePage = (
  context: PageContext,
  { brands, categories, packs, products, shelves }: HomeData
): string => {
  const { language, shop: { policy, returns } } = context
  const { home } = Messages
  const { look: { hero }, texts } = policy
  const said = (text: LocalText | undefined) => text === undefined ? undefined : textIn(text, language)
  const shown = listRoots(policy.parents, policy.categories).slice(0, mostNamed)
  const lead = said(texts.lead)
    ?? (products === 0 ? undefined : home.lead(language, { brands: brands.length, products }))
  const heading = said(texts.heading) ?? listCategories(texts, language, shown)
  const onward = linkOf(context, hero?.link ?? { to: "/products", words: home.start(language) })
  const preview = pathOfPreview(context.shop, atHome)
  const hasPicture = preview !== undefined
  return page({
    context,
    title: heading,
    description: said(texts.description) ?? home.description(language, {
      store: policy.storeName,
      categories: listCategories(texts, language, shown),
      days: demandWindowDays(returns)
    }),
    image: preview === undefined ? undefined : policy.baseUrl + preview,
    data: [organization(context), website(context)],
    children: (
      <>
        <section class={!hasPicture ? "hero" : hero?.picture === undefined ? "hero pictured" : "hero pictured own"}>
          {hasPicture
            && <Picture context={context} of={atHome} alt="" width={1920} height={800} sizes={acrossPage} first />}
          <div>
            <h1>{heading}</h1>
            {lead !== undefined && <p class="lead">{lead}</p>}
            <p>
              <ButtonLink href={onward.href}>{onward.words}</ButtonLink>
            </p>
          </div>
          {!hasPicture && (
            <div class="packs">
              {packs.slice(0, 3).map((one) => (
                <Picture context={context} of={one} alt="" width={400} sizes={inHero} eager />
              ))}
            </div>
          )}
        </section>
        <Promises context={context} />
        {categories.length > 1 && <Categories context={context} categories={categories} />}
        {shelves.map((shelf) => <Shelf context={context} shelf={shelf} />)}
        {brands.length > 1 && <Brands context={context} brands={brands} />}
      </>
    )
  })
}
