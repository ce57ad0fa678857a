/**
 * The state of one Stripe account in memory: every object by its id, oldest first, what is due by the clock, and the
 * events. All changes are synchronous, so each is atomic. Answers and events are copies of the moment.
 */
import type Stripe from "stripe"
import type { Behaviour } from "./Cards.ts"
import type { FaultPlan } from "./Faults.ts"
import type { GrantedToken } from "./GrantedTokenShape.ts"

/** A step that the clock takes, and its place among those of one moment. */
interface DueStep {
  readonly at: number
  readonly run: () => void
}

/** What a payment method can do that its published shape does not say. */
export interface Instrument {
  readonly behaviour: Behaviour
  /** Saved for payments without the cardholder. */
  isSetUp: boolean
  /** Detached from its customer: it pays no more. */
  isSpent: boolean
  /** Whether a payment by it always fails in the end, where it is a delayed one. */
  readonly fails: boolean
}

/** A registered address for events. */
export interface Endpoint {
  readonly shown: Stripe.WebhookEndpoint
  /** All of them sign; the newest first. A rolled one signs until its time is over. */
  secrets: ReadonlyArray<{ readonly secret: string; readonly until: number | undefined }>
}

/** A copy of an event on its way to an endpoint. */
export interface Delivery {
  readonly event: Stripe.Event
  readonly endpoint: string
  readonly attempt: number
  readonly at: number
}

/** A request under way, or its answer. */
export interface SavedAnswer {
  readonly fingerprint: string
  readonly begunAt: number
  answer: { readonly status: number; readonly body: string; readonly requestId: string } | undefined
}

export interface Account {
  /** Milliseconds since the epoch, of the step under way. */
  now: number
  readonly livemode: boolean
  readonly apiVersion: string
  /** Where Stripe's pages are. */
  readonly pages: string
  readonly plan: FaultPlan
  readonly bytes: (n: number) => Uint8Array
  /** The request that causes what happens; undefined: a person on a page, or the clock. */
  cause: Stripe.Event.Request | undefined
  /** Whether that request asked for a preview version of the API. */
  isPreview: boolean
  readonly sessions: Map<string, Stripe.Checkout.Session>
  readonly lineItems: Map<string, ReadonlyArray<Stripe.LineItem>>
  readonly intentData: Map<string, IntentData>
  /** The session in which a person pays an intent, or saves a method by one. */
  readonly sessionsOfIntents: Map<string, Stripe.Checkout.Session>
  readonly intents: Map<string, Stripe.PaymentIntent>
  readonly charges: Map<string, Stripe.Charge>
  readonly refunds: Map<string, Stripe.Refund>
  readonly setupIntents: Map<string, Stripe.SetupIntent>
  readonly customers: Map<string, Stripe.Customer>
  readonly methods: Map<string, Stripe.PaymentMethod>
  readonly instruments: Map<string, Instrument>
  readonly mandates: Map<string, Stripe.Mandate>
  readonly disputes: Map<string, Stripe.Dispute>
  readonly payouts: Map<string, Stripe.Payout>
  readonly transactions: Map<string, Stripe.BalanceTransaction>
  readonly tokens: Map<string, GrantedToken>
  /** The methods behind tokens, which the shop does not see. */
  readonly methodsOfTokens: Map<string, string>
  readonly events: Map<string, Stripe.Event>
  readonly endpoints: Map<string, Endpoint>
  readonly answers: Map<string, SavedAnswer>
  readonly due: Array<DueStep>
  deliveries: ReadonlyArray<Delivery>
}

/** What a Checkout Session passes on to the payment that a person begins on its page. */
export interface IntentData {
  readonly metadata: Stripe.Metadata
  readonly description: string | null
  readonly receiptEmail: string | null
  readonly setupFutureUsage: Stripe.PaymentIntent.SetupFutureUsage | null
}

export const makeAccount = (
  settings: Pick<Account, "livemode" | "apiVersion" | "pages" | "plan" | "bytes">
): Account => ({
  ...settings,
  now: 0,
  cause: undefined,
  isPreview: false,
  sessions: new Map(),
  lineItems: new Map(),
  intentData: new Map(),
  sessionsOfIntents: new Map(),
  intents: new Map(),
  charges: new Map(),
  refunds: new Map(),
  setupIntents: new Map(),
  customers: new Map(),
  methods: new Map(),
  instruments: new Map(),
  mandates: new Map(),
  disputes: new Map(),
  payouts: new Map(),
  transactions: new Map(),
  tokens: new Map(),
  methodsOfTokens: new Map(),
  events: new Map(),
  endpoints: new Map(),
  answers: new Map(),
  due: [],
  deliveries: []
})

/** The moment of the step in seconds, as Stripe writes times. */
export const seconds = (account: Account): number => Math.floor(account.now / 1000)

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** Characters for ids and secrets. */
export const randomText = (account: Account, length: number): string =>
  Array.from(account.bytes(length), (byte) => alphabet[byte % 62]).join("")

export const newId = (account: Account, prefix: string): string => `${prefix}_${randomText(account, 24)}`

/** Plans a step for a moment that may be now. */
export const schedule = (account: Account, at: number, run: () => void): void => {
  const index = account.due.findIndex((step) => step.at > at)
  account.due.splice(index === -1 ? account.due.length : index, 0, { at, run })
}

/** Takes the steps that are due, each at its own moment. */
export const advance = (account: Account, now: number): void => {
  while ((account.due[0]?.at ?? Number.POSITIVE_INFINITY) <= now) {
    const step = account.due.shift()!
    account.now = Math.max(account.now, step.at)
    account.cause = undefined
    step.run()
  }
  account.now = Math.max(account.now, now)
  account.cause = undefined
}

const isWanted = (endpoint: Endpoint, type: string): boolean =>
  endpoint.shown.status === "enabled" && endpoint.shown.enabled_events.some((one) => one === "*" || one === type)

/** Records an event with a copy of its object, and sends it to the endpoints that want it. */
export const emit = (account: Account, type: Stripe.Event.Type, object: object): void => {
  const wanting = [...account.endpoints.values()].filter((endpoint) => isWanted(endpoint, type))
  const event = {
    id: newId(account, "evt"),
    object: "event",
    api_version: account.apiVersion,
    created: seconds(account),
    data: { object: structuredClone(object) },
    livemode: account.livemode,
    pending_webhooks: wanting.length,
    request: account.cause ?? { id: null, idempotency_key: null },
    type
  } as Stripe.Event
  account.events.set(event.id, event)
  const copies = wanting.flatMap(({ shown }) =>
    account.plan.delivery(event).map((after) => ({ event, endpoint: shown.id, attempt: 0, at: account.now + after }))
  )
  account.deliveries = [...account.deliveries, ...copies]
}

/** The object of an id, of any kind that others refer to. */
export const findObject = (account: Account, id: string): object | undefined =>
  account.intents.get(id) ?? account.charges.get(id) ?? account.methods.get(id) ?? account.customers.get(id)
    ?? account.setupIntents.get(id) ?? account.mandates.get(id) ?? account.refunds.get(id)
    ?? account.transactions.get(id)

/** The id of a reference, expanded or not. */
export const idOf = (reference: string | { readonly id: string } | null | undefined): string | null =>
  typeof reference === "string" ? reference : reference?.id ?? null
