/**
 * Guests at one network address, and an agent, who take goods to the checkout again and again and pay for nothing, or
 * once for one thing, so that nobody else can buy them. They go to the shop's bounds, by carts, drafts and a card that
 * is always declined, at the same moments, and call off what is about to run out.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { AcpDelegatedPayment, AcpSession, CheckoutSession, InventoryStatus } from "../auditor/Bodies.ts"
import * as Boundaries from "../auditor/Boundaries.ts"
import type { Prng } from "../engine/Prng.ts"
import { hour, minute, second } from "../engine/Time.ts"
import { detailsOf, paidBy, takeOver, vault, vaulted } from "./AgentBuyers.ts"
import { Client, type Received } from "./Client.ts"
import { pay } from "./PaymentPages.ts"
import { cards, currencyOf, deliveryOf, newGuest, pause, type Workload } from "./Workload.ts"

/** Hoarders who act together. */
export interface HoarderGroup {
  /** The network address of all of them. */
  readonly network: string
  /** When they begin and give up, in milliseconds. */
  readonly from: number
  readonly until: number
}

/** They act at the same moments, so far apart, in milliseconds. */
const roundMillis = 10 * minute

const untilNextRound = ({ from }: HoarderGroup) =>
  Effect.flatMap(
    Clock.currentTimeMillis,
    (now) => Effect.sleep(now < from ? from - now : roundMillis - (now - from) % roundMillis)
  )

/** As many of a product as are to be kept, or as there are. */
const quantityOf = Effect.fnUntraced(function*(client: Client, productId: string, most: number) {
  const shelf = yield* client.send<InventoryStatus | undefined>("GET", `/api/inventory/${productId}`)
  return Math.min(most, shelf?.json?.quantity ?? 0)
})

/** Waits for as long as a refusal says, if that is less than a round. */
const waitAsTold = (received: Received | undefined): Effect.Effect<void> => {
  const seconds = Number(received?.headers["retry-after"] ?? 0)
  return seconds > 0 && seconds * second < roundMillis ? Effect.sleep(seconds * second) : Effect.void
}

/** Takes as much as may be to the checkout, by a cart, and sometimes pays it, or calls it off before its time. */
const byCart = Effect.fnUntraced(function*(workload: Workload, client: Client, most: number, pays = false) {
  const { prng } = client
  for (let lines = prng.int(1, 3); lines > 0; lines--) {
    const productId = prng.pick(workload.products)
    const quantity = yield* quantityOf(client, productId, most)
    if (quantity > 0) yield* client.send("PUT", `/api/cart/items/${productId}`, { quantity }, client.key(false))
  }
  const request = deliveryOf(workload, client)
  const key = client.key(false)
  const checkOut = client.send<CheckoutSession>("POST", "/api/checkout", request, key)
  let session = yield* checkOut
  if (session?.status === 429) {
    yield* waitAsTold(session)
    session = yield* checkOut
  }
  if (session?.status === 409) yield* client.send("DELETE", "/api/cart", undefined, client.key(false))
  if (session?.status === 200 && pays) yield* pay(workload, client, session.json.redirectUrl)
  if (session?.status !== 200 || pays || !prng.happens(0.3)) return
  yield* pause(prng, minute, 9 * minute)
  yield* client.send("POST", `/api/orders/${session.json.orderId}/cancel`, {}, client.key(false))
})

/** Takes all of the product of which the fewest are left to the checkout, again when its time is over, for hours. */
const byLastUnits = Effect.fnUntraced(function*(workload: Workload, client: Client) {
  const shelves = yield* Effect.forEach(
    workload.products,
    (productId) => Effect.map(quantityOf(client, productId, Infinity), (left) => ({ productId, left }))
  )
  const fewest = shelves.filter(({ left }) => left > 0).sort((one, other) => one.left - other.left)[0]
  if (fewest === undefined) return
  for (let turns = 20; turns > 0 && (yield* Clock.currentTimeMillis) < workload.endsAt; turns--) {
    const quantity = yield* quantityOf(client, fewest.productId, Boundaries.unpaidUnits)
    if (quantity > 0) yield* client.send("PUT", `/api/cart/items/${fewest.productId}`, { quantity }, client.key(false))
    yield* client.send("POST", "/api/checkout", deliveryOf(workload, client), client.key(false))
    yield* Effect.sleep(roundMillis)
    yield* pause(client.prng, second, minute)
  }
})

const newSession = Effect.fnUntraced(function*(workload: Workload, client: Client, most: number) {
  const productId = client.prng.pick(workload.products)
  const quantity = yield* quantityOf(client, productId, most)
  if (quantity === 0) return undefined
  const created = yield* client.send<AcpSession>("POST", "/acp/checkout_sessions", {
    currency: currencyOf(workload),
    line_items: [{ id: productId, quantity }],
    ...detailsOf(workload, client)
  }, client.key(false))
  return created?.status === 201 ? created.json : undefined
})

/** Makes some drafts and goes on to the payment pages of all at once, in the place of a person. */
const byDrafts = Effect.fnUntraced(function*(workload: Workload, client: Client, most: number, count?: number) {
  const sessions: Array<AcpSession> = []
  for (let drafts = count ?? client.prng.int(1, 4); drafts > 0; drafts--) {
    const session = yield* newSession(workload, client, most)
    if (session?.continue_url !== undefined) sessions.push(session)
  }
  yield* Effect.forEach(
    sessions,
    (session) => takeOver({ workload, client, sessionId: session.id }, session.continue_url!),
    { concurrency: "unbounded", discard: true }
  )
})

/** Has a session charged to a card that is always declined, which keeps its goods for another try. */
const byDeclinedCard = Effect.fnUntraced(function*(workload: Workload, client: Client) {
  const session = yield* newSession(workload, client, 1)
  if (session?.status !== "ready_for_payment") return
  const card = vaulted(workload, session.id, cards.poor, 200_00, (yield* Clock.currentTimeMillis) + hour)
  const left = yield* client.send<AcpDelegatedPayment>("POST", vault, card, client.key(false))
  if (left?.status !== 201) return
  const payment = paidBy(left.json.id)
  yield* client.send("POST", `/acp/checkout_sessions/${session.id}/complete`, payment, client.key(false))
})

/** Acts in each round, until the group gives up. */
const goOn = Effect.fnUntraced(function*(
  { endsAt }: Workload,
  group: HoarderGroup,
  actsOfRound: () => Effect.Effect<unknown>
) {
  const until = Math.min(group.until, endsAt)
  yield* untilNextRound(group)
  while ((yield* Clock.currentTimeMillis) < until) {
    yield* actsOfRound()
    yield* untilNextRound(group)
  }
  return undefined
})

export const hoardingGuest = Effect.fnUntraced(
  function*(workload: Workload, group: HoarderGroup, name: string, prng: Prng) {
    const client = yield* newGuest(workload, name, prng, { network: group.network, hoards: true })
    if (client === undefined) return undefined
    const trust = prng.stream("trust")
    const paysOnce = trust.happens(0.5)
    let isToPay = paysOnce
    let insists = trust.happens(0.3)
    return yield* goOn(workload, group, () => {
      const edge = Boundaries.unpaidUnits
      if (insists) {
        insists = false
        return byLastUnits(workload, client)
      }
      // Who has paid once, and was sent nothing, is as bound as before.
      if (isToPay) {
        isToPay = false
        return byCart(workload, client, 1, true)
      }
      if (paysOnce && trust.happens(0.5)) {
        return trust.happens(0.5)
          ? byDrafts(workload, client, 1, 5)
          : byCart(workload, client, trust.pick([edge, edge + 1]))
      }
      const most = prng.pick([edge, edge, edge + prng.pick(Boundaries.steps), 12, 3])
      const ways = prng.pick([
        [byCart(workload, client, most)],
        [byDrafts(workload, client, most)],
        [byCart(workload, client, most), byDrafts(workload, client, most)]
      ])
      return Effect.all(ways, { concurrency: "unbounded", discard: true })
    })
  }
)

/** An agent that hoards in the name of people whom it makes up. */
export const hoardingAgent = Effect.fnUntraced(
  function*(workload: Workload, group: HoarderGroup, name: string, prng: Prng) {
    const context = workload.clientContext
    let people = 0
    return yield* goOn(workload, group, () => {
      const somebody = () => {
        const shopper = `${name}-${++people}`
        return new Client(
          context,
          {
            name: shopper,
            principal: name,
            isStaff: false,
            shopper,
            oauth: "hoarding-agent",
            network: group.network,
            hoards: true
          },
          prng.stream(shopper)
        )
      }
      const acts = Array.from({ length: prng.int(1, 3) }, () => {
        const client = somebody()
        return prng.happens(0.5)
          ? byCart(workload, client, Boundaries.unpaidUnits)
          : byDeclinedCard(workload, client)
      })
      return Effect.all(acts, { concurrency: "unbounded", discard: true })
    })
  }
)
