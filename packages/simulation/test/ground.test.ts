/**
 * The engine that a simulation of one's own is built on: processes that call each other and are killed, and a store of
 * which little is given.
 */
import { CatalogImport } from "@beauty-store/commerce/catalog/CatalogImport"
import type { PaymentProvider } from "@beauty-store/commerce/payment/PaymentProvider"
import { Disk } from "@beauty-store/simulation/engine/Disk"
import * as InterleavedTransactions from "@beauty-store/simulation/engine/InterleavedTransactions"
import { Prng } from "@beauty-store/simulation/engine/Prng"
import { hour, Process, remote, Time } from "@beauty-store/simulation/engine/Time"
import { StoreProcess } from "@beauty-store/simulation/world/StoreProcess"
import * as Query from "@beauty-store/sql/Query"
import { Transactions } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { expect, test } from "vitest"

const start = Date.parse("2026-06-01T08:00:00Z")

const ground = () => {
  const prng = new Prng("ground")
  const time = new Time(start, prng.stream("schedule"))
  const process = (name: string) => new Process(time, name, prng.stream(name))
  return { prng, time, process, here: process("here"), there: process("there") }
}

test("an effect is run to its end, in simulated time", () => {
  const { here, time } = ground()
  expect(time.until(here, Effect.as(Effect.sleep(hour), "done"), start + 2 * hour)).toBe("done")
  expect(time.now).toBe(start + hour)
})

test("a fiber that never ends a task of its process ends the world, and says which", () => {
  const { here, time } = ground()
  const endless: Effect.Effect<never> = Effect.suspend(() => endless)
  expect(() => time.until(here, endless, start + hour)).toThrow(
    /^here does more than 5000000 operations/
  )
})

test("one that fails, takes too long or whose process is killed throws, and says which", () => {
  const { here, there, time } = ground()
  expect(() => time.until(here, Effect.fail("no"), start + hour)).toThrow("no")
  expect(() => time.until(here, Effect.sleep(2 * hour), start + hour))
    .toThrow("here is not done by 2026-06-01T09:00:00.000Z")
  there.at(start + 2 * hour, () => there.kill())
  expect(() => time.until(there, Effect.sleep(5 * hour), start + 9 * hour)).toThrow(
    "there was killed before it was done"
  )
})

test("what a remote service does goes on where it is, whatever becomes of the caller", () => {
  const { here, there, time } = ground()
  let done = 0
  class Service {
    readonly name = "far"
    private readonly step = 2
    readonly standing = Effect.sync(() => done)
    readonly slow = (n: number) =>
      Effect.zipRight(
        Effect.sleep(hour),
        Effect.sync(() => {
          done += n * this.step
          return done
        })
      )
    plain(): number {
      return this.step
    }
  }
  const far = remote(there, new Service())
  expect(far.name).toBe("far")
  expect(far.plain()).toBe(2)
  expect(time.until(here, far.slow(3), start + 2 * hour)).toBe(6)
  here.run(far.slow(1))
  time.step(time.now)
  here.at(time.now + 1, () => here.kill())
  while (time.step(start + 5 * hour));
  expect(done).toBe(8)
})

test("what is read where transactions are interleaved may be outdated when the program has it", () => {
  const { here, time } = ground()
  const disk = new Disk()
  disk.define("CREATE TABLE thing (n INTEGER)")
  disk.define("INSERT INTO thing VALUES (1)")
  const number = Query.first(Schema.Struct({ n: Query.Int }))("SELECT n FROM thing")
  const change = Query.change("UPDATE thing SET n = 2")
  const latency = { statement: () => 1, response: () => 100 }
  const transactions = Layer.provide(InterleavedTransactions.layer(latency), disk.client)
  const program = Effect.gen(function*() {
    const { read, write } = yield* Transactions
    const reader = yield* Effect.fork(Effect.zip(read(number()), Clock.currentTimeMillis))
    yield* Effect.yieldNow()
    yield* write(change())
    const changedAt = yield* Clock.currentTimeMillis
    const [row, readAt] = yield* Fiber.join(reader)
    return { n: Option.getOrThrow(row).n, isOutdated: readAt > changedAt }
  })
  expect(time.until(here, Effect.provide(program, transactions), start + hour)).toEqual({ n: 1, isOutdated: true })
  disk.close()
})

test("a store needs a disk, a provider and entropy; a call that is open when it is killed has no response", () => {
  const { prng, here, process, time } = ground()
  const never = () => Effect.dieMessage("not called here")
  const provider: typeof PaymentProvider.Service = {
    name: "none",
    createSession: never,
    lookUpSession: never,
    expireSession: never,
    charge: never,
    lookUpToken: never,
    createMandate: never,
    lookUpMandate: never,
    revokeMandate: never,
    refund: never,
    lookUpRefund: never,
    listPayments: never,
    verifyNotification: never
  }
  const disk = new Disk()
  const shop = new StoreProcess({ disk, provider, entropy: prng.stream("ids") }, () => process("store"))
  const ends: Array<string> = []
  const boot = () => shop.boot((why) => void ends.push(why))
  const why = (question: ReturnType<typeof shop.call<unknown, unknown>>) =>
    time.until(here, Effect.flip(question), time.now + hour)
  const slow = shop.call(Effect.sleep(hour))
  expect(why(slow)).toMatchObject({ _tag: "NoResponse", why: "refused" })
  boot()
  while (!shop.isUp && time.step(start + hour));
  here.at(time.now + 1, () => shop.kill())
  expect(why(slow)).toMatchObject({ _tag: "NoResponse", why: "lost" })
  boot()
  while (!shop.isUp && time.step(start + hour));
  const stock = shop.call(Effect.flatMap(CatalogImport, (catalog) => catalog.add({ brands: [] })))
  time.until(here, stock, time.now + hour)
  expect([shop.boots, ends]).toEqual([2, []])
  Process.forget(time)
  disk.close()
})
