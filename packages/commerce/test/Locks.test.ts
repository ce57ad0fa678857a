/** Who waits for whom on PostgreSQL: always in one order, so that nobody waits in a ring. */
import * as Carts from "@beauty-store/commerce/cart/Carts"
import * as Checkout from "@beauty-store/commerce/checkout/Checkout"
import * as DraftRecords from "@beauty-store/commerce/checkout/DraftRecords"
import * as PurchaseDrafts from "@beauty-store/commerce/checkout/PurchaseDrafts"
import * as Identity from "@beauty-store/commerce/identity/Identity"
import * as Delegations from "@beauty-store/commerce/spending/Delegations"
import { DelegationId, ProductId } from "@beauty-store/domain/Ids"
import { scopesOf } from "@beauty-store/domain/Principal"
import * as Idempotency from "@beauty-store/kernel/Idempotency"
import * as Jobs from "@beauty-store/kernel/Jobs"
import * as Query from "@beauty-store/kernel/Query"
import { Transactions } from "@beauty-store/kernel/Transactions"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import { expect } from "vitest"
import { awaiting } from "../../../test/shop/awaited-statements.ts"
import { ada, countOf, days, onPostgres, owner, request, type Services, World } from "../../../test/shop/use-cases.ts"

const robot = owner("agent:robot")

/** A delegation that the agent may pay with. */
const active = Effect.gen(function*() {
  const { provider } = yield* World
  const identity = yield* Identity.Identity
  yield* identity.registerClient({ id: "robot", secret: "secret", kind: "agent", scopes: scopesOf.agent })
  const delegations = yield* Delegations.Delegations
  const asked = { principal: ada.principal, agentId: "robot", limits: {}, expiresAt: undefined }
  const id = yield* delegations.creation.begin(asked)
  yield* delegations.creation.finish(id)
  provider.decide(id, "active", "visa")
  yield* delegations.reconcile(DelegationId.claimed.make(id))
  return id
})

/** What happens at once, one a little after the other, statements that name a table slow enough to come in between. */
const slowly = (table: string, ...acts: ReadonlyArray<Effect.Effect<unknown, unknown, Services>>) =>
  Effect.gen(function*() {
    const { deadlocks, faults } = yield* World
    faults.checkpoint = (text) => text.includes(table) ? { wait: Effect.sleep(50) } : undefined
    yield* Effect.forEach(acts, (act, n) => Effect.delay(Effect.exit(act), 80 * n), { concurrency: "unbounded" })
    faults.checkpoint = () => undefined
    expect(deadlocks()).toBe(0)
  })

onPostgres("locks", (test) => {
  test(
    "a session that is opened at the provider waits for nobody who takes its place",
    Effect.gen(function*() {
      const checkout = yield* Checkout.Checkout
      yield* (yield* Carts.Carts).add(ada, ProductId.make("serum"), 1)
      const sessionId = yield* checkout.hosted.begin(request(ada))
      yield* slowly("checkout_session", checkout.hosted.finish(sessionId), checkout.hosted.begin(request(ada)))
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
      const chargeId = yield* checkout.charged.begin({
        owner: robot,
        email,
        address,
        method,
        delegationId: DelegationId.claimed.make(delegationId)
      })
      provider.nextCharges("authentication_required")
      yield* slowly("checkout_session", checkout.charged.finish(chargeId), checkout.hosted.begin(request(robot)))
    })
  )

  test(
    "whoever keeps the leases of many jobs waits for nobody who plans some of them anew",
    Effect.gen(function*() {
      const { deadlocks, clock } = yield* World
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
      // Long enough for the leases to be renewed meanwhile.
      yield* write(Effect.all([plan("a", clock.now), awaiting(Effect.sleep(2_000)), plan("b", clock.now)]))
      yield* Deferred.succeed(open, undefined)
      yield* Fiber.join(runner)
      expect(deadlocks()).toBe(0)
      expect(yield* countOf("job")).toBe(2)
    })
  )

  for (
    const [rows, lock, sweep] of [
      ["answers", "SELECT 1 FROM idempotency FOR UPDATE", Idempotency.sweep],
      ["tokens", "SELECT 1 FROM token FOR UPDATE", Identity.sweepTokens],
      ["drafts", "SELECT 1 FROM draft FOR UPDATE", DraftRecords.sweep]
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
