/**
 * A Stripe account in this process: its API, the people on its pages, its banks and its webhooks. It keeps everything
 * in memory, takes time from `Clock`, ids from `Entropy` and faults from its plan, so that a simulation can replay it.
 *
 * @since 1.0.0
 */
import type { HttpPost } from "@beauty-store/outbound/HttpPost"
import { Entropy } from "@beauty-store/sql/Entropy"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import type Stripe from "stripe"
import { type Account, advance, idOf, makeAccount } from "./Account.ts"
import { answer, type ApiAnswer, type ApiRequest, apiVersion, type ConnectionReset } from "./ApiCall.ts"
import { payOut } from "./Books.ts"
import { closeDispute, openDispute } from "./Disputes.ts"
import { type FaultPlan, none } from "./Faults.ts"
import type { Means } from "./MethodObjects.ts"
import { answerChallenge, type Seen, submit } from "./Sessions.ts"
import { deliver, rollSecret, takeDue } from "./Webhooks.ts"

export type { ApiAnswer, ApiRequest, ConnectionReset } from "./ApiCall.ts"
export type { Means } from "./MethodObjects.ts"
export type { Seen } from "./Sessions.ts"

export class SimulatedStripe extends Context.Tag("@beauty-store/stripe-simulated/SimulatedStripe")<SimulatedStripe, {
  /** Answers a request of the API. It runs to its end, even if the caller hangs up. */
  readonly handle: (request: ApiRequest) => Effect.Effect<ApiAnswer, ConnectionReset>

  /**
   * Somebody submits the page of a session with a way to pay. In payment mode it pays, in setup mode it saves the
   * method. `RequiresAction`: the bank asks, and `answerChallenge` answers it.
   */
  readonly submit: (pageUrl: string, means: Means) => Effect.Effect<Seen>

  /** The cardholder answers the question of their bank on the page of a session. */
  readonly answerChallenge: (pageUrl: string, answer: "confirmed" | "failed") => Effect.Effect<Seen>

  /** Somebody leaves the page without paying. The session stays as it is. Returns where the page sends them. */
  readonly leave: (pageUrl: string) => Effect.Effect<string | null>

  /** A bank takes the charge of a paid intent back. */
  readonly dispute: (intentId: string, reason: string) => Effect.Effect<Stripe.Dispute>

  /** A bank decides a dispute. */
  readonly closeDispute: (disputeId: string, status: "won" | "lost") => Effect.Effect<void>

  /** Sends money of the balance to the shop's bank, in minor units. */
  readonly payOut: (amount: number, currency: string) => Effect.Effect<Stripe.Payout>

  /** Gives a webhook endpoint another secret and returns it; the old ones sign beside it for some time. */
  readonly rollSecret: (endpointId: string, overlapMillis: number) => Effect.Effect<string>
}>() {}

export interface Options {
  /** The account's secret keys. One that begins with `sk_live_` makes it a live account. */
  readonly secretKeys: ReadonlyArray<string>
  /** What goes wrong; by default nothing. */
  readonly plan?: FaultPlan | undefined
  /** Where Stripe's pages are; by default Stripe's own address, where nobody has to listen. */
  readonly pages?: string | undefined
}

/** No sleep is longer, since timers have an end. */
const longestSleep = 24 * 60 * 60 * 1000

const nextAt = (account: Account): number =>
  account.deliveries.reduce((least, { at }) => Math.min(least, at), account.due[0]?.at ?? Number.POSITIVE_INFINITY)

/** Takes what is due by the clock, and sends events. */
const keepTime = Effect.fnUntraced(function*(account: Account, changes: Queue.Queue<void>) {
  while (true) {
    const now = yield* Clock.currentTimeMillis
    advance(account, now)
    for (const delivery of takeDue(account)) {
      // A delivery that failed has planned its repeat.
      yield* Effect.fork(Effect.zipRight(deliver(account, delivery), Queue.offer(changes, undefined)))
    }
    const wait = Math.min(nextAt(account) - now, longestSleep)
    yield* Effect.raceFirst(Queue.take(changes), Effect.sleep(Math.max(0, wait)))
  }
})

const sessionOf = (account: Account, pageUrl: string): Stripe.Checkout.Session => {
  const id = /cs_(?:test|live)_[0-9A-Za-z]+/.exec(pageUrl)?.[0] ?? ""
  const session = account.sessions.get(id)
  if (session === undefined) throw new Error("no Checkout Session has this page")
  return session
}

const chargeOf = (account: Account, intentId: string): Stripe.Charge => {
  const charge = account.charges.get(idOf(account.intents.get(intentId)?.latest_charge) ?? "")
  if (charge === undefined) throw new Error(`no charge of ${intentId}`)
  return charge
}

const disputeOf = (account: Account, id: string): Stripe.Dispute => {
  const dispute = account.disputes.get(id)
  if (dispute === undefined) throw new Error(`no dispute ${id}`)
  return dispute
}

/** An account of its own, empty at first, as long as the layer lives. */
export const layer = (options: Options): Layer.Layer<SimulatedStripe, never, Entropy | HttpPost> =>
  Layer.scoped(
    SimulatedStripe,
    Effect.gen(function*() {
      const { bytes } = yield* Entropy
      const account = makeAccount({
        livemode: options.secretKeys.some((key) => key.startsWith("sk_live_")),
        apiVersion,
        pages: options.pages ?? "https://checkout.stripe.com",
        plan: options.plan ?? none,
        bytes
      })
      const changes = yield* Queue.sliding<void>(1)
      yield* Effect.forkScoped(keepTime(account, changes))
      const tell = Queue.offer(changes, undefined)
      /** Something that a person or a bank does, at the present moment. */
      const act = <A>(run: () => A): Effect.Effect<A> =>
        Effect.gen(function*() {
          const now = yield* Clock.currentTimeMillis
          advance(account, now)
          const result = run()
          advance(account, now)
          yield* tell
          return result
        })
      return {
        handle: (request) => Effect.ensuring(answer(account, options.secretKeys, request), tell),
        submit: (pageUrl, means) => act(() => submit(account, sessionOf(account, pageUrl), means)),
        answerChallenge: (pageUrl, verdict) =>
          act(() => answerChallenge(account, sessionOf(account, pageUrl), verdict)),
        leave: (pageUrl) => act(() => sessionOf(account, pageUrl).cancel_url),
        dispute: (intentId, reason) =>
          act(() => structuredClone(openDispute(account, chargeOf(account, intentId), reason))),
        closeDispute: (disputeId, status) => act(() => closeDispute(account, disputeOf(account, disputeId), status)),
        payOut: (amount, currency) => act(() => structuredClone(payOut(account, amount, currency))),
        rollSecret: (endpointId, overlapMillis) => act(() => rollSecret(account, endpointId, overlapMillis))
      }
    })
  )
