/** The columns that a program may read are there, on both databases, by the names that its author is told. */
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import * as path from "node:path"
import { expect } from "vitest"
import { ada, onBoth, World } from "../../../test/shop/use-cases.ts"
import { begun } from "./life.ts"

const page = readFileSync(path.join(import.meta.dirname, "../../../docs/embedding.md"), "utf8")
const rows = [...page.matchAll(/^\| `(\w+)` \| (`.+`) \|$/gm)].map(([, table = "", columns = ""]) =>
  [table, columns.replaceAll("`", "")] as const
)

onBoth("the columns that may be read", (test) => {
  test(
    "are those of the page on embedding",
    Effect.gen(function*() {
      expect(rows.map(([table]) => table)).toEqual(["product", "stock", "orders", "order_line"])
      yield* begun(ada, { serum: 1 })
      const { sql } = yield* World
      for (const [table, columns] of rows) {
        const [row] = yield* sql<Readonly<Record<string, unknown>>>(`SELECT ${columns} FROM ${table} LIMIT 1`)
        expect(Object.keys(row!)).toEqual(columns.split(", "))
      }
    })
  )
})
