/** Idempotency, on both databases: one effect for one request, however often it comes. */
import * as Carts from "@beauty-store/commerce/cart/Carts"
import * as Checkout from "@beauty-store/commerce/checkout/Checkout"
import * as Store from "@beauty-store/commerce/Store"
import { ProductId } from "@beauty-store/domain/Ids"
import { Entropy } from "@beauty-store/sql/Entropy"
import * as Idempotency from "@beauty-store/sql/Idempotency"
import { refusalAsValue, Transactions } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { expect } from "vitest"
import { ada, countOf, hours, onBoth, owner, request, seconds, setStock, World } from "../../../test/shop/use-cases.ts"

const keyed = (key: string, more: Partial<Idempotency.KeyedRequest> = {}): Idempotency.KeyedRequest =>
  Idempotency.keyed({ scope: "sho_ada POST /api/cart", key, fingerprint: "same", ...more })

const running = (key: string, subject = "cs_1"): Idempotency.RunningRequest => ({ ...keyed(key), subject })

const answer = (body: string): Idempotency.EncodedResponse => ({ status: 200, headers: { "x-request-id": "r1" }, body })

/** A keyed request that puts a serum into the cart: what a handler does. */
const addOnce = (request: Idempotency.KeyedRequest, of = ada) =>
  Effect.gen(function*() {
    const carts = yield* Carts.Carts
    const { write } = yield* Transactions
    return yield* write(Effect.gen(function*() {
      const known = yield* Idempotency.begin(request)
      if (known._tag === "Completed") return { replayed: true, answer: known.response }
      const result = yield* refusalAsValue(carts.add(of, ProductId.make("serum"), 1))
      const fresh = answer(Either.isRight(result) ? `total ${result.right.totalMinor}` : `no: ${result.left._tag}`)
      yield* Idempotency.record(request, fresh, false)
      return { replayed: false, answer: fresh }
    }))
  })

const inWrite = <A, E, R>(body: Effect.Effect<A, E, R>) => Effect.flatMap(Transactions, ({ write }) => write(body))

onBoth("idempotency", (test) => {
  test(
    "the first answer comes again and nothing happens twice",
    Effect.gen(function*() {
      const first = yield* addOnce(keyed("k1"))
      const second = yield* addOnce(keyed("k1"))
      expect([first.replayed, second.replayed]).toEqual([false, true])
      expect(second.answer).toEqual(first.answer)
      expect((yield* (yield* Carts.Carts).view(ada)).items.map((item) => item.quantity)).toEqual([1])
    })
  )

  test(
    "a refusal is an answer too: it comes again even when it would not be given again",
    Effect.gen(function*() {
      yield* setStock("serum", 0)
      const first = yield* addOnce(keyed("k1"))
      expect(first.answer.body).toBe("no: InsufficientStock")
      yield* setStock("serum", 10)
      expect(yield* addOnce(keyed("k1"))).toEqual({ replayed: true, answer: first.answer })
    })
  )

  test(
    "another body under the same key is a conflict, another key or another scope is not",
    Effect.gen(function*() {
      yield* addOnce(keyed("k1"))
      expect(yield* Effect.flip(addOnce(keyed("k1", { fingerprint: "other" })))).toMatchObject({
        _tag: "IdempotencyConflict"
      })
      for (const other of [keyed("k2"), keyed("k1", { scope: "sho_bob POST /api/cart" })]) {
        expect((yield* addOnce(other)).replayed).toBe(false)
      }
      expect((yield* (yield* Carts.Carts).view(ada)).items.map((item) => item.quantity)).toEqual([3])
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
      yield* addOnce(keyed("c", { scope: "ab" }))
      expect((yield* addOnce(keyed("bc", { scope: "a" }))).replayed).toBe(false)
    })
  )

  test(
    "a record and its effect are kept together or not at all",
    Effect.gen(function*() {
      const { write } = yield* Transactions
      yield* Effect.exit(write(Effect.zipRight(addOnce(keyed("k1")), Effect.die("crash"))))
      expect(yield* countOf("idempotency")).toBe(0)
      expect(yield* countOf("cart_line")).toBe(0)
      expect((yield* addOnce(keyed("k1"))).replayed).toBe(false)
    })
  )

  test(
    "twenty at once with one key have one effect and one answer",
    Effect.gen(function*() {
      const results = yield* Effect.all(Array.from({ length: 20 }, () => addOnce(keyed("k1"))), {
        concurrency: "unbounded"
      })
      expect(results.filter((result) => !result.replayed).length).toBe(1)
      expect(new Set(results.map((result) => result.answer.body)).size).toBe(1)
      expect((yield* (yield* Carts.Carts).view(ada)).items.map((item) => item.quantity)).toEqual([1])
    })
  )

  test(
    "twenty at once with one key meet before they do anything, even when they would not meet later",
    Effect.gen(function*() {
      const results = yield* Effect.all(
        Array.from({ length: 20 }, (_, n) => addOnce(keyed("k1"), owner(`sho_${n}`))),
        { concurrency: "unbounded" }
      )
      expect(results.filter((result) => !result.replayed).length).toBe(1)
      expect(yield* countOf("cart_line")).toBe(1)
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
    "a checkout that was abandoned goes on with its own session and is answered for good",
    Effect.gen(function*() {
      const { provider } = yield* World
      const checkout = yield* Checkout.Checkout
      yield* (yield* Carts.Carts).add(ada, ProductId.make("serum"), 1)
      const sessionId = yield* inWrite(
        Effect.tap(checkout.hosted.begin(request(ada)), (id) => Idempotency.recordRunning(running("k1", id)))
      )
      provider.next("createSession", "lost")
      yield* Effect.flip(checkout.hosted.finish(sessionId))
      yield* inWrite(Idempotency.yieldRunning(running("k1", sessionId)))
      const known = yield* inWrite(Idempotency.begin(keyed("k1")))
      expect(known).toEqual(Idempotency.KeyState.Abandoned({ subject: sessionId }))
      const session = yield* checkout.hosted.finish(sessionId)
      yield* inWrite(Idempotency.recordDone(running("k1", sessionId), answer(session.redirectUrl), false))
      expect(yield* inWrite(Idempotency.begin(keyed("k1")))).toEqual(
        Idempotency.KeyState.Completed({ response: answer(session.redirectUrl) })
      )
      expect(yield* countOf("orders")).toBe(1)
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
      const { sweep } = yield* Store.handlers
      yield* addOnce(keyed("k1"))
      yield* addOnce(keyed("k2"))
      clock.now += 24 * hours
      yield* sweep("store")
      expect((yield* addOnce(keyed("k1"))).replayed).toBe(true)
      clock.now += 1 * hours
      expect((yield* addOnce(keyed("k1"))).replayed).toBe(false)
      const next = yield* sweep("store")
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
      yield* addOnce(keyed("k1"))
      let turns = 0
      faults.checkpoint = (text) => {
        if (text.includes("DELETE FROM idempotency")) turns++
        return undefined
      }
      const { sweep } = yield* Store.handlers
      expect(yield* sweep("store")).toBeGreaterThan(clock.now)
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
