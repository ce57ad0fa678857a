/**
 * The steps of a request from bytes to response, once for all operations of all protocols. `read` changes nothing,
 * `change` is one transaction with the idempotency record, `saga` calls the payment provider between two. Each makes a
 * *handler*, which is data (`Mounting`) and never fails. Follows docs/specification.md#order-of-checks.
 *
 * @since 1.0.0
 */
import { Identity } from "@beauty-store/commerce/identity/Identity"
import { Policy } from "@beauty-store/commerce/Policy"
import { actingAs } from "@beauty-store/commerce/staff/StaffTrail"
import { InvalidInput } from "@beauty-store/domain/InvalidInput"
import { Entropy } from "@beauty-store/sql/Entropy"
import { hash } from "@beauty-store/sql/Secrets"
import { refusalAsValue, type StoreUnavailable, type Transaction, Transactions } from "@beauty-store/sql/Transactions"
import type * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { PublicResponse, says } from "../contract/Annotations.ts"
import { costOf } from "../contract/Cost.ts"
import { type EndpointOf, endpointsOf, schemasOf } from "../contract/HttpApiLookup.ts"
import type { Caller, Identification } from "../contract/Security.ts"
import type { Access, InvalidRequest } from "./Authentication.ts"
import type { TaggedError } from "./ErrorDescription.ts"
import * as IdempotentRequest from "./IdempotentRequest.ts"
import * as InputDecoding from "./InputDecoding.ts"
import * as Json from "./Json.ts"
import type { Protocol } from "./Protocol.ts"
import type * as PublicReads from "./PublicReads.ts"
import * as RateLimiter from "./RateLimiter.ts"
import { Representation, responseTo } from "./Representation.ts"
import { type Body, bodyOf, type MalformedBody } from "./RequestBody.ts"
import { errorContextOf } from "./RequestContext.ts"
import * as Responses from "./Responses.ts"
import * as SignInLimit from "./SignInLimit.ts"
import * as UnknownFields from "./UnknownFields.ts"

/** The services that handlers find in the context of a request. It is copied often: everything else is closed over. */
export type RequestServices = Identity | Transactions | Entropy | Policy

type Endpoint = HttpApiEndpoint.HttpApiEndpoint.Any
type Success<E extends Endpoint> = HttpApiEndpoint.HttpApiEndpoint.Success<E>
/**
 * An error whose tag the contract of the operation names; or input that the use case cannot take although it was
 * decoded, which is a defect of the store (`internal_error`).
 */
type Refusal<E extends Endpoint> = { readonly _tag: TagOf<HttpApiEndpoint.HttpApiEndpoint.Error<E>> } | InvalidInput
type TagOf<Error> = Error extends { readonly _tag: infer Tag extends string } ? Tag : never

/** An endpoint and its protocol. */
export interface Operation<E extends Endpoint> {
  readonly endpoint: E
  readonly protocol: Protocol
}

/** The operations of an API with a protocol, by the names of their groups and endpoints. */
export const operationsOf = <Id extends string, Groups extends HttpApiGroup.HttpApiGroup.Any, Error, R>(
  api: HttpApi.HttpApi<Id, Groups, Error, R>,
  protocol: Protocol
) => {
  const endpointOf = endpointsOf(api)
  return <
    const G extends HttpApiGroup.HttpApiGroup.Name<Groups>,
    const Name extends HttpApiGroup.HttpApiGroup.EndpointsWithName<Groups, G>["name"]
  >(
    group: G,
    name: Name
  ): Operation<EndpointOf<Groups, G, Name>> => ({ endpoint: endpointOf(group, name), protocol })
}

/** A request as it reaches a handler, however that is mounted. */
export interface RawRequest {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly pathParams: Readonly<Record<string, string | undefined>>
  readonly searchParams: Readonly<Record<string, string | ReadonlyArray<string>>>
  readonly caller: Identification<Identity | Policy>
}

/** Serves an operation. It never fails: errors are printed in the form of the operation's protocol. */
export interface Handler<E extends Endpoint> {
  readonly endpoint: E
  /** It runs to its end, whether the client waits for it or not. */
  readonly uninterruptible: boolean
  readonly handle: (raw: RawRequest) => Effect.Effect<HttpServerResponse.HttpServerResponse, never, RequestServices>
}

/** The parameters of an operation, decoded. */
export interface Parameters<E extends Endpoint> {
  readonly path: HttpApiEndpoint.HttpApiEndpoint.PathParsed<E>
  readonly urlParams: HttpApiEndpoint.HttpApiEndpoint.UrlParams<E>
}

/** A request to an operation, decoded. */
export interface Input<E extends Endpoint, C extends Caller | undefined> extends Parameters<E> {
  readonly caller: C
  /** For what is known of the connection (`ClientAddress`). */
  readonly request: HttpServerRequest.HttpServerRequest
  readonly payload: HttpApiEndpoint.HttpApiEndpoint.Payload<E>
}

/** A success with headers of its own. */
export class WithHeaders<A> {
  readonly value: A
  readonly headers: Readonly<Record<string, string>>
  constructor(value: A, headers: Readonly<Record<string, string>>) {
    this.value = value
    this.headers = headers
  }
}

/** The success of a saga whose first transaction found that nothing is left to finish. */
export class AlreadyDone<A> {
  readonly value: A
  constructor(value: A) {
    this.value = value
  }
}

/** What a log may say of an error: faults of input quote it, and only their places are said. */
const loggable = (error: unknown): unknown =>
  error instanceof InvalidInput ? `InvalidInput: ${error.faults.map(({ path }) => path).join(", ")}` : error

/** Logs a failure whose cause the client does not see. */
export const logFailure = (requestId: string, cause: Cause.Cause<unknown>) =>
  Effect.logError(
    "a request failed",
    { requestId },
    Cause.match<Cause.Cause<unknown>, unknown>(cause, {
      onEmpty: Cause.empty,
      onFail: (error) => Cause.fail(loggable(error)),
      onDie: (defect) => Cause.die(loggable(defect)),
      onInterrupt: Cause.interrupt,
      onSequential: Cause.sequential,
      onParallel: Cause.parallel
    })
  )

/** The response to an error, as the protocol prints it. One whose cause the client does not see is logged. */
const printed = (
  protocol: Protocol,
  request: HttpServerRequest.HttpServerRequest,
  messages?: UnknownFields.Findings["ignored"]
) =>
(error: TaggedError) =>
  Effect.flatMap(errorContextOf(request), (errorContext) => {
    const response = protocol.printError(error, { ...errorContext, messages })
    return response.status === 500 || error._tag === "StoreUnavailable"
      ? Effect.as(logFailure(errorContext.requestId, Cause.fail(error)), response)
      : Effect.succeed(response)
  })

/** Prints the error of an operation or a page, and sets the headers of every response of the protocol. */
export const respond = <R>(
  protocol: Protocol,
  request: HttpServerRequest.HttpServerRequest,
  body: Effect.Effect<HttpServerResponse.HttpServerResponse, TaggedError, R>
): Effect.Effect<HttpServerResponse.HttpServerResponse, never, R | Policy> => {
  const response = Effect.catchAll(body, (error) => Effect.map(printed(protocol, request)(error), Responses.send))
  const { responseHeaders } = protocol
  return responseHeaders === undefined
    ? response
    : Effect.map(response, (response) => Responses.withHeaders(response, responseHeaders(request)))
}

/** Decodes the parameters of an operation. */
const parametersOf = <E extends Endpoint>(endpoint: E) => {
  const { pathSchema, urlParamsSchema } = schemasOf(endpoint)
  const decodePath = InputDecoding.parameterDecoder(pathSchema)
  const decodeUrlParams = InputDecoding.queryDecoder(urlParamsSchema)
  return ({ pathParams, searchParams }: RawRequest): Either.Either<Parameters<E>, InvalidRequest> => {
    const path = decodePath(pathParams)
    if (Either.isLeft(path)) return Either.left(path.left)
    const urlParams = decodeUrlParams(searchParams)
    if (Either.isLeft(urlParams)) return Either.left(urlParams.left)
    return Either.right({ path: path.right, urlParams: urlParams.right })
  }
}

/** A handler that decodes only its parameters: for operations that read bytes or send responses of their own kind. */
export const raw = <E extends Endpoint>(
  { endpoint, protocol }: Operation<E>,
  serve: (
    parameters: Parameters<E>,
    raw: RawRequest
  ) => Effect.Effect<HttpServerResponse.HttpServerResponse, TaggedError, RequestServices>,
  { uninterruptible = false }: { readonly uninterruptible?: boolean } = {}
): Handler<E> => {
  const decode = parametersOf(endpoint)
  const cost = costOf(endpoint)
  const more = cost.units - cost.base
  return {
    endpoint,
    uninterruptible,
    handle: (raw) => {
      const { request } = raw
      const parameters = decode(raw)
      if (Either.isLeft(parameters)) return respond(protocol, request, parameters.left)
      const caller = SignInLimit.countCaller(request, raw.caller, cost)
      const served = serve(parameters.right, { ...raw, caller })
      return respond(
        protocol,
        request,
        more > 0 ? Effect.zipRight(RateLimiter.charge(request, more), served) : served
      )
    }
  }
}

/** Prints the successes of an operation, with the status that its contract names. */
const printerOf = <E extends Endpoint>({ endpoint, protocol }: Operation<E>) => {
  const { successSchema } = schemasOf(endpoint)
  return protocol.printSuccess(successSchema, HttpApiSchema.getStatusSuccess(successSchema))
}

/** Decodes the payload of an operation, if it takes one. */
const payloadDecoderOf = <E extends Endpoint>(
  endpoint: E
): (
  body: Body,
  misspelt: UnknownFields.Findings["misspelt"]
) => Effect.Effect<HttpApiEndpoint.HttpApiEndpoint.Payload<E>, MalformedBody | InvalidRequest> => {
  const { payloadSchema } = schemasOf(endpoint)
  return Option.isNone(payloadSchema) ? InputDecoding.noPayload : InputDecoding.payloadDecoder(payloadSchema.value)
}

/** Reads something and changes nothing. */
export const read = <E extends Endpoint, C extends Caller | undefined>(
  operation: Operation<E>,
  access: Access<C>,
  run: (
    input: Omit<Input<E, C>, "payload">
  ) => Effect.Effect<Success<E> | WithHeaders<Success<E>>, Refusal<E> | StoreUnavailable, RequestServices>
): Handler<E> => {
  const print = printerOf(operation)
  const isPublic = says(operation.endpoint, PublicResponse)
  const { versionRule } = operation.protocol
  return raw(
    operation,
    Effect.fnUntraced(function*({ path, urlParams }, { caller: identification, request }) {
      const caller = yield* access(yield* identification)
      const refusal = versionRule(request)
      if (refusal !== undefined) return yield* Effect.fail(refusal)
      const value = yield* run({ caller, path, request, urlParams })
      const response = value instanceof WithHeaders ? print(value.value, value.headers) : print(value)
      return isPublic
        ? responseTo(new Representation(Responses.publicText(response), "fast"), request.headers)
        : Responses.send(response)
    })
  )
}

/**
 * What was read, and what follows from showing it, after the snapshot. Where that fails, it is shown all the same; the
 * response to `HEAD` shows nothing.
 */
export class ReadThen<A> {
  readonly value: A
  readonly next: Effect.Effect<void>
  constructor(value: A, next: Effect.Effect<void>) {
    this.value = value
    this.next = next
  }
}

/**
 * Reads something that belongs to the caller, in one snapshot with the caller's token: one transaction where `read` has
 * two. `run` does nothing but read the database.
 */
export const view = <E extends Endpoint, C extends Caller | undefined>(
  operation: Operation<E>,
  access: Access<C>,
  run: (
    input: Omit<Input<E, C>, "payload">
  ) => Effect.Effect<Success<E> | ReadThen<Success<E>>, Refusal<E> | StoreUnavailable, RequestServices>
): Handler<E> => {
  const print = printerOf(operation)
  const { versionRule } = operation.protocol
  return raw(
    operation,
    ({ path, urlParams }, { caller: identification, request }) =>
      Effect.withFiberRuntime((fiber) => {
        const context = fiber.currentContext as Context.Context<Identity | Transactions>
        const identity = Context.unsafeGet(context, Identity)
        let identified: Caller | undefined
        const body = Effect.flatMap(identification, (found) => {
          identified = found
          return Effect.flatMap(access(found), (caller) => {
            const refusal = versionRule(request)
            return refusal === undefined ? run({ caller, path, request, urlParams }) : Effect.fail(refusal)
          })
        })
        const renewing = <A, B>(outcome: Effect.Effect<A, B>): Effect.Effect<A, B> => {
          const renewal = identified === undefined ? undefined : identity.renewalOf(identified.principal)
          return renewal === undefined ? outcome : Effect.zipRight(renewal, outcome)
        }
        return Effect.matchEffect(Context.unsafeGet(context, Transactions).read(body), {
          onFailure: (error) => renewing(Effect.fail(error)),
          onSuccess: (read) => {
            const response = renewing(
              Effect.succeed(Responses.send(print(read instanceof ReadThen ? read.value : read)))
            )
            return read instanceof ReadThen && request.method !== "HEAD"
              ? Effect.zipRight(read.next, response)
              : response
          }
        })
      })
  )
}

/** A public read without its response, which the operation prints. */
export interface PublicRead<E extends Endpoint> extends Omit<PublicReads.CachedRead<never, never>, "response"> {
  readonly run: Effect.Effect<Success<E>, Refusal<E> | StoreUnavailable, RequestServices>
}

/** Reads something that is the same for everybody. It is kept until it changes. */
export const publicRead = <E extends Endpoint>(
  reads: typeof PublicReads.PublicReads.Service,
  operation: Operation<E>,
  find: (parameters: Parameters<E>, request: HttpServerRequest.HttpServerRequest) => PublicRead<E>
): Handler<E> => {
  const print = printerOf(operation)
  return publicBytes(reads, operation, (parameters, request) => {
    const { run, ...kept } = find(parameters, request)
    return { ...kept, response: Effect.map(run, (value) => Responses.publicText(print(value))) }
  })
}

/** The same for a body of the operation's own kind. `identifies`: an invalid token is refused. */
export const publicBytes = <E extends Endpoint>(
  reads: typeof PublicReads.PublicReads.Service,
  operation: Operation<E>,
  find: (
    parameters: Parameters<E>,
    request: HttpServerRequest.HttpServerRequest
  ) => PublicReads.CachedRead<TaggedError, RequestServices>,
  { identifies = true }: { readonly identifies?: boolean } = {}
): Handler<E> =>
  raw(
    operation,
    Effect.fnUntraced(function*(parameters, { caller, request }) {
      if (identifies) yield* caller
      const refusal = operation.protocol.versionRule(request)
      if (refusal !== undefined) return yield* Effect.fail(refusal)
      return responseTo(yield* reads.get(find(parameters, request)), request.headers)
    })
  )

/** The caller of a request for a change that keeps the rules of the protocol. */
const permit = Effect.fnUntraced(function*<C extends Caller | undefined>(
  { idempotencyKeyRule, versionRule }: Protocol,
  access: Access<C>,
  { caller: identification, request }: RawRequest
) {
  const caller = yield* access(yield* identification)
  const refusal = versionRule(request) ?? idempotencyKeyRule(request)
  return refusal === undefined ? caller : yield* Effect.fail(refusal)
})

/** The caller and the body of such a request. */
const admit = Effect.fnUntraced(function*<C extends Caller | undefined>(
  protocol: Protocol,
  access: Access<C>,
  raw: RawRequest
) {
  const caller = yield* permit(protocol, access, raw)
  return { caller, body: yield* bodyOf(raw.request) }
})

/** A request for a change that its protocol admits. */
interface Admitted<E extends Endpoint, C extends Caller | undefined> {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly body: Body
  readonly caller: C
  /** Decodes the payload. A repeated request, whose response is stored, does not need it. */
  readonly input: Effect.Effect<Input<E, C>, MalformedBody | InvalidRequest>
  /** What the response says of the body. */
  readonly messages: UnknownFields.Findings["ignored"]
}

/** A handler of requests for changes, which runs to its end. */
const mutation = <E extends Endpoint, C extends Caller | undefined>(
  operation: Operation<E>,
  access: Access<C>,
  serve: (
    admitted: Admitted<E, C>
  ) => Effect.Effect<HttpServerResponse.HttpServerResponse, TaggedError, RequestServices>
): Handler<E> => {
  const { endpoint, protocol } = operation
  const decode = payloadDecoderOf(endpoint)
  const find = protocol.namesUnknownFields
    ? UnknownFields.finder(schemasOf(endpoint).payloadSchema)
    : () => UnknownFields.nothing
  return raw(
    operation,
    Effect.fnUntraced(function*({ path, urlParams }, raw) {
      const { body, caller } = yield* admit(protocol, access, raw)
      const { request } = raw
      const { ignored, misspelt } = find(body.json)
      const input = Effect.map(decode(body, misspelt), (payload) => ({ caller, path, payload, request, urlParams }))
      return yield* serve({ request, body, caller, input, messages: ignored })
    }),
    { uninterruptible: true }
  )
}

/** The change of a member of staff is in the trail; for anybody else nothing differs. */
const inTrail = <A, E, R>(
  caller: Caller | undefined,
  change: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R | Entropy | Policy> =>
  caller?.principal.kind === "staff"
    ? Effect.flatMap(
      Effect.all([Entropy, Policy]),
      ([entropy, { trailMillis }]) => actingAs(caller.principal, { entropy, keptMillis: trailMillis })(change)
    )
    : change

/**
 * Does something in one transaction. `sealed`: the response contains a credential. `makesGuests`: a caller without
 * identity gets one.
 */
export const change = <E extends Endpoint, C extends Caller | undefined>(
  operation: Operation<E>,
  access: Access<C>,
  run: (
    input: Input<E, C>
  ) => Effect.Effect<
    Success<E> | WithHeaders<Success<E>>,
    Refusal<E> | StoreUnavailable,
    RequestServices | Transaction
  >,
  { makesGuests = false, sealed = () => false }: {
    readonly makesGuests?: boolean
    readonly sealed?: (caller: C) => boolean
  } = {}
): Handler<E> => {
  const print = printerOf(operation)
  return mutation(operation, access, ({ body, caller, input, messages, request }) => {
    const printError = printed(operation.protocol, request, messages)
    const result = Effect.flatMap(
      refusalAsValue(inTrail(caller, Effect.flatMap(input, run))),
      Either.match({
        onLeft: printError,
        onRight: (value) =>
          Effect.succeed(
            value instanceof WithHeaders ? print(value.value, value.headers, messages) : print(value, {}, messages)
          )
      })
    )
    const who = makesGuests && caller === undefined
      ? IdempotentRequest.newcomer
      : IdempotentRequest.scopeNameOf(caller)
    return IdempotentRequest.change(
      { body, request, who },
      result,
      sealed(caller),
      printError
    )
  })
}

/** A file that was received, and its content, or why it is refused. */
export interface ReceivedFile<A, Error> {
  /** Equal bytes are the same file; a digest will do. */
  readonly bytes: Uint8Array
  /** Removes what is kept of the file, unless the change has it. */
  readonly discard?: Effect.Effect<void>
  readonly content: Either.Either<A, Error>
}

/**
 * Does something with a file, whose bytes are the body, in one transaction. `receive` reads and judges it before. A
 * refused file is recorded under the idempotency key like any other refusal.
 */
export const changeByFile = <E extends Endpoint, C extends Caller | undefined, A>(
  operation: Operation<E>,
  access: Access<C>,
  receive: (request: HttpServerRequest.HttpServerRequest) => Effect.Effect<ReceivedFile<A, Refusal<E>>, TaggedError>,
  run: (
    input: Omit<Input<E, C>, "payload">,
    content: A
  ) => Effect.Effect<Success<E>, Refusal<E> | StoreUnavailable, RequestServices | Transaction>
): Handler<E> => {
  const print = printerOf(operation)
  return raw(
    operation,
    Effect.fnUntraced(function*({ path, urlParams }, raw) {
      const { request } = raw
      const caller = yield* permit(operation.protocol, access, raw)
      const { bytes, content, discard = Effect.void } = yield* receive(request)
      const printError = printed(operation.protocol, request)
      const change = Effect.flatMap(content, (content) => run({ caller, path, request, urlParams }, content))
      const result = Effect.flatMap(
        refusalAsValue(inTrail(caller, change)),
        Either.match({ onLeft: printError, onRight: (value) => Effect.succeed(print(value)) })
      )
      // What stands in the query is a part of what is asked for.
      const body = { bytes: Buffer.from(`${request.url} ${hash(bytes)}`), json: Json.Malformed }
      return yield* IdempotentRequest.change(
        { body, request, who: IdempotentRequest.scopeNameOf(caller) },
        result,
        false,
        printError
      ).pipe(Effect.ensuring(discard))
    }),
    { uninterruptible: true }
  )
}

/**
 * The steps of a saga that needs the provider between two transactions. `begin` runs in the first and returns the
 * subject; `finish` may be called again with the same subject, where the request is repeated after a crash.
 */
export interface Saga<E extends Endpoint, C extends Caller | undefined> {
  readonly begin: (
    input: Input<E, C>
  ) => Effect.Effect<
    string | AlreadyDone<Success<E>>,
    Refusal<E> | StoreUnavailable,
    RequestServices | Transaction
  >
  readonly finish: (
    subject: string,
    input: Input<E, C>
  ) => Effect.Effect<Success<E>, Refusal<E> | StoreUnavailable, RequestServices>
}

/**
 * Runs a saga. `sealed`: the response contains a credential. `maskBody`: the body as it may be stored, where parts of
 * it must not be.
 */
export const saga = <E extends Endpoint, C extends Caller | undefined>(
  operation: Operation<E>,
  access: Access<C>,
  steps: Saga<E, C>,
  { maskBody, sealed = () => false }: {
    readonly maskBody?: (body: Body) => Body
    readonly sealed?: (caller: C) => boolean
  } = {}
): Handler<E> => {
  const print = printerOf(operation)
  return mutation(operation, access, ({ body, caller, input, messages, request }) =>
    IdempotentRequest.saga(
      {
        request,
        who: IdempotentRequest.scopeNameOf(caller),
        body: maskBody === undefined ? body : maskBody(body)
      },
      {
        begin: Effect.map(
          Effect.flatMap(input, steps.begin),
          (begun) => begun instanceof AlreadyDone ? Either.left(print(begun.value, {}, messages)) : Either.right(begun)
        ),
        finish: (subject) =>
          Effect.map(Effect.flatMap(input, (input) => steps.finish(subject, input)), (value) =>
            print(value, {}, messages)),
        printError: printed(operation.protocol, request, messages)
      },
      sealed(caller)
    ))
}
