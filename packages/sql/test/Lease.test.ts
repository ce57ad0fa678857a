/** Renewals that fail: what is said of them, and that a request goes on. */
import * as Idempotency from "@beauty-store/sql/Idempotency"
import { renewed, renewMillis } from "@beauty-store/sql/Lease"
import { StoreUnavailable, Transactions } from "@beauty-store/sql/Transactions"
import { expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import * as Metric from "effect/Metric"
import * as TestClock from "effect/TestClock"

const description = "Renewals of leases that failed, by the work"

/** The messages that an effect logs, and by how much it raises the count of failed renewals. */
const noticed = <A, E, R>(work: string, effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const lines: Array<string> = []
    const logger = Logger.make(({ cause, message }) => void lines.push(`${String(message)} ${String(cause)}`))
    const counter = Metric.tagged(
      Metric.counter("lease_renewals_failed_total", { description, incremental: true }),
      "work",
      work
    )
    const before = (yield* Metric.value(counter)).count
    yield* Effect.provide(effect, Logger.replace(Logger.defaultLogger, logger))
    return { lines, counted: (yield* Metric.value(counter)).count - before }
  })

const failing = [
  Effect.die(new Error("a bug")),
  Effect.fail(new StoreUnavailable({ cause: new Error("no connection") }))
]

it.effect("a renewal that fails or dies is logged and counted", () =>
  Effect.gen(function*() {
    for (const [n, renewal] of failing.entries()) {
      const { counted, lines } = yield* noticed(
        "jobs",
        Effect.map(renewed("jobs", renewal), (isRenewed) => expect(isRenewed).toBe(false))
      )
      expect(counted).toBe(1)
      expect(lines).toEqual([expect.stringMatching(n === 0 ? /not renewed.*a bug/s : /not renewed.*no connection/s)])
    }
    expect(yield* noticed("jobs", renewed("jobs", Effect.void))).toEqual({ lines: [], counted: 0 })
  }))

it.effect("a request whose lease was not renewed goes on, and the lease is renewed the next time", () =>
  Effect.gen(function*() {
    const renewals: Array<Effect.Effect<unknown, StoreUnavailable>> = [...failing, Effect.void]
    let tried = 0
    const write = (() => renewals[tried++] ?? Effect.void) as typeof Transactions.Service.write
    const done = yield* Deferred.make<string>()
    const running = { ...Idempotency.keyed({ scope: "s", key: "k", fingerprint: "f" }), subject: "cs_1" }
    const { counted, lines } = yield* noticed(
      "requests",
      Effect.gen(function*() {
        const request = yield* Effect.fork(Idempotency.whileRunning(running, Deferred.await(done)))
        for (let n = 0; n < 3; n++) yield* TestClock.adjust(renewMillis)
        expect(tried).toBe(3)
        yield* Deferred.succeed(done, "paid")
        expect(yield* Fiber.join(request)).toBe("paid")
        yield* TestClock.adjust(10 * renewMillis)
        expect(tried).toBe(3)
      })
    ).pipe(Effect.provideService(Transactions, { write } as typeof Transactions.Service))
    expect([counted, lines.length]).toEqual([2, 2])
  }))
