/**
 * A stop as clients and operators meet it: nobody loses a connection under a request. Every request is answered, or was
 * never sent because the connection was refused. Follows docs/specification.md#start-and-stop.
 */
import { randomUUID } from "node:crypto"
import { Agent, request } from "node:http"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { everyDatabase, type Place } from "./shop/places.ts"
import { product } from "./shop/products.ts"
import { killAll, start } from "./shop/program.ts"
import { useProgram, useServerProgram } from "./shop/programs.ts"
import { atOnce, eventually, newShopper, sleep } from "./shop/shopper.ts"

const server = useServerProgram()
const slowServer = useProgram("test/slow-provider-server.ts")
afterEach(killAll)

/**
 * A client with one connection, which stays open between requests, or is made anew for each of them. Returns a status,
 * or the code of the failure.
 */
const client = (url: string, token?: string, keepAlive = true) => {
  const agent = new Agent({ keepAlive, maxSockets: 1 })
  const send = (method: string, path: string, body?: unknown) =>
    new Promise<{ readonly status: number; readonly connection?: string | undefined } | { readonly error: string }>(
      (resolve) => {
        const failed = ({ code, message }: NodeJS.ErrnoException) => resolve({ error: code ?? message })
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

describe.each(Object.entries(everyDatabase))("a stop on %s", (database, at) => {
  let place: Place
  beforeAll(async () => {
    place = await at()
  })
  afterAll(() => place.leave())

  it("resets none of forty callers that ask again and again, on open connections and on new ones", async () => {
    const running = await start(server(), {
      PORT: "0",
      DATABASE_URL: place.databaseUrl,
      STOP_GRACE_SECONDS: database === "PostgreSQL" ? "1" : "0"
    })
    const shoppers = await atOnce(40, () => newShopper(running))
    let stopping = false
    const answered = Array<number>(40).fill(0)
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
        answered[n]!++
        if (answer.status !== 200 && !(stopping && answer.status === 503)) surprises.push(answer)
      }
      close()
    })
    // All of them are at it, with each kind of request.
    await eventually(async () => answered, (times) => expect(Math.min(...times)).toBeGreaterThanOrEqual(4))
    stopping = true
    expect(await running.stop()).toBe(0)
    await calling
    expect(surprises).toEqual([])
    // The system resets what it has connected and nobody has accepted: where it is loaded, one or two of them.
    const reset = ends.filter((end) => end === "ECONNRESET")
    expect(reset.length).toBeLessThanOrEqual(2)
    expect(ends.toSorted()).toEqual([...Array(40 - reset.length).fill("ECONNREFUSED"), ...reset])
  })
})

describe("a stop", () => {
  const inMemory = { PORT: "0", DATABASE_URL: "sqlite::memory:" }

  it("is first seen by balancers: not ready, and for the grace period everything is served on", async () => {
    const running = await start(server(), { ...inMemory, STOP_GRACE_SECONDS: "2" })
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

  it("at a second signal ends at once, with status 1 and a line that says so", async () => {
    const running = await start(slowServer(), { ...inMemory, PROVIDER_DELAYS: `{"createSession":[0,20000]}` })
    const shopper = await newShopper(running, product(0))
    const cut = shopper.checkout(randomUUID()).then(() => "answered", () => "cut off")
    await eventually(() => shopper.get("/api/orders"), ({ json }) => expect(json.data).toHaveLength(1))
    const stopped = running.stop()
    await eventually(async () => running.output(), (said) => expect(said).toContain("Stopping: "))
    // Signals within a quarter of a second count as one.
    await sleep(500)
    running.process.kill("SIGINT")
    expect(await stopped).toBe(1)
    expect(running.output()).toMatch(/\nSIGINT, a second time: .*\n$/)
    expect(await cut).toBe("cut off")
  })
})
