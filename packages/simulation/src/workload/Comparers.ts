/**
 * People who compare: they read everything that says what a product costs and whether it can be had, at one moment, and
 * every list in short pages, in a long one and item by item. In between they buy out a shelf, and call that off. A
 * moment is a time in which the store commits nothing, with a second of rest before it. What was read over a change is
 * not compared (`Witnesses`).
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import {
  type AcpSession,
  type Cart,
  type Catalog,
  type CheckoutSession,
  type InventoryStatus,
  type Order,
  type Product,
  type ProductPage,
  productsOf
} from "../auditor/Bodies.ts"
import * as Boundaries from "../auditor/Boundaries.ts"
import * as Goods from "../auditor/Goods.ts"
import * as Lists from "../auditor/Lists.ts"
import * as Search from "../auditor/Search.ts"
import * as ShopFront from "../auditor/ShopFront.ts"
import * as Witnesses from "../auditor/Witnesses.ts"
import type { Prng } from "../engine/Prng.ts"
import { day, hour, minute, second } from "../engine/Time.ts"
import { Client, type Received } from "./Client.ts"
import { drawList, drawPhrase, openList } from "./Lists.ts"
import { send } from "./OrderPages.ts"
import { pay } from "./PaymentPages.ts"
import { everyPage, reader } from "./Readers.ts"
import { fetchFeed } from "./Searchers.ts"
import { currencyOf, deliveryOf, newGuest, pause, type Workload } from "./Workload.ts"

/** Those who compare, as the store knows them, and what they have read before. */
interface Comparer {
  readonly workload: Workload
  readonly prng: Prng
  /** Without a token. */
  readonly nobody: Client
  /** With a cart and orders. */
  readonly guest: Client
  readonly agent: Client
  readonly staff: Client
  /** A session of the agent, and its path. */
  session: string | undefined
  /** Lists of the shop front to which they return. */
  readonly lists: ReadonlyArray<string>
  /** Those that they look at now. */
  looksAt: ReadonlyArray<string>
  /** The last bodies of public pages, by path. */
  readonly had: Map<string, { readonly tag: string; readonly body: string }>
}

/** Statuses in which a session shows the shop's prices of today. */
const openStatuses: ReadonlySet<string> = new Set([
  "incomplete",
  "not_ready_for_payment",
  "requires_escalation",
  "ready_for_payment"
])

/**
 * Does something that only reads, at one moment. Returns its result, or undefined where none was found in which nothing
 * changed.
 */
const atOneMoment = Effect.fnUntraced(function*<A>({ clientContext, state }: Workload, reading: Effect.Effect<A>) {
  for (let tries = 0; tries < 4; tries++) {
    const before = state()
    yield* Effect.sleep(Math.max(second, clientContext.auditor.outdatedFor))
    if (state() !== before) continue
    const result = yield* reading
    if (state() === before) return result
  }
  return undefined
})

const successful = <Body>(received: Received<Body> | undefined): Body | undefined =>
  received?.status === 200 ? received.json : undefined

const shownBy = (
  { workload: { clientContext: { auditor } } }: Comparer,
  place: string,
  products: ReadonlyArray<Pick<Product, "id" | "inStock" | "price">>
): ReadonlyArray<Witnesses.Testimony> =>
  products.map(({ id, inStock, price }) => ({ place, productId: id, priceMinor: auditor.minor(price), inStock }))

const feed = Effect.fnUntraced(function*(comparer: Comparer) {
  const { workload } = comparer
  const body = yield* fetchFeed(workload)
  return body === undefined ? [] : shownBy(comparer, "feed", Search.feedOf(workload.clientContext.auditor, body))
})

/** A search says of a product that it costs more, less or as much as its bounds, and whether it is there. */
const searchFor = Effect.fnUntraced(function*(comparer: Comparer, { id, inStock, price }: Product) {
  const { nobody, prng, workload: { clientContext: { auditor } } } = comparer
  const [least, most] = prng.pick([[0, 0], [0, 1], [-1, 0], [1, 2], [-2, -1]] as const)
  const bound = (by: number) => auditor.wire(Math.max(0, auditor.minor(price) + by))
  const asked = prng.pick([undefined, true, false])
  const path = `/api/products?limit=100&minPrice=${bound(least)}&maxPrice=${bound(most)}`
    + (asked === undefined ? "" : `&inStock=${asked}`)
  const page = successful(yield* nobody.send<ProductPage>("GET", path))
  if (page === undefined) return []
  const isExpected = least <= 0 && most >= 0 && (asked === undefined || asked === inStock)
  const isFound = page.data.some((one) => one.id === id)
  // A search that contradicts the page of the product says the opposite of it.
  return isFound === isExpected ? shownBy(comparer, path, page.data) : [{ place: path, productId: id, priceMinor: NaN }]
})

const sessionSays = Effect.fnUntraced(function*({ agent, session }: Comparer) {
  if (session === undefined) return []
  const shown = successful(yield* agent.send<AcpSession>("GET", session))
  if (shown === undefined || !openStatuses.has(shown.status)) return []
  return shown.line_items.map(({ available_quantity, id, unit_amount }): Witnesses.Testimony => ({
    place: "session",
    productId: id,
    priceMinor: unit_amount,
    units: available_quantity
  }))
})

const cartSays = Effect.fnUntraced(function*({ guest, workload: { clientContext: { auditor } } }: Comparer) {
  const cart = successful(yield* guest.send<Cart>("GET", "/api/cart"))
  return (cart?.items ?? []).map(({ available, price, productId }): Witnesses.Testimony => ({
    place: "cart",
    productId,
    priceMinor: auditor.minor(price),
    units: available
  }))
})

/** The page of a product in the shop front. */
const pageOf = Effect.fnUntraced(function*({ nobody, prng, workload }: Comparer, productId: string) {
  const path = `${prng.pick(["", "/de"])}/products/${productId}`
  const page = yield* send(workload, nobody.identity.name, { method: "GET", path })
  if (page?.status !== 200) return []
  ShopFront.productSays(workload.clientContext.auditor, path, productId, page.body)
  return [ShopFront.testimonyOf(workload.clientContext.auditor, productId, page.body)]
})

/** The file at the address of a product's picture. */
const pictureOf = Effect.fnUntraced(function*({ nobody, workload }: Comparer, { id, image }: Product) {
  const file = yield* send(workload, nobody.identity.name, { method: "GET", path: new URL(image).pathname })
  if (file?.status === 200) Goods.pictureRead(workload.clientContext.auditor, id, file.body)
})

/** What lists show of all products, and all products as the API shows them. */
interface ListsRead {
  readonly products: ReadonlyArray<Product>
  readonly searched: readonly [path: string, page: ProductPage] | undefined
  readonly pages: ReadonlyArray<readonly [path: string, body: string]>
}

/** The search of the API that asks for what a list of the shop front asks for, with all that it can say. */
const searchLike = ({ prng, workload: { clientContext: { auditor } } }: Comparer, path: string): string => {
  const asked = Lists.askedOfPage(path)
  const query = new URLSearchParams({ limit: "100", sort: asked?.sort ?? "relevance" })
  if (asked === undefined) return `/api/products?${query}`
  const { brand, category, inStock, leastMinor, mostMinor, q } = asked
  if (q !== "" || prng.happens(0.2)) query.set("q", prng.happens(0.5) ? drawPhrase(prng, auditor) : q)
  if (brand !== undefined) query.set("brand", brand)
  if (category !== undefined) query.set("category", category)
  if (leastMinor > 0) query.set("minPrice", String(auditor.wire(leastMinor)))
  if (mostMinor < Infinity) query.set("maxPrice", String(auditor.wire(mostMinor)))
  if (inStock === true || prng.happens(0.2)) query.set("inStock", String(inStock ?? false))
  if (prng.happens(0.5)) query.set("facets", "true")
  return `/api/products?${query}`
}

/** Reads some of the lists that a comparer returns to. */
const readLists = Effect.fnUntraced(function*(comparer: Comparer, products: ReadonlyArray<Product>) {
  const { lists, nobody, prng, workload } = comparer
  const pages: Array<readonly [path: string, body: string]> = []
  if (prng.happens(0.4)) comparer.looksAt = [prng.pick(lists), prng.pick(lists)]
  for (const path of new Set(comparer.looksAt)) {
    const body = yield* openList(workload, nobody.identity.name, path)
    if (body !== undefined) pages.push([path, body])
  }
  const path = prng.happens(0.4) ? searchLike(comparer, prng.pick(lists)) : undefined
  const page = path === undefined ? undefined : successful(yield* nobody.send<ProductPage>("GET", path))
  const searched = path === undefined || page === undefined ? undefined : [path, page] as const
  return { products, searched, pages } satisfies ListsRead
})

/** Everything that says something about a product. */
const testimonies = Effect.fnUntraced(function*(comparer: Comparer, productId: string) {
  const { nobody } = comparer
  const all: Array<Witnesses.Testimony> = []
  const shelf = successful(yield* nobody.send<InventoryStatus>("GET", `/api/inventory/${productId}`))
  if (shelf !== undefined) all.push({ place: "inventory", productId, inStock: shelf.inStock, units: shelf.quantity })
  const product = successful(yield* nobody.send<Product>("GET", `/api/products/${productId}`))
  if (product !== undefined) {
    all.push(...shownBy(comparer, "product", [product]))
    yield* pictureOf(comparer, product)
  }
  const catalogue = successful(yield* nobody.send<Catalog>("GET", "/api/"))
  if (catalogue !== undefined) all.push(...shownBy(comparer, "catalogue", productsOf(catalogue)))
  const page = successful(yield* nobody.send<ProductPage>("GET", "/api/products?limit=100"))
  if (page !== undefined) all.push(...shownBy(comparer, "search", page.data))
  if (product !== undefined) all.push(...yield* searchFor(comparer, product))
  all.push(
    ...yield* pageOf(comparer, productId),
    ...yield* feed(comparer),
    ...yield* cartSays(comparer),
    ...yield* sessionSays(comparer)
  )
  const lists = page?.nextCursor === null ? yield* readLists(comparer, page.data) : undefined
  return { all, lists }
})

/** A public page as it is now, and whether a client that had an earlier one is told that it is the same. */
const revalidated = Effect.fnUntraced(
  function*({ had, nobody, workload: { clientContext }, prng }: Comparer, path: string) {
    const known = had.get(path)
    const headers = { "if-none-match": known?.tag ?? "" }
    const asked = known === undefined
      ? undefined
      : yield* new Client(clientContext, { ...nobody.identity, headers }, prng).send("GET", path)
    const now = yield* nobody.send("GET", path)
    const tag = now?.headers["etag"]
    if (now?.status !== 200 || tag === undefined) return undefined
    had.set(path, { tag, body: now.body })
    return asked === undefined ? undefined : { status: asked.status, had: known!.body, has: now.body }
  }
)

/** Lists, with who may read them and, where there is one, the path of an item. */
const listsOf = ({ guest, nobody, staff, workload }: Comparer) => [
  { client: guest, path: "/api/orders", item: "/api/orders/", id: "id" },
  { client: staff, path: "/api/refunds", item: "/api/refunds/", id: "refundId" },
  { client: staff, path: "/api/webhook-subscriptions" },
  { client: staff, path: "/api/admin/flags" },
  { client: nobody, path: "/api/products", item: "/api/products/", id: "id" },
  { client: nobody, path: "/api/products?sort=price", item: "/api/products/", id: "id" },
  { client: nobody, path: "/api/products?sort=-price", item: "/api/products/", id: "id" },
  { client: nobody, path: "/api/products?inStock=true" },
  { client: nobody, path: `/api/products?category=${workload.categories[0]}` }
]

/** An order says of its refunds, returns and parcels what they say themselves. */
const partsOf = Effect.fnUntraced(function*(client: Client, { id, refunds, returns, tracking }: Order) {
  const pairs: Array<readonly [what: string, one: object, other: object]> = []
  for (const one of refunds.slice(0, 2)) {
    const other = successful(yield* client.send<object>("GET", `/api/refunds/${one.refundId}`))
    if (other !== undefined) pairs.push([`refund ${one.refundId}`, one, other])
  }
  for (const one of returns.slice(0, 2)) {
    const other = successful(yield* client.send<object>("GET", `/api/returns/${one.returnId}`))
    if (other !== undefined) pairs.push([`return ${one.returnId}`, one, other])
  }
  const other = successful(yield* client.send<object>("GET", `/api/tracking/${id}`))
  if (other !== undefined) pairs.push([`tracking of ${id}`, tracking, other])
  return pairs
})

/** Compares a list with itself in other pages, and with some of its items. */
const compareList = Effect.fnUntraced(function*(comparer: Comparer) {
  const { prng, workload } = comparer
  const { auditor } = workload.clientContext
  const { client, id, item, path } = prng.pick(listsOf(comparer))
  const limit = prng.int(1, 7)
  const chosen = prng.next()
  const isDeep = prng.happens(0.5)
  const read = yield* atOneMoment(
    workload,
    Effect.gen(function*() {
      const whole = yield* everyPage<object>(client, path, 100)
      const pages = yield* everyPage<object>(client, path, limit)
      const entry = whole?.[Math.floor(chosen * whole.length)] as Readonly<Record<string, unknown>> | undefined
      if (whole === undefined || pages === undefined || entry === undefined || item === undefined) {
        return { pages, whole }
      }
      const one = successful(yield* client.send<Order>("GET", `${item}${String(entry[id])}`))
      const parts = one !== undefined && path === "/api/orders" && isDeep ? yield* partsOf(client, one) : []
      return { pages, whole, pairs: one === undefined ? [] : [[String(entry[id]), entry, one] as const, ...parts] }
    })
  )
  if (read?.whole === undefined || read.pages === undefined) return
  Witnesses.pagesAgree(auditor, path, read.pages, read.whole)
  for (const [what, one, other] of read.pairs ?? []) Witnesses.sameFields(auditor, what, one, other)
})

/** Compares all that is said of a product. */
const compareProduct = Effect.fnUntraced(function*(comparer: Comparer, productId: string) {
  const { prng, workload } = comparer
  const { auditor } = workload.clientContext
  const said = yield* atOneMoment(workload, testimonies(comparer, productId))
  if (said !== undefined) {
    Witnesses.agree(auditor, said.all)
    const { pages = [], products = [], searched } = said.lists ?? {}
    for (const [path, body] of pages) Lists.pageAgrees(auditor, path, body, products)
    if (searched !== undefined) Lists.searchAgrees(auditor, ...searched, products)
  }
  const path = prng.pick(["/api/", `/api/products/${productId}`, `/api/products/${productId}`])
  const again = yield* atOneMoment(workload, revalidated(comparer, path))
  if (again !== undefined) Witnesses.notModified(auditor, path, again.status, again.had, again.has)
})

/** Touches a line of the cart, whose price may be another by now, and looks at the cart afterwards. */
const touch = Effect.fnUntraced(function*({ guest, prng }: Comparer) {
  const own = prng.stream(`touches ${yield* Clock.currentTimeMillis}`)
  const lines = successful(yield* guest.send<Cart>("GET", "/api/cart"))?.items ?? []
  if (lines.length === 0 || !own.happens(0.6)) return
  const { productId, quantity } = own.pick(lines)
  yield* own.happens(0.5)
    ? guest.send("PUT", `/api/cart/items/${productId}`, { quantity }, guest.key(false))
    : guest.send("POST", "/api/cart", { productId, quantity: 1 }, guest.key(false))
  yield* guest.send("GET", "/api/cart")
})

/** Puts a product into the cart, and into a session of the agent, so that both say something of it. */
const take = Effect.fnUntraced(function*(comparer: Comparer, productId: string) {
  const { agent, guest, prng, workload } = comparer
  yield* guest.send("PUT", `/api/cart/items/${productId}`, { quantity: 1 }, guest.key(false))
  if (!workload.swarm.has("act.acp") || (comparer.session !== undefined && prng.happens(0.7))) return
  const root = "/acp/checkout_sessions"
  const begun = yield* agent.send<AcpSession>(
    "POST",
    root,
    { currency: currencyOf(workload), line_items: [{ id: productId, quantity: 1 }], capabilities: {} },
    agent.key(false)
  )
  if (begun?.status === 201) comparer.session = `${root}/${begun.json.id}`
})

/** Puts goods into the cart that cost as much as free shipping needs, or a cent more or less, where some do. */
const goToFreeShipping = Effect.fnUntraced(function*({ guest, nobody, prng, workload }: Comparer) {
  const edge = Boundaries.amounts.freeShipping
  const { auditor } = workload.clientContext
  const catalogue = successful(yield* nobody.send<Catalog>("GET", "/api/"))
  if (catalogue === undefined) return
  const fitting = productsOf(catalogue).flatMap(({ id, inStock, price }) => {
    const quantity = inStock ? Boundaries.unitsTo(edge, auditor.minor(price), 4) : undefined
    return quantity === undefined ? [] : [{ id, quantity }]
  })
  if (fitting.length === 0) return
  const { id, quantity } = prng.pick(fitting)
  yield* guest.send("DELETE", "/api/cart", undefined, guest.key(false))
  yield* guest.send("PUT", `/api/cart/items/${id}`, { quantity }, guest.key(false))
  if (prng.happens(0.5)) yield* guest.send("POST", "/api/checkout", deliveryOf(workload, guest), guest.key(false))
})

/** Takes all units of a product to the checkout, compares, and pays or calls it off, and compares again. */
const buyOut = Effect.fnUntraced(function*(comparer: Comparer, productId: string) {
  const { guest, prng, workload } = comparer
  const shelf = successful(yield* guest.send<InventoryStatus>("GET", `/api/inventory/${productId}`))
  // A guest may keep no more.
  if (shelf === undefined || shelf.quantity === 0 || shelf.quantity > 12) return
  yield* guest.send("DELETE", "/api/cart", undefined, guest.key(false))
  yield* guest.send("PUT", `/api/cart/items/${productId}`, { quantity: shelf.quantity }, guest.key(false))
  const delivery = deliveryOf(workload, guest)
  const session = successful(yield* guest.send<CheckoutSession>("POST", "/api/checkout", delivery, guest.key(false)))
  yield* compareProduct(comparer, productId)
  if (session === undefined) return
  // Back from the payment's page to the shop, and to the checkout once more.
  if (prng.stream(`again after ${session.orderId}`).happens(0.4)) {
    yield* guest.send("POST", "/api/checkout", delivery, guest.key(false))
  }
  if (prng.happens(0.3)) yield* pay(workload, guest, session.redirectUrl)
  else if (prng.happens(0.7)) {
    yield* pause(prng, second, 10 * minute)
    yield* guest.send("POST", `/api/orders/${session.orderId}/cancel`, {}, guest.key(false))
  }
  yield* compareProduct(comparer, productId)
})

/** Has a shelf counted: it is empty, compares, and it is not any more. */
const recount = Effect.fnUntraced(function*(comparer: Comparer, productId: string) {
  const { prng, staff } = comparer
  const count = (onHand: number) => staff.send("PUT", `/api/inventory/${productId}`, { onHand }, staff.key(false))
  yield* count(0)
  yield* compareProduct(comparer, productId)
  yield* count(prng.int(1, 40))
  yield* compareProduct(comparer, productId)
})

/** Compares now and then, until the days are over. */
export const comparer = Effect.fnUntraced(function*(workload: Workload, name: string, prng: Prng) {
  const { clientContext, endsAt, products } = workload
  const client = (identity: Omit<Client["identity"], "isStaff"> & { readonly isStaff?: boolean }) =>
    new Client(
      clientContext,
      { isStaff: false, ...identity },
      prng.stream(`${identity.name} as ${identity.principal}`)
    )
  const guest = yield* newGuest(workload, name, prng.stream(`${name} as ${name}`))
  if (guest === undefined) return undefined
  const favourite = prng.pick(products)
  const lists = prng.stream("lists")
  const all = [
    `${lists.pick(["", "/de"])}/products?in-stock=1`,
    ...Array.from({ length: 4 }, () => drawList(lists, clientContext.auditor, favourite))
  ]
  const one: Comparer = {
    workload,
    prng,
    nobody: reader(clientContext, `${name}, without a token`, prng.stream("nobody")),
    guest,
    agent: client({ name, principal: "agent", shopper: name, oauth: "demo-agent" }),
    staff: client({ name, principal: "staff", isStaff: true, oauth: "demo-staff" }),
    session: undefined,
    lists: all,
    looksAt: all.slice(0, 2),
    had: new Map()
  }
  while ((yield* Clock.currentTimeMillis) < endsAt) {
    const product = prng.happens(0.7) ? favourite : prng.pick(products)
    if (prng.happens(0.5)) yield* goToFreeShipping(one)
    yield* touch(one)
    if (prng.happens(0.4)) yield* take(one, product)
    const isCounted = workload.swarm.has("staff.recount") && lists.happens(0.25)
    if (isCounted) yield* recount(one, product)
    if (prng.happens(0.3)) yield* buyOut(one, product)
    else if (prng.happens(0.7)) yield* compareProduct(one, product)
    if (prng.happens(0.4)) yield* compareList(one)
    yield* pause(prng, hour, day)
  }
  return guest
})
