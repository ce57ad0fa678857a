/** Two witnesses of one fact: what the auditor says of testimonies that agree, and of those that do not. */
import { Audit } from "@beauty-store/simulation/auditor/Audit"
import * as Boundaries from "@beauty-store/simulation/auditor/Boundaries"
import * as Witnesses from "@beauty-store/simulation/auditor/Witnesses"
import { Disk } from "@beauty-store/simulation/engine/Disk"
import { describe, expect, test } from "vitest"

/** The rules that a judgement finds violated. */
const violated = (judge: (audit: Audit) => void): ReadonlyArray<string> => {
  const audit = new Audit(new Disk(), () => false)
  judge(audit)
  return audit.seen.violations.map(({ rule }) => rule)
}

describe("two witnesses", () => {
  const product = { place: "product", productId: "a", priceMinor: 1_000, inStock: true }

  test("agree, each on what it says", () => {
    const shelf = { place: "inventory", productId: "a", units: 2 }
    const another = { place: "feed", productId: "b", priceMinor: 900, inStock: false }
    expect(violated((audit) => Witnesses.agree(audit, [product, shelf, another]))).toEqual([])
  })

  test.each([
    ["witness.price", { priceMinor: 999 }],
    ["witness.price", { priceMinor: NaN }],
    ["witness.stock", { inStock: false }],
    ["witness.stock", { units: 0 }]
  ])("contradict each other: %s, %o", (rule, said) => {
    const other = { place: "feed", productId: "a", ...said }
    expect(violated((audit) => Witnesses.agree(audit, [product, other]))).toEqual([rule])
  })

  test("are pages and a list, a list and an item, a tag and its bytes", () => {
    const pages = (short: ReadonlyArray<object>) =>
      violated((audit) => Witnesses.pagesAgree(audit, "/api/orders", short, [{ id: 1 }, { id: 2 }]))
    expect(pages([{ id: 1 }, { id: 2 }])).toEqual([])
    expect(pages([{ id: 1 }])).toEqual(["witness.pages"])
    const fields = (item: object) => violated((audit) => Witnesses.sameFields(audit, "1", { id: 1, total: 5 }, item))
    expect(fields({ id: 1, total: 5, more: true })).toEqual([])
    expect(fields({ id: 1, total: 6 })).toEqual(["witness.list"])
    const asked = (status: number) => violated((audit) => Witnesses.notModified(audit, "/api/", status, "old", "new"))
    expect(asked(200)).toEqual([])
    expect(asked(304)).toEqual(["witness.notModified"])
  })
})

test("edges are come to by whole units, as near as a cent", () => {
  expect([4_999, 5_000, 5_001].map((price) => Boundaries.unitsTo(5_000, price, 4))).toEqual([1, 1, 1])
  expect(Boundaries.unitsTo(5_000, 1_667, 4)).toBe(3)
  expect(Boundaries.unitsTo(5_000, 1_666, 4)).toBeUndefined()
  expect(Boundaries.unitsTo(5_000, 1_000, 4)).toBeUndefined()
})

describe("a store's state", () => {
  test("changes with each commit and each write, and not by reading", () => {
    const disk = new Disk()
    disk.define("CREATE TABLE one (n INTEGER)")
    const before = disk.state()
    disk.query("SELECT * FROM one")
    expect(disk.state()).toBe(before)
    disk.define("INSERT INTO one VALUES (1)")
    expect(disk.state()).not.toBe(before)
  })
})
