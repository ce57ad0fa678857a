/**
 * A whole store for a test, in this process: its use cases over SQLite in memory, with a payment provider in memory,
 * and its background work. It reads the time and waits by Effect's `Clock` only, so that 40 minutes or 40 years pass in
 * milliseconds by the `TestClock`. Each build is a store of its own.
 *
 * @since 1.0.0
 */
import { type Assortment, CatalogImport } from "@beauty-store/commerce/catalog/CatalogImport"
import * as WebhookSender from "@beauty-store/commerce/partners/WebhookSender"
import type { PaymentProvider } from "@beauty-store/commerce/payment/PaymentProvider"
import * as Policy from "@beauty-store/commerce/Policy"
import * as Store from "@beauty-store/commerce/Store"
import { printValue } from "@beauty-store/domain/PrintedValue"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import * as SqlClient from "@effect/sql/SqlClient"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import * as InMemoryPaymentProvider from "./InMemoryPaymentProvider.ts"

export interface Options {
  /** What the shop sells at first. Default: nothing. */
  readonly assortment?: Assortment | undefined
  /** What differs from the default policy. Default: a shop at `https://shop.test`. */
  readonly policy?: Partial<Policy.StorePolicy> | undefined
  /**
   * The shop's own, `Reactions.layer(…)`, built anew for each store. They may need the client of the store's database:
   * what they write is committed with what they react to.
   */
  readonly reactions?: Layer.Layer<never, never, SqlClient.SqlClient> | undefined
  /** Statements that make tables of the shop's own, before the store starts. */
  readonly tables?: ReadonlyArray<string> | undefined
  /** Whether jobs run as they fall due. Default: true. Without it a test runs them by `Jobs.runDue`. */
  readonly background?: boolean | undefined
  /** To which moment the test's clock is set before the store opens: `"2026-03-01T09:00:00Z"`. Default: as it is. */
  readonly startsAt?: DateTime.DateTime.Input | undefined
}

const stocked = (assortment: Assortment) =>
  Layer.effectDiscard(Effect.flatMap(CatalogImport, (catalog) => catalog.add(assortment)))

const made = (tables: ReadonlyArray<string>) =>
  Layer.effectDiscard(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => Effect.forEach(tables, (statement) => sql.unsafe(statement), { discard: true })
    )
  )

/** Sets the test's clock. */
const start = (startsAt: DateTime.DateTime.Input): Effect.Effect<void> => {
  const moment = Option.getOrUndefined(DateTime.make(startsAt))
  if (moment === undefined || moment.epochMillis < 0) {
    return Effect.dieMessage(`StoreTest: startsAt is no moment from 1970 on: ${printValue(startsAt)}`)
  }
  return Effect.catchAllDefect(
    TestClock.setTime(moment.epochMillis),
    () => Effect.dieMessage("StoreTest: startsAt needs a test clock, as `it.effect` has: provide `TestContext`")
  )
}

/**
 * The store's services, the provider's controls, and the client of the database. What fails at a start is a defect.
 *
 * ```ts
 * it.effect("an unpaid checkout ends after half an hour", () =>
 *   Effect.gen(function*() {
 *     …
 *     yield* TestClock.adjust("31 minutes")
 *     …
 *   }).pipe(Effect.provide(StoreTest.layer({ assortment }))))
 * ```
 */
export const layer = (
  { assortment, background = true, policy = {}, reactions, startsAt, tables }: Options = {}
): Layer.Layer<
  Store.Services | PaymentProvider | InMemoryPaymentProvider.InMemoryPaymentProvider | SqlClient.SqlClient
> =>
  // Built apart from everything else: a layer is built once for each reference to it, and two stores of one test have
  // nothing in common.
  Layer.scopedContext(Effect.zipRight(
    startsAt === undefined ? Effect.void : start(startsAt),
    Layer.build(
      Layer.mergeAll(
        background ? Store.background : Layer.empty,
        assortment === undefined ? Layer.empty : stocked(assortment)
      ).pipe(
        Layer.provideMerge(Store.layer),
        Layer.provide([WebhookSender.layerNoop, Policy.layer({ baseUrl: "https://shop.test", ...policy })]),
        Layer.provideMerge(InMemoryPaymentProvider.layer),
        Layer.provide(reactions === undefined ? Layer.empty : Layer.fresh(reactions)),
        Layer.provide(tables === undefined ? Layer.empty : made(tables)),
        Layer.provideMerge(SqliteClient.layer({ filename: ":memory:" })),
        Layer.orDie
      )
    )
  ))
