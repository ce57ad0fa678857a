/** Every check: it passes at a good shop, and each of them is shown able to fail, at the cost of exactly its points. */
import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { CheckId, type Status } from "../src/Check.ts"
import { checks } from "../src/checks/AllChecks.ts"
import { counted, overall } from "../src/Evidence.ts"
import type { Report } from "../src/Report.ts"
import { ruleSet } from "../src/Scanner.ts"
import { faults } from "./Faults.ts"
import { FixtureShop, text } from "./FixtureShop.ts"

/** The score by the formula of the documentation, from the verdicts alone. */
const expectedScore = (verdicts: { readonly [id: string]: Status }): number => {
  const share = { pass: 1, partial: 0.5, fail: 0, not_applicable: undefined, error: undefined }
  const counted = checks.flatMap(({ id, weight }) => {
    const one = share[verdicts[id] ?? "pass"]
    return one === undefined ? [] : [{ weight, one }]
  })
  return 100 * counted.reduce((sum, { one, weight }) => sum + weight * one, 0)
    / counted.reduce((sum, { weight }) => sum + weight, 0)
}

const notPassed = ({ checks }: Report): { readonly [id: string]: Status } =>
  Object.fromEntries(checks.filter(({ status }) => status !== "pass").map(({ id, status }) => [id, status]))

it("a shop that lacks nothing scores 100, and every check applies to it", async () => {
  const report = await new FixtureShop().scan()
  expect(notPassed(report)).toEqual({})
  expect(report.score).toEqual({
    overall: 100,
    dimensions: { discoverability: 100, understandability: 100, transactability: 100 }
  })
})

it("evidence says how many there are as people say it", async () => {
  const evidence = async (id: string, change: (shop: FixtureShop) => void = () => {}) => {
    const shop = new FixtureShop()
    change(shop)
    return (await shop.scan()).checks.find((check) => check.id === id)!.evidence
  }
  const robots = (words: string) => (shop: FixtureShop) => shop.answers.set("/robots.txt", text(words))
  expect(await evidence("robots.present", robots("User-agent: *\nDisallow: /cart\n"))).toBe("/robots.txt has 1 group.")
  expect(await evidence("robots.present", robots("User-agent: a\nDisallow:\n\nUser-agent: *\nDisallow:\n")))
    .toBe("/robots.txt has 2 groups.")
  expect([1, 2, 0].map((count) => counted(count, "entry is", "entries are"))).toEqual([
    "1 entry is",
    "2 entries are",
    "0 entries are"
  ])
  const right = { at: "/a", problem: undefined }
  expect(overall("products", [right]).evidence).toBe("The only one of the products is right.")
  expect(overall("products", [right, right]).evidence).toBe("2 of 2 products are right.")
})

it("every check has a fault that it finds", () => {
  expect(faults.map(({ id }) => id)).toEqual(checks.map(({ id }) => id))
  expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length)
  expect(checks.length).toBeGreaterThanOrEqual(50)
})

it("every id that a scan may name has a check", () => {
  expect(CheckId.literals).toEqual(checks.map(({ id }) => id))
})

it("the rule set has a new version whenever a check is added, removed or weighed anew", () => {
  const weights = checks.map(({ dimension, id, weight }) => `${id} ${dimension} ${weight}`).join("\n")
  const digest = createHash("sha256").update(weights).digest("hex").slice(0, 12)
  expect([ruleSet, digest]).toEqual(["1", "fff29d37b155"])
})

describe("a planted fault loses exactly its points", () => {
  it.each(faults)("$id", async ({ id, plant, shop = () => new FixtureShop(), verdicts }) => {
    const planted = shop()
    plant(planted)
    const report = await planted.scan()
    expect(notPassed(report)).toEqual(verdicts)
    expect(["fail", "partial"]).toContain(verdicts[id])
    expect(report.score.overall).toBeCloseTo(expectedScore(verdicts), 9)
    const { fix } = report.checks.find((check) => check.id === id)!
    expect(fix!.gain).toBeCloseTo(expectedScore({ ...verdicts, [id]: "pass" }) - expectedScore(verdicts), 9)
    expect(fix!.instructions).not.toBe("")
    expect(fix!.patch).not.toBe("")
  })
})
