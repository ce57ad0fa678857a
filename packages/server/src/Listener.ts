/**
 * The socket that the server listens on, and its shutdown. Listening comes first, because the address is part of the
 * configuration of everything else; serving ends first. Where the database is reopened, the socket stays: new requests
 * get 503. What is no HTTP request is refused here. Follows docs/specification.md#sockets and
 * docs/specification.md#start-and-stop.
 */
import * as AgenticCommerce from "@beauty-store/acp/AgenticCommerce"
import { defaultPolicy, type StorePolicy } from "@beauty-store/commerce/Policy"
import { Policy } from "@beauty-store/commerce/Policy"
import type { anywhere } from "@beauty-store/http/contract/Problems"
import { everyHeader } from "@beauty-store/http/internal/pipeline/RequestPipeline"
import { pathOf } from "@beauty-store/http/pipeline/RequestContext"
import { type Application, printerIn, type PrinterOf } from "@beauty-store/http/StoreHttp"
import * as NetworkAddress from "@beauty-store/outbound/NetworkAddress"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { randomUUID } from "node:crypto"
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http"
import { type AddressInfo, isIP } from "node:net"
import type { Duplex } from "node:stream"
import * as ConnectionCaps from "./ConnectionCaps.ts"
import * as HttpConnections from "./HttpConnections.ts"
import * as NodeHttp from "./NodeHttp.ts"
import type { QueueLimits } from "./Overload.ts"
import { StartRefused } from "./ServerConfig.ts"
import * as SlowSenders from "./SlowSenders.ts"

type Handler = (request: IncomingMessage, response: ServerResponse) => void

export interface Listener {
  readonly port: number
  /** The address for programs on the same machine: `http://127.0.0.1:3000`. */
  readonly localUrl: string
  /** The same for people: with the name `localhost`, where that leads there. */
  readonly url: string
  /** For how long nobody has asked for anything, but load balancers for the store's health. */
  readonly quietMillis: () => number
  /** Serves an application on its services until the scope closes. Before and after that, every request gets 503. */
  readonly serve: <R>(
    application: Application<Scope.Scope | Policy | R>,
    services: Context.Context<R | Policy>
  ) => Effect.Effect<void, never, Scope.Scope>
  /**
   * Reports that it is not ready, serves for the grace period, then stops listening, and ends each connection after the
   * requests that run on it. Returns when no connection is left, or at `until`, when it cuts the rest off.
   */
  readonly stop: (graceMillis: number, until: number) => Effect.Effect<void>
}

/** How long running requests may take before the database is closed and reopened. */
const drainMillis = 30_000

/** The problems that the socket reports by itself, without the application. */
type Refusal = (typeof anywhere)[number] | "StoreUnavailable" | "StoreOverloaded"

/** What of a request its refusal depends on. */
type Asked = Pick<IncomingMessage, "url" | "headers">

/** The refusal, as the application would print it. It closes the connection, unless it `stays`. */
const refusal = (
  _tag: Refusal,
  { baseUrl, printerOf }: Stage,
  { headers: asked, url = "" }: Asked,
  stays = false
) => {
  const requestId = `req_${randomUUID()}`
  const print = printerOf(pathOf({ url }), { accept: asked.accept, "accept-language": asked["accept-language"] })
  const { body, headers, status } = print({ _tag }, { baseUrl, instance: url, requestId })
  return {
    body,
    status,
    headers: {
      ...headers,
      ...everyHeader({ baseUrl, isGuest: false })(requestId, false),
      "content-length": String(Buffer.byteLength(body)),
      ...(stays ? {} : { connection: "close" })
    }
  }
}

const refuse = (tag: Refusal, stage: Stage, stays = false): Handler => (request, response) => {
  request.resume()
  const { body, headers, status } = refusal(tag, stage, request, stays)
  response.writeHead(status, headers).end(body)
}

/**
 * Receives the whole request first: a client that is still sending when the connection closes would not read the
 * response.
 */
const refuseWhole = (tag: Refusal, stage: Stage): Handler => (request, response) => {
  request.once("end", () => refuse(tag, stage)(request, response)).resume()
}

/** What is known of a request that was not read. */
const unread: Asked = { url: "", headers: {} }

/** The text of the whole response. */
const refusalText = (tag: Refusal, stage: Stage, asked = unread): string => {
  const { body, headers, status } = refusal(tag, stage, asked)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n")
}

/** The response to a request that Node could not parse, by the parser's code. */
const refusalOf: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: "HeadersTooLarge",
  ERR_HTTP_REQUEST_TIMEOUT: "RequestTimeout"
}

/** What the beginning of a request says that Node could not parse: whether a browser sent it, and in which language. */
const parseRequestLine = (packet: Buffer | undefined): Asked => {
  const text = packet?.toString("latin1") ?? ""
  const header = (name: string) => new RegExp(`^${name}:[ \\t]*([^\\r\\n]*)`, "im").exec(text)?.[1]
  return {
    url: /^[A-Z]+ (\/[^ \r\n]*)/.exec(text)?.[1] ?? "",
    headers: { accept: header("accept"), "accept-language": header("accept-language") }
  }
}

/** All headers of a request have so many bytes at most. */
const longestHeaders = 16 * 1024
/** So many are read, so that a browser with too many cookies is told so by a page. */
const mostRead = 4 * longestHeaders

const hosts = ({ rawHeaders }: IncomingMessage): number => {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]!.length === 4 && rawHeaders[i]!.toLowerCase() === "host") count++
  }
  return count
}

const areTooLong = ({ rawHeaders, url = "" }: IncomingMessage): boolean => {
  let length = url.length
  for (const text of rawHeaders) length += text.length
  return length > longestHeaders
}

/**
 * Requests that Node accepts and HTTP does not allow: of another version, no host or several (RFC 9112 §3.2), or a body
 * of unknown length or coding (§6.1, §6.3).
 */
const isMalformed = (request: IncomingMessage): boolean =>
  request.httpVersionMajor !== 1
  || hosts(request) !== 1 && (request.headers.host !== undefined || request.httpVersion !== "1.0")
  || !/^chunked$/i.test(request.headers["transfer-encoding"] ?? "chunked")

/** Whether a request is for this machine by one of its own names; one of HTTP/1.0 may have none. */
const isOwnName = ({ headers: { host } }: IncomingMessage): boolean =>
  host === undefined || NetworkAddress.isLoopbackHost(host.replace(/:\d*$/, ""))

/** Why a request reaches no application, if it does not. */
const faultOf = (request: IncomingMessage, ownNamesOnly: boolean): Refusal | undefined => {
  if (isMalformed(request)) return "MalformedRequest"
  if (areTooLong(request)) return "HeadersTooLarge"
  return ownNamesOnly && !isOwnName(request) ? "MisdirectedRequest" : undefined
}

/** RFC 9112 §3.2.2: a request may contain the whole address; its origin is ignored. */
const origin = /^https?:\/\/[^/?#]*/i

/** The paths of those who watch the store. */
const health = /^\/(?:health\/|metrics(?:\?|$))/

/** The path that load balancers ask. */
const readiness = /^\/health\/ready(?:\?|$)/

/** No URL has a zone. */
const urlAt = (host: string, port: number): string =>
  `http://${isIP(host) === 6 ? `[${host.replace(/%.*/, "")}]` : host}:${port}`

/** A server that listens on all addresses is reached on loopback. */
const localUrlOf = ({ address, port }: AddressInfo): string =>
  urlAt(address === "0.0.0.0" ? "127.0.0.1" : address === "::" ? "::1" : address, port)

/** Addresses that `localhost` leads to on every machine. */
const localhost: ReadonlySet<string> = new Set(["127.0.0.1", "0.0.0.0", "::"])

const urlOf = (host: string, { address, port }: AddressInfo): string =>
  urlAt(host === "localhost" || localhost.has(address) ? "localhost" : address, port)

/**
 * Longer than any response takes. A connection without traffic for this long is closed: its client may have sent a
 * request and stopped reading.
 */
const idleMillis = 300_000

/** What a listener takes at most. */
export interface ListenerLimits {
  /** The shop on pages that refuse something before the application has started. */
  readonly shop?: Pick<StorePolicy, "storeName" | "languages">
  /**
   * Requests for any other name than this machine's own are refused: a page whose name is made to lead here (DNS
   * rebinding) would be a page of the store's own origin.
   */
  readonly ownNamesOnly?: boolean
  /** A connection without traffic for so long is closed. */
  readonly idleMillis?: number
  /** How much is worked on at once, and waits. */
  readonly queues?: QueueLimits
  /** How many connections a network may have. */
  readonly connections?: ConnectionCaps.Cap
  /** How long the headers of a request may take, from the opening of the connection for the first one. */
  readonly headersMillis?: number
  /** How often slow senders are looked for. */
  readonly lookMillis?: number
}

/** What happens to new requests. */
interface Stage {
  baseUrl: string
  /** How refusals are printed. */
  printerOf: PrinterOf
  /** The application. None before it is started, and while the database is reopened. */
  serving: Handler | undefined
  /** False from the end of the grace period on: new requests are refused. */
  taking: boolean
  /** Refusals that are sent when the socket no longer listens. */
  held: Array<() => void> | undefined
  /** When the process ends, if it was asked to stop. */
  endsAt: number | undefined
  /** When the last request came. */
  askedAt: number
  readonly now: () => number
}

const dispatch = (stage: Stage, request: IncomingMessage, response: ServerResponse): void => {
  const { endsAt, held, serving, taking } = stage
  if (taking && serving !== undefined) {
    if (endsAt === undefined || !readiness.test(request.url!)) return serving(request, response)
    // The connection stays: otherwise many clients would reconnect at the moment when the socket stops listening.
    return refuse("StoreUnavailable", stage, true)(request, response)
  }
  // It follows the last response of its connection.
  if (!request.socket.writable) return void request.resume()
  const answer = () => refuseWhole("StoreUnavailable", stage)(request, response)
  if (held === undefined) answer()
  else held.push(answer)
}

/**
 * Ends a connection with a last text. It is read for a moment, so that the text arrives (see `HttpConnections`), but
 * not for as long as its client likes.
 */
const hangUp = (socket: Duplex, text: string): void => {
  socket.end(text)
  socket.resume()
  setTimeout(() => socket.destroy(), lingerMillis).unref()
}

const lingerMillis = 1_000

/** Ends a request whose body comes too slowly. */
const endSlow = (response: ServerResponse, stage: Stage): void => {
  const { socket } = response.req
  if (response.headersSent || !socket.writable) socket.destroy()
  else hangUp(socket, refusalText("RequestTimeout", stage, response.req))
}

/** A server that refuses malformed requests and dispatches all others by the stage. */
const serverOf = (
  stage: Stage,
  { headersMillis = 10_000, lookMillis = 1_000, ownNamesOnly = false }: ListenerLimits
): Server => {
  const refused = new WeakSet<object>()
  const newest = new WeakMap<object, ServerResponse>()
  const server = createServer(
    {
      keepAliveTimeout: 65_000,
      headersTimeout: headersMillis,
      requestTimeout: 60_000,
      // How often Node looks for those that are over, which by default it does twice a minute.
      connectionsCheckingInterval: lookMillis,
      requireHostHeader: false,
      maxHeaderSize: mostRead
    },
    (request, response) => {
      // The last text of the connection is on its way.
      if (!request.socket.writable) return void request.resume()
      newest.set(request.socket, response)
      const fault = faultOf(request, ownNamesOnly)
      if (fault !== undefined) {
        refused.add(request.socket)
        return refuse(fault, stage)(request, response)
      }
      const { url = "" } = request
      if (origin.test(url)) request.url = url.replace(origin, "").replace(/^(?!\/)/, "/")
      if (!health.test(request.url!)) stage.askedAt = stage.now()
      dispatch(stage, request, response)
    }
  )
  // Their bytes are bounded. Node would leave out those after the 2,000th, a key or a second host among them.
  server.maxHeadersCount = 0
  // RFC 9110 §9.3.6: a tunnel, which is a proxy's to open. The responses to earlier requests come first.
  server.on("connect", (request, socket) => {
    socket.on("error", () => {})
    const end = () => hangUp(socket, refusalText("MalformedRequest", stage, request))
    const before = newest.get(socket)
    if (before === undefined || before.writableFinished) end()
    else before.once("finish", end)
  })
  // RFC 9110 §10.1.1: expectations other than `100-continue` may be ignored.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response))
  server.on("clientError", (error: NodeJS.ErrnoException & { readonly rawPacket?: Buffer }, socket) => {
    // The response to it is on the way and ends the connection.
    if (refused.has(socket)) return
    if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy()
    hangUp(
      socket,
      refusalText(refusalOf[error.code ?? ""] ?? "MalformedRequest", stage, parseRequestLine(error.rawPacket))
    )
  })
  return server
}

/** The connections of a server, within its limits, until the scope closes. */
const limited = (
  server: Server,
  stage: Stage,
  { connections: cap, lookMillis }: ListenerLimits
): Effect.Effect<HttpConnections.Connections, never, Scope.Scope> => {
  const connections = HttpConnections.of(server, (socket) => caps?.rested(socket))
  const caps = cap === undefined ? undefined : ConnectionCaps.keep(
    server,
    cap,
    connections.isBusy,
    (socket) => hangUp(socket, refusalText("StoreOverloaded", stage))
  )
  const tooSlow = (response: ServerResponse) => endSlow(response, stage)
  return Effect.as(
    Effect.acquireRelease(
      Effect.sync(() => SlowSenders.watch(connections.running, tooSlow, lookMillis)),
      (stopLooking) => Effect.sync(stopLooking)
    ),
    connections
  )
}

/** Opens the socket, and closes it with the scope. */
const openSocket = (host: string, port: number, stage: Stage, limits: ListenerLimits) =>
  Effect.acquireRelease(
    Effect.async<Server, StartRefused>((resume) => {
      const server = serverOf(stage, limits)
      server.timeout = limits.idleMillis ?? idleMillis
      server.once("error", (error: NodeJS.ErrnoException) =>
        resume(
          new StartRefused({
            message: error.code === "EADDRINUSE"
              ? `PORT=${port} is in use by another program: set PORT to another one, or to 0 for any free one.`
              : error.code === "EACCES"
              ? `PORT=${port} is not for this user (${error.message}): set PORT to one from 1024 on.`
              : `HOST=${host}: cannot listen there (${error.message}): set HOST to an address of this machine, such as `
                + "127.0.0.1, or to 0.0.0.0 for all of them."
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

/** Listens, from now until the scope closes. */
export const listen = Effect.fnUntraced(
  function*(
    host: string,
    port: number,
    limits: ListenerLimits = {}
  ): Effect.fn.Return<Listener, StartRefused, Scope.Scope> {
    const baseUrl = urlAt(host, port)
    const clock = yield* Effect.clock
    const now = () => clock.unsafeCurrentTimeMillis()
    const stage: Stage = {
      baseUrl,
      printerOf: printerIn({ ...defaultPolicy, storeName: host, ...limits.shop, baseUrl }, [AgenticCommerce.contract]),
      serving: undefined,
      taking: true,
      held: undefined,
      endsAt: undefined,
      askedAt: now(),
      now
    }
    const server = yield* openSocket(host, port, stage, limits)
    const connections = yield* limited(server, stage, limits)
    const serve = Effect.fnUntraced(
      function*<R>(application: Application<Scope.Scope | Policy | R>, services: Context.Context<R | Policy>) {
        const serving = yield* NodeHttp.makeHandler(application, services, connections, limits.queues)
        stage.baseUrl = Context.get(services, Policy).baseUrl
        stage.printerOf = application.printerOf
        yield* Effect.acquireRelease(
          Effect.sync(() => {
            stage.serving = serving
          }),
          () =>
            Effect.gen(function*() {
              stage.serving = undefined
              const deadline = stage.endsAt ?? (yield* Clock.currentTimeMillis) + drainMillis
              const waiting = Effect.map(
                Clock.currentTimeMillis,
                (now) => connections.running.size > 0 && now < deadline
              )
              while (yield* waiting) yield* Effect.sleep(20)
            })
        )
      }
    )
    const stop: Listener["stop"] = Effect.fnUntraced(function*(graceMillis, until) {
      stage.endsAt = until
      if (stage.serving !== undefined && graceMillis > 0) yield* Effect.sleep(graceMillis)
      const held: Array<() => void> = []
      Object.assign(stage, { taking: false, held })
      yield* connections.stopListening
      stage.held = undefined
      for (const answer of held) answer()
      yield* connections.drain(until, () => refusalText("StoreUnavailable", stage))
    })
    const address = server.address() as AddressInfo
    const quietMillis = () => connections.running.size > 0 ? 0 : now() - stage.askedAt
    return {
      port: address.port,
      localUrl: localUrlOf(address),
      url: urlOf(host, address),
      quietMillis,
      serve,
      stop
    }
  }
)
