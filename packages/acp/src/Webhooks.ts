/**
 * Messages about orders to an agent's platform: `order_create` once an order is confirmed, `order_update` after every
 * later event, each time with the whole order. Events from before the confirmation are not sent, however late their
 * turn is. Signed in `Merchant-Signature`: HMAC-SHA256 over `timestamp.body`, with the secret that the platform was
 * shown.
 *
 * @since 1.0.0
 */
import type { EventType } from "@beauty-store/commerce/events/DomainEvents"
import type { Dialect } from "@beauty-store/commerce/partners/Dialects"
import type { StorePolicy } from "@beauty-store/commerce/Policy"
import { formatMoment } from "@beauty-store/domain/Days"
import { createHmac } from "node:crypto"
import { order } from "./OrderPrinter.ts"

export { name } from "./Acp.ts"

/** Events that change nothing visible of the order: another event beside each of them reports the change. */
const silent: ReadonlySet<EventType> = new Set(["order.placed", "payment.succeeded", "payment.refused"])

/** `t=<unix seconds>,v1=<hex>` over the bytes of a body. */
export const signature = (secret: string, atMillis: number, body: Uint8Array): string => {
  const t = Math.floor(atMillis / 1000)
  return `t=${t},v1=${createHmac("sha256", secret).update(`${t}.`, "utf8").update(body).digest("hex")}`
}

export const dialect = (policy: StorePolicy): Dialect => ({
  body: ({ seq, type }, history) =>
    silent.has(type) || history.confirmedBy === undefined || seq < history.confirmedBy
      ? undefined
      : JSON.stringify({
        type: type === "order.created" ? "order_create" : "order_update",
        data: order(policy, history)
      }),
  sign: ({ atMillis, body, id, secret }) => ({
    "merchant-signature": signature(secret, atMillis, body),
    "request-id": id,
    timestamp: formatMoment(atMillis)
  })
})
