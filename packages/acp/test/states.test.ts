/**
 * Every status that a session can have, and what each operation does in it: the table of `docs/agents.md`, tried out on
 * both databases. And what becomes of a session when the provider's answers come late, are lost, or do not come.
 */
import { defaultPolicy } from "@beauty-store/domain/PurchaseDraft"
import { none } from "@beauty-store/payments-simulated/Faults"
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import * as path from "node:path"
import { afterEach, beforeAll, describe, expect, it } from "vitest"
import { file } from "../../../test/shop/places.ts"
import { product, serum } from "../../../test/shop/products.ts"
import { describeShop } from "../../../test/shop/server.ts"
import { closedGate, type Plan } from "../../../test/shop/shop.ts"
import { eventually } from "../../../test/shop/shopper.ts"
import { movableClock } from "../../../test/world/clocks.ts"
import { type Agent, beginning, demoAgent, details, nextKey } from "./agent.ts"
import { complete, declined, proof, threeDSecure, tokenFor } from "./tokens.ts"

/** How one charge at the provider goes. */
const charging = (course: Partial<Effect.Effect.Success<ReturnType<NonNullable<Plan["call"]>>>>): Plan => ({
  call: (call, subject) =>
    Effect.map(none.call(call, subject), (usual) => call === "charge" ? { ...usual, ...course } : usual)
})

/** What operations answer: an HTTP status, and where it is 200 the session's status. */
type Outcome = readonly [number, string?]
interface Row {
  readonly update: Outcome
  readonly complete: Outcome
  readonly cancel: Outcome
}

const cancelled: Outcome = [200, "canceled"]
const table: Readonly<Record<string, Row>> = {
  incomplete: { update: [200, "incomplete"], complete: [200, "incomplete"], cancel: cancelled },
  not_ready_for_payment: {
    update: [200, "not_ready_for_payment"],
    complete: [200, "not_ready_for_payment"],
    cancel: cancelled
  },
  requires_escalation: {
    update: [200, "requires_escalation"],
    complete: [200, "requires_escalation"],
    cancel: cancelled
  },
  authentication_required: { update: [200, "ready_for_payment"], complete: [400], cancel: cancelled },
  ready_for_payment: { update: [200, "ready_for_payment"], complete: [200, "completed"], cancel: cancelled },
  complete_in_progress: { update: [409], complete: [409], cancel: [409] },
  completed: { update: [405], complete: [200, "completed"], cancel: [405] },
  canceled: { update: [405], complete: [405], cancel: [405] },
  expired: { update: [405], complete: [405], cancel: [405] }
}

it("the agents' guide has the table as it is tried out here", () => {
  const guide = readFileSync(path.join(import.meta.dirname, "../../../docs/agents.md"), "utf8")
  const cell = ([status, then]: Outcome): string => then === undefined ? String(status) : `${status} \`${then}\``
  for (const [status, { cancel, complete, update }] of Object.entries(table)) {
    expect(guide).toContain(`| \`${status}\` |`)
    const line = guide.split("\n").find((line) => line.startsWith(`| \`${status}\` |`))!
    expect(line.split("|").slice(-4, -1).map((text) => text.trim())).toEqual([update, complete, cancel].map(cell))
  }
})

describeShop("ACP sessions", (shop) => {
  let ada: Agent
  beforeAll(async () => {
    ada = await demoAgent(shop())
  })
  let finish = () => {}
  afterEach(() => finish())

  /** Brings a new session into a status; answers its id. */
  const into: Readonly<Record<string, () => Promise<string>>> = {
    incomplete: async () => (await ada.create(beginning(serum))).json.id,
    not_ready_for_payment: async () =>
      (await ada.create({ ...beginning(serum), ...details, line_items: [{ id: serum, quantity: 100 }] })).json.id,
    requires_escalation: async () =>
      (await ada.create({ ...beginning(serum), ...details, line_items: [{ id: serum, quantity: 30 }] })).json.id,
    authentication_required: async () => {
      const { json } = await ada.create()
      await complete(ada, json.id, await tokenFor(ada, json.id, threeDSecure))
      return json.id
    },
    ready_for_payment: async () => (await ada.create()).json.id,
    complete_in_progress: async () => {
      const { json } = await ada.create()
      const vaulted = await tokenFor(ada, json.id)
      const gate = closedGate("charge")
      finish = gate.open
      shop().misbehave(gate.plan)
      // The shop may close before this one has its response.
      void complete(ada, json.id, vaulted).catch(() => undefined)
      await eventually(async () => gate.calls(), (calls) => calls === 1)
      return json.id
    },
    completed: async () => {
      const { json } = await ada.create()
      await complete(ada, json.id, await tokenFor(ada, json.id))
      return json.id
    },
    canceled: async () => {
      const { json } = await ada.create()
      await ada.cancel(json.id)
      return json.id
    }
  }

  describe.each(Object.keys(into))("that are %s", (status) => {
    it("are shown as such", async () => {
      const { json } = await ada.get(await into[status]!())
      expect(json.status).toBe(status)
    })
    it.each(["update", "complete", "cancel"] as const)("answer %s as the table says", async (operation) => {
      const id = await into[status]!()
      const token = await tokenFor(ada, id)
      const answer = operation === "complete"
        ? await complete(ada, id, token)
        : operation === "update"
        ? await ada.update(id, { order_notes: "Ring twice." })
        : await ada.cancel(id)
      const [expected, then] = table[status]![operation]
      expect([answer.status, then === undefined ? undefined : answer.json.status], answer.text).toEqual([
        expected,
        then
      ])
      if (answer.status === 409) expect(answer.headers["retry-after"]).toBe("1")
      if (answer.status === 405) expect(answer.headers["allow"]).toBe("GET, HEAD")
    })
  })

  it("hold stock only while they are being paid, and give it back when they are changed or called off", async () => {
    const { reserved } = await shop().stock(serum)
    const held = async () => (await shop().stock(serum)).reserved - reserved
    const { json: session } = await ada.create()
    expect(await held()).toBe(0)
    await complete(ada, session.id, await tokenFor(ada, session.id, declined))
    expect(await held()).toBe(1)
    await complete(ada, session.id, await tokenFor(ada, session.id, declined))
    expect(await held()).toBe(1)
    await ada.update(session.id, { line_items: [{ id: serum, quantity: 3 }] })
    expect(await held()).toBe(0)
    await complete(ada, session.id, await tokenFor(ada, session.id, declined))
    expect(await held()).toBe(3)
    await ada.cancel(session.id)
    expect(await held()).toBe(0)
  })

  it("give the last unit to one of two that are completed at once", async () => {
    const rare = product(3)
    await shop().setStock(rare, (await shop().stock(rare)).reserved + 1)
    const sessions = await Promise.all(
      [1, 2].map(async () => (await ada.create({ ...beginning(rare), ...details })).json.id as string)
    )
    const tokens = await Promise.all(sessions.map((id) => tokenFor(ada, id)))
    const answers = await Promise.all(sessions.map((id, n) => complete(ada, id, tokens[n]!)))
    expect(answers.map(({ json }) => json.status).toSorted()).toEqual(["completed", "not_ready_for_payment"])
  })

  it("make one order of twenty completions at once with different keys", async () => {
    const { json: session } = await ada.create()
    const tokens = await Promise.all(Array.from({ length: 20 }, () => tokenFor(ada, session.id)))
    const { reserved } = await shop().stock(serum)
    // One that waits for a lock for too long is told so, and sends the same request again.
    const answers = await Promise.all(tokens.map((token) => {
      const key = nextKey()
      return eventually(() => complete(ada, session.id, token, {}, key), ({ status }) => status !== 503)
    }))
    const orders = new Set(answers.filter(({ status }) => status === 200).map(({ json }) => json.order.id))
    expect(orders.size).toBe(1)
    for (const { json, status } of answers) {
      if (status !== 200) expect([status, json.code]).toEqual([409, "complete_in_progress"])
    }
    expect((await shop().stock(serum)).reserved).toBe(reserved + 1)
  })

  it("are paid once where the provider's answer is lost, and the same request is sent again", async () => {
    const { json: session } = await ada.create()
    const token = await tokenFor(ada, session.id)
    const key = nextKey()
    shop().misbehave(charging({ fate: "lost_after" }))
    const lost = await complete(ada, session.id, token, {}, key)
    expect([lost.status, lost.json.type]).toEqual([503, "service_unavailable"])
    // Unless the provider's notification was quicker than this question.
    expect(["complete_in_progress", "completed"]).toContain((await ada.get(session.id)).json.status)
    shop().misbehave({})
    const { json } = await eventually(
      () => complete(ada, session.id, token, {}, key),
      ({ status }) => status === 200
    )
    expect(json.status).toBe("completed")
  })

  it("can be completed again where the provider did nothing", async () => {
    const { json: session } = await ada.create()
    const token = await tokenFor(ada, session.id)
    const key = nextKey()
    shop().misbehave(charging({ fate: "unavailable" }))
    expect((await complete(ada, session.id, token, {}, key)).status).toBe(503)
    expect((await ada.get(session.id)).json.status).toBe("ready_for_payment")
    shop().misbehave({})
    const { json, status } = await complete(ada, session.id, token, {}, key)
    expect([status, json.status]).toEqual([200, "completed"])
  })

  it("do 3-D Secure in between", async () => {
    const id = await into["authentication_required"]!()
    const token = await tokenFor(ada, id, threeDSecure)
    expect((await complete(ada, id, token, { authentication_result: proof })).json.status).toBe("completed")
  })
})

const clock = movableClock(Date.now())
describeShop(
  "ACP sessions whose time is over",
  (shop) => {
    const pass = async (millis: number) => {
      await shop().rest()
      clock.jump(millis)
    }
    it("expire, and then answer as the table says", async () => {
      const ada = await demoAgent(shop())
      const { json: session } = await ada.create()
      const token = await tokenFor(ada, session.id)
      const { json: cart } = await ada.call("POST", "/acp/carts", { line_items: [{ id: serum }] })
      await pass(defaultPolicy.checkoutMillis)
      // An agent's access token has expired with it.
      const later = await demoAgent(shop())
      const { json } = await eventually(() => later.get(session.id), ({ json }) => json.status === "expired")
      expect([json.status, json.messages]).toEqual(["expired", []])
      const answers = {
        update: await later.update(session.id, {}),
        complete: await complete(later, session.id, token),
        cancel: await later.cancel(session.id)
      }
      for (const [operation, { status }] of Object.entries(answers)) {
        expect(status).toBe(table["expired"]![operation as keyof Row][0])
      }
      await pass(defaultPolicy.cartMillis)
      const muchLater = await demoAgent(shop())
      const gone = await eventually(
        () => muchLater.call("GET", `/acp/carts/${cart.id}`),
        ({ status }) => status === 404
      )
      expect(gone.status).toBe(404)
    })
  },
  { clock },
  { SQLite: file }
)
