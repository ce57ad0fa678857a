/**
 * A client of the store: a shopper's browser, an agent, a member of staff. Its requests and their responses go into the
 * history and to the auditor. The network is slow, loses requests and responses, and the client may disconnect while it
 * waits; `sendUntilFinal` is how a careful client handles that. A response's body has the type that its caller names.
 * Nothing checks it here: the auditor judges bodies.
 */
import type { HttpMethod } from "@effect/platform/HttpMethod"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Auditor } from "../auditor/Auditor.ts"
import type { AccessToken, Refusal } from "../auditor/Bodies.ts"
import type { History } from "../engine/History.ts"
import type { Request, Response, Transport } from "../engine/Network.ts"
import type { Prng } from "../engine/Prng.ts"
import { hour, second } from "../engine/Time.ts"
import type { FaultInjector } from "../world/FaultInjector.ts"
import type { Impostors } from "./Impostors.ts"
import type { LeftOut } from "./LeftOut.ts"

/** Shared by all clients. */
export interface ClientContext {
  readonly transport: Transport
  readonly history: History
  readonly auditor: Auditor
  readonly injector: FaultInjector
  /** Who send requests that succeeded once more; default: nobody. */
  readonly impostors?: Pick<Impostors, "after"> | undefined
  /** Requests that are not sent; default: all are. */
  readonly leftOut?: LeftOut | undefined
}

export interface Identity {
  readonly name: string
  /** The identity by which the store has to know the client. */
  readonly principal: string
  readonly isStaff: boolean
  /** An agent's reference to the shopper. */
  readonly shopper?: string
  /** The OAuth client whose token it uses and renews in time. */
  readonly oauth?: "demo-staff" | "demo-agent" | "rival-agent" | "hoarding-agent"
  /** The network address that it calls from; default: one that nobody else has. Undefined: it is not limited. */
  readonly network?: string | undefined
  /** Whether it keeps goods from others. */
  readonly hoards?: boolean
  /** Headers that its protocol requires in every request. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A response whose body has been read: in the form of the contract where the request succeeded, else a refusal. */
export interface Received<Body = unknown> extends Response {
  readonly json: Body & Pick<Refusal, "code" | "productId">
}

/** The longest time that a client waits for a response, in milliseconds. */
const timeoutMillis = 60_000
/** The version of ACP that agents use. */
const acpVersion = "2026-04-17"
/** Tokens of OAuth clients last an hour. */
const tokenMillis = 50 * 60_000
/** How long the store keeps responses for replay. */
const keptMillis = 24 * hour

const encoder = new TextEncoder()

interface Outgoing {
  readonly method: HttpMethod
  readonly path: string
  readonly json: unknown
  readonly key: string | undefined
}

/** Accept-Encoding, as browsers and programs send it. */
const accepted = [
  undefined,
  undefined,
  "gzip, deflate, br",
  "gzip",
  "br;q=0.5, gzip;q=0.4",
  "identity",
  "gzip;q=0, br;q=0",
  "*"
] as const

/** Headers by which a client says what it can read and what it has. */
type CacheHeaders = { readonly [name in "accept-encoding" | "if-none-match"]?: string }

/** The most that a client has of one page. */
const mostHad = 3

/** A network address of its own for each principal. */
const addressOf = (principal: string): string => {
  let hash = 0
  for (const letter of principal) hash = (hash * 31 + letter.charCodeAt(0)) % 0x1000000
  return `10.${hash >> 16}.${(hash >> 8) & 255}.${hash & 255}`
}

export const uuidOf = (prng: Prng): string => {
  const hex = Buffer.from(prng.bytes(16)).toString("hex")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}

export class Client {
  readonly identity: Identity
  readonly network: string | undefined
  readonly prng: Prng
  token: string | undefined
  /** Whether its next request arrives at the moment at which it is sent, and the response at once. */
  isPunctual = false
  /** When it got its token, as an OAuth client. */
  signedInAt = -Infinity
  private readonly context: ClientContext
  private keys = 0
  /** In which codings it asks, and whether it says what it has, where it is nobody: a stream of its own. */
  private readonly cachePrng: Prng
  /** What it has of public pages, by path and ETag; the last ones of each. */
  private readonly had = new Map<string, Map<string, Response>>()
  /** The last request under a key with a final response, and when it was sent. */
  private last: { readonly at: number; readonly send: Effect.Effect<Received | undefined> } | undefined

  constructor(context: ClientContext, identity: Identity, prng: Prng) {
    this.context = context
    this.identity = identity
    this.network = "network" in identity ? identity.network : addressOf(identity.principal)
    this.prng = prng
    this.cachePrng = prng.stream("what it has of public pages")
  }

  /** A key for a request; some clients just count, and therefore have the same keys as others. */
  key(shared: boolean): string {
    return shared ? `request-${++this.keys}` : `k${this.prng.int(1e11, 9e11)}`
  }

  /** A key in the form that is required of a client without identity. */
  uuid(): string {
    return uuidOf(this.prng)
  }

  /** Sends once. Undefined: no response came, and the outcome is unknown. */
  send<Body = unknown>(
    method: HttpMethod,
    path: string,
    json?: unknown,
    key?: string
  ): Effect.Effect<Received<Body> | undefined> {
    const outgoing = { method, path, json, key }
    const sending = Effect.zipRight(this.signedIn, this.exchange<Body>(outgoing))
    return key === undefined ? sending : this.remembered(sending)
  }

  /** Remembers a request for `repeatLastRequest`, once it has a final response. */
  private readonly remembered = Effect.fnUntraced(
    function*<Body>(this: Client, sending: Effect.Effect<Received<Body> | undefined>) {
      const at = yield* Clock.currentTimeMillis
      // A key belongs to its sender, and a client without a token is nobody.
      const isSomebody = this.token !== undefined || this.identity.oauth !== undefined
      const received = yield* sending
      if (isSomebody && received !== undefined && isFinal(received)) this.last = { at, send: sending }
      return received
    }
  )

  /** Sends the last request once more, hours later: responses are kept for a day. */
  readonly repeatLastRequest: Effect.Effect<void> = Effect.gen(this, function*() {
    const { last } = this
    const now = yield* Clock.currentTimeMillis
    const left = last === undefined ? 0 : last.at + keptMillis - 2 * timeoutMillis - now
    if (last === undefined || left <= 0) return
    yield* Effect.sleep(this.prng.int(0, left))
    yield* last.send
  })

  private readonly signedIn: Effect.Effect<void> = Effect.gen(this, function*() {
    const { oauth } = this.identity
    const now = yield* Clock.currentTimeMillis
    if (oauth === undefined || now - this.signedInAt < tokenMillis) return
    this.token = undefined
    const json = { grant_type: "client_credentials", client_id: oauth, client_secret: `${oauth}-secret` }
    const outgoing = { method: "POST", path: "/api/auth/token", json, key: this.uuid() } as const
    for (let left = 40; left > 0; left--) {
      const received = yield* this.exchange<AccessToken>(outgoing)
      if (received !== undefined && isFinal(received)) {
        this.token = received.json.access_token
        this.signedInAt = now
        return
      }
      yield* Effect.sleep(this.prng.logUniform(200, 60_000))
    }
  })

  /** One request over the network, and its response, if one comes back. */
  private readonly exchange = Effect.fnUntraced(function*<Body>(this: Client, outgoing: Outgoing) {
    const { context: { auditor, history, impostors, injector, transport }, identity, network, prng, token } = this
    const { json, key, method, path } = outgoing
    const { hoards = false, isStaff, name, principal, shopper } = identity
    const cache = this.cacheHeaders(outgoing)
    // As if it had been lost, and without a trace.
    if (this.context.leftOut?.sends(name, key) === false) return yield* Effect.as(Effect.sleep(second), undefined)
    const at = yield* Clock.currentTimeMillis
    const cart = shopper === undefined ? principal : `${principal}/${shopper}`
    const sent = auditor.sent({
      at,
      principal,
      shopper,
      network,
      hoards,
      cart,
      isStaff,
      method,
      path,
      key,
      json,
      token,
      accept: cache["accept-encoding"]
    })
    const operation = [sent.operation]
    const text = json === undefined ? undefined : JSON.stringify(json)
    history.add(name, `#${sent.n} ${method} ${path}${key === undefined ? "" : ` key ${key}`} ${text ?? ""}`)
    const giveUp = (why: string): Effect.Effect<undefined> =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        auditor.unanswered(sent, now)
        history.add(name, `#${sent.n} no answer: ${why}`)
        return undefined
      })
    const { isPunctual } = this
    this.isPunctual = false
    yield* Effect.sleep(isPunctual ? 0 : prng.int(0, 40))
    if (injector.injects("line.requestLost", prng, operation)) {
      yield* Effect.sleep(prng.int(100, timeoutMillis))
      return yield* giveUp("lost")
    }
    const vanishes = injector.injects("client.vanishes", prng, operation)
    const request: Request = {
      method,
      path,
      headers: { ...cache, ...headersOf(identity, token, outgoing) },
      body: text === undefined ? undefined : encoder.encode(text),
      timeoutMillis: vanishes ? prng.logUniform(0, 5000) : timeoutMillis,
      remoteAddress: network,
      sender: `${name} #${sent.n}`
    }
    const response = yield* Effect.either(transport(request))
    if (response._tag === "Left") return yield* giveUp(response.left.why)
    yield* Effect.sleep(isPunctual ? 0 : prng.int(0, 40))
    if (injector.injects("line.answerLost", prng, operation)) return yield* giveUp("answer lost")
    const { body, status } = response.right
    history.add(name, `#${sent.n} ${status} ${body}`)
    if (cache["if-none-match"] !== undefined) auditor.covered(`${sent.operation} ${status}`)
    const got = this.recalled(path, cache, response.right)
    const said = auditor.answered(sent, got, yield* Clock.currentTimeMillis)
    if (impostors !== undefined && status < 300) {
      yield* Effect.forkDaemon(impostors.after({ sent, request, response: got, oauth: identity.oauth }))
    }
    return { ...got, json: got.body === "" ? undefined : said } as Received<Body>
  })

  /** Somebody without an identity asks in any codings, as browsers and programs do, and says what they have. */
  private cacheHeaders({ method, path }: Outgoing): CacheHeaders {
    const { cachePrng, identity: { headers, principal } } = this
    if (method !== "GET" || principal !== "nobody" || headers !== undefined) return {}
    const accept = cachePrng.pick(accepted)
    const tags = cachePrng.happens(0.5) ? [...this.had.get(path)?.keys() ?? []] : []
    return {
      ...(accept === undefined ? {} : { "accept-encoding": accept }),
      ...(tags.length === 0 ? {} : { "if-none-match": tags.join(", ") })
    }
  }

  /** Keeps what a public page is; where the client has it already, what it shows is what it has. */
  private recalled(path: string, { "if-none-match": tags }: CacheHeaders, response: Response): Response {
    const { headers: { etag }, status } = response
    if (etag === undefined || this.identity.principal !== "nobody") return response
    const had = this.had.get(path) ?? new Map<string, Response>()
    if (status === 304) {
      const own = tags === undefined ? undefined : had.get(etag)
      return own === undefined ? response : { ...own, headers: response.headers }
    }
    if (status !== 200) return response
    had.delete(etag)
    had.set(etag, response)
    for (const old of [...had.keys()].slice(0, -mostHad)) had.delete(old)
    this.had.set(path, had)
    return response
  }

  /** Sends under one key until the response is final, at most this many times. */
  sendUntilFinal<Body = unknown>(
    method: HttpMethod,
    path: string,
    json: unknown,
    key: string | undefined,
    times = 12
  ): Effect.Effect<Received<Body> | undefined> {
    const { prng } = this
    const again = (left: number): Effect.Effect<Received<Body> | undefined> =>
      Effect.flatMap(
        this.send<Body>(method, path, json, key),
        (received) =>
          left === 1 || (received !== undefined && isFinal(received))
            ? Effect.succeed(received)
            : Effect.zipRight(Effect.sleep(prng.logUniform(200, 60_000)), again(left - 1))
      )
    return Effect.suspend(() => again(times))
  }

  /** Sends until there is a response, at most this many times. */
  get<Body = unknown>(path: string, times = 12): Effect.Effect<Received<Body> | undefined> {
    return this.sendUntilFinal<Body>("GET", path, undefined, undefined, times)
  }
}

const headersOf = (
  { headers, shopper }: Identity,
  token: string | undefined,
  { json, key, path }: Outgoing
): Readonly<Record<string, string>> => ({
  ...headers,
  ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  ...(key === undefined ? {} : { "idempotency-key": key }),
  ...(shopper === undefined ? {} : { "x-shopper": shopper }),
  ...(path.startsWith("/acp/") ? { "api-version": acpVersion } : {}),
  ...(json === undefined ? {} : { "content-type": "application/json" })
})

/** Whether the same request would get the same response for good. */
export const isFinal = ({ json, status }: Received): boolean =>
  status < 500 && status !== 429 && json?.code !== "idempotency_in_flight"
