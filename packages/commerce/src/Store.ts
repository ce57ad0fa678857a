/**
 * The entry point for programs that embed the store: every use case as a service, over a `SqlClient`, a
 * `PaymentProvider`, a `WebhookSender` and a `Policy` of their choice. `layer` brings the database up to date and does
 * nothing in the background; `background` runs the jobs that are due. Follows docs/specification.md#embedding.
 *
 * @since 1.0.0
 */
import { SessionId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import { printValue } from "@beauty-store/domain/PrintedValue"
import type { Entropy } from "@beauty-store/sql/Entropy"
import * as EntropyLive from "@beauty-store/sql/Entropy"
import * as Expiry from "@beauty-store/sql/Expiry"
import * as Idempotency from "@beauty-store/sql/Idempotency"
import type { JobHandler } from "@beauty-store/sql/JobHandler"
import * as Jobs from "@beauty-store/sql/Jobs"
import * as Migrations from "@beauty-store/sql/Migrations"
import * as Readiness from "@beauty-store/sql/Readiness"
import type { StoreSecret } from "@beauty-store/sql/Secrets"
import * as SqlTransactions from "@beauty-store/sql/SqlTransactions"
import * as TableNames from "@beauty-store/sql/TableNames"
import * as Transactions from "@beauty-store/sql/Transactions"
import type * as SqlClient from "@effect/sql/SqlClient"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Receipts from "./after-sales/Receipts.ts"
import * as Refunds from "./after-sales/Refunds.ts"
import * as Returns from "./after-sales/Returns.ts"
import * as Carts from "./cart/Carts.ts"
import * as Bestsellers from "./catalog/Bestsellers.ts"
import * as Catalog from "./catalog/Catalog.ts"
import * as CatalogImport from "./catalog/CatalogImport.ts"
import * as Goods from "./catalog/Goods.ts"
import * as GoodsImports from "./catalog/GoodsImports.ts"
import * as Inventory from "./catalog/Inventory.ts"
import * as Prices from "./catalog/Prices.ts"
import * as ProductPictures from "./catalog/ProductPictures.ts"
import * as ProductSearch from "./catalog/ProductSearch.ts"
import * as Checkout from "./checkout/Checkout.ts"
import * as DraftRecords from "./drafts/DraftRecords.ts"
import * as PurchaseDrafts from "./drafts/PurchaseDrafts.ts"
import * as Events from "./events/Events.ts"
import * as ReactionRuns from "./events/ReactionRuns.ts"
import { Reactions } from "./events/Reactions.ts"
import * as Identity from "./identity/Identity.ts"
import { refuse } from "./InputChecks.ts"
import * as Fulfilment from "./orders/Fulfilment.ts"
import * as OrderPages from "./orders/OrderPages.ts"
import * as Orders from "./orders/Orders.ts"
import { OwnTables } from "./OwnTables.ts"
import * as Clients from "./partners/Clients.ts"
import * as InboundWebhooks from "./partners/InboundWebhooks.ts"
import * as Subscriptions from "./partners/Subscriptions.ts"
import type { WebhookSender } from "./partners/WebhookSender.ts"
import type { PaymentProvider } from "./payment/PaymentProvider.ts"
import { faultsOfPolicy, Policy } from "./Policy.ts"
import * as Promotions from "./promotions/Promotions.ts"
import * as PaymentWalk from "./reconciliation/PaymentWalk.ts"
import * as Reconciliation from "./reconciliation/Reconciliation.ts"
import * as UnmatchedPayments from "./reconciliation/UnmatchedPayments.ts"
import * as SessionRecords from "./records/SessionRecords.ts"
import * as Delegations from "./spending/Delegations.ts"
import * as Flags from "./staff/Flags.ts"
import * as StaffTrail from "./staff/StaffTrail.ts"
import { configuredSecret, type CurrencyDiffers, fixCurrency, keptSecret, type SecretDiffers } from "./StoreSettings.ts"
import * as Support from "./support/Support.ts"
import { migrations } from "./Tables.ts"

export type Services =
  | Transactions.Transactions
  | Entropy
  | StoreSecret
  | Clients.Clients
  | Identity.Identity
  | Inventory.Inventory
  | Catalog.Catalog
  | ProductSearch.ProductSearch
  | Bestsellers.Bestsellers
  | Prices.Prices
  | CatalogImport.CatalogImport
  | Goods.Goods
  | GoodsImports.GoodsImports
  | ProductPictures.ProductPictures
  | Promotions.Promotions
  | Carts.Carts
  | Orders.Orders
  | OrderPages.OrderPages
  | Refunds.Refunds
  | Receipts.Receipts
  | Checkout.Checkout
  | PurchaseDrafts.PurchaseDrafts
  | Delegations.Delegations
  | Reconciliation.Reconciliation
  | Flags.Flags
  | StaffTrail.StaffTrail
  | Fulfilment.Fulfilment
  | Returns.Returns
  | Support.Support
  | InboundWebhooks.InboundWebhooks
  | Subscriptions.Subscriptions
  | Events.Events
  | Jobs.Jobs
  | Readiness.Readiness
  | Policy

const owner = "the store's tables"

/** A shorter one could be found by trying. The words do not quote it. */
const faultsOfSecret = (secret: Options["secret"]) =>
  secret === undefined || [secret].flat().every((one) => Buffer.byteLength(one) >= 32)
    ? []
    : [{ path: "secret", words: "Expected at least 32 bytes" }]

/**
 * Brings the tables up to date, or checks that they are, and voids the leases of processes that died; not for a policy
 * or a secret with faults.
 */
const migrated = ({ migrations: mode, secret }: Options) =>
  Layer.effectDiscard(Effect.gen(function*() {
    yield* refuse([...faultsOfSecret(secret), ...faultsOfPolicy(yield* Policy)])
    yield* (mode === "check" ? Migrations.check : Migrations.run)(migrations, owner, yield* OwnTables)
    const { isAlone, write } = yield* Transactions.Transactions
    const fixed = fixCurrency((yield* Policy).currency)
    yield* write(isAlone ? Effect.zipRight(fixed, Idempotency.voidDeadLeases) : fixed)
  }))

/** The use cases over any `Transactions`, `Entropy` and `StoreSecret`, each over those that it needs. */
const useCases = Layer.mergeAll(PurchaseDrafts.layer, OrderPages.layer).pipe(
  Layer.provideMerge(GoodsImports.layer),
  Layer.provideMerge(Layer.mergeAll(Checkout.layer, InboundWebhooks.layer, Orders.layer)),
  Layer.provideMerge(Layer.mergeAll(Reconciliation.layer, Returns.layer)),
  Layer.provideMerge(Refunds.layer),
  Layer.provideMerge(
    Layer.mergeAll(Delegations.layer, Flags.layer, Fulfilment.layer, Receipts.layer, Subscriptions.layer, Support.layer)
  ),
  Layer.provideMerge(Events.layer),
  Layer.provideMerge(Layer.mergeAll(Bestsellers.layer, CatalogImport.layer, Prices.layer, ProductSearch.layer)),
  Layer.provideMerge(Promotions.layer),
  Layer.provideMerge(Layer.mergeAll(Carts.layer, Catalog.layer, Identity.layer, Inventory.layer, Jobs.layer)),
  // On their own: one more layer among those above changes the order of fibers at a start, and with it every
  // simulation.
  Layer.provideMerge(Layer.mergeAll(Clients.layer, StaffTrail.layer)),
  Layer.provideMerge(Goods.layer),
  Layer.provideMerge(ProductPictures.layer),
  Layer.provideMerge(Readiness.layer)
)

/** The caller's transactions, in which the shop's reactions run, source of ids and secrets, and policy. */
const composed = Layer.effectContext(
  Effect.gen(function*() {
    const context = yield* Effect.context<Transactions.Transactions | Entropy | Policy>()
    const transactions = ReactionRuns.transactionsWith(
      Context.get(context, Transactions.Transactions),
      yield* Reactions
    )
    return Context.add(context, Transactions.Transactions, transactions)
  })
)

/** Why a store does not open its database. */
export type NotOpened = NotMigrated | InvalidInput | Migrations.TablesTooOld | SecretDiffers | CurrencyDiffers

/** Why a store's tables are not brought up to date. */
export type NotMigrated = Transactions.StoreUnavailable | Migrations.TablesTooNew | Migrations.TableTaken

export interface Options {
  /**
   * At least 32 bytes each: the store's secret, and those that it had before, newest first, whose capability addresses
   * and cursors are still accepted. Default: one that is made and stored in the database.
   */
  readonly secret?: string | readonly [string, ...ReadonlyArray<string>] | undefined
  /** `check`: the tables have to be up to date, by `layerMigrations` of another program. Default: `apply`. */
  readonly migrations?: "apply" | "check" | undefined
}

/** Of a store that shares its database with others. */
export interface DatabaseOptions {
  /**
   * The store's name in the database: its schema on PostgreSQL, what its tables' names begin with on SQLite. Lower-case
   * letters, digits and `_`. Default: none, for the only store.
   */
  readonly tables?: string | undefined
}

/** The whole store, its database brought up to date, over the caller's transactions and source of ids and secrets. */
export const layerOver = (
  options: Options
): Layer.Layer<
  Services,
  NotOpened,
  Transactions.Transactions | Entropy | PaymentProvider | WebhookSender | Policy
> =>
  useCases.pipe(
    Layer.provideMerge(
      options.secret === undefined
        ? keptSecret
        : configuredSecret(typeof options.secret === "string" ? [options.secret] : options.secret)
    ),
    Layer.provideMerge(migrated(options)),
    Layer.provideMerge(composed)
  )

/** The transactions over a SQL client, for the tables of one store. */
const transactionsFor = (
  tables: string | undefined
): Layer.Layer<Transactions.Transactions, Transactions.StoreUnavailable, SqlClient.SqlClient> => {
  if (tables === undefined) return SqlTransactions.layer
  if (!TableNames.isName(tables)) {
    return Layer.die(
      new Error(`a store's name in a database has to be like "shop_1", and is ${printValue(tables)}`)
    )
  }
  const names = Effect.map(OwnTables, (owners) => ({
    name: tables,
    migrations: [...migrations, ...owners.flatMap(Migrations.namesOf)]
  }))
  return Layer.provide(SqlTransactions.layer, Layer.effect(TableNames.TableNames, names))
}

/**
 * The whole store over a SQL client, with ids and secrets from the operating system. Each call is a store of its own:
 * two of them in one build share nothing but what they are provided with.
 */
export const layerWith = (
  options: Options & DatabaseOptions
): Layer.Layer<
  Services,
  NotOpened,
  SqlClient.SqlClient | PaymentProvider | WebhookSender | Policy
> =>
  apart(
    layerOver(options).pipe(
      Layer.provideMerge(transactionsFor(options.tables)),
      Layer.provideMerge(EntropyLive.layer)
    )
  )

/** The same with a payment provider that has tables of its own in the store's database: an owner in `OwnTables`. */
export const layerWithProvider = <E>(
  options: Options & DatabaseOptions,
  provider: Layer.Layer<PaymentProvider, E, Transactions.Transactions | Entropy>
): Layer.Layer<Services | PaymentProvider, NotOpened | E, SqlClient.SqlClient | WebhookSender | Policy> =>
  apart(
    layerOver(options).pipe(
      Layer.provideMerge(provider),
      Layer.provideMerge(transactionsFor(options.tables)),
      Layer.provideMerge(EntropyLive.layer)
    )
  )

/**
 * A layer that is built apart from the rest of a program. The library builds a layer once for each reference to it,
 * with whatever it was first provided with; parts that two stores have in common would all belong to the first.
 */
const apart = <A, E, R>(layer: Layer.Layer<A, E, R>): Layer.Layer<A, E, R> =>
  Layer.scopedContext(Effect.suspend(() => Layer.build(layer)) as Effect.Effect<Context.Context<A>, E, R | Scope.Scope>)

/** Brings a store's tables up to date and does nothing else, for programs that do that apart from serving. */
export const layerMigrations = (
  { tables }: DatabaseOptions = {}
): Layer.Layer<never, NotMigrated, SqlClient.SqlClient> =>
  apart(Layer.provide(
    Layer.effectDiscard(Effect.flatMap(OwnTables, (owners) => Migrations.run(migrations, owner, owners))),
    transactionsFor(tables)
  ))

/**
 * The only store of a program. A program with several makes each by `layerWith`.
 *
 * ```ts
 * const database = SqliteClient.layer({ filename: "store.db" })
 * const policy = Policy.layer({ baseUrl: "https://shop.example" })
 * const store = Store.layer.pipe(
 *   Layer.provide([database, MyPaymentProvider.layer, MyWebhookSender.layer, policy])
 * )
 * ```
 */
export const layer = layerWith({})

/**
 * Use cases and a program's own statements, all or nothing: statements of the
 * `SqlClient` that the store was built over, and use cases of this store that call nobody outside. They commit together, and a refusal of either undoes both. If the body handles the refusal of a use case, or of a `Store.transaction`
 * inside, that one alone is undone.
 *
 * ```ts
 * Store.transaction(Effect.gen(function*() {
 *   yield* carts.add(owner, productId, 1)
 *   yield* sql`INSERT INTO gift ${sql.insert({ owner: owner.principal, message })}`
 * }))
 * ```
 *
 * On PostgreSQL the body may run again, so what it does besides statements has to be repeatable. A body that waits for
 * anything but its statements is a defect. A `SqlError` that the body does not handle is the caller's; one that it
 * ignores is a defect, unless `sql.withTransaction` was around the statement, which is a savepoint here.
 */
export const transaction = Transactions.transaction

/** The rows that expire. */
const expiring = Effect.map(Policy, ({ trailMillis }) => [
  Idempotency.expiring,
  Identity.expiring,
  DraftRecords.expiring,
  SessionRecords.expiringHolders,
  StaffTrail.expiring(trailMillis),
  ...GoodsImports.expiring
])

/** The handler of each kind of job. */
export const handlers = Effect.gen(function*() {
  const checkout = yield* Checkout.Checkout
  const delegations = yield* Delegations.Delegations
  const refunds = yield* Refunds.Refunds
  const inbound = yield* InboundWebhooks.InboundWebhooks
  const reconciliation = yield* Reconciliation.Reconciliation
  const prices = yield* Prices.Prices
  const promotions = yield* Promotions.Promotions
  const subscriptions = yield* Subscriptions.Subscriptions
  const imports = yield* GoodsImports.GoodsImports
  const { reactionJobs } = yield* Events.Events
  const sweep = Expiry.sweep(yield* expiring, yield* Transactions.Transactions)
  const settle: JobHandler = (sessionId) => Effect.as(checkout.reconcile(SessionId.claimed.make(sessionId)), undefined)
  return {
    checkout: checkout.runJob,
    delegation: delegations.runJob,
    refund: refunds.runJob,
    inbound: inbound.runJob,
    deliver: subscriptions.deliver,
    [Prices.jobKind]: prices.runJob,
    [Promotions.jobKind]: promotions.runJob,
    [GoodsImports.jobKind]: imports.runJob,
    [PaymentWalk.jobKind]: reconciliation.runWalk,
    [PaymentWalk.settlementKind]: settle,
    [UnmatchedPayments.jobKind]: reconciliation.refundUnknown,
    [Expiry.jobKind]: sweep,
    ...reactionJobs
  }
})

/** Runs the background work of the store that it is provided with until its scope closes. */
export const background: Layer.Layer<never, Transactions.StoreUnavailable, Services> = Layer.fresh(Layer.scopedDiscard(
  Effect.gen(function*() {
    const jobs = yield* Jobs.Jobs
    const { isAlone, write } = yield* Transactions.Transactions
    const now = yield* Clock.currentTimeMillis
    yield* write(Effect.zipRight(
      Expiry.plan(yield* expiring, isAlone),
      jobs.schedule(PaymentWalk.jobKind, "store", now)
    ))
    yield* Effect.forkScoped(jobs.run(yield* handlers))
  })
))
