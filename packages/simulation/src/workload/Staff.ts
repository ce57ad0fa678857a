/**
 * The shop's staff: they ship, report arrivals, open returns, count stock, set prices, refund and cancel, have messages
 * sent again, add, move and remove partners, and sit at their desk (`Desk`). Staff repeat requests until they have a
 * final response: they finish what they begin.
 */
import { SubscriptionNotFound } from "@beauty-store/commerce/partners/Subscriptions"
import * as Signature from "@beauty-store/outbound/Signature"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type { NewSubscription, Order, Return, SubscriptionPage } from "../auditor/Bodies.ts"
import * as Boundaries from "../auditor/Boundaries.ts"
import * as Events from "../auditor/Events.ts"
import * as PricePlans from "../auditor/PricePlans.ts"
import * as Subscriptions from "../auditor/Subscriptions.ts"
import type { Request } from "../engine/Network.ts"
import type { Prng } from "../engine/Prng.ts"
import { day, hour, minute, second } from "../engine/Time.ts"
import { Partner, type SubscriptionTerms } from "../world/Partners.ts"
import { webhookSecret } from "../world/StoreProcess.ts"
import type { Trait } from "../world/SwarmConfiguration.ts"
import { Client, type Identity, isFinal, type Received } from "./Client.ts"
import { atDesk } from "./Desk.ts"
import { drawList, openList } from "./Lists.ts"
import { look, reader } from "./Readers.ts"
import { fetchFeed } from "./Searchers.ts"
import { varied } from "./Variations.ts"
import { does, type Workload } from "./Workload.ts"

const decoder = new TextDecoder()

/** The first of several parcels that are on their way; undefined where there is at most one. */
export const firstUndelivered = (parcels: Order["shipments"]): string | undefined => {
  const [first, another] = parcels.filter(({ status }) => status !== "delivered")
  return another === undefined ? undefined : first?.trackingNumber
}

/** The most partners at once, besides the first. */
const maxPartners = 2

/**
 * Options of subscriptions: mostly one agent's orders, in its protocol's dialect; another agent never buys anything.
 */
const subscriptionTerms: ReadonlyArray<SubscriptionTerms> = [
  {},
  { agentId: "demo-agent" },
  { agentId: "demo-agent", dialect: "acp" },
  { agentId: "demo-agent", dialect: "acp" },
  { agentId: "rival-agent" },
  { agentId: "rival-agent", dialect: "acp" },
  { agentId: "another-agent" },
  { agentId: "another-agent", dialect: "acp" }
]

type Method = "POST" | "PUT" | "DELETE"

/** Where the store does not limit requests: staff ask for everything there at once. */
export const unlimited: Pick<Identity, "network"> = { network: undefined }

export class Staff {
  readonly client: Client
  private readonly workload: Workload
  private readonly prng: Prng
  private readonly partnersPrng: Prng
  private readonly endpointsPrng: Prng
  private readonly deskPrng: Prng
  private readonly listsPrng: Prng
  private readonly earlyPrng: Prng
  private readonly promotionsPrng: Prng
  private readonly shelvesPrng: Prng
  /** Partners that are never removed: an endpoint is disabled after days only. */
  private readonly staying = new Set<Partner>()
  /** Partners that are removed, or were never subscribed. */
  private readonly removed = new Set<Partner>()
  /** The same people, as the shop sees anybody. */
  readonly passerBy: Client
  private parcels = 0

  constructor(workload: Workload, name: string, prng: Prng, place: Pick<Identity, "network"> = {}) {
    this.workload = workload
    this.prng = prng
    this.partnersPrng = prng.stream("partners")
    this.endpointsPrng = prng.stream("endpoints")
    this.deskPrng = prng.stream("desk")
    this.listsPrng = prng.stream("lists")
    this.earlyPrng = prng.stream("early")
    this.promotionsPrng = prng.stream("promotions")
    this.shelvesPrng = prng.stream("shelves")
    const identity = { name, principal: "staff", isStaff: true, oauth: "demo-staff", ...place } as const
    this.client = new Client(workload.clientContext, identity, prng)
    this.passerBy = reader(workload.clientContext, `${name}, without a token`, prng.stream("passer-by"))
  }

  private does(trait: Trait): boolean {
    return does(this.workload, this.client, trait)
  }

  /** Sends a change until it has a final response. */
  do<Body = unknown>(method: Method, path: string, json: unknown): Effect.Effect<Received<Body> | undefined> {
    const own = this.prng.stream(`varies ${path} ${JSON.stringify(json)}`)
    const asked = does(this.workload, { prng: own }, "act.vary") ? varied(own, method, path, json) : json
    return this.repeat<Body>(method, path, asked, this.client.key(false))
  }

  /** The same, in exactly these words. */
  readonly repeat = Effect.fnUntraced(function*<Body>(
    this: Staff,
    method: Method,
    path: string,
    json: unknown,
    key = this.client.key(false)
  ) {
    for (let n = 0; n < 60; n++) {
      const received = yield* this.client.send<Body>(method, path, json, key)
      if (received !== undefined && isFinal(received)) return received
      yield* Effect.sleep(this.prng.logUniform(second, 10 * minute))
    }
    return undefined
  })

  get<Body = unknown>(path: string): Effect.Effect<Received<Body> | undefined> {
    return this.client.get<Body>(path)
  }

  ship(orderId: string, items?: ReadonlyArray<{ readonly productId: string; readonly quantity: number }>) {
    return this.do<Order>("POST", `/api/orders/${orderId}/ship`, {
      carrier: "Own Van",
      trackingNumber: `OV${this.client.identity.name}${++this.parcels}`,
      ...(items === undefined ? {} : { items })
    })
  }

  /**
   * Reports that an order, or one of its parcels, has arrived. A late report of an early arrival brings the return
   * window's end into reach.
   */
  deliver(orderId: string, late = this.does("act.returnLate"), trackingNumber?: string) {
    return Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const ago = late ? this.prng.int(29, 31) * day + this.prng.int(-3, 3) * hour : 0
      const deliveredAt = new Date(now - ago).toISOString()
      return this.do("POST", `/api/orders/${orderId}/deliver`, {
        deliveredAt,
        ...(trackingNumber === undefined ? {} : { trackingNumber })
      })
    })
  }

  /** The feed of all products, as platforms see it. */
  get feed() {
    return fetchFeed(this.workload)
  }

  /** Reports the counted stock of a product. */
  count(product: string, onHand: number) {
    return this.do("PUT", `/api/inventory/${product}`, { onHand })
  }

  /** Changes a product, and reads how a public page shows it before and after. */
  private lookingOn(product: string, change: Effect.Effect<unknown>): Effect.Effect<void> {
    const seen = this.does("act.look") ? look(this.passerBy, product) : Effect.void
    const { listsPrng, workload } = this
    const isListed = workload.clientContext.auditor.hasShopFront && listsPrng.happens(0.25)
    const path = isListed ? drawList(listsPrng, workload.clientContext.auditor, product) : undefined
    const listed = path === undefined ? Effect.void : openList(workload, this.passerBy.identity.name, path)
    return Effect.asVoid(Effect.all([seen, listed, change, seen, listed]))
  }

  /** A small carrier of the shop reports an arrival, and only then the shipment, with another blank in its number. */
  private readonly deliverBeforeShipping = Effect.fnUntraced(function*(this: Staff, orderId: string) {
    const number = `${this.client.identity.name}${++this.parcels}`
    yield* this.sendPartnerMessage({ event: "order.delivered", data: { orderId, trackingNumber: `BW ${number}` } })
    yield* Effect.sleep(this.prng.logUniform(second, 2 * hour))
    const parcel = { orderId, trackingNumber: `BW\u00a0${number}`, carrier: "Own Bicycle" }
    yield* this.sendPartnerMessage({ event: "order.shipped", data: parcel })
  })

  /** A warehouse hands a parcel over that its payer still has to pay, and says so; it may even report the arrival. */
  private readonly shipBeforePayment = Effect.gen(this, function*() {
    const prng = this.earlyPrng
    const unpaid = [...this.workload.clientContext.auditor.seen.orders].filter(([, { status }]) => status === "pending")
    if (unpaid.length === 0) return
    const [orderId] = prng.pick(unpaid)
    const parcel = { orderId, trackingNumber: `BW${this.client.identity.name}${++this.parcels}` }
    const left = { event: "order.shipped", data: { ...parcel, carrier: "Own Bicycle" } }
    const arrived = { event: "order.delivered", data: parcel }
    for (const message of prng.pick([[left], [left, arrived], [arrived, left]])) {
      yield* this.sendPartnerMessage(message)
      yield* Effect.sleep(prng.logUniform(second, 10 * minute))
    }
  })

  /** Sends a signed message in a carrier's name until it is accepted. */
  private readonly sendPartnerMessage = Effect.fnUntraced(function*(this: Staff, message: object) {
    const { auditor, history, transport } = this.workload.clientContext
    const body = new TextEncoder().encode(JSON.stringify(message))
    const id = `told-${this.prng.int(1e11, 9e11)}`
    const secret = Either.getOrThrow(Signature.decodeSecret(webhookSecret))
    for (let left = 40; left > 0; left--) {
      const signed = Signature.sign({ id, atMillis: yield* Clock.currentTimeMillis, body, secret })
      const request: Request = {
        method: "POST",
        path: "/api/webhooks",
        headers: { ...signed, "content-type": "application/json" },
        body
      }
      const response = yield* Effect.option(transport(request))
      if (Option.isSome(response)) {
        history.add("bicycle", `tells ${decoder.decode(body)}: ${response.value.body}`)
        Events.messageAnswered(auditor, request, response.value, yield* Clock.currentTimeMillis)
        if (response.value.status < 500 && this.prng.happens(0.6)) return
      }
      yield* Effect.sleep(this.prng.logUniform(second, 10 * minute))
    }
  })

  /** Opens a return that is on its way. */
  readonly receive = Effect.fnUntraced(function*(this: Staff, returnId: string, accepts: boolean) {
    const seen = yield* this.get<Return>(`/api/returns/${returnId}`)
    if (seen?.status !== 200 || !["requested", "in_transit"].includes(seen.json.status)) return
    const items = new Map<string, number>()
    for (const { productId, quantity } of seen.json.items) items.set(productId, (items.get(productId) ?? 0) + quantity)
    yield* this.do("POST", `/api/returns/${returnId}/receive`, {
      items: [...items].map(([productId, quantity]) => ({
        productId,
        quantity: this.prng.happens(0.8) ? quantity : this.prng.int(1, quantity),
        ...(accepts ? {} : { accepted: false }),
        restock: accepts && this.prng.happens(0.7)
      }))
    })
  })

  /** Partners are added, moved, and removed for good: each of them at an address that no other ever had. */
  private readonly managePartners = Effect.gen(this, function*() {
    const { partners } = this.workload
    const prng = this.partnersPrng
    const decides = (trait: Trait) => does(this.workload, { prng }, trait)
    const path = "/api/webhook-subscriptions"
    const added = partners.slice(1).filter((one) => !this.removed.has(one))
    if (added.length < maxPartners && decides("staff.subscribe")) {
      const partner = new Partner([`http://partner-${partners.length}.example/hooks`], prng.pick(subscriptionTerms))
      partners.push(partner)
      if (prng.happens(0.5)) this.staying.add(partner)
      const created = yield* this.do<NewSubscription>("POST", path, { url: partner.url, ...partner.terms })
      if (created?.status === 200) {
        partner.account = { subscriptionId: created.json.subscriptionId, secret: created.json.secret }
      } else this.removed.add(partner)
    }
    const [first, ...others] = partners.filter((one) => !this.removed.has(one))
    if (decides("staff.movePartner")) yield* this.move(prng.pick([first!, ...others]))
    const leaving = others.filter((one) => !this.staying.has(one))
    if (leaving.length > 0 && decides("staff.unsubscribe")) {
      const leaver = prng.pick(leaving)
      const subscription = `${path}/${leaver.account!.subscriptionId}`
      this.removed.add(leaver)
      yield* this.do("DELETE", subscription, undefined)
      if (prng.happens(0.3)) yield* this.do("DELETE", subscription, undefined)
    }
    if (prng.happens(0.3)) yield* this.get(path)
  })

  /** Moves a partner's subscription to another address, and repeats that until the store confirms it. */
  private readonly move = Effect.fnUntraced(function*(this: Staff, partner: Partner) {
    const { clientContext: { auditor, history }, subscriptionAdmin } = this.workload
    const { subscriptionId } = partner.account!
    const url = `${partner.addresses[0]}/${partner.addresses.length}`
    partner.addresses.push(url)
    Subscriptions.moving(auditor, subscriptionId, url, yield* Clock.currentTimeMillis)
    for (let left = 60; left > 0; left--) {
      const moved = yield* Effect.either(subscriptionAdmin.move(subscriptionId, url))
      const isNone = Either.isLeft(moved) && moved.left instanceof SubscriptionNotFound
      history.add(this.client.identity.name, `moves ${subscriptionId} to ${url}: ${Either.isRight(moved)}`)
      if (Either.isRight(moved) || isNone) {
        return Subscriptions.moved(auditor, subscriptionId, !isNone, yield* Clock.currentTimeMillis)
      }
      yield* Effect.sleep(this.partnersPrng.logUniform(second, 10 * minute))
    }
  })

  /** Ships an order that waits for it, whole or in part, or reports that it has arrived. */
  private readonly fulfil = Effect.fnUntraced(function*(this: Staff, orderId: string) {
    const order = yield* this.get<Order | undefined>(`/api/orders/${orderId}`)
    if (order?.json?.status === "confirmed") {
      const waiting = order.json.items.filter(({ quantity, shipped }) => shipped < quantity)
      const some = this.prng.pick(waiting)
      yield* this.does("staff.backwards")
        ? this.deliverBeforeShipping(orderId)
        : this.does("staff.partial")
        ? this.ship(orderId, [{ productId: some.productId, quantity: this.prng.int(1, some.quantity) }])
        : this.ship(orderId)
    } else if (order?.json?.status === "shipped") {
      yield* this.deliver(orderId, undefined, firstUndelivered(order.json.shipments))
    }
  })

  /** An order, mostly one that still has to be shipped or delivered. */
  private pickOrder(): string | undefined {
    const orders = [...this.workload.clientContext.auditor.seen.orders]
    const open = orders.filter(([, { status }]) => status === "confirmed" || status === "shipped")
    if (orders.length === 0) return undefined
    return this.prng.pick(open.length > 0 && this.prng.happens(0.7) ? open : orders)[0]
  }

  /** Any amount, or what is left of the payment, or a cent less or more. */
  private goodwillFor(orderId: string): number {
    const any = this.prng.logUniform(1, 3000)
    const own = this.prng.stream(`goodwill for ${orderId} ${any}`)
    const order = this.workload.clientContext.auditor.seen.orders.get(orderId)
    if (order === undefined || !own.happens(0.4)) return any
    return Math.max(1, order.totalMinor - order.goodwillMinor + own.pick(Boundaries.steps))
  }

  private readonly serveOrder = Effect.fnUntraced(function*(this: Staff, orderId: string) {
    if (this.does("staff.ship")) yield* this.fulfil(orderId)
    if (this.does("staff.goodwill")) {
      yield* this.do("POST", "/api/refunds", {
        orderId,
        reason: "sorry",
        ...(this.prng.happens(0.3)
          ? {}
          : { amount: this.workload.clientContext.auditor.wire(this.goodwillFor(orderId)) })
      })
    }
    if (this.does("staff.cancel")) {
      yield* this.do("POST", `/api/orders/${orderId}/cancel`, { reason: "sold out at the warehouse" })
    }
  })

  /** Has the messages of the last day sent to all partners again. */
  private readonly replay = Effect.gen(this, function*() {
    const subscriptions = yield* this.get<SubscriptionPage | undefined>("/api/webhook-subscriptions")
    const now = yield* Clock.currentTimeMillis
    for (const { subscriptionId } of subscriptions?.json?.data ?? []) {
      yield* this.do("POST", `/api/webhook-subscriptions/${subscriptionId}/replay`, {
        from: new Date(now - day).toISOString(),
        to: new Date(now).toISOString()
      })
    }
  })

  /** Has messages sent again to endpoints that are disabled. */
  readonly enableDisabled = Effect.gen(this, function*() {
    const path = "/api/webhook-subscriptions"
    const subscriptions = yield* this.get<SubscriptionPage | undefined>(`${path}?limit=100`)
    for (const { state, subscriptionId } of subscriptions?.json?.data ?? []) {
      if (state === "disabled") yield* this.do("POST", `${path}/${subscriptionId}/enable`, undefined)
    }
  })

  /** Puts up a code that takes a part off all goods, a few times. */
  readonly promote = Effect.gen(this, function*() {
    const { promotions } = this.workload.clientContext.auditor.seen
    if (promotions.size >= 5) return
    const prng = this.promotionsPrng
    const promotion = {
      title: { en: "Off", de: "Rabatt" },
      code: `CODE-${promotions.size + 1}-${prng.int(100, 999)}`,
      benefit: { type: "percentage", percent: prng.happens(0.25) ? 100 : prng.int(1, 60) },
      uses: prng.int(1, 2)
    }
    yield* this.repeat("POST", "/api/admin/promotions", promotion)
  })

  /** Deliveries, losses and counts of some shelves at once. */
  private readonly reportShelves = Effect.gen(this, function*() {
    const prng = this.shelvesPrng
    const some = this.workload.products.filter(() => prng.happens(0.3))
    if (some.length === 0) return
    const lines = some.map((productId) =>
      prng.happens(0.4)
        ? { productId, reason: "count", counted: prng.int(0, 40) }
        : { productId, reason: prng.pick(["delivery", "loss"]), units: prng.int(1, 9) }
    )
    yield* this.repeat("POST", "/api/admin/stock/movements", { lines })
  })

  /** One round of work: one thing or another. */
  readonly round: Effect.Effect<void> = Effect.gen(this, function*() {
    const { clientContext: { auditor }, products } = this.workload
    const orderId = this.pickOrder()
    if (orderId !== undefined) yield* this.serveOrder(orderId)
    if (does(this.workload, { prng: this.earlyPrng }, "staff.backwards")) yield* this.shipBeforePayment
    const returns = [...auditor.seen.returns]
      .filter(([, { status }]) => status === "requested" || status === "in_transit")
    if (returns.length > 0) yield* this.receive(this.prng.pick(returns)[0], !this.does("staff.reject"))
    if (this.does("staff.recount")) {
      const product = this.prng.pick(products)
      yield* this.lookingOn(product, this.count(product, this.prng.happens(0.2) ? 0 : this.prng.int(0, 40)))
    }
    if (does(this.workload, { prng: this.shelvesPrng }, "staff.report")) yield* this.reportShelves
    if (this.does("staff.reprice")) {
      for (const product of this.prng.happens(0.5) ? products : [this.prng.pick(products)]) {
        if (PricePlans.isFixed(auditor, product)) continue
        yield* this.lookingOn(
          product,
          this.do("PUT", `/api/products/${product}/price`, {
            price: auditor.wire(this.prng.happens(0.3) ? this.prng.pick(Boundaries.prices) : this.prng.int(99, 9999))
          })
        )
      }
    }
    if (does(this.workload, { prng: this.promotionsPrng }, "staff.promote")) yield* this.promote
    if (this.does("staff.replay")) yield* this.replay
    if (this.prng.happens(0.2)) yield* this.get(`/api/admin/flags${this.prng.pick(["", "?limit=1", "?limit=100"])}`)
    if (this.prng.happens(0.02)) yield* this.get("/api/admin/consistency")
    yield* this.managePartners
    if (does(this.workload, { prng: this.endpointsPrng }, "staff.enable")) yield* this.enableDisabled
    if (does(this.workload, { prng: this.deskPrng }, "staff.desk")) yield* atDesk(this, this.deskPrng)
  })
}
