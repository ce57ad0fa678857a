/**
 * Rules for every response: no internal error, no 503 while nothing has failed, a time to come back where there is one,
 * JSON, a problem document where the request is refused, and the one status of success.
 */
import type { Response } from "../engine/Network.ts"
import type { Audit } from "./Audit.ts"
import type { Refusal } from "./Bodies.ts"
import type { SentRequest } from "./Observations.ts"
import { type AcpOperation, type ApiOperation, isAcp } from "./Operations.ts"

/** OAuth's own errors, not the shop's. */
const token = "auth.token" satisfies ApiOperation

/** Operations that return 201 under the protocol's own root. */
const creates: ReadonlySet<string> = new Set<AcpOperation>([
  "acp.createCheckoutSession",
  "acp.delegatePayment",
  "acp.createCart"
])

const shownIn = ({ body, status }: Response) => () => `${status} ${body}`

export const isAnswered = (audit: Audit, { method, path }: SentRequest, response: Response): void => {
  const { status } = response
  audit.expect("answer.internalError", `${method} ${path}: no internal error`).that(status !== 500, shownIn(response))
  audit.expect("answer.unavailable", `${method} ${path}: a response, since nothing has failed`)
    .that(status !== 503 || audit.mayFail(), shownIn(response))
  audit.expect("answer.retryAfter", `${method} ${path}: in how many seconds to come back`)
    .that(
      (status !== 503 && status !== 429) || Number(response.headers["retry-after"]) >= 1,
      () => `${status}, Retry-After: ${response.headers["retry-after"]}`
    )
}

/** Codings that an Accept-Encoding names without forbidding them; `*` is any. */
const codingsIn = (accept: string): ReadonlySet<string> =>
  new Set(
    accept.split(",").map((one) => one.trim()).filter((one) => !/;q=0(?:\.0*)?$/.test(one)).map((one) =>
      one.split(";")[0]!
    )
  )

/** A response is in a coding that its reader asked for, or in none; a cache in between learns that others get another. */
export const isReadable = (audit: Audit, { accept = "", method, path }: SentRequest, { headers }: Response): void => {
  const coding = headers["content-encoding"]
  if (coding === undefined) return
  const asked = codingsIn(accept)
  audit.expect("answer.coding", `${method} ${path}: in a coding of ${accept}, which varies by Accept-Encoding`)
    .that(
      (asked.has(coding) || asked.has("*")) && headers["vary"]?.toLowerCase().includes("accept-encoding") === true,
      () => `${coding}, Vary: ${headers["vary"]}`
    )
}

/** The body as JSON, and a problem document where the request is refused; undefined where it is not JSON. */
export const parsed = (
  audit: Audit,
  { method, operation, path }: SentRequest,
  response: Response
): Refusal | undefined => {
  let body: Refusal
  try {
    body = response.body === "" ? {} : JSON.parse(response.body) as Refusal
  } catch {
    audit.expect("answer.json", `${method} ${path}: JSON`).that(false, shownIn(response))
    return undefined
  }
  if (response.status >= 400 && operation !== token) {
    const isProblem = isAcp(path)
      ? [body.type, body.code, body.message].every((text) => typeof text === "string")
      : typeof body.code === "string" && body.status === response.status
    audit.expect("answer.problem", "a problem").that(isProblem, shownIn(response))
  }
  return body
}

export const isSuccess = (audit: Audit, { method, operation, path }: SentRequest, response: Response): void => {
  const status = creates.has(operation) && path.startsWith("/acp/") ? 201 : 200
  audit.expect("answer.status", `${method} ${path}: ${status}`).that(response.status === status, shownIn(response))
}
