/**
 * What is kept of public reads: made once for all who want it, shown while its source has not changed and is confirmed,
 * bounded in memory, and, of the whole catalogue, made anew for the brands that changed alone.
 */
import { Catalog, type CatalogBrand } from "@beauty-store/commerce/catalog/Catalog"
import { CatalogImport } from "@beauty-store/commerce/catalog/CatalogImport"
import { ownNumber } from "@beauty-store/commerce/catalog/Goods"
import * as Inventory from "@beauty-store/commerce/catalog/Inventory"
import { Prices } from "@beauty-store/commerce/catalog/Prices"
import { defaultPolicy } from "@beauty-store/commerce/Policy"
import { ProductId } from "@beauty-store/domain/Ids"
import * as CatalogDocuments from "@beauty-store/http/handlers/CatalogDocuments"
import { composition } from "@beauty-store/http/handlers/CatalogHandlers"
import * as PublicReads from "@beauty-store/http/pipeline/PublicReads"
import * as Responses from "@beauty-store/http/pipeline/Responses"
import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { describe, expect, it } from "vitest"
import { serum } from "../../../test/shop/products.ts"
import { useShop } from "../../../test/shop/server.ts"
import { assortment, onBoth, World } from "../../../test/shop/use-cases.ts"

class Failed extends Data.TaggedError("Failed") {}

/** A source that a test changes, and what is made of it: how often it has changed. */
const changing = (kind: PublicReads.Kind = "single") => {
  const state = { changes: 0, confirmed: true, made: 0, bytes: 10 }
  const source: PublicReads.CacheDependency = {
    count: () => state.changes,
    isChanged: (since) => since < state.changes,
    isConfirmed: () => state.confirmed,
    confirm: Effect.sync(() => void (state.confirmed = true))
  }
  const response = Effect.sync(() => {
    state.made++
    return Responses.publicBytes(Buffer.from(String(state.changes).padEnd(state.bytes)))
  })
  const kept = (path: string, make: Effect.Effect<Effect.Effect.Success<typeof response>, Failed> = response) => ({
    path,
    kind,
    source,
    response: make
  })
  return { state, kept, response }
}

const run = Effect.runPromise
const shown = (representation: Effect.Effect.Success<ReturnType<typeof PublicReads.PublicReads.Service.get>>) => {
  const { body } = representation.variantFor(undefined, undefined).response
  return Number(Buffer.from(body._tag === "Uint8Array" ? body.body : []).toString())
}

describe("what is kept of public reads", () => {
  it("is made once for all who want it meanwhile, and for those who come later", async () => {
    const { kept, response, state } = changing()
    const reads = PublicReads.make()
    const slow = kept("/a", Effect.delay(response, "5 millis"))
    await run(Effect.all(Array.from({ length: 50 }, () => reads.get(slow)), { concurrency: "unbounded" }))
    await run(reads.get(slow))
    expect(state.made).toBe(1)
    expect(reads.find("/a", 0)).toBeDefined()
  })

  it("is made anew after a change, by those as well who come while it is made from what was before", async () => {
    const { kept, response, state } = changing()
    const reads = PublicReads.make()
    const [first, second] = [Effect.runSync(Deferred.make<void>()), Effect.runSync(Deferred.make<void>())]
    const from = (gate: Deferred.Deferred<void>) => kept("/a", Effect.tap(response, () => Deferred.await(gate)))
    const early = Effect.runFork(reads.get(from(first)))
    await run(Effect.yieldNow())
    state.changes++
    const late = Effect.runFork(reads.get(from(second)))
    await run(Effect.yieldNow())
    Effect.runSync(Deferred.succeed(second, undefined))
    expect(shown(await run(Fiber.join(late)))).toBe(1)
    // The older one is done last, and is not what is shown from then on.
    Effect.runSync(Deferred.succeed(first, undefined))
    expect(shown(await run(Fiber.join(early)))).toBe(0)
    expect(shown(await run(reads.get(kept("/a"))))).toBe(1)
  })

  it("is not shown once its source has changed, nor while the source is not confirmed", async () => {
    const { kept, state } = changing()
    const reads = PublicReads.make()
    await run(reads.get(kept("/a")))
    state.confirmed = false
    expect(reads.find("/a", 0)).toBeUndefined()
    await run(reads.get(kept("/a")))
    expect([reads.find("/a", 0) !== undefined, state.made]).toEqual([true, 1])
    state.changes++
    expect(reads.find("/a", 0)).toBeUndefined()
  })

  it("is nothing where it could not be made, and whoever comes next tries again", async () => {
    const { kept, state } = changing()
    const reads = PublicReads.make()
    const failing = reads.get(kept("/a", Effect.delay(new Failed(), "1 millis")))
    const all = Effect.all([failing, failing, failing].map(Effect.flip), { concurrency: "unbounded" })
    expect((await run(all)).map(({ _tag }) => _tag)).toEqual(["Failed", "Failed", "Failed"])
    expect(reads.find("/a", 0)).toBeUndefined()
    await run(reads.get(kept("/a")))
    expect(state.made).toBe(1)
  })

  it("is made to its end, also where whoever came first has left", async () => {
    const { kept, response, state } = changing()
    const reads = PublicReads.make()
    const slow = kept("/a", Effect.delay(response, "10 millis"))
    const first = Effect.runFork(reads.get(slow))
    await run(Effect.yieldNow())
    const second = Effect.runFork(reads.get(slow))
    await run(Effect.yieldNow())
    Effect.runFork(Fiber.interrupt(first))
    expect(shown(await run(Fiber.join(second)))).toBe(0)
    expect(state.made).toBe(1)
  })

  it("is what was read last, of paths that are many: some megabytes, whatever is asked for", async () => {
    const { kept, state } = changing("parametric")
    const reads = PublicReads.make()
    state.bytes = 2 ** 20
    await run(reads.get(kept("/dear")))
    for (let n = 0; n < 200; n++) {
      await run(reads.get(kept(`/${n}`)))
      expect(reads.find("/dear", 0)).toBeDefined()
    }
    // A path is kept with its representation, so it counts, too.
    state.bytes = 10
    const long = (n: number) => `/${n}?${"x".repeat(2 ** 20)}`
    for (let n = 0; n < 200; n++) await run(reads.get(kept(long(n))))
    expect(Array.from({ length: 200 }, (_, n) => reads.find(long(n), 0)).filter((one) => one !== undefined).length)
      .toBeLessThan(40)
    state.bytes = 2 ** 20
    for (let n = 0; n < 200; n++) await run(reads.get(kept(`/${n}`)))
    const left = Array.from({ length: 200 }, (_, n) => reads.find(`/${n}`, 0)).filter((one) => one !== undefined)
    expect(left.length).toBeGreaterThan(3)
    expect(left.length).toBeLessThan(16)
  })
})

onBoth("a document of the whole catalogue", (test) => {
  test(
    "is at any moment what it would be if it were made of everything, and is made of the brands that changed",
    Effect.gen(function*() {
      const catalogue = yield* Catalog
      const { setOnHand } = yield* Inventory.Inventory
      const { clock, sql } = yield* World
      const plain = composition({ ...defaultPolicy, storeName: "Shop", baseUrl: "http://shop.example" })
      const encoded: Array<string> = []
      const noting = {
        ...plain,
        brand: (brand: CatalogBrand) => {
          encoded.push(brand.id)
          return plain.brand(brand)
        }
      }
      const document = CatalogDocuments.document(catalogue, noting)
      const check = Effect.fnUntraced(function*(made: ReadonlyArray<string>) {
        yield* catalogue.changes.confirm
        encoded.length = 0
        const text = Buffer.from(yield* document).toString()
        expect(encoded).toEqual(made)
        const whole = yield* CatalogDocuments.document(catalogue, plain)
        expect(text).toBe(Buffer.from(whole).toString())
        return JSON.parse(text)
      })
      expect((yield* check(["alba", "rosa-nera"])).brands[1].products[0].name).toBe("Noir")
      yield* check([])
      yield* (yield* Prices).setPrice(ProductId.make("noir"), 9100)
      expect((yield* check(["rosa-nera"])).brands[1].products[0].price).toBe(91)
      yield* setOnHand(ProductId.make("tonic"), 1)
      yield* (yield* Prices).setPrice(ProductId.make("serum"), 3000)
      expect((yield* check(["alba"])).brands[0].products[3].inStock).toBe(true)
      yield* setOnHand(ProductId.make("tonic"), 0)
      yield* (yield* Prices).setPrice(ProductId.make("zeste"), 3100)
      yield* check(["alba", "rosa-nera"])
      clock.now += 1_000
      yield* check([])
      yield* sql("UPDATE catalog_version SET version = version + 1")
      clock.now += 1_000
      yield* check(["alba", "rosa-nera"])
      const products = [{
        ...assortment.brands[0]!.products[0]!,
        id: "dusk-oil",
        gtin: ownNumber("dusk-oil"),
        brandId: "nuova"
      }]
      yield* (yield* CatalogImport).add({ brands: [{ id: "nuova", name: "Nuova", category: "hair", products }] })
      expect((yield* check(["alba", "nuova", "rosa-nera"])).brands.map(({ id }: { id: string }) => id).toSorted())
        .toEqual(["alba", "nuova", "rosa-nera"])
    })
  )
})

onBoth("a price whose change has an unknown outcome", (test) => {
  test(
    "is not shown from memory before the database was asked, and then as the database has it",
    Effect.gen(function*() {
      const catalogue = yield* Catalog
      const { clock, dialect, faults } = yield* World
      const productId = ProductId.make("serum")
      const reads = PublicReads.make()
      const kept = {
        path: "/serum",
        kind: "parametric",
        source: CatalogDocuments.sourceOf(catalogue, productId),
        response: Effect.map(
          Effect.orDie(catalogue.product(productId)),
          ({ priceMinor }) => Responses.publicBytes(Buffer.from(String(priceMinor)))
        )
      } as const
      expect(shown(yield* reads.get(kept))).toBe(2995)
      expect(reads.find("/serum", clock.now)).toBeDefined()
      faults.checkpoint = (text) =>
        text === "COMMIT" ? { after: dialect === "pg" ? "08006" : "SQLITE_IOERR_FSYNC" } : undefined
      expect((yield* Effect.flip((yield* Prices).setPrice(productId, 3600)))._tag).toBe("StoreUnavailable")
      faults.checkpoint = () => undefined
      expect(reads.find("/serum", clock.now)).toBeUndefined()
      // SQLite has to be opened anew.
      if (dialect === "sqlite") expect((yield* Effect.flip(reads.get(kept)))._tag).toBe("StoreUnavailable")
      else expect(shown(yield* reads.get(kept))).toBe(3600)
    })
  )
})

describe("a change of a product", () => {
  const store = useShop()

  it("is seen at once, wherever the product is shown, and in its ETags", async () => {
    const staff = await store().clientToken("demo-staff")
    const shownIn = async () => {
      const brands: ReadonlyArray<{ products: ReadonlyArray<{ id: string }> }> =
        (await store().get("/api/")).json.brands
      const found = (await store().get("/api/products?limit=100")).json.data
      const feed = (await store().get("/acp/feed/products.jsonl")).text.trim().split("\n").map((line) =>
        JSON.parse(line)
      )
      const is = ({ id }: { readonly id: string }) => id === serum
      const entries = [
        brands.flatMap(({ products }) => products).find(is),
        (await store().get(`/api/products/${serum}`)).json,
        found.find(is)
      ].map(({ inStock, price }: any) => [price, inStock])
      const { availability, price } = feed.find(is).variants[0]
      return [...entries, [price.amount / 100, availability.available]]
    }
    const paths = ["/api/", `/api/products/${serum}`, "/api/products?limit=100", "/acp/feed/products.jsonl"]
    const etags = () => Promise.all(paths.map(async (path) => (await store().get(path)).headers["etag"]))
    const set = async (path: string, body: object) =>
      expect((await store().request("PUT", path, { token: staff, body })).status).toBe(200)
    let before = await etags()
    for (
      const [path, body, price, inStock] of [
        [`/api/products/${serum}/price`, { price: 12.34 }, 12.34, true],
        [`/api/inventory/${serum}`, { onHand: 0 }, 12.34, false],
        [`/api/products/${serum}/price`, { price: 12.35 }, 12.35, false],
        [`/api/inventory/${serum}`, { onHand: 1 }, 12.35, true]
      ] as const
    ) {
      await set(path, body)
      expect(await shownIn()).toEqual(Array.from({ length: 4 }, () => [price, inStock]))
      const after = await etags()
      for (const [at, etag] of after.entries()) expect(etag, paths[at]).not.toBe(before[at])
      before = after
    }
    await set(`/api/inventory/${serum}`, { onHand: 2 })
    expect(await etags()).toEqual(before)
  })
})
