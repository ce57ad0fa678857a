/** Products of the demo catalogue that there are plenty of: the n-th, so that each test can have its own. */
import { catalogue } from "@beauty-store/demo-catalog/Catalogue"

const plentiful = catalogue.brands.flatMap(({ products }) => products).filter(({ onHand }) => onHand >= 100)

export const product = (n: number): string => plentiful[n]!.id
