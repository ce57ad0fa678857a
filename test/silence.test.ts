/**
 * A silent database, in short: the deadlines are a quarter of the default. `silence.slow.test.ts` shows the promises
 * with the default deadlines. Follows docs/specification.md#deadlines, docs/specification.md#idempotency.
 */
import { randomUUID } from "node:crypto"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { openProxy, type Proxy } from "./cluster/Proxy.ts"
import { useDatabase } from "./postgres.ts"
import { product } from "./shop/products.ts"
import { openShop, type Shop } from "./shop/server.ts"
import { delivery, eventually } from "./shop/shopper.ts"

const url = useDatabase()
let proxy: Proxy
let store: Shop
beforeEach(async () => {
  proxy = await openProxy(new URL(url()))
  store = await openShop({ DATABASE_URL: proxy.url, DATABASE_DEADLINE_SECONDS: "2" })
})
afterEach(async () => {
  await store.close()
  await proxy.close()
})

const filledCart = async () => {
  const token = await store.guest()
  expect((await store.post("/api/cart", { productId: product(0), quantity: 1 }, { token })).status).toBe(200)
  return token
}

const ordersOf = async (token: string): Promise<ReadonlyArray<unknown>> =>
  (await store.get("/api/orders", { token })).json.data

describe("a database that falls silent", () => {
  it("makes requests 503 while it is silent, and no longer", async () => {
    const token = await filledCart()
    const staff = await store.clientToken("demo-staff")
    const key = randomUUID()
    const ask = () => [
      store.get("/health/ready"),
      store.get(`/api/products/${product(0)}`),
      store.get("/api/cart", { token }),
      store.post("/api/auth/guest"),
      store.post("/api/checkout", delivery, { token, key }),
      store.get("/api/admin/consistency", { token: staff }),
      store.get("/api/admin/consistency", { token: staff })
    ]
    await proxy.silence()
    for (const answer of await Promise.all(ask())) {
      expect(answer).toMatchObject({ status: 503, json: { code: "store_unavailable", retryable: true } })
      expect(answer.headers["retry-after"]).toBe("1")
    }
    expect((await store.get("/health/live")).status).toBe(200)
    await proxy.forward()
    await eventually(() => store.get("/health/ready"), ({ status }) => expect(status).toBe(200))
    for (const { status } of await Promise.all(ask())) expect(status).toBe(200)
    expect(await ordersOf(token)).toHaveLength(1)
  })

  it("in the middle of an audit ends it", async () => {
    const staff = await store.clientToken("demo-staff")
    // Nothing is forwarded from the audit's first rule on: it has its connection by then.
    let silent = false
    await proxy.behave({
      accept: "forward",
      piece: (direction, bytes) => {
        if (direction === "toServer" && bytes?.includes("FROM (") && bytes.includes("broken ORDER BY")) silent = true
        return silent ? "hold" : { forwardAfter: 0 }
      }
    })
    expect((await store.get("/api/admin/consistency", { token: staff })).status).toBe(503)
    expect(silent).toBe(true)
    await proxy.forward()
    await eventually(
      () => store.get("/api/admin/consistency", { token: staff }),
      ({ status }) => expect(status).toBe(200)
    )
  })

  it("during a commit leaves its outcome unknown, and the same key yields one order in either case", async () => {
    for (const direction of ["toServer", "toClient"] as const) {
      const token = await filledCart()
      const key = randomUUID()
      let committing = false
      // The commit is lost, or the response to it: the first one after the order, whose email address is a parameter.
      // The text of a prepared statement is sent only once.
      let ordering = false
      await proxy.behave({
        accept: "forward",
        piece: (way, bytes) => {
          if (way === "toServer" && bytes?.includes(delivery.email)) ordering = true
          if (way === "toServer" && ordering && bytes?.includes("COMMIT")) committing = true
          return committing && way === direction ? "lose" : { forwardAfter: 0 }
        }
      })
      const answer = await store.post("/api/checkout", delivery, { token, key })
      expect(committing).toBe(true)
      expect(answer).toMatchObject({ status: 503, json: { code: "store_unavailable", retryable: true } })
      await proxy.forward()
      // For five seconds, the record says that the first request still runs.
      const again = await eventually(
        () => store.post("/api/checkout", delivery, { token, key }),
        ({ status }) => expect(status).toBe(200),
        10_000
      )
      expect(await ordersOf(token)).toHaveLength(1)
      expect((await store.post("/api/checkout", delivery, { token, key })).json.orderId).toBe(again.json.orderId)
    }
  })
})
