/**
 * One world from one seed: the store, the companies it deals with, a crowd of people, and everything that goes wrong with
 * them, on a simulated clock. `simulate` lives through it, then lets the injector clear, has everything settle, and says
 * what was promised and not kept.
 *
 * The same seed and options give the same history, byte for byte, whatever the machine is doing besides.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Violation } from "./auditor/Auditor.ts"
import type { DiskFault, StatementKind } from "./engine/Disk.ts"
import { Prng } from "./engine/Prng.ts"
import { day, hour, minute } from "./engine/Time.ts"
import * as Agents from "./workload/AgentBuyers.ts"
import type { Client } from "./workload/Client.ts"
import * as People from "./workload/People.ts"
import {
  auditAtRest,
  disksOf,
  open,
  pending,
  productIds,
  settlesWithin,
  ViolationFound,
  World,
  type WorldOptions
} from "./World.ts"
import { FaultInjector, type SingleFault } from "./world/FaultInjector.ts"
import { drawConfiguration, type Overrides, type SwarmConfiguration } from "./world/SwarmConfiguration.ts"

export interface Options extends Overrides {
  readonly seed: number
  readonly days: number
  /** Instead of what the swarm has: one fault, once. */
  readonly singleFault?: SingleFault | undefined
  /** Takes every line of the history. */
  readonly trace?: ((line: string) => void) | undefined
}

export interface Report {
  readonly seed: number
  readonly digest: string
  readonly violations: ReadonlyArray<Violation>
  /** The last lines of the history, without what the auditor asks when all is over, but for its last answer. */
  readonly tail: ReadonlyArray<string>
  readonly swarm: SwarmConfiguration
  readonly purchases: number
  readonly requests: number
  readonly boots: number
  /** Steps of all processes. */
  readonly steps: number
  /** Simulated time, in milliseconds. */
  readonly simulatedMillis: number
  /** Faults that struck, by kind. */
  readonly faults: ReadonlyMap<string, number>
  /** What faults struck, as `fault × operation`. */
  readonly faultsByOperation: ReadonlyMap<string, number>
  /** Answers, by operation and status. */
  readonly answers: ReadonlyMap<string, number>
  /** What was seen of orders, returns, … : `order is shipped`. */
  readonly states: ReadonlyMap<string, number>
}

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

/** A world whose faults are drawn, while the injector is bad, or one of them strikes once. */
class SeededWorld extends World {
  private readonly singleFault: SingleFault | undefined
  /** Which life of the store has had a commit whose outcome it cannot know. */
  private bootInDoubt = 0
  private killAt = Infinity
  /** Whether the store is killed only while it serves somebody. */
  private killsOnlyWhileServing = false

  constructor(beginning: WorldOptions, strike: SingleFault | undefined) {
    super(beginning)
    this.singleFault = strike
    const prng = this.prng.stream("disk")
    this.disks.store.faults = {
      next: (kind, text, bodies) => {
        this.auditor.expect(
          this.bootInDoubt !== this.store?.boots,
          "storage.trusted",
          "a store asks no more of a disk that left it in doubt about a commit",
          () => text
        )
        const fault = this.diskFault(kind, bodies, prng)
        // Whoever stands in for PostgreSQL has a connection for each transaction, and leaves only that one.
        const leavesDoubt = kind === "commit" && (fault === "ioerr" || fault === "lost")
        if (leavesDoubt && !this.swarm.interleaved) this.bootInDoubt = this.store.boots
        return fault
      }
    }
  }

  private diskFault(kind: StatementKind, bodies: number, prng: Prng): DiskFault | undefined {
    const strikes = (trait: "disk.busy" | "disk.full" | "disk.ioerr" | "disk.commitFails") =>
      this.injector.injects(trait, prng)
    switch (kind) {
      case "begin":
        return strikes("disk.busy") ? "busy" : undefined
      case "commit":
        return strikes("disk.commitFails")
          ? prng.pick<DiskFault>(["busy", "full", "ioerr"])
          // Few share a commit, and that is where a lost one can do most.
          : this.injector.injects("disk.commitLost", prng, undefined, bodies > 1 ? 30 : 1)
          ? "lost"
          : undefined
      case "statement":
        return strikes("disk.full") ? "full" : strikes("disk.ioerr") ? "ioerr" : undefined
    }
  }

  /** One step of the world; a process may die before it. */
  override step(until: number): boolean {
    if (this.steps + 1 >= this.killAt && this.isToBeKilled) {
      this.injector.count("store.killed")
      this.restart("is killed", this.prng.stream(`down ${this.steps + 1}`).logUniform(0, 2 * minute))
    }
    return super.step(until)
  }

  private get isToBeKilled(): boolean {
    return this.injector.active && this.store.isUp && (this.store.isServing || !this.killsOnlyWhileServing)
  }

  private planKill(): void {
    if (this.singleFault?.trait === "store.killed") {
      this.killAt = this.store.boots === 1 ? this.steps + this.singleFault.nth : Infinity
      return
    }
    const share = this.swarm.probability("store.killed")
    const prng = this.prng.stream(`kill ${this.steps}`)
    // The more finely a process is cut into steps, the more of them it lives.
    const { preemptEvery } = this.swarm
    const most = (2 / share) * (preemptEvery === 0 ? 1 : Math.max(1, 100 / preemptEvery))
    this.killAt = share === 0 ? Infinity : this.steps + prng.logUniform(200, most)
    this.killsOnlyWhileServing = prng.happens(0.5)
  }

  override boot(): void {
    super.boot()
    this.planKill()
  }
}

/** Who asks for everything once more when a world is judged. */
const finalAuditor = "auditor"

/** The end of a history: what led there, and the one answer that was the last. */
const lastOf = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.filter((line, i) => i >= lines.length - 2 || !line.includes(`Z ${finalAuditor} #`)).slice(-60)

/** Lives through one seed. */
export const simulate = (options: Options): Report => {
  const prng = new Prng(`seed ${options.seed}`)
  const swarm = drawConfiguration(prng.stream("climate"), options)
  const images = open(true)
  const calendar = prng.stream("calendar")
  const start = Date.parse(`${calendar.pick(starts)}T00:00:00Z`) + calendar.int(0, day)
  const end = start + options.days * day
  const { singleFault, trace } = options
  const injector = new FaultInjector(swarm, prng.stream("weather"), start, end, singleFault)
  const world = new SeededWorld(
    { prng, swarm, start, disks: disksOf(images), partners: images.partners, injector, trace },
    singleFault
  )
  const violations: Array<Violation> = []
  let purchases = 0
  try {
    purchases = run(world, prng, end)
  } catch (error) {
    if (!(error instanceof ViolationFound)) {
      violations.push({ rule: "world", expected: "a world that goes on", seen: String(error) })
    }
  }
  violations.push(...world.auditor.violations)
  for (const seen of world.rejections) violations.push({ rule: "webhook.signature", expected: "signed", seen })
  const { auditor, history, store, steps, time } = world
  const report: Report = {
    seed: options.seed,
    digest: history.digest(),
    violations,
    tail: lastOf(history.tail(Infinity)),
    swarm,
    purchases,
    requests: [...auditor.answers.values()].reduce((sum, count) => sum + count, 0),
    boots: store.boots,
    steps,
    simulatedMillis: time.now - start,
    faults: injector.counts,
    faultsByOperation: injector.countsByOperation,
    answers: auditor.answers,
    states: auditor.states
  }
  world.close()
  return report
}

const run = (world: World, prng: Prng, end: number): number => {
  const { auditor, swarm, clientProcess, time } = world
  /** Runs the world to a moment, or until a promise is broken. */
  const run = (until: number): void => {
    while (world.advance(until));
  }
  world.open(prng.stream("stages").pick([20 * minute, 2 * hour, 12 * hour]))

  // The shelves are filled before anything can go wrong.
  const products = productIds.slice(0, swarm.products)
  const shelves = prng.stream("shelves")
  for (const product of products) {
    const onHand = swarm.has("world.scarce") ? shelves.int(1, 12) : shelves.int(50, 60 * swarm.shoppersPerDay)
    world.stock(product, onHand)
  }
  world.injector.active = true

  const town: People.WorkloadContext = {
    clientContext: { transport: world.store.send, history: world.history, auditor, injector: world.injector },
    swarm,
    pages: world.provider.pages,
    mandates: world.provider.mandates,
    products,
    partners: world.partners,
    subscriptionAdmin: world.subscriptionAdmin,
    endsAt: end,
    purchases: 0
  }
  const clients: Array<Client> = []
  const activity = { running: 0 }
  const startAt = (at: number, effect: Effect.Effect<Client | undefined>): void => {
    activity.running++
    clientProcess.at(at, () =>
      void clientProcess.run(effect, (exit) => {
        activity.running--
        if (Exit.isFailure(exit)) throw new Error(Cause.pretty(exit.cause))
        if (exit.value !== undefined) clients.push(exit.value)
      }))
  }
  const arrivals = prng.stream("arrivals")
  const sale: People.FlashSale | undefined = swarm.has("world.rush")
    ? { product: arrivals.pick(products), at: arrivals.int(time.now + hour, Math.min(end, time.now + 2 * day)) }
    : undefined
  for (let morning = time.now, n = 0; morning < end; morning += day) {
    const isDropDay = sale !== undefined && sale.at >= morning && sale.at < morning + day
    const count = Math.max(isDropDay ? 4 : 1, Math.round(swarm.shoppersPerDay * (0.5 + arrivals.next())))
    for (let i = 0; i < count; i++) {
      const name = `shopper-${++n}`
      const wanted = isDropDay && arrivals.happens(0.8) ? sale : undefined
      const at = wanted === undefined
        ? arrivals.int(morning, Math.min(morning + day, end))
        : wanted.at - arrivals.int(0, minute)
      const own = prng.stream(name)
      const isBoughtFor = own.stream("acp").happens(swarm.probability("act.acp"))
      startAt(
        Math.max(at, morning),
        isBoughtFor ? Agents.buyer(town, name, own) : People.shopper(town, name, own, wanted)
      )
    }
  }
  const spenders = prng.stream("spenders")
  for (let n = swarm.has("act.delegate") ? spenders.pick([1, 1, 2, 3]) : 0; n > 0; n--) {
    const name = `spender-${n}`
    startAt(spenders.int(time.now, time.now + day / 2), People.spender(town, name, prng.stream(name)))
  }
  const staff = new People.Staff(town, "staff", prng.stream("staff"))
  if (sale !== undefined) {
    const { at, product } = sale
    startAt(at - 2 * minute, Effect.as(staff.count(product, arrivals.int(1, 4)), undefined))
  }
  const rounds = prng.stream("rounds")
  const shift: Effect.Effect<undefined> = Effect.gen(function*() {
    while (time.now < end) {
      yield* Effect.sleep(rounds.logUniform(minute, day))
      yield* staff.round
    }
    return undefined
  })
  startAt(time.now, shift)
  run(end)

  // The injector clears. Whoever is about something finishes it; then everything has to come to rest.
  world.injector.active = false
  world.history.add("weather", "clears")
  const bound = end + settlesWithin
  while (activity.running > 0 || !world.store.isUp) {
    if (time.now >= bound) return stuck(world, activity.running > 0 ? "people who wait" : "a store that is down")
    run(time.now + hour)
  }
  const closer = new People.Staff(town, "closer", prng.stream("closing time"))
  settle(world, closer, bound)
  if (swarm.has("act.return")) {
    const shoppers = clients.filter(({ identity }) => identity.shopper === undefined).slice(0, 8)
    for (const shopper of shoppers) world.until(clientProcess, People.returnDelivered(town, shopper), time.now + day)
    if (swarm.has("act.returnLate")) {
      const latecomer = People.lateReturner(town, closer, "latecomer", prng.stream("latecomer"))
      const client = world.until(clientProcess, latecomer, time.now + day)
      if (client !== undefined) clients.push(client)
    }
    settle(world, closer, bound)
  }
  auditAtRest(world, new People.Staff(town, finalAuditor, prng.stream("closing")), clients, products)
  return town.purchases
}

const stuck = (world: World, what: string): number => {
  world.auditor.expect(false, "liveness", "that everything settles once nothing fails any more", () => what)
  return 0
}

/** Staff finish what is theirs: orders are shipped and arrive, returns are opened, parked messages are sent again. */
const settle = (world: World, staff: People.Staff, bound: number): void => {
  const { auditor, disks: { store }, clientProcess, time } = world
  const work = <A, E>(effect: Effect.Effect<A, E>) => world.until(clientProcess, effect, time.now + day)
  const from = new Date(time.now - 400 * day).toISOString()
  for (;;) {
    for (const at = time.now + 6 * hour; world.advance(at););
    const parked = store.query<{ id: string }>(
      `SELECT DISTINCT d.subscription_id AS id FROM delivery d JOIN subscription s ON s.id = d.subscription_id
       WHERE d.state = 'parked' AND s.deleted_at IS NULL ORDER BY 1`
    )
    const to = new Date(time.now).toISOString()
    for (const { id } of parked) work(staff.do("POST", `/api/webhook-subscriptions/${id}/replay`, { from, to }))
    const left = pending(world.disks)
    const open = store.query<{ id: string; status: string }>(
      "SELECT id, status FROM orders WHERE status IN ('confirmed', 'shipped') ORDER BY id"
    )
    const returns = store.query<{ id: string }>(
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
      const shipped = status === "confirmed" ? work(staff.ship(id)) : undefined
      // Where it left in parts it arrives in parts.
      work(
        staff.deliver(
          id,
          undefined,
          shipped?.status === 200 ? People.firstUndelivered(shipped.json.shipments) : undefined
        )
      )
    }
    for (const { id } of returns) work(staff.receive(id, true))
  }
}
