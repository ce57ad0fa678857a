/**
 * An update without a pause: the released program and the present one serve one PostgreSQL database at once. What one of
 * them has begun, the other finishes, and all facts agree. Follows docs/specification.md#migrations.
 *
 * The released program is built from its commit, so this needs a full clone with git; elsewhere it is skipped.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createDatabase, dropDatabase } from "./postgres.ts"
import { product } from "./products.ts"
import { bundle, freePort, killAll, type Running, runToEnd, start } from "./program.ts"
import { buildReleased, missing, release } from "./released-program.ts"
import {
  type Answer,
  atOnce,
  delivery,
  eventually,
  newAgent,
  pay,
  send,
  type Shopper,
  shopperWith,
  visa
} from "./shopper.ts"

const reason = missing()
const [released, present] = ["released", "present"] as const
type Program = typeof released | typeof present
const ways: ReadonlyArray<readonly [Program, Program]> = [[released, present], [present, released]]

describe.skipIf(reason !== undefined)(
  `beside release ${release.slice(0, 7)}${reason === undefined ? "" : ` (skipped: ${reason})`}`,
  () => {
    const folder = mkdtempSync(join(tmpdir(), "beauty-store-release-"))
    let databaseUrl: string
    /** What each program is, where it listens, and the process while it runs. */
    const programs: Record<Program, { file: string; port: number; running: Running | undefined }> = {
      released: { file: "", port: 0, running: undefined },
      present: { file: "", port: 0, running: undefined }
    }
    const urlOf = (program: Program): string => `http://127.0.0.1:${programs[program].port}`
    const open = async (program: Program): Promise<void> => {
      const { file, port } = programs[program]
      programs[program].running = await start(file, {
        PORT: String(port),
        BASE_URL: "http://shop.example",
        DATABASE_URL: databaseUrl,
        STORE_SECRET: "a secret that both releases are given alike",
        STOP_GRACE_SECONDS: "0"
      })
    }
    const close = async (program: Program): Promise<void> => {
      expect(await programs[program].running!.stop()).toBe(0)
    }
    /** An address of the shop, at one of the programs. */
    const at = (program: Program, address: string): string => {
      const { pathname, search } = new URL(address)
      return `${urlOf(program)}${pathname}${search}`
    }
    const rows = (text: string, schema = "public"): Promise<ReadonlyArray<Record<string, string>>> => {
      const url = new URL(databaseUrl)
      url.searchParams.set("options", `-c search_path=${schema}`)
      return Effect.runPromise(Effect.provide(
        Effect.flatMap(PgClient.PgClient, (sql) => sql.unsafe<Record<string, string>>(text)),
        PgClient.layer({ url: Redacted.make(url.href), maxConnections: 1 })
      ))
    }
    const guest = async (program: Program): Promise<string> =>
      (await send("POST", `${urlOf(program)}/api/auth/guest`)).body.access_token
    const staff = async (program: Program) => {
      const body = { grant_type: "client_credentials", client_id: "demo-staff", client_secret: "demo-staff-secret" }
      const token = await send("POST", `${urlOf(program)}/api/auth/token`, body)
      return { authorization: `Bearer ${token.body.access_token}` }
    }
    const audit = async (program: Program): Promise<unknown> =>
      (await send("GET", `${urlOf(program)}/api/admin/consistency`, undefined, await staff(program))).body.differences
    const must = async (answer: Promise<Answer>): Promise<any> => {
      const { body, status } = await answer
      expect(status, JSON.stringify(body)).toBe(200)
      return body
    }
    const confirmed = (shopper: Shopper, orderId: string) =>
      eventually(() => shopper.order(orderId), ({ status }) => expect(status).toBe("confirmed"), 10_000)

    beforeAll(async () => {
      databaseUrl = await createDatabase()
      programs.released.file = buildReleased(folder)
      programs.present.file = bundle("packages/server/src/main.ts", "server-beside-release.mjs")
      for (const program of [released, present]) programs[program].port = await freePort()
      await open(released)
    })
    afterAll(async () => {
      killAll()
      rmSync(folder, { recursive: true, force: true })
      await dropDatabase(databaseUrl)
    })

    it("the present program starts while the released one serves, and leaves tables that that one knows", async () => {
      const schemas = ["public", "payments_simulated"]
      const known = await Promise.all(schemas.map((schema) => rows("SELECT name FROM migration", schema)))
      await open(present)
      for (const [n, schema] of schemas.entries()) {
        const [{ compatible_from: name } = { compatible_from: "" }] = await rows("SELECT * FROM compatibility", schema)
        expect(known[n]).toContainEqual({ name })
      }
    })

    it.each(ways)("a purchase that was begun at the %s program is finished at the %s one", async (one, other) => {
      const token = await guest(one)
      const [here, there] = [shopperWith(urlOf(one), token), shopperWith(urlOf(other), token)]
      await must(here.add(product(0)))
      expect((await must(there.add(product(1)))).items).toHaveLength(2)
      const key = randomUUID()
      const begun = await here.checkout(key)
      const { orderId, redirectUrl } = await must(there.checkout(key))
      expect(begun.body).toMatchObject({ orderId, redirectUrl })
      expect((await must(pay(at(other, redirectUrl)))).status).toBe("succeeded")
      await confirmed(here, orderId)
      const [staffHere, staffThere] = [await staff(one), await staff(other)]
      const shipment = { carrier: "DHL", trackingNumber: orderId }
      await must(send("POST", `${urlOf(one)}/api/orders/${orderId}/ship`, shipment, staffThere))
      await must(send("POST", `${urlOf(other)}/api/orders/${orderId}/deliver`, {}, staffHere))
      const items = [{ productId: product(0), quantity: 1, reason: "one is enough" }]
      const { returnId } = await must(here.post("/api/returns", { orderId, items }))
      const received = { items: [{ productId: product(0), quantity: 1, restock: true }] }
      await must(send("POST", `${urlOf(other)}/api/returns/${returnId}/receive`, received, staffThere))
      for (const shopper of [here, there]) {
        await eventually(
          () => shopper.order(orderId),
          ({ refunds }) => expect(refunds).toMatchObject([{ status: "succeeded" }]),
          10_000
        )
      }
      const receipts = [here, there].map((shopper) => must(shopper.get(`/api/orders/${orderId}/receipt`)))
      expect(await receipts[0]).toEqual(await receipts[1])
    })

    it.each(ways)("a permission that was given at the %s program is spent at the %s one", async (one, other) => {
      const token = await guest(one)
      const [here, there] = [shopperWith(urlOf(one), token), shopperWith(urlOf(other), token)]
      const { approvalUrl, delegationId } = await must(here.post("/api/delegations", { agentId: "demo-agent" }))
      await must(send("POST", at(other, approvalUrl), { decision: "approve", card: visa.card }))
      const read = async () => (await there.get(`/api/delegations/${delegationId}`)).body
      await eventually(read, ({ status }) => expect(status).toBe("active"))
      const person = `person-of-${one}`
      const agent = await newAgent(urlOf(other), product(1), person)
      const key = randomUUID()
      const { id, status } = await must(agent.order(delegationId, key))
      expect(status).toBe("confirmed")
      const again = await newAgent(urlOf(one), product(1), person)
      expect((await must(again.order(delegationId, key))).id).toBe(id)
      expect(await again.orders()).toHaveLength(1)
    })

    it("under load, with each request at either, and each of them stopped and started once, nothing is lost", async () => {
      const load = { over: false }
      const faults: Array<string> = []
      const orders: Array<{ readonly token: string; readonly orderId: string }> = []
      let turn = 0
      /** At one of them, by turns; at the other where that one is away. */
      const insist = async (act: (program: Program) => Promise<Answer>): Promise<any> => {
        for (;;) {
          const answer = await act(turn++ % 2 === 0 ? released : present).catch(() => undefined)
          if (answer === undefined || answer.status === 503 || answer.body.code === "idempotency_in_flight") continue
          if (answer.status !== 200 && answer.body.code !== "already_paid") throw new Error(JSON.stringify(answer.body))
          return answer.body
        }
      }
      const buy = async (n: number): Promise<void> => {
        const { access_token: token } = await insist((program) => send("POST", `${urlOf(program)}/api/auth/guest`))
        const keys = [randomUUID(), randomUUID()] as const
        const by = (program: Program) => shopperWith(urlOf(program), token)
        await insist((program) => by(program).post("/api/cart", { productId: product(n % 20), quantity: 1 }, keys[0]))
        const session = await insist((program) => by(program).post("/api/checkout", delivery, keys[1]))
        await insist((program) => pay(at(program, session.redirectUrl)))
        orders.push({ token, orderId: session.orderId })
      }
      const buying = atOnce(6, async (lane) => {
        for (let n = lane; !load.over; n++) await buy(n).catch((error: unknown) => faults.push(String(error)))
      })
      // As it is rolled out, and as it is taken back.
      for (const program of [released, present]) {
        await close(program)
        await new Promise((resolve) => setTimeout(resolve, 500))
        await open(program)
      }
      load.over = true
      await buying
      expect(faults).toEqual([])
      expect(orders.length).toBeGreaterThan(6)
      for (const [n, { orderId, token }] of orders.entries()) {
        await confirmed(shopperWith(urlOf(n % 2 === 0 ? released : present), token), orderId)
      }
    })

    it.each([released, present])("the audit of the %s program finds that all facts agree", async (program) => {
      expect(await audit(program)).toEqual([])
    })

    // What this release cannot know any more: its successors ask.
    it("a later change that breaks with both is refused by the present program, and not by the released one", async () => {
      await rows("UPDATE compatibility SET compatible_from = '999_later'")
      for (const program of [released, present]) await close(program)
      const { code, err } = await runToEnd(programs.present.file, {
        PORT: "0",
        DATABASE_URL: databaseUrl,
        STORE_SECRET: "a secret that both releases are given alike"
      })
      expect([code, err]).toEqual([1, expect.stringContaining("need a program that knows 999_later")])
      await open(released)
      await close(released)
    })
  }
)
