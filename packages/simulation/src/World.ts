/**
 * A world: the store, the external systems it deals with, and its clients, on one simulated clock and disks of their
 * own. It advances step by step. The caller decides on faults and clients (`Simulation`, `Sweep`). A world has bounds.
 * One whose clock does not advance (`liveness.spin`) or that takes far more steps than any correct one
 * (`world.unbounded`) ends there, as a violation.
 */
import { CatalogImport } from "@beauty-store/commerce/catalog/CatalogImport"
import { Inventory } from "@beauty-store/commerce/catalog/Inventory"
import { Subscriptions } from "@beauty-store/commerce/partners/Subscriptions"
import { ProductId, SubscriptionId } from "@beauty-store/domain/Ids"
import * as SqlTransactions from "@beauty-store/sql/SqlTransactions"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import { Auditor } from "./auditor/Auditor.ts"
import * as Events from "./auditor/Events.ts"
import * as GoodsRules from "./auditor/Goods.ts"
import { LeaseRules } from "./auditor/Leases.ts"
import { operationOf } from "./auditor/Operations.ts"
import * as Prices from "./auditor/Prices.ts"
import * as Rates from "./auditor/Rates.ts"
import type { Said } from "./auditor/SecretsAtRest.ts"
import * as Stock from "./auditor/Stock.ts"
import * as SubscriptionRules from "./auditor/Subscriptions.ts"
import * as TransactionRules from "./auditor/Transactions.ts"
import { History } from "./engine/History.ts"
import * as InterleavedTransactions from "./engine/InterleavedTransactions.ts"
import type { Transport } from "./engine/Network.ts"
import type { Prng } from "./engine/Prng.ts"
import type { Latency } from "./engine/SimulatedPostgres.ts"
import { day, hour, Process, second, Time } from "./engine/Time.ts"
import { type OwnShop, policyOf, replacedBy, rowsAgree, rulesHold } from "./OwnShop.ts"
import { attributesOf, type Goods, goodsOf } from "./world/Assortment.ts"
import { type Disks, pendingWork, type Snapshot, snapshotOf } from "./world/Disks.ts"
import * as ExternalSystems from "./world/ExternalSystems.ts"
import type { FaultInjector } from "./world/FaultInjector.ts"
import { MachineClock, rightClock, skewOf } from "./world/MachineClock.ts"
import * as Overheard from "./world/Overheard.ts"
import * as OwnReactions from "./world/OwnReactions.ts"
import type { Partner } from "./world/Partners.ts"
import { SharedDatabase } from "./world/SharedDatabase.ts"
import * as Sites from "./world/Sites.ts"
import { baseUrl, type Services, type StoreDependencies, StoreProcess } from "./world/StoreProcess.ts"
import { Stores } from "./world/Stores.ts"
import type { SwarmConfiguration } from "./world/SwarmConfiguration.ts"

/** So many steps without progress of time mean that something spins. */
const maxStepsAtOnce = 30_000
/** The default limit of steps of a world. */
const defaultMaxSteps = 2_000_000
/** A liveness bound: work that has not settled so long after the last fault never will. */
export const settlesWithin = 21 * day

/** Ends a world: there is a violation to report. */
export class ViolationFound extends Error {}

/** Ends a world whose watcher has seen enough. */
export class WorldStopped extends Error {}

/** The state and the parts with which a world begins. */
export interface WorldOptions {
  readonly prng: Prng
  readonly swarm: SwarmConfiguration
  /** Milliseconds since the epoch. */
  readonly start: number
  readonly disks: Disks
  readonly partners: ReadonlyArray<Partner>
  readonly injector: FaultInjector
  /** Receives every line of the history. */
  readonly trace?: ((line: string) => void) | undefined
  /** The auditor that watched earlier events; default: a new one. */
  readonly auditor?: Auditor | undefined
  /** The limit of steps of the world. */
  readonly maxSteps?: number | undefined
  /** Whether the shop has reactions of its own. */
  readonly ownReactions?: boolean | undefined
  /** What an embedder's shop brings. */
  readonly shop?: OwnShop | undefined
  /** The clocks of the machines on which stores run, one store on each; default: one, which is right. */
  readonly clocks?: ReadonlyArray<MachineClock> | undefined
}

export class World {
  readonly time: Time
  readonly history: History
  readonly injector: FaultInjector
  readonly auditor: Auditor
  readonly swarm: SwarmConfiguration
  /** Earlier ones come first. */
  readonly partners: Array<Partner>
  /** Messages that partners rejected, and why. */
  readonly rejections: Array<string> = []
  /** The store, or the stores; set once the world is open. */
  store!: Stores
  provider!: ExternalSystems.Provider
  /** What the store has said to others and to its logs. */
  readonly said: Said = new Map()
  clientProcess: Process
  readonly disks: Disks
  steps = 0
  protected readonly prng: Prng
  protected readonly clocks: ReadonlyArray<MachineClock>
  /** The machines, which go on whatever becomes of stores and people. */
  protected readonly machines: Process
  /** The database of several stores. */
  private database: SharedDatabase | undefined
  /** When a store last went on that stood still. */
  private wentOnAt = -Infinity
  private readonly log: Logger.Logger<unknown, void>
  private readonly maxSteps: number
  readonly hasOwnReactions: boolean
  /** Whether somebody scans sites: only then there is a platform beside the store. */
  readonly isScanned: boolean
  readonly shop: OwnShop
  readonly goods: Goods
  private carrier: Effect.Effect.Success<ReturnType<typeof ExternalSystems.carrier>> | undefined
  /** Set by a watcher: the world ends with the current step. */
  isStopped = false
  private failed = false
  private currentMillis = 0
  private stepsBefore = 0

  constructor(options: WorldOptions) {
    const { auditor, disks, injector, partners, prng, start, swarm, trace } = options
    this.prng = prng
    this.swarm = swarm
    this.disks = disks
    this.maxSteps = options.maxSteps ?? defaultMaxSteps
    this.shop = options.shop ?? {}
    this.goods = goodsOf(this.shop.catalogue, swarm.currency)
    this.hasOwnReactions = options.ownReactions === true
    this.isScanned = prng.stream("scans").happens(swarm.probability("act.scan"))
    this.partners = partners.map((partner) => partner.copy())
    this.time = new Time(start, prng.stream("schedule"))
    this.history = new History(() => this.time.now, trace)
    this.injector = injector
    injector.onInjected = (trait, operations) => {
      this.remark(`fault ${trait}: ${operations.join(", ")}`)
      if (/^(?:disk|stores?)\./.test(trait)) SubscriptionRules.disturbed(this.auditor, this.time.now)
    }
    const mayFail = () => this.failed || injector.counts.size > 0
    this.auditor = auditor?.fork(disks.payments, mayFail) ?? new Auditor(disks.payments, mayFail)
    this.auditor.replaced = replacedBy(this.shop)
    this.auditor.at = () => new Date(this.time.now).toISOString()
    this.auditor.now = () => this.time.now
    if (this.shop.attributes === undefined) GoodsRules.stocked(this.auditor, this.goods)
    for (const partner of this.partners) SubscriptionRules.existing(this.auditor, partner)
    this.log = Logger.make(({ annotations, cause, date, message }) => {
      this.say("log: store", Overheard.logged(message, annotations, cause))
      // Without the stack: reading it through source maps takes longer than the request.
      const why = Cause.isEmpty(cause) ? "" : String(Cause.squash(cause)).split("\n")[0]
      this.history.remark(`${date.toISOString()} store log: ${JSON.stringify(message)} ${why}`)
    })
    this.clocks = options.clocks ?? [rightClock]
    this.auditor.skew = skewOf(this.clocks)
    this.auditor.stores = this.clocks.length
    this.auditor.currency = swarm.currency
    this.auditor.hasShopFront = swarm.has("act.storefront") || swarm.has("act.compare")
    // A clock that is set back makes what was read last look younger than it is, by at most as much again.
    if (this.clocks.length > 1) {
      this.auditor.outdatedFor = this.clocks.some((clock) => clock.isEverSet) ? 2 * second : second
    }
    this.clientProcess = this.process("people", 0)
    this.machines = this.process("machines", 0)
    this.clocks.forEach((clock, n) => this.followClock(clock, n))
  }

  /** When any of the clocks is set back until a moment, in milliseconds. */
  setBackUntil(end: number): ReadonlyArray<number> {
    return this.clocks.flatMap((clock) => clock.setBackUntil(end))
  }

  /** Notes when a clock is set. */
  private followClock(clock: MachineClock, n: number): void {
    const at = clock.nextJump(this.time.now)
    if (at === Infinity) return
    this.machines.at(at, () => {
      Rates.clockSet(this.auditor, this.time.now)
      this.remark(`the clock of ${this.nameOf(n)} is set, and is ${clock.aheadAt(this.time.now)} ms ahead`)
      this.followClock(clock, n)
    })
  }

  /** A line for the reader of a history, which is not part of the digest. */
  private remark(what: string): void {
    this.history.remark(`${new Date(this.time.now).toISOString()} ${what}`)
  }

  /** Keeps what the store says, for the search for secrets. */
  private say(place: string, text: string): void {
    const texts = this.said.get(place)
    if (texts === undefined) this.said.set(place, new Set([text]))
    else texts.add(text)
  }

  private process(name: string, everySteps: number, clock: MachineClock = rightClock): Process {
    return new Process(this.time, name, this.prng.stream(name), { everySteps }, this.log, clock.read)
  }

  /** Runs an effect in a process, and the world with it, until it is done. */
  until<A, E>(process: Process, effect: Effect.Effect<A, E>, bound: number): A {
    const end: { exit?: Exit.Exit<A, E> } = {}
    process.run(effect, (exit) => {
      end.exit = exit
    })
    while (end.exit === undefined && this.advance(bound));
    if (end.exit === undefined) throw new Error(`not done by ${new Date(bound).toISOString()}`)
    if (Exit.isFailure(end.exit)) throw new Error(Cause.pretty(end.exit.cause))
    return end.exit.value
  }

  /** One step; ends the world where a rule is violated. */
  advance(until: number): boolean {
    const goesOn = this.step(until)
    if (this.auditor.seen.violations.length > 0) throw new ViolationFound("a rule was violated")
    if (this.isStopped) throw new WorldStopped("somebody watching has seen enough")
    return goesOn
  }

  /** One step, unless the next event is after `until`; false where there is none. */
  step(until: number): boolean {
    this.steps++
    if (this.time.now > this.currentMillis) {
      this.currentMillis = this.time.now
      this.stepsBefore = this.steps
    }
    if (this.steps - this.stepsBefore >= maxStepsAtOnce || this.steps > this.maxSteps) this.reportEndlessness()
    return this.time.step(until)
  }

  private reportEndlessness(): void {
    if (this.steps - this.stepsBefore >= maxStepsAtOnce) {
      const moment = new Date(this.currentMillis).toISOString()
      this.auditor.violated("liveness.spin", `less than ${maxStepsAtOnce} steps before time goes on`, moment)
    }
    if (this.steps <= this.maxSteps) return
    const words = this.underWay().slice(0, 20).join("; ")
    this.auditor.violated(
      "world.unbounded",
      `a world that comes to rest within ${this.maxSteps} steps`,
      `not by ${new Date(this.time.now).toISOString()}: ${words}`
    )
  }

  /** The requests that the store is serving, and the pending work, in words. */
  private underWay(): ReadonlyArray<string> {
    const requests = this.store?.requestsUnderWay ?? []
    return [...requests.map(({ method, path }) => `${method} ${path} is being served`), ...pendingWork(this.disks)]
  }

  /** A store in words: one of several has a number. */
  private nameOf(n: number): string {
    return this.clocks.length === 1 ? "store" : `store ${n + 1}`
  }

  /** Kills a store here, and starts it again a while later. */
  restart(why: string, pause: number, n = 0): void {
    this.failed = true
    this.history.add(this.nameOf(n), why)
    this.store.all[n]!.kill()
    this.clientProcess.at(this.time.now + pause, () => this.boot(n))
  }

  /** A store stands still from here on, for a while. */
  protected pause(n: number, millis: number): void {
    const store = this.store.all[n]!
    this.failed = true
    this.history.add(this.nameOf(n), `stands still for ${millis / second} s`)
    store.pause()
    this.database?.paused(n)
    const { boots } = store
    this.machines.at(this.time.now + millis, () => {
      if (store.boots !== boots || !store.isPaused) return
      this.history.add(this.nameOf(n), "goes on")
      this.wentOnAt = this.time.now
      store.resume()
      this.database?.resumed(n)
    })
  }

  /** All people leave at once, in the middle of what they do. The stores go on. */
  empty(): void {
    this.clientProcess.kill()
    this.clientProcess = this.process("people, afterwards", 0)
    // Nobody is left who would start them again.
    this.store.all.forEach(({ isUp }, n) => {
      if (!isUp) this.restart("is started anew", second, n)
    })
  }

  boot(n = 0): void {
    this.remark(`${this.nameOf(n)} starts`)
    if (this.hasOwnReactions) rowsAgree(this.auditor, this.disks.store)
    rulesHold(this.shop, this.auditor, this.disks.store)
    Rates.started(this.auditor, this.time.now)
    this.store.all[n]!.boot((why) =>
      this.restart(why === "halted" ? "gives its storage up" : "cannot start", second, n)
    )
  }

  /** Something outside that the store needs has failed: from now on it may be unavailable for a while. */
  fail(): void {
    this.failed = true
  }

  /** How all other processes reach the store. */
  readonly transport: Transport = (request) => this.store.send(request)

  /** A subclass may intercept the calls between the store and its dependencies. */
  protected interceptDependencies(dependencies: StoreDependencies): StoreDependencies {
    return dependencies
  }

  /** Opens the provider, the store and the carrier, whose parcels take this long for each stage. */
  open(stageMillis = hour): void {
    const { disks: { carrier, payments, store }, injector, prng, shop, swarm } = this
    const bound = this.time.now + day
    /** The store, as external systems reach it; the auditor sees the responses. */
    const transport: Transport = (request) =>
      Effect.tap(
        this.transport(request),
        (response) => Effect.sync(() => Events.messageAnswered(this.auditor, request, response, this.time.now))
      )
    const provider = this.process("provider", 0)
    this.provider = this.until(
      provider,
      ExternalSystems.provider(payments, transport, injector, prng.stream("provider"), provider),
      bound
    )
    if (this.hasOwnReactions) OwnReactions.prepare(store)
    for (const statement of this.shop.tables ?? []) store.define(statement)
    const boots = prng.stream("boots")
    const dependencies = this.interceptDependencies({
      disk: store,
      provider: Overheard.calls(this.provider.port, (call, request) => this.say(`provider: ${call}`, request)),
      vault: this.provider.vault,
      webhooks: this.webhooks(),
      entropy: prng.stream("entropy"),
      maxUnconfirmed: swarm.maxUnconfirmed,
      hasShopFront: this.auditor.hasShopFront,
      sites: this.isScanned ? Sites.reachedBy(this.transport, baseUrl, prng.stream("sites")) : undefined,
      requestLog: (line) => this.say("log: requests", `${line.method} ${line.path}`),
      wrapProvider: shop.provider,
      reactions: this.hasOwnReactions ? OwnReactions.layer(prng.stream("reactions")) : shop.reactions,
      strategies: shop.strategies,
      policy: policyOf(shop, swarm.currency),
      attributes: attributesOf(shop),
      ...this.transactions()
    })
    injector.operationsUnderWay = () =>
      this.store.requestsUnderWay.map(({ method, path }) => operationOf(method, path)[0])
    this.store = this.stores(dependencies, boots)
    this.clocks.forEach((_, n) => this.boot(n))
    while (!this.store.isUp && this.step(bound));
    if (carrier === undefined) return
    const company = this.process("carrier", 0)
    this.carrier = this.until(
      company,
      ExternalSystems.carrier(
        carrier,
        transport,
        this.subscriptionAdmin,
        injector,
        prng.stream("carrier"),
        company,
        stageMillis
      ),
      bound
    )
  }

  /** The store, or several, each on a machine of its own. */
  private stores(dependencies: StoreDependencies, boots: Prng): Stores {
    const { clocks, prng, swarm } = this
    const processOf = (clock: MachineClock) => () => this.process(`store ${boots.next()}`, swarm.preemptEvery, clock)
    if (clocks.length === 1) {
      return new Stores([new StoreProcess(dependencies, processOf(clocks[0]!))], prng.stream("balancer"))
    }
    const database = new SharedDatabase(
      dependencies.disk,
      TransactionRules.observer(this.auditor, () => this.leasesLapse),
      this.latency(),
      clocks,
      this.machines,
      prng.stream("looks"),
      new LeaseRules(this.auditor)
    )
    this.database = database
    return new Stores(
      clocks.map((clock, n) =>
        new StoreProcess(
          {
            ...dependencies,
            transactions: database.transactionsOf(n),
            onKilled: () => database.killed(n),
            onDisconnected: () => database.disconnected()
          },
          processOf(clock)
        )
      ),
      prng.stream("balancer")
    )
  }

  /** Whether clocks are apart, or a store has just gone on that stood still. */
  private get leasesLapse(): boolean {
    return this.auditor.apart >= second || this.time.now - this.wentOnAt < 10 * second
  }

  private webhooks() {
    return ExternalSystems.webhooks(
      this.partners,
      () => this.carrier,
      this.injector,
      this.prng.stream("webhooks"),
      this.history,
      this.rejections,
      {
        said: (place, text) => this.say(place, text),
        sent: (url, at) => SubscriptionRules.reached(this.auditor, url, at),
        taken: (url, eventId, at) => SubscriptionRules.taken(this.auditor, url, eventId, at),
        failed: (url, at) => SubscriptionRules.failed(this.auditor, url, at)
      },
      () => this.time.now
    )
  }

  /** The way in which the store runs its transactions, and how long its commits wait for others. */
  private transactions(): Pick<StoreDependencies, "transactions" | "commitPause"> {
    const { commitPause, interleaved } = this.swarm
    const pause = this.prng.stream("commits")
    return {
      transactions: interleaved
        ? InterleavedTransactions.layer(this.latency(pause), TransactionRules.observer(this.auditor))
        : SqlTransactions.layer,
      commitPause: () => commitPause === 0 ? 0 : pause.int(0, commitPause)
    }
  }

  /**
   * The time of a statement where transactions are interleaved. Some take long, so that whatever else is under way
   * comes between it and the one before, or between what was read and what is made of it.
   */
  private latency(pause = this.prng.stream("statements")): Latency {
    const most = Math.ceil(this.swarm.commitPause / 30)
    const slow = (prng: Prng) => prng.happens(this.swarm.slowStatements) ? prng.int(20, 500) : undefined
    const [statements, responses] = [this.prng.stream("slow statements"), this.prng.stream("slow responses")]
    return {
      statement: () => slow(statements) ?? pause.int(0, most),
      response: () => slow(responses) ?? 0
    }
  }

  /** The store's subscriptions, as the carrier and staff reach them without a request. */
  readonly subscriptionAdmin: ExternalSystems.SubscriptionAdmin = {
    subscriptions: Effect.suspend(() =>
      this.store.call(Effect.flatMap(Subscriptions, ({ list }) => Effect.map(list({ limit: 100 }), ({ data }) => data)))
    ),
    subscribe: (url) =>
      Effect.suspend(() => this.store.call(Effect.flatMap(Subscriptions, ({ create }) => create(url)))),
    move: (id, url) =>
      Effect.suspend(() =>
        this.store.call(Effect.flatMap(Subscriptions, ({ move }) => move(SubscriptionId.claimed.make(id), url)))
      ),
    unsubscribe: (id) =>
      Effect.suspend(() =>
        this.store.call(Effect.flatMap(Subscriptions, ({ remove }) => remove(SubscriptionId.claimed.make(id))))
      )
  }

  /** The store's goods, as staff reach them without a request. */
  readonly goodsAdmin: ExternalSystems.GoodsAdmin = {
    assortment: () => this.goods.assortment,
    put: (assortment) =>
      Effect.suspend(() => this.store.call(Effect.flatMap(CatalogImport, ({ put }) => put(assortment)))),
    killWithin: (steps) => this.killWithin(steps)
  }

  /** The store is killed within so many steps, where it is killed at all: a subclass decides that. */
  protected killWithin(_steps: number): void {}

  /** Calls the store's services, and runs the world until they have a result. */
  callStore<A, E>(effect: Effect.Effect<A, E, Services>): A {
    return this.until(this.clientProcess, this.store.call(effect), this.time.now + day)
  }

  /** Adds stock, which the auditor sees. */
  stock(productId: string, units: number): void {
    const { priceMinor, returnableOnceOpened = true, vatClass = "standard" } = this.goods.offers.get(productId)!
    Prices.offered(this.auditor, productId, priceMinor, { isSealed: !returnableOnceOpened, vatClass })
    Stock.stocked(this.auditor, productId, units)
    this.callStore(Effect.flatMap(Inventory, (inventory) => inventory.setOnHand(ProductId.make(productId), units)))
  }

  /** A copy of everything that outlives the world. */
  snapshot(): Snapshot {
    return snapshotOf(this.disks, this.partners)
  }

  close(): void {
    const { carrier, payments, store } = this.disks
    for (const disk of [store, payments, carrier]) disk?.close()
    Process.forget(this.time)
  }
}
