/**
 * Admission: counts requests against the budgets of their network address and of their principal, and refuses those for
 * which too little is left. Failed sign-ins have budgets of their own, of the network and of the client's id.
 *
 * The rule: every request of a known network costs that of its method before anything is done for it, and the rest of
 * its cost as soon as that is known; its principal pays the same. What the network has no units for costs nothing; what
 * its principal has no units for, and a secret that is not looked at, cost the network what a read costs. Nothing here
 * touches the database.
 *
 * What is counted of a request is its ticket, which is kept beside it. A request without one (of a program on the
 * machine itself in a demo, or of handlers that are mounted without the pipeline) is not counted. Follows
 * docs/specification.md#request-budgets.
 */
import type { Principal } from "@beauty-store/domain/Principal"
import { type BudgetName, windowMillis } from "@beauty-store/domain/RequestBudget"
import { hash } from "@beauty-store/kernel/Secrets"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { type EndpointCost, freeBodyBytes, units } from "../contract/Cost.ts"
import type { CallerRefusal, Identification } from "../contract/Security.ts"
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

/** How many owners of budgets each generation remembers: at most 20 MB for both. */
const owners = 100_000
/** The same of those whose sign-ins failed, and how many networks of clients are known. */
const failing = 20_000

/** The networks from which clients have signed in: those that did so last, up to a number. */
class KnownClients {
  private readonly pairs = new Set<string>()

  add(client: string, network: string): void {
    const pair = `${client} ${network}`
    this.pairs.delete(pair)
    this.pairs.add(pair)
    if (this.pairs.size > failing) { for (const oldest of this.pairs) return void this.pairs.delete(oldest) }
  }

  has(client: string, network: string): boolean {
    return this.pairs.has(`${client} ${network}`)
  }
}

/** Where requests are counted: one for each application. */
export class Admission {
  readonly requests = new RequestBuckets(owners)
  readonly failures = new RequestBuckets(failing)
  readonly known = new KnownClients()
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

  /** A ticket for a request from a peer, which has cost nothing so far; undefined if the request is not counted. */
  open(peer: string | undefined, headers: RequestHeaders): Ticket | undefined {
    const network = networkOf(peer, headers, this.settings)
    return network === undefined ? undefined : new Ticket(this, network)
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

/** What a request has cost so far, and who pays. */
export class Ticket {
  private readonly admission: Admission
  private readonly network: string
  private principal: Pick<Principal, "kind" | "id"> | undefined
  private spent = 0

  constructor(admission: Admission, network: string) {
    this.admission = admission
    this.network = network
  }

  private take(budget: BudgetName, owner: string, cost: number): RateLimited | undefined {
    const { now, requests } = this.admission
    const waitMillis = requests.take(owner, now(), cost, this.admission.quota(budget))
    return waitMillis > 0 ? rateLimited(budget, waitMillis) : undefined
  }

  /**
   * Charges more units. Returns the refusal, if too few are left. `all`: where this is only a part of the cost, the
   * units for which a refusal says how long to wait.
   */
  charge(cost: number, all: () => number = () => cost): RateLimited | undefined {
    if (cost <= 0) return undefined
    if (this.take("network", this.network, cost) !== undefined) {
      const { now, requests } = this.admission
      const waitMillis = requests.waitFor(this.network, now(), all(), this.admission.quota("network"))
      this.giveBack(0)
      return rateLimited("network", waitMillis)
    }
    this.spent += cost
    return this.principal === undefined ? undefined : this.chargePrincipal(this.principal, cost)
  }

  /** The principal is known, and pays what the request has cost so far. */
  identified(principal: Principal): RateLimited | undefined {
    if (this.principal !== undefined) return undefined
    const refusal = this.chargePrincipal(principal, this.spent)
    if (refusal === undefined) this.principal = principal
    return refusal
  }

  private chargePrincipal({ id, kind }: Pick<Principal, "kind" | "id">, cost: number): RateLimited | undefined {
    const refusal = this.take(kind, id, cost)
    if (refusal === undefined) return undefined
    if (this.principal !== undefined) this.giveBackToPrincipal(this.principal, this.spent - cost)
    this.principal = undefined
    this.giveBack(units.read)
    return refusal
  }

  /** The request was only a replay: all but the cost of one is given back. */
  replayed(): void {
    this.giveBack(units.replay)
  }

  /** Gives back what the request has cost so far, but for `cost`. */
  private giveBack(cost: number): void {
    const rest = this.spent - cost
    if (rest <= 0) return
    const { now, requests } = this.admission
    requests.giveBack(this.network, now(), rest, this.admission.quota("network"))
    if (this.principal !== undefined) this.giveBackToPrincipal(this.principal, rest)
    this.spent = cost
  }

  private giveBackToPrincipal({ id, kind }: Pick<Principal, "kind" | "id">, units: number): void {
    this.admission.requests.giveBack(id, this.admission.now(), units, this.admission.quota(kind))
  }

  /** Refuses a token, unchecked, where too many were wrong. */
  refusedToken(): RateLimited | undefined {
    const { failures, now } = this.admission
    const waitMillis = failures.waitFor(this.network, now(), 1, this.admission.quota("failures"))
    return waitMillis > 0 ? this.unchecked(waitMillis) : undefined
  }

  /** A token was wrong. */
  wrongToken(): void {
    const { failures, now } = this.admission
    failures.take(this.network, now(), 1, this.admission.quota("failures"))
  }

  /**
   * A client is about to sign in, which counts as a failure until it has. Refused where too many failed: from this
   * network, or with this client's id, unless it has signed in from this network before.
   */
  beginSignIn(client: string): RateLimited | undefined {
    const { failures, known, now } = this.admission
    const quota = this.admission.quota("failures")
    const ofNetwork = failures.take(this.network, now(), 1, quota)
    if (ofNetwork > 0) return this.unchecked(ofNetwork)
    const ofClient = failures.take(client, now(), 1, quota)
    if (ofClient <= 0 || known.has(client, this.network)) return undefined
    failures.giveBack(this.network, now(), 1, quota)
    return this.unchecked(ofClient)
  }

  /** The refusal of a secret or a token that nobody looks at, which costs the network what a read costs. */
  private unchecked(waitMillis: number): RateLimited {
    this.giveBack(units.read)
    return rateLimited("failures", waitMillis)
  }

  /** It has not failed, whatever else happened. */
  endSignIn(client: string, succeeded: boolean): void {
    const { failures, known, now } = this.admission
    const quota = this.admission.quota("failures")
    failures.giveBack(this.network, now(), 1, quota)
    failures.giveBack(client, now(), 1, quota)
    if (succeeded) known.add(client, this.network)
  }

  /** What is left, as draft-ietf-httpapi-ratelimit-headers has it. */
  get headers(): { readonly "ratelimit-policy": string; readonly ratelimit: string } {
    const { admission, network, principal } = this
    const now = admission.now()
    const quota = admission.quota("network")
    const policy = admission.policy("network", quota)
    const left = this.left("network", network, now, quota)
    if (principal === undefined) return { "ratelimit-policy": policy, ratelimit: left }
    const { id, kind } = principal
    const own = admission.quota(kind)
    return {
      "ratelimit-policy": `${policy}, ${admission.policy(kind, own)}`,
      ratelimit: `${left}, ${this.left(kind, id, now, own)}`
    }
  }

  private left(budget: BudgetName, owner: string, now: number, quota: number): string {
    const { seconds, units } = this.admission.requests.left(owner, now, quota)
    return `"${budget}";r=${units};t=${seconds}`
  }
}

const tickets = new WeakMap<object, Ticket>()

export const setTicket = (request: Request, ticket: Ticket): void => void tickets.set(originOf(request), ticket)

const ticketOf = (request: Request): Ticket | undefined => tickets.get(originOf(request))

/** Charges a request for work of its own kind. */
export const charge = (request: Request, cost: number): Effect.Effect<void, RateLimited> =>
  Effect.suspend(() => ticketOf(request)?.charge(cost) ?? Effect.void)

/** Charges a request for the length of its body. */
export const chargeBody = (request: Request, bytes: number): Effect.Effect<void, RateLimited> =>
  bytes <= freeBodyBytes
    ? Effect.void
    : charge(request, Math.ceil((bytes - freeBodyBytes) / 1024) * units.kibibyte)

/** The identification of a request's caller, who pays for it. `cost`: of the endpoint, which is charged already. */
export const countCaller = <R>(
  request: Request,
  identification: Identification<R>,
  cost: EndpointCost
): Identification<R> => {
  const ticket = ticketOf(request)
  if (ticket === undefined) return identification
  const presented = request.headers["authorization"] !== undefined
  const counted = Effect.flatMap(identification, (caller) => {
    const refusal = caller === undefined
      ? ticket.charge(cost.anonymous - cost.units)
      : ticket.identified(caller.principal)
    return refusal ?? Effect.succeed(caller)
  })
  if (!presented) return counted
  const noted = Effect.tapError(
    counted,
    ({ _tag }: CallerRefusal) => Effect.sync(() => _tag === "Unauthorized" ? ticket.wrongToken() : undefined)
  )
  return Effect.suspend(() => ticket.refusedToken() ?? noted)
}

/** Counts an attempt of a client to sign in, which fails with `InvalidClient` if its secret is wrong. */
export const countSignIn = <A, E extends { readonly _tag: string }, R>(
  request: Request,
  clientId: string,
  attempt: Effect.Effect<A, E, R>
): Effect.Effect<A, E | RateLimited, R> => {
  const ticket = ticketOf(request)
  if (ticket === undefined) return attempt
  // The text may be of any length.
  const client = hash(clientId)
  const counted = Effect.flatMap(Effect.exit(attempt), (exit) => {
    const failed = Exit.isFailure(exit) && exit.cause._tag === "Fail" && exit.cause.error._tag === "InvalidClient"
    if (!failed) ticket.endSignIn(client, Exit.isSuccess(exit))
    return exit
  })
  return Effect.suspend((): Effect.Effect<A, E | RateLimited, R> => ticket.beginSignIn(client) ?? counted)
}
