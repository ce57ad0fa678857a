/**
 * What costs the store more than it costs whoever sends it, and what would tell too much: to the log, or to a token
 * that was given less (docs/specification.md#requests, docs/specification.md#access, docs/specification.md#logs).
 */
import * as Policy from "@beauty-store/commerce/Policy"
import { InvalidInput } from "@beauty-store/domain/InvalidInput"
import { encode } from "@beauty-store/http/pipeline/Encoding"
import { loggedPath } from "@beauty-store/http/pipeline/LoggedPath"
import { respond } from "@beauty-store/http/pipeline/Operations"
import { storeProtocol } from "@beauty-store/http/pipeline/Protocol"
import { normalized } from "@beauty-store/http/pipeline/RequestPipeline"
import { sign } from "@beauty-store/sql/Secrets"
import { StoreUnavailable } from "@beauty-store/sql/Transactions"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { syncBuiltinESMExports } from "node:module"
import zlib from "node:zlib"
import { describe, expect, it, vi } from "vitest"
import { serum } from "../../../test/shop/products.ts"
import { useShop } from "../../../test/shop/server.ts"
import { checkOut } from "../../../test/shop/shopper.ts"
import { expectProblem } from "./problem.ts"

const store = useShop({ LOG_LEVEL: "info", LOG_FORMAT: "json" })

/** What a test's requests make the store say. */
const said = async (run: () => Promise<unknown>): Promise<string> => {
  const lines: Array<string> = []
  const spy = vi.spyOn(process.stdout, "write").mockImplementation((text) => lines.push(String(text)) > 0)
  try {
    await run()
    await new Promise((done) => setTimeout(done, 50))
  } finally {
    spy.mockRestore()
  }
  return lines.join("")
}

const secret = { key: new TextEncoder().encode("the store's secret, which is long enough") }

describe("the log", () => {
  it("shows no capability, however its path is spelt", async () => {
    const { redirectUrl } = await checkOut(store(), await store().guest())
    const capability = new URL(redirectUrl).pathname.slice("/pay/".length)
    const paths = ["/pay/", "/%70ay/", "/p%61%79/", "//pay/", "/pay%2f", "/checkout/return/", "/checkout/%72eturn/"]
    for (const path of paths) {
      const log = await said(() => store().get(`${path}${capability}`))
      expect(log).toContain("\"path\":")
      expect(log, path).not.toContain(capability.slice(-20))
    }
  })

  it("shows nothing that opens something, wherever it stands in a path and whatever it is cut into", async () => {
    const token = sign(secret, "any page", "opg_0VbVkFhC5ryHqVAnJNIC9eeYtKn0")
    const [id, mark] = token.split(".") as [string, string]
    const bearer = await store().guest()
    const places = [
      (text: string) => `/permissions/${text}`,
      (text: string) => `/de/permissions/${text}/end`,
      (text: string) => `/de/orders/${text}`,
      (text: string) => `/order/${text}`,
      (text: string) => `/orders:${text}`,
      (text: string) => `/orders/find/${id}&key=${text}`,
      (text: string) => `/orders/find/${id}%3Fkey=${text}`,
      (text: string) => `/api/returns/${id}/label/key=${text}`,
      (text: string) => `/support%2F${text}`,
      (text: string) => `/api/products/${text}`,
      (text: string) => `/${text}`
    ]
    const log = await said(async () => {
      for (const at of places) {
        for (const one of [token, mark, bearer, token.slice(0, -1), mark.slice(0, 16), `${mark.slice(0, 14)}%20`]) {
          await store().get(at(one), { headers: { referer: `${store().baseUrl}/orders/${token}` } })
          await store().get(`${at("x")}?key=${one}`)
        }
      }
    })
    expect(log.split("\n").length).toBeGreaterThan(places.length * 12)
    for (const piece of [mark.slice(0, 12), mark.slice(-12), bearer.split(".")[1]!.slice(0, 12)]) {
      expect(log).not.toContain(piece)
    }
  })

  it("shows no number of a card", () => {
    const numbers = ["4242424242424242", "424242424242", "4242424242424242424", "378282246310005"]
    for (const number of numbers) {
      for (const cut of ["", "-", ".", "/", "//", "_"]) {
        const written = number.match(/.{1,4}/g)!.join(cut)
        for (const at of [`/${written}`, `/pay/${written}`, `/orders/find/${written}/x`, `/pay/card-${written}`]) {
          expect(loggedPath(at).match(/\d/g) ?? [], at).toEqual([])
        }
      }
    }
  })

  it("shows next to nothing of what opens something, however small the pieces it is cut into", async () => {
    const token = sign(secret, "any page", "opg_0VbVkFhC5ryHqVAnJNIC9eeYtKn0")
    const [, mark] = token.split(".") as [string, string]
    const cuts = ["%E2%80%8B", "/", "=%0A", "%20", "//", "%2F", "+", "/./", ":", "~%7E", "/cancel/"]
    const places = [
      (text: string) => `/orders/${text}`,
      (text: string) => `/${text}`,
      (text: string) => `/de/permissions/${text}/end`,
      (text: string) => `/api/orders/ord_0VbVkFhC5ryHqVAnJNIC9eeYtKn0/${text}`
    ]
    for (const cut of cuts) {
      for (const length of [1, 2, 3, 6, 8, 9, 11, 12]) {
        const pieces = (text: string) => text.match(new RegExp(`.{1,${length}}`, "g"))!
        for (const one of [token, mark]) {
          for (const at of places) {
            const path = loggedPath(normalized(at(pieces(one).join(cut))))
            // A few characters before the first in upper case, and after the last, may be.
            const shown = path.split(/[^\w-]+/).filter((piece) => pieces(mark).includes(piece)).join("")
            expect(shown.length, `${at(one)} cut by ${cut} after ${length}: ${path}`).toBeLessThan(mark.length / 4)
          }
        }
      }
    }
    const log = await said(() => store().get(`/orders/${mark.match(/.{1,6}/g)!.join("%E2%80%8B")}`))
    expect(log).toContain("\"path\":\"/orders/…\"")
  })

  it("leaves out what stands between the first and the last piece that is no word, number or id", () => {
    const id = "ord_0VbVkFhC5ryHqVAnJNIC9eeYtKn0"
    const cases: ReadonlyArray<readonly [path: string, shown: string]> = [
      [`/orders/0VbVkF%E2%80%8BhC5ryH`, "/orders/…"],
      ["/orders/0VbVkF/abc/hC5ryH/12/qVAnJ/cancel", "/orders/…/cancel"],
      ["/orders/Ab=%0A12=%0Acd", "/orders/…"],
      [`/api/orders/${id}/KEY/receipt`, `/api/orders/${id}/…/receipt`],
      [`/api/orders/${id}x/receipt`, "/api/orders/…/receipt"],
      ["//orders//", "//orders//"],
      ["/", "/"]
    ]
    for (const [path, shown] of cases) expect(loggedPath(path)).toBe(shown)
  })

  it("shows the rest of a path as it is", () => {
    const paths = [
      "/api/orders/ord_0VbVkFhC5ryHqVAnJNIC9eeYtKn0/cancel",
      "/api/products/kieselhaut-niacinamide-serum-10",
      "/images/kieselhaut-niacinamide-serum-10-640.avif",
      "/.well-known/oauth-authorization-server",
      "/acp/agentic_commerce/delegate_payment",
      "/de/policies/withdrawal"
    ]
    for (const path of paths) expect(loggedPath(path)).toBe(path)
  })

  it("says why the store was unavailable", async () => {
    const lines: Array<unknown> = []
    const logger = Logger.replace(
      Logger.defaultLogger,
      Logger.make(({ cause, message }) => void lines.push(message, String(cause)))
    )
    const request = { url: "/api/cart", method: "POST", headers: {} } as HttpServerRequest.HttpServerRequest
    const failing = Effect.fail(new StoreUnavailable({ cause: new Error("database or disk is full") }))
    const policy = Policy.layer({ baseUrl: "http://shop.example" })
    const response = await Effect.runPromise(
      Effect.provide(respond(storeProtocol, request, failing), [logger, policy])
    )
    expect(response.status).toBe(503)
    expect(lines.join(" ")).toMatch(/a request failed.*StoreUnavailable/s)
  })

  it("says which input a use case could not take, and not the input", async () => {
    const lines: Array<unknown> = []
    const logger = Logger.replace(
      Logger.defaultLogger,
      Logger.make(({ cause, message }) => void lines.push(message, String(cause)))
    )
    const words = "Expected 1 to 10 characters, actual \"My name is Grace\""
    const failing = Effect.fail(new InvalidInput({ faults: [{ path: "message", words }] }))
    const request = { url: "/api/support", method: "POST", headers: {} } as HttpServerRequest.HttpServerRequest
    const policy = Policy.layer({ baseUrl: "http://shop.example" })
    const response = await Effect.runPromise(
      Effect.provide(respond(storeProtocol, request, failing), [logger, policy])
    )
    expect(response.status).toBe(500)
    expect(lines.join(" ")).toMatch(/a request failed.*InvalidInput: message/s)
    expect(lines.join(" ")).not.toContain("Grace")
  })

  it("counts a text's characters as its contract does", async () => {
    const token = await store().guest()
    for (const subject of ["\u{1F642}".repeat(101), "\u{1F642}".repeat(200)]) {
      const sent = { email: "ada@example.com", subject, message: `${"x".repeat(9_999)}\u{1F642}` }
      expect((await store().post("/api/support", sent, { token })).status).toBe(200)
    }
    const longer = { email: "ada@example.com", subject: "\u{1F642}".repeat(201), message: "a" }
    expectProblem(await store().post("/api/support", longer, { token }), "invalid_request")
  })
})

describe("one path", () => {
  it("by two spellings is one path to an idempotency key", async () => {
    const sent = { token: await store().guest(), key: "spelt" }
    const first = await store().post("/api/cart", { productId: serum }, sent)
    const again = await store().post("/api/c%61rt", { productId: serum }, sent)
    expect(again.headers["idempotent-replayed"]).toBe("true")
    expect(again.text).toBe(first.text)
  })

  it("is not decoded twice, and what has to stay encoded stays so", async () => {
    expectProblem(await store().get("/api/%2563art"), "not_found")
    expectProblem(await store().get("/api%2Fcart"), "not_found")
    expect((await store().get("/api/products?q=%61")).status).toBe(200)
  })
})

describe("a token that was given less than its client has", () => {
  it("reads no order that the client placed", async () => {
    const { orderId } = await checkOut(store(), await store().clientToken("demo-agent"))
    for (const scope of ["scanner:write", "orders:delegate"]) {
      const token = await store().clientToken("demo-agent", scope)
      expect(expectProblem(await store().get(`/api/orders/${orderId}`, { token }), "forbidden").requiredScope).toBe(
        "shop"
      )
    }
    const staff = await store().clientToken("demo-staff", "admin:read")
    expect(expectProblem(await store().get(`/api/orders/${orderId}`, { token: staff }), "forbidden").requiredScope)
      .toBe("orders:read")
  })
})

describe("cheap requests", () => {
  it("with a content type of blanks are refused without trying every way to read them", async () => {
    const blanks = (type: string) => ({ headers: { "content-type": `${type}${" ".repeat(15_000)}x` } })
    const form = blanks("application/x-www-form-urlencoded")
    const { orderId } = await checkOut(store(), await store().guest())
    // Whoever tries them all takes a third of a second for each, and longer than this test may.
    for (let n = 0; n < 30; n++) {
      expect((await store().post("/api/auth/guest", "{}", blanks("application/json"))).status).toBe(415)
      expect((await store().post("/api/auth/token", "x=y", form)).status).toBe(415)
      expect((await store().post(`/orders/find/${orderId}`, "x=y", form)).status).toBe(415)
    }
  }, 5_000)

  it("for the largest page, which never changes, encode it once", async () => {
    const page = (await store().get("/docs")).bytes
    for (const [coding, name] of [["br", "brotliCompressSync"], ["gzip", "gzipSync"]] as const) {
      const ask = () => store().get("/docs", { headers: { "accept-encoding": coding } })
      expect((await ask()).headers["content-encoding"]).toBe(coding)
      const encoder = vi.spyOn(zlib, name)
      syncBuiltinESMExports()
      for (let n = 0; n < 5; n++) expect((await ask()).headers["content-encoding"]).toBe(coding)
      expect(encoder.mock.calls.length).toBe(0)
      encode(page, coding, "fast")
      expect(encoder.mock.calls.length).toBe(1)
      encoder.mockRestore()
      syncBuiltinESMExports()
    }
  })
})
