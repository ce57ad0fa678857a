/**
 * JSON as text. Read, it is untrusted: UTF-8 only, no key twice in one object, at most 32 levels, no NUL in a text
 * (PostgreSQL has none), no unpaired surrogate (no database stores one: the text would not be found again). The result
 * is that of `JSON.parse`. Printed, it ends in a newline. Follows docs/specification.md#requests,
 * docs/specification.md#responses.
 */
import canonicalizeModule from "canonicalize"
import { visit } from "jsonc-parser"

/** A JSON document as responses have it: a terminal shows its prompt in a line of its own after it. */
export const print = (value: unknown, replacer?: (key: string, value: unknown) => unknown): string =>
  `${JSON.stringify(value, replacer)}\n`

export const maxDepth = 32

/** The bytes are not a JSON text that this API reads. */
export const Malformed: unique symbol = Symbol.for("@beauty-store/http/Malformed")

const utf8 = new TextDecoder("utf-8", { fatal: true })

/** The value, or `Malformed`. */
export const read = (bytes: Uint8Array): unknown => {
  try {
    const text = utf8.decode(bytes)
    if (depthOf(text) > maxDepth || escapedNul.test(text)) return Malformed
    const value: unknown = JSON.parse(text)
    return findRepeatedKeys(text).length > 0 || (escapedHalf.test(text) && escapedHalf.test(JSON.stringify(value)))
      ? Malformed
      : value
  } catch {
    return Malformed
  }
}

/** `\u0000`, the backslash not itself escaped. */
const escapedNul = /(?<!\\)(?:\\\\)*\\u0000/

/** `\ud83e`, an unpaired surrogate. `JSON.stringify` prints complete pairs unescaped. */
const escapedHalf = /(?<!\\)(?:\\\\)*\\ud[89a-f]/i

/** The depth of the brackets, without recursion: checked before anything else reads the text. */
const depthOf = (text: string): number => {
  let depth = 0
  let deepest = 0
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (quoted) {
      if (c === 0x5c) i++
      else if (c === 0x22) quoted = false
    } else if (c === 0x22) quoted = true
    else if (c === 0x7b || c === 0x5b) deepest = Math.max(deepest, ++depth)
    else if (c === 0x7d || c === 0x5d) depth--
  }
  return deepest
}

/** The keys that an object has already, each with its place in the text. */
export const findRepeatedKeys = (text: string): ReadonlyArray<{ readonly key: string; readonly offset: number }> => {
  const open: Array<Set<string>> = []
  const found: Array<{ readonly key: string; readonly offset: number }> = []
  visit(text, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty: (key, offset) => {
      const seen = open[open.length - 1]!
      if (seen.has(key)) found.push({ key, offset })
      seen.add(key)
    }
  })
  return found
}

// The library is CommonJS, and its types say otherwise.
const canonicalize = canonicalizeModule as unknown as (value: unknown) => string | undefined

/**
 * RFC 8785: one text for all texts of equal meaning. Undefined where there is none, for example for numbers beyond a
 * double.
 */
export const canonical = (value: unknown): string | undefined => {
  try {
    return value === Malformed ? undefined : canonicalize(value)
  } catch {
    return undefined
  }
}
