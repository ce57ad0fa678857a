/**
 * A checkout that is tried out at a demo store by ACP: a guest's token, a session with one product, its cancellation.
 * It runs only at the address that was named, and only where the site says `demo: true` of itself, so that no real unit
 * is reserved. The session is cancelled whatever happens in between. Follows docs/readiness.md#checkout.
 */
import { canParse } from "@beauty-store/outbound/UrlText"
import * as Effect from "effect/Effect"
import type * as Evaluation from "./Evaluation.ts"
import type { DryRun } from "./FetchedSite.ts"
import type { Site } from "./Site.ts"
import { type FetchedDocument, type FetchRequest, SiteFetch } from "./SiteFetch.ts"

/** A checkout session that a dry run has opened, and the request that cancels it. */
export interface OpenedSession {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const impossible = (stoppedAt: string): DryRun => ({
  possible: false,
  session: undefined,
  totalShown: false,
  cancelled: false,
  stoppedAt
})

/** The site is at another address than the one that was named. */
export const elsewhere: DryRun = impossible("The home page leads to another address. Scan that one.")

const refused = (stoppedAt: string): DryRun => ({ ...impossible(stoppedAt), possible: true })

/** The request that cancels a session. */
const cancellation = ({ body, headers, url }: OpenedSession): FetchRequest => ({
  method: "POST",
  url,
  headers,
  body,
  maxBytes: 512_000,
  followRedirects: false
})

/** Cancels a session that a dry run has opened. Whether it is cancelled now; a repeat changes nothing. */
export const cancel = (
  session: OpenedSession,
  evaluation: typeof Evaluation
): Effect.Effect<boolean, never, SiteFetch> =>
  Effect.gen(function*() {
    const port = yield* SiteFetch
    const outcome = yield* Effect.either(port.fetch(cancellation(session)))
    if (outcome._tag === "Left") return false
    const value = evaluation.json.parse(new TextDecoder().decode(outcome.right.body))
    const status = evaluation.json.textAt(value, "status")
    return status === "canceled" || status === "cancelled"
  })

/** Tries a checkout out at a parsed site. */
export const run = Effect.fn("DryRun.run")(function*(
  site: Site,
  evaluation: typeof Evaluation,
  opened: (session: OpenedSession) => Effect.Effect<void>
) {
  const port = yield* SiteFetch
  const { json } = evaluation
  const { acp, commerce, origin } = site
  if (commerce._tag !== "Present" || commerce.value["demo"] !== true) {
    return impossible("The site does not say `demo: true` in /.well-known/commerce.json.")
  }
  const announced = acp._tag === "Present" ? acp.value : undefined
  const base = json.textAt(announced, "api_base_url")
  if (base === undefined || !base.startsWith(`${origin}/`)) {
    return impossible("No ACP endpoint of this site is announced.")
  }
  const guest = json.textAt(commerce.value, "authentication", "guest", "path")
  if (guest === undefined || !canParse(guest, origin)) {
    return impossible("The site does not say where a guest gets a token.")
  }
  const guestUrl = new URL(guest, origin)
  if (guestUrl.origin !== origin) return impossible("A guest's token is at another address than the site.")
  const product = evaluation.buyable(site)
  if (product === undefined) return impossible("No product in stock is known by its id.")
  const body = (document: FetchedDocument) => json.parse(new TextDecoder().decode(document.body))
  const post = (url: string, headers: Readonly<Record<string, string>>, text: string) =>
    port.fetch({
      method: "POST",
      url,
      headers: { "content-type": "application/json", accept: "application/json", ...headers },
      body: text,
      maxBytes: 512_000,
      followRedirects: false
    }).pipe(Effect.map(body), Effect.orElseSucceed(() => undefined))
  const token = json.textAt(yield* post(guestUrl.href, {}, ""), "access_token")
  if (token === undefined) return refused("A guest got no token.")
  const version = json.textAt(announced, "protocol", "version") ?? ""
  const headers = { authorization: `Bearer ${token}`, "api-version": version }
  const key = `readiness-${origin}-${token.slice(-12)}`
  const session = yield* post(
    `${base}/checkout_sessions`,
    { ...headers, "idempotency-key": `${key}-open` },
    JSON.stringify({ line_items: [{ id: product, quantity: 1 }], currency: "eur", capabilities: {} })
  )
  const id = json.textAt(session, "id")
  if (id === undefined) return refused("The session was refused.")
  if (/\p{Cs}/u.test(id)) return refused("The session's id is no text.")
  const to: OpenedSession = {
    url: `${base}/checkout_sessions/${encodeURIComponent(id)}/cancel`,
    headers: {
      "content-type": "application/json",
      accept: "application/json",
      ...headers,
      "idempotency-key": `${key}-cancel`
    },
    body: "{}"
  }
  yield* opened(to)
  const totalShown = json.listAt(session, "totals").some((one) =>
    json.textAt(one, "type") === "total" && typeof json.at(one, "amount") === "number"
  )
  const cancelled = yield* cancel(to, evaluation)
  return { possible: true, session: id, totalShown, cancelled, stoppedAt: undefined } satisfies DryRun
})
