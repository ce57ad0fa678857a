/**
 * The context of every rule of the auditor: the observations, the provider's ledger, and `expect`, which records
 * violations. Rules for the response of one operation stand in tables by the operation's name (`Rules`), their bodies
 * typed by the contract's schemas. A schema gives its type and nothing else: no body is decoded by it, for then the
 * store's own rules would judge the store.
 */
import * as CatalogSchemas from "@beauty-store/http/contract/CatalogSchemas"
import type * as Schema from "effect/Schema"
import type { Disk } from "../engine/Disk.ts"
import type { Response } from "../engine/Network.ts"
import { tally } from "../engine/Tally.ts"
import { currencies, type Currency } from "../world/Currencies.ts"
import type { Skew } from "../world/MachineClock.ts"
import { type Product, productsOf } from "./Bodies.ts"
import { Observations, type SentRequest } from "./Observations.ts"
import type { OperationName } from "./Operations.ts"

/** What a rule expects: where something else is seen, it is violated. */
class Expectation {
  private readonly audit: Audit
  private readonly rule: string
  private readonly expected: string

  constructor(audit: Audit, rule: string, expected: string) {
    this.audit = audit
    this.rule = rule
    this.expected = expected
  }

  that(holds: boolean, seen: () => string): void {
    if (!holds && !this.audit.replaced.has(this.rule)) this.audit.violated(this.rule, this.expected, seen())
  }

  equals(seen: boolean | number | string | undefined, due: typeof seen): void {
    this.that(seen === due, () => String(seen))
  }
}

export class Audit {
  readonly seen: Observations
  /** The disk with the payment provider's ledger. */
  readonly payments: Disk
  /** Whether anything outside that the store needs has ever failed: then it may return 503. */
  readonly mayFail: () => boolean
  /** What was seen of the contracts, with how often (`Coverage`); undefined where nobody counts. */
  coverage: Map<string, number> | undefined
  /** How far the stores' clocks can be behind and ahead of the right time, in milliseconds. */
  skew: Skew = { behind: 0, ahead: 0 }
  /** How many stores there are. */
  stores = 1
  /** Whether the shop has pages on which people browse. */
  hasShopFront = false
  /** How long a store may show what another has changed, in milliseconds; one that is alone shows everything at once. */
  outdatedFor = 0
  /** What the shop trades in. */
  currency: Currency = "EUR"
  /** Rules that do not hold for this shop, because it has others in their place. */
  replaced: ReadonlySet<string> = new Set()
  /** The right time, in milliseconds. */
  now: () => number = () => -Infinity
  /** When a violation is found, and in which response, in words. */
  at: (() => string) | undefined

  constructor(payments: Disk, mayFail: () => boolean, seen: Observations = new Observations()) {
    this.payments = payments
    this.mayFail = mayFail
    this.seen = seen
  }

  /** How far the stores' clocks can differ from each other, in milliseconds. */
  get apart(): number {
    return this.skew.behind + this.skew.ahead
  }

  /** An amount of the wire, which has the decimals of its currency, in minor units. */
  minor(amount: number): number {
    return Math.round(amount * 10 ** currencies[this.currency].decimals)
  }

  /** Minor units as an amount of the wire. */
  readonly wire = (minor: number): number => minor / 10 ** currencies[this.currency].decimals

  /** Minor units in the words of a page in English, or of a message for programs: without sign and groups. */
  inWords(minor: number, isForPeople: boolean): string {
    const { decimals, sign } = currencies[this.currency]
    const [minimumFractionDigits, maximumFractionDigits] = [decimals, decimals]
    return isForPeople
      ? `${sign}${this.wire(minor).toLocaleString("en", { minimumFractionDigits, maximumFractionDigits })}`
      : this.wire(minor).toFixed(decimals)
  }

  /** Counts a pair of the contracts that was seen. */
  covered(pair: string): void {
    if (this.coverage !== undefined) tally(this.coverage, pair)
  }

  /** What a rule expects of what is judged next. */
  expect(rule: string, expected: string): Expectation {
    tally(this.seen.checks, rule)
    return new Expectation(this, rule, expected)
  }

  /** Records a violation. */
  violated(rule: string, expected: string, seen: string): void {
    this.seen.violations.push({ rule, expected, seen, at: this.at?.() })
  }
}

/** A request and its response. */
export interface Exchange<Request = unknown, Body = unknown> {
  readonly sent: SentRequest
  /** The request's body. */
  readonly request: Request
  readonly response: Response
  readonly body: Body
  /** When it got its response, in order of events. */
  readonly n: number
  /** When it got its response, in milliseconds. */
  readonly at: number
  /** When it was first sent, in milliseconds: its effect was not earlier. */
  readonly firstSentAt: number
  /** Whether it is the first response to its key. A replayed one was true at an earlier time. */
  readonly isFirst: boolean
}

/** A rule for successful responses to an operation. */
export interface Rule {
  readonly request: Schema.Schema.All | undefined
  readonly response: Schema.Schema.All
  readonly check: (audit: Audit, exchange: Exchange) => void
}

export type Rules = { readonly [name in OperationName]?: Rule }

/** A rule that reads the response's body. */
export const onResponse = <A, I, R>(
  response: Schema.Schema<A, I, R>,
  check: (audit: Audit, exchange: Exchange<unknown, I>) => void
): Rule => ({ request: undefined, response, check: check as Rule["check"] })

/** A rule that reads the request's body as well. */
export const onExchange = <A1, I1, R1, A2, I2, R2>(
  request: Schema.Schema<A1, I1, R1>,
  response: Schema.Schema<A2, I2, R2>,
  check: (audit: Audit, exchange: Exchange<I1, I2>) => void
): Rule => ({ request, response, check: check as Rule["check"] })

/** The same rule for several operations. */
export const onEach = (operations: ReadonlyArray<OperationName>, rule: Rule): Rules =>
  Object.fromEntries(operations.map((name) => [name, rule]))

/** A rule for each product that a response shows, wherever products are shown. */
export const onShownProduct = (
  check: (audit: Audit, exchange: Exchange, product: Product) => void
): Rules => ({
  "catalog.product": onResponse(CatalogSchemas.Product, (audit, exchange) => check(audit, exchange, exchange.body)),
  "catalog.catalog": onResponse(CatalogSchemas.Catalog, (audit, exchange) => {
    for (const product of productsOf(exchange.body)) check(audit, exchange, product)
  }),
  "catalog.search": onResponse(CatalogSchemas.ProductList, (audit, exchange) => {
    for (const product of exchange.body.data) check(audit, exchange, product)
  })
})
