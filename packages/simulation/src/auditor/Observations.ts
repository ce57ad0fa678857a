/**
 * The record of what was seen from outside: what clients sent and were answered, what partners were told, and what
 * staff put on shelves. Rules of all topics read and write it; it holds no rule itself.
 *
 * It is plain data, so that `structuredClone` copies it when a prepared world is run again (`Sweep`).
 */
import type { HttpMethod } from "@effect/platform/HttpMethod"
import type { SubscriptionTerms } from "../world/Partners.ts"

/** A rule that does not hold: what was expected, and what was seen instead. */
export interface Violation {
  /** The rule, stable: `refund.exceedsCaptured`. */
  readonly rule: string
  readonly expected: string
  readonly seen: string
}

/** A request as its sender knows it. */
export interface SentRequest {
  /** In order of events, over all clients. */
  readonly n: number
  /** In milliseconds. */
  readonly at: number
  /** The sender as the store has to know it: clients of one principal share it. */
  readonly principal: string
  /** Whose cart: an agent has one for each shopper. */
  readonly cart: string
  readonly isStaff: boolean
  readonly method: HttpMethod
  readonly path: string
  /** The operation, and the id in the path (`operationOf`). */
  readonly operation: string
  readonly subject: string
  readonly key: string | undefined
  readonly json: unknown
  /** The access token that it was sent with. */
  readonly token: string | undefined
}

/** When something happened: not before, and not after, in milliseconds. */
export interface TimeSpan {
  readonly from: number
  readonly to: number
}

/** An order that a client was told of. */
export interface KnownOrder {
  readonly principal: string
  readonly totalMinor: number
  readonly items: ReadonlyMap<string, number> | undefined
  readonly country: string
  readonly method: string
  /** The last status that was seen, and when that response came, in order of events. */
  status: string
  seenAt: number
  goodwillMinor: number
  /** When staff said that all of it arrived, where they did so once and at once, in milliseconds. */
  deliveredAt: number | undefined
  /** When it was first asked for, and when its buyer was told of it, in order of events; not known of ACP's orders. */
  readonly placed: { readonly from: number; readonly to: number } | undefined
}

export interface KnownReturn {
  readonly principal: string
  readonly orderId: string
  status: string
  seenAt: number
}

/** The limits of spending without the payer, in cents: at once, in any 24 hours, in any 30 times 24 hours. */
export interface Limits {
  readonly perTransaction: number
  readonly perDay: number
  readonly perMonth: number
}

export interface KnownDelegation {
  readonly owner: string
  readonly limits: Limits
  /** When its owner was told that it is revoked, in order of events. */
  revokedAt: number | undefined
}

/** Money that the provider has charged off-session. */
export interface Spend {
  readonly orderId: string
  readonly instrument: string
  /** The delegation or the token that it was charged to. */
  readonly source: string
  readonly amountMinor: number
  /** It was counted at some moment from here: when the store placed the order, */
  readonly from: number
  /** to here: at once with the order where a delegation pays, with a token not after the money was taken. */
  readonly to: number
  /** When it was cancelled, and counted no more. */
  readonly until: number
}

/** A price of a product, in order of events: from when it was first asked for until only others can have held. */
export interface KnownPrice {
  readonly priceMinor: number
  readonly from: number
  until: number
}

/** A cart as its owner knows it. */
export interface KnownCart {
  /** Undefined while nobody can know. */
  items: Map<string, number> | undefined
  /**
   * Changes that may or may not have happened: sent and not answered for good. One that has a key happens once, however
   * often it is sent.
   */
  readonly open: Map<string, string>
  /** Changes that were open while others were: their responses may be older than those of others. */
  readonly mixed: Set<string>
  /** Changes since the last checkout. */
  changes: number
  lastOrder: string | undefined
}

/** The response to an idempotency key. */
export interface KnownResponse {
  readonly status: number
  readonly body: string
  /** The body of the request. */
  readonly json: string
  /** Whether the response that is no replay has been seen. */
  executed: boolean
}

/** A card token of an agent's, as the card was left at the vault. */
export interface PaymentToken {
  readonly sessionId: string
  readonly maxAmountMinor: number
  readonly expiresAt: number
}

/** A checkout session of an agent's. */
export interface KnownSession {
  /** The final status that was seen, and when, in order of events. */
  final: { readonly status: string; readonly at: number } | undefined
  orderId: string | undefined
  /** Totals in the responses to its agent's changes. */
  readonly totals: Set<number>
  /** Changes that were sent and not answered for good, by what makes two requests one change. */
  readonly open: Set<string>
  /** Until when it can be changed and paid, by the last change that is known, in milliseconds. */
  expiresAt: number
  /** Whether somebody has tried to pay it: a session does not expire while it is being paid. */
  wasTried: boolean
}

/** A change that staff made: not before it was asked for, and not after it was acknowledged, in milliseconds. */
export interface StaffChange {
  readonly from: number
  to: number
}

export interface KnownSubscription {
  readonly terms: SubscriptionTerms
  readonly createdAt: string | undefined
  readonly created: StaffChange
  /** The last is the current one: a move adds one. */
  readonly addresses: Array<{ readonly url: string; readonly moved: StaffChange }>
  removed: StaffChange | undefined
  /** When a message to it failed, first and last, in milliseconds. */
  firstFailedAt: number | undefined
  lastFailedAt: number | undefined
  /** Events that it took. */
  readonly heard: Set<string>
  /** When staff saw that it is disabled, where nobody has enabled or moved it since, in milliseconds. */
  disabledSeenAt: number | undefined
  /** When staff last asked to have it enabled or moved, in milliseconds. */
  revivedAt: number
}

/** A range of messages that staff had sent again, as they were promised. */
export interface RequestedReplay {
  readonly subscriptionId: string
  readonly at: number
  readonly range: { readonly from: string; readonly to: string }
}

export class Observations {
  readonly violations: Array<Violation> = []
  /** Requests and responses so far: the order of events. */
  events = 0
  /** Responses by operation and status. */
  readonly answers = new Map<string, number>()
  /** States that were seen, by operation: `orders.order is shipped`. */
  readonly states = new Map<string, number>()

  /** By client, request line and key. */
  readonly responses = new Map<string, KnownResponse>()
  /** Keys that were sent, with the moment, and those that were sent again. */
  readonly keysSent = new Map<string, number>()
  readonly keysSentAgain = new Set<string>()

  /** Until when access tokens are good, in milliseconds, and when their holder was told that they are revoked. */
  readonly accessTokens = new Map<string, { readonly until: number; revokedAt: number | undefined }>()
  /** Whose else is what: sessions, delegations, tickets. */
  readonly owners = new Map<string, string>()

  readonly carts = new Map<string, KnownCart>()
  /** When a purchase was first sent, in order of events: one that has a key is one, however often it is sent. */
  readonly purchasesSent = new Map<string, number>()
  /** The cart when a purchase was sent, where that is known, by the request's number. */
  readonly cartsBought = new Map<number, ReadonlyMap<string, number>>()
  /** How many checkouts each principal may have made at the most, and the keys that were counted. */
  readonly checkouts = new Map<string, number>()
  readonly checkoutKeys = new Set<string>()

  readonly orders = new Map<string, KnownOrder>()
  readonly returns = new Map<string, KnownReturn>()
  /** Receipts and credit notes by number: the order of each. */
  readonly documents = new Map<string, string>()

  readonly delegations = new Map<string, KnownDelegation>()
  readonly spends: Array<Spend> = []

  /** Prices of a product, and whether it is sealed for hygiene. */
  readonly offers = new Map<string, { readonly isSealed: boolean; readonly prices: Array<KnownPrice> }>()
  /** Units that staff put on a shelf before the run, with those that came back, less those that were sold. */
  readonly stocked = new Map<string, number>()
  /** Units on a shelf as they were counted last. */
  readonly counted = new Map<string, TimeSpan & { readonly onHand: number }>()
  /** Counts of a product of which nobody knows whether they hold, by what makes two requests one change. */
  readonly openCounts = new Map<string, string>()
  /** Units that came back to the shelf. */
  readonly cameBack: Array<TimeSpan & { readonly productId: string; readonly units: number }> = []

  readonly sessions = new Map<string, KnownSession>()
  readonly paymentTokens = new Map<string, PaymentToken>()
  /** When a change of a session was first sent, in order of events. */
  readonly sessionChangesSent = new Map<string, number>()
  /** The session that an order comes from, and the orders of a session that stand when everything is at rest. */
  readonly sessionOfOrder = new Map<string, string>()
  readonly standingOrders = new Map<string, Array<string>>()

  readonly subscriptions = new Map<string, KnownSubscription>()
  /** Addresses that staff have asked to have subscribed, and were not told so far that they are. */
  readonly subscriptionsAsked = new Set<string>()
  readonly replays: Array<RequestedReplay> = []
  /** When the store or its disk last failed, in milliseconds. */
  disturbedAt = -Infinity
  /** When the store said that it ignores the arrival of an order, in milliseconds. */
  readonly ignoredArrivals = new Map<string, ReadonlyArray<number>>()
}
