/**
 * Rules of what staff do: a ticket that is closed stays closed, and the trail has each change of staff exactly once,
 * with what it came to, and none that nobody asked for. A request whose response was lost may be in the trail or not,
 * but never twice; where it may also change nothing, only the upper bound holds.
 */
import * as AdminSchemas from "@beauty-store/http/contract/AdminSchemas"
import * as CatalogSchemas from "@beauty-store/http/contract/CatalogSchemas"
import { ClientWithSecret } from "@beauty-store/http/contract/ClientSchemas"
import * as RefundSchemas from "@beauty-store/http/contract/RefundSchemas"
import * as ReturnSchemas from "@beauty-store/http/contract/ReturnSchemas"
import * as StockSchemas from "@beauty-store/http/contract/StockSchemas"
import * as SupportSchemas from "@beauty-store/http/contract/SupportSchemas"
import * as WebhookSchemas from "@beauty-store/http/contract/WebhookSchemas"
import * as GoodsSchemas from "@beauty-store/http/internal/contract/GoodsSchemas"
import * as PriceSchemas from "@beauty-store/http/internal/contract/PriceSchemas"
import * as Schema from "effect/Schema"
import { type Audit, type Exchange, onResponse, type Rule, type Rules } from "./Audit.ts"
import type { StaffChange } from "./Bodies.ts"
import { changeOfClient, mayBeReplay } from "./Idempotency.ts"
import type { SentRequest } from "./Observations.ts"
import type { ApiOperation } from "./Operations.ts"
import { linesOf } from "./Stock.ts"

interface Traced {
  /** What the trail calls it. */
  readonly action: StaffChange["action"]
  /** What it is about, where that is not in the path. */
  readonly subject?: (json: Readonly<Record<string, unknown>>) => unknown
  /** What it comes to, in the request and in the trail. */
  readonly asks?: (json: Readonly<Record<string, unknown>>, audit: Audit) => unknown
  readonly has?: (after: StaffChange["after"]) => unknown
  /** A success may have changed nothing. */
  readonly mayBeNothing?: true
}

/** The changes that the trail has, by operation; none of them is asked for by anybody but staff. */
const traced: { readonly [name in ApiOperation]?: Traced } = {
  "orders.ship": { action: "order.ship", mayBeNothing: true },
  "orders.deliver": { action: "order.deliver", mayBeNothing: true },
  "orders.cancel": { action: "order.cancel", mayBeNothing: true },
  "returns.receive": { action: "return.receive" },
  "returns.cancel": { action: "return.cancel", mayBeNothing: true },
  "refunds.give": { action: "refund.give", subject: ({ orderId }) => orderId },
  "stock.setOnHand": { action: "stock.count", asks: ({ onHand }) => onHand, has: ({ onHand }) => onHand },
  "stock.setPrice": {
    action: "price.set",
    asks: ({ price }, audit) => audit.minor(Number(price)),
    has: ({ priceMinor }) => priceMinor
  },
  "prices.plan": {
    action: "price.plan",
    asks: ({ price }, audit) => audit.minor(Number(price)),
    has: ({ priceMinor }) => priceMinor
  },
  "admin.archiveProduct": { action: "product.archive" },
  "admin.restoreProduct": { action: "product.restore", mayBeNothing: true },
  "support.answer": { action: "ticket.answer" },
  "support.assign": { action: "ticket.assign" },
  "support.close": { action: "ticket.close" },
  "admin.closeFlag": { action: "flag.close" },
  "webhooks.unsubscribe": { action: "subscription.remove" },
  "webhooks.replay": { action: "subscription.replay" },
  "webhooks.enable": { action: "subscription.enable", mayBeNothing: true },
  "webhooks.sendAgain": { action: "delivery.send" },
  "clients.create": { action: "client.create", subject: ({ clientId }) => clientId },
  "clients.renewSecret": { action: "client.renew" },
  "clients.remove": { action: "client.remove" }
}
const report = "stock.report" satisfies ApiOperation
const [delivered, lost] = ["stock.deliver", "stock.lose"] as const
const byAction = new Map<StaffChange["action"], Traced>([
  ...Object.values(traced).map((one) => [one.action, one] as const),
  ...[delivered, lost].map((action) => [action, { action }] as const)
])

/** By what a request and the trail name a change of a shelf alike. */
const nameOfLine = (line: (typeof StockSchemas.ReportShelves.Encoded)["lines"][number]): string =>
  line.reason === "count"
    ? `stock.count ${line.productId} ${line.counted}`
    : `${line.reason === "delivery" ? delivered : lost} ${line.productId} `

/** By what a request and the trail name changes alike; none for a request that is no change of staff. */
const namesOf = (audit: Audit, { isStaff, json, operation, subject }: SentRequest): ReadonlyArray<string> => {
  if (isStaff && operation === report) return linesOf(json).map(nameOfLine)
  const one = traced[operation as ApiOperation]
  if (!isStaff || one === undefined) return []
  const body = (json ?? {}) as Readonly<Record<string, unknown>>
  return [`${one.action} ${String(one.subject?.(body) ?? subject)} ${String(one.asks?.(body, audit) ?? "")}`]
}
const nameOfEntry = ({ action, after, subject }: StaffChange): string =>
  `${action} ${subject} ${String(byAction.get(action)?.has?.(after) ?? "")}`

const known = ({ seen }: Audit, name: string) => {
  const found = seen.staffChanges.get(name) ?? { asked: new Set(), done: new Set() }
  seen.staffChanges.set(name, found)
  return found
}

export const sent = (audit: Audit, request: SentRequest): void => {
  for (const name of namesOf(audit, request)) known(audit, name).asked.add(changeOfClient(request))
}

const done = (audit: Audit, { sent }: Exchange): void => {
  for (const name of namesOf(audit, sent)) known(audit, name).done.add(changeOfClient(sent))
}

/** A ticket was shown: it is closed, if the request left after somebody was told so. A replay was true earlier. */
const ticketSeen = (
  audit: Audit,
  { isFirst, n, sent }: Pick<Exchange, "isFirst" | "n" | "sent">,
  ticketId: string,
  status: string
): void => {
  const { ticketsClosed } = audit.seen
  const closedAt = ticketsClosed.get(ticketId)
  if (status === "closed") {
    if (closedAt === undefined) ticketsClosed.set(ticketId, n)
  } else {
    audit.expect("ticket.closed", `${ticketId} stays closed`)
      .that(closedAt === undefined || sent.n < closedAt || !isFirst || mayBeReplay(audit, sent), () => status)
  }
}

const ticket = onResponse(SupportSchemas.Ticket, (audit, exchange) => {
  ticketSeen(audit, exchange, exchange.body.ticketId, exchange.body.status)
  done(audit, exchange)
})
const change = (response: Schema.Schema.All): Rule => ({ request: undefined, response, check: done })

export const rules: Rules = {
  "support.view": ticket,
  "support.reply": ticket,
  "support.answer": ticket,
  "support.assign": ticket,
  "support.close": ticket,
  "support.list": onResponse(SupportSchemas.TicketList, (audit, exchange) => {
    for (const { status, ticketId } of exchange.body.data) ticketSeen(audit, exchange, ticketId, status)
  }),
  "returns.receive": change(ReturnSchemas.Return),
  "refunds.give": change(RefundSchemas.Refund),
  "stock.setOnHand": change(StockSchemas.InventoryStatus),
  "stock.report": change(StockSchemas.ReportedShelves),
  "stock.setPrice": change(CatalogSchemas.Product),
  "admin.archiveProduct": change(GoodsSchemas.KeptProduct),
  "admin.restoreProduct": change(GoodsSchemas.KeptProduct),
  "prices.plan": change(PriceSchemas.ProductPrices),
  "admin.closeFlag": change(AdminSchemas.Flag),
  "webhooks.replay": change(WebhookSchemas.Replayed),
  "webhooks.unsubscribe": change(Schema.Struct({})),
  "webhooks.sendAgain": change(WebhookSchemas.Delivery),
  "clients.create": change(ClientWithSecret),
  "clients.renewSecret": change(ClientWithSecret),
  "clients.remove": change(Schema.Struct({}))
}

/** At rest: the whole trail, as staff read it. */
export const trailAtRest = (audit: Audit, entries: ReadonlyArray<StaffChange>): void => {
  const counts = new Map<string, number>()
  for (const entry of entries) {
    if (!byAction.has(entry.action)) continue
    const name = nameOfEntry(entry)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  for (const name of new Set([...counts.keys(), ...audit.seen.staffChanges.keys()])) {
    const { asked, done } = known(audit, name)
    const n = counts.get(name) ?? 0
    const least = byAction.get(name.slice(0, name.indexOf(" ")) as StaffChange["action"])?.mayBeNothing === true
      ? 0
      : done.size
    audit.expect(
      "trail.once",
      `${least === asked.size ? least : `${least} to ${asked.size}`} times in the trail: ${name}`
    )
      .that(least <= n && n <= asked.size, () => `${n} times`)
  }
}
