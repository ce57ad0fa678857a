/**
 * Rules of lists of products, the API's and those of the shop front: which products a list finds and in which order,
 * what it searched for instead, its facets, and what each card says. While nothing is committed, a list is exactly what
 * follows from the API's products. Follows docs/specification.md#search and docs/specification.md#entries.
 */
import { isDeepStrictEqual } from "node:util"
import * as PageReader from "../engine/PageReader.ts"
import * as Archives from "./Archives.ts"
import type { Audit, Exchange } from "./Audit.ts"
import { type Product, type ProductPage } from "./Bodies.ts"
import { namesIn, pictureOf, unitPriceMinor } from "./Goods.ts"
import * as Matching from "./Matching.ts"
import type { Good } from "./Observations.ts"
import * as Prices from "./Prices.ts"
import * as Stock from "./Stock.ts"

/** What a list asks for. */
export interface Asked {
  readonly q: string
  /** In which words are corrected; undefined for any. */
  readonly language: string | undefined
  readonly brand: string | undefined
  readonly category: string | undefined
  readonly leastMinor: number
  readonly mostMinor: number
  readonly inStock: boolean | undefined
  /** What a product is in its group, as in `shade:Red`. */
  readonly option: string | undefined
  readonly reduced: boolean | undefined
  readonly sort: string
}

/** A product at one moment. */
interface Offer {
  readonly good: Good
  readonly priceMinor: number
  readonly inStock: boolean
  readonly isReduced: boolean
}

/** What the API asks for by the path of a search. */
export const askedOfApi = (audit: Audit, path: string): Asked => {
  const query = new URLSearchParams(path.split("?")[1] ?? "")
  const amount = (name: string, otherwise: number) => {
    const value = query.get(name)
    return value === null ? otherwise : audit.minor(Number(value))
  }
  const flag = (name: string) => query.has(name) ? query.get(name) === "true" : undefined
  return {
    q: query.get("q") ?? "",
    language: undefined,
    brand: query.get("brand") ?? undefined,
    category: query.get("category") ?? undefined,
    leastMinor: amount("minPrice", 0),
    mostMinor: amount("maxPrice", Infinity),
    option: query.get("option") ?? undefined,
    inStock: flag("inStock"),
    reduced: flag("reduced"),
    sort: query.get("sort") ?? "relevance"
  }
}

const languageOf = (path: string): string => /^\/de(?=\/|\?|$)/.test(path) ? "de" : "en"

/** What a list of the shop front asks for by its path; undefined where the page is no such list. */
export const askedOfPage = (path: string): Asked | undefined => {
  const [place = "", rest = ""] = path.replace(/^\/de(?=\/|$)/, "").split("?")
  const [, kind = "", id] = /^\/(products|search|categories|brands)(?:\/([^/]+))?$/.exec(place) ?? []
  if (kind === "" || (id === undefined) !== (kind === "products" || kind === "search")) return undefined
  const query = new URLSearchParams(rest)
  const [, least = "0", most = ""] = /^(\d+)-(\d*)$/.exec(query.get("price") ?? "") ?? []
  return {
    q: query.get("q") ?? "",
    language: languageOf(path),
    brand: kind === "brands" ? id : query.get("brand") ?? undefined,
    category: kind === "categories" ? id : query.get("category") ?? undefined,
    leastMinor: Number(least),
    mostMinor: most === "" ? Infinity : Number(most),
    inStock: query.get("in-stock") === "1" ? true : undefined,
    option: query.get("option") ?? undefined,
    reduced: query.get("reduced") === "1" ? true : undefined,
    sort: query.get("sort") ?? "relevance"
  }
}

const byText = (a: string, b: string): number => a < b ? -1 : a > b ? 1 : 0

/** Products in the order of a list. */
const sorted = (
  offers: ReadonlyArray<Offer>,
  sort: string,
  fits: ReadonlyMap<string, number> | undefined
): ReadonlyArray<Offer> =>
  offers.toSorted((a, b) => {
    const first = sort === "price"
      ? a.priceMinor - b.priceMinor
      : sort === "-price"
      ? b.priceMinor - a.priceMinor
      : sort === "name"
      ? byText(Matching.folded(a.good.name), Matching.folded(b.good.name))
      : sort === "relevance" && fits !== undefined
      ? fits.get(b.good.id)! - fits.get(a.good.id)!
      : 0
    return first || byText(a.good.id, b.good.id)
  })

/** What a list leaves out for one facet, to count by it. */
type Facet = "brand" | "category" | "price" | "reduction" | "stock"

/** What a product is in its group, where that has one option, as those of the run have. */
export const optionOf = ({ group }: Good): string | undefined => group && `${group.variesBy}:${group.value}`

const isWanted = (
  { brand, category, inStock, leastMinor, mostMinor, option, reduced }: Asked,
  offer: Offer,
  without?: Facet
): boolean =>
  (without === "brand" || brand === undefined || offer.good.brand.id === brand)
  && (option === undefined || option === optionOf(offer.good))
  && (without === "category" || category === undefined || offer.good.category === category)
  && (without === "price" || (offer.priceMinor >= leastMinor && offer.priceMinor <= mostMinor))
  && (without === "reduction" || reduced === undefined || offer.isReduced === reduced)
  && (without === "stock" || inStock === undefined || offer.inStock === inStock)

/** What a list finds among all products. */
const found = (audit: Audit, offers: ReadonlyArray<Offer>, asked: Asked) => {
  const { goods } = audit.seen
  if (Matching.isWordless(asked.q)) {
    return { offers: [], matched: [], words: [], correctedQuery: undefined }
  }
  const matchedBy = (words: ReadonlyArray<string>) => words.length === 0 ? undefined : Matching.matching(goods, words)
  const of = (words: ReadonlyArray<string>) => {
    const fits = matchedBy(words)
    return offers.filter(({ good }) => fits === undefined || fits.has(good.id))
  }
  const meant = Matching.meantBy(
    goods,
    asked.q,
    (words) => of(words).some((offer) => isWanted(asked, offer)),
    asked.language
  )
  return {
    ...meant,
    // What facets count is also there where only the filters leave nothing of it.
    matched: of(Matching.meantBy(goods, asked.q, (words) => of(words).length > 0, asked.language).words),
    offers: sorted(of(meant.words).filter((offer) => isWanted(asked, offer)), asked.sort, matchedBy(meant.words))
  }
}

const bounds = [0, 1_000, 2_000, 3_000, 5_000, 10_000, 20_000, 50_000]

/** How many things there are: each product, or each group. */
const countOf = (offers: ReadonlyArray<Offer>, asOne: boolean): number =>
  new Set(offers.map(({ good: { group, id } }) => asOne && group !== undefined ? `group ${group.id}` : id)).size

/** How many things have each value by which they are chosen. No list of the run is filtered by any. */
const optionsOf = (offers: ReadonlyArray<Offer>, asOne: boolean) => {
  const chosen = offers.flatMap((offer) =>
    offer.good.group === undefined ? [] : [{ offer, name: offer.good.group.variesBy, value: offer.good.group.value }]
  )
  const named = [...new Set(chosen.map(({ name }) => name))].map((name) => {
    const some = chosen.filter((one) => one.name === name)
    const values = [...new Set(some.map(({ value }) => value))].map((value) => ({
      value,
      count: countOf(some.filter((one) => one.value === value).map(({ offer }) => offer), asOne)
    }))
    return { name, values: values.sort((a, b) => b.count - a.count || byText(a.value, b.value)).slice(0, 20) }
  })
  const sumOf = ({ values }: (typeof named)[number]) => values.reduce((sum, { count }) => sum + count, 0)
  return named.sort((a, b) => sumOf(b) - sumOf(a) || byText(a.name, b.name))
}

/** The facets of a search, by all that its words find. */
const facetsOf = (matched: ReadonlyArray<Offer>, asked: Asked, asOne: boolean) => {
  const without = (facet: Facet) => matched.filter((offer) => isWanted(asked, offer, facet))
  const counted = (offers: ReadonlyArray<Offer>, listed: string | undefined, keyOf: (good: Good) => string) => {
    const keys = new Set([...(listed === undefined ? [] : [listed]), ...offers.map(({ good }) => keyOf(good))])
    return [...keys].map((key) => [key, countOf(offers.filter(({ good }) => keyOf(good) === key), asOne)] as const)
      .sort(([a, m], [b, n]) => n - m || byText(a, b))
  }
  const anyStock = without("stock")
  return {
    total: countOf(matched.filter((offer) => isWanted(asked, offer)), asOne),
    brands: counted(without("brand"), asked.brand, ({ brand }) => brand.id),
    categories: counted(without("category"), asked.category, ({ category }) => category),
    prices: bounds.flatMap((from, n) => {
      const next = bounds[n + 1]
      const within = without("price").filter(({ priceMinor }) =>
        priceMinor >= from && (next === undefined || priceMinor < next)
      )
      return within.length === 0 ? [] : [{ from, to: next, count: countOf(within, asOne) }]
    }),
    options: optionsOf(matched.filter((offer) => isWanted(asked, offer)), asOne),
    inStock: countOf(anyStock.filter(({ inStock }) => inStock), asOne),
    outOfStock: countOf(anyStock.filter(({ inStock }) => !inStock), asOne),
    reduced: countOf(without("reduction").filter(({ isReduced }) => isReduced), asOne)
  }
}

/** The products that the API shows, as far as they were stocked before the run; undefined where there are others. */
const offersOf = (audit: Audit, products: ReadonlyArray<Product>): ReadonlyArray<Offer> | undefined => {
  const { goods } = audit.seen
  const offers = products.flatMap(({ id, inStock, price, reduction }) => {
    const good = goods.get(id)
    return good === undefined
      ? []
      : [{ good, priceMinor: audit.minor(price), inStock, isReduced: reduction !== undefined }]
  })
  return offers.length === goods.size && offers.length === products.length ? offers : undefined
}

const same = (audit: Audit, rule: string, what: string, expected: unknown, seen: unknown): void =>
  audit.expect(rule, `${what}: ${JSON.stringify(expected)}`)
    .that(isDeepStrictEqual(seen, expected), () => JSON.stringify(seen) ?? "nothing")

/** A search of the API for all that it finds, while nothing was committed. `products`: all that there are. */
export const searchAgrees = (audit: Audit, path: string, page: ProductPage, products: ReadonlyArray<Product>): void => {
  const all = offersOf(audit, products)
  if (all === undefined) return
  const asked = askedOfApi(audit, path)
  const { correctedQuery, matched, offers } = found(audit, all, asked)
  same(audit, "list.products", path, offers.map(({ good }) => good.id), page.data.map(({ id }) => id))
  same(audit, "list.correction", path, correctedQuery, page.correctedQuery)
  if (page.facets === undefined) return
  const { brands, categories, inStock, options, outOfStock, prices, reduced, total } = facetsOf(matched, asked, false)
  const brandNames = new Map([...audit.seen.goods.values()].map(({ brand }) => [brand.id, brand.name]))
  same(audit, "list.facets", path, {
    total,
    brands: brands.map(([id, count]) => ({ id, name: brandNames.get(id) ?? id, count })),
    categories: categories.map(([category, count]) => ({ category, count })),
    prices: prices.map(({ count, from, to }) => ({
      minPrice: audit.wire(from),
      maxPrice: to === undefined ? null : audit.wire(to - 1),
      count
    })),
    options,
    inStock: [{ inStock: true, count: inStock }, { inStock: false, count: outOfStock }],
    reduced
  }, page.facets)
}

/** The most cards of a page. */
const mostCards = 24

/** What a card says. */
interface Card {
  readonly productId: string
  readonly name: string | undefined
  readonly priceMinor: number
  readonly isFrom: boolean
  readonly unitPriceMinor: number | undefined
  readonly products: number
  readonly isSoldOut: boolean
  readonly picture: string
}

/** The card of products of one group, in the order of the list. */
const cardOf = (offers: ReadonlyArray<Offer>, words: ReadonlyArray<string>, language: string): Card => {
  const named = offers.filter(({ good: { group } }) =>
    group !== undefined
    && Matching.typedIn(group.value).some((value) => words.some((word) => value.startsWith(word)))
  )
  const meant = named.length === 0 ? offers : named
  const first = meant.find(({ inStock }) => inStock) ?? meant[0]!
  const priceMinor = Math.min(...meant.map((one) => one.priceMinor))
  const cheapest = first.priceMinor === priceMinor ? first : meant.find((one) => one.priceMinor === priceMinor)!
  const { groupName, name } = namesIn(first.good, language)
  return {
    productId: first.good.id,
    name: meant.length > 1 ? groupName : name,
    priceMinor,
    isFrom: meant.some((one) => one.priceMinor > priceMinor),
    unitPriceMinor: unitPriceMinor(priceMinor, cheapest.good.size),
    products: meant.length,
    isSoldOut: !first.inStock,
    picture: pictureOf(first.good)
  }
}

/** The cards of a list. */
const cardsOf = (offers: ReadonlyArray<Offer>, words: ReadonlyArray<string>, language: string): ReadonlyArray<Card> => {
  const groups = new Map<string, Array<Offer>>()
  for (const offer of offers) {
    const key = offer.good.group === undefined ? offer.good.id : `group ${offer.good.group.id}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [offer])
    else group.push(offer)
  }
  return [...groups.values()].map((group) => cardOf(group, words, language))
}

/** The cards that a page shows: those of its list, and those on shelves beside it. */
const shownOn = (page: string) =>
  PageReader.cardsIn(page).map(({ heading, ...card }) => ({ isListed: heading === "h2", card: card satisfies Card }))

/** Products as they were stocked, brand by brand. */
const inOrderOfBrands = ({ seen: { goods } }: Audit, offers: ReadonlyArray<Offer>): ReadonlyArray<Offer> => {
  const places = [...goods.keys()]
  return offers.toSorted((a, b) => places.indexOf(a.good.id) - places.indexOf(b.good.id))
}

/**
 * A page with cards was shown while nothing was committed. `products`: all that there are. A shelf beside a list shows
 * whole groups, or what is in stock of them.
 */
export const pageAgrees = (audit: Audit, path: string, body: string, products: ReadonlyArray<Product>): void => {
  const all = offersOf(audit, products)
  if (all === undefined) return
  const language = languageOf(path)
  const shown = shownOn(body)
  const asked = askedOfPage(path)
  if (asked !== undefined) {
    const { matched, offers, words } = found(audit, all, asked)
    const cards = cardsOf(offers, words, language)
    same(
      audit,
      "list.cards",
      path,
      cards.slice(0, mostCards),
      shown.filter(({ isListed }) => isListed).map(({ card }) => card)
    )
    const isNarrowed = [asked.brand, asked.category].some((one) => one !== undefined && !path.includes(`/${one}`))
      || asked.inStock !== undefined || asked.reduced !== undefined || path.includes("price=")
    if (cards.length > 0 && (asked.q !== "" || isNarrowed || cards.length > mostCards)) {
      const { brands, categories, inStock, options, prices, reduced, total } = facetsOf(matched, asked, true)
      const isChosen = (key: string, n: number) => n < 12 || key === asked.brand
      same(audit, "list.facets", path, {
        total,
        choices: [
          ...(path.includes("/categories/") ? [] : categories).map(([, count]) => count),
          ...(path.includes("/brands/") ? [] : brands).filter(([key], n) => isChosen(key, n)).map(([, count]) => count),
          ...prices.map(({ count }) => count),
          ...options.flatMap(({ values }) => values.map(({ count }) => count)),
          ...(reduced > 0 || asked.reduced === true ? [reduced] : []),
          inStock
        ]
      }, PageReader.countsIn(body))
    }
  }
  for (const { card, isListed } of shown) {
    if (isListed && asked !== undefined) continue
    const { group, id } = audit.seen.goods.get(card.productId) ?? {}
    const isOf = ({ good }: Offer) => good.id === id || (group !== undefined && good.group?.id === group.id)
    // By their ids, or as the brand lists them.
    const whole = [sorted(all, "relevance", undefined), inOrderOfBrands(audit, all)].flatMap((ordered) => {
      const together = ordered.filter(isOf)
      return [...cardsOf(together, [], language), ...cardsOf(together.filter((offer) => offer.inStock), [], language)]
    })
    audit.expect("list.card", `a card at ${path}: ${whole.map((one) => JSON.stringify(one)).join(" or ")}`)
      .that(whole.some((one) => isDeepStrictEqual(one, card)), () => JSON.stringify(card))
  }
}

/**
 * What a list at any moment must show, and what it must not, as far as that follows from what is known: the words of
 * products do not change, their prices are what staff set, and some are known to be sold out.
 */
const surely = (
  audit: Audit,
  asked: Asked,
  { from, since, to }: {
    readonly from: Pick<Exchange["sent"], "at" | "n">
    readonly to: number
    readonly since: number
  }
) => {
  const { goods } = audit.seen
  const words = Matching.typedIn(asked.q)
  const matched = words.length === 0 ? undefined : Matching.matching(goods, words)
  const [on, off]: [Array<string>, Array<string>] = [[], []]
  // Which prices are reduced, each product says for itself (`PricePlans`).
  const priced = { ...asked, reduced: undefined }
  // Other words may be searched for.
  if (Matching.isWordless(asked.q) || matched?.size === 0) return { on, off }
  for (const good of goods.values()) {
    const prices = Prices.askedFor(audit, good.id, { from: from.n, to }, since)
    const isFound = (priceMinor: number) =>
      isWanted(priced, { good, priceMinor, inStock: false, isReduced: false }, "stock") &&
      matched?.has(good.id) !== false
    const isSoldOut = asked.inStock !== undefined && Stock.isSoldOut(audit, from, good.id)
    if (asked.inStock === true && isSoldOut) off.push(good.id)
    else if (prices?.every(isFound) === true) {
      if (asked.reduced === undefined && (asked.inStock === undefined || (!asked.inStock && isSoldOut))) {
        on.push(good.id)
      }
    } else if (prices?.some(isFound) === false) off.push(good.id)
  }
  return { on, off }
}

/** A list has what it must have, and nothing that it must not. `shown`: what the ids on the list stand for. */
const hasWhatItMust = (
  audit: Audit,
  path: string,
  { off, on }: ReturnType<typeof surely>,
  shown: ReadonlySet<string>,
  isWhole: boolean
): void => {
  const missing = isWhole ? on.filter((id) => !shown.has(id)) : []
  const wrong = off.filter((id) => shown.has(id))
  audit.expect(
    "list.members",
    `${path} with ${on.join(", ") || "nothing certain"}, and without ${off.join(", ") || "anything"}`
  )
    .that(
      missing.length === 0 && wrong.length === 0,
      () => `without ${missing.join(", ") || "anything"}, and with ${wrong.join(", ") || "nothing"}`
    )
}

/** A page with cards was shown at any moment. `n`: when its response came, in order of events. */
export const pageShown = (audit: Audit, sent: Pick<Exchange["sent"], "at" | "n" | "path">, n: number, body: string) => {
  const since = audit.outdatedFor === 0 ? Infinity : sent.at - audit.outdatedFor
  const { goods } = audit.seen
  const shown = shownOn(body)
  if (Archives.listed(audit, sent, shown.map(({ card }) => card.productId))) return
  const asked = askedOfPage(sent.path)
  if (asked !== undefined) {
    const listed = shown.filter(({ isListed }) => isListed).map(({ card }) => card)
    const groupOf = (id: string) => goods.get(id)?.group?.id ?? id
    const groups = new Set(listed.map(({ productId }) => groupOf(productId)))
    // A card of a group stands for some of its products: which, it does not say.
    const on = [...goods.keys()].filter((id) => groups.has(groupOf(id)))
    const must = surely(audit, asked, { from: sent, to: n, since })
    const off = must.off.filter((id) => goods.get(id)?.group === undefined)
    hasWhatItMust(audit, sent.path, { ...must, off }, new Set(on), listed.length < mostCards)
  }
  for (const { card: { isSoldOut, priceMinor, productId } } of shown) {
    const good = goods.get(productId)
    if (good === undefined) continue
    const ids = good.group === undefined
      ? [productId]
      : [...goods.values()].filter(({ group }) => group?.id === good.group!.id).map(({ id }) => id)
    const all = ids.map((id) => Prices.askedFor(audit, id, { from: sent.n, to: n }, since))
    const due = all.every((one) => one !== undefined) ? all.flat() : undefined
    audit.expect("list.price", `${ids.join(", ")} at ${sent.path} at what is asked: ${due?.join(", ")}`)
      .that(due === undefined || due.includes(priceMinor), () => `${priceMinor} cents`)
    audit.expect("list.stock", `${ids.join(", ")} at ${sent.path} as sold out`)
      .that(isSoldOut || !ids.every((id) => Stock.isSoldOut(audit, sent, id)), () => "in stock")
  }
}

/** A search of the API was shown at any moment, for whatever does not change while the shop is open. */
export const searchShown = (
  audit: Audit,
  sent: Pick<Exchange["sent"], "at" | "n" | "path">,
  n: number,
  page: ProductPage
): void => {
  const { path } = sent
  const { goods } = audit.seen
  const query = new URLSearchParams(path.split("?")[1] ?? "")
  if (goods.size === 0 || Archives.mayBe(audit, undefined, sent.at, audit.now())) return
  const asked = askedOfApi(audit, path)
  if (page.suggestions !== undefined) {
    same(audit, "list.suggestions", path, Matching.waysToFinish(goods, asked.q), page.suggestions)
  }
  const settled: Asked = { ...asked, leastMinor: 0, mostMinor: Infinity, inStock: undefined, reduced: undefined }
  const all = [...goods.values()].map((good) => ({ good, priceMinor: 0, inStock: true, isReduced: false }))
  const ids = page.data.map(({ id }) => id)
  const isNarrowed = asked.inStock !== undefined || asked.reduced !== undefined || asked.leastMinor > 0 ||
    asked.mostMinor < Infinity
  if (isNarrowed) {
    const since = audit.outdatedFor === 0 ? Infinity : sent.at - audit.outdatedFor
    const isWhole = page.nextCursor === null && query.get("cursor") === null
    hasWhatItMust(audit, path, surely(audit, asked, { from: sent, to: n, since }), new Set<string>(ids), isWhole)
    // What is found is among what the words mean; whether they found anything is another question.
    const words = Matching.typedIn(asked.q)
    const meant = page.correctedQuery === undefined ? words : Matching.corrected(goods, words) ?? []
    same(
      audit,
      "list.correction",
      path,
      page.correctedQuery === undefined ? undefined : meant.join(" "),
      page.correctedQuery
    )
    const matched = meant.length === 0 ? undefined : Matching.matching(goods, meant)
    const others = ids.filter((id) => matched?.has(id) === false)
    return same(audit, "list.products", `of what ${path} finds, what no word finds`, [], others)
  }
  const { correctedQuery, offers } = found(audit, all, settled)
  same(audit, "list.correction", path, correctedQuery, page.correctedQuery)
  const expected = offers.map(({ good }) => good.id)
  // Prices and sales change while the shop is open.
  const isUnsettled = asked.sort.endsWith("price") || asked.sort === "popularity"
  const limit = Number(query.get("limit") ?? 20)
  if (query.get("cursor") === null) {
    const isWhole = !isUnsettled
    if (isWhole) same(audit, "list.products", path, expected.slice(0, limit), ids)
    else if (expected.length <= limit) same(audit, "list.products", path, expected.toSorted(), ids.toSorted())
    const hasMore = page.nextCursor !== null
    return same(audit, "list.end", `whether ${path} goes on`, expected.length > limit, hasMore)
  }
  const from = expected.indexOf(ids[0] ?? "")
  const others = ids.filter((id) => !expected.includes(id))
  same(audit, "list.products", `of what ${path} finds, what no word finds`, [], others)
  if (!isUnsettled && from >= 0) same(audit, "list.products", path, expected.slice(from, from + ids.length), ids)
}
