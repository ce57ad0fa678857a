/**
 * Webhooks over real sockets on loopback, in demo mode's permission for it: what partners may do to us, and what they
 * get. Signatures are checked by the published library that partners would use.
 */
import { DeliveryFailed, type OutgoingMessage, WebhookSender } from "@beauty-store/commerce/partners/WebhookSender"
import * as HttpWebhookSender from "@beauty-store/http/HttpWebhookSender"
import * as GuardedHttp from "@beauty-store/outbound/GuardedHttp"
import { describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import { Webhook } from "standardwebhooks"
import * as Receivers from "../../../test/receivers.ts"
import { happens, lanes, order, subscribe, until } from "../../commerce/test/lanes.ts"

const secret = "whsec_ZGVtby13ZWJob29rLXNlY3JldC1mb3ItbG9jYWwtdXNl"
const sender = (allowLoopback: boolean) =>
  Layer.provide(HttpWebhookSender.layer, GuardedHttp.layerWith({ allowLoopback }))

const send = (url: string, message: Partial<OutgoingMessage> = {}) =>
  Effect.flatMap(
    WebhookSender,
    (webhooks) => webhooks.send({ id: "evt_1", url, secret, body: "{\"event\":\"order.created\"}", ...message })
  )
const failure = (url: string) => Effect.map(Effect.flip(send(url)), ({ reason }) => reason)
const urlOf = ({ port }: Receivers.Receiver) => `http://127.0.0.1:${port}/hook?from=us`

describe("a message", () => {
  it.scopedLive("arrives signed, so that the published library accepts it", () =>
    Effect.gen(function*() {
      const partner = yield* Receivers.receiver(Receivers.answer(204))
      const body = JSON.stringify({ event: "order.created", data: { orderId: "ord_1", note: "Wäsche ✓" } })
      const before = yield* Clock.currentTimeMillis
      yield* send(urlOf(partner), { body })
      const [message] = partner.received
      expect(message).toMatchObject({
        method: "POST",
        path: "/hook?from=us",
        headers: {
          "host": `127.0.0.1:${partner.port}`,
          "content-type": "application/json",
          "user-agent": "BeautyStore/1.0 (+webhooks)",
          "webhook-id": "evt_1"
        },
        body
      })
      expect(Number(message!.headers["webhook-timestamp"])).toBeGreaterThanOrEqual(Math.floor(before / 1_000))
      expect(new Webhook(secret).verify(message!.body, message!.headers)).toEqual(JSON.parse(body))
      const forged = new Webhook(Buffer.alloc(32).toString("base64"))
      expect(() => forged.verify(message!.body, message!.headers)).toThrow()
    }).pipe(Effect.provide(sender(true))))

  it.scoped("keeps its id when it is sent again, and is signed anew for its time", () =>
    Effect.gen(function*() {
      const partner = yield* Receivers.receiver(Receivers.answer(200))
      yield* TestClock.setTime(1_800_000_000_000)
      yield* send(urlOf(partner))
      yield* TestClock.setTime(1_800_000_300_999)
      yield* send(urlOf(partner))
      const [first, second] = partner.received.map(({ headers }) => headers)
      expect(first).toMatchObject({ "webhook-id": "evt_1", "webhook-timestamp": "1800000000" })
      expect(second).toMatchObject({ "webhook-id": "evt_1", "webhook-timestamp": "1800000300" })
      expect(first!["webhook-signature"]).not.toBe(second!["webhook-signature"])
    }).pipe(Effect.provide(sender(true))))

  it.scopedLive.each<[what: string, behave: Receivers.Behaviour]>([
    ["200", Receivers.answer(200, {}, "thanks")],
    ["202", Receivers.answer(202)],
    ["204", Receivers.leave("HTTP/1.1 204 No Content\r\n\r\n")],
    ["200 until it hangs up", Receivers.leave("HTTP/1.1 200 OK\r\n\r\nthanks")]
  ])("is taken by %s", ([, behave]) =>
    Effect.gen(function*() {
      yield* send(urlOf(yield* Receivers.receiver(behave)))
    }).pipe(Effect.provide(sender(true))))

  const chatty = "you are not welcome here"
  it.scopedLive.each<[reason: string, behave: Receivers.Behaviour]>([
    ["status 500", Receivers.answer(500, { "x-why": chatty }, chatty)],
    ["status 404", Receivers.answer(404, {}, chatty)],
    ["status 410", Receivers.answer(410, {}, chatty)],
    ["redirect", Receivers.answer(301, { location: "http://127.0.0.1:9/" }, chatty)],
    ["redirect", Receivers.answer(307, { location: `http://${chatty}/` })],
    ["redirect", Receivers.answer(304)],
    ["connection lost", Receivers.reset],
    ["connection lost", Receivers.leave("")],
    ["connection lost", Receivers.leave("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc")],
    ["headers too large", Receivers.flood("HTTP/1.1 200 OK\r\n", `x: ${chatty}\r\n`)],
    ["body too large", Receivers.flood("HTTP/1.1 200 OK\r\n\r\n", chatty)],
    ["malformed answer", Receivers.leave(`220 ${chatty}\r\n`)]
  ])("fails with %s, in our words only", ([reason, behave]) =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(send(urlOf(yield* Receivers.receiver(behave))))
      expect(error).toBeInstanceOf(DeliveryFailed)
      expect(error.reason).toBe(reason)
      expect(JSON.stringify(error) + String(error) + error.stack).not.toContain(chatty)
    }).pipe(Effect.provide(sender(true))))

  it.scoped.each<[what: string, behave: Receivers.Behaviour]>([
    ["says nothing", Receivers.hang],
    ["answers 200 and never ends it", Receivers.drip("HTTP/1.1 200 OK\r\ncontent-length: 60000\r\n\r\n", "a")]
  ])("to a partner who %s fails after ten seconds, and not before", ([, behave]) =>
    Effect.gen(function*() {
      let arrived = () => {}
      const arrival = new Promise<void>((done) => {
        arrived = done
      })
      const partner = yield* Receivers.receiver((socket, request) => {
        behave(socket, request)
        arrived()
      })
      const fiber = yield* Effect.fork(failure(urlOf(partner)))
      yield* Effect.promise(() => arrival)
      yield* TestClock.adjust(9_999)
      expect(yield* Fiber.poll(fiber)).toMatchObject({ _tag: "None" })
      yield* TestClock.adjust(1)
      expect(yield* Fiber.join(fiber)).toBe("timeout")
    }).pipe(Effect.provide(sender(true))))

  it.scopedLive("to a partner with a certificate that nobody vouches for fails before anything is sent", () =>
    Effect.gen(function*() {
      const partner = yield* Receivers.receiver(Receivers.answer(200), { tls: true })
      expect(yield* failure(`https://127.0.0.1:${partner.port}/`)).toBe("no trusted TLS")
      expect(partner.received).toEqual([])
    }).pipe(Effect.provide(sender(true))))

  it.scopedLive("to nobody fails", () =>
    Effect.gen(function*() {
      const gone = yield* Effect.scoped(Receivers.receiver(Receivers.hang))
      expect(yield* failure(urlOf(gone))).toBe("connection refused")
    }).pipe(Effect.provide(sender(true))))

  it.scopedLive("to the machine itself fails outside demo mode, and nothing is connected", () =>
    Effect.gen(function*() {
      const partner = yield* Receivers.receiver(Receivers.answer(200))
      expect(yield* failure(urlOf(partner))).toBe("forbidden address")
      expect(yield* failure(`http://localhost:${partner.port}/`)).toBe("forbidden address")
      expect(partner.received).toEqual([])
    }).pipe(Effect.provide(sender(false))))
})

describe("a lane", () => {
  it.effect("reaches its partner with the secret that the subscription showed, again after a failure", () =>
    Effect.scoped(Effect.gen(function*() {
      let failures = 1
      const partner = yield* Receivers.receiver((socket, request) =>
        Receivers.answer(failures-- > 0 ? 503 : 200)(socket, request)
      )
      yield* TestClock.setTime(1_800_000_000_000)
      const { secret } = yield* subscribe(urlOf(partner))
      yield* order("ord_0000000001")
      for (const n of [1, 2]) yield* happens("ord_0000000001", n)
      yield* until(1_800_000_060_000)
      const messages = partner.received.map(({ body, headers }) => ({
        id: headers["webhook-id"],
        seconds: Number(headers["webhook-timestamp"]) - 1_800_000_000,
        // The library knows the real time only; what it would refuse as too old or new is not asked here.
        signature: new Webhook(secret).sign(
          headers["webhook-id"]!,
          new Date(Number(headers["webhook-timestamp"]) * 1_000),
          body
        ) === headers["webhook-signature"],
        body: JSON.parse(body) as unknown
      }))
      expect(messages.map(({ body }) => body)).toEqual(
        [1, 1, 2].map((n) => ({
          event: "order.shipped",
          data: { orderId: "ord_0000000001", carrier: "DHL", trackingNumber: String(n), items: [] }
        }))
      )
      expect(messages.every(({ signature }) => signature)).toBe(true)
      expect(messages[1]!.id).toBe(messages[0]!.id)
      expect(messages[2]!.id).not.toBe(messages[0]!.id)
      expect(messages.map(({ seconds }) => seconds)).toEqual([0, 5, 5])
    })).pipe(Effect.provide(lanes(sender(true)))))
})

describe("a subscription's address", () => {
  const check = (url: string, allowLoopback: boolean) =>
    Effect.flatMap(WebhookSender, (webhooks) => webhooks.check(url)).pipe(
      Effect.match({ onFailure: ({ _tag, reason }) => `${_tag}: ${reason}`, onSuccess: () => "fine" }),
      Effect.provide(sender(allowLoopback))
    )

  it.live("may be the machine itself in demo mode only, and never inside the network", () =>
    Effect.gen(function*() {
      for (const url of ["http://localhost:4000/hook", "http://127.0.0.1:4000", "http://[::1]:4000"]) {
        expect(yield* check(url, true)).toBe("fine")
        expect(yield* check(url, false)).toBe("TargetForbidden: not a public address")
      }
      for (const url of ["http://10.0.0.1", "http://169.254.169.254", "http://0.0.0.0:3000"]) {
        expect(yield* check(url, true)).toBe("TargetForbidden: not a public address")
      }
      expect(yield* check("shop", true)).toBe("TargetForbidden: malformed")
      expect(yield* check("ftp://8.8.8.8", true)).toBe("TargetForbidden: not http or https")
      expect(yield* check("https://8.8.8.8/hook", false)).toBe("fine")
    }))

  it.live("may have a name that is not there yet", () =>
    Effect.gen(function*() {
      const network = { resolve: () => Effect.succeed([]), connect: () => expect.unreachable(), own: () => [] }
      const layer = Layer.provide(HttpWebhookSender.layer, GuardedHttp.layerWith({ allowLoopback: false, network }))
      yield* Effect.provide(
        Effect.flatMap(WebhookSender, (webhooks) => webhooks.check("https://soon.example/")),
        layer
      )
    }))
})
