/**
 * Lists of orders by filters: a principal's own, or all of them for staff that may read orders.
 *
 * An order is overdue where it is paid and has not wholly left, and the shop's days for that are over (`Overdue`). That
 * is a range of its payment's moment; what is paid later was placed later or at the same time, so only orders from
 * before then are looked at. Follows docs/specification.md#orders and docs/specification.md#overdue.
 */
import { foldPostcode, type ShippingAddress } from "@beauty-store/domain/Address"
import { OrderId, ProductId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import { fold, foldWords } from "@beauty-store/domain/Letters"
import { Currency } from "@beauty-store/domain/Money"
import { OrderStatus } from "@beauty-store/domain/Order"
import * as Overdue from "@beauty-store/domain/Overdue"
import type { ReferenceNumber } from "@beauty-store/domain/ReferenceNumber"
import { ShippingMethod } from "@beauty-store/domain/Shipping"
import type * as Cursor from "@beauty-store/sql/Cursor"
import { idsFromMoment } from "@beauty-store/sql/Entropy"
import * as Query from "@beauty-store/sql/Query"
import { StoreSecret } from "@beauty-store/sql/Secrets"
import { type StoreUnavailable, Transactions } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { checking } from "../InputChecks.ts"
import { Policy } from "../Policy.ts"
import { NumberColumn } from "../records/Numbers.ts"
import * as OrderRecords from "../records/OrderRecords.ts"
import * as FilteredList from "../staff/FilteredList.ts"

/** A product is one that it contains. Overdue is what is paid and should have left by now. */
export interface OrderFilter extends FilteredList.Filter {
  /** Beginnings of words of the recipient's name, and their postcode, in any spelling. */
  readonly name?: string | undefined
  readonly postcode?: string | undefined
  readonly status?: OrderStatus | undefined
}

/** What staff need of an order to pack it. */
export interface PackingFacts {
  readonly email: string
  readonly shippingMethod: ShippingMethod
  readonly shippingAddress: ShippingAddress
  readonly items: ReadonlyArray<{
    readonly productId: ProductId
    readonly name: string
    readonly quantity: number
    readonly shipped: number
  }>
}

/** An order in a list. */
export interface OrderSummary {
  readonly id: OrderId
  readonly orderNumber: ReferenceNumber
  readonly status: OrderStatus
  readonly totalMinor: number
  readonly currency: Currency
  readonly createdAt: number
  /** For staff only. */
  readonly packing?: PackingFacts
}

export type Search = (
  reader: FilteredList.Reader,
  filter: OrderFilter
) => Effect.Effect<Cursor.Page<OrderSummary>, InvalidInput | Cursor.InvalidCursor | StoreUnavailable>

const Row = Schema.Struct({
  id: OrderId,
  number: NumberColumn,
  status: OrderStatus,
  total_minor: Query.Int,
  currency: Currency,
  created_at: Query.Int,
  email: Schema.String,
  shipping_method: ShippingMethod,
  address: OrderRecords.AddressText
})

const LineRow = Schema.Struct({
  order_id: OrderId,
  product_id: ProductId,
  name: Schema.String,
  quantity: Query.Int,
  shipped: Query.Int
})
const oneOf = {
  sqlite: "IN (SELECT value FROM json_each(?))",
  pg: "IN (SELECT json_array_elements_text(?::json))"
}
const linesIn = (ids: string) =>
  `SELECT l.order_id, l.product_id, l.name, l.quantity, l.shipped FROM ${ids}
   JOIN order_line l ON l.order_id = g.value ORDER BY l.order_id, l.n`
/** The lines of several orders, by a JSON array of their ids. */
const linesOf = Query.all(LineRow)<[ids: string]>({
  sqlite: linesIn("json_each(?) g"),
  pg: linesIn("json_array_elements_text(?::json) g(value)")
})

const checkFilter = checking(Schema.Struct({
  ...FilteredList.filterFields,
  name: Schema.optional(Schema.String),
  postcode: Schema.optional(Schema.String),
  status: Schema.optional(OrderStatus)
}))

export const dependencies = Effect.all({
  transactions: Transactions,
  policy: Policy,
  rows: Effect.map(StoreSecret, (secret) =>
    FilteredList.list(secret, "orders", {
      columns: `o.id, o.number, o.status, o.total_minor, o.currency, o.created_at, o.email, o.shipping_method,
        o.address`,
      row: Row
    }))
})
type Dependencies = Effect.Effect.Success<typeof dependencies>

/** Lines of one product: of several in an order the first counts, so that the order is listed once. */
const byProduct = `order_line l JOIN orders o ON o.id = l.order_id`
const isFirst = `NOT EXISTS (
  SELECT 1 FROM order_line e WHERE e.order_id = l.order_id AND e.product_id = l.product_id AND e.n < l.n
)`

/** Paid at that moment or before, and not wholly shipped. */
const isOverdue = (key: string, since: number): ReadonlyArray<FilteredList.Condition> => [
  FilteredList.where("o.status = 'confirmed'"),
  FilteredList.where(`${key} < ?`, idsFromMoment(OrderId.prefix, since + 3_600_000)),
  FilteredList.where(
    "EXISTS (SELECT 1 FROM payment p WHERE p.order_id = o.id AND p.role = 'primary' AND p.at <= ?)",
    since
  )
]

const NamedRow = Schema.Struct({ order_id: OrderId })
type Range = readonly [from: string, to: string]
/** Orders of which a word of the recipient's name lies in one of three ranges. */
const namedIn = Query.all(NamedRow)<[...Range, ...Range, ...Range, limit: number]>(
  `SELECT order_id FROM order_name_word
   WHERE word >= ? AND word < ? OR word >= ? AND word < ? OR word >= ? AND word < ? LIMIT ?`
)
/** The words that begin with a text. */
const beginning = (text: string): Range => [text, `${text}\u{10FFFF}`]
/** Of more orders the newest are read until a page of them is found, which is soon. */
const few = 1000

const longer = (one: string, other: string): string => other.length > one.length ? other : one
const named = "(' ' || replace(o.name_folded, '-', ' ')) LIKE ? ESCAPE '\\'"
const patternOf = (word: string): string => `% ${word.replace(/[\\%_]/g, "\\$&")}%`

/**
 * Each word that is given begins one of the name. Older rows have the name in lower case, with its accents or without,
 * and with its marks.
 */
const isNamed = Effect.fnUntraced(function*(key: string, name: string) {
  const conditions: Array<FilteredList.Condition> = []
  let isIndexed = false
  for (const lower of name.toLowerCase().split(/[\s-]+/)) {
    const words = foldWords(lower).split(" ")
    const longest = words.reduce(longer)
    if (longest === "") continue
    const bare = fold(lower)
    conditions.push(FilteredList.where(
      `(${words.map(() => named).join(" AND ")} OR ${named} OR ${named})`,
      ...[...words, bare, lower].map(patternOf)
    ))
    if (isIndexed) continue
    const found = yield* namedIn(...beginning(longest), ...beginning(bare), ...beginning(lower), few + 1)
    isIndexed = found.length <= few
    if (isIndexed) {
      const ids = JSON.stringify(found.map(({ order_id }) => order_id))
      conditions.push(FilteredList.where({ sqlite: `${key} ${oneOf.sqlite}`, pg: `${key} ${oneOf.pg}` }, ids))
    }
  }
  return conditions.length === 0 ? [FilteredList.where("1 = 0")] : conditions
})

const summaryOf = (row: typeof Row.Type, lines: ReadonlyArray<typeof LineRow.Type> | undefined): OrderSummary => ({
  id: row.id,
  orderNumber: row.number,
  status: row.status,
  totalMinor: row.total_minor,
  currency: row.currency,
  createdAt: row.created_at,
  ...(lines === undefined ? {} : {
    packing: {
      email: row.email,
      shippingMethod: row.shipping_method,
      shippingAddress: row.address,
      items: lines.filter((line) => line.order_id === row.id)
        .map(({ name, product_id, quantity, shipped }) => ({ productId: product_id, name, quantity, shipped }))
    }
  })
})

export const search = ({ policy: { overdue, timeZone }, rows, transactions }: Dependencies): Search =>
  Effect.fnUntraced(function*(reader, filter) {
    yield* checkFilter(filter)
    const { email, name, orderId, orderNumber, postcode, productId, status } = filter
    const key = productId === undefined ? "o.id" : "l.order_id"
    const now = yield* Clock.currentTimeMillis
    const conditions = (named: ReadonlyArray<FilteredList.Condition>) => [
      ...FilteredList.ordersVisibleTo(reader),
      ...(productId === undefined
        ? []
        : [FilteredList.where("l.product_id = ?", productId), FilteredList.where(isFirst)]),
      ...FilteredList.equal("o.status", status),
      ...FilteredList.ofEmail("o.email_folded", email),
      ...FilteredList.equal(key, orderId),
      ...FilteredList.ofNumber("o.number", orderNumber),
      ...FilteredList.equal("o.postcode_folded", postcode === undefined ? undefined : foldPostcode(postcode)),
      ...named,
      ...(filter.overdue === undefined
        ? []
        : isOverdue(key, Overdue.overdueSince(overdue.shipWithinDays, now, timeZone))),
      ...FilteredList.within(filter, { column: "o.created_at", key, prefix: OrderId.prefix }, timeZone)
    ]
    const from = productId === undefined ? "orders o" : byProduct
    return yield* transactions.read(Effect.gen(function*() {
      const source = { from, key, conditions: conditions(name === undefined ? [] : yield* isNamed(key, name)) }
      const { data, nextCursor } = yield* rows.readFor(transactions, reader.principal, source, {
        ...filter,
        ...FilteredList.personOf(reader.owner)
      })
      const isForStaff = reader.principal.kind === "staff" && data.length > 0
      const lines = isForStaff ? yield* linesOf(JSON.stringify(data.map(({ id }) => id))) : undefined
      return { data: data.map((row) => summaryOf(row, lines)), nextCursor }
    }))
  })
