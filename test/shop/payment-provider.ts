/**
 * The simulated payment provider alone: on which database, under which faults, and what the merchant does with what it
 * is told. Its pages on a socket are in `payment-pages.ts`.
 */
import type { NotificationMessage } from "@beauty-store/commerce/payment/PaymentProvider"
import { type HttpPost, NoResponse } from "@beauty-store/outbound/HttpPost"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import type * as SqlClient from "@effect/sql/SqlClient"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { type Plan, simulatedProvider } from "./shop.ts"

/** What the merchant does with a message: answer with a status, or be unreachable. */
export type Receive = (message: NotificationMessage, attempt: number) => number | "unreachable"

/** Whoever is told of payments. */
export interface Merchant {
  readonly received: Array<NotificationMessage>
  receive: Receive
}

export const merchant = (receive: Receive = () => 200): Merchant => ({ received: [], receive })

/** A post that knows one address: the merchant's. */
const toMerchant = (merchant: Merchant): Context.Tag.Service<HttpPost> => ({
  send: ({ body, headers, url }) =>
    Effect.suspend(() => {
      const answer = url === "http://localhost:3000/api/payments/notifications"
        ? merchant.receive({ headers, body }, merchant.received.push({ headers, body }))
        : 404
      return answer === "unreachable"
        ? new NoResponse({ reason: "unreachable" })
        : Effect.succeed({ status: answer, body: "{}" })
    })
})

/** A database each time: one layer would be one database to all who use it. */
export const file = (filename: string): Layer.Layer<SqlClient.SqlClient> =>
  Layer.orDie(SqliteClient.layer({ filename }))

export const memory = (): Layer.Layer<SqlClient.SqlClient> => file(":memory:")

/** The URL is asked for when the layer is built: test databases exist inside hooks only. */
export const postgres = (url: () => string): Layer.Layer<SqlClient.SqlClient> =>
  Layer.unwrapEffect(
    Effect.sync(() => Layer.orDie(PgClient.layer({ url: Redacted.make(url()), maxConnections: 12 })))
  )

/** Faster than the demonstration, so that a suite need not wait. */
const hasty: Plan = {
  settlement: () => Effect.succeed({ afterMillis: 100, status: "succeeded" }),
  refund: () => Effect.succeed({ afterMillis: 50, failure: undefined, reversal: undefined })
}

export interface Options {
  readonly faults?: Plan
  readonly merchant?: Merchant
  /** Where its pages are. */
  readonly publicUrl?: Effect.Effect<string>
}

export const provider = <E>(
  { database, faults, merchant: told = merchant(), publicUrl }: Options & {
    readonly database: Layer.Layer<SqlClient.SqlClient, E>
  }
) => simulatedProvider({ database, post: toMerchant(told), faults: { ...hasty, ...faults }, publicUrl })
