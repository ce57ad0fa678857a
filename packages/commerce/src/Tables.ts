/**
 * The store's tables, as the list of migrations that makes them; those of each noun are in `tables/`. Ids are text that
 * grows with time, moments BIGINT milliseconds, money BIGINT minor units, values read whole JSON in TEXT. Rules that
 * hold under any concurrency are constraints, too. A table with documents is not clustered. Follows
 * docs/specification.md#migrations.
 *
 * @since 1.0.0
 */
import type { Migration } from "@beauty-store/sql/Migrations"
import { billingAddresses } from "./tables/AddressTables.ts"
import { afterPayment } from "./tables/AfterPaymentTables.ts"
import { buying, shownDiscounts } from "./tables/BuyingTables.ts"
import { archivedProducts, catalogue, plainWords, productOptions } from "./tables/CatalogueTables.ts"
import { declarations } from "./tables/DeclarationTables.ts"
import { delegatedPayment } from "./tables/DelegatedPaymentTables.ts"
import { identity, overlappingSecrets } from "./tables/IdentityTables.ts"
import { imports } from "./tables/ImportTables.ts"
import { nameWords, numbers } from "./tables/NumberTables.ts"
import { partners } from "./tables/PartnerTables.ts"
import { pictures } from "./tables/PictureTables.ts"
import { prices } from "./tables/PriceTables.ts"
import { promotions } from "./tables/PromotionTables.ts"
import { reconciliation } from "./tables/ReconciliationTables.ts"
import { staff } from "./tables/StaffTables.ts"
import { lowStock, stockMovements } from "./tables/StockTables.ts"
import { vatClasses } from "./tables/VatTables.ts"
import { work } from "./tables/WorkTables.ts"

const nouns = [
  catalogue,
  identity,
  buying,
  delegatedPayment,
  afterPayment,
  partners,
  staff,
  reconciliation,
  work
]

const baseline: Migration = {
  name: "001_baseline",
  statements: (syntax, dialect) => nouns.flatMap((tables) => tables(syntax, dialect))
}

/** All migrations, oldest first. Never change one that was released; add another. */
export const migrations: ReadonlyArray<Migration> = [
  baseline,
  { name: "002_shown_discounts", compatibleFrom: baseline.name, statements: shownDiscounts },
  { name: "003_archived_products", compatibleFrom: baseline.name, statements: archivedProducts },
  { name: "004_pictures", compatibleFrom: baseline.name, statements: pictures },
  { name: "005_prices", compatibleFrom: baseline.name, statements: prices },
  { name: "006_promotions", compatibleFrom: baseline.name, statements: promotions },
  { name: "007_order_numbers", compatibleFrom: baseline.name, statements: numbers },
  { name: "008_vat_classes", compatibleFrom: baseline.name, statements: vatClasses },
  { name: "009_billing_addresses", compatibleFrom: baseline.name, statements: billingAddresses },
  { name: "010_stock_movements", compatibleFrom: baseline.name, statements: stockMovements },
  { name: "011_declarations", compatibleFrom: baseline.name, statements: declarations },
  { name: "012_product_options", compatibleFrom: baseline.name, statements: productOptions },
  { name: "013_imports", compatibleFrom: baseline.name, statements: imports },
  { name: "014_low_stock", compatibleFrom: baseline.name, statements: lowStock },
  { name: "015_name_words", compatibleFrom: baseline.name, statements: nameWords },
  { name: "016_overlapping_secrets", compatibleFrom: baseline.name, statements: overlappingSecrets },
  { name: "017_plain_words", compatibleFrom: baseline.name, statements: plainWords }
]
