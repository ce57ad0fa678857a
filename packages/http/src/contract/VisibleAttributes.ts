/**
 * The fields that a shop's own attributes add to products, carts and orders on the wire; those of a cart also to the
 * order that was made of it. No field means two things: attributes that have the name of a field of the store, or one
 * name for two fields, are refused when the routes are made. Follows docs/specification.md#attributes.
 */
import type { Definition, Definitions } from "@beauty-store/domain/Attribute"
import * as Effect from "effect/Effect"
import * as CartSchemas from "./CartSchemas.ts"
import * as CatalogSchemas from "./CatalogSchemas.ts"
import * as OrderSchemas from "./OrderSchemas.ts"

/** A shape that has fields of the shop's own. */
interface Shape {
  readonly schema: { readonly fields: object }
  /** Whose attributes it shows, in order. */
  readonly of: ReadonlyArray<keyof Definitions>
  /** The field of the store's that they stand before; default: they are the last. */
  readonly before?: string
}

/** The shapes by name. */
export const shapes: Readonly<Record<"Product" | "Cart" | "Order", Shape>> = {
  Product: { schema: CatalogSchemas.Product, of: ["product"], before: "hygieneSealed" },
  Cart: { schema: CartSchemas.Cart, of: ["cart"] },
  Order: { schema: OrderSchemas.Order, of: ["cart", "order"] }
}

/** The definitions whose visible fields a shape has, in their order. */
export const definitionsIn = (shape: keyof typeof shapes, shop: Definitions): ReadonlyArray<Definition> =>
  shapes[shape].of.flatMap((kind) => shop[kind] ?? [])

/** The names that stand for two fields of a shape; none if the shop's attributes can be shown. */
const clashes = (shop: Definitions): ReadonlyArray<string> =>
  (Object.keys(shapes) as ReadonlyArray<keyof typeof shapes>).flatMap((shape) => {
    // Any response to a change may have `messages`.
    const taken = new Set([...Object.keys(shapes[shape].schema.fields), "messages"])
    return definitionsIn(shape, shop).flatMap(({ visible }) => visible).flatMap(({ name }) => {
      if (!taken.has(name)) {
        taken.add(name)
        return []
      }
      return [`${shape}.${name}`]
    })
  })

/** Dies where the shop's attributes cannot be shown. */
export const check = (shop: Definitions): Effect.Effect<void> => {
  const names = clashes(shop)
  return names.length === 0
    ? Effect.void
    : Effect.dieMessage(
      `attributes need names that nothing else has in the API: ${
        names.join(", ")
      }; rename them, or do not mark them visible`
    )
}
