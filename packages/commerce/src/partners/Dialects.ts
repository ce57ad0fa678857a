/**
 * Dialects: the forms of messages to partners other than the shop's own, with their contents and signatures.
 *
 * A dialect belongs to a protocol and is given to the store by name when it is composed; a subscription names its
 * dialect. The shop's own form is not a dialect. Follows docs/specification.md#webhooks-out.
 *
 * @since 1.0.0
 */
import * as Context from "effect/Context"
import type { EventType } from "../events/DomainEvents.ts"
import type { OrderHistory } from "../orders/OrderHistory.ts"

/** The form of the messages to partners who do not use the shop's own. */
export interface Dialect {
  /**
   * The body of a message about the current state of an order, which may be long after the event; undefined where the
   * dialect has no message for such an event. `seq` is the event's number among the order's.
   */
  readonly body: (event: { readonly type: EventType; readonly seq: number }, order: OrderHistory) => string | undefined
  /** The headers that prove a message, for each attempt anew. `secret` as the partner was shown it. */
  readonly sign: (message: {
    readonly id: string
    readonly atMillis: number
    readonly body: Uint8Array
    readonly secret: string
  }) => Readonly<Record<string, string>>
}

/** The dialects that a shop can send messages in, by name. */
export class Dialects extends Context.Reference<Dialects>()("@beauty-store/commerce/Dialects", {
  defaultValue: (): Readonly<Record<string, Dialect>> => ({})
}) {}
