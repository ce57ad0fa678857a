/**
 * The one place where randomness enters: bytes for ids, secrets and initialisation vectors, from a service, so that a
 * simulation can draw them from its seed. Ids are a prefix, `_`, 8 characters of time and 20 random ones (base 62 of
 * the millisecond, then 119 random bits). Secrets are 256 random bits. Follows docs/specification.md#ids.
 *
 * @since 1.0.0
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { randomFillSync } from "node:crypto"

export class Entropy extends Context.Tag("@beauty-store/sql/Entropy")<Entropy, {
  /** Draws `n` fresh random bytes. */
  readonly bytes: (n: number) => Uint8Array
}>() {}

/** Random bytes from the operating system, fetched a page at a time. */
export const layer: Layer.Layer<Entropy> = Layer.sync(Entropy, () => {
  const page = new Uint8Array(8192)
  let used = page.length
  return {
    bytes: (n) => {
      if (n > page.length) return randomFillSync(new Uint8Array(n))
      if (used + n > page.length) {
        randomFillSync(page)
        used = 0
      }
      used += n
      return page.slice(used - n, used)
    }
  }
})

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

let last = { millis: Number.NaN, text: "" }

/** Many ids are made in one millisecond. */
const timePart = (millis: number): string => {
  if (last.millis === millis) return last.text
  let text = ""
  for (let rest = millis, i = 0; i < 8; i++, rest = Math.floor(rest / 62)) text = alphabet[rest % 62] + text
  last = { millis, text }
  return text
}

/** Adds random characters. Bytes of 248 and more are skipped, so that all 62 characters are equally likely. */
const addChance = (entropy: Context.Tag.Service<typeof Entropy>, text: string, length: number): string => {
  let longer = text
  let missing = length
  while (missing > 0) {
    for (const byte of entropy.bytes(missing + 4)) {
      if (byte < 248 && missing > 0) {
        longer += alphabet[byte % 62]
        missing--
      }
    }
  }
  return longer
}

/** A kind of id: its prefix and its type. */
export interface IdKind<Id extends string> {
  readonly prefix: string
  readonly Type: Id
}

/** The beginning of all ids of a kind from a moment on: none of them is less than it, and all earlier ones are. */
export const firstIdAt = (prefix: string, millis: number): string => `${prefix}_${timePart(millis)}`

/** A new id of a moment, for callers that have both at hand. */
export const idAt = (entropy: Context.Tag.Service<typeof Entropy>, prefix: string, now: number): string =>
  addChance(entropy, `${prefix}_${timePart(now)}`, 20)

/** As much of an id as its moment decides: ids of that millisecond begin with it, later ones are greater. */
export const idsFromMoment = (prefix: string, millis: number): string =>
  `${prefix}_${timePart(Math.min(Math.max(Math.floor(millis), 0), 62 ** 8 - 1))}`

/** New ids, for callers that have the service at hand. */
export const idsFrom =
  (entropy: Context.Tag.Service<typeof Entropy>) =>
  <Id extends string = string>(kind: string | IdKind<Id>): Effect.Effect<Id> =>
    Effect.map(
      Clock.currentTimeMillis,
      (now) => idAt(entropy, typeof kind === "string" ? kind : kind.prefix, now) as Id
    )

/** A new id: `nextId(OrderId)` → `ord_…`. Sortable by time of creation, to the millisecond. */
export const nextId = <Id extends string = string>(kind: string | IdKind<Id>): Effect.Effect<Id, never, Entropy> =>
  Effect.flatMap(Entropy, (entropy) => idsFrom(entropy)(kind))

/** 256 random bits, base64url: a bearer secret, a capability. */
export const secretFrom = (entropy: Context.Tag.Service<typeof Entropy>): string =>
  Buffer.from(entropy.bytes(32)).toString("base64url")

/** A new secret, from the service in the context. */
export const nextSecret: Effect.Effect<string, never, Entropy> = Effect.map(Entropy, secretFrom)
