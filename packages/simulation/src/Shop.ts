/**
 * The store as a process of the simulated world: everything that the server puts together but the socket, over a disk
 * that outlives it. Nothing of the store is replaced but the clock, randomness, and what lies outside: the provider, the
 * receivers of webhooks, the disk's driver.
 *
 * It boots, serves, dies at any step (`kill`) and boots again, as a supervisor would have it. While it is down nobody
 * answers; requests that were being served when it died get no answer ever, like those of a real connection that broke.
 */
import * as ConsistencyAudit from "@beauty-store/commerce/audit/ConsistencyAudit"
import { Dialects } from "@beauty-store/commerce/partners/Dialects"
import { WebhookSender } from "@beauty-store/commerce/partners/WebhookSender"
import { PaymentProvider, ProviderUnavailable } from "@beauty-store/commerce/payment/PaymentProvider"
import { PaymentVault } from "@beauty-store/commerce/payment/PaymentVault"
import { defaultPolicy, Policy } from "@beauty-store/commerce/Policy"
import * as Store from "@beauty-store/commerce/Store"
import * as AcpWebhooks from "@beauty-store/http/acp/Webhooks"
import { HttpPolicy } from "@beauty-store/http/HttpPolicy"
import * as StoreHttp from "@beauty-store/http/StoreHttp"
import { Entropy } from "@beauty-store/kernel/Entropy"
import { LongestSleep } from "@beauty-store/kernel/Jobs"
import { CommitScheduler } from "@beauty-store/kernel/SqliteTransactions"
import * as SqlTransactions from "@beauty-store/kernel/SqlTransactions"
import * as Transactions from "@beauty-store/kernel/Transactions"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as SqlClient from "@effect/sql/SqlClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import * as RuntimeFlags from "effect/RuntimeFlags"
import * as Scope from "effect/Scope"
import type { Chance } from "./Chance.ts"
import type { Disk } from "./Disk.ts"
import { minute, type Process } from "./Time.ts"
import * as Web from "./Web.ts"

export const baseUrl = "http://shop.example"
/** What signs partners' messages to the store. */
export const webhookSecret = "whsec_c2ltdWxhdGVkLXBhcnRuZXItc2VjcmV0LW9mLXRoZS1zdG9yZQ=="
/** What keys cursors, fingerprints and capabilities. */
export const storeSecret = "a secret of the simulated store, long enough"

export type Services = Store.Services | ConsistencyAudit.ConsistencyAudit | PaymentProvider | PaymentVault

/** What the store stands on and talks to. */
export interface Outside {
  readonly disk: Disk
  readonly provider: Context.Tag.Service<PaymentProvider>
  /** Where agents leave cards. */
  readonly vault: Context.Tag.Service<PaymentVault>
  readonly webhooks: Context.Tag.Service<WebhookSender>
  /** What ids, tokens and keys are made of: a stream of its own. */
  readonly entropy: Chance
  /** How the store runs its transactions: its own way, unless something else is to be tried. */
  readonly transactions: Layer.Layer<Transactions.Transactions, Transactions.StoreUnavailable, SqlClient.SqlClient>
  /** How long a commit waits for others to join it, in milliseconds. */
  readonly commitPause: () => number
}

/** What a store does with where nothing else is said: no vault, partners who take everything, nobody is waited for. */
const plain: Pick<Outside, "vault" | "webhooks" | "transactions" | "commitPause"> = {
  vault: { delegate: () => Effect.fail(new ProviderUnavailable({ retryAfterMillis: minute })) },
  webhooks: { check: () => Effect.void, send: () => Effect.void },
  transactions: SqlTransactions.layer,
  commitPause: () => 0
}

/** What a store cannot do without, and whatever else is said. */
export type Footing = Pick<Outside, "disk" | "provider" | "entropy"> & Partial<Outside>

const longestSleep = 3_600_000
const policy = { ...defaultPolicy, baseUrl }

const settings = ({ commitPause }: Outside, process: Process) =>
  Layer.mergeAll(
    Layer.succeed(Policy, policy),
    Layer.succeed(Dialects, { [AcpWebhooks.name]: AcpWebhooks.dialect(policy) }),
    Layer.succeed(HttpPolicy, {
      demo: true,
      returnHosts: ["elsewhere.example"],
      webhookSecrets: [webhookSecret],
      log: undefined
    }),
    Layer.succeed(LongestSleep, longestSleep),
    Layer.succeed(CommitScheduler, (commit) => {
      const pause = commitPause()
      if (pause === 0) process.scheduleTask(commit)
      else process.at(process.now + pause, commit)
    })
  )

const provider = ({ provider, vault }: Outside) =>
  Layer.merge(Layer.succeed(PaymentProvider, provider), Layer.succeed(PaymentVault, vault))

const store = (outside: Outside, process: Process): Layer.Layer<Services, Transactions.StoreUnavailable> =>
  Layer.provideMerge(
    ConsistencyAudit.layer,
    Layer.provideMerge(Store.background, Store.layerOver({ secret: storeSecret }))
  ).pipe(
    Layer.provide(outside.transactions),
    Layer.provide([
      outside.disk.client,
      Layer.succeed(Entropy, { bytes: (n) => outside.entropy.bytes(n) }),
      Layer.succeed(WebhookSender, outside.webhooks)
    ]),
    Layer.provideMerge(provider(outside)),
    Layer.provideMerge(settings(outside, process))
  )

/** Routes say themselves where they can be interrupted. */
const runtimeFlags = RuntimeFlags.make(RuntimeFlags.CooperativeYielding)

/** A store that is up. */
interface Running {
  readonly services: Context.Context<Services>
  readonly serve: (call: Web.Call) => Effect.Effect<Web.Answer>
}

const open = (outside: Outside, process: Process): Effect.Effect<Running, Transactions.StoreUnavailable> =>
  Effect.gen(function*() {
    // Never closed: this process ends by dying.
    const scope = yield* Scope.make()
    const services = yield* Layer.buildWithScope(store(outside, process), scope)
    const app = yield* StoreHttp.app(Layer.empty).pipe(Effect.provide(services), Scope.extend(scope))
    const requestServices = StoreHttp.requestServices(services)
    return {
      services,
      serve: (call) =>
        Effect.withRuntimeFlagsPatch(
          Effect.provide(
            Effect.scoped(app),
            Context.add(requestServices, HttpServerRequest.HttpServerRequest, Web.request(call))
          ),
          RuntimeFlags.diff(Runtime.defaultRuntimeFlags, runtimeFlags)
        ).pipe(Effect.map(Web.answer))
    }
  })

export class Shop {
  private process: Process | undefined
  private running: Running | undefined
  private readonly waiting = new Map<(failure: Effect.Effect<never, Web.NoAnswer>) => void, Web.Call>()
  private readonly asking = new Set<(failure: Effect.Effect<never, Web.NoAnswer>) => void>()
  private readonly outside: Outside
  private readonly spawn: () => Process
  /** How many times it was started. */
  boots = 0

  /** `spawn` makes the process of each start. */
  constructor(outside: Footing, spawn: () => Process) {
    this.outside = { ...plain, ...outside }
    this.spawn = spawn
  }

  /**
   * Starts it; it is up some steps later. `ended` is called where the disk does not let it (`failed`) and where it gives
   * its storage up (`halted`): whoever started it kills it then, and starts it again after a while.
   */
  boot(ended: (why: "failed" | "halted") => void): void {
    const process = this.spawn()
    this.process = process
    this.boots++
    process.run(open(this.outside, process), (exit) => {
      if (Exit.isFailure(exit)) return ended("failed")
      this.running = exit.value
      const { halted } = Context.get(exit.value.services, Transactions.Transactions)
      process.run(halted, () => ended("halted"))
    })
  }

  get isUp(): boolean {
    return this.running !== undefined
  }

  get isServing(): boolean {
    return this.waiting.size > 0
  }

  /** The requests that are being served. */
  get underWay(): ReadonlyArray<Web.Call> {
    return [...this.waiting.values()]
  }

  /** Dies on the spot; who waits for an answer hears that it is lost. `boot` starts it again, on the same disk. */
  kill(): void {
    this.process?.kill()
    this.process = undefined
    this.running = undefined
    this.outside.disk.crash()
    const waiting = [...this.waiting.keys(), ...this.asking]
    this.waiting.clear()
    this.asking.clear()
    for (const resume of waiting) resume(new Web.NoAnswer({ why: "lost" }))
  }

  /** Has a request served. Whoever no longer waits for the answer interrupts it where it lets itself be. */
  readonly line: Web.Line = (call) =>
    Effect.async((resume) => {
      const { process, running } = this
      if (process === undefined || running === undefined) {
        return resume(new Web.NoAnswer({ why: "refused" }))
      }
      this.waiting.set(resume, call)
      const over = () => {
        forget()
        this.waiting.delete(resume)
      }
      const interrupt = process.run(running.serve(call), (exit) => {
        over()
        resume(Exit.isSuccess(exit) ? exit : new Web.NoAnswer({ why: "lost" }))
      })
      const hangUp = () => {
        over()
        interrupt()
      }
      const forget = process.at(process.now + (call.patience ?? minute), () => {
        hangUp()
        resume(new Web.NoAnswer({ why: "too late" }))
      })
      return Effect.sync(hangUp)
    })

  /**
   * Asks one of the store's services, from outside of every request. `NoAnswer`: the store is down (`refused`), or has
   * died before it answered (`lost`), and whether anything was done nobody knows.
   */
  ask<A, E>(question: Effect.Effect<A, E, Services>): Effect.Effect<A, E | Web.NoAnswer> {
    return Effect.async<A, E | Web.NoAnswer>((resume) => {
      const { process, running } = this
      if (process === undefined || running === undefined) return resume(new Web.NoAnswer({ why: "refused" }))
      this.asking.add(resume)
      process.run(Effect.provide(question, running.services), (exit) => {
        this.asking.delete(resume)
        resume(exit)
      })
    })
  }
}
