/**
 * Provider sessions: created, looked up and closed by the shop, under the shop's own ids. A repeat returns the session
 * in its current state, with its first description. A session that was closed before it was created has a row, which a
 * later create does not open. What payers do is in `HostedPayments`. Follows docs/specification.md#payment-provider.
 */
import {
  ProviderDeclined,
  type ProviderSession,
  type ProviderSessionRequest
} from "@beauty-store/commerce/payment/PaymentProvider"
import { defaultLanguage } from "@beauty-store/domain/Language"
import { defaultCurrency } from "@beauty-store/domain/Money"
import { canParse } from "@beauty-store/outbound/UrlText"
import type { Transaction } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ProviderSettings } from "../ProviderSettings.ts"
import { pages } from "./HostedPayments.ts"
import * as Ledger from "./Ledger.ts"
import type { Dependencies } from "./ProviderDependencies.ts"

/** A session at a moment. */
interface Snapshot {
  readonly session: Pick<Ledger.Session, "id" | "status" | "expiresAt">
  readonly payments: ReadonlyArray<Ledger.Payment>
  readonly now: number
}

const isWebAddress = (text: string): boolean => {
  const url = canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username === "" && url.password === ""
}

/** Whether there is something to pay, and a way back. */
export const check = (request: ProviderSessionRequest): Effect.Effect<void, ProviderDeclined> =>
  !Number.isSafeInteger(request.amountMinor) || request.amountMinor <= 0
    ? new ProviderDeclined({ code: "amount_invalid", message: "There is nothing to pay." })
    : isWebAddress(request.returnUrl)
    ? Effect.void
    : new ProviderDeclined({ code: "return_url_invalid", message: "The return address is no web address." })

/** The current state of a session, in a transaction. */
const snapshot = Effect.fnUntraced(function*(sessionId: string) {
  const session = Option.getOrUndefined(yield* Ledger.session(sessionId))
  if (session === undefined || session.createdAt === null) return undefined
  const now = yield* Clock.currentTimeMillis
  return { session, payments: yield* Ledger.paymentsOf(sessionId), now } satisfies Snapshot
})

/** The current state of a session with its first description; in a transaction. */
export const open = Effect.fnUntraced(
  function*(request: ProviderSessionRequest): Effect.fn.Return<Snapshot, never, Transaction> {
    const now = yield* Clock.currentTimeMillis
    const { amountMinor, country, currency, email, expiresAt, locale, orderId, returnUrl, sessionId } = request
    const description = JSON.stringify(request.description)
    const preselect = request.preselect ?? null
    const methods = JSON.stringify(request.methods)
    const inserted = yield* Ledger.insertSession({
      id: sessionId,
      order_id: orderId,
      amount_minor: amountMinor,
      currency,
      email,
      description,
      preselect,
      country,
      methods,
      language: locale,
      return_url: returnUrl,
      expires_at: expiresAt,
      created_at: now,
      status: "open",
      closed: 0
    })
    if (inserted > 0) return { session: { id: sessionId, status: "open", expiresAt } as const, payments: [], now }
    const found = Option.getOrThrow(yield* Ledger.lockSession(sessionId))
    if (found.createdAt === null) {
      yield* Ledger.describeSession(
        orderId,
        amountMinor,
        currency,
        email,
        description,
        preselect,
        country,
        methods,
        locale,
        returnUrl,
        expiresAt,
        now,
        sessionId
      )
    }
    return (yield* snapshot(sessionId))!
  }
)

/** Closes a session, or its id where there is none. Returns its status after that; in a transaction. */
const close = Effect.fnUntraced(function*(sessionId: string) {
  yield* Ledger.insertSession({
    id: sessionId,
    order_id: "",
    amount_minor: 0,
    currency: defaultCurrency,
    email: "",
    description: "[]",
    preselect: null,
    country: null,
    methods: null,
    language: defaultLanguage,
    return_url: "",
    expires_at: 0,
    created_at: null,
    status: "expired",
    closed: 1
  })
  const session = Option.getOrThrow(yield* Ledger.lockSession(sessionId))
  const status = session.status === "open" ? "expired" : session.status
  if (!session.closed) yield* Ledger.closeSession(status, sessionId)
  return status
})

/** The session as the shop sees it. */
const viewOf = ({ now, payments, session }: Snapshot, url: string): ProviderSession => ({
  providerId: `simulated_${session.id}`,
  sessionId: session.id,
  url,
  status: Ledger.statusAt(session, now),
  payments: payments.flatMap((payment) =>
    payment.status === "processing" || payment.status === "succeeded" || payment.status === "failed"
      ? [{
        paymentId: payment.id,
        status: payment.status,
        amountMinor: payment.amountMinor,
        currency: payment.currency,
        method: payment.method,
        instrument: payment.instrument,
        chargeKey: payment.chargeKey ?? undefined,
        at: payment.at
      }]
      : []
  )
})

export const make = (
  { secret, transactions: { read, write } }: Dependencies,
  { publicUrl }: Context.Tag.Service<typeof ProviderSettings>
) => {
  /** The address of the session's page. */
  const urlOf = (sessionId: string): Effect.Effect<string> =>
    Effect.map(publicUrl, (base) => `${base}/pay/${pages.tokenOf(secret, sessionId)}`)
  const view = (snapshot: Snapshot) => Effect.map(urlOf(snapshot.session.id), (url) => viewOf(snapshot, url))
  return {
    urlOf,
    create: Effect.fnUntraced(function*(request: ProviderSessionRequest) {
      yield* check(request)
      return yield* view(yield* write(open(request)))
    }),
    lookUp: Effect.fnUntraced(function*(sessionId: string) {
      const found = yield* read(snapshot(sessionId))
      return found === undefined ? Option.none() : Option.some(yield* view(found))
    }),
    expire: (sessionId: string) => write(close(sessionId))
  }
}
export type ProviderSessions = ReturnType<typeof make>
