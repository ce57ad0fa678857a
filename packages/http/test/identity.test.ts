/**
 * Identity on the wire (docs/specification.md#identity): tokens of every broken kind, the browser's cookie, an agent's
 * shoppers, OAuth's endpoints with OAuth's errors, and the silence about what belongs to others.
 */
import { describe, expect, it } from "vitest"
import { serum } from "../../../test/shop/products.ts"
import type { Sent } from "../../../test/shop/requests.ts"
import { openShop, type Shop, useShop } from "../../../test/shop/server.ts"
import { checkOut, delivery } from "../../../test/shop/shopper.ts"
import { movableClock } from "../../../test/world/clocks.ts"
import { expectProblem, inside, pointersOf } from "./problem.ts"

const store = useShop()

const cookieOf = (cookies: ReadonlyArray<string>): string => cookies[0]!.split(";")[0]!

/** Where a refused client learns more. */
const metadata = (): string => `resource_metadata="${store().baseUrl}/.well-known/oauth-protected-resource"`

describe("bearer tokens", () => {
  it("are never taken for none when they are present but no good", async () => {
    const token = await store().guest()
    const [id, secret] = token.split(".") as [string, string]
    const broken = [
      "",
      "x",
      id,
      `${id}.`,
      `.${secret}`,
      `${id}.${secret}x`,
      `${id}.${secret.slice(0, -1)}`,
      `${id}x.${secret}`,
      `${token}.${token}`,
      `${id}.${secret.toLowerCase()}`,
      "' OR 1=1 --",
      "a".repeat(4000)
    ]
    for (const one of broken) {
      const answer = await store().get("/api/cart", { headers: { authorization: `Bearer ${one}` } })
      expectProblem(answer, "unauthorized")
      expect(answer.headers["www-authenticate"]).toBe(
        `Bearer realm="beauty-store", error="invalid_token", ${metadata()}`
      )
    }
    for (const header of ["Bearer", token, `Basic ${btoa("a:b")}`, `Token ${token}`, `Bearer ${token} ${token}`]) {
      expectProblem(await store().get("/api/cart", { headers: { authorization: header } }), "unauthorized")
    }
    expect((await store().get("/api/cart", { headers: { authorization: `bearer ${token}` } })).status).toBe(200)
  })

  it("are asked for without blame where there is none, also by other protocols", async () => {
    const answer = await store().get("/api/orders")
    expectProblem(answer, "unauthorized")
    expect(answer.headers["www-authenticate"]).toBe(`Bearer realm="beauty-store", ${metadata()}`)
    const acp = await store().post("/acp/checkout_sessions", {})
    expect([acp.status, acp.headers["www-authenticate"]]).toEqual([401, `Bearer realm="beauty-store", ${metadata()}`])
  })

  it("come from a server that a client finds by the refusal alone (RFC 9728, RFC 8414)", async () => {
    const challenge = (await store().get("/api/orders")).headers["www-authenticate"]!
    const at = /resource_metadata="([^"]+)"/.exec(challenge)![1]!
    const path = (address: string) => address.slice(store().baseUrl.length)
    const { json: resource } = await store().get(path(at))
    expect(resource).toMatchObject({ resource: store().baseUrl, authorization_servers: [store().baseUrl] })
    const { json: server } = await store().get("/.well-known/oauth-authorization-server")
    expect(server).toMatchObject({ issuer: store().baseUrl, grant_types_supported: ["client_credentials"] })
    for (const method of server.token_endpoint_auth_methods_supported) {
      const client = { client_id: "demo-agent", client_secret: "demo-agent-secret" }
      const basic = { authorization: `Basic ${btoa(`${client.client_id}:${client.client_secret}`)}` }
      const given = await store().post(
        path(server.token_endpoint),
        { grant_type: server.grant_types_supported[0], ...(method === "client_secret_post" ? client : {}) },
        { headers: method === "client_secret_basic" ? basic : {} }
      )
      expect([method, given.status]).toEqual([method, 200])
      expect(resource.scopes_supported).toEqual(expect.arrayContaining(given.json.scope.split(" ")))
      const revoked = await store().post(path(server.revocation_endpoint), { token: given.json.access_token })
      expect(revoked.status).toBe(200)
    }
  })

  it("win over a cookie, also when they are no good", async () => {
    const cookie = cookieOf((await store().post("/api/cart", { productId: serum })).cookies)
    const token = await store().guest()
    expect((await store().get("/api/cart", { token, headers: { cookie } })).json.items).toEqual([])
    expectProblem(await store().get("/api/cart", { token: "tok.no", headers: { cookie } }), "unauthorized")
  })

  it("of guests live 180 days longer with each use, also where it only reads", async () => {
    const clock = movableClock(Date.now())
    const shop = await openShop({}, { clock })
    try {
      const token = await shop.guest()
      for (const path of ["/api/cart", "/api/orders", "/api/orders/ord_0VbVkFhC5ryHqVAnJNIC9eeYtKn0"]) {
        clock.jump(179 * 86_400_000)
        expect((await shop.get(path, { token })).status).not.toBe(401)
      }
      clock.jump(181 * 86_400_000)
      expectProblem(await shop.get("/api/cart", { token }), "unauthorized")
    } finally {
      await shop.close()
    }
  })

  it("end when they are revoked, and revoking says nothing of what it found", async () => {
    const token = await store().guest()
    const answers = []
    for (const body of [{ token: "tok_unknown.x" }, { token }, { token }]) {
      const { status, text } = await store().post("/api/auth/revoke", body)
      answers.push({ status, text })
    }
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(answers[0]).toEqual({ status: 200, text: "{}\n" })
    expectProblem(await store().get("/api/cart", { token }), "unauthorized")
  })

  it("are ended by their secret, not by their id", async () => {
    const token = await store().guest()
    await store().post("/api/auth/revoke", { token: `${token.split(".")[0]}.guessed` })
    expect((await store().get("/api/cart", { token })).status).toBe(200)
  })
})

describe("a client without identity", () => {
  it("looks at an empty cart, and nothing is created", async () => {
    const { cookies, json } = await store().get("/api/cart")
    expect(json).toMatchObject({ items: [], subtotal: 0, shipping: 0, total: 0, currency: "EUR", messages: [] })
    expect(json.session).toBeUndefined()
    expect(cookies).toEqual([])
  })

  it("finds in its first cart answer the token to go on with, and only there", async () => {
    const first = await store().post("/api/cart", { productId: serum, quantity: 2 })
    const { access_token: token, expires_in, token_type } = first.json.session
    expect({ expires_in, token_type }).toEqual({ expires_in: 180 * 86_400, token_type: "Bearer" })
    const second = await store().post("/api/cart", { productId: serum }, { token })
    expect(second.json.items).toMatchObject([{ productId: serum, quantity: 3 }])
    expect(second.json.session).toBeUndefined()
    expect(second.cookies).toEqual([])
  })

  it("gets neither token nor cookie with a refusal", async () => {
    const bodies = [{ productId: "nothing" }, { productId: serum, quantity: 0 }]
    for (const body of bodies) {
      const answer = await store().post("/api/cart", body)
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.cookies).toEqual([])
      expect(answer.text).not.toContain("tok_")
    }
  })
})

describe("a browser's cookie", () => {
  it("is HttpOnly, SameSite=Lax, for the whole site and as long as the token; Secure only behind https", async () => {
    const { cookies, json } = await store().post("/api/cart", { productId: serum })
    expect(cookies).toEqual([
      `store_session=${json.session.access_token}; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax`
    ])
  })

  it("is behind https one that no other host of the domain can plant", async () => {
    const secure = await openShop({ BASE_URL: "https://shop.example", HOST: "127.0.0.1" })
    try {
      const { cookies, json } = await secure.post("/api/cart", { productId: serum })
      const { access_token: token } = json.session
      expect(cookies).toEqual([
        `__Host-store_session=${token}; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax; Secure`
      ])
      const itemsBy = async (cookie: string) => (await secure.get("/api/cart", { headers: { cookie } })).json.items
      expect(await itemsBy(`a=b; __Host-store_session=${token}`)).toHaveLength(1)
      const planted = (await secure.post("/api/cart", { productId: serum })).json.session.access_token
      expect(await itemsBy(`store_session=${planted}`)).toEqual([])
      expect(await itemsBy(`__Secure-store_session=${planted}; __Host-store_session+shop=${planted}`)).toEqual([])
      const both = `store_session=${planted}; __Host-store_session=${token}`
      expect((await secure.post("/api/cart", { productId: serum }, { headers: { cookie: both } })).json.items)
        .toMatchObject([{ quantity: 2 }])
      const anew = await secure.post("/api/cart", { productId: serum }, {
        headers: { cookie: `store_session=${planted}` }
      })
      expect(anew.json.session.access_token).not.toBe(planted)
    } finally {
      await secure.close()
    }
  })

  it("shops on, among other cookies", async () => {
    const cookie = `a=b; ${cookieOf((await store().post("/api/cart", { productId: serum })).cookies)}; c=d`
    const answer = await store().post("/api/cart", { productId: serum }, { headers: { cookie } })
    expect(answer.json.items).toMatchObject([{ quantity: 2 }])
    expect(answer.json.session).toBeUndefined()
    expect((await store().post("/api/checkout", delivery, { headers: { cookie } })).status).toBe(200)
    expect((await store().get("/api/orders", { headers: { cookie } })).json.data).toHaveLength(1)
  })

  it("changes nothing for a page of another origin, but lets it look", async () => {
    const cookie = cookieOf((await store().post("/api/cart", { productId: serum })).cookies)
    const foreign = ["https://evil.example", "null", "http://localhost", "http://localhost.evil.example", "file://"]
    for (const origin of foreign) {
      const headers = { cookie, origin }
      expectProblem(await store().post("/api/cart", { productId: serum }, { headers }), "foreign_origin")
      expectProblem(await store().request("DELETE", "/api/cart", { headers }), "foreign_origin")
      expectProblem(await store().post("/api/checkout", delivery, { headers }), "foreign_origin")
      expect((await store().get("/api/cart", { headers })).status).toBe(200)
    }
    expect((await store().get("/api/cart", { headers: { cookie } })).json.items).toMatchObject([{ quantity: 1 }])
    const own = { cookie, origin: store().baseUrl }
    expect((await store().post("/api/cart", { productId: serum }, { headers: own })).status).toBe(200)
  })

  it("changes nothing for a page of another site, as the browser calls it", async () => {
    const cookie = cookieOf((await store().post("/api/cart", { productId: serum })).cookies)
    const add = (headers: Readonly<Record<string, string>>) =>
      store().post("/api/cart", { productId: serum }, { headers: { cookie, ...headers } })
    for (const site of ["cross-site", "same-site", "", "Same-Origin"]) {
      for (const origin of [{}, { origin: store().baseUrl }]) {
        expectProblem(await add({ "sec-fetch-site": site, ...origin }), "foreign_origin")
      }
    }
    expectProblem(await add({ "sec-fetch-site": "same-origin", origin: "https://evil.example" }), "foreign_origin")
    expect((await add({ "sec-fetch-site": "same-origin", origin: store().baseUrl })).status).toBe(200)
    const token = cookie.split("=")[1]!
    const byToken = await store().post("/api/cart", { productId: serum }, {
      token,
      headers: { cookie, "sec-fetch-site": "cross-site", origin: "https://evil.example" }
    })
    expect(byToken.json.items).toMatchObject([{ quantity: 3 }])
  })

  it("is behind https of pages of https alone", async () => {
    const secure = await openShop({ BASE_URL: "https://shop.example", HOST: "127.0.0.1" })
    const plain = await openShop({ BASE_URL: "http://shop.example", HOST: "127.0.0.1" })
    try {
      const statusesOf = async (shop: Shop, origin: string, host: string) => {
        const cookie = cookieOf((await shop.post("/api/cart", { productId: serum })).cookies)
        const headers = { cookie, host, origin }
        const form = { ...headers, "content-type": "application/x-www-form-urlencoded" }
        return [
          (await shop.post("/api/cart", { productId: serum }, { headers })).status,
          (await shop.request("DELETE", "/api/cart", { headers })).status,
          (await shop.post("/cart", `action=add&product=${serum}`, { headers: form })).status,
          (await shop.post("/orders/find", "order=ord_none&email=ada%40example.com", { headers: form })).status
        ]
      }
      const taken = [200, 200, 303, 303]
      const refused = [403, 403, 403, 403]
      const cases: ReadonlyArray<readonly [shop: Shop, origin: string, host: string, expected: ReadonlyArray<number>]> =
        [
          [secure, "http://shop.example", "shop.example", refused],
          [secure, "http://other.example", "other.example", refused],
          [secure, "https://shop.example", "shop.example", taken],
          [secure, "https://shop.example", "inner:3000", taken],
          [secure, "https://other.example", "other.example", taken],
          [plain, "http://shop.example", "shop.example", taken],
          [plain, "http://other.example", "other.example", taken],
          [plain, "https://shop.example", "shop.example", taken]
        ]
      for (const [shop, origin, host, expected] of cases) {
        expect(await statusesOf(shop, origin, host), `${shop.baseUrl}: ${origin} of ${host}`).toEqual(expected)
      }
    } finally {
      await secure.close()
      await plain.close()
    }
  })

  it("that is stale counts as none and is replaced", async () => {
    const stale = cookieOf((await store().post("/api/cart", { productId: serum })).cookies)
    await store().post("/api/auth/revoke", { token: stale.split("=")[1] })
    for (const cookie of [stale, "store_session=", "store_session=x.y", "store_session"]) {
      expect((await store().get("/api/cart", { headers: { cookie } })).json.items).toEqual([])
      const answer = await store().post("/api/cart", { productId: serum }, { headers: { cookie } })
      expect(answer.json.session.access_token).toBeTypeOf("string")
      expect(cookieOf(answer.cookies)).not.toBe(stale)
      expectProblem(await store().post("/api/checkout", delivery, { headers: { cookie } }), "unauthorized")
    }
  })
})

describe("an agent's shoppers", () => {
  it("have a cart each, the agent itself one more, and orders that X-Shopper filters", async () => {
    const token = await store().clientToken("demo-agent")
    const as = (shopper?: string): Sent => ({
      token,
      headers: shopper === undefined ? {} : { "x-shopper": shopper }
    })
    await store().post("/api/cart", { productId: serum, quantity: 1 }, as("ada"))
    await store().post("/api/cart", { productId: serum, quantity: 2 }, as("bob"))
    await store().post("/api/cart", { productId: serum, quantity: 3 }, as())
    const quantity = async (shopper?: string) => (await store().get("/api/cart", as(shopper))).json.items[0]?.quantity
    expect([await quantity("ada"), await quantity("bob"), await quantity(), await quantity("Ada")])
      .toEqual([1, 2, 3, undefined])
    const { orderId } = (await store().post("/api/checkout", delivery, as("ada"))).json
    const orders = async (shopper?: string) =>
      (await store().get("/api/orders", as(shopper))).json.data.map((order: { id: string }) => order.id)
    expect(await orders("ada")).toEqual([orderId])
    expect(await orders("bob")).toEqual([])
    expect(await orders()).toContain(orderId)
  })

  it("are named by 1 to 128 visible ASCII characters", async () => {
    const token = await store().clientToken("demo-agent")
    for (const shopper of ["a b", "é", "a".repeat(129), "a\tb"]) {
      const answer = await store().get("/api/cart", { token, headers: { "x-shopper": shopper } })
      expect(pointersOf(answer)).toEqual(["X-Shopper"])
    }
    for (const shopper of ["a", "~!@#$%^&*()", "a".repeat(128)]) {
      expect((await store().get("/api/cart", { token, headers: { "x-shopper": shopper } })).status).toBe(200)
    }
  })

  it("are nothing to a guest: the header opens no second cart", async () => {
    const token = await store().guest()
    await store().post("/api/cart", { productId: serum }, { token, headers: { "x-shopper": "ada" } })
    expect((await store().get("/api/cart", { token })).json.items).toHaveLength(1)
  })
})

describe("what belongs to others", () => {
  it("answers like what does not exist: status, headers and body differ in nothing but the request's id", async () => {
    const owner = await store().guest()
    const { orderId, sessionId } = await checkOut(store(), owner)
    const strangers = [
      await store().guest(),
      await store().clientToken("demo-agent"),
      await store().clientToken("demo-staff", "inventory:write")
    ]
    for (const token of strangers) {
      for (const [path, id] of [["/api/orders/", orderId], ["/api/checkout/", sessionId]] as const) {
        const missing = `${id.slice(0, 4)}${"0".repeat(id.length - 4)}`
        const seen = async (one: string) => {
          const { headers: { date: _date, ...headers }, status, text } = await store().get(`${path}${one}`, { token })
          return JSON.stringify({ status, headers, text }).replaceAll(headers["x-request-id"]!, "…").replaceAll(
            one,
            "…"
          )
        }
        expect(await seen(id)).toBe(await seen(missing))
      }
    }
    expect((await store().get(`/api/orders/${orderId}`, { token: owner })).status).toBe(200)
  })
})

describe("POST /api/auth/token", () => {
  const good = { grant_type: "client_credentials", client_id: "demo-agent", client_secret: "demo-agent-secret" }
  const form = (fields: Record<string, string> | string) => ({
    body: typeof fields === "string" ? fields : new URLSearchParams(fields).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" }
  })
  const basic = (id: string, secret: string) => ({ authorization: `Basic ${btoa(`${id}:${secret}`)}` })
  const send = (sent: Sent) => store().request("POST", "/api/auth/token", sent)

  it("takes forms and JSON, HTTP Basic and credentials in the body", async () => {
    const tokens: Array<string> = []
    const grant = { grant_type: "client_credentials" }
    const ways: ReadonlyArray<Sent> = [
      { body: good },
      form(good),
      { body: grant, headers: basic("demo-agent", "demo-agent-secret") },
      { ...form(grant), headers: { ...form(grant).headers, ...basic("demo-agent", "demo-agent-secret") } },
      { body: grant, headers: basic("demo%2Dagent", "demo%2Dagent%2Dsecret") },
      { ...form(good), headers: { "content-type": "application/x-www-form-urlencoded; charset=UTF-8" } },
      { body: { ...good, scope: "" } }
    ]
    for (const way of ways) {
      const { headers, json, status, text } = await send(way)
      expect(status, text).toBe(200)
      expect(json).toMatchObject({
        token_type: "Bearer",
        expires_in: 3600,
        scope: "shop orders:delegate scanner:write"
      })
      expect(headers["cache-control"]).toBe("no-store")
      tokens.push(json.access_token)
      expect((await store().get("/api/cart", { token: json.access_token })).status).toBe(200)
    }
    expect(new Set(tokens).size).toBe(ways.length)
  })

  it("grants the scopes that were asked for, and no more", async () => {
    const { json } = await send({ body: { ...good, scope: "shop" } })
    expect(json.scope).toBe("shop")
  })

  it("refuses in the words of RFC 6749", async () => {
    const invalid = { status: 400, error: "invalid_request" }
    const refused = { status: 401, error: "invalid_client" }
    const cases: ReadonlyArray<readonly [Sent, { readonly status: number; readonly error: string }]> = [
      [{}, invalid],
      [{ body: {} }, invalid],
      [{ body: [] }, invalid],
      [{ body: "null" }, invalid],
      [{ body: "{" }, invalid],
      [{ body: `{"grant_type":"client_credentials","grant_type":"client_credentials"}` }, invalid],
      [{ body: { ...good, grant_type: 1 } }, invalid],
      [{ body: { ...good, scope: ["shop"] } }, invalid],
      [{ body: { ...good, client_secret: null } }, invalid],
      [form(`${new URLSearchParams(good)}&scope=shop&scope=shop`), invalid],
      [{ body: good, headers: basic("demo-agent", "demo-agent-secret") }, invalid],
      [
        {
          body: { grant_type: "client_credentials", client_id: "demo-staff" },
          headers: basic("demo-agent", "demo-agent-secret")
        },
        invalid
      ],
      [{ body: { ...good, grant_type: "password" } }, { status: 400, error: "unsupported_grant_type" }],
      [{ body: { ...good, grant_type: "zz-marker" } }, { status: 400, error: "unsupported_grant_type" }],
      [{ body: { ...good, scope: "orders:read" } }, { status: 400, error: "invalid_scope" }],
      [{ body: { ...good, scope: "shop zz-marker\"" } }, { status: 400, error: "invalid_scope" }],
      [{ body: { grant_type: "client_credentials" } }, refused],
      [{ body: { ...good, client_secret: "wrong" } }, refused],
      [{ body: { ...good, client_id: "nobody" } }, refused],
      [{ body: { grant_type: "client_credentials" }, headers: basic("demo-agent", "wrong") }, refused],
      [{ body: { ...good, client_secret: "" }, headers: { authorization: "Basic !!!" } }, refused],
      [{ body: { ...good, client_secret: "" }, headers: { authorization: "Basic" } }, refused]
    ]
    for (const [sent, { error, status }] of cases) {
      const answer = await send(sent)
      expect([answer.status, answer.json.error], JSON.stringify(sent)).toEqual([status, error])
      expect(answer.json.error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
      expect(answer.headers["cache-control"]).toBe("no-store")
      expect(answer.text).not.toMatch(inside)
      expect(answer.text).not.toContain("zz-marker")
      expect(answer.headers["www-authenticate"]).toBe(status === 401 ? `Basic realm="beauty-store"` : undefined)
    }
  })

  it("does not say whether the client or its secret is unknown", async () => {
    const wrong = await send({ body: { ...good, client_secret: "wrong" } })
    const unknown = await send({ body: { ...good, client_id: "nobody" } })
    expect(wrong.text).toBe(unknown.text)
  })

  it("answers what is wrong before OAuth has a say as a problem", async () => {
    expectProblem(await send({ body: "a=b", headers: { "content-type": "text/plain" } }), "unsupported_media_type")
    expectProblem(await send({ body: " ".repeat(300_000) }), "payload_too_large")
    expectProblem(await send({ body: good, key: "a b" }), "idempotency_key_invalid")
  })

  it("issues one token for one key of one client, however the request is written, and refuses another request", async () => {
    const key = crypto.randomUUID()
    const first = await send({ body: good, key })
    const again = await send({ ...form(good), key })
    expect(again.text).toBe(first.text)
    expect(again.headers["idempotent-replayed"]).toBe("true")
    expectProblem(await send({ body: { ...good, scope: "shop" }, key }), "idempotency_conflict")
    const staff = { ...good, client_id: "demo-staff", client_secret: "demo-staff-secret" }
    const other = await send({ body: staff, key })
    expect(other.json.access_token).not.toBe(first.json.access_token)
    expect((await send({ body: { ...good, client_secret: "wrong" }, key })).json.error).toBe("invalid_client")
  })
})

describe("POST /api/auth/revoke", () => {
  it("takes forms and JSON, and refuses in OAuth's words", async () => {
    const token = await store().guest()
    const answer = await store().request("POST", "/api/auth/revoke", {
      body: `token=${token}&token_type_hint=access_token`,
      headers: { "content-type": "application/x-www-form-urlencoded" }
    })
    expect(answer.status).toBe(200)
    expectProblem(await store().get("/api/cart", { token }), "unauthorized")
    for (const body of [{}, { token: "" }, { token: 1 }, "{"]) {
      const refused = await store().post("/api/auth/revoke", body)
      expect([refused.status, refused.json.error]).toEqual([400, "invalid_request"])
    }
  })

  it("replays by its key", async () => {
    const body = { token: await store().guest() }
    const key = crypto.randomUUID()
    await store().post("/api/auth/revoke", body, { key })
    expect((await store().post("/api/auth/revoke", body, { key })).headers["idempotent-replayed"]).toBe("true")
    expectProblem(await store().post("/api/auth/revoke", { token: "x" }, { key }), "idempotency_conflict")
  })
})
