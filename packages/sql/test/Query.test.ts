/** What becomes of a statement's text on its way to SQLite. */
import * as Query from "@beauty-store/sql/Query"
import { describe, expect, it } from "vitest"

describe("a statement for SQLite", () => {
  it.each([
    ["SELECT 1 FROM a ORDER BY b LIMIT ?", "SELECT 1 FROM a ORDER BY b LIMIT +?"],
    [
      "SELECT CASE WHEN s.phase IN ('open', 'paid', 'late') THEN 0 END FROM s",
      "SELECT CASE WHEN (s.phase = 'open' OR s.phase = 'paid' OR s.phase = 'late') THEN 0 END FROM s"
    ],
    [
      "SELECT 1 FROM a WHERE b = ? AND c IN ('d', 'e', 'f') LIMIT ? FOR UPDATE OF a SKIP LOCKED",
      "SELECT 1 FROM a WHERE b = ? AND (c = 'd' OR c = 'e' OR c = 'f') LIMIT +?"
    ]
  ])("does nothing anew that was known: %s", (text, planned) => expect(Query.compile(text).sqlite).toBe(planned))

  it.each([
    "SELECT 1 FROM a WHERE b IN ('c', 'd')",
    "SELECT 1 FROM a WHERE b NOT IN ('c', 'd', 'e')",
    "SELECT 1 FROM a WHERE lower(b) IN ('c', 'd', 'e')",
    "SELECT 1 FROM a WHERE b IN ('c', 'd', ?)",
    "SELECT 1 FROM a WHERE a || b IN ('c', 'd', 'e')",
    "SELECT 1 FROM a LIMIT 3"
  ])("is left as it is: %s", (text) => expect(Query.compile(text).sqlite).toBe(text))
})
