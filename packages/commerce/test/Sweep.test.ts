/** Every kind of row that is deleted when it has expired plans the job that deletes it: nobody looks for such rows. */
import { Inventory } from "@beauty-store/commerce/catalog/Inventory"
import { PurchaseDrafts } from "@beauty-store/commerce/drafts/PurchaseDrafts"
import { Identity } from "@beauty-store/commerce/identity/Identity"
import { actingAs } from "@beauty-store/commerce/staff/StaffTrail"
import * as Store from "@beauty-store/commerce/Store"
import { ProductId } from "@beauty-store/domain/Ids"
import { Entropy } from "@beauty-store/sql/Entropy"
import * as Expiry from "@beauty-store/sql/Expiry"
import * as Idempotency from "@beauty-store/sql/Idempotency"
import { Transactions } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import { expect } from "vitest"
import { ada, countOf, days, hours, onSqlite, pass, runJobs, World } from "../../../test/shop/use-cases.ts"
import { begun, cancel, staff } from "./life.ts"

const serum = ProductId.make("serum")
const keyed = Idempotency.keyed({ scope: "sho_ada POST /api/cart", key: "k", fingerprint: "f" })

const draft = { lines: [{ productId: serum, quantity: 1 }], authenticates: true, paysByToken: true }

const planned = Effect.flatMap(World, ({ sql }) =>
  Effect.map(
    sql<{ run_at: number | string }>("SELECT run_at FROM job WHERE kind = 'sweep'"),
    (rows) => rows.map(({ run_at }) => Number(run_at))
  ))

/** What writes a row, where the row is, and for how long it is kept. */
const cases = [
  [
    "the response to a request",
    Effect.flatMap(
      Transactions,
      ({ write }) => write(Idempotency.record(keyed, { status: 200, headers: {}, body: "" }, false))
    ),
    ["idempotency"],
    25 * hours
  ],
  ["a token", Effect.flatMap(Identity, ({ prepareGuest }) => Effect.flatMap(prepareGuest, ({ create }) => create)), [
    "token"
  ], 210 * days],
  ["a purchase draft", Effect.flatMap(PurchaseDrafts, ({ create }) => create(ada, "checkout", draft)), [
    "draft"
  ], undefined],
  [
    "whose an unpaid checkout was",
    Effect.flatMap(begun(ada, { serum: 1 }), ({ orderId }) => cancel(ada, orderId)),
    ["checkout_session", "holder IS NOT NULL"],
    1 * days
  ],
  [
    "a change by staff",
    Effect.flatMap(
      Effect.all([Entropy, Inventory]),
      ([entropy, inventory]) => actingAs(staff, { entropy, keptMillis: 365 * days })(inventory.setOnHand(serum, 1_000))
    ),
    ["staff_change"],
    365 * days
  ]
] as const

onSqlite("what is deleted when it has expired", (test) => {
  for (const [what, write, [table, where], keptMillis] of cases) {
    test(
      `${what} plans its own end, and leaves nothing to look for`,
      Effect.gen(function*() {
        const { clock } = yield* World
        const transactions = yield* Transactions
        yield* transactions.write(Expiry.plan([], true))
        expect(yield* planned).toEqual([])
        const start = clock.now
        yield* write
        const [at] = yield* planned
        if (keptMillis === undefined) expect(at).toBeGreaterThan(start + days)
        else expect(at).toBe(start + keptMillis + 1)
        expect(yield* countOf(table, where)).toBe(1)
        yield* pass(at! - clock.now)
        yield* runJobs
        expect(yield* countOf(table, where)).toBe(0)
        expect(yield* planned).toEqual([])
      })
    )
  }

  test(
    "is found when the background work begins",
    Effect.gen(function*() {
      const { clock } = yield* World
      const start = clock.now
      yield* cases[0][1]
      expect(yield* planned).toEqual([])
      yield* Effect.provide(Effect.void, Store.background)
      expect(yield* planned).toEqual([start + 25 * hours + 1])
    })
  )
})
