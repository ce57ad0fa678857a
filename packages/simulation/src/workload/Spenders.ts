/**
 * People who let agents pay, one or two at once with one card, and may change their minds; and the agents, who spend up
 * to the limit and try to spend more.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Delegation, InventoryStatus, NewDelegation, Order, Product } from "../auditor/Bodies.ts"
import * as Delegations from "../auditor/Delegations.ts"
import type { Prng } from "../engine/Prng.ts"
import { day, hour, minute, second } from "../engine/Time.ts"
import { agentFor, drawAgent } from "./Agents.ts"
import { Client } from "./Client.ts"
import { probeCapability, visit } from "./OrderPages.ts"
import { decideDelegation } from "./PaymentPages.ts"
import { change, deliveryOf, does, newGuest, pause, type Workload } from "./Workload.ts"

/**
 * How long an agent waits: until its window has room again, or a new calendar day might give some, about a second off.
 */
const untilNext = Effect.fnUntraced(function*(workload: Workload, agent: Client, path: string) {
  const { prng } = agent
  if (!does(workload, agent, "act.waitForReset")) return prng.logUniform(second, 4 * hour)
  const now = yield* Clock.currentTimeMillis
  const resetsAt = (yield* agent.get<Delegation | undefined>(path))?.json?.resetsAt?.perDay
  const next = typeof resetsAt === "string" && prng.happens(0.5) ? Date.parse(resetsAt) : now - now % day + day
  return Math.max(0, next - now + prng.int(-second, second))
})

/** Buys as much of a product as is available and affordable, or one more, and sometimes cancels it. */
const buyWithDelegation = Effect.fnUntraced(
  function*(workload: Workload, agent: Client, delegation: string, product: string, most: number) {
    const { prng } = agent
    const quantity = Math.max(1, most)
    yield* change(workload, agent, "PUT", `/api/cart/items/${product}`, { quantity })
    const placed = yield* change<Order>(workload, agent, "POST", "/api/orders", {
      ...deliveryOf(workload, agent),
      delegation
    })
    if (placed?.status !== 200) {
      return yield* change(workload, agent, "DELETE", `/api/cart/items/${product}`, undefined)
    }
    if (!does(workload, agent, "act.cancel")) return undefined
    yield* pause(prng, 10, hour)
    return yield* change(workload, agent, "POST", `/api/orders/${placed.json.id}/cancel`, {})
  }
)

/** An agent buys with a delegation, again and again, for as much as it can and a little more. */
const spend = Effect.fnUntraced(function*(workload: Workload, agent: Client, delegation: string) {
  const { prng } = agent
  const path = `/api/delegations/${delegation}`
  for (let purchases = prng.int(6, 24); purchases > 0; purchases--) {
    if ((yield* Clock.currentTimeMillis) > workload.endsAt) return
    const product = prng.pick(workload.products)
    const offer = yield* agent.get<Product>(`/api/products/${product}`)
    const shelf = yield* agent.get<InventoryStatus>(`/api/inventory/${product}`)
    const standing = yield* agent.get<Delegation>(path)
    if (offer?.status !== 200 || shelf?.status !== 200 || standing?.status !== 200) return
    if (standing.json.status !== "active" && prng.happens(0.5)) return
    if (shelf.json.quantity === 0) {
      yield* pause(prng, second, minute)
      continue
    }
    const { perDay, perMonth, perTransaction } = standing.json.remaining
    const affordable = Math.floor(Math.min(perDay, perMonth, perTransaction) / offer.json.price)
    const wanted = prng.happens(0.6) ? affordable + prng.int(-1, 1) : prng.int(1, 5)
    yield* buyWithDelegation(workload, agent, delegation, product, Math.min(wanted, shelf.json.quantity))
    yield* Effect.sleep(yield* untilNext(workload, agent, path))
  }
})

/** Limits for a delegation; default: the shop's own. */
const limitsFor = (workload: Workload, { prng }: Client, months: Prng) => {
  const perTransaction = prng.int(20, 200)
  if (prng.happens(0.5)) return {}
  const perDay = prng.int(perTransaction, 500)
  const perMonth = prng.int(500, 2000)
  // A month that allows about as much as a day: the shop's own limit is out of reach within days.
  const isTight = does(workload, { prng: months }, "act.tightMonth")
  const limits = { perTransaction, perDay, perMonth: isTight ? perTransaction + months.int(0, perDay) : perMonth }
  const { auditor } = workload.clientContext
  return { limits: Object.fromEntries(Object.entries(limits).map(([name, most]) => [name, auditor.wire(most * 100)])) }
}

/** The path of the page that the approval of a delegation shows, if it can be asked. */
const pageOf = (workload: Workload, approvalUrl: string): Effect.Effect<string | undefined> =>
  Effect.match(workload.mandates.view(approvalUrl.slice(approvalUrl.lastIndexOf("/") + 1)), {
    onSuccess: ({ mandate }) => mandate.permissionsUrl === null ? undefined : new URL(mandate.permissionsUrl).pathname,
    onFailure: () => undefined
  })

/** Takes a permission back on its page, with a second click on the button. Returns whether that was acknowledged. */
const revokeOnPage = Effect.fnUntraced(
  function*(workload: Workload, person: Client, approvalUrl: string, delegationId: string) {
    const { auditor } = workload.clientContext
    const { name } = person.identity
    const path = yield* pageOf(workload, approvalUrl)
    if (path === undefined) return false
    const show = { method: "GET", path } as const
    const page = yield* visit(workload, name, show, [200])
    if (page?.status === 200) Delegations.permissionsShown(auditor, person.identity.principal, delegationId, page.body)
    yield* probeCapability(workload, person, show, path.slice(path.lastIndexOf("/") + 1))
    const ask = `${path}/${delegationId}/revoke`
    yield* visit(workload, name, { method: "GET", path: ask }, [200, 303])
    let isAcknowledged = false
    for (let clicks = 0; clicks < 2; clicks++) {
      const done = yield* visit(workload, name, { method: "POST", path: ask, form: {} }, [303])
      isAcknowledged ||= done?.status === 303
    }
    if (!isAcknowledged) return false
    const seen = yield* person.get<Delegation | undefined>(`/api/delegations/${delegationId}`)
    if (seen?.status === 200) Delegations.takenBack(auditor, delegationId, seen.json?.status ?? "nothing")
    return true
  }
)

/**
 * A person revokes a delegation after a while. Its agent has something in its cart, and tries to buy it when it no
 * longer may.
 */
const revokeLater = Effect.fnUntraced(function*(
  workload: Workload,
  person: Client,
  agent: Client,
  { approvalUrl, delegationId }: Pick<NewDelegation, "approvalUrl" | "delegationId">
) {
  if (!does(workload, person, "act.revoke")) return
  const left = workload.endsAt - (yield* Clock.currentTimeMillis)
  yield* Effect.sleep(person.prng.logUniform(minute, Math.max(minute, left)))
  const item = { productId: agent.prng.pick(workload.products), quantity: 1 }
  yield* agent.send("POST", "/api/cart", item, agent.key(false))
  const isOnPage = person.prng.stream(`page of ${delegationId}`).happens(0.4)
    && (yield* revokeOnPage(workload, person, approvalUrl, delegationId))
  if (!isOnPage) {
    yield* person.sendUntilFinal("DELETE", `/api/delegations/${delegationId}`, undefined, person.key(false))
  }
  const last = { ...deliveryOf(workload, agent), delegation: delegationId }
  const tried = yield* agent.sendUntilFinal("POST", "/api/orders", last, agent.key(false))
  if (isOnPage && tried?.status === 200) {
    Delegations.takenBack(workload.clientContext.auditor, delegationId, "spent from")
  }
})

/** Delegates to an agent, which spends until it is over. */
const delegate = Effect.fnUntraced(function*(workload: Workload, person: Client, months: Prng, n: number) {
  const chosen = drawAgent(person.prng.stream(`whose ${n}`))
  const ends = person.prng.stream(`end ${n}`)
  const now = yield* Clock.currentTimeMillis
  const request = {
    agentId: chosen.client,
    ...limitsFor(workload, person, months),
    ...(ends.happens(0.4) ? { expiresAt: new Date(now + ends.logUniform(minute, 3 * day)).toISOString() } : {})
  }
  const asked = yield* person.sendUntilFinal<NewDelegation>(
    "POST",
    "/api/delegations",
    request,
    person.key(false)
  )
  if (asked?.status !== 200) return
  if (!(yield* decideDelegation(workload, person, asked.json.approvalUrl))) return
  const { delegationId } = asked.json
  const name = `${person.identity.name}-${n}`
  const own = person.prng.stream(`agent ${n}`)
  const agent = new Client(workload.clientContext, agentFor(chosen, name), own)
  for (let looks = 0; looks < 20; looks++) {
    const seen = yield* agent.get<Delegation | undefined>(`/api/delegations/${delegationId}`)
    if (seen?.json?.status === "active") break
    yield* pause(own, second, 10 * minute)
  }
  yield* Effect.all([
    spend(workload, agent, delegationId),
    revokeLater(workload, person, agent, asked.json)
  ], { concurrency: "unbounded", discard: true })
})

/** A person who lets agents pay, one or two at once from one card. */
export const spender = Effect.fnUntraced(function*(workload: Workload, name: string, prng: Prng) {
  const months = prng.stream("months")
  const person = yield* newGuest(workload, name, prng)
  if (person === undefined) return undefined
  const agents = Array.from({ length: prng.int(1, 2) }, (_, n) => n)
  yield* Effect.forEach(agents, (n) => delegate(workload, person, months, n), {
    concurrency: "unbounded",
    discard: true
  })
  return person
})
