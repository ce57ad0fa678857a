/**
 * A stop as clients and operators meet it: nobody loses a connection under a request. Every request is answered, or was
 * never sent because the connection was refused. Follows docs/specification.md#start-and-stop.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import Sqlite from "better-sqlite3"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { randomUUID } from "node:crypto"
import { Agent, request } from "node:http"
import { connect } from "node:net"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { product } from "./products.ts"
import { bundle, killAll, start } from "./program.ts"
import { onPostgres, onSqlite, type Place } from "./shop.ts"
import { atOnce, checkedOut, eventually, newShopper, pay, sleep } from "./shopper.ts"

let server: string
let slowServer: string
beforeAll(() => {
  server = bundle("packages/server/src/main.ts", "server-to-stop.mjs")
  slowServer = bundle("test/slow-provider-server.ts", "slow-provider-server-to-stop.mjs")
})
afterEach(killAll)

/**
 * A client with one connection, which stays open between requests, or is made anew for each of them. Returns a status, or
 * the code of the failure.
 */
const client = (url: string, token?: string, keepAlive = true) => {
  const agent = new Agent({ keepAlive, maxSockets: 1 })
  const send = (method: string, path: string, body?: unknown) =>
    new Promise<{ readonly status: number; readonly connection?: string | undefined } | { readonly error: string }>(
      (resolve) => {
        const began = performance.now()
        const failed = (error: NodeJS.ErrnoException) => resolve({ error: error.code === "ECONNREFUSED" ? error.code : JSON.stringify([error.code, error.message, error.syscall, sent.reusedSocket, keepAlive, method, path, Math.round(performance.now() - began), Math.round(performance.now() - (globalThis as any).t0)]) })
        const headers = {
          "content-type": "application/json",
          ...(token !== undefined && { authorization: `Bearer ${token}` })
        }
        const sent = request(`${url}${path}`, { agent, method, headers }, (response) => {
          response.on("error", failed).resume()
          response.on("end", () => resolve({ status: response.statusCode!, connection: response.headers.connection }))
        })
        sent.on("error", failed).end(body === undefined ? undefined : JSON.stringify(body))
      }
    )
  return { send, close: () => agent.destroy() }
}

/** A connection by hand: what is written goes out as it is, and what comes back is kept until the other side ends. */
const byHand = (url: string) => {
  const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", allowHalfOpen: true })
  const errors: Array<string | undefined> = []
  let text = ""
  socket.setEncoding("utf8").on("data", (more: string) => void (text += more))
  const ended = new Promise<string>((resolve) => {
    socket.on("end", () => resolve(text))
    socket.on("error", ({ code }: NodeJS.ErrnoException) => {
      errors.push(code)
      resolve(`${text}${code}`)
    })
  })
  return { write: (more: string) => void socket.write(more), ended, errors }
}
const statuses = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status!)

/** The kinds of the jobs that are running. */
const leases = async ({ databaseUrl }: Place): Promise<ReadonlyArray<string>> => {
  const text = "SELECT kind FROM job WHERE lease_until > 0 ORDER BY kind"
  const rows: ReadonlyArray<{ kind: string }> = databaseUrl.startsWith("sqlite:")
    ? new Sqlite(databaseUrl.slice("sqlite:".length), { readonly: true }).prepare<[], { kind: string }>(text).all()
    : await Effect.runPromise(Effect.provide(
      Effect.flatMap(PgClient.PgClient, (sql) => sql.unsafe<{ kind: string }>(text)),
      PgClient.layer({ url: Redacted.make(databaseUrl), maxConnections: 1 })
    ))
  return rows.map(({ kind }) => kind)
}

const grace = { SQLite: 0, PostgreSQL: 1 }

describe.each([["SQLite", onSqlite], ["PostgreSQL", onPostgres]] as const)("a stop on %s", (database, at) => {
  let place: Place
  beforeAll(async () => {
    place = await at()
  })
  afterAll(() => place.leave())

  it("resets none of forty callers that ask again and again, on open connections and on new ones", async () => {
    const running = await start(server, {
      PORT: "0",
      DATABASE_URL: place.databaseUrl,
      STOP_GRACE_SECONDS: String(grace[database])
    })
    const shoppers = await atOnce(40, () => newShopper(running.url))
    let stopping = false
    const surprises: Array<unknown> = []
    const ends: Array<string> = []
    const calling = atOnce(40, async (n) => {
      const { close, send } = client(running.url, shoppers[n]!.token, n % 2 === 0)
      for (let i = n;; i++) {
        const answer = i % 4 === 0
          ? await send("PUT", `/api/cart/items/${product(1)}`, { quantity: 1 + i % 9 })
          : i % 4 === 1
          ? await send("GET", "/api/cart")
          : i % 4 === 2
          ? await send("GET", "/api/products?q=serum&limit=20")
          : await send("GET", "/health/ready")
        if ("error" in answer) {
          // Nobody listens any more: nothing was sent.
          ends.push(answer.error)
          break
        }
        if (answer.status !== 200 && !(stopping && answer.status === 503)) surprises.push(answer)
      }
      close()
    })
    await sleep(400)
    stopping = true
;(globalThis as any).t0 = performance.now()
    expect(await running.stop()).toBe(0)
    await calling
    expect(surprises).toEqual([])
    expect(ends).toEqual(Array(40).fill("ECONNREFUSED"))
  })

  it("ends background work between jobs: one that runs is finished and given back", async () => {
    const running = await start(slowServer, {
      PORT: "0",
      DATABASE_URL: place.databaseUrl,
      STOP_GRACE_SECONDS: "0",
      PROVIDER_DELAYS: `{"refund":[0,1500]}`
    })
    const shopper = await newShopper(running.url, product(2))
    const { orderId, redirectUrl } = await checkedOut(shopper)
    await pay(redirectUrl)
    await eventually(() => shopper.order(orderId), ({ status }) => expect(status).toBe("confirmed"))
    await shopper.post(`/api/orders/${orderId}/cancel`, {}, randomUUID())
    await eventually(() => leases(place), (kinds) => expect(kinds).toEqual(["refund"]))
    expect(await running.stop()).toBe(0)
    expect(await leases(place)).toEqual([])
  })
})

describe("a stop", () => {
  const inMemory = { PORT: "0", DATABASE_URL: "sqlite::memory:" }

  it("is first seen by balancers: not ready, and for the grace period everything is served on", async () => {
    const running = await start(server, { ...inMemory, STOP_GRACE_SECONDS: "2" })
    const { close, send: ask } = client(running.url)
    expect(await ask("GET", "/health/ready")).toEqual({ status: 200, connection: "keep-alive" })
    const stopped = running.stop()
    await eventually(
      () => ask("GET", "/health/ready?by=balancer"),
      (answer) => expect(answer).toMatchObject({ status: 503 })
    )
    expect(await ask("GET", "/health/ready")).toEqual({ status: 503, connection: "keep-alive" })
    expect(await ask("GET", "/health/live")).toEqual({ status: 200, connection: "keep-alive" })
    // Also whoever comes anew.
    const other = client(running.url)
    expect(await other.send("POST", "/api/auth/guest")).toMatchObject({ status: 200 })
    other.close()
    expect(await stopped).toBe(0)
    expect(await ask("GET", "/health/live")).toMatchObject({ error: expect.stringMatching(/ECONN/) })
    close()
  })

  it("answers what is half sent when it comes, and what has come behind it on one connection", async () => {
    const running = await start(slowServer, { ...inMemory, PROVIDER_DELAYS: `{"createSession":[0,2500]}` })
    const shopper = await newShopper(running.url, product(0))
    const [inBody, inHeaders, behind, idle, late, silent] = await atOnce(6, async () => byHand(running.url))
    const post = "POST /api/auth/guest HTTP/1.1\r\nhost: store\r\n"
    inBody!.write(`${post}content-type: application/json\r\ncontent-length: 20\r\n\r\n{`)
    inHeaders!.write(post)
    behind!.write("GET /health/live HTTP/1.1\r\nhost: store\r\n\r\n".repeat(3))
    const live = "GET /health/live HTTP/1.1\r\nhost: store\r\n\r\n"
    idle!.write(live)
    late!.write(live)
    // It holds the stop up while the others are still sending.
    const long = shopper.checkout(randomUUID())
    await eventually(() => shopper.get("/api/orders"), ({ body }) => expect(body.data).toHaveLength(1))
    const stopped = running.stop()
    await sleep(200)
    inBody!.write("\"some\":\"thing\"    }")
    inHeaders!.write("content-length: 0\r\n\r\n")
    // What is on its way behind the last response resets nothing.
    late!.write(live + `${post}content-length: 60000\r\n\r\n${"x".repeat(60_000)}`.repeat(100))
    expect(statuses(await inHeaders!.ended)).toEqual(["503"])
    expect(statuses(await late!.ended)).toEqual(["200", "503"])
    // Its request was there before the stop.
    expect(statuses(await inBody!.ended)).toEqual(["200"])
    expect(statuses(await behind!.ended)).toEqual(["200", "200", "200"])
    expect(statuses(await idle!.ended)).toEqual(["200"])
    expect(await silent!.ended).toBe("")
    expect((await long).status).toBe(200)
    expect((await long).headers.get("connection")).toBe("close")
    expect(await stopped).toBe(0)
    for (const { errors } of [inBody!, inHeaders!, behind!, idle!, late!, silent!]) expect(errors).toEqual([])
  })

  it("refuses a request of which the rest does not come, without a reset", async () => {
    const running = await start(slowServer, { ...inMemory, PROVIDER_DELAYS: `{"createSession":[0,2500]}` })
    const shopper = await newShopper(running.url, product(0))
    const long = shopper.checkout(randomUUID())
    await eventually(() => shopper.get("/api/orders"), ({ body }) => expect(body.data).toHaveLength(1))
    const half = byHand(running.url)
    half.write("GET /health/live HTTP/1.1\r\nhost: store\r\n\r\n")
    await sleep(100)
    const stopped = running.stop()
    await sleep(200)
    half.write("GET /health/live HTTP/1.1\r\nho")
    const text = await half.ended
    expect(statuses(text)).toEqual(["200", "503"])
    expect(text).toMatch(/connection: close[^]*"code":"store_unavailable"/i)
    // It is read on for a moment, so that what was still on its way resets nothing.
    half.write("st: store\r\n\r\n")
    expect((await long).status).toBe(200)
    expect(await stopped).toBe(0)
    expect(half.errors).toEqual([])
  })

  it("at a second signal ends at once, with status 1 and a line that says so", async () => {
    const running = await start(slowServer, { ...inMemory, PROVIDER_DELAYS: `{"createSession":[0,20000]}` })
    const shopper = await newShopper(running.url, product(0))
    const cut = shopper.checkout(randomUUID()).then(() => "answered", () => "cut off")
    await eventually(() => shopper.get("/api/orders"), ({ body }) => expect(body.data).toHaveLength(1))
    const stopped = running.stop()
    await sleep(500)
    running.process.kill("SIGINT")
    expect(await stopped).toBe(1)
    expect(running.output()).toMatch(/\nSIGINT, a second time: .*\n$/)
    expect(await cut).toBe("cut off")
  })
})
