/**
 * What staff should look at: money that did not fit its order, messages that the order's state forbids. A flag is
 * written in the transaction that found it and changes nothing else.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Entropy, nextId } from "./Entropy.ts"
import * as Query from "./Query.ts"
import type { Transaction } from "./Transactions.ts"

export type FlagKind = "surplus_payment" | "refund_failed" | "message_ignored"

const insert = Query.insert("flag", ["id", "kind", "subject", "detail", "at"])

/** Raises a flag about a subject (an order's, refund's or message's id). */
export const raise = (
  kind: FlagKind,
  subject: string,
  detail: string
): Effect.Effect<void, never, Transaction | Entropy> =>
  Effect.gen(function*() {
    yield* insert({ id: yield* nextId("flg"), kind, subject, detail, at: yield* Clock.currentTimeMillis })
  })
