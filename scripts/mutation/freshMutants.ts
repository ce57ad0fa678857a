/**
 * Sixty realistic bugs, written by somebody who knew the domain, the use cases and the HTTP layer, and neither the
 * auditor, nor the workload, nor the tests: they measure what the simulation finds that its authors did not think of
 * (`npm run simulate:mutants -- --table scripts/mutation/freshMutants.ts`). docs/simulation.md has the result.
 */
import type { Mutant } from "../mutantTable.ts"

export interface FreshMutant extends Mutant {
  /** What a shopper, staff, a partner or the books would notice. */
  readonly effect: string
}

export const mutants: ReadonlyArray<FreshMutant> = [
  // catalogue, search, feed, caching
  {
    name: "a product that sells out is not news to the catalogue",
    file: "packages/commerce/src/catalog/Inventory.ts",
    old: "(row.available - onHand + reserved > 0)",
    text: "(row.available + onHand - reserved > 0)",
    effect:
      "product page, catalogue and feed go on saying in stock after the last unit was reserved, until something else changes"
  },
  {
    name: "products of equal rank are skipped between pages of a descending list",
    file: "packages/commerce/src/catalog/ProductSearch.ts",
    old: "text: `(${sortKey} ${beyond} ? OR (${sortKey} = ? AND ${id} > ?))`",
    text: "text: `(${sortKey} ${beyond} ? OR (${sortKey} = ? AND ${id} ${beyond} ?))`",
    effect:
      "who pages by -price or relevance misses products, and sees others twice, where several have the same price or relevance"
  },
  {
    name: "accents count in a search",
    file: "packages/domain/src/Letters.ts",
    old: "text.normalize(\"NFKD\")",
    text: "text.normalize(\"NFC\")",
    effect:
      "a shopper who writes a word with an accent that the shop leaves out, or without one that it has, finds nothing"
  },
  {
    name: "the feed swaps the package's size and the reference of its unit price",
    file: "packages/acp/src/Feed.ts",
    old: "measure: size, reference: unitPrice.per",
    text: "measure: unitPrice.per, reference: size",
    effect: "agents' platforms show the price per 100 ml as the price of the package's own size"
  },
  {
    name: "a compressed response has the ETag of the plain one",
    file: "packages/http/src/pipeline/Responses.ts",
    old: "...(etag === undefined ? {} : { etag: encodedEtag(etag, coding) })",
    text: "...(etag === undefined ? {} : { etag })",
    effect: "two different sequences of bytes of /api/ carry the same strong ETag, so that a cache may join them"
  },
  {
    name: "a page that was read before a price changed is kept as if it were read after it",
    file: "packages/http/src/pipeline/PublicReads.ts",
    old: "since: making.since",
    text: "since: source.count()",
    interleaved: true,
    effect:
      "a product's page that is made while its price changes shows the old price until the next change of the product"
  },
  // prices, cart
  {
    name: "VAT is taken of the goods alone",
    file: "packages/domain/src/Pricing.ts",
    old: "Vat.includedVat(totalMinor, rateBp)",
    text: "Vat.includedVat(subtotalMinor, rateBp)",
    effect: "an order with a charge for shipping has too little VAT on its receipt and in the books"
  },
  {
    name: "an amount with three decimals is rounded instead of refused",
    file: "packages/domain/src/Money.ts",
    old: "Option.Option<number> => parse(String(n))",
    text:
      "Option.Option<number> =>\n  Number.isFinite(n) && Math.abs(n * 100) <= maxAmountMinor ? Option.some(Math.round(n * 100)) : Option.none()",
    effect: "staff who set a price of 12.345 get 200 and a price that they did not name, where 400 is promised"
  },
  {
    name: "a line of the cart never forgets the first price that was seen",
    file: "packages/commerce/src/cart/Carts.ts",
    old: "DO UPDATE SET quantity = excluded.quantity, price_seen_minor = excluded.price_seen_minor",
    text: "DO UPDATE SET quantity = excluded.quantity",
    effect:
      "after a change of price the cart says price_changed at every look, also after the shopper has touched the line"
  },
  {
    name: "units that were added to a line while it was being paid leave the cart with it",
    file: "packages/commerce/src/cart/Carts.ts",
    old: "AND l.product_id = cart_line.product_id AND l.quantity - l.shipped >= cart_line.quantity",
    text: "AND l.product_id = cart_line.product_id",
    effect: "a shopper who adds two more of a serum while the payment page is open finds the cart empty after paying"
  },
  {
    name: "a cart is read before it is locked",
    file: "packages/commerce/src/cart/Carts.ts",
    old:
      "const locked = yield* lock.sent(owner.principal, owner.shopper)\n    const rows = yield* linesOf.sent(owner.principal, owner.shopper)",
    text:
      "const rows = yield* linesOf.sent(owner.principal, owner.shopper)\n    const locked = yield* lock.sent(owner.principal, owner.shopper)",
    interleaved: true,
    effect: "two taps on add at the same moment put one unit into the cart instead of two"
  },
  // checkout, holds, stock
  {
    name: "a second checkout of a cart does not count its own units as available",
    file: "packages/commerce/src/checkout/OrderPlacement.ts",
    old: "Stock.reserve({ onHand, reserved: reserved - heldOf(productId) }, productId, quantity)",
    text: "Stock.reserve({ onHand, reserved }, productId, quantity)",
    effect:
      "a shopper who checks the last units out, goes back and checks out again gets 409 insufficient_stock because of themself"
  },
  {
    name: "few units are left by the stock before the checkout",
    file: "packages/commerce/src/checkout/OrderPlacement.ts",
    old: "left.set(productId, Stock.available(after))",
    text: "left.set(productId, Stock.available(after) + quantity)",
    effect:
      "a checkout that takes a product down to its last units holds them for 30 minutes instead of 10, as expiresAt says, and does not count as time of last units"
  },
  {
    name: "an order that was only paid makes its buyer a customer",
    file: "packages/commerce/src/checkout/Holds.ts",
    old: "status IN ('shipped', 'delivered') LIMIT 1",
    text: "status IN ('confirmed', 'shipped', 'delivered') LIMIT 1",
    effect:
      "a guest who pays one order and has sent nothing yet may leave 5 checkouts and 40 units unpaid, and is free of the network's limits"
  },
  {
    name: "what a buyer holds is read before the accounts are locked",
    file: "packages/commerce/src/checkout/Holds.ts",
    old:
      "yield* lockAccount.sent(`holder ${principal}`)\n    if (network !== null) yield* lockAccount.sent(`network ${network}`)\n    const held = yield* start(claim.holder, own)",
    text:
      "const held = yield* start(claim.holder, own)\n    yield* lockAccount.sent(`holder ${principal}`)\n    if (network !== null) yield* lockAccount.sent(`network ${network}`)",
    interleaved: true,
    effect:
      "guests of one network, or the people of one agent, who check out at once hold more unpaid than the limits allow"
  },
  {
    name: "a return address is allowed if its host ends with an allowed one",
    file: "packages/http/src/contract/ReturnUrl.ts",
    old: "host === url.host || host === url.hostname",
    text: "host === url.host || url.hostname.endsWith(host)",
    effect: "a checkout accepts a returnUrl on notlocalhost, and sends the payer from the shop to a stranger's page"
  },
  {
    name: "a payment that a bank still decides ends with the time of the page",
    file: "packages/commerce/src/checkout/CheckoutJob.ts",
    old:
      "const { expiresAt } = SessionRecords.sessionOf(row)\n      if (now < expiresAt) return Math.min(expiresAt, now + laterLookUpMillis)",
    text:
      "const expiresAt = row.expires_at\n      if (now < expiresAt) return Math.min(expiresAt, now + laterLookUpMillis)",
    effect:
      "a pay-later payment that is decided after half an hour finds its order cancelled, and is refunded as surplus"
  },
  {
    name: "the page of an order that was called off is closed only when its time is over",
    file: "packages/commerce/src/records/SessionRecords.ts",
    old: "yield* jobs.schedule(\"checkout\", row.id, now)",
    text: "yield* jobs.schedule(\"checkout\", row.id, Math.max(now, row.expires_at))",
    effect:
      "the payment page of a cancelled or superseded order still takes money, which has to go back as surplus, with a flag"
  },
  {
    name: "staff's count reads the stock without its lock",
    file: "packages/commerce/src/catalog/Inventory.ts",
    old: "FROM stock WHERE product_id = ? FOR UPDATE",
    text: "FROM stock WHERE product_id = ?",
    interleaved: true,
    effect:
      "a count at the moment of a checkout reports units that are reserved, leaves the product out of stock on its page although there are some, or is a 500 instead of 409 below_reserved"
  },
  // payment, settlement
  {
    name: "refunds of a surplus payment count for the order's own",
    file: "packages/commerce/src/orders/Orders.ts",
    old: "WHERE r.payment_id = p.id AND r.state = 'succeeded') AS refunded_minor",
    text: "WHERE r.order_id = s.order_id AND r.state = 'succeeded') AS refunded_minor",
    effect:
      "an order that was paid twice shows payment.status refunded once the second payment went back, though it is paid"
  },
  // delegated payment
  {
    name: "a limit comes back when the newest spend leaves the window",
    file: "packages/domain/src/Allowance.ts",
    old: "Math.min(...spends.map(({ at }) => at)) + windows[window]",
    text: "Math.max(...spends.map(({ at }) => at)) + windows[window]",
    effect:
      "resetsAt of a delegation and of allowance_exceeded is hours or days too late, and the agent waits for nothing"
  },
  {
    name: "a delegation is not read again after the wait for its card",
    file: "packages/commerce/src/spending/Delegations.ts",
    old: "kind === \"pg\" ? yield* byIdLocked.sent(first.id)",
    text: "kind !== \"pg\" ? yield* byIdLocked.sent(first.id)",
    interleaved: true,
    effect:
      "an agent's order that waited for another spend of the card goes through after the shopper got the response that the delegation is revoked"
  },
  {
    name: "paying by token asks for the time of a card and does not lock it",
    file: "packages/commerce/src/spending/SpendingLedger.ts",
    old:
      "export const lockInstrument = (instrument: string): Effect.Effect<number, never, Transaction> =>\n  Effect.flatten(startLock(instrument))",
    text:
      "export const lockInstrument = (instrument: string): Effect.Effect<number, never, Transaction> =>\n  Effect.map(instrumentTime(instrument), Option.match({ onNone: () => 0, onSome: ({ last_at }) => last_at })).pipe(\n    Effect.zipWith(Clock.currentTimeMillis, (last, now) => Math.max(last, now))\n  )\nconst instrumentTime = Query.first(InstrumentRow)<[fingerprint: string]>(\n  \"SELECT last_at FROM instrument WHERE fingerprint = ?\"\n)",
    interleaved: true,
    effect:
      "two ACP sessions that are completed at once with tokens of one card spend more in a day than the shop allows"
  },
  {
    name: "a revocation reads the delegation without its lock",
    file: "packages/commerce/src/spending/Delegations.ts",
    old: "Option.filter(yield* byIdLocked(delegationId), (row) => owns(principal, row.principal))",
    text: "Option.filter(yield* byId(delegationId), (row) => owns(principal, row.principal))",
    interleaved: true,
    effect:
      "a shopper who revokes at the moment of the approval gets 200 with status active, and the agent can still pay"
  },
  // ACP sessions
  {
    name: "another attempt to pay keeps the order of the old email address",
    file: "packages/commerce/src/checkout/DraftPayment.ts",
    old: "now < session.expires_at && !isOtherMail",
    text: "now < session.expires_at",
    effect:
      "after a refused card the agent completes with a corrected address of the buyer: order, receipt and the search for the order know the old one"
  },
  {
    name: "a draft is not locked",
    file: "packages/commerce/src/checkout/DraftRecords.ts",
    old: "FROM draft WHERE id = ? FOR UPDATE`",
    text: "FROM draft WHERE id = ?`",
    interleaved: true,
    effect:
      "an update of a session that is being completed at the same moment is accepted with 200 though the old contents are charged, and of two completions at once one is a 500"
  },
  {
    name: "drafts are deleted when their time is over",
    file: "packages/commerce/src/checkout/DraftRecords.ts",
    old: "deleteForgotten(now - Domain.retentionMillis, most)",
    text: "deleteForgotten(now, most)",
    days: 3,
    effect: "a session that has expired is 404 within the hour, where for 30 days it says expired"
  },
  {
    name: "returned units still count as fulfilled",
    file: "packages/commerce/src/orders/OrderHistory.ts",
    old: "fulfilled: shipped - back",
    text: "fulfilled: shipped",
    effect:
      "an agent's platform sees more units fulfilled than there are in the order, and the line as partial, after a return"
  },
  // orders, order pages, support
  {
    name: "a page of orders begins with the last order of the page before",
    file: "packages/commerce/src/orders/Orders.ts",
    old: "WHERE principal = ? ${filter} AND id < ? ORDER BY id DESC LIMIT ?`",
    text: "WHERE principal = ? ${filter} AND id <= ? ORDER BY id DESC LIMIT ?`",
    effect: "who pages through orders sees the last one of each page again at the top of the next"
  },
  {
    name: "a cancellation reads the lines before it locks the order",
    file: "packages/commerce/src/orders/Orders.ts",
    old: "const order = yield* OrderRecords.lock(orderId)\n    const lines = yield* OrderRecords.linesOf(orderId)",
    text: "const lines = yield* OrderRecords.linesOf(orderId)\n    const order = yield* OrderRecords.lock(orderId)",
    interleaved: true,
    effect:
      "an order of which a part ships at that moment is cancelled and refunded in full, the parcel leaves, and more units are released than were reserved"
  },
  {
    name: "an order's page calls off returns of the buyer's other orders",
    file: "packages/commerce/src/orders/OrderPages.ts",
    old:
      "const { buyer, orderId } = yield* resolve(deps, token)\n    const found = yield* deps.returns.view(buyer, returnId)\n    // The buyer's return, but of another order: this page does not show it.\n    if (found.orderId !== orderId) return yield* new ReturnNotFound({ returnId })\n    yield* deps.returns.cancel(buyer, returnId)",
    text: "const { buyer } = yield* resolve(deps, token)\n    yield* deps.returns.cancel(buyer, returnId)",
    effect: "whoever has the address of one order's page can cancel a return of another order of the same buyer"
  },
  {
    name: "a form that is sent twice at once is not stopped by a lock",
    file: "packages/commerce/src/orders/OrderPages.ts",
    old: "yield* OrderRecords.lock(orderId)\n      const { returns: known } =",
    text: "const { returns: known } =",
    interleaved: true,
    effect: "a double click on the order page's return form announces two returns of one unit each, with two labels"
  },
  {
    name: "a ticket of nobody keeps the order that it names",
    file: "packages/commerce/src/support/Support.ts",
    old: "principal !== undefined && owns(principal, order.principal)",
    text: "(principal === undefined || owns(principal, order.principal))",
    effect:
      "a stranger learns from the response to a question whether an order exists: its orderId comes back, otherwise null"
  },
  // shipments, tracking
  {
    name: "an order has arrived when the parcels have that were named",
    file: "packages/commerce/src/orders/Fulfilment.ts",
    old: "shipments.map((shipment) => arriving.includes(shipment) ? \"delivered\" : shipment.status)",
    text: "meant.map((shipment) => arriving.includes(shipment) ? \"delivered\" : shipment.status)",
    effect:
      "an order in two parcels is delivered, and told so to partners, while the second is on its way; the second arrival is no transition"
  },
  {
    name: "arrivals of one order do not wait for each other",
    file: "packages/commerce/src/orders/Fulfilment.ts",
    old: "const { deliveredAt, trackingNumber } = arrival\n      const order = yield* OrderRecords.lock(claimed)",
    text: "const { deliveredAt, trackingNumber } = arrival\n      const order = yield* OrderRecords.find(claimed)",
    interleaved: true,
    effect: "of an order in two parcels that arrive at the same moment the status stays shipped for ever"
  },
  {
    name: "the shipments of an order are read before it is locked",
    file: "packages/commerce/src/orders/Fulfilment.ts",
    old:
      "const order = yield* OrderRecords.lock(claimed)\n    const orderId = order.id\n    const { carrier, estimatedDelivery, items, trackingNumber } = dispatch\n    const known = yield* shipmentsOf(orderId)",
    text:
      "const { id: orderId } = yield* OrderRecords.find(claimed)\n    const { carrier, estimatedDelivery, items, trackingNumber } = dispatch\n    const known = yield* shipmentsOf(orderId)\n    const order = yield* OrderRecords.lock(orderId)",
    interleaved: true,
    effect:
      "a parcel that staff and its carrier report at the same moment is 409 order_not_shippable for one of them, or a 500 if it is a part of the order, and the carrier's message is flagged"
  },
  // returns
  {
    name: "the window of a product is that of its first parcel",
    file: "packages/domain/src/Return.ts",
    old: "const last = unreturned[unreturned.length - 1]",
    text: "const last = unreturned[0]",
    days: 40,
    effect:
      "units of a later parcel are refused with return_window_closed as soon as the window of an earlier parcel is over"
  },
  {
    name: "shipping is refunded only if everything comes back in one parcel",
    file: "packages/domain/src/Return.ts",
    old: "return covers([...acceptedBefore, ...acceptedNow]) && !covers(acceptedBefore) ? shippingMinor : 0",
    text: "return covers(acceptedNow) && !covers(acceptedBefore) ? shippingMinor : 0",
    effect: "a shopper who returns an order in two parcels never gets the charge for shipping back"
  },
  {
    name: "units that staff refuse count as missing",
    file: "packages/domain/src/Return.ts",
    old: "const lost = quantity - here - refused",
    text: "const lost = quantity - here",
    effect: "a unit that was opened, sent back and refused can be announced as a return again"
  },
  {
    name: "two parcels of one order are opened without its lock",
    file: "packages/commerce/src/after-sales/ReturnRecords.ts",
    old: "const order = yield* Effect.orDie(OrderRecords.lock(seen.order_id))",
    text: "const order = yield* Effect.orDie(OrderRecords.find(seen.order_id))",
    interleaved: true,
    effect:
      "where the last two parcels of an order are opened at once neither brings the charge for shipping back, and both get the first unit's share of a cent"
  },
  // refunds, receipts, credit notes
  {
    name: "a refund that came back looks for the credit note of its next attempt",
    file: "packages/commerce/src/after-sales/RefundSending.ts",
    old: "refundId: id, attempt, reason: \"the refund failed\"",
    text: "refundId: id, attempt: attempt + 1, reason: \"the refund failed\"",
    effect:
      "the credit note of money that the bank returned is never cancelled, and the refund's second success has no room left on the receipt"
  },
  {
    name: "a refund is expected by the day in Greenwich",
    file: "packages/domain/src/Refund.ts",
    old: "const today = Days.berlinDay(now)",
    text: "const today = Days.Day.make(new Date(now).toISOString().slice(0, 10))",
    effect: "of a refund or a return between midnight and one or two in Berlin expectedBy can be a day too early"
  },
  {
    name: "a refund that succeeded is looked up once more and then forgotten",
    file: "packages/commerce/src/after-sales/RefundSending.ts",
    old: "return Domain.nextLookUp(refund.created_at, attempt, now)",
    text: "return undefined",
    days: 8,
    effect:
      "money that the bank returns after two days, with a notification that is lost, stays succeeded for ever: no flag, no other attempt"
  },
  {
    name: "every day of the calendar has 24 hours",
    file: "packages/domain/src/Days.ts",
    old: "export const endOfBerlinDay = (day: Day): number => startOf(toNumber(day) + 1) - 1",
    text: "export const endOfBerlinDay = (day: Day): number => startOf(toNumber(day)) + dayMillis - 1",
    days: 35,
    effect:
      "a return window that ends on the last Sunday of October closes an hour early, one that ends on that of March an hour late"
  },
  // webhooks in and out
  {
    name: "a message that came too early begins its three days anew at each attempt",
    file: "packages/commerce/src/partners/InboundWebhooks.ts",
    old: "const retryAt = result === \"deferred\" ? Domain.retryAt(row.received_at, now) : undefined",
    text: "const retryAt = result === \"deferred\" ? Domain.retryAt(now, now) : undefined",
    days: 5,
    effect: "a message about an order that never comes is tried for ever; staff never get the flag message_ignored"
  },
  {
    name: "an arrival without a time counts from when it could be applied",
    file: "packages/commerce/src/partners/InboundWebhooks.ts",
    old: "tryToApply(deps, id, row.data, row.received_at)",
    text: "tryToApply(deps, id, row.data, now)",
    effect:
      "a parcel whose arrival was reported before its departure has a later deliveredAt than the report, and a later end of the return window"
  },
  {
    name: "a message that failed is tried again with each other event of its order",
    file: "packages/commerce/src/partners/Deliveries.ts",
    old: "if (startedAt < firstAt + Delivery.attemptAfter(attempts).earliest) {",
    text: "if (startedAt < firstAt) {",
    effect:
      "a partner that is down for an hour while an order moves gets its attempts within minutes, ahead of the schedule, and the message is parked early"
  },
  {
    name: "what waits for a subscription that has ended is still sent",
    file: "packages/commerce/src/partners/Deliveries.ts",
    old: "row === undefined || row.deleted_at !== null || row.state === \"parked\"",
    text: "row === undefined || row.state === \"parked\"",
    effect: "a partner that failed and unsubscribed gets messages hours after its DELETE was answered"
  },
  {
    name: "a replay leaves out the lanes of its last moment",
    file: "packages/commerce/src/partners/Subscriptions.ts",
    old: "AND e.at >= ? AND e.at <= ? GROUP BY d.order_id",
    text: "AND e.at >= ? AND e.at < ? GROUP BY d.order_id",
    effect:
      "a partner that asks for the events up to the time of one of them gets one message fewer, and that one waits without a job"
  },
  {
    name: "all of a quiet time counts as failing",
    file: "packages/domain/src/Endpoint.ts",
    old: "Math.max(0, Math.min(now - (health.lastFailedAt ?? now), longestGapMillis))",
    text: "Math.max(0, now - (health.lastFailedAt ?? now))",
    days: 6,
    effect:
      "an endpoint that failed five times around a weekend without orders is disabled, its messages are parked and staff get a flag"
  },
  // idempotency
  {
    name: "a key is looked up before it is locked",
    file: "packages/kernel/src/Idempotency.ts",
    old: "yield* lockKey.sent(`${scope}${key}`)\n    const row = Option.getOrUndefined(yield* find(scope, key))",
    text: "const row = Option.getOrUndefined(yield* find(scope, key))\n    yield* lockKey(`${scope}${key}`)",
    interleaved: true,
    effect:
      "of two equal requests at the same moment one is a 500 internal_error instead of the first one's response or 409"
  },
  {
    name: "a refusal because of a limit is kept for the key",
    file: "packages/http/src/pipeline/IdempotentRequest.ts",
    old: "status < 500 && status !== 429 && status !== 401",
    text: "status < 500 && status !== 401",
    effect: "a checkout that was 429 unpaid_limit_reached is refused for a day under its key, long after Retry-After"
  },
  {
    name: "the people of an agent share their idempotency keys",
    file: "packages/http/src/pipeline/IdempotentRequest.ts",
    old: "caller === undefined ? undefined : `${caller.owner.principal} ${caller.owner.shopper}`",
    text: "caller === undefined ? undefined : caller.owner.principal",
    effect:
      "an agent that uses one key for two people gets the first one's cart or order for the second, and nothing is done for them"
  },
  // tokens, scopes, origins
  {
    name: "every token is renewed when it is used",
    file: "packages/commerce/src/identity/Identity.ts",
    old: "return kind === \"shopper\" && expires_at < now + guestLifetime - day",
    text: "return expires_at < now + guestLifetime - day",
    effect: "an OAuth client's token, good for an hour, is valid for 180 days after its first use"
  },
  {
    name: "a client's token has all scopes whatever was asked for",
    file: "packages/commerce/src/identity/Identity.ts",
    old: "issue(deps, { ...client, scopes: wanted ?? client.scopes }, clientLifetime)",
    text: "issue(deps, client, clientLifetime)",
    effect: "staff who ask for a token with orders:read alone get one that refunds and sets prices, and scope says so"
  },
  {
    name: "an origin is the store's own if it begins like it",
    file: "packages/http/src/pipeline/Authentication.ts",
    old: "return origin === undefined || origin === own.origin",
    text: "return origin === undefined || origin.startsWith(own.origin)",
    effect:
      "a page at http://localhost:30001 or https://shop.example.evil.test changes a visitor's cart by cookie instead of 403 foreign_origin"
  },
  // request budgets
  {
    name: "budgets are whole again with each generation",
    file: "packages/http/src/pipeline/RequestBuckets.ts",
    old: "return this.young.get(owner) ?? this.old.get(owner) ?? whole",
    text: "return this.young.get(owner) ?? whole",
    effect: "a caller spends two whole budgets within seconds around the turn of a minute, and RateLimit jumps to full"
  },
  {
    name: "a budget of a later clock is believed",
    file: "packages/domain/src/RequestBudget.ts",
    old: "Math.min(Math.max(wholeAt, now), now + windowMillis)",
    text: "Math.max(wholeAt, now)",
    stores: 2,
    effect:
      "after the clock was set back an hour callers are refused with 429 and a Retry-After of an hour, where a minute is the most"
  },
  // reconciliation, jobs
  {
    name: "the last payment of a page says whether records were lost",
    file: "packages/commerce/src/reconciliation/PaymentWalk.ts",
    old: "restored ||= lost > 0",
    text: "restored = lost > 0",
    effect:
      "after a restore that lost a payment the walk leaves out no numbers where a known payment follows on the list, and receipts get numbers that people have already"
  },
  {
    name: "a job that was planned anew while it ran is removed with its run",
    file: "packages/kernel/src/JobTable.ts",
    old: "\"DELETE FROM job WHERE kind = ? AND subject = ? AND fence = ? AND plan = ?\"",
    text: "\"DELETE FROM job WHERE kind = ? AND subject = ? AND fence = ? AND plan >= ?\"",
    effect:
      "work that is planned while its job runs never happens: a page that is not closed, a webhook that waits until the order's next event"
  }
]
