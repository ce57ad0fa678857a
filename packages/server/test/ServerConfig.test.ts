/** Settings whose text has parts: what may be left out, and what stops the start. */
import { defaultPolicy } from "@beauty-store/domain/Hold"
import * as ServerConfig from "@beauty-store/server/ServerConfig"
import * as Either from "effect/Either"
import { describe, expect, it } from "vitest"

const { UNPAID_AGENT, UNPAID_GUEST } = ServerConfig.settings

describe("a bound on what is held unpaid", () => {
  it("is the shop's own by default", () => {
    expect(Either.getOrThrow(UNPAID_GUEST.read(UNPAID_GUEST.fallback))).toEqual(defaultPolicy.limits.guest)
    expect(Either.getOrThrow(UNPAID_AGENT.read(UNPAID_AGENT.fallback))).toEqual(defaultPolicy.limits.agent)
  })

  it("keeps what is left out, in any order", () => {
    expect(Either.getOrThrow(UNPAID_GUEST.read("value=99.50, sessions=2"))).toEqual({
      ...defaultPolicy.limits.guest,
      sessions: 2,
      valueMinor: 9950
    })
    expect(Either.getOrThrow(UNPAID_GUEST.read("minutes=90,product=0"))).toMatchObject({
      lastUnitsMillis: 90 * 60_000,
      unitsPerProduct: 0
    })
  })

  it("is nothing else", () => {
    for (
      const text of [
        "",
        "3",
        "sessions",
        "sessions=",
        "sessions=-1",
        "sessions=1.5",
        "rooms=3",
        "value=1.234",
        "units=x"
      ]
    ) {
      expect(Either.isLeft(UNPAID_GUEST.read(text)), text).toBe(true)
    }
  })
})
