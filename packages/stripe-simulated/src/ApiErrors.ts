/**
 * Errors as Stripe answers them: a status, and `error` with type, code, parameter and message. An error that is found
 * before an operation begins to execute leaves no answer under its idempotency key.
 */
import type Stripe from "stripe"

/** The object under `error` in an answer. */
export interface ErrorBody {
  readonly type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error"
  readonly message: string
  readonly code?: string | undefined
  readonly decline_code?: string | undefined
  readonly param?: string | undefined
  readonly charge?: string | undefined
  readonly payment_intent?: Stripe.PaymentIntent | undefined
  readonly payment_method?: Stripe.PaymentMethod | undefined
  readonly setup_intent?: Stripe.SetupIntent | undefined
}

export interface ApiError {
  readonly status: number
  readonly body: ErrorBody
  /** Whether the operation had begun to execute, so that its answer is replayed to repeats of the key. */
  readonly executed: boolean
}

/** Parameters that no operation takes: nothing has begun. */
export const rejectParameter = (param: string | undefined, code: string | undefined, message: string): ApiError => ({
  status: 400,
  body: { type: "invalid_request_error", code, message, param },
  executed: false
})

/** A request that is well formed and cannot be done in this state. */
export const refuse = (code: string | undefined, message: string, param?: string): ApiError => ({
  status: 400,
  body: { type: "invalid_request_error", code, message, param },
  executed: true
})

/** An id that names nothing: 404 where the path has it, 400 where a parameter has it. */
export const notFound = (kind: string, id: string, param: string, status: 400 | 404 = 404): ApiError => ({
  status,
  body: { type: "invalid_request_error", code: "resource_missing", message: `No such ${kind}: '${id}'`, param },
  executed: true
})

/** A bank or a cardholder refused. */
export const decline = (body: Omit<ErrorBody, "type">): ApiError => ({
  status: 402,
  body: { type: "card_error", ...body },
  executed: true
})

const beforeExecution = (status: number, body: ErrorBody): ApiError => ({ status, body, executed: false })

export const keyUnknown = (key: string): ApiError =>
  beforeExecution(401, {
    type: "invalid_request_error",
    message: key === ""
      ? "You did not provide an API key. You need to provide your API key in the Authorization header."
      : `Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`
  })

export const keyForbidden: ApiError = beforeExecution(403, {
  type: "invalid_request_error",
  code: "more_permissions_required",
  message: "The provided key does not have the required permissions for this endpoint."
})

export const urlUnknown = (method: string, path: string): ApiError =>
  beforeExecution(404, {
    type: "invalid_request_error",
    message: `Unrecognized request URL (${method}: ${path}).`
  })

export const rateLimited: ApiError = beforeExecution(429, {
  type: "invalid_request_error",
  code: "rate_limit",
  message: "Request rate limit exceeded."
})

export const objectLocked: ApiError = beforeExecution(429, {
  type: "invalid_request_error",
  code: "lock_timeout",
  message: "This object cannot be accessed right now because another API request is currently accessing it."
})

/** Stripe itself failed, before or after it did the work: the answer is saved and replayed like any other. */
export const internal: ApiError = {
  status: 500,
  body: { type: "api_error", message: "An error occurred on our side. Sorry about that!" },
  executed: true
}

export const keyInUse = (key: string): ApiError =>
  beforeExecution(409, {
    type: "idempotency_error",
    code: "idempotency_key_in_use",
    message:
      `There is currently another in-progress request using this Idempotent Key (${key}). Please try again later.`
  })

export const keyReused = (key: string): ApiError =>
  beforeExecution(400, {
    type: "idempotency_error",
    message: "Keys for idempotent requests can only be used with the same parameters they were first used with. "
      + `Try using a key other than '${key}' if you meant to execute a different request.`
  })
