/**
 * Realistic bugs, one for each line of defence, each as a change of the source: `npm run simulate:mutants` plants them
 * one at a time to show that the simulation finds them. A test holds that every old text still occurs exactly once,
 * however its lines are broken and indented.
 */

export interface Mutant {
  readonly name: string
  /** From the root. */
  readonly file: string
  readonly old: string
  readonly text: string
  /** It is a bug only on other databases than SQLite, where loads and writes of a transaction are apart. */
  readonly interleaved?: true
  /** It is a bug only where so many stores share a database. */
  readonly stores?: number
  /** How long its worlds last at least: what takes days to happen is not seen before. */
  readonly days?: number
}

/** The places of a source where a mutant can be planted. */
const placesOf = ({ old }: Mutant): RegExp =>
  new RegExp(
    old.trim().split(/\s+/).map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("\\s+"),
    "g"
  )

/** A source with a mutant planted. */
export const planted = (mutant: Mutant, source: string): string => source.replace(placesOf(mutant), () => mutant.text)

/** At how many places of a source a mutant can be planted. */
export const countPlaces = (mutant: Mutant, source: string): number => source.match(placesOf(mutant))?.length ?? 0

const commerce = (module: string) => `packages/commerce/src/${module}.ts`
const domain = (module: string) => `packages/domain/src/${module}.ts`
const sql = (module: string) => `packages/sql/src/${module}.ts`
const provider = (module: string) => `packages/payments-simulated/src/provider/${module}.ts`

export const mutants: ReadonlyArray<Mutant> = [
  {
    name: "an expired reservation is released twice",
    file: commerce("checkout/Settlement"),
    old: "if (isOver) yield* Inventory.release(yield* OrderRecords.unitsOf(row.order_id))",
    text: `if (isOver) {
          yield* Inventory.release(yield* OrderRecords.unitsOf(row.order_id))
          yield* Inventory.release(yield* OrderRecords.unitsOf(row.order_id))
        }`
  },
  {
    name: "an expired reservation is never released",
    file: commerce("checkout/Settlement"),
    old: `        yield* SessionRecords.end(row, phase, "system")
        yield* Inventory.release(yield* OrderRecords.unitsOf(row.order_id))`,
    text: `        yield* SessionRecords.end(row, phase, "system")`
  },
  {
    name: "all orders show the same number",
    file: commerce("records/Numbers"),
    old: "decode: ReferenceNumber.ofBody,",
    text: "decode: () => ReferenceNumber.ofBody(1_000_000),"
  },
  {
    name: "the idempotency record is written outside the transaction",
    file: "packages/http/src/pipeline/IdempotentRequest.ts",
    old: "write(keyed === undefined ? run : recorded(keyed, sealed, run))",
    text: `(keyed === undefined ? write(run) : Effect.flatMap(
      write(Effect.gen(function*() {
        const known = yield* Idempotency.begin(keyed)
        return known._tag === "Completed" ? { ...replay(known.response), known: true } : yield* run
      })),
      (answer) =>
        "known" in answer || !isKept(answer)
          ? Effect.succeed(answer)
          : Effect.as(write(Idempotency.record(keyed, answer, sealed)), answer)
    ))`
  },
  {
    name: "an answered request is executed again",
    file: "packages/http/src/pipeline/IdempotentRequest.ts",
    old: `if (known._tag === "Completed") return replay(known.response)
      const response = yield* run`,
    text: "const response = yield* run"
  },
  {
    name: "failures are kept for replay",
    file: "packages/http/src/pipeline/IdempotentRequest.ts",
    old: "status < 500 && status !== 429 && status !== 401",
    text: "status < 600"
  },
  {
    name: "a key answers any principal",
    file: "packages/http/src/pipeline/IdempotentRequest.ts",
    old: "scope: `${who ?? \"\"}\\n${request.method}\\n${pathOf(request)}`,",
    text: "scope: `${request.method}\\n${pathOf(request)}`,"
  },
  {
    name: "the recovery point is skipped: a crashed checkout begins anew",
    file: "packages/http/src/pipeline/IdempotentRequest.ts",
    old: `if (known._tag === "Abandoned") return Either.right(known.subject)`,
    text: `if (known._tag === "Abandoned") yield* Idempotency.forget({ ...keyed, subject: known.subject })`
  },
  {
    name: "a payment of any amount confirms",
    file: "packages/domain/src/CheckoutSession.ts",
    old: "else if (payment.amountMinor !== session.totalMinor || payment.currency !== session.currency) {",
    text: "else if (payment.currency !== session.currency) {"
  },
  {
    name: "a second payment is kept",
    file: "packages/domain/src/CheckoutSession.ts",
    old: `if (paidBy !== undefined) surplus.push({ payment, reason: "second_payment" })`,
    text: "if (paidBy !== undefined) continue"
  },
  {
    name: "a session that has ended can be paid, and the money is kept",
    file: "packages/domain/src/CheckoutSession.ts",
    old: `else if (!isLive(session.phase)) surplus.push({ payment, reason: "session_ended" })`,
    text: "else if (!isLive(session.phase)) continue"
  },
  {
    name: "a superseded session is not closed at the provider",
    file: commerce("records/SessionRecords"),
    old: `    yield* jobs.schedule("checkout", row.id, now)`,
    text: `    yield* jobs.cancel("checkout", row.id)`
  },
  {
    name: "cancelling forgets the refund",
    file: commerce("orders/Orders"),
    old: "            if (left > 0) {",
    text: "            if (left < 0) {"
  },
  {
    name: "a refund is asked for under a new key each time",
    file: commerce("after-sales/RefundSending"),
    old: `provider.refund({
          key,`,
    text: `provider.refund({
          key: \`\${key}.\${yield* Clock.currentTimeMillis}\`,`
  },
  {
    name: "goodwill is given without looking at what is left",
    file: "packages/domain/src/Refund.ts",
    old: "  return requested > remaining\n",
    text: "  return requested > payment.capturedMinor\n"
  },
  {
    name: "a refund that failed after it had succeeded stays done",
    file: commerce("after-sales/RefundSending"),
    old: `if ((yield* RefundRecords.setFailed(now, id, attempt)) === 0) return next`,
    text: `if (refund.state === "succeeded" || (yield* RefundRecords.setFailed(now, id, attempt)) === 0) return next`
  },
  {
    name: "what a bank sends back is noticed only where a notification says so",
    file: commerce("after-sales/RefundSending"),
    old: `            const next = now + Domain.firstLookUpMillis
            yield* deps.jobs.schedule("refund", id, next)`,
    text: `            const next = undefined
            yield* deps.jobs.cancel("refund", id)`
  },
  {
    name: "the return window is a day too long",
    file: "packages/domain/src/Return.ts",
    old: "Days.addDays(deliveredOn, days)",
    text: "Days.addDays(deliveredOn, days + 1)"
  },
  {
    name: "the return window is a day too short",
    file: "packages/domain/src/Return.ts",
    old: "Days.addDays(deliveredOn, days)",
    text: "Days.addDays(deliveredOn, days - 1)"
  },
  {
    name: "Easter Monday is a business day",
    file: "packages/domain/src/BusinessDays.ts",
    old: "day !== Days.addDays(easterSunday, -2) && day !== Days.addDays(easterSunday, 1)",
    text: "day !== Days.addDays(easterSunday, -2)"
  },
  {
    name: "anybody may read any order",
    file: commerce("records/OrderRecords"),
    old: "(row) => mayAccess(principal, row.principal, staffScope),",
    text: "(row) => principal.kind === \"shopper\" || mayAccess(principal, row.principal, staffScope),"
  },
  {
    name: "anybody may read any refund by its id",
    file: commerce("after-sales/Refunds"),
    old: `Option.isSome(row) && mayAccess(principal, row.value.principal, "orders:read")
        ? Effect.succeed(viewOf(deps, row.value))`,
    text: `Option.isSome(row)
        ? Effect.succeed(viewOf(deps, row.value))`
  },
  {
    name: "anybody may read, and call off, any return",
    file: commerce("after-sales/Returns"),
    old: "Option.isSome(row) && mayAccess(principal, row.value.principal, staffScope)",
    text: "Option.isSome(row)"
  },
  {
    name: "anybody may call off any return",
    file: commerce("after-sales/Returns"),
    old: `const { id: returnId } = yield* owned(principal, "orders:write", claimed)
    const { row } = yield* ReturnRecords.lock(returnId)`,
    text: `const { row } = yield* ReturnRecords.lock(claimed)
    const returnId = row.id`
  },
  {
    name: "another agent's session can be paid",
    file: commerce("drafts/DraftState"),
    old: "Option.isSome(row) && row.value.kind === kind && row.value.principal === owner.principal",
    text: "Option.isSome(row) && row.value.kind === kind"
  },
  {
    name: "anybody may ask how a checkout stands",
    file: commerce("checkout/Checkout"),
    old: "Option.isSome(row) && row.value.principal === owner.principal",
    text: "Option.isSome(row)"
  },
  {
    name: "a token that has expired still opens",
    file: commerce("identity/Identity"),
    old: "if (revoked_at !== null || expires_at <= now) return new InvalidToken()",
    text: "if (revoked_at !== null) return new InvalidToken()"
  },
  {
    name: "an order's page that was closed still opens",
    file: commerce("orders/OrderPages"),
    old: "if (row === undefined || row.revoked_at !== null) return",
    text: "if (row === undefined) return"
  },
  {
    name: "the page of one order calls off a return of another",
    file: commerce("orders/OrderPages"),
    old: "if (found.orderId !== orderId) return yield* new ReturnRules.ReturnNotFound({ returnId })",
    text: ""
  },
  {
    name: "what belongs to another is refused in other words than what does not exist",
    file: commerce("records/OrderRecords"),
    old: "(row) => new Domain.OrderNotFound({ orderId: row.id })",
    text: `() => new Domain.OrderNotFound({ orderId: "" as Domain.OrderNotFound["orderId"] })`
  },
  {
    name: "a quantity may be negative",
    file: domain("Cart"),
    old: "Schema.between(1, maxQuantity, { description: `a whole number of units from 1 to ${maxQuantity}` })",
    text: "Schema.lessThanOrEqualTo(maxQuantity)"
  },
  {
    name: "a page of a search begins with the last product of the page before",
    file: commerce("catalog/SearchStatements"),
    old: "if (sortKey === undefined) return { text: `${id} > ?`, parameters: [after.id] }",
    text: "if (sortKey === undefined) return { text: `${id} >= ?`, parameters: [after.id] }"
  },
  {
    name: "the feed shows everything as available",
    file: "packages/acp/src/Feed.ts",
    old: `available: inStock, status: inStock ? "in_stock" : "out_of_stock"`,
    text: `available: inStock || priceMinor > 0, status: "in_stock"`
  },
  {
    name: "a delegation goes on after its own end",
    file: domain("Delegation"),
    old: `if (delegation.expiresAt !== undefined && now >= delegation.expiresAt) return "expired"`,
    text: ""
  },
  {
    name: "a message of a partner is acted on each time it comes",
    file: commerce("partners/InboundWebhooks"),
    old: `if (added === 0) return { result: "duplicate" as const }`,
    text: ""
  },
  {
    name: "an order that has shipped in part can be cancelled",
    file: "packages/domain/src/Order.ts",
    old: `return shippedUnits === 0 && transitions[status].includes("cancelled")`,
    text: `return shippedUnits >= 0 && transitions[status].includes("cancelled")`
  },
  {
    name: "what was bought stays in the cart",
    file: commerce("checkout/Settlement"),
    old: "const consume = row.cart_id === null",
    text: "const consume = row.cart_id === null || row.cart_id !== null"
  },
  {
    name: "adding to the cart replaces",
    file: "packages/domain/src/Cart.ts",
    old: "return hold(lines, offer, (line?.quantity ?? 0) + quantity)",
    text: "return hold(lines, offer, Math.max(line?.quantity ?? 0, quantity))"
  },
  {
    name: "a webhook counts as delivered however it was answered",
    file: commerce("partners/WebhookDeliveries"),
    old: `if (taken._tag === "Left") {`,
    text: `if (taken._tag === "Left" && startedAt < 0) {`
  },
  {
    name: "a lane's newest event goes first",
    file: commerce("partners/WebhookDeliveries"),
    old: "   ORDER BY d.seq LIMIT 1`",
    text: "   ORDER BY d.seq DESC LIMIT 1`"
  },
  {
    name: "the outbox is scheduled outside the transaction",
    file: commerce("events/Events"),
    old: `            yield* jobs.schedule("deliver", laneOf(subscription.id, orderId), at)`,
    text:
      `            if (events[0]!.seq % 5 !== 0) yield* jobs.schedule("deliver", laneOf(subscription.id, orderId), at)`
  },
  {
    name: "a job that could not be given back is never taken up again",
    file: sql("Lease"),
    old: "const leaseMillis = 5_000",
    text: "const leaseMillis = 5_000_000_000"
  },
  {
    name: "answers leave before the commit",
    file: sql("drivers/SqliteTransactions"),
    old: "      done.push({ write, exit, failure, hooks, uncertainHooks })",
    text: "      write.resume(exit)\n      done.push({ write, exit, failure, hooks, uncertainHooks })"
  },
  {
    name: "a commit of unknown outcome is tried again",
    file: sql("drivers/SqliteTransactions"),
    old: `if (stage === "commit" && !code.startsWith("SQLITE_BUSY") && code !== "SQLITE_FULL") {`,
    text: `if (stage === "commit" && code === "SQLITE_NOTADB") {`
  },
  {
    name: "units of a cancelled return stay counted as sent back",
    file: commerce("after-sales/Returns"),
    old: `        yield* ReturnRecords.releaseUnits(
          row.order_id,`,
    text: `        if (lines.length === 0) yield* ReturnRecords.releaseUnits(
          row.order_id,`
  },
  {
    name: "what comes back is refunded whatever was given back before",
    file: domain("Return"),
    old: "Math.min(amounts.goodsMinor + amounts.shippingMinor, amounts.remainingMinor)",
    text: "amounts.goodsMinor + amounts.shippingMinor"
  },
  {
    name: "a refused request costs as much as an admitted one",
    file: domain("RequestBudget"),
    old: "{ allowed: false, level: { wholeAt: kept, givenBack }, waitMillis }",
    text: "{ allowed: false, level: { wholeAt: next, givenBack }, waitMillis }"
  },
  {
    name: "Retry-After names half of the time",
    file: "packages/http/src/pipeline/RateLimiter.ts",
    old: "Math.ceil(waitMillis / 1000)",
    text: "Math.ceil(waitMillis / 2000)"
  },
  {
    name: "wrong tokens do not count as failed sign-ins",
    file: "packages/http/src/pipeline/SignInLimit.ts",
    old: `presented ? limitFailures(meter, counted, "Unauthorized") : counted`,
    text: `presented ? limitFailures(meter, counted, "ForeignOrigin") : counted`
  },
  {
    name: "all networks have one budget",
    file: "packages/http/src/pipeline/RateLimiter.ts",
    old: `this.ofNetwork = new Account(limiter, "network", network)`,
    text: `this.ofNetwork = new Account(limiter, "network", "all")`
  },
  {
    name: "what is held unpaid is decided before the lock alone",
    file: commerce("checkout/ReservationLimits"),
    old: `if (kind !== "pg" || !isLimited(claim.holder)) return`,
    text: `if (kind !== "pg" || isLimited(claim.holder)) return`,
    interleaved: true
  },
  {
    name: "what drafts hold unpaid does not count",
    file: commerce("checkout/ReservationLimits"),
    old: "WHERE (s.holder = ? OR s.network = ?) AND s.phase <> 'complete'",
    text: "WHERE (s.holder = ? OR s.network = ?) AND s.phase <> 'complete' AND s.draft_id IS NULL"
  },
  {
    name: "guests at one address do not count together",
    file: commerce("checkout/ReservationLimits"),
    old: `null : mark(secret, "network address", network)`,
    text: `null : secret === undefined ? mark(secret, "network address", network) : null`
  },
  {
    name: "what a checkout wants does not count besides what is held",
    file: "packages/domain/src/Reservation.ts",
    old: "used + wanted > allowed",
    text: "used > allowed"
  },
  {
    name: "what ended unpaid does not count for the day",
    file: commerce("records/SessionRecords"),
    old: "if (isRefused) yield* setReleased(phase, row.id, row.phase)",
    text: "if (now > 0 || isRefused) yield* setReleased(phase, row.id, row.phase)"
  },
  {
    name: "stock is reserved without a condition",
    file: commerce("catalog/Inventory"),
    old: "WHERE product_id = ? AND reserved + ? >= 0 AND reserved + ? <= on_hand + ?",
    text: "WHERE product_id = ? AND (reserved + ? >= 0 OR 1 = 1) AND (reserved + ? <= on_hand + ? OR 1 = 1)",
    interleaved: true
  },
  {
    name: "an allowance begins anew with each calendar day",
    file: "packages/domain/src/Allowance.ts",
    old: "spends.filter(({ at }) => at > now - windows[window])",
    text: "spends.filter(({ at }) => at >= now - now % windows[window])"
  },
  {
    name: "the shop's limits bind each delegation, not the instrument",
    file: commerce("spending/SpendingLedger"),
    old: "yield* spentFrom(instrument, since, except)",
    text: `yield* spentBy(delegation?.id ?? "", since, except)`
  },
  {
    name: "a delegation's own limits are forgotten",
    file: commerce("spending/SpendingLedger"),
    old: "    return [store, own]\n",
    text: "    return own.spends.length < 0 ? [store, own] : [store]\n"
  },
  {
    name: "what was spent is released when the payment succeeds",
    file: commerce("checkout/Settlement"),
    old: `if (taken !== undefined) yield* ChargeRecords.end(yield* counted(charge, taken), "succeeded")`,
    text:
      `if (taken !== undefined && (yield* ChargeRecords.end(charge, "succeeded"))) yield* SpendingLedger.releaseOf(charge.id)`
  },
  {
    name: "what an agent spends is not counted",
    file: commerce("spending/SpendingLedger"),
    old: "yield* setLastAt(now, instrument)\n    yield* insertSpending({",
    text: "yield* setLastAt(now, instrument)\n    if (now < 0) yield* insertSpending({"
  },
  {
    name: "the month of an allowance is not looked at",
    file: "packages/domain/src/Allowance.ts",
    old: `for (const limit of ["perMonth", "perDay"] as const) {`,
    text: `for (const limit of ["perDay"] as const) {`
  },
  {
    name: "what a token pays is not counted",
    file: commerce("checkout/ChargeProcessing"),
    old: "        yield* SpendingLedger.record(payer, charge.id, charge.amount_minor, now)",
    text: "        if (now < 0) yield* SpendingLedger.record(payer, charge.id, charge.amount_minor, now)"
  },
  {
    name: "a token can be used twice",
    file: provider("Charges"),
    old: `if (source._tag === "Token") yield* Ledger.useToken(source.token)`,
    text: `if (source._tag === "Token" && at < 0) yield* Ledger.useToken(source.token)`
  },
  {
    name: "a token pays any session",
    file: provider("Charges"),
    old: `if (kept.sessionId !== (checkoutId ?? session.sessionId)) return "token_session_mismatch"`,
    text: `if (checkoutId === "" && kept.sessionId !== session.sessionId) return "token_session_mismatch"`
  },
  {
    name: "a token pays any amount",
    file: provider("Charges"),
    old: "session.amountMinor > kept.maxAmountMinor ?",
    text: "session.amountMinor > kept.maxAmountMinor && now < 0 ?"
  },
  {
    name: "a token pays after its time",
    file: provider("Charges"),
    old: `if (now >= kept.expiresAt) return "token_expired"`,
    text: `if (now < 0 && now >= kept.expiresAt) return "token_expired"`
  },
  {
    name: "two completions of an agent's session make two orders",
    file: commerce("drafts/DraftPayment"),
    old: `      if (settledStatus(before, now) === "completed") return notCharged(yield* viewOf(deps, before, now))
      yield* mustBeChangeable(before, now)
      const document = withDetails(`,
    text: `      const document = withDetails(`
  },
  {
    name: "an agent's session that is edited keeps what it held back",
    file: commerce("drafts/PurchaseDrafts"),
    old: `        const freed = yield* endSession(session)
        yield* Inventory.release(freed)
        yield* reactNow
        const row`,
    text: `        yield* endSession(session)
        yield* reactNow
        const row`
  },
  {
    name: "an agent's session can be bought for an hour after it has expired",
    file: "packages/domain/src/PurchaseDraft.ts",
    old: "now >= draft.expiresAt && draft.phase",
    text: "now >= draft.expiresAt + 3_600_000 && draft.phase"
  },
  {
    name: "a delegation that was taken back still pays",
    file: commerce("spending/Delegations"),
    old: `return currentStatus === "active"
    ? Effect`,
    text: `return currentStatus === "active" || currentStatus === "revoked"
    ? Effect`
  },
  {
    name: "shipping goes back with every return",
    file: "packages/domain/src/Return.ts",
    old: "return covers([...acceptedBefore, ...acceptedNow]) && !covers(acceptedBefore) ? shippingMinor : 0",
    text: "return !covers(acceptedBefore) && acceptedNow.length > 0 ? shippingMinor : 0"
  },
  {
    name: "an order has arrived when its first parcel has",
    file: "packages/domain/src/Shipment.ts",
    old: `shipments.every((shipment) => shipment === "delivered")`,
    text: `shipments.some((shipment) => shipment === "delivered")`
  },
  {
    name: "an arrival that comes before its shipment is ignored",
    file: commerce("partners/InboundWebhooks"),
    old: `: unfit(currentStatus, "shipped")`,
    text: ": ignored(`the order is ${currentStatus}`)"
  },
  {
    name: "a parcel that leaves before the payment is ignored",
    file: commerce("partners/InboundWebhooks"),
    old: `OrderNotShippable: ({ currentStatus }) => unfit(currentStatus, "confirmed")`,
    text: "OrderNotShippable: ({ currentStatus }) => ignored(`the order is ${currentStatus}`)"
  },
  {
    name: "a price that rose unseen is charged",
    file: "packages/domain/src/Cart.ts",
    old:
      "expectedTotalMinor === undefined ? changes.length === 0 && !losesFreeShipping : totalMinor <= expectedTotalMinor",
    text: "expectedTotalMinor === undefined || totalMinor <= expectedTotalMinor"
  },
  {
    name: "the price that the cart was filled at is charged",
    file: commerce("checkout/OrderPlacement"),
    old: "lines: lines.map(Carts.listed)",
    text: "lines: lines.map((one) => ({ ...Carts.listed(one), unitPriceMinor: one.line.priceSeenMinor }))"
  },
  {
    name: "a recount leaves out what is reserved",
    file: commerce("catalog/Inventory"),
    old: "yield* setShelf(onHand, movements + 1, product_id)",
    text: "yield* setShelf(reason === \"count\" ? onHand + reserved : onHand, movements + 1, product_id)"
  },
  {
    name: "a reported count leaves out what is reserved",
    file: commerce("catalog/Inventory"),
    old: "onHand: row.on_hand + units }",
    text: "onHand: row.on_hand + units + (line.reason === \"count\" ? row.reserved : 0) }"
  },
  {
    name: "a parcel leaves the shelf without its movement",
    file: commerce("catalog/Inventory"),
    old: "if (cause !== undefined) movements.push({ ...cause,",
    text: "if (cause !== undefined && cause.reason !== \"sale\") movements.push({ ...cause,"
  },
  {
    name: "what comes back is entered as sold",
    file: commerce("catalog/Inventory"),
    old: "{ reason: \"return\", subject: returnId }",
    text: "{ reason: \"sale\", subject: returnId as unknown as ShipmentId }"
  },
  {
    name: "a loss of several is entered as one unit",
    file: domain("Stock"),
    old: "return -report.units",
    text: "return -1"
  },
  {
    name: "goods of a reduced rate are taxed at the standard one",
    file: commerce("cart/Carts"),
    old: "vatClass: row.vat_class ?? undefined,",
    text: "vatClass: undefined,"
  },
  {
    name: "all shipping is taxed at the highest rate",
    file: "packages/domain/src/Pricing.ts",
    old: "Money.split(shippingMinor, rates.map(({ valueMinor }) => valueMinor))",
    text: "Money.split(shippingMinor, rates.map((_, n) => n === 0 ? 1 : 0))"
  },
  {
    name: "goods are taxed where the shop is",
    file: "packages/domain/src/Pricing.ts",
    old: "const taxed = { country, ",
    text: "const taxed = { country: policy.homeCountry as typeof country, "
  },
  {
    name: "a territory taxed as its country",
    file: "packages/domain/src/Destination.ts",
    old: "if (own !== undefined) return { country: CountryCode.make(own[0]) }",
    text: "if (own !== undefined) return { country }"
  },
  {
    name: "what is sealed for hygiene comes back opened",
    file: "packages/domain/src/Return.ts",
    old: `condition === "opened" && open.some((row) => !acceptsOpened(strategy, row))`,
    text: `condition === "opened" && open.some((row) => !acceptsOpened(strategy, row) && row.sentBack > 0)`
  },
  {
    name: "a guest is forgotten after a day",
    file: commerce("identity/Identity"),
    old: "const guestLifetime = 180 * day",
    text: "const guestLifetime = day"
  },
  {
    name: "what was cancelled is still counted as spent",
    file: commerce("spending/SpendingLedger"),
    old: `
       AND NOT EXISTS (SELECT 1 FROM spending r WHERE r.charge_id = s.charge_id AND r.entry = 'released')`,
    text: ""
  },
  {
    name: "tracking tells of the first parcel",
    file: "packages/http/src/handlers/Views.ts",
    old: "const latest = view.shipments.at(-1)",
    text: "const latest = view.shipments.at(0)"
  },
  {
    name: "a message tells an amount in cents",
    file: commerce("events/DomainEvents"),
    old: "Schema.propertySignature(Amount(currency))",
    text: "Schema.propertySignature(Schema.Number)"
  },
  {
    name: "messages are sent again only where they were parked",
    file: commerce("partners/Subscriptions"),
    old: "WHERE subscription_id = ? AND event_id IN (",
    text: "WHERE state = 'parked' AND subscription_id = ? AND event_id IN ("
  },
  {
    name: "an answer is kept for an hour",
    file: sql("Idempotency"),
    old: "const keptMillis = 25 * 3_600_000",
    text: "const keptMillis = 3_600_000"
  },
  {
    name: "a page of a list leaves one out",
    file: sql("Cursor"),
    old: "const last = data[data.length - 1]",
    text: "const last = rows[rows.length - 1]"
  },
  {
    name: "any signature will do",
    file: "packages/outbound/src/Signature.ts",
    old: "matches = equal(candidate, versioned.slice(3)) || matches",
    text: "matches = candidate.length === versioned.length - 3 || matches"
  },
  {
    name: "a token that was revoked is still good",
    file: commerce("identity/Identity"),
    old: "revoked_at !== null || expires_at <= now",
    text: "expires_at <= now"
  },
  {
    name: "a ticket takes anybody's order",
    file: commerce("support/Support"),
    old: "principal !== undefined && owns(principal, order.principal)",
    text: "order.principal !== undefined"
  },
  {
    name: "a price that staff set is not in the trail",
    file: commerce("catalog/Prices"),
    old: `action: "price.set",
      subject: productId,`,
    text: `action: "price.set",
      subject: "",`
  },
  {
    name: "the trail has a count of a shelf before it was decided on",
    file: commerce("catalog/Inventory"),
    old: "after: { onHand }",
    text: "after: { onHand: on_hand }"
  },
  {
    name: "a partner who has gone still hears what waited for them",
    file: commerce("partners/WebhookDeliveries"),
    old: `row.deleted_at !== null || row.state === "parked"`,
    text: `row.state === "parked"`
  },
  {
    name: "messages go on to where a partner was",
    file: commerce("partners/WebhookDeliveries"),
    old: "const outgoing = { id, url, secret",
    text: "const outgoing = { id, url: deps.memory[subscriptionId] ??= url, secret"
  },
  {
    name: "one endpoint that fails has all of them paused",
    file: commerce("partners/FairSending"),
    old: "health: failing.get(group) ?? Endpoint.healthy",
    text: "health: [...failing.values()][0] ?? Endpoint.healthy"
  },
  {
    name: "an endpoint that was paused is never tried again",
    file: "packages/domain/src/WebhookEndpoint.ts",
    old: "(pausedUntil !== undefined && now < pausedUntil)",
    text: "pausedUntil !== undefined"
  },
  {
    name: "an endpoint that is enabled is not sent what was parked",
    file: commerce("partners/EndpointHealth"),
    old: `for (const lane of lanes) yield* jobs.schedule("deliver", laneOf(id, lane.order_id), now)`,
    text: `for (const lane of lanes.slice(1)) yield* jobs.schedule("deliver", laneOf(id, lane.order_id), now)`,
    days: 6
  },
  {
    name: "an endpoint is disabled after a day",
    file: "packages/domain/src/WebhookEndpoint.ts",
    old: "export const disabledAfterMillis = 3 * day",
    text: "export const disabledAfterMillis = day",
    days: 6
  },
  {
    name: "an endpoint is disabled a day early",
    file: "packages/domain/src/WebhookEndpoint.ts",
    old: "export const disabledAfterMillis = 3 * day",
    text: "export const disabledAfterMillis = 2 * day",
    days: 6
  },
  {
    name: "a partner hears of every principal's orders",
    file: commerce("events/Events"),
    old: "principal IS NULL OR principal = (SELECT",
    text: "principal IS NULL OR principal <> (SELECT '') OR principal = (SELECT"
  },
  {
    name: "an agent hears of orders before they are confirmed",
    file: "packages/acp/src/Webhooks.ts",
    old: "silent.has(type) || history.confirmedBy === undefined || seq < history.confirmedBy",
    text: "silent.has(type)"
  },
  {
    name: "an agent's messages are signed as the shop's own are",
    file: "packages/acp/src/Webhooks.ts",
    old: `createHmac("sha256", secret)`,
    text: `createHmac("sha256", Buffer.from(secret.slice(6), "base64"))`
  },
  {
    name: "a price that is set leaves what is shown as it was",
    file: commerce("catalog/Prices"),
    old: `yield* PriceRecords.set(before, priceMinor, yield* Clock.currentTimeMillis)
    yield* CatalogChanges.record([productId])`,
    text: "yield* PriceRecords.set(before, priceMinor, yield* Clock.currentTimeMillis)"
  },
  {
    name: "a sell-out leaves what is shown as it was",
    file: commerce("catalog/Inventory"),
    old: "if ((row.available > 0) !== (row.available - onHand + reserved > 0)) turned.push(productId)",
    text: "if (row.available > 0 && row.available - onHand + reserved <= 0) turned.push(productId)"
  },
  {
    name: "a product that is back leaves what is shown as it was",
    file: commerce("catalog/Inventory"),
    old: "if ((row.available > 0) !== (row.available - onHand + reserved > 0)) turned.push(productId)",
    text: "if (row.available <= 0 && row.available - onHand + reserved > 0) turned.push(productId)"
  },
  {
    name: "a count leaves what is shown as it was",
    file: commerce("catalog/Inventory"),
    old: "if ((on_hand > reserved) !== (onHand > reserved)) turned.push(product_id)",
    text: ""
  },
  {
    name: "a change is written down, and who keeps what was before is not told",
    file: commerce("catalog/CatalogChanges"),
    old: "changed.notify(yield* Transaction, { version, subject: productId })",
    text: "if (version < 0) changed.notify(yield* Transaction, { version, subject: productId })"
  },
  {
    name: "a change of unknown outcome leaves what is shown as it was",
    file: commerce("catalog/CatalogChanges"),
    old: "uncertain: () => follower.uncertain()",
    text: "uncertain: () => undefined",
    interleaved: true
  },
  {
    name: "what was read before a change is kept as if it had been read after it",
    file: "packages/http/src/pipeline/PublicReads.ts",
    old: "since: making.since",
    text: "since: source.count()",
    interleaved: true
  },
  {
    name: "the catalogue keeps the brand of a product that changed",
    file: "packages/http/src/handlers/CatalogDocuments.ts",
    old: "new Map([...before.byBrand, ...parts])",
    text: "new Map([...parts, ...before.byBrand])"
  },
  {
    name: "a lock is missing: an order is read without one",
    file: commerce("records/OrderRecords"),
    old: "FROM orders WHERE id = ? FOR UPDATE`",
    text: "FROM orders WHERE id = ?`",
    interleaved: true
  },
  {
    name: "a lock is missing: a session is read without one",
    file: commerce("records/SessionRecords"),
    old: "WHERE s.id = ? FOR UPDATE OF s, o`",
    text: "WHERE s.id = ?`",
    interleaved: true
  },
  {
    name: "a lock is missing: a cart is changed without one",
    file: commerce("cart/Carts"),
    old:
      "Query.lock<[principal: string, shopper: string]>(\n  \"SELECT id FROM cart WHERE principal = ? AND shopper = ? FOR UPDATE\"",
    text:
      "Query.lock<[principal: string, shopper: string]>(\n  \"SELECT id FROM cart WHERE principal = ? AND shopper = ?\"",
    interleaved: true
  },
  {
    name: "a lock is missing: an instrument is spent from without one",
    file: commerce("spending/SpendingLedger"),
    old: "WHERE fingerprint = ? FOR UPDATE\"",
    text: "WHERE fingerprint = ?\"",
    interleaved: true
  },
  {
    name: "a lock is missing: a delegation is spent from without one",
    file: commerce("spending/Delegations"),
    old: "(`${selected} FOR UPDATE`)",
    text: "(selected)",
    interleaved: true
  },
  {
    name: "a lock is missing: a draft is changed without one",
    file: commerce("drafts/DraftRecords"),
    old: "FROM draft WHERE id = ? FOR UPDATE`",
    text: "FROM draft WHERE id = ?`",
    interleaved: true
  },
  {
    name: "a lock is missing: an endpoint's health is changed without one",
    file: commerce("partners/EndpointHealth"),
    old: "WHERE id = ? FOR NO KEY UPDATE\"",
    text: "WHERE id = ?\"",
    interleaved: true
  },
  {
    name: "a stale read after a lock: what is held unpaid is read first",
    file: commerce("checkout/ReservationLimits"),
    old: `yield* lockAccount.sent(\`holder \${principal}\`)
    if (network !== null) yield* lockAccount.sent(\`network \${network}\`)
    const held = yield* start(claim.holder, claim.wanted.nearlyGone.size > 0)`,
    text: `const held = yield* start(claim.holder, claim.wanted.nearlyGone.size > 0)
    yield* lockAccount.sent(\`holder \${principal}\`)
    if (network !== null) yield* lockAccount.sent(\`network \${network}\`)`,
    interleaved: true
  },
  {
    name: "a stale read after a lock: a cart's lines are read first",
    file: commerce("cart/Carts"),
    old: `const locked = yield* lock.sent(owner.principal, owner.shopper)
    const rows = yield* linesOf.sent(owner.principal, owner.shopper)`,
    text: `const rows = yield* linesOf.sent(owner.principal, owner.shopper)
    const locked = yield* lock.sent(owner.principal, owner.shopper)`,
    interleaved: true
  },
  {
    name: "locks out of order: products in the order of the cart",
    file: commerce("catalog/Inventory"),
    old: "[...units].sort((a, b) => a.productId < b.productId ? -1 : a.productId > b.productId ? 1 : 0)",
    text: "units",
    interleaved: true
  },
  {
    name: "locks out of order: a delegation before its instrument",
    file: commerce("spending/Delegations"),
    old: "const locking = yield* SpendingLedger.startLock(first.instrument!)",
    text: "yield* byIdLocked(delegationId)\n  const locking = yield* SpendingLedger.startLock(first.instrument!)",
    interleaved: true
  },
  {
    name: "locks out of order: an order before its session",
    file: commerce("orders/Orders"),
    old: `const session = Option.getOrUndefined(yield* SessionRecords.liveOfOrder(orderId))
    const order = yield* OrderRecords.lock(orderId)`,
    text: `const order = yield* OrderRecords.lock(orderId)
    const session = Option.getOrUndefined(yield* SessionRecords.liveOfOrder(orderId))`,
    interleaved: true
  },
  {
    name: "locks out of order: a session before its cart",
    file: commerce("checkout/Settlement"),
    old: `yield* SessionRecords.lockCartOf.sent(sessionId)
      const row = Option.getOrUndefined(yield* SessionRecords.byId(sessionId))`,
    text: `const row = Option.getOrUndefined(yield* SessionRecords.byId(sessionId))
      yield* SessionRecords.lockCartOf.sent(sessionId)`,
    interleaved: true
  },
  {
    name: "locks out of order: a message before its endpoint",
    file: commerce("partners/WebhookDeliveries"),
    old: "if (isLocked) yield* EndpointHealth.lock(subscriptionId)",
    text: `if (isLocked) {
      yield* Query.lock<[string, string, number]>(
        "SELECT seq FROM delivery WHERE subscription_id = ? AND order_id = ? AND seq = ? FOR UPDATE"
      )(subscriptionId, orderId, message.seq)
      yield* EndpointHealth.lock(subscriptionId)
    }`,
    interleaved: true
  },
  {
    name: "locks out of order: jobs before the messages that they send",
    file: commerce("partners/EndpointHealth"),
    old: "yield* lockWaiting(id)",
    text: "",
    interleaved: true
  },
  {
    name: "tokens lie in clear in the records of keys",
    file: sql("Idempotency"),
    old: "return sealed ? Effect.map(Entropy, (entropy) =>",
    text: `return sealed && text === "" ? Effect.map(Entropy, (entropy) =>`
  },
  {
    name: "the log shows the token of each request",
    file: "packages/http/src/pipeline/RequestPipeline.ts",
    old: `path: loggedPath(path),`,
    text: `path: loggedPath(path) + headers["authorization"],`
  },
  {
    name: "the log shows capabilities",
    file: "packages/http/src/pipeline/RequestPipeline.ts",
    old: `path: loggedPath(path),`,
    text: "path,"
  },
  {
    name: "the second line of an address is not printed",
    file: domain("AddressLines"),
    old: `line === "a" ? [address, address2] :`,
    text: `line === "a" ? [address] :`
  },
  {
    name: "an agent's second line is lost",
    file: domain("PurchaseDraft"),
    old: "address2: destination.line2,",
    text: ""
  },
  {
    name: "the bill goes with the parcel",
    file: commerce("after-sales/Receipts"),
    old: "order.billing_address ?? order.address",
    text: "order.address"
  },
  {
    name: "an event tells the address of its order",
    file: commerce("orders/Orders"),
    old: "data: reason === undefined ? {} : { reason }",
    text: "data: { reason: `${JSON.stringify(order.address)}` }"
  },
  {
    name: "the feed is kept over all changes",
    file: "packages/acp/src/DiscoveryHandlers.ts",
    old: "source: CatalogDocuments.sourceOf(catalogue)",
    text: "source: PublicReads.lasting"
  },
  {
    name: "an ETag stands for all bodies of a length",
    file: "packages/http/src/pipeline/Responses.ts",
    old: "`\"${hash(body).slice(0, 27)}\"`",
    text: "`\"${hash(String(body.length)).slice(0, 27)}\"`"
  },
  {
    name: "a page by price leaves out products at the price of the last one",
    file: commerce("catalog/SearchStatements"),
    old: "text: `(${sortKey} ${beyond} ? OR (${sortKey} = ? AND ${id} > ?))`",
    text: "text: `(${sortKey} ${beyond} ? OR (${sortKey} = ? AND ${id} < ?))`"
  },
  {
    name: "a search for what is there finds what is reserved",
    file: commerce("catalog/SearchStatements"),
    old: "where(`${s}.on_hand > ${s}.reserved`)",
    text: "where(`${s}.on_hand > 0`)"
  },
  {
    name: "a search up to a price leaves out what costs as much",
    file: commerce("catalog/SearchStatements"),
    old: "where(`${p}.price_minor <= ?`, search.maxPriceMinor)",
    text: "where(`${p}.price_minor < ?`, search.maxPriceMinor)"
  },
  {
    name: "a cart shows the price that its owner saw last",
    file: commerce("cart/Carts"),
    old: "priceMinor: row.price_minor!,",
    text: "priceMinor: row.price_seen_minor!,"
  },
  {
    name: "an amount up to the rest of an allowance is refused where it is all of the rest",
    file: domain("Allowance"),
    old: "if (amountMinor > remaining) {",
    text: "if (amountMinor >= remaining) {"
  },
  {
    name: "a spend counts a millisecond longer than its window",
    file: domain("Allowance"),
    old: "spends.filter(({ at }) => at > now - windows[window])",
    text: "spends.filter(({ at }) => at >= now - windows[window])",
    days: 4
  },
  {
    name: "shipping is free from a cent more on",
    file: domain("Shipping"),
    old: "shipment.goodsMinor === 0 || shipment.goodsMinor >= freeFromMinor",
    text: "shipment.goodsMinor === 0 || shipment.goodsMinor > freeFromMinor"
  },
  {
    name: "a paid order is not cancelled any more",
    file: "packages/domain/src/Order.ts",
    old: `return shippedUnits === 0 && transitions[status].includes("cancelled")`,
    text: `return shippedUnits === 0 && status === "pending"`
  },
  {
    name: "exactly what is left is not refunded",
    file: "packages/domain/src/Refund.ts",
    old: "  return requested > remaining\n",
    text: "  return requested >= remaining\n"
  },
  {
    name: "the last units are not returned",
    file: "packages/domain/src/Return.ts",
    old: `const left = sumOf(open)
  return requested > left`,
    text: `const left = sumOf(open)
  return requested >= left`
  },
  {
    name: "the last units are not sold",
    file: "packages/domain/src/Stock.ts",
    old: "quantity > available(stock)",
    text: "quantity >= available(stock)"
  },
  {
    name: "as much as may be unpaid is refused",
    file: "packages/domain/src/Reservation.ts",
    old: "measures.filter(({ allowed, used, wanted }) => used + wanted > allowed)",
    text: "measures.filter(({ allowed, used, wanted }) => used + wanted >= allowed)"
  },
  {
    name: "as much as may be unpaid at once is too large",
    file: "packages/domain/src/Reservation.ts",
    old: "first.find(({ allowed, wanted }) => wanted > allowed)",
    text: "first.find(({ allowed, wanted }) => wanted >= allowed)"
  },
  {
    name: "a token is good at its very end",
    file: commerce("identity/Identity"),
    old: "expires_at <= now) return new InvalidToken()",
    text: "expires_at < now) return new InvalidToken()"
  },
  {
    name: "a response is kept a millisecond too long",
    file: sql("Idempotency"),
    old: "if (row.expires_at <= now) {",
    text: "if (row.expires_at < now) {"
  },
  {
    name: "a response is kept a millisecond too short",
    file: sql("Idempotency"),
    old: "const expiresAt = now + lifeMillis\n",
    text: "const expiresAt = now + lifeMillis - 1\n"
  },
  {
    name: "an instrument's clock goes back with that of the store",
    file: commerce("spending/SpendingLedger"),
    old: "(row, now) => Math.max(Option.getOrThrow(row).last_at, now))",
    text: "(_, now) => now)",
    stores: 2
  },
  {
    name: "leases of jobs are never renewed",
    file: sql("JobRunner"),
    old: `    yield* Effect.sleep(renewMillis)
    if (running.size === 0) return busy.unsafeClose()`,
    text: `    yield* Effect.sleep(renewMillis * 1_000_000)
    if (running.size === 0) return busy.unsafeClose()`,
    stores: 2
  },
  {
    name: "leases of keys are never renewed",
    file: sql("Idempotency"),
    old: `    yield* Effect.sleep(renewMillis)
    const { write } = yield* Transactions`,
    text: `    yield* Effect.sleep(renewMillis * 1_000_000)
    const { write } = yield* Transactions`,
    stores: 2
  },
  {
    name: "a store that was passed by concludes a job all the same",
    file: sql("JobTable"),
    old: `attempts = ?, lease_until = 0
   WHERE kind = ? AND subject = ? AND fence = ? RETURNING run_at AS at`,
    text: `attempts = ?, lease_until = 0
   WHERE kind = ? AND subject = ? AND fence >= ? RETURNING run_at AS at`,
    stores: 2
  },
  {
    name: "a store that was passed by removes a job all the same",
    file: sql("JobTable"),
    old: `"DELETE FROM job WHERE kind = ? AND subject = ? AND fence = ? AND plan = ?"`,
    text: `"DELETE FROM job WHERE kind = ? AND subject = ? AND fence >= ? AND plan = ?"`,
    stores: 2
  },
  {
    name: "a store reads the version of the catalogue once, and never again",
    file: commerce("catalog/CatalogChanges"),
    old:
      "return age >= 0 && age < (this.reading.current === undefined ? this.maxUnconfirmed / 2 : this.maxUnconfirmed)",
    text: "return age > -Infinity && this.confirmedAt > -Infinity",
    stores: 2
  },
  {
    name: "a store reads others' changes of the catalogue, and keeps what it has",
    file: commerce("catalog/CatalogChanges"),
    old: "if (version > (this.known ?? 0)) this.learn(product_id)",
    text: "if (version > current) this.learn(product_id)",
    stores: 2
  },
  {
    name: "a request that another process has finished is answered once more",
    file: sql("Idempotency"),
    old: "return known === null",
    text: "return known !== undefined",
    stores: 2
  },
  {
    name: "a form of a page takes effect each time that it is sent",
    file: "packages/http/src/pages/FormChange.ts",
    old: `key === null || key === ""`,
    text: `key === null || key !== ""`
  },
  {
    name: "the page of a product keeps its old price",
    file: "packages/storefront/src/Storefront.ts",
    old: "dependsOn: findProductDependencies",
    text: "dependsOn: noProduct"
  },
  {
    name: "a list of the shop front keeps its old prices",
    file: "packages/storefront/src/ListData.ts",
    old: "data.length > 0 ? listProductIds(data) : undefined",
    text: "data.length > 0 ? [] : undefined"
  },
  {
    name: "a list of the shop front goes by what is on it, and not by what comes to it",
    file: "packages/storefront/src/ListData.ts",
    old: `facets === undefined && sort === "relevance" && data.length > 0`,
    text: `sort === "relevance" && data.length > 0`
  },
  {
    name: "the card of a group says the price of the product that it leads to",
    file: domain("ListEntry"),
    old: "one.priceMinor < best.priceMinor ? one : best, product)",
    text: "one.priceMinor < best.priceMinor ? best : best, product)"
  },
  {
    name: "accents count in a search",
    file: domain("Letters"),
    old: `[\\p{M}\\p{Default_Ignorable_Code_Point}]`,
    text: `[\\p{Default_Ignorable_Code_Point}]`
  },
  {
    name: "a synonym counts as much as the word that was typed",
    file: commerce("catalog/SearchIndex"),
    old: "const levelWorth = 16",
    text: "const levelWorth = 0"
  },
  {
    name: "no compound is found by its last part",
    file: commerce("catalog/WordForms"),
    old: "const shortestPart = 3",
    text: "const shortestPart = 40"
  },
  {
    name: "two neighbours that are swapped are two mistakes",
    file: domain("Spelling"),
    old: "steps[row * width + column]! + (i - row - 1) + 1 + (j - column - 1)",
    text: "steps[row * width + column]! + (i - row - 1) + 2 + (j - column - 1)"
  },
  {
    name: "the feed swaps the value and the unit of a size",
    file: "packages/acp/src/Feed.ts",
    old: "value: `${value} ${unit}`",
    text: "value: `${unit} ${value}`"
  },
  {
    name: "a code counts once too often",
    file: commerce("promotions/PromotionRecords"),
    old: "usesIn(yield* countUses(id, earlier)) >= uses",
    text: "usesIn(yield* countUses(id, earlier)) > uses"
  },
  {
    name: "amounts have two decimals in every currency",
    file: domain("Money"),
    old: "amountMinor / 10 ** decimalsOf(currency)",
    text: "amountMinor / 10 ** decimalsOf(defaultCurrency)"
  },
  {
    name: "a discount is rounded up",
    file: domain("Promotion"),
    old: "spread(Money.fraction(total, benefit.percent, 100))",
    text: "spread(Math.ceil(total * benefit.percent / 100))"
  },
  {
    name: "an order that is placed again forgets its code",
    file: commerce("checkout/OrderPlacement"),
    old: "yield* PromotionRecords.recordUses(orderId, priced.promotions.counted)",
    text: "if (earlier === undefined) yield* PromotionRecords.recordUses(orderId, priced.promotions.counted)"
  },
  {
    name: "a plan begins an hour early",
    file: commerce("catalog/PriceRecords"),
    old: "starts_at: plan.from,",
    text: "starts_at: plan.from - 3_600_000,"
  },
  {
    name: "a sale never ends",
    file: domain("PriceHistory"),
    old: "return moments.length === 0 ? undefined : Math.min(...moments)",
    text: "return plans.length === 0 ? undefined : Math.min(...moments)"
  },
  {
    name: "a reduction is from the lowest price of 31 days",
    file: domain("PriceHistory"),
    old: "export const referenceMillis = 30 * 86_400_000",
    text: "export const referenceMillis = 31 * 86_400_000"
  },
  {
    name: "a rate of yesterday counts for one more day",
    file: domain("Vat"),
    old: "rates.findLast(({ from }) => from <= on) ?? rates[0]",
    text: "rates.findLast(({ from }) => from < on) ?? rates[0]"
  },
  {
    name: "an import is applied brand by brand",
    file: commerce("catalog/CatalogImport"),
    old: `put: UseCase.named("CatalogImport.put", run(deps, true)),`,
    text: `put: UseCase.named("CatalogImport.put", (given) =>
      Effect.map(
        Effect.forEach(given.brands, (brand) => run(deps, true)({ brands: [brand] })),
        (all) => all.at(-1)
      )),`
  },
  {
    name: "a scan is readable by another principal",
    file: "packages/readiness/src/scans/Scans.ts",
    old: "return found === undefined || !owns(principal, found.principal)",
    text: "return found === undefined"
  },
  {
    name: "staff are warned of few units with each sale",
    file: commerce("catalog/Inventory"),
    old: "yield* setWarned(level, productId)",
    text: ""
  },
  {
    name: "a warning of few units stays although there are more",
    file: domain("Stock"),
    old: `isFew ? "begins" : "ends"`,
    text: `isFew ? "begins" : undefined`
  },
  {
    name: "a secret that was replaced counts for ever",
    file: commerce("identity/ClientRecords"),
    old: "&& now < previous_until && matches",
    text: "&& matches"
  },
  {
    name: "an agent that has gone keeps its tokens",
    file: commerce("partners/Clients"),
    old: "    yield* revokeTokens(now, `${kind}:${clientId}`)\n",
    text: ""
  },
  {
    name: "what is not sold any more is bought all the same",
    file: commerce("checkout/OrderPlacement"),
    old: "lines.find(({ isArchived }) => isArchived === true)",
    text: "lines.find(({ isArchived, line }) => isArchived === true && line.quantity < 1)"
  },
  {
    name: "what is not sold any more vanishes from carts",
    file: commerce("cart/Carts"),
    old: "row.product_id === null ? [] : [{",
    text: "row.product_id === null || row.archived_at !== null ? [] : [{"
  },
  {
    name: "a picture is taken for all of its size",
    file: "packages/http/src/pipeline/RasterPictures.ts",
    old: "export const filesOfOwn = ({ height, id, width }: ProductPicture): ReadonlyArray<RasterPicture> => {",
    text: `const known = new Map<number, PictureId>()
    export const filesOfOwn = ({ height, id: own, width }: ProductPicture): ReadonlyArray<RasterPicture> => {
      const id = known.get(width) ?? own
      known.set(width, id)`
  },
  {
    name: "an option filter is ignored",
    file: commerce("catalog/SearchIndex"),
    old: "const options = this.#wantedOptions(search)",
    text: "const options = this.#wantedOptions({})"
  },
  {
    name: "a list's second page forgets its filters",
    file: commerce("catalog/ProductSearch"),
    old: "yield* SearchStatements.rowsOf(dialect, search, after)",
    text:
      "yield* SearchStatements.rowsOf(dialect, after === undefined ? search : { ...search, category: undefined, inStock: undefined }, after)"
  },
  {
    name: "Retry-After is absent on a refusal of rate",
    file: "packages/http/src/pipeline/ErrorDescription.ts",
    old: `if ("retryAfterSeconds" in error) headers`,
    text: `if ("retryAfterSeconds" in error && error._tag !== "RateLimited") headers`
  }
]
