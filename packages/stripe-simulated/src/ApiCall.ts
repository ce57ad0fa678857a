/**
 * One call of the API, from a request to its answer: key, version, route, fault, idempotency, work. What happens
 * between two waits happens at once, so a call that dies while it waits has done all or nothing.
 */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type Stripe from "stripe"
import { type Account, advance, newId } from "./Account.ts"
import * as ApiErrors from "./ApiErrors.ts"
import { expand, splitExpand } from "./Expansion.ts"
import type { CallCourse } from "./Faults.ts"
import * as Idempotency from "./Idempotency.ts"
import { isPreviewOnly, type Operation, route } from "./Operations.ts"
import { parse } from "./Parameters.ts"

/** The version that the SDK pins. */
export const apiVersion: Stripe.LatestApiVersion = "2026-10-28.endive"

export interface ApiRequest {
  readonly method: string
  /** With the query: `/v1/events?limit=3`. */
  readonly url: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Form-encoded. */
  readonly body: string
}

export interface ApiAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** JSON. */
  readonly body: string
}

/** The connection broke before an answer, before or after the work was done. */
export class ConnectionReset extends Data.TaggedError("ConnectionReset") {}

interface Call {
  readonly account: Account
  readonly requestId: string
  readonly version: string
  readonly operation: Operation
  readonly id: string
  readonly form: string
  readonly path: string
  readonly key: string | undefined
  readonly course: CallCourse
}

const previewVersion = /^\d{4}-\d{2}-\d{2}\.preview$/

const printError = ({ body }: ApiErrors.ApiError, requestId: string): string =>
  JSON.stringify(
    {
      error: {
        ...body,
        ...(body.code === undefined
          ? {}
          : { doc_url: `https://stripe.com/docs/error-codes/${body.code.replaceAll("_", "-")}` }),
        request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}`
      }
    },
    undefined,
    2
  )

const headersOf = (requestId: string, version: string, key: string | undefined): Record<string, string> => ({
  "content-type": "application/json",
  "request-id": requestId,
  "stripe-version": version,
  ...(key === undefined ? {} : { "idempotency-key": key, "original-request": requestId })
})

const answerError = (
  error: ApiErrors.ApiError,
  headers: Readonly<Record<string, string>>,
  requestId: string,
  retryAfterSeconds: number
): ApiAnswer => ({
  status: error.status,
  headers: {
    ...headers,
    ...(error.status === 429 ? { "retry-after": String(retryAfterSeconds) } : {}),
    ...(error.status === 500 ? { "stripe-should-retry": "false" } : {}),
    ...(error.body.code === "lock_timeout" ? { "stripe-should-retry": "true" } : {})
  },
  body: printError(error, requestId)
})

/** The fates of calls that are refused before anything else. */
const refusals: Partial<Readonly<Record<CallCourse["fate"], ApiErrors.ApiError>>> = {
  forbidden: ApiErrors.keyForbidden,
  rate_limited: ApiErrors.rateLimited,
  locked: ApiErrors.objectLocked
}

/** Finds out what a request wants, or why nobody looks at it. */
const admit = (
  account: Account,
  keys: ReadonlyArray<string>,
  request: ApiRequest,
  requestId: string
): Either.Either<Call, ApiErrors.ApiError> =>
  Either.gen(function*() {
    const { headers, method } = request
    const secret = /^Bearer (.+)$/.exec(headers["authorization"] ?? "")?.[1] ?? ""
    if (!keys.includes(secret)) return yield* Either.left(ApiErrors.keyUnknown(secret))
    const version = headers["stripe-version"] ?? apiVersion
    if (version !== apiVersion && !previewVersion.test(version)) {
      return yield* Either.left(
        ApiErrors.rejectParameter(undefined, undefined, `Invalid Stripe API version: ${version}`)
      )
    }
    const [path = "", query = ""] = request.url.split("?")
    const found = route(method, path)
    if (found === undefined || (isPreviewOnly(found.operation) && !previewVersion.test(version))) {
      return yield* Either.left(ApiErrors.urlUnknown(method, path))
    }
    const key = method === "POST" ? headers["idempotency-key"] : undefined
    const { operation } = found
    const course = account.plan.call({ operation: operation.name, id: found.id, idempotencyKey: key })
    const form = method === "POST" ? request.body : query
    return { account, requestId, version, operation, id: found.id ?? "", form, path, key, course }
  })

/** Does the work. All of it happens at one moment. */
const execute = ({ account, form, id, key, operation, requestId, version }: Call) =>
  Either.gen(function*() {
    const { paths, rest } = yield* splitExpand(parse(form))
    const run = yield* operation.prepare(rest)
    account.cause = { id: requestId, idempotency_key: key ?? null }
    account.isPreview = previewVersion.test(version)
    const result = yield* run(account, id)
    return JSON.stringify(expand(account, result, paths), undefined, 2)
  })

const internalAnswer = (requestId: string) => ({
  status: 500,
  body: printError(ApiErrors.internal, requestId),
  requestId
})

/** Executes a call whose key is free, and keeps its answer under the key if it began to execute. */
const perform = (call: Call, now: number): ApiAnswer => {
  const { account, course, key, requestId, version } = call
  const headers = headersOf(requestId, version, key)
  const keep = (status: number, body: string): void => {
    if (key !== undefined) Idempotency.save(account, key, { status, body, requestId })
  }
  advance(account, now)
  const result = course.fate === "failed_before" ? Either.left(ApiErrors.internal) : execute(call)
  advance(account, now)
  if (course.fate === "failed_after") {
    const answer = internalAnswer(requestId)
    keep(answer.status, answer.body)
    return answerError(ApiErrors.internal, headers, requestId, course.retryAfterSeconds)
  }
  if (Either.isRight(result)) {
    keep(200, result.right)
    return { status: 200, headers, body: result.right }
  }
  const answer = answerError(result.left, headers, requestId, course.retryAfterSeconds)
  if (result.left.executed) keep(answer.status, answer.body)
  else if (key !== undefined) Idempotency.release(account, key)
  return answer
}

const sleep = (millis: number): Effect.Effect<void> => (millis > 0 ? Effect.sleep(millis) : Effect.void)

/** Answers a request. It runs to its end, whether the caller waits or not. */
export const answer = (
  account: Account,
  keys: ReadonlyArray<string>,
  request: ApiRequest
): Effect.Effect<ApiAnswer, ConnectionReset> =>
  Effect.gen(function*() {
    advance(account, yield* Clock.currentTimeMillis)
    const requestId = newId(account, "req")
    const version = request.headers["stripe-version"] ?? apiVersion
    const admitted = admit(account, keys, request, requestId)
    const refuse = (error: ApiErrors.ApiError): ApiAnswer => {
      const wait = Either.isRight(admitted) ? admitted.right.course.retryAfterSeconds : 0
      return answerError(error, headersOf(requestId, version, undefined), requestId, wait)
    }
    if (Either.isLeft(admitted)) return refuse(admitted.left)
    const call = admitted.right
    const { course, key } = call
    const refusal = refusals[course.fate]
    if (refusal !== undefined) return refuse(refusal)
    if (course.fate === "reset_before") {
      yield* sleep(course.beforeMillis)
      return yield* new ConnectionReset()
    }
    const claim = key === undefined
      ? undefined
      : Idempotency.claim(account, key, Idempotency.fingerprintOf(call.path, call.form))
    if (claim !== undefined && Either.isLeft(claim)) return refuse(claim.left)
    yield* sleep(course.beforeMillis)
    const done = claim?.right._tag === "Replay"
      ? replay(call, claim.right.answer)
      : perform(call, yield* Clock.currentTimeMillis)
    yield* sleep(course.afterMillis)
    return course.fate === "reset_after" ? yield* new ConnectionReset() : done
  }).pipe(Effect.uninterruptible)

const replay = (
  { key, requestId, version }: Call,
  saved: { readonly status: number; readonly body: string; readonly requestId: string }
): ApiAnswer => ({
  status: saved.status,
  headers: {
    ...headersOf(requestId, version, key),
    "idempotent-replayed": "true",
    "original-request": saved.requestId,
    ...(saved.status === 500 ? { "stripe-should-retry": "false" } : {})
  },
  body: saved.body
})
