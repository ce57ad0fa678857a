/**
 * Rules of the limits on requests: no network address gets more done than its budget, nobody is refused who has not
 * used up one, a refusal names a time after which the same request is admitted, and every response says what is left.
 * Costs are written again here, as ranges. A budget is whole again with each start of the store.
 */
import type { Response } from "../engine/Network.ts"
import { second } from "../engine/Time.ts"
import type { Audit } from "./Audit.ts"
import type { Refusal } from "./Bodies.ts"
import * as Idempotency from "./Idempotency.ts"
import type { CountedRequest, SentRequest } from "./Observations.ts"
import type { ApiOperation, PlatformOperation } from "./Operations.ts"
import * as Words from "./Words.ts"

/** The units and the failed sign-ins of a window, as the simulated shop sets them (`StoreProcess`). */
const quotas = { units: 600, failures: 20 }
const windowMillis = 60 * second
/** No client waits longer for a response. */
const longestWait = 60 * second

const signIn = "auth.token" satisfies ApiOperation
const newGuest = "auth.guest" satisfies ApiOperation
const ticket = "support.ask" satisfies ApiOperation
const scan = "scanner.scan" satisfies PlatformOperation

/** What a response says of a budget: its units and seconds, the units that are left, and after how long all are back. */
interface Said {
  readonly units: number
  readonly seconds: number
  readonly left: number
  readonly backAfter: number
}

/** What a response says of the budget of its network; undefined where it says nothing. */
const saidOf = ({ headers }: Response): Said | undefined => {
  const policy = /"network";q=(\d+);w=(\d+)/.exec(headers["ratelimit-policy"] ?? "")
  const rest = /"network";r=(\d+);t=(\d+)/.exec(headers["ratelimit"] ?? "")
  return policy === null || rest === null ? undefined : {
    units: Number(policy[1]),
    seconds: Number(policy[2]),
    left: Number(rest[1]),
    backAfter: Number(rest[2])
  }
}

/** The cost of a request that is carried out. */
const costOf = ({ method, operation, token }: SentRequest): number =>
  method === "GET"
    ? 1
    : operation === signIn || operation === scan
    ? 20
    : operation === newGuest || (token === undefined && (operation === ticket || operation.startsWith("cart.")))
    ? 50
    : 5

/** Operations that may cost more, by what they do or return. */
const dearer: ReadonlySet<string> = new Set(
  ["admin.consistency", "admin.vat", "orders.receipt"] satisfies ReadonlyArray<ApiOperation>
)

/** So much of a body is free, in bytes; each KiB more costs a unit. */
const freeBody = 4096

/** The longest Retry-After of a refusal, in seconds: in that time as much grows back as the request costs. */
const longestRefusal = (sent: SentRequest, budget: string | undefined): number => {
  const window = windowMillis / second
  if (budget === "failures") return Math.ceil(window / quotas.failures)
  if (budget !== "network" || dearer.has(sent.operation)) return window
  const bytes = sent.json === undefined ? 0 : Buffer.byteLength(JSON.stringify(sent.json))
  const cost = costOf(sent) + Math.ceil(Math.max(0, bytes - freeBody) / 1024)
  return Math.ceil(cost * window / quotas.units)
}

/** Whether a request shows a secret or a token, which may be wrong. */
const presents = ({ operation, token }: SentRequest): boolean => operation === signIn || token !== undefined

/** A budget that was not used for so many windows is whole, however often it was used up before. */
const rememberedWindows = 8

/** The requests of a network that may count at a moment: those of the last windows, and what is on its way. */
const recent = (requests: ReadonlyArray<CountedRequest>, now: number, { apart }: Audit): Array<CountedRequest> =>
  requests.filter(({ from, to }) =>
    (to === Infinity ? from + longestWait : to) > now - rememberedWindows * windowMillis - apart
  )

/** The store starts. */
export const started = ({ seen }: Audit, now: number): void => void seen.starts.push(now)

/**
 * A store's clock is set. Forwards, all of a budget may be back for it; backwards, a budget may take its whole window
 * to grow back, whatever was used of it, and no longer.
 */
export const clockSet = (audit: Audit, now: number): void => {
  started(audit, now)
  audit.seen.clocksSet.push(now)
}

export const sent = (audit: Audit, request: SentRequest): void => {
  const { seen } = audit
  const { at, method, n, network, path } = request
  if (network === undefined) return
  const before = recent(seen.requestsFrom.get(network) ?? [], at, audit)
  const last = before.at(-1)
  // One that nothing else was sent beside since the same was refused.
  const promised = last?.admittedFrom !== undefined && at >= last.admittedFrom && last.line === `${method} ${path}`
    && before.every(({ to }) => to <= last.to)
  before.push({
    n,
    doneN: Infinity,
    line: `${method} ${path}`,
    from: at,
    to: Infinity,
    least: 0,
    most: costOf(request),
    isFailure: presents(request),
    wasAdmitted: false,
    admittedFrom: undefined,
    promised
  })
  seen.requestsFrom.set(network, before)
}

/** The sender has given up: a request that has not reached the store by now never does. */
export const unanswered = ({ seen }: Audit, { n, network }: SentRequest, now: number): void => {
  const request = network === undefined ? undefined : seen.requestsFrom.get(network)?.findLast((one) => one.n === n)
  if (request !== undefined) end(seen, request, now)
}

/** It was answered, or given up. */
const end = ({ events }: Audit["seen"], request: CountedRequest, now: number): void => {
  request.to = now
  request.doneN = events
}

/** Whether a request was over before another one was sent: only then it is certain which of the two was counted first. */
const isOverBefore = (one: CountedRequest, other: CountedRequest): boolean => one.doneN < other.n

/**
 * Whether more may have been used of a budget than there is, by a moment: since some request more was used than a whole
 * budget and what has grown back by then.
 */
const mayExceed = (
  requests: ReadonlyArray<CountedRequest>,
  now: number,
  quota: number,
  amount: (request: CountedRequest) => number
): boolean => {
  let used = 0
  return requests.filter(({ to }) => to > now - rememberedWindows * windowMillis).sort((a, b) => b.to - a.to).some(
    (request) => {
      used += amount(request)
      return used > quota * (1 + Math.max(0, now - request.to) / windowMillis) + roundingError
    }
  )
}

/** A budget grows back in fractions of units. */
const roundingError = 1e-6

const failureOf = ({ isFailure }: CountedRequest): number => isFailure ? 1 : 0

/** Whether more may have been used of some budget than there is, by the time a request was refused. */
const isUsedUp = ({ apart, seen }: Audit, request: CountedRequest, own: ReadonlyArray<CountedRequest>): boolean => {
  if (seen.clocksSet.some((at) => at >= request.from - windowMillis && at <= request.to)) return true
  const from = request.from - apart
  if (mayExceed(own, from, quotas.units, ({ most }) => most)) return true
  return request.isFailure && mayExceed(own, from, quotas.failures, failureOf)
}

/** What was done for the requests of a network is within its budgets, in every time that ends with this one. */
const isWithin = (audit: Audit, request: CountedRequest, own: ReadonlyArray<CountedRequest>, network: string) => {
  const { seen: { starts }, stores } = audit
  const done = own.filter(({ to }) => to <= request.to).reverse()
  let [units, failures] = [0, 0]
  for (const one of done) {
    units += one.least
    failures += one.wasAdmitted ? failureOf(one) : 0
    const times = 1 + (request.to - one.from) / windowMillis
    const renewed = starts.filter((at) => at >= one.from && at <= request.to).length
    const holdsAtMost = (what: string, counted: number, quota: number) => {
      const most = quota * (stores * times + 2 * renewed)
      if (counted <= most) return
      audit.violated(
        "rates.exceeded",
        `at most ${Math.ceil(most)} ${what} for ${network} from ${Words.moment(one.from)} to ${
          Words.moment(request.to)
        }`,
        `${counted} ${what}`
      )
    }
    holdsAtMost("units", units, quotas.units)
    holdsAtMost("failed sign-ins", failures, quotas.failures)
  }
}

/**
 * What is left of a budget, as a response says, is no more than what was surely used leaves, with what has grown back
 * since. The rest is back when it has grown back. Somebody else may have used more from the same address.
 */
const isSaid = (audit: Audit, request: CountedRequest, own: ReadonlyArray<CountedRequest>, response: Response) => {
  const said = saidOf(response)
  if (said === undefined || audit.stores > 1) return
  const { backAfter, left, seconds, units } = said
  const used = units - left
  const inWords = () => `${response.headers["ratelimit-policy"]}: ${response.headers["ratelimit"]}`
  audit.expect(
    "rates.said",
    `${quotas.units} units in ${windowMillis / second} seconds, and a time after which those that are used are back`
  )
    .that(
      units === quotas.units && seconds * second === windowMillis
        && Math.abs(backAfter - used * seconds / units) <= 1 + seconds / units,
      inWords
    )
  const grownSince = (from: number) => quotas.units * (request.to - from) / windowMillis
  let [surely, least] = [0, 0]
  let from = request.from
  for (const one of own.filter((one) => isOverBefore(one, request) || one === request).reverse()) {
    if (audit.seen.starts.some((at) => at >= one.from && at <= request.to)) break
    from = Math.min(from, one.from)
    surely += one.least
    least = Math.max(least, surely - grownSince(from))
  }
  audit.expect("rates.said", `at least ${Math.ceil(least - roundingError)} units of the budget of ${request.line} used`)
    .that(used >= Math.ceil(least - roundingError), inWords)
}

/** A response came. `now`: in milliseconds. */
export const answered = (audit: Audit, sent: SentRequest, response: Response, body: Refusal, now: number): void => {
  const { network, method, n, path } = sent
  const own = network === undefined ? undefined : audit.seen.requestsFrom.get(network)
  const request = own?.findLast((one) => one.n === n)
  if (network === undefined || own === undefined || request === undefined) return
  end(audit.seen, request, now)
  const isRefused = response.status === 429 && body.code !== "unpaid_limit_reached"
  if (isRefused) {
    const shown = () => `${response.body} (${network})`
    audit.expect("rates.refused", `${method} ${path}: budgets are not used up`)
      .that(isUsedUp(audit, request, own), shown)
    // One that was sent after it may have been faster.
    const isAlone = own.every((one) => one === request || one.n < request.n)
    audit.expect("rates.retryAfter", `${method} ${path} is admitted after Retry-After`)
      .that(!(request.promised && isAlone), shown)
    const seconds = Number(response.headers["retry-after"])
    const { budget } = body as { readonly budget?: string }
    const longest = longestRefusal(sent, budget)
    audit.expect(
      "rates.retryAfter",
      `${method} ${path}: a Retry-After of at most ${longest}, in which its cost grows back`
    )
      .that(seconds >= 1 && seconds <= longest, shown)
    // What is on its way, or was while this one was, may be counted later than this one.
    const isLast = own.every((one) => one === request || isOverBefore(one, request))
    const isOfNetwork = budget === "network"
    // Each store has a budget of its own: another may have none left.
    request.admittedFrom = isOfNetwork && isLast && audit.stores === 1 ? now + seconds * second : undefined
    // Where another budget is used up, it costs its network what a read costs.
    request.most = isOfNetwork ? 0 : 1
    request.isFailure = false
    return isSaid(audit, request, own, response)
  }
  request.wasAdmitted = true
  request.isFailure = response.status === 401 && presents(sent)
  // Where a secret is wrong, it costs its network what a read costs.
  request.least = method === "GET" || request.isFailure || Idempotency.mayBeReplay(audit, sent)
    ? 1
    : response.status === 200
    ? request.most
    : 5
  isWithin(audit, request, own, network)
  isSaid(audit, request, own, response)
}
