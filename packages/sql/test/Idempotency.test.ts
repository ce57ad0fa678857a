/** Idempotency, on both databases: one effect for one request, however often it comes. */
import { Entropy } from "@beauty-store/sql/Entropy"
import * as Expiry from "@beauty-store/sql/Expiry"
import * as Idempotency from "@beauty-store/sql/Idempotency"
import { refusalAsValue, Transactions } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { expect } from "vitest"
import { countOf, hours, seconds, World } from "../../../test/world/database-world.ts"
import { amountOf, inWrite, onBoth, setAmount } from "./world.ts"

const keyed = (key: string, more: Partial<Idempotency.KeyedRequest> = {}): Idempotency.KeyedRequest =>
  Idempotency.keyed({ scope: "ada POST /withdrawals", key, fingerprint: "same", ...more })

const running = (key: string, subject = "cs_1"): Idempotency.RunningRequest => ({ ...keyed(key), subject })

const answer = (body: string): Idempotency.EncodedResponse => ({ status: 200, headers: { "x-request-id": "r1" }, body })

const withdraw = (name: string) =>
  Effect.gen(function*() {
    const amount = yield* amountOf(name)
    if (amount === 0) return yield* Effect.fail("nothing left")
    yield* setAmount(amount - 1, name)
    return amount - 1
  })

/** A keyed request that takes one from an account: what a handler does. */
const withdrawOnce = (request: Idempotency.KeyedRequest, name = "ada") =>
  inWrite(Effect.gen(function*() {
    const known = yield* Idempotency.begin(request)
    if (known._tag === "Completed") return { replayed: true, answer: known.response }
    const fresh = answer(Either.merge(Either.map(yield* refusalAsValue(withdraw(name)), (left) => `${left} left`)))
    yield* Idempotency.record(request, fresh, false)
    return { replayed: false, answer: fresh }
  }))

/** Deletes records that have expired, and returns when that is to be done again. */
const sweep = Effect.flatMap(
  Transactions,
  (transactions) => Expiry.sweep([Idempotency.expiring], transactions)("store")
)

onBoth("idempotency", (test) => {
  test(
    "the first answer comes again and nothing happens twice",
    Effect.gen(function*() {
      const first = yield* withdrawOnce(keyed("k1"))
      const second = yield* withdrawOnce(keyed("k1"))
      expect([first.replayed, second.replayed]).toEqual([false, true])
      expect(second.answer).toEqual(first.answer)
      expect(yield* inWrite(amountOf("ada"))).toBe(999)
    })
  )

  test(
    "a refusal is an answer too: it comes again even when it would not be given again",
    Effect.gen(function*() {
      yield* inWrite(setAmount(0, "ada"))
      const first = yield* withdrawOnce(keyed("k1"))
      expect(first.answer.body).toBe("nothing left")
      yield* inWrite(setAmount(10, "ada"))
      expect(yield* withdrawOnce(keyed("k1"))).toEqual({ replayed: true, answer: first.answer })
    })
  )

  test(
    "another body under the same key is a conflict, another key or another scope is not",
    Effect.gen(function*() {
      yield* withdrawOnce(keyed("k1"))
      expect(yield* Effect.flip(withdrawOnce(keyed("k1", { fingerprint: "other" })))).toMatchObject({
        _tag: "IdempotencyConflict"
      })
      for (const other of [keyed("k2"), keyed("k1", { scope: "bob POST /withdrawals" })]) {
        expect((yield* withdrawOnce(other)).replayed).toBe(false)
      }
      expect(yield* inWrite(amountOf("ada"))).toBe(997)
    })
  )

  test(
    "a response is recalled as long as it is kept, and by its own name only",
    Effect.gen(function*() {
      const { clock } = yield* World
      const { read, write } = yield* Transactions
      const response = { status: 409, headers: { "content-type": "text/html" }, body: "<p>private</p>" }
      yield* write(Idempotency.record(keyed("k1"), response, true, 1 * hours))
      expect(yield* read(Idempotency.recall(keyed("k1")))).toEqual(response)
      for (const other of [keyed("k2"), keyed("k1", { scope: "other" })]) {
        expect(yield* read(Idempotency.recall(other))).toBeUndefined()
      }
      clock.now += 1 * hours - 1
      expect(yield* read(Idempotency.recall(keyed("k1")))).toEqual(response)
      clock.now++
      expect(yield* read(Idempotency.recall(keyed("k1")))).toBeUndefined()
      expect(yield* write(Idempotency.expiring.remove(10))).toBe(1)
    })
  )

  test(
    "scope and key do not run into each other",
    Effect.gen(function*() {
      yield* withdrawOnce(keyed("c", { scope: "ab" }))
      expect((yield* withdrawOnce(keyed("bc", { scope: "a" }))).replayed).toBe(false)
    })
  )

  test(
    "a record and its effect are kept together or not at all",
    Effect.gen(function*() {
      const { write } = yield* Transactions
      yield* Effect.exit(write(Effect.zipRight(withdrawOnce(keyed("k1")), Effect.die("crash"))))
      expect(yield* countOf("idempotency")).toBe(0)
      expect(yield* inWrite(amountOf("ada"))).toBe(1000)
      expect((yield* withdrawOnce(keyed("k1"))).replayed).toBe(false)
    })
  )

  test(
    "twenty at once with one key have one effect and one answer",
    Effect.gen(function*() {
      const results = yield* Effect.all(Array.from({ length: 20 }, () => withdrawOnce(keyed("k1"))), {
        concurrency: "unbounded"
      })
      expect(results.filter((result) => !result.replayed).length).toBe(1)
      expect(new Set(results.map((result) => result.answer.body)).size).toBe(1)
      expect(yield* inWrite(amountOf("ada"))).toBe(999)
    })
  )

  test(
    "twenty at once with one key meet before they do anything, even when they would not meet later",
    Effect.gen(function*() {
      const { sql } = yield* World
      const names = Array.from({ length: 20 }, (_, n) => `account_${n}`)
      yield* sql(`INSERT INTO account (name, amount) VALUES ${names.map((name) => `('${name}', 1)`).join(", ")}`)
      const results = yield* Effect.all(
        names.map((name) => withdrawOnce(keyed("k1"), name)),
        { concurrency: "unbounded" }
      )
      expect(results.filter((result) => !result.replayed).length).toBe(1)
      expect(yield* countOf("account", "amount = 0")).toBe(1)
    })
  )

  test(
    "while the first is at work the second is told to wait, until the first is given up",
    Effect.gen(function*() {
      const { clock } = yield* World
      yield* inWrite(Idempotency.recordRunning(running("k1")))
      expect(yield* Effect.flip(inWrite(Idempotency.begin(keyed("k1"))))).toMatchObject({
        _tag: "IdempotencyInFlight",
        retryAfterSeconds: 1
      })
      expect(yield* Effect.flip(inWrite(Idempotency.begin(keyed("k1", { fingerprint: "other" }))))).toMatchObject({
        _tag: "IdempotencyConflict"
      })
      clock.now += 30 * seconds
      const exits = yield* Effect.all(
        Array.from({ length: 5 }, () => Effect.either(inWrite(Idempotency.begin(keyed("k1"))))),
        { concurrency: "unbounded" }
      )
      expect(exits.filter(Either.isRight).map(({ right }) => right)).toEqual([
        Idempotency.KeyState.Abandoned({ subject: "cs_1" })
      ])
    })
  )

  test(
    "a request that was given up goes on at once with its own subject and is answered for good",
    Effect.gen(function*() {
      yield* inWrite(Idempotency.recordRunning(running("k1")))
      yield* inWrite(Idempotency.yieldRunning(running("k1")))
      expect(yield* inWrite(Idempotency.begin(keyed("k1")))).toEqual(
        Idempotency.KeyState.Abandoned({ subject: "cs_1" })
      )
      const first = yield* inWrite(Idempotency.recordDone(running("k1"), answer("first"), false))
      expect(first).toEqual({ response: answer("first"), isFirst: true })
      const second = yield* inWrite(Idempotency.recordDone(running("k1"), answer("second"), false))
      expect(second).toEqual({ response: answer("first"), isFirst: false })
      expect(yield* inWrite(Idempotency.begin(keyed("k1")))).toEqual(
        Idempotency.KeyState.Completed({ response: answer("first") })
      )
    })
  )

  test(
    "a request that did nothing is forgotten and begins anew",
    Effect.gen(function*() {
      yield* inWrite(Idempotency.recordRunning(running("k1")))
      yield* inWrite(Idempotency.forget(running("k1")))
      expect(yield* inWrite(Idempotency.begin(keyed("k1")))).toEqual(Idempotency.KeyState.Fresh())
    })
  )

  test(
    "two that work on one request touch nothing of what a third has begun anew",
    Effect.gen(function*() {
      const { clock } = yield* World
      const first = running("k1", "cs_1")
      const third = running("k1", "cs_2")
      yield* inWrite(Idempotency.recordRunning(first))
      clock.now += 6 * seconds
      expect(yield* inWrite(Idempotency.begin(first))).toEqual(Idempotency.KeyState.Abandoned({ subject: "cs_1" }))
      // The one that was slow gives it up, somebody begins anew, and now the one that took over is through.
      yield* inWrite(Idempotency.forget(first))
      expect(yield* inWrite(Idempotency.begin(third))).toEqual(Idempotency.KeyState.Fresh())
      yield* inWrite(Idempotency.recordRunning(third))
      for (
        const late of [
          Idempotency.forget(first),
          Idempotency.yieldRunning(first),
          Idempotency.recordDone(first, answer("of the first"), false)
        ]
      ) {
        yield* inWrite(late)
        expect(yield* Effect.flip(inWrite(Idempotency.begin(third)))).toMatchObject({ _tag: "IdempotencyInFlight" })
      }
      yield* inWrite(Idempotency.recordDone(third, answer("of the third"), false))
      yield* inWrite(Idempotency.forget(first))
      expect(yield* inWrite(Idempotency.begin(third))).toEqual(
        Idempotency.KeyState.Completed({ response: answer("of the third") })
      )
    })
  )

  test(
    "keys are kept hashed, and a sealed answer opens with its key only",
    Effect.gen(function*() {
      const { sql } = yield* World
      const { write } = yield* Transactions
      const secret = "tok_1.verysecret"
      for (const sealed of [true, false]) {
        const one = keyed(`key-${sealed}-in-clear`)
        yield* write(Idempotency.record(one, answer(secret), sealed))
        expect(yield* write(Idempotency.begin(one))).toEqual(
          Idempotency.KeyState.Completed({ response: answer(secret) })
        )
      }
      const late = running("key-running-in-clear")
      yield* write(Idempotency.recordRunning(late))
      yield* write(Idempotency.recordDone(late, answer(secret), true))
      expect(yield* write(Idempotency.begin(late))).toEqual(
        Idempotency.KeyState.Completed({ response: answer(secret) })
      )
      const rows = yield* sql<{ answer: string }>("SELECT * FROM idempotency")
      expect(JSON.stringify(rows)).not.toContain("in-clear")
      expect(rows.filter((row) => row.answer.includes("verysecret")).length).toBe(1)
      expect(rows.filter((row) => row.answer.startsWith("sealed:")).length).toBe(2)
    })
  )

  test(
    "two seals of one answer differ",
    Effect.gen(function*() {
      const { sql } = yield* World
      yield* inWrite(Idempotency.record(keyed("k1"), answer("x"), true))
      yield* inWrite(Idempotency.record(keyed("k1", { scope: "other" }), answer("x"), true))
      const rows = yield* sql<{ answer: string }>("SELECT answer FROM idempotency")
      expect(new Set(rows.map((row) => row.answer.slice(-20))).size).toBe(2)
    })
  )

  test(
    "answers are kept a day at least; after 25 hours the key is new, swept or not",
    Effect.gen(function*() {
      const { clock } = yield* World
      yield* withdrawOnce(keyed("k1"))
      yield* withdrawOnce(keyed("k2"))
      clock.now += 24 * hours
      yield* sweep
      expect((yield* withdrawOnce(keyed("k1"))).replayed).toBe(true)
      clock.now += 1 * hours
      expect((yield* withdrawOnce(keyed("k1"))).replayed).toBe(false)
      const next = yield* sweep
      expect(next).toBeGreaterThan(clock.now)
      expect(yield* countOf("idempotency")).toBe(1)
    })
  )

  test(
    "what is forgotten is forgotten little by little, so that nobody waits for all of it",
    Effect.gen(function*() {
      const { clock, faults, sql } = yield* World
      const rows = Array.from({ length: 1_200 }, (_, n) => `('scope', 'key${n}', 'f', 'done', NULL, 0, 'a', ${n})`)
      yield* sql(`INSERT INTO idempotency VALUES ${rows.join(", ")}`)
      yield* withdrawOnce(keyed("k1"))
      let turns = 0
      faults.checkpoint = (text) => {
        if (text.includes("DELETE FROM idempotency")) turns++
        return undefined
      }
      expect(yield* sweep).toBeGreaterThan(clock.now)
      expect(turns).toBeGreaterThanOrEqual(3)
      expect(yield* countOf("idempotency")).toBe(1)
    })
  )

  test(
    "an answer needs no entropy of the caller's when it is not sealed",
    Effect.gen(function*() {
      const none = { bytes: () => expect.unreachable("no entropy") }
      yield* inWrite(Effect.provideService(Idempotency.record(keyed("k1"), answer("x"), false), Entropy, none))
      expect(yield* countOf("idempotency")).toBe(1)
    })
  )
})
