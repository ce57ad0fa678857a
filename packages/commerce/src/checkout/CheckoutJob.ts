/**
 * The job `checkout`: a session is opened, charged, looked up, expired and closed even if its process died or a
 * notification was lost. The session's state and the clock decide what is next (`CheckoutSession.nextStep`). A silent
 * provider keeps a session waiting until its time and the grace period are over. Follows
 * docs/specification.md#checkout-sessions.
 */
import * as Session from "@beauty-store/domain/CheckoutSession"
import { type Claimed, SessionId } from "@beauty-store/domain/Ids"
import type { JobHandler } from "@beauty-store/sql/JobHandler"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { firstLookUpMillis, laterLookUpMillis, takeUpMillis } from "../payment/ProviderSaga.ts"
import * as ChargeRecords from "../records/ChargeRecords.ts"
import * as SessionRecords from "../records/SessionRecords.ts"
import type { ChargeProcessing } from "./ChargeProcessing.ts"
import type { Dependencies } from "./CheckoutDependencies.ts"
import type { ProviderSessions } from "./ProviderSessions.ts"
import type { Settlement } from "./Settlement.ts"

type SessionRow = SessionRecords.SessionRow

const find = ({ transactions }: Dependencies, sessionId: Claimed<SessionId>) =>
  Effect.map(transactions.read(SessionRecords.byId(sessionId)), Option.getOrUndefined)

/** Does the one thing that a session, or its charge, needs at the provider now. */
const performStep = (
  sessions: ProviderSessions,
  charges: ChargeProcessing,
  row: SessionRow,
  charge: ChargeRecords.ChargeRow | undefined,
  now: number
) => {
  if (charge !== undefined && Session.isLive(row.phase) && now < row.expires_at) return charges.process(charge)
  switch (Session.nextStep(SessionRecords.sessionOf(row), now)) {
    case "create":
      return Effect.asVoid(sessions.open(row))
    case "lookUp":
      return sessions.reconcile(row.id)
    case "close":
      return sessions.close(row.id)
    case "none":
      return Effect.void
  }
}

/**
 * The provider did not respond, or was unavailable: the session waits for it, at the latest until its own time and the
 * grace period are over. Returns when to ask again.
 */
const retryOrExpire = Effect.fnUntraced(
  function*({ policy }: Dependencies, { endAndRelease }: Settlement, row: SessionRow, pause: number, now: number) {
    const { expiresAt } = SessionRecords.sessionOf(row)
    const end = expiresAt + policy.session.graceMillis
    if (now >= end) yield* endAndRelease(row.id, "expired")
    return Math.min(now + pause, now < expiresAt ? expiresAt : Math.max(end, now))
  }
)

/** After a successful step: returns when to look again, if ever. */
const nextLook = Effect.fnUntraced(
  function*(deps: Dependencies, { endAndRelease }: Settlement, sessionId: SessionId, now: number) {
    const row = yield* find(deps, sessionId)
    if (row === undefined || row.phase === "complete") return undefined
    if (Session.isLive(row.phase)) {
      const { expiresAt } = SessionRecords.sessionOf(row)
      if (now < expiresAt) return Math.min(expiresAt, now + laterLookUpMillis)
      // Its time is over, whatever is still under way at the provider: if that succeeds, it is refunded.
      yield* endAndRelease(sessionId, "expired")
    }
    const seen = yield* deps.calling(deps.provider.lookUpSession(sessionId))
    const undecided = Option.isSome(seen) && seen.value.payments.some((payment) => payment.status === "processing")
    return undecided ? now + laterLookUpMillis : undefined
  }
)

/** The handler of the jobs of the kind `checkout`; the subject is the session. */
export const make = (
  deps: Dependencies,
  settlement: Settlement,
  sessions: ProviderSessions,
  charges: ChargeProcessing
): JobHandler =>
  Effect.fnUntraced(function*(subject) {
    const before = yield* find(deps, SessionId.claimed.make(subject))
    if (before === undefined) return undefined
    const sessionId = before.id
    const now = yield* Clock.currentTimeMillis
    const charge = before.charged
      ? Option.getOrUndefined(yield* deps.transactions.read(ChargeRecords.undecidedOf(sessionId)))
      : undefined
    const fault = yield* performStep(sessions, charges, before, charge, now).pipe(
      Effect.catchTag("ProviderDeclined", () => settlement.endAndRelease(sessionId, "failed")),
      Effect.as(undefined),
      Effect.catchTags({
        ProviderDidNothing: (fault) => Effect.succeed(fault),
        ProviderOutcomeUnknown: (fault) => Effect.succeed(fault)
      })
    )
    if (fault === undefined) return yield* nextLook(deps, settlement, sessionId, now)
    yield* Effect.logWarning("the payment provider did not answer", { sessionId, fault: fault._tag })
    if (!Session.isLive(before.phase)) return yield* fault
    if (before.phase === "opening" && now < before.expires_at && fault._tag === "ProviderDidNothing") {
      yield* settlement.endAndRelease(sessionId, "failed")
      return now + takeUpMillis
    }
    const isWaiting = charge === undefined && before.phase !== "opening"
    return yield* retryOrExpire(deps, settlement, before, isWaiting ? firstLookUpMillis : takeUpMillis, now)
  })
