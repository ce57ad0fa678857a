/**
 * The audit of a world at rest: everything is requested once more, as staff and owners see it, and given to the
 * auditor's rules of all topics: every order, return, receipt, message, product, list, cart and delegation. At the end
 * the store audits itself (`ConsistencyAudit`), and its differences are violations, too.
 */
import * as ConsistencyAudit from "@beauty-store/commerce/audit/ConsistencyAudit"
import * as Effect from "effect/Effect"
import * as AgentSessions from "./auditor/AgentSessions.ts"
import type { Audit } from "./auditor/Audit.ts"
import {
  type AcpOrder,
  type Cart,
  type Catalog,
  type Delegation,
  type Flag,
  type InventoryStatus,
  type Order,
  type Product,
  type ProductPage,
  type Receipt,
  type Return,
  type Shelf,
  type StaffChange,
  type StockMovement
} from "./auditor/Bodies.ts"
import * as Carts from "./auditor/Carts.ts"
import * as Delegations from "./auditor/Delegations.ts"
import * as Events from "./auditor/Events.ts"
import * as Holds from "./auditor/Holds.ts"
import * as Money from "./auditor/Money.ts"
import * as Orders from "./auditor/Orders.ts"
import * as PricePlans from "./auditor/PricePlans.ts"
import * as Promotions from "./auditor/Promotions.ts"
import * as Purchases from "./auditor/Purchases.ts"
import * as Receipts from "./auditor/Receipts.ts"
import * as RefusedChanges from "./auditor/RefusedChanges.ts"
import * as RefusedHolds from "./auditor/RefusedHolds.ts"
import * as Returns from "./auditor/Returns.ts"
import { feedOf } from "./auditor/Search.ts"
import * as Secrets from "./auditor/Secrets.ts"
import * as SecretsAtRest from "./auditor/SecretsAtRest.ts"
import * as StaffWork from "./auditor/StaffWork.ts"
import * as Stock from "./auditor/Stock.ts"
import { day } from "./engine/Time.ts"
import { rowsAgree, rulesHold } from "./OwnShop.ts"
import type { Client, Received } from "./workload/Client.ts"
import type { Staff } from "./workload/Staff.ts"
import { cards, listOrders } from "./workload/Workload.ts"
import type { World } from "./World.ts"
import { storeSecret, webhookSecret } from "./world/StoreProcess.ts"

/** Numbers that payers type at the provider, where nobody sees them. */
const usedCards = [...Object.values(cards), "5555555555554444"]

/** An order with everything that belongs to it. */
interface OrderAtRest {
  readonly order: Order
  readonly receipt: Receipt | undefined
  readonly returns: ReadonlyArray<Return>
  /** The order in ACP's form, where a partner received it. */
  readonly told: AcpOrder | undefined
}

/** The refunded cents of an order's price, where that is known: surplus payments are not part of it. */
const refundedOf = (audit: Audit, { order, returns }: OrderAtRest): number | undefined => {
  const wasPaid = order.timeline.some((entry) => entry.status === "confirmed")
  return !wasPaid
    ? 0
    : audit.seen.orders.has(order.id)
    ? audit.minor(order.total) - Money.keptOf(audit, order, returns)
    : undefined
}

const auditOrder = ({ auditor, partners }: World, atRest: OrderAtRest): void => {
  const { order, receipt, returns, told } = atRest
  Orders.orderAtRest(auditor, order)
  Delegations.orderAtRest(auditor, order)
  Money.orderAtRest(auditor, order, returns)
  Returns.orderAtRest(auditor, order, returns)
  RefusedChanges.orderAtRest(auditor, order, returns, partners)
  if (told !== undefined) AgentSessions.orderAtRest(auditor, order, told, refundedOf(auditor, atRest))
  Receipts.orderAtRest(auditor, order, receipt, returns)
  Stock.orderAtRest(auditor, order)
  Holds.orderAtRest(auditor, order)
  Promotions.orderAtRest(auditor, order)
  Events.orderAtRest(auditor, order, returns, partners, told)
}

/** An order, its receipt and its returns, as staff see them. */
const lookUpOrder = Effect.fnUntraced(function*({ partners, swarm }: World, staff: Staff, id: string) {
  const order = (yield* staff.get<Order>(`/api/orders/${id}`))!.json
  const receipt = yield* staff.get<Receipt>(`/api/orders/${id}/receipt`)
  const returns: Array<Return> = []
  for (const { returnId } of order.returns) {
    returns.push((yield* staff.get<Return>(`/api/returns/${returnId}`))!.json)
  }
  const isTold = swarm.has("act.acp") ||
    partners.some(({ received, terms }) => terms.dialect === "acp" && received.some(({ data }) => data.orderId === id))
  const told = isTold ? (yield* staff.get<AcpOrder>(`/acp/orders/${id}`))!.json : undefined
  return { order, receipt: receipt?.status === 200 ? receipt.json : undefined, returns, told }
})

/** A client's cart, its orders and its delegations. */
const auditClient = Effect.fnUntraced(function*({ auditor, injector, time }: World, client: Client) {
  const { name, principal, shopper } = client.identity
  const cart = yield* client.get<Cart>("/api/cart")
  if (cart?.status === 200) {
    Carts.atRest(auditor, shopper === undefined ? name : `${principal}/${shopper}`, cart.json)
  }
  const orders = shopper === undefined ? yield* listOrders(client) : undefined
  if (orders !== undefined) Purchases.listAtRest(auditor, principal, orders, injector.sessionsRefused)
  for (const id of Delegations.ofOwner(auditor, principal)) {
    const delegation = yield* client.get<Delegation>(`/api/delegations/${id}`)
    if (delegation?.status === 200) Delegations.delegationAtRest(auditor, delegation.json, time.now)
  }
})

/** A client leaves for good: from now on its token is invalid. */
const revokeToken = Effect.fnUntraced(function*(clients: ReadonlyArray<Client>) {
  const leaver = clients.find(({ identity }) => identity.oauth === undefined)
  if (leaver === undefined) return
  yield* leaver.sendUntilFinal("POST", "/api/auth/revoke", { token: leaver.token }, leaver.uuid())
  yield* leaver.get("/api/cart")
})

interface Page<Item> {
  readonly data: ReadonlyArray<Item>
  readonly nextCursor: string | null
}

/** All items of a list, as staff read it. */
const allOf = Effect.fnUntraced(function*<Item>(staff: Staff, path: string) {
  const items: Array<Item> = []
  for (let cursor: string | null = ""; cursor !== null;) {
    const page: Received<Page<Item>> | undefined = yield* staff.get<Page<Item>>(
      `${path}?limit=100${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`
    )
    items.push(...page!.json.data)
    cursor = page!.json.nextCursor
  }
  return items
})

/** The shelves, and how their products are shown to those who are nobody. */
const auditShelves = Effect.fnUntraced(
  function*({ auditor, partners }: World, staff: Staff, products: ReadonlyArray<string>) {
    const feed = yield* staff.feed
    const quantities = new Map<string, number>()
    for (const product of products) {
      const shelf = yield* staff.get<InventoryStatus>(`/api/inventory/${product}`)
      quantities.set(product, shelf!.json.quantity)
      Stock.shelfAtRest(auditor, product, shelf!.json.quantity, partners)
    }
    for (const shelf of yield* allOf<Shelf>(staff, "/api/admin/stock")) {
      Stock.ledgerAtRest(
        auditor,
        shelf,
        yield* allOf<StockMovement>(staff, `/api/admin/stock/${shelf.productId}/movements`)
      )
    }
    Stock.warningsAtRest(auditor, quantities, yield* allOf<Flag>(staff, "/api/admin/flags"))
    const shown: Array<Product> = []
    for (const product of products) shown.push((yield* staff.passerBy.get<Product>(`/api/products/${product}`))!.json)
    Stock.shownAtRest(auditor, quantities, {
      catalogue: (yield* staff.passerBy.get<Catalog>("/api/"))!.json,
      search: (yield* staff.passerBy.get<ProductPage>("/api/products?limit=100"))!.json,
      products: shown,
      feed: feed === undefined ? [] : feedOf(auditor, feed)
    })
  }
)

const auditTrail = Effect.fnUntraced(function*({ auditor }: World, staff: Staff) {
  StaffWork.trailAtRest(auditor, yield* allOf<StaffChange>(staff, "/api/admin/trail"))
})

const auditEverything = Effect.fnUntraced(
  function*(world: World, staff: Staff, clients: ReadonlyArray<Client>, products: ReadonlyArray<string>) {
    const { auditor, disks: { store }, partners } = world
    const orders = store.query<{ id: string }>("SELECT id FROM orders ORDER BY id")
    for (const { id } of orders) auditOrder(world, yield* lookUpOrder(world, staff, id))
    yield* staff.get("/api/webhook-subscriptions")
    for (const id of auditor.seen.orders.keys()) {
      auditor.expect("acknowledged.lost", `order ${id}`).that(orders.some((one) => one.id === id), () => "gone")
    }
    for (const product of auditor.seen.plans.keys()) yield* staff.get(`/api/admin/products/${product}/prices`)
    PricePlans.atRest(auditor)
    yield* auditShelves(world, staff, products)
    yield* auditTrail(world, staff)
    for (const client of clients) yield* auditClient(world, client)
    yield* revokeToken(clients)
    Receipts.numbersAtRest(auditor)
    Events.replaysAtRest(auditor, partners)
    Money.ledgerAtRest(auditor)
    Delegations.allowancesAtRest(auditor)
    AgentSessions.sessionsAtRest(auditor)
    Holds.boundsAtRest(auditor)
    Holds.lastUnitsAtRest(auditor)
    Holds.shortagesAtRest(auditor)
    Holds.sessionsAtRest(auditor)
    Promotions.usesAtRest(auditor)
    RefusedHolds.refusalsAtRest(auditor)
    if (world.hasOwnReactions) rowsAgree(auditor, store)
    rulesHold(world.shop, auditor, store)
  }
)

/** Secrets and personal data lie only where they have to. */
export const auditSecrets = ({ auditor, disks, partners, shop }: World, isAtRest: boolean): void => {
  for (const { account, url } of partners) {
    if (account !== undefined) Secrets.known(auditor, "signingSecret", account.secret, url)
  }
  Secrets.known(auditor, "signingSecret", webhookSecret, "the shop")
  Secrets.known(auditor, "signingSecret", storeSecret, "the shop")
  for (const number of usedCards) Secrets.known(auditor, "card", number, "payers")
  SecretsAtRest.disksAreClean(
    auditor,
    { store: disks.store, provider: disks.payments, carrier: disks.carrier },
    isAtRest,
    shop.tables ?? []
  )
}

export const auditAtRest = (
  world: World,
  staff: Staff,
  clients: ReadonlyArray<Client>,
  products: ReadonlyArray<string>
): void => {
  const { auditor, clientProcess, time } = world
  world.until(clientProcess, auditEverything(world, staff, clients, products), time.now + 30 * day)
  auditSecrets(world, true)
  SecretsAtRest.saidIsClean(auditor, world.said)
  const audit = Effect.flatMap(ConsistencyAudit.ConsistencyAudit, ({ audit }) => audit)
  for (const { kind, words } of world.callStore(audit).differences) {
    auditor.expect(`books.${kind}`, "what is stored to follow from first facts").that(false, () => words)
  }
}
