/** When what waits for the shop has waited for too long. */
import * as Days from "@beauty-store/domain/Days"
import { overdueSince } from "@beauty-store/domain/Overdue"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

const zone = Days.defaultTimeZone
const at = (text: string): number => Date.parse(text)

describe("overdue", () => {
  it.each([
    // Two business days: Thursday's is overdue from Tuesday on, since Friday and Monday are over then.
    [2, "2026-11-23T23:00:00Z", "2026-11-19T22:59:59.999Z"],
    [2, "2026-11-23T22:59:59.999Z", "2026-11-18T22:59:59.999Z"],
    // Nothing becomes overdue at a weekend that was not before it: that of Friday only once Monday is over.
    [1, "2026-11-21T12:00:00Z", "2026-11-19T22:59:59.999Z"],
    [1, "2026-11-23T12:00:00Z", "2026-11-19T22:59:59.999Z"],
    [1, "2026-11-24T12:00:00Z", "2026-11-22T22:59:59.999Z"],
    // What has no day to wait is overdue the day after.
    [0, "2026-11-24T12:00:00Z", "2026-11-23T22:59:59.999Z"],
    // Christmas is no business day.
    [1, "2026-12-28T12:00:00Z", "2026-12-23T22:59:59.999Z"]
  ])("after %i days, at %s: what has waited since %s", (days, now, since) => {
    expect(new Date(overdueSince(days, at(now), zone)).toISOString()).toBe(since)
  })

  it("never goes back, and is before today", () => {
    const moments = fc.integer({ min: at("2024-01-01T00:00:00Z"), max: at("2030-01-01T00:00:00Z") })
    fc.assert(fc.property(moments, fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 3_000_000_000 }), (
      now,
      days,
      later
    ) => {
      const since = overdueSince(days, now, zone)
      expect(since).toBeLessThan(Days.startOfDay(Days.dayOf(now, zone), zone))
      expect(overdueSince(days, now + later, zone)).toBeGreaterThanOrEqual(since)
      expect(overdueSince(days + 1, now, zone)).toBeLessThanOrEqual(since)
    }))
  })
})
