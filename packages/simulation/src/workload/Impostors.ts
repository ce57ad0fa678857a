/**
 * The hostile twin of whoever uses the store: after a request that succeeded, the same request once more from somebody
 * else, or with a token that is expired or revoked. The rules of `Twins` judge the response. Twins draw from a stream
 * of their own, and their requests have no network address and are not seen by other rules.
 */
import type { HttpMethod } from "@effect/platform/HttpMethod"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Auditor } from "../auditor/Auditor.ts"
import type { AccessToken } from "../auditor/Bodies.ts"
import { seenIn } from "../auditor/Coverage.ts"
import * as Idempotency from "../auditor/Idempotency.ts"
import * as Inputs from "../auditor/Inputs.ts"
import type { SentRequest } from "../auditor/Observations.ts"
import * as Twins from "../auditor/Twins.ts"
import type { History } from "../engine/History.ts"
import type { Request, Response, Transport } from "../engine/Network.ts"
import type { Prng } from "../engine/Prng.ts"
import { hour, minute } from "../engine/Time.ts"
import * as Variations from "./Variations.ts"

/** A request that succeeded, as it was sent, and its response. */
export interface Repeatable {
  readonly sent: SentRequest
  readonly request: Request
  readonly response: Response
  /** The OAuth client that sent it, if one did. */
  readonly oauth: string | undefined
}

interface Credential {
  readonly token: string
  /** Until when it is good, as far as anybody knows, and from when it is not, in milliseconds. */
  readonly goodUntil: number
  readonly badFrom: number
}

/** The longest body that is read, in bytes. */
const longestBody = 256 * 1024

/** How long the tokens of OAuth clients last, in milliseconds. */
const lifetime = hour
const encoder = new TextEncoder()

/** A change of a request: what it names, and its key. */
interface Variation {
  readonly named: string
  readonly instead: string
  readonly key: string | undefined
}

/** A well-formed request that is to be refused, and how. */
interface Askew {
  readonly how: string
  readonly statuses: ReadonlyArray<number>
  readonly key: string
  readonly path: string
  readonly json: unknown
  readonly method?: HttpMethod
  /** Headers besides those of the original. */
  readonly headers?: Readonly<Record<string, string>>
}

export class Impostors {
  private readonly transport: Transport
  private readonly auditor: Auditor
  private readonly history: History
  private readonly prng: Prng
  private readonly probability: number
  private readonly breaks: number
  private readonly credentials = new Map<string, Credential>()
  private readonly aging = new Map<string, Credential>()
  /** Operations by disguises that were tried. */
  private readonly tried = new Set<string>()
  /** How often an operation was sent again in a way: what was tried often shows nothing new. */
  private readonly times = new Map<string, number>()
  private readonly keysUsed = new Set<string>()
  private count = 0

  constructor(
    { auditor, history, transport }: {
      readonly transport: Transport
      readonly auditor: Auditor
      readonly history: History
    },
    prng: Prng,
    { breaks, twins }: { readonly breaks: number; readonly twins: number }
  ) {
    this.transport = transport
    this.auditor = auditor
    this.history = history
    this.prng = prng
    this.probability = twins
    this.breaks = breaks
  }

  /** Sometimes sends a request that succeeded once more: as another, or broken. */
  after(original: Repeatable): Effect.Effect<void> {
    return Effect.zipRight(Effect.zipRight(this.asAnother(original), this.asBroken(original)), this.askew(original))
  }

  /** By the same sender, well-formed, and yet to be refused: another body for its key, a key too long, an unknown id. */
  private readonly askew = Effect.fnUntraced(function*(this: Impostors, original: Repeatable) {
    const { request, sent: { key, method, operation, path } } = original
    const isNew = this.breaks > 0 && !this.tried.has(`askew ${operation}`) && this.prng.happens(0.5)
    if (!isNew && !this.goesOn(`askew ${operation}`, this.breaks / 2)) return
    this.tried.add(`askew ${operation}`)
    const ways = this.waysAskew(original)
    if (ways.length === 0) return
    const fresh = ways.filter(({ how }) => !this.tried.has(`${operation} ${how}`))
    const way = this.prng.pick(fresh.length > 0 ? fresh : ways)
    this.tried.add(`${operation} ${way.how}`)
    const writes: Array<string> = []
    const { "idempotency-key": _, ...headers } = request.headers
    const body = way.json === undefined ? undefined : JSON.stringify(way.json)
    const isKeyed = method !== "GET" && (key !== undefined || way.how === "key")
    seenIn(operation, way.path, way.json, (pair) => this.auditor.covered(pair))
    const response = yield* this.send(`askew, ${way.how}`, {
      method: way.method ?? method,
      path: way.path,
      headers: {
        ...headers,
        ...way.headers,
        ...(isKeyed ? { "idempotency-key": way.key } : {}),
        ...(way.how === "shopper" ? { "x-shopper": "s".repeat(129) } : {})
      },
      body: body === undefined ? undefined : encoder.encode(body),
      onWrite: (text) => void writes.push(text)
    })
    if (response === undefined || Twins.isUndecided(response) || response.status === 401) return
    this.auditor.covered(`${operation} ${response.status}`)
    // A key whose record has ended meanwhile is as good as another: the broken body is refused for what it is.
    const now = yield* Clock.currentTimeMillis
    if (way.how === "conflict" && !Idempotency.isKept(this.auditor, original.sent, now)) return
    Inputs.askew(this.auditor, `${method} ${path}, ${way.how}`, way.statuses, body ?? way.path, response, writes)
  })

  /** Whether something is tried once more, the less likely the more often it was. */
  private goesOn(what: string, probability: number): boolean {
    const times = this.times.get(what) ?? 0
    if (!this.prng.happens(probability / (1 + times / 2))) return false
    this.times.set(what, times + 1)
    return true
  }

  private waysAskew({ oauth, sent }: Repeatable): ReadonlyArray<Askew> {
    const { isStaff, json, key = "", method, operation, path, subject } = sent
    const other = Variations.broken(this.prng, this.auditor, operation, json, () => false)
    const misnamed = Variations.misnamed(this.prng, operation, json)
    const isOpen = Twins.isOpenToAnyone(operation)
    const plain = { path, json, key: this.uuid() }
    return [
      { ...plain, how: "method", statuses: [405], method: "PATCH" },
      ...(json === undefined ? [] : [
        { ...plain, how: "type", statuses: [415], headers: { "content-type": "text/plain" } },
        { ...plain, how: "size", statuses: [413], headers: { "content-length": String(longestBody + 1) } }
      ]),
      ...(method === "GET" ? [] : [{ ...plain, how: "key", statuses: [400], key: "x".repeat(256) }]),
      ...(key === "" || other === undefined || /^auth\.(?:token|revoke)$/.test(operation)
        ? []
        : [{ ...plain, how: "conflict", statuses: [422], key, json: other.json }]),
      ...(misnamed === undefined
        ? []
        : [{ ...plain, how: "misnamed", statuses: [400, 403, 404, 405, 409, 422], json: misnamed.json }]),
      ...(subject === "" || operation === "cart.remove"
        ? []
        : [{ ...plain, how: "unknown", statuses: [404], path: path.replace(subject, this.letters(12)) }]),
      ...(oauth === undefined || isStaff || isOpen ? [] : [{ ...plain, how: "shopper", statuses: [400] }])
    ]
  }

  /** By the same sender, with one field that breaks the contract. */
  private readonly asBroken = Effect.fnUntraced(function*(this: Impostors, { request, sent }: Repeatable) {
    const { json, method, operation, path } = sent
    const isNew = this.breaks > 0 && !this.tried.has(`broken ${operation}`)
    if (!isNew && !this.goesOn(`broken ${operation}`, this.breaks)) return
    this.tried.add(`broken ${operation}`)
    const fault = method === "GET"
      ? Variations.brokenQuery(this.prng, this.auditor, operation, path)
      : Variations.broken(this.prng, this.auditor, operation, json, (how) => this.tried.has(how))
    if (fault === undefined) return
    if ("how" in fault) this.tried.add(fault.how)
    const writes: Array<string> = []
    const { "idempotency-key": key, ...headers } = request.headers
    const body = "json" in fault ? JSON.stringify(fault.json) : undefined
    const broken = "query" in fault ? `${path.split("?")[0]}?${fault.query}` : path
    seenIn(operation, broken, "json" in fault ? fault.json : undefined, (pair) => this.auditor.covered(pair))
    const response = yield* this.send(`broken ${fault.path} ${body ?? ""}`, {
      method,
      path: broken,
      headers: key === undefined ? headers : { ...headers, "idempotency-key": this.uuid() },
      body: body === undefined ? undefined : encoder.encode(body),
      onWrite: (text) => void writes.push(text)
    })
    if (response === undefined || Twins.isUndecided(response) || response.status === 401) return
    this.auditor.covered(`${operation} ${response.status}`)
    Inputs.refused(this.auditor, `${method} ${path}`, fault.path, body ?? broken, response, writes)
  })

  /** As somebody else; sooner one that has had no twin so far. */
  private readonly asAnother = Effect.fnUntraced(function*(this: Impostors, original: Repeatable) {
    const { operation } = original.sent
    if (this.probability === 0) return
    const isNew = !this.tried.has(operation)
    if (!isNew && !this.goesOn(operation, this.probability)) return
    const possible = Twins.disguises.flatMap((disguise) => {
      const expected = this.expectedOf(original, disguise)
      return expected === undefined ? [] : [[disguise, expected] as const]
    })
    if (possible.length === 0) return
    this.tried.add(operation)
    // To whom it does not exist comes first: most is decided there, and nowhere else.
    const hidden = possible.filter(([, { status }]) => status === 404)
    for (const [disguise, expected] of isNew ? hidden : []) {
      this.tried.add(`${operation} ${disguise}`)
      yield* this.twin(original, disguise, expected)
    }
    const fresh = possible.filter(([disguise]) => !this.tried.has(`${operation} ${disguise}`))
    const [disguise, expected] = this.prng.pick(fresh.length > 0 ? fresh : possible)
    this.tried.add(`${operation} ${disguise}`)
    yield* this.twin(original, disguise, expected)
  })

  private expectedOf({ oauth, sent }: Repeatable, disguise: Twins.Disguise): Twins.Expected | undefined {
    const kind = sent.isStaff
      ? "staff"
      : oauth !== undefined
      ? "agent"
      : sent.token === undefined
      ? undefined
      : "shopper"
    return Twins.expectedOf({ kind, method: sent.method, operation: sent.operation }, disguise)
  }

  private readonly twin = Effect.fnUntraced(
    function*(this: Impostors, original: Repeatable, disguise: Twins.Disguise, expected: Twins.Expected) {
      const token = disguise === "nobody" ? undefined : yield* this.tokenOf(original, disguise)
      if (disguise !== "nobody" && token === undefined) return
      const { request, sent } = original
      const line = `${sent.method} ${sent.path}`
      const key = this.keyFor(sent, disguise)
      const writes: Array<string> = []
      const response = yield* this.send(disguise, {
        ...this.disguised(original, disguise, token, key),
        onWrite: (text) => void writes.push(text)
      })
      if (response === undefined || Twins.isUndecided(response)) return
      this.auditor.covered(`${sent.operation} ${response.status}`)
      const { operation } = sent
      const tags = request.headers["if-none-match"]
      const twin = { disguise, operation, line, hasKey: key !== undefined, tags, response, writes }
      Twins.answered(this.auditor, twin, expected, original.response)
      if (expected.status !== 404) return
      const named = this.namedBy(original)
      if (named === undefined) return
      const unknown = `${named.slice(0, -12)}${this.letters(12)}`
      const freshKey = key === undefined ? undefined : this.uuid()
      const varied = this.disguised(original, disguise, token, freshKey, { named, instead: unknown, key: freshKey })
      const other = yield* this.send(disguise, varied)
      if (other === undefined || Twins.isUndecided(other)) return
      Twins.equalToUnknown(
        this.auditor,
        line,
        { response, named: [named, ...this.pathsOf(request)] },
        { response: other, named: [unknown, ...this.pathsOf(varied)] }
      )
    }
  )

  private pathsOf({ path }: Request): ReadonlyArray<string> {
    return [path.split("?")[0]!]
  }

  /** The id of the thing that a request is about: in its path, or in its body. */
  private namedBy({ sent }: Repeatable): string | undefined {
    if (sent.subject !== "") return sent.subject
    const orderId = (sent.json as { readonly orderId?: unknown } | undefined)?.orderId
    return typeof orderId === "string" ? orderId : undefined
  }

  /** The key of the original; a fresh one where the same sender has used it at the same address. */
  private keyFor({ key, method, path }: SentRequest, disguise: Twins.Disguise): string | undefined {
    if (key === undefined) return undefined
    const used = `${disguise} ${method} ${path} ${key}`
    const isFree = !this.keysUsed.has(used)
    this.keysUsed.add(used)
    return isFree ? key : this.uuid()
  }

  /** The original's request with another sender. */
  private disguised(
    { request, sent }: Repeatable,
    disguise: Twins.Disguise,
    token: string | undefined,
    key: string | undefined,
    variation?: Variation
  ): Request {
    const { authorization: _, "idempotency-key": _key, ...rest } = request.headers
    const vary = (text: string) => variation === undefined ? text : text.replaceAll(variation.named, variation.instead)
    return {
      method: sent.method,
      path: vary(sent.path),
      headers: {
        ...rest,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { "idempotency-key": key }),
        ...(disguise === "another shopper" ? { "x-shopper": "somebody-else" } : {})
      },
      body: sent.json === undefined ? undefined : encoder.encode(vary(JSON.stringify(sent.json)))
    }
  }

  private readonly send = Effect.fnUntraced(function*(this: Impostors, who: string, request: Request) {
    const n = ++this.count
    this.history.add("twin", `#${n} ${who}: ${request.method} ${request.path}`)
    yield* Effect.sleep(this.prng.int(0, 40))
    const response = Option.getOrUndefined(yield* Effect.option(this.transport(request)))
    this.history.add("twin", `#${n} ${response === undefined ? "no answer" : `${response.status} ${response.body}`}`)
    return response
  })

  private letters(length: number): string {
    return Array.from({ length }, () => this.prng.pick([..."0123456789ABCDEFGHJKMNPQRSTVWXYZ"])).join("")
  }

  private uuid(): string {
    const hex = Buffer.from(this.prng.bytes(16)).toString("hex")
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
  }

  /** The token that a disguise shows; undefined where there is none now. */
  private tokenOf(
    { oauth, sent }: Repeatable,
    disguise: Exclude<Twins.Disguise, "nobody">
  ): Effect.Effect<string | undefined> {
    switch (disguise) {
      case "another guest":
        return this.guest("guest")
      case "another agent":
        return this.signedIn("another-agent")
      case "another shopper":
        return this.signedIn(oauth!)
      case "staff":
        return this.signedIn("demo-staff")
      case "a lesser agent":
        return this.signedIn("another-agent", this.scopesWithout("agent", sent.operation, disguise))
      case "lesser staff":
        return this.signedIn("demo-staff", this.scopesWithout("staff", sent.operation, disguise))
      case "expired":
        return this.expired(oauth ?? "demo-agent")
      case "revoked":
        return this.revoked(oauth)
    }
  }

  private scopesWithout(kind: "agent" | "staff", operation: string, disguise: Twins.Disguise): string {
    const lacks = Twins.lacking(operation, disguise)
    return Twins.scopes[kind].filter((scope) => scope !== lacks).join(" ")
  }

  /** A token, of those that are kept or a new one. */
  private readonly kept = Effect.fnUntraced(
    function*(this: Impostors, name: string, path: string, json: unknown, lasts: number) {
      const known = this.credentials.get(name)
      const asked = yield* Clock.currentTimeMillis
      if (known !== undefined && asked < known.goodUntil) return known.token
      const token = (yield* this.ask(path, json))?.access_token
      if (token === undefined) return undefined
      const now = yield* Clock.currentTimeMillis
      const near = this.auditor.apart
      this.credentials.set(name, {
        token,
        goodUntil: asked + lasts - 5 * minute - near,
        badFrom: now + lasts + minute + near
      })
      return token
    }
  )

  private readonly ask = Effect.fnUntraced(function*(this: Impostors, path: string, json: unknown) {
    const response = yield* this.send("credentials", {
      method: "POST",
      path,
      headers: { "idempotency-key": this.uuid(), "content-type": "application/json" },
      body: json === undefined ? undefined : encoder.encode(JSON.stringify(json))
    })
    return response?.status === 200 ? JSON.parse(response.body) as Partial<AccessToken> : undefined
  })

  private guest(name: string): Effect.Effect<string | undefined> {
    return this.kept(name, "/api/auth/guest", undefined, 150 * 24 * hour)
  }

  private signedIn(
    client: string,
    scope?: string,
    name = `${client} ${scope ?? ""}`
  ): Effect.Effect<string | undefined> {
    const json = { grant_type: "client_credentials", client_id: client, client_secret: `${client}-secret` }
    return this.kept(name, "/api/auth/token", scope === undefined ? json : { ...json, scope }, lifetime)
  }

  /** A token that was good once: the first time, one is put by until its time is over. */
  private readonly expired = Effect.fnUntraced(function*(this: Impostors, client: string) {
    const now = yield* Clock.currentTimeMillis
    const name = `aging ${client}`
    const known = this.credentials.get(name) ?? this.aging.get(name)
    if (known !== undefined) {
      this.aging.set(name, known)
      return now > known.badFrom ? known.token : undefined
    }
    yield* this.signedIn(client, undefined, name)
    return undefined
  })

  /** A token that its holder has ended: of the same client, or of a guest. */
  private readonly revoked = Effect.fnUntraced(function*(this: Impostors, client: string | undefined) {
    const name = `revoked ${client ?? "guest"}`
    const known = this.aging.get(name)
    if (known !== undefined) return known.token
    const leaving = `leaving ${client ?? "guest"}`
    const token = yield* (client === undefined ? this.guest(leaving) : this.signedIn(client, undefined, leaving))
    if (token === undefined || (yield* this.ask("/api/auth/revoke", { token })) === undefined) return undefined
    this.aging.set(name, { token, goodUntil: 0, badFrom: 0 })
    return token
  })
}
