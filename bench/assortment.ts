/** What the shops of the bench sell: the demo catalogue, and plenty of it. */
import { catalogue } from "@beauty-store/demo-catalog/Catalogue"

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
