/**
 * Counts requests against the budgets of their network address and of their principal, in memory, and refuses those for
 * which too little is left. Wrong secrets and tokens have a budget of the network, which a right one never needs. What
 * is counted of a request is its `Meter`; one without it is not counted. Follows docs/specification.md#request-budgets.
 */
import type { Principal } from "@beauty-store/domain/Principal"
import { type BudgetName, takenUntil, windowMillis } from "@beauty-store/domain/RequestBudget"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { freeBodyBytes, units } from "../contract/Cost.ts"
import type { HttpSettings } from "../HttpPolicy.ts"
import { networkOf, type RequestHeaders } from "./ClientAddress.ts"
import { RequestBuckets } from "./RequestBuckets.ts"
import { originOf } from "./RequestContext.ts"

type Request = HttpServerRequest.HttpServerRequest

export class RateLimited
  extends Data.TaggedError("RateLimited")<{ readonly budget: BudgetName; readonly retryAfterSeconds: number }>
{}

const rateLimited = (budget: BudgetName, waitMillis: number): RateLimited =>
  new RateLimited({ budget, retryAfterSeconds: Math.ceil(waitMillis / 1000) })

/** Of the budget of failures, what each search for an order of an email address costs that address. */
const searchUnits = 6

/** How many owners of budgets each generation remembers: at most 20 MB for both. */
const owners = 100_000
/** The same of networks from which wrong secrets came. */
const failing = 20_000

/** Where requests are counted: one for each application. */
export class RateLimiter {
  readonly requests = new RequestBuckets(owners)
  readonly failures = new RequestBuckets(failing)
  readonly now: () => number
  private readonly policies = new Map<BudgetName, { readonly quota: number; readonly text: string }>()
  private readonly settings: HttpSettings
  private readonly share: () => number

  /** `share`: the part of each budget that this instance may spend (`Instances`). */
  constructor(settings: HttpSettings, clock: Clock.Clock, share: () => number) {
    this.settings = settings
    this.share = share
    this.now = () => clock.unsafeCurrentTimeMillis()
  }

  /** A meter for a request from a peer, which has cost nothing so far; undefined if the request is not counted. */
  open(peer: string | undefined, headers: RequestHeaders): Meter | undefined {
    const network = networkOf(peer, headers, this.settings)
    return network === undefined ? undefined : new Meter(this, network)
  }

  /** The units of a budget that this instance may spend in a window. */
  quota(budget: BudgetName): number {
    return this.settings.budgets[budget] * this.share()
  }

  /** The same as a header field has it. */
  policy(budget: BudgetName, quota: number): string {
    const known = this.policies.get(budget)
    if (known?.quota === quota) return known.text
    const text = `"${budget}";q=${Math.floor(quota)};w=${windowMillis / 1000}`
    this.policies.set(budget, { quota, text })
    return text
  }
}

/** A budget that a request is counted against, as one owner has it, and what the request has taken of it. */
class Account {
  readonly budget: BudgetName
  private readonly limiter: RateLimiter
  private readonly buckets: RequestBuckets
  private readonly owner: string
  private until: number | undefined
  /** The units that the request has taken, which are never more than a whole budget. */
  private taken = 0

  constructor(limiter: RateLimiter, budget: BudgetName, owner: string) {
    this.limiter = limiter
    this.buckets = budget === "failures" ? limiter.failures : limiter.requests
    this.budget = budget
    this.owner = owner
  }

  private get quota(): number {
    return this.limiter.quota(this.budget)
  }

  /** Returns 0, or the milliseconds after which the same would be admitted. */
  take(cost: number): number {
    const { quota } = this
    const units = Math.min(cost, Math.max(0, quota - this.taken))
    const { allowed, level, waitMillis } = this.buckets.take(this.owner, this.limiter.now(), units, quota)
    if (allowed) {
      this.until = takenUntil(this.until, level, units, quota)
      this.taken += units
    }
    return waitMillis
  }

  waitFor(cost: number): number {
    return this.buckets.waitFor(this.owner, this.limiter.now(), cost, this.quota)
  }

  /** Gives back all that was taken but `cost`. */
  giveBackTo(cost: number): void {
    const units = this.taken - cost
    if (this.until === undefined || units <= 0) return
    this.buckets.giveBack(this.owner, this.limiter.now(), units, this.quota, this.until)
    this.taken = cost
  }

  /** What there is, and what is left of it, as header fields have it. */
  get fields(): { readonly policy: string; readonly left: string } {
    const { limiter, budget, quota } = this
    const { seconds, units } = this.buckets.left(this.owner, limiter.now(), quota)
    return { policy: limiter.policy(budget, quota), left: `"${budget}";r=${units};t=${seconds}` }
  }
}

/** What a request has cost so far, and who pays. */
export class Meter {
  private readonly limiter: RateLimiter
  private readonly network: string
  private readonly ofNetwork: Account
  private ofPrincipal: Account | undefined
  /** Another than the network's that had too little left. */
  private refusedBy: Account | undefined
  private spent = 0

  constructor(limiter: RateLimiter, network: string) {
    this.limiter = limiter
    this.network = network
    this.ofNetwork = new Account(limiter, "network", network)
  }

  /**
   * Charges more units. Returns the refusal, if too few are left. `all`: where this is only a part of the cost, the
   * units for which a refusal says how long to wait.
   */
  charge(cost: number, all: () => number = () => cost): RateLimited | undefined {
    if (cost <= 0) return undefined
    if (this.ofNetwork.take(cost) > 0) {
      // The same request pays all of it anew.
      const whole = Math.max(all(), this.spent + cost)
      this.giveBackTo(0)
      const waitMillis = this.ofNetwork.waitFor(whole)
      return rateLimited("network", waitMillis)
    }
    this.spent += cost
    return this.ofPrincipal === undefined ? undefined : this.chargePrincipal(this.ofPrincipal, cost)
  }

  /** The principal is known, and pays what the request has cost so far. */
  identified({ id, kind }: Pick<Principal, "kind" | "id">): RateLimited | undefined {
    if (this.ofPrincipal !== undefined) return undefined
    const account = new Account(this.limiter, kind, id)
    const refusal = this.chargePrincipal(account, this.spent)
    if (refusal === undefined) this.ofPrincipal = account
    return refusal
  }

  private chargePrincipal(account: Account, cost: number): RateLimited | undefined {
    const waitMillis = account.take(cost)
    if (waitMillis <= 0) return undefined
    account.giveBackTo(0)
    this.ofPrincipal = undefined
    this.refusedBy = account
    this.giveBackTo(units.read)
    return rateLimited(account.budget, waitMillis)
  }

  /** The request was only a replay: all but the cost of one is given back. */
  replayed(): void {
    this.giveBackTo(units.replay)
  }

  /** Gives back what the request has cost so far, but for `cost`. */
  private giveBackTo(cost: number): void {
    if (this.spent <= cost) return
    this.ofNetwork.giveBackTo(cost)
    this.ofPrincipal?.giveBackTo(cost)
    this.spent = cost
  }

  /** A secret or a token was wrong: refused as such, or by the budget, where too many were. */
  failed(): RateLimited | undefined {
    const failures = new Account(this.limiter, "failures", this.network)
    const waitMillis = failures.take(1)
    this.giveBackTo(units.read)
    if (waitMillis <= 0) return undefined
    this.refusedBy = failures
    return rateLimited("failures", waitMillis)
  }

  /** An order was searched for in a person's name: from whatever networks, few numbers can be tried for one of them. */
  searched(email: string): RateLimited | undefined {
    const searches = new Account(this.limiter, "failures", `searches of ${email.slice(0, 254)}`)
    const waitMillis = searches.take(searchUnits)
    if (waitMillis <= 0) return undefined
    this.refusedBy = searches
    return rateLimited("failures", waitMillis)
  }

  /** What is left, as draft-ietf-httpapi-ratelimit-headers has it. */
  get headers(): { readonly "ratelimit-policy": string; readonly ratelimit: string } {
    const { left, policy } = this.ofNetwork.fields
    const own = (this.refusedBy ?? this.ofPrincipal)?.fields
    if (own === undefined) return { "ratelimit-policy": policy, ratelimit: left }
    return { "ratelimit-policy": `${policy}, ${own.policy}`, ratelimit: `${left}, ${own.left}` }
  }
}

const meters = new WeakMap<object, Meter>()

export const setMeter = (request: Request, meter: Meter): void => void meters.set(originOf(request), meter)

export const meterOf = (request: Request): Meter | undefined => meters.get(originOf(request))

/** Charges a request for work of its own kind. */
export const charge = (request: Request, cost: number): Effect.Effect<void, RateLimited> =>
  Effect.suspend(() => meterOf(request)?.charge(cost) ?? Effect.void)

/** Counts a search for an order of an email address. */
export const searched = (request: Request, email: string): Effect.Effect<void, RateLimited> =>
  Effect.suspend(() => meterOf(request)?.searched(email) ?? Effect.void)

/** Charges a request for the length of its body. */
export const chargeBody = (request: Request, bytes: number): Effect.Effect<void, RateLimited> =>
  bytes <= freeBodyBytes
    ? Effect.void
    : charge(request, Math.ceil((bytes - freeBodyBytes) / 1024) * units.kibibyte)
