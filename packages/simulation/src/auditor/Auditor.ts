/**
 * The auditor: an independent model of the store's obligations, fed only by observations from outside: requests and
 * responses, messages that partners received, the provider's ledger. It shares no rule with the store, and leaves open
 * what it cannot know. It passes observations to the rules of all topics; `FinalAudit` judges the world at rest.
 */
import type { Disk } from "../engine/Disk.ts"
import type { Response } from "../engine/Network.ts"
import { tally } from "../engine/Tally.ts"
import * as Access from "./Access.ts"
import * as AgentSessions from "./AgentSessions.ts"
import * as Archives from "./Archives.ts"
import { Audit, type Exchange, type Rules } from "./Audit.ts"
import type { Refusal } from "./Bodies.ts"
import * as Carts from "./Carts.ts"
import { seenIn } from "./Coverage.ts"
import * as Delegations from "./Delegations.ts"
import * as Events from "./Events.ts"
import * as Goods from "./Goods.ts"
import * as Holds from "./Holds.ts"
import * as Idempotency from "./Idempotency.ts"
import * as Imports from "./Imports.ts"
import * as Money from "./Money.ts"
import { Observations, type SentRequest } from "./Observations.ts"
import { operationOf } from "./Operations.ts"
import * as Orders from "./Orders.ts"
import * as Prices from "./Prices.ts"
import * as Promotions from "./Promotions.ts"
import * as Purchases from "./Purchases.ts"
import * as Rates from "./Rates.ts"
import * as Receipts from "./Receipts.ts"
import * as Records from "./Records.ts"
import * as RefusedChanges from "./RefusedChanges.ts"
import * as RefusedHolds from "./RefusedHolds.ts"
import * as Responses from "./Responses.ts"
import * as Returns from "./Returns.ts"
import * as Scans from "./Scans.ts"
import * as Search from "./Search.ts"
import * as Secrets from "./Secrets.ts"
import * as StaffWork from "./StaffWork.ts"
import * as Stock from "./Stock.ts"
import * as Subscriptions from "./Subscriptions.ts"
import * as Witnesses from "./Witnesses.ts"
import * as Words from "./Words.ts"

/** The rules for successful responses, by topic. One operation may have rules of several. */
export const topics: ReadonlyArray<Rules> = [
  Stock.rules,
  Subscriptions.rules,
  Purchases.rules,
  Delegations.rules,
  AgentSessions.rules,
  Access.rules,
  Orders.rules,
  Receipts.rules,
  Returns.rules,
  Money.rules,
  Events.rules,
  Prices.rules,
  Goods.rules,
  Imports.rules,
  Archives.rules,
  Search.rules,
  Scans.rules,
  Carts.rules,
  Witnesses.rules,
  StaffWork.rules
]

const responseInWords = (audit: Audit, sent: SentRequest, { status }: Response, at: number): string => {
  const first = Idempotency.firstSentAt(audit, sent)
  const again = first < sent.at ? `, for the first time at ${Words.moment(first)}` : ""
  return `${Words.moment(at)}, in the response ${status} to ${sent.method} ${sent.path} of ${sent.principal}, sent at ${
    Words.moment(sent.at)
  }${again}`
}

export class Auditor extends Audit {
  /** A copy of this auditor with all its observations, which watches a copy of its world from here on. */
  fork(payments: Disk, mayFail: () => boolean): Auditor {
    return new Auditor(payments, mayFail, Object.assign(new Observations(), structuredClone({ ...this.seen })))
  }

  /** A request leaves. Returns it with its number and its operation. */
  sent(request: Omit<SentRequest, "n" | "operation" | "subject">): SentRequest {
    const [operation, subject] = operationOf(request.method, request.path)
    const sent: SentRequest = { ...request, operation, subject, n: ++this.seen.events }
    for (
      const topic of [
        AgentSessions,
        Subscriptions,
        Idempotency,
        Carts,
        Purchases,
        Stock,
        Prices,
        Holds,
        Rates,
        Secrets,
        Delegations,
        Promotions,
        RefusedChanges,
        StaffWork,
        Archives
      ]
    ) {
      topic.sent(this, sent)
    }
    return sent
  }

  /** The sender has given up on a response. `at`: now, in milliseconds. */
  unanswered(sent: SentRequest, at: number): void {
    Rates.unanswered(this, sent, at)
    Carts.unanswered(this, sent)
    Prices.unanswered(this, sent)
  }

  /** A response came. `at`: now, in milliseconds. Returns its body, where that is JSON. */
  answered(sent: SentRequest, response: Response, at: number): unknown {
    const before = this.at
    this.at = () => responseInWords(this, sent, response, at)
    const body = this.read(sent, response)
    if (body !== undefined) this.judge(sent, response, body, at)
    this.at = before
    return body
  }

  private read(sent: SentRequest, response: Response): Refusal | undefined {
    this.seen.events++
    const { operation } = sent
    tally(this.seen.answers, `${operation} ${response.status}`)
    this.covered(`${operation} ${response.status}`)
    if (this.coverage !== undefined) seenIn(operation, sent.path, sent.json, (pair) => this.covered(pair))
    Responses.isAnswered(this, sent, response)
    Responses.isReadable(this, sent, response)
    Witnesses.tagged(this, sent.path, response)
    Secrets.answered(this, sent, response)
    return Responses.parsed(this, sent, response)
  }

  private judge(sent: SentRequest, response: Response, body: Refusal, at: number): void {
    const { operation, subject } = sent
    const n = this.seen.events
    const isRefused = response.status >= 300
    const isFirst = Idempotency.answered(this, sent, response, body, at)
    const firstSentAt = Idempotency.firstSentAt(this, sent)
    const exchange: Exchange = { sent, request: sent.json, response, body, n, at, firstSentAt, isFirst }
    Rates.answered(this, sent, response, body, at)
    Carts.answered(this, exchange)
    Delegations.answered(this, exchange)
    Prices.answered(this, exchange)
    if (response.status === 404 && subject !== "") this.notFound(sent)
    Access.tokenUsed(this, exchange)
    Access.signedIn(this, exchange)
    if (Idempotency.isFinal(response, body)) {
      AgentSessions.decided(this, sent)
      Stock.decided(this, sent)
    }
    if (isRefused) {
      Holds.refused(this, exchange)
      RefusedChanges.refused(this, exchange)
      RefusedHolds.refused(this, exchange)
      Archives.refused(this, exchange)
      return Returns.refused(this, sent, body, at)
    }
    Responses.isSuccess(this, sent, response)
    if (typeof body.status === "string") tally(this.seen.states, `${operation} is ${String(body.status)}`)
    Records.succeeded(this, exchange)
    for (const rules of topics) rules[operation as keyof Rules]?.check(this, exchange)
  }

  private notFound(sent: SentRequest): void {
    if (sent.subject.startsWith("sub_")) Subscriptions.notFound(this, sent.subject)
    else Access.notFound(this, sent)
  }
}
