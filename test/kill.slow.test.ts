/**
 * The short form of `npm run kill`: the server is killed at random moments while orders live their lives, and keeps its
 * word. Follows docs/specification.md#idempotency, docs/specification.md#payment-provider.
 */
import { expect, it } from "vitest"
import { run } from "./kill.ts"

it("keeps its word through kill -9 during purchases, cancels, shipments, returns and refunds", async () => {
  const seed = Date.now() % 1_000_000
  const { faults, orders } = await run({ purchases: 60, kills: 2, seed })
  expect(faults, `seed ${seed}`).toEqual([])
  expect(orders).toBe(60)
}, 120_000)
