/**
 * How calls of the provider in memory go: each is recorded, acts or not, and responds or not, as the test has planned.
 *
 * What a call does when it acts is the method's own.
 */
import {
  ProviderDeclined,
  ProviderDidNothing,
  ProviderOutcomeUnknown
} from "@beauty-store/commerce/payment/PaymentProvider"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import type { Ledger } from "./Ledger.ts"

export type Method =
  | "createSession"
  | "lookUpSession"
  | "expireSession"
  | "refund"
  | "lookUpRefund"
  | "listPayments"
  | "charge"
  | "lookUpToken"
  | "createMandate"
  | "lookUpMandate"
  | "revokeMandate"

/** A call that waits: `reached` is done when the call is there, and the call goes on when `open` is done. */
export interface Gate {
  readonly where: "before" | "after"
  /** How it goes on after a gate before acting. */
  readonly outcome: Exclude<Behaviour, Gate>
  readonly reached: Deferred.Deferred<void>
  readonly open: Deferred.Deferred<void>
}

/**
 * `unavailable`: not done, and the caller is told. `vanished`: not done, and the caller cannot know. `lost`: done, and
 * the caller cannot know. `declined`: refused.
 */
export type Behaviour = "ok" | "unavailable" | "vanished" | "lost" | "declined" | Gate

/** The provider's refusal, by its reason. */
export const declined = (code: string) => new ProviderDeclined({ code, message: code.replaceAll("_", " ") })

/** The methods that cannot say no turn a planned `declined` into a mistake of the test. */
export const faultsOnly = <A, E>(effect: Effect.Effect<A, E | ProviderDeclined>) =>
  Effect.catchTag(
    effect as Effect.Effect<A, E | ProviderDeclined>,
    // The compiler does not see the tag in a type that it does not know yet.
    "ProviderDeclined" as never,
    (declined) => Effect.die(declined)
  ) as Effect.Effect<A, Exclude<E, ProviderDeclined>>

const wait = ({ open, reached }: Gate) => Effect.zipRight(Deferred.succeed(reached, undefined), Deferred.await(open))

/** An act as it is planned: it is done or not, and the caller is told or not. */
const planned = <A, E>(behaviour: Behaviour, acted: Effect.Effect<A, E>) =>
  Effect.gen(function*() {
    if (typeof behaviour === "object" && behaviour.where === "before") yield* wait(behaviour)
    const outcome = typeof behaviour === "object" && behaviour.where === "before" ? behaviour.outcome : behaviour
    switch (outcome) {
      case "ok":
        return yield* acted
      case "unavailable":
        return yield* new ProviderDidNothing({ retryAfterMillis: 2_000 })
      case "vanished":
        return yield* new ProviderOutcomeUnknown({ message: "the request got lost" })
      case "lost":
        yield* Effect.exit(acted)
        return yield* new ProviderOutcomeUnknown({ message: "the response got lost" })
      case "declined":
        return yield* new ProviderDeclined({ code: "declined", message: "no" })
      default: {
        const exit = yield* Effect.exit(acted)
        yield* wait(outcome)
        return yield* exit
      }
    }
  })

const noPlans = (): Record<Method, Array<Behaviour>> => ({
  createSession: [],
  lookUpSession: [],
  expireSession: [],
  refund: [],
  lookUpRefund: [],
  listPayments: [],
  charge: [],
  lookUpToken: [],
  createMandate: [],
  lookUpMandate: [],
  revokeMandate: []
})

export const make = (ledger: Ledger) => {
  const calls: Array<{ readonly method: Method; readonly key: string }> = []
  const plans = noPlans()
  const standing = new Map<Method, Behaviour>()

  /** Every method goes through here. */
  const call = <A, E>(method: Method, key: string, act: (now: number) => Effect.Effect<A, E>) =>
    Effect.suspend(() => {
      calls.push({ method, key })
      const acted = Effect.flatMap(Clock.currentTimeMillis, (now) => {
        ledger.latest = now
        return act(now)
      })
      return planned(plans[method].shift() ?? standing.get(method) ?? "ok", acted)
    })

  const controls = {
    calls,
    /** How often a method was called (for a key). */
    count: (method: Method, key?: string) =>
      calls.filter((call) => call.method === method && (key === undefined || call.key === key)).length,
    /** How the next calls of a method go, in turn. */
    next: (method: Method, ...behaviours: ReadonlyArray<Behaviour>) => void plans[method].push(...behaviours),
    /** How all calls of some methods go (default: of all), unless `next` says otherwise. */
    always: (behaviour: Behaviour, ...methods: ReadonlyArray<Method>) => {
      const all = methods.length === 0 ? Object.keys(plans) as ReadonlyArray<Method> : methods
      for (const method of all) standing.set(method, behaviour)
    },
    /** Holds the next call of a method. */
    gate: (method: Method, where: Gate["where"], outcome: Gate["outcome"] = "ok"): Gate => {
      const [reached, open] = [Deferred.unsafeMake<void>(FiberId.none), Deferred.unsafeMake<void>(FiberId.none)]
      const gate: Gate = { where, outcome, reached, open }
      plans[method].push(gate)
      return gate
    },
    /** Forgets what was planned for calls that have not come. */
    forgetPlans: () => {
      for (const plan of Object.values(plans)) plan.length = 0
      ledger.verdicts.length = 0
    }
  }

  return { call, controls }
}

export type Calls = Pick<ReturnType<typeof make>, "call">
