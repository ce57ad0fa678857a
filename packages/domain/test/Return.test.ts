import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Days from "../src/Days.ts"
import { OrderId, ProductId, ReturnId, ShipmentId } from "../src/Ids.ts"
import * as Return from "../src/Return.ts"

const day = Schema.decodeUnknownSync(Days.Day)
const iso = (millis: number) => new Date(millis).toISOString()
const sum = (entries: ReadonlyArray<{ readonly quantity: number }>) =>
  entries.reduce((sum, entry) => sum + entry.quantity, 0)
const refusalOf = (result: Either.Either<unknown, { readonly _tag: string }>) =>
  Either.isLeft(result) ? result.left._tag : undefined

describe("the window", () => {
  it.each([
    ["2026-03-01", "2026-03-31", "the documented example"],
    ["2024-01-30", "2024-02-29", "its last day is a leap day"],
    ["2024-02-29", "2024-03-30", "delivered on a leap day"],
    ["2026-01-30", "2026-03-01", "no leap day in between"],
    ["2026-12-15", "2027-01-14", "over New Year"]
  ])("of what arrived on %s ends with %s (%s)", (deliveredOn, until) => {
    expect(Return.returnUntil(day(deliveredOn))).toBe(until)
  })

  it("ends with the thirtieth day after the arrival, by Date's calendar, and not a day sooner or later", () => {
    const deliveredOn = fc.integer({ min: 10_957, max: 47_400 }).map((n) => day(iso(n * 86_400_000).slice(0, 10)))
    fc.assert(
      fc.property(deliveredOn, (deliveredOn) => {
        const later = (days: number) => day(iso(Date.parse(deliveredOn) + days * 86_400_000).slice(0, 10))
        const order = orderOf([{ ...serum, deliveredOn }])
        const items = [{ ...unopened, productId: ProductId.make("serum") }]
        expect(refusalOf(Return.request(order, items, later(30)))).toBe(undefined)
        expect(Return.request(order, items, later(31))).toEqual(
          Either.left(
            new Return.ReturnWindowClosed({ productId: ProductId.make("serum"), deliveredOn, lastDay: later(30) })
          )
        )
      }),
      { numRuns: 500 }
    )
  })
})

const orderId = OrderId.make("ord_0123456789")
const arrived = day("2026-03-01")
const today = day("2026-03-10")
const unopened = { condition: "unopened", reason: "too much" } as const
const serum: Return.ShippedUnits = {
  n: 0,
  productId: ProductId.make("serum"),
  shipmentId: ShipmentId.make("shp_a000000000"),
  deliveredOn: arrived,
  quantity: 3,
  sentBack: 0,
  lineQuantity: 3,
  lineTotalMinor: 8985,
  returnableOnceOpened: true
}
const mask: Return.ShippedUnits = {
  ...serum,
  n: 1,
  productId: ProductId.make("mask"),
  lineTotalMinor: 1500,
  returnableOnceOpened: false
}
const orderOf = (units: ReadonlyArray<Return.ShippedUnits>): Return.OrderFacts => ({
  orderId,
  status: units.every((unit) => unit.deliveredOn !== null) ? "delivered" : "confirmed",
  productIds: [ProductId.make("serum"), ProductId.make("mask"), ProductId.make("soap")],
  units
})

describe("request", () => {
  it("takes all that is left of a product when no quantity is named, at the price that was paid", () => {
    const order = orderOf([{ ...serum, sentBack: 1 }, mask])
    expect(Return.request(order, [{ ...unopened, productId: ProductId.make("serum") }], today)).toEqual(Either.right({
      lines: [{
        n: 0,
        shipmentId: ShipmentId.make("shp_a000000000"),
        productId: ProductId.make("serum"),
        quantity: 2,
        ...unopened,
        refundMinor: 5990
      }],
      refundMinor: 5990
    }))
  })

  it("takes first from the shipment whose window closes first", () => {
    const later = { ...serum, shipmentId: ShipmentId.make("shp_0000000000"), deliveredOn: day("2026-03-05") }
    const order = orderOf([later, serum])
    const requested = Either.getOrThrow(
      Return.request(order, [{ ...unopened, productId: ProductId.make("serum"), quantity: 4 }], today)
    )
    expect(requested.lines.map(({ quantity, shipmentId }) => [shipmentId, quantity])).toEqual([["shp_a000000000", 3], [
      "shp_0000000000",
      1
    ]])
  })

  it("takes of two shipments only what can still be returned", () => {
    const old = { ...serum, shipmentId: ShipmentId.make("shp_old0000000"), deliveredOn: day("2026-01-01") }
    const order = orderOf([old, serum])
    const all = Either.getOrThrow(Return.request(order, [{ ...unopened, productId: ProductId.make("serum") }], today))
    expect(all.lines.map(({ quantity, shipmentId }) => [shipmentId, quantity])).toEqual([["shp_a000000000", 3]])
    expect(Return.request(order, [{ ...unopened, productId: ProductId.make("serum"), quantity: 4 }], today))
      .toEqual(
        Either.left(new Return.NothingLeftToReturn({ productId: ProductId.make("serum"), requested: 4, left: 3 }))
      )
  })

  it("serves items that name a quantity first; the one without takes what they leave", () => {
    const items = [
      { ...unopened, productId: ProductId.make("serum") },
      { productId: ProductId.make("serum"), quantity: 1, condition: "defective", reason: "broken" }
    ] as const
    const { lines, refundMinor } = Either.getOrThrow(Return.request(orderOf([serum]), items, today))
    expect(lines.map(({ condition, quantity }) => [condition, quantity])).toEqual([["defective", 1], ["unopened", 2]])
    expect(refundMinor).toBe(3 * 2995)
  })

  it("counts the items of one product together against what is left", () => {
    const item = { ...unopened, productId: ProductId.make("serum"), quantity: 2 }
    expect(Return.request(orderOf([serum]), [item, item], today))
      .toEqual(
        Either.left(new Return.NothingLeftToReturn({ productId: ProductId.make("serum"), requested: 2, left: 1 }))
      )
    const all = { ...unopened, productId: ProductId.make("serum") }
    expect(Return.request(orderOf([serum]), [all, all], today))
      .toEqual(
        Either.left(new Return.NothingLeftToReturn({ productId: ProductId.make("serum"), requested: 1, left: 0 }))
      )
  })

  it("takes from an order that is delivered in part what has arrived of it", () => {
    const order = orderOf([serum, { ...mask, shipmentId: ShipmentId.make("shp_b000000000"), deliveredOn: null }])
    expect(order.status).toBe("confirmed")
    expect(refusalOf(Return.request(order, [{ ...unopened, productId: ProductId.make("serum") }], today))).toBe(
      undefined
    )
    expect(Return.request(order, [{ ...unopened, productId: ProductId.make("mask") }], today))
      .toEqual(Either.left(new Return.OrderNotDelivered({ orderId, currentStatus: "confirmed" })))
  })

  it.each(
    [
      { what: "not in the order", item: { productId: ProductId.make("comb") }, refusal: "ProductNotInOrder" },
      {
        what: "in the order, but not shipped",
        item: { productId: ProductId.make("soap") },
        refusal: "OrderNotDelivered"
      },
      {
        what: "more than is left",
        item: { productId: ProductId.make("serum"), quantity: 4 },
        refusal: "NothingLeftToReturn"
      },
      { what: "exactly what is left", item: { productId: ProductId.make("serum"), quantity: 3 }, refusal: undefined },
      { what: "sealed and unopened", item: { productId: ProductId.make("mask") }, refusal: undefined },
      {
        what: "sealed and opened",
        item: { productId: ProductId.make("mask"), condition: "opened" },
        refusal: "HygieneSealBroken"
      },
      {
        what: "sealed and defective",
        item: { productId: ProductId.make("mask"), condition: "defective" },
        refusal: undefined
      },
      {
        what: "not sealed and opened",
        item: { productId: ProductId.make("serum"), condition: "opened" },
        refusal: undefined
      }
    ] as const
  )("of what is $what: $refusal", ({ item, refusal }) => {
    expect(refusalOf(Return.request(orderOf([serum, mask]), [{ ...unopened, ...item }], today))).toBe(refusal)
  })

  it.each([
    { what: "all came back", units: { ...mask, sentBack: 3 }, refusal: "NothingLeftToReturn" },
    { what: "the window is closed", units: { ...mask, deliveredOn: day("2026-01-01") }, refusal: "ReturnWindowClosed" },
    { what: "there is one, and two are wanted", units: { ...mask, sentBack: 2 }, refusal: "HygieneSealBroken" }
  ])("says what no retry can mend first: of an opened seal where $what, $refusal", ({ refusal, units }) => {
    const items = [{ productId: ProductId.make("mask"), quantity: 2, condition: "opened", reason: "" }] as const
    expect(refusalOf(Return.request(orderOf([units]), items, today))).toBe(refusal)
  })

  it("names of several closed windows the one that closed last", () => {
    const deliveredOn = day("2026-01-05")
    const order = orderOf([{ ...serum, shipmentId: ShipmentId.make("shp_b000000000"), deliveredOn }, {
      ...serum,
      deliveredOn: day("2026-01-01")
    }])
    expect(Return.request(order, [{ ...unopened, productId: ProductId.make("serum") }], today)).toEqual(Either.left(
      new Return.ReturnWindowClosed({
        productId: ProductId.make("serum"),
        deliveredOn,
        lastDay: Return.returnUntil(deliveredOn)
      })
    ))
  })

  it("returns nothing at all when one item is refused", () => {
    const items = [{ ...unopened, productId: ProductId.make("serum") }, {
      ...unopened,
      productId: ProductId.make("comb")
    }]
    expect(Return.request(orderOf([serum]), items, today))
      .toEqual(Either.left(new Return.ProductNotInOrder({ productId: ProductId.make("comb") })))
  })
})

const productIds = ["serum", "mask", "soap"].map((id) => ProductId.make(id))
const productId = fc.constantFrom(...productIds)
const deliveredOn = fc.option(fc.integer({ min: 0, max: 60 }).map((n) => Days.addDays(arrived, n)), { nil: null })
/** What was shipped of three lines, each in up to three shipments: two of them sealed or not, priced at will. */
const units: fc.Arbitrary<ReadonlyArray<Return.ShippedUnits>> = fc
  .uniqueArray(
    fc.record({ n: fc.nat(2), shipment: fc.nat(2), quantity: fc.integer({ min: 1, max: 4 }) }),
    { selector: ({ n, shipment }) => n * 3 + shipment, minLength: 1, maxLength: 6 }
  )
  .chain((rows) =>
    fc.tuple(
      fc.constant(rows),
      fc.tuple(deliveredOn, deliveredOn, deliveredOn),
      fc.tuple(fc.nat(999), fc.nat(999), fc.nat(999))
    )
  )
  .map(([rows, days, totals]) =>
    rows.map(({ n, quantity, shipment }) => ({
      n,
      productId: productIds[n]!,
      shipmentId: ShipmentId.make(`shp_000000000${shipment}`),
      deliveredOn: days[shipment]!,
      quantity,
      sentBack: 0,
      lineQuantity: sum(rows.filter((row) => row.n === n)),
      // What a discount leaves of a price seldom divides by the units; it may be nothing at all.
      lineTotalMinor: totals[n]!,
      returnableOnceOpened: n !== 1
    }))
  )
const item: fc.Arbitrary<Return.RequestItem> = fc.record({
  productId: fc.oneof({ weight: 9, arbitrary: productId }, {
    weight: 1,
    arbitrary: fc.constant(ProductId.make("comb"))
  }),
  quantity: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  condition: fc.constantFrom(...Return.Condition.literals),
  reason: fc.constant("")
})
const anyDay = fc.nat(100).map((n) => Days.addDays(arrived, n))

const sendBack = (
  units: ReadonlyArray<Return.ShippedUnits>,
  lines: ReadonlyArray<Return.LineUnits & { shipmentId: string }>,
  sign: 1 | -1
) =>
  units.map((row) => ({
    ...row,
    sentBack: row.sentBack + sign * sum(lines.filter((line) => line.n === row.n && line.shipmentId === row.shipmentId))
  }))

describe("any sequence of requests", () => {
  const requests = fc.array(
    fc.record({ items: fc.array(item, { minLength: 1, maxLength: 3 }), today: anyDay }),
    { maxLength: 10 }
  )

  it("returns no unit twice, none that was not delivered, and none after its window", () => {
    fc.assert(fc.property(units, requests, (shipped, requests) => {
      let units = shipped
      for (const { items, today } of requests) {
        const result = Return.request(orderOf(units), items, today)
        if (Either.isLeft(result)) continue
        for (const line of result.right.lines) {
          const row = units.find((row) => row.n === line.n && row.shipmentId === line.shipmentId)!
          expect(line.productId).toBe(row.productId)
          expect(line.quantity).toBeGreaterThanOrEqual(1)
          expect(today <= Return.returnUntil(row.deliveredOn!)).toBe(true)
          const share = row.lineTotalMinor / row.lineQuantity
          expect(line.refundMinor).toBeGreaterThanOrEqual(line.quantity * Math.floor(share))
          expect(line.refundMinor).toBeLessThanOrEqual(line.quantity * Math.ceil(share))
          expect(!row.returnableOnceOpened && line.condition === "opened").toBe(false)
        }
        expect(result.right.refundMinor).toBe(result.right.lines.reduce((sum, line) => sum + line.refundMinor, 0))
        units = sendBack(units, result.right.lines, 1)
        for (const row of units) expect(row.sentBack).toBeLessThanOrEqual(row.deliveredOn === null ? 0 : row.quantity)
      }
    }))
  })

  it("gives a quantity that is named in full, or refuses; without one it gives all that can be returned", () => {
    fc.assert(fc.property(units, item, anyDay, (units, item, today) => {
      const can = sum(
        units.filter((row) =>
          row.productId === item.productId && row.deliveredOn !== null && today <= Return.returnUntil(row.deliveredOn)
        )
      )
      const sealed = item.productId === "mask" && item.condition === "opened"
      const result = Return.request(orderOf(units), [item], today)
      if (!sealed && can >= (item.quantity ?? 1)) {
        expect(sum(Either.getOrThrow(result).lines)).toBe(item.quantity ?? can)
      } else expect(Either.isLeft(result)).toBe(true)
    }))
  })

  it("that was refused for the quantity succeeds with the number that the refusal names", () => {
    fc.assert(fc.property(units, item, anyDay, (units, item, today) => {
      const result = Return.request(orderOf(units), [item], today)
      if (Either.isRight(result) || result.left._tag !== "NothingLeftToReturn") return
      const retry = Return.request(orderOf(units), [{ ...item, quantity: result.left.left }], today)
      expect(sum(Either.getOrThrow(retry).lines)).toBe(result.left.left)
    }))
  })

  it("never uses a window that closes later while one that closes sooner has units left", () => {
    fc.assert(fc.property(units, item, anyDay, (units, item, today) => {
      const result = Return.request(orderOf(units), [item], today)
      if (Either.isLeft(result)) return
      const after = sendBack(units, result.right.lines, 1).filter((row) =>
        row.productId === item.productId && row.deliveredOn !== null && today <= Return.returnUntil(row.deliveredOn)
      )
      for (const used of after.filter((row) => row.sentBack > 0)) {
        for (const other of after) {
          if (Days.compare(other.deliveredOn!, used.deliveredOn!) < 0) expect(other.sentBack).toBe(other.quantity)
        }
      }
    }))
  })
})

describe("receive", () => {
  const lines = [
    {
      n: 0,
      shipmentId: ShipmentId.make("shp_a000000000"),
      productId: ProductId.make("serum"),
      quantity: 2,
      lineQuantity: 3,
      lineTotalMinor: 8984
    },
    {
      n: 0,
      shipmentId: ShipmentId.make("shp_b000000000"),
      productId: ProductId.make("serum"),
      quantity: 1,
      lineQuantity: 3,
      lineTotalMinor: 8984
    },
    {
      n: 1,
      shipmentId: ShipmentId.make("shp_a000000000"),
      productId: ProductId.make("mask"),
      quantity: 1,
      lineQuantity: 2,
      lineTotalMinor: 1001
    }
  ]
  const none: ReadonlyArray<Return.LineUnits> = []

  it("accepts what nothing is said about, and restocks what is marked", () => {
    const items = [{ productId: ProductId.make("serum"), quantity: 3, restock: true }, {
      productId: ProductId.make("mask"),
      quantity: 1,
      restock: false
    }]
    expect(Return.receive(lines, items, none)).toEqual(Either.right({
      outcomes: [
        { accepted: 2, missing: 0, refundMinor: 5990 },
        { accepted: 1, missing: 0, refundMinor: 2994 },
        { accepted: 1, missing: 0, refundMinor: 501 }
      ],
      accepted: [
        {
          n: 0,
          shipmentId: ShipmentId.make("shp_a000000000"),
          productId: ProductId.make("serum"),
          quantity: 2,
          refundMinor: 5990
        },
        {
          n: 0,
          shipmentId: ShipmentId.make("shp_b000000000"),
          productId: ProductId.make("serum"),
          quantity: 1,
          refundMinor: 2994
        },
        {
          n: 1,
          shipmentId: ShipmentId.make("shp_a000000000"),
          productId: ProductId.make("mask"),
          quantity: 1,
          refundMinor: 501
        }
      ],
      refundMinor: 9485,
      restock: [{ productId: ProductId.make("serum"), quantity: 3 }],
      missing: [],
      rejected: false
    }))
  })

  it("gives units the shares that earlier returns have left", () => {
    const item = { productId: ProductId.make("mask"), quantity: 1, restock: false }
    const received = Return.receive(lines, [item], [{ n: 1, quantity: 1 }, { n: 0, quantity: 2 }])
    expect(Either.getOrThrow(received).refundMinor).toBe(500)
  })

  it("accepts, refuses and misses units of one product", () => {
    const items = [
      { productId: ProductId.make("serum"), quantity: 1, accepted: false, restock: true },
      { productId: ProductId.make("serum"), quantity: 1, accepted: true, restock: true }
    ]
    expect(Return.receive(lines, items, none)).toEqual(Either.right({
      outcomes: [
        { accepted: 1, missing: 0, refundMinor: 2995 },
        { accepted: 0, missing: 1, refundMinor: 0 },
        { accepted: 0, missing: 1, refundMinor: 0 }
      ],
      accepted: [{
        n: 0,
        shipmentId: ShipmentId.make("shp_a000000000"),
        productId: ProductId.make("serum"),
        quantity: 1,
        refundMinor: 2995
      }],
      refundMinor: 2995,
      restock: [{ productId: ProductId.make("serum"), quantity: 1 }],
      missing: [
        { n: 0, shipmentId: ShipmentId.make("shp_b000000000"), productId: ProductId.make("serum"), quantity: 1 },
        { n: 1, shipmentId: ShipmentId.make("shp_a000000000"), productId: ProductId.make("mask"), quantity: 1 }
      ],
      rejected: false
    }))
  })

  it.each([
    {
      what: "everything was refused",
      items: [{ productId: ProductId.make("serum"), quantity: 3, accepted: false, restock: true }]
    },
    { what: "nothing was in the parcel", items: [] }
  ])("rejects the return and restocks nothing when $what", ({ items }) => {
    const received = Either.getOrThrow(Return.receive(lines, items, none))
    expect(received).toMatchObject({ accepted: [], refundMinor: 0, restock: [], rejected: true })
  })

  it("refuses what was not announced, adding the items of a product up", () => {
    const item = { productId: ProductId.make("serum"), quantity: 2, restock: false }
    expect(Return.receive(lines, [item, { ...item, accepted: false }], none))
      .toEqual(
        Either.left(new Return.ReceivedMoreThanSent({ productId: ProductId.make("serum"), received: 4, sent: 3 }))
      )
    expect(Return.receive(lines, [{ productId: ProductId.make("soap"), quantity: 1, restock: false }], none))
      .toEqual(Either.left(new Return.ProductNotInReturn({ productId: ProductId.make("soap") })))
  })
})

describe("shipping", () => {
  const orderLines = [{ n: 0, quantity: 2 }, { n: 1, quantity: 1 }]

  it.each([
    { before: [], accepted: [{ n: 0, quantity: 2 }, { n: 1, quantity: 1 }], refund: 495, what: "all at once" },
    { before: [{ n: 0, quantity: 2 }], accepted: [{ n: 1, quantity: 1 }], refund: 495, what: "all in two returns" },
    {
      before: [{ n: 0, quantity: 1 }],
      accepted: [{ n: 1, quantity: 1 }, { n: 0, quantity: 1 }],
      refund: 495,
      what: "a line in two returns"
    },
    { before: [], accepted: [{ n: 0, quantity: 2 }], refund: 0, what: "a line is kept" },
    { before: [{ n: 1, quantity: 1 }], accepted: [{ n: 0, quantity: 1 }], refund: 0, what: "a unit is kept" },
    { before: [{ n: 0, quantity: 2 }, { n: 1, quantity: 1 }], accepted: [], refund: 0, what: "it went back before" }
  ])("goes back: $refund, when $what", ({ accepted, before, refund }) => {
    expect(Return.shippingRefundMinor({
      orderLines,
      acceptedBefore: before,
      acceptedNow: accepted,
      shippingMinor: 495
    })).toBe(refund)
  })
})

it("no life of returns brings back more than was delivered, and all that was paid goes back exactly when all came back", () => {
  const arrival = fc.record({
    items: fc.array(item, { minLength: 1, maxLength: 3 }),
    // For each product: how many of the units that were announced staff accepts and refuses; the rest is missing.
    accepts: fc.tuple(fc.nat(6), fc.nat(6), fc.nat(6)),
    refuses: fc.tuple(fc.nat(1), fc.nat(1), fc.nat(1)),
    cancelled: fc.boolean(),
    last: fc.boolean()
  })
  fc.assert(
    fc.property(units, fc.array(arrival, { maxLength: 12 }), (shipped, arrivals) => {
      let units: ReadonlyArray<Return.ShippedUnits> = shipped.map((row) => ({ ...row, deliveredOn: arrived }))
      const orderLines = units.map(({ n, quantity }) => ({ n, quantity }))
        .reduce<ReadonlyArray<Return.LineUnits>>((lines, { n, quantity }) => {
          const others = lines.filter((line) => line.n !== n)
          return [...others, { n, quantity: quantity + sum(lines.filter((line) => line.n === n)) }]
        }, [])
      const totals = new Map(units.map((row) => [row.n, row.lineTotalMinor]))
      const paid = [...totals.values()].reduce((sum, total) => sum + total, 0) + 495
      const acceptedBefore: Array<Return.AcceptedLine> = []
      let refunded = 0
      const refundedOf = new Map<number, number>()
      for (const { accepts, cancelled, items, last, refuses } of arrivals) {
        const wanted = last
          ? [...new Set(units.map((row) => row.productId))].map((id) => ({ ...unopened, productId: id }))
          : items
        const requested = Return.request(orderOf(units), wanted, Return.returnUntil(arrived))
        if (Either.isLeft(requested)) continue
        units = sendBack(units, requested.right.lines, 1)
        if (cancelled) {
          units = sendBack(units, requested.right.lines, -1)
          continue
        }
        const parcel = productIds.flatMap((productId, index) => {
          const sent = sum(requested.right.lines.filter((line) => line.productId === productId))
          const quantity = last ? sent : Math.min(sent, accepts[index]!)
          const refused = Math.min(sent - quantity, refuses[index]!)
          return [
            { productId, quantity, restock: index === 0 },
            { productId, quantity: refused, accepted: false, restock: true }
          ].filter((item) => item.quantity > 0)
        })
        const sent = requested.right.lines.map((line) => {
          const { lineQuantity, lineTotalMinor } = units.find((row) => row.n === line.n)!
          return { ...line, lineQuantity, lineTotalMinor }
        })
        const received = Either.getOrThrow(Return.receive(sent, parcel, acceptedBefore))
        expect(sum(received.accepted)).toBe(sum(parcel.filter((item) => item.accepted !== false)))
        expect(sum(received.accepted) + sum(received.missing) + sum(parcel.filter((item) => item.accepted === false)))
          .toBe(sum(requested.right.lines))
        expect(received.restock).toEqual(
          parcel.filter((item) => item.accepted !== false && item.restock)
            .map(({ productId, quantity }) => ({ productId, quantity }))
        )
        expect(received.rejected).toBe(received.accepted.length === 0)
        expect(received.outcomes.length).toBe(sent.length)
        expect(received.outcomes.reduce((all, { refundMinor }) => all + refundMinor, 0)).toBe(received.refundMinor)
        refunded += received.refundMinor
          + Return.shippingRefundMinor({
            orderLines,
            acceptedBefore,
            acceptedNow: received.accepted,
            shippingMinor: 495
          })
        acceptedBefore.push(...received.accepted)
        for (const { n, refundMinor } of received.accepted) {
          refundedOf.set(n, (refundedOf.get(n) ?? 0) + refundMinor)
        }
        for (const { n, quantity } of orderLines) {
          const isBack = sum(acceptedBefore.filter((line) => line.n === n)) === quantity
          if (isBack) expect(refundedOf.get(n)).toBe(totals.get(n))
          else expect(refundedOf.get(n) ?? 0).toBeLessThanOrEqual(totals.get(n)!)
        }
        units = sendBack(units, received.missing, -1)
        for (const row of units) {
          const accepted = sum(acceptedBefore.filter((line) => line.n === row.n && line.shipmentId === row.shipmentId))
          expect(accepted).toBeLessThanOrEqual(row.sentBack)
          expect(row.sentBack).toBeLessThanOrEqual(row.quantity)
        }
        expect(refunded).toBeLessThanOrEqual(paid)
        if (sum(acceptedBefore) === sum(units)) expect(refunded).toBe(paid)
        else expect(refunded).toBeLessThan(paid)
      }
    }),
    { numRuns: 300 }
  )
})

describe("a return's status", () => {
  const statuses = Return.ReturnStatus.literals
  const allowed = [
    "requested → in_transit",
    "requested → received",
    "requested → cancelled",
    "in_transit → received",
    "in_transit → cancelled",
    "received → refunded",
    "received → rejected"
  ]

  it.each(statuses.flatMap((from) => statuses.map((to) => ({ from, to, ok: allowed.includes(`${from} → ${to}`) }))))(
    "$from → $to is accepted: $ok",
    ({ from, ok, to }) => {
      expect(Return.transition(from, to))
        .toEqual(ok ? Either.right(to) : Either.left(new Return.IllegalReturnTransition({ from, to })))
    }
  )

  it("reaches every value from requested, and ends refunded, rejected or cancelled and nowhere else", () => {
    const reached = new Set<Return.ReturnStatus>(["requested"])
    for (const from of reached) {
      for (const to of statuses) if (Either.isRight(Return.transition(from, to))) reached.add(to)
    }
    expect(reached).toEqual(new Set(statuses))
    expect(statuses.filter((from) => statuses.every((to) => Either.isLeft(Return.transition(from, to)))))
      .toEqual(["refunded", "rejected", "cancelled"])
  })

  it.each(
    [
      ["requested", "cancelled"],
      ["in_transit", "cancelled"],
      ["cancelled", "already"],
      ["received", "refused"],
      ["refunded", "refused"],
      ["rejected", "refused"]
    ] as const
  )("%s: calling it off is %s", (status, result) => {
    expect(Return.cancel({ returnId: ReturnId.make("ret_0123456789"), status })).toEqual(
      result === "refused"
        ? Either.left(
          new Return.ReturnNotCancellable({ returnId: ReturnId.make("ret_0123456789"), currentStatus: status })
        )
        : Either.right(result)
    )
  })
})

it.each([
  [
    new Return.OrderNotDelivered({ orderId: OrderId.claimed.make("ord_1"), currentStatus: "confirmed" }),
    "Order ord_1 is confirmed: the units have not been delivered."
  ],
  [
    new Return.ReturnWindowClosed({
      productId: ProductId.make("serum"),
      deliveredOn: arrived,
      lastDay: Return.returnUntil(arrived)
    }),
    "serum was delivered on 2026-03-01 and could be returned until 2026-03-31."
  ],
  [
    new Return.HygieneSealBroken({ productId: ProductId.make("serum") }),
    "serum is sealed for hygiene: once opened it can be returned only if it is defective."
  ],
  [
    new Return.NothingLeftToReturn({ productId: ProductId.make("serum"), requested: 3, left: 2 }),
    "3 of serum are to be returned, 2 are left to return."
  ],
  [new Return.ProductNotInOrder({ productId: ProductId.make("serum") }), "serum is not in this order."],
  [new Return.ProductNotInReturn({ productId: ProductId.make("serum") }), "serum is not in this return."],
  [
    new Return.ReceivedMoreThanSent({ productId: ProductId.make("serum"), received: 3, sent: 2 }),
    "3 of serum are to be received, the return holds 2."
  ],
  [
    new Return.ReturnNotCancellable({ returnId: ReturnId.claimed.make("ret_1"), currentStatus: "received" }),
    "Return ret_1 is received and can no longer be cancelled."
  ],
  [new Return.ReturnNotFound({ returnId: ReturnId.claimed.make("ret_1") }), "There is no return ret_1."]
])("$_tag says the facts in a sentence", (refusal, message) => {
  expect(refusal.message).toBe(message)
})

describe("what can be returned now", () => {
  const line = { ...serum, lineQuantity: 6, lineTotalMinor: 10_004 }
  const later = { shipmentId: ShipmentId.make("shp_0000000000"), deliveredOn: day("2026-03-05") }

  it("adds up the shipments of a product, until the first of their windows closes", () =>
    expect(Return.returnable(orderOf([{ ...line, sentBack: 1 }, { ...line, ...later }]), today)).toEqual([
      {
        productId: ProductId.make("serum"),
        left: 5,
        until: "2026-03-31",
        lastUntil: "2026-04-04",
        returnableOnceOpened: serum.returnableOnceOpened,
        refundsMinor: [0, 1668, 3335, 5002, 6669, 8336]
      }
    ]))

  it.each([
    ["has not arrived", { ...serum, deliveredOn: null }],
    ["came back already", { ...serum, sentBack: serum.quantity }],
    ["arrived too long ago", { ...serum, deliveredOn: day("2026-01-01") }]
  ])("leaves out what %s", (_, units) => expect(Return.returnable(orderOf([units]), today)).toEqual([]))

  it("is granted when it is asked for, and one unit more is not", () => {
    const units = fc.array(
      fc.record({
        n: fc.nat(2),
        quantity: fc.integer({ min: 1, max: 5 }),
        sentBack: fc.nat(5),
        age: fc.option(fc.nat(40))
      }),
      { maxLength: 6 }
    ).map((rows) =>
      rows.map(({ age, n, quantity, sentBack }, i): Return.ShippedUnits => ({
        ...serum,
        n,
        productId: productIds[n]!,
        shipmentId: ShipmentId.make(`shp_000000000${i}`),
        quantity,
        sentBack: Math.min(sentBack, quantity),
        deliveredOn: age === null ? null : Days.addDays(day("2026-03-10"), -age)
      }))
    )
    fc.assert(fc.property(units, (units) => {
      const order = orderOf(units)
      for (const { left, productId, refundsMinor } of Return.returnable(order, today)) {
        const ask = (quantity: number) => Return.request(order, [{ ...unopened, productId, quantity }], today)
        for (let quantity = 1; quantity <= left; quantity++) {
          expect(Either.getOrThrow(ask(quantity)).refundMinor).toBe(refundsMinor[quantity])
        }
        expect(refundsMinor).toHaveLength(left + 1)
        expect(Either.isLeft(ask(left + 1))).toBe(true)
      }
    }))
  })
})

it.each(Return.ReturnStatus.literals)("%s: a parcel is expected before it is opened, and scanned once", (status) => {
  expect(Return.isExpected(status)).toBe(status === "requested" || status === "in_transit")
  expect(Return.takesScan(status)).toBe(status === "requested")
})
