/** The audit in a thread of its own: it sees what is there, blocks nobody, and says what went wrong. */
import * as ConsistencyAudit from "@beauty-store/commerce/audit/ConsistencyAudit"
import * as AuditWorker from "@beauty-store/server/AuditWorker"
import { StoreUnavailable, Transactions } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { pathToFileURL } from "node:url"
import { afterAll, expect, it } from "vitest"
import { useServerProgram } from "../../../test/shop/programs.ts"
import { countOf, inFile, owner, setStock, until, World } from "../../../test/shop/use-cases.ts"
import { bookkeeping } from "../../commerce/test/auditing.ts"
import { bought } from "../../commerce/test/life.ts"

const folder = mkdtempSync(path.join(tmpdir(), "books-"))
afterAll(() => rmSync(folder, { recursive: true }))

const server = useServerProgram()

/** By the thread as it is bundled for `npm start`. */
const inThread = (filename: string) =>
  Effect.flatMap(ConsistencyAudit.ConsistencyAudit, (books) => books.audit).pipe(
    Effect.provide(AuditWorker.layerOf(pathToFileURL(path.join(path.dirname(server()), "AuditThread.mjs")), filename))
  )

/** How many orders the timed audit is about. */
const orders = Number(process.env["BOOKS_ORDERS"] ?? 500)

/** The monitor sees a turn that is held up by those before and after it. */
const pause = Effect.promise(() => new Promise((resolve) => void setTimeout(resolve, 20)))

const timed = <A, E, R>(name: string, work: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    yield* pause
    const began = performance.now()
    const result = yield* work
    const took = performance.now() - began
    yield* pause
    delay.disable()
    process.stdout.write(
      `${name}: ${took.toFixed(0)} ms, the event loop was held up for ${(delay.max / 1e6).toFixed(0)} ms at most\n`
    )
    return result
  })

it("audits a store that is at work, in one moment of it, and blocks nobody", () => {
  const filename = path.join(folder, "work.db")
  return inFile(
    filename,
    Effect.gen(function*() {
      for (const productId of ["serum", "zeste"]) yield* setStock(productId, 1_000_000)
      yield* bookkeeping
      yield* Effect.forEach(
        Array.from({ length: orders }, (_, n) => n),
        (n) => bought(owner(`sho_${n}`), { serum: 1 + n % 3, zeste: n % 20 === 0 ? 1 : 0 }),
        { concurrency: 32, discard: true }
      )
      const shopping = yield* Effect.fork(
        Effect.forever(Effect.zipRight(bought(owner("sho_busy"), { serum: 1 }), Effect.sleep(5)))
      )
      const isUnderWay = Effect.map(countOf("orders"), (n) => n >= orders + 20)
      yield* timed("the same shopping without an audit", until(isUnderWay, "people are shopping"))
      const audit = yield* timed(`${orders} orders audited in a thread`, inThread(filename))
      yield* Fiber.interrupt(shopping)
      expect(audit.differences).toEqual([])
      expect(audit.counts.orders).toBeGreaterThan(orders)
      expect(audit).toMatchObject({ total: 0 })
      const { read } = yield* Transactions
      const here = yield* timed(`${orders} orders audited on the store's connection`, read(ConsistencyAudit.audit))
      expect(here.total).toBe(0)
      expect(here.counts.orders).toBeGreaterThanOrEqual(audit.counts.orders)
    })
  )
}, 300_000)

it("finds what is planted behind the store's back", () => {
  const filename = path.join(folder, "planted.db")
  return inFile(
    filename,
    Effect.gen(function*() {
      const { sql } = yield* World
      yield* bookkeeping
      yield* sql("UPDATE stock SET reserved = reserved + 1 WHERE product_id = 'cream'")
      const { differences } = yield* inThread(filename)
      expect(differences).toEqual([{
        kind: "stock.reserved",
        subject: "cream",
        expected: "0",
        found: "1",
        words: "of cream, 1 are reserved; live orders hold 0"
      }])
      yield* sql("UPDATE stock SET reserved = reserved - 1 WHERE product_id = 'cream'")
    })
  )
})

it("says that the store is not available where there is no file, or none of a store", async () => {
  const empty = path.join(folder, "empty.db")
  writeFileSync(empty, "")
  for (const filename of [path.join(folder, "none.db"), empty]) {
    expect(await Effect.runPromise(Effect.flip(inThread(filename)))).toBeInstanceOf(StoreUnavailable)
  }
  const without = Effect.flatMap(ConsistencyAudit.ConsistencyAudit, (books) => books.audit).pipe(
    Effect.provide(AuditWorker.layer(path.join(folder, "none.db")))
  )
  expect(await Effect.runPromise(Effect.flip(without))).toBeInstanceOf(StoreUnavailable)
})

it("ends its thread where nobody waits for it any more", async () => {
  const filename = path.join(folder, "planted.db")
  const outcome = await Effect.runPromise(Effect.timeoutOption(inThread(filename), 5))
  expect(outcome._tag).toBe("None")
})
