/**
 * The OpenAPI document serves those who generate a client from it: what `openapi-typescript` and `@hey-api/openapi-ts`
 * make of it compiles strictly, with a program that buys something and tells problems apart by their codes. Both need a
 * TypeScript with a programming interface, so an empty project has them. Follows docs/specification.md#descriptors.
 */
import { build } from "esbuild"
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { runCommand } from "./command.ts"
import { serum } from "./shop/products.ts"
import { useShop } from "./shop/server.ts"

const store = useShop()

const folder = mkdtempSync(path.join(tmpdir(), "beauty-store-clients-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const generators = [
  "typescript@5.9.3",
  "openapi-typescript@7.13.0",
  "openapi-fetch@0.17.0",
  "@hey-api/openapi-ts@0.94.0"
]

const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  module: "esnext",
  moduleResolution: "bundler",
  target: "es2022",
  lib: ["es2023", "dom", "dom.iterable"],
  types: [],
  noEmit: true
}

const run = (command: string, ...args: ReadonlyArray<string>): string =>
  execFileSync(command, args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] })
const tool = (name: string, ...args: ReadonlyArray<string>): string => run(`node_modules/.bin/${name}`, ...args)

beforeAll(async () => {
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ name: "clients", private: true, type: "module" }))
  writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts", "generated"] }))
  writeFileSync(path.join(folder, "openapi.json"), (await store().get("/openapi.json")).bytes)
  const options = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"]
  run("npm", "install", ...options, ...generators)
  tool("openapi-typescript", "openapi.json", "-o", "store.d.ts")
  tool("openapi-ts", "-i", "openapi.json", "-o", "generated", "--silent")
}, 300_000)

/** The steps that both programs share. The payment page is the provider's, and in no document of the store. */
const shared = `
declare const STORE: string
export const shipping = { name: "Ada Lovelace", address: "Torstrasse 1", city: "Berlin", postcode: "10119", country: "DE" }
export const pay = (redirectUrl: string) =>
  fetch(redirectUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ method: "card", card: { number: "4242424242424242" } })
  })
export const until = async <A>(read: () => Promise<A>, isDone: (value: A) => boolean): Promise<A> => {
  for (;;) {
    const value = await read()
    if (isDone(value)) return value
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
export const baseUrl = STORE
`

/** By \`openapi-fetch\`: paths as they are, checked by types. */
const byFetch = `
import createClient from "openapi-fetch"
import { baseUrl, pay, shipping, until } from "./shared"
import type { components, paths } from "./store"

const client = createClient<paths>({ baseUrl })
const guest = await client.POST("/api/auth/guest")
if (guest.data === undefined) throw new Error(guest.error.code)
client.use({
  onRequest: ({ request }) => request.headers.set("authorization", "Bearer " + guest.data.access_token)
})

const tooMany = await client.POST("/api/cart", { body: { productId: "${serum}", quantity: 99 } })
const again = await client.POST("/api/cart", { body: { productId: "${serum}", quantity: 99 } })
if (again.error === undefined) throw new Error("198 units of one product")
const refused = again.error.code === "quantity_limit_exceeded" ? "at most " + again.error.limit : again.error.code

await client.DELETE("/api/cart")
// The field has a default, and may be left out.
const cart = await client.POST("/api/cart", { body: { productId: "${serum}" } })
const session = await client.POST("/api/checkout", {
  body: { email: "ada@example.com", shipping },
  params: { header: { "Idempotency-Key": crypto.randomUUID() } }
})
if (cart.data === undefined || session.data === undefined) throw new Error("no session")
await pay(session.data.redirectUrl)
const { orderId } = session.data
const order: components["schemas"]["Order"] | undefined = await until(
  async () => (await client.GET("/api/orders/{orderId}", { params: { path: { orderId } } })).data,
  (order) => order?.status === "confirmed"
)
const page = await client.GET("/api/orders", { params: { query: { limit: 5 } } })
const pdf = await client.GET("/api/orders/{orderId}/receipt", {
  params: { path: { orderId } },
  headers: { accept: "application/pdf" },
  parseAs: "arrayBuffer"
})
console.log(JSON.stringify({
  first: tooMany.data?.items[0]?.quantity,
  refused,
  total: order?.total,
  orders: page.data?.data.map(({ id }) => id === orderId),
  pdf: new TextDecoder().decode(new Uint8Array(pdf.data ?? new ArrayBuffer(0)).subarray(0, 5))
}))
`

/** By the functions of \`@hey-api/openapi-ts\`, which are named after the operations. */
const byFunctions = `
import { client } from "./generated/client.gen"
import { addToCart, createGuest, emptyCart, getOrder, getReceipt, listOrders, startCheckout } from "./generated"
import type { Order, OrderShippedMessage, PartnerMessage } from "./generated"
import { baseUrl, pay, shipping, until } from "./shared"

client.setConfig({ baseUrl })
const guest = await createGuest({ throwOnError: true })
client.setConfig({ auth: guest.data.access_token })

const tooMany = await addToCart({ body: { productId: "${serum}", quantity: 99 } })
const again = await addToCart({ body: { productId: "${serum}", quantity: 99 } })
const refused = again.error !== undefined && "code" in again.error && again.error.code === "quantity_limit_exceeded"
  ? "at most " + again.error.limit
  : "not refused"

await emptyCart()
await addToCart({ body: { productId: "${serum}" }, throwOnError: true })
const { data: session } = await startCheckout({
  body: { email: "ada@example.com", shipping },
  headers: { "Idempotency-Key": crypto.randomUUID() },
  throwOnError: true
})
await pay(session.redirectUrl)
const path = { orderId: session.orderId }
const order: Order = await until(
  async () => (await getOrder({ path, throwOnError: true })).data,
  ({ status }) => status === "confirmed"
)
const page = await listOrders({ query: { limit: 5 }, throwOnError: true })
const pdf = await getReceipt({ path, headers: { accept: "application/pdf" }, parseAs: "arrayBuffer", throwOnError: true })

/** Events by their types: those that the store sends, and those that it takes. */
export const parcelOf = ({ data }: OrderShippedMessage): string => data.trackingNumber
export const reported = (message: PartnerMessage): string =>
  message.event === "order.shipped" ? message.data.carrier : message.data.orderId

console.log(JSON.stringify({
  first: tooMany.data?.items[0]?.quantity,
  refused,
  total: order.total,
  orders: page.data.data.map(({ id }) => id === session.orderId),
  pdf: new TextDecoder().decode(new Uint8Array(pdf.data as unknown as ArrayBuffer).subarray(0, 5))
}))
`

describe("a client that was generated from the OpenAPI document", () => {
  it("compiles strictly, whichever generator made it, and so does a program that buys with it", () => {
    writeFileSync(path.join(folder, "shared.ts"), shared)
    writeFileSync(path.join(folder, "byFetch.ts"), byFetch)
    writeFileSync(path.join(folder, "byFunctions.ts"), byFunctions)
    expect(tool("tsc", "-p", ".")).toBe("")
  }, 120_000)

  it.each(["byFetch", "byFunctions"])("buys: %s", async (name) => {
    const outfile = path.join(folder, `${name}.mjs`)
    await build({
      absWorkingDir: folder,
      entryPoints: [`${name}.ts`],
      bundle: true,
      platform: "node",
      format: "esm",
      define: { STORE: JSON.stringify(store().url) },
      outfile
    })
    expect(JSON.parse(await runCommand(process.execPath, [outfile], { cwd: folder }))).toEqual({
      first: 99,
      refused: "at most 99",
      total: 19.85,
      orders: [true],
      pdf: "%PDF-"
    })
  }, 60_000)
})
