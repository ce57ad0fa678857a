/**
 * People who act on one thing at one moment, where transactions are interleaved: staff count a shelf while its goods
 * are bought, two agents spend from one card while its owner takes that back, a cart is filled in two tabs. Either
 * order of them explains what each may get; the rules of `Transactions` and of all topics judge it.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type {
  AcpDelegatedPayment,
  AcpSession,
  CheckoutSession,
  Delegation,
  InventoryStatus,
  NewDelegation,
  Order,
  Return
} from "../auditor/Bodies.ts"
import * as PricePlans from "../auditor/PricePlans.ts"
import type { Prng } from "../engine/Prng.ts"
import { day, hour, minute, second } from "../engine/Time.ts"
import { detailsOf, paidBy, vault, vaulted } from "./AgentBuyers.ts"
import { agentFor, tradingAgents } from "./Agents.ts"
import { Client } from "./Client.ts"
import { returnTwiceAtOnce } from "./OrderPages.ts"
import { decideDelegation } from "./PaymentPages.ts"
import { available, bought, type Buyer, fill, finish, successful, type Unit } from "./Purchases.ts"
import { reader } from "./Readers.ts"
import { cards, currencyOf, deliveryOf, newGuest, pause, type Workload } from "./Workload.ts"

/** Those who meet. */
interface Rivals extends Buyer {
  /** The same guest. */
  readonly otherTab: Client
  readonly staff: readonly [Client, Client]
  /** Two agents, each with two people. */
  readonly agents: ReadonlyArray<Client>
  readonly nobody: Client
  /** Somebody new, in two tabs. */
  readonly visitor: () => Effect.Effect<readonly [Client, Client] | undefined>
  parcels: number
}

type Act = readonly [Client, Effect.Effect<unknown>]

/** Lets all act at one moment, or up to so many milliseconds apart: their requests take no time. */
const atOnce = Effect.fnUntraced(function*(
  prng: Prng,
  acts: ReadonlyArray<Act>,
  apart: ReadonlyArray<number> = [0, 0, 5, 40]
) {
  // With tokens that are valid, so that no other request comes first.
  for (const [client] of acts) {
    if (client.identity.oauth !== undefined) yield* client.send("GET", "/api/orders?limit=1")
  }
  const most = prng.pick(apart)
  const begin = acts.map(([client, act]) =>
    Effect.zipRight(
      Effect.sleep(prng.int(0, most)),
      Effect.suspend(() => {
        client.isPunctual = true
        return act
      })
    )
  )
  yield* Effect.all(begin, { concurrency: "unbounded", discard: true })
})

const parcel = (rivals: Rivals, items?: ReadonlyArray<Unit>) => ({
  carrier: "Own Van",
  trackingNumber: `RV${++rivals.parcels}`,
  ...(items === undefined ? {} : { items })
})

const ship = (client: Client, orderId: string, json: object) =>
  finish<Order>(client, "POST", `/api/orders/${orderId}/ship`, json)

const deliver = (client: Client, orderId: string, trackingNumber: string, deliveredAt: number) =>
  finish(client, "POST", `/api/orders/${orderId}/deliver`, {
    trackingNumber,
    deliveredAt: new Date(deliveredAt).toISOString()
  })

/** Staff count a shelf at the moment at which its goods are checked out, or called off. */
const countAtCheckout = Effect.fnUntraced(function*(rivals: Rivals) {
  const { guest, prng, staff, workload } = rivals
  const units = yield* available(rivals, 1, 1)
  if (units === undefined) return
  const { productId } = units[0]!
  const shelf = successful(yield* guest.get<InventoryStatus>(`/api/inventory/${productId}`))
  if (shelf === undefined) return
  yield* fill(rivals, [{ productId, quantity: prng.int(1, Math.min(3, shelf.quantity)) }])
  let session: CheckoutSession | undefined
  const checkOut = Effect.map(
    finish<CheckoutSession>(guest, "POST", "/api/checkout", deliveryOf(workload, guest)),
    (received) => {
      session = successful(received)
    }
  )
  // A checkout is long, and a count is short.
  const counts = (counter: Client) =>
    Effect.forEach([-1, 0, 1, 2], (more) =>
      Effect.suspend(() => {
        counter.isPunctual = true
        return finish(counter, "PUT", `/api/inventory/${productId}`, { onHand: shelf.quantity + more })
      }), { discard: true })
  yield* atOnce(prng, [...staff.map((counter) => [counter, counts(counter)] as const), [guest, checkOut]])
  if (session === undefined) return
  const cancel = finish(guest, "POST", `/api/orders/${session.orderId}/cancel`, {})
  yield* atOnce(prng, [[staff[0], counts(staff[0])], [guest, cancel]])
})

/** A part of an order ships at the moment at which its buyer calls it off. */
const partAndCancel = Effect.fnUntraced(function*(rivals: Rivals) {
  const { guest, prng, staff: [one] } = rivals
  const order = yield* bought(rivals, 2, 1)
  if (order === undefined) return
  const { productId } = prng.pick(order.items)
  yield* atOnce(prng, [
    [one, ship(one, order.id, parcel(rivals, [{ productId, quantity: 1 }]))],
    [guest, finish(guest, "POST", `/api/orders/${order.id}/cancel`, {})]
  ])
})

/** Two people report one parcel; then two parcels arrive at once, and come back and are opened at once. */
const twoParcels = Effect.fnUntraced(function*(rivals: Rivals) {
  const { guest, prng, staff: [one, other], workload } = rivals
  const order = yield* bought(rivals, 2, 2)
  if (order === undefined) return
  const [first, second_] = order.items.map(({ productId, quantity }) => parcel(rivals, [{ productId, quantity }]))
  // The other product sold out before it was in the cart.
  if (first === undefined || second_ === undefined) return
  yield* atOnce(prng, [[one, ship(one, order.id, first)], [other, ship(other, order.id, first)]])
  yield* ship(one, order.id, second_)
  yield* pause(prng, minute, hour)
  const now = yield* Clock.currentTimeMillis
  yield* atOnce(prng, [
    [one, deliver(one, order.id, first.trackingNumber, now)],
    [other, deliver(other, order.id, second_.trackingNumber, now)]
  ])
  if (prng.happens(0.5)) return yield* returnTwiceAtOnce(workload, guest, order.id)
  const returns: Array<string> = []
  for (const { productId, quantity } of order.items) {
    const items = [{ productId, quantity, reason: "not my shade", condition: "unopened" }]
    const asked = successful(yield* finish<Return>(guest, "POST", "/api/returns", { orderId: order.id, items }))
    if (asked !== undefined) returns.push(asked.returnId)
  }
  const [here, there] = returns
  if (here === undefined || there === undefined) return
  const open = (client: Client, returnId: string, n: number) =>
    finish(client, "POST", `/api/returns/${returnId}/receive`, {
      items: [{ productId: order.items[n]!.productId, quantity: order.items[n]!.quantity, restock: true }]
    })
  yield* atOnce(prng, [[one, open(one, here, 0)], [other, open(other, there, 1)]])
})

const standing = Effect.fnUntraced(function*({ guest, prng, workload }: Rivals, agent: Client) {
  const asked = successful(
    yield* finish<NewDelegation>(guest, "POST", "/api/delegations", { agentId: agent.identity.oauth! })
  )
  if (asked === undefined) return undefined
  const path = `/api/delegations/${asked.delegationId}`
  if (prng.happens(0.3)) {
    // The owner changes their mind while they approve.
    const revoke = finish(guest, "DELETE", path)
    yield* Effect.all([
      decideDelegation(workload, guest, asked.approvalUrl),
      Effect.zipRight(Effect.sleep(prng.logUniform(1, 500)), atOnce(prng, [[guest, revoke]]))
    ], { concurrency: "unbounded", discard: true })
    return undefined
  }
  if (!(yield* decideDelegation(workload, guest, asked.approvalUrl))) return undefined
  for (let looks = 0; looks < 8; looks++) {
    const seen = successful(yield* agent.get<Delegation>(path))
    if (seen?.status === "active") return asked.delegationId
    yield* pause(prng, second, 5 * minute)
  }
  return undefined
})

/** Two agents spend from what is mostly one card, while its owner revokes one of the delegations. */
const spendAndRevoke = Effect.fnUntraced(function*(rivals: Rivals) {
  const { agents, guest, prng, workload } = rivals
  const spenders = [agents[0]!, agents[1]!]
  const units = yield* available(rivals, 1, 3)
  if (units === undefined) return
  const delegations: Array<string> = []
  for (const agent of spenders) {
    const delegation = yield* standing(rivals, agent)
    if (delegation === undefined) return
    delegations.push(delegation)
    yield* finish(agent, "PUT", `/api/cart/items/${units[0]!.productId}`, { quantity: 1 })
  }
  const place = (agent: Client, delegation: string) =>
    finish(agent, "POST", "/api/orders", { ...deliveryOf(workload, agent), delegation })
  yield* atOnce(prng, [
    ...spenders.map((agent, n) => [agent, place(agent, delegations[n]!)] as const),
    [guest, finish(guest, "DELETE", `/api/delegations/${delegations[0]!}`)]
  ])
  const revoke = (tab: Client) => finish(tab, "DELETE", `/api/delegations/${delegations[1]!}`)
  yield* atOnce(prng, [[guest, revoke(guest)], [rivals.otherTab, revoke(rivals.otherTab)]])
})

/** Sessions of two people are completed at once with tokens of one card. */
const twoTokens = Effect.fnUntraced(function*(rivals: Rivals) {
  const { agents, prng, workload } = rivals
  const units = yield* available(rivals, 1, 4)
  if (units === undefined) return
  const root = "/acp/checkout_sessions"
  const acts: Array<readonly [Client, Effect.Effect<unknown>]> = []
  for (const agent of prng.pick([[agents[0]!, agents[2]!], [agents[0]!, agents[1]!]])) {
    const session = successful(
      yield* finish<AcpSession>(agent, "POST", root, {
        currency: currencyOf(workload),
        line_items: [{ id: units[0]!.productId, quantity: prng.int(1, 2) }],
        capabilities: { interventions: { supported: ["3ds"] } },
        ...detailsOf(workload, agent)
      })
    )
    if (session?.status !== "ready_for_payment") continue
    const card = vaulted(workload, session.id, cards.good, 200_00, (yield* Clock.currentTimeMillis) + hour)
    const left = successful(yield* finish<AcpDelegatedPayment>(agent, "POST", vault, card))
    if (left === undefined) continue
    acts.push([agent, finish(agent, "POST", `${root}/${session.id}/complete`, paidBy(left.id))])
  }
  yield* atOnce(prng, acts)
})

/** Public pages of a product are read while its price changes for the second time, and afterwards. */
const readAtNewPrice = Effect.fnUntraced(function*(rivals: Rivals) {
  const { nobody, prng, staff: [one], workload } = rivals
  const product = prng.pick(workload.products)
  const { auditor } = workload.clientContext
  if (PricePlans.isFixed(auditor, product)) return
  const reprice = () =>
    finish(one, "PUT", `/api/products/${product}/price`, { price: auditor.wire(prng.int(99, 9999)) })
  const paths = [
    `/api/products/${product}`,
    "/api/",
    ...[100, 99, 98, 97].map((limit) => `/api/products?limit=${limit}`)
  ]
  yield* reprice()
  const readers = paths.map((path) => {
    const client = reader(workload.clientContext, nobody.identity.name, prng.stream(`reads ${path}`))
    return [client, client.send("GET", path)] as const
  })
  // A commit may take a third of a second.
  yield* atOnce(prng, [[one, reprice()], ...readers], [2, 10, 100, 400])
  for (const path of paths) yield* nobody.send("GET", path)
})

/** Somebody adds goods to a new cart in two tabs at one moment, time and again. */
const addTwiceAtOnce = Effect.fnUntraced(function*(rivals: Rivals) {
  const { prng } = rivals
  const tabs = yield* rivals.visitor()
  const units = yield* available(rivals, 2, 2)
  if (tabs === undefined || units === undefined) return
  for (let rounds = 4; rounds > 0; rounds--) {
    const { productId } = prng.pick(units)
    const add = (tab: Client) => finish(tab, "POST", "/api/cart", { productId, quantity: 1 })
    yield* atOnce(prng, tabs.map((tab) => [tab, add(tab)] as const))
    yield* tabs[0].get("/api/cart")
  }
})

const pairs = [
  addTwiceAtOnce,
  countAtCheckout,
  countAtCheckout,
  partAndCancel,
  twoParcels,
  twoParcels,
  spendAndRevoke,
  twoTokens,
  readAtNewPrice,
  readAtNewPrice
]

/** Meets now and then, for each pair, as long as there are days. */
export const rivals = Effect.fnUntraced(function*(workload: Workload, name: string, prng: Prng) {
  const { clientContext, endsAt } = workload
  const client = (identity: Omit<Client["identity"], "isStaff"> & { readonly isStaff?: boolean }) =>
    new Client(clientContext, { isStaff: false, ...identity }, prng.stream(identity.name))
  const guest = yield* newGuest(workload, name, prng.stream(name))
  if (guest === undefined) return undefined
  const otherTab = client({ name: `${name}, in another tab`, principal: name })
  otherTab.token = guest.token
  const staff = (n: number) =>
    client({ name: `${name}-staff-${n}`, principal: "staff", isStaff: true, oauth: "demo-staff" })
  let visitors = 0
  const one: Rivals = {
    workload,
    prng,
    guest,
    otherTab,
    staff: [staff(1), staff(2)],
    agents: [1, 2].flatMap((n) =>
      tradingAgents.map((agent) => client(agentFor(agent, `${name}-${agent.principal}-${n}`)))
    ),
    visitor: Effect.fnUntraced(function*() {
      const n = ++visitors
      const tab = yield* newGuest(workload, `${name}-visitor-${n}`, prng.stream(`${name}-visitor-${n}`))
      if (tab === undefined) return undefined
      const otherTab = client({ ...tab.identity, name: `${tab.identity.name}, in another tab` })
      otherTab.token = tab.token
      return [tab, otherTab] as const
    }),
    nobody: reader(clientContext, `${name}, without a token`, prng.stream("nobody")),
    parcels: 0
  }
  // What agents buy by sessions is looked up at rest only where that happens.
  const left = pairs.filter((pair) => pair !== twoTokens || workload.swarm.has("act.acp"))
  while (left.length > 0 && (yield* Clock.currentTimeMillis) < endsAt) {
    const [pair] = left.splice(prng.int(0, left.length - 1), 1)
    yield* pair!(one)
    yield* pause(prng, minute, day / 4)
  }
  return guest
})
