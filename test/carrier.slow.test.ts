/** The simulated carrier beside the whole store, over real sockets: what a buyer sees of an order's life by itself. */
import { mkdtempSync, rmSync } from "node:fs"
import { networkInterfaces, tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { useDatabase } from "./postgres.ts"
import { serum } from "./shop/products.ts"
import { openShop, type Shop, useShop } from "./shop/server.ts"
import { checkOut, eventually, pay } from "./shop/shopper.ts"

const orderOf = async (store: Shop, token: string, orderId: string): Promise<any> =>
  (await store.get(`/api/orders/${orderId}`, { token })).json

/** Buys something and answers the order's id once it is confirmed or further. */
const buy = async (store: Shop, token: string): Promise<string> => {
  const { orderId, redirectUrl } = await checkOut(store, token)
  expect((await pay(store, redirectUrl)).status).toBe(200)
  await eventually(() => orderOf(store, token, orderId), ({ status }) => status !== "pending")
  return orderId
}

/** A hook that a restart cut off is sent again after five seconds. */
const reaches = (store: Shop, token: string, orderId: string, wanted: string): Promise<any> =>
  eventually(() => orderOf(store, token, orderId), ({ status }) => status === wanted)

/** What partners are told at, as staff see it. */
const subscriptions = async (store: Shop): Promise<ReadonlyArray<{ subscriptionId: string; url: string }>> =>
  (await store.get("/api/webhook-subscriptions", { token: await store.clientToken("demo-staff") })).json.data

describe("an order", () => {
  const store = useShop({ SIMULATED_CARRIER_SECONDS: "1" })

  it("is shipped after a stage and arrives after three, with scans on its way", async () => {
    const token = await store().guest()
    const orderId = await buy(store(), token)
    expect((await orderOf(store(), token, orderId)).status).toBe("confirmed")
    const shipped = await reaches(store(), token, orderId, "shipped")
    expect(shipped.status).toBe("shipped")
    expect(shipped.tracking).toMatchObject({
      carrier: "Nordlicht Parcel",
      trackingNumber: expect.stringMatching(/^NP\d{12}$/),
      estimatedDelivery: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/)
    })
    expect(shipped.tracking.events.length).toBeGreaterThan(0)
    const delivered = await reaches(store(), token, orderId, "delivered")
    expect(delivered.status).toBe("delivered")
    // The arrival and its scan come by one message.
    expect(delivered.tracking.status).toBe("delivered")
    expect(delivered.tracking.events.map((event: { status: string }) => event.status)).toEqual([
      "shipped",
      "in_transit",
      "in_transit",
      "out_for_delivery",
      "delivered"
    ])
    const [first, last] = [delivered.tracking.events.at(0), delivered.tracking.events.at(-1)]
    expect(Date.parse(last.timestamp) - Date.parse(first.timestamp)).toBeGreaterThanOrEqual(2_000)
    expect(Date.parse(last.timestamp) - Date.parse(first.timestamp)).toBeLessThan(4_000)
  })

  it("that is cancelled before it ships never does", async () => {
    const token = await store().guest()
    const orderId = await buy(store(), token)
    const cancelled = await store().post(`/api/orders/${orderId}/cancel`, {}, { token })
    expect(cancelled.status, cancelled.text).toBe(200)
    // One that was bought later is shipped, after as long a stage.
    await reaches(store(), token, await buy(store(), token), "shipped")
    const order = await orderOf(store(), token, orderId)
    expect([order.status, order.shipments]).toEqual(["cancelled", []])
  })

  it("that comes back is scanned on its way", async () => {
    const token = await store().guest()
    const orderId = await buy(store(), token)
    await reaches(store(), token, orderId, "delivered")
    const requested = await store().post("/api/returns", {
      orderId,
      items: [{ productId: serum, reason: "changed my mind" }]
    }, { token })
    expect(requested.status, requested.text).toBeLessThan(300)
    const { returnId } = requested.json
    const view = await eventually(
      async () => (await store().get(`/api/returns/${returnId}`, { token })).json,
      ({ status }) => status === "in_transit"
    )
    expect(view.status).toBe("in_transit")
  })

  it("takes no hook that the store did not sign", async () => {
    const body = { event: "order.created", data: { orderId: "ord_1" } }
    expect((await store().post("/carrier/hooks", body)).status).toBe(401)
    const signed = { "webhook-id": "evt_1", "webhook-timestamp": "1", "webhook-signature": "v1,AAAA" }
    expect((await store().post("/carrier/hooks", body, { headers: signed })).status).toBe(401)
  })
})

describe("without a carrier", () => {
  const store = useShop()

  it("nothing ships by itself and nobody listens", async () => {
    expect((await store().post("/carrier/hooks", {})).status).toBe(404)
    expect(await subscriptions(store())).toEqual([])
  })
})

/** Stops the store when an order has just been confirmed, and again while its parcel is on its way. */
const restarts = async (databaseUrl: string) => {
  const environment = { DATABASE_URL: databaseUrl, SIMULATED_CARRIER_SECONDS: "1" }
  let store = await openShop(environment)
  try {
    const token = await store.guest()
    const before = await subscriptions(store)
    expect(before).toHaveLength(1)
    const orderId = await buy(store, token)
    await store.close()
    store = await openShop(environment)
    await reaches(store, token, orderId, "shipped")
    await store.close()
    store = await openShop(environment)
    const delivered = await reaches(store, token, orderId, "delivered")
    expect(delivered.status).toBe("delivered")
    expect(delivered.shipments).toHaveLength(1)
    expect(delivered.tracking.events).toHaveLength(5)
    const after = await subscriptions(store)
    expect(after.map(({ subscriptionId }) => subscriptionId)).toEqual(
      before.map(({ subscriptionId }) => subscriptionId)
    )
    expect(after[0]!.url).toBe(`http://127.0.0.1:${store.port}/carrier/hooks`)
  } finally {
    await store.close()
  }
}

describe("restarts in between lose nothing and subscribe nobody twice", () => {
  const folder = mkdtempSync(join(tmpdir(), "beauty-store-carrier-"))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it("on SQLite", () => restarts(`sqlite:${join(folder, "store.db")}`), 60_000)

  const url = useDatabase()
  it("on PostgreSQL", () => restarts(url()), 60_000)
})

describe.each(["localhost", "0.0.0.0"])("a store that listens on %s", (host) => {
  const store = useShop({ HOST: host, SIMULATED_CARRIER_SECONDS: "20" })

  it("is heard of on loopback", async () => {
    expect((await subscriptions(store())).map(({ url }) => url)).toEqual([
      expect.stringMatching(/^http:\/\/(127\.0\.0\.1|\[::1\]):\d+\/carrier\/hooks$/)
    ])
  })
})

/** An address of this machine in its network, if it has one. */
const inNetwork = Object.values(networkInterfaces()).flatMap((all = []) => all)
  .find(({ family, internal }) => family === "IPv4" && !internal)?.address

describe.skipIf(inNetwork === undefined)("a store that listens on an address in its network", () => {
  const store = useShop({ HOST: inNetwork ?? "127.0.0.1", SIMULATED_CARRIER_SECONDS: "1" })

  it("says that address, and its carrier hears of orders", async () => {
    expect(store().baseUrl).toBe(`http://${inNetwork}:${store().port}`)
    const token = await store().guest()
    expect((await reaches(store(), token, await buy(store(), token), "delivered")).status).toBe("delivered")
  })
})
