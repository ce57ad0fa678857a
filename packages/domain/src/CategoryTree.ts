/**
 * Categories below others, in up to three levels. A list of a category has the goods of all below it.
 * A shop with a flat list has no parents.
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"
import { Category } from "./Catalog.ts"

/** The category above each that is below another. */
export const Parents = Schema.Record({ key: Schema.String, value: Category })
export type Parents = typeof Parents.Type

export const mostLevels = 3

const parentOf = (parents: Parents, category: Category): Category | undefined =>
  Object.hasOwn(parents, category) ? parents[category] : undefined

/** The way to a category from the top, itself last. One that the shop gave up is on its own. */
export const pathTo = (parents: Parents, category: Category): ReadonlyArray<Category> => {
  const path = [category]
  for (let level = 1; level < mostLevels; level++) {
    const above = parentOf(parents, path[0]!)
    if (above === undefined) break
    path.unshift(above)
  }
  return path
}

/** Those at the top, in their order. */
export const listRoots = (parents: Parents, categories: ReadonlyArray<Category>): ReadonlyArray<Category> =>
  categories.filter((one) => parentOf(parents, one) === undefined)

/** Those directly below a category, in their order. */
export const listChildren = (
  parents: Parents,
  categories: ReadonlyArray<Category>,
  category: Category
): ReadonlyArray<Category> => categories.filter((one) => parentOf(parents, one) === category)

/** A category and all below it, in their order. */
export const listWithin = (
  parents: Parents,
  categories: ReadonlyArray<Category>,
  category: Category
): ReadonlyArray<Category> => categories.filter((one) => pathTo(parents, one).includes(category))

/** The categories whose place in the tree is none: the one above is not there, or they are too deep, or in a circle. */
export const findMisplaced = (parents: Parents, categories: ReadonlyArray<Category>): ReadonlyArray<Category> =>
  Object.keys(parents).filter((one) =>
    !categories.includes(one)
    || !pathTo(parents, one).every((above) => categories.includes(above))
    || parentOf(parents, pathTo(parents, one)[0]!) !== undefined
  )
