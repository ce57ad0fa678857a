/**
 * The typefaces that a shop brings, by the names of their files at `/fonts/`. A name contains a hash of the file, so that
 * whoever has it may keep it for ever. Follows docs/shop.md.
 *
 * @since 1.0.0
 */
import * as Context from "effect/Context"

export class Typefaces extends Context.Reference<Typefaces>()("@beauty-store/http/Typefaces", {
  defaultValue: (): ReadonlyMap<string, Uint8Array> => new Map()
}) {}
