/**
 * Entries of a list for people: a product on its own, or products of a group as one, as the shades of a lipstick. An
 * entry stands for those products of its group that the list finds, or that a search names, and leads to the first that
 * can be bought. Which products a list finds is the database's. Follows docs/specification.md#entries.
 *
 * @since 1.0.0
 */

/** What decides about an entry. */
export interface Listed {
  readonly priceMinor: number
  readonly inStock: boolean
}

export interface ListEntry<Product extends Listed> {
  /** The product that the entry leads to. */
  readonly product: Product
  /** The products of the group that the list finds: the entry changes with any of them. */
  readonly found: ReadonlyArray<Product>
  /** How many products it stands for. */
  readonly products: number
  /** The product with the lowest price. */
  readonly cheapest: Product
  /** Whether another of them costs more. */
  readonly hasDearer: boolean
  /** Whether any of them is in stock. */
  readonly inStock: boolean
}

/**
 * The entry of products that belong together, in the order of the list.
 *
 * @param isNamed whether a product is one that was asked for by what only it is called
 */
export const entryOf = <Product extends Listed>(
  found: readonly [Product, ...ReadonlyArray<Product>],
  isNamed: (product: Product) => boolean = () => false
): ListEntry<Product> => {
  const named = found.filter(isNamed)
  const meant = named.length === 0 ? found : named
  const [first = found[0]] = meant
  const product = meant.find(({ inStock }) => inStock) ?? first
  // Of several with the lowest price the one that the entry leads to, if it is one of them.
  const cheapest = meant.reduce((best, one) => one.priceMinor < best.priceMinor ? one : best, product)
  return {
    product,
    found,
    products: meant.length,
    cheapest,
    hasDearer: meant.some(({ priceMinor }) => priceMinor > cheapest.priceMinor),
    inStock: product.inStock
  }
}
