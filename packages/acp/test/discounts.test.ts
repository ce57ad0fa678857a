/** How discounts are shown to agents, once there are any: list amounts, the discount, and what is left to pay. */
import { authenticationOf, handlerOf } from "@beauty-store/acp/PaymentHandler"
import * as SessionPrinter from "@beauty-store/acp/SessionPrinter"
import type { DraftView } from "@beauty-store/commerce/drafts/DraftView"
import { defaultPolicy } from "@beauty-store/commerce/Policy"
import { DraftId, ProductId } from "@beauty-store/domain/Ids"
import * as Pricing from "@beauty-store/domain/Pricing"
import { expect, it } from "vitest"
import { expectSums } from "./agent.ts"
import { faults, itPublished } from "./schemas.ts"

const policy = { ...defaultPolicy, baseUrl: "http://shop.example" }
const shop: SessionPrinter.Shop = {
  baseUrl: policy.baseUrl,
  languages: policy.languages,
  handler: handlerOf(policy, "yours", false),
  authentication: authenticationOf(policy)
}

const priced = Pricing.sumUp({
  lines: [
    { productId: ProductId.make("serum"), quantity: 2, unitPriceMinor: 1990, discountMinor: 500, rateBp: 1900 },
    { productId: ProductId.make("cream"), quantity: 1, unitPriceMinor: 1250, rateBp: 1900 }
  ],
  shippingMinor: 495
})

const view: DraftView = {
  id: DraftId.make("draft_0123456789"),
  kind: "checkout",
  status: "ready",
  draft: { lines: [], discountCodes: [], authenticates: false, paysByToken: false },
  lines: priced.lines.map((line) => ({ ...line, name: line.productId, available: undefined, availability: undefined })),
  sums: priced,
  promotions: [],
  codes: [],
  freesShipping: false,
  method: "standard",
  options: [],
  messages: [],
  orderId: undefined,
  unpaidOrderId: undefined,
  handover: undefined,
  createdAt: 0,
  updatedAt: 0,
  expiresAt: 0
}

const amounts = (totals: ReadonlyArray<{ readonly type: string; readonly amount: number }>) =>
  totals.map(({ amount, type }) => [type, amount])

it("a session shows list amounts, the discount and the rest, of each line and of all; a line without discount has none", () => {
  const session = SessionPrinter.session(view, shop, undefined)
  expect(session.line_items.map(({ totals }) => amounts(totals))).toEqual([
    [["items_base_amount", 3980], ["items_discount", 500], ["subtotal", 3480], ["total", 3480]],
    [["items_base_amount", 1250], ["subtotal", 1250], ["total", 1250]]
  ])
  expect(amounts(session.totals)).toEqual([
    ["items_base_amount", 5230],
    ["items_discount", 500],
    ["subtotal", 4730],
    ["fulfillment", priced.shippingMinor],
    ["total", priced.totalMinor]
  ])
  expectSums(session)
})

it("a cart does so, too", () => {
  const cart = SessionPrinter.cart({ ...view, kind: "cart" }, shop)
  expect(amounts(cart.totals).slice(0, 3)).toEqual([
    ["items_base_amount", 5230],
    ["items_discount", 500],
    ["subtotal", 4730]
  ])
  expectSums(cart)
})

itPublished("both are of the published schemas", () => {
  expect(faults("agentic_checkout", "CheckoutSession", SessionPrinter.session(view, shop, undefined))).toEqual([])
  expect(faults("cart", "Cart", SessionPrinter.cart({ ...view, kind: "cart" }, shop))).toEqual([])
})
