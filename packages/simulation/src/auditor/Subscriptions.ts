/**
 * Rules of webhook subscriptions that are added, moved and removed: the list has the acknowledged ones; nothing is sent
 * to the address of a removed one; a partner receives its orders' events in order while it is subscribed, soon where it
 * takes them; none is disabled that has not failed for days. The first partner (`Events`) is the measure.
 */
import * as WebhookSchemas from "@beauty-store/http/contract/WebhookSchemas"
import * as Schema from "effect/Schema"
import { day, hour, minute } from "../engine/Time.ts"
import { carrierHooks } from "../world/ExternalSystems.ts"
import type { Partner, ReceivedMessage, SubscriptionTerms } from "../world/Partners.ts"
import * as AcpMessages from "./AcpMessages.ts"
import { agents } from "./Agents.ts"
import { type Audit, type Exchange, onExchange, onResponse, type Rules } from "./Audit.ts"
import type { AcpOrder, NewSubscription, SubscriptionPage } from "./Bodies.ts"
import { eventTime } from "./Calendar.ts"
import type { KnownSubscription, SentRequest, TimeSpan } from "./Observations.ts"
import type { ApiOperation } from "./Operations.ts"
import * as Words from "./Words.ts"

/** A message that left before a subscription was moved or removed has arrived by then, in milliseconds. */
const onItsWay = minute
/** An event gets its number and its time a moment before it is written, in milliseconds. */
const slack = minute

const subscribe = "webhooks.subscribe" satisfies ApiOperation
const unsubscribe = "webhooks.unsubscribe" satisfies ApiOperation
const enable = "webhooks.enable" satisfies ApiOperation

/** What is known of an endpoint that nothing was sent to. */
const untried = () => ({
  firstFailedAt: undefined,
  lastFailedAt: undefined,
  recoveredAt: undefined,
  heard: new Set<string>(),
  disabledSeenAt: undefined,
  revivedAt: -Infinity
})

/** Staff ask to have messages sent to an endpoint again, whether it was disabled or not. */
const revived = (known: KnownSubscription, at: number): void => {
  known.disabledSeenAt = undefined
  known.revivedAt = at
}

/** A partner has been subscribed since before the run. */
export const existing = ({ seen }: Audit, { account, terms, url }: Partner): void => {
  if (account === undefined || seen.subscriptions.has(account.subscriptionId)) return
  const always = { from: -Infinity, to: -Infinity }
  seen.subscriptions.set(account.subscriptionId, {
    terms,
    createdAt: undefined,
    created: always,
    addresses: [{ url, moved: always }],
    removed: undefined,
    ...untried()
  })
}

export const sent = ({ seen }: Audit, { at, json, operation, subject }: SentRequest): void => {
  if (operation === subscribe) {
    seen.subscriptionsAsked.add((json as typeof WebhookSchemas.SubscriptionRequest.Encoded).url)
  }
  const known = seen.subscriptions.get(subject)
  if (known === undefined) return
  if (operation === unsubscribe) known.removed ??= { from: at, to: Infinity }
  if (operation === enable) revived(known, at)
}

/** Staff ask to have messages sent to another address from now on. */
export const moving = ({ seen }: Audit, subscriptionId: string, url: string, at: number): void => {
  const known = seen.subscriptions.get(subscriptionId)
  if (known === undefined) return
  known.addresses.push({ url, moved: { from: at, to: Infinity } })
  revived(known, at)
}

/** Staff learned that a subscription has moved, or that there is none. */
export const moved = (audit: Audit, subscriptionId: string, isThere: boolean, at: number): void => {
  const known = audit.seen.subscriptions.get(subscriptionId)
  audit.expect("acknowledged.lost", `subscription ${subscriptionId}, to be moved`)
    .that(isThere || known === undefined || known.removed !== undefined, () => "gone")
  if (isThere && known !== undefined) known.addresses.at(-1)!.moved.to = at
}

/** The store said that there is no such subscription. */
export const notFound = (audit: Audit, subscriptionId: string): void => {
  const known = audit.seen.subscriptions.get(subscriptionId)
  audit.expect("acknowledged.lost", `subscription ${subscriptionId}, which nobody removed`)
    .that(known === undefined || known.removed !== undefined, () => "404")
}

const subscribed = (
  audit: Audit,
  { at, body, firstSentAt, request }: Exchange<typeof WebhookSchemas.SubscriptionRequest.Encoded, NewSubscription>
): void => {
  const { subscriptions, subscriptionsAsked } = audit.seen
  const { agentId, dialect, url } = request
  subscriptionsAsked.delete(url)
  if (subscriptions.has(body.subscriptionId)) return
  audit.expect("subscription.asked", JSON.stringify(request))
    .that(
      body.url === url && body.agentId === agentId && body.dialect === dialect && body.secret.startsWith("whsec_"),
      () => JSON.stringify(body)
    )
  const created = { from: firstSentAt, to: at }
  const terms: SubscriptionTerms = {
    ...(agentId === undefined ? {} : { agentId }),
    ...(dialect === undefined ? {} : { dialect })
  }
  subscriptions.set(body.subscriptionId, {
    terms,
    createdAt: body.createdAt,
    created,
    addresses: [{ url, moved: created }],
    removed: undefined,
    ...untried()
  })
}

const unsubscribed = (audit: Audit, { at, firstSentAt, sent: { subject } }: Exchange): void => {
  const removed = audit.seen.subscriptions.get(subject)?.removed
  if (removed === undefined) return
  audit.expect("subscription.removed", `no ${subject} to be removed again`)
    .that(firstSentAt <= removed.to, () => "removed")
  removed.to = Math.min(removed.to, at)
}

/** Compares a known subscription with its entry in a list that was requested and returned between two moments. */
const isListed = (
  audit: Audit,
  id: string,
  known: KnownSubscription,
  entry: SubscriptionPage["data"][number] | undefined,
  { from, to }: TimeSpan
): void => {
  const { addresses, created, createdAt, removed, revivedAt, terms } = known
  if (entry === undefined) {
    return audit.expect("subscription.listed", `${id}, which was subscribed and not removed`)
      .that(created.to >= from || removed !== undefined, () => "not listed")
  }
  const urls = addresses.filter(({ moved }, i) =>
    moved.from <= to && (addresses[i + 1] === undefined || addresses[i + 1]!.moved.to >= from)
  ).map(({ url }) => url)
  const mayBeThere = removed === undefined || removed.to >= from
  audit.expect("subscription.listed", mayBeThere ? `${id} at ${urls.join(" or ")}` : `${id} no more`)
    .that(
      mayBeThere && urls.includes(entry.url)
        && entry.agentId === terms.agentId && entry.dialect === terms.dialect
        && (createdAt === undefined || entry.createdAt === createdAt),
      () => JSON.stringify(entry)
    )
  if (entry.state !== "disabled") return
  disabled(audit, id, known, to)
  if (revivedAt < from) known.disabledSeenAt ??= to
}

/** All listed subscriptions are those that were acknowledged. */
export const listed = (audit: Audit, data: SubscriptionPage["data"], span: TimeSpan): void => {
  const { subscriptions, subscriptionsAsked } = audit.seen
  const entries = new Map(data.map((one) => [one.subscriptionId, one] as const))
  for (const [id, known] of subscriptions) isListed(audit, id, known, entries.get(id), span)
  for (const { subscriptionId, url, ...more } of data) {
    audit.expect("subscription.listed", "nobody whom staff did not subscribe")
      .that(
        subscriptions.has(subscriptionId) || subscriptionsAsked.has(url) || url === carrierHooks,
        () => `${subscriptionId} at ${url}`
      )
    audit.expect("subscription.secret", "a secret that is shown once").that(!("secret" in more), () => subscriptionId)
  }
}

export const rules: Rules = {
  [subscribe]: onExchange(WebhookSchemas.SubscriptionRequest, WebhookSchemas.NewSubscription, subscribed),
  [unsubscribe]: onResponse(Schema.Struct({}), unsubscribed),
  "webhooks.subscriptions": onResponse(WebhookSchemas.SubscriptionList, (audit, { at, body, sent }) => {
    if (body.nextCursor === null && !sent.path.includes("cursor=")) listed(audit, body.data, { from: sent.at, to: at })
  }),
  [enable]: onResponse(
    WebhookSchemas.Subscription,
    (audit, { body, sent }) =>
      audit.expect("subscription.enabled", `${sent.subject}, to be sent what waits`)
        .that(body.subscriptionId === sent.subject && body.state === "healthy", () => JSON.stringify(body))
  )
}

/** A message was sent to an address. */
export const reached = (audit: Audit, url: string, at: number): void => {
  for (const [id, { addresses, disabledSeenAt, removed }] of audit.seen.subscriptions) {
    const i = addresses.findIndex((one) => one.url === url)
    if (i === -1) continue
    const until = Math.min(removed?.to ?? Infinity, addresses[i + 1]?.moved.to ?? Infinity)
    audit.expect("events.address", `nothing to ${url}, where ${id} is not to be found since ${Words.moment(until)}`)
      .that(at <= until + onItsWay, () => `a message at ${Words.moment(at)}`)
    audit.expect("events.disabled", `nothing to ${url}: ${id} is disabled, and nobody has enabled it`)
      .that(
        disabledSeenAt === undefined || at <= disabledSeenAt + onItsWay,
        () => `a message at ${Words.moment(at)}`
      )
  }
}

/** Whether a subscription still has to receive messages, as far as is known here. */
export const isLasting = ({ seen }: Audit, subscriptionId: string): boolean =>
  seen.subscriptions.get(subscriptionId)?.removed === undefined

/** An order, and its events: each once, in order. */
interface OrderEvents {
  readonly orderId: string
  /** The owner of the order, where that is known. */
  readonly principal: string | undefined
  readonly happened: ReadonlyArray<ReceivedMessage>
  /** The order in ACP's form in the end. */
  readonly told: AcpOrder | undefined
}

/** Whether a partner receives the events of an order; undefined where that is unknown. */
const isAffairOf = ({ agentId }: SubscriptionTerms, { principal }: OrderEvents): boolean | undefined =>
  agentId === undefined ? true : principal === undefined ? undefined : agents[agentId] === principal

/** Each event that a partner received: it happened, in this order, while the partner was subscribed. */
const receivedInOrder = (
  audit: Audit,
  { happened, orderId }: OrderEvents,
  { terms, url }: Partner,
  messages: ReadonlyArray<ReceivedMessage>,
  { created }: KnownSubscription
): { readonly received: ReadonlySet<string>; readonly latest: number } => {
  const places = new Map(happened.map(({ id }, place) => [id, place] as const))
  const received = new Set<string>()
  let latest = -1
  for (const message of messages) {
    const { at, data, event, id } = message
    if (received.has(id)) continue
    received.add(id)
    const place = places.get(id)
    const one = place === undefined ? undefined : happened[place]!
    audit.expect("events.happened", `events of ${orderId}`).that(one !== undefined, () => `${event} ${id} to ${url}`)
    if (one === undefined || place === undefined) continue
    audit.expect("events.order", `events of ${orderId} to ${url} in order`)
      .that(place > latest, () => `${event} ${id} after ${happened[latest]!.event} ${happened[latest]!.id}`)
    latest = Math.max(latest, place)
    audit.expect("events.since", `nothing to ${url} from before it was subscribed, ${Words.moment(created.from)}`)
      .that(
        eventTime(id) >= created.from - slack - audit.skew.behind,
        () => `${event} of ${Words.moment(eventTime(id))}, at ${Words.moment(at)}`
      )
    const isSame = terms.dialect === "acp"
      ? AcpMessages.isToldAs(one, event)
      : event === one.event && JSON.stringify(data) === JSON.stringify(one.data)
    audit.expect("events.same", `${one.event} ${JSON.stringify(one.data)}, as others hear it`)
      .that(isSame, () => `${event} ${JSON.stringify(data)} to ${url}`)
  }
  return { received, latest }
}

/** At rest: compares the messages that a partner received about an order with its events. */
export const orderAtRest = (audit: Audit, events: OrderEvents, partner: Partner): void => {
  const { account, received: all, terms, url } = partner
  const known = account === undefined ? undefined : audit.seen.subscriptions.get(account.subscriptionId)
  if (known === undefined) return
  const { created, removed } = known
  const { happened, orderId, principal, told } = events
  const messages = all.filter(({ data }) => data.orderId === orderId)
  const isAffair = isAffairOf(terms, events)
  audit.expect("events.privacy", `${url} hears of orders of ${terms.agentId} only`)
    .that(messages.length === 0 || isAffair !== false, () => `${messages[0]!.event} of ${orderId}, of ${principal}`)
  const { latest, received } = receivedInOrder(audit, events, partner, messages, known)
  if (isAffair === true) {
    const due = terms.dialect === undefined ? happened : AcpMessages.toldOf(happened)
    for (const one of due) {
      const { event, id } = one
      const time = eventTime(id)
      if (time - audit.skew.ahead < created.to || received.has(id)) continue
      // A partner that leaves is promised only that there are no gaps; and without faults nothing waits.
      const isPromised = removed === undefined || happened.findIndex((other) => other.id === id) < latest
        || (!audit.mayFail() && time + audit.skew.behind < removed.from - onItsWay)
      audit.expect(
        "events.delivered",
        `${event} ${id} of ${orderId} to ${url}, subscribed since ${Words.moment(created.to)}`
      )
        .that(!isPromised, () => "not heard")
    }
  }
  if (terms.dialect === "acp" && messages.length > 0) {
    AcpMessages.toldWhole(audit, messages, happened, told!, created.to)
    if (removed === undefined) AcpMessages.toldLast(audit, messages.at(-1)!.order as AcpOrder, told!)
  }
}

/** An endpoint that is well hears of an event within this time, in milliseconds. */
const soon = minute
/** A failure of the endpoint's is over when the last attempt at that message is, and all that waited behind it. */
const endpointRecovers = 30 * hour
/** After a failure of the store or its disk, work that failed is tried again a little later each time. */
const storeRecovers = hour
/** An endpoint is disabled after so long. */
const disabledAfter = 3 * day

/** The subscriptions that were ever at an address. */
const at = ({ seen }: Audit, url: string): ReadonlyArray<KnownSubscription> =>
  [...seen.subscriptions.values()].filter(({ addresses }) => addresses.some((one) => one.url === url))

/** The store or its disk fails. */
export const disturbed = ({ seen }: Audit, now: number): void => void (seen.disturbedAt = now)

/** A message was not taken. */
export const failed = (audit: Audit, url: string, now: number): void => {
  for (const known of at(audit, url)) {
    known.firstFailedAt ??= now
    known.lastFailedAt = now
    known.recoveredAt = undefined
  }
}

/** A message was taken. */
export const taken = (audit: Audit, url: string, eventId: string, now: number): void => {
  for (const known of at(audit, url)) {
    if (known.heard.has(eventId)) continue
    known.heard.add(eventId)
    const { ahead, behind } = audit.skew
    const happened = eventTime(eventId) - ahead
    const { lastFailedAt = -Infinity } = known
    // One that was disabled fails no more and has not recovered either: nothing is sent to it.
    known.recoveredAt ??= lastFailedAt === -Infinity ? -Infinity : now
    const isWell = lastFailedAt < happened - endpointRecovers && known.recoveredAt <= happened
      && audit.seen.disturbedAt < happened - storeRecovers
    audit.expect("events.late", `${eventId} at ${url}, which takes what it is sent, within ${soon / 1000} s`)
      .that(!isWell || now <= happened + ahead + behind + soon, () => `after ${(now - happened) / 1000} s`)
  }
}

/** The store says that an endpoint is disabled. */
export const disabled = (audit: Audit, id: string, { firstFailedAt = Infinity }: KnownSubscription, now: number) =>
  audit.expect(
    "subscription.disabled",
    `${id}, which ${
      Number.isFinite(firstFailedAt) ? `failed first at ${new Date(firstFailedAt).toISOString()}` : "never failed"
    }, not disabled yet`
  )
    .that(now - firstFailedAt >= disabledAfter - audit.apart, () => `disabled at ${new Date(now).toISOString()}`)
