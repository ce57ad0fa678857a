/**
 * Idempotency as Stripe documents it (docs.stripe.com/api/idempotent_requests): the first answer of a key is replayed,
 * errors of the server included; other parameters and concurrent use are refused; what failed before it began to
 * execute leaves nothing; a key is forgotten after 24 hours.
 */
import * as Either from "effect/Either"
import type { Account, SavedAnswer } from "./Account.ts"
import { type ApiError, keyInUse, keyReused, rejectParameter } from "./ApiErrors.ts"

const keptMillis = 24 * 60 * 60 * 1000
const maxLength = 255

export type Claim =
  | { readonly _tag: "Proceed" }
  | { readonly _tag: "Replay"; readonly answer: NonNullable<SavedAnswer["answer"]> }

/** Compares requests by path and parameters, in any order. */
export const fingerprintOf = (path: string, form: string): string => {
  const entries = [...new URLSearchParams(form)].map(([name, value]) => JSON.stringify([name, value]))
  return [path, ...entries.toSorted()].join("\n")
}

/** Takes a key for a request that begins now. */
export const claim = (account: Account, key: string, fingerprint: string): Either.Either<Claim, ApiError> => {
  if (key.length > maxLength) {
    return Either.left(rejectParameter(undefined, undefined, "Idempotency keys are up to 255 characters long."))
  }
  const saved = account.answers.get(key)
  if (saved === undefined || account.now - saved.begunAt >= keptMillis) {
    account.answers.delete(key)
    account.answers.set(key, { fingerprint, begunAt: account.now, answer: undefined })
    return Either.right({ _tag: "Proceed" })
  }
  if (saved.fingerprint !== fingerprint) return Either.left(keyReused(key))
  return saved.answer === undefined
    ? Either.left(keyInUse(key))
    : Either.right({ _tag: "Replay", answer: saved.answer })
}

/** Gives a key back: its request did not begin to execute. */
export const release = (account: Account, key: string): void => {
  account.answers.delete(key)
}

export const save = (account: Account, key: string, answer: NonNullable<SavedAnswer["answer"]>): void => {
  const saved = account.answers.get(key)
  if (saved !== undefined) saved.answer = answer
}
