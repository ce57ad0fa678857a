/**
 * HTTP to untrusted addresses. A name is resolved once by the DNS, every one of its addresses is checked
 * (`PublicAddress.ts`), one forbidden address refuses the request, and the connection goes to one that was checked.
 * Time, headers and body are bounded. There is no pool, proxy, cookie or compressed response. Follows
 * docs/specification.md#outgoing-requests.
 *
 * @since 1.0.0
 */
import type * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { Resolver } from "node:dns/promises"
import { type IncomingMessage, request as httpRequest } from "node:http"
import { connect as connectTcp, isIP, type Socket } from "node:net"
import { networkInterfaces } from "node:os"
import { connect as connectTls } from "node:tls"
import * as PublicAddress from "./PublicAddress.ts"
import { canParse } from "./UrlText.ts"

export type { AddressForbidden } from "./PublicAddress.ts"

/** There was no complete response. The reason contains nothing that the other side sent. */
export class RequestFailed extends Data.TaggedError("RequestFailed")<{
  readonly reason:
    | "name not found"
    | "connection refused"
    | "unreachable"
    | "connection lost"
    | "no trusted TLS"
    | "timeout"
    | "headers too large"
    | "body too large"
    | "malformed request"
    | "malformed answer"
    | "too many redirects"
}> {}

export interface Limits {
  /** From the first look-up to the response's last byte, including all redirects. */
  readonly millis: number
  readonly headerBytes: number
  readonly bodyBytes: number
  /** What becomes of a longer body: the request fails, or the response has its beginning. Default: `fail`. */
  readonly excess?: "fail" | "cut" | undefined
  /** How many redirects of a GET or HEAD are followed. With 0, a redirect is a response like any other. */
  readonly redirects: number
}

export interface Request {
  readonly method: "GET" | "HEAD" | "POST" | "OPTIONS"
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array | undefined
  readonly limits: Limits
}

export interface Response {
  /** The address of the response: other than the request's only after redirects. */
  readonly url: string
  readonly status: number
  /** Names in lower case; repeated headers are joined by commas. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** The body was longer than the limit, and this is its beginning. */
  readonly truncated: boolean
  /** From the request, on an open connection, to the response's headers, in milliseconds. */
  readonly waitedMillis: number
}

export class GuardedHttp extends Context.Tag("@beauty-store/outbound/GuardedHttp")<GuardedHttp, {
  /**
   * Whether a request to this address would be allowed now. Fails with `RequestFailed` where the name cannot be
   * resolved.
   */
  readonly check: (url: string) => Effect.Effect<void, PublicAddress.AddressForbidden | RequestFailed>
  /** Whether an address could be allowed, by its form alone. No name is resolved, so nothing waits. */
  readonly judge: (url: string) => Effect.Effect<void, PublicAddress.AddressForbidden>
  /** Any complete response is a success, whatever its status. */
  readonly request: (request: Request) => Effect.Effect<Response, PublicAddress.AddressForbidden | RequestFailed>
}>() {}

/** The network as the guard uses it. Tests and simulations supply their own. */
export interface Network {
  /** All addresses of a name, IPv4 and IPv6; empty where there is no such name. */
  readonly resolve: (name: string) => Effect.Effect<ReadonlyArray<string>, RequestFailed>
  /** A connection that is being opened to exactly this IP address. */
  readonly connect: (address: string, port: number) => Socket
  /** The addresses of this machine's interfaces, as they are now. */
  readonly own: () => ReadonlyArray<string>
  /** Trusted certificates, instead of the system's. */
  readonly authorities?: ReadonlyArray<string>
}

export interface Options {
  /** Allows requests to loopback, and to no other internal address: all of them, or those for some origins. */
  readonly allowLoopback: boolean | ReadonlyArray<string>
  /** Origins that may lead to the addresses of this machine's interfaces: the program's own. Default: none. */
  readonly ownOrigins?: ReadonlyArray<string>
  readonly network?: Network
}

const lookUpMillis = 5_000
const connectMillis = 5_000
/** How many addresses of a name are tried, one after the other. */
const mostTried = 4

/** RFC 6761 §6.3: such names are the machine itself, whatever the DNS says. */
export const isLocalhost = (name: string): boolean => /^(?:.+\.)?localhost\.?$/.test(name)

/**
 * Queries the DNS without the thread pool, where a slow name server would block other work. A family without records,
 * or with records that are unavailable, adds no addresses: unlisted addresses are never connected to.
 */
const resolve: Network["resolve"] = (name) => {
  if (isLocalhost(name)) return Effect.succeed(["127.0.0.1", "::1"])
  return Effect.acquireUseRelease(
    Effect.sync(() => new Resolver()),
    (resolver) =>
      Effect.map(
        Effect.all([
          Effect.either(Effect.tryPromise(() => resolver.resolve4(name))),
          Effect.either(Effect.tryPromise(() => resolver.resolve6(name)))
        ], { concurrency: "unbounded" }),
        (families) => families.flatMap(Either.getOrElse(() => []))
      ),
    (resolver) => Effect.sync(() => resolver.cancel())
  )
}

/** The addresses of this machine's interfaces, as they are now. */
export const ownAddresses = (): ReadonlyArray<string> =>
  Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address.split("%")[0]!))

const internet: Network = {
  resolve,
  connect: (host, port) => connectTcp({ host, port }),
  own: ownAddresses
}

const codeOf = (error: unknown): string => String((error as { readonly code?: unknown } | undefined)?.code ?? "")

const unreachable = /^E(HOSTUNREACH|NETUNREACH|HOSTDOWN|NETDOWN|ADDRNOTAVAIL|ACCES|PERM|TIMEDOUT|AFNOSUPPORT|INVAL)$/

/** The reason for a failed socket or parser. */
const reasonOf = (error: unknown): RequestFailed["reason"] => {
  const code = codeOf(error)
  if (code === "ECONNREFUSED") return "connection refused"
  if (unreachable.test(code)) return "unreachable"
  if (code === "HPE_HEADER_OVERFLOW") return "headers too large"
  return code.startsWith("HPE_") && code !== "HPE_INVALID_EOF_STATE" ? "malformed answer" : "connection lost"
}

const fail = (reason: RequestFailed["reason"]) => Effect.fail(new RequestFailed({ reason }))

/** A socket that is destroyed with the scope. Its late errors are dropped. */
const held = <S extends Socket>(open: () => S): Effect.Effect<S, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const socket = open()
      socket.on("error", () => {})
      return socket
    }),
    (socket) => Effect.sync(() => void socket.destroy())
  )

/** Waits until a socket is open. */
const opened = <S extends Socket>(
  socket: S,
  event: "connect" | "secureConnect",
  reason: (error: unknown) => RequestFailed["reason"]
): Effect.Effect<S, RequestFailed> =>
  Effect.async((resume) => {
    socket.once(event, () => resume(Effect.succeed(socket)))
    socket.once("error", (error) => resume(fail(reason(error))))
    socket.once("close", () => resume(fail("connection lost")))
  })

/** RFC 9110 §5.5: a value that comes from elsewhere may be none. */
const isHeaderValue = /^[\t\x20-\x7e\x80-\xff]*$/

/** One request over an open connection. The response's body is left out where only its `location` matters. */
const exchange = (
  connection: Socket,
  { url }: PublicAddress.Target,
  { body, headers, limits, method }: Request,
  follows: boolean,
  clock: Clock.Clock
): Effect.Effect<Response, RequestFailed> =>
  Effect.async((resume) => {
    const sentAt = clock.unsafeCurrentTimeMillis()
    if (!Object.values(headers).every((value) => isHeaderValue.test(value))) return resume(fail("malformed request"))
    const outgoing = httpRequest({
      createConnection: () => connection,
      method,
      path: url.pathname + url.search,
      headers: {
        host: url.host.replace(/\.(?=:\d+$|$)/, ""),
        connection: "close",
        ...headers,
        ...(body === undefined ? {} : { "content-length": String(body.length) })
      },
      setHost: false,
      maxHeaderSize: limits.headerBytes
    })
    const stop = (reason: RequestFailed["reason"]) => {
      resume(fail(reason))
      outgoing.destroy()
    }
    // Interim responses (1xx) are bounded together, as headers without a use.
    outgoing.on("information", () => {
      if (connection.bytesRead > limits.headerBytes) stop("headers too large")
    })
    outgoing.on("response", (incoming) => {
      const waitedMillis = Math.max(0, clock.unsafeCurrentTimeMillis() - sentAt)
      const response = { url: url.href, status: incoming.statusCode ?? 0, headers: headersOf(incoming), waitedMillis }
      const end = (body: Uint8Array, truncated: boolean) => resume(Effect.succeed({ ...response, body, truncated }))
      if (follows && isRedirect(response)) return end(new Uint8Array(), false)
      const cuts = limits.excess === "cut"
      if (!cuts && method !== "HEAD" && Number(response.headers["content-length"]) > limits.bodyBytes) {
        return stop("body too large")
      }
      const chunks: Array<Buffer> = []
      let size = 0
      incoming.on("data", (chunk: Buffer) => {
        size += chunk.length
        chunks.push(chunk)
        if (size <= limits.bodyBytes) return
        if (cuts) end(new Uint8Array(Buffer.concat(chunks).subarray(0, limits.bodyBytes)), true)
        stop("body too large")
      })
      incoming.on("end", () => end(new Uint8Array(Buffer.concat(chunks)), false))
      incoming.on("error", (error) => stop(reasonOf(error)))
      incoming.on("close", () => stop("connection lost"))
    })
    outgoing.on("error", (error) => stop(reasonOf(error)))
    outgoing.on("close", () => stop("connection lost"))
    outgoing.end(body)
  })

const headersOf = (incoming: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value!])
  )

/** Whether a response asks for another request, to its `location`. */
export const isRedirect = ({ headers, status }: Pick<Response, "headers" | "status">): boolean =>
  [301, 302, 303, 307, 308].includes(status) && headers["location"] !== undefined

/** The headers that a redirect to another origin keeps. */
const keptAcrossOrigins = new Set(["accept", "accept-language", "user-agent"])

/** The request that a redirect asks for instead, where it is followed: for callers that count or pace each one. */
export const redirected = <R extends Pick<Request, "url" | "headers">>(
  request: R,
  { headers, url }: Pick<Response, "headers" | "url">
): R => {
  const location = headers["location"]!
  if (!canParse(location, url)) return { ...request, url: location }
  const to = new URL(location, url)
  const kept = Object.entries(request.headers).filter(([name]) =>
    to.origin === new URL(url).origin || keptAcrossOrigins.has(name.toLowerCase())
  )
  return { ...request, url: to.href, headers: Object.fromEntries(kept) }
}

/** The settings of every request. */
interface Guard {
  readonly network: Network
  readonly exceptions: () => PublicAddress.Exceptions
}

/** All addresses of a target, each of them checked; the ones that more machines can reach come first. */
const addressesOf = Effect.fnUntraced(function*({ exceptions, network }: Guard, { host, url }: PublicAddress.Target) {
  if (isIP(host) !== 0) return [host]
  const addresses = yield* Effect.timeoutFail(network.resolve(host), {
    duration: Duration.millis(lookUpMillis),
    onTimeout: () => new RequestFailed({ reason: "name not found" })
  })
  if (addresses.length === 0) return yield* fail("name not found")
  const allowed = exceptions()
  if (!addresses.every((address) => PublicAddress.isAllowed(address, allowed, url.origin))) {
    return yield* new PublicAddress.AddressForbidden({ reason: "not a public address" })
  }
  return [...addresses].sort((a, b) => isIP(a) - isIP(b))
})

/** Connects to the first address that accepts the connection. */
const connect = ({ network }: Guard, addresses: ReadonlyArray<string>, port: number) =>
  Effect.firstSuccessOf(
    addresses.slice(0, mostTried).map((address) =>
      Effect.flatMap(
        held(() => network.connect(address, port)),
        (socket) => opened(socket, "connect", reasonOf)
      ).pipe(Effect.timeoutFail({
        duration: Duration.millis(connectMillis),
        onTimeout: () => new RequestFailed({ reason: "timeout" })
      }))
    )
  )

/** TLS over an open connection. */
const encrypt = ({ network }: Guard, socket: Socket, host: string) =>
  Effect.flatMap(
    held(() =>
      connectTls({
        socket,
        // The name for the certificate. An IP address is not announced, but it is checked all the same.
        host,
        ...(isIP(host) === 0 ? { servername: host } : {}),
        ALPNProtocols: ["http/1.1"],
        ...(network.authorities === undefined ? {} : { ca: [...network.authorities] })
      })
    ),
    (socket) =>
      opened(
        socket,
        "secureConnect",
        (error) => codeOf(error) === "ECONNRESET" ? "connection lost" : "no trusted TLS"
      )
  )

/** One request to one address, from the look-up to the response. */
const hop = (guard: Guard, request: Request, follows: boolean) =>
  Effect.scoped(Effect.gen(function*() {
    const target = yield* PublicAddress.parse(request.url, guard.exceptions())
    const plain = yield* connect(guard, yield* addressesOf(guard, target), target.port)
    const connection = target.secure ? yield* encrypt(guard, plain, target.host) : plain
    return yield* exchange(connection, target, request, follows, yield* Effect.clock)
  }))

/** A request with its redirects. */
const send = (guard: Guard, first: Request) =>
  Effect.gen(function*() {
    const follows = (first.method === "GET" || first.method === "HEAD") && first.limits.redirects > 0
    let next = first
    for (let redirects = 0; redirects <= first.limits.redirects; redirects++) {
      const response = yield* hop(guard, next, follows)
      if (!follows || !isRedirect(response)) return response
      next = redirected(next, response)
    }
    return yield* fail("too many redirects")
  }).pipe(Effect.timeoutFail({
    duration: Duration.millis(first.limits.millis),
    onTimeout: () => new RequestFailed({ reason: "timeout" })
  }))

export const layerWith = (
  { allowLoopback, network = internet, ownOrigins = [] }: Options
): Layer.Layer<GuardedHttp> =>
  Layer.sync(GuardedHttp, () => {
    const exceptions = () => ({ loopback: allowLoopback, self: { addresses: network.own(), origins: ownOrigins } })
    const guard: Guard = { network, exceptions }
    const parse = (url: string) => PublicAddress.parse(url, exceptions())
    return {
      check: (url) => Effect.asVoid(Effect.flatMap(parse(url), (target) => addressesOf(guard, target))),
      judge: (url) =>
        Effect.flatMap(parse(url), ({ host, url: { origin } }) =>
          isLocalhost(host) && !PublicAddress.mayUseLoopback({ loopback: allowLoopback }, origin)
            ? new PublicAddress.AddressForbidden({ reason: "not a public address" })
            : Effect.void),
      request: (request) =>
        send(guard, request)
    }
  })
