/**
 * Somebody at the other end of a line to the store: a shopper's browser, an agent, a member of staff.
 *
 * Whatever it sends and is answered goes into the history and to the auditor. The line takes its time, loses requests
 * and answers, and its owner may hang up in the middle; `insist` is what a careful client does about that.
 */
import type { HttpMethod } from "@effect/platform/HttpMethod"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Auditor } from "../auditor/Auditor.ts"
import type { History } from "../engine/History.ts"
import type { Response, Transport } from "../engine/Network.ts"
import type { Prng } from "../engine/Prng.ts"
import { hour } from "../engine/Time.ts"
import type { FaultInjector } from "../world/FaultInjector.ts"

/** What all clients share. */
export interface ClientContext {
  readonly transport: Transport
  readonly history: History
  readonly auditor: Auditor
  readonly injector: FaultInjector
}

export interface Identity {
  readonly name: string
  /** Who the store has to take it for. */
  readonly principal: string
  readonly isStaff: boolean
  /** An agent's reference to the shopper. */
  readonly shopper?: string
  /** The OAuth client whose token it uses, which it renews before it runs out. */
  readonly oauth?: "demo-staff" | "demo-agent"
  /** What its protocol has it say with every request. */
  readonly headers?: Readonly<Record<string, string>>
}

/** An answer whose body has been read. */
export interface Received extends Response {
  readonly json: any
}

/** Nobody waits longer than this for an answer. */
const timeoutMillis = 60_000
/** The version of ACP that agents speak. */
const acpVersion = "2026-04-17"
/** Tokens of OAuth clients last an hour. */
const tokenMillis = 50 * 60_000

const encoder = new TextEncoder()

export class Client {
  readonly identity: Identity
  readonly prng: Prng
  token: string | undefined
  /** When it got its token, as an OAuth client. */
  signedInAt = -Infinity
  private readonly context: ClientContext
  private keys = 0
  /** The last request under a key that was answered for good, and when it was sent. */
  private last: { readonly at: number; readonly send: Effect.Effect<Received | undefined> } | undefined

  constructor(street: ClientContext, identity: Identity, prng: Prng) {
    this.context = street
    this.identity = identity
    this.prng = prng
  }

  /** A key for a request; some clients just count, and so have the same keys as others. */
  key(shared: boolean): string {
    return shared ? `request-${++this.keys}` : `k${this.prng.int(1e11, 9e11)}`
  }

  /** A key in the form that is asked of who has no identity yet. */
  uuid(): string {
    const hex = Buffer.from(this.prng.bytes(16)).toString("hex")
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
  }

  /** Sends once. Nothing: no answer came, and nobody knows what was done. */
  send(method: HttpMethod, path: string, json?: unknown, key?: string): Effect.Effect<Received | undefined> {
    const sending = Effect.zipRight(this.signedIn, Effect.suspend(() => this.post(method, path, json, key)))
    return key === undefined ? sending : Effect.gen(this, function*() {
      const at = yield* Clock.currentTimeMillis
      // A key counts for whoever sends it, and who has no token yet is nobody.
      const isSomebody = this.token !== undefined || this.identity.oauth !== undefined
      const answer = yield* sending
      if (isSomebody && answer !== undefined && isFinal(answer)) this.last = { at, send: sending }
      return answer
    })
  }

  /** Sends what was answered last once more, hours later: answers are kept for a day. */
  readonly repeatLastRequest: Effect.Effect<void> = Effect.gen(this, function*() {
    const { last } = this
    const now = yield* Clock.currentTimeMillis
    const left = last === undefined ? 0 : last.at + 24 * hour - 2 * timeoutMillis - now
    if (last === undefined || left <= 0) return
    yield* Effect.sleep(this.prng.int(0, left))
    yield* last.send
  })

  private readonly signedIn: Effect.Effect<void> = Effect.gen(this, function*() {
    const { oauth } = this.identity
    const now = yield* Clock.currentTimeMillis
    if (oauth === undefined || now - this.signedInAt < tokenMillis) return
    this.token = undefined
    const request = { grant_type: "client_credentials", client_id: oauth, client_secret: `${oauth}-secret` }
    const key = this.uuid()
    for (let left = 40; left > 0; left--) {
      const answer = yield* this.post("POST", "/api/auth/token", request, key)
      if (answer !== undefined && isFinal(answer)) {
        this.token = answer.json.access_token
        this.signedInAt = now
        return
      }
      yield* Effect.sleep(this.prng.logUniform(200, 60_000))
    }
  })

  private post(
    method: HttpMethod,
    path: string,
    json: unknown,
    key: string | undefined
  ): Effect.Effect<Received | undefined> {
    const { auditor, history, transport, injector } = this.context
    const { headers, isStaff, name, principal, shopper } = this.identity
    const { prng, token } = this
    return Effect.gen(function*() {
      const at = yield* Clock.currentTimeMillis
      const cart = shopper === undefined ? principal : `${principal}/${shopper}`
      const sent = auditor.sent({ at, principal, cart, isStaff, method, path, key, json, token })
      const operation = [sent.operation]
      const text = json === undefined ? undefined : JSON.stringify(json)
      history.add(name, `#${sent.n} ${method} ${path}${key === undefined ? "" : ` key ${key}`} ${text ?? ""}`)
      const nothing = (why: string) =>
        Effect.sync(() => {
          auditor.unanswered(sent)
          history.add(name, `#${sent.n} no answer: ${why}`)
          return undefined
        })
      yield* Effect.sleep(prng.int(0, 40))
      if (injector.injects("line.requestLost", prng, operation)) {
        yield* Effect.sleep(prng.int(100, timeoutMillis))
        return yield* nothing("lost")
      }
      const vanishes = injector.injects("client.vanishes", prng, operation)
      const call = transport({
        method,
        path,
        headers: {
          ...headers,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(key === undefined ? {} : { "idempotency-key": key }),
          ...(shopper === undefined ? {} : { "x-shopper": shopper }),
          ...(path.startsWith("/acp/") ? { "api-version": acpVersion } : {}),
          ...(text === undefined ? {} : { "content-type": "application/json" })
        },
        body: text === undefined ? undefined : encoder.encode(text),
        timeoutMillis: vanishes ? prng.logUniform(0, 5000) : timeoutMillis
      })
      const answered = yield* Effect.either(call)
      if (answered._tag === "Left") return yield* nothing(answered.left.why)
      yield* Effect.sleep(prng.int(0, 40))
      if (injector.injects("line.answerLost", prng, operation)) return yield* nothing("answer lost")
      const answer = answered.right
      history.add(name, `#${sent.n} ${answer.status} ${answer.body}`)
      auditor.answered(sent, answer, yield* Clock.currentTimeMillis)
      return { ...answer, json: answer.body === "" ? undefined : JSON.parse(answer.body) as unknown }
    })
  }

  /** Sends under one key until the answer is one for good, so many times at the most. */
  sendUntilFinal(
    method: HttpMethod,
    path: string,
    json: unknown,
    key: string | undefined,
    times = 12
  ): Effect.Effect<Received | undefined> {
    const { prng } = this
    const again = (left: number): Effect.Effect<Received | undefined> =>
      Effect.flatMap(
        this.send(method, path, json, key),
        (answer) =>
          left === 1 || (answer !== undefined && isFinal(answer))
            ? Effect.succeed(answer)
            : Effect.zipRight(Effect.sleep(prng.logUniform(200, 60_000)), again(left - 1))
      )
    return Effect.suspend(() => again(times))
  }

  /** Looks until there is an answer, so many times at the most. */
  get(path: string, times = 12): Effect.Effect<Received | undefined> {
    return this.sendUntilFinal("GET", path, undefined, undefined, times)
  }
}

/** Whether the same request would be answered the same for good. */
export const isFinal = ({ json, status }: Received): boolean =>
  status < 500 && status !== 429 && json?.code !== "idempotency_in_flight"
