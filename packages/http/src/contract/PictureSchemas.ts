/**
 * Pictures of products on the wire, as staff change them (docs/specification.md#pictures).
 *
 * @since 1.0.0
 */
import { ProductId } from "@beauty-store/domain/Ids"
import { longestAlt, mostPictures, PictureId } from "@beauty-store/domain/Picture"
import * as Schema from "effect/Schema"
import { leaf, Line, queryNumber, whole } from "./InputSchemas.ts"
import { Uri } from "./ValueSchemas.ts"

/** The files that are taken. */
export const pictureTypes = ["image/jpeg", "image/png", "image/webp", "image/avif"] as const

export const PictureList = Schema.Struct({
  productId: ProductId.claimed,
  pictures: Schema.Array(Schema.Struct({
    id: PictureId.claimed,
    url: Uri,
    width: Schema.Int,
    height: Schema.Int,
    alt: Schema.Struct({ en: Schema.optional(Schema.String), de: Schema.optional(Schema.String) })
  }))
}).annotations({ identifier: "PictureList" })

const alt = Schema.optional(Line(longestAlt))

export const AddPictureParameters = Schema.Struct({
  "alt.en": alt,
  "alt.de": alt,
  position: queryNumber(
    `a whole number from 1 to ${mostPictures}`,
    Schema.Int.pipe(Schema.between(1, mostPictures)),
    { type: "integer", minimum: 1, maximum: mostPictures }
  )
}).annotations(whole)

const pictureId = leaf(
  "a picture's id, 1 to 200 characters",
  PictureId.claimed.pipe(Schema.minLength(1), Schema.maxLength(200))
)

export const ArrangePictures = Schema.Struct({
  pictures: Schema.Array(Schema.Struct({
    id: pictureId,
    alt: Schema.Struct({ en: alt, de: alt })
  })).pipe(Schema.maxItems(mostPictures, {
    description: `at most ${mostPictures} pictures`,
    message: () => `must be at most ${mostPictures} pictures`
  }))
}).annotations({ identifier: "ArrangePictures", ...whole })
