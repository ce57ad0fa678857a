/**
 * The payment handler that the shop offers to agents: a card that its holder's platform turned into a token, by the
 * protocol's own delegated payment. The provider's page is not a handler: where it is the better way, a session says so
 * (`requires_escalation`, `continue_url`).
 */
import type { StorePolicy } from "@beauty-store/commerce/Policy"
import type { PaymentHandler } from "./ResponseSchemas.ts"

/** The handler's name in the protocol's registry. */
export const tokenizedCard = "dev.acp.tokenized.card"

/** The handler's id in this shop: `payment_data.handler_id` names it. */
export const handlerId = "card_tokenized"

const registry = "https://acp.dev"

/**
 * The facts that an agent needs for the authentication of the payer (EMV 3-D Secure). The store never learns a card's
 * network: test cards are Visa's.
 */
export const authenticationOf = ({ merchantId, seller, storeName }: StorePolicy) => ({
  acquirer_details: {
    acquirer_bin: "400000",
    acquirer_country: seller.country,
    acquirer_merchant_id: merchantId.slice(0, 35),
    merchant_name: storeName.slice(0, 40)
  },
  directory_server: "visa"
})

/** The handler, for a shop whose tokens a provider of that name charges. */
export const handlerOf = ({ merchantId }: StorePolicy, psp: string, demo: boolean): typeof PaymentHandler.Type => ({
  id: handlerId,
  name: tokenizedCard,
  display_name: "Card",
  version: "2026-01-22",
  spec: `${registry}/handlers/tokenized.card`,
  requires_delegate_payment: true,
  requires_pci_compliance: false,
  psp,
  config_schema: `${registry}/schemas/handlers/tokenized.card/config.json`,
  instrument_schemas: [`${registry}/schemas/handlers/tokenized.card/instrument.json`],
  config: {
    merchant_id: merchantId,
    psp,
    accepted_brands: ["visa", "mastercard", "amex", "discover", "diners", "jcb"],
    accepted_funding_types: ["credit", "debit", "prepaid"],
    supports_3ds: true,
    "3ds_versions": ["2.1.0", "2.2.0"],
    environment: demo ? "sandbox" : "production"
  },
  display_order: 1
})
