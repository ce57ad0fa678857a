/**
 * Where the bill of an order goes, where that is not where its parcel goes. Orders of programs from before have none:
 * their bill goes with the parcel. Follows docs/specification.md#addresses.
 */
import type { Migration } from "@beauty-store/sql/Migrations"

export const billingAddresses: Migration["statements"] = () => ["ALTER TABLE orders ADD COLUMN billing_address TEXT"]
