/**
 * Budgets over several instances: three servers share one PostgreSQL, each counts by itself, and one network gets less
 * than one and a half of its budget from all of them.
 */
import { afterAll, expect, it } from "vitest"
import { type Place, postgres } from "./shop/places.ts"
import { openShop, type Shop } from "./shop/server.ts"
import { eventually } from "./shop/shopper.ts"

let place: Place | undefined
const shops: Array<Shop> = []
afterAll(async () => {
  await Promise.all(shops.map((shop) => shop.close()))
  await place?.leave()
}, 60_000)

const budget = 300

const from = (network: string) => ({ headers: { "x-forwarded-for": network } })

/** The part of the budget that an instance says it has. */
const quotaAt = async (shop: Shop): Promise<number> =>
  Number(
    /"network";q=(\d+)/.exec((await shop.get("/api/products", from("192.0.2.9"))).headers["ratelimit-policy"]!)?.[1]
  )

it(
  "three instances give one network less than 1.5 times its budget, and all of it to what is left of them",
  async () => {
    place = await postgres()
    const environment = {
      DATABASE_URL: place.databaseUrl,
      TRUSTED_PROXIES: "127.0.0.1",
      REQUEST_BUDGETS: `network=${budget}`
    }
    for (let n = 0; n < 3; n++) shops.push(await openShop(environment))
    for (const shop of shops) await eventually(() => quotaAt(shop), (quota) => Math.abs(quota - budget * 1.4 / 3) <= 1)

    const since = performance.now()
    let admitted = 0
    for (let n = 0; n < 900; n += 30) {
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, m) => shops[(n + m) % 3]!.get("/api/products", from("192.0.2.1")))
      )
      admitted += answers.filter(({ status }) => status === 200).length
    }
    // What grew back meanwhile was nobody's yet.
    const grown = 1.4 * budget * (performance.now() - since) / 60_000
    expect(admitted).toBeLessThan(1.5 * budget + grown)
    expect(admitted).toBeGreaterThan(budget)

    const [first, ...others] = shops.splice(0)
    await Promise.all(others.map((shop) => shop.close()))
    shops.push(first!)
    await eventually(() => quotaAt(first!), (quota) => quota === budget)
  },
  120_000
)
