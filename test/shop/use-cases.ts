/**
 * A shop whose use cases are called in this process: a fresh store on SQLite and on PostgreSQL, a fake payment
 * provider, a clock that only the test moves, and a way to make statements fail: `onBoth("carts", (test) => { test("…",
 * effect) })`. After every test the books are audited (`audit.ts`).
 */
import { type Assortment, CatalogImport } from "@beauty-store/commerce/catalog/CatalogImport"
import type { CheckoutRequest } from "@beauty-store/commerce/checkout/HostedCheckout"
import type { Owner } from "@beauty-store/commerce/identity/Identity"
import { PaymentProvider } from "@beauty-store/commerce/payment/PaymentProvider"
import type { StorePolicy } from "@beauty-store/commerce/Policy"
import { Reconciliation } from "@beauty-store/commerce/reconciliation/Reconciliation"
import * as Store from "@beauty-store/commerce/Store"
import { gtinCheckDigit } from "@beauty-store/domain/Catalog"
import * as Jobs from "@beauty-store/sql/Jobs"
import type { Owner as TablesOwner } from "@beauty-store/sql/Migrations"
import * as InMemoryPaymentProvider from "@beauty-store/testing/InMemoryPaymentProvider"
import { SqliteClient } from "@effect/sql-sqlite-node"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { audit } from "../../packages/commerce/test/audit.ts"
import {
  dueNext,
  dueWhere,
  inMemory,
  makeWorld,
  suitesOf,
  type Test as WorldTest,
  World as DatabaseWorld
} from "../world/database-world.ts"
import { store } from "./shop.ts"
import { delivery } from "./shopper.ts"

export type { Checkpoint } from "../world/checkpoint.ts"
export {
  countOf,
  days,
  dueNext,
  hours,
  minutes,
  pgClient,
  seconds,
  sleepThrough,
  untilBlocked
} from "../world/database-world.ts"
export { until } from "../world/waiting.ts"

/** The world of a shop: what every database under test has, and more. */
export class World extends Context.Tag("@beauty-store/commerce/test/World")<
  World,
  Context.Tag.Service<DatabaseWorld> & {
    readonly provider: InMemoryPaymentProvider.Controls
    /** What the auditor expects on hand of each product, but for what shipped and was restocked. */
    readonly shelf: Map<string, number>
  }
>() {}

export type Services = Store.Services | DatabaseWorld | World

export interface Options {
  readonly policy?: Partial<StorePolicy>
  /** Of the shop's own, instead of the defaults. */
  readonly strategies?: Layer.Layer<never>
  /** Without the assortment, for tests that stock their own. */
  readonly bare?: boolean
  /** The shop's own reactions to events. */
  readonly reactions?: Layer.Layer<never>
  /** Who has tables beside the store. */
  readonly owners?: ReadonlyArray<TablesOwner>
  readonly timeout?: number
}

/** A store over a client, and what happens in it. Where it is stocked already, that is not done again. */
const run = <E>(
  body: Effect.Effect<void, E, Services>,
  sql: SqlClient.SqlClient,
  options: Options = {},
  isStocked = false
) => {
  const { within, world } = makeWorld(sql)
  const shelf = new Map<string, number>()
  const provider = InMemoryPaymentProvider.make()
  const useCases = store({
    database: Layer.succeed(SqlClient.SqlClient, world.client),
    provider: Layer.succeed(PaymentProvider, provider.service),
    policy: options.policy,
    reactions: options.reactions,
    owners: options.owners
  }).pipe(Layer.provideMerge(options.strategies ?? Layer.empty))
  return within(
    Effect.gen(function*() {
      if (options.bare !== true) {
        if (!isStocked) yield* (yield* CatalogImport).add(assortment)
        for (const { id, onHand } of assortment.brands.flatMap(({ products }) => products)) shelf.set(id, onHand)
      }
      // As a server that has started: before that, charges are counted later.
      yield* (yield* Reconciliation).catchUp
      provider.calls.length = 0
      yield* body
      world.faults.checkpoint = () => undefined
      yield* audit(world.sql, shelf)
    }).pipe(Effect.provideService(World, { ...world, provider, shelf }), Effect.provide(useCases))
  )
}

/** What happens in a store on a SQLite file. */
export const inFile = <E>(filename: string, body: Effect.Effect<void, E, Services>): Promise<void> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => run(body, sql)).pipe(
    Effect.provide(SqliteClient.layer({ filename })),
    Effect.runPromise
  )

/**
 * So many at once, where a test has more to do: three for each connection. A busy machine would not serve a hundred
 * within the time that the store lets anybody wait for one.
 */
export const crowd = { concurrency: 24 }

export type Test = WorldTest<Services, Options>

/** The bytes of a SQLite whose store has opened once, and been stocked unless it is to be bare. */
const openedOnce = (bare: boolean): Promise<Uint8Array> => {
  let bytes: Uint8Array = new Uint8Array()
  return inMemory((sql) => run(Effect.map(Effect.orDie(sql.export), (all) => void (bytes = all)), sql, { bare }))
    .then(() => bytes)
}

/** Made once a process: to copy one takes a third of what it takes to make it. */
const images = new Map<boolean, Promise<Uint8Array>>()
const imageOf = (bare: boolean): Promise<Uint8Array> => {
  const image = images.get(bare) ?? openedOnce(bare)
  images.set(bare, image)
  return image
}

/** A body in a world of its own, on a fresh SQLite in memory. */
export const inFreshWorld = async <E>(body: Effect.Effect<void, E, Services>, options?: Options): Promise<void> => {
  // A database that was opened keeps its currency.
  const isOpened = options?.policy?.currency === undefined
  const image = isOpened ? Buffer.from(await imageOf(options?.bare === true)) : undefined
  await inMemory((sql) => run(body, sql, options, isOpened), image)
}

/** The catalogue of a store begins with a version, which its migrations insert. */
const withVersion = (sql: SqlClient.SqlClient) =>
  sql.unsafe(`DO $$ BEGIN
    IF to_regclass('catalog_version') IS NOT NULL THEN INSERT INTO catalog_version (one, version) VALUES (1, 1); END IF;
  END $$`)

export const { onBoth, onPostgres, onSqlite } = suitesOf<Services, Options>({
  inFreshWorld,
  onServer: (body, sql, options) => Effect.zipRight(withVersion(sql), run(body, sql, options))
})

/** A product of the tests' shop. */
const product = (
  n: number,
  id: string,
  name: string,
  priceMinor: number,
  onHand: number,
  more: { readonly category?: "skincare" | "make-up" | "hair" | "fragrance" | "body"; readonly description?: string } =
    {}
): Assortment["brands"][number]["products"][number] => {
  const leading = `400638${String(n).padStart(6, "0")}`
  return {
    id,
    brandId: n <= 4 ? "alba" : "rosa-nera",
    name,
    description: more.description ?? "",
    priceMinor,
    currency: "EUR",
    category: more.category ?? "skincare",
    gtin: `${leading}${gtinCheckDigit(leading)}`,
    size: { value: 30, unit: "ml" },
    onHand
  }
}

/** Plenty of serum, 5 creams, one last balm, no tonic; the rest is for searching. */
export const assortment: Assortment = {
  brands: [
    {
      id: "alba",
      name: "Alba",
      category: "skincare",
      products: [
        product(1, "serum", "Rose Serum", 2995, 1000),
        product(2, "cream", "Crème Riche", 1990, 5, { description: "For dry skin. Contains rose water." }),
        product(3, "balm", "Last Balm", 1250, 1),
        product(4, "tonic", "Tonic", 990, 0)
      ]
    },
    {
      id: "rosa-nera",
      name: "Rosa Nera",
      category: "fragrance",
      products: [
        product(5, "noir", "Noir", 8900, 50, { category: "fragrance", description: "Black rose, oud." }),
        product(6, "ecume", "Écume de Mer", 5400, 50, { category: "fragrance" }),
        product(7, "zeste", "zeste 30ml", 2995, 50, { category: "body" })
      ]
    }
  ]
}

export const owner = (principal: string, shopper = ""): Owner => ({ principal, shopper })
export const ada = owner("sho_ada")

/** With a letter beyond ASCII: an address goes through both databases and onto papers. */
export const address = { ...delivery.shipping, address: "Torstraße 1" }

export const request = (of: Owner): CheckoutRequest => ({
  owner: of,
  email: delivery.email,
  address,
  method: "standard",
  paymentMethod: undefined,
  returnUrl: undefined
})

/** Time passes, and the jobs that fall due on the way are done when they are due. */
export const pass = (millis: number) =>
  Effect.gen(function*() {
    const { clock } = yield* World
    const until = clock.now + millis
    for (let rounds = 0;; rounds++) {
      if (rounds > 5_000) return yield* Effect.dieMessage("the jobs come to no end")
      const next = yield* dueNext
      if (next === undefined || next > until) break
      clock.now = Math.max(clock.now, next)
      yield* runJobs
    }
    clock.now = until
  })

/** Does what is due now and nothing else. */
export const runJobs = Effect.gen(function*() {
  const jobs = yield* Jobs.Jobs
  const handlers = yield* Store.handlers
  yield* jobs.runDue(handlers)
})

/** When the next job is due of what is not finished: to look at a refund again that is done is none. */
export const unfinishedNext = dueWhere(
  "kind <> 'refund' OR subject NOT IN (SELECT id FROM refund WHERE state = 'succeeded')"
)

/** On hand and reserved of a product. */
export const stock = (productId: string) =>
  Effect.gen(function*() {
    const { sql } = yield* World
    const [row] = yield* sql<{ on_hand: unknown; reserved: unknown }>(
      `SELECT on_hand, reserved FROM stock WHERE product_id = '${productId}'`
    )
    return { onHand: Number(row!.on_hand), reserved: Number(row!.reserved) }
  })

/** So many units of a product are counted on the shelf. */
export const setStock = (productId: string, onHand: number) =>
  Effect.gen(function*() {
    const { shelf, sql } = yield* World
    const before = yield* stock(productId)
    yield* sql(`UPDATE stock SET on_hand = ${onHand} WHERE product_id = '${productId}'`)
    shelf.set(productId, shelf.get(productId)! + onHand - before.onHand)
  })
