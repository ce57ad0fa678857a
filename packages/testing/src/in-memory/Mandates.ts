/**
 * The mandates of the provider in memory: prepared by the shop, decided by a person, in force until they are revoked.
 *
 * What a mandate pays is asked in `Charges`.
 */
import type { PaymentProvider, ProviderMandate } from "@beauty-store/commerce/payment/PaymentProvider"
import type { Claimed, DelegationId } from "@beauty-store/domain/Ids"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Calls, declined, faultsOnly } from "./Calls.ts"
import { capability, type Ledger, type Mandate } from "./Ledger.ts"
import { notify } from "./Messages.ts"

const seen = (
  mandateId: Claimed<DelegationId>,
  { instrument, request, status }: Mandate,
  now: number
): ProviderMandate => ({
  mandateId,
  url: `https://pay.example/mandates/${mandateId}/${capability(mandateId)}`,
  status: status === "pending" && now >= request.decideBefore ? "lapsed" : status,
  instrument
})

export const methodsOf = (
  { mandates, neverToBe }: Ledger,
  { call }: Calls
): Pick<typeof PaymentProvider.Service, "createMandate" | "lookUpMandate" | "revokeMandate"> => ({
  createMandate: (request) =>
    call("createMandate", request.mandateId, (now) =>
      Effect.suspend(() => {
        const { mandateId } = request
        if (neverToBe.has(mandateId)) return Effect.fail(declined("mandate_revoked"))
        const mandate: Mandate = mandates.get(mandateId) ?? { request, status: "pending", instrument: undefined }
        mandates.set(mandateId, mandate)
        return Effect.succeed(seen(mandateId, mandate, now))
      })),
  lookUpMandate: (mandateId) =>
    faultsOnly(
      call("lookUpMandate", mandateId, (now) =>
        Effect.sync(() =>
          Option.map(Option.fromNullable(mandates.get(mandateId)), (mandate) =>
            seen(mandateId, mandate, now))
        ))
    ),
  revokeMandate: (mandateId) =>
    faultsOnly(call("revokeMandate", mandateId, () =>
      Effect.sync(() => {
        const mandate = mandates.get(mandateId)
        if (mandate === undefined) neverToBe.add(mandateId)
        else mandate.status = "revoked"
      })))
})

export const controlsOf = (ledger: Ledger) => ({
  mandates: ledger.mandates,
  /** The person decides about a mandate. */
  decide: (mandateId: Claimed<DelegationId>, status: "active" | "rejected", instrument = "visa-4242") => {
    const mandate = ledger.mandates.get(mandateId)
    if (mandate === undefined) throw new Error(`the provider has no mandate ${mandateId}`)
    mandate.status = status
    mandate.instrument = status === "active" ? instrument : undefined
    notify(ledger, { _tag: "MandateChanged", mandateId })
  }
})
