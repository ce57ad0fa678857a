/**
 * Example bodies of checkout sessions, by the name of their shape: a part of the story that the store's own examples
 * tell. A test decodes each by its schema. Follows docs/specification.md#descriptors.
 */
const shop = "https://shop.example"
const productId = "kieselhaut-niacinamide-serum-10"
const draftId = "draft_0VbVkFhK9aS2dF5gH8jK1lZ4xC7v"
const email = "ada@example.com"
const checkedOutAt = "2026-11-20T11:15:07.730Z"

const item = {
  id: productId,
  item: { id: productId, name: "Niacinamide Serum 10 %", unit_amount: 1490 },
  quantity: 2,
  name: "Niacinamide Serum 10 %",
  images: [`${shop}/images/${productId}.svg`],
  unit_amount: 1490,
  product_id: productId,
  availability_status: "in_stock",
  available_quantity: 240,
  max_quantity_per_order: 99,
  totals: [{ type: "total", display_text: "Total", amount: 2980 }]
}
const address = {
  name: "Ada Lovelace",
  line_one: "Torstrasse 1",
  city: "Berlin",
  state: "BE",
  country: "DE",
  postal_code: "10119"
}

export const examples: Readonly<Record<string, unknown>> = {
  AcpCancelRequest: {},
  AcpCheckoutSession: {
    id: draftId,
    protocol: { version: "2026-04-17" },
    capabilities: {
      payment: {
        handlers: [{
          id: "card_tokenized",
          name: "dev.acp.tokenized.card",
          display_name: "Card",
          version: "2026-01-22",
          spec: "https://acp.dev/handlers/tokenized.card",
          requires_delegate_payment: true,
          requires_pci_compliance: false,
          psp: "simulated",
          config_schema: "https://acp.dev/schemas/handlers/tokenized.card/config.json",
          instrument_schemas: ["https://acp.dev/schemas/handlers/tokenized.card/instrument.json"],
          config: {
            merchant_id: "beauty-store",
            psp: "simulated",
            accepted_brands: ["visa", "mastercard"],
            accepted_funding_types: ["credit", "debit"],
            supports_3ds: true,
            "3ds_versions": ["2.2.0"],
            environment: "sandbox"
          },
          display_order: 1
        }]
      },
      interventions: { supported: [], enforcement: "conditional" },
      extensions: [{ name: "discount" }]
    },
    buyer: { email },
    status: "ready_for_payment",
    currency: "eur",
    locale: "en",
    line_items: [item],
    fulfillment_details: { name: "Ada Lovelace", address },
    fulfillment_options: [{
      type: "shipping",
      id: "standard",
      title: "Standard",
      description: "A parcel with tracking.",
      totals: [{ type: "total", display_text: "Shipping", amount: 495 }]
    }],
    selected_fulfillment_options: [{ type: "shipping", option_id: "standard", item_ids: [productId] }],
    totals: [{ type: "total", display_text: "Total", amount: 3475 }],
    messages: [],
    links: [{ type: "terms_of_use", title: "Terms of use", url: `${shop}/policies/terms` }],
    created_at: checkedOutAt,
    updated_at: checkedOutAt,
    expires_at: "2026-11-21T11:15:07.730Z",
    continue_url: `${shop}/checkout/continue/${draftId}.kMDTqm6SDWLu7R4np6mpM1D_Ni5_Af-x`
  },
  AcpCheckoutSessionCompleteRequest: {
    payment_data: {
      handler_id: "card_tokenized",
      instrument: { type: "card", credential: { type: "spt", token: "vt_0VbVkFhN3bV6nM9qW2eR5tY8uI1o" } }
    }
  },
  AcpCheckoutSessionCreateRequest: {
    line_items: [{ id: productId, quantity: 2 }],
    currency: "eur",
    buyer: { email },
    fulfillment_details: { name: "Ada Lovelace", address }
  },
  AcpCheckoutSessionUpdateRequest: { selected_fulfillment_options: [{ type: "shipping", option_id: "express" }] }
}
