/** The simulated provider keeps the port's promises on both databases, and several of it share one ledger. */
import { PaymentProvider } from "@beauty-store/commerce/payment/PaymentProvider"
import { CountryCode } from "@beauty-store/domain/Address"
import { OrderId, SessionId } from "@beauty-store/domain/Ids"
import { methodsOfferedIn } from "@beauty-store/domain/Payment"
import { HostedPayments } from "@beauty-store/payments-simulated/provider/HostedPayments"
import { eventually, providerSuite } from "@beauty-store/testing/ProviderSuite"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { describe, expect, it } from "vitest"
import { useDatabase } from "../../../test/postgres.ts"
import * as Provider from "../../../test/shop/payment-provider.ts"
import { klarna, tokenOf, withPayer } from "./payers.ts"

providerSuite("simulated, on SQLite", () => withPayer(Provider.memory()))

describe("on PostgreSQL", () => {
  const url = useDatabase()
  providerSuite("simulated, on PostgreSQL", () => withPayer(Provider.postgres(url)))
})

describe("two instances on one PostgreSQL", () => {
  const url = useDatabase()

  it("start together, take one payment of a session between them, and verify each other's messages", async () => {
    const merchant = Provider.merchant()
    const instance = Layer.build(Layer.fresh(Provider.provider({ database: Provider.postgres(url), merchant })))
    await Effect.gen(function*() {
      const instances = yield* Effect.all([instance, instance], { concurrency: "unbounded" })
      const [one, two] = instances.map((context) => Context.get(context, PaymentProvider))
      const session = yield* one!.createSession({
        sessionId: SessionId.make("cs_shared0000"),
        orderId: OrderId.make("ord_0123456789"),
        amountMinor: 4785,
        currency: "EUR",
        email: "ada@example.com",
        description: [],
        items: [],
        locale: "en",
        country: CountryCode.make("DE"),
        methods: methodsOfferedIn(CountryCode.make("DE")),
        preselect: undefined,
        returnUrl: "https://shop.example/return",
        expiresAt: 4e12
      })
      const tries = yield* Effect.forEach(
        [...instances, ...instances, ...instances],
        (context) => Effect.either(Context.get(context, HostedPayments).pay(tokenOf(session), klarna)),
        { concurrency: "unbounded" }
      )
      expect(tries.filter((attempt) => attempt._tag === "Right")).toHaveLength(1)
      yield* eventually(Effect.gen(function*() {
        expect(Option.getOrThrow(yield* two!.lookUpSession(SessionId.make("cs_shared0000")))).toMatchObject({
          status: "complete",
          url: session.url,
          payments: [{ status: "succeeded" }]
        })
        expect(merchant.received).toHaveLength(2)
      }))
      for (const message of merchant.received) {
        const about = { _tag: "SessionChanged", sessionId: "cs_shared0000" }
        expect(yield* one!.verifyNotification(message)).toEqual(about)
        expect(yield* two!.verifyNotification(message)).toEqual(about)
      }
    }).pipe(Effect.scoped, Effect.runPromise)
  })
})
