/** Settings whose text has parts: what may be left out, and what stops the start. */
import { defaultLimits } from "@beauty-store/domain/Reservation"
import * as ServerConfig from "@beauty-store/server/ServerConfig"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { describe, expect, it } from "vitest"

const { UNPAID_CHECKOUTS } = ServerConfig.settings

describe("the limits of unpaid checkouts", () => {
  it("are the shop's own by default", () => {
    expect(Either.getOrThrow(UNPAID_CHECKOUTS.read(UNPAID_CHECKOUTS.fallback))).toEqual(defaultLimits)
  })

  it("keep what is left out, in any order", () => {
    expect(Either.getOrThrow(UNPAID_CHECKOUTS.read("product=1, sessions=2"))).toEqual({
      ...defaultLimits,
      unitsPerProduct: 1,
      sessions: 2
    })
    expect(Either.getOrThrow(UNPAID_CHECKOUTS.read("minutes=0"))).toMatchObject({ lastUnitsMillis: 0 })
    expect(Either.getOrThrow(UNPAID_CHECKOUTS.read("minutes=90"))).toMatchObject({ lastUnitsMillis: 90 * 60_000 })
  })

  it("are nothing else", () => {
    for (
      const text of ["", "3", "sessions", "sessions=", "sessions=-1", "sessions=1.5", "rooms=3", "minutes=1.5"]
    ) {
      expect(Either.isLeft(UNPAID_CHECKOUTS.read(text)), text).toBe(true)
    }
  })

  it("let everybody buy something, and have one value each", () => {
    for (const text of ["sessions=0", "product=0", "sessions=5,sessions=6", "sessions=5,sessions=5", "sessions=5=6"]) {
      expect(Either.getOrThrow(Either.flip(UNPAID_CHECKOUTS.read(text))), text).toBe(
        "amounts such as `sessions=100,product=40,minutes=120`, or some of them, each once; sessions, product from 1 on"
      )
    }
    expect(Either.isLeft(ServerConfig.settings.REQUEST_BUDGETS.read("agent=5, agent=6"))).toBe(true)
  })
})

describe("the seller", () => {
  const { RETURN_ADDRESS, SELLER } = ServerConfig.settings
  const seller = {
    name: "Muster GmbH",
    address: "Hauptstr. 2",
    postcode: "20095",
    city: "Hamburg",
    country: "DE",
    vatId: "DE123456789",
    email: "post@muster.example"
  }

  it("is one JSON text, with what the imprint adds; by default the made-up one", () => {
    expect(Either.getOrThrow(SELLER.read(SELLER.fallback))).toBeUndefined()
    const whole = { ...seller, register: "HRB 1, Amtsgericht Hamburg", representedBy: "Erika Muster" }
    expect(Either.getOrThrow(SELLER.read(JSON.stringify(whole)))).toEqual(whole)
    const { email: _, vatId: __, ...address } = seller
    expect(Either.getOrThrow(RETURN_ADDRESS.read(JSON.stringify(address)))).toEqual(address)
  })

  it.each([
    ["{", "JSON"],
    [JSON.stringify({ ...seller, email: "none" }), "email"],
    [JSON.stringify({ ...seller, country: "Germany" }), "country"],
    [JSON.stringify({ ...seller, fax: "1" }), "fax"],
    [JSON.stringify({}), "vatId"]
  ])("is refused as %s, by the name of what is wrong", (text, named) => {
    expect(Either.getOrThrow(Either.flip(SELLER.read(text)))).toContain(named)
  })
})

describe("a configuration", () => {
  const refusalOf = (environment: Readonly<Record<string, string>>): string =>
    Effect.runSync(
      Effect.flip(ServerConfig.load).pipe(
        Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(environment))))
      )
    ).message

  it("names everything that is wrong with it, each in a line", () => {
    const lines = refusalOf({ PORT: "abc", STORE_MODE: "live", STORE_SECRET: "hunter2", STORE_NAME: " " }).split("\n")
    expect(lines).toEqual([
      expect.stringMatching(/^PORT=abc /),
      expect.stringMatching(/^STORE_NAME= {2}is not valid/),
      expect.stringMatching(/^STORE_SECRET=… /),
      expect.stringMatching(/^STORE_MODE=live /)
    ])
    expect(lines.join()).not.toContain("hunter2")
  })

  it("has no limits of delegated payment below those of a shorter span", () => {
    expect(refusalOf({ ALLOWANCE_PER_TRANSACTION: "500", ALLOWANCE_PER_DAY: "50", ALLOWANCE_PER_MONTH: "10" })).toBe(
      "ALLOWANCE_PER_DAY=50.00 is below ALLOWANCE_PER_TRANSACTION=500.00: set it to 500.00 or more, or "
        + "ALLOWANCE_PER_TRANSACTION to 50.00 or less.\n"
        + "ALLOWANCE_PER_MONTH=10.00 is below ALLOWANCE_PER_DAY=50.00: set it to 50.00 or more, or ALLOWANCE_PER_DAY to "
        + "10.00 or less."
    )
    expect(refusalOf({ ALLOWANCE_PER_DAY: "0" })).toMatch(
      /^ALLOWANCE_PER_DAY=0.00 is below ALLOWANCE_PER_TRANSACTION=200/
    )
    expect(refusalOf({ ALLOWANCE_PER_DAY: "900", ALLOWANCE_PER_MONTH: "much" }))
      .toMatch(/^ALLOWANCE_PER_MONTH=much [^\n]*$/)
    expect(refusalOf({ ALLOWANCE_PER_TRANSACTION: "0", PORT: "abc" })).toMatch(/^PORT=abc [^\n]*$/)
  })

  it.each(["[::1]", "127.0.0.1:33031", "localhost:80", "http://shop.example", "shop.example/", " ", "a b"])(
    "listens on no address like %s, which has other parts",
    (HOST) => {
      expect(refusalOf({ HOST })).toBe(
        `HOST=${HOST} is not valid: set it to an address or a name alone, such as 127.0.0.1, ::1 or localhost; the port is `
          + "PORT."
      )
    }
  )

  it.each(["127.0.0.1", "::1", "::", "0.0.0.0", "fe80::1%eth0", "localhost", "shop_1", "shop.example."])(
    "may listen on %s",
    (host) => expect(ServerConfig.settings.HOST.read(host)).toEqual(Either.right(host))
  )

  it("notices names that are near those of settings, and no others", () => {
    const near = ["STRORE_NAME", "TRUSTED_PROXYS", "PROT", "host", "STORE_SECRETS", "WEBHOOK_SECRET"]
    expect(ServerConfig.misspelt(near).map((line) => line.split(" ").at(-2))).toEqual([
      "STORE_NAME",
      "TRUSTED_PROXIES",
      "PORT",
      "HOST",
      "STORE_SECRET",
      "WEBHOOK_SECRETS"
    ])
    const usual = [
      "PATH",
      "HOME",
      "PWD",
      "USER",
      "TERM",
      "LANG",
      "SHELL",
      "HOSTNAME",
      "LOGNAME",
      "NODE_ENV",
      "npm_config_port"
    ]
    expect(ServerConfig.misspelt([...usual, ...Object.keys(ServerConfig.settings)])).toEqual([])
    // Somebody else's, beside the one that is meant.
    expect(ServerConfig.misspelt(["WEBHOOK_SECRET", "WEBHOOK_SECRETS"])).toEqual([])
  })
})
