/**
 * A world in which one use case is run, with at most one fault at one place. A place is any point at which the store
 * touches something outside its process: a statement, begin or commit of its disk, a call of the provider, a message to
 * a partner, a request to it. Places are counted as they are reached, and the fault is injected at the planned one.
 */
import { DeliveryFailed } from "@beauty-store/commerce/partners/WebhookSender"
import { ProviderDidNothing } from "@beauty-store/commerce/payment/PaymentProvider"
import * as Effect from "effect/Effect"
import type { Auditor } from "./auditor/Auditor.ts"
import type { StatementKind } from "./engine/Disk.ts"
import { NoResponse, type Transport } from "./engine/Network.ts"
import { Prng } from "./engine/Prng.ts"
import { minute, second } from "./engine/Time.ts"
import { calm } from "./PreparedStore.ts"
import { Client, type Identity } from "./workload/Client.ts"
import { Staff, unlimited } from "./workload/Staff.ts"
import { settlesWithin, World } from "./World.ts"
import { productIds } from "./world/Assortment.ts"
import { disksOf, pendingWork, type Snapshot } from "./world/Disks.ts"
import type { Provider } from "./world/ExternalSystems.ts"
import { FaultInjector } from "./world/FaultInjector.ts"
import type { StoreDependencies, StoreProcess } from "./world/StoreProcess.ts"

/** A place where a use case touches something outside the store's process. */
export interface Place {
  /**
   * `read` and `write` are statements; `look` is a call of the provider that changes nothing there; `message` is one to
   * a partner; `request` is one to the store, from any client.
   */
  readonly kind: "begin" | "read" | "write" | "commit" | "look" | "call" | "message" | "request"
  /** The statement's text, the call's name, the request's line. */
  readonly what: string
}

/**
 * At the disk: `busy`, `full`, `ioerr`, and nothing was done. At a call, message or request: `unavailable`, with a
 * response that says so; `requestLost`, which never arrived; `responseLost`, done without a response (a commit:
 * reported as failed). And of the store's process: `crash` before it, `crashAfter` when it is done.
 */
export type Fault =
  | "busy"
  | "full"
  | "ioerr"
  | "unavailable"
  | "requestLost"
  | "responseLost"
  | "crash"
  | "crashAfter"

const faults: { readonly [kind in Place["kind"]]: ReadonlyArray<Fault> } = {
  // A crash inside a transaction leaves the state before it, wherever it is inside: one crash represents all of them.
  begin: ["busy", "crash"],
  read: ["ioerr"],
  write: ["full", "ioerr"],
  commit: ["full", "responseLost", "crashAfter"],
  // Where nothing is changed, `responseLost` is `requestLost` and `crashAfter` is `crash`.
  look: ["unavailable", "requestLost", "crash"],
  call: ["unavailable", "requestLost", "responseLost", "crash", "crashAfter"],
  message: ["requestLost", "responseLost", "crash", "crashAfter"],
  // A crash of the store during a request is one at a place of that request.
  request: ["requestLost", "responseLost"]
}

/** All faults of a place, without those that have the same effect there as another. */
export const faultsAt = ({ kind }: Place): ReadonlyArray<Fault> => faults[kind]

/** The environment of a use case: the store, its clients, and the provider's pages. */
export interface Environment {
  /** A client by its name: the same one in `prepare` and in `act`. */
  readonly client: (identity: Identity) => Client
  readonly products: ReadonlyArray<string>
  readonly provider: Provider
  /** Sends requests to the store that have no client: partners' messages, redirects. */
  readonly transport: Transport
  /** Calls the store's services, without a request. */
  readonly call: StoreProcess["call"]
}

export interface PlannedFault {
  /** Counted from 1. */
  readonly place: number
  readonly fault: Fault
}

/** The state of the prepared world, from which each trial begins. */
export interface TrialStart {
  readonly snapshot: Snapshot
  /** In milliseconds. */
  readonly start: number
  readonly auditor?: Auditor
  readonly clients?: ReadonlyArray<Pick<Client, "identity" | "token" | "signedInAt">>
}

/** Never responds. Not `Effect.never`, which keeps the event loop waiting for it. */
const never = Effect.async<never>(() => {})

export class SweepTrial extends World {
  readonly places: Array<Place> = []
  /** Whether places are counted, and the fault may be injected. */
  counting = false
  readonly clientsByName = new Map<string, Client>()
  private readonly planned: PlannedFault | undefined
  /** Crashed, and not started again: actions of its fibers during their exit reach nobody. */
  private crashed = false
  private crashesAfterStatement = false

  constructor(name: string, { auditor, clients = [], snapshot, start }: TrialStart, planned: PlannedFault | undefined) {
    const prng = new Prng(name)
    super({
      prng,
      swarm: calm,
      start,
      disks: disksOf(snapshot),
      partners: snapshot.partners,
      injector: new FaultInjector(calm, prng, start, start, undefined),
      auditor
    })
    this.planned = planned
    for (const { identity, signedInAt, token } of clients) Object.assign(this.client(identity), { signedInAt, token })
    this.disks.store.faults = {
      next: (kind, text) => this.statement(kind, text),
      done: () => {
        if (this.crashesAfterStatement) this.crash()
      }
    }
  }

  /** Counts a place. Returns the fault that is planned for it. */
  private reach(kind: Place["kind"], what: string): Fault | undefined {
    if (!this.counting) return undefined
    this.places.push({ kind, what })
    if (this.places.length !== this.planned?.place) return undefined
    this.fail()
    return this.planned.fault
  }

  private crash(): void {
    this.crashesAfterStatement = false
    this.crashed = true
    this.restart("is killed", second)
  }

  override boot(): void {
    this.crashed = false
    super.boot()
  }

  private statement(kind: StatementKind, text: string) {
    const fault = this.reach(kind === "statement" ? /^\s*SELECT/i.test(text) ? "read" : "write" : kind, text)
    switch (fault) {
      case "busy":
      case "full":
      case "ioerr":
        return fault
      case "responseLost":
        return "lost"
      case "crash":
        this.crash()
        return undefined
      case "crashAfter":
        this.crashesAfterStatement = true
        return undefined
      default:
        return undefined
    }
  }

  /** A call by the store. `unavailable`: the failure that says so; `silence`: what the caller sees of a lost call. */
  private outgoing<A, E>(
    kind: "look" | "call" | "message",
    what: string,
    effect: Effect.Effect<A, E>,
    unavailable: E,
    silence: Effect.Effect<never, E>
  ): Effect.Effect<A, E> {
    const crash = Effect.suspend(() => {
      this.crash()
      return never
    })
    return Effect.suspend(() => {
      if (this.crashed) return never
      switch (this.reach(kind, what)) {
        case "unavailable":
          return Effect.fail(unavailable)
        case "requestLost":
          return silence
        case "responseLost":
          return Effect.zipRight(Effect.exit(effect), silence)
        case "crash":
          return crash
        case "crashAfter":
          return Effect.zipRight(Effect.exit(effect), crash)
        default:
          return effect
      }
    })
  }

  protected override interceptDependencies(dependencies: StoreDependencies): StoreDependencies {
    const { provider, vault, webhooks } = dependencies
    const of = <A, E>(
      kind: "look" | "call",
      what: string,
      effect: Effect.Effect<A, E | ProviderDidNothing>
    ): Effect.Effect<A, E | ProviderDidNothing> =>
      this.outgoing(kind, what, effect, new ProviderDidNothing({ retryAfterMillis: second }), never)
    const undelivered = new DeliveryFailed({ reason: "no answer" })
    return {
      ...dependencies,
      provider: {
        name: provider.name,
        verifyNotification: provider.verifyNotification,
        createSession: (request) => of("call", "createSession", provider.createSession(request)),
        lookUpSession: (sessionId) => of("look", "lookUpSession", provider.lookUpSession(sessionId)),
        expireSession: (sessionId) => of("call", "expireSession", provider.expireSession(sessionId)),
        refund: (request) => of("call", "refund", provider.refund(request)),
        lookUpRefund: (key) => of("look", "lookUpRefund", provider.lookUpRefund(key)),
        listPayments: (query) => of("look", "listPayments", provider.listPayments(query)),
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
          this.outgoing("message", `to ${message.url}`, webhooks.send(message), undelivered, Effect.fail(undelivered))
      }
    }
  }

  override readonly transport: Transport = (request) =>
    Effect.suspend(() => {
      const lost = new NoResponse({ why: "lost" })
      switch (this.reach("request", `${request.method} ${request.path}`)) {
        case "requestLost":
          return lost
        case "responseLost":
          return Effect.zipRight(Effect.exit(this.store.send(request)), lost)
        default:
          return this.store.send(request)
      }
    })

  client(identity: Identity): Client {
    const known = this.clientsByName.get(identity.name)
    if (known !== undefined) return known
    const { auditor, history, injector, transport } = this
    const client = new Client({ transport, history, auditor, injector }, identity, this.prng.stream(identity.name))
    this.clientsByName.set(identity.name, client)
    return client
  }

  environment(): Environment {
    return {
      client: (identity) => this.client(identity),
      products: productIds,
      provider: this.provider,
      transport: this.transport,
      call: (effect) => Effect.suspend(() => this.store.call(effect))
    }
  }

  /** A member of staff that looks at everything in the end. */
  inspector(): Staff {
    const { auditor, goodsAdmin, history, injector, partners, provider, subscriptionAdmin, transport } = this
    return new Staff(
      {
        clientContext: { transport, history, auditor, injector },
        swarm: calm,
        pages: provider.pages,
        mandates: provider.mandates,
        products: productIds,
        categories: [],
        partners,
        subscriptionAdmin,
        goodsAdmin,
        state: () => this.disks.store.state(),
        endsAt: Infinity
      },
      "inspector",
      new Prng("inspector"),
      unlimited
    )
  }

  /** Runs until nothing is left to do. */
  settle(): void {
    const bound = this.time.now + settlesWithin
    for (let left = pendingWork(this.disks); left.length > 0; left = pendingWork(this.disks)) {
      for (const until = this.time.now + 10 * minute; this.advance(until););
      this.auditor.expect("liveness", "that everything settles").that(this.time.now < bound, () => left.join("; "))
    }
    while (!this.store.isUp) this.advance(this.time.now + minute)
  }
}
