/**
 * People on the payment provider's pages: they pay an order, with a card that may be declined or ask for
 * authentication, or twice at once; and they decide whether an agent may pay with their card.
 */
import type { PaymentMethod } from "@beauty-store/domain/Payment"
import { readNumber } from "@beauty-store/payments-simulated/Cards"
import type { Means } from "@beauty-store/payments-simulated/internal/provider/PaymentRequest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { minute, second } from "../engine/Time.ts"
import type { Client } from "./Client.ts"
import { comeBackFrom } from "./OrderPages.ts"
import { cards, does, pause, type Workload } from "./Workload.ts"

const tokenOf = (page: string): string => page.slice(page.lastIndexOf("/") + 1)

/** The payment method of one attempt. */
const methodOf = (workload: Workload, client: Client): Means => {
  if (does(workload, client, "act.klarna")) return { method: "klarna", card: undefined }
  const number = does(workload, client, "act.otherCard")
    ? cards.poor
    : does(workload, client, "act.threeDSecure")
    ? cards.challenged
    : cards.good
  const card = Either.getOrThrow(readNumber(number))
  return { method: client.prng.pick<PaymentMethod>(["card", "card", "apple_pay", "google_pay"]), card } as Means
}

/** Tries to pay once. Returns whether another attempt makes sense. */
const payOnce = Effect.fnUntraced(function*(workload: Workload, client: Client, page: string) {
  const { clientContext: { history }, pages } = workload
  const { identity: { name }, prng } = client
  const chosen = methodOf(workload, client)
  const result = yield* Effect.either(pages.pay(tokenOf(page), chosen))
  history.add(name, `pays by ${chosen.method}: ${Either.isRight(result) ? result.right._tag : result.left._tag}`)
  if (Either.isLeft(result)) {
    return result.left._tag === "ProviderDidNothing" || result.left._tag === "MethodNotOffered"
  }
  if (result.right._tag === "Succeeded") yield* comeBackFrom(workload, client, result.right.returnUrl)
  if (result.right._tag !== "RequiresAction") return result.right._tag === "Declined"
  yield* pause(prng, second, 2 * minute)
  const outcome = prng.happens(0.8) ? "authenticated" as const : "failed" as const
  const end = yield* Effect.either(pages.authenticate(tokenOf(page), result.right.challengeId, outcome))
  history.add(name, `is ${outcome}: ${Either.isRight(end) ? end.right._tag : end.left._tag}`)
  return Either.isLeft(end) || end.right._tag === "Declined"
})

/** Pays an order on the provider's page, or gives up after some attempts. */
export const pay = Effect.fnUntraced(function*(workload: Workload, client: Client, page: string) {
  const { prng } = client
  const once = payOnce(workload, client, page)
  if (does(workload, client, "act.payTwice")) {
    yield* Effect.all([once, Effect.zipRight(Effect.sleep(prng.int(0, 500)), once)], { concurrency: "unbounded" })
  }
  for (let tries = 0; tries < 4; tries++) {
    const again = yield* once
    if (!again) return
    yield* pause(prng, second, 5 * minute)
  }
})

/** The cards that agents pay with: few, so that several delegations use one. */
const delegatedCards = [cards.good, cards.good, cards.challenged, "5555555555554444"]

/** Decides on the provider's page whether an agent may pay. Returns whether it may. */
export const decideDelegation = Effect.fnUntraced(
  function*(workload: Workload, { identity: { name }, prng }: Client, page: string) {
    const { clientContext: { history }, mandates } = workload
    const token = tokenOf(page)
    const card = Either.getOrThrow(readNumber(prng.pick(delegatedCards)))
    for (let tries = 0; tries < 6; tries++) {
      const decided = yield* Effect.either(
        mandates.decide(token, prng.happens(0.95) ? { _tag: "Approve", card } : { _tag: "Reject" })
      )
      const asked = Either.isRight(decided) && decided.right._tag === "RequiresAction" ? decided.right : undefined
      const end = asked === undefined
        ? decided
        : yield* Effect.either(mandates.authenticate(token, asked.challengeId, "authenticated"))
      const result = Either.isRight(end) ? end.right._tag : end.left._tag
      history.add(name, `decides about a delegation: ${result}`)
      if (result === "Approved" || result === "AlreadyDecided") return true
      if (result === "Rejected") return false
      yield* pause(prng, second, 5 * minute)
    }
    return false
  }
)
