/**
 * A database that says nothing: the network between the store and PostgreSQL stops forwarding, and closes nothing.
 * Every request has an answer all the same, and the store works again once the network does. With the deadlines that a
 * shop has. Follows docs/specification.md#deadlines.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { randomUUID } from "node:crypto"
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { openProxy, type Proxy } from "./cluster/Proxy.ts"
import { useDatabase } from "./postgres.ts"
import { product } from "./shop/products.ts"
import { killAll, type Program, runToEnd, start } from "./shop/program.ts"
import { useServerProgram } from "./shop/programs.ts"
import { type Answer, pathOf } from "./shop/requests.ts"
import { atOnce, checkedOut, delivery, eventually, newShopper, pay, type Shopper, sleep } from "./shop/shopper.ts"

vi.setConfig({ testTimeout: 240_000 })

const server = useServerProgram()
afterAll(killAll)

const url = useDatabase()
let proxy: Proxy
beforeEach(async () => {
  proxy = await openProxy(new URL(url()))
})
afterEach(() => proxy.close())

const query = (address: string, ...statements: ReadonlyArray<string>) =>
  Effect.flatMap(PgClient.PgClient, (sql) => Effect.forEach(statements, (statement) => sql.unsafe(statement))).pipe(
    Effect.provide(PgClient.layer({ url: Redacted.make(address), maxConnections: 1 })),
    Effect.runPromise
  )

interface Timed {
  readonly name: string
  readonly millis: number
  /** None where no answer came in twenty seconds. */
  readonly answer: Answer | undefined
}

const timed = async (name: string, answer: Promise<Answer>): Promise<Timed> => {
  const begun = performance.now()
  const come = await Promise.race([answer, sleep(20_000).then(() => undefined)])
  return { name, answer: come, millis: Math.round(performance.now() - begun) }
}

/** What people and programs ask of a store, each in its own way to the database. */
const everything = async (running: Program) => {
  const shoppers = await atOnce(8, (n) => newShopper(running, product(n)))
  const [first, second, third, fourth, fifth, sixth] = shoppers as [
    Shopper,
    Shopper,
    Shopper,
    Shopper,
    Shopper,
    Shopper
  ]
  const { orderId, redirectUrl } = await checkedOut(sixth)
  const staff = await running.clientToken("demo-staff")
  const key = randomUUID()
  const requests: Readonly<Record<string, () => Promise<Answer>>> = {
    "readiness": () => running.get("/health/ready"),
    "a product": () => running.get(`/api/products/${product(0)}`),
    "a search": () => running.get("/api/products?q=serum"),
    "a cart": () => first.get("/api/cart"),
    "a change of a cart": () => second.add(product(1)),
    "a guest": () => running.post("/api/auth/guest"),
    "a checkout": () => third.checkout(key),
    "a checkout without a key": () => fourth.checkout(),
    "orders": () => fifth.get("/api/orders"),
    "an order": () => sixth.get(`/api/orders/${orderId}`),
    "a cancellation": () => sixth.post(`/api/orders/${orderId}/cancel`, {}),
    "the payment page": () => running.get(pathOf(redirectUrl)),
    "a payment": () => pay(running, redirectUrl),
    "a question": () =>
      running.post("/api/support", {
        email: delivery.email,
        subject: "Hello",
        message: "Is anybody there?"
      }),
    "the audit": () => running.get("/api/admin/consistency", { token: staff }),
    "the flags": () => running.get("/api/admin/flags", { token: staff })
  }
  return { requests, third, key }
}

const all = (requests: Readonly<Record<string, () => Promise<Answer>>>): Promise<ReadonlyArray<Timed>> =>
  Promise.all(Object.entries(requests).map(([name, ask]) => timed(name, ask())))

const late = (answers: ReadonlyArray<Timed>): ReadonlyArray<string> =>
  answers
    .filter(({ answer, millis, name }) => answer === undefined || millis > (name === "readiness" ? 2_000 : 10_000))
    .map(({ millis, name }) => `${name} after ${millis} ms`)

const report = (title: string, answers: ReadonlyArray<Timed>): void =>
  console.log(
    `${title}:`,
    answers.map(({ answer, millis, name }) => `${name} ${answer?.status ?? "no answer"} ${millis} ms`).join(", ")
  )

describe("a database that falls silent", () => {
  it.each([{ lost: false }, { lost: true }])(
    "has every request answered within ten seconds, readiness within two, and is back within five (%j)",
    async ({ lost }) => {
      const running = await start(server(), { PORT: "0", DATABASE_URL: proxy.url, LOG_LEVEL: "none" })
      const { key, requests, third } = await everything(running)
      await proxy.silence({ lost })
      const first = await all(requests)
      report("in silence", first)
      const second = await all(requests)
      report("in silence, again", second)
      expect([...late(first), ...late(second)]).toEqual([])
      for (const { answer, name } of [...first, ...second]) {
        // The provider is another company, with words of its own.
        if (name === "the payment page" || name === "a payment") expect(answer!.status).toBe(504)
        else expect(answer).toMatchObject({ status: 503, json: { code: "store_unavailable", retryable: true } })
      }

      await proxy.forward()
      const back = performance.now()
      for (;;) {
        const begun = Math.round(performance.now() - back)
        const after = await all(requests)
        const failed = after.filter(({ answer }) => answer === undefined || answer.status >= 500)
        if (failed.length === 0) {
          report(`${begun} ms after the network is back`, after)
          break
        }
        // Those who asked at once may have been refused; who asks after five seconds is not.
        if (begun > 5_000) expect(failed).toEqual([])
        await sleep(250)
      }
      // The same key has one effect, however often it was sent.
      expect((await third.checkout(key)).status).toBe(200)
      expect((await third.get("/api/orders")).json.data).toHaveLength(1)
      expect(await running.stop()).toBe(0)
    }
  )

  it("does not keep the program from stopping within 35 seconds", async () => {
    const running = await start(server(), { PORT: "0", DATABASE_URL: proxy.url, LOG_LEVEL: "none" })
    const { requests } = await everything(running)
    await proxy.silence()
    const asked = all(requests).catch(() => [])
    // Readiness gives up first.
    await eventually(() => running.get("/health/ready"), ({ status }) => expect(status).toBe(503))
    const begun = performance.now()
    const code = await Promise.race([running.stop(), sleep(45_000).then(() => "still running")])
    console.log(`stopped after ${Math.round(performance.now() - begun)} ms`)
    expect(code).toBe(0)
    expect(performance.now() - begun).toBeLessThan(35_000)
    await asked
  })

  it("ends a start within fifteen seconds, with one line, however far it has come", async () => {
    const from = (text: string) => async () => {
      let silent = false
      await proxy.behave({
        accept: "forward",
        piece: (_, bytes) => {
          silent ||= bytes?.includes(text) === true
          return silent ? "hold" : { forwardAfter: 0 }
        }
      })
    }
    const moments = [
      proxy.silence,
      proxy.pauseAccept,
      from("CREATE SCHEMA"),
      from("advisory"),
      from("SELECT name FROM migration")
    ]
    for (const silent of moments) {
      await silent()
      const begun = performance.now()
      const ended = await Promise.race([
        runToEnd(server(), { PORT: "0", DATABASE_URL: proxy.url }),
        sleep(30_000).then(() => undefined)
      ])
      console.log(`a start ended after ${Math.round(performance.now() - begun)} ms: ${ended?.err}`)
      expect(ended?.code).toBe(1)
      expect(ended?.err).toMatch(/^DATABASE_URL: (?:PostgreSQL|the database) .*\n$/)
      expect(performance.now() - begun).toBeLessThan(15_000)
      await proxy.forward()
    }
  })

  it("leaves whoever starts with a line where another process keeps the tables for a minute", async () => {
    const holder = query(
      url(),
      "BEGIN; SELECT pg_advisory_xact_lock(7235514)",
      "SELECT pg_sleep(120)"
    ).catch(() => undefined)
    const holding = "SELECT pid FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(120)' AND state = 'active'"
    await eventually(() => query(url(), holding), ([rows]) => expect(rows).toHaveLength(1))
    const { code, err } = await runToEnd(server(), { PORT: "0", DATABASE_URL: url() })
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(
        /^DATABASE_URL: the database fails: another process has locked the tables for 60 s.*\n$/
      )
    })
    await query(url(), "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(120)'")
    await holder
  })
})
