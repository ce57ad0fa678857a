/**
 * Shared payment granted tokens: an agent lets the shop charge a person's method, within limits. Known to preview
 * versions of the API only (docs.stripe.com/agentic-commerce/concepts/shared-payment-tokens).
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type Stripe from "stripe"
import { type Account, emit, newId, schedule, seconds } from "./Account.ts"
import { type ApiError, notFound, refuse, rejectParameter } from "./ApiErrors.ts"
import type { GrantedToken } from "./GrantedTokenShape.ts"
import { findMethod } from "./Methods.ts"
import { Amount, Currency, Metadata, Text, Timestamp } from "./Parameters.ts"

type Result = Either.Either<object, ApiError>

export const Grant = Schema.Struct({
  payment_method: Text,
  usage_limits: Schema.Struct({
    currency: Currency,
    max_amount: Amount,
    expires_at: Schema.optional(Timestamp)
  }),
  seller_details: Schema.optional(Schema.Struct({
    external_id: Schema.optional(Text),
    network_id: Schema.optional(Text)
  })),
  shared_metadata: Schema.optional(Metadata)
})

const deactivate = (account: Account, token: GrantedToken, reason: GrantedToken["deactivated_reason"]): void => {
  if (token.deactivated_at !== null) return
  token.deactivated_at = seconds(account)
  token.deactivated_reason = reason
  emit(account, "shared_payment.granted_token.deactivated" as Stripe.Event.Type, token)
}

const shownCard = (method: Stripe.PaymentMethod) =>
  method.card === undefined ? {} : {
    card: {
      brand: method.card.brand,
      exp_month: method.card.exp_month,
      exp_year: method.card.exp_year,
      last4: method.card.last4,
      fingerprint: method.card.fingerprint ?? null
    }
  }

export const grant = (account: Account, params: typeof Grant.Type): Result =>
  Either.map(findMethod(account, params.payment_method, 400), (method) => {
    const expiresAt = params.usage_limits.expires_at ?? null
    const currency = params.usage_limits.currency.toLowerCase()
    const token: GrantedToken = {
      id: newId(account, "spt"),
      object: "shared_payment.granted_token",
      agent_details: { network_business_profile: null },
      created: seconds(account),
      deactivated_at: null,
      deactivated_reason: null,
      livemode: account.livemode,
      payment_method_details: {
        type: method.type,
        billing_details: structuredClone(method.billing_details),
        ...shownCard(method)
      },
      shared_metadata: params.shared_metadata ?? null,
      usage_details: { amount_captured: { currency, value: 0 } },
      usage_limits: { currency, expires_at: expiresAt, max_amount: params.usage_limits.max_amount }
    }
    account.tokens.set(token.id, token)
    account.methodsOfTokens.set(token.id, method.id)
    if (expiresAt !== null) schedule(account, expiresAt * 1000, () => deactivate(account, token, "expired"))
    return token
  })

const find = (account: Account, id: string, status: 400 | 404): Either.Either<GrantedToken, ApiError> =>
  Either.fromNullable(
    account.tokens.get(id),
    () => notFound("shared_payment_granted_token", id, "shared_payment_granted_token", status)
  )

export const retrieve = (account: Account, _: unknown, id: string): Result => find(account, id, 404)

export const revoke = (account: Account, _: unknown, id: string): Result =>
  Either.map(find(account, id, 404), (token) => {
    deactivate(account, token, "revoked")
    return token
  })

const param = "payment_method_data[shared_payment_granted_token]"

/** The method behind a token that pays this amount. */
export const redeemable = (
  account: Account,
  id: string,
  amount: number,
  currency: string
): Either.Either<{ readonly token: GrantedToken; readonly method: Stripe.PaymentMethod }, ApiError> =>
  Either.gen(function*() {
    if (!account.isPreview) {
      return yield* Either.left(rejectParameter(param, "parameter_unknown", `Received unknown parameter: ${param}`))
    }
    const token = yield* find(account, id, 400)
    if (token.deactivated_at !== null) {
      const message = `The shared payment granted token ${id} was deactivated: ${token.deactivated_reason}.`
      return yield* Either.left(refuse("shared_payment_granted_token_deactivated", message, param))
    }
    const limits = token.usage_limits
    const used = token.usage_details?.amount_captured.value ?? 0
    if (limits !== null && (limits.currency !== currency || used + amount > limits.max_amount)) {
      const message = `The payment is outside the limits of the shared payment granted token ${id}.`
      return yield* Either.left(refuse("shared_payment_granted_token_limit_exceeded", message, param))
    }
    const method = yield* findMethod(account, account.methodsOfTokens.get(id) ?? "", 400)
    return { token, method }
  })

/** Counts a charge against a token's limit; at the limit the token is consumed. */
export const countUse = (account: Account, token: GrantedToken, amount: number): void => {
  if (token.usage_details !== null) token.usage_details.amount_captured.value += amount
  emit(account, "shared_payment.granted_token.used" as Stripe.Event.Type, token)
  if ((token.usage_details?.amount_captured.value ?? 0) >= (token.usage_limits?.max_amount ?? Infinity)) {
    deactivate(account, token, "consumed")
  }
}
