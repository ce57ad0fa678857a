/**
 * A database that says nothing, in short: the deadlines are a quarter of what a shop has. `silence.slow.test.ts` shows
 * what is promised with those that it has. Follows docs/specification.md#deadlines, docs/specification.md#idempotency.
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
  it("is answered for in the words of a store that is unavailable, and missed no longer than it is silent", async () => {
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
    for (let times = 0; times < 2; times++) {
      for (const answer of await Promise.all(ask())) {
        expect(answer).toMatchObject({ status: 503, json: { code: "store_unavailable", retryable: true } })
        expect(answer.headers["retry-after"]).toBe("1")
      }
    }
    expect((await store.get("/health/live")).status).toBe(200)
    await proxy.forward()
    await eventually(() => store.get("/health/ready"), ({ status }) => expect(status).toBe(200))
    for (const { status } of await Promise.all(ask())) expect(status).toBe(200)
    expect(await ordersOf(token)).toHaveLength(1)
  })

  it("in the middle of an audit ends it", async () => {
    const staff = await store.clientToken("demo-staff")
    // From the first rule of the audit on nothing gets through: it has its connection by then.
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

  it("as it commits leaves an outcome that nobody knows, and that the key resolves: one order, whatever became of it", async () => {
    for (const direction of ["toServer", "toClient"] as const) {
      const token = await filledCart()
      const key = randomUUID()
      let committing = false
      // The request for the commit is lost, or the answer to it. The first commit after `INSERT INTO orders` is meant.
      let ordering = false
      await proxy.behave({
        accept: "forward",
        piece: (way, bytes) => {
          if (way === "toServer" && bytes?.includes("INSERT INTO orders")) ordering = true
          if (way === "toServer" && ordering && bytes?.includes("COMMIT")) committing = true
          return committing && way === direction ? "lose" : { forwardAfter: 0 }
        }
      })
      const answer = await store.post("/api/checkout", delivery, { token, key })
      expect(committing).toBe(true)
      expect(answer).toMatchObject({ status: 503, json: { code: "store_unavailable", retryable: true } })
      await proxy.forward()
      // A record of a request under way is somebody else's for five seconds.
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
