/** What a store makes with its secret, and what it accepts while that is replaced. */
import { cursors } from "@beauty-store/sql/Cursor"
import * as Secrets from "@beauty-store/sql/Secrets"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"

const keyOf = (letter: string) => Buffer.from(letter.repeat(32))
const [before, during, after] = [{ key: keyOf("a") }, { key: keyOf("b"), older: [keyOf("a")] }, { key: keyOf("b") }]
const iv = Buffer.alloc(12)

describe("a secret that is replaced", () => {
  it("opens what was made with the one before it, until that goes, and makes with itself", () => {
    const link = Secrets.sign(before, "page", "ord_1")
    expect([before, during, after].map((secret) => Secrets.unsign(secret, "page", link))).toEqual([
      "ord_1",
      "ord_1",
      undefined
    ])
    const fresh = Secrets.sign(during, "page", "ord_1")
    expect([before, after].map((secret) => Secrets.unsign(secret, "page", fresh))).toEqual([undefined, "ord_1"])
  })

  it("unseals what was sealed with the one before it, for the same purpose alone", () => {
    const sealed = Secrets.sealFor(before, "partner", iv, "whsec_x")
    expect([before, during, after].map((secret) => Secrets.unsealFor(secret, "partner", sealed))).toEqual([
      "whsec_x",
      "whsec_x",
      undefined
    ])
    expect(Secrets.unsealFor(during, "another", sealed)).toBeUndefined()
  })

  it("continues lists that were begun with the one before it", () => {
    const list = (secret: typeof Secrets.StoreSecret.Service) => cursors(secret, "orders", Schema.String)
    const cursor = list(before).encode("ord_1")
    expect(Effect.runSync(list(during).decode(cursor))).toBe("ord_1")
    expect(Effect.runSync(Effect.flip(list(after).decode(cursor)))).toMatchObject({ _tag: "InvalidCursor" })
  })
})
