/** What the shops of the bench sell: the demo catalogue, and plenty of it. */
import { catalogue } from "@beauty-store/demo-catalog/Catalogue"
import Sqlite from "better-sqlite3"

export interface Offer {
  readonly id: string
  readonly name: string
  readonly priceMinor: number
}

export const assortment: ReadonlyArray<Offer> = catalogue.brands.flatMap(({ products }) =>
  products.map(({ id, name, priceMinor }) => ({ id, name, priceMinor }))
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
