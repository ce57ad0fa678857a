/**
 * The facts of events as the table has them, and as the messages about them print them.
 *
 * The rule: an amount is minor units; it gets decimals where a message is printed. Whatever has no amount is stored as
 * the data of its message. Follows docs/specification.md#events.
 */
import type { OrderId } from "@beauty-store/domain/Ids"
import type { Currency } from "@beauty-store/domain/Money"
import * as Codec from "@beauty-store/sql/Codec"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import { eventDataIn, type EventFacts, type EventType } from "./DomainEvents.ts"

/** An event's facts, as its row is to have them. */
export const dataOf = (orderId: OrderId, { data = {} }: EventFacts): string => JSON.stringify({ orderId, ...data })

/** An event's facts, by its row. */
export const factsIn = (data: string): Record.ReadonlyRecord<string, unknown> => {
  const { orderId: _, ...facts } = JSON.parse(data)
  return facts
}

const encodersIn = (currency: Currency) =>
  Record.map(eventDataIn(currency), (schema) => Codec.encoder(schema as Schema.Schema<unknown, object>))
const encoders = new Map<string, ReturnType<typeof encodersIn>>()

/** The data of the message about an event, by its row. */
export const printed = (
  orderId: string,
  { data, type }: { readonly data: string; readonly type: EventType }
): string => {
  const facts = factsIn(data)
  if (!("amountMinor" in facts)) return data
  const currency = String(facts["currency"])
  const known = encoders.get(currency) ?? encodersIn(currency)
  encoders.set(currency, known)
  return JSON.stringify({ orderId, ...known[type](facts) })
}
