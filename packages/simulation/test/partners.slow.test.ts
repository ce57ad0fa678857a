/** Partners who come, move and go, and what the auditor holds the store to about them. */
import * as AcpWebhooks from "@beauty-store/acp/Webhooks"
import * as Signature from "@beauty-store/outbound/Signature"
import { Audit, type Exchange } from "@beauty-store/simulation/auditor/Audit"
import type { SentRequest } from "@beauty-store/simulation/auditor/Observations"
import type { ApiOperation } from "@beauty-store/simulation/auditor/Operations"
import * as Subscriptions from "@beauty-store/simulation/auditor/Subscriptions"
import { Disk } from "@beauty-store/simulation/engine/Disk"
import { simulate } from "@beauty-store/simulation/Simulation"
import { Partner, type ReceivedMessage, type SubscriptionTerms } from "@beauty-store/simulation/world/Partners"
import * as Either from "effect/Either"
import { describe, expect, test } from "vitest"

const [secret, another] = [
  "whsec_c2ltdWxhdGVkLXBhcnRuZXItc2VjcmV0LW9mLW9uZQ==",
  "whsec_YW5vdGhlci1vbmUtb2Ytc29tZWJvZHktZWxzZSEhIQ=="
]
const url = "http://partner.example/hooks"
const now = Date.parse("2026-06-01T08:00:00Z")
const minute = 60_000

describe("a partner", () => {
  const encode = (json: unknown) => new TextEncoder().encode(JSON.stringify(json))
  const own = encode({ event: "order.created", data: { orderId: "ord_1" } })
  const whole = encode({ type: "order_create", data: { id: "ord_1" } })
  const signed = (by: string, body = own, atMillis = now) => ({
    headers: {
      ...Signature.sign({ id: "evt_1", atMillis, body, secret: Either.getOrThrow(Signature.decodeSecret(by)) })
    },
    body
  })
  const inAcp = (by: string, atMillis = now) => ({
    headers: {
      "merchant-signature": AcpWebhooks.signature(by, atMillis, whole),
      "request-id": "evt_1",
      timestamp: new Date(atMillis).toISOString()
    },
    body: whole
  })
  const partner = (hearing: SubscriptionTerms = {}) => new Partner([url], hearing, { subscriptionId: "sub_1", secret })

  test("takes what is signed by its own secret, in the shop's form or in its dialect's", () => {
    const [plain, agent] = [partner(), partner({ agentId: "demo-agent", dialect: "acp" })]
    expect([plain.receive(signed(secret), now), agent.receive(inAcp(secret), now)]).toEqual([undefined, undefined])
    expect(plain.received).toEqual([{ id: "evt_1", event: "order.created", data: { orderId: "ord_1" }, at: now }])
    expect(agent.received).toMatchObject([{ id: "evt_1", event: "order_create", data: { orderId: "ord_1" } }])
  })

  test("objects to another's secret, to another form, and to what was signed long ago", () => {
    const [plain, agent] = [partner(), partner({ agentId: "demo-agent", dialect: "acp" })]
    for (const message of [signed(another), signed(secret, own, now - 6 * minute), inAcp(secret)]) {
      expect(plain.receive(message, now)).toBeTypeOf("string")
    }
    for (const message of [inAcp(another), inAcp(secret, now - 6 * minute), signed(secret, whole)]) {
      expect(agent.receive(message, now)).toBeTypeOf("string")
    }
    expect([plain.received, agent.received]).toEqual([[], []])
  })

  test("believes nothing before it knows its secret", () => {
    const stranger = new Partner([url])
    expect([stranger.receive(signed(secret), now), stranger.received]).toEqual([undefined, []])
  })
})

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
/** The id of an event of some moment. */
const eventAt = (at: number): string => {
  let text = ""
  for (let rest = at; text.length < 8; rest = Math.floor(rest / 62)) text = digits[rest % 62]! + text
  return `evt_${text}`
}

describe("the rules of subscriptions", () => {
  const request = (operation: ApiOperation, at: number, json?: unknown): SentRequest => ({
    n: 1,
    at,
    principal: "staff",
    cart: "staff",
    isStaff: true,
    method: "POST",
    path: "/",
    operation,
    subject: operation === "webhooks.subscribe" ? "" : "sub_1",
    key: undefined,
    json,
    token: undefined,
    network: undefined,
    hoards: false
  })
  /** A partner is subscribed from `now` to `now + 1`, while nothing fails. */
  const scene = (terms: SubscriptionTerms = {}) => {
    const disk = new Disk()
    const audit = new Audit(disk, () => false)
    disk.close()
    const rulesBroken = () => audit.seen.violations.splice(0).map(({ rule }) => rule)
    const partner = new Partner([url], terms, { subscriptionId: "sub_1", secret })
    /** Staff send a request, and are answered a millisecond later. */
    const succeed = (operation: ApiOperation, at: number, json: unknown, body: unknown) => {
      const sent = request(operation, at, json)
      Subscriptions.sent(audit, sent)
      const response = { status: 200, headers: {}, body: "" }
      const exchange: Exchange = {
        sent,
        request: json,
        response,
        body,
        n: 2,
        at: at + 1,
        firstSentAt: at,
        isFirst: true
      }
      Subscriptions.rules[operation]!.check(audit, exchange)
    }
    const created = { subscriptionId: "sub_1", url, secret, createdAt: "then", ...terms }
    succeed("webhooks.subscribe", now, { url, ...terms }, created)
    const remove = (at: number) => succeed("webhooks.unsubscribe", at, undefined, {})
    const move = (to: string, at: number) => {
      Subscriptions.moving(audit, "sub_1", to, at)
      Subscriptions.moved(audit, "sub_1", true, at + 1)
    }
    const enable = (at: number, body: unknown) => succeed("webhooks.enable", at, undefined, body)
    return { audit, enable, move, partner, remove, rulesBroken }
  }
  const happened = (...moments: ReadonlyArray<number>): ReadonlyArray<ReceivedMessage> =>
    moments.map((at) => ({ id: eventAt(at), event: "order.shipped", data: { orderId: "ord_1" }, at }))
  const [before, one, two] = [now - 5 * minute, now + minute, now + 2 * minute]
  const judged = (terms: SubscriptionTerms, principal: string, ...moments: ReadonlyArray<number>) => {
    const { audit, partner, rulesBroken } = scene(terms)
    partner.received.push(...happened(...moments))
    const events = { orderId: "ord_1", principal, happened: happened(before, one, two), told: undefined }
    Subscriptions.orderAtRest(audit, events, partner)
    return rulesBroken()
  }

  test("wants everything heard that happened since, in order, and nothing from before", () => {
    expect(judged({}, "ada", one, two)).toEqual([])
    expect(judged({}, "ada", one, one, two, one)).toEqual([])
    expect(judged({}, "ada", one)).toEqual(["events.delivered"])
    expect(judged({}, "ada", two, one)).toEqual(["events.order"])
    expect(judged({}, "ada", before, one, two)).toEqual(["events.since"])
  })

  test("lets nobody hear of another's orders", () => {
    expect(judged({ agentId: "demo-agent" }, "agent", one, two)).toEqual([])
    expect(judged({ agentId: "demo-agent" }, "ada")).toEqual([])
    expect(judged({ agentId: "demo-agent" }, "ada", one)).toEqual(["events.privacy"])
    expect(judged({ agentId: "another-agent" }, "agent", one)).toEqual(["events.privacy"])
  })

  test("lets a message arrive that was on its way when its partner moved or went, and none that left later", () => {
    const { audit, move, remove, rulesBroken } = scene()
    move(`${url}/1`, now + minute)
    Subscriptions.reached(audit, url, now + 2 * minute)
    expect(rulesBroken()).toEqual([])
    Subscriptions.reached(audit, url, now + 2 * minute + 2)
    expect(rulesBroken()).toEqual(["events.address"])
    Subscriptions.reached(audit, `${url}/1`, now + 60 * minute)
    remove(now + 60 * minute)
    Subscriptions.reached(audit, `${url}/1`, now + 61 * minute)
    expect(rulesBroken()).toEqual([])
    Subscriptions.reached(audit, `${url}/1`, now + 62 * minute)
    expect(rulesBroken()).toEqual(["events.address"])
  })

  test("wants those listed who were acknowledged, where they are, and nobody else", () => {
    const { audit, move, remove, rulesBroken } = scene()
    const entry = { subscriptionId: "sub_1", url, createdAt: "then", state: "healthy" as const }
    const listed = (at: number, ...data: ReadonlyArray<typeof entry>) => {
      Subscriptions.listed(audit, data, { from: at, to: at + 1 })
      return rulesBroken()
    }
    expect(listed(one, entry)).toEqual([])
    expect(listed(one)).toEqual(["subscription.listed"])
    const withSecret = { ...entry, secret }
    expect(listed(one, withSecret)).toEqual(["subscription.secret"])
    expect(listed(one, entry, { ...entry, subscriptionId: "sub_2" })).toEqual(["subscription.listed"])
    move(`${url}/1`, two)
    expect(listed(two + minute, entry)).toEqual(["subscription.listed"])
    expect(listed(two + minute, { ...entry, url: `${url}/1` })).toEqual([])
    remove(two + 2 * minute)
    expect(listed(two + 3 * minute, { ...entry, url: `${url}/1` })).toEqual(["subscription.listed"])
    expect(listed(two + 3 * minute)).toEqual([])
  })

  test("wants an endpoint that takes what it is sent to hear of an event within a minute", () => {
    const heardAt = (delay: number, before: (audit: Audit) => void = () => {}) => {
      const { audit, rulesBroken } = scene()
      before(audit)
      Subscriptions.taken(audit, url, eventAt(two), two + delay)
      Subscriptions.taken(audit, url, eventAt(two), two + delay + 60 * minute)
      return rulesBroken()
    }
    expect(heardAt(minute)).toEqual([])
    expect(heardAt(minute + 1)).toEqual(["events.late"])
    // Nobody is promised a time who has failed to take something, or while the store or its disk fails.
    expect(heardAt(minute + 1, (audit) => Subscriptions.failed(audit, url, two - 60 * minute))).toEqual([])
    // Nor is one whose last message failed, however long ago: it was disabled, and somebody has enabled it.
    const failedLongAgo = (audit: Audit) => Subscriptions.failed(audit, url, two - 40 * 60 * minute)
    expect(heardAt(minute + 1, failedLongAgo)).toEqual([])
    expect(heardAt(minute + 1, (audit) => {
      failedLongAgo(audit)
      Subscriptions.taken(audit, url, eventAt(two - 35 * 60 * minute), two - 35 * 60 * minute)
    })).toEqual(["events.late"])
    expect(heardAt(minute + 1, (audit) => Subscriptions.failed(audit, "http://other.example/", two))).toEqual([
      "events.late"
    ])
    expect(heardAt(minute + 1, (audit) => Subscriptions.disturbed(audit, two + 1))).toEqual([])
    expect(heardAt(minute + 1, (audit) => Subscriptions.disturbed(audit, two - 61 * minute))).toEqual(["events.late"])
  })

  test("lets an endpoint be disabled that has failed for three days, and be sent nothing until somebody enables it", () => {
    const day = 24 * 60 * minute
    const disabled = { subscriptionId: "sub_1", url, createdAt: "then", state: "disabled" as const }
    const failedAt = (at?: number) => {
      const { audit, enable, rulesBroken } = scene()
      if (at !== undefined) Subscriptions.failed(audit, url, at)
      return {
        enable: (at: number, body: unknown) => {
          enable(at, body)
          return rulesBroken()
        },
        listed: (at: number) => {
          Subscriptions.listed(audit, [disabled], { from: at, to: at + 1 })
          return rulesBroken()
        },
        reached: (at: number) => {
          Subscriptions.reached(audit, url, at)
          return rulesBroken()
        }
      }
    }
    expect(failedAt().listed(two)).toEqual(["subscription.disabled"])
    expect(failedAt(two).listed(two + 3 * day - 2)).toEqual(["subscription.disabled"])
    const { enable, listed, reached } = failedAt(two)
    expect(listed(two + 3 * day)).toEqual([])
    expect(reached(two + 3 * day + minute)).toEqual([])
    expect(reached(two + 4 * day)).toEqual(["events.disabled"])
    expect(enable(two + 5 * day, disabled)).toEqual(["subscription.enabled"])
    expect(enable(two + 5 * day, { ...disabled, state: "healthy" })).toEqual([])
    expect(reached(two + 6 * day)).toEqual([])
  })

  test("promises whoever goes no more than what happened until then", () => {
    const { audit, partner, remove, rulesBroken } = scene()
    remove(two + minute / 2)
    const events = { orderId: "ord_1", principal: "ada", happened: happened(one, two), told: undefined }
    Subscriptions.orderAtRest(audit, events, partner)
    expect(rulesBroken()).toEqual(["events.delivered"])
  })
})

test("partners come, move and go in a world whose swarm has it", () => {
  const lines: Array<string> = []
  const { answers, violations } = simulate({
    // One that draws all of it; another, should the draws change.
    seed: 1,
    days: 2,
    shoppersPerDay: 2,
    calm: true,
    trace: (line) => void lines.push(line)
  })
  expect(violations).toEqual([])
  expect([...answers.keys()]).toEqual(
    expect.arrayContaining(["webhooks.subscribe 200", "webhooks.unsubscribe 200", "webhooks.subscriptions 200"])
  )
  expect(lines.some((line) => line.includes(" moves sub_"))).toBe(true)
  expect(lines.some((line) => line.includes("\"type\":\"order_create\""))).toBe(true)
})
