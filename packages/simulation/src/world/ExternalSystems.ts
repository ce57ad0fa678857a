/**
 * The external systems that the store deals with: the payment provider and the parcel carrier, each a process with a
 * ledger on a disk of its own, which a crash of the store does not touch; and the delivery of webhooks to partners.
 * Their faults come from the fault injector, drawn at the moment they happen. Their ledgers, and the messages that
 * partners received, are known outside of the store, and the auditor compares it with them.
 */
import { CarrierSettings } from "@beauty-store/carrier-simulated/CarrierSettings"
import * as CarrierFaults from "@beauty-store/carrier-simulated/Faults"
import * as SimulatedCarrier from "@beauty-store/carrier-simulated/SimulatedCarrier"
import type { Assortment } from "@beauty-store/commerce/catalog/CatalogImport"
import { DeliveryFailed, type WebhookSender } from "@beauty-store/commerce/partners/WebhookSender"
import { PaymentProvider } from "@beauty-store/commerce/payment/PaymentProvider"
import { PaymentVault } from "@beauty-store/commerce/payment/PaymentVault"
import { HttpPost } from "@beauty-store/outbound/HttpPost"
import * as Signature from "@beauty-store/outbound/Signature"
import * as PaymentFaults from "@beauty-store/payments-simulated/Faults"
import * as HostedPayments from "@beauty-store/payments-simulated/internal/provider/HostedPayments"
import * as Mandates from "@beauty-store/payments-simulated/internal/provider/Mandates"
import { ProviderSettings } from "@beauty-store/payments-simulated/ProviderSettings"
import * as SimulatedPaymentProvider from "@beauty-store/payments-simulated/SimulatedPaymentProvider"
import { Entropy } from "@beauty-store/sql/Entropy"
import { CommitScheduler } from "@beauty-store/sql/internal/drivers/SqliteTransactions"
import { LongestSleep } from "@beauty-store/sql/Jobs"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import type { Disk } from "../engine/Disk.ts"
import type { History } from "../engine/History.ts"
import { postOver, type Transport } from "../engine/Network.ts"
import type { Prng } from "../engine/Prng.ts"
import { across, day, hour, minute, type Process } from "../engine/Time.ts"
import type { FaultInjector } from "./FaultInjector.ts"
import type { Partner } from "./Partners.ts"
import { baseUrl, storeSecret, webhookSecret } from "./StoreProcess.ts"
import type { Trait } from "./SwarmConfiguration.ts"

/** The services from which provider and carrier are built. */
const infrastructure = (disk: Disk, transport: Transport, entropy: Prng, process: Process) =>
  Layer.mergeAll(
    disk.client,
    Layer.succeed(HttpPost, postOver(transport)),
    Layer.succeed(Entropy, { bytes: (n) => entropy.bytes(n) }),
    Layer.succeed(CommitScheduler, (commit) => process.scheduleTask(commit)),
    Layer.succeed(LongestSleep, hour)
  )

const paymentFaults = (injector: FaultInjector, prng: Prng): Context.Tag.Service<PaymentFaults.FaultPlan> => {
  const injects = (trait: Trait) => injector.injects(trait, prng)
  const slow = () => injects("provider.slow") ? prng.logUniform(100, 20_000) : prng.int(0, 80)
  return {
    call: (call) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const beforeMillis = injector.active ? slow() : 0
        const isRefused = injector.isOut("provider.outage", now) || injects("provider.unavailable")
        if (isRefused && call === "createSession") injector.sessionsRefused++
        const fate = isRefused
          ? "unavailable"
          : injects("provider.lostBefore")
          ? "lost_before"
          : injects("provider.lostAfter")
          ? "lost_after"
          : "answered"
        return { beforeMillis, fate, afterMillis: injector.active ? slow() : 0, retryAfterMillis: 1000 }
      }),
    decline: () => Effect.sync(() => injects("provider.decline") ? "insufficient_funds" : undefined),
    captures: ({ amountMinor }) =>
      Effect.sync(() => [
        injects("provider.wrongAmount") ? Math.max(1, amountMinor + prng.pick([-100, -1, 1, 500])) : amountMinor,
        ...(injects("provider.chargeTwice") ? [amountMinor] : [])
      ]),
    settlement: () =>
      Effect.sync(() => ({
        afterMillis: injects("provider.klarnaLate") ? prng.logUniform(hour, 40 * hour) : prng.int(500, 10 * minute),
        status: injects("provider.klarnaFails") ? "failed" as const : "succeeded" as const
      })),
    refund: () =>
      Effect.sync(() => ({
        afterMillis: prng.logUniform(100, 2 * hour),
        failure: injects("provider.refundFails") ? "expired_or_canceled_card" : undefined,
        reversal: injects("provider.refundReverses")
          ? { afterMillis: prng.logUniform(minute, 7 * day), failure: "account_closed" }
          : undefined
      })),
    notification: () =>
      Effect.sync(() => {
        if (injects("notification.never")) return []
        const first = injects("notification.late") ? prng.logUniform(100, 3 * hour) : 0
        return injects("notification.twice") ? [first, first + prng.logUniform(1, hour)] : [first]
      })
  }
}

const carrierFaults = (injector: FaultInjector, prng: Prng): Context.Tag.Service<CarrierFaults.FaultPlan> => {
  const injects = (trait: Trait) => injector.injects(trait, prng)
  const fate = (before: Trait, after: Trait): CarrierFaults.Fate =>
    injects(before) ? "lost_before" : injects(after) ? "lost_after" : "answered"
  return {
    hook: () => Effect.sync(() => fate("carrier.hookLost", "carrier.hookUnheard")),
    delay: () => Effect.sync(() => injector.active ? prng.int(0, 3 * hour) : 0),
    message: () =>
      Effect.sync(() => {
        if (injects("carrier.tellsNever")) return []
        const first = injects("carrier.tellsLate") ? prng.logUniform(100, 30 * hour) : 0
        return injects("carrier.tellsTwice") ? [first, first + prng.logUniform(1, 5 * hour)] : [first]
      }),
    attempt: () => Effect.sync(() => fate("carrier.lost", "carrier.unheard"))
  }
}

/** The provider as the store reaches it, and its pages as payers do. */
export interface Provider {
  readonly port: Context.Tag.Service<PaymentProvider>
  readonly vault: Context.Tag.Service<PaymentVault>
  readonly mandates: Context.Tag.Service<Mandates.Mandates>
  readonly pages: Context.Tag.Service<HostedPayments.HostedPayments>
}

/** Services of a process last as long as the world. */
const neverClosed = Scope.make()

/** Opens the payment provider in its process. */
export const provider = Effect.fnUntraced(function*(
  disk: Disk,
  transport: Transport,
  injector: FaultInjector,
  prng: Prng,
  process: Process
): Effect.fn.Return<Provider> {
  const layer = SimulatedPaymentProvider.layerWith({ secret: storeSecret }).pipe(
    Layer.provide([
      infrastructure(disk, transport, prng.stream("entropy"), process),
      Layer.succeed(PaymentFaults.FaultPlan, paymentFaults(injector, prng.stream("faults"))),
      Layer.succeed(ProviderSettings, {
        merchant: "Simulated Store",
        publicUrl: Effect.succeed("http://pay.example"),
        notificationUrl: Effect.succeed(`${baseUrl}/api/payments/notifications`)
      })
    ])
  )
  const context = yield* Effect.orDie(Layer.buildWithScope(layer, yield* neverClosed))
  const port = Context.get(context, PaymentProvider)
  const pages = Context.get(context, HostedPayments.HostedPayments)
  const there = <A, E>(effect: Effect.Effect<A, E>) => across(process, effect)
  const vault = Context.get(context, PaymentVault)
  const mandates = Context.get(context, Mandates.Mandates)
  return {
    vault: { delegate: (request) => there(vault.delegate(request)) },
    mandates: {
      view: (token) => there(mandates.view(token)),
      challenge: (token, challengeId) => there(mandates.challenge(token, challengeId)),
      decide: (token, decision) => there(mandates.decide(token, decision)),
      authenticate: (token, challengeId, outcome) => there(mandates.authenticate(token, challengeId, outcome))
    },
    port: {
      name: port.name,
      createSession: (request) => there(port.createSession(request)),
      lookUpSession: (sessionId) => there(port.lookUpSession(sessionId)),
      expireSession: (sessionId) => there(port.expireSession(sessionId)),
      refund: (request) => there(port.refund(request)),
      lookUpRefund: (key) => there(port.lookUpRefund(key)),
      listPayments: (query) => there(port.listPayments(query)),
      charge: (request) => there(port.charge(request)),
      lookUpToken: (token) => there(port.lookUpToken(token)),
      createMandate: (request) => there(port.createMandate(request)),
      lookUpMandate: (mandateId) => there(port.lookUpMandate(mandateId)),
      revokeMandate: (mandateId) => there(port.revokeMandate(mandateId)),
      verifyNotification: port.verifyNotification
    },
    pages: {
      view: (token) => there(pages.view(token)),
      challenge: (token, challengeId) => there(pages.challenge(token, challengeId)),
      pay: (token, means) => there(pages.pay(token, means)),
      authenticate: (token, challengeId, outcome) => there(pages.authenticate(token, challengeId, outcome)),
      cancel: (token) => there(pages.cancel(token))
    }
  }
})

export const carrierHooks = "http://carrier.example/hooks"

/** The store's goods, as staff reach them without a request. */
export interface GoodsAdmin {
  /** All goods as the shop was stocked with them. */
  readonly assortment: () => Assortment
  readonly put: (assortment: Assortment) => Effect.Effect<unknown, unknown>
  /** The store is killed within so many steps, if it ever is. */
  readonly killWithin: (steps: number) => void
}

/** The store's subscriptions, as the carrier and staff reach them without a request. */
export type SubscriptionAdmin = Context.Tag.Service<CarrierSettings>["shop"]

/** Opens the carrier in its process. `stageMillis`: the time of one stage of a parcel's journey. */
export const carrier = Effect.fnUntraced(function*(
  disk: Disk,
  transport: Transport,
  subscriptionAdmin: SubscriptionAdmin,
  injector: FaultInjector,
  prng: Prng,
  process: Process,
  stageMillis: number
): Effect.fn.Return<Context.Tag.Service<SimulatedCarrier.SimulatedCarrier>> {
  const layer = SimulatedCarrier.layer.pipe(
    Layer.provide([
      infrastructure(disk, transport, prng.stream("entropy"), process),
      Layer.succeed(CarrierFaults.FaultPlan, carrierFaults(injector, prng.stream("faults"))),
      Layer.succeed(CarrierSettings, {
        stageMillis,
        hookUrl: carrierHooks,
        messageUrl: `${baseUrl}/api/webhooks`,
        messageSecret: Either.getOrThrow(Signature.decodeSecret(webhookSecret)),
        shop: subscriptionAdmin
      })
    ])
  )
  const context = yield* Effect.orDie(Layer.buildWithScope(layer, yield* neverClosed))
  const { receive } = Context.get(context, SimulatedCarrier.SimulatedCarrier)
  return { receive: (hook) => across(process, receive(hook)) }
})

/** What is seen of messages to partners: each that is sent to an address, and what became of it. */
export interface WebhookObserver {
  /** Each message as it leaves, by its receiver's dialect. */
  readonly said: (place: string, text: string) => void
  readonly sent: (url: string, at: number) => void
  readonly taken: (url: string, eventId: string, at: number) => void
  readonly failed: (url: string, at: number) => void
}

/** How long the store waits for a partner's response, as its documents have it, in milliseconds. */
const responseMillis = 10_000

/** How the store's webhooks are delivered. `moment`: now, whatever the store's clock shows. The first partner's endpoint has no outage of its own. */
export const webhooks = (
  partners: ReadonlyArray<Partner>,
  carrier: () => Context.Tag.Service<SimulatedCarrier.SimulatedCarrier> | undefined,
  injector: FaultInjector,
  prng: Prng,
  history: History,
  rejections: Array<string>,
  observer: WebhookObserver,
  moment: () => number
): Context.Tag.Service<WebhookSender> => ({
  check: () => Effect.void,
  send: Effect.fnUntraced(function*({ body: text, id, secret, sign, url }) {
    // By the clock of the store that sends; everybody else has the right one.
    const signedAt = yield* Clock.currentTimeMillis
    const now = moment()
    observer.said(sign === undefined ? "webhook" : "webhook in a dialect", text)
    const body = new TextEncoder().encode(text)
    const headers: Readonly<Record<string, string>> = sign?.({ id, atMillis: signedAt, body, secret }) ?? {
      ...Signature.sign({ id, atMillis: signedAt, body, secret: Either.getOrThrow(Signature.decodeSecret(secret)) })
    }
    yield* Effect.sleep(injector.active ? prng.int(0, 200) : 0)
    if (url === carrierHooks) {
      const received = carrier()?.receive({ headers, body }) ?? Effect.succeed("unanswered" as const)
      const result = yield* Effect.orElseSucceed(received, () => "unanswered" as const)
      history.add("carrier", `hears ${text}: ${result}`)
      return result === "taken" ? undefined : yield* new DeliveryFailed({ reason: result })
    }
    const partner = partners.find(({ addresses }) => addresses.includes(url))
    if (partner === undefined) return yield* new DeliveryFailed({ reason: "no such address" })
    observer.sent(url, now)
    const fail = (reason: string) =>
      Effect.suspend(() => {
        observer.failed(url, moment())
        return new DeliveryFailed({ reason })
      })
    if (injector.isOut("partner.outage", now)) return yield* fail("partner is down")
    const outage = partner === partners[0] ? undefined : injector.endpointOutage(url, now)
    if (outage === "dead") return yield* fail("connection refused")
    if (outage === "hangs") return yield* Effect.zipRight(Effect.sleep(responseMillis), fail("timeout"))
    const refuses = injector.injects("partner.refuses", prng) || partner.account === undefined
    // A partner that refuses may have accepted it all the same.
    if (!refuses || prng.happens(0.5)) {
      const rejection = partner.receive({ headers, body }, now)
      if (rejection !== undefined) rejections.push(`webhook ${id} to ${url}: ${rejection}`)
    }
    history.add(url, `hears ${id} ${text}${refuses ? ", refuses it" : ""}`)
    if (refuses) return yield* fail("status 500")
    observer.taken(url, id, moment())
  })
})
