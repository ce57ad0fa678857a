/**
 * Prepared responses: a store is asked in both ways, by what is prepared and by the ordinary way, and whatever is
 * prepared is the same to the byte, headers and their order included. What is not exactly simple is never prepared.
 */
import { type PreparedResponse, toResponse } from "@beauty-store/http/pipeline/PreparedResponses"
import * as StoreHttp from "@beauty-store/http/StoreHttp"
import * as Network from "@beauty-store/simulation/engine/Network"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type HandledShop, now, openHandlers, providerPages } from "../../../test/shop/handlers.ts"
import { serum } from "../../../test/shop/products.ts"
import type { Answer } from "../../../test/shop/requests.ts"
import { useShop } from "../../../test/shop/server.ts"

type Headers = Readonly<Record<string, string>>
type Prepared = (method: string, path: string, headers: Headers) => PreparedResponse | undefined

let ordinary: HandledShop["request"]
let prepared: Prepared
let close: HandledShop["close"]

beforeAll(async () => {
  const store = await openHandlers(Effect.map(StoreHttp.application(providerPages), (application) => {
    prepared = (method, path, headers) =>
      application.prepared(method, path, { host: "shop.example", ...headers }, undefined, now)
    return application.ordinary
  }))
  ordinary = store.request
  close = store.close
})
afterAll(() => close())

/** Paths whose representations are kept, once they were read. */
const paths = [
  "/api/",
  "/api",
  "/api/products",
  "/api/products?category=hair&sort=price&limit=2",
  "/api/products?q=s%C3%A9rum",
  `/api/products/${serum}`,
  "/acp/feed/products.jsonl",
  "/.well-known/acp.json",
  "/.well-known/commerce.json",
  "/api/descriptors/checkout",
  "/api/descriptors/orders",
  "/api/descriptors/returns",
  "/openapi.json",
  "/docs",
  "/llms.txt",
  "/robots.txt",
  "/",
  "/problems",
  "/problems/not_found",
  "/policies/terms",
  "/favicon.ico",
  `/images/${serum}.svg`
]

/** Ways of asking that make no difference, or one that both ways have to make alike. */
const plainHeaders: ReadonlyArray<Headers> = [
  {},
  { accept: "application/json;q=0, text/html;q=0.5" },
  { accept: "*/*;q=0" },
  { "accept-encoding": "gzip" },
  { "accept-encoding": "br" },
  { "accept-encoding": "gzip, deflate, br, zstd" },
  { "accept-encoding": "br;q=0, gzip" },
  { "accept-encoding": "gzip;q=0.000,br ; q=0" },
  { "accept-encoding": "*" },
  { "accept-encoding": "GZIP" },
  { "accept-encoding": "identity" },
  { "accept-encoding": "" },
  { "accept-encoding": "br".padStart(200, "x,") },
  { "if-none-match": "*" },
  { "if-none-match": "\"other\"" },
  { "if-none-match": "" },
  { "if-none-match": "*", "accept-encoding": "br" },
  { "if-modified-since": "Thu, 01 Jan 2026 00:00:00 GMT", range: "bytes=0-10" },
  { origin: "https://elsewhere.example" },
  { "api-version": "1999-01-01", "idempotency-key": "not one" },
  { "x-shopper": "somebody", "content-type": "application/json", "content-length": "2" }
]

/** Ways of asking that leave the question to the ordinary way. */
const otherHeaders: ReadonlyArray<Headers> = [
  { authorization: "Bearer none" },
  { authorization: "" },
  { cookie: "store_session=stale" },
  { cookie: "a=b" },
  { "request-id": "of-the-agent" }
]

/** Spellings of a path that are not its own: most lead nowhere, some to the same. */
const spellings = (path: string): ReadonlyArray<string> => [
  `${path}/`,
  `${path}?`,
  `${path}?a=b`,
  `${path}#top`,
  `${path};v=1`,
  `${path}%00`,
  `/${path}`,
  path.toUpperCase(),
  path.replace("p", "%70"),
  path.replace("p", "%2570"),
  `${path}/..`,
  `/.${path}`
]

/** The response as it goes out, but for an id that the store made up. */
const shown = ({ headers, status, text }: Pick<Answer, "headers" | "status" | "text">, given: boolean) => {
  const named = Object.entries(headers).map(([name, value]) => [name, name === "x-request-id" && !given ? "…" : value])
  return { status, headers: named, text: given ? text : text.replaceAll(headers["x-request-id"] ?? "", "…") }
}

/** Asks both ways. Returns whether it was prepared. */
const compare = async (method: string, path: string, headers: Headers): Promise<boolean> => {
  const ready = prepared(method, path, headers)
  if (ready === undefined) return false
  const given = /^[\x21-\x7e]{1,128}$/.test(headers["x-request-id"] ?? "")
  const expected = shown(await ordinary(method, path, { headers }), given)
  const { body, ...sent } = Network.toResponse(toResponse(ready))
  expect(
    shown({ ...sent, headers: sent.headers as Answer["headers"], text: body }, given),
    `${method} ${path} ${JSON.stringify(headers)}`
  )
    .toEqual(expected)
  return true
}

/** The ETags of a path in all codings. */
const etagsOf = async (path: string): Promise<ReadonlyArray<string>> => {
  const etags = []
  for (const coding of ["identity", "br", "gzip"]) {
    const { etag } = (await ordinary("GET", path, { headers: { "accept-encoding": coding } })).headers
    if (etag !== undefined) etags.push(etag)
  }
  return etags
}

describe("what is prepared", () => {
  it.each(paths)("%s is prepared once it was read, and the same in every way of asking for it", async (path) => {
    if (path !== "/api") expect(prepared("GET", path, {})).toBeUndefined()
    expect((await ordinary("GET", path)).status).toBe(200)
    const etags = await etagsOf(path)
    const known: ReadonlyArray<Headers> = etags.flatMap((etag) => [
      { "if-none-match": etag },
      { "if-none-match": `W/${etag}` },
      { "if-none-match": `"other", ${etag} ,W/"another"`, "accept-encoding": "gzip" },
      { "if-none-match": etag.slice(1, -1) }
    ])
    for (const method of ["GET", "HEAD"]) {
      for (const headers of [...plainHeaders, ...known]) {
        expect(await compare(method, path, headers), `${method} ${path} ${JSON.stringify(headers)}`).toBe(true)
      }
    }
    for (const headers of otherHeaders) expect(prepared("GET", path, headers)).toBeUndefined()
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS", "get", ""]) {
      expect(prepared(method, path, {}), method).toBeUndefined()
    }
  })

  it("names the request's own id where it has the form of one, and else a new one", async () => {
    for (const id of ["of-mine", "\"\\", "~".repeat(128), "x".repeat(129), "with space", "", "é"]) {
      expect(await compare("GET", "/robots.txt", { "x-request-id": id }), id).toBe(true)
    }
    const idOf = (headers: Headers) => {
      const named = prepared("GET", "/robots.txt", headers)!.headers
      return named[named.indexOf("x-request-id") + 1]
    }
    expect(idOf({ "x-request-id": "of-mine" })).toBe("of-mine")
    expect(idOf({})).toMatch(/^req_[0-9A-Za-z]{28}$/)
    expect(idOf({})).not.toBe(idOf({}))
  })

  it("is never another spelling of a path than the one that was read", async () => {
    let same = 0
    for (const path of paths) {
      for (const spelling of spellings(path)) {
        const before = prepared("GET", spelling, {})
        const { status } = await ordinary("GET", spelling)
        if (before !== undefined) expect(await compare("GET", spelling, {}), spelling).toBe(true)
        if (status === 200) same++
        else expect(prepared("GET", spelling, {}), spelling).toBeUndefined()
      }
    }
    expect(same).toBeGreaterThan(paths.length)
  })

  it("is a single resource under its own path only, so that names with a host do not fill the memory", async () => {
    for (const path of ["/", "/docs", "/problems", "/llms.txt", "/api/products", "/api/", "/acp/feed/products.jsonl"]) {
      for (const host of ["a", "b"]) {
        expect((await ordinary("GET", `http://${host}${path}`)).status, path).toBe(200)
        expect(prepared("GET", `http://${host}${path}`, {}), path).toBeUndefined()
      }
    }
  })

  it("is nothing that was refused, and nothing that depends on who asks or on how many there are", async () => {
    const others = [
      "/api/products/none",
      "/api/products?limit=none",
      "/api/products?cursor=none",
      "/images/none.svg",
      "/policies/none",
      "/problems/none",
      "/nowhere",
      `/api/inventory/${serum}`,
      "/api/cart",
      "/api/orders",
      "/orders/find",
      "/health/live",
      "/health/ready",
      "/.well-known/security.txt"
    ]
    for (const path of others) {
      await ordinary("GET", path)
      await ordinary("GET", path)
      expect(prepared("GET", path, {}), path).toBeUndefined()
    }
  })

  it("is the same for any request that is put together of such parts", async () => {
    const header = fc.constantFrom(...plainHeaders, ...otherHeaders, { "x-request-id": "one" }, { "x-request-id": " " })
    const path = fc.constantFrom(...paths).chain((path) => fc.constantFrom(path, path, ...spellings(path)))
    let hits = 0
    const property = fc.asyncProperty(
      fc.constantFrom("GET", "GET", "HEAD", "POST"),
      path,
      fc.array(header, { maxLength: 3 }),
      async (method, path, parts) => {
        if (await compare(method, path, Object.assign({}, ...parts))) hits++
      }
    )
    await fc.assert(property, { numRuns: 1000 })
    expect(hits).toBeGreaterThan(50)
  })
})

describe("over a socket", () => {
  const store = useShop()

  it("what is prepared comes as the ordinary way sends it, byte for byte, one after the other and with others between", async () => {
    const ask = (method: string, path: string, headers: Headers) =>
      `${method} ${path} HTTP/1.1\r\nhost: localhost\r\nx-request-id: one\r\n${
        Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join("")
      }\r\n`
    const small = paths.filter((path) => path !== "/docs" && path !== "/openapi.json")
    for (const path of small) await store().get(path)
    const asked = small.flatMap((path) =>
      [{}, { "accept-encoding": "br" }, { "if-none-match": "*" }].flatMap((headers) => [
        ["GET", path, headers] as const,
        ["HEAD", path, headers] as const
      ])
    )
    // No connection may have more than 32 requests running.
    const rows = Array.from({ length: Math.ceil(asked.length / 31) }, (_, n) => asked.slice(31 * n, 31 * n + 31))
    const answered = async (more: Headers): Promise<string> => {
      let all = ""
      for (const row of rows) {
        const requests = row.map(([method, path, headers]) => ask(method, path, { ...headers, ...more }))
        all += await store().raw(`${requests.join("")}${ask("GET", "/health/live", { connection: "close" })}`)
      }
      return all.replace(/^date: .*$/gim, "date: …")
    }
    const prepared = await answered({})
    expect(prepared.match(/HTTP\/1\.1 (?:200 OK|304 Not Modified)\r\n/g)?.length).toBe(asked.length + rows.length)
    // A cookie that says nothing makes a request one of the ordinary way.
    expect(await answered({ cookie: "a=b" })).toBe(prepared)
  })
})
