/**
 * Brands and products on the wire, and the search for them (docs/specification.md#catalogue).
 *
 * @since 1.0.0
 */
import { defaultCategories, LargeUnit, SearchSort, SizeUnit } from "@beauty-store/domain/Catalog"
import * as Declaration from "@beauty-store/domain/Declaration"
import { BrandId, ProductId } from "@beauty-store/domain/Ids"
import * as Money from "@beauty-store/domain/Money"
import * as PlainText from "@beauty-store/domain/PlainText"
import { OptionFilter } from "@beauty-store/domain/ProductOption"
import * as Schema from "effect/Schema"
import { amountWords, anyOf, bounds, choice, leaf, Name, queryNumber, whole, YesOrNo } from "./InputSchemas.ts"
import { paging } from "./ListSchemas.ts"
import { Reduction } from "./PriceSchemas.ts"
import { Amount, attributes, Currency, Uri } from "./ValueSchemas.ts"

/** The document of a shop with other categories names those (`OpenApiDocument`). */
const Category = Schema.String.annotations({ jsonSchema: { type: "string", enum: defaultCategories } })

const { address, electronicAddress, name } = Declaration.ResponsiblePerson.fields
const personPart = "1 to 200 characters without vertical bars"
export const ResponsiblePerson = Schema.Struct({
  name: leaf(personPart, name),
  address: leaf(personPart, address),
  electronicAddress: leaf("an email address, or a web address", electronicAddress)
}).annotations({ identifier: "ResponsiblePerson" })

/** What everybody sees of a product's declaration. */
export const shownDeclaration = {
  sku: Schema.optional(Schema.String),
  weightGrams: Schema.optional(Schema.Int),
  countryOfOrigin: Schema.optional(Schema.String),
  responsiblePerson: Schema.optional(ResponsiblePerson)
}

export const Product = Schema.Struct({
  id: ProductId.claimed,
  name: Schema.String,
  description: Schema.String,
  price: Amount,
  currency: Currency,
  reduction: Schema.optional(Reduction),
  category: Category,
  inStock: Schema.Boolean,
  brand: Schema.Struct({ id: BrandId.claimed, name: Schema.String }),
  image: Uri,
  gtin: Schema.String,
  size: Schema.Struct({ value: Schema.Number, unit: SizeUnit }),
  unitPrice: Schema.NullOr(
    Schema.Struct({
      price: Amount,
      per: Schema.Struct({ value: Schema.Number, unit: LargeUnit })
    })
  ),
  hygieneSealed: Schema.Boolean,
  ...shownDeclaration
}, attributes).annotations({ identifier: "Product" })

export const Brand = Schema.Struct({
  id: BrandId.claimed,
  name: Schema.String,
  category: Schema.String,
  products: Schema.Array(Product)
}).annotations({ identifier: "Brand" })

export const Catalog = Schema.Struct({
  store: Schema.String,
  currency: Currency,
  brands: Schema.Array(Brand)
}).annotations({ identifier: "Catalog" })

const Count = Schema.Int

/** Each count ignores the search's own filter on that facet, and keeps all others. */
export const Facets = Schema.Struct({
  total: Count,
  brands: Schema.Array(Schema.Struct({ id: BrandId.claimed, name: Schema.String, count: Count })),
  categories: Schema.Array(Schema.Struct({ category: Schema.String, count: Count })),
  prices: Schema.Array(Schema.Struct({
    minPrice: Amount,
    maxPrice: Schema.NullOr(Amount),
    count: Count
  })),
  options: Schema.Array(Schema.Struct({
    name: Schema.String,
    values: Schema.Array(Schema.Struct({ value: Schema.String, count: Count }))
  })),
  inStock: Schema.Array(Schema.Struct({ inStock: Schema.Boolean, count: Count })),
  reduced: Count
}).annotations({ identifier: "Facets" })

export const ProductList = Schema.Struct({
  data: Schema.Array(Product),
  nextCursor: Schema.NullOr(Schema.String),
  correctedQuery: Schema.optional(Schema.String),
  facets: Schema.optional(Facets),
  suggestions: Schema.optional(Schema.Array(Schema.String))
}).annotations({ identifier: "ProductPage" })

/** An amount of some currency; the handler holds it to the shop's. */
const price = queryNumber(
  amountWords(bounds.from),
  Schema.NonNegative.pipe(Schema.filter((n) => Number(n.toFixed(Money.mostDecimals)) === n)),
  { type: "number", minimum: 0, maximum: Money.toNumber(Money.maxAmountMinor, Money.defaultCurrency) }
)

export const SearchParameters = Schema.Struct({
  q: Schema.optional(leaf("search words, at most 500 characters", Schema.String.pipe(PlainText.atMost(500)))),
  brand: Schema.optional(Name("a brand's id")),
  category: Schema.optional(Name(`a category: ${anyOf(defaultCategories)}`)),
  minPrice: price,
  maxPrice: price,
  inStock: YesOrNo("true or false"),
  reduced: YesOrNo("true or false: whether the price is announced as reduced"),
  option: Schema.optional(
    leaf(
      "names and values of one to three options, as in shade:Red or size:50 ml|Grind:Fine, at most 200 characters",
      OptionFilter.pipe(Schema.maxLength(200))
    )
  ),
  sort: Schema.optional(choice(SearchSort).annotations({ default: "relevance" })),
  facets: YesOrNo("true or false: whether products are counted by each filter"),
  suggestions: YesOrNo("true or false: whether ways to finish `q` are listed"),
  ...paging
}).annotations(whole)
