/** What payers meet under faults, at the edges of time, and across a restart. */
import {
  type NotificationMessage,
  PaymentProvider,
  type ProviderSessionRequest
} from "@beauty-store/commerce/payment/PaymentProvider"
import { CountryCode } from "@beauty-store/domain/Address"
import { type Claimed, OrderId, SessionId } from "@beauty-store/domain/Ids"
import { methodsOfferedIn } from "@beauty-store/domain/Payment"
import type { CallCourse } from "@beauty-store/payments-simulated/Faults"
import { HostedPayments } from "@beauty-store/payments-simulated/provider/HostedPayments"
import { Jobs } from "@beauty-store/sql/Jobs"
import * as SqlTransactions from "@beauty-store/sql/SqlTransactions"
import * as Transactions from "@beauty-store/sql/Transactions"
import { at, eventually } from "@beauty-store/testing/ProviderSuite"
import { it } from "@effect/vitest"
import Sqlite from "better-sqlite3"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { describe, expect, vi } from "vitest"
import * as Provider from "../../../test/shop/payment-provider.ts"
import { type MovableClock, movableClock } from "../../../test/world/clocks.ts"
import { brokeCard, challengedCard, goodCard, klarna, tokenOf } from "./payers.ts"

const answered: CallCourse = { beforeMillis: 0, fate: "answered", afterMillis: 0, retryAfterMillis: 1000 }
const fate = (fate: CallCourse["fate"]) => Effect.succeed({ ...answered, fate })

const hour = 3_600_000
/** When nothing that a test waits for is still to come. */
const later = (clock: MovableClock) => clock.now() + 24 * hour

let count = 0
const open = (change: Partial<ProviderSessionRequest> = {}) =>
  Effect.gen(function*() {
    const provider = yield* PaymentProvider
    return yield* provider.createSession({
      sessionId: SessionId.make(`cs_${1_000_000_000 + ++count}`),
      orderId: OrderId.make("ord_0123456789"),
      amountMinor: 4785,
      currency: "EUR",
      email: "ada@example.com",
      description: ["2 × Rose Water 100 ml"],
      items: [],
      locale: "en",
      country: CountryCode.make("DE"),
      methods: methodsOfferedIn(CountryCode.make("DE")),
      preselect: undefined,
      returnUrl: "https://shop.example/return",
      expiresAt: (yield* Clock.currentTimeMillis) + 60_000,
      ...change
    })
  })

const lookUp = (sessionId: Claimed<SessionId>) =>
  Effect.flatMap(
    PaymentProvider,
    (provider) => Effect.map(provider.lookUpSession(sessionId), Option.getOrThrow)
  )

const typeOf = (message: NotificationMessage): string => JSON.parse(new TextDecoder().decode(message.body)).type

const run = <A, E>(
  options: Omit<Parameters<typeof Provider.provider>[0], "database"> & {
    readonly database?: Parameters<typeof Provider.provider>[0]["database"]
  },
  body: Effect.Effect<A, E, PaymentProvider | HostedPayments>
) => Effect.provide(body, Provider.provider({ database: Provider.memory(), ...options }))

const statements: { all: (...parameters: ReadonlyArray<unknown>) => unknown } = Object.getPrototypeOf(
  new Sqlite(":memory:").prepare("SELECT 1")
)

/** How SQLite finds the payments that it is asked for while something runs. */
const plansOf = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => vi.spyOn(statements, "all")),
    (all) =>
      Effect.map(work, () => {
        const asked = (all.mock.contexts as ReadonlyArray<Sqlite.Statement>).filter(({ source }) =>
          source.includes("FROM payment")
        )
        all.mockRestore()
        return asked.map(({ database, source }) =>
          database.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${source.replaceAll("?", "NULL")}`).all()
            .map(({ detail }) => detail).join("; ")
        )
      }),
    (all) => Effect.sync(() => all.mockRestore())
  )

describe("a session that many cards were tried on", () => {
  it.live("is shown and looked up without reading all of them, and is paid by the card that works", () =>
    run(
      {},
      Effect.gen(function*() {
        const hosted = yield* HostedPayments
        const session = yield* open()
        const token = tokenOf(session)
        const tries = Array.from({ length: 50 }, () => hosted.pay(token, brokeCard))
        yield* Effect.all(tries, { concurrency: "unbounded", discard: true })
        const plans = yield* plansOf(Effect.zipRight(hosted.view(token), lookUp(session.sessionId)))
        expect(new Set(plans)).toEqual(
          new Set([
            "SEARCH payment USING INDEX payment_by_session (session_id=?)",
            "SEARCH payment USING INDEX payment_that_counts (session_id=?)"
          ])
        )
        expect(yield* hosted.view(token)).toMatchObject({ lastAttempt: { declineCode: "insufficient_funds" } })
        expect((yield* lookUp(session.sessionId)).payments).toEqual([])
        expect((yield* hosted.pay(token, goodCard))._tag).toBe("Succeeded")
        expect((yield* lookUp(session.sessionId)).payments).toMatchObject([{ status: "succeeded" }])
      })
    ))
})

describe("a session's end", () => {
  it.live("at its last moment it takes no payment, without anybody closing it", () =>
    run(
      {},
      Effect.gen(function*() {
        const hosted = yield* HostedPayments
        const now = yield* Clock.currentTimeMillis
        const session = yield* open({ expiresAt: now + 10_000 })
        const token = tokenOf(session)

        expect((yield* hosted.view(token).pipe(at(now + 9_999))).status).toBe("open")
        expect((yield* hosted.view(token).pipe(at(now + 10_000))).status).toBe("expired")
        const refused = yield* Effect.flip(hosted.pay(token, goodCard).pipe(at(now + 10_000)))
        expect(refused).toMatchObject({ _tag: "SessionClosed", returnUrl: "https://shop.example/return" })
        const paid = yield* hosted.pay(token, goodCard).pipe(at(now + 9_999))
        expect(paid._tag).toBe("Succeeded")
      })
    ))

  it.live("between the bank's question and its answer refuses the answer", () =>
    run(
      {},
      Effect.gen(function*() {
        const hosted = yield* HostedPayments
        const provider = yield* PaymentProvider
        const session = yield* open()
        const token = tokenOf(session)
        const asked = yield* hosted.pay(token, challengedCard)
        if (asked._tag !== "RequiresAction") throw new Error(asked._tag)
        yield* provider.expireSession(session.sessionId)
        const refused = yield* Effect.flip(hosted.authenticate(token, asked.challengeId, "authenticated"))
        expect(refused._tag).toBe("SessionClosed")
        expect((yield* lookUp(session.sessionId)).payments).toEqual([])
      })
    ))
})

describe("the bank's question", () => {
  it.live("answered ten times at once is one payment, and says so each time", () =>
    run(
      {},
      Effect.gen(function*() {
        const hosted = yield* HostedPayments
        const session = yield* open()
        const token = tokenOf(session)
        const asked = yield* hosted.pay(token, challengedCard)
        if (asked._tag !== "RequiresAction") throw new Error(asked._tag)
        const answers = yield* Effect.all(
          Array.from({ length: 10 }, () => hosted.authenticate(token, asked.challengeId, "authenticated")),
          { concurrency: "unbounded" }
        )
        expect(new Set(answers.map((answer) => answer._tag))).toEqual(new Set(["Succeeded"]))
        expect((yield* lookUp(session.sessionId)).payments).toHaveLength(1)
        // Too late to fail it.
        expect((yield* hosted.authenticate(token, asked.challengeId, "failed"))._tag).toBe("Succeeded")
      })
    ))

  it.live("asked twice, of two tries, is paid once", () =>
    run(
      {},
      Effect.gen(function*() {
        const hosted = yield* HostedPayments
        const session = yield* open()
        const token = tokenOf(session)
        const asked = yield* Effect.all([
          hosted.pay(token, challengedCard),
          hosted.pay(token, challengedCard)
        ])
        const answers = yield* Effect.forEach(asked, (one) =>
          one._tag === "RequiresAction"
            ? Effect.exit(hosted.authenticate(token, one.challengeId, "authenticated"))
            : Effect.die(one._tag))
        expect(answers.map(Exit.isSuccess)).toEqual([true, false])
        expect((yield* lookUp(session.sessionId)).payments).toHaveLength(1)
      })
    ))

  it.live("of one session is not answered at another's page", () =>
    run(
      {},
      Effect.gen(function*() {
        const hosted = yield* HostedPayments
        const [one, two] = yield* Effect.all([open(), open()])
        const asked = yield* hosted.pay(tokenOf(one), challengedCard)
        if (asked._tag !== "RequiresAction") throw new Error(asked._tag)
        const refused = yield* Effect.flip(hosted.authenticate(tokenOf(two), asked.challengeId, "authenticated"))
        expect(refused._tag).toBe("NoSuchPage")
      })
    ))
})

describe("an address that was not handed out", () => {
  it.live("shows nothing and takes nothing, down to the last character", () =>
    run(
      {},
      Effect.gen(function*() {
        const hosted = yield* HostedPayments
        const token = tokenOf(yield* open())
        const last = token.endsWith("A") ? "B" : "A"
        for (const forged of ["", "cs_1", "cs_1.", token.slice(0, -1), token.slice(0, -1) + last, `x${token}`]) {
          expect((yield* Effect.flip(hosted.view(forged)))._tag).toBe("NoSuchPage")
          expect((yield* Effect.flip(hosted.pay(forged, goodCard)))._tag).toBe("NoSuchPage")
          expect((yield* Effect.flip(hosted.cancel(forged)))._tag).toBe("NoSuchPage")
        }
      })
    ))
})

describe("under the fault plan", () => {
  it.live("a payment whose answer was lost was made, and is not made again", () => {
    let calls = 0
    return run(
      { faults: { call: (call) => fate(call === "pay" && calls++ === 0 ? "lost_after" : "answered") } },
      Effect.gen(function*() {
        const hosted = yield* HostedPayments
        const session = yield* open()
        const token = tokenOf(session)
        expect((yield* Effect.flip(hosted.pay(token, goodCard)))._tag).toBe("ProviderOutcomeUnknown")
        expect((yield* Effect.flip(hosted.pay(token, goodCard)))._tag).toBe("AlreadyPaid")
        expect((yield* lookUp(session.sessionId)).payments).toHaveLength(1)
      })
    )
  })

  it.live("each of the port's mutations, when its answer was lost, was done once however often it is repeated", () => {
    const lost = new Set<string>()
    const once = (call: string) => fate(lost.has(call) ? "answered" : (lost.add(call), "lost_after"))
    return run(
      { faults: { call: (call) => once(call) } },
      Effect.gen(function*() {
        const provider = yield* PaymentProvider
        const hosted = yield* HostedPayments
        const again = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
          Effect.zipRight(
            Effect.map(Effect.flip(effect), (error) => expect(error._tag).toBe("ProviderOutcomeUnknown")),
            effect
          )
        const session = yield* again(Effect.suspend(() => {
          count = 1000
          return open()
        }))
        yield* Effect.flip(hosted.pay(tokenOf(session), goodCard))
        yield* Effect.flip(provider.lookUpSession(session.sessionId))
        const [payment] = (yield* lookUp(session.sessionId)).payments
        const refund = yield* again(
          provider.refund({ key: "lost", paymentId: payment!.paymentId, amountMinor: 4785, currency: "EUR" })
        )
        expect(refund.key).toBe("lost")
        expect(yield* again(provider.expireSession(SessionId.claimed.make("cs_other")))).toBe("expired")
      })
    )
  })

  it.live("an unavailable provider has done nothing", () =>
    run(
      { faults: { call: (call) => fate(call === "createSession" ? "unavailable" : "answered") } },
      Effect.gen(function*() {
        const provider = yield* PaymentProvider
        count = 2000
        expect(yield* Effect.flip(open())).toMatchObject({ _tag: "ProviderDidNothing", retryAfterMillis: 1000 })
        expect(yield* provider.lookUpSession(SessionId.claimed.make("cs_2001"))).toEqual(Option.none())
      })
    ))

  it.live("a planned decline beats the card", () =>
    run(
      { faults: { decline: () => Effect.succeed("processing_error") } },
      Effect.gen(function*() {
        const hosted = yield* HostedPayments
        const session = yield* open()
        expect(yield* hosted.pay(tokenOf(session), goodCard)).toEqual({
          _tag: "Declined",
          code: "processing_error",
          returnUrl: "https://shop.example/return"
        })
        const view = yield* hosted.view(tokenOf(session))
        expect(view).toMatchObject({ status: "open", lastAttempt: { declineCode: "processing_error" } })
      })
    ))

  it.live("a wrong and a second capture are payments that the shop can see and give back", () =>
    run(
      { faults: { captures: () => Effect.succeed([4784, 4785]) } },
      Effect.gen(function*() {
        const provider = yield* PaymentProvider
        const hosted = yield* HostedPayments
        for (const means of [goodCard, challengedCard]) {
          const session = yield* open()
          const token = tokenOf(session)
          const result = yield* hosted.pay(token, means)
          if (result._tag === "RequiresAction") yield* hosted.authenticate(token, result.challengeId, "authenticated")
          const { payments, status } = yield* lookUp(session.sessionId)
          expect(status).toBe("complete")
          expect(payments.map((payment) => payment.amountMinor).sort()).toEqual([4784, 4785])
          for (const { amountMinor, currency, paymentId } of payments) {
            yield* provider.refund({ key: `back_${paymentId}`, paymentId, amountMinor, currency })
          }
        }
      })
    ))

  it.live("Klarna's no opens the session again, and closes it where the shop wants no more", () => {
    const clock = movableClock(Date.now())
    return run(
      { faults: { settlement: () => Effect.succeed({ afterMillis: hour, status: "failed" }) } },
      Effect.gen(function*() {
        const provider = yield* PaymentProvider
        const hosted = yield* HostedPayments
        const [one, two] = yield* Effect.all([open({ expiresAt: later(clock) }), open({ expiresAt: later(clock) })])
        yield* hosted.pay(tokenOf(one), klarna)
        yield* hosted.pay(tokenOf(two), klarna)
        expect(yield* provider.expireSession(two.sessionId)).toBe("processing")
        clock.jump(hour)
        yield* eventually(Effect.gen(function*() {
          expect(yield* lookUp(one.sessionId)).toMatchObject({ status: "open", payments: [{ status: "failed" }] })
          expect(yield* lookUp(two.sessionId)).toMatchObject({ status: "expired", payments: [{ status: "failed" }] })
        }))
        const view = yield* hosted.view(tokenOf(one))
        expect(view.lastAttempt).toMatchObject({ method: "klarna", declineCode: "method_declined" })
        expect((yield* hosted.pay(tokenOf(one), goodCard))._tag).toBe("Succeeded")
      })
    ).pipe(Effect.withClock(clock))
  })

  it.live("a refund that fails, at once or after it was called done, can be tried again with another key", () => {
    const clock = movableClock(Date.now())
    return run(
      {
        faults: {
          refund: ({ key }) =>
            Effect.succeed({
              afterMillis: hour,
              failure: key === "at once" ? "account_closed" : undefined,
              reversal: key === "later" ? { afterMillis: hour, failure: "returned_by_bank" } : undefined
            })
        }
      },
      Effect.gen(function*() {
        const provider = yield* PaymentProvider
        const hosted = yield* HostedPayments
        const session = yield* open()
        yield* hosted.pay(tokenOf(session), goodCard)
        const [payment] = (yield* lookUp(session.sessionId)).payments
        const refund = (key: string) =>
          provider.refund({ key, paymentId: payment!.paymentId, amountMinor: 4785, currency: "EUR" })
        /** An hour later. */
        const becomes = (key: string, expected: unknown) =>
          Effect.suspend(() => {
            clock.jump(hour)
            return eventually(Effect.gen(function*() {
              expect(Option.getOrThrow(yield* provider.lookUpRefund(key))).toMatchObject(expected as object)
            }))
          })

        yield* refund("at once")
        yield* becomes("at once", { status: "failed", failure: "account_closed" })
        yield* refund("later")
        expect((yield* Effect.flip(refund("too much")))._tag).toBe("ProviderDeclined")
        yield* becomes("later", { status: "succeeded", failure: undefined })
        yield* becomes("later", { status: "failed", failure: "returned_by_bank" })
        yield* refund("good")
        yield* becomes("good", { status: "succeeded" })
        // A no stays a no, although the money is there now and gone again.
        expect((yield* Effect.flip(refund("too much")))._tag).toBe("ProviderDeclined")
        expect((yield* refund("later")).status).toBe("failed")
        yield* becomes("too much", { status: "failed", failure: "amount_exceeds_payment" })
      })
    ).pipe(Effect.withClock(clock))
  })
})

describe("notifications", () => {
  it.live("leave at once, and again with the same id until the shop takes them", () => {
    const clock = movableClock(Date.now())
    const merchant = Provider.merchant((_message, attempt) => attempt === 1 ? "unreachable" : attempt === 2 ? 500 : 200)
    return run(
      { merchant },
      Effect.gen(function*() {
        const provider = yield* PaymentProvider
        const hosted = yield* HostedPayments
        const session = yield* open()
        yield* hosted.pay(tokenOf(session), goodCard)
        yield* eventually(Effect.sync(() => expect(merchant.received).toHaveLength(3)))
        expect(new Set(merchant.received.map((message) => message.headers["webhook-id"])).size).toBe(1)
        expect(merchant.received[0]!.headers["content-type"]).toBe("application/json")
        for (const message of merchant.received) {
          expect(yield* provider.verifyNotification(message)).toEqual({
            _tag: "SessionChanged",
            sessionId: session.sessionId
          })
        }
        // Taken is taken: in a day nothing leaves but what is new.
        clock.jump(86_400_000)
        const other = yield* open()
        yield* hosted.pay(tokenOf(other), goodCard)
        yield* eventually(Effect.sync(() => expect(merchant.received).toHaveLength(4)))
        expect(yield* provider.verifyNotification(merchant.received[3]!)).toMatchObject({ sessionId: other.sessionId })
      })
    ).pipe(Effect.withClock(clock))
  })

  it.live("come as often as the plan says: dropped, doubled, late", () => {
    const clock = movableClock(Date.now())
    const merchant = Provider.merchant()
    const copies: Record<string, ReadonlyArray<number>> = {
      cs_dropped000: [],
      cs_doubled000: [0, 0],
      cs_late000000: [hour]
    }
    return run(
      { merchant, faults: { notification: ({ subject }) => Effect.succeed(copies[subject] ?? [0]) } },
      Effect.gen(function*() {
        const hosted = yield* HostedPayments
        for (const sessionId of Object.keys(copies)) {
          yield* hosted.pay(
            tokenOf(yield* open({ sessionId: SessionId.make(sessionId) })),
            goodCard
          )
        }
        const about = (id: string) =>
          merchant.received.filter((message) => new TextDecoder().decode(message.body).includes(id))
        yield* eventually(Effect.sync(() => expect(about("cs_doubled000")).toHaveLength(2)))
        expect(about("cs_late000000")).toHaveLength(0)
        expect(new Set(about("cs_doubled000").map((message) => message.headers["webhook-id"])).size).toBe(1)
        clock.jump(hour)
        yield* eventually(Effect.sync(() => expect(about("cs_late000000")).toHaveLength(1)))
        expect(about("cs_dropped000")).toHaveLength(0)
      })
    ).pipe(Effect.withClock(clock))
  })

  it.live("hold nothing but where to look", () => {
    const merchant = Provider.merchant()
    return run(
      { merchant },
      Effect.gen(function*() {
        const hosted = yield* HostedPayments
        const session = yield* open({ email: "private@example.com" })
        yield* hosted.pay(tokenOf(session), goodCard)
        yield* eventually(Effect.sync(() => expect(merchant.received).toHaveLength(1)))
        // Whole, because digits of an amount or a card may stand in a time or a signature by chance.
        expect(JSON.parse(new TextDecoder().decode(merchant.received[0]!.body))).toEqual({
          type: "session.changed",
          timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
          data: { sessionId: session.providerId.replace(/^simulated_/, "") }
        })
        const headers = JSON.stringify(merchant.received[0]!.headers)
        for (const secret of ["private@example.com", tokenOf(session)]) expect(headers).not.toContain(secret)
      })
    )
  })
})

describe("a restart", () => {
  it.live("finds everything in flight again: what was processing, being refunded, and not yet told", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "provider-"))
    const database = () => Provider.file(path.join(folder, "ledger.db"))
    const merchant = Provider.merchant(() => "unreachable")
    const clock = movableClock(Date.now())
    const slow = {
      settlement: () => Effect.succeed({ afterMillis: hour, status: "succeeded" } as const),
      refund: () => Effect.succeed({ afterMillis: hour, failure: undefined, reversal: undefined })
    }
    const before = run(
      { database: database(), merchant, faults: slow },
      Effect.gen(function*() {
        const provider = yield* PaymentProvider
        const hosted = yield* HostedPayments
        const [one, other] = yield* Effect.all([open({ expiresAt: later(clock) }), open({ expiresAt: later(clock) })])
        yield* hosted.pay(tokenOf(one), goodCard)
        yield* hosted.pay(tokenOf(other), klarna)
        const [payment] = (yield* lookUp(one.sessionId)).payments
        yield* provider.refund({ key: "in flight", paymentId: payment!.paymentId, amountMinor: 1, currency: "EUR" })
        expect((yield* lookUp(other.sessionId)).status).toBe("processing")
        expect(Option.getOrThrow(yield* provider.lookUpRefund("in flight")).status).toBe("pending")
        return { byCard: one, byKlarna: other }
      })
    )
    return Effect.gen(function*() {
      const { byCard, byKlarna } = yield* before
      clock.jump(hour)
      merchant.receive = () => 200
      merchant.received.length = 0
      yield* run(
        { database: database(), merchant, faults: slow },
        Effect.gen(function*() {
          const provider = yield* PaymentProvider
          yield* eventually(Effect.gen(function*() {
            expect((yield* lookUp(byKlarna.sessionId)).status).toBe("complete")
            expect(Option.getOrThrow(yield* provider.lookUpRefund("in flight")).status).toBe("succeeded")
            // Paid with the card; Klarna begun and decided; refund. Told with the secret of the first start.
            expect(merchant.received.map(typeOf).sort()).toEqual([
              "refund.changed",
              "session.changed",
              "session.changed",
              "session.changed"
            ])
          }))
          for (const message of merchant.received) yield* provider.verifyNotification(message)
          expect((yield* lookUp(byCard.sessionId)).url).toBe(byCard.url)
        })
      )
    }).pipe(Effect.withClock(clock), Effect.ensuring(Effect.sync(() => rmSync(folder, { recursive: true }))))
  })
})

describe("in a store's program", () => {
  it.live("keeps its own database beside the store's, and refuses to be called inside a transaction", () => {
    const store = SqlTransactions.layer.pipe(Layer.provide(Provider.memory()))
    return Effect.gen(function*() {
      const { write } = yield* Transactions.Transactions
      const provider = yield* PaymentProvider
      yield* write(
        Effect.flatMap(
          Transactions.Transaction,
          (transaction) => transaction.change("CREATE TABLE mine (n INTEGER)", [])
        )
      )
      const session = yield* open()
      const tables = yield* write(
        Effect.flatMap(
          Transactions.Transaction,
          (transaction) => transaction.rows("SELECT name FROM sqlite_master", [])
        )
      )
      expect(tables).toEqual([{ name: "mine" }])
      const exit = yield* Effect.exit(write(provider.lookUpSession(session.sessionId)))
      expect(Exit.isFailure(exit) && String(Cause.squash(exit.cause))).toContain("inside a transaction")
      expect(Option.isNone(yield* Effect.serviceOption(Jobs))).toBe(true)
    }).pipe(Effect.provide(Layer.merge(store, Provider.provider({ database: Provider.memory() }))))
  })
})
