/** Who waits for whom on PostgreSQL: always in one order, so that nobody waits in a ring. */
import * as Carts from "@beauty-store/commerce/cart/Carts"
import * as Checkout from "@beauty-store/commerce/checkout/Checkout"
import * as DraftRecords from "@beauty-store/commerce/drafts/DraftRecords"
import * as PurchaseDrafts from "@beauty-store/commerce/drafts/PurchaseDrafts"
import * as Identity from "@beauty-store/commerce/identity/Identity"
import * as Delegations from "@beauty-store/commerce/spending/Delegations"
import { DelegationId, ProductId } from "@beauty-store/domain/Ids"
import { scopesOf } from "@beauty-store/domain/Principal"
import * as Idempotency from "@beauty-store/sql/Idempotency"
import * as Jobs from "@beauty-store/sql/Jobs"
import * as Query from "@beauty-store/sql/Query"
import { Transactions } from "@beauty-store/sql/Transactions"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import { expect } from "vitest"
import {
  ada,
  countOf,
  days,
  onPostgres,
  owner,
  request,
  type Services,
  until,
  untilBlocked,
  World
} from "../../../test/shop/use-cases.ts"
import { awaiting } from "../../../test/world/awaited-statements.ts"
import { World as DatabaseWorld } from "../../../test/world/database-world.ts"

const robot = owner("agent:robot")

/** A delegation that the agent may pay with. */
const active = Effect.gen(function*() {
  const { provider } = yield* World
  const identity = yield* Identity.Identity
  yield* identity.registerClient({
    id: "robot",
    secret: "a-secret-of-22-characters",
    kind: "agent",
    scopes: scopesOf.agent
  })
  const delegations = yield* Delegations.Delegations
  const asked = { principal: ada.principal, agentId: "robot", limits: {}, expiresAt: undefined }
  const id = yield* delegations.creation.begin(asked)
  yield* delegations.creation.finish(id)
  provider.decide(id, "active", "visa")
  yield* delegations.reconcile(DelegationId.claimed.make(id))
  return id
})

/**
 * Somebody stops before their n-th statement on a table, and goes on once another one is done or waits for a lock. Both
 * come to an end. Returns what came of the first, and whether the other one, which has to succeed, had to wait.
 */
const crossed = <A, B>(
  n: number,
  table: string,
  first: Effect.Effect<A, unknown, Services>,
  other: Effect.Effect<B, unknown, Services>
) =>
  Effect.gen(function*() {
    const { deadlocks, faults } = yield* World
    const [reached, open] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    let before = n
    faults.checkpoint = (text) =>
      text.includes(table) && before-- === 0
        ? { wait: Effect.zipRight(Deferred.succeed(reached, undefined), Deferred.await(open)) }
        : undefined
    const going = yield* Effect.fork(Effect.either(first))
    const ended = Effect.flatMap(
      Fiber.await(going),
      (exit) => Effect.dieMessage(`it has not come so far: ${exit._tag}`)
    )
    yield* Effect.raceFirst(Deferred.await(reached), ended)
    const coming = yield* Effect.fork(other)
    const waited = yield* Effect.raceFirst(Effect.as(untilBlocked, true), Effect.as(Fiber.await(coming), false))
    yield* Deferred.succeed(open, undefined)
    const outcome = yield* Fiber.join(going)
    yield* Fiber.join(coming)
    expect(deadlocks()).toBe(0)
    return [outcome._tag === "Left" ? (outcome.left as { readonly _tag: string })._tag : "done", waited]
  })

onPostgres("locks", (test) => {
  test(
    "a session that is opened at the provider waits for nobody who takes its place",
    Effect.gen(function*() {
      const checkout = yield* Checkout.Checkout
      yield* (yield* Carts.Carts).add(ada, ProductId.make("serum"), 1)
      for (
        const [n, outcome, waits] of [
          [0, "CheckoutSuperseded", false],
          [1, "CheckoutSuperseded", false],
          [2, "done", true]
        ] as const
      ) {
        const sessionId = yield* checkout.hosted.begin(request(ada))
        const finishing = checkout.hosted.finish(sessionId)
        expect(yield* crossed(n, "checkout_session", finishing, checkout.hosted.begin(request(ada))), `statement ${n}`)
          .toEqual([outcome, waits])
      }
    })
  )

  test(
    "neither does one whose payer was to prove who they are",
    Effect.gen(function*() {
      const { provider } = yield* World
      const checkout = yield* Checkout.Checkout
      const delegationId = yield* active
      yield* (yield* Carts.Carts).add(robot, ProductId.make("serum"), 1)
      const { email, method, address } = request(robot)
      const purchase = {
        owner: robot,
        email,
        address,
        method,
        delegationId: DelegationId.claimed.make(delegationId)
      }
      for (const [n, waits] of [false, false, true, false].entries()) {
        const chargeId = yield* checkout.charged.begin(purchase)
        provider.nextCharges("authentication_required")
        const finishing = checkout.charged.finish(chargeId)
        expect(
          yield* crossed(n, "checkout_session", finishing, checkout.hosted.begin(request(robot))),
          `statement ${n}`
        )
          .toEqual(["PaymentNotAuthenticated", waits])
      }
    })
  )

  test(
    "whoever keeps the leases of many jobs waits for nobody who plans some of them anew",
    Effect.gen(function*() {
      const world = yield* World
      const { deadlocks, clock } = world
      const { write } = yield* Transactions
      const jobs = yield* Jobs.Jobs
      const plan = (subject: string, at: number) => jobs.schedule("work", subject, at)
      const reached = yield* Deferred.make<void>()
      const open = yield* Deferred.make<void>()
      const work = () =>
        Deferred.succeed(reached, undefined).pipe(Effect.zipRight(Deferred.await(open)), Effect.as(undefined))
      yield* write(Effect.zipRight(plan("a", clock.now), plan("b", clock.now - 1)))
      const runner = yield* Effect.fork(jobs.runDue({ work }))
      yield* Deferred.await(reached)
      clock.now += 1
      const isRenewed = Effect.map(
        Effect.provideService(
          countOf("job", `subject = 'b' AND lease_until = ${clock.now + 5_000}`),
          DatabaseWorld,
          world
        ),
        (renewed) => renewed === 1
      )
      const renewal = until(isRenewed, "the lease of the other job is renewed")
      yield* write(Effect.all([plan("a", clock.now), awaiting(renewal), plan("b", clock.now)]))
      yield* Deferred.succeed(open, undefined)
      yield* Fiber.join(runner)
      expect(deadlocks()).toBe(0)
      expect(yield* countOf("job")).toBe(2)
    })
  )

  for (
    const [rows, lock, sweep] of [
      ["answers", "SELECT 1 FROM idempotency FOR UPDATE", Idempotency.expiring.remove],
      ["tokens", "SELECT 1 FROM token FOR UPDATE", Identity.expiring.remove],
      ["drafts", "SELECT 1 FROM draft FOR UPDATE", DraftRecords.expiring.remove]
    ] as const
  ) {
    test(
      `whoever forgets old ${rows} leaves those that somebody holds for another time`,
      Effect.gen(function*() {
        const { clock } = yield* World
        const { write } = yield* Transactions
        const keyed = { ...Idempotency.keyed({ scope: "s", key: "k", fingerprint: "f" }), subject: "cs_1" }
        yield* write(Idempotency.recordRunning(keyed))
        yield* Effect.flatMap(
          Identity.Identity,
          ({ prepareGuest }) => Effect.flatMap(prepareGuest, ({ create }) => create)
        )
        yield* (yield* PurchaseDrafts.PurchaseDrafts).create(ada, "cart", {
          lines: [],
          authenticates: false,
          paysByToken: false
        })
        clock.now += 365 * days
        const held = yield* Deferred.make<void>()
        const swept = yield* Deferred.make<void>()
        const holder = yield* Effect.fork(
          write(Effect.all([Query.lock(lock)(), Deferred.succeed(held, undefined), awaiting(Deferred.await(swept))]))
        )
        yield* Deferred.await(held)
        const forgotten = yield* Effect.timeoutOption(write(sweep(10)), 1_000)
        yield* Deferred.succeed(swept, undefined)
        yield* Fiber.join(holder)
        expect(forgotten).toEqual(Option.some(0))
        expect(yield* write(sweep(10))).toBe(1)
      })
    )
  }
})
