/**
 * The socket that the server listens on, and its shutdown.
 *
 * Listening comes first, because the address is part of the configuration of everything else (the port may be any free
 * one). Serving comes last and ends first. A shutdown finishes running requests, for up to 30 seconds; meanwhile new
 * ones get 503 and `Connection: close`. Only then do the socket and the databases close.
 *
 * Anything that is not an HTTP request is refused here, in the same form as the application's errors, and never reaches
 * the application. Follows docs/specification.md#sockets.
 */
import { Policy } from "@beauty-store/commerce/Policy"
import type { anywhere } from "@beauty-store/http/contract/Problems"
import { printProblem } from "@beauty-store/http/pipeline/ErrorDescription"
import type { Application } from "@beauty-store/http/StoreHttp"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { randomUUID } from "node:crypto"
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http"
import type { AddressInfo } from "node:net"
import * as NodeHttp from "./NodeHttp.ts"
import { StartRefused } from "./ServerConfig.ts"

type Handler = (request: IncomingMessage, response: ServerResponse) => void

export interface Listener {
  readonly port: number
  /** The address for programs on the same machine: `http://127.0.0.1:3000`. */
  readonly localUrl: string
  /** Serves an application on its services until the scope closes. Before and after that, every request gets 503. */
  readonly serve: <R>(
    application: Application<Scope.Scope | R>,
    services: Context.Context<R>
  ) => Effect.Effect<void, never, Scope.Scope>
}

const drainMillis = 30_000

/** The problems that the socket reports by itself, without the application. */
type Refusal = (typeof anywhere)[number] | "StoreUnavailable"

/** Sends the problem, as the application would print it, and closes the connection. */
const refusal = (_tag: Refusal, baseUrl: string, instance: string) => {
  const requestId = `req_${randomUUID()}`
  const { body, headers, status } = printProblem({ _tag }, { baseUrl, instance, requestId })
  return {
    body,
    status,
    headers: {
      ...headers,
      "content-length": String(Buffer.byteLength(body)),
      "x-request-id": requestId,
      connection: "close"
    }
  }
}

const refuse = (tag: Refusal, baseUrl: string): Handler => (request, response) => {
  request.resume()
  const { body, headers, status } = refusal(tag, baseUrl, request.url ?? "")
  response.writeHead(status, headers).end(body)
}

/** The response to a request that Node could not parse, by the parser's code. */
const refusalOf: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: "HeadersTooLarge",
  ERR_HTTP_REQUEST_TIMEOUT: "RequestTimeout"
}

const hosts = ({ rawHeaders }: IncomingMessage): number => {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]!.length === 4 && rawHeaders[i]!.toLowerCase() === "host") count++
  }
  return count
}

/**
 * Requests that Node accepts and HTTP does not allow: no host or several (RFC 9112 §3.2), or a body whose length is
 * unknown (§6.3).
 */
const isMalformed = (request: IncomingMessage): boolean =>
  hosts(request) !== 1 && (request.headers.host !== undefined || request.httpVersion !== "1.0")
  || !/(?:^|,)[ \t]*chunked[ \t]*$/i.test(request.headers["transfer-encoding"] ?? "chunked")

/** RFC 9112 §3.2.2: a request may contain the whole address; its origin is ignored. */
const origin = /^https?:\/\/[^/?#]*/i

/** A server that listens on all addresses is reached on loopback. */
const localUrlOf = ({ address, port }: AddressInfo): string => {
  const host = address === "0.0.0.0" ? "127.0.0.1" : address === "::" ? "::1" : address
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`
}

/**
 * Longer than any response takes. A connection without traffic for this long is closed: its client may have sent a
 * request and stopped reading.
 */
const idleMillis = 300_000

/** Listens, from now until the scope closes. */
export const listen = Effect.fnUntraced(
  function*(host: string, port: number, idle = idleMillis): Effect.fn.Return<Listener, StartRefused, Scope.Scope> {
    const refused = new WeakSet<object>()
    let baseUrl = `http://${host}:${port}`
    const unavailable: Handler = (request, response) => refuse("StoreUnavailable", baseUrl)(request, response)
    let handler: Handler = unavailable
    const server = yield* Effect.acquireRelease(
      Effect.async<Server, StartRefused>((resume) => {
        const server = createServer(
          { keepAliveTimeout: 65_000, headersTimeout: 30_000, requestTimeout: 60_000, requireHostHeader: false },
          (request, response) => {
            if (isMalformed(request)) {
              refused.add(request.socket)
              return refuse("MalformedRequest", baseUrl)(request, response)
            }
            const { url = "" } = request
            if (origin.test(url)) request.url = url.replace(origin, "").replace(/^(?!\/)/, "/")
            handler(request, response)
          }
        )
        server.timeout = idle
        // RFC 9110 §10.1.1: expectations other than `100-continue` may be ignored.
        server.on("checkExpectation", (request, response) => server.emit("request", request, response))
        server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
          // The response to it is on the way and ends the connection.
          if (refused.has(socket)) return
          if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy()
          const { body, headers, status } = refusal(refusalOf[error.code ?? ""] ?? "MalformedRequest", baseUrl, "")
          const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
          socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n"))
        })
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
    const serve = Effect.fnUntraced(
      function*<R>(application: Application<Scope.Scope | R>, services: Context.Context<R>) {
        const serving = yield* NodeHttp.makeHandler(application, services)
        baseUrl = Context.get(services, Policy).baseUrl
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
      }
    )
    const address = server.address() as AddressInfo
    return { port: address.port, localUrl: localUrlOf(address), serve }
  }
)
