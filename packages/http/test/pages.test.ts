/**
 * Addresses that lead nowhere help people and answer programs, and an order is found by who knows it. Every page in a
 * browser: `pages.slow.test.ts`. Follows docs/specification.md#pages.
 */
import { expect, it } from "vitest"
import { file } from "../../../test/shop/places.ts"
import { describeShop } from "../../../test/shop/server.ts"
import { browserAccept, form, getPage as get, placed } from "./orders.ts"

describeShop(
  "an address that leads nowhere",
  (shop) => {
    const nowhere = [
      "/nowhere",
      "/policies/nowhere",
      "/problems/nowhere",
      "/images/nowhere.svg",
      "/orders/a/b/c",
      "/favicon"
    ]

    it.each(nowhere)("is a page that helps, to a browser: %s", async (path) => {
      const { headers, status, text, type } = await get(shop(), path, browserAccept)
      expect([status, type]).toEqual([404, "text/html; charset=utf-8"])
      expect(text).toContain("<h1>There is no page here</h1>")
      expect(text).not.toContain("nowhere")
      expect(headers["cache-control"]).toBe("no-store")
      expect(headers["content-security-policy"]).toContain("default-src 'none'")
      expect(headers["x-request-id"]).toMatch(/^req_/)
      for (const href of ["/", "/categories/skincare", "/orders/find?language=en", "/help"]) {
        expect(text).toContain(`href="${href}"`)
        expect((await get(shop(), href, browserAccept)).status, href).toBe(200)
      }
    })

    it.each(nowhere)("is a problem document to a program: %s", async (path) => {
      for (
        const accept of [
          undefined,
          "*/*",
          "application/json",
          "application/problem+json",
          "text/html;q=0.5, application/json"
        ]
      ) {
        const { status, text, type } = await get(shop(), path, accept)
        expect([status, type]).toEqual([404, "application/problem+json"])
        const { requestId, ...problem } = JSON.parse(text)
        expect(requestId).toMatch(/^req_/)
        expect(problem).toMatchObject({ code: "not_found", status: 404, instance: path, retryable: false })
      }
    })

    it("is a problem document of its protocol below /api and /acp, whatever is accepted", async () => {
      for (const path of ["/api/nowhere", "/api/products/nothing", "/api/orders/ord_none"]) {
        const { text, type } = await get(shop(), path, browserAccept)
        expect(type, path).toBe("application/problem+json")
        expect(JSON.parse(text).instance).toBe(path)
      }
      expect(JSON.parse((await get(shop(), "/acp/nowhere", browserAccept)).text)).toHaveProperty("code")
    })
  },
  {},
  { SQLite: file }
)

describeShop(
  "an order that is looked for",
  (shop) => {
    const look = (fields: Readonly<Record<string, string>>) => form(shop(), "/orders/find", fields)

    it("is found by its number and its address together, and by nothing else", async () => {
      const { order, path, session } = await placed(shop())
      const { email } = await order()
      for (const typed of [` ${session.orderId} `, `#${session.orderId}`, session.orderId.replace("ord_", "Ord_")]) {
        const found = await look({ order: typed, email })
        expect([found.status, found.headers["location"]], typed).toEqual([303, path])
      }
      const missed = [
        { order: session.orderId, email: "other@example.com" },
        { order: "ord_none", email },
        { order: "\u0000", email },
        { email },
        {}
      ]
      for (const fields of missed) {
        const page = await look(fields as Record<string, string>)
        expect(page.status).toBe(404)
        expect(page.text).toContain(
          "There is no order of this number that was placed with that address, or its page was closed."
        )
      }
    })
  },
  {},
  { SQLite: file }
)
