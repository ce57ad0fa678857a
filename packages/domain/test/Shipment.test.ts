import * as Either from "effect/Either"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { ProductId } from "../src/Ids.ts"
import * as Order from "../src/Order.ts"
import * as Shipment from "../src/Shipment.ts"

const productId = fc.constantFrom(...["balm", "mask", "serum"].map((id) => ProductId.make(id)))
const line = fc.record({ productId, quantity: fc.integer({ min: 1, max: 9 }) }).map((line) => ({ ...line, shipped: 0 }))
const lines = fc.array(line, { minLength: 1, maxLength: 4 })
const item = fc.record({
  productId: fc.constantFrom(...["balm", "mask", "serum", "comb"].map((id) => ProductId.make(id))),
  quantity: fc.integer({ min: 1, max: 5 })
})
const request = fc.option(fc.array(item, { maxLength: 4 }), { nil: undefined })
const sum = (entries: ReadonlyArray<{ readonly quantity: number }>) =>
  entries.reduce((sum, entry) => sum + entry.quantity, 0)

const apply = (lines: ReadonlyArray<Shipment.Line>, shipping: Shipment.Shipping<Shipment.Line>) =>
  lines.map((line) => ({
    ...line,
    shipped: line.shipped + sum(shipping.lines.filter((shipped) => shipped.line === line))
  }))

describe("ship", () => {
  const serum = { productId: ProductId.make("serum"), quantity: 3, shipped: 1 }
  const mask = { productId: ProductId.make("mask"), quantity: 1, shipped: 0 }

  it("gives the documented example", () => {
    expect(Shipment.ship([serum], [{ productId: ProductId.make("serum"), quantity: 3 }]))
      .toEqual(Either.left(new Shipment.OverShipment({ productId: ProductId.make("serum"), requested: 3, left: 2 })))
  })

  it.each([
    { items: undefined, shipped: [[serum, 2], [mask, 1]], complete: true },
    { items: [{ productId: ProductId.make("serum"), quantity: 2 }], shipped: [[serum, 2]], complete: false },
    { items: [{ productId: ProductId.make("mask"), quantity: 1 }], shipped: [[mask, 1]], complete: false },
    {
      items: [{ productId: ProductId.make("mask"), quantity: 1 }, { productId: ProductId.make("serum"), quantity: 1 }],
      shipped: [[serum, 1], [mask, 1]],
      complete: false
    },
    {
      items: [{ productId: ProductId.make("serum"), quantity: 1 }, { productId: ProductId.make("mask"), quantity: 1 }, {
        productId: ProductId.make("serum"),
        quantity: 1
      }],
      shipped: [[serum, 2], [mask, 1]],
      complete: true
    }
  ])("of what is left ships $items", ({ complete, items, shipped }) => {
    expect(Shipment.ship([serum, mask], items))
      .toEqual(Either.right({ lines: shipped.map(([line, quantity]) => ({ line, quantity })), complete }))
  })

  it("adds the items of a product up before it compares them with what is left", () => {
    const items = [{ productId: ProductId.make("serum"), quantity: 2 }, {
      productId: ProductId.make("serum"),
      quantity: 1
    }]
    expect(Shipment.ship([serum], items))
      .toEqual(Either.left(new Shipment.OverShipment({ productId: ProductId.make("serum"), requested: 3, left: 2 })))
  })

  it("takes a product in two lines from the first of them first", () => {
    const twice = [{ ...serum, n: 0 }, { ...serum, n: 1 }]
    expect(Shipment.ship(twice, [{ productId: ProductId.make("serum"), quantity: 3 }])).toEqual(Either.right({
      lines: [{ line: twice[0], quantity: 2 }, { line: twice[1], quantity: 1 }],
      complete: false
    }))
  })

  it("has none left of a product that the order does not hold", () => {
    expect(Shipment.ship([serum], [{ productId: ProductId.make("comb"), quantity: 1 }]))
      .toEqual(Either.left(new Shipment.OverShipment({ productId: ProductId.make("comb"), requested: 1, left: 0 })))
  })

  it("refuses to send an empty parcel", () => {
    const nothing = Either.left(new Shipment.NothingLeftToShip())
    expect(Shipment.ship([{ ...serum, shipped: 3 }], undefined)).toEqual(nothing)
    expect(Shipment.ship([serum], [])).toEqual(nothing)
    expect(Shipment.ship([], undefined)).toEqual(nothing)
  })

  it("never ships more than was ordered, whatever is asked for and how often", () => {
    fc.assert(fc.property(lines, fc.array(request, { maxLength: 12 }), (ordered, requests) => {
      let lines: ReadonlyArray<Shipment.Line> = ordered
      for (const items of requests) {
        const result = Shipment.ship(lines, items)
        if (Either.isRight(result)) {
          expect(result.right.lines.length).toBeGreaterThan(0)
          for (const { quantity } of result.right.lines) expect(quantity).toBeGreaterThanOrEqual(1)
          lines = apply(lines, result.right)
          expect(result.right.complete).toBe(lines.every((line) => line.shipped === line.quantity))
        }
        for (const line of lines) expect(line.shipped).toBeLessThanOrEqual(line.quantity)
      }
    }))
  })

  it("ships exactly what is named, or refuses for a product of which there is less", () => {
    fc.assert(fc.property(lines, fc.array(item, { minLength: 1, maxLength: 4 }), (lines, items) => {
      const asked = (id: string) => sum(items.filter((item) => item.productId === id))
      const left = (id: string) => sum(lines.filter((line) => line.productId === id))
      const result = Shipment.ship(lines, items)
      const over = items.find(({ productId }) => asked(productId) > left(productId))
      if (over === undefined) {
        const shipped = Either.getOrThrow(result).lines
        for (const { productId } of items) {
          expect(sum(shipped.filter(({ line }) => line.productId === productId))).toBe(asked(productId))
        }
        expect(sum(shipped)).toBe(sum(items))
      } else {
        const { productId } = over
        const [requested, has] = [asked(productId), left(productId)]
        expect(result).toEqual(
          Either.left(new Shipment.OverShipment({ productId: ProductId.claimed.make(productId), requested, left: has }))
        )
      }
    }))
  })

  it("without items completes the order, whatever shipped before", () => {
    fc.assert(fc.property(lines, request, (ordered, items) => {
      const first = Shipment.ship(ordered, items)
      const lines = Either.isRight(first) ? apply(ordered, first.right) : ordered
      const rest = Shipment.ship(lines, undefined)
      if (lines.every((line) => line.shipped === line.quantity)) {
        expect(rest).toEqual(Either.left(new Shipment.NothingLeftToShip()))
      } else {
        const shipping = Either.getOrThrow(rest)
        expect(shipping.complete).toBe(true)
        for (const line of apply(lines, shipping)) expect(line.shipped).toBe(line.quantity)
      }
    }))
  })
})

describe("a shipment's status", () => {
  const statuses = Shipment.ShipmentStatus.literals
  const allowed = [
    "shipped → in_transit",
    "shipped → out_for_delivery",
    "shipped → delivered",
    "in_transit → out_for_delivery",
    "in_transit → delivered",
    "out_for_delivery → in_transit",
    "out_for_delivery → delivered"
  ]

  it.each(
    statuses.flatMap((from) => statuses.map((scan) => ({ from, scan, ok: allowed.includes(`${from} → ${scan}`) })))
  )(
    "$from → $scan is taken: $ok",
    ({ from, ok, scan }) => {
      expect(Shipment.afterScan(from, scan)).toBe(ok ? scan : from)
    }
  )

  it("reaches every value from shipped, and stays delivered whatever is scanned then", () => {
    const reached = new Set<Shipment.ShipmentStatus>(["shipped"])
    for (const from of reached) for (const scan of statuses) reached.add(Shipment.afterScan(from, scan))
    expect(reached).toEqual(new Set(statuses))
    fc.assert(fc.property(fc.array(fc.constantFrom(...statuses)), (scans) => {
      expect(scans.reduce(Shipment.afterScan, "delivered" as const)).toBe("delivered")
    }))
  })
})

it("the same carrier and tracking number is the same shipment", () => {
  const known = [{ carrier: "DHL", trackingNumber: "1" }, { carrier: "GLS", trackingNumber: "2" }]
  expect(Shipment.isKnown({ carrier: "DHL", trackingNumber: "1" }, known)).toBe(true)
  expect(Shipment.isKnown({ carrier: "DHL", trackingNumber: "2" }, known)).toBe(false)
  expect(Shipment.isKnown({ carrier: "DHL\u00a0", trackingNumber: "\u00ad1" }, known)).toBe(true)
})

it("arrives now where no moment is reported, or one to come", () => {
  expect([undefined, 3, 9].map((reported) => Shipment.arrivedAt(reported, 5))).toEqual([5, 3, 5])
})

it("does not arrive by a scan alone, and ignores words that are no status", () => {
  expect(Shipment.afterScans("shipped", ["in_transit", "sorted", "delivered"])).toBe("in_transit")
})

describe("the order's status", () => {
  it.each(Order.OrderStatus.literals)("%s: only a confirmed order may ship", (status) => {
    expect(Shipment.mayShip(status)).toBe(status === "confirmed")
  })

  it("after shipping is shipped only when complete", () => {
    expect(Shipment.statusAfterShipping("confirmed", { complete: true })).toBe("shipped")
    expect(Shipment.statusAfterShipping("confirmed", { complete: false })).toBe("confirmed")
  })

  it.each(
    [
      { status: "shipped", shipments: ["delivered"], after: "delivered" },
      { status: "shipped", shipments: ["delivered", "delivered"], after: "delivered" },
      { status: "shipped", shipments: ["delivered", "in_transit"], after: "shipped" },
      { status: "shipped", shipments: ["out_for_delivery"], after: "shipped" },
      { status: "confirmed", shipments: ["delivered"], after: "confirmed" },
      { status: "delivered", shipments: ["delivered"], after: "delivered" }
    ] as const
  )("$status with shipments $shipments is $after", ({ after, shipments, status }) => {
    expect(Shipment.statusAfterArrival(status, shipments)).toBe(after)
  })

  it.each(Order.OrderStatus.literals)("%s without a shipment stays as it is", (status) => {
    expect(Shipment.statusAfterArrival(status, [])).toBe(status)
  })

  it("is delivered exactly when everything has shipped and every shipment has arrived, in any order of events", () => {
    const event = fc.oneof(
      fc.record({ ship: request }),
      fc.record({ arrive: fc.nat(9) })
    )
    fc.assert(fc.property(lines, fc.array(event, { maxLength: 20 }), (ordered, events) => {
      let lines: ReadonlyArray<Shipment.Line> = ordered
      let status: Order.OrderStatus = "confirmed"
      const shipments: Array<Shipment.ShipmentStatus> = []
      for (const event of events) {
        if ("ship" in event) {
          const result = Shipment.ship(lines, event.ship)
          if (Either.isLeft(result)) continue
          lines = apply(lines, result.right)
          shipments.push("shipped")
          status = Shipment.statusAfterShipping(status, result.right)
        } else if (shipments.length > 0) {
          shipments[event.arrive % shipments.length] = "delivered"
          status = Shipment.statusAfterArrival(status, shipments)
        }
        const all = lines.every((line) => line.shipped === line.quantity)
        const arrived = shipments.every((shipment) => shipment === "delivered")
        expect(status).toBe(all ? (arrived ? "delivered" : "shipped") : "confirmed")
      }
    }))
  })
})

it("refusals say the facts in a sentence", () => {
  expect(new Shipment.OverShipment({ productId: ProductId.make("serum"), requested: 3, left: 2 }).message)
    .toBe("3 of serum are to ship, 2 are left to ship.")
  expect(new Shipment.NothingLeftToShip().message).toBe("There is nothing to ship.")
})
