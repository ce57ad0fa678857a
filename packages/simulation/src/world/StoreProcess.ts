/**
 * The store as a process of the simulated world: everything that the server composes except the socket, over a disk
 * that outlives it. Only the clock, randomness, and the outside are replaced. It boots, serves, is killed at any step
 * and boots again; a request that was being served when it was killed never gets a response.
 *
 * @since 1.0.0
 */
import * as AgenticCommerce from "@beauty-store/acp/AgenticCommerce"
import * as AcpWebhooks from "@beauty-store/acp/Webhooks"
import { ShopAttributes } from "@beauty-store/commerce/Attributes"
import * as ConsistencyAudit from "@beauty-store/commerce/audit/ConsistencyAudit"
import { MaxUnconfirmed } from "@beauty-store/commerce/internal/catalog/CatalogChanges"
import { OwnTables } from "@beauty-store/commerce/OwnTables"
import { Dialects } from "@beauty-store/commerce/partners/Dialects"
import { WebhookSender } from "@beauty-store/commerce/partners/WebhookSender"
import { PaymentProvider, ProviderDidNothing } from "@beauty-store/commerce/payment/PaymentProvider"
import { PaymentVault } from "@beauty-store/commerce/payment/PaymentVault"
import { defaultPolicy, Policy, type StorePolicy } from "@beauty-store/commerce/Policy"
import * as Store from "@beauty-store/commerce/Store"
import { synonyms } from "@beauty-store/demo-catalog/DemoShop"
import type { Definitions } from "@beauty-store/domain/Attribute"
import { defaultBudgets } from "@beauty-store/domain/RequestBudget"
import { HttpPolicy, type RequestLine } from "@beauty-store/http/HttpPolicy"
import { FurtherContracts } from "@beauty-store/http/pipeline/FurtherContracts"
import * as StoreHttp from "@beauty-store/http/StoreHttp"
import { GuardedHttp } from "@beauty-store/outbound/GuardedHttp"
import * as Readiness from "@beauty-store/readiness/Platform"
import { ScanRunner } from "@beauty-store/readiness/scans/ScanRunner"
import { Settings as ScanSettings } from "@beauty-store/readiness/scans/ScanSettings"
import { Entropy } from "@beauty-store/sql/Entropy"
import { CommitScheduler } from "@beauty-store/sql/internal/drivers/SqliteTransactions"
import { LongestSleep } from "@beauty-store/sql/Jobs"
import * as SqlTransactions from "@beauty-store/sql/SqlTransactions"
import * as Transactions from "@beauty-store/sql/Transactions"
import * as Storefront from "@beauty-store/storefront/Storefront"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as SqlClient from "@effect/sql/SqlClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import * as RuntimeFlags from "effect/RuntimeFlags"
import * as Scope from "effect/Scope"
import type { Disk } from "../engine/Disk.ts"
import * as Network from "../engine/Network.ts"
import type { Prng } from "../engine/Prng.ts"
import { minute, type Process, second } from "../engine/Time.ts"
import * as Sites from "./Sites.ts"

export const baseUrl = "http://shop.example"
/** The secret with which partners sign their messages to the store. */
export const webhookSecret = "whsec_c2ltdWxhdGVkLXBhcnRuZXItc2VjcmV0LW9mLXRoZS1zdG9yZQ=="
/** The secret that keys cursors, fingerprints and capabilities. */
export const storeSecret = "a secret of the simulated store, long enough"

export type Services = Store.Services | ConsistencyAudit.ConsistencyAudit | PaymentProvider | PaymentVault

/** The services from which the store is built. */
export interface StoreDependencies {
  readonly disk: Disk
  readonly provider: Context.Tag.Service<PaymentProvider>
  /** The vault in which agents leave cards. */
  readonly vault: Context.Tag.Service<PaymentVault>
  readonly webhooks: Context.Tag.Service<WebhookSender>
  /** The source of ids, tokens and keys: a stream of its own. */
  readonly entropy: Prng
  /** How the store runs its transactions; default: its own way. */
  readonly transactions: Layer.Layer<Transactions.Transactions, Transactions.StoreUnavailable, SqlClient.SqlClient>
  /** How long a commit waits for others to join it, in milliseconds. */
  readonly commitPause: () => number
  /** How long it shows what it keeps of the catalogue without a look at the database, in milliseconds. */
  readonly maxUnconfirmed: number
  /** Receives each line of the log of requests; default: there is none. */
  readonly requestLog?: ((line: RequestLine) => void) | undefined
  /** The shop's own reactions to events; default: none. */
  readonly reactions?: Layer.Layer<never, never, SqlClient.SqlClient> | undefined
  /** What the shop decides by rules of its own; default: nothing. */
  readonly strategies?: Layer.Layer<never> | undefined
  /** What the shop's products, carts and orders have besides; default: nothing. */
  readonly attributes: Definitions
  /** The shop's settings, except for its address; default: the default policy. */
  readonly policy: StorePolicy
  /** The shop's own part before the provider, made at each start; default: none. */
  readonly wrapProvider?: ((provider: StoreDependencies["provider"]) => StoreDependencies["provider"]) | undefined
  /** Whether people come by the shop front, whose pages take time to mount at each start; default: nobody does. */
  readonly hasShopFront?: boolean | undefined
  /** How scans reach sites; default: nobody scans, and there is no platform beside the store. */
  readonly sites?: Context.Tag.Service<GuardedHttp> | undefined
  /** What its death means for the database, where others use that, too; default: it has the disk to itself. */
  readonly onKilled?: (() => void) | undefined
  /** A client does not wait for its response any more, and its request is interrupted where that is possible. */
  readonly onDisconnected?: (() => void) | undefined
}

/** Optional dependencies. By default there is no vault, partners accept everything, commits wait for nobody. */
const defaults: Pick<
  StoreDependencies,
  "vault" | "webhooks" | "transactions" | "commitPause" | "maxUnconfirmed" | "attributes" | "policy"
> = {
  vault: { delegate: () => Effect.fail(new ProviderDidNothing({ retryAfterMillis: minute })) },
  webhooks: { check: () => Effect.void, send: () => Effect.void },
  transactions: SqlTransactions.layer,
  commitPause: () => 0,
  maxUnconfirmed: second,
  attributes: {},
  policy: { ...defaultPolicy, synonyms, baseUrl }
}

/** The required dependencies of a store, and any of the others. */
export type RequiredDependencies = Pick<StoreDependencies, "disk" | "provider" | "entropy"> & Partial<StoreDependencies>

/** Smaller than a shop's, so that a flood of some hundred requests uses them up. */
const budgets = { ...defaultBudgets, network: 600, failures: 20 }
const longestSleep = 3_600_000

const settings = (
  { attributes, commitPause, maxUnconfirmed, policy, requestLog }: StoreDependencies,
  process: Process
) => {
  return Layer.mergeAll(
    // In one layer: one more changes the order of fibers at a start.
    Layer.succeedContext(
      Context.make(Policy, policy).pipe(
        Context.add(ShopAttributes, attributes),
        Context.add(OwnTables, [Readiness.tables]),
        Context.add(FurtherContracts, [AgenticCommerce.contract])
      )
    ),
    Layer.succeed(Dialects, { [AcpWebhooks.name]: AcpWebhooks.dialect(policy) }),
    Layer.succeed(HttpPolicy, {
      demo: true,
      returnHosts: ["elsewhere.example"],
      webhookSecrets: [webhookSecret],
      trustedProxies: [],
      budgets,
      log: requestLog
    }),
    Layer.succeed(LongestSleep, longestSleep),
    Layer.succeed(MaxUnconfirmed, maxUnconfirmed),
    Layer.succeed(CommitScheduler, (commit) => {
      const pause = commitPause()
      if (pause === 0) process.scheduleTask(commit)
      else process.at(process.now + pause, commit)
    })
  )
}

const provider = ({ provider, vault, wrapProvider }: StoreDependencies) =>
  Layer.merge(
    wrapProvider === undefined
      ? Layer.succeed(PaymentProvider, provider)
      : Layer.sync(PaymentProvider, () => wrapProvider(provider)),
    Layer.succeed(PaymentVault, vault)
  )

/** The settings, with what is the shop's own. */
const ownSettings = (dependencies: StoreDependencies, process: Process) => {
  const { disk, reactions, strategies } = dependencies
  const own = [
    ...(reactions === undefined ? [] : [Layer.provide(Layer.fresh(reactions), disk.client)]),
    ...(strategies === undefined ? [] : [Layer.fresh(strategies)])
  ]
  // One layer more changes the order of fibers at a start, so that there is none without need.
  return own.reduce<Layer.Layer<Policy>>((merged, layer) => Layer.merge(merged, layer), settings(dependencies, process))
}

const store = (dependencies: StoreDependencies, process: Process): Layer.Layer<Services, Store.NotOpened> =>
  Layer.provideMerge(
    ConsistencyAudit.layer,
    Layer.provideMerge(Store.background, Store.layerOver({ secret: storeSecret }))
  ).pipe(
    Layer.provide(dependencies.transactions),
    Layer.provide([
      dependencies.disk.client,
      Layer.succeed(Entropy, { bytes: (n) => dependencies.entropy.bytes(n) }),
      Layer.succeed(WebhookSender, dependencies.webhooks)
    ]),
    Layer.provideMerge(provider(dependencies)),
    Layer.provideMerge(ownSettings(dependencies, process))
  )

/** The platform beside the store, where somebody scans. */
const platform = (sites: Context.Tag.Service<GuardedHttp>, services: Context.Context<Services>) =>
  Layer.provideMerge(Readiness.background, Readiness.layer).pipe(
    Layer.provide([
      Layer.succeedContext(services),
      Layer.succeed(GuardedHttp, sites),
      Layer.succeed(ScanRunner, Sites.runner),
      Layer.succeed(ScanSettings, {
        ownOrigins: [baseUrl],
        ownScanMillis: 0,
        firstScanMillis: minute,
        idleMillis: () => Infinity,
        atOnce: 4
      })
    ])
  )

/** Routes decide themselves where they can be interrupted. */
const runtimeFlags = RuntimeFlags.make(RuntimeFlags.CooperativeYielding)

/** A store that is up. */
interface Running {
  readonly services: Context.Context<Services>
  readonly serve: (request: Network.Request) => Effect.Effect<Network.Response>
}

const open = Effect.fnUntraced(
  function*(
    dependencies: StoreDependencies,
    process: Process
  ): Effect.fn.Return<Running, Store.NotOpened> {
    // Never closed: this process ends by being killed.
    const scope = yield* Scope.make()
    const services = yield* Layer.buildWithScope(store(dependencies, process), scope)
    const front = dependencies.hasShopFront === true
      ? yield* Layer.buildWithScope(Layer.provide(Storefront.layer(), Layer.succeedContext(services)), scope)
      : Context.empty()
    const beside = dependencies.sites === undefined
      ? Context.empty()
      : yield* Layer.buildWithScope(platform(dependencies.sites, services), scope)
    const all = Context.merge(Context.merge(services, front), beside)
    const app = yield* StoreHttp.app(Layer.empty).pipe(Effect.provide(all), Scope.extend(scope))
    const requestServices = StoreHttp.requestServices(all)
    return {
      services,
      serve: (request) =>
        Effect.withRuntimeFlagsPatch(
          Effect.provide(
            Effect.scoped(app),
            Context.add(requestServices, HttpServerRequest.HttpServerRequest, Network.toServerRequest(request))
          ),
          RuntimeFlags.diff(Runtime.defaultRuntimeFlags, runtimeFlags)
        ).pipe(Effect.map(Network.toResponse))
    }
  }
)

export class StoreProcess {
  private process: Process | undefined
  private running: Running | undefined
  private readonly openRequests = new Map<
    (failure: Effect.Effect<never, Network.NoResponse>) => void,
    Network.Request
  >()
  private readonly openCalls = new Set<(failure: Effect.Effect<never, Network.NoResponse>) => void>()
  private readonly dependencies: StoreDependencies
  private readonly spawn: () => Process
  /** How many times it was started. */
  boots = 0

  /** `spawn` makes the process of each start. */
  constructor(dependencies: RequiredDependencies, spawn: () => Process) {
    this.dependencies = { ...defaults, ...dependencies }
    dependencies.disk.onWrite = (text) => Network.requestUnderWay()?.onWrite?.(text)
    this.spawn = spawn
  }

  /**
   * Starts it; it is up some steps later. `onExit` is called where the disk prevents the start (`failed`) and where the
   * store gives its storage up (`halted`): the caller then kills it, and starts it again after a while.
   */
  boot(onExit: (why: "failed" | "halted") => void): void {
    const process = this.spawn()
    this.process = process
    this.boots++
    process.run(open(this.dependencies, process), (exit) => {
      if (Exit.isFailure(exit)) return onExit("failed")
      this.running = exit.value
      const { halted } = Context.get(exit.value.services, Transactions.Transactions)
      process.run(halted, () => onExit("halted"))
    })
  }

  get isUp(): boolean {
    return this.running !== undefined
  }

  /** Whether it is up and stands still. */
  get isPaused(): boolean {
    return this.process?.isPaused === true
  }

  /** Stops for a while, as by SIGSTOP: requests wait, and what others hold for it runs out. */
  pause(): void {
    this.process?.pause()
  }

  /** Goes on where it stopped, unless it was killed meanwhile. */
  resume(): void {
    this.process?.resume()
  }

  get isServing(): boolean {
    return this.openRequests.size > 0
  }

  /** The requests that are being served. */
  get requestsUnderWay(): ReadonlyArray<Network.Request> {
    return [...this.openRequests.values()]
  }

  /** Kills it at once: open requests and calls never get a response. `boot` starts it again, on the same disk. */
  kill(): void {
    const { disk, onKilled } = this.dependencies
    this.process?.kill()
    this.process = undefined
    this.running = undefined
    if (onKilled === undefined) disk.crash()
    else onKilled()
    const open = [...this.openRequests.keys(), ...this.openCalls]
    this.openRequests.clear()
    this.openCalls.clear()
    for (const resume of open) resume(new Network.NoResponse({ why: "lost" }))
  }

  /** Serves a request. A client that no longer waits for the response interrupts it where that is possible. */
  readonly send: Network.Transport = (request) =>
    Effect.async((resume) => {
      const { process, running } = this
      if (process === undefined || running === undefined) {
        return resume(new Network.NoResponse({ why: "refused" }))
      }
      this.openRequests.set(resume, request)
      const over = () => {
        forget()
        this.openRequests.delete(resume)
      }
      const interrupt = process.run(running.serve(request), (exit) => {
        over()
        resume(Exit.isSuccess(exit) ? exit : new Network.NoResponse({ why: "lost" }))
      }, request)
      const disconnect = () => {
        over()
        this.dependencies.onDisconnected?.()
        interrupt()
      }
      const forget = process.atOutside(process.now + (request.timeoutMillis ?? minute), () => {
        disconnect()
        resume(new Network.NoResponse({ why: "too late" }))
      })
      return Effect.sync(disconnect)
    })

  /**
   * Runs an effect with the store's services, outside of every request. `NoResponse`: the store is down (`refused`), or
   * was killed before it was done (`lost`), and the outcome is unknown.
   */
  call<A, E>(effect: Effect.Effect<A, E, Services>): Effect.Effect<A, E | Network.NoResponse> {
    return Effect.async<A, E | Network.NoResponse>((resume) => {
      const { process, running } = this
      if (process === undefined || running === undefined) return resume(new Network.NoResponse({ why: "refused" }))
      this.openCalls.add(resume)
      process.run(Effect.provide(effect, running.services), (exit) => {
        this.openCalls.delete(resume)
        resume(exit)
      })
    })
  }
}
