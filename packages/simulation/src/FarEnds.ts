/**
 * The companies that the store deals with, each a process with a ledger of its own on a disk of its own, which a crash of
 * the store does not touch: the payment provider, the parcel carrier, and partners who listen to webhooks.
 *
 * What goes wrong with them follows the climate, drawn at the moment it happens, until the weather clears (`storm`).
 * Their ledgers and what they heard are the outside's knowledge, against which the store is judged.
 */
import { CarrierSettings } from "@beauty-store/carrier-simulated/CarrierSettings"
import * as CarrierFaults from "@beauty-store/carrier-simulated/Faults"
import * as SimulatedCarrier from "@beauty-store/carrier-simulated/SimulatedCarrier"
import { DeliveryFailed, type WebhookSender } from "@beauty-store/commerce/partners/WebhookSender"
import { PaymentProvider } from "@beauty-store/commerce/payment/PaymentProvider"
import { PaymentVault } from "@beauty-store/commerce/payment/PaymentVault"
import { Entropy } from "@beauty-store/kernel/Entropy"
import { LongestSleep } from "@beauty-store/kernel/Jobs"
import { CommitScheduler } from "@beauty-store/kernel/SqliteTransactions"
import * as PaymentFaults from "@beauty-store/payments-simulated/Faults"
import * as HostedPayments from "@beauty-store/payments-simulated/HostedPayments"
import * as Mandates from "@beauty-store/payments-simulated/Mandates"
import { ProviderSettings } from "@beauty-store/payments-simulated/ProviderSettings"
import * as SimulatedPaymentProvider from "@beauty-store/payments-simulated/SimulatedPaymentProvider"
import { Post } from "@beauty-store/web/Post"
import * as Signature from "@beauty-store/web/Signature"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import type { Chance } from "./Chance.ts"
import type { Climate, Fault, Trait } from "./Climate.ts"
import type { Disk } from "./Disk.ts"
import type { History } from "./History.ts"
import type { Partner } from "./Partners.ts"
import { baseUrl, storeSecret, webhookSecret } from "./Shop.ts"
import { across, day, hour, minute, type Process } from "./Time.ts"
import * as Web from "./Web.ts"

/** One fault, the first, second, … time that it could happen, and nothing else that goes wrong. */
export interface Strike {
  readonly trait: Fault
  readonly nth: number
}

/** Counts one more of a kind. */
export const tally = (counts: Map<string, number>, kind: string): void =>
  void counts.set(kind, (counts.get(kind) ?? 0) + 1)

/** Faults while they last, counted by kind. */
export class Weather {
  /** Whether anything fails at all: not before the shop is open, nor once its days are over. */
  storm = false
  readonly counts = new Map<string, number>()
  /** The same by what it struck, as `fault × operation`. */
  readonly struck = new Map<string, number>()
  /** How often the provider would open no payment page. */
  sessionsRefused = 0
  /** The operations that are under way at the store. */
  underWay: () => ReadonlyArray<string> = () => []
  /** Told of every fault as it strikes, and what it strikes. */
  noted: (trait: string, operations: ReadonlyArray<string>) => void = () => {}
  private readonly climate: Climate
  private readonly outages: ReadonlyMap<Trait, ReadonlyArray<readonly [from: number, to: number]>>
  private readonly only: Strike | undefined
  private chances = 0

  constructor(climate: Climate, chance: Chance, from: number, to: number, only: Strike | undefined) {
    this.climate = climate
    this.only = only
    this.outages = new Map((["provider.outage", "partner.outage"] as const).map((trait) => {
      const own = chance.named(trait)
      const share = climate.share(trait)
      const count = share === 0 ? 0 : own.int(1, Math.ceil(1 + ((to - from) / day) * share))
      return [
        trait,
        Array.from({ length: count }, () => {
          const start = own.int(from, to)
          return [start, start + own.scaled(minute, 8 * hour)] as const
        })
      ]
    }))
  }

  /** Counts it, and what it struck: unless somebody knows better, whatever is under way. */
  count(trait: string, operations: ReadonlyArray<string> = this.underWay()): void {
    const struck = operations.length === 0 ? ["background work"] : operations
    tally(this.counts, trait)
    for (const operation of struck) tally(this.struck, `${trait} × ${operation}`)
    this.noted(trait, struck)
  }

  /** Whether it strikes now, so many times as likely as otherwise; counts it. */
  strikes(trait: Trait, chance: Chance, operations?: ReadonlyArray<string>, times = 1): boolean {
    const strikes = this.storm && (this.only === undefined
      ? chance.happens(this.climate.share(trait) * times)
      : this.only.trait === trait && ++this.chances === this.only.nth)
    if (strikes) this.count(trait, operations)
    return strikes
  }

  /** Whether it is a bad time for something. */
  isOut(trait: "provider.outage" | "partner.outage", now: number): boolean {
    const isOut = this.storm && this.outages.get(trait)!.some(([from, to]) => from <= now && now < to)
    if (isOut) this.count(trait)
    return isOut
  }
}

/** What both ledgers' owners stand on. */
const footing = (disk: Disk, line: Web.Line, entropy: Chance, process: Process) =>
  Layer.mergeAll(
    disk.client,
    Layer.succeed(Post, Web.post(line)),
    Layer.succeed(Entropy, { bytes: (n) => entropy.bytes(n) }),
    Layer.succeed(CommitScheduler, (commit) => process.scheduleTask(commit)),
    Layer.succeed(LongestSleep, hour)
  )

const paymentFaults = (weather: Weather, chance: Chance): Context.Tag.Service<PaymentFaults.FaultPlan> => {
  const strikes = (trait: Trait) => weather.strikes(trait, chance)
  const slow = () => strikes("provider.slow") ? chance.scaled(100, 20_000) : chance.int(0, 80)
  return {
    call: (call) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const beforeMillis = weather.storm ? slow() : 0
        const isRefused = weather.isOut("provider.outage", now) || strikes("provider.unavailable")
        if (isRefused && call === "createSession") weather.sessionsRefused++
        const fate = isRefused
          ? "unavailable"
          : strikes("provider.lostBefore")
          ? "lost_before"
          : strikes("provider.lostAfter")
          ? "lost_after"
          : "answered"
        return { beforeMillis, fate, afterMillis: weather.storm ? slow() : 0, retryAfterMillis: 1000 }
      }),
    decline: () => Effect.sync(() => strikes("provider.decline") ? "insufficient_funds" : undefined),
    captures: ({ amountMinor }) =>
      Effect.sync(() => [
        strikes("provider.wrongAmount") ? Math.max(1, amountMinor + chance.pick([-100, -1, 1, 500])) : amountMinor,
        ...(strikes("provider.chargeTwice") ? [amountMinor] : [])
      ]),
    settlement: () =>
      Effect.sync(() => ({
        afterMillis: strikes("provider.klarnaLate") ? chance.scaled(hour, 40 * hour) : chance.int(500, 10 * minute),
        status: strikes("provider.klarnaFails") ? "failed" as const : "succeeded" as const
      })),
    refund: () =>
      Effect.sync(() => ({
        afterMillis: chance.scaled(100, 2 * hour),
        failure: strikes("provider.refundFails") ? "expired_or_canceled_card" : undefined,
        reversal: strikes("provider.refundReverses")
          ? { afterMillis: chance.scaled(minute, 7 * day), failure: "account_closed" }
          : undefined
      })),
    notification: () =>
      Effect.sync(() => {
        if (strikes("notification.never")) return []
        const first = strikes("notification.late") ? chance.scaled(100, 3 * hour) : 0
        return strikes("notification.twice") ? [first, first + chance.scaled(1, hour)] : [first]
      })
  }
}

const carrierFaults = (weather: Weather, chance: Chance): Context.Tag.Service<CarrierFaults.FaultPlan> => {
  const strikes = (trait: Trait) => weather.strikes(trait, chance)
  const fate = (before: Trait, after: Trait): CarrierFaults.Fate =>
    strikes(before) ? "lost_before" : strikes(after) ? "lost_after" : "answered"
  return {
    hook: () => Effect.sync(() => fate("carrier.hookLost", "carrier.hookUnheard")),
    delay: () => Effect.sync(() => weather.storm ? chance.int(0, 3 * hour) : 0),
    message: () =>
      Effect.sync(() => {
        if (strikes("carrier.tellsNever")) return []
        const first = strikes("carrier.tellsLate") ? chance.scaled(100, 30 * hour) : 0
        return strikes("carrier.tellsTwice") ? [first, first + chance.scaled(1, 5 * hour)] : [first]
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

/** Whatever is built in a process lasts as long as the world does. */
const neverClosed = Scope.make()

export const provider = (
  disk: Disk,
  line: Web.Line,
  weather: Weather,
  chance: Chance,
  process: Process
): Effect.Effect<Provider> => {
  const layer = SimulatedPaymentProvider.layerWith({ secret: storeSecret }).pipe(
    Layer.provide([
      footing(disk, line, chance.named("entropy"), process),
      Layer.succeed(PaymentFaults.FaultPlan, paymentFaults(weather, chance.named("faults"))),
      Layer.succeed(ProviderSettings, {
        merchant: "Simulated Store",
        publicUrl: Effect.succeed("http://pay.example"),
        notificationUrl: Effect.succeed(`${baseUrl}/api/payments/notifications`)
      })
    ])
  )
  return Effect.gen(function*() {
    const context = yield* Layer.buildWithScope(layer, yield* neverClosed)
    const port = Context.get(context, PaymentProvider)
    const pages = Context.get(context, HostedPayments.HostedPayments)
    const there = <A, E>(effect: Effect.Effect<A, E>) => across(process, effect)
    const vault = Context.get(context, PaymentVault)
    const mandates = Context.get(context, Mandates.Mandates)
    const ends: Provider = {
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
    return ends
  }).pipe(Effect.orDie)
}

export const carrierHooks = "http://carrier.example/hooks"

/** The store's office for partners, as the carrier reaches it. */
export type Office = Context.Tag.Service<CarrierSettings>["shop"]

export const carrier = (
  disk: Disk,
  line: Web.Line,
  office: Office,
  weather: Weather,
  chance: Chance,
  process: Process,
  stageMillis: number
): Effect.Effect<Context.Tag.Service<SimulatedCarrier.SimulatedCarrier>> => {
  const layer = SimulatedCarrier.layer.pipe(
    Layer.provide([
      footing(disk, line, chance.named("entropy"), process),
      Layer.succeed(CarrierFaults.FaultPlan, carrierFaults(weather, chance.named("faults"))),
      Layer.succeed(CarrierSettings, {
        stageMillis,
        hookUrl: carrierHooks,
        messageUrl: `${baseUrl}/api/webhooks`,
        messageSecret: Either.getOrThrow(Signature.decodeSecret(webhookSecret)),
        shop: office
      })
    ])
  )
  return Effect.gen(function*() {
    const context = yield* Layer.buildWithScope(layer, yield* neverClosed)
    const { receive } = Context.get(context, SimulatedCarrier.SimulatedCarrier)
    const end: Context.Tag.Service<SimulatedCarrier.SimulatedCarrier> = {
      receive: (hook) => across(process, receive(hook))
    }
    return end
  }).pipe(Effect.orDie)
}

/** How the store's webhooks travel. `reached` hears of every message that is sent to a partner's address. */
export const webhooks = (
  partners: ReadonlyArray<Partner>,
  carrier: () => Context.Tag.Service<SimulatedCarrier.SimulatedCarrier> | undefined,
  weather: Weather,
  chance: Chance,
  history: History,
  objections: Array<string>,
  reached: (url: string, at: number) => void
): Context.Tag.Service<WebhookSender> => ({
  check: () => Effect.void,
  send: ({ body: text, id, secret, sign, url }) =>
    Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      const body = new TextEncoder().encode(text)
      const headers: Readonly<Record<string, string>> = sign?.({ id, atMillis: now, body, secret }) ?? {
        ...Signature.sign({ id, atMillis: now, body, secret: Either.getOrThrow(Signature.decodeSecret(secret)) })
      }
      yield* Effect.sleep(weather.storm ? chance.int(0, 200) : 0)
      if (url === carrierHooks) {
        const receive = carrier()?.receive({ headers, body }) ?? Effect.succeed("unanswered" as const)
        const hearing = yield* Effect.orElseSucceed(receive, () => "unanswered" as const)
        history.add("carrier", `hears ${text}: ${hearing}`)
        return hearing === "taken" ? undefined : yield* new DeliveryFailed({ reason: hearing })
      }
      const partner = partners.find(({ addresses }) => addresses.includes(url))
      if (partner === undefined) return yield* new DeliveryFailed({ reason: "no such address" })
      reached(url, now)
      if (weather.isOut("partner.outage", now)) return yield* new DeliveryFailed({ reason: "partner is down" })
      const refuses = weather.strikes("partner.refuses", chance) || partner.account === undefined
      // A partner that refuses may have taken it all the same.
      if (!refuses || chance.happens(0.5)) {
        const objection = partner.take({ headers, body }, now)
        if (objection !== undefined) objections.push(`webhook ${id} to ${url}: ${objection}`)
      }
      history.add(url, `hears ${id} ${text}${refuses ? ", refuses it" : ""}`)
      if (refuses) return yield* new DeliveryFailed({ reason: "status 500" })
    })
})
