/** Input that no use case can take is refused with all its faults, before anything is read or written. */
import * as Refunds from "@beauty-store/commerce/after-sales/Refunds"
import * as Returns from "@beauty-store/commerce/after-sales/Returns"
import * as Carts from "@beauty-store/commerce/cart/Carts"
import * as Catalog from "@beauty-store/commerce/catalog/Catalog"
import * as Inventory from "@beauty-store/commerce/catalog/Inventory"
import * as Checkout from "@beauty-store/commerce/checkout/Checkout"
import * as PurchaseDrafts from "@beauty-store/commerce/checkout/PurchaseDrafts"
import * as Identity from "@beauty-store/commerce/identity/Identity"
import * as Fulfilment from "@beauty-store/commerce/orders/Fulfilment"
import { defaultPolicy, faultsOfPolicy } from "@beauty-store/commerce/Policy"
import { OrderId, ProductId, ReturnId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { ada, assortment, inFreshWorld, request, type Services, World } from "../../../test/shop/use-cases.ts"

/** The places of the faults for which a use case refuses its input, without a single statement. */
const placesOf = <A, E, R>(refused: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const { faults } = yield* World
    const statements: Array<string> = []
    faults.checkpoint = (text) => {
      if (!/^(BEGIN|COMMIT|ROLLBACK)/.test(text)) statements.push(text)
      return undefined
    }
    const error = yield* Effect.flip(refused)
    faults.checkpoint = () => undefined
    expect(error).toMatchObject({ _tag: "InvalidInput" })
    expect(statements).toEqual([])
    const found = (error as unknown as InvalidInput).faults
    for (const { words } of found) expect(words.length).toBeGreaterThan(8)
    return found.map(({ path }) => path)
  })

const test = (name: string, body: Effect.Effect<void, unknown, Services>) => it(name, () => inFreshWorld(body))

const [alba] = assortment.brands
const serum = alba!.products[0]!

/** Input as it may come from a program without types. */
const untyped = <A>(value: unknown): A => value as A

describe("input of use cases", () => {
  test(
    "an assortment with faults is refused with all of them, and nothing of it is stocked",
    Effect.gen(function*() {
      const catalog = yield* Catalog.Catalog
      const before = yield* catalog.brands
      const stocking = catalog.stock(untyped({
        brands: [
          { id: "Neue Marke", name: " ", category: "shoes", products: [] },
          {
            id: "fine",
            name: "Fine",
            category: "hair",
            products: [
              { ...serum, id: "one", brandId: "fine" },
              { ...serum, id: "one", brandId: "alba" },
              {
                ...serum,
                id: "two words",
                brandId: "fine",
                gtin: "4006381333930",
                priceMinor: 0.5,
                currency: "DKK",
                category: "food",
                size: { value: -1, unit: "stone" },
                returnableOnceOpened: "yes",
                onHand: -1
              },
              { id: "bare" }
            ]
          }
        ]
      }))
      const bare = "brands[1].products[3]"
      const faulty = "brands[1].products[2]"
      expect((yield* placesOf(stocking)).toSorted()).toEqual(
        [
          "brands[0].id",
          "brands[0].name",
          "brands[0].category",
          "brands[1].products[1].id",
          "brands[1].products[1].brandId",
          ...[
            "id",
            "gtin",
            "priceMinor",
            "currency",
            "category",
            "size.value",
            "size.unit",
            "returnableOnceOpened",
            "onHand"
          ]
            .map((field) => `${faulty}.${field}`),
          ..."brandId name description priceMinor currency category gtin onHand"
            .split(" ").map((field) => `${bare}.${field}`)
        ].toSorted()
      )
      for (const nothing of [undefined, null, "brands", { brands: {} }]) {
        expect((yield* placesOf(catalog.stock(untyped(nothing)))).length).toBe(1)
      }
      expect(yield* catalog.brands).toEqual(before)
    })
  )

  test(
    "prices, counts and quantities are whole numbers of their range",
    Effect.gen(function*() {
      const { setPrice } = yield* Catalog.Catalog
      const { setOnHand } = yield* Inventory.Inventory
      const carts = yield* Carts.Carts
      const id = ProductId.make("serum")
      for (const wrong of [0.5, NaN, Infinity, -1, "1"].map((value) => untyped<number>(value))) {
        expect(yield* placesOf(setPrice(id, wrong))).toEqual(["priceMinor"])
        expect(yield* placesOf(setOnHand(id, wrong))).toEqual(["onHand"])
        expect(yield* placesOf(carts.add(ada, id, wrong))).toEqual(["quantity"])
        expect(yield* placesOf(carts.set(ada, id, wrong))).toEqual(["quantity"])
      }
      expect(yield* placesOf(carts.add(ada, id, 0))).toEqual(["quantity"])
      expect((yield* carts.set(ada, id, 0)).items).toEqual([])
    })
  )

  test(
    "a checkout has an address to print, and an email address",
    Effect.gen(function*() {
      const { start } = yield* Checkout.Checkout
      const { address } = request(ada)
      const faulty = untyped<typeof address>({ ...address, name: " ", country: "Germany" })
      const places = ["email", "address.name", "address.country", "method"]
      const wrong = { ...request(ada), email: "ada", address: faulty, method: untyped<"standard">("drone") }
      expect((yield* placesOf(start(wrong))).toSorted()).toEqual(places.toSorted())
    })
  )

  test(
    "whatever is shipped, returned, refunded or kept in a draft has a form",
    Effect.gen(function*() {
      const { ship } = yield* Fulfilment.Fulfilment
      const returns = yield* Returns.Returns
      const { give } = yield* Refunds.Refunds
      const { create } = yield* PurchaseDrafts.PurchaseDrafts
      const productId = ProductId.make("serum")
      const orderId = OrderId.make("ord_0000000000")
      const dispatch = { carrier: "", trackingNumber: "1", estimatedDelivery: undefined }
      expect(yield* placesOf(ship(orderId, { ...dispatch, items: [{ productId, quantity: -1 }] }, "staff")))
        .toEqual(["carrier", "items[0].quantity"])
      const principal = { kind: "shopper", id: ada.principal, scopes: [] } as const
      const item = { productId, quantity: 0, condition: untyped<"opened">("broken"), reason: "" }
      expect(yield* placesOf(returns.request(principal, orderId, [item])))
        .toEqual(["items[0].quantity", "items[0].condition"])
      expect(yield* placesOf(returns.request(principal, orderId, []))).toEqual(["items[0]"])
      const received = { productId, quantity: 1.5, restock: true }
      expect(yield* placesOf(returns.receive(ReturnId.make("ret_0000000000"), [received])))
        .toEqual(["items[0].quantity"])
      expect(yield* placesOf(give(orderId, -5, ""))).toEqual(["amountMinor"])
      const draft = create(ada, "checkout", { authenticates: true, paysByToken: true, note: "x".repeat(5001) })
      expect(yield* placesOf(draft)).toEqual(["note"])
    })
  )

  test(
    "a client's id has no colon, and its scopes are those of its kind",
    Effect.gen(function*() {
      const { registerClient } = yield* Identity.Identity
      const client = { id: "a:b", secret: "", kind: "agent", scopes: ["shop", "refunds:write"] } as const
      expect(yield* placesOf(registerClient(client))).toEqual(["id", "secret", "scopes[1]"])
    })
  )

  it("a policy with faults opens no store", async () => {
    expect(faultsOfPolicy(defaultPolicy)).toEqual([])
    const policy = {
      baseUrl: "https://shop.example/",
      shipping: { ...defaultPolicy.shipping, freeFromMinor: 0.5, unserved: [untyped<never>("Narnia")] },
      session: { ...defaultPolicy.session, lifetimeMillis: -1 },
      providerTimeoutMillis: 0
    }
    expect(faultsOfPolicy({ ...defaultPolicy, ...policy }).map(({ path }) => path)).toEqual([
      "policy.baseUrl",
      "policy.shipping.freeFromMinor",
      "policy.shipping.unserved[0]",
      "policy.providerTimeoutMillis",
      "policy.session.lifetimeMillis"
    ])
    for (const categories of [[], ["tea", "tea"]]) {
      expect(faultsOfPolicy({ ...defaultPolicy, categories })).toMatchObject([{}])
    }
    await expect(inFreshWorld(Effect.void, { policy })).rejects.toThrow("policy.baseUrl: Expected an http(s) address")
  })
})
