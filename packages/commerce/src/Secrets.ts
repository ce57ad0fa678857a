/**
 * What the store keeps of secrets: hashes, and keyed marks that only this store can make.
 *
 * Secrets of 256 random bits are kept as SHA-256 and compared in constant time; a slow password hash would add nothing
 * to them. `StoreSecret` keys what the store hands out and must recognise later (cursors, capability URLs): HMAC-SHA256
 * with the purpose in the message, so that a mark made for one thing never passes for another.
 */
import * as Context from "effect/Context"
import { createHash, createHmac, timingSafeEqual } from "node:crypto"

export class StoreSecret extends Context.Tag("@beauty-store/commerce/StoreSecret")<StoreSecret, {
  readonly key: Uint8Array
}>() {}

/** SHA-256, base64url. */
export const hash = (text: string | Uint8Array): string => createHash("sha256").update(text).digest("base64url")

/** Whether a secret is the one that was hashed, in constant time. */
export const matches = (secret: string, hashed: string): boolean => equal(hash(secret), hashed)

/** Equality of two texts without saying where they differ. */
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

/** The text of a signed one, or nothing where it is not this store's. */
export const unsign = (secret: { readonly key: Uint8Array }, purpose: string, signed: string): string | undefined => {
  const dot = signed.lastIndexOf(".")
  if (dot < 0) return undefined
  const text = signed.slice(0, dot)
  return equal(signed.slice(dot + 1), mark(secret, purpose, text)) ? text : undefined
}
