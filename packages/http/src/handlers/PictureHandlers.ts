/** The handlers of the group `pictures`: the pictures of products, for staff (docs/specification.md#pictures). */
import { ProductPictures } from "@beauty-store/commerce/catalog/ProductPictures"
import { Policy } from "@beauty-store/commerce/Policy"
import * as Effect from "effect/Effect"
import { holder } from "../pipeline/Authentication.ts"
import * as Operations from "../pipeline/Operations.ts"
import { maxPictureBytes, PictureEncoding } from "../pipeline/PictureEncoding.ts"
import { fileOf } from "../pipeline/RequestBody.ts"
import { type HandlersOf, operation } from "./StoreOperations.ts"
import * as Views from "./Views.ts"

const staff = holder("catalog:write")

export const handlers = Effect.gen(function*() {
  const pictures = yield* ProductPictures
  const { encode } = yield* PictureEncoding
  const { baseUrl } = yield* Policy
  return {
    list: Operations.read(
      operation("pictures", "list"),
      staff,
      ({ path: { productId } }) => Effect.map(pictures.list(productId), Views.pictures(baseUrl, productId))
    ),
    add: Operations.changeByFile(
      operation("pictures", "add"),
      staff,
      (request) =>
        Effect.map(encode(fileOf(request, maxPictureBytes)), ({ bytes, picture }) => ({ bytes, content: picture })),
      ({ path: { productId }, urlParams: { "alt.de": de, "alt.en": en, position } }, picture) =>
        Effect.map(
          pictures.add(productId, picture, {
            position,
            alt: { ...(en === undefined ? {} : { en }), ...(de === undefined ? {} : { de }) }
          }),
          Views.pictures(baseUrl, productId)
        )
    ),
    arrange: Operations.change(
      operation("pictures", "arrange"),
      staff,
      ({ path: { productId }, payload }) =>
        Effect.map(pictures.arrange(productId, payload.pictures), Views.pictures(baseUrl, productId))
    ),
    remove: Operations.change(
      operation("pictures", "remove"),
      staff,
      ({ path: { pictureId, productId } }) =>
        Effect.map(pictures.remove(productId, pictureId), Views.pictures(baseUrl, productId))
    )
  } satisfies HandlersOf<"pictures">
})
