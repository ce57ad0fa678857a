/**
 * Partners' endpoints side by side, on both databases: one that hangs or is dead takes nothing from the others, however
 * many of them there are and however many processes send. `Subscriptions.test.ts` has what becomes of a single lane.
 */
import * as Subscriptions from "@beauty-store/commerce/partners/Subscriptions"
import { type OutgoingMessage, WebhookSender } from "@beauty-store/commerce/partners/WebhookSender"
import * as Jobs from "@beauty-store/kernel/Jobs"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import type * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { useDatabase } from "../../../test/postgres.ts"
import { happens, lanesOn, order, subscribe } from "./lanes.ts"
import { pgClient } from "./world.ts"

type Database = Layer.Layer<SqlClient.SqlClient, unknown>

/** What a partner does with a message. */
type Behave = (message: OutgoingMessage) => Effect.Effect<void>

const sender = (behave: Behave) => Layer.succeed(WebhookSender, { check: () => Effect.void, send: behave })

/** Runs the lanes until something has been seen. */
const sendUntil = (seen: () => boolean) =>
  Effect.gen(function*() {
    const jobs = yield* Jobs.Jobs
    const { runJob } = yield* Subscriptions.Subscriptions
    yield* Effect.raceFirst(
      jobs.run({ deliver: runJob }),
      Effect.repeat(Effect.sleep(5), { until: seen })
    ).pipe(Effect.timeout(8_000))
  })

const orderNumber = (n: number) => `ord_${String(n).padStart(10, "0")}`

const suite = (database: () => Database): void => {
  it("a good endpoint hears of all its orders while twenty others hang", () => {
    const heard: Array<string> = []
    let hanging = 0
    const behave: Behave = ({ body, url }) =>
      url.endsWith("/good")
        ? Effect.sync(() => void heard.push(body))
        : Effect.zipRight(Effect.sync(() => void hanging++), Effect.never)
    return Effect.gen(function*() {
      for (let n = 1; n <= 20; n++) yield* subscribe(`https://hangs-${n}.example/hook`)
      yield* subscribe("https://partner.example/good")
      for (let n = 1; n <= 4; n++) {
        yield* order(orderNumber(n))
        for (const step of [1, 2]) yield* happens(orderNumber(n), step)
      }
      // None of the others ever comes to an end.
      yield* sendUntil(() => heard.length === 8)
      expect(hanging).toBeGreaterThanOrEqual(20)
      for (let n = 1; n <= 4; n++) {
        expect(heard.filter((body) => body.includes(orderNumber(n))).map((body) => JSON.parse(body).data.n))
          .toEqual([1, 2])
      }
    }).pipe(Effect.provide(lanesOn(sender(behave), database())), Effect.runPromise)
  })
}

describe("endpoints (SQLite)", () => suite(() => SqliteClient.layer({ filename: ":memory:" })))
describe("endpoints (PostgreSQL)", () => {
  const url = useDatabase()
  suite(() => pgClient(url()))
})
