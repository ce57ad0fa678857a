/**
 * Public reads of the bare shop: each runs a prepared statement, prints JSON and hashes it for its ETag, as a server
 * without a framework does that keeps nothing. The statements and the texts are the store's own.
 */
import type Sqlite from "better-sqlite3"
import { createHash } from "node:crypto"

export interface Read {
  readonly text: string
  readonly etag: string
}

const columns = `p.id, p.brand_id, b.name AS brand_name, p.name, p.description, p.price_minor, p.currency, p.category,
  p.gtin, p.size_thousandths, p.size_unit, p.attributes, p.hygiene_sealed, s.on_hand - s.reserved AS available`
const tables = "product p JOIN brand b ON b.id = p.brand_id JOIN stock s ON s.product_id = p.id"

interface ProductRow {
  readonly id: string
  readonly brand_id: string
  readonly brand_name: string
  readonly name: string
  readonly description: string
  readonly price_minor: number
  readonly currency: string
  readonly category: string
  readonly gtin: string
  readonly size_thousandths: number
  readonly size_unit: string
  readonly attributes: string
  readonly hygiene_sealed: number
  readonly available: number
}

interface BrandRow {
  readonly id: string
  readonly name: string
  readonly category: string
}

const shown = (row: ProductRow) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  price: row.price_minor / 100,
  currency: row.currency,
  category: row.category,
  inStock: row.available > 0,
  brand: { id: row.brand_id, name: row.brand_name },
  image: `http://localhost:3000/images/${row.id}.svg`,
  gtin: row.gtin,
  size: { value: row.size_thousandths / 1000, unit: row.size_unit },
  unitPrice: row.size_unit === "pcs"
    ? null
    : { price: Math.round(row.price_minor * 100_000 / row.size_thousandths) / 100, per: `100 ${row.size_unit}` },
  ...JSON.parse(row.attributes),
  hygieneSealed: row.hygiene_sealed === 1
})

const productPath = "/api/products/"

/** What a path shows; nothing where it shows none. */
export const bareReads = (db: Sqlite.Database): (path: string) => Read | undefined => {
  const product = db.prepare<[string], ProductRow>(`SELECT ${columns} FROM ${tables} WHERE p.id = ?`)
  const byPrice = db.prepare<[string | null, number], ProductRow>(
    `SELECT ${columns} FROM ${tables} WHERE p.category = ? ORDER BY p.price_minor ASC, p.id LIMIT +?`
  )
  const all = db.prepare<[], ProductRow>(`SELECT ${columns} FROM ${tables} ORDER BY b.position, p.position`)
  const brands = db.prepare<[], BrandRow>("SELECT id, name, category FROM brand ORDER BY position")
  const read = (value: unknown): Read => {
    const text = JSON.stringify(value)
    return { text, etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"` }
  }
  return (path) => {
    if (path.startsWith(productPath)) {
      const row = product.get(path.slice(productPath.length))
      return row === undefined ? undefined : read(shown(row))
    }
    if (path.startsWith("/api/products?")) {
      const rows = byPrice.all(new URLSearchParams(path.slice(path.indexOf("?"))).get("category"), 21)
      return read({ data: rows.slice(0, 20).map(shown), nextCursor: null })
    }
    if (path !== "/api/") return undefined
    const rows = all.all()
    return read({
      store: "Beauty Store",
      currency: "EUR",
      brands: brands.all().map((brand) => ({
        ...brand,
        products: rows.filter((row) => row.brand_id === brand.id).map(shown)
      }))
    })
  }
}
