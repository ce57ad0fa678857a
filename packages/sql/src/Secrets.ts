/**
 * Secrets as the database stores them (SHA-256: a slow password hash would add nothing to 256 random bits), and what
 * only this store can make: marks (HMAC-SHA256 with the purpose in the message) and sealed texts (AES-256-GCM).
 * `StoreSecret` keys both: what is made is made with its key, what comes back may also be of an older one.
 *
 * @since 1.0.0
 */
import * as Context from "effect/Context"
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, timingSafeEqual } from "node:crypto"

export class StoreSecret extends Context.Tag("@beauty-store/sql/StoreSecret")<StoreSecret, {
  readonly key: Uint8Array
  /** Keys that were `key` once, newest first; default: none. */
  readonly older?: ReadonlyArray<Uint8Array> | undefined
}>() {}

type StoreKeys = typeof StoreSecret.Service

const keysOf = ({ key, older = [] }: StoreKeys): ReadonlyArray<Uint8Array> => [key, ...older]

/** SHA-256, base64url. */
export const hash = (text: string | Uint8Array): string => createHash("sha256").update(text).digest("base64url")

/** Whether a secret is the one that was hashed, in constant time. */
export const matches = (secret: string, hashed: string): boolean => equal(hash(secret), hashed)

/** Compares two texts without revealing where they differ. */
export const equal = (a: string, b: string): boolean => {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}

/** A keyed mark of a text for a purpose: 192 bits, base64url. */
export const mark = (secret: Pick<StoreKeys, "key">, purpose: string, text: string): string =>
  createHmac("sha256", secret.key).update(`${purpose}\n${text}`).digest().subarray(0, 24).toString("base64url")

/** The marks of a text that this store has made, whatever its key was then; the first is today's. */
export const marks = (
  secret: StoreKeys,
  purpose: string,
  text: string
): readonly [string, ...ReadonlyArray<string>] => [
  mark(secret, purpose, text),
  ...(secret.older ?? []).map((key) => mark({ key }, purpose, text))
]

/** Whether a mark of a text is this store's. */
export const isMark = (secret: StoreKeys, purpose: string, text: string, given: string): boolean =>
  marks(secret, purpose, text).some((one) => equal(one, given))

/** `text.mark`: a text that carries its own proof. */
export const sign = (secret: Pick<StoreKeys, "key">, purpose: string, text: string): string =>
  `${text}.${mark(secret, purpose, text)}`

/** The signed text, or `undefined` where the mark is not this store's. */
export const unsign = (secret: StoreKeys, purpose: string, signed: string): string | undefined => {
  const dot = signed.lastIndexOf(".")
  if (dot < 0) return undefined
  const text = signed.slice(0, dot)
  return isMark(secret, purpose, text, signed.slice(dot + 1)) ? text : undefined
}

/** A key for one purpose, made from a secret. */
export const deriveKey = (secret: string | Uint8Array, salt: string, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", secret, salt, purpose, 32))

/**
 * Encrypts a text so that only the key can decrypt it, and only if it is unchanged: AES-256-GCM with a fresh 12-byte
 * `iv`.
 */
export const seal = (key: Uint8Array, iv: Uint8Array, text: string): string => {
  const cipher = createCipheriv("aes-256-gcm", key, iv)
  const bytes = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), bytes]).toString("base64url")
}

/** Decrypts a sealed text. Throws where the key is a different one or the text was changed. */
export const unseal = (key: Uint8Array, sealed: string): string => {
  const bytes = Buffer.from(sealed, "base64url")
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return decipher.update(bytes.subarray(28), undefined, "utf8") + decipher.final("utf8")
}

/** Seals a text for a purpose with the store's key. `iv`: 12 fresh bytes. */
export const sealFor = ({ key }: StoreKeys, purpose: string, iv: Uint8Array, text: string): string =>
  seal(deriveKey(key, "", purpose), iv, text)

/** The text that this store sealed for a purpose; `undefined` where none of its keys opens it. */
export const unsealFor = (secret: StoreKeys, purpose: string, sealed: string): string | undefined => {
  for (const key of keysOf(secret)) {
    try {
      return unseal(deriveKey(key, "", purpose), sealed)
    } catch {
      // Of another key.
    }
  }
  return undefined
}
