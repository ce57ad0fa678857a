/**
 * The provider's half of a checkout session: opened, looked up, closed, each a call and the transaction that saves its
 * result (`Settlement`). The checkout session's id is the key of every call, so that each may be repeated. Nothing is
 * settled before the process has caught up (`Reconciliation`). Follows docs/specification.md#payment-provider.
 */
import * as Session from "@beauty-store/domain/CheckoutSession"
import type { Claimed, SessionId } from "@beauty-store/domain/Ids"
import { methodsOfferedIn } from "@beauty-store/domain/Payment"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ProviderSessionRequest } from "../payment/PaymentProvider.ts"
import { firstLookUpMillis } from "../payment/ProviderSaga.ts"
import * as OrderRecords from "../records/OrderRecords.ts"
import * as SessionRecords from "../records/SessionRecords.ts"
import type { Dependencies } from "./CheckoutDependencies.ts"
import { returnAddressOf } from "./SessionView.ts"
import type { Settlement } from "./Settlement.ts"

/** The request for a session at the provider. */
const requestOf = (deps: Dependencies, row: SessionRecords.SessionRow) =>
  Effect.map(
    deps.transactions.read(OrderRecords.payableOf(row.order_id, deps.policy.seller.country)),
    ({ country, description, items, locale }): ProviderSessionRequest => ({
      sessionId: row.id,
      orderId: row.order_id,
      amountMinor: row.total_minor,
      currency: row.currency,
      email: row.email,
      locale,
      description,
      items,
      country,
      methods: methodsOfferedIn(country, deps.policy.payments),
      preselect: row.payment_method ?? undefined,
      returnUrl: returnAddressOf(deps, row.id),
      expiresAt: row.expires_at
    })
  )

/** Has a session opened at the provider and saves the address of its page. Returns the checkout session after that. */
const open = (deps: Dependencies) =>
  Effect.fnUntraced(function*(row: SessionRecords.SessionRow, request?: ProviderSessionRequest) {
    const { calling, jobs, provider, write } = deps
    const session = yield* calling(provider.createSession(request ?? (yield* requestOf(deps, row))))
    const now = yield* Clock.currentTimeMillis
    return yield* write(Effect.gen(function*() {
      const before = Option.getOrUndefined(yield* SessionRecords.byId(row.id))
      if (before === undefined) return undefined
      yield* SessionRecords.setPage(session.providerId, session.url, row.id)
      const phase = before.phase === "opening" ? "open" as const : before.phase
      const current = { ...before, phase, url: before.url ?? session.url }
      if (phase === "complete") return current
      // A session that ended while it was being created is closed again at once.
      const next = Session.isLive(current.phase) ? Math.min(current.expires_at, now + firstLookUpMillis) : now
      yield* jobs.schedule("checkout", row.id, next)
      return current
    }))
  })

/**
 * Asks the provider about a session and settles it. A session that does not exist there, or not yet, changes nothing.
 */
const reconcile =
  ({ calling, provider, reconciliation }: Dependencies, { settle }: Settlement) => (sessionId: Claimed<SessionId>) =>
    Effect.zipRight(
      reconciliation.catchUp,
      Effect.flatMap(
        calling(provider.lookUpSession(sessionId)),
        Option.match({
          onNone: () => Effect.void,
          onSome: (seen) => Effect.asVoid(settle(sessionId, seen.status, seen.payments))
        })
      )
    )

/**
 * Closes a session at the provider and settles earlier payments. A session that was never created there never will be.
 */
const close = ({ calling, provider, reconciliation }: Dependencies, { settle }: Settlement) =>
  Effect.fnUntraced(function*(sessionId: SessionId) {
    yield* reconciliation.catchUp
    const status = yield* calling(provider.expireSession(sessionId))
    const seen = Option.getOrUndefined(yield* calling(provider.lookUpSession(sessionId)))
    yield* settle(sessionId, seen?.status ?? status, seen?.payments ?? [])
  })

export const make = (deps: Dependencies, settlement: Settlement) => ({
  requestOf: (row: SessionRecords.SessionRow) => requestOf(deps, row),
  open: open(deps),
  reconcile: reconcile(deps, settlement),
  close: close(deps, settlement)
})
export type ProviderSessions = ReturnType<typeof make>
