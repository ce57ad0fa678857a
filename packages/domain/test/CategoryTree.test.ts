/** The tree of categories: every way up and every list below agree. */
import * as Tree from "@beauty-store/domain/CategoryTree"
import * as fc from "fast-check"
import { expect, it } from "vitest"

/** Categories of which each is at the top, or below an earlier one that is not at the lowest level. */
const tree = fc.array(fc.nat(), { minLength: 1, maxLength: 12 }).map((picks) => {
  const categories = picks.map((_, n) => `c${n}`)
  const parents: Record<string, string> = {}
  picks.forEach((pick, n) => {
    const above = n === 0 ? 0 : pick % (n + 1)
    if (above < n && Tree.pathTo(parents, `c${above}`).length < Tree.mostLevels) parents[`c${n}`] = `c${above}`
  })
  return { categories, parents }
})

it("has each category once below the top, on the way to it, and in the list of all that are above it", () => {
  fc.assert(fc.property(tree, ({ categories, parents }) => {
    expect(Tree.findMisplaced(parents, categories)).toEqual([])
    const below = Tree.listRoots(parents, categories).flatMap((root) => Tree.listWithin(parents, categories, root))
    expect(below.toSorted()).toEqual(categories.toSorted())
    for (const one of categories) {
      const path = Tree.pathTo(parents, one)
      expect(path.at(-1)).toBe(one)
      expect(path.length).toBeLessThanOrEqual(Tree.mostLevels)
      for (const other of categories) {
        expect(Tree.listWithin(parents, categories, other).includes(one)).toBe(path.includes(other))
        expect(Tree.listChildren(parents, categories, other).includes(one)).toBe(path.at(-2) === other)
      }
    }
  }))
})

it("is flat without parents", () => {
  fc.assert(fc.property(fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/)), (categories) => {
    expect(Tree.listRoots({}, categories)).toEqual(categories)
    for (const one of categories) {
      expect([Tree.pathTo({}, one), Tree.listWithin({}, categories, one)]).toEqual([[one], [one]])
    }
  }))
})

it("finds what is in a circle, below nothing, too deep, or unknown", () => {
  expect(Tree.findMisplaced({ a: "b", b: "a" }, ["a", "b"])).toEqual(["a", "b"])
  expect(Tree.findMisplaced({ a: "x" }, ["a"])).toEqual(["a"])
  expect(Tree.findMisplaced({ b: "a", c: "b", d: "c" }, ["a", "b", "c", "d"])).toEqual(["d"])
  expect(Tree.findMisplaced({ x: "a" }, ["a"])).toEqual(["x"])
})
