/**
 * Every route beside the contracts, in one list: pages, pictures and documents. What is mounted, which methods a path
 * has, and who may open what are read from it, so that no page is without a rule. Follows docs/specification.md#pages.
 */
import * as CheckoutReturnPage from "../pages/CheckoutReturnPage.ts"
import * as ContinuePurchasePage from "../pages/ContinuePurchasePage.tsx"
import * as OrderLookupPage from "../pages/OrderLookupPage.tsx"
import * as OrderPageRoutes from "../pages/OrderPageRoutes.ts"
import * as PermissionPageRoutes from "../pages/PermissionPageRoutes.ts"
import * as ReturnLabel from "../pages/ReturnLabel.ts"
import * as ShopPages from "../pages/ShopPages.ts"
import * as TicketPageRoutes from "../pages/TicketPageRoutes.ts"
import type { PageRoute } from "../pipeline/PageRoute.ts"
import * as DocumentRoutes from "./DocumentRoutes.ts"

export const pageRoutes: ReadonlyArray<PageRoute> = [
  ...ShopPages.routes,
  ...DocumentRoutes.routes,
  ...ReturnLabel.routes,
  ...CheckoutReturnPage.routes,
  ...OrderPageRoutes.routes,
  ...OrderLookupPage.routes,
  ...PermissionPageRoutes.routes,
  ...ContinuePurchasePage.routes,
  ...TicketPageRoutes.routes
]
