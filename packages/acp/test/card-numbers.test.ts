/** Where card numbers are after they were delegated: nowhere, in no form that a list of all numbers could find. */
import { canonical } from "@beauty-store/http/pipeline/Json"
import { createHash } from "node:crypto"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { openShop } from "../../../test/shop/server.ts"
import { agentOf, nextKey } from "./agent.ts"
import { complete, delegation } from "./tokens.ts"

const folder = mkdtempSync(path.join(tmpdir(), "card-numbers-"))
afterAll(() => rmSync(folder, { recursive: true }))

/** Everything that is kept, as bytes. */
const kept = (): Buffer =>
  Buffer.concat(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((name) => path.join(folder, name))
      .filter((file) => !file.endsWith("lock"))
      .map((file) => {
        try {
          return readFileSync(file)
        } catch {
          return Buffer.alloc(0)
        }
      })
  )

describe("a card's number", () => {
  it("stands in no file, nor does a plain hash of it or of the request that brought it", async () => {
    const store = await openShop({ DATABASE_URL: `sqlite:${path.join(folder, "store.db")}` })
    const number = "4242424242424242"
    let request: unknown
    try {
      const ada = agentOf(store, await store.clientToken("demo-agent"))
      const { json: session } = await ada.create()
      const key = nextKey()
      request = delegation(session.id, number)
      const { json: token } = await ada.call("POST", "/acp/agentic_commerce/delegate_payment", request, { key })
      expect((await complete(ada, session.id, token.id)).json.status).toBe("completed")
      // It is there to be found: the session that the token was for is.
      expect(kept().includes(session.id)).toBe(true)
    } finally {
      await store.close()
    }
    const bytes = kept()
    const forms = [number, "4242 4242 4242 4242", "\"cvc\":\"223\""]
    for (const form of forms) expect(bytes.includes(form)).toBe(false)
    for (const text of [number, JSON.stringify(request), canonical(request)!]) {
      for (const encoding of ["hex", "base64", "base64url"] as const) {
        expect(bytes.includes(createHash("sha256").update(text).digest(encoding))).toBe(false)
      }
    }
  })
})
