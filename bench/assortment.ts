/** The assortment of the shops of the bench: the demo catalogue, with plenty of stock. */
import { beautyAssortment } from "@beauty-store/demo-catalog/Assortment"
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

export const assortment: ReadonlyArray<Offer> = beautyAssortment.brands.flatMap(({ category, id, name, products }) =>
  products.map(({ attributes = {}, returnableOnceOpened, size = { value: 1, unit: "pcs" }, ...product }) => ({
    ...product,
    size,
    ingredients: String(Reflect.get(attributes, "ingredients")),
    hygieneSealed: returnableOnceOpened === false,
    brand: { id, name, category }
  }))
)

/** Units of each product, enough that none sells out, however fast a shop is. */
export const plenty = 1_000_000_000

/** The statement that stocks plenty of every product of our store. */
export const restock = `UPDATE stock SET on_hand = ${plenty}`

/** Runs it on a SQLite file of our store. */
export const restockFile = (path: string): void => {
  const db = new Sqlite(path)
  db.exec(restock)
  db.close()
}
