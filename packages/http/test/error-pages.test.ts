/**
 * Errors that no page of its own prints, as a person's browser and as a program meet them. Follows
 * docs/specification.md#pages.
 */
import { defaultPolicy } from "@beauty-store/commerce/Policy"
import { describe, expect, it } from "vitest"
import type { Answer } from "../../../test/shop/requests.ts"
import { describeShop, useShop } from "../../../test/shop/server.ts"
import { problems, type ProblemTag } from "../src/contract/Problems.ts"
import { printerIn } from "../src/StoreHttp.ts"
import { browserAccept as accept, placed } from "./orders.ts"

const formType = "application/x-www-form-urlencoded"

/** The links of a page's own part, without its header and footer. */
const linksIn = (page: string): ReadonlyArray<string> => {
  const main = /<main[^]*<\/main>/.exec(page)?.[0] ?? ""
  return [...main.matchAll(/ href="([^"]+)"/g)].map((match) => match[1]!)
}

const expectPage = (answer: Answer, status: number, words: string) => {
  expect([answer.status, answer.headers["content-type"]], answer.text).toEqual([status, "text/html; charset=utf-8"])
  expect(answer.text).toContain(words)
  expect(answer.headers["cache-control"]).toBe("no-store")
  expect(answer.headers["content-security-policy"]).toContain("default-src 'none'")
  expect(answer.headers["x-request-id"]).toMatch(/^req_/)
}

describe("an error at a page", () => {
  const shop = useShop({ TRUSTED_PROXIES: "127.0.0.1" })
  const send = (path: string, body: string, headers: Readonly<Record<string, string>>) =>
    shop().post(path, body, { headers: { "content-type": formType, ...headers } })
  type Headers = Readonly<Record<string, string>>

  const errors: ReadonlyArray<
    readonly [name: string, status: number, words: string, ask: (headers: Headers) => Promise<Answer>]
  > = [
    [
      "a form of another site",
      403,
      "sent by another website",
      (headers) => send("/cart", "action=add", { ...headers, "sec-fetch-site": "cross-site" })
    ],
    [
      "a form of another site, without a body",
      403,
      "sent by another website",
      (headers) => send("/orders/page_0.x/close", "", { ...headers, origin: "https://evil.example" })
    ],
    ["another method", 405, "Nothing can be sent", (headers) => shop().request("PUT", "/cart", { headers })],
    ["a method of a page without forms", 405, "Nothing can be sent", (headers) => send("/problems", "", headers)],
    [
      "a form that is too long",
      413,
      "longer than the shop takes",
      (headers) => send("/contact", "x".repeat(300_000), headers)
    ],
    [
      "a form that is none",
      415,
      "cannot read",
      (headers) => send("/contact", "{}", { ...headers, "content-type": "application/json" })
    ],
    [
      "a token that is none",
      401,
      "cannot read",
      (headers) => shop().get("/cart", { headers: { ...headers, authorization: "Bearer x" } })
    ],
    [
      "a label that there is not",
      404,
      "no such label",
      (headers) => shop().get("/api/returns/ret_1/label?key=x", { headers })
    ],
    ...[17_000, 40_000, 60_000].map((length) =>
      [
        `${length} bytes of cookies`,
        431,
        "more cookies",
        (headers: Headers) => shop().get("/cart", { headers: { ...headers, cookie: "a=b; ".repeat(length / 5) } })
      ] as const
    ),
    [
      "an address that is too long",
      431,
      "a longer address",
      (headers) => shop().get(`/search?q=${"a".repeat(20_000)}`, { headers })
    ]
  ]

  it.each(errors)("is a page to a browser and a problem to a program: %s", async (_, status, words, ask) => {
    const page = await ask({ accept })
    expectPage(page, status, words)
    expect(linksIn(page.text)).toEqual(["/"])
    const german = await ask({ accept, "accept-language": "de" })
    expect(german.text).toContain("<html lang=\"de\">")
    expect(linksIn(german.text)).toEqual(["/de"])
    for (const other of ["*/*", "application/json"]) {
      const problem = await ask({ accept: other })
      expect([problem.status, problem.headers["content-type"]]).toEqual([status, "application/problem+json"])
      expect(problem.json.status).toBe(status)
    }
  })

  it("names the methods, when to come again, and nothing of an address that may be a capability", async () => {
    const { headers, text } = await shop().request("DELETE", "/orders/page_0.secret/cancel", { headers: { accept } })
    expect(headers["allow"]).toBe("HEAD, GET, POST")
    expect(text).not.toContain("secret")
    const network = { accept, "x-forwarded-for": "192.0.2.7" }
    let last = await send("/contact", "", network)
    for (let sent = 0; sent < 200 && last.status !== 429; sent++) last = await send("/contact", "", network)
    expectPage(last, 429, "Too many requests came from your network")
    expect(last.headers["retry-after"]).toMatch(/^\d+$/)
    expect(linksIn(last.text)).toEqual(["/"])
  })

  it("is a page where the request is none, if it says that a browser sent it", async () => {
    const head = (first: string, more = "") =>
      `${first} HTTP/1.1\r\nHost: a\r\nAccept: ${accept}\r\nAccept-Language: de\r\n${more}\r\n`
    const requests = [
      head("BREW /cart"),
      head("GET /cart", "Bad Header: x\r\n"),
      head("GET /cart", "Host: b\r\n")
    ]
    for (const request of requests) {
      const text = await shop().raw(request, 1_000)
      expect(text, request.slice(0, 200)).toMatch(/^HTTP\/1\.1 400 /)
      expect(text).toContain("content-type: text/html; charset=utf-8")
      expect(text).toContain("Das hat nicht geklappt")
    }
    expect(await shop().raw("BREW /cart HTTP/1.1\r\nHost: a\r\n\r\n", 1_000)).toContain(
      "\"code\":\"malformed_request\""
    )
    // Below /api a program asks, whatever it accepts.
    expect(await shop().raw(head("BREW /api/cart"), 1_000)).toContain("\"code\":\"malformed_request\"")
  })

  it("is a page for an address that means nothing", async () => {
    for (const path of ["/%zz", "/orders/find/%ff", "/products/%00", "/orders/%", "//cart", "/cart;x"]) {
      const answer = await shop().get(path, { headers: { accept } })
      expect([answer.status < 500, answer.headers["content-type"]], path).toEqual([true, "text/html; charset=utf-8"])
    }
  })
})

describe("every error that the table knows", () => {
  const printerOf = printerIn({ ...defaultPolicy, baseUrl: "http://shop.example", storeName: "The <Shop>" }, [])
  const context = { baseUrl: "http://shop.example", instance: "/cart", requestId: "req_1" }
  const tags = Object.keys(problems) as ReadonlyArray<ProblemTag>

  it.each(tags)("is a page with a link, in both languages, and says nothing technical: %s", (_tag) => {
    for (const [path, language] of [["/cart", "en"], ["/de/cart", "de"]] as const) {
      const { body, headers, status } = printerOf(path, { accept })({ _tag }, context)
      expect([status, headers["content-type"]]).toEqual([problems[_tag].status, "text/html; charset=utf-8"])
      expect(body).toContain(`<html lang="${language}">`)
      expect(linksIn(body).length).toBeGreaterThan(0)
      expect(body).not.toContain(problems[_tag].code)
      expect(body).not.toContain("undefined")
    }
    expect(printerOf("/cart", { accept: "*/*" })({ _tag }, context).headers["content-type"])
      .toBe("application/problem+json")
    for (const path of ["/api", "/api/cart", "/api/returns/ret_1", "/api/returns/ret_1/label/x"]) {
      expect(printerOf(path, { accept })({ _tag }, context).headers["content-type"]).toBe("application/problem+json")
    }
  })
})

describeShop("a bank", (shop) => {
  it("sends a payer back by a form of its own, as by a link", async () => {
    const { path, returnUrl } = await placed(shop())
    const at = new URL(returnUrl).pathname
    const sent = await shop().post(at, "PaRes=abc&MD=1", {
      headers: { accept, "content-type": formType, origin: "https://bank.example", "sec-fetch-site": "cross-site" }
    })
    expect([sent.status, sent.headers["location"]]).toEqual([303, at])
    const returned = await shop().get(at, { headers: { accept } })
    expect([returned.status, returned.headers["location"]]).toEqual([303, path])
    const nowhere = await shop().post(`${at}x`, undefined, { headers: { accept } })
    expect([nowhere.status, (await shop().get(nowhere.headers["location"]!, { headers: { accept } })).status])
      .toEqual([303, 404])
  })
})
