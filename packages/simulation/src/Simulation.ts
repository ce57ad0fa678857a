/**
 * One world from one seed: the store, the companies it deals with, a crowd of people, and everything that goes wrong with
 * them, on a simulated clock. `simulate` lives through it, then lets the weather clear, has everything settle, and says
 * what was promised and not kept.
 *
 * The same seed and options give the same history, byte for byte, whatever the machine is doing besides.
 */
import * as Books from "@beauty-store/commerce/Books"
import { Catalog } from "@beauty-store/commerce/Catalog"
import { type ClientRegistration, Identity, scopesOf } from "@beauty-store/commerce/Identity"
import { Inventory } from "@beauty-store/commerce/Inventory"
import { Subscriptions } from "@beauty-store/commerce/Subscriptions"
import * as Transactions from "@beauty-store/commerce/Transactions"
import { catalogue } from "@beauty-store/demo-catalog/Catalogue"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import * as Agents from "./Agents.ts"
import { Auditor, type Violation } from "./Auditor.ts"
import { Chance } from "./Chance.ts"
import type { Client } from "./Client.ts"
import { type Choice, type Climate, draw } from "./Climate.ts"
import { Disk, type DiskFault } from "./Disk.ts"
import * as FarEnds from "./FarEnds.ts"
import { History } from "./History.ts"
import * as Interleaved from "./Interleaved.ts"
import * as People from "./People.ts"
import { type Outside, type Services, Shop } from "./Shop.ts"
import { Process, Time } from "./Time.ts"
import type { Line } from "./Web.ts"

export interface Options extends Choice {
  readonly seed: number
  readonly days: number
  /** Instead of what the climate has: one fault, once. */
  readonly strike?: FarEnds.Strike | undefined
  /** Takes every line of the history. */
  readonly trace?: ((line: string) => void) | undefined
}

export interface Report {
  readonly seed: number
  readonly digest: string
  readonly violations: ReadonlyArray<Violation>
  /** The last lines of the history. */
  readonly tail: ReadonlyArray<string>
  readonly climate: Climate
  readonly purchases: number
  readonly requests: number
  readonly boots: number
  /** Steps of all processes. */
  readonly steps: number
  /** Simulated time, in milliseconds. */
  readonly lived: number
  /** Faults that struck, by kind. */
  readonly faults: ReadonlyMap<string, number>
  /** Answers, by operation and status; and operations that a fault struck, as `fault × operation`. */
  readonly coverage: ReadonlyMap<string, number>
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Moments around which calendars are treacherous; a seed begins a little before one of them, or anywhere. */
const starts = [
  "2026-03-27", // the clocks go forward
  "2026-10-23", // and back
  "2024-02-27", // a leap day
  "2026-12-29", // the year ends, and with it a series of receipts
  "2026-04-01", // Easter
  "2026-04-29", // 1 May
  "2026-12-22", // Christmas
  "2027-02-26" // a month of 28 days
]

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
const productIds = assortment.brands.flatMap(({ products }) => products.map(({ id }) => id as string))

/** The disks of a store that is open and has sold nothing, with its partners subscribed. */
interface Prepared {
  readonly store: Uint8Array
  readonly payments: Uint8Array
  readonly carrier: Uint8Array
  readonly partners: ReadonlyArray<FarEnds.Partner>
}

interface Disks {
  readonly store: Disk
  readonly payments: Disk
  readonly carrier: Disk
}

/** So many steps at one moment are no work any more: somebody spins. */
const mostAtOnce = 30_000
/** A liveness bound: what has not settled so long after the last fault never will. */
const settlesWithin = 21 * day

class Broken extends Error {}

class World {
  readonly time: Time
  readonly history: History
  readonly weather: FarEnds.Weather
  readonly auditor: Auditor
  readonly climate: Climate
  readonly partners: ReadonlyArray<FarEnds.Partner>
  readonly objections: Array<string> = []
  /** There once the world is open. */
  shop!: Shop
  readonly people: Process
  readonly disks: Disks
  private readonly chance: Chance
  private readonly strike: FarEnds.Strike | undefined
  private readonly log: Logger.Logger<unknown, void>
  private failed = false
  provider!: FarEnds.Provider
  private carrier!: Effect.Effect.Success<ReturnType<typeof FarEnds.carrier>>
  private killAt = Infinity
  private moment = 0
  private since = 0
  steps = 0

  constructor(
    chance: Chance,
    climate: Climate,
    start: number,
    end: number,
    disks: Disks,
    partners: ReadonlyArray<FarEnds.Partner>,
    { strike, trace }: Pick<Options, "strike" | "trace">
  ) {
    this.chance = chance
    this.strike = strike
    this.climate = climate
    this.disks = disks
    this.partners = partners
    this.time = new Time(start, chance.named("schedule"))
    this.history = new History(() => this.time.now, trace)
    this.weather = new FarEnds.Weather(climate, chance.named("weather"), start, end, strike)
    this.auditor = new Auditor(disks.payments, () => this.failed || this.weather.counts.size > 0)
    this.log = Logger.make(({ cause, date, message }) => {
      // Without the stack: to read it through source maps takes longer than the request.
      const why = Cause.isEmpty(cause) ? "" : String(Cause.squash(cause)).split("\n")[0]
      this.history.remark(`${date.toISOString()} store log: ${JSON.stringify(message)} ${why}`)
    })
    this.people = this.process("people", 0)
    const diskChance = chance.named("disk")
    disks.store.faults = { next: (kind) => this.diskFault(kind, diskChance) }
  }

  private process(name: string, everySteps: number): Process {
    return new Process(this.time, name, this.chance.named(name), { everySteps }, this.log)
  }

  private diskFault(kind: "begin" | "statement" | "commit", chance: Chance): DiskFault | undefined {
    const strikes = (trait: "disk.busy" | "disk.full" | "disk.ioerr" | "disk.commitFails" | "disk.commitLost") =>
      this.weather.strikes(trait, chance)
    switch (kind) {
      case "begin":
        return strikes("disk.busy") ? "busy" : undefined
      case "commit":
        return strikes("disk.commitFails")
          ? chance.pick<DiskFault>(["busy", "full", "ioerr"])
          : strikes("disk.commitLost")
          ? "lost"
          : undefined
      case "statement":
        return strikes("disk.full") ? "full" : strikes("disk.ioerr") ? "ioerr" : undefined
    }
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

  /** One step of the world; a process may die before it. */
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
    if (this.steps >= this.killAt && this.weather.storm && this.shop.isUp) {
      this.weather.count("store.killed")
      this.restart("is killed", this.chance.named(`down ${this.steps}`).scaled(0, 2 * minute))
    }
    return this.time.step(until)
  }

  private planKill(): void {
    if (this.strike?.trait === "store.killed") {
      this.killAt = this.shop.boots === 1 ? this.steps + this.strike.nth : Infinity
      return
    }
    const share = this.climate.share("store.killed")
    this.killAt = share === 0 ? Infinity : this.steps + this.chance.named(`kill ${this.steps}`).scaled(200, 2 / share)
  }

  /** The store dies here and is started again a while later. */
  private restart(why: string, pause: number): void {
    this.failed = true
    this.history.add("store", why)
    this.shop.kill()
    this.people.at(this.time.now + pause, () => this.boot())
  }

  boot(): void {
    this.shop.boot((why) => this.restart(why === "halted" ? "gives its storage up" : "cannot start", second))
    this.planKill()
  }

  /** Opens the provider, the store and the carrier. */
  open(stageMillis: number): void {
    const { chance, climate, disks: { carrier, payments, store }, weather } = this
    const provider = this.process("provider", 0)
    const bound = this.time.now + day
    const line: Line = (call) =>
      Effect.tap(this.shop.line(call), (answer) => Effect.sync(() => this.auditor.told(call, answer)))
    this.provider = this.until(
      provider,
      FarEnds.provider(payments, line, weather, chance.named("provider"), provider),
      bound
    )
    const pause = chance.named("commits")
    const boots = chance.named("boots")
    const outside: Outside = {
      disk: store,
      provider: this.provider.port,
      vault: this.provider.vault,
      webhooks: FarEnds.webhooks(
        this.partners,
        () => this.carrier,
        weather,
        chance.named("webhooks"),
        this.history,
        this.objections
      ),
      entropy: chance.named("entropy"),
      transactions: climate.interleaved ? Interleaved.layer : Transactions.layer,
      commitPause: () => climate.commitPause === 0 ? 0 : pause.int(0, climate.commitPause)
    }
    this.shop = new Shop(outside, () => this.process(`store ${boots.next()}`, climate.preemptEvery))
    this.boot()
    while (!this.shop.isUp && this.step(bound));
    const company = this.process("carrier", 0)
    this.carrier = this.until(
      company,
      FarEnds.carrier(carrier, line, this.office, weather, chance.named("carrier"), company, stageMillis),
      bound
    )
  }

  /** The store's office for partners. */
  private readonly office: FarEnds.Office = {
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
}

let prepared: Prepared | undefined

/** Prepares the disks once: what every seed's world begins with. */
const prepare = (): Prepared => {
  if (prepared !== undefined) return prepared
  const chance = new Chance("a shop that is about to open")
  const start = Date.parse("2024-01-02T00:00:00Z")
  const climate = draw(chance, { calm: true, interleaved: false })
  const disks = { store: new Disk(), payments: new Disk(), carrier: new Disk() }
  const world = new World(chance, { ...climate, preemptEvery: 0, commitPause: 0 }, start, start, disks, [], {})
  world.open(hour)
  const partners = world.ask(Effect.gen(function*() {
    yield* (yield* Catalog).stock(assortment)
    const identity = yield* Identity
    yield* Effect.forEach(staffClients, identity.registerClient, { discard: true })
    const { create } = yield* Subscriptions
    return yield* Effect.forEach(["http://warehouse.example/hooks"], (url) => create(url))
  }))
  prepared = {
    store: disks.store.image(),
    payments: disks.payments.image(),
    carrier: disks.carrier.image(),
    partners: partners.map((partner) => ({ ...partner, heard: [] }))
  }
  for (const disk of Object.values(disks)) disk.close()
  return prepared
}

/** Lives through one seed. */
export const simulate = (options: Options): Report => {
  const chance = new Chance(`seed ${options.seed}`)
  const climate = draw(chance.named("climate"), options)
  const images = prepare()
  const disks = {
    store: new Disk(images.store),
    payments: new Disk(images.payments),
    carrier: new Disk(images.carrier)
  }
  const calendar = chance.named("calendar")
  const start = Date.parse(`${calendar.pick(starts)}T00:00:00Z`) + calendar.int(0, day)
  const end = start + options.days * day
  const partners = images.partners.map((partner) => ({ ...partner, heard: [] }))
  const world = new World(chance, climate, start, end, disks, partners, options)
  const violations: Array<Violation> = []
  let purchases = 0
  try {
    purchases = live(world, chance, end)
  } catch (error) {
    if (!(error instanceof Broken)) {
      violations.push({ rule: "world", expected: "a world that goes on", seen: String(error) })
    }
  }
  violations.push(...world.auditor.violations)
  for (const seen of world.objections) violations.push({ rule: "webhook.signature", expected: "signed", seen })
  const { auditor, history, shop, steps, time, weather } = world
  const report: Report = {
    seed: options.seed,
    digest: history.digest(),
    violations,
    tail: history.tail(60),
    climate,
    purchases,
    requests: [...auditor.coverage.values()].reduce((sum, count) => sum + count, 0),
    boots: shop.boots,
    steps,
    lived: time.now - start,
    faults: weather.counts,
    coverage: auditor.coverage
  }
  for (const disk of Object.values(disks)) disk.close()
  return report
}

const live = (world: World, chance: Chance, end: number): number => {
  const { auditor, climate, people, time } = world
  /** Runs the world to a moment, or until a promise is broken. */
  const run = (until: number): void => {
    while (world.goOn(until));
  }
  world.open(chance.named("stages").pick([20 * minute, 2 * hour, 12 * hour]))

  // The shelves are filled before anything can go wrong.
  const products = productIds.slice(0, climate.products)
  const shelves = chance.named("shelves")
  for (const product of products) {
    const onHand = climate.has("world.scarce") ? shelves.int(1, 12) : shelves.int(50, 400)
    auditor.stock(product, onHand)
    fill(world, product, onHand)
  }
  world.weather.storm = true

  const town: People.Town = {
    street: { line: world.shop.line, history: world.history, auditor, weather: world.weather },
    climate,
    pages: world.provider.pages,
    mandates: world.provider.mandates,
    products,
    closesAt: end,
    purchases: 0
  }
  const clients: Array<Client> = []
  const crowd = { busy: 0 }
  const come = (at: number, effect: Effect.Effect<Client | undefined>): void => {
    crowd.busy++
    people.at(at, () =>
      void people.run(effect, (exit) => {
        crowd.busy--
        if (Exit.isFailure(exit)) throw new Error(Cause.pretty(exit.cause))
        if (exit.value !== undefined) clients.push(exit.value)
      }))
  }
  const arrivals = chance.named("arrivals")
  for (let morning = time.now, n = 0; morning < end; morning += day) {
    const count = Math.max(1, Math.round(climate.shoppersPerDay * (0.5 + arrivals.next())))
    const rush = arrivals.int(morning, morning + day)
    for (let i = 0; i < count; i++) {
      const name = `shopper-${++n}`
      const isRush = climate.has("world.rush") && arrivals.happens(0.6)
      const at = isRush ? rush + arrivals.int(0, 200) : arrivals.int(morning, Math.min(morning + day, end))
      const own = chance.named(name)
      const isBoughtFor = own.named("acp").happens(climate.share("act.acp"))
      come(at, isBoughtFor ? Agents.buyer(town, name, own) : People.shopper(town, name, own))
    }
  }
  const spenders = chance.named("spenders")
  for (let n = climate.has("act.delegate") ? spenders.int(1, 3) : 0; n > 0; n--) {
    const name = `spender-${n}`
    come(spenders.int(time.now, time.now + day / 2), People.spender(town, name, chance.named(name)))
  }
  const staff = new People.Staff(town, "staff", chance.named("staff"))
  const rounds = chance.named("rounds")
  const shift: Effect.Effect<undefined> = Effect.gen(function*() {
    while (time.now < end) {
      yield* Effect.sleep(rounds.scaled(minute, 8 * hour))
      yield* staff.round
    }
    return undefined
  })
  come(time.now, shift)
  run(end)

  // The weather clears. Whoever is about something finishes it; then everything has to come to rest.
  world.weather.storm = false
  world.history.add("weather", "clears")
  const bound = end + settlesWithin
  while (crowd.busy > 0 || !world.shop.isUp) {
    if (time.now >= bound) return stuck(world, crowd.busy > 0 ? "people who wait" : "a store that is down")
    run(time.now + hour)
  }
  settle(world, town, bound)
  audit(world, new People.Staff(town, "auditor", chance.named("closing")), clients, products)
  return town.purchases
}

const stuck = (world: World, what: string): number => {
  world.auditor.expect(false, "liveness", "that everything settles once nothing fails any more", () => what)
  return 0
}

const fill = (world: World, product: string, onHand: number): void =>
  void world.ask(Effect.flatMap(Inventory, (inventory) => inventory.setOnHand(product, onHand)))

/** What is still to be done, in words; nothing at rest. */
const pending = ({ disks: { carrier, payments, store } }: World): ReadonlyArray<string> => {
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
    ...jobs(carrier, "carrier"),
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

/** Staff finish what is theirs: orders are shipped and arrive, returns are opened, parked messages are sent again. */
const settle = (world: World, town: People.Town, bound: number): void => {
  const { auditor, disks: { store }, people, time } = world
  const staff = new People.Staff(town, "closer", new Chance("closing time"))
  const work = <E>(effect: Effect.Effect<unknown, E>) => world.until(people, effect, time.now + day)
  const from = new Date(time.now - 400 * day).toISOString()
  for (;;) {
    for (const at = time.now + 6 * hour; world.goOn(at););
    const parked = store.look<{ id: string }>(
      "SELECT DISTINCT subscription_id AS id FROM delivery WHERE state = 'parked' ORDER BY 1"
    )
    const to = new Date(time.now).toISOString()
    for (const { id } of parked) work(staff.do("POST", `/api/webhook-subscriptions/${id}/replay`, { from, to }))
    const left = pending(world)
    const open = store.look<{ id: string; status: string }>(
      "SELECT id, status FROM orders WHERE status IN ('confirmed', 'shipped') ORDER BY id"
    )
    const returns = store.look<{ id: string }>(
      "SELECT id FROM return_request WHERE status IN ('requested', 'in_transit') ORDER BY id"
    )
    if (left.length === 0 && open.length === 0 && returns.length === 0 && parked.length === 0) return
    if (time.now >= bound) {
      auditor.expect(
        false,
        "liveness",
        "that everything settles once nothing fails any more",
        () => [...left, ...open.map(({ id, status }) => `order ${id} is ${status}`)].slice(0, 20).join("; ")
      )
      return
    }
    // What the carrier is about it may finish; whatever it has forgotten is taken in hand.
    if (left.some((one) => one.startsWith("carrier"))) continue
    for (const { id, status } of open) {
      if (status === "confirmed") work(staff.ship(id))
      work(staff.do("POST", `/api/orders/${id}/deliver`, {}))
    }
    for (const { id } of returns) work(staff.receive(id, true))
  }
}

/** The last judgement: every order, return, paper, shelf, list and cart. */
const audit = (
  world: World,
  staff: People.Staff,
  clients: ReadonlyArray<Client>,
  products: ReadonlyArray<string>
): void => {
  const { auditor, climate, disks: { store }, partners, people, time } = world
  const final = Effect.gen(function*() {
    const orders = store.look<{ id: string }>("SELECT id FROM orders ORDER BY id")
    for (const { id } of orders) {
      const order = yield* staff.look(`/api/orders/${id}`)
      const receipt = yield* staff.look(`/api/orders/${id}/receipt`)
      const returns: Array<unknown> = []
      for (const { returnId } of order!.json.returns) {
        returns.push((yield* staff.look(`/api/returns/${returnId}`))!.json)
      }
      const told = climate.has("act.acp") ? (yield* staff.look(`/acp/orders/${id}`))!.json : undefined
      auditor.settledOrder(order!.json, receipt?.status === 200 ? receipt.json : undefined, returns, told)
      auditor.settledEvents(order!.json, returns, partners)
    }
    for (const id of auditor.orders.keys()) {
      auditor.expect(orders.some((one) => one.id === id), "acknowledged.lost", `order ${id}`, () => "gone")
    }
    for (const product of products) {
      const shelf = yield* staff.look(`/api/inventory/${product}`)
      auditor.settledStock(product, shelf!.json.quantity)
    }
    const agents = new Set<string>()
    for (const client of clients) {
      const { name, principal, shopper } = client.identity
      const cart = yield* client.look("/api/cart")
      if (cart?.status === 200) auditor.settledCart(shopper === undefined ? name : `${principal}/${shopper}`, cart.json)
      if (shopper !== undefined) agents.add(principal)
      const orders = shopper === undefined ? yield* People.listed(client) : undefined
      if (orders !== undefined) auditor.settledList(principal, orders)
    }
    auditor.settledPapers()
    auditor.settledLedger()
    auditor.settledAllowance()
    auditor.agents.settled()
  })
  world.until(people, final, time.now + 30 * day)
  const { differences } = world.ask(Effect.flatMap(Books.Books, ({ audit }) => audit))
  for (const { kind, words } of differences) {
    auditor.expect(false, `books.${kind}`, "books that follow from first facts", () => words)
  }
}
