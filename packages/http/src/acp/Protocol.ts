/**
 * The Agentic Commerce Protocol (ACP) as this shop implements it: its version, its addresses, and its form of a
 * currency.
 *
 * This folder only translates: the core decides what a checkout is, costs and becomes (`PurchaseDrafts`, `Checkout`,
 * `Orders`). The published JSON Schemas of the version are the contract; they are in
 * `packages/http/test/acp/published`, and every response in every test is validated by them. Follows
 * docs/specification.md#acp.
 *
 * A protocol is a folder like this one: its shapes (`RequestSchemas`, `ResponseSchemas`) and its errors (`AcpErrors`),
 * an
 * `HttpApi` made of them (`AcpApi`), its rules as values of a `Protocol` (`RequestRules`), translations from the core's
 * terms and to them (`SessionPrinter`, `OrderPrinter`, `Requests`), and handlers by the verbs of `Operations`
 * (`AcpHandlers`).
 */

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

/** Whether the protocol is used at a path: errors there have its form. */
export const isSpokenAt = (path: string): boolean =>
  path.startsWith(`${root}/`) || path === sourceRoot || path.startsWith(`${sourceRoot}/`)

/** A code of ISO 4217 in the protocol's form. */
export const currencyOf = (currency: string): string => currency.toLowerCase()
