/**
 * Copies of values for code that is not the store's: strategies and reactions of a program that embeds it. The copy is
 * frozen through and through, so that an assignment is an error where it is made instead of another price somewhere
 * else. Instances of classes stay as they are. Follows docs/specification.md#strategies.
 *
 * @since 1.0.0
 */

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => {
  if (typeof value !== "object" || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

const copyOf = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value
  if (Array.isArray(value)) return Object.freeze(value.map(copyOf))
  if (!isRecord(value)) return value
  const copy: Record<string, unknown> = { ...value }
  for (const key of Object.keys(copy)) {
    if (typeof copy[key] === "object") copy[key] = copyOf(copy[key])
  }
  return Object.freeze(copy)
}

/** A frozen copy of arrays and records, at every level. What is frozen already is not copied again. */
export const frozenCopy = <A>(value: A): A => copyOf(value) as A // the same shape, level by level

/** Freezes arrays and records at every level: for values that nobody else has yet. */
export const freezeAll = <A>(value: A): A => {
  if ((!Array.isArray(value) && !isRecord(value)) || Object.isFrozen(value)) return value
  for (const inside of Object.values(value)) freezeAll(inside)
  return Object.freeze(value)
}
