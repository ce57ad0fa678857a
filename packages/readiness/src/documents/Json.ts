/**
 * JSON of strangers: parsed once, bounded, and looked into without exceptions.
 *
 * The rule: a value that nests deeper or has more parts than any real document is malformed, so that whatever walks it
 * afterwards ends.
 */

export type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json }
export type JsonObject = { readonly [key: string]: Json }

const mostDepth = 100
const mostParts = 500_000

/** Whether a value stays within the bounds. */
const isBounded = (root: Json): boolean => {
  const waiting: Array<readonly [Json, number]> = [[root, 0]]
  let parts = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [value, depth] = next
    if (depth > mostDepth || ++parts > mostParts) return false
    if (typeof value !== "object" || value === null) continue
    for (const one of Object.values(value)) waiting.push([one as Json, depth + 1])
  }
  return true
}

/** A value, or undefined where the text is no JSON or too deep or large. */
export const parse = (text: string): Json | undefined => {
  try {
    const value = JSON.parse(text.replace(/^\uFEFF/, "")) as Json
    return isBounded(value) ? value : undefined
  } catch {
    return undefined
  }
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The value under own keys, one inside the other. */
export const at = (value: Json | undefined, ...keys: ReadonlyArray<string>): Json | undefined => {
  let inner = value
  for (const key of keys) {
    if (!isObject(inner) || !Object.hasOwn(inner, key)) return undefined
    inner = inner[key]
  }
  return inner
}

export const textAt = (value: Json | undefined, ...keys: ReadonlyArray<string>): string | undefined => {
  const found = at(value, ...keys)
  return typeof found === "string" && found.trim() !== "" ? found : undefined
}

export const listAt = (value: Json | undefined, ...keys: ReadonlyArray<string>): ReadonlyArray<Json> => {
  const found = at(value, ...keys)
  return Array.isArray(found) ? found : []
}
