/**
 * Idempotency on the wire (docs/specification.md#idempotency): one effect and one answer for one request, however often
 * and however it is written; keys that never meet; and a database that reveals no credential it has answered.
 */
import * as IdempotentRequest from "@beauty-store/http/internal/pipeline/IdempotentRequest"
import type { EncodedResponse } from "@beauty-store/http/pipeline/Responses"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { serum } from "../../../test/shop/products.ts"
import type { Answer } from "../../../test/shop/requests.ts"
import { openShop, useShop } from "../../../test/shop/server.ts"
import { delivery } from "../../../test/shop/shopper.ts"
import { onBoth, seconds, World } from "../../../test/shop/use-cases.ts"
import { expectProblem } from "./problem.ts"

const store = useShop()

const uuid = () => crypto.randomUUID() as string
const add = (token: string | undefined, key: string, body: unknown = { productId: serum }, headers = {}) =>
  store().post("/api/cart", body, { token, key, headers })
const quantity = async (token: string) => (await store().get("/api/cart", { token })).json.items[0]?.quantity ?? 0
const replayed = (answer: Answer) => answer.headers["idempotent-replayed"]

describe("a repeated request", () => {
  it("gets the first answer, byte for byte, and has no second effect", async () => {
    const token = await store().guest()
    const key = uuid()
    const first = await add(token, key)
    const second = await add(token, key)
    expect(replayed(first)).toBeUndefined()
    expect(replayed(second)).toBe("true")
    expect([second.status, second.text, second.headers["content-type"], second.headers["cache-control"]])
      .toEqual([first.status, first.text, first.headers["content-type"], first.headers["cache-control"]])
    expect(second.headers["x-request-id"]).not.toBe(first.headers["x-request-id"])
    expect(await quantity(token)).toBe(1)
  })

  it("gets it also when all copies arrive at once", async () => {
    const token = await store().guest()
    const key = uuid()
    const answers = await Promise.all(Array.from({ length: 12 }, () => add(token, key)))
    expect(answers.filter((answer) => replayed(answer) === undefined && answer.status === 200)).toHaveLength(1)
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await quantity(token)).toBe(1)
  })

  it("gets it from every operation that changes something", async () => {
    const token = await store().guest()
    await store().post("/api/cart", { productId: serum, quantity: 2 }, { token })
    const changes: ReadonlyArray<readonly [method: string, path: string, body?: unknown]> = [
      ["PUT", `/api/cart/items/${serum}`, { quantity: 3 }],
      ["POST", "/api/checkout", delivery],
      ["DELETE", `/api/cart/items/${serum}`],
      ["DELETE", "/api/cart"],
      ["POST", "/api/auth/guest"]
    ]
    for (const [method, at, body] of changes) {
      const key = uuid()
      const first = await store().request(method, at, { token, key, body })
      expect(first.status, first.text).toBe(200)
      const second = await store().request(method, at, { token, key, body })
      expect([replayed(second), second.text]).toEqual(["true", first.text])
    }
    expect((await store().get("/api/orders", { token })).json.data).toHaveLength(1)
  })

  it("is told by its meaning as JSON: key order and the spelling of numbers and texts are no difference", async () => {
    const token = await store().guest()
    const key = uuid()
    const same = [
      `{"productId":"${serum}","quantity":1}`,
      `{ "quantity": 1.0, "productId": "${serum}" }`,
      `{"quantity":10e-1,"productId":"\\u006b${serum.slice(1)}"}`,
      `\n{"quantity":1,"productId":"${serum}"}\n`
    ]
    for (const body of same) expect((await add(token, key, body)).status).toBe(200)
    expect(await quantity(token)).toBe(1)
  })

  it("is the same without a body and with an empty object: a missing body counts as one", async () => {
    const token = await store().guest()
    for (const bodies of [["{}", undefined], [undefined, "{}"], ["", " {} "]]) {
      await add(token, uuid())
      const [at, key] = ["/api/checkout", uuid()]
      await store().post(at, delivery, { token })
      const [{ id }] = (await store().get("/api/orders", { token })).json.data
      const [first, second] = [bodies[0], bodies[1]].map((body) => () =>
        store().request("POST", `/api/orders/${id}/cancel`, { token, key, body })
      )
      expect((await first!()).json).toMatchObject({ status: "cancelled" })
      expect(replayed(await second!())).toBe("true")
    }
  })

  it("is another request when it means anything else, and that is refused without an effect", async () => {
    const token = await store().guest()
    const key = uuid()
    await add(token, key, { productId: serum, quantity: 1, list: [1, 2] })
    const others = [
      { productId: serum, quantity: 2, list: [1, 2] },
      { productId: serum, quantity: 1, list: [2, 1] },
      { productId: serum, quantity: 1, list: [1, 2], note: null },
      { productId: serum, quantity: 1 },
      "{",
      ""
    ]
    for (const body of others) expectProblem(await add(token, key, body), "idempotency_conflict")
    expect(await quantity(token)).toBe(1)
  })

  it("gets a refusal again, even where it would succeed by now", async () => {
    const token = await store().guest()
    const refusals: ReadonlyArray<readonly [path: string, body: unknown, code: string]> = [
      ["/api/cart", { productId: "nothing" }, "product_not_found"],
      ["/api/cart", { productId: serum, quantity: -1 }, "invalid_request"],
      ["/api/cart", "{", "malformed_body"],
      ["/api/checkout", delivery, "cart_empty"]
    ]
    for (const [at, body, code] of refusals) {
      const key = uuid()
      const first = await store().post(at, body, { token, key })
      expectProblem(first, code)
      if (code === "cart_empty") await store().post("/api/cart", { productId: serum }, { token })
      const second = await store().post(at, body, { token, key })
      expect([replayed(second), second.status, second.text]).toEqual(["true", first.status, first.text])
    }
  })

  it("is not answered from memory once its token is revoked", async () => {
    const token = await store().guest()
    const key = uuid()
    await add(token, key)
    await store().post("/api/auth/revoke", { token })
    const answer = await add(token, key)
    expectProblem(answer, "unauthorized")
    expect(replayed(answer)).toBeUndefined()
  })

  it("does not get a 401 from memory", async () => {
    const key = uuid()
    for (const token of ["tok_x.y", undefined]) {
      const answer = await store().post("/api/checkout", delivery, { token, key })
      expectProblem(answer, "unauthorized")
      expect(replayed(answer)).toBeUndefined()
    }
    expectProblem(
      await store().post("/api/checkout", delivery, { token: await store().guest(), key }),
      "cart_empty"
    )
  })
})

describe("keys", () => {
  it("may be bare or quoted, and are the same key either way", async () => {
    const token = await store().guest()
    await add(token, "order-17")
    expect(replayed(await add(token, "\"order-17\""))).toBe("true")
    for (const key of ["!", "~", "a".repeat(255), `"${"b".repeat(255)}"`, "'", "a\"b"]) {
      expect((await add(token, key)).status, key).toBe(200)
    }
  })

  it("are refused when they are not 1 to 255 visible ASCII characters", async () => {
    const token = await store().guest()
    for (
      const key of ["", " ", "a b", "\"\"", "\"a", "a".repeat(256), `"${"a".repeat(256)}"`, "é", "\"a b\"", "a\tb"]
    ) {
      expectProblem(await add(token, key), "idempotency_key_invalid")
    }
    const twice = await store().post("/api/cart", { productId: serum }, {
      token,
      headers: { "idempotency-key": ["a", "b"] }
    })
    expectProblem(twice, "idempotency_key_invalid")
    expect(await quantity(token)).toBe(0)
  })

  it("never meet those of another principal, shopper, path or method", async () => {
    const key = uuid()
    const agent = await store().clientToken("demo-agent")
    const shopper = (name: string) => ({ "x-shopper": name })
    const others = [
      await add(await store().guest(), key),
      await add(await store().guest(), key),
      await add(agent, key),
      await add(agent, key, { productId: serum }, shopper("ada")),
      await add(agent, key, { productId: serum }, shopper("bob")),
      await store().request("PUT", `/api/cart/items/${serum}`, { token: agent, key, body: { productId: serum } }),
      await store().post("/api/checkout", { productId: serum }, { token: agent, key }),
      await store().request("DELETE", "/api/cart", { token: agent, key, body: { productId: serum } })
    ]
    expect(others.map(replayed)).toEqual(others.map(() => undefined))
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 400, 400, 200])
    expect(replayed(await add(agent, key, { productId: serum }, shopper("ada")))).toBe("true")
  })

  it("belong to the principal, not to the token: a fresh token replays", async () => {
    const key = uuid()
    const headers = { "x-shopper": "carol" }
    const first = await add(await store().clientToken("demo-agent"), key, { productId: serum }, headers)
    const second = await add(await store().clientToken("demo-agent"), key, { productId: serum }, headers)
    expect([replayed(second), second.text]).toEqual(["true", first.text])
  })
})

describe("a request without identity", () => {
  it("may only use a UUID as its key", async () => {
    for (const key of ["1", "order-17", "a".repeat(36), uuid().slice(1), `${uuid()}0`]) {
      expectProblem(await add(undefined, key), "idempotency_key_invalid")
    }
  })

  it("becomes a guest of its own, also under a key that a stranger has used", async () => {
    const key = "f47ac10b-58cc-4372-a567-0e02b2c3d479"
    const item = { productId: serum }
    const guests = [
      ...(await Promise.all([1, 2].map(() => store().post("/api/auth/guest", undefined, { key })))),
      await store().post("/api/auth/guest", undefined, { key })
    ].map((answer) => [replayed(answer), answer.json.access_token])
    const carts = [
      ...(await Promise.all([1, 2].map(() => add(undefined, key)))),
      await store().request("PUT", `/api/cart/items/${serum}`, { key, body: { quantity: 1 } }),
      await store().request("PUT", `/api/cart/items/${serum}`, { key, body: { quantity: 1 } }),
      await add(undefined, key, { ...item, quantity: 1 })
    ].map((answer) => [replayed(answer), answer.json.session.access_token])
    const sendForm = () =>
      store().post("/cart", new URLSearchParams({ action: "add", product: serum, quantity: "1", key }).toString(), {
        headers: { "content-type": "application/x-www-form-urlencoded", origin: store().baseUrl }
      })
    const forms = [await sendForm(), await sendForm()].map((answer) => [replayed(answer), answer.cookies[0]])
    const all = [...guests, ...carts, ...forms]
    expect(new Set(all.map(([replayed]) => replayed))).toEqual(new Set([undefined]))
    expect(new Set(all.map(([, credential]) => credential)).size).toBe(10)
    for (const [, token] of carts) expect(await quantity(token)).toBe(1)
  })

  it("asks once, repeated, and gets the address of its ticket again", async () => {
    const key = uuid()
    const ticket = { email: "ada@example.com", subject: "When?", message: "When?" }
    const [first, second] = [
      await store().post("/api/support", ticket, { key }),
      await store().post("/api/support", ticket, { key })
    ]
    expect([replayed(second), second.text]).toEqual(["true", first.text])
    expectProblem(await store().post("/api/support", { ...ticket, message: "And?" }, { key }), "idempotency_conflict")
  })
})

describe("the database", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "wire-"))
  afterAll(() => rmSync(folder, { recursive: true }))

  it("reveals no token and no key, though it can answer both again", async () => {
    const running = await openShop({ DATABASE_URL: `sqlite:${path.join(folder, "store.db")}` })
    const keys = { guest: uuid(), other: uuid(), client: uuid() }
    const token = await running.guest()
    const guestUnder = async (key: string) =>
      (await running.post("/api/auth/guest", undefined, { token, key })).json.access_token as string
    const client = {
      grant_type: "client_credentials",
      client_id: "demo-agent",
      client_secret: "demo-agent-secret"
    }
    const send = async () => [
      await guestUnder(keys.guest),
      await guestUnder(keys.other),
      (await running.post("/api/auth/token", client, { key: keys.client })).json.access_token as string
    ]
    const tokens = await send()
    expect(await send()).toEqual(tokens)
    await running.close()
    const bytes = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), "latin1")).join("\n")
    // The search would find what is there: the tokens' ids are, and sealed answers are.
    for (const token of tokens) expect(bytes).toContain(token.split(".")[0])
    expect(bytes.split("sealed:").length).toBeGreaterThan(3)
    for (const token of tokens) expect(bytes).not.toContain(token.split(".")[1])
    for (const key of Object.values(keys)) expect(bytes).not.toContain(key)
    expect(bytes).not.toContain("demo-agent-secret")
  })
})

onBoth("a request that two processes finish, because one stood still for longer than its lease", (test) => {
  const request = { headers: { "idempotency-key": "k1" }, method: "POST", url: "/api/checkout" }
  const printed = (body: string): EncodedResponse => ({ status: 409, headers: {}, body })
  /** `finish`: what the process makes of the subject, for example a refusal with an id of its own. */
  const served = (finish: Effect.Effect<EncodedResponse>) =>
    IdempotentRequest.saga(
      {
        request: request as unknown as HttpServerRequest.HttpServerRequest,
        who: "ada",
        body: { bytes: new Uint8Array(), json: {} }
      },
      { begin: Effect.succeed(Either.right("cs_1")), finish: () => finish, printError: Effect.die },
      false
    )

  test(
    "has one response: that of the first to finish, also for the other",
    Effect.gen(function*() {
      const { clock } = yield* World
      const [begun, goesOn] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const standing = Deferred.succeed(begun, undefined).pipe(
        Effect.zipRight(Deferred.await(goesOn)),
        Effect.as(printed("by the one that stood still"))
      )
      const first = yield* Effect.fork(served(standing))
      yield* Deferred.await(begun)
      clock.now += 30 * seconds
      const second = yield* served(Effect.succeed(printed("by the other")))
      expect(second.headers["idempotent-replayed"]).toBeUndefined()
      yield* Deferred.succeed(goesOn, undefined)
      const late = yield* Fiber.join(first)
      expect(late.status).toBe(409)
      expect(late.headers["idempotent-replayed"]).toBe("true")
      expect(late.body).toEqual(second.body)
    })
  )
})
