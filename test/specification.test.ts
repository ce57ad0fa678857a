/**
 * The specification is whole: every operation of the API has its promise there, and every number of the guide's
 * generated table stands there with its reason, and is the same.
 *
 * It compares pages with pages. The guide and the OpenAPI document follow from the code, which `openapi.test.ts`
 * proves.
 */
import { readFileSync } from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "vitest"
import openapi from "../docs/openapi.json" with { type: "json" }

const read = (page: string): string => readFileSync(path.join(import.meta.dirname, "../docs", page), "utf8")
const specification = read("specification.md").replace(/\s+/g, " ")

const operations = Object.entries(openapi.paths).flatMap(([at, operations]) =>
  Object.keys(operations).filter((method) => ["get", "patch", "post", "put", "delete"].includes(method))
    // The document cannot write the catalogue's own path, whose last character is a slash.
    .map((method) => `\`${method.toUpperCase()} ${at === "/api" ? "/api/" : at}\``)
)

const cellsOf = (line: string): ReadonlyArray<string> => line.split(/(?<!\\)\|/).slice(1, -1).map((cell) => cell.trim())
const limits = read("api.md").split("<!-- generated: limits -->")[1]!.split("<!-- end: limits -->")[0]!.trim()
  .split("\n").slice(2).map(cellsOf)
const reasons = read("specification.md").split("\n").filter((line) => line.startsWith("|")).map(cellsOf)

describe("the specification", () => {
  it("knows all operations", () => expect(operations.length).toBeGreaterThan(45))
  it.each(operations)("says what %s promises", (operation) => expect(specification).toContain(operation))

  it("knows all limits", () => expect(limits.length).toBeGreaterThan(10))
  it.each(limits)("has the reason of: %s, %s", (what, howMuch) => {
    const row = reasons.find((cells) => cells[0] === what)
    expect(row?.[1]).toBe(howMuch)
    expect(row?.[2]).toMatch(/\w{3}/)
  })
  it("has a reason for every number of its own tables", () =>
    expect(
      reasons.filter((cells) => cells.length === 3 && cells.some((cell) => cell === ""))
        .filter(([, second]) => /\d/.test(second ?? ""))
    ).toEqual([]))
})
