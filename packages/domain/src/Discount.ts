/**
 * Discounts: how much of the list amount of each line of a purchase is taken off. A strategy is a pure function that
 * returns whole minor units, 0 to the line's list amount, whatever the order of the lines; `discountsOf` checks them,
 * and others are a defect. It knows no time, so that a price that was shown is charged. Follows
 * docs/specification.md#strategies.
 *
 * @since 1.0.0
 */
import type { CountryCode } from "./Address.ts"
import type { Attributed } from "./Attribute.ts"
import { frozenCopy } from "./FrozenCopy.ts"
import type { ListedLine } from "./ListedLine.ts"
import type { Owner } from "./Principal.ts"
import { printValue } from "./PrintedValue.ts"
import type { ShippingMethod } from "./Shipping.ts"
import { askStrategy, demandAnswer, StrategyBroken } from "./StrategyBroken.ts"

export type { ListedLine }

/**
 * A purchase before any discount, with the attributes of its cart. A cart that has no address yet is sent to the shop's
 * home country.
 */
export interface ListedPurchase extends Attributed {
  readonly lines: ReadonlyArray<ListedLine>
  readonly country: CountryCode
  readonly method: ShippingMethod
  /** The buyer, by the ids that carts have: an agent's principal with its reference, or a shopper. */
  readonly owner: Owner
  /** Codes that the buyer gave, known or not; none for a cart. */
  readonly codes: ReadonlyArray<string>
}

export interface DiscountStrategy {
  /** Whether the shop has a discount by this code, whatever it is worth to a purchase. */
  readonly isCode: (code: string) => boolean
  /** The discount on each line, in minor units, in the order of the lines. */
  readonly discountsMinor: (purchase: ListedPurchase) => ReadonlyArray<number>
}

/** Nobody gets a discount. */
export const defaultStrategy: DiscountStrategy = {
  isCode: () => false,
  discountsMinor: ({ lines }) => lines.map(() => 0)
}

/** Whether a strategy has a discount by a code. Throws where it says neither. */
export const knowsCode = (strategy: Pick<DiscountStrategy, "isCode">, code: string): boolean =>
  demandAnswer(() => strategy.isCode(code), "Discounts", () => `${JSON.stringify(code)} is a code`)

/** The discounts of a strategy on a purchase. Throws where they are not what the contract demands. */
export const discountsOf = (strategy: DiscountStrategy, purchase: ListedPurchase): ReadonlyArray<number> => {
  const { country, lines, method } = purchase
  const products = () => lines.map(({ productId }) => productId).join(", ")
  const discounts = askStrategy(
    "Discounts",
    () => strategy.discountsMinor(strategy === defaultStrategy ? purchase : frozenCopy(purchase)),
    () => `for ${lines.length} lines to ${country} by ${method}, of ${products()}`
  )
  if (!Array.isArray(discounts) || discounts.length !== lines.length) {
    const given = Array.isArray(discounts) ? `${discounts.length} amounts` : printValue(discounts)
    throw new StrategyBroken(`Discounts: ${given} for ${lines.length} lines (${products()}).`)
  }
  for (const [n, discountMinor] of discounts.entries()) {
    const { productId, quantity, unitPriceMinor } = lines[n]!
    const listMinor = quantity * unitPriceMinor
    if (!Number.isSafeInteger(discountMinor) || discountMinor < 0 || discountMinor > listMinor) {
      throw new StrategyBroken(
        `Discounts: ${printValue(discountMinor)} off a line of ${listMinor} minor units (${quantity} of ${productId}).`
      )
    }
  }
  return discounts
}
