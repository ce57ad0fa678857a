/**
 * The facts of events as the table has them, and as the messages about them print them.
 *
 * The rule: an amount is minor units, in a column of its own; it becomes euros where a message is printed. Beside it,
 * `data` has the whole message's data: programs from before migration `030_event_amounts` send that as it is, and write
 * nothing else. Follows docs/specification.md#events.
 */
import type { OrderId } from "@beauty-store/domain/Ids"
import { fromNumber } from "@beauty-store/domain/Money"
import * as Codec from "@beauty-store/kernel/Codec"
import * as Query from "@beauty-store/kernel/Query"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import { eventData, type EventFacts, type EventType } from "./DomainEvents.ts"

/** The columns of an event's facts. */
export const columns = { data: Schema.String, amount_minor: Schema.NullOr(Query.Int) }
interface Columns {
  readonly data: string
  readonly amount_minor: number | null
}

const encoders = Record.map(eventData, (schema) => Codec.encoder(schema as Schema.Schema<unknown, object>))

/** The data of a message about an event. */
const print = (orderId: string, type: EventType, facts: unknown): string =>
  JSON.stringify({ orderId, ...encoders[type](facts) })

/** An event's facts, as its row is to have them. */
export const columnsOf = (orderId: OrderId, { data = {}, type }: EventFacts): Columns =>
  "amountMinor" in data
    ? { data: print(orderId, type, data), amount_minor: data.amountMinor }
    : { data: JSON.stringify({ orderId, ...data }), amount_minor: null }

/** An event's facts, by its row. */
export const factsIn = ({ amount_minor, data }: Columns): Record.ReadonlyRecord<string, unknown> => {
  const { amount, orderId: _, ...facts } = JSON.parse(data)
  if (amount === undefined) return facts
  return { ...facts, amountMinor: amount_minor ?? Option.getOrThrow(fromNumber(amount)) }
}

/** The data of the message about an event, by its row. */
export const printed = (orderId: string, row: Columns & { readonly type: EventType }): string =>
  row.amount_minor === null ? row.data : print(orderId, row.type, factsIn(row))
