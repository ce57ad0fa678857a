/**
 * The Agentic Commerce Protocol (ACP) as this shop implements it: its version, its addresses, and its form of a
 * currency. This package only translates: the core decides what a checkout is, costs and becomes (`PurchaseDrafts`,
 * `Checkout`, `Orders`). Tests validate every response by the published JSON Schemas of the version. Follows
 * docs/specification.md#acp.
 */

/** The protocol's name in descriptors, and the dialect's among the store's. */
export const name = "acp"

/** The supported version: the API-Version that a request has to name. */
export const version = "2026-04-17"

/** Oldest first. */
export const supportedVersions: ReadonlyArray<string> = [version]

/** Where the protocol is served in full, with all its rules. */
export const root = "/acp"

/** Where the shop's own API has the same checkout sessions: success is 200, and the headers are optional. */
export const sourceRoot = "/api/checkout/sessions"

/** Where cards are left at the vault. */
export const delegatedPayment = "/acp/agentic_commerce/delegate_payment"

/** The product feed. */
export const feed = "/acp/feed/products.jsonl"

/** Where the protocol says what of it is served. */
export const discovery = "/.well-known/acp.json"

/** Whether the protocol is used at a path: errors there have its form. */
export const isSpokenAt = (path: string): boolean =>
  path.startsWith(`${root}/`) || path === sourceRoot || path.startsWith(`${sourceRoot}/`)

/** A code of ISO 4217 in the protocol's form. */
export const currencyOf = (currency: string): string => currency.toLowerCase()
