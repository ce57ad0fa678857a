/**
 * Secrets as the database stores them, hashed, and keyed marks that only this store can make.
 *
 * Secrets of 256 random bits are kept as SHA-256 and compared in constant time; a slow password hash would add nothing
 * to them. `StoreSecret` keys everything that the store hands out and has to recognise later (cursors, capability
 * URLs): HMAC-SHA256 with the purpose in the message, so that a mark for one purpose is invalid for every other.
 *
 * @since 1.0.0
 */
import * as Context from "effect/Context"
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, timingSafeEqual } from "node:crypto"

export class StoreSecret extends Context.Tag("@beauty-store/sql/StoreSecret")<StoreSecret, {
  readonly key: Uint8Array
}>() {}

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
export const mark = (secret: { readonly key: Uint8Array }, purpose: string, text: string): string =>
  createHmac("sha256", secret.key).update(`${purpose}\n${text}`).digest().subarray(0, 24).toString("base64url")

/** `text.mark`: a text that carries its own proof. */
export const sign = (secret: { readonly key: Uint8Array }, purpose: string, text: string): string =>
  `${text}.${mark(secret, purpose, text)}`

/** The signed text, or `undefined` where the mark is not this store's. */
export const unsign = (secret: { readonly key: Uint8Array }, purpose: string, signed: string): string | undefined => {
  const dot = signed.lastIndexOf(".")
  if (dot < 0) return undefined
  const text = signed.slice(0, dot)
  return equal(signed.slice(dot + 1), mark(secret, purpose, text)) ? text : undefined
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
