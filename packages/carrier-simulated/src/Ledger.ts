/**
 * The carrier's ledger: its tables, and the statements that read and change them, in a database apart from the store's.
 * A parcel's row is locked before any decision about it. The next step and its time (`step`, `next_at`) are written
 * with the current step, so that a restart continues from there. Follows docs/specification.md#simulated-carrier.
 */
import * as JobTable from "@beauty-store/sql/JobTable"
import type { Migration } from "@beauty-store/sql/Migrations"
import * as Query from "@beauty-store/sql/Query"
import * as Schema from "effect/Schema"

const baseline: Migration = {
  name: "001_baseline",
  statements: ({ clustered, id }) => [
    // `withdrawn`: nothing is shipped, whatever comes later. `step`: the next step of the journey.
    `CREATE TABLE parcel (
      order_id ${id} PRIMARY KEY,
      status TEXT NOT NULL CHECK (status IN ('awaiting', 'moving', 'delivered', 'withdrawn')),
      tracking_number TEXT NOT NULL,
      estimated_delivery TEXT,
      stage_millis BIGINT NOT NULL,
      step INTEGER NOT NULL,
      next_at BIGINT NOT NULL,
      scans TEXT NOT NULL
    ) ${clustered}`,
    `CREATE TABLE return_parcel (
      id ${id} PRIMARY KEY,
      order_id TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('awaiting', 'scanned', 'withdrawn'))
    ) ${clustered}`,
    // `result`: the shop's result, once there is one.
    `CREATE TABLE message (
      id ${id} PRIMARY KEY,
      order_id TEXT NOT NULL,
      event TEXT NOT NULL,
      body TEXT NOT NULL,
      at BIGINT NOT NULL,
      result TEXT
    ) ${clustered}`,
    // One row, once the shop has accepted the carrier's subscription.
    `CREATE TABLE account (
      n INTEGER PRIMARY KEY CHECK (n = 1),
      subscription_id TEXT NOT NULL,
      url TEXT NOT NULL,
      secret TEXT NOT NULL
    )`,
    ...JobTable.create({ clustered, id })
  ]
}

/** All migrations, oldest first. */
export const migrations: ReadonlyArray<Migration> = [baseline]

const Scans = Query.Json(Schema.Array(Schema.Struct({
  timestamp: Schema.String,
  location: Schema.String,
  status: Schema.Literal("shipped", "in_transit", "out_for_delivery", "delivered")
})))
export const encodeScans = Schema.encodeSync(Scans)

export const Parcel = Schema.Struct({
  orderId: Schema.String,
  status: Schema.Literal("awaiting", "moving", "delivered", "withdrawn"),
  trackingNumber: Schema.String,
  estimatedDelivery: Schema.NullOr(Schema.String),
  stageMillis: Query.Int,
  step: Query.Int,
  nextAt: Query.Int,
  scans: Scans
})
export type Parcel = typeof Parcel.Type

const parcelColumns = `order_id AS "orderId", status, tracking_number AS "trackingNumber",
  estimated_delivery AS "estimatedDelivery", stage_millis AS "stageMillis", step, next_at AS "nextAt", scans`

export const parcel = Query.first(Parcel)<[orderId: string]>(`SELECT ${parcelColumns} FROM parcel WHERE order_id = ?`)

/** Locks a parcel. Comes before any decision about it. */
export const lockParcel = Query.first(Parcel)<[orderId: string]>(
  `SELECT ${parcelColumns} FROM parcel WHERE order_id = ? FOR UPDATE`
)

/** Returns 0 where the order is already known. */
export const insertParcel = Query.insertIfNew(
  "parcel",
  ["order_id", "status", "tracking_number", "stage_millis", "step", "next_at", "scans"],
  "ON CONFLICT (order_id) DO NOTHING"
)

export const moveParcel = Query.changeOne<
  [
    status: Parcel["status"],
    estimatedDelivery: string | null,
    step: number,
    nextAt: number,
    scans: string,
    orderId: string
  ]
>("UPDATE parcel SET status = ?, estimated_delivery = ?, step = ?, next_at = ?, scans = ? WHERE order_id = ?")

/** Updates a parcel whose journey is not over. */
export const setParcelStatus = Query.change<[status: Parcel["status"], orderId: string]>(
  "UPDATE parcel SET status = ? WHERE order_id = ? AND status IN ('awaiting', 'moving')"
)

const ReturnParcel = Schema.Struct({
  orderId: Schema.String,
  status: Schema.Literal("awaiting", "scanned", "withdrawn")
})
export const returnParcel = Query.first(ReturnParcel)<[id: string]>(
  `SELECT order_id AS "orderId", status FROM return_parcel WHERE id = ? FOR UPDATE`
)

/** Returns 0 where the return is already known. */
export const insertReturnParcel = Query.insertIfNew(
  "return_parcel",
  ["id", "order_id", "status"],
  "ON CONFLICT (id) DO NOTHING"
)

/** Updates a return that has not been scanned. */
export const setReturnStatus = Query.change<[status: typeof ReturnParcel.Type["status"], id: string]>(
  "UPDATE return_parcel SET status = ? WHERE id = ? AND status = 'awaiting'"
)

const Message = Schema.Struct({
  id: Schema.String,
  orderId: Schema.String,
  event: Schema.String,
  body: Schema.String,
  at: Query.Int,
  result: Schema.NullOr(Schema.String)
})
export type Message = typeof Message.Type

export const message = Query.first(Message)<[id: string]>(
  `SELECT id, order_id AS "orderId", event, body, at, result FROM message WHERE id = ?`
)
export const insertMessage = Query.insertIfNew(
  "message",
  ["id", "order_id", "event", "body", "at"],
  "ON CONFLICT (id) DO NOTHING"
)
/** The first result counts: the response to a repeat adds nothing. */
export const setMessageResult = Query.change<[result: string, id: string]>(
  "UPDATE message SET result = ? WHERE id = ? AND result IS NULL"
)

const Account = Schema.Struct({ subscriptionId: Schema.String, url: Schema.String, secret: Schema.String })
export const account = Query.first(Account)(
  `SELECT subscription_id AS "subscriptionId", url, secret FROM account WHERE n = 1`
)
export const setAccount = Query.insert(
  "account",
  ["n", "subscription_id", "url", "secret"],
  "ON CONFLICT (n) DO UPDATE SET subscription_id = excluded.subscription_id, url = excluded.url, secret = excluded.secret"
)
