/** What becomes of connections that stand still, are slow or too many, or are gone before their request is read. */
import { defaultPolicy, Policy } from "@beauty-store/commerce/Policy"
import { printProblem } from "@beauty-store/http/pipeline/ErrorDescription"
import type { Application } from "@beauty-store/http/StoreHttp"
import * as HttpConnections from "@beauty-store/server/HttpConnections"
import { listen } from "@beauty-store/server/Listener"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { execFileSync } from "node:child_process"
import { once } from "node:events"
import { createServer, get as httpGet } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { expect } from "vitest"
import { movableClock } from "../../../test/world/clocks.ts"
import { until as waitUntil } from "../../../test/world/waiting.ts"

/** More than the buffers on both sides of a connection hold. */
/** What the listener itself needs. */
const services = Context.make(Policy, { ...defaultPolicy, baseUrl: "http://shop.example" })

const answer = HttpServerResponse.uint8Array(new Uint8Array(32_000_000))

const applicationOf = (
  ordinary: Effect.Effect<HttpServerResponse.HttpServerResponse, never, HttpServerRequest.HttpServerRequest>
): Application<never> => ({
  ordinary,
  prepared: () => undefined,
  classOf: () => "read",
  printerOf: () => printProblem,
  overloaded: Effect.succeed(HttpServerResponse.empty({ status: 503 }))
})

it.scopedLive("a client who reads nothing of an answer is hung up on", () =>
  Effect.gen(function*() {
    const listener = yield* listen("127.0.0.1", 0, { idleMillis: 200 })
    yield* listener.serve(applicationOf(Effect.succeed(answer)), services)
    const socket = connect(listener.port, "127.0.0.1").pause()
    yield* Effect.addFinalizer(() => Effect.sync(() => socket.destroy()))
    socket.write("GET / HTTP/1.1\r\nhost: shop.example\r\n\r\n")
    yield* Effect.sleep(1_000)
    const read = yield* Effect.async<number>((resume) => {
      let read = 0
      socket.on("data", (chunk: Buffer) => {
        read += chunk.length
      })
      socket.on("error", () => undefined)
      socket.once("close", () => resume(Effect.succeed(read)))
      socket.resume()
    })
    expect(read).toBeGreaterThan(0)
    expect(read).toBeLessThan(32_000_000)
  }))

it.scopedLive.each([
  ["127.0.0.1", "http://localhost", "http://127.0.0.1"],
  ["localhost", "http://localhost", undefined],
  ["0.0.0.0", "http://localhost", "http://127.0.0.1"],
  ["::", "http://localhost", "http://[::1]"],
  ["127.0.0.2", "http://127.0.0.2", "http://127.0.0.2"],
  ["::1", "http://[::1]", "http://[::1]"]
])("a store that listens on %s is open where it listens", ([host, url, localUrl]) =>
  Effect.gen(function*() {
    const listener = yield* listen(host!, 0)
    expect(listener.url).toBe(`${url}:${listener.port}`)
    if (localUrl !== undefined) expect(listener.localUrl).toBe(`${localUrl}:${listener.port}`)
  }))

it.scopedLive("a store of its own machine is called by the machine's own names alone, so that no page can take its name", () =>
  Effect.gen(function*() {
    const listener = yield* listen("127.0.0.1", 0, { ownNamesOnly: true })
    yield* listener.serve(applicationOf(HttpServerResponse.empty()), services)
    const statusFor = (host: string) =>
      Effect.promise(() =>
        new Promise<number | undefined>((resolve, reject) => {
          httpGet({ host: "127.0.0.1", port: listener.port, headers: { host } }, (response) => {
            response.resume()
            resolve(response.statusCode)
          }).on("error", reject)
        })
      )
    const own = [
      "localhost",
      "LOCALHOST:3000",
      "shop.localhost:3000",
      "127.0.0.1",
      "127.8.0.1:80",
      "[::1]:3000",
      "[::1]"
    ]
    for (const host of own) expect(yield* statusFor(host), host).toBe(204)
    const others = [
      "evil.example",
      "evil.example:3000",
      "localhost.evil.example",
      "127.0.0.1.evil.example",
      "192.0.2.1",
      "[2001:db8::1]:1",
      "-"
    ]
    for (const host of others) expect(yield* statusFor(host), host).toBe(421)
  }))

it.scopedLive("a request whose connection was reset before it was read reaches no application, since nobody knows its sender", () =>
  Effect.gen(function*() {
    const listener = yield* listen("127.0.0.1", 0)
    let requests = 0
    yield* listener.serve(
      applicationOf(Effect.sync(() => {
        requests++
        return HttpServerResponse.empty()
      })),
      services
    )
    // This process stands still while the other one sends and resets.
    const send = (end: string) =>
      execFileSync(process.execPath, [
        "-e",
        `const socket = require("node:net").connect(${listener.port}, "127.0.0.1", () =>
          socket.write("GET / HTTP/1.1\\r\\nhost: shop.example\\r\\n\\r\\n", () => socket.${end}()))`
      ])
    send("resetAndDestroy")
    // One that has only ended is served, behind it.
    send("destroy")
    yield* until(() => requests > 0)
    expect(requests).toBe(1)
  }))

/** A client that has received so much. */
interface Client {
  readonly socket: Socket
  received: string
}

const open = (port: number) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const socket = connect(port, "127.0.0.1")
      const client: Client = { socket, received: "" }
      socket.on("data", (chunk: Buffer) => void (client.received += chunk.toString()))
      socket.on("error", () => undefined)
      await once(socket, "connect")
      return client
    }),
    ({ socket }) => Effect.sync(() => socket.destroy())
  )

const until = (isTrue: () => boolean) => waitUntil(Effect.sync(isTrue), String(isTrue))

/** Sends a request and waits for the whole head of its response. */
const get = (client: Client) => {
  client.received = ""
  client.socket.write("GET / HTTP/1.1\r\nhost: shop.example\r\n\r\n")
  return until(() => client.received.includes("\r\n\r\n"))
}

const empty = Effect.succeed(HttpServerResponse.empty())
const three = { perNetwork: 3, isCounted: () => true }

it.scopedLive("a network with all its connections gets a new one for the one that was idle for longest", () =>
  Effect.gen(function*() {
    const listener = yield* listen("127.0.0.1", 0, { connections: three })
    yield* listener.serve(applicationOf(empty), services)
    const [first, second, third] = [yield* open(listener.port), yield* open(listener.port), yield* open(listener.port)]
    // The second one is silent: the others have been used since it was opened.
    yield* get(first)
    yield* get(third)
    const fourth = yield* open(listener.port)
    yield* until(() => second.socket.destroyed)
    yield* get(fourth)
    yield* get(first)
    yield* get(third)
    const fifth = yield* open(listener.port)
    yield* get(fifth)
    yield* until(() => fourth.socket.destroyed)
    expect([first, third, fifth].map(({ received }) => received.slice(0, 12))).toEqual(Array(3).fill("HTTP/1.1 204"))
  }))

it.scopedLive("a network with a request on every connection gets no further one, and all its responses", () =>
  Effect.gen(function*() {
    const listener = yield* listen("127.0.0.1", 0, { connections: three })
    const gate = yield* Effect.makeLatch()
    let requests = 0
    const ordinary = Effect.zipRight(Effect.sync(() => requests++), Effect.zipRight(gate.await, empty))
    yield* listener.serve(applicationOf(ordinary), services)
    const clients = [yield* open(listener.port), yield* open(listener.port), yield* open(listener.port)]
    const serving = yield* Effect.fork(Effect.forEach(clients, get, { concurrency: 3 }))
    yield* until(() => requests === 3)
    const fourth = yield* open(listener.port)
    yield* get(fourth)
    expect(fourth.received).toMatch(/^HTTP\/1\.1 503 [^]*store_overloaded/)
    yield* until(() => fourth.socket.destroyed)
    yield* gate.open
    yield* serving
    expect(requests).toBe(3)
    expect(clients.map(({ received }) => received.slice(0, 12))).toEqual(Array(3).fill("HTTP/1.1 204"))
  }))

it.scopedLive("an address that is not counted has as many connections as it likes", () =>
  Effect.gen(function*() {
    const listener = yield* listen("127.0.0.1", 0, { connections: { perNetwork: 1, isCounted: () => false } })
    yield* listener.serve(applicationOf(empty), services)
    const clients = yield* Effect.forEach([1, 2, 3], () => open(listener.port))
    yield* Effect.forEach(clients, get)
    expect(clients.map(({ socket }) => socket.destroyed)).toEqual([false, false, false])
  }))

it.scopedLive("a connection that sends nothing, or headers without an end, is closed with 408", () =>
  Effect.gen(function*() {
    const listener = yield* listen("127.0.0.1", 0, { headersMillis: 50, lookMillis: 20 })
    yield* listener.serve(applicationOf(empty), services)
    const [silent, endless] = [yield* open(listener.port), yield* open(listener.port)]
    endless.socket.write("GET / HTTP/1.1\r\nhost: shop.example\r\n")
    const dripping = setInterval(() => endless.socket.write("x-drip: 1\r\n"), 10)
    yield* Effect.addFinalizer(() => Effect.sync(() => clearInterval(dripping)))
    yield* until(() => silent.socket.destroyed && endless.socket.destroyed)
    for (const { received } of [silent, endless]) expect(received).toMatch(/^HTTP\/1\.1 408 [^]*request_timeout/)
  }))

/** An application that reads the body. */
const reading = applicationOf(
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
    Effect.map(
      Effect.orDie(request.arrayBuffer),
      (bytes) => HttpServerResponse.text(`${bytes.byteLength} bytes`)
    ))
)

const post = (length: number): string => `POST / HTTP/1.1\r\nhost: shop.example\r\ncontent-length: ${length}\r\n\r\n`

it.scopedLive("a body that drips is ended with 408, though its sender goes on; a large one that flows is read", () =>
  Effect.gen(function*() {
    const listener = yield* listen("127.0.0.1", 0, { lookMillis: 20 })
    yield* listener.serve(reading, services)
    const [slow, quick] = [yield* open(listener.port), yield* open(listener.port)]
    slow.socket.write(post(1_000_000))
    quick.socket.write(post(1_000_000))
    const dripping = setInterval(() => slow.socket.write("x"), 10)
    const flowing = setInterval(() => quick.socket.write("x".repeat(20_000)), 10)
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        clearInterval(dripping)
        clearInterval(flowing)
      })
    )
    yield* until(() => slow.socket.destroyed)
    expect(slow.received).toMatch(/^HTTP\/1\.1 408 [^]*request_timeout/)
    yield* until(() => quick.received.includes("1000000 bytes"))
  }))

it.scopedLive("requests sent behind one whose connection is lost are over with it", () =>
  Effect.gen(function*() {
    const server = createServer()
    const connections = HttpConnections.of(server)
    let ended = 0
    server.on("request", (_, response) => {
      connections.run(response)
      response.once("close", () => void ended++)
    })
    const port = yield* Effect.acquireRelease(
      Effect.async<number>((resume) => {
        server.listen(0, "127.0.0.1", () => resume(Effect.succeed((server.address() as AddressInfo).port)))
      }),
      () => Effect.sync(() => server.close())
    )
    const { socket } = yield* open(port)
    socket.write("GET / HTTP/1.1\r\nhost: shop.example\r\n\r\n".repeat(10))
    yield* until(() => connections.running.size === 10)
    socket.resetAndDestroy()
    yield* until(() => connections.running.size === 0)
    expect(ended).toBe(10)
  }))

it.scopedLive("a connection with thirty-two requests that wait for their responses may send no more", () =>
  Effect.gen(function*() {
    const listener = yield* listen("127.0.0.1", 0)
    const gate = yield* Effect.makeLatch()
    let begun = 0
    yield* listener.serve(
      applicationOf(Effect.zipRight(
        Effect.sync(() => void begun++),
        Effect.as(gate.await, HttpServerResponse.empty())
      )),
      services
    )
    const [within, beyond] = [yield* open(listener.port), yield* open(listener.port)]
    within.socket.write("GET / HTTP/1.1\r\nhost: shop.example\r\n\r\n".repeat(32))
    yield* until(() => begun === 32)
    const closed = once(beyond.socket, "close")
    beyond.socket.write("GET / HTTP/1.1\r\nhost: shop.example\r\n\r\n".repeat(200))
    yield* Effect.promise(() => closed)
    yield* gate.open
    yield* until(() => within.received.split("HTTP/1.1 204").length === 33)
    expect(begun).toBeLessThanOrEqual(32 + 32 + 1)
  }))

it.scopedLive("a browser that comes before the store is open sees a page, and a program a problem", () =>
  Effect.gen(function*() {
    const { port } = yield* listen("127.0.0.1", 0, { shop: { ...defaultPolicy, storeName: "Ada's" } })
    const asked = (accept: string) =>
      Effect.promise(async () => {
        const response = await fetch(`http://127.0.0.1:${port}/cart`, { headers: { accept } })
        return [response.status, response.headers.get("content-type"), await response.text()] as const
      })
    const [status, type, page] = yield* asked("text/html,*/*;q=0.8")
    expect([status, type]).toEqual([503, "text/html; charset=utf-8"])
    expect(page).toContain("One moment, please · Ada's")
    expect((yield* asked("*/*")).slice(0, 2)).toEqual([503, "application/problem+json"])
  }))

it.scopedLive("is quiet since the last request that was not about its health", () =>
  Effect.gen(function*() {
    const clock = movableClock(Date.now())
    const hour = 3_600_000
    const listener = yield* Effect.withClock(listen("127.0.0.1", 0), clock)
    yield* listener.serve(applicationOf(empty), services)
    const ask = (path: string) => Effect.promise(() => fetch(`http://127.0.0.1:${listener.port}${path}`))
    clock.jump(hour)
    yield* ask("/health/ready")
    yield* ask("/metrics")
    expect(listener.quietMillis()).toBeGreaterThanOrEqual(hour)
    yield* ask("/cart")
    expect(listener.quietMillis()).toBeLessThan(hour)
  }))
