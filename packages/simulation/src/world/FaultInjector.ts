/**
 * The fault injector: decides at each place where something can fail whether it fails now, by the probabilities of the
 * swarm configuration and from the seed alone, and counts the injected faults. It injects nothing while it is off:
 * before the store is open, and after the days of the run. It only decides; the caller (a disk, an external system, a
 * client) carries a fault out.
 */
import type { Prng } from "../engine/Prng.ts"
import { tally } from "../engine/Tally.ts"
import { day, hour, minute } from "../engine/Time.ts"
import type { Fault, SwarmConfiguration, Trait } from "./SwarmConfiguration.ts"

/** One fault, the n-th time that it could be injected, and no other. */
export interface SingleFault {
  readonly trait: Fault
  readonly nth: number
}

/** What a partner's endpoint does while it is out: it hangs, or takes no connection. */
export type EndpointOutage = "hangs" | "dead"

export class FaultInjector {
  /** Whether anything fails at all. */
  active = false
  /** Injected faults by name. */
  readonly counts = new Map<string, number>()
  /** The same with the operations that they hit, as `fault × operation`. */
  readonly countsByOperation = new Map<string, number>()
  /** How often the provider opened no payment page. */
  sessionsRefused = 0
  /** The operations that are under way at the store. */
  operationsUnderWay: () => ReadonlyArray<string> = () => []
  /** Called for every fault as it is injected, with the operations that it hits. */
  onInjected: (trait: string, operations: ReadonlyArray<string>) => void = () => {}
  private readonly swarm: SwarmConfiguration
  private readonly outages: ReadonlyMap<Trait, ReadonlyArray<readonly [from: number, to: number]>>
  /** Of each address that a message was sent to: whether, how and when it is out. */
  private readonly endpointOutages = new Map<
    string,
    readonly [outage: EndpointOutage, from: number, to: number] | undefined
  >()
  private readonly prng: Prng
  private readonly only: SingleFault | undefined
  private opportunities = 0

  constructor(swarm: SwarmConfiguration, prng: Prng, from: number, to: number, only: SingleFault | undefined) {
    this.swarm = swarm
    this.prng = prng
    this.only = only
    this.outages = new Map((["provider.outage", "partner.outage"] as const).map((trait) => {
      const own = prng.stream(trait)
      const probability = swarm.probability(trait)
      const count = probability === 0 ? 0 : own.int(1, Math.ceil(1 + ((to - from) / day) * probability))
      return [
        trait,
        Array.from({ length: count }, () => {
          const start = own.int(from, to)
          // Of one outage of the provider, the hundredth refused checkout shows nothing new.
          const longest = trait === "provider.outage" ? 2 * hour : 8 * hour
          return [start, start + own.logUniform(minute, longest)] as const
        })
      ]
    }))
  }

  /** Counts a fault, and the operations that it hits: by default those that are under way. */
  count(trait: string, operations: ReadonlyArray<string> = this.operationsUnderWay()): void {
    const affected = operations.length === 0 ? ["background work"] : operations
    tally(this.counts, trait)
    for (const operation of affected) tally(this.countsByOperation, `${trait} × ${operation}`)
    this.onInjected(trait, affected)
  }

  /** Whether to inject a fault now; counts it. `times`: how many times as likely as otherwise. */
  injects(trait: Trait, prng: Prng, operations?: ReadonlyArray<string>, times = 1): boolean {
    const injects = this.active && (this.only === undefined
      ? prng.happens(this.swarm.probability(trait) * times)
      : this.only.trait === trait && ++this.opportunities === this.only.nth)
    if (injects) this.count(trait, operations)
    return injects
  }

  /** The length of an outage that begins now, in milliseconds; counts it. */
  isOut(trait: "provider.outage" | "partner.outage", now: number): boolean {
    const isOut = this.active && this.outages.get(trait)!.some(([from, to]) => from <= now && now < to)
    if (isOut) this.count(trait)
    return isOut
  }

  /** Whether a partner's endpoint is out now, for some hours or days, and how; counts it. */
  endpointOutage(url: string, now: number): EndpointOutage | undefined {
    if (!this.active) return undefined
    if (!this.endpointOutages.has(url)) this.endpointOutages.set(url, this.drawEndpointOutage(url, now))
    const outage = this.endpointOutages.get(url)
    if (outage === undefined || now < outage[1] || now >= outage[2]) return undefined
    this.count("endpoint.outage", [])
    return outage[0]
  }

  /** Each address has a stream of its own: what it draws does not depend on who else is there. */
  private drawEndpointOutage(url: string, now: number): readonly [EndpointOutage, number, number] | undefined {
    const own = this.prng.stream(`endpoint.outage ${url}`)
    if (!own.happens(this.swarm.probability("endpoint.outage"))) return undefined
    // Long enough to be disabled, or not; from the first message on, or later.
    const start = own.happens(0.5) ? now + own.int(0, 3 * day) : now
    const length = own.happens(0.5) ? own.logUniform(hour, day) : own.int(3 * day, 7 * day)
    return [own.pick<EndpointOutage>(["hangs", "dead"]), start, start + length]
  }
}
