/**
 * The observations from outside: requests and responses of clients, messages to partners, and stock set by staff. Rules
 * of all topics read and write them; this module has no rule itself.
 *
 * It is plain data, so that `structuredClone` copies it when a prepared world is run again (`Sweep`).
 */
import type { Assortment } from "@beauty-store/commerce/catalog/CatalogImport"
import type { HttpMethod } from "@effect/platform/HttpMethod"
import type { SubscriptionTerms } from "../world/Partners.ts"

/** A violated rule: the expectation, and the observation instead. */
export interface Violation {
  /** The rule, stable: `refund.exceedsCaptured`. */
  readonly rule: string
  readonly expected: string
  readonly seen: string
  /** When it was found, and in which response, if it was in one. */
  readonly at?: string | undefined
}

/** A request as its sender knows it. */
export interface SentRequest {
  /** In order of events, over all clients. */
  readonly n: number
  /** In milliseconds. */
  readonly at: number
  /** The sender as the store has to identify it: clients of one principal share it. */
  readonly principal: string
  /** The cart's owner: an agent has one for each shopper. */
  readonly cart: string
  /** An agent's reference to the person that it shops for. */
  readonly shopper?: string | undefined
  /** The network address that it is sent from, if requests from there are limited. */
  readonly network: string | undefined
  /** Whether its sender keeps goods from others. */
  readonly hoards: boolean
  readonly isStaff: boolean
  readonly method: HttpMethod
  readonly path: string
  /** The operation, and the id in the path (`operationOf`). */
  readonly operation: string
  readonly subject: string
  readonly key: string | undefined
  readonly json: unknown
  /** The access token of the request. */
  readonly token: string | undefined
  /** In which codings its sender can read the response (Accept-Encoding); default: in none. */
  readonly accept?: string | undefined
}

/** When something happened: not before, and not after, in milliseconds. */
export interface TimeSpan {
  readonly from: number
  readonly to: number
}

/** An order in a response to a client. */
export interface KnownOrder {
  readonly principal: string
  readonly totalMinor: number
  /** What it may have, where that is known. */
  readonly items: ReadonlyArray<ReadonlyMap<string, number>> | undefined
  readonly country: string
  readonly method: string
  /** The one that it was ordered in; English where nobody said. */
  readonly language: string
  /** The last observed status, and when that response came, in order of events. */
  status: string
  seenAt: number
  goodwillMinor: number
  /** When staff reported that all of it arrived, if they did so once, in milliseconds. */
  deliveredAt: number | undefined
  /** To whom it goes, as its buyer said, where that is known. */
  readonly delivery?: Delivered | undefined
  /** When it was first requested, and when its buyer learned of it, in order of events; unknown for ACP's orders. */
  readonly placed: { readonly from: number; readonly to: number } | undefined
  /** The highest prices that its buyer was shown, in where they are known and count. */
  readonly shown?: ReadonlyMap<string, number> | undefined
}

type Stocked = Assortment["brands"][number]["products"][number]
type AsStocked = Pick<Stocked, "id" | "name" | "description" | "category" | "currency" | "gtin" | "group">

/** A product as it was stocked. */
export interface Good extends AsStocked {
  readonly size: NonNullable<Stocked["size"]>
  readonly brand: { readonly id: string; readonly name: string }
  readonly isSealed: boolean
  readonly translations: NonNullable<NonNullable<Stocked["texts"]>["translations"]>
  readonly ingredients: string | undefined
  /** The picture that the shop has of it, if any. */
  readonly picture: string | undefined
}

/** What does not change of an offer. */
export interface Offered {
  readonly isSealed: boolean
  readonly vatClass: "standard" | "reduced" | "zero"
}

/** A recipient as a buyer writes them down. */
export interface Delivered {
  readonly email: string
  /** Undefined where it is written in more parts than an order has. */
  readonly shipping:
    | Readonly<Record<"name" | "address" | "city" | "country", string>>
      & {
        readonly [part in "postcode" | "company" | "address2" | "region" | "phone"]?: string | undefined
      }
    | undefined
  /** Where the bill goes, if that is not where the parcel goes. */
  readonly billing?: Delivered["shipping"]
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
  /** When it ends by itself, in milliseconds. */
  readonly expiresAt: number
  /** When its owner learned that it is revoked, in order of events. */
  revokedAt: number | undefined
}

/** Money that the provider has charged off-session. */
export interface Spend {
  readonly orderId: string
  readonly instrument: string
  /** The delegation or token that was charged. */
  readonly source: string
  readonly amountMinor: number
  /** The earliest moment at which it was counted: when the store placed the order, */
  readonly from: number
  /** and the latest: at once with the order where a delegation pays, with a token not after the money was taken. */
  readonly to: number
  /** When it was cancelled, and no longer counted. */
  readonly until: number
}

/** A time at which a response says that room comes back under a limit; judged once all spends are known. */
export interface NamedReset extends TimeSpan {
  readonly delegation: string
  /** Whose limit it is; undefined where it is that of which less is left. */
  readonly of: "store" | "delegation" | undefined
  readonly limit: keyof Limits
  /** In milliseconds; null where no spend counts. */
  readonly resetsAt: number | null
}

/**
 * A price of a product, in order of events: from its first request until the moment from which only others are
 * possible.
 */
export interface KnownPrice {
  readonly priceMinor: number
  readonly from: number
  until: number
  /** That moment, in milliseconds. */
  overAt: number
  /** Whether it has counted for sure. */
  isSure: boolean
  /** Of a planned one: the sale (1) or the price after it (2). */
  readonly phase?: 1 | 2
}

/** A sale that staff have planned: its moments in milliseconds. */
export interface KnownPlan {
  readonly saleMinor: number
  /** The price before and after it. */
  readonly regularMinor: number
  readonly from: number
  readonly until: number
  /** Whether the store has said that it is planned. */
  isAccepted: boolean
  /** Whether it may have begun (1), or be over (2). */
  mayBe: 0 | 1 | 2
  /** What it is for sure, and since when that is known, in order of events. */
  is: 0 | 1 | 2
  knownAt: number
}

/** What may be in a cart, with the orders whose units it has still to lose, or has lost, because they are paid. */
export interface CartState {
  readonly items: ReadonlyMap<string, number>
  /** Units by order. */
  readonly unpaid: ReadonlyMap<string, ReadonlyMap<string, number>>
  readonly paid: ReadonlySet<string>
}

/** A cart as its owner knows it. */
export interface KnownCart {
  /** All that it may be by now; undefined while it is unknown. */
  states: ReadonlyArray<CartState> | undefined
  /** What a unit of a product cost when its owner last touched its line, in and since when that is known, in order of events. */
  readonly pricesSeen: Map<string, { readonly priceMinor: number; readonly n: number }>
  /** Whether a change may still happen of which nobody heard again. */
  isDoubtful: boolean
  /**
   * Changes with an unknown outcome: sent, without a final response. A change with a key happens once, however often it
   * is sent.
   */
  readonly open: Map<string, string>
  /** Checkouts with an unknown outcome. */
  readonly checkouts: Set<string>
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
  /** Until when it is surely kept, and from when surely not, in milliseconds. */
  readonly until: number
  readonly overAt: number
  /** Whether a response that is not a replay was observed. */
  executed: boolean
}

/** A buyer as the limits on unpaid orders know them. */
export interface KnownBuyer {
  readonly principal: string
  readonly shopper: string | undefined
  readonly network: string | undefined
  readonly hoards: boolean
}

/** The units that an order held until it was paid or called off, by its page when everything is at rest. */
export interface UnpaidHold {
  readonly orderId: string
  /** None where nobody knows whose order it is. */
  readonly buyer: KnownBuyer | undefined
  readonly units: ReadonlyMap<string, number>
  /** In milliseconds. */
  readonly from: number
  readonly until: number
  /** When its units were there again, because it was cancelled. */
  readonly keptUntil: number
  readonly wasPaid: boolean
  /** When it was sent, or Infinity: from then on its buyer is a customer. */
  readonly shippedAt: number
}

/** A request as the limits on requests count it: from when it was sent to when it was answered, in milliseconds. */
export interface CountedRequest {
  /** When it was sent, and when it was answered or given up, in order of events. */
  readonly n: number
  doneN: number
  readonly line: string
  readonly from: number
  to: number
  /** Units that it cost at least and at most. */
  least: number
  most: number
  /** Whether it shows a secret or a token that is wrong, or may be wrong as far as anybody knows. */
  isFailure: boolean
  wasAdmitted: boolean
  /** It was refused, and the same is admitted from this moment on if nothing else happens. */
  admittedFrom: number | undefined
  /** It is such a request. */
  readonly promised: boolean
}

/** A checkout that was refused for want of stock. */
export interface Shortage extends TimeSpan {
  readonly principal: string
  readonly productId: string
  readonly requested: number
}

/** A request that was refused for want of goods, or because too much is unpaid. */
export interface RefusedHold extends TimeSpan {
  readonly line: string
  /** The cart that it was to buy, and when it was first sent, in order of events, where it is a checkout. */
  readonly checkout: { readonly cart: string; readonly firstSent: number } | undefined
  readonly principal: string
  readonly network: string | undefined
  readonly code: string
  readonly productId: string | undefined
  readonly requested: number | undefined
  /** The limit that is named, whose it is, and what it allows at all. */
  readonly limit: HoldLimit | undefined
  readonly of: "shopper" | "network" | "agent" | undefined
  readonly allowed: number | undefined
  /** What was in the cart, where that is known. */
  readonly wanted: ReadonlyMap<string, number> | undefined
}

export type HoldLimit = "sessions" | "unitsPerProduct" | "lastUnitsTime"

/** A change of an order or a return that was refused. */
export interface RefusedChange extends TimeSpan {
  readonly operation: string
  readonly code: string
  /** The order or the return. */
  readonly subject: string
  readonly json: unknown
  /** The refusal. */
  readonly words: string
  /** Whether it was known before it was sent that the goods had arrived. */
  readonly hadArrived: boolean
}

/** A card token of an agent, with the card that was left at the vault. */
export interface PaymentToken {
  readonly sessionId: string
  readonly maxAmountMinor: number
  readonly expiresAt: number
}

/** A checkout session of an agent. */
export interface KnownSession {
  /** The observed final status, and when, in order of events. */
  final: { readonly status: string; readonly at: number } | undefined
  orderId: string | undefined
  /** Totals in the responses to its agent's changes. */
  readonly totals: Set<number>
  /** Changes that were sent without a final response, by the key of one change. */
  readonly open: Set<string>
  /** Until when it can be changed and paid, by the last known change, in milliseconds. */
  expiresAt: number
  /** Whether somebody has tried to pay it: a session does not expire while it is being paid. */
  wasTried: boolean
}

/** A change by staff: not before it was requested, and not after it was acknowledged, in milliseconds. */
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
  /** When it first accepted a message after its last failure, in milliseconds. */
  recoveredAt: number | undefined
  /** Events that it took. */
  readonly heard: Set<string>
  /** When staff saw that it is disabled, where nobody has enabled or moved it since, in milliseconds. */
  disabledSeenAt: number | undefined
  /** When staff last asked to have it enabled or moved, in milliseconds. */
  revivedAt: number
}

/** A range of messages that staff had sent again, as promised. */
export interface RequestedReplay {
  readonly subscriptionId: string
  readonly at: number
  readonly range: { readonly from: string; readonly to: string }
}

/** The kinds of secrets and personal data. A capability is an address that opens what it leads to. */
export type SecretKind =
  | "token"
  | "clientSecret"
  | "signingSecret"
  | "capability"
  | "card"
  | "cardToken"
  | "email"
  | "name"
  | "address"

/** Something that not everybody may know. */
export interface KnownSecret {
  readonly kind: SecretKind
  /** The principals that gave it or were given it. */
  readonly owners: Set<string>
}

/** A carrier's report of a parcel, and when the store answered it, in milliseconds. */
export interface CarrierReport {
  readonly event: "order.shipped" | "order.delivered"
  readonly trackingNumber: string | undefined
  readonly isIgnored: boolean
  readonly at: number
}

export class Observations {
  readonly violations: Array<Violation> = []
  /** The number of requests and responses so far: the order of events. */
  events = 0
  /** How often each rule was applied. */
  readonly checks = new Map<string, number>()
  /** Responses by operation and status. */
  readonly answers = new Map<string, number>()
  /** Observed states, by operation: `orders.order is shipped`. */
  readonly states = new Map<string, number>()

  /** By client, request line and key. */
  readonly responses = new Map<string, KnownResponse>()
  /** Keys that were sent, with the moment, and those that were sent again. */
  readonly keysSent = new Map<string, number>()
  readonly keysSentAgain = new Set<string>()

  /**
   * Until when access tokens are surely valid, and from when surely not, in milliseconds; and when their holder learned
   * that they are revoked.
   */
  readonly accessTokens = new Map<
    string,
    {
      /** The OAuth client that it was given to; undefined: a guest. */
      readonly client: string | undefined
      readonly until: number
      readonly overAt: number
      revokedAt: number | undefined
    }
  >()
  /** Secrets of OAuth clients, and until when they surely count, and from when surely not, in milliseconds. */
  readonly clientSecrets = new Map<string, { readonly client: string; until: number; overAt: number }>()
  /** The owners of everything else: sessions, delegations, tickets. */
  readonly owners = new Map<string, string>()
  /** Scans of sites, as they were shown last, or as they ended. */
  readonly scans = new Map<string, { readonly isOver: boolean; readonly text: string }>()

  /** Secrets by what is secret of them: those that have a shape, and others. */
  readonly secrets = new Map<string, KnownSecret>()
  readonly phrases = new Map<string, KnownSecret>()

  readonly carts = new Map<string, KnownCart>()
  /** When a purchase was first sent, in order of events. A purchase with a key is one, however often it is sent. */
  readonly purchasesSent = new Map<string, number>()
  /** What may have been in the cart when a purchase was sent, where that is known, by the request's number. */
  readonly cartsBought = new Map<number, ReadonlyArray<ReadonlyMap<string, number>>>()
  /**
   * Orders of checkouts: the cart of each, until when it can be paid, in milliseconds, and when its buyer learned of
   * it, in order of events.
   */
  readonly checkoutOrders = new Map<string, { readonly cart: string; readonly expiresAt: number; readonly n: number }>()
  /** The most checkouts that each principal may have made, and the keys that were counted. */
  readonly checkouts = new Map<string, number>()
  readonly checkoutKeys = new Set<string>()

  readonly orders = new Map<string, KnownOrder>()
  /** The number that an order was first seen with, by its id, and its id by that number. */
  readonly numbers = new Map<string, string>()
  readonly returns = new Map<string, KnownReturn>()
  /** When a payment of an order was first shown as one that is being decided, in milliseconds. */
  readonly undecidedAt = new Map<string, number>()
  /** Orders whose page somebody has asked to close, and whether it is closed as far as they know. */
  readonly pagesClosed = new Map<string, "asked" | "closed">()
  /** Purchases by delegation that were tried, by what makes two requests one: what was spent, and whether that is known. */
  readonly attempts = new Map<
    string,
    {
      readonly delegation: string
      spend: { readonly at: number; readonly amountMinor: number } | undefined
      isOver: boolean
    }
  >()
  /** What orders keep, in words, and the bytes of public responses, in words, by path and ETag. */
  readonly keptByOrders = new Map<string, string>()
  readonly tagged = new Map<string, string>()
  /** What never changes of things, by their ids and fields, and their lists that only grow, line by line. */
  readonly recorded = new Map<string, string>()
  readonly recordedLists = new Map<string, ReadonlyArray<string>>()
  /** Receipts and credit notes by number: the order of each. */
  readonly documents = new Map<string, string>()

  readonly delegations = new Map<string, KnownDelegation>()
  readonly spends: Array<Spend> = []
  readonly resetsNamed: Array<NamedReset> = []

  /** Tickets that staff know to be closed: when the first response said so, in order of events. */
  readonly ticketsClosed = new Map<string, number>()
  /** Changes by staff, by what the trail says of them: the requests that asked for each, and those that were done. */
  readonly staffChanges = new Map<string, { readonly asked: Set<string>; readonly done: Set<string> }>()

  /** Codes that staff put up, and at rest the orders that have each, but for those that were cancelled. */
  readonly promotions = new Map<string, { readonly percent: number; readonly uses: number }>()
  readonly promotionUses = new Map<string, ReadonlyArray<string>>()

  /** The products as they were stocked; none where the shop searches by attributes of its own. */
  readonly goods = new Map<string, Good>()
  /** When an order was made, in milliseconds. */
  readonly orderedAt = new Map<string, number>()
  /** Prices of a product, its class of VAT, and whether it is sealed for hygiene. */
  readonly offers = new Map<string, Offered & { readonly prices: Array<KnownPrice> }>()
  /** A product's planned sale: it has one at most, and no other price is set meanwhile or afterwards. */
  readonly plans = new Map<string, KnownPlan>()
  /** A lower price that a product had before the run, and until when, in milliseconds. */
  readonly priorPrices = new Map<string, { readonly priceMinor: number; readonly until: number }>()
  /** Products whose price staff have asked to set, by what makes two requests one, without a final response so far. */
  readonly openPrices = new Map<string, string>()
  /** The imports of all goods, each with the weight that it gives them, in grams, and when it was asked for and done. */
  readonly imports: Array<{ readonly weightGrams: number; readonly from: number; doneN: number; doneAt: number }> = []
  /** Products that staff took off sale for a while: when that was asked for and done, and when its end was, in milliseconds. */
  readonly archivings: Array<{
    readonly productId: string
    readonly asked: number
    done: number
    endAsked: number
    ended: number
  }> = []
  /** The initial stock of a product, plus returned units, less sold ones. */
  readonly stocked = new Map<string, number>()
  /** The last counted stock of a product. */
  readonly counted = new Map<string, TimeSpan & { readonly onHand: number }>()
  /** Products of counts and reports with an unknown outcome, by the key of one change. */
  readonly openCounts = new Map<string, ReadonlyArray<string>>()
  /** Products whose stock staff set to 0, when the response came, if nothing was put back into stock since. */
  readonly emptied = new Map<string, { readonly n: number; readonly at: number }>()
  /**
   * Products of returns that were sent to be received and not answered for good, by what makes two requests one change.
   */
  readonly openRestocks = new Map<string, ReadonlyArray<string>>()
  /** Units that were put back into stock. */
  readonly cameBack: Array<TimeSpan & { readonly productId: string; readonly units: number }> = []
  /** Units that were delivered (positive) or lost (negative). */
  readonly reported: Array<TimeSpan & { readonly productId: string; readonly units: number }> = []

  /** Units that there were of a product before the run, and products that staff have counted since. */
  readonly firstStocked = new Map<string, number>()
  readonly recounted = new Set<string>()
  /** Buyers by the mail address that they give with an order, which is each one's own. */
  readonly buyers = new Map<string, KnownBuyer>()
  readonly holds: Array<UnpaidHold> = []
  readonly shortages: Array<Shortage> = []

  readonly refusedHolds: Array<RefusedHold> = []
  readonly refusedChanges: Array<RefusedChange> = []
  /** Requests for returns, by what makes two requests one: whether the goods were known to have arrived when they left. */
  readonly arrived = new Map<string, boolean>()

  /** The last requests from each network address, in the order in which they were sent. */
  readonly requestsFrom = new Map<string, Array<CountedRequest>>()
  /** When the store was started, and when the clock of one of several was set, in milliseconds. */
  readonly starts: Array<number> = []
  readonly clocksSet: Array<number> = []

  readonly sessions = new Map<string, KnownSession>()
  readonly paymentTokens = new Map<string, PaymentToken>()
  /** When a change of a session was first sent, in order of events. */
  readonly sessionChangesSent = new Map<string, number>()
  /** The session that an order comes from, and the orders of a session that count at rest. */
  readonly sessionOfOrder = new Map<string, string>()
  readonly standingOrders = new Map<string, Array<string>>()

  readonly subscriptions = new Map<string, KnownSubscription>()
  /** Addresses that staff tried to subscribe, without a response so far. */
  readonly subscriptionsAsked = new Set<string>()
  readonly replays: Array<RequestedReplay> = []
  /** When the store or its disk last failed, in milliseconds. */
  disturbedAt = -Infinity
  /** What became of messages of partners that were acted on, by their ids. */
  readonly actedOn = new Map<string, string>()
  /** What staff found in returns, by their ids. */
  readonly foundInReturns = new Map<
    string,
    ReadonlyArray<{ readonly productId: string; readonly quantity: number }>
  >()
  /** The highest price of each product that the responses of a cart showed, in cents; undefined where one was lost. */
  readonly pricesShown = new Map<string, Map<string, number> | undefined>()
  /** What carriers reported of orders, with the store's answers. */
  readonly reports = new Map<string, ReadonlyArray<CarrierReport>>()
}
