/**
 * One run from one seed: the store, the external systems, their faults and a workload, on a simulated clock. `simulate`
 * runs its days, then stops injecting faults, lets everything settle, and audits all of it.
 *
 * The same seed and options give the same history, byte for byte, whatever else the machine is doing.
 *
 * @since 1.0.0
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Violation } from "./auditor/Observations.ts"
import * as PricePlans from "./auditor/PricePlans.ts"
import { promiseOf } from "./BrokenPromise.ts"
import { Prng } from "./engine/Prng.ts"
import { day, hour, minute, Unbounded } from "./engine/Time.ts"
import { auditAtRest, auditSecrets } from "./FinalAudit.ts"
import { type OwnActor, type OwnShop, policyOf, replacedBy } from "./OwnShop.ts"
import { preparedStore } from "./PreparedStore.ts"
import { SeededWorld } from "./SeededWorld.ts"
import { agentBuyer } from "./workload/AgentBuyers.ts"
import { agentFor, tradingAgents } from "./workload/Agents.ts"
import { browser } from "./workload/Browsers.ts"
import { Client } from "./workload/Client.ts"
import { comparer } from "./workload/Comparers.ts"
import { filler } from "./workload/Fillers.ts"
import { flooder, siege, siegeMillis } from "./workload/Flooders.ts"
import { type HoarderGroup, hoardingAgent, hoardingGuest } from "./workload/Hoarders.ts"
import { Impostors } from "./workload/Impostors.ts"
import { edgeSpender, latecomer, leaver } from "./workload/Latecomers.ts"
import { LeftOut } from "./workload/LeftOut.ts"
import { archiver, importer, planner } from "./workload/Merchants.ts"
import { pay } from "./workload/PaymentPages.ts"
import { passerBy } from "./workload/Readers.ts"
import { returner } from "./workload/Returners.ts"
import { rivals } from "./workload/Rivals.ts"
import { scanner } from "./workload/Scanners.ts"
import { searcher } from "./workload/Searchers.ts"
import { type FlashSale, lateReturner, returnDelivered, shopper } from "./workload/Shoppers.ts"
import { spender } from "./workload/Spenders.ts"
import { firstUndelivered, Staff, unlimited } from "./workload/Staff.ts"
import { deliveryOf, guestToken, type Workload } from "./workload/Workload.ts"
import { settlesWithin, ViolationFound, type World, WorldStopped } from "./World.ts"
import { disksOf, pendingWork } from "./world/Disks.ts"
import { FaultInjector, type SingleFault } from "./world/FaultInjector.ts"
import { drawClocks } from "./world/MachineClock.ts"
import { drawConfiguration, type Overrides, type SwarmConfiguration, type Trait } from "./world/SwarmConfiguration.ts"

export type { Violation } from "./auditor/Observations.ts"
export type { World } from "./World.ts"
export type { SingleFault } from "./world/FaultInjector.ts"
export type { SwarmConfiguration, Trait } from "./world/SwarmConfiguration.ts"

export interface Options extends Overrides, OwnShop {
  readonly seed: number
  readonly days: number
  /** Instead of the faults of the swarm configuration: one fault, once. */
  readonly singleFault?: SingleFault | undefined
  /** Receives every line of the history. */
  readonly trace?: ((line: string) => void) | undefined
  /** Whether to count what is seen of the contracts. */
  readonly coverage?: boolean | undefined
  /** The limit of steps of the run, where it is not the default. */
  readonly maxSteps?: number | undefined
  /** Is given the world before its first step; may watch its disks, and stop it. */
  readonly watch?: ((world: World) => void) | undefined
  /** Once this is true, all people leave, and everything settles: is a promise broken by what was done so far? */
  readonly endsEarly?: (() => boolean) | undefined
  /** People who do not come, and requests that are not sent (`LeftOut`). */
  readonly withoutPeople?: ReadonlySet<string> | undefined
  readonly withoutRequests?: ReadonlySet<string> | undefined
  /** Whether the shop has the reactions of `OwnReactions`, instead of `reactions`; they make it another world. */
  readonly ownReactions?: boolean | undefined
}

export interface Report {
  readonly seed: number
  readonly digest: string
  readonly violations: ReadonlyArray<Violation>
  /** Each violation by its rule and what it is about, in terms that hold without some of the people, too. */
  readonly promises: ReadonlyArray<string>
  /** The people who came, and the requests that they and staff sent, as `LeftOut` names them. */
  readonly people: ReadonlyArray<string>
  readonly sent: ReadonlyArray<string>
  /** The last lines of the history, without the requests of the final audit, except for its last response. */
  readonly tail: ReadonlyArray<string>
  readonly swarm: SwarmConfiguration
  /** Orders that were paid. */
  readonly purchases: number
  readonly requests: number
  readonly boots: number
  /** Steps of all processes. */
  readonly steps: number
  readonly simulatedMillis: number
  /** How often each rule of the auditor was applied. */
  readonly checks: ReadonlyMap<string, number>
  /** Faults that were injected, by kind. */
  readonly faults: ReadonlyMap<string, number>
  /** The same with the operations that they hit, as `fault × operation`. */
  readonly faultsByOperation: ReadonlyMap<string, number>
  /** Responses, by operation and status. */
  readonly answers: ReadonlyMap<string, number>
  /** States of orders, returns, … that occurred: `orders.order is shipped`. */
  readonly states: ReadonlyMap<string, number>
  /** What was seen of the contracts, where that is counted (`Coverage`). */
  readonly coverage: ReadonlyMap<string, number>
}

/** Moments around which calendars are error-prone; a run begins within a day of one of them. */
const starts = [
  "2026-03-27", // the clocks go forward
  "2026-10-23", // and back
  "2024-02-27", // a leap day
  "2025-12-30", // the year ends, and with it a series of receipts and Finland's reduced rate of VAT
  "2026-04-01", // Easter
  "2026-04-29", // 1 May
  "2026-12-22", // Christmas
  "2027-02-26" // a month of 28 days
]

/**
 * The most steps of a run: more than ten times as many as the longest of correct ones, which take some 30 000 a day.
 * The days in which everything settles, and actors other than shoppers, come on top.
 */
const maxStepsOf = ({ shoppersPerDay, stores }: SwarmConfiguration, days: number): number =>
  20_000 * (days + 10) * (shoppersPerDay + 5) * stores

/** The name of the client that requests everything once more in the final audit. */
const finalAuditor = "auditor"

/** The end of a history: the events before a violation, and the last response. */
const lastOf = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.filter((line, i) => i >= lines.length - 2 || !line.includes(`Z ${finalAuditor} #`)).slice(-60)

/** How many orders of a world are paid so far. */
export const purchasesOf = ({ disks }: World): number =>
  disks.store.query<{ n: number }>("SELECT count(*) AS n FROM event WHERE type = 'order.created'")[0]!.n

/** Runs one seed. */
export const simulate = (options: Options): Report => {
  const { days, ownReactions, seed, singleFault, trace } = options
  const prng = new Prng(`seed ${seed}`)
  const currency = options.catalogue === undefined ? options.currency : "EUR"
  const swarm = drawConfiguration(prng.stream("climate"), { ...options, currency })
  // Mistakes in the shop's rules and categories show before anything is prepared.
  replacedBy(options)
  policyOf(options, swarm.currency)
  const snapshot = preparedStore(true, options, swarm.currency)
  const calendar = prng.stream("calendar")
  const start = Date.parse(`${calendar.pick(starts)}T00:00:00Z`) + calendar.int(0, day)
  const end = start + days * day
  const injector = new FaultInjector(swarm, prng.stream("weather"), start, end, singleFault)
  const { partners } = snapshot
  const maxSteps = options.maxSteps ?? maxStepsOf(swarm, days)
  const world = new SeededWorld(
    {
      prng,
      swarm,
      start,
      disks: disksOf(snapshot),
      partners,
      injector,
      trace,
      maxSteps,
      ownReactions,
      shop: options,
      clocks: drawClocks(swarm, prng.stream("clocks"), start, end)
    },
    singleFault
  )
  if (options.coverage === true) world.auditor.coverage = new Map()
  const violations: Array<Violation> = []
  const leftOut = new LeftOut(options.withoutPeople, options.withoutRequests)
  try {
    options.watch?.(world)
    new Run(world, prng, end, leftOut, options.endsEarly).toEnd()
  } catch (error) {
    if (!(error instanceof ViolationFound || error instanceof WorldStopped)) {
      const rule = error instanceof Unbounded ? "world.unbounded" : "world"
      violations.push({ rule, expected: "a world that goes on, and comes to an end", seen: String(error) })
    }
  }
  const { auditor: { seen }, history, rejections, steps, store, time } = world
  violations.push(...seen.violations)
  for (const seen of rejections) violations.push({ rule: "webhook.signature", expected: "signed", seen })
  const report: Report = {
    seed,
    digest: history.digest(),
    violations,
    promises: violations.map((violation) => promiseOf(violation, world.auditor, world.goods.productIds)),
    people: leftOut.people,
    sent: leftOut.sent,
    tail: lastOf(history.tail(Infinity)),
    swarm,
    purchases: purchasesOf(world),
    requests: [...seen.answers.values()].reduce((sum, count) => sum + count, 0),
    boots: store.boots,
    steps,
    simulatedMillis: time.now - start,
    checks: seen.checks,
    faults: injector.counts,
    faultsByOperation: injector.countsByOperation,
    answers: seen.answers,
    states: seen.states,
    coverage: world.auditor.coverage ?? new Map()
  }
  world.close()
  return report
}

/**
 * Actors of one kind beside shoppers and staff: the stream from which it is drawn how many come and when, what they are
 * called (with a number after a hyphen), what they do, and until when they begin; default: at once.
 */
type Crowd = readonly [
  stream: string,
  comes: (swarm: SwarmConfiguration, prng: Prng) => number,
  name: string,
  act: (workload: Workload, name: string, prng: Prng) => Effect.Effect<Client | undefined>,
  until?: (now: number, end: number) => number
]

const ifEnabled = (trait: Trait, counts: ReadonlyArray<number> = [1]): Crowd[1] => (swarm, prng) =>
  swarm.has(trait) ? prng.pick(counts) : 0
const atTimes = (trait: Trait, most = 1): Crowd[1] => (swarm, prng) =>
  prng.happens(swarm.probability(trait)) ? prng.int(1, most) : 0
const halfADay = (now: number): number => now + day / 2
const sixHours = (now: number): number => now + day / 4

const crowds: ReadonlyArray<Crowd> = [
  ["spenders", ifEnabled("act.delegate", [1, 1, 2, 3]), "spender-", spender, halfADay],
  ["edges", ifEnabled("act.edge"), "edge", edgeSpender, sixHours],
  ["late agents", ifEnabled("act.edge"), "latecomer-agent", latecomer],
  ["leavers", ifEnabled("act.revoke"), "leaver", leaver, (_, end) => end],
  ["fillers", ifEnabled("act.vary"), "filler", filler],
  ["floods", atTimes("act.flood"), "flooder", flooder, (_, end) => end],
  ["readers", ifEnabled("act.look", [1, 1, 2]), "passer-by-", passerBy],
  ["searchers", atTimes("act.search"), "searcher", searcher],
  ["browsers", atTimes("act.storefront", 3), "browser-", browser, (now, end) => Math.max(now + 1, end - day / 2)],
  ["comparers", ifEnabled("act.compare"), "comparer", comparer, halfADay],
  // Only there two of them are under way at once.
  ["rivals at", (swarm) => swarm.interleaved && swarm.has("act.race") ? 1 : 0, "rivals", rivals, sixHours],
  ["importer at", ifEnabled("staff.import"), "importer", importer],
  ["planner at", ifEnabled("staff.plan"), "planner", planner],
  ["archiver at", atTimes("staff.archive"), "archiver", archiver, halfADay],
  ["returner at", ifEnabled("act.return"), "returner", returner, halfADay]
]

/** A seed's run through its phases: open, days of work under faults, rest, final audit. */
class Run {
  private readonly world: SeededWorld
  private readonly prng: Prng
  private readonly leftOut: LeftOut
  private readonly endsEarly: Options["endsEarly"]
  /** The end of the days, in milliseconds. */
  private readonly end: number
  private readonly clients: Array<Client> = []
  private readonly products: ReadonlyArray<string>
  /** Actors that have begun, or will begin, and have not ended. */
  private running = 0

  constructor(world: SeededWorld, prng: Prng, end: number, leftOut: LeftOut, endsEarly: Options["endsEarly"]) {
    this.leftOut = leftOut
    this.endsEarly = endsEarly
    this.world = world
    this.prng = prng
    this.end = end
    this.products = world.goods.productIds.slice(0, world.swarm.products)
  }

  toEnd(): void {
    const { end, products, world } = this
    const { history, injector, swarm } = world
    world.open(this.prng.stream("stages").pick([20 * minute, 2 * hour, 12 * hour]))
    this.fillShelves()
    if (swarm.has("staff.plan")) this.rememberPrices()
    injector.active = true
    world.planRestarts(end)
    const workload = this.workload()
    this.scheduleActors(workload)
    this.runDays()
    // Records of the last requests are still there, and gone at rest.
    auditSecrets(world, false)

    injector.active = false
    history.add("weather", "clears")
    const bound = Math.max(end, world.time.now) + settlesWithin
    if (!this.finishActors(bound)) return
    const closer = new Staff(workload, "closer", this.prng.stream("closing time"), unlimited)
    this.settle(closer, bound)
    if (swarm.has("act.return")) {
      this.returnAfterwards(workload, closer)
      this.settle(closer, bound)
    }
    auditAtRest(
      world,
      new Staff(workload, finalAuditor, this.prng.stream("closing"), unlimited),
      this.clients,
      products
    )
  }

  /** Runs the days, or as many of them as there are before everybody leaves. */
  private runDays(): void {
    const { endsEarly = () => false, world } = this
    while (!endsEarly() && world.advance(this.end));
    if (!endsEarly()) return
    world.empty()
    this.running = 0
  }

  /** Runs the world to a moment, or until a rule is violated. */
  private runUntil(at: number): void {
    while (this.world.advance(at));
  }

  private runEffect<A, E>(effect: Effect.Effect<A, E>): A {
    const { clientProcess, time } = this.world
    return this.world.until(clientProcess, effect, time.now + day)
  }

  /** Runs before anything can fail. */
  private fillShelves(): void {
    const { swarm } = this.world
    const shelves = this.prng.stream("shelves")
    for (const product of this.products) {
      const isScarce = swarm.has("world.scarce") && shelves.happens(0.5)
      const onHand = isScarce ? shelves.int(1, 12) : shelves.int(50, 60 * swarm.shoppersPerDay)
      this.world.stock(product, onHand)
    }
  }

  /** Goods had another price until some 30 days ago, as a shop that has been open for longer would know. */
  private rememberPrices(): void {
    const { auditor, disks, goods, time } = this.world
    const prng = this.prng.stream("prices before")
    for (const product of this.products) {
      const { priceMinor } = goods.offers.get(product)!
      const earlierMinor = prng.int(Math.ceil(priceMinor / 2), priceMinor)
      const until = time.now - 30 * day + prng.int(-day / 2, 3 * day / 2)
      for (const [n, at, minor] of [[2, until - day, earlierMinor], [3, until, priceMinor]]) {
        disks.store.define(
          `INSERT INTO price_point (product_id, n, at, price_minor, is_sale)
           VALUES ('${product}', ${n}, ${at}, ${minor}, 0)`
        )
      }
      PricePlans.hadBefore(auditor, product, earlierMinor, until)
    }
  }

  private workload(): Workload {
    const {
      auditor,
      goodsAdmin,
      history,
      injector,
      partners,
      provider,
      store,
      subscriptionAdmin,
      swarm
    } = this.world
    const world = { transport: store.send, history, auditor, injector }
    const impostors = new Impostors(world, this.prng.stream("impostors"), {
      twins: swarm.probability("act.twin"),
      breaks: swarm.probability("act.break")
    })
    return {
      clientContext: { ...world, impostors, leftOut: this.leftOut },
      swarm,
      pages: provider.pages,
      mandates: provider.mandates,
      products: this.products,
      categories: this.world.shop.categories ?? ["skincare", "hair", "make-up"],
      partners,
      subscriptionAdmin,
      goodsAdmin,
      state: () => this.world.disks.store.state(),
      endsAt: this.end
    }
  }

  /** Starts an actor at a time, in milliseconds, unless it is left out. */
  private startAt(at: number, name: string, actor: Effect.Effect<Client | undefined>): void {
    const { clientProcess } = this.world
    if (!this.leftOut.comes(name)) return
    this.running++
    clientProcess.at(at, () =>
      void clientProcess.run(actor, (exit) => {
        this.running--
        if (Exit.isFailure(exit)) throw new Error(Cause.pretty(exit.cause))
        if (exit.value !== undefined) this.clients.push(exit.value)
      }))
  }

  private scheduleActors(workload: Workload): void {
    const { swarm, time } = this.world
    const arrivals = this.prng.stream("arrivals")
    const sale: FlashSale | undefined = swarm.has("world.rush")
      ? {
        product: arrivals.pick(this.products),
        at: arrivals.int(time.now + hour, Math.min(this.end, time.now + 2 * day))
      }
      : undefined
    this.scheduleShoppers(workload, arrivals, sale)
    for (const crowd of crowds) this.scheduleCrowd(workload, crowd)
    this.scheduleHoarders(workload)
    const setBack = this.world.setBackUntil(this.end)
    if (swarm.has("act.flood") && setBack.length > 0) {
      const sieges = this.prng.stream("sieges")
      const at = Math.max(time.now, sieges.pick(setBack) - siegeMillis / 2)
      this.startAt(at, "besieger", siege(workload, "besieger", sieges))
    }
    if (this.world.isScanned) {
      const scanners = this.prng.stream("scanners")
      for (const { client, principal } of tradingAgents) {
        const name = `scanner-${principal}`
        this.startAt(
          scanners.int(time.now, Math.max(time.now + 1, this.end - day / 2)),
          name,
          scanner(workload, agentFor({ client, principal }, name), this.prng.stream(name))
        )
      }
    }
    for (const actor of this.world.shop.workload ?? []) this.scheduleOwn(workload, actor)
    const staff = new Staff(workload, "staff", this.prng.stream("staff"))
    if (sale !== undefined) {
      const { at, product } = sale
      this.startAt(at - 2 * minute, "counter", Effect.as(staff.count(product, arrivals.int(1, 4)), undefined))
    }
    this.startAt(time.now, "staff", this.rounds(staff))
  }

  private scheduleCrowd(workload: Workload, [stream, comes, name, act, until]: Crowd): void {
    const { swarm, time: { now } } = this.world
    const prng = this.prng.stream(stream)
    for (let n = comes(swarm, prng); n > 0; n--) {
      const own = name.endsWith("-") ? `${name}${n}` : name
      const at = until === undefined ? now : prng.int(now, until(now, this.end))
      this.startAt(at, own, act(workload, own, this.prng.stream(own)))
    }
  }

  /** Shoppers and agents of each day; most of those of a day with a sale come for it. */
  private scheduleShoppers(workload: Workload, arrivals: Prng, sale: FlashSale | undefined): void {
    const { end, prng } = this
    const { swarm, time } = this.world
    for (let morning = time.now, n = 0; morning < end; morning += day) {
      const isSaleDay = sale !== undefined && sale.at >= morning && sale.at < morning + day
      const count = Math.max(isSaleDay ? 4 : 1, Math.round(swarm.shoppersPerDay * (0.5 + arrivals.next())))
      for (let i = 0; i < count; i++) {
        const name = `shopper-${++n}`
        const wanted = isSaleDay && arrivals.happens(0.8) ? sale : undefined
        const at = wanted === undefined
          ? arrivals.int(morning, Math.min(morning + day, end))
          : wanted.at - arrivals.int(0, minute)
        const own = prng.stream(name)
        const isBoughtByAgent = own.stream("acp").happens(swarm.probability("act.acp"))
        this.startAt(
          Math.max(at, morning),
          name,
          isBoughtByAgent ? agentBuyer(workload, name, own) : shopper(workload, name, own, wanted)
        )
      }
    }
  }

  /** An actor of an embedder's. */
  private scheduleOwn(workload: Workload, { act, name }: OwnActor): void {
    const prng = this.prng.stream(`own ${name}`)
    const client = new Client(workload.clientContext, { name, principal: name, isStaff: false }, prng.stream("client"))
    const { endsAt, products } = workload
    this.startAt(
      prng.int(this.world.time.now, this.end),
      name,
      Effect.gen(function*() {
        client.token = yield* guestToken(client)
        if (client.token === undefined) return undefined
        yield* act({
          client,
          prng,
          products,
          delivery: () => deliveryOf(workload, client),
          pay: (page) => pay(workload, client, page),
          endsAt
        })
        return client
      })
    )
  }

  /** Some guests at one address and perhaps an agent, who are about the shop for some hours. */
  private scheduleHoarders(workload: Workload): void {
    const { swarm, time } = this.world
    const hoarders = this.prng.stream("hoarders")
    if (!hoarders.happens(swarm.probability("act.hoard"))) return
    const from = hoarders.int(time.now, Math.min(this.end, time.now + day))
    const group: HoarderGroup = { network: "203.0.113.7", from, until: from + hoarders.logUniform(hour, 3 * hour) }
    for (let n = hoarders.int(2, 4); n > 0; n--) {
      const name = `hoarder-${n}`
      this.startAt(from, name, hoardingGuest(workload, group, name, this.prng.stream(name)))
    }
    if (!hoarders.happens(0.4)) return
    this.startAt(
      from,
      "hoarding-agent",
      hoardingAgent(workload, group, "hoarding-agent", this.prng.stream("hoarding-agent"))
    )
  }

  private readonly rounds = Effect.fnUntraced(function*(this: Run, staff: Staff) {
    const rounds = this.prng.stream("rounds")
    while (this.world.time.now < this.end) {
      yield* Effect.sleep(rounds.logUniform(minute, day))
      yield* staff.round
    }
    return undefined
  })

  /** Actors finish what they have begun. Returns whether they do so in time. */
  private finishActors(bound: number): boolean {
    const { auditor, store, time } = this.world
    while (this.running > 0 || !store.isUp) {
      if (time.now >= bound) {
        auditor.expect("liveness", "that everything settles once nothing fails any more")
          .that(false, () => this.running > 0 ? "clients that wait" : "a store that is down")
        return false
      }
      this.runUntil(time.now + hour)
    }
    return true
  }

  /** When everything has settled, some shoppers return what was delivered, one of them on the last day. */
  private returnAfterwards(workload: Workload, staff: Staff): void {
    const shoppers = this.clients.filter(({ identity }) => identity.shopper === undefined).slice(0, 8)
    for (const client of shoppers) this.runEffect(returnDelivered(workload, client))
    if (!workload.swarm.has("act.returnLate")) return
    const client = this.runEffect(lateReturner(workload, staff, "latecomer", this.prng.stream("latecomer")))
    if (client !== undefined) this.clients.push(client)
  }

  /**
   * Staff finish what is theirs: orders are shipped and arrive, returns are opened, disabled endpoints are enabled,
   * parked messages are sent again.
   */
  private settle(staff: Staff, bound: number): void {
    const { auditor, disks, time } = this.world
    const from = new Date(time.now - 400 * day).toISOString()
    for (;;) {
      this.runUntil(time.now + 6 * hour)
      const disabled = disks.store.query("SELECT id FROM subscription WHERE disabled_at > 0 AND deleted_at IS NULL")
      if (disabled.length > 0) this.runEffect(staff.enableDisabled)
      const parked = disks.store.query<{ id: string }>(
        `SELECT DISTINCT d.subscription_id AS id FROM delivery d JOIN subscription s ON s.id = d.subscription_id
         WHERE d.state = 'parked' AND s.deleted_at IS NULL ORDER BY 1`
      )
      const to = new Date(time.now).toISOString()
      for (const { id } of parked) {
        this.runEffect(staff.do("POST", `/api/webhook-subscriptions/${id}/replay`, { from, to }))
      }
      const left = pendingWork(disks)
      const open = disks.store.query<{ id: string; status: string }>(
        "SELECT id, status FROM orders WHERE status IN ('confirmed', 'shipped') ORDER BY id"
      )
      const returns = disks.store.query<{ id: string }>(
        "SELECT id FROM return_request WHERE status IN ('requested', 'in_transit') ORDER BY id"
      )
      if (left.length === 0 && open.length === 0 && returns.length === 0 && parked.length === 0) return
      if (time.now >= bound) {
        return auditor.expect("liveness", "that everything settles once nothing fails any more")
          .that(
            false,
            () => [...left, ...open.map(({ id, status }) => `order ${id} is ${status}`)].slice(0, 20).join("; ")
          )
      }
      // The carrier may finish its parcels; staff handle the rest.
      if (left.some((one) => one.startsWith("carrier"))) continue
      for (const { id, status } of open) {
        const shipped = status === "confirmed" ? this.runEffect(staff.ship(id)) : undefined
        // An order that left in parts arrives in parts.
        const parcel = shipped?.status === 200 ? firstUndelivered(shipped.json.shipments) : undefined
        this.runEffect(staff.deliver(id, undefined, parcel))
      }
      for (const { id } of returns) this.runEffect(staff.receive(id, true))
    }
  }
}
