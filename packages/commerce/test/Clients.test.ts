/** The OAuth clients of a shop, on both databases: their secrets, how these overlap, and what ends with a client. */
import * as Identity from "@beauty-store/commerce/identity/Identity"
import * as Clients from "@beauty-store/commerce/partners/Clients"
import * as Subscriptions from "@beauty-store/commerce/partners/Subscriptions"
import * as Effect from "effect/Effect"
import { expect } from "vitest"
import { hours, onBoth, pass, World } from "../../../test/shop/use-cases.ts"

const warehouse: Clients.NewClient = { clientId: "warehouse", kind: "staff", scopes: ["orders:read", "orders:write"] }
const assistant: Clients.NewClient = { clientId: "assistant", kind: "agent", scopes: ["shop"] }

/** Whether a client signs in with a secret. */
const signsIn = (clientId: string, secret: string) =>
  Effect.flatMap(Identity.Identity, (identity) => Effect.isSuccess(identity.authenticateClient(clientId, secret)))

/** A token of a client. */
const tokenOf = Effect.fnUntraced(
  function*({ clientId, secret }: { readonly clientId: string; readonly secret: string }) {
    const identity = yield* Identity.Identity
    return (yield* identity.issueToken(yield* identity.authenticateClient(clientId, secret), undefined)).accessToken
  }
)

const isValid = (token: string) =>
  Effect.flatMap(Identity.Identity, (identity) => Effect.isSuccess(identity.authenticate(token)))

onBoth("clients", (test) => {
  test(
    "a new client signs in with its secret, for what it may do, and its id is given once",
    Effect.gen(function*() {
      const { create, list } = yield* Clients.Clients
      const made = yield* create(warehouse)
      expect(made).toMatchObject({ ...warehouse, previousUntil: undefined })
      const identity = yield* Identity.Identity
      expect(yield* identity.authenticate(yield* tokenOf(made))).toEqual({
        kind: "staff",
        id: "staff:warehouse",
        scopes: warehouse.scopes
      })
      expect(yield* Effect.flip(create({ ...warehouse, kind: "agent", scopes: ["shop"] }))).toMatchObject({
        _tag: "ClientExists"
      })
      const { data } = yield* list({ limit: 100 })
      expect(data.map(({ clientId }) => clientId)).toContain("warehouse")
      expect(JSON.stringify(data)).not.toContain(made.secret)
    })
  )

  test(
    "the database knows no secret",
    Effect.gen(function*() {
      const { create, renewSecret } = yield* Clients.Clients
      const { secret } = yield* create(warehouse)
      const renewed = yield* renewSecret("warehouse", hours)
      const { sql } = yield* World
      const rows = JSON.stringify(yield* sql("SELECT * FROM oauth_client"))
      expect(rows).toContain("warehouse")
      expect(rows).not.toContain(secret)
      expect(rows).not.toContain(renewed.secret)
    })
  )

  test(
    "a renewed secret and the one before it overlap, and no third one does",
    Effect.gen(function*() {
      const { create, renewSecret } = yield* Clients.Clients
      const { secret: first } = yield* create(warehouse)
      const { secret: second } = yield* renewSecret("warehouse", 2 * hours)
      expect([yield* signsIn("warehouse", first), yield* signsIn("warehouse", second)]).toEqual([true, true])
      const { secret: third } = yield* renewSecret("warehouse", hours)
      expect([yield* signsIn("warehouse", first), yield* signsIn("warehouse", second)]).toEqual([false, true])
      yield* pass(hours)
      expect([yield* signsIn("warehouse", second), yield* signsIn("warehouse", third)]).toEqual([false, true])
    })
  )

  test(
    "a secret that is known to others ends at once",
    Effect.gen(function*() {
      const { create, renewSecret } = yield* Clients.Clients
      const { secret } = yield* create(warehouse)
      const { secret: renewed } = yield* renewSecret("warehouse", 0)
      expect([yield* signsIn("warehouse", secret), yield* signsIn("warehouse", renewed)]).toEqual([false, true])
    })
  )

  test(
    "with a client end its secrets, its tokens and its subscriptions, and nobody else's; its id stays taken",
    Effect.gen(function*() {
      const { create, list, remove, renewSecret } = yield* Clients.Clients
      const subscriptions = yield* Subscriptions.Subscriptions
      const [agent, staff] = [yield* create(assistant), yield* create(warehouse)]
      const [token, other] = [yield* tokenOf(agent), yield* tokenOf(staff)]
      const url = "https://partner.example/hook"
      yield* subscriptions.create(url, { principal: "agent:assistant" })
      const kept = yield* subscriptions.create(url)
      yield* remove("assistant")
      expect([yield* isValid(token), yield* isValid(other)]).toEqual([false, true])
      expect(yield* signsIn("assistant", agent.secret)).toBe(false)
      expect((yield* subscriptions.list({ limit: 10 })).data.map(({ subscriptionId }) => subscriptionId)).toEqual([
        kept.subscriptionId
      ])
      expect((yield* list({ limit: 100 })).data.map(({ clientId }) => clientId)).not.toContain("assistant")
      expect(yield* Effect.flip(create(assistant))).toMatchObject({ _tag: "ClientExists" })
      expect(yield* Effect.flip(renewSecret("assistant", 0))).toMatchObject({ _tag: "ClientNotFound" })
      expect(yield* Effect.flip(remove("assistant"))).toMatchObject({ _tag: "ClientNotFound" })
    })
  )

  test(
    "a client that is removed between its sign-in and its token gets none",
    Effect.gen(function*() {
      const { create, remove } = yield* Clients.Clients
      const identity = yield* Identity.Identity
      const { secret } = yield* create(assistant)
      const principal = yield* identity.authenticateClient("assistant", secret)
      yield* remove("assistant")
      expect(yield* Effect.flip(identity.issueToken(principal, undefined))).toMatchObject({ _tag: "InvalidClient" })
    })
  )

  test(
    "a program that registers a client ends its overlap, and brings none back that was removed",
    Effect.gen(function*() {
      const { create, remove, renewSecret } = yield* Clients.Clients
      const { registerClient } = yield* Identity.Identity
      const { secret: first } = yield* create(assistant)
      const { secret: second } = yield* renewSecret("assistant", hours)
      const registration = {
        id: "assistant",
        secret: "a-secret-of-22-characters",
        kind: "agent",
        scopes: ["shop"]
      } as const
      yield* registerClient(registration)
      expect(yield* Effect.forEach([first, second, registration.secret], (secret) => signsIn("assistant", secret)))
        .toEqual([false, false, true])
      yield* remove("assistant")
      yield* registerClient(registration)
      expect(yield* signsIn("assistant", registration.secret)).toBe(false)
    })
  )

  test(
    "wrong scopes, ids and overlaps are refused by name",
    Effect.gen(function*() {
      const { create, renewSecret } = yield* Clients.Clients
      const faultsOf = <E extends object>(refused: Effect.Effect<unknown, E>) =>
        Effect.map(Effect.flip(refused), (error) => {
          const { faults } = error as { readonly faults?: ReadonlyArray<{ readonly path: string }> }
          return faults?.map(({ path }) => path)
        })
      expect(yield* faultsOf(create({ ...assistant, scopes: ["admin:write"] }))).toEqual(["scopes[0]"])
      expect(yield* faultsOf(create({ ...assistant, scopes: [] }))).toEqual(["scopes[0]"])
      expect(yield* faultsOf(create({ ...assistant, clientId: "a:b" }))).toEqual(["clientId"])
      yield* create(assistant)
      expect(yield* faultsOf(renewSecret("assistant", -1))).toEqual(["overlapMillis"])
    })
  )
})
