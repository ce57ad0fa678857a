import { expect, it } from "vitest"
import { CountryCode } from "../src/Address.ts"
import * as Shipping from "../src/Shipping.ts"

it.each([
  { method: "standard" as const, to: "DE", goodsMinor: 0, costs: 0 },
  { method: "standard" as const, to: "DE", goodsMinor: 1, costs: 495 },
  { method: "standard" as const, to: "DE", goodsMinor: 4999, costs: 495 },
  { method: "standard" as const, to: "DE", goodsMinor: 5000, costs: 0 },
  { method: "standard" as const, to: "FI", goodsMinor: 4999, costs: 495 },
  { method: "standard" as const, to: "FI", goodsMinor: 5000, costs: 0 },
  { method: "standard" as const, to: "CH", goodsMinor: 0, costs: 0 },
  { method: "standard" as const, to: "CH", goodsMinor: 4999, costs: 1495 },
  { method: "standard" as const, to: "CH", goodsMinor: 5000, costs: 1495 },
  { method: "express" as const, to: "DE", goodsMinor: 0, costs: 0 },
  { method: "express" as const, to: "DE", goodsMinor: 4999, costs: 995 },
  { method: "express" as const, to: "DE", goodsMinor: 5000, costs: 995 },
  { method: "express" as const, to: "US", goodsMinor: 4999, costs: 2495 },
  { method: "express" as const, to: "US", goodsMinor: 5000, costs: 2495 }
])("$method to $to costs $costs for goods of $goodsMinor", ({ method, to, goodsMinor, costs }) => {
  const shipment = { method, country: CountryCode.make(to), goodsMinor }
  expect(Shipping.shippingMinor(Shipping.defaultPolicy, shipment)).toBe(costs)
})

it("a shop sets its own amounts and limit", () => {
  const policy: Shipping.ShippingPolicy = {
    homeCountry: CountryCode.make("FR"),
    euMinor: { standard: 1, express: 2 },
    elsewhereMinor: { standard: 3, express: 4 },
    freeFromMinor: 10,
    unserved: []
  }
  const cost = (method: Shipping.ShippingMethod, country: string, goodsMinor: number) =>
    Shipping.shippingMinor(policy, { method, country: CountryCode.make(country), goodsMinor })
  expect([cost("standard", "FR", 9), cost("standard", "FR", 10), cost("express", "FR", 10)]).toEqual([1, 0, 2])
  expect([cost("standard", "NO", 10), cost("express", "NO", 10)]).toEqual([3, 4])
})

it.each([
  { method: "standard" as const, to: "DE", leaves: "2026-03-02T09:00:00Z", on: "2026-03-05" },
  { method: "express" as const, to: "DE", leaves: "2026-03-02T09:00:00Z", on: "2026-03-03" },
  { method: "standard" as const, to: "US", leaves: "2026-03-02T09:00:00Z", on: "2026-03-12" },
  { method: "express" as const, to: "US", leaves: "2026-03-02T09:00:00Z", on: "2026-03-05" },
  { method: "express" as const, to: "FI", leaves: "2026-03-06T22:59:00Z", on: "2026-03-09" },
  { method: "express" as const, to: "FI", leaves: "2026-03-08T23:00:00Z", on: "2026-03-10" },
  { method: "standard" as const, to: "DE", leaves: "2026-04-02T09:00:00Z", on: "2026-04-09" }
])("$method to $to that leaves at $leaves is expected on $on", ({ leaves, method, on, to }) => {
  expect(Shipping.estimatedDelivery({ method, country: CountryCode.make(to) }, Date.parse(leaves))).toBe(on)
})
