/**
 * The parts that all actors of the workload share: their access to the world, its products, the addresses and cards
 * that they use, and how a client makes a change (`change`: it double-clicks, retries with the same key or a new one,
 * changes the body). Actors draw their actions from the swarm configuration; a trait that a seed's configuration lacks
 * never happens. No actor judges the store; the auditor reads along.
 */
import type { HostedPayments } from "@beauty-store/payments-simulated/internal/provider/HostedPayments"
import type { Mandates } from "@beauty-store/payments-simulated/internal/provider/Mandates"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { AccessToken, OrderPage, OrderSummary } from "../auditor/Bodies.ts"
import type { Prng } from "../engine/Prng.ts"
import type { GoodsAdmin, SubscriptionAdmin } from "../world/ExternalSystems.ts"
import type { Partner } from "../world/Partners.ts"
import type { SwarmConfiguration, Trait } from "../world/SwarmConfiguration.ts"
import { Client, type ClientContext, type Identity, isFinal } from "./Client.ts"
import { varied } from "./Variations.ts"

export interface Workload {
  readonly clientContext: ClientContext
  readonly swarm: SwarmConfiguration
  /** The provider's pages. */
  readonly pages: Context.Tag.Service<HostedPayments>
  readonly mandates: Context.Tag.Service<Mandates>
  readonly products: ReadonlyArray<string>
  /** Kinds of goods that people search for. */
  readonly categories: ReadonlyArray<string>
  /** The partners that receive webhooks; earlier ones come first. */
  readonly partners: Array<Partner>
  /** The store's subscriptions, for moving a partner: there is no request for it. */
  readonly subscriptionAdmin: SubscriptionAdmin
  /** The store's goods, for imports: there is no request for them either. */
  readonly goodsAdmin: GoodsAdmin
  /** The same at two moments if the store's data has not changed between them. */
  readonly state: () => string
  /** The end of the days of the run, in milliseconds: no actor begins anything after it. */
  readonly endsAt: number
}

/** An address as somebody writes it. */
export interface WrittenAddress {
  readonly name: string
  readonly address: string
  readonly city: string
  readonly postcode: string
  readonly country: string
  readonly company?: string
  readonly address2?: string
  readonly region?: string
  readonly phone?: string
}

export const addresses: ReadonlyArray<WrittenAddress> = [
  { name: "Ada Lovelace", address: "Torstrasse 1", city: "Berlin", postcode: "10119", country: "DE" },
  {
    name: "Emmy Noether",
    company: "Institut für Algebra",
    address: "Bunsenstrasse 3",
    address2: "Aufgang B, 2. Stock",
    city: "Göttingen",
    postcode: "37073",
    country: "DE",
    phone: "+49 551 391234"
  },
  { name: "Aino Korhonen", address: "Aleksanterinkatu 5", city: "Helsinki", postcode: "00100", country: "FI" }
]
const accounts: WrittenAddress = {
  name: "Quästur",
  company: "Universität Wien",
  address: "Universitätsring 1",
  city: "Wien",
  postcode: "1010",
  country: "AT"
}
const abroad: ReadonlyArray<WrittenAddress> = [
  {
    name: "Grace Hopper",
    address: "1 Main St",
    address2: "Floor 3",
    city: "Boston",
    region: "MA",
    postcode: "02108",
    country: "US"
  },
  // Taxed as France is.
  { name: "Louis Chiron", address: "2 rue Grimaldi", city: "Monaco", postcode: "98000", country: "MC" },
  // Outside the EU's VAT area, unlike its country.
  { name: "Elin Karlsson", address: "Torggatan 5", city: "Mariehamn", postcode: "22100", country: "FI" },
  // Without postcodes.
  { name: "Noor Al Thani", address: "Al Corniche 3", city: "Doha", postcode: "", country: "QA" }
]

export const cards = { good: "4242424242424242", challenged: "4000002500003155", poor: "4000000000009995" }

/** The shop's currency as agents write it. */
export const currencyOf = ({ clientContext: { auditor } }: Workload): string => auditor.currency.toLowerCase()

/** Whether a client does something now, with the probability of the swarm configuration. */
export const does = ({ swarm }: Workload, { prng }: { readonly prng: Prng }, trait: Trait): boolean =>
  prng.happens(swarm.probability(trait))

/** Waits for a time that is equally likely to be short or long, in milliseconds. */
export const pause = (prng: Prng, from: number, to: number): Effect.Effect<void> =>
  Effect.suspend(() => Effect.sleep(prng.logUniform(from, to)))

/** The recipient of an order, the shipping method, and the language: people in Germany order in German. */
export const deliveryOf = (workload: Workload, client: Client) => {
  const shipping = client.prng.pick(does(workload, client, "act.abroad") ? abroad : addresses)
  return {
    email: `${client.identity.name}@example.com`,
    shipping,
    // What a company orders goes to its accounts.
    ...(shipping.company === undefined ? {} : { billing: accounts }),
    ...(shipping.country === "DE" ? { language: "de" as const } : {}),
    ...(does(workload, client, "act.express") ? { shippingMethod: "express" } : {})
  }
}

/** Sends a change in the client's own way. */
export const change = Effect.fnUntraced(function*<Body = unknown>(
  workload: Workload,
  client: Client,
  method: "POST" | "PUT" | "DELETE",
  path: string,
  asked: unknown
) {
  const { prng } = client
  const isVaried = does(workload, { prng: prng.stream(`whether ${path} ${JSON.stringify(asked)}`) }, "act.vary")
  const json = isVaried ? varied(prng.stream(`how ${path} ${JSON.stringify(asked)}`), method, path, asked) : asked
  // Under the protocol's own root every change has a key.
  const needsKey = path.startsWith("/acp/")
  if (does(workload, client, "act.noKey") && !needsKey) return yield* client.send<Body>(method, path, json)
  const key = client.key(workload.swarm.has("act.sharedKeys"))
  if (does(workload, client, "act.doubleClick")) {
    const [first, second] = yield* Effect.all([
      client.send<Body>(method, path, json, key),
      Effect.zipRight(Effect.sleep(prng.int(0, 300)), client.send<Body>(method, path, json, key))
    ], { concurrency: "unbounded" })
    if (first !== undefined && isFinal(first)) return first
    if (second !== undefined && isFinal(second)) return second
  }
  const received = yield* client.send<Body>(method, path, json, key)
  if (received !== undefined && isFinal(received)) {
    if (does(workload, client, "act.changedBody") && json !== undefined) {
      yield* client.send(method, path, { ...json, note: "changed" }, key)
    }
    return received
  }
  if (does(workload, client, "act.retrySameKey")) return yield* client.sendUntilFinal<Body>(method, path, json, key)
  if (does(workload, client, "act.retryNewKey")) return yield* client.send<Body>(method, path, json, client.key(false))
  return received
})

/** Waits for a moment, in milliseconds; the client's next request arrives at exactly that one, unless it is past. */
export const untilExactly = (client: Client, moment: number): Effect.Effect<void> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    if (moment < now) return Effect.void
    return Effect.map(Effect.sleep(moment - now), () => {
      client.isPunctual = true
    })
  })

/** A guest's token: no client gives up on that at once. */
export const guestToken = (client: Client): Effect.Effect<string | undefined> =>
  Effect.map(
    client.sendUntilFinal<AccessToken | undefined>("POST", "/api/auth/guest", undefined, client.uuid()),
    (received) => received?.json?.access_token
  )

/** A new guest; undefined where the shop gives out no token. */
export const newGuest = Effect.fnUntraced(
  function*({ clientContext }: Workload, name: string, prng: Prng, more: Partial<Identity> = {}) {
    const client = new Client(clientContext, { name, principal: name, isStaff: false, ...more }, prng)
    client.token = yield* guestToken(client)
    return client.token === undefined ? undefined : client
  }
)

/** All orders that a client can list; undefined where it got no response. */
export const listOrders = Effect.fnUntraced(function*(client: Client) {
  const orders: Array<OrderSummary> = []
  const limit = client.prng.pick([1, 2, 100])
  for (let cursor = "";;) {
    const page = yield* client.get<OrderPage>(`/api/orders?limit=${limit}${cursor}`)
    if (page?.status !== 200) return undefined
    orders.push(...page.json.data)
    if (page.json.nextCursor === null) return orders
    cursor = `&cursor=${encodeURIComponent(page.json.nextCursor)}`
  }
})
