/**
 * The catalogue: what the shop sells, to browse whole, to read one by one, and to search.
 *
 * Search words are plain words: letters and digits, folded to lower case without accents, each the beginning of a word
 * somewhere in the product. Relevance counts where they were found (name before brand before category before the rest),
 * never how rare they are in the whole catalogue, so that a page's place in the list does not move when others come or
 * go. Both databases use their own full-text index and give the same answer. Follows contract §6, rows 1 to 2.
 */
import * as Domain from "@beauty-store/domain/Catalog"
import * as Codec from "@beauty-store/kernel/Codec"
import * as Cursor from "@beauty-store/kernel/Cursor"
import * as Query from "@beauty-store/kernel/Query"
import { StoreSecret } from "@beauty-store/kernel/Secrets"
import { type Parameter, type StoreUnavailable, Transactions, withTransaction } from "@beauty-store/kernel/Transactions"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** A product as the shop shows it. */
export interface CatalogProduct {
  readonly id: string
  readonly brandId: string
  readonly brandName: string
  readonly name: string
  readonly description: string
  readonly priceMinor: number
  readonly currency: "EUR"
  readonly category: Domain.Category
  readonly gtin: string
  readonly size: { readonly value: number; readonly unit: "ml" | "g" | "pcs" }
  readonly ingredients: string
  readonly hygieneSealed: boolean
  readonly inStock: boolean
}

export interface CatalogBrand {
  readonly id: string
  readonly name: string
  readonly category: string
  readonly products: ReadonlyArray<CatalogProduct>
}

export interface Search {
  readonly q?: string | undefined
  readonly brand?: string | undefined
  readonly category?: string | undefined
  readonly minPriceMinor?: number | undefined
  readonly maxPriceMinor?: number | undefined
  readonly inStock?: boolean | undefined
  readonly sort: Domain.SearchSort
  readonly limit: number
  readonly cursor?: string | undefined
}

/** What the shop is stocked with: brands in their order, their products in theirs. */
export interface Assortment {
  readonly brands: ReadonlyArray<{
    readonly id: string
    readonly name: string
    readonly category: string
    readonly products: ReadonlyArray<typeof Domain.Product.Encoded & { readonly onHand: number }>
  }>
}

export class Catalog extends Context.Tag("@beauty-store/commerce/Catalog")<Catalog, {
  /** A number that grows whenever what `brands` answers has changed. */
  readonly version: Effect.Effect<number, StoreUnavailable>
  readonly brands: Effect.Effect<ReadonlyArray<CatalogBrand>, StoreUnavailable>
  readonly product: (productId: string) => Effect.Effect<CatalogProduct, Domain.ProductNotFound | StoreUnavailable>
  readonly search: (
    search: Search
  ) => Effect.Effect<Cursor.Page<CatalogProduct>, Cursor.InvalidCursor | StoreUnavailable>
  /** Staff set a price; carts say so, orders that were placed keep theirs. */
  readonly setPrice: (
    productId: string,
    priceMinor: number
  ) => Effect.Effect<CatalogProduct, Domain.ProductNotFound | StoreUnavailable>
  /** Adds brands and products that are not there yet, with their first stock; what is there stays as it is. */
  readonly stock: (assortment: Assortment) => Effect.Effect<void, StoreUnavailable>
}>() {}

const ProductRow = Schema.Struct({
  id: Schema.String,
  brand_id: Schema.String,
  brand_name: Schema.String,
  name: Schema.String,
  description: Schema.String,
  price_minor: Query.Int,
  currency: Schema.Literal("EUR"),
  category: Domain.Category,
  gtin: Schema.String,
  size_thousandths: Query.Int,
  size_unit: Schema.Literal("ml", "g", "pcs"),
  ingredients: Schema.String,
  hygiene_sealed: Query.Flag,
  available: Query.Int,
  relevance: Query.Int
})

const columns = `p.id, p.brand_id, b.name AS brand_name, p.name, p.description, p.price_minor, p.currency, p.category,
  p.gtin, p.size_thousandths, p.size_unit, p.ingredients, p.hygiene_sealed, s.on_hand - s.reserved AS available`
const tables = "product p JOIN brand b ON b.id = p.brand_id JOIN stock s ON s.product_id = p.id"

const toProduct = (row: typeof ProductRow.Type): CatalogProduct => ({
  id: row.id,
  brandId: row.brand_id,
  brandName: row.brand_name,
  name: row.name,
  description: row.description,
  priceMinor: row.price_minor,
  currency: row.currency,
  category: row.category,
  gtin: row.gtin,
  size: { value: row.size_thousandths / 1000, unit: row.size_unit },
  ingredients: row.ingredients,
  hygieneSealed: row.hygiene_sealed,
  inStock: row.available > 0
})

const productById = Query.first(ProductRow)<[id: string]>(
  `SELECT ${columns}, 0 AS relevance FROM ${tables} WHERE p.id = ?`
)
const allProducts = Query.all(ProductRow)(
  `SELECT ${columns}, 0 AS relevance FROM ${tables} ORDER BY b.position, p.position`
)
const BrandRow = Schema.Struct({ id: Schema.String, name: Schema.String, category: Schema.String })
const allBrands = Query.all(BrandRow)("SELECT id, name, category FROM brand ORDER BY position")
const Version = Schema.Struct({ version: Query.Int })
const version = Query.all(Version)("SELECT version FROM catalog_version")

const insertBrand = Query.insert("brand", ["id", "name", "category", "position"], "ON CONFLICT DO NOTHING")
const insertProduct = Query.insert("product", [
  "id",
  "brand_id",
  "name",
  "name_key",
  "description",
  "price_minor",
  "currency",
  "category",
  "gtin",
  "size_thousandths",
  "size_unit",
  "ingredients",
  "hygiene_sealed",
  "position"
], "ON CONFLICT DO NOTHING")
const insertStock = Query.insert("stock", ["product_id", "on_hand"])
const insertWords = Query.change<[id: string, name: string, brand: string, category: string, other: string]>({
  sqlite: "INSERT INTO product_words (product_id, name, brand, category, other) VALUES (?, ?, ?, ?, ?)",
  pg: `INSERT INTO product_words (product_id, name, brand, category, other) VALUES
    (?, to_tsvector('simple', ?), to_tsvector('simple', ?), to_tsvector('simple', ?), to_tsvector('simple', ?))`
})
const setProductPrice = Query.change<[priceMinor: number, productId: string]>(
  "UPDATE product SET price_minor = ? WHERE id = ?"
)
const raiseVersion = Query.change("UPDATE catalog_version SET version = version + 1 WHERE one = 1")

/** Lower case, without accents, only letters and digits between single spaces. */
export const fold = (text: string): string =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim()

/** The words of a search, at most 12 of at most 40 characters. */
export const wordsOf = (q: string): ReadonlyArray<string> =>
  [...new Set(fold(q).split(" "))].filter((word) => word !== "").slice(0, 12).map((word) =>
    // By characters: half of one would match nothing.
    [...word].slice(0, 40).join("")
  )

const fields = [["name", 8], ["brand", 4], ["category", 2], ["other", 1]] as const

/** The words as a query of the database's own full-text language: prefixes, all or any of them. */
const match = {
  sqlite: (words: ReadonlyArray<string>, how: "AND" | "OR") => words.map((word) => `"${word}"*`).join(` ${how} `),
  pg: (words: ReadonlyArray<string>, how: "AND" | "OR") =>
    words.map((word) => `${word}:*`).join(how === "AND" ? " & " : " | ")
}

interface Clause {
  readonly text: string
  readonly parameters: ReadonlyArray<Parameter>
}

/** Which products have all the words, and how prominently: a table of (product_id, relevance). */
const found = (dialect: "sqlite" | "pg", words: ReadonlyArray<string>): Clause => {
  const all = match[dialect](words, "AND")
  const any = match[dialect](words, "OR")
  if (dialect === "sqlite") {
    const scores = fields.map(([, weight]) =>
      `${weight} * (w.rowid IN (SELECT rowid FROM product_words WHERE product_words MATCH ?))`
    )
    return {
      text: `(SELECT w.product_id, ${
        scores.join(" + ")
      } AS relevance FROM product_words w WHERE product_words MATCH ?)`,
      parameters: [...fields.map(([field]) => `${field} : (${any})`), all]
    }
  }
  const scores = fields.map(([field, weight]) => `${weight} * (w.${field} @@ to_tsquery('simple', ?))::int`)
  return {
    text: `(SELECT w.product_id, ${scores.join(" + ")} AS relevance FROM product_words w
      WHERE (w.name || w.brand || w.category || w.other) @@ to_tsquery('simple', ?))`,
    parameters: [...fields.map(() => any), all]
  }
}

/** The sort key: what the list is ordered by, then the id. Names go by their letters, without case and accents. */
const orders: { readonly [sort in Domain.SearchSort]: { readonly key: string; readonly descending: boolean } } = {
  relevance: { key: "relevance", descending: true },
  price: { key: "p.price_minor", descending: false },
  "-price": { key: "p.price_minor", descending: true },
  name: { key: "p.name_key", descending: false }
}

const Place = Schema.Struct({
  sort: Domain.SearchSort,
  key: Schema.Union(Schema.String, Schema.Number),
  id: Schema.String
})
const decodeRows = Codec.decoder(Schema.Array(ProductRow))

export const layer: Layer.Layer<Catalog, never, Transactions | StoreSecret> = Layer.effect(
  Catalog,
  Effect.gen(function*() {
    const transactions = yield* Transactions
    const places = Cursor.cursors(yield* StoreSecret, "products", Place)

    const keyOf = (sort: Domain.SearchSort, row: typeof ProductRow.Type): string | number =>
      sort === "relevance" ? row.relevance : sort === "name" ? fold(row.name) : row.price_minor

    const search = Effect.fnUntraced(function*(search: Search) {
      const after = search.cursor === undefined ? undefined : yield* places.decode(search.cursor)
      if (after !== undefined && after.sort !== search.sort) return yield* new Cursor.InvalidCursor()
      const words = search.q === undefined ? undefined : wordsOf(search.q)
      // Something was asked for, but nothing that could be a word: nothing is found, and nothing is wrong.
      if (words !== undefined && words.length === 0 && search.q!.trim() !== "") return { data: [], nextCursor: null }

      const from = words === undefined || words.length === 0
        ? { text: "", relevance: "0", parameters: [] }
        : { ...found(transactions.dialect, words), relevance: "f.relevance" }
      const { descending, key } = orders[search.sort]
      // Without words all products are alike: by their ids then.
      const sortKey = key !== "relevance" ? key : from.text === "" ? undefined : from.relevance
      const conditions: Array<Clause> = []
      const where = (text: string, ...parameters: ReadonlyArray<Parameter>) =>
        void conditions.push({ text, parameters })
      if (search.brand !== undefined) where("p.brand_id = ?", search.brand)
      if (search.category !== undefined) where("p.category = ?", search.category)
      if (search.minPriceMinor !== undefined) where("p.price_minor >= ?", search.minPriceMinor)
      if (search.maxPriceMinor !== undefined) where("p.price_minor <= ?", search.maxPriceMinor)
      if (search.inStock === true) where("s.on_hand > s.reserved")
      if (search.inStock === false) where("s.on_hand = s.reserved")
      if (after !== undefined && sortKey === undefined) where("p.id > ?", after.id)
      else if (after !== undefined) {
        const beyond = descending ? "<" : ">"
        where(`(${sortKey} ${beyond} ? OR (${sortKey} = ? AND p.id > ?))`, after.key, after.key, after.id)
      }
      const text = `SELECT ${columns}, ${from.relevance} AS relevance FROM ${tables}
        ${from.text === "" ? "" : `JOIN ${from.text} f ON f.product_id = p.id`}
        ${conditions.length === 0 ? "" : `WHERE ${conditions.map((condition) => condition.text).join(" AND ")}`}
        ORDER BY ${sortKey === undefined ? "" : `${sortKey} ${descending ? "DESC" : "ASC"}, `}p.id LIMIT ?`
      const parameters = [
        ...from.parameters,
        ...conditions.flatMap((condition) => condition.parameters),
        search.limit + 1
      ]
      const dialectal = Query.compile(text)[transactions.dialect]
      const rows = yield* transactions.read(
        withTransaction((transaction) => transaction.rows(dialectal, parameters, decodeRows))
      )
      const { data, nextCursor } = Cursor.page(
        rows,
        search.limit,
        (last) => places.encode({ sort: search.sort, key: keyOf(search.sort, last), id: last.id })
      )
      return { data: data.map(toProduct), nextCursor }
    })

    const brands = transactions.read(Effect.gen(function*() {
      const products = yield* allProducts()
      return (yield* allBrands()).map((brand) => ({
        ...brand,
        products: products.filter((row) => row.brand_id === brand.id).map(toProduct)
      }))
    }))

    const product = Effect.fnUntraced(function*(productId: string) {
      const row = yield* transactions.read(productById(productId))
      return Option.isSome(row) ? toProduct(row.value) : yield* new Domain.ProductNotFound({ productId })
    })

    const setPrice = Effect.fnUntraced(function*(productId: string, priceMinor: number) {
      const row = Option.getOrUndefined(yield* productById(productId))
      if (row === undefined) return yield* new Domain.ProductNotFound({ productId })
      yield* setProductPrice(priceMinor, productId)
      yield* raiseVersion()
      return toProduct({ ...row, price_minor: priceMinor })
    }, transactions.write)

    const stock = Effect.fnUntraced(function*(assortment: Assortment) {
      for (const [brandPosition, brand] of assortment.brands.entries()) {
        yield* insertBrand({ id: brand.id, name: brand.name, category: brand.category, position: brandPosition })
        for (const [position, product] of brand.products.entries()) {
          const added = yield* insertProduct({
            id: product.id,
            brand_id: brand.id,
            name: product.name,
            name_key: fold(product.name),
            description: product.description,
            price_minor: product.priceMinor,
            currency: product.currency,
            category: product.category,
            gtin: product.gtin,
            size_thousandths: Math.round(product.size.value * 1000),
            size_unit: product.size.unit,
            ingredients: product.ingredients,
            hygiene_sealed: product.hygieneSealed ? 1 : 0,
            position
          })
          if (added === 0) continue
          yield* insertStock({ product_id: product.id, on_hand: product.onHand })
          yield* insertWords(
            product.id,
            fold(product.name),
            fold(brand.name),
            fold(product.category),
            fold(`${product.description} ${product.ingredients}`)
          )
        }
      }
      yield* raiseVersion()
    }, transactions.write)

    return {
      version: Effect.map(transactions.read(version()), (rows) => rows[0]!.version),
      brands,
      product,
      search,
      setPrice,
      stock
    }
  })
)
