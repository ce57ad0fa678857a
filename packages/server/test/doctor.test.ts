/** What keeps a shop from going live, and a shop that is live: before a simulated Stripe, with its own client of staff. */
import { HttpPost } from "@beauty-store/outbound/HttpPost"
import * as Entropy from "@beauty-store/sql/Entropy"
import { hash } from "@beauty-store/sql/Secrets"
import * as SimulatedStripe from "@beauty-store/stripe-simulated/SimulatedStripe"
import * as StripeListener from "@beauty-store/stripe-simulated/StripeListener"
import Database from "better-sqlite3"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import Stripe from "stripe"
import { afterAll, describe, expect, it, vi } from "vitest"
import { openShop } from "../../../test/shop/server.ts"
import { delivery, eventually } from "../../../test/shop/shopper.ts"
import * as DoctorCommand from "../src/DoctorCommand.ts"
import * as InitCommand from "../src/shop/InitCommand.ts"
import { read } from "../src/shop/ShopFolder.ts"
import { client, load, saying, useFolder } from "./imports.ts"

const root = useFolder("live")
const doctor = saying(DoctorCommand.run)

const baseUrl = "https://shop.alba-naturkosmetik.de"
const secretKey = "sk_live_loopback"

/** A live account of Stripe's, whose events reach the shop that listens at `state.url`. */
const state = { url: "" }
const world = ManagedRuntime.make(
  SimulatedStripe.layer({ secretKeys: [secretKey] }).pipe(
    Layer.provide(Entropy.layer),
    Layer.provide(Layer.succeed(HttpPost, {
      send: ({ body, headers }) =>
        Effect.promise(async () => {
          const { status } = await fetch(`${state.url}/api/payments/notifications`, {
            method: "POST",
            headers,
            body: Buffer.from(body)
          })
          return { status, body: "" }
        })
    })),
    Layer.merge(Layer.scope)
  )
)
afterAll(() => world.dispose())

/** The folder of a shop that nobody has filled in yet. */
const initialised = (name: string): string => {
  const folder = join(root, name)
  InitCommand.run(folder)
  return folder
}

const fillIn = (folder: string): void => {
  const path = join(folder, "shop.json")
  const file = JSON.parse(readFileSync(path, "utf8"))
  writeFileSync(
    path,
    JSON.stringify({
      ...file,
      seller: {
        name: "Alba Naturkosmetik GmbH",
        address: "Torstrasse 1",
        postcode: "10119",
        city: "Berlin",
        country: "DE",
        vatId: "DE136695976",
        email: "shop@alba-naturkosmetik.de"
      },
      responsiblePerson: {
        name: "Alba Naturkosmetik GmbH",
        address: "Torstrasse 1, 10119 Berlin, DE",
        electronicAddress: "safety@alba-naturkosmetik.de"
      }
    })
  )
}

/** Changes a database that nobody has open. */
const change = (folder: string, statement: string): void => {
  const database = new Database(join(folder, "data", "store.db"))
  database.exec(statement)
  database.close()
}

const settingsOf = (folder: string, endpointSecret: string): Record<string, string> => ({
  STORE_MODE: "live",
  BASE_URL: baseUrl,
  TRUSTED_PROXIES: "127.0.0.1",
  DATABASE_URL: `sqlite:${join(folder, "data", "store.db")}`,
  STORE_SECRET: "a secret of the live shop that nobody knows",
  WEBHOOK_SECRETS: "whsec_bGl2ZS13ZWJob29rLXNlY3JldC1vZi10aGUtc2hvcA==",
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_WEBHOOK_SECRET: endpointSecret,
  SIMULATED_CARRIER_SECONDS: "0"
})

describe("doctor", () => {
  it("lists all that is missing at once, and keeps a live shop from starting for the same reasons", async () => {
    const folder = initialised("pattern")
    const [code, text] = await doctor("--shop", folder)
    expect(code).toBe(1)
    const lines = text.split("\n").filter((line) => /^[✗!]/u.test(line))
    for (
      const part of [
        "✗ STRIPE_SECRET_KEY is not set",
        "✗ BASE_URL is not set",
        "✗ WEBHOOK_SECRETS is the one that everybody knows",
        "✗ shop.json: /seller is the pattern's",
        "✗ shop.json: /seller/vatId is DE000000000",
        "✗ shop.json: /seller/email is shop@example.com",
        "✗ The database cannot be read: it is not there yet",
        "! STORE_SECRET is not set",
        "! pages/terms.md and pages/privacy.md are not there",
        "! The store sends no mail"
      ]
    ) expect(lines.filter((line) => line.startsWith(part)), part).toHaveLength(1)
    expect(text).toMatch(/^7 things keep the shop from going live\.\n/)

    const shop = await Effect.runPromise(read(folder))
    const refused = await openShop({ STORE_MODE: "live" }, { shop }).then(
      () => expect.fail("it started"),
      (error: unknown) => String(error)
    )
    for (const line of lines.filter((line) => /^✗ (?!The database)/u.test(line))) expect(refused).toContain(line)
  })

  it("tells a file that is wrong and settings that are, in the words of a start", async () => {
    const folder = initialised("faulty")
    writeFileSync(join(folder, "shop.json"), "{\"name\": \"\"}")
    vi.stubEnv("PORT", "abc")
    const [code, text] = await doctor("--shop", folder)
    expect(code).toBe(1)
    expect(text).toContain("✗ PORT=abc is not valid")
    expect(text).toMatch(/✗ .*shop\.json:1: \/name/)
  })

  it.each([["a"], ["--shop"], ["--shop", "x", "y"]])("%j is no command", async (...given) => {
    expect((await doctor(...given))[0]).toBe(2)
  })
})

it("a shop that has everything takes real money, and knows no client of the demo", async () => {
  const { host, port } = await world.runPromise(StripeListener.listen())
  const stripe = new Stripe(secretKey, { host, port, protocol: "http", maxNetworkRetries: 0, telemetry: false })
  const address = new URL(`http://${host}:${port}`)
  const folder = initialised("alba")
  fillIn(folder)
  expect((await load(join(folder, "products.csv")))[0]).toBe(0)
  const preventing = async (secret: string) => {
    for (const [name, value] of Object.entries(settingsOf(folder, secret))) vi.stubEnv(name, value)
    const found = await Effect.runPromise(DoctorCommand.findAll(folder, address))
    return found.filter(({ prevents }) => prevents).map(({ words }) => words)
  }
  expect(await preventing("whsec_none")).toEqual([
    expect.stringContaining("Nobody may act for the shop"),
    expect.stringContaining(`No webhook endpoint of Stripe's account leads to ${baseUrl}/api/payments/notifications`)
  ])
  // The import made a secret of its own, beside which the configured one counts from now on.
  const [, added] = await client("add", "owner", "--kind", "staff", "--shop", folder)
  const endpoint = await stripe.webhookEndpoints.create({
    url: `${baseUrl}/api/payments/notifications`,
    enabled_events: ["*"]
  })
  expect(await preventing(endpoint.secret!)).toEqual([])

  // A secret that everybody knows counts while it overlaps with its successor, too.
  for (const word of ["add", "renew"]) {
    expect((await client(word, "demo-staff", ...(word === "add" ? ["--kind", "staff"] : []), "--shop", folder))[0])
      .toBe(0)
  }
  const open = () => openShop(settingsOf(folder, endpoint.secret!), options)
  const options = {
    shop: await Effect.runPromise(read(folder)),
    stripeAddress: address
  }
  change(folder, `UPDATE oauth_client SET previous_hash = '${hash("demo-staff-secret")}' WHERE id = 'demo-staff'`)
  expect(await preventing(endpoint.secret!)).toEqual([
    expect.stringContaining("Everybody knows the secret of demo-staff")
  ])
  expect((await client("remove", "demo-staff", "--shop", folder))[0]).toBe(0)
  expect(await preventing(endpoint.secret!)).toEqual([])

  const shop = await open()
  try {
    state.url = shop.url
    // Beside the shop that is open.
    expect(await preventing(endpoint.secret!)).toEqual([])
    const token = await shop.guest()
    await shop.post("/api/cart", { productId: "day-cream", quantity: 2 }, { token })
    const { json } = await shop.post("/api/checkout", delivery, { token, key: "live" })
    expect(json.redirectUrl).toMatch(/^https:\/\/checkout\.stripe\.com\//)
    const { submit } = await world.runPromise(SimulatedStripe.SimulatedStripe)
    await world.runPromise(submit(json.redirectUrl, { type: "card", number: "4242424242424242" }))
    const order = () => shop.get(`/api/orders/${json.orderId}`, { token })
    await eventually(order, ({ json: { status } }) => status === "confirmed")
    const signIn = (id: string, secret: string) =>
      shop.post("/api/auth/token", { grant_type: "client_credentials", client_id: id, client_secret: secret })
    expect((await signIn("demo-staff", "demo-staff-secret")).status).toBe(401)
    const staff = await signIn("owner", /: (\S{43})\n$/.exec(added)![1]!)
    const orders = await shop.get("/api/orders", { token: staff.json.access_token })
    expect(orders.json.data.map(({ id }: { id: string }) => id)).toEqual([json.orderId])
  } finally {
    await shop.close()
  }
  // Whoever forgets STORE_MODE opens no live shop with the demo's clients and payments.
  const { DATABASE_URL = "", STORE_SECRET = "" } = settingsOf(folder, endpoint.secret!)
  expect(await openShop({ DATABASE_URL, STORE_SECRET }, options).then(() => "it started", String)).toContain(
    "ModeDiffers"
  )
  await (await open()).close()
})

it("a database with orders of the demo does not become a live shop's, and nothing of it reaches Stripe", async () => {
  const { host, port } = await world.runPromise(StripeListener.listen())
  const stripe = new Stripe(secretKey, { host, port, protocol: "http", maxNetworkRetries: 0, telemetry: false })
  const folder = initialised("tried")
  fillIn(folder)
  expect((await load(join(folder, "products.csv")))[0]).toBe(0)
  const options = { shop: await Effect.runPromise(read(folder)), stripeAddress: new URL(`http://${host}:${port}`) }
  const settings = settingsOf(folder, "whsec_x")
  const { DATABASE_URL = "", STORE_SECRET = "" } = settings
  const shop = await openShop({ DATABASE_URL, STORE_SECRET }, options)
  const token = await shop.guest()
  await shop.post("/api/cart", { productId: "day-cream" }, { token })
  expect((await shop.post("/api/checkout", delivery, { token, key: "tried" })).status).toBe(200)
  await shop.close()
  for (const id of ["demo-staff", "demo-agent"]) await client("remove", id, "--shop", folder)
  await client("add", "owner", "--kind", "staff", "--shop", folder)
  const before = (await stripe.checkout.sessions.list()).data.length
  expect(await openShop(settings, options).then(() => "it started", String)).toContain("orders of demo mode")
  expect((await stripe.checkout.sessions.list()).data).toHaveLength(before)
})
