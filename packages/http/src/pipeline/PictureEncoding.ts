/**
 * Makes the files of a picture that somebody sends. The rule: of a file nothing is kept but its pixels; one that is no
 * plain picture is refused, by its bytes. The program that serves the store provides it; without one, no picture is
 * taken. Follows docs/specification.md#pictures.
 *
 * @since 1.0.0
 */
import type { EncodedPicture } from "@beauty-store/commerce/catalog/ProductPictures"
import { PictureRefused } from "@beauty-store/domain/Picture"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { StoreOverloaded } from "./StoreOverloaded.ts"

/** The most bytes of a file. */
export const maxPictureBytes = 10 * 1024 * 1024

export interface ReceivedPicture {
  readonly bytes: Uint8Array
  readonly picture: Either.Either<EncodedPicture, PictureRefused>
}

interface Encoding {
  /** Encodes the bytes that are received, once there is room for them; where there is none, nothing is received. */
  readonly encode: <E>(bytes: Effect.Effect<Uint8Array, E>) => Effect.Effect<ReceivedPicture, E | StoreOverloaded>
}

const refused = Either.left(
  new PictureRefused({ reason: "cannot be taken, because the program that serves this shop makes no pictures" })
)

export class PictureEncoding extends Context.Reference<PictureEncoding>()("@beauty-store/http/PictureEncoding", {
  defaultValue: (): Encoding => ({ encode: Effect.map((bytes) => ({ bytes, picture: refused })) })
}) {}
