/**
 * Who may do what, operation by operation and page by page, written again from docs/specification.md#access; the rules
 * of twins (`Twins`) follow from it. An operation of the shop's own contract without a rule does not compile; those of
 * ACP and pages are compared by a test. The casts: types of an API leave out the middleware of its groups.
 */
import { AcpApi } from "@beauty-store/acp/Api"
import { OpenToAnyone, PublicResponse, says } from "@beauty-store/http/contract/Annotations"
import { Api } from "@beauty-store/http/contract/Api"
import { type ListedEndpoint, listEndpoints, operationIdOf } from "@beauty-store/http/contract/HttpApiLookup"
import { BearerAuth } from "@beauty-store/http/contract/Security"
import { ReadinessApi } from "@beauty-store/readiness/api/ReadinessApi"
import type { OperationName } from "./Operations.ts"

export type CallerKind = "shopper" | "agent" | "staff"

/**
 * Whose things an operation is about.
 *
 * - `everybody`: the response is the same for anybody who may ask
 * - `caller`: each caller has one of their own (a cart, a list)
 * - `owner`: the thing that the request names belongs to a principal, and staff may see it
 * - `owner alone`: it belongs to a principal, and does not exist for staff either
 * - `new`: it makes something of the caller's own
 * - `sender`: whoever signed the message, or shows a secret, and no caller
 */
export type Whose = "everybody" | "caller" | "owner" | "owner alone" | "new" | "sender"

export interface AccessRule {
  readonly whose: Whose
  /** The scope that a kind of caller needs; none for what is open to anyone. */
  readonly needs: (kind: CallerKind) => string | undefined
}

const rule = (whose: Whose, scope?: string, ofStaff = scope): AccessRule => ({
  whose,
  needs: (kind) => kind === "staff" ? ofStaff : scope
})
const open = rule("everybody")
const cart = (whose: Whose) => rule(whose, "shop")
const reading = rule("owner", "shop", "orders:read")
const changing = rule("owner", "shop", "orders:write")
const shopping = (whose: Whose) => rule(whose, "shop")
const listing = rule("caller", "shop", "orders:read")
const staff = (scope: string) => rule("everybody", scope)
const paying = (whose: Whose) => rule(whose, "orders:delegate")
/** No OAuth client can have this scope: shoppers in person do. */
const inPerson = (whose: Whose) => rule(whose, "delegations:write")
const scanning = (whose: Whose) => rule(whose, "scanner:write")
const sender = rule("sender")

export const accessRules: { readonly [name in OperationName]: AccessRule } = {
  "catalog.catalog": open,
  "catalog.search": open,
  "catalog.product": open,
  "catalog.inventory": open,
  "cart.view": cart("caller"),
  "cart.add": cart("new"),
  "cart.empty": cart("new"),
  "cart.set": cart("new"),
  "cart.remove": cart("new"),
  "cart.setDiscounts": cart("new"),
  "cart.setAttributes": cart("new"),
  "checkout.start": shopping("new"),
  "checkout.session": shopping("owner"),
  "orders.list": listing,
  "orders.place": paying("new"),
  "orders.order": reading,
  "orders.cancel": changing,
  "orders.ship": staff("orders:write"),
  "orders.deliver": staff("orders:write"),
  "orders.receipt": reading,
  "orders.tracking": reading,
  "delegations.create": inPerson("new"),
  "delegations.delegation": shopping("owner"),
  "delegations.revoke": inPerson("owner"),
  "returns.list": listing,
  "returns.request": changing,
  "returns.view": reading,
  "returns.cancel": changing,
  "returns.receive": staff("orders:write"),
  "refunds.list": listing,
  "refunds.view": reading,
  "refunds.give": staff("refunds:write"),
  "support.ask": rule("new"),
  "support.view": reading,
  "support.list": listing,
  "support.reply": shopping("owner"),
  "support.answer": staff("orders:write"),
  "support.assign": staff("orders:write"),
  "support.close": staff("orders:write"),
  "stock.setOnHand": staff("inventory:write"),
  "stock.shelves": staff("inventory:write"),
  "stock.report": staff("inventory:write"),
  "stock.movements": staff("inventory:write"),
  "stock.setPrice": staff("catalog:write"),
  "prices.list": staff("catalog:write"),
  "prices.plan": staff("catalog:write"),
  "prices.change": staff("catalog:write"),
  "prices.cancel": staff("catalog:write"),
  "promotions.list": staff("catalog:write"),
  "promotions.create": staff("catalog:write"),
  "promotions.view": staff("catalog:write"),
  "promotions.limit": staff("catalog:write"),
  "clients.list": staff("clients:write"),
  "clients.create": staff("clients:write"),
  "clients.renewSecret": staff("clients:write"),
  "clients.remove": staff("clients:write"),
  "imports.list": staff("catalog:write"),
  "imports.start": staff("catalog:write"),
  "imports.view": staff("catalog:write"),
  "imports.exported": staff("catalog:write"),
  "pictures.list": staff("catalog:write"),
  "pictures.add": staff("catalog:write"),
  "pictures.arrange": staff("catalog:write"),
  "pictures.remove": staff("catalog:write"),
  "webhooks.receive": sender,
  "webhooks.subscribe": staff("webhooks:write"),
  "webhooks.subscriptions": staff("webhooks:write"),
  "webhooks.unsubscribe": staff("webhooks:write"),
  "webhooks.replay": staff("webhooks:write"),
  "webhooks.enable": staff("webhooks:write"),
  "webhooks.renewSecret": staff("webhooks:write"),
  "webhooks.deliveries": staff("webhooks:write"),
  "webhooks.sendAgain": staff("webhooks:write"),
  "auth.guest": rule("new"),
  "auth.token": sender,
  "auth.revoke": sender,
  "payments.notification": sender,
  "admin.products": staff("catalog:write"),
  "admin.createProduct": staff("catalog:write"),
  "admin.product": staff("catalog:write"),
  "admin.changeProduct": staff("catalog:write"),
  "admin.removeProduct": staff("catalog:write"),
  "admin.archiveProduct": staff("catalog:write"),
  "admin.restoreProduct": staff("catalog:write"),
  "admin.brands": staff("catalog:write"),
  "admin.createBrand": staff("catalog:write"),
  "admin.brand": staff("catalog:write"),
  "admin.changeBrand": staff("catalog:write"),
  "admin.removeBrand": staff("catalog:write"),
  "admin.consistency": staff("admin:read"),
  "admin.flags": staff("admin:read"),
  "admin.closeFlag": staff("admin:write"),
  "admin.trail": staff("admin:read"),
  "admin.vat": staff("admin:read"),
  "health.live": open,
  "health.ready": open,
  "acp.createCheckoutSession": shopping("new"),
  "acp.getCheckoutSession": shopping("owner"),
  "acp.updateCheckoutSession": shopping("owner"),
  "acp.completeCheckoutSession": paying("owner"),
  "acp.cancelCheckoutSession": shopping("owner"),
  "acp.createCart": shopping("new"),
  "acp.getCart": shopping("owner"),
  "acp.updateCart": shopping("owner"),
  "acp.cancelCart": shopping("owner"),
  "acp.delegatePayment": paying("new"),
  "acp.getOrder": reading,
  "acp.getProductFeed": open,
  "acp.discover": open,
  "platform.root": open,
  "scanner.scan": scanning("new"),
  "scanner.result": rule("owner alone"),
  "fixes.list": rule("owner alone"),
  "analytics.trends": rule("owner alone"),
  "sites.verification": scanning("owner alone"),
  "sites.openPage": scanning("owner alone"),
  "sites.closePage": scanning("owner alone")
}

/**
 * What a page asks for.
 *
 * - `nothing`: it is the same for anybody
 * - `capability`: the mark in its address
 * - `address`: the mail address of the order
 */
export type PageRule = "nothing" | "capability" | "address"

/**
 * By method and path, with parameters as `:name`: every page that depends on the request or on data. All others are the
 * same for anybody.
 */
export const pageRules: Readonly<Record<string, PageRule>> = {
  "GET /.well-known/security.txt": "nothing",
  "GET /api/returns/:returnId/label": "capability",
  "GET /checkout/return/:capability": "capability",
  "POST /checkout/return/:capability": "capability",
  "GET /orders/:token": "capability",
  "GET /orders/:token/cancel": "capability",
  "POST /orders/:token/cancel": "capability",
  "GET /orders/:token/return": "capability",
  "POST /orders/:token/return": "capability",
  "GET /orders/:token/returns/:returnId/cancel": "capability",
  "POST /orders/:token/returns/:returnId/cancel": "capability",
  "GET /orders/:token/close": "capability",
  "POST /orders/:token/close": "capability",
  "GET /orders/:token/receipt": "capability",
  "GET /orders/:token/receipt.pdf": "capability",
  "GET /permissions/:token": "capability",
  "GET /permissions/:token/:delegationId/revoke": "capability",
  "POST /permissions/:token/:delegationId/revoke": "capability",
  "GET /orders/find": "nothing",
  "POST /orders/find": "address",
  "GET /orders/find/:orderId": "nothing",
  "POST /orders/find/:orderId": "address",
  "GET /checkout/continue/:handover": "capability",
  "POST /checkout/continue/:handover": "capability",
  "GET /support/:token": "capability",
  "POST /support/:token": "capability",
  "GET /support/:token/close": "capability",
  "POST /support/:token/close": "capability"
}

/** What the contract itself says of an operation. */
export interface Contracted {
  /** It needs no token. */
  readonly isOpen: boolean
  /** A token that is shown is read: an invalid one is refused. */
  readonly readsToken: boolean
  readonly isPublic: boolean
}

/** A contract, as far as its groups say who is read. */
interface Groups {
  readonly groups: Readonly<Record<string, { readonly middlewares: ReadonlySet<{ readonly key: string }> }>>
}

const contractsOf = (
  prefix: string,
  listed: ReadonlyArray<ListedEndpoint>,
  { groups }: Groups
): ReadonlyArray<readonly [name: string, contracted: Contracted]> =>
  listed.map((one) => {
    const { endpoint, group } = one
    const readsToken = [...endpoint.middlewares, ...groups[group]!.middlewares].some(({ key }) =>
      key === BearerAuth.key
    )
    const isOpen = says(endpoint, OpenToAnyone) || !readsToken
    return [`${prefix}${operationIdOf(one)}`, { isOpen, readsToken, isPublic: says(endpoint, PublicResponse) }]
  })

/** By the operation's name. */
export const contracted: ReadonlyMap<string, Contracted> = new Map([
  ...contractsOf("acp.", listEndpoints(AcpApi), AcpApi as unknown as Groups),
  ...contractsOf("", listEndpoints(Api), Api as unknown as Groups),
  ...contractsOf("", listEndpoints(ReadinessApi), ReadinessApi as unknown as Groups)
])
