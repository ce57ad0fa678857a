/** Products of the demo catalogue that there are plenty of. */
import { assortment } from "@beauty-store/demo-catalog/Assortment"

const plentiful = assortment.brands.flatMap(({ products }) => products).filter(({ onHand }) => onHand >= 100)

/** The n-th, so that each test can have its own. */
export const product = (n: number): string => plentiful[n]!.id

/** One that is also among the first of the catalogue. */
export const serum = "kieselhaut-niacinamide-serum-10"
