/** Letters by Node's own client, to a listener of the test's. */
import { HttpPost } from "@beauty-store/outbound/HttpPost"
import * as NodeHttpPost from "@beauty-store/outbound/NodeHttpPost"
import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { describe, expect } from "vitest"
import { until } from "../../../test/world/waiting.ts"

/** A listener for as long as the scope lasts. */
const listening = (listener: RequestListener) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.async<ReturnType<typeof createServer>>((resume) => {
        const server = createServer(listener).listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
      }),
      (server) =>
        Effect.sync(() => {
          server.close()
          server.closeAllConnections()
        })
    ),
    (server) => ({ server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in?a=1` })
  )

const letter = (url: string, millis = 2_000) => ({
  url,
  headers: { "content-type": "text/plain", "x-mark": "one" },
  body: new TextEncoder().encode("grüß dich"),
  millis
})

describe("a letter", () => {
  it.scopedLive("brings its headers and its bytes, and the reply back, over one connection", () =>
    Effect.gen(function*() {
      let connections = 0
      const { server, url } = yield* listening((request, response) => {
        const chunks: Array<Buffer> = []
        request.on("data", (chunk: Buffer) => chunks.push(chunk))
        request.on("end", () => {
          const { headers, method, url } = request
          response.writeHead(202).end(JSON.stringify({
            method,
            url,
            mark: headers["x-mark"],
            type: headers["content-type"],
            text: Buffer.concat(chunks).toString()
          }))
        })
      })
      server.on("connection", () => connections++)
      const { send } = yield* HttpPost
      for (let n = 0; n < 3; n++) {
        const reply = yield* send(letter(url))
        expect(reply.status).toBe(202)
        expect(JSON.parse(reply.body)).toEqual({
          method: "POST",
          url: "/in?a=1",
          mark: "one",
          type: "text/plain",
          text: "grüß dich"
        })
      }
      expect(connections).toBe(1)
    }).pipe(Effect.provide(NodeHttpPost.layer)))

  it.scopedLive("that nobody takes, or answers in time or to the end, is not answered", () =>
    Effect.gen(function*() {
      const { send } = yield* HttpPost
      const silent = yield* listening(() => {})
      const rude = yield* listening((request) => request.socket.destroy())
      const half = yield* listening((_, response) => {
        response.writeHead(200, { "content-length": 10 }).write("half", () => response.destroy())
      })
      for (
        const [url, reason, millis] of [
          [silent.url, /timeout/, 100],
          [rude.url, /socket hang up/, 60_000],
          [half.url, /connection lost/, 60_000],
          ["http://127.0.0.1:1/", /ECONNREFUSED/, 60_000]
        ] as const
      ) {
        const fault = yield* Effect.flip(send(letter(url, millis)))
        expect(fault._tag).toBe("NoResponse")
        expect(fault.reason).toMatch(reason)
      }
    }).pipe(Effect.provide(NodeHttpPost.layer)))

  it.scopedLive("waits for its turn without losing its time: no more than 64 are under way", () =>
    Effect.gen(function*() {
      const held: Array<() => void> = []
      let opened = false
      const { url } = yield* listening((request, response) => {
        request.resume()
        if (opened) response.end("{}")
        else held.push(() => response.end("{}"))
      })
      const { send } = yield* HttpPost
      const sendAll = (times: number, millis: number) =>
        Effect.fork(
          Effect.all(Array.from({ length: times }, () => send(letter(url, millis))), { concurrency: "unbounded" })
        )
      const first = yield* sendAll(64, 60_000)
      const others = yield* sendAll(136, 1_000)
      yield* until(Effect.sync(() => held.length >= 64), "64 are under way")
      // Longer than the others may take, once it is their turn.
      yield* Effect.sleep(1_100)
      expect(held).toHaveLength(64)
      opened = true
      for (const answer of held) answer()
      expect([...yield* Fiber.join(first), ...yield* Fiber.join(others)]).toHaveLength(200)
    }).pipe(Effect.provide(NodeHttpPost.layer)))
})
