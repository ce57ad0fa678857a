/**
 * How an operation of the contract is served: the way of a request from bytes to answer, once for all of them.
 *
 * `read` answers a question. `change` does something in one transaction, the idempotency record beside it. `begin` and
 * `finish` do something that has to call the payment provider in between: the first transaction leaves a running record
 * that names its subject, and whoever repeats the request goes on from there.
 *
 * The query has been read before; identity comes first of what is left, then the body, all its faults at once. Refusals are values and are recorded like successes;
 * failures of the database or the provider are not. Follows contract §2–5.
 */
import { Identity } from "@beauty-store/commerce/identity/Identity"
import { Policy } from "@beauty-store/commerce/Policy"
import * as Codec from "@beauty-store/kernel/Codec"
import { Entropy } from "@beauty-store/kernel/Entropy"
import * as Idempotency from "@beauty-store/kernel/Idempotency"
import { hash } from "@beauty-store/kernel/Secrets"
import { refusalAsValue, type StoreUnavailable, Transactions } from "@beauty-store/kernel/Transactions"
import { readBody } from "@beauty-store/web/BodyReader"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as ParseResult from "effect/ParseResult"
import type * as Schema from "effect/Schema"
import { Readable } from "node:stream"
import type { InputFault } from "../contract/Problems.ts"
import * as Authentication from "./Authentication.ts"
import * as Json from "./Json.ts"
import * as Responses from "./Responses.ts"
import type { EncodedResponse } from "./Responses.ts"

export const maxBodyBytes = 256 * 1024

export class MalformedBody extends Data.TaggedError("MalformedBody") {}
export class PayloadTooLarge extends Data.TaggedError("PayloadTooLarge") {}
export class UnsupportedMediaType extends Data.TaggedError("UnsupportedMediaType") {}
export class IdempotencyKeyInvalid extends Data.TaggedError("IdempotencyKeyInvalid") {}

const requestIds = new WeakMap<object, string>()

/** What stays the same when a request is modified. */
const originOf = (request: HttpServerRequest.HttpServerRequest): object =>
  typeof request.source === "object" && request.source !== null ? request.source : request

/** Names a request, for all who answer it. Kept beside it: a context would be copied to take the name in. */
export const nameRequest = (request: HttpServerRequest.HttpServerRequest, id: string): void =>
  void requestIds.set(originOf(request), id)

const requestIdOf = (request: HttpServerRequest.HttpServerRequest): string => requestIds.get(originOf(request)) ?? ""

type Endpoint = HttpApiEndpoint.HttpApiEndpoint.Any
type Success<E extends Endpoint> = HttpApiEndpoint.HttpApiEndpoint.Success<E>
/** An error whose tag the contract of the operation names. */
type Refusal<E extends Endpoint> = { readonly _tag: TagOf<HttpApiEndpoint.HttpApiEndpoint.Error<E>> }
type TagOf<Error> = Error extends { readonly _tag: infer Tag extends string } ? Tag : never

/** What a handler is given. */
export interface Incoming<E extends Endpoint, C extends Authentication.Caller | undefined> {
  readonly caller: C
  readonly path: HttpApiEndpoint.HttpApiEndpoint.PathParsed<E>
  readonly payload: HttpApiEndpoint.HttpApiEndpoint.Payload<E>
  readonly urlParams: HttpApiEndpoint.HttpApiEndpoint.UrlParams<E>
}

/** A request as the router hands it on: its parameters are read, its body is not. */
export interface Raw {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly path?: unknown
  readonly urlParams?: unknown
}

/** The services that operations find in the context of the request. It is copied often: everything else is closed over. */
export type RequestServices = Identity | Transactions | Entropy

type Served<R = never> = (raw: Raw) => Effect.Effect<HttpServerResponse.HttpServerResponse, never, RequestServices | R>

export const pathOf = (request: { readonly url: string }): string => {
  const query = request.url.indexOf("?")
  return query < 0 ? request.url : request.url.slice(0, query)
}

/** An operation's schemas, which its general type does not show. */
const schemasOf = (endpoint: Endpoint) => endpoint as HttpApiEndpoint.HttpApiEndpoint.AnyWithProps

const printer = <E extends Endpoint>(endpoint: E) =>
  Responses.success(schemasOf(endpoint).successSchema as Schema.Schema<Success<E>, unknown>)

/** What an error's answer needs to know of a request. */
export const errorContextOf = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<Responses.ErrorContext> =>
  Effect.map(Policy, ({ baseUrl }) => ({ requestId: requestIdOf(request), instance: pathOf(request), baseUrl }))

/** An error's answer to a request, as a protocol prints it. */
export const printed = (
  request: HttpServerRequest.HttpServerRequest,
  error: Responses.Tagged,
  print: Responses.Printer = Responses.problem
): Effect.Effect<EncodedResponse> => Effect.map(errorContextOf(request), (errorContext) => print(error, errorContext))

/** What went wrong inside is told to whoever runs the store, and to nobody else. */
export const logFailure = (requestId: string, cause: Cause.Cause<unknown>) =>
  Effect.logError("a request failed", { requestId }, cause)

/** Any failure becomes the answer that a protocol prints of it: a problem document, where none says otherwise. */
export const answered = <R>(
  request: HttpServerRequest.HttpServerRequest,
  body: Effect.Effect<HttpServerResponse.HttpServerResponse, Responses.Tagged, R>,
  print: Responses.Printer = Responses.problem
) =>
  Effect.catchAll(
    body,
    (error) =>
      Effect.flatMap(errorContextOf(request), (errorContext) =>
        Effect.as(
          error._tag === "StoreUnavailable" ? logFailure(errorContext.requestId, Cause.fail(error)) : Effect.void,
          Responses.send(print(error, errorContext))
        ))
  )

/** Answers a question. `cached`: the answer is the same for everybody. */
export const read = <E extends Endpoint, C extends Authentication.Caller | undefined, Err extends Refusal<E>, R>(
  endpoint: E,
  access: Authentication.Access<C>,
  run: (incoming: Incoming<E, C>) => Effect.Effect<Success<E>, Err | StoreUnavailable, R>,
  { cached = false }: { readonly cached?: boolean } = {}
): Served<R> => {
  const print = printer(endpoint)
  return Effect.fnUntraced(function*({ path, request, urlParams }: Raw) {
    const caller = yield* access(yield* Authentication.identify(request, false))
    const value = yield* run({ caller, path, urlParams, payload: undefined } as Incoming<E, C>)
    return cached
      ? Responses.sendPublic(print(value), request.headers["if-none-match"])
      : Responses.send(print(value))
  }, (body, { request }) => answered(request, body))
}

/** Does something in one transaction. `sealed`: the answer carries a credential. */
export const change = <E extends Endpoint, C extends Authentication.Caller | undefined, Err extends Refusal<E>, R>(
  endpoint: E,
  access: Authentication.Access<C>,
  run: (incoming: Incoming<E, C>) => Effect.Effect<Success<E> | WithHeaders<Success<E>>, Err | StoreUnavailable, R>,
  { sealed = () => false }: { readonly sealed?: (caller: C) => boolean } = {}
): Served<R> => {
  const print = printer(endpoint)
  const payloadOf = reader(endpoint)
  return Effect.fnUntraced(function*({ path, request, urlParams }: Raw) {
    const caller = yield* access(yield* Authentication.identify(request, true))
    const body = yield* bodyOf(request)
    const result = Effect.flatMap(
      refusalAsValue(
        Effect.flatMap(payloadOf(body), (payload) => run({ caller, path, urlParams, payload } as Incoming<E, C>))
      ),
      (result) =>
        Either.isLeft(result)
          ? printed(request, result.left)
          : Effect.succeed(
            result.right instanceof WithHeaders
              ? print(result.right.value, result.right.headers)
              : print(result.right)
          )
    )
    return yield* once(request, whoOf(caller), body, sealed(caller), result)
  }, (body, { request }) => answered(request, body))
}

/** Runs a body in one transaction, the idempotency record beside it, or answers what it answered before. */
export const once = Effect.fnUntraced(
  function*<E, R>(
    request: HttpServerRequest.HttpServerRequest,
    who: string | undefined,
    body: Body,
    sealed: boolean,
    run: Effect.Effect<EncodedResponse, E, R>
  ) {
    const keyed = yield* keyOf(request, who, body)
    const { write } = yield* Transactions
    return Responses.send(yield* write(keyed === undefined ? run : recorded(keyed, sealed, run)))
  }
)

/** In a transaction: does what a key stands for and keeps the answer, or answers what was answered before. */
const recorded = Effect.fnUntraced(
  function*<E, R>(keyed: Idempotency.KeyedRequest, sealed: boolean, run: Effect.Effect<EncodedResponse, E, R>) {
    const known = yield* Idempotency.begin(keyed)
    if (known._tag === "Completed") return replay(known.response)
    const answer = yield* run
    if (Responses.isKept(answer)) yield* Idempotency.record(keyed, answer, sealed)
    return answer
  }
)

/** A success with headers of its own. */
export class WithHeaders<A> {
  readonly value: A
  readonly headers: Readonly<Record<string, string>>
  constructor(value: A, headers: Readonly<Record<string, string>>) {
    this.value = value
    this.headers = headers
  }
}

/**
 * Does something that needs the provider between two transactions. `begin` runs in the first and answers the subject;
 * `finish` may be called again with the same subject, by whoever repeats the request after a crash. A failure of
 * `finish` whose `standing` is false undid everything: a repeat begins anew. `sealed`: the answer carries a credential.
 */
export const changeWithProvider = <
  E extends Endpoint,
  C extends Authentication.Caller | undefined,
  Err1 extends Refusal<E>,
  Err2 extends Refusal<E>,
  R1,
  R2
>(
  endpoint: E,
  access: Authentication.Access<C>,
  steps: {
    readonly begin: (incoming: Incoming<E, C>) => Effect.Effect<string, Err1 | StoreUnavailable, R1>
    readonly finish: (subject: string, caller: C) => Effect.Effect<Success<E>, Err2 | StoreUnavailable, R2>
  },
  { sealed = false }: { readonly sealed?: boolean } = {}
): Served<R1 | R2> => {
  const print = printer(endpoint)
  const payloadOf = reader(endpoint)
  return Effect.fnUntraced(function*({ path, request, urlParams }: Raw) {
    const caller = yield* access(yield* Authentication.identify(request, true))
    const body = yield* bodyOf(request)
    const begin = Effect.flatMap(
      payloadOf(body),
      (payload) => steps.begin({ caller, path, urlParams, payload } as Incoming<E, C>)
    )
    return yield* onceWithProvider(request, whoOf(caller), body, {
      begin: Effect.map(begin, Either.right),
      finish: (subject) => Effect.map(steps.finish(subject, caller), (value) => print(value))
    }, { sealed })
  }, (body, { request }) => answered(request, body))
}

/**
 * Runs what needs the provider between two transactions, the idempotency record beside both, or answers what it answered
 * before. `begin` may know the answer already, so that there is nothing to finish. `sealed`: what `finish` answers carries
 * a credential.
 */
export const onceWithProvider = Effect.fnUntraced(
  function*<Err1 extends Responses.Tagged, Err2 extends Responses.Tagged, R1, R2>(
    request: HttpServerRequest.HttpServerRequest,
    who: string | undefined,
    body: Body,
    steps: {
      readonly begin: Effect.Effect<Either.Either<string, EncodedResponse>, Err1, R1>
      readonly finish: (subject: string) => Effect.Effect<EncodedResponse, Err2, R2>
    },
    { print = Responses.problem, sealed = false }: {
      readonly print?: Responses.Printer
      readonly sealed?: boolean
    } = {}
  ) {
    const keyed = yield* keyOf(request, who, body)
    const transactions = yield* Transactions
    const begun = yield* transactions.write(
      startedOnce(keyed, steps.begin, (refusal) => printed(request, refusal, print))
    )
    if (Either.isLeft(begun)) return Responses.send(begun.left)
    const running = keyed === undefined ? undefined : { ...keyed, subject: begun.right }
    const work = Effect.either(steps.finish(begun.right))
    const result = yield* running === undefined ? work : Idempotency.whileRunning(running, work)
    const answer = Either.isLeft(result) ? yield* printed(request, result.left, print) : result.right
    if (running !== undefined) {
      yield* transactions.write(
        Responses.isKept(answer)
          ? Idempotency.recordDone(running, answer, sealed && Either.isRight(result))
          : Either.isLeft(result) && "standing" in result.left && result.left.standing === false
          ? Idempotency.forget(running)
          : Idempotency.yieldRunning(running)
      )
    }
    return Responses.send(answer)
  }
)

/** In a transaction: begins what a key stands for, or finds what was begun or answered before. */
const startedOnce = Effect.fnUntraced(function*<E extends Responses.Tagged, R>(
  keyed: Idempotency.KeyedRequest | undefined,
  begin: Effect.Effect<Either.Either<string, EncodedResponse>, E, R>,
  print: (refusal: E) => Effect.Effect<EncodedResponse>
) {
  if (keyed !== undefined) {
    const known = yield* Idempotency.begin(keyed)
    if (known._tag === "Completed") return Either.left(replay(known.response))
    if (known._tag === "Abandoned") return Either.right(known.subject)
  }
  const result = yield* refusalAsValue(begin)
  const first = Either.isRight(result) ? result.right : Either.left(yield* print(result.left))
  if (keyed === undefined) return first
  if (Either.isRight(first)) yield* Idempotency.recordRunning({ ...keyed, subject: first.right })
  else if (Responses.isKept(first.left)) yield* Idempotency.record(keyed, first.left, false)
  return first
})

/** An answer that was given before. */
const replay = (answer: EncodedResponse): EncodedResponse => ({
  ...answer,
  headers: { ...answer.headers, "idempotent-replayed": "true" }
})

/** A request's body as it came: its bytes, and its JSON where it is any. */
export interface Body {
  readonly bytes: Uint8Array
  readonly json: unknown
}

const none: Body = { bytes: new Uint8Array(), json: undefined }

/** The raw bytes of a body, as many as are taken. */
export const bytesOf = (
  request: HttpServerRequest.HttpServerRequest
): Effect.Effect<Uint8Array, PayloadTooLarge | MalformedBody> => {
  const length = Number(request.headers["content-length"] ?? "0")
  if (length > maxBodyBytes) return new PayloadTooLarge()
  return request.source instanceof Readable
    ? Effect.mapError(
      readBody(request.source, maxBodyBytes),
      (fault) => fault._tag === "BodyTooLarge" ? new PayloadTooLarge() : new MalformedBody()
    )
    : Effect.mapBoth(request.arrayBuffer, {
      onFailure: () => new MalformedBody(),
      onSuccess: (buffer) => new Uint8Array(buffer)
    })
}

/** How a media type is read. */
export interface Reader {
  readonly type: RegExp
  /** The value, or `Json.Malformed`. */
  readonly read: (bytes: Uint8Array) => unknown
}

/**
 * A content type of this name, in UTF-8 if it says in what. What is optional at its end takes the blanks behind it along:
 * two runs of blanks side by side would be tried in every way of sharing them.
 */
const contentType = (name: string): RegExp => new RegExp(`^${name} *(?:; *charset="?utf-8"? *)?$`, "i")

/** The content type of a form. */
export const formType = contentType("application/x-www-form-urlencoded")

const json: Reader = { type: contentType("application/(?:[a-z0-9.+-]+\\+)?json"), read: Json.read }

/** Who reads the media type that a request says its body has, if anybody does. */
const readerOf = ({ headers }: HttpServerRequest.HttpServerRequest, others: ReadonlyArray<Reader>) =>
  (headers["content-encoding"] ?? "identity") === "identity"
    ? [json, ...others].find((one) => one.type.test(headers["content-type"] ?? ""))
    : undefined

/** Whether a request says that its body is JSON, uncompressed. */
export const isJson = (request: HttpServerRequest.HttpServerRequest): boolean => readerOf(request, []) !== undefined

/** A request's body. Nothing of it is read before its type is known to be one that is taken: JSON, and `others`. */
export const bodyOf = (
  request: HttpServerRequest.HttpServerRequest,
  ...others: ReadonlyArray<Reader>
): Effect.Effect<Body, PayloadTooLarge | MalformedBody | UnsupportedMediaType> => {
  const { headers } = request
  const length = headers["content-length"]
  if ((length === undefined || length === "0") && headers["transfer-encoding"] === undefined) {
    return Effect.succeed(none)
  }
  const reader = readerOf(request, others)
  if (reader === undefined) return new UnsupportedMediaType()
  return Effect.map(
    bytesOf(request),
    (bytes) => ({ bytes, json: bytes.length === 0 ? undefined : reader.read(bytes) })
  )
}

/** Reads a payload out of a body by its schema. What cannot be read is a refusal like any other. */
export const payloadReader = <A, I, R>(schema: Schema.Schema<A, I, R>) => {
  const decode = Codec.effectDecoder(schema, { errors: "all" })
  return (body: Body): Effect.Effect<A, MalformedBody | Authentication.InvalidRequest, R> => {
    if (body.json === Json.Malformed) return new MalformedBody()
    // No body is an empty one: what it lacks is said field by field, if it lacks anything.
    const json = body.bytes.length === 0 ? {} : body.json
    if (typeof json !== "object" || json === null || Array.isArray(json)) {
      return new Authentication.InvalidRequest({ errors: [{ pointer: "", detail: "must be a JSON object" }] })
    }
    return Effect.mapError(decode(json), invalid)
  }
}

/** Reads an operation's payload, if it has one. */
const reader = (endpoint: Endpoint) => {
  const schema = Option.getOrUndefined(schemasOf(endpoint).payloadSchema)
  return schema === undefined
    ? (body: Body): Effect.Effect<unknown, MalformedBody> =>
      body.json === Json.Malformed ? new MalformedBody() : Effect.succeed(undefined)
    : payloadReader(schema as Schema.Schema<unknown>)
}

/** What a schema refused, as the problem that says so. */
export const invalid = (error: ParseResult.ParseError) => new Authentication.InvalidRequest({ errors: faultsOf(error) })

/** The faults of an input, by JSON pointer, in the schema's words. */
const faultsOf = (error: ParseResult.ParseError): ReadonlyArray<InputFault> =>
  faultsOfIssues(ParseResult.ArrayFormatter.formatErrorSync(error))

const faultsOfIssues = (
  issues: ReadonlyArray<{ readonly path: ReadonlyArray<PropertyKey>; readonly message: string }>
): ReadonlyArray<InputFault> => {
  const faults = new Map<string, InputFault>()
  for (const { message, path } of issues) {
    const pointer = path.map((part) => `/${String(part).replace(/~/g, "~0").replace(/\//g, "~1")}`).join("")
    if (!faults.has(pointer)) faults.set(pointer, { pointer, detail: wordsOf(message) })
  }
  // Of a field that may be missing, the library also says that it is not missing: what is wrong inside says more.
  const pointers = [...faults.keys()]
  return [...faults.values()].filter(({ pointer }) => !pointers.some((other) => other.startsWith(`${pointer}/`)))
}

/** The faults of a query, by the parameter's name. */
export const faultsOfQuery = (issues: Parameters<typeof faultsOfIssues>[0]): ReadonlyArray<InputFault> =>
  faultsOfIssues(issues.map(({ message, path }) => ({ message, path: path.slice(0, 1) })))
    .map(({ detail, pointer }) => ({ pointer: pointer.slice(1), detail, in: "query" }))

/** The library's own messages quote what was submitted; those words are not shown. */
const wordsOf = (message: string): string =>
  message.startsWith("must be ") ? message : message === "is missing" ? message : "is not of the documented form"

const keyForm = /^(?:"([\x21\x23-\x7e]{1,255})"|([\x21\x23-\x7e][\x21-\x7e]{0,254}))$/
const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The request's idempotency key, if it has one, with all that it is bound to; `who` is nobody's name for nobody. */
export const keyOf = (
  request: HttpServerRequest.HttpServerRequest,
  who: string | undefined,
  body: Body
): Effect.Effect<Idempotency.KeyedRequest | undefined, IdempotencyKeyInvalid> => {
  const header = request.headers["idempotency-key"]
  if (header === undefined) return Effect.succeed(undefined)
  const match = keyForm.exec(header)
  const key = match?.[1] ?? match?.[2]
  if (key === undefined || (who === undefined && !uuidForm.test(key))) return new IdempotencyKeyInvalid()
  return Effect.succeed(Idempotency.keyed({
    scope: `${who ?? ""}\n${request.method}\n${pathOf(request)}`,
    key,
    fingerprint: fingerprintOf(body)
  }))
}

/** A caller's name in the scope of an idempotency key. */
export const whoOf = (caller: Authentication.Caller | undefined): string | undefined =>
  caller === undefined ? undefined : `${caller.owner.principal} ${caller.owner.shopper}`

/** Equal bodies, as JSON, have equal fingerprints; what is not JSON is compared by its bytes. */
const fingerprintOf = (body: Body): string => hash(Json.canonical(body.json) ?? body.bytes)
