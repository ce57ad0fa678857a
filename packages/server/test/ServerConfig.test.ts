/** Settings whose text has parts: what may be left out, and what stops the start. */
import { defaultBudgets } from "@beauty-store/domain/RequestBudget"
import * as ServerConfig from "@beauty-store/server/ServerConfig"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { describe, expect, it } from "vitest"

const { REQUEST_BUDGETS } = ServerConfig.settings

describe("a list of named numbers", () => {
  it("has the usual ones by default, and keeps what is left out, in any order", () => {
    expect(Either.getOrThrow(REQUEST_BUDGETS.read(REQUEST_BUDGETS.fallback))).toEqual(defaultBudgets)
    expect(Either.getOrThrow(REQUEST_BUDGETS.read("agent=1, network=2"))).toEqual({
      ...defaultBudgets,
      agent: 1,
      network: 2
    })
  })

  it("is nothing else, and has one value each", () => {
    const wrong = [
      "",
      "3",
      "agent",
      "agent=",
      "agent=-1",
      "agent=1.5",
      "rooms=3",
      "agent=0",
      "agent=5,agent=5",
      "agent=5=6"
    ]
    for (const text of wrong) {
      expect(Either.getOrThrow(Either.flip(REQUEST_BUDGETS.read(text))), text).toMatch(
        /^units such as `network=.*each once/
      )
    }
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
    const given = {
      PORT: "abc",
      STRIPE_SECRET_KEY: "sk_live_hunter3",
      STRIPE_WEBHOOK_SECRET: "whsec_x",
      STORE_SECRET: "hunter2"
    }
    const lines = refusalOf(given).split("\n")
    expect(lines).toEqual([
      expect.stringMatching(/^PORT=abc /),
      expect.stringMatching(/^STORE_SECRET=… /),
      expect.stringMatching(/^STRIPE_SECRET_KEY takes real money/)
    ])
    expect(lines.join()).not.toContain("hunter")
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
    const near = ["STRORE_MODE", "TRUSTED_PROXYS", "PROT", "host", "STORE_SECRETS", "WEBHOOK_SECRET"]
    expect(ServerConfig.misspelt(near).map((line) => line.split(" ").at(-2))).toEqual([
      "STORE_MODE",
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
