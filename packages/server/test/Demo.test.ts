/** What opens a demo: what everybody knows on one's own machine, and elsewhere what only its operator was told. */
import * as ProductTable from "@beauty-store/commerce/catalog/ProductTable"
import { defaultPolicy } from "@beauty-store/commerce/Policy"
import { beautyAssortment } from "@beauty-store/demo-catalog/Assortment"
import * as DemoShop from "@beauty-store/demo-catalog/DemoShop"
import { banner } from "@beauty-store/server/Banner"
import * as Demo from "@beauty-store/server/Demo"
import * as Effect from "effect/Effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { openShop, type Shop } from "../../../test/shop/server.ts"
import { partnersSecret } from "../../../test/shop/shop.ts"
import { signed } from "../../http/test/partners.ts"
import * as ShopFolder from "../src/shop/ShopFolder.ts"

const folder = mkdtempSync(join(tmpdir(), "beauty-store-demo-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const ids = ["demo-staff", "demo-agent"] as const

const signIn = (shop: Shop, id: string, secret: string) =>
  shop.post("/api/auth/token", { grant_type: "client_credentials", client_id: id, client_secret: secret })

/** Tells a shop something of an order that does not exist, so that nothing comes of it. */
const tellBy = async (shop: Shop, secret: string): Promise<number> => {
  const text = JSON.stringify({ event: "order.created", data: { orderId: "ord_00000000000000000000000000000" } })
  return (await shop.post("/api/webhooks", text, { headers: signed(text, { secret }) })).status
}

/** Which of the published credentials open a shop: sign-ins, and the message of a partner. */
const opens = async (environment: Readonly<Record<string, string>>): Promise<ReadonlyArray<number>> => {
  const shop = await openShop(environment)
  try {
    const signIns = await Promise.all(ids.map((id) => signIn(shop, id, `${id}-secret`)))
    return [...signIns.map(({ status }) => status), await tellBy(shop, partnersSecret)]
  } finally {
    await shop.close()
  }
}

describe("the folder of the demo", () => {
  it("is a shop like any other, which decides what the demo does", async () => {
    const { policy } = await Effect.runPromise(ShopFolder.read(DemoShop.folder))
    expect(policy).toEqual({ ...defaultPolicy, ...Demo.policy })
  })

  it("has its goods as an export writes them", () => {
    const { line } = ProductTable.printer("jsonl", defaultPolicy.languages)
    const printed = beautyAssortment.brands.flatMap(({ name, products }) => products.map((one) => line(one, name)))
    expect(printed.join("")).toBe(DemoShop.readText("products.jsonl"))
  })
})

describe("the published credentials", () => {
  it.each([
    [{}],
    [{ HOST: "localhost" }],
    [{ BASE_URL: "http://localhost:3000" }],
    [{ BASE_URL: "http://shop.localhost" }],
    [{ BASE_URL: "http://[::1]:3000" }]
  ])("open a store that only its own machine reaches: %j", async (environment) => {
    expect(await opens(environment)).toEqual([200, 200, 200])
  })

  it.each([
    [{ HOST: "0.0.0.0" }],
    [{ HOST: "::" }],
    [{ BASE_URL: "https://shop.example" }],
    [{ BASE_URL: "http://192.168.1.5:3000" }],
    [{ BASE_URL: "http://localhost.shop.example" }],
    [{ BASE_URL: "https://shop.example", WEBHOOK_SECRETS: `whsec_${btoa("s".repeat(32))},${partnersSecret}` }]
  ])("open none that others reach: %j", async (environment) => {
    expect(await opens(environment)).toEqual([401, 401, 401])
  })
})

describe("a store that others reach", () => {
  const environment = { BASE_URL: "https://shop.example", DATABASE_URL: `sqlite:${join(folder, "store.db")}` }

  it("has credentials of its own, at each start the same, and loses them with the others", async () => {
    const first = await openShop(environment)
    const [staff, agent] = [await first.clientToken("demo-staff"), await first.clientToken("demo-agent")]
    expect((await first.get("/api/admin/flags", { token: staff })).status).toBe(200)
    await first.close()
    const again = await openShop(environment)
    expect((await again.get("/api/orders", { token: agent })).status).toBe(200)
    expect(await again.clientToken("demo-staff")).toMatch(/^tok_/)
    await again.close()
    expect(await opens({ DATABASE_URL: environment.DATABASE_URL })).toEqual([200, 200, 200])
    expect(await opens(environment)).toEqual([401, 401, 401])
  })
})

describe("credentials of a store's own", () => {
  const credentialsBy = (text: string) => Demo.ownCredentials({ key: new TextEncoder().encode(text) })
  const [one, other] = [credentialsBy("one secret"), credentialsBy("another secret")]
  const secretsIn = ({ clients, webhookSecret }: Demo.Credentials) => [
    ...clients.map(({ secret }) => secret),
    webhookSecret
  ]

  it("are as many random bits as guesses never find, and no other store's", () => {
    expect(new Set([...secretsIn(one), ...secretsIn(other), ...secretsIn(Demo.published)]).size).toBe(9)
    for (const { secret } of one.clients) expect(secret).toMatch(/^[\w-]{32}$/)
    expect(credentialsBy("one secret")).toEqual(one)
  })

  it("stand in the banner, which otherwise has the published ones", () => {
    const printed = banner("Beauty Store", "https://shop.example", one)
    for (const secret of secretsIn(one)) expect(printed).toContain(secret)
    expect(printed).not.toContain("demo-staff-secret")
    const usual = banner("Beauty Store", "http://localhost:3000", Demo.published)
    expect(usual).toContain("demo-staff / demo-staff-secret, demo-agent / demo-agent-secret")
    expect(usual).not.toContain("Others reach")
  })
})
