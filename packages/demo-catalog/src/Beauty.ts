/**
 * What a beauty shop knows of its products beside what every shop knows: their ingredients.
 *
 * The ingredients stand in the API's JSON under their own name, and they are searched. Follows
 * docs/specification.md#attributes.
 *
 * @since 1.0.0
 */
import * as Attribute from "@beauty-store/domain/Attribute"
import * as Schema from "effect/Schema"

/** The attributes of a product of a beauty shop. */
export const product = Attribute.define(Schema.Struct({
  /** As printed on the package, in INCI names; empty where there are none. */
  ingredients: Schema.optionalWith(
    Attribute.visible(Attribute.searched(Schema.String.annotations({
      description: "INCI",
      examples: ["Aqua, Niacinamide, Glycerin, Zinc PCA, Phenoxyethanol"]
    }))),
    { default: () => "" }
  )
}))
