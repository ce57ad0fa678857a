/**
 * A world: the store, the companies it deals with, and people, on one simulated clock and disks of their own. It goes on
 * step by step; what goes wrong in it and who comes is up to whoever lives through it (`Simulation`, `Sweep`).
 *
 * Here is also how one begins (`opened`: a shop that has sold nothing), when it has come to rest (`pending`) and how it is
 * judged then (`judge`).
 */
import * as ConsistencyAudit from "@beauty-store/commerce/audit/ConsistencyAudit"
import { Catalog } from "@beauty-store/commerce/catalog/Catalog"
import { Inventory } from "@beauty-store/commerce/catalog/Inventory"
import { type ClientRegistration, Identity, scopesOf } from "@beauty-store/commerce/identity/Identity"
import { Subscriptions } from "@beauty-store/commerce/partners/Subscriptions"
import { catalogue } from "@beauty-store/demo-catalog/Catalogue"
import * as Transactions from "@beauty-store/kernel/Transactions"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import { Auditor, operationOf } from "./auditor/Auditor.ts"
import { Disk } from "./engine/Disk.ts"
import { History } from "./engine/History.ts"
import * as Interleaved from "./engine/InterleavedTransactions.ts"
import type { Transport } from "./engine/Network.ts"
import { Prng } from "./engine/Prng.ts"
import { day, hour, Process, second, Time } from "./engine/Time.ts"
import type { Client } from "./workload/Client.ts"
import * as People from "./workload/People.ts"
import * as ExternalSystems from "./world/ExternalSystems.ts"
import { FaultInjector } from "./world/FaultInjector.ts"
import { Partner } from "./world/Partners.ts"
import { type Services, type StoreDependencies, StoreProcess } from "./world/StoreProcess.ts"
import { drawConfiguration, type SwarmConfiguration } from "./world/SwarmConfiguration.ts"

const staffClients: ReadonlyArray<ClientRegistration> = [
  { id: "demo-staff", secret: "demo-staff-secret", kind: "staff", scopes: scopesOf.staff },
  { id: "demo-agent", secret: "demo-agent-secret", kind: "agent", scopes: scopesOf.agent }
]

/** A shop small enough for people to meet at the same shelf. */
const assortment = {
  brands: catalogue.brands.slice(0, 2).map((brand) => ({
    ...brand,
    products: brand.products.map((product) => ({
      ...product,
      brandId: brand.id,
      ingredients: product.ingredients.join(", ")
    }))
  }))
}
const offers = new Map(
  assortment.brands.flatMap(({ products }) => products.map((product) => [product.id as string, product] as const))
)
export const productIds = assortment.brands.flatMap(({ products }) => products.map(({ id }) => id as string))

/** The disks of a store and of the companies that it deals with; a world may have no carrier. */
export interface Disks {
  readonly store: Disk
  readonly payments: Disk
  readonly carrier: Disk | undefined
}

/** All that outlives a world: what its disks hold, and what its partners were promised. */
export interface Snapshot {
  readonly store: Uint8Array
  readonly payments: Uint8Array
  readonly carrier: Uint8Array | undefined
  readonly partners: ReadonlyArray<Partner>
}

export const disksOf = ({ carrier, payments, store }: Snapshot): Disks => ({
  store: new Disk(store),
  payments: new Disk(payments),
  carrier: carrier === undefined ? undefined : new Disk(carrier)
})

/** So many steps at one moment are no work any more: somebody spins. */
const maxStepsAtOnce = 30_000
/** A liveness bound: what has not settled so long after the last fault never will. */
export const settlesWithin = 21 * day

export class ViolationFound extends Error {}

/** What a world begins with. */
export interface WorldOptions {
  readonly prng: Prng
  readonly swarm: SwarmConfiguration
  /** Milliseconds since the epoch. */
  readonly start: number
  readonly disks: Disks
  readonly partners: ReadonlyArray<Partner>
  /** What goes wrong with the far ends. */
  readonly injector: FaultInjector
  /** Takes every line of the history. */
  readonly trace?: ((line: string) => void) | undefined
  /** Who has watched what came before; otherwise somebody new. */
  readonly auditor?: Auditor | undefined
}

export class World {
  readonly time: Time
  readonly history: History
  readonly injector: FaultInjector
  readonly auditor: Auditor
  readonly swarm: SwarmConfiguration
  /** Those who were there before come first. */
  readonly partners: Array<Partner>
  readonly rejections: Array<string> = []
  /** There once the world is open. */
  store!: StoreProcess
  provider!: ExternalSystems.Provider
  readonly clientProcess: Process
  readonly disks: Disks
  steps = 0
  protected readonly prng: Prng
  private readonly log: Logger.Logger<unknown, void>
  private carrier: Effect.Effect.Success<ReturnType<typeof ExternalSystems.carrier>> | undefined
  private failed = false
  private currentMillis = 0
  private stepsBefore = 0

  constructor({ prng, swarm, disks, partners, start, trace, injector, auditor }: WorldOptions) {
    this.prng = prng
    this.swarm = swarm
    this.disks = disks
    this.partners = partners.map((partner) => partner.copy())
    this.time = new Time(start, prng.stream("schedule"))
    this.history = new History(() => this.time.now, trace)
    this.injector = injector
    injector.onInjected = (trait, operations) => this.remark(`fault ${trait}: ${operations.join(", ")}`)
    const mayFail = () => this.failed || injector.counts.size > 0
    this.auditor = auditor?.goOn(disks.payments, mayFail) ?? new Auditor(disks.payments, mayFail)
    for (const partner of this.partners) this.auditor.subscriptions.began(partner)
    this.log = Logger.make(({ cause, date, message }) => {
      // Without the stack: to read it through source maps takes longer than the request.
      const why = Cause.isEmpty(cause) ? "" : String(Cause.squash(cause)).split("\n")[0]
      this.history.remark(`${date.toISOString()} store log: ${JSON.stringify(message)} ${why}`)
    })
    this.clientProcess = this.process("people", 0)
  }

  /** For whoever reads the history: no part of what the digest stands for. */
  private remark(what: string): void {
    this.history.remark(`${new Date(this.time.now).toISOString()} ${what}`)
  }

  private process(name: string, everySteps: number): Process {
    return new Process(this.time, name, this.prng.stream(name), { everySteps }, this.log)
  }

  /** Lets something happen in a process, and the world with it, until it is done. */
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

  /** One step, unless a promise has been broken: then there is nothing more to live for. */
  advance(until: number): boolean {
    const goesOn = this.step(until)
    if (this.auditor.violations.length > 0) throw new ViolationFound("a promise was broken")
    return goesOn
  }

  /** One step of the world. */
  step(until: number): boolean {
    this.steps++
    if (this.time.now > this.currentMillis) {
      this.currentMillis = this.time.now
      this.stepsBefore = this.steps
    }
    this.auditor.expect(
      this.steps - this.stepsBefore < maxStepsAtOnce,
      "liveness.spin",
      `less than ${maxStepsAtOnce} steps before time goes on`,
      () => new Date(this.currentMillis).toISOString()
    )
    return this.time.step(until)
  }

  /** The store dies here and is started again a while later. */
  restart(why: string, pause: number): void {
    this.failed = true
    this.history.add("store", why)
    this.store.kill()
    this.clientProcess.at(this.time.now + pause, () => this.boot())
  }

  boot(): void {
    this.remark("store starts")
    this.store.boot((why) => this.restart(why === "halted" ? "gives its storage up" : "cannot start", second))
  }

  /** Something outside has failed that the store needs: from now on it may be out of order for a while. */
  fail(): void {
    this.failed = true
  }

  /** How everybody reaches the store. */
  readonly transport: Transport = (call) => this.store.send(call)

  /** What the store stands on, as it gets it. */
  protected interceptDependencies(outside: StoreDependencies): StoreDependencies {
    return outside
  }

  /** Opens the provider, the store and the carrier, whose parcels take so long from stage to stage. */
  open(stageMillis = hour): void {
    const { prng, swarm, disks: { carrier, payments, store }, injector } = this
    const provider = this.process("provider", 0)
    const bound = this.time.now + day
    const line: Transport = (call) =>
      Effect.tap(this.transport(call), (answer) => Effect.sync(() => this.auditor.told(call, answer, this.time.now)))
    this.provider = this.until(
      provider,
      ExternalSystems.provider(payments, line, injector, prng.stream("provider"), provider),
      bound
    )
    const pause = prng.stream("commits")
    const boots = prng.stream("boots")
    const dependencies = this.interceptDependencies({
      disk: store,
      provider: this.provider.port,
      vault: this.provider.vault,
      webhooks: ExternalSystems.webhooks(
        this.partners,
        () => this.carrier,
        injector,
        prng.stream("webhooks"),
        this.history,
        this.rejections,
        (url, at) => this.auditor.subscriptions.reached(url, at)
      ),
      entropy: prng.stream("entropy"),
      transactions: swarm.interleaved
        ? Interleaved.layer(() => pause.int(0, Math.ceil(swarm.commitPause / 30)))
        : Transactions.layer,
      commitPause: () => swarm.commitPause === 0 ? 0 : pause.int(0, swarm.commitPause)
    })
    injector.operationsUnderWay = () =>
      this.store.requestsUnderWay.map(({ method, path }) => operationOf(method, path)[0])
    this.store = new StoreProcess(dependencies, () => this.process(`store ${boots.next()}`, swarm.preemptEvery))
    this.boot()
    while (!this.store.isUp && this.step(bound));
    if (carrier === undefined) return
    const company = this.process("carrier", 0)
    this.carrier = this.until(
      company,
      ExternalSystems.carrier(
        carrier,
        line,
        this.subscriptionAdmin,
        injector,
        prng.stream("carrier"),
        company,
        stageMillis
      ),
      bound
    )
  }

  /** The store's office for partners. */
  readonly subscriptionAdmin: ExternalSystems.SubscriptionAdmin = {
    subscriptions: Effect.suspend(() =>
      this.store.call(Effect.flatMap(Subscriptions, ({ list }) => Effect.map(list({ limit: 100 }), ({ data }) => data)))
    ),
    subscribe: (url) =>
      Effect.suspend(() => this.store.call(Effect.flatMap(Subscriptions, ({ create }) => create(url)))),
    move: (id, url) =>
      Effect.suspend(() => this.store.call(Effect.flatMap(Subscriptions, ({ move }) => move(id, url)))),
    unsubscribe: (id) =>
      Effect.suspend(() => this.store.call(Effect.flatMap(Subscriptions, ({ remove }) => remove(id))))
  }

  callStore<A, E>(question: Effect.Effect<A, E, Services>): A {
    return this.until(this.clientProcess, this.store.call(question), this.time.now + day)
  }

  /** Puts goods on a shelf, and the auditor sees it. */
  stock(productId: string, units: number): void {
    const { hygieneSealed, priceMinor } = offers.get(productId)!
    this.auditor.offer(productId, priceMinor, hygieneSealed)
    this.auditor.stock(productId, units)
    this.callStore(Effect.flatMap(Inventory, (inventory) => inventory.setOnHand(productId, units)))
  }

  /** What is left of it for another world to begin with. */
  snapshot(): Snapshot {
    const { disks: { carrier, payments, store }, partners } = this
    return {
      store: store.image(),
      payments: payments.image(),
      carrier: carrier?.image(),
      partners: partners.map((partner) => partner.copy())
    }
  }

  close(): void {
    const { carrier, payments, store } = this.disks
    for (const disk of [store, payments, carrier]) disk?.close()
    Process.forget(this.time)
  }
}

/** A swarm in which nothing goes wrong and nobody hurries. */
export const calm: SwarmConfiguration = {
  ...drawConfiguration(new Prng("a shop that is about to open"), { calm: true, interleaved: false }),
  preemptEvery: 0,
  commitPause: 0
}

const opened = new Map<boolean, Snapshot>()

/**
 * The disks of a store that is open and has sold nothing, with its partners subscribed; prepared once. With a carrier or
 * without one: then parcels are only what staff say of them.
 */
export const open = (hasCarrier: boolean): Snapshot => {
  const known = opened.get(hasCarrier)
  if (known !== undefined) return known
  const prng = new Prng("a shop that is about to open")
  const start = Date.parse("2024-01-02T00:00:00Z")
  const world = new World({
    prng,
    swarm: calm,
    start,
    disks: { store: new Disk(), payments: new Disk(), carrier: hasCarrier ? new Disk() : undefined },
    partners: [],
    injector: new FaultInjector(calm, prng, start, start, undefined)
  })
  world.open()
  const partners = world.callStore(Effect.gen(function*() {
    yield* (yield* Catalog).stock(assortment)
    const identity = yield* Identity
    yield* Effect.forEach(staffClients, identity.registerClient, { discard: true })
    const { create } = yield* Subscriptions
    return yield* Effect.forEach(["http://warehouse.example/hooks"], (url) => create(url))
  }))
  const images = {
    ...world.snapshot(),
    partners: partners.map((partner) =>
      new Partner([partner.url], {}, { subscriptionId: partner.subscriptionId, secret: partner.secret })
    )
  }
  opened.set(hasCarrier, images)
  world.close()
  return images
}

/** What is still to be done, in words; nothing at rest. */
export const pending = ({ carrier, payments, store }: Disks): ReadonlyArray<string> => {
  const jobs = (disk: Disk, whose: string) =>
    disk.query<{ kind: string; subject: string }>(
      // Of refunds their own state says how far they are: those that are done are looked at again for a month.
      "SELECT kind, subject FROM job WHERE kind NOT IN ('sweep', 'refund') ORDER BY 1, 2"
    ).map(({ kind, subject }) => `${whose}: ${kind} ${subject}`)
  const given = new Set(
    payments.query<{ key: string }>("SELECT key FROM refund WHERE status = 'succeeded'").map(({ key }) => key)
  )
  return [
    ...jobs(store, "store"),
    ...jobs(payments, "provider"),
    ...(carrier === undefined ? [] : jobs(carrier, "carrier")),
    ...store.query<{ id: string; phase: string }>(
      "SELECT id, phase FROM checkout_session WHERE phase IN ('opening', 'open', 'processing') ORDER BY id"
    ).map(({ id, phase }) => `session ${id} is ${phase}`),
    ...store.query<{ id: string; attempt: number; state: string }>("SELECT id, attempt, state FROM refund ORDER BY id")
      .filter(({ attempt, id, state }) => state !== "succeeded" || !given.has(`${id}:${attempt}`))
      .map(({ id, state }) => `refund ${id} is ${state}`),
    ...store.query<{ id: string }>("SELECT id FROM inbound WHERE result = 'deferred' ORDER BY id")
      .map(({ id }) => `message ${id} is deferred`)
  ]
}

/** The last judgement, by what staff see: every order, return, paper, shelf, list and cart; and the books. */
export const auditAtRest = (
  world: World,
  staff: People.Staff,
  clients: ReadonlyArray<Client>,
  products: ReadonlyArray<string>
): void => {
  const { auditor, swarm, disks: { store }, partners, clientProcess, time, injector } = world
  const final = Effect.gen(function*() {
    const orders = store.query<{ id: string }>("SELECT id FROM orders ORDER BY id")
    for (const { id } of orders) {
      const order = yield* staff.get(`/api/orders/${id}`)
      const receipt = yield* staff.get(`/api/orders/${id}/receipt`)
      const returns: Array<unknown> = []
      for (const { returnId } of order!.json.returns) {
        returns.push((yield* staff.get(`/api/returns/${returnId}`))!.json)
      }
      const isTold = swarm.has("act.acp") ||
        partners.some(({ received, terms }) =>
          terms.dialect === "acp" && received.some(({ data }) => data.orderId === id)
        )
      const told = isTold ? (yield* staff.get(`/acp/orders/${id}`))!.json : undefined
      auditor.settledOrder(order!.json, receipt?.status === 200 ? receipt.json : undefined, returns, told)
      auditor.settledEvents(order!.json, returns, partners, told)
    }
    yield* staff.get("/api/webhook-subscriptions")
    for (const id of auditor.orders.keys()) {
      auditor.expect(orders.some((one) => one.id === id), "acknowledged.lost", `order ${id}`, () => "gone")
    }
    for (const product of products) {
      const shelf = yield* staff.get(`/api/inventory/${product}`)
      auditor.settledStock(product, shelf!.json.quantity, partners)
    }
    const agents = new Set<string>()
    for (const client of clients) {
      const { name, principal, shopper } = client.identity
      const cart = yield* client.get("/api/cart")
      if (cart?.status === 200) auditor.settledCart(shopper === undefined ? name : `${principal}/${shopper}`, cart.json)
      if (shopper !== undefined) agents.add(principal)
      const orders = shopper === undefined ? yield* People.listOrders(client) : undefined
      if (orders !== undefined) auditor.settledList(principal, orders, injector.sessionsRefused)
      for (const id of auditor.delegationsOf(principal)) {
        const delegation = yield* client.get(`/api/delegations/${id}`)
        if (delegation?.status === 200) auditor.settledDelegation(delegation.json, time.now)
      }
    }
    // Somebody goes for good: from now on their token opens nothing.
    const leaver = clients.find(({ identity }) => identity.oauth === undefined)
    if (leaver !== undefined) {
      yield* leaver.sendUntilFinal("POST", "/api/auth/revoke", { token: leaver.token }, leaver.uuid())
      yield* leaver.get("/api/cart")
    }
    auditor.settledPapers()
    auditor.settledReplays(partners)
    auditor.settledLedger()
    auditor.settledAllowance()
    auditor.agents.settled()
  })
  world.until(clientProcess, final, time.now + 30 * day)
  const { differences } = world.callStore(Effect.flatMap(ConsistencyAudit.ConsistencyAudit, ({ audit }) => audit))
  for (const { kind, words } of differences) {
    auditor.expect(false, `books.${kind}`, "books that follow from first facts", () => words)
  }
}
