/** Identity, on both databases: tokens, their lives and their ends. */
import * as Identity from "@beauty-store/commerce/identity/Identity"
import { Transactions } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import { expect } from "vitest"
import { countOf, days, hours, minutes, onBoth, pass, World } from "../../../test/shop/use-cases.ts"

const identity = Identity.Identity

/** Makes guests, each with a token. */
const guests = Effect.map(
  identity,
  ({ prepareGuest }) =>
    Effect.flatMap(prepareGuest, ({ create, principal }) => Effect.map(create, (token) => ({ principal, token })))
)

const authenticate = (bearer: string) => Effect.flatMap(identity, (identity) => identity.authenticate(bearer))

const expectInvalid = (bearer: string) =>
  Effect.map(Effect.flip(authenticate(bearer)), (error) => expect(error).toMatchObject({ _tag: "InvalidToken" }))

const agent: Identity.ClientRegistration = {
  id: "demo-agent",
  secret: "a-secret-of-22-characters",
  kind: "agent",
  scopes: ["shop", "orders:delegate"]
}

onBoth("identity", (test) => {
  test(
    "a guest's token stands for that guest",
    Effect.gen(function*() {
      const createGuest = yield* guests
      const ada = yield* createGuest
      const bob = yield* createGuest
      expect(ada.principal).toEqual({ kind: "shopper", id: expect.stringMatching(/^sho_/), scopes: ["shop"] })
      expect(ada.principal.id).not.toBe(bob.principal.id)
      expect(ada.token.expiresInSeconds).toBe(180 * 24 * 3600)
      expect(yield* authenticate(ada.token.accessToken)).toEqual(ada.principal)
      expect(yield* authenticate(bob.token.accessToken)).toEqual(bob.principal)
    })
  )

  test(
    "a guest who was only prepared is nobody",
    Effect.gen(function*() {
      const { prepareGuest } = yield* identity
      const { principal } = yield* prepareGuest
      expect(principal.id).toMatch(/^sho_/)
      expect(yield* countOf("token")).toBe(0)
    })
  )

  test(
    "the database knows no secret",
    Effect.gen(function*() {
      const { sql } = yield* World
      const createGuest = yield* guests
      const { registerClient } = yield* identity
      const { token } = yield* createGuest
      yield* registerClient(agent)
      const kept = JSON.stringify([yield* sql("SELECT * FROM token"), yield* sql("SELECT * FROM oauth_client")])
      expect(kept).not.toContain(token.accessToken.split(".")[1])
      expect(kept).not.toContain(agent.secret)
    })
  )

  test(
    "any other text is no token",
    Effect.gen(function*() {
      const createGuest = yield* guests
      const ada = (yield* createGuest).token.accessToken
      const bob = (yield* createGuest).token.accessToken
      const [id, secret] = ada.split(".") as [string, string]
      const texts = ["", ".", id, `${id}.`, `.${secret}`, `${id}.${bob.split(".")[1]}`, `${ada}x`, ada.slice(0, -1)]
      for (const text of [...texts, `${id}.${secret}.`, `${id}\u0000.${secret}`, "' OR 1=1 --", "\ud800"]) {
        yield* expectInvalid(text)
      }
      expect((yield* authenticate(ada)).kind).toBe("shopper")
    })
  )

  test(
    "a guest's token ends 180 days after it was made, if it was never used",
    Effect.gen(function*() {
      const { clock } = yield* World
      const createGuest = yield* guests
      const { accessToken } = (yield* createGuest).token
      clock.now += 180 * days
      yield* expectInvalid(accessToken)
    })
  )

  test(
    "use keeps a guest's token alive, 180 days from the last one to the day",
    Effect.gen(function*() {
      const { clock } = yield* World
      const createGuest = yield* guests
      const { accessToken } = (yield* createGuest).token
      for (let n = 0; n < 4; n++) {
        clock.now += 179 * days
        yield* authenticate(accessToken)
      }
      clock.now += 180 * days - 1
      yield* authenticate(accessToken)
      clock.now += 180 * days
      yield* expectInvalid(accessToken)
    })
  )

  test(
    "a busy guest's token is renewed once a day, not at every use",
    Effect.gen(function*() {
      const { clock, sql } = yield* World
      const createGuest = yield* guests
      const { accessToken } = (yield* createGuest).token
      const renewals = new Set<string>()
      for (let n = 0; n < 96; n++) {
        clock.now += 30 * minutes
        yield* authenticate(accessToken)
        renewals.add(String((yield* sql("SELECT expires_at FROM token"))[0]!["expires_at"]))
      }
      expect(renewals.size).toBeLessThanOrEqual(3)
    })
  )

  test(
    "a token that is due for renewal can be used inside a snapshot, and is renewed after it or by its next use",
    Effect.gen(function*() {
      const { clock, sql } = yield* World
      const createGuest = yield* guests
      const { read, write } = yield* Transactions
      const { principal, token } = yield* createGuest
      clock.now += 10 * days
      const before = (yield* sql("SELECT expires_at FROM token"))[0]!["expires_at"]
      expect(yield* read(authenticate(token.accessToken))).toEqual(principal)
      expect((yield* sql("SELECT expires_at FROM token"))[0]!["expires_at"]).toBe(before)
      const { renewalOf } = yield* identity
      yield* renewalOf(yield* read(authenticate(token.accessToken)))!
      const renewed = (yield* sql("SELECT expires_at FROM token"))[0]!["expires_at"]
      expect(renewed).not.toBe(before)
      expect(renewalOf(yield* authenticate(token.accessToken))).toBeUndefined()
      clock.now += 10 * days
      expect(yield* write(authenticate(token.accessToken))).toEqual(principal)
      expect((yield* sql("SELECT expires_at FROM token"))[0]!["expires_at"]).not.toBe(renewed)
    })
  )

  test(
    "a client gets what it may have, for an hour, used or not",
    Effect.gen(function*() {
      const { clock } = yield* World
      const { authenticateClient, issueToken, registerClient } = yield* identity
      yield* registerClient(agent)
      const client = yield* authenticateClient("demo-agent", agent.secret)
      expect(client).toEqual({ kind: "agent", id: "agent:demo-agent", scopes: agent.scopes })
      const all = yield* issueToken(client, undefined)
      expect([all.expiresInSeconds, all.scopes]).toEqual([3600, agent.scopes])
      const some = yield* issueToken(client, ["shop"])
      expect(yield* authenticate(some.accessToken)).toEqual({ ...client, scopes: ["shop"] })
      const none = yield* issueToken(client, [])
      expect((yield* authenticate(none.accessToken)).scopes).toEqual([])
      expect(yield* Effect.flip(issueToken(client, ["shop", "orders:read"]))).toMatchObject({
        _tag: "InvalidScope",
        scope: "orders:read"
      })
      clock.now += 1 * hours - 1
      expect(yield* authenticate(all.accessToken)).toEqual(client)
      clock.now += 1
      yield* expectInvalid(all.accessToken)
    })
  )

  test(
    "a wrong secret and an unknown client are told the same",
    Effect.gen(function*() {
      const { authenticateClient, registerClient } = yield* identity
      yield* registerClient(agent)
      for (const [id, secret] of [["demo-agent", "wrong"], ["demo-agent", ""], ["nobody", "x"], ["\u0000", "x"]]) {
        const refusal = yield* Effect.flip(authenticateClient(id!, secret!))
        expect(refusal).toEqual(new Identity.InvalidClient())
      }
    })
  )

  test(
    "registering a client again gives it a new secret and new scopes",
    Effect.gen(function*() {
      const { authenticateClient, registerClient } = yield* identity
      yield* registerClient(agent)
      yield* registerClient({ ...agent, secret: "a-new-secret-of-29-characters", scopes: [] })
      expect(yield* Effect.flip(authenticateClient(agent.id, agent.secret))).toMatchObject({ _tag: "InvalidClient" })
      expect((yield* authenticateClient(agent.id, "a-new-secret-of-29-characters")).scopes).toEqual([])
      expect(yield* countOf("oauth_client")).toBe(1)
    })
  )

  test(
    "a client's secret has 22 characters, unless everybody knows it anyway",
    Effect.gen(function*() {
      const { authenticateClient, registerClient } = yield* identity
      const [short, long] = ["q".repeat(21), "q".repeat(22)]
      const refused = yield* Effect.flip(registerClient({ ...agent, secret: short }))
      expect(refused).toMatchObject({ _tag: "InvalidInput", faults: [{ path: "secret" }] })
      expect(refused.message).not.toContain(short)
      expect(yield* countOf("oauth_client")).toBe(0)
      yield* registerClient({ ...agent, secret: long })
      expect((yield* authenticateClient(agent.id, long)).id).toBe("agent:demo-agent")
      yield* registerClient({ ...agent, secret: short, isPublished: true })
      expect((yield* authenticateClient(agent.id, short)).id).toBe("agent:demo-agent")
    })
  )

  test(
    "a revoked token is none at once, and revoking what is none is no fault",
    Effect.gen(function*() {
      const createGuest = yield* guests
      const { revoke } = yield* identity
      const ada = (yield* createGuest).token.accessToken
      const bob = (yield* createGuest).token.accessToken
      yield* revoke(`${ada.split(".")[0]}.wrong`)
      expect((yield* authenticate(ada)).kind).toBe("shopper")
      yield* revoke(ada)
      yield* revoke(ada)
      yield* revoke("nothing")
      yield* revoke("\u0000")
      yield* expectInvalid(ada)
      expect((yield* authenticate(bob)).kind).toBe("shopper")
    })
  )

  test(
    "tokens are forgotten a month after their end, not before",
    Effect.gen(function*() {
      const { clock } = yield* World
      const createGuest = yield* guests
      const { write } = yield* Transactions
      yield* createGuest
      clock.now += 210 * days
      yield* write(Identity.expiring.remove(10))
      expect(yield* countOf("token")).toBe(1)
      clock.now += 1
      yield* write(Identity.expiring.remove(10))
      expect(yield* countOf("token")).toBe(0)
      yield* pass(0)
    })
  )
})
