/**
 * Checkout on the provider's page: a saga whose subject is the checkout session. `begin` places the order and reserves
 * its units; `finish` has the page opened. Where the provider did nothing, the order is cancelled; where the outcome is
 * unknown, everything stays, and a repeat or the job `checkout` continues. Follows docs/specification.md#checkout.
 */
import type { CartEmpty, PriceChanged } from "@beauty-store/domain/Cart"
import type { NoLongerSold } from "@beauty-store/domain/Catalog"
import { SessionId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import { PaymentMethod } from "@beauty-store/domain/Payment"
import type { CodeRefused } from "@beauty-store/domain/Promotion"
import type { DestinationNotServed, ShippingNotOffered } from "@beauty-store/domain/Shipping"
import type { InsufficientStock } from "@beauty-store/domain/Stock"
import type { StoreUnavailable } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { RefusedByShop } from "../events/Reactions.ts"
import { checking, WebAddress } from "../InputChecks.ts"
import { PaymentProviderUnavailable } from "../payment/ProviderCall.ts"
import {
  declinedRetrySeconds,
  outcomeUnknown,
  type ProviderSaga,
  retrySeconds,
  retrySecondsOf
} from "../payment/ProviderSaga.ts"
import * as SessionRecords from "../records/SessionRecords.ts"
import type { Dependencies } from "./CheckoutDependencies.ts"
import * as OrderPlacement from "./OrderPlacement.ts"
import type { ProviderSessions } from "./ProviderSessions.ts"
import type { ReservationRefusal } from "./ReservationLimits.ts"
import { CheckoutSuperseded, type SessionView, viewOf } from "./SessionView.ts"
import type { Settlement } from "./Settlement.ts"

/** A cart that is to be paid on the provider's page. */
export interface CheckoutRequest extends OrderPlacement.PurchaseDetails {
  readonly paymentMethod: PaymentMethod | undefined
  /** Where the shopper goes after the store's own return address, if anywhere. Its host is the caller's to check. */
  readonly returnUrl: string | undefined
}

export type BeginRefusal =
  | CartEmpty
  | DestinationNotServed
  | ShippingNotOffered
  | CodeRefused
  | PriceChanged
  | InsufficientStock
  | NoLongerSold
  | ReservationRefusal
  | RefusedByShop
export type FinishRefusal = PaymentProviderUnavailable | CheckoutSuperseded

/**
 * `begin` returns the session's id. `finish` fails with `PaymentProviderUnavailable`: where the provider did nothing,
 * the session's order is cancelled; where the outcome is unknown, the session stays.
 */
export interface HostedCheckout
  extends ProviderSaga<[CheckoutRequest], SessionView, InvalidInput | BeginRefusal, FinishRefusal, SessionId>
{
  /** `begin` of a purchase that does not come from a cart. */
  readonly beginPurchase: (
    purchase: OrderPlacement.Purchase
  ) => Effect.Effect<SessionId, BeginRefusal | StoreUnavailable>
}

const checkingRequests = ({ strategies }: Dependencies) =>
  checking(
    Schema.Struct({
      ...OrderPlacement.purchaseFields(strategies),
      paymentMethod: Schema.optional(PaymentMethod),
      returnUrl: Schema.optional(WebAddress)
    }),
    ["address", "billing", "email"]
  )

/** Places an order that waits for its page, or is confirmed at once where it costs nothing. */
const place = Effect.fnUntraced(
  function*(
    deps: Dependencies,
    { confirmFree }: Settlement,
    purchase: OrderPlacement.Purchase,
    { paymentMethod, returnUrl }: Pick<CheckoutRequest, "paymentMethod" | "returnUrl">
  ) {
    const decision = yield* OrderPlacement.decide(purchase, deps)
    const { sessionId } = yield* OrderPlacement.write(decision, { phase: "opening", paymentMethod, returnUrl })
    yield* OrderPlacement.reserve(decision, sessionId, deps)
    if (decision.priced.totalMinor === 0) yield* confirmFree(sessionId)
    return sessionId
  }
)

const hasNoPage = ({ phase, url }: SessionRecords.SessionRow): boolean =>
  phase === "opening" || (phase === "open" && url === null)

const finish = (
  { transactions }: Dependencies,
  { endAndRelease }: Settlement,
  { open, requestOf }: ProviderSessions
): HostedCheckout["finish"] =>
  Effect.fnUntraced(function*(subject) {
    const sessionId = SessionId.claimed.make(subject)
    const { request, row } = yield* transactions.read(Effect.gen(function*() {
      const row = Option.getOrUndefined(yield* SessionRecords.byId(sessionId))
      return { row, request: row !== undefined && hasNoPage(row) ? yield* requestOf(row) : undefined }
    }))
    if (row === undefined) return yield* new CheckoutSuperseded({ sessionId })
    let retryAfterSeconds = retrySeconds
    // A refusal of this call ends the session, unless another call has opened it meanwhile.
    const refused = (seconds: number) => {
      retryAfterSeconds = seconds
      return Effect.zipRight(
        endAndRelease(row.id, "failed"),
        Effect.map(transactions.read(SessionRecords.byId(sessionId)), Option.getOrUndefined)
      )
    }
    const after = request === undefined ? row : yield* open(row, request).pipe(Effect.catchTags({
      ProviderDeclined: () => refused(declinedRetrySeconds),
      ProviderDidNothing: (fault) => refused(retrySecondsOf(fault)),
      ProviderOutcomeUnknown: outcomeUnknown
    }))
    if (after?.phase === "failed") {
      return yield* new PaymentProviderUnavailable({ retryAfterSeconds, standing: false })
    }
    if (after === undefined || after.phase === "cancelled" || after.url === null) {
      return yield* new CheckoutSuperseded({ sessionId })
    }
    return viewOf(after)
  })

export const make = (deps: Dependencies, settlement: Settlement, sessions: ProviderSessions): HostedCheckout => {
  const checkRequest = checkingRequests(deps)
  return {
    begin: (request) =>
      Effect.zipRight(
        checkRequest(request),
        deps.write(
          Effect.flatMap(OrderPlacement.purchaseOf(deps.shop, request), (purchase) =>
            place(deps, settlement, purchase, request))
        )
      ),
    beginPurchase: (purchase) =>
      deps.write(place(deps, settlement, purchase, { paymentMethod: undefined, returnUrl: undefined })),
    finish: finish(deps, settlement, sessions)
  }
}
