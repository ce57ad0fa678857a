/**
 * Rules of idempotency keys: the same key, the same response; a failure is not stored for replay; a replay says that it
 * is one; a key with another body is refused. They also decide which requests are one change, and when it was first
 * sent.
 */
import type { Response } from "../engine/Network.ts"
import type { Audit } from "./Audit.ts"
import type { Refusal } from "./Bodies.ts"
import type { SentRequest } from "./Observations.ts"

/** How long the store keeps a response for its key, in milliseconds: it no longer does at the end of that. */
export const keptMillis = 25 * 3_600_000

/** Two requests with the same one are one change. */
export const changeOf = (sent: SentRequest): string =>
  sent.key === undefined ? `n${sent.n}` : `${sent.method} ${sent.path} ${sent.key}`

/** The same across all clients. */
export const changeOfClient = (sent: SentRequest): string => `${sent.cart} ${changeOf(sent)}`

const idOf = ({ cart, key, method, path }: SentRequest): string => `${cart}\n${method}\n${path}\n${key}`

/** Whether the same request gets the same response from now on. */
export const isFinal = ({ status }: Response, body: Refusal): boolean =>
  status < 500 && status !== 429 && status !== 401 && body.code !== "idempotency_in_flight"

export const isReplay = ({ headers }: Response): boolean => headers["idempotent-replayed"] === "true"

export const sent = ({ seen }: Audit, request: SentRequest): void => {
  if (request.key === undefined) return
  const id = idOf(request)
  if (seen.keysSent.has(id)) seen.keysSentAgain.add(id)
  else seen.keysSent.set(id, request.at)
}

/** When a request, or an earlier one of its key, was sent, in milliseconds: its effect was not earlier. */
export const firstSentAt = ({ seen }: Audit, request: SentRequest): number =>
  (request.key === undefined ? undefined : seen.keysSent.get(idOf(request))) ?? request.at

/** Whether its key had a final response before. */
export const isFinished = ({ seen }: Audit, request: SentRequest): boolean =>
  request.key !== undefined && seen.responses.has(idOf(request))

/** Whether the response to its key is kept at a moment, in milliseconds, by every clock of the stores. */
export const isKept = ({ seen }: Audit, request: SentRequest, now: number): boolean =>
  now < (seen.responses.get(idOf(request))?.until ?? 0)

/** Whether a request makes a guest of whoever sent it: the next one of its key may be a stranger's. */
const makesGuest = ({ method, operation, token }: SentRequest): boolean =>
  token === undefined && method !== "GET" && (operation === "auth.guest" || operation.startsWith("cart."))

/** Whether a statement plans the one job that deletes what has expired, as every row that expires makes it. */
export const plansDeletion = (text: string): boolean =>
  /^INSERT INTO job [^]*CASE WHEN job\.run_at < excluded\.run_at/.test(text)

/** Whether a statement is part of keeping a response for its key. */
export const keepsResponse = (text: string): boolean =>
  /(?:INTO|UPDATE|FROM)\s+"?idempotency\b/.test(text) || plansDeletion(text)

/** Whether the response to it may have been kept from an earlier one. */
export const mayBeReplay = ({ seen }: Audit, request: SentRequest): boolean =>
  !makesGuest(request) && seen.keysSentAgain.has(idOf(request))

/** Compares a response with earlier ones of its key. Returns whether it is the first. */
export const answered = (
  audit: Audit,
  request: SentRequest,
  response: Response,
  body: Refusal,
  now: number
): boolean => {
  const { key, method, operation } = request
  if (key === undefined || method === "GET") return true
  const id = idOf(request)
  const { keysSentAgain, responses } = audit.seen
  const shown = () => `${response.status} ${response.body}`
  const staysFinal = isFinal(response, body)
  audit.expect("idempotency.kept", `${operation}: a failure is not kept for replay`)
    .that(staysFinal || response.headers["idempotent-replayed"] === undefined, shown)
  if (!staysFinal) return false
  if (makesGuest(request)) {
    audit.expect("idempotency.newcomer", `${operation}: a new guest for each request`).that(!isReplay(response), shown)
    return true
  }
  audit.expect("idempotency.once", `${operation}: no replay, since key ${key} was sent once`)
    .that(!isReplay(response) || keysSentAgain.has(id), shown)
  const json = JSON.stringify(request.json ?? null)
  const former = responses.get(id)
  // It was sent so late that the response is no longer kept: the key is as good as another.
  const isOver = former !== undefined && request.at >= former.overAt
  if (former !== undefined && !isOver && now >= former.until) return false
  audit.expect(
    "idempotency.over",
    `${operation}: no replay, since key ${key} was answered by ${
      new Date((former?.overAt ?? 0) - keptMillis).toISOString()
    }`
  )
    .that(!isOver || !isReplay(response), shown)
  const known = isOver ? undefined : former
  const sentAt = isOver ? request.at : firstSentAt(audit, request)
  if (known === undefined) {
    if (body.code === "idempotency_conflict") return false
    responses.set(id, {
      status: response.status,
      body: response.body,
      json,
      until: sentAt + keptMillis - audit.apart,
      overAt: now + keptMillis + audit.apart,
      executed: !isReplay(response)
    })
    return true
  }
  if (known.json !== json) {
    audit.expect("idempotency.conflict", `${operation}: 422, since key ${key} was used for another body`)
      .that(body.code === "idempotency_conflict", shown)
    return false
  }
  audit.expect(
    "idempotency.sameAnswer",
    `${operation}: ${known.status} ${known.body}, as key ${key} was answered before`
  )
    .that(known.status === response.status && known.body === response.body, shown)
  // A replay may overtake the first response on its way.
  audit.expect("idempotency.replayed", `${operation}: Idempotent-Replayed: true on all responses to key ${key} but one`)
    .that(isReplay(response) || !known.executed, () => JSON.stringify(response.headers))
  known.executed ||= !isReplay(response)
  return false
}
