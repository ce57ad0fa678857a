/** The simulated provider's own pages on a socket of this process, with the provider behind them and no store. */
import {
  type MandateRequest,
  PaymentProvider,
  type ProviderMandate,
  type ProviderSession,
  type ProviderSessionRequest
} from "@beauty-store/commerce/payment/PaymentProvider"
import { CountryCode } from "@beauty-store/domain/Address"
import { type Claimed, DelegationId, OrderId, SessionId } from "@beauty-store/domain/Ids"
import { methodsOfferedIn } from "@beauty-store/domain/Payment"
import * as HostedPages from "@beauty-store/payments-simulated/HostedPages"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServer from "@effect/platform/HttpServer"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Option from "effect/Option"
import { createServer } from "node:http"
import { afterAll } from "vitest"
import { memory, type Options, provider } from "./payment-provider.ts"
import type { Plan } from "./shop.ts"

export interface Pages {
  /** Opens a session and returns it with its address on the real port. */
  readonly open: (change?: Partial<ProviderSessionRequest>) => Promise<ProviderSession>
  readonly lookUp: (sessionId: Claimed<SessionId>) => Promise<ProviderSession>
  /** Prepares a mandate's page and returns it with its address on the real port. */
  readonly ask: (change?: Partial<MandateRequest>) => Promise<ProviderMandate>
  readonly mandate: (mandateId: Claimed<DelegationId>) => Promise<ProviderMandate>
}

/** However slow the machine is, whoever looks at the page of a payment by Klarna finds it undecided. */
const undecided: Plan = { settlement: () => Effect.succeed({ afterMillis: 3_600_000, status: "succeeded" }) }

/** Serves until the enclosing `describe` or file is over. Listens when it is first asked for something. */
export const usePages = ({ faults, ...options }: Omit<Options, "publicUrl"> = {}): Pages => {
  const layer = Layer.unwrapEffect(Effect.map(HttpServer.HttpServer, (server) => {
    const publicUrl = Effect.succeed(
      server.address._tag === "TcpAddress" ? `http://127.0.0.1:${server.address.port}` : ""
    )
    return HttpLayerRouter.serve(HostedPages.layer, { disableLogger: true, disableListenLog: true }).pipe(
      Layer.provideMerge(provider({ database: memory(), publicUrl, faults: { ...undecided, ...faults }, ...options }))
    )
  })).pipe(Layer.provide(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" })))
  const runtime = ManagedRuntime.make(layer)
  afterAll(() => runtime.dispose())
  let count = 0
  return {
    open: (change) =>
      runtime.runPromise(Effect.gen(function*() {
        const provider = yield* PaymentProvider
        return yield* provider.createSession({
          sessionId: SessionId.make(`cs_site${100_000 + ++count}`),
          orderId: OrderId.make("ord_0123456789"),
          amountMinor: 4785,
          currency: "EUR",
          email: "ada@example.com",
          description: ["2 × Rose Water <100 ml>", "Shipping"],
          items: [],
          locale: "en",
          country: CountryCode.make("DE"),
          methods: methodsOfferedIn(CountryCode.make("DE")),
          preselect: undefined,
          returnUrl: "https://shop.example/return?order=ord_1&x=1",
          expiresAt: (yield* Clock.currentTimeMillis) + 1_800_000,
          ...change
        })
      })),
    ask: (change) =>
      runtime.runPromise(Effect.gen(function*() {
        const provider = yield* PaymentProvider
        return yield* provider.createMandate({
          mandateId: DelegationId.make(`del_site${100_000 + ++count}`),
          agent: "robot <shopper>",
          locale: "en",
          description: ["Up to €200.00 for one order", "Up to €500.00 in any 24 hours"],
          decideBefore: (yield* Clock.currentTimeMillis) + 1_800_000,
          expiresAt: undefined,
          permissionsUrl: "https://shop.example/permissions/1",
          ...change
        })
      })),
    mandate: (mandateId) =>
      runtime.runPromise(
        Effect.flatMap(PaymentProvider, (provider) => Effect.map(provider.lookUpMandate(mandateId), Option.getOrThrow))
      ),
    lookUp: (sessionId) =>
      runtime.runPromise(
        Effect.flatMap(PaymentProvider, (provider) => Effect.map(provider.lookUpSession(sessionId), Option.getOrThrow))
      )
  }
}
