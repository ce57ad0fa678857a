/** What becomes of connections that stand still, or are gone before their request is read. */
import type { Application } from "@beauty-store/http/StoreHttp"
import { listen } from "@beauty-store/server/Listener"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { execFileSync } from "node:child_process"
import { connect } from "node:net"
import { expect } from "vitest"

/** More than the buffers on both sides of a connection hold. */
const answer = HttpServerResponse.uint8Array(new Uint8Array(32_000_000))

const applicationOf = (ordinary: Effect.Effect<HttpServerResponse.HttpServerResponse>): Application<never> => ({
  ordinary,
  prepared: () => undefined,
  classOf: () => "read",
  overloaded: Effect.succeed(HttpServerResponse.empty({ status: 503 }))
})

it.scopedLive("a client who reads nothing of an answer is hung up on", () =>
  Effect.gen(function*() {
    const listener = yield* listen("127.0.0.1", 0, { idleMillis: 200 })
    yield* listener.serve(applicationOf(Effect.succeed(answer)), Context.empty())
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

it.scopedLive("a request whose connection was reset before it was read reaches no application, since nobody knows its sender", () =>
  Effect.gen(function*() {
    const listener = yield* listen("127.0.0.1", 0)
    let requests = 0
    yield* listener.serve(
      applicationOf(Effect.sync(() => {
        requests++
        return HttpServerResponse.empty()
      })),
      Context.empty()
    )
    // This process stands still while the other one sends and resets.
    const send = (end: string) =>
      execFileSync(process.execPath, [
        "-e",
        `const socket = require("node:net").connect(${listener.port}, "127.0.0.1", () =>
          socket.write("GET / HTTP/1.1\\r\\nhost: shop.example\\r\\n\\r\\n", () => socket.${end}()))`
      ])
    send("resetAndDestroy")
    yield* Effect.sleep(100)
    expect(requests).toBe(0)
    // One that has only ended is served.
    send("destroy")
    yield* Effect.sleep(100)
    expect(requests).toBe(1)
  }))
