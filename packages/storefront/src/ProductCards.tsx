/**
 * Products as lists of the shop front show them: a picture, the brand, the name as the link, price and unit price. The
 * products of a group are one card, which says how many they are.
 *
 * The whole card is one link, and its name is the name of the product or of the group. What is sold out says so in
 * words.
 */
import type { CatalogProduct } from "@beauty-store/commerce/catalog/Catalog"
import { unitPriceMinor } from "@beauty-store/domain/Catalog"
import { isOptionKind, type OptionKind } from "@beauty-store/domain/ProductOption"
import { Status } from "@beauty-store/ui/Status"
import type { VNode } from "preact"
import * as Messages from "./Messages.ts"
import type { PageContext } from "./PageContext.ts"
import { Picture } from "./Picture.tsx"
import { formatOf, link, money } from "./ShopFrame.tsx"
import type { ShownEntry } from "./ShownProduct.ts"

/** The path of a product's page, in English. */
export const productPath = (id: string): string => `/products/${encodeURIComponent(id)}`

/** The unit price of a product in words; undefined for goods that are sold by the piece. */
export const unitPrice = (context: PageContext, { priceMinor, size }: CatalogProduct): string | undefined => {
  const unit = unitPriceMinor(priceMinor, size)
  return unit === undefined
    ? undefined
    : Messages.product.per(context.language, { price: money(context, unit.amountMinor), unit: unit.per.unit })
}

/** What a price is reduced from, in words; undefined for other prices. */
export const reduction = (context: PageContext, { reduction }: CatalogProduct): string | undefined =>
  reduction === undefined
    ? undefined
    : Messages.product.reduced(context.language, {
      percent: reduction.percent,
      price: money(context, reduction.lowestMinor)
    })

/** How wide a card is: half of a small screen, at most a quarter of the page on a large one. */
const inGrid = "(min-width: 56rem) 18rem, (min-width: 40rem) 30vw, 46vw"

const numberOf: { readonly [by in OptionKind]: typeof Messages.product.shades } = {
  shade: Messages.product.shades,
  size: Messages.product.sizes,
  scent: Messages.product.scents
}

const countOf = (variesBy: string): typeof Messages.product.shades =>
  isOptionKind(variesBy) ? numberOf[variesBy] : Messages.product.variants

/** What an entry is called, and what it is chosen by if it stands for several products. */
export const formatEntryName = ({ product, products }: ShownEntry) =>
  product.group === undefined || products === 1
    ? { name: product.name, language: product.nameLanguage, variesBy: undefined }
    : { name: product.group.name, language: product.groupLanguage, variesBy: product.group.variesBy }

/** A name in which no number or unit begins a line: `SPF 50`, `10 %`. */
const unbroken = (name: string): string => name.replace(/ (?=[%\d])/g, "\u00a0")

const EntryCard = (
  { Heading, eager, entry, context }: {
    readonly context: PageContext
    readonly entry: ShownEntry
    readonly eager: boolean
    readonly Heading: "h2" | "h3"
  }
): VNode => {
  const { language } = context
  const { cheapest, hasDearer, inStock, product, products } = entry
  const { language: nameLanguage, name, variesBy } = formatEntryName(entry)
  const price = money(context, cheapest.priceMinor)
  const reduced = reduction(context, cheapest)
  return (
    <li class={inStock ? "product" : "product sold-out"}>
      <Picture context={context} of={product} alt="" width={400} sizes={inGrid} eager={eager} />
      <p class="of">{product.brandName}</p>
      <Heading>
        <a href={link(context, productPath(product.id))} lang={nameLanguage}>{unbroken(name)}</a>
      </Heading>
      <p class="price">
        <span class="amount">{hasDearer ? Messages.product.fromPrice(language, { price }) : price}</span>{" "}
        <small>{formatOf(context).size(cheapest.size)}</small>
      </p>
      {reduced !== undefined && <p class="reduced">{reduced}</p>}
      <small>{unitPrice(context, cheapest)}</small>
      {variesBy !== undefined && <small>{countOf(variesBy)(language, { count: products })}</small>}
      {!inStock && <Status tone="wait">{Messages.product.soldOut(language)}</Status>}
    </li>
  )
}

/** Entries of a list; the pictures of the first are wanted at once. `heading`: the level of their names. */
export const ProductGrid = (
  { eager = 4, entries, heading = "h3", context }: {
    readonly context: PageContext
    readonly entries: ReadonlyArray<ShownEntry>
    readonly eager?: number
    readonly heading?: "h2" | "h3"
  }
): VNode => (
  <ul class="products">
    {entries.map((entry, index) => (
      <EntryCard
        context={context}
        entry={entry}
        eager={index < eager}
        Heading={heading}
      />
    ))}
  </ul>
)
