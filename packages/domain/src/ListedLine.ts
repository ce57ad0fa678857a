/**
 * A line of a purchase at its list price, as every strategy that prices one sees it (`Discount`, `Shipping`, `Vat`). A
 * product stands in one line of a purchase. Its attributes are those of the product at this moment; a shop without
 * attributes has none. Follows docs/specification.md#strategies.
 *
 * @since 1.0.0
 */
import type { Attributed } from "./Attribute.ts"
import type { Category } from "./Catalog.ts"
import type { BrandId, ProductId } from "./Ids.ts"
import type { VatClass } from "./VatRates.ts"

/** Units of a product at their list price, VAT included, in minor units. */
export interface ListedLine extends Attributed {
  readonly productId: ProductId
  readonly quantity: number
  readonly unitPriceMinor: number
  /** Its product's, where they are known. */
  readonly brandId?: BrandId | undefined
  readonly category?: Category | undefined
  /** Default: standard. */
  readonly vatClass?: VatClass | undefined
  /** What a packed unit weighs; default: nothing. */
  readonly weightGrams?: number | undefined
}
