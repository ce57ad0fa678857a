/**
 * A use case with everything that can fail in it failing in turn. It is lived through once without a fault, and each
 * place is noted at which it touches anything outside its process: a statement, begin or commit of the store's disk, a
 * call of the provider, a message to a partner, a request to the store. Then it is lived through again for every place
 * and everything that can go wrong there, each time from the same disks. Whoever is about it goes about it with care: what
 * was not answered for good is sent again under the same key. When all has come to rest, nothing may tell that world from
 * the one without a fault: not the store's tables, not the provider's ledger, not what partners heard, not what clients
 * were answered, but for ids and times; and auditor and books find nothing.
 *
 * ```ts
 * const { findings } = sweep({
 *   prepare: (scene) => …,
 *   act: (scene, prepared) => …
 * })
 * ```
 *
 * Nothing is sampled. Places of one kind are only spared what could not be told apart there (`faultsAt`).
 */
import { DeliveryFailed } from "@beauty-store/commerce/partners/WebhookSender"
import { ProviderUnavailable } from "@beauty-store/commerce/payment/PaymentProvider"
import * as Effect from "effect/Effect"
import type { Auditor } from "./Auditor.ts"
import { Chance } from "./Chance.ts"
import { Client, type Identity } from "./Client.ts"
import type { Disk, StatementKind } from "./Disk.ts"
import * as FarEnds from "./FarEnds.ts"
import * as People from "./People.ts"
import type { Outside } from "./Shop.ts"
import { day, minute, second } from "./Time.ts"
import * as Web from "./Web.ts"
import { calm, disksOf, type Images, judge, open, pending, productIds, settlesWithin, World } from "./World.ts"

/** Where a use case touches what is outside its process. */
export interface Place {
  /**
   * `read` and `write` are statements; `look` is a call of the provider that changes nothing there; `message` is one to a
   * partner; `request` is one to the store, by anybody.
   */
  readonly kind: "begin" | "read" | "write" | "commit" | "look" | "call" | "message" | "request"
  /** The statement's text, the call's name, the request's line. */
  readonly what: string
}

/**
 * What goes wrong. Of the disk: `busy`, `full`, `ioerr`, and nothing was done. Of whoever is called: `unavailable`, which
 * says so; `lost`, which never got there; `unheard`, done without anybody hearing of it (a commit: reported as failed).
 * And the store's own death: `dies` before it, `diesAfter` when it is done.
 */
export type Fault = "busy" | "full" | "ioerr" | "unavailable" | "lost" | "unheard" | "dies" | "diesAfter"

const faults: { readonly [kind in Place["kind"]]: ReadonlyArray<Fault> } = {
  // Who dies inside a transaction leaves what stood before it, wherever inside: it dies here, for all of it.
  begin: ["busy", "dies"],
  read: ["ioerr"],
  write: ["full", "ioerr"],
  commit: ["full", "unheard", "diesAfter"],
  // Where nothing is changed, `unheard` is `lost` and `diesAfter` is `dies`.
  look: ["unavailable", "lost", "dies"],
  call: ["unavailable", "lost", "unheard", "dies", "diesAfter"],
  message: ["lost", "unheard", "dies", "diesAfter"],
  // Whether the store dies of a request is told by what it does about it.
  request: ["lost", "unheard"]
}

/** All that can go wrong at a place, but for what would be the same there. */
export const faultsAt = ({ kind }: Place): ReadonlyArray<Fault> => faults[kind]

/** What a use case finds: the shop, its people, and the provider's pages. */
export interface Scene {
  /** Somebody who is known by their name: the same person in `prepare` and in `act`. */
  readonly person: (identity: Identity) => Client
  readonly products: ReadonlyArray<string>
  readonly provider: FarEnds.Provider
  /** Sends to the store what has no client: partners' messages, redirects. */
  readonly line: Web.Line
  /** What else is to be done with the shop, by its services. */
  readonly ask: World["shop"]["ask"]
}

/** A use case, lived through by effects in simulated time: sleep as long as you like. */
export interface UseCase<State> {
  /** Lives up to just before it, once. What it answers is plain data. */
  readonly prepare: (scene: Scene) => Effect.Effect<State>
  /**
   * Does it, as somebody careful does, and waits for as long as what follows from it shall fail as well. What it answers
   * is compared, but for ids and times.
   */
  readonly act: (scene: Scene, state: State) => Effect.Effect<unknown>
}

/** A difference that one fault made. */
export interface Finding {
  /** Counted from 1. */
  readonly place: number
  readonly at: Place
  readonly fault: Fault
  readonly rule: string
  readonly expected: string
  readonly seen: string
}

export interface Swept {
  readonly places: ReadonlyArray<Place>
  /** How often it was lived through with a fault. */
  readonly trials: number
  readonly findings: ReadonlyArray<Finding>
}

/** A finding in words, for whoever reads the report of a test. */
export const words = ({ at, expected, fault, place, rule, seen }: Finding): string =>
  `place ${place}, ${at.kind} ${fault}: ${at.what.replace(/\s+/g, " ").slice(0, 200)}
    ${rule}
    expected ${expected}
    seen     ${seen}`

/** Before it, where the year, the month and the clocks are far from changing. */
const start = Date.parse("2026-06-01T08:00:00Z")
/** So much is on every shelf. */
const stocked = 20

/** No answer, ever. Not `Effect.never`, which keeps the event loop waiting for it. */
const never = Effect.async<never>(() => {})

interface Strike {
  /** Counted from 1. */
  readonly place: number
  readonly fault: Fault
}

/** What goes from one world into the next. */
type Known = Pick<Client, "identity" | "token" | "signedInAt">

interface Beginning {
  readonly images: Images
  readonly start: number
  readonly witness?: Auditor
  readonly known?: ReadonlyArray<Known>
}

class Trial extends World {
  readonly places: Array<Place> = []
  /** Whether places are counted, and the fault may strike. */
  counting = false
  readonly known = new Map<string, Client>()
  private readonly strike: Strike | undefined
  /** Dead, and not started again: what its fibers still do on their way out reaches nobody. */
  private dead = false
  private diesOfIt = false

  constructor(name: string, { images, known = [], start, witness }: Beginning, strike: Strike | undefined) {
    const chance = new Chance(name)
    super({
      chance,
      climate: calm,
      start,
      disks: disksOf(images),
      partners: images.partners,
      weather: new FarEnds.Weather(calm, chance, start, start, undefined),
      witness
    })
    this.strike = strike
    for (const { identity, signedInAt, token } of known) Object.assign(this.person(identity), { signedInAt, token })
    this.disks.store.faults = {
      next: (kind, text) => this.disk(kind, text),
      done: () => {
        if (this.diesOfIt) this.die()
      }
    }
  }

  private pass(kind: Place["kind"], what: string): Fault | undefined {
    if (!this.counting) return undefined
    this.places.push({ kind, what })
    if (this.places.length !== this.strike?.place) return undefined
    this.fail()
    return this.strike.fault
  }

  private die(): void {
    this.diesOfIt = false
    this.dead = true
    this.restart("is killed", second)
  }

  override boot(): void {
    this.dead = false
    super.boot()
  }

  private disk(kind: StatementKind, text: string) {
    const fault = this.pass(kind === "statement" ? /^\s*SELECT/i.test(text) ? "read" : "write" : kind, text)
    switch (fault) {
      case "busy":
      case "full":
      case "ioerr":
        return fault
      case "unheard":
        return "lost"
      case "dies":
        this.die()
        return undefined
      case "diesAfter":
        this.diesOfIt = true
        return undefined
      default:
        return undefined
    }
  }

  /** A call of the store's; what fails in words says so, and what does not is heard of no more. */
  private call<A, E>(
    kind: "look" | "call" | "message",
    what: string,
    effect: Effect.Effect<A, E>,
    unavailable: E,
    silence: Effect.Effect<never, E>
  ): Effect.Effect<A, E> {
    const death = Effect.suspend(() => {
      this.die()
      return never
    })
    return Effect.suspend(() => {
      if (this.dead) return never
      switch (this.pass(kind, what)) {
        case "unavailable":
          return Effect.fail(unavailable)
        case "lost":
          return silence
        case "unheard":
          return Effect.zipRight(Effect.exit(effect), silence)
        case "dies":
          return death
        case "diesAfter":
          return Effect.zipRight(Effect.exit(effect), death)
        default:
          return effect
      }
    })
  }

  protected override around(outside: Outside): Outside {
    const { provider, vault, webhooks } = outside
    const of = <A, E>(
      kind: "look" | "call",
      what: string,
      effect: Effect.Effect<A, E | ProviderUnavailable>
    ): Effect.Effect<A, E | ProviderUnavailable> =>
      this.call(kind, what, effect, new ProviderUnavailable({ retryAfterMillis: second }), never)
    const unheard = new DeliveryFailed({ reason: "no answer" })
    return {
      ...outside,
      provider: {
        name: provider.name,
        verifyNotification: provider.verifyNotification,
        createSession: (request) => of("call", "createSession", provider.createSession(request)),
        lookUpSession: (sessionId) => of("look", "lookUpSession", provider.lookUpSession(sessionId)),
        expireSession: (sessionId) => of("call", "expireSession", provider.expireSession(sessionId)),
        refund: (request) => of("call", "refund", provider.refund(request)),
        lookUpRefund: (key) => of("look", "lookUpRefund", provider.lookUpRefund(key)),
        charge: (request) => of("call", "charge", provider.charge(request)),
        lookUpToken: (token) => of("look", "lookUpToken", provider.lookUpToken(token)),
        createMandate: (request) => of("call", "createMandate", provider.createMandate(request)),
        lookUpMandate: (mandateId) => of("look", "lookUpMandate", provider.lookUpMandate(mandateId)),
        revokeMandate: (mandateId) => of("call", "revokeMandate", provider.revokeMandate(mandateId))
      },
      vault: { delegate: (request) => of("call", "delegate", vault.delegate(request)) },
      webhooks: {
        check: webhooks.check,
        send: (message) =>
          this.call("message", `to ${message.url}`, webhooks.send(message), unheard, Effect.fail(unheard))
      }
    }
  }

  override readonly line: Web.Line = (call) =>
    Effect.suspend(() => {
      const nothing = new Web.NoAnswer({ why: "lost" })
      switch (this.pass("request", `${call.method} ${call.path}`)) {
        case "lost":
          return nothing
        case "unheard":
          return Effect.zipRight(Effect.exit(this.shop.line(call)), nothing)
        default:
          return this.shop.line(call)
      }
    })

  person(identity: Identity): Client {
    const known = this.known.get(identity.name)
    if (known !== undefined) return known
    const { auditor, history, line, weather } = this
    const person = new Client({ line, history, auditor, weather }, identity, this.chance.named(identity.name))
    this.known.set(identity.name, person)
    return person
  }

  scene(): Scene {
    return {
      person: (identity) => this.person(identity),
      products: productIds,
      provider: this.provider,
      line: this.line,
      ask: (question) => Effect.suspend(() => this.shop.ask(question))
    }
  }

  /** Until nothing is left to be done. */
  settle(): void {
    const bound = this.time.now + settlesWithin
    for (let left = pending(this.disks); left.length > 0; left = pending(this.disks)) {
      for (const until = this.time.now + 10 * minute; this.goOn(until););
      this.auditor.expect(this.time.now < bound, "liveness", "that everything settles", () => left.join("; "))
    }
    while (!this.shop.isUp) this.goOn(this.time.now + minute)
  }

  /** What somebody would find who came back: all that is so, but for ids and times. */
  portrait(answer: unknown): ReadonlyArray<readonly [what: string, lines: ReadonlyArray<string>]> {
    const name = namer()
    const { partners, disks: { payments, store } } = this
    // A try that the provider did not let through is called off, and leaves what it was behind: the next one counts.
    const failed = [
      ...store.look<{ id: string }>(
        `SELECT id FROM charge WHERE reason = 'provider_unavailable'
         UNION ALL SELECT id FROM event WHERE type = 'payment.refused' AND data LIKE '%"provider_unavailable"%'
         UNION ALL SELECT id FROM checkout_session WHERE ${calledOff}
         UNION ALL SELECT order_id FROM checkout_session WHERE ${calledOff}`
      ),
      ...payments.look<{ id: string }>("SELECT id FROM mandate WHERE created_at IS NULL")
    ].map(({ id }) => id)
    const counts = (text: string): boolean => !failed.some((id) => text.includes(id))
    return [
      ...tables(store, counts, name).map(([table, lines]) => [`the store's ${table}`, lines] as const),
      ...tables(payments, counts, name).map(([table, lines]) => [`the provider's ${table}`, lines] as const),
      ...partners.map(({ heard, url }) => {
        const told = new Map(heard.map(({ data, event, id }) => [id, `${event} ${data.orderId}`]))
        const lines = [...told].filter(([id, words]) => counts(id) && counts(words)).map(([, words]) => name(words))
        return [`what ${url} heard`, lines.sort()] as const
      }),
      ["the answer", [name(JSON.stringify(answer ?? null))]]
    ]
  }
}

const calledOff = `phase = 'failed' OR (phase = 'cancelled' AND EXISTS (
  SELECT 1 FROM charge c WHERE c.session_id = checkout_session.id AND c.reason = 'provider_unavailable'
))`

/** Gives ids other names, in the order in which it meets them, and takes times and secrets out of a text. */
const namer = () => {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  return (text: string): string =>
    text
      .replace(/\b([a-z]{2,5})_[0-9A-Za-z]{28}\b/g, (id, prefix: string) => {
        const known = names.get(id)
        if (known !== undefined) return known
        const n = (counts.get(prefix) ?? 0) + 1
        counts.set(prefix, n)
        names.set(id, `${prefix} ${n}`)
        return `${prefix} ${n}`
      })
      .replace(/\d{4}-\d\d-\d\d(?:T[0-9:.]+Z)?|\b1[78]\d{11}\b/g, "then")
      .replace(/(?<=[.=])[0-9A-Za-z_-]{32}(?![0-9A-Za-z_-])|[0-9A-Za-z_-]{40,}/g, "secret")
}

/** Columns that hold moments, what is random, how often something was tried, or a number that the books audit. */
const fleeting = /(?:^|_)(?:at|until|before|hash)$|^(?:secret|answer|attempts|plan|fence|course|challenge|events|seq)$/
/** Tables that hold what the database or the program itself needs, and what does not change. */
const internal = /^(?:sqlite_.*|product_words.*|migration.*|setting)$/

interface Table {
  readonly name: string
  readonly isClustered: boolean
}

/** Each table's rows as texts: those that have an order of their own in it, others sorted. */
const tables = (
  disk: Disk,
  counts: (text: string) => boolean,
  name: (text: string) => string
): ReadonlyArray<readonly [table: string, lines: ReadonlyArray<string>]> => {
  const all = disk.look<Table>(
    `SELECT l.name, l.wr AS "isClustered" FROM pragma_table_list l WHERE l.schema = 'main' AND l.type = 'table'
     ORDER BY l.wr, l.name`
  ).filter(({ name }) => !internal.test(name))
  return all.map(({ isClustered, name: table }) => {
    const where = table === "job" ? "WHERE kind <> 'sweep'" : ""
    const rows = disk.look<Record<string, unknown>>(
      `SELECT * FROM "${table}" ${where} ${isClustered ? "" : "ORDER BY rowid"}`
    )
    const lines = rows.map((row) =>
      Object.entries(row)
        .map(([column, value]) => `${column}=${value !== null && fleeting.test(column) ? "·" : String(value)}`)
        .join(" ")
    ).filter(counts).map(name)
    return [table, isClustered ? lines.sort() : lines]
  })
}

/** Somebody of the house who looks at everything in the end. */
const inspector = (trial: Trial): People.Staff =>
  new People.Staff(
    {
      street: { line: trial.line, history: trial.history, auditor: trial.auditor, weather: trial.weather },
      climate: calm,
      pages: trial.provider.pages,
      mandates: trial.provider.mandates,
      products: productIds,
      partners: trial.partners,
      office: trial.office,
      closesAt: Infinity,
      purchases: 0
    },
    "inspector",
    new Chance("inspector")
  )

type Portrait = ReturnType<Trial["portrait"]>

/** Where two pictures of the same differ first. */
const differences = (sound: Portrait, seen: Portrait): ReadonlyArray<Pick<Finding, "rule" | "expected" | "seen">> =>
  sound.flatMap(([what, lines], i) => {
    const other = seen[i]![1]
    const missing = lines.filter((line) => !other.includes(line))
    const extra = other.filter((line) => !lines.includes(line))
    return lines.length === other.length && lines.every((line, n) => line === other[n])
      ? []
      : [{
        rule: what,
        expected: `${lines.length} rows: ${missing.join(" | ")}`,
        seen: `${other.length} rows: ${extra.join(" | ")}`
      }]
  })

/** Lives through a use case with every fault in turn. */
export const sweep = <State>({ act, prepare }: UseCase<State>): Swept => {
  const stage = new Trial("prepared", { images: open(false), start }, undefined)
  stage.open()
  for (const product of productIds) stage.fill(product, stocked)
  const state = stage.until(stage.people, prepare(stage.scene()), start + 90 * day)
  for (const until = stage.time.now + minute; stage.goOn(until););
  const beginning: Beginning = {
    images: stage.images(),
    start: stage.time.now,
    witness: stage.auditor,
    known: [...stage.known.values()].map(({ identity, signedInAt, token }) => ({ identity, signedInAt, token }))
  }

  const live = (strike: Strike | undefined) => {
    const trial = new Trial("lived", beginning, strike)
    let portrait: Portrait = []
    let broken: unknown
    try {
      trial.open()
      trial.counting = true
      const answer = trial.until(trial.people, act(trial.scene(), state), trial.time.now + day)
      trial.counting = false
      trial.settle()
      portrait = trial.portrait(answer)
      judge(trial, inspector(trial), [], productIds.slice(0, 2))
    } catch (error) {
      broken = error
    }
    const { auditor: { violations }, objections, places } = trial
    const wrong: ReadonlyArray<Pick<Finding, "rule" | "expected" | "seen">> = [
      ...violations,
      ...objections.map((seen) => ({ rule: "webhook.signature", expected: "signed", seen })),
      ...(broken === undefined || violations.length > 0
        ? []
        : [{ rule: "world", expected: "a world that goes on", seen: String(broken) }])
    ]
    trial.close()
    return { places, portrait, wrong }
  }

  const sound = live(undefined)
  stage.close()
  if (sound.wrong.length > 0) {
    throw new Error(`without any fault: ${sound.wrong.map(({ rule, seen }) => `${rule}: ${seen}`).join("; ")}`)
  }
  const findings: Array<Finding> = []
  let trials = 0
  sound.places.forEach((at, i) => {
    for (const fault of faultsAt(at)) {
      trials++
      const place = i + 1
      const { places, portrait, wrong } = live({ place, fault })
      const came = places[i]
      const differs = came === undefined || came.kind !== at.kind || came.what !== at.what
        ? [{ rule: "the way there", expected: at.what, seen: came?.what ?? "nothing" }]
        : wrong.length > 0
        ? wrong
        : differences(sound.portrait, portrait)
      for (const difference of differs) findings.push({ place, at, fault, ...difference })
    }
  })
  return { places: sound.places, trials, findings }
}
