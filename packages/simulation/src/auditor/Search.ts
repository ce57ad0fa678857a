/**
 * Rules of public lists of products: a search returns only what it was asked for, in the order that it was asked in, at
 * most as many as a page has; and the feed shows each product at its price, and not as available where it is sold out.
 * That pages are together what one long page has is a rule of all lists (`Witnesses`). The cast: a line of the feed has
 * the fields of a product that the rules for shown products read, and no others.
 */
import * as CatalogSchemas from "@beauty-store/http/contract/CatalogSchemas"
import * as Archives from "./Archives.ts"
import { type Audit, type Exchange, onResponse, type Rules } from "./Audit.ts"
import { type ProductPage } from "./Bodies.ts"
import * as Goods from "./Goods.ts"
import * as Lists from "./Lists.ts"
import * as PricePlans from "./PricePlans.ts"
import * as Prices from "./Prices.ts"
import * as Stock from "./Stock.ts"

const defaultLimit = 20

const found = (audit: Audit, { body, n, sent }: Exchange<unknown, ProductPage>): void => {
  const query = new URLSearchParams(sent.path.split("?")[1] ?? "")
  const { data } = body
  const asked = (name: string) => query.get(name) ?? undefined
  const [brand, category, inStock, reduced] = ["brand", "category", "inStock", "reduced"].map(asked)
  const least = Number(asked("minPrice") ?? 0)
  const most = Number(asked("maxPrice") ?? Infinity)
  const limit = Number(asked("limit") ?? defaultLimit)
  const wrong = data.filter((one) =>
    (brand !== undefined && one.brand.id !== brand) || (category !== undefined && one.category !== category)
    || (reduced !== undefined && (one.reduction !== undefined) !== (reduced === "true"))
    || (inStock !== undefined && one.inStock !== (inStock === "true")) || one.price < least || one.price > most
  )
  audit.expect("search.filter", `${sent.path}: what was asked for`)
    .that(wrong.length === 0, () => JSON.stringify(wrong))
  audit.expect("search.limit", `${sent.path}: at most ${limit}`).that(data.length <= limit, () => String(data.length))
  const sort = asked("sort")
  const prices = data.map(({ price }) => audit.minor(price) * (sort === "-price" ? -1 : 1))
  const isSorted = (sort !== "price" && sort !== "-price") ||
    prices.every((price, i) => i === 0 || prices[i - 1]! <= price)
  audit.expect("search.order", `${sent.path}: by ${sort}`).that(isSorted, () => prices.join(" "))
  Lists.searchShown(audit, sent, n, body)
}

export const rules: Rules = { "catalog.search": onResponse(CatalogSchemas.ProductList, found) }

const linesOf = (body: string): ReadonlyArray<Goods.FeedLine> =>
  body.trimEnd().split("\n").map((line) => JSON.parse(line) as Goods.FeedLine)

/** The feed as products. */
export const feedOf = (
  audit: Audit,
  body: string
): ReadonlyArray<{
  readonly id: string
  readonly price: number
  readonly listMinor: number | undefined
  readonly inStock: boolean
}> =>
  linesOf(body).map(({ id, variants: [variant] }) => ({
    id,
    price: audit.wire(variant!.price.amount),
    listMinor: variant!.list_price?.amount,
    inStock: variant!.availability.available
  }))

/** The feed was shown: each product is judged as it is where any page shows it. */
export const feedShown = (audit: Audit, sent: Pick<Exchange["sent"], "at" | "n" | "path">, n: number, body: string) => {
  const products = feedOf(audit, body)
  for (const product of products) {
    const exchange = { sent, n, body: product } as unknown as Exchange
    Stock.rules["catalog.product"]?.check(audit, exchange)
    Prices.priceShown(audit, exchange, product)
    PricePlans.lineShown(audit, { ...product, at: audit.now() })
  }
  for (const line of linesOf(body)) Goods.lineShown(audit, line)
  const ids = new Set(products.map(({ id }) => id))
  Archives.listed(audit, sent, ids)
  const missing = [...audit.seen.offers.keys()].filter((id) =>
    !ids.has(id) && !Archives.mayBe(audit, id, sent.at, audit.now())
  )
  audit.expect("feed.whole", "each product once")
    .that(missing.length === 0 && ids.size === products.length, () => missing.join(" "))
}
