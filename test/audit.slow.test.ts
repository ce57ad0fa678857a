/**
 * `npm run audit`, on databases that a store is using at that moment: it says that the records agree, with
 * themselves and with the provider's ledger, or in what they do not.
 */
import { Refunds } from "@beauty-store/commerce/after-sales/Refunds"
import * as Carts from "@beauty-store/commerce/cart/Carts"
import { CatalogImport } from "@beauty-store/commerce/catalog/CatalogImport"
import * as Checkout from "@beauty-store/commerce/checkout/Checkout"
import { ProductId } from "@beauty-store/domain/Ids"
import { HostedPayments } from "@beauty-store/payments-simulated/provider/HostedPayments"
import * as Databases from "@beauty-store/server/Databases"
import type { DatabaseAddress } from "@beauty-store/server/ServerConfig"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { afterAll, expect, it } from "vitest"
import { goodCard, tokenOf } from "../packages/payments-simulated/test/payers.ts"
import { useDatabase } from "./postgres.ts"
import { provider } from "./shop/payment-provider.ts"
import { useProgram } from "./shop/programs.ts"
import { store } from "./shop/shop.ts"
import { assortment, owner, request } from "./shop/use-cases.ts"

const folder = mkdtempSync(path.join(tmpdir(), "audit-"))
afterAll(() => rmSync(folder, { recursive: true }))
const url = useDatabase()
const program = useProgram("scripts/audit.ts")

interface Outcome {
  readonly status: number
  readonly output: string
}

const check = (...args: ReadonlyArray<string>): Effect.Effect<Outcome> =>
  Effect.async((resume) => {
    execFile(
      process.execPath,
      [program(), ...args],
      (error, stdout, stderr) =>
        resume(Effect.succeed({ status: error === null ? 0 : Number(error.code), output: stdout + stderr }))
    )
  })

/** Repeats a step of the background until it has nothing more to do today. */
const followed = <E>(step: Effect.Effect<number | undefined, E>) =>
  Effect.repeat(Effect.delay(step, 30), { until: (next) => next === undefined || next > Date.now() + 3_600_000 })

const bought = (shopper: string) =>
  Effect.gen(function*() {
    const checkout = yield* Checkout.Checkout
    yield* (yield* Carts.Carts).set(owner(shopper), ProductId.make("serum"), 2)
    const session = yield* checkout.start(request(owner(shopper)))
    yield* (yield* HostedPayments).pay(tokenOf({ url: session.redirectUrl }), goodCard)
    yield* followed(checkout.runJob(session.sessionId))
    return session
  })

const story = (address: DatabaseAddress, argument: string) => {
  const databases = Databases.at(address)
  const payments = Layer.orDie(databases.payments)
  const shop = store({ database: databases.store, provider: provider({ database: payments }) }).pipe(
    Layer.provideMerge(databases.store)
  )
  return Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    yield* (yield* CatalogImport).add(assortment)
    const refunds = yield* Refunds
    const paid = yield* bought("sho_ada")
    const returned = yield* bought("sho_bob")
    const { refundId } = yield* refunds.give(returned.orderId, 1000, "late")
    yield* followed(refunds.runJob(refundId))
    yield* (yield* Carts.Carts).set(owner("sho_eve"), ProductId.make("noir"), 1)
    yield* (yield* Checkout.Checkout).start(request(owner("sho_eve")))

    const good = yield* check(argument)
    expect(good.output).toContain("The records agree: 3 orders, 2 payments, 1 refund, 0 shipments, 0 returns,")
    expect(good.output).toContain("So does the provider's ledger, over 3 sessions.")
    expect(good.status).toBe(0)

    // Wrong in itself, and wrong by the provider's word although it all adds up in the store.
    yield* sql.unsafe("UPDATE stock SET reserved = 3 WHERE product_id = 'noir'")
    yield* sql.unsafe(`DELETE FROM refund WHERE id = '${refundId}'`)
    yield* sql.unsafe("UPDATE payment SET refunding_minor = 0")
    yield* sql.unsafe(`DELETE FROM receipt WHERE order_id = '${returned.orderId}' AND kind = 'credit_note'`)
    yield* sql.unsafe("DELETE FROM counter WHERE series LIKE 'C-%'")
    yield* sql.unsafe(`DELETE FROM event WHERE order_id = '${returned.orderId}' AND type LIKE 'refund.%'`)
    yield* sql.unsafe(`UPDATE orders SET events = 3 WHERE id = '${returned.orderId}'`)
    const bad = yield* check(argument)
    expect(bad.output.split("\n").map((line) => line.replace(/ {2,}/g, " "))).toEqual([
      "kind subject expected found",
      "stock.reserved noir 1 3",
      `provider.refunded ${returned.sessionId} 10.00 0.00`,
      "",
      "2 differences.",
      ""
    ])
    expect(bad.status).toBe(1)
    expect(paid.sessionId).not.toBe(returned.sessionId)
  }).pipe(Effect.provide(shop), Logger.withMinimumLogLevel(LogLevel.None), Effect.runPromise)
}

it("audits a SQLite file that a store holds", () => {
  const file = path.join(folder, "store.db")
  return story({ _tag: "File", path: file }, `sqlite:${file}`)
})

it("audits a PostgreSQL database that a store uses", () => story({ _tag: "Postgres", url: url() }, url()))

it("says what it cannot read, in a line", async () => {
  const none = await Effect.runPromise(check(`sqlite:${path.join(folder, "none.db")}`))
  expect(none).toEqual({ status: 2, output: "The records cannot be read: unable to open database file\n" })
  const nonsense = await Effect.runPromise(check("mysql://localhost"))
  expect(nonsense).toMatchObject({ status: 2, output: expect.stringContaining("npm run audit --") })
})
