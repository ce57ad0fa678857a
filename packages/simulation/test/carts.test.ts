/** The auditor's model of a cart: what may be in it while its orders are paid, and what it tells. */
import { Auditor } from "@beauty-store/simulation/auditor/Auditor"
import * as Carts from "@beauty-store/simulation/auditor/Carts"
import * as Witnesses from "@beauty-store/simulation/auditor/Witnesses"
import { Disk } from "@beauty-store/simulation/engine/Disk"
import { describe, expect, test } from "vitest"

const cart = (units: number, price = 10, messages: ReadonlyArray<object> = [], available = 9) => ({
  items: units === 0
    ? []
    : [{ productId: "serum", quantity: units, price, name: "Serum", lineTotal: units * price, available }],
  subtotal: units * price,
  shipping: 0,
  total: units * price,
  currency: "EUR",
  messages
})

const priceChanged = (from: string, to: string) => ({
  code: "price_changed",
  productId: "serum",
  message: `The price changed from ${from} to ${to} EUR.`
})

const scene = () => {
  const auditor = new Auditor(new Disk(), () => true)
  let keys = 0
  const exchange = (method: "GET" | "POST" | "PUT", path: string, json: unknown, body: object) => {
    const sent = auditor.sent({
      at: 0,
      principal: "ada",
      cart: "ada",
      network: undefined,
      hoards: false,
      isStaff: false,
      method,
      path,
      key: method === "GET" ? undefined : `k${++keys}`,
      json,
      token: undefined
    })
    auditor.answered(sent, { status: 200, headers: {}, body: JSON.stringify(body) }, 0)
  }
  const broken = () =>
    auditor.seen.violations.splice(0).map(({ rule }) => rule).filter((rule) => /^cart\.(?!shipping)/.test(rule))
  return {
    auditor,
    broken,
    add: (quantity: number, body: object) => exchange("POST", "/api/cart", { productId: "serum", quantity }, body),
    view: (body: object) => exchange("GET", "/api/cart", undefined, body),
    // No more of a request is read.
    checkOut: (orderId: string) => Carts.checkedOut(auditor, { cart: "ada" } as never, orderId),
    // No more of a hold is read.
    paid: (orderId: string, wasPaid: boolean) => auditor.seen.holds.push({ orderId, wasPaid } as never),
    // What `cart` makes has all that is read.
    rest: (body: object) => Carts.atRest(auditor, "ada", body as never)
  }
}

describe("a cart", () => {
  test("loses what was bought once that is paid, and keeps what was added since", () => {
    for (
      const [wasPaid, units, expected] of [
        [true, 3, []],
        [true, 0, ["cart.kept"]],
        [true, 5, ["cart.kept"]],
        [false, 5, []],
        [false, 3, ["cart.kept"]]
      ] as const
    ) {
      const { add, broken, checkOut, paid, rest } = scene()
      add(2, cart(2))
      checkOut("ord_1")
      add(3, cart(5))
      expect(broken()).toEqual([])
      paid("ord_1", wasPaid)
      rest(cart(units))
      expect([wasPaid, units, broken()]).toEqual([wasPaid, units, expected])
    }
  })

  test("may have either content while an order is open, and the one that was shown from then on", () => {
    const { add, broken, checkOut, view } = scene()
    add(2, cart(2))
    checkOut("ord_1")
    add(3, cart(3))
    expect(broken()).toEqual([])
    view(cart(5))
    expect(broken()).toEqual(["cart.items"])
  })

  test("may have lost what was bought since it was shown", () => {
    const { add, auditor, checkOut } = scene()
    add(1, cart(1))
    checkOut("ord_1")
    add(1, cart(2))
    const contents = Carts.contentsOf(Carts.cartOf(auditor, "ada")) ?? []
    expect(contents.map((units) => units.get("serum"))).toEqual([2, 1])
  })

  test("tells of a price that changed since its line was touched, and of nothing else", () => {
    const { add, broken, view } = scene()
    add(1, cart(1, 10))
    view(cart(1, 12, [priceChanged("10.00", "12.00")]))
    expect(broken()).toEqual([])
    view(cart(1, 12))
    expect(broken()).toEqual(["cart.messages"])
    view(cart(1, 12, [priceChanged("9.00", "12.00")]))
    expect(broken()).toEqual(["cart.messages"])
    add(1, cart(2, 12))
    view(cart(2, 12, [priceChanged("10.00", "12.00")]))
    expect(broken()).toEqual(["cart.messages"])
  })

  test("tells of goods of which there are fewer", () => {
    const { add, broken, view } = scene()
    add(3, cart(3))
    const few = {
      code: "insufficient_stock",
      productId: "serum",
      message: "Only 2 of the 3 in your cart are available."
    }
    const none = { code: "out_of_stock", productId: "serum", message: "This product is out of stock." }
    view(cart(3, 10, [few], 2))
    view(cart(3, 10, [none], 0))
    expect(broken()).toEqual([])
    view(cart(3, 10, [none], 2))
    view(cart(3, 10, [], 2))
    view(cart(3, 10, [few], 3))
    expect(broken()).toEqual(["cart.messages", "cart.messages", "cart.messages"])
  })
})

test("a strong ETag stands for the bytes of one coding; a weak one for none", () => {
  const { auditor } = scene()
  const page = { status: 200, headers: { etag: "\"a\"" }, body: "[1]" }
  const coded = { ...page, headers: { ...page.headers, "content-encoding": "br" }, coded: new Uint8Array([1]) }
  Witnesses.tagged(auditor, "/api/", page)
  Witnesses.tagged(auditor, "/api/", page)
  Witnesses.tagged(auditor, "/api/", { ...page, headers: { etag: "W/\"a\"" }, body: "[2]" })
  Witnesses.tagged(auditor, "/api/", { ...coded, headers: { etag: "\"a-br\"" } })
  expect(auditor.seen.violations).toEqual([])
  Witnesses.tagged(auditor, "/api/", coded)
  expect(auditor.seen.violations.map(({ rule }) => rule)).toEqual(["witness.tag"])
})
