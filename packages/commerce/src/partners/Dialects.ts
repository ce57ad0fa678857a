/**
 * The forms that messages to partners can have beside the shop's own: what they say, and how they are signed.
 *
 * A dialect belongs to a protocol and is given to the store by name when it is composed; a subscription names the one that
 * it wants. The shop's own form is none of them. Follows docs/specification.md#webhooks-out.
 */
import * as Context from "effect/Context"
import type { OrderHistory } from "../orders/OrderHistory.ts"
import type { EventType } from "../records/Events.ts"

/** The form of the messages to partners who do not take the shop's own. */
export interface Dialect {
  /**
   * The body of a message about an order as it stands now, which may be long after the event; none where the dialect has
   * no message for such an event. `seq` is the event's number among the order's.
   */
  readonly body: (event: { readonly type: EventType; readonly seq: number }, order: OrderHistory) => string | undefined
  /** The headers that prove a message, each attempt anew. `secret` as the partner was shown it. */
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
