/**
 * Partners' lanes for tests: just enough of a store for events to happen, be kept and be sent, on a clock that the test
 * sets.
 */
import * as Events from "@beauty-store/commerce/events/Events"
import * as Subscriptions from "@beauty-store/commerce/partners/Subscriptions"
import type { WebhookSender } from "@beauty-store/commerce/partners/WebhookSender"
import * as StoreSettings from "@beauty-store/commerce/StoreSettings"
import { migrations } from "@beauty-store/commerce/Tables"
import { OrderId } from "@beauty-store/domain/Ids"
import * as Entropy from "@beauty-store/sql/Entropy"
import * as Jobs from "@beauty-store/sql/Jobs"
import * as Migrations from "@beauty-store/sql/Migrations"
import * as Query from "@beauty-store/sql/Query"
import * as SqlTransactions from "@beauty-store/sql/SqlTransactions"
import * as Transactions from "@beauty-store/sql/Transactions"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import type * as SqlClient from "@effect/sql/SqlClient"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"

/** The services that lanes need, over a sender and a database. */
export const lanesOn = <E>(
  sender: Layer.Layer<WebhookSender>,
  database: Layer.Layer<SqlClient.SqlClient, E>,
  secrets?: readonly [string, ...ReadonlyArray<string>]
) =>
  Subscriptions.layer.pipe(
    Layer.provideMerge(Events.layer),
    Layer.provideMerge(Jobs.layer),
    Layer.provideMerge(secrets === undefined ? StoreSettings.keptSecret : StoreSettings.configuredSecret(secrets)),
    Layer.provideMerge(Layer.effectDiscard(Migrations.run(migrations))),
    Layer.provideMerge(SqlTransactions.layer),
    Layer.provideMerge(Entropy.layer),
    Layer.provide(sender),
    Layer.provide(database),
    Layer.orDie
  )

/** The services that lanes need, over a sender and a database file. */
export const lanes = (
  sender: Layer.Layer<WebhookSender>,
  filename = ":memory:",
  secrets?: readonly [string, ...ReadonlyArray<string>]
) => lanesOn(sender, SqliteClient.layer({ filename }), secrets)

const insertOrder = Query.insert("orders", [
  "id",
  "principal",
  "shopper",
  "status",
  "email",
  "email_folded",
  "language",
  "address",
  "shipping_method",
  "currency",
  "subtotal_minor",
  "shipping_minor",
  "shipping_vat_minor",
  "total_minor",
  "vat",
  "events",
  "created_at"
])

export const order = (id: string) =>
  Effect.flatMap(Transactions.Transactions, ({ write }) =>
    write(insertOrder({
      id,
      principal: "p",
      shopper: "s",
      status: "confirmed",
      email: "a@b.example",
      email_folded: "a@b.example",
      language: "en",
      address: "{}",
      shipping_method: "standard",
      currency: "EUR",
      subtotal_minor: 1,
      shipping_minor: 0,
      shipping_vat_minor: 0,
      total_minor: 1,
      vat: "[]",
      events: 0,
      created_at: 0
    })))

/** A shipment of an order; partners see the number `n` as its tracking number. */
export const happens = (orderId: string, n: number) =>
  Effect.gen(function*() {
    const { write } = yield* Transactions.Transactions
    const events = yield* Events.Events
    yield* write(
      events.append(OrderId.make(orderId), {
        type: "order.shipped",
        source: "carrier",
        data: { carrier: "DHL", trackingNumber: String(n), items: [] }
      })
    )
  })

export const subscribe = (url = "https://partner.example/hook") =>
  Effect.flatMap(Subscriptions.Subscriptions, ({ create }) => create(url))

/** Does what is due at its time, up to a moment of the test's clock. */
export const until = (time: number) =>
  Effect.gen(function*() {
    const jobs = yield* Jobs.Jobs
    const { deliver } = yield* Subscriptions.Subscriptions
    for (let rounds = 0; rounds < 10_000; rounds++) {
      const next = Option.getOrUndefined(yield* jobs.runDue({ deliver }))
      if (next === undefined || next > time) return yield* TestClock.setTime(time)
      if (next > (yield* Clock.currentTimeMillis)) yield* TestClock.setTime(next)
    }
    return yield* Effect.dieMessage("the lanes never come to rest")
  })
