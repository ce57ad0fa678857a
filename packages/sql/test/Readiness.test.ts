/** Readiness tries a real write, at most once in two seconds. */
import { Readiness } from "@beauty-store/sql/Readiness"
import { StoreUnavailable } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { expect } from "vitest"
import { World } from "../../../test/world/database-world.ts"
import { onBoth } from "./world.ts"

const isProbe = (text: string) => text.includes("INSERT INTO migration")

onBoth("readiness", (test) => {
  test(
    "is one write in two seconds for all callers, which leaves nothing behind",
    Effect.gen(function*() {
      const { check } = yield* Readiness
      const { clock, faults, sql } = yield* World
      const before = yield* sql("SELECT name FROM migration ORDER BY name")
      let writes = 0
      faults.checkpoint = (text) => void (isProbe(text) && writes++)
      const askAll = Effect.all(Array.from({ length: 50 }, () => check), { concurrency: "unbounded", discard: true })
      yield* askAll
      yield* askAll
      expect(writes).toBe(1)
      clock.now += 1_999
      yield* askAll
      expect(writes).toBe(1)
      clock.now += 1
      yield* askAll
      expect(writes).toBe(2)
      expect(yield* sql("SELECT name FROM migration ORDER BY name")).toEqual(before)
    })
  )

  test(
    "fails while writes fail, and succeeds when they succeed again",
    Effect.gen(function*() {
      const { check } = yield* Readiness
      const { clock, dialect, faults } = yield* World
      yield* check
      const codes = dialect === "pg" ? ["53100", "25006", "57P03"] : ["SQLITE_FULL", "SQLITE_READONLY"]
      for (const code of codes) {
        clock.now += 2_000
        faults.checkpoint = (text) => isProbe(text) ? code : undefined
        expect(yield* Effect.flip(check)).toBeInstanceOf(StoreUnavailable)
        faults.checkpoint = () => undefined
        expect(yield* Effect.flip(check)).toBeInstanceOf(StoreUnavailable)
        clock.now += 2_000
        yield* check
      }
    })
  )

  test(
    "does not depend on the first caller, who may leave",
    Effect.gen(function*() {
      const { check } = yield* Readiness
      const { dialect, faults } = yield* World
      if (dialect === "sqlite") return
      faults.checkpoint = (text) => isProbe(text) ? { wait: Effect.sleep(200) } : undefined
      const first = yield* Effect.fork(check)
      yield* Effect.yieldNow()
      const second = yield* Effect.fork(check)
      yield* Fiber.interrupt(first)
      yield* Fiber.join(second)
    })
  )
})
