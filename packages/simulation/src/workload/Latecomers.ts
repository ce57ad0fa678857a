/**
 * Those who come at the very moment at which something is over, or a millisecond before or after (`Boundaries`): an
 * agent that spends when an earlier spend leaves its window, up to a cent; an agent's program that uses its token, and
 * repeats a request, to the end of their time, and changes nothing that others see; an agent who comes after it has left.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { AccessToken, Cart, ClientWithSecret, InventoryStatus, NewDelegation, Order } from "../auditor/Bodies.ts"
import * as Boundaries from "../auditor/Boundaries.ts"
import type { Prng } from "../engine/Prng.ts"
import { hour, minute, second } from "../engine/Time.ts"
import { Client, type Identity } from "./Client.ts"
import { decideDelegation } from "./PaymentPages.ts"
import { complaint } from "./Probes.ts"
import { addresses, newGuest, pause, untilExactly, type Workload } from "./Workload.ts"

/** Puts one unit of a product that is there into the agent's cart. Returns what it costs with shipping, in cents. */
const fill = Effect.fnUntraced(function*({ clientContext: { auditor }, products }: Workload, agent: Client) {
  for (const productId of products) {
    const shelf = yield* agent.get<InventoryStatus>(`/api/inventory/${productId}`)
    if (shelf?.status !== 200 || shelf.json.quantity === 0) continue
    const cart = yield* agent.sendUntilFinal<Cart>(
      "PUT",
      `/api/cart/items/${productId}`,
      { quantity: 1 },
      agent.key(false)
    )
    if (cart?.status === 200 && cart.json.items.length === 1) return auditor.minor(cart.json.total)
  }
  return undefined
})

/** Limits that so many purchases reach, as near as a cent. */
const limitsFor = ({ clientContext: { auditor } }: Workload, prng: Prng, totalMinor: number) => {
  const near = (units: number, least: number, most: number) =>
    Math.min(most, Math.max(least, units * totalMinor + prng.pick(Boundaries.steps)))
  const { perDay, perMonth, perTransaction } = Boundaries.amounts
  // Mostly enough for one purchase: one that is refused for this alone says nothing of the windows.
  const once = prng.happens(0.2) ? near(1, 1, perTransaction) : Math.min(totalMinor + prng.int(0, 1), perTransaction)
  const day = near(prng.int(1, 2), once, perDay)
  const month = prng.happens(0.3) ? near(prng.int(2, 3), day, perMonth) : perMonth
  return { perTransaction: auditor.wire(once), perDay: auditor.wire(day), perMonth: auditor.wire(month) }
}

/** Buys what is in the cart, and again when the first purchase no longer counts. */
const spendAtEdges = Effect.fnUntraced(function*(workload: Workload, agent: Client, delegation: string) {
  const { prng } = agent
  const order = {
    email: `${agent.identity.name}@example.com`,
    shipping: addresses[0],
    delegation
  }
  const spends: Array<number> = []
  for (let purchases = 0; purchases < 7; purchases++) {
    const placed = yield* agent.sendUntilFinal<Order>("POST", "/api/orders", order, agent.key(false))
    if (placed?.status === 200) {
      spends.push(Date.parse(placed.json.createdAt))
    } else if (placed?.status !== 403) return
    const [first] = spends
    if (first === undefined) return
    const isSoon = placed.status === 200 && prng.happens(0.6)
    const edge = first + Boundaries.spans.spendPerDay + prng.pick([0, ...Boundaries.steps])
    const now = yield* Clock.currentTimeMillis
    if (!isSoon && (edge > workload.endsAt || edge <= now + minute)) return
    yield* isSoon ? pause(prng, second, minute) : Effect.sleep(edge - now - minute)
    if ((yield* fill(workload, agent)) === undefined) return
    if (isSoon) continue
    yield* untilExactly(agent, edge)
    spends.shift()
  }
})

/** A person who lets an agent spend up to the edges of what they allow. */
export const edgeSpender = Effect.fnUntraced(function*(workload: Workload, name: string, prng: Prng) {
  const person = yield* newGuest(workload, name, prng)
  if (person === undefined) return undefined
  const agent = new Client(
    workload.clientContext,
    { name: `${name}-agent`, principal: "agent", isStaff: false, shopper: `${name}-agent`, oauth: "demo-agent" },
    prng.stream("agent")
  )
  const totalMinor = yield* fill(workload, agent)
  if (totalMinor === undefined || totalMinor > Boundaries.amounts.perTransaction) return person
  const asked = yield* person.sendUntilFinal<NewDelegation>(
    "POST",
    "/api/delegations",
    { agentId: "demo-agent", limits: limitsFor(workload, prng, totalMinor) },
    person.key(false)
  )
  if (asked?.status !== 200) return person
  if (yield* decideDelegation(workload, person, asked.json.approvalUrl)) {
    yield* pause(prng, minute, 5 * minute)
    yield* spendAtEdges(workload, agent, asked.json.delegationId)
  }
  return person
})

/** Signs in, and asks for the same with that token at its end. */
const useToTheEnd = Effect.fnUntraced(function*(client: Client, step: number) {
  client.signedInAt = -Infinity
  client.isPunctual = true
  const asked = yield* Clock.currentTimeMillis
  yield* client.send("GET", "/api/orders?limit=1")
  // It does not sign in again before that.
  client.signedInAt = Infinity
  yield* untilExactly(client, asked + Boundaries.spans.token + step)
  yield* client.send("GET", "/api/orders?limit=1")
})

/** An agent's program that comes at the last moment, and one that comes after it. */
export const latecomer = Effect.fnUntraced(function*(workload: Workload, name: string, prng: Prng) {
  const client = new Client(
    workload.clientContext,
    { name, principal: "agent", isStaff: false, shopper: name, oauth: "demo-agent" },
    prng
  )
  const key = client.key(false)
  const ask = client.send("POST", "/api/support", complaint, key)
  yield* client.send("GET", "/api/orders?limit=1")
  client.isPunctual = true
  const first = yield* Clock.currentTimeMillis
  const asked = yield* ask
  for (const step of Boundaries.steps) {
    yield* Effect.sleep(prng.int(second, minute))
    yield* useToTheEnd(client, step)
  }
  const edge = first + Boundaries.spans.response
  const now = yield* Clock.currentTimeMillis
  if (asked?.status !== 200 || edge > workload.endsAt || edge < now + minute) return client
  yield* Effect.sleep(edge - now - minute)
  client.signedInAt = -Infinity
  yield* client.send("GET", "/api/orders?limit=1")
  yield* untilExactly(client, edge + prng.pick(Boundaries.steps))
  yield* ask
  return client
})

/** An agent whom the shop lets in, gives another secret, and lets go; somebody tries all that ever opened anything. */
export const leaver = Effect.fnUntraced(function*(workload: Workload, name: string, prng: Prng) {
  // Whoever repeats what succeeded would be refused now.
  const context = { ...workload.clientContext, impostors: undefined }
  const client = (identity: Identity) => new Client(context, identity, prng.stream(identity.name))
  const staff = client({ name: `${name}-staff`, principal: "staff", isStaff: true, oauth: "demo-staff" })
  const agent = client({ name, principal: name, isStaff: false })
  const clientId = `agency-of-${name}`
  const change = (method: "POST" | "DELETE", path: string, json: object) =>
    staff.sendUntilFinal<ClientWithSecret>(method, `/api/admin/clients${path}`, json, staff.key(false), 60)
  const signIn = (client_secret: string) =>
    agent.sendUntilFinal<AccessToken>(
      "POST",
      "/api/auth/token",
      { grant_type: "client_credentials", client_id: clientId, client_secret },
      agent.uuid()
    )
  const created = yield* change("POST", "", { clientId, kind: "agent", scopes: ["shop"] })
  if (created?.status !== 200) return undefined
  const token = (yield* signIn(created.json.secret))?.json.access_token
  yield* pause(prng, 10, minute)
  const renewed = yield* change("POST", `/${clientId}/secret`, { overlapHours: prng.pick([0, 1]) })
  const secrets = [created.json.secret, ...(renewed?.status === 200 ? [renewed.json.secret] : [])]
  yield* Effect.forEach(secrets, signIn)
  yield* pause(prng, minute, 3 * hour)
  yield* Effect.forEach(secrets, signIn)
  yield* change("DELETE", `/${clientId}`, {})
  yield* Effect.forEach(secrets, signIn)
  if (token === undefined) return undefined
  agent.token = token
  yield* agent.get("/api/orders")
  return undefined
})
