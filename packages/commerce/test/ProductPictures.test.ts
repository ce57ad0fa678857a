/** The pictures of products, on both databases: what a product shows, and that files live as long as they are shown. */
import { Catalog } from "@beauty-store/commerce/catalog/Catalog"
import { type EncodedPicture, ProductPictures } from "@beauty-store/commerce/catalog/ProductPictures"
import { ProductId } from "@beauty-store/domain/Ids"
import { PictureId } from "@beauty-store/domain/Picture"
import * as Query from "@beauty-store/sql/Query"
import { Transactions } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { expect } from "vitest"
import { assortment, onBoth, World } from "../../../test/shop/use-cases.ts"

const [one, other] = assortment.brands[0]!.products.map(({ id }) => ProductId.make(id))
const first = one!
const second = other!

const idOf = (n: number): PictureId => PictureId.make(n.toString(16).padStart(32, "0"))
const picture = (n: number): EncodedPicture => ({
  id: idOf(n),
  width: 500,
  height: 400,
  files: ["320.avif", "320.webp", "500.avif", "500.webp", "500.jpg"].map((name) => ({
    name,
    // Every byte, and among them NUL.
    bytes: Uint8Array.from({ length: 256 }, (_, at) => (at + n) % 256)
  }))
})

const pictures = Effect.flatMap(ProductPictures, Effect.succeed)
const shown = (id: ProductId) =>
  Effect.flatMap(Catalog, ({ product }) => Effect.map(product(id), ({ pictures }) => pictures.map(({ id }) => id)))

const Count = Schema.Struct({ rows: Query.Int })
const countFiles = Query.all(Count)("SELECT count(*) AS rows FROM picture_file")
const countPictures = Query.all(Count)("SELECT count(*) AS rows FROM picture WHERE uses > 0")
/** How many pictures and files are stored. */
const kept = Effect.flatMap(Transactions, ({ read }) => read(Effect.all([countPictures(), countFiles()]))).pipe(
  Effect.map(([[pictures], [files]]) => [pictures!.rows, files!.rows])
)

onBoth("the pictures of a product", (test) => {
  test(
    "are shown in their order, with their texts, and their files come back to the byte",
    Effect.gen(function*() {
      const { add, arrange, file, list, remove } = yield* pictures
      yield* add(first, picture(1), { alt: { en: "From above" } })
      yield* add(first, picture(2), { alt: {} })
      yield* add(first, picture(3), { alt: {}, position: 1 })
      expect(yield* shown(first)).toEqual([3, 1, 2].map(idOf))
      expect(yield* shown(second)).toEqual([])
      expect(Buffer.from((yield* file(idOf(1), "500.jpg"))!)).toEqual(Buffer.from(picture(1).files[4]!.bytes))
      expect(yield* file(idOf(1), "640.jpg")).toBeUndefined()
      expect(yield* file(idOf(9), "500.jpg")).toBeUndefined()
      const order = [2, 3, 1].map((n) => ({ id: idOf(n), alt: { de: `Bild ${n}` } }))
      yield* arrange(first, order)
      expect((yield* list(first)).map(({ alt, id }) => ({ id, alt }))).toEqual(order)
      yield* remove(first, idOf(3))
      expect(yield* shown(first)).toEqual([2, 1].map(idOf))
      expect(yield* file(idOf(3), "500.jpg")).toBeUndefined()
      expect(yield* kept).toEqual([2, 10])
    })
  )

  test(
    "are stored once for all products, and go with the last",
    Effect.gen(function*() {
      const { add, file, remove } = yield* pictures
      yield* add(first, picture(1), { alt: {} })
      yield* add(first, picture(1), { alt: {} })
      yield* add(second, picture(1), { alt: {} })
      expect(yield* kept).toEqual([1, 5])
      yield* remove(first, idOf(1))
      expect(yield* file(idOf(1), "500.jpg")).toBeDefined()
      yield* remove(second, idOf(1))
      expect(yield* file(idOf(1), "500.jpg")).toBeUndefined()
      expect(yield* kept).toEqual([0, 0])
    })
  )

  test(
    "are refused where the product, or a picture of the request, is not there, and beyond ten",
    Effect.gen(function*() {
      const { add, arrange, list, remove } = yield* pictures
      expect((yield* Effect.flip(add(ProductId.claimed.make("none"), picture(1), { alt: {} })))._tag)
        .toBe("ProductNotFound")
      expect((yield* Effect.flip(list(ProductId.claimed.make("none"))))._tag).toBe("ProductNotFound")
      for (let n = 1; n <= 10; n++) yield* add(first, picture(n), { alt: {} })
      expect((yield* Effect.flip(add(first, picture(11), { alt: {} })))._tag).toBe("TooManyPictures")
      expect((yield* Effect.flip(remove(first, idOf(11))))._tag).toBe("PictureNotFound")
      const all = (yield* list(first)).map(({ id }) => ({ id, alt: {} }))
      const orders = [all.slice(1), [...all, { id: idOf(11), alt: {} }], [all[1]!, ...all.slice(1)]]
      for (const order of orders) {
        expect((yield* Effect.flip(arrange(first, order)))._tag).toBe("PicturesChanged")
      }
      expect(yield* kept).toEqual([10, 50])
    })
  )

  test(
    "are as one after the other where several people act at once",
    Effect.gen(function*() {
      const { add, arrange, list, remove } = yield* pictures
      const all = { concurrency: "unbounded" } as const
      // The same picture, for two products, at once.
      yield* Effect.forEach([first, second, first, second], (id) => add(id, picture(1), { alt: {} }), all)
      expect([yield* shown(first), yield* shown(second)]).toEqual([[idOf(1)], [idOf(1)]])
      expect(yield* kept).toEqual([1, 5])
      // One goes while the other comes: its files stay.
      yield* Effect.all([
        remove(first, idOf(1)),
        add(second, picture(2), { alt: {} }),
        add(first, picture(2), { alt: {} })
      ], all)
      expect([yield* shown(first), yield* shown(second)]).toEqual([[idOf(2)], [idOf(1), idOf(2)]])
      yield* Effect.all([remove(second, idOf(1)), add(first, picture(1), { alt: {} })], all)
      expect(yield* shown(first)).toEqual([idOf(2), idOf(1)])
      expect(yield* kept).toEqual([2, 10])
      // Its last product loses it, and another gets it, at the same moment.
      for (let n = 0; n < 15; n++) {
        const [from, to] = n % 2 === 0 ? [first, second] : [second, first]
        yield* add(from, picture(5), { alt: {} })
        yield* Effect.all([remove(from, idOf(5)), add(to, picture(5), { alt: {} })], all)
        expect(yield* kept).toEqual([3, 15])
        yield* remove(to, idOf(5))
      }
      // Two orders: one of them counts, whole. A removal beside them is in neither.
      yield* add(first, picture(3), { alt: {} })
      const orders = [[1, 2, 3], [3, 2, 1]].map((ns) => ns.map((n) => ({ id: idOf(n), alt: {} })))
      yield* Effect.forEach(orders, (order) => arrange(first, order), all)
      expect([[1, 2, 3], [3, 2, 1]].map((ns) => ns.map(idOf))).toContainEqual(yield* shown(first))
      yield* Effect.all([Effect.exit(arrange(first, orders[0]!)), remove(first, idOf(2))], all)
      expect((yield* list(first)).map(({ id }) => id).toSorted()).toEqual([idOf(1), idOf(3)])
    })
  )

  test(
    "of an import are staged first, and put with all others or not at all",
    Effect.gen(function*() {
      const { add, put, stage, stored, unstage } = yield* pictures
      yield* add(first, picture(1), { alt: {} })
      for (const n of [1, 2, 2, 3]) yield* stage(picture(n))
      expect([...yield* stored([1, 2, 3, 4].map(idOf))].toSorted()).toEqual([1, 2, 3].map(idOf))
      const wanted = (ns: ReadonlyArray<number>) => ns.map((n) => ({ id: idOf(n), alt: { en: `Picture ${n}` } }))
      expect(
        (yield* Effect.flip(put([{ productId: first, pictures: wanted([2]) }, {
          productId: second,
          pictures: wanted([4])
        }])))._tag
      ).toBe("PictureNotFound")
      expect(yield* shown(first)).toEqual([idOf(1)])
      const all = [{ productId: first, pictures: wanted([2, 1]) }, { productId: second, pictures: wanted([2]) }]
      expect(yield* put(all)).toBe(2)
      expect(yield* put(all)).toBe(0)
      yield* unstage
      expect([...yield* stored([1, 2, 3].map(idOf))].toSorted()).toEqual([1, 2].map(idOf))
      expect(yield* put([{ productId: second, pictures: [] }])).toBe(1)
      expect([yield* shown(first), yield* shown(second)]).toEqual([[2, 1].map(idOf), []])
      expect(yield* kept).toEqual([2, 10])
    })
  )

  test(
    "change the catalogue's version, and leave it where nothing changes",
    Effect.gen(function*() {
      const { add, remove } = yield* pictures
      const { changes, version } = yield* Catalog
      const before = yield* version
      yield* changes.confirm
      const since = changes.count
      yield* add(first, picture(1), { alt: {} })
      expect([changes.isChanged(since, first), changes.isChanged(since, second)]).toEqual([true, false])
      expect(yield* version).toBe(before + 1)
      yield* add(first, picture(1), { alt: {} })
      expect(yield* version).toBe(before + 1)
      yield* remove(first, idOf(1))
      expect(changes.mayAllHaveChanged(since)).toBe(true)
    })
  )

  test(
    "are as before where the process ends in the middle, and complete when it is done again",
    Effect.gen(function*() {
      const { add, file, remove } = yield* pictures
      const { faults } = yield* World
      const dieAt = (part: string) => {
        faults.checkpoint = (text) => text.includes(part) ? "57P01" : undefined
      }
      const steps = [
        "INSERT INTO picture ",
        "INSERT INTO picture_file",
        "UPDATE picture SET",
        "UPDATE product",
        "catalog_version"
      ]
      for (const step of steps) {
        dieAt(step)
        expect(Exit.isFailure(yield* Effect.exit(add(first, picture(1), { alt: {} })))).toBe(true)
        faults.checkpoint = () => undefined
        expect([yield* shown(first), yield* kept]).toEqual([[], [0, 0]])
      }
      yield* add(first, picture(1), { alt: {} })
      for (const step of ["DELETE FROM picture_file", "DELETE FROM picture ", "UPDATE product"]) {
        dieAt(step)
        expect(Exit.isFailure(yield* Effect.exit(remove(first, idOf(1))))).toBe(true)
        faults.checkpoint = () => undefined
        expect(yield* shown(first)).toEqual([idOf(1)])
        expect(yield* file(idOf(1), "500.jpg")).toBeDefined()
      }
      yield* remove(first, idOf(1))
      expect(yield* kept).toEqual([0, 0])
    })
  )

  test(
    "keep exactly the files that are shown, whatever is done",
    Effect.gen(function*() {
      const { add, put, remove } = yield* pictures
      const act = fc.record({
        on: fc.constantFrom(first, second),
        n: fc.integer({ min: 1, max: 4 }),
        what: fc.constantFrom("add", "remove", "put")
      })
      for (const acts of fc.sample(fc.array(act, { minLength: 10, maxLength: 10 }), { numRuns: 6, seed: 7 })) {
        for (const { n, on, what } of acts) {
          yield* Effect.exit<unknown, unknown, never>(
            what === "add" ?
              add(on, picture(n), { alt: {} })
              : what === "remove" ?
              remove(on, idOf(n))
              : put([{ productId: on, pictures: [{ id: idOf(n), alt: {} }] }])
          )
          const all = new Set([...yield* shown(first), ...yield* shown(second)])
          expect(yield* kept).toEqual([all.size, 5 * all.size])
        }
      }
    })
  )
})
