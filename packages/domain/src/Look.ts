/**
 * How a shop looks: its colours, typefaces and logo, and what its home page and its navigation show.
 * What it leaves out looks as the program does. Follows docs/shop.md.
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"
import { Colour } from "./Colour.ts"
import { ProductId } from "./Ids.ts"
import { LocalText } from "./Language.ts"
import { PictureId } from "./Picture.ts"
import { Line } from "./PlainText.ts"

const brand = {
  accent: Schema.optional(Colour),
  background: Schema.optional(Colour),
  ink: Schema.optional(Colour)
}

/** The colours of links and buttons, of the page, and of text, for light screens and for dark ones. */
export const Colours = Schema.Struct({ ...brand, dark: Schema.optional(Schema.Struct(brand)) })
export type Colours = typeof Colours.Type

/** The name of a file of a typeface in addresses: a hash of its content. */
export const TypefaceFile = Schema.String.pipe(Schema.pattern(/^[0-9a-f]{32}\.woff2$/))

/** Without `bold`, `regular` has all weights. */
export const Typeface = Schema.Struct({ regular: TypefaceFile, bold: Schema.optional(TypefaceFile) })
export type Typeface = typeof Typeface.Type

/** The address of a page of the shop, without a language: `/categories/tea`. */
export const ShopPath = Schema.String.pipe(
  Schema.maxLength(300),
  Schema.pattern(/^\/(?!\/)[\w\-./?=&%+~]*$/, {
    description: "an address of the shop without its host, such as /products"
  })
)

/** Without words, it is called what its category or page is. */
export const ShopLink = Schema.Struct({ to: ShopPath, words: Schema.optional(LocalText(Line(60))) })
export type ShopLink = typeof ShopLink.Type

/** The goods of a shelf: a list that the shop keeps, one of a category or a brand, or products by their ids. */
export const ShelfGoods = Schema.Union(
  Schema.Literal("bestsellers", "newest", "reduced"),
  Schema.Struct({ category: Schema.String }),
  Schema.Struct({ brand: Schema.String }),
  Schema.Struct({ products: Schema.NonEmptyArray(ProductId).pipe(Schema.maxItems(12)) })
)
export type ShelfGoods = typeof ShelfGoods.Type

export const Shelf = Schema.Struct({ title: LocalText(Line(80)), show: ShelfGoods })
export type Shelf = typeof Shelf.Type

export const Look = Schema.Struct({
  colours: Schema.optional(Colours),
  typefaces: Schema.optional(Schema.Struct({
    headings: Schema.optional(Typeface),
    text: Schema.optional(Typeface)
  })),
  /** In the place of the shop's name. */
  logo: Schema.optional(PictureId),
  /** The same on dark screens. */
  darkLogo: Schema.optional(PictureId),
  /** The top of the home page. Its words are those of `ShopText`. */
  hero: Schema.optional(Schema.Struct({
    picture: Schema.optional(PictureId),
    link: Schema.optional(ShopLink)
  })),
  /** What the home page shows, in the place of what it chooses by itself. */
  shelves: Schema.optional(Schema.Array(Shelf).pipe(Schema.maxItems(8))),
  /** What the header leads to, in the place of the categories and the brands. */
  navigation: Schema.optional(Schema.Array(ShopLink).pipe(Schema.maxItems(12)))
})
export type Look = typeof Look.Type

/** The look of the program. */
export const defaultLook: Look = {}
