import * as Signature from "@beauty-store/outbound/Signature"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import * as fc from "fast-check"
import { Webhook } from "standardwebhooks"
import { afterEach, describe, expect, it, vi } from "vitest"

const written = "whsec_ZGVtby13ZWJob29rLXNlY3JldC1mb3ItbG9jYWwtdXNl"
const secret = Either.getOrThrow(Signature.decodeSecret(written))
const other = Redacted.make<Uint8Array>(Buffer.alloc(32, 7))
const at = 1_800_000_000_000
const body = Buffer.from(`{"type":"session.changed","data":{"sessionId":"cs_1","note":"Wäsche ✓"}}`)

const signed = Signature.sign({ id: "msg_1", atMillis: at, body, secret })
const verify = (change: Partial<Parameters<typeof Signature.verify>[0]>) =>
  Signature.verify({ headers: { ...signed }, body, secrets: [secret], nowMillis: at, ...change })
const reason = (change: Partial<Parameters<typeof Signature.verify>[0]>) =>
  Either.match(verify(change), { onLeft: (error) => error.reason, onRight: () => "accepted" })

describe("the published standardwebhooks library", () => {
  afterEach(() => void vi.useRealTimers())

  it("accepts what we sign", () => {
    vi.useFakeTimers({ now: at, toFake: ["Date"] })
    expect(new Webhook(written).verify(body, { ...signed })).toEqual(JSON.parse(body.toString()))
  })

  it("signs what we accept, byte for byte the same", () => {
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), fc.stringMatching(/^[a-z0-9_]{1,30}$/), (text, id) => {
      const signature = new Webhook(written).sign(id, new Date(at), text)
      const bytes = Buffer.from(text, "utf8")
      expect(Signature.sign({ id, atMillis: at, body: bytes, secret })["webhook-signature"]).toBe(signature)
      const headers = { "webhook-id": id, "webhook-timestamp": String(at / 1000), "webhook-signature": signature }
      expect(Either.isRight(verify({ headers, body: bytes }))).toBe(true)
    }))
  })
})

describe("verification", () => {
  it("answers the message's id", () => {
    expect(verify({})).toEqual(Either.right({ id: "msg_1", timestampSeconds: at / 1000 }))
  })

  it("refuses a message in which any byte, the id or the time was changed", () => {
    fc.assert(fc.property(fc.nat(body.length - 1), fc.integer({ min: 1, max: 255 }), (index, flip) => {
      const changed = Uint8Array.from(body)
      changed[index] = changed[index]! ^ flip
      expect(reason({ body: changed })).toBe("no_match")
    }))
    expect(reason({ headers: { ...signed, "webhook-id": "msg_2" } })).toBe("no_match")
    expect(reason({ headers: { ...signed, "webhook-timestamp": String(at / 1000 + 1) } })).toBe("no_match")
  })

  it("is over bytes: a body that is not valid UTF-8 keeps its signature to itself", () => {
    const bytes = Uint8Array.from([0xff, 0xfe, 0x7b])
    const headers = { ...Signature.sign({ id: "msg_1", atMillis: at, body: bytes, secret }) }
    expect(reason({ headers, body: bytes })).toBe("accepted")
    expect(reason({ headers, body: Uint8Array.from([0xfe, 0xff, 0x7b]) })).toBe("no_match")
  })

  it("tolerates 300 seconds either way, and not one more", () => {
    expect(reason({ nowMillis: at + 300_999 })).toBe("accepted")
    expect(reason({ nowMillis: at + 301_000 })).toBe("too_old")
    expect(reason({ nowMillis: at - 300_000 })).toBe("accepted")
    expect(reason({ nowMillis: at - 300_001 })).toBe("too_new")
  })

  it("accepts either secret while one is rotated, in any place, and none when none is configured", () => {
    expect(reason({ secrets: [other, secret] })).toBe("accepted")
    expect(reason({ secrets: [other] })).toBe("no_match")
    expect(reason({ secrets: [] })).toBe("no_match")
    const both = `v1,${Buffer.alloc(32).toString("base64")} ${signed["webhook-signature"]}`
    expect(reason({ headers: { ...signed, "webhook-signature": both } })).toBe("accepted")
  })

  it("does not take another version's signature, a truncated one or an empty one for a match", () => {
    const mac = signed["webhook-signature"].slice(3)
    for (const forged of [`v1a,${mac}`, mac, "v1,", `v1,${mac.slice(0, 20)}`, "v1,\u0000", `v1,${mac}${mac}`]) {
      expect(reason({ headers: { ...signed, "webhook-signature": forged } })).toBe("no_match")
    }
  })

  it("names missing headers and malformed times", () => {
    for (const name of Object.keys(signed)) {
      expect(reason({ headers: { ...signed, [name]: undefined } })).toBe("headers_missing")
    }
    for (const time of ["1e9", "-1", "1800000000.5", "0x10", " 1800000000"]) {
      expect(reason({ headers: { ...signed, "webhook-timestamp": time } })).toBe("timestamp_malformed")
    }
  })
})

describe("secrets", () => {
  it("go out as they came in", () => {
    fc.assert(fc.property(fc.uint8Array({ minLength: 24, maxLength: 64 }), (bytes) => {
      const text = Signature.encodeSecret(Redacted.make(bytes))
      expect(Signature.encodeSecret(Either.getOrThrow(Signature.decodeSecret(text)))).toBe(text)
    }))
  })

  it("are refused when they are no base64 or of a wrong length, without being repeated", () => {
    for (const text of ["", "whsec_", "whsec_geheim!", "whsec_c2hvcnQ=", `whsec_${"A".repeat(200)}`]) {
      const error = Either.getOrThrow(Either.flip(Signature.decodeSecret(text)))
      expect(error._tag).toBe("SecretMalformed")
      expect(error.reason).not.toContain("geheim")
    }
  })
})
