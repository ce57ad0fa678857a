/**
 * `kill -9` while a shop with reactions sells: on both databases its own rows are there exactly when their events are.
 * Follows docs/specification.md#reactions.
 */
import { Prng } from "@beauty-store/simulation/engine/Prng"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { randomUUID } from "node:crypto"
import { afterAll, describe, expect, it } from "vitest"
import { freePort } from "./free-port.ts"
import { everyDatabase, type Place } from "./shop/places.ts"
import { product } from "./shop/products.ts"
import { killAll, type Program, start } from "./shop/program.ts"
import { useProgram } from "./shop/programs.ts"
import { requestsTo } from "./shop/requests.ts"
import { atOnce, done, eventually, insist, newShopper, pay, sleep } from "./shop/shopper.ts"

const server = useProgram("test/reacting-server.ts")
afterAll(killAll)

/** Runs a statement on the data, past the shop. */
const at = ({ databaseUrl }: Place) => (text: string): Promise<ReadonlyArray<Record<string, unknown>>> => {
  const client: Layer.Layer<SqlClient, unknown> = databaseUrl.startsWith("sqlite:")
    ? SqliteClient.layer({ filename: databaseUrl.slice("sqlite:".length) })
    : PgClient.layer({ url: Redacted.make(databaseUrl), maxConnections: 1 })
  return Effect.flatMap(SqlClient, (sql) => sql.unsafe<Record<string, unknown>>(text)).pipe(
    Effect.provide(client),
    Effect.runPromise
  )
}

const reacted = "'order.placed', 'order.created', 'order.cancelled'"

/** Events without their row, and rows without their event. Rows of jobs that still wait are missing rightly. */
const disagreements = `SELECT e.order_id || ' ' || e.type || ' has no row' AS what FROM event e
   LEFT JOIN own_table o ON o.order_id = e.order_id AND o.type = e.type
   WHERE e.type IN (${reacted}) AND o.order_id IS NULL
     AND NOT EXISTS (SELECT 1 FROM job j WHERE j.kind LIKE 'reaction:%' AND j.subject = e.id)
  UNION ALL SELECT o.order_id || ' ' || o.type || ' has a row, and its job waits' FROM own_table o
   JOIN event e ON e.order_id = o.order_id AND e.type = o.type
   JOIN job j ON j.kind LIKE 'reaction:%' AND j.subject = e.id
  UNION ALL SELECT o.order_id || ' ' || o.type || ' has no event' FROM own_table o
   LEFT JOIN event e ON o.order_id = e.order_id AND o.type = e.type WHERE e.id IS NULL`

/**
 * Has the first try of each reaction's job fail where the job is removed, after its work: work and conclusion that are
 * not one transaction leave a row whose job still waits, and never succeeds then.
 */
const failConclusions = ({ databaseUrl }: Place): ReadonlyArray<string> => {
  const isFirst = "OLD.kind LIKE 'reaction:%' AND OLD.attempts = 0"
  return databaseUrl.startsWith("sqlite:")
    ? [`CREATE TRIGGER unlucky BEFORE DELETE ON job WHEN ${isFirst} BEGIN SELECT RAISE(ABORT, 'unlucky'); END`]
    : [
      "CREATE FUNCTION unlucky() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'unlucky'; END $$",
      `CREATE TRIGGER unlucky BEFORE DELETE ON job FOR EACH ROW WHEN (${isFirst}) EXECUTE FUNCTION unlucky()`
    ]
}

const kills = 3

describe.each(Object.entries(everyDatabase))("a shop with reactions that is killed, on %s", (_, open) => {
  it("has its own rows exactly where it has their events", async () => {
    const seed = Date.now() % 1_000_000
    const random = new Prng(String(seed))
    const place = await open()
    const query = at(place)
    const port = await freePort()
    const settings = { PORT: String(port), DATABASE_URL: place.databaseUrl, LOG_LEVEL: "none" }
    const { close, ...shop } = requestsTo(port)
    let running: Program | undefined
    const shoppers = { areInside: true }
    try {
      await query("CREATE TABLE own_table (order_id TEXT NOT NULL, type TEXT NOT NULL, PRIMARY KEY (order_id, type))")
      running = await start(server(), settings)
      for (const statement of failConclusions(place)) await query(statement)
      let orders = 0
      const shopping = atOnce(6, async (n) => {
        while (shoppers.areInside) {
          const shopper = await newShopper(shop, product(n)).catch(() => sleep(25))
          if (shopper === undefined) continue
          const key = randomUUID()
          const { orderId, redirectUrl } = await done(insist(() => shopper.checkout(key)))
          if (random.happens(0.3)) await insist(() => shopper.post(`/api/orders/${orderId}/cancel`, {}, randomUUID()))
          else await insist(() => pay(shop, redirectUrl))
          orders++
        }
      })
      for (let n = 0; n < kills; n++) {
        // Somewhere between one purchase and the next.
        const before = orders
        await eventually(() => Promise.resolve(orders), (now) => now >= before + 4, 60_000)
        await sleep(500 * random.next())
        await running.kill()
        expect(await query(disagreements), `seed ${seed}, kill ${n}`).toEqual([])
        running = await start(server(), settings)
      }
      shoppers.areInside = false
      await shopping
      // Those that failed at first are made up for.
      const staff = await shop.clientToken("demo-staff")
      const isTold = async () => (await shop.get("/api/admin/flags", { token: staff })).json.data
      await eventually(isTold, (flags) => flags.some(({ kind }: any) => kind === "reaction_failed"))
      const waiting = () => query("SELECT subject FROM job WHERE kind LIKE 'reaction:%'")
      await eventually(waiting, (jobs) => jobs.length === 0, 30_000)
      await running.stop()
      expect(await query(disagreements), `seed ${seed}`).toEqual([])
      const [row] = await query("SELECT count(*) AS n FROM own_table WHERE type = 'order.created'")
      expect([orders > 10, Number(row!["n"]) > 5]).toEqual([true, true])
    } finally {
      shoppers.areInside = false
      close()
      await running?.kill()
      await place.leave()
    }
  }, 120_000)
})
