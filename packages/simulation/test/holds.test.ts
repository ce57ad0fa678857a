/** The auditor's rules of unpaid orders. */
import { Audit } from "@beauty-store/simulation/auditor/Audit"
import * as Holds from "@beauty-store/simulation/auditor/Holds"
import { Disk } from "@beauty-store/simulation/engine/Disk"
import { expect, test } from "vitest"

const now = Date.parse("2026-06-01T08:00:00Z")
const [minute, hour] = [60_000, 3_600_000]

interface Buyer {
  readonly principal: string
  readonly shopper?: string
  readonly network?: string
}

const scene = () => {
  const disk = new Disk()
  const audit = new Audit(disk, () => false)
  disk.close()
  const { seen } = audit
  let orders = 0
  const held = (
    buyer: Buyer,
    units: number,
    from: number,
    millis: number,
    end: "cancelled" | "confirmed" = "cancelled",
    isSent = false
  ) => {
    const email = `${buyer.shopper ?? buyer.principal}@example.com`
    seen.buyers.set(email, { shopper: undefined, network: undefined, hoards: buyer.network !== undefined, ...buyer })
    Holds.orderAtRest(audit, {
      id: `ord_${++orders}`,
      email,
      createdAt: new Date(from).toISOString(),
      items: [{ productId: "serum", quantity: units }],
      total: 10,
      timeline: [
        { status: "pending" },
        { status: end, at: new Date(from + millis).toISOString() },
        ...(isSent ? [{ status: "shipped", at: new Date(from + millis).toISOString() }] : [])
      ]
      // The rules read no more of an order.
    } as never)
  }
  const rules = () => {
    Holds.boundsAtRest(audit)
    Holds.shortagesAtRest(audit)
    return [...new Set(seen.violations.splice(0).map(({ rule }) => rule))]
  }
  return { audit, held, rules, seen }
}

const guests = (count: number): ReadonlyArray<Buyer> =>
  Array.from({ length: count }, (_, n) => ({ principal: `guest-${n}`, network: "203.0.113.7" }))

test("a buyer keeps at most 40 of a product at once, and as many again once the first are called off or paid", () => {
  for (const [units, expected] of [[20, []], [21, ["hold.bound"]]] as const) {
    const { held, rules } = scene()
    held({ principal: "ada" }, 20, now, 30 * minute)
    held({ principal: "ada" }, units, now + 10 * minute, 30 * minute)
    held({ principal: "ada" }, 40, now + 50 * minute, 30 * minute)
    expect(rules()).toEqual(expected)
  }
  const { held, rules } = scene()
  held({ principal: "ada" }, 40, now, 5 * minute, "confirmed", true)
  held({ principal: "ada" }, 40, now + 5 * minute, 5 * minute)
  expect(rules()).toEqual([])
})

test("guests at one address keep at most 40 of a product together; one to whom an order was sent is not counted", () => {
  const { held, rules } = scene()
  for (const guest of guests(2)) held(guest, 20, now, 30 * minute)
  expect(rules()).toEqual([])
  held({ principal: "guest-9", network: "203.0.113.7" }, 1, now + minute, 10 * minute)
  expect(rules()).toEqual(["hold.bound"])
  held({ principal: "guest-9", network: "203.0.113.7" }, 1, now - hour, 10 * minute, "confirmed")
  expect(rules()).toEqual(["hold.bound"])
  held({ principal: "guest-9", network: "203.0.113.7" }, 1, now - hour, 10 * minute, "confirmed", true)
  expect(rules()).toEqual([])
})

test("an agent keeps at most 40 of a product for all of its people", () => {
  const { held, rules } = scene()
  for (let n = 0; n < 2; n++) held({ principal: "agent", shopper: `person-${n}` }, 20, now, 30 * minute)
  expect(rules()).toEqual([])
  held({ principal: "agent", shopper: "person-9" }, 1, now + minute, 10 * minute)
  expect(rules()).toEqual(["hold.bound"])
})

test("nobody goes without what others have not ordered and hoarders may not keep", () => {
  const { held, rules, seen } = scene()
  seen.firstStocked.set("serum", 100)
  for (const guest of guests(2)) held(guest, 20, now, 30 * minute)
  held({ principal: "ada" }, 10, now - hour, minute, "confirmed")
  held({ principal: "bob" }, 10, now - hour, minute)
  const shortage = { from: now, to: now + 1, principal: "eve", productId: "serum" }
  seen.shortages.push({ ...shortage, requested: 51 })
  expect(rules()).toEqual([])
  seen.shortages.push({ ...shortage, requested: 50 })
  expect(rules()).toEqual(["hold.shortage"])
  seen.recounted.add("serum")
  expect(rules()).toEqual([])
})

test("a checkout can be paid for ten minutes where it leaves few units, and for half an hour else", () => {
  const judged = (units: number, minutes: number, stocked = 20) => {
    const { audit, held, seen } = scene()
    seen.firstStocked.set("serum", stocked)
    held({ principal: "eve" }, 5, now - hour, 2 * hour)
    held({ principal: "ada" }, units, now, hour)
    seen.checkoutOrders.set("ord_2", { cart: "ada", expiresAt: now + minutes * minute, n: 1 })
    Holds.sessionsAtRest(audit)
    return seen.violations.map(({ rule }) => rule)
  }
  expect(judged(9, 30)).toEqual([])
  expect(judged(9, 10)).toEqual(["session.time"])
  expect(judged(10, 10)).toEqual([])
  expect(judged(10, 30)).toEqual(["session.time"])
})
