/**
 * Signatures of messages over HTTP, by Standard Webhooks 1.0: HMAC-SHA256 over the raw bytes `id.timestamp.body`.
 * `verify` returns only after comparing every signature with every secret, in constant time; an unverified body is
 * never parsed. A caller that must not act twice remembers the ids. Pure. Follows docs/specification.md#signatures.
 *
 * @since 1.0.0
 */
import * as Data from "effect/Data"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import { createHmac, timingSafeEqual } from "node:crypto"

/** The key's bytes. Prints as `<redacted>`. */
export type Secret = Redacted.Redacted<Uint8Array>

/** Why a message is refused. The sender learns only that it was refused; the reason is for our own log. */
export class SignatureRejected extends Data.TaggedError("SignatureRejected")<{
  readonly reason: "headers_missing" | "timestamp_malformed" | "too_old" | "too_new" | "no_match"
}> {}

/** A configured secret that is not valid; its text is not repeated. */
export class SecretMalformed extends Data.TaggedError("SecretMalformed")<{ readonly reason: string }> {}

export interface SignatureHeaders {
  readonly "webhook-id": string
  readonly "webhook-timestamp": string
  readonly "webhook-signature": string
}

export const toleranceSeconds = 300

const prefix = "whsec_"

/** The written form `whsec_<base64>` of 24 to 64 bytes, as the specification requires; the prefix may be missing. */
export const decodeSecret = (text: string): Either.Either<Secret, SecretMalformed> => {
  const encoded = text.startsWith(prefix) ? text.slice(prefix.length) : text
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) {
    return Either.left(new SecretMalformed({ reason: "it must be whsec_ followed by base64" }))
  }
  const bytes = Buffer.from(encoded, "base64")
  return bytes.length >= 24 && bytes.length <= 64
    ? Either.right(Redacted.make<Uint8Array>(bytes))
    : Either.left(new SecretMalformed({ reason: `it must hold 24 to 64 bytes, not ${bytes.length}` }))
}

export const encodeSecret = (secret: Secret): string => prefix + Buffer.from(Redacted.value(secret)).toString("base64")

const signature = (secret: Secret, id: string, timestamp: string, body: Uint8Array): string =>
  createHmac("sha256", Redacted.value(secret)).update(`${id}.${timestamp}.`, "utf8").update(body).digest("base64")

/**
 * The three headers of a message, with a signature by each secret: several overlap while one replaces another. Each
 * attempt is signed anew: the timestamp is the attempt's, the id the message's.
 */
export const sign = (message: {
  readonly id: string
  readonly atMillis: number
  readonly body: Uint8Array
  readonly secret: Secret
  readonly previousSecret?: Secret | undefined
}): SignatureHeaders => {
  const timestamp = String(Math.floor(message.atMillis / 1000))
  const signatures = [message.secret, message.previousSecret].filter((secret) => secret !== undefined).map((secret) =>
    `v1,${signature(secret, message.id, timestamp, message.body)}`
  )
  return { "webhook-id": message.id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") }
}

/**
 * Compares the written forms, because base64 readers ignore much of what follows the padding. The time it takes does
 * not reveal where the two differ.
 */
const equal = (expected: string, given: string): boolean => {
  const left = Buffer.from(expected)
  const right = Buffer.from(given)
  return left.length === right.length && timingSafeEqual(left, right)
}

/**
 * Checks a received message. Header names are lower case. Any of `secrets` may have signed it, so that a secret can be
 * rotated; without any, nothing passes. Returns the message's id, which repeats share.
 */
export const verify = (message: {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Uint8Array
  readonly secrets: ReadonlyArray<Secret>
  readonly nowMillis: number
}): Either.Either<{ readonly id: string; readonly timestampSeconds: number }, SignatureRejected> => {
  const id = message.headers["webhook-id"]
  const timestamp = message.headers["webhook-timestamp"]
  const signatures = message.headers["webhook-signature"]
  if (!id || !timestamp || !signatures) return Either.left(new SignatureRejected({ reason: "headers_missing" }))
  if (!/^\d{1,12}$/.test(timestamp)) return Either.left(new SignatureRejected({ reason: "timestamp_malformed" }))

  const timestampSeconds = Number(timestamp)
  const ageSeconds = Math.floor(message.nowMillis / 1000) - timestampSeconds
  if (ageSeconds > toleranceSeconds) return Either.left(new SignatureRejected({ reason: "too_old" }))
  if (ageSeconds < -toleranceSeconds) return Either.left(new SignatureRejected({ reason: "too_new" }))

  const expected = message.secrets.map((secret) => signature(secret, id, timestamp, message.body))
  let matches = false
  for (const versioned of signatures.split(" ")) {
    if (!versioned.startsWith("v1,")) continue
    for (const candidate of expected) matches = equal(candidate, versioned.slice(3)) || matches
  }
  return matches
    ? Either.right({ id, timestampSeconds })
    : Either.left(new SignatureRejected({ reason: "no_match" }))
}
