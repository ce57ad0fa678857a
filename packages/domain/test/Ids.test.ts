import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { describe, expect, expectTypeOf, it } from "vitest"
import * as Ids from "../src/Ids.ts"

const opaque = {
  cart_: Ids.CartId,
  cs_: Ids.SessionId,
  ord_: Ids.OrderId,
  pay_: Ids.PaymentId,
  ref_: Ids.RefundId,
  shp_: Ids.ShipmentId,
  ret_: Ids.ReturnId,
  evt_: Ids.EventId,
  tok_: Ids.TokenId,
  sho_: Ids.ShopperId,
  chg_: Ids.ChargeId,
  del_: Ids.DelegationId,
  flg_: Ids.FlagId,
  tkt_: Ids.TicketId,
  sub_: Ids.SubscriptionId,
  page_: Ids.OrderPageId,
  draft_: Ids.DraftId
}

describe.each(Object.entries(opaque))("an id with the prefix %s", (prefix, schema) => {
  const is = Schema.is<string, string, never>(schema as unknown as Schema.Schema<string>)

  it("has 10 to 60 letters and digits after it", () => {
    expect(is(`${prefix}${"a".repeat(9)}`)).toBe(false)
    expect(is(`${prefix}${"Z".repeat(10)}`)).toBe(true)
    expect(is(`${prefix}${"0".repeat(60)}`)).toBe(true)
    expect(is(`${prefix}${"a".repeat(61)}`)).toBe(false)
    expect(is(`${prefix}${"a".repeat(10)}\n`)).toBe(false)
    expect(is(`x${prefix}${"a".repeat(10)}`)).toBe(false)
  })

  it("is not an id of another kind", () => {
    for (const other of Object.keys(opaque)) expect(is(`${other}${"a".repeat(10)}`)).toBe(other === prefix)
  })
})

describe("an id that a stranger names", () => {
  it("is any text, since it is only looked up", () => {
    expect(Schema.decodeUnknownSync(Ids.OrderId.claimed)("no order's")).toBe("no order's")
  })

  it("still has the type of its kind, and is none that was found", () => {
    const claimed = Ids.OrderId.claimed.make("ord_1")
    expectTypeOf(claimed).toEqualTypeOf<Ids.Claimed<Ids.OrderId>>()
    expectTypeOf(claimed).not.toExtend<Ids.Claimed<Ids.SessionId>>()
    expectTypeOf(claimed).not.toExtend<Ids.OrderId>()
    expectTypeOf<Ids.OrderId>().toExtend<Ids.Claimed<Ids.OrderId>>()
    expectTypeOf<Ids.OrderId>().not.toExtend<Ids.SessionId>()
    expectTypeOf(Ids.ProductId.claimed.make("none")).not.toExtend<Ids.ProductId>()
  })
})

describe("a catalogue id", () => {
  const is = Schema.is(Ids.ProductId)

  it.each(["a", "rose-water-100", "7", "a".repeat(80)])("may be %s", (text) => {
    expect(is(text)).toBe(true)
  })

  it.each(["", "-a", "a-", "a--b", "A", "a_b", "é", "a b", "a\n", "a".repeat(81)])("may not be %j", (text) => {
    expect(is(text)).toBe(false)
  })

  it("needs no escaping in a URL", () => {
    fc.assert(fc.property(Arbitrary.make(Ids.BrandId), (id) => {
      expect(encodeURIComponent(id)).toBe(id)
    }))
  })
})
