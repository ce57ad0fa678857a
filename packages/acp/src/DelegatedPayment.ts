/**
 * ACP's delegated payment: an agent's platform leaves a card at the vault, with its allowance, and gets a token.
 *
 * The rule: the number passes through and is stored nowhere. It is wrapped as soon as it is read, prints as
 * `<redacted>`, and the idempotency record has a keyed mark in its place. A card that the platform itself has blocked is refused here, before the vault is called: only the protocol's request has risk signals. The vault is the one that is composed with the store, if there is one (`PaymentVault`).
 * Follows docs/specification.md#vault.
 */
import { PaymentProviderUnavailable, withinTime } from "@beauty-store/commerce/internal/payment/ProviderCall"
import { type AllowanceInvalid, type CardInvalid, PaymentVault } from "@beauty-store/commerce/payment/PaymentVault"
import { Policy } from "@beauty-store/commerce/Policy"
import { formatMoment } from "@beauty-store/domain/Days"
import type { Body } from "@beauty-store/http/internal/pipeline/RequestBody"
import { holder } from "@beauty-store/http/pipeline/Authentication"
import * as Operations from "@beauty-store/http/pipeline/Operations"
import { nextId } from "@beauty-store/sql/Entropy"
import { mark, StoreSecret } from "@beauty-store/sql/Secrets"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { AcpApi } from "./Api.ts"
import { CardRefused } from "./Errors.ts"
import * as RequestRules from "./RequestRules.ts"
import type { DelegatePayment } from "./RequestSchemas.ts"

const operation = Operations.operationsOf(AcpApi, RequestRules.delegatedPayment)

type Request = typeof DelegatePayment.Type

/** The body as it may be stored: a number and a check digit are replaced by marks. */
const maskBody = (secret: Context.Tag.Service<StoreSecret>) => (body: Body): Body => {
  const hide = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value
    if (Array.isArray(value)) return value.map(hide)
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        (key === "number" || key === "cvc") && (typeof inner === "string" || typeof inner === "number")
          ? mark(secret, "delegated card", String(inner))
          : hide(inner)
      ])
    )
  }
  // A body that is not JSON is identified by a mark of its bytes.
  const json = typeof body.json === "object" ? hide(body.json) : mark(secret, "delegated card", String(body.bytes))
  return { bytes: new TextEncoder().encode(JSON.stringify(json)), json }
}

const cardFields = { number: "number", expiryMonth: "exp_month", expiryYear: "exp_year", cvc: "cvc" } as const
const allowanceFields = { maxAmountMinor: "max_amount", expiresAt: "expires_at" } as const

const refusedAs = (error: CardInvalid | AllowanceInvalid) =>
  new CardRefused({
    code: "invalid_card",
    param: error._tag === "CardInvalid"
      ? `$.payment_method.${cardFields[error.part]}`
      : `$.allowance.${allowanceFields[error.part]}`,
    words: error.message
  })

const blockedCard = new CardRefused({
  code: "invalid_card",
  param: "$.risk_signals",
  words: "The card is blocked by the platform's own risk signals."
})

/** Whether the agent's own platform has marked the card as blocked. Such a card gets no token. */
const isBlockedByPlatform = ({ risk_signals = [] }: Request): boolean =>
  risk_signals.some(({ action }) => action === "blocked")

/** Leaves the card at the vault, under the key of the saga. */
const delegate = Effect.fnUntraced(
  function*(vault: Context.Tag.Service<PaymentVault>, key: string, payload: Request) {
    const timely = withinTime(yield* Policy)
    const { allowance, metadata = {}, payment_method: card } = payload
    const { createdAt, token } = yield* timely(vault.delegate({
      key,
      card: {
        numberType: card.card_number_type,
        number: card.number,
        expiryMonth: card.exp_month,
        expiryYear: card.exp_year,
        cvc: card.cvc
      },
      allowance: {
        sessionId: allowance.checkout_session_id,
        merchantId: allowance.merchant_id,
        currency: allowance.currency.toUpperCase(),
        maxAmountMinor: allowance.max_amount,
        expiresAt: Date.parse(allowance.expires_at)
      }
    })).pipe(Effect.catchTags({
      CardInvalid: refusedAs,
      AllowanceInvalid: refusedAs,
      ProviderDidNothing: () => new PaymentProviderUnavailable({ retryAfterSeconds: 5, standing: true }),
      ProviderOutcomeUnknown: () => new PaymentProviderUnavailable({ retryAfterSeconds: 5, standing: true })
    }))
    return {
      id: token,
      created: formatMoment(createdAt),
      metadata: { ...metadata, merchant_id: allowance.merchant_id }
    }
  }
)

const noVault = new CardRefused({
  code: "invalid_card",
  param: "$.payment_method",
  words: "This shop's payment provider has no vault: it takes no cards for tokens."
})

/** The handlers of the group `acpDelegatedPayment`. */
export const handlers = Effect.gen(function*() {
  const secret = yield* StoreSecret
  const vault = Option.getOrUndefined(yield* Effect.serviceOption(PaymentVault))
  return {
    delegate: Operations.saga(operation("acpDelegatedPayment", "delegate"), holder("orders:delegate"), {
      // The subject is the vault's own idempotency key: a repeated request brings the card again.
      begin: ({ payload }) =>
        vault === undefined ? noVault : isBlockedByPlatform(payload) ? blockedCard : nextId("vlt"),
      finish: (key, { payload }) => vault === undefined ? noVault : delegate(vault, key, payload)
    }, { maskBody: maskBody(secret), sealed: () => true })
  }
})
