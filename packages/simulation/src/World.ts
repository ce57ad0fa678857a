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
import * as SqlTransactions from "@beauty-store/kernel/SqlTransactions"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import { Auditor, operationOf } from "./Auditor.ts"
import { Chance } from "./Chance.ts"
import type { Client } from "./Client.ts"
import { type Climate, draw } from "./Climate.ts"
import { Disk } from "./Disk.ts"
import * as FarEnds from "./FarEnds.ts"
import { History } from "./History.ts"
import * as Interleaved from "./Interleaved.ts"
import { Partner } from "./Partners.ts"
import * as People from "./People.ts"
import { type Outside, type Services, Shop } from "./Shop.ts"
import { day, hour, Process, second, Time } from "./Time.ts"
import type { Line } from "./Web.ts"

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
export interface Images {
  readonly store: Uint8Array
  readonly payments: Uint8Array
  readonly carrier: Uint8Array | undefined
  readonly partners: ReadonlyArray<Partner>
}

export const disksOf = ({ carrier, payments, store }: Images): Disks => ({
  store: new Disk(store),
  payments: new Disk(payments),
  carrier: carrier === undefined ? undefined : new Disk(carrier)
})

/** So many steps at one moment are no work any more: somebody spins. */
const mostAtOnce = 30_000
/** A liveness bound: what has not settled so long after the last fault never will. */
export const settlesWithin = 21 * day

export class Broken extends Error {}

/** What a world begins with. */
export interface Beginning {
  readonly chance: Chance
  readonly climate: Climate
  /** Milliseconds since the epoch. */
  readonly start: number
  readonly disks: Disks
  readonly partners: ReadonlyArray<Partner>
  /** What goes wrong with the far ends. */
  readonly weather: FarEnds.Weather
  /** Takes every line of the history. */
  readonly trace?: ((line: string) => void) | undefined
  /** Who has watched what came before; otherwise somebody new. */
  readonly witness?: Auditor | undefined
}

export class World {
  readonly time: Time
  readonly history: History
  readonly weather: FarEnds.Weather
  readonly auditor: Auditor
  readonly climate: Climate
  /** Those who were there before come first. */
  readonly partners: Array<Partner>
  readonly objections: Array<string> = []
  /** There once the world is open. */
  shop!: Shop
  provider!: FarEnds.Provider
  readonly people: Process
  readonly disks: Disks
  steps = 0
  protected readonly chance: Chance
  private readonly log: Logger.Logger<unknown, void>
  private carrier: Effect.Effect.Success<ReturnType<typeof FarEnds.carrier>> | undefined
  private failed = false
  private moment = 0
  private since = 0

  constructor({ chance, climate, disks, partners, start, trace, weather, witness }: Beginning) {
    this.chance = chance
    this.climate = climate
    this.disks = disks
    this.partners = partners.map((partner) => partner.copy())
    this.time = new Time(start, chance.named("schedule"))
    this.history = new History(() => this.time.now, trace)
    this.weather = weather
    weather.noted = (trait, operations) => this.remark(`fault ${trait}: ${operations.join(", ")}`)
    const mayFail = () => this.failed || weather.counts.size > 0
    this.auditor = witness?.goOn(disks.payments, mayFail) ?? new Auditor(disks.payments, mayFail)
    for (const partner of this.partners) this.auditor.subscriptions.began(partner)
    this.log = Logger.make(({ cause, date, message }) => {
      // Without the stack: to read it through source maps takes longer than the request.
      const why = Cause.isEmpty(cause) ? "" : String(Cause.squash(cause)).split("\n")[0]
      this.history.remark(`${date.toISOString()} store log: ${JSON.stringify(message)} ${why}`)
    })
    this.people = this.process("people", 0)
  }

  /** For whoever reads the history: no part of what the digest stands for. */
  private remark(what: string): void {
    this.history.remark(`${new Date(this.time.now).toISOString()} ${what}`)
  }

  private process(name: string, everySteps: number): Process {
    return new Process(this.time, name, this.chance.named(name), { everySteps }, this.log)
  }

  /** Lets something happen in a process, and the world with it, until it is done. */
  until<A, E>(process: Process, effect: Effect.Effect<A, E>, bound: number): A {
    const end: { exit?: Exit.Exit<A, E> } = {}
    process.run(effect, (exit) => {
      end.exit = exit
    })
    while (end.exit === undefined && this.goOn(bound));
    if (end.exit === undefined) throw new Error(`not done by ${new Date(bound).toISOString()}`)
    if (Exit.isFailure(end.exit)) throw new Error(Cause.pretty(end.exit.cause))
    return end.exit.value
  }

  /** One step, unless a promise has been broken: then there is nothing more to live for. */
  goOn(until: number): boolean {
    const goesOn = this.step(until)
    if (this.auditor.violations.length > 0) throw new Broken("a promise was broken")
    return goesOn
  }

  /** One step of the world. */
  step(until: number): boolean {
    this.steps++
    if (this.time.now > this.moment) {
      this.moment = this.time.now
      this.since = this.steps
    }
    this.auditor.expect(
      this.steps - this.since < mostAtOnce,
      "liveness.spin",
      `less than ${mostAtOnce} steps before time goes on`,
      () => new Date(this.moment).toISOString()
    )
    return this.time.step(until)
  }

  /** The store dies here and is started again a while later. */
  restart(why: string, pause: number): void {
    this.failed = true
    this.history.add("store", why)
    this.shop.kill()
    this.people.at(this.time.now + pause, () => this.boot())
  }

  boot(): void {
    this.remark("store starts")
    this.shop.boot((why) => this.restart(why === "halted" ? "gives its storage up" : "cannot start", second))
  }

  /** Something outside has failed that the store needs: from now on it may be out of order for a while. */
  fail(): void {
    this.failed = true
  }

  /** How everybody reaches the store. */
  readonly line: Line = (call) => this.shop.line(call)

  /** What the store stands on, as it gets it. */
  protected around(outside: Outside): Outside {
    return outside
  }

  /** Opens the provider, the store and the carrier, whose parcels take so long from stage to stage. */
  open(stageMillis = hour): void {
    const { chance, climate, disks: { carrier, payments, store }, weather } = this
    const provider = this.process("provider", 0)
    const bound = this.time.now + day
    const line: Line = (call) =>
      Effect.tap(this.line(call), (answer) => Effect.sync(() => this.auditor.told(call, answer, this.time.now)))
    this.provider = this.until(
      provider,
      FarEnds.provider(payments, line, weather, chance.named("provider"), provider),
      bound
    )
    const pause = chance.named("commits")
    const boots = chance.named("boots")
    const outside = this.around({
      disk: store,
      provider: this.provider.port,
      vault: this.provider.vault,
      webhooks: FarEnds.webhooks(
        this.partners,
        () => this.carrier,
        weather,
        chance.named("webhooks"),
        this.history,
        this.objections,
        (url, at) => this.auditor.subscriptions.reached(url, at)
      ),
      entropy: chance.named("entropy"),
      transactions: climate.interleaved
        ? Interleaved.layer(() => pause.int(0, Math.ceil(climate.commitPause / 30)))
        : SqlTransactions.layer,
      commitPause: () => climate.commitPause === 0 ? 0 : pause.int(0, climate.commitPause)
    })
    weather.underWay = () => this.shop.underWay.map(({ method, path }) => operationOf(method, path)[0])
    this.shop = new Shop(outside, () => this.process(`store ${boots.next()}`, climate.preemptEvery))
    this.boot()
    while (!this.shop.isUp && this.step(bound));
    if (carrier === undefined) return
    const company = this.process("carrier", 0)
    this.carrier = this.until(
      company,
      FarEnds.carrier(carrier, line, this.office, weather, chance.named("carrier"), company, stageMillis),
      bound
    )
  }

  /** The store's office for partners. */
  readonly office: FarEnds.Office = {
    subscriptions: Effect.suspend(() =>
      this.shop.ask(Effect.flatMap(Subscriptions, ({ list }) => Effect.map(list({ limit: 100 }), ({ data }) => data)))
    ),
    subscribe: (url) => Effect.suspend(() => this.shop.ask(Effect.flatMap(Subscriptions, ({ create }) => create(url)))),
    move: (id, url) => Effect.suspend(() => this.shop.ask(Effect.flatMap(Subscriptions, ({ move }) => move(id, url)))),
    unsubscribe: (id) => Effect.suspend(() => this.shop.ask(Effect.flatMap(Subscriptions, ({ remove }) => remove(id))))
  }

  ask<A, E>(question: Effect.Effect<A, E, Services>): A {
    return this.until(this.people, this.shop.ask(question), this.time.now + day)
  }

  /** Puts goods on a shelf, and the auditor sees it. */
  fill(productId: string, units: number): void {
    const { hygieneSealed, priceMinor } = offers.get(productId)!
    this.auditor.offer(productId, priceMinor, hygieneSealed)
    this.auditor.stock(productId, units)
    this.ask(Effect.flatMap(Inventory, (inventory) => inventory.setOnHand(productId, units)))
  }

  /** What is left of it for another world to begin with. */
  images(): Images {
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

/** A climate in which nothing goes wrong and nobody hurries. */
export const calm: Climate = {
  ...draw(new Chance("a shop that is about to open"), { calm: true, interleaved: false }),
  preemptEvery: 0,
  commitPause: 0
}

const opened = new Map<boolean, Images>()

/**
 * The disks of a store that is open and has sold nothing, with its partners subscribed; prepared once. With a carrier or
 * without one: then parcels are only what staff say of them.
 */
export const open = (hasCarrier: boolean): Images => {
  const known = opened.get(hasCarrier)
  if (known !== undefined) return known
  const chance = new Chance("a shop that is about to open")
  const start = Date.parse("2024-01-02T00:00:00Z")
  const world = new World({
    chance,
    climate: calm,
    start,
    disks: { store: new Disk(), payments: new Disk(), carrier: hasCarrier ? new Disk() : undefined },
    partners: [],
    weather: new FarEnds.Weather(calm, chance, start, start, undefined)
  })
  world.open()
  const partners = world.ask(Effect.gen(function*() {
    yield* (yield* Catalog).stock(assortment)
    const identity = yield* Identity
    yield* Effect.forEach(staffClients, identity.registerClient, { discard: true })
    const { create } = yield* Subscriptions
    return yield* Effect.forEach(["http://warehouse.example/hooks"], (url) => create(url))
  }))
  const images = {
    ...world.images(),
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
    disk.look<{ kind: string; subject: string }>(
      // Of refunds their own state says how far they are: those that are done are looked at again for a month.
      "SELECT kind, subject FROM job WHERE kind NOT IN ('sweep', 'refund') ORDER BY 1, 2"
    ).map(({ kind, subject }) => `${whose}: ${kind} ${subject}`)
  const given = new Set(
    payments.look<{ key: string }>("SELECT key FROM refund WHERE status = 'succeeded'").map(({ key }) => key)
  )
  return [
    ...jobs(store, "store"),
    ...jobs(payments, "provider"),
    ...(carrier === undefined ? [] : jobs(carrier, "carrier")),
    ...store.look<{ id: string; phase: string }>(
      "SELECT id, phase FROM checkout_session WHERE phase IN ('opening', 'open', 'processing') ORDER BY id"
    ).map(({ id, phase }) => `session ${id} is ${phase}`),
    ...store.look<{ id: string; attempt: number; state: string }>("SELECT id, attempt, state FROM refund ORDER BY id")
      .filter(({ attempt, id, state }) => state !== "succeeded" || !given.has(`${id}:${attempt}`))
      .map(({ id, state }) => `refund ${id} is ${state}`),
    ...store.look<{ id: string }>("SELECT id FROM inbound WHERE result = 'deferred' ORDER BY id")
      .map(({ id }) => `message ${id} is deferred`)
  ]
}

/** The last judgement, by what staff see: every order, return, paper, shelf, list and cart; and the books. */
export const judge = (
  world: World,
  staff: People.Staff,
  clients: ReadonlyArray<Client>,
  products: ReadonlyArray<string>
): void => {
  const { auditor, climate, disks: { store }, partners, people, time, weather } = world
  const final = Effect.gen(function*() {
    const orders = store.look<{ id: string }>("SELECT id FROM orders ORDER BY id")
    for (const { id } of orders) {
      const order = yield* staff.look(`/api/orders/${id}`)
      const receipt = yield* staff.look(`/api/orders/${id}/receipt`)
      const returns: Array<unknown> = []
      for (const { returnId } of order!.json.returns) {
        returns.push((yield* staff.look(`/api/returns/${returnId}`))!.json)
      }
      const isTold = climate.has("act.acp") ||
        partners.some(({ heard, hearing }) =>
          hearing.dialect === "acp" && heard.some(({ data }) => data.orderId === id)
        )
      const told = isTold ? (yield* staff.look(`/acp/orders/${id}`))!.json : undefined
      auditor.settledOrder(order!.json, receipt?.status === 200 ? receipt.json : undefined, returns, told)
      auditor.settledEvents(order!.json, returns, partners, told)
    }
    yield* staff.look("/api/webhook-subscriptions")
    for (const id of auditor.orders.keys()) {
      auditor.expect(orders.some((one) => one.id === id), "acknowledged.lost", `order ${id}`, () => "gone")
    }
    for (const product of products) {
      const shelf = yield* staff.look(`/api/inventory/${product}`)
      auditor.settledStock(product, shelf!.json.quantity, partners)
    }
    const agents = new Set<string>()
    for (const client of clients) {
      const { name, principal, shopper } = client.identity
      const cart = yield* client.look("/api/cart")
      if (cart?.status === 200) auditor.settledCart(shopper === undefined ? name : `${principal}/${shopper}`, cart.json)
      if (shopper !== undefined) agents.add(principal)
      const orders = shopper === undefined ? yield* People.listed(client) : undefined
      if (orders !== undefined) auditor.settledList(principal, orders, weather.sessionsRefused)
      for (const id of auditor.delegationsOf(principal)) {
        const delegation = yield* client.look(`/api/delegations/${id}`)
        if (delegation?.status === 200) auditor.settledDelegation(delegation.json, time.now)
      }
    }
    // Somebody goes for good: from now on their token opens nothing.
    const leaver = clients.find(({ identity }) => identity.oauth === undefined)
    if (leaver !== undefined) {
      yield* leaver.insist("POST", "/api/auth/revoke", { token: leaver.token }, leaver.uuid())
      yield* leaver.look("/api/cart")
    }
    auditor.settledPapers()
    auditor.settledReplays(partners)
    auditor.settledLedger()
    auditor.settledAllowance()
    auditor.agents.settled()
  })
  world.until(people, final, time.now + 30 * day)
  const { differences } = world.ask(Effect.flatMap(ConsistencyAudit.ConsistencyAudit, ({ audit }) => audit))
  for (const { kind, words } of differences) {
    auditor.expect(false, `books.${kind}`, "books that follow from first facts", () => words)
  }
}
