/**
 * The socket that the server listens on, and how it stops.
 *
 * Listening comes first, because the address is part of the configuration of everything else (any free port); serving
 * comes last and ends first. A stop finishes what runs, for up to 30 seconds, and meanwhile answers whoever is late with
 * 503 and `Connection: close`; only then do the socket and the databases close.
 */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import type * as HttpApp from "@effect/platform/HttpApp"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { StartRefused } from "./ServerConfig.ts"

type Handler = (request: IncomingMessage, response: ServerResponse) => void

export interface Listener {
  readonly port: number
  /** Serves an application until the scope closes; before and after, everybody is asked to come again. */
  readonly serve: (app: HttpApp.Default<never, Scope.Scope>) => Effect.Effect<void, never, Scope.Scope>
}

const drainMillis = 30_000

const unavailable: Handler = (request, response) => {
  request.resume()
  response.writeHead(503, { "content-type": "application/problem+json", "connection": "close", "retry-after": "1" })
  response.end(JSON.stringify({
    type: "about:blank",
    title: "The store cannot answer right now",
    status: 503,
    code: "store_unavailable",
    retryable: true
  }))
}

/** Listens, from now until the scope closes. */
export const listen = (host: string, port: number): Effect.Effect<Listener, StartRefused, Scope.Scope> =>
  Effect.gen(function*() {
    let handler: Handler = unavailable
    const server = yield* Effect.acquireRelease(
      Effect.async<Server, StartRefused>((resume) => {
        const server = createServer(
          { keepAliveTimeout: 65_000, headersTimeout: 30_000, requestTimeout: 60_000 },
          (request, response) => handler(request, response)
        )
        server.once("error", (error: NodeJS.ErrnoException) =>
          resume(
            new StartRefused({
              message: error.code === "EADDRINUSE"
                ? `PORT=${port} is in use by another program: set PORT to another one, or to 0 for any free one.`
                : `HOST=${host}, PORT=${port}: cannot listen there (${error.message}).`
            })
          ))
        server.listen(port, host, () => resume(Effect.succeed(server)))
      }),
      (server) =>
        Effect.sync(() => {
          server.close()
          server.closeAllConnections()
        })
    )
    let running = 0
    const serve = (app: HttpApp.Default<never, Scope.Scope>) =>
      Effect.gen(function*() {
        const serving = yield* NodeHttpServer.makeHandler(app)
        yield* Effect.acquireRelease(
          Effect.sync(() => {
            handler = (request, response) => {
              running++
              response.once("close", () => running--)
              serving(request, response)
            }
          }),
          () =>
            Effect.gen(function*() {
              handler = unavailable
              const deadline = (yield* Clock.currentTimeMillis) + drainMillis
              const waiting = Effect.map(Clock.currentTimeMillis, (now) => running > 0 && now < deadline)
              while (yield* waiting) yield* Effect.sleep(20)
            })
        )
      })
    return { port: (server.address() as AddressInfo).port, serve }
  })
