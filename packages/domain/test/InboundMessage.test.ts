import { expect, it } from "vitest"
import * as InboundMessage from "../src/InboundMessage.ts"

const hour = 3_600_000

it("tries a message that came too early every five minutes, for three days", () => {
  expect(InboundMessage.retryAt(0, 0)).toBe(hour / 12)
  expect(InboundMessage.retryAt(0, 72 * hour - 1)).toBe(72 * hour)
  expect(InboundMessage.retryAt(0, 72 * hour)).toBeUndefined()
})
