/**
 * Input from people who mean harm or do not know better (docs/specification.md#requests, docs/specification.md#errors):
 * each is answered by its documented 4xx, changes nothing and shows nothing, neither of the program nor of what was
 * sent.
 */
import { Api } from "@beauty-store/http/contract/Api"
import { listEndpoints } from "@beauty-store/http/contract/HttpApiLookup"
import { once } from "node:events"
import * as net from "node:net"
import { describe, expect, it } from "vitest"
import { serum } from "../../../test/shop/products.ts"
import type { Answer, Sent } from "../../../test/shop/requests.ts"
import { useShop } from "../../../test/shop/server.ts"
import { address, checkOut, delivery, eventually } from "../../../test/shop/shopper.ts"
import { expectProblem, inside, pointersOf } from "./problem.ts"

const store = useShop()

const itemsOf = async (token: string) => (await store().get("/api/cart", { token })).json.items
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth)

describe("quantities", () => {
  const bad = [
    "-1",
    "1.5",
    "1e309",
    "9007199254740992",
    "\"2\"",
    "true",
    "null",
    "[]",
    "{}",
    "100",
    "1e2",
    "-0.5",
    "NaN1"
  ]

  it("that are no whole number in range are refused and change nothing", async () => {
    const token = await store().guest()
    await store().post("/api/cart", { productId: serum, quantity: 7 }, { token })
    for (const quantity of [...bad, "0"]) {
      const answer = await store().post("/api/cart", `{"productId":"${serum}","quantity":${quantity}}`, { token })
      if (quantity === "NaN1") expectProblem(answer, "malformed_body")
      else expect(pointersOf(answer), quantity).toEqual(["/quantity"])
    }
    for (const quantity of bad) {
      const answer = await store().request("PUT", `/api/cart/items/${serum}`, {
        token,
        body: `{"quantity":${quantity}}`
      })
      if (quantity === "NaN1") expectProblem(answer, "malformed_body")
      else expect(pointersOf(answer), quantity).toEqual(["/quantity"])
    }
    expect(pointersOf(await store().request("PUT", `/api/cart/items/${serum}`, { token, body: {} }))).toEqual([
      "/quantity"
    ])
    expect(await itemsOf(token)).toMatchObject([{ quantity: 7 }])
  })

  it("that are whole numbers by another spelling are taken", async () => {
    const token = await store().guest()
    for (const quantity of ["1", "1.0", "10e-1", "1E0"]) {
      expect((await store().post("/api/cart", `{"productId":"${serum}","quantity":${quantity}}`, { token })).status)
        .toBe(200)
    }
    expect(await itemsOf(token)).toMatchObject([{ quantity: 4 }])
  })

  it("that are too many together are a conflict that names the limit", async () => {
    const token = await store().guest()
    await store().post("/api/cart", { productId: serum, quantity: 99 }, { token })
    const answer = await store().post("/api/cart", { productId: serum, quantity: 1 }, { token })
    expect(expectProblem(answer, "quantity_limit_exceeded")).toMatchObject({ limit: 99, requested: 100 })
    expect(await itemsOf(token)).toMatchObject([{ quantity: 99 }])
  })
})

describe("a client's own idea of money and state", () => {
  it("is ignored wherever it is sent", async () => {
    const token = await store().guest()
    const wishes = {
      price: 0.01,
      unitPrice: 0.01,
      lineTotal: 0,
      subtotal: 0,
      total: 0.01,
      totalMinor: 1,
      discount: 100,
      currency: "XXX",
      status: "confirmed",
      paymentStatus: "paid",
      principal: "staff:demo-staff",
      orderId: "ord_mine",
      sessionId: "cs_mine",
      expiresAt: "2999-01-01T00:00:00.000Z",
      __proto__: { total: 0 }
    }
    const { price } = (await store().get(`/api/products/${serum}`)).json
    const cart = await store().post("/api/cart", { productId: serum, quantity: 2, ...wishes }, { token })
    expect(cart.json).toMatchObject({ items: [{ price, lineTotal: price * 2 }], subtotal: price * 2, currency: "EUR" })
    await store().request("PUT", `/api/cart/items/${serum}`, { token, body: { quantity: 2, ...wishes } })
    const shippingWishes = { ...address, shipping: 0, price: 0 }
    const session =
      (await store().post("/api/checkout", { ...delivery, ...wishes, shipping: shippingWishes }, { token }))
        .json
    expect(session).toMatchObject({ total: cart.json.total, currency: "EUR", status: "open" })
    expect(session.orderId).not.toBe("ord_mine")
    const order = (await store().get(`/api/orders/${session.orderId}`, { token })).json
    expect(order).toMatchObject({ status: "pending", total: cart.json.total, payment: { status: "unpaid" } })
  })
})

describe("bodies", () => {
  const cases: Array<[name: string, body: string | Uint8Array, code: string, headers?: NonNullable<Sent["headers"]>]> =
    [
      ["nothing", "", "invalid_request"],
      ["no JSON", "{", "malformed_body"],
      ["two values", "{}{}", "malformed_body"],
      ["a trailing comma", `{"productId":"${serum}",}`, "malformed_body"],
      ["a comment", `{"productId":"${serum}"/**/}`, "malformed_body"],
      ["single quotes", `{'productId':'${serum}'}`, "malformed_body"],
      ["NaN", `{"productId":"${serum}","quantity":NaN}`, "malformed_body"],
      ["no UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), "malformed_body"],
      ["UTF-16", Buffer.from(`{"productId":"${serum}"}`, "utf16le"), "malformed_body"],
      ["a raw control character", `{"productId":"a\u0001b"}`, "malformed_body"],
      ["a NUL", `{"productId":"a\\u0000b"}`, "malformed_body"],
      ["half a character", `{"productId":"\\ud83e"}`, "malformed_body"],
      ["the wrong half of a character", `{"productId":"\\uDDF4a"}`, "malformed_body"],
      ["half a character as key", `{"\\ud800":1,"productId":"${serum}"}`, "malformed_body"],
      ["a whole character, escaped, as id", `{"productId":"\\ud83e\\uddf4"}`, "product_not_found"],
      ["a backslash and no character as id", `{"productId":"\\\\ud83e"}`, "product_not_found"],
      ["a NUL as key", `{"a\\u0000":1,"productId":"${serum}"}`, "malformed_body"],
      ["a key twice", `{"productId":"${serum}","quantity":1,"quantity":2}`, "malformed_body"],
      [
        "a key twice by another spelling",
        `{"productId":"${serum}","quantity":1,"\\u0071uantity":2}`,
        "malformed_body"
      ],
      ["a key twice deep inside", `{"productId":"${serum}","a":[{"b":{"c":1,"c":1}}]}`, "malformed_body"],
      ["33 levels", `{"productId":"${serum}","a":${nested(32)}}`, "malformed_body"],
      ["100 000 levels", nested(100_000), "malformed_body"],
      ["open brackets", "[".repeat(200_000), "malformed_body"],
      ["an array", "[]", "invalid_request"],
      ["null", "null", "invalid_request"],
      ["a text", `"${serum}"`, "invalid_request"],
      ["a number", "1", "invalid_request"],
      ["a missing field", "{}", "invalid_request"],
      ["an empty id", `{"productId":""}`, "invalid_request"],
      ["an id of another type", `{"productId":{"$ne":null}}`, "invalid_request"],
      ["an endless id", `{"productId":"${"a".repeat(201)}"}`, "invalid_request"],
      ["an unknown id", `{"productId":"' OR 1=1; DROP TABLE product; --"}`, "product_not_found"],
      ["an inherited name as id", `{"productId":"__proto__"}`, "product_not_found"],
      ["no type", `{"productId":"${serum}"}`, "unsupported_media_type", { "content-type": "" }],
      ["a form's type", `{"productId":"${serum}"}`, "unsupported_media_type", {
        "content-type": "application/x-www-form-urlencoded"
      }],
      ["text/plain", `{"productId":"${serum}"}`, "unsupported_media_type", { "content-type": "text/plain" }],
      ["another charset", `{"productId":"${serum}"}`, "unsupported_media_type", {
        "content-type": "application/json; charset=utf-16"
      }],
      ["a type that only ends like JSON", `{"productId":"${serum}"}`, "unsupported_media_type", {
        "content-type": "text/plain+application/json"
      }],
      ["a coding", `{"productId":"${serum}"}`, "unsupported_media_type", { "content-encoding": "gzip" }],
      ["256 KiB and one byte", " ".repeat(256 * 1024 + 1), "payload_too_large"],
      ["a megabyte", " ".repeat(1024 * 1024), "payload_too_large"]
    ]
  it.each(cases)("of %s are refused", async (_name, body, code, headers = {}) => {
    const token = await store().guest()
    const answer = await store().request("POST", "/api/cart", { body, token, headers })
    expectProblem(answer, code)
    const chunked = { ...headers, "transfer-encoding": "chunked" }
    const second = await store().request("POST", "/api/cart", { body, token, headers: chunked })
    expectProblem(second, code)
    expect(await itemsOf(token)).toEqual([])
  })

  it("up to the limits are taken: 32 levels, 256 KiB, any case and charset=utf-8 of the type", async () => {
    const token = await store().guest()
    const good = `{"productId":"${serum}","a":${nested(31)}}`
    const padded = good + " ".repeat(256 * 1024 - good.length)
    expect((await store().post("/api/cart", good, { token })).status).toBe(200)
    expect((await store().post("/api/cart", padded, { token })).status).toBe(200)
    for (
      const type of ["Application/JSON; charset=UTF-8", "application/json;charset=\"utf-8\"", "application/vnd.a+json"]
    ) {
      expect((await store().post("/api/cart", good, { token, headers: { "content-type": type } })).status).toBe(200)
    }
    expect((await itemsOf(token))[0].quantity).toBe(5)
  })

  it("that are too large to wait for leave the connection in order", async () => {
    const one =
      `POST /api/cart HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 300000\r\n\r\n`
    const text = await store().raw(
      `${one}${" ".repeat(300_000)}GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      500
    )
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 413", "HTTP/1.1 200"])
  })

  it("may come with requests that want none", async () => {
    const token = await store().guest()
    expect((await store().request("DELETE", "/api/cart", { token, body: {} })).status).toBe(200)
    expectProblem(await store().request("DELETE", "/api/cart", { token, body: "{" }), "malformed_body")
    expect((await store().request("GET", "/api/cart", { token, body: "{" })).status).toBe(200)
  })
})

describe("faults", () => {
  const every = (over: object = {}) => ({ ...delivery, ...over })

  it("are all named at once, by JSON pointer, in words that say what is wanted", async () => {
    const token = await store().guest()
    const answer = await store().post("/api/checkout", {
      email: "nobody",
      shipping: { name: " ", address: "a".repeat(201), city: 5, country: "Atlantis" },
      payment_method: "cash",
      shippingMethod: "drone",
      returnUrl: "https://evil.example"
    }, { token })
    expect(pointersOf(answer)).toEqual([
      "/email",
      "/payment_method",
      "/returnUrl",
      "/shipping/address",
      "/shipping/city",
      "/shipping/country",
      "/shipping/name",
      "/shipping/postcode",
      "/shippingMethod"
    ])
    for (const { detail } of answer.json.errors) expect(detail).toMatch(/^must be |^is missing$/)
    expect(pointersOf(await store().post("/api/checkout", {}, { token }))).toEqual(["/email", "/shipping"])
    expect(pointersOf(await store().post("/api/cart", { quantity: 0 }, { token }))).toEqual(["/productId", "/quantity"])
  })

  it("of a text say that hidden characters are refused, where nothing else is wrong with it", async () => {
    const token = await store().clientToken("demo-staff")
    const hidden = { carrier: "DHL\u202e", trackingNumber: "\u0007" }
    const { errors } = (await store().post("/api/orders/ord_none/ship", hidden, { token })).json
    const detail = "must be 1 to 100 characters, without control characters and hidden ones"
    expect(errors).toEqual([{ pointer: "/carrier", detail }, { pointer: "/trackingNumber", detail }])
    const question = { email: "ada@example.com", subject: "x\u{e0041}", message: "\ue000" }
    for (const { detail } of (await store().post("/api/support", question)).json.errors) {
      expect(detail).toMatch(/^must be 1 to \d+ characters, without control characters and hidden ones$/)
    }
  })

  it("of a query are all named at once, by the parameter's name", async () => {
    const answer = await store().get(
      "/api/products?limit=0&minPrice=-1&maxPrice=1.9999&inStock=maybe&sort=best&brand=%00&q=" + "a".repeat(501)
    )
    expect(pointersOf(answer)).toEqual(["brand", "inStock", "limit", "maxPrice", "minPrice", "q", "sort"])
    for (const fault of answer.json.errors) expect(fault.in).toBe("query")
    for (const price of ["1.999", "1e309", "NaN", "Infinity", "", "1,5", "0x1", "9".repeat(30), "1e2", "%2B1"]) {
      expect(pointersOf(await store().get(`/api/products?minPrice=${price}`)), price).toEqual(["minPrice"])
    }
  })

  it("of an address: each line trimmed and 1 to 200 characters, the country one that exists", async () => {
    const token = await store().guest()
    for (const field of ["name", "address", "city", "postcode"]) {
      for (const value of ["", "   ", "a".repeat(201), 1, null, ["a"], { a: 1 }]) {
        const answer = await store().post("/api/checkout", every({ shipping: { ...address, [field]: value } }), {
          token
        })
        expect(pointersOf(answer)).toEqual([`/shipping/${field}`])
      }
    }
    for (const country of ["", "XX", "de-DE", "Deutschlandd", 49, null, "a".repeat(201)]) {
      const answer = await store().post("/api/checkout", every({ shipping: { ...address, country } }), { token })
      expect(pointersOf(answer)).toEqual(["/shipping/country"])
    }
    await store().post("/api/cart", { productId: serum }, { token })
    for (const country of ["DE", "de", "DEU", "Germany", " germany "]) {
      const { json } = await store().post(
        "/api/checkout",
        every({ shipping: { ...address, name: " Ada ", country } }),
        { token }
      )
      const order = (await store().get(`/api/orders/${json.orderId}`, { token })).json
      expect(order.shippingAddress).toEqual({ ...address, name: "Ada" })
    }
  })

  it("of an email: its form only, and no second recipient or header in it", async () => {
    const token = await store().guest()
    const emails = [
      "",
      "a",
      "a@b",
      "@b.de",
      "a@b.de,c@d.de",
      "a@b.de\nbcc: c@d.de",
      "a b@c.de",
      "<a@b.de>",
      "a@b..de",
      null,
      1
    ]
    for (const email of emails) {
      expect(pointersOf(await store().post("/api/checkout", every({ email }), { token })), String(email)).toEqual([
        "/email"
      ])
    }
  })
})

describe("returnUrl", () => {
  const tricks = [
    "",
    "/thanks",
    "//localhost/thanks",
    "https://evil.example/",
    "http://localhost.evil.example/",
    "http://evil.example/localhost",
    "http://evil.example#@localhost/",
    "http://evil.example?@localhost/",
    "http://localhost@evil.example/",
    "http://localhost:80@evil.example/",
    "http://user@localhost/",
    "http://user:secret@localhost/",
    "http://@localhost/",
    "http:\\\\localhost/",
    "http://localhost\\@evil.example/",
    "http://evil.example\\.localhost/",
    "http:localhost",
    "http:/localhost",
    "http:///localhost",
    "javascript:alert(1)//http://localhost",
    "JaVaScRiPt://localhost/%0aalert(1)",
    "data:text/html,http://localhost",
    "ftp://localhost/",
    "file://localhost/etc/passwd",
    "ws://localhost/",
    " http://localhost/",
    "http://localhost/ ",
    "http://localhost/\n",
    "ht\ttp://localhost/",
    "http://local\thost/",
    "http://localhost./",
    "http://localhost。evil.example/",
    "http://localhost\u2024evil.example/",
    "http://localhost%2eevil.example/",
    "http://localhost%00.evil.example/",
    "http://localhost:99999/",
    "http://localhost:x/",
    "http://[::1]/",
    "http://169.254.169.254/",
    "http://0x7f000001.evil.example/",
    "http://xn--localhst-93a/",
    `http://localhost/${"a".repeat(2000)}`
  ]

  it("that could lead anywhere else is refused", async () => {
    const token = await store().guest()
    await store().post("/api/cart", { productId: serum }, { token })
    for (const returnUrl of [...tricks, 1, null, ["http://localhost/"], {}]) {
      const answer = await store().post("/api/checkout", { ...delivery, returnUrl }, { token })
      expect(pointersOf(answer), JSON.stringify(returnUrl)).toEqual(["/returnUrl"])
    }
    expect((await store().get("/api/orders", { token })).json.data).toEqual([])
  })

  it("on an allowed host, any port of it, is where the shopper goes, with how it stands", async () => {
    const token = await store().guest()
    await store().post("/api/cart", { productId: serum }, { token })
    const good = [
      "http://localhost/thanks",
      "https://LOCALHOST:8443/a?b=c#d",
      `${store().baseUrl}/`,
      "http://127.0.0.1:9/"
    ]
    for (const returnUrl of good) {
      const { json } = await store().post("/api/checkout", { ...delivery, returnUrl }, { token })
      const page = await store().get(new URL(json.redirectUrl).pathname, { headers: { accept: "application/json" } })
      const back = await store().get(new URL(page.json.returnUrl).pathname)
      expect(back.status).toBe(303)
      const target = new URL(back.headers["location"]!)
      expect(target.origin).toBe(new URL(returnUrl).origin)
      expect(Object.fromEntries(target.searchParams)).toMatchObject({
        session_id: json.sessionId,
        order_id: json.orderId,
        status: "open"
      })
      expect(back.headers["referrer-policy"]).toBe("no-referrer")
    }
  })

  it("cannot be put into the store's own return address", async () => {
    const session = await checkOut(store(), await store().guest())
    for (const one of [session.sessionId, `${session.sessionId}.x`, "x", "..", "%00", "https:%2f%2fevil.example"]) {
      const answer = await store().get(`/checkout/return/${one}?returnUrl=https://evil.example`)
      expect(answer.status, one).toBe(404)
      expect(answer.headers["location"]).toBeUndefined()
    }
  })
})

describe("search", () => {
  const words = [
    "'",
    "\"",
    "' OR 1=1 --",
    "'; DROP TABLE product; --",
    "\") OR product_words MATCH (\"a",
    "serum*",
    "serum AND",
    "AND OR NOT NEAR",
    "NEAR(serum niacinamide, 3)",
    "name:serum",
    "{name brand}: serum",
    "^serum",
    "-serum",
    "+serum",
    "serum:*",
    "serum & !niacinamide | <-> (",
    "(((((",
    "%",
    "_",
    "\\",
    "\0",
    "a\0b",
    "\ud83d\ude00",
    "é".repeat(250),
    "a".repeat(500),
    "a ".repeat(250),
    "${7*7} {{7*7}} <%= 7*7 %>",
    "../../etc/passwd",
    " "
  ]

  it("takes whatever people type as words, and never fails", async () => {
    for (const q of words) {
      const answer = await store().get(`/api/products?q=${encodeURIComponent(q)}`)
      expect(answer.status, JSON.stringify(q)).toBe(200)
      expect(Array.isArray(answer.json.data)).toBe(true)
    }
    for (const q of ["%ff", "%zz", "%", "+", "%ed%a0%80", "a&q=b"]) {
      expect([200, 400]).toContain((await store().get(`/api/products?q=${q}`)).status)
    }
  })

  it("finds by operators and punctuation what the words alone find", async () => {
    const found = async (q: string) => (await store().get(`/api/products?limit=100&q=${encodeURIComponent(q)}`)).text
    const plain = await found("serum")
    expect(JSON.parse(plain).data.length).toBeGreaterThan(1)
    for (
      const q of ["serum*", "-serum", "^serum", "\"serum\"", "(serum)", "SÉRUM", "serum:*", "!serum", "'serum'; --"]
    ) {
      expect(await found(q), q).toBe(plain)
    }
    expect(JSON.parse(await found("serum OR zzzz")).data).toEqual([])
    expect(JSON.parse(await found("' OR 1=1 --")).data.length).toBeLessThan(100)
  })

  it("compares brand and category with what is there, and finds or takes nothing else", async () => {
    for (const value of ["' OR 1=1 --", "%", "nothing", "*"]) {
      expect((await store().get(`/api/products?brand=${encodeURIComponent(value)}`)).json.data).toEqual([])
      expect((await store().get(`/api/products?category=${encodeURIComponent(value)}`)).status).toBe(400)
    }
  })
})

describe("errors", () => {
  const marker = "zz-marker-'\"<script>"
  const inPath = encodeURIComponent(marker)

  it(
    "never show what was sent, a stack, a query or a name inside the program, wherever the marker was put",
    async () => {
      const tokens = [undefined, await store().guest(), await store().clientToken("demo-staff"), marker]
      const operations: ReadonlyArray<readonly [method: string, path: string]> = [
        ["GET", "/checkout/return/:id"],
        ["GET", "/pay/:id"],
        ...listEndpoints(Api).map(({ endpoint }) => [endpoint.method, endpoint.path] as const)
      ]
      const bodies = [
        undefined,
        marker,
        `{"${marker.replace("\"", "")}":`,
        { [marker]: marker },
        { productId: marker, quantity: marker },
        { productId: serum, quantity: marker },
        { productId: marker },
        { ...delivery, email: marker },
        {
          email: marker,
          shipping: { ...address, country: marker, city: [marker] },
          payment_method: marker,
          returnUrl: marker
        },
        { grant_type: marker, scope: marker },
        { grant_type: "client_credentials", client_id: marker, client_secret: marker },
        {
          grant_type: "client_credentials",
          client_id: "demo-agent",
          client_secret: "demo-agent-secret",
          scope: marker
        },
        { orderId: marker, email: marker, subject: marker, message: marker, reason: marker, amount: marker },
        { orderId: marker, items: [{ productId: marker, quantity: marker, reason: marker, condition: marker }] },
        { carrier: marker, trackingNumber: marker, estimatedDelivery: marker, deliveredAt: marker, items: marker },
        { url: marker, from: marker, to: marker, onHand: marker, price: marker },
        { url: `http://${marker}` },
        [marker]
      ]
      const places: ReadonlyArray<NonNullable<Sent["headers"]>> = [
        {},
        { "idempotency-key": `${marker} ${marker}` },
        { "x-shopper": `${marker} ${marker}` },
        { "x-request-id": `${marker} ${marker}` },
        { cookie: `store_session=${marker}`, origin: marker },
        { "content-type": marker },
        { "content-encoding": marker, "accept-encoding": marker, accept: marker, "if-none-match": marker }
      ]
      const query = ["q", "brand", "category", "minPrice", "maxPrice", "inStock", "sort", "limit", "cursor"]
        .map((name) => `${name}=${inPath}`).join("&")
      const answers: Array<Answer> = []
      for (const [method, at] of operations) {
        const path = at.replace(/:\w+/g, inPath)
        for (const token of tokens) {
          for (const body of method === "GET" ? [undefined] : bodies) {
            answers.push(await store().request(method, path, { token, body }))
          }
          answers.push(await store().request(method, `${path}?${query}`, { token }))
          for (const headers of places) {
            answers.push(
              await store().request(method, path, { token, headers, body: method === "GET" ? undefined : {} })
            )
          }
        }
      }
      const refused = answers.filter(({ status }) => status >= 400)
      expect(refused.length).toBeGreaterThan(500)
      for (const answer of refused) {
        const { status, text } = answer
        expect([status, text]).not.toContain(500)
        // A page's stylesheet is the same for everybody, and selects.
        expect(text.replace(/<style[^>]*>[^]*?<\/style>/g, "")).not.toMatch(inside)
        if (answer.headers["content-type"]?.startsWith("text/html") === true) {
          expect(text).not.toContain("zz-marker")
          continue
        }
        // The address, and the id that it was asked about, are what a client needs to know its request again; an
        // unknown field is named where it stands, and its value is not.
        const { messages = [], ...document } = answer.json
        const rest = Object.entries(document).filter(([name]) => name !== "instance" && !/^[a-z]+Id$/.test(name))
        const told = messages.map(({ code, message }: { readonly code: string; readonly message: string }) =>
          code + message
        )
        expect(JSON.stringify([rest, told])).not.toContain("zz-marker")
        for (const [name, value] of Object.entries(answer.headers)) expect(value, name).not.toContain("zz-marker")
      }
    },
    90_000
  )

  it("are printed as JSON that no browser takes for a page", async () => {
    const { headers } = await store().get(`/api/products/${inPath}`)
    expect(headers["content-type"]).toBe("application/problem+json")
    expect(headers["x-content-type-options"]).toBe("nosniff")
  })
})

describe("what is no request", () => {
  const answerOf = (text: string): Answer => {
    const [head = "", ...body] = text.split("\r\n\r\n")
    const [first = "", ...lines] = head.split("\r\n")
    const headers = Object.fromEntries(lines.map((line) => line.toLowerCase().split(": ", 2) as [string, string]))
    const all = body.join("\r\n\r\n")
    return {
      status: Number(first.split(" ")[1]),
      headers,
      cookies: [],
      bytes: Buffer.from(all),
      text: all,
      get json() {
        return JSON.parse(all)
      }
    }
  }
  const smuggled = "GET /api/orders HTTP/1.1\r\nHost: localhost\r\n\r\n"
  const cases: ReadonlyArray<readonly [name: string, bytes: string]> = [
    ["garbage", "GARBAGE\r\n\r\n"],
    ["another protocol", "\x16\x03\x01\x02\x00\x01"],
    [
      "two lengths",
      `POST /api/cart HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`
    ],
    [
      "two lengths the other way",
      `POST /api/cart HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${smuggled}`
    ],
    [
      "two different lengths",
      `POST /api/cart HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`
    ],
    [
      "an odd coding",
      `POST /api/cart HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`
    ],
    [
      "a coding within another",
      `POST /api/cart HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`
    ],
    ["a tunnel", `CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n\r\n`],
    ["a negative length", `POST /api/cart HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n${smuggled}`],
    ["a space before the colon", `GET /api/ HTTP/1.1\r\nHost: localhost\r\nX-A : b\r\n\r\n`],
    ["a folded header", `GET /api/ HTTP/1.1\r\nHost: localhost\r\nX-A: b\r\n c\r\n\r\n`],
    ["a NUL in a header", `GET /api/ HTTP/1.1\r\nHost: localhost\r\nX-A: b\0c\r\n\r\n`],
    ["a space in the path", `GET /api/ /x HTTP/1.1\r\nHost: localhost\r\n\r\n`],
    ["no host", `GET /api/ HTTP/1.1\r\n\r\n`],
    ["two hosts", `GET /api/ HTTP/1.1\r\nHost: localhost\r\nhost: b\r\n\r\n`],
    [
      "a second host behind many headers",
      `GET /api/ HTTP/1.1\r\nHost: localhost\r\n${"a:\r\n".repeat(2_010)}host: b\r\n\r\n`
    ]
  ]
  it.each(cases)("%s is refused as a problem, and the connection closed", async (_name, bytes) => {
    const text = await store().raw(bytes, 1_000)
    expect(text.match(/^HTTP\/1\.1 /gm), text).toHaveLength(1)
    const answer = answerOf(text)
    expectProblem(answer, "malformed_request", store())
    expect(answer.headers["connection"]).toBe("close")
  })

  it("a tunnel takes the response to no earlier request with it", async () => {
    const earlier = "GET /api/ HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(3)
    const text = await store().raw(`${earlier}CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n\r\n`, 1_000)
    expect(text.match(/^HTTP\/1\.1 \d+/gm)).toEqual([...Array<string>(3).fill("HTTP/1.1 200"), "HTTP/1.1 400"])
  })

  it("no header is left out, however many there are", async () => {
    const many = "a:\r\n".repeat(2_010)
    const token = await store().guest()
    const body = JSON.stringify({ productId: serum })
    const add = `POST /api/cart HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n`
      + `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n${many}`
      + `Idempotency-Key: behind-many-headers\r\n\r\n${body}`
    expect(await store().raw(add, 500)).toMatch(/^HTTP\/1\.1 200 /)
    expect(await store().raw(add, 500)).toMatch(/^idempotent-replayed: true\r$/im)
    expect(await store().raw(`GET /api/ HTTP/1.1\r\nHost: localhost\r\n${many}X: ${"x".repeat(17_000)}\r\n\r\n`, 500))
      .toMatch(/^HTTP\/1\.1 431 /)
  })

  it("a chunk of no size, or one that lies, ends there", async () => {
    const head =
      "POST /api/cart HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    for (const chunk of ["zz\r\n{}\r\n0\r\n\r\n", "-1\r\n{}\r\n0\r\n\r\n", "2\r\n{}garbage\r\n0\r\n\r\n"]) {
      const text = await store().raw(`${head}${chunk}${smuggled}`, 1_000)
      expect(text).toMatch(/^HTTP\/1\.1 400 /)
      expect(text).not.toContain("\"code\":\"unauthorized\"")
    }
  })

  it("headers over 16 KiB are 431, as a problem", async () => {
    for (const headers of [{ "x-a": "a".repeat(17_000) }, { cookie: "a=b; ".repeat(4_000) }]) {
      expectProblem(await store().get("/api/", { headers }), "headers_too_large", store())
    }
    expectProblem(await store().get(`/api/${"a".repeat(20_000)}`), "headers_too_large", store())
  })

  it("what reaches no application has the headers of every response, so that pages of other origins read it", async () => {
    const lines = "Host: localhost\r\nOrigin: https://shop.example\r\n"
    const requests = {
      431: `GET /api/cart HTTP/1.1\r\n${lines}X-A: ${"a".repeat(17_000)}\r\n\r\n`,
      400: `GET /api/cart HTTP/1.1\r\n${lines}Host: other\r\n\r\n`
    }
    const overflow = `GET /api/cart HTTP/1.1\r\n${lines}X-A: ${"a".repeat(90_000)}\r\n\r\n`
    const unparsed = `GET /api/cart HTTP/1.1\r\n${lines}X A: b\r\n\r\n`
    for (const [status, request] of [...Object.entries(requests), ["431", overflow], ["400", unparsed]]) {
      const text = await store().raw(request!, 500)
      expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
      expect(text).toMatch(/^access-control-allow-origin: \*\r$/im)
      expect(text).toMatch(/^access-control-expose-headers: .*x-request-id/im)
      expect(text).toMatch(/^x-content-type-options: nosniff\r$/im)
    }
  })

  it("an expectation that nobody knows changes nothing", async () => {
    const text = await store().raw("GET /health/live HTTP/1.1\r\nHost: localhost\r\nExpect: tea\r\n\r\n", 500)
    expect(text).toMatch(/^HTTP\/1\.1 200 OK/)
  })

  it("HTTP/1.0 without a host is still served", async () => {
    expect(await store().raw("GET /health/live HTTP/1.0\r\n\r\n", 500)).toMatch(/^HTTP\/1\.1 200 OK/)
  })
})

describe("a body that never ends", () => {
  const head = (token: string, length: number) =>
    `POST /api/cart HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`
    + `Content-Length: ${length}\r\n\r\n`
  const body = JSON.stringify({ productId: serum })

  it("does nothing when it is cut off", async () => {
    const token = await store().guest()
    // The last is a whole document, and yet less than was promised.
    for (const [length, cut] of [[0, 0], [0, 1], [0, body.length - 1], [1, body.length]] as const) {
      const text = await new Promise<string>((resolve) => {
        let text = ""
        const socket = net.connect({ port: store().port, host: "127.0.0.1", allowHalfOpen: true }, () => {
          socket.end(head(token, body.length + length) + body.slice(0, cut))
        })
        // The store has seen the end when it closes.
        socket.setEncoding("utf8").on("data", (more: string) => void (text += more)).on("end", () => resolve(text))
      })
      expect(text).toMatch(/^HTTP\/1\.1 400 /)
    }
    expect(await itemsOf(token)).toEqual([])
  })

  it("holds nobody else up, and does its work when it arrives after all", async () => {
    const token = await store().guest()
    const socket = net.connect(store().port, "127.0.0.1")
    // Its head is there when the store says to go on.
    const goOn = once(socket, "data")
    socket.write(head(token, body.length).replace("\r\n\r\n", "\r\nExpect: 100-continue\r\n\r\n") + body.slice(0, 10))
    expect(String((await goOn)[0])).toMatch(/^HTTP\/1\.1 100 /)
    const other = await store().guest()
    expect((await store().post("/api/cart", { productId: serum }, { token: other })).status).toBe(200)
    expect(await itemsOf(token)).toEqual([])
    socket.write(body.slice(10))
    expect(await eventually(() => itemsOf(token), (items) => items.length > 0)).toHaveLength(1)
    socket.destroy()
  })

  it("that was complete has its whole effect or none, whether or not the client waits for the answer", async () => {
    const token = await store().guest()
    for (let n = 0; n < 20; n++) {
      await new Promise<void>((resolve) => {
        const socket = net.connect(store().port, "127.0.0.1", () => {
          socket.write(head(token, body.length) + body, () => {
            socket.destroy()
            resolve()
          })
        })
        socket.on("error", () => {})
      })
    }
    const items = await eventually(() => itemsOf(token), ([item]) => item?.quantity === 20)
    expect(items.length).toBeLessThanOrEqual(1)
    expect((await store().post("/api/cart", { productId: serum }, { token })).status).toBe(200)
  })
})
