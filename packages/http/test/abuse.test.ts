/**
 * What costs the store more than it costs whoever sends it, and what would tell too much: to the log, or to a token
 * that was given less (docs/specification.md#requests, docs/specification.md#access, docs/specification.md#logs).
 */
import { encode } from "@beauty-store/http/pipeline/Encoding"
import { respond } from "@beauty-store/http/pipeline/Operations"
import { storeProtocol } from "@beauty-store/http/pipeline/Protocol"
import { StoreUnavailable } from "@beauty-store/kernel/Transactions"
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

  it("says why the store was unavailable", async () => {
    const lines: Array<unknown> = []
    const logger = Logger.replace(
      Logger.defaultLogger,
      Logger.make(({ cause, message }) => void lines.push(message, String(cause)))
    )
    const request = { url: "/api/cart", method: "POST", headers: {} } as HttpServerRequest.HttpServerRequest
    const failing = Effect.fail(new StoreUnavailable({ cause: new Error("database or disk is full") }))
    const response = await Effect.runPromise(Effect.provide(respond(storeProtocol, request, failing), logger))
    expect(response.status).toBe(503)
    expect(lines.join(" ")).toMatch(/a request failed.*StoreUnavailable/s)
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
