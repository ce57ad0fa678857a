/** Instances that share a database count each other; on SQLite, whose file is locked, there is one. */
import * as Instances from "@beauty-store/sql/Instances"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { expect } from "vitest"
import { countOf, seconds, sleepThrough, World } from "../../../test/world/database-world.ts"
import { until } from "../../../test/world/waiting.ts"
import { onPostgres, onSqlite } from "./world.ts"

/** Another instance, as long as its scope is open: how many it counts. */
const start = Effect.map(
  Layer.build(Layer.fresh(Instances.layer)),
  (context) => Context.get(context, Instances.Instances).count
)

onPostgres("instances", (test) => {
  test(
    "count each other within two seconds of a start and of a stop",
    Effect.scoped(Effect.gen(function*() {
      const first = yield* start
      expect(first()).toBe(1)
      const scope = yield* Scope.make()
      const second = yield* Scope.extend(start, scope)
      expect(second()).toBe(2)
      yield* sleepThrough(2 * seconds)
      yield* until(Effect.sync(() => first() === 2), "the first counts the second")
      yield* Scope.close(scope, Exit.void)
      expect(yield* countOf("instance")).toBe(1)
      yield* sleepThrough(2 * seconds)
      yield* until(Effect.sync(() => first() === 1), "the first counts itself alone")
    }))
  )

  test(
    "forget one that has not been seen for six seconds",
    Effect.scoped(Effect.gen(function*() {
      const { sql } = yield* World
      const now = "(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint"
      yield* sql(`INSERT INTO instance (id, seen_at) VALUES ('late', ${now} - 1000), ('gone', ${now} - 6001)`)
      const first = yield* start
      expect(first()).toBe(2)
      expect(yield* countOf("instance", "id = 'gone'")).toBe(0)
    }))
  )
})

onSqlite("instances", (test) => {
  test(
    "are one, which writes nothing down",
    Effect.scoped(Effect.gen(function*() {
      const count = yield* start
      expect([count(), yield* countOf("instance")]).toEqual([1, 0])
    }))
  )
})
