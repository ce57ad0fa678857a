/**
 * `Post` over Node's own HTTP client. A message costs a request: no connection, no fiber, no stream of its own.
 */
import { NoResponse, Post } from "@beauty-store/web/Post"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Agent, type IncomingMessage, request } from "node:http"

/** How many letters are on their way at once; the others wait here, and their time has not begun. */
const mostUnderWay = 64

/** What an answer says, once all of it is there. */
const read = (incoming: IncomingMessage, done: (body: string) => void): void => {
  const chunks: Array<Buffer> = []
  incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
  incoming.on("end", () => done(Buffer.concat(chunks).toString()))
}

export const layer: Layer.Layer<Post> = Layer.scoped(
  Post,
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => new Agent({ keepAlive: true, maxSockets: mostUnderWay })),
      (agent) => Effect.sync(() => agent.destroy())
    ),
    (agent) => ({
      send: ({ body, headers, millis, url }) =>
        Effect.async((resume) => {
          const outgoing = request(url, {
            agent,
            method: "POST",
            headers: { ...headers, "content-length": body.length }
          })
          let timer: NodeJS.Timeout | undefined
          let answered = false
          const failed = (reason: string) => {
            if (!answered) resume(new NoResponse({ reason }))
          }
          outgoing.on("socket", () => {
            timer = setTimeout(() => outgoing.destroy(new Error("timeout")), millis)
          })
          outgoing.on("response", (incoming) =>
            read(incoming, (body) => {
              answered = true
              resume(Effect.succeed({ status: incoming.statusCode ?? 0, body }))
            }))
          outgoing.on("error", (error) => failed(error.message))
          outgoing.on("close", () => {
            clearTimeout(timer)
            failed("connection lost")
          })
          outgoing.end(body)
          return Effect.sync(() => void outgoing.destroy())
        })
    })
  )
)
