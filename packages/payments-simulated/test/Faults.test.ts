import * as Faults from "@beauty-store/payments-simulated/Faults"
import { it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import { describe, expect } from "vitest"

const course = (change: Partial<Faults.CallCourse>) =>
  Faults.layer({
    call: () =>
      Effect.succeed({ beforeMillis: 0, fate: "answered", afterMillis: 0, retryAfterMillis: 1000, ...change } as const)
  })

/** A call as the plan in the context has it go. */
const spoiled = <A, E>(call: Faults.Call, subject: string, act: Effect.Effect<A, E>) =>
  Effect.flatMap(Faults.FaultPlan, (plan) => Faults.withFaults(plan)(call, subject, act))

/** Runs one call under a course of events: when it acted, when the caller heard, and what the caller heard. */
const observe = (change: Partial<Faults.CallCourse>, act: Effect.Effect<string, "refused"> = Effect.succeed("done")) =>
  Effect.gen(function*() {
    const begin = yield* Clock.currentTimeMillis
    let actedAt: number | undefined
    const acting = Effect.flatMap(Clock.currentTimeMillis, (now) => {
      actedAt = now - begin
      return act
    })
    const fiber = yield* Effect.fork(Effect.provide(spoiled("refund", "ref_1", acting), course(change)))
    yield* TestClock.adjust(Duration.minutes(1))
    const exit = yield* Fiber.await(fiber)
    const heard = Exit.match(exit, {
      onSuccess: (value) => value,
      onFailure: (cause) =>
        cause._tag === "Fail" ? (typeof cause.error === "string" ? cause.error : cause.error._tag) : cause._tag
    })
    return { actedAt, heard }
  })

describe("a call under the fault plan", () => {
  it.effect("without faults acts at once and answers", () =>
    Effect.gen(function*() {
      expect(yield* observe({})).toEqual({ actedAt: 0, heard: "done" })
      expect(yield* Effect.provide(spoiled("refund", "r", Effect.succeed(1)), Faults.layerNone)).toBe(1)
    }))

  it.effect("acts late when it is slow on the way there", () =>
    Effect.gen(function*() {
      expect(yield* observe({ beforeMillis: 250, afterMillis: 250 })).toEqual({ actedAt: 250, heard: "done" })
    }))

  it.effect("never acts when it is unavailable or lost on the way there, and says which the caller can know", () =>
    Effect.gen(function*() {
      expect(yield* observe({ fate: "unavailable" })).toEqual({ actedAt: undefined, heard: "ProviderDidNothing" })
      expect(yield* observe({ fate: "lost_before" })).toEqual({ actedAt: undefined, heard: "ProviderOutcomeUnknown" })
    }))

  it.effect("acts when only the answer is lost, refusals included", () =>
    Effect.gen(function*() {
      expect(yield* observe({ fate: "lost_after" })).toEqual({ actedAt: 0, heard: "ProviderOutcomeUnknown" })
      expect(yield* observe({ fate: "lost_after" }, Effect.fail("refused"))).toEqual({
        actedAt: 0,
        heard: "ProviderOutcomeUnknown"
      })
      expect(yield* observe({}, Effect.fail("refused"))).toEqual({ actedAt: 0, heard: "refused" })
    }))

  it.effect("finishes what it began when the caller hangs up in the middle", () =>
    Effect.gen(function*() {
      let finished = false
      const act = Effect.zipRight(Effect.sleep(100), Effect.sync(() => void (finished = true)))
      const fiber = yield* Effect.fork(Effect.provide(spoiled("pay", "cs_1", act), Faults.layerNone))
      yield* TestClock.adjust(50)
      const interruption = yield* Effect.fork(Fiber.interrupt(fiber))
      yield* TestClock.adjust(50)
      yield* Fiber.join(interruption)
      expect(finished).toBe(true)
    }))
})
