/**
 * Every route beside the contracts, in one list: pages, pictures and documents. What is mounted, which methods a path
 * has, and who may open what are read from it, so that no page is without a rule. Follows docs/specification.md#pages.
 */
import * as DocumentRoutes from "../discovery/DocumentRoutes.ts"
import type { PageRoute } from "../pipeline/PageRoute.ts"
import * as CheckoutReturnPage from "./CheckoutReturnPage.ts"
import * as ContinuePurchasePage from "./ContinuePurchasePage.tsx"
import * as OrderLookupPage from "./OrderLookupPage.tsx"
import * as OrderPageRoutes from "./OrderPageRoutes.ts"
import * as ReturnLabel from "./ReturnLabel.ts"
import * as ShopPages from "./ShopPages.ts"

export const pageRoutes: ReadonlyArray<PageRoute> = [
  ...ShopPages.routes,
  ...DocumentRoutes.routes,
  ...ReturnLabel.routes,
  ...CheckoutReturnPage.routes,
  ...OrderPageRoutes.routes,
  ...OrderLookupPage.routes,
  ...ContinuePurchasePage.routes
]
