/**
 * Reports as SARIF 2.1.0: of the published schema, and with a result for each failing check. The schema is that of
 * Microsoft's own tests of SARIF; nothing else of that package is used.
 */
import { Ajv } from "ajv"
import addFormats from "ajv-formats"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { expect, it } from "vitest"
import type { Report } from "../src/Report.ts"
import * as Sarif from "../src/Sarif.ts"
import { faults } from "./Faults.ts"
import { FixtureShop, text } from "./FixtureShop.ts"

const path = "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"
// Of draft 04, of whose own words it uses only `id`: the rest has the same meaning since.
const { $schema: _, id, ...schema } = JSON.parse(readFileSync(createRequire(import.meta.url).resolve(path), "utf8"))
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false })
addFormats.default(ajv)
const validate = ajv.compile({ ...schema, $id: id })

/** What is wrong with a log as it is written. */
const faultsOf = (log: unknown): ReadonlyArray<string> =>
  validate(JSON.parse(JSON.stringify(log)))
    ? []
    : validate.errors!.map(({ instancePath, message, params }) =>
      `${instancePath} ${message} ${JSON.stringify(params)}`
    )

it("one result for each failing check, with the rule that it breaks", async () => {
  const shop = new FixtureShop()
  shop.answers.delete("/llms.txt")
  shop.answers.set("/robots.txt", text("User-agent: *\nDisallow: /cart\n"))
  const report = await shop.scan()
  const { runs: [run] } = Sarif.of(report)
  const failing = report.checks.filter(({ status }) => status === "fail" || status === "partial").map(({ id }) => id)
  expect(run!.results.map(({ ruleId }) => ruleId)).toEqual(failing)
  expect(failing).toContain("llms.present")
  for (const { ruleId, ruleIndex } of run!.results) expect(run!.tool.driver.rules[ruleIndex]!.id).toBe(ruleId)
  expect(run!.results.find(({ ruleId }) => ruleId === "llms.present")).toMatchObject({ level: "warning" })
})

it("every finding of every check is of the schema, and so is a report without any", async () => {
  const perfect = await new FixtureShop().scan()
  expect(faultsOf(Sarif.of(perfect))).toEqual([])
  const failed: Report = { ...perfect, status: "failed", failure: "The site is out of reach.", checks: [] }
  expect(faultsOf(Sarif.of(failed))).toEqual([])
  for (const { plant, shop = () => new FixtureShop() } of faults) {
    const planted = shop()
    plant(planted)
    const log = Sarif.of(await planted.scan())
    expect(log.runs[0]!.results.length).toBeGreaterThan(0)
    expect(faultsOf(log)).toEqual([])
  }
})

it("what a site sent stays in its text, and a log that is none is refused", async () => {
  const { checks, ...rest } = await new FixtureShop().scan()
  const evidence = "\"}],\"level\":\"none\" [a](https://evil.example) {0} \u2028\ud800"
  const hostile = checks.map((check) => ({ ...check, status: "fail" as const, evidence, fix: null }))
  const log = Sarif.of({ ...rest, checks: hostile })
  expect(faultsOf(log)).toEqual([])
  const written = JSON.parse(JSON.stringify(log))
  expect(written.runs[0].results).toHaveLength(checks.length)
  for (const { message: { text } } of written.runs[0].results) {
    // A link, or a place to fill in, for whoever shows the log.
    expect(text).not.toMatch(/\]\(|(?<!\{)\{(?!\{)/)
    expect(text).toContain("https://evil.example")
  }
  expect(faultsOf({ ...log, runs: [{ ...log.runs[0], results: [{ level: "bad" }] }] })).not.toEqual([])
  expect(faultsOf({ ...log, version: "2.1" })).not.toEqual([])
})
