/**
 * An update without a pause: the released program and the present one serve one PostgreSQL database at once. What one
 * of them has begun, the other finishes, and all facts agree. Follows docs/specification.md#migrations.
 *
 * The released program is built from its commit, so this needs a full clone with git; elsewhere it is skipped.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as Struct from "effect/Struct"
import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { freePort } from "./free-port.ts"
import { createDatabase, dropDatabase } from "./postgres.ts"
import { answer, receiver } from "./receivers.ts"
import { buildReleased, missing, release } from "./released-program.ts"
import { everyDatabase } from "./shop/places.ts"
import { product } from "./shop/products.ts"
import { killAll, type Program as Running, runToEnd, start } from "./shop/program.ts"
import { useServerProgram } from "./shop/programs.ts"
import { type Answer, type Requests, requestsTo } from "./shop/requests.ts"
import {
  atOnce,
  buy,
  delegated,
  delivery,
  done,
  eventually,
  newAgent,
  pay,
  type Shopper,
  shopperWith,
  sleep
} from "./shop/shopper.ts"

const reason = missing()
const [released, present] = ["released", "present"] as const
type Name = typeof released | typeof present
const ways: ReadonlyArray<readonly [Name, Name]> = [[released, present], [present, released]]
const secret = "a secret that both releases are given alike"

const baseUrl = "http://shop.localhost"
const settings = (port: number) => ({
  PORT: String(port),
  BASE_URL: baseUrl,
  STORE_SECRET: secret,
  STOP_GRACE_SECONDS: "0"
})

const creation = /^\{"event":"order\.created"/

interface Program {
  readonly file: string
  readonly port: number
  /** To its port, whichever process listens there. */
  readonly shop: Requests & { readonly close: () => void }
  running?: Running
}

describe.skipIf(reason !== undefined)(
  `beside release ${release.slice(0, 7)}${reason === undefined ? "" : ` (skipped: ${reason})`}`,
  () => {
    const server = useServerProgram()
    const folder = mkdtempSync(join(tmpdir(), "beauty-store-release-"))
    let databaseUrl: string
    let programs: Readonly<Record<Name, Program>>
    const shopOf = (name: Name): Requests => programs[name].shop
    const open = async (name: Name): Promise<void> => {
      const { file, port } = programs[name]
      programs[name].running = await start(file, {
        ...settings(port),
        DATABASE_URL: databaseUrl
      })
    }
    const close = async (name: Name): Promise<void> => {
      expect(await programs[name].running!.stop()).toBe(0)
    }
    const rows = (text: string, schema = "public"): Promise<ReadonlyArray<Record<string, string>>> => {
      const url = new URL(databaseUrl)
      url.searchParams.set("options", `-c search_path=${schema}`)
      return Effect.runPromise(Effect.provide(
        Effect.flatMap(PgClient.PgClient, (sql) => sql.unsafe<Record<string, string>>(text)),
        PgClient.layer({ url: Redacted.make(url.href), maxConnections: 1 })
      ))
    }
    const staffOf = (name: Name): Promise<string> => shopOf(name).clientToken("demo-staff")
    const audit = async (name: Name): Promise<unknown> =>
      (await done(shopOf(name).get("/api/admin/consistency", { token: await staffOf(name) }))).differences
    const confirmed = (shopper: Shopper, orderId: string) =>
      eventually(() => shopper.order(orderId), ({ status }) => expect(status).toBe("confirmed"))

    beforeAll(async () => {
      databaseUrl = await createDatabase()
      const programOf = async (file: string): Promise<Program> => {
        const port = await freePort()
        return { file, port, shop: requestsTo(port) }
      }
      programs = { released: await programOf(buildReleased(folder)), present: await programOf(server()) }
      await open(released)
    })
    afterAll(async () => {
      killAll()
      for (const name of [released, present]) programs[name].shop.close()
      rmSync(folder, { recursive: true, force: true })
      await dropDatabase(databaseUrl)
    })

    it("the present program starts while the released one serves, and leaves tables that the released one knows", async () => {
      const schemas = ["public", "payments_simulated"]
      const known = await Promise.all(schemas.map((schema) => rows("SELECT name FROM migration", schema)))
      await open(present)
      for (const [n, schema] of schemas.entries()) {
        const [{ compatible_from: name } = { compatible_from: "" }] = await rows("SELECT * FROM compatibility", schema)
        expect(known[n]).toContainEqual({ name })
      }
    })

    it.each(ways)("a purchase that was begun at the %s program is finished at the %s one", async (one, other) => {
      const token = await shopOf(one).guest()
      const [here, there] = [shopperWith(shopOf(one), token), shopperWith(shopOf(other), token)]
      await done(here.add(product(0)))
      expect((await done(there.add(product(1)))).items).toHaveLength(2)
      const key = randomUUID()
      const begun = await here.checkout(key)
      const { orderId, redirectUrl } = await done(there.checkout(key))
      expect(begun.json).toMatchObject({ orderId, redirectUrl })
      expect((await done(pay(shopOf(other), redirectUrl))).status).toBe("succeeded")
      await confirmed(here, orderId)
      const [staffHere, staffThere] = [await staffOf(one), await staffOf(other)]
      const shipment = { carrier: "DHL", trackingNumber: orderId }
      await done(shopOf(one).post(`/api/orders/${orderId}/ship`, shipment, { token: staffThere }))
      await done(shopOf(other).post(`/api/orders/${orderId}/deliver`, {}, { token: staffHere }))
      const items = [{ productId: product(0), quantity: 1, reason: "one is enough" }]
      const { returnId } = await done(here.post("/api/returns", { orderId, items }))
      const received = { items: [{ productId: product(0), quantity: 1, restock: true }] }
      await done(shopOf(other).post(`/api/returns/${returnId}/receive`, received, { token: staffThere }))
      for (const shopper of [here, there]) {
        await eventually(
          () => shopper.order(orderId),
          ({ refunds }) => expect(refunds).toMatchObject([{ status: "succeeded" }])
        )
      }
      const receipts = await Promise.all(
        [here, there].map((shopper) => done(shopper.get(`/api/orders/${orderId}/receipt`)))
      )
      // The released program knows no numbers, and what it writes has one.
      // The released program says neither the order's number nor the rate of each line.
      const [receipt, same] = receipts.map(({ lines, ...receipt }) => ({
        ...Struct.omit(receipt, "orderNumber"),
        lines: lines.map((line: object) => Struct.omit({ vatRate: 0, ...line }, "vatRate"))
      }))
      expect(receipt).toEqual(same)
      expect(receipts.flatMap(({ orderNumber = [] }) => orderNumber)).toEqual([expect.stringMatching(/^\d{4} \d{4}$/)])
    })

    it.each(ways)("a permission that was given at the %s program is spent at the %s one", async (one, other) => {
      const { delegationId } = await delegated(shopOf(one), shopperWith(shopOf(one), await shopOf(one).guest()))
      const person = `person-of-${one}`
      const agent = await newAgent(shopOf(other), product(1), person)
      const key = randomUUID()
      const { id, status } = await done(agent.order(delegationId, key))
      expect(status).toBe("confirmed")
      const again = await newAgent(shopOf(one), product(1), person)
      expect((await done(again.order(delegationId, key))).id).toBe(id)
      expect(await again.orders()).toHaveLength(1)
    })

    it.each(ways)(
      "messages of orders at both reach a partner that subscribed at the %s program, also after it failed",
      async (one, other) => {
        const scope = Effect.runSync(Scope.make())
        const partner = await Effect.runPromise(Scope.extend(receiver(answer(500)), scope))
        const token = await staffOf(one)
        const subscription = { url: `http://127.0.0.1:${partner.port}/` }
        const { subscriptionId } = await done(shopOf(one).post("/api/webhook-subscriptions", subscription, { token }))
        const buyAtBoth = () =>
          Promise.all([one, other].map(async (name) => buy(shopOf(name), await shopOf(name).guest(), 1, product(2))))
        const first = await buyAtBoth()
        // Both have seen it fail, or one of them twice.
        await eventually(async () => partner.received.length, (times) => expect(times).toBeGreaterThan(1))
        partner.behave = answer(204)
        const failed = partner.received.length
        // It is paused, or about to be tried again: either way it is tried at once.
        await done(shopOf(other).post(`/api/webhook-subscriptions/${subscriptionId}/enable`, {}, { token }))
        const orders = [...first, ...await buyAtBoth()]
        const range = { from: new Date(0).toISOString(), to: new Date(Date.now() + 60_000).toISOString() }
        await done(shopOf(one).post(`/api/webhook-subscriptions/${subscriptionId}/replay`, range, { token }))
        const heard = () => partner.received.slice(failed).map(({ body }) => body).filter((body) => creation.test(body))
        await eventually(async () => heard().join(), (bodies) => {
          for (const orderId of orders) expect(bodies).toContain(orderId)
        }, 20_000)
        await done(shopOf(other).request("DELETE", `/api/webhook-subscriptions/${subscriptionId}`, { token }))
        await Effect.runPromise(Scope.close(scope, Exit.void))
      }
    )

    const scan = async (shop: Requests, scanId?: string) => {
      const token = await shop.clientToken("demo-agent")
      const path = "/api/v1/scanner/scan"
      return done(
        scanId === undefined
          ? shop.post(path, { url: baseUrl, force: true }, { token })
          : shop.get(`${path}s/${scanId}`, { token })
      )
    }
    const scanned = (shop: Requests, scanId: string) =>
      eventually(() => scan(shop, scanId), ({ status }) => expect(status).toMatch(/^(?:completed|failed)$/), 20_000)

    it.each(ways)("a scan that was begun at the %s program is seen at the %s one, to its end", async (one, other) => {
      const { scanId } = await scan(shopOf(one))
      expect((await scan(shopOf(other), scanId)).scanId).toBe(scanId)
      await scanned(shopOf(other), scanId)
    })

    it.each(Object.keys(everyDatabase).flatMap((database) => ways.map((way) => [database, ...way] as const)))(
      "on %s, a database that the %s program has made is opened by the %s one, and again, with its scans",
      async (database, one, other) => {
        const place = await everyDatabase[database]!()
        const port = await freePort()
        const shop = requestsTo(port)
        const during = async <A>(name: Name, act: () => Promise<A>): Promise<A> => {
          const { databaseUrl } = place
          const running = await start(programs[name].file, { ...settings(port), DATABASE_URL: databaseUrl })
          const result = await act()
          expect(await running.stop()).toBe(0)
          return result
        }
        const { scanId } = await during(one, async () => {
          const { scanId } = await scan(shop)
          return scanned(shop, scanId)
        })
        for (const name of [other, one, other]) {
          expect((await during(name, () => scan(shop, scanId))).scanId).toBe(scanId)
        }
        shop.close()
        await place.leave()
      }
    )

    it.each(ways)("what is changed in the catalogue at the %s program is shown at the %s one", async (one, other) => {
      const token = await staffOf(one)
      const id = product(3)
      const shown = async () => {
        const [alone, { brands }] = await Promise.all(
          [`/api/products/${id}`, "/api/"].map((path) => done(shopOf(other).get(path)))
        )
        const all = brands.flatMap((brand: any) => brand.products).find((one: any) => one.id === id)
        return [alone, all].map(({ inStock, price }) => ({ inStock, price }))
      }
      for (const [price, onHand] of [[12.34, 0], [23.45, 500]] as const) {
        await shown()
        await done(shopOf(one).request("PUT", `/api/products/${id}/price`, { token, body: { price } }))
        await done(shopOf(one).request("PUT", `/api/inventory/${id}`, { token, body: { onHand } }))
        const expected = { price, inStock: onHand > 0 }
        await eventually(shown, (seen) => expect(seen).toEqual([expected, expected]))
      }
    })

    it("under load, with each request at either, and each of them stopped and started once, nothing is lost", async () => {
      const load = { over: false }
      const faults: Array<string> = []
      const orders: Array<{ readonly token: string; readonly orderId: string }> = []
      let turn = 0
      /** At one of them, by turns; at the other where that one is away. */
      const insist = async (act: (shop: Requests) => Promise<Answer>): Promise<any> => {
        for (;;) {
          const answer = await act(shopOf(turn++ % 2 === 0 ? released : present)).catch(() => undefined)
          if (answer === undefined || answer.status === 503 || answer.json.code === "idempotency_in_flight") continue
          if (answer.status !== 200 && answer.json.code !== "already_paid") throw new Error(answer.text)
          return answer.json
        }
      }
      const purchase = async (n: number): Promise<void> => {
        const { access_token: token } = await insist((shop) => shop.post("/api/auth/guest"))
        const keys = [randomUUID(), randomUUID()] as const
        const by = (shop: Requests) => shopperWith(shop, token)
        await insist((shop) => by(shop).post("/api/cart", { productId: product(n % 20), quantity: 1 }, keys[0]))
        const session = await insist((shop) => by(shop).post("/api/checkout", delivery, keys[1]))
        await insist((shop) => pay(shop, session.redirectUrl))
        orders.push({ token, orderId: session.orderId })
      }
      const buying = atOnce(6, async (lane) => {
        for (let n = lane; !load.over; n++) await purchase(n).catch((error: unknown) => faults.push(String(error)))
      })
      // As it is rolled out, and as it is taken back.
      for (const name of [released, present]) {
        await close(name)
        await sleep(500)
        await open(name)
      }
      load.over = true
      await buying
      expect(faults).toEqual([])
      expect(orders.length).toBeGreaterThan(6)
      for (const [n, { orderId, token }] of orders.entries()) {
        await confirmed(shopperWith(shopOf(n % 2 === 0 ? released : present), token), orderId)
      }
    })

    it.each([released, present])("the audit of the %s program finds that all facts agree", async (name) => {
      expect(await audit(name)).toEqual([])
    })

    it("a later change that breaks with both is refused by either", async () => {
      await rows("UPDATE compatibility SET compatible_from = '999_later'")
      for (const name of [released, present]) {
        await close(name)
        const { code, err } = await runToEnd(programs[name].file, {
          PORT: "0",
          DATABASE_URL: databaseUrl,
          STORE_SECRET: secret
        })
        expect([code, err]).toEqual([1, expect.stringContaining("need a program that knows 999_later")])
      }
    })
  }
)
