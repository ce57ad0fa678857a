/** Two products for the shops of the examples. */
import type { Assortment } from "@beauty-store/commerce/catalog/CatalogImport"

export const assortment: Assortment = {
  brands: [{
    id: "alba",
    name: "Alba",
    category: "skincare",
    products: [
      {
        id: "rose-serum",
        brandId: "alba",
        name: "Rose Serum",
        description: "A serum with rose water.",
        priceMinor: 29_95,
        currency: "EUR",
        category: "skincare",
        gtin: "4006381333931",
        size: { value: 30, unit: "ml" },
        // Sealed for hygiene.
        returnableOnceOpened: false,
        onHand: 10
      },
      {
        id: "last-balm",
        brandId: "alba",
        name: "Last Balm",
        description: "",
        priceMinor: 12_50,
        currency: "EUR",
        category: "body",
        gtin: "4006381333948",
        size: { value: 50, unit: "g" },
        onHand: 1
      }
    ]
  }]
}
