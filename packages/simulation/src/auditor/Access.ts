/**
 * Rules of access: nobody is shown another's order, session, delegation or ticket; a token is valid until it expires,
 * and no longer, unless it is revoked; what was acknowledged to its owner is found again.
 */
import * as AuthSchemas from "@beauty-store/http/contract/AuthSchemas"
import * as CheckoutSchemas from "@beauty-store/http/contract/CheckoutSchemas"
import {
  ClientWithSecret as ClientWithSecretBody,
  overlapOf,
  SecretRenewal
} from "@beauty-store/http/contract/ClientSchemas"
import * as OrderSchemas from "@beauty-store/http/contract/OrderSchemas"
import * as ReturnSchemas from "@beauty-store/http/contract/ReturnSchemas"
import * as SupportSchemas from "@beauty-store/http/contract/SupportSchemas"
import * as Schema from "effect/Schema"
import { contracted } from "./AccessRules.ts"
import { type Audit, type Exchange, onExchange, onResponse, type Rules } from "./Audit.ts"
import type { AccessToken, ClientWithSecret } from "./Bodies.ts"
import type { SentRequest } from "./Observations.ts"
import * as Words from "./Words.ts"

/** How long tokens last: of guests, and of OAuth clients. */
const guestTokenMillis = 180 * 24 * 3_600_000
export const clientTokenMillis = 3_600_000

/** Something was shown that is known to belong to somebody. */
export const shownTo = (audit: Audit, sent: SentRequest, owner: string | undefined, what: string): void =>
  audit.expect("privacy", `${what} is shown to ${owner} and staff only`)
    .that(owner === undefined || owner === sent.principal || sent.isStaff, () => `shown to ${sent.principal}`)

/** An order, or a part of it, was shown. */
export const orderShownTo = (audit: Audit, sent: SentRequest, orderId: string, what = `order ${orderId}`): void =>
  shownTo(audit, sent, audit.seen.orders.get(orderId)?.principal, what)

/** Something was shown by its id: from the first time on it belongs to whoever saw it. */
export const ownedBy = (audit: Audit, sent: SentRequest, id: string): void => {
  const owner = audit.seen.owners.get(id)
  if (owner === undefined) audit.seen.owners.set(id, sent.principal)
  else shownTo(audit, sent, owner, id)
}

/** The store said that there is no such thing. */
export const notFound = (audit: Audit, { isStaff, method, path, principal, subject }: SentRequest): void => {
  const { orders, owners, returns } = audit.seen
  const owner = orders.get(subject)?.principal ?? returns.get(subject)?.principal ?? owners.get(subject)
  audit.expect("acknowledged.lost", `${method} ${path}: what ${owner} was told of is there`)
    .that(owner === undefined || !(owner === principal || isStaff), () => "404")
}

/** Whether a request is refused because too many secrets and tokens of its network were wrong. */
const isOfFailures = ({ body, status }: Exchange["response"]): boolean =>
  status === 429 && /"budget":\s*"failures"/.test(body)

/** Who shows a secret gets a token as long as it counts, and none from then on. */
export const signedIn = (audit: Audit, { at, response: { status }, sent }: Exchange): void => {
  const { client_secret: secret = "" } = (sent.json ?? {}) as { readonly client_secret?: string }
  const known = sent.operation === "auth.token" ? audit.seen.clientSecrets.get(secret) : undefined
  if (known === undefined || status >= 500 || status === 429) return
  const { client, overAt, until } = known
  audit.expect("client.secret", `a secret of ${client} is good until ${Words.moment(until)}`)
    .that(at >= until || status === 200, () => String(status))
  audit.expect("client.secret", `a secret of ${client} is wrong from ${Words.moment(overAt)} on`)
    .that(sent.at < overAt || status === 401, () => String(status))
}

/** No secret of a client counts any longer than this, in milliseconds: surely until then, surely not from then on. */
const endSecrets = (
  { seen }: Audit,
  client: string,
  isMeant: (until: number) => boolean,
  until: number,
  overAt: number
) => {
  for (const known of seen.clientSecrets.values()) {
    if (known.client !== client || !isMeant(known.until)) continue
    known.until = Math.min(known.until, until)
    known.overAt = Math.min(known.overAt, overAt)
  }
}

/** A client has a new secret; the one before it overlaps, those before that do not. */
const secretRenewed = (
  audit: Audit,
  { at, body: { clientId, secret }, firstSentAt, request }: Exchange<typeof SecretRenewal.Encoded, ClientWithSecret>
): void => {
  if (audit.seen.clientSecrets.has(secret)) return
  const overlap = overlapOf(request)
  endSecrets(audit, clientId, (until) => until < Infinity, firstSentAt, at)
  const isNewest = (until: number) => until === Infinity
  endSecrets(audit, clientId, isNewest, firstSentAt + overlap - audit.apart, at + overlap + audit.apart)
  audit.seen.clientSecrets.set(secret, { client: clientId, until: Infinity, overAt: Infinity })
}

/** With a client end its secrets and tokens. */
const clientRemoved = (audit: Audit, { at, firstSentAt, n, sent }: Exchange): void => {
  endSecrets(audit, sent.subject, () => true, firstSentAt, at)
  for (const token of audit.seen.accessTokens.values()) if (token.client === sent.subject) token.revokedAt ??= n
}

/** A request with a token got a response. The token was read between the two moments. */
export const tokenUsed = (audit: Audit, { at, response, sent }: Exchange): void => {
  const { method, n, operation, path, token } = sent
  const known = token === undefined ? undefined : audit.seen.accessTokens.get(token)
  if (known === undefined) return
  const { overAt, revokedAt, until } = known
  const shown = () => `${response.status} ${response.body}`
  audit.expect("token.good", `${method} ${path} is open until ${Words.moment(until)} to whoever was given the token`)
    .that(
      !(response.status === 401 || isOfFailures(response)) || at >= until - audit.apart || revokedAt !== undefined,
      shown
    )
  const isOpen = contracted.get(operation)?.isOpen ?? true
  audit.expect(
    "token.expired",
    `${method} ${path} is closed from ${Words.moment(overAt)} on to whoever was given the token`
  )
    .that(response.status >= 300 || isOpen || sent.at < overAt + audit.apart, shown)
  audit.expect("token.revoked", `${method} ${path} is closed to a token that is revoked`)
    .that(response.status === 401 || response.status >= 500 || revokedAt === undefined || n < revokedAt, shown)
}

const tokenGiven =
  (lifetimeMillis: number, isRenewed: boolean) =>
  ({ seen }: Audit, { at, body, firstSentAt, sent }: Exchange<unknown, AccessToken>): void => {
    if (seen.accessTokens.has(body.access_token)) return
    seen.accessTokens.set(body.access_token, {
      client: (sent.json as { readonly client_id?: string } | undefined)?.client_id,
      until: firstSentAt + lifetimeMillis,
      overAt: isRenewed ? Infinity : at + lifetimeMillis,
      revokedAt: undefined
    })
  }

export const rules: Rules = {
  "auth.guest": onResponse(AuthSchemas.AccessToken, tokenGiven(guestTokenMillis, true)),
  "auth.token": onResponse(AuthSchemas.AccessToken, tokenGiven(clientTokenMillis, false)),
  "auth.revoke": onExchange(AuthSchemas.RevokeRequest, Schema.Struct({}), ({ seen }, { n, request }) => {
    const known = seen.accessTokens.get(request.token)
    if (known !== undefined) known.revokedAt ??= n
  }),
  "clients.create": onResponse(ClientWithSecretBody, ({ seen }, { body: { clientId, secret } }) => {
    if (seen.clientSecrets.has(secret)) return
    seen.clientSecrets.set(secret, { client: clientId, until: Infinity, overAt: Infinity })
  }),
  "clients.renewSecret": onExchange(SecretRenewal, ClientWithSecretBody, secretRenewed),
  "clients.remove": onResponse(Schema.Struct({}), clientRemoved),
  "checkout.session": onResponse(CheckoutSchemas.CheckoutSessionStatus, (audit, { body, sent }) => {
    ownedBy(audit, sent, body.sessionId)
    orderShownTo(audit, sent, body.orderId, `session ${sent.subject}`)
  }),
  "orders.list": onResponse(OrderSchemas.OrderList, (audit, { body, sent }) => {
    for (const { id } of body.data) orderShownTo(audit, sent, id)
  }),
  "orders.tracking": onResponse(
    OrderSchemas.Tracking,
    (audit, { sent }) => orderShownTo(audit, sent, sent.subject, `tracking of ${sent.subject}`)
  ),
  "returns.list": onResponse(ReturnSchemas.ReturnList, (audit, { body, sent }) => {
    for (const { orderId, returnId } of body.data) orderShownTo(audit, sent, orderId, `return ${returnId}`)
  }),
  "support.ask": onExchange(
    SupportSchemas.SupportRequest,
    SupportSchemas.NewTicket,
    (audit, { body, request, sent }) => {
      const { orderId } = request
      const isOwn = orderId !== undefined && audit.seen.orders.get(orderId)?.principal === sent.principal
      audit.expect("privacy", `a ticket about ${isOwn ? orderId : "nothing"}`)
        .that(body.orderId === (isOwn ? orderId : null), () => String(body.orderId))
      ownedBy(audit, sent, body.ticketId)
    }
  ),
  "support.view": onResponse(SupportSchemas.Ticket, (audit, { body, sent }) => ownedBy(audit, sent, body.ticketId))
}
