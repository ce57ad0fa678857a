/**
 * `HttpPost` over Node's own HTTP client. A message costs one request, without a connection, fiber or stream of its
 * own.
 *
 * @since 1.0.0
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Agent, type IncomingMessage, request } from "node:http"
import { HttpPost, NoResponse, type PostRequest, type PostResponse } from "./HttpPost.ts"

/** How many requests are under way at once. The others wait here, and their time limit has not begun. */
const maxUnderWay = 64

/** Calls back with the response's body, once it is complete. */
const readBody = (incoming: IncomingMessage, done: (body: string) => void): void => {
  const chunks: Array<Buffer> = []
  incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
  incoming.on("end", () => done(Buffer.concat(chunks).toString()))
}

const send = (agent: Agent) => ({ body, headers, millis, url }: PostRequest): Effect.Effect<PostResponse, NoResponse> =>
  Effect.async((resume) => {
    const outgoing = request(url, {
      agent,
      method: "POST",
      headers: { ...headers, "content-length": body.length }
    })
    let timer: NodeJS.Timeout | undefined
    let received = false
    const failed = (reason: string) => {
      if (!received) resume(new NoResponse({ reason }))
    }
    outgoing.on("socket", () => {
      timer = setTimeout(() => outgoing.destroy(new Error("timeout")), millis)
    })
    outgoing.on("response", (incoming) =>
      readBody(incoming, (body) => {
        received = true
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

export const layer: Layer.Layer<HttpPost> = Layer.scoped(
  HttpPost,
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => new Agent({ keepAlive: true, maxSockets: maxUnderWay })),
      (agent) => Effect.sync(() => agent.destroy())
    ),
    (agent) => ({ send: send(agent) })
  )
)
