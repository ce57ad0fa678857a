/**
 * The part of the auditor that judges what partners hear who come, move and go, by what staff were answered and what came
 * to partners' addresses.
 *
 * One partner has listened to everything from before the first order on, and the auditor holds what that one heard
 * against the orders themselves. Here it is the measure of all others: each has to have heard the same, of what happened
 * while it was subscribed to orders that are its affair, in the same order.
 *
 * What is on its way when a subscription is moved or ends may still arrive, and what waits then is not promised to
 * whoever goes.
 */
import { minute } from "../engine/Time.ts"
import { carrierHooks } from "../world/ExternalSystems.ts"
import type { Partner, ReceivedMessage, SubscriptionTerms } from "../world/Partners.ts"
import type { Expect } from "./AgentSessions.ts"
import type { Sent } from "./Auditor.ts"

type Json = any

/** When something was done, in milliseconds: not before it was asked for, and not after it was acknowledged. */
interface Moments {
  readonly from: number
  to: number
}

interface Subscription {
  readonly terms: SubscriptionTerms
  readonly createdAt: string | undefined
  readonly created: Moments
  /** The latest is the last: a move is one more. */
  readonly addresses: Array<{ readonly url: string; readonly moved: Moments }>
  removed: Moments | undefined
}

/** A message that left before a subscription was moved or ended has arrived by then, in milliseconds. */
const underWay = minute
/** What happens is given its number and its time a moment before it is written down, in milliseconds. */
const slack = minute

/** Who the store takes an agent for, by its client id. */
const agents: Readonly<Record<string, string>> = { "demo-agent": "agent" }

/** What ACP's messages do not tell of: nothing of an order follows from it. */
const untold = new Set(["payment.succeeded", "payment.refused"])

/** In words: what has no beginning or no end is neither. */
const moment = (at: number): string => Number.isFinite(at) ? new Date(at).toISOString() : String(at)

const steps = ["created", "confirmed", "shipped", "completed"]

/** Whether an order that was so may be so later. */
const reaches = (from: string, to: string): boolean =>
  from === to || (to === "canceled" ? steps.indexOf(from) < 2 : steps.indexOf(from) < steps.indexOf(to))

export class SubscriptionAuditor {
  private readonly known = new Map<string, Subscription>()
  /** Addresses that staff have asked to have subscribed, without being told so far that they are. */
  private readonly asked = new Set<string>()
  private readonly expect: Expect
  private readonly mayFail: () => boolean

  constructor(expect: Expect, mayFail: () => boolean) {
    this.expect = expect
    this.mayFail = mayFail
  }

  /** Comes to know what another one knows. */
  learn({ asked, known }: SubscriptionAuditor): void {
    Object.assign(this, structuredClone({ asked, known }))
  }

  /** Somebody has been subscribed since before anything happened. */
  began({ account, terms, url }: Partner): void {
    if (account === undefined || this.known.has(account.subscriptionId)) return
    const since = { from: -Infinity, to: -Infinity }
    this.known.set(account.subscriptionId, {
      terms,
      createdAt: undefined,
      created: since,
      addresses: [{ url, moved: since }],
      removed: undefined
    })
  }

  /** A request leaves. */
  sent({ at, json, operation, subject }: Sent): void {
    if (operation === "subscribe") this.asked.add((json as Json).url)
    const known = operation === "unsubscribe" ? this.known.get(subject) : undefined
    if (known !== undefined) known.removed ??= { from: at, to: Infinity }
  }

  /** Staff ask to have messages sent to another address from now on. */
  moving(subscriptionId: string, url: string, at: number): void {
    this.known.get(subscriptionId)?.addresses.push({ url, moved: { from: at, to: Infinity } })
  }

  /** Staff were told that a subscription has moved, or that there is none. */
  moved(subscriptionId: string, isThere: boolean, at: number): void {
    const known = this.known.get(subscriptionId)
    this.expect(
      isThere || known === undefined || known.removed !== undefined,
      "acknowledged.lost",
      `subscription ${subscriptionId}, to be moved`,
      () => "gone"
    )
    if (isThere && known !== undefined) known.addresses.at(-1)!.moved.to = at
  }

  /** A request was answered with success. `from`: when it was first sent; `at`: now. */
  succeeded({ json, operation, subject }: Sent, body: Json, from: number, at: number): void {
    switch (operation) {
      case "subscribe": {
        const { agentId, dialect, url } = json as Json
        this.asked.delete(url)
        if (this.known.has(body.subscriptionId)) return
        this.expect(
          body.url === url && body.agentId === agentId && body.dialect === dialect && body.secret.startsWith("whsec_"),
          "subscription.asked",
          JSON.stringify(json),
          () => JSON.stringify(body)
        )
        const created = { from, to: at }
        this.known.set(body.subscriptionId, {
          terms: { ...(agentId === undefined ? {} : { agentId }), ...(dialect === undefined ? {} : { dialect }) },
          createdAt: body.createdAt,
          created,
          addresses: [{ url, moved: created }],
          removed: undefined
        })
        return
      }
      case "unsubscribe": {
        const removed = this.known.get(subject)?.removed
        if (removed === undefined) return
        this.expect(from <= removed.to, "subscription.removed", `no ${subject} to be removed again`, () => "removed")
        removed.to = Math.min(removed.to, at)
        return
      }
    }
  }

  /** There is no such subscription. */
  notFound(subscriptionId: string): void {
    const known = this.known.get(subscriptionId)
    this.expect(
      known === undefined || known.removed !== undefined,
      "acknowledged.lost",
      `subscription ${subscriptionId}, which nobody removed`,
      () => "404"
    )
  }

  /** All that are listed, asked for and answered between two moments: what was acknowledged. */
  listed(data: ReadonlyArray<Json>, { from, to }: Readonly<Moments>): void {
    const seen = new Map(data.map((one) => [one.subscriptionId as string, one] as const))
    for (const [id, { addresses, created, createdAt, terms, removed }] of this.known) {
      const one = seen.get(id)
      if (one === undefined) {
        this.expect(
          created.to >= from || removed !== undefined,
          "subscription.listed",
          `${id}, which was subscribed and not removed`,
          () => "not listed"
        )
        continue
      }
      const urls = addresses.filter(({ moved }, i) =>
        moved.from <= to && (addresses[i + 1] === undefined || addresses[i + 1]!.moved.to >= from)
      ).map(({ url }) => url)
      this.expect(
        (removed === undefined || removed.to >= from) && urls.includes(one.url)
          && one.agentId === terms.agentId && one.dialect === terms.dialect
          && (createdAt === undefined || one.createdAt === createdAt),
        "subscription.listed",
        removed === undefined || removed.to >= from ? `${id} at ${urls.join(" or ")}` : `${id} no more`,
        () => JSON.stringify(one)
      )
    }
    for (const { subscriptionId, url, ...more } of data) {
      this.expect(
        this.known.has(subscriptionId) || this.asked.has(url) || url === carrierHooks,
        "subscription.listed",
        "nobody whom staff did not subscribe",
        () => `${subscriptionId} at ${url}`
      )
      this.expect(!("secret" in more), "subscription.secret", "a secret that is shown once", () => subscriptionId)
    }
  }

  /** A message was sent to an address. */
  reached(url: string, at: number): void {
    for (const [id, { addresses, removed }] of this.known) {
      const i = addresses.findIndex((one) => one.url === url)
      if (i === -1) continue
      const until = Math.min(removed?.to ?? Infinity, addresses[i + 1]?.moved.to ?? Infinity)
      this.expect(
        at <= until + underWay,
        "events.address",
        `nothing to ${url}, where ${id} is not to be found since ${moment(until)}`,
        () => `a message at ${new Date(at).toISOString()}`
      )
    }
  }

  // At rest

  /** Whether a subscription is still to be heard by, as far as anybody here knows. */
  isLasting(subscriptionId: string): boolean {
    return this.known.get(subscriptionId)?.removed === undefined
  }

  /**
   * What a partner heard of an order, against what happened to it (each event once, in order). `principal`: whose order
   * it is, where that is known; `told`: the order as ACP tells of it in the end.
   */
  settledOrder(
    orderId: string,
    principal: string | undefined,
    happened: ReadonlyArray<ReceivedMessage>,
    { account, received, terms, url }: Partner,
    told: Json
  ): void {
    const known = account === undefined ? undefined : this.known.get(account.subscriptionId)
    if (known === undefined) return
    const { created, removed } = known
    const messages = received.filter(({ data }) => data.orderId === orderId)
    const isOurs = terms.agentId === undefined
      ? true
      : principal === undefined
      ? undefined
      : agents[terms.agentId] === principal
    this.expect(
      messages.length === 0 || isOurs !== false,
      "events.privacy",
      `${url} hears of orders of ${terms.agentId} only`,
      () => `${messages[0]!.event} of ${orderId}, of ${principal}`
    )
    const places = new Map(happened.map(({ id }, place) => [id, place] as const))
    const first = new Set<string>()
    let latest = -1
    for (const { at, data, event, id } of messages) {
      if (first.has(id)) continue
      first.add(id)
      const place = places.get(id)
      const one = place === undefined ? undefined : happened[place]!
      this.expect(one !== undefined, "events.happened", `events of ${orderId}`, () => `${event} ${id} to ${url}`)
      if (one === undefined || place === undefined) continue
      this.expect(
        place > latest,
        "events.order",
        `events of ${orderId} to ${url} in order`,
        () => `${event} ${id} after ${happened[latest]!.event} ${happened[latest]!.id}`
      )
      latest = Math.max(latest, place)
      this.expect(
        timeOf(id) >= created.from - slack,
        "events.since",
        `nothing to ${url} from before it was subscribed, ${moment(created.from)}`,
        () => `${event} of ${new Date(timeOf(id)).toISOString()}, at ${new Date(at).toISOString()}`
      )
      const isTold = terms.dialect === "acp"
        ? (event === "order_create") === (one.event === "order.created") && !untold.has(one.event)
        : event === one.event && JSON.stringify(data) === JSON.stringify(one.data)
      this.expect(
        isTold,
        "events.same",
        `${one.event} ${JSON.stringify(one.data)}, as others hear it`,
        () => `${event} ${JSON.stringify(data)} to ${url}`
      )
    }
    // ACP tells of an order once it is confirmed.
    const confirmed = happened.findIndex(({ event }) => event === "order.created")
    const due = terms.dialect === undefined
      ? happened
      : confirmed === -1
      ? []
      : happened.slice(confirmed).filter(({ event }) => !untold.has(event))
    if (isOurs === true) {
      for (const { event, id } of due) {
        const time = timeOf(id)
        if (time < created.to || first.has(id)) continue
        // To whoever goes nothing is promised but that there are no gaps; and where nobody fails, nothing waits.
        const isPromised = removed === undefined || places.get(id)! < latest
          || (!this.mayFail() && time < removed.from - underWay)
        this.expect(
          !isPromised,
          "events.delivered",
          `${event} ${id} of ${orderId} to ${url}, subscribed since ${moment(created.to)}`,
          () => "not heard"
        )
      }
    }
    if (terms.dialect === "acp" && messages.length > 0) {
      this.toldWhole(messages, happened, told, created.to)
      if (removed === undefined) this.toldLast(messages.at(-1)!.order, told)
    }
  }

  /** Each message of an order says it as it was then, or later: never as it was before what it tells of. */
  private toldWhole(
    messages: ReadonlyArray<ReceivedMessage>,
    happened: ReadonlyArray<ReceivedMessage>,
    final: Json,
    since: number
  ): void {
    const events = new Map(happened.map((one, place) => [one.id, { ...one, place }] as const))
    const lasting = new Map<string, Json>(final.adjustments.map((one: Json) => [one.id, one]))
    const create = happened.find(({ event }) => event === "order.created")
    let [status, wasCreated] = ["confirmed", create !== undefined && timeOf(create.id) <= since]
    for (const { event, id, order } of messages) {
      const one = events.get(id)
      if (one === undefined) continue
      wasCreated ||= event === "order_create"
      this.expect(
        wasCreated,
        "events.created",
        `order_create of ${order.id} before any order_update`,
        () => `${event} for ${one.event} ${id}`
      )
      this.expect(
        reaches(status, order.status) && reaches(order.status, final.status)
          && (one.event !== "order.cancelled" || order.status === "canceled"),
        "events.toldOrder",
        `${order.id}, of which ${one.event} is told, is ${status} or later, and ends ${final.status}`,
        () => order.status
      )
      status = order.status
      const left = happened.filter((other, place) => other.event === "order.shipped" && place <= one.place).length
      const parcels = order.fulfillments.map((parcel: Json) => parcel.id)
      this.expect(
        parcels.length >= left && parcels.every((parcel: string, i: number) => final.fulfillments[i]?.id === parcel),
        "events.toldOrder",
        `${left} parcels of ${order.id} or more, when ${one.event} ${id} is told`,
        () => JSON.stringify(parcels)
      )
      const said = new Map<string, Json>(order.adjustments.map((other: Json) => [other.id, other]))
      const subject = one.data.refundId ?? one.data.returnId
      this.expect(
        (subject === undefined || !lasting.has(subject) || said.has(subject))
          && [...said.values()].every((other) => {
            const kept = lasting.get(other.id)
            // A return that is called off is none.
            return kept === undefined
              ? other.type === "return"
              : kept.type === other.type && kept.amount === other.amount
          }),
        "events.toldOrder",
        `adjustments of ${order.id} as they are known, when ${one.event} of ${subject ?? "it"} is told`,
        () => JSON.stringify([order.adjustments, final.adjustments])
      )
      this.expect(
        print(order) === print(final),
        "events.toldOrder",
        `${order.id} with what was bought: ${print(final)}`,
        () => print(order)
      )
    }
  }

  /** Whoever has heard everything has heard how it ended. */
  private toldLast(order: Json, final: Json): void {
    const lasting = ({ adjustments, fulfillments, line_items, status, totals }: Json) =>
      JSON.stringify([status, line_items, totals, adjustments, fulfillments.map(({ id }: Json) => id)])
    this.expect(
      lasting(order) === lasting(final),
      "events.toldLast",
      `the last that is told of ${final.id} is how it is: ${lasting(final)}`,
      () => lasting(order)
    )
  }
}

/** What an order was when it was bought. */
const print = ({ checkout_session_id, line_items, totals }: Json): string =>
  JSON.stringify([
    checkout_session_id,
    line_items.map(({ id, quantity, unit_price }: Json) => [id, quantity.ordered, unit_price]),
    totals.filter(({ type }: Json) => type !== "amount_refunded")
  ])

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
/** Ids of events grow with time: `evt_`, and eight characters of it. Answers milliseconds. */
export const timeOf = (eventId: string): number =>
  eventId.slice(4, 12).split("").reduce((n, one) => n * 62 + digits.indexOf(one), 0)
