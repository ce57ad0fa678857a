/**
 * Rules of twins: a request that succeeded is sent once more by somebody else, and the operation's rule of access
 * (`AccessRules`) says what they get: 401 for a token that is missing, expired or revoked, 403 for a missing scope, for
 * what is another's the 404 of an unknown id. A twin changes no row but its own key's and its token's last use.
 */
import type { Response } from "../engine/Network.ts"
import { accessRules, type CallerKind, contracted } from "./AccessRules.ts"
import type { Audit } from "./Audit.ts"
import { keepsResponse, plansDeletion } from "./Idempotency.ts"
import type { OperationName } from "./Operations.ts"

/** Who sends the request of another once more. */
export const disguises = [
  "another guest",
  "another agent",
  "another shopper",
  "staff",
  "a lesser agent",
  "lesser staff",
  "nobody",
  "expired",
  "revoked"
] as const
export type Disguise = typeof disguises[number]

/** A request that succeeded, as far as twins need it. */
export interface Original {
  /** Undefined for a caller without a token. */
  readonly kind: CallerKind | undefined
  readonly operation: string
  readonly method: string
}

export type Expected =
  | { readonly status: 200; readonly isOwn: boolean }
  | { readonly status: 401 }
  | { readonly status: 403; readonly scope: string }
  | { readonly status: 404 }

/** How a disguise is a caller of the store. */
const kinds: Readonly<Partial<Record<Disguise, CallerKind>>> = {
  "another guest": "shopper",
  "another agent": "agent",
  "another shopper": "agent",
  "a lesser agent": "agent",
  staff: "staff",
  "lesser staff": "staff"
}

export const scopes: { readonly [kind in CallerKind]: ReadonlyArray<string> } = {
  shopper: ["shop", "delegations:write"],
  agent: ["shop", "orders:delegate", "scanner:write"],
  staff: [
    "orders:read",
    "orders:write",
    "inventory:write",
    "catalog:write",
    "refunds:write",
    "webhooks:write",
    "admin:read",
    "admin:write"
  ]
}

/** Whether anybody may call an operation: then it may know no agent's shoppers. */
export const isOpenToAnyone = (operation: string): boolean => contracted.get(operation)?.isOpen ?? true

/** The scope that a disguise lacks, though others of its kind have it. */
export const lacking = (operation: string, disguise: Disguise): string | undefined => {
  const kind = kinds[disguise]
  return disguise === "a lesser agent" || disguise === "lesser staff"
    ? accessRules[operation as OperationName]?.needs(kind!)
    : undefined
}

/** What an agent's other shopper gets of the agent's own: all of it, but lists of orders and carts are theirs alone. */
const forAnotherShopper = (operation: string, whose: string, isRead: boolean): Expected | undefined =>
  // The agent may have called a cart off meanwhile, which then does not exist.
  !isRead || operation === "refunds.list" || operation === "support.list" || operation === "acp.getCart" ||
    whose === "new"
    ? undefined :
    { status: 200, isOwn: whose === "caller" }

/** What a twin gets; undefined where nothing can be said, or it would do something of its own. */
export const expectedOf = ({ kind, method, operation }: Original, disguise: Disguise): Expected | undefined => {
  const rule = accessRules[operation as OperationName]
  const contract = contracted.get(operation)
  if (rule === undefined || contract === undefined || rule.whose === "sender") return undefined
  const isRead = method === "GET"
  if (disguise === "expired" || disguise === "revoked") return contract.readsToken ? { status: 401 } : undefined
  if (disguise === "nobody") {
    if (!contract.isOpen) return { status: 401 }
    return isRead ? { status: 200, isOwn: rule.whose === "caller" } : undefined
  }
  if (disguise === "another shopper" && kind !== "agent") return undefined
  const twin = kinds[disguise]!
  const scope = rule.needs(twin)
  const lacks = lacking(operation, disguise)
  if (lacks !== undefined && !scopes[twin].includes(lacks)) return undefined
  if (scope !== undefined && (scope === lacks || !scopes[twin].includes(scope))) return { status: 403, scope }
  // It has all that is needed: then it is no lesser one.
  if (disguise === "a lesser agent" || disguise === "lesser staff") return undefined
  if (disguise === "another shopper") {
    return forAnotherShopper(operation, rule.whose, isRead)
  }
  switch (rule.whose) {
    case "everybody":
      return isRead ? { status: 200, isOwn: false } : undefined
    case "caller":
      return isRead ? { status: 200, isOwn: disguise !== "staff" } : undefined
    case "owner":
      return disguise !== "staff" ? { status: 404 } : isRead ? { status: 200, isOwn: false } : undefined
    case "owner alone":
      return { status: 404 }
    case "new":
      return undefined
  }
}

/** A twin and its response. */
export interface Sent {
  readonly disguise: Disguise
  readonly operation: string
  readonly line: string
  readonly hasKey: boolean
  /** The ETags of what the original's sender had of it (If-None-Match), if it said so. */
  readonly tags: string | undefined
  readonly response: Response
  /** The statements that changed rows for it. */
  readonly writes: ReadonlyArray<string>
}

/** A response that says nothing about access: the store cannot serve it now. */
export const isUndecided = ({ body, status }: Response): boolean =>
  status === 503 || status === 429 || body.includes("idempotency_in_flight")

const shown = ({ body, status }: Response) => () => `${status} ${body}`

const ids = /\b[a-z]{2,4}_[0-9A-Za-z]{12,}/g

/** Whether a statement changes only what is the sender's own record. */
const isOwnRecord = (text: string, { disguise, hasKey, operation }: Sent): boolean => {
  const table = /(?:INTO|UPDATE|FROM)\s+"?(\w+)/.exec(text)?.[1]
  // Whether it can serve is found out by a write, which is undone.
  return (operation === "health.ready" && table === "migration") || (hasKey && keepsResponse(text)) ||
    (disguise === "another guest" && (table === "token" || plansDeletion(text)))
}

/** The status of a response; to a sender who has what it would show, "not modified" is as good as showing it. */
const statusOf = ({ response: { headers, status }, tags }: Sent): number =>
  status === 304 && tags?.split(", ").includes(headers["etag"] ?? "") === true ? 200 : status

/** A twin was answered. `original`: the response that its sender got. */
export const answered = (audit: Audit, twin: Sent, expected: Expected, original: Response): void => {
  const { disguise, line, operation, response, writes } = twin
  const whom = `${line}: ${expected.status} for ${disguise}`
  audit.expect("twin.status", whom).that(statusOf(twin) === expected.status, shown(response))
  if (expected.status === 401) {
    audit.expect("twin.challenge", `${whom}, with WWW-Authenticate`)
      .that(response.headers["www-authenticate"] !== undefined, () => JSON.stringify(response.headers))
  }
  if (expected.status === 403 && !operation.startsWith("acp.")) {
    audit.expect("twin.scope", `${whom}, which lacks ${expected.scope}`)
      .that(response.body.includes(`"requiredScope":"${expected.scope}"`), shown(response))
  }
  if (expected.status === 200 && expected.isOwn) {
    const theirs = new Set(response.body.match(ids))
    const foreign = (original.body.match(ids) ?? []).filter((id) => theirs.has(id))
    audit.expect("twin.shows", `${whom}, who sees nothing of another's`)
      .that(foreign.length === 0, () => foreign.join(" "))
  }
  const changes = writes.filter((text) => !isOwnRecord(text, twin))
  audit.expect("twin.writes", `${whom}, and every table as it was`)
    .that(changes.length === 0, () => changes.join("; "))
}

/** A response with ids of the request left out: those that it names, and its own. */
const anonymous = ({ body, headers, status }: Response, named: ReadonlyArray<string>): string => {
  const text = named.reduce((text, name) => text.replaceAll(name, "*"), body)
  return `${status} ${headers["content-type"]} ${headers["cache-control"]} ${
    text.replace(/"requestId":"[^"]*"|req_\w+/g, "*")
  }`
}

/** Two responses that must not tell what exists from what does not: of a foreign thing, and of an unknown one. */
export const equalToUnknown = (
  audit: Audit,
  line: string,
  foreign: { readonly response: Response; readonly named: ReadonlyArray<string> },
  unknown: { readonly response: Response; readonly named: ReadonlyArray<string> }
): void => {
  const expected = anonymous(unknown.response, unknown.named)
  const seen = anonymous(foreign.response, foreign.named)
  audit.expect("twin.unknown", `${line}: like an unknown one, ${expected}`).equals(seen, expected)
}
