/**
 * Products as a page shows them: their texts in the page's language (`ProductText`).
 *
 * The rule: what a shop has no text for in that language stands in the catalogue's own and says in which language it
 * is, so that a screen reader reads it right. Lists in the catalogue's own language read no texts, because they show
 * names only.
 */
import type { CartView } from "@beauty-store/commerce/cart/Carts"
import { Catalog, type CatalogEntry, type CatalogProduct } from "@beauty-store/commerce/catalog/Catalog"
import type { ProductId } from "@beauty-store/domain/Ids"
import { defaultLanguage, type Language } from "@beauty-store/domain/Language"
import type { ListEntry } from "@beauty-store/domain/ListEntry"
import { inLanguage, type ProductTexts } from "@beauty-store/domain/ProductText"
import * as Effect from "effect/Effect"

/** A product with its texts in a language, each with its own language where that is another. */
export interface ShownProduct extends CatalogProduct {
  readonly nameLanguage: Language | undefined
  /** Of the group's name. */
  readonly groupLanguage: Language | undefined
  readonly descriptionLanguage: Language | undefined
  readonly howToUse: string | undefined
  readonly howToUseLanguage: Language | undefined
  readonly warnings: string | undefined
  readonly warningsLanguage: Language | undefined
}

/** An entry of a list, with the texts of its products in a language. */
export type ShownEntry = Omit<ListEntry<ShownProduct>, "found"> & Pick<CatalogEntry, "found">

/** The products that entries of lists change with. */
export const listProductIds = (entries: ReadonlyArray<ShownEntry>): ReadonlyArray<ProductId> =>
  entries.flatMap(({ found }) => found.map(({ id }) => id))

const translate = (product: CatalogProduct, texts: ProductTexts | undefined, language: Language): ShownProduct => {
  const { description, group, howToUse, name, warnings } = inLanguage(product, texts, language)
  const foreign = (field: "name" | "groupName" | "description" | "howToUse" | "warnings") =>
    language === defaultLanguage || texts?.translations?.[language]?.[field] !== undefined ? undefined : defaultLanguage
  return {
    ...product,
    name,
    description,
    howToUse,
    warnings,
    group: product.group === undefined ? undefined : { ...product.group, ...group },
    nameLanguage: foreign("name"),
    groupLanguage: foreign("groupName"),
    descriptionLanguage: foreign("description"),
    howToUseLanguage: foreign("howToUse"),
    warningsLanguage: foreign("warnings")
  }
}

/** Products with all of their texts. */
export const readFullProducts = Effect.fnUntraced(
  function*(language: Language, products: ReadonlyArray<CatalogProduct>) {
    const texts = yield* (yield* Catalog).texts(products.map(({ id }) => id))
    return products.map((product) => translate(product, texts.get(product.id), language))
  }
)

/** Products for a list, which shows no more than their names. */
export const readProductNames = (language: Language, products: ReadonlyArray<CatalogProduct>) =>
  language === defaultLanguage || products.length === 0
    ? Effect.succeed(products.map((product) => translate(product, undefined, language)))
    : readFullProducts(language, products)

/** Entries of a list, which shows no more than the names of the products that they lead to. */
export const readEntryNames = Effect.fnUntraced(function*(language: Language, entries: ReadonlyArray<CatalogEntry>) {
  const products = yield* readProductNames(language, entries.map(({ product }) => product))
  return entries.map((entry, n): ShownEntry => ({
    ...entry,
    product: products[n]!,
    cheapest: translate(entry.cheapest, undefined, language)
  }))
})

/** A cart whose goods have their names in a language. */
export const readCartNames = Effect.fnUntraced(function*(language: Language, cart: CartView) {
  if (language === defaultLanguage || cart.items.length === 0) return cart
  const texts = yield* (yield* Catalog).texts(cart.items.map(({ productId }) => productId))
  const items = cart.items.map((item) => ({
    ...item,
    name: inLanguage({ name: item.name, description: "" }, texts.get(item.productId), language).name
  }))
  return { ...cart, items }
})

const ingredientsName = "ingredients"

/** The ingredients of a product, if the shop has such a text and shows it. */
export const ingredientsOf = ({ attributes }: CatalogProduct): string | undefined => {
  const value: unknown = attributes?.shown[ingredientsName]
  return typeof value === "string" && value.trim() !== "" ? value : undefined
}
