/**
 * Products and brands on the wire, as staff keep them (docs/specification.md#goods).
 *
 * What the shop decides for itself (its categories, its attributes, which brands there are) the use case checks.
 *
 * @since 1.0.0
 */
import * as Catalog from "@beauty-store/domain/Catalog"
import * as Declaration from "@beauty-store/domain/Declaration"
import { BrandId, ProductId } from "@beauty-store/domain/Ids"
import { OptionNames } from "@beauty-store/domain/ProductOption"
import { LowStock, mostOnHand } from "@beauty-store/domain/Stock"
import { VatClass } from "@beauty-store/domain/VatRates"
import * as Schema from "effect/Schema"
import { ResponsiblePerson, shownDeclaration } from "./CatalogSchemas.ts"
import { choice, leaf, Name, PriceInput, whole, YesOrNo } from "./InputSchemas.ts"
import { listOf, paging } from "./ListSchemas.ts"
import { OnHandInput } from "./StockSchemas.ts"
import { Amount, Currency, Moment } from "./ValueSchemas.ts"

const slugWords = "lower-case letters and digits with single hyphens between them, at most 80 characters"
const text = (longest: number) =>
  leaf(
    `text without blanks around it, 1 to ${longest} characters`,
    Schema.NonEmptyTrimmedString.pipe(Schema.maxLength(longest))
  )
const line = text(200)
const label = text(120)
const category = leaf("a category of the shop", Schema.String)
const brandId = leaf("the id of a brand", Schema.String)

/** Whatever the shop knows of its products besides. */
const attributes = Schema.Record({ key: Schema.String, value: Schema.Unknown })
const paragraph = text(4_000)
const Translation = Schema.Struct({
  name: Schema.optional(paragraph),
  description: Schema.optional(paragraph),
  howToUse: Schema.optional(paragraph),
  warnings: Schema.optional(paragraph),
  ingredients: Schema.optional(paragraph),
  groupName: Schema.optional(paragraph),
  variesBy: Schema.optional(paragraph),
  groupValue: Schema.optional(paragraph)
})
/** The use case checks the codes of the languages. */
const texts = Schema.Struct({
  howToUse: Schema.optional(paragraph),
  warnings: Schema.optional(paragraph),
  translations: Schema.optional(Schema.Record({ key: Schema.String, value: Translation }))
}).annotations({ identifier: "ProductTexts" })
const size = Schema.Struct({
  value: leaf("a number above 0 and up to 100000 with at most three decimals", Catalog.Size.fields.value),
  unit: choice(Catalog.SizeUnit)
})
const group = Schema.Struct({
  id: leaf(slugWords, ProductId),
  name: label,
  variesBy: leaf("options with vertical bars between them: shade, size, scent or names of the shop's own", OptionNames),
  value: label
})

const declared = {
  sku: leaf("1 to 64 characters in one line", Declaration.Sku),
  weightGrams: leaf("a whole number from 1 to 100000", Declaration.WeightGrams),
  countryOfOrigin: leaf("a country's code of two letters, such as FR", Declaration.CountryOfOrigin),
  responsiblePerson: ResponsiblePerson,
  cpnp: leaf("6 to 8 digits", Declaration.Cpnp)
}

const lowStock = leaf(`a whole number from 0 to ${mostOnHand}`, LowStock)

const facts = {
  brandId,
  name: line,
  description: leaf("text, at most 10000 characters", Schema.String.pipe(Schema.maxLength(10_000))),
  price: PriceInput,
  category,
  gtin: leaf("a GTIN of 8, 12, 13 or 14 digits with a valid check digit", Catalog.Gtin)
}
const optional = {
  size: Schema.optional(size),
  hygieneSealed: Schema.optional(Schema.Boolean),
  vatClass: Schema.optional(choice(VatClass))
}

export const NewProduct = Schema.Struct({
  id: leaf(slugWords, ProductId),
  ...facts,
  gtin: Schema.optional(facts.gtin),
  ...optional,
  sku: Schema.optional(declared.sku),
  weightGrams: Schema.optional(declared.weightGrams),
  countryOfOrigin: Schema.optional(declared.countryOfOrigin),
  responsiblePerson: Schema.optional(declared.responsiblePerson),
  cpnp: Schema.optional(declared.cpnp),
  lowStock: Schema.optional(lowStock),
  group: Schema.optional(group),
  texts: Schema.optional(texts),
  attributes: Schema.optional(attributes),
  onHand: Schema.optional(OnHandInput)
}).annotations({ identifier: "NewProduct", ...whole })

export const ProductChanges = Schema.Struct({
  brandId: Schema.optional(facts.brandId),
  name: Schema.optional(facts.name),
  description: Schema.optional(facts.description),
  price: Schema.optional(facts.price),
  category: Schema.optional(facts.category),
  gtin: Schema.optional(facts.gtin),
  ...optional,
  sku: Schema.optional(Schema.NullOr(declared.sku)),
  weightGrams: Schema.optional(Schema.NullOr(declared.weightGrams)),
  countryOfOrigin: Schema.optional(Schema.NullOr(declared.countryOfOrigin)),
  responsiblePerson: Schema.optional(Schema.NullOr(declared.responsiblePerson)),
  cpnp: Schema.optional(Schema.NullOr(declared.cpnp)),
  lowStock: Schema.optional(Schema.NullOr(lowStock)),
  group: Schema.optional(Schema.NullOr(group)),
  texts: Schema.optional(Schema.NullOr(texts)),
  attributes: Schema.optional(Schema.NullOr(attributes))
}).annotations({ identifier: "ProductChanges", ...whole })

/** A product as staff keep it. */
export const KeptProduct = Schema.Struct({
  id: ProductId.claimed,
  brandId: BrandId.claimed,
  name: Schema.String,
  description: Schema.String,
  price: Amount,
  regularPrice: Schema.optional(Amount),
  currency: Currency,
  category: Schema.String,
  gtin: Schema.String,
  size: Schema.Struct({ value: Schema.Number, unit: Catalog.SizeUnit }),
  hygieneSealed: Schema.Boolean,
  vatClass: VatClass,
  ...shownDeclaration,
  cpnp: Schema.optional(Schema.String),
  lowStock: Schema.optional(Schema.Int),
  group: Schema.optional(
    Schema.Struct({ id: ProductId.claimed, name: Schema.String, variesBy: Schema.String, value: Schema.String })
  ),
  texts: Schema.optional(texts),
  attributes: Schema.optional(attributes),
  version: Schema.String,
  addedAt: Moment,
  archivedAt: Schema.NullOr(Moment)
}).annotations({ identifier: "KeptProduct" })
export const KeptProductList = listOf("KeptProductPage", KeptProduct)

export const ProductFilter = Schema.Struct({
  archived: YesOrNo("true: only what is archived; false: only what is sold"),
  brand: Schema.optional(Name("a brand's id")),
  ...paging
}).annotations(whole)

export const NewBrand = Schema.Struct({
  id: leaf(slugWords, BrandId),
  name: line,
  category,
  responsiblePerson: Schema.optional(ResponsiblePerson)
}).annotations({ identifier: "NewBrand", ...whole })
export const BrandChanges = Schema.Struct({
  name: Schema.optional(line),
  category: Schema.optional(category),
  responsiblePerson: Schema.optional(Schema.NullOr(ResponsiblePerson))
}).annotations({ identifier: "BrandChanges", ...whole })
export const KeptBrand = Schema.Struct({
  id: BrandId.claimed,
  name: Schema.String,
  category: Schema.String,
  responsiblePerson: Schema.optional(ResponsiblePerson),
  version: Schema.String
}).annotations({ identifier: "KeptBrand" })
export const KeptBrandList = listOf("KeptBrandPage", KeptBrand)
