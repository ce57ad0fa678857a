/**
 * The vault: it takes a card and returns a token for one purchase.
 *
 * The rule: the number ends here. The ledger stores the card's fingerprint, its brand and last digits, and its bank's
 * verdict. A network token counts as its card, so that one card has one fingerprint. The conditions of a token are
 * checked where it is charged (`Charges`). Follows docs/specification.md#vault.
 */
import type { DelegatedToken } from "@beauty-store/commerce/payment/PaymentProvider"
import {
  AllowanceInvalid,
  CardInvalid,
  type DelegatedCard,
  PaymentVault,
  type TokenRequest
} from "@beauty-store/commerce/payment/PaymentVault"
import { defaultLanguage } from "@beauty-store/domain/Language"
import * as Entropy from "@beauty-store/sql/Entropy"
import { ConcurrentUpdate } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Cards from "../Cards.ts"
import * as Ledger from "./Ledger.ts"
import { writeFault } from "./LedgerFaults.ts"
import { faultWords } from "./PaymentWords.ts"
import { type Dependencies, dependencies, type Services } from "./ProviderDependencies.ts"

// A page has one field for both, and other words (`faultWords.expiry`).
const notAMonth = "Enter the month of expiry as a number from 1 to 12, such as 08."
const notAYear = "Enter the year of expiry with four digits, or its last two, such as 2029."

/** The card itself, or why it is not valid. */
const readCard = (card: DelegatedCard, nowMillis: number): Either.Either<Cards.CardNumber, CardInvalid> =>
  Either.gen(function*() {
    const fault = (part: CardInvalid["part"], message: string) => Either.left(new CardInvalid({ part, message }))
    const read = Cards.readNumber(Redacted.value(card.number))
    if (Either.isLeft(read)) return yield* fault("number", faultWords.number[read.left](defaultLanguage))
    const number = card.numberType === "fpan" ? read.right : Cards.cardOfNetworkToken(read.right)
    if (number === undefined) return yield* fault("number", "No card network gave out this number.")
    const { cvc, expiryMonth, expiryYear } = card
    if (expiryMonth !== undefined || expiryYear !== undefined) {
      const month = /^\d{1,2}$/.test(expiryMonth ?? "") ? Number(expiryMonth) : 0
      if (month < 1 || month > 12) return yield* fault("expiryMonth", notAMonth)
      if (!/^(?:\d{2}|\d{4})$/.test(expiryYear ?? "")) return yield* fault("expiryYear", notAYear)
      const expiry = Cards.checkExpiry(`${expiryMonth}/${expiryYear ?? ""}`, nowMillis)
      if (Either.isLeft(expiry)) return yield* fault("expiryYear", faultWords.expiry[expiry.left](defaultLanguage))
    }
    if (cvc !== undefined) {
      const checked = Cards.checkCvc(Redacted.value(cvc), Cards.brand(read.right))
      if (Either.isLeft(checked)) return yield* fault("cvc", faultWords.cvc[checked.left](defaultLanguage))
    }
    return number
  })

/** A token as the shop sees it. */
export const tokenOf = (token: Ledger.Token): DelegatedToken => ({
  token: token.id,
  instrument: token.instrument,
  sessionId: token.sessionId,
  merchantId: token.merchantId,
  currency: token.currency,
  maxAmountMinor: token.maxAmountMinor,
  expiresAt: token.expiresAt,
  used: token.used
})

/** Stores a card under the caller's key, or finds the one that is stored under it; in a transaction. */
const keep = Effect.fnUntraced(function*({ secret }: Dependencies, { allowance, card, key }: TokenRequest) {
  const earlier = yield* Ledger.tokenByKey(key)
  if (Option.isSome(earlier)) return earlier.value
  const now = yield* Clock.currentTimeMillis
  const number = yield* readCard(card, now)
  if (!Number.isSafeInteger(allowance.maxAmountMinor) || allowance.maxAmountMinor <= 0) {
    return yield* new AllowanceInvalid({ part: "maxAmountMinor", message: "There is nothing to spend." })
  }
  if (allowance.expiresAt <= now) {
    return yield* new AllowanceInvalid({ part: "expiresAt", message: "That moment has passed." })
  }
  const instrument = Cards.instrument(number, secret)
  const inserted = yield* Ledger.insertToken({
    id: yield* Entropy.nextId("vt"),
    key,
    session_id: allowance.sessionId,
    merchant_id: allowance.merchantId,
    currency: allowance.currency,
    max_amount_minor: allowance.maxAmountMinor,
    expires_at: allowance.expiresAt,
    created_at: now,
    instrument: instrument.fingerprint,
    card_brand: instrument.card?.brand ?? null,
    card_last4: instrument.card?.last4 ?? null,
    verdict: Cards.verdictOf(Cards.behaviour(number)),
    used: 0
  })
  // The same key at the same moment: the other one was first.
  if (inserted === 0) return yield* Effect.die(new ConcurrentUpdate())
  return Option.getOrThrow(yield* Ledger.tokenByKey(key))
})

const make = (deps: Dependencies): Context.Tag.Service<PaymentVault> => ({
  delegate: (request) =>
    deps.withFaults("delegate", request.key, deps.write(keep(deps, request))).pipe(
      Effect.map(({ createdAt, id }) => ({ token: id, createdAt })),
      Effect.catchTag("StoreUnavailable", writeFault)
    )
})

export const layer: Layer.Layer<PaymentVault, never, Services> = Layer.effect(
  PaymentVault,
  Effect.map(dependencies, make)
)
