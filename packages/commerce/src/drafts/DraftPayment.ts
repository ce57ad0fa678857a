/**
 * The payment of a purchase draft: by its editor with a vault's token (`complete`, a saga whose subject is the charge),
 * or by a person on the provider's page (`takeOver`). What rose unseen is never charged; of many completions at once
 * one makes the order. Locks: draft, then session, order, instrument, holder, stock. Follows
 * docs/specification.md#drafts.
 */
import type { PriceChanged } from "@beauty-store/domain/Cart"
import * as Session from "@beauty-store/domain/CheckoutSession"
import { dayOf } from "@beauty-store/domain/Days"
import { ChargeId, type Claimed, DraftId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import type { PricedPurchase } from "@beauty-store/domain/Pricing"
import * as Domain from "@beauty-store/domain/PurchaseDraft"
import { UnpaidLimitReached, UnpaidOrderTooLarge } from "@beauty-store/domain/Reservation"
import { unsign } from "@beauty-store/sql/Secrets"
import { ConcurrentUpdate, StoreUnavailable } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Inventory from "../catalog/Inventory.ts"
import type { ChargeIntent } from "../checkout/ChargedCheckout.ts"
import type { FinishRefusal } from "../checkout/HostedCheckout.ts"
import * as OrderPlacement from "../checkout/OrderPlacement.ts"
import type { ReservationRefusal } from "../checkout/ReservationLimits.ts"
import { reactNow } from "../events/ReactionRuns.ts"
import { RefusedByShop } from "../events/Reactions.ts"
import type { Owner } from "../identity/Identity.ts"
import { checking } from "../InputChecks.ts"
import type { AuthenticationProof } from "../payment/PaymentProvider.ts"
import type { PaymentProviderUnavailable } from "../payment/ProviderCall.ts"
import type { ProviderSaga } from "../payment/ProviderSaga.ts"
import * as ChargeRecords from "../records/ChargeRecords.ts"
import * as SessionRecords from "../records/SessionRecords.ts"
import { type Changes, withDetails } from "./DraftChanges.ts"
import type { Dependencies } from "./DraftDependencies.ts"
import * as DraftRecords from "./DraftRecords.ts"
import {
  DraftNotFound,
  endSession,
  find,
  load,
  type LoadedDraft,
  mustBeChangeable,
  type NotChangeable,
  promotionsOf,
  settledStatus
} from "./DraftState.ts"
import { type DraftView, handoverPurpose, viewOf } from "./DraftView.ts"

/** The payer's bank wants to authenticate them, and the completion does not include the result. */
export class AuthenticationMissing extends Schema.TaggedError<AuthenticationMissing>()("AuthenticationMissing", {
  draftId: DraftId.claimed
}) {
  override get message(): string {
    return "The payer's bank requires authentication: send its result."
  }
}

/** There is nothing that a person could pay: the draft says why. */
export class DraftNotPayable extends Schema.TaggedError<DraftNotPayable>()("DraftNotPayable", {
  draftId: DraftId.claimed,
  status: Domain.Status
}) {}

/** How a draft is to be paid, and the last changes to it. */
export interface Completion extends Pick<Changes, "billing" | "buyer" | "note"> {
  /** The token that a vault issued for this draft. */
  readonly token: string
  /** The result of 3-D Secure, where the payer was authenticated: a proof, or none. */
  readonly authentication: { readonly proof: AuthenticationProof | undefined } | undefined
}

export type CompletionBegun =
  /** It was not charged, and need not be: the draft says why. */
  | { readonly _tag: "NotCharged"; readonly view: DraftView }
  /** It is being charged. */
  | { readonly _tag: "Charging"; readonly chargeId: ChargeId }

/**
 * `begin` starts to charge a draft, if nothing blocks it and its price is the one that its editor last saw: it writes
 * the pending order, its reservation and the charge. A paid draft is returned as it is. `finish` completes the charge,
 * whatever its outcome, and returns the draft.
 */
export type DraftCompletion = ProviderSaga<
  [owner: Owner, draftId: Claimed<DraftId>, completion: Completion],
  DraftView,
  InvalidInput | NotChangeable | AuthenticationMissing | ReservationRefusal | RefusedByShop,
  PaymentProviderUnavailable,
  CompletionBegun
>

const notCharged = (view: DraftView): CompletionBegun => ({ _tag: "NotCharged", view })
const charging = (chargeId: ChargeId): CompletionBegun => ({ _tag: "Charging", chargeId })

const isChargeId = Schema.is(ChargeId)

const unauthenticated: Domain.FailedPayment = {
  problem: "authentication_failed",
  text: "The payer's bank did not get to know that it was them. Nothing was charged."
}

/** Where the payer of a draft calls from, and the goods and the total that they were shown. */
export type Payer = Pick<OrderPlacement.PurchaseDetails, "expectedGoods" | "expectedTotalMinor" | "network">

/** The purchase of a draft that nothing blocks. */
const purchaseOf = (
  { offers, row }: LoadedDraft,
  { address, method }: Domain.Appraisal,
  payer: Payer = {}
): OrderPlacement.Purchase => ({
  ...payer,
  owner: { principal: row.principal, shopper: row.shopper },
  email: Domain.emailOf(row.document)!,
  address: address!,
  billing: row.document.billing,
  method,
  language: row.document.language,
  cartId: undefined,
  draftId: row.id,
  codes: row.document.discountCodes,
  lines: row.document.lines.map((line, n) => ({ line, ...offers[n]!, addedAt: row.created_at }))
})

/**
 * Nothing of the draft blocked it a moment ago, so a refusal means that another transaction was faster: this one runs
 * again, and decides by what it reads then. What its holder holds besides is not part of the draft, and neither is what
 * the shop's reactions refuse.
 */
const orConcurrentUpdate = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, StoreUnavailable | ReservationRefusal | RefusedByShop, R> =>
  Effect.catchAll(
    effect,
    (error): Effect.Effect<never, StoreUnavailable | ReservationRefusal | RefusedByShop> =>
      error instanceof StoreUnavailable || error instanceof UnpaidLimitReached || error instanceof UnpaidOrderTooLarge
        || error instanceof RefusedByShop
        ? Effect.fail(error)
        : Effect.die(new ConcurrentUpdate())
  )

/** The draft after it was shown what it costs. */
const withPricesSeen = (document: Domain.Draft, { lines, promotions: { freesShipping } }: PricedPurchase) =>
  Domain.withPricesSeen(document, { lines, freesShipping })

/** A draft that is not charged, saved with the reason. Its session ends where the order would be a different one. */
const saveUncharged = Effect.fnUntraced(
  function*(
    deps: Dependencies,
    before: LoadedDraft,
    row: DraftRecords.DraftRow,
    { priced }: Domain.Appraisal,
    { endsSession, now }: { readonly endsSession: boolean; readonly now: number }
  ) {
    yield* DraftRecords.update({ ...row, document: withPricesSeen(row.document, priced) })
    if (endsSession) yield* Inventory.release(yield* endSession(before.session))
    yield* reactNow
    const after = yield* load(deps, row)
    return notCharged(yield* viewOf(deps, after, now))
  }
)

const checkCompletion = checking(
  Schema.Struct({
    token: Schema.String.pipe(Schema.minLength(1), Schema.maxLength(500)),
    authentication: Schema.optional(Schema.Struct({
      proof: Schema.optional(Schema.Struct({
        cryptogram: Schema.String,
        electronicCommerceIndicator: Schema.String,
        transactionId: Schema.String,
        version: Schema.String
      }))
    })),
    billing: Domain.Draft.fields.billing,
    buyer: Schema.optional(Domain.Buyer),
    note: Domain.Draft.fields.note
  }),
  ["billing", "buyer", "note"]
)

const begin = (deps: Dependencies): DraftCompletion["begin"] =>
  Effect.fnUntraced(
    function*(
      owner: Owner,
      draftId: Claimed<DraftId>,
      completion: Completion
    ) {
      yield* checkCompletion(completion)
      const { authentication, billing, buyer, note, token } = completion
      const { checkout: { charged }, terms, timeZone } = deps
      const existing = yield* find(owner, "checkout", draftId)
      const now = yield* Clock.currentTimeMillis
      const before = yield* load(deps, existing)
      if (settledStatus(before, now) === "completed") return notCharged(yield* viewOf(deps, before, now))
      yield* mustBeChangeable(before, now)
      const document = withDetails(existing.document, { billing, buyer, note })
      const row = { ...existing, document, updated_at: now }
      const { session } = before
      const isAsked = before.failed?.problem === "authentication_required" && document.authenticates
      if (isAsked && authentication === undefined) return yield* new AuthenticationMissing({ draftId })
      // The outcome of the last attempt does not block another.
      const isOtherMail = Domain.emailOf(document) !== Domain.emailOf(existing.document)
      const promotions = isOtherMail ? yield* promotionsOf(document, session) : before.promotions
      const appraisal = Domain.appraise(document, row, { ...before, promotions }, {
        ...terms,
        on: dayOf(now, timeZone)
      })
      const isOtherPrice = appraisal.messages.some(({ code }) => code === "price_changed")
      const isRefused = authentication !== undefined && authentication.proof === undefined
      const isOtherBill = JSON.stringify(document.billing) !== JSON.stringify(existing.document.billing)
      const isSameOrder = !isOtherMail && !isOtherBill && session?.total_minor === appraisal.priced.totalMinor
      if (isOtherPrice || isRefused || appraisal.status !== "ready") {
        const failed = isRefused ? unauthenticated : existing.failed
        const endsSession = !isSameOrder && (isOtherMail || isOtherBill || isOtherPrice)
        return yield* saveUncharged(deps, before, { ...row, failed }, appraisal, { endsSession, now })
      }
      const intent: ChargeIntent = {
        source: { _tag: "Token", token },
        authentication: authentication?.proof,
        keepsSession: true
      }
      const stands = session?.phase === "open" && now < session.expires_at && isSameOrder
      const subject = stands
        ? yield* orConcurrentUpdate(charged.beginCharge(session.id, intent))
        : yield* orConcurrentUpdate(charged.beginPurchase(purchaseOf({ ...before, row }, appraisal), intent))
      const paid = { ...row, failed: null }
      yield* DraftRecords.update(paid)
      if (isChargeId(subject)) return charging(subject)
      yield* reactNow
      return notCharged(yield* viewOf(deps, yield* load(deps, paid), now))
    },
    deps.write
  )

const finish = (deps: Dependencies): DraftCompletion["finish"] =>
  Effect.fnUntraced(function*(subject) {
    const chargeId = ChargeId.claimed.make(subject)
    // The outcome is stored with the charge, and the draft shows it.
    yield* Effect.catchTags(deps.checkout.charged.finish(chargeId), {
      AllowanceExceeded: () => Effect.void,
      CheckoutSuperseded: () => Effect.void,
      PaymentDeclined: () => Effect.void,
      PaymentNotAuthenticated: () => Effect.void
    })
    return yield* deps.transactions.read(Effect.gen(function*() {
      const { session_id } = Option.getOrThrow(yield* ChargeRecords.byId(chargeId))
      const { draft_id } = Option.getOrThrow(yield* SessionRecords.byId(session_id))
      const row = Option.getOrThrow(yield* DraftRecords.byId(draft_id!))
      return yield* viewOf(deps, yield* load(deps, row), yield* Clock.currentTimeMillis)
    }))
  })

/** Why a person cannot go on to pay a draft. */
export type TakeOverRefusal =
  | NotChangeable
  | DraftNotPayable
  | PriceChanged
  | ReservationRefusal
  | RefusedByShop
  | FinishRefusal

/** The completion of drafts, by their editors. */
export const completion = (deps: Dependencies): DraftCompletion => ({ begin: begin(deps), finish: finish(deps) })

/** The draft of a handover's capability. */
const findByHandover = Effect.fnUntraced(function*({ secret }: Dependencies, handover: string) {
  const draftId = DraftId.claimed.make(unsign(secret, handoverPurpose, handover) ?? "")
  const row = Option.getOrUndefined(yield* DraftRecords.byId(draftId))
  return row ?? (yield* new DraftNotFound({ draftId }))
})

/** The draft that a person is to take over. */
export const viewByHandover = (deps: Dependencies) =>
  Effect.fnUntraced(function*(handover: string) {
    const row = yield* findByHandover(deps, handover)
    return yield* viewOf(deps, yield* load(deps, row), yield* Clock.currentTimeMillis)
  }, deps.transactions.read)

/** Finds the session of a draft that a person takes over, or begins one. Returns its id. */
const beginTakeOver = (deps: Dependencies) =>
  Effect.fnUntraced(function*(handover: string, payer: Payer) {
    const loaded = yield* Effect.flatMap(findByHandover(deps, handover), (row) => load(deps, row))
    const { row, session } = loaded
    const now = yield* Clock.currentTimeMillis
    // Somebody is on the page already: it is the same page.
    if (session?.phase !== "opening") yield* mustBeChangeable(loaded, now)
    const appraisal = Domain.appraise(
      row.document,
      row,
      loaded,
      { ...deps.terms, on: dayOf(now, deps.timeZone) },
      loaded.failed
    )
    if (!Domain.isPayable(appraisal.status)) {
      return yield* new DraftNotPayable({ draftId: row.id, status: appraisal.status })
    }
    // Its editor is not who pays: what counts is what the person was shown. The editor has seen nothing by it.
    const shown = { ...row, document: withPricesSeen(row.document, appraisal.priced) }
    const purchase = purchaseOf({ ...loaded, row: shown }, appraisal, payer)
    yield* OrderPlacement.accept(purchase, appraisal.priced)
    const stands = session !== undefined && Session.isLive(session.phase) && now < session.expires_at
    if (stands && session.total_minor === appraisal.priced.totalMinor) return session.id
    return yield* orConcurrentUpdate(deps.checkout.hosted.beginPurchase(purchase))
  }, deps.write)

/** A person takes a draft over: the saga `Checkout.hosted`, up to its page. Returns the page's address. */
export const takeOver = (
  deps: Dependencies
): (
  handover: string,
  payer?: Payer
) => Effect.Effect<string, TakeOverRefusal | StoreUnavailable> => {
  const begun = beginTakeOver(deps)
  return (handover, payer = {}) =>
    Effect.flatMap(
      begun(handover, payer),
      (sessionId) => Effect.map(deps.checkout.hosted.finish(sessionId), ({ redirectUrl }) => redirectUrl)
    )
}
