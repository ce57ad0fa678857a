/**
 * The swarm configuration of a seed: which actions of clients and which faults are enabled, and how often they happen.
 * It follows swarm testing: runs in which everything happens a little find less than runs in which a few things happen
 * a lot. Every trait has a name; one with the probability 0 is disabled. Traits can be left out by name to shrink a
 * failure: the rest of the draw stays the same, because each trait is drawn from a stream of its own.
 */
import type { Prng } from "../engine/Prng.ts"
import { hour, second } from "../engine/Time.ts"
import type { Currency } from "./Currencies.ts"

/** Actions of shoppers, agents and staff, with the highest probability of each where it can be taken. */
export const actions = {
  "act.browse": 0.5,
  "act.look": 0.8,
  "act.search": 0.6,
  "act.doubleClick": 0.4,
  "act.retrySameKey": 1,
  "act.retryNewKey": 0.5,
  "act.noKey": 0.3,
  "act.sharedKeys": 1,
  "act.changedBody": 0.2,
  "act.twoTabs": 0.4,
  "act.changeCart": 0.5,
  "act.abandon": 0.2,
  "act.sleepOnIt": 0.5,
  "act.code": 0.6,
  "act.checkoutAgain": 0.4,
  "act.express": 0.5,
  "act.abroad": 0.3,
  "act.otherCard": 0.25,
  "act.klarna": 0.4,
  "act.threeDSecure": 0.3,
  "act.payTwice": 0.3,
  "act.payLate": 0.2,
  "act.leave": 0.15,
  "act.comeBack": 0.6,
  "act.buyAgain": 1,
  "act.cancel": 0.4,
  "act.return": 0.6,
  "act.returnLate": 0.5,
  "act.cancelReturn": 0.3,
  "act.complain": 0.2,
  "act.pry": 0.3,
  "act.twin": 0.25,
  "act.page": 0.4,
  "act.storefront": 1,
  "act.break": 0.3,
  "act.vary": 0.4,
  "act.repeatLate": 0.5,
  "act.agent": 0.3,
  "act.delegate": 1,
  "act.revoke": 1,
  "act.waitForReset": 0.6,
  "act.tightMonth": 0.8,
  "act.acp": 0.8,
  "act.poorToken": 1,
  "act.usedToken": 0.4,
  "act.correct": 0.6,
  "act.takeOver": 0.3,
  "act.tooLate": 0.5,
  "act.hoard": 1,
  "act.flood": 0.6,
  "act.compare": 1,
  "act.edge": 1,
  "act.scan": 0.25,
  "act.race": 1,
  "staff.ship": 0.5,
  "staff.partial": 0.5,
  "staff.backwards": 0.4,
  "staff.goodwill": 0.3,
  "staff.cancel": 0.2,
  "staff.recount": 0.4,
  "staff.report": 0.5,
  "staff.reprice": 0.6,
  "staff.import": 1,
  "staff.plan": 1,
  "staff.archive": 1,
  "staff.promote": 0.3,
  "staff.reject": 0.3,
  "staff.replay": 0.05,
  "staff.subscribe": 0.4,
  "staff.movePartner": 0.3,
  "staff.unsubscribe": 0.3,
  "staff.enable": 0.3,
  "staff.desk": 0.6,
  "world.scarce": 1,
  "world.rush": 1
} as const

/** Actors beside those who buy, each with many requests of its own: half of them come to a seed. */
const crowds: ReadonlySet<Trait> = new Set([
  "act.hoard",
  "act.flood",
  "act.compare",
  "act.search",
  "act.look",
  "act.storefront",
  "act.edge"
])

/** Faults, with the highest probability of each where it can be injected. */
export const faults = {
  "provider.unavailable": 0.2,
  "provider.lostBefore": 0.15,
  "provider.lostAfter": 0.2,
  "provider.slow": 0.3,
  "provider.outage": 1,
  "provider.decline": 0.4,
  "provider.wrongAmount": 0.4,
  "provider.chargeTwice": 0.2,
  "provider.klarnaFails": 0.5,
  "provider.klarnaLate": 0.3,
  "provider.refundFails": 0.4,
  "provider.refundReverses": 0.5,
  "notification.late": 0.5,
  "notification.twice": 0.5,
  "notification.never": 0.5,
  "carrier.hookLost": 0.3,
  "carrier.hookUnheard": 0.3,
  "carrier.tellsTwice": 0.4,
  "carrier.tellsNever": 0.2,
  "carrier.tellsLate": 0.4,
  "carrier.lost": 0.3,
  "carrier.unheard": 0.3,
  "partner.refuses": 0.4,
  "partner.outage": 1,
  "endpoint.outage": 1,
  "client.vanishes": 0.1,
  "line.requestLost": 0.1,
  "line.answerLost": 0.15,
  "disk.busy": 0.02,
  "disk.full": 0.003,
  "disk.ioerr": 0.001,
  "disk.commitFails": 0.02,
  "disk.commitLost": 0.003,
  "store.killed": 0.0005,
  "stores.paused": 1,
  "stores.restarted": 1,
  "clocks.apart": 1,
  "clocks.set": 1
} as const

export type Fault = keyof typeof faults
export type Trait = keyof typeof actions | Fault
export const traits = [...Object.keys(actions), ...Object.keys(faults)] as ReadonlyArray<Trait>

export interface SwarmConfiguration {
  /** The probability of a trait, each time that it can happen. */
  readonly probability: (trait: Trait) => number
  /** Whether a trait is enabled. */
  readonly has: (trait: Trait) => boolean
  /** The average number of steps after which a fiber of the store is preempted; 0: never. */
  readonly preemptEvery: number
  /** There is time between the loads and the writes of one transaction, in which others run. */
  readonly interleaved: boolean
  /**
   * The longest time that commits wait for others to join them, in milliseconds; where transactions are interleaved, a
   * statement takes a thirtieth of it.
   */
  readonly commitPause: number
  /** The probability that a statement takes up to half a second, where transactions are interleaved. */
  readonly slowStatements: number
  /** How long the store shows what it keeps without a look at the database, in milliseconds (`MaxUnconfirmed`). */
  readonly maxUnconfirmed: number
  readonly shoppersPerDay: number
  readonly products: number
  /** What the shop trades in. */
  readonly currency: Currency
  /** How many stores share the database. Only PostgreSQL, of which interleaved transactions are a model, has several. */
  readonly stores: number
}

export interface Overrides {
  /** Traits that are left out whatever is drawn. */
  readonly without?: ReadonlySet<Trait> | undefined
  /** No faults. */
  readonly calm?: boolean | undefined
  readonly interleaved?: boolean | undefined
  /** False: no fiber is preempted, so that a digest does not depend on the number of steps of a fiber. */
  readonly preemption?: boolean | undefined
  readonly shoppersPerDay?: number | undefined
  readonly currency?: Currency | undefined
  /** The number of stores on the database; more than one have interleaved transactions. */
  readonly stores?: number | undefined
}

/** In one world of six amounts have other decimals than two. */
const drawCurrency = (prng: Prng): Currency => prng.happens(1 / 6) ? prng.pick(["JPY", "KWD"]) : "EUR"

/** How many stores a world with interleaved transactions has. */
const drawStores = (prng: Prng): number => prng.happens(0.25) ? prng.pick([2, 2, 3]) : 1

export const drawConfiguration = (
  prng: Prng,
  { calm, currency, interleaved, preemption = true, shoppersPerDay, stores, without = new Set() }: Overrides = {}
): SwarmConfiguration => {
  const all: Readonly<Record<string, number>> = { ...actions, ...faults }
  const quiet = calm ?? prng.stream("calm").happens(0.15)
  const probabilities = new Map<Trait, number>()
  for (const trait of traits) {
    const own = prng.stream(trait)
    const exists = own.happens(crowds.has(trait) ? 0.5 : trait in actions ? 0.75 : 0.35)
    const strength = 0.1 + 0.9 * own.next()
    const absent = without.has(trait) || (quiet && trait in faults)
    probabilities.set(trait, exists && !absent ? all[trait]! * strength : 0)
  }
  const shape = prng.stream("shape")
  const preemptEvery = shape.pick([0, 30, 100, 100, 1000])
  const drawn = {
    probability: (trait: Trait) => probabilities.get(trait)!,
    has: (trait: Trait) => probabilities.get(trait)! > 0,
    preemptEvery: preemption ? preemptEvery : 0,
    interleaved: interleaved ?? shape.happens(0.3),
    // On a slow disk many transactions share a commit, and much happens between a read and its consequences.
    commitPause: shape.pick([0, 0, 1, 5, 300, 300]),
    slowStatements: prng.stream("slow statements").pick([0, 0.03, 0.1, 0.1]),
    // Nobody else writes to its database: what its own writes do not tell it, it is to miss for long enough to be seen.
    maxUnconfirmed: prng.stream("reads").pick([second, hour]),
    // A few shoppers at a time find most of what many find, and their runs take a fraction of the time.
    shoppersPerDay: shape.pick([2, 2, 3, 3, 4, 6]),
    products: shape.int(2, 8),
    currency: currency ?? drawCurrency(prng.stream("currency"))
  }
  const isInterleaved = (stores ?? 1) > 1 || drawn.interleaved
  const count = stores ?? (isInterleaved ? drawStores(prng.stream("stores")) : 1)
  const shared = {
    ...drawn,
    interleaved: isInterleaved,
    stores: count,
    // Others write to its database, too: it looks as often as it does in a shop.
    maxUnconfirmed: count > 1 ? second : drawn.maxUnconfirmed
  }
  return shoppersPerDay === undefined ? shared : { ...shared, shoppersPerDay }
}

/** The enabled traits of a configuration, by name. */
export const enabledTraits = (swarm: SwarmConfiguration): ReadonlyArray<Trait> => traits.filter(swarm.has)
