/**
 * The Agentic Commerce Protocol (ACP) as this shop speaks it: its version, its addresses, and its name for a currency.
 *
 * This folder translates and nothing else: what a checkout is, costs and becomes is decided in the core
 * (`PurchaseDrafts`, `Checkout`, `Orders`). The published JSON Schemas of the version are the contract; they stand in
 * `packages/http/test/acp/published`, and every response of every test is held against them. Follows docs/specification.md#acp.
 *
 * A protocol is a folder like this one: its shapes (`RequestSchemas`, `ResponseSchemas`) and its errors (`AcpErrors`), an
 * `HttpApi` made of them (`AcpApi`), its rules as values of a `Protocol` (`RequestRules`), translations from the core's
 * terms and to them (`SessionPrinter`, `OrderPrinter`, `Requests`), and handlers by the verbs of `Operations`
 * (`AcpHandlers`).
 */

/** The version that is spoken: the API-Version that a request has to name. */
export const version = "2026-04-17"

/** Oldest first. */
export const supportedVersions: ReadonlyArray<string> = [version]

/** Where the protocol is served in full, by all its rules. */
export const root = "/acp"

/** Where the shop's own API has the same checkout sessions: success is 200, and the headers may be left out. */
export const sourceRoot = "/api/checkout/sessions"

/** Where cards are left at the vault. */
export const delegatedPayment = "/acp/agentic_commerce/delegate_payment"

/** The protocol is spoken at a path: errors there are printed in its words. */
export const isSpokenAt = (path: string): boolean =>
  path.startsWith(`${root}/`) || path === sourceRoot || path.startsWith(`${sourceRoot}/`)

/** ISO 4217 as the protocol writes it. */
export const currencyOf = (currency: string): string => currency.toLowerCase()
