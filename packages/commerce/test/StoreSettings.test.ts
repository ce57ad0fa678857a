/** What a database remembers of the settings of those who opened it, on both databases. */
import * as StoreSettings from "@beauty-store/commerce/StoreSettings"
import * as Effect from "effect/Effect"
import { expect } from "vitest"
import { onBoth } from "../../../test/shop/use-cases.ts"

onBoth("the settings of the last start", (test) => {
  test(
    "are compared with those of this one, each by its name, and remembered",
    Effect.gen(function*() {
      const settings = { name: "Alba", zones: [{ countries: "eu" }], pages: [] }
      expect(yield* StoreSettings.differing(settings)).toEqual([])
      expect(yield* StoreSettings.differing({ ...settings })).toEqual([])
      const changed = { ...settings, zones: [{ countries: "all" }], name: "Alba & Co" }
      expect(yield* StoreSettings.differing(changed)).toEqual(["name", "zones"])
      expect(yield* StoreSettings.differing(changed)).toEqual([])
      expect(yield* StoreSettings.differing(settings)).toEqual(["name", "zones"])
    })
  )
})
