/**
 * The rows of charges: attempts of the store to take a session's payment without the payer on a page.
 *
 * A charge changes under its session's lock, each transition of the domain's table as a compare-and-set. A token and
 * its proof are stored only as long as the provider may have to be asked again. All of it runs inside the caller's
 * transaction.
 */
import { AllowanceExceeded } from "@beauty-store/domain/Allowance"
import * as Domain from "@beauty-store/domain/Charge"
import { ChargeId, type Claimed, DelegationId, SessionId } from "@beauty-store/domain/Ids"
import { nextId } from "@beauty-store/sql/Entropy"
import * as Query from "@beauty-store/sql/Query"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { AuthenticationProof, ChargeSource } from "../payment/PaymentProvider.ts"

const Proof: Schema.Schema<AuthenticationProof> = Schema.Struct({
  cryptogram: Schema.String,
  electronicCommerceIndicator: Schema.String,
  transactionId: Schema.String,
  version: Schema.String
})
const ProofText = Query.Json(Proof)
const encodeProof = Schema.encodeSync(ProofText)
const RefusalText = Query.Json(AllowanceExceeded)
const encodeRefusal = Schema.encodeSync(RefusalText)

const Row = Schema.Struct({
  id: ChargeId,
  session_id: SessionId,
  state: Domain.State,
  delegation_id: Schema.NullOr(DelegationId),
  token: Schema.NullOr(Schema.String),
  proof: Schema.NullOr(ProofText),
  amount_minor: Query.Int,
  keeps_session: Query.Flag,
  provisional: Query.Flag,
  reason: Schema.NullOr(Schema.String),
  refusal: Schema.NullOr(RefusalText)
})
export type ChargeRow = typeof Row.Type

const selected = `SELECT id, session_id, state, delegation_id, token, proof, amount_minor, keeps_session,
  provisional, reason, refusal FROM charge`
export const byId = Query.first(Row)<[id: Claimed<ChargeId>]>(`${selected} WHERE id = ?`)
/** All charges of a session, oldest first. */
export const ofSession = Query.all(Row)<[sessionId: SessionId]>(`${selected} WHERE session_id = ? ORDER BY id`)
/** The charge of a session whose outcome is not known. */
export const undecidedOf = Query.first(Row)<[sessionId: SessionId]>(
  `${selected} WHERE session_id = ? AND state IN ('begun', 'authorised')`
)

const insertRow = Query.insert("charge", [
  "id",
  "session_id",
  "state",
  "delegation_id",
  "token",
  "proof",
  "instrument",
  "amount_minor",
  "keeps_session",
  "provisional",
  "at"
])

/** A charge that is to begin. */
export interface New {
  readonly sessionId: SessionId
  readonly source: ChargeSource
  readonly authentication: AuthenticationProof | undefined
  /** Known where the amount is already counted. */
  readonly instrument: string | undefined
  /** Whether the limits are to be checked once more before the provider is asked for money. */
  readonly isProvisional: boolean
  readonly amountMinor: number
  readonly keepsSession: boolean
}

/** Writes a charge; returns its id. */
export const insert = Effect.fnUntraced(function*(charge: New) {
  const id = yield* nextId(ChargeId)
  yield* insertRow({
    id,
    session_id: charge.sessionId,
    state: charge.instrument === undefined ? "begun" : "authorised",
    delegation_id: charge.source._tag === "Mandate" ? charge.source.mandateId : null,
    token: charge.source._tag === "Token" ? charge.source.token : null,
    proof: charge.authentication === undefined ? null : encodeProof(charge.authentication),
    instrument: charge.instrument ?? null,
    amount_minor: charge.amountMinor,
    keeps_session: charge.keepsSession ? 1 : 0,
    provisional: charge.isProvisional ? 1 : 0,
    at: yield* Clock.currentTimeMillis
  })
  return id
})

/** Records that the amount is counted. Returns 0 where the charge has changed since. */
export const setAuthorised = Query.change<[instrument: string, id: ChargeId]>(
  "UPDATE charge SET state = 'authorised', instrument = ? WHERE id = ? AND state = 'begun'"
)

/** Records that the limits were checked once more. */
export const setFinal = Query.change<[id: ChargeId]>(
  "UPDATE charge SET provisional = 0 WHERE id = ? AND state = 'authorised'"
)

const setEnd = Query.change<
  [state: Domain.State, reason: string | null, refusal: string | null, id: ChargeId, from: Domain.State]
>(
  `UPDATE charge SET state = ?, reason = ?, refusal = ?, token = NULL, proof = NULL
   WHERE id = ? AND state = ?`
)

/** Ends an undecided charge. Returns whether this call did. */
export const end = (
  charge: Pick<ChargeRow, "id" | "state">,
  to: Domain.State,
  { reason, refusal }: { readonly reason?: string; readonly refusal?: AllowanceExceeded } = {}
) =>
  Domain.transitions[charge.state].includes(to)
    ? Effect.map(
      setEnd(to, reason ?? null, refusal === undefined ? null : encodeRefusal(refusal), charge.id, charge.state),
      (changed) => changed > 0
    )
    : Effect.succeed(false)

/** The source of a charge's money, while it is undecided. */
export const sourceOf = ({ delegation_id, token }: ChargeRow): ChargeSource =>
  token === null ? { _tag: "Mandate", mandateId: delegation_id! } : { _tag: "Token", token }
