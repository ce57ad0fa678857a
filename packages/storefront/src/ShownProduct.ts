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
import { type Language, languageIn } from "@beauty-store/domain/Language"
import type { ListEntry } from "@beauty-store/domain/ListEntry"
import type { Chosen } from "@beauty-store/domain/ProductOption"
import { inLanguage, type ProductTexts } from "@beauty-store/domain/ProductText"
import * as Effect from "effect/Effect"
import type { PageContext } from "./PageContext.ts"

/** A product with its texts in a language, each with its own language where that is another. */
export interface ShownProduct extends CatalogProduct {
  readonly group?: (NonNullable<CatalogProduct["group"]> & Pick<Chosen, "optionNames">) | undefined
  /** Its group in the catalogue's own language. */
  readonly ownGroup: CatalogProduct["group"]
  readonly nameLanguage: Language | undefined
  /** Of the group's name. */
  readonly groupLanguage: Language | undefined
  readonly descriptionLanguage: Language | undefined
  readonly howToUse: string | undefined
  readonly howToUseLanguage: Language | undefined
  readonly warnings: string | undefined
  readonly warningsLanguage: Language | undefined
  readonly ingredients: string | undefined
  readonly ingredientsLanguage: Language | undefined
}

/** An entry of a list, with the texts of its products in a language. */
export type ShownEntry = Omit<ListEntry<ShownProduct>, "found"> & Pick<CatalogEntry, "found">

/** The products that entries of lists change with. */
export const listProductIds = (entries: ReadonlyArray<ShownEntry>): ReadonlyArray<ProductId> =>
  entries.flatMap(({ found }) => found.map(({ id }) => id))

const translate = (
  { language, shop: { languages: [ofCatalogue] } }: Spoken,
  product: CatalogProduct,
  texts?: ProductTexts | undefined
): ShownProduct => {
  const { description, group, howToUse, ingredients, name, warnings } = inLanguage(product, texts, language)
  const foreign = (field: "name" | "groupName" | "description" | "howToUse" | "warnings" | "ingredients") =>
    languageIn(language) === ofCatalogue || texts?.translations?.[languageIn(language)]?.[field] !== undefined
      ? undefined
      : ofCatalogue
  return {
    ...product,
    name,
    description,
    howToUse,
    warnings,
    ingredients: ingredients ?? ingredientsOf(product),
    group: product.group === undefined ? undefined : { ...product.group, ...group },
    ownGroup: product.group,
    nameLanguage: foreign("name"),
    groupLanguage: foreign("groupName"),
    descriptionLanguage: foreign("description"),
    howToUseLanguage: foreign("howToUse"),
    warningsLanguage: foreign("warnings"),
    ingredientsLanguage: foreign("ingredients")
  }
}

/** The language of a page, and those of its shop. */
export type Spoken = Pick<PageContext, "language" | "shop">

/** Whether a page is in the language of the catalogue. */
const isOfCatalogue = ({ language, shop }: Spoken): boolean => languageIn(language) === shop.languages[0]

/** Products with all of their texts. */
export const readFullProducts = Effect.fnUntraced(
  function*(spoken: Spoken, products: ReadonlyArray<CatalogProduct>) {
    const texts = yield* (yield* Catalog).texts(products.map(({ id }) => id))
    return products.map((product) => translate(spoken, product, texts.get(product.id)))
  }
)

/** Products for a list, which shows no more than their names. */
export const readProductNames = (spoken: Spoken, products: ReadonlyArray<CatalogProduct>) =>
  isOfCatalogue(spoken) || products.length === 0
    ? Effect.succeed(products.map((product) => translate(spoken, product)))
    : readFullProducts(spoken, products)

/** Entries of a list, which shows no more than the names of the products that they lead to. */
export const readEntryNames = Effect.fnUntraced(function*(spoken: Spoken, entries: ReadonlyArray<CatalogEntry>) {
  const products = yield* readProductNames(spoken, entries.map(({ product }) => product))
  return entries.map((entry, n): ShownEntry => ({
    ...entry,
    product: products[n]!,
    cheapest: translate(spoken, entry.cheapest)
  }))
})

/** A cart whose goods have their names in a language. */
export const readCartNames = Effect.fnUntraced(function*(spoken: Spoken, cart: CartView) {
  if (isOfCatalogue(spoken) || cart.items.length === 0) return cart
  const texts = yield* (yield* Catalog).texts(cart.items.map(({ productId }) => productId))
  const items = cart.items.map((item) => ({
    ...item,
    name: inLanguage({ name: item.name, description: "" }, texts.get(item.productId), spoken.language).name
  }))
  return { ...cart, items }
})

const ingredientsName = "ingredients"

/** The ingredients of a product, if the shop has such a text and shows it. */
const ingredientsOf = ({ attributes }: CatalogProduct): string | undefined => {
  const value: unknown = attributes?.shown[ingredientsName]
  return typeof value === "string" && value.trim() !== "" ? value : undefined
}
