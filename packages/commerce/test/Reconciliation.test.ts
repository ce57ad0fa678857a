/** What a store that forgot finds at its provider, on both databases: payments, refunds, what agents spent, numbers. */
import * as ConsistencyAudit from "@beauty-store/commerce/audit/ConsistencyAudit"
import * as Carts from "@beauty-store/commerce/cart/Carts"
import * as Checkout from "@beauty-store/commerce/checkout/Checkout"
import * as Identity from "@beauty-store/commerce/identity/Identity"
import { PaymentProvider } from "@beauty-store/commerce/payment/PaymentProvider"
import * as Delegations from "@beauty-store/commerce/spending/Delegations"
import * as Flags from "@beauty-store/commerce/staff/Flags"
import { type Claimed, DelegationId, ProductId, type SessionId } from "@beauty-store/domain/Ids"
import { scopesOf } from "@beauty-store/domain/Principal"
import { Jobs } from "@beauty-store/sql/Jobs"
import { Transactions } from "@beauty-store/sql/Transactions"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { expect } from "vitest"
import { backUp } from "../../../test/shop/backups.ts"
import { store } from "../../../test/shop/shop.ts"
import {
  ada,
  countOf,
  hours,
  minutes,
  onBoth,
  owner,
  pass,
  request,
  runJobs,
  type Services,
  World
} from "../../../test/shop/use-cases.ts"
import { begun, bought, cancel, givenBack, notify, orderOf } from "./life.ts"

const backedUp = Effect.flatMap(World, ({ dialect, sql }) => backUp(sql, dialect))

/** Another process over the same database and the same provider, with its background work. */
const inAnotherProcess = <A, E>(body: Effect.Effect<A, E, Services>) =>
  Effect.gen(function*() {
    const { client, clock, provider } = yield* World
    const services = store({
      database: Layer.succeed(SqlClient.SqlClient, client),
      provider: Layer.succeed(PaymentProvider, provider.service)
    })
    const started = Effect.gen(function*() {
      const jobs = yield* Jobs
      const { write } = yield* Transactions
      yield* write(jobs.schedule("reconcile", "store", clock.now))
    })
    return yield* Effect.provide(Effect.zipRight(started, body), Layer.fresh(services))
  })

let people = 0
const somebody = () => owner(`sho_${++people}`)

/** An order that is paid at this moment. */
const sold = (of = somebody()) =>
  Effect.gen(function*() {
    const { clock, provider } = yield* World
    const session = yield* begun(of, { serum: 1 })
    const paymentId = provider.pay(session.sessionId, { at: clock.now })
    yield* notify(session.sessionId)
    clock.now += 1_000
    return { ...session, paymentId, of }
  })

const numbers = Effect.flatMap(World, ({ sql }) =>
  Effect.map(
    sql<{ number: string }>(
      "SELECT series || '-' || n AS number FROM receipt ORDER BY series, n"
    ),
    (rows) => rows.map(({ number }) => number)
  ))

const flags = Effect.flatMap(
  Flags.Flags,
  ({ list }) => Effect.map(list({ limit: 100 }), ({ data }) => data.map(({ kind, subject }) => `${kind} ${subject}`))
)

const differences = Effect.gen(function*() {
  const { read } = yield* Transactions
  return (yield* read(ConsistencyAudit.audit)).differences
})

/** A person's permission to spend 500.00 a day from a card. */
const delegated = Effect.gen(function*() {
  const { provider, sql } = yield* World
  yield* sql("UPDATE product SET price_minor = 20000 WHERE id = 'ecume'")
  const identity = yield* Identity.Identity
  yield* identity.registerClient({
    id: "robot",
    secret: "a-secret-of-22-characters",
    kind: "agent",
    scopes: scopesOf.agent
  })
  const delegations = yield* Delegations.Delegations
  const id = DelegationId.claimed.make(
    yield* delegations.creation.begin({ principal: ada.principal, agentId: "robot", limits: {}, expiresAt: undefined })
  )
  yield* delegations.creation.finish(id)
  provider.decide(id, "active")
  yield* delegations.reconcile(id)
  return id
})

/** An agent begins to buy for 200.00. */
const begin = (delegationId: Claimed<DelegationId>) =>
  Effect.gen(function*() {
    const of = owner("agent:robot", `person-${++people}`)
    yield* (yield* Carts.Carts).set(of, ProductId.make("ecume"), 1)
    const { address, email, method } = request(ada)
    return yield* (yield* Checkout.Checkout).charged.begin({ owner: of, email, address, method, delegationId })
  })
const finish = (chargeId: string) => Effect.flatMap(Checkout.Checkout, ({ charged }) => charged.finish(chargeId))
const ordered = (delegationId: Claimed<DelegationId>) => Effect.flatMap(begin(delegationId), finish)

/** All money that the provider has, and what of it went back. */
const money = (sessionId: SessionId) =>
  Effect.gen(function*() {
    const { provider } = yield* World
    const { payments } = provider.sessions.get(sessionId)!
    let kept = 0
    for (const { amountMinor, paymentId } of payments) kept += amountMinor - (yield* givenBack(paymentId))
    return kept
  })

onBoth("a restored backup", (test) => {
  test(
    "forgot paid orders: those that stand are confirmed, the money of the others goes back, and staff are told",
    Effect.gen(function*() {
      yield* sold()
      const waiting = yield* begun(somebody(), { serum: 2 })
      const { restore } = yield* backedUp
      const { clock, provider } = yield* World
      provider.pay(waiting.sessionId, { at: clock.now })
      yield* notify(waiting.sessionId)
      const lost = yield* Effect.all(Array.from({ length: 7 }, () => sold()))
      const issued = yield* numbers
      yield* restore
      clock.now += 10 * minutes

      yield* inAnotherProcess(Effect.gen(function*() {
        // Sold before anything else happens: its receipt has a number of its own.
        yield* sold()
        expect((yield* orderOf(waiting.orderId)).status).toBe("pending")
        yield* runJobs
        const unknown = (yield* differences).filter(({ kind }) => kind === "provider.unknown")
        expect(unknown.map(({ subject }) => subject)).toEqual(lost.map(({ paymentId }) => paymentId).sort())
        yield* pass(3 * hours)
        expect((yield* orderOf(waiting.orderId)).status).toBe("confirmed")
        expect(yield* differences).toEqual([])
        expect(yield* countOf("receipt")).toBe(3)
        const fresh = (yield* numbers).slice(1)
        expect(fresh.filter((number) => issued.includes(number))).toEqual([])
        for (const { sessionId } of lost) expect(yield* money(sessionId)).toBe(0)
        expect((yield* flags).sort()).toEqual(lost.map(({ orderId }) => `unknown_payment ${orderId}`).sort())
      }))
      // A second restore finds the same, and gives nothing back twice.
      yield* restore
      yield* inAnotherProcess(pass(3 * hours))
      for (const { sessionId } of lost) expect(yield* money(sessionId)).toBe(0)
    })
  )

  test(
    "forgot what agents spent: it counts again before they spend anything else",
    Effect.gen(function*() {
      const id = yield* delegated
      const { clock, sql } = yield* World
      // By a process that does not know yet what was spent. It is counted at once.
      const begunBefore = yield* inAnotherProcess(begin(id))
      expect(yield* sql("SELECT state, provisional FROM charge")).toEqual([{ state: "authorised", provisional: 1 }])
      expect(yield* countOf("spending")).toBe(1)
      const { restore } = yield* backedUp
      yield* finish(begunBefore)
      clock.now += 1_000
      yield* ordered(id)
      yield* restore
      clock.now += 1_000
      yield* inAnotherProcess(Effect.gen(function*() {
        // 400.00 of 500.00 are gone: 200.00 by a charge that the store remembers, 200.00 by one that it has forgotten.
        const refused = { _tag: "AllowanceExceeded", limit: "perDay", remaining: 10_000 }
        expect(yield* Effect.flip(ordered(id))).toMatchObject(refused)
        expect(yield* Effect.flip(begin(id))).toMatchObject(refused)
        yield* pass(3 * hours)
        expect(yield* Effect.flip(begin(id))).toMatchObject(refused)
        expect(yield* differences).toEqual([])
        expect((yield* finish(begunBefore)).status).toBe("complete")
        yield* pass(22 * hours)
        expect((yield* ordered(id)).status).toBe("complete")
      }))
    })
  )

  test(
    "refuses at once, also before it knows what agents spent, what is too much by what it remembers",
    Effect.gen(function*() {
      const id = yield* delegated
      const { sql } = yield* World
      yield* sql("UPDATE product SET price_minor = 20001 WHERE id = 'ecume'")
      yield* inAnotherProcess(Effect.gen(function*() {
        expect(yield* Effect.flip(begin(id))).toMatchObject({ _tag: "AllowanceExceeded", limit: "perTransaction" })
      }))
      expect(yield* countOf("charge")).toBe(0)
    })
  )

  test(
    "forgot refunds: each is recorded again as the one that it was, and its credit note has a number of its own",
    Effect.gen(function*() {
      const order = yield* sold()
      const { restore } = yield* backedUp
      const { clock, provider } = yield* World
      const other = yield* sold()
      for (const { of, orderId } of [order, other]) yield* cancel(of, orderId)
      yield* pass(10 * minutes)
      const issued = yield* numbers
      expect(issued.filter((number) => number.startsWith("C"))).toHaveLength(2)
      yield* restore
      clock.now += 10 * minutes
      yield* inAnotherProcess(Effect.gen(function*() {
        yield* pass(3 * hours)
        expect(yield* givenBack(order.paymentId)).toBe(order.totalMinor)
        expect(yield* givenBack(other.paymentId)).toBe(other.totalMinor)
        expect(provider.refunds.size).toBe(2)
        expect(yield* differences).toEqual([])
        expect((yield* numbers).filter((number) => number.startsWith("C"))).toEqual([expect.any(String)])
        expect((yield* numbers).slice(0, 1).filter((number) => issued.includes(number))).toEqual([])
        expect((yield* flags).sort()).toEqual([`unknown_payment ${other.orderId}`, `unknown_refund ${order.orderId}`])
      }))
    })
  )

  test(
    "is walked again after the provider failed, and nothing is settled or charged before",
    Effect.gen(function*() {
      yield* sold()
      const { restore } = yield* backedUp
      const lost = yield* sold()
      yield* restore
      const { clock, provider } = yield* World
      clock.now += 10 * minutes
      yield* inAnotherProcess(Effect.gen(function*() {
        const waiting = yield* begun(somebody(), { serum: 1 })
        provider.pay(waiting.sessionId, { at: clock.now })
        provider.always("unavailable", "listPayments")
        yield* Effect.flip(notify(waiting.sessionId))
        yield* pass(5 * minutes)
        expect((yield* orderOf(waiting.orderId)).status).toBe("pending")
        provider.always("ok", "listPayments")
        yield* pass(3 * hours)
        expect((yield* orderOf(waiting.orderId)).status).toBe("confirmed")
        expect(yield* money(lost.sessionId)).toBe(0)
        expect(yield* differences).toEqual([])
      }))
    })
  )

  test(
    "of a new shop knows nothing, and touches nothing that was there before it",
    Effect.gen(function*() {
      const { restore } = yield* backedUp
      const earlier = yield* bought(somebody(), { serum: 1 })
      const { clock, provider } = yield* World
      provider.sessions.get(earlier.sessionId)!.payments[0] = {
        ...provider.sessions.get(earlier.sessionId)!.payments[0]!,
        at: clock.now - 11 * minutes
      }
      yield* restore
      clock.now += 11 * minutes
      yield* inAnotherProcess(pass(3 * hours))
      expect(yield* money(earlier.sessionId)).toBeGreaterThan(0)
    })
  )
})
