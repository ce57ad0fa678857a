/** Input that no use case can take is refused with all its faults, before anything is read or written. */
import * as Refunds from "@beauty-store/commerce/after-sales/Refunds"
import * as Returns from "@beauty-store/commerce/after-sales/Returns"
import * as Carts from "@beauty-store/commerce/cart/Carts"
import * as Catalog from "@beauty-store/commerce/catalog/Catalog"
import { CatalogImport } from "@beauty-store/commerce/catalog/CatalogImport"
import * as Inventory from "@beauty-store/commerce/catalog/Inventory"
import { Prices } from "@beauty-store/commerce/catalog/Prices"
import { ProductSearch } from "@beauty-store/commerce/catalog/ProductSearch"
import * as Checkout from "@beauty-store/commerce/checkout/Checkout"
import * as PurchaseDrafts from "@beauty-store/commerce/drafts/PurchaseDrafts"
import * as Events from "@beauty-store/commerce/events/Events"
import * as Identity from "@beauty-store/commerce/identity/Identity"
import * as Fulfilment from "@beauty-store/commerce/orders/Fulfilment"
import * as Orders from "@beauty-store/commerce/orders/Orders"
import * as InboundWebhooks from "@beauty-store/commerce/partners/InboundWebhooks"
import * as Subscriptions from "@beauty-store/commerce/partners/Subscriptions"
import * as WebhookSender from "@beauty-store/commerce/partners/WebhookSender"
import * as Policy from "@beauty-store/commerce/Policy"
import * as Delegations from "@beauty-store/commerce/spending/Delegations"
import * as Flags from "@beauty-store/commerce/staff/Flags"
import * as Store from "@beauty-store/commerce/Store"
import * as Support from "@beauty-store/commerce/support/Support"
import { DelegationId, DraftId, OrderId, ProductId, ReturnId, SubscriptionId, TicketId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import * as InMemoryPaymentProvider from "@beauty-store/testing/InMemoryPaymentProvider"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { describe, expect, expectTypeOf, it } from "vitest"
import { tariffWith } from "../../../test/shop/tariff.ts"
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
      const stocking = (yield* CatalogImport).add(untyped({
        brands: [
          { id: "Neue Marke", name: " ", category: "shoes", products: [] },
          {
            id: "fine",
            name: "Fine",
            category: "hair",
            products: [
              { ...serum, id: "one", brandId: "fine" },
              { ...serum, id: "one", brandId: "alba", gtin: "4006381333948" },
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
        expect((yield* placesOf((yield* CatalogImport).add(untyped(nothing)))).length).toBe(1)
      }
      expect(yield* catalog.brands).toEqual(before)
    })
  )

  test(
    "prices, counts and quantities are whole numbers of their range",
    Effect.gen(function*() {
      const { setPrice } = yield* Prices
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
      const { charged, start } = yield* Checkout.Checkout
      const { address } = request(ada)
      const faulty = untyped<typeof address>({ ...address, name: " ", country: "Germany" })
      const places = ["email", "address.name", "address.country", "method"]
      const wrong = { ...request(ada), email: "ada", address: faulty, method: untyped<"standard">("drone") }
      expect((yield* placesOf(start(wrong))).toSorted()).toEqual(places.toSorted())
      const delegationId = DelegationId.make("del_0000000000")
      const nobody = { ...wrong, owner: { principal: "", shopper: "\0" }, delegationId }
      expect((yield* placesOf(charged.begin(nobody))).toSorted())
        .toEqual([...places, "owner.principal", "owner.shopper"].toSorted())
    })
  )

  test(
    "a question has words and an address to answer to",
    Effect.gen(function*() {
      const { ask, move } = yield* Support.Support
      const question = { email: "ada", subject: " ", message: "x".repeat(10_001), orderId: untyped<OrderId>(7) }
      expect((yield* placesOf(ask(undefined, question))).toSorted()).toEqual(
        ["email", "message", "orderId", "subject"]
      )
      const half = { email: "a@example.com", subject: "\ud83d", message: "a\0b", orderId: undefined }
      expect(yield* placesOf(ask(undefined, half))).toEqual(["subject", "message"])
      expect(yield* placesOf(move(TicketId.make("tkt_0000000000"), untyped<"open">("lost")))).toEqual(["to"])
    })
  )

  test(
    "a subscription has an address of the web, a dialect that the shop speaks, and somebody whose orders they are",
    Effect.gen(function*() {
      const { create, list, move, replay } = yield* Subscriptions.Subscriptions
      const wrong = { dialect: "klingon", principal: "" }
      for (
        const url of [
          "ftp://partner.example",
          "partner",
          `https://partner.example/${"x".repeat(2000)}`,
          untyped<string>(7)
        ]
      ) {
        expect((yield* placesOf(create(url, wrong))).toSorted()).toEqual(["dialect", "principal", "url"])
      }
      const id = SubscriptionId.make("sub_0000000000")
      expect(yield* placesOf(create(untyped<string>(undefined)))).toEqual(["url"])
      expect(yield* placesOf(move(id, untyped<string>(null)))).toEqual(["url"])
      expect(yield* placesOf(replay(id, { from: 0.5, to: NaN }))).toEqual(["from", "to"])
      expect(yield* placesOf(list({ limit: 0 }))).toEqual(["limit"])
      expect((yield* list({ limit: 100 })).data).toEqual([])
    })
  )

  test(
    "a delegation has limits above nothing, and an end of a year with four digits",
    Effect.gen(function*() {
      const { creation } = yield* Delegations.Delegations
      const request = {
        principal: "",
        agentId: untyped<string>(7),
        limits: { perTransaction: 0, perDay: 0.5, perMonth: untyped<number>("1") },
        expiresAt: Date.UTC(10_000, 0, 1)
      }
      expect((yield* placesOf(creation.begin(request))).toSorted()).toEqual(
        ["agentId", "expiresAt", "limits.perDay", "limits.perMonth", "limits.perTransaction", "principal"]
      )
    })
  )

  test(
    "a list has pages of some items, and a search has prices in whole minor units",
    Effect.gen(function*() {
      const staff = { kind: "staff", id: "staff:clerk", scopes: ["orders:read"] } as const
      for (const limit of [0, -1, 1.5, NaN, untyped<number>("20")]) {
        const page = { limit, cursor: untyped<string>(7) }
        expect(yield* placesOf((yield* Orders.Orders).list(ada, page))).toEqual(["limit", "cursor"])
        expect(yield* placesOf((yield* Refunds.Refunds).list(staff, page))).toEqual(["limit", "cursor"])
        expect(yield* placesOf((yield* Flags.Flags).list(page))).toEqual(["limit", "cursor"])
      }
      const search = {
        limit: 20,
        sort: untyped<"name">("beauty"),
        minPriceMinor: 0.5,
        inStock: untyped<boolean>("yes")
      }
      expect((yield* placesOf((yield* ProductSearch).search(search))).toSorted()).toEqual([
        "inStock",
        "minPriceMinor",
        "sort"
      ])
      const { stream } = yield* Events.Events
      for (const after of [-1, 0.5, NaN]) expect(yield* placesOf(Stream.runDrain(stream({ after })))).toEqual(["after"])
    })
  )

  test(
    "what carriers and partners report has a form",
    Effect.gen(function*() {
      const { addScans, deliver } = yield* Fulfilment.Fulfilment
      const { cancel } = yield* Orders.Orders
      const { receive } = yield* InboundWebhooks.InboundWebhooks
      const orderId = OrderId.make("ord_0000000000")
      const arrival = { trackingNumber: untyped<string>(1), deliveredAt: NaN }
      expect(yield* placesOf(deliver(orderId, arrival, "staff"))).toEqual(["trackingNumber", "deliveredAt"])
      const scan = { at: 1.5, location: "", status: "x".repeat(201) }
      expect(yield* placesOf(addScans(orderId, undefined, [scan])))
        .toEqual(["scans[0].at", "scans[0].location", "scans[0].status"])
      const principal = { kind: "shopper", id: ada.principal, scopes: [] } as const
      expect(yield* placesOf(cancel(principal, orderId, "x".repeat(1001)))).toEqual(["reason"])
      const message = { event: "order.created", data: { orderId: untyped<OrderId>(7) } } as const
      expect(yield* placesOf(receive("", message))).toEqual(["id", "message.data.orderId"])
    })
  )

  test(
    "a draft is refused before its products are looked up",
    Effect.gen(function*() {
      const drafts = yield* PurchaseDrafts.PurchaseDrafts
      const draftId = DraftId.make("draft_0000000000")
      const lines = [{ productId: ProductId.make("serum"), quantity: 0.5 }]
      const buyer = { email: "ada" }
      const draft = { authenticates: true, paysByToken: untyped<boolean>("yes"), lines, buyer }
      const kind = untyped<"cart">("wish")
      expect((yield* placesOf(drafts.create({ ...ada, principal: " " }, kind, draft))).toSorted())
        .toEqual(["buyer.email", "kind", "lines[0].quantity", "owner.principal", "paysByToken"])
      expect(yield* placesOf(drafts.revise(ada, "checkout", draftId, { lines, buyer })))
        .toEqual(["lines[0].quantity", "buyer.email"])
      const completion = { token: "", authentication: undefined, buyer, note: "x".repeat(5001) }
      expect(yield* placesOf(drafts.completion.begin(ada, draftId, completion)))
        .toEqual(["token", "buyer.email", "note"])
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
    "text has more than blanks, and only what both databases store as it is, wherever it comes in",
    Effect.gen(function*() {
      const { charged, start } = yield* Checkout.Checkout
      const { registerClient } = yield* Identity.Identity
      const { ship } = yield* Fulfilment.Fulfilment
      const { add: stock } = yield* CatalogImport
      const { create } = yield* PurchaseDrafts.PurchaseDrafts
      const orderId = OrderId.make("ord_0000000000")
      const principal = { kind: "shopper", id: ada.principal, scopes: [] } as const
      const item = { productId: ProductId.make("serum"), condition: "unopened" } as const
      for (const odd of ["a\0b", "\ud83d", "\ude00a", " \t "]) {
        const label = { carrier: odd, trackingNumber: odd, estimatedDelivery: undefined, items: undefined }
        expect(yield* placesOf(ship(orderId, label, "staff"))).toEqual(["carrier", "trackingNumber"])
        const { request: askFor } = yield* Returns.Returns
        expect(yield* placesOf(askFor(principal, orderId, [{ ...item, reason: odd }]))).toEqual(["items[0].reason"])
        expect(yield* placesOf((yield* Refunds.Refunds).give(orderId, 5, odd))).toEqual(["reason"])
        const client = { id: odd, secret: odd, kind: "agent", scopes: ["shop"] } as const
        const refused = yield* Effect.flip(registerClient(client))
        expect((refused as InvalidInput).faults.map(({ path }) => path)).toEqual(["id", "secret"])
        expect((refused as InvalidInput).faults[1]!.words).toBe(
          "Expected 22 to 1000 characters, not only blanks, without NUL and halves of surrogate pairs"
        )
        const named = { ...alba!, name: odd, products: [{ ...serum, name: odd }] }
        expect(yield* placesOf(stock({ brands: [named] }))).toEqual(["brands[0].name", "brands[0].products[0].name"])
        const { address } = request(ada)
        const wrong = { ...request(ada), address: { ...address, name: odd, city: odd }, network: odd }
        const places = ["address.city", "address.name", "network"]
        expect((yield* placesOf(start(wrong))).toSorted()).toEqual(places)
        const delegationId = DelegationId.make("del_0000000000")
        expect((yield* placesOf(charged.begin({ ...wrong, delegationId }))).toSorted()).toEqual(places)
        if (odd.trim() === "") continue
        const described = { ...alba!, products: [{ ...serum, description: odd }] }
        expect(yield* placesOf(stock({ brands: [described] }))).toEqual(["brands[0].products[0].description"])
        expect(
          yield* placesOf(create(ada, "checkout", {
            authenticates: true,
            paysByToken: true,
            buyer: { fullName: odd, email: "ada" },
            recipient: { destination: { name: odd, line1: "", city: odd, postcode: "", countrySaid: "" } },
            note: odd,
            discountCodes: ["", odd]
          }))
        ).toEqual([
          "buyer.email",
          "buyer.fullName",
          "recipient.destination.name",
          "recipient.destination.city",
          "note",
          "discountCodes[1]"
        ])
      }
    })
  )

  test(
    "nobody has to give a reason, and a carrier's words may be any",
    Effect.gen(function*() {
      const { ship } = yield* Fulfilment.Fulfilment
      const { give } = yield* Refunds.Refunds
      const orderId = OrderId.make("ord_0000000000")
      expect(yield* Effect.flip(give(orderId, 5, ""))).toMatchObject({ _tag: "OrderNotFound" })
      const label = { carrier: "a\0b", trackingNumber: " ", estimatedDelivery: undefined, items: undefined }
      expect(yield* Effect.flip(ship(orderId, label, "carrier"))).toMatchObject({ _tag: "OrderNotFound" })
    })
  )

  test(
    "a fault of a choice names all that can be chosen",
    Effect.gen(function*() {
      const { search } = yield* ProductSearch
      const wordsOf = (refused: Effect.Effect<unknown, unknown>) =>
        Effect.map(Effect.flip(refused), (error) => (error as InvalidInput).faults.map(({ words }) => words))
      expect(yield* wordsOf(search({ limit: 20, sort: untyped<"name">("beauty") })))
        .toEqual([`Expected one of "relevance", "price", "-price", "name", "newest", "popularity", actual "beauty"`])
      const { request: askFor } = yield* Returns.Returns
      const principal = { kind: "shopper", id: ada.principal, scopes: [] } as const
      const item = { productId: ProductId.make("serum"), quantity: untyped<number>("2"), reason: "" }
      const asked = askFor(principal, OrderId.make("ord_0000000000"), [{ ...item, condition: untyped("new") }])
      expect(yield* wordsOf(asked))
        .toEqual([`Expected number, actual "2"`, `Expected one of "unopened", "opened", "defective", actual "new"`])
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

  const baseUrl = "https://shop.example"

  it("a store without a policy does not compile", () => {
    expectTypeOf<Policy.Policy>().toExtend<Layer.Layer.Context<typeof Store.layer>>()
  })

  it("a policy with faults opens no store", async () => {
    expect(Policy.faultsOfPolicy({ ...Policy.defaultPolicy, baseUrl })).toEqual([])
    const policy = {
      baseUrl: "https://shop.example/",
      shipping: { ...tariffWith({ freeFromMinor: 0.5 }), unserved: [untyped<never>("Narnia")] },
      session: { ...Policy.defaultPolicy.session, lifetimeMillis: -1 },
      providerTimeoutMillis: 0
    }
    expect(Policy.faultsOfPolicy({ ...Policy.defaultPolicy, ...policy }).map(({ path }) => path)).toEqual([
      "policy.baseUrl",
      "policy.shipping.zones[0].rates.standard.freeFromMinor",
      "policy.shipping.unserved[0]",
      "policy.providerTimeoutMillis",
      "policy.session.lifetimeMillis"
    ])
    const partial = untyped<Policy.StorePolicy>({
      ...Policy.defaultPolicy,
      baseUrl,
      session: { lifetimeMillis: 1 },
      reservations: { sessions: "3" },
      drafts: {},
      allowance: 3
    })
    expect(Policy.faultsOfPolicy(partial).map(({ path, words }) => `${path}: ${words}`)).toEqual(
      expect.arrayContaining([
        "policy.reservations.sessions: Expected a whole number from 1 to 1000000000000, actual \"3\"",
        "policy.reservations.unitsPerProduct: is missing",
        "policy.reservations.lastUnitsMillis: is missing",
        "policy.allowance: Expected limits, actual 3"
      ])
    )
    const { allowance, reservations } = Policy.defaultPolicy
    const faultsOf = (change: Partial<Policy.StorePolicy>) =>
      Policy.faultsOfPolicy({ ...Policy.defaultPolicy, baseUrl, ...change }).map(({ path, words }) =>
        `${path}: ${words}`
      )
    expect(faultsOf({ allowance: { ...allowance, perDay: 5_000 } }))
      .toEqual(["policy.allowance.perDay: Expected at least perTransaction, which is 20000, actual 5000"])
    expect(faultsOf({ allowance: { ...allowance, perTransaction: 0 } })).toEqual([])
    expect(faultsOf({ reservations: { ...reservations, sessions: 0, unitsPerProduct: 0, lastUnitsMillis: 0 } }))
      .toEqual([
        "policy.reservations.sessions: Expected a whole number from 1 to 1000000000000, actual 0",
        "policy.reservations.unitsPerProduct: Expected a whole number from 1 to 1000000000000, actual 0"
      ])
    expect(faultsOf({ session: { ...Policy.defaultPolicy.session, lifetimeMillis: Number.MAX_SAFE_INTEGER } }))
      .toEqual([expect.stringMatching(/^policy.session.lifetimeMillis: /)])
    for (
      const wrong of [
        "https://shop.test?x=1",
        "https://shop.test/#x",
        "http://[zz",
        "https://u:p@shop.test",
        "https://shop.test:99999",
        "https://shop.test/\\a",
        "ftp://shop.test"
      ]
    ) {
      expect(faultsOf({ baseUrl: wrong }), wrong).toHaveLength(1)
    }
    for (const right of ["http://localhost:3000", "https://shop.test/base", "https://müller.test", "http://[::1]:80"]) {
      expect(faultsOf({ baseUrl: right }), right).toEqual([])
    }
    for (const storeName of ["Al\nVB", "", " Al", "A\u202eB", "x".repeat(101)]) {
      expect(faultsOf({ storeName })).toHaveLength(1)
    }
    for (const categories of [[], ["tea", "tea"]]) {
      expect(Policy.faultsOfPolicy({ ...Policy.defaultPolicy, baseUrl, categories })).toMatchObject([{}])
    }
    expect(faultsOf({ synonyms: [["mascara", "Wimperntusche"]] })).toEqual([])
    for (const synonyms of [[["one"]], [["one", "two words"]], [["one", "Öl"], ["ol", "two"]]]) {
      expect(faultsOf({ synonyms })).toEqual([expect.stringMatching(/^policy\.synonyms\[/)])
    }
    await expect(inFreshWorld(Effect.void, { policy })).rejects.toThrow("policy.baseUrl: Expected an http(s) address")
  })

  it("a secret that is too short opens no store, and is not quoted", async () => {
    const opened = Store.layerWith({ secret: "hunter2" }).pipe(Layer.provide([
      SqliteClient.layer({ filename: ":memory:" }),
      InMemoryPaymentProvider.layer,
      WebhookSender.layerNoop,
      Policy.layer({ baseUrl })
    ]))
    await expect(Effect.runPromise(Effect.scoped(Layer.build(opened)))).rejects.toThrow("secret: Expected at least")
  })
})
