/**
 * Rules of stock: the available units are those that were stocked or counted last, less the sold ones, plus the
 * returned ones. A product whose stock is unknown (a count without a response, units that left during the count) is not
 * checked. A public page shows a product as in stock only if it can be.
 */
import * as ReturnSchemas from "@beauty-store/http/contract/ReturnSchemas"
import * as StockSchemas from "@beauty-store/http/contract/StockSchemas"
import type { Partner } from "../world/Partners.ts"
import { type Audit, type Exchange, onExchange, onResponse, onShownProduct, type Rules } from "./Audit.ts"
import {
  type Catalog,
  type Flag,
  type InventoryStatus,
  type Order,
  type Product,
  type ProductPage,
  productsOf,
  type Shelf,
  type StockMovement
} from "./Bodies.ts"
import { eventTime } from "./Calendar.ts"
import { changeOf, isFinished } from "./Idempotency.ts"
import { keepsMoney } from "./Money.ts"
import type { SentRequest } from "./Observations.ts"
import type { ApiOperation } from "./Operations.ts"

const count = "stock.setOnHand" satisfies ApiOperation
const report = "stock.report" satisfies ApiOperation
const receive = "returns.receive" satisfies ApiOperation

/** The lines of a report as it was sent, none where it is no report. */
export const linesOf = (json: unknown): (typeof StockSchemas.ReportShelves.Encoded)["lines"] =>
  (json as Partial<typeof StockSchemas.ReportShelves.Encoded> | undefined)?.lines ?? []

/** The products whose shelves staff count or report on by a request; none where it is another. */
export const shelvesIn = (operation: string, subject: string, json: unknown): ReadonlyArray<string> =>
  operation === count
    ? [subject]
    : operation === report
    ? linesOf(json).map(({ productId }) => productId)
    : []

/** Staff have stocked a product before the run. */
export const stocked = ({ seen }: Audit, productId: string, units: number): void => {
  seen.stocked.set(productId, units)
  seen.firstStocked.set(productId, units)
}

const restocked = ({ seen }: Audit, productId: string, units: number): void =>
  void seen.stocked.set(productId, (seen.stocked.get(productId) ?? 0) + units)

export const sent = (audit: Audit, request: SentRequest): void => {
  if (isFinished(audit, request)) return
  const { emptied, openCounts, openRestocks } = audit.seen
  const products = shelvesIn(request.operation, request.subject, request.json)
  if (products.length > 0) {
    openCounts.set(changeOf(request), products)
    for (const product of products) emptied.delete(product)
  } else if (request.operation === receive) {
    const { items } = request.json as typeof ReturnSchemas.ReceiveRequest.Encoded
    const products = items.map(({ productId }) => productId)
    openRestocks.set(changeOf(request), products)
    for (const product of products) emptied.delete(product)
  }
}

export const decided = ({ seen }: Audit, request: SentRequest): void => {
  if (request.operation === count || request.operation === report) seen.openCounts.delete(changeOf(request))
  if (request.operation === receive) seen.openRestocks.delete(changeOf(request))
}

/** How many units are few. */
const few = 5

/** A shelf was shown: there are no less than none, and its words follow from its units. */
const shelfShown = (audit: Audit, { body, sent }: Pick<Exchange<unknown, InventoryStatus>, "body" | "sent">): void => {
  const { availability, inStock, productId, quantity } = body
  audit.expect("stock.negative", `0 or more units of ${productId}`).that(quantity >= 0, () => `${quantity} units`)
  const due = quantity === 0 ? "out_of_stock" : quantity <= few ? "low_stock" : "in_stock"
  audit.expect("stock.words", `${quantity} units of ${sent.subject}: ${due}`)
    .that(
      productId === sent.subject && inStock === quantity > 0 && availability === due,
      () => `${productId}, ${availability}, ${inStock ? "in stock" : "sold out"}`
    )
}

const counted = (
  audit: Audit,
  { at, body, firstSentAt, isFirst, n, request, sent }: Exchange<typeof StockSchemas.SetOnHand.Encoded, InventoryStatus>
): void => {
  if (!isFirst) return
  const { onHand } = request
  audit.expect("stock.counted", `at most the ${onHand} units of ${sent.subject} that were counted can be had`)
    .that(0 <= body.quantity && body.quantity <= onHand, () => `${body.quantity} units`)
  shelfShown(audit, { body, sent })
  audit.seen.counted.set(sent.subject, { from: firstSentAt, to: at, onHand })
  const { emptied, openCounts, openRestocks } = audit.seen
  const mayBeFilled = [...openCounts.values(), ...openRestocks.values()].flat().includes(sent.subject)
  if (onHand === 0 && !mayBeFilled) emptied.set(sent.subject, { n, at })
}

/** Shelves after a report: each differs by what was reported, and a count is of all that lie there. */
const reportDone = (
  audit: Audit,
  { at, body, firstSentAt, isFirst, request, sent }: Exchange<
    typeof StockSchemas.ReportShelves.Encoded,
    typeof StockSchemas.ReportedShelves.Encoded
  >
): void => {
  if (!isFirst) return
  for (const [n, line] of request.lines.entries()) {
    const shelf = body.data[n]
    const { productId } = line
    const units = line.reason === "count" ? undefined : line.reason === "delivery" ? line.units : -line.units
    audit.expect("stock.reported", `${JSON.stringify(line)} at ${sent.path} to be done`)
      .that(
        shelf !== undefined && shelf.productId === productId && shelf.available === shelf.onHand - shelf.reserved
          && shelf.available >= 0
          && (line.reason === "count" ? shelf.onHand === line.counted : shelf.units === units),
        () => JSON.stringify(shelf)
      )
    if (line.reason === "count") {
      audit.seen.counted.set(productId, { from: firstSentAt, to: at, onHand: line.counted })
    } else {
      restocked(audit, productId, units!)
      audit.seen.reported.push({ from: firstSentAt, to: at, productId, units: units! })
    }
  }
}

/** Whether the shelf of a product was empty before a request left, and is since. */
export const isSoldOut = (
  { outdatedFor, seen }: Audit,
  sent: Pick<Exchange["sent"], "at" | "n">,
  productId: string
): boolean => {
  const emptied = seen.emptied.get(productId)
  return emptied !== undefined && emptied.n < sent.n && (outdatedFor === 0 || emptied.at <= sent.at - outdatedFor)
}

/** A product is shown: not as one that is there, where it is sold out. */
const shown = (audit: Audit, { sent }: Exchange, { id, inStock }: Product): void => {
  audit.expect("catalogue.stock", `${id} shown as sold out at ${sent.path}`)
    .that(!isSoldOut(audit, sent, id) || !inStock, () => "in stock")
}

const cameBack = (
  audit: Audit,
  { at, firstSentAt, isFirst, request }: Exchange<typeof ReturnSchemas.ReceiveRequest.Encoded, unknown>
): void => {
  if (!isFirst) return
  for (const { accepted = true, productId, quantity, restock } of request.items) {
    if (!accepted || !restock) continue
    restocked(audit, productId, quantity)
    audit.seen.cameBack.push({ from: firstSentAt, to: at, productId, units: quantity })
  }
}

export const rules: Rules = {
  "catalog.inventory": onResponse(StockSchemas.InventoryStatus, shelfShown),
  [count]: onExchange(StockSchemas.SetOnHand, StockSchemas.InventoryStatus, counted),
  [report]: onExchange(StockSchemas.ReportShelves, StockSchemas.ReportedShelves, reportDone),
  ...onShownProduct(shown),
  [receive]: onExchange(ReturnSchemas.ReceiveRequest, ReturnSchemas.Return, cameBack)
}

/** At rest: the units that an order that counts has sold. */
export const orderAtRest = (audit: Audit, order: Order): void => {
  if (!keepsMoney(order)) return
  for (const { productId, quantity } of order.items) restocked(audit, productId, -quantity)
}

/** At rest: the available units of a product. */
export const shelfAtRest = (audit: Audit, productId: string, quantity: number, partners: ReadonlyArray<Partner>) => {
  const expected = onShelf(audit, productId, partners)
  audit.expect(
    "stock.conserved",
    `${expected} units of ${productId}: what was stocked, less what was sold, and what came back`
  )
    .that(
      expected === undefined || expected === quantity,
      () =>
        `${quantity} units, which is ${Math.abs(quantity - (expected ?? quantity))} ${
          quantity > (expected ?? quantity) ? "more" : "fewer"
        }`
    )
}

/** At rest: the units on hand of a product are the sum of its movements, and each of them has its cause. */
export const ledgerAtRest = (
  audit: Audit,
  { available, onHand, productId, reserved }: Shelf,
  movements: ReadonlyArray<StockMovement>
): void => {
  const sum = movements.reduce((sum, { units }) => sum + units, 0)
  audit.expect(
    "stock.ledger",
    `${sum} of ${productId} on hand, by ${movements.length} movements, each of a known cause`
  )
    .that(
      onHand === sum && available === onHand - reserved && movements.every(({ reason }) => reason !== "correction"),
      () => `${onHand}, ${JSON.stringify(movements)}`
    )
  const moved = audit.seen.reported.filter((one) => one.productId === productId)
  const recorded = movements.filter(({ reason }) => reason === "delivery" || reason === "loss")
  const areOpen = [...audit.seen.openCounts.values()].flat().includes(productId)
  audit.expect("stock.reports", `the ${moved.length} deliveries and losses of ${productId} in its ledger`)
    .that(
      areOpen ||
        String(moved.map(({ units }) => units).toSorted()) === String(recorded.map(({ units }) => units).toSorted()),
      () => JSON.stringify(recorded)
    )
}

/** At rest: staff are warned of a product whose units became few, once, and of no other. */
export const warningsAtRest = (
  audit: Audit,
  quantities: ReadonlyMap<string, number>,
  flags: ReadonlyArray<Flag>
): void => {
  for (const [productId, quantity] of quantities) {
    const about = flags.filter(({ kind, subject }) => kind === "low_stock" && subject === productId)
    const open = about.filter(({ closed }) => closed === undefined).length
    // A warning goes with a product that is off sale, and comes with the next sale.
    const wasArchived = audit.seen.archivings.some((one) => one.productId === productId)
    const becameFew = !wasArchived && quantity <= few && (audit.seen.firstStocked.get(productId) ?? 0) > few
    audit.expect(
      "stock.warned",
      `one warning that staff may have closed where few are left of ${quantity} of ${productId}`
    )
      .that(
        open <= 1 && (open === 0 || quantity <= few) && (!becameFew || about.length > 0),
        () => `${open} are open, ${about.length - open} closed`
      )
  }
}

/** At rest: all public pages show whether a product is available. */
export const shownAtRest = (
  audit: Audit,
  quantities: ReadonlyMap<string, number>,
  places: {
    readonly catalogue: Catalog
    readonly search: ProductPage
    readonly products: ReadonlyArray<Product>
    readonly feed: ReadonlyArray<Pick<Product, "id" | "inStock">>
  }
): void => {
  const { catalogue, feed, products, search } = places
  const shownIn = { catalogue: productsOf(catalogue), search: search.data, product: products, feed }
  for (const [place, shown] of Object.entries(shownIn)) {
    for (const { id, inStock } of shown) {
      const quantity = quantities.get(id)
      audit.expect("catalogue.stockAtRest", `${id} shown by the ${place} as one of which there are ${quantity} units`)
        .that(quantity === undefined || inStock === quantity > 0, () => inStock ? "in stock" : "sold out")
    }
  }
}

/** The stock of a product by all that is known; undefined where earlier events are unknown. */
const onShelf = ({ seen, skew }: Audit, productId: string, partners: ReadonlyArray<Partner>): number | undefined => {
  if ([...seen.openCounts.values()].flat().includes(productId)) return undefined
  const last = seen.counted.get(productId)
  if (last === undefined) return seen.stocked.get(productId)
  const [partner] = partners
  if (partner === undefined) return undefined
  const shipped = new Map(
    partner.received.flatMap(({ data, event, id }) => event === "order.shipped" ? [[id, data]] : [])
  )
  const changes = [
    ...[...shipped].flatMap(([id, { items = [] }]) =>
      items.filter((item) => item.productId === productId).map((item) => ({
        from: eventTime(id) - skew.ahead,
        to: eventTime(id) + skew.behind,
        units: -item.quantity
      }))
    ),
    ...[...seen.cameBack, ...seen.reported].filter((one) => one.productId === productId)
  ]
  if (changes.some(({ from, to }) => from <= last.to && to >= last.from)) return undefined
  return changes.filter(({ from }) => from > last.to).reduce((sum, { units }) => sum + units, last.onHand)
}
