/**
 * A shop's own pictures of its products, as a product has them: what names a picture, how large it is, what it shows in
 * words. Each is kept in up to three widths. Left out on purpose: their bytes, and how they are made (`PictureEncoder`
 * of the server). Follows docs/specification.md#pictures.
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"
import { ProductId } from "./Ids.ts"
import { type Language, languageIn, languages, type Locale } from "./Language.ts"

const form = /^[0-9a-f]{32}$/

/** A picture's id: the hash of the file that was given, and of how it is encoded. */
export const PictureId = Object.assign(
  Schema.String.pipe(Schema.pattern(form), Schema.brand("claimed PictureId"), Schema.brand("PictureId")),
  { claimed: Schema.String.pipe(Schema.brand("claimed PictureId")) }
)
export type PictureId = typeof PictureId.Type

/** The most pictures of one product. */
export const mostPictures = 10

/** The longest alternative text of a picture, in characters. */
export const longestAlt = 250

const Alt = Schema.NonEmptyTrimmedString.pipe(Schema.maxLength(longestAlt))

/** What a picture shows, for those who do not see it, by language. */
export const AlternativeTexts = Schema.Struct(
  {
    en: Schema.optional(Alt),
    de: Schema.optional(Alt)
  } satisfies { readonly [language in Language]: unknown }
)
export type AlternativeTexts = typeof AlternativeTexts.Type

/** A picture of a product. Width and height are those of its largest file, in pixels. */
export const ProductPicture = Schema.Struct({
  id: PictureId,
  width: Schema.Int.pipe(Schema.positive()),
  height: Schema.Int.pipe(Schema.positive()),
  alt: AlternativeTexts
})
export type ProductPicture = typeof ProductPicture.Type

/** The widths in which pictures are kept, in pixels. */
export const widths = [320, 640, 1280] as const

/** The widths of a picture's files, the narrowest first: none is wider than the picture. */
export const widthsOf = (width: number): ReadonlyArray<number> => [
  ...widths.filter((one) => one < width),
  Math.min(width, widths[widths.length - 1]!)
]

/** What a picture shows, in a language: in the others where that has no text; undefined where none has. */
export const altIn = ({ alt }: ProductPicture, locale: Locale): string | undefined =>
  alt[languageIn(locale)] ?? languages.map((one) => alt[one]).find((text) => text !== undefined)

/** No picture of the product has this id, which may be any text that a client sent. */
export class PictureNotFound extends Schema.TaggedError<PictureNotFound>()("PictureNotFound", {
  productId: ProductId.claimed,
  pictureId: PictureId.claimed
}) {
  override get message(): string {
    return `The product ${this.productId} has no picture ${this.pictureId}.`
  }
}

/** A product has as many pictures as it may have. */
export class TooManyPictures extends Schema.TaggedError<TooManyPictures>()("TooManyPictures", {
  productId: ProductId,
  most: Schema.Int
}) {
  override get message(): string {
    return `The product ${this.productId} has ${this.most} pictures, and no product has more.`
  }
}

/** An order of pictures that names others than the product has: somebody has added or removed one meanwhile. */
export class PicturesChanged extends Schema.TaggedError<PicturesChanged>()("PicturesChanged", {
  productId: ProductId,
  pictures: Schema.Array(PictureId)
}) {
  override get message(): string {
    return `The product ${this.productId} has other pictures than the request names.`
  }
}

/** A file that is not taken as a picture. `reason` finishes the sentence "The file …". */
export class PictureRefused extends Schema.TaggedError<PictureRefused>()("PictureRefused", { reason: Schema.String }) {
  override get message(): string {
    return `The file ${this.reason}.`
  }
}
