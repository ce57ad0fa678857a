/** Lists and records: what the auditor says of those that are right, and of those that are not. */
import { PictureId } from "@beauty-store/domain/Picture"
import { Audit, type Exchange } from "@beauty-store/simulation/auditor/Audit"
import type { Product } from "@beauty-store/simulation/auditor/Bodies"
import * as Goods from "@beauty-store/simulation/auditor/Goods"
import * as Lists from "@beauty-store/simulation/auditor/Lists"
import * as Matching from "@beauty-store/simulation/auditor/Matching"
import * as Records from "@beauty-store/simulation/auditor/Records"
import { Disk } from "@beauty-store/simulation/engine/Disk"
import { describe, expect, test } from "vitest"

const product = (id: string, name: string, value?: string) => ({
  id,
  brandId: "b",
  name,
  description: "Soft.",
  priceMinor: 1000,
  currency: "EUR",
  category: "body",
  gtin: "4006381333931",
  onHand: 1,
  size: { value: 50, unit: "ml" as const },
  ...(value === undefined ? {} : { group: { id: "g", name: "Lipstick", variesBy: "shade" as const, value } })
})

const stocked = (): Audit => {
  const audit = new Audit(new Disk(), () => false)
  const products = [
    product("a", "Crème Sévrande"),
    product("red", "Lipstick Red", "Red"),
    product("rose", "Lipstick Rose", "Rose")
  ]
  Goods.stocked(audit, {
    assortment: { brands: [{ id: "b", name: "Maison", category: "body", products }] },
    pictures: new Map([["rose", PictureId.make("f".repeat(32))]])
  })
  return audit
}

const violated = (judge: (audit: Audit) => void): ReadonlyArray<string> => {
  const audit = stocked()
  judge(audit)
  return audit.seen.violations.map(({ rule }) => rule)
}

describe("words", () => {
  const { goods } = stocked().seen
  const found = (phrase: string) => [...Matching.matching(goods, Matching.typedIn(phrase)).keys()]

  test("find what begins so, without regard to case and accents", () => {
    expect(["creme", "CRÈME", "cre\u0300me", "crem"].map(found)).toEqual([["a"], ["a"], ["a"], ["a"]])
    expect([found("reme"), found("lipstick ro")]).toEqual([[], ["rose"]])
  })

  test("that are mistyped mean the nearest", () => {
    const meant = (phrase: string) => Matching.corrected(goods, Matching.typedIn(phrase))
    expect([meant("ceme"), meant("lipstikc"), meant("lpstikc"), meant("sevrande")]).toEqual([
      ["creme"],
      ["lipstick"],
      ["lipstick"],
      undefined
    ])
    expect([meant("cxxme"), meant("12345")]).toEqual([undefined, undefined])
    expect([Matching.stepsBetween("ca", "abc", 2), Matching.stepsBetween("abcdef", "abc", 2)]).toEqual([2, undefined])
  })
})

describe("a page of a list", () => {
  const shown = (id: string, price: number, inStock = true) => ({ id, price, inStock }) as Product
  const products = [shown("a", 10), shown("red", 12, false), shown("rose", 14)]
  const card = (id: string, name: string, price: string, rest = "", picture = `${id}.svg`) =>
    `<li class="product"><img src="/images/${picture}"><h2><a href="/products/${id}">${name}</a></h2>
      <p class="price"><span class="amount">${price}</span> <small>50 ml</small></p>${rest}</li>`
  const creme = card("a", "Crème Sévrande", "€10.00", "<small>€200.00 per l</small>")
  const group = (price: string, picture = `${"f".repeat(32)}-640.webp`) =>
    card("rose", "Lipstick", price, "<small>€240.00 per l</small><small>2 shades</small>", picture)
  const judged = (path: string, body: string) => violated((audit) => Lists.pageAgrees(audit, path, body, products))

  test("shows a group at its lowest price, and leads to what can be bought", () => {
    expect(judged("/products", creme + group("from €12.00"))).toEqual([])
    expect(judged("/products", creme + group("from €13.00"))).toEqual(["list.cards"])
    expect(judged("/products", creme + group("€12.00"))).toEqual(["list.cards"])
    expect(judged("/products", creme)).toEqual(["list.cards"])
    expect(judged("/products", creme + group("from €12.00", "red.svg"))).toEqual(["list.cards"])
    expect(judged("/products?in-stock=1", creme + group("from €12.00"))).toEqual(["list.cards", "list.facets"])
    expect(judged("/", group("from €12.00"))).toEqual([])
    expect(judged("/", group("from €11.00"))).toEqual(["list.card"])
  })

  test("is what the API finds", () => {
    const searched = (ids: ReadonlyArray<string>, correctedQuery?: string) =>
      violated((audit) =>
        Lists.searchAgrees(
          audit,
          "/api/products?q=lipstik",
          { data: products.filter(({ id }) => ids.includes(id)), nextCursor: null, correctedQuery },
          products
        )
      )
    expect(searched(["red", "rose"], "lipstick")).toEqual([])
    expect(searched(["rose"], "lipstick")).toEqual(["list.products"])
    expect(searched(["red", "rose"])).toEqual(["list.correction"])
    const narrowed = (correctedQuery?: string) =>
      violated((audit) =>
        Lists.searchAgrees(
          audit,
          "/api/products?q=lipstik&brand=none",
          { data: [], nextCursor: null, correctedQuery },
          products
        )
      )
    expect(narrowed()).toEqual([])
    expect(narrowed("lipstick")).toEqual(["list.correction"])
  })
})

describe("what is written down", () => {
  const judged = (...shown: ReadonlyArray<readonly [operation: string, request: unknown, body: object]>) =>
    violated((audit) => {
      for (const [operation, request, body] of shown) {
        Records.succeeded(audit, { sent: { operation, path: "/" }, request, body } as Exchange)
      }
    })
  const ticket = (message: string, messages: ReadonlyArray<string>) => ({ ticketId: "t", message, messages })

  test("is what was asked, and stays", () => {
    const asked = { message: " Where? " }
    expect(judged(["support.ask", asked, ticket("Where?", [])])).toEqual([])
    expect(judged(["support.ask", asked, ticket("When?", [])])).toEqual(["record.asked"])
    const first = ["support.view", undefined, ticket("Where?", ["1"])] as const
    expect(judged(first, ["support.view", undefined, ticket("Where?", ["1", "2"])])).toEqual([])
    expect(judged(first, ["support.view", undefined, ticket("When?", ["1"])])).toEqual(["record.stays"])
    expect(judged(first, ["support.list", undefined, { data: [ticket("Where?", ["2"])] }])).toEqual(["record.grows"])
  })
})
