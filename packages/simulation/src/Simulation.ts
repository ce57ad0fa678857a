/**
 * One world from one seed: the store, the companies it deals with, a crowd of people, and everything that goes wrong with
 * them, on a simulated clock. `simulate` lives through it, then lets the weather clear, has everything settle, and says
 * what was promised and not kept.
 *
 * The same seed and options give the same history, byte for byte, whatever the machine is doing besides.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Violation } from "./auditor/Auditor.ts"
import type { DiskFault, StatementKind } from "./engine/Disk.ts"
import { Chance } from "./engine/Prng.ts"
import { day, hour, minute } from "./engine/Time.ts"
import * as Agents from "./workload/AgentBuyers.ts"
import type { Client } from "./workload/Client.ts"
import * as People from "./workload/People.ts"
import { type Beginning, Broken, disksOf, judge, open, pending, productIds, settlesWithin, World } from "./World.ts"
import { type Strike, Weather } from "./world/FaultInjector.ts"
import { type Choice, type Climate, draw } from "./world/SwarmConfiguration.ts"

export interface Options extends Choice {
  readonly seed: number
  readonly days: number
  /** Instead of what the climate has: one fault, once. */
  readonly strike?: Strike | undefined
  /** Takes every line of the history. */
  readonly trace?: ((line: string) => void) | undefined
}

export interface Report {
  readonly seed: number
  readonly digest: string
  readonly violations: ReadonlyArray<Violation>
  /** The last lines of the history, without what the auditor asks when all is over, but for its last answer. */
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
  /** What faults struck, as `fault × operation`. */
  readonly struck: ReadonlyMap<string, number>
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

/** A world whose faults are drawn, while the weather is bad, or one of them strikes once. */
class SeededWorld extends World {
  private readonly strike: Strike | undefined
  /** Which life of the store has had a commit whose outcome it cannot know. */
  private doubtful = 0
  private killAt = Infinity
  /** Whether the store is killed only while it serves somebody. */
  private killsAtWork = false

  constructor(beginning: Beginning, strike: Strike | undefined) {
    super(beginning)
    this.strike = strike
    const chance = this.chance.named("disk")
    this.disks.store.faults = {
      next: (kind, text, bodies) => {
        this.auditor.expect(
          this.doubtful !== this.shop?.boots,
          "storage.trusted",
          "a store asks no more of a disk that left it in doubt about a commit",
          () => text
        )
        const fault = this.diskFault(kind, bodies, chance)
        // Whoever stands in for PostgreSQL has a connection for each transaction, and leaves only that one.
        const leavesDoubt = kind === "commit" && (fault === "ioerr" || fault === "lost")
        if (leavesDoubt && !this.climate.interleaved) this.doubtful = this.shop.boots
        return fault
      }
    }
  }

  private diskFault(kind: StatementKind, bodies: number, chance: Chance): DiskFault | undefined {
    const strikes = (trait: "disk.busy" | "disk.full" | "disk.ioerr" | "disk.commitFails") =>
      this.weather.strikes(trait, chance)
    switch (kind) {
      case "begin":
        return strikes("disk.busy") ? "busy" : undefined
      case "commit":
        return strikes("disk.commitFails")
          ? chance.pick<DiskFault>(["busy", "full", "ioerr"])
          // Few share a commit, and that is where a lost one can do most.
          : this.weather.strikes("disk.commitLost", chance, undefined, bodies > 1 ? 30 : 1)
          ? "lost"
          : undefined
      case "statement":
        return strikes("disk.full") ? "full" : strikes("disk.ioerr") ? "ioerr" : undefined
    }
  }

  /** One step of the world; a process may die before it. */
  override step(until: number): boolean {
    if (this.steps + 1 >= this.killAt && this.isToBeKilled) {
      this.weather.count("store.killed")
      this.restart("is killed", this.chance.named(`down ${this.steps + 1}`).scaled(0, 2 * minute))
    }
    return super.step(until)
  }

  private get isToBeKilled(): boolean {
    return this.weather.storm && this.shop.isUp && (this.shop.isServing || !this.killsAtWork)
  }

  private planKill(): void {
    if (this.strike?.trait === "store.killed") {
      this.killAt = this.shop.boots === 1 ? this.steps + this.strike.nth : Infinity
      return
    }
    const share = this.climate.share("store.killed")
    const chance = this.chance.named(`kill ${this.steps}`)
    // The more finely a process is cut into steps, the more of them it lives.
    const { preemptEvery } = this.climate
    const most = (2 / share) * (preemptEvery === 0 ? 1 : Math.max(1, 100 / preemptEvery))
    this.killAt = share === 0 ? Infinity : this.steps + chance.scaled(200, most)
    this.killsAtWork = chance.happens(0.5)
  }

  override boot(): void {
    super.boot()
    this.planKill()
  }
}

/** Who asks for everything once more when a world is judged. */
const closing = "auditor"

/** The end of a history: what led there, and the one answer that was the last. */
const lastOf = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.filter((line, i) => i >= lines.length - 2 || !line.includes(`Z ${closing} #`)).slice(-60)

/** Lives through one seed. */
export const simulate = (options: Options): Report => {
  const chance = new Chance(`seed ${options.seed}`)
  const climate = draw(chance.named("climate"), options)
  const images = open(true)
  const calendar = chance.named("calendar")
  const start = Date.parse(`${calendar.pick(starts)}T00:00:00Z`) + calendar.int(0, day)
  const end = start + options.days * day
  const { strike, trace } = options
  const weather = new Weather(climate, chance.named("weather"), start, end, strike)
  const world = new SeededWorld(
    { chance, climate, start, disks: disksOf(images), partners: images.partners, weather, trace },
    strike
  )
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
  const { auditor, history, shop, steps, time } = world
  const report: Report = {
    seed: options.seed,
    digest: history.digest(),
    violations,
    tail: lastOf(history.tail(Infinity)),
    climate,
    purchases,
    requests: [...auditor.answers.values()].reduce((sum, count) => sum + count, 0),
    boots: shop.boots,
    steps,
    lived: time.now - start,
    faults: weather.counts,
    struck: weather.struck,
    answers: auditor.answers,
    states: auditor.states
  }
  world.close()
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
    const onHand = climate.has("world.scarce") ? shelves.int(1, 12) : shelves.int(50, 60 * climate.shoppersPerDay)
    world.fill(product, onHand)
  }
  world.weather.storm = true

  const town: People.Town = {
    street: { line: world.shop.line, history: world.history, auditor, weather: world.weather },
    climate,
    pages: world.provider.pages,
    mandates: world.provider.mandates,
    products,
    partners: world.partners,
    office: world.office,
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
  const drop: People.Drop | undefined = climate.has("world.rush")
    ? { product: arrivals.pick(products), at: arrivals.int(time.now + hour, Math.min(end, time.now + 2 * day)) }
    : undefined
  for (let morning = time.now, n = 0; morning < end; morning += day) {
    const isDropDay = drop !== undefined && drop.at >= morning && drop.at < morning + day
    const count = Math.max(isDropDay ? 4 : 1, Math.round(climate.shoppersPerDay * (0.5 + arrivals.next())))
    for (let i = 0; i < count; i++) {
      const name = `shopper-${++n}`
      const wanted = isDropDay && arrivals.happens(0.8) ? drop : undefined
      const at = wanted === undefined
        ? arrivals.int(morning, Math.min(morning + day, end))
        : wanted.at - arrivals.int(0, minute)
      const own = chance.named(name)
      const isBoughtFor = own.named("acp").happens(climate.share("act.acp"))
      come(
        Math.max(at, morning),
        isBoughtFor ? Agents.buyer(town, name, own) : People.shopper(town, name, own, wanted)
      )
    }
  }
  const spenders = chance.named("spenders")
  for (let n = climate.has("act.delegate") ? spenders.pick([1, 1, 2, 3]) : 0; n > 0; n--) {
    const name = `spender-${n}`
    come(spenders.int(time.now, time.now + day / 2), People.spender(town, name, chance.named(name)))
  }
  const staff = new People.Staff(town, "staff", chance.named("staff"))
  if (drop !== undefined) {
    const { at, product } = drop
    come(at - 2 * minute, Effect.as(staff.count(product, arrivals.int(1, 4)), undefined))
  }
  const rounds = chance.named("rounds")
  const shift: Effect.Effect<undefined> = Effect.gen(function*() {
    while (time.now < end) {
      yield* Effect.sleep(rounds.scaled(minute, day))
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
  const closer = new People.Staff(town, "closer", chance.named("closing time"))
  settle(world, closer, bound)
  if (climate.has("act.return")) {
    const shoppers = clients.filter(({ identity }) => identity.shopper === undefined).slice(0, 8)
    for (const shopper of shoppers) world.until(people, People.reconsider(town, shopper), time.now + day)
    if (climate.has("act.returnLate")) {
      const latecomer = People.latecomer(town, closer, "latecomer", chance.named("latecomer"))
      const client = world.until(people, latecomer, time.now + day)
      if (client !== undefined) clients.push(client)
    }
    settle(world, closer, bound)
  }
  judge(world, new People.Staff(town, closing, chance.named("closing")), clients, products)
  return town.purchases
}

const stuck = (world: World, what: string): number => {
  world.auditor.expect(false, "liveness", "that everything settles once nothing fails any more", () => what)
  return 0
}

/** Staff finish what is theirs: orders are shipped and arrive, returns are opened, parked messages are sent again. */
const settle = (world: World, staff: People.Staff, bound: number): void => {
  const { auditor, disks: { store }, people, time } = world
  const work = <A, E>(effect: Effect.Effect<A, E>) => world.until(people, effect, time.now + day)
  const from = new Date(time.now - 400 * day).toISOString()
  for (;;) {
    for (const at = time.now + 6 * hour; world.goOn(at););
    const parked = store.look<{ id: string }>(
      `SELECT DISTINCT d.subscription_id AS id FROM delivery d JOIN subscription s ON s.id = d.subscription_id
       WHERE d.state = 'parked' AND s.deleted_at IS NULL ORDER BY 1`
    )
    const to = new Date(time.now).toISOString()
    for (const { id } of parked) work(staff.do("POST", `/api/webhook-subscriptions/${id}/replay`, { from, to }))
    const left = pending(world.disks)
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
      const shipped = status === "confirmed" ? work(staff.ship(id)) : undefined
      // Where it left in parts it arrives in parts.
      work(staff.deliver(id, undefined, shipped?.status === 200 ? People.firstOf(shipped.json.shipments) : undefined))
    }
    for (const { id } of returns) work(staff.receive(id, true))
  }
}
