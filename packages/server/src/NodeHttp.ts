/**
 * Connects Node's HTTP with the application: a request as the application reads it, a response as Node sends it. Unlike
 * the platform's handler (`NodeHttpServer.makeHandler`) it makes one context, opens the scope at its first use, and is
 * done when Node has the response. A request whose client has gone is interrupted where that is possible.
 *
 * @since 1.0.0
 */
import { BareRequest, unreadable } from "@beauty-store/http/internal/pipeline/BareRequest"
import { TextBody } from "@beauty-store/http/internal/pipeline/TextBody"
import type { Application } from "@beauty-store/http/StoreHttp"
import { readBody } from "@beauty-store/outbound/BodyReader"
import { Limits, TimeLimit } from "@beauty-store/sql/TimeLimit"
import { type Permit, releaseDuring, WorkPermit } from "@beauty-store/sql/WorkPermit"
import * as NodeStream from "@effect/platform-node/NodeStream"
import * as Cookies from "@effect/platform/Cookies"
import type * as Headers from "@effect/platform/Headers"
import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpIncomingMessage from "@effect/platform/HttpIncomingMessage"
import type { HttpMethod } from "@effect/platform/HttpMethod"
import * as HttpServerError from "@effect/platform/HttpServerError"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as ExecutionStrategy from "effect/ExecutionStrategy"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { pipeArguments } from "effect/Pipeable"
import * as Runtime from "effect/Runtime"
import * as RuntimeFlags from "effect/RuntimeFlags"
import * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"
import type { IncomingMessage, ServerResponse } from "node:http"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { Connections } from "./HttpConnections.ts"
import { type QueueLimits, RequestQueues } from "./Overload.ts"

export type { Connections } from "./HttpConnections.ts"
export type { QueueLimits } from "./Overload.ts"

class Request extends BareRequest<IncomingMessage> {
  private readonly address: string | undefined

  constructor(source: IncomingMessage, url: string, headers: Headers.Headers, address: string | undefined) {
    super(source, url, headers)
    this.address = address
  }

  get method(): HttpMethod {
    return this.source.method as HttpMethod
  }

  get originalUrl(): string {
    return this.source.url!
  }

  get remoteAddress(): Option.Option<string> {
    return Option.fromNullable(this.address)
  }

  modify({ headers, remoteAddress, url }: Parameters<HttpServerRequest.HttpServerRequest["modify"]>[0]): Request {
    return new Request(this.source, url ?? this.url, headers ?? this.headers, remoteAddress ?? this.address)
  }

  get arrayBuffer(): Effect.Effect<ArrayBuffer, HttpServerError.RequestError> {
    return Effect.flatMap(
      HttpIncomingMessage.MaxBodySize,
      (most) =>
        Effect.mapError(
          releaseDuring(readBody(this.source, Number(Option.getOrElse(most, () => Infinity)))),
          unreadable(this)
        )
    ) as Effect.Effect<never, HttpServerError.RequestError>
  }

  get stream(): Stream.Stream<Uint8Array, HttpServerError.RequestError> {
    return NodeStream.fromReadable(() => this.source, unreadable(this))
  }
}

/** Hands a response to Node. A streamed body is still to be sent then. */
const send = (result: HttpServerResponse.HttpServerResponse, response: ServerResponse): Effect.Effect<void> =>
  Effect.suspend(() => {
    const { body, cookies, headers, status } = result
    response.writeHead(
      status,
      Cookies.isEmpty(cookies) ? headers : { ...headers, "set-cookie": Cookies.toSetCookieHeaders(cookies) }
    )
    if (body instanceof TextBody) response.end(body.text)
    else if (body._tag === "Uint8Array") response.end(body.body)
    const pieces = response.writableEnded || response.req.method === "HEAD"
      ? null
      : HttpServerResponse.toWeb(result).body
    if (pieces !== null) {
      return Effect.ignore(Effect.tryPromise((signal) => pipeline(Readable.fromWeb(pieces), response, { signal })))
    }
    response.end()
    return Effect.void
  })

/** A scope that is made at its first use, which almost no request has. */
class LazyScope implements Scope.Scope {
  readonly [Scope.ScopeTypeId]: Scope.ScopeTypeId = Scope.ScopeTypeId
  readonly strategy = ExecutionStrategy.sequential
  private made: Scope.CloseableScope | undefined

  private get real(): Effect.Effect<Scope.CloseableScope> {
    return Effect.suspend(() =>
      this.made === undefined
        ? Effect.map(Scope.make(), (scope) => this.made = scope)
        : Effect.succeed(this.made)
    )
  }

  addFinalizer(finalizer: Scope.Scope.Finalizer): Effect.Effect<void> {
    return Effect.flatMap(this.real, (scope) => Scope.addFinalizerExit(scope, finalizer))
  }

  fork(strategy: ExecutionStrategy.ExecutionStrategy): Effect.Effect<Scope.CloseableScope> {
    return Effect.flatMap(this.real, (scope) => Scope.fork(scope, strategy))
  }

  close(exit: Exit.Exit<unknown, unknown>): void {
    if (this.made !== undefined) Effect.runFork(Scope.close(this.made, exit))
  }

  pipe() {
    return pipeArguments(this, arguments)
  }
}

/** Routes decide themselves where they can be interrupted; the runtime does not count a request among its fibers. */
const runtimeFlags = RuntimeFlags.make(RuntimeFlags.CooperativeYielding)

/** Refused requests are counted in the log, at most once in this time. */
const reportMillis = 10_000

/** Logs how many requests were refused, in a fiber of its own. */
const refusalReport = (runtime: Runtime.Runtime<never>, now: () => number) => {
  let [refused, reportedAt] = [0, -Infinity]
  return () => {
    refused++
    if (now() - reportedAt < reportMillis) return
    Runtime.runFork(runtime, Effect.logWarning(`overloaded: refused ${refused} requests since the last such line`))
    refused = 0
    reportedAt = now()
  }
}

/**
 * Serves an application on its services, with the clock, the logger and other settings of the current fiber. A prepared
 * response is sent at once; the work on any other request begins when the queues let it. All database work of a request
 * shares one budget of time. `connections` is told of every response.
 */
export const makeHandler = <R>(
  { classOf, ordinary, overloaded, prepared }: Application<Scope.Scope | R>,
  services: Context.Context<R>,
  connections: Pick<Connections, "run" | "sent">,
  limits?: QueueLimits
): Effect.Effect<(request: IncomingMessage, response: ServerResponse) => void> =>
  Effect.zipWith(
    Effect.zip(Effect.runtime(), Limits),
    Effect.clock,
    ([runtime, { totalMillis }], clock) => {
      const { fiberRefs } = runtime
      const queues = new RequestQueues(limits)
      const report = refusalReport(runtime, () => clock.unsafeCurrentTimeMillis())
      /** Runs an application for a request, in a fiber. */
      const run = (
        application: HttpApp.Default<never, Scope.Scope | R>,
        request: Request,
        response: ServerResponse,
        permit: Permit | undefined
      ) => {
        const scope = new LazyScope()
        // One copy of the services. To add the four one by one would be a copy for each.
        const given = new Map<string, unknown>(services.unsafeMap)
          .set(HttpServerRequest.HttpServerRequest.key, request)
          .set(Scope.Scope.key, scope)
          .set(TimeLimit.key, { leftMillis: totalMillis } satisfies typeof TimeLimit.Service)
          .set(WorkPermit.key, permit)
        const context = Context.unsafeMake<R | HttpServerRequest.HttpServerRequest | Scope.Scope>(given)
        const fiber = Runtime.runFork(
          Runtime.make({ context, fiberRefs, runtimeFlags }),
          Effect.flatMap(application, (result) => send(result, response))
        )
        fiber.addObserver((exit) => {
          if (Exit.isFailure(exit) && !response.headersSent) response.writeHead(500).end()
          else if (Exit.isFailure(exit)) response.destroy()
          scope.close(exit)
        })
        response.once("close", () => {
          if (!response.writableEnded) fiber.unsafeInterruptAsFork(HttpServerError.clientAbortFiberId)
        })
        return fiber
      }
      return (source, response) => {
        const { headers, method, url } = source
        const address = source.socket.remoteAddress
        // The connection was reset before its request was read. Nobody waits for the response, and limits on unpaid
        // checkouts could not count the sender.
        if (address === undefined) return void source.socket.destroy()
        const ready = prepared(method, url, headers, address, clock.unsafeCurrentTimeMillis())
        if (ready !== undefined) {
          response.writeHead(ready.status, ready.headers).end(ready.body)
          return connections.sent(response)
        }
        connections.run(response)
        const request = new Request(source, url!, headers as Headers.Headers, address)
        const withdraw = queues.enter(classOf(method, url!, headers), {
          begin: (permit, end) => void run(ordinary, request, response, permit).addObserver(end),
          refuse: () => {
            report()
            run(overloaded, request, response, undefined)
          }
        })
        if (withdraw !== undefined) response.once("close", withdraw)
      }
    }
  )
