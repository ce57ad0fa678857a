/**
 * The attributes that a shop's products, carts and orders have beside what every shop knows of them: for each of the
 * three a definition (`Attribute.define`), default none. All processes on one database need the same.
 * `CatalogImport.add`, `Carts.setAttributes` and `Orders.setAttributes` set them. Follows
 * docs/specification.md#attributes.
 *
 * @since 1.0.0
 */
import type { Attributes, Definition, Definitions } from "@beauty-store/domain/Attribute"
import { type Fault, InvalidInput } from "@beauty-store/domain/InvalidInput"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** The definitions of a shop. Default: nothing has attributes. */
export class ShopAttributes extends Context.Reference<ShopAttributes>()("@beauty-store/commerce/Attributes", {
  defaultValue: (): Definitions => ({})
}) {}

/**
 * Gives a shop's products, carts and orders attributes; `wine.of(product)` has them typed.
 *
 * ```ts
 * export const wine = Attribute.define(Schema.Struct({ vintage: Attribute.visible(Schema.Int) }))
 * const shop = Store.layer.pipe(Layer.provide(Attributes.layer({ product: wine })))
 * ```
 */
export const layer = (definitions: Definitions): Layer.Layer<never> => Layer.succeed(ShopAttributes, definitions)

/** The faults of values that are to be stored as the attributes of one kind of thing. */
export const faultsOf = (definition: Definition | undefined, values: unknown): ReadonlyArray<Fault> =>
  definition === undefined
    ? [{ path: "", words: "Expected nothing: the shop has no attributes here" }]
    : definition.faultsIn(values)

/** Faults at a place inside a larger value. */
export const placed = (place: string, faults: ReadonlyArray<Fault>): ReadonlyArray<Fault> =>
  faults.map(({ path, words }) => ({
    path: path === "" || place === "" ? place + path : path.startsWith("[") ? `${place}${path}` : `${place}.${path}`,
    words
  }))

/**
 * The attributes that are to be stored instead of earlier ones; `undefined` stands for none. Fails with all faults,
 * `others` of the same call among them.
 */
export const accepted = (
  definition: Definition | undefined,
  values: object | undefined,
  others: ReadonlyArray<Fault> = []
): Effect.Effect<Attributes | undefined, InvalidInput> => {
  const faults = values === undefined ? others : [...others, ...placed("attributes", faultsOf(definition, values))]
  return faults.length === 0
    ? Effect.sync(() => values === undefined ? undefined : definition!.held(values))
    : new InvalidInput({ faults })
}
