/**
 * The way of an ACP request from bytes to answer: the same steps as for the shop's own API (`Operations`), with this
 * protocol's header rules and words.
 *
 * Under `/acp` every request names a version and every mutation has an Idempotency-Key, which comes back in the answer;
 * creating answers 201. Under the shop's own path the same operations may do without both headers and answer 200.
 */
import type { StoreSecret } from "@beauty-store/kernel/Secrets"
import { refusalAsValue, type StoreUnavailable, type Transaction } from "@beauty-store/kernel/Transactions"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Schema from "effect/Schema"
import * as Authentication from "../pipeline/Authentication.ts"
import * as Operations from "../pipeline/Operations.ts"
import * as Responses from "../pipeline/Responses.ts"
import { ApiVersionRefused, IdempotencyKeyRequired } from "./Errors.ts"
import * as Errors from "./Errors.ts"
import * as Protocol from "./Protocol.ts"

/** `strict`: the protocol's own root, by all its rules. */
export interface Place {
  readonly strict: boolean
}

type Request = HttpServerRequest.HttpServerRequest

export type Served<R> = (
  request: Request
) => Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  never,
  Operations.RequestServices | HttpLayerRouter.Provided | R
>

type Parameters = Readonly<Record<string, string | undefined>>

/** What a handler is given. */
export interface Asked<A> {
  readonly caller: Authentication.Caller
  readonly parameters: Parameters
  readonly payload: A
}

const json = (body: unknown, status: number): Responses.EncodedResponse => ({
  status,
  headers: { "content-type": "application/json", "cache-control": "no-store" },
  body: JSON.stringify(body)
})

/** The version that a request asks for is one that is spoken; only the shop's own path takes it for granted. */
const versioned = ({ headers }: Request, { strict }: Place): Effect.Effect<void, ApiVersionRefused> => {
  const given = headers["api-version"]
  if (given === undefined ? !strict : Protocol.supportedVersions.includes(given)) return Effect.void
  return new ApiVersionRefused({ given })
}

const keyed = ({ headers }: Request, { strict }: Place): Effect.Effect<void, IdempotencyKeyRequired> =>
  strict && headers["idempotency-key"] === undefined ? new IdempotencyKeyRequired() : Effect.void

const echoable = /^[\x21-\x7e]{1,257}$/

/** Every answer says which key and which request it is to, and in which version it speaks. */
const echoing = <E, R>(
  request: Request,
  answer: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R> =>
  Effect.flatMap(answer, (response) =>
    Effect.map(Operations.errorContextOf(request), ({ requestId }) => {
      const key = request.headers["idempotency-key"]
      return HttpServerResponse.setHeaders(response, {
        "api-version": Protocol.version,
        "request-id": requestId,
        ...(key !== undefined && echoable.test(key) ? { "idempotency-key": key } : {})
      })
    }))

/** Answers a question. */
export const read = <E extends Responses.Tagged, R>(
  place: Place,
  access: Authentication.Access<Authentication.Caller>,
  run: (asked: Asked<undefined>) => Effect.Effect<unknown, E, R>
): Served<R> =>
(request) =>
  echoing(
    request,
    Operations.answered(
      request,
      Effect.gen(function*() {
        const caller = yield* access(yield* Authentication.identify(request, false))
        yield* versioned(request, place)
        const parameters = yield* HttpLayerRouter.params
        return Responses.send(json(yield* run({ caller, parameters, payload: undefined }), 200))
      }),
      Errors.print
    )
  )

/** A request to change something, by the rules that all of them keep; what is in its body is still to be read. */
const received = Effect.fnUntraced(
  function*(request: Request, place: Place, access: Authentication.Access<Authentication.Caller>) {
    const caller = yield* access(yield* Authentication.identify(request, true))
    yield* versioned(request, place)
    yield* keyed(request, place)
    return { caller, body: yield* Operations.bodyOf(request), parameters: yield* HttpLayerRouter.params }
  }
)

/** What an operation takes, and how what it does is answered. */
export interface Mutation<A, I> {
  readonly access: Authentication.Access<Authentication.Caller>
  readonly payload: Schema.Schema<A, I>
  /** Of success under the protocol's own root. */
  readonly status: 200 | 201
  readonly print?: Responses.Printer
}

/**
 * Does something that needs the payment provider between two transactions. `begin` answers at once, or with the subject
 * that `finish` goes on from, which may be called again with the same one.
 */
export const changeWithProvider = <A, I, E1 extends Responses.Tagged, E2 extends Responses.Tagged, R1, R2>(
  place: Place,
  { access, masked, payload, print = Errors.print, sealed = false, status }: Mutation<A, I> & {
    /** The body as it may be remembered, where it holds what must not be. */
    readonly masked?: (body: Operations.Body) => Effect.Effect<Operations.Body, never, StoreSecret>
    /** Whether the answer carries a credential. */
    readonly sealed?: boolean
  },
  steps: {
    /** Left: the answer. Right: the subject. */
    readonly begin: (asked: Asked<A>) => Effect.Effect<Either.Either<string, unknown>, E1 | StoreUnavailable, R1>
    readonly finish: (subject: string, asked: Asked<A>) => Effect.Effect<unknown, E2 | StoreUnavailable, R2>
  }
): Served<Exclude<R1 | R2, Transaction> | StoreSecret> => {
  const decode = Operations.payloadReader(payload)
  const answer = (value: unknown) => json(value, place.strict ? status : 200)
  return ((request: Request) =>
    echoing(
      request,
      Operations.answered(
        request,
        Effect.gen(function*() {
          const { body, caller, parameters } = yield* received(request, place, access)
          const asked = Effect.map(decode(body), (payload) => ({ caller, parameters, payload }))
          return yield* Operations.onceWithProvider(
            request,
            Operations.whoOf(caller),
            masked === undefined ? body : yield* masked(body),
            {
              begin: Effect.map(Effect.flatMap(asked, steps.begin), Either.mapLeft(answer)),
              finish: (subject) => Effect.map(Effect.flatMap(asked, (asked) => steps.finish(subject, asked)), answer)
            },
            { print, sealed }
          )
        }),
        print
      )
    )) as Served<Exclude<R1 | R2, Transaction> | StoreSecret>
}

/** Does something in one transaction, the idempotency record beside it. */
export const change = <A, I, E extends Responses.Tagged, R>(
  place: Place,
  { access, payload, print = Errors.print, status }: Mutation<A, I>,
  run: (asked: Asked<A>) => Effect.Effect<unknown, E | StoreUnavailable, R>
): Served<Exclude<R, Transaction>> => {
  const decode = Operations.payloadReader(payload)
  return ((request: Request) =>
    echoing(
      request,
      Operations.answered(
        request,
        Effect.gen(function*() {
          const { body, caller, parameters } = yield* received(request, place, access)
          const result = Effect.flatMap(
            refusalAsValue(Effect.flatMap(decode(body), (payload) => run({ caller, parameters, payload }))),
            Either.match({
              onLeft: (error) => Operations.printed(request, error, print),
              onRight: (value) => Effect.succeed(json(value, place.strict ? status : 200))
            })
          )
          return yield* Operations.once(request, Operations.whoOf(caller), body, false, result)
        }),
        print
      )
    )) as Served<Exclude<R, Transaction>>
}
