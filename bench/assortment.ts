/** What the shops of the bench sell: the demo catalogue, and plenty of it. */
import { catalogue } from "@beauty-store/demo-catalog/Catalogue"
import Sqlite from "better-sqlite3"

export interface Offer {
  readonly id: string
  readonly name: string
  readonly priceMinor: number
  readonly description: string
  readonly category: string
  readonly gtin: string
  readonly size: { readonly value: number; readonly unit: string }
  readonly ingredients: string
  readonly hygieneSealed: boolean
  readonly brand: { readonly id: string; readonly name: string; readonly category: string }
}

export const assortment: ReadonlyArray<Offer> = catalogue.brands.flatMap(({ category, id, name, products }) =>
  products.map((product) => ({
    ...product,
    ingredients: product.ingredients.join(", "),
    brand: { id, name, category }
  }))
)

/** So many of each that none sells out, however fast a shop is. */
export const plenty = 1_000_000_000

/** The statement that puts plenty of everything on our store's shelves. */
export const restock = `UPDATE stock SET on_hand = ${plenty}`

/** Runs it on a SQLite file of our store's. */
export const restockFile = (path: string): void => {
  const db = new Sqlite(path)
  db.exec(restock)
  db.close()
}
