/**
 * Lists that are filtered and sorted by time: the statement for the filters that are given. A list is sorted by ids,
 * which grow with time, and a page begins after the last id of the one before; days are a range of ids, too. Each
 * combination of filters is a text of its own, so that the index is used. Follows docs/specification.md#lists.
 */
import { foldEmail } from "@beauty-store/domain/Address"
import type { Day } from "@beauty-store/domain/Days"
import * as Days from "@beauty-store/domain/Days"
import type { OrderId, ProductId } from "@beauty-store/domain/Ids"
import type { Owner, Principal } from "@beauty-store/domain/Principal"
import { bodyOf, ReferenceNumber } from "@beauty-store/domain/ReferenceNumber"
import { TimeSort } from "@beauty-store/domain/TimeSort"
import * as Codec from "@beauty-store/sql/Codec"
import type { Page } from "@beauty-store/sql/Cursor"
import * as Cursor from "@beauty-store/sql/Cursor"
import { idsFromMoment } from "@beauty-store/sql/Entropy"
import * as Query from "@beauty-store/sql/Query"
import {
  type Dialect,
  type Parameter,
  type Transaction,
  type Transactions,
  withTransaction
} from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import * as InputChecks from "../InputChecks.ts"

/** What every filtered list takes. */
export interface Paging extends Cursor.Paging {
  /** Default: newest first. */
  readonly sort?: TimeSort | undefined
}

/** The days between which something was made, both included. */
export interface DayRange {
  readonly from?: Day | undefined
  readonly to?: Day | undefined
}

/** What every list of what shoppers have takes. */
export interface Filter extends Paging, DayRange {
  /** Of the person, in any spelling (`foldEmail`). */
  readonly email?: string | undefined
  readonly orderId?: OrderId | undefined
  readonly orderNumber?: ReferenceNumber | undefined
  /** A product that it is about. */
  readonly productId?: ProductId | undefined
  /** Only what has waited for staff for too long (`Overdue`). */
  readonly overdue?: true | undefined
}

export const pagingFields = { ...InputChecks.Paging.fields, sort: Schema.optional(TimeSort) }
export const dayFields = { from: Schema.optional(Days.Day), to: Schema.optional(Days.Day) }
export const filterFields = {
  ...pagingFields,
  ...dayFields,
  email: Schema.optional(Schema.String),
  orderId: Schema.optional(Schema.String),
  orderNumber: Schema.optional(Schema.typeSchema(ReferenceNumber)),
  productId: Schema.optional(Schema.String),
  overdue: Schema.optional(Schema.Literal(true))
}

/** A condition with its parameters. */
export interface Condition {
  readonly text: Query.Text
  readonly parameters: ReadonlyArray<Parameter>
}

export const where = (text: Query.Text, ...parameters: ReadonlyArray<Parameter>): Condition => ({ text, parameters })

/** A condition on a column's value, where there is one. */
export const equal = (column: string, value: Parameter | undefined): ReadonlyArray<Condition> =>
  value === undefined ? [] : [where(`${column} = ?`, value)]

/** A condition on a column of folded email addresses, where there is one. */
export const ofEmail = (column: string, email: string | undefined): ReadonlyArray<Condition> =>
  equal(column, email === undefined ? undefined : foldEmail(email))

/** A condition on a column of numbers for people, where there is one. */
export const ofNumber = (column: string, number: ReferenceNumber | undefined): ReadonlyArray<Condition> =>
  equal(column, number === undefined ? undefined : bodyOf(number))

/** A row's moment and its id are taken one after the other: the range of ids is this much wider than that of moments. */
const marginMillis = 3_600_000

/** The conditions of days: on the moments, and on the ids, by which rows are found. */
export const within = (
  { from, to }: DayRange,
  { column, key, prefix }: { readonly column: string; readonly key: string; readonly prefix: string },
  timeZone: Days.TimeZone
): ReadonlyArray<Condition> => {
  const conditions: Array<Condition> = []
  if (from !== undefined) {
    const first = Days.startOfDay(from, timeZone)
    conditions.push(where(`${column} >= ?`, first), where(`${key} >= ?`, idsFromMoment(prefix, first - marginMillis)))
  }
  if (to !== undefined) {
    const last = Days.endOfDay(to, timeZone)
    conditions.push(where(`${column} <= ?`, last), where(`${key} <= ?`, idsFromMoment(prefix, last + marginMillis)))
  }
  return conditions
}

/** Whose list it is. */
export interface Reader {
  readonly principal: Principal
  readonly owner: Owner
}

/** Staff see all orders, `o`; everybody else their own, and of an agent's those for one person where it names one. */
export const ordersVisibleTo = ({ owner, principal }: Reader): ReadonlyArray<Condition> =>
  principal.kind === "staff" ? [] : [
    where("o.principal = ?", owner.principal),
    ...(owner.shopper === "" ? [] : [where("o.shopper = ?", owner.shopper)])
  ]

/** The person about whom an agent asks, as a filter. */
export const personOf = ({ shopper }: Owner): { readonly shopper?: string } => shopper === "" ? {} : { shopper }

/** Where a list comes from, as the filters need it. */
export interface Source {
  /** The tables and joins. */
  readonly from: string
  /** The column of ids by which it is sorted. */
  readonly key: string
  readonly conditions: ReadonlyArray<Condition>
}

/** Before and after every id: ids are ASCII. */
const ends = { "-createdAt": "~", createdAt: "" }
const names = { "-createdAt": "", createdAt: " oldest first" }

const sortOf = ({ sort = "-createdAt" }: Paging) => sort

/** What a list is filtered by: everything but the place in it. */
const filterOf: (paging: Paging) => object = Struct.omit("cursor", "limit", "sort")

/** A list of rows that have an `id`. `name`: of its cursors. */
export const list = <A extends { readonly id: string }, I>(
  secret: { readonly key: Uint8Array },
  name: string,
  { columns, row }: { readonly columns: string; readonly row: Schema.Schema<A, I> }
) => {
  const decode = Codec.decoder(Schema.Array(row))
  const places = {
    "-createdAt": Cursor.cursors(secret, `${name}${names["-createdAt"]}`, Schema.String),
    createdAt: Cursor.cursors(secret, `${name}${names.createdAt}`, Schema.String)
  }
  const texts = new Map<string, ReturnType<typeof Query.compile>>()
  const start = (
    paging: Paging
  ): Effect.Effect<string, Cursor.InvalidCursor> =>
    paging.cursor === undefined
      ? Effect.succeed(ends[sortOf(paging)])
      : places[sortOf(paging)].decode(paging.cursor, filterOf(paging))
  const rows = (
    { conditions, from, key }: Source,
    after: string,
    { limit, sort = "-createdAt" }: Paging
  ): Effect.Effect<ReadonlyArray<A>, never, Transaction> => {
    const isDescending = sort === "-createdAt"
    const all = [...conditions, where(`${key} ${isDescending ? "<" : ">"} ?`, after)]
    const textFor = (dialect: Dialect) =>
      `SELECT ${columns} FROM ${from}
       WHERE ${all.map(({ text }) => typeof text === "string" ? text : text[dialect]).join(" AND ")}
       ORDER BY ${key} ${isDescending ? "DESC" : "ASC"} LIMIT ?`
    const text = { sqlite: textFor("sqlite"), pg: textFor("pg") }
    let compiled = texts.get(text.sqlite)
    if (compiled === undefined) texts.set(text.sqlite, compiled = Query.compile(text))
    const parameters = [...all.flatMap((one) => one.parameters), limit + 1]
    const statement = compiled
    return withTransaction((transaction) => transaction.rows(statement[transaction.kind], parameters, decode))
  }
  const page = (
    rows: ReadonlyArray<A>,
    paging: Paging
  ): Page<A> => Cursor.page(rows, paging.limit, ({ id }) => places[sortOf(paging)].encode(id, filterOf(paging)))
  const search = Effect.fnUntraced(function*(
    { read }: typeof Transactions.Service,
    source: Source,
    paging: Paging,
    mayRead = true
  ) {
    const after = yield* start(paging)
    return page(mayRead ? yield* read(rows(source, after, paging)) : [], paging)
  })
  return {
    /** A page of the list. `paging` has everything that filters it: its cursors are for that. */
    read: <P extends Paging>(transactions: typeof Transactions.Service, source: Source, paging: P) =>
      search(transactions, source, paging),
    /** A page of what shoppers have, for a reader. Staff that may not read orders find nothing of it. */
    readFor: <P extends Paging>(
      transactions: typeof Transactions.Service,
      { kind, scopes }: Principal,
      source: Source,
      paging: P
    ) => search(transactions, source, paging, kind !== "staff" || scopes.includes("orders:read"))
  }
}
