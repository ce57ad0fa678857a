/**
 * Why goods are not changed: what `Goods` refuses. Follows docs/specification.md#goods.
 *
 * @since 1.0.0
 */
import { UsedBy } from "@beauty-store/domain/Catalog"
import { BrandId, ProductId } from "@beauty-store/domain/Ids"
import * as Schema from "effect/Schema"

/** No brand has this id. */
export class BrandNotFound extends Schema.TaggedError<BrandNotFound>()("BrandNotFound", { brandId: BrandId.claimed }) {
  override get message(): string {
    return `There is no brand ${this.brandId}.`
  }
}

/** A product has this id already, and may be archived. */
export class ProductExists extends Schema.TaggedError<ProductExists>()("ProductExists", { productId: ProductId }) {
  override get message(): string {
    return `There is a product ${this.productId} already.`
  }
}

/** A brand has this id already. */
export class BrandExists extends Schema.TaggedError<BrandExists>()("BrandExists", { brandId: BrandId }) {
  override get message(): string {
    return `There is a brand ${this.brandId} already.`
  }
}

/** A product that was sold, or may be, is archived and not deleted. */
export class ProductInUse extends Schema.TaggedError<ProductInUse>()("ProductInUse", {
  productId: ProductId,
  usedBy: UsedBy
}) {
  override get message(): string {
    return `${this.usedBy === "order" ? "An" : "A"} ${this.usedBy} has ${this.productId}: archive it.`
  }
}

/** A brand that has products, archived ones too. */
export class BrandInUse extends Schema.TaggedError<BrandInUse>()("BrandInUse", {
  brandId: BrandId,
  products: Schema.Int
}) {
  override get message(): string {
    return `${this.products} products are of the brand ${this.brandId}.`
  }
}

/**
 * A product or a brand is not as its editor has seen it. Who changed it last, what they did and when (milliseconds);
 * null where staff did not: an import by command line, or a job.
 */
export class GoodsChanged extends Schema.TaggedError<GoodsChanged>()("GoodsChanged", {
  subject: Schema.String,
  currentVersion: Schema.String,
  changedBy: Schema.NullOr(Schema.String),
  change: Schema.NullOr(Schema.String),
  changedFields: Schema.Array(Schema.String),
  changedAt: Schema.NullOr(Schema.Int)
}) {
  override get message(): string {
    return this.changedBy === null
      ? `${this.subject} has changed.`
      : `${this.subject} has changed: ${this.change} by ${this.changedBy}${
        this.changedFields.length === 0 ? "" : ` (${this.changedFields.join(", ")})`
      }.`
  }
}
