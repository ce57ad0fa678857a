/**
 * ACP's delegated payment: an agent's platform leaves a card at the vault, with what it is good for, and gets a token.
 *
 * The rule it keeps: the number passes through and stays nowhere. It is wrapped as soon as it is read, prints as
 * `<redacted>`, and what the idempotency record knows a request by holds a keyed mark in its place. The vault is whoever
 * is composed with the store (`PaymentVault`).
 */
import { type AllowanceInvalid, type CardInvalid, PaymentVault } from "@beauty-store/commerce/payment/PaymentVault"
import { PaymentProviderUnavailable, withinTime } from "@beauty-store/commerce/payment/ProviderCall"
import { Policy } from "@beauty-store/commerce/Policy"
import { formatMoment } from "@beauty-store/domain/Days"
import { type Entropy, nextId } from "@beauty-store/kernel/Entropy"
import { mark, StoreSecret } from "@beauty-store/kernel/Secrets"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { holder } from "../pipeline/Authentication.ts"
import type { Body } from "../pipeline/Operations.ts"
import type { Mutation } from "./AcpOperations.ts"
import type * as AcpOperations from "./AcpOperations.ts"
import * as Errors from "./Errors.ts"

const Text = (longest: number) => Schema.String.pipe(Schema.maxLength(longest))
const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { nullable: true, exact: true })

const Moment = Schema.String.pipe(
  Schema.filter((text) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text)) || "must be a moment"
  )
)

const Metadata = Schema.Record({ key: Schema.String, value: Schema.String })

const Request = Schema.Struct({
  payment_method: Schema.Struct({
    type: Schema.Literal("card"),
    card_number_type: Schema.Literal("fpan", "network_token"),
    number: Schema.Redacted(Text(50)),
    exp_month: optional(Text(2)),
    exp_year: optional(Text(4)),
    cvc: optional(Schema.Redacted(Text(4)))
  }),
  allowance: Schema.Struct({
    reason: Schema.Literal("one_time"),
    max_amount: Schema.Int.annotations({
      message: () => ({ message: "must be a whole number of cents", override: true })
    }),
    currency: Text(3),
    checkout_session_id: Text(200),
    merchant_id: Text(256),
    expires_at: Moment
  }),
  risk_signals: optional(Schema.Array(Schema.Struct({ action: optional(Schema.String) }))),
  metadata: optional(Metadata)
})
type Request = typeof Request.Type

/** The body as it may be remembered: a number and a check digit are marks of themselves. */
const masked = (body: Body): Effect.Effect<Body, never, StoreSecret> =>
  Effect.map(StoreSecret, (secret) => {
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
    // What is not JSON is known by a mark of its bytes.
    const json = typeof body.json === "object" ? hide(body.json) : mark(secret, "delegated card", String(body.bytes))
    return { bytes: new TextEncoder().encode(JSON.stringify(json)), json }
  })

const cardFields = { number: "number", expiryMonth: "exp_month", expiryYear: "exp_year", cvc: "cvc" } as const
const allowanceFields = { maxAmountMinor: "max_amount", expiresAt: "expires_at" } as const

const refusedAs = (error: CardInvalid | AllowanceInvalid) =>
  new Errors.Refused({
    code: "invalid_card",
    status: 422,
    param: error._tag === "CardInvalid"
      ? `$.payment_method.${cardFields[error.part]}`
      : `$.allowance.${allowanceFields[error.part]}`,
    words: error.message
  })

/** A platform's own doubts count: it would not have this card used. */
const doubted = ({ risk_signals = [] }: Request): boolean => risk_signals.some(({ action }) => action === "blocked")

export const mutation: Mutation<Request, typeof Request.Encoded> & {
  readonly masked: typeof masked
  readonly sealed: true
} = {
  access: holder("orders:delegate"),
  payload: Request,
  status: 201,
  print: Errors.printDelegated,
  masked,
  sealed: true
}

/** The subject is the vault's own idempotency key: whoever repeats the request brings the card again. */
export const begin = (
  { payload }: AcpOperations.Asked<Request>
): Effect.Effect<Either.Either<string, never>, Errors.Refused, Entropy> =>
  doubted(payload)
    ? new Errors.Refused({
      code: "invalid_card",
      status: 422,
      param: "$.risk_signals",
      words: "The card is blocked by the platform's own risk signals."
    })
    : Effect.map(nextId("vlt"), Either.right)

export const finish = Effect.fnUntraced(function*(key: string, { payload }: AcpOperations.Asked<Request>) {
  const vault = yield* PaymentVault
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
    ProviderUnavailable: () => new PaymentProviderUnavailable({ retryAfterSeconds: 5, standing: true }),
    ProviderOutcomeUnknown: () => new PaymentProviderUnavailable({ retryAfterSeconds: 5, standing: true })
  }))
  return {
    id: token,
    created: formatMoment(createdAt),
    metadata: { ...metadata, merchant_id: allowance.merchant_id }
  }
})
