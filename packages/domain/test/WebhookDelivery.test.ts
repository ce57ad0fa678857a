import { expect, it } from "vitest"
import * as Delivery from "../src/WebhookDelivery.ts"

const minute = 60_000

it("makes ten attempts over a day, each up to a tenth later than planned", () => {
  expect(Delivery.attemptOffsets).toHaveLength(10)
  expect(Delivery.attemptAfter(0)).toEqual({ earliest: 0, latest: 0 })
  expect(Delivery.attemptAfter(2)).toEqual({ earliest: 5 * minute, latest: 5.5 * minute })
  expect(Delivery.attemptAfter(9).earliest).toBe(24 * 60 * minute)
})

it("parks a message that the tenth attempt did not deliver", () => {
  expect(Delivery.stateAfter(9, false)).toBe("waiting")
  expect(Delivery.stateAfter(10, false)).toBe("parked")
  expect(Delivery.stateAfter(10, true)).toBe("delivered")
})

it("counts the schedule from the first attempt, or later where an attempt came much too late", () => {
  const now = 100 * 60 * minute
  expect(Delivery.scheduleFrom(undefined, 0, now)).toBe(now)
  expect(Delivery.scheduleFrom(now - 6 * minute, 2, now)).toBe(now - 6 * minute)
  expect(Delivery.scheduleFrom(now - 60 * minute, 2, now)).toBe(now - 6.5 * minute)
})
